"""Wilcoxon's signed-rank test of two systems on the same queries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.formulas import Equation, Line, Negation, Node, Number, Power, Sentence, Sum
from irlearn.statistics.arrays import Alternative, FloatArray, Scores, check_choice, check_flag
from irlearn.statistics.null import (
    MOST_COUNTED,
    NullDistribution,
    counted_tail,
    limits,
    normal_density,
    normal_score,
    normal_tail,
    shift,
    sign_counts,
)
from irlearn.statistics.paired import A_LESS_B, PairedResult, tied_words
from irlearn.statistics.results import SHOWN, as_typed, exactly, in_short, listed, sign, worked
from irlearn.statistics.ties import Pairs, Ranked, count_tied, doubled
from irlearn.text.numbers import grouped

Zeros = Literal["wilcox", "pratt"]
"""How zero differences are treated: left out before ranking, or ranked and their ranks left out."""

Method = Literal["auto", "exact", "approx"]
"""How a p-value is computed: by counting all cases, by the normal distribution, or by counting if that is cheap."""

_AUTO = 50  # the largest number of differences for which "auto" is exact


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SignedRankResult(PairedResult):
    """The result of a Wilcoxon signed-rank test.

    Attributes
    ----------
    statistic : float
        The smaller of `w_plus` and `w_minus` if the test is two-sided, else `w_plus`.
    ranks : ndarray, shape (n,)
        The ranks of the sizes of the differences; equal sizes share the mean of their ranks, and queries that are left
        out have rank 0.
    w_plus, w_minus : float
        The sums of the ranks of the queries that A wins and that B wins.
    z : float or None
        The normal score; None if the p-value was counted.
    zeros : {"wilcox", "pratt"}
        How zero differences were treated.
    continuity : bool
        Whether the normal score was corrected for continuity.
    """

    ranks: FloatArray
    w_plus: float
    w_minus: float
    z: float | None
    zeros: Zeros
    continuity: bool
    test: ClassVar[str] = "wilcoxon-signed-rank"

    @property
    def direction(self) -> int:
        """1 if A has the larger rank sum, -1 if B does, 0 if both are equal."""
        return sign(self.w_plus - self.w_minus)

    @property
    def heading(self) -> Sentence:
        """The two rank sums."""
        return Sentence("Wilcoxon signed-rank test: W+ = ", exactly(self.w_plus), ", W− = ", exactly(self.w_minus))

    @property
    def signed_ranks(self) -> FloatArray:
        """The ranks with the signs of the differences; 0 for queries that are left out."""
        return np.sign(self.differences) * self.ranks

    @property
    def shared(self) -> int:
        """The number of differences that share their rank with another difference of the same size."""
        return count_tied(self.ranks)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per query: scores, difference, rank and signed rank; the ranks are NaN for a difference of 0."""
        tie = self.differences == 0
        ranks = np.where(tie, np.nan, self.ranks)
        signed_ranks = np.where(tie, np.nan, self.signed_ranks)
        return {**super().columns, "rank": ranks.tolist(), "signed rank": signed_ranks.tolist()}

    @property
    def _weights(self) -> NDArray[np.int64]:
        return doubled(self.ranks[self.differences != 0])

    @property
    def equations(self) -> tuple[Line, ...]:
        """The signed ranks, the two rank sums, and the p-value."""
        n = self.wins_a + self.wins_b
        lines: list[Line] = []
        few = len(self.a) <= SHOWN
        if few:
            zero_remark = "; a difference of 0 has none" if self.ties else ""
            lines.append(Sentence("differences ", A_LESS_B, ": ", *listed(map(as_typed, self.differences))))
            ranks = listed(exactly(rank) for rank in self.signed_ranks if rank)
            lines.append(Sentence("signed ranks: ", *ranks, zero_remark))
        for name, total, side in (("W+", self.w_plus, 1), ("W−", self.w_minus, -1)):
            terms = [exactly(rank) for rank in self.ranks[np.sign(self.differences) == side]] if few else []
            sums = [Sum(*terms, whole=True)] if len(terms) > 1 else []
            lines.append(Equation(name, (*sums, Number(Fraction(total), grouped(total)))))
        if self.z is not None:
            mean, deviation = moments(self.ranks[self.differences != 0])
            correction = shift_written(self.w_plus - mean, self.alternative) if self.continuity else ()
            above = Sum(exactly(self.w_plus), Negation(exactly(mean)), *correction)
            return *lines, worked("z", lambda digits: above / in_short(deviation, digits), self.z), self._tail("Z")
        return *lines, self._counted("W+", (self.statistic, self.w_plus), 2**n, few=n <= SHOWN)

    @cached_property
    def null(self) -> NullDistribution:
        """The distribution of A's rank sum if each difference is positive or negative with probability 1/2."""
        weights = self._weights
        middle = float(weights.sum()) / 4
        low, high = limits(self.w_plus, middle, self.alternative)
        if self.z is None:
            counts = sign_counts(weights)
            possible_sums = np.flatnonzero(counts)
            heights = counts[possible_sums] / 2.0 ** len(weights)
            return NullDistribution(possible_sums / 2, heights, "probabilities", self.w_plus, low, high)
        support, heights = normal_density(*moments(weights / 2), self.w_plus)
        return NullDistribution(support, heights, "density", self.w_plus, low, high)


