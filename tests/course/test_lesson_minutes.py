"""Test that the core path of a lesson is short, and that the minutes stated for a lesson follow from the rule."""

from __future__ import annotations

import pytest
from lesson_minutes import PAGES, for_instructors, in_readme, minutes, most, stated


@pytest.mark.parametrize("lesson", PAGES)
def test_core_path_takes_thirty_minutes_or_less(lesson):
    assert minutes(lesson).core <= most(lesson)


@pytest.mark.parametrize("lesson", PAGES)
def test_lesson_front_states_the_minutes_of_the_rule(lesson):
    """Within 10 percent, or half a minute where the section is so short that rounding changes it by more."""
    assert stated(lesson) == pytest.approx(minutes(lesson), rel=0.1, abs=0.5)


@pytest.mark.parametrize("lesson", PAGES)
def test_readme_table_states_the_minutes_of_the_front(lesson):
    assert in_readme(lesson) == stated(lesson)


@pytest.mark.parametrize("lesson", PAGES)
def test_instructor_page_states_the_minutes_of_the_front(lesson):
    assert for_instructors(lesson) == stated(lesson)
