"""The join of judgments and a run: the grade at each rank, for every topic of the qrels."""

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
"""Number of cells of a batch, small enough that its temporaries stay in the processor's cache."""

_ROWS = 1 << 19  # Rows of a run that are looked up at once; the keys of all rows would need much memory.
_COMPARED = 1000  # The message about ids that never match compares at most this many queries and documents.
_HIGHEST = 4  # The highest grade that assessors usually give; higher ones look like scores.

_FEW = 5  # The largest number of queries that a message names.


@dataclass(frozen=True, eq=False, repr=False)
class JudgedRun:
    """A run with the grades of its documents: for every topic of the qrels, in their order, the grade at each rank.

    A topic that is not in the run has an empty ranking. `len` returns the number of topics.

    Attributes
    ----------
    queries : tuple of str
        Ids of the topics, in the order of the qrels.
    grades : ndarray of int32
        The grades of all rankings; -1 is an unjudged document.
    offsets : ndarray of intp, shape (topics + 1,)
        The ranking of topic `i` is `grades[offsets[i]:offsets[i + 1]]`.
    judged : ndarray of int32
        The grades of all judged documents, those of each topic in descending order.
    judged_offsets : ndarray of intp, shape (topics + 1,)
        Offsets of the topics in `judged`.
    notes : tuple of str
        Facts that affect the interpretation of the scores, one sentence each.
    run : Table
        The rows of the run.
    """

    queries: tuple[str, ...]
    grades: NDArray[np.int32]
    offsets: NDArray[np.intp]
    judged: NDArray[np.int32]
    judged_offsets: NDArray[np.intp]
    notes: tuple[str, ...]
    run: Table

    def batches(self, *, ties: bool = False) -> Iterator[tuple[slice, Rankings]]:
        """Yield consecutive topics as padded arrays, a block at a time.

        Parameters
        ----------
        ties : bool, optional
            Whether the `Rankings` have `tied`, the groups of documents that share their score.

        Yields
        ------
        topics : slice
            The topics of the block.
        rankings : Rankings
            Their `grades` and `judged` have shape (topics of the block, longest list), dtype int64, padded with -1.
        """
        for start, stop in self._blocks:
            bounds = self.offsets[start : stop + 1]
            grades = _padded(self.grades, bounds)
            judged = _padded(self.judged, self.judged_offsets[start : stop + 1])
            tied = _padded(self._tied, bounds) if ties else None
            yield slice(start, stop), Rankings(grades, judged, np.diff(bounds), tied=tied)

    def ranking(self, query_id: str, *, ties: bool = False) -> Ranking:
        """Return the ranking of one topic, with the ids of its documents.

        Parameters
        ----------
        query_id : str
            Id of the topic.
        ties : bool, optional
            Whether documents that share a score form a tie, in a weak ranking. By default they keep their rank order.

        Returns
        -------
        Ranking
            Empty if the run lacks the topic.

        Raises
        ------
        InputError
            If the qrels have no such query.
        """
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
        """Group number of each rank; documents of equal score are a group."""
        bounds, values = self.run.offsets.tolist(), self.run.values
        numbers = [self.run.index[query] for query in self.queries if query in self.run.index]
        scores = np.concatenate([values[bounds[number] : bounds[number + 1]] for number in numbers])
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
    """Join qrels and a run: find the grade at each rank, for every topic of the qrels.

    The last result is kept on the run, so that scoring with another measure does not repeat the join.

    Parameters
    ----------
    qrels : Qrels
        The judgments; their queries are the topics of the result.
    run : Run
        The run.

    Returns
    -------
    JudgedRun

    Raises
    ------
    InputError
        If the qrels and the run have no query in common, or surely write their document ids in different ways.

    Examples
    --------
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
    numbers = np.array([run.table.index.get(query, -1) for query in qrels.queries], dtype=np.intp)
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


def _grades(qrels: Qrels, run: Table, numbers: NDArray[np.intp]) -> NDArray[np.int32]:
    """Return the grade of each row of the run, -1 if unjudged; `numbers` are the topics' numbers in the run."""
    grades = np.full(len(run.values), UNJUDGED, dtype=np.int32)
    judged, known = qrels.lookup, qrels.table
    topics = np.full(len(run.queries), -1)
    topics[numbers[numbers >= 0]] = np.flatnonzero(numbers >= 0)
    of_row = np.repeat(topics.astype(np.int32), run.lengths)
    for start in range(0, len(of_row), _ROWS):
        keys = hash_in_query(run.hashes[start : start + _ROWS], of_row[start : start + _ROWS])
        matches, places = judged.find(keys)
        while matches.size:
            judgments, rows = judged.rows[places], matches + start
            same = run.documents.take(rows).same(known.documents.take(judgments))
            same &= known.query_of(judgments) == of_row[rows]
            grades[rows[same]] = qrels.grades[judgments[same]]
            # Different documents may share a hash, so rows without a match are compared with the next judgment.
            matches, places = judged.unresolved(keys, matches[~same], places[~same] + 1)
    return grades


