"""What the tests take: arrays of scores, read and checked."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError
from irlearn.text.english import count_noun

FloatArray = NDArray[np.float64]
Exact = tuple[Fraction, ...]
Scores = ArrayLike | Sequence[Fraction]
"""One score a query: what numpy makes an array of numbers of, or fractions, which are compared exactly."""
Alternative = Literal["two-sided", "greater", "less"]
"""What is tested for: any difference, A above B, or A below B."""

ALPHA = 0.05
"""The level of significance where none is given."""

FEWEST = 2
_LARGEST, _LEAST = 1e120, 1e-120  # sizes whose squares and fourth powers still have room in a float
_MISSING = ("NoneType", "NAType", "NaTType")  # None, and the missing values of pandas


def numbers(values: Scores, what: str, *, fewest: int = FEWEST, each: str = "query") -> FloatArray:
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
        raise InputError(f"{what} must be at least {count_noun(fewest, 'number')}; given: {len(array)}")
    finite = np.isfinite(array)
    if not finite.all():
        place = int(np.argmin(finite))
        raise _missing(what, f"{array[place]:g}", place, each)
    return array


def _missing(what: str, found: str, place: int, each: str) -> InputError:
    return InputError(
        f"{what} hold {found} at place {place + 1}; give a number for each {each}, or leave the {each} out"
    )


def _floats(values: Any, what: str, each: str) -> FloatArray:
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
    except Exception:  # a whole number of thousands of digits, or what cannot write itself
        return f"a value of the type {type(values).__name__}"
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


def scale_of(*samples: FloatArray) -> float:
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


def check_choice(value: object, allowed: Any, what: str) -> None:
    """Raise `InputError` where `value` is none of the texts that the literal type `allowed` lists."""
    names = get_args(allowed)
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{what} must be {' or '.join(map(repr, names))}; given: {shown(value)}")


def check_share(value: float | Fraction | np.floating[Any], what: str) -> float:
    """A level or a rate: a number strictly between 0 and 1. Raises `InputError` otherwise.

    >>> check_share(0.95, "level")
    0.95
    >>> check_share(95, "level")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: level must lie between 0 and 1, such as 0.95; given: 95
    """
    if not isinstance(value, int | float | Fraction | np.number) or not 0 < value < 1:
        usual = f", such as {_USUAL[what]}" if what in _USUAL else ""
        raise InputError(f"{what} must lie between 0 and 1{usual}; given: {shown(value)}")
    return float(str(value)) if isinstance(value, np.floating) else float(value)


_USUAL = {"level": 0.95, "alpha": 0.05, "power": 0.8}


def check_number(value: object, what: str, allowed: str, *, most: float = math.inf) -> float:
    """A finite number whose size is at most `most`. Raises `InputError`, which says what is `allowed`, otherwise.

    >>> check_number(3, "the threshold", "a number")
    3.0
    >>> check_number("x", "the threshold", "a number from 0 up")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the threshold must be a number from 0 up; given: 'x'
    """
    try:
        number = float(value) if isinstance(value, Real) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) or abs(number) > most:
        raise InputError(f"{what} must be {allowed}; given: {shown(value)}")
    return number


def check_flag(value: object, what: str) -> bool:
    """A choice between yes and no. Raises `InputError` for what is neither True nor False, nor 1 nor 0."""
    plain = value.item() if isinstance(value, np.generic) else value
    if not isinstance(plain, int) or plain not in (0, 1):
        raise InputError(f"{what} must be True or False; given: {shown(value)}")
    return bool(plain)


def check_count(value: int, what: str, *, least: int = 1, most: int | None = None) -> int:
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


def check_list(values: Iterable[Any], what: str, example: str) -> list[Any]:
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
    found = tuple(map(str, check_list(names, "names", "['R1', 'R2']")))
    if len(found) != count:
        raise InputError(f"there must be one name for each of the {count} {what}; given: {len(found)}")
    return found
