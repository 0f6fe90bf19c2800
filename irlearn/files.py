"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file such that it appears whole or not at all, whoever reads it or dies meanwhile.

    Raises `OSError` where it cannot be written; what was there before is then untouched.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(Path(folder, "a.txt"), b"all of it")
    ...     [path.name for path in Path(folder).iterdir()], Path(folder, "a.txt").read_bytes()
    (['a.txt'], b'all of it')
    """
    path = path.resolve()
    # Not the process id alone: in a container a restarted kernel often has the id of the one that was killed.
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
