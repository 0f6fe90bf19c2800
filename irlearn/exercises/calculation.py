"""A hand calculation to do: its question, hints in steps, an answer computed when asked, an explained solution."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from itertools import chain

from irlearn.derivation import Derivation, MeanDerivation, Significance, SignificanceDerivation, explain
from irlearn.derivation.given import given_to
from irlearn.diagnosis import Mistake, Question, Verdict, ask, judge
from irlearn.diagnosis.question import Given, halves_up
from irlearn.errors import InputError
from irlearn.exercises.several import BETWEEN, Verdicts, Worked, judged, waits
from irlearn.measures import Measure
from irlearn.measures.means import Mean
from irlearn.numbers import fixed

Asked = Measure | Mean | Significance


@dataclass(frozen=True)
class Exercise:
    """A question with a number as its answer: what is asked, what is given, and hints from the first to the last.

    `asked` is a measure, a mean over queries, or a number of a significance test; `given` is a ranking, one ranking or
    value a query, or the scores of two systems. `words` is the question without what is given, for a page
    that draws it beside them; empty where scores and values stand in the question alone. What is not `drawn` is told
    by the words otherwise. `places` is the rounding that the question states, in digits
    after the point. `also` is what is asked of the same besides, such as p after W: then an answer is several numbers
    with semicolons between them, and `numbers` are the exercises that ask for one each, `first` being the name of the
    one to be found before it. A generated exercise carries
    its `topic`, `level` and `seed`, from which it can be made again, and `unseparated`: the ids of wrong rules whose
    numbers this instance cannot tell from the right one or from each other. The answer is not stored; it is worked out
    when asked.

    >>> from irlearn import AP, R, Ranking
    >>> exercise = Exercise("turn-1", AP, Ranking.parse("1 0 1", relevant=5), "AP of 1 0 1, 5 relevant in all?")
    >>> exercise.answer, exercise.check("0.833"), exercise.solution.equation
    ('0.333', <wrong rule: ap-over-found>, 'AP = (1/1 + 2/3) / 5 = 1/3 = 0.3333')
    >>> two = Exercise("turn-2", AP, Ranking.parse("1 0 1", relevant=5), "AP and R?", also=(R,))
    >>> two.answer, two.check("1/3; 2/3")
    ('0.333; 0.400', <AP right; R wrong rule>)
    """

    id: str
    asked: Asked
    given: Given
    question: str
    hints: tuple[str, ...] = ()
    places: int = 3
    topic: str = ""
    level: int = 0
    seed: int = 0
    unseparated: tuple[tuple[str, ...], ...] = ()
    words: str = ""
    also: tuple[Asked, ...] = ()
    first: str = ""
    drawn: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "given", given_to(self.asked, self.given))

    @cached_property
    def numbers(self) -> tuple[Exercise, ...]:
        """An exercise for each number that is asked for, in their order; itself, where it is one."""
        if not self.also:
            return (self,)
        asked = enumerate((self.asked, *self.also), start=1)
        first = ("", *[self.names[0]] * len(self.also))
        return tuple(
            replace(self, id=f"{self.id}/{place}", asked=one, also=(), first=first[place - 1]) for place, one in asked
        )

    @property
    def names(self) -> tuple[str, ...]:
        """The short name of each number, which may stand before it in an answer."""
        return tuple(map(name_of, (self.asked, *self.also)))

    @property
    def rights(self) -> tuple[Fraction | float, ...]:
        """The right numbers."""
        return tuple(one.asks.right for one in self.numbers)

    @property
    def answer(self) -> str:
        """The right answer at the stated rounding, halves up as by hand; a whole number without a point."""
        return BETWEEN.join(spelled(right, self.places) for right in self.rights)

    @property
    def solution(self) -> Derivation | MeanDerivation | SignificanceDerivation | Worked:
        """The right answer worked out, each step a fraction."""
        return Worked(tuple(one.solution for one in self.numbers)) if self.also else explain(self.asked, self.given)

    def check(self, answer: str | float | Fraction | Decimal) -> Verdict | Verdicts:
        """The verdict on an answer; `InputError` where it is no number, or not as many as are asked for."""
        return judged(self.numbers, self.names, str(answer)) if self.also else judge(self.asks, answer)

    def waits(self, verdict: Verdict | Verdicts) -> str:
        """What to say instead of the verdict on one of several numbers, if it may tell the first; else nothing.

        >>> from irlearn.exercises import exercise_of
        >>> p = exercise_of("signed-rank:2:8/2")
        >>> p.waits(p.check("0.5")), p.waits(p.check(p.answer))
        ('Not yet. Try again when W is right.', '')
        """
        return waits(verdict, self.first) if isinstance(verdict, Verdict) else ""

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """The wrong numbers that wrong rules give, likeliest first."""
        return tuple(chain.from_iterable(one.asks.mistakes for one in self.numbers))

    @property
    def reference(self) -> str:
        """A right answer that excludes each known mistake: a fraction, or eight digits after the point."""
        return BETWEEN.join(str(one) if isinstance(one, Fraction) else fixed(one, 8) for one in self.rights)

    @property
    def wrong(self) -> tuple[tuple[str, str], ...]:
        """The wrong answers at the stated rounding, each with the id of the rule that must be named for it."""
        right = [one.answer for one in self.numbers]
        return tuple(  # of several one is wrong, and the others are right
            (BETWEEN.join([*right[:place], wrong, *right[place + 1 :]]), mistake.id)
            for place, one in enumerate(self.numbers)
            for mistake in one.mistakes
            if (wrong := spelled(mistake.value, self.places)) != one.answer
        )

    def accepts(self, answer: str) -> bool:
        """Whether the answer settles the exercise: exact; or right, at the stated rounding or a finer one, with digits
        enough to exclude each known mistake.

        >>> from irlearn.exercises import exercise
        >>> made = exercise("f", 328)
        >>> made.answer, [made.accepts(answer) for answer in ("0.46", "0.462", "6/13")]
        ('0.462', [False, True, True])
        """
        return self.check(answer).telling

    def told(self, answer: str) -> tuple[str, ...]:
        """The ids of the wrong rules that are named for this answer."""
        return tuple(one.id for one in self.check(answer).diagnoses)

    def another(self) -> Exercise:
        """The next exercise of the same topic and level, on which the mistake just made can show again.

        Raises `InputError` for an exercise that was not generated.

        >>> from irlearn.exercises import exercise
        >>> exercise("ap", 1).another() == exercise("ap", 2)
        True
        """
        from irlearn.exercises import exercise  # it makes what this module defines

        if not self.topic:
            raise InputError(f"the exercise {self.id!r} was written by hand, so there is no other of its kind")
        return exercise(self.topic, self.seed + 1, level=self.level)

    def called(self, identity: str) -> Exercise:
        """The same exercise under another id, such as its part's in a lesson."""
        return replace(self, id=identity)

    @cached_property
    def asks(self) -> Question:
        """What the answers to its first number are judged by, with the wrong numbers worked out once."""
        return replace(ask(self.asked, self.given), places=self.places)


