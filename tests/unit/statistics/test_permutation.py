"""Test the paired permutation test against SciPy and the enumeration of all swaps."""

from __future__ import annotations

import itertools
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import permutation_test
from irlearn.statistics.permutation import sampled_sums

ALTERNATIVES = ("two-sided", "greater", "less")


def runs(seed: int, count: int, most: int = 12):
    """Yield scores with one or four decimals or full precision, with ties and zeros."""
    rng = np.random.default_rng(seed)
    generated = 0
    while generated < count:
        n = int(rng.integers(2, most + 1))
        a, b = rng.random((2, n))
        if kind := int(rng.integers(3)):
            a, b = (np.round(scores, {1: 1, 2: 4}[kind]) for scores in (a, b))
        b = np.where(rng.random(n) < 0.2, a, b)
        if np.any(a != b):
            generated += 1
            yield a, b


def listed(a: np.ndarray, b: np.ndarray, alternative: str) -> Fraction:
    """The p-value from all swaps, in whole numbers of 10^-15."""
    d = [round((x - y) * 10**15) for x, y in zip(a, b, strict=True)]
    total, slack = sum(d), 1000
    sums = [sum(s * x for s, x in zip(signs, d, strict=True)) for signs in itertools.product([1, -1], repeat=len(d))]
    if alternative == "two-sided":
        hits = sum(abs(s) >= abs(total) - slack for s in sums)
    else:
        hits = sum(s >= total - slack if alternative == "greater" else s <= total + slack for s in sums)
    return Fraction(hits, len(sums))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_permutation_test_equals_the_listing_of_all_swaps(alternative):
    for a, b in runs(1, 250, most=9):
        result = permutation_test(a, b, alternative=alternative)
        assert result.exact == listed(a, b, alternative)
        assert result.pvalue == float(result.exact)
        null = result.null
        if null.kind == "probabilities":
            assert null.heights[null.extreme].sum() == pytest.approx(result.pvalue, abs=1e-12)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_permutation_test_equals_scipy_up_to_twelve_queries(alternative):
    for a, b in runs(2, 60):
        twin = stats.permutation_test(
            (a - b,),
            np.mean,
            permutation_type="samples",
            n_resamples=np.inf,
            alternative=alternative,
            vectorized=True,
        )
        mine = permutation_test(a, b, alternative=alternative).pvalue
        assert mine == pytest.approx(float(twin.pvalue), abs=1e-12)


def test_permutation_test_loses_no_equal_sums_to_rounding():
    a, b = [0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]
    assert permutation_test(a, b).exact == Fraction(26, 32)
    thirds = [1 / 3, 2 / 3, 1 / 3]
    assert permutation_test(thirds, [0.0, 1 / 3, 2 / 3]).exact == 1, "floats off any grid: 1/3 + 1/3 - 1/3"


def test_permutation_test_of_eight_differences_of_one_sign_is_2_of_256():
    assert permutation_test(np.linspace(0.1, 0.87, 8), np.zeros(8)).exact == Fraction(2, 256)


def test_permutation_test_counts_fifty_topics_with_four_decimals_exactly():
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 50)).round(4)
    result = permutation_test(a, b)
    assert result.exact is not None
    assert result.permutations == 2**50
    sampled = permutation_test(a, b, method="sampled", rng=4)
    assert abs(sampled.pvalue - result.pvalue) < 4 * sampled.standard_error
    assert result.null.heights.sum() == pytest.approx(1, abs=1e-12)


def test_permutation_test_counts_a_hundred_topics_on_a_grid_in_floats():
    rng = np.random.default_rng(4)
    a, b = rng.integers(0, 11, (2, 100)) / 10
    result = permutation_test(a, b)
    assert result.exact is None
    assert result.standard_error == 0
    ways = [1]
    for weight in np.rint(np.abs(a - b) * 10).astype(int):
        grown = [0] * (len(ways) + int(weight))
        for total, count in enumerate(ways):
            grown[total] += count
            grown[total + int(weight)] += count
        ways = grown
    observed, reach = abs(round(float((a - b).sum()) * 10)), len(ways) - 1
    hits = sum(count for total, count in enumerate(ways) if abs(2 * total - reach) >= observed)
    assert result.pvalue == pytest.approx(float(Fraction(hits, sum(ways))), rel=1e-12)


