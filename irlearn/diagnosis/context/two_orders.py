"""What a misconception about two orders works on: their pairs by kind, and the shares of tau_AP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.order_text import Orders
from irlearn.derivation.significance import Pair
from irlearn.derivation.two_orders import KendallsTau, OfTwoOrders, TauOfTop
from irlearn.expression import Node, Number as Shown, Product, Ratio, Sum
from irlearn.kinds.rules import CONTEXTS, Formula, Number, Rounded, TreeContext


@CONTEXTS(OfTwoOrders)
@dataclass(frozen=True)
class OrdersContext(TreeContext):
    """Two orders under a question.

    >>> context = OrdersContext(KendallsTau(), KendallsTau().read("A B C D | B A C D"))
    >>> context.right, context.concordant, context.discordant, context.pairs, context.above
    (Fraction(2, 3), 5, 1, 6, (Fraction(0, 1), Fraction(2, 1), Fraction(3, 1)))
    """

    asked: OfTwoOrders
    given: Pair

    @cached_property
    def orders(self) -> Orders:
        """The two orders."""
        return self.asked.orders(self.given)

    @property
    def turned(self) -> Orders:
        """The second order as if it were the first."""
        return replace(self.orders, first=self.orders.second, second=self.orders.first)

    @property
    def n(self) -> int:
        """How many things there are."""
        return len(self.orders.names)

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return self.n * (self.n - 1) // 2

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """The pairs in the same order, those turned round, and those that are tied."""
        found = KendallsTau().result(self.orders)
        return found.concordant, found.discordant, found.ties_x + found.ties_y + found.ties_both

    @property
    def concordant(self) -> int:
        """How many pairs stand in the same order."""
        return self.counts[0]

    @property
    def discordant(self) -> int:
        """How many pairs stand the other way round."""
        return self.counts[1]

    @property
    def tied(self) -> int:
        """How many pairs are tied."""
        return self.counts[2]

    @cached_property
    def above(self) -> tuple[Fraction, ...]:
        """How many of those above each in the second order belong there, from rank 2 on."""
        return self.above_in(self.orders)

    def above_in(self, orders: Orders) -> tuple[Fraction, ...]:
        """The same of other orders."""
        return TauOfTop().result(orders).above

    def shares(self, below: Sequence[int] = (), above: Sequence[Fraction] = ()) -> Node:
        """The sum of the shares of tau_AP; over other numbers or of other counts where they are given."""
        counts = above or self.above
        return Sum(*(Ratio(one, over) for one, over in zip(counts, below or range(1, self.n), strict=True)), whole=True)

    def scaled(self, mean: Node) -> Formula:
        """Twice a mean, less 1."""
        return self.formula(Product(2, mean) - 1)

    def tau_of(self, orders: Orders) -> Formula:
        """tau_AP of other orders."""
        return self.scaled(self.shares(above=self.above_in(orders)) / (self.n - 1))

    def kendall(self, concordant: int, discordant: int, over: int = 0) -> Formula:
        """Tau from other counts, over all pairs or another number."""
        return self.formula((Shown(concordant) - discordant) / (over or self.pairs))

    @cached_property
    def right(self) -> Number:
        """The right number, exact where it is a fraction."""
        return self.asked.explained(self.given).right

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """tau_AP from rounded shares, or from a rounded mean of them."""
        if isinstance(self.asked, TauOfTop):
            shares = [Fraction(one) / over for over, one in enumerate(self.above, start=1)]
            yield 2 * sum(map(rounded, shares)) / Fraction(self.n - 1) - 1
            yield 2 * rounded(sum(shares) / (self.n - 1)) - 1

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        return {"things": self.n, "pairs": self.pairs, "twice": 2 * self.pairs, "last": self.n - 1}
