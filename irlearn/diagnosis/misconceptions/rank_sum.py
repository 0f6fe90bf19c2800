"""Misconceptions about the rank-sum test: of U, and of its p-value."""

from __future__ import annotations

from irlearn.derivation.a_against_b import SignedRank
from irlearn.diagnosis.context.midranks import in_order
from irlearn.diagnosis.context.samples import SamplesContext, in_halves
from irlearn.diagnosis.misconceptions import shared_tests as shared
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("rank-sum")
about_u = About("rank-sum", statistic="U")
about_p = About("rank-sum", statistic="p")

misconception.too(shared.one_sided, shared.two_sided, shared.other_direction)
misconception.too(shared.point, shared.point_doubled, shared.observed_left_out, shared.normal)
misconception.too(shared.normal_continuity, shared.normal_ties_uncorrected)


@about_u("You gave U of B. The U of A and that of B add up to {pairs}.", common=COMMON)
def u_of_b(context: SamplesContext) -> Wrong:
    return Formula(context.n**2 - context.u, "pairs in which B is higher")


@about_u("You gave the sum of A's ranks. U takes {off} off it.", common=COMMON)
def sum_given(context: SamplesContext) -> Wrong:
    return Formula(context.rank_sums[0], "sum of A's ranks")


@about_u("You compared the two scores of each query. U compares each score of A with each score of B.", common=COMMON)
def same_query_only(context: SamplesContext) -> Wrong:
    return context.wins_and_half()


@about_p("You gave equal scores ranks in the order in which they stand. They share the mean.")
def ties_in_order(context: SamplesContext) -> Wrong:
    return context.summed_p(in_order([*context.a, *context.b])) if set(context.a) & set(context.b) else None


@misconception("You ranked the differences, as the signed-rank test does.", common=COMMON)
def signed_rank_given(context: SamplesContext) -> Wrong:
    if context.asks_p:
        return context.asking(SignedRank()).p_beyond() if context.differences else None
    return Formula(context.sums[0], in_halves(context.sums[0])) if context.differences else None


misconception.too(shared.table_without_ties, shared.sign_given, shared.paired_t_given)
