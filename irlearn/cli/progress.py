"""A progress bar for work that takes over a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

_Item = TypeVar("_Item")
_SLOW = 1.0  # seconds of work before a progress bar appears
_READING = 0.9  # the share of a run's time that reading it takes
_LOOK = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"


class Progress:
    """How much of the reading and scoring is done; a bar on a terminal once it has taken over a second."""

    def __init__(self, paths: Sequence[str]) -> None:
        self._sizes = {path: _size(path) for path in paths}
        self._total = sum(self._sizes.values())
        self._before = self._size = 0
        self._started = time.monotonic()
        self._bar: Any = None

    def start(self, path: str) -> None:
        """Turn to the next file."""
        self._before += self._size
        self._size = self._sizes[path]

    def reading(self, share: float) -> None:
        """So much of the present file has been read."""
        self._show(_READING * share)

    def scoring(self, share: float) -> None:
        """So much of the present file has been scored."""
        self._show(_READING + (1 - _READING) * share)

    def _show(self, share: float) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < _SLOW or not sys.stderr.isatty():
                return
            from tqdm import tqdm

            self._bar = tqdm(
                total=100,
                desc="scoring",
                bar_format=_LOOK,
                leave=False,
            )
        self._bar.update(100 * (self._before + self._size * share) / self._total - self._bar.n)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.close()


def each(items: Sequence[_Item], what: str) -> Iterable[_Item]:
    """The items, with a bar on a terminal once they have taken over a second."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm

    shown: Iterable[_Item] = tqdm(items, desc=what, delay=_SLOW, leave=False)
    return shown


@contextmanager
def share_shown(what: str) -> Iterator[Callable[[float], None]]:
    """A function that is told which share of the work is done, and shows it on a terminal after a second."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=100, desc=what, delay=_SLOW, leave=False, bar_format=_LOOK) as bar:
        yield lambda share: bar.update(100 * share - bar.n)


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size or 1
    except OSError:
        return 1  # the reader will say what is wrong with it
