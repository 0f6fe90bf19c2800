"""What wrong rules about means work on: one value a query, and the rankings behind them where they are known."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.diagnosis.cases import Count, Formula, Number, value_of
from irlearn.expression import Node, Number as Shown, Product, Ratio, Sum
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking

_LONGEST = 48  # bits of a fraction that is still worth reading, as in derivations
_WITH_EXPONENT = 1e-4  # smaller values


@dataclass(frozen=True)
class TopicsCase:
    """Several queries under a mean: one value each, exact or as floats, and their rankings where those were given.

    >>> from irlearn import MAP
    >>> values = (Fraction(1), Fraction(1, 2))
    >>> print(TopicsCase(MAP, values, exact=True).mean_of(values).written[-1])
    (1 + 1/2) / 2
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
            return value_of(self.mean.measure, one, exact=self.exact)
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
        added = Sum(*map(spelled, values))
        return Formula(total / count, *notes, added / count if count != 1 else added)

    def geometric(self, values: Sequence[Number], root: int | None = None, note: str = "") -> Formula:
        """The geometric mean of values, or another root of their product."""
        count = len(values) if root is None else root
        product = float(math.prod(values))
        value = product ** (1 / count) if product > 0 else 0.0
        if product < sys.float_info.min and all(values):  # too many small factors for a float
            value = math.exp(math.fsum(math.log(value) for value in values) / count)
        notes = (note,) if note else ()
        return Formula(value, *notes, self.multiplied(values) ** Ratio(1, count))

    def multiplied(self, values: Sequence[Number]) -> Product:
        """A product as it is written by hand."""
        return Product(*map(spelled, values))

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        return {
            "queries": Count(self.queries),
            "zeros": Count(sum(value == 0 for value in self.values)),
            "measure": repr(self.mean),
            "name": self.mean.name,
            "kind": "an arithmetic" if self.mean.epsilon is None else "a geometric",
            "one": repr(self.mean.measure),
            "epsilon": f"{float(self.epsilon):.10f}".rstrip("0") if self.epsilon else "",
        }


def spelled(value: Number) -> Node:
    """A value of one query as it is written by hand: a short fraction, or a decimal."""
    if isinstance(value, Fraction) and value.denominator.bit_length() <= _LONGEST:
        return Shown(value)
    return Shown(value, f"{float(value):.4g}", scientific=0 < value < _WITH_EXPONENT)
