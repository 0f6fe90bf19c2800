"""The picture of the luck machine: the systems of the last throw as a heap of dots, and the best of all throws."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from irlearn.statistics.arrays import FloatArray
from irlearn.studies.extremes import Maximum
from irlearn.text.html import Content, Element, div, i, p, span
from irlearn.text.numbers import axis_label, fixed, general
from irlearn.widgets.charts.dot_histogram import (
    ENOUGH,
    columns_of,
    draw_curve,
    draw_heap,
    draw_stack,
    height_of,
    upon,
)
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale

_COLUMNS = 84
_BELOW, _ABOVE = 3.5, 7.0  # units that an axis reaches below and above the mean; the best of many lies above
_UNITS = (1, 1.5, 2, 3, 5, 7, 10)
SHARE = 0.46
"""Of a plane's height, what the swarm has, and the heap below it, as in the styles."""
_LEFT_TAIL, _RIGHT_TAIL = -4.5, 7.0  # standard deviations from the mean, outside of which a curve is flat
_WORDS = 0.21  # of the columns, what the words of a winner cover where the picture stands beside the tables
_FAR = 69.0  # percent of the axis from which on words stand on the left of their line
_FAR_LONG = 62.0  # the same for the longest words


class Exact(NamedTuple):
    """What is exact of a maximum, and takes long where systems correlate: its 95% point, and its density by column."""

    top: float
    density: FloatArray


@lru_cache(maxsize=256)
def exactly(luck: Maximum) -> Exact:
    """The exact figures of a maximum, worked out once."""
    low, high = _axis(luck)
    edges = np.linspace(low, high, _COLUMNS + 1)
    middles, density = (edges[1:] + edges[:-1]) / 2, np.zeros(_COLUMNS)
    away = (middles - luck.expected) / luck.deviation
    seen = (away > _LEFT_TAIL) & (away < _RIGHT_TAIL)
    density[seen] = luck.pdf(middles[seen])
    return Exact(luck.quantile(0.95), density * (high - low) / _COLUMNS)


def _axis(luck: Maximum) -> tuple[float, float]:
    """The scores from left to right, the same for spreads that are nearly the same."""
    power = 10.0 ** np.floor(np.log10(luck.sd))
    unit = next(one * power for one in _UNITS if one * power >= luck.sd * (1 - 1e-9))
    return luck.mean - _BELOW * unit, luck.mean + _ABOVE * unit


def draw_throws(
    luck: Maximum, scores: FloatArray, maxima: FloatArray, interval: tuple[float, float], before: Maximum | None = None
) -> Element:
    """The last throw above, and the best of all throws below it, on one axis of scores.

    `scores` are those of all systems in the last throw and `maxima` the best of each, both empty before the first;
    `interval` is shaded; `before` is a maximum whose curve is dashed.

    >>> drawn = draw_throws(Maximum(3, 0.2, 0.01), np.array([0.19, 0.2, 0.21]), np.array([0.21]), (0.18, 0.22))
    >>> [one.text for one in drawn.find("span", "winner")]
    ['best 0.2100']
    """
    low, high = _axis(luck)
    scale = Scale(low, high, [(at, axis_label(at)) for at in nice_ticks(max(low, 0), min(high, 1), 6)])
    left, right = map(scale.left, interval)
    return div[
        div("plane", role="img", aria_label=_told(luck, scores, maxima))[
            i("band", style=f"left:{left};right:calc(100% - {right})"),
            draw_line("mean", "true score", luck.mean, scale, -1),
            draw_swarm(scores, int(scores.argmax()), f"best {four(scores.max())}", scale, len(maxima))
            if len(scores)
            else span("empty swarm")["the systems of a throw stand here"],
            _heap(luck, maxima, scale, before)
            if len(maxima)
            else span("empty heap")["the best of each throw falls here"],
            (span("x", style=f"left:{scale.left(at)}")[words] for at, words in scale.ticks),
        ],
        p("small key")[i("band"), f" where 95% of single systems score, {four(interval[0])} to {four(interval[1])}"],
    ]


def _told(luck: Maximum, scores: FloatArray, maxima: FloatArray) -> str:
    """The picture in words."""
    if not len(scores):
        return "An empty axis of scores."
    return (
        f"{luck.n:,} systems of the last throw, from {four(scores.min())} to {four(scores.max())}; below them the "
        f"best of {len(maxima):,} throws, from {four(maxima.min())} to {four(maxima.max())}."
    )


def draw_swarm(scores: FloatArray, place: int, words: str, scale: Scale, new: int, many: int = _COLUMNS) -> Content:
    """All systems as a heap of dots that falls anew with another number `new`, the one at that place apart, and named.

    Below it its line falls.
    """
    column = int(columns_of(scores[place : place + 1], scale, many)[0])
    counts = np.bincount(columns_of(np.delete(scores, place), scale, many), minlength=many)
    each = height_of(float(counts.max()))
    far, at = is_far(scores[place], scale), f"left:{scale.left(scores[place])}"
    beside = counts[max(column - int(_WORDS * many), 0) : column + 1] if far else counts[column : column + 1]
    return [
        draw_stack("swarm", counts, each, new),
        i("fall", style=at, data_new=f"fall {new}"),
        i("winner", style=f"{at};bottom:{upon(counts[column], each, SHARE, 1 - SHARE)}", data_new=f"winner {new}"),
        span(
            f"winner{' left' if far else ''}",
            style=f"{at};bottom:{upon(beside.max(), each, SHARE, 1 - SHARE)}",
            data_new=f"best {new}",
        )[words],
    ]


def _heap(luck: Maximum, maxima: FloatArray, scale: Scale, before: Maximum | None) -> Content:
    """The best of all throws as a heap, the last one apart, with the exact curve, its mean and its 95% point."""
    exact, many = exactly(luck), len(maxima)
    densities: dict[str, FloatArray] = {}
    if many >= ENOUGH:
        if before is not None and _axis(before) == _axis(luck):
            densities["curve was"] = exactly(before).density
        densities["curve"] = exact.density
    return [
        draw_heap(
            columns_of(maxima, scale, _COLUMNS),
            _COLUMNS,
            share=SHARE,
            tallest=max((float(density.max()) * many for density in densities.values()), default=0),
            more=lambda each: [draw_curve(look, density * many * each) for look, density in densities.items()],
        ),
        draw_line("expected", "expected best", luck.expected, scale, 1),
        draw_line("top", "95% point", exact.top, scale, 1),
    ]


def draw_line(look: str, words: str, value: float, scale: Scale, side: int) -> Content:
    """A level on the axis with its words on one side of it."""
    left = side < 0 or is_far(value, scale, _FAR_LONG if look == "expected" else _FAR)
    where = f"left:{scale.left(value)}"
    text = general(value) if look == "mean" else four(value)
    return [
        i(f"level {look}", style=where),
        span(f"level {look}{' left' if left else ''}", style=where)[f"{words} {text}"],
    ]


def is_far(value: float, scale: Scale, far: float = _FAR) -> bool:
    """Whether words at a value stand on the left of it."""
    return 100 * (value - scale.low) / (scale.high - scale.low) > far


def four(value: float) -> str:
    """A score as the machine writes it."""
    return fixed(float(value), 4)
