"""Every wrong number that the catalogue knows for one question, and the rounding that spoils a right one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from irlearn.derivation import Significance, Working
from irlearn.derivation.significance import Pair
from irlearn.derivation.terms import spread
from irlearn.diagnosis.cases import Case, Formula, Number, Wrong, number_of, value_of, working_of
from irlearn.diagnosis.queries import TopicsCase
from irlearn.diagnosis.rules import RULES, WrongRule
from irlearn.diagnosis.samples import SamplesCase
from irlearn.errors import InputError
from irlearn.expression import Line, Sentence, equation
from irlearn.measures import Measure
from irlearn.measures.averages import arithmetic
from irlearn.measures.base import BinaryMeasure, Terms
from irlearn.measures.gains import HIGHEST_EXPONENT
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking
from irlearn.words import counted

if TYPE_CHECKING:  # which are made of questions
    from irlearn.diagnosis.answers import Answer
    from irlearn.diagnosis.verdict import Verdict

_SAID_OF_THE_MEAN = {
    "map-ap-rr-given", "map-ap-precision-given", "mrr-rr-ap-given", "mrr-rr-rank-plus-1", "mrr-rr-rank-given",
}  # fmt: skip
"""Mistakes in each query that a rule about the mean already names, in better words."""

_SAME = 1e-9  # two floats nearer than this share of them are the same number
_LONGEST = 200  # ranks, or queries, that fractions are worked out for; nobody does more by hand
_MOST_JUDGED = 2000  # documents
_MOST_GRADED = 100_000  # judged documents of a graded measure whose wrong numbers are still worked out
_QUERIES = 20  # queries whose lines are written out

Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | Pair


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

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "working": partial(_worked, self.working())}  # functions cannot be pickled


def _worked(working: Working) -> Working:
    return working


@dataclass(frozen=True)
class Question:
    """What is asked, a measure, a mean over queries or a number of a test, and what it is asked about.

    `places` are the digits after the point that an answer is to have; None where that is left to who answers.

    >>> from irlearn import AP
    >>> question = Question(AP, Ranking.parse("1 0 1", relevant=4))
    >>> question.right, [one.id for one in question.mistakes if round(one.value, 4) == 0.8333]
    (Fraction(5, 12), ['ap-over-found', 'ap-over-missed'])
    """

    asked: Measure | Mean | Significance
    given: Given
    places: int | None = None

    def __post_init__(self) -> None:
        if not math.isfinite(float(self.right)):
            raise InputError(f"{self.asked!r} is not defined on this ranking, so there is no number to check")

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of; what was worked out is worked out again."""
        return type(self), (self.asked, self.given, self.places)

    @cached_property
    def right(self) -> Number:
        """The right value, exact where it is a fraction and the list is one that is worked out by hand."""
        if isinstance(self.asked, Significance):
            return self._samples.right
        if isinstance(self.asked, Mean):
            case = self._exact_means
            if self.asked.epsilon is None:
                return case.mean_of(case.values).value
            return self.asked.of([float(value) for value in case.values])
        assert isinstance(self.given, Ranking)
        return value_of(self.asked, self.given, exact=self.by_hand)

    @cached_property
    def verdicts(self) -> dict[Answer, Verdict]:
        """The verdicts that were given so far, for the many who give the same answer."""
        return {}

    @cached_property
    def by_hand(self) -> bool:
        """Whether it is short enough to be worked out by hand, and so in fractions."""
        given = self.given if isinstance(self.given, tuple) else (self.given,)
        rankings = [one for one in given if isinstance(one, Ranking)]
        return len(given) <= _LONGEST and all(
            len(one) <= _LONGEST and len(one.judged) <= _MOST_JUDGED for one in rankings
        )

    @cached_property
    def known(self) -> tuple[Mistake, ...]:
        """What every wrong rule that applies gives here, likeliest first; some may give the right number by chance."""
        graded = isinstance(self.asked, Measure) and not isinstance(self.asked, BinaryMeasure)
        if graded and isinstance(self.given, Ranking) and len(self.given.judged) > _MOST_GRADED:
            return ()
        return (*self.singles(), *self._pairs())

    def singles(self) -> Iterator[Mistake]:
        """What each wrong rule that applies gives here, one by one, likeliest first."""
        if isinstance(self.asked, Significance):
            return self._of_samples()
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
    def _exact_case(self) -> Case:
        return self._case(exact=True)

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
        return self._several(exact=self.by_hand)

    def _several(self, *, exact: bool) -> TopicsCase:
        assert isinstance(self.asked, Mean)
        assert isinstance(self.given, tuple)
        return TopicsCase(self.asked, self.given, exact)  # type: ignore[arg-type]  # pairs of lists belong to tests

    @cached_property
    def _samples(self) -> SamplesCase:
        assert isinstance(self.asked, Significance)
        return SamplesCase(self.asked, self.asked.read(self.given))

    def _of_samples(self) -> Iterator[Mistake]:
        assert isinstance(self.asked, Significance)
        facts = self._samples.facts()
        for one in rules_for(self.asked):
            wrong = one.gone_wrong(self._samples)
            if wrong is not None:
                working = partial(working_of, wrong, self.asked.quantity)
                yield Mistake(one.id, (one,), number_of(wrong), one.says.format(**facts), working)

    def _of_ranking(self) -> Iterator[Mistake]:
        assert isinstance(self.asked, Measure)
        case, exact = self._case(), self._exact_case
        if case.exponential and case.highest > HIGHEST_EXPONENT:
            return  # a missed document of such a grade has a gain that no array holds
        facts = case.facts()
        for one in rules_for(self.asked):
            wrong = one.gone_wrong(case)
            if wrong is not None:
                says, written = one.says.format(**facts), self._working(exact, (one,), wrong)
                yield Mistake(one.id, (one,), number_of(wrong), says, written)

    def _pairs(self) -> Iterator[Mistake]:
        """What two wrong rules give together, for those that are often made together."""
        if isinstance(self.asked, Mean | Significance):
            return
        case, exact = self._case(), self._exact_case
        facts = case.facts()
        for one in rules_for(self.asked):
            for partner in (RULES[name] for name in one.partners):
                terms = partner.gone_wrong(case)
                wrong = one.gone_wrong(case.after(terms)) if isinstance(terms, Terms) else None
                if wrong is not None:
                    says = f"Two mistakes together: {one.says.format(**facts)} {partner.says.format(**facts)}"
                    both = (partner, one)
                    written = self._working(exact, both, wrong)
                    yield Mistake(f"{one.id}+{partner.id}", both, number_of(wrong), says, written)

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

    def _working(self, exact: Case, rules: Sequence[WrongRule], wrong: Terms | Formula) -> Callable[[], Working]:
        """The calculation written out; of a list that nobody works out by hand the result alone."""
        return _steps_of(exact, rules) if self.by_hand else lambda: _result(wrong, repr(self.asked))

    def _topics_working(self, one: WrongRule) -> Callable[[], Working]:
        return lambda: working_of(_given(one.wrong(self._exact_means)), repr(self.asked))

    def _lifted_working(self, one: WrongRule) -> Callable[[], Working]:
        def written() -> Working:
            assert isinstance(self.asked, Mean)
            measure, exact = self.asked.measure, self._exact_means
            lines: list[Line] = []
            values: list[Number] = []
            for number, ranking in enumerate(self._means.rankings, start=1):
                wrong = one.gone_wrong(Case(measure, ranking, exact=self.by_hand))
                where = f" of query {number}"
                if wrong is None:
                    values.append(exact.values[number - 1])
                    told: list[Line] = [Sentence(f"{measure!r}{where} as it should be")]
                else:
                    working = (working_of if self.by_hand else _result)(wrong, repr(measure), where)
                    values.append(working.value if working.fraction is None else working.fraction)
                    told = list(working.equations)
                lines += told if number <= _QUERIES else []
            rest = len(values) - _QUERIES
            lines += [Sentence(f"and so on for {counted(rest, 'more query', 'more queries')}")] if rest > 0 else []
            raised = [max(value, exact.epsilon) for value in values]
            last = exact.mean_of(values) if self.asked.epsilon is None else exact.geometric(raised)
            ended = working_of(last, repr(self.asked))
            return Working((*lines, *ended.equations), ended.value, ended.fraction)

        return written

    # rounding

    def rounded_on_the_way(self, digits: int) -> list[Fraction]:
        """The results when what is on the way is rounded to `digits` decimals, in the ways that hands round.

        Halves go up, or to the even digit, or as a float falls that was rounded by a program. Empty for a long list.
        """
        if isinstance(self.asked, Significance):
            return [Fraction(value) for value in self._samples.rounded(digits)]
        if not self.by_hand:
            return []
        ways = (partial(rounded, digits=digits) for rounded in _ROUNDINGS)
        return list(dict.fromkeys(value for rounded in ways for value in self._rounded_so(rounded)))

    def _rounded_so(self, rounded: Callable[[Number], Fraction]) -> list[Fraction]:
        if isinstance(self.asked, Mean):
            values = [rounded(value) for value in self._exact_means.values]
            if self.asked.epsilon is None:
                return [Fraction(arithmetic(values))]
            return [Fraction(self.asked.of([float(value) for value in values]))]
        assert isinstance(self.asked, Measure)
        joined = self.asked.joined(*map(rounded, self._part_values))
        if joined is not None:
            return [joined]
        above, below = (_sum_rounded(parts, rounded) for parts in self._parts)
        if self._sums:
            ways = [(above, below), *([tuple(map(rounded, self._sums))] if self._sums[1] else [])]
            return [a / b for a, b in ways if b]
        divisor = Fraction(np.asarray(self._terms.divisor).item())
        return [above / divisor] if divisor else []

    @cached_property
    def _part_values(self) -> tuple[Number, ...]:
        """The right values of the measures on the way to this one."""
        assert isinstance(self.asked, Measure)
        return tuple(map(self._exact_case.number, self.asked.parts()))

    @cached_property
    def _terms(self) -> Terms:
        """The right terms, exact."""
        assert isinstance(self.asked, Measure)
        return self.asked.terms(self._exact_case.whole)

    @cached_property
    def _parts(self) -> tuple[list[Number], list[Number]]:
        """What is added up above the line, and below it where that is a sum, too."""
        below = self._terms.divisor
        return _added_up(self._terms), _added_up(below) if isinstance(below, Terms) else []

    @cached_property
    def _sums(self) -> tuple[Number, ...]:
        """The sum above and the ideal below, of a measure that divides by an ideal."""
        assert isinstance(self.asked, Measure)
        assert isinstance(self.given, Ranking)
        below = self.asked.terms(self.given.arrays).divisor
        return (self.asked.parts()[0].of(self.given), below.total()) if isinstance(below, Terms) else ()


