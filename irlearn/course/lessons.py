"""The course: what there is to do in each lesson, in the order of its notebook."""

from __future__ import annotations

from collections import UserDict
from functools import cache
from pathlib import Path
from typing import Any

from irlearn.course.lesson_parts import LessonPlan


class Course(UserDict[str, Any]):
    """Every lesson's plan by its two signs; a plan is loaded when it is asked for, with what only it needs.

    >>> list(LESSONS)[:3], LESSONS["03"].lesson
    (['00', '01', '02'], '03')
    """

    def __getitem__(self, lesson: str) -> LessonPlan:
        return _read(self.data[lesson])


@cache
def _read(file: str) -> LessonPlan:
    from irlearn.course.lesson_file import read_lesson  # and with it what reads Markdown, once a lesson is opened

    return read_lesson(Path(__file__).with_name(file))


LESSONS = Course({f"{number:02}": f"{number:02}.md" for number in range(15)})
"""The lessons in their order."""
