"""Mistakes: the wrong numbers that misconceptions give on one question, each with its words and its calculation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from irlearn.derivation import Significance, Working
from irlearn.diagnosis.context.queries import QueriesContext
from irlearn.diagnosis.context.ranking import RankingContext
from irlearn.diagnosis.misconceptions import MISCONCEPTIONS, Misconception
from irlearn.expression import Line, Sentence, equation
from irlearn.kinds.rules import RARE, Formula, Number, Wrong, number_of, working_of
from irlearn.measures import Measure
from irlearn.measures.base import Terms
from irlearn.measures.gains import HIGHEST_EXPONENT
from irlearn.measures.means import Mean
from irlearn.words import counted

if TYPE_CHECKING:  # which knows its mistakes
    from irlearn.diagnosis.question import Question

_SAID_OF_THE_MEAN = {
    "map-ap-rr-given", "map-ap-precision-given", "mrr-rr-ap-given", "mrr-rr-rank-plus-1", "mrr-rr-rank-given",
}  # fmt: skip
"""Mistakes in each query that a misconception about the mean already names, in better words."""

_SAME = 1e-9  # two floats nearer than this share of them are the same number
_QUERIES = 20  # queries whose lines are written out


@dataclass(frozen=True)
class Mistake:
    """A wrong number that one misconception gives, or two together: its id, its value, and how it comes about.

    `says` is the sentence to the learner, `working()` the wrong calculation written out exactly.
    """

    id: str
    misconceptions: tuple[Misconception, ...]
    value: float
    says: str
    working: Callable[[], Working]

    @property
    def definition(self) -> bool:
        """Whether it is no mistake, but the measure as others define it."""
        return self.misconceptions[0].definition

    @property
    def rare(self) -> bool:
        """Whether it is far-fetched where another one gives the same number."""
        return any(one.common == RARE for one in self.misconceptions)

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "working": partial(_worked, self.working())}  # what was worked out can be pickled


def _worked(working: Working) -> Working:
    return working


def misconceptions_about(asked: Measure | Mean | Significance) -> tuple[Misconception, ...]:
    """The misconceptions about a measure, a mean or a test, likeliest first.

    >>> from irlearn import AP
    >>> misconceptions_about(AP)[0].id
    'ap-over-found'
    """
    name, _, _ = asked.name.partition(" ")  # "mean" for a mean without a name of its own
    found = [one for one in MISCONCEPTIONS.values() if one.measure == name]
    return tuple(sorted(found, key=lambda one: one.common))


def same(one: Number, other: Number) -> bool:
    """Whether two numbers are one, computed in two ways.

    >>> from fractions import Fraction
    >>> same(0.1 + 0.2, Fraction(3, 10)), same(4.0e-12, 8.0e-12)
    (True, False)
    """
    return abs(float(one) - float(other)) <= _SAME * max(abs(float(one)), abs(float(other)))


def made_of(question: Question) -> Iterator[tuple[Misconception, Terms | Formula]]:
    """What comes out of each misconception that applies, by each of its ways, likeliest first."""
    context = question.context
    if isinstance(context, RankingContext) and context.exponential and context.highest > HIGHEST_EXPONENT:
        return  # a missed document of such a grade has a gain that no array holds
    for one in chain.from_iterable(each.each_way for each in misconceptions_about(question.asked)):
        wrong = one.made(context)
        if wrong is not None:
            yield one, wrong


def made_in_queries(means: QueriesContext) -> Iterator[tuple[Misconception, list[float | None]]]:
    """What each misconception about a mean's measure gives in each query, None where it does not apply."""
    for one in misconceptions_about(means.mean.measure):
        made = map(one.made, means.contexts)
        yield one, [None if wrong is None else number_of(wrong) for wrong in made]


def single_mistakes(question: Question) -> Iterator[Mistake]:
    """What each misconception that applies gives, one by one, likeliest first."""
    context = question.context
    facts = context.facts()
    for one, wrong in question.made:
        yield Mistake(one.id, (one,), number_of(wrong), one.says.format(**facts), _working_in(question, wrong, one))
    if isinstance(context, QueriesContext) and context.rankings:
        yield from _in_each_query(question, context)


