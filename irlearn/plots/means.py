"""Plots of mean scores in rows: with t intervals, and with the comparison intervals of Tukey's test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from irlearn.comparison import Comparison
from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure, Scores
from irlearn.measures import as_measure
from irlearn.palette import PALETTE
from irlearn.plots.canvas import draw_rows, finish, measure_axis, plain, require, short_names
from irlearn.plots.queries import scores_by
from irlearn.statistics import AllPairs, t_interval
from irlearn.statistics.arrays import check_list, check_share
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import percent, readable, score_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

_ALIKE, _DIFFERENT, _HOLLOW = PALETTE["system_a"], PALETTE["system_b"], PALETTE["not_relevant"]


def mean_intervals(
    scores: Scores, measure: AnyMeasure | None = None, ax: Axes | None = None, *, level: float = 0.95, **kwargs: Any
) -> Axes:
    """Draw the mean score of each run with its t interval, the best run on top.

    An interval shows how far the mean would move with other topics. Runs share their topics, so runs with intervals
    that overlap may still differ; `query_differences` and `comparison_intervals` show whether they do.

    Parameters
    ----------
    scores : Scores
        The scores of `evaluate` or `read_scores`.
    measure : Measure, Mean or str, optional
        The measure, by default the first of the scores.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    level : float, default 0.95
        The confidence level, between 0 and 1.
    **kwargs
        Options of the lines of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot. A run whose scores are all equal has no interval.

    Raises
    ------
    InputError
        If `scores` has another type, the measure was not scored, or `level` is not between 0 and 1.

    Examples
    --------
    >>> from irlearn import evaluate, plots
    >>> runs = {"bm25": {"q1": {"d2": 2, "d1": 1}, "q2": {"d1": 1}}, "neural": {"q1": {"d1": 1}, "q2": {"d1": 1}}}
    >>> print(plots.mean_intervals(evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs, "AP")).get_label())
    Means of AP with 95% t intervals. neural: 1.0000; bm25: 0.7500, -2.4266 to 3.9266
    """
    level = check_share(level, "level")
    scored, values = scores_by(scores, measure, "mean_intervals")
    intervals = []
    for row in values:
        defined = row[np.isfinite(row)]
        try:
            interval = t_interval(defined, level=level)
            intervals.append((interval.estimate, interval.low, interval.high))
        except InputError:  # There are fewer than two scores, or all scores are equal.
            intervals.append((float(defined.mean()) if len(defined) else np.nan, np.nan, np.nan))
    order = _best_first([mean for mean, _, _ in intervals], scored.better)
    names = [scores.runs[row] for row in order]
    rows = [intervals[row] for row in order]
    ax = draw_rows(ax, names, rows, [_ALIKE] * len(order), kwargs)
    ax.set_xlabel(f"{measure_axis(scored)}\nmean with {percent(level)} t interval")
    return finish(ax, f"Means of {scored!r} with {percent(level)} t intervals. {_listed(names, rows)}")


def difference_intervals(comparisons: Comparison | Iterable[Comparison], ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the mean difference of each comparison with its 95% interval; the point is hollow if it covers 0.

    Parameters
    ----------
    comparisons : Comparison or iterable of Comparison
        Comparisons of runs B with the same run A, by one or several measures. Differences are B - A.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the lines of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If there is no comparison, or if the runs A differ.

    Examples
    --------
    >>> from irlearn import evaluate, plots
    >>> runs = {"bm25": {"q1": {"d2": 2, "d1": 1}, "q2": {"d1": 1}}, "neural": {"q1": {"d1": 1}, "q2": {"d1": 1}}}
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs, ["AP", "P@2"])
    >>> comparisons = [scores.compare("bm25", "neural", measure) for measure in scores.measures]
    >>> print(plots.difference_intervals(comparisons).get_label())
    Differences from bm25 with 95% intervals. AP: 0.2500, -2.9266 to 3.4266; P@2: 0.0000
    """
    several: Iterable[Any] = [comparisons] if isinstance(comparisons, Comparison) else comparisons
    listed = check_list(several, "comparisons", "[scores.compare('a', 'b')]")
    for comparison in listed or [None]:
        require(comparison, Comparison, "difference_intervals", "comparisons, such as [scores.compare('a', 'b')]")
    bases = [*dict.fromkeys(comparison.run_a for comparison in listed)]
    if len(bases) > 1:
        raise InputError(f"difference_intervals needs comparisons with the same run A; given: {comma_list(bases)}")
    measures = [*dict.fromkeys(comparison.measure for comparison in listed)]
    runs = {comparison.run_b for comparison in listed}
    names = [
        ", ".join([pair.run_b] * (len(runs) > 1 or len(measures) == 1) + [pair.measure] * (len(measures) > 1))
        for pair in listed
    ]
    rows = [(pair.difference, *pair.interval) for pair in listed]
    ax = draw_rows(ax, names, rows, [_HOLLOW if low <= 0 <= high else _ALIKE for _, low, high in rows], kwargs)
    ax.axvline(0, color=_HOLLOW, linestyle="--", linewidth=1, zorder=0.9)
    by = f"in {plain(measures[0])}" if len(measures) == 1 else "of means"
    base, *others = short_names(ax, [bases[0], *sorted(runs)])
    ax.set_xlabel(f"difference {by}, {others[0] if len(others) == 1 else 'run'} − {base}\nwith 95% interval")
    return finish(ax, f"Differences from {bases[0]} with 95% intervals. {_listed(names, rows)}")


