"""How a verdict is told: blocks, and the same blocks as plain text and as a note in a notebook or a widget."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from irlearn.expression import document, marked_parts
from irlearn.expression.document import Formulas, Prose
from irlearn.markup import Content, Element, details, div, p, strong, style, summary
from irlearn.words import counted

DIFFERS = "Underlined: where it differs."


class Small(NamedTuple):
    """Small print; `legend` says what is marked in the formulas above it, and only where they are drawn."""

    text: str = ""
    legend: str = ""


class Others(NamedTuple):
    """So many more misconceptions, folded behind their count; plain text, which nobody can fold, gives the count.

    Where the verdict tells `none` of them before, it says itself how many there are.
    """

    number: int
    blocks: tuple[Prose | Formulas, ...]
    none: bool = False

    @property
    def ways(self) -> str:
        """How many ways they are to the number that was typed."""
        ways = ("way", "ways") if self.none else ("other way", "other ways")
        return f"{counted(self.number, *ways)} to this number"


Block = Prose | Formulas | Small | Others


def legend_of(blocks: Iterable[Block]) -> str:
    """What to say of the marks in the formulas; empty where nothing is marked."""
    lines = [line for block in blocks if isinstance(block, Formulas) for line in block.lines]
    return DIFFERS if any(map(marked_parts, lines)) else ""


def to_text(blocks: Iterable[Block]) -> str:
    """The blocks as plain text, a line each, calculations set in.

    >>> from irlearn.expression import Sentence
    >>> print(to_text([Prose("Not yet."), Formulas((Sentence("AP = 1"),)), Small("1 is taken as exact.", DIFFERS)]))
    Not yet.
      AP = 1
    1 is taken as exact.
    """
    return "\n".join(filter(None, map(_text_of, blocks)))


def _text_of(block: Block) -> str:
    match block:
        case Formulas(lines):
            return "\n".join(f"  {line}" for line in lines)
        case Others(number, _, none):
            return f"{block.ways}." if number and not none else ""
    return str(block.text)


def drawn(block: Block) -> Content:
    """A block as it stands in a notebook or a widget."""
    match block:
        case Small(text, legend):
            return p("small")[" ".join(filter(None, [legend, text]))] if legend or text else None
        case Others(number, blocks):
            return details("ways")[summary[block.ways], map(drawn, blocks)] if number else None
        case Prose(""):
            return None
    return document.drawn(block)


def note(look: str, headline: str, *content: Content, said: bool = False, more: Content = "") -> Element:
    """A note with its headline in bold, which widgets read out where it is `said`, and to which they add `more`."""
    return div(f"irlearn-verdict {look}")[
        style[_STYLE], p("headline", data_said=said)[headline and strong[headline], more], content
    ]


_STYLE = (
    ".irlearn-verdict{font-variant-numeric:tabular-nums;overflow-wrap:anywhere;padding:.1em 0 .1em .8em;"
    "border-left:.3em solid color-mix(in srgb,currentColor 30%,transparent)}"
    f"{document.line_style('.irlearn-verdict')}"
    ".irlearn-verdict .told{display:block}.irlearn-verdict p{margin:.2em 0}.irlearn-verdict .small{opacity:.75}"
    ".irlearn-verdict summary{cursor:pointer;margin:.2em 0}"
)
