"""How exercises about kappa, Kendall's tau and tau_AP are worded, and their hints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from irlearn.chance import choose
from irlearn.derivation.agreed import in_digits, margins
from irlearn.derivation.kappa import Kappa
from irlearn.derivation.order_text import Orders
from irlearn.derivation.significance import Pair
from irlearn.derivation.two_orders import OfTwoOrders, TauOfTop, discordant, tied
from irlearn.exercises.worded.base import WHOLE, WORDINGS, Worded, Wording, rounded_to
from irlearn.words import counted, in_a_row


class OfKappa(Wording):
    """The words of kappa, whose table stands in its sentences."""

    def stated(self, asked: Kappa, pair: Pair) -> str:
        """The counts, a sentence for four of them, or one a row.

        >>> OfKappa().stated(Kappa(), Kappa().read([[12, 5], [3, 20]]))
        'Of 40 documents both assessors call 12 relevant, only A 5, only B 3, and neither 20.'
        >>> OfKappa().stated(Kappa(), Kappa().read("P(A) = 0.9, P(E) = 0.5"))
        'What two assessors agree on, and what by chance: P(A) = 0.9, P(E) = 0.5.'
        """
        found = asked.judged(pair)
        if not found.table:
            return f"{found.caption}: {found.text}."
        documents = counted(sum(map(sum, found.table)), "document")
        if len(found.table) == 2:
            (both, first), (second, neither) = found.table
            called = f"both assessors call {both} relevant, only A {first}, only B {second}"
            return f"Of {documents} {called}, and neither {neither}."
        rows = []
        for name, row in zip(found.names, found.table, strict=True):
            by_b = in_a_row([f"{count} a {other}" for count, other in zip(row, found.names, strict=True)])
            rows.append(f"f those to which A gives {name}, B gives {by_b}")
        return f"In all, {documents} are judged. O{'; o'.join(rows)}."

    def worded(self, random: Random, asked: Kappa, pair: Pair, question: str) -> Worded:
        """Who judges, the counts, and the question."""
        told = choose(
            random, ("Two assessors judge the same documents.", "A pool is judged by two assessors, A and B.")
        )
        chance = {
            "kappa": "Take the agreement by chance from how often each of them gives each judgment.",
            "kappa-pooled": "Take the agreement by chance from how often both together give each judgment.",
        }[asked.name]
        return self.with_scores(asked, pair, told, f"{chance} {question}")

    def hints(self, asked: Kappa, pair: Pair) -> tuple[str, ...]:
        """Where they agree, how often each gives what, what chance makes of it, and kappa."""
        judged = asked.judged(pair)
        rows, columns = ([*map(str, side)] for side in margins(judged.table))
        observed, expected = (in_digits(one) for one in (judged.observed, asked.by_chance(judged)))
        found = (
            f"They agree on the diagonal of the table: {judged.observed} = {observed}.",
            f"A gives the judgments {in_a_row(rows)} times, B {in_a_row(columns)} times.",
            f"Expected by chance is {asked.by_chance(judged)}.",
        )
        last = f"That is {expected}. Take it off {observed}, and divide by 1 − {expected}."
        return (*found, last) if asked.statistic == "kappa" else found


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
        return self.with_scores(asked, pair, told, f"{self.defined(asked, asked.orders(pair))} {question}")

    def defined(self, asked: OfTwoOrders, orders: Orders) -> str:
        """What the number is, in a sentence, and what becomes of ties."""
        if isinstance(asked, TauOfTop):
            return "Take the order by all judgments for the true one."
        told = "A pair counts as discordant where the two orders put it the other way round."
        if not tied(orders):
            return told
        return (
            f"{told} A tied pair counts neither way; with ties take tau-b, which divides by the root of the pairs not "
            "tied in the one order times those not tied in the other."
        )

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
            by = "the root of {} times {}".format(*(pairs - _ties(side) for side in (orders.first, orders.second)))
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


def _ties(side: Sequence[Fraction]) -> int:
    """The pairs that an order does not tell apart."""
    return sum(side[:place].count(one) for place, one in enumerate(side))


WORDINGS(Kappa)(OfKappa())
WORDINGS(OfTwoOrders)(OfOrders())
