"""Plots of statistics: the null distribution of a test with its tail, and confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import PolyCollection

from irlearn.errors import InputError
from irlearn.palette import PALETTE
from irlearn.plots.canvas import draw_rows, finish, is_narrow, lay_out, new_axes, require, set_title, styled, text_size
from irlearn.statistics import Interval, Result
from irlearn.statistics.null import Drawn
from irlearn.text.numbers import axis_label, percent, readable, score_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FILLED, _REST, _MIRROR = PALETTE["relevant"], PALETTE["not_relevant"], PALETTE["unjudged"]
_NAMES = {
    "sign": "queries that A wins",
    "wilcoxon-signed-rank": "W+, the ranks that A wins added up",
    "wilcoxon-rank-sum": "U of A, the pairs in which A is higher",
    "paired-t": "t",
    "unpaired-t": "t",
    "permutation": "mean of A − B",
    "binomial": "successes",
}
_MOST_BOXES = 80  # Up to this number, bars are drawn as boxes, hollow unless they belong to the tail.
_INVISIBLE = 5e-3  # A tail that is everywhere below this share of the highest bar cannot be seen.
_NARROW_SIZE = 7  # Points of print: the size of numbers beside narrow axes.
_OFFSET, _ROW = 4, 12  # Points of print: between a line and its label, and between lines of text.
_HEADROOM = 1.2  # Height of the axes as a multiple of the highest bar, for two lines of text.


def draw_null(result: Result, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the null distribution of a test with its observed statistic and the tail that gives p.

    Bars are probabilities that were counted, or shares of random swaps; a curve is a density. The solid line is at the
    observed statistic, the dashed line at the equally extreme value in the other tail. The filled area is p. If the two
    tails differ, as with ties in the rank-sum test, p is twice the smaller tail, and only the smaller tail is filled.

    Parameters
    ----------
    result : Result
        The result of any test of `irlearn.statistics`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the filled tail, as of `PolyCollection`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `result` has another type.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.statistics import sign_test
    >>> print(plots.draw_null(sign_test([1, 0, 0, 0, 0], [0, 1, 1, 1, 1])).get_label())
    Sign test: A wins 1, B wins 4, 0 ties. Null distribution of queries that A wins, drawn from 0 to 5: observed 1,
    as extreme 4, p = 3/8 = 0.375
    """
    require(result, Result, "draw_null", "the result of a test of irlearn.statistics, such as sign_test(a, b)")
    ax = new_axes(ax)
    null, p_text = result.null, _p_text(result)
    drawn = null.to_plot()
    ax.set_ylim(0, _HEADROOM * drawn.peak)
    if null.kind == "density":
        _draw_area(ax, drawn, kwargs)
    else:
        _draw_bars(ax, drawn, kwargs)
    name = _NAMES.get(result.test, "statistic")
    ax.set(xlabel=name, ylabel="density" if null.kind == "density" else "probability")
    marks = _marks(result)
    _draw_marks(ax, marks, _HEADROOM * drawn.peak)
    invisible = not np.any(drawn.heights[drawn.filled] > _INVISIBLE * drawn.peak)
    set_title(ax, f"■ {p_text}{', too small to be seen' if invisible else ''}", _FILLED)
    values = ", ".join(f"{word} {axis_label(value, 4)}" for word, value in marks.items())
    first, last = (axis_label(end, 4) for end in drawn.support[[0, -1]])
    return finish(ax, f"{result.title}. Null distribution of {name}, drawn from {first} to {last}: {values}, {p_text}")


def _p_text(result: Result) -> str:
    """Return the text that derives p from the filled area."""
    null, p = result.null, result.p_text
    if not null.doubled:
        return f"p {p}" if p.startswith("below") else f"p = {p}"
    twice = "twice that is above 1, so p = 1" if null.tail > 0.5 else f"p = 2 · tail = {p}"
    return f"tail {readable(null.tail)}, {twice}"


def _draw_bars(ax: Axes, drawn: Drawn, given: dict[str, Any]) -> None:
    values, heights, filled, gap = drawn.support, drawn.heights, drawn.filled, drawn.gap
    few = len(values) <= _MOST_BOXES
    half = gap * (0.4 if few else 0.5)
    for chosen, style in (
        (~filled, {"color": _REST, **({"facecolor": "white"} if few else {"alpha": 0.4, "linewidth": 0})}),
        (filled, styled(PolyCollection, given, color=_FILLED, **({} if few else {"linewidth": 0}))),
    ):
        left, right, top = values[chosen] - half, values[chosen] + half, heights[chosen]
        corners = np.array([[left, 0 * top], [left, top], [right, top], [right, 0 * top]])
        ax.add_collection(PolyCollection(list(corners.transpose(2, 0, 1)), **style))
    if not few:
        ax.step(values, heights, where="mid", color=_REST, linewidth=0.8, zorder=0.9)
    ax.autoscale_view(scaley=False)


