"""Wrong rules for interpolated precision, at one recall level or averaged over eleven."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from irlearn.diagnosis.cases import Case, Formula, Wrong
from irlearn.diagnosis.rules.base import COMMON, RARE, rule
from irlearn.expression import Part, Ratio
from irlearn.measures import AP
from irlearn.measures.curve import InterpolatedPrecision


def _level(case: Case) -> Fraction | None:
    """The one recall level asked for, None for the mean over eleven."""
    level = case.measure.recall if isinstance(case.measure, InterpolatedPrecision) else None
    return None if level is None else Fraction(level)


def _answer(case: Case, value: Fraction, written: Part) -> Formula:
    return Formula(value if case.exact else float(value), written)


def _mean(case: Case, values: Sequence[Fraction], written: str, divisor: int = 0) -> Formula:
    """The mean of precisions, or their sum over another divisor."""
    return _answer(case, sum(values, Fraction(0)) / (divisor or len(values)), written)


def _best_from(points: Sequence[tuple[Fraction, Fraction]], level: Fraction) -> Fraction:
    return max((precision for recall, precision in points if recall >= level), default=Fraction(0))


@rule(
    "IPrec",
    "at-the-level",
    "You took the precision where {the_level} is first reached. Interpolation takes the highest from there on.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    level = _level(case)
    points = case.curve
    if level is not None:
        first = next((precision for recall, precision in points if recall >= level), None)
        return None if first is None else _answer(case, first, "precision at the first rank there")
    first_ones = [next((p for r, p in points if r >= step), Fraction(0)) for step in _levels()]
    return _mean(case, first_ones, "mean of 11 precisions, not interpolated")


def _levels() -> list[Fraction]:
    return [Fraction(step, 10) for step in range(11)]


@rule(
    "IPrec",
    "last-point-carried-on",
    "You carried the last precision on to a recall that the list never reaches. There it is 0.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    hits = case.hit_ranks
    if not hits or case.relevant == len(hits):
        return None
    last, points, level = Fraction(len(hits), hits[-1]), case.curve, _level(case)
    if level is not None:
        return _answer(case, last, Ratio(len(hits), hits[-1])) if not _best_from(points, level) else None
    carried = [_best_from(points, step) or last for step in _levels()]
    return _mean(case, carried, "mean of 11, the last point carried on")


@rule(
    "IPrec",
    "highest-of-the-list",
    "You took the highest precision of the whole list. Only ranks with this recall or more count.",
)
def _(case: Case) -> Wrong:
    level = _level(case)
    highest = _best_from(case.curve, Fraction(0))
    if level is None or highest == _best_from(case.curve, level):
        return None  # it stands where this recall is reached
    return _answer(case, highest, "highest precision")


@rule(
    "IPrec",
    "before-the-level",
    "You took the highest precision before this recall is reached. Interpolation looks from this recall on.",
)
def _(case: Case) -> Wrong:
    level = _level(case)
    before = max((p for r, p in case.curve if level is not None and 0 < r < level), default=Fraction(0))
    if level is None or not before or before > _best_from(case.curve, level):
        return None  # where it is the highest of the whole list, that rule says so
    return _answer(case, before, "highest precision before this recall")


@rule("IPrec", "above-the-level", "You looked only at recall above the level. The level itself counts, too.")
def _(case: Case) -> Wrong:
    level = _level(case)
    if level is None or all(recall != level for recall, _ in case.curve):
        return None
    return _answer(case, max((p for r, p in case.curve if r > level), default=Fraction(0)), "highest above the level")


@rule(
    "IPrec",
    "recall-over-found",
    "Your recall divides by the {found_in_all:relevant document} found, not by all {relevant}.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    found, level = len(case.hit_ranks), _level(case)
    if not found or found == case.relevant:
        return None
    points = [(recall * case.relevant / found, precision) for recall, precision in case.curve]
    if level is not None:
        return _answer(case, _best_from(points, level), f"highest precision, with recall over {found}")
    return _mean(case, [_best_from(points, step) for step in _levels()], f"mean of 11 levels, with recall over {found}")


@rule("IPrec", "level-as-rank", "You took the precision at that share of the list. The level is a recall, not a depth.")
def _(case: Case) -> Wrong:
    level = _level(case)
    rank = math.floor(level * case.retrieved + Fraction(1, 2)) if level is not None else 0
    return (
        _answer(case, Fraction(sum(hit <= rank for hit in case.hit_ranks), rank), f"precision at rank {rank}")
        if rank
        else None
    )


@rule(
    "IPrec",
    "between-points",
    "You drew a straight line between two points of the curve. Interpolation takes the highest, in steps.",
)
def _(case: Case) -> Wrong:
    level = _level(case)
    if level is None or not case.hit_ranks:
        return None
    points = [(Fraction(n, case.relevant), Fraction(n, rank)) for n, rank in enumerate(case.hit_ranks, start=1)]
    for (low, p), (high, q) in pairwise(points):
        if low < level < high:
            return _answer(case, p + (q - p) * (level - low) / (high - low), "on the line between two points")
    return None


@rule("IPrec", "ten-levels", "You left out recall 0. Eleven levels go from 0 to 1.")
def _(case: Case) -> Wrong:
    if _level(case) is not None:
        return None
    values = [_best_from(case.curve, step) for step in _levels()[1:]]
    return _mean(case, values, "mean of 10 levels")


@rule("IPrec", "over-ten", "You divided by 10. There are eleven levels, 0 and 1 included.", common=COMMON)
def _(case: Case) -> Wrong:
    if _level(case) is not None:
        return None
    return _mean(case, [_best_from(case.curve, step) for step in _levels()], "sum of 11, over 10", divisor=10)


@rule(
    "IPrec",
    "reached-levels-only",
    "You averaged only the levels that the list reaches. The others count as 0.",
    common=COMMON,
)
def _(case: Case) -> Wrong:
    values = [_best_from(case.curve, step) for step in _levels()]
    reached = [value for value in values if value]
    if _level(case) is not None or not reached or len(reached) == 11:
        return None
    return _mean(case, reached, f"mean of {len(reached)} levels")


@rule(
    "IPrec",
    "three-levels",
    "You averaged the levels 0.2, 0.5 and 0.8. The question asks for eleven levels.",
    common=RARE,
)
def _(case: Case) -> Wrong:
    if _level(case) is not None:
        return None
    values = [_best_from(case.curve, step) for step in (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5))]
    return _mean(case, values, "mean of 3 levels")


@rule("IPrec", "ap-given", "This is average precision, which does not interpolate.", common=COMMON)
def _(case: Case) -> Wrong:
    return case.given_for(AP(rel=case.rel))


@rule("IPrec", "recall-given", "This is a recall. The question asks for a precision.")
def _(case: Case) -> Wrong:
    if _level(case) is None or not case.relevant:
        return None
    return Formula(case.share(case.found_in_all, case.relevant), Ratio(case.found_in_all, case.relevant))
