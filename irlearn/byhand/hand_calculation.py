"""A hand calculation to do: its question, hints in steps, an answer computed when asked, an explained solution.

Several numbers may be asked for at once, such as W and p: how they are typed, judged and worked out stands below.
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
from irlearn.byhand.mean_derivation import MeanDerivation
from irlearn.byhand.measure_derivation import Derivation
from irlearn.byhand.parse_question import read_input
from irlearn.byhand.quantity import HandQuantity, SignificanceDerivation
from irlearn.byhand.question import Given, Question, WrongAnswer, halves_up
from irlearn.byhand.verdict import NOT_YET, Block, Diagnosis, SmallPrint, Verdict, drawn, note, to_text
from irlearn.errors import InputError, quoted
from irlearn.formulas.page import Prose
from irlearn.quantity import Quantity
from irlearn.text.english import comma_list, count_noun
from irlearn.text.html import Element, span, strong
from irlearn.text.numbers import fixed

BETWEEN = "; "
"""What stands between the numbers of an answer as irlearn writes it."""


@dataclass(frozen=True)
class Exercise:
    """A question with a number as its answer: what is asked, what is given, and hints from the first to the last.

    `quantity` is a measure, a mean over queries, or a number of a significance test; `data` is a ranking, one ranking
    or value a query, or the scores of two systems. `question_without_data` is the question without what is given, for a
    page that draws it beside them; empty where scores and values stand in the question alone. Without `data_is_drawn`,
    the words say what is given. `places` is the rounding that the question states, in digits after the point.
    `further_quantities` are asked of the same data, such as p after W: then an answer is several numbers with
    semicolons between them, and `numbers` are the exercises that ask for one each, `first_name` being the name of the
    one to be found before it. A generated exercise carries its `topic`, `level` and `seed`, from which it can be made
    again. The answer is not stored; it is worked out when asked.

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
        """An exercise for each number that is asked for, in their order; itself, where it is one."""
        if not self.further_quantities:
            return (self,)
        asked = enumerate((self.quantity, *self.further_quantities), start=1)
        first = ("", *[self.names[0]] * len(self.further_quantities))
        return tuple(
            replace(self, id=f"{self.id}/{place}", quantity=one, further_quantities=(), first_name=first[place - 1])
            for place, one in asked
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The short name of each number, which may stand before it in an answer."""
        return tuple(one.answer_label for one in (self.quantity, *self.further_quantities))

    @property
    def right_values(self) -> tuple[Fraction | float, ...]:
        """The right numbers."""
        return tuple(one.checker.right_value for one in self.numbers)

    @property
    def answer(self) -> str:
        """The right answer at the stated rounding, halves up as by hand; a whole number without a point."""
        return BETWEEN.join(answer_text(right, self.places) for right in self.right_values)

    @property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation | SeveralCalculations:
        """The right answer worked out, each step a fraction."""
        return (
            SeveralCalculations(tuple(one.solution for one in self.numbers))
            if self.further_quantities
            else explain(self.quantity, self.data)
        )

    def check(self, answer: str | float | Fraction | Decimal) -> Verdict | SeveralVerdicts:
        """The verdict on an answer; `InputError` where it is no number, or not as many as are asked for."""
        return (
            check_several(self.numbers, self.names, str(answer))
            if self.further_quantities
            else check_question(self.checker, answer)
        )

    def held_back_message(self, verdict: Verdict | SeveralVerdicts) -> str:
        """What to say instead of the verdict on one of several numbers, if it may tell the first; else nothing.

        >>> from irlearn.byhand import exercise_by_id
        >>> p = exercise_by_id("signed-rank:2:8/2")
        >>> p.held_back_message(p.check("0.5")), p.held_back_message(p.check(p.answer))
        ('Not yet. Try again when W is right.', '')
        """
        return held_back_message(verdict, self.first_name) if isinstance(verdict, Verdict) else ""

    @property
    def mistakes(self) -> tuple[WrongAnswer, ...]:
        """The wrong numbers that wrong rules give, likeliest first."""
        return tuple(chain.from_iterable(one.checker.mistakes for one in self.numbers))

    @property
    def reference_answer(self) -> str:
        """A right answer that excludes each known mistake: a fraction, or eight digits after the point."""
        return BETWEEN.join(str(one) if isinstance(one, Fraction) else fixed(one, 8) for one in self.right_values)

    @property
    def wrong(self) -> tuple[tuple[str, str], ...]:
        """The wrong answers at the stated rounding, each with the id of the rule that must be named for it."""
        right = [one.answer for one in self.numbers]
        return tuple(  # of several one is wrong, and the others are right
            (BETWEEN.join([*right[:place], wrong, *right[place + 1 :]]), mistake.id)
            for place, one in enumerate(self.numbers)
            for mistake in one.mistakes
            if (wrong := answer_text(mistake.value, self.places)) != one.answer
        )

    def accepts(self, answer: str) -> bool:
        """Whether the answer settles the exercise: exact; or right, at the stated rounding or a finer one, with digits
        enough to exclude each known mistake.

        >>> from irlearn.byhand import exercise
        >>> made = exercise("f", 328)
        >>> made.answer, [made.accepts(answer) for answer in ("0.46", "0.462", "6/13")]
        ('0.462', [False, True, True])
        """
        return self.check(answer).conclusive

    def feedback_on(self, answer: str) -> tuple[str, ...]:
        """The ids of the wrong rules that are named for this answer."""
        return tuple(one.id for one in self.check(answer).diagnoses)

    def another(self) -> Exercise:
        """The next exercise of the same topic and level, on which the mistake just made can show again.

        Raises `InputError` for an exercise that was not generated.

        >>> from irlearn.byhand import exercise
        >>> exercise("ap", 1).another() == exercise("ap", 2)
        True
        """
        from irlearn.byhand.generate import exercise  # it makes what this module defines

        if not self.topic:
            raise InputError(f"the exercise {self.id!r} was written by hand, so there is no other of its kind")
        return exercise(self.topic, self.seed + 1, level=self.level)

    def with_id(self, identity: str) -> Exercise:
        """The same exercise under another id, such as its part's in a lesson."""
        return replace(self, id=identity)

    @cached_property
    def checker(self) -> Question:
        """What the answers to its first number are judged by, with the wrong numbers worked out once."""
        return replace(make_question(self.quantity, self.data), places=self.places)


def answer_text(value: Fraction | float, places: int) -> str:
    """A number with this many digits after the point, halves up as by hand; a whole number has no point.

    >>> [answer_text(number, 3) for number in (Fraction(1, 16), Fraction(11), 6.78353, Fraction(1, 2))]
    ['0.063', '11', '6.784', '0.500']
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    rounded = halves_up(abs(Fraction(value)), places)
    return f"{'-' if value < 0 and rounded else ''}{fixed(rounded, places)}"


# several numbers of one exercise


def split_answers(typed: str, names: Sequence[str]) -> tuple[str, ...]:
    """The answers to several numbers that stand in one text, in the order of `names`.

    Between them stand semicolons, bars, line ends, `and`, or, where they cannot be taken for one number, slashes,
    commas or blanks; each may have its name at it, and then they may stand in any order. Raises `InputError` where
    there are more or fewer of them, and where a name is another one.

    >>> names = ("P", "RR")
    >>> [split_answers(text, names) for text in ("3/5; 0.5", "0,6; 0,5", "0.6 .5", "rr = 0.5, p = 0.6", "1/2 / 1/3")]
    [('3/5', '0.5'), ('0,6', '0,5'), ('0.6', '.5'), ('0.6', '0.5'), ('1/2', '1/3')]
    >>> split_answers("0,6", names)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 2 numbers are asked for, P and RR, with a semicolon between them, such as 0.45; 2/7;
    given: '0,6'
    """
    for parts in _divided(typed, names):
        if len(parts) == len(names):
            return _in_order(parts, names, typed)
    raise InputError(
        f"{count_noun(len(names), 'number')} are asked for, {comma_list(names)}, with a semicolon between them, such "
        f"as {BETWEEN.join(('0.45', '2/7', '13/30', '0.6')[: len(names)])}; given: {quoted(typed)}"
    )


def _divided(typed: str, names: Sequence[str]) -> Iterator[list[str]]:
    """The ways to divide a text, the clearest first; a comma, blank or slash in what may be one number is none."""
    for sign in (";", "|", "\n", " and ", ", ", " / "):
        if sign in typed:
            yield [part.strip() for part in typed.split(sign)]
    by_comma, by_slash = ([part.strip() for part in typed.split(sign)] for sign in ",/")
    if all(re.search(r"[./%=]|[^\W\d]", part) for part in by_comma):
        yield by_comma
    if len(typed.split()) == 1 and not by_slash[-1].isdecimal():  # 5.383/8 is one number
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
    """The answers in the order of the names; numbers before the first name are those that are asked for first.

    A number after a named one may be that one again, in another form, and is refused.
    """
    wanted = [_key(name) for name in names]
    named = [_named(part, wanted) for part in parts]
    first = next((place for place, (name, _) in enumerate(named) if name), len(named))
    found = dict([*zip(wanted, (answer for _, answer in named[:first]), strict=False), *named[first:]])
    if sorted(found) != sorted(wanted):
        raise InputError(f"the numbers asked for are {comma_list(names)}, each once; given: {quoted(typed)}")
    return tuple(found[name] for name in wanted)


def _key(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _named(part: str, wanted: Sequence[str]) -> tuple[str, str]:
    """The name before an equals sign or a colon, or a wanted one beside the answer; a fraction 1:3 has no name."""
    for sign in "=:":
        name, found, answer = part.partition(sign)
        if found and any(letter.isalpha() for letter in name):
            return _key(name), answer.strip()
    words = part.split()
    for number, beside in ((words[:1], words[1:]), (words[-1:], words[:-1])):
        key = _key("".join(beside))
        if name := next((name for name in wanted if key and key in (name, name.removesuffix("s"))), ""):
            return name, number[0]
    return "", part


@dataclass(frozen=True)
class SeveralVerdicts:
    """The verdict on an answer of several numbers: that on each, behind its name; right where each is.

    It has what a `Verdict` has; `diagnoses` are those of all numbers.

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
        return all(one.correct for one in self.verdicts)

    def __bool__(self) -> bool:
        """Return whether each number is right."""
        return self.correct

    @property
    def undecided(self) -> bool:
        return not self.correct and all(one.correct or one.undecided for one in self.verdicts)

    @property
    def conclusive(self) -> bool:
        return all(one.conclusive for one in self.verdicts)

    @property
    def outcome(self) -> str:
        """The outcome of the first number that is wrong; else of the first not settled, or not as it was asked for."""
        return min(self.verdicts, key=lambda one: (one.correct or one.undecided, one.correct, one.conclusive)).outcome

    @property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """The misconceptions that give the wrong numbers; without any, those that the digits do not exclude."""
        wrong = [one for one in self.verdicts if not (one.correct or one.undecided)]
        return tuple(chain.from_iterable(one.diagnoses for one in wrong or self.verdicts))

    @property
    def headline(self) -> str:
        """The verdict on each number."""
        if self.answers_are_swapped:
            return f"These are the right numbers in another order: give {comma_list(self.names)}."
        return " ".join(f"{name}: {self._waits(one) or one.headline}" for name, one in self._named)

    def _waits(self, one: Verdict) -> str:
        """Of a p-value what is said instead, where a number before it is wrong, which it may tell; else nothing."""
        first = next((name for name, other in self._named if other is one or not other.correct), "")
        return "" if dict(self._named)[first] is one else held_back_message(one, first)

    @property
    def advice(self) -> str:
        return " ".join(dict.fromkeys(one.advice for one in self.verdicts if one.advice and not self._waits(one)))

    @property
    def rounding(self) -> str:
        """How the numbers were read; of several that are exact, that once."""
        exact = [one.answer.text for one in self.verdicts if not (one.answer.tolerance or one.answer.note)]
        told = [one.rounding for one in self.verdicts if len(exact) < 2 or one.answer.text not in exact]
        return " ".join(told if len(exact) < 2 else [*told, f"{comma_list(exact)} are taken as exact."])

    @property
    def solution(self) -> SeveralCalculations:
        return SeveralCalculations(tuple(one.solution for one in self.verdicts))

    @property
    def _named(self) -> Iterator[tuple[str, Verdict]]:
        return zip(self.names, self.verdicts, strict=True)

    def to_json(self) -> dict[str, Any]:
        """The verdict as plain data, for programs: what that on one number holds, and `numbers`, one for each.

        What the verdict does not tell yet is not in it either: a value that is not right is None, as that of another
        number may be read from it, and a p-value that waits has no diagnoses.
        """
        each = []
        for name, one in self._named:  # what a learner is still to find is kept back
            said = self._waits(one)
            silent = {"message": said, "advice": "", "diagnoses": [], "hints": []} if said else {}
            each.append({"name": name, **one.to_json(), **({} if one.correct else {"value": None, **silent})})
        return {
            "correct": self.correct,
            "telling": self.conclusive,
            "value": [one["value"] for one in each],
            "outcome": self.outcome,
            "message": self.headline,
            "advice": self.advice,
            "rounding": self.rounding,
            "diagnoses": [diagnosis for one in each for diagnosis in one["diagnoses"] if not one["correct"]],
            "numbers": each,
        }

    def __repr__(self) -> str:
        """The outcome of each number, without the right values."""
        return f"<{BETWEEN.join(f'{name} {one.outcome}' for name, one in self._named)}>"

    def blocks(self) -> list[Block]:
        wrong = [(name, one) for name, one in self._named if not one.correct and not self._waits(one)]
        told: list[Block] = [Prose(self.headline, strong=True)]
        for name, one in () if self.answers_are_swapped else wrong or self._named:
            new = [block for block in one.blocks()[1 : None if wrong else -1] if block not in told]
            told += [Prose(f"{name}:", strong=True)] * bool(new and wrong[1:]) + new
        return told if wrong or self.answers_are_swapped else [*told, SmallPrint(self.rounding)]

    def __str__(self) -> str:
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset())

    def typeset(self, *, said: bool = False, more: str = "") -> Element:
        told = [
            span("told")[f"{name}: ", strong[first] if then or one.conclusive else first, then, " "]
            for name, one in self._named
            for it in [self._waits(one)]
            for first, then in [(NOT_YET, it.removeprefix(NOT_YET)) if it else one.first_words]
        ]
        first, each = (self.headline, "") if self.answers_are_swapped else ("", told)
        look, below = self.outcome.replace(" ", "-"), map(drawn, self.blocks()[1:])
        return note(look, first, below, said=said, more=[each, more.strip()])


