"""The facts of questions about significance tests: scores, differences, ranks and tails.

The module imports SciPy, which is slow, so it is imported only when a question is about a test.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from irlearn.byhand.catalogue.significance_tests import in_halves
from irlearn.byhand.hand_quantity import QuantityInput, SignificanceTest
from irlearn.byhand.misconceptions import Number, QuestionFacts, Rounded, Wrong, WrongFormula
from irlearn.byhand.paired_tests import ENDS, Binomial, PairedT, RankSum, SignedRank
from irlearn.formulas import Chance, Min, Node, Number as Shown, Part, Power, Product, Ratio, Root, Sum, as_few_digits
from irlearn.measures.means import arithmetic
from irlearn.statistics.null import normal_score, normal_tail, sign_counts, subset_counts, t_quantile, t_tail
from irlearn.statistics.signed_rank import moments
from irlearn.statistics.ties import deviation, midranks, settled, settled_pairs
from irlearn.statistics.unpaired import sum_deviation
from irlearn.text.numbers import decimal, degrees, readable

_WRITTEN = 30
"""The most coins for which the number of outcomes is written out; for more it is a power of two."""
_CORRECTION = 0.5
"""The continuity correction."""


@dataclass(frozen=True)
class TestFacts(QuestionFacts):
    """The facts of a question about a significance test, as exact numbers.

    For a binomial test `wins` are the successes and `losses` the failures.

    >>> facts = TestFacts(SignedRank(), SignedRank().read(([0.5, 0.7, 0.9, 0.2], [0.4, 0.8, 0.3, 0.2])))
    >>> facts.wins, facts.losses, facts.ties, [str(rank) for rank in facts.ranks]
    (2, 1, 1, ['3/2', '3/2', '3'])
    """

    quantity: SignificanceTest
    data: QuantityInput

    @property
    def asks_p(self) -> bool:
        return self.quantity.statistic == "p"

    @property
    def a(self) -> tuple[Fraction, ...]:
        return self.data[0]

    @property
    def b(self) -> tuple[Fraction, ...]:
        return self.data[1]

    @property
    def n(self) -> int:
        return len(self.a)

    @cached_property
    def all_differences(self) -> tuple[Fraction, ...]:
        """The differences of the scores, with ties as in the test; for a binomial test 1 or -1 for each trial."""
        if isinstance(self.quantity, Binomial):
            (successes,), (trials,) = self.data
            return (Fraction(1),) * int(successes) + (Fraction(-1),) * int(trials - successes)
        return tuple(one - other for one, other in zip(*settled_pairs(self.a, self.b), strict=True))

    @cached_property
    def differences(self) -> tuple[Fraction, ...]:
        """The nonzero differences."""
        return tuple(one for one in self.all_differences if one)

    @cached_property
    def wins(self) -> int:
        """The number of queries that A wins."""
        return sum(one > 0 for one in self.differences)

    @property
    def losses(self) -> int:
        """The number of queries that B wins."""
        return self.counted - self.wins

    @property
    def ties(self) -> int:
        return len(self.all_differences) - self.counted

    @property
    def counted(self) -> int:
        return len(self.differences)

    @property
    def side(self) -> Any:
        return self.quantity.alternative

    @property
    def times(self) -> int:
        """The number of tails that p consists of."""
        return 1 if self.quantity.is_one_sided else 2

    @property
    def fewer(self) -> int:
        """The smaller of wins and losses; for a one-sided test the number that contradicts the alternative."""
        return {"greater": self.losses, "less": self.wins}.get(self.side, min(self.wins, self.losses))

    @cached_property
    def sizes(self) -> tuple[Fraction, ...]:
        return tuple(map(abs, self.differences))

    @property
    def raw_ranks(self) -> tuple[Fraction, ...]:
        """The ranks of the nonzero differences with the signs of the differences."""
        return midranks(self.differences)

    @cached_property
    def ranks(self) -> tuple[Fraction, ...]:
        """The ranks of the sizes of the nonzero differences, 1 for the smallest; equal sizes share their mean rank."""
        return midranks(self.sizes)

    @property
    def all_ranks(self) -> tuple[Fraction, ...]:
        """The ranks of the sizes of all differences, including differences of 0."""
        return midranks(tuple(map(abs, self.all_differences)))

    @property
    def shares_ranks(self) -> bool:
        """Whether equal values share a rank in the test."""
        ranks = self.pooled_ranks if isinstance(self.quantity, RankSum) else self.ranks
        return len(set(ranks)) < len(ranks)

    @property
    def ranks_in_order(self) -> tuple[Fraction, ...]:
        """The ranks of the sizes if equal sizes get different ranks, in the order of the queries."""
        order = sorted(range(self.counted), key=lambda place: self.sizes[place])
        return tuple(Fraction(order.index(place) + 1) for place in range(self.counted))

    @cached_property
    def sums(self) -> tuple[Fraction, Fraction]:
        """The rank sum of the queries that A wins, and the rank sum of the queries that B wins."""
        return summed(self.differences, self.ranks)

    @cached_property
    def pooled_ranks(self) -> tuple[Fraction, ...]:
        """The ranks of all scores in the pooled sample, first the ranks of A's scores."""
        return midranks(settled((*self.a, *self.b)))

    @property
    def rank_sums(self) -> tuple[Fraction, Fraction]:
        """The sums of the pooled ranks of A and of B."""
        return sum(self.pooled_ranks[: self.n], Fraction(0)), sum(self.pooled_ranks[self.n :], Fraction(0))

    @property
    def u(self) -> Fraction:
        """The number of pairs of a score of A and a score of B in which A is higher; ties count half."""
        return self.rank_sums[0] - Fraction(self.n * (self.n + 1), 2)

    @cached_property
    def moments(self) -> tuple[float, float]:
        """The mean and the standard deviation of the differences, over n - 1."""
        return self.moments_of(self.all_differences)

    def moments_of(self, values: Sequence[Fraction]) -> tuple[float, float]:
        """Return the mean and the standard deviation of values; the mean is exactly 0 if they add up to 0."""
        return float(arithmetic(values)), deviation(tuple(values))

    @property
    def t(self) -> float:
        mean, spread = self.moments
        return mean / (spread / math.sqrt(self.n))

    def quantile(self, tail: float = 0.025, freedom: float = 0) -> float:
        """Return the value that Student's t exceeds with probability `tail`, by default 0.025 for a 95% interval."""
        return t_quantile(tail, freedom or self.n - 1)

    def above_mean(self, *, corrected: bool = True) -> tuple[float, float]:
        """Return the statistic minus its mean, and its standard deviation; for the t test (t, 1).

        With `corrected`, the deviation is computed from the actual ranks; without it, from as many ranks without ties.
        """
        match self.quantity:
            case PairedT():
                return self.t, 1
            case SignedRank():
                mean, spread = moments(np.array(self.ranks if corrected else untied(self.ranks), dtype=float))
                return float(self.sums[0]) - mean, spread
            case RankSum():
                ranks = np.array(self.pooled_ranks, dtype=float)
                return float(self.u) - self.n**2 / 2, sum_deviation(ranks, self.n, self.n, tie_correction=corrected)
        return self.wins - self.counted / 2, math.sqrt(self.counted) / 2

    def p_of(self, statistic: Fraction) -> Number | None:
        """Return the p-value that belongs to a number of wins, a rank sum W, a U or a t, right or wrong.

        None if no selection of signs or ranks gives the statistic, or if a one-sided p does not follow from W alone.

        >>> facts = TestFacts(SignedRank(), SignedRank().read(([0.5, 0.7, 0.9], [0.4, 0.9, 0.3])))
        >>> facts.p_of(Fraction(2)), facts.p_of(Fraction(1)), facts.p_of(Fraction(7))
        (Fraction(3, 4), Fraction(1, 2), None)
        """
        place = statistic
        match self.quantity:
            case PairedT():
                return t_tail(float(statistic), self.n - 1, self.side)
            case SignedRank():
                place = 2 * statistic
                if self.quantity.is_one_sided:
                    return None
            case RankSum():
                place = 2 * statistic + self.n * (self.n + 1)
        last = len(self.tail.frequencies) - 1  # The distributions are symmetric.
        if place.denominator > 1 or not 0 <= place <= last:
            return None
        observed = {"greater": last - place, "less": place}.get(self.side, min(place, last - place))
        return replace(self.tail, observed_place=int(observed)).p(self.times).value

    def p(self) -> WrongFormula:
        """Return the right p-value with its calculation."""
        return self.t_or_p(self.t, self.n - 1) if isinstance(self.quantity, PairedT) else self.tail.p(self.times)

    @cached_property
    def tail(self) -> Tail:
        """The tail of the right p-value of a test that counts outcomes."""
        match self.quantity:
            case SignedRank():
                return self.of_signs(self.sums[0], self.ranks)
            case RankSum():
                ways, least = (
                    choices(tuple(sorted(int(2 * one) for one in self.pooled_ranks)), self.n),
                    self.n * (self.n + 1),
                )
                return self._far(Tail(ways, int(2 * self.rank_sums[0]), math.comb(2 * self.n, self.n), "U", least))
        return binomial_tail(self.fewer, self.counted)

    def of_signs(self, plus: Fraction, ranks: Sequence[Fraction]) -> Tail:
        """Return the tail of the sum of ranks, each of which is in the sum with probability 1/2."""
        ways = sign_ways(tuple(sorted(int(2 * rank) for rank in ranks)))
        return self._far(Tail(ways, int(2 * plus), power_of_two(len(ranks)), "W"))

    def of_choices(self, ranks: Sequence[Fraction]) -> Tail:
        """Return the tail of A's rank sum if all selections of as many ranks as A has scores are equally likely."""
        ways, least = choices(tuple(sorted(int(2 * rank) for rank in ranks)), self.n), self.n * (self.n + 1)
        return self._far(Tail(ways, int(2 * self.rank_sums[0]), math.comb(len(ranks), self.n), "U", least))

    def _far(self, below: Tail) -> Tail:
        """Return the tail below or above the observed result: in the alternative's direction, or the smaller tail."""
        above = replace(
            below, frequencies=below.frequencies[::-1], observed_place=len(below.frequencies) - 1 - below.observed_place
        )
        return {"greater": above, "less": below}.get(self.side) or min(below, above, key=Tail.count)

    def with_ranks(self, ranks: Sequence[Fraction]) -> WrongFormula:
        """Return the smaller rank sum or its p-value from wrong ranks, either of all or of the nonzero differences."""
        ranked = self.differences if len(ranks) == self.counted else self.all_differences
        plus, minus = summed(ranked, ranks)
        if not self.asks_p:
            return WrongFormula(min(plus, minus), Min(in_halves(plus), in_halves(minus)))
        return self.of_signs(plus, [rank for one, rank in zip(ranked, ranks, strict=True) if one]).p(self.times)

    def with_zeros_split(self) -> WrongFormula:
        """Return the smaller rank sum or its p-value if both signs share the ranks of zero differences equally."""
        plus, minus = summed(self.all_differences, self.all_ranks)
        each = (sum(self.all_ranks) - plus - minus) / 2
        if self.asks_p:
            return self.of_signs(plus + each, self.all_ranks).p(self.times)
        return WrongFormula(min(plus, minus) + each, Sum(Min(in_halves(plus), in_halves(minus)), in_halves(each)))

    def of_wins(self, fewer: int, counted: int) -> WrongFormula:
        """Return the p-value of a sign test with wrong numbers of wins and losses."""
        return binomial_tail(fewer, counted).p(self.times)

    def one_tail(self) -> WrongFormula:
        """Return the p-value of a single tail."""
        if isinstance(self.quantity, PairedT):
            return WrongFormula(float(self.right_value) / self.times, Chance("T at least |t|"))
        return self.tail.p(1)

    def p_for_alternative(self, side: str) -> Wrong:
        """Return the right p-value of another alternative; None for a two-sided test."""
        return (
            replace(self, quantity=replace(self.quantity, alternative=side)).p() if self.quantity.is_one_sided else None
        )

    def with_quantity(self, asked: SignificanceTest) -> TestFacts:
        """Return the facts of another test of the same scores, with the same alternative if it asks for p."""
        return replace(self, quantity=replace(asked, alternative=self.side) if asked.statistic == "p" else asked)

    def t_over(self, mean: float, spread: float, n: int = 1, *, freedom: float = 0, quantile: float = 0) -> Wrong:
        """Return t, p or an end of the interval for a mean with standard error spread/√n; None if the error is 0."""
        if not spread:
            return None
        freedom, error = freedom or n - 1, spread / math.sqrt(n)
        ends, times = self.quantity.statistic in ENDS, quantile or self.quantile(freedom=freedom)
        side = 1 if self.quantity.statistic == "high" else -1
        value = mean + side * times * error if ends else mean / error

        def built(digits: int) -> Node:
            middle, so_many, above = (Shown(one, decimal(abs(one), digits)) for one in (mean, times, spread))
            below = above if n == 1 else above / Root(n)
            half = so_many * below
            return (middle + half if side > 0 else middle - half) if ends else middle / below

        return self.t_or_p(value, freedom, lambda: as_few_digits(built, value, readable))

    def t_or_p(self, t: float, freedom: float, *written: Callable[[], Node]) -> WrongFormula:
        """Return a value of t as the answer, or its p-value if the question asks for p."""
        if not self.asks_p:
            return WrongFormula(t, *written)
        behind, p = f"with {degrees(freedom)}", t_tail(t, freedom, self.side)
        if self.quantity.is_one_sided:
            return WrongFormula(
                p, Chance(f"T at {'least' if self.side == 'greater' else 'most'}", float(t), behind=behind)
            )
        return WrongFormula(p, Product(2, Chance("T at least", abs(float(t)), behind=behind)))

    def normal_p(self, *, corrected: bool = True, continuity: bool = False) -> Wrong:
        """Return the p-value of the normal approximation; None if the (corrected) statistic is at its mean."""
        above, spread = self.above_mean(corrected=corrected)
        if not (self.quantity.is_one_sided or abs(above) > _CORRECTION if continuity else above):
            return None
        z = normal_score(above, spread, self.side, continuity=continuity)
        p = normal_tail(z, self.side)
        if self.quantity.is_one_sided:
            return WrongFormula(p, Chance(f"Z at {'least' if self.side == 'greater' else 'most'}", z, of=p))
        return WrongFormula(p, Product(2, Chance("Z at least", abs(z), of=p / 2)))

    def without_ties(self) -> Tail:
        """Return the tail of the right rank sum from a table that assumes no ties."""
        if isinstance(self.quantity, RankSum):
            return self.of_choices(untied(self.pooled_ranks))
        return self.of_signs(self.sums[0], untied(self.ranks))

    @cached_property
    def right_value(self) -> Number:
        return self.quantity.value_in(self.quantity.run_test(self.data))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """Yield the results with a rounded tail, a rounded t, or a rounded mean and standard error."""
        if not isinstance(self.quantity, PairedT):
            if self.asks_p:
                yield self.times * rounded(self.one_tail().value)
            return
        if self.asks_p:
            yield t_tail(float(rounded(self.t)), self.n - 1, self.side)
            return
        (mean, spread), root = self.moments, math.sqrt(self.n)
        errors = [float(rounded(spread / root)), float(rounded(spread)) / root]
        if self.quantity.statistic in ENDS:
            side = 1 if self.quantity.statistic == "high" else -1
            quantiles = (self.quantile(), float(rounded(self.quantile())))
            yield from (float(rounded(mean)) + side * times * error for times in quantiles for error in errors)
        else:
            yield from (float(rounded(mean)) / error for error in errors if error)

    def sentence_facts(self) -> dict[str, Any]:
        return {
            "the_ties": "the tie" if self.ties == 1 else f"the {self.ties} ties",
            "as_wins": "it as a win" if self.ties == 1 else "them as wins",
            "n": self.counted,
            "queries": self.n,
            "ahead": "A" if self.fewer == self.losses else "B",
            "higher": self.quantity.direction_labels.get(self.side, ""),
            "pairs": self.n**2,
            "off": f"{self.n} · {self.n + 1} / 2",
        }


