"""Hints about wrong answers that no known misconception explains: possible slips, such as a term left out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.byhand.answers import Answer
from irlearn.byhand.misconceptions import COMMON, QuestionFacts, number_of
from irlearn.byhand.ranking_facts import MeanFacts, RankingFacts
from irlearn.measures.base import Terms
from irlearn.measures.graded import HIGHEST_EXPONENT
from irlearn.ranking import UNJUDGED, Ranking, Rankings
from irlearn.text.english import ordinal

if TYPE_CHECKING:  # That module imports this one.
    from irlearn.byhand.question import Question


@dataclass(frozen=True)
class Hint:
    """A possible cause of a wrong answer, which is never certain.

    Attributes
    ----------
    id : str
        The id of the kind of hint, such as "term-left-out".
    sentence_end : str
        What may have happened, as the end of a sentence that begins with "Perhaps".
    value : float
        The number that this cause gives.

    Examples
    --------
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
    """A wrong number and its possible cause, which is the end of a sentence that begins with "Perhaps".

    The wrong number may be anywhere within `reach` of `value`.
    """

    value: float
    sentence_end: str
    reach: float = 0.0

    def fits(self, typed: Answer) -> bool:
        distance = abs(float(typed.value) - self.value)
        return typed.fits(self.value) or 0 < self.reach >= distance - float(typed.tolerance)


class GuessKind(NamedTuple):
    """A kind of guesses: its id, and a function that returns the guesses of a question.

    The function takes the question and its facts, which must be of `facts_type`. With `needs_answer` it takes the
    question and the answer.
    """

    id: str
    guesses: Callable[..., Iterable[Guess]]
    facts_type: type[QuestionFacts] = QuestionFacts
    needs_answer: bool = False

    def guesses_for(self, question: Question, typed: Answer) -> list[Guess]:
        """Return the guesses with finite values; guesses that need no answer are computed once for a question."""
        if not isinstance(question.facts, self.facts_type):
            return []
        if self.needs_answer or self.id not in question.guesses:
            guesses = self.guesses(question, typed if self.needs_answer else question.facts)
            question.guesses[self.id] = [guess for guess in guesses if math.isfinite(guess.value)]
        return question.guesses[self.id]


@dataclass(frozen=True)
class DividedSum:
    """The nonzero terms of a sum in floats, and its divisor: a number, or the sum `ideal`."""

    numerators: NDArray[np.float64]
    denominators: NDArray[np.float64]
    divisor: float
    log2: bool = False
    ideal: DividedSum | None = None

    @classmethod
    def from_terms(cls, terms: Terms) -> DividedSum:
        terms = terms.flattened
        numerators = np.asarray(terms.numerators, dtype=float)
        denominators = np.broadcast_to(np.asarray(terms.denominators, dtype=float), numerators.shape)
        ideal = cls.from_terms(terms.divisor) if isinstance(terms.divisor, Terms) else None
        divisor = ideal.total / ideal.divisor if ideal else float(terms.divisor)
        nonzero = np.flatnonzero(numerators)
        return cls(numerators[nonzero], denominators[nonzero], divisor or 1.0, terms.log2, ideal)

    @cached_property
    def quotients(self) -> NDArray[np.float64]:
        return self.numerators / (
            np.log2(np.where(self.denominators == 1, 2, self.denominators)) if self.log2 else self.denominators
        )

    @cached_property
    def total(self) -> float:
        """The sum of the terms, before it is divided."""
        return float(self.quotients.sum())

    @property
    def can_slip(self) -> bool:
        """Whether the terms are not all equal, and few enough to be added by hand."""
        return 1 < len(self.quotients) <= _MOST_TERMS and bool(np.ptp(self.quotients))

    def without(self) -> Iterator[tuple[float, str]]:
        """Yield the sums without one of the terms, each with the slip in words."""
        for number, term in enumerate(self.quotients, start=1):
            yield self.total - term, f"left out your {ordinal(number)} term"

    def of_next(self) -> Iterator[tuple[float, str]]:
        """Yield the sums in which one term is computed for the next rank; a precision then counts one more document."""
        is_precision = not self.log2 and bool(np.ptp(self.denominators))  # that is, documents found over the rank
        return self._with_changed_term(int(is_precision), 1)

    def of_rank_above(self) -> Iterator[tuple[float, str]]:
        """Yield the sums in which one term has the denominator of the rank before."""
        return self._with_changed_term(0, -1)

    def _with_changed_term(self, numerator_change: int, denominator_change: int) -> Iterator[tuple[float, str]]:
        terms = zip(self.numerators, self.denominators, self.quotients, strict=True)
        for number, (numerator, denominator, term) in enumerate(terms, start=1):
            above, below = int(numerator) + numerator_change, int(denominator) + denominator_change
            if below > self.log2:
                changed_term = above / (math.log2(below) if self.log2 else below)
                written = f"{above} / log2({below})" if self.log2 else f"{above}/{below}"
                yield self.total - float(term) + changed_term, f"took {written} as your {ordinal(number)} term"


