"""Builders of tables from dicts, JSON, CSV with a header, records and data frames."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.columns import (
    Cells,
    Columns,
    choose_columns,
    find_columns,
    names_columns,
    separator_of_header,
)
from irlearn.collection.data_checks import comments_note, queries_with_rank_conflicts, ranks_note
from irlearn.collection.ids import Ids
from irlearn.collection.sources import Source
from irlearn.collection.table import MOST_BYTES, NUMBER_ALONE, NumberKind, Table, check_lengths, shown
from irlearn.collection.trec_text import one_number
from irlearn.errors import InputError, quoted
from irlearn.text.numbers import general

_MOST_ID_DIGITS = 400  # The largest number of digits of a whole number that is an id.
_MOST_JSON_DIGITS = 400  # The largest number of digits of a whole number; a longer number overflows a 64-bit float.


@dataclass(frozen=True, eq=False)
class _Lines:
    """Callable that returns the line number of the id at a position of the buffer, for rows of a file."""

    starts: NDArray[np.intp]
    lines: Sequence[int]

    def __call__(self, place: int) -> int:
        return self.lines[int(np.searchsorted(self.starts, place))]


def table_of_rows(
    source: str,
    names: Sequence[str],
    heads: Sequence[int],
    documents: Sequence[str],
    numbers: NDArray[np.float64],
    kind: NumberKind,
    where: Callable[[int], str],
    lines: Sequence[int] | None = None,
    *,
    notes: tuple[str, ...] = (),
    ranks: Sequence[Any] | None = None,
) -> Table:
    """Return the table of rows in which the query `names[i]` begins at row `heads[i]`.

    `where` names a row in a message; `lines` are the line numbers of the rows in a file. If all `ranks` are whole
    numbers, they are compared with the scores; a conflict causes a note and no error.
    """
    odd = kind.refused(numbers)
    if odd.any():
        row = int(np.argmax(odd))
        raise InputError(kind.complaint(where(row), general(numbers[row], 17)))
    try:
        ids = Ids.encode(documents)
        check_lengths(ids.lengths, where, "document")
        check_lengths(np.array([len(query.encode()) for query in names]), lambda group: where(heads[group]), "query")
    except UnicodeEncodeError as error:
        raise InputError(f"{source}: the id {quoted(error.object)} cannot be written in UTF-8") from None
    starts = ids.starts.copy()  # The table may reorder its own starts.
    first = np.array(heads, dtype=np.intp)
    hashes = ids.hashes()
    if ranks is not None and len(names):
        wrong = queries_with_rank_conflicts(names, first, hashes, numbers, np.array(ranks, dtype=np.uint64))
        notes = (*notes, ranks_note(wrong)) if wrong else notes
    return Table.build(
        source,
        names,
        first,
        ids,
        hashes,
        numbers,
        kind=kind,
        line=None if lines is None else _Lines(starts, lines),
        notes=notes,
    )


def table_of_dict(source: str, nested: Any, kind: NumberKind, *, notes: tuple[str, ...] = ()) -> Table:
    """Return the table of `{query: {document: number}}`.

    A list of pairs replaces a dict whose keys may repeat.
    """
    shape = f"{{query: {{document: {kind.value}}}}}"
    names: list[str] = []
    heads: list[int] = []
    documents: list[str] = []
    numbers = [np.empty(0)]
    types: set[type] = set()
    all_notes = [*notes, *_repeated_key_notes(nested, "")]
    for query, inner in zip(*_keys_and_values(nested, f"{source}: must be a dict {shape}"), strict=True):
        query_id = _id(query, f"{source}: a query")
        where = f"{source}, query {shown(query_id)}"
        all_notes += _repeated_key_notes(inner, f" of query {shown(query_id)}")
        inner = _documents_of(inner, kind, where)
        keys, values = _keys_and_values(inner, f"{where}: must hold a dict {{document: {kind.value}}}, as in {shape}")
        if keys:
            names.append(query_id)
            heads.append(len(documents))
            ids, query_numbers = _ids_and_numbers(keys, values, kind, where)
            documents += ids
            numbers.append(query_numbers)
            types.update(map(type, values))

    def where_of(row: int) -> str:
        query = names[bisect_right(heads, row) - 1]
        return f"{source}, query {shown(query)}, document {shown(documents[row])}"

    all_numbers = np.concatenate(numbers)
    table = table_of_rows(source, names, heads, documents, all_numbers, kind, where_of, notes=tuple(all_notes))
    return replace(table, integers={float: False, int: True}.get(types.pop()) if len(types) == 1 else None)


def _ids_and_numbers(
    keys: list[Any], values: list[Any], kind: NumberKind, where: str
) -> tuple[list[str], NDArray[np.float64]]:
    """Return the ids and numbers of one query: all at once if their types are plain, else one by one."""
    plain = set(map(type, keys)) == {str} and "" not in keys
    if plain and not any(issubclass(kind, bool) or not issubclass(kind, Real) for kind in set(map(type, values))):
        with suppress(OverflowError):
            return keys, np.fromiter(values, dtype=np.float64, count=len(values))
    ids, numbers = [], []
    for key, value in zip(keys, values, strict=True):
        ids.append(_id(key, f"{where}: a document"))
        numbers.append(_number(value, kind, lambda: f"{where}, document {shown(str(key))}"))  # noqa: B023
    return ids, np.array(numbers)


def _repeated_key_notes(pairs: Any, where: str) -> list[str]:
    """Return a note if a JSON object has a key more than once."""
    seen: set[str] = set()
    for key, _ in pairs if isinstance(pairs, _Object) else ():
        if key in seen:
            return [f"the JSON names the key {quoted(key)}{where} more than once: all that it holds was read"]
        seen.add(key)
    return []


class _Object(list[tuple[str, Any]]):
    """A JSON object as a list of pairs, which keeps repeated keys."""


def _documents_of(inner: Any, kind: NumberKind, where: str) -> Any:
    """Add numbers to documents without numbers: relevance 1, or minus the rank if the list is in rank order.

    Anything but a list, tuple or set is returned unchanged.
    """
    if isinstance(inner, _Object) or not isinstance(inner, list | tuple | AbstractSet):
        return inner
    if inner and all(isinstance(pair, tuple) and len(pair) == 2 for pair in inner):
        return _Object(inner)
    ranked = kind is not NumberKind.RELEVANCE
    if not all(isinstance(document, str) for document in inner) or (ranked and isinstance(inner, AbstractSet)):
        alternative = "list of documents in the order of their ranks" if ranked else "set or list of documents"
        expected = f"must hold a dict {{document: {kind.value}}} or a {alternative}, as text"
        raise InputError(f"{where}: {expected}; given: {described(inner)}")
    return _Object((document, -rank if ranked else 1) for rank, document in enumerate(inner, start=1))


def _keys_and_values(value: Any, complaint: str) -> tuple[list[Any], list[Any]]:
    if isinstance(value, _Object):
        return [key for key, _ in value], [inner for _, inner in value]
    if isinstance(value, Mapping):
        return list(value.keys()), list(value.values())
    raise InputError(f"{complaint}; given: {described(value)}")


def described(value: Any) -> str:
    """Return the type and the value of an unusable input, as messages show it.

    >>> described(5), described([1, 2]), described(None)
    ('int 5', 'list [1, 2]', 'NoneType None')
    """
    return f"{type(value).__name__} {quoted(value)}"


def _id(value: Any, what: str) -> str:
    if isinstance(value, str) and value:
        return str(value)
    if isinstance(value, Integral) and value is not True and value is not False:
        if abs(int(value)) < 10**_MOST_ID_DIGITS:
            return str(int(value))
        raise InputError(f"{what} id is a whole number of more than {_MOST_ID_DIGITS} digits; write it as text")
    raise InputError(f"{what} id is {quoted(value)}; ids are text or whole numbers, and not empty")


def _number(value: Any, kind: NumberKind, where: Callable[[], str]) -> float:
    if type(value) is float or (kind is NumberKind.RELEVANCE and isinstance(value, bool | np.bool_)):
        return float(value)
    if isinstance(value, str) and NUMBER_ALONE.fullmatch(value[:MOST_BYTES].strip()):
        raise InputError(
            f"{where()}: the {kind.value} {quoted(value)} is text; give a number, which is written without quotes"
        )
    if not isinstance(value, Real) or value is True or value is False:
        raise InputError(kind.complaint(where(), value if isinstance(value, str) else quoted(value)))
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def table_of_names(source: Source, line: str, header: str, kind: NumberKind) -> Table | None:
    """Return the table of a file that begins as JSON, or whose columns have names; None for any other file.

    The names are in the first `line` or in the comment above it, `header`.
    """
    if line.startswith(("{", "[")):
        return table_of_json(source, kind)
    separator = separator_of_header(line)
    if separator is not None:
        return table_of_csv(source, separator, kind)
    separator = separator_of_header(header)
    if separator is not None and separator in line and names_columns(header.split(separator)):
        return table_of_csv(source, separator, kind, header)
    return None


def table_of_json(source: Source, kind: NumberKind) -> Table:
    """Return the table of a JSON object of objects, or of records in an array or on lines of their own."""
    import json

    loads = partial(json.loads, object_pairs_hook=_Object, parse_int=_whole)
    text, number, lines = source.text(), 0, None
    try:
        try:
            nested = loads(text)
        except json.JSONDecodeError as error:
            if error.msg != "Extra data":
                raise
            nested, lines = [], []
            for number, line in enumerate(text.split("\n"), start=1):
                if line.strip():
                    nested.append(loads(line))
                    lines.append(number)
    except json.JSONDecodeError as error:
        raise InputError(
            f"{source.name}, line {number or error.lineno}, column {error.colno}: is not JSON: {error.msg}; "
            f'expected is {{"query": {{"document": {kind.value}}}}}'
        ) from None
    except RecursionError:
        raise InputError(f"{source.name}: is nested too deeply; expected is {{query: {{document: number}}}}") from None
    items, lines = ([nested], [1]) if isinstance(nested, _Object) else (nested, lines)
    if isinstance(items, list) and items and isinstance(items[0], _Object) and record_fields(dict(items[0])):
        records = [dict(record) if isinstance(record, _Object) else record for record in items]
        return table_of_records(source.name, records, kind, lines, source.notes)
    if lines is not None and all(isinstance(line, _Object) for line in items):
        nested = _Object(pair for line in items for pair in line)  # Each line is an object with some of the queries.
    return table_of_dict(source.name, nested, kind, notes=source.notes)


def _whole(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_JSON_DIGITS else float(digits)


class _Rows:
    """Iterator over the lines of a CSV file that skips comments, which begin with # at the start of a row."""

    def __init__(self, text: str) -> None:
        import io

        self.lines = io.StringIO(text, newline="")
        self.line = 0
        self.comments = 0
        self.first = 0
        """Number of the line in which the current row begins."""
        self.data: Callable[[str], bool] = lambda _: False
        """Whether a line that begins with # is data."""

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            self.line += 1
            if not self.first:
                if line.startswith("#") and not self.data(line):
                    self.comments += 1
                    continue
                self.first = self.line
            yield line

    def next_begins(self) -> int:
        """Return the number of the line in which the current row begins, and begin the next row."""
        line, self.first = self.first, 0
        return line


