"""The classes `Qrels` (relevance judgments) and `Run` (documents that a system retrieved)."""

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
    """Base class of `Qrels` and `Run`: a table whose rows are grouped by query."""

    table: Table

    @property
    def queries(self) -> tuple[str, ...]:
        """Ids of the queries, in the order in which they were read."""
        return self.table.queries

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Oddities of the data that do not prevent its use, one short sentence each."""
        return (*self.table.notes, *self._oddities(), *lookalike_notes(self.table))

    def _oddities(self) -> Iterator[str]:
        raise NotImplementedError

    def __len__(self) -> int:
        return len(self.table.values)


@dataclass(frozen=True, eq=False, repr=False)
class Qrels(_ByQuery):
    """Relevance judgments: a relevance for each judged pair of a query and a document.

    Relevances are whole numbers. As in trec_eval, a relevance below 0 counts as unjudged; `notes` reports this.

    Parameters
    ----------
    table : Table or any source that `read_qrels` accepts
        The judgments. A source that is not a `Table` is read with `read_qrels`.

    Attributes
    ----------
    queries : tuple of str
        Ids of the queries, in the order in which they were read.
    notes : tuple of str
        Oddities of the data, one short sentence each.

    Examples
    --------
    >>> qrels = Qrels.from_dict({"q1": {"a": 2, "b": 0}, "q2": {"c": 1}})
    >>> qrels
    Qrels(2 queries, 3 judgments)
    >>> qrels.of("q1")
    {'a': 2, 'b': 0}
    """

    table: Table

    def __init__(self, table: Any) -> None:
        """Store the table, or read any source that `read_qrels` accepts."""
        if not isinstance(table, Table):
            from irlearn.collection.reading import read_qrels

            table = read_qrels(table).table
        vars(self)["table"] = table

    @classmethod
    def from_dict(cls, nested: Mapping[str, Mapping[str, int]]) -> Qrels:
        """Return the judgments of a nested dict.

        Parameters
        ----------
        nested : dict
            Maps each query id to a dict from document ids to relevances (whole numbers).

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            If an id or a relevance cannot be used, or there is no judgment.
        """
        from irlearn.collection.records import table_of_dict  # Imported here: plain columns do not need it.

        return cls(table_of_dict("the qrels", nested, NumberKind.RELEVANCE))

    @classmethod
    def from_frame(cls, frame: Any) -> Qrels:
        """Return the judgments of a data frame.

        Parameters
        ----------
        frame : data frame of pandas, Polars or Arrow
            Its columns are query_id, doc_id and relevance, or have other common names, such as qid, docno and label.

        Returns
        -------
        Qrels

        Raises
        ------
        InputError
            If a column is missing or ambiguous, or an id or a relevance cannot be used.
        """
        return cls(frame)

    def _oddities(self) -> Iterator[str]:
        negative = int(np.count_nonzero(self.table.values < 0))
        if negative:
            words = "judgment is below 0 and counts" if negative == 1 else "judgments are below 0 and count"
            yield f"{negative} {words} as unjudged"
        if "all" in self.table.index:
            yield "a query is called all, as the row of the mean is where scores are printed for each query"

    @cached_property
    def grades(self) -> NDArray[np.int32]:
        """Relevance of each row, -1 for each relevance below 0."""
        return np.maximum(self.table.values, -1).astype(np.int32)

    @cached_property
    def judged(self) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
        """Judged grades, those of each query in descending order, and the offsets of the queries."""
        numbers = self.table.query_numbers
        rows = np.lexsort((-self.grades, numbers))
        rows = rows[self.grades[rows] >= 0]
        lengths = np.bincount(numbers[rows], minlength=len(self.queries))
        return self.grades[rows], np.concatenate([[0], np.cumsum(lengths)])

    @cached_property
    def lookup(self) -> Lookup:
        """Lookup of the rows that count as judged, by query and document."""
        keys = hash_in_query(self.table.hashes, self.table.query_numbers)
        rows = np.argsort(keys)
        rows = rows[self.grades[rows] >= 0]
        return Lookup.of(keys[rows], rows)

    def of(self, query_id: str) -> dict[str, int]:
        """Return the relevance of each document judged for one query, in the order in which they were read.

        Parameters
        ----------
        query_id : str
            Id of the query.

        Returns
        -------
        dict
            Maps document ids to relevances as they were read, including those below 0.

        Raises
        ------
        InputError
            If the qrels have no such query.
        """
        rows = self.table.rows_of(query_id)
        relevances = self.table.values[rows.start : rows.stop].astype(np.int64).tolist()
        return dict(zip(self.table.documents.texts(rows), relevances, strict=True))

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return all judgments as a dict `{query: {document: relevance}}`."""
        return {query: self.of(query) for query in self.queries}

    def __repr__(self) -> str:
        return f"Qrels({count_noun(len(self.queries), 'query')}, {count_noun(len(self), 'judgment')})"


