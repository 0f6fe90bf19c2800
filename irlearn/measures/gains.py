"""The family of DCG: what a grade is worth, and which logarithm a rank is divided by, for every measure and scheme."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list
from irlearn.text.numbers import Typed, to_fraction

_HIGHEST = 2**31
HIGHEST_EXPONENT = 52
"""The highest grade that the exponential gain takes: 2**53 and above are no longer exact in floating point."""

_PLACES = 24  # behind the point
_NUMBERS = int | float | Fraction | np.integer | np.floating
Worth = int | Typed
"""What one grade is worth among gains of one's own: a whole number, or the decimal that was typed."""

GAINS = {"linear": "grade", "exponential": "2^grade − 1", "shifted": "grade − 1"}
"""What a grade is worth: the names of the gains, and their formulas in words."""

DISCOUNTS = ("log", "original", "none")
"""How a rank is discounted, by name."""

IDEALS = {"judged": "all judged documents", "retrieved": "the retrieved documents only"}
"""What the ideal list is made of: the names, and what they mean."""

GAIN: dict[str, Callable[[Any], Any]] = {
    "linear": lambda grade: grade,
    "exponential": lambda grade: (1 << grade) - 1,
    "shifted": lambda grade: grade - (grade > 0),
    "binary": lambda grade: (grade > 0) * 1,
}
"""The gain of a grade of 0 or more, exact; of one number or of an array of whole numbers."""

PLACE: dict[str, Callable[[Any, int], Any]] = {
    "log": lambda rank, _: rank + 1,
    "original": lambda rank, base: rank if rank >= base else None,
    "none": lambda rank, _: None,  # noqa: ARG005 - no rank matters
}
"""The number whose logarithm divides the gain at a rank, given the base; None where the rank is not discounted."""


class OwnGains(tuple[tuple[int, Worth], ...]):
    """Gains of one's own: pairs of a grade and what it is worth, by rising grade; grade 0 is worth 0 unless it is told.

    A gain may lie between whole numbers: it is kept exactly, and written as the decimal that was typed.

    >>> OwnGains.of({2: 10, 1: 1}), OwnGains.of({1: 0.3, 2: 1.0})
    ({0: 0, 1: 1, 2: 10}, {0: 0, 1: 0.3, 2: 1})
    """

    __slots__ = ()

    @classmethod
    def of(cls, gains: object) -> OwnGains:
        """The gains that a mapping of whole grades to gains tells; an `InputError` for any other."""
        pairs = {0: 0, **gains} if isinstance(gains, Mapping) else dict(gains) if isinstance(gains, OwnGains) else {}
        sound = all(type(one) is int and 0 <= one < _HIGHEST for one in pairs)
        worths = {grade: _exact(gain) for grade, gain in pairs.items()} if sound else {}
        made = cls(sorted((grade, gain) for grade, gain in worths.items() if gain is not None))
        short = len(made) < max(len(pairs), 2)
        if short or any(low > high for (_, low), (_, high) in pairwise(made)):
            raise InputError(
                f"gains must give each whole grade a gain from 0 to {_HIGHEST - 1}, with {_PLACES} digits behind the "
                "point at most, and a higher grade no smaller one, as in gains={0: 0, 1: 0.5, 2: 1}; or be 'binary' "
                f"or 'shifted'; given: {quoted(gains)}"
            )
        return made

    def __repr__(self) -> str:
        """What to type to get these gains."""
        return repr(dict(self))

    @property
    def words(self) -> str:
        """What each grade is worth, such as `1 for grade 1 and 10 for grade 2`."""
        return comma_list([f"{gain} for grade {grade}" for grade, gain in self])

    def worth(self, grades: NDArray[Any], *, exact: bool) -> NDArray[Any]:
        """What grades are worth; an `InputError` for a grade that has no gain."""
        known, gains = (np.array(one) for one in zip(*self, strict=True))
        gains = gains if exact or gains.dtype != object else gains.astype(np.float64)
        places = np.minimum(np.searchsorted(known, grades), len(known) - 1)
        unknown = grades[(known[places] != grades) & (grades >= 0)]
        if unknown.size:
            raise InputError(f"gains={self!r} has no gain for grade {unknown[0]}, which a document has; add it")
        return np.where(grades < 0, 0, gains[places])


def _exact(gain: object) -> Worth | None:
    """A gain as it was typed; None for what is none, or has too many digits."""
    if isinstance(gain, bool) or not isinstance(gain, _NUMBERS) or not 0 <= gain <= _HIGHEST - 1:
        return None
    exact = to_fraction(gain)
    return int(exact) if exact.denominator == 1 else Typed(exact) if exact.denominator <= 10**_PLACES else None


def worth(gain: str | OwnGains, grades: NDArray[Any], *, exact: bool = False) -> NDArray[Any]:
    """What grades are worth under a gain of `GAIN` or of one's own; an unjudged document is worth nothing.

    With `exact` the array holds Python's integers and gains as they were typed, else machine numbers.

    >>> worth("exponential", np.array([-1, 0, 1, 2, 3])).tolist(), worth("shifted", np.array([0, 1, 2])).tolist()
    ([0, 0, 1, 3, 7], [0, 0, 1])
    """
    gains: NDArray[Any] = (
        gain.worth(grades, exact=exact) if isinstance(gain, OwnGains) else GAIN[gain](np.maximum(grades, 0))
    )
    return gains.astype(object) if exact else gains


def check_grades(what: str, grades: NDArray[np.int64] | int, highest: int = HIGHEST_EXPONENT) -> None:
    """Refuse a grade above `highest`, because `what` raises 2 to it.

    >>> check_grades("ERR", np.array([0, 5]), 4)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: ERR raises 2 to the grade and takes grades up to 4; given: 5
    """
    top = grades if isinstance(grades, int) else int(grades.max(initial=0))
    if top > highest:
        raise InputError(f"{what} raises 2 to the grade and takes grades up to {highest}; given: {top}")