_MOST_TERMS = 100
"""The most terms of a sum in which slips are tried."""


def scaled(question: Question, _: QuestionFacts) -> Iterator[Guess]:
    """Yield the right number with its point in the wrong place, its complement, and its reciprocal."""
    right = float(question.right_value)
    for factor, cause in _FACTORS.items():
        yield Guess(right * factor, cause)
    if question.quantity.range == (0.0, 1.0):
        yield Guess(1 - right, "you gave 1 minus the value")
    if right:
        yield Guess(1 / right, "your fraction is upside down")


_FACTORS = {
    100: "a percent sign is missing",
    10: "the decimal point is one place too far to the right",
    0.1: "the decimal point is one place too far to the left",
    0.01: "you divided by 100 once too often",
}


def near(digits: int, question: Question, facts: QuestionFacts) -> Iterator[Guess]:
    """Yield the right number. Its reach is the largest error that rounded intermediate results can cause."""
    half, right, reach = 10.0**-digits / 2, float(question.right_value), 0.0
    if isinstance(facts, RankingFacts) and facts.measure.combine(*facts.part_values) is None:
        ideal = facts.terms.divisor if isinstance(facts.terms.divisor, Terms) else None
        rounded_terms = sum(not float(term).is_integer() for term in facts.nonzero_terms)
        rounded_ideal_terms = sum(not float(term).is_integer() for term in facts.ideal_nonzero_terms) if ideal else 0
        divisor = ideal.total() if ideal else float(facts.terms.divisor) or 1
        reach = half * (rounded_terms + right * rounded_ideal_terms) / divisor if divisor else 0
    elif isinstance(facts, RankingFacts | MeanFacts):
        reach = half
    if reach:
        cause = (
            f"you rounded intermediate results to {digits} digits, or cut them off there; "
            "the error of your number is small enough for that"
        )
        yield Guess(right, cause, reach)


Slip = Callable[[DividedSum], Iterator[tuple[float, str]]]


def slipped(slip: Slip, _: Question, facts: RankingFacts) -> Iterator[Guess]:
    """Yield the quotients with a slip in the sum, then the quotients with a slip in the ideal."""
    right = DividedSum.from_terms(facts.terms)
    if not right.can_slip:
        return
    for total, cause in slip(right):
        yield Guess(total / right.divisor, f"you {cause}")
    for total, cause in slip(right.ideal) if right.ideal else ():
        if total > 0:
            yield Guess(right.total / total, f"in the ideal you {cause}")


def query_left_out(_: Question, facts: MeanFacts) -> Iterator[Guess]:
    """Yield the means without one query, with its value missing from the sum, and with its value added twice."""
    values = [float(value) for value in facts.values]
    if len(values) > _MOST_VALUES or facts.mean.epsilon is not None:
        return
    total, count = sum(values), len(values)
    for number, value in enumerate(values, start=1):
        query = f"your {ordinal(number)} query"
        yield Guess((total - value) / count, f"you left out {query}, but counted it in the divisor")
        if count > 1:
            yield Guess((total - value) / (count - 1), f"you left out {query}")
        yield Guess((total + value) / count, f"you added {query} twice")


_MOST_VALUES = 100
"""The most values of a mean in which slips are tried."""


MisreadRanking = tuple[Sequence[int], Sequence[int], str]
"""The grades of a misread list, the grades of all judged documents, and the slip in words."""


Misreadings = Callable[[RankingFacts], Iterable[MisreadRanking]]


