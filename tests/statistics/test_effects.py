"""Effect sizes by their definitions, and how often their intervals cover the truth."""

from __future__ import annotations

import math

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


def test_each_is_its_definition():
    for a, b in pairs(1, 400):
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


def test_the_variance_of_cliffs_delta_is_that_of_its_matrix_of_signs():
    z = special.ndtri(0.975)
    for a, b in pairs(2, 300):
        b = b[:-1]
        n, m = len(a), len(b)
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
        found = cliffs_delta(a, b)
        assert found.low == pytest.approx(max((delta - delta**3 - root) / below, -1), abs=1e-10)
        assert found.high == pytest.approx(min((delta - delta**3 + root) / below, 1), abs=1e-10)


def test_hedges_correction_is_near_its_well_known_approximation():
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
def test_the_ends_of_the_interval_of_dz_are_the_noncentralities_that_make_t_extreme(n, effect):
    a = np.random.default_rng(4).normal(size=n)
    a = (a - a.mean()) / a.std(ddof=1) + effect
    size, t = cohens_dz(a, np.zeros(n)), effect * math.sqrt(n)
    assert stats.nct.cdf(t, n - 1, size.low * math.sqrt(n)) == pytest.approx(0.975, abs=1e-8)
    assert stats.nct.cdf(t, n - 1, size.high * math.sqrt(n)) == pytest.approx(0.025, abs=1e-8)


def test_intervals_cover_the_truth_about_as_often_as_they_say():
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


def test_a_value_of_one_still_has_an_interval():
    for size in (rank_biserial([2, 3, 4], [1, 1, 1]), cliffs_delta([2, 3, 4], [1, 1, 1])):
        assert (size.value, size.high) == (1, 1)
        assert size.low == pytest.approx((3 - 3.8415) / (3 + 3.8415), abs=2e-4)
    lower = rank_biserial([1, 1, 1], [2, 3, 4])
    assert (lower.value, lower.low) == (-1, -1)


def test_all_of_them_in_one_table():
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
        (lambda: cohens_dz([1, 2], [1, 2]), "all 2 differences are zero"),
        (lambda: cohens_dz([1, 2], [0, 1]), "all 2 differences are the same, so d_z would divide by 0"),
        (lambda: cohens_d([1, 1], [2, 2]), "constant in both samples"),
        (lambda: cliffs_delta([1], [2, 3]), "the scores of A must be at least 2"),
        (lambda: rank_biserial([1, 2], [1, 3, 4]), "given: 2 of A and 3 of B"),
        (lambda: hedges_g([1, 2], [1, 3], level=0), "level must lie between 0 and 1"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
