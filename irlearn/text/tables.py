"""Tables in plain text and HTML, and protection of CSV cells against running as formulas."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from irlearn.errors import InputError
from irlearn.palette import color_class

if TYPE_CHECKING:  # HTML is imported in the functions that need it, so that tables in a terminal start faster.
    import pandas

    from irlearn.text.html import Content, Element


Columns = int | Container[int]
"""Columns of a table: the number of the first ones, or their indices."""


def indices(columns: Columns) -> Container[int]:
    """Return the indices of columns."""
    return range(columns) if isinstance(columns, int) else columns


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: Columns = 1) -> str:
    """Return a table as aligned plain text.

    `left` is the number of the first columns, or a set of columns, that are aligned to the left.

    >>> print(text_table(["run", "AP"], [["bm25", "0.3"], ["x", "0.25"]]))
    run     AP
    bm25   0.3
    x     0.25
    """
    words = indices(left)
    # More space separates words from a number before them.
    gaps = ["    " if column in words and column - 1 not in words else "  " for column in range(1, len(header))]
    return "\n".join(
        "".join(cell + gap for cell, gap in zip(cells, [*gaps, ""], strict=True)).rstrip()
        for cells in aligned([header, *rows], left=left)
    )


def aligned(rows: Sequence[Sequence[str]], *, left: Columns, least: int = 0) -> list[list[str]]:
    """Pad the cells of each column to the same width, at least `least` characters.

    >>> aligned([["run", "AP"], ["bm25", "0.3"]], left=1)
    [['run ', ' AP'], ['bm25', '0.3']]
    """
    widths = [max(least, *map(len, column)) for column in zip(*rows, strict=True)]
    padded = []
    for row in rows:
        columns = enumerate(zip(row, widths, strict=True))
        padded.append(
            [cell.ljust(width) if index in indices(left) else cell.rjust(width) for index, (cell, width) in columns]
        )
    return padded


def table_of(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    caption: Content = "",
    hits: Container[int] = (),
    left: Columns = 0,
) -> Element:
    """Return an accessible HTML table; the first cell of each row is its header.

    `hits` are the indices of the rows to highlight. `left` is the number of the first columns, or a set of columns,
    that are aligned to the left, the others as the page defines. On a narrow page, a wide table shows the cells of a
    row below each other, each after its heading.

    >>> table_of(["run", "AP"], [["bm25", "0.3"], ["x", "0.25"]], hits={1}).text
    'run AP bm25 0.3 x 0.25'
    """
    from irlearn.text.html import caption as heading, table, tbody, td, th, thead, tr

    styles = ["text-align:left" if column in indices(left) else None for column in range(len(header))]
    columns = zip(header, *rows, strict=True)
    longest_words = [max(map(len, " ".join(cells).split()), default=0) for cells in columns]
    min_width = sum(1 + length for length in longest_words)
    return table("plain stacks" if min_width > _NARROW_PAGE else "plain")[
        heading[caption] if caption else None,
        thead[
            tr[
                (
                    th(color_class(cell), scope="col", style=style)[cell] if cell else td
                    for cell, style in zip(header, styles, strict=True)
                )
            ]
        ],
        tbody[
            (
                tr("hit" if index in hits else None)[
                    th(scope="row", style=styles[0], data_head=header[0])[first],
                    (
                        td(style=style, data_head=heading)[cell]
                        for cell, style, heading in zip(others, styles[1:], header[1:], strict=True)
                    ),
                ]
                for index, (first, *others) in enumerate(rows)
            )
        ],
    ]


_NARROW_PAGE = 36  # Characters in a line of a page of 400 px.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_PLAIN_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?(/\d+)?\s*%?")


def guarded(cell: str) -> str:
    """Return a CSV cell with an apostrophe before it if a spreadsheet would run it as a formula.

    >>> guarded("=1+1"), guarded("-0.5"), guarded("-1/2"), unguarded("'=1+1"), unguarded("'tis")
    ("'=1+1", '-0.5', '-1/2', '=1+1', "'tis")
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _PLAIN_NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """Undo `guarded`."""
    return cell[1:] if cell.startswith("'") and guarded(cell[1:]) == cell else cell


def csv_text(header: Sequence[str], rows: Iterable[Iterable[Any]]) -> str:
    r"""Return a table as CSV with \n as the line end.

    Cells that a spreadsheet would run as formulas get an apostrophe, which irlearn removes when it reads them back.
    """
    import csv
    from io import StringIO

    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in (header, *rows))
    return text.getvalue()


def to_pandas(rows: Sequence[Mapping[str, Any]] | Mapping[Any, Any]) -> pandas.DataFrame:
    """Return rows or columns as a pandas `DataFrame`; raise `InputError` if pandas is not installed."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError("to_frame needs pandas, which is not installed; type: pip install 'irlearn[frames]'") from None
    return pd.DataFrame(rows)
