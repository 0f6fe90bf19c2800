"""Rows from where they come one by one: dicts, JSON, CSV with a header, and data frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from numbers import Integral, Real
from typing import Any

import numpy as np

from irlearn.collection.ids import Ids
from irlearn.collection.sources import Source
from irlearn.collection.table import Kind, Table
from irlearn.collection.text import one_number
from irlearn.errors import InputError

_QUERY = ("query", "queryid", "qid", "topic", "topicid", "topicno")
_DOCUMENT = ("doc", "docid", "docno", "document", "documentid", "did", "pid", "corpusid", "passageid")
_VALUES = {
    Kind.RELEVANCE: ("relevance", "rel", "label", "grade", "qrel", "judgment", "judgement"),
    Kind.SCORE: ("score", "sim", "similarity"),
    Kind.RANK: ("rank",),
}
_WORDS = {Kind.RELEVANCE: "qrels", Kind.SCORE: "run", Kind.RANK: "run"}


def table_of_rows(
    source: str,
    queries: Sequence[str],
    documents: Sequence[str],
    values: Sequence[float],
    kind: Kind,
    where: Callable[[int], str],
    lines: Sequence[int] | None = None,
) -> Table:
    """The table of rows as lists; `where` names a row in a message, `lines` are where they stand in a file."""
    numbers = np.array(values, dtype=np.float64)
    odd = kind.refused(numbers)
    if odd.any():
        row = int(np.argmax(odd))
        raise InputError(kind.complaint(where(row), f"{numbers[row]:.17g}"))
    try:
        ids = Ids.encode(documents)
    except UnicodeEncodeError as error:
        raise InputError(f"{source}: the document {error.object!r} cannot be written in UTF-8") from None
    starts = ids.starts.copy()  # as read: the table may reorder its own
    heads = [row for row in range(len(queries)) if not row or queries[row] != queries[row - 1]]
    return Table.build(
        source,
        [queries[row] for row in heads],
        np.array(heads, dtype=np.int64),
        ids,
        ids.hashes(),
        numbers,
        kind=kind,
        line=None if lines is None else lambda place: lines[int(np.searchsorted(starts, place))],
    )


def table_of_dict(source: str, nested: Any, kind: Kind) -> Table:
    """The table of `{query: {document: number}}`; lists of pairs stand for objects that may repeat a key."""
    shape = f"{{query: {{document: {kind.value}}}}}"
    queries: list[str] = []
    documents: list[str] = []
    values: list[float] = []
    for query, inner in _pairs(nested, f"{source}: must be a dict {shape}"):
        query_id = _id(query, f"{source}: a query")
        where = f"{source}, query {query_id}"
        for document, value in _pairs(inner, f"{where}: must hold a dict {{document: {kind.value}}}, as in {shape}"):
            queries.append(query_id)
            documents.append(_id(document, f"{where}: a document"))
            values.append(_number(value, kind, lambda: f"{where}, document {document}"))  # noqa: B023
    return table_of_rows(
        source,
        queries,
        documents,
        values,
        kind,
        lambda row: f"{source}, query {queries[row]}, document {documents[row]}",
    )


class _Object(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that a repeated key is not lost."""


def _pairs(value: Any, complaint: str) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, _Object):
        return value
    if isinstance(value, Mapping):
        return value.items()
    raise InputError(f"{complaint}; given: {_kind_of(value)}")


def _kind_of(value: Any) -> str:
    shown = repr(value)
    return f"{type(value).__name__} {shown if len(shown) <= 40 else shown[:37] + '...'}"


def _id(value: Any, what: str) -> str:
    if isinstance(value, str) and value:
        return value
    if isinstance(value, Integral) and value is not True and value is not False:
        return str(value)
    raise InputError(f"{what} id is {value!r}; ids are text or whole numbers, and not empty")


def _number(value: Any, kind: Kind, where: Callable[[], str]) -> float:
    if type(value) is float:
        return value
    if not isinstance(value, Real) or value is True or value is False:
        raise InputError(kind.complaint(where(), value if isinstance(value, str) else repr(value)))
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def table_of_json(source: Source, kind: Kind) -> Table:
    """The table of a JSON object of objects."""
    import json

    try:
        nested = json.loads(source.text(), object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{source.name}, line {error.lineno}, column {error.colno}: is not JSON: {error.msg}; "
            f'expected is {{"query": {{"document": {kind.value}}}}}'
        ) from None
    except RecursionError:
        raise InputError(f"{source.name}: is nested too deeply; expected is {{query: {{document: number}}}}") from None
    return table_of_dict(source.name, nested, kind)


