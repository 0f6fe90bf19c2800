"""Distributions that SciPy lacks, or computes less accurately or more slowly than the tests need.

The module computes the expected maximum of standard normal values, the noncentral t distribution, and the studentized
range by numerical integration. A root finder inverts these functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from irlearn.errors import InputError
from irlearn.statistics.arrays import FloatArray, check_count
from irlearn.statistics.lazy_scipy import special
from irlearn.text.numbers import LEAST, general

MOST_SYSTEMS = 10**100
"""The largest number of systems N whose maximum is computed."""
NODES = 500
"""Points of the trapezoidal rule over the density of the maximum; the rule converges exponentially on a smooth peak."""
NEGLIGIBLE = 45.0
"""A logarithm: probabilities below e^-45 of the peak do not change a float."""

_ROOT_ITERATIONS = 200
_ROOT_TOLERANCE = 1e-14  # relative error at which the search for a root ends

_LOG_ROOT_2PI = math.log(2 * math.pi) / 2

_NODES = 200  # points of the Gauss-Legendre rule, enough for a normal density over _REACH deviations
_REACH = 12.0  # standard deviations to each side of the mean; the density beyond is negligible
_LARGEST_S = 1e100  # bounds S so that its square fits into a float; larger values have no probability
_SMALLEST, _ALMOST_ONE = 1e-300, 1 - 1e-16  # bounds of the probabilities whose normal score is computed
_SMALL_TAIL = 1e-6  # below this tail probability, 1 minus the other tail would lose digits

_ESTIMATE_NODES = 800  # integration points over the estimated standard deviation
_LOWEST_REACH, _LOWEST_STEP = 12.0, 0.1  # integration over the lowest value, in standard deviations
_LARGEST_RANGE, _KNOTS = 54.0, 541  # of the spline; the tail probability of a larger range is 0 as a float
_LEAST_COMPLEMENT = 1e-300
_LARGEST_QUANTILE = 1e15  # the search for a quantile gives up beyond this range
_LOW_LOG_DENSITY, _HIGH_LOG_DENSITY = 260.0, 45.0  # integration from e^-260 of the peak density up to e^-45 of it
_CHUNK = 2**18  # values per chunk; limits the memory that is used at a time


def falling_root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the root of a decreasing function between `low` and `high`, by secant and bisection steps.

    The function must be above 0 at `low` and below 0 at `high`.

    >>> round(falling_root(lambda x: 2 - x * x, 0.0, 2.0), 12)
    1.414213562373
    """
    value_low, value_high = function(low), function(high)
    for iteration in range(_ROOT_ITERATIONS):
        # Every third step bisects, because secant steps alone can be slow when they move only one end of the interval.
        secant_turn = iteration % 3 < 2
        step = value_high / (value_high - value_low) * (high - low) if secant_turn else (high - low) / 2
        middle = high - step
        if not low < middle < high:
            middle = (low + high) / 2
        if high - low <= _ROOT_TOLERANCE * max(abs(low), abs(high), 1.0):
            break
        value = function(middle)
        if value == 0:
            return middle
        if value > 0:
            low, value_low = middle, value
        else:
            high, value_high = middle, value
    return (low + high) / 2


def expected_standard_maximum(n: int) -> float:
    """Return m_N, the expected maximum of N independent standard normal values, to about 14 digits.

    >>> [round(expected_standard_maximum(n), 4) for n in (1, 2, 5, 17, 100, 103, 1000)]
    [0.0, 0.5642, 1.163, 1.7939, 2.5076, 2.5181, 3.2414]
    """
    return standard_moments(check_count(n, "the number of systems N", most=MOST_SYSTEMS))[0]


@lru_cache(maxsize=4096)
def standard_moments(n: int) -> tuple[float, float]:
    """Return the mean and the variance of the maximum of n standard normal values."""
    if n == 1:
        return 0.0, 1.0
    least = float(special.ndtri_exp(-2 * NEGLIGIBLE / n))
    most = float(special.ndtri_exp(-math.exp(-NEGLIGIBLE) / n))
    values = np.linspace(least, most, NODES)
    weights = np.exp(log_density(n, values))
    weights /= weights.sum()
    mean = float(values @ weights)
    return mean, float((values - mean) ** 2 @ weights)


def log_density(n: int, x: FloatArray) -> FloatArray:
    """Return the log density of the maximum of n standard normal values at x."""
    return np.asarray(math.log(n) + (float(n) - 1) * special.log_ndtr(x) - np.square(x) / 2 - _LOG_ROOT_2PI)


