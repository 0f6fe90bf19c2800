"""Pages of calculations: blocks, and their conversion to plain text, Markdown, LaTeX and HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from irlearn.formulas.lines import Equation, Line, Sentence
from irlearn.formulas.tree import Node, formula_style
from irlearn.formulas.writers import latex_text
from irlearn.palette import DARK_PAGE, LIGHT, RELEVANT_ANYWHERE
from irlearn.text.html import (
    Content,
    Element,
    details,
    div,
    em,
    figcaption,
    figure,
    inline_svg,
    p,
    strong as bold,
    style,
    summary,
    title as heading,
)
from irlearn.text.markdown import typeset_plain
from irlearn.text.tables import aligned, table_of, text_table

Cell = Node | str
"""A cell of a table: a part of a calculation, or text."""

_NARROW = 9  # Columns of the widest table that fits a page without scrolling.


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

    The first `left` columns are aligned to the left.
    """

    caption: str
    header: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    hits: frozenset[int] = frozenset()
    left: int = 0


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


_TEXT_WIDTH = 100  # Characters of a line of a paragraph in plain text.
Block = Heading | Prose | Table | Formulas | Note | Figure | Source


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
        return _join_blocks(self.blocks(), _block_markdown) + "\n"

    def to_latex(self) -> str:
        r"""Return the page as LaTeX for the body of a document that loads the package amsmath.

        >>> from irlearn import RR, Ranking, explain
        >>> print(explain(RR, Ranking.parse("0 1")).to_latex().splitlines()[-4])
        \text{RR} &= \frac{1}{2} = 0.5
        """
        return "% needs \\usepackage{amsmath}\n" + _join_blocks(self.blocks(), _block_latex) + "\n"

    def to_html(self) -> str:
        """Return the page as a complete HTML document without external files.

        >>> from irlearn import RR, Ranking, explain
        >>> explain(RR, Ranking.parse("0 1")).to_html().startswith("<!DOCTYPE html>")
        True
        """
        return to_html(self.blocks(), title=self.title)

    def typeset(self) -> Element:
        """Return the page as an element for a notebook."""
        return div("irlearn-sheet")[
            style[_NOTEBOOK_STYLE], (drawn(block) for block in self.blocks() if _has_content(block))
        ]

    def __str__(self) -> str:
        return _join_blocks(self.blocks(), _block_text)

    def _repr_html_(self) -> str:
        return str(self.typeset())


def to_html(blocks: Iterable[Block], *, title: str, width: str = "46rem") -> str:
    """Return blocks as a complete HTML document without external files; `width` is that of the page."""
    meta = Element("meta")
    head = [
        meta(charset="utf-8"),
        heading[title],
        meta(name="viewport", content="width=device-width, initial-scale=1"),
        style["\n", _PAGE_COLORS, _PAGE_STYLE, f"main {{ max-width: {width}; }}\n", line_style("main"), "\n"],
    ]
    page = Element("html")(lang="en")[
        "\n",
        Element("head")["\n", ([element, "\n"] for element in head)],
        "\n",
        Element("body")[
            "\n", Element("main")["\n", ([_page_element(block), "\n"] for block in blocks if _has_content(block))]
        ],
        "\n",
    ]
    return f"<!DOCTYPE html>\n{page}\n"


def _has_content(block: Block) -> bool:
    if isinstance(block, Table):
        return bool(block.rows)
    return bool(block.text) if isinstance(block, Prose | Note) else bool(block)


def _join_blocks(blocks: Iterable[Block], write: Callable[[Block], str]) -> str:
    return "\n\n".join(write(block) for block in blocks if _has_content(block))


