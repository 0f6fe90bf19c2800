"""A question: a quantity and its input, with the right number and the wrong numbers that misconceptions give."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from irlearn.byhand.catalogue import MISCONCEPTIONS, Misconception
from irlearn.byhand.hand_quantity import HandQuantity, QuantityInput
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
from irlearn.byhand.possible_slips import DividedSum, Guess
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

if TYPE_CHECKING:  # only for annotations, because these modules import this one
    from irlearn.byhand.answers import Answer
    from irlearn.byhand.verdict import Verdict

Given = Ranking | tuple[Ranking, ...] | tuple[Fraction, ...] | QuantityInput

_LONGEST = 200
"""The most ranks or queries of a question that is computed in fractions; nobody works out more by hand."""
_MOST_JUDGED = 2000
"""The most judged documents of such a question."""
_MOST_GRADED = 100_000
"""The most judged documents of a question about a graded measure for which misconceptions are computed."""


@dataclass(frozen=True)
class Question:
    """A quantity and its input. Results are computed once, for all answers to the question.

    Parameters
    ----------
    quantity : Measure, Mean or HandQuantity
        The quantity.
    data : Ranking or tuple
        The input: a ranking, a ranking or value of each query, or what `HandQuantity.read` returns.
    places : int, optional
        The digits after the point that the answer should have; None if the question does not say.

    Raises
    ------
    InputError
        If the quantity is not defined on this input.

    Examples
    --------
    >>> from irlearn import AP
    >>> question = Question(AP, Ranking.parse("1 0 1", relevant=4))
    >>> question.right_value, [wrong.id for wrong in question.mistakes if round(wrong.value, 4) == 0.8333]
    (Fraction(5, 12), ['ap-over-found', 'ap-over-missed'])
    """

    quantity: Quantity
    data: Given
    places: int | None = None

    def __post_init__(self) -> None:
        if not math.isfinite(float(self.right_value)):
            raise InputError(f"{self.quantity!r} is not defined on this ranking, so there is no number to check")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields without the cached results."""
        return type(self), (self.quantity, self.data, self.places)

    @cached_property
    def right_value(self) -> Number:
        """The right value; a fraction if it is exact and the question is short enough to be worked out by hand."""
        return self.exact_facts.right_value

    @cached_property
    def values_of_stated_shares(self) -> tuple[Fraction, ...]:
        """The values of a measure of precision and recall on a ranking that is stated by these two, rounded.

        The first value is computed from precision and recall as stated. The next two values are the lowest and the
        highest that unrounded precision and recall allow. Empty for any other question.
        """
        ranking = self.data
        if not isinstance(ranking, Ranking) or not ranking.stated or not isinstance(self.quantity, Measure):
            return ()
        precision, precision_error, recall, recall_error = ranking.stated
        as_stated = precision, recall
        lowest = precision - precision_error, recall - recall_error
        highest = precision + precision_error, recall + recall_error
        if not self.quantity.parts():
            return ()
        values = [self.quantity.combine(*pair) for pair in (as_stated, lowest, highest)]
        return () if None in values else tuple(values)

    @cached_property
    def verdicts(self) -> dict[Answer, Verdict]:
        """A cache of the verdicts on answers, because many learners give the same answer."""
        return {}

    @cached_property
    def guesses(self) -> dict[str, list[Guess]]:
        """A cache of guesses by the kind of hint."""
        return {}

    @cached_property
    def is_hand_computable(self) -> bool:
        """Whether the question is short enough to be worked out by hand; then it is computed in fractions."""
        inputs = self.data if isinstance(self.data, tuple) else (self.data,)
        rankings = [ranking for ranking in inputs if isinstance(ranking, Ranking)]
        return len(inputs) <= _LONGEST and all(
            len(ranking) <= _LONGEST and len(ranking.judged) <= _MOST_JUDGED for ranking in rankings
        )

    @cached_property
    def facts(self) -> QuestionFacts:
        """The facts from which misconceptions compute: exact for tests, else in floats, for speed."""
        return self._facts(exact=False)

    @cached_property
    def exact_facts(self) -> QuestionFacts:
        """The facts from which calculations are written out: in fractions if the question is short enough."""
        return self._facts(exact=self.is_hand_computable)

    def _facts(self, *, exact: bool) -> QuestionFacts:
        return FACTS_BY_QUANTITY.of(self.quantity)(self.quantity, self.data, exact)

    @cached_property
    def misconception_results(self) -> tuple[tuple[Misconception, Terms | WrongFormula], ...]:
        """The misconceptions that apply, in each of their variants, with their calculations; the likeliest first."""
        facts = self.facts
        if isinstance(facts, RankingFacts) and facts.measure.basis != "relevance":
            exponential = facts.dcg_variant.gain == "exponential"
            if len(facts.judged) > _MOST_GRADED or (exponential and facts.highest_grade > HIGHEST_EXPONENT):
                return ()  # Gains of such grades do not fit in an array.
        variants = chain.from_iterable(one.each_variant for one in misconceptions_about(self.quantity))
        results = [(variant, variant.apply(facts)) for variant in variants]
        return tuple((variant, wrong) for variant, wrong in results if wrong is not None)

    @cached_property
    def misconception_results_by_query(self) -> tuple[tuple[Misconception, list[float | None]], ...]:
        """The misconceptions about the measure of a mean, with their values in each query (None: does not apply)."""
        means = self.facts
        if not isinstance(means, MeanFacts):
            return ()
        results = []
        for misconception in misconceptions_about(means.mean.measure):
            calculations = [misconception.apply(facts) for facts in means.query_facts]
            values = [None if wrong is None else number_of(wrong) for wrong in calculations]
            results.append((misconception, values))
        return tuple(results)

    @cached_property
    def common_sums(self) -> tuple[tuple[str, DividedSum], ...]:
        """The messages of common misconceptions whose result is a sum of terms, with these sums."""
        messages = {wrong.id: wrong.message for wrong in self.wrong_answers}
        return tuple(
            (messages[misconception.id], DividedSum.from_terms(wrong))
            for misconception, wrong in self.misconception_results
            if isinstance(wrong, Terms) and misconception.frequency == COMMON
        )

    @cached_property
    def wrong_answers(self) -> tuple[WrongAnswer, ...]:
        """The results of all misconceptions that apply, the likeliest first; some may equal the right number."""
        return tuple(self.iter_wrong_answers())

    def iter_wrong_answers(self) -> Iterator[WrongAnswer]:
        """Yield the results of all misconceptions that apply, the likeliest first."""
        facts = self.facts
        sentence_facts = facts.sentence_facts()
        for misconception, wrong in self.misconception_results:
            message = misconception.message.format_map(sentence_facts)
            working = partial(_written_calculation, self, wrong, misconception)
            yield WrongAnswer(misconception.id, misconception, number_of(wrong), message, working)
        if isinstance(facts, MeanFacts) and facts.rankings:
            yield from _wrong_answers_by_query(self, facts)

    @cached_property
    def mistakes(self) -> tuple[WrongAnswer, ...]:
        """The wrong answers that differ from the right one, the likeliest first; numbers may repeat."""
        right = float(self.right_value)
        return tuple(mistake for mistake in self.wrong_answers if not same(mistake.value, right))

    def rounded_results(self, digits: int) -> list[Fraction]:
        """Return the results if intermediate results are rounded to `digits` decimals; empty for a long list.

        Halves are rounded up, as by hand. For a measure or a mean, other results have halves rounded to even, or as
        Python rounds a float.
        """
        roundings: list[Callable[[Number, int], Fraction]] = [halves_up]
        if not isinstance(self.quantity, HandQuantity):
            roundings.append(lambda value, digits: Fraction(round(Fraction(value), digits)))
            roundings.append(lambda value, digits: Fraction(str(round(float(value), digits))))
        results = chain.from_iterable(self._results_with(rounding, digits) for rounding in roundings)
        return list(dict.fromkeys(results))

    def truncated_results(self, digits: int) -> list[Fraction]:
        """Return the results if intermediate results are cut off after `digits` decimals; empty for a long list."""
        return self._results_with(_cut_off, digits)

    def _results_with(self, rounding: Callable[[Number, int], Fraction], digits: int) -> list[Fraction]:
        if not self.is_hand_computable:
            return []
        results = self.exact_facts.results_with_rounding(lambda value: rounding(value, digits))
        return [Fraction(result) for result in results]


