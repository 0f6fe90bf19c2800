"""Misconceptions about interpolated precision, at one recall level or averaged over eleven."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
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


@misconception("You took the highest precision before this recall is reached. Interpolation looks from this recall on.")
def before_the_level(context: RankingContext) -> Wrong:
    level = _level(context) or Fraction(0)
    before = max((precision for recall, precision in context.curve if 0 < recall < level), default=Fraction(0))
    if not before or not _interpolated(context) or before > context.best_from(level):
        return None  # where it is the highest of the whole list, that rule says so
    return context.exactly(before, "highest precision before this recall")


@misconception("You looked only at recall above the level. The level itself counts, too.")
def above_the_level(context: RankingContext) -> Wrong:
    level = _level(context)
    if level is None or not _interpolated(context) or all(recall != level for recall, _ in context.curve):
        return None
    above = max((precision for recall, precision in context.curve if recall > level), default=Fraction(0))
    return context.exactly(above, "highest above the level")


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


@misconception("You took the precision at that share of the list. The level is a recall, not a depth.")
def level_as_rank(context: RankingContext) -> Wrong:
    rank = math.floor((_level(context) or 0) * context.retrieved + Fraction(1, 2))
    hits = sum(hit <= rank for hit in context.hit_ranks)
    return context.exactly(Fraction(hits, rank), f"precision at rank {rank}") if rank else None


@misconception("You drew a straight line between two points of the curve. Interpolation takes the highest, in steps.")
def between_points(context: RankingContext) -> Wrong:
    level = _level(context)
    for (low, p), (high, q) in pairwise(context.points):
        if level is not None and low < level < high:
            return context.exactly(p + (q - p) * (level - low) / (high - low), "on the line between two points")
    return None


def _averaged(context: RankingContext, precisions: list[Fraction], written: str, divisor: int = 0) -> Wrong:
    """The mean of other precisions than the eleven, or over another divisor, where eleven are asked for."""
    if not _eleven(context) or not precisions:
        return None
    return context.exactly(sum(precisions, Fraction(0)) / (divisor or len(precisions)), written)


@misconception("You left out recall 0. Eleven levels go from 0 to 1.")
def ten_levels(context: RankingContext) -> Wrong:
    return _averaged(context, list(map(context.best_from, _ELEVEN[1:])), "mean of 10 levels")


@misconception("You divided by 10. There are eleven levels, 0 and 1 included.", common=COMMON)
def over_ten(context: RankingContext) -> Wrong:
    return _averaged(context, list(map(context.best_from, _ELEVEN)), "sum of 11, over 10", divisor=10)


@misconception("You averaged only the levels that the list reaches. The others count as 0.", common=COMMON)
def reached_levels_only(context: RankingContext) -> Wrong:
    reached = [precision for precision in map(context.best_from, _ELEVEN) if precision]
    return _averaged(context, reached, f"mean of {len(reached)} levels") if len(reached) < len(_ELEVEN) else None


@misconception("You averaged the levels 0.2, 0.5 and 0.8. The question asks for eleven levels.", common=RARE)
def three_levels(context: RankingContext) -> Wrong:
    three = (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5))
    return _averaged(context, list(map(context.best_from, three)), "mean of 3 levels")


@misconception("This is average precision, which does not interpolate.", common=COMMON)
def ap_given(context: RankingContext) -> Wrong:
    return context.given_for(AP(rel=context.rel))


@misconception("This is a recall. The question asks for a precision.")
def recall_given(context: RankingContext) -> Wrong:
    asked = _level(context) is not None and context.relevant
    return context.ratio(context.found_in_all, context.relevant) if asked else None
