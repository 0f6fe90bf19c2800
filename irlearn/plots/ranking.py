"""Plots of a ranking: the contributions of its ranks, and precision-recall curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import NullFormatter
from numpy.typing import ArrayLike

from irlearn.byhand.measure_derivation import Derivation
from irlearn.collection import Qrels, Run, join, read_qrels
from irlearn.collection.reading import iter_runs
from irlearn.errors import InputError
from irlearn.measures import Mean, Measure, PrecisionRecall, as_measure, interpolated_precision
from irlearn.palette import LIGHT, PALETTE, color_class
from irlearn.plots.canvas import (
    finish,
    label_curves,
    legend_above,
    new_axes,
    plain,
    require,
    short_names,
    styled,
    text_size,
)
from irlearn.statistics.arrays import FloatArray
from irlearn.text.english import count_noun
from irlearn.text.numbers import axis_label, decimal, score_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_ADDED, _RUNNING = PALETTE["relevant"], PALETTE["not_relevant"]
_MOST_BARS = 50  # Ranks that are drawn as bars with a width of their own.
_OWN_SCALE = 4  # A score above this multiple of its largest contribution has an axis of its own.
_HEADROOM = 1.15  # Height of the axes as a multiple of the highest bar, for a line of text.
_MOST_LISTED, _LONGEST = 20, 300  # Ranks that the description names, and characters of an equation in it.
_MOST_NAMED = 20  # Curves whose names fit above the plot.
_COLORS = ("system_a", "system_b", "better", "not_relevant", "unjudged")
_MARKERS, _LINES = "os^Dv<>P", ("-", "--", "-.")  # With the colors, they give 120 different curves.


def draw_contributions(derivation: Derivation, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the contribution of each rank to a score as bars, with the running score as steps above them.

    With more than 50 ranks, the ranks are on a logarithmic axis, and the running score has an axis of its own if the
    contributions are small.

    Parameters
    ----------
    derivation : Derivation
        The derivation of the score, from `explain`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of `Axes.bar`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import AP, Ranking, explain, plots
    >>> ax = plots.draw_contributions(explain(AP, Ranking.parse("1 0 1")))
    >>> print(ax.get_label())
    AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333; rank 1 adds 0.500, rank 3 adds 0.333
    """
    require(derivation, Derivation, "draw_contributions", "a derivation, such as explain(AP, '1 0 1')")
    ax = new_axes(ax)
    steps = derivation.steps
    ranks = [step.rank for step in steps]
    largest = max((abs(step.contribution) for step in steps), default=0)
    is_long = len(ranks) > _MOST_BARS
    added = [step for step in steps if step.value] if is_long else steps
    style = {"width": 0, "edgecolor": _ADDED, "linewidth": 1.2} if is_long else {"width": 0.7}
    ax.bar(
        [step.rank for step in added],
        [step.contribution for step in added],
        **styled(Rectangle, kwargs, color=_ADDED, **style),
    )
    name = f"added to {plain(repr(derivation.measure))}"
    right = ax
    if is_long:
        ax.set(xscale="log", xlim=(0.9, 1.1 * ranks[-1]))
        ax.xaxis.set_major_formatter("{x:,.0f}")
        if derivation.value > _OWN_SCALE * largest:  # On the scale of their sum they would be invisible.
            right = ax.twinx()
            right.spines["top"].set_visible(False)
            right.tick_params(labelsize=ax.yaxis.get_ticklabels()[0].get_fontsize(), labelcolor=_RUNNING)
            ax.set_ylim(0, _HEADROOM * largest)
            right.set_ylim(0, _HEADROOM * derivation.value)
    right.step(ranks, [step.running for step in steps], where="mid", color=_RUNNING, linewidth=1.2)
    if ranks:
        right.annotate(
            f"score so far, {decimal(derivation.value, 3)} at the end",
            (ranks[-1], steps[-1].running),
            xytext=(0, 5),
            textcoords="offset points",
            ha="right",
            color=_RUNNING,
            fontsize=text_size(ax) + 1,
        )
    if ranks and not is_long:
        ax.set_xticks(ranks if len(ranks) <= 20 else ranks[:: len(ranks) // 10])
    ax.set_xlabel("rank")
    ax.set_ylabel(name, color=LIGHT[color_class(derivation.measure) or "ink"])
    added = [step for step in steps if step.value]
    texts = [f"rank {step.rank} adds {decimal(step.contribution, 3)}" for step in added[:_MOST_LISTED]]
    if len(added) > _MOST_LISTED:
        rest = derivation.value - added[_MOST_LISTED - 1].running
        texts.append(f"{len(added) - _MOST_LISTED:,} further ranks add {decimal(rest, 3)} together")
    equation = derivation.equation
    if len(equation) > _LONGEST:
        equation = f"{derivation.measure!r} = {decimal(derivation.value)}"
    return finish(ax, f"{equation}; {', '.join(texts) or 'no rank adds anything'}")


def draw_precision_recall(
    curves: PrecisionRecall | Mapping[str, PrecisionRecall], ax: Axes | None = None, **kwargs: Any
) -> Axes:
    """Draw precision-recall curves, labeled where they end, with the interpolated precision as dotted lines.

    Parameters
    ----------
    curves : PrecisionRecall or dict
        A curve, or curves by the names of systems.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the curves, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import datasets, plots, precision_recall
    >>> curves = {name: precision_recall(ranking) for name, ranking in datasets.crossing().items()}
    >>> print(plots.draw_precision_recall(curves).get_label())
    System A: 11-point mean 0.597; System B: 11-point mean 0.647
    """
    by_name = curves if isinstance(curves, Mapping) else {"": curves}
    for curve in by_name.values() or [None]:
        require(
            curve, PrecisionRecall, "draw_precision_recall", "curves by name, such as {'A': precision_recall('1 0')}"
        )
    ax = new_axes(ax)
    drawn = []
    for curve, style in zip(by_name.values(), _styles(), strict=False):
        points = [(float(curve.recall[r - 1]), float(curve.precision[r - 1])) for r in curve.relevant_ranks]
        recall, precision = zip(*points, strict=True) if points else ((), ())
        drawn += ax.plot(recall, precision, **styled(Line2D, kwargs, clip_on=False, **style))
        levels = [float(level) for level in curve.levels]
        interpolated = [float(value) for value in curve.interpolated]
        dotted = ax.plot(levels, interpolated, ":", color=drawn[-1].get_color(), linewidth=1.2)
        if not points:
            drawn[-1] = dotted[0]
    _name_precision_recall(ax)
    if [*by_name] != [""]:
        label_curves(ax, drawn, short_names(ax, [*by_name]))
    means = [(name, decimal(curve.mean_interpolated, 3)) for name, curve in by_name.items()]
    return finish(ax, "; ".join(f"{name or 'the ranking'}: 11-point mean {mean}" for name, mean in means))


def mean_precision_recall(
    qrels: Qrels | Any, runs: Run | Any, ax: Axes | None = None, *, rel: int = 1, levels: int = 11, **kwargs: Any
) -> Axes:
    """Draw the interpolated precision of runs at recall levels from 0 to 1, as means over the queries.

    Parameters
    ----------
    qrels : Qrels, path, file, dict, data frame or records
        The judgments, as for `evaluate`.
    runs : Run, input of `read_run`, iterable of these, or dict
        The runs, as for `evaluate`. A query that a run lacks counts as 0.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    rel : int, default 1
        Lowest grade that counts as relevant.
    levels : int, default 11
        Number of recall levels, 2 or more.
    **kwargs
        Options of the curves, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot. More than 20 runs are not named in the plot.

    Raises
    ------
    InputError
        If the input cannot be read, or there is no run.

    Examples
    --------
    >>> from irlearn import plots
    >>> runs = {"bm25": {"q1": {"d2": 2, "d1": 1}, "q2": {"d1": 1}}, "neural": {"q1": {"d1": 1}, "q2": {"d1": 1}}}
    >>> print(plots.mean_precision_recall({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs).get_label())
    Mean interpolated precision at 11 recall levels on 2 queries. bm25: 0.7500 at 0, 0.7500 at 1, mean 0.7500; neural:
    1.0000 at 0, 1.0000 at 1, mean 1.0000
    """
    judgments = read_qrels(qrels)
    curves: dict[str, FloatArray] = {}
    queries = 0
    for run in iter_runs(runs):
        joined = join(judgments, run)
        queries = len(joined.queries)
        batches = [interpolated_precision(block, rel=rel, levels=levels) for _, block in joined.batches()]
        curves[run.name] = np.nanmean(np.concatenate(batches), axis=0)
    if not curves:
        raise InputError("there is no run to draw; give one Run or more")
    ax = new_axes(ax)
    recall = np.linspace(0, 1, levels)
    drawn = []
    for curve, style in zip(curves.values(), _styles(), strict=False):
        drawn += ax.plot(recall, curve, **styled(Line2D, kwargs, markersize=4, clip_on=False, **style))
    _name_precision_recall(ax)
    ax.set_ylabel(f"interpolated precision (0 to 1), mean over {count_noun(queries, 'query')}")
    if len(curves) <= _MOST_NAMED:
        label_curves(ax, drawn, short_names(ax, [*curves]))
    texts = []
    for name, curve in curves.items():
        first, last, mean = score_texts([curve[0], curve[-1], curve.mean()])
        texts.append(f"{name}: {first} at 0, {last} at 1, mean {mean}")
    return finish(
        ax,
        f"Mean interpolated precision at {levels} recall levels on {count_noun(queries, 'query')}. {'; '.join(texts)}",
    )


def _styles() -> Iterator[dict[str, str]]:
    """Yield the colors, markers and lines of curves."""
    for color, marker, line in zip(cycle(map(PALETTE.get, _COLORS)), cycle(_MARKERS), cycle(_LINES), strict=False):
        yield {"color": str(color), "marker": marker, "linestyle": line}


def _name_precision_recall(ax: Axes) -> None:
    ax.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="recall (0 to 1)", ylabel="precision (0 to 1)")
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_color(LIGHT[color_class(axis.get_label_text().split()[0])])


def running_scores(
    contributions: Mapping[str, ArrayLike], measure: Measure | Mean | str, ax: Axes | None = None, **kwargs: Any
) -> Axes:
    """Draw how the scores of runs on a query add up, rank by rank, with ranks on a logarithmic axis.

    Parameters
    ----------
    contributions : dict of str to array_like, shape (ranks,)
        What each rank adds to the score, by the name of the run.
    measure : Measure, Mean or str
        The measure.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of `Axes.step`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If there is no run.

    Examples
    --------
    >>> from irlearn import plots
    >>> print(plots.running_scores({"bm25": [0, 0.25, 0.25], "neural": [0.5, 0, 0]}, "AP").get_label())
    AP so far, rank by rank: bm25 reaches 0.5000, half of it by rank 2; neural reaches 0.5000, half of it by rank 1
    """
    if not isinstance(contributions, Mapping) or not contributions:
        raise InputError("running_scores needs the contributions of one run or more")
    ax = new_axes(ax, width=7, height=3)
    description = []
    styles = zip(cycle(map(PALETTE.get, _COLORS)), cycle(_LINES), short_names(ax, [*contributions]), strict=False)
    for (name, values), (color, line, shown) in zip(contributions.items(), styles, strict=True):
        sums = np.concatenate([[0.0], np.cumsum(np.asarray(values, dtype=np.float64))])
        options = styled(Line2D, kwargs, color=color, linestyle=line, label=shown)
        ax.step(np.maximum(np.arange(len(sums)), _BEFORE), sums, where="post", **options)
        half = f", half of it by rank {int(np.argmax(sums >= sums[-1] / 2)):,}" if sums[-1] > 0 else ""
        description.append(f"{name} reaches {score_texts([sums[-1]])[0]}{half}")
    label = repr(as_measure(measure).per_query)
    ax.set(xscale="log", xlabel="rank", ylabel=f"{label} so far", ylim=(0, None))
    ax.xaxis.set_major_formatter(lambda rank, _: axis_label(rank) if rank >= 1 else "")
    ax.xaxis.set_minor_formatter(NullFormatter())
    longest = max(np.size(values) for values in contributions.values())
    if longest <= _FEW:  # Without ticks of their own, a short axis would have a single number.
        ax.set_xticks(range(1, longest + 1))
    legend_above(ax, 2)
    return finish(ax, f"{label} so far, rank by rank: {'; '.join(description)}")


_FEW = 10  # The most ranks that all have a tick.
_BEFORE = 0.8  # The place of a score of 0 before rank 1 on a logarithmic axis.
