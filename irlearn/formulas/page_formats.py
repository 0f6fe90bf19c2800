"""The Markdown, LaTeX and HTML of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from irlearn.errors import visible
from irlearn.formulas.lines import Equation, Line, Sentence
from irlearn.formulas.page import (
    Block,
    Cell,
    Figure,
    Formulas,
    Heading,
    Note,
    Prose,
    Source,
    Table,
    has_content,
    on_one_line,
    texts_of,
)
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
from irlearn.text.tables import Columns, aligned, indices, table_of

_NARROW = 40  # Characters of the widest table that fits a page of 400 pixels without scrolling.


def to_markdown(blocks: Iterable[Block]) -> str:
    """Return blocks as Markdown."""
    return _joined(blocks, _block_markdown)


def to_latex(blocks: Iterable[Block]) -> str:
    """Return blocks as LaTeX, after a comment that names the packages to load."""
    text = _joined(blocks, _block_latex)
    packages = [package for package, commands in _PACKAGES.items() if any(command in text for command in commands)]
    return (f"% needs \\usepackage{{{','.join(packages)}}}\n" if packages else "") + text


_PACKAGES = {"amsmath": (r"{align*}", r"\text{"), "booktabs": (r"\toprule",)}


def _joined(blocks: Iterable[Block], write: Callable[[Block], str]) -> str:
    return visible("\n\n".join(write(block) for block in blocks if has_content(block)) + "\n", keep="\n")


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
            more = "" if caption == alt else _markdown_text(caption)
            return "\n\n".join(filter(None, [f"*Figure: {_markdown_text(on_one_line(alt))}*", more]))
        case Source(title, text):
            return f"{_markdown_text(title)}\n\n```\n{text}\n```"
    return "\n\n".join(_markdown_line(line) for line in block.lines)


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, left: Columns = 0) -> str:
    """Return a Markdown table; `left` is as for `Table`.

    >>> print(markdown_table(["run", "AP"], [["bm25", "0.3"]], left=1))
    | run  |  AP |
    | :--- | --: |
    | bm25 | 0.3 |
    """
    head, *body = aligned(
        [[_markdown_text(visible(cell)) for cell in row] for row in (header, *rows)], left=left, least=3
    )
    dashes = ["-" * (len(cell) - 1) for cell in head]
    rule = [f":{dash}" if column in indices(left) else f"{dash}:" for column, dash in enumerate(dashes)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, rule, *body))


def booktabs(header: Sequence[Cell], rows: Sequence[Sequence[Cell]], *, left: Columns = 0) -> str:
    r"""Return a LaTeX table with the rules of the package booktabs, for a paper.

    >>> print(booktabs(["run", "AP"], [["bm_25", "0.3"]], left=1))
    \begin{tabular}{lr}
    \toprule
    run & AP \\
    \midrule
    bm\_25 & 0.3 \\
    \bottomrule
    \end{tabular}
    """
    columns = "".join("l" if column in indices(left) else "r" for column in range(len(header)))
    has_fractions = any(isinstance(cell, Node) for row in rows for cell in row)
    head, *body = [" & ".join(map(_latex_cell, row)) + r" \\" for row in (header, *rows)]
    start = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*start, *(row + "[2pt]" * has_fractions for row in body), r"\bottomrule", r"\end{tabular}"])


def _latex_cell(cell: Cell) -> str:
    return f"${cell.latex()}$" if isinstance(cell, Node) else latex_text(visible(cell))


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
            table = f"\\begin{{center}}\n{booktabs(*block[1:3], left=block.left)}\n\\end{{center}}"
            return "\n\n".join(filter(None, [latex_text(caption), table]))
        case Note(text):
            return rf"\emph{{{_latex_words(text)}}}"
        case Figure(_, alt, caption):
            return "\n\n".join(filter(None, [f"% Figure: {on_one_line(alt)}", latex_text(caption)]))
        case Source(title, text):
            return f"{latex_text(title)}\n\\begin{{verbatim}}\n{text}\n\\end{{verbatim}}"
    return _latex_lines(block.lines)


def _latex_words(text: str | Sentence) -> str:
    return latex_text(text) if isinstance(text, str) else text.latex()


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


def to_html(blocks: Iterable[Block], *, title: str, width: str = "46rem", after: Content = None) -> str:
    """Return blocks as a complete HTML document without external files.

    `width` is that of the page, and `after` are elements after the blocks.
    """
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
            "\n", Element("main")["\n", ([_page_element(block), "\n"] for block in blocks if has_content(block))], after
        ],
        "\n",
    ]
    return f"<!DOCTYPE html>\n{page}\n"


def typeset(blocks: Iterable[Block]) -> Element:
    """Return blocks as an element for a notebook."""
    return div("irlearn-sheet")[style[_NOTEBOOK_STYLE], (drawn(block) for block in blocks if has_content(block))]


def _page_element(block: Block) -> Content:
    if isinstance(block, Heading):
        return Element(f"h{block.level}")[block.text]
    if isinstance(block, Formulas):
        return [[p("line")[line.mathml()], "\n"] for line in block.lines]
    if isinstance(block, Note):
        return p("note")[_typeset_words(block.text)]
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
            return figure(role="img", aria_label=on_one_line(alt))[
                inline_svg(svg), figcaption[caption] if caption else None
            ]
        case Source(title, text):
            return details[summary[title], Element("pre")(tabindex="0")[text]]
        case Table():
            columns = zip(block.header, *block.rows, strict=True)
            width = sum(max(len(shown(cell)) for cell in column) + 2 for column in columns)  # With the padding.
            # Without a tab index, keyboard users could not scroll.
            return div("scroll", tabindex="0" if width > _NARROW else None)[_drawn_table(block)]
    return [p("line")[line.typeset()] for line in block.lines]


def _typeset_words(text: str | Sentence) -> Content:
    return typeset_plain(text) if isinstance(text, str) else text.typeset()


def _drawn_table(table: Table) -> Element:
    header, *rows = ([*map(shown, row)] for row in (table.header, *table.rows))
    return table_of(header, rows, caption=table.caption, hits=table.hits, left=table.left)


def shown(cell: Cell) -> str:
    """Return the text of a cell as a page shows it."""
    return cell.spoken if isinstance(cell, Node) else visible(cell)


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
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .4rem; padding-top: .8rem; border-top: 1px solid var(--line); }
p { margin: .4rem 0; }
h1, p, figcaption, caption { overflow-wrap: anywhere; }
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
figure svg { max-width: 100%; height: auto; background: #ground; }
figcaption, .note { color: var(--soft); font-size: .9rem; }
summary { cursor: pointer; padding: .25rem 0; }
pre { overflow-x: auto; font-size: .85rem; }
@media print {
  :root { font-size: 12px; }
  main { padding: 0; }
  th, td { padding: .1rem .35rem; }
  td, tbody th { white-space: normal; }
  tbody th { min-width: 5em; overflow-wrap: anywhere; }
  caption { font-size: 1rem; }
  table:has(thead th:nth-child(11)) { font-size: .8rem; }
  table:has(thead th:nth-child(14)) { font-size: .6rem; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; height: auto; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  h2, h3, caption { break-after: avoid; }
  tr, .line, figure { break-inside: avoid; }
}
""".replace("#ground", LIGHT["ground"])  # Figures are drawn for a light ground.
_NOTEBOOK_STYLE = (
    ".irlearn-sheet{font-variant-numeric:tabular-nums}.irlearn-sheet .scroll{overflow-x:auto}"
    ".irlearn-sheet table{border-collapse:collapse;margin:.4em 0}"
    ".irlearn-sheet caption{text-align:left;padding-bottom:.3em}"
    ".irlearn-sheet table th,.irlearn-sheet table td{padding:.1em .7em;text-align:right;font-weight:400}"
    ".irlearn-sheet table tr{background:none!important}"
    ".irlearn-sheet tr.hit td,.irlearn-sheet tr.hit th{font-weight:700}"
    f".irlearn-sheet tr.hit th{{box-shadow:inset 3px 0 {RELEVANT_ANYWHERE}}}"
    f"{line_style('.irlearn-sheet')}"
    ".irlearn-sheet summary{cursor:pointer;padding:.4em 0}"
    ".irlearn-sheet figure{margin:.4em 0}.irlearn-sheet figure svg{max-width:100%;height:auto;"
    f"background:{LIGHT['ground']}}}"
    ".irlearn-sheet p{margin:.15em 0}.irlearn-sheet h3,.irlearn-sheet h4{margin:.8em 0 .3em}"
)
