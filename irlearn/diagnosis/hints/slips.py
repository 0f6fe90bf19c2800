"""Slips in one term: left out, counted twice, with what belongs to the rank beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from irlearn.diagnosis.context import QueriesContext, RankingContext
from irlearn.diagnosis.hints.base import Guess, Kind, kind, on_queries, on_ranking
from irlearn.diagnosis.hints.sums import Sum
from irlearn.measures.base import Terms
from irlearn.words import ordinal

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question

Slip = Callable[[Sum], Iterator[tuple[float, str]]]


def _slipped(question: Question, slip: Slip) -> Iterator[Guess]:
    """The sum with a slip over the right divisor, then the right sum over an ideal with a slip."""
    terms = on_ranking(question).terms
    above = Sum.of(terms)
    if not above.can_slip:
        return
    for total, says in slip(above):
        yield Guess(total / above.divisor, f"you {says}")
    if isinstance(terms.divisor, Terms):
        for total, says in slip(Sum.of(terms.divisor)):
            if total > 0:
                yield Guess(above.total / total, f"in the ideal you {says}")


def _kind(identity: str, slip: Slip) -> Kind:
    return kind(identity, RankingContext)(partial(_slipped, slip=slip))


left_out = _kind("term-left-out", Sum.without)
added_twice = _kind("term-twice", Sum.twice)
of_next = _kind("term-of-next-rank", Sum.of_next)
of_rank_above = _kind("term-of-rank-above", Sum.of_rank_above)
of_rank_below = _kind("term-of-rank-below", Sum.of_rank_below)
counted_off = _kind("term-counted-off", Sum.counted_off)


@kind("slip-and-rounding", RankingContext)
def slip_and_rounding(question: Question) -> Iterator[Guess]:
    """A slip in one term of a sum whose discounts were rounded to two or three digits."""
    right = Sum.of(on_ranking(question).terms)
    sides = [(right, "you ")] if right.ideal is None else [(right, "you "), (right.ideal, "in the ideal you ")]
    for digits in (2, 3) if right.log2 else ():
        for place, (one, who) in enumerate(sides):
            whole = one.discounts_rounded(digits)
            others = [each.discounts_rounded(digits).total for each, _ in sides]
            for total, says in (*whole.without(), *whole.of_rank_above(), *whole.of_next()) if one.can_slip else ():
                others[place] = total
                below = right.divisor if right.ideal is None else others[1]
                if below > 0:
                    yield Guess(others[0] / below, f"{who}{says}, with discounts of {digits} digits")


@kind("query-left-out", QueriesContext)
def query_left_out(question: Question) -> Iterator[Guess]:
    """A query was left out of the sum, or out of the mean, or was counted twice."""
    context = on_queries(question)
    values = [float(value) for value in context.values]
    if len(values) > _MOST or context.mean.epsilon is not None:
        return
    total, many = sum(values), len(values)
    for place, value in enumerate(values):
        which = f"your {ordinal(place + 1)} query"
        yield Guess((total - value) / many, f"you left out {which}, but counted it in the divisor")
        if many > 1:
            yield Guess((total - value) / (many - 1), f"you left out {which}")
        yield Guess((total + value) / many, f"you added {which} twice")


_MOST = 100  # queries of a mean that somebody works out
