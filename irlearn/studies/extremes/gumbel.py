"""The Gumbel distribution as an approximation of the maximum, with common choices of its constants and their errors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import check_share
from irlearn.studies.extremes.extreme_values import Maximum, above_zero, finite
from irlearn.text.numbers import fixed

_POINTS = 20_001  # Points at which two distribution functions are compared.
_LEAST = 1e-8


@dataclass(frozen=True)
class Gumbel:
    """The Gumbel distribution F(x) = exp(−exp(−(x − alpha) / beta)).

    Parameters
    ----------
    alpha : float
        Location.
    beta : float
        Scale, above 0.

    Examples
    --------
    >>> luck = Gumbel(0.0, 1.0)
    >>> round(luck.expected, 4), round(luck.quantile(0.95), 4), round(float(luck.cdf(0.0)), 4)
    (0.5772, 2.9702, 0.3679)
    """

    alpha: float
    beta: float

    def __post_init__(self) -> None:
        finite(self.alpha, "alpha")
        above_zero(self.beta, "beta")

    def cdf(self, x: ArrayLike) -> Any:
        """Return the probability of `x` or less."""
        with np.errstate(over="ignore"):
            return np.exp(-np.exp(-self._standard(x)))

    def pdf(self, x: ArrayLike) -> Any:
        """Return the density at `x`."""
        with np.errstate(over="ignore"):
            return np.exp(-self._standard(x) - np.exp(-self._standard(x))) / self.beta

    def quantile(self, p: float) -> float:
        """Return the `p` quantile of the distribution."""
        return self.alpha - self.beta * math.log(-math.log(check_share(p, "the probability of a quantile")))

    @property
    def expected(self) -> float:
        """The mean: alpha + γ beta, with Euler's constant γ = 0.5772..."""
        return self.alpha + np.euler_gamma * self.beta

    def _standard(self, x: ArrayLike) -> Any:
        return (np.asarray(x, dtype=np.float64) - self.alpha) / self.beta


def gumbel_by_quantiles(maximum: Maximum) -> Gumbel:
    """Choose alpha = q(1 − 1/N) and beta = q(1 − 1/(N e)) − q(1 − 1/N), where q is the quantile of one system.

    >>> round(gumbel_by_quantiles(Maximum(100)).alpha, 4)
    2.3263
    """
    alpha = _tail_quantile(maximum, 1)
    return Gumbel(alpha, _tail_quantile(maximum, math.e) - alpha)


def gumbel_by_hazard(maximum: Maximum) -> Gumbel:
    """Choose alpha = q(1 − 1/N) and beta = sd / √(2 ln N); alpha grows with N and beta shrinks."""
    return Gumbel(_tail_quantile(maximum, 1), _scale(maximum))


def gumbel_classic(maximum: Maximum) -> Gumbel:
    """Choose the classic constants beta = sd / r and alpha = mean + sd (r − (ln ln N + ln 4π) / 2r), r = √(2 ln N)."""
    beta = _scale(maximum)
    root, shift = maximum.sd / beta, math.log(math.log(maximum.n)) + math.log(4 * math.pi)
    return Gumbel(maximum.mean + maximum.sd * (root - shift / (2 * root)), beta)


def gumbel_by_moments(maximum: Maximum) -> Gumbel:
    """Choose the constants that give the exact mean and standard deviation of the maximum: beta = deviation √6 / π."""
    beta = maximum.deviation * math.sqrt(6) / math.pi
    return Gumbel(maximum.expected - np.euler_gamma * beta, beta)


def gumbel_as_written(maximum: Maximum) -> Gumbel:
    """Choose the constants of Carterette (2015, section 2): alpha is the mean of the systems, and beta grows with N.

    The paper has no formula for beta. Here beta gives the distribution the right mean, so that only its shape is wrong.

    >>> round(gumbel_as_written(Maximum(100, 0.2, 0.027)).expected, 4)
    0.2677
    """
    _check_systems(maximum)
    return Gumbel(maximum.mean, (maximum.expected - maximum.mean) / np.euler_gamma)


