"""Results as pages: blocks such as tables and formulas, from which every format is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from irlearn.errors import visible
from irlearn.text.tables import Columns, csv_text, text_table

if TYPE_CHECKING:  # Formulas and HTML are imported in the functions that need them, so that the shell starts faster.
    from irlearn.formulas.lines import Line, Sentence
    from irlearn.formulas.tree import Node
    from irlearn.text.html import Element

Cell: TypeAlias = "Node | str"
"""A cell of a table: a part of a calculation, or text."""


class Heading(NamedTuple):
    """The title of the page (`level` 1) or of a part of it."""

    text: str
    level: int = 2


class Prose(NamedTuple):
    """A paragraph; a `strong` paragraph is the heading of the blocks after it."""

    text: str | Sentence
    strong: bool = False


class Table(NamedTuple):
    """A table; `hits` are the indices of the rows to highlight, such as the rows of relevant documents.

    `left` is the number of the first columns, or a set of columns, that are aligned to the left.
    """

    caption: str
    header: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    hits: frozenset[int] = frozenset()
    left: Columns = 0


class Formulas(NamedTuple):
    """Lines of a calculation; the last line holds the result."""

    lines: tuple[Line, ...]


class Note(NamedTuple):
    """A remark below a result."""

    text: str | Sentence


class Figure(NamedTuple):
    """A figure as SVG; `alt` describes it where it cannot be seen."""

    svg: str
    alt: str
    caption: str = ""


class Source(NamedTuple):
    """A text to copy, such as LaTeX, which HTML folds."""

    title: str
    text: str


Block = Heading | Prose | Table | Formulas | Note | Figure | Source
_TEXT_WIDTH = 100  # Characters of a line of a paragraph in plain text.


class Page:
    """A result that can be printed as a page: `blocks` returns its content, from which every format is written."""

    if TYPE_CHECKING:

        @property
        def title(self) -> str:
            """The title: the quantity that is calculated, and its data."""

    def blocks(self) -> list[Block]:
        """Return the content of the page."""
        raise NotImplementedError

    def to_markdown(self) -> str:
        r"""Return the page as Markdown, with formulas in LaTeX between dollar signs.

        >>> from irlearn import RR, Ranking, explain
        >>> print(explain(RR, Ranking.parse("0 1")).to_markdown())
        **RR, reciprocal rank: 2 retrieved, 1 relevant in all**
        <BLANKLINE>
        | rank | grade | term |        |
        | ---: | ----: | ---: | -----: |
        |    1 |     0 |      |        |
        |    2 |     1 |  1/2 | 0.5000 |
        <BLANKLINE>
        $\text{RR} = \frac{1}{2} = 0.5$
        <BLANKLINE>
        Only the first relevant document counts, and moving it by one rank matters less further down the list.
        <BLANKLINE>
        """
        from irlearn.formulas.page_formats import to_markdown

        return to_markdown(self.blocks())

    def to_latex(self) -> str:
        r"""Return the page as LaTeX for the body of a document; the first line names the packages to load.

        >>> from irlearn import AP, evaluate
        >>> print(evaluate({"q1": {"d1": 1}}, {"a_b": {"q1": {"d1": 1}}}, AP).to_latex())
        % needs \usepackage{booktabs}
        Means over 1 topic
        <BLANKLINE>
        \begin{center}
        \begin{tabular}{lrr}
        \toprule
        run & queries & AP \\
        \midrule
        a\_b & 1 & 1.0000 \\
        \bottomrule
        \end{tabular}
        \end{center}
        <BLANKLINE>
        """
        from irlearn.formulas.page_formats import to_latex

        return to_latex(self.blocks())

    def to_html(self) -> str:
        """Return the page as a complete HTML document without external files.

        >>> from irlearn import RR, Ranking, explain
        >>> explain(RR, Ranking.parse("0 1")).to_html().startswith("<!DOCTYPE html>")
        True
        """
        from irlearn.formulas.page_formats import to_html

        return to_html(self.blocks(), title=_title(self))

    def to_csv(self) -> str:
        r"""Return the tables of the page as CSV, with an empty line between two tables.

        Cells that a spreadsheet would run as formulas get an apostrophe.

        >>> from irlearn import AP, evaluate
        >>> evaluate({"q1": {"d1": 1}}, {"=a": {"q1": {"d1": 1}}}, AP).to_csv()
        "run,queries,AP\n'=a,1,1.0000\n"
        """
        tables = [texts_of(block) for block in self.blocks() if isinstance(block, Table) and has_content(block)]
        return "\n".join(csv_text(header, rows) for header, rows in tables)

    def to_json(self) -> Any:
        """Return the title, the tables, the lines of calculations and the notes of the page as plain data.

        >>> from irlearn import AP, evaluate
        >>> evaluate({"q1": {"d1": 1}}, {"a": {"q1": {"d1": 1}}}, AP).to_json()["tables"]
        [{'caption': 'Means over 1 topic', 'header': ['run', 'queries', 'AP'], 'rows': [['a', '1', '1.0000']]}]
        """
        data: dict[str, Any] = {"title": _title(self), "tables": [], "lines": [], "notes": []}
        for block in filter(has_content, self.blocks()):
            match block:
                case Table(caption):
                    header, rows = texts_of(block)
                    data["tables"].append({"caption": caption, "header": header, "rows": rows})
                case Formulas(lines):
                    data["lines"] += map(str, lines)
                case Note(text) | Prose(text, False):
                    data["notes"].append(str(text))
        return data

    def typeset(self) -> Element:
        """Return the page as an element for a notebook."""
        from irlearn.formulas.page_formats import typeset

        return typeset(self.blocks())

    def __str__(self) -> str:
        return to_text(self.blocks())

    def _repr_html_(self) -> str:
        return str(self.typeset())


def to_text(blocks: Iterable[Block]) -> str:
    """Return blocks as plain text.

    >>> print(to_text([Table("Means", ["run", "AP"], [["a", "0.25"]], left=1), Note("Two topics.")]))
    Means
    run    AP
    a    0.25
    <BLANKLINE>
    Two topics.
    """
    parts = [
        ("\n" if are_notes else "\n\n").join(map(_block_text, group))
        for are_notes, group in groupby(filter(has_content, blocks), lambda block: isinstance(block, Note))
    ]
    return visible("\n\n".join(parts), keep="\n")


def has_content(block: Block) -> bool:
    """Return False for an empty paragraph and for a table without rows and caption."""
    match block:
        case Table():
            return bool(block.rows or block.caption)
        case Prose(text) | Note(text):
            return bool(text)
    return True


def _title(page: Page) -> str:
    """Return the title of a page, or else its first heading or caption."""
    if hasattr(page, "title"):
        return page.title
    first = next(iter(page.blocks()))
    return first.caption if isinstance(first, Table) else str(getattr(first, "text", ""))


def _block_text(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{text}\n{'=-'[level > 1] * len(text)}"
        case Prose(text):
            from textwrap import fill  # Imported here because only plain text needs it.

            return fill(str(text), _TEXT_WIDTH)
        case Table(caption):
            header, *rows = ([*map(visible, row)] for row in texts([block.header, *block.rows]))
            return "\n".join(filter(None, [caption, text_table(header, rows, left=block.left)]))
        case Note(text):
            return str(text)
        case Figure(_, alt, caption):
            return "\n".join(filter(None, [f"[Figure: {on_one_line(alt)}]", "" if caption == alt else caption]))
        case Source(title, text):
            return f"{title}\n{text}"
    return "\n".join(map(str, block.lines))


def on_one_line(text: str) -> str:
    """Return a text with single spaces instead of line ends."""
    return " ".join(text.split())


def texts(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Return the rows of a table as plain text."""
    return [list(map(str, row)) for row in rows]


def texts_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a table as plain text."""
    return texts([table.header])[0], texts(table.rows)
