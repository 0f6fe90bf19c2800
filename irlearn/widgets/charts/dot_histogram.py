"""Values that fall on a heap: dots by column while there is room for each, bars where there are too many."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from irlearn.statistics.arrays import FloatArray
from irlearn.text.html import Content, Element, i, path
from irlearn.text.numbers import general
from irlearn.widgets.charts.axes import drawing
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.fields import css_percent

WIDE, _HIGH = 1000, 100  # of a drawing, which the styles stretch to its plane
_DOT, _LEAST_DOT = 7.0, 3.0  # the height of a dot; where less is left for each, a column is drawn as a bar
_SHOWERS = 14  # in which the dots of a heap fall
_SLACK = 1e-9  # of a column: what lies on its edge is in it
ENOUGH = 100
"""At each so many more a heap falls anew."""

Whole = NDArray[np.int64]
"""How many there are in each column, or in which column each is."""


def columns_of(values: FloatArray, scale: Scale, many: int) -> Whole:
    """In which of so many columns each value lies; what is beyond the scale lies in its ends.

    >>> columns_of(np.array([0.1, 0.25, 7]), Scale(0, 1, []), 4).tolist()
    [0, 1, 3]
    """
    share = (values - scale.low) / (scale.high - scale.low)
    return np.floor(share * many + _SLACK).clip(0, many - 1).astype(np.int64)


def height_of(tallest: float) -> float:
    """How high one of a column is, in percent of the drawing, so that the tallest column has room."""
    return min(_DOT, _HIGH / max(tallest, 1.0))


def upon(count: int, each: float, share: float = 1.0, floor: float = 0.0) -> str:
    """Where one more lies in a column, from below, in a drawing that has this share of its plane above a floor."""
    return css_percent(floor + share * (min(count * each, _HIGH) + each / 2) / _HIGH)


def draw_heap(
    fallen: Whole,
    many: int,
    *,
    other: slice | None = None,
    share: float = 1.0,
    tallest: float = 0.0,
    more: Callable[[float], Content] = lambda _: None,
) -> Content:
    """What has fallen, each by its column of `many`, the last apart while it has room; it falls by itself.

    Columns of the slice `other` have another look. The drawing has this `share` of its plane's height, room for a
    column that is `tallest`, and `more` in it, given the height of one.

    >>> dots, drop = draw_heap(np.array([2, 2]), 4)
    >>> drop.attributes["style"], [one.attributes["d"] for one in dots.find("path")]
    ('left:62.5%;bottom:10.5%;--wide:7.35px', ['M625 96.5h.01'])
    """
    counts = np.bincount(fallen, minlength=many)
    each = height_of(max(tallest, float(counts.max())))
    last, drop = int(fallen[-1]), []
    aside = np.zeros_like(counts)
    if each >= _LEAST_DOT:
        counts[last] -= 1
        style = f"left:{css_percent((last + 0.5) / many)};bottom:{upon(counts[last], each, share)}"
        look = "drop other" if other and last in range(*other.indices(many)) else "drop"
        drop = [i(look, style=f"{style};--wide:{general(1.05 * each, 3)}px", data_new=f"drop {len(fallen)}")]
    if other:
        aside[other] = counts[other]
    new = len(fallen) // ENOUGH
    parts = [draw_stack("heap", counts - aside, each, new, more(each))]
    return [*parts, *([draw_stack("heap other", aside, each, new)] if other else []), *drop]


def draw_stack(look: str, counts: Whole, each: float, new: int, more: Content = None) -> Element:
    """Counts by column: dots on one another, or bars where there are too many; with another number `new` they fall."""
    wide = WIDE / len(counts)
    filled = [(column, count) for column, count in enumerate(counts.tolist()) if count]
    shape: list[Element] = []
    if each >= _LEAST_DOT:
        showers: list[str] = [""] * _SHOWERS
        for column, row in ((column, row) for column, count in filled for row in range(count)):
            dot = f"M{general((column + 0.5) * wide)} {general(_HIGH - (row + 0.5) * each, 4)}h.01"
            showers[min(row + 5 * column % 6, _SHOWERS - 1)] += dot  # what lies above falls later
        width = general(1.05 * each, 3)
        shape = [path("dots", d=d, stroke_width=width, style=f"--i:{n}") for n, d in enumerate(showers) if d]
    elif filled:
        bars = (
            f"M{general(column * wide + 0.5)} {_HIGH}v{general(-count * each, 4)}h{general(wide - 1)}V{_HIGH}z"
            for column, count in filled
        )
        shape = [path("bars", d="".join(bars))]
    drawn = drawing(WIDE, _HIGH, look, preserveAspectRatio="none", aria_hidden="true", data_new=f"{look} {new}")
    return drawn[shape, more]


def draw_curve(look: str, heights: FloatArray) -> Element:
    """A line over the columns, at these heights in percent."""
    wide = WIDE / len(heights)
    points = enumerate(heights.tolist())
    return path(look, d="M" + "L".join(f"{general((x + 0.5) * wide)} {general(_HIGH - y, 4)}" for x, y in points))
