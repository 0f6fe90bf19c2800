"""The reconstructed runs, and the steps of the program that makes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn.simulation import leaderboard, reconstruct
from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, aligned_pair, printed, reconstruction


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
        assert after - at == pytest.approx(slopes[x, y, :4], abs=2)
        assert variances.shape == (4,)


def test_a_condition_on_a_rank_test_is_the_tangent_to_it(table):
    """What a condition asks for changes with the table as its feature says, to the first order."""
    goal = reconstruct._Goal("R1", "R3", printed()["R1", "R3"], reconstruct.counts()[0])
    rng = np.random.default_rng(8)
    start = table * QUERIES / table.sum() + 0.01
    change = start * rng.normal(size=start.shape)
    change -= start * change.sum() / start.sum()
    asked = goal.asked(start)

    def missing(at):
        found = goal.asked(at)
        return (found.target - np.einsum("xy,xyk->k", at, found.features))[-4:]

    slope = np.einsum("xy,xyk->k", change, asked.features)[-4:]
    measured = (missing(start - 1e-4 * change) - missing(start + 1e-4 * change)) / 2e-4
    assert measured == pytest.approx(slope, rel=1e-3)


def test_the_counts_are_within_the_printed_percentages_and_fit_together():
    answered, only = reconstruct.counts()
    reached = {"R1": answered}
    for (run_a, run_b), (a_only, b_only) in only.items():
        row, total = printed()[run_a, run_b], reached[run_a]
        counts = {"a_only": a_only, "b_only": b_only, "both": total - a_only, "neither": QUERIES - total - b_only}
        for name, count in counts.items():
            assert row[name].holds(100 * count / QUERIES), (run_a, run_b, name)
        assert reached.setdefault(run_b, total - a_only + b_only) == total - a_only + b_only


def test_the_typical_shape_has_the_averages_of_the_tables_and_assumes_nothing_else():
    shape = reconstruct.typical_shape()
    rows = printed().values()
    rank = np.arange(1, 101)
    given = shape[1:] / (1 - shape[0])
    assert given @ rank == pytest.approx(np.mean([(row["esl_a"].value + row["esl_b"].value) / 2 for row in rows]))
    assert given @ (1 / rank) == pytest.approx(
        np.mean([(row["both_rr_a"].value + row["both_rr_b"].value) / 2 for row in rows])
    )
    missed = [2 * row["neither"].value + row["a_only"].value + row["b_only"].value for row in rows]
    assert 100 * shape[0] == pytest.approx(np.mean(missed) / 2)
    rng = np.random.default_rng(2)
    fixed = np.linalg.qr(np.stack([np.ones(100), rank, 1 / rank], axis=1))[0]
    for _ in range(20):
        change = rng.normal(size=100) * given
        change -= fixed @ (fixed.T @ change)
        other = given + 0.2 * change * np.min(given / np.abs(change))
        assert stats.entropy(other) < stats.entropy(given)


def tables_of(first):
    return [QUERIES * first.share[:, np.newaxis] * drawn for drawn in first.drawn]


@pytest.fixture(scope="module")
def first():
    return reconstruct.first_run(reconstruct.typical_shape())


def test_the_first_fit_meets_every_figure_but_the_two_that_nothing_meets(first):
    assert len(first.pvalues) == 9 * 7
    for (run_a, run_b, column), p in first.pvalues.items():
        figure = printed()[run_a, run_b][column]
        if (run_b, column) in reconstruct.GIVE_WAY:
            assert abs(np.log(p / figure.value)) > 0.02
        else:
            assert p == pytest.approx(figure.value, rel=1e-4)
    rank = np.arange(reconstruct.SIDE)
    for number, table in enumerate(tables_of(first), start=2):
        row = printed()["R1", f"R{number}"]
        both = table[1:, 1:]
        rr = 1 / rank[1:]
        found = {
            "a_only": 100 * table[1:, 0].sum() / QUERIES,
            "b_only": 100 * table[0, 1:].sum() / QUERIES,
            "both": 100 * both.sum() / QUERIES,
            "neither": 100 * table[0, 0] / QUERIES,
            "esl_a": both.sum(axis=1) @ rank[1:] / both.sum(),
            "esl_b": both.sum(axis=0) @ rank[1:] / both.sum(),
            "both_rr_a": both.sum(axis=1) @ rr / both.sum(),
            "both_rr_b": both.sum(axis=0) @ rr / both.sum(),
            "delta": (table[:, 1:].sum(axis=0) @ rr - table[1:].sum(axis=1) @ rr) / QUERIES,
        }
        for name, value in found.items():
            assert row[name].holds(value), (number, name)


def test_another_shape_of_the_first_run_costs_more(first):
    """The shape of R1 is the one that the objective chooses: nearer to or further from the prior, it costs more."""
    prior = reconstruct.typical_shape()
    answered, only = reconstruct.counts()
    groups = [
        [reconstruct._Goal(*pair, row, answered, only[pair] if pair[1] in reconstruct.WHOLE else None)]
        for pair, row in printed().items()
        if pair[0] == "R1"
    ]
    start = np.concatenate([[1 - answered / QUERIES], answered / QUERIES * prior[1:] / (1 - prior[0])])
    contexts = np.arange(reconstruct.SIDE)[:, np.newaxis]
    ranks = np.arange(1, reconstruct.SIDE)
    fixed = np.linalg.qr(np.sqrt(first.share[1:, np.newaxis]) * np.stack([ranks**0, ranks, 1 / ranks], axis=1))[0]
    bend = np.sqrt(first.share[1:]) * np.log(ranks)
    bend = (bend - fixed @ (fixed.T @ bend)) / np.sqrt(first.share[1:])  # leaves the mean ESL and RR of R1
    for moved in (0, 0.2, -0.2):
        share = first.share.copy()
        share[1:] *= 1 + moved * bend / np.abs(bend).max()
        found = reconstruct.fit(groups, contexts, share, prior)
        cost = found.cost + 9 * QUERIES * stats.entropy(share, start)
        if moved:
            assert cost > first.cost + 10
        else:
            assert cost == pytest.approx(first.cost, abs=2)


def test_the_same_fit_twice_is_the_same_to_the_bit():
    once, again = (reconstruct.first_run(reconstruct.typical_shape(), rounds=6) for _ in range(2))
    assert np.array_equal(once.share, again.share)
    assert all(np.array_equal(a, b) for a, b in zip(once.drawn, again.drawn, strict=True))


def test_the_shipped_first_run_has_the_shape_that_the_fit_finds(first):
    """The file belongs to this procedure. Other linear algebra may round one query of a rank up and another down."""
    shipped = np.bincount(reconstruction()["R1"], minlength=reconstruct.SIDE)
    assert np.abs(shipped - reconstruct._whole(first.share)).max() <= 1


def test_each_shipped_run_is_near_its_distribution_in_the_fit(first):
    """The draw and the polish move few queries: the share of each range of ranks stays within two points."""
    for number, table in enumerate(tables_of(first), start=2):
        shipped = np.bincount(reconstruction()[f"R{number}"], minlength=reconstruct.SIDE) / QUERIES
        expected = table.sum(axis=0) / QUERIES
        for low, high in ((0, 1), (1, 2), (2, 6), (6, 21), (21, 101)):
            assert shipped[low:high].sum() == pytest.approx(expected[low:high].sum(), abs=0.02), (number, low)


def test_the_fit_leaves_little_of_a_likeness_that_the_figures_do_not_allow(first):
    """Correlations of RR with R1 near 0 come from the figures too, not only from a prior of independent runs."""
    alike = reconstruct.first_run(reconstruct.typical_shape(), alike=0.6)
    independent = reconstruct.correlations(first)
    for name, found in reconstruct.correlations(alike).items():
        assert abs(independent[name]) < 0.12
        assert found == pytest.approx(independent[name], abs=0.02)


def test_the_made_pair_resembles_the_real_one_in_what_the_lesson_says(real_data):
    from irlearn.studies import leaderboard

    rows = np.genfromtxt(real_data / "msmarco_doc" / "dev_513q_ranks.csv", delimiter=",", names=True)
    real = leaderboard.align(rows["bm25base"].astype(int), rows["bm25tuned"].astype(int))
    made = leaderboard.align(*aligned_pair())
    assert made.phi == pytest.approx(real.phi, abs=0.05)
    assert made.correlation == pytest.approx(real.correlation, abs=0.15)
    for found in (made, real):
        ordered = sorted(found.pvalues, key=found.pvalues.__getitem__)
        assert (ordered[0], ordered[-1]) == ("wilcoxon-signed-rank", "unpaired-t")


def test_ties_that_floats_hide_move_scipys_signed_rank_and_not_ours():
    from fractions import Fraction

    from scipy import stats

    from irlearn.studies import leaderboard

    runs = reconstruction()
    a, b = runs["R1"].tolist(), runs["R4"].tolist()
    rr = {rank: Fraction(1, rank) if rank else Fraction(0) for rank in range(101)}
    exact = [rr[y] - rr[x] for x, y in zip(a, b, strict=True)]
    place = {size: number for number, size in enumerate(sorted({abs(one) for one in exact} | {Fraction(0)}))}
    by_fractions = [place[abs(one)] * (1 if one > 0 else -1) for one in exact]
    ours = leaderboard.outcomes(a, b).pvalue("mrr", "wilcoxon-signed-rank")
    assert ours == pytest.approx(stats.wilcoxon(by_fractions, method="asymptotic").pvalue, rel=1e-9)
    floats = [(1 / y if y else 0.0) - (1 / x if x else 0.0) for x, y in zip(a, b, strict=True)]
    assert 1.02 < stats.wilcoxon(floats, method="asymptotic").pvalue / ours < 1.05
