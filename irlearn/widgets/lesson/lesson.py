"""The panel of a lesson, which constructs the widgets of the lesson's parts."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from irlearn.byhand.hand_calculation import Exercise as HandCalculation
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.course.lesson_data import Scores
from irlearn.course.lesson_file import error_location, read_lesson
from irlearn.course.lesson_parts import (
    GeneratedExercise,
    LessonPlan,
    Prediction as PredictionPart,
    Quiz as Question,
    WidgetTasks,
)
from irlearn.course.lessons import LESSONS
from irlearn.course.own_functions import ComparedValue, OwnFunctions
from irlearn.course.progress import Progress as Record
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError, quoted
from irlearn.formulas.page import Page
from irlearn.text.english import as_sentence, did_you_mean
from irlearn.text.html import Content
from irlearn.widgets.core.base import HOME, Widget
from irlearn.widgets.lesson.exercise import Exercise
from irlearn.widgets.lesson.prediction import Prediction
from irlearn.widgets.lesson.progress import PredictionOutcome, Progress
from irlearn.widgets.lesson.question_view import draw_question, understood
from irlearn.widgets.lesson.quiz import Quiz
from irlearn.widgets.lesson.result import Result
from irlearn.widgets.lesson.tasks import Tasks

_Widget = TypeVar("_Widget", bound=Widget)
_Value = TypeVar("_Value")
_WITHOUT_TASKS = ("Exercise", "Lesson", "Prediction", "Progress", "Quiz", "Result", "Widget")


class Lesson(Progress):
    """The progress panel of a lesson, which constructs the widgets of its parts.

    Parameters
    ----------
    lesson : str, Path or irlearn.course.LessonPlan
        The code of a lesson of the course, such as "03"; the file of another lesson, such as "my_lesson.md"; or a
        plan.
    folder : Path or str, optional
        The folder in which the progress is saved; by default that of the notebook. With None the progress is kept only
        until the kernel ends.
    present : bool, optional
        Whether the lesson is presented to a class: no widget is veiled, all widgets on the page are larger by a
        quarter, and nothing is saved, so the panel shows neither the resume code nor the file.

    Raises
    ------
    InputError
        If there is no such lesson, or its file cannot be read.

    Examples
    --------
    >>> from irlearn import widgets
    >>> lesson = widgets.Lesson("03", folder=None)
    >>> turn = lesson.part("turn-1")
    >>> turn.check(turn.exercise.reference_answer)
    <right>
    >>> lesson.progress.state("turn-1")
    'done'
    >>> "resume code" in lesson.picture, "resume code" in widgets.Lesson("03", present=True).picture
    (True, False)

    """

    def __init__(
        self, lesson: str | Path | LessonPlan, folder: Path | str | None = ".", *, present: bool = False
    ) -> None:
        self._presenting = present
        self._plan = lesson if isinstance(lesson, LessonPlan) else _load_plan(lesson)
        self._captions: dict[str, str] = {}
        self._with_data: dict[str, PredictionPart] = {}
        record = Record(self._plan.lesson, self._plan.ids, None if present else folder, self._plan.earlier)
        super().__init__(record, names=self._plan.names, further=self._plan.further)

    @property
    def plan(self) -> LessonPlan:
        """The parts of the lesson and its data."""
        return self._plan

    @property
    def topic(self) -> Topic:
        """The topic in the lesson's file; raises `InputError` if the file has none or several."""
        if len(self.topics) != 1:
            known = f"it has {', '.join(self.topics)}: lesson.topics[…]" if self.topics else "it has none"
            raise InputError(
                f"`topic` works only if the lesson's file has exactly one '## Topic: …' with documents; {known}"
            )
        return next(iter(self.topics.values()))

    @property
    def topics(self) -> dict[str, Topic]:
        """The topics in the lesson's file, by id."""
        return _LessonDataById(self._plan.data.topics)

    @property
    def scores(self) -> dict[str, Scores]:
        """The tables of scores in the lesson's file, by id."""
        return _LessonDataById(self._plan.data.scores)

    def ranked(self, name: str) -> tuple[Document, ...]:
        """Return the documents of a ranking of the lesson's file in rank order.

        Parameters
        ----------
        name : str
            The name of the ranking, with its topic if necessary, such as "A" or "jaguar/A".

        Returns
        -------
        tuple of Document
            The documents.

        Raises
        ------
        InputError
            If the file has no such ranking, or several of them.

        """
        return self._plan.data.documents(name)

    def part(self, identity: str, data: object = None) -> Widget:
        """Return a new widget for a part, which records what is done in this lesson's progress.

        Parameters
        ----------
        identity : str
            The id of the part.
        data : object, optional
            The data that a prediction is about, such as `OwnData`, if the options of the lesson's file have claims
            such as `if: it.wins_a > it.wins_b`. A prediction is asked again for other data.

        Returns
        -------
        Prediction, Quiz or Exercise
            The widget.

        Raises
        ------
        InputError
            If there is no such part, if the tasks of the part need a widget that you construct (see `play`), or if the
            part is not about data.

        """
        part = self._plan.part(identity)
        if data is not None:
            if not isinstance(part, PredictionPart):
                raise InputError(f"{identity!r} is not about data of a learner's own")
            part = self._with_data[identity] = part.with_data(data)
        if isinstance(part, WidgetTasks):
            raise InputError(f"{identity!r} needs a widget: lesson.play({identity!r}, the widget)")
        if isinstance(part, Question):
            return self._link(Quiz(part, progress=self.progress), identity)
        make = Prediction if isinstance(part, PredictionPart) else Exercise
        widget: Prediction | Exercise = make(part, progress=self.progress)  # type: ignore[arg-type]
        widget.states_format = identity == self._first_typed_part
        return self._link(widget, identity)

    @cached_property
    def _first_typed_part(self) -> str:
        """The first part whose question needs a sentence on how to type the answer; empty if there is none."""
        for part in self._plan.parts:
            task = part.wrapped if isinstance(part, PredictionPart | GeneratedExercise) else part
            asked = [number.quantity for number in task.numbers] if isinstance(task, HandCalculation) else []
            if understood(*asked) != understood(*asked, usual=False):
                return part.id
        return ""

    def play(self, identity: str, widget: _Widget) -> _Widget:
        """Show the tasks of a part above a widget, and record what is done in this lesson's progress.

        Parameters
        ----------
        identity : str
            The id of the part.
        widget : Widget
            The widget with which the tasks are done.

        Returns
        -------
        Widget
            The same widget.

        Raises
        ------
        InputError
            If there is no such part, or the widget does not fit its tasks.

        Examples
        --------
        >>> from irlearn import course, widgets
        >>> task = course.Task("one", "Give A rank 1 twice.", lambda it: it.a == (1, 1), feedback="Mean ESL: 1.")
        >>> plan = course.LessonPlan("Q1", "Quick", (course.WidgetTasks("scales", (task,)),))
        >>> lesson = widgets.Lesson(plan, folder=None)
        >>> scales = lesson.play("scales", widgets.Scales())
        >>> scales.place("A", (1, 1))
        >>> lesson.progress.done
        ('scales',)

        """
        play = self._plan.part(identity)
        if not isinstance(play, WidgetTasks):
            raise InputError(f"{identity!r} needs no widget; show it with lesson.part({identity!r})")
        if not isinstance(widget, Widget):
            raise InputError(f"a play needs a widget of irlearn.widgets; given: {widget!r}")
        if play.widget not in ("", type(widget).__name__):
            raise InputError(f"{identity!r} needs a {play.widget}; given: a {type(widget).__name__}")
        if self._plan.lesson not in LESSONS:
            _check_tasks(play, widget)
        tasks = Tasks(play, self.progress, widget, unveiled=self._presenting)
        widget.set_tasks(tasks)
        return self._link(widget, identity, tasks)

    def after(self, predictions: str, result: Page) -> Result:
        """Show a result once the predictions that it would answer are committed.

        Parameters
        ----------
        predictions : str
            The ids of the predictions, with blanks between them.
        result : Page
            The result, such as a comparison of two runs.

        Returns
        -------
        Result
            A widget that shows the result, or how to get there.

        Raises
        ------
        InputError
            If there is no such part.

        """
        parts = [self._plan.part(identity).id for identity in predictions.split()]
        return Result(result, [] if self._presenting else parts, self.progress)

    def compare(self, *values: ComparedValue) -> OwnFunctions:
        """Compare the values that a learner's functions return with those of irlearn; nothing is recorded.

        Parameters
        ----------
        *values : tuple
            A measure, a ranking, and the value that a function returned for them; None is shown as "not written yet".

        Returns
        -------
        OwnFunctions
            A table of the values, with the known mistakes below it.

        Examples
        --------
        >>> from irlearn import AP, Ranking, widgets
        >>> def get_average_precision(relevances, num_relevant):
        ...     ...
        >>> ranking = Ranking.parse("1 0 1", relevant=4)
        >>> widgets.Lesson("03", folder=None).compare((AP, ranking, get_average_precision([1, 0, 1], 4)))
        Your functions and irlearn
        measure  ranking  yours            irlearn
        AP       1 0 1    not written yet   0.4167

        """
        return OwnFunctions(values)

    def _link(self, widget: _Widget, identity: str, tasks: Tasks | None = None) -> _Widget:
        """Connect a widget to its part: show the tasks, and the button to the next open part once the part is done."""
        parts = self._further if identity in self._further else self._core
        later_parts = parts[parts.index(identity) + 1 :]

        def next_part() -> tuple[str, str, str] | None:
            if self.progress.state(identity) != "done":
                return (identity, f"To the {tasks.waiting_for} ↑", "") if tasks and tasks.waiting_for else None
            if open_part := next((part for part in later_parts if self.progress.state(part) != "done"), None):
                return "", "Read on ↓", as_sentence(f"Next to do: {self._name(open_part)}")
            if {*self._core} <= {*self.progress.done}:
                return HOME, "Back to the top ↑", "You have done everything. See how your predictions turned out."
            return None

        widget.set_part(identity, next_part, self._captions)
        return widget

    def _outcomes(self) -> dict[str, PredictionOutcome]:
        outcomes = {}
        for part in (self._with_data.get(identity, self._plan.part(identity)) for identity in self._core):
            detail = self.progress.detail(part.id)
            first_answer = detail.get("first") or self.progress.answer(part.id)
            if not isinstance(part, PredictionPart) or not first_answer or detail.get("about", "") != part.about:
                continue
            right_answer = part.reference_answer
            if isinstance(part.wrapped, HandCalculation) and "." in right_answer:
                right_answer = part.wrapped.answer
            predicted = str(first_answer)
            with suppress(InputError):
                # The recorded option belongs to an earlier version of the lesson, so it is ignored.
                is_right = part.accepts(predicted)
                outcomes[part.id] = PredictionOutcome(part.wrapped.question, predicted, right_answer, is_right)
        return outcomes

    def next_lesson(self) -> str:
        number = self._next_number
        return as_sentence(f"The next lesson is {number}: {LESSONS[number].title}") if number else ""

    @property
    def _next_number(self) -> str:
        """The number of the next lesson of the course; empty if there is none."""
        lesson = self._plan.lesson
        return next((number for number in LESSONS if number > lesson), "") if lesson in LESSONS else ""

    def _next_notebook(self) -> str:
        number = self._next_number
        notebooks = [path.name for path in Path.cwd().glob(f"{number}_*.ipynb")] if number else []
        return min(notebooks, key=len, default="")  # A copy made by JupyterLab has a longer name.

    def _draw_data(self, part: str) -> Content:
        question = self._plan.part(part)
        if not isinstance(question, PredictionPart) or not isinstance(question.wrapped, HandCalculation):
            return None
        # The question of any other quantity states its data.
        is_measure = not isinstance(question.wrapped.quantity, HandQuantity)
        return draw_question(question.wrapped)[1] if is_measure else None


