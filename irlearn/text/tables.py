"""How tables are written, in plain text and in HTML, and how cells of CSV are kept from becoming formulas."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from irlearn.errors import InputError
from irlearn.palette import color_class

if TYPE_CHECKING:  # markup is imported where something is drawn: a table in a terminal does not wait for it
    import pandas

    from irlearn.text.html import Content, Element


def text_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 1) -> str:
    """Rows of cells as aligned plain text; the first `left` columns are aligned to the left.

    >>> print(text_table(["run", "AP"], [["bm25", "0.3"], ["x", "0.25"]]))
    run     AP
    bm25   0.3
    x     0.25
    """
    return "\n".join("  ".join(cells).rstrip() for cells in aligned([header, *rows], left=left))


def aligned(rows: Sequence[Sequence[str]], *, left: int, least: int = 0) -> list[list[str]]:
    """Rows whose cells are filled up with blanks to the width of their column, `least` or more.

    >>> aligned([["run", "AP"], ["bm25", "0.3"]], left=1)
    [['run ', ' AP'], ['bm25', '0.3']]
    """
    widths = [max(least, *map(len, column)) for column in zip(*rows, strict=True)]
    return [
        [cell.ljust(w) if i < left else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))]
        for row in rows
    ]


def table_of(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    caption: Content = "",
    hits: Container[int] = (),
    left: int = 0,
) -> Element:
    """Rows of plain cells as an accessible table; the first cell of a row is its header, `hits` marks rows.

    The first `left` columns are aligned to the left, the others as the page has it. On a narrow page that has no room
    for the columns beside each other the cells of a row stand below each other, each behind its head.

    >>> table_of(["run", "AP"], [["bm25", "0.3"], ["x", "0.25"]], hits={1}).text
    'run AP bm25 0.3 x 0.25'
    """
    from irlearn.text.html import caption as heading, table, tbody, td, th, thead, tr

    sides = ["text-align:left" if at < left else None for at in range(len(header))]
    least = sum(1 + max(map(len, " ".join(column).split()), default=0) for column in zip(header, *rows, strict=True))
    return table("plain stacks" if least > 36 else "plain")[  # characters in a line of a page of 400 px
        heading[caption] if caption else None,
        thead[
            tr[
                (
                    th(color_class(cell), scope="col", style=sides[at])[cell] if cell else td
                    for at, cell in enumerate(header)
                )
            ]
        ],
        tbody[
            (
                tr("hit" if place in hits else None)[
                    th(scope="row", style=sides[0], data_head=header[0])[first],
                    (td(style=sides[at], data_head=header[at])[cell] for at, cell in enumerate(others, start=1)),
                ]
                for place, (first, *others) in enumerate(rows)
            )
        ],
    ]


_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_PLAIN_NUMBER = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?(/\d+)?\s*%?")


def guarded(cell: str) -> str:
    """Return a cell of CSV that no spreadsheet runs as a formula: with an apostrophe before it, where it needs one.

    >>> guarded("=1+1"), guarded("-0.5"), guarded("-1/2"), unguarded("'=1+1"), unguarded("'tis")
    ("'=1+1", '-0.5', '-1/2', '=1+1', "'tis")
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _PLAIN_NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """Return a cell as it was before `guarded`."""
    return cell[1:] if cell.startswith("'") and guarded(cell[1:]) == cell else cell


Captioned = tuple[str, list[str], list[list[str]]]
"""A table: its caption, its header and its rows."""


class TableReport:
    """What is shown as tables and sentences below them, in plain text and in a notebook."""

    _left: ClassVar[int] = 1
    """How many columns of the plain text are aligned to the left."""
    _between: ClassVar[str] = "\n\n"
    """What parts tables and sentences in plain text."""

    def _tables(self) -> list[Captioned]:
        """The caption, the header and the rows of each table."""
        raise NotImplementedError

    def _remarks(self) -> list[str]:
        """The sentences below the tables."""
        return []

    def __str__(self) -> str:
        tables = [text_table(header, rows, left=self._left) for _, header, rows in self._tables()]
        return self._between.join([*tables, *self._remarks()])

    def _repr_html_(self) -> str:
        from irlearn.text.html import div, p

        tables = (table_of(head, rows, caption=caption, left=self._left) for caption, head, rows in self._tables())
        return str(div("irlearn-tables")[tables, (p[remark] for remark in self._remarks())])


def to_pandas(rows: Sequence[Mapping[str, Any]] | Mapping[Any, Any]) -> pandas.DataFrame:
    """Rows by column, or columns, as a pandas `DataFrame`; an `InputError` that says how to get pandas without it."""
    try:
        import pandas as pd
    except ImportError:
        raise InputError("to_frame needs pandas, which is not installed; type: pip install 'irlearn[frames]'") from None
    return pd.DataFrame(rows)
