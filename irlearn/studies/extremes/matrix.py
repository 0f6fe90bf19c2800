"""Topics x runs matrices of scores: from arrays, from files of scores, and real and simulated ones of TREC-7.

`matrix` checks an array. `read_table` reads a file with the scores or the means of runs. `load` downloads a real
matrix, `at_hand` takes it only from the cache, and `made_trec7` simulates it.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from irlearn import datasets
from irlearn.collection.sources import source_at
from irlearn.errors import InputError, quoted, visible
from irlearn.evaluation import AnyMeasure, Scores, read_scores
from irlearn.measures import AP, Mean, Measure, as_measure
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics.arrays import FloatArray, names_of
from irlearn.studies.extremes.thresholds import standard_error
from irlearn.text.english import count_noun
from irlearn.text.numbers import general
from irlearn.text.tables import unguarded

_RUNS = Path(__file__).with_name("trec7_runs.csv")
_TREC7 = "trec/adhoc7_"
_COUNT = "queries"
_RUN = ("run", "system", "name", "paper")
_QUERY = ("query", "topic", "query_id", "qid", "topic_id")
_ALL = "all"
_SEPARATORS = "\t;,"


class PublishedRun(NamedTuple):
    """A run of TREC-7's ad hoc task: its published name, type and MAP, and its column in the public matrix."""

    name: str
    type: str
    map: float
    column: str


def trec7_runs() -> tuple[PublishedRun, ...]:
    """Return the 103 runs of TREC-7's ad hoc task with their published MAP, from an embedded file.

    The public matrices have no names of runs. The `column` of a run is the column with its MAP.

    Returns
    -------
    tuple of PublishedRun

    References
    ----------
    Voorhees and Harman, Overview of the Seventh Text REtrieval Conference (TREC-7), NIST.

    Examples
    --------
    >>> runs = trec7_runs()
    >>> len(runs), max((run for run in runs if run.type == "automatic"), key=lambda run: run.map).name
    (103, 'ok7ax')
    """
    rows = csv.DictReader(_RUNS.read_text(encoding="utf-8").splitlines())
    return tuple(PublishedRun(row["run"], row["type"], float(row["map"]), row["column"]) for row in rows)


@dataclass(frozen=True, repr=False, eq=False)
class Matrix:
    """A score for each topic and run.

    Attributes
    ----------
    scores : ndarray, shape (topics, runs)
        The scores.
    runs : tuple of str
        Names of the runs.
    measure : str
        Measure of the scores, or an empty text.
    source : DataFile or None
        The data file if the matrix was downloaded; `attribution` has its license and citation.
    notes : tuple of str
        Remarks on the data.

    Examples
    --------
    >>> scores = matrix([[0.1, 0.3], [0.2, 0.6]], ["a", "b"])
    >>> scores
    Matrix of 2 topics x 2 runs
    >>> scores.means.round(2).tolist(), round(scores.correlation, 2)
    ([0.15, 0.45], 1.0)
    """

    scores: FloatArray
    runs: tuple[str, ...]
    measure: str = ""
    source: datasets.DataFile | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def topics(self) -> int:
        """Number of topics."""
        return len(self.scores)

    @cached_property
    def means(self) -> FloatArray:
        """Mean of each run over the topics."""
        return np.asarray(self.scores.mean(axis=0))

    @property
    def mean(self) -> float:
        """Mean over all runs and topics."""
        return float(self.scores.mean())

    @property
    def standard_error(self) -> float:
        """The paper's standard error: the standard deviation between the runs' means over √topics."""
        return standard_error(self.means, self.topics)

    @cached_property
    def topic_errors(self) -> FloatArray:
        """Standard error of each run's mean from its own scores: their standard deviation over topics, over √topics."""
        return np.asarray(self.scores.std(axis=0, ddof=1) / np.sqrt(self.topics))

    @cached_property
    def own_errors(self) -> FloatArray:
        """Standard error of each run's mean from its scores minus each topic's mean over runs."""
        own = self.scores - self.scores.mean(axis=1, keepdims=True)
        return np.asarray(own.std(axis=0, ddof=1) / np.sqrt(self.topics))

    @cached_property
    def correlation(self) -> float:
        """Mean correlation over the topics between two runs that are not constant; NaN for fewer than two such runs."""
        varied = self.scores[:, self.scores.std(axis=0) > 0]
        count = varied.shape[1]
        if count < 2:
            return float("nan")
        return float((np.corrcoef(varied.T).sum() - count) / (count * (count - 1)))

    @property
    def best(self) -> str:
        """Name of the run with the highest mean."""
        return self.runs[int(np.argmax(self.means))]

    @property
    def attribution(self) -> str:
        """Origin of the matrix with its license and citation; an empty text if it was not downloaded."""
        if self.source is None:
            return ""
        return f"{self.source.what}: {self.source.license}. Cite: {self.source.citation}."

    def only(self, runs: Sequence[str]) -> Matrix:
        """Return the matrix of some runs.

        Parameters
        ----------
        runs : sequence of str
            Names of the runs.

        Returns
        -------
        Matrix

        Raises
        ------
        InputError
            If a run is unknown.
        """
        for run in runs:
            if run not in self.runs:
                raise InputError(f"the matrix has no run {quoted(run)}; the first ones are {', '.join(self.runs[:3])}")
        columns = [self.runs.index(run) for run in runs]
        return Matrix(self.scores[:, columns], tuple(runs), self.measure, self.source, self.notes)

    def __repr__(self) -> str:
        named = f", {self.measure}" if self.measure else ""
        return f"Matrix of {count_noun(self.topics, 'topic')} x {count_noun(len(self.runs), 'run')}{named}"


