"""A lesson's progress and the widgets of its parts."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from irlearn.errors import InputError
from irlearn.exercises import LessonPlan, Play, Prediction as Asked, Progress as Record, Quiz as Question
from irlearn.exercises.course import LESSONS
from irlearn.widgets.base import Widget
from irlearn.widgets.exercise import Exercise
from irlearn.widgets.prediction import Prediction
from irlearn.widgets.progress import Progress
from irlearn.widgets.quiz import Quiz
from irlearn.widgets.tasks import Tasks
from irlearn.words import did_you_mean

_Widget = TypeVar("_Widget", bound=Widget)


class Lesson(Progress):
    """The progress panel of a lesson, which gives the widget of each of the lesson's parts.

    `lesson` is the lesson's two signs, such as "03", or an `irlearn.exercises.LessonPlan` of one's own. What is done
    is kept in `folder`, beside the notebook; with `folder=None` only until the kernel ends. Raises `InputError` for a
    lesson or a part that is not there.

    >>> from irlearn import widgets
    >>> lesson = widgets.Lesson("03", folder=None)
    >>> turn = lesson.part("turn-1")
    >>> turn.check(turn.exercise.reference)
    <right>
    >>> lesson.progress.state("turn-1")
    'done'
    """

    def __init__(self, lesson: str | LessonPlan, folder: Path | str | None = ".") -> None:
        self._plan = lesson if isinstance(lesson, LessonPlan) else _found(lesson)
        record = Record(self._plan.lesson, self._plan.ids, folder, self._plan.earlier)
        super().__init__(record, names=self._plan.names)

    @property
    def plan(self) -> LessonPlan:
        """What there is to do in the lesson."""
        return self._plan

    def part(self, identity: str) -> Widget:
        """The widget of a part, which keeps what is done in this lesson's progress."""
        one = self._plan.part(identity)
        if isinstance(one, Play):
            raise InputError(f"{identity!r} is played with a widget: lesson.play({identity!r}, the widget)")
        if isinstance(one, Asked):
            return Prediction(one, progress=self.progress)
        if isinstance(one, Question):
            return Quiz(one, progress=self.progress)
        return Exercise(one, progress=self.progress)

    def play(self, identity: str, widget: _Widget) -> _Widget:
        """The same widget, with the tasks of a part above it, which are kept in this lesson's progress.

        >>> from irlearn import exercises, widgets
        >>> task = exercises.Task("one", "Give A rank 1 twice.", lambda it: it.a == (1, 1), told="Its mean ESL is 1.")
        >>> plan = exercises.LessonPlan("Q1", "Quick", (exercises.Play("scales", (task,)),))
        >>> lesson = widgets.Lesson(plan, folder=None)
        >>> scales = lesson.play("scales", widgets.Scales())
        >>> scales.place("A", (1, 1))
        >>> lesson.progress.done
        ('scales',)
        """
        one = self._plan.part(identity)
        if not isinstance(one, Play):
            raise InputError(f"{identity!r} is no play, it is shown by itself: lesson.part({identity!r})")
        if not isinstance(widget, Widget):
            raise InputError(f"a play needs one of irlearn.widgets; given: {widget!r}")
        widget.set_tasks(Tasks(one, self.progress, widget))
        return widget


def _found(lesson: str) -> LessonPlan:
    if lesson not in LESSONS:
        near = did_you_mean(lesson.zfill(2) if isinstance(lesson, str) else lesson, LESSONS, "the lessons are")
        raise InputError(f"there is no lesson {lesson!r}; {near}")
    return LESSONS[lesson]
