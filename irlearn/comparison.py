"""Two runs by one measure: the difference of their means, its interval, effect sizes, and five tests."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from irlearn import statistics
from irlearn.errors import InputError
from irlearn.measures import Mean, Measure
from irlearn.measures.means import arithmetic
from irlearn.statistics.arrays import Alternative, FloatArray, check_count
from irlearn.statistics.null import MOST_RESAMPLES
from irlearn.text.english import comma_list, count_noun, first_few
from irlearn.text.numbers import json_number, number_or_dash, score_texts
from irlearn.text.tables import Captioned, TableReport

PERMUTATIONS = 100_000
"""Random swaps of the permutation test, where not all can be counted."""

_UNPAIRED = "wilcoxon-rank-sum"


@dataclass(frozen=True)
class TestResult:
    """A test of B against A: its statistic and p-value, nan where it is not defined, and where they come from.

    `ties` is the p-value of a rank-sum test with a correction for ties; `holm` is the p-value after Holm's correction
    for all comparisons that were made together, and the p-value itself where there was one.
    """

    test: str
    statistic: float
    pvalue: float
    method: str
    ties: float = math.nan
    holm: float = math.nan

    def to_json(self) -> dict[str, Any]:
        """The test as plain data, as the shell prints it."""
        return {
            "test": self.test,
            "statistic": json_number(self.statistic),
            "pvalue": json_number(self.pvalue),
            "method": self.method,
            "holm": json_number(self.holm),
        }


@dataclass(frozen=True)
class Effect:
    """An effect size of paired scores with its 95% interval; above 0, B is higher. nan where it is not defined."""

    effect: str
    value: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """The effect size as plain data."""
        return {
            "effect": self.effect,
            "value": json_number(self.value),
            "low": json_number(self.low),
            "high": json_number(self.high),
        }


@dataclass(frozen=True, repr=False)
class Comparison(TableReport):
    """Two runs by one measure, on the queries where both have a value; differences and effects are B - A.

    `interval` is the 95% t interval of the difference. `notes` says which queries are left out, and why a test has no
    p-value. `irlearn compare` prints what is here.
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

    @property
    def has_pvalues(self) -> bool:
        """Whether any test of paired scores has a p-value."""
        return any(math.isfinite(one.pvalue) for one in self.tests if one.test != _UNPAIRED)

    @property
    def notes(self) -> tuple[str, ...]:
        """Which queries are left out, and why a test has no p-value."""
        return self.left_out + self.undefined_tests

    def test(self, name: str) -> TestResult:
        """The test with that name, such as `paired-t`; an `InputError` where there is none."""
        for one in self.tests:
            if one.test == name:
                return one
        raise InputError(f"there is no test {name!r} here; there is {', '.join(one.test for one in self.tests)}")

    def to_json(self) -> dict[str, Any]:
        """The comparison as plain data, as the shell prints it."""
        given = {
            name: vars(self)[name]
            for name in ("measure", "run_a", "run_b", "mean_a", "mean_b", "difference", "interval")
        }
        counts = {name: vars(self)[name] for name in ("queries", "wins_a", "wins_b", "ties")}
        return {
            **given,
            "interval": [*map(json_number, self.interval)],
            **counts,
            "tests": [one.to_json() for one in self.tests],
            "effects": [one.to_json() for one in self.effects],
        }

    def __repr__(self) -> str:
        return f"Comparison of {self.run_a} and {self.run_b} by {self.measure} on {count_noun(self.queries, 'query')}"

    def _tables(self) -> list[Captioned]:
        mean_a, mean_b, difference, low, high = score_texts([self.mean_a, self.mean_b, self.difference, *self.interval])
        means = [["mean", mean_a, mean_b, difference], ["queries won", str(self.wins_a), str(self.wins_b), ""]]
        tests = [[one.test, number_or_dash(one.statistic), number_or_dash(one.pvalue)] for one in self.tests]
        return [
            (
                f"{self.measure} on {count_noun(self.queries, 'query')}",
                [self.measure, f"A {self.run_a}", f"B {self.run_b}", "B - A"],
                means,
            ),
            (f"95% interval of B - A: {low} to {high}", ["test", "statistic", "p"], tests),
        ]

    def _remarks(self) -> list[str]:
        return [*self.notes]


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
    """The comparison of A and B by one measure; their scores are one a query, nan where a measure is not defined."""
    check_count(permutations, "permutations", most=MOST_RESAMPLES)
    (run_a, run_b), (a, b) = runs, scores
    defined = np.isfinite(a) & np.isfinite(b)
    lost = [query for query, inside in zip(queries, defined, strict=True) if not inside]
    left_out = (f"{measure!r} is not defined for {run_a} or {run_b} on {first_few(lost, 'query')}: left out",)
    a, b = a[defined], b[defined]
    if len(a) < 2:
        raise InputError(f"{run_a} and {run_b} by {measure!r}: a comparison needs at least 2 queries; given: {len(a)}")
    tests, reasons = _tests(a, b, alternative, permutations, rng)
    refused = [
        f"{run_a} and {run_b} by {measure!r}: {reason} (no p-value of {comma_list(names)})"
        for reason, names in reasons.items()
    ]
    higher_b, higher_a = _wins(b, a)
    wins_a, wins_b = (higher_b, higher_a) if measure.better == "lower" else (higher_a, higher_b)
    mean_a, mean_b = (float(arithmetic(values.tolist())) for values in (a, b))
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
        left_out=left_out if lost else (),
        undefined_tests=tuple(refused),
    )


