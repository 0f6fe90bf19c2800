"""Scores dealt to the systems anew: the table, and the heap of how far the best and the worst came apart."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.statistics.arrays import FloatArray
from irlearn.statistics.letter_display import letter
from irlearn.statistics.score_matrix import ScoreMatrix
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, caption, div, em, i, span, table, tbody, td, th, thead, tr
from irlearn.text.numbers import axis_label, fixed, general
from irlearn.widgets.charts.dot_histogram import columns_of, draw_heap
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale

_COLUMNS = 48  # of the heap, at most
_ROOM = 1.4  # how far the axis goes beyond what must be on it
_TALL = 0.9  # of the height, the tallest column; words stand above it
_SLACK = 1e-9  # by which floats that should be equal may differ
_FAR = {"drawn": 0.4, "closed": 0.6, "other": 0.6}  # of the axis, from where on words stand on the left of their line
_NAMES = 4  # letters of a name that are written behind a number; a longer one by its column's letter


class Axis(NamedTuple):
    """The differences from left to right, and how wide a column of the heap is."""

    scale: Scale
    wide: float

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return round((self.scale.high - self.scale.low) / self.wide)


def axis_of(step: float, one: float, *ends: float) -> Axis:
    """An axis from 0 that holds the ends; where values lie `step` apart, each column has as many of them.

    >>> axis_of(0.005, 0.2, 0.1).wide, axis_of(0.0, 0.2, 0.1).columns
    (0.01, 48)
    """
    high = max(one, *ends, step) * _ROOM or 1.0
    wide = high / _COLUMNS
    wide = math.ceil(wide / step - _SLACK) * step if step else wide
    high = wide * math.ceil(high / wide - _SLACK)
    return Axis(Scale(0.0, high, [(at, axis_label(at)) for at in nice_ticks(0, high, 5)]), wide)


class ShuffledScores(NamedTuple):
    """Scores, and where in the table each one came from, the places counted row by row; None as observed."""

    matrix: ScoreMatrix
    places: NDArray[np.int64] | None

    @property
    def sums(self) -> FloatArray:
        """The sums of the columns, in steps."""
        steps = self.matrix.steps
        return np.asarray((steps if self.places is None else steps.ravel()[self.places]).sum(axis=0))

    def source(self, row: int, column: int) -> tuple[float, int, int]:
        """The score that stands in a cell, and the places of the topic and of the system that it came from."""
        place = row * self.matrix.systems + column if self.places is None else int(self.places[row, column])
        return (float(self.matrix.scores.ravel()[place]), *divmod(place, self.matrix.systems))


def draw_table(dealt: ShuffledScores, new: int = 0) -> Element:
    """The scores by topic and system with the means below; each number that was dealt names where it came from.

    With another number `new` copies of the scores fly from where they were observed.

    >>> two = ScoreMatrix.of([[0.1, 0.3], [0.7, 0.2]], ["A", "B"])
    >>> drawn = draw_table(ShuffledScores(two, np.array([[1, 0], [2, 3]])))
    >>> [one.text for one in drawn.find("td")]
    ['', '0.30B', '0.10A', '0.70A', '0.20B', '0.500 the highest', '0.150 the lowest']
    """
    matrix, sums = dealt.matrix, dealt.sums
    short = max(map(len, matrix.names)) <= _NAMES
    signs = matrix.names if short else tuple(letter(place).upper() for place in range(matrix.systems))
    heads = matrix.names if short else [f"{sign} {name}" for sign, name in zip(signs, matrix.names, strict=True)]
    means = matrix.in_means(sums)
    ends = {int(np.argmax(sums)): "high", int(np.argmin(sums)): "low"} if np.ptp(sums) > matrix.slack else {}

    def cell(row: int, column: int) -> Element:
        score, topic, of = dealt.source(row, column)
        if dealt.places is None:
            return td[fixed(score, 2)]
        way = f"--x:{of - column}" + (f";--y:{topic - row}" if topic != row else "")
        copy = i("flies", aria_hidden="true", style=way, data_of=fixed(score, 2), data_new=new)
        return td("moved" if of != column else None)[fixed(score, 2), em[signs[of]], copy]

    rows = [
        tr(style=f"--i:{row}")[
            th(scope="row")[f"topic {row + 1}"], (cell(row, column) for column in range(matrix.systems))
        ]
        for row in range(matrix.topics)
    ]
    foot = [
        td(ends.get(place))[
            fixed(float(mean), 3), span("visually-hidden")[f" {_ENDS[ends[place]]}"] if place in ends else None
        ]
        for place, mean in enumerate(means)
    ]
    what = "as observed" if dealt.places is None else "dealt anew, each with the system that it came from"
    return div("scores")[
        table("plain")[
            caption("visually-hidden")[f"Scores {what}"],
            thead[tr[td, (th(scope="col")[head] for head in heads)]],
            tbody[rows, tr("means")[th(scope="row")["mean"], foot]],
        ]
    ]


_ENDS = {"high": "the highest", "low": "the lowest"}


def draw_ranges(ranges: FloatArray, apart: FloatArray, lines: Mapping[str, tuple[str, float]], axis: Axis) -> Element:
    """The heap of ranges, the thresholds as named lines, and below the axis a mark for each observed difference.

    >>> point = {"drawn": ("95% point", 0.2)}
    >>> drawn = draw_ranges(np.array([0.2, 0.1, 0.1]), np.array([0.15]), point, axis_of(0.05, 0.3))
    >>> [one.attributes["style"] for one in drawn.find("i") if one.attributes["class"] in ("gap", "drop")]
    ['left:27.78%;bottom:9.45%;--wide:7.35px', '--long:0.2222']
    """
    scale, many = axis.scale, axis.columns
    bar = next((value for look, (_, value) in lines.items() if look == "drawn"), math.inf)
    beyond = min(math.ceil((bar + _SLACK) / axis.wide), many) if bar < math.inf else many
    return div("plane", role="img", aria_label=_told(ranges, apart, lines))[
        _fallen(ranges, axis, beyond) if len(ranges) else span("empty")["the range of each shuffle falls here"],
        (_line(look, words, value, scale) for look, (words, value) in lines.items()),
        (span("x", style=f"left:{scale.left(at)}")[words] for at, words in scale.ticks),
        (
            i(f"pair{' beyond' if value > bar + _SLACK else ''}", style=f"left:{scale.left(value)}")
            for value in apart.tolist()
        ),
        span("observed")["observed differences"],
    ]


def _fallen(ranges: FloatArray, axis: Axis, beyond: int) -> Content:
    """The heap, whose columns from `beyond` on have another look, and the last range as a gap, which falls on it."""
    share = float(ranges[-1]) / axis.scale.high
    return [
        draw_heap(columns_of(ranges, axis.scale, axis.columns), axis.columns, other=slice(beyond, None), share=_TALL),
        i("gap", style=f"--long:{general(share, 4)}", data_new=f"gap {len(ranges)}"),
    ]


def _line(look: str, words: str, value: float, scale: Scale) -> Content:
    where, left = f"left:{scale.left(value)}", " left" if value > _FAR[look] * scale.high else ""
    return [i(f"level {look}", style=where), span(f"level {look}{left}", style=where)[b[words], f" {fixed(value, 3)}"]]


def _told(ranges: FloatArray, apart: FloatArray, lines: Mapping[str, tuple[str, float]]) -> str:
    """The picture in words."""
    pairs = (
        f"observed differences from {general(round(float(apart.min()), 3))} to {general(round(float(apart.max()), 3))}"
    )
    if not len(ranges):
        return f"An empty axis of differences, with {pairs}."
    ends = f"from {fixed(float(ranges.min()), 3)} to {fixed(float(ranges.max()), 3)}"
    named = "; ".join(f"{words} {fixed(value, 3)}" for words, value in lines.values())
    return f"A histogram of ranges over {count_noun(len(ranges), 'shuffle')}, {ends}. {named}. Below it {pairs}."
