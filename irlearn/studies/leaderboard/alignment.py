"""The effect of comparing two runs query by query, measured by shuffling the queries of one run."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError, check_whole
from irlearn.formulas.page import Block, Page, Table
from irlearn.statistics.arrays import generator
from irlearn.studies.leaderboard import significance_tests as significance
from irlearn.studies.leaderboard.ranks import Ranks, mean_reciprocal, read_pair, reciprocal
from irlearn.text.numbers import decimal, fixed, p_value


@dataclass(frozen=True)
class Alignment:
    """The similarity of two runs query by query, with tests on RR over all queries.

    Attributes
    ----------
    share : float
        Share of run B's queries that were shuffled; 0..1.
    mrr_a, mrr_b : float
        MRR of the two runs over all queries; 0..1.
    phi : float
        Correlation between the queries that the runs answer; -1..1. A correlation is NaN if the compared values of a
        run do not vary.
    correlation : float
        Correlation of RR over all queries, where a miss has RR 0; -1..1.
    correlation_both : float
        Correlation of RR over the queries that both runs answer; -1..1.
    pvalues : dict
        P-values of `wilcoxon-rank-sum`, `wilcoxon-signed-rank`, `paired-t` and `unpaired-t`.

    Examples
    --------
    >>> alignment = align([1, 1, 2, 5, 0, 9], [1, 2, 1, 6, 0, 5])
    >>> round(alignment.phi, 3), round(alignment.correlation, 3)
    (1.0, 0.737)
    """

    share: float
    mrr_a: float
    mrr_b: float
    phi: float
    correlation: float
    correlation_both: float
    pvalues: dict[str, float]


def align(
    ranks_a: ArrayLike,
    ranks_b: ArrayLike,
    *,
    share: float = 0.0,
    rng: np.random.Generator | int | None = None,
    cutoff: int = 100,
) -> Alignment:
    """Compare two runs query by query, after shuffling a share of run B's queries.

    Shuffling does not change the set of scores of a run, so tests for independent samples stay the same.

    Parameters
    ----------
    ranks_a, ranks_b : array_like of int, shape (queries,)
        Rank of the relevant document of each query, from 1; 0 if the run does not find it. Both arrays have the queries
        in the same order.
    share : float, optional
        Share of B's queries that are shuffled among themselves; 0..1.
    rng : numpy.random.Generator or int, optional
        Generator or seed; required if the share is above 0.
    cutoff : int, optional
        Ranks beyond the cutoff count as not found.

    Returns
    -------
    Alignment

    Raises
    ------
    InputError
        If the ranks, the share or the cutoff cannot be used, or a generator is missing.

    Examples
    --------
    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3]
    >>> align(ranks, ranks, share=1, rng=1).mrr_b == align(ranks, ranks).mrr_b
    True
    """
    check_whole("the cutoff", cutoff)
    share = _check_share(share)
    a, b = read_pair(ranks_a, ranks_b, cutoff)
    if share:
        b = _shuffle(b, share, generator(rng, "shuffling"))
    return _compare(a, b, share)


@dataclass(frozen=True, repr=False, eq=False)
class AlignmentShuffle(Page):
    """Two runs with aligned queries, and with run B's queries shuffled many times, to show the effect of pairing.

    Attributes
    ----------
    aligned : Alignment
        The runs without shuffling.
    phi, correlation, pvalues : ndarray, shape (repetitions,)
        One number for each shuffle; `pvalues` belong to the signed-rank test on RR over all queries.

    Examples
    --------
    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3, 1, 0, 20, 4]
    >>> shuffle = alignment_shuffle(ranks, [1, 2, 1, 6, 0, 5, 30, 2, 1, 0, 11, 3], rng=1, repetitions=50)
    >>> shuffle.aligned.phi > float(shuffle.phi.mean())
    True
    """

    aligned: Alignment
    phi: NDArray[np.float64]
    correlation: NDArray[np.float64]
    pvalues: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"AlignmentShuffle of {len(self.phi)} repetitions: phi {decimal(self.aligned.phi, 2)} aligned"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = []
        for name, aligned, shuffled, write in (
            ("phi of answered", self.aligned.phi, self.phi, partial(fixed, places=2)),
            ("correlation of RR", self.aligned.correlation, self.correlation, partial(fixed, places=2)),
            ("signed-rank p", self.aligned.pvalues["wilcoxon-signed-rank"], self.pvalues, p_value),
        ):
            finite = shuffled[np.isfinite(shuffled)]
            low, middle, high = np.quantile(finite, [0.025, 0.5, 0.975]) if len(finite) else (math.nan,) * 3
            rows.append([name, write(aligned), write(middle), f"{write(low)} to {write(high)}"])
        caption = f"Aligned, and {len(self.phi)} shuffles of B's queries"
        return [Table(caption, ["", "aligned", "shuffled", "95% of shuffles"], rows, left=1)]


def alignment_shuffle(
    ranks_a: ArrayLike,
    ranks_b: ArrayLike,
    *,
    rng: np.random.Generator | int,
    repetitions: int = 200,
    cutoff: int = 100,
) -> AlignmentShuffle:
    """Compare two runs with aligned queries, and with run B's queries shuffled many times.

    Parameters
    ----------
    ranks_a, ranks_b : array_like of int, shape (queries,)
        Rank of the relevant document of each query, from 1; 0 if the run does not find it.
    rng : numpy.random.Generator or int
        Generator or seed.
    repetitions : int, optional
        Number of shuffles, 1 or more.
    cutoff : int, optional
        Ranks beyond the cutoff count as not found.

    Returns
    -------
    AlignmentShuffle

    Raises
    ------
    InputError
        If the ranks, the number of repetitions or the cutoff cannot be used.
    """
    check_whole("the number of repetitions", repetitions)
    check_whole("the cutoff", cutoff)
    a, b = read_pair(ranks_a, ranks_b, cutoff)
    random = generator(rng, "shuffling")
    phi, correlation, pvalues = np.empty((3, repetitions))
    for repetition in range(repetitions):
        shuffled = random.permutation(b)
        phi[repetition] = _correlation(a > 0, shuffled > 0)
        correlation[repetition] = _correlation(reciprocal(a), reciprocal(shuffled))
        pvalues[repetition] = significance.signed_rank(reciprocal(a), reciprocal(shuffled))
    return AlignmentShuffle(_compare(a, b, 0.0), phi, correlation, pvalues)


def _check_share(share: object) -> float:
    if not isinstance(share, float | Integral | np.floating) or not 0 <= float(share) <= 1:
        raise InputError(f"the share of queries to shuffle must lie between 0 and 1; given: {share!r}")
    return float(share)


def _shuffle(ranks: Ranks, share: float, rng: np.random.Generator) -> Ranks:
    moved = rng.permutation(len(ranks))[: round(share * len(ranks))]
    shuffled = ranks.copy()
    shuffled[moved] = ranks[rng.permutation(moved)]
    return shuffled


def _compare(a: Ranks, b: Ranks, share: float) -> Alignment:
    both = (a > 0) & (b > 0)
    rr_a, rr_b = reciprocal(a), reciprocal(b)
    return Alignment(
        share=share,
        mrr_a=mean_reciprocal(a),
        mrr_b=mean_reciprocal(b),
        phi=_correlation(a > 0, b > 0),
        correlation=_correlation(rr_a, rr_b),
        correlation_both=_correlation(rr_a[both], rr_b[both]),
        pvalues={
            "wilcoxon-rank-sum": significance.rank_sum(rr_a, rr_b),
            "wilcoxon-signed-rank": significance.signed_rank(rr_a, rr_b),
            "paired-t": significance.paired_t(rr_a, rr_b),
            "unpaired-t": significance.unpaired_t(rr_a, rr_b),
        },
    )


def _correlation(x: NDArray[np.bool_] | NDArray[np.float64], y: NDArray[np.bool_] | NDArray[np.float64]) -> float:
    """Return Pearson's correlation, NaN if one side does not vary; for two Boolean arrays it is phi."""
    if len(x) < 2:
        return math.nan
    left, right = x - np.mean(x), y - np.mean(y)
    spread = float(np.sqrt((left @ left) * (right @ right)))
    return float(left @ right) / spread if spread > 1e-12 else math.nan
