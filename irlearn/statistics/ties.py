"""What scores are equal: compared so that rounding hides no tie, by their differences and by their ranks."""

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
"""Two scores count as equal when they differ by at most this share of the larger of the two.

That is how far apart floats may be that came to one decimal on two paths, such as 0.1 + 0.2 and 0.3. A difference A - B
is as exact as its two scores: it is zero where these are equal, and two differences are equal when they are at most
this share of the largest of their four scores apart. Only the two that are compared decide, whatever other scores there
are; and of values that tie with each other each is equal to each, so that no chain of neighbours ties its ends.
Scores given as `Fraction`s are compared exactly. A calculation by hand compares what was typed by the rule of floats,
because 0.30000000000000004 is what a program prints for 0.1 + 0.2.
"""

NOISE = 2.0**-48
"""What rounding may add to a sum, as a share of the sum of the sizes of what was added; 32 times a float's rounding."""

WHOLE = 2.0**53
"""Up to which floats hold all whole numbers."""

_PLACES = 16  # decimals of a score that is looked at as one
_PROBED = 64  # scores that tell most others from decimals


def dense_ranks(values: FloatArray, slack: FloatArray | None = None, exact: Exact | None = None) -> NDArray[np.intp]:
    """For each value its place among the distinct values, 0 for the smallest.

    Exact values are compared as they are; else two values are one where the larger `slack` of the two allows it, by
    default that of scores (see `TOLERANCE`), and each value of a group is equal to each other one of it.

    >>> dense_ranks(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1])).tolist()
    [0, 1, 0]
    >>> dense_ranks(np.array([1, 1 + 0.9e-12, 1 + 1.8e-12])).tolist()
    [0, 0, 1]
    """
    if exact is not None:
        place = {one: number for number, one in enumerate(sorted(set(exact)))}
        return np.array([place[one] for one in exact], dtype=np.intp)
    order = np.argsort(values)
    starts = _starts(values[order], (TOLERANCE * np.abs(values) if slack is None else slack)[order])
    found = np.empty(len(values), dtype=np.intp)
    found[order] = np.cumsum(starts) - 1
    return found


def _starts(ordered: FloatArray, slack: FloatArray) -> NDArray[np.bool_]:
    """Which of ascending values begins a new group of equal ones."""
    starts = np.ones(len(ordered), dtype=bool)
    starts[1:] = np.diff(ordered) > np.maximum(slack[1:], slack[:-1])
    if not starts.all():
        first = np.flatnonzero(starts)
        last = np.append(first[1:], len(ordered)) - 1
        long = ordered[last] - ordered[first] > np.minimum.reduceat(slack, first)
        for start, end in zip(first[long].tolist(), last[long].tolist(), strict=True):
            part = slice(start, end + 1)
            starts[part] = _cut(ordered[part].tolist(), slack[part].tolist())
    return starts


def _cut(ordered: list[float], slack: list[float]) -> list[bool]:
    """Which of a chain of neighbours begins a new group, so that within a group each is equal to each."""
    starts: list[bool] = []
    group: list[float] = []
    reach: list[float] = []  # the least of what the first of the group allow
    for value, own in zip(ordered, slack, strict=True):
        apart = bisect_left(group, value - own)  # those before this one are further off than the value's own slack
        new = not group or (apart > 0 and reach[apart - 1] < value)
        if new:
            group, reach = [], []
        starts.append(new)
        group.append(value)
        reach.append(min(value + own, reach[-1] if reach else math.inf))
    return starts


def same(values: FloatArray) -> bool:
    """Whether all scores are equal, by the same rule as ties.

    >>> same(np.array([0.3, 0.1 + 0.2])), same(np.array([1e12, 1e12 + 2]))
    (True, False)
    """
    low, high = float(values.min()), float(values.max())
    return high - low <= TOLERANCE * max(abs(low), abs(high))


def mean_of(values: FloatArray) -> float:
    """The mean of scores, the same in each order of them, exactly 0 where only rounding keeps it from that.

    >>> mean_of(np.array([0.1, 0.2, -0.3])), mean_of(np.array([1e9, -1e9, 0.75]))
    (0.0, 0.25)
    """
    total = snap_to_zero(math.fsum(values.tolist()), NOISE * float(np.abs(values).sum()))
    first = total / len(values)
    rest = math.fsum((values - first).tolist()) / len(values)  # the division's rounding, made good
    return first + rest if total else 0.0


def mean_apart(first: FloatArray, second: FloatArray) -> float:
    """How far the mean of one sample lies above that of another, exactly 0 where only rounding keeps it from that.

    >>> mean_apart(np.array([0.1, 0.2]), np.array([0.3, 0.0]))
    0.0
    """
    slack = NOISE * float(np.abs(first).mean() + np.abs(second).mean())
    return snap_to_zero(mean_of(first) - mean_of(second), slack)


