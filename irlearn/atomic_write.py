"""Atomic writing of files: a file appears complete or not at all."""

from __future__ import annotations

import errno
import os
import time
from contextlib import suppress
from pathlib import Path

_PART = (".irlearn-", ".part")  # The start and the end of the names of temporary files.
_ORPHAN_SECONDS = 3600


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that readers see the old or the new content, even if the process is killed.

    The new file keeps the mode of the old file, and its owner if the system permits; a link stays a link. Temporary
    files that a killed process left an hour ago are removed. Raise `OSError` if the file cannot be written; the old
    file is then unchanged.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_atomically(Path(folder, "a.txt"), b"all of it")
    ...     [path.name for path in Path(folder).iterdir()], Path(folder, "a.txt").read_bytes()
    (['a.txt'], b'all of it')
    """
    path = Path(os.path.realpath(path))
    if path.is_symlink():  # After realpath, only a link that leads back to itself is still a link.
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    _remove_orphans(path.parent)
    # The name is random, because a restarted kernel in a container often has the process id of the killed kernel. It
    # does not contain the name of the target, which may have the maximum length already.
    part = path.parent / os.urandom(8).hex().join(_PART)
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            if path.exists():
                _copy_owner_and_mode(path, file.fileno())
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _copy_owner_and_mode(path: Path, file: int) -> None:
    if not hasattr(os, "fchown"):  # Windows has other permissions, which belong to the folder.
        return
    old = path.stat()
    with suppress(OSError):  # Only an administrator may change the owner.
        os.fchown(file, old.st_uid, old.st_gid)
    os.fchmod(file, old.st_mode & 0o7777)  # After fchown, which clears special bits.


def _remove_orphans(folder: Path) -> None:
    start, end = _PART
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(start) and entry.name.endswith(end):
                with suppress(OSError):  # Another process may have removed it.
                    if time.time() - entry.stat().st_mtime > _ORPHAN_SECONDS:
                        Path(entry.path).unlink()
