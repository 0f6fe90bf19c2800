"""Test that the position of the correct option of a question cannot be guessed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from irlearn.course.lesson_parts import LessonPlan, Prediction, Quiz, WidgetTasks
from irlearn.course.lessons import LESSONS

ENOUGH = 4


def questions(plan: LessonPlan) -> Iterator[Quiz]:
    """The questions of a lesson that have one right option, those of its tasks among them."""
    for part in plan.parts:
        tasks = part.tasks if isinstance(part, WidgetTasks) else ()
        asked = [task.quiz for task in tasks] or [part.wrapped if isinstance(part, Prediction) else part]
        yield from (one for one in asked if isinstance(one, Quiz) and not one.several)


@pytest.mark.parametrize("plan", LESSONS.values(), ids=LESSONS)
def test_the_right_option_is_neither_the_first_nor_the_last_in_more_than_half_of_the_questions(plan):
    places = [[option.is_right for option in one.options] for one in questions(plan)]
    assert len(places) >= ENOUGH
    assert sum(one[0] for one in places) <= len(places) / 2
    assert sum(one[-1] for one in places) <= len(places) / 2


def test_the_right_options_of_the_course_stand_at_each_place():
    places = [[option.is_right for option in one.options].index(True) for p in LESSONS.values() for one in questions(p)]
    counts = [places.count(place) for place in range(3)]
    assert max(counts) <= len(places) / 2
    assert min(counts) >= len(places) / 8
