"""Confidence intervals of a mean, or of a mean difference: by Student's t, and by the bootstrap."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from scipy import special

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
from irlearn.statistics.null import MOST_RESAMPLES, t_around, t_quantile
from irlearn.statistics.paired import A_LESS_B
from irlearn.statistics.results import WorkedResult, in_short, mean_worked, worked
from irlearn.statistics.ties import NOISE, TOLERANCE, Pairs, dense_ranks, mean_of, same, snap_to_zero
from irlearn.text.english import count_noun
from irlearn.text.numbers import degrees, general, percent, readable, typed_text

BootstrapMethod = Literal["percentile", "bca"]
"""The percentiles of the resampled statistics as they are, or corrected for bias and skewness."""

Statistic = Callable[..., Any]
"""A function of an array that works along `axis`, as `numpy.mean` and `numpy.median` do."""

_BARS = 60  # of a histogram
_AT_ONCE = 2_000_000  # scores drawn at once, which bounds the memory


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Interval(WorkedResult):
    """A confidence interval from `low` to `high` at `level`, around `estimate`.

    `values` are the scores, or the differences A - B of two `paired` systems. `error` is the standard error.
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
        """The direction of a difference and the number of queries, to follow "interval"; empty for one system."""
        return (" of ", A_LESS_B, f" on {count_noun(len(self.values), 'query')}") if self.paired else ()

    @property
    def heading(self) -> Sentence:
        """The level and the method."""
        return Sentence(f"{percent(self.level)} interval", *self.of, f": {self.method}")

    @property
    def title(self) -> str:
        """The same as plain text."""
        return str(self.heading)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The values that the interval comes from."""
        head = str(A_LESS_B) if self.paired else "value"
        return {"query": range(1, len(self.values) + 1), head: self.values.tolist()}

    @property
    def result(self) -> str:
        """The interval on one line."""
        return str(Sentence(*self._found))

    @property
    def _found(self) -> tuple[Node | str, ...]:
        between = ": " if self.paired else " ", in_short(self.low), " to ", in_short(self.high)
        return in_short(self.estimate), f", {percent(self.level)} interval", *self.of, *between

    def __contains__(self, value: float) -> bool:
        """Whether the interval covers a value."""
        return self.low <= value <= self.high


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class TInterval(Interval):
    """A t interval of a mean; `quantile` is the t that its half width is made of."""

    quantile: float

    @property
    def equations(self) -> tuple[Line, ...]:
        """The mean, its standard error, and the interval."""
        n = len(self.values)
        deviation = self.error * math.sqrt(n)
        return (
            mean_worked("mean", self.values, self.estimate, "the differences" if self.paired else "the values"),
            worked("standard error", lambda digits: in_short(deviation, digits) / Root(n), self.error),
            Sentence(f"mean ± {readable(self.quantile)} · {readable(self.error)}: ", *self._found),
        )


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BootstrapInterval(Interval):
    """A bootstrap interval; `resampled` holds the statistic of each resample, and `error` their standard deviation.

    `percentiles` are the shares of the resamples below its two ends. For BCa, `bias` is the bias correction z0 and
    `acceleration` the correction for skewness; both are 0 for the plain percentiles.
    """

    resampled: FloatArray
    percentiles: tuple[float, float]
    bias: float
    acceleration: float

    @property
    def equations(self) -> tuple[Line, ...]:
        """The corrections, the percentiles that they lead to, and the interval."""
        found = []
        if self.bias or self.acceleration:
            corrections = in_short(self.bias), ", acceleration a = ", in_short(self.acceleration)
            found.append(Sentence("bias correction z0 = ", *corrections))
        low, high = (f"{general(100 * part, 3)}%" for part in self.percentiles)
        found.append(Sentence(f"the resampled values at {low} and {high} of {len(self.resampled):,}"))
        return *found, Sentence(*self._found)

    def histogram(self) -> tuple[FloatArray, FloatArray]:
        """The middles and the shares of a histogram of the resampled statistics, to be drawn."""
        shares, edges = np.histogram(self.resampled, bins=_BARS)
        return (edges[:-1] + edges[1:]) / 2, shares / len(self.resampled)


def t_interval(a: Scores, b: Scores | None = None, *, level: float = 0.95) -> TInterval:
    """The t interval of the mean of `a`, or, with `b`, of the mean difference A - B on the same queries.

    Both hold one score a query, at least 2. Raises `InputError` for nan, unequal lengths, and constant values, which
    have no spread to make an interval of. Source: Student (1908).

    >>> t_interval([0.2, 0.4, 0.6])
    <TInterval: mean ± 4.303 · 0.1155: 0.4000, 95% interval -0.0968 to 0.8968>
    """
    level = check_share(level, "level")
    values, mean = _values(a, b)
    n = len(values)
    apart = values - mean
    error = math.sqrt(float(apart @ apart) / (n - 1)) / math.sqrt(n)
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
    """The bootstrap interval of a statistic of `a`, or, with `b`, of the differences A - B on the same queries.

    Queries are drawn again, with repetition, `resamples` times; the interval holds the middle share `level` of the
    statistics ("percentile"), or with "bca" that share corrected for bias and skewness. `statistic` works along `axis`,
    as `numpy.mean` and `numpy.median` do. `rng` is a generator or a seed. Raises `InputError` for nan, unequal lengths,
    fewer than 2 values, constant values, and a missing `rng`. Source: Efron (1987); Efron and Tibshirani (1993).

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
        far = -float(special.ndtri(ends[0]))
        ends = (_corrected(bias - far, bias, acceleration), _corrected(bias + far, bias, acceleration))
    low, high = (float(found) for found in np.quantile(resampled, ends))
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
    """The values or the differences, and their mean."""
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
    """What rounding may make of two equal results of a statistic of these values, or of some of them."""
    return NOISE * float(np.abs(values).max())


