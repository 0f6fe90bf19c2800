"""Exercises: a question with hints and a solution, which may ask for one number or for several.

The verdict on an answer of several numbers is a `SeveralVerdicts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from irlearn.byhand.answers import read_answer
from irlearn.byhand.calculation import SeveralCalculations
from irlearn.byhand.checking import check_question, make_question
from irlearn.byhand.explain_quantity import explain
from irlearn.byhand.hand_quantity import HandQuantity, SignificanceDerivation
from irlearn.byhand.mean_derivation import MeanDerivation
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.parse_question import read_input
from irlearn.byhand.question import Given, Question, WrongAnswer, halves_up
from irlearn.byhand.verdict import NOT_YET, Block, Diagnosis, SmallPrint, Verdict, drawn, note, to_text
from irlearn.errors import InputError, quoted
from irlearn.formulas.page import Prose
from irlearn.quantity import Quantity
from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Element, span, strong
from irlearn.text.numbers import fixed

BETWEEN = "; "
"""The separator of the numbers in an answer that irlearn writes."""


@dataclass(frozen=True)
class Exercise:
    """A question whose answer is a number, or several numbers. The answer is computed, not stored.

    Attributes
    ----------
    id : str
        The id; for a generated exercise `topic:level:seed`.
    quantity : Measure, Mean or HandQuantity
        The quantity that the question asks for.
    data : Ranking or tuple
        The input: a ranking, a ranking or value of each query, or the scores of two systems.
    question : str
        The question.
    hints : tuple of str
        Hints, each nearer to the answer than the one before.
    places : int
        The digits after the point that the question asks for.
    topic, level, seed
        The origin of a generated exercise.
    question_without_data : str
        The question without its input, for a page that draws the input; empty if sentences of the question contain it.
    further_quantities : tuple
        Further quantities of the same input, such as p after W. An answer then consists of several numbers with
        semicolons between them.
    first_name : str
        The name of the number that the learner must find first, if this exercise is an element of `numbers`.
    data_is_drawn : bool
        Whether a page draws the input; otherwise the question states it in words.

    Examples
    --------
    >>> from irlearn import AP, R, Ranking
    >>> exercise = Exercise("turn-1", AP, Ranking.parse("1 0 1", relevant=5), "AP of 1 0 1, 5 relevant in all?")
    >>> exercise.answer, exercise.check("0.833"), exercise.solution.equation
    ('0.333', <wrong rule: ap-over-found>, 'AP = (1/1 + 2/3) / 5 = 1/3 = 0.3333')
    >>> two = Exercise("turn-2", AP, Ranking.parse("1 0 1", relevant=5), "AP and R?", further_quantities=(R,))
    >>> two.answer, two.check("1/3; 2/3")
    ('0.333; 0.400', <AP right; R wrong rule>)
    """

    id: str
    quantity: Quantity
    data: Given
    question: str
    hints: tuple[str, ...] = ()
    places: int = 3
    topic: str = ""
    level: int = 0
    seed: int = 0
    question_without_data: str = ""
    further_quantities: tuple[Quantity, ...] = ()
    first_name: str = ""
    data_is_drawn: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "data", read_input(self.quantity, self.data))

    @cached_property
    def numbers(self) -> tuple[Exercise, ...]:
        """One exercise for each number of the answer, in order."""
        if not self.further_quantities:
            return (self,)
        return tuple(
            replace(
                self,
                id=f"{self.id}/{number}",
                quantity=quantity,
                further_quantities=(),
                first_name="" if number == 1 else self.names[0],
            )
            for number, quantity in enumerate((self.quantity, *self.further_quantities), start=1)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each number, which may precede it in an answer."""
        return tuple(quantity.answer_label for quantity in (self.quantity, *self.further_quantities))

    @property
    def right_values(self) -> tuple[Fraction | float, ...]:
        """The right numbers."""
        return tuple(number.checker.right_value for number in self.numbers)

    @property
    def answer(self) -> str:
        """The right answer, rounded to the digits that the question asks for, with halves up."""
        return BETWEEN.join(answer_text(right, self.places) for right in self.right_values)

    @property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation | SeveralCalculations:
        """The derivation of the right answer."""
        return (
            SeveralCalculations(tuple(number.solution for number in self.numbers))
            if self.further_quantities
            else explain(self.quantity, self.data)
        )

    def check(self, answer: str | float | Fraction | Decimal) -> Verdict | SeveralVerdicts:
        """Check an answer. Raise `InputError` if it does not consist of as many numbers as the question asks for."""
        return (
            check_several(self.numbers, self.names, str(answer))
            if self.further_quantities
            else check_question(self.checker, answer)
        )

    def held_back_message(self, verdict: Verdict | SeveralVerdicts) -> str:
        """Return the message in place of a verdict that would reveal the first of several numbers, or else "".

        >>> from irlearn.byhand import exercise_by_id
        >>> p = exercise_by_id("signed-rank:2:8/2")
        >>> p.held_back_message(p.check("0.5")), p.held_back_message(p.check(p.answer))
        ('Not yet. First get W right, then try again.', '')
        """
        return held_back_message(verdict, self.first_name) if isinstance(verdict, Verdict) else ""

    @property
    def mistakes(self) -> tuple[WrongAnswer, ...]:
        """The wrong answers of misconceptions, the likeliest first."""
        return tuple(chain.from_iterable(number.checker.mistakes for number in self.numbers))

    @property
    def reference_answer(self) -> str:
        """A right answer that excludes each known mistake: a fraction, or eight digits after the point."""
        return BETWEEN.join(
            str(value) if isinstance(value, Fraction) else fixed(value, 8) for value in self.right_values
        )

    @property
    def wrong(self) -> tuple[tuple[str, str], ...]:
        """The wrong answers, rounded, each with the id of its misconception. Only one of several numbers is wrong."""
        answers = [number.answer for number in self.numbers]
        wrong_answers = []
        for index, number in enumerate(self.numbers):
            for mistake in number.mistakes:
                wrong = answer_text(mistake.value, self.places)
                if wrong != number.answer:
                    wrong_answers.append((BETWEEN.join([*answers[:index], wrong, *answers[index + 1 :]]), mistake.id))
        return tuple(wrong_answers)

    def accepts(self, answer: str) -> bool:
        """Return whether an answer completes the exercise.

        The answer must be exact, or have at least the digits that the question asks for and enough digits to exclude
        each known mistake.

        >>> from irlearn.byhand import exercise
        >>> f_exercise = exercise("f", 328)
        >>> f_exercise.answer, [f_exercise.accepts(answer) for answer in ("0.46", "0.462", "6/13")]
        ('0.462', [False, True, True])
        """
        return self.check(answer).conclusive

    def feedback_on(self, answer: str) -> tuple[str, ...]:
        """Return the ids of the diagnoses of an answer."""
        return tuple(diagnosis.id for diagnosis in self.check(answer).diagnoses)

    def another(self) -> Exercise:
        """Return the next exercise of the same topic and level. Raise `InputError` if this one was not generated.

        >>> from irlearn.byhand import exercise
        >>> exercise("ap", 1).another() == exercise("ap", 2)
        True
        """
        from irlearn.byhand.generate import exercise  # That module imports this one.

        if not self.topic:
            raise InputError(f"the exercise {self.id!r} was written by hand, so there is no other of its kind")
        return exercise(self.topic, self.seed + 1, level=self.level)

    def with_id(self, identity: str) -> Exercise:
        """Return the same exercise with another id, such as that of a part of a lesson."""
        return replace(self, id=identity)

    @cached_property
    def checker(self) -> Question:
        """The question about the first number, whose wrong numbers are computed once for all answers."""
        return replace(make_question(self.quantity, self.data), places=self.places)


