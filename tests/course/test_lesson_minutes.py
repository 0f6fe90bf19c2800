"""Test that the minutes stated for a lesson follow from the rule, and that no sitting exceeds twenty minutes."""

from __future__ import annotations

import pytest
from lesson_minutes import MOST, PAGES, for_instructors, in_readme, sittings, stated


@pytest.mark.parametrize("lesson", PAGES)
def test_no_sitting_takes_more_than_twenty_minutes(lesson):
    assert [one for one in sittings(lesson) if round(one.minutes) > MOST] == []


@pytest.mark.parametrize("lesson", PAGES)
def test_the_title_states_the_minutes_of_the_rule_to_a_minute(lesson):
    total, each = stated(lesson)
    found = [one.minutes for one in sittings(lesson)]
    assert len(each) == len(found)
    assert total == sum(each)
    assert each == pytest.approx(found, abs=1)


@pytest.mark.parametrize("lesson", PAGES)
def test_the_table_of_the_readme_states_what_the_title_states(lesson):
    assert in_readme(lesson) == stated(lesson)[1]


@pytest.mark.parametrize("lesson", PAGES)
def test_the_instructors_page_states_what_the_title_states(lesson):
    assert for_instructors(lesson) == stated(lesson)
