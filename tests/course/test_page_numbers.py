"""Test that each number on a page of a lesson or an instructor is computed or was reviewed by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
from lesson_pages import ANY, PAGES, cells, instructor, says, told, value
from page_numbers import TIED
from paths import ROOT
from run_lessons import texts

from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import Answered, GeneratedExercise
from irlearn.course.lessons import LESSONS
from irlearn.errors import InputError

NUMBER = re.compile(
    r"(?<![\w.@])(?:\d[\d,]*(?:\.\d+%?|/\d[\d,]*\d|/\d|%)|\.\d+|\d{3,}|\d{1,3}(?:,\d{3})+)(?:e-\d+)?(?!\w|\.\d|/\d)"
)
"""A number with a decimal point, a fraction bar or a percent sign, or of three digits; small counts can be read off."""
NOT_READ = re.compile(
    r"```.*?```|`[^`]*`|\[[\w-]+ \d+\]\([^)]*\)|\]\([^)]*\)"  # code, threads, links
    r"|\b(?:19|20)\d\d\b|\b\d+\.\d+\.\d+\b"  # years, versions
    r"|\b(?:issue|pull request|Spark|trectools|scikit-learn|mteb|(?:py)?trec_eval|ir_measures) \d{2,}(?: and \d{2,})?",
    re.DOTALL,
)
RULES = re.compile(rf"{NUMBER.pattern}[^;`]*?\((?:`[a-z0-9-]+`(?:, | and )?)+\)")
"""A wrong number with its misconception, which test_instructor_pages.py compares with the exercise."""

GIVEN: list[tuple[str, str, str]] = [
    ("00i", "0.17 is enough here", "what somebody types: the exercise's own test asks that it is right"),
    ("03i", "0.31 and 0.44", "two papers made up for a question to the class"),
    ("04", "0.9 on q1 and 0.6 on q2", "made up; the means of these values are computed"),
    ("04i", "MAP is 0.533 for one system and 0.50 for another", "made up for a question to the class"),
    ("05", "nDCG@10 = 0.61, and the other 0.55", "two programs made up for a question about causes"),
    ("05i", "0.61 or 0.55", "the same two"),
    ("05i", "nDCG@10 = 0.88", "made up for a question to the class"),
    ("05", "one tool reports nDCG 0.9369 and another 0.9435", "quoted from the issue that the sentence links"),
    ("06", "the scores 0.9, 0.8, 0.7, 0.6, 0.5", "the tutorial's list has an order only; any falling scores do"),
    ("06i", "0.31 and 0.44", "made up for a question to the class"),
    ("07", "reports p = 0.0 for a huge effect", "what ranx 0.3.21 printed; it draws its swaps at random"),
    (
        "07",
        "With a correlation of 0.5 and systems that do not differ, p is at most 0.05 in under 1% of the cases",
        "tests/course/test_rank_sum_on_pairs.py",
    ),
    ("07i", "With 50,000 queries", "made up for a question to the class"),
    ("09", "CC BY 4.0", "the name of a license"),
    (
        "10",
        "at most 0.05 in about 5% of the cases without correlation, and in fewer than 1% at a correlation of 0.5",
        "tests/course/test_leaderboard_sentences.py",
    ),
    ("13", "different in about 12% of the tables", "tests/course/test_claims_about_random_data.py"),
    ("13", "did so in about 4%", "tests/course/test_claims_about_random_data.py"),
    (
        "13i",
        "in about 12% of simulated tables, and with equal deviations in about 5%. Bonferroni's t tests stay below 5%",
        "tests/course/test_claims_about_random_data.py",
    ),
    ("14i", "When many say 0.600", "tests/course/test_instructor_pages.py"),
    ("10", "has p = 2e-8, and the t test for independent samples has p = 0.0052", "tests/oracles/test_msmarco_pair.py"),
]
"""Phrases by page whose numbers are not computed here, with the reason or the file of the test that computes them."""


@cache
def shown_numbers(lesson: str) -> frozenset[str]:
    """Return the numbers in the output of a lesson's cells before any answer."""
    return frozenset(one for _, whole, _ in texts(PAGES[lesson]) for one in NUMBER.findall(whole))


def prose(page: str) -> Iterator[str]:
    """Yield the paragraphs of a lesson, or the lines of its instructor's page (`00i`)."""
    if page.endswith("i"):
        yield from instructor(page[:2])
    else:
        yield from (cell.source for cell in cells(page) if not cell.code and not cell.id.startswith("references"))


def accepted(part: Answered, number: str) -> bool:
    try:
        return isinstance(getattr(part, "wrapped", part), Exercise | GeneratedExercise) and part.accepts(number)
    except InputError:
        return False


def is_known(page: str, line: str, number: str) -> bool:
    """Return True if the lesson shows the number, or the part of an instructor's row explains the number."""
    if not line.startswith("| ") or not page.endswith("i"):
        return number in shown_numbers(page[:2])
    parts = [part for part in LESSONS[page[:2]].parts if f"`{part.id}`" in line]
    numbers = {one for part in parts for text in told(part) for one in ANY.findall(text)}
    return any(accepted(part, number) for part in parts) or any(
        number == one or (value(one)[1] < value(number)[1] and says(number, value(one)[0])) for one in numbers
    )


@pytest.mark.grid
@pytest.mark.parametrize("page", [*PAGES, *(f"{lesson}i" for lesson in PAGES)])
def test_page_numbers_are_computed_or_reviewed(page):
    phrases = [phrase for where, phrase, _ in (*TIED, *GIVEN) if where == page]
    left = []
    for text in prose(page):
        rest = text
        for phrase in sorted(phrases, key=len, reverse=True):
            rest = rest.replace(phrase, " ")
        rest = NOT_READ.sub(" ", RULES.sub(" ", rest) if text.startswith("| ") else rest)
        left += [f"{number} in {text[:60]!r}" for number in NUMBER.findall(rest) if not is_known(page, text, number)]
    assert left == [], "show it in a cell, compute it in TIED, or review it and name it in GIVEN"


@pytest.mark.grid
@pytest.mark.parametrize(
    ("page", "phrase", "computed"), TIED, ids=[f"{page} {phrase[:40]}" for page, phrase, _ in TIED]
)
def test_page_phrases_state_the_computed_numbers(page, phrase, computed):
    assert any(phrase in text for text in prose(page)), "the page does not say so"
    written, numbers = ANY.findall(phrase), list(computed())
    assert len(written) == len(numbers), (written, numbers)
    assert [pair for pair in zip(written, numbers, strict=True) if not says(*pair)] == []


@pytest.mark.parametrize(("page", "phrase", "why"), GIVEN)
def test_reviewed_phrases_are_on_their_page_and_name_existing_tests(page, phrase, why):
    assert any(phrase in text for text in prose(page))
    assert NUMBER.search(phrase)
    if why.startswith("tests/"):
        assert (ROOT / why).is_file()


def test_reviewed_phrases_without_a_test_are_few():
    assert len([why for *_, why in GIVEN if not why.startswith("tests/")]) <= 13
