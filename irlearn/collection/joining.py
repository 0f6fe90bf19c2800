"""The one join of judgments and a run: the grade at each rank, for every topic of the qrels."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.data_checks import lookalike_notes, spelled_otherwise
from irlearn.collection.ids import hash_in_query
from irlearn.collection.qrels_run import Qrels, Run
from irlearn.collection.table import NumberKind, Table, first_names, numbered, shown
from irlearn.errors import InputError, quoted
from irlearn.ranking import UNJUDGED, Ranking, Rankings
from irlearn.text.english import Note, kind_of
from irlearn.text.numbers import fixed

_CELLS = 1 << 17
"""Cells of a batch: its temporaries stay in the processor's cache."""

_ROWS = 1 << 19  # of a run that are looked up at once, because their keys would need much memory
_COMPARED = 1000  # The message about ids that never match compares at most this many queries and documents.
_HIGHEST = 4  # The highest grade that assessors usually give; higher ones look like scores.

_FEW = 5


@dataclass(frozen=True, eq=False, repr=False)
class JudgedRun:
    """A run seen through qrels: for every topic of the qrels, in their order, the grade at each rank.

    A topic that the run lacks has an empty ranking. `grades[offsets[i]:offsets[i + 1]]` is the ranking of topic `i`,
    with -1 for documents that nobody judged; `judged` with `judged_offsets` holds the same way what was judged,
    the highest grade first. `notes` says in one line each what a reader of the scores should know.
    """

    queries: tuple[str, ...]
    grades: NDArray[np.int32]
    offsets: NDArray[np.int64]
    judged: NDArray[np.int32]
    judged_offsets: NDArray[np.int64]
    notes: tuple[str, ...]
    run: Table

    def batches(self, *, ties: bool = False) -> Iterator[tuple[slice, Rankings]]:
        """Consecutive topics as padded arrays, a block at a time: which topics, and their `Rankings`.

        `grades` and `judged` have shape (topics of the block, longest), int64, padded with -1; with `ties` so has
        `tied`, the groups of documents that share their score.
        """
        for start, stop in self._blocks:
            bounds = self.offsets[start : stop + 1]
            grades = _padded(self.grades, bounds)
            judged = _padded(self.judged, self.judged_offsets[start : stop + 1])
            tied = _padded(self._tied, bounds) if ties else None
            yield slice(start, stop), Rankings(grades, judged, np.diff(bounds), tied=tied)

    def ranking(self, query_id: str, *, ties: bool = False) -> Ranking:
        """The ranking of one topic, with its documents named; with `ties` a weak one, where documents share a score."""
        if not isinstance(query_id, str) or query_id not in self._index:
            raise InputError(
                f"the qrels have no query {quoted(query_id)}; their queries are {first_names(self.queries, _FEW)}"
            )
        topic = self._index[query_id]
        grades = self.grades[self.offsets[topic] : self.offsets[topic + 1]].tolist()
        judged = self.judged[self.judged_offsets[topic] : self.judged_offsets[topic + 1]].tolist()
        documents = self.run.documents.texts(self.run.rows_of(query_id)) if query_id in self.run.index else ()
        if not ties:
            return Ranking(grades, judged, documents=documents)
        sizes = np.unique(self._tied[self.offsets[topic] : self.offsets[topic + 1]], return_counts=True)[1]
        return Ranking(grades, judged, documents=documents, ties=sizes.tolist())

    @cached_property
    def _tied(self) -> NDArray[np.int32]:
        """The number of the group of documents of one score that each rank is in."""
        bounds, values = self.run.offsets.tolist(), self.run.values
        there = [self.run.index[query] for query in self.queries if query in self.run.index]
        scores = np.concatenate([values[bounds[one] : bounds[one + 1]] for one in there])
        begins = np.ones(len(scores), dtype=bool)
        begins[1:] = scores[1:] != scores[:-1]
        begins[self.offsets[:-1][np.diff(self.offsets) > 0]] = True
        return np.cumsum(begins, dtype=np.int32)

    @cached_property
    def _index(self) -> dict[str, int]:
        return numbered(self.queries)

    @cached_property
    def _blocks(self) -> list[tuple[int, int]]:
        widths = np.maximum(np.diff(self.offsets), np.diff(self.judged_offsets)).tolist()
        blocks, start, widest = [], 0, 1
        for topic, width in enumerate(widths):
            widest = max(widest, width)
            if (topic + 1 - start) * widest > _CELLS and topic > start:
                blocks.append((start, topic))
                start, widest = topic, max(width, 1)
        blocks.append((start, len(widths)))
        return blocks

    def __len__(self) -> int:
        return len(self.queries)

    def __repr__(self) -> str:
        return f"JudgedRun({len(self.queries)} topics, {len(self.grades)} documents)"


