"""What wrong rules about significance tests work on: two lists of scores, their differences and ranks."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from irlearn.derivation.significance import Binomial, Pair, PairedT, RankSum, SignedRank, Significance, SignTest
from irlearn.diagnosis.cases import Formula, Number, Wrong
from irlearn.expression import Chance, Min, Node, Number as Shown, Part, Power, Product, Ratio, Root, as_few_digits
from irlearn.numbers import decimal, degrees, short

_WRITTEN = 30  # coins


@dataclass(frozen=True)
class SamplesCase:
    """The scores of two systems under a test, with all that hand calculations take from them, exact.

    For a binomial test `wins` are the successes and `losses` the failures. `ranks` are those of the differences' sizes,
    without the zeros; equal sizes share the mean of their ranks.

    >>> case = SamplesCase(SignedRank(), SignTest().read(([0.5, 0.7, 0.9, 0.2], [0.4, 0.8, 0.3, 0.2])))
    >>> case.wins, case.losses, case.ties, [str(rank) for rank in case.ranks]
    (2, 1, 1, ['3/2', '3/2', '3'])
    """

    asked: Significance
    given: Pair

    @property
    def asks_p(self) -> bool:
        """Whether the p-value is asked for, not the statistic."""
        return self.asked.statistic == "p"

    @property
    def a(self) -> tuple[Fraction, ...]:
        """The scores of A."""
        return self.given[0]

    @property
    def b(self) -> tuple[Fraction, ...]:
        """The scores of B."""
        return self.given[1]

    @cached_property
    def all_differences(self) -> tuple[Fraction, ...]:
        """A - B for each query."""
        return tuple(one - other for one, other in zip(self.a, self.b, strict=True))

    @cached_property
    def differences(self) -> tuple[Fraction, ...]:
        """The differences that are not 0."""
        return tuple(one for one in self.all_differences if one)

    @cached_property
    def wins(self) -> int:
        """The queries that A wins."""
        return int(self.a[0]) if isinstance(self.asked, Binomial) else sum(one > 0 for one in self.differences)

    @cached_property
    def losses(self) -> int:
        """The queries that B wins."""
        return int(self.b[0]) - self.wins if isinstance(self.asked, Binomial) else len(self.differences) - self.wins

    @property
    def ties(self) -> int:
        """The queries that neither wins."""
        return 0 if isinstance(self.asked, Binomial) else len(self.a) - self.counted

    @property
    def counted(self) -> int:
        """The wins and losses together."""
        return self.wins + self.losses

    @property
    def fewer(self) -> int:
        """The smaller of wins and losses."""
        return min(self.wins, self.losses)

    @cached_property
    def ranks(self) -> tuple[Fraction, ...]:
        """The rank of each difference's size, 1 for the smallest."""
        return midranks([abs(one) for one in self.differences])

    @cached_property
    def all_ranks(self) -> tuple[Fraction, ...]:
        """The rank of each difference's size among all, also those of 0."""
        return midranks([abs(one) for one in self.all_differences])

    @cached_property
    def sums(self) -> tuple[Fraction, Fraction]:
        """The sum of the ranks that A wins, and of those that B wins."""
        return summed(self.differences, self.ranks)

    @cached_property
    def together(self) -> tuple[Fraction, ...]:
        """The ranks of all scores together, those of A first."""
        return midranks([*self.a, *self.b])

    @property
    def shares_ranks(self) -> bool:
        """Whether equal values share a rank in the test that is asked for."""
        ranks = self.together if isinstance(self.asked, RankSum) else self.ranks
        return len(set(ranks)) < len(ranks)

    @property
    def rank_sums(self) -> tuple[Fraction, Fraction]:
        """The sums of the ranks among all scores, of A and of B."""
        ranks, n = self.together, len(self.a)
        return sum(ranks[:n], Fraction(0)), sum(ranks[n:], Fraction(0))

    @property
    def u(self) -> Fraction:
        """The pairs of one score of A and one of B in which A is higher, ties counting half."""
        n = len(self.a)
        return self.rank_sums[0] - Fraction(n * (n + 1), 2)

    @cached_property
    def moments(self) -> tuple[float, float]:
        """The mean and the standard deviation of the differences, over n - 1."""
        return mean_and_deviation(self.all_differences)

    # p-values, each as a formula with its calculation

    def flips(self, k: int, n: int, times: int = 2) -> Formula:
        """The chance of at most k heads in n flips of a coin, doubled for both sides, at most 1."""
        ways = sum(math.comb(n, count) for count in range(k + 1))
        return tails(times, f"at most {k} of {n}", ways, 2**n, power_of_two(n))

    def signed(self, differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> Formula:
        """The smaller rank sum, or its p-value, from other differences or other ranks than the right ones."""
        plus, minus = summed(differences, ranks)
        if not self.asks_p:
            return Formula(min(plus, minus), Min(half(plus), half(minus)))
        return self.signed_p(plus, [rank for rank in ranks if rank])

    def signed_p(self, plus: Fraction, ranks: Sequence[Fraction], *, times: int = 2, beyond: int = 0) -> Formula:
        """The exact p-value of a sum of some of the ranks; `beyond` moves its limit by so many halves."""
        ways, doubled = _sign_ways(tuple(sorted(int(2 * rank) for rank in ranks))), int(2 * plus)
        limit = min(doubled, len(ways) - 1 - doubled) + beyond
        count = sum(ways[: max(limit + 1, 0)])
        return tails(times, f"W at most {limit / 2:g}", count, 2 ** len(ranks), power_of_two(len(ranks)))

    def summed_p(
        self, ranks: Sequence[Fraction], *, times: int = 2, beyond: int = 0, null: Sequence[Fraction] = ()
    ) -> Formula:
        """The exact p-value of the ranks of A, the first ones, among all; `beyond` moves its limit by halves.

        `null` are the ranks that are chosen from without a difference, where they are others.
        """
        n = len(self.a)
        doubled = [int(2 * rank) for rank in ranks]
        ways, least = _choices(tuple(sorted(int(2 * rank) for rank in null or ranks)), n), n * (n + 1)
        at = sum(doubled[:n])
        below, above = sum(ways[: max(at + 1 + beyond, 0)]), sum(ways[max(at - beyond, 0) :])
        count, total = min(below, above), math.comb(len(ranks), n)
        u = min(at, sum(doubled) - at) - least + beyond
        return tails(times, f"U at most {u / 2:g}", count, total, total)

    def table_p(self) -> Formula:
        """The p-value of the right sum of ranks, as if no ranks were shared; one with a half at the next whole sum."""
        if isinstance(self.asked, RankSum):
            return self.summed_p(self.together, beyond=int(2 * self.u) % 2, null=untied(self.together))
        return self.signed_p(self.sums[0], untied(self.ranks), beyond=int(2 * self.sums[0]) % 2)

    def one_tail(self) -> Formula:
        """Half of the p-value: the tail on the side that was found."""
        match self.asked:
            case SignTest() | Binomial():
                return self.flips(self.fewer, self.counted, 1)
            case SignedRank():
                return self.signed_p(self.sums[0], self.ranks, times=1)
            case RankSum():
                return self.summed_p(self.together, times=1)
        return Formula(float(self.right) / 2, Chance("T at least |t|"))

    def point(self) -> tuple[Fraction, Node]:
        """The probability of exactly what was found."""
        match self.asked:
            case SignedRank():
                ways, at = _sign_ways(tuple(sorted(int(2 * rank) for rank in self.ranks))), int(2 * self.sums[0])
                return Fraction(ways[at], 2**self.counted), Chance(f"W exactly {half(min(self.sums))}")
            case RankSum():
                doubled = [int(2 * rank) for rank in self.together]
                ways, n = _choices(tuple(sorted(doubled)), len(self.a)), len(self.a)
                return Fraction(ways[sum(doubled[:n])], math.comb(2 * n, n)), Chance(f"U of A exactly {half(self.u)}")
        chance = Fraction(math.comb(self.counted, self.fewer), 2**self.counted)
        return chance, Chance(f"exactly {self.fewer} of {self.counted}")

    def z(self, *, corrected: bool = True) -> tuple[float, float, float]:
        """What the normal approximation compares: the statistic, its mean and its standard deviation.

        The deviation is that of the ranks as they are, or if not `corrected` of as many ranks of which none are shared.
        """
        match self.asked:
            case SignedRank():
                squares = math.fsum(float(rank) ** 2 for rank in (self.ranks if corrected else untied(self.ranks)))
                return float(self.sums[0]), float(sum(self.sums)) / 2, math.sqrt(squares) / 2
            case RankSum():
                n = len(self.a)
                ranks = self.together if corrected else untied(self.together)
                _, spread = mean_and_deviation(ranks)
                return float(self.u), n * n / 2, spread * math.sqrt(n / 2)
        return float(self.fewer), self.counted / 2, math.sqrt(self.counted) / 2

    def over(self, mean: float, deviation: float, n: int, freedom: int, *, root: bool = True) -> Wrong:
        """The mean over its deviation over the root of n (without `root`, n), or p of that; None where it is 0."""
        if not deviation:
            return None
        below = math.sqrt(n) if root else n
        t = mean / (deviation / below)
        written = as_shown(lambda number: number(mean) / (number(deviation) / (Root(n) if root else n)), t)
        return self.t_or_p(t, freedom, written)

    def t_or_p(self, t: float, freedom: float, *written: Part) -> Formula:
        """The t given, or its two-sided p-value."""
        if not self.asks_p:
            return Formula(t, *written)
        tail = Chance(f"T at least {decimal(abs(t))}", behind=f"with {degrees(freedom)}")
        return Formula(t_tails(t, freedom), Product(2, tail))

    @cached_property
    def right(self) -> Number:
        """The right number, exact where it is a fraction."""
        from irlearn.derivation.significance import explain_test  # SciPy waits until it is needed

        return explain_test(self.asked, self.given).right

    def rounded(self, digits: int) -> list[float]:
        """The results when what is on the way is rounded to so many decimals."""

        def cut(value: Number) -> float:
            return float(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)) / 10**digits)

        if not isinstance(self.asked, PairedT):
            return [2 * cut(self.one_tail().value)] if self.asks_p else []
        n, (mean, deviation) = len(self.a), self.moments
        ways = [(cut(mean), cut(deviation / math.sqrt(n)))]
        ways.append((cut(mean), cut(deviation) / math.sqrt(n)))
        found = [above / below for above, below in ways if below]
        return [t_tails(cut(mean / (deviation / math.sqrt(n))), n - 1)] if self.asks_p else found

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        ahead, behind = ("A", "B") if self.wins >= self.losses else ("B", "A")
        told = {
            "test": self.asked.title,
            "wins": self.wins,
            "losses": self.losses,
            "ties": self.ties,
            "the_ties": "the tie" if self.ties == 1 else f"the {self.ties} ties",
            "as_wins": "it as a win" if self.ties == 1 else "them as wins",
            "n": self.counted,
            "queries": len(self.a),
            "ahead": ahead,
            "behind": behind,
            "most": self.counted - self.fewer,
            "least": self.fewer,
        }
        if isinstance(self.asked, RankSum):
            told |= {"pairs": len(self.a) ** 2, "off": f"{len(self.a)} · {len(self.a) + 1} / 2"}
        return told

    def asking(self, asked: Significance) -> SamplesCase:
        """The same scores under another question."""
        return replace(self, asked=asked)


