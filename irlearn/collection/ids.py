"""Columns of ids that remain in the buffer from which they were read, as offsets and lengths.

Seven million document ids as Python strings would take seconds and a gigabyte. Offsets need little time and memory, and
an id is decoded only when it is needed. Comparisons work on words of eight bytes, which are gathered for a whole column
at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PAD = 16
"""Bytes before and after the text in a buffer, so that a word can be read at every position of the text."""

NEWLINE = 10
Places = NDArray[np.intp]

_KEEP = np.array([(1 << 8 * size) - 1 for size in range(9)], dtype=np.uint64)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_ROWS = 1 << 16  # Rows that are looked up at once, few enough that the temporaries stay in the processor's cache.


def padded(size: int) -> bytearray:
    """Return a buffer for `size` bytes of text, with line ends before and after it."""
    buffer = bytearray(size + 2 * PAD)
    buffer[:PAD] = buffer[PAD + size :] = b"\n" * PAD
    return buffer


def words_of(buffer: bytearray, start: int = 0, stop: int | None = None) -> NDArray[np.uint64]:
    """Return the word of eight bytes that begins at each position of `buffer[start:stop]`, as an overlapping view."""
    length = (len(buffer) if stop is None else stop) - start - 7
    return np.ndarray(shape=(length,), dtype="<u8", buffer=buffer, offset=start, strides=(1,))


def word(words: NDArray[np.uint64], starts: Places, lengths: NDArray[Any], number: int) -> NDArray[np.uint64]:
    """Return the eight bytes from byte `8 * number` of every id, with zeros after the end of an id."""
    rest = lengths - 8 * number if number else lengths
    places = np.minimum(starts + 8 * number, len(words) - 1) if number else starts
    column: NDArray[np.uint64] = words[places]
    shortest, longest = (int(rest.min()), int(rest.max())) if rest.size else (8, 8)
    if shortest < 8:
        column &= _KEEP[rest if shortest >= 0 and longest <= 8 else np.clip(rest, 0, 8)]
    return column


def hash_ids(words: NDArray[np.uint64], starts: Places, lengths: NDArray[Any]) -> NDArray[np.uint64]:
    """Return a 64-bit hash of every id; different ids of up to eight bytes have different hashes."""
    hashes = word(words, starts, lengths, 0)
    _stir(hashes)
    longest, shortest = (int(lengths.max()), int(lengths.min())) if len(lengths) else (0, 0)
    for number in range(1, -(-longest // 8)):
        if shortest > 8 * number:
            hashes ^= word(words, starts, lengths, number)
            _stir(hashes)
        else:
            rows = np.flatnonzero(lengths > 8 * number)
            longer = hashes[rows] ^ word(words, starts[rows], lengths[rows], number)
            _stir(longer)
            hashes[rows] = longer
    return hashes


def hash_in_query(hashes: NDArray[np.uint64], queries: NDArray[Any]) -> NDArray[np.uint64]:
    """Mix the query number into each document hash, so that hashes differ between queries."""
    return hashes + queries.astype(np.uint64, copy=False) * _MIX


class Lookup(NamedTuple):
    """Sorted 64-bit keys with their rows, found by their first bits instead of by bisection.

    `starts[bits]` is the position of the first key whose first bits are `bits` or more. The highest possible key is
    added after the last key, so that every search ends.
    """

    keys: NDArray[np.uint64]
    rows: Places
    starts: NDArray[np.int32]
    shift: np.uint64

    @classmethod
    def of(cls, keys: NDArray[np.uint64], rows: Places) -> Lookup:
        """Return the lookup of sorted keys."""
        bits = min(max((8 * len(keys)).bit_length(), 10), 22)
        shift = np.uint64(64 - bits)
        counts = np.bincount((keys >> shift).astype(np.intp), minlength=1 << bits)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        return cls(np.append(keys, np.uint64(2**64 - 1)), np.append(rows, 0), starts, shift)

    def find(self, keys: NDArray[np.uint64]) -> tuple[Places, Places]:
        """Return the indices of the keys that are present, and the position of the first equal key of each."""
        candidates, places = [], []
        for start in range(0, len(keys), _ROWS):
            begin = (keys[start : start + _ROWS] >> self.shift).astype(np.intp)
            first = self.starts[begin]
            nonempty = np.flatnonzero(first < self.starts[begin + 1])  # This excludes nearly all absent keys.
            candidates.append(nonempty + start)
            places.append(first[nonempty].astype(np.intp))
        rows, positions = np.concatenate(candidates), np.concatenate(places)
        wanted = keys[rows]
        lower = np.flatnonzero(self.keys[positions] < wanted)
        while lower.size:
            positions[lower] += 1
            lower = lower[self.keys[positions[lower]] < wanted[lower]]
        return self.unresolved(keys, rows, positions)

    def unresolved(self, keys: NDArray[np.uint64], rows: Places, places: Places) -> tuple[Places, Places]:
        """Return the rows whose key equals the stored key at their place, and these places."""
        equal = (self.keys[places] == keys[rows]) & (places < len(self.keys) - 1)
        return rows[equal], places[equal]


def _stir(hashes: NDArray[np.uint64]) -> None:
    """Mix the bits of hashes in place."""
    hashes *= _MIX
    hashes ^= hashes >> _HALF


def _is_plain(buffer: bytearray) -> bool:
    text = np.frombuffer(buffer, dtype=np.uint8)[PAD : len(buffer) - PAD]
    return bool(((text > 32) & (text < 127)).all())


@dataclass(frozen=True, eq=False)
class Ids:
    """A column of ids: row `i` is `lengths[i]` bytes of UTF-8 at `starts[i]` of `buffer`.

    `packed` says that the buffer contains only ids, so that a blank in it belongs to an id; `plain` says that all ids
    consist of visible ASCII characters.
    """

    buffer: bytearray
    starts: Places
    lengths: NDArray[np.int32]
    packed: bool = False
    plain: bool = False

    @classmethod
    def encode(cls, texts: Sequence[str]) -> Ids:
        """Return the column of the given texts."""
        joined = "".join(texts)
        if joined.isascii():  # Each character is one byte.
            content, sizes = joined.encode(), list(map(len, texts))
        else:
            pieces = [text.encode() for text in texts]
            content, sizes = b"".join(pieces), list(map(len, pieces))
        lengths = np.array(sizes, dtype=np.int32)
        starts = np.cumsum(lengths, dtype=np.intp) - lengths + PAD
        buffer = padded(len(content))
        buffer[PAD : len(buffer) - PAD] = content
        return cls(buffer, starts, lengths, packed=True, plain=_is_plain(buffer))

    def __len__(self) -> int:
        return len(self.starts)

    def take(self, rows: NDArray[np.intp]) -> Ids:
        """Return the column of the given rows, in the given order."""
        return Ids(self.buffer, self.starts[rows], self.lengths[rows], self.packed, self.plain)

    def bytes_at(self, row: int) -> bytes:
        """Return the id of one row as it was read."""
        start = int(self.starts[row])
        return bytes(self.buffer[start : start + int(self.lengths[row])])

    def texts(self, rows: Sequence[int] | NDArray[np.intp]) -> tuple[str, ...]:
        """Return the ids of some rows as text."""
        places = np.asarray(rows, dtype=np.intp)
        starts, lengths = self.starts[places], self.lengths[places]
        bounds = zip(starts.tolist(), (starts + lengths).tolist(), strict=True)
        return tuple([self.buffer[start:stop].decode() for start, stop in bounds])

    def hashes(self) -> NDArray[np.uint64]:
        """Return a 64-bit hash of every row, equal where ids are equal."""
        return hash_ids(words_of(self.buffer), self.starts, self.lengths)

    def words(self) -> list[NDArray[np.uint64]]:
        """Return the ids as columns of words.

        Comparing the words as numbers, the first column first, compares the bytes of the ids.
        """
        view, longest = words_of(self.buffer), int(self.lengths.max(initial=0))
        columns = [word(view, self.starts, self.lengths, number) for number in range(-(-longest // 8))]
        return [column.byteswap() if np.little_endian else column for column in columns]

    def same(self, other: Ids) -> NDArray[np.bool_]:
        """Return whether the ids of two columns are equal, row by row."""
        equal: NDArray[np.bool_] = self.lengths == other.lengths
        for mine, theirs in zip(self.words(), other.words(), strict=False):  # Ids of different lengths already differ.
            equal &= mine == theirs
        return equal
