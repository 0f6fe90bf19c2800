"""The course: what there is to do in each lesson, in the order of its notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from irlearn.exercises.parts import LessonPlan


class Course(Mapping[str, LessonPlan]):
    """Every lesson's plan by its two signs; a plan is loaded when it is asked for, with what only it needs.

    >>> list(LESSONS)[:3], LESSONS["03"].lesson
    (['00', '01', '02'], '03')
    """

    def __init__(self, lessons: tuple[str, ...]) -> None:
        self._lessons = lessons

    def __getitem__(self, lesson: str) -> LessonPlan:
        if lesson not in self._lessons:
            raise KeyError(lesson)
        file = Path(__file__).with_name(f"{lesson}.md")
        if not file.is_file():  # not yet written as a text
            plan: LessonPlan = import_module(f"{__name__}.lesson_{lesson}").PLAN
            return plan
        return _read(file)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lessons)

    def __len__(self) -> int:
        return len(self._lessons)


@cache
def _read(file: Path) -> LessonPlan:
    from irlearn.exercises.lesson_file import read_lesson  # and with it what reads Markdown, once a lesson is opened

    return read_lesson(file)


LESSONS = Course(("00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14"))
"""The lessons in their order."""
