"""A lecturer's own lesson: an example to begin with, and what is wrong with a file and its notebook."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from irlearn.cli.output import DONE, WRONG_ANSWER, shown
from irlearn.errors import InputError
from irlearn.files import write_whole
from irlearn.words import counted, in_a_row

if TYPE_CHECKING:
    from irlearn.exercises import LessonPlan

_EXAMPLE = "instructor/my_lesson"


def new_lesson(name: str, folder: Path) -> int:
    """Write the example under another name: its questions and its notebook; never over a file that is there."""
    path = Path(name.removesuffix(".md").removesuffix(".ipynb"))
    if not re.fullmatch(r"[\w-]+", path.name):
        raise InputError(f"a lesson's file has a name of letters, digits, hyphens and '_'; given: {shown(name)}")
    files = {path.with_suffix(ending): folder / f"{_EXAMPLE}{ending}" for ending in (".md", ".ipynb")}
    there = [one for one in files if one.exists()]
    if there:
        raise InputError(f"{shown(there[0])} is there already; name another lesson: irlearn lessons --new NAME")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {shown(path.parent)}; make it first, or name another lesson")
    for target, example in files.items():
        content = example.read_text(encoding="utf-8").replace("my_lesson", path.name)
        try:
            write_whole(target, content.encode())
        except OSError as error:
            raise InputError(f"{shown(target)} cannot be written: {(error.strerror or str(error)).lower()}") from None
    questions, notebook = (str(one) for one in files)
    print(f"{questions} holds the questions, {notebook} shows them.")
    print(f"Open it:  jupyter lab {notebook}\nCheck it: irlearn lessons --check {questions}")
    return DONE


def check_lesson(path: Path) -> int:
    """Tell what is wrong with a lesson's file and its notebook, which answers were worked out, what will be told."""
    from irlearn.exercises.lesson_check import Mark, marks_of, parts_shown, questions_of, told_by
    from irlearn.exercises.lesson_file import brought_by, plan_of, read_text
    from irlearn.widgets.lesson import own_signs, widget_named

    text = read_text(path)
    brought = brought_by(text)
    plan = own_signs(plan_of(text, brought, widget_named), path)
    marks: dict[str, list[Mark]] = {place: marks_of(section, brought) for place, section in questions_of(text)}
    print(f"{path.name}: lesson {plan.lesson}, {plan.title}; {counted(len(plan.parts), 'part')}\n")
    print(*told_by(plan), sep="\n")
    print(f"\nMarks worked out: {in_a_row([place for place in marks if marks[place]]) or 'none'}.")
    if left := [place for place in marks if not marks[place]]:
        print(f"Marks that only you can judge: {in_a_row(left)}. (An option may state its claim: 'if: RR of A > 0.5'.)")
    if not text.versions:
        print(f"Before you hand it out, put below the title: version 1: {' '.join(plan.ids)}")
    faults = [mark.fault for each in marks.values() for mark in each if mark.fault]
    notebooks = [cells for cells in map(_shown_by, sorted(path.parent.glob("*.ipynb"))) if path.name in cells.opens]
    if not notebooks:
        print(f"No notebook beside it opens it by widgets.Lesson({path.name!r}).")
    for cells in notebooks:
        faults += parts_shown(text, {one: where for one, (where, _) in cells.parts.items()})
        faults += _other_widgets(plan, cells)
    print("", *(faults or ["Nothing is wrong."]), sep="\n")
    return WRONG_ANSWER if faults else DONE


# the notebook


class _Cells:
    """What a notebook's cells show of a lesson: the files it opens, and each part with its cell and widget."""

    def __init__(self) -> None:
        self.opens: set[str] = set()
        self.parts: dict[str, tuple[str, str]] = {}
        self.made: dict[str, str] = {}  # widgets that were given a name

    def add(self, cell: str, where: str) -> None:
        """Take a cell's code."""
        try:
            tree = ast.parse(re.sub(r"(?m)^\s*[%!].*$", "", cell))
        except SyntaxError:
            return  # the notebook says so itself
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.made[node.targets[0].id] = self._kind(node.value)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                self._add_call(str(node.args[0].value), _called(node), node.args[1:], where)

    def _add_call(self, first: str, called: str, others: list[ast.expr], where: str) -> None:
        if called == "Lesson":
            self.opens.add(Path(first).name)
        elif called == "part":
            self.parts.setdefault(first, (where, ""))
        elif called == "play":
            self.parts.setdefault(first, (where, self._kind(others[0]) if others else ""))

    def _kind(self, node: ast.expr) -> str:
        """The class of a widget that is made here, or was before, under this name."""
        if isinstance(node, ast.Call) and _called(node) == "play" and len(node.args) > 1:
            return self._kind(node.args[1])
        if isinstance(node, ast.Call):
            return _called(node)
        return self.made.get(node.id, "") if isinstance(node, ast.Name) else ""


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _shown_by(notebook: Path) -> _Cells:
    """What a notebook's cells show; nothing where it is no notebook."""
    cells = _Cells()
    try:
        found = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        code = [(number, cell) for number, cell in enumerate(found, 1) if cell["cell_type"] == "code"]
        sources = [(number, "".join(cell["source"])) for number, cell in code]
    except (OSError, ValueError, KeyError, TypeError):
        return cells
    for number, source in sources:
        cells.add(source, f"{notebook.name}, cell {number}")
    return cells


def _other_widgets(plan: LessonPlan, cells: _Cells) -> Iterator[str]:
    """Plays that the notebook shows with another widget than the file names."""
    from irlearn.exercises import Play

    for part in plan.parts:
        where, kind = cells.parts.get(part.id, ("", ""))
        if isinstance(part, Play) and kind not in ("", part.widget):
            yield f"{where}: {part.id!r} is played with a {part.widget} by the file, and with a {kind} here"
        elif not isinstance(part, Play) and kind:
            yield f"{where}: {part.id!r} is no Play, so it is shown by lesson.part({part.id!r})"
