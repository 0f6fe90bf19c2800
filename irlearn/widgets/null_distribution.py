"""A null distribution as a picture: what a statistic may be by chance, what was found, and where a test rejects."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from irlearn.markup import Element, div, line, p, path, rect, span, text
from irlearn.numbers import on_axis
from irlearn.statistics import NullDistribution
from irlearn.widgets.plots import drawing

_Numbers = NDArray[np.float64]

_FAINT = 1e-3  # of the highest bar: what is lower, and not needed otherwise, is left out at both ends
_HOLLOW = 80  # bars up to which each is drawn as a box
_SLACK = 1e-9  # so that a tail of exactly alpha counts as reached
_SIZES = {"broad": (348, 92, 6), "slim": (208, 68, 5)}  # of each drawing: pixels of the plot, and about how many ticks
_EDGE = 12  # pixels between the frame and the first and last bar
_LETTER, _CAPTION = 6.4, 68  # pixels of a letter, and of the axis's name at the left of the labels
_LINE = 14  # pixels of a line of labels


@dataclass(frozen=True)
class Rejection:
    """The values of a statistic that a two-sided test rejects at `alpha`: up to `low`, and from `high` on.

    Either is None where no value on that side is rare enough, or, of a density, none that is drawn. `smallest` is the
    smallest p-value that the test can give at all, None where the values were not all counted.
    """

    alpha: float
    low: float | None
    high: float | None
    smallest: Fraction | None

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
        alpha,
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
        return Rejection(alpha, None, None, None)
    away = float(np.interp(wanted, areas, points - points[0]))
    return Rejection(alpha, float(points[0]) - away, float(points[0]) + away, None)


def draw_null(null: NullDistribution, *, alpha: float, name: str, alt: str, level: str = "") -> list[Element]:
    """The distribution as a picture: bars or an area, solid where as extreme as what was found, and what is rejected.

    It is drawn twice, `broad` and `slim`, so that its letters keep their size on a narrow page: the styles show one of
    them. `name` is what the statistic is called on its axis, `alt` the text that a screen reader reads, and `level` how
    alpha is written (as "0.05/10").
    """
    region = rejection(null, alpha)
    kept = _kept(null, region)
    values, heights, extreme = null.support[kept], null.heights[kept], null.extreme[kept]
    drawn = []
    for look, (wide, high, most) in _SIZES.items():
        plot = _Plot(values, heights, null, wide, high)
        density = null.kind == "density"
        drawn.append(
            drawing(plot.width, plot.height, f"null {look}", aria_hidden="true")[
                plot.axes("density" if density else "probability", most),
                plot.area(values, heights, null) if density else plot.bars(values, heights, extreme, null.width),
                plot.bounds(),
                plot.region(region),
            ]
        )
    return [
        div(role="img", aria_label=alt)[drawn],
        p("small under")[
            span("soft" if region.none else "reject")[_rejected(region, level or f"{alpha:g}")], span[name]
        ],
    ]


def _kept(null: NullDistribution, region: Rejection) -> slice:
    """The values worth drawing: those not too faint, the one found and its mirror image, and the region's first."""
    seen = np.flatnonzero(null.heights >= _FAINT * null.heights.max())
    first, last = int(seen[0]), int(seen[-1])
    needed = [value for value in (null.observed, null.low, null.high, region.low, region.high) if value is not None]
    for value in filter(math.isfinite, needed):
        at = int(np.argmin(np.abs(null.support - value)))
        first, last = min(first, at), max(last, at)
    return slice(first, last + 1)


def _rejected(region: Rejection, level: str) -> str:
    """The values that are rejected, as a sentence."""
    if region.none and region.smallest is not None:
        return f"no value is rejected at {level}"
    if region.none:
        return f"rejected at {level}: only beyond this picture"
    words = [] if region.low is None else [f"up to {on_axis(region.low)}"]
    words += [] if region.high is None else [f"from {on_axis(region.high)} on"]
    return f"rejected at {level}: {' and '.join(words)}"


