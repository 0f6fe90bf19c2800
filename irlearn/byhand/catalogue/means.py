"""Misconceptions about means over queries: queries left out, wrong weights, wrong divisors, and other means."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from statistics import median

from irlearn.byhand.misconception_builders import changed, common_mistake, mistake, rare_mistake
from irlearn.byhand.misconceptions import Number, Rule, Wrong, WrongFormula, register_mistakes
from irlearn.byhand.ranking_facts import MeanFacts, spelled, value_of
from irlearn.formulas import Sum
from irlearn.measures import AP, RR
from irlearn.measures.base import Terms
from irlearn.measures.means import arithmetic, geometric
from irlearn.ranking import Ranking

averaging = changed(lambda context, values: context.mean_of(values) if values else None)
"""Make a rule from a function that returns wrong values; it gives their arithmetic mean, or None without values."""


# Wrong values in the sum, and wrong divisors.


def _nonzero(context: MeanFacts) -> list[Number]:
    """Return the values other than 0, or nothing if no value is 0."""
    return [value for value in context.values if value] if not all(context.values) else []


register_mistakes(
    __file__,
    common_mistake("geometric-mean", "MAP", lambda c: c.geometric(c.values)),
    common_mistake("not-divided", "MAP MRR mean", lambda c: c.mean_of(c.values, 1)),
    common_mistake("zeros-left-out", "MAP MRR mean", averaging(_nonzero)),
)


# MAP.


def _ap_of_joined_rankings(context: MeanFacts) -> Wrong:
    if len(context.rankings) < 2:
        return None
    joined = Ranking(
        [grade for ranking in context.rankings for grade in ranking.grades],
        [grade for ranking in context.rankings for grade in ranking.judged],
    )
    return WrongFormula(value_of(AP(rel=context.rel), joined, exact=context.exact), "AP of one list with all queries")


def _weighted_by_relevant(context: MeanFacts) -> Wrong:
    relevant = [int(ranking.arrays.relevant(context.rel)) for ranking in context.rankings]
    if len(relevant) < 2 or not sum(relevant) or len(set(relevant)) == 1:
        return None
    sums = [value * count for value, count in zip(context.values, relevant, strict=True)]
    return context.mean_of(sums, sum(relevant))


register_mistakes(
    __file__,
    common_mistake("pooled", "MAP", _ap_of_joined_rankings),
    common_mistake("by-documents", "MAP", _weighted_by_relevant),
    common_mistake("mrr-given", "MAP", lambda c: c.mean_of_other(RR(rel=c.rel))),
)


# gMAP.

_VISIBLE_DIFFERENCE = 1e-3  # a smaller difference vanishes when an answer is rounded


def _product(context: MeanFacts, divisor: int = 0) -> Wrong:
    """Return the product of the values, optionally over a divisor; None if it is too small for a float."""
    product, formula = math.prod(context.floored), context.product_of(context.floored)
    if float(product) < sys.float_info.min:
        return None
    return WrongFormula(product / divisor, formula / divisor) if divisor else WrongFormula(product, formula)


def _square_root(context: MeanFacts) -> Wrong:
    root = context.geometric(context.floored, 2)
    # The value is 0 if the product is too small for a float.
    return root if context.queries != 2 and root.value else None


def _epsilon_added(context: MeanFacts) -> Wrong:
    mean_with_epsilon = geometric([value + context.epsilon for value in context.values])
    value = max(mean_with_epsilon - float(context.epsilon), 0.0)
    is_visible = abs(value - geometric(context.floored)) >= _VISIBLE_DIFFERENCE
    return WrongFormula(value, "with epsilon added, then taken off") if is_visible else None


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


# MRR.

_TOLERANCE = 1e-9


def _first_ranks(context: MeanFacts) -> list[int]:
    """Return each query's first relevant rank, or 0; the list is empty if a value is not the reciprocal of a rank."""
    ranks = [1 / float(value) if value else 0.0 for value in context.values]
    are_whole = all(abs(rank - round(rank)) < _TOLERANCE for rank in ranks)
    return [round(rank) for rank in ranks] if are_whole and any(ranks) else []


