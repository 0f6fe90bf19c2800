"""Which hints are given: the likeliest first, few, and none of a kind that would fit many a number by chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.hints.base import Hint
from irlearn.diagnosis.hints.catalogue import KINDS

if TYPE_CHECKING:  # which are told hints
    from irlearn.diagnosis.question import Question

_MOST = 3  # hints
_SHARE = 0.015  # of the numbers that might have been answered, which the guesses of one kind may add to those explained
_ALL = 0.025  # and those of all kinds together
_BLAMED = 0.029  # and all that is named, misconceptions too, of answers with digits enough to tell them apart


def hints_for(question: Question, typed: Answer) -> tuple[Hint, ...]:
    """What may have given this number, likeliest first; none of a kind whose guesses would fit too many numbers.

    The fewer digits an answer has, the more of all numbers a guess covers, so that few digits are given few hints. A
    list that nobody works out by hand has none.
    """
    if not question.by_hand:
        return ()
    guessed = [(one.id, guesses) for one in KINDS if (guesses := one.on(question, typed))]
    fitting = [[guess for guess in guesses if guess.fits(typed)] for _, guesses in guessed]
    if not any(fitting):
        return ()
    between, room = _plausible(question, typed), _room(typed)
    known = [one.value for one in question.mistakes if len(one.misconceptions) == 1 or not typed.few_digits]
    taken = _around([float(question.right), *known], room)
    most = 1 if typed.few_digits else _covered(taken[:1], between) + _BLAMED
    explained = covered = _covered(taken, between)
    found = dict[str, Hint]()
    for (identity, guesses), fit in zip(guessed, fitting, strict=True):
        around = _around([guess.value for guess in guesses], room + np.array([guess.reach for guess in guesses]))
        together = np.concatenate([taken, around])
        more = _covered(together, between)
        if more - covered > _SHARE or more - explained > _ALL or more > most:
            continue
        taken, covered = together, more
        for guess in fit:
            found.setdefault(guess.says, Hint(identity, guess.says, guess.value))
    return tuple(found.values())[:_MOST]


def _around(values: Sequence[float], room: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """The numbers from which and up to which answers fit each value; shape (values, 2)."""
    middle = np.asarray(values, dtype=float)
    return np.stack([middle - room, middle + room], axis=-1)


def _covered(intervals: NDArray[np.float64], between: tuple[float, float]) -> float:
    """The share of the numbers between two that lie in some of the intervals."""
    first, last = np.clip(intervals[np.argsort(intervals[:, 0])].T, *between)
    reached = np.maximum.accumulate(np.concatenate([between[:1], last[:-1]]))
    return float(np.maximum(last - np.maximum(first, reached), 0).sum() / (between[1] - between[0]))


def _plausible(question: Question, typed: Answer) -> tuple[float, float]:
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
