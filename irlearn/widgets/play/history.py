"""The history: a learner follows the runs of a leaderboard over time and the steps of the best so far."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from irlearn.studies import leaderboard
from irlearn.text.english import count_noun
from irlearn.text.html import Content, Element, div, i, span
from irlearn.text.numbers import fixed
from irlearn.widgets.charts.rows import Scale
from irlearn.widgets.core.actions import Way, action
from irlearn.widgets.core.app import App
from irlearn.widgets.core.fields import check_count, step_button, toggle_button
from irlearn.widgets.core.traits import computed

_NAMES = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_NARROW = 0.1  # If the range of scores is smaller, there is a tick for each hundredth.
_MOST_NAMED = 300  # If the range of days is longer, some months have no tick.


class History(App):
    """The leaderboard over time, after figure 1 of Lin et al. (2021), with dots for runs and steps for the best MRR.

    A learner presses a dot or goes from run to run, and reads the team, the day, and the difference between the run and
    the best earlier run.

    Parameters
    ----------
    submissions : iterable of irlearn.studies.leaderboard.Submission, optional
        Submissions, as `leaderboard.history()` or `leaderboard.read_leaderboard(path)` returns them. By default all
        runs up to the middle of February 2021 if the leaderboard's file has been fetched, and otherwise the states of
        the art.
    state : mapping, optional
        A saved state, as `state` returns it.

    Attributes
    ----------
    at : int
        The index of the chosen run in the order of the days.
    chosen : irlearn.studies.leaderboard.Submission
        The chosen run.

    Raises
    ------
    InputError
        If there is no run.

    Examples
    --------
    >>> from irlearn import widgets
    >>> from irlearn.studies import leaderboard
    >>> history = widgets.History(leaderboard.history())
    >>> history.gesture(do="choose", value="2")
    >>> history.chosen.name, history.status_text()
    ('R3', 'R3, 2020-09-09, Carnegie Mellon University: MRR 0.382, 0.012 above R2, the best before it.')
    """

    styles = ("controls", "history")
    css_class = "history"
    heading = "MS MARCO documents: the leaderboard over time"

    def __init__(
        self, submissions: Iterable[leaderboard.Submission] | None = None, *, state: Mapping[str, Any] | None = None
    ) -> None:
        self._timeline = leaderboard.timeline(leaderboard.fetched() if submissions is None else submissions)
        self._runs, scores = self._timeline.submissions, [run.eval for run in self._timeline.submissions]
        unit = 0.01 if max(scores) - min(scores) < _NARROW else 0.05
        lowest, highest = math.floor(min(scores) / unit), math.floor(max(scores) / unit) + 1
        self._mrr = Scale(
            lowest * unit,
            highest * unit,
            [(hundredth * unit, fixed(hundredth * unit, 2)) for hundredth in range(lowest, highest + 1)],
        )
        first, last = self._runs[0].day.toordinal(), self._runs[-1].day.toordinal()
        self._days = Scale(first - 1 - (last - first) // 20, last + 1, [])  # Margin for the name of the first run.
        self._chosen_index = self._runs.index((self._timeline.states_of_the_art or self._runs)[-1])
        super().__init__(state=state)

    @computed
    def at(self) -> int:
        """Index of the chosen run in the order of the days."""
        return self._chosen_index

    @at.setter
    def _set_at(self, at: int) -> None:
        self.on_choose(at)

    @computed
    def chosen(self) -> leaderboard.Submission:
        """The chosen run."""
        return self._runs[self._chosen_index]

    @action
    def on_choose(self, value: int) -> None:
        """Choose a run by its index."""
        self._chosen_index = check_count(value, "the run", 0, len(self._runs) - 1)

    @action
    def on_turn(self, by: Way) -> None:
        """Choose the previous or the next run."""
        self._chosen_index = min(max(self._chosen_index + by, 0), len(self._runs) - 1)

    def note(self) -> str:
        records = count_noun(len(self._timeline.states_of_the_art), "state")
        return f"{count_noun(len(self._runs), 'run')}, {records} of the art."

    def hint(self) -> str:
        return (
            "Press a dot, or step from run to run. The stepped line is the best MRR so far on the evaluation queries."
        )

    def status_text(self) -> str:
        """Describe the chosen run: its name, day, team and MRR, and the difference from the best earlier run."""
        run, best = self.chosen, self._timeline.before(self.chosen)
        description = f"{_run_name(run)}, {run.day}, {run.team}: MRR {fixed(run.eval, 3)}"
        if best is None:
            return f"{description}, the first."
        gain = round(run.eval - best.eval, 6)
        direction = "above" if gain > 0 else "below"
        return f"{description}, {fixed(abs(gain), 3)} {direction} {_run_name(best)}, the best before it."

    def controls(self) -> list[Element]:
        has_previous, has_next = self._chosen_index > 0, self._chosen_index < len(self._runs) - 1
        return [
            step_button("turn", "◂", -1, "the previous run", "turn −", able=has_previous, other=has_next),
            step_button("turn", "▸", 1, "the next run", "turn +", able=has_next, other=has_previous),
        ]

    def body(self) -> Element:
        """Draw the plane of MRR over days."""
        heights = [self._mrr.left(best) for best in self._timeline.best]
        positions = [self._x(run.day) for run in self._runs]
        steps = zip(positions, [*positions[1:], "100%"], heights, strict=True)
        return div("plane", role="group", aria_label="runs by day and MRR")[
            (i("grid", style=f"bottom:{self._mrr.left(tick)}") for tick, _ in self._mrr.ticks),
            (
                i("tread", style=f"left:{left};right:calc(100% - {right});bottom:{height}")
                for left, right, height in steps
            ),
            (
                i("rise", style=f"left:{left};bottom:{low};top:calc(100% - {height})")
                for left, low, height in zip(positions[1:], heights, heights[1:], strict=False)
                if low != height
            ),
            map(self._draw_run, range(len(self._runs))),
            (span("y", style=f"bottom:{self._mrr.left(tick)}")[text] for tick, text in self._mrr.ticks),
            (
                span("x", style=f"left:{self._x(day)}")[_NAMES[day.month - 1], None if index else f" {day.year}"]
                for index, day in enumerate(self._months())
            ),
        ]

    def _months(self) -> list[date]:
        """Return the first day of each month that has a tick."""
        first, last = self._runs[0].day, self._runs[-1].day
        step = 1 + (last - first).days // _MOST_NAMED
        month_numbers = range(12 * first.year + first.month, 12 * last.year + last.month, step)
        return [date(number // 12, number % 12 + 1, 1) for number in month_numbers]

    def _x(self, day: date) -> str:
        return self._days.left(day.toordinal())

    def _draw_run(self, index: int) -> Content:
        """Draw the dot of a run; Tab skips it, because the buttons go from run to run."""
        run = self._runs[index]
        position = f"left:{self._x(run.day)};bottom:{self._mrr.left(run.eval)}"
        description = f"{_run_name(run)}, {run.day}, MRR {fixed(run.eval, 3)}"
        dot_button = toggle_button("choose", f"choose {index}", on=index == self._chosen_index, value=index)
        css_class = "dot best" if run.state_of_the_art else "dot"
        return [
            dot_button(class_=css_class, style=position, tabindex="-1", aria_label=description, title=description),
            span("name", style=position, aria_hidden="true")[run.name] if run.name else None,
        ]


def _run_name(run: leaderboard.Submission) -> str:
    return run.name or run.description or run.id
