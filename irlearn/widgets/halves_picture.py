"""Half of the topics against the other half: the means of all runs on both, and what the winners lost."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from irlearn.markup import Content, Element, b, div, i, line, span
from irlearn.numbers import fixed, minus, on_axis
from irlearn.statistics.arrays import Floats
from irlearn.studies.extremes.bootstrap import leading
from irlearn.widgets.charts import Scale
from irlearn.widgets.fields import percent
from irlearn.widgets.null_distribution import nice_ticks
from irlearn.widgets.plots import drawing
from irlearn.words import counted

_COLUMNS = 40  # of the histogram
_FAR = 5  # deviations from the mean loss to the ends of the axis
_SLACK = 1e-9  # of a column: a loss of 0 is in the one that begins there


class Half(NamedTuple):
    """The means of all runs on the half that picks, and on the half that judges."""

    picking: Floats
    judging: Floats

    @property
    def winner(self) -> int:
        """The place of the run that is picked."""
        return int(leading(self.picking).argmax())

    @property
    def better(self) -> int:
        """The place of the run that has the highest mean on the half that judges."""
        return self.winner if self.rank == 1 else int(self.judging.argmax())

    @property
    def rank(self) -> int:
        """The rank of the winner on the half that judges, from 1."""
        if leading(self.judging)[self.winner]:
            return 1
        return int((self.judging > self.judging[self.winner]).sum()) + 1


def axis_of(losses: Floats) -> Scale:
    """An axis for losses like these, in columns of which none lies on both sides of 0.

    >>> axis = axis_of(np.array([0.0, 0.02]))
    >>> round(axis.low, 4), round(axis.high, 4)
    (-0.04, 0.06)
    """
    wide = 2 * _FAR * float(losses.std()) / _COLUMNS or 1.0
    first = round(float(losses.mean()) / wide) - _COLUMNS // 2
    low, high = first * wide, (first + _COLUMNS) * wide
    return Scale(low, high, [(at, minus(on_axis(at))) for at in nice_ticks(low, high, 5)])


def draw_losses(losses: Floats, axis: Scale) -> Element:
    """How often a winner lost how much, with the mean loss; what lies beyond the axis falls into its ends.

    >>> drawn = draw_losses(np.array([-0.01, 0.02, 0.02]), Scale(-0.04, 0.04, []))
    >>> [(one.attributes["class"], one.attributes["style"]) for one in drawn.find("i", "bar")]
    [('bar gain', 'left:37.5%;width:2.5%;height:50%'), ('bar', 'left:75%;width:2.5%;height:100%')]
    """
    wide = (axis.high - axis.low) / _COLUMNS
    columns = np.floor((losses - axis.low) / wide + _SLACK).astype(int).clip(0, _COLUMNS - 1)
    counts = np.bincount(columns, minlength=_COLUMNS).tolist()
    zero, where = f"left:{axis.left(0)}", ""
    if len(losses):
        where = f"left:{axis.left(float(losses.mean()))}"
    told = f"A histogram of {counted(len(losses), 'loss', 'losses')}, {sum(losses > 0):,} of them above 0."
    return div("losses", role="img", aria_label=told)[
        (
            i(f"bar{_gain(axis.low + (column + 0.5) * wide)}", style=f"left:{percent(column / _COLUMNS)};{size}")
            for column, count in enumerate(counts)
            if count
            for size in [f"width:{percent(1 / _COLUMNS)};height:{percent(count / max(counts))}"]
        ),
        [i("zero", style=zero), span("zero", style=zero)["no loss"]],
        i("mean", style=where) if where else None,
        span("mean", style=where)[_mean(losses)] if where else span("empty")["the loss of each split falls here"],
        (span("x", style=f"left:{axis.left(value)}")[words] for value, words in axis.ticks),
    ]


def _gain(middle: float) -> str:
    return " gain" if middle < 0 else ""


def _mean(losses: Floats) -> str:
    return f"{'mean ' if len(losses) > 1 else ''}{minus(_four(losses.mean()))}"


def draw_halves(half: Half | None, runs: Sequence[str], sizes: tuple[int, int]) -> Element:
    """A line for each run from its mean on one half to its mean on the other, and the winners of both by name.

    `sizes` are the numbers of topics that pick and that judge. Without a split it is empty.

    >>> drawn = draw_halves(Half(np.array([0.3, 0.2]), np.array([0.1, 0.2])), ["a", "b"], (5, 5))
    >>> [one.text for one in drawn.find("span", "value")]
    ['a 0.3000', '0.1000', 'b 0.2000']
    """
    heads = [
        span(f"head {side}")[f"{counted(size, 'topic')} {what}"]
        for side, size, what in zip(("left", "right"), sizes, ("pick", "judge"), strict=True)
    ]
    if half is None:
        return div("slopes")[heads, span("empty")["the means of all runs on both halves"]]
    both = np.concatenate(half)
    scale = Scale(float(both.min()), float(both.max()) + math.ulp(float(both.max())), [])
    left, right = ([scale.left(value) for value in means.tolist()] for means in half)
    looks = {half.better: "better", half.winner: "winner"}  # drawn over the rest, the winner last
    order = [*(at for at in range(len(runs)) if at not in looks), *looks]
    return div("slopes", role="img", aria_label=f"The means of {counted(len(runs), 'run')} on both halves.")[
        heads,
        drawing(100, 100, preserveAspectRatio="none", aria_hidden="true")[
            (line(looks.get(at), x1=0, x2=100, y1=_down(left[at]), y2=_down(right[at])) for at in order)
        ],
        _name("left winner", runs[half.winner], half.picking[half.winner], left[half.winner]),
        _name("right winner", "", half.judging[half.winner], right[half.winner]),
        _name("right better", runs[half.better], half.judging[half.better], right[half.better])
        if half.rank > 1
        else None,
    ]


def _name(look: str, name: str, value: float, up: str) -> Content:
    return span(f"value {look}", style=f"bottom:{up}")[name and [b[name], " "], _four(value)]


def _down(up: str) -> float:
    """How far down a line begins whose place upwards is a percentage."""
    return round(100 - float(up.removesuffix("%")), 2)


def _four(value: float) -> str:
    return fixed(float(value), 4)
