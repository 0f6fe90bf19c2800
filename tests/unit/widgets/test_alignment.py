"""Test the widget Alignment."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from message_parts import parts

from irlearn import InputError, widgets
from irlearn.studies import leaderboard
from irlearn.widgets.core.base import Widget

A = [1, 2, 9, 0, 4, 30, 0, 3, 1, 12, 7, 0]
B = [2, 1, 3, 5, 0, 8, 0, 2, 1, 6, 3, 44]


ALL = {
    "alignment": lambda: widgets.Alignment(A, B, percent=50),
    "alignment of equals": lambda: widgets.Alignment([1, 1, 1], [1, 1, 1], percent=100),
}


@pytest.mark.parametrize("name", ALL)
def test_the_picture_is_well_formed_with_unique_keys_for_the_focus(
    name: str, words: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    it = ALL[name]()
    it.gesture(do="seed", by="1")
    assert well_formed(it.picture)
    assert "nan" not in words(it.picture)
    assert it.picture in it.static()


def test_shuffling_leaves_the_means_and_the_rank_sum_test_and_takes_the_likeness(
    msmarco: dict[str, np.ndarray], said: Callable[[Widget], str]
) -> None:
    it = widgets.Alignment(msmarco["bm25base"], msmarco["bm25tuned"])
    was = it.result
    assert was == it.aligned
    assert round(was.phi, 2) == 0.59
    it.gesture(do="percent", value="100")
    now = it.result
    assert now.mrr_b == pytest.approx(was.mrr_b)
    assert now.pvalues["wilcoxon-rank-sum"] == pytest.approx(was.pvalues["wilcoxon-rank-sum"])
    assert abs(now.phi) < 0.15
    assert abs(now.correlation) < 0.15
    assert now.pvalues["wilcoxon-signed-rank"] > 1e6 * was.pvalues["wilcoxon-signed-rank"]
    assert "The means and the rank-sum test stay." in said(it)


def test_half_shuffled_lies_between(msmarco: dict[str, np.ndarray], said: Callable[[Widget], str]) -> None:
    it = widgets.Alignment(msmarco["bm25base"], msmarco["bm25tuned"])
    phi = []
    for percent in (0, 25, 50, 100):
        it.percent = percent
        phi.append(it.result.phi)
    assert phi == sorted(phi, reverse=True)
    it.percent = 50
    assert "numerically" not in said(it)


def test_the_seed_makes_another_shuffle_and_the_same_one_again(said: Callable[[Widget], str]) -> None:
    it = widgets.Alignment(A, B, percent=100)
    first = it.result
    it.gesture(do="seed", by="1")
    assert it.seed == 2
    assert it.result != first
    it.seed = 1
    assert it.result == first
    it.gesture(do="commit", field="seed", fields={"seed": "77"})
    assert it.seed == 77
    it.gesture(do="commit", field="seed", fields={"seed": "-1"})
    assert re.search(parts("seed … -1"), said(it))
    it.gesture(do="reset")
    assert (it.percent, it.seed) == (100, 1)


def test_a_seed_is_heard_of_though_nothing_is_shuffled_yet(said: Callable[[Widget], str]) -> None:
    it = widgets.Alignment(A, B)
    before = said(it)
    it.gesture(do="seed", by="1")
    assert said(it) == f"{before} Seed 2 is for the next shuffle."
    it.gesture(do="percent", value="50")
    assert said(it).startswith("50% shuffled with seed 2: phi was")


def test_the_bands_are_hidden_until_they_are_asked_for(words: Callable[[str], str]) -> None:
    it = widgets.Alignment(A, B)
    assert "band paper" not in it.picture
    assert "phi −0.05" not in words(it.picture)
    it.gesture(do="bands", value="on")
    assert "band paper" in it.picture
    it.gesture(do="reset")
    assert "band paper" not in it.picture


def test_the_papers_values_stand_beside_those_of_real_pairs(words: Callable[[str], str]) -> None:
    low, high = (f"{bound:.2f}".replace("-", "−") for bound in leaderboard.independence().phi_range)
    bound = max(leaderboard.correlation_bounds().values())
    shown = words(widgets.Alignment(A, B, bands=True).picture)
    assert f"what the paper's tables allow: phi {low} to {high}, correlation at most {bound:.2f}" in shown
    assert "real aligned pairs: phi 0.24 to 0.95, correlation 0.35 to 0.95" in shown


def test_only_four_shares_are_offered() -> None:
    with pytest.raises(InputError, match="percent must be 0, 25, 50 or 100; given: 10"):
        widgets.Alignment(A, B).percent = 10


def test_a_p_value_of_1_lies_at_the_end_of_its_scale() -> None:
    ticks = list(ALL["alignment"]().draw().find("span", style="left:100%"))  # type: ignore[union-attr]
    assert [one.text for one in ticks].count("1") == 3, "the means, the likeness and the p-values end at 1"


def test_a_number_below_an_axis_stands_where_it_lies() -> None:
    axes = re.findall(r'<div class="line axis".*?</div>', widgets.Alignment(A, B).picture)
    for axis, low in zip(axes[:2], (0.0, -0.2), strict=True):
        ticks = [(float(left), float(n)) for left, n in re.findall(r'left:([\d.]+)%">([\d.]+)<', axis)]
        assert [number for _, number in ticks] == [0, 0.2, 0.4, 0.6, 0.8, 1]
        assert [left for left, _ in ticks] == pytest.approx([100 * (n - low) / (1 - low) for _, n in ticks], abs=0.01)
