"""Functions that read and check the arguments of the tests: arrays of scores, levels, counts and choices."""

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
"""One score per query: anything that NumPy turns into an array of numbers, or fractions, which are compared exactly."""
Alternative = Literal["two-sided", "greater", "less"]
"""The alternative hypothesis: any difference, A above B, or A below B."""

ALPHA = 0.05
"""The default significance level."""

FEWEST = 2
_LARGEST, _LEAST = 1e120, 1e-120  # limits of absolute values; their squares must fit into a float
_MISSING = ("NoneType", "NAType", "NaTType")  # the types of None and of the missing values of pandas


def numbers(values: Scores, what: str, *, fewest: int = FEWEST, each: str = "query") -> FloatArray:
    """Return the values as a one-dimensional array of finite floats.

    Single-precision floats are read as their shortest decimals, so that 0.3 stays 0.3. Error messages call the values
    `what`, such as "the scores of A". `each` is the noun for the object that has a value, such as "query".

    Raise `InputError` for text, dates and complex numbers, for more than one dimension, for NaN, infinity and masked
    values, and for fewer than `fewest` values.

    Examples
    --------
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
        index = int(np.argmin(finite))
        raise _missing(what, f"{array[index]:g}", index, each)
    return array


def _missing(what: str, value_text: str, index: int, each: str) -> InputError:
    """Return the error for a missing value."""
    return InputError(
        f"{what} hold {value_text} at place {index + 1}; give a number for each {each}, or leave the {each} out"
    )


def _floats(values: Any, what: str, each: str) -> FloatArray:
    try:
        array = np.asarray(values)
    except (TypeError, ValueError):  # NumPy raises them for lists of different lengths
        array = np.zeros(())
    if array.ndim == 0 or isinstance(values, Mapping):
        raise InputError(f"{what} must be a list or array of numbers; given: {shown(values)}")
    if array.ndim > 1:
        raise InputError(f"{what} must be one list of numbers; given: an array with {array.ndim} dimensions")
    if _is_narrow(array.dtype):
        return array.astype(str).astype(np.float64)
    if array.dtype.kind in "biuf":
        if isinstance(values, list | tuple) and any(_is_narrow(np.dtype(kind)) for kind in _numpy_types(values)):
            return np.array([float(str(value) if isinstance(value, np.floating) else value) for value in values])
        return array.astype(np.float64)
    for index, value in enumerate(values):
        python_value = value.item() if isinstance(value, np.generic) else value
        if type(python_value).__name__ in _MISSING or (isinstance(python_value, Decimal) and python_value.is_snan()):
            raise _missing(what, str(python_value), index, each)
        if not isinstance(python_value, Real | Decimal):
            raise InputError(
                f"{what} must be a list or array of numbers; given: {shown(python_value)} at place {index + 1}"
            )
    try:
        return np.array([float(value) for value in values], dtype=np.float64)
    except OverflowError:
        raise InputError(f"{what} hold a number that is too large for a float; divide all by the same number") from None


def _is_narrow(dtype: np.dtype[Any]) -> bool:
    return dtype.kind == "f" and dtype.itemsize < np.dtype(np.float64).itemsize


def _numpy_types(values: Sequence[Any]) -> list[type[np.generic]]:
    return [kind for kind in set(map(type, values)) if issubclass(kind, np.generic)]


def shown(values: Any) -> str:
    """Return the repr of a value, shortened to fit into an error message."""
    try:
        text = " ".join(repr(values).split())
    except Exception:  # the repr of a huge integer fails, and the repr of another object may fail
        return f"a value of the type {type(values).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def exactly(*samples: object) -> tuple[Exact, ...] | None:
    """Return the samples as fractions, or None if they are not exact.

    Samples are exact if all numbers are integers or fractions and at least one is a `Fraction`. Floats are never exact,
    because they may have been rounded.

    >>> exactly([Fraction(1, 3), 1], [0, 2])
    ((Fraction(1, 3), Fraction(1, 1)), (Fraction(0, 1), Fraction(2, 1)))
    >>> exactly([Fraction(1, 3), 0.5])
    """
    for sample in samples:
        if not isinstance(sample, list | tuple) or not all(isinstance(number, Fraction | int) for number in sample):
            return None
    if not any(isinstance(number, Fraction) for sample in samples for number in sample):  # type: ignore[attr-defined]
        return None
    return tuple(tuple(map(Fraction, sample)) for sample in samples)  # type: ignore[call-overload]


def scale_of(*samples: FloatArray) -> float:
    """Return the largest absolute score.

    Raise `InputError` if it is above 10^120, or if it is not 0 and below 10^-120.

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
    """Raise `InputError` if both values have an index, as pandas `Series` do, and the indexes differ.

    An index that only counts from 0 is ignored. The error message uses `what` as the name of both values, such as "the
    scores of A and of B".
    """
    first, second = _labels(a), _labels(b)
    if first is None or second is None or first == second:
        return
    index = next((i for i, (label_a, label_b) in enumerate(zip(first, second, strict=False)) if label_a != label_b), 0)
    raise InputError(
        f"{what} have different indexes (at place {index + 1} {shown(first[index])} and {shown(second[index])});"
        " align them, as b.reindex(a.index) does, or give .to_numpy() of both where their order is meant"
    )