def noncentral_t_cdf(t: float, freedom: float, noncentrality: float) -> float:
    """Return the probability that noncentral T with `freedom` degrees of freedom is at most t.

    The probability decreases with the noncentrality. T is (Z + noncentrality) / S, where Z is standard normal and S² is
    the mean of `freedom` squared standard normal values. The integral is over Z or over S, whichever makes the
    integrand smoother.

    >>> round(noncentral_t_cdf(0.0, 5, 1.0), 4), round(noncentral_t_cdf(100.0, 1, 100.0), 4)
    (0.1587, 0.3173)
    """
    if t < 0:
        return noncentral_t_tail(-t, freedom, -noncentrality)
    if t / math.sqrt(2 * freedom) <= 1:
        return _integral_over_s(t, freedom, noncentrality, -1)
    low = max(-noncentrality, -_REACH)  # below it, Z + noncentrality is negative and hence less than t S
    if low >= _REACH:
        return float(special.ndtr(-noncentrality))
    return min(float(special.ndtr(low)) + _integral_over_z(t, freedom, noncentrality, low, special.gammaincc), 1.0)


def noncentral_t_tail(t: float, freedom: float, noncentrality: float) -> float:
    """Return the probability that noncentral T is above t, with full relative accuracy for tiny probabilities.

    >>> round(noncentral_t_tail(0.0, 5, 1.0), 4), f"{noncentral_t_tail(20.0, 30, 0.0):.4g}"
    (0.8413, '3.375e-19')
    """
    tail = _integrated_tail(t, freedom, noncentrality)
    return tail if tail < _SMALL_TAIL else 1 - noncentral_t_cdf(t, freedom, noncentrality)


def _integrated_tail(t: float, freedom: float, noncentrality: float) -> float:
    if t < 0:
        return noncentral_t_cdf(-t, freedom, -noncentrality)
    if t / math.sqrt(2 * freedom) <= 1:
        return _integral_over_s(t, freedom, noncentrality, 1)
    low = max(-noncentrality, -_REACH)
    return min(_integral_over_z(t, freedom, noncentrality, low, special.gammainc), 1.0) if low < _REACH else 0.0


@lru_cache(maxsize=1)
def _gauss_legendre() -> tuple[FloatArray, FloatArray]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights


def _integral_over_s(t: float, freedom: float, noncentrality: float, side: int) -> float:
    """Return P(T > t) for `side` 1 or P(T <= t) for `side` -1, by integration over S."""
    deviation = 1 / math.sqrt(2 * freedom)  # the standard deviation of S; the mean of S is nearly 1
    nodes, weights = _gauss_legendre()
    low, high = max(-1.0, -_REACH * deviation), _REACH * deviation
    s_minus_1 = (low + high) / 2 + (high - low) / 2 * nodes
    logs = (freedom - 1) * np.log1p(s_minus_1) - freedom * (s_minus_1 + s_minus_1 * s_minus_1 / 2)
    density = weights * np.exp(logs - logs.max())
    probabilities = special.ndtr(side * (noncentrality - t * (1 + s_minus_1)))
    return min(float(density @ probabilities / density.sum()), 1.0)


def _integral_over_z(
    t: float,
    freedom: float,
    noncentrality: float,
    low: float,
    incomplete_gamma: Callable[[float, FloatArray], Any],
) -> float:
    """Return P(T <= t and Z > low) or P(T > t and Z > low), by integration over Z.

    `incomplete_gamma` selects the tail: `gammaincc` gives P(T <= t) for a value of Z, `gammainc` gives P(T > t).
    """
    nodes, weights = _gauss_legendre()
    z = (low + _REACH) / 2 + (_REACH - low) / 2 * nodes
    s_at_t = np.minimum((z + noncentrality) / t, _LARGEST_S)
    probabilities = incomplete_gamma(freedom / 2, freedom * s_at_t * s_at_t / 2)
    return (_REACH - low) / 2 * float(weights @ (np.exp(-z * z / 2) * probabilities)) / math.sqrt(2 * math.pi)


def noncentrality(t: float, freedom: float, tail: float, *, upper: bool = False) -> float:
    """Return the noncentrality for which noncentral T is at most t with probability `tail`.

    With `upper`, it is the noncentrality for which T is above t with probability `tail`.

    >>> value = noncentrality(50.0, 1, 0.025, upper=True)
    >>> round(value, 3), round(noncentral_t_cdf(50.0, 1, value), 10)
    (1.54, 0.975)
    """
    wanted_score = float(special.ndtri(tail)) * (-1 if upper else 1)

    def excess(noncentrality: float) -> float:
        # The normal score of the tail is nearly linear in the noncentrality, so the root finder converges fast.
        share = (_integrated_tail if upper else noncentral_t_cdf)(t, freedom, noncentrality)
        score = float(special.ndtri(min(max(share, _SMALLEST), _ALMOST_ONE)))
        return (-score if upper else score) - wanted_score

    reach = 1 + _REACH / math.sqrt(2 * freedom)
    low, high = min(t * reach, 0.0) - _REACH, max(t * reach, 0.0) + _REACH
    return falling_root(excess, low, high)


