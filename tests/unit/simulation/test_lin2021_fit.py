"""Test the program that reconstructs the runs of Lin et al. (2021), on one row of the tables.

The fit of all rows takes long; `python tests/tools/reconstruct_lin2021.py --check` compares it with the shipped file.
"""

from __future__ import annotations

import fit_lin2021 as lin2021
import numpy as np
import pytest
from scipy import stats

from irlearn.simulation.leaderboard import P_VALUES, QUERIES, printed, reconstruction
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard.tables import table as table_of, values


@pytest.fixture
def table():
    """Counts of 3,000 random queries by the ranks that two runs give them."""
    rng = np.random.default_rng(5)
    shape = np.concatenate([[0.2], 0.8 * np.full(100, 0.01)])
    counts = np.zeros((lin2021.SIDE, lin2021.SIDE))
    np.add.at(counts, tuple(rng.choice(lin2021.SIDE, size=(2, 3000), p=shape)), 1)
    return counts


def test_fit_rank_statistics_equal_scipy(table):
    x, y = (np.repeat(grid.ravel(), table.astype(int).ravel()) for grid in np.indices(table.shape))
    features, deviations = lin2021.ranked_features(table)
    z = np.einsum("xy,xyk->k", table, features) / deviations
    both = (x > 0) & (y > 0)
    rr = [np.divide(1.0, ranks, out=np.zeros(len(ranks)), where=ranks > 0) for ranks in (x, y)]
    expected = [
        stats.wilcoxon((y - x)[both].astype(float), method="approx").pvalue,
        stats.wilcoxon(np.round(rr[1] - rr[0], 12)[both], method="approx").pvalue,
        stats.wilcoxon(np.round(rr[1] - rr[0], 12), method="approx").pvalue,
        stats.ranksums(rr[1], rr[0]).pvalue,
    ]
    assert 2 * stats.norm.sf(np.abs(z)) == pytest.approx(expected, rel=1e-9)


def test_fit_slopes_are_the_changes_by_one_query(table):
    slopes, before, variances = lin2021.ranked_slopes(table)
    for x, y in ((1, 3), (0, 5), (7, 0), (90, 2)):
        changed = table.copy()
        changed[x, y] += 1
        _, after, _ = lin2021.ranked_slopes(changed)
        assert after - before == pytest.approx(slopes[x, y, :4], abs=2)
        assert variances.shape == (4,)


def test_fit_condition_on_a_rank_test_is_its_tangent(table):
    """To the first order, the value of a condition changes with the table as its feature says."""
    goal = lin2021.Goal("R1", "R3", printed()["R1", "R3"], lin2021.counts()[0])
    rng = np.random.default_rng(8)
    start = table * QUERIES / table.sum() + 0.01
    change = start * rng.normal(size=start.shape)
    change -= start * change.sum() / start.sum()
    conditions = goal.asked(start)

    def missing(counts):
        conditions = goal.asked(counts)
        return (conditions.target - np.einsum("xy,xyk->k", counts, conditions.features))[-4:]

    slope = np.einsum("xy,xyk->k", change, conditions.features)[-4:]
    measured = (missing(start - 1e-4 * change) - missing(start + 1e-4 * change)) / 2e-4
    assert measured == pytest.approx(slope, rel=1e-3)


def test_fit_counts_agree_with_the_printed_percentages():
    answered, only = lin2021.counts()
    reached = {"R1": answered}
    for (run_a, run_b), (a_only, b_only) in only.items():
        row, total = printed()[run_a, run_b], reached[run_a]
        counts = {"a_only": a_only, "b_only": b_only, "both": total - a_only, "neither": QUERIES - total - b_only}
        for name, count in counts.items():
            assert row[name].holds(100 * count / QUERIES), (run_a, run_b, name)
        assert reached.setdefault(run_b, total - a_only + b_only) == total - a_only + b_only


def test_fit_typical_shape_has_the_averages_of_the_tables():
    shape = lin2021.typical_shape()
    rows = printed().values()
    rank = np.arange(1, 101)
    found_shares = shape[1:] / (1 - shape[0])
    assert found_shares @ rank == pytest.approx(
        np.mean([(row["esl_a"].value + row["esl_b"].value) / 2 for row in rows])
    )
    assert found_shares @ (1 / rank) == pytest.approx(
        np.mean([(row["both_rr_a"].value + row["both_rr_b"].value) / 2 for row in rows])
    )
    missed = [2 * row["neither"].value + row["a_only"].value + row["b_only"].value for row in rows]
    assert 100 * shape[0] == pytest.approx(np.mean(missed) / 2)
    rng = np.random.default_rng(2)
    fixed = np.linalg.qr(np.stack([np.ones(100), rank, 1 / rank], axis=1))[0]
    for _ in range(20):
        change = rng.normal(size=100) * found_shares
        change -= fixed @ (fixed.T @ change)
        moved_shares = found_shares + 0.2 * change * np.min(found_shares / np.abs(change))
        assert stats.entropy(moved_shares) < stats.entropy(found_shares)


def test_fit_misses_only_figures_proven_impossible():
    assert {(cell.run_b, cell.column) for cell in leaderboard.impossible()} == lin2021.GIVE_WAY


@pytest.fixture(scope="module")
def third():
    """What the third run has to yield beside the shipped first one, and the fit of its ranks."""
    first = reconstruction()["R1"]
    goal = lin2021.Goal("R1", "R3", printed()["R1", "R3"], int((first > 0).sum()))
    share = np.bincount(first, minlength=lin2021.SIDE) / QUERIES
    return goal, lin2021.fit([[goal]], np.arange(lin2021.SIDE)[:, np.newaxis], share, lin2021.typical_shape())


def test_fit_of_a_row_meets_its_figures(third):
    goal, fitted = third
    assert len(fitted.pvalues) == 7
    for (_, _, column), p in fitted.pvalues.items():
        assert p == pytest.approx(goal.figures[column].value, rel=1e-4)
    (drawn,) = fitted.drawn
    for name, value in lin2021.figures_of(QUERIES * fitted.share[:, np.newaxis] * drawn).items():
        assert goal.figures[name].holds(value), name


@pytest.mark.all
def test_fit_is_deterministic_to_the_bit(third):
    goal, fitted = third
    contexts = np.arange(lin2021.SIDE)[:, np.newaxis]
    again = lin2021.fit([[goal]], contexts, fitted.share, lin2021.typical_shape())
    assert np.array_equal(again.drawn[0], fitted.drawn[0])


@pytest.mark.all
def test_fit_of_a_run_in_whole_queries_yields_its_row(third):
    goal, fitted = third
    first = reconstruction()["R1"].astype(int)
    contexts = np.arange(lin2021.SIDE)[:, np.newaxis]
    polish = lin2021.Polish([goal], [first], fitted.drawn[0], contexts, first, np.random.default_rng(1))
    polish.STAGES = polish.STAGES[:2]
    drawn, far = polish.ranks.copy(), polish.cost
    ranks = polish.run(singles=200, several=3)
    assert polish.cost < 1e-3 * far
    assert np.mean(ranks != drawn) < 0.05  # a polish, no other run
    for name, value in values(table_of({"R1": first, "R3": ranks}, "R1").rows[0]).items():
        figure = goal.figures[name]
        assert abs(np.log(value / figure.value)) < 0.03 if name in P_VALUES else figure.holds(value), name
