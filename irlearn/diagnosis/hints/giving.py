"""Which hints are given: the likeliest first, few, and none of a kind that would fit many a number by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.hints.base import Hint
from irlearn.diagnosis.hints.catalogue import KINDS

if TYPE_CHECKING:  # which are told hints
    from irlearn.diagnosis.question import Question

_MOST = 3  # hints
_SHARE = 0.015  # of the numbers that might have been answered, which the guesses of one kind may add to those explained
_ALL = 0.025  # and those of all kinds together

Interval = tuple[float, float]


def hints_for(question: Question, typed: Answer) -> tuple[Hint, ...]:
    """What may have given this number, likeliest first; none of a kind whose guesses would fit too many numbers.

    The fewer digits an answer has, the more of all numbers a guess covers, so that few digits are given few hints.
    """
    low, high = _plausible(question, typed)
    room = _room(typed)
    taken = [(one - room, one + room) for one in (float(question.right), *(one.value for one in question.mistakes))]
    explained = covered = _covered(taken, low, high)
    found = dict[str, Hint]()
    for one in KINDS:
        guesses = one.on(question, typed)
        with_it = [*taken, *((one.value - one.reach - room, one.value + one.reach + room) for one in guesses)]
        more = _covered(with_it, low, high)
        if more - covered > _SHARE or more - explained > _ALL:
            continue
        taken, covered = with_it, more
        for guess in guesses:
            if guess.fits(typed):
                found.setdefault(guess.says, Hint(one.id, guess.says, guess.value))
    return tuple(found.values())[:_MOST]


def _covered(taken: Sequence[Interval], low: float, high: float) -> float:
    """The share of the numbers between two that lie in some of the intervals."""
    share, reached = 0.0, low
    for first, last in sorted(taken):
        if last > reached and first < high:
            share += min(last, high) - max(first, reached)
            reached = min(last, high)
    return share / (high - low)


def _plausible(question: Question, typed: Answer) -> Interval:
    """Between which numbers a wrong answer such as this one lies."""
    (low, high), value = question.asked.range, float(typed.value)
    if low <= value <= high < float("inf"):
        return low, high
    if value > high:
        return high, max(2 * value, high + 1)
    if value < max(low, 0):
        return min(2 * value, -1.0), max(low, 0)
    most = 2 * max(abs(value), abs(float(question.right)))
    return (-most if low < 0 else 0.0), max(most, 1.0)


def _room(typed: Answer) -> float:
    """How far a number may lie from the answer; an exact one is as telling as its divisor is large."""
    return float(typed.room) or 0.5 / typed.value.denominator**2
