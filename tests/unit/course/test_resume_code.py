"""Test that resume codes are read back, and that a typing error is detected."""

from __future__ import annotations

import re
from itertools import combinations, product
from string import ascii_uppercase, digits

import pytest
from hypothesis import given, strategies as st
from message_parts import parts

from irlearn import InputError
from irlearn.course.progress import ALPHABET, MOST_PARTS, read_code, write_code

SAME = str.maketrans("OIL", "011")
EVERYTHING = [list(marks) for marks in product([False, True], repeat=7)]
ANOTHER_VERSION = (
    "this code is for another version of lesson 03, so its parts are unknown; "
    "use the copy of the lesson in which it was made"
)
LONG = [number % 3 == 0 for number in range(MOST_PARTS)]


def is_refused(code: str, lesson: str, version: int, parts: int) -> bool:
    try:
        read_code(code, lesson, version, parts)
    except InputError:
        return True
    return False


@given(
    st.text(ALPHABET, min_size=2, max_size=2),
    st.integers(0, 1023),
    st.lists(st.booleans(), min_size=1, max_size=MOST_PARTS),
)
def test_resume_code_reads_back_the_done_parts(lesson: str, version: int, done: list[bool]) -> None:
    assert read_code(write_code(lesson, version, done), lesson, version, len(done)) == tuple(done)


@given(st.lists(st.booleans(), min_size=1, max_size=20), st.randoms())
def test_resume_code_accepts_small_letters_blanks_and_lookalikes(done: list[bool], random: object) -> None:
    code = write_code("03", 511, done)
    alike = {"0": "0oO", "1": "1iIlL", "I": "iI1lL"}
    choose = random.choice  # type: ignore[attr-defined]
    typed = "".join(choose(alike.get(sign, sign + sign.lower())) + choose(["", " ", "-", "–"]) for sign in code)
    assert read_code(f" {typed}\n", "03", 511, len(done)) == tuple(done)


@pytest.mark.grid
@pytest.mark.parametrize("done", [*EVERYTHING, LONG], ids=lambda done: f"{sum(done)} of {len(done)}")
def test_resume_code_detects_a_wrong_character_and_swapped_neighbors(done: list[bool]) -> None:
    code = write_code("03", 700, done).replace("-", "")
    for place, sign in enumerate(code):
        for other in digits + ascii_uppercase + "-*?":
            if other.translate(SAME) != sign.translate(SAME):
                wrong = code[:place] + other + code[place + 1 :]
                assert is_refused(wrong, "03", 700, len(done)), wrong
    for place in range(len(code) - 1):
        one, two = code[place : place + 2]
        if one.translate(SAME) != two.translate(SAME):
            wrong = code[:place] + two + one + code[place + 2 :]
            assert is_refused(wrong, "03", 700, len(done)), wrong


def test_resume_code_detects_two_wrong_characters() -> None:
    code = write_code("05", 3, [True, False, True])
    signs = code.replace("-", "")
    count = 0
    for one, two in combinations(range(len(signs)), 2):
        for first, second in product(ALPHABET, ALPHABET):
            if first != signs[one].translate(SAME) and second != signs[two].translate(SAME):
                wrong = signs[:one] + first + signs[one + 1 : two] + second + signs[two + 1 :]
                assert is_refused(wrong, "05", 3, 3), wrong
                count += 1
    assert count == 36 * 31 * 31  # 9 signs


def test_resume_code_detects_a_missing_or_repeated_character() -> None:
    code = write_code("03", 700, [True] * 7).replace("-", "")
    for place in range(len(code)):
        assert is_refused(code[:place] + code[place + 1 :], "03", 700, 7)
        assert is_refused(code[:place] + code[place] + code[place:], "03", 700, 7)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "no resume code"),
        (" - ", "no resume code"),
        ("13/30", "'13/30' is not a resume code; it begins with IR and looks like IR03-7K2F-9Q"),
        ("IR", "'IR' is not a resume code: a character was mistyped or left out; copy it again"),
        ("IR03-ÄÖÜ0-16", "'IR03-ÄÖÜ0-16' is not a resume code: a character was mistyped or left out; copy it again"),
        (write_code("05", 700, [True] * 7), "this code is for lesson 05; open lesson 05, for this is lesson 03"),
        (
            write_code("03", 701, [True] * 7),
            ANOTHER_VERSION,
        ),
    ],
)
def test_unusable_resume_code_is_rejected_in_one_sentence(typed: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        read_code(typed, "03", 700, 7)
    assert re.search(parts(said), str(refused.value))


def test_message_about_a_long_resume_code_does_not_repeat_it_in_full() -> None:
    with pytest.raises(InputError) as refused:
        read_code("x" * 10_000, "03", 700, 7)
    assert len(str(refused.value)) < 150
