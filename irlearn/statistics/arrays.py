"""What the tests take: arrays of scores, checked, and compared so that rounding hides no tie."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.notation import counted

Floats = NDArray[np.float64]
Exact = tuple[Fraction, ...]
Scores = ArrayLike | Sequence[Fraction]
"""One score a query: what numpy makes an array of numbers of, or fractions, which are compared exactly."""
Alternative = Literal["two-sided", "greater", "less"]
"""What is tested for: any difference, A above B, or A below B."""

TOLERANCE = 1e-12
"""Two scores count as equal when they differ by at most this share of the larger of the two.

That is how far apart floats may be that came to one decimal on two paths, such as 0.1 + 0.2 and 0.3. A difference A - B
is as exact as its two scores: it is zero where these are equal, and two differences are equal when they are at most
this share of the largest of their four scores apart. Only the two that are compared decide, whatever other scores there
are; and of values that tie with each other each is equal to each, so that no chain of neighbours ties its ends.
Scores given as `Fraction`s are compared exactly.
"""

NOISE = 2.0**-48
"""What rounding may add to a sum, as a share of the sum of the sizes of what was added; 32 times a float's rounding."""

ALPHA = 0.05
"""The level of significance where none is given."""

FEWEST = 2
_LARGEST, _LEAST = 1e120, 1e-120  # sizes whose squares and fourth powers still have room in a float
_MISSING = ("NoneType", "NAType", "NaTType")  # None, and the missing values of pandas


def numbers(values: Scores, what: str, *, fewest: int = FEWEST, each: str = "query") -> Floats:
    """The values as a one-dimensional array of finite floats; `what` names them in errors, as "the scores of A".

    Single-precision floats are read as their shortest decimals, 0.3 as 0.3. Raises `InputError` for text, dates and
    complex numbers, for several dimensions, for nan, infinity and masked values, and for fewer than `fewest` values.
    There is one value for `each` query, or whatever that names.

    >>> numbers([1, 0.5], "the scores of A")
    array([1. , 0.5])
    >>> numbers([1, float("nan")], "the scores of A")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the scores of A hold nan at place 2; give a number for each query, or leave the query out
    """
    masked = np.ma.getmaskarray(values).ravel() if isinstance(values, np.ma.MaskedArray) else np.zeros(0, dtype=bool)
    if masked.any():
        raise _missing(what, "a masked value", int(np.argmax(masked)), each)
    array = _floats(values, what, each)
    if len(array) < fewest:
        raise InputError(f"{what} must be at least {counted(fewest, 'number')}; given: {len(array)}")
    finite = np.isfinite(array)
    if not finite.all():
        place = int(np.argmin(finite))
        raise _missing(what, f"{array[place]:g}", place, each)
    return array


def _missing(what: str, found: str, place: int, each: str) -> InputError:
    return InputError(
        f"{what} hold {found} at place {place + 1}; give a number for each {each}, or leave the {each} out"
    )


def _floats(values: Any, what: str, each: str) -> Floats:
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # lists of different lengths
        array = np.zeros(())
    if array.ndim == 0 or isinstance(values, Mapping):
        raise InputError(f"{what} must be a list or array of numbers; given: {shown(values)}")
    if array.ndim > 1:
        raise InputError(f"{what} must be one list of numbers; given: an array with {array.ndim} dimensions")
    if _is_narrow(array.dtype):
        return array.astype(str).astype(np.float64)
    if array.dtype.kind in "biuf":
        if isinstance(values, list | tuple) and any(_is_narrow(np.dtype(kind)) for kind in _numpys(values)):
            return np.array([float(str(one) if isinstance(one, np.floating) else one) for one in values])
        return array.astype(np.float64)
    for place, one in enumerate(values):
        plain = one.item() if isinstance(one, np.generic) else one
        if type(plain).__name__ in _MISSING or (isinstance(plain, Decimal) and plain.is_snan()):
            raise _missing(what, str(plain), place, each)
        if not isinstance(plain, Real | Decimal):
            raise InputError(f"{what} must be a list or array of numbers; given: {shown(plain)} at place {place + 1}")
    try:
        return np.array([float(one) for one in values], dtype=np.float64)
    except OverflowError:
        raise InputError(f"{what} hold a number that is too large for a float; divide all by the same number") from None


