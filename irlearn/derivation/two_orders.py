"""How alike two orders are, worked out as by hand: Kendall's tau from the pairs, and tau_AP rank by rank."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, cast

from irlearn.derivation.order_text import Orders
from irlearn.derivation.significance import AGREEMENT, Pair, Significance, SignificanceDerivation
from irlearn.expression import Line, Sentence
from irlearn.numbers import half

if TYPE_CHECKING:  # SciPy waits until it is worked out
    from irlearn.statistics import KendallTau, TauAP

_LISTED = 30  # pairs


@dataclass(frozen=True, repr=False)
class OfTwoOrders(Significance):
    """A number that says how alike two orders of the same things are.

    What it is asked about is two orders, from the best on, or two lists of scores, of which the higher are better.
    """

    family = AGREEMENT
    about = "two orders"
    example = "A B C D E | B A C E D"
    short = False

    @property
    def range(self) -> tuple[float, float]:
        """From -1, one order turned round, to 1, the same; pairs are counted from 0."""
        return (0.0, math.inf) if self.statistic == "discordant" else (-1.0, 1.0)

    @property
    def quantity(self) -> str:
        """The number asked for, as its equation begins."""
        return {"tau-ap": "tau_AP"}.get(self.statistic, self.statistic)

    def read(self, given: object) -> Pair:
        """The scores of the first order and of the second, and behind them the names. Raises `InputError`.

        >>> KendallsTau().read("A B | B A")
        ((Fraction(2, 1), Fraction(1, 1)), (Fraction(1, 1), Fraction(2, 1)), ('A', 'B'))
        """
        found = Orders.of(given, self.title, self.value)
        self.value(found)  # refused now where it is not defined
        return cast("Pair", (found.first, found.second, found.names))

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text."""
        return self.read(text)

    def orders(self, pair: Pair) -> Orders:
        """The orders that were read."""
        first, second, names = pair
        return Orders(first, second, cast("tuple[str, ...]", names))

    def text(self, pair: Pair) -> str:
        """What is asked about as it is typed."""
        return self.orders(pair).text

    def value(self, orders: Orders) -> float:
        """The number asked for."""
        raise NotImplementedError

    def worked_out(self, orders: Orders) -> tuple[Fraction | float, tuple[Line, ...], tuple[str, ...]]:
        """The number asked for, its lines, and what to note."""
        raise NotImplementedError

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import StatedNumbers

        orders = self.orders(pair)
        right, lines, notes = self.worked_out(orders)
        return OrdersDerivation(self, pair, StatedNumbers(rows=columns_of(orders), notes=notes), right, lines)  # type: ignore[arg-type]  # it has cells and notes

    def __repr__(self) -> str:
        return self.name if self.statistic == self.statistics[0] else super().__repr__()


def columns_of(orders: Orders) -> dict[str, list[str]]:
    """The things in the first order, and the rank of each in both; their scores where those were given.

    >>> columns_of(Orders.of("A B C | B A C", "tau", float))
    {'item': ['A', 'B', 'C'], 'first': ['1', '2', '3'], 'second': ['2', '1', '3']}
    """
    names = orders.ordered(orders.first)
    places = [orders.names.index(name) for name in names]
    found = {"item": names}
    for head, side in (("first", orders.first), ("second", orders.second)):
        if not orders.ranked:
            found[f"{head} score"] = [str(float(side[place])) for place in places]
        ranks = [
            sum(other > side[place] for other in side) + Fraction(side.count(side[place]) + 1, 2) for place in places
        ]
        found[head if orders.ranked else f"{head} rank"] = [half(float(rank)) for rank in ranks]
    return found


@dataclass(frozen=True, repr=False)
class _Kendall(OfTwoOrders):
    """Kendall's tau, by one of its definitions."""

    statistics = ("tau", "discordant")
    first_step = "write down all pairs, and which of them stand the other way round in the second order."
    _spoken: ClassVar[dict[str, str]] = {
        "tau": "Kendall's tau",
        "discordant": "the number of pairs that the two orders put the other way round",
    }
    _why: ClassVar[dict[str, str]] = {
        "tau": "Each pair counts the same: 1 where both orders agree, −1 where they do not.",
        "discordant": "A pair is discordant where one order puts the one first, and the other order the other.",
    }
    variant: ClassVar[str] = "b"

    def result(self, orders: Orders) -> KendallTau:
        """Tau as `irlearn.statistics` has it."""
        from irlearn.statistics import kendall_tau

        x, y = (list(map(float, side)) for side in (orders.first, orders.second))
        return kendall_tau(x, y, variant=self.variant, names=orders.names)  # type: ignore[arg-type]  # "a" or "b"

    def value(self, orders: Orders) -> float:
        """The number asked for."""
        found = self.result(orders)
        return found.value if self.statistic == "tau" else float(found.discordant)

    def worked_out(self, orders: Orders) -> tuple[Fraction | float, tuple[Line, ...], tuple[str, ...]]:
        """The discordant pairs one by one, how many pairs there are of each kind, and tau."""
        found = self.result(orders)
        told = [_named("pairs that stand the other way round", discordant(orders))]
        if ties := tied(orders):
            told.append(_named("tied pairs", ties))
        counts, tau = found.equations
        if self.statistic == "discordant":
            return Fraction(found.discordant), (*told, counts), ()
        return (found.value if found.fraction is None else found.fraction), (*told, counts, tau), ()