def matrix(
    scores: ArrayLike | Matrix | Scores,
    runs: Sequence[str] | None = None,
    *,
    measure: str = "",
    least: float = -np.inf,
    most: float = np.inf,
) -> Matrix:
    """Return a checked topics x runs matrix.

    Parameters
    ----------
    scores : array_like, Matrix or Scores
        Scores of shape (topics, runs), with 2 topics and 2 runs or more, or `Scores` of one measure. A `Matrix` is
        returned unchanged.
    runs : sequence of str, optional
        Names of the runs.
    measure : str, optional
        Measure of the scores.
    least, most : float, optional
        Range of the measure.

    Returns
    -------
    Matrix

    Raises
    ------
    InputError
        If a score is missing (NaN), is not a number or is outside the range; if there are too few topics or runs; or if
        two runs have the same name.

    Examples
    --------
    >>> matrix([[0.1, float("nan")], [0.2, 0.6]], ["a", "b"])
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the matrix has a hole: run 'b' has no score on topic 1; score it, or leave the topic out
    """
    if isinstance(scores, Matrix):
        return scores
    if isinstance(scores, Scores):
        if len(scores.measures) != 1:
            raise InputError(f"the scores must be of one measure; given: {', '.join(map(repr, scores.measures))}")
        return matrix(scores.values[:, :, 0].T, scores.runs, measure=repr(scores.measures[0]), least=least, most=most)
    values = _numbers(scores)
    if values.ndim != 2 or values.shape[0] < 2 or values.shape[1] < 2:
        shape = " x ".join(map(str, values.shape))
        raise InputError(f"a matrix has 2 topics (rows) or more and 2 runs (columns) or more; given: {shape}")
    names = names_of(runs, values.shape[1], "runs")
    repeated = [name for number, name in enumerate(names) if name in names[:number]]
    if repeated:
        raise InputError(f"two runs are called {quoted(repeated[0])}; give each its own name")
    missing = ~np.isfinite(values)
    if missing.any():
        row, column = np.argwhere(missing)[0].tolist()
        raise InputError(
            f"the matrix has a hole: run {quoted(names[column])} has no score on topic {row + 1}; "
            "score it, or leave the topic out"
        )
    outside = (values < least) | (values > most)
    if outside.any():
        row, column = np.argwhere(outside)[0].tolist()
        raise InputError(
            f"run {quoted(names[column])} has the score {general(values[row, column])} on topic {row + 1}, but "
            f"{measure or 'the measure'} ranges from {general(least)} to {general(most)}"
        )
    return Matrix(values, names, measure)


def _numbers(scores: ArrayLike) -> FloatArray:
    try:
        return np.array(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "a matrix needs a number for each topic (row) and run (column), but numbers are missing here"
        ) from None


