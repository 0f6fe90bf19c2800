"""Misconceptions about means over queries: which queries count, how much, what divides, and another mean."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from statistics import median

from irlearn.byhand.misconceptions import Number, Rule, Wrong, WrongFormula, register_mistakes
from irlearn.byhand.ranking_facts import MeanFacts, spelled, value_of
from irlearn.byhand.ranking_misconceptions import changed, common_mistake, mistake, rare_mistake
from irlearn.formulas import Sum
from irlearn.measures import AP, RR
from irlearn.measures.base import Terms
from irlearn.measures.means import arithmetic, geometric
from irlearn.ranking import Ranking

averaging = changed(lambda context, values: context.mean_of(values) if values else None)
"""The arithmetic mean of other values, where there are some."""


# which values are added, and what divides


def _nonzero(context: MeanFacts) -> list[Number]:
    """The values but for those of 0, where there are both."""
    return [value for value in context.values if value] if not all(context.values) else []


register_mistakes(
    __file__,
    common_mistake("geometric-mean", "MAP", lambda c: c.geometric(c.values)),
    common_mistake("not-divided", "MAP MRR mean", lambda c: c.mean_of(c.values, 1)),
    common_mistake("zeros-left-out", "MAP MRR mean", averaging(_nonzero)),
)


# MAP


def _one_list(context: MeanFacts) -> Wrong:
    if len(context.rankings) < 2:
        return None
    one = Ranking(
        [grade for ranking in context.rankings for grade in ranking.grades],
        [grade for ranking in context.rankings for grade in ranking.judged],
    )
    return WrongFormula(value_of(AP(rel=context.rel), one, exact=context.exact), "AP of one list with all queries")


def _by_documents(context: MeanFacts) -> Wrong:
    relevant = [int(ranking.arrays.relevant(context.rel)) for ranking in context.rankings]
    if len(relevant) < 2 or not sum(relevant) or len(set(relevant)) == 1:
        return None
    sums = [value * count for value, count in zip(context.values, relevant, strict=True)]
    return context.mean_of(sums, sum(relevant))


register_mistakes(
    __file__,
    common_mistake("pooled", "MAP", _one_list),
    common_mistake("by-documents", "MAP", _by_documents),
    common_mistake("mrr-given", "MAP", lambda c: c.mean_of_other(RR(rel=c.rel))),
)


# gMAP

_TOLD_APART = 1e-3  # a smaller difference shows at no rounding that is asked for


def _product(context: MeanFacts, divisor: int = 0) -> Wrong:
    """The product of the values over a divisor; None where it is too small for a float."""
    product, written = math.prod(context.floored), context.product_of(context.floored)
    if float(product) < sys.float_info.min:
        return None
    return WrongFormula(product / divisor, written / divisor) if divisor else WrongFormula(product, written)


def _square_root(context: MeanFacts) -> Wrong:
    root = context.geometric(context.floored, 2)
    return root if context.queries != 2 and root.value else None  # 0 where it is too small for a float


def _epsilon_added(context: MeanFacts) -> Wrong:
    raised = geometric([value + context.epsilon for value in context.values])
    value = max(raised - float(context.epsilon), 0.0)
    apart = abs(value - geometric(context.floored)) >= _TOLD_APART
    return WrongFormula(value, "with epsilon added, then taken off") if apart else None


register_mistakes(
    __file__,
    common_mistake("arithmetic-mean", "gMAP", averaging(lambda c: c.values if c.queries > 1 else [])),
    common_mistake(
        "zero-kills",
        "gMAP",
        lambda c: None if all(c.values) else WrongFormula(Fraction(0), "a product with a factor 0"),
        is_definition=True,
    ),
    common_mistake("zeros-left-out", "gMAP", lambda c: c.geometric(_nonzero(c)) if _nonzero(c) else None),
    common_mistake("no-root", "gMAP", _product),
    common_mistake("square-root", "gMAP", _square_root),
    mistake("product-over-queries", "gMAP", lambda c: _product(c, c.queries)),
    common_mistake(
        "logs-not-turned-back",
        "gMAP",
        lambda c: WrongFormula(arithmetic([*map(math.log, c.floored)]), "mean of ln(value)"),
    ),
    mistake("epsilon-added", "gMAP", _epsilon_added, is_definition=True),
)


# MRR

_WHOLE = 1e-9


def _first_ranks(context: MeanFacts) -> list[int]:
    """The rank of each query's first relevant document, 0 where none was found; empty where values are no 1/rank."""
    ranks = [1 / float(value) if value else 0.0 for value in context.values]
    whole = all(abs(rank - round(rank)) < _WHOLE for rank in ranks)
    return [round(rank) for rank in ranks] if whole and any(ranks) else []


