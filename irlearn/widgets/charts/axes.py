"""SVG plots with two axes from 0 to 1, their lines and points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from irlearn.palette import color_class
from irlearn.text.html import Content, Element, circle, line, polyline, rect, svg, text
from irlearn.text.numbers import decimal

Point = tuple[Fraction | float, Fraction | float]
"""The two coordinates of a point, each from 0 to 1."""


def drawing(wide: float, high: float, look: str = "", **attributes: object) -> Element:
    """Return an empty SVG element with a width of `wide` and a height of `high` pixels.

    >>> print(drawing(20, 10, role="img"))
    <svg viewBox="0 0 20 10" width="20" height="10" role="img"></svg>
    """
    return svg(look, viewBox=f"0 0 {wide} {high}", width=wide, height=high, **attributes)


@dataclass(frozen=True)
class Plot:
    """A plot of two quantities from 0 to 1.

    Parameters
    ----------
    across, up : str
        The names of the quantities on the horizontal and the vertical axis.
    side, high : int
        The width and the height between the axes, in pixels.
    left, top : int
        The margins, in pixels.

    Examples
    --------
    >>> plot = Plot("recall", "precision")
    >>> plot.x(0), plot.y(1)
    (46.0, 14.0)
    >>> drawn = plot.draw("both are 1", plot.dot("a", (1, 1)))
    >>> [circle.attributes["cx"] for circle in drawn.find("circle", "a")], drawn.attributes["aria-label"]
    ([426.0], 'both are 1')

    """

    across: str
    up: str
    side: int = 380
    high: int = 270
    left: int = 46
    top: int = 14

    def x(self, value: Fraction | float) -> float:
        """Return the horizontal position of a value in pixels."""
        return round(self.left + float(value) * self.side, 1)

    def y(self, value: Fraction | float) -> float:
        """Return the vertical position of a value in pixels from the top."""
        return round(self.top + (1 - float(value)) * self.high, 1)

    def draw(self, alt: str, *content: Content) -> Element:
        """Draw the axes and the content between them; screen readers get the text `alt`."""
        wide, high = self.left + self.side + 14, self.top + self.high + 44
        return drawing(wide, high, role="img", aria_label=alt)[
            [self._draw_tick(Fraction(fifths, 5)) for fifths in range(6)],
            line("axis", x1=self.x(0), x2=self.x(1), y1=self.y(0), y2=self.y(0)),
            text(color_class(self.across), x=self.x(0.5), y=self.y(0) + 36, text_anchor="middle")[
                f"{self.across} (0 to 1)"
            ],
            text(color_class(self.up), transform=f"translate(12 {self.y(0.5)}) rotate(-90)", text_anchor="middle")[
                f"{self.up} (0 to 1)"
            ],
            content,
        ]

    def _draw_tick(self, level: Fraction) -> list[Element]:
        """Label a value on both axes, and draw its grid line."""
        x, y = self.x(level), self.y(level)
        return [
            line("grid", x1=self.x(0), x2=self.x(1), y1=y, y2=y),
            text("soft", x=self.left - 8, y=y + 4, text_anchor="end")[decimal(level)],
            text("soft", x=x, y=self.y(0) + 18, text_anchor="middle")[decimal(level)],
        ]

    def path(self, look: str, points: Iterable[Point]) -> Element:
        """Draw a line through the points."""
        return polyline(look, points=" ".join(f"{self.x(x)},{self.y(y)}" for x, y in points))

    def dot(self, look: str, point: Point) -> Element:
        """Draw a point: a disc for the class "a", otherwise a square."""
        x, y = self.x(point[0]), self.y(point[1])
        return circle(look, cx=x, cy=y, r=4.5) if look == "a" else rect(look, x=x - 4, y=y - 4, width=8, height=8)
