"""The golden file: families of lines, packed small; how they are compared, and how a difference is told."""

from __future__ import annotations

import difflib
import lzma
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from frozen import HERE

FILE = HERE / "words.xz"
_PACKED = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}  # as text packs best
_FAMILY = "\f"  # begins the line that names a family; no text that is shown holds a form feed
_NEITHER = {"IRLEARN_DATA", "PYTHONWARNINGS", "FORCE_COLOR", "LINES"}
_FIXED = {"COLUMNS": "80", "NO_COLOR": "1", "TZ": "UTC"}

Lines = list[str]
Families = dict[str, Lines]


@dataclass(frozen=True)
class Family:
    """Some of what the package says: `make` gives its lines, the same ones on every machine.

    Of `loose` lines only the words and their order count, not where a line ends: of a picture the page decides on that.
    `files` says that it reads and writes files, and needs an empty folder to do it in.
    """

    name: str
    make: Callable[[], Iterable[str]]
    loose: bool = False
    files: bool = False

    def lines(self) -> Lines:
        """What is said today, under settings that no machine changes."""
        with _settled(), _alone() if self.files else nullcontext():
            return [line.rstrip() for text in self.make() for line in text.replace(_FAMILY, "␌").split("\n")]

    def same(self, golden: Lines, now: Lines) -> bool:
        """Whether both say the same."""
        return golden == now or (self.loose and _words(golden) == _words(now))


class Change(NamedTuple):
    """How many lines of a family are new, are gone, and were rewritten, and whether nothing but line ends differs."""

    added: int
    removed: int
    changed: int
    layout: bool

    def __str__(self) -> str:
        """The counts as a report states them."""
        counts = f"{self.added} added, {self.removed} removed, {self.changed} changed"
        return f"{counts} (the words are the same, only lines end elsewhere)" if self.layout else counts


def compared(golden: Lines, now: Lines) -> Change:
    """The counts of a difference: a line that stands in the place of another counts as changed.

    >>> compared(["a", "b", "c"], ["a", "B", "c", "d"])
    Change(added=1, removed=0, changed=1, layout=False)
    """
    added = removed = changed = 0
    for tag, low, high, start, end in _matcher(golden, now).get_opcodes():
        if tag != "equal":
            both = min(high - low, end - start)
            changed, removed, added = changed + both, removed + high - low - both, added + end - start - both
    return Change(added, removed, changed, golden != now and _words(golden) == _words(now))


def difference(golden: Lines, now: Lines, *, most: int | None = None, around: int = 1) -> str:
    """The difference as a unified diff, of a long one the first `most` lines; `around` lines beside each change."""
    lines: list[str] = []
    for group in _matcher(golden, now).get_grouped_opcodes(around):
        first, last = group[0], group[-1]
        lines.append(f"@@ golden {first[1] + 1}-{last[2]}, now {first[3] + 1}-{last[4]} @@ {_case(golden, first[1])}")
        for tag, low, high, start, end in group:
            if tag == "equal":
                lines += [f"  {line}" for line in golden[low:high]]
                continue
            lines += [f"- {line}" for line in golden[low:high]]
            lines += [f"+ {line}" for line in now[start:end]]
    rest = len(lines) - most if most is not None else 0
    return "\n".join([*lines[:most], f"... and {rest} more lines of the diff"] if rest > 0 else lines)


def _case(lines: Lines, place: int) -> str:
    """The heading of the case that a line belongs to, where it is not shown anyway."""
    return next((line for line in reversed(lines[: place + 1]) if line.startswith("# ")), "")


def _matcher(golden: Lines, now: Lines) -> difflib.SequenceMatcher[str]:
    return difflib.SequenceMatcher(None, golden, now, autojunk=False)


def _words(lines: Lines) -> list[str]:
    return " ".join(lines).split()


def read(path: Path = FILE) -> Families:
    """The families of a golden file; none where there is no file."""
    if not path.exists():
        return {}
    families: Families = {}
    for line in lzma.decompress(path.read_bytes()).decode().removesuffix("\n").split("\n"):
        if line.startswith(_FAMILY):
            families[line.removeprefix(_FAMILY)] = []
        else:
            families[next(reversed(families))].append(line)
    return families


def write(families: Mapping[str, Lines], path: Path = FILE) -> None:
    """Write a golden file, by name; one that holds the same already is left as it is, whichever xz packed it."""
    if families != read(path):
        text = "".join(
            f"{_FAMILY}{name}\n" + "".join(f"{line}\n" for line in families[name]) for name in sorted(families)
        )
        path.write_bytes(lzma.compress(text.encode(), check=lzma.CHECK_CRC32, filters=[_PACKED]))


@contextmanager
def _settled() -> Iterator[None]:
    """An environment that is the same everywhere."""
    before = dict(os.environ)
    for name in _NEITHER:
        os.environ.pop(name, None)
    os.environ.update(_FIXED)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


@contextmanager
def _alone() -> Iterator[None]:
    """An empty folder as the working directory."""
    with TemporaryDirectory() as folder, chdir(folder):
        yield
