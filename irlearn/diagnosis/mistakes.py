"""Every wrong number that the catalogue knows for one question, and the rounding that spoils a right one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from irlearn.derivation import Working, exact_value
from irlearn.diagnosis.cases import HIGHEST_EXPONENT, Case, Formula, Number, Wrong, number_of, working_of
from irlearn.diagnosis.queries import TopicsCase
from irlearn.diagnosis.rules import RULES, WrongRule
from irlearn.errors import InputError
from irlearn.measures import F, Measure
from irlearn.measures.base import Terms
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking

_SAID_OF_THE_MEAN = {
    "map-ap-rr-given", "map-ap-precision-given", "mrr-rr-ap-given", "mrr-rr-rank-plus-1", "mrr-rr-rank-given",
}  # fmt: skip
"""Mistakes in each query that a rule about the mean already names, in better words."""

_SAME = 1e-9  # two floats nearer than this, relative to 1, are the same number

Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...]


@dataclass(frozen=True)
class Mistake:
    """A wrong number that one wrong rule gives, or two together: its id, its value, and how it comes about.

    `says` is the sentence to the learner, `working()` the wrong calculation written out exactly.
    """

    id: str
    rules: tuple[WrongRule, ...]
    value: float
    says: str
    working: Callable[[], Working]


@dataclass(frozen=True)
class Question:
    """What is asked, a measure or a mean over queries, and what it is asked about.

    >>> from irlearn import AP
    >>> question = Question(AP, Ranking.parse("1 0 1", relevant=4))
    >>> question.right, [one.id for one in question.mistakes if round(one.value, 4) == 0.8333]
    (Fraction(5, 12), ['ap-over-found', 'ap-over-missed'])
    """

    asked: Measure | Mean
    given: Given

    def __post_init__(self) -> None:
        if not math.isfinite(float(self.right)):
            raise InputError(f"{self.asked!r} is not defined on this ranking, so there is no number to check")

    @cached_property
    def right(self) -> Number:
        """The right value, exact where it is a fraction."""
        if isinstance(self.asked, Mean):
            case = self._exact_means
            if self.asked.epsilon is None:
                return case.mean_of(case.values).value
            return self.asked.of([float(value) for value in case.values])
        assert isinstance(self.given, Ranking)
        exact = exact_value(self.asked, self.given)
        return self.asked.of(self.given) if exact is None else exact

    @cached_property
    def known(self) -> tuple[Mistake, ...]:
        """What every wrong rule that applies gives here, likeliest first; some may give the right number by chance."""
        return (*self.singles(), *self._pairs())

    def singles(self) -> Iterator[Mistake]:
        """What each wrong rule that applies gives here, one by one, likeliest first."""
        return self._of_queries() if isinstance(self.asked, Mean) else self._of_ranking()

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The wrong numbers that differ from the right one, likeliest first; numbers may repeat."""
        right = float(self.right)
        return tuple(mistake for mistake in self.known if not same(mistake.value, right))

    def _case(self, *, exact: bool = False) -> Case:
        assert isinstance(self.asked, Measure)
        assert isinstance(self.given, Ranking)
        return Case(self.asked, self.given, exact)

    @cached_property
    def _cases(self) -> tuple[Case, ...]:
        """The case of each query, for rules that go wrong in every query."""
        assert isinstance(self.asked, Mean)
        return tuple(Case(self.asked.measure, ranking) for ranking in self._means.rankings)

    @cached_property
    def _means(self) -> TopicsCase:
        return self._several(exact=False)

    @cached_property
    def _exact_means(self) -> TopicsCase:
        return self._several(exact=True)

    def _several(self, *, exact: bool) -> TopicsCase:
        assert isinstance(self.asked, Mean)
        assert isinstance(self.given, tuple)
        return TopicsCase(self.asked, self.given, exact)

    def _of_ranking(self) -> Iterator[Mistake]:
        assert isinstance(self.asked, Measure)
        case, exact = self._case(), self._case(exact=True)
        if case.exponential and case.highest > HIGHEST_EXPONENT:
            return  # a missed document of such a grade has a gain that no array holds
        facts = case.facts()
        for one in rules_for(self.asked):
            wrong = one.gone_wrong(case)
            if wrong is not None:
                yield Mistake(one.id, (one,), number_of(wrong), one.says.format(**facts), _working(exact, (one,)))

    def _pairs(self) -> Iterator[Mistake]:
        """What two wrong rules give together, for those that are often made together."""
        if isinstance(self.asked, Mean):
            return
        case, exact = self._case(), self._case(exact=True)
        facts = case.facts()
        for one in rules_for(self.asked):
            for partner in (RULES[name] for name in one.partners):
                terms = partner.gone_wrong(case)
                wrong = one.gone_wrong(case.after(terms)) if isinstance(terms, Terms) else None
                if wrong is not None:
                    says = f"Two mistakes together: {one.says.format(**facts)} {partner.says.format(**facts)}"
                    both = (partner, one)
                    yield Mistake(f"{one.id}+{partner.id}", both, number_of(wrong), says, _working(exact, both))

    def _of_queries(self) -> Iterator[Mistake]:
        assert isinstance(self.asked, Mean)
        case = self._means
        facts = case.facts()
        for one in rules_for(self.asked):
            wrong = one.gone_wrong(case)
            if wrong is not None:
                yield Mistake(one.id, (one,), number_of(wrong), one.says.format(**facts), self._topics_working(one))
        if not case.rankings:
            return
        for one in rules_for(self.asked.measure):
            identity = f"{self.asked.name.lower()}-{one.id}"
            values, told = ([], "") if identity in _SAID_OF_THE_MEAN else self._in_each_query(one)
            if told:
                yield Mistake(identity, (one,), self.asked.of(values), told, self._lifted_working(one))

    def _in_each_query(self, one: WrongRule) -> tuple[list[float], str]:
        """One wrong rule in every query: the values, and the sentence with the first query where it matters."""
        assert isinstance(self.asked, Mean)
        values, told = [], ""
        for number, (case, right) in enumerate(zip(self._cases, self._means.values, strict=True), start=1):
            wrong, right = one.gone_wrong(case), float(right)
            value = right if wrong is None else number_of(wrong)
            values.append(value)
            if not told and not same(value, right):
                told = f"In each query, as in query {number}: {one.says.format(**case.facts())}"
        return values, told

    def _topics_working(self, one: WrongRule) -> Callable[[], Working]:
        return lambda: working_of(_given(one.wrong(self._exact_means)), repr(self.asked))

    def _lifted_working(self, one: WrongRule) -> Callable[[], Working]:
        def written() -> Working:
            assert isinstance(self.asked, Mean)
            measure = self.asked.measure
            lines: list[str] = []
            values: list[Number] = []
            for number, ranking in enumerate(self._means.rankings, start=1):
                wrong = one.gone_wrong(Case(measure, ranking, exact=True))
                name = f"{measure!r} of query {number}"
                if wrong is None:
                    value, lines = self._exact_means.values[number - 1], [*lines, f"{name} as it should be"]
                else:
                    working = working_of(wrong, name)
                    value = working.value if working.fraction is None else working.fraction
                    lines = [*lines, *working.lines]
                values.append(value)
            exact = self._exact_means
            raised = [max(value, exact.epsilon) for value in values]
            last = exact.mean_of(values) if self.asked.epsilon is None else exact.geometric(raised)
            ended = working_of(last, repr(self.asked))
            return Working((*lines, *ended.lines), ended.value, ended.fraction)

        return written

    # rounding

    def rounded_on_the_way(self, digits: int) -> list[float]:
        """The results when what is on the way is rounded to `digits` decimals, in the ways that hands round."""
        if isinstance(self.asked, Mean):
            values = [float(_rounded(value, digits)) for value in self._exact_means.values]
            return [self.asked.of(values)]
        if self.asked.name == "F":
            return self._f_rounded(digits)
        terms = self.asked.terms(self._case(exact=True).whole)
        above = _sum_rounded(terms, digits)
        if isinstance(terms.divisor, Terms):
            below = _sum_rounded(terms.divisor, digits)
            sums = explain_sums(self.asked, self._case(exact=True).ranking)
            ways = [(above, below), *([tuple(_rounded(one, digits) for one in sums)] if sums[1] else [])]
            return [float(a / b) for a, b in ways if b]
        divisor = Fraction(np.asarray(terms.divisor).item())
        return [float(above / divisor)] if divisor else []

    def _f_rounded(self, digits: int) -> list[float]:
        assert isinstance(self.asked, type(F))
        case = self._case(exact=True)
        p, r = (_rounded(case.number(part), digits) for part in self.asked.parts())
        square = Fraction(repr(self.asked.beta)) ** 2
        below = square * p + r
        return [float((1 + square) * p * r / below)] if below else []


