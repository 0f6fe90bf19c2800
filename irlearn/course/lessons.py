"""The plans of the course's lessons, read from the Markdown files in the folder of this module."""

from __future__ import annotations

from collections import UserDict
from functools import cache
from pathlib import Path
from typing import Any

from irlearn.course.lesson_parts import LessonPlan


class Course(UserDict[str, Any]):
    """A mapping from the two characters of a lesson to its plan, which is read at the first access.

    >>> list(LESSONS)[:3], LESSONS["03"].lesson
    (['00', '01', '02'], '03')
    """

    def __getitem__(self, lesson: str) -> LessonPlan:
        return _read(self.data[lesson])


@cache
def _read(file: str) -> LessonPlan:
    from irlearn.course.lesson_file import read_lesson  # imports a Markdown parser, which only an open lesson needs

    return read_lesson(Path(__file__).with_name(file))


LESSONS = Course({f"{number:02}": f"{number:02}.md" for number in range(16)})
"""The lessons of the course, in order."""
