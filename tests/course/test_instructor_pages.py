"""Test that the numbers on the instructor's pages are those of the exercises."""

from __future__ import annotations

import re

import pytest
from paths import LESSONS_FOLDER

from irlearn.byhand.catalogue import MISCONCEPTIONS
from irlearn.byhand.generate import exercise
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import GeneratedExercise, Part
from irlearn.course.lessons import LESSONS
from irlearn.errors import InputError

PAGES = sorted((LESSONS_FOLDER / "instructor").glob("[0-9]*.md"))
ROWS = [
    pytest.param(page.stem[:2], *[cell.strip() for cell in line.strip("|\n ").split(" | ")][:4], id=f"{page.stem}-{n}")
    for page in PAGES
    for n, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1)
    if line.startswith("| ") and not line.startswith("| exercise")
]
NUMBER = r"(?<![\w.−-])−?\d+(?:\.\d+)?(?:/\d+)?"
RULE = r"\(((?:`[a-z0-9-]+`(?:, | and )?)+)\)"


def calculation(lesson: str, exercise: str) -> Part | None:
    """Return the hand calculation of a row, or None."""
    named = [part for part in LESSONS[lesson].parts if f"`{part.id}`" in exercise]
    if len(named) != 1:
        return None
    (part,) = named
    return part if isinstance(getattr(part, "wrapped", part), Exercise | GeneratedExercise) else None


@pytest.mark.parametrize(("lesson", "exercise", "tests", "answer", "turns"), ROWS)
def test_instructor_page_has_the_answer_and_wrong_numbers_of_the_exercise(lesson, exercise, tests, answer, turns):
    part = calculation(lesson, exercise)
    named = re.findall(rf"({NUMBER})[^;`]*?{RULE}", turns)
    if part is None:
        return
    numbers = [one.replace("−", "-") for one in re.findall(NUMBER, answer)]
    for one in asked_by(part):
        assert any(right(one, number) for number in numbers), f"none of {numbers} is the answer, {one.reference_answer}"
    for number, rules in named:
        told = {rule for one in asked_by(part) for rule in one.feedback_on(number.replace("−", "-"))}
        for rule in re.findall(r"[a-z0-9-]+", rules.replace(" and ", " ")):
            assert rule in told, f"{number} is told {told}"


def asked_by(part: Part) -> tuple[Part, ...]:
    """Return the part, or an exercise for each number if the part asks for several."""
    exercise = part.exercise if isinstance(part, GeneratedExercise) else part
    return exercise.numbers if isinstance(exercise, Exercise) else (part,)


def right(part: Part, number: str) -> bool:
    try:
        return part.accepts(number)
    except InputError:
        return False


def test_instructor_page_names_each_part_of_its_lesson():
    for page in PAGES:
        lesson, text = page.stem[:2], page.read_text(encoding="utf-8")
        ids = LESSONS[lesson].ids
        assert [one for one in ids if f"`{one}`" not in text] == [], page.name


def test_instructor_pages_have_rows_for_calculations_and_their_mistakes():
    about = [row for row in ROWS if calculation(row.values[0], row.values[1]) is not None]
    assert len(about) >= 30
    assert sum(len(re.findall(RULE, row.values[4])) for row in about) >= 90


def test_instructor_pages_name_existing_misconceptions():
    for page in PAGES:
        for rules in re.findall(RULE, page.read_text(encoding="utf-8")):
            ids = re.findall(r"[a-z0-9-]+", rules.replace(" and ", " "))
            parts = LESSONS[page.stem[:2]].ids
            assert [
                one
                for one in ids
                if one not in MISCONCEPTIONS and one.partition("-")[2] not in MISCONCEPTIONS and one not in parts
            ] == [], page.name


@pytest.mark.parametrize(
    ("answer", "fault"),
    [("0.290", ""), ("679/2340", ""), (0.290, "agrees with the right answer so far"), ("0.1", "Not yet")],
)
def test_cells_for_nbgrader_fail_on_a_wrong_answer_and_name_the_mistake(answer, fault):
    page = (LESSONS_FOLDER / "instructor" / "a_large_class.md").read_text("utf-8")
    short, long = re.findall(r"```python\n(.*?)```", page.partition("## nbgrader")[2], re.DOTALL)
    names = {"exercise": exercise, "SEED": 7, "answer": answer}
    for cell in (short, long):
        if fault:
            with pytest.raises(AssertionError, match=fault if cell == long else None):
                exec(cell, names)
        else:
            exec(cell, names)
