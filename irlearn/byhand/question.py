"""A question: what is asked, what it is asked about, the right number, and the wrong ones that are known.

A wrong one is a mistake: what a misconception gives on this question, with its words and its calculation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from irlearn.byhand.catalogue import MISCONCEPTIONS, Misconception
from irlearn.byhand.hints import DividedSum, Guess
from irlearn.byhand.misconceptions import (
    COMMON,
    FACTS_BY_QUANTITY,
    RARE,
    Number,
    QuestionFacts,
    WrongFormula,
    number_of,
    working_of,
)
from irlearn.byhand.quantity import HandQuantity, QuantityInput
from irlearn.byhand.ranking_facts import MeanFacts, RankingFacts
from irlearn.byhand.terms import WrittenCalculation
from irlearn.errors import InputError
from irlearn.formulas import Line, Sentence, equation
from irlearn.measures import Measure
from irlearn.measures.base import Terms
from irlearn.measures.graded import HIGHEST_EXPONENT
from irlearn.quantity import Quantity
from irlearn.ranking import Ranking
from irlearn.text.english import count_noun

if TYPE_CHECKING:  # which are made of questions
    from irlearn.byhand.answers import Answer
    from irlearn.byhand.verdict import Verdict

Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | QuantityInput

_LONGEST = 200  # ranks, or queries, that fractions are worked out for; nobody does more by hand
_MOST_JUDGED = 2000  # documents
_MOST_GRADED = 100_000  # judged documents of a graded measure whose wrong numbers are still worked out


@dataclass(frozen=True)
class Question:
    """What is asked, a measure, a mean over queries or a number of a test, and what it is asked about.

    `places` are the digits after the point that an answer is to have; None where that is left to who answers.

    >>> from irlearn import AP
    >>> question = Question(AP, Ranking.parse("1 0 1", relevant=4))
    >>> question.right_value, [one.id for one in question.mistakes if round(one.value, 4) == 0.8333]
    (Fraction(5, 12), ['ap-over-found', 'ap-over-missed'])
    """

    quantity: Quantity
    data: Given
    places: int | None = None

    def __post_init__(self) -> None:
        if not math.isfinite(float(self.right_value)):
            raise InputError(f"{self.quantity!r} is not defined on this ranking, so there is no number to check")

    def __reduce__(self) -> tuple[Any, ...]:
        """What it is made of; what was worked out is worked out again."""
        return type(self), (self.quantity, self.data, self.places)

    @cached_property
    def right_value(self) -> Number:
        """The right value, exact where it is a fraction and the list is one that is worked out by hand."""
        return self.exact_facts.right_value

    @cached_property
    def values_of_stated_shares(self) -> tuple[Fraction, ...]:
        """What comes of the shares that a wording states rounded: of them as given, and of all they may stand for."""
        given = self.data
        if not isinstance(given, Ranking) or not given.stated or not isinstance(self.quantity, Measure):
            return ()
        p, p_room, r, r_room = given.stated
        both = (p, r), (p - p_room, r - r_room), (p + p_room, r + r_room)
        ends = [self.quantity.combine(*shares) for shares in both] if self.quantity.parts() else []
        return () if None in ends else tuple(ends)

    @cached_property
    def verdicts(self) -> dict[Answer, Verdict]:
        """The verdicts that were given so far, for the many who give the same answer."""
        return {}

    @cached_property
    def guesses(self) -> dict[str, list[Guess]]:
        """What may have come out by each kind of hint that was asked so far."""
        return {}

    @cached_property
    def is_hand_computable(self) -> bool:
        """Whether it is short enough to be worked out by hand, and so in fractions."""
        given = self.data if isinstance(self.data, tuple) else (self.data,)
        rankings = [one for one in given if isinstance(one, Ranking)]
        return len(given) <= _LONGEST and all(
            len(one) <= _LONGEST and len(one.judged) <= _MOST_JUDGED for one in rankings
        )

    @cached_property
    def facts(self) -> QuestionFacts:
        """What misconceptions work on, quick: in floats, but for a test, which is always exact."""
        return self._context(exact=False)

    @cached_property
    def exact_facts(self) -> QuestionFacts:
        """What calculations are written from: in fractions, where it is worked out by hand."""
        return self._context(exact=self.is_hand_computable)

    def _context(self, *, exact: bool) -> QuestionFacts:
        return FACTS_BY_QUANTITY.of(self.quantity)(self.quantity, self.data, exact)

    @cached_property
    def misconception_results(self) -> tuple[tuple[Misconception, Terms | WrongFormula], ...]:
        """Every misconception that applies, and the calculation of each of its ways, likeliest first."""
        context = self.facts
        if isinstance(context, RankingFacts) and context.measure.basis != "relevance":
            exponential = context.dcg_variant.gain == "exponential"
            if len(context.judged) > _MOST_GRADED or (exponential and context.highest_grade > HIGHEST_EXPONENT):
                return ()  # a missed document of such a grade has a gain that no array holds
        ways = chain.from_iterable(one.each_variant for one in misconceptions_about(self.quantity))
        return tuple((way, wrong) for way in ways if (wrong := way.apply(context)) is not None)

    @cached_property
    def misconception_results_by_query(self) -> tuple[tuple[Misconception, list[float | None]], ...]:
        """Of a mean over rankings, what each misconception about its measure gives in each query."""
        means = self.facts
        if not isinstance(means, MeanFacts):
            return ()
        about = misconceptions_about(means.mean.measure)
        made = [(one, [one.apply(context) for context in means.query_facts]) for one in about]
        return tuple((one, [None if wrong is None else number_of(wrong) for wrong in each]) for one, each in made)

    @cached_property
    def common_sums(self) -> tuple[tuple[str, DividedSum], ...]:
        """What is said of the common misconceptions that end in a sum of terms, and those sums."""
        said = {one.id: one.message for one in self.wrong_answers}
        sums = (
            (one, wrong)
            for one, wrong in self.misconception_results
            if isinstance(wrong, Terms) and one.frequency == COMMON
        )
        return tuple((said[one.id], DividedSum.from_terms(wrong)) for one, wrong in sums)

    @cached_property
    def wrong_answers(self) -> tuple[WrongAnswer, ...]:
        """What every misconception that applies gives, likeliest first; some may give the right number by chance."""
        return tuple(self.iter_wrong_answers())

    def iter_wrong_answers(self) -> Iterator[WrongAnswer]:
        """What each misconception that applies gives here, one by one, likeliest first."""
        context = self.facts
        facts = context.sentence_facts()
        for one, wrong in self.misconception_results:
            working = partial(_worked_out, self, wrong, one)
            yield WrongAnswer(one.id, one, number_of(wrong), one.message.format_map(facts), working)
        if isinstance(context, MeanFacts) and context.rankings:
            yield from _in_each_query(self, context)

    @cached_property
    def mistakes(self) -> tuple[WrongAnswer, ...]:
        """The wrong numbers that differ from the right one, likeliest first; numbers may repeat."""
        right = float(self.right_value)
        return tuple(mistake for mistake in self.wrong_answers if not same(mistake.value, right))

    def rounded_results(self, digits: int) -> list[Fraction]:
        """The results when what is on the way is rounded to `digits` decimals; empty for a long list.

        Halves go up, as hands round; of a ranking also to the even digit, or as a float falls that a program rounded.
        """
        ways: list[Callable[[Number, int], Fraction]] = [halves_up]
        if not isinstance(self.quantity, HandQuantity):
            ways.append(lambda value, digits: Fraction(round(Fraction(value), digits)))
            ways.append(lambda value, digits: Fraction(str(round(float(value), digits))))
        return list(dict.fromkeys(end for way in ways for end in self._ends(way, digits)))

    def truncated_results(self, digits: int) -> list[Fraction]:
        """The results when what is on the way is cut off behind `digits` decimals; empty for a long list."""
        return self._ends(lambda value, digits: Fraction(math.floor(Fraction(value) * 10**digits), 10**digits), digits)

    def _ends(self, way: Callable[[Number, int], Fraction], digits: int) -> list[Fraction]:
        if not self.is_hand_computable:
            return []
        return [Fraction(value) for value in self.exact_facts.results_with_rounding(lambda value: way(value, digits))]


def halves_up(value: Number, digits: int) -> Fraction:
    """A value rounded to decimals as by hand, halves up.

    >>> halves_up(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    return Fraction(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)), 10**digits)


