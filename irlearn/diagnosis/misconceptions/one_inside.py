"""Misconceptions about the probability that one given system lies inside: all for one, one side, the root of N."""

from __future__ import annotations

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.misconceptions import shared_best as shared
from irlearn.expression import Node, Power
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("one-inside")


@misconception(
    "You gave the probability that all {systems} lie inside, which is about the whole family. One given system "
    "does far more often.",
    common=COMMON,
)
def all_given(context: BestContext) -> Wrong:
    return context.formula(Power(context.each, context.n)) if context.n > 1 else None


@misconception("You left out the lower end: this is the probability to lie below the upper one.", common=COMMON)
def one_sided(context: BestContext) -> Wrong:
    return context.formula(context.stated.below)


misconception.too(shared.complement)


@misconception(
    "You took {share} for one system. It is the probability that all {systems} lie below the upper end.", common=COMMON
)
def share_of_all(context: BestContext) -> Wrong:
    return _stated(context, typed(context.share))


@misconception(
    "You left out N: with 2 · {share} − 1 each system alone would lie above with {rest}. Only the best of "
    "{systems} does.",
    common=COMMON,
)
def n_forgotten(context: BestContext) -> Wrong:
    return _stated(context, 2 * typed(context.share) - 1)


@misconception("You gave how many of the {systems} lie inside on average. Divide by {systems}.")
def count_given(context: BestContext) -> Wrong:
    return context.formula(context.n * context.each) if context.n > 1 else None


def _stated(context: BestContext, node: Node) -> Wrong:
    """A rule about the probability that makes the interval, where one is stated and not z."""
    return None if context.stated.number("z") or context.n == 1 else context.formula(node)
