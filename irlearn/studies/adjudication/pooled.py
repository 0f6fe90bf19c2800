"""Pools of runs as arrays: which documents are judged for each topic, where each run ranks them, and their truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import read_qrels
from irlearn.collection.table import some
from irlearn.errors import InputError, check_whole, quoted
from irlearn.evaluation import each_run
from irlearn.ranking import UNJUDGED
from irlearn.words import counted, did_you_mean

Ints = NDArray[np.int32]
_NAMED = 3


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PooledTopic:
    """One topic: its documents, numbered; the lists of all runs; the truth.

    Documents 0 to `size` - 1 are the pool, in the order of their ids: what the `contributors` (numbers of runs) hold
    at rank 1 to `depth`. Behind them stand the documents that lists hold further down, then those that were judged and
    stand in no list. `lists` has shape (runs, ranks) and holds document numbers, -1 behind a list's end; `grades` has
    one value a document, -1 where nobody judged it. `values`, where there are any, are the scores that each run
    gave its documents to `depth`, nan behind a list's end.
    """

    query_id: str
    doc_ids: tuple[str, ...]
    lists: Ints
    grades: Ints
    size: int
    depth: int
    rel: int
    runs: tuple[str, ...]
    contributors: NDArray[np.intp]
    values: NDArray[np.float64] | None = None

    @cached_property
    def relevant(self) -> NDArray[np.bool_]:
        """Whether each document is relevant in truth: graded `rel` or more. One that nobody judged is not."""
        return np.asarray(self.grades >= self.rel)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the contributors: what methods choose from, in the order of everything that is one a run."""
        return tuple(self.runs[run] for run in self.contributors.tolist())

    @cached_property
    def heads(self) -> Ints:
        """The lists of the contributors to the depth of the pool; shape (contributors, depth at most)."""
        return self.lists[self.contributors, : self.depth]

    @cached_property
    def ranks(self) -> Ints:
        """The rank, 1 to `depth`, at which each contributor holds each pooled document, 0 where it holds it not.

        Shape (contributors, size). Retrieved means retrieved within the depth of the pool.
        """
        found = np.zeros((len(self.heads), self.size), dtype=np.int32)
        run, rank = np.nonzero(self.heads >= 0)
        found[run, self.heads[run, rank]] = rank + 1
        return found

    @cached_property
    def lengths(self) -> NDArray[np.intp]:
        """How many documents each contributor holds within the depth of the pool."""
        return np.asarray(np.count_nonzero(self.heads >= 0, axis=1))

    @cached_property
    def holders(self) -> NDArray[np.bool_]:
        """Whether a pooled document was retrieved by a contributor; shape (size, contributors)."""
        return np.ascontiguousarray(self.ranks.T > 0)

    def number_of(self, doc_id: str) -> int:
        """The number of a document. Raises `InputError` for one that is not there."""
        try:
            return self.doc_ids.index(doc_id)
        except ValueError:
            near = f"the first ones of its pool are {some(self.doc_ids)}"
            raise InputError(f"topic {self.query_id} has no document {quoted(doc_id)}; {near}") from None

    def __repr__(self) -> str:
        runs = counted(len(self.contributors), "run")
        return f"PooledTopic({self.query_id!r}, {counted(self.size, 'pooled document')} of {runs})"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PooledRuns:
    """Several runs on several topics with their pools to one depth, and the truth: what adjudication is tried on.

    `names` are the runs, `queries` the topics. `depth` is the depth of the pool; `rank` is how far down measures see
    the lists; documents are relevant from grade `rel` up. `contributors` are the runs that the pool is made of, by
    number; the others are only scored. `notes` say what was odd but usable.

    >>> pooled = pool_runs(
    ...     {"q1": {"a": 1, "b": 0, "c": 1}}, {"A": {"q1": {"a": 3, "b": 2}}, "B": {"q1": {"b": 9, "c": 8}}}, depth=1
    ... )
    >>> pooled
    PooledRuns(2 runs, 1 topic, 2 pooled documents to depth 1)
    >>> pooled.topics[0].doc_ids, pooled.topics[0].size, pooled.topics[0].lists.tolist()
    (('a', 'b', 'c'), 2, [[0, 1], [1, 2]])
    """

    names: tuple[str, ...]
    topics: tuple[PooledTopic, ...]
    depth: int
    rank: int
    rel: int
    contributors: NDArray[np.intp]
    notes: tuple[str, ...] = ()

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """The ids of the topics."""
        return tuple(topic.query_id for topic in self.topics)

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """How many documents the pool of each topic has."""
        return np.array([topic.size for topic in self.topics])

    def only(self, names: Sequence[str]) -> PooledRuns:
        """These runs alone, with their own pool. Raises `InputError` for fewer than two, and one that is not there."""
        kept = self._numbers(names)
        return _pooled(
            [
                _Listed(one.query_id, one.doc_ids, one.lists[kept], one.grades, _rows(one.values, kept))
                for one in self.topics
            ],
            tuple(self.names[run] for run in kept.tolist()),
            np.arange(len(kept)),
            (self.depth, self.rank, self.rel),
        )

    def pooled_from(self, names: Sequence[str]) -> PooledRuns:
        """All runs, but a pool of these alone: the others are systems that come later, and find what was judged.

        Raises `InputError` for a run that is not there.
        """
        return _pooled(
            [_Listed(one.query_id, one.doc_ids, one.lists, one.grades, one.values) for one in self.topics],
            self.names,
            self._numbers(names, fewest=1),
            (self.depth, self.rank, self.rel),
        )

    def topic(self, query_id: str) -> PooledTopic:
        """The topic of this id. Raises `InputError` for one that is not there."""
        if query_id not in self.queries:
            raise InputError(
                f"there is no topic {quoted(query_id)}; {did_you_mean(query_id, self.queries, 'there are')}"
            )
        return self.topics[self.queries.index(query_id)]

    def _numbers(self, names: Sequence[str], fewest: int = 2) -> NDArray[np.intp]:
        for name in names:
            if name not in self.names:
                raise InputError(f"there is no run {quoted(name)}; {did_you_mean(name, self.names, 'there are')}")
        numbers = np.array(sorted({self.names.index(name) for name in names}), dtype=np.intp)
        if len(numbers) < fewest:
            raise InputError(f"name {counted(fewest, 'run')} or more; given: {len(numbers)}")
        return numbers

    def __repr__(self) -> str:
        return (
            f"PooledRuns({counted(len(self.names), 'run')}, {counted(len(self.topics), 'topic')}, "
            f"{counted(int(self.sizes.sum()), 'pooled document')} to depth {self.depth})"
        )


