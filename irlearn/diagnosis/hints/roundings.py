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
from irlearn.diagnosis.misconceptions.catalogue import COMMON
from irlearn.measures.base import Terms

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
    if not isinstance(context, RankingContext):
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
        if len(one.misconceptions) == 1 and one.misconceptions[0].common == COMMON and not typed.fits(one.value):
            cut = math.trunc(Fraction(one.value) / unit) * unit
            yield Guess(float(cut), f"two mistakes together: You cut the digits off. {one.says}".rstrip("."))


@kind("rounding-and-cut", answered=True)
def rounded_then_cut(question: Question, typed: Answer) -> Iterator[Guess]:
    """The number that comes of rounding on the way, or of cutting off there, with its own digits cut off."""
    if typed.places is None or typed.printed:
        return
    unit = Fraction(1, 10**typed.places)
    for digits in (2, 3):
        for did, way in (("rounded", question.rounded_on_the_way), ("cut off", question.cut_on_the_way)):
            for value in way(digits):
                if not typed.fits(float(value)):
                    says = f"steps were {did} at {digits} digits, and the digits of the result cut off"
                    yield Guess(float(math.trunc(value / unit) * unit), says)


@kind("rule-and-rounding", RankingContext)
def rule_rounded(question: Question) -> Iterator[Guess]:
    """The sum of a common misconception with its terms rounded on the way."""
    said = {one.id: one.says for one in question.known}
    for one, above in question.sums:
        for digits in (2, 3) if one.common == COMMON else ():
            below = above.ideal.rounded(digits) if above.ideal else above.divisor
            if below:
                says = f"You rounded to {digits} digits on the way. {said[one.id]}"
                yield Guess(above.rounded(digits) / below, f"two mistakes together: {says}".rstrip("."))
