"""Score runs against qrels: `evaluate`, its result `Scores`, and `read_scores` for scores computed elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import compress
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
from irlearn.formulas.page import Block, Note, Page, Table
from irlearn.measures import AP, Mean, Measure, as_measure
from irlearn.measures.counts import COUNTS, texts
from irlearn.measures.registry import scored_measures
from irlearn.text.english import count_noun
from irlearn.text.tables import to_pandas, unguarded

if TYPE_CHECKING:
    import pandas

    from irlearn.comparison import Comparison
    from irlearn.statistics.arrays import Alternative

AnyMeasure = Measure | Mean | str
"""A measure, a mean, or text that names a measure or mean."""

Missing = Literal["zero", "drop"]
"""Treatment of a query that a run lacks: count it as 0, or leave it out."""

_TOPIC_HEADERS = ("", "topic", "query", "query_id", "qid", "topic_id")


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Page):
    """The score of every run on every topic by every measure.

    Parameters
    ----------
    values : ndarray of float, shape (systems, topics, measures)
        The scores; NaN where a measure is not defined, and on topics left out because the run lacks them.
    runs, queries : tuple of str
        Names of the systems and of the topics.
    measures : tuple of Measure or Mean
        The measures; a mean stands for its measure.
    notes : mapping of str to tuple of str
        For each run, facts about its data that are unusual but usable.
    missing_queries : mapping of str to frozenset of str
        For each run, topics of the qrels that it lacks.
    missing : {'zero', 'drop'}, default 'zero'
        Whether these topics count as 0 or are left out.

    Examples
    --------
    >>> from irlearn import AP, Run, evaluate, gMAP
    >>> runs = [Run.from_dict({"q1": {"d1": 2, "d2": 1}, "q2": {"d1": 2, "d2": 1}}, name="bm25")]
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d2": 1}}, runs, [AP, gMAP])
    >>> scores
    Scores of 1 run on 2 topics: AP, gMAP
    >>> print(scores)
    Means over 2 topics
    run   queries      AP    gMAP
    bm25        2  0.7500  0.7071
    <BLANKLINE>
    bm25: 50.0% of the retrieved documents are unjudged
    """

    values: NDArray[np.float64]
    runs: tuple[str, ...]
    queries: tuple[str, ...]
    measures: tuple[Measure | Mean, ...]
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    missing_queries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    missing: Missing = "zero"
    __iter__: ClassVar[None] = None  # Without this, `__getitem__` would make Python iterate over integers.

    def of(self, run: str, measure: AnyMeasure) -> NDArray[np.float64]:
        """Return the scores of a run by a measure.

        Parameters
        ----------
        run : str
            Name of the run.
        measure : Measure, Mean or str
            The measure. For a mean, the scores of its measure are returned.

        Returns
        -------
        ndarray of float, shape (topics,)
            One score for each topic, in the order of `queries`; NaN as in `values`.

        Raises
        ------
        InputError
            If there is no such run, or the measure was not scored.

        Examples
        --------
        >>> from irlearn import AP, Run, evaluate
        >>> evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), AP).of("a", "AP")
        array([1.])
        """
        return self.values[self._row(run), :, self._column(measure)]

    def mean(self, run: str, measure: AnyMeasure) -> float:
        """Return the mean score of a run over topics.

        Parameters
        ----------
        run : str
            Name of the run.
        measure : Measure, Mean or str
            The measure. Its arithmetic mean is returned; for a mean such as `gMAP`, that mean is returned.

        Returns
        -------
        float
            The mean over the topics where the measure is defined; NaN if the measure is defined on no topic.

        Raises
        ------
        InputError
            If there is no such run, or the measure was not scored.

        Examples
        --------
        >>> from irlearn import AP, Run, evaluate
        >>> evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), AP).mean("a", "MAP")
        1.0
        """
        return _mean(_parse_measure(measure), self.of(run, measure))

    def __getitem__(self, measure: AnyMeasure) -> dict[str, float]:
        """Return the mean of each run by a measure, by the name of the run."""
        return {run: self.mean(run, measure) for run in self.runs}

    def to_dict(self, *, per_query: bool = False) -> dict[str, Any]:
        """Return the means or the scores as dictionaries.

        Parameters
        ----------
        per_query : bool, default False
            Whether to return the score of each query instead of the means.

        Returns
        -------
        dict
            ``{run: {measure: mean}}``, or ``{run: {query: {measure: score}}}`` without the queries that are left out.

        Examples
        --------
        >>> from irlearn import AP, Run, evaluate
        >>> scores = evaluate({"q1": {"d1": 1}}, Run.from_dict({"q1": {"d1": 1}}, name="a"), [AP, "P@2"])
        >>> scores["AP"], scores.to_dict(), scores.to_dict(per_query=True)
        ({'a': 1.0}, {'a': {'AP': 1.0, 'P@2': 0.5}}, {'a': {'q1': {'AP': 1.0, 'P@2': 0.5}}})
        """
        names = [repr(measure) for measure in self.measures]
        if not per_query:
            means = zip(self.runs, self.means().tolist(), strict=True)
            return {run: dict(zip(names, row, strict=True)) for run, row in means}
        values: dict[str, Any] = {}
        for run, topics in zip(self.runs, self.values.tolist(), strict=True):
            counted = compress(zip(self.queries, topics, strict=True), self.counted_queries(run))
            values[run] = {query: dict(zip(names, row, strict=True)) for query, row in counted}
        return values

    def means(self) -> NDArray[np.float64]:
        """Return the mean of every run by every measure.

        Returns
        -------
        ndarray of float, shape (systems, measures)
            Means as `mean` computes them.

        Examples
        --------
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
        """Return which topics count in the means of a run.

        Parameters
        ----------
        run : str
            Name of the run.

        Returns
        -------
        ndarray of bool, shape (topics,)
            False for a topic that is left out because the run lacks it.

        Examples
        --------
        >>> from irlearn import AP, Run, evaluate
        >>> run = Run.from_dict({"q1": {"d1": 1}}, name="a")
        >>> evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, run, AP, missing="drop").counted_queries("a").tolist()
        [True, False]
        """
        self._row(run)
        dropped = self.missing_queries.get(run, frozenset()) if self.missing == "drop" else frozenset()
        return np.array([query not in dropped for query in self.queries], dtype=bool)

    def sorted_by(self, measure: AnyMeasure) -> Scores:
        """Return the same scores with the best run by a measure first, and runs without a mean last.

        Parameters
        ----------
        measure : Measure, Mean or str
            The measure by whose means the runs are sorted.

        Returns
        -------
        Scores
            The sorted scores.

        Examples
        --------
        >>> from irlearn import AP, Run, evaluate
        >>> runs = [Run.from_dict({"q1": {name: 1}}, name=name) for name in "ab"]
        >>> evaluate({"q1": {"b": 1}}, runs, AP).sorted_by(AP).runs
        ('b', 'a')
        """
        column = self._column(measure)
        means = self.means()[:, column]
        return self._in_order(np.argsort(means if self.measures[column].better == "lower" else -means, kind="stable"))

    def sorted_by_name(self) -> Scores:
        """Return the same scores with the runs sorted by name."""
        return self._in_order(np.array(sorted(range(len(self.runs)), key=lambda row: self.runs[row])))

    def _in_order(self, rows: NDArray[np.intp]) -> Scores:
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
        """Compare two runs by a measure, as `irlearn compare` does. Differences are B - A.

        Parameters
        ----------
        run_a, run_b : str
            Names of the runs.
        measure : Measure, Mean or str, optional
            The measure; by default the first of `measures`.
        alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
            Alternative hypothesis; 'greater' means that B scores higher.
        permutations : int, default 100_000
            Number of random permutations, if not all can be counted.
        rng : int or numpy.random.Generator, default 1
            Seed or generator for the permutations.
        missing : {'zero', 'drop'}, optional
            Whether a query that a run lacks counts as 0, or is left out of the comparison. The default is the
            choice made for these scores.

        Returns
        -------
        Comparison
            Means, wins, interval, tests and effect sizes.

        Raises
        ------
        InputError
            If there is no such run or measure, or fewer than two queries are left.

        Examples
        --------
        >>> import numpy as np
        >>> values = np.array([[[0.1], [0.2], [0.4]], [[0.3], [0.5], [0.5]]])
        >>> comparison = Scores(values, ("a", "b"), ("q1", "q2", "q3"), (AP,)).compare("a", "b")
        >>> comparison
        Comparison of a and b by AP on 3 queries
        >>> comparison.wins_b, round(comparison.difference, 3), comparison.test("sign").pvalue
        (3, 0.2, 0.25)
        >>> print(*str(comparison).splitlines()[2:7], sep=chr(10))
                     A a     B b   B - A
        mean         0.2333  0.4333  0.2000
        queries won       0       3  0 ties
        <BLANKLINE>
        95% interval of B - A: -0.0484 to 0.4484
        """
        from irlearn.comparison import compare_runs

        compared = _parse_measure(self.measures[0] if measure is None else measure)
        kept = np.ones(len(self.queries), dtype=bool)
        if (missing or self.missing) == "drop":
            dropped = self.missing_queries.get(run_a, frozenset()) | self.missing_queries.get(run_b, frozenset())
            kept = np.array([query not in dropped for query in self.queries], dtype=bool)
        return compare_runs(
            compared,
            (run_a, run_b),
            (self.of(run_a, compared)[kept], self.of(run_b, compared)[kept]),
            [*compress(self.queries, kept)],
            alternative=alternative,
            permutations=permutations,
            rng=np.random.default_rng(rng),
        )

    def wide(self) -> pandas.DataFrame:
        """Return the scores as a data frame with a row for each query and a column for each run and measure.

        Returns
        -------
        pandas.DataFrame
            Columns are pairs of run and measure. A query that is left out has NaN.

        Examples
        --------
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
        """Return the scores as a data frame with a row for each run, query and measure.

        Returns
        -------
        pandas.DataFrame
            Columns are run, query, measure and value.

        Examples
        --------
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

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        columns = [texts(measure, column) for measure, column in zip(self.measures, self.means().T, strict=True)]
        sizes = [str(np.count_nonzero(self.counted_queries(run))) for run in self.runs]
        rows = [[run, *cells] for run, *cells in zip(self.runs, sizes, *columns, strict=True)]
        header = ["run", "queries", *map(repr, self.measures)]
        notes = [Note(f"{visible(run)}: {'; '.join(notes)}") for run, notes in self.notes.items() if notes]
        return [Table(f"Means over {count_noun(len(self.queries), 'topic')}", header, rows, left=1), *notes]

    def _row(self, run: str) -> int:
        if run not in self.runs:
            raise InputError(f"there is no run {quoted(run)} here; the runs are {', '.join(map(shown, self.runs))}")
        return self.runs.index(run)

    def _column(self, measure: AnyMeasure) -> int:
        parsed = _parse_measure(measure)
        inner = parsed.per_query
        for column, scored in enumerate(self.measures):
            if scored.per_query == inner:
                return column
        raise InputError(f"{parsed!r} was not scored here; there is {', '.join(map(repr, self.measures))}")


