from __future__ import annotations

import os
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
def data() -> Path:
    beside = Path(__file__).resolve().parents[2].parent / "shared" / "data"
    folder = Path(os.environ.get("IRLEARN_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"the real data is not at {folder}")
    return folder