@dataclass(frozen=True)
class Tail:
    """A tail of the distribution of a test that counts outcomes.

    `frequencies` has the number of outcomes of each result, from the most extreme result on, and `observed_place` is
    the index of the observed result. `written` is the number of all outcomes as a formula. Results are numbers of
    heads, or, if there is a `name`, sums in halves from `least` on.

    >>> tail = binomial_tail(1, 3)
    >>> [str(side) for side in tail.p(2).written], [str(side) for side in tail.point(1).written]
    (['2 · P(at most 1 of 3)', '2 · 4/8'], ['P(exactly 1 of 3)'])
    """

    frequencies: Sequence[int]
    observed_place: int
    written: Part
    name: str = ""
    least: int = 0

    def count(self, beyond: int = 0) -> int:
        """Count the outcomes in the tail, extended by `beyond` further results toward the middle."""
        return sum(self.frequencies[: max(self.observed_place + beyond + 1, 0)])

    def p(self, times: int, beyond: int = 0) -> WrongFormula:
        """Return a multiple of the probability of the tail."""
        ways = self.count(beyond)
        return self._share(times, "at most", ways, beyond, Ratio(ways, self.written))

    def point(self, times: int = 1) -> WrongFormula:
        """Return a multiple of the probability of the observed result alone."""
        return self._share(times, "exactly", self.frequencies[self.observed_place])

    def _share(self, times: int, how: str, ways: int, beyond: int = 0, *also: Node) -> WrongFormula:
        """Return a multiple of a probability, at most 1; `also` has other ways to write the probability."""
        share, found = Fraction(ways, sum(self.frequencies)), self.observed_place + beyond
        event = Chance(how, found, "of", len(self.frequencies) - 1, of=share)
        if self.name:
            event = Chance(f"{self.name} {how}", in_halves(Fraction(found - self.least, 2)), of=share)
        sides = [event, *also] if times == 1 else [Product(times, side) for side in (event, *also)]
        after = "which is above 1, so p = 1" if times * share > 1 else ""
        return WrongFormula(min(times * share, Fraction(1)), *sides, after=after)


