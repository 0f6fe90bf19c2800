"""Two independent samples: Wilcoxon's rank-sum test (Mann and Whitney's U) and the t test for unpaired scores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas import Division, Equation, Line, Negation, Node, Number, Product, Ratio, Root, Sentence, Sum
from irlearn.statistics.arrays import (
    Alternative,
    FloatArray,
    Scores,
    check_choice,
    check_flag,
    check_share,
    numbers,
    scale_of,
)
from irlearn.statistics.null import (
    MOST_COUNTED,
    NullDistribution,
    counted_tail,
    limits,
    normal_density,
    normal_score,
    normal_tail,
    subset_counts,
    t_around,
    t_tail,
)
from irlearn.statistics.paired import StudentResult
from irlearn.statistics.results import SHOWN, Result, exactly, in_short, mean_worked, sign, worked
from irlearn.statistics.signed_rank import Method, shift_written
from irlearn.statistics.ties import (
    Ranked,
    count_tied,
    dense_ranks_together,
    doubled,
    mean_apart,
    mean_of,
    pooled_variance,
    same,
)
from irlearn.text.english import count_noun
from irlearn.text.numbers import degrees, rank_text, readable

_AUTO = 40  # scores of both samples up to which rank sums are counted unasked
_INDEPENDENT = "This test is for independent samples; two systems on the same queries are paired."
_PROBABILITY = (
    "On pairs it asks another question: how likely a score of A lies above one of B, over all pairs of queries, ties "
    "as half. Where the pairs depend on each other positively it is conservative."
)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class UnpairedResult(Result):
    """A result on two independent samples, `a` and `b`."""

    a: FloatArray
    b: FloatArray
    _scores: ClassVar[tuple[str, ...]] = ("score",)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The sample and the score."""
        return {"sample": ["A"] * len(self.a) + ["B"] * len(self.b), "score": [*self.a.tolist(), *self.b.tolist()]}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RankSumResult(UnpairedResult):
    """What a Wilcoxon rank-sum test found; `statistic` is U of A, the pairs of scores in which that of A is higher.

    `ranks` are those of all scores together, A's first; `w_a` and `w_b` add up the ranks of each sample, and
    `u_a + u_b` is the number of pairs, ties counting half. `z` is the normal score, None where the p-value was counted.
    """

    ranks: FloatArray
    w_a: float
    w_b: float
    z: float | None
    continuity: bool
    tie_correction: bool
    test: ClassVar[str] = "wilcoxon-rank-sum"

    @property
    def shared(self) -> int:
        """How many scores share their rank with an equal one."""
        return count_tied(self.ranks)

    @property
    def u_a(self) -> float:
        """The pairs of one score of A and one of B in which that of A is higher; ties count half."""
        return self.statistic

    @property
    def u_b(self) -> float:
        """The pairs in which the score of B is higher; ties count half."""
        return len(self.a) * len(self.b) - self.statistic

    @property
    def direction(self) -> int:
        """1 where A is higher in this test's eyes, -1 where B is, 0 where neither is."""
        return sign(self.u_a - self.u_b)

    @property
    def heading(self) -> Sentence:
        """The two sums."""
        return Sentence(f"Wilcoxon rank-sum test: U of A = {rank_text(self.u_a)}, U of B = {rank_text(self.u_b)}")

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The sample, the score and its rank among all."""
        return {**super().columns, "rank": self.ranks.tolist()}

    @property
    def equations(self) -> tuple[Line, ...]:
        """The rank sum of A, U, and the p-value."""
        n, m = len(self.a), len(self.b)
        few = n + m <= SHOWN and n > 1
        ways = [Sum(*map(exactly, self.ranks[:n]), whole=True)] if few else []
        found = (
            Equation("W of A", (*ways, exactly(self.w_a))),
            Equation("U of A", (exactly(self.w_a) - Product(n, Division(n + 1, 2)), exactly(self.u_a))),
        )
        if self.z is not None:
            middle, deviation = n * m / 2, sum_deviation(self.ranks, n, m, self.tie_correction)
            moved = shift_written(self.u_a - middle, self.alternative) if self.continuity else ()
            above = Sum(exactly(self.u_a), Negation(exactly(middle)), *moved)
            return *found, worked("z", lambda digits: above / in_short(deviation, digits), self.z), self._tail("Z")
        smaller = min(self.u_a, self.u_b)
        return *found, self._counted("U of A", (smaller, self.u_a), math.comb(n + m, n), few=True)

    @cached_property
    def null(self) -> NullDistribution:
        """U of A, when each choice of A's scores among all is equally likely.

        With ties and samples of two sizes it is not symmetric: two-sided, p is then twice the smaller tail.
        """
        n, m = len(self.a), len(self.b)
        low, high = limits(self.u_a, n * m / 2, self.alternative)
        if self.z is not None:
            deviation = sum_deviation(self.ranks, n, m, self.tie_correction)
            support, heights = normal_density(n * m / 2, deviation, self.u_a)
            return NullDistribution(support, heights, "density", self.u_a, low, high)
        counts = subset_counts(doubled(self.ranks), n)
        there = np.flatnonzero(counts)
        support, heights = there / 2 - n * (n + 1) / 2, counts[there] / counts.sum()
        mirrored = np.array_equal(support + support[::-1], np.full(len(there), n * m))
        doubled_tail = self.alternative == "two-sided" and not (mirrored and np.array_equal(heights, heights[::-1]))
        if doubled_tail:
            below, above = (float(heights[side].sum()) for side in (support <= self.u_a, support >= self.u_a))
            low, high = (self.u_a, math.inf) if below <= above else (-math.inf, self.u_a)
        return NullDistribution(support, heights, "probabilities", self.u_a, low, high, doubled=doubled_tail)


def sum_deviation(ranks: FloatArray, n: int, m: int, tie_correction: bool) -> float:
    """The standard deviation of the sum of n of the ranks drawn without putting back, ties and all, or as if none."""
    if not tie_correction:
        return math.sqrt(n * m * (n + m + 1) / 12)
    return math.sqrt(n * m / (n + m) * float(ranks.var(ddof=1)))


def wilcoxon_rank_sum(
    a: Scores,
    b: Scores,
    *,
    alternative: Alternative = "two-sided",
    method: Method = "auto",
    continuity: bool = False,
    tie_correction: bool = True,
) -> RankSumResult:
    """The Wilcoxon rank-sum test of two independent samples (the Mann-Whitney U test): does one tend to be higher?

    `a` and `b` are one-dimensional, of any two lengths from 1 up. All scores are ranked together, equal scores sharing
    the mean of their ranks. `method` is "exact" (all choices counted, with ties too; up to 62 scores in all), "approx"
    (normal; `continuity` moves U by 0.5 towards its mean), or "auto": exact up to 40 scores. The normal approximation
    takes ties into account, as `scipy.stats.mannwhitneyu` does; with `tie_correction=False` it takes the variance as if
    there were none, as `scipy.stats.ranksums` does: with ties that is larger, so z is nearer to 0 and a two-sided p
    larger. Two-sided, the exact p-value is twice the smaller tail, at most 1. On two systems over the same queries the
    test ignores the pairing, and a note says so. Raises `InputError` for an empty sample, nan, and where all scores are
    equal. Source: Wilcoxon (1945); Mann and Whitney (1947).

    >>> result = wilcoxon_rank_sum([0.9, 0.7, 0.6], [0.5, 0.4])
    >>> for line in result.lines:
    ...     print(line)
    W of A = 5 + 4 + 3 = 12
    U of A = 12 - 3 · 4 / 2 = 6
    p = 2 · P(U at most 0) = 2 · 1/10 = 1/5 = 0.2
    """
    check_choice(alternative, Alternative, "alternative")
    check_choice(method, Method, "method")
    continuity, tie_correction = check_flag(continuity, "continuity"), check_flag(tie_correction, "tie_correction")
    first, second = numbers(a, "the scores of A", fewest=1), numbers(b, "the scores of B", fewest=1)
    n, m = len(first), len(second)
    ranked = Ranked.of(dense_ranks_together(a, b, first, second))
    if len(ranked.ties) == 1:
        raise InputError(f"all {n + m} scores are equal, so their ranks say nothing; there is nothing to test")
    if method == "exact" and n + m > MOST_COUNTED:
        raise InputError(
            f"the exact p-value is offered for up to {MOST_COUNTED} scores in all; given: {n + m};"
            " write method='approx'"
        )
    w_a, w_b = float(ranked.ranks[:n].sum()), float(ranked.ranks[n:].sum())
    u_a = w_a - n * (n + 1) / 2
    exact, z = None, None
    if method == "exact" or (method == "auto" and n + m <= _AUTO):
        ways, at, total = subset_counts(doubled(ranked.ranks), n), round(2 * w_a), math.comb(n + m, n)
        exact = counted_tail(ways, at, total, alternative)
        pvalue, how = float(exact), f"exact, from all {total:,} choices"
    else:
        deviation = sum_deviation(ranked.ranks, n, m, tie_correction)
        z = normal_score(u_a - n * m / 2, deviation, alternative, continuity=continuity)
        pvalue, how = normal_tail(z, alternative), "normal approximation"
    shared = count_tied(ranked.ranks)
    tied = (f"{shared:,} of {count_noun(n + m, 'score')} share their rank with an equal one.",) if shared else ()
    return RankSumResult(
        statistic=u_a,
        pvalue=pvalue,
        exact=exact,
        alternative=alternative,
        how=Sentence(how),
        notes=(*tied, _INDEPENDENT, _PROBABILITY),
        a=first,
        b=second,
        ranks=ranked.ranks,
        w_a=w_a,
        w_b=w_b,
        z=z,
        continuity=continuity,
        tie_correction=tie_correction,
    )


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class UnpairedTResult(StudentResult, UnpairedResult):
    """What a t test of two independent samples found; `statistic` is t.

    `mean_a`, `mean_b` are the means, `error` is the standard error of their difference, `freedom` the degrees of
    freedom, `interval` the confidence interval of mean A - mean B at `level`; `pooled` says whether one common variance
    was taken for both samples.
    """

    mean_a: float
    mean_b: float
    error: float
    pooled: bool
    test: ClassVar[str] = "unpaired-t"

    @property
    def heading(self) -> Sentence:
        """The two means and t."""
        kind = "pooled" if self.pooled else "Welch"
        means = in_short(self.mean_a), " and ", in_short(self.mean_b)
        return Sentence(f"Unpaired t test ({kind}): means ", *means, ", t = ", in_short(self.statistic))

    @property
    def equations(self) -> tuple[Line, ...]:
        """The means, the variances, the standard error, t and the p-value."""
        n, m = len(self.a), len(self.b)
        va, vb = float(self.a.var(ddof=1)), float(self.b.var(ddof=1))
        found: list[Line] = [
            mean_worked("mean A", self.a, self.mean_a, "A"),
            mean_worked("mean B", self.b, self.mean_b, "B"),
            Sentence(f"variances s² = {readable(va)} of A and {readable(vb)} of B, each over n − 1"),
        ]
        if self.pooled:
            common = pooled_variance(self.a, self.b)

            def pooled(digits: int) -> Node:
                both = Product(n - 1, in_short(va, digits)) + Product(m - 1, in_short(vb, digits))
                return both / (Number(n) + m - 2)

            def error(digits: int) -> Node:
                return Root(Product(in_short(common, digits), Ratio(1, n) + Ratio(1, m)))

            found.append(worked("pooled s²", pooled, common))
        else:

            def error(digits: int) -> Node:
                return Root(Ratio(in_short(va, digits), n) + Ratio(in_short(vb, digits), m))

        def t(digits: int) -> Node:
            return (in_short(self.mean_a, digits) - in_short(self.mean_b, digits)) / in_short(self.error, digits)

        found += [worked("standard error", error, self.error), worked("t", t, self.statistic)]
        return *found, self._p


def unpaired_t(
    a: Scores,
    b: Scores,
    *,
    pooled: bool = False,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> UnpairedTResult:
    """The t test of two independent samples: is the difference of their means larger than its error explains?

    `a` and `b` are one-dimensional, of any two lengths from 2 up. Each sample has its own variance (Welch, 1947), or
    with `pooled` one common variance is taken (Fisher, 1925). `interval` is the two-sided confidence interval of
    mean A - mean B at `level`. On two systems over the same queries it ignores the pairing, and a note says so. Raises
    `InputError` for fewer than 2 scores, nan, and where the scores are constant in both samples.

    >>> unpaired_t([0.5, 0.7, 0.9], [0.2, 0.4, 0.3], pooled=True)
    <UnpairedTResult: p = 2 · P(T at least |t|) with 4 degrees of freedom = 0.0363>
    """
    check_choice(alternative, Alternative, "alternative")
    level, pooled = check_share(level, "level"), check_flag(pooled, "pooled")
    first, second = numbers(a, "the scores of A"), numbers(b, "the scores of B")
    scale_of(first, second)
    n, m = len(first), len(second)
    mean_a, mean_b = mean_of(first), mean_of(second)
    va, vb = float(first.var(ddof=1)), float(second.var(ddof=1))
    if same(first) and same(second):
        raise InputError("the scores are constant in both samples, so t would divide by 0")
    if pooled:
        freedom = float(n + m - 2)
        error = math.sqrt(pooled_variance(first, second) * (1 / n + 1 / m))
    else:
        error = math.sqrt(va / n + vb / m)
        of_a, of_b = (part / (va / n + vb / m) for part in (va / n, vb / m))
        freedom = 1 / (of_a * of_a / (n - 1) + of_b * of_b / (m - 1))
    difference = mean_apart(first, second)
    t = difference / error
    return UnpairedTResult(
        statistic=t,
        pvalue=t_tail(t, freedom, alternative),
        alternative=alternative,
        how=Sentence(f"t distribution with {degrees(freedom)}"),
        notes=(_INDEPENDENT,),
        a=first,
        b=second,
        mean_a=mean_a,
        mean_b=mean_b,
        error=error,
        freedom=freedom,
        interval=t_around(difference, error, freedom, level),
        level=level,
        pooled=pooled,
    )
