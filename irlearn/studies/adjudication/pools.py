"""Pools of runs as arrays: the documents that are judged for each topic, their ranks in each run, and their grades.

`pool_runs` makes the pools from qrels and runs, `pool_arrays` from arrays, and `pool_listed` from topics whose
documents are numbered already. The results are `PooledRuns`, with a `PooledTopic` for each topic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.collection import read_qrels
from irlearn.collection.ids import Ids, word, words_of
from irlearn.collection.reading import iter_runs
from irlearn.collection.table import Table, first_names
from irlearn.errors import InputError, check_whole, quoted
from irlearn.ranking import UNJUDGED
from irlearn.statistics.arrays import check_choice
from irlearn.text.english import count_noun, did_you_mean

Ints = NDArray[np.int32]

Retrieved = Literal["depth", "list"]
"""The part of a run's list that methods use: to the depth of the pool, or the whole list."""


_WORDS = 6  # Words of eight bytes by which ids are compared; only longer ids are always compared as texts.
_MOST_SLOTS = 1 << 24


class PoolSettings(NamedTuple):
    """Settings of pools: depth, cutoff of measures, lowest relevant grade, and the part of lists that methods use."""

    depth: int
    rank: int
    rel: int
    retrieved: Retrieved


@dataclass(frozen=True, eq=False, repr=False)
class CacheFreePickle:
    """Base class that pickles without cached properties, so that little is sent to workers."""

    def __getstate__(self) -> dict[str, Any]:
        return {attribute.name: vars(self)[attribute.name] for attribute in fields(self)}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PooledTopic(CacheFreePickle):
    """A topic with its numbered documents, the lists of all runs, and the grades.

    Documents 0 to `size` - 1 are the pool, in the order of their ids. They are followed by the documents further down
    the lists, then by judged documents that are in no list.

    Attributes
    ----------
    query_id : str
        Id of the topic.
    doc_ids : tuple of str
        Ids of the documents.
    lists : ndarray of int, shape (runs, ranks)
        Document numbers by rank, -1 after the end of a list.
    grades : ndarray of int, shape (documents,)
        Grades, -1 for an unjudged document.
    size : int
        Number of pooled documents.
    depth : int
        Depth of the pool.
    rel : int
        The lowest relevant grade.
    retrieved : {"depth", "list"}
        The part of a list that methods use: to the depth of the pool, or the whole list.
    runs : tuple of str
        Names of all runs.
    contributors : ndarray of int
        Numbers of the runs whose documents at ranks 1 to `depth` are the pool.
    values : ndarray or None, shape (runs, ranks)
        Scores of the documents in each run if there are any, NaN after the end of a list.
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
        """Whether each document is relevant: graded `rel` or more. An unjudged document is not relevant."""
        return np.asarray(self.grades >= self.rel)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the contributors, in the order of all arrays with a row for each contributor."""
        return tuple(self.runs[run] for run in self.contributors.tolist())

    @cached_property
    def _positions(self) -> NDArray[np.intp]:
        """Positions of the retrieved documents in the contributors' lists, -1 after the last."""
        lists = self.lists[self.contributors]
        included = lists[:, : self.depth] >= 0 if self.retrieved == "depth" else (lists >= 0) & (lists < self.size)
        order = np.argsort(~included, axis=1, kind="stable")
        counts = np.count_nonzero(included, axis=1)
        positions = np.where(np.arange(included.shape[1]) < counts[:, np.newaxis], order, -1)
        return positions[:, : int(counts.max())]

    @property
    def reach(self) -> int:
        """The largest possible number of documents of a contributor.

        It is the depth of the pool if `retrieved` is "depth", and the length of the longest list if it is "list".
        """
        return self.depth if self.retrieved == "depth" else self.heads.shape[1]

    @cached_property
    def heads(self) -> Ints:
        """Document numbers that each contributor retrieved, best first, -1 after the last.

        The documents are the contributor's list to the depth of the pool or, if `retrieved` is "list", all pooled
        documents of its list. The shape is (contributors, at most `reach`).
        """
        documents = np.take_along_axis(self.lists[self.contributors], np.maximum(self._positions, 0), axis=1)
        return np.where(self._positions >= 0, documents, np.int32(-1))

    @cached_property
    def head_values(self) -> NDArray[np.float64] | None:
        """Scores of the documents in `heads`, NaN after the last; None without scores."""
        if self.values is None:
            return None
        scores = np.take_along_axis(self.values[self.contributors], np.maximum(self._positions, 0), axis=1)
        return np.where(self._positions >= 0, scores, np.nan)

    @cached_property
    def ranks(self) -> Ints:
        """Rank of each pooled document in each contributor, 1 to `reach`, or 0 if it was not retrieved.

        The shape is (contributors, size).
        """
        ranks = np.zeros((len(self.heads), self.size), dtype=np.int32)
        run, position = np.nonzero(self.heads >= 0)
        ranks[run, self.heads[run, position]] = position + 1
        return ranks

    @cached_property
    def lengths(self) -> NDArray[np.intp]:
        """Number of documents that each contributor retrieved."""
        return np.asarray(np.count_nonzero(self.heads >= 0, axis=1))

    @cached_property
    def holders(self) -> NDArray[np.bool_]:
        """Whether each pooled document was retrieved by each contributor; shape (size, contributors)."""
        return np.ascontiguousarray(self.ranks.T > 0)

    def number_of(self, doc_id: str) -> int:
        """Return the number of a document; raise `InputError` if the topic has no such document."""
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
    """Runs on several topics with their pools to one depth, and the grades: the data of adjudication experiments.

    Attributes
    ----------
    names : tuple of str
        Names of the runs.
    topics : tuple of PooledTopic
        The topics.
    shape : PoolSettings
        Depth of the pool, cutoff of measures, lowest relevant grade, and the part of lists that methods use.
    contributors : ndarray of int
        Numbers of the runs that contribute to the pool; the other runs are only scored.
    notes : tuple of str
        Oddities of the data, one sentence each.

    Examples
    --------
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
        """Depth of the pool."""
        return self.shape.depth

    @property
    def rank(self) -> int:
        """Rank at which measures cut the lists off."""
        return self.shape.rank

    @property
    def rel(self) -> int:
        """The lowest grade that counts as relevant."""
        return self.shape.rel

    @cached_property
    def queries(self) -> tuple[str, ...]:
        """Ids of the topics."""
        return tuple(topic.query_id for topic in self.topics)

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """Number of pooled documents of each topic."""
        return np.array([topic.size for topic in self.topics])

    def only(self, names: Sequence[str]) -> PooledRuns:
        """Return some of the runs with a pool of their own.

        Parameters
        ----------
        names : sequence of str
            Names of two or more runs.

        Returns
        -------
        PooledRuns

        Raises
        ------
        InputError
            If there are fewer than two names, or a run is unknown.
        """
        kept = self._numbers(names)
        return pool_listed(
            [
                UnpooledTopic(topic.query_id, topic.doc_ids, topic.lists[kept], topic.grades, _rows(topic.values, kept))
                for topic in self.topics
            ],
            tuple(self.names[run] for run in kept.tolist()),
            np.arange(len(kept)),
            self.shape,
        )

    def pooled_from(self, names: Sequence[str]) -> PooledRuns:
        """Return all runs with a pool of some of them; the other runs act as systems built after the judging.

        Parameters
        ----------
        names : sequence of str
            Names of the runs that contribute to the pool.

        Returns
        -------
        PooledRuns

        Raises
        ------
        InputError
            If a run is unknown.
        """
        return pool_listed(
            [
                UnpooledTopic(topic.query_id, topic.doc_ids, topic.lists, topic.grades, topic.values)
                for topic in self.topics
            ],
            self.names,
            self._numbers(names, fewest=1),
            self.shape,
        )

    def topic(self, query_id: str) -> PooledTopic:
        """Return a topic by its id; raise `InputError` if there is no such topic."""
        if query_id not in self.queries:
            raise InputError(
                f"there is no topic {quoted(query_id)}; {did_you_mean(query_id, self.queries, 'there are')}"
            )
        return self.topics[self.queries.index(query_id)]

    def _numbers(self, names: Sequence[str], fewest: int = 2) -> NDArray[np.intp]:
        """Return the numbers of runs; raise `InputError` if one is unknown, or there are too few."""
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
    """A topic before it is pooled: `doc_ids`, `grades` and `lists` number the documents in any order."""

    query_id: str
    doc_ids: tuple[str, ...]
    lists: Ints
    grades: Ints
    values: NDArray[np.float64] | None = field(default=None)


def pool_runs(
    qrels: Any,
    runs: Any,
    *,
    depth: int = 100,
    rank: int | None = None,
    rel: int = 1,
    retrieved: Retrieved = "depth",
) -> PooledRuns:
    """Pool runs to a depth, with the grades of the qrels.

    A pooled document that the qrels lack counts as not relevant when it is judged; a note reports the number of these
    documents. A topic that no run has is left out. A run that lacks a topic contributes nothing to it and scores 0.

    Parameters
    ----------
    qrels : Qrels or any source that `read_qrels` accepts
        The judgments.
    runs : Run, dict or iterable
        Two or more runs, as in `evaluate`.
    depth : int, optional
        Depth of the pool, 1 or more.
    rank : int, optional
        Cutoff of the lists for measures, by default the length of the longest run.
    rel : int, optional
        The lowest grade that counts as relevant.
    retrieved : {"depth", "list"}, optional
        The part of a run's list that methods use: to the depth of the pool, or all pooled documents of the whole list.

    Returns
    -------
    PooledRuns

    Raises
    ------
    InputError
        If there are fewer than two runs, the depth is below 1, the rank is below the depth, or the runs share no topic.

    References
    ----------
    Spärck Jones and van Rijsbergen (1975) proposed pooling.

    Examples
    --------
    >>> pool_runs({"q1": {"a": 1}}, {"A": {"q1": {"a": 1}}}, depth=10)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a pool to compare runs by needs two runs or more; given: 1
    """
    check_pool(depth, rank, rel, retrieved)
    judged = read_qrels(qrels)
    documents = _DocumentNumbers(judged.queries)
    names: list[str] = []
    lists: list[list[NDArray[np.int32]]] = []
    values: list[list[NDArray[np.float64]]] = []
    for run in iter_runs(runs):
        if run.name in names:
            raise InputError(f"two runs are called {quoted(run.name)}; give each its own name")
        names.append(run.name)
        lists.append(documents.add(run.table, rank))
        rows, lengths = documents.rows(run.table, depth if retrieved == "depth" else rank)
        values.append(_split(run.table.values[rows], lengths))
    has_topic = _check_runs(names, judged.queries, lists)
    of_judgments = np.concatenate(documents.add(judged.table))
    grades = np.full(len(documents.doc_ids), UNJUDGED, dtype=np.int32)
    grades[of_judgments] = judged.grades
    new_numbers = np.full(len(grades) + 1, -1, dtype=np.int32)
    topics, absent = [], []
    for topic, (query, numbers) in enumerate(zip(judged.queries, documents.by_topic(), strict=True)):
        if not has_topic[:, topic].any():
            absent.append(query)
            continue
        ids = tuple(map(documents.doc_ids.__getitem__, numbers.tolist()))
        new_numbers[numbers] = np.arange(len(numbers))
        listed = new_numbers[_padded([run[topic] for run in lists], -1)]
        scores = _padded([run[topic] for run in values], np.nan)
        topics.append(UnpooledTopic(query, ids, listed, grades[numbers], scores))
    notes = [f"{count_noun(len(absent), 'topic')} that no run has ({first_names(absent)}): left out"] if absent else []
    longest = max(topic.lists.shape[1] for topic in topics)
    shape = PoolSettings(depth, rank or max(longest, depth), rel, retrieved)
    return pool_listed(topics, tuple(names), np.arange(len(names)), shape, notes)


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
    """Pool runs that are arrays of document numbers.

    Parameters
    ----------
    lists : array_like of int, shape (runs, topics, ranks)
        Document numbers of each topic, -1 for ranks without a document.
    grades : sequence of array_like
        For each topic, the grade of each numbered document, -1 for an unjudged one.
    names : sequence of str
        Names of the runs.
    queries : sequence of str
        Ids of the topics.
    depth, rank, rel, retrieved
        As in `pool_runs`.
    doc_ids : sequence of sequence of str, optional
        For each topic, the ids of its documents, by default their numbers.

    Returns
    -------
    PooledRuns

    Raises
    ------
    InputError
        As in `pool_runs`, and if the arrays do not fit together.

    Examples
    --------
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
    topics = []
    for number, query in enumerate(queries):
        topic_grades = np.asarray(grades[number], dtype=np.int32)
        topic_lists = array[:, number, :rank].astype(np.int32)
        if int(topic_lists.max(initial=-1)) >= len(topic_grades):
            raise InputError(
                f"topic {query} lists document {int(topic_lists.max())}, but has grades of {len(topic_grades)} only"
            )
        ids = _zero_filled(len(topic_grades)) if doc_ids is None else tuple(doc_ids[number])
        _check_repeated(topic_lists, str(query), names)
        topics.append(UnpooledTopic(str(query), ids, topic_lists, np.maximum(topic_grades, UNJUDGED), None))
    shape = PoolSettings(depth, max(rank or array.shape[2], depth), rel, retrieved)
    return pool_listed(topics, tuple(map(str, names)), np.arange(len(names)), shape)


