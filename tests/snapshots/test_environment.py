"""Snapshots are the same with any hash seed, locale, terminal and time zone, and without real data."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
OTHER = {"PYTHONHASHSEED": "7", "LC_ALL": "C", "COLUMNS": "200", "TZ": "Asia/Tokyo", "IRLEARN_DATA": "/nowhere"}
FILES = ("test_collections.py", "test_conventions.py", "test_shell.py", "test_exercises.py")


@pytest.mark.all
def test_snapshots_do_not_depend_on_the_environment(root: Path, pytestconfig: pytest.Config) -> None:
    if pytestconfig.option.update_snapshots:
        pytest.skip("the snapshots are just being written")
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", *(str(HERE / name) for name in FILES)]
    finished = subprocess.run(
        command, env={**os.environ, **OTHER}, cwd=root, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
