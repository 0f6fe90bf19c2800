"""The topic that is adjudicated step by step: a small made one, or a part of somebody's own that a screen can hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from irlearn.errors import InputError, quoted
from irlearn.studies.adjudication import PooledRuns, PooledTopic, pool_arrays, pool_runs
from irlearn.text.english import count_noun

_RUNS, _RANKS = 8, 10  # that stand side by side
_LISTS = {
    "lex1": "20 10 5 17 9 24 11 18",
    "lex2": "20 10 5 17 16 11 3 12",
    "lex3": "20 10 3 17 24 25 12 8",
    "exp1": "20 14 7 3 5 18 10 11",
    "exp2": "20 7 3 14 8 10 15 18",
    "vec1": "6 7 2 4 11 19 5 23",
    "vec2": "7 2 6 3 19 4 1 22",
    "man1": "21 22 3 7 16 23 10 13",
}
_RELEVANT = (1, 2, 3, 7, 10, 13, 16, 21, 22, 23)
"""Eight made runs of four kinds and the truth, drawn once: those that match words share a mistake at rank 1, and most
of what the manual run finds is found by few others, as in real pools.
"""
_QUERY = "16"  # whose ties and draws under the widget's own seed are near to the mean over seeds


def teaching_topic() -> PooledTopic:
    """A made topic: 8 runs of 4 kinds hold 25 documents in their first eight, 10 of them relevant.

    >>> topic = teaching_topic()
    >>> topic.size, int(topic.relevant.sum()), topic.doc_ids[:3], topic.names[-1]
    (25, 10, ('d1', 'd2', 'd3'), 'man1')
    """
    lists = np.array([[int(number) - 1 for number in run.split()] for run in _LISTS.values()])
    grades = np.zeros(lists.max() + 1, dtype=int)
    grades[np.array(_RELEVANT) - 1] = 1
    ids = [f"d{place + 1}" for place in range(len(grades))]
    return pool_arrays(lists[:, np.newaxis], [grades], [*_LISTS], [_QUERY], depth=lists.shape[1], doc_ids=[ids]).topics[
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
        return topic, count_noun(len(topic.names), "made run")
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
    of = (
        f"the first {len(topic.names)} of {all_runs} runs"
        if len(topic.names) < all_runs
        else count_noun(all_runs, "run")
    )
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
