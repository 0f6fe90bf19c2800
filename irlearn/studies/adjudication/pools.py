"""Pools of runs as arrays: which documents are judged for each topic, where each run ranks them, and their truth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import Run, read_qrels
from irlearn.collection.reading import iter_runs
from irlearn.collection.table import first_names
from irlearn.errors import InputError, check_whole, quoted
from irlearn.ranking import UNJUDGED
from irlearn.statistics.arrays import check_choice
from irlearn.text.english import count_noun, did_you_mean

Ints = NDArray[np.int32]
Retrieved = Literal["depth", "list"]
"""What a run retrieved, to methods: the documents of its list to the depth of the pool, or of its whole list."""


class PoolSettings(NamedTuple):
    """How runs are pooled: the depth of the pool, how far measures see, from which grade on, what is retrieved."""

    depth: int
    rank: int
    rel: int
    retrieved: Retrieved


@dataclass(frozen=True, eq=False, repr=False)
class CacheFreePickle:
    """What is pickled without what was worked out and kept with it, so that little travels to workers."""

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: vars(self)[one.name] for one in fields(self)}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PooledTopic(CacheFreePickle):
    """One topic: its documents, numbered; the lists of all runs; the truth.

    Documents 0 to `size` - 1 are the pool, in the order of their ids: what the `contributors` (numbers of runs) hold
    at rank 1 to `depth`. Behind them stand the documents that lists hold further down, then those that were judged and
    stand in no list. `lists` has shape (runs, ranks) and holds document numbers, -1 behind a list's end; `grades` has
    one value a document, -1 where nobody judged it. `values`, where there are any, are the scores that each run
    gave its documents, nan behind a list's end. `retrieved` says what methods take a run to hold: its list to "depth",
    or its whole "list".
    """

    query_id: str
    doc_ids: tuple[str, ...]
    lists: Ints
    grades: Ints
    size: int
    depth: int
    rel: int
    retrieved: Retrieved
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
    def _places(self) -> NDArray[np.intp]:
        """Where in the contributors' lists their retrieved documents are, -1 behind the last; by `retrieved`."""
        lists = self.lists[self.contributors]
        held = lists[:, : self.depth] >= 0 if self.retrieved == "depth" else (lists >= 0) & (lists < self.size)
        order = np.argsort(~held, axis=1, kind="stable")
        counts = np.count_nonzero(held, axis=1)
        places = np.where(np.arange(held.shape[1]) < counts[:, np.newaxis], order, -1)
        return places[:, : int(counts.max())]

    @property
    def reach(self) -> int:
        """How many documents a contributor can hold: the depth of the pool, or the most that one holds."""
        return self.depth if self.retrieved == "depth" else self.heads.shape[1]

    @cached_property
    def heads(self) -> Ints:
        """What each contributor retrieved, best first, -1 behind the last; shape (contributors, reach at most).

        That is its list to the depth of the pool; where `retrieved` is "list", its whole list without what is not
        pooled.
        """
        found = np.take_along_axis(self.lists[self.contributors], np.maximum(self._places, 0), axis=1)
        return np.where(self._places >= 0, found, np.int32(-1))

    @cached_property
    def head_values(self) -> NDArray[np.float64] | None:
        """The scores that the contributors gave what they retrieved, in the shape of `heads`, nan behind the last."""
        if self.values is None:
            return None
        found = np.take_along_axis(self.values[self.contributors], np.maximum(self._places, 0), axis=1)
        return np.where(self._places >= 0, found, np.nan)

    @cached_property
    def ranks(self) -> Ints:
        """The rank, 1 to `reach`, at which each contributor holds each pooled document, 0 where it holds it not.

        Shape (contributors, size).
        """
        found = np.zeros((len(self.heads), self.size), dtype=np.int32)
        run, rank = np.nonzero(self.heads >= 0)
        found[run, self.heads[run, rank]] = rank + 1
        return found

    @cached_property
    def lengths(self) -> NDArray[np.intp]:
        """How many documents each contributor retrieved."""
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
            near = f"the first ones of its pool are {first_names(self.doc_ids)}"
            raise InputError(f"topic {self.query_id} has no document {quoted(doc_id)}; {near}") from None

    def __repr__(self) -> str:
        runs = count_noun(len(self.contributors), "run")
        return f"PooledTopic({self.query_id!r}, {count_noun(self.size, 'pooled document')} of {runs})"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PooledRuns(CacheFreePickle):
    """Several runs on several topics with their pools to one depth, and the truth: what adjudication is tried on.

    `names` are the runs, `queries` the topics. `depth` is the depth of the pool; `rank` is how far down measures see
    the lists; documents are relevant from grade `rel` up. `contributors` are the runs that the pool is made of, by
    number; the others are only scored. `notes` say what was odd but usable.

    >>> from irlearn.studies.adjudication import pool_runs
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
    shape: PoolSettings
    contributors: NDArray[np.intp]
    notes: tuple[str, ...] = ()

    @property
    def depth(self) -> int:
        """The depth of the pool."""
        return self.shape.depth

    @property
    def rank(self) -> int:
        """How far down measures see the lists."""
        return self.shape.rank

    @property
    def rel(self) -> int:
        """The lowest grade that counts as relevant."""
        return self.shape.rel

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
        return pool_listed(
            [
                UnpooledTopic(one.query_id, one.doc_ids, one.lists[kept], one.grades, _rows(one.values, kept))
                for one in self.topics
            ],
            tuple(self.names[run] for run in kept.tolist()),
            np.arange(len(kept)),
            self.shape,
        )

    def pooled_from(self, names: Sequence[str]) -> PooledRuns:
        """All runs, but a pool of these alone: the others are systems that come later, and find what was judged.

        Raises `InputError` for a run that is not there.
        """
        return pool_listed(
            [UnpooledTopic(one.query_id, one.doc_ids, one.lists, one.grades, one.values) for one in self.topics],
            self.names,
            self._numbers(names, fewest=1),
            self.shape,
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
            raise InputError(f"name {count_noun(fewest, 'run')} or more; given: {len(numbers)}")
        return numbers

    def __repr__(self) -> str:
        return (
            f"PooledRuns({count_noun(len(self.names), 'run')}, {count_noun(len(self.topics), 'topic')}, "
            f"{count_noun(int(self.sizes.sum()), 'pooled document')} to depth {self.depth})"
        )


@dataclass(frozen=True)
class UnpooledTopic:
    """A topic before it is pooled: `doc_ids` and `grades` in any numbering, `lists` in the same."""

    query_id: str
    doc_ids: tuple[str, ...]
    lists: Ints
    grades: Ints
    values: NDArray[np.float64] | None = field(default=None)


def pool_listed(
    listed: Sequence[UnpooledTopic],
    names: tuple[str, ...],
    contributors: NDArray[np.intp],
    shape: PoolSettings,
    notes: Sequence[str] = (),
) -> PooledRuns:
    """The pools of these topics; each topic is numbered anew, the pool first."""
    topics = []
    for one in listed:
        pool = np.unique(one.lists[contributors, : shape.depth])
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
                depth=shape.depth,
                rel=shape.rel,
                retrieved=shape.retrieved,
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
        *(
            [f"{count_noun(len(left_out), 'topic')} without a pool ({first_names(left_out)}): left out"]
            if left_out
            else []
        ),
    ]
    return PooledRuns(
        names=names,
        topics=tuple(topics),
        shape=shape,
        contributors=contributors,
        notes=(*said, *_notes(topics, shape.depth)),
    )


def _notes(topics: Sequence[PooledTopic], depth: int) -> Iterator[str]:
    held = [np.count_nonzero(topic.lists[topic.contributors, :depth] >= 0, axis=1) for topic in topics]
    short = np.array(held) < depth
    if short.any():
        runs = [topics[0].names[run] for run in np.flatnonzero(short.any(axis=0)).tolist()]
        yield (
            f"{count_noun(len(runs), 'run holds', 'runs hold')} fewer than {depth} documents ({first_names(runs)}) on "
            f"{count_noun(int(short.any(axis=1).sum()), 'topic')}: pooled as deep as they go"
        )
    unjudged = sum(int(np.count_nonzero(topic.grades[: topic.size] < 0)) for topic in topics)
    if unjudged:
        yield (
            f"{count_noun(unjudged, 'pooled document has', 'pooled documents have')} no judgment: "
            "not relevant when judged, and left out of written qrels"
        )
    barren = [topic.query_id for topic in topics if not topic.relevant[: topic.size].any()]
    if barren:
        counted = count_noun(len(barren), "topic has", "topics have")
        yield f"{counted} no relevant document in the pool ({first_names(barren)})"


def _rows(values: NDArray[np.float64] | None, kept: NDArray[np.intp]) -> NDArray[np.float64] | None:
    return None if values is None else values[kept]


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