def _is_narrow(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "f" and dtype.itemsize < np.dtype(np.float64).itemsize


def _numpys(values: Sequence[Any]) -> list[type[np.generic]]:
    return [kind for kind in set(map(type, values)) if issubclass(kind, np.generic)]


def shown(values: Any) -> str:
    """What was given, short enough for a sentence."""
    try:
        text = " ".join(repr(values).split())
    except ValueError:  # Python writes no whole number of thousands of digits
        text = f"a {type(values).__name__} of thousands of digits"
    return text if len(text) <= 60 else text[:57] + "..."


def exactly(*samples: object) -> tuple[Exact, ...] | None:
    """The samples as fractions, where all of their numbers are whole numbers and fractions and one is a `Fraction`.

    None otherwise: a float is only as exact as its rounding.

    >>> exactly([Fraction(1, 3), 1], [0, 2])
    ((Fraction(1, 3), Fraction(1, 1)), (Fraction(0, 1), Fraction(2, 1)))
    >>> exactly([Fraction(1, 3), 0.5])
    """
    for sample in samples:
        if not isinstance(sample, list | tuple) or not all(isinstance(one, Fraction | int) for one in sample):
            return None
    if not any(isinstance(one, Fraction) for sample in samples for one in sample):  # type: ignore[attr-defined]
        return None
    return tuple(tuple(map(Fraction, sample)) for sample in samples)  # type: ignore[call-overload]


def scale_of(*samples: Floats) -> float:
    """The size of the largest score. Raises `InputError` where it is beyond 10^120, or all are within 10^-120 of 0.

    >>> scale_of(np.array([0.2, -0.5]), np.array([0.1]))
    0.5
    """
    scale = max(float(np.abs(sample).max()) for sample in samples)
    if scale > _LARGEST:
        raise InputError(
            f"the scores reach {scale:g}, and those beyond {_LARGEST:g} cannot be calculated with;"
            " divide all of them by the same number"
        )
    if 0 < scale < _LEAST:
        raise InputError(
            f"no score is larger than {scale:g}, and those all within {_LEAST:g} of 0 cannot be calculated with;"
            " multiply all of them by the same number"
        )
    return scale


def refuse_other_order(a: object, b: object, what: str) -> None:
    """Raise `InputError` where both have an index, as two pandas `Series` do, and the two indexes differ.

    An index that only counts from 0 says nothing. `what` names the two in the error, as "the scores of A and of B".
    """
    first, second = _labels(a), _labels(b)
    if first is None or second is None or first == second:
        return
    place = next((i for i, (one, two) in enumerate(zip(first, second, strict=False)) if one != two), 0)
    raise InputError(
        f"{what} have different indexes (at place {place + 1} {shown(first[place])} and {shown(second[place])});"
        " align them, as b.reindex(a.index) does, or give .to_numpy() of both where their order is meant"
    )


def _labels(values: object) -> list[object] | None:
    index = getattr(values, "index", None)
    if index is None or callable(index):  # a list has a method of that name
        return None
    labels = list(index)
    return None if labels == list(range(len(labels))) else labels


def choice(value: object, allowed: Any, what: str) -> None:
    """Raise `InputError` where `value` is none of the texts that the literal type `allowed` lists."""
    names = get_args(allowed)
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{what} must be {' or '.join(map(repr, names))}; given: {shown(value)}")


def share(value: float | Fraction | np.floating[Any], what: str) -> float:
    """A level or a rate: a number strictly between 0 and 1. Raises `InputError` otherwise.

    >>> share(0.95, "level")
    0.95
    >>> share(95, "level")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: level must lie between 0 and 1, as 0.95 does; given: 95
    """
    if not isinstance(value, int | float | Fraction | np.number) or not 0 < value < 1:
        raise InputError(f"{what} must lie between 0 and 1, as 0.95 does; given: {shown(value)}")
    return float(str(value)) if isinstance(value, np.floating) else float(value)


def flag(value: object, what: str) -> bool:
    """A choice between yes and no. Raises `InputError` for what is neither True nor False, nor 1 nor 0."""
    plain = value.item() if isinstance(value, np.generic) else value
    if not isinstance(plain, int) or plain not in (0, 1):
        raise InputError(f"{what} must be True or False; given: {shown(value)}")
    return bool(plain)


def whole(value: int, what: str, *, least: int = 1, most: int | None = None) -> int:
    """A count: a whole number of at least `least`, and at most `most`. Raises `InputError` otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{what} must be a whole number of at least {least}; given: {shown(value)}")
    if most is not None and value > most:
        raise InputError(
            f"{what} must be at most {most:,}; given: {format(value, ',') if value < _LARGEST else shown(value)}"
        )
    return int(value)


def generator(rng: np.random.Generator | int | None, what: str) -> np.random.Generator:
    """The source of random numbers that was given; a whole number is a seed. Raises `InputError` for none."""
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0:
        return np.random.default_rng(int(rng))
    given = "" if rng is None else f"; given: {shown(rng)}"
    raise InputError(f"{what} needs random numbers; give rng=numpy.random.default_rng(seed), or a seed{given}")


def levels(values: Floats, slack: Floats | None = None, exact: Exact | None = None) -> NDArray[np.intp]:
    """For each value its place among the distinct values, 0 for the smallest.

    Exact values are compared as they are; else two values are one where the larger `slack` of the two allows it, by
    default that of scores (see `TOLERANCE`), and each value of a group is equal to each other one of it.

    >>> levels(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1])).tolist()
    [0, 1, 0]
    >>> levels(np.array([1, 1 + 0.9e-12, 1 + 1.8e-12])).tolist()
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


