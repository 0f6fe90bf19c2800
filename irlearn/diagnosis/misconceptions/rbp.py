"""Misconceptions about rank-biased precision."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Formula, Number, Wrong

misconception = About("RBP")


def _p(context: RankingContext) -> Number:
    """The chance to go on."""
    p = Fraction(repr(context.measure.options["p"]))
    return p if context.exact else float(p)


def _rbp(
    context: RankingContext,
    written: str,
    *,
    scale: Number | None = None,
    base: Number | None = None,
    shift: int = 1,
    most: int | None = None,
) -> Formula:
    """A scale, 1 − p unless told, times the powers of a base, p unless told, at the hits, `most` of them."""
    p = _p(context)
    base = p if base is None else base
    powers = [base ** (rank - shift) for rank in context.hit_ranks[: context.found][:most]]
    return Formula((1 - p if scale is None else scale) * sum(powers, context.share(0, 1)), written)


@misconception("You left out the factor 1 − p.", common=COMMON)
def not_divided(context: RankingContext) -> Wrong:
    return _rbp(context, "sum of p^(rank − 1)", scale=Fraction(1))


@misconception("You raised p to the rank. The first rank is read for certain, so its power is 0.", common=COMMON)
def power_of_rank(context: RankingContext) -> Wrong:
    return _rbp(context, "(1 − p) · sum of p^rank", shift=0)


@misconception("You took p as the chance to stop. It is the chance to go on.", common=COMMON)
def p_and_stop_swapped(context: RankingContext) -> Wrong:
    p = _p(context)
    return _rbp(context, "p · sum of (1 − p)^(rank − 1)", scale=p, base=1 - p) if p != Fraction(1, 2) else None


@misconception("You divided by the weights of the ranks in the list. RBP divides by those of an endless list.")
def weights_of_the_list(context: RankingContext) -> Wrong:
    weights = sum(_p(context) ** place for place in range(context.k))
    said = "sum of p^(rank − 1) at the hits / its sum at all ranks"
    return _rbp(context, said, scale=1 / weights) if weights else None


@misconception("You counted the first relevant document alone. RBP adds up all of them.")
def first_hit_only(context: RankingContext) -> Wrong:
    return _rbp(context, "(1 − p) · p^(rank − 1)", most=1) if context.found > 1 else None