def moments(ranks: FloatArray) -> tuple[float, float]:
    """Return the mean and the standard deviation of W+, in which each rank counts with probability 1/2."""
    return float(ranks.sum()) / 2, math.sqrt(float((ranks * ranks).sum())) / 2


def shift_written(above: float, alternative: Alternative) -> tuple[Node, ...]:
    """Return the continuity correction as a term to append to a sum; empty if it is 0."""
    correction, half = shift(above, alternative), Number(Fraction(1, 2), "0.5")
    return (Negation(half) if correction > 0 else half,) if correction else ()


def signed_ranks(pairs: Pairs, zeros: Zeros = "wilcox") -> tuple[FloatArray, float, float]:
    """Return the ranks of the sizes of the differences, and the rank sums of the queries that A wins and that B wins.

    Queries that are left out have rank 0.

    >>> signed_ranks(Pairs.of([0.5, 0.7, 0.9], [0.4, 0.9, 0.3]))
    (array([1., 2., 3.]), 4.0, 2.0)
    """
    differences = pairs.differences
    kept = np.ones(len(differences), dtype=bool) if zeros == "pratt" else differences != 0
    ranks = np.zeros(len(differences))
    ranks[kept] = Ranked.of(pairs.sizes[kept]).ranks
    ranks[differences == 0] = 0.0
    return ranks, float(ranks[differences > 0].sum()), float(ranks[differences < 0].sum())


def wilcoxon_signed_rank(
    a: Scores,
    b: Scores,
    *,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "wilcox",
    method: Method = "auto",
    continuity: bool = False,
) -> SignedRankResult:
    """Test with Wilcoxon's signed-rank test whether the larger differences favor one of two systems.

    The null hypothesis is that the differences are symmetric around 0. The sizes of the differences are ranked; equal
    sizes share the mean of their ranks.

    Parameters
    ----------
    a, b : array_like or sequence of Fraction, shape (n,)
        The scores of the two systems, one per query, in the same order.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that A has the higher scores.
    zeros : {"wilcox", "pratt"}
        "wilcox" leaves out differences of zero before ranking; "pratt" ranks them and then leaves out their ranks [2]_.
    method : {"auto", "exact", "approx"}
        "exact" counts all 2^n combinations of signs, also with ties, for up to 62 nonzero differences; "approx" uses
        the normal distribution with the correction for ties; "auto" is exact for up to 50 differences.
    continuity : bool, default: False
        Whether the normal approximation moves the rank sum by 0.5 towards its mean.

    Returns
    -------
    SignedRankResult

    Raises
    ------
    InputError
        For unequal lengths, fewer than 2 queries, NaN, all differences zero, and too many differences for "exact".

    References
    ----------
    .. [1] Wilcoxon (1945).
    .. [2] Pratt (1959).

    Examples
    --------
    >>> a = [0.28, 0.30, 0.38, 0.29, 0.23, 0.30, 0.21, 0.30, 0.34]
    >>> b = [0.35, 0.20, 0.40, 0.33, 0.24, 0.18, 0.24, 0.18, 0.18]
    >>> result = wilcoxon_signed_rank(a, b)
    >>> result.w_plus, result.w_minus
    (30.0, 15.0)
    >>> print(result.lines[-1])
    p = 2 · P(W at most 15) = 2 · 105/512 = 105/256 = 0.4102
    """
    check_choice(alternative, Alternative, "alternative")
    check_choice(zeros, Zeros, "zeros")
    check_choice(method, Method, "method")
    continuity = check_flag(continuity, "continuity")
    pairs = Pairs.of(a, b)
    pairs.refuse_no_difference()
    differences = pairs.differences
    ranks, w_plus, w_minus = signed_ranks(pairs, zeros)
    statistic = min(w_plus, w_minus) if alternative == "two-sided" else w_plus
    n = int((differences != 0).sum())
    if method == "exact" and n > MOST_COUNTED:
        raise InputError(
            f"the exact p-value is offered for up to {MOST_COUNTED} differences; given: {n}; write method='approx'"
        )
    exact, z = None, None
    if method == "exact" or (method == "auto" and n <= _AUTO):
        ways = sign_counts(doubled(ranks[differences != 0]))
        exact = counted_tail(ways, round(2 * w_plus), 2**n, alternative)
        pvalue, how = float(exact), Sentence("exact, from all ", Power(2, n), " signs")
    else:
        mean, deviation = moments(ranks[differences != 0])
        z = normal_score(w_plus - mean, deviation, alternative, continuity=continuity)
        pvalue, how = normal_tail(z, alternative), Sentence("normal approximation")
    return SignedRankResult(
        statistic=statistic,
        pvalue=pvalue,
        exact=exact,
        alternative=alternative,
        how=how,
        notes=_rank_notes(pairs, ranks, zeros),
        a=pairs.a,
        b=pairs.b,
        differences=differences,
        ranks=ranks,
        w_plus=w_plus,
        w_minus=w_minus,
        z=z,
        zeros=zeros,
        continuity=continuity,
    )


def _rank_notes(pairs: Pairs, ranks: FloatArray, zeros: Zeros) -> tuple[str, ...]:
    notes = []
    ties = pairs.counts[2]
    if ties:
        rule = "left out before ranking" if zeros == "wilcox" else "ranked, and their ranks left out (Pratt)"
        notes.append(tied_words(ties, len(pairs.a), rule))
    shared = count_tied(ranks)
    if shared:
        notes.append(f"{shared:,} differences share their rank with another of the same size.")
    return tuple(notes)
