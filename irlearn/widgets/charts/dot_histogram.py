"""Histograms of dots that fall into columns; columns with too many dots are drawn as bars."""

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

WIDE, _HIGH = 1000, 100  # the units of a drawing; the style sheet stretches the drawing to the available space
_DOT, _LEAST_DOT = 7.0, 3.0  # the usual and the least height of a dot; dots that would be lower are drawn as bars
_SHOWERS = 14  # the number of groups into which the dots are divided; the groups fall one after the other
_SLACK = 1e-9  # tolerance in columns, so that a value on an edge is counted in the column on its right
DOTS_PER_FALL = 100
"""The number of new dots after which all dots fall again."""

ColumnArray = NDArray[np.intp]
"""The number of values in each column, or the column of each value."""


def histogram_columns(values: FloatArray, scale: Scale, many: int) -> ColumnArray:
    """Return the index of the column of each value.

    Parameters
    ----------
    values : array of float, shape (n,)
        The values.
    scale : Scale
        The scale that the columns divide; values beyond it belong to the first or the last column.
    many : int
        The number of columns.

    Returns
    -------
    array of int, shape (n,)
        Indices from 0 to `many` - 1.

    Examples
    --------
    >>> histogram_columns(np.array([0.1, 0.25, 7]), Scale(0, 1, []), 4).tolist()
    [0, 1, 3]

    """
    share = (values - scale.low) / (scale.high - scale.low)
    return np.floor(share * many + _SLACK).clip(0, many - 1).astype(np.intp)


def height_per_dot(tallest: float) -> float:
    """Return the height of a dot in percent of the drawing, such that the tallest column fits."""
    return min(_DOT, _HIGH / max(tallest, 1.0))


def dot_bottom(count: int, each: float, share: float = 1.0, floor: float = 0.0) -> str:
    """Return the CSS `bottom` of the next dot of a column.

    Parameters
    ----------
    count : int
        The number of dots in the column.
    each : float
        The height of a dot in percent of the drawing.
    share : float, default 1
        The height of the drawing as a share of the plane's height.
    floor : float, default 0
        The share of the plane's height below the drawing.

    """
    return css_percent(floor + share * (min(count * each, _HIGH) + each / 2) / _HIGH)


def draw_dot_histogram(
    fallen: ColumnArray,
    many: int,
    *,
    other: slice | None = None,
    share: float = 1.0,
    tallest: float = 0.0,
    more: Callable[[float], Content] = lambda _: None,
) -> Content:
    """Draw the histogram of values in the order in which they were added.

    As long as values are drawn as dots, the dot of the last value is a separate element, which is animated as falling.

    Parameters
    ----------
    fallen : array of int
        The column of each value.
    many : int
        The number of columns.
    other : slice, optional
        Columns that are drawn in another style.
    share : float, default 1
        The height of the drawing as a share of the plane's height.
    tallest : float, default 0
        The number of dots in the tallest column for which the drawing must have room.
    more : callable, optional
        A function that draws further content, given the height of a dot in percent.

    Examples
    --------
    >>> dots, drop = draw_dot_histogram(np.array([2, 2]), 4)
    >>> drop.attributes["style"], [path.attributes["d"] for path in dots.find("path")]
    ('left:62.5%;bottom:10.5%;--wide:7.35px', ['M625 96.5h.01'])

    """
    counts = np.bincount(fallen, minlength=many)
    each = height_per_dot(max(tallest, float(counts.max())))
    last, drop = int(fallen[-1]), []
    other_counts = np.zeros_like(counts)
    if each >= _LEAST_DOT:
        counts[last] -= 1
        style = f"left:{css_percent((last + 0.5) / many)};bottom:{dot_bottom(counts[last], each, share)}"
        look = "drop other" if other and last in range(*other.indices(many)) else "drop"
        drop = [i(look, style=f"{style};--wide:{general(1.05 * each, 3)}px", data_new=f"drop {len(fallen)}")]
    if other:
        other_counts[other] = counts[other]
    new = len(fallen) // DOTS_PER_FALL
    stacks = [draw_columns("heap", counts - other_counts, each, new, more(each))]
    if other:
        stacks.append(draw_columns("heap other", other_counts, each, new))
    return [*stacks, *drop]


def draw_columns(look: str, counts: ColumnArray, each: float, new: int, more: Content = None) -> Element:
    """Draw the columns of a histogram.

    Parameters
    ----------
    look : str
        The CSS classes of the drawing.
    counts : array of int
        The number of values in each column.
    each : float
        The height of a dot in percent of the drawing; below a limit, bars are drawn.
    new : int
        The number of the drawing; when it changes, the animation of all dots starts again.
    more : content, optional
        Further content of the drawing.

    """
    wide = WIDE / len(counts)
    filled = [(column, count) for column, count in enumerate(counts.tolist()) if count]
    shape: list[Element] = []
    if each >= _LEAST_DOT:
        showers: list[str] = [""] * _SHOWERS
        for column, count in filled:
            for row in range(count):
                dot = f"M{general((column + 0.5) * wide)} {general(_HIGH - (row + 0.5) * each, 4)}h.01"
                # Upper dots start to fall later, so that a column grows from below.
                showers[min(row + 5 * column % 6, _SHOWERS - 1)] += dot
        width = general(1.05 * each, 3)
        shape = [
            path("dots", d=dots, stroke_width=width, style=f"--i:{index}") for index, dots in enumerate(showers) if dots
        ]
    elif filled:
        bars = (
            f"M{general(column * wide + 0.5)} {_HIGH}v{general(-count * each, 4)}h{general(wide - 1)}V{_HIGH}z"
            for column, count in filled
        )
        shape = [path("bars", d="".join(bars))]
    picture = drawing(WIDE, _HIGH, look, preserveAspectRatio="none", aria_hidden="true", data_new=f"{look} {new}")
    return picture[shape, more]


def draw_curve(look: str, heights: FloatArray) -> Element:
    """Draw a line through the middles of the columns at the given heights, in percent of the drawing."""
    wide = WIDE / len(heights)
    points = enumerate(heights.tolist())
    return path(look, d="M" + "L".join(f"{general((x + 0.5) * wide)} {general(_HIGH - y, 4)}" for x, y in points))
