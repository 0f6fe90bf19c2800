"""The split half: a learner picks the best run on half of the topics and sees its mean drop on the other half."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from irlearn.evaluation import Scores
from irlearn.statistics.arrays import FloatArray
from irlearn.studies import extremes
from irlearn.studies.extremes.bootstrap import halves, leading
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, button, div, i, p, span, strong, td, th, tr
from irlearn.text.numbers import axis_label, general, percent, true_minus
from irlearn.widgets.charts.dot_histogram import (
    dot_bottom,
    draw_columns,
    draw_dot_histogram,
    height_per_dot,
    histogram_columns,
)
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count
from irlearn.widgets.core.parts import captioned_table, repeat_buttons
from irlearn.widgets.core.traits import computed
from irlearn.widgets.play.luck_machine import SHARE, draw_swarm, four, is_far

_COLUMNS = 40  # number of columns of the histogram of losses
_RUN_COLUMNS = 60
_FAR = 5  # distance of the axis ends from the mean loss, in standard deviations
_LEFT = 0.72  # the runs cover this share of the axis of means; the rest is for the winner's label
_BATCHES = {1: "Split once", 100: "a hundred times", 10_000: "ten thousand"}
_MOST = 100_000  # the largest number of splits
_SEEDS = 10**9
_PILOT = 500  # splits that determine the axis
_TRACKS, _EACH = 40, 1000  # number of generated sets of scores, and number of splits of each set


class Half(NamedTuple):
    """The means of all runs on both halves: the half that picks the winner and the half that judges it."""

    picking: FloatArray
    judging: FloatArray

    @property
    def winner(self) -> int:
        """Index of the run that is picked."""
        return int(leading(self.picking).argmax())

    @property
    def better(self) -> int:
        """Index of the run with the highest mean on the half that judges."""
        return self.winner if self.rank == 1 else int(self.judging.argmax())

    @property
    def rank(self) -> int:
        """Rank of the winner on the half that judges, from 1."""
        if leading(self.judging)[self.winner]:
            return 1
        return int((self.judging > self.judging[self.winner]).sum()) + 1


class SplitHalf(App):
    """Random halves of the topics, of which the first picks the winner and the second judges it.

    A learner splits the topics once, a hundred times or ten thousand times and sees how much lower the winner's mean is
    on the other half. For the default scores, the learner can repeat this with 40 sets of scores that are generated in
    the same way (tracks), which shows how much a result owes to one set of topics.

    Parameters
    ----------
    matrix : array_like, Matrix or Scores, optional
        A score for each topic (row) and run (column); by default AP on 50 simulated topics, for runs whose true means
        are the published MAPs of TREC-7.
    seed : int, optional
        The seed; the same seed and gestures give the same splits.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    splits : int
        The number of splits, at most 100,000.
    losses : ndarray of float, shape (splits,)
        The winner's mean on the picking half minus its mean on the judging half.
    lost : float
        The mean loss; NaN before the first split.
    kept : float
        The share of splits in which the winner also wins the judging half; NaN before the first split.
    tracks : tuple of irlearn.studies.extremes.SplitHalf
        The splits of the 40 sets of scores, the default one among them; empty until the learner asks for them.

    References
    ----------
    B. Carterette, "The Best Published Result is Random", SIGIR 2015.

    Examples
    --------
    >>> from irlearn import widgets
    >>> curse = widgets.SplitHalf()
    >>> curse.gesture(do="split", value="100")
    >>> curse.splits, curse.lost > 0, curse.kept < 0.5
    (100, True, True)
    """

    styles = ("controls", "dot_histogram", "luck_machine")
    css_class = "luck"
    heading = "Half of the topics picks the winner, the other half judges it"

    def __init__(
        self,
        matrix: ArrayLike | extremes.Matrix | Scores | None = None,
        seed: int = 1,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._seed, self._simulated = check_count(seed, "the seed", 0, _SEEDS), matrix is None
        if matrix is None:
            matrix = extremes.made_trec7(self._seed)
        self._matrix = extremes.matrix(matrix)
        pilot = extremes.split_half(self._matrix, _PILOT, rng=0).losses
        self._losses_axis, self._means_axis = axis_of(pilot), axis_of_means(self._matrix.means, pilot)
        self._generator = np.random.default_rng(self._seed)
        self._result: extremes.SplitHalf | None = None
        self._last: Half | None = None
        self._tracks: tuple[extremes.SplitHalf, ...] = ()
        super().__init__(state=state)

    @computed
    def splits(self) -> int:
        """Number of splits."""
        return len(self.losses)

    @computed
    def losses(self) -> FloatArray:
        """Winner's mean on the picking half minus its mean on the judging half, for each split."""
        return self._result.losses if self._result else np.zeros(0)

    @computed
    def lost(self) -> float:
        """Mean loss; NaN before the first split."""
        return self._result.loss if self._result else float("nan")

    @computed
    def kept(self) -> float:
        """Share of splits in which the winner also wins the judging half; NaN before the first split."""
        return self._result.kept if self._result else float("nan")

    @computed
    def tracks(self) -> tuple[extremes.SplitHalf, ...]:
        """Splits of sets of scores that are generated in the same way."""
        return self._tracks

    @action
    def on_split(self, value: Literal[1, 100, 10_000]) -> None:
        """Split the topics 1, 100 or 10,000 times."""
        count = min(value, _MOST - self.splits)
        if count < 1:
            return
        # The seed is kept, so that the last split can be repeated to show its halves.
        last_seed = int(self._generator.integers(_SEEDS))
        parts = [extremes.split_half(self._matrix, count - 1, rng=self._generator)] if count > 1 else []
        all_parts = [
            *([self._result] if self._result else []),
            *parts,
            extremes.split_half(self._matrix, 1, rng=last_seed),
        ]
        self._result = extremes.SplitHalf(
            np.concatenate([part.losses for part in all_parts]),
            np.concatenate([part.stays for part in all_parts]),
            self._matrix.topics,
            len(self._matrix.runs),
        )
        picking = halves(np.random.default_rng(last_seed), self._matrix.topics, 1)[0] > 0
        self._last = Half(self._matrix.scores[picking].mean(axis=0), self._matrix.scores[~picking].mean(axis=0))

    @action
    def on_tracks(self) -> None:
        """Generate further sets of scores and split each of them."""
        if self._simulated and not self._tracks:
            seeds = range(self._seed, self._seed + _TRACKS)
            self._tracks = tuple(extremes.split_half(extremes.made_trec7(seed), _EACH) for seed in seeds)

    def note(self) -> str:
        size = f"{count_noun(len(self._matrix.runs), 'run')} on {count_noun(self._matrix.topics, 'topic')}"
        if self._simulated:
            return f"{size}: simulated AP, calibrated to TREC-7; the true mean of each run is its published MAP."
        return f"{size}. {self._matrix.attribution}".strip()

    def hint(self) -> str:
        return "Split the topics at random. The loss is how much lower the winner of one half scores on the other half."

    def status_text(self) -> str:
        """Describe the winner's loss over the splits, for the scores of this widget and for the tracks."""
        if not self._tracks:
            return self._describe_splits()
        lost_range, kept_range = self._track_ranges()
        return (
            f"{self._describe_splits()} In {_TRACKS} simulated tracks of this kind, the winner loses {lost_range} on "
            "average "
            f"and wins the other half in {kept_range} of the splits."
        )

    def _track_ranges(self) -> tuple[str, str]:
        """Return two ranges over the tracks: of the mean loss, and of the share of splits that the winner wins."""
        mean_losses, kept_shares = (
            [*sorted(values)] for values in zip(*((track.loss, track.kept) for track in self._tracks), strict=True)
        )
        return (
            f"{four(mean_losses[0])} to {four(mean_losses[-1])}",
            f"{percent(kept_shares[0])} to {percent(kept_shares[-1])}",
        )

    def _describe_splits(self) -> str:
        """Describe the winner's loss in the last split or over all splits."""
        if self._result is None or self._last is None:
            return f"Nothing is split yet: {count_noun(self._matrix.topics, 'topic')}, two halves."
        if self.splits > 1:
            return (
                f"In {self.splits:,} splits, the winner of one half scores {four(abs(self.lost))} "
                f"{_direction(self.lost)} on the other half on average, and wins that half, too, in "
                f"{percent(self.kept, 1)} of the splits."
            )
        half, runs = self._last, self._matrix.runs
        loss = half.picking[half.winner] - half.judging[half.winner]
        outcome_words = (
            "it wins there, too"
            if half.rank == 1
            else (f"it is number {half.rank} there, where {runs[half.better]} wins")
        )
        return (
            f"{runs[half.winner]} wins one half with {four(half.picking[half.winner])}. On the other half it has "
            f"{four(half.judging[half.winner])}, {four(abs(loss))} {_direction(loss)}, and {outcome_words}."
        )

    def controls(self) -> list[Element | None]:
        """Draw the buttons for splits; tracks are offered after many splits."""
        tracks_button = button(data_do="tracks", data_focus="tracks", disabled=bool(self._tracks))
        return [
            repeat_buttons("split", _BATCHES, full=self.splits >= _MOST),
            tracks_button[f"{_TRACKS} tracks made the same way"] if self._simulated and self.splits >= _EACH else None,
        ]

    def body(self) -> Element:
        topics = self._matrix.topics
        sizes = topics // 2, topics - topics // 2
        return div("sides even")[
            div[
                p[strong[f"Split {self.splits:,}" if self._last else "A split"]],
                draw_halves(self._last, self._matrix.runs, sizes, self._means_axis, self.splits),
            ],
            div[p[strong["What the winner loses"]], draw_losses(self.losses, self._losses_axis)],
            self._draw_facts(),
        ]

    def _draw_facts(self) -> Element:
        """Draw the mean loss and the share of splits that the winner wins, for the given scores and for the tracks."""
        rows = {
            "mean loss, ± from the splits alone": "–",
            "wins the other half, too": "–",
            "splits": f"{self.splits:,}",
        }
        if self._result:
            error = f" ± {four(self._result.error)}" if self.splits > 1 else ""
            rows.update(zip(rows, (f"{true_minus(four(self.lost))}{error}", percent(self.kept, 1)), strict=False))
        heads, track_values = [td, th(scope="col")["these scores"]], ["", "", f"{_EACH:,} each"]
        if self._tracks:
            heads.append(th(scope="col")[f"{_TRACKS} tracks made the same way"])
            median_kept = percent(float(np.median([track.kept for track in self._tracks])), 0)
            lost_range, kept_range = self._track_ranges()
            track_values[:2] = lost_range, f"{kept_range}, median {median_kept}"
        cells = (
            tr[th(scope="row")[name], td[value], td[track_value] if self._tracks else None]
            for (name, value), track_value in zip(rows.items(), track_values, strict=True)
        )
        return captioned_table("facts", "What all splits gave", heads, cells)


