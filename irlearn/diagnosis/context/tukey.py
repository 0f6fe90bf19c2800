"""What a misconception about Tukey's threshold works on: the table of scores, and other standard errors from it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.score_table import ScoreTable
from irlearn.derivation.significance import Pair, Scores
from irlearn.derivation.stated import typed
from irlearn.derivation.tukey import Tukey, UnblockedTukey
from irlearn.expression import Node
from irlearn.expression.shortly import calculation, in_short
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded

Numbers = Callable[[Sequence[Fraction | float]], list[Node]]
"""Numbers as they are written, with so many digits as the calculation takes."""


_ALL = 17  # digits of a float


@CONTEXTS(Tukey)
@dataclass(frozen=True)
class TukeyContext(Context):
    """The table under a question about Tukey's test, and the right calculation, whose parts can differ.

    >>> from irlearn.expression import Root, Sum
    >>> asked = Tukey()
    >>> context = TukeyContext(asked, asked.read("q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2"))
    >>> print(context.right, context.again(lambda write: Root(Sum(*write(context.variances)))).written[0], sep="; ")
    331/1000; 3.31 · √(0.01 + 0.04 + 0.04)
    """

    asked: Tukey
    given: Pair

    @cached_property
    def table(self) -> ScoreTable:
        """The scores, and q."""
        return self.asked.table(self.given)

    @cached_property
    def right(self) -> Number:
        """The right number."""
        return self.asked.explained(self.given).right

    @property
    def blocked(self) -> bool:
        """Whether the test is blocked by topics."""
        return not isinstance(self.asked, UnblockedTukey)

    @property
    def systems(self) -> int:
        """S, the number of systems."""
        return len(self.table.systems)

    @property
    def topics(self) -> int:
        """T, the number of topics."""
        return self.table.topics

    @cached_property
    def variances(self) -> list[Fraction]:
        """The variance of each topic or, unblocked, of each system."""
        return self.asked.variances(self.table)

    @property
    def row(self) -> Scores:
        """One of the rows whose variances are taken."""
        return self.asked.rows(self.table)[0]

    @property
    def means(self) -> Scores:
        """The mean of each system."""
        return tuple(Fraction(sum(scores), self.topics) for scores in self.table.systems)

    @cached_property
    def error(self) -> Number:
        """The right standard error, exact where it is a fraction."""
        node = self.asked.error(self.table, [exactly(one) for one in self.variances])
        return node.value if node.exact is None else node.exact

    def again(self, error: Callable[[Numbers], Node]) -> Formula | None:
        """The number with another standard error, which is built from numbers as they are written."""
        return self.built(lambda write: self.asked.made(self.table, error(write), spans=self.spans(write)))

    def spans(self, write: Numbers) -> Node:
        """The difference of the highest and the lowest mean."""
        high, low = write([max(self.means), min(self.means)])
        return high - low

    def studentised(self, write: Numbers) -> Node:
        """The same in standard errors."""
        return self.spans(write) / write([self.error])[0]

    def built(self, build: Callable[[Numbers], Node]) -> Formula | None:
        """A wrong calculation, with as few digits as it takes; None where it is no number."""
        whole = build(lambda values: [exactly(one) for one in values])
        value = whole.value if whole.exact is None else whole.exact
        if not math.isfinite(value):
            return None
        return Formula(
            value, calculation(lambda d: build(lambda values: [in_short(one, d) for one in values]), float(value))
        )

    def from_error(self, build: Callable[[Node], Node]) -> Formula | None:
        """Another number from the right standard error."""
        return self.built(lambda write: build(write([self.error])[0]))

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The number from rounded variances, from a rounded error, or from both."""
        roughly = self.asked.error(self.table, [exactly(rounded(one)) for one in self.variances])
        for error in (roughly.value, float(rounded(self.error)), float(rounded(roughly.value))):
            if error or self.asked.statistic != "q":
                yield self.asked.made(self.table, in_short(error, _ALL)).value

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        row = "topic" if self.blocked else "system"
        told = {"systems": self.systems, "topics": self.topics, "row": row, "rows": len(self.variances)}
        return told | {"scores": len(self.row), "fewer": len(self.row) - 1, "q": self._q}

    @property
    def _q(self) -> str:
        return str(self.asked.quantile(self.table)) if self.asked.statistic == "threshold" else ""


def exactly(value: Number) -> Node:
    """A number as it is, to work with."""
    return typed(value) if isinstance(value, Fraction) else in_short(value, _ALL)