def _of_found(rule: Callable[[list[int]], WrongFormula]) -> Rule:
    """What is made of the ranks of the first relevant documents that were found, where some were."""

    def of_ranks(context: MeanFacts) -> Wrong:
        ranks = [rank for rank in _first_ranks(context) if rank]
        return rule(ranks) if ranks else None

    return of_ranks


register_mistakes(
    __file__,
    common_mistake("map-given", "MRR", lambda c: c.mean_of_other(AP(rel=c.rel))),
    common_mistake(
        "mean-rank-turned-over",
        "MRR",
        _of_found(lambda ranks: WrongFormula(Fraction(len(ranks), sum(ranks)), len(ranks) / Sum(*ranks))),
    ),
    common_mistake(
        "mean-rank",
        "MRR",
        _of_found(lambda ranks: WrongFormula(Fraction(sum(ranks), len(ranks)), Sum(*ranks) / len(ranks))),
    ),
    common_mistake(
        "rank-plus-1", "MRR", averaging(lambda c: [c.reciprocal(rank + 1 if rank else 0) for rank in _first_ranks(c)])
    ),
)


# the mean of any measure


def _without(context: MeanFacts) -> list[bool]:
    """Whether each query has no relevant document at all."""
    if not context.rankings:
        return [False] * context.queries
    return [not int(one.arrays.relevant(context.rel)) for one in context.rankings]


def _with_relevant(context: MeanFacts) -> list[Number]:
    """The values of queries with relevant documents, where others have none; if all others are 0, another rule."""
    kept = [value for value, empty in zip(context.values, _without(context), strict=True) if not empty]
    return kept if len(kept) < context.queries and len(kept) != sum(map(bool, context.values)) else []


def _perfect(context: MeanFacts) -> list[Number]:
    """The values, with 1 for queries without relevant documents."""
    empty = _without(context)
    values = [context.reciprocal(1) * (1 if none else value) for value, none in zip(context.values, empty, strict=True)]
    return values if any(empty) else []


def _divisor(context: MeanFacts, place: int) -> Number:
    """What the sum of a query is divided by."""
    ranking = context.rankings[place]
    terms = context.mean.measure.terms(ranking.exact if context.exact else ranking.arrays)
    divisor = terms.divisor.total() if isinstance(terms.divisor, Terms) else terms.divisor
    return context.reciprocal(1) * int(divisor) if float(divisor).is_integer() else float(divisor)


def _harmonic(context: MeanFacts) -> Wrong:
    mean = context.queries / sum(1 / value for value in context.values) if all(context.values) else None
    return None if mean is None else WrongFormula(mean, f"{context.queries} / sum of 1/value")


def _micro(context: MeanFacts) -> Wrong:
    below = [_divisor(context, place) for place in range(len(context.rankings))]
    if len(below) < 2 or len(set(below)) == 1:
        return None
    sums = [value * one for value, one in zip(context.values, below, strict=True)]
    above, under = (Sum(*map(spelled, values), whole=True) for values in (sums, below))
    return WrongFormula(sum(sums) / sum(below), above / under)


register_mistakes(
    __file__,
    common_mistake("nothing-relevant-left-out", "mean", averaging(_with_relevant)),
    mistake("nothing-relevant-is-perfect", "mean", averaging(_perfect)),
    common_mistake("pooled", "mean", _micro),
    rare_mistake("harmonic-mean", "MAP gMAP mean", _harmonic),
    mistake(
        "median",
        "MAP MRR mean",
        lambda c: WrongFormula(median(c.values), "the middle value") if c.queries > 2 else None,
    ),
)