def _draw_area(ax: Axes, drawn: Drawn, given: dict[str, Any]) -> None:
    ax.plot(drawn.support, drawn.heights, color=_REST, linewidth=1.2)
    for points, heights in drawn.tails:
        ax.fill_between(points, heights, **styled(PolyCollection, given, color=_FILLED, linewidth=0))


def _marks(result: Result) -> dict[str, float]:
    """Return the observed value and, if there is another tail, the limit of that tail."""
    marks = {"observed": result.null.observed}
    if result.null.mirror is not None:
        marks["no more likely" if result.test == "binomial" else "as extreme"] = result.null.mirror
    return marks


def _draw_marks(ax: Axes, marks: Mapping[str, float], top: float) -> None:
    """Draw a line for each mark, with its label at the upper end, on the outer side if there is room."""
    styles = ((_FILLED, "-", 0), (_MIRROR, "--", -_ROW))
    for value, (color, line, _) in zip(marks.values(), styles, strict=False):
        ax.plot([value, value], [0, top], line, color=color, linewidth=1.5)
    frame, unit = lay_out(ax)
    for (word, value), (color, _, row) in zip(marks.items(), styles, strict=False):
        label = ax.annotate(
            f"{word} {axis_label(value, 4)}",
            (value, top),
            (0, row),
            textcoords="offset points",
            va="top",
            color=color,
            fontsize=text_size(ax),
        )
        x = float(ax.transData.transform((value, 0))[0])
        width = label.get_window_extent().width + 2 * _OFFSET * unit
        left = (value == min(marks.values()) and x - width > frame.x0) or x + width > frame.x1
        label.set(ha="right" if left else "left", position=(-_OFFSET if left else _OFFSET, row))


def draw_intervals(
    intervals: Interval | Mapping[str, Interval],
    ax: Axes | None = None,
    *,
    reference: float | None = 0.0,
    **kwargs: Any,
) -> Axes:
    """Draw confidence intervals in rows: the estimate as a point, the interval as a line, the numbers beside it.

    Parameters
    ----------
    intervals : Interval or dict
        An interval, or intervals by name.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    reference : float or None, optional
        The value that means "no difference"; None if there is none, as for the mean of one system. An interval that
        covers it has a hollow point.
    **kwargs
        Options of the lines of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If there is no interval.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.statistics import t_interval
    >>> intervals = {"R2": t_interval([0.2, 0.4, 0.6]), "R3": t_interval([0.3, 0.4, 0.5])}
    >>> print(plots.draw_intervals(intervals).get_label())
    95% intervals. R2: 0.4000, -0.0968 to 0.8968, covers 0; R3: 0.4000, 0.1516 to 0.6484
    """
    by_name = intervals if isinstance(intervals, Mapping) else {"": intervals}
    if not by_name or not all(isinstance(interval, Interval) for interval in by_name.values()):
        raise InputError(
            "draw_intervals needs intervals of irlearn.statistics by name, such as {'R2': t_interval(a, b)}; "
            f"given: {', '.join(type(interval).__name__ for interval in by_name.values()) or 'none'}"
        )
    covering = [reference is not None and reference in interval for interval in by_name.values()]
    rows = [(interval.estimate, interval.low, interval.high) for interval in by_name.values()]
    ax = draw_rows(ax, [*by_name], rows, [_REST if covers else _FILLED for covers in covering], kwargs)
    descriptions = []
    for place, (name, row, covers) in enumerate(zip(by_name, rows, covering, strict=True)):
        estimate, low, high = score_texts(row)
        numbers = f"{estimate}, {low} to {high}"
        ax.annotate(
            numbers,
            (1, place),
            xycoords=("axes fraction", "data"),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            fontsize=_NARROW_SIZE if is_narrow(ax) else text_size(ax),
        )
        descriptions.append(f"{name}: {numbers}{f', covers {reference:g}' if covers else ''}".removeprefix(": "))
    kinds = dict.fromkeys((percent(interval.level), "".join(map(str, interval.of))) for interval in by_name.values())
    if reference is not None:
        ax.axvline(reference, color=_REST, linestyle="--", linewidth=1, zorder=0.9)
        ax.annotate(
            "no difference" if not reference else f"reference {reference:g}",
            (reference, 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 3),
            textcoords="offset points",
            ha="center",
            color=_REST,
            fontsize=text_size(ax),
        )
    ax.set_xlabel(" and ".join(f"{level} interval{of}" for level, of in kinds))
    return finish(ax, f"{' and '.join(f'{level} intervals{of}' for level, of in kinds)}. {'; '.join(descriptions)}")
