"""The parts of a lesson as data (exercises, quizzes, predictions, tasks), and the plan that lists them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter, not_
from typing import Any, TypeVar

from irlearn.byhand.calculation import Calculation
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_data import LessonData
from irlearn.course.progress import PartList
from irlearn.course.task_conditions import compile_feedback, condition
from irlearn.errors import InputError, quoted
from irlearn.measures.registry import MEANS, MEASURES
from irlearn.text.english import did_you_mean

SEPARATOR = " | "
"""The text between the options in an answer to a quiz with several right options."""


@dataclass(frozen=True)
class Option:
    """An option of a quiz: its text, whether it is right, and the feedback for a learner who chooses it.

    `claim` is the condition under which the option of a prediction is right for a learner's own data.
    """

    text: str
    is_right: bool
    feedback: str = ""
    claim: str = ""


@dataclass(frozen=True)
class Quiz:
    """A multiple-choice question with one right option; with `several`, all right options have to be chosen.

    An answer is the text of the chosen option, or the texts of several with ` | ` between them.

    Parameters
    ----------
    id
        The stable id of the part.
    question
        The text of the question.
    options
        Two or more options with different texts that do not contain the separator.
    several
        Whether any number of options may be chosen.

    Raises
    ------
    InputError
        If there are fewer than two options, or if their texts are not as described.

    Examples
    --------
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
        """The right answer: the text of the right option, or of all right options."""
        return SEPARATOR.join(option.text for option in self.options if option.is_right)

    @property
    def wrong(self) -> tuple[tuple[str, str], ...]:
        """The text and the feedback of each wrong option."""
        return tuple((option.text, option.feedback) for option in self.options if not option.is_right)

    def chosen(self, answer: str) -> tuple[Option, ...]:
        """Return the options that an answer names, in the order of the question.

        Raises
        ------
        InputError
            If the answer names something that is not an option.
        """
        chosen_texts = answer.split(SEPARATOR) if self.several and answer else [answer] if answer else []
        texts = [option.text for option in self.options]
        for text in chosen_texts:
            if text not in texts:
                raise InputError(f"{quoted(text)} is not among the options: {', '.join(texts)}")
        return tuple(option for option in self.options if option.text in chosen_texts)

    def accepts(self, answer: str) -> bool:
        """Return whether exactly the right options are chosen."""
        chosen = self.chosen(answer)
        return all(option.is_right == (option in chosen) for option in self.options)

    def feedback_on(self, answer: str) -> tuple[str, ...]:
        """Return the feedback on each chosen option."""
        return tuple(filter(None, (option.feedback for option in self.chosen(answer))))


class _WrappingPart:
    """A part with the question of `wrapped`, an exercise or a quiz."""

    wrapped: Exercise | Quiz

    question = property(attrgetter("wrapped.question"), doc="The text of the question.")
    reference_answer = property(attrgetter("wrapped.reference_answer"), doc="A right answer.")
    wrong = property(
        attrgetter("wrapped.wrong"),
        doc="The wrong answers, each with the id of its misconception or with its feedback.",
    )

    def accepts(self, answer: str) -> bool:
        """Return whether an answer completes the part."""
        return self.wrapped.accepts(answer)

    def feedback_on(self, answer: str) -> tuple[str, ...]:
        """Return the ids of the misconceptions that explain an answer, or the feedback on its options."""
        return self.wrapped.feedback_on(answer)


