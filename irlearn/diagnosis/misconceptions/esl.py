"""Misconceptions about expected search length."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Formula, Wrong
from irlearn.measures import RR

misconception = About("ESL")


def group_ends(context: RankingContext) -> tuple[int, int]:
    """The first and the last rank at which the wanted document may stand in its tied group."""
    start, seen, wanted = 0, 0, context.measure.options["wanted"]
    for size in context.ranking.ties:
        hits = sum(grade >= context.rel for grade in context.ranking.grades[start : start + size])
        if seen + hits >= wanted:
            return start + wanted - seen, start + size - hits + wanted - seen
        start, seen = start + size, seen + hits
    return 0, 0


@misconception(
    "This is the expected search length as Cooper (1968) counts it, in documents read in vain: {cooper}. {measure} "
    "here counts "
    "every document read, those that were wanted too, as Lin and others (2021) do.",
    common=COMMON,
    definition=True,
    evidence="Cooper (1968) counts so; Lin et al. (2021) count the rank",
)
def read_in_vain(context: RankingContext) -> Wrong:
    wanted = context.measure.options["wanted"]
    value = context.number(context.measure) - wanted  # nan where it is not defined, which is no number to be given
    return Formula(value, f"documents read, less {wanted}", name="Cooper's search length")


@misconception("This is the reciprocal rank. ESL is the rank itself, in documents.", common=COMMON)
def rr_given(context: RankingContext) -> Wrong:
    return context.given_for(RR(rel=context.rel))


@misconception("You stopped at the first relevant document. {measure} wants more of them.", common=COMMON)
def first_hit(context: RankingContext) -> Wrong:
    return context.at_rank(context.first) if context.measure.options["wanted"] > 1 and context.found else None


@misconception("You took the tied documents in their best order. ESL expects a random order.", common=COMMON)
def ties_at_best(context: RankingContext) -> Wrong:
    best, worst = group_ends(context)
    return context.at_rank(best, " at best") if best < worst else None


@misconception("You took the tied documents in their worst order. ESL expects a random order.", common=COMMON)
def ties_at_worst(context: RankingContext) -> Wrong:
    best, worst = group_ends(context)
    return context.at_rank(worst, " at worst") if best < worst else None
