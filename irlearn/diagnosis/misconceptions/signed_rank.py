"""Misconceptions about the signed-rank test: of its ranks, of its smaller sum W, and of its p-value."""

from __future__ import annotations

from irlearn.derivation.a_against_b import RankSum
from irlearn.diagnosis.context.midranks import in_order, ranked, summed
from irlearn.diagnosis.context.samples import SamplesContext, in_halves
from irlearn.diagnosis.misconceptions import shared_tests as shared
from irlearn.expression import Min, Sum
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("signed-rank")
about_w = About("signed-rank", statistic="W")

misconception.too(shared.one_sided, shared.two_sided, shared.other_direction)
misconception.too(shared.point, shared.point_doubled, shared.observed_left_out, shared.normal)
misconception.too(shared.normal_continuity, shared.normal_ties_uncorrected)


@misconception(
    "You ranked the differences with their signs. Rank their sizes first; the sign comes back after that.",
    common=COMMON,
)
def raw_differences_ranked(context: SamplesContext) -> Wrong:
    return context.signed(context.differences, ranked(context.differences))


@misconception(
    "You gave ranks to the differences of 0. Here they are left out before ranking.",
    common=COMMON,
    evidence="Pratt (1959); zero_method='pratt' in SciPy",
)
def zeros_kept(context: SamplesContext) -> Wrong:
    pairs = zip(context.all_differences, context.all_ranks, strict=True)
    return context.signed(context.differences, [rank for one, rank in pairs if one]) if context.ties else None


@misconception(
    "You gave ranks to the differences of 0, half of them to each sign. Here they are left out before ranking.",
    evidence="zero_method='zsplit' in SciPy",
)
def zeros_split(context: SamplesContext) -> Wrong:
    plus, minus = summed(context.all_differences, context.all_ranks)
    each = (sum(context.all_ranks) - plus - minus) / 2
    if not context.asks_p and each:
        return Formula(min(plus, minus) + each, Sum(Min(in_halves(plus), in_halves(minus)), in_halves(each)))
    return context.signed_p(plus + each, context.all_ranks) if each else None


@misconception(
    "You gave equal sizes ranks in the order in which they stand. They share the mean of their ranks.", common=COMMON
)
def ties_in_order(context: SamplesContext) -> Wrong:
    return context.signed(context.differences, in_order(context.sizes)) if context.shares_ranks else None


@about_w("You gave the larger of the two sums. W is the smaller one.", common=COMMON)
def larger_sum(context: SamplesContext) -> Wrong:
    return Formula(max(context.sums), in_halves(max(context.sums)))  # beside W, which is asked for, it would tell it


@about_w("You took the sum of all signed ranks. W is the smaller of the two sums of one sign.", common=COMMON)
def signed_sum(context: SamplesContext) -> Wrong:
    plus, minus = context.sums
    return Formula(abs(plus - minus), in_halves(abs(plus - minus)))


@about_w("You added all ranks, whatever their signs. W is the smaller sum of one sign.")
def all_ranks(context: SamplesContext) -> Wrong:
    plus, minus = context.sums
    return Formula(plus + minus, in_halves(plus + minus))


@misconception("You ranked all scores together, as the rank-sum test does.", common=COMMON)
def rank_sum_given(context: SamplesContext) -> Wrong:
    if context.asks_p:
        return context.asking(RankSum()).p_beyond()
    return Formula(min(context.rank_sums), Min(*map(in_halves, context.rank_sums)))


misconception.too(shared.table_without_ties, shared.sign_given, shared.paired_t_given)
