"""The golden files: families of lines, a file a family; how they are compared, and how a difference is told.

A file's first line is the name of its family. What is said in several places stands once, in `shared.txt`, under an id
that it keeps when its words change, and a family says `= id` for it, or `= id id` for one after the other. So a changed
sentence is a difference of one line, however many families say it. The entries of `shared.txt` stand in the order of
their texts, an id before the first line of each; a family's own line that begins with `= ` or a backslash has one
more backslash before it.
"""

from __future__ import annotations

import difflib
import hashlib
import os
import re
from base64 import b32encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from frozen import HERE

FOLDER = HERE / "said"
_SHARED, _HEAD, _SAYS, _AS_IT_IS = "shared.txt", "family: ", "= ", "\\"
_ID, _A_LINE = 4, 20  # letters of an id; ids on a line
_WORTH = 20  # letters that sharing must save
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
            return [line.rstrip() for text in self.make() for line in text.split("\n")]

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


Block = tuple[str, ...]
"""Lines that stand one after the other wherever one of them stands."""


def read(folder: Path = FOLDER) -> Families:
    """The families that are frozen; none where there is no folder."""
    shared = _shared(folder)
    return {name: list(_said(lines, shared)) for name, lines in _files(folder).items()}


def write(changed: Mapping[str, Lines | None], folder: Path = FOLDER) -> None:
    """Write these families, and take away those of None; the file of no other family is touched."""
    folder.mkdir(exist_ok=True)
    before, shared, files = read(folder), _shared(folder), _files(folder)
    after = {name: lines for name, lines in {**before, **changed}.items() if lines is not None}
    blocks = _blocks(after)
    counted = Counter(block for found in blocks.values() for block in found)
    kept = {identity for name, lines in files.items() if name not in changed for identity in _ids(lines)}
    wanted = {block for name in changed for block in blocks.get(name, ()) if _is_worth_it(block, counted[block])}
    ids = _named(wanted, shared, kept)
    for name in changed:
        path = folder / file_of(name)
        if name in after:
            path.write_text("\n".join([_HEAD + name, *_referring(blocks[name], ids), ""]), encoding="utf-8")
        else:
            path.unlink(missing_ok=True)
    entries = {**{identity: shared[identity] for identity in kept}, **{one: block for block, one in ids.items()}}
    rows = [
        line
        for identity, block in sorted(entries.items(), key=lambda one: one[::-1])
        for line in _entry(identity, block)
    ]
    (folder / _SHARED).write_text("".join(f"{line}\n" for line in rows), encoding="utf-8")


def file_of(name: str) -> str:
    """The file of a family.

    >>> file_of("text of p(signed-rank)")
    'text-of-p-signed-rank.txt'
    """
    return "-".join(re.findall(r"[\w.]+", name)) + ".txt"


def _files(folder: Path) -> Families:
    """The lines of each family's file, below its name."""
    paths = (path for path in sorted(folder.glob("*.txt")) if path.name != _SHARED)
    written = (path.read_text(encoding="utf-8").removesuffix("\n").split("\n") for path in paths)
    return {head.removeprefix(_HEAD): lines for head, *lines in written}


def _shared(folder: Path) -> dict[str, Block]:
    """What is said in several places, by its id."""
    path, found = folder / _SHARED, dict[str, Lines]()
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        identity, text = line[:_ID].strip(), line[_ID + 1 :]
        if identity in found:
            raise ValueError(f"{path.name}: two entries have the id {identity}; freeze their families anew")
        if identity:
            found[identity] = []
        found[next(reversed(found))].append(text)
    return {identity: tuple(lines) for identity, lines in found.items()}


def _entry(identity: str, block: Block) -> Iterator[str]:
    heads = [identity, *[" " * _ID] * (len(block) - 1)]
    return (f"{head} {line}".rstrip() for head, line in zip(heads, block, strict=True))


def _ids(lines: Lines) -> list[str]:
    return [identity for line in lines if line.startswith(_SAYS) for identity in line.split()[1:]]


def _said(lines: Lines, shared: Mapping[str, Block]) -> Iterator[str]:
    for line in lines:
        if line.startswith(_SAYS):
            for identity in line.split()[1:]:
                yield from shared.get(identity, (f"<{identity} is lost: freeze this family anew>",))
        else:
            yield line.removeprefix(_AS_IT_IS)


def _referring(blocks: list[Block], ids: Mapping[Block, str]) -> Iterator[str]:
    """The lines of a file: blocks that have an id by their ids, others as they are."""
    for shared, group in groupby(blocks, key=ids.__contains__):
        if shared:
            yield from (_SAYS + " ".join(ids[one] for one in some) for some in _batched(list(group), _A_LINE))
        else:
            lines = (line for block in group for line in block)
            yield from (_AS_IT_IS * line.startswith((_SAYS, _AS_IT_IS)) + line for line in lines)


def _batched(items: list[Block], most: int) -> Iterator[list[Block]]:
    return (items[start : start + most] for start in range(0, len(items), most))


def _blocks(families: Families) -> dict[str, list[Block]]:
    """The lines of each family, those together that always stand together."""
    counted = Counter(line for lines in families.values() for line in lines)
    beside = Counter(pair for lines in families.values() for pair in pairwise(lines))

    def blocks(lines: Lines) -> Iterator[Block]:
        block: Lines = []
        for line in lines:
            if block and not (1 < counted[line] == counted[block[-1]] == beside[block[-1], line] and line not in block):
                yield tuple(block)
                block = []
            block.append(line)
        if block:
            yield tuple(block)

    return {name: list(blocks(lines)) for name, lines in families.items()}


def _is_worth_it(block: Block, times: int) -> bool:
    return (times - 1) * (sum(map(len, block)) - _ID) > _WORTH


def _named(wanted: set[Block], shared: Mapping[str, Block], kept: set[str]) -> dict[Block, str]:
    """An id for each block: the one that it has, else that of a block which is said no more and reads much like it."""
    known = {block: identity for identity, block in shared.items()}
    ids = {block: known[block] for block in wanted if block in known}
    free = {"\n".join(block): one for block, one in known.items() if one not in kept and block not in wanted}
    taken = set(shared)
    for block in sorted(wanted - set(ids)):
        alike = difflib.get_close_matches("\n".join(block), free, n=1)
        ids[block] = free.pop(alike[0]) if alike else next(one for one in _fresh(block) if one not in taken)
        taken.add(ids[block])
    return ids


def _fresh(block: Block) -> Iterator[str]:
    letters = b32encode(hashlib.sha256("\n".join(block).encode()).digest()).decode().lower()
    return (letters[start : start + _ID] for start in range(len(letters) - _ID))


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
