"""The threshold detective: many runs as dots, and which of them luck does not explain."""

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
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, b, button, div, i, p, span, td, th, tr
from irlearn.text.numbers import axis_label, fixed
from irlearn.widgets.charts.null_distribution import nice_ticks
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import Count, DecimalField, check_count, css_percent, pressed, stepper
from irlearn.widgets.core.parts import captioned

_Bounds = tuple[float, float]
"""The lower and the upper threshold."""

_ROOM = 0.08  # of the scores' range above the best
_GROUPS = {"above": "▲ above luck", "between": "between", "below": "▼ below"}


def draw_runs(means: Mapping[str, float], cut: int, found: ThresholdGroups | None, *, name: str) -> Element:
    """The runs, the best first, each a dot in a column that is pressed to mark the runs up to it.

    `cut` is the number of marked runs, `found` has the thresholds, None before they are shown, and `name` is what the
    means are called on their axis.

    >>> drawn = draw_runs({"a": 0.3, "b": 0.2}, 1, None, name="MAP")
    >>> [(one.attributes["aria-label"], one.attributes["aria-pressed"]) for one in drawn.find("button")]
    [('1. a, 0.3000', 'true'), ('2. b, 0.2000', 'false')]
    """
    scale, bounds = _scale([*means.values()]), (found.lower, found.upper) if found else None
    left = css_percent(cut / len(means))
    side = "cut left" if 2 * cut > len(means) else "cut"
    return div("plane", role="group", aria_label=f"runs by their {name}, the best first")[
        (i("grid", style=f"bottom:{scale.left(at)}") for at, _ in scale.ticks),
        _draw_thresholds(bounds, scale) if bounds else None,
        (_draw_run(place, run, means, scale, place < cut, bounds) for place, run in enumerate(means)),
        [i("cut", style=f"left:{left}"), span(side, style=f"left:{left}")[f"your mark: {cut}"]] if cut else None,
        (span("y", style=f"bottom:{scale.left(at)}")[words] for at, words in scale.ticks),
        span("y name")[name],
        span("x")[f"{count_noun(len(means), 'run')}, the best first"],
    ]


def _scale(values: Sequence[float]) -> Scale:
    """The scores upwards, from 0 or the lowest."""
    low = min(*values, 0.0)
    high = max(values) + _ROOM * (max(values) - low or 1.0)
    return Scale(low, high, [(at, axis_label(at)) for at in nice_ticks(low, high, 5)])


def _draw_run(
    place: int, run: str, means: Mapping[str, float], scale: Scale, marked: bool, bounds: _Bounds | None
) -> Element:
    group = _group(means[run], bounds)
    told = ", ".join([f"{place + 1}. {run}", _four(means[run]), *([group] if group else [])])
    where = f"left:{css_percent(place / len(means))};width:{css_percent(1 / len(means))}"
    column = pressed("mark", f"mark {place + 1}", on=marked, value=place + 1)
    dot = i(f"dot {group}".strip(), style=f"bottom:{scale.left(means[run])}")
    return column(class_="run", style=where, tabindex="-1", aria_label=told, title=told)[dot]


def _group(mean: float, bounds: _Bounds | None) -> str:
    """The group of a run, none before the thresholds are shown."""
    if bounds is None:
        return ""
    lower, upper = bounds
    return "above" if mean > upper else "below" if mean < lower else "between"


def _draw_thresholds(bounds: _Bounds, scale: Scale) -> list[Element]:
    low, high = map(scale.left, bounds)
    return [
        i("band", style=f"bottom:{low};top:calc(100% - {high})"),
        span("bound upper", style=f"bottom:{high}")[f"95% of the best stay below {_four(bounds[1])}"],
        span("bound lower", style=f"bottom:{low}")[f"95% of the lowest stay above {_four(bounds[0])}"],
    ]


def draw_groups(found: ThresholdGroups, *, noted: bool = True) -> Element:
    """The runs of each group by name, and with `noted` what is to be known about the thresholds."""

    def drawn(group: str, words: str, names: Sequence[str]) -> Content:
        title = p[b[f"{words} ({len(names)})"]]
        return div(group, style=f"flex-grow:{len(names)}")[title, p("names")[", ".join(names) or "none"]]

    named = (found.above, found.between, found.below)
    groups = (drawn(group, words, names) for (group, words), names in zip(_GROUPS.items(), named, strict=True))
    return div("groups")[groups, p("small")[" ".join(found.notes)] if noted else None]


def _four(value: float) -> str:
    return fixed(value, 4)


_Moments = tuple[float, float] | None
"""The mean and the standard error of equal runs; None where topics are drawn anew."""

