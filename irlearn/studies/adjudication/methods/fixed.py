"""Methods whose order is settled before the first judgment: by depth, by votes, by fusion, at random."""

from __future__ import annotations

from functools import cmp_to_key
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.statistics.ties import dense_ranks
from irlearn.studies.adjudication.methods.base import FixedOrder, Floats
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.english import count_noun
from irlearn.text.numbers import general, readable

_FAR = np.iinfo(np.int32).max


def best_ranks(topic: PooledTopic) -> NDArray[np.int32]:
    """Return the best rank of each pooled document in any contributing run."""
    return np.asarray(np.where(topic.ranks > 0, topic.ranks, _FAR).min(axis=0))


class DepthN(FixedOrder):
    """DepthN: documents at rank 1 of any run, then rank 2, and so on."""

    def keys(self) -> list[NDArray[Any]]:
        return [-best_ranks(self.topic)]

    def reason(self, document: int) -> str:
        rank = int(best_ranks(self.topic)[document])
        run = self.topic.names[int(np.argmax(self.topic.ranks[:, document] == rank))]
        ended = self.tie_break_text(self.equals(document), "document")
        return f"{self.document_id(document)} is at rank {rank} of {run}, and none is left above{ended}."


class Ntcir(FixedOrder):
    """NTCIR: order by the number of runs that retrieve a document, then by the sum of its ranks, smallest first."""

    def keys(self) -> list[NDArray[Any]]:
        ranks = self.topic.ranks
        return [np.count_nonzero(ranks, axis=0), -ranks.sum(axis=0)]

    def reason(self, document: int) -> str:
        runs, negative_sum = (int(key[document]) for key in self.sorted_by)
        return (
            f"{self.document_id(document)} is held by {count_noun(runs, 'run')}, the most of those left, "
            f"with ranks that add up to {-negative_sum}{self.tie_break_text(self.equals(document), 'document')}."
        )


class _Fused(FixedOrder):
    """Base class of orders by one score; scores that differ only by rounding are tied."""

    what = "score"

    def fused(self) -> Floats:
        """Return the score of each pooled document."""
        raise NotImplementedError

    def keys(self) -> list[NDArray[Any]]:
        self.score_of = self.fused()
        return [dense_ranks(self.score_of)]

    def score(self, document: int) -> float:
        return float(self.score_of[document])

    def scores(self) -> dict[str, NDArray[Any]]:
        return {"score": self.score_of.copy()}

    def reason(self, document: int) -> str:
        remark = self.tie_break_text(self.equals(document), "document")
        name, score = self.document_id(document), readable(self.score(document))
        return f"{name} has the highest {self.what} of those left, {score}{remark}."


class ReciprocalRankFusion(_Fused):
    """RRF: by the sum of 1 / (k + rank) over the runs with the document."""

    what = "sum of reciprocal ranks"

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, k: float, **options: Any) -> None:
        self.k = k
        super().__init__(topic, rng, **options)

    def fused(self) -> Floats:
        ranks = self.topic.ranks
        return np.asarray(np.where(ranks > 0, 1 / (self.k + np.maximum(ranks, 1)), 0.0).sum(axis=0))


class Borda(_Fused):
    """Borda: each run gives |P| points to its first document, and one point less to each next document.

    The remaining points of a run are shared by the pooled documents that it does not retrieve, or are not given.
    """

    what = "number of points"

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, missing: str, **options: Any) -> None:
        self.missing = missing
        super().__init__(topic, rng, **options)

    def fused(self) -> Floats:
        ranks, size = self.topic.ranks, self.topic.size
        rest = (size - self.topic.lengths + 1) / 2 if self.missing == "shared" else np.zeros(len(ranks))
        return np.asarray(np.where(ranks > 0, size - ranks + 1, rest[:, np.newaxis]).sum(axis=0))


class CombMnz(_Fused):
    """CombMNZ: by the sum of a document's normalized scores, times the number of runs with it."""

    what = "CombMNZ score"

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, scores: str, **options: Any) -> None:
        self.by = scores
        super().__init__(topic, rng, **options)

    def fused(self) -> Floats:
        topic, ranks = self.topic, self.topic.ranks
        runs = np.count_nonzero(ranks, axis=0)
        if self.by == "ranks":
            return np.asarray(np.where(ranks > 0, (topic.reach + 1 - ranks) / topic.reach, 0.0).sum(axis=0) * runs)
        values = topic.head_values
        if values is None:
            raise InputError(
                "combmnz(scores='run') needs the runs' own scores, which arrays of ranks do not have; take 'ranks'"
            )
        low, high = np.nanmin(values, axis=1, initial=np.inf), np.nanmax(values, axis=1, initial=-np.inf)
        spread = np.where(high > low, high - low, 1.0)[:, np.newaxis]
        normalized = np.where((high > low)[:, np.newaxis], (values - low[:, np.newaxis]) / spread, 1.0)
        total = np.zeros(topic.size)
        run, position = np.nonzero(topic.heads >= 0)
        np.add.at(total, topic.heads[run, position], normalized[run, position])
        return np.asarray(total * runs)