def test_random_swaps_are_within_four_standard_errors_of_the_exact_p_value(much):
    rng = np.random.default_rng(5)
    errors_of_p = []
    for a, b in runs(6, much(300)):
        exact = permutation_test(a, b)
        sampled = permutation_test(a, b, method="sampled", permutations=20_000, rng=rng)
        p = float(exact.exact)
        error = np.sqrt(p * (1 - p) / 20_000) + 1 / 20_001  # the + 1 adds at most that
        assert abs(sampled.pvalue - p) <= 4 * error
        if 0 < p < 1:
            errors_of_p.append((sampled.pvalue - p) / error)
    assert np.std(errors_of_p) > 0.5, "the standard error is more than a bound"


def test_random_swaps_never_give_a_p_value_of_zero():
    rng = np.random.default_rng(7)
    a = rng.random(200)
    result = permutation_test(a + 1, a, permutations=999, rng=1, method="sampled")
    assert (result.pvalue, result.as_extreme) == (1 / 1000, 0)


def test_standard_error_of_random_swaps_is_never_zero():
    a, b = [0.11, 0.52, 0.37, 0.48, 0.95], [0.52, 0.1, 0.38, 0.5, 0.91]
    for seed in range(20):
        result = permutation_test(a, b, method="sampled", permutations=99, rng=seed)
        share = (result.as_extreme + 1) / 101
        assert result.standard_error == pytest.approx(np.sqrt(share * (1 - share) / 99))
        assert result.standard_error > 0
    none = permutation_test(np.ones(60), np.zeros(60), method="sampled", permutations=99, rng=1)
    assert (none.as_extreme, none.standard_error > 0.009) == (0, True)


def test_permutation_test_ties_sums_of_large_scores_as_fractions_do():
    """Scores near 1 with steps of 10^-5: rounding is large beside the differences, and must be allowed for."""
    rng = np.random.default_rng(14)
    for _ in range(200):
        steps = rng.integers(-3, 4, int(rng.integers(3, 9)))
        if not steps.any():
            continue
        b = rng.integers(90_000, 100_000, len(steps))
        result = permutation_test((b + steps) / 100_000, b / 100_000)
        sums = [abs(np.dot(signs, steps)) for signs in itertools.product([1, -1], repeat=len(steps))]
        assert result.pvalue == np.mean([one >= abs(steps.sum()) for one in sums])


def test_random_swaps_depend_on_the_seed_alone():
    rng = np.random.default_rng(8)
    a, b = rng.random((2, 100))
    first, second, third = (permutation_test(a, b, permutations=5000, rng=seed) for seed in (1, 1, 2))
    assert first.pvalue == second.pvalue
    assert first.as_extreme != third.as_extreme


