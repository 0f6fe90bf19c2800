"""The luck machine: a learner draws scores of equal systems at random and sees how far luck lifts the winner."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from irlearn.statistics.arrays import FloatArray
from irlearn.studies.extremes import Maximum
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, div, i, li, ol, p, span, strong, td, th, tr
from irlearn.text.numbers import axis_label, fixed, general, percent, true_minus
from irlearn.widgets.charts.dot_histogram import (
    DOTS_PER_FALL,
    dot_bottom,
    draw_columns,
    draw_curve,
    draw_dot_histogram,
    height_per_dot,
    histogram_columns,
)
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import LadderField, check_count
from irlearn.widgets.core.parts import captioned_table, repeat_buttons
from irlearn.widgets.core.traits import computed

_COLUMNS = 84
_BELOW, _ABOVE = 3.5, 7.0  # units of the axis below and above the mean; the best of many systems is above it
_UNITS = (1, 1.5, 2, 3, 5, 7, 10)
SHARE = 0.46
"""Share of a plane's height that the swarm has, and also the histogram below it, as in the styles."""

_LEFT_TAIL, _RIGHT_TAIL = -4.5, 7.0  # standard deviations from the mean; outside this range a curve is drawn as flat
_LABEL_WIDTH = 0.21  # width of a winner's label, as a share of the columns
_FAR = 69.0  # percent of the axis; further right, a label is on the left of its line
_FAR_LONG = 62.0  # the same limit for the longest label
_BATCHES = {1: "Throw once", 100: "a hundred times", 10_000: "ten thousand"}
_MOST = 100_000  # the largest number of throws
_SURE = 10_000  # the number of throws that shows the share above the band, about which lesson 12 asks
_TOP = 4  # number of rows of the leaderboard
_Z = 1.959963984540054  # standard deviations on each side of the mean that hold 95% of single systems
_NONE = np.zeros(0)
_SEEDS = 10**9


class Exact(NamedTuple):
    """The 95% point of the distribution of a maximum, and its density at each column of the chart.

    Both are slow to compute for correlated systems.
    """

    top: float
    density: FloatArray


@lru_cache(maxsize=256)
def exactly(luck: Maximum) -> Exact:
    """Return the 95% point and the density of a maximum; the result is cached."""
    low, high = _axis_ends(luck)
    edges = np.linspace(low, high, _COLUMNS + 1)
    midpoints, density = (edges[1:] + edges[:-1]) / 2, np.zeros(_COLUMNS)
    deviations = (midpoints - luck.expected) / luck.deviation
    is_near = (deviations > _LEFT_TAIL) & (deviations < _RIGHT_TAIL)
    density[is_near] = luck.pdf(midpoints[is_near])
    return Exact(luck.quantile(0.95), density * (high - low) / _COLUMNS)


def _axis_ends(luck: Maximum) -> tuple[float, float]:
    """Return the ends of the axis of scores, which are equal for similar standard deviations."""
    power = 10.0 ** np.floor(np.log10(luck.sd))
    unit = next(factor * power for factor in _UNITS if factor * power >= luck.sd * (1 - 1e-9))
    return luck.mean - _BELOW * unit, luck.mean + _ABOVE * unit


