"""Test effect sizes against their definitions, and the coverage of their intervals."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy import special, stats

from irlearn import InputError
from irlearn.statistics import (
    cliffs_delta,
    cohens_d,
    cohens_dz,
    effect_sizes,
    hedges_g,
    paired_t,
    rank_biserial,
    unpaired_t,
    vargha_delaney,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)


def pairs(seed: int, count: int, least: int = 3):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        a, b = rng.integers(0, int(rng.choice([4, 64])), (2, int(rng.integers(least, 25)))) / 8
        if np.ptp(a - b) and np.ptp(a) and np.ptp(b):
            yield a, b


def test_effect_sizes_equal_their_definitions(much):
    for a, b in pairs(1, much(400)):
        n = len(a)
        assert cohens_dz(a, b).value == pytest.approx(paired_t(a, b).statistic / math.sqrt(n), rel=1e-12)
        t = unpaired_t(a, b, pooled=True).statistic
        assert cohens_d(a, b).value == pytest.approx(t * math.sqrt(2 / n), rel=1e-12)
        ranks = wilcoxon_signed_rank(a, b)
        total = ranks.w_plus + ranks.w_minus
        assert rank_biserial(a, b).value == pytest.approx((ranks.w_plus - ranks.w_minus) / total, abs=1e-12)
        signs = np.sign(a[:, np.newaxis] - b)
        assert cliffs_delta(a, b).value == pytest.approx(signs.mean(), abs=1e-12)
        if np.ptp(np.concatenate([a, b])):
            assert vargha_delaney(a, b).value == pytest.approx(wilcoxon_rank_sum(a, b).u_a / n**2, abs=1e-12)


def test_cliffs_delta_variance_is_that_of_its_matrix_of_signs():
    for a, b in pairs(2, 300):
        b = b[:-1]
        n, m = len(a), len(b)
        z = special.stdtrit(n + m - 2, 0.975)
        signs = np.sign(a[:, np.newaxis] - b)
        delta = signs.mean()
        if abs(delta) == 1:
            continue
        rows, columns = ((signs.mean(axis=axis) - delta) ** 2 for axis in (1, 0))
        variance = (m**2 * rows.sum() + n**2 * columns.sum() - ((signs - delta) ** 2).sum()) / (
            n * m * (n - 1) * (m - 1)
        )
        variance = max(variance, (1 - delta**2) / (n * m - 1))
        root = z * math.sqrt(variance * ((1 - delta**2) ** 2 + z * z * variance))
        below = 1 - delta**2 + z * z * variance
        result = cliffs_delta(a, b)
        assert result.low == pytest.approx(max((delta - delta**3 - root) / below, -1), abs=1e-10)
        assert result.high == pytest.approx(min((delta - delta**3 + root) / below, 1), abs=1e-10)


def test_cliffs_delta_interval_equals_a_calculation_by_hand():
    """The documented example of R's effsize; its default, unbiased with Student's t, gives -0.7265846 to 0.3890062."""
    a, b = [10, 10, 20, 20, 20, 30, 30, 30, 40, 50], [10, 20, 30, 40, 40, 50]
    rows = [-5, -5, -3, -3, -3, -1, -1, -1, 2, 5]  # of the 6 scores of B, those below minus those above
    columns = [8, 3, -3, -7, -7, -9]  # of the 10 scores of A, those above minus those below
    delta, untied = Fraction(sum(rows), 60), 49  # 49 of the 60 pairs are no tie
    assert delta == Fraction(sum(columns), 60) == Fraction(-1, 4)
    squares = (
        sum((Fraction(row_sum, 6) - delta) ** 2 for row_sum in rows),
        sum((Fraction(column_sum, 10) - delta) ** 2 for column_sum in columns),
    )
    variance = (36 * squares[0] + 100 * squares[1] - (untied - 60 * delta**2)) / (60 * 9 * 5)
    assert variance == Fraction(353, 3600)
    t = 2.1447866879169273  # of 14 degrees of freedom
    root = t * math.sqrt(variance * ((1 - delta**2) ** 2 + Fraction(t * t) * variance))
    below = 1 - delta**2 + t * t * variance
    result = cliffs_delta(a, b)
    assert result.value == -0.25
    assert (result.low, result.high) == pytest.approx(
        (float(delta - delta**3 - root) / float(below), float(delta - delta**3 + root) / float(below)), rel=1e-12
    )
    assert (result.low, result.high) == pytest.approx((-0.7265846, 0.3890062), abs=1e-6)
    other = cliffs_delta([10, 20, 20, 20, 30, 30, 30, 40, 50, 100], [10, 20, 30, 40, 40, 50])
    assert (other.low, other.high) == pytest.approx((-0.6082254, 0.5172431), abs=1e-6)


def test_hedges_correction_is_close_to_its_approximation():
    rng = np.random.default_rng(3)
    for n in (2, 3, 10, 100, 5000):
        a, b = rng.random(n) + 0.3, rng.random(n)
        shrink = hedges_g(a, b).value / cohens_d(a, b).value
        assert shrink == pytest.approx(1 - 3 / (4 * (2 * n - 2) - 1), abs=0.01 if n < 10 else 2e-4)
    assert hedges_g([1, 2], [3, 5]).value / cohens_d([1, 2], [3, 5]).value == pytest.approx(
        math.gamma(1) / (math.sqrt(1) * math.gamma(0.5))
    )


@pytest.mark.parametrize("effect", [-3.0, 0.0, 0.4, 12.0])
@pytest.mark.parametrize("n", [3, 30, 3000])
def test_cohens_dz_interval_ends_are_noncentralities_that_make_t_extreme(n, effect):
    a = np.random.default_rng(4).normal(size=n)
    a = (a - a.mean()) / a.std(ddof=1) + effect
    size, t = cohens_dz(a, np.zeros(n)), effect * math.sqrt(n)
    assert stats.nct.cdf(t, n - 1, size.low * math.sqrt(n)) == pytest.approx(0.975, abs=1e-8)
    assert stats.nct.cdf(t, n - 1, size.high * math.sqrt(n)) == pytest.approx(0.025, abs=1e-8)


def test_cohens_dz_interval_works_for_two_queries_and_any_effect():
    """With one degree of freedom S is |z|, so that a large t has limits near t times its quantiles."""
    result = cohens_dz([0.34, 0.35], [0, 0])
    assert result.low == pytest.approx(1.53, abs=0.01)
    for d in (50.0, 500.0, 5e5):
        size = cohens_dz([d - math.sqrt(0.5), d + math.sqrt(0.5)], [0, 0])
        low, high = (float(special.ndtri((1 + share) / 2)) * d for share in (0.025, 0.975))
        assert size.low == pytest.approx(low, rel=2e-2)
        assert size.high == pytest.approx(high, rel=2e-2)
        assert size.low < size.value < size.high
    sizes = [cohens_dz([i / 100, j / 100], [0, 0]) for i in range(1, 40, 3) for j in range(i + 1, 40, 5)]
    assert all(size.low < size.value < size.high for size in sizes)


def test_cohens_d_and_hedges_g_interval_ends_are_noncentralities_that_make_t_extreme():
    rng = np.random.default_rng(6)
    for n, m, shift in ((3, 7, 2.0), (20, 12, 0.3), (40, 40, -0.8)):
        a, b = rng.normal(shift, 1, n), rng.normal(0, 1, m)
        t, root = stats.ttest_ind(a, b).statistic, math.sqrt(n * m / (n + m))
        result = cohens_d(a, b, level=0.9)
        assert result.value == pytest.approx(t / root)
        assert stats.nct.cdf(t, n + m - 2, result.low * root) == pytest.approx(0.95, abs=1e-8)
        assert stats.nct.cdf(t, n + m - 2, result.high * root) == pytest.approx(0.05, abs=1e-8)
        corrected, freedom = hedges_g(a, b, level=0.9), n + m - 2
        shrink = special.gamma(freedom / 2) / (math.sqrt(freedom / 2) * special.gamma((freedom - 1) / 2))
        assert corrected.value == pytest.approx(shrink * result.value)
        assert (corrected.low, corrected.high) == pytest.approx((shrink * result.low, shrink * result.high))


def test_rank_biserial_interval_equals_a_plain_computation():
    z = stats.norm.ppf(0.95)
    for a, b in pairs(7, 100, 6):
        differences = [d for d in (a - b).tolist() if d]
        n = len(differences)
        result = rank_biserial(a, b, level=0.9)
        if abs(result.value) == 1 or n < 3:
            continue
        shares = [sum((d + other > 0) - (d + other < 0) for other in differences) / n for d in differences]
        middle = sum(shares) / n
        error = 2 * math.sqrt(sum((share - middle) ** 2 for share in shares) / (n - 1) / n)
        half = z * error / (1 - result.value**2)
        ends = (math.tanh(math.atanh(result.value) + side * half) for side in (-1, 1))
        assert (result.low, result.high) == pytest.approx(tuple(ends), abs=1e-9)


def test_a12_interval_is_the_rescaled_interval_of_cliffs_delta():
    for a, b in pairs(8, 50):
        if np.ptp(np.concatenate([a, b])):
            delta, a12 = cliffs_delta(a, b), vargha_delaney(a, b)
            assert (a12.low, a12.high) == pytest.approx(((delta.low + 1) / 2, (delta.high + 1) / 2))


@pytest.mark.all
def test_effect_size_intervals_cover_the_truth_at_their_level():
    rng = np.random.default_rng(5)
    shift, trials, n = 0.5, 500, 40
    truth = {
        cohens_dz: shift,
        rank_biserial: 2 * special.ndtr(shift * math.sqrt(2)) - 1,  # P(d1 + d2 > 0) for normal differences
        cohens_d: shift,
        cliffs_delta: 2 * special.ndtr(shift / math.sqrt(2)) - 1,
    }
    covered = dict.fromkeys(truth, 0)
    for _ in range(trials):
        a, b = rng.normal(shift, 1, n), rng.normal(0, 1, n)
        for function, value in truth.items():
            size = function(a, np.zeros(n) if function in (cohens_dz, rank_biserial) else b)
            covered[function] += size.low <= value <= size.high
    rates = {function.__name__: count / trials for function, count in covered.items()}
    assert all(0.92 < rate < 0.98 for rate in rates.values()), rates


def test_effect_size_of_one_has_an_interval():
    for size in (rank_biserial([2, 3, 4], [1, 1, 1]), cliffs_delta([2, 3, 4], [1, 1, 1])):
        assert (size.value, size.high) == (1, 1)
        assert size.low == pytest.approx((3 - 3.8415) / (3 + 3.8415), abs=2e-4)
    unequal = cliffs_delta([2, 3, 4, 5, 6], [1, 0])
    assert unequal.low == pytest.approx((2 - 3.8415) / (2 + 3.8415), abs=2e-4), "of the smaller sample"
    lower = rank_biserial([1, 1, 1], [2, 3, 4])
    assert (lower.value, lower.low) == (-1, -1)


def test_effect_sizes_are_one_table():
    sizes = effect_sizes([3, 5, 4, 4], [1, 2, 2, 3])
    assert [size.name for size in sizes.sizes] == [
        "cohens-dz",
        "rank-biserial",
        "cohens-d",
        "hedges-g",
        "cliffs-delta",
        "a12",
    ]
    assert sizes.of("a12").value == (sizes.of("cliffs-delta").value + 1) / 2
    with pytest.raises(InputError, match="there is no effect size 'r2' here"):
        sizes.of("r2")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: cohens_dz([1, 2], [1, 2]), "2 differences.*zero"),
        (lambda: cohens_dz([1, 2], [0, 1]), "all 2 differences are the same, so d_z would divide by 0"),
        (lambda: cohens_d([1, 1], [2, 2]), "constant"),
        (lambda: cliffs_delta([1], [2, 3]), "scores of A.*1"),
        (lambda: rank_biserial([1, 2], [1, 3, 4]), "given: 2 of A and 3 of B"),
        (lambda: hedges_g([1, 2], [1, 3], level=0), "level"),
    ],
)
def test_effect_sizes_reject_invalid_arguments(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
