"""The means of a measure over topics (MAP, gMAP, MRR), and the averages of exact values for calculations by hand."""

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

EPSILON = 0.00001
"""Lowest value that a topic counts with in gMAP, as in trec_eval."""


@dataclass(frozen=True, repr=False)
class Mean(Quantity):
    """The mean of a measure over topics, such as `MAP`, `MRR @ 10` or `gMAP(epsilon=1e-5)`.

    Like a measure, a mean is an immutable value: ``mean @ k`` sets the cutoff of its measure, and
    ``mean(option=value)`` sets options of the measure or `epsilon`.

    Parameters
    ----------
    name : str
        Name of the mean.
    measure : Measure
        Measure whose values are averaged.
    epsilon : float, optional
        None for the arithmetic mean. A number above 0 and below 1 for the geometric mean, in which a lower value counts
        as epsilon, so that one topic with 0 does not make the mean 0.

    Notes
    -----
    Topics where the measure is not defined (NaN) are left out. gMAP uses the epsilon of trec_eval, 0.00001.

    References
    ----------
    Robertson (2006) for gMAP.

    Examples
    --------
    >>> from irlearn import MAP, gMAP
    >>> round(MAP.of([1, 0.5, 0.1]), 4), round(gMAP.of([1, 0.5, 0.1]), 4)
    (0.5333, 0.3684)
    """

    name: str
    measure: Measure
    epsilon: float | None = None

    example: ClassVar[str] = "1 0 1 | 0 1"
    """Two rankings to work the mean out on, as they are typed."""

    @property
    def title(self) -> str:
        """Name in words.

        >>> from irlearn import MAP, gMAP
        >>> MAP.title, gMAP.title
        ('mean average precision', 'geometric mean of AP')
        """
        geometric = self.epsilon is not None
        return f"geometric mean of {self.measure.name}" if geometric else f"mean {self.measure.title}"

    @property
    def per_query(self) -> Measure:
        """Measure of each query."""
        return self.measure

    @property
    def short_name(self) -> str:
        """Name with the cutoff of the measure, without options."""
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
        """Reason for the definition, in one sentence to a learner."""
        if self.epsilon is None:
            return "An arithmetic mean adds one value for each query and divides by the number of queries."
        return "A geometric mean multiplies one value for each query and takes the root of that order."

    @property
    def range(self) -> tuple[float, float]:
        """Lowest and highest possible value: those of the measure."""
        return self.measure.range

    @property
    def better(self) -> Better:
        """Whether a higher or a lower value is better, as for the measure."""
        return self.measure.better

    def of(self, values: ArrayLike | Ranking) -> float:
        """Return the mean over topics.

        Parameters
        ----------
        values : array_like of float, Ranking, str, or sequence of rankings
            One value for each topic, or one ranking for each topic. A text holds rankings separated by ``|``.

        Returns
        -------
        float
            The mean; NaN if no topic has a value.

        Raises
        ------
        InputError
            If `values` are neither numbers nor rankings.

        Examples
        --------
        >>> from irlearn import MAP
        >>> MAP.of([1, 0.5]), MAP.of("1 0 | 0 1")
        (0.75, 0.75)
        """
        topics: Any = [values] if isinstance(values, Ranking) else values
        if isinstance(values, str):
            texts = [values] if "\n" in values else values.split("|")
            topics = [as_ranking(text) for text in texts]
        if getattr(topics, "ndim", 0) > 1 or (isinstance(topics, list | tuple) and any(map(_is_ranking, topics))):
            topics = [self.measure.of(ranking) for ranking in topics]
        try:
            scores = np.atleast_1d(np.asarray(topics, dtype=float))
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"{self.name} is the mean of one number per topic; given: {quoted(values)}") from None
        defined = scores[~np.isnan(scores)].tolist()
        if not defined:
            return float("nan")
        return float(arithmetic(defined) if self.epsilon is None else geometric(defined, self.epsilon))

    @classmethod
    def over(cls, measure: Measure) -> Mean:
        """Return the mean of a measure over topics; the means of AP and RR are called MAP and MRR.

        >>> from irlearn import AP, nDCG
        >>> Mean.over(nDCG @ 10), Mean.over(AP)
        (mean nDCG@10, MAP)
        """
        named_means = {mean.measure.name: mean for mean in (MAP, MRR)}
        if measure.name in named_means:
            return replace(named_means[measure.name], measure=measure)
        return cls(f"mean {measure.name}", measure)

    def __matmul__(self, cutoff: int) -> Self:
        return replace(self, measure=self.measure @ cutoff)

    def __call__(self, values: Any = None, /, **options: Any) -> Any:
        """Return the mean with other options, such as `MAP(rel=2)`; or average values, as `of` does."""
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
        """Return the notation of the mean, which `parse_measure` reads."""
        options_and_cutoff = repr(self.measure).removeprefix(self.measure.name)
        measure_options, _, cutoff = options_and_cutoff.strip("(").partition("@")
        options = [measure_options.rstrip(")")] if measure_options else []
        if self.epsilon not in (None, EPSILON):
            options.insert(0, f"epsilon={self.epsilon!r}")
        return self.name + (f"({', '.join(options)})" if options else "") + (f"@{cutoff}" if cutoff else "")


