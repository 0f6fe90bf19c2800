"""The means of one value a query: arithmetic, geometric with epsilon, harmonic, the median; exact where they are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from irlearn.errors import InputError


def arithmetic(values: Sequence[Fraction | float]) -> Fraction | float:
    """The arithmetic mean of one value or more: a fraction where all values are, else a float that is rounded once.

    >>> arithmetic((Fraction(1, 2), Fraction(1, 3))), arithmetic([0.25, 0.5])
    (Fraction(5, 12), 0.375)
    """
    exact = [value for value in values if isinstance(value, Fraction)]
    if len(exact) == len(values):
        return sum(exact, Fraction(0)) / len(exact)
    return math.fsum(values) / len(values)


def geometric(values: Sequence[Fraction | float], epsilon: float = 0.0) -> float:
    """The geometric mean of one value or more, those below `epsilon` raised to it; 0 where a factor is 0.

    >>> round(geometric([1, 0.5, 0.1]), 4), geometric([0.5, 0]), round(geometric([0.25, 0], 0.01), 4)
    (0.3684, 0.0, 0.05)
    """
    factors = [max(float(value), epsilon) for value in values]
    return math.exp(math.fsum(map(math.log, factors)) / len(factors)) if min(factors) > 0 else 0.0


@dataclass(frozen=True)
class Averages:
    """The means over queries of exact values from 0 to 1, at least one; each is from 0 to 1, too.

    `epsilon` is the least value that the geometric mean counts a query with, or None for the plain product, which one
    0 makes 0. It touches no other mean. Raises `InputError` where there is no value or one lies outside 0 to 1.
    Sources: Robertson (2006) for the geometric mean, trec_eval for epsilon.

    >>> averages = Averages((Fraction(9, 10), Fraction(3, 5), Fraction(1, 20)))
    >>> averages.mean, averages.geometric, averages.harmonic, averages.median
    (Fraction(31, 60), 0.3, Fraction(27, 205), Fraction(3, 5))
    """

    values: tuple[Fraction, ...]
    epsilon: Fraction | None = None

    def __post_init__(self) -> None:
        if not self.values:
            raise InputError("a mean needs the value of at least one query")
        outside = [value for value in self.values if not 0 <= value <= 1]
        if outside:
            raise InputError(f"the value of a query lies between 0 and 1; given: {outside[0]}")

    @property
    def mean(self) -> Fraction:
        """The arithmetic mean: the sum over the number of queries."""
        return Fraction(arithmetic(self.values))

    @property
    def factors(self) -> tuple[Fraction, ...]:
        """The values as the geometric mean counts them: those below epsilon raised to it."""
        return self.values if self.epsilon is None else tuple(max(value, self.epsilon) for value in self.values)

    @property
    def geometric(self) -> float:
        """The geometric mean: the n-th root of the product of n factors; 0 where one of them is 0."""
        return geometric(self.factors) if self.root is None else float(self.root)

    @property
    def root(self) -> Fraction | None:
        """The geometric mean as a fraction, or None where the root is none.

        >>> Averages((Fraction(4, 5), Fraction(2, 5), Fraction(1, 5))).root
        Fraction(2, 5)
        """
        return root_of(math.prod(self.factors, start=Fraction(1)), len(self.factors))

    @property
    def harmonic(self) -> Fraction:
        """The harmonic mean: the number of queries over the sum of 1/value; 0 where a value is 0."""
        if not all(self.values):
            return Fraction(0)
        return len(self.values) / sum((1 / value for value in self.values), Fraction(0))

    @property
    def middle(self) -> tuple[Fraction, ...]:
        """The value in the middle of the sorted values, or the two in the middle."""
        ordered, n = sorted(self.values), len(self.values)
        return tuple(ordered[(n - 1) // 2 : n // 2 + 1])

    @property
    def median(self) -> Fraction:
        """The mean of the middle."""
        return Fraction(arithmetic(self.middle))


def root_of(power: Fraction, degree: int) -> Fraction | None:
    """The fraction of which `power` is the power of that degree, or None where there is none.

    >>> root_of(Fraction(8, 27), 3), root_of(Fraction(1, 2), 2)
    (Fraction(2, 3), None)
    """
    above, below = _whole_root(power.numerator, degree), _whole_root(power.denominator, degree)
    return None if above is None or below is None else Fraction(above, below)


def _whole_root(number: int, degree: int) -> int | None:
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == number else None
