"""Files of scores in the shapes that people have: topics x runs, one line a run and topic, or means alone."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import IO, Any

import numpy as np

from irlearn.collection.sources import source_at
from irlearn.errors import InputError, quoted, visible
from irlearn.evaluation import AnyMeasure, read_scores
from irlearn.measures import AP, Mean, Measure, as_measure
from irlearn.statistics.arrays import FloatArray
from irlearn.studies.extremes.matrix import Matrix, matrix
from irlearn.text.numbers import general
from irlearn.text.tables import unguarded

_COUNT = "queries"
_RUN = ("run", "system", "name", "paper")
_QUERY = ("query", "topic", "query_id", "qid", "topic_id")
_ALL = "all"
_SEPARATORS = "\t;,"


@dataclass(frozen=True, eq=False)
class Means:
    """The means of systems alone: `names`, `means`, and what they are means of."""

    names: tuple[str, ...]
    means: FloatArray
    measure: str


def read_table(path: str | PathLike[str] | IO[Any], measure: AnyMeasure = AP) -> Matrix | Means:
    r"""A file of scores: a `Matrix` where it has topics, else the `Means` of systems.

    Read are CSV, TSV and CSV with semicolons: topics x runs with a header of the runs' names (as
    `irlearn.read_scores`); a line a run, query, measure and value, as `irlearn score --per-query` writes them as a
    table, CSV or JSON; and a line a run with its mean. `measure` says what the scores are, and which are taken where a
    file has several. Raises `InputError` for text and holes, doubled names, one run, and scores outside the measure's
    range.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "means.csv"
    ...     _ = file.write_text("run,MAP\nbm25,0.25\nneural,0.31\n")
    ...     read_table(file).means
    array([0.25, 0.31])
    """
    wanted = as_measure(measure)
    source = source_at(path)
    name, content = source.name, source.text()
    rows = _records(content, name) if content.lstrip()[:1] in ("[", "{") else _rows(content)
    if not rows:
        raise InputError(f"{name}: there are no scores; give some with a header of the runs' names")
    header = [cell.lower() for cell in rows[0]]
    if header[0] in _RUN and _COUNT in header[1:]:  # of how many queries each mean is, as `irlearn score` says
        counted = header.index(_COUNT)
        rows = [[*row[:counted], *row[counted + 1 :]] for row in rows]
        header.pop(counted)
    query = next((place for place, column in enumerate(header) if column in _QUERY), None)
    if query is not None:  # `irlearn score` writes "all 50" where a mean is one of 50 queries
        rows = [
            [*row[: query + 1], *row[query + 2 :]]
            if row[query : query + 1] == [_ALL] and len(row) > len(header)
            else row
            for row in rows
        ]
    if header[0] in _RUN and len(header) > 1:
        found = _of_runs(rows, header, wanted, name)
    else:
        found = matrix(read_scores(source, wanted))
    _check_range(found, wanted, name)
    return found


def _records(content: str, name: str) -> list[list[str]]:
    """The rows of JSON records, a header first."""
    try:
        records = json.loads(content)
    except ValueError:
        raise InputError(f"{name}: this begins like JSON, but is none") from None
    if not isinstance(records, list) or not records or not all(isinstance(one, dict) for one in records):
        raise InputError(f"{name}: JSON of scores is a list of records with run, query, measure and value")
    columns = list(records[0])
    return [columns, *([_cell(one.get(column)) for column in columns] for one in records)]


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _rows(content: str) -> list[list[str]]:
    """The rows of CSV, TSV, or a table as `irlearn score` prints it."""
    given = [row for row in io.StringIO(content) if row.strip() and not row.startswith("#")]
    if not given:
        return []
    separator = next((one for one in _SEPARATORS if one in given[0]), None)
    if separator is None:
        return [row.split() for row in given]
    return [[unguarded(cell.strip()) for cell in row] for row in csv.reader(given, delimiter=separator)]


def _of_runs(rows: Sequence[Sequence[str]], header: list[str], measure: Measure | Mean, name: str) -> Matrix | Means:
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise InputError(f"{name}, line {number}: {len(row)} columns, but the first line has {len(header)}")
    query = next((place for place, column in enumerate(header) if column in _QUERY), None)
    if "measure" in header and "value" in header:
        column = header.index("measure")
        known = sorted({row[column] for row in rows[1:]})
        asked = known[0] if len(known) == 1 else repr(measure)
        if asked not in known:
            raise InputError(f"{name}: there are no scores of {asked}, but of {', '.join(known)}; name one with -m")
        body, value, called = [row for row in rows[1:] if row[column] == asked], header.index("value"), asked
    else:
        value = _value_column(rows, header, query, measure, name)
        body, called = list(rows[1:]), rows[0][value]
    if query is None or all(row[query] == _ALL for row in body):
        return _means([row[0] for row in body], [row[value] for row in body], called, name)
    return _long([(row[0], row[query], row[value]) for row in body if row[query] != _ALL], called, name)


def _value_column(
    rows: Sequence[Sequence[str]], header: list[str], query: int | None, measure: Measure | Mean, name: str
) -> int:
    """The column that holds the scores: the only one of numbers, or the one that the measure names."""
    numeric = [
        place
        for place in range(1, len(header))
        if place != query and all(math.isfinite(_number(row[place])) for row in rows[1:])
    ]
    if len(numeric) == 1:
        return numeric[0]
    named = [place for place in range(1, len(header)) if header[place] == repr(measure).lower()]
    if named:
        return named[0]
    if not numeric:
        places = [place for place in range(1, len(header)) if place != query]
        if len(places) == 1:
            return places[0]  # whose first cell that is no number is named below
    columns = ", ".join(visible(rows[0][place]) for place in numeric) or "none"
    raise InputError(f"{name}: which column has the scores? Of numbers are {columns}; name one with -m, or keep one")


def _means(names: Sequence[str], cells: Sequence[str], measure: str, name: str) -> Means:
    values = [_score(cell, run, "", name) for run, cell in zip(names, cells, strict=True)]
    for place, run in enumerate(names):
        if run in names[:place]:
            raise InputError(f"{name}: two runs are called {quoted(run)}; give each its own name")
    if len(values) < 2:
        raise InputError(f"{name}: the best of many needs at least 2 runs; given: {len(values)}")
    return Means(tuple(names), np.array(values), measure)


def _long(cells: Sequence[tuple[str, str, str]], measure: str, name: str) -> Matrix:
    runs = list(dict.fromkeys(run for run, _, _ in cells))
    queries = list(dict.fromkeys(query for _, query, _ in cells))
    at = {run: place for place, run in enumerate(runs)}, {query: place for place, query in enumerate(queries)}
    values = np.full((len(queries), len(runs)), np.nan)
    for run, query, cell in cells:
        place = at[1][query], at[0][run]
        if not np.isnan(values[place]):
            raise InputError(f"{name}: run {quoted(run)} has two scores on query {quoted(query)}; each has one")
        values[place] = _score(cell, run, query, name)
    holes = np.argwhere(np.isnan(values))
    if len(holes):
        query, run = queries[holes[0][0]], runs[holes[0][1]]
        raise InputError(f"{name}: run {quoted(run)} has no score on query {quoted(query)}; score it, or leave it out")
    return matrix(values, runs, measure=measure)


def _score(cell: str, run: str, query: str, name: str) -> float:
    value = _number(cell)
    if not math.isfinite(value):
        where = f" on query {quoted(query)}" if query else ""
        raise InputError(f"{name}: the score of run {quoted(run)}{where} must be a number; given: {quoted(cell)}")
    return value


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan


def range_of(measure: Measure | Mean) -> tuple[float, float]:
    """From where to where the scores of a measure, or those that a mean summarises, lie.

    >>> range_of(AP)
    (0.0, 1.0)
    """
    return (measure.measure if isinstance(measure, Mean) else measure).range


def _check_range(found: Matrix | Means, measure: Measure | Mean, name: str) -> None:
    least, most = range_of(measure)
    if isinstance(found, Matrix):
        matrix(found.scores, found.runs, measure=repr(measure), least=least, most=most)
        return
    for run, mean in zip(found.names, found.means, strict=True):
        if not least <= mean <= most:
            raise InputError(
                f"{name}: the mean of run {quoted(run)} is {general(mean)}, but {measure!r} lies from "
                f"{general(least)} to {general(most)}; name another measure with -m"
            )
