"""Misconceptions about the mean of any measure over queries: which queries count, how much, and what divides."""

from __future__ import annotations

from collections.abc import Sequence

from irlearn.diagnosis.context.queries import QueriesContext, spelled
from irlearn.diagnosis.formula import Formula, Number, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.diagnosis.misconceptions.shared_means import (
    harmonic_mean,
    median,
    not_divided,
    zeros_left_out,
)
from irlearn.expression import Sum
from irlearn.measures.base import Terms

misconception = About("mean")

misconception.too(not_divided, zeros_left_out)


@misconception(
    "You left out the queries without a relevant document. Here such a query counts, with {one} as it comes out: 0.",
    common=COMMON,
    evidence="torchmetrics with empty_target_action='skip'",
)
def nothing_relevant_left_out(context: QueriesContext) -> Wrong:
    kept = [value for value, empty in zip(context.values, _without(context), strict=True) if not empty]
    told = len(kept) == len(context.nonzero)  # then it is the rule about values of 0
    return context.mean_of(kept) if 0 < len(kept) < context.queries and not told else None


@misconception(
    "You gave the queries without a relevant document 1. Here such a query counts 0.",
    evidence="torchmetrics with empty_target_action='pos'",
)
def nothing_relevant_is_perfect(context: QueriesContext) -> Wrong:
    empty = _without(context)
    perfect = [1 if none else value for value, none in zip(context.values, empty, strict=True)]
    return context.mean_of([value * context.one_over(1) for value in perfect]) if any(empty) else None


def _without(context: QueriesContext) -> list[bool]:
    """Whether each query has no relevant document at all."""
    if not context.rankings:
        return [False] * context.queries
    return [not int(one.arrays.relevant(context.rel)) for one in context.rankings]


@misconception(
    "You added all queries' sums and divided once: the micro mean, in which a query counts the more, the more there is "
    "to find. In {measure} each query counts the same.",
    common=COMMON,
)
def pooled(context: QueriesContext) -> Wrong:
    below = [_divisor(context, place) for place in range(len(context.rankings))]
    if len(below) < 2 or len(set(below)) == 1:
        return None
    sums = [value * one for value, one in zip(context.values, below, strict=True)]
    return Formula(sum(sums) / sum(below), _added(sums) / _added(below))


def _divisor(context: QueriesContext, place: int) -> Number:
    """What the sum of a query is divided by."""
    ranking = context.rankings[place]
    terms = context.mean.measure.terms(ranking.exact if context.exact else ranking.arrays)
    divisor = terms.divisor.total() if isinstance(terms.divisor, Terms) else terms.divisor
    return context.one_over(1) * int(divisor) if float(divisor).is_integer() else float(divisor)


def _added(values: Sequence[Number]) -> Sum:
    return Sum(*map(spelled, values), whole=True)


misconception.too(median, harmonic_mean)
