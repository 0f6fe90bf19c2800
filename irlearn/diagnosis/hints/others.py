"""The right number of another measure, and what a document that stands in the list twice may bring."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.context import RankingContext
from irlearn.diagnosis.hints.base import Guess, kind, on_ranking
from irlearn.diagnosis.hints.sums import Sum
from irlearn.measures import AP, DCG, RR, F, P, R, Rprec, Success, nDCG
from irlearn.ranking import Ranking
from irlearn.words import in_a_row

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question

_OTHERS = (P, R, F, AP, RR, Rprec, nDCG, DCG, Success)


@kind("other-measure", RankingContext)
def other_measure(question: Question) -> Iterator[Guess]:
    """The value of another measure on the same list, down to the same rank and of the whole list."""
    context = on_ranking(question)
    asked, ranking = context.measure, context.ranking
    for measure in _OTHERS:
        cut = [measure @ asked.cutoff] if asked.cutoff and measure.takes_cutoff else []
        for other in (*cut, measure):
            if other != asked:
                yield Guess(other.of(ranking), f"this is {other!r} of the list")


@kind("document-twice", RankingContext, answered=True)
def twice(question: Question, typed: Answer) -> Iterator[Guess]:
    """A number above 1 that copies bring: one at each rank behind the first hit, then ever more from there on."""
    context = on_ranking(question)
    grades = list(context.ranking.grades[: context.measure.cutoff])
    if typed.value <= 1 or context.measure.range != (0.0, 1.0) or not context.found or len(grades) > _MOST:
        return
    worth = grades[context.first - 1]
    free = [place for place in range(context.first, len(grades)) if grades[place] < context.rel]
    divisor = Sum.of(context.terms).divisor
    for copies in (*([place] for place in free), *(free[:many] for many in range(2, len(free) + 1))):
        again = [worth if place in copies else grade for place, grade in enumerate(grades)]
        value = Sum.of(context.measure.terms(Ranking(again).arrays)).total / divisor
        if value > 1:
            unit = 10.0 ** (0 if typed.printed else typed.places or 0)
            cut = math.floor(value * unit) / unit
            where = f"rank{'s' * (len(copies) > 1)} {in_a_row([str(place + 1) for place in copies])}"
            says = f"a document is in the list more than once, and counted again at {where}: nothing is above 1"
            yield Guess(value, says)
            if typed.places and cut > 1 and not typed.printed:
                yield Guess(cut, f"{says}; your digits are cut off")


_MOST = 40  # ranks