def pool_runs(qrels: Any, runs: Any, *, depth: int = 100, rank: int | None = None, rel: int = 1) -> PooledRuns:
    """The runs with their pools to `depth`, and the truth that `qrels` know.

    `qrels` and `runs` are what `evaluate` takes. Measures see each list down to `rank`, by default as long as the
    longest run is. Documents are relevant from grade `rel` up; a pooled document that the qrels lack counts as judged
    and not relevant once it is its turn, and a note says how many there are. A topic that no run has is left out; a
    run that lacks a topic contributes nothing there and scores 0. Raises `InputError` for fewer than two runs, a depth
    below 1, a rank below the depth, and runs that share no topic.

    Pooling was proposed by Spärck Jones and van Rijsbergen (1975).

    >>> pool_runs({"q1": {"a": 1}}, {"A": {"q1": {"a": 1}}}, depth=10)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a pool to compare runs by needs two runs or more; given: 1
    """
    _check(depth, rank, rel)
    judged = read_qrels(qrels)
    truth = judged.to_dict()
    index: dict[str, dict[int, int]] = {query: {} for query in judged.queries}
    texts: dict[str, list[str]] = {query: [] for query in judged.queries}
    lists: dict[str, list[NDArray[np.int32]]] = {query: [] for query in judged.queries}
    values: dict[str, list[NDArray[np.float64]]] = {query: [] for query in judged.queries}
    names: list[str] = []
    for run in each_run(runs):
        if run.name in names:
            raise InputError(f"two runs are called {quoted(run.name)}; give each its own name")
        names.append(run.name)
        for query in judged.queries:
            rows = run.table.rows_of(query)[:rank] if query in run.table.index else range(0)
            known, seen = index[query], texts[query]
            hashes = run.table.hashes[rows.start : rows.stop].tolist()
            before = len(known)
            numbers = [known.setdefault(one, len(known)) for one in hashes]
            if len(known) > before:
                new = sorted(
                    {number: row for row, number in zip(rows, numbers, strict=True) if number >= before}.items()
                )
                seen += run.table.documents.texts(row for _, row in new)
            lists[query].append(np.array(numbers, dtype=np.int32))
            values[query].append(run.table.values[rows.start : min(rows.stop, rows.start + depth)])
    if len(names) < 2:
        raise InputError(f"a pool to compare runs by needs two runs or more; given: {len(names)}")
    _check_common(names, lists)
    topics = [
        _listed(query, texts[query], _padded(lists[query], -1), truth[query], _padded(values[query], np.nan))
        for query in judged.queries
        if texts[query]
    ]
    absent = [query for query in judged.queries if not texts[query]]
    longest = max(topic.lists.shape[1] for topic in topics)
    notes = [f"{counted(len(absent), 'topic')} that no run has ({some(absent)}): left out"] if absent else []
    return _pooled(topics, tuple(names), np.arange(len(names)), (depth, rank or max(longest, depth), rel), notes)


