"""Ranks, moments and tails that hand calculations of tests take from numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from irlearn.measures.averages import arithmetic


def ranked(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The midranks of values.

    >>> [str(rank) for rank in ranked([Fraction(5), Fraction(2), Fraction(5)])]
    ['5/2', '1', '5/2']
    """
    from irlearn.statistics.ties import midranks  # SciPy waits until ranks are asked for

    return midranks(tuple(values))


def untied(ranks: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """As many ranks as these, none of them shared: 1, 2, 3, ...

    >>> [str(rank) for rank in untied(ranked([Fraction(5), Fraction(2), Fraction(5)]))]
    ['1', '2', '3']
    """
    return tuple(Fraction(place) for place in range(1, len(ranks) + 1))


def in_order(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The ranks of values, equal ones ranked in the order in which they stand."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = {place: rank for rank, place in enumerate(order, start=1)}
    return tuple(Fraction(ranks[place]) for place in range(len(values)))


def lowest(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The ranks of values, equal ones all with the lowest of their ranks."""
    ordered = sorted(values)
    return tuple(Fraction(ordered.index(one) + 1) for one in values)


def summed(differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The sums of the ranks of positive and of negative differences."""
    plus = sum((rank for one, rank in zip(differences, ranks, strict=True) if one > 0), Fraction(0))
    return plus, sum((rank for one, rank in zip(differences, ranks, strict=True) if one < 0), Fraction(0))


def mean_and_deviation(values: Sequence[Fraction]) -> tuple[float, float]:
    """The mean of values, exactly 0 where they add up to 0, and their standard deviation over n - 1."""
    from irlearn.statistics.ties import deviation

    return float(arithmetic(values)), deviation(tuple(values))


def quantile_of(freedom: float, tail: float = 0.025) -> float:
    """The value above which Student's t lies with probability `tail`."""
    from irlearn.statistics.null import t_quantile

    return t_quantile(tail, freedom)


def t_tails(t: float, freedom: float, alternative: str = "two-sided") -> float:
    """The chance that Student's t lies as far out as t or further, on both sides or on the one that counts."""
    from irlearn.statistics.null import t_tail

    return t_tail(t, freedom, alternative)  # type: ignore[arg-type]  # checked by the test


def normal_tails(z: float, alternative: str = "two-sided") -> float:
    """The chance that a standard normal number lies as far out as z or further, on both sides or on one."""
    from irlearn.statistics.null import normal_tail  # SciPy waits until it is needed

    return normal_tail(z, alternative)  # type: ignore[arg-type]  # checked by the test


@lru_cache(maxsize=1024)
def sign_ways(doubled: tuple[int, ...]) -> tuple[int, ...]:
    """For each sum, in how many of the 2^n ways to choose some of the weights the chosen add up to it."""
    from irlearn.statistics.null import sign_counts

    return tuple(sign_counts(np.array(doubled, dtype=np.int64)).tolist())


@lru_cache(maxsize=1024)
def choices(doubled: tuple[int, ...], size: int) -> tuple[int, ...]:
    """For each sum, how many of the ways to choose so many of the weights add up to it."""
    from irlearn.statistics.null import subset_counts

    return tuple(subset_counts(np.array(doubled, dtype=np.int64), size).tolist())
