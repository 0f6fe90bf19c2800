"""Misconceptions about Cooper's expected search length."""

from __future__ import annotations

from dataclasses import replace

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.misconceptions.esl import group_ends
from irlearn.kinds.rules import COMMON, About, Wrong
from irlearn.measures import ESL

misconception = About("CooperESL")


@misconception(
    "This is {as_esl}, which counts every document read, those that were wanted too, as Lin and others (2021) do. "
    "{measure} counts those read in vain.",
    common=COMMON,
    definition=True,
    evidence="Lin et al. (2021) count the rank; Cooper (1968) counts so",
)
def every_document_counted(context: RankingContext) -> Wrong:
    return context.given_for(replace(ESL(**context.measure.options), cutoff=context.measure.cutoff))


@misconception("You took the tied documents in their best order. Cooper expects a random order.", common=COMMON)
def ties_at_best(context: RankingContext) -> Wrong:
    best, worst = group_ends(context)
    return context.at_rank(best - context.measure.options["wanted"], " read in vain") if best < worst else None


@misconception("You took the tied documents in their worst order. Cooper expects a random order.", common=COMMON)
def ties_at_worst(context: RankingContext) -> Wrong:
    best, worst = group_ends(context)
    return context.at_rank(worst - context.measure.options["wanted"], " read in vain") if best < worst else None


@misconception("You stopped at the first relevant document. {measure} wants more of them.", common=COMMON)
def first_hit(context: RankingContext) -> Wrong:
    several = context.measure.options["wanted"] > 1 and context.found
    return context.at_rank(context.first - 1, " read in vain") if several else None
