"""How wrong rules of a sum are declared: one slot of the sum changed, in a row that ends in its sentence.

    wrong("over-list", "R", over(lambda c: c.retrieved))("You divided by the {retrieved:document} of the list.")

A slot is a function of a context: what divides, what is added at each rank, what divides that, another measure. Where
it gives nothing, the rule does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from irlearn.diagnosis.context.ranking import RankingContext
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
