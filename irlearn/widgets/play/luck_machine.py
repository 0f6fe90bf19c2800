"""A machine that throws equal systems at a leaderboard: the winner looks like progress, and is luck."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from irlearn.statistics.arrays import FloatArray
from irlearn.studies.extremes import Maximum
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, div, i, li, ol, p, span, strong, td, th, tr
from irlearn.text.numbers import axis_label, fixed, general, percent, true_minus
from irlearn.widgets.charts.dot_histogram import (
    ENOUGH,
    columns_of,
    draw_curve,
    draw_heap,
    draw_stack,
    height_of,
    upon,
)
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import LadderField, check_count
from irlearn.widgets.core.parts import captioned, repeat_buttons

_COLUMNS = 84
_BELOW, _ABOVE = 3.5, 7.0  # units that an axis reaches below and above the mean; the best of many lies above
_UNITS = (1, 1.5, 2, 3, 5, 7, 10)
SHARE = 0.46
"""Of a plane's height, what the swarm has, and the heap below it, as in the styles."""
_LEFT_TAIL, _RIGHT_TAIL = -4.5, 7.0  # standard deviations from the mean, outside of which a curve is flat
_WORDS = 0.21  # of the columns, what the words of a winner cover where the picture stands beside the tables
_FAR = 69.0  # percent of the axis from which on words stand on the left of their line
_FAR_LONG = 62.0  # the same for the longest words


class Exact(NamedTuple):
    """What is exact of a maximum, and takes long where systems correlate: its 95% point, and its density by column."""

    top: float
    density: FloatArray


@lru_cache(maxsize=256)
def exactly(luck: Maximum) -> Exact:
    """The exact figures of a maximum, worked out once."""
    low, high = _axis(luck)
    edges = np.linspace(low, high, _COLUMNS + 1)
    middles, density = (edges[1:] + edges[:-1]) / 2, np.zeros(_COLUMNS)
    away = (middles - luck.expected) / luck.deviation
    seen = (away > _LEFT_TAIL) & (away < _RIGHT_TAIL)
    density[seen] = luck.pdf(middles[seen])
    return Exact(luck.quantile(0.95), density * (high - low) / _COLUMNS)


def _axis(luck: Maximum) -> tuple[float, float]:
    """The scores from left to right, the same for spreads that are nearly the same."""
    power = 10.0 ** np.floor(np.log10(luck.sd))
    unit = next(one * power for one in _UNITS if one * power >= luck.sd * (1 - 1e-9))
    return luck.mean - _BELOW * unit, luck.mean + _ABOVE * unit


def draw_throws(
    luck: Maximum, scores: FloatArray, maxima: FloatArray, interval: tuple[float, float], before: Maximum | None = None
) -> Element:
    """The last throw above, and the best of all throws below it, on one axis of scores.

    `scores` are those of all systems in the last throw and `maxima` the best of each, both empty before the first;
    `interval` is shaded; `before` is a maximum whose curve is dashed.

    >>> drawn = draw_throws(Maximum(3, 0.2, 0.01), np.array([0.19, 0.2, 0.21]), np.array([0.21]), (0.18, 0.22))
    >>> [one.text for one in drawn.find("span", "winner")]
    ['best 0.2100']
    """
    low, high = _axis(luck)
    scale = Scale(low, high, [(at, axis_label(at)) for at in nice_ticks(max(low, 0), min(high, 1), 6)])
    left, right = map(scale.left, interval)
    return div[
        div("plane", role="img", aria_label=_told(luck, scores, maxima))[
            i("band", style=f"left:{left};right:calc(100% - {right})"),
            draw_line("mean", "true score", luck.mean, scale, -1),
            draw_swarm(scores, int(scores.argmax()), f"best {four(scores.max())}", scale, len(maxima))
            if len(scores)
            else span("empty swarm")["the systems of a throw stand here"],
            _heap(luck, maxima, scale, before)
            if len(maxima)
            else span("empty heap")["the best of each throw falls here"],
            (span("x", style=f"left:{scale.left(at)}")[words] for at, words in scale.ticks),
        ],
        p("small key")[i("band"), f" where 95% of single systems score, {four(interval[0])} to {four(interval[1])}"],
    ]


def _told(luck: Maximum, scores: FloatArray, maxima: FloatArray) -> str:
    """The picture in words."""
    if not len(scores):
        return "An empty axis of scores."
    return (
        f"{luck.n:,} systems of the last throw, from {four(scores.min())} to {four(scores.max())}; below them the "
        f"best of {len(maxima):,} throws, from {four(maxima.min())} to {four(maxima.max())}."
    )


def draw_swarm(scores: FloatArray, place: int, words: str, scale: Scale, new: int, many: int = _COLUMNS) -> Content:
    """All systems as a heap of dots that falls anew with another number `new`, the one at that place apart, and named.

    Below it its line falls.
    """
    column = int(columns_of(scores[place : place + 1], scale, many)[0])
    counts = np.bincount(columns_of(np.delete(scores, place), scale, many), minlength=many)
    each = height_of(float(counts.max()))
    far, at = is_far(scores[place], scale), f"left:{scale.left(scores[place])}"
    beside = counts[max(column - int(_WORDS * many), 0) : column + 1] if far else counts[column : column + 1]
    return [
        draw_stack("swarm", counts, each, new),
        i("fall", style=at, data_new=f"fall {new}"),
        i("winner", style=f"{at};bottom:{upon(counts[column], each, SHARE, 1 - SHARE)}", data_new=f"winner {new}"),
        span(
            f"winner{' left' if far else ''}",
            style=f"{at};bottom:{upon(beside.max(), each, SHARE, 1 - SHARE)}",
            data_new=f"best {new}",
        )[words],
    ]


def _heap(luck: Maximum, maxima: FloatArray, scale: Scale, before: Maximum | None) -> Content:
    """The best of all throws as a heap, the last one apart, with the exact curve, its mean and its 95% point."""
    exact, many = exactly(luck), len(maxima)
    densities: dict[str, FloatArray] = {}
    if many >= ENOUGH:
        if before is not None and _axis(before) == _axis(luck):
            densities["curve was"] = exactly(before).density
        densities["curve"] = exact.density
    return [
        draw_heap(
            columns_of(maxima, scale, _COLUMNS),
            _COLUMNS,
            share=SHARE,
            tallest=max((float(density.max()) * many for density in densities.values()), default=0),
            more=lambda each: [draw_curve(look, density * many * each) for look, density in densities.items()],
        ),
        draw_line("expected", "expected best", luck.expected, scale, 1),
        draw_line("top", "95% point", exact.top, scale, 1),
    ]


def draw_line(look: str, words: str, value: float, scale: Scale, side: int) -> Content:
    """A level on the axis with its words on one side of it."""
    left = side < 0 or is_far(value, scale, _FAR_LONG if look == "expected" else _FAR)
    where = f"left:{scale.left(value)}"
    text = general(value) if look == "mean" else four(value)
    return [
        i(f"level {look}", style=where),
        span(f"level {look}{' left' if left else ''}", style=where)[f"{words} {text}"],
    ]


def is_far(value: float, scale: Scale, far: float = _FAR) -> bool:
    """Whether words at a value stand on the left of it."""
    return 100 * (value - scale.low) / (scale.high - scale.low) > far


def four(value: float) -> str:
    """A score as the machine writes it."""
    return fixed(float(value), 4)


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

    styles = ("controls", "dot_histogram", "luck_machine")
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
