"""Misconceptions that several significance tests share, about p-values: each test's file names them at their place."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.a_against_b import PairedT, SignedRank, SignTest
from irlearn.diagnosis.context.samples import SamplesContext
from irlearn.expression import Product
from irlearn.kinds.rules import COMMON, MISCONCEPTIONS, About, Formula, Wrong

misconception = About(statistic="p")


@misconception("You took one tail. Two-sided, differences as large in the other direction count, too.", common=COMMON)
def one_sided(context: SamplesContext) -> Wrong:
    return None if context.asked.one_sided else context.one_tail()


@misconception("This is the two-sided p-value. One-sided, one direction alone counts ({higher}).", common=COMMON)
def two_sided(context: SamplesContext) -> Wrong:
    return _on(context, "two-sided") if context.asked.one_sided else None


@misconception("This is the p-value of the other direction. Here {higher} is asked for.", common=COMMON)
def other_direction(context: SamplesContext) -> Wrong:
    return _on(context, {"greater": "less", "less": "greater"}[context.side]) if context.asked.one_sided else None


def _on(context: SamplesContext, side: str) -> Wrong:
    """The right p-value of another alternative."""
    other = context.on_side(side)
    paired = isinstance(context.asked, PairedT)
    return other.t_or_p(other.t, other.n - 1) if paired else other.p_beyond()


@misconception(
    "You took the probability of exactly this result. The p-value adds those of all results that are more extreme.",
    common=COMMON,
)
def point(context: SamplesContext) -> Wrong:
    chance, written = context.point()
    return Formula(chance, written) if chance != context.one_tail().value else None


@misconception("You doubled the probability of exactly this result. The tails hold more results.")
def point_doubled(context: SamplesContext) -> Wrong:
    chance, written = context.point()
    after = "which is above 1, so p = 1" if chance > Fraction(1, 2) else ""
    doubled = Formula(min(2 * chance, Fraction(1)), Product(2, written), after=after)
    return doubled if chance != context.one_tail().value else None


@misconception("You left out the result that was found. The tail begins with it.")
def observed_left_out(context: SamplesContext) -> Wrong:
    made = context.p_beyond(-1)
    return made if made.value else None


@misconception(
    "You took the normal approximation. For so few queries the p-value is counted.",
    common=COMMON,
    evidence="scipy.stats.wilcoxon and mannwhitneyu with method='asymptotic'",
)
def normal(context: SamplesContext) -> Wrong:
    statistic, mean, deviation = context.z()
    return context.normal_p((statistic - mean) / deviation) if statistic != mean else None


@misconception(
    "You took the normal approximation with a continuity correction. For so few queries the p-value is counted.",
    evidence="R's wilcox.test where there are ties",
)
def normal_continuity(context: SamplesContext) -> Wrong:
    statistic, mean, deviation = context.z()
    if context.asked.one_sided:
        return context.normal_p((statistic - mean - (0.5 if context.side == "greater" else -0.5)) / deviation)
    away = abs(statistic - mean) - 0.5
    return context.normal_p(away / deviation) if away > 0 else None


@misconception(
    "You took the normal approximation without its correction for ties. For so few queries the p-value is counted.",
    evidence="scipy.stats.ranksums",
)
def normal_ties_uncorrected(context: SamplesContext) -> Wrong:
    statistic, mean, deviation = context.z(corrected=False)
    return context.normal_p((statistic - mean) / deviation) if context.shares_ranks and statistic != mean else None


@misconception(
    "You read p from a table for ranks without ties. Here some values share a rank, so other sums can come about.",
    evidence="method='exact' in scipy.stats.wilcoxon and mannwhitneyu; a sum with a half is read at the next whole one",
)
def table_without_ties(context: SamplesContext) -> Wrong:
    if not context.shares_ranks:
        return None
    made, told = context.table_p(), MISCONCEPTIONS[f"{context.asked.name}-ties-in-order"].made(context)
    same = isinstance(told, Formula) and told.value == made.value  # then the sum and the table are those of that rule
    return None if same else made


# another test's p-value; last, as they take the longest


@misconception("This is the p-value of the sign test.", common=COMMON)
def sign_given(context: SamplesContext) -> Wrong:
    return context.asking(SignTest()).p_beyond() if context.counted else None


@misconception("This is the p-value of the signed-rank test.", common=COMMON)
def signed_rank_given(context: SamplesContext) -> Wrong:
    return context.asking(SignedRank()).p_beyond() if context.differences else None


@misconception("This is the p-value of the paired t test.", common=COMMON)
def paired_t_given(context: SamplesContext) -> Wrong:
    differ = len(set(context.all_differences)) > 1
    return context.asking(PairedT()).t_or_p(context.t, context.n - 1) if differ else None
