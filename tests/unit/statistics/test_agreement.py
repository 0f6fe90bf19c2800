"""Check kappas and phi against scikit-learn, SciPy and published examples."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

from irlearn.statistics import cohen_kappa, fleiss_kappa, phi
from irlearn.statistics.agreement import ContingencyTable

FLEISS_1971 = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]
"""Fourteen raters, ten subjects, five categories: the worked example of Fleiss' kappa in many textbooks, 0.210."""


def judgments(count: int = 20) -> itertools.starmap:
    """Return an iterator over pairs of lists of grades, 0 to 3, that agree on some documents."""
    rng = np.random.default_rng(40)

    def draw_pair(documents: int, agreement: float) -> tuple[np.ndarray, np.ndarray]:
        first, second = rng.integers(0, 4, (2, documents))
        return first, np.where(rng.random(documents) < agreement, first, second)

    return itertools.starmap(draw_pair, [(int(rng.integers(10, 80)), float(rng.random())) for _ in range(count)])


def test_cohen_kappa_equals_scikit_learn():
    for first, second in judgments():
        table = np.zeros((4, 4), dtype=int)
        np.add.at(table, (first, second), 1)
        assert cohen_kappa(table) == pytest.approx(cohen_kappa_score(first, second))
        assert cohen_kappa(table.T) == pytest.approx(cohen_kappa(table))


def test_cohen_kappa_with_pooled_margins_is_scotts_pi():
    for first, second in judgments():
        table = np.zeros((4, 4), dtype=int)
        np.add.at(table, (first, second), 1)
        both = np.concatenate([first, second])
        chance = sum(np.mean(both == grade) ** 2 for grade in range(4))
        observed = np.mean(first == second)
        assert cohen_kappa(table, pooled=True) == pytest.approx((observed - chance) / (1 - chance))


def test_fleiss_kappa_equals_the_textbook_example_and_the_mean_over_pairs_of_raters():
    assert fleiss_kappa(FLEISS_1971) == pytest.approx(0.210, abs=0.0005)
    rng = np.random.default_rng(41)
    for raters in (2, 3, 6):
        votes = rng.integers(0, 3, (25, raters))
        counts = np.stack([(votes == grade).sum(axis=1) for grade in range(3)], axis=1)
        pairs = itertools.combinations(range(raters), 2)
        observed = np.mean([np.mean(votes[:, one] == votes[:, other]) for one, other in pairs])
        chance = sum(np.mean(votes == grade) ** 2 for grade in range(3))
        assert fleiss_kappa(counts) == pytest.approx((observed - chance) / (1 - chance))


def test_phi_is_pearsons_correlation_of_the_answers():
    rng = np.random.default_rng(42)
    for _ in range(50):
        neither, a_only, b_only, both = (int(count) for count in rng.integers(1, 40, 4))
        a = [0] * neither + [1] * a_only + [0] * b_only + [1] * both
        b = [0] * neither + [0] * a_only + [1] * b_only + [1] * both
        expected = stats.pearsonr(a, b).statistic
        assert phi(neither, a_only, b_only, both) == pytest.approx(expected)
        found = ContingencyTable(neither=neither, a_only=a_only, b_only=b_only, both=both)
        assert found.phi == pytest.approx(expected)
        assert found.margins == (sum(a), len(a) - sum(a), sum(b), len(b) - sum(b))
        chi_squared = stats.contingency.association([[both, a_only], [b_only, neither]], method="cramer")
        assert abs(found.phi) == pytest.approx(chi_squared)
    assert math.isnan(phi(0, 0, 2, 5))
