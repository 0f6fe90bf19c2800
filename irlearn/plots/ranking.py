"""Plots of a ranking: the contributions of its ranks, and precision-recall curves."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from irlearn.byhand.measure_derivation import Derivation
from irlearn.errors import InputError
from irlearn.measures import Mean, Measure, PrecisionRecall, as_measure
from irlearn.palette import LIGHT, PALETTE, color_class
from irlearn.plots.canvas import finish, legend_above, new_axes, plain, styled
from irlearn.text.numbers import decimal, score_texts

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLORS = ("system_a", "system_b", "better", "not_relevant", "unjudged")
_MARKERS, _LINES = "os^Dv<>P", ("-", "--", "-.")  # With the colors, they give 120 different curves.


def draw_contributions(derivation: Derivation, ax: Axes | None = None) -> Axes:
    """Draw the contribution of each rank to a score as bars, with the running score as steps above them.

    Parameters
    ----------
    derivation : Derivation
        The derivation of the score, from `explain`.
    ax : Axes, optional
        The axes to draw on, by default new ones.

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
    ax = new_axes(ax)
    ranks = [step.rank for step in derivation.steps]
    contributions = [step.contribution for step in derivation.steps]
    ax.bar(ranks, contributions, width=0.7, color=PALETTE["relevant"])
    ax.step(
        ranks, [step.running for step in derivation.steps], where="mid", color=PALETTE["not_relevant"], linewidth=1.2
    )
    if ranks:
        ax.annotate(
            f"score so far, {decimal(derivation.value, 3)} at the end",
            (ranks[-1], derivation.steps[-1].running),
            xytext=(0, 5),
            textcoords="offset points",
            ha="right",
            color=PALETTE["not_relevant"],
        )
        ax.set_xticks(ranks if len(ranks) <= 20 else ranks[:: len(ranks) // 10])
    ax.set_xlabel("rank")
    ax.set_ylabel(f"added to {derivation.measure!r}", color=LIGHT[color_class(derivation.measure) or "ink"])
    description = ", ".join(
        f"rank {step.rank} adds {decimal(step.contribution, 3)}" for step in derivation.steps if step.value
    )
    ax.set_label(f"{derivation.equation}; {description or 'no rank adds anything'}")
    return ax


def draw_precision_recall(curves: PrecisionRecall | Mapping[str, PrecisionRecall], ax: Axes | None = None) -> Axes:
    """Draw precision-recall curves, labeled where they end, with the interpolated precision as dotted lines.

    Parameters
    ----------
    curves : PrecisionRecall or dict
        A curve, or curves by the names of systems.
    ax : Axes, optional
        The axes to draw on, by default new ones.

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
    ax = new_axes(ax)
    by_name = {"": curves} if isinstance(curves, PrecisionRecall) else dict(curves)
    styles = zip(cycle(map(PALETTE.get, _COLORS)), cycle(_MARKERS), cycle(_LINES), strict=False)
    for (name, curve), (color, marker, line) in zip(by_name.items(), styles, strict=False):
        points = [(float(curve.recall[r - 1]), float(curve.precision[r - 1])) for r in curve.relevant_ranks]
        recall, precision = zip(*points, strict=True) if points else ((), ())
        ax.plot(recall, precision, color=color, marker=marker, linestyle=line, clip_on=False)
        levels = [float(level) for level in curve.levels]
        ax.plot(levels, [float(value) for value in curve.interpolated], ":", color=color, linewidth=1.2)
        if name:
            end = points[-1] if points else (levels[-1], 0.0)
            ax.annotate(name, end, xytext=(7, 0), textcoords="offset points", va="center", color=color)
    ax.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="recall (0 to 1)", ylabel="precision (0 to 1)")
    for axis in (ax.xaxis, ax.yaxis):
        axis.label.set_color(LIGHT[color_class(axis.get_label_text().split()[0])])
    means = [(name, decimal(curve.mean_interpolated, 3)) for name, curve in by_name.items()]
    ax.set_label("; ".join(f"{name or 'the ranking'}: 11-point mean {mean}" for name, mean in means))
    return ax


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
    if not contributions:
        raise InputError("running_scores needs the contributions of one run or more")
    ax = new_axes(ax, width=7, height=3)
    description = []
    styles = zip(cycle(map(PALETTE.get, _COLORS)), cycle(_LINES), strict=False)
    for (name, values), (color, line) in zip(contributions.items(), styles, strict=False):
        sums = np.concatenate([[0.0], np.cumsum(np.asarray(values, dtype=np.float64))])
        options = styled(Line2D, kwargs, color=color, linestyle=line, label=plain(name))
        ax.step(np.maximum(np.arange(len(sums)), _BEFORE), sums, where="post", **options)
        half = f", half of it by rank {int(np.argmax(sums >= sums[-1] / 2)):,}" if sums[-1] > 0 else ""
        description.append(f"{name} reaches {score_texts([sums[-1]])[0]}{half}")
    label = repr(as_measure(measure).per_query)
    ax.set(xscale="log", xlabel="rank", ylabel=f"{label} so far", ylim=(0, None))
    ax.xaxis.set_major_formatter(lambda rank, _: f"{rank:,.0f}" if rank >= 1 else "")
    legend_above(ax, 2)
    return finish(ax, f"{label} so far, rank by rank: {'; '.join(description)}")


_BEFORE = 0.8  # The place of a score of 0 before rank 1 on a logarithmic axis.
