"""Test how the shipped runs follow from the fit of all rows of Lin et al. (2021).

`python tests/tools/reconstruct_lin2021.py --check` runs these tests (a minute).
"""

from __future__ import annotations

import fit_lin2021 as lin2021
import numpy as np
import pytest
from scipy import stats

from irlearn.simulation.leaderboard import QUERIES, printed, reconstruction


def tables_of(first):
    return [QUERIES * first.share[:, np.newaxis] * drawn for drawn in first.drawn]


@pytest.fixture(scope="module")
def first():
    return lin2021.first_run(lin2021.typical_shape())


def test_first_fit_meets_all_figures_except_the_two_impossible_p_values(first):
    assert len(first.pvalues) == 9 * 7
    for (run_a, run_b, column), p in first.pvalues.items():
        figure = printed()[run_a, run_b][column]
        if (run_b, column) in lin2021.GIVE_WAY:
            assert abs(np.log(p / figure.value)) > 0.02
        else:
            assert p == pytest.approx(figure.value, rel=1e-4)
    for number, table in enumerate(tables_of(first), start=2):
        row = printed()["R1", f"R{number}"]
        for name, value in lin2021.figures_of(table).items():
            assert row[name].holds(value), (number, name)


def test_first_fit_costs_more_with_another_shape_of_r1(first):
    """The objective is larger for shapes of R1 nearer to or further from the prior."""
    prior = lin2021.typical_shape()
    answered, only = lin2021.counts()
    groups = [
        [lin2021.Goal(*pair, row, answered, only[pair] if pair[1] in lin2021.WHOLE else None)]
        for pair, row in printed().items()
        if pair[0] == "R1"
    ]
    start = np.concatenate([[1 - answered / QUERIES], answered / QUERIES * prior[1:] / (1 - prior[0])])
    contexts = np.arange(lin2021.SIDE)[:, np.newaxis]
    ranks = np.arange(1, lin2021.SIDE)
    fixed = np.linalg.qr(np.sqrt(first.share[1:, np.newaxis]) * np.stack([ranks**0, ranks, 1 / ranks], axis=1))[0]
    bend = np.sqrt(first.share[1:]) * np.log(ranks)
    bend = (bend - fixed @ (fixed.T @ bend)) / np.sqrt(first.share[1:])  # leaves the mean ESL and RR of R1
    for moved in (0, 0.2, -0.2):
        share = first.share.copy()
        share[1:] *= 1 + moved * bend / np.abs(bend).max()
        found = lin2021.fit(groups, contexts, share, prior)
        cost = found.cost + 9 * QUERIES * stats.entropy(share, start)
        if moved:
            assert cost > first.cost + 10
        else:
            assert cost == pytest.approx(first.cost, abs=2)


def test_fit_is_reproducible_to_the_bit():
    once, again = (lin2021.first_run(lin2021.typical_shape(), rounds=6) for _ in range(2))
    assert np.array_equal(once.share, again.share)
    assert all(np.array_equal(a, b) for a, b in zip(once.drawn, again.drawn, strict=True))


def test_shipped_r1_has_the_fitted_shape(first):
    """Other linear algebra libraries may round the count of a rank differently by a query."""
    shipped = np.bincount(reconstruction()["R1"], minlength=lin2021.SIDE)
    assert np.abs(shipped - lin2021.whole(first.share)).max() <= 1


def test_shipped_runs_are_near_their_fitted_distribution(first):
    """Sampling and polishing move few queries: the share of each range of ranks stays within two points."""
    for number, table in enumerate(tables_of(first), start=2):
        shipped = np.bincount(reconstruction()[f"R{number}"], minlength=lin2021.SIDE) / QUERIES
        expected = table.sum(axis=0) / QUERIES
        for low, high in ((0, 1), (1, 2), (2, 6), (6, 21), (21, 101)):
            assert shipped[low:high].sum() == pytest.approx(expected[low:high].sum(), abs=0.02), (number, low)


def test_fit_removes_correlation_that_the_printed_figures_exclude(first):
    """Correlations of RR with R1 near 0 follow from the figures, not only from the prior of independent runs."""
    alike = lin2021.first_run(lin2021.typical_shape(), alike=0.6)
    independent = lin2021.correlations(first)
    for name, found in lin2021.correlations(alike).items():
        assert abs(independent[name]) < 0.12
        assert found == pytest.approx(independent[name], abs=0.02)