def join(qrels: Qrels, run: Run) -> JudgedRun:
    """The run seen through the qrels; an `InputError` where they have no query in common.

    The last result stays on the run, so that scoring with another measure joins nothing again.

    >>> joined = join(Qrels.from_dict({"q1": {"a": 1, "b": 0}}), Run.from_dict({"q1": {"a": 1, "x": 2, "b": 0.5}}))
    >>> joined.ranking("q1").grades
    (-1, 1, 0)
    """
    memory: tuple[weakref.ref[Qrels], JudgedRun] | None = run.__dict__.get("_joined")
    if memory is not None and memory[0]() is qrels:
        return memory[1]
    joined = _join(qrels, run)
    run.__dict__["_joined"] = (weakref.ref(qrels), joined)
    return joined


def _join(qrels: Qrels, run: Run) -> JudgedRun:
    numbers = np.array([run.table.index.get(query, -1) for query in qrels.queries], dtype=np.int64)
    if (numbers < 0).all():
        reason = next(lookalike_notes(qrels.table, run.table), "are the ids written the same way?")
        raise InputError(
            f"{qrels.table.source} and {run.table.source} have no query in common: the first one of the qrels is "
            f"{quoted(qrels.queries[0])}, the first one of the run is {quoted(run.queries[0])}; {reason}"
        )
    grades = _grades(qrels, run.table, numbers)
    hint = _hint_at_other_ids(qrels.table, run.table) if (grades < 0).all() else ""
    lengths = np.where(numbers < 0, 0, run.table.lengths[numbers])
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    if not np.array_equal(numbers, np.arange(len(run.queries))):
        bounds = run.table.offsets.tolist()
        grades = np.concatenate([grades[bounds[n] : bounds[n + 1]] for n in numbers.tolist() if n >= 0])
    judged, judged_offsets = qrels.judged
    once = dict.fromkeys((*_notes(qrels, run, numbers, grades, hint), *qrels.notes, *run.notes))
    return JudgedRun(qrels.queries, grades, offsets, judged, judged_offsets, tuple(once), run.table)


def _grades(qrels: Qrels, run: Table, numbers: NDArray[np.int64]) -> NDArray[np.int32]:
    """The grade of each row of the run, -1 where it was not judged; `numbers` are the topics' numbers in the run."""
    grades = np.full(len(run.values), UNJUDGED, dtype=np.int32)
    judged, known = qrels.lookup, qrels.table
    topics = np.full(len(run.queries), -1)
    topics[numbers[numbers >= 0]] = np.flatnonzero(numbers >= 0)
    of_row = np.repeat(topics.astype(np.int32), run.lengths)
    for start in range(0, len(of_row), _ROWS):
        keys = hash_in_query(run.hashes[start : start + _ROWS], of_row[start : start + _ROWS])
        found, places = judged.find(keys)
        while found.size:
            judgments, rows = judged.rows[places], found + start
            same = run.documents.take(rows).same(known.documents.take(judgments))
            same &= known.query_of(judgments) == of_row[rows]
            grades[rows[same]] = qrels.grades[judgments[same]]
            found, places = judged.unresolved(
                keys, found[~same], places[~same] + 1
            )  # another document of the same number
    return grades


