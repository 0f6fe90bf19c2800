"""Misconceptions about the mean reciprocal rank."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.shared_means import (
    best_query,
    median,
    not_divided,
    one_query_less,
    one_query_more,
    zeros_left_out,
)
from irlearn.expression import Number, Sum
from irlearn.measures import AP

misconception = About("MRR")


def _first_ranks(context: QueriesContext) -> list[int]:
    """The rank of each query's first relevant document, 0 where none was found; empty where values are no 1/rank."""
    ranks = [1 / float(value) if value else 0.0 for value in context.values]
    whole = all(abs(rank - round(rank)) < _WHOLE for rank in ranks)
    return [round(rank) for rank in ranks] if whole and any(ranks) else []


_WHOLE = 1e-9


def _found_ranks(context: QueriesContext) -> list[int]:
    """The ranks of the first relevant documents that were found."""
    return [rank for rank in _first_ranks(context) if rank]


def _ranks_with_ends(context: QueriesContext) -> list[int]:
    """The ranks of the first relevant documents, and the length of the list where there is none."""
    ranks = _first_ranks(context)
    if not context.rankings or not ranks or all(ranks) or not all(map(len, context.rankings)):
        return []
    cutoff = context.mean.measure.cutoff
    ends = [min(len(one), cutoff or len(one)) for one in context.rankings]
    return [rank or end for rank, end in zip(ranks, ends, strict=True)]


def _mean_rank(ranks: list[int]) -> Wrong:
    return Formula(Fraction(sum(ranks), len(ranks)), Sum(*ranks) / len(ranks)) if ranks else None


misconception.too(not_divided, zeros_left_out, median, one_query_more, one_query_less, best_query)


@misconception("You took the average precision of each query, which gives MAP.", common=COMMON)
def map_given(context: QueriesContext) -> Wrong:
    return context.mean_of_other(AP(rel=context.rel))


@misconception(
    "You took the mean of the ranks and turned it over. MRR turns each rank over first, then takes the mean.",
    common=COMMON,
)
def mean_rank_turned_over(context: QueriesContext) -> Wrong:
    ranks = _found_ranks(context)
    return Formula(Fraction(len(ranks), sum(ranks)), len(ranks) / Sum(*ranks)) if ranks else None


@misconception("You took the mean of the ranks. MRR is the mean of 1/rank.", common=COMMON)
def mean_rank(context: QueriesContext) -> Wrong:
    return _mean_rank(_found_ranks(context))


@misconception("You divided 1 by the sum of the ranks. MRR is the mean of 1/rank.", common=RARE)
def sum_of_ranks_turned_over(context: QueriesContext) -> Wrong:
    ranks = _found_ranks(context)
    return Formula(Fraction(1, sum(ranks)), 1 / Sum(*ranks)) if ranks else None


@misconception("You divided the number of all queries by the sum of the ranks. MRR is the mean of 1/rank.", common=RARE)
def queries_over_rank_sum(context: QueriesContext) -> Wrong:
    ranks = _first_ranks(context)
    if not ranks or all(ranks):
        return None
    return Formula(Fraction(len(ranks), sum(ranks)), Number(len(ranks)) / sum(ranks))


@misconception("You divided by rank + 1 in each query. The first rank is 1.", common=COMMON)
def rank_plus_1(context: QueriesContext) -> Wrong:
    ranks = _first_ranks(context)
    return context.mean_of([context.one_over(rank + 1 if rank else 0) for rank in ranks]) if ranks else None


@misconception("You gave a query without a relevant document the rank after its list's end. It counts as 0.")
def missed_at_next_rank(context: QueriesContext) -> Wrong:
    if not context.rankings or all(context.values):
        return None
    return context.mean_of(
        [
            value or context.one_over(len(ranking) + 1)
            for value, ranking in zip(context.values, context.rankings, strict=True)
        ]
    )


@misconception("You gave a query without a relevant document the last rank of its list. It counts as 0.")
def missed_at_last_rank(context: QueriesContext) -> Wrong:
    ranks = _ranks_with_ends(context)
    return context.mean_of([context.one_over(rank) for rank in ranks]) if ranks else None


@misconception(
    "You took the mean of the ranks, with the last rank for a query without a relevant document. "
    "MRR is the mean of 1/rank, and such a query counts as 0."
)
def mean_rank_missed_at_last(context: QueriesContext) -> Wrong:
    return _mean_rank(_ranks_with_ends(context))


@misconception("You took the geometric mean. MRR is an arithmetic mean.")
def geometric_mean(context: QueriesContext) -> Wrong:
    return context.geometric(context.values)