def _labels(values: object) -> list[object] | None:
    index = getattr(values, "index", None)
    if index is None or callable(index):  # `index` of a list is a method, not an index as in pandas
        return None
    labels = list(index)
    return None if labels == list(range(len(labels))) else labels


def check_choice(value: object, allowed: Any, what: str) -> None:
    """Raise `InputError` unless `value` is one of the strings of the literal type `allowed`."""
    names = get_args(allowed)
    if not isinstance(value, str) or value not in names:
        raise InputError(f"{what} must be {' or '.join(map(repr, names))}; given: {shown(value)}")


def check_share(value: float | Fraction | np.floating[Any], what: str) -> float:
    """Return a level or a rate as a float; raise `InputError` unless it is strictly between 0 and 1.

    >>> check_share(0.95, "level")
    0.95
    >>> check_share(95, "level")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: level must lie between 0 and 1, such as 0.95; given: 95
    """
    if not isinstance(value, int | float | Fraction | np.number) or not 0 < value < 1:
        example = f", such as {_EXAMPLES[what]}" if what in _EXAMPLES else ""
        raise InputError(f"{what} must lie between 0 and 1{example}; given: {shown(value)}")
    return float(str(value)) if isinstance(value, np.floating) else float(value)


_EXAMPLES = {"level": 0.95, "alpha": 0.05, "power": 0.8}


def check_number(value: object, what: str, allowed: str, *, most: float = math.inf) -> float:
    """Return a number as a float; raise `InputError` unless it is finite and its absolute value is at most `most`.

    In the error message, `allowed` describes the valid numbers.

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
    """Return a flag as a bool; raise `InputError` unless it is True, False, 1 or 0."""
    python_value = value.item() if isinstance(value, np.generic) else value
    if not isinstance(python_value, int) or python_value not in (0, 1):
        raise InputError(f"{what} must be True or False; given: {shown(value)}")
    return bool(python_value)


def check_count(value: int, what: str, *, least: int = 1, most: int | None = None) -> int:
    """Return a count as an int; raise `InputError` unless it is an integer from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{what} must be a whole number of at least {least}; given: {shown(value)}")
    if most is not None and value > most:
        raise InputError(
            f"{what} must be at most {most:,}; given: {format(value, ',') if value < _LARGEST else shown(value)}"
        )
    return int(value)


def generator(rng: np.random.Generator | int | None, what: str) -> np.random.Generator:
    """Return the random number generator, made from a seed if `rng` is an integer; raise `InputError` for None."""
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, int | np.integer) and not isinstance(rng, bool) and rng >= 0:
        return np.random.default_rng(int(rng))
    suffix = "" if rng is None else f"; given: {shown(rng)}"
    raise InputError(f"{what} needs random numbers; give rng=numpy.random.default_rng(seed), or a seed{suffix}")


def check_list(values: Iterable[Any], what: str, example: str) -> list[Any]:
    """Return the items as a list; raise `InputError` for a string or an object that is not iterable."""
    try:
        if not isinstance(values, str):
            return list(values)
    except TypeError:
        pass
    raise InputError(f"{what} must be a list, such as {example}; given: {shown(values)}")


def names_of(names: Iterable[str] | None, count: int, what: str) -> tuple[str, ...]:
    """Return the names, or the numbers from 1 if `names` is None; raise `InputError` unless there are `count` names."""
    if names is None:
        return tuple(str(number) for number in range(1, count + 1))
    checked = tuple(map(str, check_list(names, "names", "['R1', 'R2']")))
    if len(checked) != count:
        raise InputError(f"there must be one name for each of the {count} {what}; given: {len(checked)}")
    return checked
