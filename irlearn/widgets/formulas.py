"""Calculations in a widget: typeset as in a notebook, with the plain text for screen readers."""

from __future__ import annotations

from html.parser import HTMLParser

from irlearn.derivation.calculation import Calculation
from irlearn.expression import Line
from irlearn.markup import Content, Element, div


def draw_calculation(calculation: Calculation) -> Content:
    """A calculation as it shows in a notebook."""
    return _elements(calculation._repr_html_())


def draw_line(line: Line) -> Content:
    """A line of a calculation."""
    return _elements(line.typeset())


def _elements(html: str) -> Content:
    """Elements out of the HTML of our own calculations, until they give elements themselves."""
    reader = _Reader()
    reader.feed(html)
    return reader.root.children


class _Reader(HTMLParser):
    """Elements out of HTML of our own, in which all that is opened is closed."""

    def __init__(self) -> None:
        super().__init__()
        self._open = [div]

    @property
    def root(self) -> Element:
        """An element around all that was read."""
        return self._open[0]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open.append(Element(tag, {name: value or True for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        closed = self._open.pop()
        assert closed.tag == tag
        self.handle_data(closed)

    def handle_data(self, data: Element | str) -> None:
        self._open[-1] = self._open[-1][self._open[-1].children, data]
