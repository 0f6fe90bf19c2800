"""Charts of HTML elements: numbers as marks on a common scale, counts as areas, and names of systems."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from irlearn.text import numbers
from irlearn.text.html import Element, b, div, em, i, span
from irlearn.widgets.core.fields import css_percent


@dataclass(frozen=True)
class Scale:
    """A horizontal scale with labeled ticks, on which rows show numbers.

    Parameters
    ----------
    low, high : float
        The ends of the scale, as positions.
    ticks : sequence of (float, str)
        Numbers and their labels.
    place : callable, optional
        A function that returns the position of a number; by default the position is the number itself.

    Examples
    --------
    >>> Scale(0, 4, [(0, "0"), (4, "4")]).left(1)
    '25%'

    """

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    place: Callable[[float], float] = float

    def left(self, value: float) -> str:
        """Return the CSS `left` of a number; a number that is not finite gets a position outside the page."""
        if not math.isfinite(value):
            return "-9999px"
        share = (self.place(value) - self.low) / (self.high - self.low)
        return css_percent(min(max(share, 0), 1))

    def row(
        self,
        name: Any,
        was: float,
        now: float,
        write: Callable[[float], str],
        *,
        look: str = "",
        bands: Sequence[tuple[str, float, float]] = (),
        level: float | None = None,
    ) -> Element:
        """Draw a row with the previous and the present value of a number, as marks on the scale and as text.

        Parameters
        ----------
        name : content
            The name of the row.
        was, now : float
            The previous and the present value of the number.
        write : callable
            A function that formats a number as text.
        look : str, optional
            The CSS class of the marks.
        bands : sequence of (str, float, float)
            Intervals that are drawn under the marks: the CSS class and the positions of both ends.
        level : float, optional
            A number that is marked by a line.

        """
        wide = self.high - self.low
        marks = [
            i(f"band {css_class}", style=f"left:{self.left(low)};width:{css_percent((high - low) / wide)}")
            for css_class, low, high in bands
        ]
        marks += [i("level", style=f"left:{self.left(level)}")] if level is not None else []
        marks += [i("zero", style=f"left:{self.left(0)}")] if self.low < 0 < self.high else []
        marks += [i(f"{when} {look}", style=f"left:{self.left(value)}") for when, value in (("was", was), ("now", now))]
        return div("line")[
            span("name")[name],
            span("scale")[span("track")[marks]],
            span("cell was")[span("visually-hidden")["aligned "], write(was)],
            span("cell now")[span("visually-hidden")["now "], write(now)],
        ]

    def axis(self, name: str = "") -> Element:
        """Draw the labels of the ticks as the last row."""
        labels = [span(style=f"left:{self.left(value)}")[text] for value, text in self.ticks]
        return div("line axis", aria_hidden="true")[
            span("name")[name], span("scale")[span("track")[labels]], span, span
        ]


@dataclass(frozen=True)
class Area:
    """A count that is drawn as an area: its CSS class, what is counted, and the count."""

    css_class: str
    words: str
    count: int


def mosaic(columns: Mapping[str, Sequence[Area]], alt: str) -> Element:
    """Draw counts as areas in columns.

    The width of a column is the sum of its counts; the height of an area is its share of the column.

    Parameters
    ----------
    columns : mapping of str to sequence of Area
        The areas of each column. The name of a column is the CSS class of its labels; the labels of the first column
        come before the chart, the others after it.
    alt : str
        The beginning of the description for screen readers.

    Examples
    --------
    >>> drawn = mosaic({"left": [Area("a", "only A", 1), Area("both", "both", 3)]}, "Queries answered by")
    >>> drawn.text, [area.attributes["style"] for area in drawn.find("i")]
    ('only A1 25.0%both3 75.0%', ['height:25%', 'height:75%'])
    >>> next(drawn.find(role="img")).attributes["aria-label"]
    'Queries answered by only A 1 (25.0%), both 3 (75.0%)'

    """
    overall = sum(area.count for areas in columns.values() for area in areas)
    percents = {area: numbers.percent(Fraction(area.count, overall), 1) for areas in columns.values() for area in areas}
    drawn_columns, drawn_labels = [], []
    for name, areas in columns.items():
        total = sum(area.count for area in areas)
        blocks = [i(area.css_class, style=f"height:{css_percent(area.count / total)}") for area in areas if area.count]
        drawn_columns.append(div("column", style=f"flex-grow:{total}")[blocks])
        labels = [
            span(area.css_class, style=f"flex-grow:{area.count}")[b[area.words], f"{area.count:,} ", em[percents[area]]]
            for area in areas
        ]
        drawn_labels.append(div(f"labels {name}")[labels])
    description = ", ".join(f"{area.words} {area.count:,} ({percent})" for area, percent in percents.items())
    first_labels, *other_labels = drawn_labels
    chart = div("areas", role="img", aria_label=f"{alt} {description}")[drawn_columns]
    return div("mosaic")[first_labels, chart, other_labels]


def trail(look: str, was: float | Fraction, now: float | Fraction) -> list[Element]:
    """Draw the previous position of a mark on a track, and a line to its present position (both from 0 to 1)."""
    left, width = min(was, now), abs(float(now) - float(was))
    return [
        i(f"ghost {look}", style=f"left:{css_percent(was)}"),
        i(f"trail {look}", style=f"left:{css_percent(left)};width:{css_percent(width)}"),
    ]


def system_sign(place: int) -> Element:
    """Return the sign of system A (0) or B (1), which screen readers skip.

    >>> print(system_sign(0))
    <span aria-hidden="true">●</span>
    """
    return span(aria_hidden="true")["●◆"[place]]


def system_name(place: int, name: str) -> Element:
    """Return the name of system A (0) or B (1) in its color, after its sign.

    >>> system_name(1, "tuned").text
    '◆ tuned'
    """
    return b("ab"[place])[system_sign(place), f" {name}"]
