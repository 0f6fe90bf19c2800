"""Misconceptions about the largest and the smallest AP of a list seen in part."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Wrong
from irlearn.measures import AP, MaxAP
from irlearn.measures.base import Terms

misconception = About("MaxAP", "MinAP")
smallest = About("MinAP")


@misconception("This is the AP of the list as it is. The missed relevant documents may still come.", common=COMMON)
def ap_given(context: RankingContext) -> Wrong:
    return context.given_for(AP(rel=context.rel))


@misconception("You divided by the {found:relevant document} found, not by all {relevant}.")
def over_found(context: RankingContext) -> Wrong:
    return Terms(context.hits * context.seen, context.ranks, context.found) if context.found else None


@misconception(
    "You added the precisions and did not divide by {relevant}, the number of relevant documents.", common=COMMON
)
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1) if context.relevant > 1 else None


@smallest("This is the largest AP: the missed documents follow at once.", common=COMMON)
def largest_given(context: RankingContext) -> Wrong:
    return context.given_for(MaxAP(rel=context.rel))
