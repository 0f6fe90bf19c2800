"""What a misconception about kappa works on: the table of two assessors' judgments, and the shares taken from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.agreed import Table, beyond_chance, documents, in_digits, margins
from irlearn.derivation.agreement_text import Agreed
from irlearn.derivation.kappa import Kappa
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.diagnosis.context.base import CONTEXTS, Rounded, TreeContext
from irlearn.diagnosis.formula import Formula, Number
from irlearn.expression import Node


@CONTEXTS(Kappa)
@dataclass(frozen=True)
class KappaContext(TreeContext):
    """The table under a question about kappa, and what hand calculations take from it.

    >>> context = KappaContext(Kappa(), Kappa().read([[300, 20], [10, 70]]))
    >>> context.right, context.rows, context.columns
    (Fraction(52, 67), [320, 80], [310, 90])
    """

    asked: Kappa
    given: Pair

    @cached_property
    def found(self) -> Agreed:
        """What is known of the assessors."""
        return self.asked.judged(self.given)

    @property
    def table(self) -> Table:
        """A row for each judgment of the first assessor, a column for each of the second; empty where none is known."""
        return self.found.table

    @property
    def n(self) -> int:
        """How many documents both judged."""
        return documents(self.table)

    @property
    def rows(self) -> list[int]:
        """How often the first assessor gives each judgment."""
        return margins(self.table)[0]

    @property
    def columns(self) -> list[int]:
        """How often the second does."""
        return margins(self.table)[1]

    @cached_property
    def observed(self) -> Node:
        """The share on which both agree, as it is worked out."""
        return self.found.observed

    @cached_property
    def expected(self) -> Node:
        """The share on which they would agree by chance, as it is worked out."""
        return self.asked.by_chance(self.found)

    @property
    def shares(self) -> tuple[Node, Node]:
        """Both as numbers."""
        return in_digits(self.observed), in_digits(self.expected)

    @cached_property
    def right(self) -> Number:
        """The right number."""
        return self.asked.explained(self.given).right

    def by_chance(self, expected: Node) -> Formula | None:
        """The number with another agreement by chance; None where that leaves nothing to divide by."""
        if self.asked.statistic == "expected":
            return self.formula(expected)
        assert expected.exact is not None
        kappa = beyond_chance(self.shares[0], typed(expected.exact))
        return None if kappa is None else self.formula(kappa)

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """Kappa from rounded shares, both or the expected one alone."""
        if self.asked.statistic != "kappa":
            return
        exact, expected = (Fraction(share.value if share.exact is None else share.exact) for share in self.shares)
        roughly = rounded(expected)
        if roughly != 1:
            yield from ((one - roughly) / (1 - roughly) for one in (exact, rounded(exact)))

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        return {"documents": self.n, "kinds": len(self.table)}
