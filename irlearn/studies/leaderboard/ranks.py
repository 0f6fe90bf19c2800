"""The rank of each query's relevant document: read from qrels and a run, checked, and its reciprocal."""

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

Ranks = NDArray[np.int64]


def first_relevant_ranks(qrels: Qrels | Any, run: Run, *, first_relevant: bool = False) -> Ranks:
    """The rank of the relevant document of each query of the qrels, in their order; 0 where the run does not find it.

    An `InputError` where a query has several relevant documents, unless `first_relevant=True` takes the first of them.

    >>> from irlearn import Run
    >>> run = Run.from_dict({"q1": {"d1": 1, "d2": 2}}, name="bm25")
    >>> first_relevant_ranks({"q1": {"d1": 1}, "q2": {"d1": 1}}, run)
    array([2, 0])
    """
    judged = qrels if isinstance(qrels, Qrels) else read_qrels(qrels)
    if not isinstance(run, Run):
        raise InputError(f"a run must be a Run, as read_run gives; given: {type(run).__name__}")
    relevant = relevant_counts(judged)
    if (relevant > 1).any() and not first_relevant:
        first = int(np.argmax(relevant > 1))
        raise InputError(
            f"the outcomes are defined for one relevant document a query, but "
            f"{count_noun(int((relevant > 1).sum()), 'query')} of {len(relevant)} have several, such as "
            f"{judged.queries[first]} with {relevant[first]}; to take the rank "
            "of the first relevant document instead, say first_relevant=True (--first-relevant in the shell)"
        )
    joined = join(judged, run)
    ranks = np.zeros(len(joined.queries), dtype=np.int64)
    for where, rankings in joined.batches():
        scores = RR.scores(rankings)
        ranks[where] = np.rint(np.divide(1, scores, out=np.zeros_like(scores), where=scores > 0))
    return ranks


def relevant_counts(qrels: Qrels) -> NDArray[np.int64]:
    """The number of relevant documents of each query."""
    grades, offsets = qrels.judged
    found = np.concatenate([[0], np.cumsum(grades > 0)])
    return np.asarray(found[offsets[1:]] - found[offsets[:-1]])


def read_pair(a: ArrayLike, b: ArrayLike, cutoff: int, names: tuple[str, str] = ("A", "B")) -> tuple[Ranks, Ranks]:
    """The ranks of two runs on the same queries as arrays, 0 beyond the cutoff; else an `InputError`."""
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
    """The ranks of one run as an array of whole numbers, 0 beyond the cutoff; else an `InputError`."""
    numbers = None
    with suppress(OverflowError, TypeError, ValueError):
        given = np.asarray(ranks)
        if given.dtype.kind in "iuf" or all(isinstance(one, Real) for one in given.ravel().tolist()):
            numbers = given.astype(np.float64)
    if numbers is None:  # or text that spells numbers
        raise InputError(f"the ranks of {name} must be numbers, 0 where the document was not found")
    if given.ndim != 1:
        raise InputError(f"the ranks of {name} must be one list with one rank a query; given: {given.ndim} dimensions")
    bad = ~np.isfinite(numbers) | (numbers < 0) | (numbers != np.rint(numbers))
    if bad.any():
        first = int(np.argmax(bad))
        raise InputError(
            f"a rank is a whole number from 1, or 0 where the document was not found; given by {name} for query "
            f"{first + 1}: {given[first]}"
        )
    return np.where(numbers <= cutoff, numbers, 0).astype(np.int64)


def reciprocal(ranks: Ranks) -> NDArray[np.float64]:
    """One divided by each rank, and 0 for 0."""
    return np.asarray(np.divide(1.0, ranks, out=np.zeros(len(ranks)), where=ranks > 0))


def mean_reciprocal(ranks: Ranks) -> float:
    """The mean of one divided by each rank (0 for 0), nan of none; from exact fractions, so that equal means are equal.

    >>> mean_reciprocal(np.array([3, 3, 3, 0])) == mean_reciprocal(np.array([2, 4, 4, 0]))
    True
    """
    if not len(ranks):
        return math.nan
    counts = np.bincount(ranks)
    there = np.flatnonzero(counts[1:]) + 1
    common = math.lcm(*there.tolist())
    total = sum(int(count) * (common // rank) for rank, count in zip(there.tolist(), counts[there], strict=True))
    return total / (common * len(ranks))


@dataclass(frozen=True)
class Overall:
    """The means of two runs over all queries, each query without an answer counted as if found at a rank.

    `esl` and `rr` hold the means of A and of B, `pvalues` those of the signed-rank and the paired t test on each; nan
    where there is nothing to test.
    """

    esl: tuple[float, float]
    rr: tuple[float, float]
    pvalues: dict[str, tuple[float, float]] = field(default_factory=dict)


def overall(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int, miss: int | None) -> Overall:
    """The means over all queries when a miss counts as found at the rank `miss`; None: RR 0, and no ESL (nan).

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
    pvalues = {"rr": _tested(*reciprocal), "esl": (math.nan, math.nan) if miss is None else _tested(*both)}
    return Overall((esl[0], esl[1]), (float(reciprocal[0].mean()), float(reciprocal[1].mean())), pvalues)


def turning_point(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int) -> Fraction | None:
    """The rank at which a miss must count for both mean ESL over all queries to be the same; None where none does.

    >>> turning_point([1, 4, 0], [2, 0, 0], cutoff=10)
    Fraction(3, 1)
    """
    answered = [_answered(ranks, cutoff) for ranks in (ranks_a, ranks_b)]
    read = [int(np.asarray(ranks)[here].sum()) for ranks, here in zip((ranks_a, ranks_b), answered, strict=True)]
    more = int(answered[1].sum()) - int(answered[0].sum())
    return Fraction(read[1] - read[0], more) if more else None


def _answered(ranks: ArrayLike, cutoff: int) -> NDArray[np.bool_]:
    places = np.asarray(ranks)
    answered: NDArray[np.bool_] = (places > 0) & (places <= cutoff)
    return answered


def _tested(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, float]:
    return significance.signed_rank(a, b), significance.paired_t(a, b)
