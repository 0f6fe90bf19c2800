"""Snapshots are plain text files, one for each test, and the same on every machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from syrupy.location import PyTestLocation

VARIABLES = {"COLUMNS": "80", "NO_COLOR": "1", "TZ": "UTC"}
UNSET = ("IRLEARN_DATA", "PYTHONWARNINGS", "FORCE_COLOR", "LINES")


class TextSnapshot(SingleFileSnapshotExtension):
    """A snapshot in a text file, which holds the lines that a test gives."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"

    @classmethod
    def matches_test_location(cls, *, test_location: PyTestLocation, snapshot_location: str) -> bool:
        """Assign the files of all cases to their test, so that files of cases that are gone are reported as unused."""
        path = Path(snapshot_location)
        return path.parent.name == test_location.basename and path.stem.partition("[")[0] == test_location.methodname

    def serialize(self, data: Any, **_: Any) -> str:
        return "".join(f"{line.rstrip()}\n" for text in data for line in str(text).split("\n"))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep all files where a module cannot be imported: its tests are not gone."""
    if session.testsfailed:
        session.config.option.no_cleanup = True


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(TextSnapshot)


@pytest.fixture(autouse=True)
def _fixed_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in UNSET:
        monkeypatch.delenv(name, raising=False)
    for name, value in VARIABLES.items():
        monkeypatch.setenv(name, value)
