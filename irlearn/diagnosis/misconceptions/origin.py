"""Misconceptions about the mean that a best value comes from: the root of N, the level, the side, the ends."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.misconceptions import shared_best as shared
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("origin")
about_mean = About("origin", statistic="mean")
about_end = About("origin", statistic="end")

misconception.too(shared.sd_for_error, shared.systems_for_topics, shared.error_over_root_n)


@misconception(
    "You took Φ⁻¹({share}), the quantile of one system. That all {systems} stay below takes the N-th root of {share}.",
    common=COMMON,
)
def quantile_of_one(context: BestContext) -> Wrong:
    return shared.of_one(context, context.share)


misconception.too(shared.share_over_n, shared.two_sided)


@misconception(
    "You took {rest} for {share}. With the probability {rest} the best exceeds its bound; below it stays with {share}.",
    common=COMMON,
)
def other_tail(context: BestContext) -> Wrong:
    return context.again(z=context.stated.z_of(1 - context.share)) if context.share != Fraction(1, 2) else None


@misconception("You took 1.96, of an interval of 95% for one system. Here the best of {systems} counts.", common=COMMON)
def interval_of_one(context: BestContext) -> Wrong:
    return context.again(z=typed(Fraction("1.96")))


@misconception("You went up from the best value. The mean lies below the best.", common=COMMON)
def sign_turned(context: BestContext) -> Wrong:
    return context.formula(context.stated.best + context.far)


@misconception("You gave how far below the best value it lies. Take that off the best value.", common=COMMON)
def best_left_out(context: BestContext) -> Wrong:
    return context.formula(context.far)


@about_mean("You gave the lower end of the interval. µ0 lies in its middle.", common=COMMON)
def end_given(context: BestContext) -> Wrong:
    return context.asking("end")


@about_end("You gave µ0. The lower end lies as far below µ0 as the best value lies above it.", common=COMMON)
def mean_given(context: BestContext) -> Wrong:
    return context.asking("mean")
