"""Rounding on the way: what a right calculation ends in when a hand rounds before the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from irlearn.derivation.best_of_many import AllInside, BestOrigin, ExpectedMaximum
from irlearn.derivation.fourfold import Phi
from irlearn.derivation.significance import ENDS, PairedT
from irlearn.diagnosis.context.best import BestContext
from irlearn.diagnosis.context.criteria import CriteriaContext
from irlearn.diagnosis.context.fourfold import FourfoldContext
from irlearn.diagnosis.context.midranks import quantile_of, t_tails
from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.context.samples import SamplesContext
from irlearn.diagnosis.formula import Number
from irlearn.expression import Number as NumberNode
from irlearn.measures.averages import arithmetic
from irlearn.measures.base import Terms

Rounded = Callable[[Number], Fraction]


def halves_up(value: Number, digits: int) -> Fraction:
    """A value rounded to decimals as by hand, halves up.

    >>> halves_up(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    return Fraction(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)), 10**digits)


def _halves_even(value: Number, digits: int) -> Fraction:
    return Fraction(round(Fraction(value), digits))


def _as_a_program(value: Number, digits: int) -> Fraction:
    return Fraction(str(round(float(value), digits)))


def rounded_on_the_way(
    exact: RankingContext | QueriesContext | SamplesContext | FourfoldContext | CriteriaContext | BestContext,
    digits: int,
) -> list[Fraction]:
    """The results when what is on the way is rounded to `digits` decimals, in the ways that hands round.

    Halves go up, or to the even digit, or as a float falls that was rounded by a program; in a test they go up.
    """
    if isinstance(exact, CriteriaContext):
        return []
    if isinstance(exact, FourfoldContext):
        return _of_phi(exact, partial(halves_up, digits=digits)) if isinstance(exact.asked, Phi) else []
    if isinstance(exact, BestContext):
        return [Fraction(value) for value in _of_the_best(exact, partial(halves_up, digits=digits))]
    if isinstance(exact, SamplesContext):
        return [Fraction(value) for value in _of_a_test(exact, partial(halves_up, digits=digits))]
    found: list[Fraction] = []
    for way in (halves_up, _halves_even, _as_a_program):
        rounded = partial(way, digits=digits)
        found += _of_a_mean(exact, rounded) if isinstance(exact, QueriesContext) else _of_a_measure(exact, rounded)
    return list(dict.fromkeys(found))


def _of_phi(context: FourfoldContext, rounded: Rounded) -> list[Fraction]:
    above, _, root = (Fraction(part.value) for part in context.parts)
    return [above / rounded(root)] if rounded(root) else []


def _of_the_best(context: BestContext, rounded: Rounded) -> Iterator[Number]:
    stated, asked = context.stated, context.asked
    if "error" not in asked.wanted:
        power = context.n if isinstance(asked, AllInside) else 1
        yield (2 * float(rounded(stated.below.value)) - 1) ** power
        if power > 1:
            yield float(rounded(context.each.value)) ** power
        return
    key = "m" if isinstance(asked, ExpectedMaximum) else "z"
    part = stated.m if key == "m" else stated.z
    errors = [stated.error, NumberNode(rounded(stated.error.value))] if stated.topics else [stated.error]
    for error in errors:
        for one in (part, NumberNode(rounded(part.value))):
            yield asked.made(stated, **{"error": error, key: one}).value
            if asked.statistic == "end":
                mean = rounded(BestOrigin("mean").made(stated, error=error, z=one).value)
                yield float(mean) - one.value * error.value


def _of_a_test(context: SamplesContext, rounded: Rounded) -> Iterator[Number]:
    if not isinstance(context.asked, PairedT):
        if context.asks_p:
            yield 2 * rounded(context.one_tail().value)
    elif context.asks_p:
        yield t_tails(float(rounded(context.t)), context.n - 1)
    elif context.asked.statistic in ENDS:
        (mean, deviation), root, quantile = context.moments, math.sqrt(context.n), quantile_of(context.n - 1)
        side = 1 if context.asked.statistic == "high" else -1
        for times in (quantile, rounded(quantile)):
            for error in (rounded(deviation / root), float(rounded(deviation)) / root):
                yield float(rounded(mean)) + side * float(times) * float(error)
    else:
        (mean, deviation), root = context.moments, math.sqrt(context.n)
        yield from (rounded(mean) / one for one in (rounded(deviation / root), rounded(deviation) / root) if one)


def _of_a_mean(context: QueriesContext, rounded: Rounded) -> Iterator[Fraction]:
    values = [rounded(value) for value in context.values]
    if context.mean.epsilon is None:
        yield Fraction(arithmetic(values))
    else:
        yield Fraction(context.mean.of([float(value) for value in values]))


def _of_a_measure(context: RankingContext, rounded: Rounded) -> Iterator[Fraction]:
    joined = context.measure.joined(*map(rounded, context.part_values))
    if joined is not None:
        yield joined
        return
    above = sum(map(rounded, context.added_up), Fraction(0))
    if isinstance(context.terms.divisor, Terms):  # an ideal, a sum itself
        below = sum(map(rounded, context.ideal_added_up), Fraction(0))
        ways = [(above, below), *([tuple(map(rounded, context.both_sums))] if context.both_sums[1] else [])]
        yield from (one / other for one, other in ways if other)
    elif divisor := Fraction(np.asarray(context.terms.divisor).item()):
        yield above / divisor
