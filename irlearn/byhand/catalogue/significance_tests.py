"""Misconceptions about significance tests: which tail, which ranks, which error, and another test."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

from irlearn.byhand.misconceptions import FACTS_BY_QUANTITY, Misconception, Rule, Wrong, WrongFormula, register_mistakes
from irlearn.byhand.paired_tests import PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.quantity import QuantityInput, SignificanceTest
from irlearn.byhand.ranking_misconceptions import common_mistake, mistake
from irlearn.formulas import Division, Min, Number
from irlearn.measures.means import arithmetic
from irlearn.text.numbers import rank_text

if TYPE_CHECKING:  # SciPy waits until a test is asked about
    from irlearn.byhand.significance_facts import TestFacts


@FACTS_BY_QUANTITY(SignificanceTest)
def samples(asked: SignificanceTest, given: QuantityInput, exact: bool) -> TestFacts:  # noqa: ARG001 - always exact
    from irlearn.byhand.significance_facts import TestFacts

    return TestFacts(asked, asked.read(given))


# p-values

COUNTED = "binomial sign signed-rank rank-sum"
ALL = f"{COUNTED} paired-t"
_OTHER = {"greater": "less", "less": "greater", "low": "high", "high": "low"}


def _point(context: TestFacts, times: int = 1) -> Wrong:
    """None where it is the whole tail."""
    return context.tail.point(times) if context.tail.count(-1) else None


def _table_without_ties(context: TestFacts) -> Wrong:
    """The p-value of the right sum as if no ranks were shared; one with a half is read at the next whole one."""
    if not context.shares_ranks:
        return None
    tail = context.without_ties()
    made = tail.p(context.times, tail.observed_place % 2)
    if isinstance(context.quantity, SignedRank) and made.value == context.with_ranks(context.ranks_in_order).value:
        return None  # the sum and the table are those of ties in order
    return made


def _default(context: TestFacts, *flags: bool) -> str:
    """The program that takes this normal approximation unasked: whether corrected for ties, and for continuity.

    Of fewer than 50 values R's `wilcox.test` (`exact = NULL, correct = TRUE`) counts p only without ties and without
    differences of 0, and else corrects for continuity. SciPy's `mannwhitneyu` does so for ties and beyond eight values
    a side; its `wilcoxon` corrects nothing, and goes through all signs of up to 13 queries.
    """
    tied, n, both, none = context.shares_ranks, context.n, flags == (True, True), flags == (True, False)
    match context.quantity:
        case SignedRank() if tied or context.ties:
            return "r" if both else "scipy" if none and n > 13 else ""
        case RankSum():
            return "r" if both and (tied or n > 8) else ""
        case SignTest():
            return "mcnemar" if both and {*context.a, *context.b} <= {0, 1} else ""
    return ""


def _normal(program: str = "", *, corrected: bool = True, continuity: bool = False) -> Rule:
    """A normal approximation: the default of a program, or without one nobody's."""

    def rule(context: TestFacts) -> Wrong:
        if _default(context, corrected, continuity) != program or not (corrected or context.shares_ranks):
            return None
        at_the_mean = WrongFormula(Fraction(context.times, 2), "the tail from the mean on") if program else None
        return context.normal_p(corrected=corrected, continuity=continuity) or at_the_mean

    return rule


register_mistakes(
    __file__,
    mistake("by-r", "signed-rank rank-sum", _normal("r", continuity=True), statistic="p", is_definition=True),
    mistake("by-scipy", "signed-rank", _normal("scipy"), statistic="p", is_definition=True),
    mistake("by-mcnemar", "sign", _normal("mcnemar", continuity=True), statistic="p", is_definition=True),
    common_mistake("one-sided", ALL, lambda c: None if c.quantity.is_one_sided else c.one_tail(), statistic="p"),
    common_mistake("two-sided", ALL, lambda c: c.p_for_alternative("two-sided"), statistic="p"),
    common_mistake("other-direction", ALL, lambda c: c.p_for_alternative(_OTHER.get(c.side, "")), statistic="p"),
    common_mistake("point", COUNTED, _point, statistic="p"),
    mistake("point-doubled", COUNTED, lambda c: _point(c, 2), statistic="p"),
    mistake("observed-left-out", COUNTED, lambda c: c.tail.p(c.times, -1) if c.tail.count(-1) else None, statistic="p"),
    common_mistake("normal", COUNTED, _normal(), statistic="p"),
    mistake("normal-continuity", COUNTED, _normal(continuity=True), statistic="p"),
    mistake("normal-ties-uncorrected", "signed-rank", _normal(corrected=False), statistic="p"),
    mistake("normal-ties-uncorrected", "rank-sum", _normal(corrected=False), statistic="p", is_definition=True),
    mistake("table-without-ties", "signed-rank rank-sum", _table_without_ties, statistic="p"),
)


# the sign test: of its p-value, and of the wins that it counts


def _number(value: Fraction | int) -> WrongFormula:
    """A number alone; a sum would tell the right one."""
    return WrongFormula(Fraction(value), in_halves(Fraction(value)))


def in_halves(value: Fraction) -> Number:
    """A rank or a sum of ranks in a calculation: 3 or 2.5."""
    return Number(value, rank_text(value))


def _ties_half(context: TestFacts) -> Wrong:
    if not context.asks_p:
        return WrongFormula(context.wins + Fraction(context.ties, 2)) if context.ties else None
    each = context.ties // 2
    return context.of_wins(context.fewer + each, context.counted + 2 * each) if each else None


