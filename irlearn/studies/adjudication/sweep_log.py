"""The file by which a sweep goes on where it was stopped: what was asked for in its first line, then a task a line."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from irlearn.errors import InputError, quoted, visible
from irlearn.text.english import count_noun

try:
    import fcntl
except ImportError:  # Windows, where nobody keeps two sweeps from writing to one file
    fcntl = None  # type: ignore[assignment]

_KIND = "irlearn sweep"
_NEW = "give another name, and the sweep begins there"


class Record:
    """A file of JSON lines that grows by one line a task, is read back, and is never left worse than it was.

    `head` says what is worked out: plain data by name. `done` holds, by task, what the file had and what was added;
    `notes` say what was repaired. A line is written in one go and is on the disk before `add` returns, so that a killed
    process loses at most the line that it was writing: it is taken away when the file is opened again. Raises
    `InputError` for a file of another sweep (whose first line says something else), for one that is no such file, which
    is left as it is, and for one that another process is writing to.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder, "sweep.jsonl")
    ...     with Record(path, {"seed": 1}) as first:
    ...         first.add("a", [0.1])
    ...     _ = path.write_bytes(path.read_bytes() + b'{"task": "b", "fou')
    ...     with Record(path, {"seed": 1}) as again:
    ...         again.done, again.notes
    ({'a': [0.1]}, ('the last line of sweep.jsonl was half-written and was taken away; its task is worked out again',))
    """

    def __init__(self, path: str | os.PathLike[str], head: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.done: dict[str, Any] = {}
        self._said: list[str] = []
        self._name = visible(self.path.name)
        self._file = _opened(self.path, self._name)
        try:
            self._read(head)
        except BaseException:
            self.close()
            raise

    @property
    def notes(self) -> tuple[str, ...]:
        """What was repaired, a sentence each."""
        return tuple(self._said)

    def add(self, task: str, found: Any) -> None:
        """Write what a task found, as one line, and remember it."""
        self._write({"task": task, "found": found})
        self.done[task] = found

    def close(self) -> None:
        """Let go of the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        left = memoryview(_line(line))
        while left:
            left = left[os.write(self._file, left) :]
        os.fsync(self._file)

    def _read(self, head: Mapping[str, Any]) -> None:
        content = _content(self._file)
        *lines, rest = content.split(b"\n")
        first = {"kind": _KIND, **head}
        if not lines:
            if not _line(first).startswith(rest):
                raise InputError(f"{self._name} is no file of a sweep; {_NEW}")
            self._repair(0, rest)
            self._write(first)
            return
        self._check(_read(lines[0]), json.loads(_line(first)))
        damaged = 0
        for line in lines[1:]:
            damaged += not self._take(line)
        if damaged:
            self._said.append(
                f"{count_noun(damaged, 'line')} of {self._name} cannot be read; what stood there is worked out again"
            )
        if self._take(rest):
            os.write(self._file, b"\n")
        else:
            self._repair(len(content) - len(rest), rest)

    def _take(self, line: bytes) -> bool:
        """Remember what a line holds; whether it holds anything."""
        found = _read(line)
        if not isinstance(found, dict) or not isinstance(found.get("task"), str) or "found" not in found:
            return False
        self.done[found["task"]] = found["found"]
        return True

    def _repair(self, length: int, rest: bytes) -> None:
        if rest:
            os.ftruncate(self._file, length)
            self._said.append(
                f"the last line of {self._name} was half-written and was taken away; its task is worked out again"
            )

    def _check(self, there: Any, here: Mapping[str, Any]) -> None:
        """Refuse the file where its first line, there, is not the one that would be written here."""
        if not isinstance(there, dict) or there.get("kind") != _KIND:
            raise InputError(f"{self._name}, line 1: this is no file of a sweep; {_NEW}")
        for name in [*here, *there]:
            if there.get(name) != here.get(name):
                was, now = (quoted(json.dumps(one.get(name), ensure_ascii=False)) for one in (there, here))
                raise InputError(
                    f"{self._name} is of another sweep: there {name} is {was}, here it is {now}; ask for the same, or "
                    f"{_NEW}"
                )


def _opened(path: Path, name: str) -> int:
    """The file, made where there is none, and locked; so that one sweep alone writes to it."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
    try:
        file = os.open(path, flags, 0o666)
    except OSError as error:
        raise InputError(f"{name} cannot be written to: {(error.strerror or str(error)).lower()}; {_NEW}") from None
    if fcntl:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise InputError(f"{name} is being written by another sweep; wait for its end, or {_NEW}") from None
        except OSError:  # a file system without locks
            pass
    return file


def _content(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    with os.fdopen(os.dup(file), "rb") as whole:
        return whole.read()


def _read(line: bytes) -> Any:
    """What a line of JSON holds; None where it holds none."""
    try:
        return json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _line(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n").encode()
