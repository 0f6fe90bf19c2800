"""How exercises about Kendall's tau and tau_AP are worded, and their hints."""

from __future__ import annotations

from random import Random

from irlearn.chance import choose
from irlearn.derivation.order_text import Orders
from irlearn.derivation.significance import Pair
from irlearn.derivation.two_orders import OfTwoOrders, TauOfTop, discordant, tied
from irlearn.kinds.told import WHOLE, WORDINGS, Worded, Wording, rounded_to
from irlearn.words import counted, in_a_row


class OfOrders(Wording):
    """The words of a number about two orders, which stand in its sentences."""

    def rounding(self, asked: OfTwoOrders, places: int) -> str:
        """The digits of tau, which has a root where systems are tied; tau_AP is a fraction, pairs are counted."""
        if asked.statistic == "discordant":
            return WHOLE
        return rounded_to(places, fraction=isinstance(asked, TauOfTop))

    def stated(self, asked: OfTwoOrders, pair: Pair) -> str:
        """Both orders, from the best on; scores where ties stand among them.

        >>> from irlearn.derivation import KendallsTau
        >>> OfOrders().stated(KendallsTau(), KendallsTau().read("A B C | B A C"))
        'By all judgments the order is A, B, C; by fewer it is B, A, C.'
        """
        orders = asked.orders(pair)
        if not orders.ranked:
            x, y = (
                in_a_row([f"{name} {float(one):g}" for name, one in zip(orders.names, side, strict=True)])
                for side in (orders.first, orders.second)
            )
            return f"By all judgments the scores are {x}; by fewer they are {y}."
        first, second = (", ".join(orders.ordered(side)) for side in (orders.first, orders.second))
        return f"By all judgments the order is {first}; by fewer it is {second}."

    def worded(self, random: Random, asked: OfTwoOrders, pair: Pair, question: str) -> Worded:
        """Whose orders they are, the orders, and the question."""
        many = counted(len(asked.orders(pair).names), "system")
        told = choose(random, (f"A track ranks {many}, the best first.", f"A laboratory ranks {many}, the best first."))
        means = "A pair counts as discordant where the two orders put it the other way round."
        if isinstance(asked, TauOfTop):
            means = "Take the order by all judgments for the true one."
        elif tied(asked.orders(pair)):
            means += (
                " A tied pair counts neither way; with ties take tau-b, which divides by the root of the pairs not "
                "tied in the one order times those not tied in the other."
            )
        return self.with_scores(asked, pair, told, f"{means} {question}")

    def hints(self, asked: OfTwoOrders, pair: Pair) -> tuple[str, ...]:
        """The first step, what is found on the way, and how the number comes from it."""
        orders = asked.orders(pair)
        if isinstance(asked, TauOfTop):
            return self._of_the_top(asked, orders)
        n, turned = len(orders.names), discordant(orders)
        pairs = n * (n - 1) // 2
        ties = f", {counted(len(tied(orders)), 'is', 'are')} tied" if tied(orders) else ""
        same = pairs - len(turned) - len(tied(orders))
        found = (
            f"{n} systems make {n} · {n - 1} / 2 = {pairs} pairs.",
            f"{' and '.join(turned[0])} stand the other way round." if turned else "None stands the other way round.",
            f"In all {len(turned)} stand the other way round{ties}, and {same} in the same order.",
        )
        if asked.statistic == "discordant":
            return found[:2]
        by = f"{pairs} pairs"
        if tied(orders):
            each = (orders.first, orders.second)
            told_apart = (pairs - sum(side[:at].count(one) for at, one in enumerate(side)) for side in each)
            by = "the root of {} times {}".format(*told_apart)
        return (*found, f"Take {len(turned)} off {same}, and divide by {by}.")

    def _of_the_top(self, asked: TauOfTop, orders: Orders) -> tuple[str, ...]:
        shares = asked.result(orders).above
        listed = in_a_row([f"{count}/{rank}" for rank, count in enumerate(shares, start=1)])
        return (
            "Go down the second order from rank 2: who of those above stands above in the first order, too?",
            f"At rank 2 it is {shares[0]} of 1.",
            f"The shares are {listed}.",
            f"Take their mean over {len(shares)} ranks, double it, and take off 1.",
        )


WORDINGS(OfTwoOrders)(OfOrders())
