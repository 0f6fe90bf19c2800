"""Plot of a sweep over budgets: how near the findings from few judgments are to those from all judgments."""

from __future__ import annotations

from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from irlearn.palette import PALETTE
from irlearn.plots.canvas import finish, label_curves, legend_above, new_axes, plain, require, short_names, styled
from irlearn.studies.adjudication.sweep import Sweep
from irlearn.text.english import count_noun
from irlearn.text.numbers import score_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TITLES = {"tau": "τ of the runs", "recall": "pairs kept", "bias": "pairs invented"}
_LINES: dict[str, Any] = {"tau": "-", "recall": "--", "bias": ":"}
_COLORS = ("system_a", "system_b", "better", "not_relevant", "unjudged")
_MARKERS = "os^Dv<>P"


def adjudication_by_budget(sweep: Sweep, ax: Axes | None = None, *, measure: object = None, **kwargs: Any) -> Axes:
    """Draw how well the runs are told apart by the number of judgments per topic, from the results of a sweep.

    Kendall's τ compares the order of the runs with their order by all judgments. "Pairs kept" is the share of the pairs
    significant by all judgments that the low-cost judgments find, "pairs invented" the share of the pairs found that
    all judgments do not confirm. With several repetitions the curves are means.

    Parameters
    ----------
    sweep : Sweep
        The result of `sweep`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    measure : Measure or str, optional
        A measure of the sweep, by default its first.
    **kwargs
        Options of the curves, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `sweep` has another type, or the measure is not in it.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.studies.adjudication import pool_arrays, sweep
    >>> lists = [[[0, 1, 2], [0, 1, 2]], [[2, 1, 0], [1, 0, 2]], [[1, 3, 0], [2, 3, 1]]]
    >>> pooled = pool_arrays(lists, [[1, 0, 1, 0], [0, 1, 1, 0]], ["A", "B", "C"], ["q1", "q2"], depth=3)
    >>> print(plots.adjudication_by_budget(sweep(pooled, "mtf", [1, 3])).get_label())
    Agreement with all judgments by AP, 3 runs, from 1 to 3 judgments per topic. mtf: τ of the runs 1.0000 to
    1.0000, pairs kept - to -, pairs invented - to -
    """
    require(sweep, Sweep, "adjudication_by_budget", "the result of sweep(...)")
    asked = sweep.measures[0] if measure is None else str(measure)
    names = sweep.methods
    rows = {method: [sweep.of(method, budget, asked) for budget in sweep.budgets] for method in names}
    ax = new_axes(ax)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    curves, texts = [], []
    looks = [
        *islice(zip(cycle(map(PALETTE.get, _COLORS)), cycle(_MARKERS), strict=False), max(len(names), len(_TITLES)))
    ]
    is_single = len(names) == 1
    for place, method in enumerate(names):
        parts = []
        for column, number in enumerate(_TITLES):
            color, marker = looks[column if is_single else place]
            means = [row.mean[number] for row in rows[method]]
            style = {"color": color, "marker": marker, "linestyle": _LINES[number], "markersize": 4}
            curves += ax.plot(sweep.budgets, means, **styled(Line2D, kwargs, **style))
            first, *_, last = score_texts([means[0], *means])
            parts.append(f"{_TITLES[number]} {first} to {last}")
        texts.append(f"{method}: {', '.join(parts)}")
    ax.set(
        xlabel=f"judgments per topic{f' by {plain(names[0])}' if is_single else ''}",
        ylabel=f"agreement with all judgments by {plain(asked)}",
        ylim=(min(0.0, ax.get_ylim()[0]), 1.04),
    )
    if is_single:
        label_curves(ax, curves, [*_TITLES.values()])
    else:
        keys = [Line2D([], [], color="black", linestyle=line) for line in _LINES.values()]
        handles, titles = [*keys, *curves[:: len(_TITLES)]], [*_TITLES.values(), *short_names(ax, names)]
        legend_above(ax, 3, handles=handles, labels=titles)
    low, high = sweep.budgets[0], sweep.budgets[-1]
    return finish(
        ax,
        f"Agreement with all judgments by {asked}, {count_noun(sweep.runs, 'run')}, from {low:,} to {high:,} judgments "
        f"per topic. {'; '.join(texts)}",
    )
