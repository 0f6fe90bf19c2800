"""Roundings on the way that are not the same at every step, and known misconceptions that were rounded or cut off."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.context import QueriesContext, RankingContext
from irlearn.diagnosis.hints.base import Guess, kind
from irlearn.diagnosis.hints.sums import Sum
from irlearn.diagnosis.misconceptions.catalogue import COMMON, Misconception
from irlearn.diagnosis.mistakes import misconceptions_about
from irlearn.measures.base import Terms
from irlearn.words import counted

if TYPE_CHECKING:
    from irlearn.diagnosis.question import Question


def _near(question: Question, digits: int) -> Iterator[Guess]:
    """A number as near to the right one as roundings of single steps to so many digits can bring it."""
    reach = _reach(question, 10.0**-digits / 2)
    if reach:
        says = f"some steps were rounded or cut off at {digits} digits: your number lies as near as that may bring it"
        yield Guess(float(question.right), says, reach)


def _reach(question: Question, half: float) -> float:
    context = question.context
    if isinstance(context, QueriesContext):
        return half
    if not isinstance(context, RankingContext) or not question.by_hand:
        return 0
    if context.part_values and context.measure.joined(*context.part_values) is not None:
        return half
    above = _not_whole(context.added_up)
    if isinstance(context.terms.divisor, Terms):
        below = context.terms.divisor.total()
        return half * (above + float(question.right) * _not_whole(context.ideal_added_up)) / below if below else 0
    return half * above / (context.divisor or 1)


def _not_whole(values: list[Fraction | float]) -> int:
    return sum(not float(value).is_integer() for value in values)


nearly = kind("rounded-finely")(partial(_near, digits=3))
roughly = kind("rounded")(partial(_near, digits=2))


@kind("rule-and-cut", answered=True)
def rule_cut(question: Question, typed: Answer) -> Iterator[Guess]:
    """The number of a common misconception with its digits cut off."""
    if typed.places is None or typed.printed:
        return
    unit = Fraction(1, 10**typed.places)
    for one in question.mistakes:
        if len(one.misconceptions) == 1 and one.misconceptions[0].common == COMMON:
            cut = math.trunc(Fraction(one.value) / unit) * unit
            if not typed.fits(one.value):
                yield Guess(float(cut), f"the digits were cut off, and besides: {_said(one.says)}")


@kind("rule-and-rounding")
def rule_rounded(question: Question) -> Iterator[Guess]:
    """The sum of a common misconception with its terms rounded on the way."""
    context = question.context
    if not isinstance(context, RankingContext) or not question.by_hand:
        return
    for one in misconceptions_about(question.asked):
        for digits in (2, 3) if one.common == COMMON else ():
            value = _rounded_sum(context, one, digits)
            if value is not None:
                says = one.says.format(**context.facts())
                yield Guess(value, f"you rounded to {counted(digits, 'digit')} on the way, and besides: {_said(says)}")


def _rounded_sum(context: RankingContext, one: Misconception, digits: int) -> float | None:
    wrong = one.made(context)
    if not isinstance(wrong, Terms):
        return None
    above = Sum.of(wrong)
    below = Sum.of(wrong.divisor).rounded(digits) if isinstance(wrong.divisor, Terms) else above.divisor
    return above.rounded(digits) / below if below else None


def _said(sentence: str) -> str:
    return sentence.rstrip(".")
