"""Exact distributions of the largest and the smallest of N scores if all systems are equally good.

The model is that of Carterette (2015), section 2: the mean scores of N systems are normal with one mean and one
standard deviation (the standard error of a mean). A common factor adds a correlation between the systems, which share
their topics: a score is mean + sd (√ρ F + √(1 − ρ) Z), where F is the same for all systems and Z each system's own,
both standard normal. All computations use logarithms, so that the tails keep their digits.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError, quoted
from irlearn.statistics.arrays import FloatArray, check_count, check_share, generator
from irlearn.statistics.distributions import (
    MOST_SYSTEMS,
    NEGLIGIBLE,
    NODES,
    expected_standard_maximum,
    log_density,
    standard_moments,
)
from irlearn.statistics.lazy_scipy import optimize, special
from irlearn.text.numbers import general

_COARSE, _ZOOMS = 80, 5  # Points of the search for the peak, and how often the search narrows.
_FARTHEST = 60.0  # Standard deviations from 0 at which the searches begin.
_ROOT_2PI = math.log(2 * math.pi) / 2


def finite(value: object, what: str) -> float:
    """Return a finite number; raise `InputError`, in which `what` names it, for any other value.

    >>> finite(0.2, "the mean")
    0.2
    >>> finite("x", "the mean")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the mean must be a number; given: 'x'
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not math.isfinite(value):
        raise InputError(f"{what} must be a number; given: {quoted(value)}")
    return float(value)


def above_zero(value: object, what: str) -> float:
    """Return a finite number above 0; raise `InputError` for any other value."""
    number = finite(value, what)
    if not number > 0:
        raise InputError(f"{what} must be above 0, such as 0.0114; given: {general(number)}")
    return number


def correlation_of(value: object) -> float:
    """Return a correlation from 0 up to, but not including, 1; raise `InputError` for any other value."""
    number = finite(value, "the correlation between systems")
    if not 0 <= number < 1:
        raise InputError(
            f"the correlation between systems must be at least 0 and below 1, such as 0.61; given: {general(number)}"
        )
    return number


@dataclass(frozen=True)
class _Extreme:
    """Base class of `Maximum` and `Minimum`, each of which is the mirror image of the other."""

    n: int
    mean: float = 0.0
    sd: float = 1.0
    correlation: float = 0.0
    _side: ClassVar[int] = 1
    """1 for the maximum, -1 for the minimum."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "n", check_count(self.n, "the number of systems N", most=MOST_SYSTEMS))
        object.__setattr__(self, "mean", finite(self.mean, "the mean"))
        object.__setattr__(self, "sd", above_zero(self.sd, "the standard error"))
        object.__setattr__(self, "correlation", correlation_of(self.correlation))

    def cdf(self, x: ArrayLike) -> Any:
        """Return the probability of `x` or less, for a number or an array."""
        return np.exp(self.log_cdf(x))

    def sf(self, x: ArrayLike) -> Any:
        """Return the probability of more than `x`, accurate for tiny probabilities."""
        return np.exp(self.log_sf(x))

    def log_cdf(self, x: ArrayLike) -> Any:
        """Return the natural logarithm of `cdf`, finite even if the probability is below the smallest float."""
        return self._evaluate(_log_below if self._side > 0 else _log_above, x)

    def log_sf(self, x: ArrayLike) -> Any:
        """Return the natural logarithm of `sf`."""
        return self._evaluate(_log_above if self._side > 0 else _log_below, x)

    def pdf(self, x: ArrayLike) -> Any:
        """Return the density at `x`."""
        return np.exp(self.log_pdf(x))

    def log_pdf(self, x: ArrayLike) -> Any:
        """Return the natural logarithm of `pdf`."""
        return self._evaluate(_log_density, x) - math.log(self.sd)

    def quantile(self, p: float) -> float:
        """Return the `p` quantile of the distribution.

        Without correlation it is mean + sd Φ⁻¹(p^(1/N)) for the maximum, and mean − sd Φ⁻¹((1 − p)^(1/N)) for the
        minimum. With correlation it is the quantile of the unconditional distribution, found by root finding.

        Parameters
        ----------
        p : float
            Between 0 and 1, both excluded.

        Returns
        -------
        float

        Raises
        ------
        InputError
            If `p` is outside its range, or so near to a bound that the quantile cannot be calculated.
        """
        probability = check_share(p, "the probability of a quantile")
        return self._quantile(math.log(probability), math.log1p(-probability))

    def isf(self, p: float) -> float:
        """Return the value that is exceeded with probability `p`, which may be as small as a float can be."""
        probability = check_share(p, "the probability of a quantile")
        return self._quantile(math.log1p(-probability), math.log(probability))

    def _quantile(self, log_below: float, log_above: float) -> float:
        logs = (log_below, log_above) if self._side > 0 else (log_above, log_below)
        return self.mean + self._side * self.sd * _standard_quantile(self.n, self.correlation, *logs)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return the bounds of the central interval with probability `level`."""
        outside = (1 - check_share(level, "the level of an interval")) / 2
        return self.quantile(outside), self.quantile(1 - outside)

    @property
    def expected(self) -> float:
        """Mean of the distribution: mean ± sd √(1 − ρ) m_N, where m_N is the mean of the standard maximum."""
        return self.mean + self._side * self.sd * math.sqrt(1 - self.correlation) * expected_standard_maximum(self.n)

    @property
    def deviation(self) -> float:
        """Standard deviation of the distribution: sd √(ρ + (1 − ρ) v_N), with v_N the variance for sd 1 and ρ 0."""
        return self.sd * math.sqrt(self.correlation + (1 - self.correlation) * standard_moments(self.n)[1])

    def sample(self, size: int, rng: np.random.Generator | int) -> FloatArray:
        """Draw random values by inverse transform: Φ⁻¹(U^(1/N)) for a uniform U, plus the common factor.

        200,000 values take some 20 ms for any N.

        Parameters
        ----------
        size : int
            Number of values.
        rng : numpy.random.Generator or int
            Generator or seed.

        Returns
        -------
        ndarray, shape (size,)
        """
        random = generator(rng, "sampling")
        count = check_count(size, "the number of samples")
        # The logarithm of a uniform value is the negative of an exponential one.
        own = special.ndtri_exp(-random.standard_exponential(count) / float(self.n))
        if self.correlation:
            own = math.sqrt(1 - self.correlation) * own + math.sqrt(self.correlation) * random.standard_normal(count)
        return np.asarray(self.mean + self._side * self.sd * own)

    def _evaluate(self, log: Callable[[int, float, FloatArray], FloatArray], x: ArrayLike) -> Any:
        """Evaluate a function of the standard maximum at `x`."""
        values = np.asarray(x, dtype=np.float64)
        standard = self._side * (values - self.mean) / self.sd
        if self.correlation or log is _log_density:
            logs = log(self.n, self.correlation, standard.ravel()).reshape(values.shape)
        else:
            logs = log(self.n, 0.0, standard)
        return logs[()] if values.ndim == 0 else logs


