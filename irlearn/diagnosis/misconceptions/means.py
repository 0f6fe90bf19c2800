"""Misconceptions about means over queries: which queries count, how much, what divides, and another mean."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from irlearn.diagnosis.context import QueriesContext, spelled, value_of
from irlearn.expression import Sum
from irlearn.kinds.rules import COMMON, RARE, Formula, Number, Rule, Wrong, wrong
from irlearn.measures import AP, RR
from irlearn.measures.averages import arithmetic, geometric
from irlearn.measures.base import Terms
from irlearn.ranking import Ranking


def averaging(values: Callable[[QueriesContext], Any]) -> Rule:
    """The arithmetic mean of other values, where there are some."""

    def rule(context: QueriesContext) -> Wrong:
        other = values(context)
        return context.mean_of(other) if other else None

    return rule


# which values are added, and what divides


def _nonzero(context: QueriesContext) -> list[Number]:
    """The values but for those of 0, where there are both."""
    return context.nonzero if len(context.nonzero) < context.queries else []


wrong("geometric-mean", "MAP", lambda c: c.geometric(c.values), common=COMMON)(
    "You took the geometric mean, which gives gMAP. MAP is the arithmetic mean."
)
wrong("not-divided", "MAP MRR mean", lambda c: c.mean_of(c.values, 1), common=COMMON)(
    "You added the {queries:value} and did not divide by {queries}."
)
wrong(
    "zeros-left-out",
    "MAP MRR mean",
    averaging(_nonzero),
    common=COMMON,
    evidence="trec_eval without -c leaves out queries that the run lacks; trectools 24",
)("You left out the queries with a value of 0. Each of the {queries:query|queries} counts.")


# MAP


def _one_list(context: QueriesContext) -> Wrong:
    if len(context.rankings) < 2:
        return None
    one = Ranking(
        [grade for ranking in context.rankings for grade in ranking.grades],
        [grade for ranking in context.rankings for grade in ranking.judged],
    )
    return Formula(value_of(AP(rel=context.rel), one, exact=context.exact), "AP of one list with all queries")


def _by_documents(context: QueriesContext) -> Wrong:
    relevant = [int(ranking.arrays.relevant(context.rel)) for ranking in context.rankings]
    if len(relevant) < 2 or not sum(relevant) or len(set(relevant)) == 1:
        return None
    sums = [value * count for value, count in zip(context.values, relevant, strict=True)]
    return context.mean_of(sums, sum(relevant))


wrong("pooled", "MAP", _one_list, common=COMMON)(
    "You put all queries into one list and worked out one AP. MAP gives each query its own AP, then takes the mean."
)
wrong("by-documents", "MAP", _by_documents, common=COMMON)(
    "You divided all precisions by all relevant documents together. Each query counts the same in MAP."
)
wrong("mrr-given", "MAP", lambda c: c.mean_of_other(RR(rel=c.rel)), common=COMMON)(
    "You took the reciprocal rank of each query, which gives MRR."
)


# gMAP

_TOLD_APART = 1e-3  # a smaller difference shows at no rounding that is asked for


def _product(context: QueriesContext, divisor: int = 0) -> Wrong:
    """The product of the values over a divisor; None where it is too small for a float."""
    product, written = math.prod(context.floored), context.multiplied(context.floored)
    if float(product) < sys.float_info.min:
        return None
    return Formula(product / divisor, written / divisor) if divisor else Formula(product, written)


def _square_root(context: QueriesContext) -> Wrong:
    root = context.geometric(context.floored, 2)
    return root if context.queries != 2 and root.value else None  # 0 where it is too small for a float


def _epsilon_added(context: QueriesContext) -> Wrong:
    raised = geometric([value + context.epsilon for value in context.values])
    value = max(raised - float(context.epsilon), 0.0)
    apart = abs(value - geometric(context.floored)) >= _TOLD_APART
    return Formula(value, "with epsilon added, then taken off") if apart else None


wrong("arithmetic-mean", "gMAP", averaging(lambda c: c.values if c.queries > 1 else []), common=COMMON)(
    "You took the arithmetic mean, which gives MAP."
)
wrong(
    "zero-kills",
    "gMAP",
    lambda c: None if all(c.values) else Formula(Fraction(0), "a product with a factor 0"),
    common=COMMON,
    definition=True,
    evidence="SciPy's gmean; trec_eval's gm_map raises",
)(
    "This is gMAP by another convention: {zeros:query with 0 makes|queries with 0 make} the product 0, as with SciPy's "
    "gmean. Here, as in trec_eval, values below {epsilon} are raised to {epsilon}."
)
wrong("zeros-left-out", "gMAP", lambda c: c.geometric(_nonzero(c)) if _nonzero(c) else None, common=COMMON)(
    "You left out the queries with a value of 0. They count with {epsilon}."
)
wrong("no-root", "gMAP", _product, common=COMMON)(
    "You multiplied the values and did not take the root of order {queries}."
)
wrong("square-root", "gMAP", _square_root, common=COMMON)(
    "You took the square root. For {queries:query|queries} it is the root of order {queries}."
)
wrong("product-over-queries", "gMAP", lambda c: _product(c, c.queries))(
    "You divided the product by {queries}. The geometric mean takes a root."
)
wrong(
    "logs-not-turned-back",
    "gMAP",
    lambda c: Formula(arithmetic([*map(math.log, c.floored)]), "mean of ln(value)"),
    common=COMMON,
)("You averaged the logarithms and did not raise e to the result.")
wrong(
    "epsilon-added",
    "gMAP",
    _epsilon_added,
    definition=True,
    evidence="Robertson (2006) adds it; trec_eval raises to it",
)(
    "This is gMAP by another convention: {epsilon} is added to each value and taken off at the end, as by Robertson "
    "(2006). Here, as in trec_eval, only values below {epsilon} are raised to it."
)


# MRR

_WHOLE = 1e-9


def _first_ranks(context: QueriesContext) -> list[int]:
    """The rank of each query's first relevant document, 0 where none was found; empty where values are no 1/rank."""
    ranks = [1 / float(value) if value else 0.0 for value in context.values]
    whole = all(abs(rank - round(rank)) < _WHOLE for rank in ranks)
    return [round(rank) for rank in ranks] if whole and any(ranks) else []


