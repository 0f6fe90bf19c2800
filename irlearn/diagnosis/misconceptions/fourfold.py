"""Misconceptions about fallout and accuracy, which also count the documents that are not read."""

from __future__ import annotations

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Wrong
from irlearn.measures import P
from irlearn.measures.base import Terms

fallout, accuracy = About("Fallout"), About("Accuracy")


def _wrong(context: RankingContext) -> int:
    """Documents that are read and not relevant."""
    return context.read - context.found


def _others(context: RankingContext) -> int:
    """Documents of the collection that are not relevant."""
    return int(context.measure.facts(context.ranking)["others"])


@fallout(
    "You divided by the {read:document} that are read. Fallout divides by all {others} not relevant.", common=COMMON
)
def over_read(context: RankingContext) -> Wrong:
    return context.over(context.read)


@fallout("You divided by the whole collection of {collection}. Its relevant documents do not count.", common=COMMON)
def over_collection(context: RankingContext) -> Wrong:
    return context.over(_others(context) + context.relevant)


@fallout("This is the share that is rightly left out, 1 less fallout.")
def specificity_given(context: RankingContext) -> Wrong:
    others = _others(context)
    return context.ratio(others - _wrong(context), others) if others else None


@accuracy("You left out the documents that are rightly not read. They count, too.", common=COMMON)
def not_read_left_out(context: RankingContext) -> Wrong:
    return Terms(context.hits, divisor=context.terms.divisor)


@accuracy("This is precision, which counts only what is read.", common=COMMON)
def precision_given(context: RankingContext) -> Wrong:
    return context.given_for(context.other(P))
