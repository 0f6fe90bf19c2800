"""Significance tests: what a wrong rule works on, two lists of scores, their differences and ranks; and the rules."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np

from irlearn.derivation.a_against_b import ENDS, Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.derivation.significance import Pair, SidedTest
from irlearn.diagnosis.misconceptions.families import often, rules, wrong
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
    Sum,
    as_few_digits,
)
from irlearn.kinds.rules import CONTEXTS, MISCONCEPTIONS, Context, Formula, Number, Rounded, Wrong
from irlearn.measures.averages import arithmetic
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
        return self.given[0]

    @property
    def b(self) -> tuple[Fraction, ...]:
        return self.given[1]

    @property
    def n(self) -> int:
        return len(self.a)

    @cached_property
    def all_differences(self) -> tuple[Fraction, ...]:
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
        return 0 if isinstance(self.asked, Binomial) else len(self.a) - self.counted

    @property
    def counted(self) -> int:
        return self.wins + self.losses

    @property
    def side(self) -> str:
        return self.asked.alternative

    @property
    def times(self) -> int:
        """How many tails count."""
        return 1 if self.asked.one_sided else 2

    @property
    def fewer(self) -> int:
        """The smaller of wins and losses; one-sided, how many speak against the side that counts."""
        return {"greater": self.losses, "less": self.wins}.get(self.side, min(self.wins, self.losses))

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

    @cached_property
    def tail(self) -> Tail:
        """The tail that makes the right p-value of a test that counts."""
        match self.asked:
            case SignedRank():
                return self.of_signs(self.sums[0], self.ranks)
            case RankSum():
                return self.of_choices(self.together)
        return coins(self.fewer, self.counted)

    def of_signs(self, plus: Fraction, ranks: Sequence[Fraction]) -> Tail:
        """The tail of a sum of some of the ranks, each of which is as likely to be in it as not."""
        ways = sign_ways(tuple(sorted(int(2 * rank) for rank in ranks)))
        return self._far(Tail(ways, int(2 * plus), power_of_two(len(ranks)), "W"))

    def of_choices(self, ranks: Sequence[Fraction], null: Sequence[Fraction] = ()) -> Tail:
        """The tail of the ranks of A, the first ones, among all; `null` are those that chance draws, if others."""
        ways, least = choices(tuple(sorted(int(2 * rank) for rank in null or ranks)), self.n), self.n * (self.n + 1)
        return self._far(Tail(ways, int(2 * sum(ranks[: self.n])), math.comb(len(ranks), self.n), "U", least))

    def _far(self, below: Tail) -> Tail:
        """Of the tail below what was found and that above it the one that makes p: that of the side, or the smaller."""
        above = replace(below, ways=below.ways[::-1], at=len(below.ways) - 1 - below.at)
        smaller = min(below, above, key=Tail.count)
        return {"greater": above, "less": below}.get(self.side, smaller)

    def signed(self, differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> Formula:
        """The smaller rank sum, or its p-value, from other differences or other ranks than the right ones."""
        plus, minus = summed(differences, ranks)
        if not self.asks_p:
            return Formula(min(plus, minus), Min(in_halves(plus), in_halves(minus)))
        return self.of_signs(plus, [rank for rank in ranks if rank]).p(self.times)

    def one_tail(self) -> Formula:
        """Half of the two-sided p-value: the tail on the side that was found; of a one-sided one all of it."""
        if isinstance(self.asked, PairedT):
            return Formula(float(self.right) / self.times, Chance("T at least |t|"))
        return self.tail.p(1)

    def z(self, *, corrected: bool = True) -> tuple[float, float, float]:
        """What the normal approximation compares: the statistic, its mean and its standard deviation.

        The deviation is that of the ranks as they are, or if not `corrected` of as many ranks of which none are shared.
        """
        from irlearn.statistics.signed_rank import moments
        from irlearn.statistics.unpaired import sum_deviation

        match self.asked:
            case SignedRank():
                ranks = self.ranks if corrected else untied(self.ranks)
                return float(self.sums[0]), *moments(np.array(ranks, dtype=float))
            case RankSum():
                spread = sum_deviation(np.array(self.together, dtype=float), self.n, self.n, tie_correction=corrected)
                return float(self.u), self.n**2 / 2, spread
        return float(self.wins), self.counted / 2, math.sqrt(self.counted) / 2

    def t_over(self, mean: float, deviation: float, n: int = 1, *, freedom: float = 0, quantile: float = 0) -> Wrong:
        """The t, the p or the end asked for, of a mean whose error is the deviation over the root of n; None for 0."""
        if not deviation:
            return None
        freedom, error = freedom or n - 1, deviation / math.sqrt(n)
        ends, times = self.asked.statistic in ENDS, quantile or quantile_of(freedom)
        side = 1 if self.asked.statistic == "high" else -1
        value = mean + side * times * error if ends else mean / error

        def built(digits: int) -> Node:
            middle, so_many, above = (Shown(one, decimal(abs(one), digits)) for one in (mean, times, deviation))
            below = above if n == 1 else above / Root(n)
            half = so_many * below
            return (middle + half if side > 0 else middle - half) if ends else middle / below

        return self.t_or_p(value, freedom, lambda: as_few_digits(built, value, short))

    def t_or_p(self, t: float, freedom: float, *written: Callable[[], Node]) -> Formula:
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
        from irlearn.statistics.null import normal_tail  # SciPy waits until it is needed

        p = normal_tail(z, self.side)  # type: ignore[arg-type]  # checked by the test
        if self.asked.one_sided:
            return Formula(p, Chance(f"Z at {'least' if self.side == 'greater' else 'most'}", z, of=p))
        return Formula(p, Product(2, Chance("Z at least", abs(z), of=p / 2)))

    @cached_property
    def right(self) -> Number:
        from irlearn.derivation.significance import explain_test

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
        told = {
            "the_ties": "the tie" if self.ties == 1 else f"the {self.ties} ties",
            "as_wins": "it as a win" if self.ties == 1 else "them as wins",
            "n": self.counted,
            "queries": len(self.a),
            "ahead": "A" if self.fewer == self.losses else "B",
            "higher": self.asked.higher.get(self.side, ""),
        }
        if isinstance(self.asked, RankSum):
            told |= {"pairs": len(self.a) ** 2, "off": f"{len(self.a)} · {len(self.a) + 1} / 2"}
        return told

    def asking(self, asked: SidedTest) -> SamplesContext:
        """The same scores under another question, with the same alternative where it is p."""
        return replace(self, asked=replace(asked, alternative=self.side) if asked.statistic == "p" else asked)


@dataclass(frozen=True)
class Tail:
    """The results of a test that counts, from the furthest on: in how many ways each comes about, and which was found.

    `written` is the number of all ways. What has a `name` stands in halves, from `least` on; without one it is heads.

    >>> [str(side) for side in coins(1, 3).p(2).written], [str(side) for side in coins(1, 3).point(1).written]
    (['2 · P(at most 1 of 3)', '2 · 4/8'], ['P(exactly 1 of 3)'])
    """

    ways: Sequence[int]
    at: int
    written: Part
    name: str = ""
    least: int = 0

    def count(self, beyond: int = 0) -> int:
        """In how many ways a result as far out comes about, or one that is so many places nearer."""
        return sum(self.ways[: max(self.at + beyond + 1, 0)])

    def p(self, times: int, beyond: int = 0) -> Formula:
        """So many times the share of these ways."""
        ways, total = self.count(beyond), sum(self.ways)
        event = self._chance("at most", beyond, Fraction(ways, total))
        return at_most_1(times, event, Ratio(ways, self.written))

    def point(self, times: int) -> Formula:
        """So many times the chance of exactly the result that was found."""
        return at_most_1(times, self._chance("exactly", 0, Fraction(self.ways[self.at], sum(self.ways))))

    def _chance(self, how: str, beyond: int, chance: Fraction) -> Chance:
        found = self.at + beyond
        if not self.name:
            return Chance(how, found, "of", len(self.ways) - 1, of=chance)
        return Chance(f"{self.name} {how}", in_halves(Fraction(found - self.least, 2)), of=chance)


def at_most_1(times: int, chance: Chance, *also: Node) -> Formula:
    """So many times a chance, at most 1; `also` are other ways to write the chance."""
    worth = times * Fraction(chance.exact or 0)
    sides = (chance, *also) if times == 1 else [Product(times, side) for side in (chance, *also)]
    return Formula(min(worth, Fraction(1)), *sides, after="which is above 1, so p = 1" if worth > 1 else "")


def coins(k: int, n: int) -> Tail:
    """At most k heads in n flips of a coin."""
    return Tail([math.comb(n, heads) for heads in range(n + 1)], k, power_of_two(n))


def in_halves(value: Fraction) -> Shown:
    """A rank or a sum of ranks in a calculation: 3 or 2.5."""
    return Shown(value, half(abs(value)))


def power_of_two(n: int) -> Part:
    """The number of ways in which n coins fall, written out where that is short."""
    return 2**n if n <= _WRITTEN else Power(2, n)


# ranks, moments and tails, which `irlearn.statistics` works out; SciPy waits until then


def ranked(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The midranks of values."""
    from irlearn.statistics.ties import midranks

    return midranks(tuple(values))


