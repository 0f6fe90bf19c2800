"""Misconceptions about mean average precision."""

from __future__ import annotations

from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.context.ranking import value_of
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.diagnosis.misconceptions.shared_means import (
    harmonic_mean,
    median,
    not_divided,
    zeros_left_out,
)
from irlearn.measures import AP, RR
from irlearn.ranking import Ranking

misconception = About("MAP")


@misconception("You took the geometric mean, which gives gMAP. MAP is the arithmetic mean.", common=COMMON)
def geometric_mean(context: QueriesContext) -> Wrong:
    return context.geometric(context.values)


misconception.too(not_divided, zeros_left_out, median, harmonic_mean)


@misconception(
    "You put all queries into one list and worked out one AP. MAP gives each query its own AP, then takes the mean.",
    common=COMMON,
)
def pooled(context: QueriesContext) -> Wrong:
    if len(context.rankings) < 2:
        return None
    one = Ranking(
        [grade for ranking in context.rankings for grade in ranking.grades],
        [grade for ranking in context.rankings for grade in ranking.judged],
    )
    return Formula(value_of(AP(rel=context.rel), one, exact=context.exact), "AP of one list with all queries")


@misconception(
    "You divided all precisions by all relevant documents together. Each query counts the same in MAP.", common=COMMON
)
def by_documents(context: QueriesContext) -> Wrong:
    relevant = [int(ranking.arrays.relevant(context.rel)) for ranking in context.rankings]
    if len(relevant) < 2 or not sum(relevant) or len(set(relevant)) == 1:
        return None
    sums = [value * count for value, count in zip(context.values, relevant, strict=True)]
    return context.mean_of(sums, sum(relevant))


@misconception("You took the reciprocal rank of each query, which gives MRR.", common=COMMON)
def mrr_given(context: QueriesContext) -> Wrong:
    return context.mean_of_other(RR(rel=context.rel))
