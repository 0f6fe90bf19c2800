"""The permutations: a learner shuffles scores between systems and sees how far apart means are by chance."""

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
from irlearn.widgets.charts.dot_histogram import draw_dot_histogram, histogram_columns
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import OneOf, check_count, choice_buttons
from irlearn.widgets.core.parts import repeat_buttons
from irlearn.widgets.core.traits import computed

_COLUMNS = 48  # the largest number of columns of the dot histogram
_ROOM = 1.4  # ratio of the axis to the largest value on it
_TALL = 0.9  # height of the tallest column as a share of the plane, which leaves room for labels above it
_SLACK = 1e-9  # tolerance for floats that should be equal
# shares of the axis; further right, a label is on the left of its line
_FAR = {"drawn": 0.4, "closed": 0.6, "other": 0.6}
_NAMES = 4  # the longest name that is written after a number; a longer name is replaced by its column's letter
_ENDS = {"high": "the highest", "low": "the lowest"}
_SYSTEMS, _TOPICS, _SEED = 6, 8, 24  # default scores: some pairs differ, and topics differ most
_MOST_SYSTEMS, _MOST_TOPICS = 10, 12  # the size of the largest table that fits on a page
_MOST = 100_000  # the largest number of shuffles
_FEWEST = 20  # Below 20 shuffles no 5% threshold exists.
_SEVERAL = 2
_ABREAST = 6  # A table of more systems is above the histogram instead of beside it.
_BATCHES = {1: "Shuffle once", 100: "100 times", 10_000: "10,000 times"}
_WHERE = {"topic": "within topics", "table": "over the whole table"}
_HOW: dict[str, How] = {"topic": "randomized", "table": "one-way"}
_CLOSED_NAMES = {"topic": "closed form", "table": "one-way Tukey"}


class Axis(NamedTuple):
    """The axis of the differences and the width of a column of the dot histogram."""

    scale: Scale
    column_width: float

    @property
    def columns(self) -> int:
        """Number of columns."""
        return round((self.scale.high - self.scale.low) / self.column_width)


def axis_of(step: float, value: float, *ends: float) -> Axis:
    """Return an axis from 0 that holds the ends.

    If values are multiples of `step`, each column of the histogram holds equally many of them.

    >>> axis_of(0.005, 0.2, 0.1).column_width, axis_of(0.0, 0.2, 0.1).columns
    (0.01, 48)
    """
    high = max(value, *ends, step) * _ROOM or 1.0
    width = high / _COLUMNS
    width = math.ceil(width / step - _SLACK) * step if step else width
    high = width * math.ceil(high / width - _SLACK)
    return Axis(Scale(0.0, high, [(tick, axis_label(tick)) for tick in nice_ticks(0, high, 5)]), width)


class ShuffledScores(NamedTuple):
    """Scores, and the position of each score before shuffling.

    Positions are counted row by row. They are None if the scores are the observed ones.
    """

    matrix: ScoreMatrix
    places: NDArray[np.intp] | None

    @property
    def sums(self) -> FloatArray:
        """Sums of the columns, in steps of the grid."""
        steps = self.matrix.steps
        return np.asarray((steps if self.places is None else steps.ravel()[self.places]).sum(axis=0))

    def source(self, row: int, column: int) -> tuple[float, int, int]:
        """Return the score in a cell, and the indexes of the topic and of the system that it came from."""
        position = row * self.matrix.systems + column if self.places is None else int(self.places[row, column])
        return (float(self.matrix.scores.ravel()[position]), *divmod(position, self.matrix.systems))


