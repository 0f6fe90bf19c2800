"""`read_qrels` and `read_run`: whatever the format, recognised from the content."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from irlearn.collection.columns import check_order
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
_LOWEST_GRADE, _HIGHEST_GRADE = -2, 4  # as assessors give them
_BLANKS = tuple(b" \t\n\v\f\r")


def read_qrels(source: Any, *, progress: Progress | None = None) -> Qrels:
    """The judgments of a file, an open file, a dict `{query: {document: relevance}}`, a data frame or records.

    Read are TREC qrels (`query iteration document relevance`), the three columns of MS MARCO (`query document
    relevance`), CSV and TSV with a header line, JSON and JSON lines, each gzipped or not; frames of pandas and Polars;
    the `Qrels` of ranx; the records of ir_measures; the datasets of ir_datasets. `progress` is called with the fraction
    done. What cannot be used is refused with an `InputError` that names the file and the line.

    >>> read_qrels({"q1": {"d1": 1, "d2": 0}})
    Qrels(1 query, 2 judgments)
    """
    if isinstance(source, Qrels):
        return source
    return Qrels(_table(source, NumberKind.RELEVANCE, "the qrels", progress))


def read_run(source: Any, *, name: str | None = None, progress: Progress | None = None) -> Run:
    """The run of a file, an open file, a dict `{query: {document: score}}`, a data frame or records.

    Read are TREC runs (`query Q0 document rank score tag`; the score counts, not the rank), the three columns of MS
    MARCO (`query document rank`), CSV and TSV with a header line, JSON and JSON lines, each gzipped or not; frames of
    pandas and Polars; the `Run` of ranx; the records of ir_measures; the datasets of ir_datasets. `name` is by default
    the file's name without `.run`, `.gz` and the like. `progress` is called with the fraction done. What cannot be used
    is refused with an `InputError` that names the file and the line.

    >>> read_run({"q1": {"d1": 2.5, "d2": 3.5}}, name="bm25").ranked("q1")
    ('d2', 'd1')
    """
    if isinstance(source, Run):
        return source if name is None else replace(source, name=name)
    name = name or name_of(source) or "run"
    return Run.from_table(_table(source, NumberKind.SCORE, f"the run {quoted(name)}", progress), name)


def name_of(source: Any) -> str:
    """What a run is called by where it comes from: its file's stem, or the name it has; else an empty word."""
    if isinstance(source, str | os.PathLike):
        path = os.fspath(source)
        return stem(path) if isinstance(path, str) else ""
    if isinstance(source, Run):
        return source.name
    called = getattr(source, "name", None) if hasattr(source, "read") or _is_ranx(source) else None
    if not isinstance(called, str):
        return ""
    return stem(called) if hasattr(source, "read") else called


def is_collection(source: Any) -> bool:
    """Whether something is one run or one set of judgments, rather than several in a list or under their names."""
    if isinstance(source, Mapping):
        return not any(
            _is_nested(inner) if isinstance(inner, Mapping) else is_collection(inner) for inner in source.values()
        )
    return (
        isinstance(source, str | os.PathLike | Run | Qrels)
        or _is_frame(source)
        or hasattr(source, "read")
        or hasattr(source, "scoreddocs_iter")
        or _is_ranx(source)
        or (isinstance(source, Sequence) and bool(source) and _is_record(source[0]))
    )


def _is_record(one: Any) -> bool:
    """Whether something is what one document got, as ir_measures and ir_datasets say it."""
    if isinstance(one, str | os.PathLike | Run | Qrels):
        return False
    from irlearn.collection.records import record_fields  # files of plain columns do without

    return bool(record_fields(one))


def _is_nested(inner: Mapping[Any, Any]) -> bool:
    return any(issubclass(kind, Mapping | list | tuple) for kind in set(map(type, inner.values())))


def _is_frame(source: Any) -> bool:
    return hasattr(type(source), "columns") or hasattr(source, "columns")  # a lazy one is asked only in its class


def _is_ranx(source: Any) -> bool:
    return type(source).__module__.partition(".")[0] == "ranx" and hasattr(source, "to_dict")


def _table(source: Any, kind: NumberKind, label: str, progress: Progress | None) -> Table:
    if isinstance(source, str | os.PathLike):
        return _read(open_source(_path(source)), kind, progress)
    if hasattr(source, "read") and not isinstance(source, Mapping):
        called = getattr(source, "name", None)
        return _read(source_of(source, shown(called, 300) if isinstance(called, str) else label), kind, progress)
    from irlearn.collection import records  # files of plain columns do without

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
    """Return the judgments or the scored documents of a `Dataset` of ir_datasets; anything else as it is."""
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
    except TypeError:  # an array without axes says that it can be gone through
        return iter(())


