"""Misconceptions about the mean that a best value comes from: the root of N, the level, the side, the ends."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions import shared_best as shared
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.expression import Product

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


misconception.too(shared.power_for_root, shared.square_root, shared.bonferroni)


@misconception(
    "You took z of the level 0.95, as the thresholds do. Here the best exceeds its bound with probability {rest}."
)
def level_of_thresholds(context: BestContext) -> Wrong:
    level = Fraction(19, 20)
    return context.again(z=context.stated.z_of(level)) if context.share != level else None


@misconception("You took 1.96, of an interval of 95% for one system. Here the best of {systems} counts.", common=COMMON)
def interval_of_one(context: BestContext) -> Wrong:
    return context.again(z=typed(Fraction("1.96")))


@misconception(
    "You took m_N, with which the best lies at the value on average. Here it reaches the value with probability {rest}."
)
def expected_for_quantile(context: BestContext) -> Wrong:
    return shared.m_for_z(context)


@misconception("You went up from the best value. The mean lies below the best.", common=COMMON)
def sign_turned(context: BestContext) -> Wrong:
    return context.formula(context.stated.best + context.far)


@misconception("You gave how far below the best value it lies. Take that off the best value.", common=COMMON)
def best_left_out(context: BestContext) -> Wrong:
    return context.formula(context.far)


@misconception("You took z off the best value. It counts standard errors, so multiply it by one.")
def error_left_out(context: BestContext) -> Wrong:
    z = context.stated.z if context.asked.statistic == "mean" else Product(2, context.stated.z)
    return context.formula(context.stated.best - z)


@about_mean("You gave the lower end of the interval. µ0 lies in its middle.", common=COMMON)
def end_given(context: BestContext) -> Wrong:
    return context.asking("end")


@about_end("You gave µ0. The lower end lies as far below µ0 as the best value lies above it.", common=COMMON)
def mean_given(context: BestContext) -> Wrong:
    return context.asking("mean")


@about_end("You went down from µ0 by one standard error. The lower end is z of them away.")
def one_error_from_mean(context: BestContext) -> Wrong:
    stated = context.stated
    return context.formula(stated.best - stated.z * stated.error - stated.error)


misconception.too(shared.topics_for_root, shared.error_times_root_n, shared.variance_over_topics, shared.error_squared)
