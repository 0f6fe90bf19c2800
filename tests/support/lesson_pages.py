"""Read the notebooks of the lessons: the text of each cell, and the questions and tasks after it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from paths import LESSONS_FOLDER

from irlearn.course.lesson_parts import GeneratedExercise, Part, Prediction, Quiz, Task, WidgetTasks
from irlearn.course.lessons import LESSONS

PAGES = {path.stem[:2]: path for path in sorted(LESSONS_FOLDER.glob("*.ipynb"))}
SHOWN = re.compile(r'lesson\.(?:part|play)\("([^"]+)"')
ANY = re.compile(r"(?<![\w.@])(?:\d+(?:,\d{3})*(?:\.\d+|/\d+(?!\d|\.\d))?%?|\.\d+)(?:e[-−]\d+)?(?!\w)")
"""A written number."""
_MARKS = re.compile(r"[*`_$]|<[^>]+>|(?<=\])\([^)]*\)")
_SECTION = re.compile(r"^## (.*\S)", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+(?:[’'.\-/][^\W_]+)*")


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook: its id, its kind, its text, and the parts of the lesson's plan that it shows.

    `further` says whether the cell belongs to the section "Go further", and `folds` whether its metadata fold the cells
    below it.
    """

    lesson: str
    id: str
    code: bool
    source: str
    further: bool = False
    folds: bool = False

    @property
    def parts(self) -> list[Part]:
        return [LESSONS[self.lesson].part(one) for one in SHOWN.findall(self.source)] if self.code else []


def cells(lesson: str) -> Iterator[Cell]:
    """Return the cells of a lesson in order."""
    further = False
    for cell in json.loads(PAGES[lesson].read_text(encoding="utf-8"))["cells"]:
        code, source = cell["cell_type"] == "code", "".join(cell["source"])
        if heading := None if code else _SECTION.search(source):
            further = heading[1] == "Go further"
        folds = cell["metadata"].get("jp-MarkdownHeadingCollapsed", False)
        yield Cell(lesson, cell["id"], code, source, further, folds)


def instructor(lesson: str) -> list[str]:
    """Return the lines of the instructor's page of a lesson."""
    return (LESSONS_FOLDER / "instructor" / f"{PAGES[lesson].stem}.md").read_text(encoding="utf-8").splitlines()


def asked(part: Part) -> Iterator[tuple[str, Part | Task, str]]:
    """Yield the id, the part and the question of a part; a play yields each of its tasks."""
    if not isinstance(part, WidgetTasks):
        yield part.id, part, part.question
        return
    for task in part.tasks:
        further = task.quiz.question if task.quiz and task.quiz.question != task.instruction else ""
        yield f"{part.id}/{task.id}", task, f"{task.instruction} {further}".strip()


def words(text: str) -> list[str]:
    """Return the words and numbers of a text in lowercase, without markup."""
    return [one.lower().replace("’", "'") for one in _WORD.findall(_MARKS.sub("", text))]


def runs(text: str, length: int) -> set[str]:
    """Return all sequences of `length` adjacent words; a number is no word."""
    kept = [one for one in words(text) if not re.match("[0-9]", one)]
    return {" ".join(kept[at : at + length]) for at in range(len(kept) - length + 1)}


def value(text: str) -> tuple[Fraction, Fraction]:
    """Return the value of a written number, and half a unit of its last digit, which is 0 for an exact number."""
    plain = text.replace(",", "").replace("−", "-").removesuffix("%")
    scale = Fraction(1, 100 if text.endswith("%") else 1)
    if "/" in plain:
        return Fraction(plain), Fraction(0)
    digits, _, power = plain.partition("e")
    last = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    return Fraction(digits) * Fraction(10) ** int(power or 0) * scale, last * scale / 2


def says(text: str, number: float | Fraction) -> bool:
    """Return True if a written number without its sign is the rounded absolute value."""
    written, half = value(text)
    return abs(written - abs(Fraction(number))) <= half + Fraction(1, 10**12)


def told(it: Part | Task) -> Iterator[str]:
    """Return all texts of a part, before and after it is answered."""
    if isinstance(it, Task):
        yield it.instruction
        with suppress(AttributeError, KeyError):  # what is told of a widget's state is left to its own test
            yield it.answer(None)
        yield from told(it.quiz) if it.quiz else ()
    elif isinstance(it, WidgetTasks):
        for task in it.tasks:
            yield from told(task)
    elif isinstance(it, Prediction):
        yield it.why if isinstance(it.why, str) else str(it.why.equation)
        yield it.details
        yield from told(it.wrapped)
    elif isinstance(it, Quiz):
        yield it.question
        for option in it.options:
            yield f"{option.text} {option.feedback}"
    else:
        exercise = it.exercise if isinstance(it, GeneratedExercise) else it
        yield f"{exercise.question} {' '.join(exercise.hints)} {exercise.solution.equation}"
