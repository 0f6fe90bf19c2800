"""How wrong rules of a sum are declared: one slot of the sum changed, in a row that ends in its sentence.

    wrong("over-list", "R", over(lambda c: c.retrieved))("You divided by the {retrieved:document} of the list.")

A slot is a function of a context: what divides, what is added at each rank, what divides that, another measure. Where
it gives nothing, the rule does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context import RankingContext
from irlearn.kinds.rules import Rule, Wrong
from irlearn.measures import Measure

Slot = Callable[[RankingContext], Any]


def over(divisor: Slot) -> Rule:
    """The right terms over another divisor."""

    def rule(context: RankingContext) -> Wrong:
        below = divisor(context)
        return context.over(below) if below else None

    return rule


def adding(numerators: Slot) -> Rule:
    """Other numerators over the right ranks and the right divisor."""

    def rule(context: RankingContext) -> Wrong:
        above = numerators(context)
        return None if above is None else context.but(numerators=context.integers(above))

    return rule


def under(denominators: Slot) -> Rule:
    """The right numerators, each over another number."""

    def rule(context: RankingContext) -> Wrong:
        below = denominators(context)
        return None if below is None else context.but(denominators=below)

    return rule


def instead(measure: Slot) -> Rule:
    """The value of another measure of the same list."""

    def rule(context: RankingContext) -> Wrong:
        other: Measure | None = measure(context)
        return None if other is None else context.given_for(other)

    return rule


# what goes wrong where a document stands in a list, or in the judgments, twice

TWICE = "A document counted more than once, as if it were in the list again. Each counts once, at its first rank."
EVIDENCE = "retrieval of passages, where several of one document each counted as a find"


def with_copies(worth: NDArray[Any], *, all_ranks: bool = False) -> NDArray[Any]:
    """What ranks are worth when the first one without worth behind the first that has some, or each, holds it again.

    >>> with_copies(np.array([0, 2, 0, 0])).tolist(), with_copies(np.array([0, 2, 0, 0]), all_ranks=True).tolist()
    ([0, 2, 2, 0], [0, 2, 2, 2])
    """
    copied = worth.copy()
    for first in np.flatnonzero(worth)[:1]:
        free = [place for place in np.flatnonzero(worth == 0) if place > first]
        copied[free if all_ranks else free[:1]] = worth[first]
    return copied
