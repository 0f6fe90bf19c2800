"""Readers that bring a file into memory as UTF-8 text, decompressed and decoded.

A file that is not text is refused with a message of one sentence.
"""

from __future__ import annotations

import codecs
import os
import stat
from typing import IO, Any, NamedTuple

import numpy as np

from irlearn.collection.ids import PAD, padded
from irlearn.collection.table import shown
from irlearn.errors import InputError, quoted, visible

_BOM = b"\xef\xbb\xbf"
_UTF_32, _UTF_16 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE), (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SUFFIXES = ("gz", "txt", "run", "json", "csv", "tsv", "trec", "qrels")
_BLOCK = 1 << 20
_CONTROL = np.array([code < 9 or 13 < code < 32 for code in range(256)])
_PIPE_TIMEOUT = 1900  # Milliseconds to wait for a writer at the other end of a named pipe.
_MOST_PACKED = 200  # The highest ratio of decompressed to compressed size; no run is compressed that well.
_ALWAYS_ALLOWED = 1 << 26  # Bytes to which any file may be decompressed, whatever the ratio.
_LONGEST_NAME = 300


class Source(NamedTuple):
    """The text of a file between its paddings, and its name in messages.

    `notes` reports oddities of the file; `utf8` is False if its bytes are not UTF-8 and could not be converted; `ascii`
    is True if all its characters are ASCII.
    """

    name: str
    buffer: bytearray
    start: int = PAD
    notes: tuple[str, ...] = ()
    utf8: bool = True
    ascii: bool = False

    @property
    def stop(self) -> int:
        """Position after the last byte of the text."""
        return len(self.buffer) - PAD

    def line(self, place: int) -> int:
        """Return the number of the line, from 1, that contains the byte at `place`."""
        return self.buffer.count(b"\n", PAD, place) + 1

    def at(self, place: int) -> str:
        """Return the file and the line, with which messages begin."""
        return f"{self.name}, line {self.line(place)}"

    def shown(self, start: int, stop: int) -> str:
        """Return a part of the text as messages quote it."""
        return shown(bytes(self.buffer[start : min(stop, start + 1000)]).decode(errors="replace").strip())

    def check_utf8(self, start: int, stop: int) -> None:
        """Raise `InputError`, which names the first wrong byte, if the text is not UTF-8."""
        if self.utf8:
            return
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
        """Return the whole text; raise `InputError` if it is not text."""
        place = _first_control(self.buffer, self.start, self.stop)
        if place is not None:
            raise InputError(binary(self.at(place), self.buffer[place]))
        self.check_utf8(self.start, self.stop)
        return self.buffer[self.start : self.stop].decode()


def binary(where: str, byte: int) -> str:
    """Return the message about a byte that does not occur in text."""
    return (
        f"{where}: byte 0x{byte:02x} does not occur in text; is this a binary file? "
        "Give TREC text, CSV or JSON, gzipped or not"
    )


def stem(path: str) -> str:
    """Return a file's name without the suffixes for its format and compression.

    >>> stem("runs/bm25.v2.run.gz")
    'bm25.v2'
    """
    name = os.path.basename(os.path.normpath(path))  # noqa: PTH119 - importing pathlib takes a fortieth of the start time
    while True:
        shorter, _, suffix = name.rpartition(".")
        if not shorter or suffix.lower() not in _SUFFIXES:
            return name
        name = shorter


def open_source(file: str | os.PathLike[str]) -> Source:
    """Read the text of a file, decompressing and decoding it if necessary."""
    path = os.fspath(file) or "."
    name = visible(path) if len(path) <= _LONGEST_NAME else quoted(path)
    try:
        kind = os.stat(path).st_mode  # noqa: PTH116 - see above
        if stat.S_ISFIFO(kind) and hasattr(os, "O_NONBLOCK"):
            buffer = _wrapped(_piped(path, name))
        elif stat.S_ISCHR(kind) and not _is_terminal(path):
            raise InputError(f"{name}: is a device; give a file")  # noqa: TRY301 - passed on unchanged below
        else:
            buffer = _read(path)
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file") from None
    except (IsADirectoryError, PermissionError):
        if os.path.isdir(path):  # noqa: PTH112 - see above
            raise InputError(f"{name}: is a directory; give a file") from None
        raise InputError(f"{name}: cannot be read, permission denied; change its permissions or copy it") from None
    except InputError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else visible(str(error))
        raise InputError(f"{name}: cannot be read ({reason}); give the path of a file") from None
    return _source(name, buffer)


def source_at(file: Source | str | os.PathLike[str] | IO[Any]) -> Source:
    """Read the text of a path or of an open file; return a `Source` unchanged.

    >>> import io
    >>> source_at(source_at(io.StringIO("run,AP"))).text()
    'run,AP'
    """
    if isinstance(file, Source):
        return file
    if isinstance(file, str | os.PathLike):
        return open_source(file)
    return source_of(file, shown(str(getattr(file, "name", "the file")), _LONGEST_NAME))


def source_of(file: IO[Any], name: str) -> Source:
    """Read the text of an open file, opened as text or as bytes, from its current position to its end."""
    try:
        content = file.read()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{name}: is not written in {error.encoding}, as which it was opened; open it with open(path, 'rb')"
        ) from None
    except (OSError, ValueError) as error:  # The file is closed, or opened for writing.
        raise InputError(f"{name}: cannot be read ({visible(str(error))}); give a file that is open to read") from None
    if isinstance(content, str):
        content = content.encode(errors="surrogatepass")
    if not isinstance(content, bytes | bytearray | memoryview):
        raise InputError(f"{name}: read() must give text or bytes; given: {type(content).__name__}")
    return _source(name, _wrapped(bytes(content)))


