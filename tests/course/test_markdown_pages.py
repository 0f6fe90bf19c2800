"""Test that Markdown tables render, and that Binder shows no answers beside the lessons."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest
from markdown_it import MarkdownIt
from paths import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "lessons").rglob("*.md"))]
MARKDOWN = MarkdownIt("commonmark").enable("table")


def faults(text: str) -> list[str]:
    """Return table lines shown as text, and rows with too many or too few cells."""
    tokens, lines = MARKDOWN.parse(text), text.splitlines()
    blocks = [token.map for token in tokens if token.type in ("table_open", "fence", "code_block") and token.map]
    inside = {line for first, last in blocks for line in range(first, last)}
    shown_as_text = [line for at, line in enumerate(lines) if line.lstrip().startswith("|") and at not in inside]
    uneven, head = [], 0
    for token in (token for token in tokens if token.type in ("table_open", "tr_open")):
        assert token.map
        line = lines[token.map[0]].strip()
        cells = len(line.strip("|").replace(r"\|", "").split("|"))
        head = cells if token.type == "table_open" else head
        uneven += [line] if cells != head else []
    return shown_as_text + uneven


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_markdown_tables_render(page):
    assert faults(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("table", "number"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", 0),
        ("| a | b |\n|---|---|---|\n| 1 | 2 |\n", 3),
        ("| a | b |\n\n|---|---|\n| 1 | 2 |\n", 3),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", 1),
        ("| a | b |\n|---|---|\n| 1 |\n", 1),
        ("```\n| a |\n```\n", 0),
    ],
)
def test_markdown_table_that_does_not_render_is_detected(table, number):
    assert len(faults(f"# Title\n\n{table}")) == number


def test_binder_removes_the_answers_beside_the_lessons(tmp_path):
    repository, prefix = tmp_path / "repository", tmp_path / "prefix"
    for folder in ("binder", "lessons"):
        shutil.copytree(ROOT / folder, repository / folder)
    python = tmp_path / "bin" / "python"  # installs nothing and runs no notebook
    python.parent.mkdir()
    python.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n[ "$1" = -c ] && echo {prefix}\nexit 0\n')
    python.chmod(0o755)
    before = {path.relative_to(repository) for path in repository.rglob("*") if path.is_file()}
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", "binder/postBuild"], cwd=repository, env={**os.environ, "PATH": path}, check=True)
    after = {path.relative_to(repository) for path in repository.rglob("*") if path.is_file()}
    assert before - after == {one for one in before if one.is_relative_to("lessons/instructor")} != set()
    assert not (repository / "lessons" / "instructor").exists()
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls[0].startswith("-m pip install")
    assert calls[-1].endswith("lessons/00_start_here.ipynb")
    assert (prefix / "etc" / "jupyter" / "jupyter_lab_config.json").is_file()