@dataclass(frozen=True)
class _Mark:
    """A value that has a line of its own, and the words above it: in which row they stand, and between which places."""

    look: str
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

    def __init__(self, values: _Numbers, heights: _Numbers, null: NullDistribution, wide: int, high: int) -> None:
        self.left, self.wide, self.high, self.width = 44, wide, high, 44 + wide + 8
        shown = [float(values[0]), float(values[-1]), *filter(math.isfinite, (null.observed, null.low, null.high))]
        self.first, self.last = min(shown), max(shown)
        if self.first == self.last:
            self.first, self.last = self.first - 1, self.last + 1
        self.peak = float(heights.max())
        self.marks = self.placed(null)
        self.top = 20 + _LINE * max((mark.row for mark in self.marks), default=0)
        self.floor = self.top + high
        self.height = self.floor + 26

    def placed(self, null: NullDistribution) -> list[_Mark]:
        """What was found and what would be as far out on the other side, each with a place for its words."""
        mirrored = null.low if null.observed > null.low else null.high
        marks = {"as far out": mirrored, "found": null.observed}
        if math.isclose(mirrored, null.observed, rel_tol=1e-9, abs_tol=1e-12):
            del marks["as far out"]
        shown = {word: value for word, value in marks.items() if self.first <= value <= self.last}
        done: list[_Mark] = []
        for word, value in shown.items():
            x, words = self.x(value), f"{word} {on_axis(value)}"
            room = _LETTER * len(words)
            starts = [x - room - 3, x + 3, min(max(x - room / 2, 0), self.width - room)]
            if len(shown) == 1 or value != min(shown.values()):
                starts[:2] = starts[1], starts[0]
            look = "found" if word == "found" else "mirror"
            places = (_Mark(look, x, words, row, start, start + room) for row in range(3) for start in starts)
            done.append(next(place for place in places if self.free(place, done)))
        return done

    def free(self, place: _Mark, taken: list[_Mark]) -> bool:
        """Whether words find room there, beside the name of the axis and other words."""
        least = 0 if place.row else _CAPTION
        return least <= place.start and place.end <= self.width and not any(map(place.meets, taken))

    def x(self, value: float) -> float:
        inside = (value - self.first) / (self.last - self.first)
        return round(self.left + _EDGE + inside * (self.wide - 2 * _EDGE), 1)

    def y(self, height: float) -> float:
        return round(self.floor - height / self.peak * self.high, 1)

    def axes(self, up: str, most: int) -> list[Element]:
        right, floor = self.left + self.wide, self.floor
        drawn = [line("axis", x1=self.left, x2=right, y1=floor, y2=floor)]
        for value in nice_ticks(self.first, self.last, most):
            x = self.x(value)
            drawn.append(line("axis", x1=x, x2=x, y1=floor, y2=floor + 8))
            drawn.append(text("soft", x=x, y=floor + 21, text_anchor="middle")[on_axis(value)])
        for height in nice_ticks(0, self.peak, 2):
            y = self.y(height)
            drawn += [line("grid", x1=self.left, x2=right, y1=y, y2=y)] if height else []
            drawn.append(text("soft", x=self.left - 6, y=y + 4, text_anchor="end")[on_axis(height)])
        return [*drawn, text("soft", x=2, y=11)[up]]

    def bars(self, values: _Numbers, heights: _Numbers, extreme: NDArray[np.bool_], width: float) -> list[Element]:
        gap = width or (float(np.diff(values).min()) if len(values) > 1 else 1.0)
        thick = min(max(gap / (self.last - self.first) * (self.wide - 2 * _EDGE) - 1, 1.0), 18.0)
        if len(values) <= _HOLLOW and thick >= 3:
            return [
                rect(
                    "far" if far else "near",
                    x=f"{self.x(value) - thick / 2:.1f}",
                    y=self.y(height),
                    width=f"{thick:.1f}",
                    height=f"{max(self.floor - self.y(height), 0.5):.1f}",
                )
                for value, height, far in zip(values.tolist(), heights.tolist(), extreme.tolist(), strict=True)
            ]
        drawn = []
        for look, chosen in (("near", ~extreme), ("far", extreme)):
            strokes = "".join(
                f"M{self.x(value)} {self.floor}V{self.y(height)}"
                for value, height in zip(values[chosen].tolist(), heights[chosen].tolist(), strict=True)
            )
            drawn += [path(look, d=strokes, stroke_width=f"{thick:.1f}")] if strokes else []
        return drawn

    def area(self, values: _Numbers, heights: _Numbers, null: NullDistribution) -> list[Element]:
        ends = (null.low, null.high, "near"), (-math.inf, null.low, "far"), (null.high, math.inf, "far")
        drawn = []
        for start, end, look in ends:
            low, high = max(start, self.first), min(end, self.last)
            if low < high:
                xs = [low, *values[(values > low) & (values < high)].tolist(), high]
                ys = np.interp(xs, values, heights).tolist()
                corners = "".join(f"L{self.x(x)} {self.y(y)}" for x, y in zip(xs, ys, strict=True))
                whole = f"M{self.x(low)} {self.floor}{corners}L{self.x(high)} {self.floor}Z"
                drawn.append(path(f"{look} wide", d=whole))
        return drawn

    def bounds(self) -> list[Element]:
        """A line where the statistic was found, and a dashed one where it would be as far out on the other side."""
        drawn = []
        for mark in self.marks:
            at, anchor = (mark.end, "end") if mark.end < mark.x else (mark.start, "start")
            words = text(mark.look, x=f"{at:.1f}", y=11 + _LINE * mark.row, text_anchor=anchor)[mark.text]
            drawn += [line(mark.look, x1=mark.x, x2=mark.x, y1=self.top - 4, y2=self.floor), words]
        return drawn

    def region(self, region: Rejection) -> list[Element]:
        """The values that are rejected, as a band under the axis."""
        left, right, y = self.left, self.left + self.wide, self.floor + 4
        bands: list[tuple[float, float]] = []
        if region.low is not None:
            bands.append((left, max(self.x(region.low) + 2, left + 4)))
        if region.high is not None:
            bands.append((min(self.x(region.high) - 2, right - 4), right))
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
