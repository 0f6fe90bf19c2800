"""What a misconception about criteria works on: the challengers of a table, and how each stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.criteria import ALPHA, MEETS, BetterBy, Challenger, Standing
from irlearn.derivation.significance import Pair
from irlearn.expression import Sum
from irlearn.kinds.rules import CONTEXTS, Context, Formula
from irlearn.numbers import general


@CONTEXTS(BetterBy)
@dataclass(frozen=True)
class CriteriaContext(Context):
    """The challengers under a question.

    >>> rows = [(12, 30, 0.008, 5.1, 4.2, 0.3), (9, 31, 0.001, 5.1, 6.2, 0.001), (20, 18, 0.8, 5.1, 4.9, 0.02)]
    >>> context = CriteriaContext(BetterBy(), BetterBy().read(rows))
    >>> context.standings, str(context.right)
    (((2, 1), (2, -2), (-1, 1)), '1')
    """

    asked: BetterBy
    given: Pair

    @cached_property
    def rows(self) -> list[Challenger]:
        """The challengers."""
        return self.asked.rows(self.given)

    @property
    def level(self) -> Fraction:
        """What a p-value is compared with."""
        return ALPHA / len(self.rows)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each challenger stands."""
        return tuple(row.standing(self.level) for row in self.rows)

    @property
    def meets(self) -> Callable[[int, int], bool]:
        """What the criterion that is asked for asks of a standing."""
        return MEETS[self.asked.statistic]

    def counted(self, better: Callable[[int, int], bool], level: Fraction | None = None) -> Formula:
        """The number of challengers that are better by another rule, or at another level of significance."""
        standings = self.standings if level is None else [row.standing(level) for row in self.rows]
        each = [int(better(*standing)) for standing in standings]
        return Formula(Fraction(sum(each)), Sum(*each))

    @property
    def right(self) -> Fraction:
        """The right number."""
        return Fraction(self.counted(self.meets).value)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        return {"rows": len(self.rows), "alpha": general(ALPHA), "level": general(self.level, 4)}
