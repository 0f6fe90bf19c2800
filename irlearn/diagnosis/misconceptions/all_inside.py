"""Misconceptions about the probability that all systems lie inside: one for all, one side, sums for powers."""

from __future__ import annotations

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions import shared_inside as shared
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Power, Root

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


@misconception(
    "You multiplied the probability of all below the upper end by that of all above the lower one. The same systems "
    "make both, so they are not independent."
)
def ends_multiplied(context: BestContext) -> Wrong:
    if context.stated.number("z"):
        return context.formula(Power(context.stated.below, 2 * context.n))
    return context.formula(Power(typed(context.share), 2))


misconception.too(shared.complement)


@misconception("You took off {systems} times the probability that one lies outside: a bound, below which it never is.")
def times_n(context: BestContext) -> Wrong:
    return context.formula(1 - context.n * (1 - context.each)) if context.n > 1 else None


@misconception("You took the N-th root. All {systems} lie inside with the power of N.")
def root_for_power(context: BestContext) -> Wrong:
    return shared.rooted(context)


@misconception("You took the root of {systems} as the power. Each of the {systems} systems is a factor.")
def root_n_for_n(context: BestContext) -> Wrong:
    return context.formula(Power(context.each, Root(context.n))) if context.n > 1 else None


@misconception("You took one factor less. There are {systems}, a factor for each system.", common=RARE)
def one_factor_less(context: BestContext) -> Wrong:
    return context.formula(Power(context.each, context.n - 1)) if context.n > 2 else None


@misconception("You squared the probability for one. Each of the {systems} systems is a factor.", common=RARE)
def squared(context: BestContext) -> Wrong:
    return context.formula(Power(context.each, 2)) if context.n > 2 else None
