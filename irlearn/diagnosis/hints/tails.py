"""Slips in a p-value that is counted: a result of the tail left out or miscounted, and a slip in the last step."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

from irlearn.derivation.a_against_b import SignTest
from irlearn.derivation.binomial import Binomial
from irlearn.diagnosis.context import SamplesContext
from irlearn.diagnosis.hints.base import Guess, kind

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question

_MOST = 100  # wins and losses that somebody counts by hand
_SLIP, _NEAREST = 0.05, 0.006  # of the p-value that a slip in its last step moves it by at the most, and at all


def _with_p(question: Question) -> SamplesContext | None:
    context = question.context
    assert isinstance(context, SamplesContext)
    return context if context.asked.statistic == "p" else None


@kind("tail-slip", SamplesContext)
def tail_slips(question: Question) -> Iterator[Guess]:
    """A tail of coin flips with one result left out, or with the ways of its neighbour, or with a flip miscounted."""
    context = _with_p(question)
    if context is None or not isinstance(context.asked, SignTest | Binomial) or context.counted > _MOST:
        return
    flips, times = context.counted, context.times
    ways = [comb(flips, wins) for wins in range(context.fewer + 1)]
    one = times / 2**flips
    for wins, many in enumerate(ways):
        if len(ways) > 1:
            yield Guess((sum(ways) - many) * one, f"you left out the chance of {wins} of {flips}")
        for beside in {comb(flips, wins + 1), comb(flips, max(wins - 1, 0))} - {many}:
            says = f"you took {beside} for the number of ways to get {wins} of {flips}"
            yield Guess((sum(ways) - many + beside) * one, says)
    for by, says in ((1, "too many"), (-1, "too few")):
        if flips + by > context.fewer:
            tail = sum(comb(flips + by, wins) for wins in range(context.fewer + 1))
            yield Guess(times * tail / 2 ** (flips + by), f"you counted one result {says}")


@kind("last-step", SamplesContext)
def last_step(question: Question) -> Iterator[Guess]:
    """A number near the p-value, which no rounding gives."""
    if _with_p(question) is not None:
        right = float(question.right)
        says = "the steps are right, and the last product or quotient has a slip: your number lies near"
        yield Guess(right, says, min(_SLIP * right, _NEAREST))