def _named(what: str, pairs: Iterable[tuple[str, str]]) -> Sentence:
    listed = [f"{one} and {other}" for one, other in pairs]
    more = f", and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return Sentence(f"{what}: {', '.join(listed[:_LISTED]) or 'none'}{more}")


def _apart(orders: Orders) -> list[tuple[tuple[str, str], Fraction, Fraction]]:
    """Each pair, the better of the first order first, and how far it lies apart in both."""
    places = [orders.names.index(name) for name in orders.ordered(orders.first)]
    x, y = orders.first, orders.second
    return [((orders.names[i], orders.names[j]), x[i] - x[j], y[i] - y[j]) for i, j in combinations(places, 2)]


def discordant(orders: Orders) -> list[tuple[str, str]]:
    """The pairs that the two put the other way round, as the first puts them.

    >>> discordant(Orders.of("A B C D | B A D C", "tau", float))
    [('A', 'B'), ('C', 'D')]
    """
    return [pair for pair, first, second in _apart(orders) if first * second < 0]


def tied(orders: Orders) -> list[tuple[str, str]]:
    """The pairs that share a place in one of the two, or in both."""
    return [pair for pair, first, second in _apart(orders) if not first * second]


@dataclass(frozen=True, repr=False)
class KendallsTau(_Kendall):
    """Kendall's tau between two orders of the same things (with ties tau-b), or "discordant", the pairs turned round.

    tau = (concordant − discordant) / pairs; with ties tau-b, which divides by the root of the pairs that are not tied
    in the first times those that are not in the second. Source: Kendall (1938, 1945).

    >>> from irlearn import explain
    >>> print(*explain(KendallsTau(), "A B C D | B A C D").lines, sep=chr(10))
    pairs that stand the other way round: A and B
    6 pairs: 5 in the same order, 1 reversed
    tau = (5 - 1) / 6 = 2/3 = 0.6667
    """

    statistic: str = "tau"

    name = "tau"
    title = "Kendall's tau"


@dataclass(frozen=True, repr=False)
class TauA(_Kendall):
    """Kendall's tau-a between two orders: over all pairs, whether some are tied or not.

    >>> from irlearn import explain
    >>> explain("tau-a", "scores 0.3 0.2 0.2 | 0.5 0.4 0.1").equation
    'tau = (2 - 0) / 3 = 2/3 = 0.6667'
    """

    statistic: str = "tau"

    name = "tau-a"
    title = "Kendall's tau-a"
    variant: ClassVar[str] = "a"


@dataclass(frozen=True, repr=False)
class TauOfTop(OfTwoOrders):
    """tau_AP of an estimated order, the second, against the true one, the first: swaps near the top cost most.

    For each but the first of the estimated order, the share of those above it that truly belong there; twice the mean
    of the shares, less 1. With ties it is the mean over all ways to break them. Source: Yilmaz, Aslam and Robertson
    (2008); Urbano and Marrero (2017) for ties.

    >>> from irlearn import explain
    >>> print(*explain(TauOfTop(), "A B C D | B A C D").lines, sep=chr(10))
    rank 2, A: 0 of 1 above it belong there
    rank 3, C: 2 of 2 above it belong there (B, A)
    rank 4, D: 3 of 3 above it belong there (B, A, C)
    tau_AP = 2 · (0/1 + 2/2 + 3/3) / (4 - 1) - 1 = 1/3 = 0.3333
    """

    statistic: str = "tau-ap"

    name = "tau-ap"
    title = "tau_AP"
    statistics = ("tau-ap",)
    first_step = "go down the second order from rank 2, and count who of those above is better in the first order."
    _spoken: ClassVar[dict[str, str]] = {"tau-ap": "tau_AP of the second order against the first"}
    _why: ClassVar[dict[str, str]] = {
        "tau-ap": "Each rank of the estimated order counts the same, so that a pair near the top, among few, counts "
        "more than one further down."
    }

    def result(self, orders: Orders) -> TauAP:
        """tau_AP as `irlearn.statistics` has it."""
        from irlearn.statistics import tau_ap

        x, y = (list(map(float, side)) for side in (orders.first, orders.second))
        return tau_ap(x, y, names=orders.names)

    def value(self, orders: Orders) -> float:
        """The number asked for."""
        return self.result(orders).value

    def worked_out(self, orders: Orders) -> tuple[Fraction | float, tuple[Line, ...], tuple[str, ...]]:
        """How many of those above each belong there, and tau_AP."""
        found = self.result(orders)
        untied = len(set(orders.first)) == len(set(orders.second)) == len(orders.names)
        lines = []
        for rank, count in enumerate(found.above, start=2):
            place, *above = found.order[rank - 1], *found.order[: rank - 1]
            better = [orders.names[one] for one in above if orders.first[one] > orders.first[place]]
            named = f" ({', '.join(better)})" if better and untied else ""
            on_average = "" if untied else " on average"
            told = f"rank {rank}, {orders.names[place]}: {count} of {rank - 1} above it belong there{on_average}{named}"
            lines.append(Sentence(told))
        assert found.fraction is not None  # of so few
        return found.fraction, (*lines, *found.equations), found.notes


@dataclass(frozen=True, repr=False, eq=False)
class OrdersDerivation(SignificanceDerivation):
    """A number about two orders worked out.

    >>> KendallsTau("discordant").explained(KendallsTau().read("A B C | C A B")).value
    2.0
    """

    found: Fraction | float
    steps: tuple[Line, ...]

    @cached_property
    def right(self) -> Fraction | float:
        """The number asked for."""
        return self.found

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The calculation, one line each, as trees."""
        return self.steps
