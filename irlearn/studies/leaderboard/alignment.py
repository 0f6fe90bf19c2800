"""What it is worth that two runs are compared query by query: shuffle the queries of one, and look."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from numbers import Integral

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError, check_whole
from irlearn.statistics.arrays import generator
from irlearn.studies.leaderboard import significance_tests as significance
from irlearn.studies.leaderboard.ranks import Ranks, mean_reciprocal, read_pair, reciprocal
from irlearn.text.numbers import decimal, fixed, p_value
from irlearn.text.tables import Captioned, TableReport


@dataclass(frozen=True)
class Alignment:
    """How alike two runs are query by query, and the tests on RR over all queries.

    `phi` is the correlation (-1 to 1) of answered with answered, `correlation` that of RR with RR, a miss being 0;
    `correlation_both` that of RR on the queries that both answer. nan where a run does the same on every query.
    `pvalues` holds `wilcoxon-rank-sum`, `wilcoxon-signed-rank`, `paired-t` and `unpaired-t`.

    >>> found = align([1, 1, 2, 5, 0, 9], [1, 2, 1, 6, 0, 5])
    >>> round(found.phi, 3), round(found.correlation, 3)
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
    """Two runs compared query by query, after a share (0 to 1) of B's queries was shuffled among themselves.

    Shuffling leaves the scores of each run as they are, and with them the tests for independent samples. `rng` is a
    NumPy generator or a seed, needed where the share is above 0.

    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3]
    >>> align(ranks, ranks, share=1, rng=1).mrr_b == align(ranks, ranks).mrr_b
    True
    """
    check_whole("the cutoff", cutoff)
    moved = _share(share)
    a, b = read_pair(ranks_a, ranks_b, cutoff)
    if moved:
        b = _shuffled(b, moved, generator(rng, "shuffling"))
    return _compared(a, b, moved)


@dataclass(frozen=True, repr=False, eq=False)
class AlignmentShuffle(TableReport):
    """Two runs as they are aligned, beside many shuffles of B's queries: the control for what pairing is worth.

    `phi`, `correlation` and `pvalues` hold one number a shuffle, shape (repetitions,); `pvalues` is the signed-rank
    test on RR over all queries.

    >>> ranks = [1, 1, 2, 5, 0, 9, 0, 3, 1, 0, 20, 4]
    >>> found = alignment_shuffle(ranks, [1, 2, 1, 6, 0, 5, 30, 2, 1, 0, 11, 3], rng=1, repetitions=50)
    >>> found.aligned.phi > float(found.phi.mean())
    True
    """

    aligned: Alignment
    phi: NDArray[np.float64]
    correlation: NDArray[np.float64]
    pvalues: NDArray[np.float64]

    def __repr__(self) -> str:
        return f"AlignmentShuffle of {len(self.phi)} repetitions: phi {decimal(self.aligned.phi, 2)} aligned"

    def _tables(self) -> list[Captioned]:
        rows = []
        for name, aligned, shuffled, write in (
            ("phi of answered", self.aligned.phi, self.phi, partial(fixed, places=2)),
            ("correlation of RR", self.aligned.correlation, self.correlation, partial(fixed, places=2)),
            ("signed-rank p", self.aligned.pvalues["wilcoxon-signed-rank"], self.pvalues, p_value),
        ):
            known = shuffled[np.isfinite(shuffled)]
            low, middle, high = np.quantile(known, [0.025, 0.5, 0.975]) if len(known) else (math.nan,) * 3
            rows.append([name, write(aligned), write(middle), f"{write(low)} to {write(high)}"])
        caption = f"Aligned, and {len(self.phi)} shuffles of B's queries"
        return [(caption, ["", "aligned", "shuffled", "95% of shuffles"], rows)]


def alignment_shuffle(
    ranks_a: ArrayLike,
    ranks_b: ArrayLike,
    *,
    rng: np.random.Generator | int,
    repetitions: int = 200,
    cutoff: int = 100,
) -> AlignmentShuffle:
    """Two runs aligned, and with B's queries shuffled `repetitions` times."""
    check_whole("the number of repetitions", repetitions)
    check_whole("the cutoff", cutoff)
    a, b = read_pair(ranks_a, ranks_b, cutoff)
    source = generator(rng, "shuffling")
    phi, correlation, pvalues = np.empty((3, repetitions))
    for turn in range(repetitions):
        shuffled = source.permutation(b)
        phi[turn] = _correlation(a > 0, shuffled > 0)
        correlation[turn] = _correlation(reciprocal(a), reciprocal(shuffled))
        pvalues[turn] = significance.signed_rank(reciprocal(a), reciprocal(shuffled))
    return AlignmentShuffle(_compared(a, b, 0.0), phi, correlation, pvalues)


def _share(given: object) -> float:
    if not isinstance(given, float | Integral | np.floating) or not 0 <= float(given) <= 1:
        raise InputError(f"the share of queries to shuffle must lie between 0 and 1; given: {given!r}")
    return float(given)


def _shuffled(ranks: Ranks, share: float, rng: np.random.Generator) -> Ranks:
    moved = rng.permutation(len(ranks))[: round(share * len(ranks))]
    shuffled = ranks.copy()
    shuffled[moved] = ranks[rng.permutation(moved)]
    return shuffled


def _compared(a: Ranks, b: Ranks, share: float) -> Alignment:
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
    """Pearson's correlation, nan where one side does not vary; of two yes-or-no lists it is phi."""
    if len(x) < 2:
        return math.nan
    left, right = x - np.mean(x), y - np.mean(y)
    spread = float(np.sqrt((left @ left) * (right @ right)))
    return float(left @ right) / spread if spread > 1e-12 else math.nan
