"""The studentized range: highest less lowest of S standard normal values, over an independent estimate of their spread.

Worked out by the trapezoidal rule, which converges exponentially on smooth peaks, and from the tail's own side, so that
small probabilities keep their digits. With infinitely many degrees of freedom the spread is known and S values' range
is left (Tippett, 1925); else it is Student's (1927), with the table of Tukey's honestly significant difference.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray
from irlearn.statistics.root_finding import falling_root
from irlearn.text.numbers import LEAST, general

_NODES = 800  # of the rule over the estimate
_REACH, _STEP = 12.0, 0.1  # of the rule over the lowest value, in standard deviations
_FURTHEST, _KNOTS = 54.0, 541  # of a range: further out the tail is below what a float holds
_ROUNDING = 1e-300
_HOPELESS = 1e15  # a range that is looked for no further
_FAINT, _GONE = 260.0, 45.0  # in logarithms: estimates as small and unlikely as e^-260, as large as e^-45, add nothing
_AT_ONCE = 2**18  # values worked out together


def range_tail(ranges: FloatArray, systems: int, freedom: float = math.inf) -> FloatArray:
    """The probability that the studentized range of `systems` values is at least each of `ranges`, which are 0 or more.

    >>> range_tail(np.array([0.0, 2.772, 3.633]), 2).round(4).tolist()
    [1.0, 0.05, 0.0102]
    >>> range_tail(np.array([3.877]), 3, 10).round(4).tolist()
    [0.05]
    """
    distinct, place = np.unique(ranges, return_inverse=True)
    many = len(distinct) > _KNOTS and (math.isinf(freedom) or float(distinct[-1]) <= _FURTHEST)
    logs = _log_tail(systems, freedom)(np.minimum(distinct, _FURTHEST)) if many else _tails(distinct, systems, freedom)
    tail: FloatArray = np.clip(np.exp(logs), LEAST, 1.0)[place.reshape(np.shape(ranges))]
    return np.asarray(np.where(ranges > 0, tail, 1.0))


def _tails(ranges: FloatArray, systems: int, freedom: float) -> FloatArray:
    """The logarithm of the tail, each range on its own."""
    if math.isinf(freedom):
        return _log_tails(np.minimum(ranges, _FURTHEST), systems)
    estimates, weights = _estimates(freedom)
    step = max(_AT_ONCE // len(estimates), 1)
    parts = (ranges[start : start + step, None] * estimates for start in range(0, len(ranges), step))
    known = _log_tail(systems, math.inf)
    tails = np.concatenate([np.exp(known(np.minimum(part, _FURTHEST))) @ weights for part in parts])
    return np.asarray(np.log(np.maximum(tails, LEAST)))


@lru_cache(maxsize=4096)
def range_quantile(alpha: float, systems: int, freedom: float = math.inf) -> float:
    """The studentized range of `systems` values that is reached with probability `alpha`.

    Raises `InputError` for an alpha that is too small for floats.

    >>> round(range_quantile(0.05, 129), 4), round(range_quantile(0.05, 3, 10), 4)
    (6.2386, 3.8768)
    """

    def above(q: float) -> float:
        return float(_tails(np.array([q]), systems, freedom)[0]) - math.log(alpha)

    most = 1.0
    while above(most) > 0:
        most *= 2
        if most > _HOPELESS:
            raise InputError(f"an alpha of {general(alpha, 3)} is too small for Tukey's test; give 0.001, say")
    return falling_root(above, 0.0, most)


@lru_cache(maxsize=64)
def _log_tail(systems: int, freedom: float) -> Any:
    """The logarithm of the tail, as a spline."""
    from scipy import interpolate  # takes longer to load than all else here

    ranges = np.linspace(0.0, _FURTHEST, _KNOTS)
    return interpolate.CubicSpline(ranges, _tails(ranges, systems, freedom))


def _log_tails(ranges: FloatArray, systems: int) -> FloatArray:
    """The logarithm of the probability that the range of `systems` standard normal values is at least each of these.

    Given the lowest value, it is that of one or more of the others beyond it by so much.
    """
    likeliest = -math.sqrt(2 * math.log(systems))
    furthest = min(likeliest, -float(ranges.max()) / 2)  # a large range has its lowest value as far down as that
    lowest = np.arange(furthest - _REACH, _REACH, _STEP)
    above = special.log_ndtr(-lowest)
    density = (systems - 1) * above - np.square(lowest) / 2
    beyond = np.exp(np.minimum(special.log_ndtr(-lowest - ranges[:, None]) - above, -_ROUNDING))
    with np.errstate(divide="ignore"):
        some = np.log(-np.expm1((systems - 1) * np.log1p(-beyond)))
    logs: FloatArray = special.logsumexp(density + some, axis=1) - special.logsumexp(density)
    return np.minimum(logs, 0.0)


@lru_cache(maxsize=64)
def _estimates(freedom: float) -> tuple[FloatArray, FloatArray]:
    """Values of a standard deviation that is estimated with so many degrees of freedom, and their probabilities."""

    def log_density(log: Any) -> Any:
        return freedom * (log - np.expm1(2 * log) / 2)

    least = falling_root(lambda log: -log_density(log) - _FAINT, -2 * _FAINT / freedom - 2, 0.0)
    most = falling_root(lambda log: log_density(log) + _GONE, 0.0, 5.0)
    logs = np.linspace(least, most, _NODES)
    weights = np.exp(log_density(logs))
    return np.exp(logs), weights / weights.sum()
