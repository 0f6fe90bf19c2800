"""Building blocks of misconceptions about measures, means and tests: most change one slot of a sum.

    register_mistakes(__file__, mistake("not-divided", "P R", over(lambda _: 1)))

A row applies to each measure that it names. The TOML file beside a catalogue module holds the message for each measure
and row. A slot is a function of the facts of a question: it returns the divisor, the number added at each rank, the
denominator at each rank, or another measure. If it returns None, the misconception does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.byhand.misconceptions import (
    Misconception,
    Rule,
    Wrong,
    common_mistake as common_mistake,
    mistake as mistake,
    rare_mistake as rare_mistake,
)
from irlearn.byhand.ranking_facts import RankingFacts

Slot = Callable[[RankingFacts], Any]
Row = Callable[..., Misconception]


def changed(by: Callable[[Any, Any], Wrong]) -> Callable[[Callable[[Any], Any]], Rule]:
    """What makes a rule of a slot: the right calculation, changed by what the slot gives."""

    def of_slot(slot: Callable[[Any], Any]) -> Rule:
        def rule(context: Any) -> Wrong:
            given = slot(context)
            return None if given is None else by(context, given)

        return rule

    return of_slot


over = changed(lambda context, divisor: replace(context.terms, divisor=divisor) if divisor else None)
"""The right terms over another divisor."""
adding = changed(lambda context, numerators: replace(context.terms, numerators=context.integers(numerators)))
"""Other numerators over the right ranks and the right divisor."""
under = changed(lambda context, denominators: replace(context.terms, denominators=denominators))
"""The right numerators, each over another number."""
instead = changed(RankingFacts.value_of_other)
"""The value of another measure of the same list."""


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