def untied(ranks: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """As many ranks as these, none of them shared: 1, 2, 3, ..."""
    return tuple(Fraction(place) for place in range(1, len(ranks) + 1))


def in_order(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The ranks of values, equal ones ranked in the order in which they stand."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    ranks = {place: rank for rank, place in enumerate(order, start=1)}
    return tuple(Fraction(ranks[place]) for place in range(len(values)))


def summed(differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The sums of the ranks of positive and of negative differences."""
    plus = sum((rank for one, rank in zip(differences, ranks, strict=True) if one > 0), Fraction(0))
    return plus, sum((rank for one, rank in zip(differences, ranks, strict=True) if one < 0), Fraction(0))


def mean_and_deviation(values: Sequence[Fraction]) -> tuple[float, float]:
    """The mean of values, exactly 0 where they add up to 0, and their standard deviation over n - 1."""
    from irlearn.statistics.ties import deviation

    return float(arithmetic(values)), deviation(tuple(values))


def quantile_of(freedom: float, tail: float = 0.025) -> float:
    """The value above which Student's t lies with probability `tail`."""
    from irlearn.statistics.null import t_quantile

    return t_quantile(tail, freedom)


def t_tails(t: float, freedom: float, alternative: str = "two-sided") -> float:
    """The chance that Student's t lies as far out as t or further, on both sides or on the one that counts."""
    from irlearn.statistics.null import t_tail

    return t_tail(t, freedom, alternative)  # type: ignore[arg-type]  # checked by the test


@lru_cache(maxsize=1024)
def sign_ways(doubled: tuple[int, ...]) -> tuple[int, ...]:
    """For each sum, in how many of the 2^n ways to choose some of the weights the chosen add up to it."""
    from irlearn.statistics.null import sign_counts

    return tuple(sign_counts(np.array(doubled, dtype=np.int64)).tolist())


@lru_cache(maxsize=1024)
def choices(doubled: tuple[int, ...], size: int) -> tuple[int, ...]:
    """For each sum, how many of the ways to choose so many of the weights add up to it."""
    from irlearn.statistics.null import subset_counts

    return tuple(subset_counts(np.array(doubled, dtype=np.int64), size).tolist())


# p-values


def _on(context: SamplesContext, side: str) -> Wrong:
    """The right p-value of another alternative, where one side is asked about."""
    if not context.asked.one_sided:
        return None
    other = replace(context, asked=replace(context.asked, alternative=side))
    return other.t_or_p(other.t, other.n - 1) if isinstance(context.asked, PairedT) else other.tail.p(other.times)


def _point(context: SamplesContext, times: int = 1) -> Wrong:
    """None where it is the whole tail."""
    return context.tail.point(times) if context.tail.count(-1) else None


def _normal(context: SamplesContext, *, corrected: bool = True, continuity: bool = False) -> Wrong:
    from irlearn.statistics.null import normal_score  # SciPy waits until it is needed

    statistic, mean, deviation = context.z(corrected=corrected)
    above = statistic - mean
    if (context.asked.one_sided or abs(above) > _CORRECTION) if continuity else above:
        return context.normal_p(normal_score(above, deviation, context.side, continuity=continuity))  # type: ignore[arg-type]  # checked by the test
    return None


_CORRECTION = 0.5  # for continuity
_OTHER = {"greater": "less", "less": "greater", "low": "high", "high": "low"}
COUNTED = "binomial sign signed-rank rank-sum"

rules(
    often("one-sided", f"{COUNTED} paired-t", lambda c: None if c.asked.one_sided else c.one_tail(), statistic="p"),
    often("two-sided", f"{COUNTED} paired-t", lambda c: _on(c, "two-sided"), statistic="p"),
    often("other-direction", f"{COUNTED} paired-t", lambda c: _on(c, _OTHER.get(c.side, "")), statistic="p"),
    often("point", COUNTED, _point, statistic="p"),
    wrong("point-doubled", COUNTED, lambda c: _point(c, 2), statistic="p"),
    wrong("observed-left-out", COUNTED, lambda c: c.tail.p(c.times, -1) if c.tail.count(-1) else None, statistic="p"),
    often("normal", COUNTED, _normal, statistic="p"),
    wrong("normal-continuity", COUNTED, lambda c: _normal(c, continuity=True), statistic="p"),
    wrong(
        "normal-ties-uncorrected",
        "signed-rank rank-sum",
        lambda c: _normal(c, corrected=False) if c.shares_ranks else None,
        statistic="p",
    ),
)


# the sign test: of its p-value, and of the wins that it counts


def _number(value: Fraction | int) -> Formula:
    """A number alone; a sum would tell the right one."""
    return Formula(Fraction(value), in_halves(Fraction(value)))


def _ties_half(context: SamplesContext) -> Wrong:
    if not context.asks_p:
        return Formula(context.wins_and_half().value) if context.ties else None
    each = context.ties // 2
    return coins(context.fewer + each, context.counted + 2 * each).p(context.times) if each else None


rules(
    often("ties-in-n", "sign", lambda c: coins(c.fewer, c.n).p(c.times) if c.ties else None, statistic="p"),
    often("ties-half", "sign", _ties_half),
    often("ties-as-wins", "sign", lambda c: _number(c.wins + c.ties) if c.ties else None, statistic="wins"),
    often("losses-given", "sign", lambda c: _number(c.losses), statistic="wins"),
)


# the signed-rank test: of its ranks, of its smaller sum W, and of its p-value


def _zeros_kept(context: SamplesContext) -> Wrong:
    pairs = zip(context.all_differences, context.all_ranks, strict=True)
    return context.signed(context.differences, [rank for one, rank in pairs if one]) if context.ties else None


def _zeros_split(context: SamplesContext) -> Wrong:
    plus, minus = summed(context.all_differences, context.all_ranks)
    each = (sum(context.all_ranks) - plus - minus) / 2
    if not context.asks_p and each:
        return Formula(min(plus, minus) + each, Sum(Min(in_halves(plus), in_halves(minus)), in_halves(each)))
    return context.of_signs(plus + each, context.all_ranks).p(context.times) if each else None


def _rank_sum_given(context: SamplesContext) -> Wrong:
    if context.asks_p:
        return context.asking(RankSum()).tail.p(context.times)
    return Formula(min(context.rank_sums), Min(*map(in_halves, context.rank_sums)))


rules(
    often("raw-differences-ranked", "signed-rank", lambda c: c.signed(c.differences, ranked(c.differences))),
    often("zeros-kept", "signed-rank", _zeros_kept),
    wrong("zeros-split", "signed-rank", _zeros_split),
    often(
        "ties-in-order", "signed-rank", lambda c: c.signed(c.differences, in_order(c.sizes)) if c.shares_ranks else None
    ),
    often("larger-sum", "signed-rank", lambda c: _number(max(c.sums)), statistic="W"),
    often("signed-sum", "signed-rank", lambda c: _number(abs(c.sums[0] - c.sums[1])), statistic="W"),
    wrong("all-ranks", "signed-rank", lambda c: _number(sum(c.sums)), statistic="W"),
    often("rank-sum-given", "signed-rank", _rank_sum_given),
)


# the rank-sum test: of U, and of its p-value


def _in_order(context: SamplesContext) -> Wrong:
    if not set(context.a) & set(context.b):
        return None
    return context.of_choices(in_order([*context.a, *context.b])).p(context.times)


def _signed_rank_for_sums(context: SamplesContext) -> Wrong:
    if not context.differences:
        return None
    return context.asking(SignedRank()).tail.p(context.times) if context.asks_p else _number(context.sums[0])


rules(
    often("u-of-b", "rank-sum", lambda c: Formula(c.n**2 - c.u, "pairs in which B is higher"), statistic="U"),
    often("sum-given", "rank-sum", lambda c: Formula(c.rank_sums[0], "sum of A's ranks"), statistic="U"),
    often("same-query-only", "rank-sum", lambda c: c.wins_and_half(), statistic="U"),
    wrong("ties-in-order", "rank-sum", _in_order, statistic="p"),
    often("signed-rank-given", "rank-sum", _signed_rank_for_sums),
)


# the paired t test: of t, of its standard error, of its p-value, and of the ends of its interval


def _errors(context: SamplesContext) -> list[float]:
    """The squared standard errors of the two means."""
    return [mean_and_deviation(side)[1] ** 2 / context.n for side in (context.a, context.b)]


def _zeros_left_out(context: SamplesContext) -> Wrong:
    if not context.ties or context.counted < 2:
        return None
    return context.t_over(*mean_and_deviation(context.differences), context.counted)


rules(
    often("over-n", "paired-t", lambda c: c.t_over(c.moments[0], c.moments[1] * math.sqrt((c.n - 1) / c.n), c.n)),
    often("no-root-n", "paired-t", lambda c: c.t_over(*c.moments, freedom=c.n - 1)),
    often("variance", "paired-t", lambda c: c.t_over(c.moments[0], c.moments[1] ** 2, c.n)),
    often("unpaired", "paired-t", lambda c: c.t_over(c.moments[0], math.sqrt(sum(_errors(c))), freedom=2 * c.n - 2)),
    often(
        "b-minus-a",
        "paired-t",
        lambda c: Formula(-float(c.right), "mean of B − A over its standard error"),
        statistic="t",
    ),
    often(
        "mean-given",
        "paired-t",
        lambda c: Formula(arithmetic(c.all_differences), "mean of the differences"),
        statistic="t",
    ),
    often("zeros-left-out", "paired-t", _zeros_left_out),
    often("normal", "paired-t", lambda c: c.normal_p(c.t), statistic="p"),
    often(
        "normal-quantile",
        "paired-t",
        lambda c: c.t_over(*c.moments, c.n, quantile=NormalDist().inv_cdf(0.975)),
        statistic="low high",
    ),
    often(
        "one-sided-quantile",
        "paired-t",
        lambda c: c.t_over(*c.moments, c.n, quantile=quantile_of(c.n - 1, 0.05)),
        statistic="low high",
    ),
    often(
        "other-end",
        "paired-t",
        lambda c: c.asking(PairedT(_OTHER[c.asked.statistic])).t_over(*c.moments, c.n),
        statistic="low high",
    ),
    often("ends-of-b-minus-a", "paired-t", lambda c: c.t_over(-c.moments[0], c.moments[1], c.n), statistic="low high"),
)


# ranks without ties, and another test's p-value; last, as they take the longest


def _table_without_ties(context: SamplesContext) -> Wrong:
    """The p-value of the right sum as if no ranks were shared; one with a half is read at the next whole one."""
    if not context.shares_ranks:
        return None
    if isinstance(context.asked, RankSum):
        tail, total = context.of_choices(context.together, null=untied(context.together)), context.u
    else:
        tail, total = context.of_signs(context.sums[0], untied(context.ranks)), context.sums[0]
    made, told = tail.p(context.times, int(2 * total) % 2), MISCONCEPTIONS[f"{context.asked.name}-ties-in-order"]
    named = told.made(context)  # the sum and the table may be those of that rule
    return None if isinstance(named, Formula) and named.value == made.value else made


def _paired_t_given(context: SamplesContext) -> Wrong:
    differ = len(set(context.all_differences)) > 1
    return context.asking(PairedT()).t_or_p(context.t, context.n - 1) if differ else None


rules(
    wrong("table-without-ties", "signed-rank rank-sum", _table_without_ties, statistic="p"),
    often(
        "sign-given",
        "signed-rank rank-sum paired-t",
        lambda c: c.asking(SignTest()).tail.p(c.times) if c.counted else None,
        statistic="p",
    ),
    often(
        "signed-rank-given",
        "sign paired-t",
        lambda c: c.asking(SignedRank()).tail.p(c.times) if c.differences else None,
        statistic="p",
    ),
    often("paired-t-given", "sign signed-rank rank-sum", _paired_t_given, statistic="p"),
)
