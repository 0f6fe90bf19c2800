"""Methods that take a run and judge its next document: move-to-front and the bandits."""

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
    """MTF: judge a run's documents while they are relevant; at the first that is not, the run loses one priority.

    All runs start with priority 0; among the best one is taken, and then its next unjudged documents.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.priority = np.zeros(len(topic.names))
        self.relevant = False  # whether the last document of the run that was taken was
        self.going_on = False

    def pick(self) -> int:
        """Go on with the run whose last document was relevant, or take the next unjudged one of the best run."""
        self.going_on = self.relevant and bool(self.remaining[self.arm])
        return self.next_of(self.arm) if self.going_on else super().pick()

    def choose_arm(self) -> tuple[int, int]:
        """A run of the highest priority."""
        return self.best(self.open_values(self.priority))

    def update(self, document: int, relevant: bool, holders: NDArray[np.bool_]) -> None:  # noqa: ARG002
        """The run that was taken loses one priority where its document is not relevant."""
        if document == self._next:
            self.relevant = relevant
            self.priority[self.arm] -= not relevant

    def reason(self, document: int) -> str:
        """The run's priority, or that it goes on."""
        rank = int(self.topic.ranks[self.arm, document])
        if self.going_on:
            return f"The last document of {self.run} was relevant, so it goes on; its next one is at rank {rank}."
        ended = self.skipped_runs_text(self.priority) + self.tie_break_text(self.among, "run")
        return (
            f"{self.run} has the highest priority, {general(self.priority[self.arm])}{ended}; "
            f"its next unjudged document is at rank {rank}."
        )

    def score(self, document: int) -> float:  # noqa: ARG002 - it is the run's
        """The priority of the run."""
        return float(self.priority[self.arm])

    def columns(self) -> dict[str, NDArray[Any]]:
        """The priority of each run."""
        return {"priority": self.priority.copy()}


class _Bandit(Arms):
    """A bandit whose arms are runs: each has a Beta(a, b) of the chance that its next document is relevant.

    a = 1 + jrel and b = 1 + jret - jrel. After each judgment y (1 or 0), every run that retrieved the document has jrel
    = gamma * jrel + y and jret = gamma * jret + 1.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, gamma: float, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.gamma = gamma
        self.shapes = np.ones((2, len(topic.names)))
        self.a, self.b = self.shapes  # which are views of it

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
        """The mean of each run's Beta distribution."""
        return np.asarray(self.a / (self.a + self.b))

    def columns(self) -> dict[str, NDArray[Any]]:
        return {"a": self.a.copy(), "b": self.b.copy(), "mean": self.means}

    def posterior(self) -> str:
        """The distribution of the run that was taken, in words."""
        return f"Beta({general(self.a[self.arm], 4)}, {general(self.b[self.arm], 4)})"

    def next_rank(self, document: int) -> str:
        """Where the document stands, as the end of a sentence."""
        return f"its next unjudged document is at rank {int(self.topic.ranks[self.arm, document])}."


class MaxMean(_Bandit):
    """MM: the run with the largest mean a / (a + b) is taken."""

    def choose_arm(self) -> tuple[int, int]:
        """The run with the largest mean."""
        return self.best(self.open_values(self.means))

    def reason(self, document: int) -> str:
        """The mean of the run, and its distribution."""
        mean, ended = (
            readable(self.means[self.arm]),
            self.skipped_runs_text(self.means) + self.tie_break_text(self.among, "run"),
        )
        return f"{self.run} has the largest mean, {mean} of {self.posterior()}{ended}; {self.next_rank(document)}"

    def score(self, document: int) -> float:  # noqa: ARG002 - it is the run's
        """The mean of the run."""
        return float(self.means[self.arm])


class ThompsonSampling(_Bandit):
    """TS: each run draws from its Beta(a, b); the run with the largest draw is taken."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.draw = np.full(len(topic.names), np.nan)

    def choose_arm(self) -> tuple[int, int]:
        """The run with the largest draw."""
        one, other = self.rng.standard_gamma(self.shapes)  # X / (X + Y) of two gammas is a beta
        self.draw = self.open_values(one / (one + other))
        return int(self.draw.argmax()), 1

    def reason(self, document: int) -> str:
        """What the run drew, and from which distribution."""
        runs = count_noun(int(np.count_nonzero(self.remaining)), "run")
        return (
            f"{self.run} drew {readable(self.draw[self.arm])} from {self.posterior()}, the largest of {runs}; "
            f"{self.next_rank(document)}"
        )

    def score(self, document: int) -> float:  # noqa: ARG002 - it is the run's
        """What the run drew."""
        return float(self.draw[self.arm])

    def columns(self) -> dict[str, NDArray[Any]]:
        """The distribution of each run, and what it drew last; nan where it is dropped or has not drawn."""
        return {**super().columns(), "draw": np.where(self.remaining > 0, self.draw, np.nan)}


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
