"""Plots of the scores of queries: differences of two runs, one run against the other, and all runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Patch, Rectangle

from irlearn.comparison import Comparison
from irlearn.errors import InputError
from irlearn.evaluation import AnyMeasure, Scores
from irlearn.palette import PALETTE
from irlearn.plots.canvas import (
    MOST_ROWS,
    finish,
    label_points,
    lay_out,
    legend_above,
    measure_axis,
    name_rows,
    new_axes,
    plain,
    require,
    short_names,
    styled,
    text_size,
)
from irlearn.statistics.arrays import FloatArray, check_count
from irlearn.statistics.ties import TOLERANCE
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import score_texts, true_minus

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_A, _B, _PLAIN = PALETTE["system_a"], PALETTE["system_b"], PALETTE["not_relevant"]
_ID_SIZE, _ID_ROOM = 6.5, 1.1  # Size of an id of a query in points of print, and its room as a multiple of the size.
_MOST_DOTS = 2000  # With more dots they are an image in a file of vectors, which would be too large otherwise.
_MOST_STEPS = 500  # Steps of an area, whose number is limited because more cannot be seen.
_MOST_BARS = 300  # With more queries the bars are drawn as one area, because they are too thin to be told apart.


def query_differences(comparison: Comparison, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the difference of two runs on each query as sorted bars, with the mean difference and its 95% interval.

    Parameters
    ----------
    comparison : Comparison
        The comparison of `Scores.compare`. Differences are B - A; a bar has the color of the run that is better.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of `Axes.bar`; of `Axes.fill_between` for more than 300 queries.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `comparison` has another type.

    Examples
    --------
    >>> from irlearn import Run, evaluate, plots
    >>> runs = {"bm25": {"q1": {"d2": 2, "d1": 1}, "q2": {"d1": 1}}, "neural": {"q1": {"d1": 1}, "q2": {"d1": 1}}}
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs, "AP")
    >>> print(plots.query_differences(scores.compare("bm25", "neural")).get_label())
    AP on 2 queries, neural - bm25: neural better on 1, bm25 better on 0, 1 tie; from q1 (0.5000) to q2 (0.0000); mean
    0.2500, 95% interval -2.9266 to 3.4266
    """
    queries = _Queries(comparison, "query_differences")
    ax = new_axes(ax, width=7, height=3)
    order = np.argsort(-queries.differences, kind="stable")
    values = queries.differences[order]
    _draw_bars(ax, values, [queries.colors[winner] for winner in queries.winners[order].tolist()], kwargs)
    low, high = comparison.interval
    if low <= high:
        ax.axhspan(low, high, color=_PLAIN, alpha=0.25, linewidth=0, zorder=0)
    ax.axhline(comparison.difference, color=_PLAIN, linewidth=1, linestyle="--")
    mean, low_text, high_text = score_texts([comparison.difference, low, high])
    interval = f"95% interval {low_text} to {high_text}"
    handles = [
        *(Patch(color=queries.colors[winner], label=text) for winner, text in queries.sides(ax).items()),
        Line2D([], [], color=_PLAIN, linewidth=1, linestyle="--", label=true_minus(f"mean {mean}")),
    ]
    if low <= high:
        handles.append(Patch(color=_PLAIN, alpha=0.25, linewidth=0, label=true_minus(interval)))
    legend_above(ax, 2, handles=handles)
    ax.set_ylabel(f"difference in {plain(comparison.measure)}")
    ids = [comparison.query_ids[query] for query in order.tolist()]
    _name_columns(ax, ids, "queries, from the largest to the smallest difference")
    first, last = score_texts(values[[0, -1]])
    ends = f"from {ids[0]} ({first}) to {ids[-1]} ({last})"
    return finish(ax, f"{queries.description}; {ends}; mean {mean}{f', {interval}' if low <= high else ''}")


