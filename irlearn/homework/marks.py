"""Marks for the answers of a class: a mark for each number, with its feedback, and the answers of each student."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from irlearn.byhand.answers import CUT
from irlearn.byhand.checking import is_cut_off
from irlearn.byhand.hand_calculation import Exercise, split_answers
from irlearn.byhand.hand_quantity import HandQuantity, SignificanceTest
from irlearn.byhand.marking import mark
from irlearn.byhand.verdict import OTHER, ROUNDED, WRONG, Verdict
from irlearn.errors import InputError
from irlearn.text.english import as_sentence

RIGHT, HALF, MISTAKE, CONVENTION, UNKNOWN, EMPTY = "right", "half", "wrong", OTHER, "unknown", "not answered"
"""Kinds of numbers: right, too few digits or cut off, a known mistake, another convention, no known cause, none."""
BLANK = " \t-–—"
"""The characters of an empty answer in the exports of platforms."""
_CLOZE = re.compile(r"(?:^|;)\s*[^\W\d]+ \d+:")
"""The beginning of a number in Moodle's report on a Cloze question, in any language: `part 1: 3; part 2: 0.250`."""


class MarkedNumber(NamedTuple):
    """A number of an answer: its name, the typed text, the mark of at most 1, the kind, and the feedback.

    `mistake` is the id of a mistake, of a convention or of cut-off digits. `verdict` is None if the text is no number.
    """

    name: str
    text: str
    mark: Fraction
    kind: str
    feedback: str
    mistake: str = ""
    verdict: Verdict | None = None


class MarkedAnswer(NamedTuple):
    """An answer to an exercise with its numbers. If the answer does not count, `not_counted` says why."""

    exercise: Exercise
    text: str
    numbers: tuple[MarkedNumber, ...]
    not_counted: str = ""

    @property
    def mark(self) -> Fraction:
        """The sum of the marks of the numbers."""
        return sum((number.mark for number in self.numbers), Fraction(0))

    @property
    def is_empty(self) -> bool:
        """Whether no number was given."""
        return not self.not_counted and all(number.kind == EMPTY for number in self.numbers)

    @property
    def feedback(self) -> str:
        """The feedback on each number, after its name if there are several."""
        if self.not_counted:
            return as_sentence(self.not_counted)
        if self.is_empty or len(self.numbers) == 1:
            return self.numbers[0].feedback
        return " ".join(f"{number.name}: {number.feedback}" for number in self.numbers)


class MarkedStudent(NamedTuple):
    """A student of a class with the marked answers, which are empty if nothing was handed in."""

    id: str
    name: str
    answers: tuple[MarkedAnswer, ...] = ()
    email: str = ""

    @property
    def mark(self) -> Fraction:
        """The sum of the marks."""
        return sum((answer.mark for answer in self.answers), Fraction(0))


def mark_answer(exercise: Exercise, text: str, *, other_conventions: bool = False) -> MarkedAnswer:
    """Mark an answer with at most one mark for each number that the exercise asks for.

    Parameters
    ----------
    exercise : Exercise
        The exercise.
    text : str
        The answer as it was typed, or as Moodle reports an answer of several numbers.
    other_conventions : bool
        Whether a number that is right by another convention gets its mark.

    Returns
    -------
    MarkedAnswer
        The answer with the mark of each number: 1 if it is right, 1/2 if it has too few digits or is cut off. A p-value
        that is right for a wrong W gets its mark, too. Zeros at the end do not count, because spreadsheets drop them.

    Examples
    --------
    >>> from irlearn.byhand import exercise
    >>> f, signed_rank = exercise("f", 328), exercise("signed-rank", 4)
    >>> f.answer, [str(mark_answer(f, text).mark) for text in ("0.462", "0.46", "0.461", "0.519", "")]
    ('0.462', ['1', '1/2', '1/2', '0', '0'])
    >>> mark_answer(f, "0.519").numbers[0].mistake
    'f-arithmetic-mean'
    >>> signed_rank.answer, mark_answer(signed_rank, "17; 0.551").numbers[1].feedback
    ('16.500; 0.516', '0.551 is right for your W.')
    """
    numbers, texts = exercise.numbers, _split(exercise, text)
    marked = [
        _mark_number(*pair, other_conventions) for pair in zip(numbers, texts or [text] * len(numbers), strict=True)
    ]
    if not texts and any(number.verdict is not None for number in marked):  # A single number, perhaps not the first.
        best = max(range(len(marked)), key=lambda index: (marked[index].mark, bool(marked[index].mistake), -index))
        marked = [
            given if index == best else _mark_number(numbers[index], "", other_conventions)
            for index, given in enumerate(marked)
        ]
    following = [_follow(*pair, numbers[0], marked[0]) for pair in zip(numbers[1:], marked[1:], strict=True)]
    return MarkedAnswer(exercise, text, (marked[0], *following))


