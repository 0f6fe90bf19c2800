"""Wilcoxon's signed-rank test: which of two systems wins the larger differences."""

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
"""What Wilcoxon's test does with differences of zero: leave them out, or rank them and leave out their ranks."""

Method = Literal["auto", "exact", "approx"]
"""Where a p-value comes from: counting all cases, the normal distribution, or the former where it is cheap."""

_AUTO = 50  # differences up to which signed ranks are counted unasked


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class SignedRankResult(PairedResult):
    """What a Wilcoxon signed-rank test found, with the ranks and the two sums that it compares.

    `ranks` are those of the differences' sizes, 0 where a query is left out; equal sizes share the mean of their ranks.
    `w_plus` adds up the ranks of the queries that A wins, `w_minus` those that B wins. `statistic` is the smaller sum
    when two-sided, else `w_plus`. `z` is the normal score, None where the p-value was counted. `zeros` is the rule for
    differences of zero.
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
        """1 where A is higher in this test's eyes, -1 where B is, 0 where neither is."""
        return sign(self.w_plus - self.w_minus)

    @property
    def heading(self) -> Sentence:
        """The two sums."""
        return Sentence("Wilcoxon signed-rank test: W+ = ", exactly(self.w_plus), ", W− = ", exactly(self.w_minus))

    @property
    def signed_ranks(self) -> FloatArray:
        """The ranks with the signs of the differences; 0 where a query is left out."""
        return np.sign(self.differences) * self.ranks

    @property
    def shared(self) -> int:
        """How many differences share their rank with another of the same size; none of those that are left out."""
        return count_tied(self.ranks)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The query, the scores, their difference, its rank and its signed rank: nan for a difference of 0."""
        rank, signed = (np.where(self.differences == 0, np.nan, one) for one in (self.ranks, self.signed_ranks))
        return {**super().columns, "rank": rank.tolist(), "signed rank": signed.tolist()}

    @property
    def _weights(self) -> NDArray[np.int64]:
        return doubled(self.ranks[self.differences != 0])

    @property
    def equations(self) -> tuple[Line, ...]:
        """The signed ranks, the two sums, and the p-value."""
        n = self.wins_a + self.wins_b
        found: list[Line] = []
        few = len(self.a) <= SHOWN
        if few:
            dropped = "; a difference of 0 has none" if self.ties else ""
            found.append(Sentence("differences ", A_LESS_B, ": ", *listed(map(as_typed, self.differences))))
            ranks = listed(exactly(rank) for rank in self.signed_ranks if rank)
            found.append(Sentence("signed ranks: ", *ranks, dropped))
        for name, total, side in (("W+", self.w_plus, 1), ("W−", self.w_minus, -1)):
            terms = [exactly(rank) for rank in self.ranks[np.sign(self.differences) == side]] if few else []
            ways = [Sum(*terms, whole=True)] if len(terms) > 1 else []
            found.append(Equation(name, (*ways, Number(Fraction(total), grouped(total)))))
        if self.z is not None:
            mean, deviation = moments(self.ranks[self.differences != 0])
            moved = shift_written(self.w_plus - mean, self.alternative) if self.continuity else ()
            above = Sum(exactly(self.w_plus), Negation(exactly(mean)), *moved)
            return *found, worked("z", lambda digits: above / in_short(deviation, digits), self.z), self._tail("Z")
        return *found, self._counted("W+", (self.statistic, self.w_plus), 2**n, few=n <= SHOWN)

    @cached_property
    def null(self) -> NullDistribution:
        """The sum of the ranks that A wins, when each difference is as likely to be positive as negative."""
        weights = self._weights
        middle = float(weights.sum()) / 4
        low, high = limits(self.w_plus, middle, self.alternative)
        if self.z is None:
            counts = sign_counts(weights)
            there = np.flatnonzero(counts)
            heights = counts[there] / 2.0 ** len(weights)
            return NullDistribution(there / 2, heights, "probabilities", self.w_plus, low, high)
        support, heights = normal_density(*moments(weights / 2), self.w_plus)
        return NullDistribution(support, heights, "density", self.w_plus, low, high)


def moments(ranks: FloatArray) -> tuple[float, float]:
    """The mean and the standard deviation of W+; a sum of independent coin flips over the ranks, ties and all."""
    return float(ranks.sum()) / 2, math.sqrt(float((ranks * ranks).sum())) / 2


def shift_written(above: float, alternative: Alternative) -> tuple[Node, ...]:
    """The continuity correction as a term behind a sum and its mean; none at the mean, where it is 0."""
    moved, corrected = shift(above, alternative), Number(Fraction(1, 2), "0.5")
    return (Negation(corrected) if moved > 0 else corrected,) if moved else ()


def signed_ranks(pairs: Pairs, zeros: Zeros = "wilcox") -> tuple[FloatArray, float, float]:
    """The ranks of the differences' sizes, 0 where a query is left out, and the sums of those that A and that B wins.

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
    """The Wilcoxon signed-rank test of two systems on the same queries: do the larger differences favour one of them?

    `a` and `b` hold one score a query, in the same order. The sizes of the differences are ranked, equal sizes sharing
    the mean of their ranks. `zeros` says what happens to differences of zero: "wilcox" leaves them out before ranking,
    "pratt" ranks them and then leaves out their ranks (Pratt, 1959). `method` is "exact" (all 2^n signs counted, with
    ties too; up to 62 differences), "approx" (normal, with the correction for ties; `continuity` moves the sum by 0.5
    towards its mean), or "auto": exact up to 50 differences. The test asks whether the differences lie symmetrically
    around 0. Raises `InputError` for unequal lengths, fewer than 2 queries, nan, and where all differences are zero.
    Source: Wilcoxon (1945).

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