def draw_losses(losses: FloatArray, axis: Scale) -> Element:
    """Draw a dot histogram of the winners' losses with their mean; losses beyond the axis are in the outermost columns.

    >>> drawn = draw_losses(np.array([0.02, -0.01, 0.02]), Scale(-0.04, 0.04, []))
    >>> [[path.attributes["d"] for path in svg.find("path")] for svg in drawn.find("svg")]
    [['M762.5 96.5h.01'], ['M387.5 96.5h.01']]
    """
    description = f"A histogram of {count_noun(len(losses), 'loss', 'losses')}, {sum(losses > 0):,} of them above 0."
    mean_position, zero_position = "", f"left:{axis.left(0)}"
    gain_columns = slice(0, int(np.clip(round(-axis.low / (axis.high - axis.low) * _COLUMNS), 0, _COLUMNS)))
    if len(losses):
        mean_position = f"left:{axis.left(float(losses.mean()))}"
    return div("plane losses", role="img", aria_label=description)[
        draw_dot_histogram(histogram_columns(losses, axis, _COLUMNS), _COLUMNS, other=gain_columns)
        if mean_position
        else span("empty")["the loss of each split falls here"],
        [i("level zero", style=zero_position), span("level zero left", style=zero_position)["no loss"]],
        [i("level top", style=mean_position), span("level mean", style=mean_position)[_mean_label(losses)]]
        if mean_position
        else None,
        (span("x", style=f"left:{axis.left(value)}")[label] for value, label in axis.ticks),
    ]


