"""The comparison of two runs by one measure: difference of means, confidence interval, effect sizes and five tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

import numpy as np

from irlearn import statistics
from irlearn.errors import InputError
from irlearn.formulas.page import Block, Note, Page, Prose, Table
from irlearn.measures import Mean, Measure
from irlearn.measures.base import Better
from irlearn.measures.means import arithmetic
from irlearn.statistics.arrays import ALPHA, Alternative, FloatArray, check_count
from irlearn.statistics.null import MOST_RESAMPLES
from irlearn.statistics.power import Sides
from irlearn.text.english import comma_list, count_noun, first_few
from irlearn.text.numbers import json_number, number_or_dash, rank_text, readable, score_texts

PERMUTATIONS = 100_000
"""Number of random permutations in the permutation test, if not all can be counted."""

_UNPAIRED_TEST = "wilcoxon-rank-sum"
EXPERIMENTS = "8 of 10 experiments"
UNPAIRED_NOTE = "The rank-sum test is for independent samples; here the runs share their queries."


@dataclass(frozen=True)
class TestResult:
    """The result of a significance test of B against A.

    Parameters
    ----------
    test : str
        Name of the test.
    statistic, pvalue : float
        Statistic and p-value; NaN if the test is not defined for the scores.
    method : str
        How the p-value was computed.
    ties : float, optional
        p-value of a rank-sum test with a correction for ties; NaN if the correction changes nothing.
    holm : float, optional
        p-value after Holm's correction for all comparisons made together; NaN before `apply_holm`.
    """

    test: str
    statistic: float
    pvalue: float
    method: str
    ties: float = math.nan
    holm: float = math.nan

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain data, as the shell prints it."""
        return {
            "test": self.test,
            "statistic": json_number(self.statistic),
            "pvalue": json_number(self.pvalue),
            "method": self.method,
            "holm": json_number(self.holm),
        }


@dataclass(frozen=True)
class Effect:
    """An effect size of paired scores with its 95% interval. Above 0, B is higher; NaN if it is not defined."""

    effect: str
    value: float
    low: float
    high: float

    @property
    def texts(self) -> list[str]:
        """The value, and the interval as "low to high", with the same number of decimals."""
        value, low, high = score_texts([self.value, self.low, self.high])
        return [value, f"{low} to {high}"]

    def to_json(self) -> dict[str, Any]:
        """Return the effect size as plain data."""
        return {
            "effect": self.effect,
            "value": json_number(self.value),
            "low": json_number(self.low),
            "high": json_number(self.high),
        }