CONSTANTS: Mapping[str, Callable[[Maximum], Gumbel]] = {
    "quantiles": gumbel_by_quantiles,
    "quantile and √(2 ln N)": gumbel_by_hazard,
    "classic": gumbel_classic,
    "moments": gumbel_by_moments,
    "as the paper writes it": gumbel_as_written,
}
"""The functions that choose alpha and beta, by name."""


@dataclass(frozen=True)
class GumbelError:
    """The error of one choice of constants.

    `distance` is the largest difference of the distribution functions (Kolmogorov and Smirnov); `at_95` is the error of
    the 95% point in standard errors of one system.
    """

    constants: str
    gumbel: Gumbel
    distance: float
    at_95: float


@dataclass(frozen=True, repr=False)
class GumbelErrors(Page):
    """The errors of all choices of constants, compared with the exact distribution of the maximum.

    Attributes
    ----------
    maximum : Maximum
        The exact distribution.
    errors : tuple of GumbelError
        The error of each choice.

    Examples
    --------
    >>> comparison = gumbel_errors(Maximum(100, 0.2, 0.027))
    >>> [(error.constants, round(error.distance, 3), round(error.at_95, 2)) for error in comparison.errors][:3]
    [('quantiles', 0.02, 0.09), ('quantile and √(2 ln N)', 0.032, 0.02), ('classic', 0.059, 0.06)]
    """

    maximum: Maximum
    errors: tuple[GumbelError, ...]

    @property
    def title(self) -> str:
        """Title with the number of systems."""
        return f"Gumbel against the exact maximum of {self.maximum.n} systems"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            [
                error.constants,
                *(fixed(x, 4) for x in (error.gumbel.alpha, error.gumbel.beta, error.distance)),
                fixed(error.at_95, 2),
            ]
            for error in self.errors
        ]
        header = ["constants", "alpha", "beta", "distance", "error at 95%, in standard errors"]
        return [
            Prose(self.title, strong=True),
            Table("", header, rows),
            Prose(
                "The exact distribution needs no approximation. As N grows, alpha grows and beta shrinks; the paper "
                "says that alpha stays and beta grows."
            ),
        ]

    def __repr__(self) -> str:
        return f"GumbelErrors of {len(self.errors)} choices of constants, N = {self.maximum.n}"


def gumbel_errors(maximum: Maximum) -> GumbelErrors:
    """Compare each choice of Gumbel constants with the exact maximum.

    Parameters
    ----------
    maximum : Maximum
        The exact distribution, of independent systems.

    Returns
    -------
    GumbelErrors

    Raises
    ------
    InputError
        If N is below 2, or the systems are correlated.
    """
    if maximum.correlation:
        raise InputError("the constants of Gumbel are for independent systems; take maximum.given_factor()")
    return GumbelErrors(maximum, tuple(_error(name, choose(maximum), maximum) for name, choose in CONSTANTS.items()))


@cache
def _grid(maximum: Maximum) -> Any:
    return np.linspace(maximum.quantile(_LEAST), maximum.quantile(1 - _LEAST), _POINTS)


def _error(name: str, gumbel: Gumbel, maximum: Maximum) -> GumbelError:
    x = _grid(maximum)
    distance = float(np.max(np.abs(gumbel.cdf(x) - maximum.cdf(x))))
    return GumbelError(name, gumbel, distance, abs(gumbel.quantile(0.95) - maximum.quantile(0.95)) / maximum.sd)


def _tail_quantile(maximum: Maximum, parts: float) -> float:
    """Return the value that one system exceeds with the probability 1 / (N parts)."""
    from scipy import special

    _check_systems(maximum)
    return maximum.mean - maximum.sd * float(special.ndtri_exp(-math.log(maximum.n) - math.log(parts)))


def _scale(maximum: Maximum) -> float:
    _check_systems(maximum)
    return maximum.sd / math.sqrt(2 * math.log(maximum.n))


def _check_systems(maximum: Maximum) -> None:
    if maximum.n < 2:
        raise InputError("Gumbel's distribution needs at least 2 systems; given: 1")
