"""Misconceptions about the thresholds of luck: one system for all, a rate for a family, sides and levels."""

from __future__ import annotations

from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.misconceptions import shared_best as shared
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("thresholds")

misconception.too(shared.sd_for_error, shared.systems_for_topics, shared.error_over_root_n)


@misconception(
    "You took the quantile {share} of one system: then {rest} is the share of equal systems beyond the threshold, as "
    "in a false discovery rate. Here it is the chance that any of {systems} lies there.",
    common=COMMON,
)
def quantile_of_one(context: BestContext) -> Wrong:
    return shared.of_one(context, context.share)


@misconception(
    "You took an interval of {share} for one system, which leaves half of {rest} on each side. N is missing.",
    common=COMMON,
)
def interval_of_one(context: BestContext) -> Wrong:
    return shared.of_one(context, (1 + context.share) / 2)


@misconception("You gave the other threshold.", common=COMMON)
def other_threshold(context: BestContext) -> Wrong:
    return context.asking("lower" if context.asked.statistic == "upper" else "upper")


misconception.too(shared.share_over_n, shared.two_sided)


@misconception(
    "You took {rest} for {share}. The level is the chance that all {systems} stay on this side.", common=COMMON
)
def other_tail(context: BestContext) -> Wrong:
    return context.again(z=context.stated.z_of(1 - context.share))


@misconception("You gave how far the threshold lies from the mean. Start from the mean.", common=COMMON)
def mean_left_out(context: BestContext) -> Wrong:
    return context.formula(context.far)