def query_scores(
    scores: Scores, run: str | None = None, measure: AnyMeasure | None = None, ax: Axes | None = None, **kwargs: Any
) -> Axes:
    """Draw the score of one run on each query as sorted bars, with the mean.

    Parameters
    ----------
    scores : Scores
        The scores of `evaluate` or `read_scores`.
    run : str, optional
        Name of the run, by default the first of the scores.
    measure : Measure, Mean or str, optional
        The measure, by default the first of the scores.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of `Axes.bar`; of `Axes.fill_between` for more than 300 queries.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `scores` has another type, or the run or the measure is not in it or defined on no query.

    Examples
    --------
    >>> from irlearn import evaluate, plots
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, {"bm25": {"q1": {"d2": 2, "d1": 1}}}, "AP")
    >>> print(plots.query_scores(scores).get_label())
    AP of bm25 on 2 queries: from q1 (0.5000) to q2 (0.0000); mean 0.2500
    """
    scored, matrix = scores_by(scores, measure, "query_scores")
    name = scores.runs[0] if run is None else run
    row = matrix[scores._row(name)]
    order = [query for query in np.argsort(-row, kind="stable").tolist() if np.isfinite(row[query])]
    if not order:
        raise InputError(f"{scored!r} is not defined on any query of {name}, so there is nothing to draw")
    ax = new_axes(ax, width=7, height=3)
    values, mean = row[order], float(np.mean(row[order]))
    _draw_bars(ax, values, [_A] * len(order), kwargs)
    first, last, mean_text = score_texts([*values[[0, -1]], mean])
    ax.axhline(mean, color=_PLAIN, linewidth=1, linestyle="--", label=f"mean {mean_text}")
    legend_above(ax)
    ax.set_ylabel(f"{measure_axis(scored.per_query)}\n{short_names(ax, [name])[0]}")
    ids = [scores.queries[query] for query in order]
    _name_columns(ax, ids, "queries, from the highest to the lowest score")
    count = count_noun(len(ids), "query")
    description = f"{scored.per_query!r} of {name} on {count}: from {ids[0]} ({first}) to {ids[-1]} ({last})"
    return finish(ax, f"{description}; mean {mean_text}")


def query_scatter(comparison: Comparison, ax: Axes | None = None, *, labels: int = 5, **kwargs: Any) -> Axes:
    """Draw the score of run B against the score of run A for each query, with the line on which both are equal.

    Parameters
    ----------
    comparison : Comparison
        The comparison of `Scores.compare`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    labels : int, default 5
        How many queries are labeled, those with the largest differences.
    **kwargs
        Options of `Axes.scatter`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `comparison` has another type, or `labels` is not a whole number of 0 or more.

    Examples
    --------
    >>> from irlearn import Run, evaluate, plots
    >>> runs = {"bm25": {"q1": {"d2": 2, "d1": 1}, "q2": {"d1": 1}}, "neural": {"q1": {"d1": 1}, "q2": {"d1": 1}}}
    >>> scores = evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs, "AP")
    >>> print(plots.query_scatter(scores.compare("bm25", "neural"), labels=1).get_label())
    AP on 2 queries, neural against bm25: neural better on 1, bm25 better on 0, 1 tie; largest difference q1 (0.5000
    and 1.0000)
    """
    queries = _Queries(comparison, "query_scatter")
    labels = check_count(labels, "labels, the number of queries with a label,", least=0)
    ax = new_axes(ax, width=4.2, height=4.4)
    a, b = np.array(comparison.scores_a), np.array(comparison.scores_b)
    top = max(a.max(), b.max())
    ends = [min(a.min(), b.min(), 0.0), top if 0 < top <= 0.5 else max(top, 1.0)]
    room = 0.02 * (ends[1] - ends[0])
    ax.plot(ends, ends, color=_PLAIN, linewidth=0.8, zorder=0.9)
    # Equal points are drawn once, because thousands of queries can have a few different scores.
    _, unique = np.unique(np.stack([a, b], axis=1).round(12), axis=0, return_index=True)
    colors = [queries.colors[winner] for winner in queries.winners[unique].tolist()]
    style = styled(PathCollection, kwargs, s=18, facecolors="none", edgecolors=colors, linewidths=1, clip_on=False)
    ax.scatter(a[unique], b[unique], **{"rasterized": len(unique) > _MOST_DOTS, **style})
    name_a, name_b = short_names(ax, [comparison.run_a, comparison.run_b])
    measure = plain(comparison.measure)
    ax.set(xlabel=f"{measure} of {name_a}", ylabel=f"{measure} of {name_b}", aspect="equal")
    ax.set(xlim=(ends[0] - room, ends[1] + room), ylim=(ends[0] - room, ends[1] + room))
    handles = [
        Line2D([], [], linestyle="", marker="o", markerfacecolor="none", color=queries.colors[winner], label=text)
        for winner, text in queries.sides(ax).items()
    ]
    legend_above(ax, handles=handles)
    finish(ax, "")
    largest = np.argsort(-abs(queries.differences), kind="stable")[:labels].tolist()
    points = [*zip(a.tolist(), b.tolist(), strict=True)]
    texts = [plain(comparison.query_ids[query]) for query in largest]
    label_points(ax, [points[query] for query in largest], texts, color="black", others=points, diagonal=True)
    named = [f"{comparison.query_ids[query]} ({' and '.join(score_texts(points[query]))})" for query in largest]
    differences = f"; largest {'differences' if len(named) > 1 else 'difference'} {comma_list(named)}" if named else ""
    ax.set_label(queries.description.replace(" - ", " against ", 1) + differences)
    return ax


