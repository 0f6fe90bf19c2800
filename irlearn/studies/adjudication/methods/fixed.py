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
    """The best rank of each pooled document in any contributing run."""
    return np.asarray(np.where(topic.ranks > 0, topic.ranks, _FAR).min(axis=0))


class DepthN(FixedOrder):
    """DepthN: documents at rank 1 of any run, then rank 2, and so on."""

    def keys(self) -> list[NDArray[Any]]:
        """The best rank."""
        return [-best_ranks(self.topic)]

    def reason(self, document: int) -> str:
        """The best rank, and a run that gives it."""
        rank = int(best_ranks(self.topic)[document])
        run = self.topic.names[int(np.argmax(self.topic.ranks[:, document] == rank))]
        ended = self.tie_break_text(self.equals(document), "document")
        return f"{self.document_id(document)} is at rank {rank} of {run}, and none is left above{ended}."


class Ntcir(FixedOrder):
    """NTCIR: by the number of runs that hold the document, then by the sum of its ranks there, the smaller first."""

    def keys(self) -> list[NDArray[Any]]:
        """How many runs hold a document, and the sum of its ranks there."""
        ranks = self.topic.ranks
        return [np.count_nonzero(ranks, axis=0), -ranks.sum(axis=0)]

    def reason(self, document: int) -> str:
        """How many runs hold it, and where."""
        held, ranks = (int(key[document]) for key in self.sorted_by)
        return (
            f"{self.document_id(document)} is held by {count_noun(held, 'run')}, the most of those left, "
            f"with ranks that add up to {-ranks}{self.tie_break_text(self.equals(document), 'document')}."
        )


class _Fused(FixedOrder):
    """An order by one score; scores that differ by rounding only are tied."""

    what = "score"

    def fused(self) -> Floats:
        """The score of each pooled document."""
        raise NotImplementedError

    def keys(self) -> list[NDArray[Any]]:
        self.score_of = self.fused()
        return [dense_ranks(self.score_of)]

    def score(self, document: int) -> float:
        return float(self.score_of[document])

    def scores(self) -> dict[str, NDArray[Any]]:
        return {"score": self.score_of.copy()}

    def reason(self, document: int) -> str:
        ended = self.tie_break_text(self.equals(document), "document")
        name, score = self.document_id(document), readable(self.score(document))
        return f"{name} has the highest {self.what} of those left, {score}{ended}."


class ReciprocalRankFusion(_Fused):
    """RRF: the sum of 1 / (k + rank) over the runs that hold the document."""

    what = "sum of reciprocal ranks"

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, k: float, **options: Any) -> None:
        self.k = k
        super().__init__(topic, rng, **options)

    def fused(self) -> Floats:
        """The sum of the reciprocal ranks."""
        ranks = self.topic.ranks
        return np.asarray(np.where(ranks > 0, 1 / (self.k + np.maximum(ranks, 1)), 0.0).sum(axis=0))


class Borda(_Fused):
    """Borda: |P| points from each run for its first document, one less for each next one.

    The points that a run did not give are shared by the documents that it lacks, or lost.
    """

    what = "number of points"

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, missing: str, **options: Any) -> None:
        self.missing = missing
        super().__init__(topic, rng, **options)

    def fused(self) -> Floats:
        """The sum of the points."""
        ranks, size = self.topic.ranks, self.topic.size
        rest = (size - self.topic.lengths + 1) / 2 if self.missing == "shared" else np.zeros(len(ranks))
        return np.asarray(np.where(ranks > 0, size - ranks + 1, rest[:, np.newaxis]).sum(axis=0))


class CombMnz(_Fused):
    """CombMNZ: the sum of a document's normalised scores, times the number of runs that hold it."""

    what = "CombMNZ score"

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, scores: str, **options: Any) -> None:
        self.by = scores
        super().__init__(topic, rng, **options)

    def fused(self) -> Floats:
        """The sum of the normalised scores, times how many runs there are."""
        topic, ranks = self.topic, self.topic.ranks
        held = np.count_nonzero(ranks, axis=0)
        if self.by == "ranks":
            return np.asarray(np.where(ranks > 0, (topic.reach + 1 - ranks) / topic.reach, 0.0).sum(axis=0) * held)
        values = topic.head_values
        if values is None:
            raise InputError(
                "combmnz(scores='run') needs the runs' own scores, which arrays of ranks do not have; take 'ranks'"
            )
        low, high = np.nanmin(values, axis=1, initial=np.inf), np.nanmax(values, axis=1, initial=-np.inf)
        spread = np.where(high > low, high - low, 1.0)[:, np.newaxis]
        normal = np.where((high > low)[:, np.newaxis], (values - low[:, np.newaxis]) / spread, 1.0)
        total = np.zeros(topic.size)
        run, rank = np.nonzero(topic.heads >= 0)
        np.add.at(total, topic.heads[run, rank], normal[run, rank])
        return np.asarray(total * held)


def preferences(topic: PooledTopic) -> NDArray[np.int32]:
    """How many contributing runs prefer the one document to the other; shape (size, size).

    A run prefers what it ranks higher, and what it holds to what it does not.
    """
    size = topic.size
    held = np.count_nonzero(topic.ranks, axis=0)
    upper, lower = np.triu_indices(topic.heads.shape[1], 1)
    first, second = topic.heads[:, upper], topic.heads[:, lower]
    both = second >= 0
    beaten = np.bincount(second[both].astype(np.int64) * size + first[both], minlength=size * size)
    return np.asarray(held[:, np.newaxis] - beaten.reshape(size, size), dtype=np.int32)


class Condorcet(FixedOrder):
    """Condorcet: a document that more runs prefer to another comes before it; cycles are settled as `cycles` says."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, cycles: str, **options: Any) -> None:
        self.cycles = cycles
        super().__init__(topic, rng, **options)

    def keys(self) -> list[NDArray[Any]]:
        """Duels won less duels lost, or the place after a sort by duels."""
        wins = preferences(self.topic)
        beats = wins > wins.T
        self.copeland = beats.sum(axis=1) - beats.sum(axis=0)
        if self.cycles == "copeland":
            return [self.copeland]
        start = self.rng.permutation(self.topic.size) if self.ties == "random" else np.arange(self.topic.size)
        rows = beats.tolist()
        order = sorted(start.tolist(), key=cmp_to_key(lambda one, two: rows[two][one] - rows[one][two]))
        place = np.empty(self.topic.size, dtype=np.intp)
        place[order] = np.arange(self.topic.size)
        return [-place]

    def score(self, document: int) -> float:
        """Duels won less duels lost."""
        return float(self.copeland[document])

    def scores(self) -> dict[str, NDArray[Any]]:
        """Duels won less duels lost of each document."""
        return {"score": self.copeland.copy()}

    def reason(self, document: int) -> str:
        """How many duels it wins."""
        ahead = general(self.score(document))
        ended = self.tie_break_text(self.equals(document), "document")
        return (
            f"{self.document_id(document)} wins {ahead} more duels than it loses "
            f"against the other documents of the pool, a majority of runs deciding each{ended}."
        )


class RandomOrder(FixedOrder):
    """Random: documents of the pool, drawn one by one."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **{**options, "ties": "random"})

    def keys(self) -> list[NDArray[Any]]:
        """Nothing: each document is as good as any other."""
        return []

    def reason(self, document: int) -> str:
        """That it was drawn."""
        left = count_noun(self.topic.size - self.number, "unjudged document")
        return f"{self.document_id(document)} was drawn among {left} of the pool."
