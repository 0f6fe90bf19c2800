"""What pictures are drawn with: rows on one scale, where a number was, where it is, and what it may be."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from irlearn.markup import Element, div, i, span


@dataclass(frozen=True)
class Scale:
    """The numbers that a row reaches from left to right, its labelled ticks, and how a number is placed on it.

    >>> Scale(0, 4, [(0, "0"), (4, "4")]).left(1)
    '25.0%'
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
        return f"{100 * min(max(share, 0), 1):.1f}%"

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
            i(f"band {kind}", style=f"left:{self.left(low)};width:{100 * (high - low) / wide:.1f}%")
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
