"""The terms of a sum as a hand adds them, and as they are once their discounts were rounded."""

from __future__ import annotations

import math
from fractions import Fraction

from irlearn.derivation.terms import spread
from irlearn.kinds.rules import Number, Rounded
from irlearn.measures.base import Terms


def added_up(terms: Terms) -> list[Number]:
    """The terms that are not 0, exact where they are no logarithms."""
    terms = terms.flat
    if terms.log2:
        return [*filter(None, map(float, terms.quotients()))]
    return [above / below for above, below in zip(*spread(terms), strict=True) if above]


def with_rounded_discounts(terms: Terms, rounded: Rounded) -> list[Number]:
    """The sum with each logarithm rounded before it divides; none where no logarithm divides, or one becomes 0.

    >>> from irlearn import DCG, Ranking
    >>> float(*with_rounded_discounts(DCG.terms(Ranking.parse("3 3 2 1").exact), lambda value: round(value, 2)))
    6.32976865997381
    """
    terms = terms.flat
    if not terms.log2:
        return []
    parts = [(above, rounded(math.log2(max(below, 2)))) for above, below in zip(*spread(terms), strict=True) if above]
    return [sum((above / below for above, below in parts), Fraction(0))] if all(below for _, below in parts) else []
