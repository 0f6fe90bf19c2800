"""Test that the minutes stated for a lesson follow from the rule, and that no sitting exceeds twenty minutes."""

from __future__ import annotations

import pytest
from lesson_minutes import MOST, PAGES, for_instructors, in_readme, sittings, stated


@pytest.mark.parametrize("lesson", PAGES)
def test_sitting_takes_twenty_minutes_or_less(lesson):
    assert [one for one in sittings(lesson) if round(one.minutes) > MOST] == []


@pytest.mark.parametrize("lesson", PAGES)
def test_lesson_title_states_the_minutes_of_the_rule(lesson):
    total, each = stated(lesson)
    found = [one.minutes for one in sittings(lesson)]
    assert len(each) == len(found)
    assert total == sum(each)
    assert each == pytest.approx(found, abs=1)


@pytest.mark.parametrize("lesson", PAGES)
def test_readme_table_states_the_minutes_of_the_title(lesson):
    assert in_readme(lesson) == stated(lesson)[1]


@pytest.mark.parametrize("lesson", PAGES)
def test_instructor_page_states_the_minutes_of_the_title(lesson):
    assert for_instructors(lesson) == stated(lesson)