def pool_listed(
    listed: Sequence[UnpooledTopic],
    names: tuple[str, ...],
    contributors: NDArray[np.intp],
    shape: PoolSettings,
    notes: Sequence[str] = (),
) -> PooledRuns:
    """Return the pools of topics; the documents of each topic are renumbered, the pool first."""
    topics = []
    for topic in listed:
        pool = np.unique(topic.lists[contributors, : shape.depth])
        pool = pool[pool >= 0]
        if not pool.size:
            continue
        # Pooled documents are first, then those in lists, then the others. The last element belongs to the number -1.
        priority = np.full(len(topic.doc_ids) + 1, 2, dtype=np.int8)
        priority[topic.lists] = 1
        priority[pool] = 0
        order = np.argsort(priority[:-1], kind="stable")
        new_numbers = np.empty(len(order) + 1, dtype=np.int32)
        new_numbers[order], new_numbers[-1] = np.arange(len(order)), -1
        topics.append(
            PooledTopic(
                query_id=topic.query_id,
                doc_ids=tuple(map(topic.doc_ids.__getitem__, order.tolist())),
                lists=new_numbers[topic.lists],
                grades=topic.grades[order],
                size=len(pool),
                depth=shape.depth,
                rel=shape.rel,
                retrieved=shape.retrieved,
                runs=names,
                contributors=contributors,
                values=topic.values,
            )
        )
    if not topics:
        raise InputError("no contributing run has any document, so there is no pool; give runs with results")
    pooled_ids = {pooled.query_id for pooled in topics}
    left_out = [topic.query_id for topic in listed if topic.query_id not in pooled_ids]
    all_notes = list(notes)
    if left_out:
        all_notes.append(f"{count_noun(len(left_out), 'topic')} without a pool ({first_names(left_out)}): left out")
    return PooledRuns(
        names=names,
        topics=tuple(topics),
        shape=shape,
        contributors=contributors,
        notes=(*all_notes, *_notes(topics, shape.depth)),
    )


