"""The mean that could have produced the best observed value (Carterette, 2015, section 3.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import check_count, check_share
from irlearn.statistics.distributions import MOST_SYSTEMS
from irlearn.statistics.lazy_scipy import special
from irlearn.studies.extremes.extreme_values import Maximum, Minimum, finite
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed, percent

_POINTS = 801  # Points of the common factor, from -10 to 10 standard deviations.
_NEAREST = 1e-12  # Below this distance of a probability from 1, no number of systems can be computed.


class Span(NamedTuple):
    """A range of values."""

    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Origin(Page):
    """The lowest mean from which the best of `n` systems reaches `best` or more with a given probability.

    Attributes
    ----------
    best : float
        The best observed value.
    n : int
        Number of systems.
    sd : float
        Standard error of a system's mean.
    probability : float
        The given probability.
    correlation : float
        Correlation between the systems.
    center : float or None
        Mean of all systems, for comparison.

    Examples
    --------
    >>> source = origin(0.303, 103, 0.0114)
    >>> source
    Origin 0.2705 of the best value 0.3030: N = 103
    >>> [round(end, 4) for end in source.interval], round(source.drop, 3)
    ([0.2379, 0.303], 0.107)
    """

    best: float
    n: int
    sd: float
    probability: float = 0.2
    correlation: float = 0.0
    center: float | None = None

    @property
    def z(self) -> float:
        """Distance of the best value from the mean in standard errors: the quantile of the standard maximum."""
        return Maximum(self.n, correlation=self.correlation).quantile(1 - self.probability)

    @property
    def mean(self) -> float:
        """The paper's µ₀: best − z · sd."""
        return self.best - self.z * self.sd

    @property
    def interval(self) -> Span:
        """The paper's "±20% c.i.": the range of values from that mean, not a confidence interval.

        The range is from µ₀ − z · sd to the best value. The lowest of the `n` values is below µ₀ − z · sd with the
        given probability.
        """
        return Span(self.mean - self.z * self.sd, self.best)

    @property
    def drop(self) -> float:
        """Distance of µ₀ from the best value, as a share of the best value; NaN if the best value is 0."""
        return (self.best - self.mean) / self.best if self.best else math.nan

    @property
    def maximum(self) -> Maximum:
        """The distribution of the highest of `n` values with the mean µ₀."""
        return Maximum(self.n, self.mean, self.sd, self.correlation)

    @property
    def minimum(self) -> Minimum:
        """The distribution of the lowest of `n` values with the mean µ₀."""
        return Minimum(self.n, self.mean, self.sd, self.correlation)

    @property
    def one_inside(self) -> float:
        """Probability that one system, not picked for its value, is inside the interval."""
        return chance_inside(1, self.z)

    @property
    def all_inside(self) -> float:
        """Probability that all systems are inside the interval."""
        return chance_inside(self.n, self.z, correlation=self.correlation)

    @property
    def notes(self) -> tuple[str, ...]:
        """Explanations of the numbers, one sentence each."""
        notes = ["The interval says where values from this mean fall; it is not a confidence interval."]
        if self.center is not None and self.best < self.center:
            notes.append(
                f"The best value {fixed(self.best, 4)} lies below the mean {fixed(self.center, 4)}: "
                "there is nothing for luck to explain."
            )
        if self.correlation:
            notes.append("With a correlation, the quantile is that of the unconditional maximum, over all factors.")
        return tuple(notes)

    @property
    def title(self) -> str:
        """Title with the best value and the number of systems."""
        return f"Where a best value of {fixed(self.best, 4)} could come from: {count_noun(self.n, 'system')}"

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        rows = [
            ["best value", fixed(self.best, 4)],
            ["standard error", fixed(self.sd, 4)],
            ["z", fixed(self.z, 4)],
            ["origin µ₀", fixed(self.mean, 4)],
            ["values from there", f"{fixed(self.interval.low, 4)} to {fixed(self.interval.high, 4)}"],
            ["below the best by", percent(self.drop, 1)],
            ["one system inside", percent(self.one_inside, 1)],
            ["all systems inside", percent(self.all_inside, 1)],
        ]
        return [Prose(self.title, strong=True), Table("", ["", "value"], rows), *map(Prose, self.notes)]

    def __repr__(self) -> str:
        return f"Origin {fixed(self.mean, 4)} of the best value {fixed(self.best, 4)}: N = {self.n}"