def _path(source: str | os.PathLike[Any]) -> str:
    path = os.fspath(source)
    if not isinstance(path, str):
        raise InputError(f"a path must be text; given: {quoted(path)}")
    if "\n" in path:
        raise InputError(
            f"a file's path is expected, and {quoted(path)} holds lines; is it the file's content? "
            "Give that as io.StringIO(text)"
        )
    return path


def _read(source: Source, kind: NumberKind, progress: Progress | None) -> Table:
    start, header = _first_data(source, _LAYOUTS[kind].values())
    stop = source.buffer.index(b"\n", start)
    line = source.buffer[start : min(stop, start + _LONGEST_HEADER)].decode(errors="replace")
    if line.startswith(("{", "[")) or any(sign in line for sign in SEPARATORS):
        from irlearn.collection.records import table_of_names  # files of plain columns do without

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
    """Where the first line begins that is neither blank nor a comment, and the comment before it without its #."""
    known = tuple(layouts)
    place, comment = source.start, ""
    while True:
        while place < source.stop and source.buffer[place] in _BLANKS:
            place += 1
        if place >= source.stop:
            raise InputError(
                f"{source.name}: every line begins with # and counts as a comment; give a file that holds more"
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
    # let a binary file or another encoding be named as such before its columns are counted
    stop = source.buffer.index(b"\n", min(place + CHUNK, source.stop)) + 1
    check_characters(source, place, np.frombuffer(source.buffer, dtype=np.uint8, count=stop - place, offset=place))
    end = source.buffer.index(b"\n", place)
    where, given = source.at(place), source.shown(place, end)
    wanted = next(iter(layouts.values()))
    hint = no_break_hint(source, place, end)
    for other in () if hint else (RUN, QRELS):
        if width == other.width:
            raise InputError(
                f"{where}: looks like {other.what} ({' '.join(other.columns)}), but {wanted.what} "
                f"({' '.join(wanted.columns)}) is expected here; given: '{given}'"
            )
    raise InputError(
        f"{where}: {wanted.what} has {wanted.width} columns ({' '.join(wanted.columns)}), "
        f"this line has {width}: '{given}'{hint}"
    )


def _is_ranking(table: Table) -> bool:
    counted = np.arange(len(table.values)) - np.repeat(table.offsets[:-1], table.lengths) + 1
    return bool(table.lengths.max() >= _LONG_RANKING and (counted == table.values).all())


def ranks_or_scores(table: Table) -> Table:
    """Three columns as ranks, or as scores with a note where they cannot be ranks; an `InputError` that asks else.

    Ranks are whole numbers, each once in its query and one of them 1, and no list of several counts down to it.
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
            return table  # refused with the two documents at one rank
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


def iter_runs(given: Any) -> Iterator[Run]:
    """One run or several, in whatever they come, one at a time and each with a name."""
    if isinstance(given, Mapping) and given and not is_collection(given):
        for name, run in given.items():
            if not isinstance(name, str) or not name:
                raise InputError(f"the name of a run is {quoted(name)}; a name is text, and not empty")
            yield read_run(run, name=name)
        return
    if is_collection(given) and not (isinstance(given, Mapping) and not given):
        yield read_run(given)
        return
    if not isinstance(given, Iterable) or isinstance(given, bytes | bytearray | memoryview):
        yield read_run(given)  # which says what it was
        return
    runs = iter(given)
    first = list(zip(range(1), runs, strict=False))
    if first and _is_record(first[0][1]):
        yield read_run(chain([first[0][1]], runs))
        return
    names = _names(given) if isinstance(given, Sequence) else []
    taken: set[str] = set()
    for number, run in enumerate(chain((one for _, one in first), runs)):
        name = names[number] if names else name_of(run) or f"run {number + 1}"
        while not isinstance(run, Run) and name in taken:
            name += "'"
        taken.add(name)
        yield run if isinstance(run, Run) else read_run(run, name=name)


def _names(runs: Sequence[Any]) -> list[str]:
    """A name for each run: its own or its file's, with the folder where that tells two apart, or else its number."""
    names = [name_of(run) or f"run {number}" for number, run in enumerate(runs, start=1)]
    return [
        "/".join(os.path.normpath(run).split(os.sep)[-2:])  # noqa: PTH206 - without pathlib, as every start is
        if isinstance(run, str | os.PathLike) and names.count(name) > 1
        else name
        for run, name in zip(runs, names, strict=True)
    ]
