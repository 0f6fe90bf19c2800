"""Misconceptions about Kendall's tau and tau_AP: which pairs count, what they are divided by, and which order leads."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from irlearn.derivation.two_orders import KendallsTau, TauA
from irlearn.diagnosis.context.two_orders import OrdersContext
from irlearn.diagnosis.formula import Formula, Wrong
from irlearn.diagnosis.misconceptions.catalogue import COMMON, RARE, About
from irlearn.expression import Number, Power, Product, Ratio, Sum

misconception = About("tau", "tau-a", statistic="tau")
about_b = About("tau", statistic="tau")
about_a = About("tau-a", statistic="tau")
about_pairs = About("tau", "tau-a", statistic="discordant")
about_top = About("tau-ap")


@misconception("You counted the pairs that stand the other way round: Kendall's distance.", common=COMMON)
def distance_given(context: OrdersContext) -> Wrong:
    return context.formula(Number(context.discordant))


@misconception("You took the share of pairs that stand the other way round. Tau is the same ones less the others.")
def share_discordant(context: OrdersContext) -> Wrong:
    return context.formula(Ratio(context.discordant, context.pairs))


@misconception(
    "You took the share of pairs in the same order. Tau takes those off that stand the other way round.", common=COMMON
)
def share_concordant(context: OrdersContext) -> Wrong:
    return context.formula(Ratio(context.concordant, context.pairs))


@misconception(
    "You divided by {things} · {last} = {twice}. Each pair counts once, so there are {pairs}.", common=COMMON
)
def pairs_twice(context: OrdersContext) -> Wrong:
    return context.kendall(context.concordant, context.discordant, 2 * context.pairs)


@misconception("You did not divide by the {pairs} pairs.", common=COMMON)
def not_divided(context: OrdersContext) -> Wrong:
    return context.formula(Number(context.concordant) - context.discordant)


@misconception("You took the pairs in the same order off the others: the sign is turned round.", common=COMMON)
def sign_turned(context: OrdersContext) -> Wrong:
    return context.kendall(context.discordant, context.concordant)


@misconception("You divided by {things}, the things. Tau divides by the {pairs} pairs.")
def over_things(context: OrdersContext) -> Wrong:
    return context.kendall(context.concordant, context.discordant, context.n)


@misconception("This is Spearman's rho, which is made of the differences of the ranks. Tau is made of pairs.")
def spearman_given(context: OrdersContext) -> Wrong:
    if context.tied:
        return None
    places = [sorted(side, reverse=True) for side in (context.orders.first, context.orders.second)]
    ranks = [[one.index(score) for score in side] for one, side in zip(places, context.given[:2], strict=True)]
    squares = sum((one - other) ** 2 for one, other in zip(*ranks, strict=True))
    n = context.n
    return context.formula(1 - Product(6, squares) / Product(n, Power(n, 2) - 1))


@misconception("You compared neighbours alone. Tau takes all {pairs} pairs.")
def neighbours_alone(context: OrdersContext) -> Wrong:
    orders = context.orders
    second = [orders.second[orders.names.index(name)] for name in orders.ordered(orders.first)]
    steps = [one - other for one, other in pairwise(second)]
    if context.n < 3:
        return None
    return context.kendall(sum(step > 0 for step in steps), sum(step < 0 for step in steps), context.n - 1)


@misconception("This is tau_AP, in which pairs near the top cost more. In Kendall's tau each counts the same.")
def tau_ap_given(context: OrdersContext) -> Wrong:
    return context.tau_of(context.orders)


# ties


@misconception("You counted tied pairs as in the same order. A tie is neither.", common=COMMON)
def ties_concordant(context: OrdersContext) -> Wrong:
    return context.kendall(context.concordant + context.tied, context.discordant) if context.tied else None


@misconception("You counted tied pairs as turned round. A tie is neither.")
def ties_discordant(context: OrdersContext) -> Wrong:
    return context.kendall(context.concordant, context.discordant + context.tied) if context.tied else None


@misconception("You divided by the pairs without a tie: Goodman and Kruskal's gamma.", common=COMMON)
def gamma(context: OrdersContext) -> Wrong:
    over = context.concordant + context.discordant
    return context.kendall(context.concordant, context.discordant, over) if context.tied and over else None


@about_b(
    "This is tau-a, over all pairs. With ties tau-b takes tied pairs out below the line.",
    definition=True,
    evidence="Kendall (1938) divides so",
)
def tau_a_given(context: OrdersContext) -> Wrong:
    return _other(context, TauA())


@about_a(
    "This is tau-b, which takes tied pairs out below the line. tau-a is over all pairs.",
    definition=True,
    evidence="Kendall (1945); SciPy's kendalltau divides so",
)
def tau_b_given(context: OrdersContext) -> Wrong:
    return _other(context, KendallsTau())


def _other(context: OrdersContext, asked: KendallsTau | TauA) -> Wrong:
    if not context.tied:
        return None
    found = asked.result(context.orders)
    return Formula(found.value if found.fraction is None else found.fraction, *found.equations[-1].sides[:1])  # type: ignore[union-attr]  # it is an equation


# the pairs that are turned round


@about_pairs("You counted the pairs in the same order.", common=COMMON)
def concordant_counted(context: OrdersContext) -> Wrong:
    return context.formula(Number(context.concordant))


@about_pairs("You counted each pair from both sides, twice.", common=COMMON)
def counted_twice(context: OrdersContext) -> Wrong:
    return context.formula(Product(2, context.discordant)) if context.discordant else None


@about_pairs("You counted tied pairs, too. They stand in no other order.")
def ties_counted(context: OrdersContext) -> Wrong:
    return context.formula(Sum(context.discordant, context.tied)) if context.tied else None


@about_pairs("You gave tau. The number of pairs is asked for.")
def tau_given(context: OrdersContext) -> Wrong:
    return context.kendall(context.concordant, context.discordant)


@about_pairs("You gave their share. The number of pairs is asked for.")
def share_given(context: OrdersContext) -> Wrong:
    return context.formula(Ratio(context.discordant, context.pairs))


# tau_AP


@about_top("You took the second order for the true one. tau_AP is not the same both ways round.", common=COMMON)
def orders_swapped(context: OrdersContext) -> Wrong:
    return context.tau_of(context.turned)


@about_top("This is Kendall's tau, in which each pair counts the same.", common=COMMON)
def kendall_given(context: OrdersContext) -> Wrong:
    return _tau(context)


def _tau(context: OrdersContext) -> Wrong:
    found = KendallsTau().result(context.orders)
    return Formula(found.value if found.fraction is None else found.fraction, *found.equations[-1].sides[:1])  # type: ignore[union-attr]  # it is an equation


@about_top("You gave the mean of the shares. tau_AP is twice that, less 1.", common=COMMON)
def not_scaled(context: OrdersContext) -> Wrong:
    return context.formula(context.shares() / (context.n - 1))


@about_top(
    "You divided the shares by {things}. There are {last} of them, as the first has nobody above it.", common=COMMON
)
def over_all(context: OrdersContext) -> Wrong:
    return context.scaled(context.shares() / context.n)


@about_top("You did not divide the sum of the shares by {last}.")
def sum_not_divided(context: OrdersContext) -> Wrong:
    return context.scaled(context.shares())


@about_top("You gave the first of the order a share of 1. Nobody stands above it, so it has none.", common=COMMON)
def first_counted(context: OrdersContext) -> Wrong:
    return context.scaled(Sum(1, context.shares()) / context.n)


@about_top("You divided by the rank. Above rank i stand i − 1.", common=COMMON)
def over_rank(context: OrdersContext) -> Wrong:
    return context.scaled(context.shares(below=range(2, context.n + 1)) / (context.n - 1))


@about_top("You counted who of those above does not belong there.", common=COMMON)
def wrongly_above(context: OrdersContext) -> Wrong:
    others = [place - one for place, one in enumerate(context.above, start=1)]
    return context.scaled(context.shares(above=others) / (context.n - 1))


@about_top("You began at the bottom: that is tau_AP of both orders turned round, where swaps at the end cost most.")
def from_below(context: OrdersContext) -> Wrong:
    return context.tau_of(context.upside_down)


@about_top("You doubled and did not take off 1.", common=RARE)
def one_not_taken_off(context: OrdersContext) -> Wrong:
    return context.formula(Product(2, context.shares() / (context.n - 1)))


@about_top(
    "This is the mean of tau_AP both ways round, which Yilmaz, Aslam and Robertson name as the symmetric one. Here the "
    "first order is the true one.",
    definition=True,
    evidence="Yilmaz, Aslam and Robertson (2008)",
)
def symmetric(context: OrdersContext) -> Wrong:
    ways = [context.tau_of(orders).value for orders in (context.orders, context.turned)]
    if ways[0] == ways[1]:
        return None
    return context.formula((Number(Fraction(ways[0])) + Number(Fraction(ways[1]))) / 2)
