"""Misconceptions that several measures share: each measure's file names them at their place."""

from __future__ import annotations

from dataclasses import replace

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Ratio, Sum
from irlearn.ranking import Ranking

misconception = About()


@misconception(
    "You struck the unjudged documents out, so what follows moved up. They keep their ranks and count as not relevant.",
    evidence="Sakai (2007) evaluates condensed lists so, under names of their own",
)
def unjudged_left_out(context: RankingContext) -> Wrong:
    judged = [grade for grade in context.ranking.grades if grade >= 0]
    if len(judged) == context.retrieved or not context.found_in_all:
        return None
    value = context.number(context.measure, Ranking(judged, context.judged))
    return Formula(value, name=f"{context.measure!r} of {' '.join(map(str, judged))}")


@misconception("You read the whole list. {measure} stops at rank {k}.", common=COMMON)
def cutoff_ignored(context: RankingContext) -> Wrong:
    if not context.measure.cutoff or context.k >= context.retrieved:
        return None  # nothing stands below the cutoff
    if context.measure.ends_at_a_hit and context.found:
        return None  # the first relevant document is the same
    return context.given_for(replace(context.measure, cutoff=None))


@misconception(
    "You divided the relevant documents found by the rest. A share divides by the whole, both parts together."
)
def odds(context: RankingContext) -> Wrong:
    rest = context.divisor - context.found
    return context.over(rest) if rest > 0 else None


@misconception("Your fraction is upside down.", common=RARE)
def upside_down(context: RankingContext) -> Wrong:
    below = context.divisor
    return context.ratio(below, context.found) if context.found else None


@misconception("You divided by all documents that were read or are relevant, both together.", common=RARE)
def union(context: RankingContext) -> Wrong:
    return context.over(context.read + context.relevant - context.found)


@misconception(
    "This is accuracy: it also counts the documents that were rightly left out, over the whole collection.", common=RARE
)
def accuracy(context: RankingContext) -> Wrong:
    everything = len(context.judged)
    left_out = everything - context.relevant - (context.retrieved - context.found_in_all)
    if context.measure.cutoff or -1 in context.ranking.grades or left_out < 1:
        return None
    return Formula(context.share(context.found + left_out, everything), Ratio(Sum(context.found, left_out), everything))


@misconception("You counted unjudged documents as relevant. They count as not relevant.", common=COMMON)
def unjudged_relevant(context: RankingContext) -> Wrong:
    unjudged = context.integers(context.top.grades < 0)
    return context.but(numerators=context.hits + unjudged) if unjudged.any() else None


@misconception(
    "You counted every grade above 0 as relevant. Here a document is relevant from grade {rel} up.", common=COMMON
)
def every_grade_counts(context: RankingContext) -> Wrong:
    return context.given_for(context.measure(rel=1)) if context.rel > 1 else None


@misconception("You read one rank too many: {measure} stops at rank {k}. Did you count from 0?")
def one_rank_more(context: RankingContext) -> Wrong:
    more = context.room_for_one_more and context.k < context.retrieved
    return context.given_for(context.measure @ (context.k + 1)) if more else None


@misconception("You read one rank too few: {measure} reads down to rank {k}.")
def one_rank_short(context: RankingContext) -> Wrong:
    return context.given_for(context.measure @ (context.k - 1)) if 1 < context.k <= context.retrieved else None
