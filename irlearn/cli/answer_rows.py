"""A file of answers as a spreadsheet saves it: its header, and its rows with what is wrong with each."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from irlearn.cli.output import STDIN, print_note, shown, standard_input
from irlearn.errors import InputError
from irlearn.text.english import count_noun
from irlearn.text.tables import unguarded

if TYPE_CHECKING:
    from irlearn.collection.sources import Source

_SEPARATOR = re.compile(r"sep=(?P<sign>[,;|\t])", re.IGNORECASE)
_TALLEST = 50  # lines of one row, whose cells may hold line ends
_LOOKED_AT = 20  # rows that say which sign parts the cells


@dataclass(frozen=True)
class Row:
    """One row of a file: its line, its own cells, and why they are no question, where they are none."""

    line: int
    cells: tuple[str, ...]
    broken: str = ""


class Found(NamedTuple):
    """A file's header with its line, and the rows behind it."""

    line: int
    header: list[str]
    rows: list[Row]


def read_rows(path: Path) -> Found:
    """What a file holds; what is wrong with one row is kept beside it and costs no other. Raises `InputError`."""
    from irlearn.collection.sources import open_source, source_of

    if str(path) == STDIN:
        source = source_of(standard_input(), STDIN)
    else:
        if path.is_file():
            _refuse_binary(path)
        source = open_source(path)
    for note in source.notes:
        print_note(f"{shown(path)}: {note}")
    lines = list(StringIO(_text(source), newline=""))  # a row ends where a line does, and at no other sign
    first = next(place for place, line in enumerate(lines) if line.strip())
    told = _SEPARATOR.fullmatch(lines[first].strip("\r\n "))  # Excel's own first line, which says what parts the cells
    first += bool(told)
    parsed = list(_rows(lines, first, told["sign"] if told else _delimiter(lines, first)))
    if not parsed:
        raise InputError(f"{shown(path)}: holds a header and no answers")
    head, *rows = parsed
    if head.broken:
        raise InputError(f"{shown(path)}, line {head.line}: is no CSV ({head.broken})")
    header = [name.strip() for name in head.cells]
    while header and not header[-1]:  # a spreadsheet's empty columns
        header.pop()
    return Found(head.line, header, rows)


def fitted(cells: Sequence[str], header: Sequence[str]) -> tuple[str, ...]:
    """As many cells as the header names."""
    return (*cells[: len(header)], *[""] * (len(header) - len(cells)))


def plain(answer: str) -> str:
    """An answer without what spreadsheets put around it, so that it stays text.

    >>> plain('="0.300"'), plain("0,3")
    ('0.300', '0,3')
    """
    stripped = answer.strip()
    return stripped[2:-1] if stripped.startswith('="') and stripped.endswith('"') else answer


def too_many(row: Row, header: Sequence[str]) -> str:
    """Why a row that does not fit its header cannot be checked."""
    return (
        f"{count_noun(len(row.cells), 'cell')}, but the header names {count_noun(len(header), 'column')}; "
        "put a cell that holds a comma in quotation marks"
    )


_BINARY = ((b"PK\x03\x04", "a workbook (xlsx, ods)"), (b"\xd0\xcf\x11\xe0", "a workbook (xls)"), (b"%PDF", "a PDF"))


def _refuse_binary(path: Path) -> None:
    """Refuse what spreadsheets save by themselves; the sentence says how to go on."""
    try:
        with path.open("rb") as file:
            begin = file.read(4)
    except OSError:  # which is told where it is read
        return
    for sign, what in _BINARY:
        if begin == sign:
            raise InputError(f"{shown(path)}: is {what}, which holds no plain text; save it as CSV UTF-8 and give that")


def _text(source: Source) -> str:
    """The file's text, with a stranger's control characters, which cost their own cells at most; but no binary."""
    if source.buffer.find(b"\0", source.start, source.stop) >= 0:
        return source.text()  # which says where
    source.check_utf8(source.start, source.stop)
    return source.buffer[source.start : source.stop].decode()


def _delimiter(lines: Sequence[str], first: int) -> str:
    """The sign by which most rows have as many cells as the header; of equals, the one that gives most of them.

    A sign inside a question's title or a decimal comma parts the header and the rows differently.
    """

    def fit(sign: str) -> tuple[int, int]:
        widths = [len(row.cells) for row in islice(_rows(lines, first, sign), _LOOKED_AT)]
        wide = next((width for width in widths if width > 1), 0)  # a title may stand above the header
        return (widths.count(wide), wide)

    return max(",;\t", key=fit)


def _rows(lines: Sequence[str], first: int, delimiter: str) -> Iterator[Row]:
    """Each row that is not blank.

    A quotation mark that nobody closes costs its own line and not those behind it, so each row is read by itself.
    """
    place = first
    while place < len(lines):
        reader = csv.reader(islice(lines, place, place + _TALLEST), delimiter=delimiter, strict=True)
        line, broken, cells = place + 1, "", []
        try:
            cells = [unguarded(cell) for cell in next(reader, [])]
            place += max(reader.line_num, 1)
        except csv.Error as error:
            place, broken = place + 1, str(error)
        if broken or any(cell.strip() for cell in cells):
            yield Row(line, tuple(cells), broken)
