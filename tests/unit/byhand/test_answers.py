"""Test the parsing of typed answers."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from irlearn.byhand.answers import read_answer
from irlearn.errors import InputError, quoted


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
        ("(0.5 + 0.25) / 3", Fraction(1, 4), Fraction(1, 2000), 3),
        ("0.6/3", Fraction(1, 5), Fraction(1, 2000), 3),
        ("0.500 + 0.250", Fraction(3, 4), Fraction(1, 1000), 3),
        ("0.02 * 0.06", Fraction(3, 2500), Fraction(3, 500000), 3),
        ("0.5 / (0.2 - 0.1)", Fraction(5), Fraction(1, 2000), 3),
        ("0.5 - 0.5", Fraction(0), 0, None),
        ("+83%", Fraction(83, 100), Fraction(1, 200), 2),
        ("83.%", Fraction(83, 100), Fraction(1, 200), 2),
        ("(83)%", Fraction(83, 100), Fraction(1, 200), 2),
        ("1.7e+01", Fraction(17), Fraction(1, 2), 0),
        ("½", Fraction(1, 2), 0, None),
        ("1½", Fraction(3, 2), 0, None),
        ("⅚", Fraction(5, 6), 0, None),
        ("323⁄480", Fraction(323, 480), 0, None),
        ("323∕480", Fraction(323, 480), 0, None),
        ("323 : 480", Fraction(323, 480), 0, None),
        ("0.6729.", Fraction(6729, 10000), Fraction(1, 20000), 4),
        ("'0.833", Fraction(833, 1000), Fraction(1, 2000), 3),
        ("０．６７", Fraction(67, 100), Fraction(1, 200), 2),
        ("−0.5", Fraction(-1, 2), Fraction(1, 20), 1),
        ("AP = 0.43", Fraction(43, 100), Fraction(1, 200), 2),
        ("5/12 = 0.417", Fraction(417, 1000), Fraction(1, 2000), 3),
        (0.25, Fraction(1, 4), Fraction(1, 200), 2),
        (0.1 + 0.2, Fraction(3, 10), Fraction(1, 20), 1),
        (3, Fraction(3), 0, None),
        (Fraction(5, 12), Fraction(5, 12), 0, None),
    ],
)
def test_read_answer_parses_each_notation(typed, value, room, places):
    answer = read_answer(typed, share=True)
    assert (answer.value, answer.tolerance, answer.places) == (value, room, places)


@pytest.mark.parametrize("typed", ["0,433", "43,3%", "5,383/8"])
def test_read_answer_notes_a_decimal_comma(typed):
    answer = read_answer(typed)
    assert answer.value == read_answer(typed.replace(",", ".")).value
    assert answer.rounding.startswith("The comma was read as a decimal point. ")


QUOTED = ""
"""No other reason than that the typed text, which the refusal quotes, is not a number."""


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("nan", QUOTED),
        ("inf", QUOTED),
        (float("nan"), QUOTED),
        (True, QUOTED),
        (None, QUOTED),
        ("about half", QUOTED),
        ("", "the answer must be a number"),
        ("AP =", QUOTED),
        ("3 4", QUOTED),
        ("1.2.3", QUOTED),
        ("2**9", QUOTED),
        ("1_000", QUOTED),
        ("0x10", QUOTED),
        ("1e999999999", QUOTED),
        ("(1)(2)", QUOTED),
        ("__import__('os')", QUOTED),
        ("(" * 250 + "1", QUOTED),
        ("1" * 301, "has 301 characters"),
        ("5/0", "divides by 0"),
        ("5/0.0", "divides by 0"),
        ("1/(2 - 2)", "divides by 0"),
        ("150%", "is more than 100%"),
        ("0.5²", QUOTED),
        ("AP: 0.5", QUOTED),
        ("1e99*1e99*1e99*1e99", "has hundreds of digits"),
        ("1e400", "has hundreds of digits"),
        ("1e-400", "has hundreds of digits"),
        ("1e99999999", QUOTED),
        ("1" * 4301, "has 4301 characters"),
        ("x" * 10_000, "has 10000 characters"),
        ("(" * 1000 + "1" + ")" * 1000, "has 2001 characters"),
        ("(" * 100 + "1" + ")" * 100, QUOTED),
        ("-" * 100 + "1", QUOTED),
        ("- " * 100 + "1", QUOTED),
        ("0.5\x00", r"'0\.5\\x00'"),
        ("\x1b[31m0.5", r"'\\x1b\[31m0\.5'"),
        ("0.5\u202e", r"'0\.5\\u202e'"),
        ("\ud800", r"'\\ud800'"),
        ("٣", QUOTED),
        ("0.٥", QUOTED),
        ("٣,٥", QUOTED),
        ("𝟎.𝟓", QUOTED),
        ("५/८", QUOTED),
        ("1½٣", QUOTED),
        pytest.param(10**5000, "has hundreds of digits", id="a long whole number"),
        pytest.param(Fraction(1, 10**5000), "has hundreds of digits", id="a long fraction"),
        (Decimal("1e99999"), QUOTED),
        (Decimal("NaN"), QUOTED),
        (Decimal("sNaN"), QUOTED),
        (np.True_, QUOTED),
        (b"0.5", QUOTED),
        (1j, QUOTED),
        pytest.param([0.5] * 10**6, QUOTED, id="a long list"),
    ],
)
def test_read_answer_rejects_text_that_is_not_a_number(typed, reason):
    with pytest.raises(InputError, match=reason or re.escape(quoted(typed))) as refused:
        read_answer(typed, share=True)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 250


def test_read_answer_accepts_a_sum_above_100_percent():
    assert read_answer("678.4%").value == Fraction("6.784")


@pytest.mark.parametrize("right", [0.6729166666666667, 1 / 3, 0.96, 0.123456789, 7 / 9])
@pytest.mark.parametrize("narrow", [np.float32, np.float16])
def test_read_answer_uses_the_precision_of_narrow_floats(right, narrow):
    assert read_answer(narrow(right)).fits(right)
    assert not read_answer(np.float32(0.6729167)).fits(0.672918)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("0.897", "0.897 stands for any value from 0.8965 to 0.8975."),
        ("1e-99", "1e-99 stands for any value from 5e-100 to 1.5e-99."),
        ("0.672917", "0.672917 stands for any value from 0.6729165 to 0.6729175."),
        (
            "0.672916666666667",
            (
                "0.672916666666667 is read as the output of a program, whose last digits may be off, "
                "so any value from 0.672916331 to 0.672917003 is accepted."
            ),
        ),
        ("7", "7 is a whole number and is taken as exact."),
        ("½", "½ is a fraction and is taken as exact."),
        ("3 · 2", "3 · 2 is written in whole numbers and is taken as exact."),
        ("0.5 - 0.5", "0.5 - 0.5 is taken as exact."),
        ("3 : 4", "The colon was read as a division. 3 : 4 is a fraction and is taken as exact."),
        (
            "0.333/3",
            "0.333/3 is 0.111; because steps may be rounded, any value from 0.110834 to 0.111166 is accepted.",
        ),
    ],
)
def test_answer_rounding_sentence_is_true(typed, said):
    assert read_answer(typed).rounding == said


def test_answer_accepts_every_value_in_its_stated_range():
    for typed in ("0.333/3", "0.5/7", "5.383/8", "0.897", "1e-99", "1/3 + 0.2571", "0.6666667", "-67.29166667%"):
        answer = read_answer(typed)
        low, high = re.search(r"from (\S+) to (\S+?)\.?( is accepted\.)?$", answer.rounding).groups()[:2]
        assert answer.fits(Fraction(low))
        assert answer.fits(Fraction(high))
        assert Fraction(high) - Fraction(low) > answer.tolerance * Fraction(19, 10)


def test_answer_of_exactly_0_does_not_fit_tiny_numbers():
    assert not read_answer("0").fits(5e-11)
    assert read_answer("0.000").fits(5e-11)


def test_answer_fits_a_half_rounded_either_way():
    assert read_answer("0.062").fits(Fraction(1, 16))
    assert read_answer("0.063").fits(Fraction(1, 16))
    assert not read_answer("0.064").fits(Fraction(1, 16))


@given(
    st.one_of(
        st.text(max_size=400),
        st.text("0123456789.,+-*/()=%:eE ½\t\n\x00\x1b٣²０", max_size=400),
        st.sampled_from("(-+.,/1e=½").flatmap(lambda sign: st.integers(1, 400).map(lambda times: sign * times + "1")),
        st.floats(),
        st.integers(),
        st.fractions(),
        st.decimals(),
    )
)
def test_read_answer_parses_or_rejects_random_text(typed):
    try:
        answer = read_answer(typed)
    except InputError as error:
        said = str(error)
        assert len(said) < 250
    else:
        said = answer.rounding
        assert answer.fits(answer.value)
        assert math.isfinite(answer.value)
    assert said.isprintable()


def test_read_answer_treats_line_ends_as_blanks():
    assert read_answer("1\t/\u20282\n").value == Fraction(1, 2)
    assert read_answer("1\n½").text == "1 ½"