def pooled_variance(first: FloatArray, second: FloatArray) -> float:
    """The variance that two samples have in common: their squares around their own means over n + m - 2.

    >>> pooled_variance(np.array([3.0, 5, 4]), np.array([1.0, 3]))
    1.3333333333333333
    """
    n, m = len(first), len(second)
    return float(((n - 1) * first.var(ddof=1) + (m - 1) * second.var(ddof=1)) / (n + m - 2))


def dense_ranks_together(a: object, b: object, one: FloatArray, two: FloatArray) -> NDArray[np.intp]:
    """The dense ranks of two samples as they were given, and as floats, among all of their values; those of A
    first.
    """
    scale_of(one, two)
    fractions = exactly(a, b)
    return dense_ranks(np.concatenate([one, two]), exact=None if fractions is None else fractions[0] + fractions[1])


def settled(values: Exact, place: NDArray[np.intp] | None = None) -> Exact:
    """Return typed numbers with equal ones made the same: those of one `place`, by default one of their `dense_ranks`.

    >>> settled((Fraction("0.30000000000000004"), Fraction("0.3"))) == (Fraction("0.3"),) * 2
    True
    """
    groups = (dense_ranks(np.array([*map(float, values)])) if place is None else place).tolist()
    simplest: dict[int, Fraction] = {}
    for value, group in sorted(zip(values, groups, strict=True), key=lambda pair: pair[0].denominator):
        simplest.setdefault(group, value)
    return tuple(simplest[group] for group in groups)


class Decimals(NamedTuple):
    """Scores that are decimals: how many `units` of the last place each has, and which `places` that is."""

    units: FloatArray
    places: int


def in_decimals(scores: FloatArray) -> Decimals | None:
    """The scores in units of their last place where all are the floats nearest to decimals; None where one is not.

    >>> in_decimals(np.array([0.3, 0.25])), in_decimals(np.array([1 / 3]))
    (Decimals(units=array([30., 25.]), places=2), None)
    """
    for places in range(_PLACES):
        unit, most = 10.0**places, WHOLE if places == 0 else 0.5 / TOLERANCE
        if float(np.abs(scores).max()) * unit >= most:
            return None
        if np.all(np.rint(scores[:_PROBED] * unit) / unit == scores[:_PROBED]):
            whole_units = np.rint(scores * unit)
            if np.all(whole_units / unit == scores):
                return Decimals(whole_units, places)
    return None


@dataclass(frozen=True, eq=False)
class Ranked:
    """Midranks of values, 1 for the smallest; equal values share the mean of their ranks.

    `ranks` is in the order of the values, `ties` holds the size of each group of equal values, in ascending order.

    >>> ranked = Ranked.of(dense_ranks(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1])))
    >>> ranked.ranks.tolist(), ranked.ties.tolist()
    ([1.5, 3.0, 1.5], [2, 1])
    """

    ranks: FloatArray
    ties: NDArray[np.intp]

    @classmethod
    def of(cls, place: NDArray[np.intp]) -> Ranked:
        """The midranks of values whose order is that of `place`, whole numbers as `dense_ranks` gives them."""
        ties = np.bincount(place)
        last = np.cumsum(ties)
        return cls((last - (ties - 1) / 2)[place], ties[ties > 0])


def count_tied(ranks: FloatArray) -> int:
    """How many ranks are shared, of those above 0, which is the rank of what is left out.

    >>> count_tied(np.array([1.5, 1.5, 3.0, 0.0, 0.0]))
    2
    """
    _, sizes = np.unique(ranks[ranks > 0], return_counts=True)
    return int(sizes[sizes > 1].sum())


def midranks(values: Exact) -> Exact:
    """The midranks of exact values, exact.

    >>> [str(rank) for rank in midranks((Fraction(5), Fraction(2), Fraction(5)))]
    ['5/2', '1', '5/2']
    """
    return tuple(map(Fraction, Ranked.of(dense_ranks(np.empty(0), exact=values)).ranks.tolist()))


def deviation(values: Exact) -> float:
    """The standard deviation of two exact values or more (n - 1 below), rounded at the end.

    >>> deviation((Fraction(1), Fraction(2), Fraction(3)))
    1.0
    """
    mean = sum(values, Fraction(0)) / len(values)
    variance = sum(((one - mean) ** 2 for one in values), Fraction(0)) / (len(values) - 1)
    power = (variance.numerator.bit_length() - variance.denominator.bit_length()) // 2  # small squares vanish in floats
    return math.ldexp(math.sqrt(variance / Fraction(4) ** power), power)


def doubled(ranks: FloatArray) -> NDArray[np.int64]:
    """Midranks times two, which are whole numbers.

    >>> doubled(np.array([1.0, 2.5, 2.5])).tolist()
    [2, 5, 5]
    """
    twice: NDArray[np.int64] = np.rint(2 * ranks).astype(np.int64)
    return twice


