"""HTML as it is read: the words that are shown, those that only a screen reader says, and those inside drawings.

How a picture is built may change as long as it reads the same. So:

- Elements that stand alone (paragraphs, rows, items, headings) end a line, cells stand two blanks apart, and any number
  of elements around them changes nothing. Two elements within a line that touch are two words: `<b>A</b><i>1</i>` is
  "A 1"; an element that touches letters is not: `1<b>0</b>` is "10".
- A control reads as its text in brackets, `[Check]`, with `(off)` where it cannot be pressed and `(on)` where it is
  chosen; a field as what stands in it, `[8]`; a box as `[x]` or `[ ]`.
- What is bold reads `*so*`, and before an element of a class that means something (`LOOKS`) stands `{low}`.
- A power reads `2^10`, a number over another (of the class `over`) `3 / 4`. Something typeset reads as its plain twin,
  not as its parts: of an element of the class `formula` or with `role="math"`, and of `<math>`, only the `aria-label`
  counts, else the text of a `visually-hidden` element in it, else `alttext`.
- Labels, titles and placeholders are `spoken`; the text of a drawing (`<svg>`) is `drawn`, a line for each piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape

LINES = frozenset(
    re.findall(
        r"\w+",
        "address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer "
        "form h1 h2 h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section summary table tbody "
        "tfoot thead title tr ul",
    )
)
CELLS = frozenset(("td", "th"))
SILENT = frozenset(("script", "style", "template"))
EMPTY = frozenset(("br", "hr", "img", "input", "link", "meta"))
LOOKS = frozenset(
    re.findall(
        r"\w+",
        "apart best better chosen differs done down focus high hit lit lost low new no picked problem reject right "
        "touched up winner wrong yes",
    )
)
"""Classes that tell a reader something by weight or colour."""
_CHOSEN = ("aria-pressed", "aria-checked", "aria-expanded", "aria-current")
_LINE, _CELL, _BOLD, _LOOK = "\x1e", "\x1f", "\ue000", "\ue001"  # the first two are blanks


@dataclass
class Node:
    """An element: its tag, its attributes, what is in it, and the element that it is in."""

    tag: str
    attributes: dict[str, str]
    children: list[Node | str] = field(default_factory=list)
    parent: Node | None = None
    _all: tuple[Node, ...] = ()

    def get(self, name: str) -> str | None:
        """An attribute, or None; one without a value is empty."""
        return self.attributes.get(name)

    def has_class(self, name: str) -> bool:
        """Whether a class is among its classes."""
        return name in self.attributes.get("class", "").split()

    def walk(self) -> tuple[Node, ...]:
        """The element and all in it, in the order of the document; once asked, it is built no further."""
        if not self._all:
            self._all = (self, *(one for child in self.children if isinstance(child, Node) for one in child.walk()))
        return self._all

    def within(self, tag: str) -> Node | None:
        """The nearest element of that tag around it."""
        node = self.parent
        while node is not None and node.tag != tag:
            node = node.parent
        return node


_TOKEN = re.compile(
    r"""<!--.*?-->|<![^>]*>|<(/?)([\w-]+)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*(/?)>|([^<]+)""", re.DOTALL
)
_ATTRIBUTE = re.compile(r"""([\w:-]+)(?:="([^"]*)"|='([^']*)')?""")


@lru_cache(maxsize=8)
def tree(html: str) -> Node:
    """The elements of a piece of HTML as the package writes it: each one that may is closed, each value in quotes."""
    here = root = Node("body", {})
    end = 0
    for token in _TOKEN.finditer(html):
        if token.start() != end:
            break
        end, (closes, tag, given, alone, words) = token.end(), token.groups()
        if words:
            here.children.append(unescape(words))
        elif closes:
            here = _closed(here, tag)
        elif tag:
            attributes = {name: unescape(one or other) for name, one, other in _ATTRIBUTE.findall(given)}
            node = Node(tag, attributes, parent=here)
            here.children.append(node)
            here = here if alone or tag in EMPTY else node
    if end != len(html):
        raise ValueError(f"what is no HTML of ours stands at {html[end : end + 60]!r}")
    return root


def _closed(here: Node, tag: str) -> Node:
    """The element around the nearest one of that tag."""
    node: Node | None = here
    while node is not None and node.tag != tag:
        node = node.parent
    return here if node is None or node.parent is None else node.parent


def shown(node: Node, values: dict[str, str] | None = None) -> list[str]:
    """The lines that are shown; `values` are what stands in the fields by their names, where that is known better.

    >>> shown(tree("<div><p>P <i>@</i>5</p><table><tr><th>AP</th><td>1/<i>2</i></td></tr></table></div>"))
    ['P @5', 'AP  1/2']
    >>> shown(tree('<p>so <span class="formula" aria-label="1/2"><math><mn>1</mn><mn>2</mn></math></span></p>'))
    ['so 1/2']
    >>> shown(tree('<button disabled>−</button><input name="k" value="3"><button aria-pressed="true">all</button>'))
    ['[−](off) [3] [all](on)']
    >>> shown(tree('<table><tr><td class="low">5 <b>ESL</b></td></tr></table>'))
    ['{low} 5 *ESL*']
    """
    marked = "".join(_read(node, values or {})).replace(_BOLD, "*")
    return _laid_out(re.sub(f"{_LOOK}([^{_LOOK}]*){_LOOK}", r"{\1} ", marked))


