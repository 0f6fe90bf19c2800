"""Atomic writing of files: a file appears complete or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows needs no locks, because it does not remove open files.
    fcntl = None  # type: ignore[assignment]

_PART = (".irlearn-", ".part")  # The start and the end of the names of temporary files.
_DESCRIPTORS = Path("/proc/self/fd")


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that readers see the old or the new content, even if the process is killed.

    The new file keeps the mode of the old file, and its owner if the system permits; a link stays a link. Temporary
    files of killed processes are removed by the next call. Raise `OSError` if the file cannot be written; the old file
    is then unchanged.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder, "a.txt"), b"all of it")
    ...     [path.name for path in Path(folder).iterdir()], Path(folder, "a.txt").read_bytes()
    (['a.txt'], b'all of it')
    """
    path = Path(os.path.realpath(path))
    if path.is_symlink():  # After realpath, only a link that leads back to itself is still a link.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    old = path.stat() if path.exists() else None
    _remove_orphans(path.parent)
    if not _write_unnamed(path, content, old):
        _write_named(path, content, old)


def _write_unnamed(path: Path, content: bytes, old: os.stat_result | None) -> bool:
    """Write through a file without a name, which vanishes if the process is killed.

    Return False if the system does not support this.
    """
    with _unnamed(path.parent) as file:
        if file is None:
            return False
        _fill(file, content, old)
        part = _part_path(path.parent)
        try:
            _link(file, path if old is None else part)
        except OSError:  # The file system cannot name the file, or another process has created the path.
            return False
        if old is not None:
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
    """Open a file without a name in the folder; yield None if the system does not support this."""
    if not hasattr(os, "O_TMPFILE") or not _DESCRIPTORS.is_dir():
        yield None
        return
    try:
        file = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError:  # If the folder is at fault, writing a named file raises the error.
        yield None
        return
    try:
        yield file
    finally:
        os.close(file)


def _link(file: int, path: Path) -> None:
    """Give an open file a name."""
    descriptors = os.open(_DESCRIPTORS, os.O_RDONLY)  # Python follows the link to the file only with src_dir_fd.
    try:
        os.link(str(file), path, src_dir_fd=descriptors, follow_symlinks=True)
    finally:
        os.close(descriptors)


def _write_named(path: Path, content: bytes, old: os.stat_result | None) -> None:
    """Write through a temporary file in the same folder; its lock shows other processes that it is in use."""
    part, file = _locked(path.parent)
    try:
        try:
            _fill(file, content, old)
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
    """Create a temporary file, lock it, and return its path and descriptor."""
    while True:
        part = _part_path(folder)
        file = os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
        if not fcntl:
            return part, file
        with suppress(OSError):  # On a file system without locks, orphans are not removed either.
            fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file).st_nlink:  # Another process may have removed it as an orphan before the lock.
            return part, file
        os.close(file)


def _part_path(folder: Path) -> Path:
    # The name is random, because a restarted kernel in a container often has the process id of the killed kernel. It
    # does not contain the name of the target, which may have the maximum length already.
    return folder / os.urandom(8).hex().join(_PART)


def _fill(file: int, content: bytes, old: os.stat_result | None) -> None:
    """Write the content, and set the owner and the mode of the file that is replaced."""
    remaining = memoryview(content)
    while remaining:
        remaining = remaining[os.write(file, remaining) :]
    if old is not None and hasattr(os, "fchown"):
        with suppress(OSError):  # Only an administrator may change the owner.
            os.fchown(file, old.st_uid, old.st_gid)
        os.fchmod(file, old.st_mode & 0o7777)  # After fchown, which clears special bits.
    os.fsync(file)


def _remove_orphans(folder: Path) -> None:
    """Remove temporary files without a lock, which killed processes have left."""
    start, end = _PART
    with suppress(OSError), os.scandir(folder) as entries:
        parts = [Path(entry.path) for entry in entries if entry.name.startswith(start) and entry.name.endswith(end)]
        for part in parts:
            with suppress(OSError):
                _remove_orphan(part)


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
