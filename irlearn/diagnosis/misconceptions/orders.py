"""Kendall's tau and tau_AP of two orders: pairs by kind and shares, which wrong rules work on, and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from irlearn.derivation.order_text import Orders
from irlearn.derivation.significance import Pair
from irlearn.derivation.two_orders import KendallsTau, OfTwoOrders, TauA, TauOfTop
from irlearn.expression import Node, Number as Shown, Product, Ratio, Sum
from irlearn.kinds.rules import CONTEXTS, Formula, Number, Rounded, TreeContext, Wrong, often, wrong


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
        return self.asked.orders(self.given)

    @property
    def turned(self) -> Orders:
        """The second order as if it were the first."""
        return replace(self.orders, first=self.orders.second, second=self.orders.first)

    @property
    def n(self) -> int:
        return len(self.orders.names)

    @property
    def pairs(self) -> int:
        return self.n * (self.n - 1) // 2

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """The pairs in the same order, those turned round, and those that are tied."""
        found = KendallsTau().result(self.orders)
        return found.concordant, found.discordant, found.ties_x + found.ties_y + found.ties_both

    @property
    def concordant(self) -> int:
        return self.counts[0]

    @property
    def discordant(self) -> int:
        return self.counts[1]

    @property
    def tied(self) -> int:
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
        return self.scaled(self.shares(above=self.above_in(orders)) / (self.n - 1))

    def kendall(self, concordant: int, discordant: int, over: int = 0) -> Formula:
        """Tau from other counts, over all pairs or another number."""
        return self.formula((Shown(concordant) - discordant) / (over or self.pairs))

    @cached_property
    def right(self) -> Number:
        return self.asked.explained(self.given).right

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """tau_AP from rounded shares, or from a rounded mean of them."""
        if isinstance(self.asked, TauOfTop):
            shares = [Fraction(one) / over for over, one in enumerate(self.above, start=1)]
            yield 2 * sum(map(rounded, shares)) / Fraction(self.n - 1) - 1
            yield 2 * rounded(sum(shares) / (self.n - 1)) - 1

    def facts(self) -> dict[str, Any]:
        return {"things": self.n, "pairs": self.pairs, "twice": 2 * self.pairs, "last": self.n - 1}


# tau: which pairs count, and what they are divided by


def _gamma(context: OrdersContext) -> Wrong:
    over = context.concordant + context.discordant
    return context.kendall(context.concordant, context.discordant, over) if context.tied and over else None


def _by(asked: KendallsTau | TauA, context: OrdersContext) -> Wrong:
    """The right number of another kind."""
    found = asked.result(context.orders)
    return Formula(found.value if found.fraction is None else found.fraction, *found.equations[-1].sides[:1])  # type: ignore[union-attr]  # it is an equation


BOTH = "tau tau-a"

often("distance-given", BOTH, lambda c: c.formula(Shown(c.discordant)), statistic="tau")(
    "You counted the pairs that stand the other way round: Kendall's distance."
)
often("share-concordant", BOTH, lambda c: c.formula(Ratio(c.concordant, c.pairs)), statistic="tau")(
    "You took the share of pairs in the same order. Tau takes those off that stand the other way round."
)
often("pairs-twice", BOTH, lambda c: c.kendall(c.concordant, c.discordant, 2 * c.pairs), statistic="tau")(
    "You divided by {things} · {last} = {twice}. Each pair counts once, so there are {pairs}."
)
often("not-divided", BOTH, lambda c: c.formula(Shown(c.concordant) - c.discordant), statistic="tau")(
    "You did not divide by the {pairs} pairs."
)
often("sign-turned", BOTH, lambda c: c.kendall(c.discordant, c.concordant), statistic="tau")(
    "You took the pairs in the same order off the others: the sign is turned round."
)
often(
    "ties-concordant",
    BOTH,
    lambda c: c.kendall(c.concordant + c.tied, c.discordant) if c.tied else None,
    statistic="tau",
)("You counted tied pairs as in the same order. A tie is neither.")
often("gamma", BOTH, _gamma, statistic="tau")("You divided by the pairs without a tie: Goodman and Kruskal's gamma.")
wrong(
    "tau-a-given",
    "tau",
    lambda c: _by(TauA(), c) if c.tied else None,
    definition=True,
    evidence="Kendall (1938) divides so",
    statistic="tau",
)("This is tau-a, over all pairs. With ties tau-b takes tied pairs out below the line.")
wrong(
    "tau-b-given",
    "tau-a",
    lambda c: _by(KendallsTau(), c) if c.tied else None,
    definition=True,
    evidence="Kendall (1945); SciPy's kendalltau divides so",
    statistic="tau",
)("This is tau-b, which takes tied pairs out below the line. tau-a is over all pairs.")


# the pairs that are turned round

often("concordant-counted", BOTH, lambda c: c.formula(Shown(c.concordant)), statistic="discordant")(
    "You counted the pairs in the same order."
)
often(
    "counted-twice",
    BOTH,
    lambda c: c.formula(Product(2, c.discordant)) if c.discordant else None,
    statistic="discordant",
)("You counted each pair from both sides, twice.")


# tau_AP: which order leads, and what its shares are


def _wrongly_above(context: OrdersContext) -> Wrong:
    others = [place - one for place, one in enumerate(context.above, start=1)]
    return context.scaled(context.shares(above=others) / (context.n - 1))


def _symmetric(context: OrdersContext) -> Wrong:
    one, other = (Fraction(context.tau_of(orders).value) for orders in (context.orders, context.turned))
    return context.formula((Shown(one) + Shown(other)) / 2) if one != other else None


often("orders-swapped", "tau-ap", lambda c: c.tau_of(c.turned))(
    "You took the second order for the true one. tau_AP is not the same both ways round."
)
often("kendall-given", "tau-ap", lambda c: _by(KendallsTau(), c))(
    "This is Kendall's tau, in which each pair counts the same."
)
often("not-scaled", "tau-ap", lambda c: c.formula(c.shares() / (c.n - 1)))(
    "You gave the mean of the shares. tau_AP is twice that, less 1."
)
often("over-all", "tau-ap", lambda c: c.scaled(c.shares() / c.n))(
    "You divided the shares by {things}. There are {last} of them, as the first has nobody above it."
)
often("first-counted", "tau-ap", lambda c: c.scaled(Sum(1, c.shares()) / c.n))(
    "You gave the first of the order a share of 1. Nobody stands above it, so it has none."
)
often("over-rank", "tau-ap", lambda c: c.scaled(c.shares(below=range(2, c.n + 1)) / (c.n - 1)))(
    "You divided by the rank. Above rank i stand i − 1."
)
often("wrongly-above", "tau-ap", _wrongly_above)("You counted who of those above does not belong there.")
wrong(
    "symmetric",
    "tau-ap",
    _symmetric,
    definition=True,
    evidence="Yilmaz, Aslam and Robertson (2008)",
)(
    "This is the mean of tau_AP both ways round, which Yilmaz, Aslam and Robertson name as the symmetric one. Here the "
    "first order is the true one."
)