def check_pool(depth: int, rank: int | None, rel: int, retrieved: str) -> None:
    """Raise `InputError` for settings that no pool of runs can have."""
    check_whole("the depth of a pool", depth)
    check_whole("rel", rel)
    check_choice(retrieved, Retrieved, "retrieved")
    if rank is not None:
        check_whole("rank", rank)
        if rank < depth:
            raise InputError(f"rank must reach the depth of the pool, {depth}, or further; given: {rank}")


class _DocumentNumbers:
    """Numbers of the documents of several topics, from 0 on, in the order in which the documents appear.

    The hash of a document selects a slot of its topic, which belongs to the first document with this slot. So all
    documents of a run are looked up at once. Other documents with the slot are in a dict. Ids are compared by their
    words, so documents may share a hash.
    """

    def __init__(self, queries: Sequence[str]) -> None:
        self._queries = queries
        self.doc_ids: list[str] = []
        self._topics = np.empty(0, dtype=np.intp)
        self._words = np.zeros((_WORDS, 1), dtype=np.uint64)
        self._slots = np.empty(0, dtype=np.int32)
        self._others: dict[tuple[int, str], int] = {}

    def rows(self, table: Table, rank: int | None = None) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the rows of all topics, down to a rank, and the number of rows of each topic."""
        numbers = np.array([table.index.get(query, -1) for query in self._queries], dtype=np.intp)
        lengths = np.minimum(np.where(numbers < 0, 0, table.lengths[numbers]), rank or len(table.values))
        shifts = table.offsets[numbers] - (np.cumsum(lengths) - lengths)
        return np.arange(int(lengths.sum())) + np.repeat(shifts, lengths), lengths

    def add(self, table: Table, rank: int | None = None) -> list[NDArray[np.int32]]:
        """Return the numbers of the documents of each topic, down to a rank."""
        rows, lengths = self.rows(table, rank)
        if not self._slots.size:
            size = max(min(64 * len(rows), _MOST_SLOTS) // len(lengths), 1)
            self._slots = np.full(len(lengths) << size.bit_length(), -1, dtype=np.int32)
        bits = (len(self._slots) // len(lengths)).bit_length() - 1
        documents, topics = table.documents.take(rows), np.repeat(np.arange(len(lengths)), lengths)
        slots = (topics << bits) + (table.hashes[rows] >> np.uint64(64 - bits)).astype(np.intp)
        numbers: NDArray[np.int32] = self._slots[slots]
        differ = long = documents.lengths >= 8 * _WORDS
        for words, known in zip(_first_words(documents), self._words, strict=False):
            differ = differ | (words != known[numbers])
        free, taken = np.flatnonzero(numbers < 0), np.flatnonzero(differ & (numbers >= 0))
        first, others = len(self.doc_ids), self._others
        numbers[free] = np.arange(first, first + len(free))
        self._slots[slots[free]] = numbers[free]
        late = free[(self._slots[slots[free]] != numbers[free]) | long[free]]
        others.update(zip(_keys(documents, topics, late), numbers[late].tolist(), strict=True))
        start = first + len(free) - len(others)
        numbers[taken] = [others.setdefault(key, start + len(others)) for key in _keys(documents, topics, taken)]
        new = np.concatenate([free, taken[numbers[taken] >= first + len(free)]])
        self.doc_ids += documents.texts(new)
        self._topics = np.concatenate([self._topics, topics[new]])
        if len(self.doc_ids) > self._words.shape[1]:
            room = np.zeros((_WORDS, 2 * len(self.doc_ids)), dtype=np.uint64)
            self._words = np.concatenate([self._words, room], axis=1)
        for column, words in zip(self._words, _first_words(documents.take(new)), strict=False):
            column[first : len(self.doc_ids)] = words
        return _split(numbers, lengths)

    def by_topic(self) -> list[NDArray[np.intp]]:
        """Return the numbers of the documents of each topic, in the order of their ids."""
        groups = _split(
            np.argsort(self._topics, kind="stable"), np.bincount(self._topics, minlength=len(self._queries))
        )
        return [np.array(sorted(group.tolist(), key=self.doc_ids.__getitem__), dtype=np.intp) for group in groups]


def _keys(documents: Ids, topics: NDArray[np.intp], rows: NDArray[np.intp]) -> Iterator[tuple[int, str]]:
    return zip(topics[rows].tolist(), documents.texts(rows), strict=True)


def _first_words(ids: Ids) -> list[NDArray[np.uint64]]:
    """Return the words of all ids, at most the first `_WORDS` of each id."""
    view, words = words_of(ids.buffer), min(int(ids.lengths.max(initial=0)) // 8 + 1, _WORDS)
    return [word(view, ids.starts, ids.lengths, number) for number in range(words)]


def _split(values: NDArray[Any], lengths: NDArray[np.intp]) -> list[NDArray[Any]]:
    return np.split(values, np.cumsum(lengths)[:-1])


def _notes(topics: Sequence[PooledTopic], depth: int) -> Iterator[str]:
    counts = [np.count_nonzero(topic.lists[topic.contributors, :depth] >= 0, axis=1) for topic in topics]
    short = np.array(counts) < depth
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
    without_relevant = [topic.query_id for topic in topics if not topic.relevant[: topic.size].any()]
    if without_relevant:
        subject = count_noun(len(without_relevant), "topic has", "topics have")
        yield f"{subject} no relevant document in the pool ({first_names(without_relevant)})"


def _rows(values: NDArray[np.float64] | None, kept: NDArray[np.intp]) -> NDArray[np.float64] | None:
    return None if values is None else values[kept]


def _padded(rows: Sequence[NDArray[Any]], filled: float) -> NDArray[Any]:
    matrix = np.full((len(rows), max(map(len, rows))), filled, dtype=rows[0].dtype)
    for number, row in enumerate(rows):
        matrix[number, : len(row)] = row
    return matrix


def _zero_filled(count: int) -> tuple[str, ...]:
    """Return the numbers below `count` as texts of equal length."""
    digits = len(str(max(count - 1, 0)))
    return tuple(str(number).zfill(digits) for number in range(count))


def _check_runs(
    names: Sequence[str], queries: Sequence[str], lists: Sequence[Sequence[NDArray[np.int32]]]
) -> NDArray[np.bool_]:
    """Return whether each run has each topic.

    Raise `InputError` for too few runs, a run without a topic of the qrels, or runs that share no topic.
    """
    _check_count(len(names))
    has_topic: NDArray[np.bool_] = np.array([[len(documents) > 0 for documents in run] for run in lists])
    without_topics = np.flatnonzero(~has_topic.any(axis=1))
    if without_topics.size:
        raise InputError(
            f"the run {quoted(names[int(without_topics[0])])} has no topic of the qrels, whose first ones are "
            f"{first_names(queries)}; are the ids written the same way?"
        )
    if not (has_topic.sum(axis=0) > 1).any():
        raise InputError("no topic is in two of the runs, so there is nothing to compare; give runs on the same topics")
    return has_topic


def _check_count(runs: int) -> None:
    if runs < 2:
        raise InputError(f"a pool to compare runs by needs two runs or more; given: {runs}")


def _check_repeated(lists: Ints, query: str, names: Sequence[str]) -> None:
    """Raise `InputError` if a run lists a document twice."""
    ordered = np.sort(lists, axis=1)
    repeated = (ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)
    if repeated.any():
        run, position = np.argwhere(repeated)[0].tolist()
        raise InputError(
            f"topic {query}: run {quoted(str(names[run]))} lists document {int(ordered[run, position])} twice"
        )
