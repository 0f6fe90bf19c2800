"""The chart of a null distribution with the observed statistic and the rejection region of the test."""

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

_MOST_BOXES = 80  # the largest number of bars that are drawn as boxes; more bars are drawn as lines
_SLACK = 1e-9  # tolerance for rounding errors, so that a tail of exactly alpha is at most alpha
_SIZES = {"broad": (342, 92, 6), "slim": (202, 68, 5)}  # the plot's width and height in pixels, and the number of ticks
_LEFT = 50  # pixels to the left of the plot, enough for numbers of six characters
_EDGE = 12  # pixels between the frame and the first and last bar
_LETTER, _BOLD_LETTER = 6.6, 7.8  # the width of a letter in pixels
_CAPTION = 72  # the width of the vertical axis's name in pixels
_LINE = 14  # the height of a line of labels in pixels


@dataclass(frozen=True)
class Rejection:
    """The values of a statistic that a two-sided test rejects.

    Attributes
    ----------
    low, high : float or None
        Values of at most `low` or at least `high` are rejected. A limit is None if no value in its tail is rare enough,
        or if the rejection region of a density begins beyond the plotted values.
    smallest : Fraction or None
        The smallest p-value that the test can give; None unless all values were enumerated.

    """

    low: float | None
    high: float | None
    smallest: Fraction | None = None

    @property
    def none(self) -> bool:
        """Whether no plotted value is rejected."""
        return self.low is None and self.high is None


def rejection(null: NullDistribution, alpha: float) -> Rejection:
    """Return the values that a two-sided test rejects: twice the probability of the smaller tail is at most alpha.

    Parameters
    ----------
    null : NullDistribution
        The null distribution of the statistic.
    alpha : float
        The significance level, 0 to 1.

    Returns
    -------
    Rejection
        The rejected values.

    Examples
    --------
    >>> from irlearn.statistics import sign_test
    >>> five = sign_test([1, 0, 0, 0, 0], [0, 1, 1, 1, 1]).null
    >>> rejection(five, 0.05).none, rejection(five, 0.05).smallest
    (True, Fraction(1, 16))
    >>> rejection(five, 0.10).low, rejection(five, 0.10).high
    (0.0, 5.0)

    """
    if null.kind == "density":
        return _density_rejection(null, alpha)
    limit = alpha * (1 + _SLACK)
    below, above = np.cumsum(null.heights), np.cumsum(null.heights[::-1])[::-1]
    left, right = np.flatnonzero(2 * below <= limit), np.flatnonzero(2 * above <= limit)
    smallest = None
    if null.kind == "probabilities":
        smallest = min(2 * Fraction(float(min(below[0], above[-1]))).limit_denominator(10**12), Fraction(1))
    return Rejection(
        float(null.support[left[-1]]) if len(left) else None,
        float(null.support[right[0]]) if len(right) else None,
        smallest,
    )


def _density_rejection(null: NullDistribution, alpha: float) -> Rejection:
    """Return the rejected values of a symmetric density.

    The area is summed up from the middle, because the tails beyond the plotted values are not known.
    """
    half = len(null.support) // 2
    points, heights = null.support[half:], null.heights[half:]
    areas = np.concatenate([[0.0], np.cumsum((heights[1:] + heights[:-1]) / 2 * np.diff(points))])
    half_accepted = (1 - alpha) / 2
    if areas[-1] < half_accepted:
        return Rejection(None, None)
    distance = float(np.interp(half_accepted, areas, points - points[0]))
    return Rejection(float(points[0]) - distance, float(points[0]) + distance)


def draw_null(null: NullDistribution, *, alpha: float, name: str, alt: str, level: str = "") -> list[Element]:
    """Draw a null distribution as bars or as an area, with the observed statistic and the rejected values.

    Bars of values at least as extreme as the observed statistic are filled. The chart is drawn in two sizes, `broad`
    and `slim`, and the style sheet shows the size that fits the page. A single chart that is scaled down would have
    text too small to read.

    Parameters
    ----------
    null : NullDistribution
        The distribution.
    alpha : float
        The significance level, 0 to 1.
    name : str
        The name of the statistic on its axis.
    alt : str
        The description for screen readers.
    level : str, optional
        The significance level as text, such as "0.05/10".

    """
    region = rejection(null, alpha)
    drawn = null.to_plot(region.low, region.high)
    pictures = [_Plot(drawn, *size).draw(f"null {look}", region) for look, size in _SIZES.items()]
    return [
        div(role="img", aria_label=alt)[pictures],
        p("small under")[
            span("soft" if region.none else "reject")[_rejection_text(region, level or general(alpha))], span[name]
        ],
    ]


