"""Misconceptions about cumulated gain."""

from __future__ import annotations

import numpy as np

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.diagnosis.misconceptions.gains import averaged_sum
from irlearn.diagnosis.misconceptions.shared import cutoff_ignored, one_rank_more, one_rank_short
from irlearn.measures.base import Terms
from irlearn.measures.gains import HIGHEST_EXPONENT

misconception = About("CG")


@misconception("You discounted the gains, which gives DCG. CG adds them as they are.", common=COMMON)
def discounted(context: RankingContext) -> Wrong:
    return context.discounted(context.gains)


@misconception("You counted the relevant documents. CG adds up their gains.", common=COMMON)
def documents_counted(context: RankingContext) -> Wrong:
    return Terms(context.integers(context.grades > 0))


@misconception("You divided by {k}, {cut}. CG is a sum.", common=COMMON)
def averaged(context: RankingContext) -> Wrong:
    return averaged_sum(context, Terms(context.grades))


@misconception("You took 2^grade − 1 as the gain. CG adds the grades.")
def exponential_gain(context: RankingContext) -> Wrong:
    return Terms(context.gain(context.grades, "exponential")) if context.highest <= HIGHEST_EXPONENT else None


@misconception("You added the grades of all judged documents. CG adds those in the list.")
def missed_counted(context: RankingContext) -> Wrong:
    return Terms(context.every_ideal)


@misconception("You left out rank 1. Did you count from 0?")
def first_skipped(context: RankingContext) -> Wrong:
    return Terms(context.grades[1:])


misconception.too(one_rank_more, one_rank_short)


@misconception("You added the running sums. CG adds each gain once.", common=RARE)
def sums_added(context: RankingContext) -> Wrong:
    total = int(np.cumsum(context.grades).sum())  # written without its terms: the last of them is the right answer
    return Formula(context.share(total, 1), "running sums, added")


misconception.too(cutoff_ignored)
