"""The figure and the axes of all plots, and the placement of text in them.

`Canvas` is a figure that a notebook shows without pyplot. `new_axes` returns the axes to draw on, `lay_out` lays out
the figure and returns the position of the axes in pixels, `label_points` places labels without overlaps, and `finish`
wraps the names of the axes and sets the label that describes the plot.
"""

from __future__ import annotations

import base64
import io
import math
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, takewhile
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from irlearn.errors import InputError, quoted, visible
from irlearn.measures import Mean, Measure
from irlearn.palette import PALETTE
from irlearn.text.html import Element

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.text import Annotation

Point = tuple[float, float]
Points = Sequence[Point]
Target = tuple[Point, Sequence[int]]  # A point, and the directions in which its label may be placed, in degrees.
Interval = tuple[float, float, float]
"""A value with the ends of its interval, which are NaN if there is none."""

FORMATS = ("svg", "pdf", "png")
"""The formats of a figure, which are also the suffixes of its file."""

MOST_ROWS = 30
"""The number of rows beyond which a figure with a row for each run does not become higher."""

_SETTINGS: Any = {"pdf.fonttype": 42, "ps.fonttype": 42, "svg.fonttype": "none", "svg.hashsalt": "irlearn"}

_ABOVE: Any = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0, "frameon": False}
_COMPACT: Any = {"columnspacing": 1, "handlelength": 1.5, "labelspacing": 0.2}
_PIXEL_RATIO = 2  # Pixels of the image for each pixel on the page.
_SIZE, _SMALL_SIZE = 9, 8
_NARROW = 5.0  # Inches: text is smaller in narrower figures, such as those of one column.
_LINE = 1.25  # Height of a line of text as a multiple of its size.
_EM = 0.6  # Mean width of a character as a share of the size of the text.
_DISTANCE = 7  # Points of print from a data point to the nearest edge of its label.
_ANGLES = (120, 90, 145, 60, 180, 35, 0, -35, -60, -90)  # Directions in degrees; above and to the left first.
_ANGLES_BELOW = (0, -35, -60, -90, 35, 60, 180, 145)  # Below the diagonal: to the right and below first.
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
        return alt_text(self)

    def savefig(self, *args: Any, **kwargs: Any) -> None:
        """Save the figure with the settings of `for_print`."""
        with for_print():
            super().savefig(*args, **kwargs)

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


def alt_text(figure: Figure) -> str:
    """Return the labels of all axes of a figure, which describe the figure in words."""
    return ". ".join(str(ax.get_label()) for ax in figure.axes if ax.get_label())


@contextmanager
def for_print() -> Iterator[None]:
    """Embed fonts in a PDF as Type 42, keep text in an SVG as text, and make ids in it the same each time.

    A character that the font lacks is drawn as a box; matplotlib's warning about it is suppressed, because readers of
    an SVG see the character.
    """
    with rc_context(_SETTINGS), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .*missing from")
        yield


def new_axes(ax: Axes | None, *, width: float = 6, height: float = 3.6) -> Axes:
    """Return the given axes, or new ones on a canvas of `width` by `height` inches, without top and right lines."""
    if ax is None:
        ax = Canvas(figsize=(width, height), layout="constrained", facecolor="white").add_subplot()
    elif not isinstance(ax, Axes):
        raise InputError(f"ax must be axes of matplotlib; given: {quoted(ax)}")
    ax.spines[["top", "right"]].set_visible(False)
    if text_size(ax) < _SIZE:
        ax.tick_params(labelsize=_SMALL_SIZE)
        for text in (ax.xaxis.label, ax.yaxis.label):
            text.set_fontsize(_SMALL_SIZE)
    return ax


def require(value: object, kind: type, function: str, needed: str) -> None:
    """Raise `InputError`, which says what the function needs, unless a value has a type."""
    if not isinstance(value, kind):
        raise InputError(f"{function} needs {needed}; given: {type(value).__name__}")


def text_size(ax: Axes) -> int:
    """Return the size of labels in points of print; labels of narrow figures are smaller."""
    return _SMALL_SIZE if is_narrow(ax) else _SIZE


def is_narrow(ax: Axes) -> bool:
    """Return whether the figure has about the width of one column of a page with two."""
    return bool(ax.figure.canvas.figure.get_figwidth() < _NARROW)


