"""Misconceptions about the judged share."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored

misconception = About("Judged")


misconception.too(cutoff_ignored)


@misconception("You divided by {k}. Judged divides by the {retrieved:document that is|documents that are} there.")
def over_cutoff(context: RankingContext) -> Wrong:
    return context.over(context.k) if context.retrieved < context.k else None


@misconception("You counted relevant documents. A document judged not relevant is judged, too.", common=COMMON)
def relevant_counted(context: RankingContext) -> Wrong:
    return context.but(numerators=context.hits)


@misconception("You took the share of unjudged documents. Judged is the rest.", common=COMMON)
def unjudged_counted(context: RankingContext) -> Wrong:
    return context.but(numerators=context.integers(context.top.grades < 0))


@misconception(
    "You divided by the {judged:judged document} in all. Judged divides by the documents in the list that are read."
)
def over_all_judged(context: RankingContext) -> Wrong:
    return context.over(len(context.judged)) if context.judged else None


@misconception("You counted the judged documents and did not divide.")
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1)
