"""Folders of the repository that tests and programs read."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
LESSONS_FOLDER = ROOT / "lessons"
