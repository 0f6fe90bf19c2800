"""How wrong sums of gains are written: under other logarithms, averaged, and one over another."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Number as Value
from irlearn.expression import Name, Number, Part, Ratio, Sum
from irlearn.measures.base import Terms


def value_of_sum(terms: Terms) -> Value:
    """The value of a sum of gains, discounted or not: exact where its gains are and no logarithm is in it."""
    if not terms.log2:
        total: Value = np.asarray(terms.numerators.sum()).item()
        return total
    return math.fsum(terms.quotients())


def averaged_sum(context: RankingContext, terms: Terms) -> Terms | Formula:
    """A sum over the ranks that are read; a single term is the right answer itself, and is not written out."""
    if np.count_nonzero(terms.numerators) > 1:
        return replace(terms, divisor=context.k)
    total = value_of_sum(terms)
    return Formula(context.share(total, context.k), Name("sum", total) / context.k)


def log_sum(context: RankingContext, below: Callable[[int], Part], discounts: NDArray[Any]) -> Formula:
    """The asked gains over `discounts` that are no log2(rank + 1): `below` writes the discount of a rank.

    >>> from irlearn import DCG, Ranking
    >>> from irlearn.expression import Log
    >>> context = RankingContext(DCG, Ranking.parse("3 0 1"), exact=True)
    >>> print(*log_sum(context, lambda rank: Log(rank + 1, base=10), np.log10([2, 3, 4])).written, sep=" = ")
    3/log10(2) + 1/log10(4) = 9.966 + 1.661
    """
    worth = np.asarray(context.asked_gains, dtype=float)
    places = np.flatnonzero(worth)
    total = math.fsum((worth[places] / discounts[places]).tolist())
    if not context.exact:  # what is written takes longer than the number
        return Formula(total)
    ends = places if len(places) <= _MOST else [*places[:_ENDS], *places[-_ENDS:]]  # the middle is not written
    terms = [Ratio(context.asked_gains[place], below(place + 1)) for place in map(int, ends)]
    values = [term.value for term in terms]
    decimals = [Number.rounded(Fraction(value) if value.is_integer() else value) for value in values]
    return Formula(total, Sum(*terms), Sum(*decimals))


_MOST = 200  # terms that anybody adds up by hand
_ENDS = 16  # terms at either end of a longer sum, of which its line shows fewer
