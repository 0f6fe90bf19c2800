"""Plots of the best of many: the distribution of the maximum, its growth, origins, records, and quantiles of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from irlearn.evaluation import AnyMeasure
from irlearn.measures import as_measure
from irlearn.palette import PALETTE
from irlearn.plots.canvas import finish, legend_above, measure_axis, new_axes, require, styled
from irlearn.simulation.scores import SimulatedScores
from irlearn.studies.extremes import Maximum, Origin, Records, figure_2
from irlearn.text.numbers import fixed, general, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BEST, _WORST, _PLAIN = PALETTE["system_a"], PALETTE["system_b"], PALETTE["not_relevant"]
_POINTS = 400
_SHARES = np.arange(1, 100) / 100


def draw_maximum(
    maximum: Maximum, ax: Axes | None = None, *, level: float = 0.95, measure: AnyMeasure | None = None, **kwargs: Any
) -> Axes:
    """Draw the densities of one system and of the highest of N equal systems, as figure 1 of Carterette (2015).

    The solid line is at the expected maximum, the dashed line at the 95% point or another quantile.

    Parameters
    ----------
    maximum : Maximum
        The distribution.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    level : float, default 0.95
        The probability of the point with the dashed line, between 0 and 1.
    measure : Measure, Mean or str, optional
        The measure of the scores, for the name and the direction of the axis.
    **kwargs
        Options of the line of the maximum, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.studies import extremes
    >>> print(plots.draw_maximum(extremes.Maximum(100, 0.2, 0.027)).get_label())
    The highest of 100 equal systems with mean 0.2000 and standard error 0.0270: expected 0.2677, 95% point 0.2887
    """
    require(maximum, Maximum, "draw_maximum", "a result, such as extremes.Maximum(100, 0.2, 0.027)")
    point = maximum.quantile(level)
    ax = new_axes(ax)
    x = np.linspace(maximum.mean - 4 * maximum.sd, maximum.isf(1e-4) + maximum.sd, _POINTS)
    single = Maximum(1, maximum.mean, maximum.sd)
    ax.plot(x, single.pdf(x), color=_PLAIN, label="one system")
    ax.plot(x, maximum.pdf(x), **styled(Line2D, kwargs, color=_BEST, label=f"the highest of {maximum.n:,}"))
    ax.axvline(maximum.expected, color=_BEST, linewidth=1)
    ax.axvline(point, color=_BEST, linewidth=1, linestyle="--")
    ax.set(xlabel=_mean_axis(measure), ylabel="density", ylim=(0, None))
    legend_above(ax, 3)
    return finish(
        ax,
        f"The highest of {maximum.n:,} equal systems with mean {fixed(maximum.mean, 4)} and standard error "
        f"{fixed(maximum.sd, 4)}: expected {fixed(maximum.expected, 4)}, {percent(level)} point {fixed(point, 4)}",
    )


def draw_growth(
    ax: Axes | None = None,
    *,
    mean: float = 0.2,
    sd: float = 0.027,
    correlation: float = 0.0,
    least: int = 2,
    most: int = 1000,
    measure: AnyMeasure | None = None,
    **kwargs: Any,
) -> Axes:
    """Draw the expected maximum by the number of equal systems, as figure 2 of Carterette (2015).

    Parameters
    ----------
    ax : Axes, optional
        The axes to draw on, by default new ones.
    mean, sd, correlation : float
        The mean of the systems, their standard error, and the correlation between them, as of `Maximum`. The defaults
        are those of the figure.
    least, most : int, default 2 and 1000
        The range of the number of systems.
    measure : Measure, Mean or str, optional
        The measure of the scores, for the name and the direction of the axis.
    **kwargs
        Options of the line, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Raises
    ------
    InputError
        If a number is outside its range, or `least` is above `most`.

    Examples
    --------
    >>> from irlearn import plots
    >>> print(plots.draw_growth().get_label())
    Expected maximum of N systems with mean 0.2 and standard error 0.027: 0.2152 of 2, 0.2875 of 1,000
    >>> print(plots.draw_growth(mean=0.3, sd=0.02, most=100).get_label())
    Expected maximum of N systems with mean 0.3 and standard error 0.02: 0.3113 of 2, 0.3502 of 100
    """
    points = figure_2(least, most, mean=mean, sd=sd, correlation=correlation)
    ax = new_axes(ax)
    counts, values = zip(*points, strict=True)
    ax.plot(counts, values, **styled(Line2D, kwargs, color=_BEST))
    ax.set(
        xscale="log",
        xlabel="number of systems N",
        ylabel=f"expected maximum{'' if measure is None else f' of {_mean_axis(measure)}'}",
    )
    correlated = f" and correlation {general(correlation)}" if correlation else ""
    return finish(
        ax,
        f"Expected maximum of N systems with mean {general(mean)} and standard error {general(sd)}{correlated}: "
        f"{fixed(values[0], 4)} of {counts[0]}, {fixed(values[-1], 4)} of {counts[-1]:,}",
    )


def draw_origin(
    origin: Origin, ax: Axes | None = None, *, level: float = 0.95, measure: AnyMeasure | None = None, **kwargs: Any
) -> Axes:
    """Draw the origin of the best value, as figure 3 of Carterette (2015): one system, the highest and the lowest.

    The solid lines mark the ends of the interval of `origin`, the dashed lines the ends of the interval of a single
    system, by default of 95%.

    Parameters
    ----------
    origin : Origin
        The origin.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    level : float, default 0.95
        The probability of the interval of a single system, between 0 and 1.
    measure : Measure, Mean or str, optional
        The measure of the scores, for the name and the direction of the axis.
    **kwargs
        Options of the line of the highest of N, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.studies import extremes
    >>> print(plots.draw_origin(extremes.origin(0.303, 103, 0.0114)).get_label())
    Origin 0.2705 of the best value 0.3030 of 103 systems: values from 0.2379 to 0.3030
    """
    require(origin, Origin, "draw_origin", "a result, such as extremes.origin(0.303, 103, 0.0114)")
    single = Maximum(1, origin.mean, origin.sd)
    dashed = single.interval(level)
    ax = new_axes(ax)
    x = np.linspace(origin.minimum.quantile(1e-3), origin.maximum.isf(1e-3), _POINTS)
    ax.plot(x, single.pdf(x), color=_PLAIN, label="one system")
    style = styled(Line2D, kwargs, color=_BEST, label=f"the highest of {origin.n:,}")
    ax.plot(x, origin.maximum.pdf(x), **style)
    ax.plot(x, origin.minimum.pdf(x), color=_WORST, linestyle="-.", label=f"the lowest of {origin.n:,}")
    for value in origin.interval:
        ax.axvline(value, color=_BEST, linewidth=1)
    for value in dashed:
        ax.axvline(value, color=_PLAIN, linewidth=1, linestyle="--")
    ax.set(xlabel=_mean_axis(measure), ylabel="density", ylim=(0, None))
    legend_above(ax, 3)
    low, high = origin.interval
    return finish(
        ax,
        f"Origin {fixed(origin.mean, 4)} of the best value {fixed(origin.best, 4)} of {origin.n:,} systems: "
        f"values from {fixed(low, 4)} to {fixed(high, 4)}",
    )


def draw_records(records: Records, ax: Axes | None = None, **kwargs: Any) -> Axes:
    """Draw the results in order as dots, the highest result so far as steps, and the expected maximum of equal systems.

    Parameters
    ----------
    records : Records
        The results.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the steps of the records, as of `Axes.step`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.studies import extremes
    >>> print(plots.draw_records(extremes.records([0.25, 0.24, 0.27])).get_label())
    3 results, 2 records, the last 0.2700; the highest of as many equal systems is 0.2663 on average
    """
    require(records, Records, "draw_records", "a result, such as extremes.records([0.25, 0.24, 0.27])")
    ax = new_axes(ax, width=7)
    places = np.arange(1, len(records.values) + 1)
    ax.plot(places, records.values, "o", color=_PLAIN, markersize=3, label="result")
    ax.step(places, records.best, where="post", **styled(Line2D, kwargs, color=_BEST, label="record"))
    ax.plot(places, records.expected, "--", color=_WORST, label="expected best of equal systems")
    ax.set(xlabel="number of results N", ylabel="score, higher is better")
    legend_above(ax, 3)
    return finish(
        ax,
        f"{len(records.values)} results, {len(records.broken)} records, the last {fixed(records.best[-1], 4)}; the "
        f"highest of as many equal systems is {fixed(records.expected[-1], 4)} on average",
    )


def draw_quantiles(
    simulated: SimulatedScores, real: ArrayLike | None = None, ax: Axes | None = None, **kwargs: Any
) -> Axes:
    """Draw the quantiles of simulated scores, and the quantiles of real scores if they are given.

    Parameters
    ----------
    simulated : SimulatedScores
        The simulated scores.
    real : array_like, shape (topics, systems), optional
        Real scores, such as `extremes.load("trec/adhoc7_ap.csv").scores`.
    ax : Axes, optional
        The axes to draw on, by default new ones.
    **kwargs
        Options of the line of the simulated scores, as of `Axes.plot`.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import plots
    >>> from irlearn.simulation.scores import simulate_scores
    >>> print(plots.draw_quantiles(simulate_scores(rng=1)).get_label()[:52])
    Quantiles of simulated scores as TREC-7 AP: median 0
    """
    require(simulated, SimulatedScores, "draw_quantiles", "a result, such as simulate_scores(rng=1)")
    ax = new_axes(ax)
    quantiles = np.quantile(simulated.scores, _SHARES)
    ax.plot(_SHARES, quantiles, **styled(Line2D, kwargs, color=_BEST, label="simulated"))
    medians = f"median {fixed(np.median(simulated.scores), 4)}"
    if real is not None:
        values = np.asarray(real, dtype=np.float64)
        ax.plot(_SHARES, np.quantile(values, _SHARES), "--", color=_WORST, label="real")
        medians += f", real {fixed(np.median(values), 4)}"
    ax.set(xlabel="share of the scores", ylabel=f"{simulated.calibration.measure} of a system on a topic")
    legend_above(ax, 3)
    return finish(ax, f"Quantiles of simulated scores as {simulated.name}: {medians}")


def _mean_axis(measure: AnyMeasure | None) -> str:
    """Return the name of an axis with mean scores, with the direction of the measure if it is known."""
    return "mean score" if measure is None else f"mean {measure_axis(as_measure(measure))}"
