"""Misconceptions about the ideal DCG alone."""

from __future__ import annotations

import numpy as np

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About

misconception = About("IDCG")


@misconception("This is the DCG of the list. The ideal takes the judged documents in their best order.", common=COMMON)
def dcg_given(context: RankingContext) -> Wrong:
    return context.discounted(context.gains)


@misconception(
    "You sorted only the documents that were retrieved. The ideal takes all judged documents.",
    common=COMMON,
    evidence="pytrec_eval 57, trectools 18",
)
def retrieved_only(context: RankingContext) -> Wrong:
    return context.discounted(context.sorted_list)


@misconception("You sorted only the first {k:rank}. The ideal takes all judged documents.")
def first_ranks_sorted(context: RankingContext) -> Wrong:
    return context.discounted(np.sort(context.gains)[::-1]) if context.k < context.retrieved else None


@misconception("You did not cut the ideal off at rank {k}.", common=COMMON)
def cutoff_ignored(context: RankingContext) -> Wrong:
    longer = context.measure.cutoff and len(context.judged) > context.k
    return context.discounted(context.every_ideal) if longer else None


@misconception("You took the highest grade at every rank. The ideal takes the documents that there are.")
def highest_grade_everywhere(context: RankingContext) -> Wrong:
    return context.discounted([context.ideal[0]] * context.k) if len(context.ideal) else None


@misconception("You sorted from the lowest grade up. The ideal begins with the highest.", common=RARE)
def lowest_first(context: RankingContext) -> Wrong:
    return context.discounted(context.ideal[::-1])


@misconception(
    "You took the documents as they stand in the list, then the missed ones. The ideal sorts them, highest first."
)
def not_sorted(context: RankingContext) -> Wrong:
    found = [grade for grade in context.ranking.grades if grade > 0]
    every = [*found, *sorted(context.ranking.missed, reverse=True)]
    return context.discounted(context.gain(every)[: context.measure.cutoff])


@misconception("You cut the ideal off at {retrieved:rank}, where the list ends. It reads on to rank {k}.")
def cut_at_the_list(context: RankingContext) -> Wrong:
    shorter = context.retrieved < min(context.k, len(context.judged))
    return context.discounted(context.every_ideal[: context.retrieved]) if shorter else None
