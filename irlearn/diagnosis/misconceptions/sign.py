"""Misconceptions about the sign test: of its p-value, and of the wins that it counts."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.samples import SamplesContext
from irlearn.diagnosis.misconceptions import shared_tests as shared
from irlearn.expression import Number
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("sign")
about_p = About("sign", statistic="p")
about_wins = About("sign", statistic="wins")

misconception.too(shared.one_sided, shared.two_sided, shared.other_direction)
misconception.too(shared.point, shared.point_doubled, shared.observed_left_out)
misconception.too(shared.normal, shared.normal_continuity)


@about_p(
    "You kept {the_ties} in n. That counts {as_wins} of {ahead}. n is the {n} queries with a winner.", common=COMMON
)
def ties_in_n(context: SamplesContext) -> Wrong:
    return context.flips(context.fewer, context.n) if context.ties else None


@misconception(
    "You gave half of {the_ties} to each side. Here a tie is left out, so n is {n}.",
    common=COMMON,
    evidence="Dixon and Mood (1946) name it as a choice; an odd tie is dropped",
)
def ties_half(context: SamplesContext) -> Wrong:
    if not context.asks_p:
        return Formula(context.wins_and_half().value) if context.ties else None
    each = context.ties // 2
    return context.flips(context.fewer + each, context.counted + 2 * each) if each else None


@about_wins("You counted {the_ties} as wins of A. A tie is nobody's win.", common=COMMON)
def ties_as_wins(context: SamplesContext) -> Wrong:
    more = context.wins + context.ties  # a sum would tell the wins
    return Formula(Fraction(more), Number(more)) if context.ties else None


@about_wins("You counted the wins of B.", common=COMMON)
def losses_given(context: SamplesContext) -> Wrong:
    return Formula(Fraction(context.losses), Number(context.losses))


misconception.too(shared.signed_rank_given, shared.paired_t_given)
