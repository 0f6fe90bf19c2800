"""The mean that could have produced the best value seen, and where values from there fall (Carterette, 2015, 3.1)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy import special

from irlearn.errors import InputError
from irlearn.formulas.page import Block, Page, Prose, Table
from irlearn.statistics.arrays import check_count, check_share
from irlearn.statistics.distributions import MOST_SYSTEMS
from irlearn.studies.extremes.extreme_values import Maximum, Minimum, finite
from irlearn.text.english import count_noun
from irlearn.text.numbers import fixed, percent

_POINTS = 801  # of the common factor, from -10 to 10 standard deviations
_NEAREST = 1e-12  # of 1 to a chance that still has a number of systems


class Span(NamedTuple):
    """From where to where values fall."""

    low: float
    high: float


@dataclass(frozen=True, repr=False)
class Origin(Page):
    """The lowest mean from which the best of `n` systems reaches `best` or more with the `probability` that was asked.

    `mean` is the paper's µ₀ and `interval` its "±20% c.i.": where values from that mean fall, no confidence interval.
    `notes` say what is odd. It displays itself as text, Markdown, LaTeX and HTML.

    >>> found = origin(0.303, 103, 0.0114)
    >>> found
    Origin 0.2705 of the best value 0.3030: N = 103
    >>> [round(end, 4) for end in found.interval], round(found.drop, 3)
    ([0.2379, 0.303], 0.107)
    """

    best: float
    n: int
    sd: float
    probability: float = 0.2
    correlation: float = 0.0
    centre: float | None = None

    @property
    def z(self) -> float:
        """How many standard errors the best value lies above the mean: the quantile of the standard maximum."""
        return Maximum(self.n, correlation=self.correlation).quantile(1 - self.probability)

    @property
    def mean(self) -> float:
        """µ₀ = best − z · sd."""
        return self.best - self.z * self.sd

    @property
    def interval(self) -> Span:
        """From µ₀ − z · sd, which the lowest value is below with the same probability, up to the best value."""
        return Span(self.mean - self.z * self.sd, self.best)

    @property
    def drop(self) -> float:
        """How far µ₀ lies below the best value, as a share of the best value."""
        return (self.best - self.mean) / self.best if self.best else math.nan

    @property
    def maximum(self) -> Maximum:
        """The distribution of the highest value from this mean."""
        return Maximum(self.n, self.mean, self.sd, self.correlation)

    @property
    def minimum(self) -> Minimum:
        """The distribution of the lowest value from this mean."""
        return Minimum(self.n, self.mean, self.sd, self.correlation)

    @property
    def one_inside(self) -> float:
        """The probability that one given system, one that was not picked for its value, lies inside the interval."""
        return chance_inside(1, self.z)

    @property
    def all_inside(self) -> float:
        """The probability that all systems lie inside the interval."""
        return chance_inside(self.n, self.z, correlation=self.correlation)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be known about these numbers, a sentence each."""
        said = ["The interval says where values from this mean fall; it is no confidence interval."]
        if self.centre is not None and self.best < self.centre:
            said.append(
                f"The best value {fixed(self.best, 4)} lies below the mean {fixed(self.centre, 4)}: "
                "there is nothing that luck would have to explain."
            )
        if self.correlation:
            said.append("With a correlation, the quantile is that of the unconditional maximum, over all factors.")
        return tuple(said)

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        return f"Where a best value of {fixed(self.best, 4)} could come from: {count_noun(self.n, 'system')}"

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
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
    centre: float | None = None,
) -> Origin:
    """The lowest mean from which the best of `n` systems reaches `best` or more with this probability, and its span.

    `sd` is the standard error of a system's mean, in the measure's units. µ₀ = best − z sd and its lower end µ₀ − z sd,
    with z = Φ⁻¹((1 − probability)^(1/n)), or with a `correlation` the quantile of the unconditional maximum. `centre`,
    the mean of all systems, is only compared with the best. Raises `InputError` for n below 1, an sd that is not above
    0, a correlation outside [0, 1), a probability outside (0, 1). Source: Carterette (2015), section 3.1.

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
        None if centre is None else finite(centre, "the mean"),
    )


def chance_inside(n: int, z: float, *, correlation: float = 0.0) -> float:
    """The probability that all of `n` standard normal values lie from −z to z; `correlation` by one common factor.

    The paper's "60%" multiplies nothing; .8 · .8 is nearly right, since the maximum and the minimum of many are nearly
    independent.

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
    """How many equal systems it takes until the best lies z standard errors above the mean with this probability.

    >>> systems_until(0.99, 1.959964), systems_until(0.5, 1.959964)
    (182, 28)
    """
    wanted, bound = check_share(chance, "the probability"), finite(z, "z")
    below = float(special.log_ndtr(bound))
    if below > -_NEAREST:
        raise InputError("so far above the mean no number of systems reaches; give a z below 7, such as 1.96")
    return check_count(math.ceil(math.log1p(-wanted) / below), "the number of systems N", most=MOST_SYSTEMS)