def separator_of_header(line: str) -> str | None:
    """What separates the columns of a header line, or None where the line is no header."""
    for separator in (",", "\t", ";"):
        names = {_plain(name) for name in line.split(separator)}
        known = [names & set(group) for group in (_QUERY, _DOCUMENT, *_VALUES.values())]
        if sum(map(bool, known)) >= 2 or (separator == "," and line.count(",") >= 2 and len(line.split()) == 1):
            return separator
    return None


def _plain(name: Any) -> str:
    return str(name).strip().strip("'\"").lower().replace("_", "").replace("-", "").replace(" ", "")


def _columns(where: str, names: Sequence[Any], kind: Kind) -> tuple[int, int, int, Kind]:
    """The numbers of the columns that hold queries, documents and values, and what kind the values are."""
    plain = [_plain(name) for name in names]
    listed = ", ".join(map(str, names))

    def column(known: Sequence[str]) -> int | None:
        return next((plain.index(name) for name in known if name in plain), None)

    def needed(what: str, known: Sequence[str]) -> int:
        found = column(known)
        if found is None:
            other = Kind.SCORE if kind is Kind.RELEVANCE else Kind.RELEVANCE
            hint = f"name it {' or '.join(dict.fromkeys((what, *known[:3])))}"
            if what == kind.value and column(_VALUES[other]) is not None:
                hint = f"with its {other.value}s it looks like a {_WORDS[other]} file given as {_WORDS[kind]}"
            raise InputError(f"{where}: there is no column {what} among {listed}; {hint}")
        return found

    query, document = needed("query_id", _QUERY), needed("doc_id", _DOCUMENT)
    if kind is Kind.SCORE and column(_VALUES[kind]) is None and column(("rank",)) is not None:
        kind = Kind.RANK
    known = _VALUES[kind]
    if kind is Kind.RELEVANCE and "corpusid" in plain:
        known = (*known, "score")  # as BEIR calls it
    return query, document, needed(kind.value, known), kind


def table_of_csv(source: Source, separator: str, kind: Kind) -> Table:
    """The table of a CSV or TSV file with a header line."""
    import csv
    import io

    reader = csv.reader(io.StringIO(source.text(), newline=""), delimiter=separator, strict=True)
    lines: list[int] = []
    rows: list[tuple[str, str, float]] = []
    header: list[str] = []
    before = 0
    try:
        for row in reader:
            line, before = before + 1, reader.line_num
            where = f"{source.name}, line {line}"
            if not any(field.strip() for field in row):
                continue
            if not header:
                header = row
                query, document, value, kind = _columns(where, header, kind)
                continue
            if len(row) != len(header):
                raise InputError(
                    f"{where}: has {len(row)} columns, the header has {len(header)}: {separator.join(header)}"
                )
            number = one_number(row[value].strip(), kind, where)
            rows.append(
                (
                    _id(row[query].strip(), f"{where}: the query"),
                    _id(row[document].strip(), f"{where}: the document"),
                    number,
                )
            )
            lines.append(line)
    except csv.Error as error:
        raise InputError(f"{source.name}, line {reader.line_num}: is not CSV: {error}") from None
    if not rows:
        raise InputError(f"{source.name}: holds a header and no rows; a line for each document is expected")
    queries, documents, values = zip(*rows, strict=True)
    return table_of_rows(
        source.name, queries, documents, values, kind, lambda row: f"{source.name}, line {lines[row]}", lines
    )


def table_of_frame(source: str, frame: Any, kind: Kind) -> Table:
    """The table of a data frame, recognised by its `columns`."""
    names = list(frame.columns)
    query, document, value, kind = _columns(source, names, kind)

    def where(row: int) -> str:
        return f"{source}, row {row}"

    def ids(column: int, what: str) -> list[str]:
        cells = enumerate(frame[names[column]].to_list())
        return [cell if type(cell) is str and cell else _id(cell, f"{where(row)}: the {what}") for row, cell in cells]

    cells = enumerate(frame[names[value]].to_list())
    values = [_number(cell, kind, partial(where, row)) for row, cell in cells]
    return table_of_rows(source, ids(query, "query"), ids(document, "document"), values, kind, where)
