"""Estimate the minutes that a lesson takes.

The rule: 180 words a minute, 75 seconds a question, 90 seconds a task, 3 minutes a calculation by hand, and 5 minutes a
calculation with logarithms, roots or quantiles of the normal distribution.

The title and the references are not counted, what a part or a task asks is. A sitting ends at the cell "middle", or
at any cell whose id begins so. Run as a program it prints the table: `python tests/tools/lesson_minutes.py`.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "support"))  # what programs and tests share

from lesson_pages import PAGES, asked, cells
from paths import LESSONS_FOLDER, ROOT

from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import Part, WidgetTasks

WORDS = 180  # a minute
PART, TASK, HAND, LOGARITHMS = 75, 90, 180, 300  # seconds
_BY_LOGARITHMS = re.compile(r"I?n?DCG|gMAP|(.*\()?(expected-maximum|thresholds|origin|all-inside)")
MOST = 20  # minutes of a sitting
_NOT_READ = re.compile(r"```.*?```|<[^>]+>|(?<=\])\([^)]*\)", re.DOTALL)
_FORMULA = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:[’'.\-/][^\W_]+)*")
_STATED = re.compile(r"^(?:\*\*Time\*\*: )?(\d+) minutes(?:, in (\w+) sittings of ([0-9, and]+))?", re.MULTILINE)
_COUNTS = ("one", "two", "three", "four")


@dataclass(frozen=True)
class Sitting:
    """A part of a lesson that is done in a single session."""

    words: int = 0
    seconds: int = 0  # of what is done

    @property
    def minutes(self) -> float:
        return self.words / WORDS + self.seconds / 60

    def __add__(self, other: Sitting) -> Sitting:
        return Sitting(self.words + other.words, self.seconds + other.seconds)


def seconds(part: Part) -> int:
    """Return the minutes of a part besides reading."""
    if isinstance(part, WidgetTasks):
        return TASK * len(part.tasks)
    of = getattr(part, "wrapped", part)
    if not isinstance(of, Exercise):
        return PART
    return LOGARITHMS if _BY_LOGARITHMS.match(repr(of.quantity)) else HAND


def words_of(text: str) -> int:
    """Return the number of words in a text; a formula counts as 1, code and link addresses as 0."""
    return len(_WORD.findall(_FORMULA.sub(" x ", _NOT_READ.sub(" ", text))))


def sittings(lesson: str) -> list[Sitting]:
    """Return the sittings of a lesson in order."""
    found = [Sitting()]
    for cell in cells(lesson):
        if cell.id.startswith("middle"):
            found.append(Sitting())
        elif not cell.code and not cell.id.startswith(("title", "references")):
            found[-1] += Sitting(words_of(cell.source))
        for part in cell.parts:
            found[-1] += Sitting(words_of(" ".join(question for *_, question in asked(part))), seconds(part))
    return found


def stated(lesson: str) -> tuple[int, list[int]]:
    """Return the minutes in total and per sitting in the title of a lesson."""
    return _stated_in(next(cells(lesson)).source)


def for_instructors(lesson: str) -> tuple[int, list[int]]:
    """Return the minutes on the instructor's page."""
    return _stated_in((LESSONS_FOLDER / "instructor" / f"{PAGES[lesson].stem}.md").read_text(encoding="utf-8"))


def _stated_in(text: str) -> tuple[int, list[int]]:
    found = _STATED.search(text)
    assert found, f"no minutes are stated: {text[:80]}"
    total, count, each = int(found[1]), _COUNTS.index(found[2] or "one") + 1, found[3]
    numbers = [int(one) for one in re.findall("[0-9]+", each or found[1])]
    return total, numbers * count if len(numbers) == 1 else numbers


def in_readme(lesson: str) -> list[int]:
    """Return the minutes per sitting in the README's table, written as `20`, `16 + 18` or `2 × 15`."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (row,) = [row for row in text.splitlines() if row.startswith("|") and f"](lessons/{PAGES[lesson].name})" in row]
    cell = row.rstrip("| ").rpartition("|")[2]
    numbers = [int(one) for one in re.findall("[0-9]+", cell)]
    return [numbers[1]] * numbers[0] if "×" in cell else numbers


if __name__ == "__main__":
    for name in PAGES:
        each = "; ".join(
            f"{s.words} words, {s.seconds / 60:.1f} minutes of work: {s.minutes:.1f}" for s in sittings(name)
        )
        print(f"{name} | stated {stated(name)} | README {in_readme(name)} | {each}")
