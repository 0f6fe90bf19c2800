"""The winner's curse: half of the topics pick a winner, and the other half judges it."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from irlearn.evaluation import Scores
from irlearn.markup import Element, button, caption, div, p, strong, table, tbody, td, th, tr
from irlearn.numbers import fixed, minus, percent
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics.arrays import Floats
from irlearn.studies import extremes
from irlearn.studies.extremes.bootstrap import halves
from irlearn.widgets.actions import action
from irlearn.widgets.app import App
from irlearn.widgets.fields import check_count
from irlearn.widgets.halves_picture import Half, axis_of, draw_halves, draw_losses
from irlearn.words import counted

_BATCHES = {1: "Split once", 100: "a hundred times", 10_000: "ten thousand"}
_MOST = 100_000  # splits that are kept
_SEEDS = 10**9
_PILOT = 500  # splits that find the axis


class SplitHalf(App):
    """A random half of the topics picks the winner, and the other half judges it: what the winner loses.

    `matrix` has a score for each topic (row) and run (column); by default AP on 50 simulated topics, of runs whose true
    means are the published MAPs of TREC-7. `splits` counts the splits so far, at most 100,000. `losses` are what the
    winner of one half loses on the other, one for each split, and `lost` is their mean; `kept` is the share of the
    splits in which the winner wins the other half, too. Both are nan before the first split. The same `seed` and
    gestures give the same splits.

    Source: Carterette, "The Best Published Result is Random", SIGIR 2015; the curse is that of the best of many.

    >>> from irlearn import widgets
    >>> curse = widgets.SplitHalf()
    >>> curse.gesture(do="split", value="100")
    >>> curse.splits, curse.lost > 0, curse.kept < 0.5
    (100, True, True)
    """

    styles = ("controls", "curse")
    look = "curse"
    heading = "Half of the topics picks the winner, the other half judges it"

    def __init__(self, matrix: ArrayLike | extremes.Matrix | Scores | None = None, seed: int = 1) -> None:
        self._seed, self._simulated = check_count(seed, "the seed", 0, _SEEDS), matrix is None
        if matrix is None:
            known = extremes.trec7_runs()
            made = simulate_scores(rng=self._seed, true_means=[run.map for run in known])
            matrix = extremes.matrix(made.scores, [run.name for run in known], measure="AP")
        self._matrix = extremes.matrix(matrix)
        self._axis = axis_of(extremes.split_half(self._matrix, _PILOT, rng=0).losses)
        self._clear()
        super().__init__()

    def _clear(self) -> None:
        self._random = np.random.default_rng(self._seed)
        self._found: extremes.SplitHalf | None = None
        self._last: Half | None = None

    @property
    def splits(self) -> int:
        """How many splits there were."""
        return len(self.losses)

    @property
    def losses(self) -> Floats:
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
    def on_reset(self) -> None:
        """Forget the splits."""
        self._clear()

    def note(self) -> str:
        """What the scores are."""
        size = f"{counted(len(self._matrix.runs), 'run')} on {counted(self._matrix.topics, 'topic')}"
        if self._simulated:
            return f"{size}: simulated AP, calibrated to TREC-7; the true mean of each run is its published MAP."
        return f"{size}. {self._matrix.attribution}".strip()

    def hint(self) -> str:
        """What is done."""
        return "Split the topics at random. A loss is what the winner of one half has less on the other."

    def says(self) -> str:
        """What the last split did to its winner, or what all splits did."""
        if self._found is None or self._last is None:
            return f"Nothing is split yet: {counted(self._matrix.topics, 'topic')}, two halves."
        if self.splits > 1:
            return (
                f"{self.splits:,} splits: the winner of one half has {_four(abs(self.lost))} {_less(self.lost)} on the "
                f"other, on average, and wins it, too, in {percent(self.kept, 1)} of the splits."
            )
        half, runs = self._last, self._matrix.runs
        loss = half.picking[half.winner] - half.judging[half.winner]
        there = "wins there, too" if half.rank == 1 else f"is number {half.rank} there; {runs[half.better]} wins"
        return (
            f"{runs[half.winner]} wins one half with {_four(half.picking[half.winner])}. On the other half it has "
            f"{_four(half.judging[half.winner])}, {_four(abs(loss))} {_less(loss)}, and {there}."
        )

    def controls(self) -> list[Element]:
        """How often to split."""
        full = self.splits >= _MOST
        return [
            button(
                "main" if many == 1 else None,
                data_do="split",
                data_value=many,
                data_focus=f"split {many}",
                disabled=full,
            )[words]
            for many, words in _BATCHES.items()
        ]

    def body(self) -> Element:
        """The last split with both halves, and the losses of all splits."""
        topics = self._matrix.topics
        return div("sides")[
            div[
                p[strong[f"Split {self.splits:,}" if self._last else "A split"]],
                draw_halves(self._last, self._matrix.runs, (topics // 2, topics - topics // 2)),
            ],
            div[p[strong["What the winner loses"]], draw_losses(self.losses, self._axis), self._facts()],
        ]

    def _facts(self) -> Element:
        """The mean loss, with its standard error, and how often the winner stays."""
        rows = {"mean loss": "–", "wins the other half, too": "–", "splits": f"{self.splits:,}"}
        if self._found:
            error = f" ± {_four(self._found.error)}" if self.splits > 1 else ""
            rows["mean loss"] = f"{minus(_four(self.lost))}{error}"
            rows["wins the other half, too"] = f"{int(self._found.stays.sum()):,} times, {percent(self.kept, 1)}"
        cells = (tr[th(scope="row")[name], td[value]] for name, value in rows.items())
        return table[caption("visually-hidden")["What all splits gave"], tbody[cells]]


def _less(loss: float) -> str:
    return "more" if loss < 0 else "less"


def _four(value: float) -> str:
    return fixed(float(value), 4)
