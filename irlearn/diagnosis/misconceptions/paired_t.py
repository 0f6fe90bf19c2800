"""Misconceptions about the paired t test: of t, of its standard error, and of its p-value."""

from __future__ import annotations

import math
from statistics import NormalDist

from irlearn.derivation.a_against_b import PairedT
from irlearn.diagnosis.context.midranks import mean_and_deviation, quantile_of
from irlearn.diagnosis.context.samples import SamplesContext
from irlearn.diagnosis.misconceptions import shared_tests as shared
from irlearn.kinds.rules import COMMON, About, Formula, Wrong
from irlearn.measures.averages import arithmetic

misconception = About("paired-t")
about_p = About("paired-t", statistic="p")
about_t = About("paired-t", statistic="t")
about_ends = About("paired-t", statistic="low high")

misconception.too(shared.one_sided, shared.two_sided, shared.other_direction)


@misconception("You divided the squares by n = {queries}. The standard deviation takes n − 1.", common=COMMON)
def over_n(context: SamplesContext) -> Wrong:
    n, (mean, deviation) = context.n, context.moments
    return context.t_over(mean, deviation * math.sqrt((n - 1) / n), n)


@misconception(
    "You took the standard deviation of the differences. The mean's error is that over √{queries}.", common=COMMON
)
def no_root_n(context: SamplesContext) -> Wrong:
    return context.t_over(*context.moments, freedom=context.n - 1)


@misconception("You took the variance in place of the standard deviation: the root of s² is missing.", common=COMMON)
def variance(context: SamplesContext) -> Wrong:
    mean, deviation = context.moments
    return context.t_over(mean, deviation**2, context.n)


@misconception(
    "You took the t test for independent samples. Two systems on the same queries are paired.",
    common=COMMON,
    evidence="scipy.stats.ttest_ind in place of ttest_rel",
)
def unpaired(context: SamplesContext) -> Wrong:
    return context.t_over(context.moments[0], math.sqrt(sum(_errors(context))), freedom=2 * context.n - 2)


def _errors(context: SamplesContext) -> list[float]:
    """The squared standard errors of the two means."""
    return [mean_and_deviation(side)[1] ** 2 / context.n for side in (context.a, context.b)]


@about_t("You took B − A. The sign is that of A − B: positive where A is ahead.", common=COMMON)
def b_minus_a(context: SamplesContext) -> Wrong:
    return Formula(-float(context.right), "mean of B − A over its standard error")


@about_t("You gave the mean difference. t divides it by its standard error.", common=COMMON)
def mean_given(context: SamplesContext) -> Wrong:
    return Formula(arithmetic(context.all_differences), "mean of the differences")


@misconception("You left out {the_ties}. In a t test a difference of 0 counts.", common=COMMON)
def zeros_left_out(context: SamplesContext) -> Wrong:
    if not context.ties or context.counted < 2:
        return None
    return context.t_over(*mean_and_deviation(context.differences), context.counted)


@about_p("You looked t up in the normal distribution. For few queries Student's t has longer tails.", common=COMMON)
def normal(context: SamplesContext) -> Wrong:
    return context.normal_p(context.t)


@about_ends("You took 1.96, of the normal distribution. For few queries Student's t has longer tails.", common=COMMON)
def normal_quantile(context: SamplesContext) -> Wrong:
    return context.interval_end(*context.moments, context.n, quantile=NormalDist().inv_cdf(0.975))


@about_ends("You took the quantile that leaves 5% on one side. An interval of 95% leaves 2.5% on each.", common=COMMON)
def one_sided_quantile(context: SamplesContext) -> Wrong:
    return context.interval_end(*context.moments, context.n, quantile=quantile_of(context.n - 1, 0.05))


@about_ends("You gave the other end of the interval.", common=COMMON)
def other_end(context: SamplesContext) -> Wrong:
    return context.asking(PairedT(_OTHER[context.asked.statistic])).interval_end(
        *context.moments, context.n, quantile=quantile_of(context.n - 1)
    )


_OTHER = {"low": "high", "high": "low"}


@about_ends("You took B − A. The interval is that of A − B.", common=COMMON)
def ends_of_b_minus_a(context: SamplesContext) -> Wrong:
    mean, deviation = context.moments
    return context.interval_end(-mean, deviation, context.n, quantile=quantile_of(context.n - 1))


misconception.too(shared.sign_given, shared.signed_rank_given)