class LuckMachine(App):
    """N equally good systems with random scores; a histogram collects the best score of each random draw.

    A throw draws a random score for each system. A learner throws once, a hundred times or ten thousand times, and
    compares the best scores with their exact distribution. The learner can change the number of systems, their standard
    error and their correlation. After a change, the same number of throws is repeated.

    Parameters
    ----------
    systems : int, optional
        The number of systems, 1 to 100,000.
    mean : float, optional
        The true score of all systems.
    sd : float, optional
        The standard error of a system's score.
    correlation : float, optional
        The correlation between the scores of two systems, 0 to 0.99.
    seed : int, optional
        The seed; the same seed and gestures give the same throws.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    systems, mean, sd, correlation
        The parameters; they can be set.
    thrown : int
        The number of throws, at most 100,000.
    maxima : ndarray of float, shape (thrown,)
        The best score of each throw.
    best, lead : float or None
        The best score of the last throw, and its difference from the mean as a share of the mean; None before the first
        throw.
    expected : float
        The expected best score.
    interval : tuple of float
        The range that holds 95% of single systems.
    above : float
        The share of throws whose best score is above the interval; NaN before the first throw.
    luck : Maximum
        The exact distribution of the best score.

    Raises
    ------
    InputError
        If a parameter is out of range.

    References
    ----------
    B. Carterette, "The Best Published Result is Random", SIGIR 2015, section 2.

    Examples
    --------
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
    sd = LadderField(0.0114, (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1), "standard error")
    correlation = LadderField(0.0, (0.0, 0.2, 0.4, 0.61, 0.8, 0.9, 0.99), "correlation")

    def __init__(
        self,
        systems: int = 103,
        mean: float = 0.2,
        sd: float = 0.0114,
        correlation: float = 0.0,
        seed: int = 1,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._seed = check_count(seed, "the seed", 0, _SEEDS)
        self._reset_throws()
        super().__init__(state=state, systems=systems, mean=mean, sd=sd, correlation=correlation)

    def _reset_throws(self) -> None:
        self._random = np.random.default_rng(self._seed)
        self._maxima = self._scores = _NONE
        self._before: Maximum | None = None

    @computed
    def luck(self) -> Maximum:
        """Exact distribution of the best score."""
        return Maximum(self.systems, self.mean, self.sd, self.correlation)

    @computed
    def thrown(self) -> int:
        """Number of throws."""
        return len(self._maxima)

    @computed
    def maxima(self) -> FloatArray:
        """Best score of each throw."""
        return self._maxima.copy()

    @computed
    def best(self) -> float | None:
        """Best score of the last throw; None before the first."""
        return float(self._maxima[-1]) if self.thrown else None

    @computed
    def lead(self) -> float | None:
        """Difference of the last best score from the mean, as a share of the mean; None before the first throw."""
        return self.best / self.mean - 1 if self.best is not None else None

    @computed
    def expected(self) -> float:
        """Expected best score."""
        return self.luck.expected

    @computed
    def interval(self) -> tuple[float, float]:
        """Range that holds 95% of single systems."""
        return self.mean - _Z * self.sd, self.mean + _Z * self.sd

    @computed
    def above(self) -> float:
        """Share of throws whose best score is above the interval; NaN before the first throw."""
        return float(np.mean(self._maxima > self.interval[1])) if self.thrown else math.nan

    @action
    def on_throw(self, value: Literal[1, 100, 10_000]) -> None:
        """Throw all systems 1, 100 or 10,000 times."""
        self._before = None
        self._throw(min(value, _MOST - self.thrown))

    def field_changed(self, name: str, was: Any) -> None:
        """Repeat the same number of throws with the same seed, so that only the changed field makes a difference."""
        thrown, previous_values = self.thrown, {**self._values(), name: was}
        self._reset_throws()
        self._before = Maximum(*(previous_values[field] for field in ("systems", "mean", "sd", "correlation")))
        self._throw(thrown)

    def _throw(self, times: int) -> None:
        """Draw the best score of each throw by inverse transform sampling, and all scores of the last throw."""
        if times < 1:
            return
        earlier_maxima = self.luck.sample(times - 1, self._random) if times > 1 else _NONE
        shared_weight, own_weight = math.sqrt(self.correlation), math.sqrt(1 - self.correlation)
        own_noise = self._random.standard_normal(self.systems)
        self._scores = self.mean + self.sd * (shared_weight * self._random.standard_normal() + own_weight * own_noise)
        self._maxima = np.concatenate([self._maxima, earlier_maxima, [self._scores.max()]])

    def note(self) -> str:
        true = f"All systems are equally good: their true score is {general(self.mean)}."
        return f"{true} On a sample of topics, they differ only by chance (Carterette, 2015)."

    def hint(self) -> str:
        return "Each throw draws a score for every system. The best of each throw falls into the histogram."

    def status_text(self) -> str:
        """Describe the last throw or all throws, and the change of the expected best."""
        change_words = ""
        if self._before is not None and self._before != self.luck:
            change_words = f"The expected best was {four(self._before.expected)}, now {four(self.expected)}. "
        if self.best is None:
            return f"{change_words}Nothing is thrown yet: {count_noun(self.systems, 'system')}, one true score."
        if self.thrown == 1:
            appearance = "progress" if self.best >= self.mean else "a step back"
            return (
                f"{change_words}{self._winner} wins with {self._score_words(self.best)}. "
                f"It looks like {appearance}, but it is luck."
            )
        low, high = np.quantile(self._maxima, (0.025, 0.975))
        mean_words = self._score_words(float(self._maxima.mean()))
        return (
            f"{change_words}In {self.thrown:,} throws the best scores {mean_words}, and "
            f"{four(low)} to {four(high)} in 95% of them. The last winner is {self._winner.lower()}."
        )

    @property
    def _winner(self) -> str:
        return f"System {int(self._scores.argmax()) + 1:,}"

    def _score_words(self, score: float) -> str:
        """Format a score or a mean score with its distance from the true score."""
        mean = " on average" if self.thrown > 1 else ""
        direction = "over" if score >= self.mean else "against"
        return f"{four(score)}{mean}, {self._percent_text(score)} {direction} the true score"

    def _percent_text(self, score: float) -> str:
        """Format the distance of a score from the true score in percent."""
        return f"{'+' if score >= self.mean else ''}{true_minus(percent(score / self.mean - 1, 1))}"

    def controls(self) -> list[Element]:
        values = self._values()
        fields = [self._fields[name].control(values[name]) for name in ("systems", "sd", "correlation")]
        return [div("row")[fields], repeat_buttons("throw", _BATCHES, full=self.thrown >= _MOST)]

    def body(self) -> Element:
        return div("sides")[
            div("tables")[self._draw_leaderboard(), self._draw_facts()],
            draw_throws(self.luck, self._scores, self._maxima, self.interval, self._before),
        ]

    def _draw_leaderboard(self) -> Element:
        """Draw the first ranks of the last throw."""
        order = np.argsort(-self._scores)[: min(_TOP, self.systems)].tolist()
        rows = [
            li[
                span[f"System {system + 1:,}"],
                b[four(self._scores[system])],
                self._draw_gain(system) if not rank else None,
            ]
            for rank, system in enumerate(order)
        ]
        empty = [li("empty")[span["–"]] for _ in range(min(_TOP, self.systems) - len(rows))]
        title = f"Leaderboard of throw {self.thrown:,}" if rows else "Leaderboard"
        return div[p[strong[title]], ol("top")[rows, empty]]

    def _draw_gain(self, system: int) -> Element:
        is_higher, over = self._scores[system] >= self.mean, self._percent_text(self._scores[system])
        return span("up" if is_higher else "down")[f"{'▲' if is_higher else '▼'} {over}"]

    def _draw_facts(self) -> Element:
        """Draw a table with the best score's mean, 95% point and share above the band, sampled and exact."""
        if not self.thrown:
            return p("small")["Throw once to see the exact values, too."]
        mean_maximum, exact_figures = float(self._maxima.mean()), exactly(self.luck)
        rows = {
            "mean of the best": (four(mean_maximum), four(self.expected)),
            "over the true score": (self._percent_text(mean_maximum), self._percent_text(self.expected)),
            "95% point of the best": (four(np.quantile(self._maxima, 0.95)), four(exact_figures.top)),
        }
        if self.thrown >= _SURE:
            exactly_above = float(self.luck.sf(self.interval[1]))
            rows["best above the band"] = percent(self.above, 1), percent(exactly_above, 1)
        return captioned_table(
            "facts",
            "results of the throws beside the exact values",
            [td, th(scope="col")["thrown"], th(scope="col")["exact"]],
            [
                tr[th(scope="row")[name], td[thrown_value], td[strong[exact_value]]]
                for name, (thrown_value, exact_value) in rows.items()
            ],
        )


