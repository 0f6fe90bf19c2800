"""Plots of the study of Lin et al. (2021): the leaderboard over time, and the outcomes of two runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from textwrap import fill
from typing import TYPE_CHECKING, Any

from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from irlearn.palette import PALETTE
from irlearn.plots.canvas import (
    finish,
    is_narrow,
    label_points,
    new_axes,
    plain,
    require,
    set_title,
    short_names,
    styled,
    text_size,
)
from irlearn.statistics.arrays import check_list
from irlearn.studies import leaderboard
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_LINE_LENGTH = 18  # Characters in a line of a run's name beside an area.
_GAP = 0.004  # The gap around an area as a share of the width and height.
_BEST, _PLAIN = PALETTE["relevant"], PALETTE["not_relevant"]


def draw_leaderboard(submissions: Iterable[leaderboard.Submission], ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the leaderboard over time, after figure 1 of Lin et al. (2021): every submission, and the best so far.

    Each submission is a dot at its MRR@100 on the eval queries and a hollow triangle at its MRR@100 on the dev queries,
    if it is known. States of the art are larger and labeled with their names in the paper. The steps are the highest
    score on the eval queries so far.

    Parameters
    ----------
    submissions : iterable of Submission
        The submissions: from `leaderboard.history()`, which contains only the states of the art and needs no file, or
        from `leaderboard.read_leaderboard(path)`, which reads all submissions.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the steps of the best score, as of `Axes.step`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If there is no submission.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.studies import leaderboard
    >>> from datetime import date
    >>> print(plots.draw_leaderboard(leaderboard.history(date(2020, 9, 8))).get_label())
    MRR@100 on the eval queries of 2 submissions from 2020-08-27 to 2020-09-07; 2 states of the art: R1 0.368 on
    2020-08-27, R2 0.370 on 2020-09-07
    """
    listed = check_list(submissions, "submissions", "leaderboard.history()")
    for submission in listed:
        require(submission, leaderboard.Submission, "draw_leaderboard", "submissions, such as leaderboard.history()")
    line = leaderboard.timeline(listed)
    ax = new_axes(ax, width=7, height=4)
    best = line.states_of_the_art
    rest = [run for run in line.submissions if not run.state_of_the_art]
    for runs, color, size in ((rest, _PLAIN, 3.5), (best, _BEST, 7)):
        ax.plot(*_columns(_dev(runs)), "^", color=color, markersize=4, markerfacecolor="white", markeredgewidth=0.7)
        ax.plot(*_columns(_eval(runs)), "o", color=color, markersize=size)
    # The dict keeps the last score of each day.
    daily = dict(zip([run.day for run in line.submissions], line.best, strict=True))
    style = styled(Line2D, kwargs, color=_BEST, linewidth=1.2, zorder=1)
    ax.step([_day_number(day) for day in daily], list(daily.values()), where="post", **style)
    locator = AutoDateLocator()  # type: ignore[no-untyped-call]
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    ax.set(xlabel="day of the submission", ylabel="MRR@100, higher is better: ● eval, △ dev")
    end = max(daily)
    state = f"state of the art\non eval: {fixed(daily[end], 3)}"
    if is_narrow(ax):
        set_title(ax, state, _BEST)
    else:
        ax.annotate(
            state,
            (_day_number(end), daily[end]),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=_BEST,
            fontsize=text_size(ax),
        )
    finish(ax, "")
    named = [run for run in best if run.name]
    others = _eval(line.submissions) + _dev(line.submissions)
    label_points(ax, _eval(named), [plain(run.name) for run in named], color=_BEST, others=others)
    first, last = line.submissions[0].day, line.submissions[-1].day
    scores = ", ".join(f"{run.name or run.id} {fixed(run.eval, 3)} on {run.day}" for run in best)
    ax.set_label(
        f"MRR@100 on the eval queries of {count_noun(len(line.submissions), 'submission')} from {first} to {last}; "
        f"{count_noun(len(best), 'state')} of the art{f': {scores}' if best else ''}"
    )
    return ax


