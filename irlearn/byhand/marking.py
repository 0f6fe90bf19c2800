"""Marks for answers to exercises: of a verdict, and of the decimals that a learning platform compares."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from irlearn.byhand.answers import CUT
from irlearn.byhand.hand_calculation import Exercise, answer_text
from irlearn.byhand.question import halves_up
from irlearn.byhand.verdict import COARSE, OPEN, RIGHT, ROUNDED, Verdict
from irlearn.text.numbers import fixed

_SIGNIFICANT = 6
"""The significant digits of a right answer that is compared by its digits; programs print more of them."""
_POINT = Fraction(1, 10**12)
"""The tolerance of a decimal whose digits are compared."""
_PRINTED = Fraction(1, 2 * 10**6)
"""The relative tolerance of a right answer with more digits, as of `irlearn.byhand.read_answer`."""
_CELL = Fraction(49, 100)
"""The tolerance of a mistake's number, in units of its last digit, so that neighbors do not overlap."""
_APART = Fraction(99, 100)
"""The share of the distance to a number with a mark that the tolerance of a mistake's number may have."""


def mark(verdict: Verdict) -> Fraction:
    """Return the mark of an answer to a question for one number: 1, 1/2 or 0.

    An answer with all digits asked for is right if the right value rounds to it, even if a mistake does, too. The right
    value with fewer digits, or with digits cut off, gets half of the mark. A number by another definition gets nothing,
    because the question states the definition.

    >>> from irlearn.byhand import exercise
    >>> f = exercise("f", 328)
    >>> [str(mark(f.check(answer))) for answer in ("0.462", "6/13", "0.46", "0.461", "0.5", "0.7")]
    ['1', '1', '1/2', '1/2', '1/2', '0']
    """
    places, outcome = verdict.question.places, verdict.outcome
    has_all_digits = places is not None and verdict.answer.tolerance <= Fraction(1, 2 * 10**places)
    if outcome == RIGHT or (outcome == OPEN and has_all_digits):
        return Fraction(1)
    is_cut_off = outcome == ROUNDED and verdict.diagnoses[0].id == CUT
    return Fraction(1, 2) if is_cut_off or outcome in (OPEN, COARSE) else Fraction(0)


class MarkedDecimal(NamedTuple):
    """The numbers up to `tolerance` away from a decimal, which get the same mark and feedback.

    `mistakes` are the ids of the mistakes that give a wrong number.
    """

    text: str
    tolerance: Fraction
    mark: Fraction
    feedback: str
    mistakes: tuple[str, ...] = ()

    @property
    def value(self) -> Fraction:
        """The decimal as a number."""
        return Fraction(self.text)

    def gap(self, other: MarkedDecimal) -> Fraction:
        """Return the distance between the accepted numbers of two decimals; negative if they overlap."""
        return abs(self.value - other.value) - self.tolerance - other.tolerance


def marked_decimals(number: Exercise) -> tuple[MarkedDecimal, ...]:
    """Return the decimals that get a mark or that a known mistake gives; all other decimals get nothing.

    A platform that compares numbers cannot see how many digits were typed. These decimals give each answer the mark of
    its verdict, except that zeros at the end do not count: 0.5 is 0.500. No two of them overlap.

    Parameters
    ----------
    number : Exercise
        An exercise that asks for one number, such as an element of `Exercise.numbers`.

    Returns
    -------
    tuple of MarkedDecimal
        The right answer with the digits asked for, then further decimals with a mark, and then those of mistakes.

    Examples
    --------
    >>> from irlearn.byhand import exercise
    >>> decimals = marked_decimals(exercise("f", 328))
    >>> [decimal.text for decimal in decimals if decimal.mark == 1]
    ['0.462', '0.461538461538', '0.4615', '0.46154', '0.461538']
    >>> [decimal.text for decimal in decimals if 0 < decimal.mark < 1]
    ['0.461', '0.46153', '0.46', '0.5', '0.4']
    >>> [(decimal.text, decimal.mistakes) for decimal in decimals if not decimal.mark][:2]
    [('0.519', ('f-arithmetic-mean',)), ('0.231', ('f-factor-missing',))]
    """
    right = Fraction(number.checker.right_value)
    half_unit = Fraction(1, 2 * 10 ** _longest(right))
    room = min(half_unit / 10 + _PRINTED * abs(right), half_unit)
    decimals = dict[Fraction, MarkedDecimal]()
    for text in _candidates(number):
        if Fraction(text) not in decimals:
            decimals[Fraction(text)] = _marked(number, text)
    first, *others = decimals.values()
    distance = abs(first.value - right)
    marked = [first._replace(tolerance=distance + room if distance <= room else _POINT)]
    unrounded = first._replace(text=fixed(right, 2 * _SIGNIFICANT), tolerance=room)
    for decimal in (unrounded, *others):
        if decimal.mark and all(decimal.gap(other) > 0 for other in marked):
            marked.append(decimal)
    cell, of_mistakes = _CELL / 10**number.places, set(_wrong_texts(number))
    wrong = [decimal for decimal in others if decimal.mistakes and not decimal.mark and decimal.text in of_mistakes]
    for decimal in wrong:
        tolerance = min([cell, *(_APART * decimal.gap(other) for other in marked)])
        if tolerance > 0:
            marked.append(decimal._replace(tolerance=tolerance))
    return tuple(marked)


def _marked(number: Exercise, text: str) -> MarkedDecimal:
    verdict = number.check(text)
    assert isinstance(verdict, Verdict)
    mistakes = () if verdict.undecided else tuple(diagnosis.id for diagnosis in verdict.diagnoses)
    return MarkedDecimal(text, _POINT, mark(verdict), number.held_back_message(verdict) or verdict.headline, mistakes)


def _candidates(number: Exercise) -> Iterator[str]:
    """Yield the right answer, the numbers of mistakes, and the right value with more and with fewer digits."""
    right, places = number.checker.right_value, number.places
    yield answer_text(right, places)
    yield from _shortened(Fraction(right), places)
    yield from _wrong_texts(number)
    for digits in (*range(places + 1, _longest(right) + 1), *range(places - 1, -1, -1)):
        yield from _shortened(Fraction(right), digits)


def _longest(right: float | Fraction) -> int:
    """Return the digits after the point up to which the digits of a right answer are compared."""
    return max(_SIGNIFICANT - 1 - math.floor(math.log10(abs(float(right)) or 1)), 0)


def _wrong_texts(number: Exercise) -> Iterator[str]:
    """Yield the numbers of mistakes, with the digits asked for."""
    for mistake in number.mistakes:
        if math.isfinite(mistake.value):
            yield answer_text(mistake.value, number.places)


def _shortened(right: Fraction, digits: int) -> Iterator[str]:
    """Yield a value rounded, with halves up and to even, and cut off."""
    cut_off = Fraction(math.trunc(right * 10**digits), 10**digits)
    for value in (halves_up(abs(right), digits) * (-1 if right < 0 else 1), Fraction(round(right, digits)), cut_off):
        yield fixed(value, digits)
