"""A machine that throws equal systems at a leaderboard: the winner looks like progress, and is luck."""

from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from irlearn.statistics.arrays import FloatArray
from irlearn.studies.extremes import Maximum
from irlearn.text.english import count_noun
from irlearn.text.html import Element, b, div, li, ol, p, span, strong, td, th, tr
from irlearn.text.numbers import general, percent, true_minus
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count
from irlearn.widgets.core.parts import captioned, repeat_buttons
from irlearn.widgets.core.preset_field import LadderField
from irlearn.widgets.play.luck_picture import draw_throws, exactly, four

_BATCHES = {1: "Throw once", 100: "a hundred times", 10_000: "ten thousand"}
_MOST = 100_000  # throws that are kept
_SURE = 10_000  # throws from which on the share above the band is shown: lesson 12 asks for it then
_TOP = 4  # rows of the leaderboard
_ONE = 1.959963984540054  # standard deviations on both sides of the mean that hold 95% of single systems
_NONE = np.zeros(0)
_SEEDS = 10**9


class LuckMachine(App):
    """N equally good systems are thrown at a leaderboard; the best of each throw falls into a histogram.

    `systems` (1 to 100,000) score `mean` on average, with the standard error `sd` and a `correlation` (0 to 0.99)
    between each two of them. `thrown` counts the throws so far, at most 100,000; `maxima` are their best scores, in
    order, `best` is the last of them, and `lead` how far it lies above the mean, as a share of that; None before the
    first throw. `expected` is the mean that the best must have, `interval` where 95% of single systems score, and
    `above` the share of the throws whose best lies above that. When a field changes, as many throws are made anew. The
    same `seed` and gestures give the same throws.

    Source: Carterette, "The Best Published Result is Random", SIGIR 2015, section 2.

    >>> from irlearn import widgets
    >>> machine = widgets.LuckMachine(100, sd=0.027)
    >>> machine.gesture(do="throw", value="10000")
    >>> machine.thrown, round(machine.expected, 4), round(float(machine.maxima.mean()), 3)
    (10000, 0.2677, 0.268)
    """

    styles = ("controls", "heaps", "luck")
    css_class = "luck"
    heading = "Equal systems, one winner"
    systems = LadderField(103, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000), "systems", what="N")
    mean = LadderField(0.2, (0.01, 0.1, 0.2, 0.3, 0.5, 0.99), "true score", what="the mean")
    sd = LadderField(0.0114, (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1), "spread", what="the standard error")
    correlation = LadderField(0.0, (0.0, 0.2, 0.4, 0.61, 0.8, 0.9, 0.99), "correlation")

    def __init__(
        self, systems: int = 103, mean: float = 0.2, sd: float = 0.0114, correlation: float = 0.0, seed: int = 1
    ) -> None:
        self._seed = check_count(seed, "the seed", 0, _SEEDS)
        self._clear()
        super().__init__(systems=systems, mean=mean, sd=sd, correlation=correlation)

    def _clear(self) -> None:
        self._random = np.random.default_rng(self._seed)
        self._maxima = self._scores = _NONE
        self._before: Maximum | None = None

    @property
    def luck(self) -> Maximum:
        """The exact distribution of the best."""
        return Maximum(self.systems, self.mean, self.sd, self.correlation)

    @property
    def thrown(self) -> int:
        """How many throws there were."""
        return len(self._maxima)

    @property
    def maxima(self) -> FloatArray:
        """The best score of each throw."""
        return self._maxima.copy()

    @property
    def best(self) -> float | None:
        """The best score of the last throw."""
        return float(self._maxima[-1]) if self.thrown else None

    @property
    def lead(self) -> float | None:
        """How far the best score of the last throw lies above the mean, as a share of that."""
        return self.best / self.mean - 1 if self.best is not None else None

    @property
    def expected(self) -> float:
        """The exact mean of the best."""
        return self.luck.expected

    @property
    def interval(self) -> tuple[float, float]:
        """Where 95% of single systems score."""
        return self.mean - _ONE * self.sd, self.mean + _ONE * self.sd

    @property
    def above(self) -> float:
        """The share of the throws whose best is above the interval; nan before the first."""
        return float(np.mean(self._maxima > self.interval[1])) if self.thrown else math.nan

    @action
    def on_throw(self, value: Literal[1, 100, 10_000]) -> None:
        """Throw all systems so many times."""
        self._before = None
        self._throw(min(value, _MOST - self.thrown))

    def field_changed(self, name: str, was: Any) -> None:
        """Throw as often as before; the same seed gives the same luck."""
        thrown, state = self.thrown, {**self._values(), name: was}
        self._clear()
        self._before = Maximum(*(state[one] for one in ("systems", "mean", "sd", "correlation")))
        self._throw(thrown)

    def _throw(self, times: int) -> None:
        """Draw the best of each throw by inverse transform, and all systems of the last one."""
        if times < 1:
            return
        earlier = self.luck.sample(times - 1, self._random) if times > 1 else _NONE
        alike, apart = math.sqrt(self.correlation), math.sqrt(1 - self.correlation)
        own = self._random.standard_normal(self.systems)
        self._scores = self.mean + self.sd * (alike * self._random.standard_normal() + apart * own)
        self._maxima = np.concatenate([self._maxima, earlier, [self._scores.max()]])

    def note(self) -> str:
        """What is supposed."""
        true = f"All systems are equally good: their true score is {general(self.mean)}."
        return f"{true} On a sample of topics they differ by chance (Carterette, 2015)."

    def hint(self) -> str:
        """What is done."""
        return "Throw all systems at the leaderboard. The best of each throw falls into the histogram."

    def status_text(self) -> str:
        """What the last throw gave, or all of them, and what a change did to the best that is expected."""
        moved = ""
        if self._before is not None and self._before != self.luck:
            moved = f"The expected best was {four(self._before.expected)}, now {four(self.expected)}. "
        if self.best is None:
            return f"{moved}Nothing is thrown yet: {count_noun(self.systems, 'system')}, one true score."
        if self.thrown == 1:
            like = "progress" if self.best >= self.mean else "a step back"
            return f"{moved}{self._winner} wins with {self._gain(self.best)}. It looks like {like}, and it is luck."
        low, high = np.quantile(self._maxima, (0.025, 0.975))
        return (
            f"{moved}In {self.thrown:,} throws the best scores {self._gain(float(self._maxima.mean()))}; from "
            f"{four(low)} to {four(high)} in 95% of them. The last winner is {self._winner.lower()}."
        )

    @property
    def _winner(self) -> str:
        return f"System {int(self._scores.argmax()) + 1:,}"

    def _gain(self, score: float) -> str:
        """A score, or the mean of several, and how far it lies from the one that all systems have."""
        mean = " on average" if self.thrown > 1 else ""
        return f"{four(score)}{mean}, {self._over(score)} {'over' if score >= self.mean else 'against'} the true score"

    def _over(self, score: float) -> str:
        """How far a score lies over the true one, in percent of that."""
        return f"{'+' if score >= self.mean else ''}{true_minus(percent(score / self.mean - 1, 1))}"

    def controls(self) -> list[Element]:
        """The fields in a row of their own, and how often to throw."""
        values = self._values()
        fields = [self._fields[name].control(values[name]) for name in ("systems", "sd", "correlation")]
        return [div("row")[fields], repeat_buttons("throw", _BATCHES, full=self.thrown >= _MOST)]

    def body(self) -> Element:
        """The leaderboard of the last throw, what all throws gave beside what is exact, and the picture of both."""
        return div("sides")[
            div("tables")[self._leaderboard(), self._table()],
            draw_throws(self.luck, self._scores, self._maxima, self.interval, self._before),
        ]

    def _leaderboard(self) -> Element:
        """The first ranks of the last throw."""
        order = np.argsort(-self._scores)[: min(_TOP, self.systems)].tolist()
        rows = [
            li[span[f"System {place + 1:,}"], b[four(self._scores[place])], self._raise(place) if not rank else None]
            for rank, place in enumerate(order)
        ]
        empty = [li("empty")[span["–"]] for _ in range(min(_TOP, self.systems) - len(rows))]
        title = f"Leaderboard of throw {self.thrown:,}" if rows else "Leaderboard"
        return div[p[strong[title]], ol("top")[rows, empty]]

    def _raise(self, place: int) -> Element:
        up, over = self._scores[place] >= self.mean, self._over(self._scores[place])
        return span("up" if up else "down")[f"{'▲' if up else '▼'} {over}"]

    def _table(self) -> Element:
        """The mean and the 95% point of the best, and how often it leaves the interval: thrown, and exact."""
        if not self.thrown:
            return p("small")["Throw, to see what is exact beside it."]
        found, exact = float(self._maxima.mean()), exactly(self.luck)
        rows = {
            "mean of the best": (four(found), four(self.expected)),
            "over the true score": (self._over(found), self._over(self.expected)),
            "95% of the best up to": (four(np.quantile(self._maxima, 0.95)), four(exact.top)),
        }
        if self.thrown >= _SURE:
            exactly_above = float(self.luck.sf(self.interval[1]))
            rows["best above the band"] = percent(self.above, 1), percent(exactly_above, 1)
        return captioned(
            "facts",
            "what the throws gave, and what is exact",
            [td, th(scope="col")["thrown"], th(scope="col")["exact"]],
            [tr[th(scope="row")[name], td[thrown], td[strong[one]]] for name, (thrown, one) in rows.items()],
        )
