"""HTML as a reader sees it: the text that is shown, that a screen reader announces, and that is inside drawings.

The way a page is built may change as long as it reads the same:

- Elements that occupy a line (paragraphs, rows, items, headings) end a line, and cells are two blanks apart. Elements
  around them change nothing. Two elements that touch within a line are two words: `<b>A</b><i>1</i>` is "A 1". An
  element that touches letters is part of the word: `1<b>0</b>` is "10".
- A control reads as its text in brackets, `[Check]`, with `(off)` where it is disabled and `(on)` where it is chosen;
  a field as its value, `[8]`; a box as `[x]` or `[ ]`.
- Bold text reads `*so*`, and a class with a meaning (`MEANINGFUL_CLASSES`) is written before the text as `{low}`.
- A power reads `2^10`, and a fraction (the class `over`) `3 / 4`. Of something typeset only the plain text counts: the
  `aria-label` of an element with the class `formula` or `role="math"` or of `<math>`, else the text of a
  `visually-hidden` element in it, else its `alttext`.
- Labels, titles and placeholders are `spoken`; each text of a drawing (`<svg>`) is a line of `drawn`.
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
MEANINGFUL_CLASSES = frozenset(
    re.findall(
        r"\w+",
        "apart best better chosen differs done down focus high hit lit lost low new no picked problem reject right "
        "touched up winner wrong yes",
    )
)
"""Classes that mean something to a reader, by weight or color."""
_CHOSEN = ("aria-pressed", "aria-checked", "aria-expanded", "aria-current")
_LINE, _CELL, _BOLD, _LOOK = "\x1e", "\x1f", "\ue000", "\ue001"  # the first two are blanks


@dataclass
class Node:
    """An element with its tag, attributes, children and parent."""

    tag: str
    attributes: dict[str, str]
    children: list[Node | str] = field(default_factory=list)
    parent: Node | None = None
    _all: tuple[Node, ...] = ()

    def get(self, name: str) -> str | None:
        """Return an attribute; None where it is missing, and empty where it has no value."""
        return self.attributes.get(name)

    def has_class(self, name: str) -> bool:
        """Return whether the element has a class."""
        return name in self.attributes.get("class", "").split()

    def walk(self) -> tuple[Node, ...]:
        """Return the element and its descendants in document order; the tree must be complete."""
        if not self._all:
            self._all = (self, *(node for child in self.children if isinstance(child, Node) for node in child.walk()))
        return self._all

    def within(self, tag: str) -> Node | None:
        """Return the nearest ancestor with this tag."""
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
    """Parse HTML as the package writes it: with closing tags, and with values in quotes."""
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
            attributes = {name: unescape(double or single) for name, double, single in _ATTRIBUTE.findall(given)}
            node = Node(tag, attributes, parent=here)
            here.children.append(node)
            here = here if alone or tag in EMPTY else node
    if end != len(html):
        raise ValueError(f"the package does not write HTML like {html[end : end + 60]!r}")
    return root


def _closed(here: Node, tag: str) -> Node:
    """Return the parent of the nearest element with this tag."""
    node: Node | None = here
    while node is not None and node.tag != tag:
        node = node.parent
    return here if node is None or node.parent is None else node.parent


def shown(node: Node, values: dict[str, str] | None = None) -> list[str]:
    """Return the lines that are shown; `values` are the values of fields by name, where they differ from the HTML.

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
    return _lay_out(re.sub(f"{_LOOK}([^{_LOOK}]*){_LOOK}", r"{\1} ", marked))


def text(node: Node) -> str:
    """Return the text that an element shows, in one line and without marks for weight."""
    plain = re.sub(f"{_BOLD}|{_LOOK}[^{_LOOK}]*{_LOOK}", "", "".join(_read(node, {})))
    return " ".join(" ".join(_lay_out(plain)).split())


