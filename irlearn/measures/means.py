"""The means of a measure over topics: MAP, gMAP, MRR."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from irlearn.errors import InputError, quoted
from irlearn.measures.average_precision import AveragePrecision
from irlearn.measures.base import Better, Measure
from irlearn.measures.binary import ReciprocalRank
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking, as_ranking


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


@dataclass(frozen=True, repr=False)
class Mean(Quantity):
    """The mean of a measure's values over topics, as a value: `MAP`, `MRR @ 10`, `gMAP(epsilon=1e-5)`.

    `epsilon` None is the arithmetic mean; a number is the geometric mean, with values below `epsilon` raised to it,
    as trec_eval does, so that one topic of 0 does not make the mean 0. Topics where the measure is not defined (nan)
    are left out. Source of gMAP: Robertson (2006).

    >>> from irlearn import MAP, gMAP
    >>> round(MAP.of([1, 0.5, 0.1]), 4), round(gMAP.of([1, 0.5, 0.1]), 4)
    (0.5333, 0.3684)
    """

    name: str
    measure: Measure
    epsilon: float | None = None

    example: ClassVar[str] = "1 0 1 | 0 1"
    """Two rankings that it can be worked out on, as they are typed."""

    @property
    def title(self) -> str:
        """The name in words.

        >>> from irlearn import MAP, gMAP
        >>> MAP.title, gMAP.title
        ('mean average precision', 'geometric mean of AP')
        """
        geometric = self.epsilon is not None
        return f"geometric mean of {self.measure.name}" if geometric else f"mean {self.measure.title}"

    @property
    def per_query(self) -> Measure:
        """The measure of each query."""
        return self.measure

    @property
    def short_name(self) -> str:
        """The name with the cutoff of the measure, without options."""
        return self.name + self.measure.short_name.removeprefix(self.measure.name)

    @property
    def phrase(self) -> str:
        """The mean as a question names it.

        >>> from irlearn import MAP
        >>> (MAP @ 10).phrase
        'MAP@10, the mean average precision'
        """
        return f"{self.name}{f'@{self.measure.cutoff}' if self.measure.cutoff else ''}, the {self.title}"

    @property
    def why(self) -> str:
        """The reason for the definition, in one sentence to a learner."""
        if self.epsilon is None:
            return "An arithmetic mean adds one value for each query and divides by the number of queries."
        return "A geometric mean multiplies one value for each query and takes the root of that order."

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is: those of the measure."""
        return self.measure.range

    @property
    def better(self) -> Better:
        """Which of two values is the better one: as for the measure."""
        return self.measure.better

    def of(self, values: ArrayLike | Ranking) -> float:
        """The mean of one value a topic, or of a ranking each; nan where there is none. One ranking is one topic."""
        given: Any = [values] if isinstance(values, Ranking) else values
        if isinstance(values, str):
            given = [as_ranking(one) for one in ([values] if "\n" in values else values.split("|"))]
        if getattr(given, "ndim", 0) > 1 or (isinstance(given, list | tuple) and any(map(_is_ranking, given))):
            given = [self.measure.of(one) for one in given]
        try:
            defined = np.atleast_1d(np.asarray(given, dtype=float))
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"{self.name} is the mean of one number a topic; given: {quoted(values)}") from None
        defined = defined[~np.isnan(defined)]
        if not defined.size:
            return float("nan")

        numbers = defined.tolist()
        return float(arithmetic(numbers) if self.epsilon is None else geometric(numbers, self.epsilon))

    @classmethod
    def over(cls, measure: Measure) -> Mean:
        """The mean of any measure over topics; those of AP and RR have names of their own.

        >>> from irlearn import AP, nDCG
        >>> Mean.over(nDCG @ 10), Mean.over(AP)
        (mean nDCG@10, MAP)
        """
        named = {mean.measure.name: mean for mean in (MAP, MRR)}.get(measure.name)
        return replace(named, measure=measure) if named else cls(f"mean {measure.name}", measure)

    def __matmul__(self, cutoff: int) -> Self:
        return replace(self, measure=self.measure @ cutoff)

    def __call__(self, values: Any = None, /, **options: Any) -> Any:
        """Return the same mean with other options, such as `MAP(rel=2)`; or its value, as `of` gives it."""
        if values is not None:
            return self(**options).of(values)
        epsilon = options.pop("epsilon", self.epsilon)
        if (epsilon is None) != (self.epsilon is None):
            raise InputError(
                f"{self.name} takes an epsilon only as a geometric mean (gMAP); given: epsilon={quoted(epsilon)}"
            )
        if epsilon is not None and (not isinstance(epsilon, int | float) or not 0 < epsilon < 1):
            raise InputError(f"epsilon of {self.name} must be above 0 and below 1; given: {quoted(epsilon)}")
        return replace(self, measure=self.measure(**options), epsilon=epsilon)

    def __repr__(self) -> str:
        """What to type to get this mean."""
        options = repr(self.measure).removeprefix(self.measure.name)
        inner, _, cutoff = options.strip("(").partition("@")
        chosen = [inner.rstrip(")")] if inner else []
        if self.epsilon not in (None, EPSILON):
            chosen.insert(0, f"epsilon={self.epsilon!r}")
        return self.name + (f"({', '.join(chosen)})" if chosen else "") + (f"@{cutoff}" if cutoff else "")


EPSILON = 0.00001
"""The least value that a topic counts with in gMAP, as in trec_eval."""

MAP = Mean("MAP", AveragePrecision())
gMAP = Mean("gMAP", AveragePrecision(), EPSILON)  # noqa: N816 - the field's name
MRR = Mean("MRR", ReciprocalRank())


def _is_ranking(given: object) -> bool:
    """Whether one of several things is a ranking, and no number, which a text without blanks may be."""
    return isinstance(given, Ranking | list | tuple | np.ndarray) or (isinstance(given, str) and " " in given)