@dataclass(frozen=True, repr=False)
class Comparison(Page):
    """The comparison of two runs by one measure, on the queries where both have a value.

    `irlearn compare` prints it. Differences and effect sizes are B - A.

    Attributes
    ----------
    interval : tuple of float
        95% t interval of the difference.
    tests : tuple of TestResult
        Results of five tests.
    effects : tuple of Effect
        Effect sizes of paired scores.
    left_out : tuple of str
        Which queries are left out.
    undefined_tests : tuple of str
        Why tests have no p-value.
    detectable : float
        The difference that a paired t test at alpha 0.05 finds with these queries in 8 of 10 experiments; NaN if the
        differences do not vary.
    queries_needed : int or None
        The number of queries with which the observed difference would be found in 8 of 10 experiments; None if no
        number of queries is enough.
    query_ids : tuple of str
        The queries.
    scores_a, scores_b : tuple of float
        The scores of A and of B on each query.
    better : {'higher', 'lower', 'neither'}
        Which values of the measure are better.
    """

    measure: str
    run_a: str
    run_b: str
    mean_a: float
    mean_b: float
    difference: float
    interval: tuple[float, float]
    queries: int
    wins_a: int
    wins_b: int
    ties: int
    tests: tuple[TestResult, ...]
    effects: tuple[Effect, ...]
    left_out: tuple[str, ...] = ()
    undefined_tests: tuple[str, ...] = ()
    detectable: float = math.nan
    queries_needed: int | None = None
    query_ids: tuple[str, ...] = ()
    scores_a: tuple[float, ...] = ()
    scores_b: tuple[float, ...] = ()
    better: Better = "higher"

    @property
    def has_pvalues(self) -> bool:
        """Whether any test of paired scores has a p-value."""
        return any(math.isfinite(result.pvalue) for result in self.tests if result.test != _UNPAIRED_TEST)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about queries that are left out, and about tests without a p-value."""
        return self.left_out + self.undefined_tests

    def test(self, name: str) -> TestResult:
        """Return the result of a test by its name, such as `paired-t`; raise `InputError` if there is no such test."""
        for result in self.tests:
            if result.test == name:
                return result
        raise InputError(f"there is no test {name!r} here; there is {', '.join(result.test for result in self.tests)}")

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as plain data, as the shell prints it."""
        return {
            "measure": self.measure,
            "run_a": self.run_a,
            "run_b": self.run_b,
            "mean_a": self.mean_a,
            "mean_b": self.mean_b,
            "difference": self.difference,
            "interval": [*map(json_number, self.interval)],
            "queries": self.queries,
            "wins_a": self.wins_a,
            "wins_b": self.wins_b,
            "ties": self.ties,
            "tests": [result.to_json() for result in self.tests],
            "effects": [effect.to_json() for effect in self.effects],
            "detectable": json_number(self.detectable),
            "queries_needed": self.queries_needed,
        }

    def __repr__(self) -> str:
        return f"Comparison of {self.run_a} and {self.run_b} by {self.measure} on {count_noun(self.queries, 'query')}"

    def blocks(self) -> list[Block]:
        """Return the comparison as blocks of a document."""
        mean_a, mean_b, difference, low, high = self.number_texts
        means = [
            ["mean", mean_a, mean_b, difference],
            ["queries won", str(self.wins_a), str(self.wins_b), count_noun(self.ties, "tie")],
        ]
        tests = [
            [test.test, _statistic(test.statistic), number_or_dash(test.pvalue), test.method] for test in self.tests
        ]
        corrected = [test.ties for test in self.tests if math.isfinite(test.ties)]
        effects = [[effect.effect, *effect.texts] for effect in self.effects]
        return [
            Prose(f"{self.measure} on {count_noun(self.queries, 'query')}", strong=True),
            Table("", ["", f"A {self.run_a}", f"B {self.run_b}", "B - A"], means, left=1),
            Prose(f"95% interval of B - A: {low} to {high}"),
            Table("", ["test", "statistic", "p", "from"], tests, left=frozenset({0, 3})),
            Note(UNPAIRED_NOTE),
            *(Note(f"With a correction for ties, its p is {readable(pvalue)}.") for pvalue in corrected),
            Table("", ["effect size of B - A", "value", "95% interval"], effects, left=1),
            *self._power_notes(),
            *map(Note, self.notes),
        ]

    def _power_notes(self) -> list[Block]:
        if not math.isfinite(self.detectable):
            return []
        found, difference = score_texts([self.detectable, self.difference])
        notes: list[Block] = [
            Note(f"These queries find a difference of {found} in {EXPERIMENTS} (paired t test, alpha {ALPHA}).")
        ]
        if self.queries_needed is not None:
            queries = count_noun(self.queries_needed, "query")
            notes.append(Note(f"A true difference of {difference} would need {queries}."))
        return notes

    @property
    def number_texts(self) -> list[str]:
        """Both means, their difference and the ends of its interval with the same number of decimals."""
        return score_texts([self.mean_a, self.mean_b, self.difference, *self.interval])