def _starts(ordered: Floats, slack: Floats) -> NDArray[np.bool_]:
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


def same(values: Floats) -> bool:
    """Whether all scores are equal, by the same rule as ties.

    >>> same(np.array([0.3, 0.1 + 0.2])), same(np.array([1e12, 1e12 + 2]))
    (True, False)
    """
    low, high = float(values.min()), float(values.max())
    return high - low <= TOLERANCE * max(abs(low), abs(high))


def mean_of(values: Floats) -> float:
    """The mean of scores, exactly 0 where only rounding keeps it from that.

    >>> mean_of(np.array([0.1, 0.2, -0.3])), mean_of(np.array([1e9, -1e9, 0.75]))
    (0.0, 0.25)
    """
    total = cleared(math.fsum(values.tolist()), NOISE * float(np.abs(values).sum()))
    first = total / len(values)
    return first + float((values - first).mean()) if total else 0.0  # the division's rounding, made good


def levels_together(a: object, b: object, one: Floats, two: Floats) -> NDArray[np.intp]:
    """The `levels` of two samples as they were given, and as floats, among all of their values; those of A first."""
    scale_of(one, two)
    fractions = exactly(a, b)
    return levels(np.concatenate([one, two]), exact=None if fractions is None else fractions[0] + fractions[1])


@dataclass(frozen=True, eq=False)
class Ranked:
    """Midranks of values, 1 for the smallest; equal values share the mean of their ranks.

    `ranks` is in the order of the values, `ties` holds the size of each group of equal values, in ascending order.

    >>> ranked = Ranked.of(levels(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1])))
    >>> ranked.ranks.tolist(), ranked.ties.tolist()
    ([1.5, 3.0, 1.5], [2, 1])
    """

    ranks: Floats
    ties: NDArray[np.intp]

    @classmethod
    def of(cls, place: NDArray[np.intp]) -> Ranked:
        """The midranks of values whose order is that of `place`, whole numbers as `levels` gives them."""
        ties = np.bincount(place)
        last = np.cumsum(ties)
        return cls((last - (ties - 1) / 2)[place], ties[ties > 0])


def doubled(ranks: Floats) -> NDArray[np.int64]:
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

    a: Floats
    b: Floats
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
    def raw(self) -> Floats:
        """A - B for each query as subtraction gives it, for what adds up differences and does not compare them."""
        if self.exact is not None:
            floats = np.array([float(one) for one in self.exact])
            if np.any((floats == 0) & np.array([one != 0 for one in self.exact])):
                raise InputError("a difference is too close to 0 for a float; multiply all scores by the same number")
            return floats
        scale_of(self.a, self.b)
        return self.a - self.b

    @cached_property
    def _slack(self) -> Floats:
        """By how much each difference may be off, for being compared."""
        return TOLERANCE * np.maximum(np.abs(self.a), np.abs(self.b))

    @cached_property
    def _alike(self) -> tuple[Floats, NDArray[np.intp]]:
        """The differences, equal ones made the same, and the place of each one's size among the distinct sizes."""
        raw = self.raw
        if self.exact is not None:
            return raw, levels(raw, exact=tuple(map(abs, self.exact)))
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
    def differences(self) -> Floats:
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
        return cleared(math.fsum(self.raw.tolist()), self.slack)

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
        return spread <= 2 * float(self._slack.max()) and not levels(self.raw, self._slack).any()

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the differences (n - 1 below), exactly 0 where all are the same."""
        n = len(self.a)
        if self.exact is not None:
            largest = max(map(abs, self.exact)) or Fraction(1)  # squares of smaller numbers may vanish from a float
            shares = [one / largest for one in self.exact]
            mean = sum(shares) / n
            return float(largest) * math.sqrt(sum((one - mean) ** 2 for one in shares) / (n - 1))
        if self.constant:
            return 0.0
        apart = self.raw - self.raw.mean()
        return math.sqrt(float(apart @ apart) / (n - 1))

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


def cleared(value: float, slack: float) -> float:
    """The value, or exactly 0 where it is no further from 0 than `slack`."""
    return 0.0 if abs(value) <= slack else value


def listed(values: Iterable[Any], what: str, example: str) -> list[Any]:
    """The items of a list. Raises `InputError` for a text and for what is no list at all; `example` is a right one."""
    try:
        if not isinstance(values, str):
            return list(values)
    except TypeError:
        pass
    raise InputError(f"{what} must be a list, such as {example}; given: {shown(values)}")


def names_of(names: Iterable[str] | None, count: int, what: str) -> tuple[str, ...]:
    """The names, or numbers from 1 where none are given. Raises `InputError` where they are too few or too many."""
    if names is None:
        return tuple(str(number) for number in range(1, count + 1))
    found = tuple(map(str, listed(names, "names", "['R1', 'R2']")))
    if len(found) != count:
        raise InputError(f"there must be one name for each of the {count} {what}; given: {len(found)}")
    return found
