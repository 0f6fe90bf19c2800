"""Half of the topics against the other half, in the luck machine's picture: the winner falls, and what winners lose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from irlearn.statistics.arrays import FloatArray
from irlearn.studies.extremes.bootstrap import leading
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, div, i, span
from irlearn.text.numbers import axis_label, general, true_minus
from irlearn.widgets.charts.dot_histogram import columns_of, draw_heap, draw_stack, height_of, upon
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.play.luck_picture import SHARE, draw_swarm, four, is_far

_COLUMNS = 40  # of the losses
_ACROSS = 60  # columns of the runs
_FAR = 5  # deviations from the mean loss to the ends of the axis
_LEFT = 0.72  # of the axis of means, in which all runs lie; the winner's words need the rest


class Half(NamedTuple):
    """The means of all runs on the half that picks, and on the half that judges."""

    picking: FloatArray
    judging: FloatArray

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


def axis_of(losses: FloatArray) -> Scale:
    """An axis for losses like these, in columns of which none lies on both sides of 0.

    >>> axis = axis_of(np.array([0.0, 0.02]))
    >>> round(axis.low, 4), round(axis.high, 4)
    (-0.04, 0.06)
    """
    wide = 2 * _FAR * float(losses.std()) / _COLUMNS or 1.0
    first = round(float(losses.mean()) / wide) - _COLUMNS // 2
    low, high = first * wide, (first + _COLUMNS) * wide
    return Scale(low, high, [(at, true_minus(axis_label(at))) for at in nice_ticks(low, high, 5)])


def axis_of_means(means: FloatArray, losses: FloatArray) -> Scale:
    """An axis for the means of runs on halves, where winners lose such losses.

    >>> axis = axis_of_means(np.array([0.1, 0.4]), np.array([0.02, 0.04]))
    >>> round(axis.low, 4), round(axis.high, 4)
    (0.08, 0.5522)
    """
    apart = float(np.abs(losses).max()) / 2 or 0.05
    low, high = float(means.min()) - apart, float(means.max()) + apart
    high = low + (high - low) / _LEFT
    return Scale(low, high, [(at, axis_label(at)) for at in nice_ticks(max(low, 0.0), high, 5)])


def draw_losses(losses: FloatArray, axis: Scale) -> Element:
    """How often a winner lost how much, as a heap with the mean loss; what lies beyond the axis falls into its ends.

    >>> drawn = draw_losses(np.array([0.02, -0.01, 0.02]), Scale(-0.04, 0.04, []))
    >>> [[one.attributes["d"] for one in svg.find("path")] for svg in drawn.find("svg")]
    [['M762.5 96.5h.01'], ['M387.5 96.5h.01']]
    """
    told = f"A histogram of {count_noun(len(losses), 'loss', 'losses')}, {sum(losses > 0):,} of them above 0."
    where, zero = "", f"left:{axis.left(0)}"
    gains = slice(0, int(np.clip(round(-axis.low / (axis.high - axis.low) * _COLUMNS), 0, _COLUMNS)))
    if len(losses):
        where = f"left:{axis.left(float(losses.mean()))}"
    return div("plane losses", role="img", aria_label=told)[
        draw_heap(columns_of(losses, axis, _COLUMNS), _COLUMNS, other=gains)
        if where
        else span("empty")["the loss of each split falls here"],
        [i("level zero", style=zero), span("level zero left", style=zero)["no loss"]],
        [i("level top", style=where), span("level mean", style=where)[_mean(losses)]] if where else None,
        (span("x", style=f"left:{axis.left(value)}")[words] for value, words in axis.ticks),
    ]


def _mean(losses: FloatArray) -> str:
    return f"{'mean ' if len(losses) > 1 else ''}{true_minus(four(losses.mean()))}"


def draw_halves(half: Half | None, runs: Sequence[str], sizes: tuple[int, int], axis: Scale, new: int) -> Element:
    """All runs by their means on one half above and on the other below: the winner falls, and lies lower mostly.

    `sizes` are the numbers of topics that pick and that judge; with another number `new` all fall anew. Without a split
    it is empty.

    >>> axis = Scale(0, 1, [])
    >>> drawn = draw_halves(Half(np.array([0.3, 0.2]), np.array([0.1, 0.2])), ["a", "b"], (5, 5), axis, 1)
    >>> [one.text for one in drawn.find("span") if one.attributes.get("style")]
    ['a 0.3000', '0.1000', 'b 0.2000']
    """
    pick, judge = (count_noun(size, "topic") for size in sizes)
    heads = [span("half")[f"{pick} pick"], span("half judge")[f"{judge} judge"]]
    ticks = [span("x", style=f"left:{axis.left(at)}")[words] for at, words in axis.ticks]
    if half is None:
        return div("plane halves")[heads, span("empty")["the means of all runs on both halves"], ticks]
    winner = half.winner
    name = f"{runs[winner]} {four(half.picking[winner])}"
    told = f"The means of {count_noun(len(runs), 'run')} on both halves; {name}, then {four(half.judging[winner])}."
    return div("plane halves", role="img", aria_label=told)[
        heads,
        draw_swarm(half.picking, winner, name, axis, new, _ACROSS),
        _draw_judging(half, axis, new),
        _draw_better(runs[half.better], half.judging[half.better], axis, new) if half.rank > 1 else None,
        ticks,
    ]


def _draw_judging(half: Half, axis: Scale, new: int) -> Content:
    """The heap of the other half, where the winner lands, and how far from where it was."""
    there, here = (float(means[half.winner]) for means in half)
    column = int(columns_of(np.array([here]), axis, _ACROSS)[0])
    counts = np.bincount(columns_of(np.delete(half.judging, half.winner), axis, _ACROSS), minlength=_ACROSS)
    each = height_of(float(counts.max()))
    bottom = f"bottom:{upon(counts[column], each, SHARE)}"
    low, high = sorted((here, there))
    away = 100 * (there - here) / (axis.high - axis.low)  # percent of the plane, which it comes from
    look, right = "gain" if here > there else "loss", axis.left(high)
    return [
        draw_stack("heap", counts, each, new),
        i(look, style=f"left:{axis.left(low)};right:calc(100% - {right});{bottom}", data_new=f"lost {new}"),
        i("lands", style=f"left:{axis.left(here)};--x:{general(away, 3)};{bottom}", data_new=f"lands {new}"),
        span(f"landed{' left' if is_far(high, axis) else ''}", style=f"left:{right};{bottom}", data_new=f"has {new}")[
            four(here)
        ],
    ]


def _draw_better(name: str, value: float, axis: Scale, new: int) -> Content:
    at = {"style": f"left:{axis.left(value)}", "data_new": f"better {new}"}
    look = f"level better{' left' if is_far(value, axis) else ''}"
    return [i("level better", **at), span(look, **at)[b[name], f" {four(value)}"]]