def rules_for(asked: Measure | Mean | Significance) -> tuple[WrongRule, ...]:
    """The wrong rules about a measure, a mean or a test, likeliest first.

    >>> from irlearn import AP
    >>> rules_for(AP)[0].id
    'ap-over-found'
    """
    found = [one for one in RULES.values() if one.measure == asked.name]
    return tuple(sorted(found, key=lambda one: one.common))


def same(one: Number, other: Number) -> bool:
    """Whether two numbers are one, computed in two ways.

    >>> same(0.1 + 0.2, Fraction(3, 10)), same(4.0e-12, 8.0e-12)
    (True, False)
    """
    return abs(float(one) - float(other)) <= _SAME * max(abs(float(one)), abs(float(other)))


def _given(wrong: Wrong) -> Terms | Formula:
    assert wrong is not None  # it was not when it was computed with floats
    return wrong


def _steps_of(case: Case, rules: Sequence[WrongRule]) -> Callable[[], Working]:
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


def _result(wrong: Terms | Formula, name: str, where: str = "") -> Working:
    """The result alone."""
    value = number_of(wrong)
    named = wrong.name if isinstance(wrong, Formula) else ""
    return Working((equation(f"{named or name}{where}", worth=value),), value)


# rounding


def halves_up(value: Number, digits: int) -> Fraction:
    """A value rounded to decimals as by hand, halves up.

    >>> halves_up(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    return Fraction(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)), 10**digits)


def _halves_even(value: Number, digits: int) -> Fraction:
    return Fraction(round(Fraction(value), digits))


def _as_a_program(value: Number, digits: int) -> Fraction:
    return Fraction(str(round(float(value), digits)))


_ROUNDINGS = (halves_up, _halves_even, _as_a_program)


def _added_up(terms: Terms) -> list[Number]:
    """The terms that are not 0, exact where they are no logarithms."""
    return [
        float(above) / math.log2(below) if terms.log2 else above / below
        for above, below in zip(*spread(terms), strict=True)
        if above
    ]


def _sum_rounded(parts: Sequence[Number], rounded: Callable[[Number], Fraction]) -> Fraction:
    return sum(map(rounded, parts), Fraction(0))
