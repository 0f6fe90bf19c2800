"""Test the binomial test against SciPy, also far in the tails."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import binomial_test, sign_test

ALTERNATIVES = ("two-sided", "greater", "less")


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_binomial_test_equals_scipy(alternative, much):
    rng = np.random.default_rng(1)
    for _ in range(much(600)):
        n = int(rng.integers(1, 80))
        k = int(rng.integers(0, n + 1))
        p = float(rng.choice([0.0, 0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0]))
        result, twin = binomial_test(k, n, p, alternative=alternative), stats.binomtest(k, n, p, alternative)
        assert result.pvalue == pytest.approx(twin.pvalue, abs=1e-12), (k, n, p)
        interval = stats.binomtest(k, n, p).proportion_ci(0.95)
        assert result.interval == pytest.approx((interval.low, interval.high), abs=1e-10)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_binomial_test_on_thousands_of_trials_equals_scipy_to_ten_digits(alternative):
    for k, n, p in [(2900, 5793, 0.5), (900, 1400, 0.5), (30, 5793, 0.01), (5793, 5793, 0.999), (0, 2000, 0.001)]:
        result, twin = binomial_test(k, n, p, alternative=alternative), stats.binomtest(k, n, p, alternative)
        assert result.exact is None
        assert result.pvalue == pytest.approx(twin.pvalue, rel=1e-9)


def test_binomial_test_gives_an_exact_fraction():
    assert binomial_test(1, 3, "1/3", alternative="greater").exact == Fraction(19, 27)
    assert binomial_test(3, 4, Fraction(1, 3)).exact == Fraction(9, 81)
    assert binomial_test(1, 10, "10%", alternative="less").exact == Fraction(9**10 + 10 * 9**9, 10**10)


def test_binomial_test_of_one_half_is_the_sign_test():
    assert binomial_test(1, 5).exact == sign_test([1, 0, 0, 0, 0], [0, 1, 1, 1, 1]).exact


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_binomial_null_distribution_adds_up_to_the_p_value(alternative):
    for k, n, p in [(3, 10, 0.5), (0, 7, 0.3), (7, 7, 0.3), (4, 9, 0.9), (700, 1500, 0.5)]:
        result = binomial_test(k, n, p, alternative=alternative)
        null = result.null
        assert null.heights.sum() == pytest.approx(1, abs=1e-9)
        assert null.heights[null.extreme].sum() == pytest.approx(result.pvalue, rel=1e-6)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: binomial_test(3, 2), "more successes than trials; given: 3 of 2"),
        (lambda: binomial_test(0, 0), "trials.*0"),
        (lambda: binomial_test(-1, 4), "successes"),
        (lambda: binomial_test(1.5, 4), "given: 1.5"),
        (lambda: binomial_test(1, 4, 1.5), "probability must lie from 0 to 1; given: 1.5"),
        (lambda: binomial_test(1, 4, 1e300), r"probability must lie from 0 to 1; given: 1e\+300"),
        (lambda: binomial_test(1, 4, 10**5000), "probability must lie from 0 to 1; given: a value of the type int"),
        (lambda: binomial_test(1, 4, float("nan")), "probability.*nan"),
        (lambda: binomial_test(1, 4, [0.5]), r"probability.*\[0\.5\]"),
        (lambda: binomial_test(1, 4, "half"), "'half'"),
        (lambda: binomial_test(1, 4, level=2), "level"),
    ],
)
def test_binomial_test_rejects_invalid_arguments(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
