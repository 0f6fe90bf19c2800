"""The readers `read_qrels` and `read_run`, which recognize the format from the content."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from irlearn.collection.column_order import check_order
from irlearn.collection.qrels_run import Qrels, Run
from irlearn.collection.sources import Source, open_source, source_of, stem
from irlearn.collection.table import SEPARATORS, NumberKind, Table, shown
from irlearn.collection.trec_text import (
    CHUNK,
    MARCO_QRELS,
    MARCO_RUN,
    QRELS,
    RUN,
    Layout,
    check_characters,
    is_data,
    no_break_hint,
    read_columns,
)
from irlearn.errors import InputError, quoted

Progress = Callable[[float], None]

_LAYOUTS = {
    NumberKind.SCORE: {layout.width: layout for layout in (RUN, MARCO_RUN)},
    NumberKind.RELEVANCE: {layout.width: layout for layout in (QRELS, MARCO_QRELS)},
}
_LONG_RANKING = 10
_LONGEST_HEADER = 1 << 16
_LOWEST_GRADE, _HIGHEST_GRADE = -2, 4  # The range of the grades that assessors usually give.
_BLANKS = tuple(b" \t\n\v\f\r")


def read_qrels(source: Any, *, progress: Progress | None = None) -> Qrels:
    """Read relevance judgments from a file, an open file, a dict, a data frame or records.

    The format is recognized from the content: TREC qrels (`query iteration document relevance`), the three columns of
    MS MARCO (`query document relevance`), CSV and TSV with a header line, JSON and JSON lines, each gzipped or not;
    frames of pandas and Polars; the `Qrels` of ranx; the records of ir_measures; the datasets of ir_datasets.

    Parameters
    ----------
    source : str, path, open file, dict, data frame, iterable of records or Qrels
        A dict has the form `{query: {document: relevance}}`. `Qrels` are returned unchanged.
    progress : callable, optional
        Called with the fraction done, 0..1, while a large file is read.

    Returns
    -------
    Qrels
        Oddities that do not prevent the use of the data are in its `notes`.

    Raises
    ------
    InputError
        If the source cannot be used. The message names the file and the line.

    Examples
    --------
    >>> read_qrels({"q1": {"d1": 1, "d2": 0}})
    Qrels(1 query, 2 judgments)
    """
    if isinstance(source, Qrels):
        return source
    return Qrels(_table(source, NumberKind.RELEVANCE, "the qrels", progress))


def read_run(source: Any, *, name: str | None = None, progress: Progress | None = None) -> Run:
    """Read a run from a file, an open file, a dict, a data frame or records.

    The format is recognized from the content: TREC runs (`query Q0 document rank score tag`; the score counts, not the
    rank), the three columns of MS MARCO (`query document rank`), CSV and TSV with a header line, JSON and JSON lines,
    each gzipped or not; frames of pandas and Polars; the `Run` of ranx; the records of ir_measures; the datasets of
    ir_datasets.

    Parameters
    ----------
    source : str, path, open file, dict, data frame, iterable of records or Run
        A dict has the form `{query: {document: score}}`. A `Run` is returned unchanged, or renamed to `name`.
    name : str, optional
        Name of the run, by default the file's name without suffixes such as `.run` and `.gz`.
    progress : callable, optional
        Called with the fraction done, 0..1, while a large file is read.

    Returns
    -------
    Run
        Its documents are in rank order. Oddities that do not prevent the use of the data are in its `notes`.

    Raises
    ------
    InputError
        If the source cannot be used. The message names the file and the line.

    Examples
    --------
    >>> read_run({"q1": {"d1": 2.5, "d2": 3.5}}, name="bm25").ranked("q1")
    ('d2', 'd1')
    """
    if isinstance(source, Run):
        return source if name is None else replace(source, name=name)
    name = name or name_of(source) or "run"
    return Run.from_table(_table(source, NumberKind.SCORE, f"the run {quoted(name)}", progress), name)


def name_of(source: Any) -> str:
    """Return the name of a run from its source (the stem of its file, or its own name), or an empty text."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        return stem(path) if isinstance(path, str) else ""
    if isinstance(source, Run):
        return source.name
    name = getattr(source, "name", None) if hasattr(source, "read") or _is_ranx(source) else None
    if not isinstance(name, str):
        return ""
    return stem(name) if hasattr(source, "read") else name


