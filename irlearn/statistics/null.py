"""Null distributions of test statistics: counted, sampled or approximated, and the tail probabilities of the tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.statistics.arrays import Alternative, FloatArray
from irlearn.statistics.lazy_scipy import special
from irlearn.text.numbers import general

Kind = Literal["probabilities", "histogram", "density"]
MOST_COUNTED = 62
"""The largest number of signs whose 2^n combinations an int64 can count."""
MOST_RESAMPLES = 10**8
"""The largest number of permutations, shuffles or resamples; each keeps a float in memory."""

_BARS = 101  # the approximate number of bars of a histogram; odd, so that a bar can be in the middle
_MOST_BARS = 20 * _BARS  # the largest number of distinct values that get a bar each
_TINY_TAIL = 1e-100  # SciPy's t quantile fails for smaller tails
_POINTS, _OUTER_POINTS = 241, 40  # of a density: in its middle, and farther out on each side
_DEVIATIONS = 4.5  # the half width of a drawn density, unless the observed value is farther out
_LARGEST_EVEN_T = 40.0  # the largest t that the evenly spaced points reach
_BEYOND_OBSERVED = 1.1  # a density extends beyond the observed value by this factor
_FAINT = 1e-3  # share of the highest bar; lower bars at both ends are left out unless needed


@dataclass(frozen=True, eq=False, repr=False)
class NullDistribution:
    """The distribution of a test statistic under the null hypothesis, ready to be drawn.

    Attributes
    ----------
    support : ndarray, shape (n,)
        The positions of the bars or points, ascending.
    heights : ndarray, shape (n,)
        The probability of each bar, or the density at each point. The probabilities add up to 1.
    kind : {"probabilities", "histogram", "density"}
        Whether `heights` are exact probabilities, shares of a histogram, or a density.
    observed : float
        The observed statistic.
    low, high : float
        Values up to `low` and from `high` on are at least as extreme as `observed`; -inf or inf if there is no lower or
        upper tail.
    width : float
        The width of a histogram's bars; 0 for the other kinds.
    doubled : bool
        Whether p is twice the probability of the extreme values, at most 1. This is so for two-sided tests with an
        asymmetric distribution, for which the extreme values are the smaller tail.

    Examples
    --------
    >>> from irlearn.statistics import sign_test
    >>> null = sign_test([1, 1, 1, 0], [0, 0, 0, 1]).null
    >>> null
    <NullDistribution: 5 probabilities from 0 to 4, observed 3>
    >>> null.heights.tolist(), null.extreme.tolist()
    ([0.0625, 0.25, 0.375, 0.25, 0.0625], [True, True, False, True, True])
    """

    support: FloatArray
    heights: FloatArray
    kind: Kind
    observed: float
    low: float
    high: float
    width: float = 0.0
    doubled: bool = False

    @property
    def extreme(self) -> NDArray[np.bool_]:
        """Which values of the support are at least as extreme as the observed value."""
        return (self.support <= self.low) | (self.support >= self.high)

    @property
    def mirror(self) -> float | None:
        """The limit of the other tail; None if there is no other tail or its limit is `observed`.

        >>> from irlearn.statistics import sign_test
        >>> sign_test([1, 1, 1, 0], [0, 0, 0, 1]).null.mirror, sign_test([1, 0], [0, 1]).null.mirror
        (1.0, None)
        """
        other = self.low if self.observed > self.low else self.high
        only_limit = math.isclose(other, self.observed, rel_tol=1e-9, abs_tol=1e-12)
        return None if only_limit or not math.isfinite(other) else float(other)

    def to_plot(self, *needed: float | None) -> Drawn:
        """Return the part of the distribution that is drawn.

        Parameters
        ----------
        *needed : float or None
            Values that the part has to include, besides the observed value, the limits, and all bars or points that are
            not too low to be seen. None and infinite values are ignored.

        Returns
        -------
        Drawn

        Examples
        --------
        >>> from irlearn.statistics import sign_test
        >>> sign_test([1] * 30, [0] * 30).null.to_plot().support.tolist()[:3]
        [0.0, 1.0, 2.0]
        """
        visible = np.flatnonzero(self.heights >= _FAINT * self.heights.max())
        values = [value for value in (self.observed, self.low, self.high, *needed) if value is not None]
        neighbors = [index for value in values if math.isfinite(value) for index in self._neighbors(value)]
        kept = slice(min(int(visible[0]), *neighbors), max(int(visible[-1]), *neighbors) + 1)
        return Drawn(self.support[kept], self.heights[kept], self.extreme[kept], self)

    def _neighbors(self, value: float) -> tuple[int, int]:
        """Return the indexes of the points of a density on both sides of a value; for bars, the nearest bar twice."""
        if self.kind == "density":
            left, right = (int(np.searchsorted(self.support, value, side)) for side in ("right", "left"))
            return max(left - 1, 0), min(right, len(self.support) - 1)
        nearest = int(np.argmin(np.abs(self.support - value)))
        return nearest, nearest

    @property
    def tail(self) -> float:
        """The sum of the heights of the extreme values: p, or p / 2 if `doubled`; not a probability for a density.

        >>> from irlearn.statistics import wilcoxon_rank_sum
        >>> result = wilcoxon_rank_sum([4, 4, 4], [6])
        >>> result.null.tail, result.null.doubled, result.pvalue
        (0.25, True, 0.5)
        """
        return float(self.heights[self.extreme].sum())

    def __repr__(self) -> str:
        first, last, observed = (general(value, 4) for value in (self.support[0], self.support[-1], self.observed))
        elements = f"{len(self.support)} {_PLURAL[self.kind]}"
        return f"<NullDistribution: {elements} from {first} to {last}, observed {observed}>"


@dataclass(frozen=True, eq=False)
class Drawn:
    """The part of a null distribution that is drawn: its bars or points, and which of them are filled.

    Attributes
    ----------
    support, heights : ndarray, shape (m,)
        The bars or points.
    filled : ndarray of bool, shape (m,)
        Whether each bar or point is at least as extreme as the observed value.
    of : NullDistribution
        The whole distribution.
    """

    support: FloatArray
    heights: FloatArray
    filled: NDArray[np.bool_]
    of: NullDistribution

    @property
    def ends(self) -> tuple[float, float]:
        """The limits of an axis that shows all bars or points, the observed value, and the limits of the tails."""
        values = [float(self.support[0]), float(self.support[-1])]
        values += [value for value in (self.of.observed, self.of.low, self.of.high) if math.isfinite(value)]
        return min(values), max(values)

    @property
    def peak(self) -> float:
        """The largest height."""
        return float(self.heights.max())

    @property
    def gap(self) -> float:
        """The smallest distance between two bars."""
        return self.of.width or (float(np.diff(self.support).min()) if len(self.support) > 1 else 1.0)

    @property
    def tails(self) -> tuple[tuple[FloatArray, FloatArray], ...]:
        """The filled areas under a density, each as its points and the heights there."""
        sides = ((-math.inf, self.of.low), (self.of.high, math.inf))
        return tuple(self.under(*side) for side in sides if self._overlaps(*side))

    @property
    def middle(self) -> tuple[tuple[FloatArray, FloatArray], ...]:
        """The unfilled area under a density, as its points and the heights there; empty if there is none."""
        return (self.under(self.of.low, self.of.high),) if self._overlaps(self.of.low, self.of.high) else ()

    def under(self, low: float, high: float) -> tuple[FloatArray, FloatArray]:
        """Return the points of a density from `low` to `high`, both included, and the heights there."""
        low, high = self._clipped(low, high)
        points = np.concatenate([[low], self.support[(self.support > low) & (self.support < high)], [high]])
        return points, np.interp(points, self.support, self.heights)

    def _overlaps(self, low: float, high: float) -> bool:
        low, high = self._clipped(low, high)
        return low < high

    def _clipped(self, low: float, high: float) -> tuple[float, float]:
        return max(low, float(self.support[0])), min(high, float(self.support[-1]))


_PLURAL = {"probabilities": "probabilities", "histogram": "bars", "density": "points of a density"}


def limits(observed: float, middle: float, alternative: Alternative) -> tuple[float, float]:
    """Return two limits: values up to the first and from the second on are at least as extreme as `observed`."""
    distance = abs(observed - middle)
    if alternative == "two-sided":
        return middle - distance, middle + distance
    return (-np.inf, observed) if alternative == "greater" else (observed, np.inf)


def sign_counts(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of subsets of n positive integer weights that add up to each sum.

    n is at most 62. Entry s of the result belongs to sum s.

    >>> sign_counts(np.array([1, 2, 3])).tolist()
    [1, 1, 1, 2, 1, 1, 1]
    """
    ways = np.zeros(int(weights.sum()) + 1, dtype=np.int64)
    ways[0] = 1
    largest_sum = 0
    for weight in np.sort(weights).tolist():
        ways[weight : weight + largest_sum + 1] += ways[: largest_sum + 1].copy()
        largest_sum += weight
    return ways


