"""Comparison of scores, differences and ranks such that rounding errors hide no ties."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.statistics.arrays import (
    Exact,
    FloatArray,
    Scores,
    exactly,
    numbers,
    refuse_other_order,
    scale_of,
)

TOLERANCE = 1e-12
"""Two scores are equal if they differ by at most this share of the larger score.

Floats that represent the same decimal can differ so much if they were computed in different ways, such as 0.1 + 0.2 and
0.3. A difference A - B is zero if its two scores are equal, and two differences are equal if they differ by at most
this share of the largest of their four scores. Other scores do not affect the comparison. In a group of ties each value
is equal to each other value, so that a chain of close values does not tie its two ends. `Fraction`s are compared
exactly. Calculations by hand use the rule for floats on typed numbers, too, because programs print 0.1 + 0.2 as
0.30000000000000004.
"""

NOISE = 2.0**-48
"""The largest rounding error of a sum, as a share of the sum of the absolute terms; 32 times a float's precision."""

WHOLE = 2.0**53
"""Floats represent all integers up to this one."""

_MAX_PLACES = 16  # the largest number of decimal places that is tried
_PROBED = 64  # the number of scores that are tried first; usually enough to find a score that is not a decimal


def dense_ranks(values: FloatArray, slack: FloatArray | None = None, exact: Exact | None = None) -> NDArray[np.intp]:
    """Return the rank of each value among the distinct values, 0 for the smallest.

    Exact values are compared exactly. Otherwise two values are equal if they differ by at most the larger of their two
    `slack` values, by default the slack of scores (see `TOLERANCE`). Values have the same rank only if all of them are
    equal to each other by this rule.

    >>> dense_ranks(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1])).tolist()
    [0, 1, 0]
    >>> dense_ranks(np.array([1, 1 + 0.9e-12, 1 + 1.8e-12])).tolist()
    [0, 0, 1]
    """
    if exact is not None:
        rank_of = {value: rank for rank, value in enumerate(sorted(set(exact)))}
        return np.array([rank_of[value] for value in exact], dtype=np.intp)
    if slack is None:
        slack = TOLERANCE * np.abs(values)
    order = np.argsort(values)
    starts = _group_starts(values[order], slack[order])
    ranks = np.empty(len(values), dtype=np.intp)
    ranks[order] = np.cumsum(starts) - 1
    return ranks


def _group_starts(ordered: FloatArray, slack: FloatArray) -> NDArray[np.bool_]:
    """Return which of the ascending values begin a new group of equal values."""
    starts = np.ones(len(ordered), dtype=bool)
    starts[1:] = np.diff(ordered) > np.maximum(slack[1:], slack[:-1])
    if not starts.all():
        first = np.flatnonzero(starts)
        last = np.append(first[1:], len(ordered)) - 1
        too_long = ordered[last] - ordered[first] > np.minimum.reduceat(slack, first)
        for start, end in zip(first[too_long].tolist(), last[too_long].tolist(), strict=True):
            chain = slice(start, end + 1)
            starts[chain] = _chain_group_starts(ordered[chain].tolist(), slack[chain].tolist())
    return starts


def _chain_group_starts(ordered: list[float], slack: list[float]) -> list[bool]:
    """Return which values of a chain begin a new group; all values of a group are equal to each other.

    In a chain, each value is close to the next value, but the first and the last value may differ.
    """
    starts: list[bool] = []
    group: list[float] = []
    reach: list[float] = []  # for each position of the group, the largest value that ties with all values up to it
    for value, own_slack in zip(ordered, slack, strict=True):
        too_far = bisect_left(group, value - own_slack)  # values of the group that are farther away than `own_slack`
        new = not group or (too_far > 0 and reach[too_far - 1] < value)
        if new:
            group, reach = [], []
        starts.append(new)
        group.append(value)
        reach.append(min(value + own_slack, reach[-1] if reach else math.inf))
    return starts


def same(values: FloatArray) -> bool:
    """Return whether all scores are equal by the rule of `TOLERANCE`.

    >>> same(np.array([0.3, 0.1 + 0.2])), same(np.array([1e12, 1e12 + 2]))
    (True, False)
    """
    low, high = float(values.min()), float(values.max())
    return high - low <= TOLERANCE * max(abs(low), abs(high))