def is_collection(source: Any) -> bool:
    """Return whether the source is a single run or qrels, rather than several in a list or dict."""
    if isinstance(source, Mapping):
        return not any(
            _is_nested(inner) if isinstance(inner, Mapping) else isinstance(inner, Iterator) or is_collection(inner)
            for inner in source.values()
        )
    return (
        isinstance(source, str | os.PathLike | Run | Qrels)
        or _is_frame(source)
        or hasattr(source, "read")
        or hasattr(source, "scoreddocs_iter")
        or _is_ranx(source)
        or (isinstance(source, Sequence) and bool(source) and _is_record(source[0]))
    )


def _is_record(value: Any) -> bool:
    """Return whether the value is a record for one document, such as those of ir_measures and ir_datasets."""
    if isinstance(value, str | os.PathLike | Run | Qrels):
        return False
    from irlearn.collection.records import record_fields  # Imported here: plain columns do not need it.

    return bool(record_fields(value))


def _is_nested(inner: Mapping[Any, Any]) -> bool:
    return any(issubclass(kind, Mapping | list | tuple) for kind in set(map(type, inner.values())))


def _is_frame(source: Any) -> bool:
    # The class is checked first, because a lazy frame computes `columns` when its instance is checked.
    return hasattr(type(source), "columns") or hasattr(source, "columns")


def _is_ranx(source: Any) -> bool:
    return type(source).__module__.partition(".")[0] == "ranx" and hasattr(source, "to_dict")


def _table(source: Any, kind: NumberKind, label: str, progress: Progress | None) -> Table:
    if isinstance(source, str | os.PathLike):
        return _read(open_source(_path(source)), kind, progress)
    if hasattr(source, "read") and not isinstance(source, Mapping):
        name = getattr(source, "name", None)
        return _read(source_of(source, shown(name, 300) if isinstance(name, str) else label), kind, progress)
    from irlearn.collection import records  # Imported here: plain columns do not need it.

    source = _records_of_dataset(source, kind)
    if isinstance(source, Mapping):
        return records.table_of_dict(label, source, kind)
    if _is_ranx(source):
        return records.table_of_dict(label, source.to_dict(), kind)
    if _is_frame(source):
        return records.table_of_frame(label, source, kind)
    if isinstance(source, Iterable) and not isinstance(source, bytes | bytearray | memoryview):
        rows = _records(source)
        first = next(rows, None)
        if _is_record(first):
            return records.table_of_records(label, chain([first], rows), kind)
    raise InputError(
        "a file's path, an open file, a dict of dicts, a data frame or records are expected; given: "
        f"{records.described(source)}"
    )


def _records_of_dataset(source: Any, kind: NumberKind) -> Any:
    """Return the judgments or the scored documents of a `Dataset` of ir_datasets; any other source unchanged."""
    if hasattr(source, "qrels_iter") and kind is NumberKind.RELEVANCE:
        return source.qrels_iter()
    if hasattr(source, "scoreddocs_iter") and kind is not NumberKind.RELEVANCE:
        return source.scoreddocs_iter()
    dataset = hasattr(source, "qrels_iter") or hasattr(source, "scoreddocs_iter")
    if dataset or hasattr(source, "docs_iter") or hasattr(source, "queries_iter"):
        lacks = "qrels" if kind is NumberKind.RELEVANCE else "scored documents"
        raise InputError(f"this dataset has no {lacks}: {quoted(source)}; give a part of it that has them")
    return source


