"""Misconceptions about precision."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.shared import (
    accuracy,
    cutoff_ignored,
    every_grade_counts,
    odds,
    union,
    unjudged_relevant,
    upside_down,
)
from irlearn.diagnosis.misconceptions.shared_copies import document_twice
from irlearn.measures import AP, F, Success
from irlearn.measures.base import Terms

misconception = About("P")


misconception.too(cutoff_ignored)


@misconception(
    "You divided by the {relevant:relevant document} in all, which gives recall. Precision divides by what was read.",
    common=COMMON,
)
def recall_given(context: RankingContext) -> Wrong:
    return context.over(context.relevant)


@misconception(
    "This is precision by another convention: divided by the {retrieved:document} retrieved, as trec_eval's set_P and "
    "ranx's precision do. {measure} divides by {k}, whether all ranks are filled or not.",
    common=COMMON,
    definition=True,
    evidence="peers: ranx's precision without a cutoff divides so",
)
def over_retrieved(context: RankingContext) -> Wrong:
    return context.over(context.retrieved) if context.retrieved < context.k else None


@misconception("You divided by all {retrieved:document} of the list. {measure} reads only the first {k:rank}.")
def over_list(context: RankingContext) -> Wrong:
    return context.over(context.retrieved) if context.hits_below else None


@misconception("You counted relevant documents below rank {k}, too, and divided by {k}.")
def hits_below_cutoff(context: RankingContext) -> Wrong:
    return Terms(context.all_hits, divisor=context.k) if context.hits_below else None


@misconception("You read one rank too few: {measure} reads down to rank {k}.")
def one_rank_short(context: RankingContext) -> Wrong:
    return context.given_for(context.measure @ (context.k - 1)) if context.k > 1 else None


@misconception("You read one rank too many: {measure} stops at rank {k}. Did you count from 0?")
def one_rank_more(context: RankingContext) -> Wrong:
    return context.given_for(context.measure @ (context.k + 1)) if context.room_for_one_more else None


@misconception("You counted the relevant documents and did not divide by what was read.")
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1)


@misconception("You took the share of documents that are not relevant.")
def share_not_relevant(context: RankingContext) -> Wrong:
    return Terms(1 - context.hits, divisor=context.k)


misconception.too(odds, upside_down)


@misconception("This is average precision. Precision only counts the relevant documents, wherever they stand.")
def ap_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(AP))


@misconception("This is F, which joins precision with recall.", common=RARE)
def f_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(F))


misconception.too(union, accuracy)


@misconception("You left the unjudged documents out. They count as not relevant.", common=COMMON)
def unjudged_left_out(context: RankingContext) -> Wrong:
    judged = sum(grade >= 0 for grade in context.top.grades.tolist())
    return context.over(judged) if 0 < judged < context.read else None


misconception.too(unjudged_relevant, every_grade_counts)


@misconception("You added up the grades. Precision counts documents, whatever their grade.")
def grades_added(context: RankingContext) -> Wrong:
    return context.but(numerators=context.grades) if max(context.judged, default=0) > 1 else None


misconception.too(document_twice)


@misconception("You divided by {relevant}, the smaller of {k} and the relevant documents. {measure} divides by {k}.")
def over_smaller(context: RankingContext) -> Wrong:
    return context.over(context.smaller) if context.relevant < context.k else None


@misconception(
    "You asked whether a relevant document was found, which is success. Precision counts them and divides by {k}."
)
def success_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(Success))