def _rejection_text(region: Rejection, level: str) -> str:
    if region.none and region.smallest is not None:
        return f"no value is rejected at {level}"
    if region.none:
        return f"rejected at {level}: only values beyond this plot"
    sides = [] if region.low is None else [f"{axis_label(region.low)} or less"]
    sides += [] if region.high is None else [f"{axis_label(region.high)} or more"]
    return f"rejected at {level}: {' or '.join(sides)}"


@dataclass(frozen=True)
class _Mark:
    """A value that is marked by a vertical line and a label: the row and both ends of the label, in pixels."""

    css_class: str
    x: float
    text: str
    row: int
    start: float
    end: float

    def overlaps(self, other: _Mark) -> bool:
        """Return whether the labels overlap."""
        return self.row == other.row and self.start < other.end and other.start < self.end


class _Plot:
    """A chart of one size; all lengths are pixels."""

    def __init__(self, drawn: Drawn, wide: int, high: int, ticks: int) -> None:
        self.drawn, self.left, self.wide, self.high, self.ticks = drawn, _LEFT, wide, high, ticks
        self.right, self.width = _LEFT + wide, _LEFT + wide + 8
        self.first, self.last = drawn.ends
        if self.first == self.last:
            self.first, self.last = self.first - 1, self.last + 1
        self.marks = self.place_marks(drawn.of)
        self.top = 20 + _LINE * max((mark.row for mark in self.marks), default=0)
        self.floor = self.top + high

    def draw(self, look: str, region: Rejection) -> Element:
        """Draw the whole chart."""
        shapes = self.areas() if self.drawn.of.kind == "density" else self.bars()
        return drawing(self.width, self.floor + 26, look, aria_hidden="true")[
            self.axes(), shapes, self.mark_lines(), self.region(region)
        ]

    def place_marks(self, null: NullDistribution) -> list[_Mark]:
        """Return marks for the observed value and its mirror value, with labels that do not overlap."""
        values = {"observed": null.observed}
        if null.mirror is not None:
            values = {"as extreme": null.mirror, **values}
        marks: list[_Mark] = []
        for name, value in values.items():
            x, label = self.x(value), f"{name} {axis_label(value)}"
            length = (_BOLD_LETTER if name == "observed" else _LETTER) * len(label)
            starts = [x - length - 3, x + 3, min(max(x - length / 2, 0), self.width - length)]
            if len(values) == 1 or value != min(values.values()):
                starts[:2] = starts[1], starts[0]  # The label of the greater value is preferably on the right.
            css_class = "found" if name == "observed" else "mirror"
            candidates = (
                _Mark(css_class, x, label, row, start, start + length) for row in range(3) for start in starts
            )
            marks.append(next(candidate for candidate in candidates if self.is_free(candidate, marks)))
        return marks

    def is_free(self, mark: _Mark, others: list[_Mark]) -> bool:
        """Return whether a label overlaps neither the name of the vertical axis nor another label."""
        least = 0 if mark.row else _CAPTION
        return least <= mark.start and mark.end <= self.width and not any(map(mark.overlaps, others))

    def x(self, value: Any) -> Any:
        """Return the horizontal position of a value or of an array of values."""
        inside = (value - self.first) / (self.last - self.first)
        return np.round(self.left + _EDGE + inside * (self.wide - 2 * _EDGE), 1)

    def y(self, height: Any) -> Any:
        """Return the vertical position of a height or of an array of heights."""
        return np.round(self.floor - height / self.drawn.peak * self.high, 1)

    def axes(self) -> list[Element]:
        """Draw the horizontal axis with its ticks, and two grid lines."""
        right, floor = self.right, self.floor
        elements = [line("axis", x1=self.left, x2=right, y1=floor, y2=floor)]
        for value in nice_ticks(self.first, self.last, self.ticks):
            x = self.x(value)
            elements.append(line("axis", x1=x, x2=x, y1=floor, y2=floor + 8))
            elements.append(text("soft", x=x, y=floor + 21, text_anchor="middle")[axis_label(value)])
        for height in nice_ticks(0, self.drawn.peak, 2):
            y = self.y(height)
            elements += [line("grid", x1=self.left, x2=right, y1=y, y2=y)] if height else []
            elements.append(text("soft", x=self.left - 6, y=y + 4, text_anchor="end")[axis_label(height)])
        return [*elements, text("soft", x=2, y=11)["density" if self.drawn.of.kind == "density" else "probability"]]

    def bars(self) -> list[Element]:
        """Draw a bar at each value, filled if it counts for the p-value; on each pixel, draw only the highest bar."""
        drawn, floor = self.drawn, self.floor
        distance = drawn.gap / (self.last - self.first) * (self.wide - 2 * _EDGE)
        thick = round(min(max(distance - 1, 1.0), 18.0), 1)
        xs, ys = self.x(drawn.support), self.y(drawn.heights)
        if len(xs) <= _MOST_BOXES and thick >= 3:
            return [
                rect("far" if far else "near", x=round(x - thick / 2, 1), y=y, width=thick, height=max(floor - y, 0.5))
                for x, y, far in zip(xs.tolist(), ys.tolist(), drawn.filled.tolist(), strict=True)
            ]
        bars = []
        for look, chosen in (("near", ~drawn.filled), ("far", drawn.filled)):
            pixels, pixel_of_bar = np.unique(np.round(xs[chosen], 1 if distance >= 1 else 0), return_inverse=True)
            tops = np.full(len(pixels), float(floor))
            np.minimum.at(tops, pixel_of_bar, ys[chosen])
            strokes = "".join(f"M{x} {floor}V{y}" for x, y in zip(pixels.tolist(), tops.tolist(), strict=True))
            bars += [path(look, d=strokes, stroke_width=thick)] if strokes else []
        return bars

    def areas(self) -> list[Element]:
        """Draw the area under a density, filled over the values that count for the p-value."""
        floor, elements = self.floor, []
        for look, areas in (("near", self.drawn.middle), ("far", self.drawn.tails)):
            for points, heights in areas:
                xs, ys = self.x(points).tolist(), self.y(heights).tolist()
                corners = "".join(f"L{x} {y}" for x, y in zip(xs, ys, strict=True))
                elements.append(path(f"{look} wide", d=f"M{xs[0]} {floor}{corners}L{xs[-1]} {floor}Z"))
        return elements

    def mark_lines(self) -> list[Element]:
        """Draw a line at the observed value, a dashed line at its mirror value, and their labels."""
        elements = []
        for mark in self.marks:
            x, anchor = (mark.end, "end") if mark.end < mark.x else (mark.start, "start")
            label = text(mark.css_class, x=round(x, 1), y=11 + _LINE * mark.row, text_anchor=anchor)[mark.text]
            elements += [line(mark.css_class, x1=mark.x, x2=mark.x, y1=self.top - 4, y2=self.floor), label]
        return elements

    def region(self, region: Rejection) -> list[Element]:
        """Draw the rejected values as bands below the axis."""
        y, bands = self.floor + 4, []
        if region.low is not None:
            bands.append((self.left, max(self.x(region.low) + 2, self.left + 4)))
        if region.high is not None:
            bands.append((min(self.x(region.high) - 2, self.right - 4), self.right))
        return [line("reject", x1=start, x2=end, y1=y, y2=y) for start, end in bands]


def nice_ticks(low: float, high: float, most: int) -> list[float]:
    """Return evenly spaced round numbers for the ticks of an axis.

    Parameters
    ----------
    low, high : float
        The ends of the axis.
    most : int
        About how many ticks to return at most.

    Returns
    -------
    list of float
        The ticks in ascending order, at least two if there is room for them.

    Examples
    --------
    >>> nice_ticks(0, 45, 6)
    [0.0, 10.0, 20.0, 30.0, 40.0]

    """
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(step for step in (1, 2, 5, 10) if step * power >= rough * (1 - _SLACK)) * power
    first, last = math.ceil(low / step - _SLACK), math.floor(high / step + _SLACK)
    return [number * step for number in range(first, last + 1)]
