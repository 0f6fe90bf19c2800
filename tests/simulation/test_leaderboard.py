"""The reconstructed runs, and the steps of the program that makes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn.simulation import leaderboard, reconstruct
from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, printed, reconstruction


def test_there_are_ten_runs_of_ranks_up_to_100():
    runs = reconstruction()
    assert tuple(runs) == leaderboard.RUNS
    for ranks in runs.values():
        assert ranks.shape == (QUERIES,)
        assert ranks.max() <= 100


def test_the_shipped_file_is_small_and_a_caller_cannot_change_it():
    assert Path(leaderboard.__file__).with_name("lin2021.npz").stat().st_size < 100_000
    reconstruction()["R1"][:] = 7
    assert len(set(reconstruction()["R1"].tolist())) > 50


def test_what_it_is_stands_in_its_docstring():
    assert "reconstruction" in reconstruction.__doc__
    assert "no real runs" in reconstruction.__doc__


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [("6.99", 6.9949, 6.996), ("73", 73.49, 73.6), ("3.22E-12", 3.2249e-12, 3.226e-12), ("0.0027", 0.00265, 0.00264)],
)
def test_a_printed_figure_holds_for_what_would_be_printed_so(text, inside, outside):
    assert PrintedFigure(text).holds(inside)
    assert not PrintedFigure(text).holds(outside)


def test_the_percentages_of_every_row_add_up_to_100_within_rounding():
    for row in printed().values():
        assert abs(sum(row[name].value for name in ("neither", "a_only", "b_only", "both")) - 100) <= 2


@pytest.fixture
def table():
    """Counts of 3,000 random queries by the ranks that two runs give them."""
    rng = np.random.default_rng(5)
    shape = np.concatenate([[0.2], 0.8 * np.full(100, 0.01)])
    counts = np.zeros((reconstruct.SIDE, reconstruct.SIDE))
    np.add.at(counts, tuple(rng.choice(reconstruct.SIDE, size=(2, 3000), p=shape)), 1)
    return counts


def test_the_rank_statistics_of_a_table_are_those_of_scipy(table):
    x, y = (np.repeat(grid.ravel(), table.astype(int).ravel()) for grid in np.indices(table.shape))
    features, deviations = reconstruct.ranked_features(table)
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


def test_the_slopes_say_what_one_more_query_changes(table):
    slopes, at, variances = reconstruct._ranked_slopes(table)
    for x, y in ((1, 3), (0, 5), (7, 0), (90, 2)):
        more = table.copy()
        more[x, y] += 1
        _, after, _ = reconstruct._ranked_slopes(more)
        assert (after - at)[:3] == pytest.approx(slopes[x, y, :3], abs=2)
        assert variances.shape == (4,)


def test_the_counts_are_within_the_printed_percentages_and_fit_together():
    answered, only = reconstruct.counts()
    reached = {"R1": answered}
    for (run_a, run_b), (a_only, b_only) in only.items():
        row, total = printed()[run_a, run_b], reached[run_a]
        counts = {"a_only": a_only, "b_only": b_only, "both": total - a_only, "neither": QUERIES - total - b_only}
        for name, count in counts.items():
            assert row[name].holds(100 * count / QUERIES), (run_a, run_b, name)
        assert reached.setdefault(run_b, total - a_only + b_only) == total - a_only + b_only


def test_the_smoothest_run_meets_its_goals():
    """R3 against R1: the expected sums are the wanted ones, before anything is drawn."""
    answered, _ = reconstruct.counts()
    shape = reconstruct.shape_of_run(*reconstruct.FIRST_RUN)
    weights = np.concatenate([[QUERIES - answered], answered * shape[1:]])
    goal = reconstruct._Goal("R1", "R3", printed()["R1", "R3"], answered)
    prior = np.concatenate([[0.16], 0.84 * reconstruct.shape_of_run(*reconstruct.OTHER_RUNS)[1:]])
    contexts = np.arange(reconstruct.SIDE)[:, np.newaxis]
    drawn = reconstruct.smoothest([goal], contexts, weights, prior)
    (table,) = reconstruct._tables(contexts, weights, drawn)
    assert drawn.sum(axis=1) == pytest.approx(np.ones(reconstruct.SIDE))
    assert np.einsum("xy,xyk->k", table, reconstruct._LINEAR) == pytest.approx(goal.sums(), rel=1e-4)


def test_the_shape_of_a_run_has_the_moments_that_were_asked_for():
    shape = reconstruct.shape_of_run(7, 0.48, 15, 0.38)
    rank = np.arange(1, 101)
    assert shape[0] == 0
    assert shape.sum() == pytest.approx(1)
    assert shape[1:] @ rank == pytest.approx(7)
    assert shape[1:] @ (1 / rank) == pytest.approx(0.48)