def mean_of(values: FloatArray) -> float:
    """Return the mean of scores; it does not depend on their order, and is exactly 0 if it is within rounding of 0.

    >>> mean_of(np.array([0.1, 0.2, -0.3])), mean_of(np.array([1e9, -1e9, 0.75]))
    (0.0, 0.25)
    """
    total = snap_to_zero(math.fsum(values.tolist()), NOISE * float(np.abs(values).sum()))
    quotient = total / len(values)
    correction = math.fsum((values - quotient).tolist()) / len(values)  # the rounding error of the division
    return quotient + correction if total else 0.0


def mean_apart(first: FloatArray, second: FloatArray) -> float:
    """Return the difference of the means of two samples; it is exactly 0 if it is within rounding of 0.

    >>> mean_apart(np.array([0.1, 0.2]), np.array([0.3, 0.0]))
    0.0
    """
    slack = NOISE * float(np.abs(first).mean() + np.abs(second).mean())
    return snap_to_zero(mean_of(first) - mean_of(second), slack)


def pooled_variance(first: FloatArray, second: FloatArray) -> float:
    """Return the pooled variance of two samples: the sum of squared deviations from each sample's mean over n + m - 2.

    >>> pooled_variance(np.array([3.0, 5, 4]), np.array([1.0, 3]))
    1.3333333333333333
    """
    n, m = len(first), len(second)
    return float(((n - 1) * first.var(ddof=1) + (m - 1) * second.var(ddof=1)) / (n + m - 2))


def dense_ranks_together(a: object, b: object, floats_a: FloatArray, floats_b: FloatArray) -> NDArray[np.intp]:
    """Return the dense ranks of two samples among all of their values, A first.

    `a` and `b` are the samples as the caller gave them, `floats_a` and `floats_b` the same samples as floats.
    """
    scale_of(floats_a, floats_b)
    fractions = exactly(a, b)
    return dense_ranks(
        np.concatenate([floats_a, floats_b]), exact=None if fractions is None else fractions[0] + fractions[1]
    )


def settled(values: Exact, ranks: NDArray[np.intp] | None = None) -> Exact:
    """Return typed numbers, where numbers that are equal by `TOLERANCE` become identical.

    `ranks` holds the dense rank of each number; by default it is computed by `dense_ranks`.

    >>> settled((Fraction("0.30000000000000004"), Fraction("0.3"))) == (Fraction("0.3"),) * 2
    True
    """
    rank_list = (dense_ranks(np.array([*map(float, values)])) if ranks is None else ranks).tolist()
    simplest: dict[int, Fraction] = {}
    for value, rank in sorted(zip(values, rank_list, strict=True), key=lambda pair: pair[0].denominator):
        simplest.setdefault(rank, value)
    return tuple(simplest[rank] for rank in rank_list)


class Decimals(NamedTuple):
    """Decimal scores: the number of `units` of the last decimal place in each score, and the number of `places`."""

    units: FloatArray
    places: int


def in_decimals(scores: FloatArray) -> Decimals | None:
    """Return decimal scores in units of their last place, or None if a score is not the float nearest to a decimal.

    >>> in_decimals(np.array([0.3, 0.25])), in_decimals(np.array([1 / 3]))
    (Decimals(units=array([30., 25.]), places=2), None)
    """
    for places in range(_MAX_PLACES):
        per_unit, most = 10.0**places, WHOLE if places == 0 else 0.5 / TOLERANCE
        if float(np.abs(scores).max()) * per_unit >= most:
            return None
        if np.all(np.rint(scores[:_PROBED] * per_unit) / per_unit == scores[:_PROBED]):
            whole_units = np.rint(scores * per_unit)
            if np.all(whole_units / per_unit == scores):
                return Decimals(whole_units, places)
    return None


