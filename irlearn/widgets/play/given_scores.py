"""Scores of two systems on the same queries: read whichever way they are given, stepped and written."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from numbers import Real
from typing import Any

from irlearn.errors import InputError
from irlearn.text.english import comma_list
from irlearn.text.numbers import decimal, fixed, read_number
from irlearn.widgets.core.fields import Share

LONG = 10_000  # a larger denominator is read more easily as a decimal
_STEPS = Share(0, "score", step="1/100")

Score = float | Fraction | str
"""What a score may be given as: a number, or text such as `"0.35"` or `"1/3"`."""


def read_pairs(a: Any, b: Any, queries: Sequence[str] | None) -> tuple[dict[str, Fraction], dict[str, Fraction]]:
    """The scores of A and of B by query, the queries in the same order; refused with an `InputError` where they differ.

    >>> read_pairs([0.1, "1/3"], [0.5, 1], None)[0]
    {'q1': Fraction(1, 10), 'q2': Fraction(1, 3)}
    """
    first, second = _column(a, "A", queries), _column(b, "B", queries)
    if list(first) != list(second):
        raise InputError(_differ(list(first), list(second)))
    return first, second


def _column(scores: Any, letter: str, queries: Sequence[str] | None) -> dict[str, Fraction]:
    """One system's scores by query, whichever way they were given."""
    if isinstance(scores, Mapping):
        if queries is not None:
            raise InputError("queries are named twice: leave `queries` out where the scores are a dict")
        return {str(query): read_score(str(query), score) for query, score in scores.items()}
    if isinstance(scores, str) or not hasattr(scores, "__iter__"):
        raise InputError(f"scores are one number a query, such as [0.28, 0.3]; given for {letter}: {scores!r}")
    given = list(scores)
    names = [f"q{number}" for number in range(1, len(given) + 1)] if queries is None else list(map(str, queries))
    if len(names) != len(given):
        raise InputError(f"each query has one score of {letter}; given: {len(given)} scores and {len(names)} queries")
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"each query has a name of its own; given twice: {twice}")
    return {name: read_score(name, score) for name, score in zip(names, given, strict=True)}


def _differ(first: list[str], second: list[str]) -> str:
    """Why two systems' queries cannot be paired."""
    if len(first) != len(second):
        return f"a pair is one score of each system a query; given: {len(first)} scores of A and {len(second)} of B"
    only = [name for name in first if name not in second]
    if only:
        return f"both systems need scores for the same queries; only A has {comma_list(only[:5])}"
    return "both systems need their scores in the same order of queries"


def read_score(query: str, value: Any) -> Fraction:
    """The exact score that was meant: 0.1 is 1/10."""
    if isinstance(value, str):
        number = read_number(value)
    elif isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise InputError(f"a score is one number a query, such as 0.35 or '1/3'; given for {query}: {value!r}")
    else:
        number = value if isinstance(value, Fraction) else Fraction(repr(float(value)))
    if not 0 <= number <= 1:
        raise InputError(f"scores lie between 0 and 1; given for {query}: {value}")
    return number


def as_typed(value: Fraction) -> str:
    """A score as it would be typed: a decimal with two places where those are enough, else with up to four.

    >>> as_typed(Fraction(1, 2)), as_typed(Fraction(1, 8)), as_typed(Fraction(1, 3))
    ('0.50', '0.125', '0.333')
    """
    if not 100 % value.denominator:
        return fixed(float(value), 2)
    return decimal(value, 3 if LONG % value.denominator else 4)


_WIDTHS = (Fraction(1, 4), Fraction(1, 2))  # of an axis that shows a part: its five intervals are round
_ROOM = Fraction(1, 20)  # beside the outermost scores


class ScoreScale:
    """Scores from 0 to 1, in steps of 0.01, on an axis from `low` to `high`.

    >>> scale = ScoreScale()
    >>> scale.next(Fraction(1, 8), 1), scale.nearest(0.334), scale.read("q1", "1/3")
    (Fraction(13, 100), Fraction(33, 100), Fraction(1, 3))
    """

    def __init__(self, low: Fraction = Fraction(0), high: Fraction = Fraction(1)) -> None:
        self.low, self.high = low, high

    @classmethod
    def around(cls, scores: Collection[Fraction]) -> ScoreScale:
        """The shortest axis with five round intervals that holds the scores, with a little room beside them.

        >>> scale = ScoreScale.around([Fraction(18, 100), Fraction(40, 100)])
        >>> scale.low, scale.high, scale.place(Fraction(35, 100))
        (Fraction(1, 10), Fraction(3, 5), Fraction(1, 2))
        """
        least, most = max(min(scores) - _ROOM, Fraction(0)), min(max(scores) + _ROOM, Fraction(1))
        for width in _WIDTHS:
            low = min(math.floor(least * 5 / width) * width / 5, 1 - width)
            if most <= low + width:
                return cls(low, low + width)
        return cls()

    @property
    def ends(self) -> str:
        """From where to where the axis goes, in words."""
        return f"{decimal(self.low)} to {decimal(self.high)}"

    def place(self, score: Fraction) -> Fraction:
        """Where a score lies on the axis, from 0 to 1."""
        return (score - self.low) / (self.high - self.low)

    def next(self, place: Fraction, by: int) -> Fraction:
        """The next hundredth."""
        return _STEPS.step(place, by)

    def nearest(self, at: float) -> Fraction:
        """The hundredth that is nearest to the hand."""
        return _STEPS.slide(float(self.low) + at * float(self.high - self.low))

    def read(self, query: str, value: Any) -> Fraction:
        """The score that was typed."""
        return read_score(query, value)

    def spoken(self, place: Fraction) -> str:
        """The score as it would be typed."""
        return as_typed(place)
