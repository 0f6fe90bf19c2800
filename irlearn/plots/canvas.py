"""The figure and the axes of all plots, and the placement of labels beside points.

`Canvas` is a figure that a notebook shows without pyplot. `new_axes` returns the axes to draw on, `lay_out` lays out
the figure and returns the position of the axes in pixels, and `label_points` places labels without overlaps.
"""

from __future__ import annotations

import base64
import io
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from irlearn.text.html import Element

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Annotation

Point = tuple[float, float]

_PIXEL_RATIO = 2  # Pixels of the image for each pixel on the page.
_SIZE = 9
_DISTANCE = 7  # Points of print from a data point to the nearest edge of its label.
_ANGLES = (120, 90, 145, 60, 180, 35, 0, -35, -60, -90)  # Directions in degrees; above and to the left first.
_MARK, _MARGIN = 3, 1.5  # Points of print: the radius of a marker, and the free space at the sides of a label.
_GAP = 4  # Points of print between labels in a row.
_ROW, _ELBOW = 0.09, 0.03  # Shares of the height: the row of labels, and the slanted ends of the lines to it.


class Canvas(Figure):
    """A matplotlib figure that a notebook shows without pyplot, as an image with alternative text.

    The alternative text consists of the labels of the axes.

    Examples
    --------
    >>> canvas = Canvas(figsize=(2, 1))
    >>> canvas.add_subplot().set_label("nothing yet")
    >>> print(canvas.alt)
    nothing yet
    >>> canvas._repr_html_().startswith('<img alt="nothing yet" width="200" ')
    True
    """

    @property
    def alt(self) -> str:
        """The labels of all axes, which describe the figure in words."""
        return ". ".join(str(ax.get_label()) for ax in self.axes if ax.get_label())

    def _repr_html_(self) -> str:
        png = io.BytesIO()
        self.savefig(png, format="png", dpi=_PIXEL_RATIO * self.dpi)
        width = round(self.get_figwidth() * self.dpi)
        data = base64.b64encode(png.getvalue()).decode()
        return str(
            Element("img")(
                alt=self.alt, width=width, style="max-width: 100%; height: auto", src=f"data:image/png;base64,{data}"
            )
        )


def new_axes(ax: Axes | None, *, width: float = 6, height: float = 3.6) -> Axes:
    """Return the given axes, or new ones on a canvas of `width` by `height` inches, without top and right lines."""
    if ax is None:
        ax = Canvas(figsize=(width, height), layout="constrained", facecolor="white").add_subplot()
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def lay_out(ax: Axes) -> tuple[Bbox, float]:
    """Lay out the figure; return the position of the axes in pixels, and the pixels of a point of print.

    After the layout, data coordinates correspond to pixels, so that labels can be measured.
    """
    figure = ax.figure.canvas.figure  # The axes may belong to a subfigure.
    figure.draw_without_rendering()
    return ax.get_window_extent(), figure.dpi / 72


def label_points(
    ax: Axes, points: Sequence[Point], texts: Sequence[str], *, color: str, others: Sequence[Point] = ()
) -> list[Annotation]:
    """Label points such that a label covers neither a point nor another label.

    The points are in data coordinates, from left to right. If a label has no free place beside its point, all labels
    are placed in a row at the top of the axes, in the same order, and a thin line connects each label with its point.
    The axes are extended upwards for the row. All distances are in points of print or shares of the axes, so that the
    layout is the same at any resolution.
    """
    frame, unit = lay_out(ax)
    labels = [
        ax.annotate(text, point, (0, 0), textcoords="offset points", ha="center", va="center", color=color, size=_SIZE)
        for point, text in zip(points, texts, strict=True)
    ]
    sizes = [label.get_window_extent() for label in labels]
    pixels, other_pixels = _pixels(ax, points), _pixels(ax, others)
    marks = [_box(pixel, 2 * _MARK * unit, 2 * _MARK * unit) for pixel in pixels + other_pixels]
    positions = _positions_beside(pixels, sizes, marks, frame, unit)
    for label, pixel, position in zip(labels, pixels, positions, strict=False):
        label.set_position(((position[0] - pixel[0]) / unit, (position[1] - pixel[1]) / unit))
    if len(positions) < len(points):
        _place_in_row(ax, labels, points, [size.width + _GAP * unit for size in sizes])
    return labels


def _positions_beside(
    pixels: Sequence[Point], sizes: Sequence[Bbox], marks: Sequence[Bbox], frame: Bbox, unit: float
) -> list[Point]:
    """Return the center of each label in pixels, up to the first label that has no free place."""
    occupied, positions = list(marks), []
    for pixel, size in zip(pixels, sizes, strict=True):
        for angle in map(math.radians, _ANGLES):
            x = pixel[0] + math.cos(angle) * (_DISTANCE * unit + size.width / 2)
            y = pixel[1] + math.sin(angle) * (_DISTANCE * unit + size.height / 2)
            box = _box((x, y), size.width + _MARGIN * unit, size.height)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if inside and not box.count_overlaps(occupied):
                occupied.append(box)
                positions.append((x, y))
                break
        else:
            break
    return positions


def _place_in_row(ax: Axes, labels: Sequence[Annotation], points: Sequence[Point], widths: Sequence[float]) -> None:
    """Move labels to the top of the axes; move them sideways only as far as needed to keep them apart."""
    low, high = ax.get_ylim()
    ax.set(xlim=ax.get_xlim(), ylim=(low, high + _ROW * (high - low)))
    row, elbow = high + _ROW * (high - low) / 2, high - _ELBOW * (high - low)
    to_data, frame = ax.transData.inverted(), ax.get_window_extent()
    positions = _spread([x for x, _ in _pixels(ax, points)], widths, frame.x0, frame.x1)
    for label, (x, y), position in zip(labels, points, positions, strict=True):
        label_x = float(to_data.transform((position, 0))[0])
        label.set(position=(label_x, row))
        label.set_anncoords("data")
        ax.plot([x, x, label_x], [y, elbow, high], color=label.get_color(), linewidth=0.6, zorder=0.9)


def _spread(wanted: Sequence[float], widths: Sequence[float], first: float, last: float) -> list[float]:
    """Return centers from `first` to `last` that keep the order and the widths, as close as possible to `wanted`.

    >>> _spread([0, 10, 11], [4, 4, 4], 0, 20)
    [2.0, 8.5, 12.5]
    """
    starts = np.concatenate([[0.0], np.cumsum([(left + right) / 2 for left, right in pairwise(widths)])])
    groups: list[list[float]] = []  # Labels that touch form a group around the mean of their wanted centers.
    for offset in (np.asarray(wanted) - starts).tolist():
        groups.append([offset])
        while len(groups) > 1 and np.mean(groups[-2]) > np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    moved = np.array([np.mean(group) for group in groups for _ in group])
    centers: list[float] = (moved.clip(first + widths[0] / 2, last - widths[-1] / 2 - starts[-1]) + starts).tolist()
    return centers


def _pixels(ax: Axes, points: Sequence[Point]) -> list[Point]:
    return [(float(x), float(y)) for x, y in map(ax.transData.transform, points)]


def _box(center: Point, width: float, height: float) -> Bbox:
    return Bbox.from_bounds(center[0] - width / 2, center[1] - height / 2, width, height)