def _mean_label(losses: FloatArray) -> str:
    return f"{'mean ' if len(losses) > 1 else ''}{true_minus(four(losses.mean()))}"


def draw_halves(
    half: Half | None, runs: Sequence[str], sizes: tuple[int, int], axis: Scale, split_number: int
) -> Element:
    """Draw all runs by their means on the picking half above and on the judging half below; the winner falls.

    `sizes` are the numbers of topics of both halves. The animation of the dots starts again when `split_number`
    changes. Without a split the plane is empty.

    >>> axis = Scale(0, 1, [])
    >>> drawn = draw_halves(Half(np.array([0.3, 0.2]), np.array([0.1, 0.2])), ["a", "b"], (5, 5), axis, 1)
    >>> [label.text for label in drawn.find("span") if label.attributes.get("style")]
    ['a 0.3000', '0.1000', 'b 0.2000']
    """
    pick_words, judge_words = (count_noun(size, "topic") for size in sizes)
    heads = [span("half")[f"{pick_words} pick"], span("half judge")[f"{judge_words} judge"]]
    ticks = [span("x", style=f"left:{axis.left(tick)}")[label] for tick, label in axis.ticks]
    if half is None:
        return div("plane halves")[heads, span("empty")["the means of all runs on both halves"], ticks]
    winner = half.winner
    name = f"{runs[winner]} {four(half.picking[winner])}"
    description = (
        f"The means of {count_noun(len(runs), 'run')} on both halves; {name}, then {four(half.judging[winner])}."
    )
    return div("plane halves", role="img", aria_label=description)[
        heads,
        draw_swarm(half.picking, winner, name, axis, split_number, _RUN_COLUMNS),
        _draw_judging(half, axis, split_number),
        _draw_better(runs[half.better], half.judging[half.better], axis, split_number) if half.rank > 1 else None,
        ticks,
    ]


