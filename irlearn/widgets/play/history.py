"""A leaderboard over time: each run a dot, the best so far as steps, and one run chosen."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import date

from irlearn.studies import leaderboard
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, div, i, span
from irlearn.text.numbers import fixed
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import Way, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count, pressed, step_button

_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NARROW = 0.1  # range of scores that has a tick each hundredth
_MOST_NAMED = 300  # days for which each month has a tick


class History(App):
    """The leaderboard over time, after figure 1 of Lin et al. (2021): runs as dots, the best so far as steps.

    `submissions` are those of `leaderboard.history()` or `leaderboard.read_leaderboard(path)`; without them all runs up
    to the middle of February 2021 where the leaderboard's file was fetched, else the states of the art. The state is
    `at`, the place of the chosen run in the order of the days, from 0. Raises `InputError` where there is no run.

    >>> from irlearn import widgets
    >>> from irlearn.studies import leaderboard
    >>> seen = widgets.History(leaderboard.history())
    >>> seen.gesture(do="choose", value="2")
    >>> seen.chosen.name, seen.status_text()
    ('R3', 'R3, 2020-09-09, Carnegie Mellon University: MRR 0.382, 0.012 above R2, the best before.')
    """

    styles = ("controls", "history")
    css_class = "history"
    heading = "MS MARCO documents: the leaderboard over time"

    def __init__(self, submissions: Iterable[leaderboard.Submission] | None = None) -> None:
        self._line = leaderboard.timeline(leaderboard.fetched() if submissions is None else submissions)
        self._runs, scores = self._line.submissions, [run.eval for run in self._line.submissions]
        unit = 0.01 if max(scores) - min(scores) < _NARROW else 0.05
        low, high = math.floor(min(scores) / unit), math.floor(max(scores) / unit) + 1
        self._mrr = Scale(low * unit, high * unit, [(at * unit, fixed(at * unit, 2)) for at in range(low, high + 1)])
        first, last = self._runs[0].day.toordinal(), self._runs[-1].day.toordinal()
        self._days = Scale(first - 1 - (last - first) // 20, last + 1, [])  # the first run's name keeps off the axis
        self._at = self._runs.index((self._line.states_of_the_art or self._runs)[-1])
        super().__init__()

    @property
    def at(self) -> int:
        """The place of the chosen run, from 0."""
        return self._at

    @property
    def chosen(self) -> leaderboard.Submission:
        """The run that is chosen."""
        return self._runs[self._at]

    @action
    def on_choose(self, value: int) -> None:
        """Choose a run by its place."""
        self._at = check_count(value, "the run", 0, len(self._runs) - 1)

    @action
    def on_turn(self, by: Way) -> None:
        """Choose the run before or after."""
        self._at = min(max(self._at + by, 0), len(self._runs) - 1)

    def note(self) -> str:
        """How many runs there are."""
        records = count_noun(len(self._line.states_of_the_art), "state")
        return f"{count_noun(len(self._runs), 'run')}, {records} of the art."

    def hint(self) -> str:
        """How a run is chosen, and what the picture shows."""
        return "Press a dot, or go from run to run. The steps are the best MRR on the evaluation queries so far."

    def status_text(self) -> str:
        """The chosen run in a sentence: who, when, its MRR, and how far that is from the best before it."""
        run, best = self.chosen, self._line.before(self.chosen)
        said = f"{_named(run)}, {run.day}, {run.team}: MRR {fixed(run.eval, 3)}"
        if best is None:
            return f"{said}, the first."
        gain = round(run.eval - best.eval, 6)
        return f"{said}, {fixed(abs(gain), 3)} {'above' if gain > 0 else 'below'} {_named(best)}, the best before."

    def controls(self) -> list[Element]:
        """From run to run."""
        less, more = self._at > 0, self._at < len(self._runs) - 1
        return [
            step_button("turn", "◂", -1, "the run before", "turn −", able=less, other=more),
            step_button("turn", "▸", 1, "the run after", "turn +", able=more, other=less),
        ]

    def body(self) -> Element:
        """The plane: the days across, MRR upwards."""
        heights = [self._mrr.left(best) for best in self._line.best]
        places = [self._x(run.day) for run in self._runs]
        steps = zip(places, [*places[1:], "100%"], heights, strict=True)
        return div("plane", role="group", aria_label="runs by day and MRR")[
            (i("grid", style=f"bottom:{self._mrr.left(at)}") for at, _ in self._mrr.ticks),
            (i("tread", style=f"left:{left};right:calc(100% - {end});bottom:{high}") for left, end, high in steps),
            (
                i("rise", style=f"left:{left};bottom:{low};top:calc(100% - {high})")
                for left, low, high in zip(places[1:], heights, heights[1:], strict=False)
                if low != high
            ),
            map(self._draw_run, range(len(self._runs))),
            (span("y", style=f"bottom:{self._mrr.left(at)}")[text] for at, text in self._mrr.ticks),
            (
                span("x", style=f"left:{self._x(day)}")[_NAMES[day.month - 1], None if place else f" {day.year}"]
                for place, day in enumerate(self._months())
            ),
        ]

    def _months(self) -> list[date]:
        """The first days of the months that have a tick."""
        first, last = self._runs[0].day, self._runs[-1].day
        every = 1 + (last - first).days // _MOST_NAMED
        numbers = range(12 * first.year + first.month, 12 * last.year + last.month, every)
        return [date(number // 12, number % 12 + 1, 1) for number in numbers]

    def _x(self, day: date) -> str:
        return self._days.left(day.toordinal())

    def _draw_run(self, place: int) -> Content:
        """A dot, which is pressed to choose its run; with the keys, one goes from run to run."""
        run = self._runs[place]
        where = f"left:{self._x(run.day)};bottom:{self._mrr.left(run.eval)}"
        told = f"{_named(run)}, {run.day}, MRR {fixed(run.eval, 3)}"
        dot = pressed("choose", f"choose {place}", on=place == self._at, value=place)
        look = "dot best" if run.state_of_the_art else "dot"
        return [
            dot(class_=look, style=where, tabindex="-1", aria_label=told, title=told),
            span("name", style=where, aria_hidden="true")[run.name] if run.name else None,
        ]


def _named(run: leaderboard.Submission) -> str:
    return run.name or run.description or run.id