def finish(ax: Axes, description: str) -> Axes:
    """Fit the text below and beside the axes to their size, set the label of the plot, and return the axes."""
    frame, unit = lay_out(ax)
    locator = ax.xaxis.get_major_locator()
    if isinstance(locator, MaxNLocator):
        widest = max(label.get_window_extent().width for label in ax.get_xticklabels())
        locator.set_params(nbins=max(min(int(frame.width / (1.5 * widest)), 9), 1))
    for text, length in ((ax.xaxis.label, frame.width), (ax.yaxis.label, frame.height)):
        most = max(int(length / unit / (_EM * float(text.get_fontsize()))), 12)
        # A word is not broken, because a line end after a backslash would begin a formula.
        text.set_text("\n".join(fill(line, most, break_long_words=False) for line in text.get_text().split("\n")))
    ax.set_label(description)
    return ax


def set_title(ax: Axes, text: str, color: str) -> None:
    """Set a title at the left, wrapped to the width of the axes."""
    frame, unit = lay_out(ax)
    size = text_size(ax) + 1
    ax.set_title(fill(text, max(int(frame.width / unit / (_EM * size)), 12)), loc="left", color=color, fontsize=size)


def legend_above(ax: Axes, columns: int = 1, **options: Any) -> None:
    """Add a legend above the plot, where it covers no line, with as many of the columns as fit."""
    width = lay_out(ax)[0].width
    for count in range(columns, 0, -1):
        legend = ax.legend(**_ABOVE, **_COMPACT, **options, fontsize=text_size(ax), ncols=count)
        if legend.get_window_extent().width <= width:
            return


def label_curves(ax: Axes, curves: Sequence[Line2D], names: Sequence[str]) -> None:
    """Label curves where they end; if labels would overlap or the figure is narrow, in a legend above the plot."""
    style: Any = {"textcoords": "offset points", "va": "center", "fontsize": text_size(ax)}
    ends = [tuple(np.asarray(curve.get_xydata())[-1].tolist()) for curve in curves]
    labels = [
        ax.annotate(name, end, (7, 0), color=str(curve.get_color()), **style)
        for name, end, curve in zip(names, ends, curves, strict=True)
    ]
    lay_out(ax)
    boxes = [label.get_window_extent() for label in labels]
    if is_narrow(ax) or any(box.count_overlaps(boxes[:place]) for place, box in enumerate(boxes)):
        for label in labels:
            label.remove()
        legend_above(ax, 4, handles=curves, labels=names)


def draw_rows(
    ax: Axes | None, names: Sequence[str], rows: Sequence[Interval], colors: Sequence[str], given: dict[str, Any]
) -> Axes:
    """Draw a point and its interval in each row, from the top; the point is hollow unless its color is that of A."""
    ax = new_axes(ax, height=0.9 + 0.3 * min(len(names), MOST_ROWS))
    for place, ((value, low, high), color) in enumerate(zip(rows, colors, strict=True)):
        (line,) = ax.plot([low, high], [place, place], **styled(Line2D, given, color=color, linewidth=2))
        fill_color = line.get_color() if color == PALETTE["system_a"] else "white"
        ax.plot(value, place, "o", color=line.get_color(), markersize=5, markerfacecolor=fill_color)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)
    name_rows(ax, names)
    return ax


