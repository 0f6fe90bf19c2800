"""Test the controls that widgets share."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from irlearn import InputError
from irlearn.text.numbers import p_drawn
from irlearn.widgets.core.fields import check_count, choice_control, read_whole, sliding_dot, stepper


def test_step_buttons_hand_over_the_focus_at_the_ends() -> None:
    less, more = stepper("cutoff", "cutoff", "1", less=False).find("button")
    assert (less.attributes["data-focus"], less.attributes["aria-label"]) == ("cutoff −", "cutoff: less")
    assert (less.attributes["disabled"], less.attributes["data-focus-next"]) == (True, False)
    assert (more.attributes["aria-label"], more.attributes["data-focus-next"]) == ("cutoff: more", True)


@pytest.mark.parametrize(("chosen", "stop"), [("esl", "ESL"), ("", "RR")])
def test_choice_is_one_tab_stop_at_the_pressed_or_the_first_button(chosen: str, stop: str) -> None:
    drawn = choice_control("by", "rank by", {"rr": "RR", "esl": "ESL", "ap": "AP"}, chosen)
    assert (drawn.attributes["role"], drawn.attributes["aria-label"]) == ("group", "rank by")
    stops = {element.text: element.attributes["tabindex"] for element in drawn.find("button")}
    assert stops == {"RR": -1, "ESL": -1, "AP": -1, stop: 0}


def test_typed_count_must_be_a_whole_number_in_range() -> None:
    assert check_count(read_whole(" 7 "), "the cutoff", 1, 10) == 7
    with pytest.raises(InputError, match="given: True"):
        check_count(True, "the cutoff", 1, 10)
    with pytest.raises(InputError, match=r"from 1 to 10; given: 2\.5"):
        check_count(read_whole(" 2.5"), "the cutoff", 1, 10)


def test_p_value_keeps_three_digits_however_small() -> None:
    assert [p_drawn(p) for p in (0.5, 0.00099, 0.0000123, math.nan)] == ["0.500", "0.000990", "1.23e−05", "–"]


def test_sliding_dot_is_at_its_place_on_the_track() -> None:
    assert sliding_dot("a q1", "q1, A", Fraction(3)).attributes["style"] == "left:300%"
    assert sliding_dot("a q1", "q1, A", Fraction(3), place=Fraction(1, 4)).attributes["style"] == "left:25%"
