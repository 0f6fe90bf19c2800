"""check(measure, ranking, answer) -> Verdict: right, or which misconception gives this number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation import Derivation, MeanDerivation, Significance, SignificanceDerivation, explain
from irlearn.derivation.explanation import Asked
from irlearn.derivation.mean import queries_of
from irlearn.derivation.significance import PairedT
from irlearn.diagnosis.answers import FLOAT_ROOM, Answer, read_answer
from irlearn.diagnosis.formula import Number
from irlearn.diagnosis.mistakes import Mistake, same
from irlearn.diagnosis.question import Question
from irlearn.diagnosis.rounding import halves_up
from irlearn.errors import InputError, quoted
from irlearn.expression import Line
from irlearn.markup import Element, div, p, strong
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.numbers import decimal
from irlearn.ranking import Ranking
from irlearn.words import counted

RIGHT, ROUNDED, WRONG, UNKNOWN = "right", "rounded early", "wrong rule", "unknown"
OTHER = "other definition"
_TELLING = 3  # digits that two rules together must be given, or their number fits too much


_SPOILED = "The rule is right. Round once, at the end."


@dataclass(frozen=True)
class Diagnosis:
    """One misconception that gives the learner's number: its stable id, a sentence, and its calculation.

    `evidence` names public places where others made the mistake, where there are some.

    >>> from irlearn import AP, Ranking, check
    >>> diagnosis = check(AP, Ranking.parse("1 0 1", relevant=4), "0.833").diagnoses[0]
    >>> diagnosis.id, diagnosis.lines
    ('ap-over-found', ('AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333',))
    """

    id: str
    message: str
    equations: tuple[Line, ...] = ()
    value: float = math.nan
    evidence: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation as plain text."""
        return tuple(map(str, self.equations))


