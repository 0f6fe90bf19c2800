"""The family of DCG: what a grade is worth, and which logarithm a rank is divided by, for every measure and scheme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError

HIGHEST_EXPONENT = 52
"""The highest grade that the exponential gain takes: 2**53 and above are no longer exact in floating point."""

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
}
"""The gain of a grade of 0 or more, exact; of one number or of an array of whole numbers."""

PLACE: dict[str, Callable[[Any, int], Any]] = {
    "log": lambda rank, _: rank + 1,
    "original": lambda rank, base: rank if rank >= base else None,
    "none": lambda rank, _: None,  # noqa: ARG005 - no rank matters
}
"""The number whose logarithm divides the gain at a rank, given the base; None where the rank is not discounted."""


def worth(gain: str, grades: NDArray[Any]) -> NDArray[Any]:
    """What grades are worth under a gain of `GAINS`; an unjudged document is worth nothing.

    >>> worth("exponential", np.array([-1, 0, 1, 2, 3])).tolist(), worth("shifted", np.array([0, 1, 2])).tolist()
    ([0, 0, 1, 3, 7], [0, 0, 1])
    """
    gains: NDArray[Any] = GAIN[gain](np.maximum(grades, 0))
    return gains


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