def draw_outcomes(outcomes: leaderboard.Outcomes, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the outcomes of two runs as areas, proportional to their numbers of queries.

    The left column has the queries that only A or both answer, the right column those that only B or neither answers.
    The name of each area, its number of queries, and their share of all queries are beside it. The note of `outcomes`
    is below the plot.

    Parameters
    ----------
    outcomes : Outcomes
        The outcomes of `leaderboard.outcomes` or `leaderboard.outcomes_of`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the areas, as of `Rectangle`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `outcomes` has another type.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.studies import leaderboard
    >>> outcomes = leaderboard.outcomes([1, 2, 9, 0, 4, 30], [2, 1, 3, 5, 0, 8], cutoff=20, names=("BM25", "neural"))
    >>> print(plots.draw_outcomes(outcomes).get_label())
    BM25 and neural on 6 queries, cutoff 20: only BM25 answers 1 (16.7%), both answer 3 (50.0%), neither answers 0
    (0.0%), only neural answers 2 (33.3%)
    """
    needed = "the result of leaderboard.outcomes or leaderboard.outcomes_of"
    require(outcomes, leaderboard.Outcomes, "draw_outcomes", needed)
    ax = new_axes(ax, height=3.2)
    run_a, run_b = outcomes.run_a, outcomes.run_b
    line_length = _LINE_LENGTH * 2 // 3 if is_narrow(ax) else _LINE_LENGTH
    name_a, name_b = short_names(ax, [run_a, run_b], 0.35)
    shown = {f"only {run_a}": f"only {name_a}", f"only {run_b}": f"only {name_b}"}
    columns = (
        (_Area(f"only {run_a}", outcomes.a_only, "system_a"), _Area("both", outcomes.both, "not_relevant")),
        (
            _Area("neither", outcomes.neither, "not_relevant", "///"),
            _Area(f"only {run_b}", outcomes.b_only, "system_b"),
        ),
    )
    start, descriptions = 0.0, []
    for column, side in zip(columns, (-1, 1), strict=True):
        total = sum(area.queries for area in column)
        width, top = total / outcomes.queries, 1.0
        for area in column:
            share = percent(Fraction(area.queries, outcomes.queries), 1)
            verb = "answer" if area.words == "both" else "answers"
            descriptions.append(f"{area.words} {verb} {area.queries:,} ({share})")
            height = area.queries / total if total else 0.5
            if area.queries:
                ax.add_patch(area.rectangle(start, top - height, width, height, kwargs))
            ax.annotate(
                f"{_filled(shown.get(area.words, area.words), line_length)}\n{area.queries:,}  {share}",
                (float(side > 0), top - height / 2),
                (6 * side, 0),
                textcoords="offset points",
                ha="left" if side > 0 else "right",
                va="center",
                color=area.color,
                fontsize=text_size(ax) + 1,
            )
            top -= height
        start += width
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)
    on = f"on {count_noun(outcomes.queries, 'query')}, cutoff {outcomes.cutoff}"
    lines = (f"{name_a} and {name_b} {on}", plain(outcomes.note))
    ax.set_xlabel("\n".join(_filled(line, 3 * line_length) for line in lines if line))
    title = f"{run_a} and {run_b} {on}"
    ax.set_label(f"{title}: {', '.join(descriptions)}{f'. {outcomes.note}' if outcomes.note else ''}")
    return ax


@dataclass(frozen=True)
class _Area:
    """The area of an outcome: its name, its number of queries, and its colors."""

    words: str
    queries: int
    style: str
    hatch: str = ""

    @property
    def color(self) -> str:
        return PALETTE[self.style]

    def rectangle(self, left: float, bottom: float, width: float, height: float, given: dict[str, Any]) -> Rectangle:
        """Return the rectangle with a gap on all sides, so that its border is visible."""
        face = self.color if self.style != "not_relevant" else "white"
        style = styled(Rectangle, given, facecolor=face, edgecolor=self.color, hatch=self.hatch)
        corner = (left + _GAP, bottom + _GAP)
        return Rectangle(corner, max(width - 2 * _GAP, 0), max(height - 2 * _GAP, 0), **style)


def _filled(text: str, most: int) -> str:
    """Wrap a text without breaking words, because a line end after a backslash would begin a formula."""
    return fill(text, most, break_long_words=False)


def _day_number(day: date) -> float:
    return float(date2num(day))  # type: ignore[no-untyped-call]


def _eval(runs: Iterable[leaderboard.Submission]) -> list[tuple[float, float]]:
    return [(_day_number(run.day), run.eval) for run in runs]


def _dev(runs: Iterable[leaderboard.Submission]) -> list[tuple[float, float]]:
    return [(_day_number(run.day), run.dev) for run in runs if not math.isnan(run.dev)]


def _columns(points: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in points], [y for _, y in points]
