"""The noncentral t distribution, by numerical integration: SciPy's loses its way where t is large."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from irlearn.statistics.arrays import FloatArray
from irlearn.statistics.root_finding import falling_root

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