def held_back_message(verdict: Verdict, first: str) -> str:
    """What is said of a wrong p-value as long as the number called `first_name` may be wrong, which its verdict may
    tell.

    Nothing of a right one, of any other number, and where there is no first.
    """
    asked = verdict.question.quantity
    silent = (
        first
        and not (verdict.correct or verdict.undecided)
        and isinstance(asked, HandQuantity)
        and asked.statistic == "p"
    )
    return f"{NOT_YET} Try again when {first} is right." if silent else ""


def check_several(numbers: Sequence[Exercise], names: Sequence[str], typed: str) -> SeveralVerdicts:
    """The verdict on what was typed for several numbers, which are called so."""
    answers = split_answers(typed, names)
    each = tuple(_one(number, name, answer) for number, name, answer in zip(numbers, names, answers, strict=True))
    turned = [answers[place:] + answers[:place] for place in range(1, len(answers))]
    exchanged = not all(one.correct for one in each) and any(
        all(number.check(answer).conclusive for number, answer in zip(numbers, others, strict=True))
        for others in turned
    )
    return SeveralVerdicts(tuple(names), each, exchanged)


def _one(number: Exercise, name: str, answer: str) -> Verdict:
    try:
        verdict = number.check(answer)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    assert isinstance(verdict, Verdict)
    return verdict
