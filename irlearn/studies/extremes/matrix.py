"""Topics x runs matrices of scores: what the study takes, whole and checked, with its source where it has one."""

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


class PublishedRun(NamedTuple):
    """A run of TREC-7's ad hoc task as its proceedings name it: type, MAP, its column in the public matrix."""

    name: str
    type: str
    map: float
    column: str


def trec7_runs() -> tuple[PublishedRun, ...]:
    """The 103 runs of TREC-7's ad hoc task with their published MAP, embedded.

    The public matrices have no names; each run's `column` there is the one with its MAP. Source: Voorhees
    and Harman, Overview of the Seventh Text REtrieval Conference (TREC-7), NIST.

    >>> runs = trec7_runs()
    >>> len(runs), max((run for run in runs if run.type == "automatic"), key=lambda run: run.map).name
    (103, 'ok7ax')
    """
    rows = csv.DictReader(_RUNS.read_text(encoding="utf-8").splitlines())
    return tuple(PublishedRun(row["run"], row["type"], float(row["map"]), row["column"]) for row in rows)


@dataclass(frozen=True, repr=False, eq=False)
class Matrix:
    """One score a topic and run: `scores` has shape (topics, runs), `runs` are the runs' names.

    `measure` says what the scores are. `source` is the data file where the matrix was fetched; `attribution` says whom
    to cite and under which licence.

    >>> found = matrix([[0.1, 0.3], [0.2, 0.6]], ["a", "b"])
    >>> found
    Matrix of 2 topics x 2 runs
    >>> found.means.round(2).tolist(), round(found.correlation, 2)
    ([0.15, 0.45], 1.0)
    """

    scores: FloatArray
    runs: tuple[str, ...]
    measure: str = ""
    source: datasets.DataFile | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def topics(self) -> int:
        """The number of topics."""
        return len(self.scores)

    @cached_property
    def means(self) -> FloatArray:
        """The mean of each run over the topics."""
        return np.asarray(self.scores.mean(axis=0))

    @property
    def mean(self) -> float:
        """The mean over all runs and topics."""
        return float(self.scores.mean())

    @property
    def standard_error(self) -> float:
        """The paper's: the standard deviation between the runs' means over the root of the number of topics."""
        return standard_error(self.means, self.topics)

    @cached_property
    def topic_errors(self) -> FloatArray:
        """The standard error of each run's mean by its own scores: their deviation over topics over the root of T."""
        return np.asarray(self.scores.std(axis=0, ddof=1) / np.sqrt(self.topics))

    @cached_property
    def own_errors(self) -> FloatArray:
        """The standard error of what is a run's own: of its scores less each topic's mean over runs."""
        own = self.scores - self.scores.mean(axis=1, keepdims=True)
        return np.asarray(own.std(axis=0, ddof=1) / np.sqrt(self.topics))

    @cached_property
    def correlation(self) -> float:
        """The mean correlation between two runs over the topics; runs with the same score everywhere left out."""
        varied = self.scores[:, self.scores.std(axis=0) > 0]
        count = varied.shape[1]
        if count < 2:
            return float("nan")
        return float((np.corrcoef(varied.T).sum() - count) / (count * (count - 1)))

    @property
    def best(self) -> str:
        """The name of the run with the highest mean."""
        return self.runs[int(np.argmax(self.means))]

    @property
    def attribution(self) -> str:
        """Where the matrix is from, its licence and whom to cite; empty where it was not fetched."""
        if self.source is None:
            return ""
        return f"{self.source.what}: {self.source.licence}. Cite: {self.source.citation}."

    def only(self, runs: Sequence[str]) -> Matrix:
        """The same of these runs alone. Raises `InputError` for one that is not there."""
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
    """A topics x runs matrix, checked; of `Scores` of one measure, too.

    `least` and `most` are the range of the measure. Raises `InputError` for holes (nan), text, fewer than two topics or
    runs, doubled names, and scores outside the range.

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
    called = names_of(runs, values.shape[1], "runs")
    doubled = [name for place, name in enumerate(called) if name in called[:place]]
    if doubled:
        raise InputError(f"two runs are called {quoted(doubled[0])}; give each its own name")
    for wrong, what in ((~np.isfinite(values), "hole"), ((values < least) | (values > most), "range")):
        if wrong.any():
            row, column = (int(place) for place in np.argwhere(wrong)[0])
            if what == "hole":
                raise InputError(
                    f"the matrix has a hole: run {quoted(called[column])} has no score on topic {row + 1}; "
                    "score it, or leave the topic out"
                )
            raise InputError(
                f"run {quoted(called[column])} has the score {general(values[row, column])} on topic {row + 1}, but "
                f"{measure or 'the measure'} lies from {general(least)} to {general(most)}"
            )
    return Matrix(values, called, measure)


def _numbers(scores: ArrayLike) -> FloatArray:
    try:
        return np.array(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("a matrix has a number for each topic (row) and run (column); this one has not") from None


def made_trec7(rng: np.random.Generator | int) -> Matrix:
    """Made scores of TREC-7's 103 runs on 50 topics: the true means are the published MAPs, the luck in them included.

    >>> made_trec7(1).scores.shape
    (50, 103)
    """
    known = trec7_runs()
    made = simulate_scores(rng=rng, true_means=[run.map for run in known])
    return matrix(made.scores, [run.name for run in known], measure="AP")


def load(name: str, measure: AnyMeasure = AP, *, tell: Callable[[str], Any] = print, timeout: float = 20) -> Matrix:
    """A real matrix of `datasets.available()`, such as "trec/adhoc7_ap.csv", fetched where it is not there yet.

    `tell` is called with its attribution and licence each time, which the matrix keeps, too. The runs of TREC-7 get
    their published names (`trec7_runs`). `measure` says what the scores are. Raises `InputError` as `datasets.fetch`.
    """
    file = datasets.available()[name]
    scores = read_scores(file.fetch(timeout=timeout, tell=tell), measure)
    named = {run.column: run.name for run in trec7_runs()} if file.name.startswith(_TREC7) else {}
    found = matrix(scores)
    loaded = Matrix(found.scores, tuple(named.get(run, run) for run in found.runs), found.measure, file)
    tell(loaded.attribution)
    return loaded


def at_hand(name: str, measure: AnyMeasure = AP, *, tell: Callable[[str], Any] = print) -> Matrix | None:
    """The matrix as `load` gives it where its file is in the cache folder already, else None; never the network."""
    try:
        there = datasets.available()[name].path.is_file()
    except InputError:  # nothing says where the folder is
        return None
    return load(name, measure, tell=tell) if there else None


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
    return measure.per_query.range


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