def _corrected(z: float, bias: float, acceleration: float) -> float:
    """The percentile that BCa takes for the one at z; beyond where its curve leaves for infinity, the very last."""
    left = 1 - acceleration * z
    if left <= 0:
        return 1.0 if z > 0 else 0.0
    return float(special.ndtr(bias + z / left))


_STATISTIC = "statistic must be a function that works along an axis, as numpy.mean and numpy.median do"


def _applied(statistic: Statistic, rows: FloatArray) -> FloatArray:
    try:
        found = np.asarray(statistic(rows, axis=-1))
    except (TypeError, ValueError) as error:
        raise InputError(f"{_STATISTIC}; this one failed with: {' '.join(str(error).split())}") from error
    if found.shape != rows.shape[:1] or found.dtype.kind not in "biuf":
        raise InputError("statistic must give one number a row along axis=-1, as numpy.mean and numpy.median do")
    if not np.isfinite(found).all():
        raise InputError("statistic gives no finite number on some of the resamples; take another one")
    return found.astype(np.float64)


def _resampled(values: FloatArray, statistic: Statistic, resamples: int, rng: np.random.Generator) -> FloatArray:
    n = len(values)
    rows = max(_AT_ONCE // n, 1)
    parts = []
    for start in range(0, resamples, rows):
        drawn = rng.integers(0, n, (min(rows, resamples - start), n))
        parts.append(_applied(statistic, values[drawn]))
    return np.concatenate(parts)


def _corrections(
    values: FloatArray, statistic: Statistic, resampled: FloatArray, estimate: float
) -> tuple[float, float]:
    """z0 from the share of resamples below the estimate (ties half), and a from leaving out each value in turn."""
    slack = np.maximum(TOLERANCE * np.maximum(np.abs(resampled), abs(estimate)), _noise(values))
    tied = np.abs(resampled - estimate) <= slack
    middle = float(((resampled < estimate) & ~tied).mean()) + float(tied.mean()) / 2
    if not 0 < middle < 1:
        raise InputError(
            "BCa needs resamples on both sides of the estimate, and there are none on one side;"
            " write method='percentile' or give more resamples"
        )
    return float(special.ndtri(middle)), _acceleration(_jackknifed(values, statistic), _noise(values))


def _acceleration(left_out: FloatArray, noise: float) -> float:
    """The skewness of the jackknifed statistics over 6; those that are equal but for rounding count as equal."""
    place = dense_ranks(left_out, np.maximum(TOLERANCE * np.abs(left_out), noise))
    if not place.any():
        return 0.0
    _, first = np.unique(place, return_index=True)
    alike = left_out[first][place]
    apart = alike.mean() - alike
    apart /= float(np.abs(apart).max())  # whose cubes have room in a float
    squares = float((apart**2).sum())
    return mean_of(apart**3) * len(apart) / (6 * math.pow(squares, 1.5))


def _jackknifed(values: FloatArray, statistic: Statistic) -> FloatArray:
    n = len(values)
    if statistic is np.mean:
        apart: FloatArray = (values.mean() - values) / (n - 1)  # from the mean of all, free of its rounding
        return apart
    rows = max(_AT_ONCE // n, 1)
    parts = []
    for start in range(0, n, rows):
        left = np.arange(start, min(start + rows, n))[:, np.newaxis]
        others = np.arange(n - 1)[np.newaxis]
        parts.append(_applied(statistic, values[others + (others >= left)]))
    return np.concatenate(parts)
