"""evaluate(qrels, runs, measures): one score a run, a topic and a measure, with the means that summarise them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.collection.sources import open_source
from irlearn.errors import InputError
from irlearn.measures import AP, Mean, Measure, as_measure
from irlearn.notation import counted, html_table, text_table

if TYPE_CHECKING:
    import pandas

AnyMeasure = Measure | Mean | str
"""A measure, a mean, or the text that names one."""


@dataclass(frozen=True, eq=False, repr=False)
class Scores:
    """The score of every run on every topic by every measure, and their means.

    `values` has shape (systems, topics, measures) and is named by `runs`, `queries` and `measures`; a topic on which a
    measure is not defined (ESL) holds nan. `notes` says, for each run, what was odd but usable.

    >>> from irlearn import AP, Run, evaluate, gMAP
    >>> runs = [Run.from_dict({"q1": {"d1": 2, "d2": 1}, "q2": {"d1": 2, "d2": 1}}, name="bm25")]
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d2": 1}}, runs, [AP, gMAP])
    >>> scores
    Scores of 1 run on 2 topics: AP, gMAP
    >>> print(scores)
    run       AP    gMAP
    bm25  0.7500  0.7071
    bm25: 50.0% of the retrieved documents are unjudged
    """

    values: NDArray[np.float64]
    runs: tuple[str, ...]
    queries: tuple[str, ...]
    measures: tuple[Measure | Mean, ...]
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, run: str, measure: AnyMeasure) -> NDArray[np.float64]:
        """One value a topic, in the order of `queries`; those of its measure where `measure` is a mean.

        >>> from irlearn import AP, Run, evaluate
        >>> evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), AP).of("a", "AP")
        array([1.])
        """
        return self.values[self._row(run), :, self._column(measure)]

    def mean(self, run: str, measure: AnyMeasure) -> float:
        """The mean over topics: arithmetic, or as a named mean such as `gMAP` takes it; undefined topics left out.

        >>> from irlearn import AP, Run, evaluate
        >>> evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), AP).mean("a", "MAP")
        1.0
        """
        return _mean(as_measure(measure), self.of(run, measure))

    def means(self) -> NDArray[np.float64]:
        """The mean of every run by every measure; shape (systems, measures).

        >>> from irlearn import AP, Run, evaluate
        >>> evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), [AP, "RR"]).means()
        array([[1., 1.]])
        """
        means = [
            [_mean(measure, topics[:, column]) for column, measure in enumerate(self.measures)]
            for topics in self.values
        ]
        return np.array(means, dtype=np.float64).reshape(len(self.runs), len(self.measures))

    def to_frame(self) -> pandas.DataFrame:
        """One row a run, query and measure, as a pandas `DataFrame` with columns run, query, measure and value.

        >>> from irlearn import AP, Run, evaluate
        >>> scores = evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), AP)
        >>> scores.to_frame().to_dict("records")
        [{'run': 'a', 'query': 'q1', 'measure': 'AP', 'value': 1.0}]
        """
        try:
            import pandas as pd
        except ImportError:
            raise InputError(
                "to_frame needs pandas, which is not installed; type: pip install 'irlearn[frames]'"
            ) from None
        names = [repr(measure) for measure in self.measures]
        topics, columns = len(self.queries), len(names)
        return pd.DataFrame(
            {
                "run": np.repeat(np.array(self.runs, dtype=object), topics * columns),
                "query": np.tile(np.repeat(np.array(self.queries, dtype=object), columns), len(self.runs)),
                "measure": np.tile(np.array(names, dtype=object), len(self.runs) * topics),
                "value": self.values.ravel(),
            }
        )

    def __repr__(self) -> str:
        runs, topics = counted(len(self.runs), "run"), counted(len(self.queries), "topic")
        return f"Scores of {runs} on {topics}: {', '.join(map(repr, self.measures))}"

    def __str__(self) -> str:
        """The means as an aligned table, and what was odd about each run."""
        return "\n".join([text_table(*self._table()), *self._remarks()])

    def _repr_html_(self) -> str:
        header, rows = self._table()
        remarks = "".join(f"<p>{escape(remark)}</p>" for remark in self._remarks())
        return html_table(header, rows, caption=f"Means over {counted(len(self.queries), 'topic')}") + remarks

    def _table(self) -> tuple[list[str], list[list[str]]]:
        columns = [score_texts(column) for column in self.means().T]
        rows = [[run, *cells] for run, *cells in zip(self.runs, *columns, strict=True)]
        return ["run", *map(repr, self.measures)], rows

    def _remarks(self) -> list[str]:
        return [f"{run}: {'; '.join(notes)}" for run, notes in self.notes.items() if notes]

    def _row(self, run: str) -> int:
        if run not in self.runs:
            raise InputError(f"there is no run {run!r} here; the runs are {', '.join(self.runs)}")
        return self.runs.index(run)

    def _column(self, measure: AnyMeasure) -> int:
        wanted = as_measure(measure)
        single = _single(wanted)
        for column, scored in enumerate(self.measures):
            if _single(scored) == single:
                return column
        raise InputError(f"{wanted!r} was not scored here; there is {', '.join(map(repr, self.measures))}")


def evaluate(
    qrels: Qrels | Any,
    runs: Run | Iterable[Run],
    measures: AnyMeasure | Iterable[AnyMeasure],
    *,
    progress: Callable[[float], None] | None = None,
) -> Scores:
    """Score one run or several by one measure or several, on every query of the qrels.

    `qrels` is a `Qrels` or whatever `read_qrels` takes. `runs` may be a generator: each run is scored and let go
    before the next one is asked for, so that only one is in memory. A query that a run lacks counts as 0; the run's
    notes say so. `progress` is called with the share of the present run that is done.

    >>> from irlearn import Run
    >>> run = Run.from_dict({"q1": {"d1": 0.9, "d2": 0.8}}, name="mine")
    >>> evaluate({"q1": {"d2": 1}}, run, ["RR", "P@2"]).of("mine", "RR")
    array([0.5])
    """
    judged = qrels if isinstance(qrels, Qrels) else read_qrels(qrels)
    columns = _measures(measures)
    singles = list(dict.fromkeys(map(_single, columns)))
    scores: list[NDArray[np.float64]] = []
    notes: dict[str, tuple[str, ...]] = {}
    queries: tuple[str, ...] = ()
    for run in [runs] if isinstance(runs, Run) else runs:
        if not isinstance(run, Run):
            raise InputError(f"runs must be Run values, as read_run gives; given: {type(run).__name__}")
        if run.name in notes:
            raise InputError(
                f"two runs are called {run.name!r}; give each its own name, as in read_run(path, name=...)"
            )
        joined = join(judged, run)
        queries = tuple(joined.queries)
        values = np.empty((len(queries), len(singles)))
        for where, rankings in joined.batches():
            for column, measure in enumerate(singles):
                values[where, column] = measure.scores(rankings)
            if progress is not None:
                progress(where.stop / len(queries))
        scores.append(values[:, [singles.index(_single(measure)) for measure in columns]])
        notes[run.name] = tuple(joined.notes)
    if not scores:
        raise InputError("there is no run to score; give one Run or more")
    return Scores(np.stack(scores), tuple(notes), queries, columns, notes)


def read_scores(path: str | PathLike[str], measure: AnyMeasure = AP) -> Scores:
    r"""Read scores that somebody else computed: CSV with a column for each run and a row for each topic.

    The first line names the runs. Topics are named by a first column called `topic` or `query`, or else numbered
    from 1. `measure` says what the numbers are. Raises `InputError` with the line that cannot be read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "ap.csv"
    ...     _ = path.write_text("bm25,neural\n0.25,0.5\n0.75,0.5\n")
    ...     print(read_scores(path))
    run         AP
    bm25    0.5000
    neural  0.5000
    """
    import csv

    name = str(path)
    lines = open_source(Path(path)).text().splitlines()
    header = next(csv.reader(lines), [])
    runs = tuple(cell.strip() for cell in header)
    named = bool(runs) and runs[0].lower() in ("", "topic", "query", "query_id")
    runs = runs[1:] if named else runs
    if not runs or not all(runs) or len(set(runs)) < len(runs):
        raise InputError(f"{name}, line 1: the first line must name the runs, each once, with commas between them")
    queries: list[str] = []
    rows: list[list[float]] = []
    for number, cells in enumerate(csv.reader(lines[1:]), start=2):
        if not cells:
            continue
        if len(cells) != len(header):
            raise InputError(
                f"{name}, line {number}: {counted(len(cells), 'column')}, but the first line has {len(header)}"
            )
        queries.append(cells[0].strip() if named else str(len(rows) + 1))
        rows.append([_number(cell, f"{name}, line {number}") for cell in cells[named:]])
    if not rows:
        raise InputError(f"{name}: there are no scores below the first line")
    if len(set(queries)) < len(queries):
        raise InputError(f"{name}: a topic has two lines; each topic has one")
    return Scores(np.array(rows).T[:, :, np.newaxis].copy(), runs, tuple(queries), (as_measure(measure),))


def score_texts(values: Iterable[float]) -> list[str]:
    """A column of scores as people read it: as many decimals in each, and a dash where there is no score.

    >>> score_texts([0.25, 1, float("nan")]), score_texts([14, 9.6667])
    (['0.2500', '1.0000', '-'], ['14.00', '9.67'])
    """
    numbers = [float(value) for value in values]
    places = 4 if max((abs(value) for value in numbers if math.isfinite(value)), default=0) < 10 else 2
    return [f"{value:.{places}f}" if math.isfinite(value) else "-" for value in numbers]


def _measures(measures: AnyMeasure | Iterable[AnyMeasure]) -> tuple[Measure | Mean, ...]:
    listed = [measures] if isinstance(measures, AnyMeasure) else measures
    found = tuple(dict.fromkeys(map(as_measure, listed)))
    if not found:
        raise InputError("there is no measure to score by; give one or more, such as AP or 'nDCG@10'")
    return found


def _single(measure: Measure | Mean) -> Measure:
    return measure.measure if isinstance(measure, Mean) else measure


def _mean(measure: Measure | Mean, values: NDArray[np.float64]) -> float:
    return (measure if isinstance(measure, Mean) else Mean("mean", measure)).of(values)


def _number(cell: str, where: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: a score must be a number; given: {cell.strip()!r}")
    return value
