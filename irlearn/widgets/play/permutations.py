"""Permutations, live: each topic's scores are dealt to the systems anew, and how far apart are the best and worst?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import tukey_hsd
from irlearn.statistics.arrays import ALPHA, FloatArray
from irlearn.statistics.letter_display import letter
from irlearn.statistics.score_matrix import ScoreMatrix
from irlearn.statistics.tukey import How
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, caption, div, em, i, p, span, strong, table, tbody, td, th, thead, tr
from irlearn.text.numbers import axis_label, fixed, general, true_minus
from irlearn.widgets.charts.dot_histogram import columns_of, draw_heap
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, check_count, choices
from irlearn.widgets.core.parts import repeat_buttons

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


_SYSTEMS, _TOPICS, _SEED = 6, 8, 24  # of the scores that are there at first: some pairs differ, and topics do most
_MOST_SYSTEMS, _MOST_TOPICS = 10, 12  # that a table on a page has room for
_MOST = 100_000  # shuffles that are kept
_FEWEST = 20  # shuffles, of which one is 5%
_SEVERAL = 2
_ABREAST = 6  # systems whose table stands beside the heap; a wider one stands above it
_BATCHES = {1: "Shuffle once", 100: "100 times", 10_000: "10,000 times"}
_WHERE = {"topic": "within topics", "table": "over the whole table"}
_HOW: dict[str, How] = {"topic": "randomised", "table": "one-way"}
_FORMS = {"topic": "closed form", "table": "one-way Tukey"}


class Permutations(App):
    """The randomised Tukey HSD test, one shuffle at a time: the range of the systems' means when nobody is better.

    `scores` are topics x systems, 2 to 12 x 2 to 10; by default simulated AP, in hundredths. `names` are the systems'.
    A shuffle deals the scores of each topic to the systems anew or, where `where` is "table", all scores of the whole
    table, as if topics did not matter. Each gives a range, the highest less the lowest mean. `done` is the number of
    shuffles so far, at most 100,000 a way; `last` the range of the last one, None before it; `threshold` what at most
    5% of the ranges exceed, nan before there are 20; `closed` the same in closed form, for the whole table that of a
    one-way analysis of variance; `pairs` how many pairs of systems are further apart than `threshold`. The same `seed`
    and gestures give the same shuffles. Raises `InputError` for a table of another size, text and nan.

    Source: Carterette, "Multiple testing in statistical analysis of systems-based information retrieval experiments",
    TOIS 2012; as used by Otero, Parapar and Ferro, 2023.

    >>> from irlearn import widgets
    >>> dealer = widgets.Permutations()
    >>> dealer.gesture(do="shuffle", value="100")
    >>> dealer.done, 0 < dealer.threshold < 0.5, dealer.within
    (100, True, True)
    """

    styles = ("controls", "dot_histogram", "permutations")
    css_class = "dealing"
    heading = "How far apart are the best and the worst by chance?"
    where = OneOf("topic", _WHERE, "shuffle")

    def __init__(self, scores: ArrayLike | None = None, names: Iterable[str] | None = None, seed: int = 1) -> None:
        self._seed, self._simulated = check_count(seed, "the seed", 0, 10**9), scores is None
        if scores is None:
            made = simulate_scores("TREC-8 AP", systems=_SYSTEMS, topics=_TOPICS, rng=_SEED)
            given: Any = [[Fraction(fixed(one, 2)) for one in row] for row in made.scores.tolist()]
            names = [*"ABCDEF"] if names is None else names
        else:
            given = scores
        self._matrix = ScoreMatrix.of(given, names)
        for what, many, most in (
            ("systems", self._matrix.systems, _MOST_SYSTEMS),
            ("topics", self._matrix.topics, _MOST_TOPICS),
        ):
            if many > most:
                raise InputError(f"the table has room for 2 to {most} {what}; given: {many}")
        self._forms = {where: tukey_hsd(given, how=how, names=self._matrix.names) for where, how in _HOW.items()}
        means = self._matrix.means
        self._axis = axis_of(self._step, *(one.threshold for one in self._forms.values()), float(np.ptp(means)))
        self._random = np.random.default_rng(self._seed)
        self._found = dict.fromkeys(_HOW, np.zeros(0))
        self._last: NDArray[np.int64] | None = None
        self._observed = True
        super().__init__()

    @property
    def _step(self) -> float:
        """How far two means on the scores' grid are apart; 0 where there is none."""
        return float(self._matrix.in_means(np.ones(()))) if self._matrix.on_a_grid else 0.0

    @property
    def within(self) -> bool:
        """Whether each topic's scores stay in their topic."""
        return bool(self.where == "topic")

    @property
    def ranges(self) -> FloatArray:
        """The range of each shuffle of the present way."""
        return self._found[self.where]

    @property
    def done(self) -> int:
        """How many shuffles of the present way there were."""
        return len(self.ranges)

    @property
    def last(self) -> float | None:
        """The range of the last shuffle of the present way."""
        return float(self.ranges[-1]) if self.done else None

    @property
    def threshold(self) -> float:
        """What at most 5% of the ranges of the present way exceed; nan before there are 20 shuffles."""
        return self._point(self.where)

    def _point(self, where: str) -> float:
        found = self._found[where]
        if len(found) < _FEWEST:
            return math.nan
        return float(np.sort(found)[len(found) - 1 - math.floor(ALPHA * len(found))])

    @property
    def closed(self) -> float:
        """The threshold in closed form."""
        return self._forms[self.where].threshold

    @property
    def apart(self) -> FloatArray:
        """How far the observed means of each two systems are apart, the smallest difference first."""
        means = self._matrix.in_means(self._matrix.sum_differences)
        return np.asarray(np.sort(means[np.triu_indices(self._matrix.systems, 1)]))

    @property
    def pairs(self) -> int:
        """How many pairs of systems are further apart than `threshold`; 0 where it is nan."""
        return int(np.count_nonzero(self.apart > self.threshold + self._matrix.in_means(np.array(self._matrix.slack))))

    @action
    def on_shuffle(self, value: Literal[1, 100, 10_000]) -> None:
        """Deal the scores anew so many times; the last time is shown."""
        many = min(value, _MOST - self.done)
        if many < 1:
            return
        steps = self._matrix.steps
        places = np.arange(steps.size).reshape(steps.shape)
        self._last, self._observed = self._random.permuted(places, axis=1 if self.within else None), False
        rows = steps[None] if self.within else steps.reshape(1, 1, -1)
        dealt = self._random.permuted(np.repeat(rows, many - 1, axis=0), axis=2).reshape(-1, *steps.shape)
        sums = np.concatenate([dealt.sum(axis=1), steps.ravel()[self._last].sum(axis=0)[None]])
        found = self._matrix.in_means(np.ptp(sums, axis=1))
        self._found = {**self._found, self.where: np.concatenate([self.ranges, found])}

    @action
    def on_look(self, value: Literal["observed", "dealt"]) -> None:
        """Show the scores as they were observed, or as the last shuffle dealt them."""
        self._observed = value == "observed" or self._last is None

    def field_changed(self, name: str, was: Any) -> None:
        """A shuffle of the other way is no longer the last one."""
        if name == "where" and was != self.where:
            self._last, self._observed = None, True

    def note(self) -> str:
        """What the scores are."""
        size = f"{count_noun(self._matrix.systems, 'system')} on {count_noun(self._matrix.topics, 'topic')}"
        return f"{size}: simulated AP in hundredths, calibrated to TREC-8." if self._simulated else f"{size}."

    def hint(self) -> str:
        """What is done."""
        return (
            "Each shuffle deals the scores to the systems anew, and drops its range, the highest less the lowest mean, "
            "onto the heap."
        )

    def status_text(self) -> str:
        """What the last shuffle gave, or what all of them did."""
        if not self.done:
            if not self.apart[-1]:
                return "As observed, all means are equal. Nothing is shuffled yet."
            high, low = (self._matrix.names[at(self._matrix.means)] for at in (np.argmax, np.argmin))
            return (
                f"As observed: {high} has the highest mean, {low} the lowest, {_three(np.ptp(self._matrix.means))} "
                "apart. Nothing is shuffled yet."
            )
        if math.isnan(self.threshold):
            so_far = "" if self.done == 1 else f" {count_noun(self.done, 'shuffle')} so far."
            apart = _three(self.ranges[-1])
            return f"Dealt anew, the highest and the lowest mean are {apart} apart: that is the range.{so_far}"
        return (
            f"{self.done:,} shuffles {_WHERE[self.where]}: at most 5% of the ranges lie above "
            f"{_three(self.threshold)}; the {_FORMS[self.where]} says {_three(self.closed)}. Of the "
            f"{count_noun(len(self.apart), 'observed difference')} {self.pairs or 'none'} "
            f"{'is' if self.pairs < _SEVERAL else 'are'} larger."
        )

    def controls(self) -> list[Element]:
        """How often to shuffle, and what."""
        often = repeat_buttons("shuffle", _BATCHES, full=self.done >= _MOST, label="how often")
        return [often, self._fields["where"].control(self.where)]

    def body(self) -> Element:
        """The table of scores, and the heap of ranges with its thresholds."""
        dealt = ShuffledScores(self._matrix, None if self._observed else self._last)
        other = next(where for where in _HOW if where != self.where)
        closed = math.nan if math.isnan(self.threshold) else self.closed  # it is there to be compared
        points = {"drawn": self.threshold, "closed": closed, "other": self._point(other)}
        words = {
            "drawn": "95% point",
            "closed": _FORMS[self.where],
            "other": _WHERE[other],
        }
        lines = {look: (words[look], value) for look, value in points.items() if not math.isnan(value)}
        heap = f"Ranges of {count_noun(self.done, 'shuffle')}" if self.done else "Ranges of all shuffles"
        return div("sides" if self._matrix.systems <= _ABREAST else "sides wide")[
            div[self._title(), draw_table(dealt, self.done)],
            div[p("row")[strong[heap]], draw_ranges(self.ranges, self.apart, lines, self._axis)],
        ]

    def _title(self) -> Content:
        """What the table shows, and the other one to look at."""
        if self._last is None:
            return p("row")[strong["As observed"]]
        kinds = {"observed": "as observed", "dealt": f"dealt anew, range = {true_minus(_three(self.ranges[-1]))}"}
        return p("row")[choices("look", kinds, "observed" if self._observed else "dealt")]


def _three(value: float) -> str:
    return fixed(float(value), 3)
