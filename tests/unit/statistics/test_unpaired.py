"""Test the tests for independent samples against SciPy and the enumeration of all choices."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import unpaired_t, wilcoxon_rank_sum

ALTERNATIVES = ("two-sided", "greater", "less")


def samples(seed: int, count: int, *, least: int = 1, most: int = 6):
    rng = np.random.default_rng(seed)
    made = 0
    while made < count:
        n, m = rng.integers(least, most + 1, 2)
        grid = int(rng.choice([2, 8, 1024]))
        a, b = rng.integers(0, grid + 1, n) / grid, rng.integers(0, grid + 1, m) / grid
        if len(set(a) | set(b)) > 1:
            made += 1
            yield a, b


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_rank_sum_test_equals_the_listing_of_all_choices_with_ties(alternative, much):
    for a, b in samples(1, much(400)):
        result = wilcoxon_rank_sum(a, b, alternative=alternative)
        ranks = stats.rankdata(np.concatenate([a, b]))
        sums = np.array([sum(chosen) for chosen in itertools.combinations(ranks, len(a))])
        at = ranks[: len(a)].sum()
        above, below = int((sums >= at - 1e-9).sum()), int((sums <= at + 1e-9).sum())
        count = {"two-sided": 2 * min(above, below), "greater": above, "less": below}[alternative]
        assert result.exact == min(Fraction(count, len(sums)), Fraction(1))
        null = result.null
        if alternative != "two-sided":
            assert null.heights[null.extreme].sum() == pytest.approx(result.pvalue, abs=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_exact_rank_sum_test_without_ties_equals_scipy(alternative, much):
    rng = np.random.default_rng(2)
    for _ in range(much(300)):
        a, b = rng.random(int(rng.integers(1, 20))), rng.random(int(rng.integers(1, 20)))
        result = wilcoxon_rank_sum(a, b, alternative=alternative)
        twin = stats.mannwhitneyu(a, b, alternative=alternative, method="exact")
        assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12)
        assert result.statistic == twin.statistic


@pytest.mark.grid
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("continuity", [False, True])
def test_approximate_rank_sum_test_equals_scipy_with_ties(continuity, alternative, much):
    for a, b in samples(3, much(250), least=2, most=150):
        result = wilcoxon_rank_sum(a, b, alternative=alternative, method="approx", continuity=continuity)
        twin = stats.mannwhitneyu(a, b, alternative=alternative, method="asymptotic", use_continuity=continuity)
        level = np.isclose(result.u_a, result.u_b)
        if continuity and alternative == "two-sided" and level:
            assert result.pvalue == twin.pvalue == 1, "a correction moves towards the mean, not past it"
        else:
            assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12)
        assert result.u_a + result.u_b == len(a) * len(b)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_rank_sum_test_without_tie_correction_equals_scipys_ranksums(alternative, much):
    for a, b in samples(5, much(300), least=2, most=80):
        result = wilcoxon_rank_sum(a, b, alternative=alternative, method="approx", tie_correction=False)
        assert result.pvalue == pytest.approx(stats.ranksums(a, b, alternative).pvalue, abs=1e-12)
        corrected = wilcoxon_rank_sum(a, b, method="approx").pvalue
        assert wilcoxon_rank_sum(a, b, method="approx", tie_correction=False).pvalue >= corrected - 1e-15


@pytest.mark.grid
@pytest.mark.filterwarnings("ignore:Precision loss:RuntimeWarning")  # SciPy's, where one sample is constant
@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("pooled", [False, True])
def test_unpaired_t_test_equals_scipy(pooled, alternative, much):
    for a, b in samples(4, much(500), least=2, most=40):
        if np.ptp(a) + np.ptp(b) == 0:
            continue
        result = unpaired_t(a, b, pooled=pooled, alternative=alternative)
        twin = stats.ttest_ind(a, b, equal_var=pooled, alternative=alternative)
        assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12)
        assert result.statistic == pytest.approx(twin.statistic, rel=1e-10, abs=1e-12)
        interval = stats.ttest_ind(a, b, equal_var=pooled).confidence_interval(0.95)
        assert result.interval == pytest.approx(tuple(interval), abs=1e-11)


def test_unpaired_tests_note_that_runs_on_the_same_queries_are_paired():
    for test in (wilcoxon_rank_sum, unpaired_t):
        assert "two systems on the same queries are paired" in test([1, 2, 3], [2, 3, 5]).note


def test_unpaired_test_calculations_are_written_out():
    assert wilcoxon_rank_sum([0.9, 0.5, 0.6], [0.5, 0.4]).lines == (
        "W of A = 5 + 2.5 + 4 = 11.5",
        "U of A = 11.5 - 3 · 4 / 2 = 5.5",
        "p = 2 · P(U at most 0.5) = 2 · 2/10 = 2/5 = 0.4",
    )
    assert unpaired_t([1, 2, 3], [2, 4, 6], pooled=True).lines[3:5] == (
        "pooled s² = (2 · 1.000 + 2 · 4.000) / (3 + 3 - 2) = 2.500",
        "standard error = √(2.500 · (1/3 + 1/3)) = 1.291",
    )


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: wilcoxon_rank_sum([], [1]), "scores of A.*0"),
        (lambda: wilcoxon_rank_sum([1, 1], [1]), "all 3 scores are equal"),
        (lambda: wilcoxon_rank_sum([1, float("nan")], [1]), "hold nan at place 2"),
        (lambda: wilcoxon_rank_sum(range(40), range(40), method="exact"), "up to 62 scores in all; given: 80"),
        (lambda: unpaired_t([1], [1, 2]), "2 numbers.*1"),
        (lambda: unpaired_t([1, 1], [2, 2]), "constant"),
    ],
)
def test_unpaired_tests_reject_invalid_samples(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


@pytest.mark.parametrize("size", [1e80, 1e-90])
def test_welch_degrees_of_freedom_do_not_overflow(size):
    a, b = np.array([1, 2, 4]), np.array([0, 1, 0])
    result, twin = unpaired_t(a * size, b * size), unpaired_t(a, b)
    assert (result.statistic, result.freedom) == pytest.approx((twin.statistic, twin.freedom), rel=1e-12)


def test_unpaired_t_is_0_for_means_that_differ_by_rounding():
    result = unpaired_t([0.1, 0.2, 0.3], [0.2, 0.3, 0.1])
    assert (result.statistic, result.direction) == (0, 0)
    assert result.interval[0] == -result.interval[1]
