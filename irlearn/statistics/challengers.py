"""Many systems against one: how each stands on two sides, and how many of them are better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from irlearn.expression import Line, Number, Sum
from irlearn.numbers import general
from irlearn.statistics.results import Shown, equation

STANDS = {2: "gain, significant", 1: "gain", 0: "no change", -1: "loss", -2: "loss, significant"}
"""How a side is told that is better or worse."""


@dataclass(frozen=True, eq=False, repr=False)
class Challengers(Shown):
    """Which challengers are better than one system: `stated` is the table of a question, the rest follows from it.

    `level` is what a p-value is compared with, `standings` are the two sides of each challenger from 2 (significantly
    better) to -2 (significantly worse).

    >>> found = Challengers({"challenger": ["1", "2"]}, Fraction(1, 40), [(2, -1), (1, 1)], [True, False])
    >>> found.lines
    ('level = 0.05 / 2 = 1/40 = 0.025', 'better = 1 + 0 = 1')
    """

    stated: dict[str, list[str]]
    level: Fraction
    standings: Sequence[tuple[int, int]]
    better: Sequence[bool]

    @property
    def title(self) -> str:
        """What was counted."""
        return f"{sum(self.better)} of {len(self.better)} challengers are better"

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """What was stated, how each challenger stands on the two sides, and whether it is better."""
        answered, esl = ([STANDS[one] for one in side] for side in zip(*self.standings, strict=True))
        return {
            **self.stated,
            "answered": answered,
            "ESL": esl,
            "better": ["yes" if one else "no" for one in self.better],
        }

    @property
    def equations(self) -> tuple[Line, ...]:
        """What a p-value is compared with, and the number of those that are better."""
        rows = len(self.better)
        alpha = self.level * rows
        return (
            equation("level", Number(alpha, general(alpha)) / rows, value=self.level),
            equation("better", Sum(*map(int, self.better)), value=Fraction(sum(self.better))),
        )
