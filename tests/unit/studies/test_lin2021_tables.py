"""Test tables 1 and 2 of Lin et al. (2021) as computed from the reconstruction."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import optimize, sparse, stats

from irlearn.simulation.leaderboard import P_VALUES, QUERIES, PrintedFigure, printed, reconstruction
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard import printed_bounds
from irlearn.studies.leaderboard.tables import table, values

IMPOSSIBLE = {("R4", "both_rr_paired_t"), ("R5", "both_esl_paired_t")}


@pytest.fixture(scope="module")
def compared():
    return leaderboard.compare_with_paper()


def test_reconstructed_differences_percentages_and_means_are_as_printed(compared):
    wrong = [cell for cell in compared.cells if cell.column not in P_VALUES and not cell.holds]
    assert not wrong
    assert sum(cell.column not in P_VALUES for cell in compared.cells) == 90


def test_reconstructed_p_values_are_within_one_percent_where_possible(compared):
    assert {(cell.run_b, cell.column) for cell in compared.disagreeing} == IMPOSSIBLE
    assert {(cell.run_b, cell.column) for cell in leaderboard.impossible()} == IMPOSSIBLE


def test_impossible_cells_are_as_close_as_their_limits(compared):
    """Check that R5's p on ESL is at most 12% below print, and R4's on RR at most 15% above, within the limits."""
    limit = {(cell.run_b, cell.column): cell.limit for cell in leaderboard.impossible()}
    fifth = compared.of("R1", "R5", "both_esl_paired_t")
    assert fifth.factor > 0.88
    assert fifth.recomputed < limit["R5", "both_esl_paired_t"] < fifth.printed.value
    fourth = compared.of("R1", "R4", "both_rr_paired_t")
    assert fourth.factor < 1.15
    assert fourth.recomputed > limit["R4", "both_rr_paired_t"] > fourth.printed.value


def test_comparison_shows_printed_and_recomputed_figures_of_a_reconstruction(compared):
    text = str(compared)
    assert "0.813828 →" in text
    assert "reconstructed runs" in text
    assert "reconstructed runs" in compared._repr_html_()
    assert compared.to_frame().shape == (160, 7)


def test_comparison_html_shows_differences_and_hides_other_cells(compared):
    shown, _, hidden = compared._repr_html_().partition("<details>")
    differ, _, printed_only = shown.partition("</table>")
    dots = differ.partition("</caption>")[2]
    assert (dots.count("●"), dots.count("○")) == (158, len(compared.disagreeing)) == (158, 2)
    for cell in compared.disagreeing:
        assert cell.printed.text in differ
    assert "→" not in printed_only
    words = re.sub("<[^>]*>", "", shown).replace("−", "-")
    assert all(cell.reason.replace("−", "-") in words for cell in leaderboard.impossible())
    assert "0.813828 → 0.719169 ≠" in hidden


def test_comparison_of_other_runs_disagrees(compared):
    """The comparison can fail: R1 shuffled keeps its marginal figures and loses the paired ones."""
    runs = reconstruction()
    runs["R1"] = np.random.default_rng(1).permutation(runs["R1"])
    assert len(leaderboard.compare_with_paper(runs).disagreeing) > 30


def test_largest_esl_p_of_r5_is_below_the_printed_one():
    row = printed()["R1", "R5"]
    bound = printed_bounds.largest_esl_pvalue(row)
    assert bound == pytest.approx(0.785, abs=5e-4)
    assert bound < row["both_esl_paired_t"].value - row["both_esl_paired_t"].half_unit
    assert printed_bounds.largest_esl_pvalue(printed()["R1", "R9"]) > printed()["R1", "R9"]["both_esl_paired_t"].value


def test_figures_of_r4_contradict_those_of_r5_and_r6():
    rows = printed()
    least, _ = printed_bounds.first_run_rr(rows["R1", "R4"])
    for name in ("R5", "R6"):
        _, most = printed_bounds.first_run_rr(rows["R1", name])
        assert least > most + 0.005


def joint_distribution(*names, without=()):
    """Return whether one R1 fits runs with these names, by a linear program that does not use the proof."""
    side = 101
    x, y = (grid.ravel().astype(float) for grid in np.indices((side, side)))
    rx, ry = (np.divide(1, ranks, out=np.zeros(side * side), where=ranks > 0) for ranks in (x, y))
    both = (x > 0) & (y > 0)
    blocks, bounds = [], []
    for name in names:
        row = {column: (f.value - f.half_unit, f.value + f.half_unit) for column, f in printed()["R1", name].items()}
        above = []
        for column, where in (("a_only", (x > 0) & (y == 0)), ("b_only", (x == 0) & (y > 0)), ("both", both)):
            above += [(where, row[column][1] / 100), (-1 * where, -row[column][0] / 100)]
        above += [((x == 0) & (y == 0), row["neither"][1] / 100), (both | (x + y > 0), 1 - row["neither"][0] / 100)]
        for column, number in (("esl_a", x), ("esl_b", y), ("both_rr_a", rx), ("both_rr_b", ry)):
            above += [(both * (number - row[column][1]), 0), (both * (row[column][0] - number), 0)]
        above += [(ry - rx, row["delta"][1]), (rx - ry, -row["delta"][0])]
        apart = [b - a for a in row["both_rr_a"] for b in row["both_rr_b"]]
        for test, gaps, where, ns in (
            ("rr_paired_t", row["delta"], np.ones(side * side), (QUERIES,)),
            ("both_rr_paired_t", apart, both, [share * QUERIES / 100 for share in row["both"]]),
        ):
            if (name, test) in without:
                continue
            squares = [
                gap**2 * (1 + (n - 1) / stats.t.isf(p / 2, n - 1) ** 2) for gap in gaps for p in row[test] for n in ns
            ]
            above += [(where * ((ry - rx) ** 2 - max(squares)), 0), (where * (min(squares) - (ry - rx) ** 2), 0)]
        blocks.append(np.array([feature for feature, _ in above], dtype=float))
        bounds += [bound for _, bound in above]
    marginal = sparse.csr_matrix((np.ones(side * side), (x.astype(int), np.arange(side * side))))
    equal = [sparse.hstack([np.ones((1, side * side)), *[sparse.csr_matrix((1, side * side))] * (len(names) - 1)])]
    for other in range(1, len(names)):
        parts = [sparse.csr_matrix(marginal.shape) for _ in names]
        parts[0], parts[other] = marginal, -marginal
        equal.append(sparse.hstack(parts))
    total = np.zeros(1 + side * (len(names) - 1))
    total[0] = 1
    result = optimize.linprog(
        np.zeros(side * side * len(names)),
        A_ub=sparse.block_diag(blocks, format="csr"),
        b_ub=bounds,
        A_eq=sparse.vstack(equal, format="csr"),
        b_eq=total,
        method="highs",
    )
    return result.status == 0


@pytest.mark.all
@pytest.mark.parametrize("other", ["R5", "R6"])
def test_no_joint_distribution_fits_the_printed_rows_of_r4_with_r5_or_r6(other):
    assert not joint_distribution("R4", other)
    assert joint_distribution("R4", other, without=[("R4", "both_rr_paired_t")])


def test_a_joint_distribution_fits_the_printed_rows_of_r5_and_r6():
    assert joint_distribution("R5", "R6")


def as_printed(figures):
    """Figures rounded as the paper rounds them."""
    digits = {"delta": 4, "esl_a": 2, "esl_b": 2, "both_rr_a": 4, "both_rr_b": 4}
    texts = {name: f"{value:.{digits.get(name, 0)}f}" for name, value in figures.items() if name not in P_VALUES}
    return {name: PrintedFigure(texts.get(name, f"{value:.5E}")) for name, value in figures.items()}


@pytest.mark.all
@pytest.mark.parametrize("alike", [0.0, 0.4, 0.8, 0.95])
def test_correlation_bound_holds_for_runs_with_known_figures(alike):
    rng = np.random.default_rng(3)
    for spread in (1.0, 2.0, 3.0):
        hard, own = rng.normal(size=(2, QUERIES))
        first = np.ceil(np.exp(1.2 + spread * hard))
        second = np.ceil(np.exp(1.0 + spread * (alike * hard + np.sqrt(1 - alike**2) * own)))
        runs = {"A": np.where(first <= 100, first, 0), "B": np.where(second <= 100, second, 0)}
        row = as_printed(values(table(runs, "A").row("A", "B")))
        assert leaderboard.align(runs["A"], runs["B"]).correlation <= printed_bounds.largest_correlation(row)


@pytest.mark.all
def test_correlation_bounds_of_the_printed_figures_are_below_those_of_aligned_runs(compared):
    """Six real pairs on MS MARCO have 0.35 to 0.95 (papers.md); the reconstruction is below the bound as it must be."""
    runs = reconstruction()
    bounds = printed_bounds.correlation_bounds()
    assert max(bounds.values()) < 0.32
    assert min(bounds.values()) > 0.2
    for (run_a, run_b), bound in bounds.items():
        assert leaderboard.align(runs[run_a], runs[run_b]).correlation < bound


@pytest.mark.all
def test_correlation_bounds_in_the_file_equal_the_computed_ones():
    kept = printed_bounds.correlation_bounds()
    assert [*kept] == [*printed()]
    for runs, row in printed().items():
        assert kept[runs] == pytest.approx(printed_bounds.largest_correlation(row), abs=1e-5)


def test_first_run_rr_bounds_contain_the_reconstruction():
    """The inequalities are about any runs whatever, so also about these."""
    runs = reconstruction()
    rr = np.divide(1.0, runs["R1"], out=np.zeros(QUERIES), where=runs["R1"] > 0).mean()
    for number in (2, 3, 5, 6, 7, 8, 9, 10):
        low, high = printed_bounds.first_run_rr(printed()["R1", f"R{number}"])
        assert low <= rr <= high


def test_first_run_rr_extremes_are_at_corners_of_the_rounding():
    """No point within the rounding gives more than a corner does."""
    rng = np.random.default_rng(6)
    for name, side in (("R4", 0), ("R6", 1)):
        row = printed()["R1", name]
        bounds = printed_bounds.first_run_rr(row)
        for _ in range(25):
            inner = {
                column: Exactly(figure.value + rng.uniform(-1, 1) * figure.half_unit)
                if column not in ("a_only", "b_only")
                else figure
                for column, figure in row.items()
            }
            result = printed_bounds.first_run_rr(inner)
            assert result[0] >= bounds[0] - 1e-12 if side == 0 else result[1] <= bounds[1] + 1e-12


class Exactly:
    """A figure without rounding."""

    def __init__(self, value):
        self.value, self.half_unit = value, 0.0


def test_comparison_rejects_an_unknown_cell(compared):
    with pytest.raises(ValueError, match="no cell 'map' for R1 and R2"):
        compared.of("R1", "R2", "map")
