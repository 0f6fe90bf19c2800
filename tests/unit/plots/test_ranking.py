"""Test the figures of rankings, and their text versions."""

from __future__ import annotations

import io
import sys

import pytest

from irlearn import AP, Ranking, datasets, explain, plots, precision_recall


def test_ranking_plots_draw_a_ranking_without_relevant_documents() -> None:
    nothing = Ranking.parse("0 0")
    assert "no rank adds anything" in plots.draw_contributions(explain(AP, nothing)).get_label()
    assert plots.draw_precision_recall(precision_recall(nothing)).lines


def test_plots_draw_on_given_axes_and_save_without_pyplot() -> None:
    was_loaded = "matplotlib.pyplot" in sys.modules  # Other packages, such as ranx, load it.
    first = plots.draw_precision_recall(precision_recall(datasets.ten_ranks()))
    assert plots.draw_contributions(explain(AP, datasets.ten_ranks()), first) is first
    png = io.BytesIO()
    first.figure.savefig(png)
    assert png.getvalue().startswith(b"\x89PNG")
    assert ("matplotlib.pyplot" in sys.modules) == was_loaded


@pytest.mark.parametrize("systems", [1, 2, 3, 7, 12])
def test_draw_precision_recall_draws_each_described_system(systems: int) -> None:
    texts = ["1 0 1", "0 0", "0 1 1", "1 1 0 0 1", "0 0 1", "1", "1 0 0 1"]
    curves = {f"S{number}": precision_recall(Ranking.parse(texts[number % 7])) for number in range(systems)}
    axes = plots.draw_precision_recall(curves)
    legend = axes.get_legend()  # Labels beside the ends of the curves would overlap.
    names = legend.get_texts() if systems > 2 else axes.texts
    assert [one.get_text() for one in names] == [*curves]
    assert [part.split(":")[0] for part in axes.get_label().split("; ")] == [*curves]
    solid = [line for line in axes.lines if line.get_linestyle() != ":"]
    assert len(axes.lines) == 2 * systems == 2 * len(solid)
    assert len({(line.get_color(), line.get_marker(), line.get_linestyle()) for line in solid}) == systems


def test_running_scores_name_each_rank_of_a_short_list_and_powers_of_ten_of_a_long_list() -> None:
    for ranks, shown in ((3, ["1", "2", "3"]), (1000, ["1", "10", "100", "1,000"])):
        ax = plots.running_scores({"a": [0.0] * (ranks - 1) + [0.5]}, AP)
        low, high = ax.get_xlim()
        ticks = zip(ax.get_xticks(), ax.get_xticklabels(), strict=True)
        assert [label.get_text() for rank, label in ticks if low <= rank <= high and label.get_text()] == shown
        assert not any(label.get_text() for label in ax.get_xticklabels(minor=True))
