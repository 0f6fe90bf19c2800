"""Columns of identifiers that stay where they were read: an offset and a length into one buffer of bytes.

Seven million document ids as Python strings would take seconds and a gigabyte; as offsets they cost nothing until one
of them is wanted. Whatever compares ids works on words of eight bytes, gathered for a whole column at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PAD = 16
"""The bytes before and behind the text in a buffer, so that a word can be read at every place of the text."""

NEWLINE = 10
Places = NDArray[np.int64]

_KEEP = np.array([(1 << 8 * size) - 1 for size in range(9)], dtype=np.uint64)
_MIX = np.uint64(0x9E3779B97F4A7C15)
_HALF = np.uint64(32)
_ROWS = 1 << 16  # that are looked up at once: the temporaries stay in the processor's cache


def padded(size: int) -> bytearray:
    """A buffer for `size` bytes of text, with line ends before and behind it."""
    buffer = bytearray(size + 2 * PAD)
    buffer[:PAD] = buffer[PAD + size :] = b"\n" * PAD
    return buffer


def words_of(buffer: bytearray, start: int = 0, stop: int | None = None) -> NDArray[np.uint64]:
    """The word of eight bytes that begins at each place of `buffer[start:stop]`, as an overlapping view."""
    length = (len(buffer) if stop is None else stop) - start - 7
    return np.ndarray(shape=(length,), dtype="<u8", buffer=buffer, offset=start, strides=(1,))


def word(words: NDArray[np.uint64], starts: Places, lengths: NDArray[Any], number: int) -> NDArray[np.uint64]:
    """The eight bytes from byte `8 * number` of every id, with zeros behind an id's end."""
    left = lengths - 8 * number if number else lengths
    places = np.minimum(starts + 8 * number, len(words) - 1) if number else starts
    found: NDArray[np.uint64] = words[places]
    shortest, longest = (int(left.min()), int(left.max())) if left.size else (8, 8)
    if shortest < 8:
        found &= _KEEP[left if shortest >= 0 and longest <= 8 else np.clip(left, 0, 8)]
    return found