def sign_probabilities(weights: NDArray[np.int64]) -> FloatArray:
    """Return the counts of `sign_counts` divided by 2^n, as floats; n may exceed 62."""
    ways = np.zeros(int(weights.sum()) + 1)
    ways[0] = 1.0
    largest_sum = 0
    for weight in np.sort(weights).tolist():
        half = ways[: largest_sum + 1] * 0.5
        ways[: largest_sum + 1] = half
        ways[weight : weight + largest_sum + 1] += half
        largest_sum += weight
    return ways


def subset_counts(weights: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return the number of subsets of `size` positive integer weights that add up to each sum.

    There are at most 62 weights. Entry s of the result belongs to sum s.

    >>> subset_counts(np.array([1, 2, 3]), 2).tolist()
    [0, 0, 0, 1, 1, 1, 0]
    """
    ways = np.zeros((size + 1, int(weights.sum()) + 1), dtype=np.int64)
    ways[0, 0] = 1
    largest_sum = 0
    for count, weight in enumerate(np.sort(weights).tolist()):
        most_before = min(count, size - 1)
        ways[1 : most_before + 2, weight : weight + largest_sum + 1] += ways[
            : most_before + 1, : largest_sum + 1
        ].copy()
        largest_sum += weight
    of_size: NDArray[np.int64] = ways[size]
    return of_size


def counted_tail(ways: NDArray[np.int64], at: int, total: int, alternative: Alternative) -> Fraction:
    """Return the exact p-value of the sum `at`, from the number of `ways` to get each sum and their `total`.

    Two-sided, it is twice the smaller tail, at most 1.

    >>> counted_tail(sign_counts(np.array([1, 2, 3])), 1, 8, "two-sided")
    Fraction(1, 2)
    """
    at_most_sum, at_least_sum = int(ways[: at + 1].sum()), int(ways[at:].sum())
    count = {"two-sided": 2 * min(at_most_sum, at_least_sum), "greater": at_least_sum, "less": at_most_sum}[alternative]
    return min(Fraction(count, total), Fraction(1))


class Bars(NamedTuple):
    """Bars of a null distribution: their positions, heights, kind, and the width of a histogram's bars (else 0)."""

    support: FloatArray
    heights: FloatArray
    kind: Kind
    width: float


def bars(
    values: FloatArray, counts: NDArray[np.int64] | FloatArray, extreme: NDArray[np.bool_], low: float, high: float
) -> Bars:
    """Return counted values as one bar per value if there are few values, else as a histogram.

    `extreme` marks the values that are at most `low` or at least `high` if rounding is ignored. The bars of these
    values are beyond the limits, and no other bars are.
    """
    possible = np.flatnonzero(counts)
    values = _snapped_to_limits(values[possible], extreme[possible], low, high)
    counts, extreme = counts[possible], extreme[possible]
    if len(values) <= _MOST_BARS:
        return Bars(values, counts / counts.sum(), "probabilities", 0.0)
    return histogram(values, counts, extreme, low, high)


def _snapped_to_limits(values: FloatArray, extreme: NDArray[np.bool_], low: float, high: float) -> FloatArray:
    """Move extreme values that miss a limit by rounding to the limit, and move other values away from the limits."""
    inner = np.clip(values, np.nextafter(low, np.inf), np.nextafter(high, -np.inf)) if low < high else values
    values = np.where(extreme, values, inner)
    upper = extreme & (np.abs(values - high) <= np.abs(values - low))
    values = np.where(upper, np.maximum(values, high), values)
    return np.where(extreme & ~upper, np.minimum(values, low), values)


def histogram(
    values: FloatArray,
    weights: NDArray[np.int64] | FloatArray | None,
    extreme: NDArray[np.bool_],
    low: float,
    high: float,
) -> Bars:
    """Return values as a histogram of about 101 bars with edges at `low` and `high`.

    The bars beyond these edges add up to p. If the gap between `low` and `high` is narrower than a bar, all values in
    the gap share a bar in its middle.

    >>> drawn = histogram(np.array([-3.0, -1, 0, 1, 3]), None, np.array([True, False, False, False, True]), -3, 3)
    >>> float(drawn.heights[np.abs(drawn.support) > 3].sum()), len(drawn.support)
    (0.4, 103)
    """
    width = 2 * (float(np.abs(values).max()) or 1.0) / _BARS
    gap, middle = high - low, (low + high) / 2
    # Bar 0 begins at `start`, and `bars_between` bars are between the limits. If the limits are closer than a bar,
    # `in_middle_bar` marks the values between them.
    start = high if np.isfinite(high) else low
    bars_between = 0
    in_middle_bar = np.zeros(len(values), dtype=bool)
    if gap == 0:
        start = middle - width / 2
    elif gap < width / 2:
        start, in_middle_bar = middle, ~extreme
    elif np.isfinite(gap):
        bars_between = max(round(gap / width), 1)
        width = gap / bars_between
    bar = np.floor((values - start) / width).astype(np.intp)
    if gap > 0:  # `extreme` decides on which side of a limit a value is, because the value itself may be rounded
        upper = extreme & (np.abs(values - high) <= np.abs(values - low))
        lower = extreme & ~upper
        bar[upper] = np.maximum(bar[upper], 0)
        bar[lower] = np.minimum(bar[lower], -1 - bars_between)
        within = ~extreme & ~in_middle_bar
        least, most = (-bars_between if bars_between else None, -1) if np.isfinite(high) else (0, None)
        bar[within] = np.clip(bar[within], least, most)
    share = np.ones(len(values)) if weights is None else weights.astype(np.float64)
    share /= share.sum()
    first, last = int(bar.min()), int(bar.max())
    heights: NDArray[Any] = np.bincount(bar[~in_middle_bar] - first, share[~in_middle_bar], last - first + 1)
    support: NDArray[Any] = start + (np.arange(first, last + 1) + 0.5) * width
    if in_middle_bar.any():
        index = int(np.searchsorted(support, middle))
        support, heights = np.insert(support, index, middle), np.insert(heights, index, share[in_middle_bar].sum())
    return Bars(support, heights, "histogram", width)


def normal_density(middle: float, deviation: float, observed: float) -> tuple[FloatArray, FloatArray]:
    """Return points around `middle` that extend beyond `observed`, and the normal density there.

    >>> points, _ = normal_density(10.0, 2.0, 50.0)
    >>> round(float(points[0]), 6), float(np.median(points)), round(float(points[-1]), 6)
    (-34.0, 10.0, 54.0)
    """
    z = _points(_DEVIATIONS, abs(observed - middle) / deviation)
    return middle + deviation * z, np.exp(-z * z / 2) / (deviation * np.sqrt(2 * np.pi))


def t_density(freedom: float, observed: float) -> tuple[FloatArray, FloatArray]:
    """Return points around 0 that extend beyond `observed`, and the density of Student's t there."""
    t = _points(max(_DEVIATIONS, min(_BEYOND_OBSERVED * abs(observed), _LARGEST_EVEN_T)), abs(observed))
    constant = special.gammaln((freedom + 1) / 2) - special.gammaln(freedom / 2) - np.log(freedom * np.pi) / 2
    return t, np.exp(constant - (freedom + 1) / 2 * np.log1p(t * t / freedom))


def _points(evenly: float, observed: float) -> FloatArray:
    """Return points symmetric around 0: evenly spaced up to `evenly`, then with growing distances beyond `observed`."""
    around = np.linspace(-evenly, evenly, _POINTS)
    if observed <= evenly:
        return around
    beyond = np.geomspace(evenly, _BEYOND_OBSERVED * observed, _OUTER_POINTS + 1)[1:]
    return np.concatenate([-beyond[::-1], around, beyond])


def shift(above: float, alternative: Alternative) -> float:
    """Return the continuity correction of a rank sum that is `above` its mean; 0 at the mean if two-sided."""
    return 0.5 * (float(np.sign(above)) if alternative == "two-sided" else 1.0 if alternative == "greater" else -1.0)


def normal_score(above: float, deviation: float, alternative: Alternative, *, continuity: bool) -> float:
    """Return the z score of a rank sum that is `above` its mean, moved towards the mean by 0.5 with `continuity`."""
    return (above - (shift(above, alternative) if continuity else 0.0)) / deviation


def at_least(count: int, n: int, p: float) -> float:
    """Return the probability of at least `count` successes in n trials, accurate in far tails, too."""
    return 1.0 if count <= 0 else 0.0 if count > n else float(special.betainc(count, n - count + 1, p))


def at_most(count: int, n: int, q: float) -> float:
    """Return the probability of at most `count` successes in n trials, each of which fails with probability q."""
    return at_least(n - count, n, q)


def normal_tail(z: float, alternative: Alternative) -> float:
    """Return the probability that a standard normal variable is at least as extreme as z."""
    if alternative == "two-sided":
        return min(float(2 * special.ndtr(-abs(z))), 1.0)
    return float(special.ndtr(-z if alternative == "greater" else z))


def t_quantile(tail: float, freedom: float) -> float:
    """Return the value that Student's t with `freedom` degrees of freedom exceeds with probability `tail`, at most 1/2.

    >>> round(t_quantile(0.025, 5), 6), f"{t_quantile(1e-300, 3):.6g}"
    (2.570582, '1.03311e+100')
    """
    if tail < _TINY_TAIL and freedom > 2:
        share = float(special.betaincinv(freedom / 2, 0.5, 2 * tail))
        return math.sqrt(freedom * (1 - share) / share)
    return -float(special.stdtrit(freedom, tail))


def t_around(middle: float, error: float, freedom: float, level: float) -> tuple[float, float]:
    """Return the t interval around `middle` with a standard error, at `level`."""
    half = t_quantile((1 - level) / 2, freedom) * error
    return middle - half, middle + half


def t_tail(t: float, freedom: float, alternative: Alternative) -> float:
    """Return the probability that Student's t with `freedom` degrees of freedom is at least as extreme as t."""
    if alternative == "two-sided":
        return min(float(2 * special.stdtr(freedom, -abs(t))), 1.0)
    return float(special.stdtr(freedom, -t if alternative == "greater" else t))
