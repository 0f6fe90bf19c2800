"""The content of the columns of CSV files, data frames and records, found by their names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from numbers import Integral, Number
from typing import Any, NamedTuple

from irlearn.collection.table import SEPARATORS, NumberKind, shown
from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list

_QUERY_IDS = ("queryid", "qid", "topicid", "topicno", "queryno", "topicnumber", "querynumber", "topicnum", "querynum")
_QUERY = ("query", "topic")  # Contains ids, or the text of the queries.
_DOCUMENT_IDS = ("docid", "docno", "documentid", "did", "pid", "corpusid", "passageid", "documentno", "docnumber")
_DOCUMENT = ("doc", "document")  # Contains ids, or the text of the documents.
_VALUES = {
    NumberKind.RELEVANCE: ("relevance", "rel", "label", "grade", "qrel", "judgment", "judgement"),
    NumberKind.SCORE: ("score", "sim", "similarity"),
    NumberKind.RANK: ("rank",),
}
_FILES = {NumberKind.RELEVANCE: "qrels", NumberKind.SCORE: "run", NumberKind.RANK: "run"}

Cells = Callable[[int], Sequence[Any]]
"""Return the cells of the column with a number, counted from 0."""


class Columns(NamedTuple):
    """Numbers of the columns that may contain queries, documents and values, and the kind of the values.

    The first `sure_queries` of the `queries` and the first `sure_documents` of the `documents` have names that only
    columns of ids have. `ranks` is the column of ranks beside scores, or None.
    """

    names: tuple[str, ...]
    queries: tuple[int, ...]
    sure_queries: int
    documents: tuple[int, ...]
    sure_documents: int
    values: tuple[int, ...]
    ranks: int | None
    kind: NumberKind

    @property
    def wanted(self) -> list[int]:
        """Numbers of all columns that are read."""
        return sorted({*self.queries, *self.documents, *self.values, *([] if self.ranks is None else [self.ranks])})


class Chosen(NamedTuple):
    """Numbers of the columns that were chosen, and a note on each alternative that was left out."""

    query: int
    document: int
    value: int
    notes: tuple[str, ...]


def separator_of_header(line: str) -> str | None:
    """Return the separator of the columns in a header line, or None if the line is not a header."""
    for separator in SEPARATORS:
        if names_columns(line.split(separator)) or (
            separator == "," and line.count(",") >= 2 and len(line.split()) == 1
        ):
            return separator
    return None


def names_columns(names: Sequence[Any]) -> bool:
    """Return whether the names contain at least two of these: a query column, a document column, a value column."""
    plain = set(map(_plain, names))
    groups = [{*_QUERY_IDS, *_QUERY}, {*_DOCUMENT_IDS, *_DOCUMENT}, *map(set, _VALUES.values())]
    return sum(bool(plain & group) for group in groups) >= 2


def find_columns(where: str, names: Sequence[Any], kind: NumberKind) -> Columns:
    """Find the columns that may contain queries, documents and values; raise `InputError` if one is missing."""
    plain = [_plain(name) for name in names]
    listed = shown(", ".join(map(str, names)), 200)

    def columns_named(known: Sequence[str]) -> tuple[int, ...]:
        return tuple(number for word in known for number, name in enumerate(plain) if name == word)

    def required(what: str, numbers: tuple[int, ...], known: Sequence[str]) -> tuple[int, ...]:
        if not numbers:
            other = NumberKind.SCORE if kind is NumberKind.RELEVANCE else NumberKind.RELEVANCE
            hint = f"name it {' or '.join(dict.fromkeys((what, *known[:3])))}"
            if what == kind.value and columns_named(_VALUES[other]):
                hint = f"with its {other.value}s it looks like a {_FILES[other]} file given as {_FILES[kind]}"
            raise InputError(f"{where}: there is no column {what} among {listed}; {hint}")
        return numbers

    sure_queries, sure_documents = columns_named(_QUERY_IDS), columns_named(_DOCUMENT_IDS)
    queries = required("query_id", sure_queries + columns_named(_QUERY), ("query", *_QUERY_IDS))
    documents = required("doc_id", sure_documents + columns_named(_DOCUMENT), ("doc", *_DOCUMENT_IDS))
    ranks = columns_named(_VALUES[NumberKind.RANK])
    if kind is NumberKind.SCORE and not columns_named(_VALUES[kind]) and ranks:
        kind = NumberKind.RANK
    known = _VALUES[kind]
    if kind is NumberKind.RELEVANCE and "corpusid" in plain and not columns_named(known):
        known = (*known, "score")  # The column of relevances in the qrels of BEIR.
    values = required(kind.value, columns_named(known), known)
    return Columns(
        tuple(str(name) for name in names),
        queries,
        len(sure_queries),
        documents,
        len(sure_documents),
        values,
        ranks[0] if ranks and kind is NumberKind.SCORE else None,
        kind,
    )


def choose_columns(where: str, columns: Columns, cells: Cells) -> Chosen:
    """Choose a column of queries, of documents and of values, with notes on the alternatives.

    Raise `InputError`, which asks the user to remove or rename a column, if two columns differ and either may be meant.
    """
    query, query_note = _choose(where, columns, cells, "the queries' ids", columns.queries, columns.sure_queries)
    document, note = _choose(where, columns, cells, "the documents' ids", columns.documents, columns.sure_documents)
    value, value_note = _choose(where, columns, cells, f"the {columns.kind.value}s", columns.values, 0)
    return Chosen(query, document, value, tuple(text for text in (query_note, note, value_note) if text))


def _choose(
    where: str, columns: Columns, cells: Cells, what: str, numbers: tuple[int, ...], sure: int
) -> tuple[int, str]:
    first, names = numbers[0], columns.names
    different = [number for number in numbers[1:] if _first_difference(cells(first), cells(number)) is not None]
    if not different:
        return first, ""
    chosen = None
    if sure == 1:
        chosen = first
    elif sure:
        # PyTerrier's docid is the number of a document in its index; its docno is the document's own id.
        docnos = [number for number in numbers[:sure] if _plain(names[number]) == "docno"]
        other_ids = [number for number in numbers[:sure] if _plain(names[number]) != "docno"]
        if len(docnos) == 1 and all(all(map(_is_whole, cells(number))) for number in other_ids):
            chosen = docnos[0]
    else:
        fits = _is_number if what == f"the {columns.kind.value}s" else _is_word
        fitting = [number for number in numbers if all(map(fits, cells(number)))]
        chosen = fitting[0] if len(fitting) == 1 else None
    if chosen is not None:
        others = [names[number] for number in numbers if number != chosen]
        return (
            chosen,
            f"{what} are those in the column {shown(names[chosen])}, not in {shown(comma_list(others, 'or'))}",
        )
    other = different[0]
    row = _first_difference(cells(first), cells(other)) or 0
    first_example, other_example = (
        f"{shown(names[number])} ({quoted(cells(number)[row])})" for number in (first, other)
    )
    raise InputError(
        f"{where}: {what} may be in the column {first_example} or in {other_example}, which differ; "
        "leave one of the two out, or give it another name"
    )


def _first_difference(first: Sequence[Any], second: Sequence[Any]) -> int | None:
    """Return the first row in which two columns differ as text, or None."""
    return next((row for row, (a, b) in enumerate(zip(first, second, strict=True)) if str(a) != str(b)), None)


def _is_whole(cell: Any) -> bool:
    return cell.isdecimal() if isinstance(cell, str) else isinstance(cell, Integral)


def _is_word(cell: Any) -> bool:
    """Return whether a cell may be an id: a whole number, or text without blanks."""
    return isinstance(cell, Integral) or (isinstance(cell, str) and len(cell.split()) == 1)


def _is_number(cell: Any) -> bool:
    if isinstance(cell, Number):
        return True
    try:
        float(cell)
    except (TypeError, ValueError):
        return False
    return True


def _plain(name: Any) -> str:
    """Return the name of a column in lower case without quotes, blanks, underscores, hyphens and dots."""
    return str(name).strip().strip("'\"").lower().replace("_", "").replace("-", "").replace(" ", "").replace(".", "")