def _hint_at_other_ids(qrels: Table, run: Table) -> str:
    """Return a question about a run without judged documents; raise `InputError` if its ids are surely misspelled."""
    common = [query for query in qrels.queries if query in run.index][:_COMPARED]
    judged, retrieved = (
        [name for query in common for name in table.documents.texts(table.rows_of(query)[:_COMPARED])]
        for table in (qrels, run)
    )
    if not set(judged).isdisjoint(retrieved):  # The documents belong to other queries, or have grades below 0.
        return ""
    pair = spelled_otherwise(judged, retrieved)
    if pair is not None:
        alike = [note for note in lookalike_notes(qrels, run) if note.startswith("the documents")]
        raise InputError(
            f"{qrels.source} and {run.source} have no document in common: the qrels hold, for example, "
            f"{quoted(pair[0])}, and the run {quoted(pair[1])}; {[*alike, 'are the ids written the same way?'][0]}"
        )
    return f" ({shown(retrieved[0])} in the run, {shown(judged[0])} in the qrels): are the ids written the same way?"


def _notes(qrels: Qrels, run: Run, numbers: NDArray[np.intp], grades: NDArray[np.int32], hint: str) -> Iterator[str]:
    missing = [query for query, number in zip(qrels.queries, numbers.tolist(), strict=True) if number < 0]
    if missing:
        yield Note(f"{_listed(missing, 'of the qrels', 'is', 'are')} missing from the run: counted as 0", "missing")
    judged = set(qrels.queries)
    extra = [query for query in run.queries if query not in judged]
    if extra:
        yield Note(f"{_listed(extra, 'of the run', 'has', 'have')} no judgments: left out", "no judgments")
    best, offsets = qrels.judged
    nothing_judged = offsets[:-1] == offsets[1:]
    highest = np.where(nothing_judged, UNJUDGED, np.append(best, UNJUDGED)[np.minimum(offsets[:-1], len(best))])
    without_relevant = [qrels.queries[topic] for topic in np.flatnonzero(highest < 1).tolist()]
    if without_relevant:
        yield f"{_listed(without_relevant, 'of the qrels', 'has', 'have')} no relevant document"
    yield from lookalike_notes(qrels.table, run.table)
    unjudged = int(np.count_nonzero(grades < 0))
    if unjudged:
        share = fixed(100 * unjudged / len(grades), 1)
        yield Note(f"{share}% of the retrieved documents are unjudged{hint}", "unjudged")
    if _look_swapped(qrels.table, run.table):
        grade, score = (f"up to {data.table.values.max():g}" for data in (qrels, run))
        yield f"the grades, {grade}, look like scores, and the scores, {score}, like grades: are qrels and run swapped?"


def _look_swapped(qrels: Table, run: Table) -> bool:
    """Return whether the judgments look like scores, which rarely repeat, and the scores like grades."""
    grades, scores = qrels.values, run.values
    if run.kind is not NumberKind.SCORE or grades.min() <= 0 or scores.max() > _HIGHEST or (scores % 1).any():
        return False
    distinct = len(np.unique(np.stack([qrels.query_numbers, grades]), axis=1).T) == len(grades) > len(qrels.queries)
    return distinct and bool(grades.max() > _HIGHEST or (qrels.integers is False and run.integers))


def left_out(notes: Iterable[str]) -> Iterator[str]:
    """Yield the notes on a run, reworded for means over only those topics that the run contains."""
    for note in notes:
        yield Note(note.replace("from the run: counted as 0", "from the run: left out"), kind_of(note))


def _listed(queries: Sequence[str], where: str, singular: str, plural: str) -> str:
    """Return the number and the first ids of some queries, with the verb that agrees with them."""
    noun, verb = ("query", singular) if len(queries) == 1 else ("queries", plural)
    return f"{len(queries)} {noun} {where} ({first_names(queries, _FEW)}) {verb}"


def _padded(values: NDArray[np.int32], offsets: NDArray[np.intp]) -> NDArray[np.int64]:
    """Return concatenated lists as the rows of a matrix, padded with -1."""
    lengths = np.diff(offsets)
    rows, width = len(lengths), int(lengths.max(initial=0))
    flat = values[offsets[0] : offsets[-1]]
    if len(flat) == rows * width:
        return flat.reshape(rows, width).astype(np.int64)
    matrix = np.full((rows, width), UNJUDGED, dtype=np.int64)
    matrix[np.arange(width) < lengths[:, np.newaxis]] = flat
    return matrix
