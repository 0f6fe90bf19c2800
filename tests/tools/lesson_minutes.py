"""Estimate the minutes that a lesson takes: its core path, and its section "Go further".

The rule: 150 words a minute, 90 seconds a question, 120 seconds a task, 3 minutes a calculation by hand, and 5 minutes
a calculation with logarithms, roots or quantiles of the normal distribution.

The title and the references are not counted, but the question of each part and the instruction of each task are. Run
as a program it prints a table: `python tests/tools/lesson_minutes.py`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).parents[1] / "support"))  # what programs and tests share

from lesson_pages import PAGES, asked, cells
from paths import LESSONS_FOLDER, ROOT

from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import Part, WidgetTasks

WORDS = 150  # a minute
PART, TASK, HAND, LOGARITHMS = 90, 120, 180, 300  # seconds
_BY_LOGARITHMS = re.compile(r"I?n?DCG|gMAP|(.*\()?(expected-maximum|thresholds|origin|all-inside)")
_NOT_READ = re.compile(r"```.*?```|<[^>]+>|(?<=\])\([^)]*\)", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:[’'.\-/][^\W_]+)*")
_STATED = r"(\d+) minutes(?:, and (\d+) more to go further)?\."
_NOT_COUNTED = ("title", "front", "references")


class Minutes(NamedTuple):
    """The minutes of the core path, and those of the section "Go further"."""

    core: float
    further: float


@dataclass(frozen=True)
class Work:
    """The words to read and the seconds of questions, tasks and calculations."""

    words: int = 0
    seconds: int = 0

    @property
    def minutes(self) -> float:
        return self.words / WORDS + self.seconds / 60

    def __add__(self, other: Work) -> Work:
        return Work(self.words + other.words, self.seconds + other.seconds)


def most(lesson: str) -> int:
    """Return the largest number of minutes of a lesson's core path."""
    return 35 if lesson in ("12", "14") else 30


def seconds(part: Part) -> int:
    """Return the seconds of a part besides reading."""
    if isinstance(part, WidgetTasks):
        return TASK * len(part.tasks)
    of = getattr(part, "wrapped", part)
    if not isinstance(of, Exercise):
        return PART
    return LOGARITHMS if _BY_LOGARITHMS.match(repr(of.quantity)) else HAND


def words_of(text: str) -> int:
    """Return the number of words in a text; a formula counts as 1, code and link addresses as 0."""
    return len(_WORD.findall(_FORMULA.sub(" x ", _NOT_READ.sub(" ", text))))


def work_of(lesson: str, *, further: bool) -> Work:
    """Return the work of the section "Go further" of a lesson, or of all other sections."""
    work = Work()
    for cell in cells(lesson):
        if cell.further != further:
            continue
        if not cell.code and not cell.id.startswith(_NOT_COUNTED):
            work += Work(words_of(cell.source))
        for part in cell.parts:
            work += Work(words_of(" ".join(question for *_, question in asked(part))), seconds(part))
    return work


def minutes(lesson: str) -> Minutes:
    """Return the minutes of a lesson by the rule."""
    return Minutes(*(work_of(lesson, further=further).minutes for further in (False, True)))


def stated(lesson: str) -> Minutes:
    """Return the minutes at the front of a lesson, before its first section."""
    text = "\n\n".join(cell.source for cell in cells(lesson) if not cell.code)
    return _stated_in(text.partition("\n## ")[0], r"\*\*Time\*\*: ")


def for_instructors(lesson: str) -> Minutes:
    """Return the minutes at the beginning of a line of the instructor's page."""
    return _stated_in(
        (LESSONS_FOLDER / "instructor" / f"{PAGES[lesson].stem}.md").read_text(encoding="utf-8"), r"(?m)^"
    )


def _stated_in(text: str, before: str) -> Minutes:
    found = re.search(before + _STATED, text)
    assert found, f"'… minutes, and … more to go further.' is not stated: {text[:80]}"
    return Minutes(int(found[1]), int(found[2] or 0))


def in_readme(lesson: str) -> Minutes:
    """Return the minutes in the README's table, written as `30`, or as `30 + 15` with those of "Go further"."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (row,) = [row for row in text.splitlines() if row.startswith("|") and f"](lessons/{PAGES[lesson].name})" in row]
    numbers = [int(number) for number in row.rstrip("| ").rpartition("|")[2].split("+")]
    return Minutes(*numbers) if len(numbers) > 1 else Minutes(numbers[0], 0)


if __name__ == "__main__":
    print("lesson | core, at most | Go further | words and minutes of work")
    for name in PAGES:
        core, further = (work_of(name, further=folded) for folded in (False, True))
        work = ", ".join(f"{each.words} words and {each.seconds / 60:.1f}" for each in (core, further))
        print(f"{name} | {core.minutes:.1f}, {most(name)} | {further.minutes:.1f} | {work}")
