"""A lesson's progress and the widgets of its parts."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from irlearn.byhand.hand_calculation import Exercise as Number
from irlearn.course.lesson_data import Scores
from irlearn.course.lesson_file import error_location, read_lesson
from irlearn.course.lesson_parts import LessonPlan, Prediction as Asked, Quiz as Question, WidgetTasks
from irlearn.course.lessons import LESSONS
from irlearn.course.progress import Progress as Record
from irlearn.datasets import Document, Topic
from irlearn.errors import InputError, quoted
from irlearn.text.english import as_sentence, did_you_mean
from irlearn.widgets.core.base import HOME, Widget
from irlearn.widgets.lesson import tasks as _deeds  # noqa: F401  # which registers what tasks name
from irlearn.widgets.lesson.exercise import Exercise
from irlearn.widgets.lesson.prediction import Prediction
from irlearn.widgets.lesson.progress import Progress
from irlearn.widgets.lesson.quiz import Quiz
from irlearn.widgets.lesson.tasks import Tasks

_Widget = TypeVar("_Widget", bound=Widget)
_Value = TypeVar("_Value")


class Lesson(Progress):
    """The progress panel of a lesson, which gives the widget of each of the lesson's parts.

    `lesson` is the lesson's two signs, such as "03", or one's own: the name of its file, such as "my_lesson.md", or an
    `irlearn.course.LessonPlan`. `topics` and `scores` are what the file brings along, by id. What is done is kept in
    `folder`, beside the notebook; with `folder=None` only until the kernel ends. Raises `InputError` for a lesson or a
    part that is not there.

    >>> from irlearn import widgets
    >>> lesson = widgets.Lesson("03", folder=None)
    >>> turn = lesson.part("turn-1")
    >>> turn.check(turn.exercise.reference_answer)
    <right>
    >>> lesson.progress.state("turn-1")
    'done'
    """

    def __init__(self, lesson: str | Path | LessonPlan, folder: Path | str | None = ".") -> None:
        self._plan = lesson if isinstance(lesson, LessonPlan) else _found(lesson)
        record = Record(self._plan.lesson, self._plan.ids, folder, self._plan.earlier)
        super().__init__(record, names=self._plan.names)

    @property
    def plan(self) -> LessonPlan:
        """What there is to do in the lesson."""
        return self._plan

    @property
    def topic(self) -> Topic:
        """The one topic that the lesson's file brings along; an `InputError` where it has none, or several."""
        if len(self.topics) != 1:
            known = f"it has {', '.join(self.topics)}: lesson.topics[…]" if self.topics else "it has none"
            raise InputError(f"a lesson has a `topic` where its file has one '## Topic: …' with documents; {known}")
        return next(iter(self.topics.values()))

    @property
    def topics(self) -> dict[str, Topic]:
        """The topics that the lesson's file brings along, by their ids."""
        return _Named(self._plan.data.topics)

    @property
    def scores(self) -> dict[str, Scores]:
        """The scores of two systems that the lesson's file brings along, by their ids."""
        return _Named(self._plan.data.scores)

    def ranked(self, name: str) -> tuple[Document, ...]:
        """The documents of one of the file's rankings, such as "A" or "jaguar/A", in its order."""
        return self._plan.data.documents(name)

    def part(self, identity: str) -> Widget:
        """The widget of a part, which keeps what is done in this lesson's progress."""
        one = self._plan.part(identity)
        if isinstance(one, WidgetTasks):
            raise InputError(f"{identity!r} is played with a widget: lesson.play({identity!r}, the widget)")
        if isinstance(one, Asked):
            return self._placed(Prediction(one, progress=self.progress), identity)
        if isinstance(one, Question):
            return self._placed(Quiz(one, progress=self.progress), identity)
        return self._placed(Exercise(one, progress=self.progress), identity)

    def play(self, identity: str, widget: _Widget) -> _Widget:
        """The same widget, with the tasks of a part above it, which are kept in this lesson's progress.

        >>> from irlearn import course, widgets
        >>> task = course.Task("one", "Give A rank 1 twice.", lambda it: it.a == (1, 1), feedback="Mean ESL: 1.")
        >>> plan = course.LessonPlan("Q1", "Quick", (course.WidgetTasks("scales", (task,)),))
        >>> lesson = widgets.Lesson(plan, folder=None)
        >>> scales = lesson.play("scales", widgets.Scales())
        >>> scales.place("A", (1, 1))
        >>> lesson.progress.done
        ('scales',)
        """
        one = self._plan.part(identity)
        if not isinstance(one, WidgetTasks):
            raise InputError(f"{identity!r} is no play, it is shown by itself: lesson.part({identity!r})")
        if not isinstance(widget, Widget):
            raise InputError(f"a play needs one of irlearn.widgets; given: {widget!r}")
        if one.widget not in ("", type(widget).__name__):
            raise InputError(f"{identity!r} is played with a {one.widget}; given: a {type(widget).__name__}")
        if self._plan.lesson not in LESSONS:
            _try_out(one, widget)
        tasks = Tasks(one, self.progress, widget)
        widget.set_tasks(tasks)
        return self._placed(widget, identity, tasks)

    def _placed(self, widget: _Widget, identity: str, tasks: Tasks | None = None) -> _Widget:
        """The same widget, which leads back to its tasks, and on to the next open part once its own is done."""
        later = self.progress.parts[self.progress.parts.index(identity) + 1 :]

        def onward() -> tuple[str, str, str] | None:
            if self.progress.state(identity) != "done":
                return (identity, f"To the {tasks.waiting_for} ↑", "") if tasks and tasks.waiting_for else None
            if len(self.progress.done) == len(self.progress.parts):
                return HOME, "Back to the top ↑", "All is done: see what you predicted, and what it was."
            after = next((one for one in later if self.progress.state(one) != "done"), None)
            return ("", "Read on ↓", f"Next to do: {self._name(after)}.") if after else None

        widget.set_part(identity, onward)
        return widget

    def predicted(self) -> list[tuple[str, str, str, bool]]:
        """What was asked, what was predicted at first, what is right, and whether it was, of each prediction."""
        made = []
        for one in self._plan.parts:
            first = self.progress.detail(one.id).get("first") or self.progress.answer(one.id)
            if isinstance(one, Asked) and first:
                right = (
                    one.wrapped.answer
                    if isinstance(one.wrapped, Number) and "." in one.reference_answer
                    else one.reference_answer
                )
                with suppress(InputError):  # an option that the question had in an earlier version of the lesson
                    made.append((one.wrapped.question, str(first), right, one.accepts(str(first))))
        return made

    def ahead(self) -> str:
        """The next lesson of the course."""
        after = [one for name, one in LESSONS.items() if name > self._plan.lesson]
        if self._plan.lesson not in LESSONS or not after:
            return ""
        return as_sentence(f"The next lesson is {after[0].lesson}: {after[0].title}")


