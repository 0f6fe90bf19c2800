"""What a lesson's plan is written with: one line of a page is one call, and a choice lists its options in order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from irlearn.derivation.calculation import Calculation
from irlearn.exercises.parts import LessonPlan, Option, Part, Prediction, Quiz, Words


def plan(lesson: str, title: str, *parts: Part) -> LessonPlan:
    """The plan of a lesson: its two signs, its title, and its parts in the order of the notebook."""
    return LessonPlan(lesson, title, parts)


def choice(identity: str, question: str, *options: Option, several: bool = False) -> Quiz:
    """A concept question; with `several`, all options that are right are wanted."""
    return Quiz(identity, question, options, several)


def guess(
    identity: str,
    question: str,
    *options: Option,
    because: str | Calculation | Callable[[], str | Calculation] = "",
) -> Prediction:
    """A concept question to commit to before the answer is shown, and why the answer is what it is.

    >>> guess("best", "Which is best?", right("A"), wrong("B", "Look again."), because="A is.").reference
    'A'
    """
    return Prediction(Quiz(identity, question, options), because)


def by(answer: Callable[[], object]) -> Callable[..., Option]:
    """What makes the options of a question by its answer: each is right where it stands for what is worked out.

    >>> ranks = by(lambda: 4 - 1)
    >>> [ranks("two", 2, "Count again.").holds, ranks("three", 3).holds]
    [False, True]
    """

    def option(text: str, value: object, feedback: Words = "") -> Option:
        return Option(text, lambda: answer() == value, feedback)

    return option


def sign(number: float | Fraction) -> int:
    """1 for a number above 0, -1 for one below, and 0: whether something rises, falls or stays."""
    return (number > 0) - (number < 0)


def right(text: str, feedback: Words = "") -> Option:
    """An option that is right whatever the numbers are."""
    return Option(text, True, feedback)


def wrong(text: str, feedback: Words = "") -> Option:
    """An option that is wrong whatever the numbers are."""
    return Option(text, False, feedback)