def comparison_intervals(
    pairs: AllPairs,
    ax: Axes | None = None,
    *,
    measure: AnyMeasure | None = None,
    procedure: str | None = None,
    **kwargs: Any,
) -> Axes:
    """Draw the mean of each run with half the threshold of Tukey's test on either side, the best run on top.

    Two runs differ significantly if and only if their bars do not overlap. The band continues the bar of the best run;
    runs that differ from the best run have another color and a hollow point.

    Parameters
    ----------
    pairs : AllPairs
        The result of `all_pairs`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    measure : Measure, Mean or str, optional
        The measure, for its name and direction; by default higher is better.
    procedure : str, optional
        A procedure with a threshold: by default "randomized", or "closed-form" if there were no permutations.
    **kwargs
        Options of the lines of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `pairs` has another type, or the procedure has no threshold.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.statistics import all_pairs
    >>> scores = [[0.3, 0.2, 0.1], [0.5, 0.4, 0.3], [0.9, 0.8, 0.8], [0.4, 0.4, 0.2]]
    >>> pairs = all_pairs(scores, names=["A", "B", "C"])
    >>> print(plots.comparison_intervals(pairs, measure="AP").get_label())
    Means of AP and half the threshold 0.1587 of randomized Tukey HSD, closed form, on either side. A: 0.5250; B:
    0.4500; C: 0.3500. 1 of 2 runs differs from A, the best: C
    """
    require(pairs, AllPairs, "comparison_intervals", "the result of all_pairs(scores, names=...)")
    chosen = pairs.of(procedure or ("randomized" if "randomized" in pairs.procedures else "closed-form"))
    if chosen.threshold is None:
        named = ", ".join(name for name, other in pairs.procedures.items() if other.threshold is not None)
        raise InputError(f"{chosen.name} has no threshold for all pairs; give one of {named} as procedure")
    scored = None if measure is None else as_measure(measure)
    order = _best_first(pairs.means.tolist(), "higher" if scored is None else scored.better)
    best, half = order[0], chosen.threshold / 2
    differs = [bool(chosen.significant[best, row]) for row in order]
    rows = [(mean, mean - half, mean + half) for mean in pairs.means[order].tolist()]
    names = [pairs.names[row] for row in order]
    ax = draw_rows(ax, names, rows, [_DIFFERENT if other else _ALIKE for other in differs], kwargs)
    ax.axvspan(rows[0][1], rows[0][2], color=_ALIKE, alpha=0.12, linewidth=0, zorder=0)
    axis = "mean score, higher is better" if scored is None else f"mean {measure_axis(scored)}"
    ax.set_xlabel(f"{axis}\nbars that do not overlap differ (threshold {readable(chosen.threshold)})")
    means = "; ".join(f"{name}: {mean}" for name, mean in zip(names, score_texts(pairs.means[order]), strict=True))
    others = [name for name, other in zip(names, differs, strict=True) if other]
    verb = "differs" if 1 in (len(others), len(names) - 1) else "differ"
    count = f"{len(others)} of {count_noun(len(names) - 1, 'run')} {verb}"
    return finish(
        ax,
        f"Means{'' if scored is None else f' of {scored!r}'} and half the threshold {readable(chosen.threshold)} of "
        f"{chosen.kind.title}, on either side. {means}. {count} from {names[0]}, the best"
        f"{': ' if others else ''}{', '.join(others)}",
    )


def _best_first(means: Sequence[float], better: str) -> list[int]:
    return [*map(int, np.argsort(np.array(means) * (1 if better == "lower" else -1), kind="stable"))]


def _listed(names: Sequence[str], rows: Sequence[tuple[float, float, float]]) -> str:
    """Return the numbers of all rows in words; an interval that is not defined is left out."""
    texts = []
    for name, row in zip(names, rows, strict=True):
        mean, low, high = score_texts(row)
        texts.append(f"{name}: {mean}" + (f", {low} to {high}" if row[1] <= row[2] else ""))
    return "; ".join(texts)
