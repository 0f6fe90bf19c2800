"""The rank of each query's relevant document: read from qrels and a run, checked, and its reciprocal."""

from __future__ import annotations

import math
from contextlib import suppress
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.errors import InputError
from irlearn.measures import RR
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