def answer_text(value: Fraction | float, places: int) -> str:
    """Return a number with these digits after the point and halves rounded up; a whole number has no point.

    >>> [answer_text(number, 3) for number in (Fraction(1, 16), Fraction(11), 6.78353, Fraction(1, 2))]
    ['0.063', '11', '6.784', '0.500']
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    rounded = halves_up(abs(Fraction(value)), places)
    return f"{'-' if value < 0 and rounded else ''}{fixed(rounded, places)}"


def split_answers(typed: str, names: Sequence[str]) -> tuple[str, ...]:
    """Split an answer into several numbers, in the order of `names`.

    The separators are semicolons, bars, line ends, `and`, or, if the text cannot be a single number, slashes, commas
    or blanks. Numbers with their names may be in any order. Raise `InputError` if the count or a name is wrong.

    >>> names = ("P", "RR")
    >>> [split_answers(text, names) for text in ("3/5; 0.5", "0,6; 0,5", "0.6 .5", "rr = 0.5, p = 0.6", "1/2 / 1/3")]
    [('3/5', '0.5'), ('0,6', '0,5'), ('0.6', '.5'), ('0.6', '0.5'), ('1/2', '1/3')]
    >>> split_answers("0,6", names)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 2 numbers are asked for, P and RR, with a semicolon between them, such as 0.45; 2/7;
    given: '0,6'
    """
    for parts in _ways_to_split(typed, names):
        if len(parts) == len(names):
            return _in_order(parts, names, typed)
    raise InputError(
        f"{count_noun(len(names), 'number')} are asked for, {comma_list(names)}, with a semicolon between them, such "
        f"as {BETWEEN.join(('0.45', '2/7', '13/30', '0.6')[: len(names)])}; given: {quoted(typed)}"
    )


def _ways_to_split(typed: str, names: Sequence[str]) -> Iterator[list[str]]:
    """Yield the ways to split a text, the clearest first; a separator that may be part of a number is skipped."""
    for separator in (";", "|", "\n", " and ", ", ", " / "):
        if separator in typed:
            yield [part.strip() for part in typed.split(separator)]
    by_comma, by_slash = ([part.strip() for part in typed.split(separator)] for separator in ",/")
    if all(re.search(r"[./%=]|[^\W\d]", part) for part in by_comma):
        yield by_comma
    if len(typed.split()) == 1 and not by_slash[-1].isdecimal():  # 5.383/8 is a single number.
        yield by_slash
    yield re.split(rf"\s+(?=(?:{'|'.join(map(re.escape, names))})\s*[=:])", typed.strip(), flags=re.IGNORECASE)
    by_blank = typed.split()
    if all(map(_is_number, by_blank)):
        yield by_blank


def _is_number(text: str) -> bool:
    try:
        return bool(read_answer(text))
    except InputError:
        return False


def _in_order(parts: Sequence[str], names: Sequence[str], typed: str) -> tuple[str, ...]:
    """Return the answers in the order of the names; numbers before the first name are in the order asked.

    A number without a name after a named one is refused, because it may be the same number in another form.
    """
    keys = [_key(name) for name in names]
    named_parts = [_split_name(part, keys) for part in parts]
    unnamed = next((index for index, (key, _) in enumerate(named_parts) if key), len(named_parts))
    first_answers = [answer for _, answer in named_parts[:unnamed]]
    answers = dict([*zip(keys, first_answers, strict=False), *named_parts[unnamed:]])
    if sorted(answers) != sorted(keys):
        raise InputError(f"the numbers asked for are {comma_list(names)}, each once; given: {quoted(typed)}")
    return tuple(answers[key] for key in keys)


def _key(name: str) -> str:
    """Return the letters and digits of a name in lower case."""
    return "".join(filter(str.isalnum, name.casefold()))


def _split_name(part: str, keys: Sequence[str]) -> tuple[str, str]:
    """Split a part into the key of its name, empty if it has none, and its number. A ratio 1:3 has no name."""
    for sign in "=:":
        name, separator, answer = part.partition(sign)
        if separator and any(letter.isalpha() for letter in name):
            return _key(name), answer.strip()
    words = part.split()
    for number, name_words in ((words[:1], words[1:]), (words[-1:], words[:-1])):
        typed_key = _key("".join(name_words))
        for key in keys:
            if typed_key and typed_key in (key, key.removesuffix("s")):
                return key, number[0]
    return "", part


@dataclass(frozen=True)
class SeveralVerdicts:
    """The verdict on an answer of several numbers, with the attributes of a `Verdict`.

    It is right if all numbers are right. `answers_are_swapped` says that the right numbers are in another order.

    >>> from irlearn import RR, P, Ranking
    >>> from irlearn.byhand import Exercise
    >>> asked = Exercise("turn-1", RR, Ranking.parse("0 1 1 0 1"), "RR and P@4?", further_quantities=(P @ 4,))
    >>> asked.check("1/2; 2/5"), asked.check("0.5; 0.5").correct
    (<RR right; P@4 wrong rule>, True)
    >>> print(asked.check("1/2; 2/4").headline)
    RR: 1/2 is right. P@4: 2/4 is right.
    """

    names: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    answers_are_swapped: bool = False

    @property
    def correct(self) -> bool:
        return all(verdict.correct for verdict in self.verdicts)

    def __bool__(self) -> bool:
        """Return whether each number is right."""
        return self.correct

    @property
    def undecided(self) -> bool:
        return not self.correct and all(verdict.correct or verdict.undecided for verdict in self.verdicts)

    @property
    def conclusive(self) -> bool:
        return all(verdict.conclusive for verdict in self.verdicts)

    @property
    def outcome(self) -> str:
        """The outcome of the first wrong number, or else of the first number that does not complete the exercise."""

        def sort_key(verdict: Verdict) -> tuple[bool, bool, bool]:
            return verdict.correct or verdict.undecided, verdict.correct, verdict.conclusive

        return min(self.verdicts, key=sort_key).outcome

    @property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """The diagnoses of the wrong numbers; if no number is wrong, the mistakes that the digits do not exclude."""
        wrong = [verdict for verdict in self.verdicts if not (verdict.correct or verdict.undecided)]
        return tuple(chain.from_iterable(verdict.diagnoses for verdict in wrong or self.verdicts))

    @property
    def headline(self) -> str:
        """The verdict on each number."""
        if self.answers_are_swapped:
            return f"These are the right numbers in the wrong order. Give {comma_list(self.names)} in this order."
        return " ".join(f"{name}: {self._held_back(verdict) or verdict.headline}" for name, verdict in self._named)

    def _held_back(self, verdict: Verdict) -> str:
        """Return the message in place of a verdict on p that would reveal an earlier wrong number; else ""."""
        for name, other in self._named:
            if other is verdict:
                return ""
            if not other.correct:
                return held_back_message(verdict, name)
        return ""

    @property
    def advice(self) -> str:
        shown = (verdict.advice for verdict in self.verdicts if verdict.advice and not self._held_back(verdict))
        return " ".join(dict.fromkeys(shown))

    @property
    def rounding(self) -> str:
        """How the numbers were read; several exact numbers are in a single sentence."""
        answers = [verdict.answer for verdict in self.verdicts]
        exact = [answer.text for answer in answers if not (answer.tolerance or answer.note)]
        if len(exact) < 2:
            return " ".join(verdict.rounding for verdict in self.verdicts)
        others = [verdict.rounding for verdict in self.verdicts if verdict.answer.text not in exact]
        return " ".join([*others, f"{comma_list(exact)} are taken as exact."])

    @property
    def solution(self) -> SeveralCalculations:
        return SeveralCalculations(tuple(verdict.solution for verdict in self.verdicts))

    @property
    def _named(self) -> Iterator[tuple[str, Verdict]]:
        return zip(self.names, self.verdicts, strict=True)

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as plain data, with the keys of a `Verdict` and a list `numbers` with each verdict.

        Right values of wrong numbers are None, because the learner still has to find them. A verdict on p that is
        replaced by a message has no diagnoses.
        """
        numbers = []
        for name, verdict in self._named:
            number = {"name": name, **verdict.to_json()}
            if not verdict.correct:
                number["value"] = None
                if message := self._held_back(verdict):
                    number |= {"message": message, "advice": "", "diagnoses": [], "hints": []}
            numbers.append(number)
        return {
            "correct": self.correct,
            "telling": self.conclusive,
            "value": [number["value"] for number in numbers],
            "outcome": self.outcome,
            "message": self.headline,
            "advice": self.advice,
            "rounding": self.rounding,
            "diagnoses": [
                diagnosis for number in numbers for diagnosis in number["diagnoses"] if not number["correct"]
            ],
            "numbers": numbers,
        }

    def __repr__(self) -> str:
        """Return the outcome of each number, without the right values."""
        return f"<{BETWEEN.join(f'{name} {verdict.outcome}' for name, verdict in self._named)}>"

    def blocks(self) -> list[Block]:
        """Return the headline, and the blocks of the wrong numbers; if all numbers are right, the blocks of all."""
        blocks: list[Block] = [Prose(self.headline, strong=True)]
        if self.answers_are_swapped:
            return blocks
        wrong = [
            (name, verdict) for name, verdict in self._named if not verdict.correct and not self._held_back(verdict)
        ]
        for name, verdict in wrong or self._named:
            new = [block for block in verdict.blocks()[1 : None if wrong else -1] if block not in blocks]
            if new and len(wrong) > 1:
                blocks.append(Prose(f"{name}:", strong=True))
            blocks += new
        return blocks if wrong else [*blocks, SmallPrint(self.rounding)]

    def __str__(self) -> str:
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset())

    def typeset(self, *, announced: bool = False, more: str = "") -> Element:
        """Return the verdict as an HTML note, as `Verdict.typeset` does."""
        headlines = []
        for name, verdict in self._named:
            message = self._held_back(verdict)
            first_words, rest = (NOT_YET, message.removeprefix(NOT_YET)) if message else verdict.first_words
            is_bold = rest or verdict.conclusive
            headlines.append(span("told")[f"{name}: ", strong[first_words] if is_bold else first_words, rest, " "])
        headline, each = (self.headline, "") if self.answers_are_swapped else ("", headlines)
        css_class, content = self.outcome.replace(" ", "-"), map(drawn, self.blocks()[1:])
        return note(css_class, headline, content, announced=announced, more=[each, more.strip()])


