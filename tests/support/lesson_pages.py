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
_WORD = re.compile(r"[^\W_]+(?:[’'.\-/][^\W_]+)*")


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook: its id, its kind, its text, and the parts of the lesson's plan that it shows."""

    lesson: str
    id: str
    code: bool
    source: str

    @property
    def parts(self) -> list[Part]:
        return [LESSONS[self.lesson].part(one) for one in SHOWN.findall(self.source)] if self.code else []


def cells(lesson: str) -> Iterator[Cell]:
    """Return the cells of a lesson from top to bottom."""
    for cell in json.loads(PAGES[lesson].read_text(encoding="utf-8"))["cells"]:
        yield Cell(lesson, cell["id"], cell["cell_type"] == "code", "".join(cell["source"]))


def instructor(lesson: str) -> list[str]:
    """Return the lines of a lesson's instructor page."""
    return (LESSONS_FOLDER / "instructor" / f"{PAGES[lesson].stem}.md").read_text(encoding="utf-8").splitlines()


def asked(part: Part) -> Iterator[tuple[str, Part | Task, str]]:
    """Yield id, part and question of a part; for a play, of each task."""
    if not isinstance(part, WidgetTasks):
        yield part.id, part, part.question
        return
    for task in part.tasks:
        further = task.quiz.question if task.quiz and task.quiz.question != task.instruction else ""
        yield f"{part.id}/{task.id}", task, f"{task.instruction} {further}".strip()


def words(text: str) -> list[str]:
    """Return the lowercase words and numbers of a text without markup."""
    return [one.lower().replace("’", "'") for one in _WORD.findall(_MARKS.sub("", text))]


def runs(text: str, length: int) -> set[str]:
    """Return every sequence of `length` words in a text; numbers do not count as words."""
    kept = [one for one in words(text) if not re.match("[0-9]", one)]
    return {" ".join(kept[at : at + length]) for at in range(len(kept) - length + 1)}


def value(text: str) -> tuple[Fraction, Fraction]:
    """Return the value of a written number, and half a unit of its last digit; 0 for exact numbers."""
    plain = text.replace(",", "").replace("−", "-").removesuffix("%")
    scale = Fraction(1, 100 if text.endswith("%") else 1)
    if "/" in plain:
        return Fraction(plain), Fraction(0)
    digits, _, power = plain.partition("e")
    last = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    return Fraction(digits) * Fraction(10) ** int(power or 0) * scale, last * scale / 2


def says(text: str, number: float | Fraction) -> bool:
    """Return True if a number written without sign equals `number` after rounding."""
    written, half = value(text)
    return abs(written - abs(Fraction(number))) <= half + Fraction(1, 10**12)


def told(it: Part | Task) -> Iterator[str]:
    """Yield the texts of a part before and after the answer."""
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