def compare_runs(
    measure: Measure | Mean,
    runs: tuple[str, str],
    scores: tuple[FloatArray, FloatArray],
    queries: Sequence[str],
    *,
    alternative: Alternative = "two-sided",
    permutations: int = PERMUTATIONS,
    rng: np.random.Generator,
) -> Comparison:
    """Compare runs A and B by one measure.

    Parameters
    ----------
    measure : Measure or Mean
        The measure, for its name and direction.
    runs : tuple of str
        Names of A and B.
    scores : tuple of ndarray, shape (queries,)
        Scores of A and of B; NaN where the measure is not defined.
    queries : sequence of str
        Names of the queries.
    alternative : {'two-sided', 'greater', 'less'}, default 'two-sided'
        Alternative hypothesis; 'greater' means that B scores higher.
    permutations : int, default 100_000
        Number of random permutations, if not all can be counted.
    rng : numpy.random.Generator
        Generator for the permutations.

    Returns
    -------
    Comparison
        Means, wins, interval, tests and effect sizes.

    Raises
    ------
    InputError
        If fewer than two queries have both scores.
    """
    check_count(permutations, "permutations", most=MOST_RESAMPLES)
    (run_a, run_b), (a, b) = runs, scores
    defined = np.isfinite(a) & np.isfinite(b)
    undefined = [query for query, is_defined in zip(queries, defined, strict=True) if not is_defined]
    left_out = (f"{measure!r} is not defined for {run_a} or {run_b} on {first_few(undefined, 'query')}: left out",)
    a, b = a[defined], b[defined]
    if len(a) < 2:
        raise InputError(f"{run_a} and {run_b} by {measure!r}: a comparison needs at least 2 queries; given: {len(a)}")
    tests, tests_by_reason = _run_tests(a, b, alternative, permutations, rng)
    undefined_tests = [
        f"{run_a} and {run_b} by {measure!r}: {reason} (no p-value of {comma_list(names)})"
        for reason, names in tests_by_reason.items()
    ]
    higher_b, higher_a = _higher_counts(b, a)
    wins_a, wins_b = (higher_b, higher_a) if measure.better == "lower" else (higher_a, higher_b)
    mean_a, mean_b = (float(arithmetic(values.tolist())) for values in (a, b))
    detectable, queries_needed = _power(b - a, alternative)
    return Comparison(
        measure=repr(measure),
        run_a=run_a,
        run_b=run_b,
        mean_a=mean_a,
        mean_b=mean_b,
        difference=mean_b - mean_a,
        interval=_interval(a, b),
        queries=len(a),
        wins_a=wins_a,
        wins_b=wins_b,
        ties=len(a) - wins_a - wins_b,
        tests=tests,
        effects=_effects(a, b),
        left_out=left_out if undefined else (),
        undefined_tests=tuple(undefined_tests),
        detectable=detectable,
        queries_needed=queries_needed,
        query_ids=tuple(compress(queries, defined)),
        scores_a=tuple(a.tolist()),
        scores_b=tuple(b.tolist()),
        better=measure.better,
    )


