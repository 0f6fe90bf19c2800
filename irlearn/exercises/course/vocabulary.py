"""What a lesson's plan is written with: one line of a page is one call, and a choice lists its options in order."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from irlearn.derivation.calculation import Calculation
from irlearn.exercises.parts import LessonPlan, Option, Part, Play, Prediction, Quiz, Task, Words


def plan(lesson: str, title: str, *parts: Part) -> LessonPlan:
    """The plan of a lesson: its two signs, its title, and its parts in the order of the notebook."""
    return LessonPlan(lesson, title, parts)


def play(identity: str, *tasks: Task) -> Play:
    """The tasks of a widget: in the notebook, `lesson.play("board", widgets.RankingBoard(...))` shows both."""
    return Play(identity, tasks)


def task(
    identity: str,
    words: str,
    done: Callable[[Any], bool],
    *options: Option,
    sees: Callable[[Any], Any] | None = None,
    asks: str = "",
    told: str | Callable[[Any], str] = "",
) -> Task:
    """Something to do with the widget; with `asks` and options, a question follows once it was done.

    >>> last = task("move", "Move d9 down.", lambda board: board.ranking.documents[-1] == "d9", told="RR is 1 now.")
    >>> both = task("deep", "Choose 1, then 2.", lambda depths: depths[-2:] == [1, 2],
    ...     right("2"), wrong("1", "Count again."), sees=lambda pool: pool.depth, asks="Which is deeper?")
    >>> last.asks, both.asks.reference
    (None, '2')
    """
    return Task(identity, words, done, sees, Quiz(identity, asks, options) if options else None, told)


def find(identity: str, question: str, *options: Option, told: str | Callable[[Any], str] = "") -> Task:
    """Something to find out with the widget: a task that is only a question.

    >>> find("ranks", "How many ranks add to RR?", right("one"), wrong("three", "Press RR.")).asks.reference
    'one'
    """
    return Task(identity, question, asks=Quiz(identity, question, options), told=told)


def both_checked(words: str, rule: str, told: str) -> Task:
    """The task to check two numbers: a colleague's, for which the check names that wrong rule, and then the right one.

    >>> from irlearn import RR, widgets
    >>> asked = both_checked("Type Ben's number, then Ana's.", "rr-ranks-from-0", "1/6.")
    >>> sheet, seen = widgets.HandCheck(RR, "0 0 0 0 0 1"), []
    >>> for answer in ("1/5", "1/6"):
    ...     _ = sheet.check(answer)
    ...     seen.append(asked.sees(sheet))
    >>> asked.holds(seen), asked.holds(seen[1:])
    (True, False)
    """

    def said(sheet: Any) -> tuple[bool, tuple[str, ...]]:
        verdict = sheet.verdict
        return (verdict.telling, tuple(one.id for one in verdict.diagnoses)) if verdict else (False, ())

    return task(
        "both",
        words,
        lambda verdicts: verdicts[-1][0] and any(rule in rules for _, rules in verdicts),
        sees=said,
        told=told,
    )


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