def text(node: Node) -> str:
    """The words that are shown of an element, in one line, whatever their weight."""
    plain = re.sub(f"{_BOLD}|{_LOOK}[^{_LOOK}]*{_LOOK}", "", "".join(_read(node, {})))
    return " ".join(" ".join(_laid_out(plain)).split())


def spoken(node: Node) -> list[str]:
    """What is only said or shown on a pointer's stay: labels, titles, placeholders, and titles in drawings.

    >>> spoken(tree('<button aria-label="one more">+</button><svg><title>AP is 1</title></svg>'))
    ['one more', 'AP is 1']
    """
    found: list[str] = []
    for one in node.walk():
        if one.within("math") is None and _twin(one) is None:
            found += [one.attributes[name] for name in ("aria-label", "title", "placeholder") if one.get(name)]
        if one.tag in ("title", "desc") and one.within("svg") is not None:
            found.append(text(one))
    return [" ".join(words.split()) for words in found]


def drawn(node: Node) -> list[str]:
    """The words inside drawings, a line for each piece of text."""
    return [words for one in node.walk() if one.tag == "text" and one.within("svg") and (words := text(one))]


def said(node: Node) -> str:
    """What the page's live region repeats after a gesture; empty where it is silent."""
    heard = (one for one in node.walk() if one.get("data-said") is not None or one.get("role") == "status")
    return " ".join(filter(None, map(text, heard)))


def without_formulas(node: Node, lines: frozenset[str]) -> list[str]:
    """The lines that are shown but for those of a calculation, typeset or not; `lines` are its lines."""
    typeset = {_text_of_line(one) for one in node.walk() if one.tag == "math" or _twin(one) is not None}
    return [line for line in shown(node) if line not in lines and line not in typeset]


def _text_of_line(node: Node) -> str:
    while node.parent is not None and node.tag not in LINES | CELLS:
        node = node.parent
    return " ".join(" ".join(shown(node)).split())


def _read(node: Node, values: dict[str, str]) -> Iterator[str]:
    before: Node | str = ""
    for child in node.children:
        if isinstance(child, str):
            yield re.sub(r"\s+", " ", child)
        else:
            if isinstance(before, Node) and before.tag != "sub" and not {child.tag, before.tag} & (LINES | CELLS):
                yield " "
            yield from _element(child, values)
        before = child


def _element(node: Node, values: dict[str, str]) -> Iterator[str]:
    if node.tag in SILENT or node.get("hidden") is not None or node.tag == "svg":
        return
    twin = _twin(node)
    if twin is not None:
        yield twin
    elif node.tag == "br":
        yield _LINE
    elif node.tag == "sup":
        yield "^"
        yield " ".join(_seen(node).split()).removeprefix("^")  # which a raised power holds, for who hears it
    elif node.has_class("over"):
        yield " / ".join(text(one) for one in node.children if isinstance(one, Node))
    elif node.tag == "input":
        yield f" {_field(node, values)} "
    elif node.tag == "button":
        off = "(off)" if node.get("disabled") is not None else ""
        on = "(on)" if "true" in map(node.get, _CHOSEN) else ""
        yield f" {_looks(node)}[{' '.join(_laid_out(''.join(_read(node, values))))}]{off}{on} "
    else:
        edge = _LINE if node.tag in LINES else _CELL if node.tag in CELLS else ""
        inside = "".join(_read(node, values))
        words = inside.strip()
        yield f"{edge}{inside.replace(words, f'{_looks(node)}{_weighted(node, words)}', 1) if words else inside}{edge}"


def _looks(node: Node) -> str:
    return "".join(f"{_LOOK}{look}{_LOOK}" for look in node.attributes.get("class", "").split() if look in LOOKS)


def _weighted(node: Node, words: str) -> str:
    return f"{_BOLD}{words}{_BOLD}" if node.tag in ("b", "strong") and _LINE not in words else words


def _field(node: Node, values: dict[str, str]) -> str:
    name, kind = node.get("name") or "", node.get("type") or "text"
    if kind in ("checkbox", "radio"):
        ticked = values[name] == "on" if name in values else node.get("checked") is not None
        return "[x]" if ticked else "[ ]"
    return f"[{values.get(name, node.get('value') or '')}]"


def _twin(node: Node) -> str | None:
    """The plain words of something typeset; None of anything else."""
    if not (node.tag == "math" or node.has_class("formula") or node.get("role") == "math"):
        return None
    if node.get("aria-label"):
        return node.get("aria-label")
    hidden = next((one for one in node.walk() if one.has_class("visually-hidden")), None)
    if hidden is not None:
        return text(hidden)
    inside = (one.get("alttext") for one in node.walk())
    return next(filter(None, inside), None)


def _seen(node: Node) -> str:
    """The text of an element without what only a screen reader says."""
    if node.has_class("visually-hidden"):
        return ""
    return "".join(child if isinstance(child, str) else _seen(child) for child in node.children)


def _laid_out(marked: str) -> list[str]:
    lines = []
    for line in marked.split(_LINE):
        cells = [" ".join(cell.split()) for cell in line.split(_CELL)]
        lines.append("  ".join(filter(None, cells)))
    return [line for line in lines if line]
