"""Test that each mark of each picture is at the position of its number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pictures_of_leaderboards  # noqa: F401 - registers how pictures are read
import pictures_of_pools  # noqa: F401
import pictures_of_scores  # noqa: F401
import pytest
from read_pictures import PICTURES, page, unread

from irlearn.widgets.charts.axes import Plot


@pytest.mark.parametrize("name", PICTURES)
def test_marks_are_at_the_positions_of_their_numbers(name: str) -> None:
    make, reads = PICTURES[name]
    drawn = page((widget := make()).picture)
    looked_at = 0
    for what, shown, has in reads(widget, drawn):
        assert shown == has, what
        looked_at += 1
    assert looked_at
    assert unread(drawn) == [], "marks that nobody reads"


def test_axes_of_a_plot_are_inside_its_picture() -> None:
    picture = Plot("recall", "precision").draw("a plot")
    labels = [float(label.attributes["y"]) for label in picture.find("text") if "y" in label.attributes]
    assert 0 < min(labels) < max(labels) < float(picture.attributes["height"])


def test_marks_are_checked_in_every_widget_that_positions_them(every_widget: Callable[[str], dict[str, Any]]) -> None:
    placed = {type(widget).__name__ for widget in every_widget("d").values() if unread(page(widget.picture))}
    assert placed == {name.partition(",")[0] for name in PICTURES}
