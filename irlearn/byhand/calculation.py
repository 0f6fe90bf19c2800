"""The base class of derivations: how they print, show in a notebook, and become plain data."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from irlearn.byhand.terms import digits
from irlearn.formulas import Line, Lines, Node
from irlearn.formulas.page import Block, Cell, Formulas, Page, Prose, Table, texts_of
from irlearn.formulas.page_formats import line_style, shown
from irlearn.palette import RELEVANT_ANYWHERE
from irlearn.text.html import Content, Element, div, p, style, table, tbody, td, th, tr
from irlearn.text.markdown import typeset_plain
from irlearn.text.tables import text_table

SHOWN = 30
"""The most ranks or queries in a table; a longer table omits the rows that add nothing."""


class Calculation(Lines, Page):
    """A calculation by hand that can be printed, shown in a notebook, and written to a file.

    Subclasses define `measure`, which is the quantity, `equations`, `title` and `table`.

    Attributes
    ----------
    value : float
        The result.
    fraction : Fraction or None
        The exact result; None if logarithms or roots remain in it.
    equations : tuple of Line
        The calculation as formulas, with a line for each intermediate result.
    lines : tuple of str
        The equations as plain text.
    """

    measure: Any
    value: float
    fraction: Fraction | None

    @property
    def equation(self) -> str:
        """The last line, such as `AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333`."""
        return self.lines[-1]

    @property
    def why(self) -> str:
        """The reason for the divisor or the discount, in one sentence to a learner."""
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """The assumptions of the calculation, one sentence each."""
        return ()

    def table(self) -> Table:
        """Return the terms as a table with a row for each rank or query."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """Return the calculation as plain data, as the shell prints it."""
        raise NotImplementedError

    def _plain(self, exact: str | None, steps: Iterable[dict[str, Any]], **more: Any) -> dict[str, Any]:
        return {
            "measure": repr(self.measure),
            "value": or_none(self.value),
            "fraction": None if self.fraction is None else digits(self.fraction),
            "exact": exact,
            "steps": list(steps),
            "lines": list(self.lines),
            **more,
        }

    def blocks(self) -> list[Block]:
        """Return the calculation as blocks of a page."""
        head = [Prose(self.title, strong=True), *map(Prose, self.notes)]
        return [*head, self.table(), Formulas(self.equations), Prose(self.why)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.equation}>"

    def __str__(self) -> str:
        """Return the whole calculation as plain text."""
        cells = text_table(*texts_of(self.table()), left=0)
        return "\n".join([self.title, *self.notes, "", cells, "", *self.lines, self.why])

    def typeset(self, caption: Callable[[str], str] = str) -> Element:
        """Return the calculation as HTML: a table with a column for each rank, and the lines below it.

        The function `caption` returns the sentence on the purpose as it is shown, or an empty text to leave it out.
        """
        rows = [
            tr[th(scope="row")[header], (element(**attributes)[_drawn(content)] for content, attributes in cells)]
            for header, element, cells in self._columns()
        ]
        *before, last = [line.typeset() for line in self.equations]
        return div("irlearn-derivation")[
            style[_STYLE],
            p("given")[self.title],
            div("terms")[table(aria_label=self.title)[tbody[rows]]],
            (p[typeset_plain(note)] for note in self.notes),
            (p("line")[line] for line in before),
            p("line result")[last],
            p("why")[why] if (why := caption(self.why)) else None,
        ]

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        """Yield each column of `table` as a row of the notebook's table: its header, the element, and its cells.

        A cell is a content with the attributes of its element.
        """
        _, header, rows, *_ = self.table()
        for index, name in enumerate(header):
            if name:
                attributes, element = ({}, td) if index else ({"scope": "col"}, th)
                yield shown(name), element, [(shown(row[index]), attributes) for row in rows]


@dataclass(frozen=True, repr=False)
class SeveralCalculations(Calculation):
    """Several calculations in sequence, for the numbers of an exercise or for several means over queries."""

    calculations: tuple[Calculation, ...]

    @property
    def title(self) -> str:
        return "; ".join(part.title for part in self.calculations)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(part.equations for part in self.calculations)))

    @property
    def why(self) -> str:
        return " ".join(part.why for part in self.calculations)

    def blocks(self) -> list[Block]:
        return [block for part in self.calculations for block in part.blocks()]

    def to_json(self) -> dict[str, Any]:
        return {"measures": [part.to_json() for part in self.calculations]}

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.calculations))

    def typeset(self, caption: Callable[[str], str] = str) -> Element:
        return div[(part.typeset(caption) for part in self.calculations)]


def or_none(value: float) -> float | None:
    """Return the value, or None for NaN, which JSON does not have."""
    return None if math.isnan(value) else value


def _drawn(cell: Cell) -> Content:
    return cell.typeset() if isinstance(cell, Node) else cell


_STYLE = (
    ".irlearn-derivation{font-variant-numeric:tabular-nums;overflow-wrap:anywhere;"
    ".terms{overflow-x:auto;padding-bottom:.6em}"
    "table{border-collapse:collapse;margin:0}"
    ":is(.given,.miss,.why,th[scope=row]){opacity:.75}"
    "table :is(th,td){white-space:nowrap;padding:.2em .6em;font-weight:400;text-align:center!important}"
    "tr{background:none!important}"
    "th[scope=row]{text-align:left!important;padding-left:0}"
    f"td.hit{{font-weight:700;border-bottom:3px solid {RELEVANT_ANYWHERE}}}"
    "p{margin:.15em 0}"
    ".result :is(math:first-child>mi:first-child,math:last-child>mn:last-child){font-weight:700}}"
    f"{line_style('.irlearn-derivation')}"
)
