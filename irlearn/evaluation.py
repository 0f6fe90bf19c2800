"""evaluate(qrels, runs, measures): one score a run, a topic and a measure, with the means that summarise them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike, fspath
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from irlearn.collection import Qrels, Run, join, read_qrels, read_run
from irlearn.collection.oddities import comments_note
from irlearn.collection.reading import is_collection, name_of
from irlearn.collection.rows import record_fields
from irlearn.collection.sources import Source, source_at
from irlearn.collection.table import MOST_DIGITS, NUMBER_ALONE, shown
from irlearn.errors import InputError, quoted, visible
from irlearn.measures import AP, MEASURES, Mean, Measure, as_measure, parse_measure
from irlearn.numbers import score_texts
from irlearn.tables import Captioned, Tables, to_pandas
from irlearn.words import counted

if TYPE_CHECKING:
    import pandas

AnyMeasure = Measure | Mean | str
"""A measure, a mean, or the text that names one."""

_IR_MEASURES = {"SetP": "P", "SetR": "R", "SetF": "F", "BPref": "Bpref", "RPrec": "Rprec"}
_SQUARED = (
    "gives its beta to trec_eval, which takes it for the square of beta; give irlearn's F(beta=...) with the beta that "
    "you mean"
)
_OTHERWISE: dict[str, tuple[Callable[[Mapping[str, Any]], bool], str]] = {
    "RBP": (
        lambda options: "rel" not in options,
        "weights by the grade, which irlearn's RBP does not; give RBP(rel=1), which both understand",
    ),
    "SetF": (lambda options: options.get("beta", 1) != 1, _SQUARED),
}  # what ir_measures means otherwise: with which options, and how


@dataclass(frozen=True, eq=False, repr=False)
class Scores(Tables):
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
    _between: ClassVar[str] = "\n"

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
        runs, topics = counted(len(self.runs), "run"), counted(len(self.queries), "topic")
        return f"Scores of {runs} on {topics}: {', '.join(map(repr, self.measures))}"

    def _tables(self) -> list[Captioned]:
        columns = [score_texts(column) for column in self.means().T]
        rows = [[visible(run), *cells] for run, *cells in zip(self.runs, *columns, strict=True)]
        return [(f"Means over {counted(len(self.queries), 'topic')}", ["run", *map(repr, self.measures)], rows)]

    def _remarks(self) -> list[str]:
        return [f"{visible(run)}: {'; '.join(notes)}" for run, notes in self.notes.items() if notes]

    def _row(self, run: str) -> int:
        if run not in self.runs:
            raise InputError(f"there is no run {quoted(run)} here; the runs are {', '.join(map(shown, self.runs))}")
        return self.runs.index(run)

    def _column(self, measure: AnyMeasure) -> int:
        wanted = _measure(measure)
        single = _single(wanted)
        for column, scored in enumerate(self.measures):
            if _single(scored) == single:
                return column
        raise InputError(f"{wanted!r} was not scored here; there is {', '.join(map(repr, self.measures))}")


def evaluate(
    qrels: Qrels | Any,
    runs: Run | Any,
    measures: AnyMeasure | Any,
    *,
    progress: Callable[[float], None] | None = None,
) -> Scores:
    """Score one run or several by one measure or several, on every query of the qrels.

    `qrels` is a `Qrels` or whatever `read_qrels` takes; `runs` is one run or an iterable of several, or `{name: run}`,
    each a `Run` or whatever `read_run` takes: a path, an open file, a dict, a data frame, records. Measures are those
    of irlearn or of ir_measures, or the texts that name them. `runs` may be a generator: each run is scored and let
    go before the next one is asked for, so that only one is in memory. A query that a run lacks counts as 0; the run's
    notes say so. `progress` is called with the share of the present run that is done.

    >>> from irlearn import Run
    >>> run = Run.from_dict({"q1": {"d1": 0.9, "d2": 0.8}}, name="mine")
    >>> evaluate({"q1": {"d2": 1}}, run, ["RR", "P@2"]).of("mine", "RR")
    array([0.5])
    >>> print(evaluate({"q1": {"d2": 1}}, {"bm25": {"q1": {"d2": 2, "d1": 1}}, "mine": run}, "RR"))
    run       RR
    bm25  1.0000
    mine  0.5000
    bm25: 50.0% of the retrieved documents are unjudged
    mine: 50.0% of the retrieved documents are unjudged
    """
    judged = read_qrels(qrels)
    columns = _measures(measures)
    singles = list(dict.fromkeys(map(_single, columns)))
    scores: list[NDArray[np.float64]] = []
    notes: dict[str, tuple[str, ...]] = {}
    queries: tuple[str, ...] = ()
    for run in each_run(runs):
        if run.name in notes:
            raise InputError(
                f"two runs are called {quoted(run.name)}; give each its own name, as in read_run(path, name=...)"
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


def read_scores(path: str | PathLike[str] | IO[Any] | Source, measure: AnyMeasure = AP) -> Scores:
    r"""Read scores that somebody else computed: CSV with a column for each run and a row for each topic.

    The first line names the runs. Topics are named by a first column called `topic` or `query`, or else numbered
    from 1. `measure` says what the numbers are. A file that was opened is read from where it stands. Raises
    `InputError` with the line that cannot be read.

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
            cells = [cell.strip() for cell in next(csv.reader([line], delimiter=separator, strict=True), [])]
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
            raise InputError(f"{where}: {counted(len(cells), 'column')}, but the first line has {len(header)}")
        queries.append(cells[0] if named else str(len(rows) + 1))
        rows.append([_number(cell, where) for cell in cells[named:]])
    if not rows:
        raise InputError(f"{name}: there are no scores below the first line")
    if len(set(queries)) < len(queries):
        raise InputError(f"{name}: a topic has two lines; each topic has one")
    said = (*source.notes, *([comments_note(comments)] if comments else []))
    values = np.array(rows).T[:, :, np.newaxis].copy()
    return Scores(values, runs, tuple(queries), (_measure(measure),), {name: said} if said else {})


