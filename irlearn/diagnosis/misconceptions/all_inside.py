"""Misconceptions about the probability that all systems lie inside: one for all, one side, sums for powers."""

from __future__ import annotations

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.misconceptions import shared_best as shared
from irlearn.expression import Power
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("all-inside")


@misconception(
    "You gave the probability for one given system, which is the share of systems inside. That none of {systems} lies "
    "outside is far less likely.",
    common=COMMON,
)
def one_given(context: BestContext) -> Wrong:
    return context.formula(context.each)


@misconception(
    "You left out the lower end: this is the probability that all {systems} lie below the upper one.", common=COMMON
)
def one_sided(context: BestContext) -> Wrong:
    return context.formula(
        Power(context.stated.below, context.n) if context.stated.number("z") else typed(context.share)
    )


@misconception(
    "You took off what lies above and what lies below. Both can happen at once, and that was taken off twice.",
    common=COMMON,
)
def both_taken_off(context: BestContext) -> Wrong:
    if context.stated.number("z"):
        return context.formula(1 - 2 * (1 - Power(context.stated.below, context.n)))
    return context.formula(1 - 2 * typed(1 - context.share))


misconception.too(shared.complement)
