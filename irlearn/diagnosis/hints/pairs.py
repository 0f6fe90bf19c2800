"""Two mistakes at once: two known misconceptions, or one and a slip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from irlearn.diagnosis.context import QueriesContext, RankingContext
from irlearn.diagnosis.formula import number_of
from irlearn.diagnosis.hints.base import Guess, kind
from irlearn.diagnosis.hints.sums import Sum
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, Misconception
from irlearn.diagnosis.mistakes import misconceptions_about
from irlearn.measures.base import Terms
from irlearn.ranking import Ranking

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question


def _sums(question: Question, rarest: int) -> Iterator[tuple[Misconception, Terms]]:
    """The misconceptions that end in a sum of terms, and their sums."""
    for one in misconceptions_about(question.asked):
        wrong = one.made(question.context) if one.common <= rarest else None
        if isinstance(wrong, Terms):
            yield one, wrong


def _divided(question: Question, rarest: int) -> Iterator[tuple[str, Sum]]:
    """The misconceptions that change the divisor alone, and the right terms over theirs."""
    right = Sum.of(question.context.terms)
    for one, wrong in _sums(question, rarest):
        other = Sum.of(wrong)
        if other.divisor != right.divisor and np.array_equal(other.quotients, right.quotients):
            yield _said(question, one), right.over(other.divisor)


def _said(question: Question, *two: Misconception) -> str:
    facts = question.context.facts()
    return " ".join(one.says.format(**facts) for one in two).rstrip(".")


def _two(question: Question, rarest: int) -> Iterator[Guess]:
    """The terms of one misconception over the divisor of another."""
    right = Sum.of(question.context.terms)
    divided = list(_divided(question, rarest))
    for one, wrong in _sums(question, rarest):
        above = Sum.of(wrong)
        if above.divisor == right.divisor:
            for says, other in divided:
                yield Guess(above.total / other.divisor, f"two mistakes met: {_said(question, one)} {says}")


two_common = kind("two-mistakes", RankingContext)(partial(_two, rarest=COMMON))
two_of_any = kind("two-mistakes-rarer", RankingContext)(partial(_two, rarest=RARE))


@kind("mistake-and-slip", RankingContext)
def with_slip(question: Question) -> Iterator[Guess]:
    """A term left out, or off by a rank, over the divisor of a common misconception."""
    for says, one in _divided(question, COMMON):
        for slip in (one.without, one.of_next) if not one.alike else ():
            for total, slipped in slip():
                yield Guess(total / one.divisor, f"you {slipped}, and besides: {says}")


def _twins(context: RankingContext) -> Iterator[tuple[str, RankingContext]]:
    """The question as those read it who make a mistake before they begin."""
    grades = context.ranking.grades
    if context.ranking.missed:
        yield "you left out the documents that the list misses", replace(context, ranking=Ranking(grades))
    for other in ("log2", "exp-log2"):
        if other != context.measure.options.get("dcg", other):
            says = "you took the grade as the gain" if other == "log2" else "you took 2^grade − 1 as the gain"
            yield says, replace(context, measure=context.measure(dcg=other))


@kind("two-mistakes-in-all", RankingContext)
def of_twins(question: Question) -> Iterator[Guess]:
    """A misconception about a question that was read wrongly."""
    if question.context.highest > _HIGHEST:
        return
    for says, twin in _twins(question.context):
        for one in misconceptions_about(question.asked):
            wrong = one.made(twin) if one.common == COMMON else None
            if wrong is not None:
                yield Guess(number_of(wrong), f"{says}, and besides: {_said(question, one)}")


_HIGHEST = 20  # grade whose exponential gain somebody works out


@kind("one-query-wrong", QueriesContext)
def in_one_query(question: Question) -> Iterator[Guess]:
    """A common misconception about the measure in one query alone."""
    means = question.context
    if not means.rankings or len(means.rankings) > _MOST:
        return
    values = [float(value) for value in means.values]
    for place, ranking in enumerate(means.rankings):
        context = RankingContext(means.mean.measure, ranking)
        for one in misconceptions_about(means.mean.measure):
            wrong = one.made(context) if one.common == COMMON else None
            if wrong is not None:
                says = one.says.format(**context.facts()).rstrip(".")
                others = [*values[:place], number_of(wrong), *values[place + 1 :]]
                yield Guess(means.mean.of(others), f"in query {place + 1} alone {says[0].lower()}{says[1:]}")


_MOST = 20  # queries of a mean that somebody works out
