"""Hedge: runs are experts, weighed by what their documents turned out to be."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.studies.adjudication.methods.base import Floats, Strategy
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.numbers import percent, readable


def gains(topic: PooledTopic) -> Floats:
    """How much each contributing run stands up for each pooled document; shape (contributors, size).

    ln(|P| / rank) for a retrieved document; for one that is not, the mean of that over the ranks behind the run's last.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> pooled = pool_arrays([[[0, 1]], [[1, 2]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2)
    >>> gains(pooled.topics[0]).round(3).tolist()
    [[1.099, 0.405, 0.0], [0.0, 1.099, 0.405]]
    """
    size = topic.size
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size + 1)))])
    behind = np.maximum(size - topic.lengths, 1)
    missing = math.log(size) - (logs[-1] - logs[topic.lengths]) / behind
    at_rank = math.log(size) - np.log(np.maximum(np.arange(topic.heads.shape[1] + 1), 1))
    return np.where(topic.ranks > 0, at_rank[topic.ranks], missing[:, np.newaxis])


class Hedge(Strategy):
    """Hedge: the document with the largest weighted gain is judged; a run's loss grows by half of what it staked on
    a non-relevant document and shrinks by half of what it staked on a relevant one. Its weight is beta^loss.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, beta: float, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.gains = np.asfortranarray(gains(topic))  # a document's gains lie together
        self.loss = np.zeros(len(topic.names))
        self.among = 1
        self._rate = math.log(beta)
        self._closed = np.zeros(topic.size)

    @property
    def weights(self) -> Floats:
        """The weight of each run; they add up to 1."""
        heavy = self._relative()
        return np.asarray(heavy / heavy.sum())

    def _relative(self) -> Floats:
        """The weights over the largest one: they order documents as the weights do."""
        logs = self._rate * self.loss
        return np.asarray(np.exp(logs - logs[logs.argmax()]))

    def pick(self) -> int:
        """The unjudged document with the largest weighted gain."""
        document, self.among = self.best(self._relative() @ self.gains + self._closed)
        return document

    def apply_judgment(self, document: int, relevant: bool) -> None:
        """Every run loses or wins half of what it staked."""
        self.loss += (-0.5 if relevant else 0.5) * self.gains[:, document]
        self._closed[document] = -np.inf

    def reason(self, document: int) -> str:
        """Its weighted gain, and which run weighs most."""
        weights = self.weights
        heaviest = int(weights.argmax())
        ended = self.tie_break_text(self.among, "document")
        return (
            f"{self.document_id(document)} has the largest weighted gain, {readable(self.score(document))}{ended}; "
            f"the heaviest run is {self.topic.names[heaviest]}, with {percent(float(weights[heaviest]), 0)} of the "
            "weight."
        )

    def score(self, document: int) -> float:
        """Its weighted gain."""
        return float(self.weights @ self.gains[:, document])

    def columns(self) -> dict[str, NDArray[Any]]:
        """The weight and the loss of each run."""
        return {"weight": self.weights, "loss": self.loss.copy()}

    def scores(self) -> dict[str, NDArray[Any]]:
        """The weighted gain of each document."""
        return {"score": self.weights @ self.gains}

    def candidates(self) -> NDArray[np.intp]:
        """The unjudged documents by their weighted gains, as they stand now."""
        first = super().candidates()
        order = np.argsort(-self.scores()["score"], kind="stable")
        return np.concatenate([first, order[~self.judged[order] & ~np.isin(order, first)]])