def hash_ids(words: NDArray[np.uint64], starts: Places, lengths: NDArray[Any]) -> NDArray[np.uint64]:
    """A 64-bit number for every id; equal ids have equal numbers, and ids of up to eight bytes different ones."""
    hashes = word(words, starts, lengths, 0)
    _stir(hashes)
    longest, shortest = (int(lengths.max()), int(lengths.min())) if len(lengths) else (0, 0)
    for number in range(1, -(-longest // 8)):
        if shortest > 8 * number:
            hashes ^= word(words, starts, lengths, number)
            _stir(hashes)
        else:
            rows = np.flatnonzero(lengths > 8 * number)
            some = hashes[rows] ^ word(words, starts[rows], lengths[rows], number)
            _stir(some)
            hashes[rows] = some
    return hashes


def hash_in_query(hashes: NDArray[np.uint64], queries: NDArray[Any]) -> NDArray[np.uint64]:
    """The documents' numbers such that the same document has another one for another query, given by its number."""
    return hashes + queries.astype(np.uint64, copy=False) * _MIX


class Lookup(NamedTuple):
    """Sorted 64-bit keys with the rows that they came from, found by their first bits instead of by halving.

    `starts[bits]` is the place of the first key that begins with these bits or with higher ones; behind the last key
    stands a highest one.
    """

    keys: NDArray[np.uint64]
    rows: Places
    starts: NDArray[np.int32]
    shift: np.uint64

    @classmethod
    def of(cls, keys: NDArray[np.uint64], rows: Places) -> Lookup:
        """The lookup of sorted keys."""
        bits = min(max((8 * len(keys)).bit_length(), 10), 22)
        shift = np.uint64(64 - bits)
        counts = np.bincount((keys >> shift).astype(np.int64), minlength=1 << bits)
        starts = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        return cls(np.append(keys, np.uint64(2**64 - 1)), np.append(rows, 0), starts, shift)

    def find(self, keys: NDArray[np.uint64]) -> tuple[Places, Places]:
        """Which of some keys are known, and the place of the first one that is equal to each."""
        found, places = [], []
        for start in range(0, len(keys), _ROWS):
            begin = (keys[start : start + _ROWS] >> self.shift).view(np.int64)
            first = self.starts[begin]
            some = np.flatnonzero(first < self.starts[begin + 1])  # nearly all others drop out here
            found.append(some + start)
            places.append(first[some].astype(np.int64))
        rows, at = np.concatenate(found), np.concatenate(places)
        wanted = keys[rows]
        lower = np.flatnonzero(self.keys[at] < wanted)
        while lower.size:
            at[lower] += 1
            lower = lower[self.keys[at[lower]] < wanted[lower]]
        return self.unresolved(keys, rows, at)

    def unresolved(self, keys: NDArray[np.uint64], rows: Places, places: Places) -> tuple[Places, Places]:
        """Those of the rows whose key stands at its place, with the places."""
        met = (self.keys[places] == keys[rows]) & (places < len(self.keys) - 1)
        return rows[met], places[met]


def _stir(hashes: NDArray[np.uint64]) -> None:
    hashes *= _MIX
    hashes ^= hashes >> _HALF


def _is_plain(buffer: bytearray) -> bool:
    text = np.frombuffer(buffer, dtype=np.uint8)[PAD : len(buffer) - PAD]
    return bool(((text > 32) & (text < 127)).all())


@dataclass(frozen=True, eq=False)
class Ids:
    """A column of identifiers: row `i` is `lengths[i]` bytes of UTF-8 at `starts[i]` of `buffer`.

    `packed` says that the buffer holds ids and nothing else, so that a blank in it is part of one; `plain` that no id
    holds anything but visible ASCII characters.
    """

    buffer: bytearray
    starts: Places
    lengths: NDArray[np.int32]
    packed: bool = False
    plain: bool = False

    @classmethod
    def encode(cls, texts: Sequence[str]) -> Ids:
        """The column that holds `texts`."""
        joined = "".join(texts)
        if joined.isascii():  # each character is one byte
            content, sizes = joined.encode(), list(map(len, texts))
        else:
            pieces = [text.encode() for text in texts]
            content, sizes = b"".join(pieces), list(map(len, pieces))
        lengths = np.array(sizes, dtype=np.int32)
        starts = np.cumsum(lengths, dtype=np.int64) - lengths + PAD
        buffer = padded(len(content))
        buffer[PAD : len(buffer) - PAD] = content
        return cls(buffer, starts, lengths, packed=True, plain=_is_plain(buffer))

    def __len__(self) -> int:
        return len(self.starts)

    def take(self, rows: NDArray[np.int64]) -> Ids:
        """The column of the given rows, in the given order."""
        return Ids(self.buffer, self.starts[rows], self.lengths[rows], self.packed, self.plain)

    def bytes_at(self, row: int) -> bytes:
        """The id of one row as it was read."""
        start = int(self.starts[row])
        return bytes(self.buffer[start : start + int(self.lengths[row])])

    def texts(self, rows: Iterable[int]) -> tuple[str, ...]:
        """The ids of some rows as text."""
        return tuple(self.bytes_at(row).decode() for row in rows)

    def hashes(self) -> NDArray[np.uint64]:
        """A 64-bit number for every row, equal where ids are equal."""
        return hash_ids(words_of(self.buffer), self.starts, self.lengths)

    def words(self) -> list[NDArray[np.uint64]]:
        """The ids as columns of words, so that comparing words as numbers, first column first, compares bytes."""
        view, longest = words_of(self.buffer), int(self.lengths.max(initial=0))
        columns = [word(view, self.starts, self.lengths, number) for number in range(-(-longest // 8))]
        return [column.byteswap() if np.little_endian else column for column in columns]

    def same(self, other: Ids) -> NDArray[np.bool_]:
        """Whether the ids of this column and of another one are the same bytes, row by row."""
        equal: NDArray[np.bool_] = self.lengths == other.lengths
        for mine, theirs in zip(self.words(), other.words(), strict=False):  # longer ids differ by length already
            equal &= mine == theirs
        return equal
