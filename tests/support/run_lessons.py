"""Run the notebooks of the lessons in this process, without a front end."""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

from paths import LESSONS_FOLDER

from irlearn import widgets
from irlearn.widgets.your_data.runs import OwnRuns

LESSONS = sorted(LESSONS_FOLDER.glob("*.ipynb"))


def parts_of(cell: str) -> tuple[CodeType, CodeType | None]:
    """Run a cell as Jupyter does; return the value of the last expression."""
    tree = ast.parse(cell)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    value = compile(ast.Expression(last.value), "cell", "eval") if isinstance(last, ast.Expr) else None
    return compile(tree, "cell", "exec"), value


def run(lesson: Path, folder: Path) -> Iterator[tuple[str, Any]]:
    """Run a lesson; yield the name and the output of each cell."""
    before = Path.cwd()
    folder.mkdir()
    os.chdir(folder)
    names: dict[str, Any] = {}
    try:
        for cell in json.loads(lesson.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                statements, value = parts_of("".join(cell["source"]))
                exec(statements, names)
                shown = eval(value, names) if value is not None else None
                each = shown.widgets if isinstance(shown, OwnRuns) else [shown]
                yield from ((f"{lesson.stem[:2]} {cell['id']}", one) for one in each)
    finally:
        os.chdir(before)


def cells_of(lesson: str, wanted: str = "lesson.play(") -> list[str]:
    """Return the cells of a lesson that contain a text, and the cells they need, in notebook order."""
    (notebook,) = (path for path in LESSONS if path.stem.startswith(lesson))
    cells = [cell for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    needed: list[str] = []
    missing: set[str] = set()
    for cell in reversed(cells):
        source = "".join(cell["source"])
        nodes = list(ast.walk(ast.parse(source)))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        imported = [one for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for one in node.names]
        bound = {one.asname or one.name for one in imported}
        bound |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
        if wanted in source or bound & missing:
            needed.insert(0, source)
            missing = missing - bound | {name.id for name in names if isinstance(name.ctx, ast.Load)} - bound
    return needed


def drawn(it: Any, still: bool, styles: set[str]) -> str:
    """Return the HTML in a notebook: a widget's picture, still or live, or the table of a result."""
    if not isinstance(it, widgets.Widget):
        return str(it._repr_html_() or "") if hasattr(it, "_repr_html_") else ""
    if still:
        return str(it.static())
    styles.add(it._css)
    return f'<div class="irlearn">{it.picture}<div class="irlearn-live" aria-live="polite"></div></div>'


def look_first(it: Any) -> Any:
    """Return the widget behind a veil, or the widget itself."""
    if isinstance(it, widgets.Widget) and 'class="veil"' in it.picture:
        it.gesture(do="task", what="look", index=0)
        it.refresh()
    return it


def read(html: str) -> str:
    """Return the visible and announced text of a piece of a page."""
    heard = re.findall(r'(?:aria-label|alt)="([^"]*)"', html)
    return unescape(" ".join([re.sub(r"<style>.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL), *heard]))


@cache
def texts(lesson: Path) -> tuple[tuple[str, str, str], ...]:
    """Yield the text of each cell before any answer: id, full text, and text without tasks and questions.

    What is veiled is looked at first: its tasks come after the predictions.
    """
    found = []
    with TemporaryDirectory() as folder:
        for where, it in run(lesson, Path(folder) / "lesson"):
            whole = read(drawn(look_first(it), False, set()))
            alone = read(str(it.draw())) if isinstance(it, widgets.Widget) else whole
            found.append((where.partition(" ")[2], f"{whole} {it}", f"{alone} {it}"))
    return tuple(found)