# mistakes


_SAID_OF_THE_MEAN = {
    "map-ap-rr-given", "map-ap-precision-given", "mrr-rr-ap-given", "mrr-rr-rank-plus-1", "mrr-rr-rank-given",
}  # fmt: skip
"""Mistakes in each query that a misconception about the mean already names, in better words."""

_SAME = 1e-9  # two floats nearer than this share of them are the same number
_QUERIES = 20  # queries whose lines are written out


@dataclass(frozen=True)
class WrongAnswer:
    """A wrong number that a misconception gives: its id, its value, and how it comes about.

    `message` is the sentence to the learner, `working()` the wrong calculation written out exactly.
    """

    id: str
    misconception: Misconception
    value: float
    message: str
    working: Callable[[], WrittenCalculation]

    @property
    def is_definition(self) -> bool:
        """Whether it is no mistake, but the measure as others define it."""
        return self.misconception.is_definition

    @property
    def is_rare(self) -> bool:
        """Whether it is far-fetched where another one gives the same number."""
        return self.misconception.frequency == RARE

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "working": partial(_worked, self.working())}  # what was worked out can be pickled


def _worked(working: WrittenCalculation) -> WrittenCalculation:
    return working


def misconceptions_about(asked: Quantity) -> tuple[Misconception, ...]:
    """The misconceptions about a measure, a mean or a test, likeliest first.

    >>> from irlearn import AP
    >>> misconceptions_about(AP)[0].id
    'ap-over-found'
    """
    name, _, _ = asked.name.partition(" ")  # "mean" for a mean without a name of its own
    found = [one for one in MISCONCEPTIONS.values() if one.measure == name]
    return tuple(sorted(found, key=lambda one: one.frequency))


