"""Test that files appear as a whole or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from irlearn.atomic_write import write_atomically


def test_write_atomically_replaces_the_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, b"one")
    write_atomically(file, b"two")
    assert file.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [file]


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "a.json"
    write_atomically(file, b"one")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, b"two")
    assert file.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [file]


def test_orphan_of_a_killed_process_with_the_same_id_is_ignored(tmp_path: Path) -> None:
    (tmp_path / f".a.json.{os.getpid()}.part").write_bytes(b"hal")
    write_atomically(tmp_path / "a.json", b"all")
    assert (tmp_path / "a.json").read_bytes() == b"all"


def test_write_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "a.json"
    link.symlink_to(tmp_path / "there" / "a.json")
    write_atomically(link, b"all")
    assert link.is_symlink()
    assert (tmp_path / "there" / "a.json").read_bytes() == b"all"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o755])
def test_replaced_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, b"one")
    file.chmod(mode)
    write_atomically(file, b"two")
    assert file.read_bytes() == b"two"
    assert file.stat().st_mode & 0o7777 == mode
    assert list(tmp_path.iterdir()) == [file]


def test_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a.json", b"one")
    finally:
        os.umask(before)
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o640


def test_file_name_may_have_the_maximum_length(tmp_path: Path) -> None:
    file = tmp_path / ("a" * 255)
    write_atomically(file, b"one")
    write_atomically(file, b"two")
    assert file.read_bytes() == b"two"


KILLED = """
import os, signal, sys
from pathlib import Path
from irlearn.atomic_write import write_atomically

setattr(os, sys.argv[3], lambda *_, **__: os.kill(os.getpid(), getattr(signal, sys.argv[2])))
write_atomically(Path(sys.argv[1]), b"new" * 100_000)
"""


@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
@pytest.mark.parametrize("when", ["fsync", "replace"])
def test_killed_write_keeps_the_old_file(
    tmp_path: Path, name: str, when: str, shell_environment: dict[str, str]
) -> None:
    file = tmp_path / "a.json"
    write_atomically(file, b"old")
    done = subprocess.run([sys.executable, "-c", KILLED, str(file), name, when], env=shell_environment)
    assert done.returncode == -getattr(signal, name)
    assert file.read_bytes() == b"old"


def test_temporary_file_is_removed_after_an_hour(tmp_path: Path) -> None:
    now = time.time()
    for age, left_by in ((60, "a write that may be going on"), (2 * 3600, "a killed process")):
        part = tmp_path / f".irlearn-{age}.part"
        part.write_text(left_by)
        os.utime(part, (now - age, now - age))
    write_atomically(tmp_path / "a.json", b"all")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".irlearn-60.part", "a.json"]


def test_write_needs_no_links_and_no_unnamed_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("link", "O_TMPFILE"):  # Pyodide lacks them.
        monkeypatch.delattr(os, name, raising=False)
    for content in (b"one", b"two"):
        write_atomically(tmp_path / "a.json", content)
        assert (tmp_path / "a.json").read_bytes() == content
