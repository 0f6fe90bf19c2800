"""Two mistakes at once: two known misconceptions, or one and a slip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.context import QueriesContext, RankingContext
from irlearn.diagnosis.formula import number_of
from irlearn.diagnosis.hints.base import Guess, kind, on_queries, on_ranking
from irlearn.diagnosis.hints.sums import Sum
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE
from irlearn.diagnosis.mistakes import misconceptions_about
from irlearn.ranking import Ranking

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question


def _sums(question: Question, rarest: int) -> list[tuple[str, Sum]]:
    """What is said of the misconceptions that end in a sum of terms, and their sums."""
    said = {one.id: one.says for one in question.known}
    return [(said[one.id], made) for one, made in question.sums if one.common <= rarest]


def _over(right: Sum, sums: list[tuple[str, Sum]]) -> list[tuple[str, float]]:
    """The misconceptions that change the divisor alone, and what they divide by."""
    return [
        (says, one.divisor)
        for says, one in sums
        if one.divisor != right.divisor and np.array_equal(one.quotients, right.quotients)
    ]


def _two(question: Question, rarest: int) -> Iterator[Guess]:
    """The terms of one misconception over the divisor of another."""
    right, sums = Sum.of(on_ranking(question).terms), _sums(question, rarest)
    for says, divisor in _over(right, sums):
        for also, one in sums:
            if one.divisor == right.divisor:
                yield Guess(one.total / divisor, f"two mistakes together: {also} {says}".rstrip("."))


@kind("two-together", answered=True)
def together(question: Question, typed: Answer) -> Iterator[Guess]:
    """Two misconceptions that are often held together, where the answer has too few digits to say so."""
    for one in question.mistakes if typed.few_digits else ():
        if len(one.misconceptions) > 1:
            yield Guess(one.value, f"{one.says[0].lower()}{one.says[1:]}".rstrip("."))


two_common = kind("two-mistakes", RankingContext)(partial(_two, rarest=COMMON))
two_of_any = kind("two-mistakes-rarer", RankingContext)(partial(_two, rarest=RARE))


@kind("mistake-and-slip", RankingContext)
def with_slip(question: Question) -> Iterator[Guess]:
    """A term left out, or taken from the next rank, over the divisor of a common misconception."""
    right = Sum.of(on_ranking(question).terms)
    for says, divisor in _over(right, _sums(question, COMMON)) if right.can_slip else ():
        for total, slipped in (*right.without(), *right.of_next()):
            yield Guess(total / divisor, f"two mistakes together: You {slipped}. {says}".rstrip("."))


@kind("posted-mistake-and-slip", RankingContext)
def with_posted_and_slip(question: Question) -> Iterator[Guess]:
    """A precision with a count or a rank of its neighbour, over the divisor of a misconception that many posted."""
    right = Sum.of(on_ranking(question).terms)
    said = {one.id: one.says for one in question.known}
    posted = [(said[one.id], made) for one, made in question.sums if one.posted]
    for says, divisor in _over(right, posted) if right.can_slip else ():
        for total, slipped in (*right.of_rank_above(), *right.counted_off(), *right.of_rank_below()):
            yield Guess(total / divisor, f"two mistakes together: You {slipped}. {says}".rstrip("."))


def _twins(context: RankingContext) -> Iterator[tuple[str, RankingContext]]:
    """The question as those read it who make a mistake before they begin."""
    if context.ranking.missed:
        says = "You left out the documents that the list misses."
        yield says, replace(context, ranking=Ranking(context.ranking.grades))
    chosen = context.measure.options.get("dcg")
    if chosen is not None:
        says = "You took 2^grade − 1 as the gain." if chosen == "log2" else "You took the grade as the gain."
        yield says, replace(context, measure=context.measure(dcg="exp-log2" if chosen == "log2" else "log2"))


@kind("two-mistakes-in-all", RankingContext)
def of_twins(question: Question) -> Iterator[Guess]:
    """A common misconception about a question that was read wrongly."""
    if on_ranking(question).highest > _HIGHEST:
        return
    said = {one.id: one.says for one in question.known}
    for says, twin in _twins(on_ranking(question)):
        for one in misconceptions_about(question.asked):
            wrong = one.made(twin) if one.common == COMMON and one.id in said else None
            if wrong is not None:
                yield Guess(number_of(wrong), f"two mistakes together: {says} {said[one.id]}".rstrip("."))


_HIGHEST = 20  # grade whose exponential gain somebody works out


@kind("one-query-wrong", QueriesContext)
def in_one_query(question: Question) -> Iterator[Guess]:
    """A common misconception about the measure in one query alone."""
    means = on_queries(question)
    values = [float(value) for value in means.values]
    common = [(one, made) for one, made in question.made_in_queries if one.common == COMMON]
    for place, context in enumerate(means.contexts[:_MOST]):
        facts = context.facts()
        for one, made in common:
            wrong = made[place]
            if wrong is not None:
                others = [*values[:place], wrong, *values[place + 1 :]]
                says = f"one query went wrong, query {place + 1}. {one.says.format(**facts)}".rstrip(".")
                yield Guess(means.mean.of(others), says)


_MOST = 20  # queries of a mean that somebody works out