def pool_arrays(
    lists: ArrayLike,
    grades: Sequence[ArrayLike],
    names: Sequence[str],
    queries: Sequence[str],
    *,
    depth: int = 100,
    rank: int | None = None,
    rel: int = 1,
    doc_ids: Sequence[Sequence[str]] | None = None,
) -> PooledRuns:
    """The same of arrays: `lists` of shape (runs, topics, ranks) holds document numbers of each topic, -1 for none.

    `grades` holds, for each topic, the grade of each numbered document, -1 where nobody judged it. `doc_ids` may name
    the documents of each topic; else they are called by their numbers. Raises `InputError` as `pool_runs`, and for
    arrays that do not fit together.

    >>> pool_arrays([[[0, 1]], [[1, 2]]], [[1, 0, 1]], ["A", "B"], ["q1"], depth=2).topics[0].ranks.tolist()
    [[1, 2, 0], [0, 1, 2]]
    """
    _check(depth, rank, rel)
    array = np.asarray(lists)
    if array.ndim != 3 or array.dtype.kind not in "iu":
        raise InputError(f"lists must be whole numbers of shape (runs, topics, ranks); given: shape {array.shape}")
    if array.shape[0] < 2:
        raise InputError(f"a pool to compare runs by needs two runs or more; given: {array.shape[0]}")
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
        found.append(_Listed(str(query), called, ranked, np.maximum(graded, UNJUDGED), None))
    shape = (depth, max(rank or array.shape[2], depth), rel)
    return _pooled(found, tuple(map(str, names)), np.arange(len(names)), shape)


@dataclass(frozen=True)
class _Listed:
    """A topic before it is pooled: `doc_ids` and `grades` in any numbering, `lists` in the same."""

    query_id: str
    doc_ids: tuple[str, ...]
    lists: Ints
    grades: Ints
    values: NDArray[np.float64] | None = field(default=None)


def _pooled(
    listed: Sequence[_Listed],
    names: tuple[str, ...],
    contributors: NDArray[np.intp],
    shape: tuple[int, int, int],
    notes: Sequence[str] = (),
) -> PooledRuns:
    """The pools of these topics; `shape` is depth, rank and rel. The pool comes first in each topic's new numbering."""
    depth, rank, rel = shape
    topics = []
    for one in listed:
        pool = np.unique(one.lists[contributors, :depth])
        pool = pool[pool >= 0]
        if not pool.size:
            continue
        place = np.full(len(one.doc_ids) + 1, 2, dtype=np.int8)  # of none, which is the last
        place[one.lists] = 1
        place[pool] = 0
        order = np.argsort(place[:-1], kind="stable")
        new = np.empty(len(order) + 1, dtype=np.int32)
        new[order], new[-1] = np.arange(len(order)), -1
        topics.append(
            PooledTopic(
                query_id=one.query_id,
                doc_ids=tuple(one.doc_ids[number] for number in order.tolist()),
                lists=new[one.lists],
                grades=one.grades[order],
                size=len(pool),
                depth=depth,
                rel=rel,
                runs=names,
                contributors=contributors,
                values=one.values,
            )
        )
    if not topics:
        raise InputError("no contributing run has any document, so there is no pool; give runs with results")
    left_out = [one.query_id for one in listed if one.query_id not in {topic.query_id for topic in topics}]
    said = [
        *notes,
        *([f"{counted(len(left_out), 'topic')} without a pool ({some(left_out)}): left out"] if left_out else []),
    ]
    return PooledRuns(
        names=names,
        topics=tuple(topics),
        depth=depth,
        rank=rank,
        rel=rel,
        contributors=contributors,
        notes=(*said, *_notes(topics, depth)),
    )