def of_lists(misreadings: Misreadings, _: Question, facts: RankingFacts) -> list[Guess]:
    """Return the scores of misread rankings, computed in one batch."""
    rankings = [] if len(facts.ranking) > _MOST_RANKS or facts.ranking.ties else [*misreadings(facts)]
    if not rankings:
        return []
    grades, judged, causes = zip(*rankings, strict=True)
    ideal = [sorted(grades_of_judged, reverse=True) for grades_of_judged in judged]
    padded_grades = _padded(grades)
    untied = np.broadcast_to(np.arange(padded_grades.shape[-1]), padded_grades.shape)
    batch = Rankings(padded_grades, _padded(ideal), np.array([*map(len, grades)]), tied=untied)
    return list(map(Guess, facts.measure.scores(batch).tolist(), causes))


_MOST_RANKS = 40
"""The most ranks of a list in which single documents are misread."""


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.int64]:
    """Return lists as rows of an array, filled up with unjudged documents."""
    width = max(map(len, rows))
    return np.array([[*row, *[UNJUDGED] * (width - len(row))] for row in rows], dtype=np.int64)


def more_or_fewer(facts: RankingFacts) -> Iterator[MisreadRanking]:
    """Yield the ranking with one more, and with one fewer, relevant document missing from the list."""
    grades, judged, missed = facts.ranking.grades, facts.judged, facts.ranking.missed
    for grade in sorted({grade for grade in judged if grade >= facts.rel} or {facts.rel})[:_MOST_GRADES]:
        of_grade = f" of grade {grade}" if facts.highest_grade > 1 else ""
        yield grades, [*judged, grade], f"you counted one relevant document{of_grade} too many"
        if grade in missed:
            fewer = list(judged)
            fewer.remove(grade)
            yield grades, fewer, f"you counted one relevant document{of_grade} too few"


_MOST_GRADES = 4
"""The most grades for which a miscount is tried."""


def two_common(question: Question, facts: RankingFacts) -> Iterator[Guess]:
    """Yield the sums of common misconceptions over the divisors of other common misconceptions."""
    right = DividedSum.from_terms(facts.terms)
    for divisor_message, divisor in _wrong_divisors(question, right):
        for sum_message, wrong_sum in question.common_sums:
            if wrong_sum.divisor == right.divisor:
                cause = f"you made two mistakes: {sum_message} {divisor_message}".rstrip(".")
                yield Guess(wrong_sum.total / divisor, cause)


def _wrong_divisors(question: Question, right: DividedSum) -> list[tuple[str, float]]:
    """Return the message and the divisor of each common misconception that changes only the divisor."""
    return [
        (message, wrong_sum.divisor)
        for message, wrong_sum in question.common_sums
        if wrong_sum.divisor != right.divisor and np.array_equal(wrong_sum.quotients, right.quotients)
    ]


def two_changes(question: Question, facts: RankingFacts) -> Iterator[Guess]:
    """Yield the numbers of two changes to DCG, its ideal or nDCG that are made together, the likeliest first.

    They are two other conventions, another convention and a common mistake, or a mistake and an ideal of the retrieved
    documents only.
    """
    variant, asked = facts.dcg_variant, facts.measure
    if "discount" not in asked.options or variant.gain not in _OTHERS or facts.highest_grade > HIGHEST_EXPONENT:
        return
    gain, discount = {"dcg": _OTHERS[variant.gain]}, {"discount": _OTHERS[variant.discount]}
    conventions, both = [replace(facts, measure=asked(**options)) for options in (gain, discount)], gain | discount
    gains, discounts = conventions
    clauses = (
        f"You took {gains.dcg_variant.gain_words} as the gain, where it is {variant.gain_words}.",
        f"You took the discount {discounts.dcg_variant.discount_words}, where it is {variant.discount_words}.",
    )
    wrong_answers = {wrong.misconception: wrong.message for wrong in question.wrong_answers if not wrong.is_definition}
    ideal = {rule: message for rule, message in wrong_answers.items() if rule.id == "ndcg-ideal-of-retrieved"}
    common = {rule: message for rule, message in wrong_answers.items() if rule.frequency == COMMON}
    for rule, message in (ideal | common).items():
        for clause, changed in zip(clauses, conventions, strict=True):
            if wrong := rule.apply(changed):
                yield Guess(number_of(wrong), f"you did two things differently: {clause} {message}".rstrip("."))
    both_changed = asked(**both).of(facts.ranking)
    yield Guess(both_changed, f"you did two things differently: {' '.join(clauses)}".rstrip("."))
    retrieved = replace(facts, ranking=Ranking(facts.ranking.grades, ties=facts.ranking.ties))
    for of_ideal, (rule, message) in product(ideal.values(), wrong_answers.items()):
        if wrong := rule.apply(retrieved):
            yield Guess(number_of(wrong), f"you made two mistakes: {message} {of_ideal}".rstrip("."))