def table_of_csv(source: Source, separator: str, kind: NumberKind, header: str | None = None) -> Table:
    """Return the table of a CSV or TSV file with a header line, or with the header in a comment."""
    import csv

    rows = _Rows(source.text())
    reader = csv.reader(iter(rows), delimiter=separator, strict=True)
    names = _trimmed(next(csv.reader([header], delimiter=separator))) if header is not None else []
    columns = find_columns(f"{source.name}, line 1", names, kind) if names else None
    lines: list[int] = []
    cells: dict[int, list[str]] = {number: [] for number in columns.wanted} if columns else {}

    def is_data(line: str) -> bool:  # An id may begin with #.
        fields = next(csv.reader([line], delimiter=separator), [])
        return (
            columns is not None
            and len(fields) == len(names)
            and fields[0].strip() != "#"
            and any(NUMBER_ALONE.fullmatch(fields[number].strip()) for number in columns.values)
        )

    rows.data = is_data
    try:
        for row in reader:
            line = rows.next_begins()
            where = f"{source.name}, line {line}"
            if not any(field.strip() for field in row):
                continue
            if columns is None:
                names = _trimmed(row)
                columns = find_columns(where, names, kind)
                cells = {number: [] for number in columns.wanted}
                continue
            if len(row) < len(names) or any(field.strip() for field in row[len(names) :]):
                raise InputError(
                    f"{where}: has {len(row)} columns, the header has {len(names)}: {shown(separator.join(names))}"
                )
            for number, column in cells.items():
                column.append(row[number].strip())
            lines.append(line)
    except csv.Error as error:
        raise InputError(f"{source.name}, line {rows.line}: is not CSV: {shown(str(error))}") from None
    if columns is None or not lines:
        raise InputError(f"{source.name}: has a header but no rows; a line for each document is expected")
    notes = (*source.notes, comments_note(rows.comments)) if rows.comments else source.notes

    def place(row: int) -> str:
        return f"{source.name}, line {lines[row]}"

    return _table_of_cells(source.name, columns, cells.__getitem__, place, one_number, lines, notes)


