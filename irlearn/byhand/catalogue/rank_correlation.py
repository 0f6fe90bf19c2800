"""How alike two orders are: Kendall's tau from the pairs, and tau_AP rank by rank; and how orders are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from irlearn.byhand.declared_quantity import Case, DeclaredQuantity, Step, replacing, steps_with
from irlearn.byhand.misconceptions import (
    Facts,
    Number,
    Rounded,
    Rule,
    common_mistake,
    other_definition,
    register_mistakes,
)
from irlearn.byhand.portable_random import draw, shuffled
from irlearn.byhand.quantity import AGREEMENT, MOST_QUERIES, QuantityInput, Scores
from irlearn.byhand.question_words import topic
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Node, Number as Shown, Product, Ratio, Root, Sentence, Sum
from irlearn.parsing.two_lists import two_orders
from irlearn.text.english import comma_list, count_noun
from irlearn.text.numbers import Typed, exact_number, rank_text

if TYPE_CHECKING:  # SciPy waits until it is worked out
    from irlearn.statistics import KendallTau, TauAP

_LONGEST = 2000  # signs


@dataclass(frozen=True)
class Orders:
    """Two orders of the same things as a score each, higher the better, and their names.

    >>> Orders.of("A B C | B A C", "tau", float)
    Orders(first=(Fraction(3, 1), Fraction(2, 1), Fraction(1, 1)), second=(Fraction(2, 1), Fraction(3, 1), \
Fraction(1, 1)), names=('A', 'B', 'C'))
    >>> Orders.of([[0.3, 0.2], [0.1, 0.4]], "tau", float).text
    'scores A=0.3 B=0.2 | A=0.1 B=0.4'
    """

    first: Scores
    second: Scores
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        if self.ranked:
            orders = " | ".join(" ".join(self.ordered(side)) for side in (self.first, self.second))
            return orders if all(any(map(str.isalpha, name)) for name in self.names) else f"orders {orders}"
        return "scores " + " | ".join(
            " ".join(f"{name}={Typed(one)}" for name, one in zip(self.names, side, strict=True))
            for side in (self.first, self.second)
        )

    @property
    def ranked(self) -> bool:
        """Whether both are no more than orders without ties."""
        return sorted(self.first) == sorted(self.second) == list(range(1, len(self.names) + 1))

    def ordered(self, side: Scores) -> list[str]:
        """The names from the best on."""
        return [self.names[place] for place in sorted(range(len(side)), key=lambda place: -side[place])]

    @classmethod
    def of(cls, given: object, title: str, value: Callable[[Orders], float]) -> Orders:
        """The orders that are given. `value` is what is asked: readings between which it does not differ are one.

        Raises `InputError` for what is no pair of orders, and for what may be several ones.
        """
        told = f"{title} takes two orders of the same things, such as 'A B C D | B A C D', or two lists of scores"
        if isinstance(given, str):
            found = _of_text(given, told, value)
        elif isinstance(given, Sequence | np.ndarray) and len(given) in (2, 3):
            found = _of_lists(given, told)
        else:
            raise InputError(f"{told}; given: {quoted(given)}")
        if not 2 <= len(found.names) <= MOST_QUERIES:
            raise InputError(f"{told}, of 2 to {MOST_QUERIES} things; given: {len(found.names)}")
        return found


Scored = Mapping[Any, Any]
"""Scores by name."""


def _of_lists(given: Any, told: str) -> Orders:
    """Two lists of names or of scores, two tables of scores by name; or what was read before."""
    first, second, *names = given
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return _scored(first, second)
    if any(isinstance(one, str) or not isinstance(one, Sequence | np.ndarray) for one in (first, second)):
        raise InputError(f"{told}; given: {quoted(given)}")
    if len(first) and all(isinstance(one, str) for one in (*first, *second)):
        return _ordered([[one] for one in first], [[one] for one in second])
    return _scored(*_by_name(first, second, *names))


def _by_name(first: Sequence[Any], second: Sequence[Any], names: Sequence[str] = ()) -> tuple[Scored, Scored]:
    """Two lists of scores in the same order of things, which are called by letters where they have no names."""
    if len(first) != len(second):
        raise InputError(f"both lists hold one score a thing; given: {len(first)} and {len(second)} scores")
    names = names or [ascii_uppercase[place % 26] * (1 + place // 26) for place in range(len(first))]
    return dict(zip(names, first, strict=True)), dict(zip(names, second, strict=True))


def _of_text(text: str, told: str, value: Callable[[Orders], float]) -> Orders:
    if len(text) > _LONGEST:
        raise InputError(f"the orders have {len(text):,} signs; at most {_LONGEST:,} are read")
    typed = two_orders(text)
    if typed is None:
        raise InputError(f"{told}; given: {quoted(text.strip())}")
    if typed.groups:
        return _ordered(*typed.groups)
    found = dict[str, Orders]()
    if typed.kind != "order" or typed.scored:
        sides = typed.scored or _by_name(*typed.numbers or ())
        scores = _scored(*sides)
        may_be_ranks = typed.kind == "rank" or all(map(_may_be_ranks, (scores.first, scores.second)))
        if typed.kind != "rank":
            found["scores"] = scores
        if typed.kind not in ("score", "order") and may_be_ranks:
            found["ranks"] = _scored(*sides, side=-1)
    if typed.numbers and typed.kind in ("", "order"):
        first, second = typed.numbers
        same = sorted(first) == sorted(second) and len({*first}) == len(first) and all(map(str.isdecimal, first))
        found |= (
            {"orders": _ordered(*([[one] for one in side] for side in typed.numbers))} if typed.kind or same else {}
        )
    return _settled(found, text, value)


def _may_be_ranks(side: Scores) -> bool:
    return min(side) == 1 and all(one <= len(side) and (2 * one).denominator == 1 for one in side)


def _settled(readings: Mapping[str, Orders], text: str, value: Callable[[Orders], float]) -> Orders:
    """The one reading; or any where what is asked for is the same in all."""
    kinds = [*readings]
    if len(kinds) > 1 and len({round(value(one), 9) for one in readings.values()}) > 1:
        words = comma_list([f"{one!r}" for one in kinds], "or")
        raise InputError(f"{quoted(text.strip())} may be {comma_list(kinds, 'or')}; write {words} before the numbers")
    return readings.get("orders", readings[kinds[0]])


def _ordered(first: Sequence[Sequence[str]], second: Sequence[Sequence[str]]) -> Orders:
    """Two orders of the same names, tied ones together, as scores."""
    sides: list[dict[str, int]] = []
    for groups in (first, second):
        left, scores = sum(map(len, groups)), dict[str, int]()
        for group in groups:
            for name in group:
                if name in scores:
                    raise InputError(f"{quoted(name)} stands twice in one order; each thing has one place")
                scores[name] = left
            left -= len(group)
        sides.append(scores)
    return _scored(*sides)


def _scored(first: Scored, second: Scored, *, side: int = 1) -> Orders:
    """Scores by name as orders; of ranks turned to the other `side`."""
    from irlearn.statistics.ties import settled  # not where no order is asked about

    x, y = (
        {
            str(name): side * exact_number(one, f"the score of {name}", "a number such as 0.35")
            for name, one in it.items()
        }
        for it in (first, second)
    )
    for one, other, where in ((x, y, "second"), (y, x, "first")):
        if missing := [name for name in one if name not in other]:
            lacks = f"both orders hold the same things; the {where} lacks {comma_list(missing[:5])}"
            raise InputError(f"{lacks}; write the names alone, such as 'a > b > c | b > a > c'")
    return Orders(settled(tuple(x.values())), settled(tuple(y[name] for name in x)), tuple(x))


_LISTED = 30  # pairs

# what is asked, and its formulas


@lru_cache(maxsize=64)
def _counted(orders: Orders, *, top: bool = False) -> Any:
    """Kendall's tau as `irlearn.statistics` has it, or tau_AP, which looks from the `top`."""
    from irlearn.statistics import kendall_tau, tau_ap

    x, y = (list(map(float, side)) for side in (orders.first, orders.second))
    return (tau_ap if top else kendall_tau)(x, y, names=orders.names)