class Permutations(App):
    """The randomized Tukey HSD test, one shuffle at a time: the range of means if all systems are equally good.

    A learner shuffles the scores within each topic or over the whole table, sees how the range (the highest minus the
    lowest mean) varies by chance, and compares the observed differences with the threshold that at most 5% of the
    ranges exceed.

    Parameters
    ----------
    scores : array_like of float, shape (n_topics, n_systems), optional
        Scores of 2 to 10 systems on 2 to 12 topics; by default simulated AP in hundredths.
    names : iterable of str, optional
        The names of the systems.
    seed : int, optional
        The seed; the same seed and gestures give the same shuffles.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    where : {"topic", "table"}
        Whether scores are shuffled within topics or over the whole table; it can be set.
    within : bool
        Whether `where` is "topic".
    done : int
        The number of shuffles of the present kind, at most 100,000.
    ranges : ndarray of float, shape (done,)
        The range of each shuffle.
    last : float or None
        The range of the last shuffle; None before the first.
    threshold : float
        The value that at most 5% of the ranges exceed; NaN before there are 20 shuffles.
    closed : float
        The threshold in closed form; for shuffles of the whole table, the threshold of a one-way analysis of variance.
    apart : ndarray of float
        The observed differences of all pairs of systems, in ascending order.
    pairs : int
        The number of pairs whose difference is above `threshold`.

    Raises
    ------
    InputError
        If the table has another size, or a score is text or NaN.

    References
    ----------
    B. Carterette, "Multiple testing in statistical analysis of systems-based information retrieval experiments", TOIS
    2012; as used by Otero, Parapar and Ferro (2023).

    Examples
    --------
    >>> from irlearn import widgets
    >>> permutations = widgets.Permutations()
    >>> permutations.gesture(do="shuffle", value="100")
    >>> permutations.done, 0 < permutations.threshold < 0.5, permutations.within
    (100, True, True)
    """

    styles = ("controls", "dot_histogram", "permutations")
    css_class = "dealing"
    heading = "How far apart are the best and the worst by chance?"
    where = OneOf("topic", _WHERE, "shuffle scores")

    def __init__(
        self,
        scores: ArrayLike | None = None,
        names: Iterable[str] | None = None,
        seed: int = 1,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._seed, self._simulated = check_count(seed, "the seed", 0, 10**9), scores is None
        if scores is None:
            simulated = simulate_scores("TREC-8 AP", systems=_SYSTEMS, topics=_TOPICS, rng=_SEED)
            score_rows: Any = [[Fraction(fixed(score, 2)) for score in row] for row in simulated.scores.tolist()]
            names = [*"ABCDEF"] if names is None else names
        else:
            score_rows = scores
        self._matrix = ScoreMatrix.of(score_rows, names)
        for what, count, limit in (
            ("systems", self._matrix.systems, _MOST_SYSTEMS),
            ("topics", self._matrix.topics, _MOST_TOPICS),
        ):
            if count > limit:
                raise InputError(f"the table has room for 2 to {limit} {what}; given: {count}")
        self._closed_tests = {
            where: tukey_hsd(score_rows, how=how, names=self._matrix.names) for where, how in _HOW.items()
        }
        means = self._matrix.means
        self._axis = axis_of(
            self._grid_step, *(form.threshold for form in self._closed_tests.values()), float(np.ptp(means))
        )
        self._generator = np.random.default_rng(self._seed)
        self._ranges_by_kind = dict.fromkeys(_HOW, np.zeros(0))
        self._last_positions: NDArray[np.intp] | None = None
        self._observed = True
        super().__init__(state=state)

    @property
    def _grid_step(self) -> float:
        """Distance of neighboring means if all scores are multiples of a grid step; 0 otherwise."""
        return float(self._matrix.in_means(np.ones(()))) if self._matrix.on_a_grid else 0.0

    @computed
    def within(self) -> bool:
        """Whether scores are shuffled within topics."""
        return bool(self.where == "topic")

    @computed
    def ranges(self) -> FloatArray:
        """Range of each shuffle of the present kind."""
        return self._ranges_by_kind[self.where]

    @computed
    def done(self) -> int:
        """Number of shuffles of the present kind."""
        return len(self.ranges)

    @computed
    def last(self) -> float | None:
        """Range of the last shuffle of the present kind; None before the first shuffle."""
        return float(self.ranges[-1]) if self.done else None

    @computed
    def threshold(self) -> float:
        """Value that at most 5% of the ranges exceed; NaN before there are 20 shuffles."""
        return self._threshold_of(self.where)

    def _threshold_of(self, where: str) -> float:
        ranges = self._ranges_by_kind[where]
        if len(ranges) < _FEWEST:
            return math.nan
        return float(np.sort(ranges)[len(ranges) - 1 - math.floor(ALPHA * len(ranges))])

    @computed
    def closed(self) -> float:
        """Threshold in closed form."""
        return self._closed_tests[self.where].threshold

    @computed
    def apart(self) -> FloatArray:
        """Observed differences of all pairs of systems, in ascending order."""
        means = self._matrix.in_means(self._matrix.sum_differences)
        return np.asarray(np.sort(means[np.triu_indices(self._matrix.systems, 1)]))

    @computed
    def pairs(self) -> int:
        """Number of pairs whose difference is above `threshold`; 0 if the threshold is NaN."""
        return int(np.count_nonzero(self.apart > self.threshold + self._matrix.in_means(np.array(self._matrix.slack))))

    @action
    def on_shuffle(self, value: Literal[1, 100, 10_000]) -> None:
        """Shuffle the scores 1, 100 or 10,000 times; the last shuffle is shown."""
        count = min(value, _MOST - self.done)
        if count < 1:
            return
        steps = self._matrix.steps
        positions = np.arange(steps.size).reshape(steps.shape)
        self._last_positions = self._generator.permuted(positions, axis=1 if self.within else None)
        self._observed = False
        rows = steps[None] if self.within else steps.reshape(1, 1, -1)
        shuffled = self._generator.permuted(np.repeat(rows, count - 1, axis=0), axis=2).reshape(-1, *steps.shape)
        sums = np.concatenate([shuffled.sum(axis=1), steps.ravel()[self._last_positions].sum(axis=0)[None]])
        new_ranges = self._matrix.in_means(np.ptp(sums, axis=1))
        self._ranges_by_kind = {**self._ranges_by_kind, self.where: np.concatenate([self.ranges, new_ranges])}

    @action
    def on_look(self, value: Literal["observed", "dealt"]) -> None:
        """Show the scores as observed, or as shuffled last."""
        self._observed = value == "observed" or self._last_positions is None

    def field_changed(self, name: str, was: Any) -> None:
        """Forget the last shuffle when the learner chooses the other kind."""
        if name == "where" and was != self.where:
            self._last_positions, self._observed = None, True

    def note(self) -> str:
        size = f"{count_noun(self._matrix.systems, 'system')} on {count_noun(self._matrix.topics, 'topic')}"
        return f"{size}: simulated AP in hundredths, calibrated to TREC-8." if self._simulated else f"{size}."

    def hint(self) -> str:
        return (
            "Each shuffle reassigns the scores to the systems. Its range, the highest minus the lowest mean, falls "
            "into the histogram."
        )

    def status_text(self) -> str:
        """Describe the observed range, the last shuffle, or all shuffles."""
        if not self.done:
            if not self.apart[-1]:
                return "As observed, all means are equal. Nothing is shuffled yet."
            highest, lowest = (self._matrix.names[extreme(self._matrix.means)] for extreme in (np.argmax, np.argmin))
            return (
                f"As observed: {highest} has the highest mean, {lowest} the lowest, "
                f"{_three(np.ptp(self._matrix.means))} apart. Nothing is shuffled yet."
            )
        if math.isnan(self.threshold):
            so_far = "" if self.done == 1 else f" {count_noun(self.done, 'shuffle')} so far."
            range_text = _three(self.ranges[-1])
            return f"The highest and the lowest mean are now {range_text} apart: this is the range.{so_far}"
        return (
            f"{self.done:,} shuffles {_WHERE[self.where]}: at most 5% of the ranges are above "
            f"{_three(self.threshold)}; the {_CLOSED_NAMES[self.where]} gives {_three(self.closed)}. Of the "
            f"{count_noun(len(self.apart), 'observed difference')}, {self.pairs or 'none'} "
            f"{'is' if self.pairs < _SEVERAL else 'are'} larger."
        )

    def controls(self) -> list[Element]:
        buttons = repeat_buttons("shuffle", _BATCHES, full=self.done >= _MOST, label="how often")
        return [buttons, self._fields["where"].control(self.where)]

    def body(self) -> Element:
        shuffled = ShuffledScores(self._matrix, None if self._observed else self._last_positions)
        other_where = next(where for where in _HOW if where != self.where)
        # The closed form is shown only beside a threshold.
        closed = math.nan if math.isnan(self.threshold) else self.closed
        points = {"drawn": self.threshold, "closed": closed, "other": self._threshold_of(other_where)}
        labels = {
            "drawn": "95% point",
            "closed": _CLOSED_NAMES[self.where],
            "other": _WHERE[other_where],
        }
        lines = {css_class: (labels[css_class], value) for css_class, value in points.items() if not math.isnan(value)}
        heap = f"Ranges of {count_noun(self.done, 'shuffle')}" if self.done else "Ranges of all shuffles"
        return div("sides" if self._matrix.systems <= _ABREAST else "sides wide")[
            div[self._draw_title(), draw_table(shuffled, self.done)],
            div[p("row")[strong[heap]], draw_ranges(self.ranges, self.apart, lines, self._axis)],
        ]

    def _draw_title(self) -> Content:
        """Draw the title of the table, with the choice between observed and shuffled scores."""
        if self._last_positions is None:
            return p("row")[strong["As observed"]]
        options = {"observed": "as observed", "dealt": f"shuffled, range = {true_minus(_three(self.ranges[-1]))}"}
        return p("row")[choice_buttons("look", options, "observed" if self._observed else "dealt")]


def draw_table(shuffled: ShuffledScores, shuffle_number: int = 0) -> Element:
    """Draw the scores by topic and system with the means below; each shuffled score names the system it came from.

    When `shuffle_number` changes, copies of the scores fly from their observed positions.

    >>> two = ScoreMatrix.of([[0.1, 0.3], [0.7, 0.2]], ["A", "B"])
    >>> drawn = draw_table(ShuffledScores(two, np.array([[1, 0], [2, 3]])))
    >>> [cell.text for cell in drawn.find("td")]
    ['', '0.30B', '0.10A', '0.70A', '0.20B', '0.500 the highest', '0.150 the lowest']
    """
    matrix, sums = shuffled.matrix, shuffled.sums
    is_short = max(map(len, matrix.names)) <= _NAMES
    labels = matrix.names if is_short else tuple(letter(column).upper() for column in range(matrix.systems))
    heads = matrix.names if is_short else [f"{label} {name}" for label, name in zip(labels, matrix.names, strict=True)]
    means = matrix.in_means(sums)
    extremes = {int(np.argmax(sums)): "high", int(np.argmin(sums)): "low"} if np.ptp(sums) > matrix.slack else {}

    def cell(row: int, column: int) -> Element:
        score, topic, source_column = shuffled.source(row, column)
        if shuffled.places is None:
            return td[fixed(score, 2)]
        offset = f"--x:{source_column - column}" + (f";--y:{topic - row}" if topic != row else "")
        copy = i("flies", aria_hidden="true", style=offset, data_of=fixed(score, 2), data_new=shuffle_number)
        return td("moved" if source_column != column else None)[fixed(score, 2), em[labels[source_column]], copy]

    rows = [
        tr(style=f"--i:{row}")[
            th(scope="row")[f"topic {row + 1}"], (cell(row, column) for column in range(matrix.systems))
        ]
        for row in range(matrix.topics)
    ]
    foot = [
        td(extremes.get(column))[
            fixed(float(mean), 3),
            span("visually-hidden")[f" {_ENDS[extremes[column]]}"] if column in extremes else None,
        ]
        for column, mean in enumerate(means)
    ]
    state_words = "as observed" if shuffled.places is None else "shuffled, each with the system that it came from"
    return div("scores")[
        table("plain")[
            caption("visually-hidden")[f"Scores {state_words}"],
            thead[tr[td, (th(scope="col")[head] for head in heads)]],
            tbody[rows, tr("means")[th(scope="row")["mean"], foot]],
        ]
    ]


def draw_ranges(
    ranges: FloatArray, differences: FloatArray, lines: Mapping[str, tuple[str, float]], axis: Axis
) -> Element:
    """Draw the dot histogram of ranges, the thresholds as labeled lines, and a mark for each observed difference.

    >>> point = {"drawn": ("95% point", 0.2)}
    >>> drawn = draw_ranges(np.array([0.2, 0.1, 0.1]), np.array([0.15]), point, axis_of(0.05, 0.3))
    >>> [mark.attributes["style"] for mark in drawn.find("i") if mark.attributes["class"] in ("gap", "drop")]
    ['left:27.78%;bottom:9.45%;--wide:7.35px', '--long:0.2222']
    """
    scale, column_count = axis.scale, axis.columns
    threshold = next((value for css_class, (_, value) in lines.items() if css_class == "drawn"), math.inf)
    first_beyond = (
        min(math.ceil((threshold + _SLACK) / axis.column_width), column_count) if threshold < math.inf else column_count
    )
    return div("plane", role="img", aria_label=_describe_picture(ranges, differences, lines))[
        _draw_histogram(ranges, axis, first_beyond)
        if len(ranges)
        else span("empty")["the range of each shuffle falls here"],
        (_draw_level(css_class, label, value, scale) for css_class, (label, value) in lines.items()),
        (span("x", style=f"left:{scale.left(tick)}")[label] for tick, label in scale.ticks),
        (
            i(f"pair{' beyond' if value > threshold + _SLACK else ''}", style=f"left:{scale.left(value)}")
            for value in differences.tolist()
        ),
        span("observed")["observed differences"],
    ]


def _draw_histogram(ranges: FloatArray, axis: Axis, first_beyond: int) -> Content:
    """Draw the dot histogram of the ranges of the means.

    Columns from `first_beyond` on have a style of their own, and the dot of the last range falls onto its column.
    """
    share = float(ranges[-1]) / axis.scale.high
    return [
        draw_dot_histogram(
            histogram_columns(ranges, axis.scale, axis.columns),
            axis.columns,
            other=slice(first_beyond, None),
            share=_TALL,
        ),
        i("gap", style=f"--long:{general(share, 4)}", data_new=f"gap {len(ranges)}"),
    ]


def _draw_level(css_class: str, label: str, value: float, scale: Scale) -> Content:
    position, side = f"left:{scale.left(value)}", " left" if value > _FAR[css_class] * scale.high else ""
    return [
        i(f"level {css_class}", style=position),
        span(f"level {css_class}{side}", style=position)[b[label], f" {fixed(value, 3)}"],
    ]


def _describe_picture(ranges: FloatArray, differences: FloatArray, lines: Mapping[str, tuple[str, float]]) -> str:
    """Describe the picture in words."""
    smallest, largest = (general(round(float(difference), 3)) for difference in (differences.min(), differences.max()))
    difference_words = f"observed differences from {smallest} to {largest}"
    if not len(ranges):
        return f"An empty axis of differences, with {difference_words}."
    range_words = f"from {fixed(float(ranges.min()), 3)} to {fixed(float(ranges.max()), 3)}"
    line_words = "; ".join(f"{label} {fixed(value, 3)}" for label, value in lines.values())
    return (
        f"A histogram of ranges over {count_noun(len(ranges), 'shuffle')}, {range_words}. {line_words}. "
        f"Below it {difference_words}."
    )


def _three(value: float) -> str:
    return fixed(float(value), 3)
