"""Plots of the best of many: the distribution of the maximum, its growth, origins, records, and quantiles of scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from irlearn.palette import PALETTE
from irlearn.plots.canvas import new_axes
from irlearn.studies.extremes import Maximum, Origin, Records, figure_2
from irlearn.text.numbers import fixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from irlearn.simulation.scores import SimulatedScores

_BEST, _WORST, _PLAIN = PALETTE["system_a"], PALETTE["system_b"], PALETTE["not_relevant"]
_POINTS = 400
_SHARES = np.arange(1, 100) / 100
_SIZE = 9


def draw_maximum(maximum: Maximum, ax: Axes | None = None) -> Axes:
    """Draw the densities of one system and of the highest of N equal systems, as figure 1 of Carterette (2015).

    The solid line is at the expected maximum, the dashed line at the 95% point.

    Parameters
    ----------
    maximum : Maximum
        The distribution.
    ax : Axes, optional
        The axes to draw on, by default new ones.

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
    ax = new_axes(ax)
    x = np.linspace(maximum.mean - 4 * maximum.sd, maximum.isf(1e-4) + maximum.sd, _POINTS)
    single = Maximum(1, maximum.mean, maximum.sd)
    ax.plot(x, single.pdf(x), color=_PLAIN, label="one system")
    ax.plot(x, maximum.pdf(x), color=_BEST, label=f"the highest of {maximum.n:,}")
    ax.axvline(maximum.expected, color=_BEST, linewidth=1)
    ax.axvline(maximum.quantile(0.95), color=_BEST, linewidth=1, linestyle="--")
    ax.set(xlabel="mean score", ylabel="density", ylim=(0, None))
    _legend(ax)
    ax.set_label(
        f"The highest of {maximum.n:,} equal systems with mean {fixed(maximum.mean, 4)} and standard error "
        f"{fixed(maximum.sd, 4)}: expected {fixed(maximum.expected, 4)}, 95% point {fixed(maximum.quantile(0.95), 4)}"
    )
    return ax


def draw_growth(ax: Axes | None = None) -> Axes:
    """Draw the expected maximum by the number of systems, as figure 2 of Carterette (2015).

    The mean is .2, the standard error .027.

    Parameters
    ----------
    ax : Axes, optional
        The axes to draw on, by default new ones.

    Returns
    -------
    Axes
        Their label describes the plot.

    Examples
    --------
    >>> from irlearn import plots
    >>> print(plots.draw_growth().get_label())
    Expected maximum of N systems with mean 0.2 and standard error 0.027: 0.2152 of 2, 0.2875 of 1,000
    """
    ax = new_axes(ax)
    counts, values = zip(*figure_2(), strict=True)
    ax.plot(counts, values, color=_BEST)
    ax.set(xscale="log", xlabel="number of systems N", ylabel="expected maximum")
    ax.set_label(
        f"Expected maximum of N systems with mean 0.2 and standard error 0.027: {fixed(values[0], 4)} of {counts[0]}, "
        f"{fixed(values[-1], 4)} of {counts[-1]:,}"
    )
    return ax


def draw_origin(origin: Origin, ax: Axes | None = None) -> Axes:
    """Draw the origin of the best value, as figure 3 of Carterette (2015): one system, the highest and the lowest.

    The solid lines mark the ends of the interval of `origin`, the dashed lines the ends of the 95% interval of a single
    system.

    Parameters
    ----------
    origin : Origin
        The origin.
    ax : Axes, optional
        The axes to draw on, by default new ones.

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
    ax = new_axes(ax)
    x = np.linspace(origin.minimum.quantile(1e-3), origin.maximum.isf(1e-3), _POINTS)
    single = Maximum(1, origin.mean, origin.sd)
    ax.plot(x, single.pdf(x), color=_PLAIN, label="one system")
    ax.plot(x, origin.maximum.pdf(x), color=_BEST, label=f"the highest of {origin.n:,}")
    ax.plot(x, origin.minimum.pdf(x), color=_WORST, linestyle="-.", label=f"the lowest of {origin.n:,}")
    for value in origin.interval:
        ax.axvline(value, color=_BEST, linewidth=1)
    for value in single.interval(0.95):
        ax.axvline(value, color=_PLAIN, linewidth=1, linestyle="--")
    ax.set(xlabel="mean score", ylabel="density", ylim=(0, None))
    _legend(ax)
    low, high = origin.interval
    ax.set_label(
        f"Origin {fixed(origin.mean, 4)} of the best value {fixed(origin.best, 4)} of {origin.n:,} systems: "
        f"values from {fixed(low, 4)} to {fixed(high, 4)}"
    )
    return ax


def draw_records(records: Records, ax: Axes | None = None) -> Axes:
    """Draw the results in order as dots, the highest result so far as steps, and the expected maximum of equal systems.

    Parameters
    ----------
    records : Records
        The results.
    ax : Axes, optional
        The axes to draw on, by default new ones.

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
    ax = new_axes(ax, width=7)
    places = np.arange(1, len(records.values) + 1)
    ax.plot(places, records.values, "o", color=_PLAIN, markersize=3, label="result")
    ax.step(places, records.best, where="post", color=_BEST, label="record")
    ax.plot(places, records.expected, "--", color=_WORST, label="expected best of equal systems")
    ax.set(xlabel="number of results N", ylabel="score")
    _legend(ax)
    ax.set_label(
        f"{len(records.values)} results, {len(records.broken)} records, the last {fixed(records.best[-1], 4)}; the "
        f"highest of as many equal systems is {fixed(records.expected[-1], 4)} on average"
    )
    return ax


def draw_quantiles(simulated: SimulatedScores, real: ArrayLike | None = None, ax: Axes | None = None) -> Axes:
    """Draw the quantiles of simulated scores, and the quantiles of real scores if they are given.

    Parameters
    ----------
    simulated : SimulatedScores
        The simulated scores.
    real : array_like, shape (topics, systems), optional
        Real scores, such as `extremes.load("trec/adhoc7_ap.csv").scores`.
    ax : Axes, optional
        The axes to draw on, by default new ones.

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
    ax = new_axes(ax)
    quantiles = np.quantile(simulated.scores, _SHARES)
    ax.plot(_SHARES, quantiles, color=_BEST, label="simulated")
    medians = f"median {fixed(np.median(simulated.scores), 4)}"
    if real is not None:
        values = np.asarray(real, dtype=np.float64)
        ax.plot(_SHARES, np.quantile(values, _SHARES), "--", color=_WORST, label="real")
        medians += f", real {fixed(np.median(values), 4)}"
    ax.set(xlabel="share of the scores", ylabel=f"{simulated.calibration.measure} of a system on a topic")
    _legend(ax)
    ax.set_label(f"Quantiles of simulated scores as {simulated.name}: {medians}")
    return ax


def _legend(ax: Axes) -> None:
    """Add a legend above the plot, where it covers no line."""
    ax.legend(
        frameon=False,
        fontsize=_SIZE,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=3,
        borderaxespad=0,
        columnspacing=1,
    )
