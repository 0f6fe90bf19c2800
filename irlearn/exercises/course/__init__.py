"""The course: what there is to do in each lesson, in the order of its notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
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
        return _read(lesson)

    def __iter__(self) -> Iterator[str]:
        return iter(self._lessons)

    def __len__(self) -> int:
        return len(self._lessons)


@cache
def _read(lesson: str) -> LessonPlan:
    from irlearn.exercises.lesson_file import read_lesson  # and with it what reads Markdown, once a lesson is opened

    return read_lesson(Path(__file__).with_name(f"{lesson}.md"))


LESSONS = Course(("00", "01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12", "13", "14"))
"""The lessons in their order."""
