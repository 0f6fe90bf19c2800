"""Test that no sentence of a lesson is repeated between a cell and the question after it."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from lesson_pages import PAGES, asked, cells, runs, words

from irlearn.course.lesson_parts import GeneratedExercise

LONG = 8  # words
INSTRUCTIONS = re.compile(
    r"(?:Give|Type) [^.?:;]*\.|The other rule's is recognized(?:, too)?\."
    r"|What is the two-sided p-value of the \S+ test\?"
)
"""Sentences about the format of an answer or the name of a quantity, which may be repeated."""
SENTENCE = re.compile(r"(?<=[.?!:;|])\s+|\n+")


def sentences(text: str) -> set[str]:
    """Return sentences of eight or more words; numbers count as words."""
    each = (words(one) for one in SENTENCE.split(text))
    return {" ".join(one) for one in each if len(one) >= LONG}


def lesson_texts(lesson: str) -> list[tuple[str, bool, bool, str]]:
    """Return the texts of a lesson in order: place, whether from a part, whether generated, and text."""
    found = []
    for cell in cells(lesson):
        if not cell.code:
            found.append((f"cell {cell.id}", False, False, cell.source))
        for part in cell.parts:
            for name, it, question in asked(part):
                found.append((f"part {name}", True, isinstance(it, GeneratedExercise), INSTRUCTIONS.sub("", question)))
    return found


@pytest.mark.parametrize("lesson", PAGES)
def test_sentences_are_not_repeated_between_cells_and_parts(lesson):
    twice = []
    for (where, part, made, text), (other, later_part, later_made, later) in combinations(lesson_texts(lesson), 2):
        if not (part or later_part) or (made and later_made):  # turns of one kind are worded alike
            continue
        shared = (runs(text, LONG) & runs(later, LONG)) | (sentences(text) & sentences(later))
        twice += [f"{where}, {other}: {min(shared)}"] if shared else []
    assert twice == []


def test_lessons_do_not_repeat_questions_of_other_lessons():
    parts = [
        (lesson, f"{lesson} {where}", made, runs(text, LONG))
        for lesson in PAGES
        for where, part, made, text in lesson_texts(lesson)
        if part
    ]
    twice = [
        f"{where}, {other}: {min(a & b)}"
        for (lesson, where, made, a), (later, other, later_made, b) in combinations(parts, 2)
        if lesson != later and not (made and later_made) and a & b
    ]
    assert twice == []