def _trimmed(names: Sequence[str]) -> list[str]:
    """Return the names of columns without the empty ones that spreadsheets leave at the end."""
    last = max((number for number, name in enumerate(names) if name.strip()), default=-1)
    return list(names[: last + 1])


def _table_of_cells(
    source: str,
    columns: Columns,
    cells: Cells,
    where: Callable[[int], str],
    number: Callable[[Any, NumberKind, Callable[[], str]], float],
    lines: Sequence[int] | None = None,
    notes: tuple[str, ...] = (),
) -> Table:
    """Return the table of the columns that contain queries, documents and values."""
    kind = columns.kind
    chosen = choose_columns(source, columns, cells)

    def ids(column: int, what: str) -> list[str]:
        return [
            cell if type(cell) is str and cell else _id(cell, f"{where(row)}: the {what}")
            for row, cell in enumerate(cells(column))
        ]

    values = [number(cell, kind, partial(where, row)) for row, cell in enumerate(cells(chosen.value))]
    queries, documents = ids(chosen.query, "query"), ids(chosen.document, "document")
    ranks = None if columns.ranks is None else _ranks(cells(columns.ranks))
    heads = [row for row, pair in enumerate(pairwise(["", *queries])) if pair[0] != pair[1]]
    names, numbers, notes = [queries[row] for row in heads], np.array(values), (*notes, *chosen.notes)
    return table_of_rows(source, names, heads, documents, numbers, kind, where, lines, notes=notes, ranks=ranks)


