"""Files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where a file that somebody has open cannot be removed anyway
    fcntl = None  # type: ignore[assignment]

_PART = (".irlearn-", ".part")
_DESCRIPTORS = Path("/proc/self/fd")


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file such that it appears whole or not at all, whoever reads it or dies meanwhile.

    A file that is replaced hands on its mode, and its owner where the system allows it; a link stays a link. What a
    killed process left behind is removed by the next one. Raises `OSError` where it cannot be written; what was there
    before is then untouched.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder, "a.txt"), b"all of it")
    ...     [path.name for path in Path(folder).iterdir()], Path(folder, "a.txt").read_bytes()
    (['a.txt'], b'all of it')
    """
    path = Path(os.path.realpath(path))
    if path.is_symlink():  # only one that leads back to itself is left
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    before = path.stat() if path.exists() else None
    _remove_orphans(path.parent)
    if not _write_unnamed(path, content, before):
        _write_named(path, content, before)


def _write_unnamed(path: Path, content: bytes, before: os.stat_result | None) -> bool:
    """By way of a file without a name, of which nothing is left when the process is killed; whether that can be."""
    with _unnamed(path.parent) as file:
        if file is None:
            return False
        _fill(file, content, before)
        part = _part(path.parent)
        try:
            _name(file, path if before is None else part)
        except OSError:  # a file system that gives no name afterwards; or somebody made the file meanwhile
            return False
        if before is not None:
            _replace(part, path)
        return True


def _replace(part: Path, path: Path) -> None:
    try:
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _unnamed(folder: Path) -> Iterator[int | None]:
    """A file without a name in the folder, which vanishes with the process; None where the system has no such thing."""
    if not hasattr(os, "O_TMPFILE") or not _DESCRIPTORS.is_dir():
        yield None
        return
    try:
        file = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError:  # a file system that cannot; where the folder is at fault, the named way says so
        yield None
        return
    try:
        yield file
    finally:
        os.close(file)


def _name(file: int, path: Path) -> None:
    descriptors = os.open(_DESCRIPTORS, os.O_RDONLY)  # with a folder given, Python follows the link that this is
    try:
        os.link(str(file), path, src_dir_fd=descriptors, follow_symlinks=True)
    finally:
        os.close(descriptors)


def _write_named(path: Path, content: bytes, before: os.stat_result | None) -> None:
    """By way of a named file beside it, locked while it is written, so that others can tell it from an orphan."""
    part, file = _locked(path.parent)
    try:
        try:
            _fill(file, content, before)
            if fcntl:
                part.replace(path)
        finally:
            os.close(file)
        if not fcntl:
            part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _locked(folder: Path) -> tuple[Path, int]:
    while True:
        part = _part(folder)
        file = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
        if not fcntl:
            return part, file
        with suppress(OSError):  # a file system without locks has no orphans removed either
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file).st_nlink:  # else it was taken for an orphan before the lock
            return part, file
        os.close(file)


def _part(folder: Path) -> Path:
    # Not the process id: in a container a restarted kernel often has the id of the one that was killed. And not the
    # file's own name, which may be as long as a name can be.
    return folder / os.urandom(8).hex().join(_PART)


def _fill(file: int, content: bytes, before: os.stat_result | None) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(file, left) :]
    if before is not None and hasattr(os, "fchown"):
        with suppress(OSError):  # only the administrator gives files away
            os.fchown(file, before.st_uid, before.st_gid)
        os.fchmod(file, before.st_mode & 0o7777)  # after the owner, whose change takes special bits away
    os.fsync(file)


def _remove_orphans(folder: Path) -> None:
    """Remove what killed processes left in the folder: parts that nobody holds the lock of any more."""
    start, end = _PART
    with suppress(OSError), os.scandir(folder) as found:
        for one in [Path(one.path) for one in found if one.name.startswith(start) and one.name.endswith(end)]:
            with suppress(OSError):
                _remove_orphan(one)


def _remove_orphan(part: Path) -> None:
    if not fcntl:
        part.unlink()
        return
    file = os.open(part, os.O_RDWR)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        part.unlink()
    finally:
        os.close(file)
