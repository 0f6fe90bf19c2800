"""Methods that take a run and judge its next document: move-to-front and the bandits."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.studies.adjudication.methods.base import Arms, Floats
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.english import count_noun
from irlearn.text.numbers import general, readable


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
