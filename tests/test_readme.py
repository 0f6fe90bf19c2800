"""Test the Python and shell examples of the README, and the command that CI runs.

The pages of the reference, `lessons/reference/`, are read by the same tests.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys

import pytest
from browser.conftest import DEFAULT_TESTS
from paths import ROOT

from irlearn.cli import main

REFERENCE = sorted((ROOT / "lessons" / "reference").glob("*.md"))
PAGES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *REFERENCE)}
README = PAGES["README.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(README)
EXAMPLES = [
    (name, command, expected)
    for name, page in PAGES.items()
    for language, text in BLOCK.findall(page)
    if language == "console"
    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE)
]


@pytest.mark.parametrize("name", PAGES)
def test_readme_python_examples_give_what_they_show(name):
    # one session, as a reader types it
    text = "\n".join(text for language, text in BLOCK.findall(PAGES[name]) if language == "pycon")
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    said: list[str] = []
    failed = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append).failed
    assert not failed, "".join(said)


@pytest.mark.grid
@pytest.mark.parametrize(("name", "command", "expected"), EXAMPLES, ids=[f"{name}: {one}" for name, one, _ in EXAMPLES])
def test_readme_shell_example_gives_what_it_shows(root, tmp_path, shell_environment, name, command, expected):
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


OWN_RUNS = [line for language, text in BLOCKS if language == "sh" for line in text.splitlines() if "qrels.txt" in line]


@pytest.mark.parametrize("command", OWN_RUNS)
def test_readme_commands_for_own_runs_work_as_typed(root, tmp_path, monkeypatch, command):
    for source in (root / "tests" / "data").iterdir():
        (tmp_path / source.name).write_bytes(source.read_bytes())
    monkeypatch.chdir(tmp_path)
    assert main(command.split()[1:]) == 0
    for name in re.findall(r"--(?:output|figure) (\S+)", command):
        assert (tmp_path / name).stat().st_size


def test_readme_has_examples():
    assert {"README.md", "forms.md", "shell.md", "statistics.md", "formats.md"} <= {name for name, *_ in EXAMPLES}
    shown = {name for name, page in PAGES.items() if "pycon" in dict(BLOCK.findall(page))}
    assert {"README.md", "forms.md", "measures.md", "shell.md", "statistics.md", "formats.md"} <= shown


def test_readme_fits_on_a_page():
    assert len(README.splitlines()) <= 150


def test_ci_runs_the_test_command_of_the_readme(root):
    (command,) = [text.strip() for language, text in BLOCKS if language == "sh" and "pytest" in text]
    install, _, test = command.rpartition(" && ")
    ran = (root / ".ci" / "run").read_text().strip().splitlines()
    assert f"{install} ||" in ran
    assert ran[-1] == f"ready && {test} --all"


@pytest.mark.parametrize("name", DEFAULT_TESTS)
def test_browser_tests_that_run_without_all_exist(root, name):
    file, _, function = name.partition("[")[0].partition("::")
    assert f"\ndef {function}(" in (root / "tests" / "browser" / file).read_text(encoding="utf-8")


def test_readme_and_lessons_give_the_same_installation_steps():
    """Two minutes without a line look like a machine that hangs."""
    steps = ["venv .venv", 'pip install ".[lessons]"', "irlearn lessons"]
    (unix,) = [text.strip().split(" && ") for language, text in BLOCKS if language == "sh" and "lessons" in text]
    (windows,) = [text.strip().splitlines() for language, text in BLOCKS if language == "powershell"]
    assert [line.removeprefix(".venv/bin/").removeprefix("python3 -m ") for line in unix] == steps
    assert [line.removeprefix(".venv\\Scripts\\").removeprefix("py -m ") for line in windows] == steps


@pytest.mark.parametrize("path", [ROOT / "README.md", *REFERENCE], ids=lambda path: path.stem)
def test_page_links_lead_to_existing_files_and_headings(path):
    linked = re.findall(r"\]\((?!https?:)([^)]+)\)", PAGES[path.name])
    for file, _, heading in (link.partition("#") for link in linked):
        there = path.parent / file if file else path
        assert there.exists(), file
        if heading:
            titles = re.findall(r"^#+ (.*)$", there.read_text("utf-8"), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_readme_links_each_lesson_and_reference_page():
    linked = set(re.findall(r"\]\((lessons/[^)#]+)\)", README))
    there = [*(ROOT / "lessons").glob("*.ipynb"), *REFERENCE]
    assert {path.relative_to(ROOT).as_posix() for path in there} <= linked
