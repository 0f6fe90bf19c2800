"""What a misconception about the four outcomes works on: ranks with a cutoff, and the four counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.fourfold import OUTCOMES, Phi, WhoAnswers
from irlearn.derivation.significance import Pair
from irlearn.expression import Node, Part, Product, Ratio, Root
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded


@CONTEXTS(WhoAnswers, Phi)
@dataclass(frozen=True)
class FourfoldContext(Context):
    """The four counts under a question, and the ranks that they come from where there are some.

    >>> asked = WhoAnswers("only-B", cutoff=10)
    >>> context = FourfoldContext(asked, asked.read(([1, 12, 0, 3], [2, 4, 30, 0])))
    >>> context.counts, context.n, str(context.right)
    ((1, 1, 1, 1), 4, '1/4')
    """

    asked: WhoAnswers | Phi
    given: Pair

    @cached_property
    def counts(self) -> tuple[int, int, int, int]:
        """How many queries neither answers, only A, only B, and both."""
        return self.asked.counts(self.given)

    @property
    def n(self) -> int:
        """How many queries there are."""
        return sum(self.counts)

    @property
    def cutoff(self) -> int:
        """The last rank that counts as found, 0 where only counts are known."""
        return self.asked.cutoff if isinstance(self.asked, WhoAnswers) else 0

    def found(self, rank: Fraction) -> bool:
        """Whether a document at this rank counts as found."""
        return 0 < rank <= self.cutoff

    @property
    def who(self) -> str:
        """The system that is asked about, B where both are."""
        return "A" if self.asked.statistic == "only-A" else "B"

    @cached_property
    def wanted(self) -> int:
        """How many queries have the outcome that is asked for."""
        return self.counts[OUTCOMES.index(self.asked.statistic)]

    def counted(self, found: Callable[[Fraction], bool]) -> Formula:
        """The share of the outcome where a rank counts as found by another rule."""
        sides = {"both": (True, True), "only-A": (True, False), "only-B": (False, True), "neither": (False, False)}
        pairs = [(found(a), found(b)) for a, b in zip(*self.given, strict=True)]
        return self.share(pairs.count(sides[self.asked.statistic]))

    def share(self, count: int, of: int = 0) -> Formula:
        """A share of all queries, or of fewer."""
        return Formula(Fraction(count, of or self.n), Ratio(count, of or self.n))

    @cached_property
    def parts(self) -> tuple[Node, Node, Node]:
        """What phi is made of: the difference of the products, the margins' product, and its root."""
        neither, a_only, b_only, both = self.counts
        above = Product(both, neither) - Product(a_only, b_only)
        spread = Product(*self.margins)
        return above, spread, Root(spread)

    @property
    def margins(self) -> tuple[int, int, int, int]:
        """How many queries A answers and does not, and B answers and does not."""
        _, a_only, b_only, both = self.counts
        a, b = a_only + both, b_only + both
        return a, self.n - a, b, self.n - b

    @cached_property
    def right(self) -> Number:
        """The right number, exact where it is a fraction."""
        return self.asked.explained(self.given).right

    def formula(self, written: Part) -> Formula:
        """A wrong calculation that is worth what is written."""
        node = written if isinstance(written, Node) else Product(written)
        return Formula(node.value if node.exact is None else node.exact, node)

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """Phi with a rounded root below the line."""
        above, _, root = (Fraction(part.value) for part in self.parts)
        if isinstance(self.asked, Phi) and rounded(root):
            yield above / rounded(root)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        other = "A" if self.who == "B" else "B"
        told = {"queries": self.n, "cutoff": self.cutoff, "who": self.who, "other": other}
        return told | {"both": self.counts[OUTCOMES.index("both")]}