def draw_throws(
    luck: Maximum,
    scores: FloatArray,
    maxima: FloatArray,
    interval: tuple[float, float],
    previous_luck: Maximum | None = None,
) -> Element:
    """Draw the last throw above the histogram of the best of all throws, on one axis of scores.

    `scores` are the scores of all systems in the last throw, and `maxima` are the best scores of all throws; both are
    empty before the first throw. `interval` is shaded, and the curve of `previous_luck` is dashed.

    >>> drawn = draw_throws(Maximum(3, 0.2, 0.01), np.array([0.19, 0.2, 0.21]), np.array([0.21]), (0.18, 0.22))
    >>> [winner.text for winner in drawn.find("span", "winner")]
    ['best 0.2100']
    """
    low, high = _axis_ends(luck)
    scale = Scale(low, high, [(tick, axis_label(tick)) for tick in nice_ticks(max(low, 0), min(high, 1), 6)])
    left, right = map(scale.left, interval)
    return div[
        div("plane", role="img", aria_label=_describe_picture(luck, scores, maxima))[
            i("band", style=f"left:{left};right:calc(100% - {right})"),
            draw_line("mean", "true score", luck.mean, scale, -1),
            draw_swarm(scores, int(scores.argmax()), f"best {four(scores.max())}", scale, len(maxima))
            if len(scores)
            else span("empty swarm")["the systems of a throw appear here"],
            _draw_maxima(luck, maxima, scale, previous_luck)
            if len(maxima)
            else span("empty heap")["the best of each throw falls here"],
            (span("x", style=f"left:{scale.left(tick)}")[label] for tick, label in scale.ticks),
        ],
        p("small key")[i("band"), f" where 95% of single systems score, {four(interval[0])} to {four(interval[1])}"],
    ]


