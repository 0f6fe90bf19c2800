"""What the README shows is what happens: its Python examples, its shell examples, and the command that CI runs."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from browser.conftest import FEW

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [
    (command, expected)
    for language, text in BLOCKS
    if language == "console"
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
]


def test_the_python_examples_give_what_they_show():
    text = "\n".join(text for language, text in BLOCKS if language == "pycon")  # one session, as a reader types it
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    said: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append).failed
    assert not failed, "".join(said)


@pytest.mark.parametrize(("command", "expected"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_a_shell_example_gives_what_it_shows(root, tmp_path, shell_environment, command, expected):
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    program = tmp_path / "bin" / "irlearn"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m irlearn "$@"\n')
    program.chmod(0o755)
    found = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env={**shell_environment, "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    status = 1 if expected.startswith("Not yet") else 0
    assert (found.returncode, found.stdout.rstrip()) == (status, expected.rstrip()), found.stderr


def test_there_are_examples():
    assert EXAMPLES
    assert "pycon" in dict(BLOCKS)


def test_ci_runs_the_readmes_test_command_and_leaves_nothing_out(root):
    last = (root / ".ci" / "run").read_text().strip().splitlines()[-1]
    (command,) = [text.strip() for language, text in BLOCKS if language == "sh" and "pytest" in text]
    assert last == f"{command} --all"


@pytest.mark.parametrize("name", FEW)
def test_a_browser_test_that_runs_without_all_is_there(root, name):
    file, _, function = name.partition("[")[0].partition("::")
    assert f"\ndef {function}(" in (root / "tests" / "browser" / file).read_text(encoding="utf-8")


def test_the_lessons_open_with_the_same_steps_everywhere_and_the_installation_is_seen():
    """Two minutes without a line look like a machine that hangs."""
    steps = ["venv .venv", 'pip install ".[lessons]"', "irlearn lessons"]
    (unix,) = [text.strip().split(" && ") for language, text in BLOCKS if language == "sh" and "lessons" in text]
    (windows,) = [text.strip().splitlines() for language, text in BLOCKS if language == "powershell"]
    assert [line.removeprefix(".venv/bin/").removeprefix("python3 -m ") for line in unix] == steps
    assert [line.removeprefix(".venv\\Scripts\\").removeprefix("py -m ") for line in windows] == steps


def test_every_file_that_the_readme_links_is_there(root):
    linked = re.findall(r"\]\((?!https?:|#)([^)]+)\)", README)
    assert linked
    assert [name for name in linked if not (root / name.partition("#")[0]).exists()] == []