def name_of(asked: Asked) -> str:
    """What stands before one of several numbers in an answer or a hint: the name of a test's number, or the label."""
    return asked.in_answers.get(asked.statistic, asked.quantity) if isinstance(asked, Significance) else label_of(asked)


def label_of(asked: Asked) -> str:
    """What is asked for as a label names it, behind "Your": a measure without its options, which the question says.

    >>> from irlearn import MAP, IPrec, nDCG
    >>> label_of(nDCG(dcg="exp-log2") @ 4), label_of(IPrec @ 0.4), label_of(MAP)
    ('nDCG@4', 'IPrec@0.4', 'MAP')
    """
    if isinstance(asked, Significance):
        return asked.spoken.removeprefix("the ")
    return asked.name + repr(asked).removeprefix(asked.name).rpartition(")")[2]


def spelled(value: Fraction | float, places: int) -> str:
    """A number with this many digits after the point, halves up as by hand; a whole number has no point.

    >>> spelled(Fraction(1, 16), 3), spelled(Fraction(11), 3), spelled(6.78353, 3), spelled(Fraction(1, 2), 3)
    ('0.063', '11', '6.784', '0.500')
    """
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    rounded = halves_up(abs(Fraction(value)), places)
    return f"{'-' if value < 0 and rounded else ''}{fixed(rounded, places)}"