_PAPER = (0.2, 0.0114)  # of TREC-7, rounded as section 3.1 of Carterette (2015) has them
_TOPICS = 50  # of TREC-7
_MOST = 100_000
_KEPT = 16  # thresholds
_NULLS = {"topics": "topics drawn anew", "paper": "the paper's moments, rounded", "runs": "the runs' own moments"}
_HEADS = ("equal runs, by", "lower", "upper", "▲ above", "▼ below", "between")


class _Cut(Count):
    """How many runs are marked, which can be as many as there are."""

    def validate(self, widget: Any, value: Any) -> int:
        """A number of runs."""
        return check_count(value, self.what, 0, len(widget.runs))


class Detective(App):
    """Who is above luck? Runs as dots, the best first; the learner marks first, and then two thresholds are shown.

    `runs` are a matrix (topics x runs), `Scores`, or means by the runs' names; by default the 103 runs of TREC-7 with
    their published MAP. `mean` and `sd`, the standard error, are those of as many equal runs; by default what leads:
    resampled topics where there is a matrix, else the paper's rounded moments of TREC-7. The state is `cut`, how many
    runs are `marked`, the best first, `revealed`, and `null`: "topics", "paper", "runs" (their own moments) or "hand".
    `above`, `between` and `below` are names. Raises `InputError` for means with neither an `sd` nor topics.

    Source: Carterette, "The Best Published Result is Random", SIGIR 2015, section 3.1.

    >>> from irlearn import widgets
    >>> found = widgets.Detective()
    >>> found.gesture(do="mark", value="30")
    >>> found.gesture(do="reveal")
    >>> found.marked[0], len(found.above), len(found.between), len(found.below)
    ('CLARIT98COMB', 35, 34, 34)
    >>> found.gesture(do="null", value="runs")
    >>> len(found.above), len(found.between), len(found.below)
    (35, 36, 32)
    """

    styles = ("controls", "winners_curse")
    css_class = "curse"
    cut = _Cut(0, 0, _MOST, "marked as above luck", what="the number of marked runs")
    mean = DecimalField(0.2, "0", "100", "mean", step="0.001")
    sd = DecimalField(0.0114, "0.0001", "10", "standard error", step="0.0001")

    def __init__(
        self,
        runs: ArrayLike | extremes.Matrix | Scores | Mapping[str, float] | None = None,
        mean: float | None = None,
        sd: float | None = None,
    ) -> None:
        self._matrix = None if runs is None or isinstance(runs, Mapping) else extremes.matrix(runs)
        known = {run.name: run.map for run in extremes.trec7_runs()}
        means = dict(zip(self._matrix.runs, self._matrix.means.tolist(), strict=True)) if self._matrix else runs
        self._means = dict(sorted((means or known).items(), key=lambda one: -one[1]))  # type: ignore[union-attr]
        self._of_trec7 = self._means.keys() == known.keys()
        values, topics = [*self._means.values()], self._matrix.topics if self._matrix else _TOPICS
        own = float(np.mean(values)), extremes.standard_error(values, topics)
        there: dict[str, tuple[bool, _Moments]] = {
            "topics": (bool(self._matrix), None),
            "paper": (self._of_trec7, _PAPER),
            "runs": (bool(self._matrix) or self._of_trec7, own),
        }
        self._nulls = {name: moments for name, (fits, moments) in there.items() if fits}
        if not self._nulls and sd is None:
            raise InputError("give the standard error of a run's mean as sd, such as 0.0114, or a matrix with topics")
        self._resampling, self._shown = bool(self._matrix) and mean is sd is None, False
        self._tried: set[str] = set()
        self._divided = lru_cache(_KEPT)(self._divide)
        start = _PAPER if self._of_trec7 else own
        super().__init__(mean=start[0] if mean is None else mean, sd=start[1] if sd is None else sd)

    @property
    def runs(self) -> tuple[str, ...]:
        """The names of all runs, the best first."""
        return tuple(self._means)

    @property
    def marked(self) -> tuple[str, ...]:
        """The runs that the learner takes to be above luck."""
        return self.runs[: self.cut]

    @property
    def revealed(self) -> bool:
        """Whether the thresholds are shown."""
        return self._shown

    @property
    def null(self) -> str:
        """Where the thresholds come from."""
        if self._resampling:
            return "topics"
        return next((name for name, moments in self._nulls.items() if moments == self._moments), "hand")

    @property
    def _moments(self) -> _Moments:
        return None if self._resampling else (self.mean, self.sd)

    @property
    def result(self) -> ThresholdGroups:
        """Who lies above, below and between the thresholds that are chosen."""
        return self._divided(self._moments)

    def _divide(self, moments: _Moments) -> ThresholdGroups:
        if moments is None:
            assert self._matrix is not None
            return extremes.topic_bootstrap(self._matrix)
        mean, sd = moments
        return extremes.thresholds([*self._means.values()], sd, mean=mean, names=self.runs)

    @property
    def above(self) -> tuple[str, ...]:
        """The runs above the upper threshold."""
        return self.result.above

    @property
    def between(self) -> tuple[str, ...]:
        """The runs from the lower to the upper threshold."""
        return self.result.between

    @property
    def below(self) -> tuple[str, ...]:
        """The runs below the lower threshold."""
        return self.result.below

    @action
    def on_mark(self, value: int) -> None:
        """Mark the best runs down to this one, counted from 1."""
        self.cut = value

    @action
    def on_reveal(self) -> None:
        """Show the thresholds."""
        self._shown = True

    @action
    def on_null(self, value: Literal["topics", "paper", "runs"]) -> None:
        """Take the thresholds from resampled topics, or from a mean and a standard error."""
        if value in self._nulls:
            if moments := self._nulls[value]:
                self.mean, self.sd = moments
            self._resampling = value == "topics"

    def field_changed(self, name: str, _: Any) -> None:
        """A mean or an error that is set by hand has thresholds of its own."""
        self._resampling = self._resampling and name == "cut"

    def draw(self) -> Element:
        """The frame; what the thresholds that are chosen find stays in the table from now on."""
        if self._shown:
            self._tried.add(self.null)
        return super().draw()

    @property
    def heading(self) -> str:
        """What is asked."""
        return f"Who is above luck? {count_noun(len(self.runs), 'run')}{' of TREC-7' if self._of_trec7 else ''}"

    def note(self) -> str:
        """What the runs are."""
        if self._matrix:
            return self._matrix.attribution
        return "MAP over 50 topics as the proceedings of TREC-7 print it." if self._of_trec7 else ""

    def hint(self) -> str:
        """What is done."""
        if self.revealed:
            return "Choose whose equal runs set the thresholds, or change their mean and standard error."
        return "Press the last run, from the left, that is above luck, or type how many; then show the thresholds."

    def status_text(self) -> str:
        """What is marked, and what the thresholds say to it."""
        if not self.cut:
            mine = "Nothing is marked yet."
        else:
            last = self.marked[-1]
            mine = f"You marked {count_noun(self.cut, 'run')}, down to {last} with {_four(self._means[last])}."
        if not self.revealed:
            return mine
        found, more = self.result, len(self.above) - self.cut
        above = f"{count_noun(len(found.above), 'run lies', 'runs lie')} above"
        said = (
            f"In 95% of cases the best of {len(self.runs)} equal runs stays below {_four(found.upper)}: {above}, "
            f"{len(found.between)} between, {len(found.below)} below {_four(found.lower)}."
        )
        apart = f"{abs(more)} {'fewer' if more > 0 else 'more'} than lie above" if more else "just those that lie above"
        return f"{said} You marked {self.cut}, {apart}." if self.cut else said

    def controls(self) -> list[Element]:
        """How many are marked, and then the mean and the error."""
        count = stepper(
            "cut", self._fields["cut"].label, str(self.cut), less=self.cut > 0, more=self.cut < len(self.runs)
        )
        if not self.revealed:
            return [count, button("main", data_do="reveal", data_focus="reveal")["Show the thresholds"]]
        return [count, self._fields["mean"].control(self.mean), self._fields["sd"].control(self.sd)]

    def body(self) -> list[Content]:
        """The runs, the thresholds that there are to choose from, and the groups by name."""
        found = self.result if self.revealed else None
        plane = draw_runs(self._means, self.cut, found, name="MAP" if self._of_trec7 else "mean")
        noted = bool(self._matrix) or not self._of_trec7  # lesson 12 asks for it on TREC-7's means
        return [plane, [self._answers(), draw_groups(found, noted=noted)] if found else None]

    def _answers(self) -> Element:
        """Each null, with its thresholds and what it finds once it was chosen; the first one leads."""
        nulls = {**self._nulls, **({"hand": self._moments} if self.null == "hand" else {})}
        rows = [self._answer(name, moments) for name, moments in nulls.items()]
        return captioned(
            "answers", "What each kind of equal runs finds", [th(scope="col")[one] for one in _HEADS], rows
        )

    def _answer(self, name: str, moments: _Moments) -> Element:
        found, chosen = self._divided(moments), name == self.null
        words = _NULLS.get(name, "your mean and error")
        title = b[words] if name == "hand" else pressed("null", f"null {name}", on=chosen, value=name)[words]
        of = f" {_four(moments[0])}, {_four(moments[1])}" if moments else ""
        numbers = (
            [_four(found.lower), _four(found.upper), *map(str, found.counts)] if name in self._tried else ["–"] * 5
        )
        return tr("chosen" if chosen else None)[
            th(scope="row")[title, span("soft")[of] if of else None], (td[one] for one in numbers)
        ]