@dataclass(frozen=True)
class Verdict:
    """What a checked answer is: right, rounded too early, made by a wrong rule, or wrong in a way that is not known.

    `outcome` is one of "right", "rounded early", "wrong rule", "unknown"; or "other definition", where the answer is
    the measure as others define it, not as it was asked for: the headline names both. `diagnoses` are the
    misconceptions that give the answer's number, likeliest first (of a right answer with few digits, those that it
    does not exclude).
    `headline` says the verdict, `advice` what to do next (of a right answer to a test, how its number comes about),
    `rounding` how the answer was read. The right value of a wrong answer is in none of them; `solution` works it out
    when asked.

    >>> from irlearn import AP, Ranking, check
    >>> print(check(AP, Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8), "0.897"))
    Not yet. You divided by the 6 relevant documents that were retrieved, not by all 8.
      AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 6 = 323/360 = 0.8972
    AP divides by all relevant documents, found or not: a system that stops early must not gain by it.
    0.897 stands for any value from 0.8965 to 0.8975.
    """

    question: Question
    answer: Answer
    outcome: str
    diagnoses: tuple[Diagnosis, ...]
    headline: str
    advice: str

    @property
    def correct(self) -> bool:
        """Whether the answer is right at its digits, by the asked definition or by another that is named."""
        return self.outcome in (RIGHT, OTHER)

    @property
    def as_asked(self) -> bool:
        """Whether the answer is right at its digits, by the very definition that was asked for."""
        return self.outcome == RIGHT

    @property
    def telling(self) -> bool:
        """Whether the answer settles the question: exact, or right with digits enough to exclude each known mistake.

        A question that says how many digits it wants is settled by no fewer, unless they are exact. By another
        definition it is not settled.

        >>> from irlearn import AP, Ranking, check
        >>> coarse, exact = (check(AP, Ranking.parse("1 0 1 1", relevant=4), text) for text in ("0.6", "29/48"))
        >>> coarse.correct, coarse.telling, exact.telling
        (True, False, True)
        """
        return self.as_asked and not self.diagnoses and self.as_fine_as(self.question.places)

    def as_fine_as(self, places: int | None) -> bool:
        """Whether the answer is exact, or is given to so many digits after the point, where they are asked for."""
        exact = self.answer.is_exactly(self.question.right)
        return exact or places is None or self.answer.room <= Fraction(1, 2 * 10**places)

    @property
    def explained(self) -> tuple[Diagnosis, ...]:
        """The misconceptions to tell after the headline, which says the first of them: none of an answer that is right.

        None either of one rounded early, where the headline says it all.
        """
        return () if self.outcome in (RIGHT, ROUNDED) else self.diagnoses

    @property
    def rounding(self) -> str:
        """How the answer was read."""
        return self.answer.rounding

    @cached_property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation:
        """The right derivation, worked out when asked for."""
        return explain(self.question.asked, self.question.given)

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data, for programs; it holds the right value."""
        return {
            "correct": self.correct,
            "telling": self.telling,
            "value": float(self.question.right),
            "outcome": self.outcome,
            "message": self.headline,
            "advice": self.advice,
            "rounding": self.rounding,
            "diagnoses": [{"id": one.id, "message": one.message, "lines": list(one.lines)} for one in self.diagnoses],
        }

    def __repr__(self) -> str:
        """The outcome, without the right value."""
        ids = ", ".join(one.id for one in self.diagnoses)
        return f"<{self.outcome}{': ' + ids if ids and not self.as_asked else ''}>"

    def __str__(self) -> str:
        """The verdict as a learner reads it."""
        lines = [self.headline]
        for place, one in enumerate(self.explained):
            lines += [f"Or: {one.message}"] if place else []
            lines += [f"  {line}" for line in one.lines]
        return "\n".join([*lines, *([self.advice] if self.advice else []), self.rounding])

    def _repr_html_(self) -> str:
        return str(self.typeset())

    def typeset(self) -> Element:
        """The verdict as a note: what was done, why it gives this number, what to try."""
        body = [
            [place > 0 and p[f"Or: {one.message}"], (p("equation")[line.typeset()] for line in one.equations)]
            for place, one in enumerate(self.explained)
        ]
        advice = self.advice and p[self.advice]
        return div(f"irlearn-verdict {self.outcome.replace(' ', '-')}")[
            p[strong[self.headline]], body, advice, p("small")[self.rounding]
        ]


def check(measure: Measure | Mean | Significance, ranking: Asked, answer: str | float | Fraction | Decimal) -> Verdict:
    """The verdict on a hand calculation: right, or the wrong rules that give the learner's number.

    `ranking` is one `Ranking` for a measure; for a mean (MAP, gMAP, MRR) one ranking or one value a query; for a test
    such as `irlearn.derivation.SignTest()` the scores of A and those of B. `answer` is `13/30`, `0.433`, `.43`,
    `43.3%`, `5.383/8`, or a number; it is right when the value rounds to its digits, and of seven digits and more
    when it is what a program may print for the value.
    Raises `InputError` where the answer is no number, or the measure is not defined here.

    >>> from irlearn import AP, MAP
    >>> check(AP, Ranking.parse("1 0 1", relevant=4), "5/12")
    <right>
    >>> check(MAP, [1, 0.5, 0.1], "0.368")
    <wrong rule: map-geometric-mean>
    >>> from irlearn.derivation import SignTest
    >>> print(check(SignTest(), ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24]), "0.1875").headline)
    Not yet. You took one tail. Two-sided, differences as large in the other direction count, too.
    >>> check(AP, Ranking.parse("1 0 1", relevant=4), "about half")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'about half' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    return judge(ask(measure, ranking), answer)


def judge(question: Question, answer: str | float | Fraction | Decimal) -> Verdict:
    """The verdict on one of many answers to the same question, whose wrong numbers are then worked out once."""
    typed = read_answer(answer, share=_is_share(question.asked))
    if typed not in question.verdicts:
        if len(question.verdicts) >= _MOST_VERDICTS:
            question.verdicts.clear()
        question.verdicts[typed] = _judged(question, typed)
    return question.verdicts[typed]


_MOST_VERDICTS = 1000  # that a question remembers


