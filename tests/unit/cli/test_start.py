"""Test that a start of the shell imports little."""

from __future__ import annotations

import subprocess
import sys

import pytest

_LOADED = """
import dataclasses, sys, numpy  # Dataclasses load inspect.
before = {*sys.modules}
from irlearn.cli import main
main(["score", *sys.argv[1:]])
print("loaded:", *({*sys.modules} - before))
"""


def test_score_command_imports_no_other_package(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("start")
    (folder / "qrels.txt").write_text("q 0 d 1\n")
    (folder / "a.run").write_text("q Q0 d 1 1 a\n")
    command = [sys.executable, "-c", _LOADED, str(folder / "qrels.txt"), str(folder / "a.run")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = {*done.stdout.partition("loaded:")[2].split()}
    assert "irlearn.evaluation" in loaded
    assert not loaded & {"pathlib", "shutil", "json", "csv", "inspect", "subprocess", "difflib", "scipy", "pandas"}
    modules = ("atomic_write", "byhand", "collection.columns", "collection.records", "statistics", "text.html")
    assert not loaded & {f"irlearn.{module}" for module in modules}
