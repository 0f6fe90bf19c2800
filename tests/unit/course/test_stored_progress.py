"""Test that progress files and resume codes written before modules and attributes were renamed still load."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from irlearn import widgets

CODE = "IR03-3Y28-40VJ"
"""The resume code of the progress file, written at commit 4ce9d006."""
DONE = ("interpolated-at-half", "ap-of-ten", "turn-1")


@pytest.fixture
def stored(root: Path, tmp_path: Path) -> Path:
    """Return a folder with the progress file of lesson 03."""
    shutil.copy(root / "tests" / "data" / "progress_before_renames.json", tmp_path / "03.progress.json")
    return tmp_path


def test_progress_file_from_before_the_renames_loads_with_its_answers(stored: Path) -> None:
    progress = widgets.Lesson("03", folder=stored).progress
    assert progress.done == DONE
    assert progress.tried == ("find-the-error",)
    assert progress.answer("ap-of-ten") == "323/480"
    assert progress.detail("turn-1")["seed"] == 5
    assert progress.code == CODE


def test_exercise_from_before_the_renames_shows_its_stored_variant(stored: Path) -> None:
    exercise = widgets.Lesson("03", folder=stored).part("turn-1")
    assert isinstance(exercise, widgets.Exercise)
    assert exercise.exercise.seed == 5
    assert "71/200" in exercise.picture


def test_resume_code_from_before_the_renames_marks_the_same_parts(tmp_path: Path) -> None:
    progress = widgets.Lesson("03", folder=tmp_path).progress
    assert sorted(progress.resume(CODE)) == sorted(DONE)
    assert progress.done == DONE