class OrdersCase(Case):
    """Two orders under a question."""

    wording = "rank-correlation"
    declared_facts: ClassVar[Facts] = {
        "many": lambda c: count_noun(c.n, "system"),
        "first": lambda c: f"{' and '.join(c.found(-1)[0])} stand" if c.found(-1) else "None stands",
        "and_ties": lambda c: f", {count_noun(c.ties, 'is', 'are')} tied" if c.ties else "",
        "by": lambda c: "the root of {} times {}".format(*c.apart) if c.ties else f"{c.pairs} pairs",
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        x, y, names = given[0], given[1], cast("tuple[str, ...]", given[2])
        self.orders, self.reversed = Orders(x, y, names), Orders(y, x, names)
        self.n, self.last, self.pairs = len(names), len(names) - 1, len(names) * (len(names) - 1) // 2
        self.twice = 2 * self.pairs
        self.counts = cast("KendallTau", _counted(self.orders))  # which refuses an order without a difference
        self.same, self.turned = self.counts.concordant, self.counts.discordant
        self.ties = self.pairs - self.same - self.turned
        self.apart = [self.pairs - one - self.counts.ties_both for one in (self.counts.ties_x, self.counts.ties_y)]
        """The pairs that are not tied in the one order, and in the other."""

    def found(self, sign: int) -> list[tuple[str, str]]:
        """The pairs that both orders put the same way (1), the other way round (-1), or that one of them ties (0)."""
        (x, y), names = (self.orders.first, self.orders.second), self.orders.names
        pairs = combinations(map(names.index, self.orders.ordered(x)), 2)
        apart = [((names[i], names[j]), (x[i] - x[j]) * (y[i] - y[j])) for i, j in pairs]
        return [pair for pair, way in apart if (way > 0) - (way < 0) == sign]

    def tau_a(self, over: int | Node = 0) -> Node:
        """Tau over all pairs, or something else."""
        return (Shown(self.same) - self.turned) / (over or self.pairs)

    def tau_b(self) -> Node:
        """Tau over the root of the pairs that are not tied in the one times those not tied in the other."""
        return self.tau_a(Root(Product(*self.apart)) if self.ties else 0)

    @property
    def input_text(self) -> str:
        return self.orders.text

    @property
    def columns(self) -> Mapping[str, Sequence[str]]:
        """The things in the first order, and the rank of each in both; their scores where those were given."""
        orders = self.orders
        names = orders.ordered(orders.first)
        found: dict[str, Sequence[str]] = {"item": names}
        for head, side, ranks in zip(("first", "second"), (orders.first, orders.second), self.ranks, strict=True):
            by_name = dict(zip(orders.names, zip(side, ranks, strict=True), strict=True))
            if not orders.ranked:
                found[f"{head} score"] = [str(float(by_name[name][0])) for name in names]
            found[head if orders.ranked else f"{head} rank"] = [rank_text(float(by_name[name][1])) for name in names]
        return found

    @property
    def ranks(self) -> list[list[Fraction]]:
        """The rank of each thing in both, 1 the best; tied ones share the mean of theirs."""
        return [
            [sum(other > one for other in side) + Fraction(side.count(one) + 1, 2) for one in side]
            for side in (self.orders.first, self.orders.second)
        ]

    def lines(self) -> Iterator[Line]:
        yield from self.quantity.counted(self)
        if self.quantity.statistic != "discordant":
            yield from super().lines()

    @property
    def sentence_tags(self) -> Sequence[str]:
        return ["tied"] if self.ties else []

    @property
    def data_sentences(self) -> str:
        """Both orders, from the best on; scores where ties stand among them.

        >>> KendallsTau().make_case(KendallsTau().read("A B C | B A C")).data_sentences
        'By all judgments the order is A, B, C; by fewer it is B, A, C.'
        """
        orders = self.orders
        if not orders.ranked:
            x, y = (
                comma_list([f"{name} {float(one):g}" for name, one in zip(orders.names, side, strict=True)])
                for side in (orders.first, orders.second)
            )
            return f"By all judgments the scores are {x}; by fewer they are {y}."
        first, second = (", ".join(orders.ordered(side)) for side in (orders.first, orders.second))
        return f"By all judgments the order is {first}; by fewer it is {second}."


class RankCorrelation(DeclaredQuantity):
    """A number that says how alike two orders of the same things are.

    What it is asked about is two orders, from the best on, or two lists of scores, of which the higher are better.
    """

    family = AGREEMENT
    input_kind = "two orders"
    example = "A B C D E | B A C E D"
    is_exact = True
    accepts_fraction = False
    case_type = OrdersCase

    def read(self, given: object) -> QuantityInput:
        """The scores of the first order and of the second, and behind them the names. Raises `InputError`."""
        found = Orders.of(given, self.title, self.value)
        self.value(found)  # refused now where it is not defined
        return _pair(found)

    def value(self, orders: Orders) -> float:
        return float(self.make_case(_pair(orders)).right_value)

    def counted(self, case: OrdersCase) -> Iterable[Sentence]:  # noqa: ARG002 - some have no more than equations
        """What is counted before the first equation, in sentences."""
        return ()

    def __repr__(self) -> str:
        return self.name if self.statistic == self.statistics[0] else super().__repr__()


def _pair(orders: Orders) -> QuantityInput:
    return cast("QuantityInput", (orders.first, orders.second, orders.names))


def _named(what: str, pairs: Iterable[tuple[str, str]]) -> Sentence:
    listed = [f"{one} and {other}" for one, other in pairs]
    more = f", and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return Sentence(f"{what}: {', '.join(listed[:_LISTED]) or 'none'}{more}")


class KendallsTau(RankCorrelation):
    """Kendall's tau between two orders of the same things (with ties tau-b), or "discordant", the pairs turned round.

    tau = (concordant − discordant) / pairs; with ties tau-b, which divides by the root of the pairs that are not tied
    in the first times those that are not in the second. Source: Kendall (1938, 1945).

    >>> from irlearn import explain
    >>> print(*explain(KendallsTau(), "A B C D | B A C D").lines, sep=chr(10))
    pairs that stand the other way round: A and B
    6 pairs: 5 in the same order, 1 reversed
    tau = (5 - 1) / 6 = 2/3 = 0.6667
    """

    name = "tau"
    aliases: ClassVar[tuple[str, ...]] = (
        "kendall",
        "kendall-tau",
        "kendalls-tau",
        "tau-b",
        "kendall-tau-b",
        "kendalls-tau-b",
    )
    title = "Kendall's tau"
    steps: ClassVar[tuple[Step, ...]] = (
        Step("tau", OrdersCase.tau_b, low=-1.0, high=1.0),
        Step("discordant", lambda c: Shown(c.turned)),
    )

    def counted(self, case: OrdersCase) -> Iterable[Sentence]:
        yield _named("pairs that stand the other way round", case.found(-1))
        if case.ties:
            yield _named("tied pairs", case.found(0))
        yield cast("Sentence", case.counts.equations[0])


class TauA(KendallsTau):
    """Kendall's tau-a between two orders: over all pairs, whether some are tied or not.

    >>> from irlearn import explain
    >>> explain("tau-a", "scores 0.3 0.2 0.2 | 0.5 0.4 0.1").equation
    'tau = (2 - 0) / 3 = 2/3 = 0.6667'
    """

    name = "tau-a"
    aliases = ("kendall-tau-a", "kendalls-tau-a")
    title = "Kendall's tau-a"
    steps = steps_with(KendallsTau.steps, tau={"formula": OrdersCase.tau_a})


class TauAPCase(OrdersCase):
    """The same, where the second order is an estimate of the first."""

    wording = "tau-ap"
    declared_facts = OrdersCase.declared_facts | {
        "above": lambda c: c.top.above[0],
        "each_share": lambda c: comma_list([f"{one}/{rank}" for rank, one in enumerate(c.top.above, start=1)]),
    }

    def __init__(self, asked: Any, given: QuantityInput) -> None:
        super().__init__(asked, given)
        self.top = cast("TauAP", _counted(self.orders, top=True))

    @property
    def notes(self) -> Sequence[str]:
        return self.top.notes

    def shares(self, below: Sequence[int] = (), top: TauAP | None = None) -> Node:
        """The sum of the shares, over other numbers or of other orders where they are given."""
        counts = zip((top or self.top).above, below or range(1, self.n), strict=True)
        return Sum(*(Ratio(one, over) for one, over in counts), whole=True)

    def tau_ap(self, top: TauAP | None = None) -> Node:
        """Twice the mean of the shares, less 1."""
        return Product(2, self.shares(top=top) / (Shown(self.n) - 1)) - 1

    def turned_round(self) -> Node:
        """The same with the second order for the true one."""
        return self.tau_ap(_counted(self.reversed, top=True))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """It from rounded shares, or from a rounded mean of them."""
        shares = [Fraction(one) / over for over, one in enumerate(self.top.above, start=1)]
        yield 2 * sum(map(rounded, shares)) / Fraction(self.last) - 1
        yield 2 * rounded(sum(shares) / self.last) - 1


class KendallsTauAP(RankCorrelation):
    """tau_AP of an estimated order, the second, against the true one, the first: swaps near the top cost most.

    For each but the first of the estimated order, the share of those above it that truly belong there; twice the mean
    of the shares, less 1. With ties it is the mean over all ways to break them. Source: Yilmaz, Aslam and Robertson
    (2008); Urbano and Marrero (2017) for ties.

    >>> from irlearn import explain
    >>> print(*explain(KendallsTauAP(), "A B C D | B A C D").lines, sep=chr(10))
    rank 2, A: 0 of 1 above it belong there
    rank 3, C: 2 of 2 above it belong there (B, A)
    rank 4, D: 3 of 3 above it belong there (B, A, C)
    tau_AP = 2 · (0/1 + 2/2 + 3/3) / (4 - 1) - 1 = 1/3 = 0.3333
    """

    name = "tau-ap"
    aliases = ("tauap",)
    title = "tau_AP"
    accepts_fraction = True
    case_type = TauAPCase
    steps = (Step("tau-ap", TauAPCase.tau_ap, label="tau_AP", low=-1.0, high=1.0),)

    def counted(self, case: Any) -> Iterable[Sentence]:
        orders, on_average = case.orders, " on average" if case.ties else ""
        for rank, count in enumerate(case.top.above, start=2):
            place, above = case.top.order[rank - 1], case.top.order[: rank - 1]
            better = [orders.names[one] for one in above if orders.first[one] > orders.first[place]]
            named = f" ({', '.join(better)})" if better and not case.ties else ""
            yield Sentence(
                f"rank {rank}, {orders.names[place]}: {count} of {rank - 1} above it belong there{on_average}{named}"
            )


# wrong rules: which pairs count, and what they are divided by

_BOTH = "tau tau-a"

register_mistakes(
    __file__,
    common_mistake("distance-given", _BOTH, replacing(tau=lambda c: Shown(c.turned))),
    common_mistake("share-concordant", _BOTH, replacing(tau=lambda c: Ratio(c.same, c.pairs))),
    common_mistake("pairs-twice", _BOTH, replacing(tau=lambda c: c.tau_a(2 * c.pairs))),
    common_mistake("not-divided", _BOTH, replacing(tau=lambda c: Shown(c.same) - c.turned)),
    common_mistake("sign-turned", _BOTH, replacing(tau=lambda c: (Shown(c.turned) - c.same) / c.pairs)),
    common_mistake(
        "ties-concordant",
        _BOTH,
        replacing(tau=lambda c: (Shown(c.same + c.ties) - c.turned) / c.pairs if c.ties else None),
    ),
    common_mistake(
        "gamma", _BOTH, replacing(tau=lambda c: c.tau_a(c.same + c.turned) if c.ties and c.same + c.turned else None)
    ),
    other_definition(
        "tau-a-given", "tau", replacing(tau=lambda c: c.tau_a() if c.ties else None), evidence="Kendall (1938)"
    ),
    other_definition(
        "tau-b-given", "tau-a", replacing(tau=lambda c: c.tau_b() if c.ties else None), evidence="Kendall (1945); SciPy"
    ),
    common_mistake("concordant-counted", _BOTH, replacing(discordant=lambda c: Shown(c.same))),
)


# wrong rules of tau_AP: which order leads, and what its shares are


def _top(formula: Callable[[Any], Node | None]) -> Rule:
    return replacing(**{"tau-ap": formula})


def _symmetric(case: TauAPCase) -> Node | None:
    one, other = (Fraction(made.exact or 0) for made in (case.tau_ap(), case.turned_round()))
    return (Shown(one) + Shown(other)) / 2 if one != other else None


register_mistakes(
    __file__,
    common_mistake("orders-swapped", "tau-ap", _top(TauAPCase.turned_round)),
    common_mistake("kendall-given", "tau-ap", _top(OrdersCase.tau_b)),
    common_mistake("not-scaled", "tau-ap", _top(lambda c: c.shares() / (c.n - 1))),
    common_mistake("over-all", "tau-ap", _top(lambda c: Product(2, c.shares() / c.n) - 1)),
    common_mistake(
        "over-rank", "tau-ap", _top(lambda c: Product(2, c.shares(below=range(2, c.n + 1)) / (c.n - 1)) - 1)
    ),
    other_definition("symmetric", "tau-ap", _top(_symmetric), evidence="Yilmaz, Aslam and Robertson (2008)"),
)


# the exercises


@topic("tau", "Kendall's tau between the orders of systems by all and by fewer judgments", "14")
def _(random: Random, level: int) -> tuple[Any, QuantityInput]:
    systems, asked = draw(random, *((6, 9), (6, 8), (8, 9))[level - 1]), KendallsTau()
    scores = scores_drawn(random, systems)
    if level == 1 or any(len({*side}) < 2 for side in scores):
        return (asked, KendallsTauAP()) if level == 1 else asked, asked.read(orders_drawn(random, systems))
    return asked, asked.read(scores)  # with ties


topic("tau-ap", "tau_AP of the order by fewer judgments, in which swaps near the top cost most", "14")(
    lambda random, level: (KendallsTauAP(), KendallsTauAP().read(orders_drawn(random, (6, 7, 8)[level - 1])))
)


def scores_drawn(random: Random, systems: int) -> list[list[Fraction]]:
    """Scores of systems with two digits, the best first, and by fewer judgments; some are tied."""
    first = sorted((draw(random, 20, 33) for _ in range(systems)), reverse=True)
    return [[Fraction(one, 100) for one in side] for side in (first, [one + draw(random, -8, 8) for one in first])]


def orders_drawn(random: Random, systems: int) -> list[list[str]]:
    """An order of systems, and another in which each is moved by some places."""
    first = shuffled(random, list("ABCDEFGH"[:systems]))
    far = draw(random, 1, 2 * systems)
    moved = {name: 10 * place + draw(random, 0, 10 * far) for place, name in enumerate(first)}
    return [first, sorted(first, key=lambda name: (moved[name], name))]