def _ranks(cells: Sequence[Any]) -> list[int] | None:
    """Return the ranks as whole numbers, or None if some are not whole numbers."""
    ranks = [_rank(cell) for cell in cells]
    return None if min(ranks, default=0) < 0 else ranks


def _rank(cell: Any) -> int:
    """Return a rank as a whole number, or -1 if the cell is not a rank."""
    if isinstance(cell, str):
        is_whole = cell.isascii() and cell.isdigit() and len(cell) < 19
    else:
        is_whole = isinstance(cell, Integral) or (isinstance(cell, float) and cell.is_integer())
    return int(cell) if is_whole and int(cell) < 2**62 else -1


def table_of_frame(source: str, frame: Any, kind: NumberKind) -> Table:
    """Return the table of a data frame of pandas, Polars or Arrow, recognized by its `columns`."""
    if hasattr(frame, "collect") and not hasattr(frame, "iloc") and not hasattr(frame, "__len__"):
        frame = frame.collect()  # A lazy frame has no cells yet.
    names = list(frame.column_names if hasattr(frame, "column_names") else frame.columns)

    def column(number: int) -> list[Any]:
        cells = frame.iloc[:, number] if hasattr(frame, "iloc") else frame[names[number]]
        if hasattr(cells, "to_list"):
            return list(cells.to_list())
        if hasattr(cells, "to_pylist"):
            return list(cells.to_pylist())
        return list(cells.tolist() if hasattr(cells, "tolist") else cells)

    columns = find_columns(source, names, kind)
    return _table_of_cells(source, columns, cache(column), lambda row: f"{source}, row {row}", _number)


def table_of_records(
    source: str,
    records: Iterable[Any],
    kind: NumberKind,
    lines: Sequence[int] | None = None,
    notes: tuple[str, ...] = (),
) -> Table:
    """Return the table of named tuples, dicts or objects, one for each document; `lines` are their lines in a file."""
    rows = list(records)
    names = record_fields(rows[0])
    if not names:
        raise InputError(f"{source}: is empty; give a record for each document")

    def where(row: int) -> str:
        return f"{source}, row {row}" if lines is None else f"{source}, line {lines[row]}"

    def column(number: int) -> list[Any]:
        cells = []
        for row, record in enumerate(rows):
            try:
                cell = _cells(record)[names[number]]
            except KeyError:
                raise InputError(
                    f"{where(row)}: has no {names[number]}, which the first one has; given: {described(record)}"
                ) from None
            cells.append(cell)
        return cells

    return _table_of_cells(source, find_columns(source, names, kind), cache(column), where, _number, lines, notes)


def _cells(record: Any) -> Mapping[str, Any]:
    """Return the fields of a record by name."""
    if isinstance(record, Mapping):
        return record
    fields: Mapping[str, Any] = record._asdict() if hasattr(record, "_asdict") else getattr(record, "__dict__", {})
    return fields


def record_fields(record: Any) -> tuple[str, ...]:
    """Return the names of the fields of a record for one document, or an empty tuple for any other value."""
    if isinstance(record, Mapping):
        names = tuple(name for name in record if isinstance(name, str))
        flat = not any(isinstance(value, Mapping | _Object) for value in record.values())
        return names if flat and names_columns(names) else ()
    names = getattr(record, "_fields", None) or tuple(getattr(record, "__dict__", ()))
    return tuple(names) if not isinstance(record, type) and names_columns(names) else ()
