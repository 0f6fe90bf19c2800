"""A progress bar for work that takes over a second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

_Item = TypeVar("_Item")
_SLOW = 1.0  # seconds of work before a progress bar appears
_FORMAT = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
_READING = 0.9  # the share of a run's time that reading it takes


class Progress:
    """How much of the reading and scoring is done; a bar on a terminal once it has taken over a second."""

    def __init__(self, paths: Sequence[str], what: str = "scoring") -> None:
        self._what = what
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
                desc=self._what,
                bar_format=_FORMAT,
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
def shares(what: str) -> Iterator[Callable[[float], None]]:
    """What is told the share that is done, from 0 to 1; it shows a bar on a terminal once that has taken a second."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    with tqdm(total=100, desc=what, bar_format=_FORMAT, delay=_SLOW, leave=False) as bar:

        def show(share: float) -> None:
            bar.update(100 * share - bar.n)

        yield show


def _size(path: str) -> int:
    try:
        return os.stat(path).st_size or 1  # noqa: PTH116 - without pathlib, as every start is
    except (OSError, ValueError):
        return 1  # the reader will say what is wrong with it
