"""Ranks of the queries' relevant documents: read from qrels and a run, checked, and averaged.

`first_relevant_ranks` reads the ranks; `read_pair` and `read_ranks` check them. `mean_reciprocal` is MRR. `overall` and
`turning_point` count a miss as found at some rank, to show how this choice decides which run is better.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.errors import InputError
from irlearn.measures import RR
from irlearn.studies.leaderboard import significance_tests as significance
from irlearn.text.english import count_noun

Ranks = NDArray[np.intp]


def first_relevant_ranks(qrels: Qrels | Any, run: Run, *, first_relevant: bool = False) -> Ranks:
    """Return the rank of the relevant document of each query of the qrels.

    Parameters
    ----------
    qrels : Qrels or any source that `read_qrels` accepts
        The judgments.
    run : Run
        The run.
    first_relevant : bool, optional
        Whether to take the rank of the first relevant document if a query has several.

    Returns
    -------
    ndarray of int, shape (queries,)
        Ranks from 1 in the order of the qrels' queries; 0 if the run does not find the document.

    Raises
    ------
    InputError
        If a query has several relevant documents and `first_relevant` is False.

    Examples
    --------
    >>> from irlearn import Run
    >>> run = Run.from_dict({"q1": {"d1": 1, "d2": 2}}, name="bm25")
    >>> first_relevant_ranks({"q1": {"d1": 1}, "q2": {"d1": 1}}, run)
    array([2, 0])
    """
    judged = qrels if isinstance(qrels, Qrels) else read_qrels(qrels)
    if not isinstance(run, Run):
        raise InputError(f"a run must be a Run, as read_run gives; given: {type(run).__name__}")
    counts = relevant_counts(judged)
    if (counts > 1).any() and not first_relevant:
        first = int(np.argmax(counts > 1))
        raise InputError(
            f"the outcomes are defined for one relevant document per query, but "
            f"{count_noun(int((counts > 1).sum()), 'query')} of {len(counts)} have several, such as "
            f"{judged.queries[first]} with {counts[first]}; to take the rank "
            "of the first relevant document instead, say first_relevant=True (--first-relevant in the shell)"
        )
    joined = join(judged, run)
    ranks = np.zeros(len(joined.queries), dtype=np.intp)
    for queries, rankings in joined.batches():
        scores = RR.scores(rankings)
        ranks[queries] = np.rint(np.divide(1, scores, out=np.zeros_like(scores), where=scores > 0))
    return ranks


def relevant_counts(qrels: Qrels) -> NDArray[np.intp]:
    """Return the number of relevant documents of each query."""
    grades, offsets = qrels.judged
    cumulative = np.concatenate([[0], np.cumsum(grades > 0)])
    return np.asarray(cumulative[offsets[1:]] - cumulative[offsets[:-1]])


def read_pair(a: ArrayLike, b: ArrayLike, cutoff: int, names: tuple[str, str] = ("A", "B")) -> tuple[Ranks, Ranks]:
    """Return the ranks of two runs on the same queries as arrays, 0 beyond the cutoff; else raise `InputError`."""
    ranks = read_ranks(a, cutoff, names[0]), read_ranks(b, cutoff, names[1])
    if len(ranks[0]) != len(ranks[1]):
        raise InputError(
            f"the two runs must be on the same queries, but {names[0]} has {count_noun(len(ranks[0]), 'query')} and "
            f"{names[1]} has {count_noun(len(ranks[1]), 'query')}"
        )
    if len(ranks[0]) < 2:
        raise InputError(f"two runs are compared on 2 queries or more; given: {count_noun(len(ranks[0]), 'query')}")
    return ranks


def read_ranks(ranks: ArrayLike, cutoff: int, name: str) -> Ranks:
    """Return the ranks of a run as an array of whole numbers, 0 beyond the cutoff; else raise `InputError`."""
    numbers = None
    with suppress(OverflowError, TypeError, ValueError):
        array = np.asarray(ranks)
        if array.dtype.kind in "iuf" or all(isinstance(rank, Real) for rank in array.ravel().tolist()):
            numbers = array.astype(np.float64)
    if numbers is None:  # Text is refused even if it spells numbers.
        raise InputError(f"the ranks of {name} must be numbers, 0 where the document was not found")
    if array.ndim != 1:
        raise InputError(
            f"the ranks of {name} must be one list with one rank per query; given: {array.ndim} dimensions"
        )
    bad = ~np.isfinite(numbers) | (numbers < 0) | (numbers != np.rint(numbers))
    if bad.any():
        first = int(np.argmax(bad))
        raise InputError(
            f"a rank is a whole number from 1, or 0 where the document was not found; given by {name} for query "
            f"{first + 1}: {array[first]}"
        )
    return np.where(numbers <= cutoff, numbers, 0).astype(np.intp)


def reciprocal(ranks: Ranks) -> NDArray[np.float64]:
    """Return the reciprocal of each rank, and 0 for 0."""
    return np.asarray(np.divide(1.0, ranks, out=np.zeros(len(ranks)), where=ranks > 0))


def mean_reciprocal(ranks: Ranks) -> float:
    """Return the mean reciprocal rank, where the rank 0 adds 0; NaN for no ranks.

    The mean is computed from exact fractions, so that equal means are equal floats.

    >>> mean_reciprocal(np.array([3, 3, 3, 0])) == mean_reciprocal(np.array([2, 4, 4, 0]))
    True
    """
    if not len(ranks):
        return math.nan
    counts = np.bincount(ranks)
    distinct = np.flatnonzero(counts[1:]) + 1
    common = math.lcm(*distinct.tolist())
    total = sum(int(count) * (common // rank) for rank, count in zip(distinct.tolist(), counts[distinct], strict=True))
    return total / (common * len(ranks))


@dataclass(frozen=True)
class Overall:
    """Means of two runs over all queries, with each miss counted as found at some rank.

    `esl` and `rr` are the means of A and of B; `pvalues` maps "esl" and "rr" to the p-values of the signed-rank and the
    paired t-test; they are NaN if there is nothing to test.
    """

    esl: tuple[float, float]
    rr: tuple[float, float]
    pvalues: dict[str, tuple[float, float]] = field(default_factory=dict)


def overall(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int, miss: int | None) -> Overall:
    """Return the means over all queries if a miss counts as found at the rank `miss`.

    With `miss` None, a miss has RR 0, and there is no ESL (NaN).

    >>> overall([1, 4, 0], [2, 0, 1], cutoff=10, miss=11).esl
    (5.333333333333333, 4.666666666666667)
    >>> overall([1, 4, 0], [2, 0, 1], cutoff=10, miss=None).rr
    (0.4166666666666667, 0.5)
    """
    both = [
        np.where(_answered(ranks, cutoff), np.asarray(ranks, float), miss or np.inf) for ranks in (ranks_a, ranks_b)
    ]
    reciprocal = [1 / ranks for ranks in both]
    esl = [float("nan") if miss is None else float(ranks.mean()) for ranks in both]
    pvalues = {"rr": _pvalues(*reciprocal), "esl": (math.nan, math.nan) if miss is None else _pvalues(*both)}
    return Overall((esl[0], esl[1]), (float(reciprocal[0].mean()), float(reciprocal[1].mean())), pvalues)


def turning_point(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int) -> Fraction | None:
    """Return the rank of a miss at which the mean ESL of both runs over all queries is the same; None if there is none.

    >>> turning_point([1, 4, 0], [2, 0, 0], cutoff=10)
    Fraction(3, 1)
    """
    answered = [_answered(ranks, cutoff) for ranks in (ranks_a, ranks_b)]
    sums = [int(np.asarray(ranks)[mask].sum()) for ranks, mask in zip((ranks_a, ranks_b), answered, strict=True)]
    more_answered = int(answered[1].sum()) - int(answered[0].sum())
    return Fraction(sums[1] - sums[0], more_answered) if more_answered else None


def _answered(ranks: ArrayLike, cutoff: int) -> NDArray[np.bool_]:
    array = np.asarray(ranks)
    answered: NDArray[np.bool_] = (array > 0) & (array <= cutoff)
    return answered


def _pvalues(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, float]:
    return significance.signed_rank(a, b), significance.paired_t(a, b)