def _split(exercise: Exercise, text: str) -> Sequence[str]:
    """Return the text of each number; empty if the text does not have as many parts as the exercise has numbers."""
    names = exercise.names
    if len(names) == 1 or not text.strip(BLANK):
        return [text] * len(names)
    before, *parts = _CLOZE.split(text)
    if len(parts) == len(names) and not before.strip():
        return [part.strip(" ;") for part in parts]
    try:
        return split_answers(text, names)
    except InputError:
        return ()


def _mark_number(number: Exercise, text: str, other_conventions: bool) -> MarkedNumber:
    name = number.names[0]
    if not text.strip(BLANK):
        return MarkedNumber(name, "", Fraction(0), EMPTY, "There is no answer.")
    try:
        verdict = number.check(text)
    except InputError as error:
        return MarkedNumber(name, text, Fraction(0), UNKNOWN, as_sentence(error))
    assert isinstance(verdict, Verdict)
    awarded, outcome = mark(verdict), verdict.outcome
    if outcome == OTHER and other_conventions:
        awarded = _share(verdict, number)
    if verdict.answer.value == Fraction(number.answer):
        awarded = Fraction(1)
    known = verdict.diagnoses[0].id if verdict.diagnoses and outcome in (WRONG, ROUNDED, OTHER) else ""
    kind = {Fraction(1): RIGHT, Fraction(1, 2): HALF}.get(awarded, MISTAKE if known else UNKNOWN)
    kind = CONVENTION if outcome == OTHER else kind
    return MarkedNumber(name, text, awarded, kind, verdict.finding, "" if kind == RIGHT else known, verdict)


def _share(verdict: Verdict, number: Exercise) -> Fraction:
    """Return 1 if an answer has the digits asked for, and else 1/2."""
    return Fraction(1, 1 if verdict.answer.tolerance <= Fraction(1, 2 * 10**number.places) else 2)


def _follow(number: Exercise, given: MarkedNumber, first: Exercise, first_given: MarkedNumber) -> MarkedNumber:
    """Return a p-value with the mark that it gets if it is worked out from a wrong statistic of the same test."""
    quantity, statistic = number.quantity, first.quantity
    is_p = isinstance(quantity, SignificanceTest) and quantity.statistic == "p"
    if not is_p or not isinstance(statistic, HandQuantity) or statistic.name != quantity.name:
        return given
    if given.verdict is None or first_given.verdict is None or first_given.mark == 1:
        return given
    from irlearn.byhand.significance_facts import TestFacts  # Imported late, because it loads SciPy.

    facts, typed = number.checker.exact_facts, given.verdict.answer
    p = facts.p_of(first_given.verdict.answer.value) if isinstance(facts, TestFacts) else None
    if p is None or not (typed.is_rounding_of(p) or is_cut_off(p, typed)):
        return given
    cut = "" if typed.is_rounding_of(p) else CUT
    awarded = Fraction(1, 2) if cut else _share(given.verdict, number)
    if awarded <= given.mark:
        return given
    but = "" if awarded == 1 else " But digits were cut off." if cut else " But give more digits."
    feedback = f"{typed.text} is right for your {first_given.name}.{but}"
    return given._replace(mark=awarded, kind=RIGHT if awarded == 1 else HALF, feedback=feedback, mistake=cut)