def evaluate(
    qrels: Qrels | Any,
    runs: Run | Any,
    measures: AnyMeasure | Any,
    *,
    missing: Missing = "zero",
    progress: Callable[[float], None] | None = None,
) -> Scores:
    """Score one or several runs by one or several measures on every query of the qrels.

    Parameters
    ----------
    qrels : Qrels, path, file, dict, data frame or records
        The judgments, as a `Qrels` or as input of `read_qrels`.
    runs : Run, input of `read_run`, iterable of these, or dict
        The runs. A dict maps names to runs. With a generator, only one run is in memory at a time.
    measures : Measure, Mean, str, measure of ir_measures, or iterable of these
        The measures. A text may name several, such as "AP, P@5,10".
    missing : {'zero', 'drop'}, default 'zero'
        Whether a query that a run lacks counts as 0 or is left out, as in trec_eval without -c. The notes mention it.
    progress : callable, optional
        Function that is called with the finished share of the current run, from 0 to 1.

    Returns
    -------
    Scores
        A score for each run, query and measure, with notes about the data.

    Raises
    ------
    InputError
        If the input cannot be read, two runs have the same name, or there is no run or measure.

    Examples
    --------
    >>> from irlearn import Run
    >>> run = Run.from_dict({"q1": {"d1": 0.9, "d2": 0.8}}, name="mine")
    >>> evaluate({"q1": {"d2": 1}}, run, ["RR", "P@2"]).of("mine", "RR")
    array([0.5])
    >>> print(evaluate({"q1": {"d2": 1}}, {"bm25": {"q1": {"d2": 2, "d1": 1}}, "mine": run}, "RR"))
    Means over 1 topic
    run   queries      RR
    bm25        1  1.0000
    mine        1  0.5000
    <BLANKLINE>
    bm25: 50.0% of the retrieved documents are unjudged
    mine: 50.0% of the retrieved documents are unjudged
    """
    if missing not in get_args(Missing):
        raise InputError(f"missing must be 'zero' or 'drop'; given: {quoted(missing)}")
    judgments = read_qrels(qrels)
    columns = requested_measures(measures)
    inner_measures = list(dict.fromkeys(column.per_query for column in columns))
    ties = any(measure.averages_over_ties for measure in inner_measures)
    scores: list[NDArray[np.float64]] = []
    notes: dict[str, tuple[str, ...]] = {}
    missing_queries: dict[str, frozenset[str]] = {}
    queries: tuple[str, ...] = ()
    for run in iter_runs(runs):
        if run.name in notes:
            raise InputError(
                f"two runs are called {quoted(run.name)}; give each its own name, as in read_run(path, name=...)"
            )
        joined = join(judgments, run)
        queries = tuple(joined.queries)
        values = np.empty((len(queries), len(inner_measures)))
        for topics, rankings in joined.batches(ties=ties):
            for column, measure in enumerate(inner_measures):
                values[topics, column] = measure.scores(rankings)
            if progress is not None:
                progress(topics.stop / len(queries))
        missing_queries[run.name] = frozenset(query for query in queries if query not in run.table.index)
        notes[run.name] = joined.notes
        if missing == "drop" and missing_queries[run.name]:
            values[[query in missing_queries[run.name] for query in queries]] = np.nan
            notes[run.name] = tuple(left_out(joined.notes))
        scores.append(values[:, [inner_measures.index(measure.per_query) for measure in columns]])
    if not scores:
        raise InputError("there is no run to score; give one Run or more")
    return Scores(np.stack(scores), tuple(notes), queries, columns, notes, missing_queries, missing)


