"""Tables 1 and 2 of Lin et al. (2021) from the reconstruction, cell by cell, and what cannot hold."""

from __future__ import annotations

import time

import numpy as np
import pytest

from irlearn.simulation.leaderboard import P_VALUES, QUERIES, printed, reconstruction
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard import limits

IMPOSSIBLE = {("R4", "both_rr_paired_t"), ("R5", "both_esl_paired_t")}


@pytest.fixture(scope="module")
def compared():
    return leaderboard.compare_with_paper()


def test_every_difference_percentage_and_mean_is_as_printed(compared):
    wrong = [cell for cell in compared.cells if cell.column not in P_VALUES and not cell.holds]
    assert not wrong
    assert sum(cell.column not in P_VALUES for cell in compared.cells) == 90


def test_every_p_value_is_within_one_per_cent_of_the_printed_one_where_that_is_possible(compared):
    assert {(cell.run_b, cell.column) for cell in compared.disagreeing} == IMPOSSIBLE
    assert {(cell.run_b, cell.column) for cell in leaderboard.impossible()} == IMPOSSIBLE


def test_the_two_cells_that_cannot_hold_are_within_a_fifth(compared):
    for run_b, column in IMPOSSIBLE:
        assert 0.8 < compared.of("R1", run_b, column).factor < 1.2


def test_both_tables_take_less_than_two_seconds():
    began = time.perf_counter()
    leaderboard.compare_with_paper()
    assert time.perf_counter() - began < 2


def test_printed_stands_beside_recomputed_and_the_runs_are_called_a_reconstruction(compared):
    text = str(compared)
    assert "0.813828 →" in text
    assert "reconstructed runs" in text
    assert "reconstructed runs" in compared._repr_html_()
    assert compared.to_frame().shape == (160, 7)


def test_other_runs_do_not_agree(compared):
    """The comparison can fail: R1 shuffled keeps its marginal figures and loses the paired ones."""
    runs = reconstruction()
    runs["R1"] = np.random.default_rng(1).permutation(runs["R1"])
    assert len(leaderboard.compare_with_paper(runs).disagreeing) > 30


def test_no_ranks_reach_the_printed_p_of_r5():
    """Random joint distributions with the printed means stay below the bound of the linear program."""
    row = printed()["R1", "R5"]
    bound = limits.largest_esl_pvalue(row)
    assert bound == pytest.approx(0.796, abs=5e-4)
    assert bound < row["both_esl_paired_t"].value - row["both_esl_paired_t"].half_unit
    assert limits.largest_esl_pvalue(printed()["R1", "R9"]) > printed()["R1", "R9"]["both_esl_paired_t"].value


def test_r4_and_r6_need_different_first_runs():
    rows = printed()
    least, _ = limits.first_run_rr(rows["R1", "R4"])
    _, most = limits.first_run_rr(rows["R1", "R6"])
    assert least > most + 0.005


def test_the_bounds_on_the_first_runs_rr_contain_the_reconstruction_where_a_row_holds():
    """The inequalities are about any runs whatever, so also about these."""
    runs = reconstruction()
    rr = np.divide(1.0, runs["R1"], out=np.zeros(QUERIES), where=runs["R1"] > 0).mean()
    for number in (2, 3, 6, 7, 8, 9, 10):
        low, high = limits.first_run_rr(printed()["R1", f"R{number}"])
        assert low <= rr <= high


def test_the_corners_of_the_rounding_are_extreme():
    """No point within the rounding gives more than a corner does."""
    rng = np.random.default_rng(6)
    for name, side in (("R4", 0), ("R6", 1)):
        row = printed()["R1", name]
        bounds = limits.first_run_rr(row)
        for _ in range(25):
            inner = {
                column: Exactly(figure.value + rng.uniform(-1, 1) * figure.half_unit)
                if column not in ("a_only", "b_only")
                else figure
                for column, figure in row.items()
            }
            found = limits.first_run_rr(inner)
            assert found[0] >= bounds[0] - 1e-12 if side == 0 else found[1] <= bounds[1] + 1e-12


class Exactly:
    """A figure without rounding."""

    def __init__(self, value):
        self.value, self.half_unit = value, 0.0


def test_a_cell_that_is_not_in_the_tables_is_refused(compared):
    with pytest.raises(ValueError, match="no cell 'map' for R1 and R2"):
        compared.of("R1", "R2", "map")
