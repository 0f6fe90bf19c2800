"""What figures are drawn on: a bare figure that a notebook shows, and axes without the lines that say nothing."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from irlearn.text.html import Element

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.transforms import Bbox

_SHARP = 2  # pixels of the picture for one on the page


class Canvas(Figure):
    """A matplotlib figure that a notebook shows without pyplot: a picture on white, with its axes' labels as alt text.

    >>> drawn = Canvas(figsize=(2, 1))
    >>> drawn.add_subplot().set_label("nothing yet")
    >>> print(drawn.alt)
    nothing yet
    >>> drawn._repr_html_().startswith('<img alt="nothing yet" width="200" ')
    True
    """

    @property
    def alt(self) -> str:
        """The text twins of all axes, which say in words what is drawn."""
        return ". ".join(str(ax.get_label()) for ax in self.axes if ax.get_label())

    def _repr_html_(self) -> str:
        png = io.BytesIO()
        self.savefig(png, format="png", dpi=_SHARP * self.dpi)
        wide = round(self.get_figwidth() * self.dpi)
        picture = base64.b64encode(png.getvalue()).decode()
        return str(
            Element("img")(
                alt=self.alt, width=wide, style="max-width: 100%; height: auto", src=f"data:image/png;base64,{picture}"
            )
        )


def drawn_on(ax: Axes | None, *, wide: float = 6, high: float = 3.6) -> Axes:
    """The axes to draw on: those given, or new ones on a figure of their own, `wide` by `high` inches."""
    if ax is None:
        ax = Canvas(figsize=(wide, high), layout="constrained", facecolor="white").add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def settled(ax: Axes) -> tuple[Bbox, float]:
    """Where the axes are, in pixels, once their figure is laid out, and how many pixels a point of print has.

    From then on the data and the pixels are tied, so that labels can be measured.
    """
    figure = ax.figure.canvas.figure  # not a part of one, which axes may stand on
    figure.draw_without_rendering()
    return ax.get_window_extent(), figure.dpi / 72