def score_matrix(scores: Scores, measure: AnyMeasure | None = None, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the scores of all runs on all topics as a heat map, with the best run on top and the easiest topic left.

    Parameters
    ----------
    scores : Scores
        The scores of `evaluate` or `read_scores`.
    measure : Measure, Mean or str, optional
        The measure, by default the first of the scores.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of `Axes.imshow`. A topic on which the measure is not defined is white.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If `scores` has another type, the measure was not scored, or it is defined nowhere.

    Examples
    --------
    >>> from irlearn import Run, evaluate, plots
    >>> runs = {"bm25": {"q1": {"d2": 2, "d1": 1}, "q2": {"d1": 1}}, "neural": {"q1": {"d1": 1}, "q2": {"d1": 1}}}
    >>> print(plots.score_matrix(evaluate({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs, "AP")).get_label())
    AP of 2 runs on 2 topics: the best run neural (mean 1.0000), the last bm25 (0.7500); the easiest topic q2 (1.0000),
    the hardest q1 (0.7500)
    """
    scored, values = scores_by(scores, measure, "score_matrix")
    if not np.isfinite(values).any():
        raise InputError(f"{scored!r} is not defined on any topic, so there is nothing to draw")
    sign = 1 if scored.better == "lower" else -1
    means = [np.ma.masked_invalid(values).mean(axis=axis).filled(np.nan) for axis in (1, 0)]
    rows, columns = (np.argsort(sign * mean, kind="stable") for mean in means)
    ax = new_axes(ax, width=7, height=1.2 + 0.25 * min(max(len(rows), 4), MOST_ROWS))
    least, most = scored.per_query.range
    style = {"aspect": "auto", "cmap": "viridis_r" if sign > 0 else "viridis"}
    if most < np.inf and "norm" not in kwargs:
        style |= {"vmin": least, "vmax": most}
    image = ax.imshow(values[np.ix_(rows, columns)], **(style | kwargs))
    bar = ax.figure.colorbar(image, ax=ax, pad=0.02)
    bar.set_label(measure_axis(scored), size=text_size(ax))
    bar.ax.tick_params(labelsize=text_size(ax))
    bar.ax.set_label("")  # matplotlib's own label would become a part of the alternative text.
    runs = [scores.runs[row] for row in rows.tolist()]
    topics = [scores.queries[column] for column in columns.tolist()]
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    name_rows(ax, runs)
    _name_columns(ax, topics, "topics, the easiest first")
    run_means, topic_means = (score_texts(mean[order]) for mean, order in zip(means, (rows, columns), strict=True))
    return finish(
        ax,
        f"{scored!r} of {count_noun(len(runs), 'run')} on {count_noun(len(topics), 'topic')}: the best run {runs[0]} "
        f"(mean {run_means[0]}), the last {runs[-1]} ({run_means[-1]}); the easiest topic {topics[0]} "
        f"({topic_means[0]}), the hardest {topics[-1]} ({topic_means[-1]})",
    )


def scores_by(scores: Scores, measure: AnyMeasure | None, function: str) -> tuple[Any, FloatArray]:
    """Return the scored measure, and its values with shape (runs, topics)."""
    require(scores, Scores, function, "scores, such as evaluate(qrels, runs, 'AP')")
    column = 0 if measure is None else scores._column(measure)
    return scores.measures[column], scores.values[:, :, column]


class _Queries:
    """The queries of a comparison: differences, winners (1 for B, -1 for A, 0 for a tie), and their description."""

    def __init__(self, comparison: Comparison, function: str) -> None:
        require(comparison, Comparison, function, "a comparison, such as scores.compare('bm25', 'neural')")
        self.comparison = comparison
        a, b = np.array(comparison.scores_a), np.array(comparison.scores_b)
        self.differences = b - a
        is_tie = abs(self.differences) <= TOLERANCE * np.maximum(abs(a), abs(b))
        sign = -1 if comparison.better == "lower" else 1
        self.winners = np.where(is_tie, 0, sign * np.sign(self.differences)).astype(int)
        self.colors = {1: _B, -1: _A, 0: _PLAIN}
        self.word = "higher" if comparison.better == "neither" else "better"
        run_a, run_b = comparison.run_a, comparison.run_b
        self.description = (
            f"{comparison.measure} on {count_noun(comparison.queries, 'query')}, {run_b} - {run_a}: {run_b} "
            f"{self.word} on {comparison.wins_b}, {run_a} {self.word} on {comparison.wins_a}, "
            f"{count_noun(comparison.ties, 'tie')}"
        )

    def sides(self, ax: Axes) -> dict[int, str]:
        """Return the text of the legend for each winner, and for ties if there are any."""
        compared = self.comparison
        name_a, name_b = short_names(ax, [compared.run_a, compared.run_b], 0.5)
        texts = {1: f"{name_b} {self.word}: {compared.wins_b:,}", -1: f"{name_a} {self.word}: {compared.wins_a:,}"}
        return texts | ({0: count_noun(compared.ties, "tie")} if compared.ties else {})


def _draw_bars(ax: Axes, values: FloatArray, colors: list[str], given: dict[str, Any]) -> None:
    """Draw a bar of its color at each place from 0, or areas where bars would be too thin."""
    places = np.arange(len(values))
    if len(values) <= _MOST_BARS:
        ax.bar(places, values, **styled(Rectangle, given, color=colors))
    else:
        for color in dict.fromkeys(colors):  # The values are sorted, so that places of a color follow each other.
            own = np.flatnonzero(np.array(colors) == color)
            kept = np.union1d(own[:: -(-len(own) // _MOST_STEPS)], own[[0, -1]])
            ax.fill_between(kept, values[kept], step="mid", **styled(Patch, given, color=color, linewidth=0.5))
    ax.axhline(0, color="black", linewidth=0.8)
    ax.set_xlim(-0.7, len(values) - 0.3)
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="x", length=0)


def _name_columns(ax: Axes, ids: list[str], name: str) -> None:
    """Write the id of each query below its column if there is room; otherwise only the first and the last."""
    ax.set_xlabel(name)
    frame, unit = lay_out(ax)
    if frame.width / len(ids) >= _ID_ROOM * _ID_SIZE * unit:
        ax.set_xticks(range(len(ids)), short_names(ax, ids, 0.15), rotation=90, fontsize=_ID_SIZE)
        return
    ticks = ax.set_xticks([0, len(ids) - 1], short_names(ax, [ids[0], ids[-1]], 0.2), fontsize=_ID_SIZE)
    for tick, side in zip(ticks, ("left", "right"), strict=True):
        tick.label1.set(horizontalalignment=side)
