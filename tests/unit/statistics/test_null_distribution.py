"""Test that the marked part of a null distribution is p."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy import stats

from irlearn import InputError
from irlearn.statistics import (
    binomial_test,
    paired_t,
    permutation_test,
    sign_test,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

ALTERNATIVES = ("two-sided", "greater", "less")


def p_of_null(result) -> float:
    """Return the p-value that a result's null distribution represents."""
    return min((2 if result.null.doubled else 1) * result.null.tail, 1.0)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_filled_bars_add_up_to_p_for_every_counting_test(alternative, much):
    rng = np.random.default_rng(1)
    doubled = 0
    for _ in range(much(300)):
        n, m = rng.integers(2, 8, 2)
        a, b, c = (rng.integers(0, 5, size) / 4 for size in (n, n, m))
        calls = (
            (sign_test, a, b),
            (partial(wilcoxon_signed_rank, zeros="pratt"), a, b),
            (permutation_test, a, b),
            (partial(binomial_test, probability="1/3"), int(n // 2), int(n)),
            (wilcoxon_rank_sum, a, c),
        )
        for call, *arguments in calls:
            try:
                result = call(*arguments, alternative=alternative)
            except InputError:
                continue
            assert p_of_null(result) == pytest.approx(result.pvalue, abs=1e-12), result.lines
            doubled += result.null.doubled
    assert (doubled > much(20)) == (alternative == "two-sided")


def test_null_is_doubled_only_if_it_is_asymmetric():
    skewed = wilcoxon_rank_sum([4, 4, 4], [6]).null
    assert (skewed.low, skewed.high, skewed.doubled, skewed.tail) == (0, np.inf, True, 0.25)
    assert skewed.extreme.tolist() == [True, False]
    turned = wilcoxon_rank_sum([6], [4, 4, 4]).null
    assert (turned.low, turned.high, turned.extreme.tolist()) == (-np.inf, 3, [False, True])
    equal_sizes = wilcoxon_rank_sum([1, 1, 2], [2, 2, 3]).null
    assert (equal_sizes.doubled, equal_sizes.low, equal_sizes.high) == (False, 1, 8)
    assert not wilcoxon_rank_sum([1, 2, 3], [4, 5]).null.doubled
    assert not wilcoxon_rank_sum([4, 4, 4], [6], alternative="less").null.doubled


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_histogram_has_edges_at_the_limits_of_p(alternative):
    rng = np.random.default_rng(2)
    drawn = 0
    for turn in range(120):
        n = int(rng.integers(11, 16))
        a, b = rng.random((2, n))
        if turn % 4 == 0:  # a mean near 0, so that the limits are closer than a bar
            b += (a - b).mean() - 10.0 ** -rng.integers(2, 8)
        for result in (
            permutation_test(a, b, alternative=alternative),
            permutation_test(a, b, alternative=alternative, method="sampled", permutations=500, rng=turn),
        ):
            null = result.null
            drawn += null.kind == "histogram"
            assert null.tail == pytest.approx(result.pvalue, abs=1e-12)
            assert null.heights.sum() == pytest.approx(1, abs=1e-12)
            assert np.all(np.diff(null.support) > 0)
            assert null.kind != "histogram" or 40 < len(null.support) < 210
    assert drawn > 200


def test_filled_bars_of_a_grid_with_many_sums_add_up_to_p():
    rng = np.random.default_rng(3)
    a, b = rng.random((2, 50)).round(4)
    result = permutation_test(a, b)
    assert result.null.kind == "histogram"
    assert result.null.tail == pytest.approx(result.pvalue, abs=1e-12)


def results_with_densities(shift, alternative):
    """Yield results with a density as null distribution; A is `shift` standard deviations above B."""
    rng = np.random.default_rng(8)
    a, b = rng.random((2, 120))
    a += shift * a.std()
    yield paired_t(a, b, alternative=alternative)
    yield paired_t(a[:3], b[:3], alternative=alternative)
    yield unpaired_t(a, b, alternative=alternative)
    yield unpaired_t(a[:2], b[:2], pooled=True, alternative=alternative)
    yield wilcoxon_signed_rank(a, b, alternative=alternative, method="approx")
    yield wilcoxon_rank_sum(a, b, alternative=alternative, method="approx")
    yield permutation_test(a, b, alternative=alternative, method="approx")


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("shift", [0, 0.3, -1, 4, -30, 1e4])
def test_density_extends_beyond_the_observed_value_and_the_limits(shift, alternative):
    for result in results_with_densities(shift, alternative):
        null = result.null
        assert null.kind == "density"
        assert len(null.support) % 2, "a point is in the middle"
        steps = np.diff(null.support)
        assert np.all(steps > 0)
        assert steps == pytest.approx(steps[::-1])
        inside = [value for value in (null.observed, null.low, null.high) if np.isfinite(value)]
        assert null.support[0] < min(inside)
        assert max(inside) < null.support[-1]
        drawn = null.to_plot()
        assert drawn.support[0] <= min(inside)
        assert max(inside) <= drawn.support[-1]
        assert drawn.ends == (drawn.support[0], drawn.support[-1])


@pytest.mark.parametrize("freedom", [1, 2.5, 30])
@pytest.mark.parametrize("observed", [0.0, 4.4, 39.0, 41.0, -700.0, 1e9])
def test_t_density_equals_scipy_at_every_point(freedom, observed):
    from irlearn.statistics.null import t_density

    points, heights = t_density(freedom, observed)
    assert heights == pytest.approx(stats.t.pdf(points, freedom), rel=1e-9)
    assert points[0] < -abs(observed)
    assert abs(observed) < points[-1]


def area(points, heights):
    return float(((heights[1:] + heights[:-1]) / 2 * np.diff(points)).sum())


def test_filled_and_unfilled_areas_make_the_whole_density():
    for shift in (0.05, 0.2, 0.4):
        for result in results_with_densities(shift, "two-sided"):
            drawn = result.null.to_plot()
            filled, rest = (sum(area(*part) for part in parts) for parts in (drawn.tails, drawn.middle))
            assert filled + rest == pytest.approx(area(drawn.support, drawn.heights), rel=1e-3)
            if getattr(result, "freedom", 99) > 3:  # heavier tails extend beyond the drawn part
                assert filled == pytest.approx(result.pvalue, abs=5e-3)


def test_drawn_bars_include_the_observed_value_and_needed_values():
    null = sign_test([1] * 200, [0] * 200).null
    faint = null.to_plot()
    assert faint.support[-1] == null.observed == 200
    assert faint.support[0] == null.mirror == 0
    middling = sign_test([1] * 52 + [0] * 48, [0] * 52 + [1] * 48).null
    assert middling.to_plot().support[0] > 0
    assert middling.to_plot(0, None).support[0] == 0
    assert middling.to_plot().gap == 1
