"""What a misconception about the best of many systems works on: the numbers stated, and the calculation from them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.best_of_many import AllInside, BestOfMany, BestOrigin, ExpectedMaximum
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import Stated, typed
from irlearn.expression import Node, NormalQuantile, Number as Shown
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded

_LONGEST = 1000  # below the line of a fraction that is still read as one


@CONTEXTS(BestOfMany)
@dataclass(frozen=True)
class BestContext(Context):
    """The numbers under a question about the best of many systems, and the right calculation, whose parts can differ.

    >>> from irlearn.derivation import BestOrigin
    >>> context = BestContext(BestOrigin(), BestOrigin().read("best .303 of 103, se .0114"))
    >>> round(float(context.right), 4), str(context.again(z=context.quantile(context.share)).written[0])
    (0.2705, '0.303 - Φ⁻¹(0.8) · 0.0114')
    """

    asked: BestOfMany
    given: Pair

    @cached_property
    def stated(self) -> Stated:
        """The numbers that the question states."""
        return self.asked.stated(self.given)

    @property
    def n(self) -> int:
        """How many systems there are."""
        return self.stated.systems

    @property
    def share(self) -> Fraction:
        """The probability with which the best stays below its bound."""
        return self.stated.share

    @cached_property
    def right(self) -> Number:
        """The right number, exact where it is a fraction."""
        return self.asked.explained(self.given).right

    @property
    def rho(self) -> Node | None:
        """The correlation between systems; None where there is none."""
        rho = self.stated.number("correlation")
        return typed(rho) if rho else None

    @property
    def each(self) -> Node:
        """The probability that one system lies inside the interval."""
        return 2 * self.stated.below - 1

    @property
    def far(self) -> Node:
        """How far what is asked for lies from the number that it starts from."""
        return self.asked.distance(self.stated)

    def quantile(self, share: Fraction | Node) -> Node:
        """The quantile of one system."""
        return NormalQuantile(share if isinstance(share, Node) else typed(share))

    def again(self, **other: Node) -> Formula | None:
        """The calculation with other parts; None where that is no number."""
        return self.formula(self.asked.made(self.stated, **other))

    def asking(self, statistic: str) -> Formula | None:
        """The other number of the same kind."""
        return self.formula(replace(self.asked, statistic=statistic).made(self.stated))

    def formula(self, node: Node) -> Formula | None:
        """A wrong calculation that is worth what is written; None where that is no number."""
        value = node.value if node.exact is None or node.exact.denominator > _LONGEST else node.exact
        return Formula(value, node) if math.isfinite(value) else None

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The results with a rounded standard error, a rounded z or m_N, a rounded mean, or a rounded probability."""
        stated, asked = self.stated, self.asked
        if "error" not in asked.wanted:
            power = self.n if isinstance(asked, AllInside) else 1
            yield (2 * float(rounded(stated.below.value)) - 1) ** power
            if power > 1:
                yield float(rounded(self.each.value)) ** power
            return
        key = "m" if isinstance(asked, ExpectedMaximum) else "z"
        part = stated.m if key == "m" else stated.z
        errors = [stated.error, Shown(rounded(stated.error.value))] if stated.topics else [stated.error]
        for error in errors:
            for one in (part, Shown(rounded(part.value))):
                yield asked.made(stated, **{"error": error, key: one}).value
                if asked.statistic == "end":
                    mean = rounded(BestOrigin("mean").made(stated, error=error, z=one).value)
                    yield float(mean) - one.value * error.value

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        share, rest = (str(typed(one)) for one in (self.share, 1 - self.share))
        which = ("minimum", "worst") if self.asked.statistic == "lower" else ("maximum", "best")
        told = {"systems": self.n, "topics": self.stated.topics, "share": share, "rest": rest}
        return told | dict(zip(("extreme", "first"), which, strict=True))