def _records(source: Iterable[Any]) -> Iterator[Any]:
    try:
        return iter(source)
    except TypeError:  # A 0-dimensional array has `__iter__` but cannot be iterated over.
        return iter(())


def _path(source: str | os.PathLike[Any]) -> str:
    path = os.fspath(source)
    if not isinstance(path, str):
        raise InputError(f"a path must be text; given: {quoted(path)}")
    if "\n" in path:
        raise InputError(
            f"a file's path is expected, and {quoted(path)} holds lines; if it is the file's content, give "
            "io.StringIO(text)"
        )
    return path


def _read(source: Source, kind: NumberKind, progress: Progress | None) -> Table:
    start, header = _first_data(source, _LAYOUTS[kind].values())
    stop = source.buffer.index(b"\n", start)
    line = source.buffer[start : min(stop, start + _LONGEST_HEADER)].decode(errors="replace")
    if line.startswith(("{", "[")) or any(sign in line for sign in SEPARATORS):
        from irlearn.collection.records import table_of_names  # Imported here: plain columns do not need it.

        named = table_of_names(source, line, header, kind)
        if named is not None:
            return named
    layout = _layout(source, start, len(source.buffer[start:stop].split(None, 100)), kind)
    check_order(source, start, layout)
    table = read_columns(source, layout, progress)
    if layout is MARCO_QRELS and _is_ranking(table):
        raise InputError(
            f"{source.name}: looks like an MS MARCO run given as qrels, since its third column counts 1, 2, 3, ... "
            "in each query; qrels have the columns query document relevance"
        )
    return ranks_or_scores(table) if layout is MARCO_RUN else table


def _first_data(source: Source, layouts: Iterable[Layout]) -> tuple[int, str]:
    """Return the start of the first line of data, and the text, without the #, of the comment before it."""
    known = tuple(layouts)
    place, comment = source.start, ""
    while True:
        while place < source.stop and source.buffer[place] in _BLANKS:
            place += 1
        if place >= source.stop:
            raise InputError(
                f"{source.name}: every line begins with # and counts as a comment; give a file with more lines"
            )
        stop = source.buffer.index(b"\n", place)
        line = bytes(source.buffer[place : min(stop, place + _LONGEST_HEADER)])
        if not line.startswith(b"#") or any(is_data(line, layout) for layout in known):
            return place, comment
        comment = line.lstrip(b"# \t").decode(errors="replace")
        place = stop


def _layout(source: Source, place: int, width: int, kind: NumberKind) -> Layout:
    layouts = _LAYOUTS[kind]
    if width in layouts:
        return layouts[width]
    # A binary file or another encoding is reported as such before the columns are counted.
    stop = source.buffer.index(b"\n", min(place + CHUNK, source.stop)) + 1
    check_characters(source, place, np.frombuffer(source.buffer, dtype=np.uint8, count=stop - place, offset=place))
    end = source.buffer.index(b"\n", place)
    where, text = source.at(place), source.shown(place, end)
    expected = next(iter(layouts.values()))
    hint = no_break_hint(source, place, end)
    for other in () if hint else (RUN, QRELS):
        if width == other.width:
            raise InputError(
                f"{where}: looks like {other.what} ({' '.join(other.columns)}), but {expected.what} "
                f"({' '.join(expected.columns)}) is expected here; given: '{text}'"
            )
    raise InputError(
        f"{where}: {expected.what} has {expected.width} columns ({' '.join(expected.columns)}), "
        f"this line has {width}: '{text}'{hint}"
    )


def _is_ranking(table: Table) -> bool:
    """Return whether the values of each query are 1, 2, 3, ... and some query has a long list."""
    ranks = np.arange(len(table.values)) - np.repeat(table.offsets[:-1], table.lengths) + 1
    return bool(table.lengths.max() >= _LONG_RANKING and (ranks == table.values).all())


