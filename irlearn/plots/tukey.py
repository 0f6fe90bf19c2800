"""The randomised Tukey HSD test, drawn: how far apart the best and the worst are by chance, and the closed form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.collections import PolyCollection

from irlearn.errors import InputError
from irlearn.palette import PALETTE
from irlearn.plots.canvas import drawn_on, settled
from irlearn.statistics import RandomizedTukey
from irlearn.text.english import count_noun
from irlearn.text.numbers import axis_label

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FILLED, _REST, _CURVE = PALETTE["relevant"], PALETTE["not_relevant"], PALETTE["unjudged"]
_SIZE = 9
_HEADROOM = 1.3  # of the highest bar: above it stand three lines of text
_BESIDE, _ROW = 4, 12  # in points of print: between a line and its label, and from one line of text to the next


def draw_tukey(result: RandomizedTukey, ax: Axes | None = None) -> Axes:
    """The null distribution of a randomised Tukey HSD test, with its closed form over it.

    Bars are shares of the permutations: how far apart the highest and the lowest mean are when no system is better.
    Those beyond the threshold, alpha of all, are filled; pairs whose means are further apart than that differ
    significantly. The curve is what the closed form makes of each bar, the dashed line its threshold, and the dotted
    one the largest difference that was found, where it is within the picture. Raises `InputError` for another result.

    >>> from irlearn import plots
    >>> from irlearn.statistics import randomized_tukey_hsd
    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> print(plots.draw_tukey(randomized_tukey_hsd(scores)).get_label())
    Randomised Tukey HSD: 3 systems on 4 topics, alpha 0.05. Range of the means by chance in 10,000 permutations, from
    0.025 to 0.175: threshold 0.15, closed form 0.1587, largest difference 0.175; 1 of 3 pairs differ
    """
    if not isinstance(result, RandomizedTukey):
        raise InputError(
            "draw_tukey draws what randomized_tukey_hsd(scores) gives, with its null distribution; "
            f"given: {type(result).__name__}"
        )
    ax = drawn_on(ax)
    null, expected = result.null, result.expected
    wide = result.bar
    top = _HEADROOM * max(float(null.heights.max()), float(expected.max()))
    _draw_bars(ax, null.support, null.heights, null.extreme, (wide if null.width else 0.8 * wide) / 2)
    ax.plot(null.support, expected, color=_CURVE, linewidth=1.5)
    low, high = float(null.support[0]) - wide, float(null.support[-1]) + wide
    marks = {
        "threshold": (result.threshold, _FILLED, "-"),
        "closed form": (result.limit, _CURVE, "--"),
        "largest difference": (null.observed, _REST, ":"),
    }
    ax.set(
        xlim=(low, high), ylim=(0, top), xlabel="highest less lowest mean, by chance", ylabel="share of permutations"
    )
    shown = {word: mark for word, mark in marks.items() if low <= mark[0] <= high}
    _draw_marks(ax, shown, top)
    ax.set_title(
        f"■ {result.found:,} of {count_noun(result.compared, 'pair')} differ by more than the threshold",
        loc="left",
        color=_FILLED,
        fontsize=_SIZE + 1,
    )
    found = ", ".join(f"{word} {axis_label(mark[0], 4)}" for word, mark in marks.items())
    first, last = (axis_label(end, 4) for end in null.support[[0, -1]])
    ax.set_label(
        f"{result.title}. Range of the means by chance in {count_noun(result.permutations, 'permutation')}, from "
        f"{first} to {last}: {found}; {result.found:,} of {count_noun(result.compared, 'pair')} differ"
    )
    return ax


def _draw_bars(ax: Axes, support: np.ndarray, heights: np.ndarray, filled: np.ndarray, half: float) -> None:
    for chosen, look in ((~filled, {"color": _REST, "alpha": 0.4}), (filled, {"color": _FILLED})):
        left, right, height = support[chosen] - half, support[chosen] + half, heights[chosen]
        corners = np.array([[left, 0 * height], [left, height], [right, height], [right, 0 * height]])
        ax.add_collection(PolyCollection(list(corners.transpose(2, 0, 1)), linewidth=0, **look))


def _draw_marks(ax: Axes, marks: dict[str, tuple[float, str, str]], top: float) -> None:
    """A line for each mark, its label at the upper end, each in a row of its own, on the side where there is room."""
    for value, colour, line in marks.values():
        ax.plot([value, value], [0, top], line, color=colour, linewidth=1.5)
    frame, unit = settled(ax)
    for row, (word, (value, colour, _)) in enumerate(marks.items()):
        label = ax.annotate(
            f"{word} {axis_label(value, 4)}",
            (value, top),
            (0, -row * _ROW),
            textcoords="offset points",
            va="top",
            color=colour,
            fontsize=_SIZE,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1, "alpha": 0.8},
        )
        here, wide = float(ax.transData.transform((value, 0))[0]), label.get_window_extent().width + 2 * _BESIDE * unit
        left = here + wide > frame.x1
        label.set(ha="right" if left else "left", position=(-_BESIDE if left else _BESIDE, -row * _ROW))