def _of_found(rule: Callable[[list[int]], Formula]) -> Rule:
    """What is made of the ranks of the first relevant documents that were found, where some were."""

    def of_ranks(context: QueriesContext) -> Wrong:
        ranks = [rank for rank in _first_ranks(context) if rank]
        return rule(ranks) if ranks else None

    return of_ranks


wrong("map-given", "MRR", lambda c: c.mean_of_other(AP(rel=c.rel)), common=COMMON)(
    "You took the average precision of each query, which gives MAP."
)
wrong(
    "mean-rank-turned-over",
    "MRR",
    _of_found(lambda ranks: Formula(Fraction(len(ranks), sum(ranks)), len(ranks) / Sum(*ranks))),
    common=COMMON,
)("You took the mean of the ranks and turned it over. MRR turns each rank over first, then takes the mean.")
wrong(
    "mean-rank",
    "MRR",
    _of_found(lambda ranks: Formula(Fraction(sum(ranks), len(ranks)), Sum(*ranks) / len(ranks))),
    common=COMMON,
)("You took the mean of the ranks. MRR is the mean of 1/rank.")
wrong(
    "rank-plus-1",
    "MRR",
    averaging(lambda c: [c.one_over(rank + 1 if rank else 0) for rank in _first_ranks(c)]),
    common=COMMON,
)("You divided by rank + 1 in each query. The first rank is 1.")


# the mean of any measure


def _without(context: QueriesContext) -> list[bool]:
    """Whether each query has no relevant document at all."""
    if not context.rankings:
        return [False] * context.queries
    return [not int(one.arrays.relevant(context.rel)) for one in context.rankings]


def _with_relevant(context: QueriesContext) -> list[Number]:
    """The values of queries with relevant documents, where others have none; if all others are 0, another rule."""
    kept = [value for value, empty in zip(context.values, _without(context), strict=True) if not empty]
    return kept if len(kept) < context.queries and len(kept) != len(context.nonzero) else []


def _perfect(context: QueriesContext) -> list[Number]:
    """The values, with 1 for queries without relevant documents."""
    empty = _without(context)
    values = [context.one_over(1) * (1 if none else value) for value, none in zip(context.values, empty, strict=True)]
    return values if any(empty) else []


def _divisor(context: QueriesContext, place: int) -> Number:
    """What the sum of a query is divided by."""
    ranking = context.rankings[place]
    terms = context.mean.measure.terms(ranking.exact if context.exact else ranking.arrays)
    divisor = terms.divisor.total() if isinstance(terms.divisor, Terms) else terms.divisor
    return context.one_over(1) * int(divisor) if float(divisor).is_integer() else float(divisor)


def _micro(context: QueriesContext) -> Wrong:
    below = [_divisor(context, place) for place in range(len(context.rankings))]
    if len(below) < 2 or len(set(below)) == 1:
        return None
    sums = [value * one for value, one in zip(context.values, below, strict=True)]
    above, under = (Sum(*map(spelled, values), whole=True) for values in (sums, below))
    return Formula(sum(sums) / sum(below), above / under)


wrong(
    "nothing-relevant-left-out",
    "mean",
    averaging(_with_relevant),
    common=COMMON,
    evidence="torchmetrics with empty_target_action='skip'",
)("You left out the queries without a relevant document. Here such a query counts, with {one} as it comes out: 0.")
wrong(
    "nothing-relevant-is-perfect", "mean", averaging(_perfect), evidence="torchmetrics with empty_target_action='pos'"
)("You gave the queries without a relevant document 1. Here such a query counts 0.")
wrong("pooled", "mean", _micro, common=COMMON)(
    "You added all queries' sums and divided once: the micro mean, in which a query counts the more, the more there is "
    "to find. In {measure} each query counts the same."
)


# another kind of mean


def _harmonic(context: QueriesContext) -> Wrong:
    if not all(context.values):
        return None
    return Formula(context.queries / sum(1 / value for value in context.values), f"{context.queries} / sum of 1/value")


wrong("median", "MAP MRR mean", lambda c: c.median() if c.queries > 2 else None)(
    "You took the median. The mean uses every value."
)
wrong("harmonic-mean", "MAP gMAP mean", _harmonic, common=RARE)("You took the harmonic mean. {name} is {kind} mean.")