_OTHERS = {"linear": "exp-log2", "exponential": "log2", "log2": "log2-rank", "log2-rank": "log2"}
"""The other gain, and the other discount, of each gain and discount that have a convention of their own."""


def in_one_query(question: Question, means: MeanFacts) -> Iterator[Guess]:
    """Yield the means if a learner followed a common misconception about the measure in a single query."""
    values = [float(value) for value in means.values]
    common = [
        (misconception, wrong_values)
        for misconception, wrong_values in question.misconception_results_by_query
        if misconception.frequency == COMMON
    ]
    for index, query_facts in enumerate(means.query_facts[:_MOST_QUERIES]):
        sentence_facts = query_facts.sentence_facts()
        for misconception, wrong_values in common:
            wrong = wrong_values[index]
            if wrong is not None:
                message = misconception.message.format(**sentence_facts)
                cause = f"you made a mistake in query {index + 1} only: {message}".rstrip(".")
                yield Guess(means.mean.of([*values[:index], wrong, *values[index + 1 :]]), cause)


_MOST_QUERIES = 20
"""The largest number of queries for which a misconception in a single query is tried."""


def rule_cut(question: Question, typed: Answer) -> Iterator[Guess]:
    """Yield the numbers of common misconceptions, cut off after as many digits as the answer has."""
    if typed.places is None or typed.is_program_output:
        return
    unit = Fraction(1, 10**typed.places)
    for mistake in question.mistakes:
        if mistake.misconception.frequency == COMMON and not typed.fits(mistake.value):
            cut = math.trunc(Fraction(mistake.value) / unit) * unit
            yield Guess(float(cut), f"you made two mistakes: You cut the digits off. {mistake.message}".rstrip("."))


def judged_wrong(facts: RankingFacts) -> Iterator[MisreadRanking]:
    """Yield the rankings in which one relevant document is taken for not relevant, or the other way round."""
    grades = facts.ranking.grades
    lowest_relevant = min((grade for grade in facts.judged if grade >= facts.rel), default=facts.rel)
    added_judgments = [0] if lowest_relevant in facts.ranking.missed else [lowest_relevant, 0]
    for index, grade in enumerate(grades[: facts.measure.cutoff]):
        is_relevant = grade >= facts.rel
        misread = [*grades[:index], 0 if is_relevant else lowest_relevant, *grades[index + 1 :]]
        cause = f"you counted the document at rank {index + 1} as {'not ' * is_relevant}relevant"
        yield misread, [*facts.judged, *([0] if is_relevant else added_judgments)], cause


def with_slip(question: Question, facts: RankingFacts) -> Iterator[Guess]:
    """Yield sums with a term left out, or taken from the next rank, over the divisors of common misconceptions."""
    right = DividedSum.from_terms(facts.terms)
    for message, divisor in _wrong_divisors(question, right) if right.can_slip else ():
        for total, slip in (*right.without(), *right.of_next()):
            yield Guess(total / divisor, f"you made two mistakes: You {slip}. {message}".rstrip("."))