def apply_holm(found: Sequence[Comparison]) -> list[Comparison]:
    """Comparisons made together, each p-value with Holm's correction for their number, test by test.

    A test that is not defined in a comparison counts as none there. Source: Holm (1979).
    """
    adjusted: list[list[float]] = []
    for of_test in zip(*([one.pvalue for one in each.tests] for each in found), strict=True):
        values = np.array(of_test)
        known = np.isfinite(values)
        values[known] = statistics.holm(values[known]).adjusted if known.any() else values[known]
        adjusted.append(values.tolist())
    return [
        replace(
            each, tests=tuple(replace(one, holm=holm[place]) for one, holm in zip(each.tests, adjusted, strict=True))
        )
        for place, each in enumerate(found)
    ]


def _wins(a: FloatArray, b: FloatArray) -> tuple[int, int]:
    """How many queries A has higher, and B; equal but for the noise of floats is neither."""
    try:
        found = statistics.sign_test(a, b)
    except InputError:  # there is no difference
        return 0, 0
    return found.wins_a, found.wins_b


def _interval(a: FloatArray, b: FloatArray) -> tuple[float, float]:
    """The t interval of B - A, nan where the differences do not vary."""
    try:
        found = statistics.t_interval(b, a)
    except InputError:
        return math.nan, math.nan
    return found.low, found.high


def _effects(a: FloatArray, b: FloatArray) -> tuple[Effect, ...]:
    """The effect sizes of paired scores, nan where the differences do not vary."""
    found = []
    for name, measure in (("cohens-dz", statistics.cohens_dz), ("rank-biserial", statistics.rank_biserial)):
        try:
            size = measure(b, a)
        except InputError:
            found.append(Effect(name, math.nan, math.nan, math.nan))
        else:
            found.append(Effect(name, size.value, size.low, size.high))
    return tuple(found)


def _tests(
    a: FloatArray, b: FloatArray, side: Alternative, permutations: int, rng: np.random.Generator
) -> tuple[tuple[TestResult, ...], dict[str, list[str]]]:
    """All tests of B against A, nan where one refuses the scores; and why, with the tests that refused."""
    tests: dict[str, Callable[[], statistics.Result]] = {
        "sign": lambda: statistics.sign_test(b, a, alternative=side),
        "wilcoxon-signed-rank": lambda: statistics.wilcoxon_signed_rank(b, a, alternative=side),
        _UNPAIRED: lambda: statistics.wilcoxon_rank_sum(b, a, alternative=side, tie_correction=False),
        "paired-t": lambda: statistics.paired_t(b, a, alternative=side),
        "permutation": lambda: statistics.permutation_test(b, a, alternative=side, permutations=permutations, rng=rng),
    }
    tested: list[TestResult] = []
    refused: dict[str, list[str]] = {}
    for name, test in tests.items():
        try:
            found = test()
        except InputError as error:
            refused.setdefault(str(error), []).append(name)
            tested.append(TestResult(name, math.nan, math.nan, "not defined here"))
        else:
            tested.append(TestResult(name, found.statistic, found.pvalue, found.method, _corrected(found, side)))
    return tuple(tested), refused


def _corrected(test: statistics.Result, side: Alternative) -> float:
    """What a correction for ties makes of the p-value of a normal rank-sum test; nan where there is none.

    Without one it is the number of Lin et al. (2021) and of `scipy.stats.ranksums`.
    """
    if not isinstance(test, statistics.RankSumResult) or test.z is None:
        return math.nan
    p = statistics.wilcoxon_rank_sum(test.a, test.b, alternative=side, method="approx").pvalue
    return math.nan if p == test.pvalue else p
