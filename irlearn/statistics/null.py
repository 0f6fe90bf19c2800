"""Null distributions: what a statistic may be when there is no difference, counted, sampled or approximated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import special

from irlearn.statistics.arrays import TOLERANCE, Alternative, Floats

Kind = Literal["probabilities", "histogram", "density"]
MOST_COUNTED = 62
"""Signs whose 2^n settings an int64 still counts."""

_BARS = 101  # of a histogram; odd, so that one bar stands on the middle
_POINTS = 241  # of a density
_DEVIATIONS = 4.5  # how far a density is drawn to each side


@dataclass(frozen=True, eq=False, repr=False)
class NullDistribution:
    """The distribution of a test's statistic under the null hypothesis, ready to be drawn.

    `support` are the values at which bars or points stand, ascending; `heights` their probabilities where `kind` is
    "probabilities" or "histogram" (they add up to 1), or the density there. `width` is that of a histogram's bar, else
    0. `observed` is the statistic that was found; values up to `low` and from `high` on are at least as extreme.

    >>> from irlearn.statistics import sign_test
    >>> null = sign_test([1, 1, 1, 0], [0, 0, 0, 1]).null
    >>> null
    <NullDistribution: 5 probabilities from 0 to 4, observed 3>
    >>> null.heights.tolist(), null.extreme.tolist()
    ([0.0625, 0.25, 0.375, 0.25, 0.0625], [True, True, False, True, True])
    """

    support: Floats
    heights: Floats
    kind: Kind
    observed: float
    low: float
    high: float
    width: float = 0.0

    @property
    def extreme(self) -> NDArray[np.bool_]:
        """Which values of the support are at least as extreme as what was found."""
        slack = TOLERANCE * float(np.abs(self.support).max(initial=0))
        return (self.support <= self.low + slack) | (self.support >= self.high - slack)

    def __repr__(self) -> str:
        first, last = self.support[0], self.support[-1]
        return (
            f"<NullDistribution: {len(self.support)} {_PLURAL[self.kind]} from {first:.4g} to {last:.4g},"
            f" observed {self.observed:.4g}>"
        )


_PLURAL = {"probabilities": "probabilities", "histogram": "bars", "density": "points of a density"}


def limits(observed: float, middle: float, alternative: Alternative) -> tuple[float, float]:
    """The values up to which, and from which on, a statistic is at least as far out as `observed`."""
    away = abs(observed - middle)
    if alternative == "two-sided":
        return middle - away, middle + away
    return (-np.inf, observed) if alternative == "greater" else (observed, np.inf)


def sign_counts(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each sum, in how many of the 2^n ways to choose some of n whole positive weights the chosen add up to it.

    n is at most 62. Entry s of the result belongs to sum s.

    >>> sign_counts(np.array([1, 2, 3])).tolist()
    [1, 1, 1, 2, 1, 1, 1]
    """
    return _grown(np.zeros(int(weights.sum()) + 1, dtype=np.int64), weights)


def sign_probabilities(weights: NDArray[np.int64]) -> Floats:
    """As `sign_counts`, over 2^n and as floats, for any n."""
    ways = np.zeros(int(weights.sum()) + 1)
    ways[0] = 1.0
    reached = 0
    for weight in np.sort(weights).tolist():
        taken = ways[: reached + 1] * 0.5
        ways[: reached + 1] = taken
        ways[weight : weight + reached + 1] += taken
        reached += weight
    return ways


def _grown(ways: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.int64]:
    ways[0] = 1
    reached = 0
    for weight in np.sort(weights).tolist():
        ways[weight : weight + reached + 1] += ways[: reached + 1].copy()
        reached += weight
    return ways


def subset_counts(weights: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """For each sum, how many of the ways to choose exactly `size` of the whole positive weights add up to it.

    There are at most 62 weights. Entry s of the result belongs to sum s.

    >>> subset_counts(np.array([1, 2, 3]), 2).tolist()
    [0, 0, 0, 1, 1, 1, 0]
    """
    ways = np.zeros((size + 1, int(weights.sum()) + 1), dtype=np.int64)
    ways[0, 0] = 1
    reached = 0
    for count, weight in enumerate(np.sort(weights).tolist()):
        top = min(count, size - 1)
        ways[1 : top + 2, weight : weight + reached + 1] += ways[: top + 1, : reached + 1].copy()
        reached += weight
    chosen: NDArray[np.int64] = ways[size]
    return chosen


def bars(support: Floats, counts: NDArray[np.int64] | Floats) -> tuple[Floats, Floats, Kind, float]:
    """Counts as a support, heights, a kind and a width: as they are where they are few, else as a histogram."""
    there = np.flatnonzero(counts)
    support, counts = support[there], counts[there]
    if len(support) <= 20 * _BARS:
        return support, counts / counts.sum(), "probabilities", 0.0
    return histogram(support, counts / counts.sum())


def histogram(values: Floats, weights: Floats | None = None) -> tuple[Floats, Floats, Kind, float]:
    """Values as the middles, shares, kind and width of a histogram with 101 bars around their common range."""
    reach = float(np.abs(values).max()) or 1.0
    edges = np.linspace(-reach, reach, _BARS + 1)
    heights, _ = np.histogram(values, bins=edges, weights=weights)
    return (edges[:-1] + edges[1:]) / 2, heights / heights.sum(), "histogram", float(edges[1] - edges[0])


def normal_density(middle: float, deviation: float) -> tuple[Floats, Floats]:
    """Points around `middle`, and the normal density there."""
    z = np.linspace(-_DEVIATIONS, _DEVIATIONS, _POINTS)
    return middle + deviation * z, np.exp(-z * z / 2) / (deviation * np.sqrt(2 * np.pi))


def t_density(freedom: float, observed: float) -> tuple[Floats, Floats]:
    """Points around 0 that reach past `observed`, and the density of Student's t there."""
    reach = max(_DEVIATIONS, min(1.1 * abs(observed), 40.0))
    t = np.linspace(-reach, reach, _POINTS)
    constant = special.gammaln((freedom + 1) / 2) - special.gammaln(freedom / 2) - np.log(freedom * np.pi) / 2
    return t, np.exp(constant - (freedom + 1) / 2 * np.log1p(t * t / freedom))


def normal_tail(z: float, alternative: Alternative) -> float:
    """The probability that a standard normal variable is at least as extreme as z."""
    if alternative == "two-sided":
        return min(float(2 * special.ndtr(-abs(z))), 1.0)
    return float(special.ndtr(-z if alternative == "greater" else z))


def t_tail(t: float, freedom: float, alternative: Alternative) -> float:
    """The probability that Student's t with `freedom` degrees is at least as extreme as t."""
    if alternative == "two-sided":
        return min(float(2 * special.stdtr(freedom, -abs(t))), 1.0)
    return float(special.stdtr(freedom, -t if alternative == "greater" else t))
