"""What a misconception about a mean works on: one value a query, and the rankings behind them where they are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.diagnosis.context.ranking import RankingContext, value_of
from irlearn.expression import Node, Number as Shown, Product, Ratio, Sum
from irlearn.kinds.rules import Context, Count, Formula, Number, Rounded, Wrong
from irlearn.measures import Measure
from irlearn.measures.averages import arithmetic, geometric
from irlearn.measures.means import Mean
from irlearn.numbers import fixed, general
from irlearn.ranking import Ranking

_LONGEST = 48  # bits of a fraction that is still worth reading, as in derivations
_WITH_EXPONENT = 1e-4  # smaller values


@dataclass(frozen=True)
class QueriesContext(Context):
    """Several queries under a mean: one value each, exact or as floats, and their rankings where those were given.

    >>> from irlearn import MAP
    >>> values = (Fraction(1), Fraction(1, 2))
    >>> print(QueriesContext(MAP, values, exact=True).mean_of(values).written[-1])
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
    def contexts(self) -> tuple[RankingContext, ...]:
        """What misconceptions about the measure work on in each query, quick."""
        return tuple(RankingContext(self.mean.measure, ranking) for ranking in self.rankings)

    @cached_property
    def values(self) -> tuple[Number, ...]:
        """The right value of each query."""
        return tuple(self._value(one) for one in self.given)

    def _value(self, one: Ranking | Fraction) -> Number:
        if isinstance(one, Ranking):
            return value_of(self.mean.measure, one, exact=self.exact)
        return one if self.exact else float(one)

    @property
    def right(self) -> Number:
        if self.mean.epsilon is None:
            return arithmetic(self.values)
        return self.mean.of([float(value) for value in self.values])

    @property
    def queries(self) -> int:
        return len(self.given)

    @property
    def epsilon(self) -> Number:
        """The least value that a query counts with in the geometric mean."""
        least = Fraction(repr(self.mean.epsilon)) if self.mean.epsilon else Fraction(0)
        return least if self.exact else float(least)

    @property
    def floored(self) -> list[Number]:
        """The values as the geometric mean counts them: those below epsilon raised to it."""
        return [max(value, self.epsilon) for value in self.values]

    @property
    def nonzero(self) -> list[Number]:
        """The values but for those of 0."""
        return [value for value in self.values if value]

    @property
    def rel(self) -> int:
        """The lowest grade that counts as relevant."""
        return self.mean.measure.rel

    def one_over(self, rank: int) -> Number:
        """1/rank, 0 for rank 0."""
        value = Fraction(1, rank) if rank else Fraction(0)
        return value if self.exact else float(value)

    def mean_of_other(self, measure: Measure) -> Wrong:
        """The mean of another measure, where rankings were given."""
        values = [value_of(measure, one, exact=self.exact) for one in self.rankings]
        return self.mean_of(values) if values else None

    def median(self) -> Formula:
        """The value in the middle, or the mean of the two there."""
        ordered, n = sorted(self.values), self.queries
        return Formula(arithmetic(ordered[(n - 1) // 2 : n // 2 + 1]), "the middle value")

    def mean_of(self, values: Sequence[Number], divisor: int = 0) -> Formula:
        """The arithmetic mean of values, or their sum over another divisor."""
        count, added = divisor or len(values), Sum(*map(spelled, values))
        worth = arithmetic(values) * Fraction(len(values), count)
        return Formula(worth, added / count if count != 1 else added)

    def geometric(self, values: Sequence[Number], root: int = 0) -> Formula:
        """The geometric mean of values, or another root of their product."""
        count = root or len(values)
        return Formula(geometric(values) ** (len(values) / count), self.multiplied(values) ** Ratio(1, count))

    def multiplied(self, values: Sequence[Number]) -> Product:
        """A product as it is written by hand."""
        return Product(*map(spelled, values))

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The mean of rounded values."""
        values = [rounded(value) for value in self.values]
        if self.mean.epsilon is None:
            yield Fraction(arithmetic(values))
        else:
            yield self.mean.of([float(value) for value in values])

    def bounds(self, half: float) -> tuple[float, float]:
        right = float(self.right)
        return (right - half, right + half) if self.mean.epsilon is None else super().bounds(half)

    def facts(self) -> dict[str, Any]:
        return {
            "queries": Count(self.queries),
            "zeros": Count(sum(value == 0 for value in self.values)),
            "measure": repr(self.mean),
            "name": self.mean.name,
            "kind": "an arithmetic" if self.mean.epsilon is None else "a geometric",
            "one": repr(self.mean.measure),
            "epsilon": fixed(float(self.epsilon), 10).rstrip("0") if self.epsilon else "",
        }


def spelled(value: Number) -> Node:
    """A value of one query as it is written by hand: a short fraction, or a decimal."""
    if isinstance(value, Fraction) and value.denominator.bit_length() <= _LONGEST:
        return Shown(value)
    return Shown(value, general(value, 4), scientific=0 < value < _WITH_EXPONENT)