def _draw_judging(half: Half, axis: Scale, split_number: int) -> Content:
    """Draw the judging half, the position of the winner there, and its distance from the picking half."""
    picking_mean, judging_mean = (float(means[half.winner]) for means in half)
    column = int(histogram_columns(np.array([judging_mean]), axis, _RUN_COLUMNS)[0])
    counts = np.bincount(
        histogram_columns(np.delete(half.judging, half.winner), axis, _RUN_COLUMNS), minlength=_RUN_COLUMNS
    )
    dot_height = height_per_dot(float(counts.max()))
    bottom = f"bottom:{dot_bottom(counts[column], dot_height, SHARE)}"
    low, high = sorted((judging_mean, picking_mean))
    distance = 100 * (picking_mean - judging_mean) / (axis.high - axis.low)  # percent of the plane
    css_class, right = "gain" if judging_mean > picking_mean else "loss", axis.left(high)
    return [
        draw_columns("heap", counts, dot_height, split_number),
        i(
            css_class,
            style=f"left:{axis.left(low)};right:calc(100% - {right});{bottom}",
            data_new=f"lost {split_number}",
        ),
        i(
            "lands",
            style=f"left:{axis.left(judging_mean)};--x:{general(distance, 3)};{bottom}",
            data_new=f"lands {split_number}",
        ),
        span(
            f"landed{' left' if is_far(high, axis) else ''}",
            style=f"left:{right};{bottom}",
            data_new=f"has {split_number}",
        )[four(judging_mean)],
    ]


def _draw_better(name: str, value: float, axis: Scale, split_number: int) -> Content:
    attributes = {"style": f"left:{axis.left(value)}", "data_new": f"better {split_number}"}
    css_class = f"level better{' left' if is_far(value, axis) else ''}"
    return [i("level better", **attributes), span(css_class, **attributes)[b[name], f" {four(value)}"]]


def axis_of(losses: FloatArray) -> Scale:
    """Return an axis for losses like the given ones, with 0 on the edge of a column.

    >>> axis = axis_of(np.array([0.0, 0.02]))
    >>> round(axis.low, 4), round(axis.high, 4)
    (-0.04, 0.06)
    """
    width = 2 * _FAR * float(losses.std()) / _COLUMNS or 1.0
    first = round(float(losses.mean()) / width) - _COLUMNS // 2
    low, high = first * width, (first + _COLUMNS) * width
    return Scale(low, high, [(tick, true_minus(axis_label(tick))) for tick in nice_ticks(low, high, 5)])


def axis_of_means(means: FloatArray, losses: FloatArray) -> Scale:
    """Return an axis for the means of runs on halves, with margins that depend on the given losses.

    >>> axis = axis_of_means(np.array([0.1, 0.4]), np.array([0.02, 0.04]))
    >>> round(axis.low, 4), round(axis.high, 4)
    (0.08, 0.5522)
    """
    margin = float(np.abs(losses).max()) / 2 or 0.05
    low, high = float(means.min()) - margin, float(means.max()) + margin
    high = low + (high - low) / _LEFT
    return Scale(low, high, [(tick, axis_label(tick)) for tick in nice_ticks(max(low, 0.0), high, 5)])


def _direction(loss: float) -> str:
    return "more" if loss < 0 else "less"
