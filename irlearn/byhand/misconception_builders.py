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
    """Return a decorator that makes a rule from a slot: the right calculation with the slot's value put into it."""

    def of_slot(slot: Callable[[Any], Any]) -> Rule:
        def rule(facts: Any) -> Wrong:
            value = slot(facts)
            return None if value is None else by(facts, value)

        return rule

    return of_slot


over = changed(lambda facts, divisor: replace(facts.terms, divisor=divisor) if divisor else None)
"""Make a rule with another divisor; 0, too, means that the misconception does not apply."""
adding = changed(lambda facts, numerators: replace(facts.terms, numerators=facts.integers(numerators)))
"""Make a rule with other numerators."""
under = changed(lambda facts, denominators: replace(facts.terms, denominators=denominators))
"""Make a rule with other denominators."""
instead = changed(RankingFacts.value_of_other)
"""Make a rule that returns the value of another measure on the same ranking."""


def with_copies(worth: NDArray[Any], *, all_ranks: bool = False) -> NDArray[Any]:
    """Return values of ranks in which the document of the first nonzero rank appears twice.

    The copy takes the first later rank with a value of 0, or with `all_ranks` each of them.

    >>> with_copies(np.array([0, 2, 0, 0])).tolist(), with_copies(np.array([0, 2, 0, 0]), all_ranks=True).tolist()
    ([0, 2, 2, 0], [0, 2, 2, 2])
    """
    copied = worth.copy()
    for first in np.flatnonzero(worth)[:1]:
        zero_ranks = [rank for rank in np.flatnonzero(worth == 0) if rank > first]
        copied[zero_ranks if all_ranks else zero_ranks[:1]] = worth[first]
    return copied
