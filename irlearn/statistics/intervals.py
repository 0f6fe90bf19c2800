"""Confidence intervals of a mean or a mean difference, by Student's t and by the bootstrap."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas import Line, Node, Root, Sentence
from irlearn.statistics.arrays import (
    FloatArray,
    Scores,
    check_choice,
    check_count,
    check_share,
    generator,
    numbers,
    scale_of,
    shown,
)
from irlearn.statistics.lazy_scipy import special
from irlearn.statistics.null import MOST_RESAMPLES, t_around, t_quantile
from irlearn.statistics.paired import A_LESS_B
from irlearn.statistics.results import WorkedResult, in_short, mean_worked, worked
from irlearn.statistics.ties import NOISE, TOLERANCE, Pairs, dense_ranks, mean_of, same, snap_to_zero
from irlearn.text.english import count_noun
from irlearn.text.numbers import degrees, general, percent, readable, typed_text

BootstrapMethod = Literal["percentile", "bca"]
"""Plain percentiles of the resampled statistics, or percentiles corrected for bias and skewness (BCa)."""

Statistic = Callable[..., Any]
"""A function of an array that works along `axis`, as `numpy.mean` and `numpy.median` do."""

_BARS = 60  # of the histogram of the resampled statistics
_CHUNK = 2_000_000  # resampled scores per chunk; limits the memory that is used at a time


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Interval(WorkedResult):
    """A confidence interval.

    Attributes
    ----------
    estimate : float
        The statistic of the values.
    low, high : float
        The ends of the interval.
    level : float
        The confidence level.
    error : float
        The standard error of the estimate.
    values : ndarray, shape (n,)
        The scores, or the differences A - B if `paired`.
    method : str
        The method, in words.
    paired : bool
        Whether the interval is for the difference of two systems.
    """

    estimate: float
    low: float
    high: float
    level: float
    error: float
    values: FloatArray
    method: str
    paired: bool = False
    _scores: ClassVar[tuple[str, ...]] = ("value", str(A_LESS_B))
    _calculated: ClassVar[dict[str, Node]] = {str(A_LESS_B): A_LESS_B}

    @property
    def of(self) -> tuple[Node | str, ...]:
        """The words after "interval": the difference and the number of queries; empty for a single system."""
        return (" of ", A_LESS_B, f" on {count_noun(len(self.values), 'query')}") if self.paired else ()

    @property
    def heading(self) -> Sentence:
        """The level and the method."""
        return Sentence(f"{percent(self.level)} interval", *self.of, f": {self.method}")

    @property
    def title(self) -> str:
        """The level and the method, as plain text."""
        return str(self.heading)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """One row per value."""
        head = str(A_LESS_B) if self.paired else "value"
        return {"query": range(1, len(self.values) + 1), head: self.values.tolist()}

    @property
    def result(self) -> str:
        """The interval on one line."""
        return str(Sentence(*self._estimate_and_ends))

    @property
    def _estimate_and_ends(self) -> tuple[Node | str, ...]:
        between = ": " if self.paired else " ", in_short(self.low), " to ", in_short(self.high)
        return in_short(self.estimate), f", {percent(self.level)} interval", *self.of, *between

    def __contains__(self, value: float) -> bool:
        """Return whether the interval covers a value."""
        return self.low <= value <= self.high


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TInterval(Interval):
    """A t interval of a mean.

    Attributes
    ----------
    quantile : float
        The quantile of Student's t; the half width is `quantile` times `error`.
    """

    quantile: float

    @property
    def equations(self) -> tuple[Line, ...]:
        """The mean, its standard error, and the interval."""
        n = len(self.values)
        deviation = self.error * math.sqrt(n)
        return (
            mean_worked("mean", self.values, self.estimate, "the differences" if self.paired else "the values"),
            worked("standard error", lambda digits: in_short(deviation, digits) / Root(n), self.error),
            Sentence(f"mean ± {readable(self.quantile)} · {readable(self.error)}: ", *self._estimate_and_ends),
        )


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BootstrapInterval(Interval):
    """A bootstrap interval.

    Attributes
    ----------
    resampled : ndarray, shape (resamples,)
        The statistic of each resample; `error` is their standard deviation.
    percentiles : tuple of float
        The shares of the resampled statistics below the two ends.
    bias : float
        The bias correction z0 of BCa; 0 for plain percentiles.
    acceleration : float
        The correction for skewness of BCa; 0 for plain percentiles.
    """

    resampled: FloatArray
    percentiles: tuple[float, float]
    bias: float
    acceleration: float

    @property
    def equations(self) -> tuple[Line, ...]:
        """The corrections, the resulting percentiles, and the interval."""
        lines = []
        if self.bias or self.acceleration:
            corrections = in_short(self.bias), ", acceleration a = ", in_short(self.acceleration)
            lines.append(Sentence("bias correction z0 = ", *corrections))
        low, high = (f"{general(100 * percentile, 3)}%" for percentile in self.percentiles)
        lines.append(Sentence(f"the resampled values at {low} and {high} of {len(self.resampled):,}"))
        return *lines, Sentence(*self._estimate_and_ends)

    def histogram(self) -> tuple[FloatArray, FloatArray]:
        """Return a histogram of the resampled statistics.

        Returns
        -------
        middles : ndarray, shape (60,)
            The middle of each bar.
        shares : ndarray, shape (60,)
            The share of the resamples in each bar.
        """
        shares, edges = np.histogram(self.resampled, bins=_BARS)
        return (edges[:-1] + edges[1:]) / 2, shares / len(self.resampled)


def t_interval(a: Scores, b: Scores | None = None, *, level: float = 0.95) -> TInterval:
    """Return the t interval of a mean, or of the mean difference of two systems.

    Parameters
    ----------
    a : array_like or sequence of Fraction, shape (n,)
        The scores of a system, one per query.
    b : array_like or sequence of Fraction, shape (n,), optional
        The scores of another system on the same queries; the interval is then for the mean difference A - B.
    level : float, default: 0.95
        The confidence level, between 0 and 1.

    Returns
    -------
    TInterval

    Raises
    ------
    InputError
        For NaN, unequal lengths, fewer than 2 values, and values that are all the same.

    References
    ----------
    .. [1] Student (1908).

    Examples
    --------
    >>> t_interval([0.2, 0.4, 0.6])
    <TInterval: mean ± 4.303 · 0.1155: 0.4000, 95% interval -0.0968 to 0.8968>
    """
    level = check_share(level, "level")
    values, mean = _values(a, b)
    n = len(values)
    deviations = values - mean
    error = math.sqrt(float(deviations @ deviations) / (n - 1)) / math.sqrt(n)
    low, high = t_around(mean, error, n - 1, level)
    return TInterval(
        estimate=mean,
        low=low,
        high=high,
        level=level,
        error=error,
        values=values,
        paired=b is not None,
        method=f"mean ± t with {degrees(n - 1)}",
        quantile=t_quantile((1 - level) / 2, n - 1),
    )


def bootstrap_interval(
    a: Scores,
    b: Scores | None = None,
    *,
    statistic: Statistic = np.mean,
    level: float = 0.95,
    method: BootstrapMethod = "bca",
    resamples: int = 9999,
    rng: np.random.Generator | int | None = None,
) -> BootstrapInterval:
    """Return the bootstrap interval of a statistic of a system's scores, or of the differences of two systems.

    The queries are resampled with replacement. The "percentile" interval contains the middle share `level` of the
    resampled statistics; "bca" corrects this share for bias and skewness [1]_.

    Parameters
    ----------
    a : array_like or sequence of Fraction, shape (n,)
        The scores of a system, one per query.
    b : array_like or sequence of Fraction, shape (n,), optional
        The scores of another system on the same queries; the interval is then for a statistic of the differences A - B.
    statistic : callable, default: numpy.mean
        A function of an array that works along `axis`, such as `numpy.mean` and `numpy.median`.
    level : float, default: 0.95
        The confidence level, between 0 and 1.
    method : {"bca", "percentile"}
        The method.
    resamples : int, default: 9999
        The number of resamples, at least 2.
    rng : numpy.random.Generator or int
        A generator or a seed; required.

    Returns
    -------
    BootstrapInterval

    Raises
    ------
    InputError
        For NaN, unequal lengths, fewer than 2 values, constant values, and a missing `rng`.

    References
    ----------
    .. [1] Efron (1987).
    .. [2] Efron and Tibshirani (1993).

    Examples
    --------
    >>> interval = bootstrap_interval([0.1, 0.2, 0.4, 0.9], rng=1)
    >>> interval.low < interval.estimate < interval.high, interval.estimate
    (True, 0.4)
    """
    level = check_share(level, "level")
    check_choice(method, BootstrapMethod, "method")
    resamples = check_count(resamples, "resamples", least=2, most=MOST_RESAMPLES)
    if not callable(statistic):
        raise InputError(f"{_STATISTIC}; given: {shown(statistic)}")
    values, _ = _values(a, b)
    source = generator(rng, "a bootstrap interval")
    estimate = snap_to_zero(float(_applied(statistic, values[np.newaxis])[0]), _noise(values))
    resampled = _resampled(values, statistic, resamples, source)
    ends = ((1 - level) / 2, (1 + level) / 2)
    bias, acceleration = 0.0, 0.0
    if method == "bca":
        bias, acceleration = _corrections(values, statistic, resampled, estimate)
        z = -float(special.ndtri(ends[0]))
        ends = (_bca_percentile(bias - z, bias, acceleration), _bca_percentile(bias + z, bias, acceleration))
    low, high = (float(end) for end in np.quantile(resampled, ends))
    name = "BCa" if method == "bca" else "percentile"
    return BootstrapInterval(
        estimate=estimate,
        low=low,
        high=high,
        level=level,
        error=float(resampled.std(ddof=1)),
        values=values,
        paired=b is not None,
        method=f"{name} bootstrap, {count_noun(resamples, 'resample')}",
        resampled=resampled,
        percentiles=ends,
        bias=bias,
        acceleration=acceleration,
    )


def _values(a: Scores, b: Scores | None) -> tuple[FloatArray, float]:
    """Return the values or the differences, and their mean; raise `InputError` if they are constant."""
    if b is None:
        values = numbers(a, "the values", each="value")
        scale_of(values)
        mean, constant = mean_of(values), same(values)
    else:
        pairs = Pairs.of(a, b)
        values, mean, constant = pairs.raw, pairs.mean, pairs.constant
    if constant:
        what = "values" if b is None else "differences"
        raise InputError(
            f"all {len(values)} {what} are the same ({typed_text(values[0])}); "
            "they have no spread to make an interval of"
        )
    return values, mean


def _noise(values: FloatArray) -> float:
    """Return the largest difference that rounding can make between two equal statistics of values or resamples."""
    return NOISE * float(np.abs(values).max())


def _bca_percentile(z: float, bias: float, acceleration: float) -> float:
    """Return the percentile of BCa for the normal score z; 0 or 1 if the divisor of the correction is not positive."""
    denominator = 1 - acceleration * z
    if denominator <= 0:
        return 1.0 if z > 0 else 0.0
    return float(special.ndtr(bias + z / denominator))


_STATISTIC = "statistic must be a function that works along an axis, as numpy.mean and numpy.median do"


def _applied(statistic: Statistic, rows: FloatArray) -> FloatArray:
    try:
        results = np.asarray(statistic(rows, axis=-1))
    except (TypeError, ValueError) as error:
        raise InputError(f"{_STATISTIC}; this one failed with: {' '.join(str(error).split())}") from error
    if results.shape != rows.shape[:1] or results.dtype.kind not in "biuf":
        raise InputError("statistic must give one number per row along axis=-1, as numpy.mean and numpy.median do")
    if not np.isfinite(results).all():
        raise InputError("statistic gives no finite number on some of the resamples; take another one")
    return results.astype(np.float64)


def _resampled(values: FloatArray, statistic: Statistic, resamples: int, rng: np.random.Generator) -> FloatArray:
    n = len(values)
    rows = max(_CHUNK // n, 1)
    parts = []
    for start in range(0, resamples, rows):
        indexes = rng.integers(0, n, (min(rows, resamples - start), n))
        parts.append(_applied(statistic, values[indexes]))
    return np.concatenate(parts)


def _corrections(
    values: FloatArray, statistic: Statistic, resampled: FloatArray, estimate: float
) -> tuple[float, float]:
    """Return the bias and the acceleration of BCa.

    The bias comes from the share of resamples below the estimate, where ties count half.
    """
    slack = np.maximum(TOLERANCE * np.maximum(np.abs(resampled), abs(estimate)), _noise(values))
    tied = np.abs(resampled - estimate) <= slack
    share_below = float(((resampled < estimate) & ~tied).mean()) + float(tied.mean()) / 2
    if not 0 < share_below < 1:
        raise InputError(
            "BCa needs resamples on both sides of the estimate, and there are none on one side;"
            " write method='percentile' or give more resamples"
        )
    return float(special.ndtri(share_below)), _acceleration(_jackknifed(values, statistic), _noise(values))


def _acceleration(jackknifed: FloatArray, noise: float) -> float:
    """Return the acceleration of BCa: one sixth of the skewness of the jackknifed statistics.

    Statistics whose difference is at most `noise` count as equal, because rounding errors alone can cause it.
    """
    ranks = dense_ranks(jackknifed, np.maximum(TOLERANCE * np.abs(jackknifed), noise))
    if not ranks.any():
        return 0.0
    _, first = np.unique(ranks, return_index=True)
    equalized = jackknifed[first][ranks]
    deviations = equalized.mean() - equalized
    deviations /= float(np.abs(deviations).max())  # scaled so that their cubes fit into a float
    squares = float((deviations**2).sum())
    return mean_of(deviations**3) * len(deviations) / (6 * math.pow(squares, 1.5))


def _jackknifed(values: FloatArray, statistic: Statistic) -> FloatArray:
    """Return the statistic with each value left out in turn; for the mean, up to a constant that is left out."""
    n = len(values)
    if statistic is np.mean:
        # Only differences between these statistics matter, so the mean, with its rounding error, can be left out.
        deviations: FloatArray = (values.mean() - values) / (n - 1)
        return deviations
    rows = max(_CHUNK // n, 1)
    parts = []
    for start in range(0, n, rows):
        left_out = np.arange(start, min(start + rows, n))[:, np.newaxis]
        others = np.arange(n - 1)[np.newaxis]
        parts.append(_applied(statistic, values[others + (others >= left_out)]))
    return np.concatenate(parts)
