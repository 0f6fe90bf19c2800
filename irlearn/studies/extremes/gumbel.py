"""The Gumbel distribution as an approximation of the maximum, with the constants people use, and what each costs."""

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

_POINTS = 20_001  # at which the greatest distance between two distribution functions is looked for
_LEAST = 1e-8


@dataclass(frozen=True)
class Gumbel:
    """The Gumbel distribution F(x) = exp(−exp(−(x − alpha) / beta)), with `beta` above 0.

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
        """The probability of `x` or less."""
        with np.errstate(over="ignore"):
            return np.exp(-np.exp(-self._standard(x)))

    def pdf(self, x: ArrayLike) -> Any:
        """The density at `x`."""
        with np.errstate(over="ignore"):
            return np.exp(-self._standard(x) - np.exp(-self._standard(x))) / self.beta

    def quantile(self, p: float) -> float:
        """The value below which a share `p` of the distribution lies."""
        return self.alpha - self.beta * math.log(-math.log(check_share(p, "the probability of a quantile")))

    @property
    def expected(self) -> float:
        """The mean: alpha + γ beta, with γ = 0.5772..., Euler's constant."""
        return self.alpha + np.euler_gamma * self.beta

    def _standard(self, x: ArrayLike) -> Any:
        return (np.asarray(x, dtype=np.float64) - self.alpha) / self.beta


def gumbel_by_quantiles(maximum: Maximum) -> Gumbel:
    """Quantiles: alpha = q(1 − 1/N), beta = q(1 − 1/(N e)) − q(1 − 1/N), q of one system's normal distribution.

    >>> round(gumbel_by_quantiles(Maximum(100)).alpha, 4)
    2.3263
    """
    alpha = _one_of(maximum, 1)
    return Gumbel(alpha, _one_of(maximum, math.e) - alpha)


def gumbel_by_hazard(maximum: Maximum) -> Gumbel:
    """One quantile: alpha = q(1 − 1/N) and beta = sd / √(2 ln N): alpha grows with N and beta shrinks."""
    return Gumbel(_one_of(maximum, 1), _scale(maximum))


def gumbel_classic(maximum: Maximum) -> Gumbel:
    """The classic constants: with r = √(2 ln N), beta = sd / r and alpha = mean + sd (r − (ln ln N + ln 4π) / 2r)."""
    beta = _scale(maximum)
    root, shift = maximum.sd / beta, math.log(math.log(maximum.n)) + math.log(4 * math.pi)
    return Gumbel(maximum.mean + maximum.sd * (root - shift / (2 * root)), beta)


def gumbel_by_moments(maximum: Maximum) -> Gumbel:
    """The Gumbel distribution with the exact mean and standard deviation of the maximum: beta = deviation √6 / π."""
    beta = maximum.deviation * math.sqrt(6) / math.pi
    return Gumbel(maximum.expected - np.euler_gamma * beta, beta)


def gumbel_as_written(maximum: Maximum) -> Gumbel:
    """What Carterette (2015, section 2) writes: alpha is the mean of the systems, and beta grows with N.

    The paper gives no beta; this one makes the mean of the distribution right, so that what is wrong is the shape.

    >>> round(gumbel_as_written(Maximum(100, 0.2, 0.027)).expected, 4)
    0.2677
    """
    _many(maximum)
    return Gumbel(maximum.mean, (maximum.expected - maximum.mean) / np.euler_gamma)


CONSTANTS: Mapping[str, Callable[[Maximum], Gumbel]] = {
    "quantiles": gumbel_by_quantiles,
    "quantile and √(2 ln N)": gumbel_by_hazard,
    "classic": gumbel_classic,
    "moments": gumbel_by_moments,
    "as the paper writes it": gumbel_as_written,
}
"""The ways to choose alpha and beta, by name."""


@dataclass(frozen=True)
class GumbelError:
    """How far one choice of constants is from the exact maximum.

    `distance` is the greatest difference of the distribution functions (Kolmogorov and Smirnov), `at_95` the error of
    the 95% point in standard errors of one system.
    """

    constants: str
    gumbel: Gumbel
    distance: float
    at_95: float


@dataclass(frozen=True, repr=False)
class GumbelErrors(Page):
    """Every choice of constants beside the exact distribution of the maximum.

    >>> found = gumbel_errors(Maximum(100, 0.2, 0.027))
    >>> [(one.constants, round(one.distance, 3), round(one.at_95, 2)) for one in found.errors][:3]
    [('quantiles', 0.02, 0.09), ('quantile and √(2 ln N)', 0.032, 0.02), ('classic', 0.059, 0.06)]
    """

    maximum: Maximum
    errors: tuple[GumbelError, ...]

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        return f"Gumbel against the exact maximum of {self.maximum.n} systems"

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        rows = [
            [
                one.constants,
                *(fixed(x, 4) for x in (one.gumbel.alpha, one.gumbel.beta, one.distance)),
                fixed(one.at_95, 2),
            ]
            for one in self.errors
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
    """How far each choice of Gumbel constants is from the exact maximum. Raises `InputError` for N below 2."""
    if maximum.correlation:
        raise InputError("the constants of Gumbel are for independent systems; take maximum.given_factor()")
    return GumbelErrors(maximum, tuple(_error(name, of(maximum), maximum) for name, of in CONSTANTS.items()))


@cache
def _grid(maximum: Maximum) -> Any:
    return np.linspace(maximum.quantile(_LEAST), maximum.quantile(1 - _LEAST), _POINTS)


def _error(name: str, gumbel: Gumbel, maximum: Maximum) -> GumbelError:
    x = _grid(maximum)
    distance = float(np.max(np.abs(gumbel.cdf(x) - maximum.cdf(x))))
    return GumbelError(name, gumbel, distance, abs(gumbel.quantile(0.95) - maximum.quantile(0.95)) / maximum.sd)


def _one_of(maximum: Maximum, parts: float) -> float:
    """The value that one system exceeds with the probability 1 / (N parts)."""
    from scipy import special

    _many(maximum)
    return maximum.mean - maximum.sd * float(special.ndtri_exp(-math.log(maximum.n) - math.log(parts)))


def _scale(maximum: Maximum) -> float:
    _many(maximum)
    return maximum.sd / math.sqrt(2 * math.log(maximum.n))


def _many(maximum: Maximum) -> None:
    if maximum.n < 2:
        raise InputError("Gumbel's distribution needs at least 2 systems; given: 1")