def _judged(question: Question, typed: Answer) -> Verdict:
    exactly = typed.is_exactly(question.right)
    if not exactly and (typed.calculated or typed.printed):
        made = [one for one in question.mistakes if len(one.misconceptions) == 1 and typed.is_exactly(one.value)]
        if made:  # a calculation by a wrong rule, or its long number, however near it is to the right one
            return _wrong(question, typed, made, ())
    if typed.fits(question.right):
        return _right(question, typed, settled=exactly)
    fitting, spoiled = _fitting(question, typed), _rounding(question, typed)
    if fitting:
        return _wrong(question, typed, fitting, () if typed.places is None else spoiled)
    if spoiled:
        return Verdict(question, typed, ROUNDED, spoiled, _almost(typed, spoiled), _SPOILED)
    return Verdict(question, typed, UNKNOWN, (), *_unknown(question, typed))


def _is_share(asked: Measure | Mean | Significance) -> bool:
    """Whether the number asked for lies between 0 and 1."""
    return _within(asked) == (0, 1)


def _within(asked: Measure | Mean | Significance) -> tuple[float, float]:
    """The lowest and the highest value that the number asked for can have."""
    if not isinstance(asked, Significance):
        return asked.range
    return (0, 1) if asked.statistic == "p" else (-math.inf if isinstance(asked, PairedT) else 0, math.inf)


def ask(measure: Measure | Mean | Significance, ranking: Asked) -> Question:
    """The question that `check` answers: a measure of a ranking, a mean over several, or a test of two systems."""
    if isinstance(measure, Significance):
        return Question(measure, measure.read(ranking))
    if isinstance(measure, Measure):
        if not isinstance(ranking, Ranking):
            raise InputError(f"{measure!r} is checked on one Ranking; given: {type(ranking).__name__}")
        return Question(measure, ranking)
    if not isinstance(measure, Mean):
        raise InputError(f"check takes a measure such as AP, or a mean such as MAP; given: {quoted(measure)}")
    return Question(measure, queries_of(measure, ranking))


def _right(question: Question, typed: Answer, *, settled: bool) -> Verdict:
    close = [] if settled else _alone(question, typed)
    advice = ""
    if close:
        rules = "another definition" if close[0].misconceptions[0].definition else "a wrong rule"
        many = (
            rules if len(close) == 1 else f"{len(close)} other rules" if "an" in rules else f"{len(close)} wrong rules"
        )
        advice = f"{typed.text} also fits {many}.{_more_digits(typed, [question.right, *_values(close)])}"
    elif isinstance(question.asked, Significance):  # wins are counted, not calculated
        asked = question.asked
        advice = asked.why if asked.statistic == "wins" else explain(asked, question.given).equation
    verdict = Verdict(question, typed, RIGHT, tuple(map(_diagnosis, close)), f"{typed.text} is right.", advice)
    if close or verdict.telling:
        return verdict
    wanted = question.places or 0
    return replace(verdict, advice=f"Give {_COUNTS[wanted]} {'digit' if wanted == 1 else 'digits'} after the point.")


def _wrong(question: Question, typed: Answer, fitting: list[Mistake], spoiled: tuple[Diagnosis, ...]) -> Verdict:
    fitting = sorted(
        fitting, key=lambda one: not one.misconceptions[0].definition
    )  # what is right elsewhere is told first
    if fitting[0].misconceptions[0].definition:
        told = tuple(map(_diagnosis, fitting))
        return Verdict(question, typed, OTHER, told, fitting[0].says, _why(question.asked, fitting[0]))
    diagnoses = (*map(_diagnosis, fitting), *spoiled)
    advice = _why(question.asked, fitting[0])
    if len(fitting) > 1:
        advice = f"{typed.text} fits {_COUNTS[len(fitting)]} mistakes.{_more_digits(typed, _values(fitting))} {advice}"
    return Verdict(question, typed, WRONG, diagnoses, f"Not yet. {fitting[0].says}", advice)


