"""Methods that learn from judgments: move-to-front, the bandits, and Hedge.

Move-to-front and the bandits choose a run and judge its next document. Hedge weights all runs and judges the document
with the largest weighted gain.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.studies.adjudication.methods.base import Arms, Floats, Strategy
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.english import count_noun
from irlearn.text.numbers import general, percent, readable


class MoveToFront(Arms):
    """MTF: judge documents of a run until one is not relevant; the priority of the run then falls by 1.

    All runs start with priority 0. The next run is one of the highest priority, and its next unjudged documents follow.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.priority = np.zeros(len(topic.names))
        self.relevant = False
        """Whether the last document of the run that was taken was relevant."""
        self.continues = False
        """Whether the next document is from the same run as the last."""

    def pick(self) -> int:
        self.continues = self.relevant and bool(self.remaining[self.arm])
        return self.next_of(self.arm) if self.continues else super().pick()

    def choose_arm(self) -> tuple[int, int]:
        return self.best(self.open_values(self.priority))

    def update(self, document: int, relevant: bool, holders: NDArray[np.bool_]) -> None:  # noqa: ARG002
        if document == self._next:
            self.relevant = relevant
            self.priority[self.arm] -= not relevant

    def reason(self, document: int) -> str:
        rank = int(self.topic.ranks[self.arm, document])
        if self.continues:
            return (
                f"The last document of {self.run} was relevant, so the method stays with this run; its next document "
                f"is at rank {rank}."
            )
        remark = self.skipped_runs_text(self.priority) + self.tie_break_text(self.among, "run")
        return (
            f"{self.run} has the highest priority, {general(self.priority[self.arm])}{remark}; "
            f"its next unjudged document is at rank {rank}."
        )

    def score(self, document: int) -> float:  # noqa: ARG002 - the score is that of the run
        return float(self.priority[self.arm])

    def columns(self) -> dict[str, NDArray[Any]]:
        return {"priority": self.priority.copy()}


class _Bandit(Arms):
    """Base class of bandits whose arms are runs, with a Beta(a, b) for the relevance of the next document of each run.

    a = 1 + jrel and b = 1 + jret - jrel. After each judgment y (1 or 0), every run that retrieved the document gets
    jrel = gamma * jrel + y and jret = gamma * jret + 1.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, gamma: float, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.gamma = gamma
        self.shapes = np.ones((2, len(topic.names)))
        self.a, self.b = self.shapes  # These are views of the array.

    def update(self, document: int, relevant: bool, holders: NDArray[np.bool_]) -> None:  # noqa: ARG002
        gained, other = (self.a, self.b) if relevant else (self.b, self.a)
        if self.gamma == 1:
            gained += holders
            return
        runs = holders.nonzero()[0]
        gained[runs] = self.gamma * gained[runs] + (2 - self.gamma)
        other[runs] = self.gamma * other[runs] + (1 - self.gamma)

    @property
    def means(self) -> Floats:
        """Mean of each run's Beta distribution."""
        return np.asarray(self.a / (self.a + self.b))

    def columns(self) -> dict[str, NDArray[Any]]:
        return {"a": self.a.copy(), "b": self.b.copy(), "mean": self.means}

    def posterior(self) -> str:
        """Return the distribution of the run that was taken, as text."""
        return f"Beta({general(self.a[self.arm], 4)}, {general(self.b[self.arm], 4)})"

    def next_rank(self, document: int) -> str:
        """Return the rank of the document, as the end of a sentence."""
        return f"its next unjudged document is at rank {int(self.topic.ranks[self.arm, document])}."


class MaxMean(_Bandit):
    """MM: take the run with the largest mean a / (a + b)."""

    def choose_arm(self) -> tuple[int, int]:
        return self.best(self.open_values(self.means))

    def reason(self, document: int) -> str:
        mean = readable(self.means[self.arm])
        remark = self.skipped_runs_text(self.means) + self.tie_break_text(self.among, "run")
        return f"{self.run} has the largest mean, {mean} of {self.posterior()}{remark}; {self.next_rank(document)}"

    def score(self, document: int) -> float:  # noqa: ARG002 - the score is that of the run
        return float(self.means[self.arm])