def halves_up(value: Number, digits: int) -> Fraction:
    """Round a value to decimals as by hand, with halves up.

    >>> halves_up(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    return Fraction(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)), 10**digits)


def _cut_off(value: Number, digits: int) -> Fraction:
    return Fraction(math.floor(Fraction(value) * 10**digits), 10**digits)


_COVERED_BY_MISCONCEPTION_ABOUT_MEAN = {
    "map-ap-rr-given", "map-ap-precision-given", "mrr-rr-ap-given", "mrr-rr-rank-plus-1", "mrr-rr-rank-given",
}  # fmt: skip
"""Misconceptions about each query that are left out, because one about the mean has a better message."""

_RELATIVE_TOLERANCE = 1e-9
"""The relative difference up to which two floats are the same number."""
_WRITTEN_QUERIES = 20
"""The most queries whose calculations are written out."""


@dataclass(frozen=True)
class WrongAnswer:
    """The wrong answer that a misconception gives to a question.

    Attributes
    ----------
    id : str
        The id of the misconception; for a mistake in each query of a mean, with the name of the mean before it.
    misconception : Misconception
        The misconception.
    value : float
        The wrong number.
    message : str
        The message to the learner.
    working : callable
        A function without arguments that returns the wrong calculation with exact numbers.
    """

    id: str
    misconception: Misconception
    value: float
    message: str
    working: Callable[[], WrittenCalculation]

    @property
    def is_definition(self) -> bool:
        """Whether the misconception is not a mistake but another definition of the measure."""
        return self.misconception.is_definition

    @property
    def is_rare(self) -> bool:
        """Whether the misconception is rare, so that verdicts show other misconceptions with the same number first."""
        return self.misconception.frequency == RARE

    def __getstate__(self) -> dict[str, object]:
        """Pickle the finished calculation, because the function that computes it cannot be pickled."""
        return {**self.__dict__, "working": partial(_return_calculation, self.working())}


def _return_calculation(calculation: WrittenCalculation) -> WrittenCalculation:
    return calculation


def misconceptions_about(asked: Quantity) -> tuple[Misconception, ...]:
    """Return the misconceptions about a quantity.

    Parameters
    ----------
    asked : Measure, Mean or HandQuantity
        The quantity.

    Returns
    -------
    tuple of Misconception
        The misconceptions, the likeliest first.

    Examples
    --------
    >>> from irlearn import AP
    >>> misconceptions_about(AP)[0].id
    'ap-over-found'
    """
    name, _, _ = asked.name.partition(" ")  # "mean" for a mean without a name of its own
    about = [misconception for misconception in MISCONCEPTIONS.values() if misconception.measure == name]
    return tuple(sorted(about, key=lambda misconception: misconception.frequency))


def same(first: Number, second: Number) -> bool:
    """Return whether two numbers are equal up to rounding errors of floats.

    >>> from fractions import Fraction
    >>> same(0.1 + 0.2, Fraction(3, 10)), same(4.0e-12, 8.0e-12)
    (True, False)
    """
    a, b = float(first), float(second)
    return abs(a - b) <= _RELATIVE_TOLERANCE * max(abs(a), abs(b))


def _written_calculation(
    question: Question, wrong: Terms | WrongFormula, misconception: Misconception
) -> WrittenCalculation:
    """Write out a wrong calculation with exact numbers, or only its result if the list is long."""
    asked = question.quantity
    if isinstance(asked, Measure) and not question.is_hand_computable:
        return _result(wrong, asked.label)
    exact = wrong if isinstance(asked, HandQuantity) else misconception.rule(question.exact_facts)
    assert exact is not None  # It is not None, because the misconception applied when it was computed in floats.
    return working_of(exact, asked.label)


def _result(wrong: Terms | WrongFormula, name: str, where: str = "") -> WrittenCalculation:
    """Write out only the result of a wrong calculation."""
    value = number_of(wrong)
    own_name = wrong.name if isinstance(wrong, WrongFormula) else ""
    return WrittenCalculation((equation(f"{own_name or name}{where}", worth=value),), value)


def _wrong_answers_by_query(question: Question, means: MeanFacts) -> Iterator[WrongAnswer]:
    """Yield the wrong means if a misconception about the measure is followed in every query to which it applies."""
    right_values = [*map(float, means.values)]
    for misconception, wrong_values in question.misconception_results_by_query:
        identity = f"{means.mean.name.lower()}-{misconception.id}"
        values = [right if wrong is None else wrong for right, wrong in zip(right_values, wrong_values, strict=True)]
        differing = [query for query, value in enumerate(values) if not same(value, right_values[query])]
        if differing and identity not in _COVERED_BY_MISCONCEPTION_ABOUT_MEAN:
            first = differing[0]
            message = misconception.message.format(**means.query_facts[first].sentence_facts())
            where = _affected_queries([wrong is not None for wrong in wrong_values], first)
            working = partial(_written_mean, question, misconception)
            yield WrongAnswer(identity, misconception, means.mean.of(values), f"{where}: {message}", working)


def _affected_queries(applies: Sequence[bool], example: int) -> str:
    """Return the beginning of a message: the queries to which a misconception applies, and an example query.

    >>> _affected_queries([True, True], 0), _affected_queries([False, True], 1)
    ('In each query, as in query 1', 'In query 2')
    >>> _affected_queries([True, False, True], 2)
    'In 2 of 3 queries, as in query 3'
    """
    if sum(applies) == 1 < len(applies):
        return f"In query {example + 1}"
    which = "each query" if all(applies) else f"{sum(applies)} of {len(applies)} queries"
    return f"In {which}, as in query {example + 1}"


def _written_mean(question: Question, misconception: Misconception) -> WrittenCalculation:
    """Write out the mean of wrong values, after the calculation of each value."""
    exact = question.exact_facts
    assert isinstance(exact, MeanFacts)
    measure = exact.mean.measure
    lines: list[Line] = []
    values: list[Number] = []
    for number, ranking in enumerate(exact.rankings, start=1):
        wrong = misconception.apply(RankingFacts(measure, ranking, exact=question.is_hand_computable))
        where = f" of query {number}"
        query_lines: tuple[Line, ...] = (Sentence(f"{measure.label}{where} is right"),)
        if wrong is None:
            values.append(exact.values[number - 1])
        else:
            working = (working_of if question.is_hand_computable else _result)(wrong, measure.label, where)
            values.append(working.value if working.fraction is None else working.fraction)
            query_lines = working.equations
        lines += query_lines if number <= _WRITTEN_QUERIES else ()
    rest = len(values) - _WRITTEN_QUERIES
    lines += [Sentence(f"and so on for {count_noun(rest, 'more query', 'more queries')}")] if rest > 0 else []
    raised = [max(value, exact.epsilon) for value in values]
    last = exact.mean_of(values) if exact.mean.epsilon is None else exact.geometric(raised)
    ended = working_of(last, repr(exact.mean))
    return WrittenCalculation((*lines, *ended.equations), ended.value, ended.fraction)
