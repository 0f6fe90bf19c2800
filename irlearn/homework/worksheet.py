"""The files of a worksheet: sheets for the students, a key, questions for Moodle, and the exercises of each student."""

from __future__ import annotations

import csv
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, reduce
from io import StringIO
from pathlib import Path
from random import Random
from textwrap import fill
from typing import Any, NamedTuple

from irlearn.byhand.hand_calculation import Exercise
from irlearn.byhand.hand_quantity import HandQuantity
from irlearn.byhand.question_text import question_for, rounding, rounding_of_all
from irlearn.errors import InputError, visible
from irlearn.homework.moodle import MoodleQuestion, moodle_question
from irlearn.homework.variants import Item, choose_variants
from irlearn.homework.wrong_turns import WrongTurn, wrong_turns
from irlearn.palette import LIGHT
from irlearn.text.html import p
from irlearn.text.markdown import shown
from irlearn.text.tables import guarded

_TEMPLATES = Path(__file__).with_name("templates")
_WIDTH = 76
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
"""Characters that XML forbids, and that a terminal obeys; tabs, line ends and form feeds are kept."""
_CHOOSING = 0.5
"""The share of the time that the choice of variants takes."""


class Student(NamedTuple):
    """A student of a roster."""

    id: str
    name: str


class PrintedQuestion:
    """A variant as the files print it."""

    def __init__(self, variant: Exercise) -> None:
        self.variant = variant
        self.addition = _addition(variant)

    @property
    def html(self) -> str:
        """The question as HTML."""
        return str(p[shown(self.variant.question), " ", self.addition])

    @property
    def text(self) -> str:
        """The question as plain text."""
        return fill(f"{self.variant.question} {self.addition}", _WIDTH, initial_indent="   ", subsequent_indent="   ")

    @cached_property
    def turns(self) -> list[WrongTurn]:
        """The wrong numbers and their mistakes."""
        return wrong_turns(self.variant)

    @cached_property
    def derivation(self) -> tuple[str, list[str]]:
        """The derivation as HTML, and its style sheets, which a page needs only once."""
        element = self.variant.solution.typeset()
        styles = [*dict.fromkeys(map(str, element.find("style")))]
        return reduce(lambda html, style: html.replace(style, ""), styles, str(element)), styles

    @cached_property
    def moodle(self) -> MoodleQuestion:
        """The question for Moodle."""
        return moodle_question(self.variant, self.addition)


def _addition(variant: Exercise) -> str:
    """Return what a lecturer's question leaves to the widget that shows it: the input, and the digits to give."""
    quantities = (variant.quantity, *variant.further_quantities)
    if variant.topic:
        return ""
    if variant.data_is_drawn and not isinstance(variant.quantity, HandQuantity):
        return question_for(Random(variant.id), quantities, variant.data, variant.places).text
    if re.search(r"\b(digits?|decimals?|fraction|whole number|round)", variant.question):
        return ""
    return rounding_of_all(quantities, variant.places) if quantities[1:] else rounding(variant.quantity, variant.places)


def worksheet_files(
    items: Sequence[Item],
    students: Sequence[Student],
    *,
    title: str = "Homework",
    seed: int = 1,
    progress: Callable[[float], object] = float,
) -> dict[str, bytes]:
    """Return the files of a worksheet by name; the same arguments give the same bytes.

    Parameters
    ----------
    items : sequence of Item
        The items, from `irlearn.homework.variants.read_items`.
    students : sequence of Student
        The students in the order of the roster.
    title : str
        The title of each sheet, and of the category in Moodle.
    seed : int
        The first seed that is tried, 0 or more.
    progress : callable
        A function that receives the share of the work that is done, from 0 to 1.

    Returns
    -------
    dict of str to bytes
        `sheets.html`, `sheets.txt`, `moodle.xml`, `key.html` and `seeds.csv`, and the lesson files of items.
    """
    variants = choose_variants(items, len(students), seed, lambda share: progress(_CHOOSING * share))
    printed = {variant.id: PrintedQuestion(variant) for row in variants for variant in row}
    rows = [
        (student, [printed[variant.id] for variant in row]) for student, row in zip(students, variants, strict=True)
    ]
    by_item = [
        (item, list({question.variant.id: question for question in column}.values()))
        for item, column in zip(items, zip(*(questions for _, questions in rows), strict=True), strict=True)
    ]
    styles: dict[str, None] = {}
    for number, question in enumerate(printed.values(), start=1):
        styles |= dict.fromkeys(question.derivation[1])
        assert question.moodle  # It is the slowest part.
        progress(_CHOOSING + (1 - _CHOOSING) * number / len(printed))
    values = {"title": title, "rows": rows, "items": by_item, "light": LIGHT, "glossaries": [*map(_glossary, by_item)]}
    names = ("sheets.html", "sheets.txt", "moodle.xml", "key.html")
    files = {name: render(name, **values, styles=styles) for name in names}
    seeds = [[*student, *(question.variant.id for question in questions)] for student, questions in rows]
    lessons = {item.lesson.name: item.lesson.read_bytes() for item in items if item.lesson}
    return files | lessons | {"seeds.csv": _csv([["student", "name", *map(str, range(1, len(items) + 1))], *seeds])}


def _glossary(item: tuple[Item, list[PrintedQuestion]]) -> dict[str, str]:
    """Return the messages of the mistakes in an item by id, each with the numbers of the first variant that has it."""
    mistakes = (mistake for question in item[1] for turn in question.turns for mistake in turn.mistakes)
    messages: dict[str, str] = {}
    for mistake in mistakes:
        messages.setdefault(mistake.id, mistake.message)
    return dict(sorted(messages.items()))


def render(template: str, **values: Any) -> bytes:
    """Fill a template; what HTML would take for markup is escaped in HTML and XML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=not template.endswith((".txt", ".md")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = _CONTROLS.sub("", environment.get_template(template).render(**values))
    return text.encode(errors="replace")


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(guarded, row) for row in rows])
    return text.getvalue().encode()


def check_folder(folder: Path) -> None:
    """Raise `InputError` unless a folder is empty, or can be made."""
    shown_name = visible(str(folder))
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{shown_name} is not a folder; name a new or an empty folder")
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError(f"{shown_name} is not empty; name a new or an empty folder")
    if not folder.absolute().parent.is_dir():
        raise InputError(f"there is no folder {visible(str(folder.parent))}; create it first")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, which only their owner can read, to a new or an empty folder; it gets all of them or none.

    Raise `InputError` if the folder is not empty or cannot be made, and `OSError` if a file cannot be written.
    """
    check_folder(folder)
    target = Path(os.path.realpath(folder))
    work = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        new = work / "new"
        new.mkdir()
        for name, content in files.items():
            with open(new / name, "xb", opener=_open_privately) as file:
                file.write(content)
        with suppress(FileNotFoundError):
            target.rmdir()  # Some systems do not replace a folder, even if it is empty.
        new.rename(target)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _open_privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
