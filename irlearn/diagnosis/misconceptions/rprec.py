"""Misconceptions about R-precision."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, About
from irlearn.measures import AP, P
from irlearn.measures.base import Terms

misconception = About("Rprec")


@misconception("This is the precision of the whole list. R-precision stops at rank {relevant}.", common=COMMON)
def precision_given(context: RankingContext) -> Wrong:
    return Terms(context.all_hits, divisor=context.retrieved) if context.relevant < context.retrieved else None


@misconception(
    "You counted the relevant documents of the whole list, which gives recall. R-precision stops at rank {relevant}.",
    common=COMMON,
)
def recall_given(context: RankingContext) -> Wrong:
    return Terms(context.all_hits, divisor=context.relevant) if context.relevant < context.retrieved else None


@misconception(
    "You stopped at rank {found_in_all}, the number of relevant documents retrieved. R counts all {relevant}.",
    common=COMMON,
    evidence="trectools 18",
)
def at_found(context: RankingContext) -> Wrong:
    return context.given_for(P(rel=context.rel) @ context.found_in_all) if context.found_in_all else None


@misconception("You divided by the {retrieved:document} of the list. R-precision divides by {relevant}.")
def over_list(context: RankingContext) -> Wrong:
    return context.over(context.retrieved) if context.relevant < context.retrieved else None


@misconception(
    "The list ends before rank {relevant}, and you divided by its length, {retrieved}. The divisor is {relevant}.",
    evidence="trectools 18",
)
def over_retrieved(context: RankingContext) -> Wrong:
    return context.over(context.retrieved) if context.retrieved < context.relevant else None


@misconception("This is average precision. R-precision is one precision, at rank {relevant}.")
def ap_given(context: RankingContext) -> Wrong:
    return context.given_for(AP(rel=context.rel))


@misconception("You counted the relevant documents down to rank {relevant} and did not divide.")
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1)


@misconception("You read one rank too few: R-precision reads {relevant:rank}.")
def one_rank_short(context: RankingContext) -> Wrong:
    return context.given_for(P(rel=context.rel) @ (context.relevant - 1)) if context.relevant > 1 else None


@misconception("You read one rank too many: R-precision reads {relevant:rank}.")
def one_rank_more(context: RankingContext) -> Wrong:
    one_more = context.relevant > 0 and context.relevant + 1 != context.retrieved
    return context.given_for(P(rel=context.rel) @ (context.relevant + 1)) if one_more else None


@misconception(
    "This is the precision at the last relevant document, at rank {last}. R-precision stops at rank {relevant}."
)
def at_last_hit(context: RankingContext) -> Wrong:
    return context.given_for(P(rel=context.rel) @ context.hit_ranks[-1]) if context.hit_ranks else None