def _read(path: str) -> bytearray:
    with open(path, "rb") as file:  # noqa: PTH123 - see above
        buffer = padded(os.fstat(file.fileno()).st_size)
        size = file.readinto(memoryview(buffer)[PAD : len(buffer) - PAD])
        rest = file.read()
    if rest or size != len(buffer) - 2 * PAD:  # The file changed meanwhile, or its reported size is wrong.
        buffer = _wrapped(bytes(buffer[PAD : PAD + size]) + rest)
    return buffer


def _is_terminal(path: str) -> bool:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - see above
        return file.isatty()


def _source(name: str, buffer: bytearray) -> Source:
    """Decompress and decode the content of a file."""
    if buffer.startswith(b"\x1f\x8b", PAD):
        buffer = _unpacked(name, buffer)
    if buffer.startswith(b"PK\x03\x04", PAD):
        raise InputError(f"{name}: is a ZIP archive, as an .xlsx file is, too; unpack it, or save the sheet as CSV")
    note, utf8 = "", True
    wide = _wide(buffer)
    only_ascii = not wide and buffer.isascii()
    if wide:
        buffer, note = _from_wide(name, buffer, wide), f"was read as {wide[:6].upper()}"
    elif not only_ascii and not _is_utf8(buffer):
        western = _from_western(buffer)
        utf8 = western is not None
        if western is not None:
            buffer, note = western, "is not UTF-8 and was read as Windows-1252, which holds all of Latin-1"
    start = PAD + 3 if buffer.startswith(_BOM, PAD) else PAD
    if not buffer[start : min(start + 4096, len(buffer) - PAD)].strip() and not buffer[start:-PAD].strip():
        raise InputError(f"{name}: is empty; give a file that is not empty")
    if buffer.find(b"\n", PAD, len(buffer) - PAD) < 0 and b"\r" in buffer:  # The line ends of old Macintoshes.
        buffer = buffer.replace(b"\r", b"\n")
    return Source(name, buffer, start, (note,) if note else (), utf8, only_ascii)