def name_rows(ax: Axes, names: Sequence[str]) -> None:
    """Write the name of each row beside it if there is room; otherwise the names of every few rows."""
    frame, unit = lay_out(ax)
    step = -int(-len(names) * _LINE * text_size(ax) * unit // max(frame.height, 1))
    ax.set_yticks(range(0, len(names), step), short_names(ax, names[::step]), fontsize=text_size(ax))


def styled(artist: type[Artist], given: dict[str, Any], **defaults: Any) -> dict[str, Any]:
    """Return the options of an artist: those that the caller gave, under any name of matplotlib, and the defaults.

    >>> from matplotlib.lines import Line2D
    >>> styled(Line2D, {"lw": 3}, linewidth=1, color="red")
    {'linewidth': 3, 'color': 'red'}
    """
    return {**defaults, **normalize_kwargs(given, artist)}


def measure_axis(measure: Measure | Mean) -> str:
    """Return the name of an axis with scores: the measure and its direction.

    >>> from irlearn import AP
    >>> measure_axis(AP)
    'AP, higher is better'
    """
    return plain(repr(measure)) + (f", {measure.better} is better" if measure.better != "neither" else "")


def plain(text: str) -> str:
    r"""Return a name as text that matplotlib draws as it is, without formulas and control characters.

    >>> print(plain("a$b$"), plain("x\n"))
    a\$b\$ x\n
    """
    return visible(text).replace("$", r"\$")


def short_names(ax: Axes, names: Sequence[str], share: float = 0.3) -> list[str]:
    """Return names that fit into a share of the width of the figure, without their middle if they are too long.

    Names that would be equal without their middle are written without what they have in common, and longer if needed.
    """
    width = 72 * ax.figure.canvas.figure.get_figwidth()
    most = max(int(share * width / (_EM * text_size(ax))), 6)
    distinct, shown = len(set(names)), list(names)
    if len({_without_middle(name, most) for name in names}) < distinct:
        start, end = _same_letters(shown), _same_letters([name[::-1] for name in names])
        shown = [f"…{name[start : len(name) - end]}…" for name in names]
    while len({_without_middle(name, most) for name in shown}) < distinct:
        most += 1
    return [plain(_without_middle(name, most)) for name in shown]


def _same_letters(names: Sequence[str]) -> int:
    """Return the number of letters with which all names begin."""
    return len([*takewhile(lambda letters: len({*letters}) == 1, zip(*names, strict=False))])


def _without_middle(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most // 2]}…{name[len(name) - (most - 1) // 2 :]}"


def lay_out(ax: Axes) -> tuple[Bbox, float]:
    """Lay out the figure; return the position of the axes in pixels, and the pixels of a point of print.

    After the layout, data coordinates correspond to pixels, so that labels can be measured.
    """
    figure = ax.figure.canvas.figure  # The axes may belong to a subfigure.
    with for_print():
        figure.draw_without_rendering()
    return ax.get_window_extent(), figure.dpi / 72


def label_points(
    ax: Axes, points: Points, texts: Sequence[str], *, color: str, others: Points = (), diagonal: bool = False
) -> list[Annotation]:
    """Label points such that a label covers neither a point nor another label.

    The points are in data coordinates, from left to right. If a label has no free place beside its point, all labels
    are placed in a row at the top of the axes, in the same order, and a thin line connects each label with its point.
    The axes are extended upwards for the row. With `diagonal`, labels are placed away from the diagonal instead, the
    first points first, and a label without a free place is left out. All distances are in points of print or shares of
    the axes, so that the layout is the same at any resolution.
    """
    frame, unit = lay_out(ax)
    size = text_size(ax)
    labels = [
        ax.annotate(text, point, (0, 0), textcoords="offset points", ha="center", va="center", color=color, size=size)
        for point, text in zip(points, texts, strict=True)
    ]
    sizes = [label.get_window_extent() for label in labels]
    pixels, other_pixels = _pixels(ax, points), _pixels(ax, others)
    marks = [_box(pixel, 2 * _MARK * unit, 2 * _MARK * unit) for pixel in pixels + other_pixels]
    angles = [_ANGLES_BELOW if diagonal and y < x else _ANGLES for x, y in points]
    positions = _positions_beside(zip(pixels, angles, strict=True), sizes, marks, frame, unit)
    if not diagonal and None in positions:
        _place_in_row(ax, labels, points, [size.width + _GAP * unit for size in sizes])
        return labels
    placed = []
    for label, pixel, position in zip(labels, pixels, positions, strict=True):
        if position is None:
            label.remove()
        else:
            label.set_position(((position[0] - pixel[0]) / unit, (position[1] - pixel[1]) / unit))
            placed.append(label)
    return placed


def _positions_beside(
    targets: Iterable[Target], sizes: Sequence[Bbox], marks: Sequence[Bbox], frame: Bbox, unit: float
) -> list[Point | None]:
    """Return the center of each label in pixels, or None for a label that has no free place."""
    occupied = list(marks)
    positions: list[Point | None] = []
    for (pixel, directions), size in zip(targets, sizes, strict=True):
        for angle in map(math.radians, directions):
            x = pixel[0] + math.cos(angle) * (_DISTANCE * unit + size.width / 2)
            y = pixel[1] + math.sin(angle) * (_DISTANCE * unit + size.height / 2)
            box = _box((x, y), size.width + _MARGIN * unit, size.height)
            inside = frame.x0 <= box.x0 and box.x1 <= frame.x1 and frame.y0 <= box.y0 and box.y1 <= frame.y1
            if inside and not box.count_overlaps(occupied):
                occupied.append(box)
                positions.append((x, y))
                break
        else:
            positions.append(None)
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