@dataclass(frozen=True, eq=False)
class Means:
    """Means of systems without their scores: `names`, `means`, and the `measure` of the scores."""

    names: tuple[str, ...]
    means: FloatArray
    measure: str


def read_table(path: str | PathLike[str] | IO[Any], measure: AnyMeasure = AP) -> Matrix | Means:
    r"""Read a file of scores.

    CSV, CSV with semicolons and TSV are read in three forms: topics x runs with a header of the runs' names (as
    `irlearn.read_scores`); a line for each run, query, measure and value, as `irlearn score --per-query` writes them as
    a table, CSV or JSON; and a line for each run with its mean.

    Parameters
    ----------
    path : str, path or open file
        The file.
    measure : Measure or str, optional
        Measure of the scores, which selects them if the file has several measures.

    Returns
    -------
    Matrix or Means
        A `Matrix` if the file has topics, else the `Means` of the systems.

    Raises
    ------
    InputError
        If a score is missing, is not a number or is outside the measure's range; if there is only one run; or if two
        runs have the same name.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "means.csv"
    ...     _ = file.write_text("run,MAP\nbm25,0.25\nneural,0.31\n")
    ...     read_table(file).means
    array([0.25, 0.31])
    """
    checked_measure = as_measure(measure)
    source = source_at(path)
    name, content = source.name, source.text()
    rows = _records(content, name) if content.lstrip()[:1] in ("[", "{") else _rows(content)
    if not rows:
        raise InputError(f"{name}: there are no scores; give some with a header of the runs' names")
    header = [cell.lower() for cell in rows[0]]
    if header[0] in _RUN and _COUNT in header[1:]:  # `irlearn score` writes the number of queries of each mean.
        counts = header.index(_COUNT)
        rows = [[*row[:counts], *row[counts + 1 :]] for row in rows]
        header.pop(counts)
    query = next((number for number, column in enumerate(header) if column in _QUERY), None)
    if query is not None:  # `irlearn score` writes "all 50" for a mean of 50 queries.
        rows = [
            [*row[: query + 1], *row[query + 2 :]]
            if row[query : query + 1] == [_ALL] and len(row) > len(header)
            else row
            for row in rows
        ]
    if header[0] in _RUN and len(header) > 1:
        scores = _of_runs(rows, header, checked_measure, name)
    else:
        scores = matrix(read_scores(source, checked_measure))
    _check_range(scores, checked_measure, name)
    return scores


def made_trec7(rng: np.random.Generator | int) -> Matrix:
    """Return simulated scores of TREC-7's 103 runs on 50 topics.

    The true means are the published MAPs, which include luck.

    Parameters
    ----------
    rng : numpy.random.Generator or int
        Generator or seed.

    Returns
    -------
    Matrix

    Examples
    --------
    >>> made_trec7(1).scores.shape
    (50, 103)
    """
    runs = trec7_runs()
    simulated = simulate_scores(rng=rng, true_means=[run.map for run in runs])
    return matrix(simulated.scores, [run.name for run in runs], measure="AP")


def load(name: str, measure: AnyMeasure = AP, *, tell: Callable[[str], Any] = print, timeout: float = 20) -> Matrix:
    """Return a real matrix, downloading it if it is not in the cache.

    The runs of TREC-7 get their published names (`trec7_runs`).

    Parameters
    ----------
    name : str
        A name in `datasets.available()`, such as "trec/adhoc7_ap.csv".
    measure : Measure or str, optional
        Measure of the scores.
    tell : callable, optional
        Called with the attribution and the license, each time.
    timeout : float, optional
        Seconds to wait for the server.

    Returns
    -------
    Matrix

    Raises
    ------
    InputError
        If the file cannot be downloaded, as in `datasets.fetch`.
    """
    file = datasets.available()[name]
    scores = read_scores(file.fetch(timeout=timeout, tell=tell), measure)
    names = {run.column: run.name for run in trec7_runs()} if file.name.startswith(_TREC7) else {}
    unnamed = matrix(scores)
    loaded = Matrix(unnamed.scores, tuple(names.get(run, run) for run in unnamed.runs), unnamed.measure, file)
    tell(loaded.attribution)
    return loaded


