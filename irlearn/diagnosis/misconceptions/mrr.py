"""Misconceptions about the mean reciprocal rank."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.diagnosis.misconceptions.shared_means import (
    median,
    not_divided,
    zeros_left_out,
)
from irlearn.expression import Sum
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


def _mean_rank(ranks: list[int]) -> Wrong:
    return Formula(Fraction(sum(ranks), len(ranks)), Sum(*ranks) / len(ranks)) if ranks else None


misconception.too(not_divided, zeros_left_out, median)


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


@misconception("You divided by rank + 1 in each query. The first rank is 1.", common=COMMON)
def rank_plus_1(context: QueriesContext) -> Wrong:
    ranks = _first_ranks(context)
    return context.mean_of([context.one_over(rank + 1 if rank else 0) for rank in ranks]) if ranks else None
