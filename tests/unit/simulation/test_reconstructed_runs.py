"""Test the reconstructed runs that the package ships, and the figures that they reproduce."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn.simulation import leaderboard
from irlearn.simulation.leaderboard import QUERIES, PrintedFigure, aligned_pair, printed, reconstruction


def test_reconstruction_has_ten_runs_with_ranks_up_to_100():
    runs = reconstruction()
    assert tuple(runs) == leaderboard.RUNS
    for ranks in runs.values():
        assert ranks.shape == (QUERIES,)
        assert ranks.max() <= 100


def test_reconstruction_file_is_small_and_callers_get_copies():
    assert Path(leaderboard.__file__).with_name("lin2021.npz").stat().st_size < 100_000
    reconstruction()["R1"][:] = 7
    assert len(set(reconstruction()["R1"].tolist())) > 50


def test_reconstruction_docstring_says_that_the_runs_are_not_real():
    assert "reconstruction" in reconstruction.__doc__
    assert "not the real runs" in reconstruction.__doc__


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [("6.99", 6.9949, 6.996), ("73", 73.49, 73.6), ("3.22E-12", 3.2249e-12, 3.226e-12), ("0.0027", 0.00265, 0.00264)],
)
def test_printed_figure_holds_for_numbers_that_round_to_it(text, inside, outside):
    assert PrintedFigure(text).holds(inside)
    assert not PrintedFigure(text).holds(outside)


def test_printed_percentages_add_up_to_100_within_rounding():
    for row in printed().values():
        assert abs(sum(row[name].value for name in ("neither", "a_only", "b_only", "both")) - 100) <= 2


def test_aligned_pair_resembles_the_real_pair_of_the_lesson(real_data):
    from irlearn.studies import leaderboard

    rows = np.genfromtxt(real_data / "msmarco_doc" / "dev_513q_ranks.csv", delimiter=",", names=True)
    real = leaderboard.align(rows["bm25base"].astype(int), rows["bm25tuned"].astype(int))
    made = leaderboard.align(*aligned_pair())
    assert made.phi == pytest.approx(real.phi, abs=0.05)
    assert made.correlation == pytest.approx(real.correlation, abs=0.15)
    for found in (made, real):
        ordered = sorted(found.pvalues, key=found.pvalues.__getitem__)
        assert (ordered[0], ordered[-1]) == ("wilcoxon-signed-rank", "unpaired-t")


def test_reconstruction_ties_hidden_by_floats_change_scipys_signed_rank_only():
    from fractions import Fraction

    from irlearn.studies import leaderboard

    runs = reconstruction()
    a, b = runs["R1"].tolist(), runs["R4"].tolist()
    rr = {rank: Fraction(1, rank) if rank else Fraction(0) for rank in range(101)}
    exact = [rr[y] - rr[x] for x, y in zip(a, b, strict=True)]
    place = {size: number for number, size in enumerate(sorted({abs(one) for one in exact} | {Fraction(0)}))}
    by_fractions = [place[abs(one)] * (1 if one > 0 else -1) for one in exact]
    ours = leaderboard.outcomes(a, b).pvalue("mrr", "wilcoxon-signed-rank")
    assert ours == pytest.approx(stats.wilcoxon(by_fractions, method="approx").pvalue, rel=1e-9)
    floats = [(1 / y if y else 0.0) - (1 / x if x else 0.0) for x, y in zip(a, b, strict=True)]
    assert 1.02 < stats.wilcoxon(floats, method="approx").pvalue / ours < 1.05
