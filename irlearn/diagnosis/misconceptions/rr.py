"""Misconceptions about the reciprocal rank."""

from __future__ import annotations

import math

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored, every_grade_counts, unjudged_left_out
from irlearn.expression import Log, Minus, Product, Ratio, Sum
from irlearn.measures import AP, P

misconception = About("RR")


misconception.too(unjudged_left_out)


@misconception("You gave the rank of the first relevant document. RR is 1 divided by it.", common=COMMON)
def rank_given(context: RankingContext) -> Wrong:
    return context.at_rank(context.first) if context.found else None


@misconception("You took the second relevant document. RR takes the first, at rank {first}.")
def second_hit(context: RankingContext) -> Wrong:
    return context.ratio(1, context.hit_ranks[1]) if context.found > 1 else None


@misconception(
    "You took the last relevant document that was {got}, at rank {last}. RR takes the first, at rank {first}."
)
def last_hit(context: RankingContext) -> Wrong:
    return context.ratio(1, context.hit_ranks[context.found - 1]) if context.found > 2 else None


@misconception("You divided 1 by rank + 1. RR is 1/rank, and the first rank is 1.", common=COMMON)
def rank_plus_1(context: RankingContext) -> Wrong:
    return Formula(context.share(1, context.first + 1), Ratio(1, Sum(context.first, 1))) if context.found else None


@misconception("You counted the ranks from 0. The first rank is 1.", common=COMMON)
def ranks_from_0(context: RankingContext) -> Wrong:
    first = context.first
    return Formula(context.share(1, first - 1), Ratio(1, Sum(first, Minus(1)))) if first > 1 else None


@misconception("You added 1/rank over all relevant documents. RR takes the first one alone.")
def all_hits_added(context: RankingContext) -> Wrong:
    # written without its terms: the first of them is the right answer
    return _reciprocals(context, 1, "added")


@misconception("You averaged 1/rank over the relevant documents. RR takes the first one alone.")
def all_hits_averaged(context: RankingContext) -> Wrong:
    return _reciprocals(context, context.found, "averaged")


def _reciprocals(context: RankingContext, divisor: int, how: str) -> Wrong:
    if context.found < 2:
        return None
    added = sum((context.share(1, rank) for rank in context.hit_ranks[: context.found]), context.share(0, 1))
    return Formula(added / divisor, f"1/rank {how} over {context.found} documents")


@misconception("This is average precision. RR looks at the first relevant document alone.", common=COMMON)
def ap_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(AP))


@misconception("You made the score fall by equal steps down the list. RR is 1/rank, so the first steps cost most.")
def linear(context: RankingContext) -> Wrong:
    first, k = context.first, context.k
    return Formula(context.share(k - first + 1, k), Ratio(Sum(k, Minus(first), 1), k)) if first > 1 else None


@misconception("You divided the rank by the length of the list. RR is 1/rank.", common=RARE)
def rank_over_list(context: RankingContext) -> Wrong:
    return context.ratio(context.first, context.k) if context.found else None


@misconception("You divided by the {relevant:relevant document}, too. RR does not.")
def over_relevant(context: RankingContext) -> Wrong:
    if context.relevant < 2 or not context.found:
        return None
    first = context.first
    return Formula(context.share(1, first * context.relevant), Ratio(1, Product(first, context.relevant)))


@misconception("You discounted by log2(rank + 1), as DCG does. RR is 1/rank.")
def log_discount(context: RankingContext) -> Wrong:
    if not context.found:
        return None
    below = context.first + 1
    return Formula(1 / math.log2(below), Ratio(1, Log(below)))


@misconception("This is precision. RR looks at the first relevant document alone.")
def precision_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(P))


misconception.too(cutoff_ignored, every_grade_counts)
