"""A null distribution as a picture: what a statistic may be by chance, what was found, and where a test rejects."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from irlearn.statistics import NullDistribution
from irlearn.statistics.null import Drawn
from irlearn.text.html import Element, div, line, p, path, rect, span, text
from irlearn.text.numbers import axis_label, general
from irlearn.widgets.charts.axes import drawing

_HOLLOW = 80  # bars up to which each is drawn as a box
_SLACK = 1e-9  # so that a tail of exactly alpha counts as reached
_SIZES = {"broad": (342, 92, 6), "slim": (202, 68, 5)}  # of each drawing: pixels of the plot, and about how many ticks
_LEFT = 50  # pixels before the plot, for numbers of six signs
_EDGE = 12  # pixels between the frame and the first and last bar
_LETTER, _BOLD, _CAPTION = 6.6, 7.8, 72  # pixels of a letter, thin and bold, and of the axis's name before the labels
_LINE = 14  # pixels of a line of labels


@dataclass(frozen=True)
class Rejection:
    """The values of a statistic that a two-sided test rejects: up to `low`, and from `high` on.

    Either is None where no value on that side is rare enough, or, of a density, none that is drawn. `smallest` is the
    smallest p-value that the test can give at all, None where the values were not all counted.
    """

    low: float | None
    high: float | None
    smallest: Fraction | None = None

    @property
    def none(self) -> bool:
        """Whether no value that is drawn is rejected."""
        return self.low is None and self.high is None


def rejection(null: NullDistribution, alpha: float) -> Rejection:
    """Where a two-sided test rejects at `alpha` (0 to 1): twice the smaller tail is at most alpha there.

    >>> from irlearn.statistics import sign_test
    >>> five = sign_test([1, 0, 0, 0, 0], [0, 1, 1, 1, 1]).null
    >>> rejection(five, 0.05).none, rejection(five, 0.05).smallest
    (True, Fraction(1, 16))
    >>> rejection(five, 0.10).low, rejection(five, 0.10).high
    (0.0, 5.0)
    """
    if null.kind == "density":
        return _of_density(null, alpha)
    enough = alpha * (1 + _SLACK)
    below, above = np.cumsum(null.heights), np.cumsum(null.heights[::-1])[::-1]
    left, right = np.flatnonzero(2 * below <= enough), np.flatnonzero(2 * above <= enough)
    smallest = None
    if null.kind == "probabilities":
        smallest = min(2 * Fraction(float(min(below[0], above[-1]))).limit_denominator(10**12), Fraction(1))
    return Rejection(
        float(null.support[left[-1]]) if len(left) else None,
        float(null.support[right[0]]) if len(right) else None,
        smallest,
    )


def _of_density(null: NullDistribution, alpha: float) -> Rejection:
    """Counted from the middle, on both sides of which lies half of the area, also that which is not drawn."""
    half = len(null.support) // 2
    points, heights = null.support[half:], null.heights[half:]
    areas = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2 * np.diff(points))])
    wanted = (1 - alpha) / 2
    if areas[-1] < wanted:
        return Rejection(None, None)
    away = float(np.interp(wanted, areas, points - points[0]))
    return Rejection(float(points[0]) - away, float(points[0]) + away)


def draw_null(null: NullDistribution, *, alpha: float, name: str, alt: str, level: str = "") -> list[Element]:
    """The distribution as a picture: bars or an area, solid where as extreme as what was found, and what is rejected.

    It is drawn twice, `broad` and `slim`, so that its letters keep their size on a narrow page: the styles show one of
    them. `name` is what the statistic is called on its axis, `alt` the text that a screen reader reads, and `level` how
    alpha is written (as "0.05/10").
    """
    region = rejection(null, alpha)
    drawn = null.drawn(region.low, region.high)
    pictures = [_Plot(drawn, *size).draw(f"null {look}", region) for look, size in _SIZES.items()]
    return [
        div(role="img", aria_label=alt)[pictures],
        p("small under")[
            span("soft" if region.none else "reject")[_rejected(region, level or general(alpha))], span[name]
        ],
    ]


def _rejected(region: Rejection, level: str) -> str:
    """The values that are rejected, as a sentence."""
    if region.none and region.smallest is not None:
        return f"no value is rejected at {level}"
    if region.none:
        return f"rejected at {level}: only beyond this picture"
    words = [] if region.low is None else [f"up to {axis_label(region.low)}"]
    words += [] if region.high is None else [f"from {axis_label(region.high)} on"]
    return f"rejected at {level}: {' and '.join(words)}"


@dataclass(frozen=True)
class _Mark:
    """A value that has a line of its own, and the words above it: in which row they stand, and between which places."""

    css_class: str
    x: float
    text: str
    row: int
    start: float
    end: float

    def meets(self, other: _Mark) -> bool:
        """Whether its words run into another's."""
        return self.row == other.row and self.start < other.end and other.start < self.end