def at_hand(name: str, measure: AnyMeasure = AP, *, tell: Callable[[str], Any] = print) -> Matrix | None:
    """Return a matrix as `load` does if its file is in the cache, else None; never use the network.

    Parameters
    ----------
    name : str
        A name in `datasets.available()`.
    measure : Measure or str, optional
        Measure of the scores.
    tell : callable, optional
        Called with the attribution and the license.

    Returns
    -------
    Matrix or None
    """
    try:
        exists = datasets.available()[name].path.is_file()
    except InputError:  # There is no cache folder.
        return None
    return load(name, measure, tell=tell) if exists else None


def range_of(measure: Measure | Mean) -> tuple[float, float]:
    """Return the range of the scores of a measure, or of the scores that a mean summarizes.

    >>> range_of(AP)
    (0.0, 1.0)
    """
    return measure.per_query.range


def _records(content: str, name: str) -> list[list[str]]:
    """Return the rows of JSON records, the header first."""
    try:
        records = json.loads(content)
    except ValueError:
        raise InputError(f"{name}: this begins like JSON, but is not JSON") from None
    if not isinstance(records, list) or not records or not all(isinstance(record, dict) for record in records):
        raise InputError(f"{name}: JSON of scores is a list of records with run, query, measure and value")
    columns = list(records[0])
    return [columns, *([_cell(record.get(column)) for column in columns] for record in records)]


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _rows(content: str) -> list[list[str]]:
    """Return the rows of CSV, TSV, or a table as `irlearn score` prints it."""
    lines = [line for line in io.StringIO(content) if line.strip() and not line.startswith("#")]
    if not lines:
        return []
    separator = next((character for character in _SEPARATORS if character in lines[0]), None)
    if separator is None:
        return [line.split() for line in lines]
    return [[unguarded(cell.strip()) for cell in row] for row in csv.reader(lines, delimiter=separator)]


def _of_runs(rows: Sequence[Sequence[str]], header: list[str], measure: Measure | Mean, name: str) -> Matrix | Means:
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise InputError(f"{name}, line {number}: {len(row)} columns, but the first line has {len(header)}")
    query = next((number for number, column in enumerate(header) if column in _QUERY), None)
    if "measure" in header and "value" in header:
        column = header.index("measure")
        measures = sorted({row[column] for row in rows[1:]})
        measure_name = measures[0] if len(measures) == 1 else repr(measure)
        if measure_name not in measures:
            listed = ", ".join(measures)
            raise InputError(f"{name}: there are no scores of {measure_name}, but of {listed}; name one with -m")
        body, value = [row for row in rows[1:] if row[column] == measure_name], header.index("value")
    else:
        value = _value_column(rows, header, query, measure, name)
        body, measure_name = list(rows[1:]), rows[0][value]
    if query is None or all(row[query] == _ALL for row in body):
        return _means([row[0] for row in body], [row[value] for row in body], measure_name, name)
    return _long([(row[0], row[query], row[value]) for row in body if row[query] != _ALL], measure_name, name)


def _value_column(
    rows: Sequence[Sequence[str]], header: list[str], query: int | None, measure: Measure | Mean, name: str
) -> int:
    """Return the number of the column of scores: the only column of numbers, or the one named after the measure."""
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
            return places[0]  # The caller's error names the first cell that is not a number.
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
    columns = {run: number for number, run in enumerate(runs)}
    rows = {query: number for number, query in enumerate(queries)}
    values = np.full((len(queries), len(runs)), np.nan)
    for run, query, cell in cells:
        position = rows[query], columns[run]
        if not np.isnan(values[position]):
            raise InputError(f"{name}: run {quoted(run)} has two scores on query {quoted(query)}; each has one")
        values[position] = _score(cell, run, query, name)
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


def _check_range(scores: Matrix | Means, measure: Measure | Mean, name: str) -> None:
    least, most = range_of(measure)
    if isinstance(scores, Matrix):
        matrix(scores.scores, scores.runs, measure=repr(measure), least=least, most=most)
        return
    for run, mean in zip(scores.names, scores.means, strict=True):
        if not least <= mean <= most:
            raise InputError(
                f"{name}: the mean of run {quoted(run)} is {general(mean)}, but {measure!r} ranges from "
                f"{general(least)} to {general(most)}; name another measure with -m"
            )
