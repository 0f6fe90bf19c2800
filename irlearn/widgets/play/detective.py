"""The threshold detective: a learner marks the runs that luck does not explain and compares with two thresholds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.evaluation import Scores
from irlearn.studies import extremes
from irlearn.studies.extremes.thresholds import ThresholdGroups
from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Content, Element, b, button, div, i, p, span, td, th, tr
from irlearn.text.numbers import axis_label, fixed
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, DecimalField, check_count, css_percent, stepper, toggle_button
from irlearn.widgets.core.parts import captioned_table
from irlearn.widgets.core.traits import computed

_Bounds = tuple[float, float]
"""Lower and upper threshold."""

_ROOM = 0.08  # margin above the best score, as a share of the range of scores
_GROUPS = {"above": "▲ above", "between": "between", "below": "▼ below"}
_Moments = tuple[float, float] | None
"""Mean and standard error of equal runs; None for resampled topics."""

_PAPER = (0.2, 0.0114)  # mean and standard error for TREC-7, as rounded in section 3.1 of Carterette (2015)
_TOPICS = 50  # topics of TREC-7
_MOST = 100_000
_CACHED = 16  # number of cached thresholds
_NULLS = {"topics": "resampled topics", "paper": "the paper's moments, rounded", "runs": "the runs' own moments"}
_HEADS = ("equal runs, by", "lower", "upper", "▲ above", "▼ below", "between")


class _Cut(Count):
    """The field for the number of marked runs, which is at most the number of all runs."""

    def check_for(self, widget: Any, value: Any) -> int:
        return check_count(value, self.what, 0, len(widget.runs))


class Detective(App):
    """Runs as dots, the best first: a learner separates luck from skill before two thresholds are shown.

    A learner marks the runs that seem too good for chance and then reveals the thresholds. With as many equal runs, the
    best run is below the upper threshold in 95% of cases, and the lowest run is above the lower threshold in 95% of
    cases. The learner then compares different assumptions about equal runs.

    Parameters
    ----------
    runs : array_like, Matrix, Scores or mapping of str to float, optional
        A matrix of shape (n_topics, n_runs), scores, or means by the names of the runs; by default the 103 runs of
        TREC-7 with their published MAP.
    mean, sd : float, optional
        The mean and the standard error of the mean of equal runs. By default they come from resampled topics if there
        is a matrix, and otherwise from the rounded moments of TREC-7 in the paper.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    cut : int
        The number of marked runs.
    marked : tuple of str
        The marked runs.
    revealed : bool
        Whether the thresholds are shown.
    null : {"topics", "paper", "runs", "hand"}
        The source of the thresholds: resampled topics, the paper's moments, the moments of the runs, or a mean and a
        standard error set by hand.
    above, between, below : tuple of str
        The runs of each group.
    result : ThresholdGroups
        The thresholds and the groups.

    Raises
    ------
    InputError
        If means are given without `sd` and without topics.

    References
    ----------
    B. Carterette, "The Best Published Result is Random", SIGIR 2015, section 3.1.

    Examples
    --------
    >>> from irlearn import widgets
    >>> detective = widgets.Detective()
    >>> detective.gesture(do="mark", value="30")
    >>> detective.gesture(do="reveal")
    >>> detective.marked[0], len(detective.above), len(detective.between), len(detective.below)
    ('CLARIT98COMB', 35, 34, 34)
    >>> detective.gesture(do="null", value="runs")
    >>> len(detective.above), len(detective.between), len(detective.below)
    (35, 36, 32)
    """

    styles = ("controls", "winners_curse")
    css_class = "curse"
    cut = _Cut(0, 0, _MOST, "marked as too good", what="the number of marked runs")
    mean = DecimalField(0.2, "0", "100", "mean", step="0.001")
    sd = DecimalField(0.0114, "0.0001", "10", "standard error", step="0.0001")

    def __init__(
        self,
        runs: ArrayLike | extremes.Matrix | Scores | Mapping[str, float] | None = None,
        mean: float | None = None,
        sd: float | None = None,
        *,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        self._matrix = None if runs is None or isinstance(runs, Mapping) else extremes.matrix(runs)
        published = {run.name: run.map for run in extremes.trec7_runs()}
        means = dict(zip(self._matrix.runs, self._matrix.means.tolist(), strict=True)) if self._matrix else runs
        self._means = dict(sorted((means or published).items(), key=lambda item: -item[1]))  # type: ignore[union-attr]
        self._is_trec7 = self._means.keys() == published.keys()
        values, topics = [*self._means.values()], self._matrix.topics if self._matrix else _TOPICS
        own_moments = float(np.mean(values)), extremes.standard_error(values, topics)
        available: dict[str, tuple[bool, _Moments]] = {
            "topics": (bool(self._matrix), None),
            "paper": (self._is_trec7, _PAPER),
            "runs": (bool(self._matrix) or self._is_trec7, own_moments),
        }
        self._nulls = {name: moments for name, (is_available, moments) in available.items() if is_available}
        if not self._nulls and sd is None:
            raise InputError("give the standard error of a run's mean as sd, such as 0.0114, or a matrix with topics")
        self._resampling, self._revealed = bool(self._matrix) and mean is sd is None, False
        self._shown_nulls: set[str] = set()
        self._groups_for = lru_cache(_CACHED)(self._compute_groups)
        first_moments = _PAPER if self._is_trec7 else own_moments
        super().__init__(
            state=state,
            mean=first_moments[0] if mean is None else mean,
            sd=first_moments[1] if sd is None else sd,
        )

    @computed
    def runs(self) -> tuple[str, ...]:
        """Names of all runs, the best first."""
        return tuple(self._means)

    @computed
    def marked(self) -> tuple[str, ...]:
        """Runs that the learner takes to be too good for chance."""
        return self.runs[: self.cut]

    @computed
    def revealed(self) -> bool:
        """Whether the thresholds are shown."""
        return self._revealed

    @revealed.setter
    def _set_revealed(self, revealed: bool) -> None:
        self._revealed = bool(revealed)

    @computed
    def null(self) -> str:
        """Source of the thresholds."""
        if self._resampling:
            return "topics"
        return next((name for name, moments in self._nulls.items() if moments == self._moments), "hand")

    @null.setter
    def _set_null(self, null: str) -> None:
        if null not in self._nulls and null != "hand":
            raise InputError(f"the thresholds come from {comma_list([*self._nulls], 'or')}; given: {null!r}")
        if null == "hand":
            self._resampling = False
        else:
            self._take_null(null)

    @property
    def _moments(self) -> _Moments:
        return None if self._resampling else (self.mean, self.sd)

    @computed
    def result(self) -> ThresholdGroups:
        """The chosen thresholds and the runs above, between and below them."""
        return self._groups_for(self._moments)

    def _compute_groups(self, moments: _Moments) -> ThresholdGroups:
        if moments is None:
            assert self._matrix is not None
            return extremes.topic_bootstrap(self._matrix)
        mean, sd = moments
        return extremes.thresholds([*self._means.values()], sd, mean=mean, names=self.runs)

    @computed
    def above(self) -> tuple[str, ...]:
        """Runs above the upper threshold."""
        return self.result.above

    @computed
    def between(self) -> tuple[str, ...]:
        """Runs from the lower to the upper threshold."""
        return self.result.between

    @computed
    def below(self) -> tuple[str, ...]:
        """Runs below the lower threshold."""
        return self.result.below

    @action
    def on_mark(self, value: int) -> None:
        """Mark the best runs down to this rank."""
        self.cut = value

    @action
    def on_reveal(self) -> None:
        """Show the thresholds."""
        self._revealed = True

    @action
    def on_null(self, value: Literal["topics", "paper", "runs"]) -> None:
        """Compute the thresholds from resampled topics, or from a mean and a standard error."""
        if value in self._nulls:
            self._take_null(value)

    def _take_null(self, null: str) -> None:
        if moments := self._nulls[null]:
            self.mean, self.sd = moments
        self._resampling = null == "topics"

    def field_changed(self, name: str, _: Any) -> None:
        """Stop resampling when the mean or the standard error is set by hand."""
        self._resampling = self._resampling and name == "cut"

    def draw(self) -> Element:
        """Draw the frame, and remember the assumption whose thresholds are shown, so that its row keeps its values."""
        if self._revealed:
            self._shown_nulls.add(self.null)
        return super().draw()

    @property
    def heading(self) -> str:
        runs = f"{count_noun(len(self.runs), 'run')}{' of TREC-7' if self._is_trec7 else ''}"
        return f"Which of the {runs} are too good for chance?"

    def note(self) -> str:
        if self._matrix:
            return self._matrix.attribution
        return "MAP over 50 topics, as printed in the proceedings of TREC-7." if self._is_trec7 else ""

    def hint(self) -> str:
        if self.revealed:
            return "Choose which equal runs set the thresholds, or change their mean and standard error."
        return (
            "From the left, press the last run that you think is too good for chance, or type how many are. "
            "Then show the thresholds."
        )

    def status_text(self) -> str:
        if not self.cut:
            mark_words = "Nothing is marked yet."
        else:
            last_marked = self.marked[-1]
            lowest_mean = _four(self._means[last_marked])
            mark_words = f"You marked {count_noun(self.cut, 'run')}, down to {last_marked} with {lowest_mean}."
        if not self.revealed:
            return mark_words
        groups, surplus = self.result, len(self.above) - self.cut
        above_words = f"{count_noun(len(groups.above), 'run is', 'runs are')} above"
        result_words = (
            f"In 95% of cases the best of {len(self.runs)} equal runs scores below {_four(groups.upper)}: "
            f"{above_words}, {len(groups.between)} between, {len(groups.below)} below {_four(groups.lower)}."
        )
        comparison = (
            f"{abs(surplus)} {'fewer' if surplus > 0 else 'more'} than are above"
            if surplus
            else "exactly those that are above"
        )
        return f"{result_words} You marked {self.cut}, {comparison}." if self.cut else result_words

    def controls(self) -> list[Element]:
        count = stepper(
            "cut", self._fields["cut"].label, str(self.cut), less=self.cut > 0, more=self.cut < len(self.runs)
        )
        if not self.revealed:
            return [count, button("main", data_do="reveal", data_focus="reveal")["Show the thresholds"]]
        return [count, self._fields["mean"].control(self.mean), self._fields["sd"].control(self.sd)]

    def body(self) -> list[Content]:
        groups = self.result if self.revealed else None
        plane = draw_runs(self._means, self.cut, groups, name="MAP" if self._is_trec7 else "mean")
        with_notes = bool(self._matrix) or not self._is_trec7  # Lesson 12 asks for these notes.
        return [plane, [self._draw_answers(), draw_groups(groups, with_notes=with_notes)] if groups else None]

    def _draw_answers(self) -> Element:
        """Draw the table of assumptions; the thresholds of each appear once it has been chosen."""
        nulls = {**self._nulls, **({"hand": self._moments} if self.null == "hand" else {})}
        rows = [self._draw_answer(name, moments) for name, moments in nulls.items()]
        return captioned_table(
            "answers", "What each choice of equal runs gives", [th(scope="col")[head] for head in _HEADS], rows
        )

    def _draw_answer(self, name: str, moments: _Moments) -> Element:
        groups, is_chosen = self._groups_for(moments), name == self.null
        label = _NULLS.get(name, "your mean and error")
        title = b[label] if name == "hand" else toggle_button("null", f"null {name}", on=is_chosen, value=name)[label]
        moments_text = f" {_four(moments[0])}, {_four(moments[1])}" if moments else ""
        numbers = (
            [_four(groups.lower), _four(groups.upper), *map(str, groups.counts)]
            if name in self._shown_nulls
            else ["–"] * 5
        )
        return tr("chosen" if is_chosen else None)[
            th(scope="row")[title, span("soft")[moments_text] if moments_text else None],
            (td[number] for number in numbers),
        ]


def draw_runs(means: Mapping[str, float], cut: int, groups: ThresholdGroups | None, *, name: str) -> Element:
    """Draw the runs, the best first, each as a dot in a column that is pressed to mark the runs up to it.

    `cut` is the number of marked runs, `groups` holds the thresholds (None before they are shown), and `name` is the
    axis label.

    >>> drawn = draw_runs({"a": 0.3, "b": 0.2}, 1, None, name="MAP")
    >>> [(run.attributes["aria-label"], run.attributes["aria-pressed"]) for run in drawn.find("button")]
    [('1. a, 0.3000', 'true'), ('2. b, 0.2000', 'false')]
    """
    scale, bounds = _scale([*means.values()]), (groups.lower, groups.upper) if groups else None
    mark_position = css_percent(cut / len(means))
    mark_class = "cut left" if 2 * cut > len(means) else "cut"
    return div("plane", role="group", aria_label=f"runs by their {name}, the best first")[
        (i("grid", style=f"bottom:{scale.left(tick)}") for tick, _ in scale.ticks),
        _draw_thresholds(bounds, scale) if bounds else None,
        (_draw_run(index, run, means, scale, index < cut, bounds) for index, run in enumerate(means)),
        [i("cut", style=f"left:{mark_position}"), span(mark_class, style=f"left:{mark_position}")[f"your mark: {cut}"]]
        if cut
        else None,
        (span("y", style=f"bottom:{scale.left(tick)}")[label] for tick, label in scale.ticks),
        span("y name")[name],
        span("x")[f"{count_noun(len(means), 'run')}, the best first"],
    ]


def _scale(values: Sequence[float]) -> Scale:
    """Return the vertical scale of the scores, from 0 or the lowest score."""
    low = min(*values, 0.0)
    high = max(values) + _ROOM * (max(values) - low or 1.0)
    return Scale(low, high, [(tick, axis_label(tick)) for tick in nice_ticks(low, high, 5)])


def _draw_run(
    index: int, run: str, means: Mapping[str, float], scale: Scale, is_marked: bool, bounds: _Bounds | None
) -> Element:
    group = _group(means[run], bounds)
    description = ", ".join([f"{index + 1}. {run}", _four(means[run]), *([group] if group else [])])
    position = f"left:{css_percent(index / len(means))};width:{css_percent(1 / len(means))}"
    button = toggle_button("mark", f"mark {index + 1}", on=is_marked, value=index + 1)
    dot = i(f"dot {group}".strip(), style=f"bottom:{scale.left(means[run])}")
    return button(class_="run", style=position, tabindex="-1", aria_label=description, title=description)[dot]


def _group(mean: float, bounds: _Bounds | None) -> str:
    """Return the group of a run, "" before the thresholds are shown."""
    if bounds is None:
        return ""
    lower, upper = bounds
    return "above" if mean > upper else "below" if mean < lower else "between"


def _draw_thresholds(bounds: _Bounds, scale: Scale) -> list[Element]:
    lower, upper = map(scale.left, bounds)
    return [
        i("band", style=f"bottom:{lower};top:calc(100% - {upper})"),
        span("bound upper", style=f"bottom:{upper}")[f"95% of the best stay below {_four(bounds[1])}"],
        span("bound lower", style=f"bottom:{lower}")[f"95% of the lowest stay above {_four(bounds[0])}"],
    ]


def draw_groups(groups: ThresholdGroups, *, with_notes: bool = True) -> Element:
    """Draw the names of the runs in each group, followed by the notes on the thresholds if `with_notes` is true."""

    def draw_group(group: str, title: str, names: Sequence[str]) -> Content:
        heading = p[b[f"{title} ({len(names)})"]]
        return div(group, style=f"flex-grow:{len(names)}")[heading, p("names")[", ".join(names) or "none"]]

    names_by_group = (groups.above, groups.between, groups.below)
    group_elements = (
        draw_group(group, title, names) for (group, title), names in zip(_GROUPS.items(), names_by_group, strict=True)
    )
    return div("groups")[group_elements, p("small")[" ".join(groups.notes)] if with_notes else None]


def _four(value: float) -> str:
    return fixed(value, 4)
