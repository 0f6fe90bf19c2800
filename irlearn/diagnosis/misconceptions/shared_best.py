"""Misconceptions about the error with which the best of many systems is worked out, whatever is asked about it."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Power, Ratio, Root

misconception = About()


@misconception(
    "You took the standard deviation between systems. The standard error is that over √{topics}.", common=COMMON
)
def sd_for_error(context: BestContext) -> Wrong:
    return context.again(error=context.stated.spread) if context.stated.topics else None


@misconception("You divided the standard deviation by {topics}. Its root, √{topics}, is right.")
def topics_for_root(context: BestContext) -> Wrong:
    topics = context.stated.topics
    return context.again(error=context.stated.spread / topics) if topics else None


@misconception("You took the variance over {topics}. The standard error is the root of that.", common=RARE)
def variance_over_topics(context: BestContext) -> Wrong:
    topics = context.stated.topics
    return context.again(error=Power(context.stated.spread, 2) / topics) if topics else None


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


@misconception("You multiplied the standard error by √{systems}. N counts in the quantile, not in the error.")
def error_times_root_n(context: BestContext) -> Wrong:
    if context.stated.topics or context.n == 1:
        return None
    return context.again(error=context.stated.spread * Root(context.n))


@misconception("You took the square of the standard error.", common=RARE)
def error_squared(context: BestContext) -> Wrong:
    return None if context.stated.topics else context.again(error=Power(context.stated.spread, 2))


# the quantile


@misconception("You took {share}/{systems}. It is the N-th root of {share}, {share}^(1/{systems}).", common=COMMON)
def share_over_n(context: BestContext) -> Wrong:
    return context.again(z=context.quantile(Ratio(typed(context.share), context.n))) if context.n > 1 else None


@misconception("You took {share} to the power of {systems}. It is the N-th root, to the power of 1/{systems}.")
def power_for_root(context: BestContext) -> Wrong:
    return context.again(z=context.quantile(Power(typed(context.share), context.n))) if context.n > 1 else None


@misconception("You took the square root of {share}. All {systems} are to stay on one side: it is the N-th root.")
def square_root(context: BestContext) -> Wrong:
    return context.again(z=context.quantile(Power(typed(context.share), Ratio(1, 2)))) if context.n > _SQUARE else None


_SQUARE = 2  # systems, for which the square root is right


@misconception(
    "You halved {rest}, as for two sides. One side alone is asked about, and it has all of {rest}.", common=COMMON
)
def two_sided(context: BestContext) -> Wrong:
    return context.again(z=context.stated.z_of((1 + context.share) / 2))


@misconception(
    "You took 1 − {rest}/{systems}, Bonferroni's bound. That all {systems} stay on one side has exactly the N-th root "
    "of {share}."
)
def bonferroni(context: BestContext) -> Wrong:
    return context.again(z=context.quantile(1 - Ratio(typed(1 - context.share), context.n))) if context.n > 1 else None


def of_one(context: BestContext, share: Fraction) -> Wrong:
    """The quantile of one system in place of that of the best or the worst."""
    return context.again(z=context.quantile(share)) if context.n > 1 else None


def m_for_z(context: BestContext) -> Wrong:
    """The expected maximum's m_N in place of a quantile."""
    return context.again(z=context.stated.m) if context.n > 1 else None
