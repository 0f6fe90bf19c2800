"""Null distributions: what a statistic may be when there is no difference, counted, sampled or approximated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special

from irlearn.statistics.arrays import Alternative, FloatArray
from irlearn.text.numbers import general

Kind = Literal["probabilities", "histogram", "density"]
MOST_COUNTED = 62
"""Signs whose 2^n settings an int64 still counts."""
MOST_RESAMPLES = 10**8
"""Permutations, shuffles or resamples, each of which leaves a float that is kept."""

_BARS = 101  # about how many a histogram has; odd, so that one bar can stand on the middle
_MOST_BARS = 20 * _BARS  # values up to which each has a bar of its own
_FAR = 1e-100
_POINTS, _FURTHER = 241, 40  # of a density: evenly spaced around its middle, and on each side beyond them
_DEVIATIONS = 4.5  # how far a density is drawn to each side, where nothing was found further out
_EVENLY = 40.0  # how far the evenly spaced points of Student's t go at most
_PAST = 1.1  # by how much a density goes past what was found
_FAINT = 1e-3  # of the highest bar: lower ones, not needed otherwise, are left out at both ends


@dataclass(frozen=True, eq=False, repr=False)
class NullDistribution:
    """The distribution of a test's statistic under the null hypothesis, ready to be drawn.

    `support` are the values at which bars or points stand, ascending; `heights` their probabilities where `kind` is
    "probabilities" or "histogram" (they add up to 1), or the density there. `width` is that of a histogram's bar, else
    0. `observed` is the statistic that was found; values up to `low` and from `high` on are at least as extreme, and
    what is to be filled. They make p: it is their probability, or with `doubled` twice that, at most 1, because they
    are then the smaller tail of a distribution that is not symmetric.

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
        """Which values of the support are at least as extreme as what was found."""
        return (self.support <= self.low) | (self.support >= self.high)

    @property
    def mirror(self) -> float | None:
        """The value on the other side from which on p counts, too; None where there is none, or no other.

        >>> from irlearn.statistics import sign_test
        >>> sign_test([1, 1, 1, 0], [0, 0, 0, 1]).null.mirror, sign_test([1, 0], [0, 1]).null.mirror
        (1.0, None)
        """
        other = self.low if self.observed > self.low else self.high
        alone = math.isclose(other, self.observed, rel_tol=1e-9, abs_tol=1e-12)
        return None if alone or not math.isfinite(other) else float(other)

    def drawn(self, *needed: float | None) -> Drawn:
        """What is worth drawing: what is not too faint, what was found and where p begins, and all that is `needed`.

        >>> from irlearn.statistics import sign_test
        >>> sign_test([1] * 30, [0] * 30).null.drawn().support.tolist()[:3]
        [0.0, 1.0, 2.0]
        """
        seen = np.flatnonzero(self.heights >= _FAINT * self.heights.max())
        wanted = [value for value in (self.observed, self.low, self.high, *needed) if value is not None]
        near = [place for value in wanted if math.isfinite(value) for place in self._beside(value)]
        kept = slice(min(int(seen[0]), *near), max(int(seen[-1]), *near) + 1)
        return Drawn(self.support[kept], self.heights[kept], self.extreme[kept], self)

    def _beside(self, value: float) -> tuple[int, int]:
        """The bar nearest to a value, or the points of a density on both sides of it."""
        if self.kind == "density":
            left, right = (int(np.searchsorted(self.support, value, side)) for side in ("right", "left"))
            return max(left - 1, 0), min(right, len(self.support) - 1)
        nearest = int(np.argmin(np.abs(self.support - value)))
        return nearest, nearest

    @property
    def tail(self) -> float:
        """What the heights at extreme values add up to: p, or with `doubled` half of it. Of a density it is no area.

        >>> from irlearn.statistics import wilcoxon_rank_sum
        >>> result = wilcoxon_rank_sum([4, 4, 4], [6])
        >>> result.null.tail, result.null.doubled, result.pvalue
        (0.25, True, 0.5)
        """
        return float(self.heights[self.extreme].sum())

    def __repr__(self) -> str:
        first, last, observed = (general(value, 4) for value in (self.support[0], self.support[-1], self.observed))
        many = f"{len(self.support)} {_PLURAL[self.kind]}"
        return f"<NullDistribution: {many} from {first} to {last}, observed {observed}>"


