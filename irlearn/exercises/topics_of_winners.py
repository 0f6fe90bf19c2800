"""What the topics about the best of many systems ask: how a candidate of each level is drawn."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from irlearn.derivation import AllInside, BestOfMany, BestOrigin, ExpectedMaximum, LuckThresholds, OneInside
from irlearn.exercises.chance import choose, draw
from irlearn.exercises.generate import Draft, topic
from irlearn.numbers import fixed

# 12 the best of many is lucky

_SYSTEMS = ((5, 20), (15, 60), (50, 150))
"""The fewest and the most systems of each level."""


def _asked(asked: BestOfMany, **numbers: Fraction | int) -> Draft:
    return asked, asked.read({name: number for name, number in numbers.items() if number})


def _systems(random: Random, level: int) -> int:
    return draw(random, *_SYSTEMS[level - 1])


def _mean(random: Random) -> Fraction:
    return Fraction(draw(random, 150, 350), 1000)


def _error(random: Random, level: int) -> dict[str, Fraction | int]:
    """The standard error; from the second level on it may be a standard deviation over so many topics."""
    if level == 1 or choose(random, (True, False)):
        return {"error": Fraction(draw(random, 90, 300), 10_000)}
    return {"sd": Fraction(draw(random, 80, 240), 1000), "topics": choose(random, (25, 40, 50, 75, 100, 150))}


@topic("expected-maximum", "the expected maximum of many equal systems", "12", places=4)
def _(random: Random, level: int) -> Draft:
    from irlearn.statistics.maximum import expected_standard_maximum  # SciPy waits until it is needed

    systems = _systems(random, level)
    m = Fraction(fixed(expected_standard_maximum(systems), 4))
    together = level == 3 or (level == 2 and choose(random, (True, False)))
    rho = Fraction(draw(random, 20, 80), 100) if together else 0
    numbers = _error(random, level)
    return _asked(ExpectedMaximum(), systems=systems, mean=_mean(random), **numbers, correlation=rho, m=m)


@topic("origin", "the mean that a best value may come from, and the lower end of its interval", "12", places=4)
def _(random: Random, level: int) -> Draft:
    systems, best = _systems(random, level), Fraction(draw(random, 250, 450), 1000)
    chance = Fraction(20 if level == 1 else choose(random, (5, 10, 20, 30)), 100)
    asked = BestOrigin("mean" if level == 1 else choose(random, ("mean", "end")))
    return _asked(asked, systems=systems, best=best, **_error(random, level), chance=chance)


@topic(
    "thresholds",
    "the two thresholds of luck: what the best and the worst of equal systems hardly exceed",
    "12",
    places=4,
)
def _(random: Random, level: int) -> Draft:
    asked = LuckThresholds(choose(random, ("upper", "lower")))
    share = Fraction(95 if level == 1 else choose(random, (90, 95, 99)), 100)
    return _asked(asked, systems=_systems(random, level), mean=_mean(random), **_error(random, level), level=share)


def _interval(random: Random, level: int) -> dict[str, Fraction | int]:
    """How the interval is told: by the probability with which the best lies above it, or by its standard errors."""
    if choose(random, (True, False)):
        return {"chance": Fraction(20 if level == 1 else choose(random, (5, 10, 20, 30)), 100)}
    return {"z": choose(random, (Fraction("1.96"), Fraction("2.5"), Fraction("2.58"), Fraction(3))[: level + 1])}


@topic("all-inside", "the probability that all systems lie inside an interval", "12", places=4)
def _(random: Random, level: int) -> Draft:
    return _asked(
        AllInside(), systems=draw(random, *((3, 9), (5, 20), (10, 40))[level - 1]), **_interval(random, level)
    )


@topic("one-inside", "the probability that one given system lies inside an interval", "12", places=4)
def _(random: Random, level: int) -> Draft:
    return _asked(
        OneInside(), systems=draw(random, *((3, 9), (5, 20), (10, 40))[level - 1]), **_interval(random, level)
    )