def same(one: Number, other: Number) -> bool:
    """Whether two numbers are one, computed in two ways.

    >>> from fractions import Fraction
    >>> same(0.1 + 0.2, Fraction(3, 10)), same(4.0e-12, 8.0e-12)
    (True, False)
    """
    return abs(float(one) - float(other)) <= _SAME * max(abs(float(one)), abs(float(other)))


def _worked_out(question: Question, wrong: Terms | WrongFormula, made: Misconception) -> WrittenCalculation:
    """The calculation written out, exact; of a list that nobody works out by hand the result alone."""
    asked = question.quantity
    if isinstance(asked, Measure) and not question.is_hand_computable:
        return _result(wrong, asked.label)
    exact = wrong if isinstance(asked, HandQuantity) else made.rule(question.exact_facts)
    assert exact is not None  # it was not when it was computed with floats
    return working_of(exact, asked.label)


def _result(wrong: Terms | WrongFormula, name: str, where: str = "") -> WrittenCalculation:
    """The result alone."""
    value = number_of(wrong)
    named = wrong.name if isinstance(wrong, WrongFormula) else ""
    return WrittenCalculation((equation(f"{named or name}{where}", worth=value),), value)


def _in_each_query(question: Question, means: MeanFacts) -> Iterator[WrongAnswer]:
    """What a misconception about the measure gives where it is held in every query."""
    right = [*map(float, means.values)]
    for one, made in question.misconception_results_by_query:
        identity = f"{means.mean.name.lower()}-{one.id}"
        values = [value if wrong is None else wrong for value, wrong in zip(right, made, strict=True)]
        differs = [place for place, value in enumerate(values) if not same(value, right[place])]
        if differs and identity not in _SAID_OF_THE_MEAN:
            said = one.message.format(**means.query_facts[differs[0]].sentence_facts())
            told = f"{_where([wrong is not None for wrong in made], differs[0])}: {said}"
            yield WrongAnswer(identity, one, means.mean.of(values), told, partial(_lifted, question, one))


def _where(held: Sequence[bool], shown: int) -> str:
    """In which queries a misconception was held, and in which of them it shows first.

    >>> _where([True, True], 0), _where([False, True], 1), _where([True, False, True], 2)
    ('In each query, as in query 1', 'In query 2', 'In 2 of 3 queries, as in query 3')
    """
    if sum(held) == 1 < len(held):
        return f"In query {shown + 1}"
    which = "each query" if all(held) else f"{sum(held)} of {len(held)} queries"
    return f"In {which}, as in query {shown + 1}"


def _lifted(question: Question, one: Misconception) -> WrittenCalculation:
    """The calculation of a mean of wrong values, each written out."""
    exact = question.exact_facts
    assert isinstance(exact, MeanFacts)
    measure = exact.mean.measure
    lines: list[Line] = []
    values: list[Number] = []
    for number, ranking in enumerate(exact.rankings, start=1):
        wrong = one.apply(RankingFacts(measure, ranking, exact=question.is_hand_computable))
        where = f" of query {number}"
        told: tuple[Line, ...] = (Sentence(f"{measure.label}{where} as it should be"),)
        if wrong is None:
            values.append(exact.values[number - 1])
        else:
            working = (working_of if question.is_hand_computable else _result)(wrong, measure.label, where)
            values.append(working.value if working.fraction is None else working.fraction)
            told = working.equations
        lines += told if number <= _QUERIES else ()
    rest = len(values) - _QUERIES
    lines += [Sentence(f"and so on for {count_noun(rest, 'more query', 'more queries')}")] if rest > 0 else []
    raised = [max(value, exact.epsilon) for value in values]
    last = exact.mean_of(values) if exact.mean.epsilon is None else exact.geometric(raised)
    ended = working_of(last, repr(exact.mean))
    return WrittenCalculation((*lines, *ended.equations), ended.value, ended.fraction)
