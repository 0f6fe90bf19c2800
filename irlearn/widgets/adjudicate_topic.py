"""The topic that is adjudicated step by step: a small made one, or a part of somebody's own that a screen can hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from irlearn.errors import InputError, quoted
from irlearn.studies.adjudication import PooledRuns, PooledTopic, pool_arrays, pool_runs
from irlearn.words import counted

_RUNS, _RANKS = 8, 10  # that stand side by side
_LISTS = {
    "lex1": "11 18 20 2 24 1 21 26 6 17",
    "lex2": "11 18 20 2 24 1 19 13 7 6",
    "lex3": "11 20 18 24 2 7 1 26 6 21",
    "exp1": "2 6 1 20 11 23 24 19 7 25",
    "exp2": "11 6 1 23 2 21 24 20 19 7",
    "vec1": "24 16 15 2 21 1 10 4 25 5",
    "vec2": "15 24 1 16 10 25 21 2 9 8",
    "man1": "14 2 1 16 19 25 12 3 24 22",
}
_RELEVANT = (1, 2, 3, 12, 14, 15, 16, 19, 24, 25)
"""Eight made runs of four families and the truth, drawn once: three share the same mistakes at their first ranks, and
what a manual run finds is found by few others, as in real pools.
"""


def teaching_topic() -> PooledTopic:
    """A made topic: 8 runs of 4 families hold 26 documents in their first ten, 10 of them relevant.

    >>> topic = teaching_topic()
    >>> topic.size, int(topic.relevant.sum()), topic.doc_ids[:3], topic.names[-1]
    (26, 10, ('d1', 'd2', 'd3'), 'man1')
    """
    lists = np.array([[int(number) - 1 for number in run.split()] for run in _LISTS.values()])
    grades = np.zeros(lists.max() + 1, dtype=int)
    grades[np.array(_RELEVANT) - 1] = 1
    ids = [f"d{place + 1}" for place in range(len(grades))]
    return pool_arrays(lists[:, np.newaxis], [grades], [*_LISTS], ["a made topic"], depth=_RANKS, doc_ids=[ids]).topics[
        0
    ]


def topic_to_show(given: Any) -> tuple[PooledTopic, str]:
    """The topic that is shown of what was given, and in words which it is and what was left out of it.

    `given` is None for the made one, a `PooledTopic`, `PooledRuns`, whose first topic is taken, or a pair of qrels and
    runs. Of more runs the first eight are kept, of longer lists the first ten ranks. Raises `InputError`.

    >>> runs = {name: {"q1": {doc: -at for at, doc in enumerate(ids)}} for name, ids in {"A": "ab", "B": "bc"}.items()}
    >>> topic_to_show(({"q1": {"a": 1}, "q2": {"a": 1}}, runs))[1]
    'topic q1, 2 runs to rank 2'
    """
    if given is None:
        topic = teaching_topic()
        return topic, f"{counted(len(topic.names), 'made run')} of four kinds"
    first = ""
    if isinstance(given, tuple) and len(given) == 2:
        given = pool_runs(*given, depth=_RANKS)
    if isinstance(given, PooledRuns):
        first = f", the first of {len(given.topics)}" if len(given.topics) > 1 else ""
        given = given.topics[0]
    if not isinstance(given, PooledTopic):
        raise InputError(
            "what is adjudicated is a topic of pooled runs: give pool_runs(qrels, runs, depth=10), one of its topics, "
            f"or (qrels, runs); given: {quoted(given)}"
        )
    all_runs = len(given.names)
    topic = _cut(given)
    of = f"the first {len(topic.names)} of {all_runs} runs" if len(topic.names) < all_runs else counted(all_runs, "run")
    return topic, f"topic {topic.query_id}{first}, {of} to rank {topic.heads.shape[1]}"


def _cut(topic: PooledTopic) -> PooledTopic:
    """As much of a topic as is shown, with the pool of that alone."""
    if len(topic.names) <= _RUNS and topic.heads.shape[1] <= _RANKS:
        return topic
    lists = topic.heads[:_RUNS, :_RANKS]
    return pool_arrays(
        lists[:, np.newaxis],
        [topic.grades],
        topic.names[:_RUNS],
        [topic.query_id],
        depth=_RANKS,
        rel=topic.rel,
        doc_ids=[topic.doc_ids],
    ).topics[0]