def explain_sums(measure: Measure, ranking: Ranking) -> tuple[Number, Number]:
    """The sum above and the ideal below of a measure that divides by an ideal."""
    above, below = measure.parts()[0], measure.terms(ranking.arrays).divisor
    return Fraction(above.of(ranking)), Fraction(below.total()) if isinstance(below, Terms) else Fraction(1)


def rules_for(asked: Measure | Mean) -> tuple[WrongRule, ...]:
    """The wrong rules about a measure or a mean, likeliest first.

    >>> from irlearn import AP
    >>> rules_for(AP)[0].id
    'ap-over-found'
    """
    found = [one for one in RULES.values() if one.measure == asked.name]
    return tuple(sorted(found, key=lambda one: one.common))


def same(one: Number, other: Number) -> bool:
    """Whether two numbers are one, computed in two ways."""
    return abs(float(one) - float(other)) <= _SAME * max(1.0, abs(float(other)))


def _given(wrong: Wrong) -> Terms | Formula:
    assert wrong is not None  # it was not when it was computed with floats
    return wrong


def _working(case: Case, rules: Sequence[WrongRule]) -> Callable[[], Working]:
    """The calculation of one rule after another on an exact case."""

    def written() -> Working:
        now: Case = case
        wrong: Wrong = None
        for one in rules:
            wrong = one.wrong(now)
            if isinstance(wrong, Terms):
                now = now.after(wrong)
        return working_of(_given(wrong), repr(case.measure))

    return written


def _rounded(value: Any, digits: int) -> Fraction:
    """A value rounded to decimals as by hand, halves up."""
    return Fraction(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)), 10**digits)


def _sum_rounded(terms: Terms, digits: int) -> Fraction:
    """The sum with each of its terms rounded first."""
    below = np.broadcast_to(np.asarray(terms.denominators, dtype=object), terms.numerators.shape)
    total = Fraction(0)
    for numerator, denominator in zip(terms.numerators, below, strict=True):
        if numerator:
            exact = float(numerator) / math.log2(denominator) if terms.log2 else Fraction(numerator) / denominator
            total += _rounded(exact, digits)
    return total
