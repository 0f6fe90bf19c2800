"""HTML, SVG and MathML as trees of elements, which escape their text and can be searched."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, wraps
from html import escape
from typing import Any, ParamSpec, cast

from irlearn.errors import InputError

Content = Any
"""The content of an element: text, numbers, elements, and nested iterables of these; None and False are left out."""

_Values = ParamSpec("_Values")
_VOID = frozenset(("br", "hr", "img", "input", "meta"))
_BLOCKS = frozenset("""
    br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main ol p section summary svg table tbody
    td text tfoot th thead tr ul
""".split())  # fmt: skip


class Element:
    """An element with a tag, attributes and children.

    Calling an element adds attributes, and indexing sets its children; both return a new element. The positional
    argument of a call is the CSS class. In the name of an attribute, `_` is written as a hyphen, and a trailing `_` is
    dropped. An attribute that is True has no value; None and False leave an attribute out.

    >>> print(p("hint", data_key="<1>")["a < b ", kbd["Tab"]])
    <p class="hint" data-key="&lt;1&gt;">a &lt; b <kbd>Tab</kbd></p>
    >>> print(button(disabled=True, title=None)["−"], ul[(li[n] for n in range(2))])
    <button disabled>−</button> <ul><li>0</li><li>1</li></ul>
    """

    __slots__ = ("_html", "attributes", "children", "tag")
    _html: str | None

    def __init__(
        self, tag: str, attributes: Mapping[str, Any] | None = None, children: tuple[Element | str, ...] = ()
    ) -> None:
        self.tag, self.attributes, self.children, self._html = tag, attributes or {}, children, None

    def __call__(self, css_class: str | None = None, /, **attributes: Any) -> Element:
        """Return a copy with more attributes."""
        merged = {**self.attributes, "class": css_class} if css_class else {**self.attributes}
        for name, value in attributes.items():
            merged[_attribute_name(name)] = value
        return Element(self.tag, merged, self.children)

    def __getitem__(self, children: Content) -> Element:
        """Return a copy with these children."""
        return Element(self.tag, self.attributes, tuple(_flat(children)))

    __iter__ = None  # Because indexing never raises IndexError, `in` and `for` would never end.
    __contains__ = None

    def __str__(self) -> str:
        return self._html or html_of(self)

    def __repr__(self) -> str:
        return f"<Element {self.tag} {dict(self.attributes)}>"

    def _repr_html_(self) -> str:
        return str(self)

    @property
    def text(self) -> str:
        """The text of the element and everything inside, with spaces between blocks.

        >>> div[p["one ", b["two"]], p["three"]].text
        'one two three'
        """
        texts: list[str] = []
        _collect_text(self, texts)
        return " ".join("".join(texts).split())

    def find(self, tag: str = "", css_class: str = "", **attributes: Any) -> Iterator[Element]:
        """Yield the elements below this element that have the tag, the CSS class and the attributes.

        >>> [item.text for item in ul[li("a b")["x"], li("b")["y"]].find("li", "a")]
        ['x']
        """
        wanted = {_attribute_name(name): value for name, value in attributes.items()}
        for child in self.children:
            if isinstance(child, Element):
                present = child.attributes
                if (
                    (not tag or child.tag == tag)
                    and (not css_class or css_class in str(present.get("class") or "").split())
                    and all(_same(present.get(name), value) for name, value in wanted.items())
                ):
                    yield child
                yield from child.find(tag, css_class, **attributes)


_NODES = (Element, str)


def text_of(content: Content) -> str:
    """Return the text of any content.

    >>> text_of(["p = ", b["0.05"], None])
    'p = 0.05'
    """
    return Element("span")[content].text


def unbroken(text: str) -> str:
    r"""Return a text with no-break spaces, so that a page shows it on one line.

    >>> unbroken("p = 0.05").split(" ")
    ['p\xa0=\xa00.05']
    """
    return text.replace(" ", "\xa0")


def html_of(content: Content) -> str:
    """Return any content as HTML.

    >>> html_of(["a & ", i["b"]])
    'a &amp; <i>b</i>'
    """
    pieces: list[str] = []
    for node in _flat(content):
        _write(node, pieces)
    return "".join(pieces)


def inline_svg(document: str) -> Element:
    """Return an SVG document, such as a figure of matplotlib, as an element that is written without escapes.

    >>> print(figure[inline_svg("<?xml version='1.0'?><svg></svg>")])
    <figure><svg></svg></figure>
    """
    element = Element("svg")
    element._html = document[max(document.find("<svg"), 0) :]
    return element


def cached_drawing(draw: Callable[_Values, Element]) -> Callable[_Values, Element]:
    """Decorate a function that draws an element for hashable values; recent results are cached with their HTML.

    >>> @cached_drawing
    ... def cell(number: int) -> Element:
    ...     print("drawn")
    ...     return td[number]
    >>> print(tr[cell(1), cell(1)])
    drawn
    <tr><td>1</td><td>1</td></tr>
    """

    @lru_cache(maxsize=1024, typed=True)  # Enough for a long list before and after a learner's move.
    @wraps(draw)
    def drawn(*values: _Values.args, **named: _Values.kwargs) -> Element:
        element = draw(*values, **named)
        element._html = str(element)
        return element

    return cast(Callable[_Values, Element], drawn)


@cache
def _attribute_name(name: str) -> str:
    """Return the HTML name of an attribute given as a keyword."""
    return name.rstrip("_").replace("_", "-")


def _same(present: Any, wanted: Any) -> bool:
    return present is wanted if isinstance(wanted, bool) or wanted is None else str(present) == str(wanted)


def _flat(content: Content) -> list[Element | str]:
    """Return the elements and texts of nested content without None and False."""
    if isinstance(content, _NODES):
        return [content]
    nodes: list[Element | str] = []
    if isinstance(content, Iterable):
        for item in content:
            if isinstance(item, _NODES):
                nodes.append(item)
            else:
                nodes += _flat(item)
    elif content is not None and content is not False:
        nodes.append(str(content))
    return nodes


def _write(node: Element | str, pieces: list[str]) -> None:
    """Append the HTML of a node to `pieces`."""
    if isinstance(node, str):
        pieces.append(escape(node, quote=False))
        return
    if node._html is not None:
        pieces.append(node._html)
        return
    pieces.append(f"<{node.tag}")
    for name, value in node.attributes.items():
        if value is True:
            pieces.append(f" {name}")
        elif value is not None and value is not False:
            pieces.append(f' {name}="{escape(str(value))}"')
    pieces.append(">")
    if node.tag in _VOID:
        return
    if node.tag in ("style", "script"):  # Their text is not escaped in HTML.
        text = "".join(map(str, node.children))
        if "</" in text:
            raise InputError(f"the element {node.tag} must not hold '</', which would end it")
        pieces.append(text)
    else:
        for child in node.children:
            _write(child, pieces)
    pieces.append(f"</{node.tag}>")


def _collect_text(node: Element | str, texts: list[str]) -> None:
    """Append the text of a node to `texts`, with spaces around blocks."""
    if isinstance(node, str):
        texts.append(node)
    elif node.tag != "style":
        space = " " if node.tag in _BLOCKS else ""
        texts.append(space)
        for child in node.children:
            _collect_text(child, texts)
        texts.append(space)


(
    a, b, br, button, caption, circle, code, details, div, em, figcaption, figure, g, h3, h4, i, input, kbd, label, li,
    line, mark, ol, option, p, path, polyline, rect, section, small, span, strong, style, sub, summary, sup, svg,
    table, tbody, td, text, textarea, tfoot, th, thead, title, tr, ul,
    math, mfrac, mi, mn, mo, mroot, mrow, mspace, msqrt, msub, msup, mtext,
) = map(Element, """
    a b br button caption circle code details div em figcaption figure g h3 h4 i input kbd label li line
    mark ol option p path polyline rect section small span strong style sub summary sup svg table
    tbody td text textarea tfoot th thead title tr ul
    math mfrac mi mn mo mroot mrow mspace msqrt msub msup mtext
""".split())  # fmt: skip
