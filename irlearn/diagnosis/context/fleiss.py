"""What a misconception about Fleiss' kappa works on: how many assessors give each document each judgment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from irlearn.derivation.agreed import Table, beyond_chance, in_digits
from irlearn.derivation.fleiss import FleissKappa
from irlearn.diagnosis.context.base import CONTEXTS
from irlearn.diagnosis.context.kappa import KappaContext
from irlearn.diagnosis.formula import Formula
from irlearn.expression import Node


@CONTEXTS(FleissKappa)
@dataclass(frozen=True)
class FleissContext(KappaContext):
    """The table under a question about Fleiss' kappa.

    >>> context = FleissContext(FleissKappa(), FleissKappa().read("3 0 | 1 2 | 0 3 | 2 1"))
    >>> context.right, context.assessors, context.kinds
    (Fraction(1, 3), 3, 2)
    """

    asked: FleissKappa

    @property
    def counts(self) -> Table:
        """A row a document."""
        return self.asked.judged(self.given).counts

    @property
    def assessors(self) -> int:
        """How many judge each document."""
        return sum(self.counts[0])

    @property
    def kinds(self) -> int:
        """How many judgments there are."""
        return len(self.counts[0])

    def observing(self, observed: Node) -> Formula | None:
        """The number with another observed share."""
        if self.asked.statistic == "observed":
            return self.formula(observed)
        kappa = beyond_chance(in_digits(observed), self.shares[1])
        return None if kappa is None else self.formula(kappa)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        n = self.assessors
        return {"documents": len(self.counts), "kinds": self.kinds, "assessors": n, "pairs": n * (n - 1) // 2}
