"""Files as text in memory: opened, unpacked, and refused in one sentence where they hold no text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from irlearn.collection.ids import PAD, padded
from irlearn.errors import InputError

_BOM = b"\xef\xbb\xbf"
_SUFFIX = re.compile(r"(?<=.)\.(gz|txt|run|json|csv|tsv|trec|qrels)$", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """The text of a file between its paddings, and what messages call it."""

    name: str
    buffer: bytearray
    start: int = PAD

    @property
    def stop(self) -> int:
        """The place behind the last byte of the text."""
        return len(self.buffer) - PAD

    def line(self, place: int) -> int:
        """The number of the line, from 1, that holds the byte at `place`."""
        return self.buffer.count(b"\n", PAD, place) + 1

    def at(self, place: int) -> str:
        """The file and the line, as messages begin."""
        return f"{self.name}, line {self.line(place)}"

    def shown(self, start: int, stop: int) -> str:
        """A stretch of the text as messages quote it."""
        text = bytes(self.buffer[start:stop]).decode(errors="replace").strip()
        return text if len(text) <= 60 else text[:57] + "..."

    def check_utf8(self, start: int, stop: int) -> None:
        """Refuse a text that is not UTF-8, naming the first wrong byte."""
        try:
            self.buffer[start:stop].decode()
        except UnicodeDecodeError as error:
            place = start + error.start
            column = place - max(self.buffer.rfind(b"\n", 0, place), PAD - 1)
            raise InputError(
                f"{self.at(place)}: byte {column} of the line is 0x{self.buffer[place]:02x}, which is not UTF-8; "
                "save the file in the encoding UTF-8"
            ) from None

    def text(self) -> str:
        """All of the text, checked."""
        self.check_utf8(self.start, self.stop)
        place = self.buffer.find(b"\0", self.start, self.stop)
        if place >= 0:
            raise InputError(binary(self.at(place), 0))
        return self.buffer[self.start : self.stop].decode()


def binary(where: str, byte: int) -> str:
    """The sentence about a byte that no text holds."""
    return (
        f"{where}: byte 0x{byte:02x} does not occur in text; is this a binary file? "
        "Give TREC text, CSV or JSON, gzipped or not"
    )


def stem(path: Path) -> str:
    """A file's name without the suffixes that say how it is stored.

    >>> stem(Path("runs/bm25.v2.run.gz"))
    'bm25.v2'
    """
    name, shorter = "", path.name
    while name != shorter:
        name, shorter = shorter, _SUFFIX.sub("", shorter)
    return name


def open_source(path: Path) -> Source:
    """The text of a file; unpacked where it is gzipped, without its byte-order mark."""
    name = str(path)
    try:
        with path.open("rb") as file:
            buffer = padded(path.stat().st_size)
            size = file.readinto(memoryview(buffer)[PAD : len(buffer) - PAD])
            rest = file.read()
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file") from None
    except (IsADirectoryError, PermissionError):
        if path.is_dir():
            raise InputError(f"{name}: is a directory; give a file") from None
        raise InputError(f"{name}: cannot be read, permission denied; change its permissions or copy it") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be read ({error}); give the path of a file") from None
    if rest or size != len(buffer) - 2 * PAD:  # a pipe, or a file that changed meanwhile
        buffer = _wrapped(bytes(buffer[PAD : PAD + size]) + rest)
    if buffer.startswith(b"\x1f\x8b", PAD):
        buffer = _unpacked(name, buffer)
    if buffer.startswith((b"\xff\xfe", b"\xfe\xff"), PAD):
        raise InputError(f"{name}: is written in UTF-16, by its first two bytes; save it in the encoding UTF-8")
    source = Source(name, buffer, PAD + 3 if buffer.startswith(_BOM, PAD) else PAD)
    if (
        not buffer[source.start : min(source.start + 4096, source.stop)].strip()
        and not buffer[source.start : -PAD].strip()
    ):
        raise InputError(f"{name}: is empty; give a file that holds something")
    return source


def _wrapped(content: bytes) -> bytearray:
    buffer = padded(len(content))
    buffer[PAD : len(buffer) - PAD] = content
    return buffer


def _unpacked(name: str, buffer: bytearray) -> bytearray:
    import gzip
    import zlib

    try:
        return _wrapped(gzip.decompress(memoryview(buffer)[PAD : len(buffer) - PAD]))
    except EOFError:
        raise InputError(f"{name}: the gzip file is cut short; copy or download it again") from None
    except (OSError, zlib.error) as error:
        raise InputError(f"{name}: the gzip file is corrupt ({error}); copy or download it again") from None
