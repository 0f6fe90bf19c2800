"""Misconceptions about interpolated precision, at one recall level or averaged over eleven."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.expression import Ratio
from irlearn.measures import AP
from irlearn.measures.averages import arithmetic
from irlearn.measures.interpolation import spread_levels

misconception = About("IPrec")


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


@misconception(
    "You took the precision where {the_level} is first reached. Interpolation takes the highest from there on.",
    common=COMMON,
)
def at_the_level(context: RankingContext) -> Wrong:
    level, mean = _level(context), f"mean of {len(_levels(context))} precisions, not interpolated"
    reached = level is None or any(recall >= level for recall, _ in context.curve)
    first = partial(_first_at, context)
    return _at_levels(context, first, "precision at the first rank there", mean) if reached else None


@misconception(
    "You took the highest precision from {the_level} on. {measure} does not interpolate: it takes the precision where "
    "{the_level} is first reached.",
)
def interpolated(context: RankingContext) -> Wrong:
    return None if _interpolated(context) else context.given_for(context.measure(interpolate=True))


@misconception(
    "You carried the last precision on to a recall that the list never reaches. There it is 0.", common=COMMON
)
def last_point_carried_on(context: RankingContext) -> Wrong:
    found, level = context.found_in_all, _level(context)
    if not found or found == context.relevant or (level is not None and _right_at(context, level)):
        return None
    last = Fraction(found, context.hit_ranks[-1])
    if level is not None:
        return context.exactly(last, Ratio(found, context.hit_ranks[-1]))
    carried = [_right_at(context, step) or last for step in _levels(context)]
    return context.exactly(arithmetic(carried), f"mean of {len(carried)}, the last point carried on")


@misconception("You took the highest precision of the whole list. Only ranks with this recall or more count.")
def highest_of_the_list(context: RankingContext) -> Wrong:
    level, highest = _level(context), context.best_from(Fraction(0))
    if level is None or not _interpolated(context) or highest == context.best_from(level):
        return None  # it stands where this recall is reached
    return context.exactly(highest, "highest precision")


@misconception(
    "Your recall divides by the {found_in_all:relevant document} found, not by all {relevant}.", common=COMMON
)
def recall_over_found(context: RankingContext) -> Wrong:
    found, words = context.found_in_all, f"with recall over {context.found_in_all}"
    if not found or found == context.relevant:
        return None
    share = Fraction(found, context.relevant)
    one, mean = f"highest precision, {words}", f"mean of {len(_levels(context))} levels, {words}"
    return _at_levels(context, lambda level: _right_at(context, level * share), one, mean)


def _averaged(context: RankingContext, precisions: list[Fraction], written: str, divisor: int = 0) -> Wrong:
    """The mean of other precisions than the eleven, or over another divisor, where eleven are asked for."""
    if not _eleven(context) or not precisions:
        return None
    return context.exactly(sum(precisions, Fraction(0)) / (divisor or len(precisions)), written)


@misconception("You divided by 10. There are eleven levels, 0 and 1 included.", common=COMMON)
def over_ten(context: RankingContext) -> Wrong:
    return _averaged(context, list(map(context.best_from, _ELEVEN)), "sum of 11, over 10", divisor=10)


@misconception("You averaged only the levels that the list reaches. The others count as 0.", common=COMMON)
def reached_levels_only(context: RankingContext) -> Wrong:
    reached = [precision for precision in map(context.best_from, _ELEVEN) if precision]
    return _averaged(context, reached, f"mean of {len(reached)} levels") if len(reached) < len(_ELEVEN) else None


@misconception("This is average precision, which does not interpolate.", common=COMMON)
def ap_given(context: RankingContext) -> Wrong:
    return context.given_for(AP(rel=context.rel))
