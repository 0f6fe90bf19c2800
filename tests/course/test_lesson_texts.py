"""Test the correct options and the numbers in the questions of each lesson by computing them.

The expected values of a lesson are in `expected/lesson_NN.py`: `RIGHT` computes the correct option of each question,
named by part or part/task; `TOLD` computes the numbers of a phrase in order; `GIVEN` lists phrases that are not
computed, with their source.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from lesson_pages import ANY, says

from irlearn.course import lessons as course
from irlearn.course.lesson_parts import LessonPlan, Prediction, Quiz, WidgetTasks
from irlearn.course.lessons import LESSONS

FOLDER = Path(course.__file__).parent
WRITTEN = sorted(path.stem for path in FOLDER.glob("[0-9][0-9].md"))
EXACT = re.compile(rf"(?<![-−@\w.]){ANY.pattern}")
SETTING = re.compile(r" *(?:done|topic|given|number|widget|after|if): ")
CLOSED = re.compile(r"done: [^\n]*?,\n.*?(?=\n\n)", re.DOTALL)  # a list over several lines
MARK = re.compile(r"^ *(?:- \[[ x]\] |> |\d+\. )?(?:> )?")


def rows(lesson: str) -> ModuleType:
    """Return the module of expected values of a lesson."""
    spec = spec_from_file_location(f"rows_{lesson}", Path(__file__).parent / "expected" / f"lesson_{lesson}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ROWS = {lesson: rows(lesson) for lesson in WRITTEN}
RIGHT = [(lesson, place) for lesson, one in ROWS.items() for place in one.RIGHT]
TOLD = [(lesson, place) for lesson, one in ROWS.items() for place in range(len(one.TOLD))]


@cache
def text(lesson: str) -> str:
    """Return the text of a lesson in one line, without settings, markup, and numbers in braces."""
    source = (FOLDER / f"{lesson}.md").read_text(encoding="utf-8")
    lines = CLOSED.sub("", source[source.index("\n## ") :]).splitlines()
    kept = [MARK.sub("", line) for line in lines if not line.startswith("#") and not SETTING.match(line)]
    said = re.sub(r"\\(.)", r"\1", re.sub(r"\{[^}]*\}", "", " ".join(" ".join(kept).split())))
    return re.sub(r"(?<=\de)−(?=\d)", "-", said)  # 4.62e−06, as Python writes it


def questions(plan: LessonPlan) -> dict[str, Quiz]:
    """Return every question of a lesson by part or part/task."""
    found: dict[str, Quiz] = {}
    for part in plan.parts:
        quiz = part.wrapped if isinstance(part, Prediction) else part
        if isinstance(quiz, Quiz):
            found[part.id] = quiz
        if isinstance(part, WidgetTasks):
            found |= {f"{part.id}/{one.id}": one.quiz for one in part.tasks if one.quiz}
    return found


@pytest.mark.grid
@pytest.mark.parametrize(("lesson", "place"), RIGHT)
def test_lesson_correct_options_are_the_computed_options(lesson, place):
    quiz, worked_out = questions(LESSONS[lesson])[place], ROWS[lesson].RIGHT[place]()
    right = {option.text for option in quiz.options if option.is_right}
    assert right == (worked_out if isinstance(worked_out, set) else {worked_out})


@pytest.mark.parametrize("lesson", WRITTEN)
def test_lesson_questions_about_numbers_are_computed(lesson):
    given = " ".join(phrase for phrase, _ in ROWS[lesson].GIVEN)
    asked = {place for place, quiz in questions(LESSONS[lesson]).items() if re.search(r"\d", quiz.reference_answer)}
    left = sorted(asked - set(ROWS[lesson].RIGHT))
    assert [place for place in left if questions(LESSONS[lesson])[place].reference_answer not in given] == []


@pytest.mark.parametrize(("lesson", "row"), TOLD)
def test_lesson_phrases_state_the_computed_numbers(lesson, row):
    phrase, worked_out = ROWS[lesson].TOLD[row]
    assert phrase in text(lesson), "the lesson does not say so"
    written, numbers = ANY.findall(phrase), list(worked_out())
    assert len(written) == len(numbers), (written, numbers)
    assert [pair for pair in zip(written, numbers, strict=True) if not says(*pair)] == []


@pytest.mark.parametrize("lesson", WRITTEN)
def test_lesson_numbers_are_computed_or_reviewed(lesson):
    rest = text(lesson)
    phrases = [phrase for phrase, _ in (*ROWS[lesson].TOLD, *ROWS[lesson].GIVEN)]
    for phrase in sorted(phrases, key=len, reverse=True):
        assert phrase in text(lesson), "the lesson does not say so"
        rest = rest.replace(phrase, " ; ")
    left = [match for match in EXACT.finditer(rest) if re.search(r"[./%]", match[0])]
    assert [rest[max(one.start() - 30, 0) : one.end() + 10] for one in left] == []


def test_reviewed_phrases_are_few_and_name_their_source():
    given = [(phrase, source) for one in ROWS.values() for phrase, source in one.GIVEN]
    assert len(given) <= 3 * len(ROWS)
    assert [phrase for phrase, source in given if len(source) < 10] == []