def read_scores(path: str | PathLike[str] | IO[Any] | Source, measure: AnyMeasure = AP) -> Scores:
    r"""Read scores that were computed elsewhere from a CSV file with a column for each run and a row for each topic.

    Parameters
    ----------
    path : path or file
        The file. Its first line names the runs. A first column called `topic` or `query` names the topics, which are
        otherwise numbered from 1. An open file is read from its current position.
    measure : Measure, Mean or str, default AP
        The measure of the scores.

    Returns
    -------
    Scores
        The scores, with a note if comments were skipped.

    Raises
    ------
    InputError
        If a line cannot be read, with its number.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "ap.csv"
    ...     _ = path.write_text("bm25,neural\n0.25,0.5\n0.75,0.5\n")
    ...     print(read_scores(path))
    Means over 2 topics
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
    has_topic_column = False
    separator = ","
    queries: list[str] = []
    rows: list[list[float]] = []
    comments = 0
    for number, line in enumerate(lines, start=1):
        where = f"{name}, line {number}"
        if not header and "," not in line:  # Where decimals have a comma, spreadsheets separate cells by semicolons.
            separator = next((character for character in ";\t" if character in line), ",")
        try:
            row = next(csv.reader([line], delimiter=separator, strict=True), [])
            cells = [unguarded(cell.strip()) for cell in row]
        except csv.Error as error:
            raise InputError(f"{where}: is not CSV: {shown(str(error))}") from None
        is_row = header and len(cells) == len(header) and all(map(NUMBER_ALONE.fullmatch, cells[1:]))
        if line.startswith("#") and not is_row:
            comments += 1
            continue
        while cells and not cells[-1] and (not header or len(cells) > len(header)):  # Spreadsheets leave empty cells.
            cells.pop()
        if not any(cells):
            continue
        if not header:
            header = cells
            has_topic_column = cells[0].lower() in _TOPIC_HEADERS
            runs = tuple(cells[1:] if has_topic_column else cells)
            if not runs or not all(runs) or len(set(runs)) < len(runs):
                raise InputError(
                    f"{where}: the first line must name the runs, each once, with commas between them; given: "
                    f"'{shown(line.strip())}'"
                )
            continue
        if len(cells) != len(header):
            raise InputError(f"{where}: {count_noun(len(cells), 'column')}, but the first line has {len(header)}")
        queries.append(cells[0] if has_topic_column else str(len(rows) + 1))
        rows.append([_parse_score(cell, where) for cell in cells[has_topic_column:]])
    if not rows:
        raise InputError(f"{name}: there are no scores below the first line")
    if len(set(queries)) < len(queries):
        raise InputError(f"{name}: a topic has two lines; each topic has one")
    notes = (*source.notes, *([comments_note(comments)] if comments else []))
    values = np.array(rows).T[:, :, np.newaxis].copy()
    return Scores(values, runs, tuple(queries), (_parse_measure(measure),), {name: notes} if notes else {})


def requested_measures(measures: Any) -> tuple[Measure | Mean, ...]:
    """Return the measures that a value or an iterable of values denotes; a text may name several."""
    is_single = isinstance(measures, AnyMeasure) or _is_ir_measures(measures) or not isinstance(measures, Iterable)
    parsed: list[Measure | Mean] = []
    for measure in [measures] if is_single else measures:
        parsed += scored_measures(measure) if isinstance(measure, str) else (_parse_measure(measure),)
    if not parsed:
        raise InputError("there is no measure to score by; give one or more, such as AP or 'nDCG@10'")
    return tuple(dict.fromkeys(parsed))


def _parse_measure(measure: Any) -> Measure | Mean:
    """Return the measure that a value denotes, which may be text, a count of trec_eval or an object of ir_measures."""
    if _is_ir_measures(measure):
        from irlearn.measures.names import from_ir_measures  # Most programs do not need it.

        return from_ir_measures(measure)
    return COUNTS[measure] if isinstance(measure, str) and measure in COUNTS else as_measure(measure)


def _is_ir_measures(measure: Any) -> bool:
    return type(measure).__module__.partition(".")[0] == "ir_measures" and hasattr(measure, "params")


def _mean(measure: Measure | Mean, values: NDArray[np.float64]) -> float:
    return (measure if isinstance(measure, Mean) else Mean("mean", measure)).of(values)


def _parse_score(cell: str, where: str) -> float:
    value = float(cell) if len(cell) <= MOST_DIGITS and NUMBER_ALONE.fullmatch(cell) else math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: a score must be a number; given: {quoted(cell)}")
    return value
