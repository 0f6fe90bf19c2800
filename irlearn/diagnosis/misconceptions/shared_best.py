"""Misconceptions about the error with which the best of many systems is worked out, whatever is asked about it."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.expression import Ratio, Root
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About()


@misconception(
    "You took the standard deviation between systems. The standard error is that over √{topics}.", common=COMMON
)
def sd_for_error(context: BestContext) -> Wrong:
    return context.again(error=context.stated.spread) if context.stated.topics else None


@misconception(
    "You divided by √{systems}, the number of systems. The error is one system's; √{topics}, of the topics, is right.",
    common=COMMON,
)
def systems_for_topics(context: BestContext) -> Wrong:
    return context.again(error=context.stated.spread / Root(context.n)) if context.stated.topics else None


@misconception(
    "You divided the standard error by √{systems}. It is that of one system already; no mean over systems is taken.",
    common=COMMON,
)
def error_over_root_n(context: BestContext) -> Wrong:
    if context.stated.topics or context.n == 1:
        return None
    return context.again(error=context.stated.spread / Root(context.n))


# the quantile


@misconception("You took {share}/{systems}. It is the N-th root of {share}, {share}^(1/{systems}).", common=COMMON)
def share_over_n(context: BestContext) -> Wrong:
    return context.again(z=context.quantile(Ratio(typed(context.share), context.n))) if context.n > 1 else None


@misconception(
    "You halved {rest}, as for two sides. One side alone is asked about, and it has all of {rest}.", common=COMMON
)
def two_sided(context: BestContext) -> Wrong:
    return context.again(z=context.stated.z_of((1 + context.share) / 2))


def of_one(context: BestContext, share: Fraction) -> Wrong:
    """The quantile of one system in place of that of the best or the worst."""
    return context.again(z=context.quantile(share)) if context.n > 1 else None


# the probability to lie inside


@misconception("You gave the probability of the opposite. Take it off 1.", common=COMMON)
def complement(context: BestContext) -> Wrong:
    return context.formula(1 - context.asked.made(context.stated))