class Maximum(_Extreme):
    """The exact distribution of the highest of `n` normal scores with one mean and standard deviation.

    Without correlation, F(x) = Φ((x − mean) / sd)^n. With correlation, `cdf`, `pdf` and `quantile` are those of the
    unconditional maximum, an integral over the common factor; `given_factor` returns the maximum for a known factor.

    Parameters
    ----------
    n : int
        Number of systems, 1 or more.
    mean : float, optional
        Mean of each score.
    sd : float, optional
        Standard error of a system's mean score, in the measure's units; above 0.
    correlation : float, optional
        Correlation between the systems, from 0 up to but not including 1.

    Raises
    ------
    InputError
        If a parameter is outside its range.

    References
    ----------
    Carterette, "The Best Published Result is Random", SIGIR 2015. The correlation is an addition of irlearn.

    Examples
    --------
    >>> luck = Maximum(100, mean=0.2, sd=0.027)
    >>> round(luck.expected, 4), round(luck.quantile(0.95), 4), round(float(luck.sf(0.2 + 1.96 * 0.027)), 4)
    (0.2677, 0.2887, 0.9205)
    >>> together = Maximum(103, 0.2, 0.0114, correlation=0.61)
    >>> round(together.quantile(0.95), 4), round(together.given_factor().quantile(0.95), 4)
    (0.2335, 0.2234)
    """

    def given_factor(self, factor: float = 0.0) -> Maximum:
        """Return the distribution given the common factor, in standard deviations; the systems are then independent."""
        return Maximum(self.n, *_given_factor(self, factor))


class Minimum(_Extreme):
    """The exact distribution of the lowest of `n` normal scores with one mean and standard deviation.

    Without correlation, 1 − F(x) = (1 − Φ((x − mean) / sd))^n. The parameters are those of `Maximum`.

    Examples
    --------
    >>> round(Minimum(103, 0.2, 0.0114).quantile(0.05), 4), round(Minimum(2).expected, 4)
    (0.1625, -0.5642)
    """

    _side: ClassVar[int] = -1

    def given_factor(self, factor: float = 0.0) -> Minimum:
        """Return the distribution given the common factor, in standard deviations; the systems are then independent."""
        return Minimum(self.n, *_given_factor(self, factor))


def _given_factor(extreme: _Extreme, factor: float) -> tuple[float, float]:
    """Return the mean and the standard deviation of a score for a known common factor."""
    shift = extreme.sd * math.sqrt(extreme.correlation) * finite(factor, "the common factor")
    return extreme.mean + shift, extreme.sd * math.sqrt(1 - extreme.correlation)


