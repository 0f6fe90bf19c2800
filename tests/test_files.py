"""Files appear whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from irlearn.files import write_whole


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_whole(file, b"one")
    write_whole(file, b"two")
    assert file.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [file]


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "a.json"
    write_whole(file, b"one")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(file, b"two")
    assert file.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [file]


def test_what_a_killed_process_of_the_same_number_left_behind_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / f".a.json.{os.getpid()}.part").write_bytes(b"hal")
    write_whole(tmp_path / "a.json", b"all")
    assert (tmp_path / "a.json").read_bytes() == b"all"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "a.json"
    link.symlink_to(tmp_path / "there" / "a.json")
    write_whole(link, b"all")
    assert link.is_symlink()
    assert (tmp_path / "there" / "a.json").read_bytes() == b"all"
