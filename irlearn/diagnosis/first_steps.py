"""What to say of a number that no known mistake gives: what it cannot be, and the first step at which to compare."""

from __future__ import annotations

import math

from irlearn.derivation import Significance, explain
from irlearn.diagnosis.answers import Answer
from irlearn.diagnosis.question import Question
from irlearn.kinds.rules import Number
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.numbers import decimal
from irlearn.ranking import Ranking


def unknown(question: Question, typed: Answer) -> tuple[str, str]:
    """What is said of it, and the first step at which to compare."""
    asked, value = question.asked, typed.value
    name = asked.spoken[0].upper() + asked.spoken[1:] if isinstance(asked, Significance) else repr(asked)
    low, high = asked.range
    if high < math.inf and not low <= value <= high:
        twice = value > high and isinstance(question.given, Ranking) and max(question.given.grades, default=0) > 0
        asks = " Did a document count twice?" if twice else ""
        says = f"{name} lies between {low:g} and {high:g}, and {typed.text} does not.{asks}"
    elif value < min(low, 0):
        says = f"{name} is never below {min(low, 0):g}."
    else:
        says = f"No mistake that is known here gives {typed.text}."
    return says, f"Compare from the first step: {_first_step(question)}"


def _first_step(question: Question) -> str:
    asked = question.asked
    if isinstance(asked, Significance):
        return asked.first_step
    if not isinstance(asked, Mean):
        assert isinstance(question.given, Ranking)
        return _of_ranking(asked, question.given, question.right)
    first = question.given[0] if isinstance(question.given, tuple) else None
    if isinstance(first, Ranking):
        return f"{asked.measure!r} of query 1. There, {_of_ranking(asked.measure, first, question.right)}"
    if asked.epsilon is None:
        return "the number of queries, then the sum of their values."
    return "the product of the values, then its root."


def _of_ranking(measure: Measure, ranking: Ranking, right: Number) -> str:
    if measure.first_step:
        return measure.first_step
    if len(ranking) > _LONG or len(ranking.judged) > _MANY:
        return f"write down what each rank adds. {measure.formula}."
    derivation = explain(measure, ranking)
    adding = [step for step in derivation.steps if step.value]
    if len(adding) < _ADDING or any(math.isclose(step.value, right) for step in adding):
        return f"write down what each rank adds. {measure.formula}."
    first = adding[0]
    value = decimal(first.value if first.fraction is None else first.fraction)
    return f"rank {first.rank} adds {first.term}{f' = {value}' if value != first.term else ''}."


_LONG, _MANY = 200, 2000  # ranks, judged documents
_ADDING = 2  # a single term would be the answer, or nearly so