@dataclass(frozen=True, eq=False, repr=False)
class Run(_ByQuery):
    """The documents that a system retrieved for each query, with their scores, in rank order.

    The documents of a query are ordered by score descending, compared as float64. Documents of equal score are ordered
    by id descending, compared as UTF-8 bytes. trec_eval has the same rule but rounds scores to float32 first, so that
    it sees ties where two scores differ only from the eighth digit on.

    Parameters
    ----------
    table : Table or any source that `read_run` accepts
        A table in rank order. Any other source is read with `read_run`.
    name : str, optional
        Name of the run, by default the name of its source.
    tied : int, optional
        Number of documents that share their score with another document of their query.

    Attributes
    ----------
    queries : tuple of str
        Ids of the queries, in the order in which they were read.
    notes : tuple of str
        Oddities of the data, one short sentence each.

    Examples
    --------
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
        """Store a table in rank order, or read any source that `read_run` accepts."""
        if not isinstance(table, Table):
            from irlearn.collection.reading import read_run

            run = read_run(table, name=name or None)
            table, name, tied = run.table, run.name, run.tied
        vars(self).update(table=table, name=name, tied=tied)

    @classmethod
    def from_dict(cls, nested: Mapping[str, Mapping[str, float]], *, name: str = "run") -> Run:
        """Return the run of a nested dict.

        Parameters
        ----------
        nested : dict
            Maps each query id to a dict from document ids to scores.
        name : str, optional
            Name of the run.

        Returns
        -------
        Run

        Raises
        ------
        InputError
            If an id or a score cannot be used, or there is no document.
        """
        from irlearn.collection.records import table_of_dict

        return cls.from_table(table_of_dict(f"the run '{name}'", nested, NumberKind.SCORE), name)

    @classmethod
    def from_frame(cls, frame: Any, *, name: str = "run") -> Run:
        """Return the run of a data frame.

        Parameters
        ----------
        frame : data frame of pandas, Polars or Arrow
            Its columns are query_id, doc_id and score, or have other common names, such as qid, docno and sim.
        name : str, optional
            Name of the run.

        Returns
        -------
        Run

        Raises
        ------
        InputError
            If a column is missing or ambiguous, or an id or a score cannot be used.
        """
        return cls(frame, name)

    @classmethod
    def from_table(cls, table: Table, name: str) -> Run:
        """Return the run of a table, whose rows are put in rank order.

        Raise `InputError` if a table of ranks has two documents at one rank.
        """
        if table.kind is NumberKind.RANK:
            np.negative(table.values, out=table.values)
        table, tied = rank_rows(table)
        if table.kind is NumberKind.RANK and tied:
            topics = table.query_numbers
            row = int(np.argmax((np.diff(table.values) == 0) & (np.diff(topics) == 0)))
            query = table.queries[topics[row]]
            raise InputError(
                f"{table.where(row, row + 1)}: query {shown(query)} has two "
                f"documents at rank {int(-table.values[row])}, but a ranking has one document per rank; is this a "
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
        # The last join is not pickled, because it has a weak reference to its qrels.
        return {name: value for name, value in self.__dict__.items() if name != "_joined"}

    def ranked(self, query_id: str) -> tuple[str, ...]:
        """Return the ids of the documents of one query, from rank 1 down.

        Parameters
        ----------
        query_id : str
            Id of the query.

        Returns
        -------
        tuple of str

        Raises
        ------
        InputError
            If the run has no such query.
        """
        return self.table.documents.texts(self.table.rows_of(query_id))

    def scores_of(self, query_id: str) -> dict[str, float]:
        """Return the score of each document of one query, in rank order.

        Parameters
        ----------
        query_id : str
            Id of the query.

        Returns
        -------
        dict
            Maps document ids to scores.

        Raises
        ------
        InputError
            If the run has no such query.
        """
        rows = self.table.rows_of(query_id)
        return dict(zip(self.ranked(query_id), self.table.values[rows.start : rows.stop].tolist(), strict=True))

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return the whole run as a dict `{query: {document: score}}`, in rank order."""
        return {query: self.scores_of(query) for query in self.queries}

    def __repr__(self) -> str:
        documents = count_noun(len(self), "document")
        return f"Run({self.name!r}, {count_noun(len(self.queries), 'query')}, {documents})"