@lru_cache(maxsize=4096)
def _standard_quantile(n: int, correlation: float, log_below: float, log_above: float) -> float:
    """Return the quantile of the maximum of n standard normal values, from the log probabilities below and above it."""
    if log_above < -NEGLIGIBLE:  # If p is this small, 1 - (1 - p)^(1/n) equals p / n to the last digit.
        independent = -float(special.ndtri_exp(log_above - math.log(n)))
    else:
        independent = float(special.ndtri_exp(log_below / n))
    if not correlation:
        return independent
    tail, wanted = (_log_below, log_below) if log_below < log_above else (_log_above, log_above)
    single = float(special.ndtri_exp(log_below)) if log_below < log_above else -float(special.ndtri_exp(log_above))
    low, high = sorted((independent, single))  # The quantiles for the correlations 0 and 1.
    middle = math.sqrt(1 - correlation) * independent

    def excess(x: float) -> float:
        return float(tail(n, correlation, np.array([x]))[0]) - wanted

    low, high = min(low, middle), max(high, middle)
    while excess(low) * excess(high) > 0:
        low, high = low - 1, high + 1
        if high - low > 2 * _FARTHEST:
            raise InputError("the quantile lies too far out to be calculated; give a probability nearer to 0.5")
    return float(optimize.brentq(excess, low, high, xtol=1e-14, rtol=1e-13))


def _log_below(n: int, correlation: float, x: FloatArray) -> FloatArray:
    """Return the log probability that the maximum of n standard normal values is at most x."""
    if not correlation:
        return np.asarray(float(n) * special.log_ndtr(x))
    return _over_the_factor(n, correlation, x, _log_below, special.log_ndtr)


def _log_above(n: int, correlation: float, x: FloatArray) -> FloatArray:
    """Return the log probability that the maximum of n standard normal values is above x."""
    if not correlation:
        log_below = _log_below(n, 0.0, x)
        with np.errstate(divide="ignore"):
            near = np.log(-np.expm1(np.minimum(log_below, -1e-300)))
        return np.where(log_below < -1e-280, near, math.log(n) + special.log_ndtr(-np.asarray(x)))
    return _over_the_factor(n, correlation, x, _log_above, lambda z: special.log_ndtr(-z))


def _log_density(n: int, correlation: float, x: FloatArray) -> FloatArray:
    """Return the log density of the maximum of n standard normal values at x."""
    if not correlation:
        return log_density(n, x)
    inside = _over_the_factor(n, correlation, x, _log_density, lambda z: -np.square(z) / 2 - _ROOT_2PI)
    return np.asarray(inside - math.log(max(correlation, 1 - correlation)) / 2)


def _over_the_factor(
    n: int,
    correlation: float,
    x: FloatArray,
    of_own: Callable[[int, float, FloatArray], FloatArray],
    of_factor: Callable[[FloatArray], FloatArray],
) -> FloatArray:
    """Return the log of an integral over the common factor, or over the maximum of the systems' own parts.

    The unconditional maximum is √ρ F + √(1 − ρ) M. The integral is over the part that varies less, so that the other
    factor of the integrand changes slowly: the normal density of F times `of_own` of M, or the density of M times
    `of_factor` of F. Both products have a concave logarithm, hence one peak. The peak is located, and the trapezoidal
    rule sums around it.
    """
    common, own = math.sqrt(correlation), math.sqrt(1 - correlation)

    def over_factor(z: FloatArray) -> FloatArray:
        return of_own(n, 0.0, (x[:, np.newaxis] - common * z) / own) - np.square(z) / 2 - _ROOT_2PI

    def over_own(z: FloatArray) -> FloatArray:
        return _log_density(n, 0.0, z) + of_factor((x[:, np.newaxis] - own * z) / common)

    return _log_integral(over_factor if correlation <= 0.5 else over_own, _FARTHEST + 2 * np.abs(x))


def _log_integral(log_integrand: Callable[[FloatArray], FloatArray], farthest: FloatArray) -> FloatArray:
    """Return the log of the integral of each row's integrand, which has one peak between -`farthest` and `farthest`."""
    low, high = -farthest, farthest
    for _ in range(_ZOOMS):
        points = np.linspace(low, high, _COARSE, axis=-1)
        heights = log_integrand(points)
        near = heights > heights.max(axis=-1, keepdims=True) - NEGLIGIBLE
        rows = np.arange(len(points))
        first = np.maximum(near.argmax(axis=-1) - 1, 0)
        last = np.minimum(_COARSE - near[:, ::-1].argmax(axis=-1), _COARSE - 1)
        low, high = points[rows, first], points[rows, last]
    points = np.linspace(low, high, NODES, axis=-1)
    step = (high - low) / (NODES - 1)
    return np.asarray(special.logsumexp(log_integrand(points), axis=-1) + np.log(step))