def _from_first_ranks(formula: Callable[[list[int]], WrongFormula]) -> Rule:
    """Return a rule that applies a formula to the first relevant ranks, without queries that found none."""

    def rule(context: MeanFacts) -> Wrong:
        ranks = [rank for rank in _first_ranks(context) if rank]
        return formula(ranks) if ranks else None

    return rule


register_mistakes(
    __file__,
    common_mistake("map-given", "MRR", lambda c: c.mean_of_other(AP(rel=c.rel))),
    common_mistake(
        "mean-rank-turned-over",
        "MRR",
        _from_first_ranks(lambda ranks: WrongFormula(Fraction(len(ranks), sum(ranks)), len(ranks) / Sum(*ranks))),
    ),
    common_mistake(
        "mean-rank",
        "MRR",
        _from_first_ranks(lambda ranks: WrongFormula(Fraction(sum(ranks), len(ranks)), Sum(*ranks) / len(ranks))),
    ),
    common_mistake(
        "rank-plus-1", "MRR", averaging(lambda c: [c.reciprocal(rank + 1 if rank else 0) for rank in _first_ranks(c)])
    ),
)


# The mean of any measure.


def _lacks_relevant(context: MeanFacts) -> list[bool]:
    """Return for each query whether it has no relevant document at all."""
    if not context.rankings:
        return [False] * context.queries
    return [not int(ranking.arrays.relevant(context.rel)) for ranking in context.rankings]


def _values_with_relevant(context: MeanFacts) -> list[Number]:
    """Return the values of queries with relevant documents; empty if "zeros-left-out" explains the same mean."""
    kept = [value for value, lacks in zip(context.values, _lacks_relevant(context), strict=True) if not lacks]
    return kept if len(kept) < context.queries and len(kept) != sum(map(bool, context.values)) else []


def _values_with_perfect(context: MeanFacts) -> list[Number]:
    """Return the values, with 1 for queries without relevant documents; empty if every query has some."""
    lacks_relevant = _lacks_relevant(context)
    if not any(lacks_relevant):
        return []
    one = context.reciprocal(1)
    return [one * (1 if lacks else value) for value, lacks in zip(context.values, lacks_relevant, strict=True)]


def _divisor(context: MeanFacts, query: int) -> Number:
    """Return the divisor of the measure for a query, given by the index of the query."""
    ranking = context.rankings[query]
    terms = context.mean.measure.terms(ranking.exact if context.exact else ranking.arrays)
    divisor = terms.divisor.total() if isinstance(terms.divisor, Terms) else terms.divisor
    return context.reciprocal(1) * int(divisor) if float(divisor).is_integer() else float(divisor)


def _harmonic(context: MeanFacts) -> Wrong:
    mean = context.queries / sum(1 / value for value in context.values) if all(context.values) else None
    return None if mean is None else WrongFormula(mean, f"{context.queries} / sum of 1/value")


def _micro_average(context: MeanFacts) -> Wrong:
    divisors = [_divisor(context, query) for query in range(len(context.rankings))]
    if len(divisors) < 2 or len(set(divisors)) == 1:
        return None
    sums = [value * divisor for value, divisor in zip(context.values, divisors, strict=True)]
    numerator, denominator = (Sum(*map(spelled, values), whole=True) for values in (sums, divisors))
    return WrongFormula(sum(sums) / sum(divisors), numerator / denominator)


register_mistakes(
    __file__,
    common_mistake("nothing-relevant-left-out", "mean", averaging(_values_with_relevant)),
    mistake("nothing-relevant-is-perfect", "mean", averaging(_values_with_perfect)),
    common_mistake("pooled", "mean", _micro_average),
    rare_mistake("harmonic-mean", "MAP gMAP mean", _harmonic),
    mistake(
        "median",
        "MAP MRR mean",
        lambda c: WrongFormula(median(c.values), "the middle value") if c.queries > 2 else None,
    ),
)
