"""Misconceptions about the probability to lie inside an interval, of one system or of all."""

from __future__ import annotations

from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.expression import Power, Ratio

misconception = About()


@misconception("You gave the probability of the opposite. Take it off 1.", common=COMMON)
def complement(context: BestContext) -> Wrong:
    return context.formula(1 - context.asked.made(context.stated))


def rooted(context: BestContext) -> Wrong:
    """The N-th root of the probability of one."""
    return context.formula(Power(context.each, Ratio(1, context.n))) if context.n > 1 else None
