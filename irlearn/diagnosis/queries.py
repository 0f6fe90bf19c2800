"""What wrong rules about means work on: one value a query, and the rankings behind them where they are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation import exact_value
from irlearn.diagnosis.cases import Formula, Number
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking


@dataclass(frozen=True)
class TopicsCase:
    """Several queries under a mean: one value each, exact or as floats, and their rankings where those were given.

    >>> from irlearn import MAP
    >>> TopicsCase(MAP, (Fraction(1), Fraction(1, 2)), exact=True).mean_of((Fraction(1), Fraction(1, 2))).written[-1]
    '(1 + 1/2) / 2'
    """

    mean: Mean
    given: tuple[Ranking, ...] | tuple[Fraction, ...]
    exact: bool = False

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings, empty where values were given."""
        return tuple(one for one in self.given if isinstance(one, Ranking))

    @cached_property
    def values(self) -> tuple[Number, ...]:
        """The right value of each query."""
        return tuple(self._value(one) for one in self.given)

    def _value(self, one: Ranking | Fraction) -> Number:
        if isinstance(one, Ranking):
            exact = exact_value(self.mean.measure, one) if self.exact else None
            return self.mean.measure.of(one) if exact is None else exact
        return one if self.exact else float(one)

    @property
    def queries(self) -> int:
        """How many queries there are."""
        return len(self.given)

    @property
    def epsilon(self) -> Number:
        """The least value that a query counts with in the geometric mean."""
        least = Fraction(repr(self.mean.epsilon)) if self.mean.epsilon else Fraction(0)
        return least if self.exact else float(least)

    def mean_of(self, values: Sequence[Number], divisor: int | None = None, note: str = "") -> Formula:
        """The arithmetic mean of values, or their sum over another divisor."""
        count = len(values) if divisor is None else divisor
        total = sum(values, Fraction(0) if self.exact else 0.0)
        notes = (note,) if note else ()
        added = " + ".join(map(spelled, values))
        return Formula(total / count, *notes, f"({added}) / {count}" if count != 1 else added)

    def geometric(self, values: Sequence[Number], root: int | None = None, note: str = "") -> Formula:
        """The geometric mean of values, or another root of their product."""
        count = len(values) if root is None else root
        product = math.prod(values)
        value = float(product) ** (1 / count) if product > 0 else 0.0
        notes = (note,) if note else ()
        return Formula(value, *notes, f"({' · '.join(map(spelled, values))})^(1/{count})")

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        return {
            "queries": self.queries,
            "zeros": sum(value == 0 for value in self.values),
            "measure": repr(self.mean),
            "name": self.mean.name,
            "kind": "an arithmetic" if self.mean.epsilon is None else "a geometric",
            "one": repr(self.mean.measure),
            "epsilon": f"{float(self.epsilon):.10f}".rstrip("0") if self.epsilon else "",
        }


def spelled(value: Number) -> str:
    """A value of one query as it is written by hand."""
    return str(value) if isinstance(value, Fraction) else f"{value:.4g}"
