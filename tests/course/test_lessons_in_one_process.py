"""Test that the lessons run as in a browser: in one process, without threads, sockets, locks or links."""

from __future__ import annotations

import subprocess
import sys

import pytest
from paths import LESSONS_FOLDER

AS_IN_A_BROWSER = """
import ast, fcntl, json, os, socket, subprocess, sys, threading
from pathlib import Path

def refuse(*_, **__):
    raise OSError("a browser has one process, one thread, and no sockets")

threading.Thread.start = subprocess.Popen.__init__ = socket.socket.__init__ = refuse
for module, name in ((fcntl, "flock"), (os, "link"), (os, "O_TMPFILE")):
    if hasattr(module, name):
        delattr(module, name)
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
    progress = names["lesson"].progress
    progress.record(progress.parts[0], "done")
    print(Path(lesson).name[:2], progress.note or json.loads(progress.file.read_text())["parts"])
"""
MISSING = {  # lessons, and the libraries that they do not need
    "00 01 02 03 04 05 06": ("scipy", "matplotlib", "joblib", "numba", "pandas", "pooch", "ranx", "tqdm"),
    "07 08 09 10 11 12 13 14": ("joblib", "numba", "pandas", "pooch", "ranx", "tqdm"),
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
    assert [line[:2] for line in done.stdout.splitlines()] == lessons.split()
    assert done.stdout.count("'state': 'done'") == len(notebooks), done.stdout
