"""What is common to all calculations that are worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain
from typing import Any

from irlearn.byhand.terms import digits
from irlearn.formulas import Line, Lines, Node
from irlearn.formulas.page import Block, Cell, Formulas, Page, Prose, Table, line_style, shown, texts_of
from irlearn.palette import RELEVANT_ANYWHERE
from irlearn.text.html import Content, Element, div, p, style, table, tbody, td, th, tr
from irlearn.text.markdown import typeset_plain
from irlearn.text.tables import text_table

SHOWN = 30
"""Ranks or queries; of a longer list, those that add nothing are left out of the tables."""


class Calculation(Lines, Page):
    """What is common to calculations worked out by hand: they print, show in a notebook, and can be handed in.

    `value` is the result as a float, `fraction` is exact or None where logarithms or roots remain. `equations` is the
    calculation as trees, a line for each result on the way, `lines` the same as plain text, and `equation` the last.
    """

    measure: Any
    value: float
    fraction: Fraction | None

    @property
    def equation(self) -> str:
        """The sum on one line, such as `AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333`."""
        return self.lines[-1]

    @property
    def why(self) -> str:
        """What the divisor or the discount is there for, in one sentence to a learner."""
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for granted, one sentence each."""
        return ()

    def table(self) -> Table:
        """The terms as a table: one row a rank or a query."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """The calculation as plain data, as the shell prints it."""
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
        """The calculation as blocks of a document."""
        told = [Prose(self.title, strong=True), *map(Prose, self.notes)]
        return [*told, self.table(), Formulas(self.equations), Prose(self.why)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.equation}>"

    def __str__(self) -> str:
        """The whole calculation as plain text."""
        cells = text_table(*texts_of(self.table()), left=0)
        return "\n".join([self.title, *self.notes, "", cells, "", *self.lines, self.why])

    def typeset(self) -> Element:
        """Each term under its rank, then the sum; a table with headers for screen readers."""
        rows = [
            tr[th(scope="row")[name], (cell(**look)[_drawn(content)] for content, look in cells)]
            for name, cell, cells in self._columns()
        ]
        *before, last = [line.typeset() for line in self.equations]
        return div("irlearn-derivation")[
            style[_STYLE],
            p("given")[self.title],
            div("terms")[table(aria_label=self.title)[tbody[rows]]],
            (p[typeset_plain(note)] for note in self.notes),
            (p("line")[line] for line in before),
            p("line result")[last],
            p("why")[self.why],
        ]

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        """The rows of the notebook's table, a column for each rank: a header, an element, and cells with attributes."""
        _, header, rows, _ = self.table()
        for place, name in enumerate(header):
            if name:
                look, cell = ({}, td) if place else ({"scope": "col"}, th)
                yield shown(name), cell, [(shown(row[place]), look) for row in rows]


@dataclass(frozen=True, repr=False)
class SeveralCalculations(Calculation):
    """Several calculations one after another, as one: the numbers of an exercise, or several means over queries."""

    calculations: tuple[Calculation, ...]

    @property
    def title(self) -> str:
        return "; ".join(one.title for one in self.calculations)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(one.equations for one in self.calculations)))

    @property
    def why(self) -> str:
        return " ".join(one.why for one in self.calculations)

    def blocks(self) -> list[Block]:
        return [block for one in self.calculations for block in one.blocks()]

    def to_json(self) -> dict[str, Any]:
        """Each as plain data."""
        return {"measures": [one.to_json() for one in self.calculations]}

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.calculations))

    def typeset(self) -> Element:
        return div[(one.typeset() for one in self.calculations)]


def or_none(value: float) -> float | None:
    """The value, or None for nan, which JSON does not have."""
    return None if math.isnan(value) else value


def _drawn(cell: Cell) -> Content:
    return cell.typeset() if isinstance(cell, Node) else cell


_STYLE = (
    ".irlearn-derivation{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}"
    ".irlearn-derivation .terms{overflow-x:auto;padding-bottom:.6em}"
    ".irlearn-derivation table{border-collapse:collapse;margin:0}"
    ".irlearn-derivation :is(.given,.miss,.why,th[scope=row]){opacity:.75}"
    ".irlearn-derivation table :is(th,td){white-space:nowrap;padding:.2em .6em;font-weight:400;"
    "text-align:center!important}.irlearn-derivation tr{background:none!important}"
    ".irlearn-derivation th[scope=row]{text-align:left!important;padding-left:0}"
    f".irlearn-derivation td.hit{{font-weight:700;border-bottom:3px solid {RELEVANT_ANYWHERE}}}"
    f"{line_style('.irlearn-derivation')}"
    ".irlearn-derivation p{margin:.15em 0}"
    ".irlearn-derivation .result :is(math:first-child>mi:first-child,math:last-child>mn:last-child){font-weight:700}"
)