def double_mistakes(question: Question) -> Iterator[Mistake]:
    """What two misconceptions give together, for those that are often held together."""
    context = question.context
    if not isinstance(context, RankingContext):
        return
    facts = context.facts()
    for one in misconceptions_about(question.asked):
        for partner in map(MISCONCEPTIONS.__getitem__, one.partners):
            terms = partner.made(context)
            wrong = one.made(context.after(terms)) if isinstance(terms, Terms) else None
            if wrong is not None:
                says = f"Two mistakes together: {one.says.format(**facts)} {partner.says.format(**facts)}"
                working = _working_in(question, wrong, partner, one)
                yield Mistake(f"{one.id}+{partner.id}", (partner, one), number_of(wrong), says, working)


def _working_in(question: Question, wrong: Terms | Formula, *made: Misconception) -> Callable[[], Working]:
    """The calculation written out; of a list that nobody works out by hand the result alone."""
    if isinstance(question.asked, Significance):
        return partial(working_of, wrong, question.asked.quantity)
    if isinstance(question.asked, Measure) and not question.by_hand:
        return partial(_result, wrong, repr(question.asked))
    return partial(_steps, question, made)


def _steps(question: Question, made: Sequence[Misconception]) -> Working:
    """The calculation of one misconception after another in an exact context."""
    context = question.exact_context
    wrong: Wrong = None
    for one in made:
        if isinstance(wrong, Terms) and isinstance(context, RankingContext):
            context = context.after(wrong)
        wrong = one.rule(context)
    assert wrong is not None  # it was not when it was computed with floats
    return working_of(wrong, repr(question.asked))


def _result(wrong: Terms | Formula, name: str, where: str = "") -> Working:
    """The result alone."""
    value = number_of(wrong)
    named = wrong.name if isinstance(wrong, Formula) else ""
    return Working((equation(f"{named or name}{where}", worth=value),), value)


def _in_each_query(question: Question, means: QueriesContext) -> Iterator[Mistake]:
    """What a misconception about the measure gives where it is held in every query."""
    right = [*map(float, means.values)]
    for one, made in question.made_in_queries:
        identity = f"{means.mean.name.lower()}-{one.id}"
        values = [value if wrong is None else wrong for value, wrong in zip(right, made, strict=True)]
        differs = [place for place, value in enumerate(values) if not same(value, right[place])]
        if differs and identity not in _SAID_OF_THE_MEAN:
            said = one.says.format(**means.contexts[differs[0]].facts())
            told = f"{_where([wrong is not None for wrong in made], differs[0])}: {said}"
            yield Mistake(identity, (one,), means.mean.of(values), told, partial(_lifted, question, one))


def _where(held: Sequence[bool], shown: int) -> str:
    """In which queries a misconception was held, and in which of them it shows first.

    >>> _where([True, True], 0), _where([False, True], 1), _where([True, False, True], 2)
    ('In each query, as in query 1', 'In query 2', 'In 2 of 3 queries, as in query 3')
    """
    if sum(held) == 1 < len(held):
        return f"In query {shown + 1}"
    which = "each query" if all(held) else f"{sum(held)} of {len(held)} queries"
    return f"In {which}, as in query {shown + 1}"


def _lifted(question: Question, one: Misconception) -> Working:
    """The calculation of a mean of wrong values, each written out."""
    exact = question.exact_context
    assert isinstance(exact, QueriesContext)
    measure = exact.mean.measure
    lines: list[Line] = []
    values: list[Number] = []
    for number, ranking in enumerate(exact.rankings, start=1):
        wrong = one.made(RankingContext(measure, ranking, exact=question.by_hand))
        where = f" of query {number}"
        told: tuple[Line, ...] = (Sentence(f"{measure!r}{where} as it should be"),)
        if wrong is None:
            values.append(exact.values[number - 1])
        else:
            working = (working_of if question.by_hand else _result)(wrong, repr(measure), where)
            values.append(working.value if working.fraction is None else working.fraction)
            told = working.equations
        lines += told if number <= _QUERIES else ()
    rest = len(values) - _QUERIES
    lines += [Sentence(f"and so on for {counted(rest, 'more query', 'more queries')}")] if rest > 0 else []
    raised = [max(value, exact.epsilon) for value in values]
    last = exact.mean_of(values) if exact.mean.epsilon is None else exact.geometric(raised)
    ended = working_of(last, repr(exact.mean))
    return Working((*lines, *ended.equations), ended.value, ended.fraction)
