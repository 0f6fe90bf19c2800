"""`read_qrels` and `read_run`: whatever the format, recognised from the content."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from irlearn.collection.qrels_run import Qrels, Run
from irlearn.collection.rows import separator_of_header, table_of_csv, table_of_json
from irlearn.collection.sources import Source, open_source, stem
from irlearn.collection.table import Kind, Table
from irlearn.collection.text import CHUNK, MARCO_QRELS, MARCO_RUN, QRELS, RUN, Layout, check_characters, read_columns
from irlearn.errors import InputError

Progress = Callable[[float], None]

_LAYOUTS = {
    Kind.SCORE: {layout.width: layout for layout in (RUN, MARCO_RUN)},
    Kind.RELEVANCE: {layout.width: layout for layout in (QRELS, MARCO_QRELS)},
}
_LONG_RANKING = 10
_BLANKS = tuple(b" \t\n\v\f\r")


def read_qrels(source: str | os.PathLike[str] | Mapping[str, Any] | Any, *, progress: Progress | None = None) -> Qrels:
    """The relevance judgments of a file, a dict `{query: {document: relevance}}` or a data frame.

    Read are TREC qrels (`query iteration document relevance`), the three columns of MS MARCO (`query document
    relevance`), CSV and TSV with a header line, and JSON, each gzipped or not. `progress` is called with the
    fraction done. What cannot be used is refused with an `InputError` that names the file and the line.

    >>> read_qrels({"q1": {"d1": 1, "d2": 0}})
    Qrels(1 query, 2 judgments)
    """
    if isinstance(source, Mapping):
        return Qrels.from_dict(source)
    if hasattr(source, "columns"):
        return Qrels.from_frame(source)
    return Qrels.from_table(_read(_path(source), Kind.RELEVANCE, progress))


def read_run(
    source: str | os.PathLike[str] | Mapping[str, Any] | Any,
    *,
    name: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """The run of a file, a dict `{query: {document: score}}` or a data frame.

    Read are TREC runs (`query Q0 document rank score tag`; the score counts, not the rank), the three columns of
    MS MARCO (`query document rank`), CSV and TSV with a header line, and JSON, each gzipped or not. `name` is by
    default the file's name without `.run`, `.gz` and the like. `progress` is called with the fraction done. What
    cannot be used is refused with an `InputError` that names the file and the line.

    >>> read_run({"q1": {"d1": 2.5, "d2": 3.5}}, name="bm25").ranked("q1")
    ('d2', 'd1')
    """
    if isinstance(source, Mapping):
        return Run.from_dict(source, name=name or "run")
    if hasattr(source, "columns"):
        return Run.from_frame(source, name=name or "run")
    path = _path(source)
    return Run.from_table(_read(path, Kind.SCORE, progress), name or stem(path))


def _path(source: Any) -> Path:
    try:
        return Path(source)
    except TypeError:
        raise InputError(
            f"a file's path, a dict of dicts or a data frame is expected; given: {type(source).__name__}"
        ) from None


def _read(path: Path, kind: Kind, progress: Progress | None) -> Table:
    source = open_source(path)
    start = source.start
    while source.buffer[start] in _BLANKS:
        start += 1
    stop = source.buffer.index(b"\n", start)
    if source.buffer[start : start + 1].startswith((b"{", b"[")):
        return table_of_json(source, kind)
    line = source.buffer[start:stop].decode(errors="replace")
    separator = separator_of_header(line)
    if separator is not None:
        return table_of_csv(source, separator, kind)
    layout = _layout(source, start, len(line.split()), kind)
    table = read_columns(source, layout, progress)
    if layout is MARCO_QRELS and _is_ranking(table):
        raise InputError(
            f"{source.name}: looks like an MS MARCO run given as qrels, since its third column counts 1, 2, 3, ... "
            "in each query; qrels have the columns query document relevance"
        )
    return table


def _layout(source: Source, place: int, width: int, kind: Kind) -> Layout:
    layouts = _LAYOUTS[kind]
    if width in layouts:
        return layouts[width]
    # let a binary file or another encoding be named as such before its columns are counted
    stop = source.buffer.index(b"\n", min(place + CHUNK, source.stop)) + 1
    check_characters(source, place, np.frombuffer(source.buffer, dtype=np.uint8, count=stop - place, offset=place))
    where, given = source.at(place), source.shown(place, source.buffer.index(b"\n", place))
    wanted = next(iter(layouts.values()))
    for other in (RUN, QRELS):
        if width == other.width:
            raise InputError(
                f"{where}: looks like {other.what} ({' '.join(other.columns)}), but {wanted.what} "
                f"({' '.join(wanted.columns)}) is expected here; given: '{given}'"
            )
    raise InputError(
        f"{where}: {wanted.what} has {wanted.width} columns ({' '.join(wanted.columns)}), "
        f"this line has {width}: '{given}'"
    )


def _is_ranking(table: Table) -> bool:
    counted = np.arange(len(table.values)) - np.repeat(table.offsets[:-1], table.lengths) + 1
    return bool(table.lengths.max() >= _LONG_RANKING and (counted == table.values).all())
