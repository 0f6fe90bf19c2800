"""The figures: their numbers, their text twins, and that they leave no trace."""

from __future__ import annotations

import io
import sys

import numpy as np

from irlearn import AP, Ranking, datasets, explain, precision_recall, views


def test_bars_are_the_contributions_and_the_steps_end_at_the_score() -> None:
    derivation = explain(AP, datasets.ten_ranks())
    ax = views.draw_contributions(derivation)
    heights = [bar.get_height() for bar in ax.patches]
    np.testing.assert_allclose(heights, AP.contributions(datasets.ten_ranks()))
    np.testing.assert_allclose(ax.lines[0].get_ydata()[-1], AP.of(datasets.ten_ranks()))
    assert "323/480" in ax.get_label()


def test_the_curve_is_drawn_through_precision_and_recall() -> None:
    curve = precision_recall(datasets.ten_ranks())
    ax = views.draw_precision_recall(curve)
    np.testing.assert_allclose(ax.lines[0].get_xdata(), [1 / 8, 2 / 8, 3 / 8, 4 / 8, 5 / 8, 6 / 8])
    np.testing.assert_allclose(ax.lines[0].get_ydata(), [1, 1, 1, 4 / 5, 5 / 6, 6 / 8])
    assert ax.get_xlabel() == "recall (0 to 1)"


def test_a_ranking_without_relevant_documents_is_drawn_too() -> None:
    nothing = Ranking.parse("0 0")
    assert "no rank adds anything" in views.draw_contributions(explain(AP, nothing)).get_label()
    assert views.draw_precision_recall(precision_recall(nothing)).lines


def test_a_view_draws_on_the_axes_it_is_given_and_saves_without_pyplot() -> None:
    first = views.draw_precision_recall(precision_recall(datasets.ten_ranks()))
    assert views.draw_contributions(explain(AP, datasets.ten_ranks()), first) is first
    png = io.BytesIO()
    first.figure.savefig(png)
    assert png.getvalue().startswith(b"\x89PNG")
    assert "matplotlib.pyplot" not in sys.modules or "ranx" in sys.modules