def _wide(buffer: bytearray) -> str:
    """Return the UTF-16 or UTF-32 encoding that the first bytes of the text indicate, or an empty text."""
    for marks, encoding in ((_UTF_32, "utf-32"), (_UTF_16, "utf-16")):
        if buffer.startswith(marks, PAD):
            return encoding
    begin = buffer[PAD : min(PAD + 200, len(buffer) - PAD)]
    pairs = begin[: len(begin) // 2 * 2]
    if 0 in pairs and len(begin) % 2 == 0:
        for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
            if not any(pairs[first::2]) and all(pairs[1 - first :: 2]):
                return encoding
    return ""


def _from_wide(name: str, buffer: bytearray, encoding: str) -> bytearray:
    try:
        return _wrapped(bytes(buffer[PAD:-PAD]).decode(encoding).encode())
    except UnicodeDecodeError:
        raise InputError(
            f"{name}: begins as {encoding[:6].upper()} but does not continue in this encoding; is the file cut short? "
            "Save it in the encoding UTF-8"
        ) from None


def _is_utf8(buffer: bytearray) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(PAD, len(buffer) - PAD, _BLOCK):
            decoder.decode(buffer[start : min(start + _BLOCK, len(buffer) - PAD)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _from_western(buffer: bytearray) -> bytearray | None:
    """Return the text decoded as Windows-1252, or None if that is impossible or the text is damaged UTF-8."""
    content = bytes(buffer[PAD:-PAD])
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        return None
    if _first_control(buffer, PAD, len(buffer) - PAD) is not None:
        return None
    good = [character for character in content.decode(errors="ignore") if character > "\x7f"]
    bad = sum(map(content.count, (bytes([code]) for code in range(128, 256)))) - len("".join(good).encode())
    return None if len(good) >= bad else _wrapped(text.encode())


def _first_control(buffer: bytearray, start: int, stop: int) -> int | None:
    """Return the first position of a control character that does not occur in text, or None."""
    for block in range(start, stop, _BLOCK):
        odd = _CONTROL[np.frombuffer(buffer, dtype=np.uint8, count=min(_BLOCK, stop - block), offset=block)]
        if odd.any():
            return block + int(np.argmax(odd))
    return None


def _piped(path: str, name: str) -> bytes:
    """Return everything that is written to a pipe; raise `InputError` if the pipe has no writer."""
    import select

    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        first = b""
        if not poll.poll(_PIPE_TIMEOUT):
            try:
                first = os.read(handle, 1)
            except BlockingIOError:  # The pipe has a writer, which is slow.
                pass
            else:
                if not first:
                    raise InputError(f"{name}: is a pipe that nothing writes to; give a file")
        os.set_blocking(handle, True)
        with os.fdopen(handle, "rb", closefd=False) as file:
            return first + file.read()
    finally:
        os.close(handle)


def _wrapped(content: bytes) -> bytearray:
    """Return a padded buffer with the content."""
    buffer = padded(len(content))
    buffer[PAD : len(buffer) - PAD] = content
    return buffer


def _unpacked(name: str, buffer: bytearray) -> bytearray:
    import zlib

    packed = memoryview(buffer)[PAD : len(buffer) - PAD]
    bytes_left = max(_ALWAYS_ALLOWED, _MOST_PACKED * len(packed))
    pieces, place = [], 0
    try:
        while place < len(packed):
            member = zlib.decompressobj(31)
            while not member.eof:
                block = packed[place : place + _BLOCK]
                if not block:
                    raise InputError(f"{name}: the gzip file is cut short; copy or download it again")
                pieces.append(member.decompress(block, bytes_left + 1))
                bytes_left -= len(pieces[-1])
                if bytes_left < 0:
                    raise InputError(
                        f"{name}: unpacks to more than {_MOST_PACKED} times its size, as no run or qrels file does; "
                        "unpack it yourself and look at its content"
                    )
                place += len(block) - len(member.unused_data)
            while place < len(packed) and not packed[place]:  # Tapes pad a file with zeros.
                place += 1
    except zlib.error as error:
        reason = "CRC check failed" if "data check" in str(error) else str(error).rpartition(": ")[2]
        raise InputError(f"{name}: the gzip file is corrupt ({reason}); copy or download it again") from None
    return _wrapped(b"".join(pieces))