def _run_counts(topic: PooledTopic) -> NDArray[np.intp]:
    """Return the number of contributing runs that retrieve each pooled document."""
    return np.bincount(topic.heads[topic.heads >= 0], minlength=topic.size)


def beats(topic: PooledTopic, documents: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return whether the first of two documents is preferred by more contributing runs than the second.

    A run prefers a document to those that it ranks lower or does not retrieve. The shape is (documents, documents).
    """
    size, one = len(documents), np.min_scalar_type(len(topic.heads)).type(1)  # Small numbers take much less time.
    numbers = np.full(topic.size + 1, -1, dtype=np.intp)  # The last element belongs to ranks without a document.
    numbers[documents] = np.arange(size)
    wins = np.empty((size, size), dtype=one.dtype)
    wins[:] = _run_counts(topic)[documents, np.newaxis]
    flat = wins.reshape(-1)
    above = np.tril_indices(topic.heads.shape[1], -1)[1]  # The ranks above rank 1, above rank 2, and so on.
    for head in numbers[topic.heads]:
        listed = head[head >= 0]
        lower = np.repeat(listed * size, np.arange(len(listed)))
        np.subtract.at(flat, lower + listed.take(above[: len(lower)]), one)
    return np.asarray(wins > wins.T)


def copeland(topic: PooledTopic) -> NDArray[np.intp]:
    """Return the number of duels that each pooled document wins, less the number that it loses.

    The duels of documents that a single run retrieves are not counted one by one. Such a document beats those of the
    same kind below it in its run, loses to those above it, and ties with those of other runs. It ties with documents of
    two runs that are below it in its run, and loses to all other documents.
    """
    runs = _run_counts(topic)
    held = np.where(topic.heads >= 0, runs[topic.heads], 0)
    single, double, several = held == 1, held == 2, np.flatnonzero(runs > 1)
    above, doubles_above = np.cumsum(single, axis=1), np.cumsum(double, axis=1)  # They include the document itself.
    below, doubles_below = above[:, -1:] - above, doubles_above[:, -1:] - doubles_above
    difference = np.empty(topic.size, dtype=np.intp)
    difference[topic.heads[single]] = (below - above + 1 + doubles_below)[single] - len(several)
    wins = beats(topic, several).view(np.uint8)
    balance = wins.sum(axis=1, dtype=np.int32) - wins.sum(axis=0, dtype=np.int32)
    difference[several] = balance + np.count_nonzero(runs == 1)
    np.subtract.at(difference, topic.heads[double], above[double])  # The ties with documents of a single run.
    return difference


class Condorcet(FixedOrder):
    """Condorcet: a document precedes another if more runs prefer it; `cycles` says how cycles are resolved."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, cycles: str, **options: Any) -> None:
        self.cycles = cycles
        super().__init__(topic, rng, **options)

    def keys(self) -> list[NDArray[Any]]:
        self.copeland = copeland(self.topic)
        if self.cycles == "copeland":
            return [self.copeland]
        start = self.rng.permutation(self.topic.size) if self.ties == "random" else np.arange(self.topic.size)
        rows = beats(self.topic, np.arange(self.topic.size)).tolist()
        order = sorted(start.tolist(), key=cmp_to_key(lambda first, second: rows[second][first] - rows[first][second]))
        position = np.empty(self.topic.size, dtype=np.intp)
        position[order] = np.arange(self.topic.size)
        return [-position]

    def score(self, document: int) -> float:
        """Return the number of duels won less duels lost."""
        return float(self.copeland[document])

    def scores(self) -> dict[str, NDArray[Any]]:
        return {"score": self.copeland.copy()}

    def reason(self, document: int) -> str:
        difference = general(self.score(document))
        remark = self.tie_break_text(self.equals(document), "document")
        return (
            f"{self.document_id(document)} wins {difference} more duels than it loses "
            f"against the other documents of the pool, a majority of runs deciding each{remark}."
        )


class RandomOrder(FixedOrder):
    """Random: draw the documents of the pool one by one."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **{**options, "ties": "random"})

    def keys(self) -> list[NDArray[Any]]:
        return []

    def reason(self, document: int) -> str:
        left = count_noun(self.topic.size - self.number, "unjudged document")
        return f"{self.document_id(document)} was drawn among {left} of the pool."