def origin(
    best: float,
    n: int,
    sd: float,
    probability: float = 0.2,
    *,
    correlation: float = 0.0,
    center: float | None = None,
) -> Origin:
    """Return the lowest mean from which the best of `n` systems reaches `best` or more with a probability.

    The mean is µ₀ = best − z sd, and the interval begins at µ₀ − z sd, with z = Φ⁻¹((1 − probability)^(1/n)). With a
    `correlation`, z is the quantile of the unconditional maximum.

    Parameters
    ----------
    best : float
        The best observed value.
    n : int
        Number of systems, 1 or more.
    sd : float
        Standard error of a system's mean, in the measure's units; above 0.
    probability : float, optional
        Between 0 and 1, both excluded.
    correlation : float, optional
        Correlation between the systems, from 0 up to but not including 1.
    center : float, optional
        Mean of all systems, which is only compared with the best value.

    Returns
    -------
    Origin

    Raises
    ------
    InputError
        If a parameter is outside its range.

    References
    ----------
    Carterette (2015), section 3.1.

    Examples
    --------
    >>> round(origin(0.4033, 31, 0.0108).mean, 4), round(origin(0.3591, 55, 0.0024).mean, 4)
    (0.3769, 0.3527)
    """
    checked = Maximum(n, 0.0, sd, correlation)
    return Origin(
        finite(best, "the best value"),
        checked.n,
        checked.sd,
        check_share(probability, "the probability"),
        checked.correlation,
        None if center is None else finite(center, "the mean"),
    )


def chance_inside(n: int, z: float, *, correlation: float = 0.0) -> float:
    """Return the probability that all of `n` standard normal values are between −z and z.

    The paper says "60%" for its example; the exact probability is higher, as the example shows. The product .8 · .8 is
    nearly right, since the maximum and the minimum of many values are nearly independent.

    Parameters
    ----------
    n : int
        Number of values.
    z : float
        Bound.
    correlation : float, optional
        Correlation between the values, by one common factor.

    Returns
    -------
    float
        0..1.

    Examples
    --------
    >>> z = origin(0.303, 103, 0.0114).z
    >>> round(chance_inside(103, z), 3), round(chance_inside(1, z), 3)
    (0.64, 0.996)
    """
    checked = Maximum(n, correlation=correlation)
    bound = finite(z, "z")
    if bound <= 0:
        return 0.0
    if not checked.correlation:
        return math.exp(checked.n * math.log1p(-2 * float(special.ndtr(-bound))))
    factors = np.linspace(-10, 10, _POINTS)
    weights = np.exp(-np.square(factors) / 2)
    common, own = math.sqrt(checked.correlation) * factors, math.sqrt(1 - checked.correlation)
    inside = special.ndtr((bound - common) / own) - special.ndtr((-bound - common) / own)
    return float(inside**checked.n @ weights / weights.sum())


def systems_until(chance: float, z: float) -> int:
    """Return the number of equal systems whose best is z standard errors above the mean with a given probability.

    Parameters
    ----------
    chance : float
        The probability, between 0 and 1.
    z : float
        Standard errors above the mean.

    Returns
    -------
    int

    Raises
    ------
    InputError
        If no number of systems is enough, or a parameter is outside its range.

    Examples
    --------
    >>> systems_until(0.99, 1.959964), systems_until(0.5, 1.959964)
    (182, 28)
    """
    probability, bound = check_share(chance, "the probability"), finite(z, "z")
    below = float(special.log_ndtr(bound))
    if below > -_NEAREST:
        raise InputError("so far above the mean no number of systems reaches; give a z below 7, such as 1.96")
    return check_count(math.ceil(math.log1p(-probability) / below), "the number of systems N", most=MOST_SYSTEMS)