@dataclass(frozen=True, eq=False)
class Pairs:
    """The scores of two systems on the same queries, and their differences A - B.

    A difference that is zero but for rounding is exactly 0, and differences of equal size are exactly equal, by the
    rule of `TOLERANCE`. `exact` holds the differences as fractions where the scores were given as such; they then
    decide what is zero or equal.

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
        """The pairs.

        Raises `InputError` for unequal lengths, fewer than 2 queries, nan, and two indexes that differ, as of pandas
        `Series` with the queries in another order.
        """
        one, two = numbers(a, "the scores of A"), numbers(b, "the scores of B")
        if len(one) != len(two):
            raise InputError(
                f"a paired test needs one score of each system a query; given: {len(one)} of A and {len(two)} of B"
            )
        refuse_other_order(a, b, "the scores of A and of B")
        fractions = exactly(a, b)
        return cls(one, two, None if fractions is None else tuple(x - y for x, y in zip(*fractions, strict=True)))

    @cached_property
    def raw(self) -> FloatArray:
        """A - B for each query as subtraction gives it, for what adds up differences and does not compare them."""
        if self.exact is not None:
            floats = np.array([float(one) for one in self.exact])
            if np.any((floats == 0) & np.array([one != 0 for one in self.exact])):
                raise InputError("a difference is too close to 0 for a float; multiply all scores by the same number")
            return floats
        scale_of(self.a, self.b)
        return self.a - self.b

    @cached_property
    def _slack(self) -> FloatArray:
        """By how much each difference may be off, for being compared."""
        return TOLERANCE * np.maximum(np.abs(self.a), np.abs(self.b))

    @cached_property
    def _alike(self) -> tuple[FloatArray, NDArray[np.intp]]:
        """The differences, equal ones made the same, and the place of each one's size among the distinct sizes."""
        raw = self.raw
        if self.exact is not None:
            return raw, dense_ranks(raw, exact=tuple(map(abs, self.exact)))
        zero = np.abs(raw) <= self._slack
        sizes, slack = (np.where(zero, 0.0, one) for one in (np.abs(raw), self._slack))
        order = np.argsort(sizes)
        sizes, slack = sizes[order], slack[order]
        starts = _starts(sizes, slack)
        group = np.cumsum(starts) - 1
        exactest = np.flatnonzero(slack == np.minimum.reduceat(slack, np.flatnonzero(starts))[group])
        one_each = np.ones(len(exactest), dtype=bool)
        one_each[1:] = np.diff(group[exactest]) > 0
        place, alike = np.empty(len(raw), dtype=np.intp), np.empty(len(raw))
        place[order], alike[order] = group, sizes[exactest[one_each]][group]
        return np.copysign(alike, raw) + 0.0, place

    @property
    def differences(self) -> FloatArray:
        """A - B for each query."""
        return self._alike[0]

    @property
    def sizes(self) -> NDArray[np.intp]:
        """For each query the place of its difference's size among the distinct sizes, 0 for the smallest."""
        return self._alike[1]

    @cached_property
    def slack(self) -> float:
        """By how much the sum of the differences, with any signs, may be off from rounding alone."""
        if self.exact is not None:
            return NOISE * float(np.abs(self.raw).sum())
        moved = self.differences != 0
        return NOISE * float(np.abs(self.a[moved]).sum() + np.abs(self.b[moved]).sum())

    @cached_property
    def total(self) -> float:
        """The sum of the differences, exactly 0 where only rounding keeps it from that."""
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
        """The standard deviation of the differences (n - 1 below), exactly 0 where all are the same."""
        if self.exact is not None:
            return deviation(self.exact)
        if self.constant:
            return 0.0
        apart = self.raw - self.raw.mean()
        return math.sqrt(float(apart @ apart) / (len(apart) - 1))

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """The queries on which A is higher, on which B is, and on which neither is."""
        above, below = int((self.differences > 0).sum()), int((self.differences < 0).sum())
        return above, below, len(self.differences) - above - below

    def refuse_no_difference(self) -> None:
        """Raise `InputError` where both systems score the same on every query."""
        if self.counts[2] == len(self.a):
            raise InputError(
                f"all {len(self.a)} differences are zero: the two systems score the same on every query,"
                " so there is nothing to test"
            )


def settled_pairs(a: Exact, b: Exact) -> tuple[list[Fraction], list[Fraction]]:
    """Return typed scores of two systems with B moved so that ties, and differences of equal size, are exact."""
    pairs = Pairs.of([*map(float, a)], [*map(float, b)])
    sizes = settled(tuple(abs(x - y) for x, y in zip(a, b, strict=True)), pairs.sizes)
    signs = np.sign(pairs.differences).astype(int).tolist()
    return [*a], [x - sign * size for x, sign, size in zip(a, signs, sizes, strict=True)]


def snap_to_zero(value: float, slack: float) -> float:
    """The value, or exactly 0 where it is no further from 0 than `slack`."""
    return 0.0 if abs(value) <= slack else value