GUESS_KINDS = (
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
"""All kinds of guesses in the order in which they are tried, the likeliest and most informative first."""

TWO_CHANGES = GuessKind("two-changes", two_changes, RankingFacts)
"""The guesses that are tried before rounding too early, because they are as exact as a single misconception."""

MOST_HINTS = 3
_ENOUGH_DIGITS = 3
"""The fewest digits after the point of an answer to which `_MOST_EXPLAINED` applies."""
_MOST_ADDED_BY_KIND = 0.015
"""The largest share of the plausible numbers that the guesses of one kind may explain in addition."""
_MOST_ADDED = 0.025
"""The largest share of the plausible numbers that the guesses of all kinds together may explain in addition."""
_MOST_EXPLAINED = 0.029
"""The largest share of the plausible numbers that misconceptions and guesses together may explain."""


def two_changes_for(question: Question, typed: Answer) -> tuple[Hint, ...]:
    """Return hints about two changes that were made together. An answer with fewer digits is compared with fewer."""
    if not question.is_hand_computable:
        return ()
    low, high = _plausible_range(question, typed)
    known = [float(question.right_value), *(wrong.value for wrong in question.mistakes)]
    guesses = [
        guess
        for guess in TWO_CHANGES.guesses_for(question, typed)
        if not any(math.isclose(guess.value, value, rel_tol=1e-9) for value in known)
    ]
    tolerance = float(typed.tolerance)
    plausible = (high - low) / (2 * tolerance) if tolerance else math.inf
    most = int(min(_MOST_BY_TWO_CHANGES * plausible, len(guesses)))
    fitting = [guess.sentence_end for guess in guesses[:most] if guess.fits(typed)]
    return tuple(Hint(TWO_CHANGES.id, end) for end in fitting)[:MOST_HINTS]


_MOST_BY_TWO_CHANGES = 0.02
"""The largest share of the plausible numbers that two changes together may explain."""


def slips_for(question: Question, typed: Answer) -> tuple[Hint, ...]:
    """Return hints about a wrong answer, the likeliest first.

    A kind of guess is skipped if its guesses would explain too many of the numbers that a learner could have typed,
    because such a hint would be wrong too often. An answer with few digits fits more guesses, so it gets fewer hints. A
    list that is too long to be worked out by hand has no hints.
    """
    if not question.is_hand_computable:
        return ()
    all_guesses = [(kind.id, kind.guesses_for(question, typed)) for kind in GUESS_KINDS]
    all_guesses = [(identity, guesses) for identity, guesses in all_guesses if guesses]
    fitting = [[guess for guess in guesses if guess.fits(typed)] for _, guesses in all_guesses]
    if not any(fitting):
        return ()
    plausible = _plausible_range(question, typed)
    # A fraction with a larger denominator fits fewer guesses, so it is more informative.
    tolerance = float(typed.tolerance) or 0.5 / typed.value.denominator**2
    intervals = _intervals([float(question.right_value), *(wrong.value for wrong in question.mistakes)], tolerance)
    has_few_digits = typed.places is not None and typed.places < _ENOUGH_DIGITS
    most_explained = 1 if has_few_digits else _share_covered(intervals[:1], plausible) + _MOST_EXPLAINED
    by_misconceptions = explained = _share_covered(intervals, plausible)
    hints = dict[str, Hint]()
    for (identity, guesses), fitting_guesses in zip(all_guesses, fitting, strict=True):
        reach = np.array([guess.reach for guess in guesses])
        extended = np.concatenate([intervals, _intervals([guess.value for guess in guesses], tolerance + reach)])
        share = _share_covered(extended, plausible)
        if share - explained > _MOST_ADDED_BY_KIND or share - by_misconceptions > _MOST_ADDED or share > most_explained:
            continue
        intervals, explained = extended, share
        for guess in fitting_guesses:
            hints.setdefault(guess.sentence_end, Hint(identity, guess.sentence_end, guess.value))
    return tuple(hints.values())[:MOST_HINTS]


def _intervals(values: Sequence[float], tolerance: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the intervals of answers that fit each value, of shape (values, 2)."""
    middle = np.asarray(values, dtype=float)
    return np.stack([middle - tolerance, middle + tolerance], axis=-1)


def _share_covered(intervals: NDArray[np.float64], bounds: tuple[float, float]) -> float:
    """Return the share of the range between the bounds that the union of the intervals covers."""
    first, last = np.clip(intervals[np.argsort(intervals[:, 0])].T, *bounds)
    reached = np.maximum.accumulate(np.concatenate([bounds[:1], last[:-1]]))
    return float(np.maximum(last - np.maximum(first, reached), 0).sum() / (bounds[1] - bounds[0]))


def _plausible_range(question: Question, typed: Answer) -> tuple[float, float]:
    """Return the range of numbers that a learner could have typed in place of a wrong answer."""
    (low, high), value = question.quantity.range, float(typed.value)
    if low <= value <= high < float("inf"):
        return low, high
    if value > high:
        return high, max(2 * value, high + 1)
    if value < max(low, 0):
        return min(2 * value, -1.0), max(low, 0)
    most = 2 * max(abs(value), abs(float(question.right_value)))
    return (-most if low < 0 else 0.0), max(most, 1.0)
