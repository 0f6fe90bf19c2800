"""Test that the lessons run as in a browser: in one process, without threads, sockets, locks or links."""

from __future__ import annotations

import subprocess
import sys

import pytest
from paths import LESSONS_FOLDER

AS_IN_A_BROWSER = """
import ast, json, os, socket, subprocess, sys, threading
from pathlib import Path
from types import ModuleType

def refuse(*_, **__):
    raise OSError("a browser has one process, one thread, and no sockets")

threading.Thread.start = subprocess.Popen.__init__ = socket.socket.__init__ = refuse
for name in {"link", "O_TMPFILE"} & {*dir(os)}:
    delattr(os, name)
sys.modules["fcntl"] = ModuleType("fcntl")  # without flock
sys.modules |= dict.fromkeys(sys.argv[1].split(","))  # so that importing them raises ImportError

def display(value):
    return getattr(value, "picture", None) or getattr(value, "_repr_html_", value.__str__)()

for lesson in sys.argv[2:]:
    names = {}
    for cell in json.loads(Path(lesson).read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            tree = ast.parse("".join(cell["source"]))
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, lesson, "exec"), names)
            if last:
                display(eval(compile(ast.Expression(last.value), lesson, "eval"), names))
    shown, progress = names["lesson"], names["lesson"].progress
    for part in shown.plan.parts:
        if hasattr(part, "reference_answer"):  # Other parts are tasks on a widget.
            view = shown.part(part.id)
            answer = getattr(view, "check", None) or getattr(view, "choose", None) or view.commit
            answer(part.reference_answer)
        else:
            progress.record(part.id, "done")
    kept = json.loads(progress.file.read_text(encoding="utf-8"))["parts"]
    print(Path(lesson).name[:2], {kept[part]["state"] for part in progress.parts}, progress.note)
"""
MISSING = {  # lessons, and the libraries that they do not need
    "00 01 02 03 04 05 06": ("scipy", "matplotlib", "joblib", "numba", "pandas", "pooch", "ranx", "tqdm"),
    "07 08 09 10 11 12 13 14 15": ("joblib", "numba", "pandas", "pooch", "ranx", "tqdm"),
}


@pytest.mark.parametrize("lessons", MISSING)
def test_lessons_run_in_one_process(lessons, tmp_path, shell_environment):
    notebooks = [str(path) for path in sorted(LESSONS_FOLDER.glob("*.ipynb")) if path.name[:2] in lessons.split()]
    missing = ",".join(MISSING[lessons])
    done = subprocess.run(
        [sys.executable, "-c", AS_IN_A_BROWSER, missing, *notebooks],
        cwd=tmp_path, env=shell_environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [f"{lesson} {{'done'}} " for lesson in lessons.split()]
