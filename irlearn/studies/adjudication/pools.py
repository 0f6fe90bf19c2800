"""Pools of runs as arrays: which documents are judged for each topic, where each run ranks them, and their truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.table import first_names
from irlearn.errors import InputError, quoted
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
