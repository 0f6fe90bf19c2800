"""What the tests take: arrays of scores, checked, and compared so that rounding hides no tie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError

Floats = NDArray[np.float64]
Alternative = Literal["two-sided", "greater", "less"]
"""What is tested for: any difference, A above B, or A below B."""

TOLERANCE = 1e-12
"""Two numbers count as equal when they differ by at most this share of the largest score (or of the sum compared)."""

FEWEST = 2


def numbers(values: ArrayLike, what: str, *, fewest: int = FEWEST) -> Floats:
    """The values as a one-dimensional array of finite floats; `what` names them in errors, as "the scores of A".

    Raises `InputError` for text, for several dimensions, for nan or infinity, and for fewer than `fewest` values.

    >>> numbers([1, 0.5], "the scores of A")
    array([1. , 0.5])
    >>> numbers([1, float("nan")], "the scores of A")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the scores of A hold nan at place 2; give a number for each query, or leave the query out
    """
    try:
        array = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{what} must be a list or array of numbers; given: {_shown(values)}") from None
    if array.ndim != 1:
        raise InputError(f"{what} must be one list of numbers; given: an array with {array.ndim} dimensions")
    if len(array) < fewest:
        raise InputError(f"{what} must be at least {fewest}; given: {len(array)}")
    finite = np.isfinite(array)
    if not finite.all():
        place = int(np.argmin(finite))
        raise InputError(
            f"{what} hold {array[place]:g} at place {place + 1}; give a number for each query, or leave the query out"
        )
    return array


def _shown(values: Any) -> str:
    text = repr(values)
    return text if len(text) <= 60 else text[:57] + "..."


def choice(value: object, allowed: Any, what: str) -> None:
    """Raise `InputError` where `value` is none of the texts that the literal type `allowed` lists."""
    names = get_args(allowed)
    if value not in names:
        raise InputError(f"{what} must be {' or '.join(map(repr, names))}; given: {value!r}")


def share(value: float, what: str) -> float:
    """A level or a rate: a number strictly between 0 and 1. Raises `InputError` otherwise.

    >>> share(0.95, "level")
    0.95
    >>> share(95, "level")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: level must lie between 0 and 1, as 0.95 does; given: 95
    """
    if not isinstance(value, int | float | np.number) or not 0 < value < 1:
        raise InputError(f"{what} must lie between 0 and 1, as 0.95 does; given: {value!r}")
    return float(value)


def whole(value: int, what: str, *, least: int = 1) -> int:
    """A count: a whole number of at least `least`. Raises `InputError` otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{what} must be a whole number of at least {least}; given: {value!r}")
    return int(value)


def generator(rng: np.random.Generator | int | None, what: str) -> np.random.Generator:
    """The source of random numbers that was given; a whole number is a seed. Raises `InputError` for none."""
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0:
        return np.random.default_rng(int(rng))
    given = "" if rng is None else f"; given: {rng!r}"
    raise InputError(f"{what} needs random numbers; give rng=numpy.random.default_rng(seed), or a seed{given}")


def snapped(values: Floats, scale: float) -> tuple[Floats, NDArray[np.intp]]:
    """The distinct values, ascending, and for each value its place among them; values nearly equal are one.

    >>> distinct, place = snapped(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1]), 1.0)
    >>> len(distinct), place.tolist()
    (2, [0, 1, 0])
    """
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.ones(len(values), dtype=bool)
    starts[1:] = np.diff(ordered) > TOLERANCE * abs(scale)
    place = np.empty(len(values), dtype=np.intp)
    place[order] = np.cumsum(starts) - 1
    return ordered[starts], place


@dataclass(frozen=True, eq=False)
class Ranked:
    """Values with their midranks, 1 for the smallest; equal values share the mean of their ranks.

    `ranks` is in the order of the values, `ties` holds the size of each group of equal values, in ascending order.

    >>> ranked = Ranked.of(np.array([0.3 - 0.2, 0.5, 0.2 - 0.1]), 1.0)
    >>> ranked.ranks.tolist(), ranked.ties.tolist()
    ([1.5, 3.0, 1.5], [2, 1])
    """

    ranks: Floats
    ties: NDArray[np.intp]

    @classmethod
    def of(cls, values: Floats, scale: float) -> Ranked:
        """The midranks of values which are as large as `scale`."""
        _, place = snapped(values, scale)
        ties = np.bincount(place)
        last = np.cumsum(ties)
        return cls((last - (ties - 1) / 2)[place], ties)


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

    A difference that is zero but for rounding is exactly 0, and differences of equal size are exactly equal.

    >>> pairs = Pairs.of([0.3, 0.2], [0.2, 0.1])
    >>> bool(pairs.differences[0] == pairs.differences[1]), 0.3 - 0.2 == 0.2 - 0.1
    (True, False)
    """

    a: Floats
    b: Floats

    @classmethod
    def of(cls, a: ArrayLike, b: ArrayLike) -> Pairs:
        """The pairs. Raises `InputError` for unequal lengths, fewer than 2 queries, and nan."""
        pairs = cls(numbers(a, "the scores of A"), numbers(b, "the scores of B"))
        if len(pairs.a) != len(pairs.b):
            raise InputError(
                f"a paired test needs one score of each system a query; given: {len(pairs.a)} of A and"
                f" {len(pairs.b)} of B"
            )
        return pairs

    @cached_property
    def scale(self) -> float:
        """The size of the largest score."""
        return max(float(np.abs(self.a).max()), float(np.abs(self.b).max()))

    @cached_property
    def differences(self) -> Floats:
        """A - B for each query."""
        raw = self.a - self.b
        distinct, place = snapped(np.abs(raw), self.scale)
        distinct[np.abs(distinct) <= TOLERANCE * self.scale] = 0.0
        return np.copysign(distinct[place], raw) + 0.0

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


def names_of(names: Iterable[str] | None, count: int, what: str) -> tuple[str, ...]:
    """The names, or numbers from 1 where none are given. Raises `InputError` where they are too few or too many."""
    if names is None:
        return tuple(str(number) for number in range(1, count + 1))
    found = tuple(map(str, names))
    if len(found) != count:
        raise InputError(f"there must be one name for each of the {count} {what}; given: {len(found)}")
    return found
