"""Readers of TREC text: lines of columns separated by blanks, read as whole columns in chunks of a megabyte."""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.data_checks import comments_note, queries_with_rank_conflicts, ranks_note
from irlearn.collection.decimals import are_wholes, order_of_wholes, read_decimals
from irlearn.collection.ids import NEWLINE, PAD, Ids, Places, hash_ids, word, words_of
from irlearn.collection.sources import Source, binary
from irlearn.collection.table import MOST_DIGITS, NUMBER, NUMBER_ALONE, NumberKind, Table, check_lengths
from irlearn.errors import InputError

CHUNK = 1 << 20
"""Number of bytes that are split at once, small enough that the temporaries stay in the processor's cache."""

_NO_BREAK = "\u00a0".encode()
_SEVERAL_THREADS = 1 << 23  # From this size in bytes, several threads read a file faster than one.
_COMMENT = re.compile(rb"\n[ \t\v\f\r]*#")
_NUMBERS = rf"{NUMBER}(?:\n{NUMBER})*+".encode()


class Layout(NamedTuple):
    """The columns of a file format, with the numbers of those that are read."""

    what: str
    columns: tuple[str, ...]
    document: int
    value: int
    kind: NumberKind
    rank: int | None = None
    """The column of ranks, which repeats the order of the scores."""

    @property
    def width(self) -> int:
        """Number of columns."""
        return len(self.columns)


RUN = Layout("a TREC run", ("query", "Q0", "document", "rank", "score", "tag"), 2, 4, NumberKind.SCORE, 3)
QRELS = Layout("a TREC qrels file", ("query", "iteration", "document", "relevance"), 2, 3, NumberKind.RELEVANCE)
MARCO_RUN = Layout("an MS MARCO run", ("query", "document", "rank"), 1, 2, NumberKind.RANK)
MARCO_QRELS = Layout("an MS MARCO qrels file", ("query", "document", "relevance"), 1, 2, NumberKind.RELEVANCE)


class _Piece(NamedTuple):
    """The columns of one chunk."""

    heads: Places  # The rows at which another query begins.
    queries: tuple[str, ...]
    starts: Places
    lengths: NDArray[np.int32]
    hashes: NDArray[np.uint64]
    values: NDArray[np.float64]
    ranks: NDArray[np.uint64] | None
    """Words in the order of the ranks, or None if the ranks are not whole numbers."""
    comments: int
    """Number of lines that begin with # and are not data."""


def read_columns(source: Source, layout: Layout, progress: Callable[[float], None] | None = None) -> Table:
    """Return the table of a text whose lines have the columns of `layout`.

    Chunks are written into preallocated arrays, because joining them at the end would need twice the memory.
    """
    most = source.buffer.count(b"\n", source.start, source.stop) + 1
    starts, lengths = np.empty(most, dtype=np.intp), np.empty(most, dtype=np.int32)
    hashes, values = np.empty(most, dtype=np.uint64), np.empty(most, dtype=np.float64)
    ranks = np.empty(most, dtype=np.uint64) if layout.rank is not None else None
    heads: list[NDArray[np.intp]] = []
    queries: list[str] = []
    rows = comments = 0
    for stop, piece in _pieces(source, layout):
        rows_of_piece = slice(rows, rows + len(piece.values))
        starts[rows_of_piece], lengths[rows_of_piece], hashes[rows_of_piece], values[rows_of_piece] = piece[2:6]
        if ranks is not None and piece.ranks is not None:
            ranks[rows_of_piece] = piece.ranks
        else:
            ranks = None
        heads.append(piece.heads + rows)
        queries += piece.queries
        comments += piece.comments
        rows = rows_of_piece.stop
        if progress is not None:
            progress((stop - source.start) / max(source.stop - source.start, 1))
    first = np.concatenate(heads)
    hashes, values = hashes[:rows], values[:rows]
    notes = list(source.notes)
    if comments:
        notes.append(comments_note(comments))
    if ranks is not None and rows:
        conflicts = queries_with_rank_conflicts(queries, first, hashes, values, ranks[:rows])
        if conflicts and are_wholes(ranks[:rows]):
            notes.append(ranks_note(conflicts))
    del ranks
    documents = Ids(source.buffer, starts[:rows], lengths[:rows], plain=source.ascii)
    return Table.build(
        source.name, queries, first, documents, hashes, values, kind=layout.kind, line=source.line, notes=tuple(notes)
    )


