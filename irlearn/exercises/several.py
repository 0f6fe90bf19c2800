"""Several numbers of one exercise, such as W and p: how they are typed, judged and worked out together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from irlearn.derivation import Significance
from irlearn.derivation.calculation import Calculation
from irlearn.diagnosis import Diagnosis, Verdict, read_answer
from irlearn.diagnosis.verdict import NOT_YET, Block, drawn, note, to_text
from irlearn.errors import InputError, quoted
from irlearn.expression import Line
from irlearn.expression.document import Block as PageBlock, Prose
from irlearn.markup import Element, div, span, strong
from irlearn.words import counted, in_a_row

if TYPE_CHECKING:  # which is made of what is defined here
    from irlearn.exercises.calculation import Exercise

BETWEEN = "; "
"""What stands between the numbers of an answer as irlearn writes it."""


def answers_of(typed: str, names: Sequence[str]) -> tuple[str, ...]:
    """The answers to several numbers that stand in one text, in the order of `names`.

    Between them stand semicolons, bars, line ends, `and`, or, where they cannot be taken for one number, commas or
    blanks; each may have its name before it, and then they may stand in any order. Raises `InputError` where there are
    more or fewer of them, and where a name is another one.

    >>> names = ("P", "RR")
    >>> [answers_of(text, names) for text in ("3/5; 0.5", "0,6; 0,5", "0.6 .5", "rr = 0.5, p = 0.6")]
    [('3/5', '0.5'), ('0,6', '0,5'), ('0.6', '.5'), ('0.6', '0.5')]
    >>> answers_of("0,6", names)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 2 numbers are asked for, P and RR, with a semicolon between them, such as 0.45; 2/7;
    given: '0,6'
    """
    for parts in _divided(typed):
        if len(parts) == len(names):
            return _in_order(parts, names, typed)
    raise InputError(
        f"{counted(len(names), 'number')} are asked for, {in_a_row(names)}, with a semicolon between them, such as "
        f"{BETWEEN.join(('0.45', '2/7', '13/30', '0.6')[: len(names)])}; given: {quoted(typed)}"
    )


def _divided(typed: str) -> Iterator[list[str]]:
    """The ways to divide a text, the clearest first; a comma or a blank inside what may be one number is none."""
    for sign in (";", "|", "\n", " and ", ", "):
        if sign in typed:
            yield [part.strip() for part in typed.split(sign)]
    by_comma = [part.strip() for part in typed.split(",")]
    if all(any(sign in part for sign in "./%=") for part in by_comma):
        yield by_comma
    name, *middle = typed.split("=")
    last = middle.pop() if middle else ""
    if middle and all(len(one.split()) > 1 for one in middle):  # W = 3 p = 0.02
        values, names = zip(*(one.rsplit(maxsplit=1) for one in middle), strict=True)
        yield [f"{one} = {value}" for one, value in zip((name, *names), (*values, last), strict=True)]
    by_blank = typed.split()
    if all(map(_is_number, by_blank)):
        yield by_blank


def _is_number(text: str) -> bool:
    try:
        return bool(read_answer(text))
    except InputError:
        return False


def _in_order(parts: Sequence[str], names: Sequence[str], typed: str) -> tuple[str, ...]:
    """The answers in the order of the names, where they have some."""
    named = [_named(part) for part in parts]
    if not any(name for name, _ in named):
        return tuple(answer for _, answer in named)
    found = dict(named)
    wanted = ["".join(filter(str.isalnum, name.casefold())) for name in names]
    if sorted(found) != sorted(wanted):
        raise InputError(f"the numbers asked for are {in_a_row(names)}, each once; given: {quoted(typed)}")
    return tuple(found[name] for name in wanted)


def _named(part: str) -> tuple[str, str]:
    """The name before an equals sign or a colon, and the answer behind it; a fraction 1:3 has no name."""
    for sign in "=:":
        name, found, answer = part.partition(sign)
        if found and any(letter.isalpha() for letter in name):
            return "".join(filter(str.isalnum, name.casefold())), answer.strip()
    return "", part


@dataclass(frozen=True)
class Verdicts:
    """The verdict on an answer of several numbers: that on each, behind its name; right where each is.

    It has what a `Verdict` has; `diagnoses` are those of all numbers.

    >>> from irlearn import RR, P, Ranking
    >>> from irlearn.exercises import Exercise
    >>> asked = Exercise("turn-1", RR, Ranking.parse("0 1 1 0 1"), "RR and P@4?", also=(P @ 4,))
    >>> asked.check("1/2; 2/5"), asked.check("0.5; 0.5").correct
    (<RR right; P@4 wrong rule>, True)
    >>> print(asked.check("1/2; 2/4").headline)
    RR: 1/2 is right. P@4: 2/4 is right.
    """

    names: tuple[str, ...]
    each: tuple[Verdict, ...]
    exchanged: bool = False

    @property
    def correct(self) -> bool:
        """Whether each number is right."""
        return all(one.correct for one in self.each)

    @property
    def unsettled(self) -> bool:
        """Whether none is wrong, but one has too few digits to be right."""
        return not self.correct and all(one.correct or one.unsettled for one in self.each)

    @property
    def telling(self) -> bool:
        """Whether each settles its question."""
        return all(one.telling for one in self.each)

    @property
    def outcome(self) -> str:
        """The outcome of the first number that is wrong; else of the first not settled, or not as it was asked for."""
        return min(self.each, key=lambda one: (one.correct or one.unsettled, one.correct, one.telling)).outcome

    @property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """The misconceptions that give the wrong numbers; without any, those that the digits do not exclude."""
        wrong = [one for one in self.each if not (one.correct or one.unsettled)]
        return tuple(chain.from_iterable(one.diagnoses for one in wrong or self.each))

    @property
    def headline(self) -> str:
        """The verdict on each number."""
        if self.exchanged:
            return f"These are the right numbers in another order: give {in_a_row(self.names)}."
        return " ".join(f"{name}: {self._waits(one) or one.headline}" for name, one in self._named)

    def _waits(self, one: Verdict) -> str:
        """Of a p-value what is said instead, where a number before it is wrong, which it may tell; else nothing."""
        first = next((name for name, other in self._named if other is one or not other.correct), "")
        return "" if dict(self._named)[first] is one else waits(one, first)

    @property
    def advice(self) -> str:
        """What to do next."""
        return " ".join(dict.fromkeys(one.advice for one in self.each if one.advice and not self._waits(one)))

    @property
    def rounding(self) -> str:
        """How the numbers were read; of several that are exact, that once."""
        exact = [one.answer.text for one in self.each if not (one.answer.room or one.answer.note)]
        told = [one.rounding for one in self.each if len(exact) < 2 or one.answer.text not in exact]
        return " ".join(told if len(exact) < 2 else [*told, f"{in_a_row(exact)} are taken as exact."])

    @property
    def solution(self) -> Worked:
        """The right calculations."""
        return Worked(tuple(one.solution for one in self.each))

    @property
    def _named(self) -> Iterator[tuple[str, Verdict]]:
        return zip(self.names, self.each, strict=True)

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
            "telling": self.telling,
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
        """What is said of each number, block by block; more than the headline of wrong ones, where there are some."""
        wrong = [(name, one) for name, one in self._named if not one.correct and not self._waits(one)]
        told: list[Block] = [Prose(self.headline, strong=True)]
        for name, one in () if self.exchanged else wrong or self._named:
            new = [block for block in one.blocks()[1:] if block not in told]
            told += [Prose(f"{name}:", strong=True)] * bool(new and wrong[1:]) + new
        return told

    def __str__(self) -> str:
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset())

    def typeset(self, *, said: bool = False, more: str = "") -> Element:
        """The verdict as one note."""
        told = [
            span("told")[f"{name}: ", strong[first] if then or one.telling else first, then, " "]
            for name, one in self._named
            for it in [self._waits(one)]
            for first, then in [(NOT_YET, it.removeprefix(NOT_YET)) if it else one.first_words]
        ]
        first, each = (self.headline, "") if self.exchanged else ("", told)
        look, below = self.outcome.replace(" ", "-"), map(drawn, self.blocks()[1:])
        return note(look, first, below, said=said, more=[each, more.strip()])


def waits(verdict: Verdict, first: str) -> str:
    """What is said of a wrong p-value as long as the number called `first` may be wrong, which its verdict may tell.

    Nothing of a right one, of any other number, and where there is no first.
    """
    asked = verdict.question.asked
    silent = (
        first
        and not (verdict.correct or verdict.unsettled)
        and isinstance(asked, Significance)
        and asked.statistic == "p"
    )
    return f"{NOT_YET} Try again when {first} is right." if silent else ""


@dataclass(frozen=True, repr=False)
class Worked(Calculation):
    """Several calculations one after another, as one."""

    each: tuple[Calculation, ...]

    @property
    def title(self) -> str:
        """The titles."""
        return BETWEEN.join(one.title for one in self.each)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The lines of all of them, each once."""
        return tuple(dict.fromkeys(chain.from_iterable(one.equations for one in self.each)))

    @property
    def why(self) -> str:
        """Why each is made as it is."""
        return " ".join(one.why for one in self.each)

    def blocks(self) -> list[PageBlock]:
        """The blocks of each."""
        return [block for one in self.each for block in one.blocks()]

    def to_json(self) -> dict[str, Any]:
        """Each as plain data."""
        return {"numbers": [one.to_json() for one in self.each]}

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.each))

    def typeset(self) -> Element:
        """One below the other."""
        return div[(one.typeset() for one in self.each)]


def judged(numbers: Sequence[Exercise], names: Sequence[str], typed: str) -> Verdicts:
    """The verdict on what was typed for several numbers, which are called so."""
    answers = answers_of(typed, names)
    each = tuple(_one(number, name, answer) for number, name, answer in zip(numbers, names, answers, strict=True))
    turned = [answers[place:] + answers[:place] for place in range(1, len(answers))]
    exchanged = not all(one.correct for one in each) and any(
        all(number.check(answer).telling for number, answer in zip(numbers, others, strict=True)) for others in turned
    )
    return Verdicts(tuple(names), each, exchanged)


def _one(number: Exercise, name: str, answer: str) -> Verdict:
    try:
        verdict = number.check(answer)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    assert isinstance(verdict, Verdict)
    return verdict
