"""What a misconception about a significance test works on: two lists of scores, their differences and ranks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from irlearn.derivation.a_against_b import ENDS, PairedT, RankSum, SignedRank
from irlearn.derivation.binomial import Binomial
from irlearn.derivation.significance import Pair, SidedTest
from irlearn.diagnosis.context.midranks import (
    choices,
    mean_and_deviation,
    normal_tails,
    quantile_of,
    ranked,
    sign_ways,
    summed,
    t_tails,
    untied,
)
from irlearn.expression import (
    Chance,
    Min,
    Node,
    Number as Shown,
    Over,
    Part,
    Power,
    Product,
    Ratio,
    Root,
    as_few_digits,
)
from irlearn.kinds.rules import CONTEXTS, Context, Formula, Number, Rounded, Wrong
from irlearn.numbers import decimal, degrees, half, short

_WRITTEN = 30  # coins


@CONTEXTS(SidedTest)
@dataclass(frozen=True)
class SamplesContext(Context):
    """The scores of two systems under a test, with all that hand calculations take from them, exact.

    For a binomial test `wins` are the successes and `losses` the failures. `ranks` are those of the differences' sizes,
    without the zeros; equal sizes share the mean of their ranks.

    >>> context = SamplesContext(SignedRank(), SignedRank().read(([0.5, 0.7, 0.9, 0.2], [0.4, 0.8, 0.3, 0.2])))
    >>> context.wins, context.losses, context.ties, [str(rank) for rank in context.ranks]
    (2, 1, 1, ['3/2', '3/2', '3'])
    """

    asked: SidedTest
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

    @property
    def n(self) -> int:
        """How many queries there are."""
        return len(self.a)

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
    def side(self) -> str:
        """The alternative: "two-sided", "greater" or "less"."""
        return self.asked.alternative

    @property
    def times(self) -> int:
        """How many tails count."""
        return 1 if self.asked.one_sided else 2

    @property
    def fewer(self) -> int:
        """The smaller of wins and losses; one-sided, how many speak against the side that counts."""
        return {"greater": self.losses, "less": self.wins}.get(self.side, min(self.wins, self.losses))

    def lower(self, below: int, above: int) -> int:
        """Of a sum of A and of that of B, or of their tails, the one that makes p: the smaller, or that of the side."""
        return {"greater": above, "less": below}.get(self.side, min(below, above))

    def wins_and_half(self) -> Formula:
        """The wins of A, each tie as half of one."""
        return Formula(self.wins + Fraction(self.ties, 2), self.wins + Over(self.ties, 2))

    @property
    def sizes(self) -> tuple[Fraction, ...]:
        """The sizes of the differences that are not 0."""
        return tuple(map(abs, self.differences))

    @cached_property
    def ranks(self) -> tuple[Fraction, ...]:
        """The rank of each difference's size, 1 for the smallest."""
        return ranked(self.sizes)

    @cached_property
    def all_ranks(self) -> tuple[Fraction, ...]:
        """The rank of each difference's size among all, also those of 0."""
        return ranked([abs(one) for one in self.all_differences])

    @cached_property
    def sums(self) -> tuple[Fraction, Fraction]:
        """The sum of the ranks that A wins, and of those that B wins."""
        return summed(self.differences, self.ranks)

    @cached_property
    def together(self) -> tuple[Fraction, ...]:
        """The ranks of all scores together, those of A first."""
        return ranked([*self.a, *self.b])

    @property
    def shares_ranks(self) -> bool:
        """Whether equal values share a rank in the test that is asked for."""
        ranks = self.together if isinstance(self.asked, RankSum) else self.ranks
        return len(set(ranks)) < len(ranks)

    @property
    def rank_sums(self) -> tuple[Fraction, Fraction]:
        """The sums of the ranks among all scores, of A and of B."""
        return sum(self.together[: self.n], Fraction(0)), sum(self.together[self.n :], Fraction(0))

    @property
    def u(self) -> Fraction:
        """The pairs of one score of A and one of B in which A is higher, ties counting half."""
        return self.rank_sums[0] - Fraction(self.n * (self.n + 1), 2)

    @cached_property
    def moments(self) -> tuple[float, float]:
        """The mean and the standard deviation of the differences, over n - 1."""
        return mean_and_deviation(self.all_differences)

    @property
    def t(self) -> float:
        """The right t."""
        mean, deviation = self.moments
        return mean / (deviation / math.sqrt(self.n))

    # p-values, each as a formula with its calculation

    def flips(self, k: int, n: int, times: int = 0) -> Formula:
        """The chance of at most k heads in n flips of a coin, doubled for both sides, at most 1."""
        ways = sum(math.comb(n, count) for count in range(k + 1))
        return tails(times or self.times, ("at most", k, "of", n), ways, 2**n, power_of_two(n))

    def signed(self, differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> Formula:
        """The smaller rank sum, or its p-value, from other differences or other ranks than the right ones."""
        plus, minus = summed(differences, ranks)
        if not self.asks_p:
            return Formula(min(plus, minus), Min(in_halves(plus), in_halves(minus)))
        return self.signed_p(plus, [rank for rank in ranks if rank])

    def signed_p(self, plus: Fraction, ranks: Sequence[Fraction], *, times: int = 0, beyond: int = 0) -> Formula:
        """The exact p-value of a sum of some of the ranks; `beyond` moves its limit by so many halves."""
        ways, doubled = sign_ways(tuple(sorted(int(2 * rank) for rank in ranks))), int(2 * plus)
        limit = self.lower(doubled, len(ways) - 1 - doubled) + beyond
        event = "W at most", in_halves(Fraction(limit, 2))
        return tails(
            times or self.times, event, sum(ways[: max(limit + 1, 0)]), 2 ** len(ranks), power_of_two(len(ranks))
        )

    def summed_p(
        self, ranks: Sequence[Fraction], *, times: int = 0, beyond: int = 0, null: Sequence[Fraction] = ()
    ) -> Formula:
        """The exact p-value of the ranks of A, the first ones, among all; `beyond` moves its limit by halves.

        `null` are the ranks that are chosen from without a difference, where they are others.
        """
        doubled = [int(2 * rank) for rank in ranks]
        ways, least = choices(tuple(sorted(int(2 * rank) for rank in null or ranks)), self.n), self.n * (self.n + 1)
        at = sum(doubled[: self.n])
        below, above = sum(ways[: max(at + 1 + beyond, 0)]), sum(ways[max(at - beyond, 0) :])
        count, total = self.lower(below, above), math.comb(len(ranks), self.n)
        u = self.lower(at, sum(doubled) - at) - least + beyond
        return tails(times or self.times, ("U at most", in_halves(Fraction(u, 2))), count, total, total)

    def table_p(self) -> Formula:
        """The p-value of the right sum of ranks, as if no ranks were shared; one with a half at the next whole sum."""
        if isinstance(self.asked, RankSum):
            return self.summed_p(self.together, beyond=int(2 * self.u) % 2, null=untied(self.together))
        return self.signed_p(self.sums[0], untied(self.ranks), beyond=int(2 * self.sums[0]) % 2)

    def p_beyond(self, by: int = 0, times: int = 0) -> Formula:
        """The p-value of a counted test with a tail that is so many results longer; so many `times` the tail."""
        match self.asked:
            case SignedRank():
                return self.signed_p(self.sums[0], self.ranks, times=times, beyond=by)
            case RankSum():
                return self.summed_p(self.together, times=times, beyond=by)
        return self.flips(self.fewer + by, self.counted, times)

    def one_tail(self) -> Formula:
        """Half of the two-sided p-value: the tail on the side that was found; of a one-sided one all of it."""
        if isinstance(self.asked, PairedT):
            return Formula(float(self.right) / self.times, Chance("T at least |t|"))
        return self.p_beyond(times=1)

    def point(self) -> tuple[Fraction, Node]:
        """The probability of exactly what was found."""
        match self.asked:
            case SignedRank():
                ways, at = sign_ways(tuple(sorted(int(2 * rank) for rank in self.ranks))), int(2 * self.sums[0])
                return Fraction(ways[at], 2**self.counted), Chance("W exactly", in_halves(min(self.sums)))
            case RankSum():
                doubled = [int(2 * rank) for rank in self.together]
                ways, n = choices(tuple(sorted(doubled)), len(self.a)), len(self.a)
                chance = Fraction(ways[sum(doubled[:n])], math.comb(2 * n, n))
                return chance, Chance("U of A exactly", in_halves(self.u))
        chance = Fraction(math.comb(self.counted, self.fewer), 2**self.counted)
        return chance, Chance("exactly", self.fewer, "of", self.counted)

    def z(self, *, corrected: bool = True) -> tuple[float, float, float]:
        """What the normal approximation compares: the statistic, its mean and its standard deviation.

        The deviation is that of the ranks as they are, or if not `corrected` of as many ranks of which none are shared.
        """
        from irlearn.statistics.signed_rank import moments  # SciPy waits until it is needed
        from irlearn.statistics.unpaired import sum_deviation

        match self.asked:
            case SignedRank():
                ranks = self.ranks if corrected else untied(self.ranks)
                return float(self.sums[0]), *moments(np.array(ranks, dtype=float))
            case RankSum():
                spread = sum_deviation(np.array(self.together, dtype=float), self.n, self.n, tie_correction=corrected)
                return float(self.u), self.n**2 / 2, spread
        return float(self.wins), self.counted / 2, math.sqrt(self.counted) / 2

    def t_over(self, mean: float, deviation: float, n: int = 1, *, root: bool = True, freedom: float = 0) -> Wrong:
        """The mean over its deviation over the root of n (without `root`, n), or p of that; None where it is 0."""
        if not deviation:
            return None
        if self.asked.statistic in ENDS:
            return self.interval_end(mean, deviation, n, root=root, quantile=quantile_of(freedom or n - 1))
        t = mean / (deviation / (math.sqrt(n) if root else n))

        def built(digits: int) -> Node:
            above, below = (Shown(number, decimal(abs(number), digits)) for number in (mean, deviation))
            return above / (below if n == 1 else below / (Root(n) if root else n))

        return self.t_or_p(t, freedom or n - 1, as_few_digits(built, t, short))

    def interval_end(self, mean: float, deviation: float, n: int = 1, *, root: bool = True, quantile: float) -> Formula:
        """The end that is asked for: the mean, give or take so many times the deviation over the root of n, or n."""
        side = 1 if self.asked.statistic == "high" else -1
        end = mean + side * quantile * deviation / (math.sqrt(n) if root else n)

        def built(digits: int) -> Node:
            middle, times, above = (
                Shown(number, decimal(abs(number), digits)) for number in (mean, quantile, deviation)
            )
            half = times * (above if n == 1 else above / (Root(n) if root else n))
            return middle + half if side > 0 else middle - half

        return Formula(end, as_few_digits(built, end, short))

    def t_or_p(self, t: float, freedom: float, *written: Part) -> Formula:
        """The t given, or its p-value."""
        if not self.asks_p:
            return Formula(t, *written)
        behind = f"with {degrees(freedom)}"
        if self.asked.one_sided:
            tail = Chance(f"T at {'least' if self.side == 'greater' else 'most'}", float(t), behind=behind)
            return Formula(t_tails(t, freedom, self.side), tail)
        return Formula(t_tails(t, freedom), Product(2, Chance("T at least", abs(float(t)), behind=behind)))

    def normal_p(self, z: float) -> Formula:
        """The tails of the normal distribution beyond z that count."""
        p = normal_tails(z, self.side)
        if self.asked.one_sided:
            return Formula(p, Chance(f"Z at {'least' if self.side == 'greater' else 'most'}", z, of=p))
        return Formula(p, Product(2, Chance("Z at least", abs(z), of=p / 2)))

    @cached_property
    def right(self) -> Number:
        """The right number, exact where it is a fraction."""
        from irlearn.derivation.significance import explain_test  # SciPy waits until it is needed

        return explain_test(self.asked, self.given).right

    def ends(self, rounded: Rounded) -> Iterator[Number]:
        """The results with a rounded tail, a rounded t, or a rounded mean and standard error."""
        if not isinstance(self.asked, PairedT):
            if self.asks_p:
                yield self.times * rounded(self.one_tail().value)
        elif self.asks_p:
            yield t_tails(float(rounded(self.t)), self.n - 1, self.side)
        elif self.asked.statistic in ENDS:
            (mean, deviation), root, quantile = self.moments, math.sqrt(self.n), quantile_of(self.n - 1)
            side = 1 if self.asked.statistic == "high" else -1
            for times in (quantile, rounded(quantile)):
                for error in (rounded(deviation / root), float(rounded(deviation)) / root):
                    yield float(rounded(mean)) + side * float(times) * float(error)
        else:
            (mean, deviation), root = self.moments, math.sqrt(self.n)
            yield from (rounded(mean) / one for one in (rounded(deviation / root), rounded(deviation) / root) if one)

    def facts(self) -> dict[str, Any]:
        """What sentences may mention."""
        told = {
            "the_ties": "the tie" if self.ties == 1 else f"the {self.ties} ties",
            "as_wins": "it as a win" if self.ties == 1 else "them as wins",
            "n": self.counted,
            "queries": len(self.a),
            "ahead": "A" if self.fewer == self.losses else "B",
            "higher": self.asked.higher.get(self.side, ""),
            "most": self.counted - self.fewer,
        }
        if isinstance(self.asked, RankSum):
            told |= {"pairs": len(self.a) ** 2, "off": f"{len(self.a)} · {len(self.a) + 1} / 2"}
        return told

    def asking(self, asked: SidedTest) -> SamplesContext:
        """The same scores under another question, with the same alternative where it is p."""
        return self.on_side(self.side, asked) if asked.statistic == "p" else replace(self, asked=asked)

    def on_side(self, side: str, asked: SidedTest | None = None) -> SamplesContext:
        """The same scores with another alternative."""
        return replace(self, asked=replace(asked or self.asked, alternative=side))


def tails(times: int, event: Sequence[Part], ways: int, total: int, written: Part) -> Formula:
    """A p-value that is so many times the share of the ways in a tail, at most 1; `written` is their total."""
    worth = Fraction(times * ways, total)
    sides: list[Node] = [Chance(*event, of=Fraction(ways, total)), Ratio(ways, written)]
    if times > 1:
        sides = [Product(times, side) for side in sides]
    if worth > 1:
        return Formula(Fraction(1), *sides, after="which is above 1, so p = 1")
    return Formula(worth, *sides)


def in_halves(value: Fraction) -> Shown:
    """A rank or a sum of ranks in a calculation: 3 or 2.5."""
    return Shown(value, half(abs(value)))


def power_of_two(n: int) -> Part:
    """The number of ways in which n coins fall, written out where that is short."""
    return 2**n if n <= _WRITTEN else Power(2, n)
