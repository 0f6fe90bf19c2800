"""The differences of two systems on many queries as a picture: a bar a query, in the order given."""

from __future__ import annotations

from collections.abc import Sequence

from irlearn.text.html import Element, line, path, rect, text
from irlearn.text.numbers import axis_label
from irlearn.widgets.charts.axes import drawing

_LEFT, _WIDE, _HIGH = 44, 500, 72  # pixels: before the bars, over all of them, and up and down


def draw_gaps(gaps: Sequence[float], part: int, shown: int, alt: str) -> Element:
    """A bar a query, up where A is ahead and down where B is, and the part of so many queries that is `shown`.

    Each part can be pressed, and then reports the gesture `turn` with its place as `to`.

    >>> drawn = draw_gaps([0.5, 0.1, -0.25], 2, 1, "three differences")
    >>> [one.attributes["d"] for one in drawn.find("path", "b")], len(list(drawn.find("rect")))
    (['M460.7 36V54.0'], 2)
    """
    reach, each = max(map(abs, gaps)) or 1.0, _WIDE / len(gaps)
    middle = _HIGH / 2

    def y(gap: float) -> float:
        return round(middle * (1 - gap / reach), 1)

    def bars(look: str, ahead: int) -> Element:
        strokes = [
            f"M{round(_LEFT + (place + 0.5) * each, 1)} {middle:g}V{y(gap)}"
            for place, gap in enumerate(gaps)
            if gap * ahead > 0
        ]
        return path(look, d="".join(strokes), stroke_width=round(each * 0.8, 1))

    parts = range(0, len(gaps), part)
    return drawing(_LEFT + _WIDE, _HIGH, "gaps", role="img", aria_label=alt)[
        [
            rect(
                "shown" if place == shown else None,
                x=round(_LEFT + start * each, 1),
                y=0,
                width=round(min(part, len(gaps) - start) * each, 1),
                height=_HIGH,
                data_do="turn",
                data_to=place,
            )
            for place, start in enumerate(parts)
        ],
        bars("a", 1),
        bars("b", -1),
        line("axis", x1=_LEFT, x2=_LEFT + _WIDE, y1=middle, y2=middle),
        [
            text("soft", x=_LEFT - 6, y=height, text_anchor="end")[axis_label(gap)]
            for gap, height in ((reach, 11), (0, middle + 4), (-reach, _HIGH - 2))
        ],
    ]