MAP = Mean("MAP", AveragePrecision())
gMAP = Mean("gMAP", AveragePrecision(), EPSILON)  # noqa: N816 - the field's name
MRR = Mean("MRR", ReciprocalRank())


def _is_ranking(value: object) -> bool:
    """Return whether a value is a ranking and not a score; a text without spaces may be a score."""
    return isinstance(value, Ranking | list | tuple | np.ndarray) or (isinstance(value, str) and " " in value)


def arithmetic(values: Sequence[Fraction | float]) -> Fraction | float:
    """Return the arithmetic mean of one or more values.

    The mean of fractions is a fraction. Any other mean is a float that is rounded once.

    >>> arithmetic((Fraction(1, 2), Fraction(1, 3))), arithmetic([0.25, 0.5])
    (Fraction(5, 12), 0.375)
    """
    exact = [value for value in values if isinstance(value, Fraction)]
    if len(exact) == len(values):
        return sum(exact, Fraction(0)) / len(exact)
    return math.fsum(values) / len(values)


def geometric(values: Sequence[Fraction | float], epsilon: float = 0.0) -> float:
    """Return the geometric mean of one or more values, with values below `epsilon` raised to it; 0 if a factor is 0.

    >>> round(geometric([1, 0.5, 0.1]), 4), geometric([0.5, 0]), round(geometric([0.25, 0], 0.01), 4)
    (0.3684, 0.0, 0.05)
    """
    factors = [max(float(value), epsilon) for value in values]
    return math.exp(math.fsum(map(math.log, factors)) / len(factors)) if min(factors) > 0 else 0.0


@dataclass(frozen=True)
class Averages:
    """The arithmetic, geometric and harmonic mean and the median of exact values, for calculations by hand.

    Parameters
    ----------
    values : tuple of Fraction
        One value from 0 to 1 for each query, and at least one.
    epsilon : Fraction, optional
        Lowest value with which the geometric mean counts a query. None takes the plain product, which a single 0 makes
        0. The other means do not use it.

    Raises
    ------
    InputError
        If there is no value, or a value is outside 0 to 1.

    References
    ----------
    Robertson (2006) for the geometric mean; trec_eval for epsilon.

    Examples
    --------
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
        """Arithmetic mean: the sum divided by the number of queries."""
        return Fraction(arithmetic(self.values))

    @property
    def factors(self) -> tuple[Fraction, ...]:
        """Values as the geometric mean counts them, with those below epsilon raised to it."""
        return self.values if self.epsilon is None else tuple(max(value, self.epsilon) for value in self.values)

    @property
    def geometric(self) -> float:
        """Geometric mean: the n-th root of the product of n factors; 0 if a factor is 0."""
        return geometric(self.factors) if self.root is None else float(self.root)

    @property
    def root(self) -> Fraction | None:
        """Geometric mean as a fraction, or None if the root is irrational.

        >>> Averages((Fraction(4, 5), Fraction(2, 5), Fraction(1, 5))).root
        Fraction(2, 5)
        """
        return root_of(math.prod(self.factors, start=Fraction(1)), len(self.factors))

    @property
    def harmonic(self) -> Fraction:
        """Harmonic mean: the number of queries divided by the sum of 1 / value; 0 if a value is 0."""
        if not all(self.values):
            return Fraction(0)
        return len(self.values) / sum((1 / value for value in self.values), Fraction(0))

    @property
    def middle(self) -> tuple[Fraction, ...]:
        """The middle one of the sorted values, or the two middle values."""
        sorted_values, n = sorted(self.values), len(self.values)
        return tuple(sorted_values[(n - 1) // 2 : n // 2 + 1])

    @property
    def median(self) -> Fraction:
        """Mean of the one or two middle values."""
        return Fraction(arithmetic(self.middle))


def root_of(power: Fraction, degree: int) -> Fraction | None:
    """Return the root of `power` of the given degree as a fraction, or None if it is irrational.

    >>> root_of(Fraction(8, 27), 3), root_of(Fraction(1, 2), 2)
    (Fraction(2, 3), None)
    """
    numerator = _integer_root(power.numerator, degree)
    denominator = _integer_root(power.denominator, degree)
    return None if numerator is None or denominator is None else Fraction(numerator, denominator)


def _integer_root(number: int, degree: int) -> int | None:
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == number else None
