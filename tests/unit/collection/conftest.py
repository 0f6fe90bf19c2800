from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file beside the test, which runs in its folder so that messages name the bare file."""
    monkeypatch.chdir(tmp_path)

    def write_file(content: str | bytes, name: str = "a.run") -> Path:
        path = Path(name)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


@pytest.fixture
def data(real_data: Path) -> Path:
    return real_data