def spoken(node: Node) -> list[str]:
    """Return the labels, titles and placeholders, and the titles in drawings.

    >>> spoken(tree('<button aria-label="add a rank">+</button><svg><title>AP is 1</title></svg>'))
    ['add a rank', 'AP is 1']
    """
    texts: list[str] = []
    for child in node.walk():
        if child.within("math") is None and _plain_text(child) is None:
            texts += [child.attributes[name] for name in ("aria-label", "title", "placeholder") if child.get(name)]
        if child.tag in ("title", "desc") and child.within("svg") is not None:
            texts.append(text(child))
    return [" ".join(words.split()) for words in texts]


def drawn(node: Node) -> list[str]:
    """Return the texts inside drawings."""
    return [words for child in node.walk() if child.tag == "text" and child.within("svg") and (words := text(child))]


def announced(node: Node) -> str:
    """Return the text of the live region, which a screen reader announces after a gesture."""
    live = (child for child in node.walk() if child.get("data-said") is not None or child.get("role") == "status")
    return " ".join(filter(None, map(text, live)))


def without_formulas(node: Node, lines: frozenset[str]) -> list[str]:
    """Return the lines that are shown, without `lines` of a calculation and without typeset formulas."""
    typeset = {_line_text(child) for child in node.walk() if child.tag == "math" or _plain_text(child) is not None}
    return [line for line in shown(node) if line not in lines and line not in typeset]


def _line_text(node: Node) -> str:
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
    plain = _plain_text(node)
    if plain is not None:
        yield plain
    elif node.tag == "br":
        yield _LINE
    elif node.tag == "sup":
        yield "^"
        yield " ".join(_seen(node).split()).removeprefix("^")  # screen readers get a caret in the raised text
    elif node.has_class("over"):
        yield " / ".join(text(child) for child in node.children if isinstance(child, Node))
    elif node.tag == "input":
        yield f" {_field(node, values)} "
    elif node.tag == "button":
        off = "(off)" if node.get("disabled") is not None else ""
        on = "(on)" if "true" in map(node.get, _CHOSEN) else ""
        yield f" {_meanings(node)}[{' '.join(_lay_out(''.join(_read(node, values))))}]{off}{on} "
    else:
        edge = _LINE if node.tag in LINES else _CELL if node.tag in CELLS else ""
        inside = "".join(_read(node, values))
        words = inside.strip()
        marked = f"{_meanings(node)}{_emphasize(node, words)}"
        yield f"{edge}{inside.replace(words, marked, 1) if words else inside}{edge}"


def _meanings(node: Node) -> str:
    return "".join(
        f"{_LOOK}{look}{_LOOK}" for look in node.attributes.get("class", "").split() if look in MEANINGFUL_CLASSES
    )


def _emphasize(node: Node, words: str) -> str:
    return f"{_BOLD}{words}{_BOLD}" if node.tag in ("b", "strong") and _LINE not in words else words


def _field(node: Node, values: dict[str, str]) -> str:
    name, kind = node.get("name") or "", node.get("type") or "text"
    if kind in ("checkbox", "radio"):
        ticked = values[name] == "on" if name in values else node.get("checked") is not None
        return "[x]" if ticked else "[ ]"
    return f"[{values.get(name, node.get('value') or '')}]"


def _plain_text(node: Node) -> str | None:
    """Return the plain text of something typeset; None for any other element."""
    if not (node.tag == "math" or node.has_class("formula") or node.get("role") == "math"):
        return None
    if node.get("aria-label"):
        return node.get("aria-label")
    hidden = next((child for child in node.walk() if child.has_class("visually-hidden")), None)
    if hidden is not None:
        return text(hidden)
    return next(filter(None, (child.get("alttext") for child in node.walk())), None)


def _seen(node: Node) -> str:
    """Return the text of an element without the parts for screen readers only."""
    if node.has_class("visually-hidden"):
        return ""
    return "".join(child if isinstance(child, str) else _seen(child) for child in node.children)


def _lay_out(marked: str) -> list[str]:
    lines = []
    for line in marked.split(_LINE):
        cells = [" ".join(cell.split()) for cell in line.split(_CELL)]
        lines.append("  ".join(filter(None, cells)))
    return [line for line in lines if line]
