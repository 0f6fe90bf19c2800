"""One topic, one method, one judgment at a time."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from irlearn.statistics.arrays import generator
from irlearn.studies.adjudication.methods import Choice, Method, State, find_method
from irlearn.studies.adjudication.pools import PooledTopic
from irlearn.text.english import count_noun


@dataclass(frozen=True)
class Judgment:
    """One judgment: its number from 1 on, what was judged and why, and what came out.

    `run` is the run from which the document was taken, None where no single run decided; `grade` is -1 where the qrels
    do not know the document, which then counts as not relevant.
    """

    number: int
    doc_id: str
    document: int
    run: str | None
    relevant: bool
    grade: int
    reason: str


def seed_of(rng: np.random.Generator | int) -> int:
    """The seed that was given, or one drawn from the generator. Raises `InputError` for what is neither."""
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(1 << 62))
    generator(rng, "adjudication")  # which says what a seed is
    return int(rng)


def topic_rng(seed: int, query_id: str) -> np.random.Generator:
    """The random numbers of one topic: they depend on the seed and on the topic's id, not on the other topics.

    >>> first, again = (topic_rng(1, "q1").random() for _ in range(2))
    >>> first == again, first == topic_rng(1, "q2").random()
    (True, False)
    """
    return np.random.default_rng([seed, zlib.crc32(query_id.encode())])


class Adjudication:
    """A method at work on one topic, a step a judgment, until the pool is judged.

    `topic` is a `PooledTopic`, `method` a method or the text that names one. `rng` is a seed or a generator; the same
    seed gives the same steps as `adjudicate`. Each step reveals whether the document is relevant in truth.

    >>> from irlearn.studies.adjudication import pool_runs
    >>> runs = {"A": {"q1": {"a": 3, "b": 2}}, "B": {"q1": {"b": 9, "c": 8}}}
    >>> topic = pool_runs({"q1": {"a": 1, "b": 0, "c": 1}}, runs, depth=2).topics[0]
    >>> at_work = Adjudication(topic, "mm(ties=id)")
    >>> print(at_work.next.reason)
    A has the largest mean, 0.5000 of Beta(1, 1); it is the first among 2 runs that are equal; its next unjudged \
document is at rank 1.
    >>> [judgment.doc_id for judgment in at_work], at_work.left, at_work.relevant
    (['a', 'b', 'c'], 0, 2)
    """

    def __init__(
        self, topic: PooledTopic, method: Method | str = "mtf", *, rng: np.random.Generator | int = 1, **options: Any
    ) -> None:
        self.topic = topic
        self.method = find_method(method)(**options)
        self.strategy = self.method.start(topic, topic_rng(seed_of(rng), topic.query_id))
        self._judgments: list[Judgment] = []

    @property
    def judgments(self) -> tuple[Judgment, ...]:
        """What was judged so far."""
        return tuple(self._judgments)

    @property
    def left(self) -> int:
        """How many pooled documents are not judged yet."""
        return self.topic.size - len(self._judgments)

    @property
    def relevant(self) -> int:
        """How many relevant documents were found so far."""
        return sum(judgment.relevant for judgment in self._judgments)

    @property
    def next(self) -> Choice:
        """What the method asks for next, and why. Raises `InputError` where the whole pool is judged."""
        return self.strategy.choose()

    @property
    def state(self) -> State:
        """What the method knows now."""
        return self.strategy.state

    def step(self) -> Judgment:
        """Judge the next document. Raises `InputError` where the whole pool is judged."""
        choice = self.next
        return self._judge(choice.document, choice.run, choice.reason)

    def judge(self, doc_id: str) -> Judgment:
        """Judge another document of the pool than the method asks for; the method learns from it all the same."""
        return self._judge(self.topic.number_of(doc_id), None, f"{doc_id} was chosen by hand.")

    def _judge(self, document: int, run: str | None, reason: str) -> Judgment:
        relevant = bool(self.topic.relevant[document])
        self.strategy.learn(document, relevant)
        grade = int(self.topic.grades[document])
        number = len(self._judgments) + 1
        judgment = Judgment(number, self.topic.doc_ids[document], document, run, relevant, grade, reason)
        self._judgments.append(judgment)
        return judgment

    def __iter__(self) -> Iterator[Judgment]:
        while self.left:
            yield self.step()

    def __repr__(self) -> str:
        judged = f"{len(self._judgments)} of {count_noun(self.topic.size, 'document')} judged"
        return f"Adjudication({self.topic.query_id!r}, {self.method!r}: {judged}, {self.relevant} relevant)"