register_mistakes(
    __file__,
    common_mistake("ties-in-n", "sign", lambda c: c.of_wins(c.fewer, c.n) if c.ties else None, statistic="p"),
    common_mistake("ties-half", "sign", _ties_half),
    common_mistake("ties-as-wins", "sign", lambda c: _number(c.wins + c.ties) if c.ties else None, statistic="wins"),
    common_mistake("losses-given", "sign", lambda c: _number(c.losses), statistic="wins"),
)


# the ranks: of the signed-rank test and its smaller sum W, of the rank-sum test and its U


def _larger(context: TestFacts, side: int) -> Wrong:
    """The sum of the ranks of A's wins (0) or of B's (1), where it is the larger one."""
    return _number(context.sums[side]) if context.sums[side] > context.sums[1 - side] else None


def _rank_sum_given(context: TestFacts) -> Wrong:
    if context.asks_p:
        return context.with_quantity(RankSum()).p()
    return WrongFormula(min(context.rank_sums), Min(*map(in_halves, context.rank_sums)))


def _signed_rank_given(context: TestFacts) -> Wrong:
    if context.asks_p:
        return context.with_quantity(SignedRank()).p() if context.differences else None
    return _number(context.sums[0]) if context.differences else None


register_mistakes(
    __file__,
    common_mistake("raw-differences-ranked", "signed-rank", lambda c: c.with_ranks(c.raw_ranks)),
    common_mistake("zeros-kept", "signed-rank", lambda c: c.with_ranks(c.all_ranks) if c.ties else None),
    mistake("zeros-split", "signed-rank", lambda c: c.with_zeros_split() if c.ties else None),
    common_mistake(
        "ties-in-order", "signed-rank", lambda c: c.with_ranks(c.ranks_in_order) if c.shares_ranks else None
    ),
    mistake("v-of-r", "signed-rank", lambda c: _larger(c, 0), statistic="W", is_definition=True),
    common_mistake("larger-sum", "signed-rank", lambda c: _larger(c, 1), statistic="W"),
    common_mistake("signed-sum", "signed-rank", lambda c: _number(abs(c.sums[0] - c.sums[1])), statistic="W"),
    mistake("all-ranks", "signed-rank", lambda c: _number(sum(c.sums)), statistic="W"),
    common_mistake("rank-sum-given", "signed-rank", _rank_sum_given),
    common_mistake(
        "u-of-b", "rank-sum", lambda c: WrongFormula(c.n**2 - c.u, "pairs in which B is higher"), statistic="U"
    ),
    common_mistake("sum-given", "rank-sum", lambda c: WrongFormula(c.rank_sums[0], "sum of A's ranks"), statistic="U"),
    common_mistake(
        "same-query-only",
        "rank-sum",
        lambda c: WrongFormula(c.wins + Fraction(c.ties, 2), c.wins + Division(c.ties, 2)),
        statistic="U",
    ),
    common_mistake("signed-rank-given", "rank-sum", _signed_rank_given),
)


# the paired t test: of t, of its standard error, of its p-value, and of the ends of its interval


def _unpaired(context: TestFacts) -> Wrong:
    spreads = (context.moments_of(side)[1] for side in context.data)
    return context.t_over(context.moments[0], math.hypot(*spreads) / math.sqrt(context.n), freedom=2 * context.n - 2)


def _zeros_left_out(context: TestFacts) -> Wrong:
    if not context.ties or context.counted < 2:
        return None
    return context.t_over(*context.moments_of(context.differences), context.counted)


def _end(name: str, rule: Rule) -> Misconception:
    return common_mistake(name, "paired-t", rule, statistic="low high")


register_mistakes(
    __file__,
    common_mistake(
        "over-n", "paired-t", lambda c: c.t_over(c.moments[0], c.moments[1] * math.sqrt((c.n - 1) / c.n), c.n)
    ),
    common_mistake("no-root-n", "paired-t", lambda c: c.t_over(*c.moments, freedom=c.n - 1)),
    common_mistake("variance", "paired-t", lambda c: c.t_over(c.moments[0], c.moments[1] ** 2, c.n)),
    common_mistake("unpaired", "paired-t", _unpaired),
    common_mistake(
        "b-minus-a", "paired-t", lambda c: WrongFormula(-c.t, "mean of B − A over its standard error"), statistic="t"
    ),
    common_mistake(
        "mean-given",
        "paired-t",
        lambda c: WrongFormula(arithmetic(c.all_differences), "mean of the differences"),
        statistic="t",
    ),
    common_mistake("zeros-left-out", "paired-t", _zeros_left_out),
    common_mistake("normal", "paired-t", lambda c: c.normal_p(), statistic="p"),
    _end("normal-quantile", lambda c: c.t_over(*c.moments, c.n, quantile=NormalDist().inv_cdf(0.975))),
    _end("one-sided-quantile", lambda c: c.t_over(*c.moments, c.n, quantile=c.quantile(0.05))),
    _end("other-end", lambda c: c.with_quantity(PairedT(_OTHER[c.quantity.statistic])).t_over(*c.moments, c.n)),
    _end("ends-of-b-minus-a", lambda c: c.t_over(-c.moments[0], c.moments[1], c.n)),
)


# another test's p-value; last, as they take the longest


def _given(test: SignificanceTest, about: str) -> Misconception:
    """The p-value of another test of the same scores, where it has one."""

    def rule(context: TestFacts) -> Wrong:
        has_p = context.moments[1] if isinstance(test, PairedT) else context.differences
        return context.with_quantity(test).p() if has_p else None

    return common_mistake(f"{test.name}-given", about, rule, statistic="p")


register_mistakes(
    __file__,
    _given(SignTest(), "signed-rank rank-sum paired-t"),
    _given(SignedRank(), "sign paired-t"),
    _given(PairedT(), "sign signed-rank rank-sum"),
)