def _why(asked: Measure | Mean | Significance, mistake: Mistake) -> str:
    """Why the right rule is as it is: that of the mean, or of the measure that each query has."""
    if not isinstance(asked, Mean):
        return asked.why
    if mistake.misconceptions[0].measure != asked.name:
        return asked.measure.why
    if asked.epsilon is None:
        return "An arithmetic mean adds one value for each query and divides by the number of queries."
    return "A geometric mean multiplies one value for each query and takes the root of that order."


def _fitting(question: Question, typed: Answer) -> list[Mistake]:
    """The mistakes whose number is the answer, likeliest first; two rules together only where digits are telling."""
    alone = _alone(question, typed)
    if alone or (typed.places is not None and typed.places < _TELLING):
        return alone
    return [one for one in question.mistakes if len(one.misconceptions) > 1 and typed.fits(one.value)]


def _alone(question: Question, typed: Answer) -> list[Mistake]:
    return [one for one in question.mistakes if len(one.misconceptions) == 1 and typed.fits(one.value)]


def _values(mistakes: Sequence[Mistake]) -> list[Number]:
    return [one.value for one in mistakes]


def _diagnosis(mistake: Mistake) -> Diagnosis:
    evidence = "; ".join(one.evidence for one in mistake.misconceptions if one.evidence)
    return Diagnosis(mistake.id, mistake.says, mistake.working().equations, mistake.value, evidence)


def _more_digits(typed: Answer, values: Sequence[Number]) -> str:
    """How many digits would tell these values apart, as a sentence with a blank before it; empty where none would."""
    different = [one for place, one in enumerate(values) if not any(same(one, other) for other in values[:place])]
    if len(different) < 2:
        return ""
    them = "them" if len(different) == len(values) else "some of them"
    for more in range(1, _MOST_DIGITS + 1):
        spellings = [_spellings(value, (typed.places or 0) + more) for value in different]
        if sum(map(len, spellings)) == len(set[int]().union(*spellings)):
            return f" {_COUNTS[more].capitalize()} more {'digit' if more == 1 else 'digits'} would tell {them} apart."
    return ""


def _spellings(value: Number, places: int) -> set[int]:
    """The numbers that a value can be rounded to at these places, as multiples of the last: two for a half."""
    exact, room = Fraction(value) * 10**places, FLOAT_ROOM * 10**places
    return {math.floor(exact + Fraction(1, 2) + room), math.ceil(exact - Fraction(1, 2) - room)}


_MOST_DIGITS = 4


class _Counts(dict[int, str]):
    def __missing__(self, number: int) -> str:
        return str(number)


