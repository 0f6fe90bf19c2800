"""What figures are drawn on: a bare figure that a notebook shows, and axes without the lines that say nothing."""

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


Point = tuple[float, float]

_SIZE = 9
_AWAY = 7  # in points of print, from a point to the nearest edge of its label
_TURNS = (120, 90, 145, 60, 180, 35, 0, -35, -60, -90)  # in degrees; above and to the left first
_MARK, _AIR = 3, 1.5  # in points of print: how far a point reaches, and what is left free at a label's sides
_GAP = 4  # in points of print, between labels in a row
_ROW, _ELBOW = 0.09, 0.03  # of the height: that of the row, and of the slanting end of its lines


def label_points(
    ax: Axes, points: Sequence[Point], texts: Sequence[str], *, colour: str, others: Sequence[Point] = ()
) -> list[Annotation]:
    """A label for each point (in the data's units, from left to right) that covers no label, no point and no other.

    Where a label has no free place beside its point, all stand in a row above everything, in the same order, each with
    a thin line down to its point; the axes grow upwards for it. All distances are in points of print or shares of the
    axes, so that the layout is the same at any resolution.
    """
    frame, unit = settled(ax)
    labels = [
        ax.annotate(text, point, (0, 0), textcoords="offset points", ha="center", va="center", color=colour, size=_SIZE)
        for point, text in zip(points, texts, strict=True)
    ]
    rooms = [label.get_window_extent() for label in labels]
    here, there = _pixels(ax, points), _pixels(ax, others)
    marks = [_box(at, 2 * _MARK * unit, 2 * _MARK * unit) for at in here + there]
    places = _beside(here, rooms, marks, frame, unit)
    for label, at, place in zip(labels, here, places, strict=False):
        label.set_position(((place[0] - at[0]) / unit, (place[1] - at[1]) / unit))
    if len(places) < len(points):
        _in_a_row(ax, labels, points, [room.width + _GAP * unit for room in rooms])
    return labels


def _beside(
    here: Sequence[Point], rooms: Sequence[Bbox], marks: Sequence[Bbox], frame: Bbox, unit: float
) -> list[Point]:
    """The middle of each label in pixels, up to the first one that has no free place."""
    taken, places = list(marks), []
    for at, room in zip(here, rooms, strict=True):
        for turn in map(math.radians, _TURNS):
            across, up = math.cos(turn), math.sin(turn)
            x = at[0] + across * (_AWAY * unit + room.width / 2)
            y = at[1] + up * (_AWAY * unit + room.height / 2)
            box = _box((x, y), room.width + _AIR * unit, room.height)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if inside and not box.count_overlaps(taken):
                taken.append(box)
                places.append((x, y))
                break
        else:
            break
    return places


def _in_a_row(ax: Axes, labels: Sequence[Annotation], points: Sequence[Point], widths: Sequence[float]) -> None:
    """Move labels to the top of the axes, as little sideways as their order and widths, in pixels, allow."""
    low, high = ax.get_ylim()
    ax.set(xlim=ax.get_xlim(), ylim=(low, high + _ROW * (high - low)))
    row, elbow = high + _ROW * (high - low) / 2, high - _ELBOW * (high - low)
    back, frame = ax.transData.inverted(), ax.get_window_extent()
    places = _spread([x for x, _ in _pixels(ax, points)], widths, frame.x0, frame.x1)
    for label, (x, y), place in zip(labels, points, places, strict=True):
        above = float(back.transform((place, 0))[0])
        label.set(position=(above, row))
        label.set_anncoords("data")
        ax.plot([x, x, above], [y, elbow, high], color=label.get_color(), linewidth=0.6, zorder=0.9)


def _spread(wanted: Sequence[float], widths: Sequence[float], first: float, last: float) -> list[float]:
    """Middles from `first` to `last` that keep the order and the widths, as near to those wanted as that allows.

    >>> _spread([0, 10, 11], [4, 4, 4], 0, 20)
    [2.0, 8.5, 12.5]
    """
    starts = np.concatenate([[0.0], np.cumsum([(one + other) / 2 for one, other in pairwise(widths)])])
    groups: list[list[float]] = []  # those that touch stand around the mean of what they want
    for place in (np.asarray(wanted) - starts).tolist():
        groups.append([place])
        while len(groups) > 1 and np.mean(groups[-2]) > np.mean(groups[-1]):
            groups[-2:] = [groups[-2] + groups[-1]]
    moved = np.array([np.mean(group) for group in groups for _ in group])
    places: list[float] = (moved.clip(first + widths[0] / 2, last - widths[-1] / 2 - starts[-1]) + starts).tolist()
    return places


def _pixels(ax: Axes, points: Sequence[Point]) -> list[Point]:
    return [(float(x), float(y)) for x, y in map(ax.transData.transform, points)]


def _box(middle: Point, wide: float, high: float) -> Bbox:
    return Bbox.from_bounds(middle[0] - wide / 2, middle[1] - high / 2, wide, high)