def _hint_at_other_ids(qrels: Table, run: Table) -> str:
    """Return a question about a run of which nothing was judged; raise it where the ids surely differ in writing."""
    both = [query for query in qrels.queries if query in run.index][:_COMPARED]
    judged, retrieved = (
        [name for query in both for name in table.documents.texts(table.rows_of(query)[:_COMPARED])]
        for table in (qrels, run)
    )
    if not set(judged).isdisjoint(retrieved):  # other queries hold them, or they are judged below 0
        return ""
    pair = spelled_otherwise(judged, retrieved)
    if pair is not None:
        alike = [note for note in lookalike_notes(qrels, run) if note.startswith("the documents")]
        raise InputError(
            f"{qrels.source} and {run.source} have no document in common: the qrels hold, for example, "
            f"{quoted(pair[0])}, and the run {quoted(pair[1])}; {[*alike, 'are the ids written the same way?'][0]}"
        )
    return f" ({shown(retrieved[0])} in the run, {shown(judged[0])} in the qrels): are the ids written the same way?"


def _notes(qrels: Qrels, run: Run, numbers: NDArray[np.int64], grades: NDArray[np.int32], hint: str) -> Iterator[str]:
    missing = [query for query, number in zip(qrels.queries, numbers.tolist(), strict=True) if number < 0]
    if missing:
        yield Note(f"{_these(missing, 'of the qrels', 'is', 'are')} missing from the run: counted as 0", "missing")
    judged = set(qrels.queries)
    extra = [query for query in run.queries if query not in judged]
    if extra:
        yield Note(f"{_these(extra, 'of the run', 'has', 'have')} no judgments: left out", "no judgments")
    best, offsets = qrels.judged
    none = offsets[:-1] == offsets[1:]
    highest = np.where(none, UNJUDGED, np.append(best, UNJUDGED)[np.minimum(offsets[:-1], len(best))])
    barren = [qrels.queries[topic] for topic in np.flatnonzero(highest < 1).tolist()]
    if barren:
        yield f"{_these(barren, 'of the qrels', 'has', 'have')} no relevant document"
    yield from lookalike_notes(qrels.table, run.table)
    unjudged = int(np.count_nonzero(grades < 0))
    if unjudged:
        share = fixed(100 * unjudged / len(grades), 1)
        yield Note(f"{share}% of the retrieved documents are unjudged{hint}", "unjudged")
    if _look_swapped(qrels.table, run.table):
        grade, score = (f"up to {half.table.values.max():g}" for half in (qrels, run))
        yield f"the grades, {grade}, look like scores, and the scores, {score}, like grades: are qrels and run swapped?"


def _look_swapped(qrels: Table, run: Table) -> bool:
    """Return whether the judgments look like scores, which differ, and the scores like grades."""
    grades, scores = qrels.values, run.values
    if run.kind is not NumberKind.SCORE or grades.min() <= 0 or scores.max() > _HIGHEST or (scores % 1).any():
        return False
    differ = len(np.unique(np.stack([qrels.query_numbers, grades]), axis=1).T) == len(grades) > len(qrels.queries)
    return differ and bool(grades.max() > _HIGHEST or (qrels.integers is False and run.integers))


def left_out(notes: Iterable[str]) -> Iterator[str]:
    """The notes on a run, where the queries that it lacks are left out of its means instead of counted as 0."""
    for note in notes:
        yield Note(note.replace("from the run: counted as 0", "from the run: left out"), kind_of(note))


def _these(queries: Sequence[str], where: str, one: str, many: str) -> str:
    noun, verb = ("query", one) if len(queries) == 1 else ("queries", many)
    return f"{len(queries)} {noun} {where} ({first_names(queries, _FEW)}) {verb}"


def _padded(values: NDArray[np.int32], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Lists that lie one behind the other as the rows of a matrix, padded with -1."""
    lengths = np.diff(offsets)
    rows, width = len(lengths), int(lengths.max(initial=0))
    flat = values[offsets[0] : offsets[-1]]
    if len(flat) == rows * width:
        return flat.reshape(rows, width).astype(np.int64)
    matrix = np.full((rows, width), UNJUDGED, dtype=np.int64)
    matrix[np.arange(width) < lengths[:, np.newaxis]] = flat
    return matrix
