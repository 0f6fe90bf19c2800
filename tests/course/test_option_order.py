"""Test that the position of the correct option of a question cannot be guessed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from irlearn.course.lesson_parts import LessonPlan, Prediction, Quiz, WidgetTasks
from irlearn.course.lessons import LESSONS

ENOUGH = 4


def questions(plan: LessonPlan) -> Iterator[Quiz]:
    """Yield the questions of a lesson and its tasks with a single correct option."""
    for part in plan.parts:
        tasks = part.tasks if isinstance(part, WidgetTasks) else ()
        asked = [task.quiz for task in tasks] or [part.wrapped if isinstance(part, Prediction) else part]
        yield from (one for one in asked if isinstance(one, Quiz) and not one.several)


@pytest.mark.parametrize("plan", LESSONS.values(), ids=LESSONS)
def test_correct_option_is_first_or_last_in_at_most_half_of_the_questions(plan):
    places = [[option.is_right for option in one.options] for one in questions(plan)]
    assert len(places) >= ENOUGH
    assert sum(one[0] for one in places) <= len(places) / 2
    assert sum(one[-1] for one in places) <= len(places) / 2


def test_correct_options_occur_at_each_position():
    places = [[option.is_right for option in one.options].index(True) for p in LESSONS.values() for one in questions(p)]
    counts = [places.count(place) for place in range(3)]
    assert max(counts) <= len(places) / 2
    assert min(counts) >= len(places) / 8