@dataclass(frozen=True, eq=False)
class Drawn:
    """The part of a null distribution that is worth drawing: its bars or points, and which of them are filled."""

    support: FloatArray
    heights: FloatArray
    filled: NDArray[np.bool_]
    of: NullDistribution

    @property
    def ends(self) -> tuple[float, float]:
        """From where to where an axis must go: over all bars or points, what was found, and where p begins."""
        there = [float(self.support[0]), float(self.support[-1])]
        there += [one for one in (self.of.observed, self.of.low, self.of.high) if math.isfinite(one)]
        return min(there), max(there)

    @property
    def peak(self) -> float:
        """The highest bar or point."""
        return float(self.heights.max())

    @property
    def gap(self) -> float:
        """How far bars stand apart, at least."""
        return self.of.width or (float(np.diff(self.support).min()) if len(self.support) > 1 else 1.0)

    @property
    def tails(self) -> tuple[tuple[FloatArray, FloatArray], ...]:
        """The areas under a density that are filled, each as its points and the heights there."""
        sides = ((-math.inf, self.of.low), (self.of.high, math.inf))
        return tuple(self.under(*side) for side in sides if self._there(*side))

    @property
    def middle(self) -> tuple[tuple[FloatArray, FloatArray], ...]:
        """The area under a density that is not filled, if there is one."""
        return (self.under(self.of.low, self.of.high),) if self._there(self.of.low, self.of.high) else ()

    def under(self, low: float, high: float) -> tuple[FloatArray, FloatArray]:
        """The points of a density from `low` to `high`, those two included, and the heights there."""
        low, high = self._within(low, high)
        points = np.concatenate([[low], self.support[(self.support > low) & (self.support < high)], [high]])
        return points, np.interp(points, self.support, self.heights)

    def _there(self, low: float, high: float) -> bool:
        low, high = self._within(low, high)
        return low < high

    def _within(self, low: float, high: float) -> tuple[float, float]:
        return max(low, float(self.support[0])), min(high, float(self.support[-1]))


_PLURAL = {"probabilities": "probabilities", "histogram": "bars", "density": "points of a density"}


def limits(observed: float, middle: float, alternative: Alternative) -> tuple[float, float]:
    """The values up to which, and from which on, a statistic is at least as far out as `observed`."""
    away = abs(observed - middle)
    if alternative == "two-sided":
        return middle - away, middle + away
    return (-np.inf, observed) if alternative == "greater" else (observed, np.inf)


