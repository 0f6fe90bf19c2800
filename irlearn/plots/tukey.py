"""Plot of the randomized Tukey HSD test: the null distribution of the range of means, and its closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import PolyCollection

from irlearn.palette import PALETTE
from irlearn.plots.canvas import finish, lay_out, new_axes, require, set_title, styled, text_size
from irlearn.statistics import RandomizedTukey
from irlearn.text.english import count_noun
from irlearn.text.numbers import axis_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FILLED, _REST, _CURVE = PALETTE["relevant"], PALETTE["not_relevant"], PALETTE["unjudged"]
_HEADROOM = 1.3  # Height of the axes as a multiple of the highest bar, for three lines of text.
_OFFSET, _ROW = 4, 12  # Points of print: between a line and its label, and between lines of text.


def draw_tukey(result: RandomizedTukey, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the null distribution of a randomized Tukey HSD test, with its closed form.

    The bars show the difference of the highest and the lowest mean if no system is better, as shares of the
    permutations. The bars beyond the threshold are filled; together they are a share alpha of all permutations. Pairs
    of systems differ significantly if their means differ by more than the threshold. The curve is the height of each
    bar by the closed form, the dashed line its threshold, and the dotted line the largest observed difference, if it is
    within the plot.

    Parameters
    ----------
    result : RandomizedTukey
        The result of `randomized_tukey_hsd`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the filled bars, as of `PolyCollection`.

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
    >>> from irlearn.statistics import randomized_tukey_hsd
    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> print(plots.draw_tukey(randomized_tukey_hsd(scores)).get_label())
    Randomized Tukey HSD: 3 systems on 4 topics, alpha 0.05. Range of the means by chance in 10,000 permutations, from
    0.025 to 0.175: threshold 0.15, closed form 0.1587, largest difference 0.175; 1 of 3 pairs differ
    """
    needed = "the result of randomized_tukey_hsd(scores), with its null distribution"
    require(result, RandomizedTukey, "draw_tukey", needed)
    ax = new_axes(ax)
    null, expected = result.null, result.expected
    width = result.bar
    top = _HEADROOM * max(float(null.heights.max()), float(expected.max()))
    _draw_bars(ax, null.support, null.heights, null.extreme, (width if null.width else 0.8 * width) / 2, kwargs)
    ax.plot(null.support, expected, color=_CURVE, linewidth=1.5)
    low, high = float(null.support[0]) - width, float(null.support[-1]) + width
    marks = {
        "threshold": (result.threshold, _FILLED, "-"),
        "closed form": (result.limit, _CURVE, "--"),
        "largest difference": (null.observed, _REST, ":"),
    }
    ax.set(
        xlim=(low, high), ylim=(0, top), xlabel="highest minus lowest mean, by chance", ylabel="share of permutations"
    )
    shown = {word: mark for word, mark in marks.items() if low <= mark[0] <= high}
    _draw_marks(ax, shown, top)
    count = count_noun(result.compared, "pair")
    set_title(ax, f"■ {result.found:,} of {count} differ by more than the threshold", _FILLED)
    values = ", ".join(f"{word} {axis_label(mark[0], 4)}" for word, mark in marks.items())
    first, last = (axis_label(end, 4) for end in null.support[[0, -1]])
    return finish(
        ax,
        f"{result.title}. Range of the means by chance in {count_noun(result.permutations, 'permutation')}, from "
        f"{first} to {last}: {values}; {result.found:,} of {count} differ",
    )


def _draw_bars(
    ax: Axes, support: np.ndarray, heights: np.ndarray, filled: np.ndarray, half: float, given: dict[str, Any]
) -> None:
    for chosen, style in (
        (~filled, {"color": _REST, "alpha": 0.4}),
        (filled, styled(PolyCollection, given, color=_FILLED)),
    ):
        left, right, height = support[chosen] - half, support[chosen] + half, heights[chosen]
        corners = np.array([[left, 0 * height], [left, height], [right, height], [right, 0 * height]])
        ax.add_collection(PolyCollection(list(corners.transpose(2, 0, 1)), **{"linewidth": 0, **style}))


def _draw_marks(ax: Axes, marks: dict[str, tuple[float, str, str]], top: float) -> None:
    """Draw a line for each mark, with its label at the upper end. Each label has its own row, on the side with room."""
    for value, color, line in marks.values():
        ax.plot([value, value], [0, top], line, color=color, linewidth=1.5)
    frame, unit = lay_out(ax)
    for row, (word, (value, color, _)) in enumerate(marks.items()):
        label = ax.annotate(
            f"{word} {axis_label(value, 4)}",
            (value, top),
            (0, -row * _ROW),
            textcoords="offset points",
            va="top",
            color=color,
            fontsize=text_size(ax),
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8},
        )
        x = float(ax.transData.transform((value, 0))[0])
        width = label.get_window_extent().width + 2 * _OFFSET * unit
        left = x + width > frame.x1
        label.set(ha="right" if left else "left", position=(-_OFFSET if left else _OFFSET, -row * _ROW))
