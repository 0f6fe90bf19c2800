"""HTML, SVG and MathML as a tree of values: text is escaped because it is text, and a test can ask for a part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, wraps
from html import escape
from typing import Any, ParamSpec, cast

from irlearn.errors import InputError

Content = Any
"""What an element holds: text, numbers, elements, any nesting of lists of these; None and False are nothing."""

_Values = ParamSpec("_Values")
_VOID = frozenset(("br", "hr", "img", "input", "meta"))
_BLOCKS = frozenset("""
    br caption dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li main ol p section summary svg table tbody
    td text tfoot th thead tr ul
""".split())  # fmt: skip


class Element:
    """A tag with attributes in parentheses and children in brackets; the first argument is its class.

    In an attribute's name `_` is a hyphen and one at its end is dropped. True is an attribute without a value; None and
    False leave it out. An element is never changed: parentheses and brackets give a new one.

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

    def __call__(self, look: str | None = None, /, **attributes: Any) -> Element:
        """The same element with these attributes, too."""
        given = {**self.attributes, "class": look} if look else {**self.attributes}
        for name, value in attributes.items():
            given[_spelled(name)] = value
        return Element(self.tag, given, self.children)

    def __getitem__(self, children: Content) -> Element:
        """The same element with these children."""
        return Element(self.tag, self.attributes, tuple(_flat(children)))

    __iter__ = None  # brackets build, they do not look up: else `in` and `for` would never end
    __contains__ = None

    def __str__(self) -> str:
        """The element as HTML."""
        return self._html or html_of(self)

    def __repr__(self) -> str:
        return f"<Element {self.tag} {dict(self.attributes)}>"

    def _repr_html_(self) -> str:
        return str(self)

    @property
    def text(self) -> str:
        """What is read: the text of all that is inside, with a blank between blocks.

        >>> div[p["one ", b["two"]], p["three"]].text
        'one two three'
        """
        out: list[str] = []
        _read(self, out)
        return " ".join("".join(out).split())

    def find(self, tag: str = "", look: str = "", **attributes: Any) -> Iterator[Element]:
        """Every element below this one of that tag, with that class among its own, and with these attributes.

        >>> [one.text for one in ul[li("a b")["x"], li("b")["y"]].find("li", "a")]
        ['x']
        """
        wanted = {_spelled(name): value for name, value in attributes.items()}
        for child in self.children:
            if isinstance(child, Element):
                given = child.attributes
                if (
                    (not tag or child.tag == tag)
                    and (not look or look in str(given.get("class") or "").split())
                    and all(_same(given.get(name), value) for name, value in wanted.items())
                ):
                    yield child
                yield from child.find(tag, look, **attributes)


_NODES = (Element, str)


def text_of(content: Content) -> str:
    """What is read of any content.

    >>> text_of(["p = ", b["0.05"], None])
    'p = 0.05'
    """
    return Element("span")[content].text


def html_of(content: Content) -> str:
    """Any content as HTML.

    >>> html_of(["a & ", i["b"]])
    'a &amp; <i>b</i>'
    """
    out: list[str] = []
    for node in _flat(content):
        _write(node, out)
    return "".join(out)


def cached_drawing(draw: Callable[_Values, Element]) -> Callable[_Values, Element]:
    """A function that draws what hashable values say: for values seen lately, nothing is drawn or written anew.

    >>> @cached_drawing
    ... def cell(number: int) -> Element:
    ...     print("drawn")
    ...     return td[number]
    >>> print(tr[cell(1), cell(1)])
    drawn
    <tr><td>1</td><td>1</td></tr>
    """

    @lru_cache(maxsize=1024, typed=True)  # the documents of a long list, before a move and after it
    @wraps(draw)
    def drawn(*values: _Values.args, **named: _Values.kwargs) -> Element:
        element = draw(*values, **named)
        element._html = str(element)
        return element

    return cast(Callable[_Values, Element], drawn)


@cache
def _spelled(name: str) -> str:
    """An attribute's name in HTML."""
    return name.rstrip("_").replace("_", "-")


def _same(given: Any, wanted: Any) -> bool:
    return given is wanted if isinstance(wanted, bool) or wanted is None else str(given) == str(wanted)


def _flat(content: Content) -> list[Element | str]:
    """The elements and texts of any nesting; nothing is left out in silence but None and False."""
    if isinstance(content, _NODES):
        return [content]
    nodes: list[Element | str] = []
    if isinstance(content, Iterable):
        for one in content:
            if isinstance(one, _NODES):
                nodes.append(one)
            else:
                nodes += _flat(one)
    elif content is not None and content is not False:
        nodes.append(str(content))
    return nodes


def _write(node: Element | str, out: list[str]) -> None:
    if isinstance(node, str):
        out.append(escape(node, quote=False))
        return
    if node._html is not None:
        out.append(node._html)
        return
    out.append(f"<{node.tag}")
    for name, value in node.attributes.items():
        if value is True:
            out.append(f" {name}")
        elif value is not None and value is not False:
            out.append(f' {name}="{escape(str(value))}"')
    out.append(">")
    if node.tag in _VOID:
        return
    if node.tag == "style":  # HTML reads its text as it stands
        text = "".join(map(str, node.children))
        if "</" in text:
            raise InputError("a style sheet must not hold '</', which would end it")
        out.append(text)
    else:
        for child in node.children:
            _write(child, out)
    out.append(f"</{node.tag}>")


def _read(node: Element | str, out: list[str]) -> None:
    if isinstance(node, str):
        out.append(node)
    elif node.tag != "style":
        between = " " if node.tag in _BLOCKS else ""
        out.append(between)
        for child in node.children:
            _read(child, out)
        out.append(between)


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
