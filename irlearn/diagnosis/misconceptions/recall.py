"""Misconceptions about recall."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.shared import (
    accuracy,
    cutoff_ignored,
    every_grade_counts,
    odds,
    one_rank_more,
    union,
    unjudged_relevant,
    upside_down,
)
from irlearn.diagnosis.misconceptions.shared_copies import document_twice
from irlearn.measures import Success

misconception = About("R")


misconception.too(cutoff_ignored, odds, upside_down, union, accuracy, unjudged_relevant, every_grade_counts)


@misconception(
    "You divided by {k}, {cut}, which gives precision. Recall divides by the {relevant:relevant document} in all.",
    common=COMMON,
    posted=True,
    evidence="BEIR's capped recall (R_cap@k) divides so where k is below the number of relevant documents",
)
def precision_given(context: RankingContext) -> Wrong:
    return context.over(context.k)


@misconception(
    "You divided by the {found_in_all:relevant document} of the list. Recall divides by all {relevant}, found or not.",
    common=COMMON,
)
def over_found(context: RankingContext) -> Wrong:
    return context.over(context.found_in_all) if context.found else None


@misconception(
    "You divided by the {retrieved:document} of the list. Recall divides by the {relevant:relevant document} in all."
)
def over_list(context: RankingContext) -> Wrong:
    return context.over(context.retrieved) if context.measure.cutoff and context.retrieved != context.k else None


@misconception("You took the share of relevant documents that were missed.")
def missed_share(context: RankingContext) -> Wrong:
    return context.ratio(context.missed, context.relevant) if context.relevant else None


@misconception(
    "You counted the relevant documents found and did not divide by the {relevant:relevant document} in all."
)
def not_divided(context: RankingContext) -> Wrong:
    return context.over(1)


@misconception("You read one rank too few: {measure} reads down to rank {k}.")
def one_rank_short(context: RankingContext) -> Wrong:
    return context.given_for(context.measure @ (context.k - 1)) if context.measure.cutoff and context.k > 1 else None


misconception.too(one_rank_more)


@misconception("You divided by the {judged:judged document}, relevant or not.")
def over_collection(context: RankingContext) -> Wrong:
    rightly_left_out = sum(grade < context.rel for grade in context.ranking.missed)
    return context.over(len(context.judged)) if rightly_left_out else None


misconception.too(document_twice)


@misconception(
    "You divided by {relevant} + 1, as if a relevant document were in the judgments twice. Each counts once.",
    common=RARE,
)
def judged_twice(context: RankingContext) -> Wrong:
    return context.over(context.relevant + 1)


@misconception(
    "You asked whether a relevant document was found, which is success. Recall divides those found by all {relevant}.",
    common=COMMON,
    evidence="recommender tutorials call the hit rate recall, where each user has one relevant item",
)
def success_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(Success)) if context.relevant > 1 else None