def _chunks(source: Source) -> Iterator[tuple[int, int]]:
    """Yield the bounds of consecutive chunks of the text, each of whole lines."""
    start = source.start
    while start < source.stop:
        # The padding contains a line end, in case the last line of the text has none.
        stop = source.buffer.find(b"\n", min(start + CHUNK, source.stop - 1)) + 1
        yield start, stop
        start = stop


def _pieces(source: Source, layout: Layout) -> Iterator[tuple[int, _Piece]]:
    threads = min(os.cpu_count() or 1, 4)
    if source.stop - source.start < _SEVERAL_THREADS or threads < 2 or sys.platform == "emscripten":
        for start, stop in _chunks(source):
            yield stop, _read_chunk(source, layout, start, stop)
        return
    from concurrent.futures import ThreadPoolExecutor  # Small files do not need this slow import.

    with ThreadPoolExecutor(threads) as pool:
        try:
            pieces = ((stop, pool.submit(_read_chunk, source, layout, start, stop)) for start, stop in _chunks(source))
            waiting = deque(islice(pieces, threads + 2))  # Few chunks at a time, to limit the memory of results.
            while waiting:
                stop, future = waiting.popleft()
                waiting.extend(islice(pieces, 1))
                yield stop, future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _read_chunk(source: Source, layout: Layout, start: int, stop: int) -> _Piece:
    chunk = np.frombuffer(source.buffer, dtype=np.uint8, count=stop - start, offset=start)
    words = words_of(source.buffer, start, min(stop + PAD, len(source.buffer)))
    comments = _blank_out_comments(source, layout, start, stop, chunk)
    starts, ends = _split(source, layout, start, chunk)
    if not len(starts):
        empty = np.empty(0, dtype=np.intp)
        number = empty.astype(np.uint64)
        return _Piece(empty, (), empty, empty.astype(np.int32), number, empty.astype(np.float64), number, comments)

    def where(row: int) -> str:
        return source.at(int(starts[row, 0]) + start)

    check_lengths(ends[:, 0] - starts[:, 0], where, "query")
    heads = _changes(words, starts[:, 0], ends[:, 0])
    first, last = starts[heads, 0] + start, ends[heads, 0] + start
    queries = tuple(source.buffer[a:b].decode() for a, b in zip(first.tolist(), last.tolist(), strict=True))

    documents, lengths = starts[:, layout.document], ends[:, layout.document] - starts[:, layout.document]
    check_lengths(lengths, where, "document")
    hashes = hash_ids(words, documents, lengths)
    before = words_of(source.buffer, start - 8, stop)
    values, unusual = read_decimals(chunk, before, starts[:, layout.value], ends[:, layout.value])
    if unusual.size:
        bounds = starts[unusual, layout.value] + start, ends[unusual, layout.value] + start
        values[unusual] = _read_unusual(source, layout, *bounds)
    # A file of three columns may contain scores, not ranks; only all its values together decide this.
    refused = (NumberKind.SCORE if layout is MARCO_RUN else layout.kind).refused(values)
    if refused.any():
        row = int(np.argmax(refused))
        place, end = int(starts[row, layout.value]) + start, int(ends[row, layout.value]) + start
        raise InputError(layout.kind.complaint(source.at(place), source.shown(place, end)))
    ranks = None
    if layout.rank is not None:
        ranks = order_of_wholes(before, starts[:, layout.rank], ends[:, layout.rank])
    return _Piece(heads, queries, documents + start, lengths.astype(np.int32), hashes, values, ranks, comments)


def _blank_out_comments(source: Source, layout: Layout, start: int, stop: int, chunk: NDArray[np.uint8]) -> int:
    """Overwrite comments with blanks, so that lines keep their numbers; return the number of comments."""
    if source.buffer.find(b"#", start, stop) < 0:
        return 0
    comments = 0
    for match in _COMMENT.finditer(source.buffer, start - 1, stop):
        end = source.buffer.index(b"\n", match.end())
        if not is_data(bytes(source.buffer[match.end() - 1 : end]), layout):
            chunk[match.end() - 1 - start : end - start] = 32
            comments += 1
    return comments


def is_data(line: bytes, layout: Layout) -> bool:
    """Return whether a line that begins with # is data: its first id begins with #, and every column fits."""
    words = line.split(None, layout.width)
    if len(words) != layout.width or words[0] == b"#":
        return False
    numbers = [words[layout.value]] if layout.rank is None else [words[layout.value], words[layout.rank]]
    return all(re.fullmatch(_NUMBERS, number) for number in numbers)


