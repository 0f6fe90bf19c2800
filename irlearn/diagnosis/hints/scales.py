"""The right number, or that of a known misconception, on another scale; and numbers of programs that have few bits."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.hints.base import Guess, kind
from irlearn.diagnosis.misconceptions.catalogue import COMMON

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question

_BITS = Fraction(1, 10**5)  # of a value, that sums of 32-bit floats may be off by
_EPSILONS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
_FACTORS = {
    100: "a percent sign is missing",
    10: "the point is one place too far right",
    0.1: "the point is one place too far left",
    0.01: "you divided by 100 once more than the value needs",
}


@kind("program", answered=True)
def printed(question: Question, typed: Answer) -> Iterator[Guess]:
    """A long number near the right one: of a program with 32 bits, or with a small number in its divisor."""
    right = question.right
    if not typed.printed or not right:
        return
    if abs(typed.value - Fraction(right)) <= _BITS * abs(Fraction(right)):
        yield Guess(float(typed.value), "a program printed this that computes with 32 bits: its last digits are off")
    for epsilon in _EPSILONS:
        for below in (1, *range(2, _MOST_BELOW)):
            yield Guess(float(right) * below / (below + epsilon), "a small number was added to a divisor")


_MOST_BELOW = 21  # documents that a divisor counts


@kind("scale")
def scaled(question: Question) -> Iterator[Guess]:
    """The right number times or over 10 and 100, taken from 1, and turned over."""
    right = float(question.right)
    for factor, says in _FACTORS.items():
        yield Guess(right * factor, says)
    if question.asked.range == (0.0, 1.0):
        yield Guess(1 - right, "you took the rest: this is 1 minus the value")
    if right:
        yield Guess(1 / right, "your fraction is upside down")


@kind("rule-and-scale")
def rule_scaled(question: Question) -> Iterator[Guess]:
    """The number of a common misconception as a percentage without its sign."""
    for one in question.mistakes:
        if len(one.misconceptions) == 1 and one.misconceptions[0].common == COMMON:
            yield Guess(100 * one.value, f"two mistakes together: A percent sign is missing. {one.says}".rstrip("."))