@dataclass(frozen=True, eq=False)
class Ranked:
    """Midranks of values, 1 for the smallest; equal values share the mean of their ranks.

    `ranks` is in the order of the values. `ties` holds the size of each group of equal values, smallest value first.

    >>> ranked = Ranked.of(dense_ranks(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1])))
    >>> ranked.ranks.tolist(), ranked.ties.tolist()
    ([1.5, 3.0, 1.5], [2, 1])
    """

    ranks: FloatArray
    ties: NDArray[np.intp]

    @classmethod
    def of(cls, dense: NDArray[np.intp]) -> Ranked:
        """Return the midranks of values with these dense ranks."""
        ties = np.bincount(dense)
        last_rank = np.cumsum(ties)
        return cls((last_rank - (ties - 1) / 2)[dense], ties[ties > 0])


def count_tied(ranks: FloatArray) -> int:
    """Return the number of values that share their rank; ranks of 0, for values that are left out, do not count.

    >>> count_tied(np.array([1.5, 1.5, 3.0, 0.0, 0.0]))
    2
    """
    _, sizes = np.unique(ranks[ranks > 0], return_counts=True)
    return int(sizes[sizes > 1].sum())


def midranks(values: Exact) -> Exact:
    """Return the exact midranks of exact values.

    >>> [str(rank) for rank in midranks((Fraction(5), Fraction(2), Fraction(5)))]
    ['5/2', '1', '5/2']
    """
    return tuple(map(Fraction, Ranked.of(dense_ranks(np.empty(0), exact=values)).ranks.tolist()))


def deviation(values: Exact) -> float:
    """Return the standard deviation (ddof 1) of two or more exact values, rounded only at the end.

    >>> deviation((Fraction(1), Fraction(2), Fraction(3)))
    1.0
    """
    mean = sum(values, Fraction(0)) / len(values)
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / (len(values) - 1)
    # Scaling by a power of 4 keeps the square of a tiny deviation from becoming 0 as a float.
    power = (variance.numerator.bit_length() - variance.denominator.bit_length()) // 2
    return math.ldexp(math.sqrt(variance / Fraction(4) ** power), power)


def doubled(ranks: FloatArray) -> NDArray[np.int64]:
    """Return midranks times two, which are integers.

    >>> doubled(np.array([1.0, 2.5, 2.5])).tolist()
    [2, 5, 5]
    """
    twice: NDArray[np.int64] = np.rint(2 * ranks).astype(np.int64)
    return twice