class _Named(dict[str, _Value]):
    """What a lesson's file brings along, by its id; an `InputError` where it brings none of that id."""

    def __missing__(self, name: str) -> _Value:
        raise InputError(f"the lesson's file has no {quoted(str(name))}; {did_you_mean(name, self, 'it has')}")


def _try_out(play: WidgetTasks, widget: Widget) -> None:
    """Ask the widget all that the tasks will, so that a name that it lacks is told now, and not to a learner."""
    for task in play.tasks:
        try:
            task.is_satisfied([task.observe(widget) if task.observe else widget])
            task.answer(widget)
        except (AttributeError, TypeError) as error:
            what = f"the task {task.id!r} of {play.id!r} asks what a {type(widget).__name__} cannot be asked"
            raise InputError(f"{what}: {error}") from None


def _found(lesson: str | Path) -> LessonPlan:
    if str(lesson).endswith(".md"):
        plan = own_signs(read_lesson(lesson, widget_named), lesson)
        answerable(plan)
        return plan
    if lesson not in LESSONS:
        near = did_you_mean(str(lesson).zfill(2), LESSONS, "the lessons are")
        raise InputError(
            f"there is no lesson {quoted(str(lesson))}; {near}; one's own is named by its file, as 'my_lesson.md'"
        )
    return LESSONS[str(lesson)]


def answerable(plan: LessonPlan) -> None:
    """An `InputError` where a number to work out does not exist, such as the ESL of what is not in a list."""
    for part in plan.parts:
        exercise = part.wrapped if isinstance(part, Asked) else part
        if isinstance(exercise, Number):
            with error_location(f"{part.id!r}"):
                _ = exercise.answer


def own_signs(plan: LessonPlan, file: Path | str) -> LessonPlan:
    """The plan of somebody's own file; an `InputError` where its two signs are those of a lesson of irlearn."""
    if plan.lesson in LESSONS:
        raise InputError(f"{Path(file).name}: {plan.lesson} is a lesson of irlearn; take other signs, such as Q1")
    return plan


def widget_named(name: str) -> type[Widget]:
    """The widget of that name, to play with; an `InputError` with the nearest names where there is none."""
    from irlearn import widgets

    names = [one for one in dir(widgets) if one[:1].isupper() and one not in _NO_PLAY]
    if name not in names:
        raise InputError(f"no widget is called {quoted(name)}; {did_you_mean(name, names, 'there are')}")
    found: type[Widget] = getattr(widgets, name)
    return found


_NO_PLAY = ("Exercise", "Lesson", "Prediction", "Progress", "Quiz", "Widget")