def as_shown(build: Callable[[Callable[[float], Shown]], Node], value: float) -> Node:
    """A calculation whose numbers have digits enough to give the value; `build` is told how to show a number.

    >>> print(as_shown(lambda number: number(-0.01111) / number(0.0154), -0.01111 / 0.0154))
    -0.01111 / 0.01540
    """

    def made(digits: int) -> Node:
        return build(lambda number: Shown(number, decimal(abs(number), digits)))

    return as_few_digits(made, value, short)


def tails(times: int, event: str, ways: int, total: int, written: Part) -> Formula:
    """A p-value that is so many times the share of the ways in a tail, at most 1; `written` is their total."""
    worth = Fraction(times * ways, total)
    sides: list[Node] = [Chance(event, Fraction(ways, total)), Ratio(ways, written)]
    if times > 1:
        sides = [Product(times, side) for side in sides]
    if worth > 1:
        return Formula(Fraction(1), *sides, after="which is above 1, so p = 1")
    return Formula(worth, *sides)


def midranks(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The ranks of values, 1 for the smallest; equal values share the mean of their ranks.

    >>> [str(rank) for rank in midranks([Fraction(5), Fraction(2), Fraction(5)])]
    ['5/2', '1', '5/2']
    """
    from irlearn.statistics.ties import Ranked  # SciPy waits until ranks are asked for

    places = {value: place for place, value in enumerate(sorted(set(values)))}
    return tuple(map(Fraction, Ranked.of(np.array([places[value] for value in values])).ranks.tolist()))


def untied(ranks: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """As many ranks as these, none of them shared: 1, 2, 3, ...

    >>> [str(rank) for rank in untied(midranks([Fraction(5), Fraction(2), Fraction(5)]))]
    ['1', '2', '3']
    """
    return tuple(Fraction(place) for place in range(1, len(ranks) + 1))


def in_order(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The ranks of values, equal ones ranked in the order in which they stand."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = {place: rank for rank, place in enumerate(order, start=1)}
    return tuple(Fraction(ranks[place]) for place in range(len(values)))


def lowest(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The ranks of values, equal ones all with the lowest of their ranks."""
    ordered = sorted(values)
    return tuple(Fraction(ordered.index(one) + 1) for one in values)


def summed(differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The sums of the ranks of positive and of negative differences."""
    plus = sum((rank for one, rank in zip(differences, ranks, strict=True) if one > 0), Fraction(0))
    return plus, sum((rank for one, rank in zip(differences, ranks, strict=True) if one < 0), Fraction(0))


def mean_and_deviation(values: Sequence[Fraction]) -> tuple[float, float]:
    """The mean of values, exactly 0 where they add up to 0, and their standard deviation over n - 1."""
    mean = sum(values, Fraction(0)) / len(values)
    return float(mean), math.sqrt(sum((one - mean) ** 2 for one in values) / (len(values) - 1))


def half(value: Fraction) -> Shown:
    """A rank or a sum of ranks as it is written: 3 or 2.5."""
    return Shown(value, f"{float(value):g}")


def power_of_two(n: int) -> Part:
    """The number of ways in which n coins fall, written out where that is short."""
    return 2**n if n <= _WRITTEN else Power(2, n)


def normal_tails(z: float) -> float:
    """The chance that a standard normal number lies as far from 0 as z or further."""
    return math.erfc(abs(z) / math.sqrt(2))


def t_tails(t: float, freedom: float) -> float:
    """The chance that Student's t lies as far from 0 as t or further."""
    from irlearn.statistics.null import t_tail  # SciPy waits until it is needed

    return float(t_tail(t, freedom, "two-sided"))


@lru_cache(maxsize=1024)
def _sign_ways(doubled: tuple[int, ...]) -> tuple[int, ...]:
    """For each sum, in how many of the 2^n ways to choose some of the weights the chosen add up to it."""
    from irlearn.statistics.null import sign_counts

    return tuple(sign_counts(_weights(doubled)).tolist())


@lru_cache(maxsize=1024)
def _choices(doubled: tuple[int, ...], size: int) -> tuple[int, ...]:
    """For each sum, how many of the ways to choose so many of the weights add up to it."""
    from irlearn.statistics.null import subset_counts

    return tuple(subset_counts(_weights(doubled), size).tolist())


def _weights(doubled: tuple[int, ...]) -> Any:
    import numpy as np

    return np.array(doubled, dtype=np.int64)
