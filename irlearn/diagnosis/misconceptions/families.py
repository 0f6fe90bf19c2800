"""How wrong rules of rankings, means and tests are declared: a row each, most of them one slot of a sum changed.

    rules(wrong("not-divided", "P R", over(lambda _: 1)))

A row is held against each measure that it names. What a learner is told of it there, and where others are seen to
follow it, stands under measure and name in `words.toml`. A slot is a function of a context: what divides, what is added
at each rank, what divides that, another measure. Where it gives nothing, the rule does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.diagnosis.context import RankingContext
from irlearn.kinds.rules import (
    Misconception,
    Rule,
    Wrong,
    often as often,
    rare as rare,
    rules as rules_beside,
    wrong as wrong,
)
from irlearn.measures import Measure

rules = partial(rules_beside, __file__)
"""Register wrong rules, each about all the measures that it names, with what `words.toml` says of it there."""

Slot = Callable[[RankingContext], Any]
Row = Callable[..., Misconception]


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
