"""The picture of the luck machine: the systems of the last throw as a heap of dots, and the best of all throws."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.markup import Content, Element, div, i, p, path, span
from irlearn.numbers import fixed, general, on_axis
from irlearn.statistics.arrays import Floats
from irlearn.studies.extremes import Maximum
from irlearn.widgets.charts import Scale
from irlearn.widgets.fields import percent
from irlearn.widgets.null_distribution import nice_ticks
from irlearn.widgets.plots import drawing

_WIDE, _HIGH = 1000, 100  # of a drawing, which the styles stretch to their plane
_COLUMNS = 84
_BELOW, _ABOVE = 3.5, 7.0  # units that an axis reaches below and above the mean; the best of many lies above
_UNITS = (1, 1.5, 2, 3, 5, 7, 10)
_DOT, _LEAST_DOT = 7.0, 3.0  # the height of a dot; where less is left for each, a column is drawn as a bar
_SHARE = 0.46  # of the plane's height that a throw has, and the heap below it, as in the styles
_ENOUGH = 100  # throws from which on the exact curve is drawn; at each so many more the heap falls anew
_SHOWERS = 14  # in which the dots of a heap fall
_LEFT_TAIL, _RIGHT_TAIL = -4.5, 7.0  # standard deviations from the mean, outside of which a curve is flat
_WORDS = 17  # columns that the words of a winner cover where the picture stands beside the tables
_FAR = 69.0  # percent of the axis from which on words stand on the left of their line
_FAR_LONG = 62.0  # the same for the longest words

Whole = NDArray[np.int64]
"""How many there are in each column, or in which column each is."""


class Exact(NamedTuple):
    """What is exact of a maximum, and takes long where systems correlate: its 95% point, and its density by column."""

    top: float
    density: Floats


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
    luck: Maximum, scores: Floats, maxima: Floats, interval: tuple[float, float], before: Maximum | None = None
) -> Element:
    """The last throw above, and the best of all throws below it, on one axis of scores.

    `scores` are those of all systems in the last throw and `maxima` the best of each, both empty before the first;
    `interval` is shaded; `before` is a maximum whose curve is dashed.

    >>> drawn = draw_throws(Maximum(3, 0.2, 0.01), np.array([0.19, 0.2, 0.21]), np.array([0.21]), (0.18, 0.22))
    >>> [one.text for one in drawn.find("span", "winner")]
    ['best 0.2100']
    """
    low, high = _axis(luck)
    scale = Scale(low, high, [(at, on_axis(at)) for at in nice_ticks(max(low, 0), min(high, 1), 6)])
    left, right = map(scale.left, interval)
    return div[
        div("plane", role="img", aria_label=_told(luck, scores, maxima))[
            i("band", style=f"left:{left};right:calc(100% - {right})"),
            _line("mean", "true score", luck.mean, scale, -1),
            _last(scores, scale, len(maxima))
            if len(scores)
            else span("empty swarm")["the systems of a throw stand here"],
            _heap(luck, maxima, scale, before)
            if len(maxima)
            else span("empty heap")["the best of each throw falls here"],
            (span("x", style=f"left:{scale.left(at)}")[words] for at, words in scale.ticks),
        ],
        p("small key")[i("band"), f" where 95% of single systems score, {four(interval[0])} to {four(interval[1])}"],
    ]


def _told(luck: Maximum, scores: Floats, maxima: Floats) -> str:
    """The picture in words."""
    if not len(scores):
        return "An empty axis of scores."
    return (
        f"{luck.n:,} systems of the last throw, from {four(scores.min())} to {four(scores.max())}; below them the "
        f"best of {len(maxima):,} throws, from {four(maxima.min())} to {four(maxima.max())}."
    )


def _last(scores: Floats, scale: Scale, throw: int) -> Content:
    """The systems of the throw of that number as a heap of dots, with the winner apart."""
    place = int(scores.argmax())
    counts = _counts(np.delete(scores, place), scale)
    column = _column(scores[place : place + 1], scale)[0]
    each = _each(float(counts.max()))
    far, at = _percent(scores[place], scale) > _FAR, f"left:{scale.left(scores[place])}"
    beside = counts[max(column - _WORDS, 0) : column + 1] if far else counts[column : column + 1]
    return [
        _stack("swarm", counts, each, throw),
        i("fall", style=at, data_new=f"fall {throw}"),
        i("winner", style=f"{at};bottom:{_upon(counts[column], each)}", data_new=f"winner {throw}"),
        span(
            f"winner{' left' if far else ''}",
            style=f"{at};bottom:{_upon(beside.max(), each)}",
            data_new=f"best {throw}",
        )[f"best {four(scores[place])}"],
    ]


def _upon(count: int, each: float) -> str:
    """Where one more stands in a column of the throw, from below in percent of the plane."""
    return percent(1 - _SHARE + _SHARE * (min(count * each, _HIGH) + each / 2) / _HIGH)


def _heap(luck: Maximum, maxima: Floats, scale: Scale, before: Maximum | None) -> Content:
    """The best of all throws as a heap, the last one apart, with the exact curve, its mean and its 95% point."""
    counts, exact, curves = _counts(maxima, scale), exactly(luck), []
    tallest = float(counts.max())
    if len(maxima) >= _ENOUGH:
        curves = [("curve", exact.density)]
        if before is not None and _axis(before) == _axis(luck):
            curves.insert(0, ("curve was", exactly(before).density))
        tallest = max(tallest, *(float(density.max()) * len(maxima) for _, density in curves))
    each, drop = _each(tallest), None
    if each >= _LEAST_DOT:  # one falls by itself
        column = int(_column(maxima[-1:], scale)[0])
        counts[column] -= 1
        drop = _drop(column, int(counts[column]), each, len(maxima))
    drawn = [_curve(look, density * len(maxima) * each) for look, density in curves]
    return [
        _stack("heap", counts, each, len(maxima) // _ENOUGH, drawn),
        drop,
        _line("expected", "expected best", luck.expected, scale, 1),
        _line("top", "95% point", exact.top, scale, 1),
    ]


def _drop(column: int, row: int, each: float, throw: int) -> Element:
    """The best of the last throw, where it lies in the heap."""
    left, bottom = percent((column + 0.5) / _COLUMNS), percent(_SHARE * (row + 0.5) * each / _HIGH)
    return i("drop", style=f"left:{left};bottom:{bottom};--wide:{general(1.05 * each, 3)}px", data_new=f"drop {throw}")


def _line(look: str, words: str, value: float, scale: Scale, side: int) -> Content:
    """A level on the axis with its words on one side of it."""
    left = side < 0 or _percent(value, scale) > (_FAR_LONG if look == "expected" else _FAR)
    where = f"left:{scale.left(value)}"
    text = general(value) if look == "mean" else four(value)
    return [
        i(f"level {look}", style=where),
        span(f"level {look}{' left' if left else ''}", style=where)[f"{words} {text}"],
    ]


def _stack(look: str, counts: Whole, each: float, new: int, more: Content = None) -> Element:
    """Counts by column: dots on one another, or bars where there are too many; with another number `new` they fall."""
    wide = _WIDE / _COLUMNS
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
    drawn = drawing(_WIDE, _HIGH, look, preserveAspectRatio="none", aria_hidden="true", data_new=f"{look} {new}")
    return drawn[shape, more]


def _curve(look: str, heights: Floats) -> Element:
    wide = _WIDE / _COLUMNS
    points = zip(range(_COLUMNS), heights.tolist(), strict=True)
    return path(look, d="M" + "L".join(f"{general((x + 0.5) * wide)} {general(_HIGH - y, 4)}" for x, y in points))


def _counts(values: Floats, scale: Scale) -> Whole:
    return np.bincount(_column(values, scale), minlength=_COLUMNS)


def _column(values: Floats, scale: Scale) -> Whole:
    share = (values - scale.low) / (scale.high - scale.low)
    return np.clip(share * _COLUMNS, 0, _COLUMNS - 1).astype(np.int64)


def _each(tallest: float) -> float:
    """How high one of a column is, so that the tallest column has room."""
    return min(_DOT, _HIGH / max(tallest, 1.0))


def _percent(value: float, scale: Scale) -> float:
    return 100 * (value - scale.low) / (scale.high - scale.low)


def four(value: float) -> str:
    """A score as the machine writes it."""
    return fixed(float(value), 4)
