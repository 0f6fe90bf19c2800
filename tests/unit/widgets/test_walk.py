"""Test the widget Walk against irlearn.measures, at each rank."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as some

from irlearn import AP, InputError, P, R, Ranking, datasets, widgets
from irlearn.byhand.terms import exact_value
from irlearn.widgets.core.base import Widget

LISTS = some.lists(some.integers(0, 2), min_size=1, max_size=20)
HIGH = re.compile(r"translate\(([\d.]+)px,[\d.]+px\) scale\(([\d.]+),-?([\d.]+)\)")

TOLD = (
    "Relevant in all: 4. Nothing is read yet.",
    "Rank 1 is not relevant: precision is 0/1, recall is 0/4.",
    "The area so far is 0.",
    "Rank 2 is relevant: precision rises from 0/1 to 1/2, recall rises to 1/4.",
    "The area so far is 1/8 = 0.125.",
    "Rank 3 is relevant: precision rises from 1/2 to 2/3, recall rises to 2/4.",
    "The area so far is 7/24 = 0.292.",
    "Rank 4 is not relevant: precision falls from 2/3 to 2/4, recall stays at 2/4.",
    "The area so far is 7/24 = 0.292.",
    "Rank 5 is relevant: precision rises from 2/4 to 3/5, recall rises to 3/4.",
    "The area is AP = 53/120 = 0.442. Never found: 1 of 4. So much of the width stays empty.",
)
"""What 0 1 1 0 1 with four relevant documents says, rank by rank."""


def make_walk(grades: list[int], missed: int, rank: int) -> widgets.Walk:
    widget = widgets.Walk(Ranking(grades, [*grades, *[1] * missed]), area=True)
    widget.go(rank)
    return widget


def bar_shapes(widget: widgets.Walk) -> list[tuple[float, float, float]]:
    """Return the start, width and height of each bar as shares of the axes."""
    found = [HIGH.search(str(element.attributes["style"])) for element in widget.draw().find("rect", "share")]
    return [((float(at[1]) - 46) / 520, float(at[2]) / 520, float(at[3]) / 320) for at in found if at]


@settings(max_examples=40, deadline=None)
@given(LISTS, some.integers(0, 3), some.data())
def test_precision_recall_and_area_equal_the_measures_at_each_rank(grades: list[int], missed: int, data: Any) -> None:
    widget = make_walk(grades, missed, data.draw(some.integers(1, len(grades))))
    rank, ranking, relevant = widget.rank, widget.ranking, sum(grade > 0 for grade in grades) + missed
    if not relevant:
        assert (widget.recall, widget.area) == (None, 0)
        assert "No document is relevant" in widget.picture
        return
    assert widget.precision == exact_value(P @ rank, ranking)
    assert widget.recall == exact_value(R @ rank, ranking)
    assert widget.area == exact_value(AP @ rank, ranking)
    drawn = bar_shapes(widget)
    assert sum(wide * high for _, wide, high in drawn) == pytest.approx((AP @ rank).of(ranking), abs=2e-3)
    assert [at for at, _, _ in drawn] == pytest.approx([place / relevant for place in range(len(drawn))], abs=1e-3)
    assert len(list(widget.draw().find("rect", "lost"))) == missed


@settings(max_examples=25, deadline=None)
@given(LISTS, some.data())
def test_pressed_mark_changes_one_document_and_all_numbers(grades: list[int], data: Any) -> None:
    widget = make_walk(grades, 1, len(grades))
    place = data.draw(some.integers(0, len(grades) - 1))
    widget.gesture(do="toggle", key=f"document {place + 1}")
    now = [grade > 0 for grade in grades]
    now[place] = not now[place]
    assert [grade > 0 for grade in widget.ranking.grades] == now
    assert widget.recall == Fraction(sum(now), sum(now) + 1)
    assert widget.area == exact_value(AP, Ranking(list(map(int, now)), [*map(int, now), 1]))
    widget.gesture(do="reset")
    assert (widget.rank, widget.walked, widget.ranking.grades) == (0, 0, tuple(grades))


def test_read_rows_alone_show_their_precision_and_recall() -> None:
    widget = make_walk([1, 0, 1, 1], 1, 3)
    labels = [str(row.attributes["aria-label"]) for row in widget.draw().find("li")]
    assert labels == [
        "rank 1, document 1, relevant, precision 1/1, recall 1/4",
        "rank 2, document 2, not relevant, precision 1/2, recall 1/4",
        "rank 3, document 3, relevant, precision 2/3, recall 2/4",
        "rank 4, document 4, relevant",
    ]
    assert [row.attributes["aria-label"] for row in widget.draw().find("li", aria_current="step")] == labels[2:3]
    assert [element.text for element in widget.draw().find("g", "to-p")] == ["P = 2/3"]
    assert [element.text for element in widget.draw().find("g", "to-r")] == ["R = 2/4"]


def test_status_describes_the_effect_of_the_last_rank(said: Callable[[Widget], str]) -> None:
    widget = widgets.Walk(Ranking.parse("0 1 1 0 1", relevant=4), area=True)
    told = [said(widget)]
    for _ in widget.ranking.grades:
        widget.gesture(do="stride", by=1)
        told.append(said(widget))
    assert " ".join(told) == " ".join(TOLD)
    widget.gesture(do="stride", by=1)
    assert widget.rank == 5


def test_walk_runs_to_the_end_and_stops_on_demand() -> None:
    widget = widgets.Walk("1 0 1")
    ticks = lambda: [element.attributes["data-index"] for element in widget.draw().find("i", data_tick="tick")]  # noqa: E731
    assert ticks() == []
    widget.gesture(do="walk")
    assert (widget.rank, ticks()) == (1, [2])
    widget.gesture(do="tick", index="3")
    assert widget.rank == 1, "the tick of another view, or of before a gesture"
    widget.gesture(do="tick", index="2")
    widget.gesture(do="walk")
    assert (widget.rank, ticks()) == (2, [])
    widget.gesture(do="tick", index="3")
    assert widget.rank == 2
    widget.gesture(do="walk")
    assert (widget.rank, ticks(), "Walk again" in widget.picture) == (3, [], True)
    widget.gesture(do="go", key="document 1")
    assert (widget.rank, widget.walked) == (1, 3)
    widget.gesture(do="walk")
    widget.gesture(do="tick", index="3")
    widget.gesture(do="walk")
    assert (widget.rank, ticks()) == (1, [2])


def test_nodes_are_kept_from_rank_to_rank() -> None:
    widget = widgets.Walk(datasets.ten_ranks(), area=True)
    shapes = set()
    for rank in range(11):
        widget.go(rank)
        shapes.add(tuple(re.findall(r"<(\w+)", widget.picture.partition("<svg")[2])))
    assert len(shapes) == 1


def test_moved_document_bends_the_curve_and_a_long_list_is_refused() -> None:
    widget = make_walk([0, 1, 1], 0, 1)
    assert widget.precision == 0
    widget.move("document 2", 1)
    assert (widget.precision, widget.ranking.documents[0]) == (1, "document 2")
    widget.judge("document 2", 0)
    assert widget.precision == 0
    with pytest.raises(InputError, match=r"grade on a walk.*2"):
        widget.judge("document 2", 2)
    with pytest.raises(InputError, match="a walk has room for 1 to 20 ranks; given: 21"):
        widgets.Walk([1] * 21)
    with pytest.raises(InputError, match=r"rank.*4"):
        widget.go(4)


def test_walk_is_small_when_a_lesson_first_shows_it() -> None:
    lesson = widgets.Lesson("03", folder=None)
    widget = lesson.play("walk", widgets.Walk(datasets.ten_ranks()))
    lesson.part("going-down").commit("each twice")
    assert len(widget.picture) < 25_000
    widget.go(10)
    assert len(widget.picture) < 25_000