def test_sampled_signs_are_fair_and_independent():
    d = np.random.default_rng(9).normal(size=137)
    sums = sampled_sums(d, 200_000, np.random.default_rng(10))
    variance = float((d * d).sum())
    assert abs(sums.mean()) < 4 * np.sqrt(variance / 200_000)
    assert sums.var() == pytest.approx(variance, rel=0.02)
    kurtosis = 3 - 2 * float((d**4).sum()) / variance**2
    assert float((sums**4).mean()) / variance**2 == pytest.approx(kurtosis, rel=0.03)
    powers = sampled_sums(2.0 ** np.arange(23), 20_000, np.random.default_rng(11)).astype(int)
    bits = ((powers[:, np.newaxis] + 2**23 - 1) // 2 >> np.arange(23)) & 1
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 4 * 0.5 / np.sqrt(20_000)
    correlation = np.corrcoef(bits.T) - np.eye(23)
    assert np.abs(correlation).max() < 5 / np.sqrt(20_000)


def test_normal_approximation_is_named_and_close_on_many_queries():
    rng = np.random.default_rng(12)
    a = rng.random(5793)
    b = a + rng.normal(0.005, 0.2, 5793)
    approximate = permutation_test(a, b, method="approx")
    sampled = permutation_test(a, b, rng=1)
    assert approximate.method == "normal approximation"
    assert approximate.standard_error is None
    assert abs(approximate.pvalue - sampled.pvalue) < 5 * sampled.standard_error


def test_random_swaps_of_5793_queries_need_little_memory():
    rng = np.random.default_rng(13)
    a, b = rng.random((2, 5793))
    tracemalloc.start()
    permutation_test(a, b, permutations=100_000, rng=1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60e6


def test_permutation_test_calculation_is_written_out():
    sampled = permutation_test([1.5, 2, 3], [1, 3, 1], method="sampled", permutations=999, rng=1)
    assert sampled.lines[0] == "mean = (0.5 - 1 + 2) / 3 = 0.5000"
    assert sampled.lines[-1].startswith(f"p = ({sampled.as_extreme} + 1) / (999 + 1) = ")
    assert permutation_test([1, 2, 2], [0, 0, 2]).lines[1:] == (
        "2^2 ways to swap the two systems on the 2 queries that differ",
        "2 of them give |mean*| at least |mean|",
        "p = 2/4 = 1/2 = 0.5",
    )


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: permutation_test([1, 2], [1, 2]), "2 differences.*zero"),
        (lambda: permutation_test(np.sqrt(range(30)), [0.5] * 30), "give rng=numpy.random.default_rng"),
        (lambda: permutation_test(np.sqrt(range(30)), [0.5] * 30, rng="x"), "given: 'x'"),
        (lambda: permutation_test(np.sqrt(range(30)), [0.5] * 30, method="exact"), "write method='sampled'"),
        (lambda: permutation_test([1, 2], [2, 2], permutations=0), "permutations"),
        (lambda: permutation_test([1, 2], [2, 2], permutations=10**15), "permutations must be at most 100,000,000"),
        (lambda: permutation_test([1, 2], [2, 2, 3]), "given: 2 of A and 3 of B"),
        (lambda: permutation_test([1, 2], [2, 2], method="all"), "method must be"),
    ],
)
def test_permutation_test_rejects_invalid_arguments(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


@pytest.mark.parametrize("size", [Fraction(1, 10**15), Fraction(1), Fraction(10**9)])
@pytest.mark.parametrize("options", [{}, {"method": "sampled", "permutations": 400, "rng": 1}, {"method": "approx"}])
def test_permutation_test_of_fractions_does_not_depend_on_their_size(size, options):
    a, b = [9, 1, 4, 8, 5, 9, 2, 6], [2, 7, 1, 5, 2, 8, 1, 3]
    plain = permutation_test([Fraction(score, 7) for score in a], [Fraction(score, 7) for score in b], **options)
    scaled = permutation_test([score * size / 7 for score in a], [score * size / 7 for score in b], **options)
    assert scaled.pvalue == pytest.approx(plain.pvalue, rel=1e-12)
    assert 0 < plain.pvalue < 1


@pytest.mark.parametrize("size", [Fraction(1), Fraction(1, 10**9), Fraction(10**9)])
@pytest.mark.parametrize("method", ["sampled", "approx"])
def test_permutation_test_of_long_fractions_does_not_depend_on_the_unit(size, method):
    primes = (1_000_003, 1_000_033, 1_000_037, 1_000_039, 1_000_081, 1_000_099)  # no common grid that a float holds
    a, b = [Fraction(k * k, p) for k, p in enumerate(primes, 1)], [Fraction(7 * k, p) for k, p in enumerate(primes, 1)]
    plain = permutation_test(a, b, method=method, permutations=999, rng=1)
    moved = permutation_test(
        [size * score for score in a], [size * score for score in b], method=method, permutations=999, rng=1
    )
    assert moved.pvalue == pytest.approx(plain.pvalue, rel=1e-9)
    assert 0 < plain.pvalue < 1