def ranks_or_scores(table: Table) -> Table:
    """Return a table of three columns as ranks, or as scores with a note if the numbers cannot be ranks.

    Ranks are whole numbers, different within a query; each query has a rank 1, and its numbers do not fall throughout.
    Raise `InputError`, which asks the user to name the columns, if the numbers may be either.
    """
    values = table.values
    if not ((values == np.floor(values)) & (np.abs(values) < 2**53)).all():
        return _as_scores(table, "they are not whole numbers")
    several = table.lengths > 1
    topics = table.query_numbers
    lowest = np.minimum.reduceat(values, table.offsets[:-1])
    step = np.diff(values)
    inside = np.diff(topics) == 0
    falling = several.any() and bool((step[inside] <= 0).all())
    rising = several.any() and bool((step[inside] > 0).all())
    order = np.lexsort((values, topics))
    twice = bool(((np.diff(values[order]) == 0) & (np.diff(topics[order]) == 0)).any())
    if twice:
        grades = values.min() >= _LOWEST_GRADE and values.max() <= _HIGHEST_GRADE
        if grades or (lowest == 1).all():
            return table  # `Run.from_table` refuses it and names the rank of the two documents.
        return _as_scores(table, "two documents of a query share a number")
    if values.min() < 0:
        return _as_scores(table, "some are below 0")
    if (lowest == 1).all():
        if not falling:
            return table
        reason = "the numbers of every query count down"
    elif (lowest == 0).any() and (rising or not several.any()):
        row = int(np.argmax(values == 0))
        raise InputError(NumberKind.RANK.complaint(table.where(row), "0"))
    else:
        without = shown(table.queries[int(np.argmax(lowest != 1))])
        if falling or not (rising or (lowest == 1).any()):
            return _as_scores(table, f"query {without} has no rank 1")
        reason = f"query {without} has no rank 1"
    raise InputError(
        f"{table.source}: its third column may hold ranks or scores, since {reason}; "
        "say which in a first line, query_id,doc_id,rank or query_id,doc_id,score, with commas in all lines"
    )


def _as_scores(table: Table, reason: str) -> Table:
    return replace(
        table, kind=NumberKind.SCORE, notes=(*table.notes, f"the third column was read as scores, not ranks: {reason}")
    )


def iter_runs(source: Any) -> Iterator[Run]:
    """Yield one run or several, each with a name, from any source or collection of sources."""
    if isinstance(source, Mapping) and source and not is_collection(source):
        for name, run in source.items():
            if not isinstance(name, str) or not name:
                raise InputError(f"the name of a run is {quoted(name)}; a name is text, and not empty")
            yield read_run(run, name=name)
        return
    if is_collection(source) and not (isinstance(source, Mapping) and not source):
        yield read_run(source)
        return
    if not isinstance(source, Iterable) or isinstance(source, bytes | bytearray | memoryview):
        yield read_run(source)  # Raises an error that describes the source.
        return
    runs = iter(source)
    first = list(islice(runs, 1))
    if first and _is_record(first[0]):
        yield read_run(chain(first, runs))
        return
    names = _names(source) if isinstance(source, Sequence) else []
    taken: set[str] = set()
    for number, run in enumerate(chain(first, runs)):
        name = names[number] if names else name_of(run) or f"run {number + 1}"
        while not isinstance(run, Run) and name in taken:
            name += "'"
        taken.add(name)
        yield run if isinstance(run, Run) else read_run(run, name=name)


def _names(runs: Sequence[Any]) -> list[str]:
    """Return a name for each run: its own name, its file name (with the folder if shared), or a number."""
    names = [name_of(run) or f"run {number}" for number, run in enumerate(runs, start=1)]
    return [
        "/".join(os.path.normpath(run).split(os.sep)[-2:])  # noqa: PTH206 - importing pathlib would slow every start
        if isinstance(run, str | os.PathLike) and names.count(name) > 1
        else name
        for run, name in zip(runs, names, strict=True)
    ]
