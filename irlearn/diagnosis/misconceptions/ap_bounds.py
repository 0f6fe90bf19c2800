"""Misconceptions about the largest and the smallest AP of a list seen in part."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
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


@misconception("You gave each missed document the number {relevant}. They are found one after the other.")
def numbered_alike(context: RankingContext) -> Wrong:
    rest = context.terms.rest
    if rest is None or context.missed < 2:
        return None
    alike = context.integers(rest.numerators > 0) * context.relevant
    return context.but(rest=Terms(alike, rest.denominators))


@misconception(
    "You gave each missed document the precision 1. It has its number among the relevant ones over its rank."
)
def missed_as_perfect(context: RankingContext) -> Wrong:
    rest = context.terms.rest
    return (
        None if rest is None or not context.missed else context.but(rest=Terms(context.integers(rest.numerators > 0)))
    )


@misconception(
    "You added the precisions and did not divide by {relevant}, the number of relevant documents.", common=COMMON
)
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1) if context.relevant > 1 else None


@smallest("This is the largest AP: the missed documents follow at once.", common=COMMON)
def largest_given(context: RankingContext) -> Wrong:
    return context.given_for(MaxAP(rel=context.rel))
