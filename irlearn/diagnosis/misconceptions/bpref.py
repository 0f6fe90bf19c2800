"""Misconceptions about binary preference."""

from __future__ import annotations

from fractions import Fraction

from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.kinds.rules import COMMON, About, Wrong

misconception = About("Bpref")


def _bpref(context: RankingContext, most: int, *, unjudged: bool = False, over: int | None = None) -> Wrong:
    if not most or not context.relevant:
        return None
    above, terms = 0, []
    for grade in context.ranking.grades:
        if grade >= context.rel:
            terms.append(most - min(above, most))
        elif grade >= 0 or unjudged:
            above += 1
    divisor = context.relevant if over is None else over
    return context.exactly(Fraction(sum(terms), most) / max(divisor, 1), f"sum of 1 − n/{most}, over {divisor}")


def _most(context: RankingContext) -> int:
    """What divides the documents above, by the divisor that is asked for."""
    least = min(context.relevant, int(context.whole.not_relevant(context.rel)))
    return {"min": least, "R": context.relevant, "R+10": context.relevant + 10}[context.measure.options["divisor"]]


@misconception("You counted unjudged documents as not relevant. Bpref leaves them out.", common=COMMON)
def unjudged_not_relevant(context: RankingContext) -> Wrong:
    return _bpref(context, _most(context), unjudged=True) if -1 in context.ranking.grades else None


@misconception("You divided by the {found_in_all:relevant document} of the list, not by all {relevant}.", common=COMMON)
def over_found(context: RankingContext) -> Wrong:
    return _bpref(context, _most(context), over=context.found_in_all)


@misconception(
    "This is Bpref as Buckley and Voorhees (2004) print it, {as_printed}: the documents above are divided by all "
    "{relevant} relevant ones. {measure} divides them by {most}.",
    definition=True,
    evidence="Buckley and Voorhees (2004) print it so",
)
def over_r(context: RankingContext) -> Wrong:
    return _bpref(context, context.relevant) if _most(context) != context.relevant else None


@misconception(
    "This is Bpref as trec_eval has it: the documents above are divided by the smaller of the relevant documents and "
    "those judged not relevant. {measure} divides them by {most}.",
    definition=True,
    evidence="trec_eval 8.1 and later",
)
def as_trec_eval(context: RankingContext) -> Wrong:
    return context.given_for(context.measure(divisor="min")) if context.measure.options["divisor"] != "min" else None


@misconception(
    "This is bpref-10, an older definition, {as_ten_more}: its divisor is {relevant} + 10, and so many documents above "
    "count. {measure} divides by {most}.",
    definition=True,
    evidence="Buckley and Voorhees (2004) define bpref-10 so",
)
def ten_more(context: RankingContext) -> Wrong:
    return _bpref(context, context.relevant + 10)


@misconception("You added up and did not divide by the {relevant:relevant document}.")
def not_divided(context: RankingContext) -> Wrong:
    return _bpref(context, _most(context), over=1)