def each_run(given: Any) -> Iterator[Run]:
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
    if first and record_fields(first[0][1]):
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
        "/".join(Path(fspath(run)).parts[-2:]) if isinstance(run, str | PathLike) and names.count(name) > 1 else name
        for run, name in zip(runs, names, strict=True)
    ]


def _measures(measures: Any) -> tuple[Measure | Mean, ...]:
    one = isinstance(measures, AnyMeasure) or _is_ir_measures(measures) or not isinstance(measures, Iterable)
    found = tuple(dict.fromkeys(map(_measure, [measures] if one else measures)))
    if not found:
        raise InputError("there is no measure to score by; give one or more, such as AP or 'nDCG@10'")
    return found


def _measure(measure: Any) -> Measure | Mean:
    return _of_ir_measures(measure) if _is_ir_measures(measure) else as_measure(measure)


def _is_ir_measures(measure: Any) -> bool:
    return type(measure).__module__.partition(".")[0] == "ir_measures" and hasattr(measure, "params")


def _of_ir_measures(measure: Any) -> Measure | Mean:
    """The measure that ir_measures means by one of its own; an `InputError` where there is none."""
    name = str(getattr(measure, "NAME", None) or type(measure).__name__)
    options = {option: value for option, value in measure.params.items() if value is not None and value is not False}
    cutoff = options.pop("cutoff", options.pop("recall", None))
    inside = ", ".join(f"{option}={value!r}" for option, value in options.items())
    spelled = f"{name}{f'({inside})' if inside else ''}{'' if cutoff is None else f'@{cutoff}'}"
    refused, why = _OTHERWISE.get(name, (None, ""))
    if refused is not None and refused(options):
        raise InputError(f"{spelled} of ir_measures {why}")
    ours = _IR_MEASURES.get(name, name)
    if ours not in MEASURES:
        raise InputError(f"irlearn has no measure like {spelled} of ir_measures; it has {', '.join(MEASURES)}")
    try:
        return parse_measure(ours + spelled.removeprefix(name))
    except InputError as error:
        raise InputError(f"irlearn has no measure like {spelled} of ir_measures: {error}") from None


def _single(measure: Measure | Mean) -> Measure:
    return measure.measure if isinstance(measure, Mean) else measure


def _mean(measure: Measure | Mean, values: NDArray[np.float64]) -> float:
    return (measure if isinstance(measure, Mean) else Mean("mean", measure)).of(values)


def _number(cell: str, where: str) -> float:
    value = float(cell) if len(cell) <= MOST_DIGITS and NUMBER_ALONE.fullmatch(cell) else math.nan
    if not math.isfinite(value):
        raise InputError(f"{where}: a score must be a number; given: {quoted(cell)}")
    return value
