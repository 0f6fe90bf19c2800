"""Misconceptions about normalized expected reciprocal rank."""

from __future__ import annotations

from dataclasses import replace

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Wrong
from irlearn.measures import ERR, Measure, nERR
from irlearn.ranking import Ranking

misconception = About("nERR")


def _err_of(context: RankingContext) -> Measure:
    return replace(ERR(**context.measure.options), cutoff=context.measure.cutoff)


def _over_that_of(context: RankingContext, ideal: list[int]) -> Wrong:
    """The ERR of the list over that of other grades in the place of the ideal."""
    asked, best = _err_of(context), Ranking(ideal)
    return context.over(asked.terms(best.exact if context.exact else best.arrays)) if asked.of(best) else None


@misconception("You did not divide by the ideal: this is ERR.", common=COMMON)
def err_given(context: RankingContext) -> Wrong:
    return context.over(1)


@misconception("You built the ideal from the retrieved documents only. It takes all judged documents.", common=COMMON)
def ideal_of_retrieved(context: RankingContext) -> Wrong:
    return _over_that_of(context, sorted((grade for grade in context.ranking.grades if grade >= 0), reverse=True))


@misconception("You did not cut the ideal off at rank {k}.")
def ideal_not_cut(context: RankingContext) -> Wrong:
    longer = context.measure.cutoff is not None and len(context.judged) > context.k
    return context.over(nERR(**context.measure.options).terms(context.whole).divisor) if longer else None
