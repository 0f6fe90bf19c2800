"""The adjudication of one topic by one method, a judgment at a time."""

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
    """A judgment of a document.

    Attributes
    ----------
    number : int
        Number of the judgment, from 1.
    doc_id : str
        Id of the document.
    document : int
        Number of the document in its topic.
    run : str or None
        The run from which the document was taken; None if no single run decided.
    relevant : bool
        Whether the document is relevant.
    grade : int
        Grade of the document; -1 if the qrels lack it, in which case it counts as not relevant.
    reason : str
        The reason for the choice, as a sentence.
    """

    number: int
    doc_id: str
    document: int
    run: str | None
    relevant: bool
    grade: int
    reason: str


def seed_of(rng: np.random.Generator | int) -> int:
    """Return a seed unchanged, or draw one from a generator; raise `InputError` for any other value."""
    if isinstance(rng, np.random.Generator):
        return int(rng.integers(1 << 62))
    generator(rng, "adjudication")  # Raises an error that describes a seed.
    return int(rng)


def topic_rng(seed: int, query_id: str) -> np.random.Generator:
    """Return the generator of one topic, which depends on the seed and on the topic's id but not on the other topics.

    >>> first, again = (topic_rng(1, "q1").random() for _ in range(2))
    >>> first == again, first == topic_rng(1, "q2").random()
    (True, False)
    """
    return np.random.default_rng([seed, zlib.crc32(query_id.encode())])


class Adjudication:
    """A method at work on one topic, a judgment at a time until the pool is judged.

    Each step reveals whether the document is relevant. Iterating yields the remaining judgments.

    Parameters
    ----------
    topic : PooledTopic
        The topic.
    method : Method or str, optional
        The method, or the text that names it.
    rng : numpy.random.Generator or int, optional
        Generator or seed; a seed gives the same steps as `adjudicate`.
    **options
        Options of the method.

    Examples
    --------
    >>> from irlearn.studies.adjudication import pool_runs
    >>> runs = {"A": {"q1": {"a": 3, "b": 2}}, "B": {"q1": {"b": 9, "c": 8}}}
    >>> topic = pool_runs({"q1": {"a": 1, "b": 0, "c": 1}}, runs, depth=2).topics[0]
    >>> session = Adjudication(topic, "mm(ties=id)")
    >>> print(session.next.reason)
    A has the largest mean, 0.5000 of Beta(1, 1); it is the first among 2 runs that are equal; its next unjudged \
document is at rank 1.
    >>> [judgment.doc_id for judgment in session], session.left, session.relevant
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
        """The judgments so far."""
        return tuple(self._judgments)

    @property
    def left(self) -> int:
        """Number of pooled documents that are not judged yet."""
        return self.topic.size - len(self._judgments)

    @property
    def relevant(self) -> int:
        """Number of relevant documents found so far."""
        return sum(judgment.relevant for judgment in self._judgments)

    @property
    def next(self) -> Choice:
        """The method's next choice with its reason. Raises `InputError` if the whole pool is judged."""
        return self.strategy.choose()

    @property
    def state(self) -> State:
        """The present knowledge of the method."""
        return self.strategy.state

    def step(self) -> Judgment:
        """Judge the next document, and return the judgment; raise `InputError` if the whole pool is judged."""
        choice = self.next
        return self._judge(choice.document, choice.run, choice.reason)

    def judge(self, doc_id: str) -> Judgment:
        """Judge a document other than the method's choice; the method learns from it, too.

        Parameters
        ----------
        doc_id : str
            Id of an unjudged document of the pool.

        Returns
        -------
        Judgment

        Raises
        ------
        InputError
            If the document is not in the pool, or was judged already.
        """
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
