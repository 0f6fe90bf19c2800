"""Misconceptions about Kendall's tau and tau_AP: which pairs count, what they are divided by, and which order leads."""

from __future__ import annotations

from fractions import Fraction

from irlearn.derivation.two_orders import KendallsTau, TauA
from irlearn.diagnosis.context.two_orders import OrdersContext
from irlearn.expression import Number, Product, Ratio, Sum
from irlearn.kinds.rules import COMMON, About, Formula, Wrong

misconception = About("tau", "tau-a", statistic="tau")
about_b = About("tau", statistic="tau")
about_a = About("tau-a", statistic="tau")
about_pairs = About("tau", "tau-a", statistic="discordant")
about_top = About("tau-ap")


@misconception("You counted the pairs that stand the other way round: Kendall's distance.", common=COMMON)
def distance_given(context: OrdersContext) -> Wrong:
    return context.formula(Number(context.discordant))


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


# ties


@misconception("You counted tied pairs as in the same order. A tie is neither.", common=COMMON)
def ties_concordant(context: OrdersContext) -> Wrong:
    return context.kendall(context.concordant + context.tied, context.discordant) if context.tied else None


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