@dataclass(frozen=True)
class GeneratedExercise(_WrappingPart):
    """A generated hand calculation: the exercise of a topic for a seed and a level, generated at its first use.

    Parameters
    ----------
    id
        The stable id of the part.
    topic
        The name of the exercise topic, such as "ap".
    seed
        The seed of the variant.
    level
        The difficulty, from 1 to 3.

    Examples
    --------
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
        """The exercise, with the id of this part."""
        return exercise(self.topic, self.seed, level=self.level).with_id(self.id)

    wrapped = property(attrgetter("exercise"), doc="The exercise.")

    def another(self, seed: int | None = None) -> GeneratedExercise:
        """Return the variant of the next seed, or of a given seed."""
        return replace(self, seed=self.seed + 1 if seed is None else seed)


@dataclass(frozen=True)
class Prediction(_WrappingPart):
    """A question that the learner answers before its answer is shown.

    Parameters
    ----------
    wrapped
        An exercise for one number, or a quiz.
    explanation
        The text or derivation that is shown with the answer. By default it is the derivation of the number, and
        nothing for a quiz, whose options have feedback of their own.
    details
        Further text, which is folded below the explanation.
    template
        The paragraphs of the explanation with numbers of the data in braces, for a prediction about a learner's data.
    about
        The text of the data that the prediction is about; empty for the data of the lesson.

    Raises
    ------
    InputError
        If the exercise asks for several numbers.

    Examples
    --------
    >>> from irlearn import AP, Ranking
    >>> prediction = Prediction(Exercise("first-ap", AP, Ranking.parse("1 0 1"), "What is AP?"))
    >>> prediction.id, prediction.reference_answer, prediction.accepts("0.83")
    ('first-ap', '5/6', True)
    """

    wrapped: Exercise | Quiz
    explanation: str | Calculation = ""
    details: str = ""
    template: tuple[str, ...] = ()
    about: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.wrapped, Exercise) and self.wrapped.further_quantities:
            raise InputError(
                f"a prediction is one number or one option; {self.wrapped.id} asks for {len(self.wrapped.numbers)}"
            )

    id = property(attrgetter("wrapped.id"), doc="The id of the exercise or the quiz.")

    def with_data(self, data: Any) -> Prediction:
        """Return the prediction about a learner's data: the claims decide which option is right.

        Raises
        ------
        InputError
            If the options have no claims, or the data lack a value.
        """
        if not isinstance(self.wrapped, Quiz) or not all(option.claim for option in self.wrapped.options):
            raise InputError(f"the prediction {self.id!r} is not about data of a learner's own")
        options = tuple(
            replace(option, is_right=condition(option.claim).is_done(data)) for option in self.wrapped.options
        )
        explanation = compile_feedback(self.template, LessonData())
        text = explanation(data) if callable(explanation) else explanation
        return replace(self, wrapped=replace(self.wrapped, options=options), explanation=text, about=repr(data))

    @property
    def why(self) -> str | Calculation:
        """The text or derivation that is shown with the answer."""
        return self.explanation or (self.wrapped.solution if isinstance(self.wrapped, Exercise) else "")

    def accepts(self, answer: str) -> bool:
        """Return whether a prediction is right; the solution is shown after any prediction, right or wrong."""
        if isinstance(self.wrapped, Quiz):
            return self.wrapped.accepts(answer)
        verdict = self.wrapped.check(answer)
        # A prediction may be rounded more than an exercise allows, if no known mistake fits it.
        return verdict.conclusive or (verdict.undecided and not verdict.diagnoses)


@dataclass(frozen=True)
class Task:
    """Something to do with a widget, or to find out with it.

    Parameters
    ----------
    id
        The stable id of the task within its part.
    instruction
        The text that says what to do.
    is_done
        Called after each gesture; returns whether the task is done. Its argument is the widget, or with `observe` the
        list of observations. It may read only public attributes of the widget.
    observe
        Returns an observation of the widget, for tasks that depend on several states. The list begins with the
        observation made when the task is shown; each later observation is added if it differs from the last.
    quiz
        A question with one right option, asked beside the widget; with `is_done`, asked as soon as the task is done.
    feedback
        The text shown when the task is done, or when a learner who has tried asks for the answer. It may be a function
        of the widget, which must work in every state of the widget.

    Raises
    ------
    InputError
        If the task has neither `is_done` nor `quiz`, no feedback, or if its quiz has several right options.

    Examples
    --------
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
            raise InputError(f"the task {self.id!r} has a quiz with several right options; give a quiz with one")
        if not self.feedback and self.quiz is None:
            raise InputError(f"the task {self.id!r} tells no answer; give `feedback`")

    def __getstate__(self) -> dict[str, object]:
        """Return the fields without the lesson's functions, which cannot be pickled; `not_` stands for "never done"."""
        return {
            "id": self.id,
            "instruction": self.instruction,
            "is_done": self.is_done and not_,
            "quiz": self.quiz,
            "feedback": "" if callable(self.feedback) else self.feedback,
        }

    def __deepcopy__(self, _: object = None) -> Task:
        """Return the task itself: a task is immutable, and its functions cannot be pickled into a deep copy."""
        return self

    __copy__ = __deepcopy__

    def is_satisfied(self, seen: list[Any]) -> bool:
        """Return whether `is_done` holds for the observations, or without `observe` the last state. Ignore the quiz."""
        return self.is_done is None or bool(self.is_done(seen if self.observe else seen[-1]))

    def answer(self, widget: Any) -> str:
        """Return the feedback for the present state of the widget."""
        return self.feedback(widget) if callable(self.feedback) else self.feedback