class ThompsonSampling(_Bandit):
    """TS: draw from each run's Beta(a, b), and take the run with the largest draw."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.draw = np.full(len(topic.names), np.nan)

    def choose_arm(self) -> tuple[int, int]:
        x, y = self.rng.standard_gamma(self.shapes)  # If X and Y have gamma distributions, X / (X + Y) has a beta.
        self.draw = self.open_values(x / (x + y))
        return int(self.draw.argmax()), 1

    def reason(self, document: int) -> str:
        runs = count_noun(int(np.count_nonzero(self.remaining)), "run")
        return (
            f"{self.run} drew {readable(self.draw[self.arm])} from {self.posterior()}, the largest of {runs}; "
            f"{self.next_rank(document)}"
        )

    def score(self, document: int) -> float:  # noqa: ARG002 - the score is that of the run
        return float(self.draw[self.arm])

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the distribution and the last draw of each run; NaN for a run that is dropped or has not drawn."""
        return {**super().columns(), "draw": np.where(self.remaining > 0, self.draw, np.nan)}


def gains(topic: PooledTopic) -> Floats:
    """Return the gain of each pooled document in each contributing run; shape (contributors, size).

    The gain of a retrieved document is ln(|P| / rank). The gain of a document that the run did not retrieve is the mean
    of ln(|P| / rank) over the ranks after the run's last document.

    >>> from irlearn.studies.adjudication import pool_arrays
    >>> pooled = pool_arrays([[[0, 1]], [[1, 2]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2)
    >>> gains(pooled.topics[0]).round(3).tolist()
    [[1.099, 0.405, 0.0], [0.0, 1.099, 0.405]]
    """
    size = topic.size
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size + 1)))])
    ranks_after = np.maximum(size - topic.lengths, 1)
    missing = math.log(size) - (logs[-1] - logs[topic.lengths]) / ranks_after
    at_rank = math.log(size) - np.log(np.maximum(np.arange(topic.heads.shape[1] + 1), 1))
    return np.where(topic.ranks > 0, at_rank[topic.ranks], missing[:, np.newaxis])


class Hedge(Strategy):
    """Hedge: judge the document with the largest weighted gain.

    The loss of a run grows by half of its gain of a document that is not relevant, and shrinks by half of its gain of a
    relevant document. The weight of a run is beta^loss.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, beta: float, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.gains = np.asfortranarray(gains(topic))  # The gains of a document are contiguous in memory.
        self.loss = np.zeros(len(topic.names))
        self.among = 1
        self._rate = math.log(beta)
        self._closed = np.zeros(topic.size)

    @property
    def weights(self) -> Floats:
        """Weight of each run; the weights add up to 1."""
        relative = self._relative_weights()
        return np.asarray(relative / relative.sum())

    def _relative_weights(self) -> Floats:
        """Return the weights divided by the largest, which order documents as the weights do."""
        logs = self._rate * self.loss
        return np.asarray(np.exp(logs - logs[logs.argmax()]))

    def pick(self) -> int:
        document, self.among = self.best(self._relative_weights() @ self.gains + self._closed)
        return document

    def apply_judgment(self, document: int, relevant: bool) -> None:
        self.loss += (-0.5 if relevant else 0.5) * self.gains[:, document]
        self._closed[document] = -np.inf

    def reason(self, document: int) -> str:
        weights = self.weights
        heaviest = int(weights.argmax())
        remark = self.tie_break_text(self.among, "document")
        return (
            f"{self.document_id(document)} has the largest weighted gain, {readable(self.score(document))}{remark}; "
            f"the heaviest run is {self.topic.names[heaviest]}, with {percent(float(weights[heaviest]), 0)} of the "
            "weight."
        )

    def score(self, document: int) -> float:
        return float(self.weights @ self.gains[:, document])

    def columns(self) -> dict[str, NDArray[Any]]:
        return {"weight": self.weights, "loss": self.loss.copy()}

    def scores(self) -> dict[str, NDArray[Any]]:
        return {"score": self.weights @ self.gains}

    def candidates(self) -> NDArray[np.intp]:
        """Return the unjudged documents by their present weighted gains."""
        first = super().candidates()
        order = np.argsort(-self.scores()["score"], kind="stable")
        return np.concatenate([first, order[~self.judged[order] & ~np.isin(order, first)]])
