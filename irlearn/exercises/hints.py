"""Hints in steps for any calculation: from what to write down first to one step before the answer, never the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from operator import attrgetter
from typing import Any

from irlearn.derivation import Significance, explain
from irlearn.diagnosis.context import RankingContext, value_of
from irlearn.diagnosis.question import Given
from irlearn.exercises.calculation import Asked, name_of
from irlearn.exercises.worded import WORDINGS
from irlearn.exercises.wording import value_text
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.numbers import decimal
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.words import in_a_row


def hints_for(asked: Asked | tuple[Asked, ...], given: Given) -> tuple[str, ...]:
    """Three or four hints, each nearer to the answer than the one before; of several numbers those of each.

    >>> from irlearn import AP
    >>> for hint in hints_for(AP, Ranking.parse("1 0 1", relevant=4)):
    ...     print(hint)
    Write down the ranks of the relevant documents: 1 and 3. AP adds one term for each of them.
    The term is the precision at that rank: the relevant documents so far, divided by the rank.
    All 4 relevant documents divide the sum, found or not.
    The sum is 1/1 + 2/3. One division is left.
    """
    every = asked if isinstance(asked, tuple) else (asked,)
    each = [_of_one(one, given, [other for other in every if other != one]) for one in every]
    if len(every) == 1:
        return each[0]
    met = Counter(chain.from_iterable(each))  # behind the name of its number stands a hint that is of no other one
    named = zip(every, each, strict=True)
    return tuple(
        dict.fromkeys(hint if met[hint] > 1 else f"{name_of(one)}: {hint}" for one, hints in named for hint in hints)
    )


def _of_one(asked: Asked, given: Any, others: Sequence[Asked]) -> tuple[str, ...]:
    """The hints of one number, which tell none of the others."""
    if isinstance(asked, Significance):
        return WORDINGS.of(asked).hints_beside(asked, asked.read(given), others)
    if isinstance(asked, Mean):
        return _of_mean(asked, given)
    assert isinstance(given, Ranking)
    facts = _Facts(RankingContext(asked, given), others)
    return tuple(hint.format_map(facts) for hint in asked.hints(given))


class _Facts(dict[str, Any]):
    """What hints may mention: what wrong rules may, and what is worked out here where a hint asks for it."""

    def __init__(self, context: RankingContext, others: Sequence[Asked]) -> None:
        super().__init__(context.facts())
        self._context = context
        self["points"] = ", ".join(_points(context, others))

    def __missing__(self, name: str) -> object:
        return _FACTS[name](self._context)


def _divides(context: RankingContext) -> str:
    one = context.relevant == 1
    return "the one relevant document divides" if one else f"all {context.relevant} relevant documents divide"


def _points(context: RankingContext, others: Sequence[Asked]) -> Iterator[str]:
    """Recall and precision at each relevant document; a precision that is asked for, too, only by its name."""
    cut = {one.cutoff: one for one in others if isinstance(one, Measure)}
    for n, rank in enumerate(context.hit_ranks, start=1):
        other = cut.get(rank)
        asked = other is not None and value_of(other, context.ranking) == Fraction(n, rank)
        yield f"{n}/{context.relevant} and {name_of(other) if other and asked else f'{n}/{rank}'}"


_FACTS: dict[str, Callable[[RankingContext], object]] = {
    "unjudged": lambda of: (
        "A document that nobody judged counts as not relevant. "
        if of.measure.sees == "relevance" and UNJUDGED in of.ranking.grades
        else ""
    ),
    "hit_ranks": lambda of: in_a_row([str(rank) for rank in of.hit_ranks if rank <= of.k]) or "none",
    "divides": _divides,
    "Divides": lambda context: _divides(context).capitalize(),
    "divided": lambda of: f" Their sum is divided by: {of.measure.counts}." if of.measure.counts else "",
    "formula": attrgetter("measure.formula"),
    "terms": lambda of: " + ".join(one.term for one in explain(of.measure, of.ranking).steps if one.value) or "0",
    "values": lambda of: (
        in_a_row([decimal(one.value if one.fraction is None else one.fraction) for one in steps])
        if len(steps := [one for one in explain(of.measure, of.ranking).steps if one.value]) > 1
        else "one term only"
    ),
    "parts": lambda of: ", ".join(decimal(one.value) for one in explain(of.measure, of.ranking).parts),
    "gains": lambda context: " ".join(map(str, replace(context, exact=True).gains)),
    "ideal": lambda context: " ".join(map(str, replace(context, exact=True).ideal)),
    "judged_there": lambda context: sum(grade >= 0 for grade in context.top.grades.tolist()),
    "not_relevant": lambda context: int(context.whole.not_relevant(context.rel)),
    "least": lambda context: min(context.relevant, int(context.whole.not_relevant(context.rel))),
}


def _of_mean(mean: Mean, given: tuple[Ranking, ...] | tuple[Fraction, ...]) -> tuple[str, ...]:
    rankings = [one for one in given if isinstance(one, Ranking)]
    values = [one for one in given if isinstance(one, Fraction)] or [
        Fraction(value_of(mean.measure, one)) for one in rankings
    ]
    name, queries = repr(mean.measure), len(given)
    first: list[str] = []
    if rankings:
        begun = " ".join(hints_for(mean.measure, rankings[0])[:2])
        first = [f"Work out {name} of each query on its own, as of query 1: {begun[0].lower()}{begun[1:]}"]
    elif mean.measure.gives == "reciprocal":
        first = ["Turn each rank over: the reciprocal rank is 1/rank, and 0 for a query without a relevant document."]
    if mean.epsilon is None:
        last = f"The values are {in_a_row([value_text(value) for value in values])}."
        return (
            *first,
            "An arithmetic mean adds one value for each query; a query with 0 counts, too.",
            f"There are {queries} queries, so {queries} divides the sum.",
            last if first else f"The sum is {' + '.join(map(value_text, values))}. One division is left.",
        )
    least = Fraction(repr(mean.epsilon))
    raised = [max(value, least) for value in values]
    factors = " · ".join(value_text(value) for value in raised)
    floor = () if raised == values else (f"A value below {value_text(least)} counts as {value_text(least)}.",)
    return (
        *first,
        *floor,
        "A geometric mean multiplies the values.",
        f"For {queries} values the root of order {queries} follows: the power 1/{queries}.",
        f"The product is {factors}. Its root of order {queries} is left.",
    )
