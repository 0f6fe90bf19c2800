"""Test the noncentral t distribution against SciPy and its definition."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import special, stats

from irlearn.statistics.distributions import noncentral_t_cdf, noncentral_t_tail, noncentrality


def integrated(t: float, noncentrality: float) -> float:
    """With one degree of freedom: the mean of Phi(t |z| - noncentrality), by the trapezoid rule, finely at the step."""
    step = noncentrality / t + np.linspace(-10, 10, 200_001) / t
    z = np.unique(np.concatenate([[0.0], step[(step > 0) & (step < 12)], np.linspace(0, 12, 100_001)]))
    return float(np.trapezoid(2 * stats.norm.pdf(z) * special.ndtr(t * z - noncentrality), z))


@pytest.mark.parametrize("freedom", [1, 2, 3, 9, 60, 5792])
def test_noncentral_t_equals_scipy_for_moderate_t(freedom):
    for t, share in itertools.product((-3.0, -0.4, 0.0, 0.7, 2.0, 5.0), (-1.0, 0.0, 0.5, 1.0, 1.6)):
        twin = float(stats.nct.cdf(t, freedom, share * t + 0.3))
        found = noncentral_t_cdf(t, freedom, share * t + 0.3)
        assert found == pytest.approx(twin, abs=1e-9) or (math.isnan(twin) and found in (0, 1))


@pytest.mark.parametrize("freedom", [1, 2, 3, 9, 60, 5792])
def test_noncentral_t_tail_is_one_minus_the_cdf_and_keeps_its_digits(freedom):
    for t, off in itertools.product((-3.0, 0.0, 0.7, 2.0, 5.0, 90.0), (-3.0, 0.0, 0.4, 2.5)):
        share = noncentral_t_tail(t, freedom, off)
        assert share == pytest.approx(1 - noncentral_t_cdf(t, freedom, off), abs=1e-12)
        if off == 0:
            assert share == pytest.approx(float(stats.t.sf(t, freedom)), rel=1e-9)


@pytest.mark.parametrize("t", [5.0, 69.0, 500.0])
def test_noncentral_t_with_one_degree_of_freedom_equals_its_integral(t):
    for share in (0.01, 0.03, 0.5, 1.0, 2.0):
        assert noncentral_t_cdf(t, 1, share * t) == pytest.approx(integrated(t, share * t), abs=1e-9)


def test_noncentral_t_decreases_with_the_noncentrality_and_without_is_students_t():
    for freedom, t in itertools.product((1, 2, 7, 300), (0.5, 4.0, 69.0, 1e4)):
        values = [noncentral_t_cdf(t, freedom, share * t) for share in np.linspace(-1, 4, 60)]
        assert np.all(np.diff(values) <= 1e-14)
        assert noncentral_t_cdf(t, freedom, 0.0) == pytest.approx(float(special.stdtr(freedom, t)), abs=1e-13)
        assert noncentral_t_cdf(-t, freedom, -0.2 * t) == pytest.approx(
            1 - noncentral_t_cdf(t, freedom, 0.2 * t), abs=1e-15
        )


def test_noncentrality_inverts_the_noncentral_t_cdf():
    for freedom, t, share in itertools.product((1, 2, 12, 5792), (-8.0, 0.0, 1.0, 69.0, 1e6), (0.005, 0.5, 0.975)):
        assert noncentral_t_cdf(t, freedom, noncentrality(t, freedom, share)) == pytest.approx(share, abs=1e-11)


def test_noncentral_t_with_many_degrees_of_freedom_is_normal():
    assert noncentral_t_cdf(1.96, 7e8, 2.8) == pytest.approx(float(special.ndtr(1.96 - 2.8)), abs=1e-8)
    assert math.isclose(noncentrality(2.0, 7e8, 0.975), 2 - special.ndtri(0.975), rel_tol=1e-6)
