"""Two yes-or-no answers to the same queries: the four counts of a fourfold table, and phi, their correlation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from irlearn.formulas import Line, Product, Root, Sum
from irlearn.statistics.arrays import check_number
from irlearn.statistics.results import WorkedResult, equation

_LARGEST = 1e60  # counts whose product of four has room in a float


def phi(neither: float, a_only: float, b_only: float, both: float) -> float:
    """The correlation (-1 to 1) of *answered* between two runs, from the four counts, or shares; nan without spread.

    It is 0 where the runs are independent: where A answers as often on the queries that B answers as on the others.
    Raises `InputError` for what is no number or too large for one. Source: Yule (1912).

    >>> round(phi(73, 18, 56, 366), 4), phi(1, 0, 0, 3), phi(0, 0, 1, 3)
    (0.5895, 1.0, nan)
    """
    for what, count in (("neither", neither), ("a_only", a_only), ("b_only", b_only), ("both", both)):
        check_number(count, what, "a number of queries, or a share of them", most=_LARGEST)
    spread = (a_only + both) * (b_only + neither) * (b_only + both) * (a_only + neither)
    return (both * neither - a_only * b_only) / math.sqrt(spread) if spread > 0 else math.nan


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class ContingencyTable(WorkedResult):
    """How many queries neither of two systems answers, only A, only B, and both; whole numbers from 0.

    >>> found = ContingencyTable(neither=5, a_only=4, b_only=2, both=9)
    >>> found.n, found.margins, round(found.phi, 4)
    (20, (13, 7, 11, 9), 0.3898)
    >>> found.lines[-1]
    'phi = (9 · 5 - 4 · 2) / √(13 · 7 · 11 · 9) = 0.3898'
    """

    neither: int
    a_only: int
    b_only: int
    both: int

    @property
    def n(self) -> int:
        """The number of queries."""
        return self.neither + self.a_only + self.b_only + self.both

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """How many queries A answers and does not, and B answers and does not."""
        a, b = self.a_only + self.both, self.b_only + self.both
        return a, self.n - a, b, self.n - b

    @property
    def phi(self) -> float:
        """The correlation of the two answers, nan where a system answers all queries or none."""
        return phi(self.neither, self.a_only, self.b_only, self.both)

    @property
    def title(self) -> str:
        """What was counted."""
        return f"Who answers {self.n} queries"

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """A row for each outcome and its count."""
        counts = (self.both, self.a_only, self.b_only, self.neither)
        return {"who answers": ("both", "only A", "only B", "neither"), "queries": counts}

    @property
    def equations(self) -> tuple[Line, ...]:
        """The margins, and phi."""
        a, not_a, b, not_b = self.margins
        above = Product(self.both, self.neither) - Product(self.a_only, self.b_only)
        return (
            equation("A answers", Sum(self.both, self.a_only), value=Fraction(a)),
            equation("B answers", Sum(self.both, self.b_only), value=Fraction(b)),
            equation("phi", above / Root(Product(a, not_a, b, not_b)), value=self.phi),
        )