def _block_text(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{text}\n{'=-'[level > 1] * len(text)}"
        case Prose(text, _):
            from textwrap import fill  # Imported here because only plain text needs it.

            return fill(str(text), _TEXT_WIDTH)
        case Table(caption):
            return "\n".join(filter(None, [caption, text_table(*texts_of(block), left=block.left)]))
        case Note(text):
            return str(text)
        case Figure(_, alt, caption):
            return "\n".join(filter(None, [f"[Figure: {_on_one_line(alt)}]", caption]))
        case Source(title, text):
            return f"{title}\n{text}"
    return "\n".join(map(str, block.lines))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def texts(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """Return the rows of a table as plain text."""
    return [list(map(str, row)) for row in rows]


def texts_of(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the header and the rows of a table as plain text."""
    return texts([table.header])[0], texts(table.rows)


def _block_markdown(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {_markdown_text(text)}"
        case Prose(text, strong):
            words = _markdown_words(text)
            return f"**{words}**" if strong else words
        case Table(caption):
            return "\n\n".join(
                filter(None, [_markdown_text(caption), markdown_table(*texts_of(block), left=block.left)])
            )
        case Note(text):
            return f"*{_markdown_words(text)}*"
        case Figure(_, alt, caption):
            return "\n\n".join(
                filter(None, [f"*Figure: {_markdown_text(_on_one_line(alt))}*", _markdown_text(caption)])
            )
        case Source(title, text):
            return f"{_markdown_text(title)}\n\n```\n{text}\n```"
    return "\n\n".join(_markdown_line(line) for line in block.lines)


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 0) -> str:
    """Return a Markdown table; the first `left` columns are aligned to the left.

    >>> print(markdown_table(["run", "AP"], [["bm25", "0.3"]], left=1))
    | run  |  AP |
    | :--- | --: |
    | bm25 | 0.3 |
    """
    head, *body = aligned([[*map(_markdown_text, row)] for row in (header, *rows)], left=left, least=3)
    dashes = ["-" * (len(cell) - 1) for cell in head]
    rule = [f":{dash}" if column < left else f"{dash}:" for column, dash in enumerate(dashes)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *body))


def booktabs(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: int = 0) -> str:
    r"""Return a LaTeX table with the rules of the package booktabs, for a paper.

    >>> print(booktabs(["run", "AP"], [["bm_25", "0.3"]], left=1))
    % needs \usepackage{booktabs}
    \begin{tabular}{lr}
    \toprule
    run & AP \\
    \midrule
    bm\_25 & 0.3 \\
    \bottomrule
    \end{tabular}
    """
    head, *body = [" & ".join(map(latex_text, row)) + r" \\" for row in (header, *rows)]
    columns = "l" * left + "r" * (len(header) - left)
    start = ["% needs \\usepackage{booktabs}", rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*start, *body, r"\bottomrule", r"\end{tabular}"])


def _markdown_line(line: Line) -> str:
    return f"${line.latex()}$" if isinstance(line, Equation) else _markdown_words(line)


def _markdown_words(sentence: str | Sentence) -> str:
    parts = (sentence,) if isinstance(sentence, str) else sentence.parts
    return "".join(_markdown_text(part) if isinstance(part, str) else f"${part.latex()}$" for part in parts)


def _markdown_text(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_|<>#$" else letter for letter in text)


def _block_latex(block: Block) -> str:
    match block:
        case Heading(text, level):
            return rf"\{'sub' * (level - 1)}section*{{{latex_text(text)}}}"
        case Prose(text, strong):
            words = _latex_words(text)
            return rf"\textbf{{{words}}}" if strong else words
        case Table(caption):
            return "\n\n".join(filter(None, [latex_text(caption), _latex_table(block)]))
        case Note(text):
            return rf"\emph{{{_latex_words(text)}}}"
        case Figure(_, alt, caption):
            return "\n\n".join(filter(None, [f"% Figure: {_on_one_line(alt)}", latex_text(caption)]))
        case Source(title, text):
            return f"{latex_text(title)}\n\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}"
    return _latex_lines(block.lines)


def _latex_words(text: str | Sentence) -> str:
    return latex_text(text) if isinstance(text, str) else text.latex()


def _latex_table(table: Table) -> str:
    head = " & ".join(map(_latex_cell, table.header))
    body = "\n".join(" & ".join(map(_latex_cell, row)) + r" \\[2pt]" for row in table.rows)
    columns = "l" * table.left + "r" * (len(table.header) - table.left)
    return (
        "\\begin{center}\n\\renewcommand{\\arraystretch}{1.2}\\setlength{\\tabcolsep}{4pt}\n"
        f"\\begin{{tabular}}{{{columns}}}\n\\hline\n{head} \\\\\n\\hline\n{body}\n\\hline\n"
        "\\end{tabular}\n\\end{center}"
    )


def _latex_cell(cell: Cell) -> str:
    return f"${cell.latex()}$" if isinstance(cell, Node) else latex_text(cell)


def _latex_lines(lines: Iterable[Line]) -> str:
    """Return sentences as paragraphs, and each run of equations as an align* environment."""
    pieces: list[str] = []
    for are_equations, group in groupby(lines, lambda line: isinstance(line, Equation)):
        if are_equations:
            rows = [line.latex(aligned=True) for line in group if isinstance(line, Equation)]
            pieces.append("\\begin{align*}\n" + " \\\\\n".join(rows) + "\n\\end{align*}")
        else:
            pieces += [line.latex() for line in group]
    return "\n\n".join(pieces)


def _page_element(block: Block) -> Content:
    if isinstance(block, Heading):
        return Element(f"h{block.level}")[block.text]
    if isinstance(block, Formulas):
        return [[p("line")[line.mathml()], "\n"] for line in block.lines]
    return drawn(block)


def drawn(block: Block) -> Content:
    """Return a block as HTML for a notebook or a widget."""
    match block:
        case Heading(text, level):
            return Element(f"h{level + 2}")[text]  # One level below the headings of the notebook.
        case Prose(text, strong):
            words = _typeset_words(text)
            return p[bold[words] if strong else words]
        case Note(text):
            return p[em[_typeset_words(text)]]
        case Figure(svg, alt, caption):
            return figure(role="img", aria_label=_on_one_line(alt))[
                inline_svg(svg), figcaption[caption] if caption else None
            ]
        case Source(title, text):
            return details[summary[title], Element("pre")[text]]
        case Table():
            may_scroll = len(block.header) > _NARROW  # Without a tab index, keyboard users could not scroll.
            return div("scroll", tabindex="0" if may_scroll else None)[drawn_table(block)]
    return [p("line")[line.typeset()] for line in block.lines]


def _typeset_words(text: str | Sentence) -> Content:
    return typeset_plain(text) if isinstance(text, str) else text.typeset()


def drawn_table(table: Table, caption: Content = None) -> Element:
    """Return a table as HTML for a notebook or a widget; `caption` replaces its own caption."""
    header, *rows = ([*map(shown, row)] for row in (table.header, *table.rows))
    return table_of(header, rows, caption=caption or table.caption, hits=table.hits, left=table.left)


def shown(cell: Cell) -> str:
    """Return the text of a cell as a page shows it."""
    return cell.spoken if isinstance(cell, Node) else cell


def line_style(within: str) -> str:
    """Return the styles of typeset lines and their formulas inside the element that the selector `within` names."""
    return (
        f"{within} .line{{overflow:auto hidden;padding:.3em 0}}{within} :has(>math){{font-size:1.1em}}"
        f"{within} .differs{{border-bottom:2px solid;padding-bottom:.1em}}{formula_style(within)}"
    )


def _color_properties(palette: Mapping[str, str]) -> str:
    return "".join(f" --{name}: {palette[name]};" for name in ("ink", "soft", "line", "ground", "relevant"))


_PAGE_COLORS = f"""\
:root {{ color-scheme: light dark;{_color_properties(LIGHT)} }}
@media (prefers-color-scheme: dark) {{
  :root {{{_color_properties(DARK_PAGE)} }}
}}
"""
_PAGE_STYLE = """\
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; padding-top: .8rem; border-top: 1px solid var(--line); }
p { margin: .4rem 0; }
.scroll { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .3rem; }
th, td { padding: .15rem .7rem; text-align: right; font-weight: 400; border-bottom: 1px solid var(--line); }
td, tbody th { white-space: nowrap; }
thead th { color: var(--soft); vertical-align: bottom; }
tr.hit td, tr.hit th { font-weight: 650; }
tr.hit th { box-shadow: inset 3px 0 var(--relevant); }
.line { margin: .5rem 0; }
figure { margin: 1rem 0; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .9rem; }
summary { cursor: pointer; }
pre { overflow-x: auto; font-size: .85rem; }
@media print { h2 { break-after: avoid; } table, .line, figure { break-inside: avoid; } }
"""
_NOTEBOOK_STYLE = (
    ".irlearn-sheet{font-variant-numeric:tabular-nums}.irlearn-sheet .scroll{overflow-x:auto}"
    ".irlearn-sheet table{border-collapse:collapse;margin:.4em 0}"
    ".irlearn-sheet caption{text-align:left;padding-bottom:.3em}"
    ".irlearn-sheet table th,.irlearn-sheet table td{padding:.1em .7em;text-align:right;font-weight:400}"
    ".irlearn-sheet table tr{background:none!important}"
    ".irlearn-sheet tr.hit td,.irlearn-sheet tr.hit th{font-weight:700}"
    f".irlearn-sheet tr.hit th{{box-shadow:inset 3px 0 {RELEVANT_ANYWHERE}}}"
    f"{line_style('.irlearn-sheet')}"
    ".irlearn-sheet figure{margin:.4em 0}.irlearn-sheet figure svg{max-width:100%;height:auto}"
    ".irlearn-sheet p{margin:.15em 0}.irlearn-sheet h3,.irlearn-sheet h4{margin:.8em 0 .3em}"
)