def _split(source: Source, layout: Layout, base: int, chunk: NDArray[np.uint8]) -> tuple[Places, Places]:
    """Return the starts and the ends of the words of a chunk, each of shape (lines, columns)."""
    lines = int(np.count_nonzero(chunk == NEWLINE))
    check_characters(source, base, chunk, lines)
    blank = chunk <= 32
    if not blank[0] and not (blank[1:] & blank[:-1]).any():
        ends = np.flatnonzero(blank)  # With one blank after every word, the starts follow from the ends.
        line_ends = ends[layout.width - 1 :: layout.width]
        if len(ends) == lines * layout.width and (chunk[line_ends] == NEWLINE).all():
            starts = np.empty_like(ends)
            starts[0] = 0
            np.add(ends[:-1], 1, out=starts[1:])
            return starts.reshape(-1, layout.width), ends.reshape(-1, layout.width)
    edges = np.flatnonzero(np.diff(blank, prepend=True))
    starts, ends = edges[0::2], edges[1::2]
    line_ends = np.flatnonzero(chunk == NEWLINE)
    width = np.diff(np.searchsorted(starts, line_ends), prepend=0)
    wrong = (width != layout.width) & (width != 0)
    if wrong.any():
        line = int(np.argmax(wrong))
        first = int(np.searchsorted(starts, line_ends[line])) - int(width[line])
        raise InputError(_wrong_width(source, layout, int(starts[first]) + base, int(width[line])))
    return starts.reshape(-1, layout.width), ends.reshape(-1, layout.width)


def _wrong_width(source: Source, layout: Layout, place: int, width: int) -> str:
    end = source.buffer.index(b"\n", place)
    hint = no_break_hint(source, place, end)
    if not hint and width > layout.width:
        hint = "; ids must not contain blanks"
    elif not hint and end >= source.stop - 1:
        hint = "; is the file cut short?"
    return (
        f"{source.at(place)}: {layout.what} has {layout.width} columns ({' '.join(layout.columns)}), "
        f"this line has {width}: '{source.shown(place, end)}'{hint}"
    )


def no_break_hint(source: Source, start: int, stop: int) -> str:
    """Return a hint for a line with no-break spaces, which look like separators, or an empty text."""
    has_no_break = source.buffer.find(_NO_BREAK, start, stop) >= 0
    return "; a no-break space is no blank: type plain spaces" if has_no_break else ""


def check_characters(source: Source, base: int, chunk: NDArray[np.uint8], lines: int = 0) -> None:
    """Raise `InputError` for control characters and bytes that are not UTF-8; `lines` is the number of line ends."""
    control = chunk < 32
    if np.count_nonzero(control) != lines:
        control &= (chunk < 9) | (chunk > 13)
        if control.any():
            place = int(np.argmax(control))
            raise InputError(binary(source.at(base + place), int(chunk[place])))
    source.check_utf8(base, base + len(chunk))


def _changes(words: NDArray[np.uint64], starts: Places, ends: Places) -> NDArray[np.intp]:
    """Return the rows whose id differs from the row before, and the first row."""
    lengths = ends - starts
    changed = np.ones(len(starts), dtype=bool)
    for number in range(-(-int(lengths.max()) // 8)):
        column = word(words, starts, lengths, number)  # Ids have no zero bytes, so equal words mean equal lengths.
        if number:
            changed[1:] |= column[1:] != column[:-1]
        else:
            np.not_equal(column[1:], column[:-1], out=changed[1:])
    return np.flatnonzero(changed)


def _read_unusual(source: Source, layout: Layout, starts: Places, ends: Places) -> NDArray[np.float64]:
    """Parse the numbers that are not plainly spelled, such as exponents; raise `InputError` if one is not a number."""
    view = memoryview(source.buffer)
    text = b"\n".join([view[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)])
    numbers = text.decode().split("\n")
    if not re.fullmatch(_NUMBERS, text) or (ends - starts).max() > MOST_DIGITS:
        row = next(
            row for row, number in enumerate(numbers) if len(number) > MOST_DIGITS or not NUMBER_ALONE.fullmatch(number)
        )
        raise InputError(layout.kind.complaint(source.at(int(starts[row])), numbers[row]))
    return np.array(list(map(float, numbers)))


def one_number(text: str, kind: NumberKind, where: Callable[[], str]) -> float:
    """Return the number that `text` spells, by the same rules as in a column."""
    if len(text) > MOST_DIGITS or not NUMBER_ALONE.fullmatch(text):
        raise InputError(kind.complaint(where(), text))
    return float(text)
