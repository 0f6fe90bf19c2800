"""Methods that take a run and judge its next document: move-to-front and the bandits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.numbers import general, short
from irlearn.studies.adjudication.methods.base import Arms, Floats
from irlearn.studies.adjudication.pooled import PooledTopic
from irlearn.words import counted


class MoveToFront(Arms):
    """MTF: judge a run's documents while they are relevant; at the first that is not, the run loses one priority.

    All runs start with priority 0; among the best one is taken, and then its next unjudged documents.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.priority = np.zeros(len(topic.names))
        self.going_on = False

    def pick(self) -> int:
        self.going_on = self.arm >= 0 and bool(self.left[self.arm])
        if not self.going_on:
            self.arm, self.among = self.best(self.open_values(self.priority))
        return self.next_of(self.arm)

    def update(self, document: int, relevant: bool, holders: NDArray[np.bool_]) -> None:  # noqa: ARG002
        if self.arm >= 0 and document == self._next and not relevant:
            self.priority[self.arm] -= 1
            self.arm = -1

    def reason(self, document: int) -> str:
        rank = int(self.topic.ranks[self.arm, document])
        if self.going_on:
            return f"The last document of {self.run} was relevant, so it goes on; its next one is at rank {rank}."
        ended = self.drawn(self.among, "run")
        return (
            f"{self.run} has the highest priority, {general(self.priority[self.arm])}{ended}; "
            f"its next unjudged document is at rank {rank}."
        )

    def score(self, document: int) -> float:  # noqa: ARG002 - it is the run's
        return float(self.priority[self.arm])

    def columns(self) -> dict[str, NDArray[Any]]:
        return {"priority": self.priority.copy()}


class _Bandit(Arms):
    """A bandit whose arms are runs: each has a Beta(a, b) of the chance that its next document is relevant.

    a = 1 + jrel and b = 1 + jret - jrel. After each judgment y (1 or 0), every run that retrieved the document has jrel
    = gamma * jrel + y and jret = gamma * jret + 1.
    """

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, *, gamma: float, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.gamma = gamma
        self.a, self.b = np.ones(len(topic.names)), np.ones(len(topic.names))

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

    def pick(self) -> int:
        self.arm, self.among = self.best(self.open_values(self.means))
        return self.next_of(self.arm)

    def reason(self, document: int) -> str:
        mean, ended = short(self.means[self.arm]), self.drawn(self.among, "run")
        return f"{self.run} has the largest mean, {mean} of {self.posterior()}{ended}; {self.next_rank(document)}"

    def score(self, document: int) -> float:  # noqa: ARG002 - it is the run's
        return float(self.means[self.arm])


class ThompsonSampling(_Bandit):
    """TS: each run draws from its Beta(a, b); the run with the largest draw is taken."""

    def __init__(self, topic: PooledTopic, rng: np.random.Generator, **options: Any) -> None:
        super().__init__(topic, rng, **options)
        self.draw = np.full(len(topic.names), np.nan)

    def pick(self) -> int:
        self.draw = self.open_values(self.rng.beta(self.a, self.b))
        self.arm = int(self.draw.argmax())
        return self.next_of(self.arm)

    def reason(self, document: int) -> str:
        runs = counted(int(np.count_nonzero(self.left)), "run")
        return (
            f"{self.run} drew {short(self.draw[self.arm])} from {self.posterior()}, the largest of {runs}; "
            f"{self.next_rank(document)}"
        )

    def score(self, document: int) -> float:  # noqa: ARG002 - it is the run's
        return float(self.draw[self.arm])

    def columns(self) -> dict[str, NDArray[Any]]:
        return {**super().columns(), "draw": np.where(self.left > 0, self.draw, np.nan)}