class _Plot:
    """The plotting area, in pixels: values go right, probability goes up; below stands the rejection region."""

    def __init__(self, drawn: Drawn, wide: int, high: int, most: int) -> None:
        self.drawn, self.left, self.wide, self.high, self.most = drawn, _LEFT, wide, high, most
        self.right, self.width = _LEFT + wide, _LEFT + wide + 8
        self.first, self.last = drawn.ends
        if self.first == self.last:
            self.first, self.last = self.first - 1, self.last + 1
        self.marks = self.placed(drawn.of)
        self.top = 20 + _LINE * max((mark.row for mark in self.marks), default=0)
        self.floor = self.top + high

    def draw(self, look: str, region: Rejection) -> Element:
        """The whole picture."""
        shapes = self.areas() if self.drawn.of.kind == "density" else self.bars()
        return drawing(self.width, self.floor + 26, look, aria_hidden="true")[
            self.axes(), shapes, self.bounds(), self.region(region)
        ]

    def placed(self, null: NullDistribution) -> list[_Mark]:
        """What was found and what would be as far out on the other side, each with a place for its words."""
        marks = {"found": null.observed}
        if null.mirror is not None:
            marks = {"as far out": null.mirror, **marks}
        done: list[_Mark] = []
        for word, value in marks.items():
            x, words = self.x(value), f"{word} {axis_label(value)}"
            room = (_BOLD if word == "found" else _LETTER) * len(words)
            starts = [x - room - 3, x + 3, min(max(x - room / 2, 0), self.width - room)]
            if len(marks) == 1 or value != min(marks.values()):
                starts[:2] = starts[1], starts[0]
            look = "found" if word == "found" else "mirror"
            places = (_Mark(look, x, words, row, start, start + room) for row in range(3) for start in starts)
            done.append(next(place for place in places if self.free(place, done)))
        return done

    def free(self, place: _Mark, taken: list[_Mark]) -> bool:
        """Whether words find room there, beside the name of the axis and other words."""
        least = 0 if place.row else _CAPTION
        return least <= place.start and place.end <= self.width and not any(map(place.meets, taken))

    def x(self, value: Any) -> Any:
        """How far right values lie, one or an array of them."""
        inside = (value - self.first) / (self.last - self.first)
        return np.round(self.left + _EDGE + inside * (self.wide - 2 * _EDGE), 1)

    def y(self, height: Any) -> Any:
        """How far down heights lie, one or an array of them."""
        return np.round(self.floor - height / self.drawn.peak * self.high, 1)

    def axes(self) -> list[Element]:
        """The axis below with its ticks, and lines across at two heights."""
        right, floor = self.right, self.floor
        drawn = [line("axis", x1=self.left, x2=right, y1=floor, y2=floor)]
        for value in nice_ticks(self.first, self.last, self.most):
            x = self.x(value)
            drawn.append(line("axis", x1=x, x2=x, y1=floor, y2=floor + 8))
            drawn.append(text("soft", x=x, y=floor + 21, text_anchor="middle")[axis_label(value)])
        for height in nice_ticks(0, self.drawn.peak, 2):
            y = self.y(height)
            drawn += [line("grid", x1=self.left, x2=right, y1=y, y2=y)] if height else []
            drawn.append(text("soft", x=self.left - 6, y=y + 4, text_anchor="end")[axis_label(height)])
        return [*drawn, text("soft", x=2, y=11)["density" if self.drawn.of.kind == "density" else "probability"]]

    def bars(self) -> list[Element]:
        """A bar at each value, filled where it counts; of those that share a pixel the highest."""
        drawn, floor = self.drawn, self.floor
        apart = drawn.gap / (self.last - self.first) * (self.wide - 2 * _EDGE)
        thick = round(min(max(apart - 1, 1.0), 18.0), 1)
        xs, ys = self.x(drawn.support), self.y(drawn.heights)
        if len(xs) <= _HOLLOW and thick >= 3:
            return [
                rect("far" if far else "near", x=round(x - thick / 2, 1), y=y, width=thick, height=max(floor - y, 0.5))
                for x, y, far in zip(xs.tolist(), ys.tolist(), drawn.filled.tolist(), strict=True)
            ]
        bars = []
        for look, chosen in (("near", ~drawn.filled), ("far", drawn.filled)):
            places, at = np.unique(np.round(xs[chosen], 1 if apart >= 1 else 0), return_inverse=True)
            tops = np.full(len(places), float(floor))
            np.minimum.at(tops, at, ys[chosen])
            strokes = "".join(f"M{x} {floor}V{y}" for x, y in zip(places.tolist(), tops.tolist(), strict=True))
            bars += [path(look, d=strokes, stroke_width=thick)] if strokes else []
        return bars

    def areas(self) -> list[Element]:
        """The area under a density, filled where it counts."""
        floor, found = self.floor, []
        for look, areas in (("near", self.drawn.middle), ("far", self.drawn.tails)):
            for points, heights in areas:
                xs, ys = self.x(points).tolist(), self.y(heights).tolist()
                corners = "".join(f"L{x} {y}" for x, y in zip(xs, ys, strict=True))
                found.append(path(f"{look} wide", d=f"M{xs[0]} {floor}{corners}L{xs[-1]} {floor}Z"))
        return found

    def bounds(self) -> list[Element]:
        """A line where the statistic was found, and a dashed one where it would be as far out on the other side."""
        drawn = []
        for mark in self.marks:
            at, anchor = (mark.end, "end") if mark.end < mark.x else (mark.start, "start")
            words = text(mark.css_class, x=round(at, 1), y=11 + _LINE * mark.row, text_anchor=anchor)[mark.text]
            drawn += [line(mark.css_class, x1=mark.x, x2=mark.x, y1=self.top - 4, y2=self.floor), words]
        return drawn

    def region(self, region: Rejection) -> list[Element]:
        """The values that are rejected, as a band under the axis."""
        y, bands = self.floor + 4, []
        if region.low is not None:
            bands.append((self.left, max(self.x(region.low) + 2, self.left + 4)))
        if region.high is not None:
            bands.append((min(self.x(region.high) - 2, self.right - 4), self.right))
        return [line("reject", x1=x, x2=end, y1=y, y2=y) for x, end in bands]


def nice_ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from `low` to `high`, evenly spaced, about `most` of them and at least two where there is room.

    >>> nice_ticks(0, 45, 6)
    [0.0, 10.0, 20.0, 30.0, 40.0]
    """
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(step for step in (1, 2, 5, 10) if step * power >= rough * (1 - _SLACK)) * power
    first, last = math.ceil(low / step - _SLACK), math.floor(high / step + _SLACK)
    return [number * step for number in range(first, last + 1)]
