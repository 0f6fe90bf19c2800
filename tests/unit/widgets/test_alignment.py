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
def test_picture_is_well_formed_with_unique_focus_keys(
    name: str, words: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    widget = ALL[name]()
    widget.gesture(do="seed", by="1")
    assert well_formed(widget.picture)
    assert "nan" not in words(widget.picture)
    assert widget.picture in widget.static()


def test_shuffling_keeps_the_means_and_the_rank_sum_test_and_lowers_the_similarity(
    msmarco: dict[str, np.ndarray], said: Callable[[Widget], str]
) -> None:
    widget = widgets.Alignment(msmarco["bm25base"], msmarco["bm25tuned"])
    was = widget.result
    assert was == widget.aligned
    assert round(was.phi, 2) == 0.59
    widget.gesture(do="percent", value="100")
    now = widget.result
    assert now.mrr_b == pytest.approx(was.mrr_b)
    assert now.pvalues["wilcoxon-rank-sum"] == pytest.approx(was.pvalues["wilcoxon-rank-sum"])
    assert abs(now.phi) < 0.15
    assert abs(now.correlation) < 0.15
    assert now.pvalues["wilcoxon-signed-rank"] > 1e6 * was.pvalues["wilcoxon-signed-rank"]
    assert "The means and the rank-sum p do not change." in said(widget)


def test_shuffling_half_of_the_queries_gives_values_between_none_and_all(
    msmarco: dict[str, np.ndarray], said: Callable[[Widget], str]
) -> None:
    widget = widgets.Alignment(msmarco["bm25base"], msmarco["bm25tuned"])
    phi = []
    for percent in (0, 25, 50, 100):
        widget.percent = percent
        phi.append(widget.result.phi)
    assert phi == sorted(phi, reverse=True)
    widget.percent = 50
    assert "numerically" not in said(widget)


def test_seed_determines_the_shuffle(said: Callable[[Widget], str]) -> None:
    widget = widgets.Alignment(A, B, percent=100)
    first = widget.result
    widget.gesture(do="seed", by="1")
    assert widget.seed == 2
    assert widget.result != first
    widget.seed = 1
    assert widget.result == first
    widget.gesture(do="commit", field="seed", fields={"seed": "77"})
    assert widget.seed == 77
    widget.gesture(do="commit", field="seed", fields={"seed": "-1"})
    assert re.search(parts("seed … -1"), said(widget))
    widget.gesture(do="reset")
    assert (widget.percent, widget.seed) == (100, 1)


def test_seed_change_is_reported_before_any_shuffle(said: Callable[[Widget], str]) -> None:
    widget = widgets.Alignment(A, B)
    before = said(widget)
    widget.gesture(do="seed", by="1")
    assert said(widget) == f"{before} The next shuffle will use seed 2."
    widget.gesture(do="percent", value="50")
    assert said(widget).startswith("50% shuffled with seed 2: phi was")


def test_bands_are_hidden_until_they_are_switched_on(words: Callable[[str], str]) -> None:
    widget = widgets.Alignment(A, B)
    assert "band paper" not in widget.picture
    assert "phi −0.05" not in words(widget.picture)
    widget.gesture(do="bands", value="on")
    assert "band paper" in widget.picture
    widget.gesture(do="reset")
    assert "band paper" not in widget.picture


def test_paper_bands_are_shown_beside_those_of_real_pairs(words: Callable[[str], str]) -> None:
    low, high = (f"{bound:.2f}".replace("-", "−") for bound in leaderboard.independence().phi_range)
    bound = max(leaderboard.correlation_bounds().values())
    shown = words(widgets.Alignment(A, B, bands=True).picture)
    assert f"what the paper's tables allow: phi {low} to {high}, correlation at most {bound:.2f}" in shown
    assert "real aligned pairs: phi 0.24 to 0.95, correlation 0.35 to 0.95" in shown


def test_percent_accepts_four_values_only() -> None:
    with pytest.raises(InputError, match="percent must be 0, 25, 50 or 100; given: 10"):
        widgets.Alignment(A, B).percent = 10


def test_p_value_of_1_is_at_the_end_of_its_scale() -> None:
    ticks = list(ALL["alignment"]().draw().find("span", style="left:100%"))  # type: ignore[union-attr]
    assert [tick.text for tick in ticks].count("1") == 3, "the means, the likeness and the p-values end at 1"


def test_axis_labels_are_at_the_positions_of_their_values() -> None:
    axes = re.findall(r'<div class="line axis".*?</div>', widgets.Alignment(A, B).picture)
    for axis, low in zip(axes[:2], (0.0, -0.2), strict=True):
        ticks = [(float(left), float(n)) for left, n in re.findall(r'left:([\d.]+)%">([\d.]+)<', axis)]
        assert [number for _, number in ticks] == [0, 0.2, 0.4, 0.6, 0.8, 1]
        assert [left for left, _ in ticks] == pytest.approx([100 * (n - low) / (1 - low) for _, n in ticks], abs=0.01)
