"""Runs are gathered into pools: from files and `Run`s, or from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import Run, read_qrels
from irlearn.collection.reading import iter_runs
from irlearn.collection.table import first_names
from irlearn.errors import InputError, check_whole, quoted
from irlearn.ranking import UNJUDGED
from irlearn.statistics.arrays import check_choice
from irlearn.studies.adjudication.pools import Ints, PooledRuns, PoolSettings, Retrieved, UnpooledTopic, pool_listed
from irlearn.text.english import count_noun


def pool_runs(
    qrels: Any,
    runs: Any,
    *,
    depth: int = 100,
    rank: int | None = None,
    rel: int = 1,
    retrieved: Retrieved = "depth",
) -> PooledRuns:
    """The runs with their pools to `depth`, and the truth that `qrels` know.

    `qrels` and `runs` are what `evaluate` takes. Measures see each list down to `rank`, by default as long as the
    longest run is. Documents are relevant from grade `rel` up; a pooled document that the qrels lack counts as judged
    and not relevant once it is its turn, and a note says how many there are. A topic that no run has is left out; a
    run that lacks a topic contributes nothing there and scores 0. `retrieved` says what a run holds to the methods:
    its list to the "depth" of the pool, or its whole "list", in which they skip what is not pooled. Raises `InputError`
    for fewer than two runs, a depth below 1, a rank below the depth, and runs that share no topic.

    Pooling was proposed by Spärck Jones and van Rijsbergen (1975).

    >>> pool_runs({"q1": {"a": 1}}, {"A": {"q1": {"a": 1}}}, depth=10)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a pool to compare runs by needs two runs or more; given: 1
    """
    check_pool(depth, rank, rel, retrieved)
    judged = read_qrels(qrels)
    found = {query: _Gathered(query) for query in judged.queries}
    names: list[str] = []
    for run in iter_runs(runs):
        if run.name in names:
            raise InputError(f"two runs are called {quoted(run.name)}; give each its own name")
        names.append(run.name)
        for topic in found.values():
            topic.add(run, rank, depth if retrieved == "depth" else rank)
    _check_runs(names, found)
    topics = [topic.listed(judged.of(query)) for query, topic in found.items() if topic.doc_ids]
    absent = [query for query, topic in found.items() if not topic.doc_ids]
    notes = [f"{count_noun(len(absent), 'topic')} that no run has ({first_names(absent)}): left out"] if absent else []
    longest = max(topic.lists.shape[1] for topic in topics)
    shape = PoolSettings(depth, rank or max(longest, depth), rel, retrieved)
    return pool_listed(topics, tuple(names), np.arange(len(names)), shape, notes)


class _Gathered:
    """What runs hold on one topic: documents are numbered as they come, by their 64-bit hashes."""

    def __init__(self, query_id: str) -> None:
        self.query_id = query_id
        self.doc_ids: list[str] = []
        self._numbers: dict[int, int] = {}
        self.lists: list[NDArray[np.int32]] = []
        self._values: list[NDArray[np.float64]] = []

    def add(self, run: Run, rank: int | None, reach: int | None) -> None:
        """Take in what a run holds down to `rank`, and its scores to `reach`; nothing where it lacks the topic."""
        table, known = run.table, self._numbers
        rows = table.rows_of(self.query_id)[:rank] if self.query_id in table.index else range(0)
        before = len(known)
        numbers = [known.setdefault(one, len(known)) for one in table.hashes[rows.start : rows.stop].tolist()]
        new = sorted((number, row) for row, number in zip(rows, numbers, strict=True) if number >= before)
        self.doc_ids += table.documents.texts(row for _, row in new)
        self.lists.append(np.array(numbers, dtype=np.int32))
        self._values.append(table.values[rows.start : rows.stop][:reach])

    def listed(self, truth: dict[str, int]) -> UnpooledTopic:
        """The topic with its documents in the order of their ids; judged ones that no list holds come along."""
        retrieved = set(self.doc_ids)
        doc_ids = [*self.doc_ids, *(doc_id for doc_id in truth if doc_id not in retrieved)]
        order = sorted(range(len(doc_ids)), key=doc_ids.__getitem__)
        new = np.empty(len(order) + 1, dtype=np.int32)
        new[order], new[-1] = np.arange(len(order)), -1
        ids = tuple(doc_ids[number] for number in order)
        grades = np.array([max(truth.get(doc_id, UNJUDGED), UNJUDGED) for doc_id in ids], dtype=np.int32)
        return UnpooledTopic(self.query_id, ids, new[_padded(self.lists, -1)], grades, _padded(self._values, np.nan))


def pool_arrays(
    lists: ArrayLike,
    grades: Sequence[ArrayLike],
    names: Sequence[str],
    queries: Sequence[str],
    *,
    depth: int = 100,
    rank: int | None = None,
    rel: int = 1,
    retrieved: Retrieved = "depth",
    doc_ids: Sequence[Sequence[str]] | None = None,
) -> PooledRuns:
    """The same of arrays: `lists` of shape (runs, topics, ranks) holds document numbers of each topic, -1 for none.

    `grades` holds, for each topic, the grade of each numbered document, -1 where nobody judged it. `doc_ids` may name
    the documents of each topic; else they are called by their numbers. Raises `InputError` as `pool_runs`, and for
    arrays that do not fit together.

    >>> pool_arrays([[[0, 1]], [[1, 2]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2).topics[0].ranks.tolist()
    [[1, 2, 0], [0, 1, 2]]
    """
    check_pool(depth, rank, rel, retrieved)
    array = np.asarray(lists)
    if array.ndim != 3 or array.dtype.kind not in "iu":
        raise InputError(f"lists must be whole numbers of shape (runs, topics, ranks); given: shape {array.shape}")
    _check_count(array.shape[0])
    if (len(names), len(queries), len(grades)) != (*array.shape[:2], array.shape[1]):
        raise InputError(
            f"lists of {array.shape[0]} runs and {array.shape[1]} topics need as many names, queries and arrays of "
            f"grades; given: {len(names)}, {len(queries)} and {len(grades)}"
        )
    found = []
    for topic, query in enumerate(queries):
        graded = np.asarray(grades[topic], dtype=np.int32)
        ranked = array[:, topic, :rank].astype(np.int32)
        if int(ranked.max(initial=-1)) >= len(graded):
            raise InputError(f"topic {query} lists document {int(ranked.max())}, but has grades of {len(graded)} only")
        called = _zero_filled(len(graded)) if doc_ids is None else tuple(doc_ids[topic])
        _check_doubled(ranked, str(query), names)
        found.append(UnpooledTopic(str(query), called, ranked, np.maximum(graded, UNJUDGED), None))
    shape = PoolSettings(depth, max(rank or array.shape[2], depth), rel, retrieved)
    return pool_listed(found, tuple(map(str, names)), np.arange(len(names)), shape)


def _padded(rows: Sequence[NDArray[Any]], filled: float) -> NDArray[Any]:
    matrix = np.full((len(rows), max(map(len, rows))), filled, dtype=rows[0].dtype)
    for number, row in enumerate(rows):
        matrix[number, : len(row)] = row
    return matrix


def _zero_filled(count: int) -> tuple[str, ...]:
    digits = len(str(max(count - 1, 0)))
    return tuple(str(number).zfill(digits) for number in range(count))


def check_pool(depth: int, rank: int | None, rel: int, retrieved: str) -> None:
    """Refuse, with an `InputError`, what no pool of runs takes, whatever the runs."""
    check_whole("the depth of a pool", depth)
    check_whole("rel", rel)
    check_choice(retrieved, Retrieved, "retrieved")
    if rank is not None:
        check_whole("rank", rank)
        if rank < depth:
            raise InputError(f"rank must reach the depth of the pool, {depth}, or further; given: {rank}")


def _check_runs(names: Sequence[str], found: Mapping[str, _Gathered]) -> None:
    """Refuse runs that are too few, that have no topic of the qrels, or that share none."""
    _check_count(len(names))
    held = np.array([[len(row) > 0 for row in topic.lists] for topic in found.values()])
    none = np.flatnonzero(~held.any(axis=0))
    if none.size:
        raise InputError(
            f"the run {quoted(names[int(none[0])])} has no topic of the qrels, whose first ones are "
            f"{first_names(list(found))}; are the ids written the same way?"
        )
    if not (held.sum(axis=1) > 1).any():
        raise InputError("no topic is in two of the runs, so there is nothing to compare; give runs on the same topics")


def _check_count(runs: int) -> None:
    if runs < 2:
        raise InputError(f"a pool to compare runs by needs two runs or more; given: {runs}")


def _check_doubled(ranked: Ints, query: str, names: Sequence[str]) -> None:
    ordered = np.sort(ranked, axis=1)
    again = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    if again.any():
        run, place = (int(one) for one in np.argwhere(again)[0])
        raise InputError(
            f"topic {query}: run {quoted(str(names[run]))} lists document {int(ordered[run, place])} twice"
        )