def binomial_tail(k: int, n: int) -> Tail:
    """Return the tail of at most k heads in n flips of a coin."""
    return Tail([math.comb(n, heads) for heads in range(n + 1)], k, power_of_two(n))


def power_of_two(n: int) -> Part:
    """Return the number of outcomes of n coins: as a number if it is short, else as a power of two."""
    return 2**n if n <= _WRITTEN else Power(2, n)


def untied(ranks: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the ranks 1, 2, 3, and so on, of the same length as the given ranks."""
    return tuple(map(Fraction, range(1, len(ranks) + 1)))


def summed(differences: Sequence[Fraction], ranks: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Return the sums of the ranks of positive and of negative differences."""
    pairs = list(zip(differences, ranks, strict=True))
    plus, minus = (sum((rank for one, rank in pairs if one * side > 0), Fraction(0)) for side in (1, -1))
    return plus, minus


@lru_cache(maxsize=1024)
def sign_ways(doubled: tuple[int, ...]) -> tuple[int, ...]:
    """Count the subsets of the doubled ranks with each sum."""
    return tuple(sign_counts(np.array(doubled, dtype=np.int64)).tolist())


@lru_cache(maxsize=1024)
def choices(doubled: tuple[int, ...], size: int) -> tuple[int, ...]:
    """Count the subsets of `size` doubled ranks with each sum."""
    return tuple(subset_counts(np.array(doubled, dtype=np.int64), size).tolist())