def _notes(topics: Sequence[PooledTopic], depth: int) -> Iterator[str]:
    short = np.array([topic.lengths < depth for topic in topics])
    if short.any():
        runs = [topics[0].names[run] for run in np.flatnonzero(short.any(axis=0)).tolist()]
        yield (
            f"{counted(len(runs), 'run holds', 'runs hold')} fewer than {depth} documents ({some(runs)}) on "
            f"{counted(int(short.any(axis=1).sum()), 'topic')}: pooled as deep as they go"
        )
    unjudged = sum(int(np.count_nonzero(topic.grades[: topic.size] < 0)) for topic in topics)
    if unjudged:
        yield (
            f"{counted(unjudged, 'pooled document has', 'pooled documents have')} no judgment: "
            "not relevant when judged, and left out of written qrels"
        )
    barren = [topic.query_id for topic in topics if not topic.relevant[: topic.size].any()]
    if barren:
        yield f"{counted(len(barren), 'topic has', 'topics have')} no relevant document in the pool ({some(barren)})"


def _listed(query: str, texts: list[str], lists: Ints, truth: dict[str, int], values: NDArray[np.float64]) -> _Listed:
    """A topic with its documents in the order of their ids; judged ones that no list holds come along."""
    retrieved = set(texts)
    doc_ids = [*texts, *(doc_id for doc_id in truth if doc_id not in retrieved)]
    order = sorted(range(len(doc_ids)), key=doc_ids.__getitem__)
    new = np.empty(len(order) + 1, dtype=np.int32)
    new[order], new[-1] = np.arange(len(order)), -1
    sorted_ids = tuple(doc_ids[number] for number in order)
    grades = np.array([max(truth.get(doc_id, UNJUDGED), UNJUDGED) for doc_id in sorted_ids], dtype=np.int32)
    return _Listed(query, sorted_ids, new[lists], grades, values)


def _padded(rows: Sequence[NDArray[Any]], filled: float) -> NDArray[Any]:
    matrix = np.full((len(rows), max(map(len, rows))), filled, dtype=rows[0].dtype)
    for number, row in enumerate(rows):
        matrix[number, : len(row)] = row
    return matrix


def _rows(values: NDArray[np.float64] | None, kept: NDArray[np.intp]) -> NDArray[np.float64] | None:
    return None if values is None else values[kept]


def _zero_filled(count: int) -> tuple[str, ...]:
    digits = len(str(max(count - 1, 0)))
    return tuple(str(number).zfill(digits) for number in range(count))


def _check(depth: int, rank: int | None, rel: int) -> None:
    check_whole("the depth of a pool", depth)
    check_whole("rel", rel)
    if rank is not None:
        check_whole("rank", rank)
        if rank < depth:
            raise InputError(f"rank must reach the depth of the pool, {depth}, or further; given: {rank}")


def _check_common(names: Sequence[str], lists: dict[str, list[NDArray[np.int32]]]) -> None:
    held = np.array([[len(row) > 0 for row in rows] for rows in lists.values()])
    none = np.flatnonzero(~held.any(axis=0))
    if none.size:
        raise InputError(
            f"the run {quoted(names[int(none[0])])} has no topic of the qrels, whose first ones are "
            f"{some(list(lists))}; are the ids written the same way?"
        )
    if not (held.sum(axis=1) > 1).any():
        raise InputError("no topic is in two of the runs, so there is nothing to compare; give runs on the same topics")


def _check_doubled(ranked: Ints, query: str, names: Sequence[str]) -> None:
    ordered = np.sort(ranked, axis=1)
    again = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    if again.any():
        run, place = (int(one) for one in np.argwhere(again)[0])
        raise InputError(
            f"topic {query}: run {quoted(str(names[run]))} lists document {int(ordered[run, place])} twice"
        )
