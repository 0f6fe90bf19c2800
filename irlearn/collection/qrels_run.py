"""The two halves of a test collection's results: what was judged, and what a system retrieved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.data_checks import float32_ties, lookalike_notes
from irlearn.collection.ids import Lookup, hash_in_query
from irlearn.collection.table import NumberKind, Table, rank_rows, shown
from irlearn.errors import InputError
from irlearn.text.english import Note, count_noun

_TIE_RULE = "ties are broken by document id, descending"


class _ByQuery:
    """A table of either half, with what may be asked of both."""

    table: Table

    @property
    def queries(self) -> tuple[str, ...]:
        """The ids of the queries, in the order in which they were read."""
        return self.table.queries

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What was odd but usable, one short sentence each."""
        return (*self.table.notes, *self._oddities(), *lookalike_notes(self.table))

    def _oddities(self) -> Iterator[str]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.table.values)


@dataclass(frozen=True, eq=False, repr=False)
class Qrels(_ByQuery):
    """Relevance judgments: a relevance for each judged pair of a query and a document.

    Relevances are whole numbers; one below 0 counts as unjudged, as in trec_eval, and `notes` says so.

    >>> qrels = Qrels.from_dict({"q1": {"a": 2, "b": 0}, "q2": {"c": 1}})
    >>> qrels
    Qrels(2 queries, 3 judgments)
    >>> qrels.of("q1")
    {'a': 2, 'b': 0}
    """

    table: Table

    def __init__(self, table: Any) -> None:
        """Take the table, or read whatever `read_qrels` takes."""
        if not isinstance(table, Table):
            from irlearn.collection.reading import read_qrels

            table = read_qrels(table).table
        vars(self)["table"] = table

    @classmethod
    def from_dict(cls, nested: Mapping[str, Mapping[str, int]]) -> Qrels:
        """The judgments of a dict `{query: {document: relevance}}`; else an `InputError`."""
        from irlearn.collection.records import table_of_dict  # files of plain columns do without

        return cls(table_of_dict("the qrels", nested, NumberKind.RELEVANCE))

    @classmethod
    def from_frame(cls, frame: Any) -> Qrels:
        """The judgments of a data frame with columns query_id, doc_id, relevance, or common names for them."""
        return cls(frame)

    def _oddities(self) -> Iterator[str]:
        negative = int(np.count_nonzero(self.table.values < 0))
        if negative:
            what = "judgment is below 0 and counts" if negative == 1 else "judgments are below 0 and count"
            yield f"{negative} {what} as unjudged"
        if "all" in self.table.index:
            yield "a query is called all, as the row of the mean is where scores are printed for each query"

    @cached_property
    def grades(self) -> NDArray[np.int32]:
        """The relevance of each row, -1 where it is below 0."""
        return np.maximum(self.table.values, -1).astype(np.int32)

    @cached_property
    def judged(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The grades that were judged, each query's from the highest down, and where each query's begin and end."""
        numbers = self.table.query_numbers
        rows = np.lexsort((-self.grades, numbers))
        rows = rows[self.grades[rows] >= 0]
        lengths = np.bincount(numbers[rows], minlength=len(self.queries))
        return self.grades[rows], np.concatenate([[0], np.cumsum(lengths)])

    @cached_property
    def lookup(self) -> Lookup:
        """Where each judgment of a query and a document is found that counts as judged."""
        keys = hash_in_query(self.table.hashes, self.table.query_numbers)
        rows = np.argsort(keys)
        rows = rows[self.grades[rows] >= 0]
        return Lookup.of(keys[rows], rows)

    def of(self, query_id: str) -> dict[str, int]:
        """The relevance of each document judged for one query, in the order in which they were read."""
        rows = self.table.rows_of(query_id)
        found = self.table.values[rows.start : rows.stop].astype(np.int64).tolist()
        return dict(zip(self.table.documents.texts(rows), found, strict=True))

    def to_dict(self) -> dict[str, dict[str, int]]:
        """All of it as `{query: {document: relevance}}`."""
        return {query: self.of(query) for query in self.queries}

    def __repr__(self) -> str:
        return f"Qrels({count_noun(len(self.queries), 'query')}, {count_noun(len(self), 'judgment')})"


@dataclass(frozen=True, eq=False, repr=False)
class Run(_ByQuery):
    """What a system retrieved: for each query the documents with their scores, in rank order.

    The documents of a query stand by score descending, compared as float64; documents of equal score by id
    descending, compared as UTF-8 bytes. trec_eval has the same rule but rounds scores to float32 first, so that it
    sees ties where two scores differ only from the eighth digit on.

    >>> run = Run.from_dict({"q1": {"a": 1.5, "b": 3, "c": 1.5}}, name="bm25")
    >>> run
    Run('bm25', 1 query, 3 documents)
    >>> run.ranked("q1"), run.notes
    (('b', 'c', 'a'), ('2 documents share their score with another one of their query; \
ties are broken by document id, descending',))
    """

    table: Table
    name: str
    tied: int = 0

    def __init__(self, table: Any, name: str = "", tied: int = 0) -> None:
        """Take a table in rank order, or read whatever `read_run` takes."""
        if not isinstance(table, Table):
            from irlearn.collection.reading import read_run

            run = read_run(table, name=name or None)
            table, name, tied = run.table, run.name, run.tied
        vars(self).update(table=table, name=name, tied=tied)

    @classmethod
    def from_dict(cls, nested: Mapping[str, Mapping[str, float]], *, name: str = "run") -> Run:
        """The run of a dict `{query: {document: score}}`; else an `InputError`."""
        from irlearn.collection.records import table_of_dict

        return cls.from_table(table_of_dict(f"the run '{name}'", nested, NumberKind.SCORE), name)

    @classmethod
    def from_frame(cls, frame: Any, *, name: str = "run") -> Run:
        """The run of a data frame with columns query_id, doc_id, score, or common names for them."""
        return cls(frame, name)

    @classmethod
    def from_table(cls, table: Table, name: str) -> Run:
        """The run that the rows of a table hold, brought into rank order."""
        if table.kind is NumberKind.RANK:
            np.negative(table.values, out=table.values)
        table, tied = rank_rows(table)
        if table.kind is NumberKind.RANK and tied:
            topics = table.query_numbers
            row = int(np.argmax((np.diff(table.values) == 0) & (np.diff(topics) == 0)))
            query = table.queries[topics[row]]
            raise InputError(
                f"{table.where(row, row + 1)}: query {shown(query)} has two "
                f"documents at rank {int(-table.values[row])}, but a ranking holds one document a rank; is this a "
                "qrels file?"
            )
        return cls(table, name, tied)

    def _oddities(self) -> Iterator[str]:
        if self.tied:
            yield Note(f"{self.tied} documents share their score with another one of their query; {_TIE_RULE}", "tied")
        documents, queries = (0, 0) if self.table.kind is NumberKind.RANK else float32_ties(self.table)
        if documents:
            yield Note(
                f"{count_noun(documents, 'document')} of {count_noun(queries, 'query')} have scores that only "
                "64-bit floats tell apart: trec_eval 9 rounds them to 32 bits and ranks the documents by id",
                "nearly tied",
            )

    def __getstate__(self) -> dict[str, Any]:
        # the last join stays behind: it refers weakly to its qrels
        return {name: value for name, value in self.__dict__.items() if name != "_joined"}

    def ranked(self, query_id: str) -> tuple[str, ...]:
        """The documents of one query, the first rank first."""
        return self.table.documents.texts(self.table.rows_of(query_id))

    def scores_of(self, query_id: str) -> dict[str, float]:
        """The score of each document of one query, in rank order."""
        rows = self.table.rows_of(query_id)
        return dict(zip(self.ranked(query_id), self.table.values[rows.start : rows.stop].tolist(), strict=True))

    def to_dict(self) -> dict[str, dict[str, float]]:
        """All of it as `{query: {document: score}}`."""
        return {query: self.scores_of(query) for query in self.queries}

    def __repr__(self) -> str:
        documents = count_noun(len(self), "document")
        return f"Run({self.name!r}, {count_noun(len(self.queries), 'query')}, {documents})"