class _LessonDataById(dict[str, _Value]):
    """Data of a lesson's file by id; an unknown id raises an `InputError` with the nearest ids."""

    def __missing__(self, name: str) -> _Value:
        raise InputError(f"the lesson's file has no {quoted(str(name))}; {did_you_mean(name, self, 'it has')}")


def _check_tasks(play: WidgetTasks, widget: Widget) -> None:
    """Raise `InputError` if a task reads a name that the widget lacks, before a learner meets the error."""
    for task in play.tasks:
        try:
            task.is_satisfied([task.observe(widget) if task.observe else widget])
            task.answer(widget)
        except (AttributeError, TypeError) as error:
            subject = f"the task {task.id!r} of {play.id!r} does not work with a {type(widget).__name__}"
            raise InputError(f"{subject}: {error}") from None


def _load_plan(lesson: str | Path) -> LessonPlan:
    """Return the plan of a lesson of the course, or read it from a file."""
    if str(lesson).endswith(".md"):
        plan = require_new_code(read_lesson(lesson, widget_named), lesson)
        check_answers_exist(plan)
        return plan
    if lesson not in LESSONS:
        near = did_you_mean(str(lesson).zfill(2), LESSONS, "the lessons are")
        raise InputError(
            f"there is no lesson {quoted(str(lesson))}; {near}; to open a lesson of your own, give its file, such as "
            "'my_lesson.md'"
        )
    return LESSONS[str(lesson)]


def check_answers_exist(plan: LessonPlan) -> None:
    """Raise `InputError` if an exercise asks for a number that does not exist, such as the ESL of an empty list."""
    for part in plan.parts:
        exercise = part.wrapped if isinstance(part, PredictionPart) else part
        if isinstance(exercise, HandCalculation):
            with error_location(f"{part.id!r}"):
                _ = exercise.answer


def require_new_code(plan: LessonPlan, file: Path | str) -> LessonPlan:
    """Return the plan of a new lesson; raise `InputError` if a lesson of the course has the same two-letter code."""
    if plan.lesson in LESSONS:
        raise InputError(
            f"{Path(file).name}: {plan.lesson} is a lesson of irlearn; begin the title with another code, such as Q1"
        )
    return plan


def widget_named(name: str) -> type[Widget]:
    """Return the class of a widget that can have tasks; raise `InputError` with the nearest names for another name."""
    from irlearn import widgets

    names = [public for public in dir(widgets) if public[:1].isupper() and public not in _WITHOUT_TASKS]
    if name not in names:
        raise InputError(f"no widget is called {quoted(name)}; {did_you_mean(name, names, 'there are')}")
    widget_class: type[Widget] = getattr(widgets, name)
    return widget_class
