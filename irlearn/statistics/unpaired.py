"""Tests of two independent samples: Wilcoxon's rank-sum test (Mann-Whitney U) and the unpaired t test."""

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

_AUTO = 40  # the largest number of scores in both samples for which "auto" is exact
_INDEPENDENT = "This test is for independent samples; two systems on the same queries are paired."
_PROBABILITY = (
    "On paired scores it answers another question: how likely it is that a score of A is higher than one of B, over "
    "all pairs of queries, where ties count half. If the paired scores are positively correlated, it is conservative."
)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class UnpairedResult(Result):
    """The result of a test of two independent samples.

    Attributes
    ----------
    a, b : ndarray
        The two samples; their lengths may differ.
    """

    a: FloatArray
    b: FloatArray
    _scores: ClassVar[tuple[str, ...]] = ("score",)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per score, with its sample."""
        return {"sample": ["A"] * len(self.a) + ["B"] * len(self.b), "score": [*self.a.tolist(), *self.b.tolist()]}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class RankSumResult(UnpairedResult):
    """The result of a Wilcoxon rank-sum test.

    Attributes
    ----------
    statistic : float
        U of A: the number of pairs, one score of A and one score of B, in which A is higher; ties count half.
    ranks : ndarray, shape (n + m,)
        The ranks of all scores among both samples, first the ranks of A.
    w_a, w_b : float
        The rank sums of the two samples.
    z : float or None
        The normal score; None if the p-value was counted.
    continuity : bool
        Whether the normal score was corrected for continuity.
    tie_correction : bool
        Whether the variance of the normal approximation was corrected for ties.
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
        """The number of scores that share their rank with an equal score."""
        return count_tied(self.ranks)

    @property
    def u_a(self) -> float:
        """The number of pairs of a score of A and a score of B in which A is higher; ties count half."""
        return self.statistic

    @property
    def u_b(self) -> float:
        """The number of pairs of a score of A and a score of B in which B is higher; ties count half."""
        return len(self.a) * len(self.b) - self.statistic

    @property
    def direction(self) -> int:
        """1 if U of A is larger, -1 if U of B is larger, 0 if both are equal."""
        return sign(self.u_a - self.u_b)

    @property
    def heading(self) -> Sentence:
        """Both U statistics."""
        return Sentence(f"Wilcoxon rank-sum test: U of A = {rank_text(self.u_a)}, U of B = {rank_text(self.u_b)}")

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per score: its sample, the score, and its rank among all scores."""
        return {**super().columns, "rank": self.ranks.tolist()}

    @property
    def equations(self) -> tuple[Line, ...]:
        """The rank sum of A, U, and the p-value."""
        n, m = len(self.a), len(self.b)
        few = n + m <= SHOWN and n > 1
        sums = [Sum(*map(exactly, self.ranks[:n]), whole=True)] if few else []
        lines = (
            Equation("W of A", (*sums, exactly(self.w_a))),
            Equation("U of A", (exactly(self.w_a) - Product(n, Division(n + 1, 2)), exactly(self.u_a))),
        )
        if self.z is not None:
            middle, deviation = n * m / 2, sum_deviation(self.ranks, n, m, self.tie_correction)
            correction = shift_written(self.u_a - middle, self.alternative) if self.continuity else ()
            above = Sum(exactly(self.u_a), Negation(exactly(middle)), *correction)
            return *lines, worked("z", lambda digits: above / in_short(deviation, digits), self.z), self._tail("Z")
        smaller = min(self.u_a, self.u_b)
        return *lines, self._counted("U of A", (smaller, self.u_a), math.comb(n + m, n), few=True)

    @cached_property
    def null(self) -> NullDistribution:
        """The distribution of U of A if any choice of A's scores from all scores is equally likely.

        With ties and samples of different sizes, the distribution is not symmetric; the two-sided p is then twice the
        smaller tail.
        """
        n, m = len(self.a), len(self.b)
        low, high = limits(self.u_a, n * m / 2, self.alternative)
        if self.z is not None:
            deviation = sum_deviation(self.ranks, n, m, self.tie_correction)
            support, heights = normal_density(n * m / 2, deviation, self.u_a)
            return NullDistribution(support, heights, "density", self.u_a, low, high)
        counts = subset_counts(doubled(self.ranks), n)
        possible_sums = np.flatnonzero(counts)
        support, heights = possible_sums / 2 - n * (n + 1) / 2, counts[possible_sums] / counts.sum()
        symmetric_support = np.array_equal(support + support[::-1], np.full(len(possible_sums), n * m))
        doubled_tail = self.alternative == "two-sided" and not (
            symmetric_support and np.array_equal(heights, heights[::-1])
        )
        if doubled_tail:
            below = float(heights[support <= self.u_a].sum())
            above = float(heights[support >= self.u_a].sum())
            low, high = (self.u_a, math.inf) if below <= above else (-math.inf, self.u_a)
        return NullDistribution(support, heights, "probabilities", self.u_a, low, high, doubled=doubled_tail)


def sum_deviation(ranks: FloatArray, n: int, m: int, tie_correction: bool) -> float:
    """Return the standard deviation of a rank sum: n of the n + m ranks are drawn at random without replacement.

    Without `tie_correction` the ranks are treated as if there were no ties.
    """
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
    """Test with Wilcoxon's rank-sum test whether one of two independent samples tends to be higher.

    This is the Mann-Whitney U test. All scores are ranked together; equal scores share the mean of their ranks. The
    exact two-sided p-value is twice the smaller tail, at most 1. For two systems on the same queries the test ignores
    the pairing, and a note says so.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction
        The two samples, one-dimensional, with at least 1 score each.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that A tends to be higher.
    method : {"auto", "exact", "approx"}
        "exact" counts all choices of A's scores from all scores, also with ties, for up to 62 scores in total; "approx"
        uses the normal distribution; "auto" is exact for up to 40 scores.
    continuity : bool, default: False
        Whether the normal approximation moves U by 0.5 towards its mean.
    tie_correction : bool, default: True
        Whether the variance of the normal approximation is corrected for ties, as in `scipy.stats.mannwhitneyu`. The
        uncorrected variance, as in `scipy.stats.ranksums`, is larger if there are ties, so that z is nearer to 0 and a
        two-sided p is larger.

    Returns
    -------
    RankSumResult

    Raises
    ------
    InputError
        For an empty sample, NaN, all scores equal, and too many scores for "exact".

    References
    ----------
    .. [1] Wilcoxon (1945).
    .. [2] Mann and Whitney (1947).

    Examples
    --------
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
    tie_note = (f"{shared:,} of {count_noun(n + m, 'score')} share their rank with an equal one.",) if shared else ()
    return RankSumResult(
        statistic=u_a,
        pvalue=pvalue,
        exact=exact,
        alternative=alternative,
        how=Sentence(how),
        notes=(*tie_note, _INDEPENDENT, _PROBABILITY),
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
    """The result of a t test of two independent samples; `statistic` is t.

    Attributes
    ----------
    mean_a, mean_b : float
        The means of the two samples.
    error : float
        The standard error of the difference of the means.
    pooled : bool
        Whether a common variance of both samples was assumed.
    """

    mean_a: float
    mean_b: float
    error: float
    pooled: bool
    test: ClassVar[str] = "unpaired-t"

    @property
    def heading(self) -> Sentence:
        """The two means and t."""
        variant = "pooled" if self.pooled else "Welch"
        means = in_short(self.mean_a), " and ", in_short(self.mean_b)
        return Sentence(f"Unpaired t test ({variant}): means ", *means, ", t = ", in_short(self.statistic))

    @property
    def equations(self) -> tuple[Line, ...]:
        """The means, the variances, the standard error, t and the p-value."""
        n, m = len(self.a), len(self.b)
        variance_a, variance_b = float(self.a.var(ddof=1)), float(self.b.var(ddof=1))
        lines: list[Line] = [
            mean_worked("mean A", self.a, self.mean_a, "A"),
            mean_worked("mean B", self.b, self.mean_b, "B"),
            Sentence(f"variances s² = {readable(variance_a)} of A and {readable(variance_b)} of B, each over n − 1"),
        ]
        if self.pooled:
            common = pooled_variance(self.a, self.b)

            def pooled(digits: int) -> Node:
                both = Product(n - 1, in_short(variance_a, digits)) + Product(m - 1, in_short(variance_b, digits))
                return both / (Number(n) + m - 2)

            def error(digits: int) -> Node:
                return Root(Product(in_short(common, digits), Ratio(1, n) + Ratio(1, m)))

            lines.append(worked("pooled s²", pooled, common))
        else:

            def error(digits: int) -> Node:
                return Root(Ratio(in_short(variance_a, digits), n) + Ratio(in_short(variance_b, digits), m))

        def t(digits: int) -> Node:
            return (in_short(self.mean_a, digits) - in_short(self.mean_b, digits)) / in_short(self.error, digits)

        lines += [worked("standard error", error, self.error), worked("t", t, self.statistic)]
        return *lines, self._p


def unpaired_t(
    a: Scores,
    b: Scores,
    *,
    pooled: bool = False,
    alternative: Alternative = "two-sided",
    level: float = 0.95,
) -> UnpairedTResult:
    """Test with the unpaired t test whether the means of two independent samples differ more than expected by chance.

    For two systems on the same queries the test ignores the pairing, and a note says so.

    Parameters
    ----------
    a, b : array_like
        The two samples, one-dimensional, with at least 2 scores each.
    pooled : bool, default: False
        Whether to assume a common variance of both samples [1]_; by default each sample has its own variance [2]_.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that the mean of A is higher.
    level : float, default: 0.95
        The confidence level of the interval of mean A - mean B, between 0 and 1.

    Returns
    -------
    UnpairedTResult

    Raises
    ------
    InputError
        For fewer than 2 scores, NaN, and if both samples are constant.

    References
    ----------
    .. [1] Fisher (1925).
    .. [2] Welch (1947).

    Examples
    --------
    >>> unpaired_t([0.5, 0.7, 0.9], [0.2, 0.4, 0.3], pooled=True)
    <UnpairedTResult: p = 2 · P(T at least |t|) with 4 degrees of freedom = 0.0363>
    """
    check_choice(alternative, Alternative, "alternative")
    level, pooled = check_share(level, "level"), check_flag(pooled, "pooled")
    first, second = numbers(a, "the scores of A"), numbers(b, "the scores of B")
    scale_of(first, second)
    n, m = len(first), len(second)
    mean_a, mean_b = mean_of(first), mean_of(second)
    variance_a, variance_b = float(first.var(ddof=1)), float(second.var(ddof=1))
    if same(first) and same(second):
        raise InputError("the scores are constant in both samples, so t would divide by 0")
    if pooled:
        freedom = float(n + m - 2)
        error = math.sqrt(pooled_variance(first, second) * (1 / n + 1 / m))
    else:
        error = math.sqrt(variance_a / n + variance_b / m)
        share_a = variance_a / n / (variance_a / n + variance_b / m)
        share_b = variance_b / m / (variance_a / n + variance_b / m)
        freedom = 1 / (share_a * share_a / (n - 1) + share_b * share_b / (m - 1))
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
