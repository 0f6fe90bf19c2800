"""Misconceptions about normalized expected reciprocal rank."""

from __future__ import annotations

from dataclasses import replace

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.measures import ERR, nERR
from irlearn.ranking import Ranking

misconception = About("nERR")


@misconception("You did not divide by the ideal: this is ERR.", common=COMMON)
def err_given(context: RankingContext) -> Wrong:
    return context.over(1)


@misconception("You built the ideal from the retrieved documents only. It takes all judged documents.", common=COMMON)
def ideal_of_retrieved(context: RankingContext) -> Wrong:
    found = Ranking(sorted((grade for grade in context.ranking.grades if grade >= 0), reverse=True))
    asked = replace(ERR(**context.measure.options), cutoff=context.measure.cutoff)
    return context.over(asked.terms(found.exact if context.exact else found.arrays)) if asked.of(found) else None


@misconception("You did not cut the ideal off at rank {k}.")
def ideal_not_cut(context: RankingContext) -> Wrong:
    longer = context.measure.cutoff is not None and len(context.judged) > context.k
    return context.over(nERR(**context.measure.options).terms(context.whole).divisor) if longer else None


@misconception("This is the ideal ERR alone. It divides the ERR of the list.")
def ideal_given(context: RankingContext) -> Wrong:
    best = Ranking(context.judged)
    ideal = replace(ERR(**context.measure.options), cutoff=context.measure.cutoff)
    return Formula(context.number(ideal, best), name=f"I{ideal!r}")
