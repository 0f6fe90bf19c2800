"""What a learner types is read as it is meant, or refused in one sentence."""

from __future__ import annotations

from fractions import Fraction

import pytest

from irlearn.diagnosis import read_answer
from irlearn.errors import InputError


@pytest.mark.parametrize(
    ("typed", "value", "room", "places"),
    [
        ("13/30", Fraction(13, 30), 0, None),
        (" 26 / 60 ", Fraction(13, 30), 0, None),
        ("0.433", Fraction(433, 1000), Fraction(1, 2000), 3),
        (".43", Fraction(43, 100), Fraction(1, 200), 2),
        ("43.3%", Fraction(433, 1000), Fraction(1, 2000), 3),
        ("43 %", Fraction(43, 100), Fraction(1, 200), 2),
        ("5.383/8", Fraction(5383, 8000), Fraction(1, 16000), 3),
        ("7", Fraction(7), 0, None),
        ("007", Fraction(7), 0, None),
        ("-0.5", Fraction(-1, 2), Fraction(1, 20), 1),
        ("1e-5", Fraction(1, 100000), Fraction(1, 200000), 5),
        ("(1/1 + 2/3) / 3", Fraction(5, 9), 0, None),
        ("1/1+2/3", Fraction(5, 3), 0, None),
        ("2 · 3/5 × 1/2 − 1/10", Fraction(1, 2), 0, None),
        ("1/2/3", Fraction(1, 6), 0, None),
        ("(0.5 + 0.25) / 3", Fraction(1, 4), Fraction(11, 600), 2),
        ("AP = 0.43", Fraction(43, 100), Fraction(1, 200), 2),
        ("5/12 = 0.417", Fraction(417, 1000), Fraction(1, 2000), 3),
        (0.25, Fraction(1, 4), Fraction(1, 200), 2),
        (0.1 + 0.2, Fraction(3, 10), Fraction(1, 20), 1),
        (3, Fraction(3), 0, None),
        (Fraction(5, 12), Fraction(5, 12), 0, None),
    ],
)
def test_an_answer_is_read_as_it_is_written(typed, value, room, places):
    answer = read_answer(typed, share=True)
    assert (answer.value, answer.room, answer.places) == (value, room, places)


@pytest.mark.parametrize("typed", ["0,433", "43,3%", "5,383/8"])
def test_a_decimal_comma_is_understood_and_said(typed):
    answer = read_answer(typed)
    assert answer.value == read_answer(typed.replace(",", ".")).value
    assert answer.rounding.startswith("The comma was read as a decimal point. ")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("nan", "is not a number"),
        ("inf", "is not a number"),
        (float("nan"), "is not a number"),
        (True, "is not a number"),
        (None, "is not a number"),
        ("about half", "is not a number"),
        ("", "is not a number"),
        ("AP =", "is not a number"),
        ("3 4", "is not a number"),
        ("1.2.3", "is not a number"),
        ("2**9", "is not a number"),
        ("1_000", "is not a number"),
        ("0x10", "is not a number"),
        ("1e999999999", "is not a number"),
        ("(1)(2)", "is not a number"),
        ("__import__('os')", "is not a number"),
        ("(" * 250 + "1", "is not a number"),
        ("1" * 301, "has 301 signs"),
        ("5/0", "divides by 0"),
        ("5/0.0", "divides by 0"),
        ("1/(2 - 2)", "divides by 0"),
        ("150%", "is more than 100%"),
    ],
)
def test_what_is_no_number_is_refused_in_one_sentence(typed, reason):
    with pytest.raises(InputError, match=reason) as refused:
        read_answer(typed, share=True)
    assert "\n" not in str(refused.value)


def test_a_sum_may_be_more_than_100_percent():
    assert read_answer("678.4%").value == Fraction("6.784")


def test_a_half_may_be_rounded_either_way():
    assert read_answer("0.062").fits(Fraction(1, 16))
    assert read_answer("0.063").fits(Fraction(1, 16))
    assert not read_answer("0.064").fits(Fraction(1, 16))