def sign_counts(weights: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each sum, in how many of the 2^n ways to choose some of n whole positive weights the chosen add up to it.

    n is at most 62. Entry s of the result belongs to sum s.

    >>> sign_counts(np.array([1, 2, 3])).tolist()
    [1, 1, 1, 2, 1, 1, 1]
    """
    ways = np.zeros(int(weights.sum()) + 1, dtype=np.int64)
    ways[0] = 1
    reached = 0
    for weight in np.sort(weights).tolist():
        ways[weight : weight + reached + 1] += ways[: reached + 1].copy()
        reached += weight
    return ways


def sign_probabilities(weights: NDArray[np.int64]) -> FloatArray:
    """As `sign_counts`, over 2^n and as floats, for any n."""
    ways = np.zeros(int(weights.sum()) + 1)
    ways[0] = 1.0
    reached = 0
    for weight in np.sort(weights).tolist():
        taken = ways[: reached + 1] * 0.5
        ways[: reached + 1] = taken
        ways[weight : weight + reached + 1] += taken
        reached += weight
    return ways


def subset_counts(weights: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """For each sum, how many of the ways to choose exactly `size` of the whole positive weights add up to it.

    There are at most 62 weights. Entry s of the result belongs to sum s.

    >>> subset_counts(np.array([1, 2, 3]), 2).tolist()
    [0, 0, 0, 1, 1, 1, 0]
    """
    ways = np.zeros((size + 1, int(weights.sum()) + 1), dtype=np.int64)
    ways[0, 0] = 1
    reached = 0
    for count, weight in enumerate(np.sort(weights).tolist()):
        top = min(count, size - 1)
        ways[1 : top + 2, weight : weight + reached + 1] += ways[: top + 1, : reached + 1].copy()
        reached += weight
    chosen: NDArray[np.int64] = ways[size]
    return chosen


def counted_tail(ways: NDArray[np.int64], at: int, total: int, alternative: Alternative) -> Fraction:
    """The p-value of the sum `at`, given in how many of all `total` ways each sum comes out; twice the smaller tail.

    >>> counted_tail(sign_counts(np.array([1, 2, 3])), 1, 8, "two-sided")
    Fraction(1, 2)
    """
    most, least = int(ways[: at + 1].sum()), int(ways[at:].sum())
    count = {"two-sided": 2 * min(most, least), "greater": least, "less": most}[alternative]
    return min(Fraction(count, total), Fraction(1))


class Bars(NamedTuple):
    """Bars to be drawn: where they stand, how high they are, of which kind, and how wide those of a histogram are."""

    support: FloatArray
    heights: FloatArray
    kind: Kind
    width: float


def bars(
    values: FloatArray, counts: NDArray[np.int64] | FloatArray, extreme: NDArray[np.bool_], low: float, high: float
) -> Bars:
    """Counted values as bars, one for each where they are few, else as a histogram.

    `extreme` says which lie up to `low` or from `high` on, rounding apart; so do the bars of these and no others.
    """
    there = np.flatnonzero(counts)
    values, counts, extreme = _apart(values[there], extreme[there], low, high), counts[there], extreme[there]
    if len(values) <= _MOST_BARS:
        return Bars(values, counts / counts.sum(), "probabilities", 0.0)
    return histogram(values, counts, extreme, low, high)


def _apart(values: FloatArray, extreme: NDArray[np.bool_], low: float, high: float) -> FloatArray:
    """The values, those that are extreme but for rounding moved to the limit that they miss, and the others off it."""
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
    """Values as a histogram of about 101 bars with edges at `low` and `high`, so that the bars beyond add up to p.

    Where `low` and `high` are too close for whole bars between them, what lies there makes one bar on their middle.

    >>> drawn = histogram(np.array([-3.0, -1, 0, 1, 3]), None, np.array([True, False, False, False, True]), -3, 3)
    >>> float(drawn.heights[np.abs(drawn.support) > 3].sum()), len(drawn.support)
    (0.4, 103)
    """
    width = 2 * (float(np.abs(values).max()) or 1.0) / _BARS
    gap, middle = high - low, (low + high) / 2
    start, between, alone = high if np.isfinite(high) else low, 0, np.zeros(len(values), dtype=bool)
    if gap == 0:
        start = middle - width / 2
    elif gap < width / 2:
        start, alone = middle, ~extreme
    elif np.isfinite(gap):
        between = max(round(gap / width), 1)
        width = gap / between
    place = np.floor((values - start) / width).astype(np.int64)
    if gap > 0:  # edges decide what is extreme, not the rounding of a value beside them
        upper = extreme & (np.abs(values - high) <= np.abs(values - low))
        lower = extreme & ~upper
        place[upper] = np.maximum(place[upper], 0)
        place[lower] = np.minimum(place[lower], -1 - between)
        within = ~extreme & ~alone
        least, most = (-between if between else None, -1) if np.isfinite(high) else (0, None)
        place[within] = np.clip(place[within], least, most)
    share = np.ones(len(values)) if weights is None else weights.astype(np.float64)
    share /= share.sum()
    first, last = int(place.min()), int(place.max())
    heights: NDArray[Any] = np.bincount(place[~alone] - first, share[~alone], last - first + 1)
    support: NDArray[Any] = start + (np.arange(first, last + 1) + 0.5) * width
    if alone.any():
        here = int(np.searchsorted(support, middle))
        support, heights = np.insert(support, here, middle), np.insert(heights, here, share[alone].sum())
    return Bars(support, heights, "histogram", width)


def normal_density(middle: float, deviation: float, observed: float) -> tuple[FloatArray, FloatArray]:
    """Points around `middle` that reach past `observed`, and the normal density there.

    >>> points, _ = normal_density(10.0, 2.0, 50.0)
    >>> round(float(points[0]), 6), float(np.median(points)), round(float(points[-1]), 6)
    (-34.0, 10.0, 54.0)
    """
    z = _points(_DEVIATIONS, abs(observed - middle) / deviation)
    return middle + deviation * z, np.exp(-z * z / 2) / (deviation * np.sqrt(2 * np.pi))


def t_density(freedom: float, observed: float) -> tuple[FloatArray, FloatArray]:
    """Points around 0 that reach past `observed`, and the density of Student's t there."""
    t = _points(max(_DEVIATIONS, min(_PAST * abs(observed), _EVENLY)), abs(observed))
    constant = special.gammaln((freedom + 1) / 2) - special.gammaln(freedom / 2) - np.log(freedom * np.pi) / 2
    return t, np.exp(constant - (freedom + 1) / 2 * np.log1p(t * t / freedom))


def _points(evenly: float, observed: float) -> FloatArray:
    """Points around 0, as many on each side: evenly spaced up to `evenly`, and ever wider apart to past `observed`."""
    around = np.linspace(-evenly, evenly, _POINTS)
    if observed <= evenly:
        return around
    beyond = np.geomspace(evenly, _PAST * observed, _FURTHER + 1)[1:]
    return np.concatenate([-beyond[::-1], around, beyond])


def shift(above: float, alternative: Alternative) -> float:
    """How far a continuity correction moves a sum of ranks, given how far it lies above its mean; 0 at the mean."""
    return 0.5 * (float(np.sign(above)) if alternative == "two-sided" else 1.0 if alternative == "greater" else -1.0)


def normal_score(above: float, deviation: float, alternative: Alternative, *, continuity: bool) -> float:
    """How many deviations a sum of ranks lies above its mean, moved towards it by 0.5 with `continuity`."""
    return (above - (shift(above, alternative) if continuity else 0.0)) / deviation


def at_least(count: int, n: int, p: float) -> float:
    """The probability of `count` successes or more in n trials, by the incomplete beta function, far tails too."""
    return 1.0 if count <= 0 else 0.0 if count > n else float(special.betainc(count, n - count + 1, p))


def at_most(count: int, n: int, q: float) -> float:
    """The probability of `count` successes or fewer in n trials, each of which fails with probability q."""
    return at_least(n - count, n, q)


def normal_tail(z: float, alternative: Alternative) -> float:
    """The probability that a standard normal variable is at least as extreme as z."""
    if alternative == "two-sided":
        return min(float(2 * special.ndtr(-abs(z))), 1.0)
    return float(special.ndtr(-z if alternative == "greater" else z))


def t_quantile(tail: float, freedom: float) -> float:
    """The value above which Student's t with `freedom` degrees lies with probability `tail`, at most 1/2.

    >>> round(t_quantile(0.025, 5), 6), f"{t_quantile(1e-300, 3):.6g}"
    (2.570582, '1.03311e+100')
    """
    if tail < _FAR and freedom > 2:  # there SciPy's own quantile fails
        share = float(special.betaincinv(freedom / 2, 0.5, 2 * tail))
        return math.sqrt(freedom * (1 - share) / share)
    return -float(special.stdtrit(freedom, tail))


def t_around(middle: float, error: float, freedom: float, level: float) -> tuple[float, float]:
    """The interval around `middle` that Student's t makes of its standard error, at `level`."""
    half = t_quantile((1 - level) / 2, freedom) * error
    return middle - half, middle + half


def t_tail(t: float, freedom: float, alternative: Alternative) -> float:
    """The probability that Student's t with `freedom` degrees is at least as extreme as t."""
    if alternative == "two-sided":
        return min(float(2 * special.stdtr(freedom, -abs(t))), 1.0)
    return float(special.stdtr(freedom, -t if alternative == "greater" else t))