_COUNTS = _Counts(enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")))


# rounding


def _rounding(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """The right rule spoiled by cutting digits off, by rounding on the way, or by too few digits; all that fit."""
    if typed.places is None:
        return _too_coarse(question, typed)
    right, places, found = Fraction(question.right), typed.places, []
    short = 0 <= abs(right) - abs(typed.value) < 2 * typed.room and right * typed.value >= 0
    if short and not (typed.calculated or typed.printed):
        cut = f"You cut the digits off after {typed.text}; the next digit rounds the last one up."
        found.append(Diagnosis("cut-off", cut))
    for digits in range(1, min(places, _ROUGHLY) + 1):
        ends = question.rounded_on_the_way(digits)
        if found:  # where digits may have been cut off, a half that was rounded down is no second cause
            ends = [halves_up(value, places) for value in ends]
        if any(typed.fits(value) for value in ends):
            early = f"You rounded to {counted(digits, 'digit')} on the way. {_keep(question, places, digits)}"
            found.append(Diagnosis("rounded-early", early))
            break
    return tuple(found)


def _almost(typed: Answer, spoiled: tuple[Diagnosis, ...]) -> str:
    """The headline of an answer whose rule is right; of several causes it asserts none."""
    if len(spoiled) == 1:
        return f"Almost. {spoiled[0].message}"
    causes = " Or: ".join(one.message for one in spoiled)
    return f"Almost. {typed.text} comes about in {_COUNTS[len(spoiled)]} ways. {causes}"


_ROUGHLY = 4  # digits that are too few on the way


def _too_coarse(question: Question, typed: Answer) -> tuple[Diagnosis, ...]:
    """A whole number or a fraction for a value that is none but lies near."""
    right: Number = question.right
    whole = typed.value.denominator == 1
    near = abs(typed.value - Fraction(right)) <= (Fraction(1, 2) if whole else Fraction(1, 100))
    if whole and abs(float(right)) > 1 and Fraction(right).denominator > 1 and near:
        what = "the value is no whole number"
    elif not whole and isinstance(right, float) and near:
        what = "this value is no fraction"
    else:
        return ()
    return (Diagnosis("too-few-digits", f"{typed.text} is near, but {what}. Give three digits after the point."),)


def _keep(question: Question, places: int, digits: int) -> str:
    """How many digits to keep on the way for a result that is right at its places, when `digits` were too few."""
    wanted = f"For {counted(places, 'digit')} in the result" if places else "For a whole number"
    exact = isinstance(question.right, Fraction)
    needed = digits_needed(question, places)
    if needed is None:
        return f"{wanted} {'work with fractions' if exact else 'keep all the digits that you have'}."
    return f"{wanted} keep at least {max(needed, digits + 1)} on the way{', or fractions' if exact else ''}."


def digits_needed(question: Question, places: int) -> int | None:
    """The fewest digits on the way that, as all larger numbers of them, end in the right result, rounded halves up.

    None where no number of digits is sure to.
    """
    right, last = Fraction(question.right), places + _SURE
    wanted, ends = halves_up(right, places), {kept: question.rounded_on_the_way(kept) for kept in range(last + 1)}
    scaled = right * 10**places + Fraction(1, 2)
    margin = min(scaled % 1, -scaled % 1) / 10**places
    ending = all(value == right for kept in range(last - _FAR, last + 1) for value in ends[kept])  # more add nothing
    if not ends[last] or (margin < Fraction(1, 10 ** (places + _FAR)) and not ending):
        return None
    needed = last
    while needed > 0 and all(halves_up(value, places) == wanted for value in ends[needed - 1]):
        needed -= 1
    return needed


_SURE, _FAR = 10, 4  # beyond the places: digits that are tried; digits in which a safe value is off the next rounding


# no known mistake


def _unknown(question: Question, typed: Answer) -> tuple[str, str]:
    """The headline, and the first step at which to compare."""
    asked, value = question.asked, typed.value
    name = asked.spoken[0].upper() + asked.spoken[1:] if isinstance(asked, Significance) else repr(asked)
    low, high = _within(asked)
    if high < math.inf and not low <= value <= high:
        headline = f"Not yet. {name} lies between {low:g} and {high:g}, and {typed.text} does not."
    elif value < min(low, 0):
        headline = f"Not yet. {name} is never below {min(low, 0):g}."
    else:
        headline = f"Not yet. No mistake that is known here gives {typed.text}."
    return headline, f"Compare from the first step: {_first_step(question)}"


def _first_step(question: Question) -> str:
    asked = question.asked
    if isinstance(asked, Significance):
        return _FIRST[asked.name]
    if not isinstance(asked, Mean):
        assert isinstance(question.given, Ranking)
        return _of_ranking(asked, question.given, question.right)
    first = question.given[0] if isinstance(question.given, tuple) else None
    if isinstance(first, Ranking):
        return f"{asked.measure!r} of query 1. There, {_of_ranking(asked.measure, first, question.right)}"
    if asked.epsilon is None:
        return "the number of queries, then the sum of their values."
    return "the product of the values, then its root."


_FIRST = {
    "sign": "write down the winner of each query, and leave out the ties.",
    "signed-rank": "write down the difference A − B of each query, leave out those of 0, and rank their sizes.",
    "rank-sum": "put all scores of both systems in one row, and rank them from the smallest.",
    "paired-t": "write down the difference A − B of each query, then their mean.",
    "binomial": "write down in how many ways each count can come about.",
}
"""Where the calculation of a test begins."""


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
