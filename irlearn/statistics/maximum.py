"""The highest of N independent standard normal values: its density, its mean m_N and its variance."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from scipy import special

from irlearn.statistics.arrays import FloatArray, check_count

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
