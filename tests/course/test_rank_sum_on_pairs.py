"""Test what lesson 07 says about the rank-sum test on positively correlated pairs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import mannwhitneyu


@pytest.mark.parametrize(
    ("correlation", "least", "most"), [(0.0, 0.04, 0.06), (0.25, 0.015, 0.035), (0.5, 0.0, 0.0099)]
)
def test_rank_sum_test_is_conservative_on_correlated_pairs(correlation, least, most):
    random = np.random.default_rng(11)
    first, other = random.standard_normal((2, 4000, 50))
    second = correlation * first + np.sqrt(1 - correlation**2) * other
    size = np.mean(mannwhitneyu(first, second, axis=1).pvalue <= 0.05)
    assert least <= size <= most
