"""Hints: what may have been done where no known misconception gives the number, and never stated as certain."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.byhand.answers import Answer
from irlearn.byhand.misconceptions import COMMON, QuestionFacts
from irlearn.byhand.ranking_facts import MeanFacts, RankingFacts
from irlearn.measures.base import Terms
from irlearn.ranking import UNJUDGED, Rankings
from irlearn.text.english import ordinal

if TYPE_CHECKING:  # which are told hints
    from irlearn.byhand.question import Question


@dataclass(frozen=True)
class Hint:
    """What may have been done, never certain: the id of its kind, the end of a sentence, and the number that comes out.

    >>> from irlearn import AP, Ranking, check
    >>> check(AP, Ranking.parse("0 1 1 0 1", relevant=4), "0.2750").hints[0].message
    'Perhaps you left out your second term.'
    """

    id: str
    sentence_end: str
    value: float = math.nan

    @property
    def message(self) -> str:
        return f"Perhaps {self.sentence_end}."


class Guess(NamedTuple):
    """A number that may come out, and what was done then, as the end of a sentence that begins with "Perhaps".

    What comes out may lie anywhere within `reach` of the number.
    """

    value: float
    sentence_end: str
    reach: float = 0.0

    def fits(self, typed: Answer) -> bool:
        off = abs(float(typed.value) - self.value)
        return typed.fits(self.value) or 0 < self.reach >= off - float(typed.tolerance)


class GuessKind(NamedTuple):
    """A kind of guesses: its id, what comes out of a question and its context, and of which contexts it knows.

    With `needs_answer`, `guesses` also takes the answer.
    """

    id: str
    guesses: Callable[..., Iterable[Guess]]
    facts_type: type[QuestionFacts] = QuestionFacts
    needs_answer: bool = False

    def guesses_for(self, question: Question, typed: Answer) -> list[Guess]:
        """What may come out here, but for what is no number; what needs no answer is worked out once."""
        if not isinstance(question.facts, self.facts_type):
            return []
        given = (question, typed if self.needs_answer else question.facts)
        if self.needs_answer or self.id not in question.guesses:
            made = self.guesses(*given)
            question.guesses[self.id] = [guess for guess in made if math.isfinite(guess.value)]
        return question.guesses[self.id]


# a sum of terms, term by term as floats: what slips, roundings and two mistakes at once are made in


@dataclass(frozen=True)
class DividedSum:
    """The terms of a sum that are not 0, and what divides the sum: a number, or an `ideal` sum."""

    numerators: NDArray[np.float64]
    denominators: NDArray[np.float64]
    divisor: float
    log2: bool = False
    ideal: DividedSum | None = None

    @classmethod
    def from_terms(cls, terms: Terms) -> DividedSum:
        terms = terms.flattened
        numerators = np.asarray(terms.numerators, dtype=float)
        below = np.broadcast_to(np.asarray(terms.denominators, dtype=float), numerators.shape)
        ideal = cls.from_terms(terms.divisor) if isinstance(terms.divisor, Terms) else None
        divisor = ideal.total / ideal.divisor if ideal else float(terms.divisor)
        kept = np.flatnonzero(numerators)
        return cls(numerators[kept], below[kept], divisor or 1.0, terms.log2, ideal)

    @cached_property
    def quotients(self) -> NDArray[np.float64]:
        return self.numerators / (
            np.log2(np.where(self.denominators == 1, 2, self.denominators)) if self.log2 else self.denominators
        )

    @cached_property
    def total(self) -> float:
        """All terms together, not divided."""
        return float(self.quotients.sum())

    @property
    def can_slip(self) -> bool:
        """Whether there are terms that can be told from one another, and no more than somebody adds by hand."""
        return 1 < len(self.quotients) <= _MOST_TERMS and bool(np.ptp(self.quotients))

    def without(self) -> Iterator[tuple[float, str]]:
        """What is left when one term is left out, and which."""
        for place, term in enumerate(self.quotients):
            yield self.total - term, f"left out your {ordinal(place + 1)} term"

    def of_next(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term is that of the rank below: a precision that counts its document, too."""
        counting = not self.log2 and bool(np.ptp(self.denominators))  # documents above the line, ranks below it
        return self._replaced(int(counting), 1)

    def of_rank_above(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term has the discount, or the rank, above its own."""
        return self._replaced(0, -1)

    def _replaced(self, more: int, further: int) -> Iterator[tuple[float, str]]:
        for place, (above, below, term) in enumerate(
            zip(self.numerators, self.denominators, self.quotients, strict=True)
        ):
            top, bottom = int(above) + more, int(below) + further
            if bottom > self.log2:
                worth = top / (math.log2(bottom) if self.log2 else bottom)
                written = f"{top} / log2({bottom})" if self.log2 else f"{top}/{bottom}"
                yield self.total - float(term) + worth, f"took {written} as your {ordinal(place + 1)} term"


_MOST_TERMS = 100


# the right number, or nearly


def scaled(question: Question, _: QuestionFacts) -> Iterator[Guess]:
    """The right number times or over 10 and 100, taken from 1, and turned over."""
    right = float(question.right_value)
    for factor, says in _FACTORS.items():
        yield Guess(right * factor, says)
    if question.quantity.range == (0.0, 1.0):
        yield Guess(1 - right, "you took the rest: this is 1 minus the value")
    if right:
        yield Guess(1 / right, "your fraction is upside down")


_FACTORS = {
    100: "a percent sign is missing",
    10: "the point is one place too far right",
    0.1: "the point is one place too far left",
    0.01: "you divided by 100 once more than the value needs",
}


def near(digits: int, question: Question, context: QuestionFacts) -> Iterator[Guess]:
    """The right number, as far off as steps on the way may move it that are no whole numbers and were rounded."""
    half, right, reach = 10.0**-digits / 2, float(question.right_value), 0.0
    if isinstance(context, RankingFacts) and context.measure.combine(*context.part_values) is None:
        ideal = context.terms.divisor if isinstance(context.terms.divisor, Terms) else None
        above, below = (
            sum(not float(one).is_integer() for one in terms)
            for terms in (context.nonzero_terms, context.ideal_nonzero_terms if ideal else ())
        )
        divisor = ideal.total() if ideal else float(context.terms.divisor) or 1
        reach = half * (above + right * below) / divisor if divisor else 0
    elif isinstance(context, RankingFacts | MeanFacts):
        reach = half
    if reach:
        says = f"some steps were rounded or cut off at {digits} digits: your number lies as near as that may bring it"
        yield Guess(right, says, reach)


# slips in one term, one query or one document


Slip = Callable[[DividedSum], Iterator[tuple[float, str]]]


def slipped(slip: Slip, _: Question, context: RankingFacts) -> Iterator[Guess]:
    """The sum with a slip over the right divisor, then the right sum over an ideal with a slip."""
    above = DividedSum.from_terms(context.terms)
    if not above.can_slip:
        return
    for total, says in slip(above):
        yield Guess(total / above.divisor, f"you {says}")
    for total, says in slip(above.ideal) if above.ideal else ():
        if total > 0:
            yield Guess(above.total / total, f"in the ideal you {says}")


def query_left_out(_: Question, context: MeanFacts) -> Iterator[Guess]:
    """A query was left out of the sum, or out of the mean, or was counted twice."""
    values = [float(value) for value in context.values]
    if len(values) > _MOST_VALUES or context.mean.epsilon is not None:
        return
    total, many = sum(values), len(values)
    for place, value in enumerate(values):
        which = f"your {ordinal(place + 1)} query"
        yield Guess((total - value) / many, f"you left out {which}, but counted it in the divisor")
        if many > 1:
            yield Guess((total - value) / (many - 1), f"you left out {which}")
        yield Guess((total + value) / many, f"you added {which} twice")


_MOST_VALUES = 100  # of a mean that somebody works out


Listed = tuple[Sequence[int], Sequence[int], str]
"""The grades of another list, those of all judged documents, and what was done then."""


Lists = Callable[[RankingFacts], Iterable[Listed]]


def of_lists(lists: Lists, _: Question, context: RankingFacts) -> list[Guess]:
    """What other lists, or other judgments, are worth, all in one batch."""
    made = [] if len(context.ranking) > _MOST_RANKS or context.ranking.ties else [*lists(context)]
    if not made:
        return []
    grades, judged, said = zip(*made, strict=True)
    ideal = [sorted(one, reverse=True) for one in judged]
    listed = _padded(grades)
    untied = np.broadcast_to(np.arange(listed.shape[-1]), listed.shape)
    batch = Rankings(listed, _padded(ideal), np.array([*map(len, grades)]), tied=untied)
    return list(map(Guess, context.measure.scores(batch).tolist(), said))


_MOST_RANKS = 40  # whose documents are miscounted one by one


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Lists as rows of one array, as long as the longest."""
    width = max(map(len, rows))
    return np.array([[*row, *[UNJUDGED] * (width - len(row))] for row in rows], dtype=np.int64)


def more_or_fewer(context: RankingFacts) -> Iterator[Listed]:
    """One relevant document more or fewer in all."""
    grades, judged, missed = context.ranking.grades, context.judged, context.ranking.missed
    for grade in sorted({grade for grade in judged if grade >= context.rel} or {context.rel})[:_GRADES]:
        named = f" of grade {grade}" if context.highest_grade > 1 else ""
        yield grades, [*judged, grade], f"you counted one relevant document{named} too many"
        if grade in missed:
            fewer = list(judged)
            fewer.remove(grade)
            yield grades, fewer, f"you counted one relevant document{named} too few"


_GRADES = 4


def two_common(question: Question, context: RankingFacts) -> Iterator[Guess]:
    """The terms of one common misconception over the divisor of another."""
    right = DividedSum.from_terms(context.terms)
    for says, divisor in _over(question, right):
        for also, one in question.common_sums:
            if one.divisor == right.divisor:
                yield Guess(one.total / divisor, f"two mistakes together: {also} {says}".rstrip("."))


def _over(question: Question, right: DividedSum) -> list[tuple[str, float]]:
    """The common misconceptions that change the divisor alone, and what they divide by."""
    return [
        (says, one.divisor)
        for says, one in question.common_sums
        if one.divisor != right.divisor and np.array_equal(one.quotients, right.quotients)
    ]


def in_one_query(question: Question, means: MeanFacts) -> Iterator[Guess]:
    """A common misconception about the measure in one query alone."""
    values = [float(value) for value in means.values]
    common = [(one, made) for one, made in question.misconception_results_by_query if one.frequency == COMMON]
    for place, context in enumerate(means.query_facts[:_MOST_QUERIES]):
        facts = context.sentence_facts()
        for one, made in common:
            wrong = made[place]
            if wrong is not None:
                others = [*values[:place], wrong, *values[place + 1 :]]
                says = f"one query went wrong, query {place + 1}. {one.message.format(**facts)}".rstrip(".")
                yield Guess(means.mean.of(others), says)


_MOST_QUERIES = 20  # whose rankings somebody works out


def rule_cut(question: Question, typed: Answer) -> Iterator[Guess]:
    """The number of a common misconception with its digits cut off."""
    if typed.places is None or typed.is_program_output:
        return
    unit = Fraction(1, 10**typed.places)
    for one in question.mistakes:
        if one.misconception.frequency == COMMON and not typed.fits(one.value):
            cut = math.trunc(Fraction(one.value) / unit) * unit
            yield Guess(float(cut), f"two mistakes together: You cut the digits off. {one.message}".rstrip("."))


def judged_wrong(context: RankingFacts) -> Iterator[Listed]:
    """One document of the list taken for relevant that is not, or the other way round."""
    grades = context.ranking.grades
    worth = min((grade for grade in context.judged if grade >= context.rel), default=context.rel)
    all_lack = [0] if worth in context.ranking.missed else [worth, 0]
    for place, grade in enumerate(grades[: context.measure.cutoff]):
        hit = grade >= context.rel
        other = [*grades[:place], 0 if hit else worth, *grades[place + 1 :]]
        says = f"you took the document at rank {place + 1} for {'not ' * hit}relevant"
        yield other, [*context.judged, *([0] if hit else all_lack)], says


def with_slip(question: Question, context: RankingFacts) -> Iterator[Guess]:
    """A term left out, or taken from the next rank, over the divisor of a common misconception."""
    right = DividedSum.from_terms(context.terms)
    for says, divisor in _over(question, right) if right.can_slip else ():
        for total, slipped in (*right.without(), *right.of_next()):
            yield Guess(total / divisor, f"two mistakes together: You {slipped}. {says}".rstrip("."))


KINDS = (
    GuessKind("scale", scaled),
    GuessKind("rounded-finely", partial(near, 3)),
    GuessKind("term-left-out", partial(slipped, DividedSum.without), RankingFacts),
    GuessKind("query-left-out", query_left_out, MeanFacts),
    GuessKind("term-of-next-rank", partial(slipped, DividedSum.of_next), RankingFacts),
    GuessKind("one-relevant-more", partial(of_lists, more_or_fewer), RankingFacts),
    GuessKind("two-mistakes", two_common, RankingFacts),
    GuessKind("one-query-wrong", in_one_query, MeanFacts),
    GuessKind("term-of-rank-above", partial(slipped, DividedSum.of_rank_above), RankingFacts),
    GuessKind("rule-and-cut", rule_cut, needs_answer=True),
    GuessKind("one-judged-wrong", partial(of_lists, judged_wrong), RankingFacts),
    GuessKind("mistake-and-slip", with_slip, RankingFacts),
    GuessKind("rounded", partial(near, 2)),
)
"""Every kind of hint in the order in which they are asked, the likeliest and the most telling first."""

# which are given

_MOST = 3  # hints
_TELLING = 3  # digits from which on an answer must not be blamed too often
_SHARE = 0.015  # of the numbers that might have been answered, which the guesses of one kind may add to those explained
_ALL = 0.025  # and those of all kinds together
_BLAMED = 0.029  # and all that is named, misconceptions too, of answers with digits enough to tell them apart


def hints_for(question: Question, typed: Answer) -> tuple[Hint, ...]:
    """What may have given this number, likeliest first; none of a kind whose guesses would fit too many numbers.

    The fewer digits an answer has, the more of all numbers a guess covers, so that few digits are given few hints. A
    list that nobody works out by hand has none.
    """
    if not question.is_hand_computable:
        return ()
    guessed = [(one.id, guesses) for one in KINDS if (guesses := one.guesses_for(question, typed))]
    fitting = [[guess for guess in guesses if guess.fits(typed)] for _, guesses in guessed]
    if not any(fitting):
        return ()
    between = _plausible(question, typed)
    room = (
        float(typed.tolerance) or 0.5 / typed.value.denominator**2
    )  # an exact one is as telling as its divisor is large
    taken = _around([float(question.right_value), *(one.value for one in question.mistakes)], room)
    few_digits = typed.places is not None and typed.places < _TELLING
    most = 1 if few_digits else _covered(taken[:1], between) + _BLAMED
    explained = covered = _covered(taken, between)
    found = dict[str, Hint]()
    for (identity, guesses), fit in zip(guessed, fitting, strict=True):
        around = _around([guess.value for guess in guesses], room + np.array([guess.reach for guess in guesses]))
        together = np.concatenate([taken, around])
        more = _covered(together, between)
        if more - covered > _SHARE or more - explained > _ALL or more > most:
            continue
        taken, covered = together, more
        for guess in fit:
            found.setdefault(guess.sentence_end, Hint(identity, guess.sentence_end, guess.value))
    return tuple(found.values())[:_MOST]


def _around(values: Sequence[float], room: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """The numbers from which and up to which answers fit each value; shape (values, 2)."""
    middle = np.asarray(values, dtype=float)
    return np.stack([middle - room, middle + room], axis=-1)


def _covered(intervals: NDArray[np.float64], between: tuple[float, float]) -> float:
    """The share of the numbers between two that lie in some of the intervals."""
    first, last = np.clip(intervals[np.argsort(intervals[:, 0])].T, *between)
    reached = np.maximum.accumulate(np.concatenate([between[:1], last[:-1]]))
    return float(np.maximum(last - np.maximum(first, reached), 0).sum() / (between[1] - between[0]))


def _plausible(question: Question, typed: Answer) -> tuple[float, float]:
    """Between which numbers a wrong answer such as this one lies."""
    (low, high), value = question.quantity.range, float(typed.value)
    if low <= value <= high < float("inf"):
        return low, high
    if value > high:
        return high, max(2 * value, high + 1)
    if value < max(low, 0):
        return min(2 * value, -1.0), max(low, 0)
    most = 2 * max(abs(value), abs(float(question.right_value)))
    return (-most if low < 0 else 0.0), max(most, 1.0)
