"""What pictures are drawn with: rows on one scale, where a number was, where it is, and what it may be."""

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
    """The numbers that a row reaches from left to right, its labelled ticks, and how a number is placed on it.

    >>> Scale(0, 4, [(0, "0"), (4, "4")]).left(1)
    '25%'
    """

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    place: Callable[[float], float] = float

    def left(self, value: float) -> str:
        """Where a number stands, as CSS has it; beside the page where it is none."""
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
        """One number before and now, on the scale and as text; `bands` and `level` are drawn behind it."""
        wide = self.high - self.low
        marks = [
            i(f"band {kind}", style=f"left:{self.left(low)};width:{css_percent((high - low) / wide)}")
            for kind, low, high in bands
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
        """The ticks below the rows."""
        labels = [span(style=f"left:{self.left(value)}")[text] for value, text in self.ticks]
        return div("line axis", aria_hidden="true")[
            span("name")[name], span("scale")[span("track")[labels]], span, span
        ]


@dataclass(frozen=True)
class Area:
    """An area that stands for a count: its look, and what is counted."""

    css_class: str
    words: str
    count: int


def mosaic(columns: Mapping[str, Sequence[Area]], alt: str) -> Element:
    """Counts as areas: columns as wide as what they hold in all, in each its areas, labelled on the side of its name.

    >>> drawn = mosaic({"left": [Area("a", "only A", 1), Area("both", "both", 3)]}, "Queries answered by")
    >>> drawn.text, [one.attributes["style"] for one in drawn.find("i")]
    ('only A1 25.0%both3 75.0%', ['height:25%', 'height:75%'])
    >>> next(drawn.find(role="img")).attributes["aria-label"]
    'Queries answered by only A 1 (25.0%), both 3 (75.0%)'
    """
    whole = sum(area.count for areas in columns.values() for area in areas)
    shares = {area: numbers.percent(Fraction(area.count, whole), 1) for areas in columns.values() for area in areas}
    drawn, labels = [], []
    for side, areas in columns.items():
        total = sum(area.count for area in areas)
        blocks = [i(one.css_class, style=f"height:{css_percent(one.count / total)}") for one in areas if one.count]
        drawn.append(div("column", style=f"flex-grow:{total}")[blocks])
        said = [
            span(one.css_class, style=f"flex-grow:{one.count}")[b[one.words], f"{one.count:,} ", em[shares[one]]]
            for one in areas
        ]
        labels.append(div(f"labels {side}")[said])
    told = ", ".join(f"{area.words} {area.count:,} ({share})" for area, share in shares.items())
    first, *others = labels
    return div("mosaic")[first, div("areas", role="img", aria_label=f"{alt} {told}")[drawn], others]


def trail(look: str, was: float | Fraction, now: float | Fraction) -> list[Element]:
    """The way from where something on a track was to where it is."""
    left, width = min(was, now), abs(float(now) - float(was))
    return [
        i(f"ghost {look}", style=f"left:{css_percent(was)}"),
        i(f"trail {look}", style=f"left:{css_percent(left)};width:{css_percent(width)}"),
    ]


def sign_of(place: int) -> Element:
    """The sign of system A (0) or B (1), which is read out as nothing.

    >>> print(sign_of(0))
    <span aria-hidden="true">●</span>
    """
    return span(aria_hidden="true")["●◆"[place]]


def system(place: int, name: str) -> Element:
    """The name of system A (0) or B (1) behind its sign, in its colour.

    >>> system(1, "tuned").text
    '◆ tuned'
    """
    return b("ab"[place])[sign_of(place), f" {name}"]
