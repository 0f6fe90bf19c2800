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


@smallest("This is the largest AP: the missed documents follow at once.", common=COMMON)
def largest_given(context: RankingContext) -> Wrong:
    return context.given_for(MaxAP(rel=context.rel))