@dataclass(frozen=True)
class WidgetTasks:
    """The tasks to do with a widget of the notebook; the part is done when all of them are.

    Parameters
    ----------
    id
        The stable id of the part.
    tasks
        One task or more, with different ids.
    widget
        The name of the widget's class, such as "RankingBoard"; empty for any widget.
    after
        The ids of the predictions whose answers the widget shows. The widget is hidden until they are made.

    Raises
    ------
    InputError
        If there is no task, or if two tasks have the same id.

    Examples
    --------
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
        """The instructions of all tasks."""
        return " ".join(task.instruction for task in self.tasks)

    def task(self, identity: str) -> Task:
        """Return the task with an id. Raise `InputError` with the nearest ids if there is none."""
        return _find_by_id(self.tasks, identity, f"the play {self.id!r} has no task")


Answered = Exercise | GeneratedExercise | Quiz | Prediction
"""A part with an answer that the learner types or chooses."""
Part = Answered | WidgetTasks
"""A part of a lesson."""


@dataclass(frozen=True)
class LessonPlan:
    """The plan of a lesson: its two-character name, its title, and its parts in the order of the notebook.

    The id of a part is kept in progress files, so it must stay the same and never be used for another part. It consists
    of words with hyphens, which the learner reads.

    Parameters
    ----------
    lesson
        The two characters that name the lesson, such as "03".
    title
        The title of the lesson.
    parts
        The parts, with different ids.
    earlier
        The lists of parts that the lesson had before, so that their resume codes and progress files still count.
    data
        The topics, rankings and scores of the lesson's file.
    titles
        The titles of parts by id. A part without a title is named by the words of its id.
    further
        The ids of the parts below the heading "Go further" in the notebook's order. A learner may leave them out.

    Raises
    ------
    InputError
        If two parts have the same id.

    Examples
    --------
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
    titles: Mapping[str, str] = field(default_factory=dict)
    further: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        twice = sorted({part_id for part_id in self.ids if self.ids.count(part_id) > 1})
        if twice:
            raise InputError(f"each part of lesson {self.lesson} has its own id; given twice: {', '.join(twice)}")

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the parts, in order."""
        return tuple(part.id for part in self.parts)

    @property
    def core(self) -> tuple[str, ...]:
        """The ids of the parts that are not below "Go further", in order."""
        return tuple(part_id for part_id in self.ids if part_id not in self.further)

    @property
    def names(self) -> dict[str, str]:
        """The name of each part on the progress panel, by id: its title, or the words of its id."""
        return {part.id: self.titles.get(part.id) or _panel_name(part) for part in self.parts}

    def part(self, identity: str) -> Part:
        """Return the part with an id. Raise `InputError` with the nearest ids if there is none."""
        return _find_by_id(self.parts, identity, f"lesson {self.lesson} has no part")


_Item = TypeVar("_Item", Task, Part)


def _find_by_id(items: tuple[_Item, ...], identity: str, problem: str) -> _Item:
    for item in items:
        if item.id == identity:
            return item
    hint = did_you_mean(identity, [item.id for item in items], "it has", most=2)
    raise InputError(f"{problem} {quoted(identity)}; {hint}")


def _panel_name(part: Part) -> str:
    """Return the name of a part for learners: the words of its id, or "Your turn" and its topic."""
    is_turn = part.id.startswith("turn-")
    subject = (part.topic if isinstance(part, GeneratedExercise) else "") if is_turn else part.id
    proper_names = {name.lower(): name for name in (*MEASURES, *MEANS, "Tukey") if is_turn or len(name) > 1}
    first, *more = (proper_names.get(word, word) for word in subject.split("-"))
    if is_turn:
        first = f"Your turn: {first}".rstrip(": ")
    elif first not in proper_names.values():
        first = first.capitalize()
    return " ".join([first, *more])
