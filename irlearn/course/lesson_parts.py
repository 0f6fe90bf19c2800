"""The parts of a lesson, as data: calculations, questions, predictions, tasks; and the plan that lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter, not_
from typing import Any, TypeVar

from irlearn.byhand.calculation import Calculation
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_data import LessonData
from irlearn.course.progress import PartList
from irlearn.errors import InputError, quoted
from irlearn.measures.registry import MEANS, MEASURES
from irlearn.text.english import did_you_mean

SEPARATOR = " | "
"""What stands between the options of an answer to a question with several right ones."""


@dataclass(frozen=True)
class Option:
    """An answer to choose: its text, whether it is right, and what the learner reads who chooses it."""

    text: str
    is_right: bool
    feedback: str = ""


@dataclass(frozen=True)
class Quiz:
    """A concept question with options to choose from: one is right, or with `several` all that are right are wanted.

    An answer is the text of the option chosen; of several, their texts with ` | ` between them. Raises `InputError`
    for fewer than two options, for two with the same text, and for one that holds the separator.

    >>> quiz = Quiz("denominator", "What does AP divide by?", (
    ...     Option("all relevant documents", True, "Found or not."),
    ...     Option("those retrieved", False, "Then a system gains by stopping early."),
    ... ))
    >>> quiz.reference_answer, quiz.accepts("those retrieved"), quiz.feedback_on("those retrieved")
    ('all relevant documents', False, ('Then a system gains by stopping early.',))
    """

    id: str
    question: str
    options: tuple[Option, ...]
    several: bool = False

    def __post_init__(self) -> None:
        texts = [option.text for option in self.options]
        if len(texts) < 2:
            raise InputError(f"the question {self.id!r} has {len(texts)} options; give two or more")
        twice = sorted({text for text in texts if texts.count(text) > 1})
        if twice:
            raise InputError(f"each option of the question {self.id!r} has its own text; given twice: {twice[0]!r}")
        for text in texts:
            if not text or SEPARATOR.strip() in text:
                raise InputError(f"an option of the question {self.id!r} is a text without a '|'; given: {text!r}")

    @property
    def reference_answer(self) -> str:
        """The right answer: the text of the right option, or of all that are right."""
        return SEPARATOR.join(option.text for option in self.options if option.is_right)

    @property
    def wrong(self) -> tuple[tuple[str, str], ...]:
        """Each wrong option alone, with the feedback that must be shown for it."""
        return tuple((option.text, option.feedback) for option in self.options if not option.is_right)

    def chosen(self, answer: str) -> tuple[Option, ...]:
        """The options that an answer names, in the order of the question; `InputError` where it names no option."""
        named = answer.split(SEPARATOR) if self.several and answer else [answer] if answer else []
        texts = [option.text for option in self.options]
        for text in named:
            if text not in texts:
                raise InputError(f"{quoted(text)} is not among the options: {', '.join(texts)}")
        return tuple(option for option in self.options if option.text in named)

    def accepts(self, answer: str) -> bool:
        """Whether exactly the right options were chosen."""
        chosen = self.chosen(answer)
        return all(option.is_right == (option in chosen) for option in self.options)

    def feedback_on(self, answer: str) -> tuple[str, ...]:
        """The feedback on each option that was chosen."""
        return tuple(filter(None, (option.feedback for option in self.chosen(answer))))


class _Asked:
    """A part that asks the question of `wrapped`, an exercise or a quiz."""

    wrapped: Exercise | Quiz

    question = property(attrgetter("wrapped.question"), doc="What is asked.")
    reference_answer = property(attrgetter("wrapped.reference_answer"), doc="A right answer.")
    wrong = property(
        attrgetter("wrapped.wrong"),
        doc="The wrong answers, with the id of the rule, or the feedback, to be shown for each.",
    )

    def accepts(self, answer: str) -> bool:
        """Whether this answer settles what is asked."""
        return self.wrapped.accepts(answer)

    def feedback_on(self, answer: str) -> tuple[str, ...]:
        """The ids of the wrong rules, or the feedback, that go with this answer."""
        return self.wrapped.feedback_on(answer)


@dataclass(frozen=True)
class GeneratedExercise(_Asked):
    """A generated hand calculation: the exercise of a topic for a seed and a level, made when it is first needed.

    >>> variant = GeneratedExercise("turn-1", "ap", seed=1)
    >>> variant.exercise.id, variant.another().exercise.seed, variant.accepts(variant.reference_answer)
    ('turn-1', 2, True)
    """

    id: str
    topic: str
    seed: int = 1
    level: int = 2

    @cached_property
    def exercise(self) -> Exercise:
        """The exercise, under the id of this part."""
        return exercise(self.topic, self.seed, level=self.level).with_id(self.id)

    wrapped = property(attrgetter("exercise"), doc="The exercise.")

    def another(self, seed: int | None = None) -> GeneratedExercise:
        """The next variant, or the one of another seed."""
        return replace(self, seed=self.seed + 1 if seed is None else seed)


@dataclass(frozen=True)
class Prediction(_Asked):
    """A gate: a question to commit to before its answer is shown; `explanation` then says why, above the folded
    `details`.

    A number is explained by its derivation, unless `explanation` says it otherwise; a choice by `explanation` and by
    the feedback of the option.

    >>> from irlearn import AP, Ranking
    >>> asked = Prediction(Exercise("first-ap", AP, Ranking.parse("1 0 1"), "What is AP?"))
    >>> asked.id, asked.reference_answer, asked.accepts("0.83")
    ('first-ap', '5/6', True)
    """

    wrapped: Exercise | Quiz
    explanation: str | Calculation = ""
    details: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.wrapped, Exercise) and self.wrapped.further_quantities:
            raise InputError(
                f"a prediction is one number or one option; {self.wrapped.id} asks for {len(self.wrapped.numbers)}"
            )

    id = property(attrgetter("wrapped.id"), doc="The id of what is asked.")

    @property
    def why(self) -> str | Calculation:
        """What is shown beside the answer: a text or a derivation."""
        return self.explanation or (self.wrapped.solution if isinstance(self.wrapped, Exercise) else "")

    def accepts(self, answer: str) -> bool:
        """Whether the prediction is right; any prediction opens the gate."""
        if isinstance(self.wrapped, Quiz):
            return self.wrapped.accepts(answer)
        verdict = self.wrapped.check(answer)
        return verdict.conclusive or (verdict.undecided and not verdict.diagnoses)


@dataclass(frozen=True)
class Task:
    """Something to do with a widget, or to find out with it, which is ticked off when it was done.

    `is_done` is given the widget after each gesture, and says whether the task is done. Where that depends on the way,
    and not on the state alone, `observe` says what is looked at, and `is_done` is given the list of what it gave: the
    first value is that of the moment at which the task was shown, then each value that differs from the one before.
    `quiz` is a question with one right option, which is answered beside the widget; with `is_done`, it is asked once
    the thing was done. `feedback` is what is read when the task is done, and what a learner reads who has tried and
    wants to see the answer: a text, or a function of the widget, which must work in each of its states. Only public
    names of the widget are read. Raises `InputError` for a task that neither asks nor says when it is done, and for a
    question with several right options.

    >>> from irlearn import RR, Ranking, widgets
    >>> task = Task("one", "Make RR 1.", lambda board: RR.of(board.ranking) == 1, feedback="Rank 1 is relevant.")
    >>> board = widgets.RankingBoard(Ranking.parse("0 1"), measures=[RR])
    >>> task.is_satisfied([board])
    False
    >>> board.move("document 2", 1)
    >>> task.is_satisfied([board]), task.answer(board)
    (True, 'Rank 1 is relevant.')
    """

    id: str
    instruction: str
    is_done: Callable[[Any], bool] | None = None
    observe: Callable[[Any], Any] | None = None
    quiz: Quiz | None = None
    feedback: str | Callable[[Any], str] = ""

    def __post_init__(self) -> None:
        if self.is_done is None and (self.quiz is None or self.observe is not None):
            raise InputError(f"the task {self.id!r} must say when it is done, or ask a question")
        if self.quiz is not None and self.quiz.several:
            raise InputError(f"the task {self.id!r} asks a question with several right options; give one with one")
        if not self.feedback and self.quiz is None:
            raise InputError(f"the task {self.id!r} tells no answer; give `feedback`")

    def __getstate__(self) -> dict[str, object]:
        return {
            "id": self.id,
            "instruction": self.instruction,
            "is_done": self.is_done and not_,
            "quiz": self.quiz,
            "feedback": "" if callable(self.feedback) else self.feedback,
        }

    def __deepcopy__(self, _: object = None) -> Task:
        """The same task, for it never changes; a pickled one lacks its functions and is never done."""
        return self

    __copy__ = __deepcopy__

    def is_satisfied(self, seen: list[Any]) -> bool:
        """Whether what was to be done was done, by what was seen; the question is another thing."""
        return self.is_done is None or bool(self.is_done(seen if self.observe else seen[-1]))

    def answer(self, widget: Any) -> str:
        """What is read of the task when it is done, or when the learner wants to see the answer."""
        return self.feedback(widget) if callable(self.feedback) else self.feedback


@dataclass(frozen=True)
class WidgetTasks:
    """Tasks to do with a widget, which stands in the notebook; the part is done when each of them was done.

    `after` are the ids of the predictions that the widget would answer: it is veiled until they are committed.

    >>> find = Quiz("ranks", "How many ranks add to RR?", (Option("one", True), Option("all", False, "Press RR.")))
    >>> WidgetTasks("board", (Task("ranks", "Press RR.", quiz=find),)).question
    'Press RR.'
    """

    id: str
    tasks: tuple[Task, ...]
    widget: str = ""
    after: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        ids = [task.id for task in self.tasks]
        if not ids or len(set(ids)) < len(ids):
            raise InputError(f"the play {self.id!r} has one task or more, each with its own id; given: {ids}")

    @property
    def question(self) -> str:
        """What is asked, task after task."""
        return " ".join(task.instruction for task in self.tasks)

    def task(self, identity: str) -> Task:
        """The task of that id; an `InputError` with the nearest ids where there is none."""
        return _of_id(self.tasks, identity, f"the play {self.id!r} has no task")


Answered = Exercise | GeneratedExercise | Quiz | Prediction
"""What has an answer of its own, to be typed or chosen."""
Part = Answered | WidgetTasks
"""What a lesson asks its learner to do."""


@dataclass(frozen=True)
class LessonPlan:
    """What there is to do in a lesson: the lesson's two signs, its title, and its parts in the order of the notebook.

    A part's id is stable, for progress files hold it, and is never used again for another one: words with hyphens,
    which the learner reads. `earlier` are the lists of parts that the lesson once had, so that resume codes and
    progress files of then still count. Raises `InputError` for an id given twice, and for a part that is not there.

    >>> parts = GeneratedExercise("turn-1", "ap"), GeneratedExercise("ap-of-two", "ap", seed=5)
    >>> plan = LessonPlan("03", "The ranked list", parts)
    >>> plan.ids, plan.part("ap-of-two").seed, plan.names
    (('turn-1', 'ap-of-two'), 5, {'turn-1': 'Your turn: AP', 'ap-of-two': 'AP of two'})
    >>> plan.part("turn1")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: lesson 03 has no part 'turn1'; did you mean turn-1?
    """

    lesson: str
    title: str
    parts: tuple[Part, ...]
    earlier: tuple[PartList, ...] = ()
    data: LessonData = field(default_factory=LessonData)

    def __post_init__(self) -> None:
        twice = sorted({one for one in self.ids if self.ids.count(one) > 1})
        if twice:
            raise InputError(f"each part of lesson {self.lesson} has its own id; given twice: {', '.join(twice)}")

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the parts, in order."""
        return tuple(one.id for one in self.parts)

    @property
    def names(self) -> dict[str, str]:
        """What each part is called on the progress panel, by its id."""
        return {one.id: _named(one) for one in self.parts}

    def part(self, identity: str) -> Part:
        """The part of that id; an `InputError` with the nearest ids where there is none."""
        return _of_id(self.parts, identity, f"lesson {self.lesson} has no part")


_Each = TypeVar("_Each", Task, Part)


def _of_id(each: tuple[_Each, ...], identity: str, lacks: str) -> _Each:
    for one in each:
        if one.id == identity:
            return one
    raise InputError(
        f"{lacks} {quoted(identity)}; {did_you_mean(identity, [one.id for one in each], 'it has', most=2)}"
    )


def _named(part: Part) -> str:
    """A part's id as words, measures by their names; a turn, which is only counted, by what it is about."""
    turn = part.id.startswith("turn-")
    about = (part.topic if isinstance(part, GeneratedExercise) else "") if turn else part.id
    spelled = {name.lower(): name for name in (*MEASURES, *MEANS, "Tukey") if turn or len(name) > 1}
    first, *more = (spelled.get(word, word) for word in about.split("-"))
    begin = f"Your turn: {first}".rstrip(": ") if turn else first if first in spelled.values() else first.capitalize()
    return " ".join([begin, *more])
