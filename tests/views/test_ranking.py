"""The figures: their numbers, their text twins, and that they leave no trace."""

from __future__ import annotations

import io
import sys

from irlearn import AP, Ranking, datasets, explain, precision_recall, views


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
