"""Topics x runs matrices of scores: what the study takes, whole and checked, with its source where it has one."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from irlearn import datasets
from irlearn.errors import InputError, quoted
from irlearn.evaluation import AnyMeasure, Scores, read_scores
from irlearn.measures import AP
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics.arrays import FloatArray, names_of
from irlearn.studies.extremes.thresholds import standard_error
from irlearn.text.english import count_noun
from irlearn.text.numbers import general

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
