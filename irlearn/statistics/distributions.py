"""Where a function that falls is 0."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, check_count
from irlearn.text.numbers import LEAST, general

_TRIES = 200
_CLOSE = 1e-14  # relative


def falling_root(off: Callable[[float], float], low: float, high: float) -> float:
    """Where `off`, which falls from above 0 at `low` to below 0 at `high`, is 0; by secants and halves.

    >>> round(falling_root(lambda x: 2 - x * x, 0.0, 2.0), 12)
    1.414213562373
    """
    left, right = off(low), off(high)
    for turn in range(_TRIES):
        step = right / (right - left) * (high - low) if turn % 3 < 2 else (high - low) / 2
        middle = high - step
        if not low < middle < high:
            middle = (low + high) / 2
        if high - low <= _CLOSE * max(abs(low), abs(high), 1.0):
            break
        found = off(middle)
        if found == 0:
            return middle
        if found > 0:
            low, left = middle, found
        else:
            high, right = middle, found
    return (low + high) / 2


MOST_SYSTEMS = 10**100
"""The largest N that is calculated with."""
NODES = 500
"""Points of the trapezoidal rule, which converges exponentially on a smooth peak."""
NEGLIGIBLE = 45.0
"""In logarithms: e^-45 of the peak adds nothing to a float."""

_ROOT_2PI = math.log(2 * math.pi) / 2


def expected_standard_maximum(n: int) -> float:
    """m_N: the expected highest of N independent standard normal values, by quadrature to some 14 digits.

    >>> [round(expected_standard_maximum(n), 4) for n in (1, 2, 5, 17, 100, 103, 1000)]
    [0.0, 0.5642, 1.163, 1.7939, 2.5076, 2.5181, 3.2414]
    """
    return standard_moments(check_count(n, "the number of systems N", most=MOST_SYSTEMS))[0]


@lru_cache(maxsize=4096)
def standard_moments(n: int) -> tuple[float, float]:
    """The mean and the variance of the highest of n standard normal values."""
    if n == 1:
        return 0.0, 1.0
    least, most = (float(special.ndtri_exp(-one / n)) for one in (2 * NEGLIGIBLE, math.exp(-NEGLIGIBLE)))
    values = np.linspace(least, most, NODES)
    weights = np.exp(log_density(n, values))
    weights /= weights.sum()
    mean = float(values @ weights)
    return mean, float((values - mean) ** 2 @ weights)


def log_density(n: int, x: FloatArray) -> FloatArray:
    """The log density of the maximum of n standard normal values at x."""
    return np.asarray(math.log(n) + (float(n) - 1) * special.log_ndtr(x) - np.square(x) / 2 - _ROOT_2PI)


_NODES = 200  # of a Gauss-Legendre rule; the integrands below are as smooth as a normal density over _REACH deviations
_REACH = 12.0  # deviations to each side, beyond which nothing is left
_LARGEST = 1e100  # of S: a square of it has room in a float, and it never gets there
_SMALLEST, _SURE = 1e-300, 1 - 1e-16  # of a probability whose normal score is taken
_RARE = 1e-6  # below which a probability has digits that 1 minus the other one has not


@lru_cache(maxsize=1)
def _rule() -> tuple[FloatArray, FloatArray]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights


def below(t: float, freedom: float, noncentrality: float) -> float:
    """The probability that noncentral t with `freedom` degrees of freedom is at most t; it falls with noncentrality.

    Noncentral t is (Z + noncentrality) / S, with Z standard normal and S² a mean of `freedom` squares of such. The
    integral runs over whichever of Z and S lets t move least within one of its deviations.

    >>> round(below(0.0, 5, 1.0), 4), round(below(100.0, 1, 100.0), 4)
    (0.1587, 0.3173)
    """
    if t < 0:
        return above(-t, freedom, -noncentrality)
    if t / math.sqrt(2 * freedom) <= 1:
        return _over_s(t, freedom, noncentrality, -1)
    low = max(-noncentrality, -_REACH)  # left of it Z + noncentrality is below 0, and so below t S
    if low >= _REACH:
        return float(special.ndtr(-noncentrality))
    return min(float(special.ndtr(low)) + _over_z(t, freedom, noncentrality, low, special.gammaincc), 1.0)


def above(t: float, freedom: float, noncentrality: float) -> float:
    """The probability that noncentral t lies above t: 1 - `below`, with all of its digits where it is tiny.

    >>> round(above(0.0, 5, 1.0), 4), f"{above(20.0, 30, 0.0):.4g}"
    (0.8413, '3.375e-19')
    """
    found = _above(t, freedom, noncentrality)
    return found if found < _RARE else 1 - below(t, freedom, noncentrality)


def _above(t: float, freedom: float, noncentrality: float) -> float:
    if t < 0:
        return below(-t, freedom, -noncentrality)
    if t / math.sqrt(2 * freedom) <= 1:
        return _over_s(t, freedom, noncentrality, 1)
    low = max(-noncentrality, -_REACH)
    return min(_over_z(t, freedom, noncentrality, low, special.gammainc), 1.0) if low < _REACH else 0.0


def _over_s(t: float, freedom: float, noncentrality: float, side: int) -> float:
    deviation = 1 / math.sqrt(2 * freedom)  # of S, whose mean is nearly 1
    nodes, weights = _rule()
    low, high = max(-1.0, -_REACH * deviation), _REACH * deviation
    off = (low + high) / 2 + (high - low) / 2 * nodes
    logs = (freedom - 1) * np.log1p(off) - freedom * (off + off * off / 2)
    density = weights * np.exp(logs - logs.max())
    return min(float(density @ special.ndtr(side * (noncentrality - t * (1 + off))) / density.sum()), 1.0)


def _over_z(
    t: float, freedom: float, noncentrality: float, low: float, share: Callable[[float, FloatArray], Any]
) -> float:
    nodes, weights = _rule()
    z = (low + _REACH) / 2 + (_REACH - low) / 2 * nodes
    least = np.minimum((z + noncentrality) / t, _LARGEST)
    found = share(freedom / 2, freedom * least * least / 2)
    return (_REACH - low) / 2 * float(weights @ (np.exp(-z * z / 2) * found)) / math.sqrt(2 * math.pi)


def noncentrality(t: float, freedom: float, tail: float, *, upper: bool = False) -> float:
    """The noncentrality with which the share `tail` of the distribution lies at or below t, or with `upper` above it.

    >>> found = noncentrality(50.0, 1, 0.025, upper=True)
    >>> round(found, 3), round(below(50.0, 1, found), 10)
    (1.54, 0.975)
    """
    wanted = float(special.ndtri(tail)) * (-1 if upper else 1)

    def off(at: float) -> float:  # on the scale on which it is nearly a straight line
        share = (_above if upper else below)(t, freedom, at)
        z = float(special.ndtri(min(max(share, _SMALLEST), _SURE)))
        return (-z if upper else z) - wanted

    reach = 1 + _REACH / math.sqrt(2 * freedom)
    low, high = min(t * reach, 0.0) - _REACH, max(t * reach, 0.0) + _REACH
    return falling_root(off, low, high)


_STUDENTIZED_NODES = 800  # of the rule over the estimate
_STUDENTIZED_REACH, _STEP = 12.0, 0.1  # of the rule over the lowest value, in standard deviations
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
    lowest = np.arange(furthest - _STUDENTIZED_REACH, _STUDENTIZED_REACH, _STEP)
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
    logs = np.linspace(least, most, _STUDENTIZED_NODES)
    weights = np.exp(log_density(logs))
    return np.exp(logs), weights / weights.sum()
