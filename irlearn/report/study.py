"""The numbers of a report: scores, comparisons, the queries that decide, all pairs, luck and the pool."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.collection.reading import iter_runs
from irlearn.comparison import Comparison, apply_holm
from irlearn.errors import InputError, check_whole, quoted
from irlearn.evaluation import AnyMeasure, Missing, Scores, evaluate, requested_measures
from irlearn.measures import Judged, Mean, Measure
from irlearn.statistics import ALPHA, AllPairs, all_pairs, permutation_test, t_interval
from irlearn.statistics.arrays import FloatArray, check_count
from irlearn.statistics.null import MOST_RESAMPLES
from irlearn.studies import adjudication, extremes, leaderboard
from irlearn.studies.adjudication import Reusability
from irlearn.studies.extremes import TopicBootstrap
from irlearn.studies.leaderboard import Outcomes
from irlearn.text.english import count_noun

MOST_RUNS = 100
"""The largest number of runs in a report."""
JUDGED_AT = (10, 100)
"""The cutoffs of judged@k in the table of scores."""
_DEPTHS = (100, 50, 20, 10)  # The depths of pools that `Study.depth` looks for, the deepest first.
_DECIDING = 5  # Queries whose influence is shown.
_LUCK_FROM = 10  # Runs from which a report asks whether the best is lucky.


class Influence(NamedTuple):
    """A query, and the comparison without this query."""

    query: str
    difference: float
    mean_without: float
    pvalue_without: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Study:
    """Runs, judgments and choices, and all numbers that follow from them. Each number is computed on first use.

    Attributes
    ----------
    qrels : Qrels
        The judgments of the queries on which the runs are compared.
    all_qrels : Qrels
        The judgments as they were read.
    runs : dict of str to Run
        The runs by name; the first one is the run that the others are compared with.
    scores : Scores
        The scores by `measures` and by judged@k.
    measures : tuple of Measure
        The measures; the first one is the primary measure.
    missing : {'zero', 'drop'}
        The treatment of queries that a run lacks.
    permutations, seed : int
        Permutations of each test, and the seed of their random numbers.
    """

    qrels: Qrels
    all_qrels: Qrels
    runs: Mapping[str, Run]
    scores: Scores
    measures: tuple[Measure | Mean, ...]
    missing: Missing
    permutations: int
    seed: int
    progress: Callable[[float], None] | None = field(default=None, repr=False)

    @property
    def primary(self) -> Measure | Mean:
        """The measure whose family of tests decides."""
        return self.measures[0]

    @property
    def first(self) -> str:
        """The name of the run that the others are compared with."""
        return next(iter(self.runs))

    @property
    def others(self) -> list[str]:
        """The names of the runs that are compared with the first run."""
        return [*self.runs][1:]

    @cached_property
    def best_first(self) -> list[str]:
        """The names of the runs, the best by the primary measure first."""
        sign = -1 if self.primary.better == "lower" else 1
        return sorted(self.runs, key=lambda run: -sign * self.scores.mean(run, self.primary))

    @cached_property
    def comparisons(self) -> dict[Measure | Mean, list[Comparison]]:
        """The comparisons of the other runs with the first run, corrected by Holm for each measure alone."""
        return {measure: apply_holm([self._compare(run, measure) for run in self.others]) for measure in self.measures}

    def _compare(self, run: str, measure: Measure | Mean) -> Comparison:
        return self.scores.compare(
            self.first, run, measure, permutations=self.permutations, rng=self.seed, missing=self.missing
        )

    @cached_property
    def main(self) -> Comparison:
        """The comparison by the primary measure with the largest difference."""
        return max(self.comparisons[self.primary], key=lambda comparison: abs(comparison.difference))

    def is_significant(self, comparison: Comparison) -> bool:
        """Return whether the corrected p-value of the permutation test is at most alpha."""
        return comparison.test("permutation").holm <= ALPHA

    def mean_interval(self, run: str, measure: Measure | Mean) -> tuple[float, float]:
        """Return the 95% t interval of the mean of a run; NaN if its scores do not vary."""
        values = self.scores.of(run, measure)
        try:
            interval = t_interval(values[np.isfinite(values)])
        except InputError:
            return math.nan, math.nan
        return interval.low, interval.high

    @cached_property
    def deciding(self) -> list[Influence]:
        """The queries with the largest influence on the mean difference, each with the comparison without it."""
        differences = differences_of(self.main)
        if len(differences) < 3:
            return []
        moves = np.abs((differences.mean() - differences) / (len(differences) - 1))
        return [self._without(query) for query in np.argsort(-moves, kind="stable")[:_DECIDING].tolist()]

    def _without(self, query: int) -> Influence:
        kept = np.arange(self.main.queries) != query
        a, b = np.array(self.main.scores_a)[kept], np.array(self.main.scores_b)[kept]
        try:
            pvalue = permutation_test(b, a, permutations=self.permutations, rng=np.random.default_rng(self.seed)).pvalue
        except InputError:  # All scores are equal.
            pvalue = math.nan
        differences = differences_of(self.main)
        mean = float(differences[kept].mean())
        return Influence(self.main.query_ids[query], float(differences[query]), mean, pvalue)

    @property
    def largest(self) -> str:
        """The query with the largest difference between the runs of `main`."""
        return self.main.query_ids[int(np.argmax(np.abs(differences_of(self.main))))]

    @cached_property
    def matrix(self) -> tuple[tuple[str, ...], FloatArray]:
        """The queries on which all runs have a score by the primary measure, and these scores (queries x runs)."""
        values = np.array([self.scores.of(run, self.primary) for run in self.runs]).T
        kept = np.isfinite(values).all(axis=1)
        return tuple(np.array(self.scores.queries, dtype=object)[kept].tolist()), values[kept]

    @cached_property
    def pairs(self) -> AllPairs | None:
        """All pairs of three or more runs by the primary measure."""
        queries, values = self.matrix
        if len(self.runs) < 3 or len(queries) < 2:
            return None
        return all_pairs(
            values, permutations=self.permutations, rng=self.seed, names=self.runs,
            progress=self.progress,
        )  # fmt: skip

    @cached_property
    def luck(self) -> TopicBootstrap | None:
        """The best mean of ten or more equal runs."""
        queries, values = self.matrix
        if len(self.runs) < _LUCK_FROM or len(queries) < 2:
            return None
        return extremes.topic_bootstrap(extremes.matrix(values, [*self.runs]), rng=self.seed)

    @property
    def luck_probability(self) -> float:
        """The probability that the best of equal runs has at least as good a mean as the best run; see `luck`."""
        assert self.luck is not None
        best = self.scores.mean(self.best_first[0], self.primary)
        if self.primary.better != "lower":
            return self.luck.chance(best)
        return float(np.count_nonzero(self.luck.minima <= best) + 1) / (len(self.luck.minima) + 1)

    @cached_property
    def outcomes(self) -> list[Outcomes]:
        """The outcomes against the first run, if each query has one relevant document."""
        best, offsets = self.qrels.judged
        relevant = np.add.reduceat(np.append(best >= 1, False), offsets[:-1]) * (np.diff(offsets) > 0)
        if not (relevant == 1).all():
            return []
        first = self.runs[self.first]
        return [
            leaderboard.outcomes_of(self.qrels, first, self.runs[run], multiplicity=len(self.others))
            for run in self.others
        ]

    @cached_property
    def depth(self) -> int | None:
        """The largest depth to which all documents of two or more runs are judged: probably that of the pool."""
        for depth in _DEPTHS:
            if len(self._contributors(depth)) > 1:
                return depth
        return None

    def _contributors(self, depth: int) -> list[str]:
        """Return the runs with documents on which all documents at ranks 1 to `depth` are judged."""
        return [run for run in self.runs if self._is_judged(run, depth)]

    def _is_judged(self, run: str, depth: int) -> bool:
        joined = join(self.qrels, self.runs[run])
        ranks = np.arange(len(joined.grades)) - np.repeat(joined.offsets[:-1], np.diff(joined.offsets))
        return bool((joined.grades[ranks < depth] >= 0).all())

    @cached_property
    def outsiders(self) -> list[str]:
        """The runs with unjudged documents above the depth of the pool; empty if no depth is known."""
        if self.depth is None:
            return []
        contributors = self._contributors(self.depth)
        return [run for run in self.runs if run not in contributors]

    @cached_property
    def reusability(self) -> Reusability | None:
        """Each contributor left out of the pool, if some run is outside the pool and three or more contributed."""
        contributors = [run for run in self.runs.values() if run.name not in self.outsiders]
        if not self.outsiders or self.depth is None or len(contributors) < 3:
            return None
        pooled = adjudication.pool_runs(self.qrels, contributors, depth=self.depth)
        return adjudication.leave_one_out(pooled, measure=self.primary)


def differences_of(comparison: Comparison) -> FloatArray:
    """Return the difference B - A of each query."""
    return np.subtract(comparison.scores_b, comparison.scores_a)


def study_runs(
    qrels: Any,
    runs: Any,
    measures: AnyMeasure | Any,
    *,
    missing: Missing | None = None,
    permutations: int = 100_000,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
) -> Study:
    """Read and score runs for a report; see `report`."""
    check_count(permutations, "permutations", most=MOST_RESAMPLES)
    check_whole("the seed", seed, least=0)
    judgments = read_qrels(qrels)
    by_name: dict[str, Run] = {}
    for run in iter_runs(runs):
        if run.name in by_name:
            raise InputError(f"two runs are called {quoted(run.name)}; give each its own name")
        by_name[run.name] = run
        if len(by_name) > MOST_RUNS:
            raise InputError(
                f"a report compares at most {MOST_RUNS} runs; give those that it is about, and use irlearn score and "
                "irlearn extremes for all"
            )
    if len(by_name) < 2:
        raise InputError(f"a report compares 2 or more runs; given: {len(by_name)}")
    judged = [Judged @ cutoff for cutoff in JUDGED_AT]
    tested = tuple(measure for measure in requested_measures(measures) if measure not in judged)
    if not tested:
        raise InputError("a report needs a measure besides judged@k, such as AP")
    for measure in tested:
        if isinstance(measure, Mean) and measure.epsilon is not None:
            raise InputError(f"{measure!r} has no value of its own for each query, so it cannot be tested; give AP")
    scores = evaluate(judgments, by_name.values(), [*tested, *judged], missing=missing or "zero")
    if missing is None:
        _check_queries(scores)
    kept = np.array(
        [missing != "drop" or all(query in run.table.index for run in by_name.values()) for query in scores.queries]
    )
    if kept.sum() < 2 <= len(kept):
        raise InputError(
            f"a report needs 2 or more queries that every run has; the runs share {kept.sum()}; choose missing='zero' "
            "to count the others as not found"
        )
    queries = tuple(compress(scores.queries, kept))
    if not kept.all():
        scores = replace(scores, values=scores.values[:, kept], queries=queries, missing_queries={})
    study = Study(
        qrels=judgments if kept.all() else Qrels.from_dict({query: judgments.of(query) for query in queries}),
        all_qrels=judgments,
        runs=by_name,
        scores=scores,
        measures=tested,
        missing=missing or "zero",
        permutations=permutations,
        seed=seed,
        progress=progress,
    )
    _ = study.main  # Runs that cannot be compared are refused here, not while a page is written.
    return study


def _check_queries(scores: Scores) -> None:
    """Raise `InputError` if the runs have different queries, because someone has to choose what counts."""
    lacked = {run: scores.missing_queries.get(run, frozenset()) for run in scores.runs}
    if len(set(lacked.values())) > 1:
        run = max(lacked, key=lambda name: len(lacked[name]))
        raise InputError(
            f"the runs have different queries; {run} lacks {count_noun(len(lacked[run]), 'query')} of the qrels; "
            "choose missing='zero' to count them as not found, or missing='drop' to leave them out"
        )
