"""Several means over the same queries on one sheet: each query's values in one table, and every mean worked out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from irlearn.derivation.calculation import SHOWN
from irlearn.derivation.mean import MeanDerivation
from irlearn.expression.document import Block, Cell, Formulas, Heading, Page, Prose, Table
from irlearn.measures.means import Mean
from irlearn.numbers import decimal
from irlearn.words import counted


@dataclass(frozen=True, repr=False)
class MeansSheet(Page):
    """A solved sheet of several means over the same queries; `derivations` has one entry for each.

    It prints as plain text, shows in a notebook, and is written as Markdown, LaTeX, HTML or plain data.

    >>> from irlearn import MAP, MRR, P, Ranking, solve
    >>> from irlearn.measures import Mean
    >>> sheet = solve([MAP, MRR, Mean.over(P @ 2)], [Ranking.parse("1 0 1"), Ranking.parse("0 1")])
    >>> sheet, [str(one.fraction) for one in sheet.derivations]
    (<MeansSheet of MAP, MRR, mean P@2 over 2 queries>, ['2/3', '3/4', '1/2'])
    """

    derivations: tuple[MeanDerivation, ...]

    @property
    def means(self) -> tuple[Mean, ...]:
        """What was worked out."""
        return tuple(one.measure for one in self.derivations)

    @property
    def _of(self) -> str:
        queries = counted(len(self.derivations[0].steps), "query", "queries")
        return f"{', '.join(map(repr, self.means))} over {queries}"

    @property
    def title(self) -> str:
        """What the sheet is about."""
        return f"Solved sheet: {self._of}"

    def blocks(self) -> list[Block]:
        """The sheet as blocks of a page."""
        steps = zip(*(one.steps[:SHOWN] for one in self.derivations), strict=True)
        rows: list[list[Cell]] = [[str(row[0].query), *(decimal(step.value) for step in row)] for row in steps]
        rows.append(["mean", *(decimal(one.value) for one in self.derivations)])
        header: list[Cell] = ["query", *(repr(one.measure.measure) for one in self.derivations)]
        blocks: list[Block] = [Heading(self.title, 1), Heading("Results"), Table("", header, rows)]
        for one in self.derivations:
            blocks += [Heading(repr(one.measure)), *map(Prose, one.notes), Formulas(one.equations), Prose(one.why)]
        return blocks

    def to_json(self) -> dict[str, Any]:
        """The sheet as plain data: each mean's derivation under "measures"."""
        return {"measures": [one.to_json() for one in self.derivations]}

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._of}>"
