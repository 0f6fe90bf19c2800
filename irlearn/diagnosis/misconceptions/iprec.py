"""Misconceptions about interpolated precision, at one recall level or averaged over eleven."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.misconceptions.families import instead
from irlearn.expression import Ratio
from irlearn.kinds.rules import COMMON, Formula, Wrong, wrong
from irlearn.measures import AP
from irlearn.measures.averages import arithmetic
from irlearn.measures.interpolation import spread_levels

_ELEVEN = spread_levels(11)


def _level(context: RankingContext) -> Fraction | None:
    """The one recall level asked for, None for the mean over eleven."""
    level: Fraction | None = context.measure.options["recall"]
    return level


def _levels(context: RankingContext) -> tuple[Fraction, ...]:
    """The recall level asked for, or those that are averaged."""
    level = _level(context)
    return (context.measure.options["levels"] or _ELEVEN) if level is None else (level,)


def _eleven(context: RankingContext) -> bool:
    """Whether the interpolated precision at eleven levels is asked for."""
    return _interpolated(context) and _level(context) is context.measure.options["levels"] is None


def _interpolated(context: RankingContext) -> bool:
    return bool(context.measure.options["interpolate"])


def _first_at(context: RankingContext, level: Fraction) -> Fraction:
    """The precision where a level of recall is first reached."""
    return next((precision for recall, precision in context.curve if recall >= level), Fraction(0))


def _right_at(context: RankingContext, level: Fraction) -> Fraction:
    return context.best_from(level) if _interpolated(context) else _first_at(context, level)


def _at_levels(context: RankingContext, precision: Callable[[Fraction], Fraction], one: str, mean: str) -> Formula:
    """The precision at the level that is asked for, or the mean of those at eleven, each in its words."""
    precisions = [precision(step) for step in _levels(context)]
    return context.exactly(arithmetic(precisions), mean if _level(context) is None else one)


def _at_the_level(context: RankingContext) -> Wrong:
    level, mean = _level(context), f"mean of {len(_levels(context))} precisions, not interpolated"
    reached = level is None or any(recall >= level for recall, _ in context.curve)
    first = partial(_first_at, context)
    return _at_levels(context, first, "precision at the first rank there", mean) if reached else None


def _carried_on(context: RankingContext) -> Wrong:
    found, level = context.found_in_all, _level(context)
    if not found or found == context.relevant or (level is not None and _right_at(context, level)):
        return None
    last = Fraction(found, context.hit_ranks[-1])
    if level is not None:
        return context.exactly(last, Ratio(found, context.hit_ranks[-1]))
    carried = [_right_at(context, step) or last for step in _levels(context)]
    return context.exactly(arithmetic(carried), f"mean of {len(carried)}, the last point carried on")


def _highest_of_the_list(context: RankingContext) -> Wrong:
    level, highest = _level(context), context.best_from(Fraction(0))
    if level is None or not _interpolated(context) or highest == context.best_from(level):
        return None  # it stands where this recall is reached
    return context.exactly(highest, "highest precision")


def _recall_over_found(context: RankingContext) -> Wrong:
    found, words = context.found_in_all, f"with recall over {context.found_in_all}"
    if not found or found == context.relevant:
        return None
    share = Fraction(found, context.relevant)
    one, mean = f"highest precision, {words}", f"mean of {len(_levels(context))} levels, {words}"
    return _at_levels(context, lambda level: _right_at(context, level * share), one, mean)


def _reached_only(context: RankingContext) -> Wrong:
    reached = [precision for precision in map(context.best_from, _ELEVEN) if precision]
    if not _eleven(context) or not 0 < len(reached) < len(_ELEVEN):
        return None
    return context.exactly(arithmetic(reached), f"mean of {len(reached)} levels")


wrong("at-the-level", "IPrec", _at_the_level, common=COMMON)(
    "You took the precision where {the_level} is first reached. Interpolation takes the highest from there on."
)
wrong("interpolated", "IPrec", instead(lambda c: None if _interpolated(c) else c.measure(interpolate=True)))(
    "You took the highest precision from {the_level} on. {measure} does not interpolate: it takes the precision where "
    "{the_level} is first reached."
)
wrong("last-point-carried-on", "IPrec", _carried_on, common=COMMON)(
    "You carried the last precision on to a recall that the list never reaches. There it is 0."
)
wrong("highest-of-the-list", "IPrec", _highest_of_the_list)(
    "You took the highest precision of the whole list. Only ranks with this recall or more count."
)
wrong("recall-over-found", "IPrec", _recall_over_found, common=COMMON)(
    "Your recall divides by the {found_in_all:relevant document} found, not by all {relevant}."
)
wrong(
    "over-ten",
    "IPrec",
    lambda c: c.exactly(sum(map(c.best_from, _ELEVEN)) / 10, "sum of 11, over 10") if _eleven(c) else None,
    common=COMMON,
)("You divided by 10. There are eleven levels, 0 and 1 included.")
wrong("reached-levels-only", "IPrec", _reached_only, common=COMMON)(
    "You averaged only the levels that the list reaches. The others count as 0."
)
wrong("ap-given", "IPrec", instead(lambda c: AP(rel=c.rel)), common=COMMON)(
    "This is average precision, which does not interpolate."
)