def held_back_message(verdict: Verdict, first: str) -> str:
    """Return the message in place of the verdict on a wrong p-value, which would reveal the number `first`.

    Return "" for a right p-value, for any other number, and if `first` is empty.
    """
    quantity = verdict.question.quantity
    is_wrong_p = (
        not (verdict.correct or verdict.undecided) and isinstance(quantity, HandQuantity) and quantity.statistic == "p"
    )
    return f"{NOT_YET} First get {first} right, then try again." if first and is_wrong_p else ""


def check_several(numbers: Sequence[Exercise], names: Sequence[str], typed: str) -> SeveralVerdicts:
    """Check an answer of several numbers, given the exercise and the name of each number."""
    answers = split_answers(typed, names)
    verdicts = tuple(
        _check_number(number, name, answer) for number, name, answer in zip(numbers, names, answers, strict=True)
    )
    rotated_answers = [answers[start:] + answers[:start] for start in range(1, len(answers))]
    are_swapped = not all(verdict.correct for verdict in verdicts) and any(
        all(number.check(answer).conclusive for number, answer in zip(numbers, rotated, strict=True))
        for rotated in rotated_answers
    )
    return SeveralVerdicts(tuple(names), verdicts, are_swapped)


def _check_number(number: Exercise, name: str, answer: str) -> Verdict:
    try:
        verdict = number.check(answer)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    assert isinstance(verdict, Verdict)
    return verdict