@dataclass(frozen=True, eq=False)
class Pairs:
    """The scores of two systems on the same queries, and their differences A - B.

    By the rule of `TOLERANCE`, a difference that is within rounding of 0 is exactly 0, and differences of equal size
    are exactly equal. If the scores were given as fractions, `exact` holds the differences as fractions, which are
    compared exactly.

    >>> pairs = Pairs.of([0.3, 0.2], [0.2, 0.1])
    >>> bool(pairs.differences[0] == pairs.differences[1]), 0.3 - 0.2 == 0.2 - 0.1
    (True, False)
    >>> Pairs.of([0.1, 0.2, 0], [0, 0, 0.3]).mean, 0.1 + 0.2 - 0.3
    (0.0, 5.551115123125783e-17)
    """

    a: FloatArray
    b: FloatArray
    exact: Exact | None = None

    @classmethod
    def of(cls, a: Scores, b: Scores) -> Pairs:
        """Return the pairs of some scores.

        Raise `InputError` for unequal lengths, fewer than 2 queries, NaN, and different indexes, such as those of two
        pandas `Series` with the queries in different orders.
        """
        floats_a, floats_b = numbers(a, "the scores of A"), numbers(b, "the scores of B")
        if len(floats_a) != len(floats_b):
            raise InputError(
                f"a paired test needs one score of each system per query; given: {len(floats_a)} of A and "
                f"{len(floats_b)} of B"
            )
        refuse_other_order(a, b, "the scores of A and of B")
        fractions = exactly(a, b)
        return cls(
            floats_a, floats_b, None if fractions is None else tuple(x - y for x, y in zip(*fractions, strict=True))
        )

    @cached_property
    def raw(self) -> FloatArray:
        """The differences without removal of rounding errors; used for sums of differences, not for comparisons."""
        if self.exact is not None:
            floats = np.array([float(difference) for difference in self.exact])
            if np.any((floats == 0) & np.array([difference != 0 for difference in self.exact])):
                raise InputError("a difference is too close to 0 for a float; multiply all scores by the same number")
            return floats
        scale_of(self.a, self.b)
        return self.a - self.b

    @cached_property
    def _slack(self) -> FloatArray:
        """For each difference, the largest rounding error that comparisons ignore."""
        return TOLERANCE * np.maximum(np.abs(self.a), np.abs(self.b))

    @cached_property
    def _differences_and_ranks(self) -> tuple[FloatArray, NDArray[np.intp]]:
        """The differences with equal differences made identical, and the dense rank of each difference's size."""
        raw = self.raw
        if self.exact is not None:
            return raw, dense_ranks(raw, exact=tuple(map(abs, self.exact)))
        zero = np.abs(raw) <= self._slack
        sizes, slack = np.where(zero, 0.0, np.abs(raw)), np.where(zero, 0.0, self._slack)
        order = np.argsort(sizes)
        sizes, slack = sizes[order], slack[order]
        starts = _group_starts(sizes, slack)
        group = np.cumsum(starts) - 1
        # All sizes of a group become the size with the smallest slack, the first if several have it.
        most_exact = np.flatnonzero(slack == np.minimum.reduceat(slack, np.flatnonzero(starts))[group])
        first_of_group = np.ones(len(most_exact), dtype=bool)
        first_of_group[1:] = np.diff(group[most_exact]) > 0
        ranks, equalized = np.empty(len(raw), dtype=np.intp), np.empty(len(raw))
        ranks[order], equalized[order] = group, sizes[most_exact[first_of_group]][group]
        return np.copysign(equalized, raw) + 0.0, ranks

    @property
    def differences(self) -> FloatArray:
        """A - B for each query."""
        return self._differences_and_ranks[0]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """For each query, the dense rank of the size of its difference, 0 for the smallest."""
        return self._differences_and_ranks[1]

    @cached_property
    def slack(self) -> float:
        """The largest rounding error of the sum of the differences with any signs."""
        if self.exact is not None:
            return NOISE * float(np.abs(self.raw).sum())
        nonzero = self.differences != 0
        return NOISE * float(np.abs(self.a[nonzero]).sum() + np.abs(self.b[nonzero]).sum())

    @cached_property
    def total(self) -> float:
        """The sum of the differences; exactly 0 if it is within rounding of 0."""
        if self.exact is not None:
            return float(sum(self.exact))
        return snap_to_zero(math.fsum(self.raw.tolist()), self.slack)

    @property
    def mean(self) -> float:
        """The mean of the differences."""
        return self.total / len(self.a)

    @cached_property
    def constant(self) -> bool:
        """Whether all differences are the same."""
        if self.exact is not None:
            return len(set(self.exact)) == 1
        spread = float(np.ptp(self.raw))
        return spread <= 2 * float(self._slack.max()) and not dense_ranks(self.raw, self._slack).any()

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the differences (ddof 1), exactly 0 if all differences are the same."""
        if self.exact is not None:
            return deviation(self.exact)
        if self.constant:
            return 0.0
        deviations = self.raw - self.raw.mean()
        return math.sqrt(float(deviations @ deviations) / (len(deviations) - 1))

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of queries on which A is higher, B is higher, and neither is."""
        above, below = int((self.differences > 0).sum()), int((self.differences < 0).sum())
        return above, below, len(self.differences) - above - below

    def refuse_no_difference(self) -> None:
        """Raise `InputError` if both systems score the same on every query."""
        if self.counts[2] == len(self.a):
            raise InputError(
                f"all {len(self.a)} differences are zero: the two systems score the same on every query,"
                " so there is nothing to test"
            )


def settled_pairs(a: Exact, b: Exact) -> tuple[list[Fraction], list[Fraction]]:
    """Return typed scores of two systems, with B adjusted so that ties and differences of equal size are exact."""
    pairs = Pairs.of([*map(float, a)], [*map(float, b)])
    sizes = settled(tuple(abs(x - y) for x, y in zip(a, b, strict=True)), pairs.sizes)
    signs = np.sign(pairs.differences).astype(int).tolist()
    return [*a], [x - sign * size for x, sign, size in zip(a, signs, sizes, strict=True)]


def snap_to_zero(value: float, slack: float) -> float:
    """Return the value, or exactly 0 if its size is at most `slack`."""
    return 0.0 if abs(value) <= slack else value
