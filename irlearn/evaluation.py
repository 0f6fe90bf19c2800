"""evaluate(qrels, runs, measures): one score a run, a topic and a measure, with the means that summarise them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, compress
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, ClassVar, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.collection.data_checks import comments_note
from irlearn.collection.joining import left_out
from irlearn.collection.reading import iter_runs
from irlearn.collection.sources import Source, source_at
from irlearn.collection.table import MOST_DIGITS, NUMBER_ALONE, shown
from irlearn.errors import InputError, quoted, visible
from irlearn.measures import AP, Mean, Measure, as_measure
from irlearn.measures.counts import COUNTS, texts
from irlearn.measures.registry import scored_measures
from irlearn.text.english import count_noun
from irlearn.text.tables import Captioned, TableReport, to_pandas, unguarded

if TYPE_CHECKING:
    import pandas

    from irlearn.comparison import Comparison
    from irlearn.statistics.arrays import Alternative

AnyMeasure = Measure | Mean | str
"""A measure, a mean, or the text that names one."""

Missing = Literal["zero", "drop"]
"""What a query of the qrels counts as that a run lacks: as 0, or not at all."""


@dataclass(frozen=True, eq=False, repr=False)
class Scores(TableReport):
    """The score of every run on every topic by every measure, and their means.

    `values` has shape (systems, topics, measures) and is named by `runs`, `queries` and `measures`; a topic on which a
    measure is not defined (ESL) holds nan. `notes` says, for each run, what was odd but usable, `missing_queries` which
    topics a run lacks; where `missing` is "drop" these hold nan, and means leave them out.

    >>> from irlearn import AP, Run, evaluate, gMAP
    >>> runs = [Run.from_dict({"q1": {"d1": 2, "d2": 1}, "q2": {"d1": 2, "d2": 1}}, name="bm25")]
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d2": 1}}, runs, [AP, gMAP])
    >>> scores
    Scores of 1 run on 2 topics: AP, gMAP
    >>> print(scores)
    run   queries      AP    gMAP
    bm25        2  0.7500  0.7071
    bm25: 50.0% of the retrieved documents are unjudged
    """

    values: NDArray[np.float64]
    runs: tuple[str, ...]
    queries: tuple[str, ...]
    measures: tuple[Measure | Mean, ...]
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missing_queries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    missing: Missing = "zero"
    _between: ClassVar[str] = "\n"
    __iter__: ClassVar[None] = None  # that runs can be asked for by a measure makes it no sequence

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
        return _mean(_measure(measure), self.of(run, measure))

    def __getitem__(self, measure: AnyMeasure) -> dict[str, float]:
        """Return the mean of each run by a measure."""
        return {run: self.mean(run, measure) for run in self.runs}

    def to_dict(self, *, per_query: bool = False) -> dict[str, Any]:
        """Return the means as `{run: {measure: mean}}`, or the values as `{run: {query: {measure: value}}}`.

        >>> from irlearn import AP, Run, evaluate
        >>> scores = evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), [AP, "P@2"])
        >>> scores["AP"], scores.to_dict(), scores.to_dict(per_query=True)
        ({'a': 1.0}, {'a': {'AP': 1.0, 'P@2': 0.5}}, {'a': {'q1': {'AP': 1.0, 'P@2': 0.5}}})
        """
        names = [repr(measure) for measure in self.measures]
        if not per_query:
            means = zip(self.runs, self.means().tolist(), strict=True)
            return {run: dict(zip(names, row, strict=True)) for run, row in means}
        found: dict[str, Any] = {}
        for run, topics in zip(self.runs, self.values.tolist(), strict=True):
            inside = compress(zip(self.queries, topics, strict=True), self.counted_queries(run))
            found[run] = {query: dict(zip(names, row, strict=True)) for query, row in inside}
        return found

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

    def counted_queries(self, run: str) -> NDArray[np.bool_]:
        """Which topics count in the means of a run, in the order of `queries`.

        >>> from irlearn import AP, Run, evaluate
        >>> run = Run.from_dict({"q1": {"d1": 1}}, name="a")
        >>> evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, run, AP, missing="drop").counted_queries("a").tolist()
        [True, False]
        """
        self._row(run)
        lacked = self.missing_queries.get(run, frozenset()) if self.missing == "drop" else frozenset()
        return np.array([query not in lacked for query in self.queries], dtype=bool)

    def sorted_by(self, measure: AnyMeasure) -> Scores:
        """The same scores with the best run by a measure first, and runs without a value last.

        >>> from irlearn import AP, Run, evaluate
        >>> runs = [Run.from_dict({"q1": {name: 1}}, name=name) for name in "ab"]
        >>> evaluate({"q1": {"b": 1}}, runs, AP).sorted_by(AP).runs
        ('b', 'a')
        """
        column = self._column(measure)
        means = self.means()[:, column]
        return self._in_order(np.argsort(means if self.measures[column].better == "lower" else -means, kind="stable"))

    def sorted_by_name(self) -> Scores:
        """The same scores with the runs in the order of their names."""
        return self._in_order(np.array(sorted(range(len(self.runs)), key=lambda row: self.runs[row])))

    def _in_order(self, rows: NDArray[np.int64]) -> Scores:
        return replace(self, values=self.values[rows], runs=tuple(self.runs[row] for row in rows.tolist()))

    def compare(
        self,
        run_a: str,
        run_b: str,
        measure: AnyMeasure | None = None,
        *,
        alternative: Alternative = "two-sided",
        permutations: int = 100_000,
        rng: int | np.random.Generator = 1,
        missing: Missing | None = None,
    ) -> Comparison:
        """Whether B differs from A by one measure, the first by default: what `irlearn compare` says.

        `missing` says what a query counts as that a run lacks, by default what it counts as in these scores; "drop"
        leaves out queries that either run lacks. Differences are B - A, and "greater" means that B scores higher.

        >>> import numpy as np
        >>> values = np.array([[[0.1], [0.2], [0.4]], [[0.3], [0.5], [0.5]]])
        >>> found = Scores(values, ("a", "b"), ("q1", "q2", "q3"), (AP,)).compare("a", "b")
        >>> found
        Comparison of a and b by AP on 3 queries
        >>> found.wins_b, round(found.difference, 3), found.test("sign").pvalue
        (3, 0.2, 0.25)
        """
        from irlearn.comparison import compare_runs

        asked = _measure(self.measures[0] if measure is None else measure)
        kept = np.ones(len(self.queries), dtype=bool)
        if (missing or self.missing) == "drop":
            lacked = self.missing_queries.get(run_a, frozenset()) | self.missing_queries.get(run_b, frozenset())
            kept = np.array([query not in lacked for query in self.queries], dtype=bool)
        return compare_runs(
            asked,
            (run_a, run_b),
            (self.of(run_a, asked)[kept], self.of(run_b, asked)[kept]),
            [*compress(self.queries, kept)],
            alternative=alternative,
            permutations=permutations,
            rng=np.random.default_rng(rng),
        )

    def wide(self) -> pandas.DataFrame:
        """One row a query and one column a run and measure, as a pandas `DataFrame`; a query left out holds nan.

        >>> from irlearn import AP, Run, evaluate
        >>> scores = evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), [AP, "P@2"])
        >>> scores.wide().loc["q1", ("a", "P@2")].item()
        0.5
        """
        columns = {
            (run, repr(measure)): self.values[row, :, column]
            for row, run in enumerate(self.runs)
            for column, measure in enumerate(self.measures)
        }
        frame = to_pandas(columns)
        frame.index = list(self.queries)
        return frame.rename_axis(index="query", columns=["run", "measure"])

    def to_frame(self) -> pandas.DataFrame:
        """One row a run, query and measure, as a pandas `DataFrame` with columns run, query, measure and value.

        >>> from irlearn import AP, Run, evaluate
        >>> scores = evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), AP)
        >>> scores.to_frame().to_dict("records")
        [{'run': 'a', 'query': 'q1', 'measure': 'AP', 'value': 1.0}]
        """
        names = [repr(measure) for measure in self.measures]
        topics, columns = len(self.queries), len(names)
        return to_pandas(
            {
                "run": np.repeat(np.array(self.runs, dtype=object), topics * columns),
                "query": np.tile(np.repeat(np.array(self.queries, dtype=object), columns), len(self.runs)),
                "measure": np.tile(np.array(names, dtype=object), len(self.runs) * topics),
                "value": self.values.ravel(),
            }
        )

    def __repr__(self) -> str:
        runs, topics = count_noun(len(self.runs), "run"), count_noun(len(self.queries), "topic")
        return f"Scores of {runs} on {topics}: {', '.join(map(repr, self.measures))}"

    def _tables(self) -> list[Captioned]:
        columns = [texts(measure, column) for measure, column in zip(self.measures, self.means().T, strict=True)]
        sizes = [str(np.count_nonzero(self.counted_queries(run))) for run in self.runs]
        rows = [[visible(run), *cells] for run, *cells in zip(self.runs, sizes, *columns, strict=True)]
        header = ["run", "queries", *map(repr, self.measures)]
        return [(f"Means over {count_noun(len(self.queries), 'topic')}", header, rows)]

    def _remarks(self) -> list[str]:
        return [f"{visible(run)}: {'; '.join(notes)}" for run, notes in self.notes.items() if notes]

    def _row(self, run: str) -> int:
        if run not in self.runs:
            raise InputError(f"there is no run {quoted(run)} here; the runs are {', '.join(map(shown, self.runs))}")
        return self.runs.index(run)

    def _column(self, measure: AnyMeasure) -> int:
        wanted = _measure(measure)
        inner = wanted.per_query
        for column, scored in enumerate(self.measures):
            if scored.per_query == inner:
                return column
        raise InputError(f"{wanted!r} was not scored here; there is {', '.join(map(repr, self.measures))}")


def evaluate(
    qrels: Qrels | Any,
    runs: Run | Any,
    measures: AnyMeasure | Any,
    *,
    missing: Missing = "zero",
    progress: Callable[[float], None] | None = None,
) -> Scores:
    """Score one run or several by one measure or several, on every query of the qrels.

    `qrels` is a `Qrels` or whatever `read_qrels` takes; `runs` is one run or an iterable of several, or `{name: run}`,
    each a `Run` or whatever `read_run` takes: a path, an open file, a dict, a data frame, records. Measures are those
    of irlearn or of ir_measures, or texts that name one or several ("AP, P@5,10"). `runs` may be a generator: one run
    is in memory at a time. A query that a run lacks counts as 0, or with `missing="drop"` not at all, as in trec_eval
    without -c; the run's notes say so. `progress` is called with the share of the present run that is done.

    >>> from irlearn import Run
    >>> run = Run.from_dict({"q1": {"d1": 0.9, "d2": 0.8}}, name="mine")
    >>> evaluate({"q1": {"d2": 1}}, run, ["RR", "P@2"]).of("mine", "RR")
    array([0.5])
    >>> print(evaluate({"q1": {"d2": 1}}, {"bm25": {"q1": {"d2": 2, "d1": 1}}, "mine": run}, "RR"))
    run   queries      RR
    bm25        1  1.0000
    mine        1  0.5000
    bm25: 50.0% of the retrieved documents are unjudged
    mine: 50.0% of the retrieved documents are unjudged
    """
    if missing not in get_args(Missing):
        raise InputError(f"missing must be 'zero' or 'drop'; given: {quoted(missing)}")
    judged = read_qrels(qrels)
    columns = _measures(measures)
    singles = list(dict.fromkeys(column.per_query for column in columns))
    scores: list[NDArray[np.float64]] = []
    notes: dict[str, tuple[str, ...]] = {}
    lacking: dict[str, frozenset[str]] = {}
    queries: tuple[str, ...] = ()
    for run in iter_runs(runs):
        if run.name in notes:
            raise InputError(
                f"two runs are called {quoted(run.name)}; give each its own name, as in read_run(path, name=...)"
            )
        joined = join(judged, run)
        queries = tuple(joined.queries)
        values = np.empty((len(queries), len(singles)))
        for where, rankings in joined.batches(ties=any(measure.averages_over_ties for measure in singles)):
            for column, measure in enumerate(singles):
                values[where, column] = measure.scores(rankings)
            if progress is not None:
                progress(where.stop / len(queries))
        lacking[run.name] = frozenset(query for query in queries if query not in run.table.index)
        notes[run.name] = joined.notes
        if missing == "drop" and lacking[run.name]:
            values[[query in lacking[run.name] for query in queries]] = np.nan
            notes[run.name] = tuple(left_out(joined.notes))
        scores.append(values[:, [singles.index(measure.per_query) for measure in columns]])
    if not scores:
        raise InputError("there is no run to score; give one Run or more")
    return Scores(np.stack(scores), tuple(notes), queries, columns, notes, lacking, missing)


def read_scores(path: str | PathLike[str] | IO[Any] | Source, measure: AnyMeasure = AP) -> Scores:
    r"""Read scores that somebody else computed: CSV with a column for each run and a row for each topic.

    The first line names the runs. Topics are named by a first column called `topic` or `query`, or else numbered
    from 1. `measure` says what the numbers are. A file that was opened is read from where it stands. Raises
    `InputError` with the line that cannot be read.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "ap.csv"
    ...     _ = path.write_text("bm25,neural\n0.25,0.5\n0.75,0.5\n")
    ...     print(read_scores(path))
    run     queries      AP
    bm25          2  0.5000
    neural        2  0.5000
    """
    import csv
    import io

    source = source_at(path)
    name, lines = source.name, io.StringIO(source.text(), newline="")
    header: list[str] = []
    runs: tuple[str, ...] = ()
    named = False
    separator = ","
    queries: list[str] = []
    rows: list[list[float]] = []
    comments = 0
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number}"
        if not header and "," not in line:  # as spreadsheets save it where the comma is the decimal one
            separator = next((one for one in ";\t" if one in line), ",")
        try:
            row = next(csv.reader([line], delimiter=separator, strict=True), [])
            cells = [unguarded(cell.strip()) for cell in row]
        except csv.Error as error:
            raise InputError(f"{where}: is not CSV: {shown(str(error))}") from None
        if line.startswith("#") and not (
            header and len(cells) == len(header) and all(map(NUMBER_ALONE.fullmatch, cells[1:]))
        ):
            comments += 1
            continue
        while cells and not cells[-1] and (not header or len(cells) > len(header)):  # as spreadsheets leave them
            cells.pop()
        if not any(cells):
            continue
        if not header:
            header = cells
            named = cells[0].lower() in ("", "topic", "query", "query_id", "qid", "topic_id")
            runs = tuple(cells[1:] if named else cells)
            if not runs or not all(runs) or len(set(runs)) < len(runs):
                raise InputError(
                    f"{where}: the first line must name the runs, each once, with commas between them; given: "
                    f"'{shown(line.strip())}'"
                )
            continue
        if len(cells) != len(header):
            raise InputError(f"{where}: {count_noun(len(cells), 'column')}, but the first line has {len(header)}")
        queries.append(cells[0] if named else str(len(rows) + 1))
        rows.append([_number(cell, where) for cell in cells[named:]])
    if not rows:
        raise InputError(f"{name}: there are no scores below the first line")
    if len(set(queries)) < len(queries):
        raise InputError(f"{name}: a topic has two lines; each topic has one")
    said = (*source.notes, *([comments_note(comments)] if comments else []))
    values = np.array(rows).T[:, :, np.newaxis].copy()
    return Scores(values, runs, tuple(queries), (_measure(measure),), {name: said} if said else {})


def _measures(measures: Any) -> tuple[Measure | Mean, ...]:
    one = isinstance(measures, AnyMeasure) or _is_ir_measures(measures) or not isinstance(measures, Iterable)
    each = (scored_measures(m) if isinstance(m, str) else (_measure(m),) for m in ([measures] if one else measures))
    found = tuple(dict.fromkeys(chain.from_iterable(each)))
    if not found:
        raise InputError("there is no measure to score by; give one or more, such as AP or 'nDCG@10'")
    return found


def _measure(measure: Any) -> Measure | Mean:
    if _is_ir_measures(measure):
        from irlearn.measures.names import from_ir_measures  # not at every start

        return from_ir_measures(measure)
    return COUNTS[measure] if isinstance(measure, str) and measure in COUNTS else as_measure(measure)


def _is_ir_measures(measure: Any) -> bool:
    return type(measure).__module__.partition(".")[0] == "ir_measures" and hasattr(measure, "params")


def _mean(measure: Measure | Mean, values: NDArray[np.float64]) -> float:
    return (measure if isinstance(measure, Mean) else Mean("mean", measure)).of(values)


def _number(cell: str, where: str) -> float:
    value = float(cell) if len(cell) <= MOST_DIGITS and NUMBER_ALONE.fullmatch(cell) else math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: a score must be a number; given: {quoted(cell)}")
    return value