def range_tail(ranges: FloatArray, systems: int, freedom: float = math.inf) -> FloatArray:
    """Return the probability that the studentized range of `systems` values is at least each of `ranges` (>= 0).

    >>> range_tail(np.array([0.0, 2.772, 3.633]), 2).round(4).tolist()
    [1.0, 0.05, 0.0102]
    >>> range_tail(np.array([3.877]), 3, 10).round(4).tolist()
    [0.05]
    """
    distinct, index = np.unique(ranges, return_inverse=True)
    if len(distinct) > _KNOTS and (math.isinf(freedom) or float(distinct[-1]) <= _LARGEST_RANGE):
        logs = _log_tail_spline(systems, freedom)(np.minimum(distinct, _LARGEST_RANGE))
    else:
        logs = _log_tails(distinct, systems, freedom)
    tail: FloatArray = np.clip(np.exp(logs), LEAST, 1.0)[index.reshape(np.shape(ranges))]
    return np.asarray(np.where(ranges > 0, tail, 1.0))


@lru_cache(maxsize=4096)
def range_quantile(alpha: float, systems: int, freedom: float = math.inf) -> float:
    """Return the studentized range that `systems` equal systems reach or exceed with probability `alpha`.

    Raise `InputError` if `alpha` is too small for floats.

    >>> round(range_quantile(0.05, 129), 4), round(range_quantile(0.05, 3, 10), 4)
    (6.2386, 3.8768)
    """

    def excess(q: float) -> float:
        return float(_log_tails(np.array([q]), systems, freedom)[0]) - math.log(alpha)

    most = 1.0
    while excess(most) > 0:
        most *= 2
        if most > _LARGEST_QUANTILE:
            raise InputError(f"an alpha of {general(alpha, 3)} is too small for Tukey's test; give 0.001, say")
    return falling_root(excess, 0.0, most)


@lru_cache(maxsize=64)
def _log_tail_spline(systems: int, freedom: float) -> Any:
    from scipy import interpolate  # imported here because loading it takes longer than the rest of the module

    ranges = np.linspace(0.0, _LARGEST_RANGE, _KNOTS)
    return interpolate.CubicSpline(ranges, _log_tails(ranges, systems, freedom))


def _log_tails(ranges: FloatArray, systems: int, freedom: float) -> FloatArray:
    """Return the logarithm of the tail probability of each range."""
    if math.isinf(freedom):
        return _log_normal_tails(np.minimum(ranges, _LARGEST_RANGE), systems)
    estimates, weights = _standard_deviations(freedom)
    step = max(_CHUNK // len(estimates), 1)
    log_tail = _log_tail_spline(systems, math.inf)
    tails = []
    for start in range(0, len(ranges), step):
        products = ranges[start : start + step, None] * estimates
        tails.append(np.exp(log_tail(np.minimum(products, _LARGEST_RANGE))) @ weights)
    return np.asarray(np.log(np.maximum(np.concatenate(tails), LEAST)))


def _log_normal_tails(ranges: FloatArray, systems: int) -> FloatArray:
    """Return the log probability that the range of `systems` standard normal values is at least each of `ranges`.

    For a given lowest value, the range is reached if at least one other value exceeds the lowest value by at least the
    range. The result is the mean of this conditional probability over the distribution of the lowest value.
    """
    mode = -math.sqrt(2 * math.log(systems))
    # A large range occurs mostly with a lowest value near minus half the range, so the integration must reach that far.
    start = min(mode, -float(ranges.max()) / 2)
    lowest = np.arange(start - _LOWEST_REACH, _LOWEST_REACH, _LOWEST_STEP)
    above = special.log_ndtr(-lowest)
    density = (systems - 1) * above - np.square(lowest) / 2
    beyond = np.exp(np.minimum(special.log_ndtr(-lowest - ranges[:, None]) - above, -_LEAST_COMPLEMENT))
    with np.errstate(divide="ignore"):
        at_least_one = np.log(-np.expm1((systems - 1) * np.log1p(-beyond)))
    logs: FloatArray = special.logsumexp(density + at_least_one, axis=1) - special.logsumexp(density)
    return np.minimum(logs, 0.0)


@lru_cache(maxsize=64)
def _standard_deviations(freedom: float) -> tuple[FloatArray, FloatArray]:
    """Return integration nodes and weights for the estimate of a standard deviation whose true value is 1."""

    def log_density(log_deviation: Any) -> Any:
        return freedom * (log_deviation - np.expm1(2 * log_deviation) / 2)

    least = falling_root(lambda log: -log_density(log) - _LOW_LOG_DENSITY, -2 * _LOW_LOG_DENSITY / freedom - 2, 0.0)
    most = falling_root(lambda log: log_density(log) + _HIGH_LOG_DENSITY, 0.0, 5.0)
    logs = np.linspace(least, most, _ESTIMATE_NODES)
    weights = np.exp(log_density(logs))
    return np.exp(logs), weights / weights.sum()