def apply_holm(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """Return comparisons with Holm's correction of each p-value for the number of comparisons, test by test.

    Parameters
    ----------
    comparisons : sequence of Comparison
        Comparisons that were made together.

    Returns
    -------
    list of Comparison
        The comparisons with `holm` set. A test that is not defined in a comparison is not counted there.

    References
    ----------
    Holm (1979).
    """
    pvalues = np.array([[result.pvalue for result in comparison.tests] for comparison in comparisons])
    adjusted = pvalues.copy()
    for column in range(pvalues.shape[1] if comparisons else 0):
        is_defined = np.isfinite(pvalues[:, column])
        if is_defined.any():
            adjusted[is_defined, column] = statistics.holm(pvalues[is_defined, column]).adjusted
    return [
        replace(
            comparison,
            tests=tuple(replace(result, holm=holm) for result, holm in zip(comparison.tests, row, strict=True)),
        )
        for comparison, row in zip(comparisons, adjusted.tolist(), strict=True)
    ]


def _statistic(statistic: float) -> str:
    """Return a count or a sum of ranks in full, and any other statistic with four digits."""
    return rank_text(statistic) if (2 * statistic).is_integer() else number_or_dash(statistic)


def _higher_counts(a: FloatArray, b: FloatArray) -> tuple[int, int]:
    """Return the numbers of queries on which A and on which B is higher; rounding errors are not differences."""
    try:
        result = statistics.sign_test(a, b)
    except InputError:  # All scores are equal.
        return 0, 0
    return result.wins_a, result.wins_b


def _interval(a: FloatArray, b: FloatArray) -> tuple[float, float]:
    """Return the t interval of B - A; NaN if the differences do not vary."""
    try:
        interval = statistics.t_interval(b, a)
    except InputError:
        return math.nan, math.nan
    return interval.low, interval.high


def _power(differences: FloatArray, side: Alternative) -> tuple[float, int | None]:
    """Return the difference that these queries would find, and the queries that the observed difference would need."""
    mean, deviation = float(differences.mean()), float(differences.std(ddof=1))
    sides: Sides = "two-sided" if side == "two-sided" else "one-sided"
    if not deviation > statistics.TOLERANCE:
        return math.nan, None
    detectable = statistics.detectable_difference(len(differences), deviation, sides=sides)
    if mean * {"greater": 1, "less": -1}.get(side, mean) <= 0:
        return detectable, None
    try:
        return detectable, statistics.topics_needed(mean, deviation, sides=sides).topics
    except InputError:  # More than 10^9 queries.
        return detectable, None


def _effects(a: FloatArray, b: FloatArray) -> tuple[Effect, ...]:
    """Return the effect sizes of paired scores; NaN if the differences do not vary."""
    effects = []
    for name, effect_size in (("cohens-dz", statistics.cohens_dz), ("rank-biserial", statistics.rank_biserial)):
        try:
            size = effect_size(b, a)
        except InputError:
            effects.append(Effect(name, math.nan, math.nan, math.nan))
        else:
            effects.append(Effect(name, size.value, size.low, size.high))
    return tuple(effects)


def _run_tests(
    a: FloatArray, b: FloatArray, side: Alternative, permutations: int, rng: np.random.Generator
) -> tuple[tuple[TestResult, ...], dict[str, list[str]]]:
    """Test B against A; return the results, and for each reason the names of tests that it leaves undefined (NaN)."""
    tests: dict[str, Callable[[], statistics.Result]] = {
        "sign": lambda: statistics.sign_test(b, a, alternative=side),
        "wilcoxon-signed-rank": lambda: statistics.wilcoxon_signed_rank(b, a, alternative=side),
        _UNPAIRED_TEST: lambda: statistics.wilcoxon_rank_sum(b, a, alternative=side, tie_correction=False),
        "paired-t": lambda: statistics.paired_t(b, a, alternative=side),
        "permutation": lambda: statistics.permutation_test(b, a, alternative=side, permutations=permutations, rng=rng),
    }
    results: list[TestResult] = []
    undefined: dict[str, list[str]] = {}
    for name, test in tests.items():
        try:
            result = test()
        except InputError as error:
            undefined.setdefault(str(error), []).append(name)
            results.append(TestResult(name, math.nan, math.nan, "not defined here"))
        else:
            corrected = _tie_corrected_pvalue(result, side)
            results.append(TestResult(name, result.statistic, result.pvalue, result.method, corrected))
    return tuple(results), undefined


def _tie_corrected_pvalue(test: statistics.Result, side: Alternative) -> float:
    """Return the p-value of a normal rank-sum test corrected for ties; NaN if it is unchanged or not defined.

    Lin et al. (2021) and `scipy.stats.ranksums` use the p-value without the correction.
    """
    if not isinstance(test, statistics.RankSumResult) or test.z is None:
        return math.nan
    corrected = statistics.wilcoxon_rank_sum(test.a, test.b, alternative=side, method="approx").pvalue
    return math.nan if corrected == test.pvalue else corrected
