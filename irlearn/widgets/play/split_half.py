"""The winner's curse: half of the topics pick a winner, and the other half judges it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from irlearn.evaluation import Scores
from irlearn.statistics.arrays import FloatArray
from irlearn.studies import extremes
from irlearn.studies.extremes.bootstrap import halves, leading
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, button, div, i, p, span, strong, td, th, tr
from irlearn.text.numbers import axis_label, general, percent, true_minus
from irlearn.widgets.charts.dot_histogram import columns_of, draw_heap, draw_stack, height_of, upon
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count
from irlearn.widgets.core.parts import captioned, repeat_buttons
from irlearn.widgets.play.luck_machine import SHARE, draw_swarm, four, is_far

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


_BATCHES = {1: "Split once", 100: "a hundred times", 10_000: "ten thousand"}
_MOST = 100_000  # splits that are kept
_SEEDS = 10**9
_PILOT = 500  # splits that find the axis
_TRACKS, _EACH = 40, 1000  # sets of scores that are made alike, and the splits of each


class SplitHalf(App):
    """A random half of the topics picks the winner, and the other half judges it: what the winner loses.

    `matrix` has a score for each topic (row) and run (column); by default AP on 50 simulated topics, of runs whose true
    means are the published MAPs of TREC-7. `splits` counts the splits so far, at most 100,000. `losses` are what the
    winner of one half loses on the other, one for each split, and `lost` is their mean; `kept` is the share of the
    splits in which the winner wins the other half, too. Both are nan before the first split. The same `seed` and
    gestures give the same splits. `tracks` are the splits of 40 sets of scores that are made as the default ones are,
    these among them; they say what a result owes to one set of topics. None before they are asked for, nor of one's own
    matrix.

    Source: Carterette, "The Best Published Result is Random", SIGIR 2015; the curse is that of the best of many.

    >>> from irlearn import widgets
    >>> curse = widgets.SplitHalf()
    >>> curse.gesture(do="split", value="100")
    >>> curse.splits, curse.lost > 0, curse.kept < 0.5
    (100, True, True)
    """

    styles = ("controls", "dot_histogram", "luck_machine")
    css_class = "luck"
    heading = "Half of the topics picks the winner, the other half judges it"

    def __init__(self, matrix: ArrayLike | extremes.Matrix | Scores | None = None, seed: int = 1) -> None:
        self._seed, self._simulated = check_count(seed, "the seed", 0, _SEEDS), matrix is None
        if matrix is None:
            matrix = extremes.made_trec7(self._seed)
        self._matrix = extremes.matrix(matrix)
        pilot = extremes.split_half(self._matrix, _PILOT, rng=0).losses
        self._axis, self._across = axis_of(pilot), axis_of_means(self._matrix.means, pilot)
        self._random = np.random.default_rng(self._seed)
        self._found: extremes.SplitHalf | None = None
        self._last: Half | None = None
        self._tracks: tuple[extremes.SplitHalf, ...] = ()
        super().__init__()

    @property
    def splits(self) -> int:
        """How many splits there were."""
        return len(self.losses)

    @property
    def losses(self) -> FloatArray:
        """The winner's mean on the half that picked it less its mean on the other, for each split."""
        return self._found.losses if self._found else np.zeros(0)

    @property
    def lost(self) -> float:
        """The mean loss."""
        return self._found.loss if self._found else float("nan")

    @property
    def kept(self) -> float:
        """The share of the splits in which the winner wins the other half, too."""
        return self._found.kept if self._found else float("nan")

    @property
    def tracks(self) -> tuple[extremes.SplitHalf, ...]:
        """The splits of sets of scores that are made alike."""
        return self._tracks

    @action
    def on_split(self, value: Literal[1, 100, 10_000]) -> None:
        """Split so many times."""
        many = min(value, _MOST - self.splits)
        if many < 1:
            return
        again = int(self._random.integers(_SEEDS))  # the last split is made twice, to show its halves
        parts = [extremes.split_half(self._matrix, many - 1, rng=self._random)] if many > 1 else []
        there = [*([self._found] if self._found else []), *parts, extremes.split_half(self._matrix, 1, rng=again)]
        self._found = extremes.SplitHalf(
            np.concatenate([one.losses for one in there]),
            np.concatenate([one.stays for one in there]),
            self._matrix.topics,
            len(self._matrix.runs),
        )
        picking = halves(np.random.default_rng(again), self._matrix.topics, 1)[0] > 0
        self._last = Half(self._matrix.scores[picking].mean(axis=0), self._matrix.scores[~picking].mean(axis=0))

    @action
    def on_tracks(self) -> None:
        """Make scores anew, many times, and split each set."""
        if self._simulated and not self._tracks:
            seeds = range(self._seed, self._seed + _TRACKS)
            self._tracks = tuple(extremes.split_half(extremes.made_trec7(seed), _EACH) for seed in seeds)

    def note(self) -> str:
        """What the scores are."""
        size = f"{count_noun(len(self._matrix.runs), 'run')} on {count_noun(self._matrix.topics, 'topic')}"
        if self._simulated:
            return f"{size}: simulated AP, calibrated to TREC-7; the true mean of each run is its published MAP."
        return f"{size}. {self._matrix.attribution}".strip()

    def hint(self) -> str:
        """What is done."""
        return "Split the topics at random. A loss is what the winner of one half has less on the other."

    def status_text(self) -> str:
        """What splits did to the winner, of these scores and of those that are made alike."""
        if not self._tracks:
            return self._says_splits()
        lost, kept = self._over_tracks()
        return (
            f"{self._says_splits()} In {_TRACKS} tracks made alike it loses {lost} on average, and wins the other half "
            f"in {kept} of the splits."
        )

    def _over_tracks(self) -> tuple[str, str]:
        """From the least to the most mean loss over the tracks, and share of the splits that the winner wins."""
        lost, kept = ([*sorted(values)] for values in zip(*((one.loss, one.kept) for one in self._tracks), strict=True))
        return f"{four(lost[0])} to {four(lost[-1])}", f"{percent(kept[0])} to {percent(kept[-1])}"

    def _says_splits(self) -> str:
        """What the last split did to its winner, or what all splits did."""
        if self._found is None or self._last is None:
            return f"Nothing is split yet: {count_noun(self._matrix.topics, 'topic')}, two halves."
        if self.splits > 1:
            return (
                f"{self.splits:,} splits: the winner of one half has {four(abs(self.lost))} {_less(self.lost)} on the "
                f"other, on average, and wins it, too, in {percent(self.kept, 1)} of the splits."
            )
        half, runs = self._last, self._matrix.runs
        loss = half.picking[half.winner] - half.judging[half.winner]
        there = "wins there, too" if half.rank == 1 else f"is number {half.rank} there; {runs[half.better]} wins"
        return (
            f"{runs[half.winner]} wins one half with {four(half.picking[half.winner])}. On the other half it has "
            f"{four(half.judging[half.winner])}, {four(abs(loss))} {_less(loss)}, and {there}."
        )

    def controls(self) -> list[Element | None]:
        """How often to split; other tracks are there once these scores are split often."""
        anew = button(data_do="tracks", data_focus="tracks", disabled=bool(self._tracks))
        return [
            repeat_buttons("split", _BATCHES, full=self.splits >= _MOST),
            anew[f"{_TRACKS} tracks made alike"] if self._simulated and self.splits >= _EACH else None,
        ]

    def body(self) -> Element:
        """The last split with both halves, and the losses of all splits."""
        topics = self._matrix.topics
        sizes = topics // 2, topics - topics // 2
        return div("sides even")[
            div[
                p[strong[f"Split {self.splits:,}" if self._last else "A split"]],
                draw_halves(self._last, self._matrix.runs, sizes, self._across, self.splits),
            ],
            div[p[strong["What the winner loses"]], draw_losses(self.losses, self._axis), self._facts()],
        ]

    def _facts(self) -> Element:
        """The mean loss and how often the winner stays, of these scores and of those that are made alike."""
        rows = {"mean loss, ± of the splits alone": "–", "wins the other half, too": "–", "splits": f"{self.splits:,}"}
        if self._found:
            error = f" ± {four(self._found.error)}" if self.splits > 1 else ""
            rows.update(zip(rows, (f"{true_minus(four(self.lost))}{error}", percent(self.kept, 1)), strict=False))
        heads, alike = [td, th(scope="col")["these scores"]], ["", "", f"{_EACH:,} each"]
        if self._tracks:
            heads.append(th(scope="col")[f"{_TRACKS} tracks made alike"])
            middle = percent(float(np.median([one.kept for one in self._tracks])), 0)
            lost, kept_again = self._over_tracks()
            alike[:2] = lost, f"{kept_again}, median {middle}"
        cells = (
            tr[th(scope="row")[name], td[value], td[more] if self._tracks else None]
            for (name, value), more in zip(rows.items(), alike, strict=True)
        )
        return captioned("facts", "What all splits gave", heads, cells)


def _less(loss: float) -> str:
    return "more" if loss < 0 else "less"