def _describe_picture(luck: Maximum, scores: FloatArray, maxima: FloatArray) -> str:
    """Describe the picture in words."""
    if not len(scores):
        return "An empty axis of scores."
    return (
        f"{luck.n:,} systems of the last throw, from {four(scores.min())} to {four(scores.max())}; below them the "
        f"best of {len(maxima):,} throws, from {four(maxima.min())} to {four(maxima.max())}."
    )


def draw_swarm(
    scores: FloatArray, winner: int, label: str, scale: Scale, throw_number: int, column_count: int = _COLUMNS
) -> Content:
    """Draw all systems as a dot histogram, with the winner as a separate, labeled dot and a line below it.

    The animation of the dots starts again whenever `throw_number` changes.
    """
    column = int(histogram_columns(scores[winner : winner + 1], scale, column_count)[0])
    counts = np.bincount(histogram_columns(np.delete(scores, winner), scale, column_count), minlength=column_count)
    dot_height = height_per_dot(float(counts.max()))
    is_far_right, position = is_far(scores[winner], scale), f"left:{scale.left(scores[winner])}"
    covered_counts = (
        counts[max(column - int(_LABEL_WIDTH * column_count), 0) : column + 1]
        if is_far_right
        else counts[column : column + 1]
    )
    return [
        draw_columns("swarm", counts, dot_height, throw_number),
        i("fall", style=position, data_new=f"fall {throw_number}"),
        i(
            "winner",
            style=f"{position};bottom:{dot_bottom(counts[column], dot_height, SHARE, 1 - SHARE)}",
            data_new=f"winner {throw_number}",
        ),
        span(
            f"winner{' left' if is_far_right else ''}",
            style=f"{position};bottom:{dot_bottom(covered_counts.max(), dot_height, SHARE, 1 - SHARE)}",
            data_new=f"best {throw_number}",
        )[label],
    ]


def _draw_maxima(luck: Maximum, maxima: FloatArray, scale: Scale, previous_luck: Maximum | None) -> Content:
    """Draw the best of all throws as a dot histogram, with the exact curve, its mean and its 95% point."""
    exact, throw_count = exactly(luck), len(maxima)
    densities: dict[str, FloatArray] = {}
    if throw_count >= DOTS_PER_FALL:
        if previous_luck is not None and _axis_ends(previous_luck) == _axis_ends(luck):
            densities["curve was"] = exactly(previous_luck).density
        densities["curve"] = exact.density
    return [
        draw_dot_histogram(
            histogram_columns(maxima, scale, _COLUMNS),
            _COLUMNS,
            share=SHARE,
            tallest=max((float(density.max()) * throw_count for density in densities.values()), default=0),
            more=lambda dot_height: [
                draw_curve(css_class, density * throw_count * dot_height) for css_class, density in densities.items()
            ],
        ),
        draw_line("expected", "expected best", luck.expected, scale, 1),
        draw_line("top", "95% point", exact.top, scale, 1),
    ]


def draw_line(css_class: str, label: str, value: float, scale: Scale, side: int) -> Content:
    """Draw a level on the axis with its label on one side."""
    is_left = side < 0 or is_far(value, scale, _FAR_LONG if css_class == "expected" else _FAR)
    position = f"left:{scale.left(value)}"
    value_text = general(value) if css_class == "mean" else four(value)
    return [
        i(f"level {css_class}", style=position),
        span(f"level {css_class}{' left' if is_left else ''}", style=position)[f"{label} {value_text}"],
    ]


def is_far(value: float, scale: Scale, limit: float = _FAR) -> bool:
    """Return True if the label of a value belongs on its left."""
    return 100 * (value - scale.low) / (scale.high - scale.low) > limit


def four(value: float) -> str:
    """Format a score with four decimals."""
    return fixed(float(value), 4)
