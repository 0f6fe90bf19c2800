"""Misconceptions about significance tests: the wrong tail, wrong ranks, a wrong standard error, another test."""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import NormalDist
from typing import TYPE_CHECKING

from irlearn.byhand.hand_quantity import QuantityInput, SignificanceTest
from irlearn.byhand.misconception_builders import common_mistake, mistake
from irlearn.byhand.misconceptions import FACTS_BY_QUANTITY, Misconception, Rule, Wrong, WrongFormula, register_mistakes
from irlearn.byhand.paired_tests import PairedT, RankSum, SignedRank, SignTest
from irlearn.formulas import Division, Min, Number
from irlearn.measures.means import arithmetic
from irlearn.text.numbers import rank_text

if TYPE_CHECKING:  # SciPy waits until a test is asked about
    from irlearn.byhand.significance_facts import TestFacts


@FACTS_BY_QUANTITY(SignificanceTest)
def facts_of_test(asked: SignificanceTest, given: QuantityInput, exact: bool) -> TestFacts:  # noqa: ARG001 - always exact
    """Return the facts from which misconceptions about a significance test compute."""
    from irlearn.byhand.significance_facts import TestFacts

    return TestFacts(asked, asked.read(given))


# Misconceptions about p-values.

EXACT_TESTS = "binomial sign signed-rank rank-sum"
ALL_TESTS = f"{EXACT_TESTS} paired-t"
_OPPOSITE = {"greater": "less", "less": "greater", "low": "high", "high": "low"}


def _point(context: TestFacts, times: int = 1) -> Wrong:
    """Return the probability of only the observed statistic, or None if the tail contains no other value."""
    return context.tail.point(times) if context.tail.count(-1) else None


def _table_without_ties(context: TestFacts) -> Wrong:
    """Return the p-value of the right rank sum from a table without ties; a half rank is rounded up."""
    if not context.shares_ranks:
        return None
    tail = context.without_ties()
    p = tail.p(context.times, tail.observed_place % 2)
    if isinstance(context.quantity, SignedRank) and p.value == context.with_ranks(context.ranks_in_order).value:
        return None  # because "ties-in-order" explains the same number
    return p


def _program_with_default(context: TestFacts, *, corrected: bool, continuity: bool) -> str:
    """Return the program whose default is this normal approximation, or an empty text if no program has it.

    For fewer than 50 values R's `wilcox.test` (`exact = NULL, correct = TRUE`) computes an exact p only without ties
    and without differences of 0; otherwise it corrects for continuity. SciPy's `mannwhitneyu` does the same with ties
    or more than eight values in both samples. SciPy's `wilcoxon` never corrects for continuity, and enumerates all
    signs for up to 13 queries.
    """
    with_both, with_ties_only = corrected and continuity, corrected and not continuity
    tied, n = context.shares_ranks, context.n
    match context.quantity:
        case SignedRank() if tied or context.ties:
            return "r" if with_both else "scipy" if with_ties_only and n > 13 else ""
        case RankSum():
            return "r" if with_both and (tied or n > 8) else ""
        case SignTest():
            return "mcnemar" if with_both and {*context.a, *context.b} <= {0, 1} else ""
    return ""


def _normal(program: str = "", *, corrected: bool = True, continuity: bool = False) -> Rule:
    """Return a rule for a normal approximation that is the default of `program`, or of no program if it is empty.

    `corrected` and `continuity` say whether the approximation is corrected for ties, and for continuity.
    """

    def rule(context: TestFacts) -> Wrong:
        default_of = _program_with_default(context, corrected=corrected, continuity=continuity)
        if default_of != program or not (corrected or context.shares_ranks):
            return None
        tail_from_mean = WrongFormula(Fraction(context.times, 2), "the tail from the mean on") if program else None
        return context.normal_p(corrected=corrected, continuity=continuity) or tail_from_mean

    return rule


register_mistakes(
    __file__,
    mistake("by-r", "signed-rank rank-sum", _normal("r", continuity=True), statistic="p", is_definition=True),
    mistake("by-scipy", "signed-rank", _normal("scipy"), statistic="p", is_definition=True),
    mistake("by-mcnemar", "sign", _normal("mcnemar", continuity=True), statistic="p", is_definition=True),
    common_mistake("one-sided", ALL_TESTS, lambda c: None if c.quantity.is_one_sided else c.one_tail(), statistic="p"),
    common_mistake("two-sided", ALL_TESTS, lambda c: c.p_for_alternative("two-sided"), statistic="p"),
    common_mistake(
        "other-direction", ALL_TESTS, lambda c: c.p_for_alternative(_OPPOSITE.get(c.side, "")), statistic="p"
    ),
    common_mistake("point", EXACT_TESTS, _point, statistic="p"),
    mistake("point-doubled", EXACT_TESTS, lambda c: _point(c, 2), statistic="p"),
    mistake(
        "observed-left-out",
        EXACT_TESTS,
        lambda c: c.tail.p(c.times, -1) if c.tail.count(-1) else None,
        statistic="p",
    ),
    common_mistake("normal", EXACT_TESTS, _normal(), statistic="p"),
    mistake("normal-continuity", EXACT_TESTS, _normal(continuity=True), statistic="p"),
    mistake("normal-ties-uncorrected", "signed-rank", _normal(corrected=False), statistic="p"),
    mistake("normal-ties-uncorrected", "rank-sum", _normal(corrected=False), statistic="p", is_definition=True),
    mistake("table-without-ties", "signed-rank rank-sum", _table_without_ties, statistic="p"),
)


# Misconceptions about the sign test, both its p-value and the number of wins.


def _value_alone(value: Fraction | int) -> WrongFormula:
    """Return a value without the sum that gives it, because the sum would reveal the right number."""
    return WrongFormula(Fraction(value), in_halves(Fraction(value)))


def in_halves(value: Fraction) -> Number:
    """Return a rank, or a sum of ranks, as a node of a formula: 3 or 2.5."""
    return Number(value, rank_text(value))


def _ties_split(context: TestFacts) -> Wrong:
    if not context.asks_p:
        return WrongFormula(context.wins + Fraction(context.ties, 2)) if context.ties else None
    half = context.ties // 2
    return context.of_wins(context.fewer + half, context.counted + 2 * half) if half else None


register_mistakes(
    __file__,
    common_mistake("ties-in-n", "sign", lambda c: c.of_wins(c.fewer, c.n) if c.ties else None, statistic="p"),
    common_mistake("ties-half", "sign", _ties_split),
    common_mistake(
        "ties-as-wins", "sign", lambda c: _value_alone(c.wins + c.ties) if c.ties else None, statistic="wins"
    ),
    common_mistake("losses-given", "sign", lambda c: _value_alone(c.losses), statistic="wins"),
)


# Misconceptions about the two tests that use ranks: signed-rank (W) and rank-sum (U).


def _larger_sum(context: TestFacts, side: int) -> Wrong:
    """Return the sum of the ranks of A's wins (side 0) or B's wins (side 1) if it is the larger sum."""
    return _value_alone(context.sums[side]) if context.sums[side] > context.sums[1 - side] else None


def _rank_sum_given(context: TestFacts) -> Wrong:
    if context.asks_p:
        return context.with_quantity(RankSum()).p()
    return WrongFormula(min(context.rank_sums), Min(*map(in_halves, context.rank_sums)))


def _signed_rank_given(context: TestFacts) -> Wrong:
    if context.asks_p:
        return context.with_quantity(SignedRank()).p() if context.differences else None
    return _value_alone(context.sums[0]) if context.differences else None


register_mistakes(
    __file__,
    common_mistake("raw-differences-ranked", "signed-rank", lambda c: c.with_ranks(c.raw_ranks)),
    common_mistake("zeros-kept", "signed-rank", lambda c: c.with_ranks(c.all_ranks) if c.ties else None),
    mistake("zeros-split", "signed-rank", lambda c: c.with_zeros_split() if c.ties else None),
    common_mistake(
        "ties-in-order", "signed-rank", lambda c: c.with_ranks(c.ranks_in_order) if c.shares_ranks else None
    ),
    mistake("v-of-r", "signed-rank", lambda c: _larger_sum(c, 0), statistic="W", is_definition=True),
    common_mistake("larger-sum", "signed-rank", lambda c: _larger_sum(c, 1), statistic="W"),
    common_mistake("signed-sum", "signed-rank", lambda c: _value_alone(abs(c.sums[0] - c.sums[1])), statistic="W"),
    mistake("all-ranks", "signed-rank", lambda c: _value_alone(sum(c.sums)), statistic="W"),
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


# Misconceptions about the paired t test: t, its standard error, its p-value, and the ends of its interval.


def _unpaired(context: TestFacts) -> Wrong:
    deviations = (context.moments_of(scores)[1] for scores in context.data)
    standard_error = math.hypot(*deviations) / math.sqrt(context.n)
    return context.t_over(context.moments[0], standard_error, freedom=2 * context.n - 2)


def _zeros_left_out(context: TestFacts) -> Wrong:
    if not context.ties or context.counted < 2:
        return None
    return context.t_over(*context.moments_of(context.differences), context.counted)


def _interval_mistake(name: str, rule: Rule) -> Misconception:
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
    _interval_mistake("normal-quantile", lambda c: c.t_over(*c.moments, c.n, quantile=NormalDist().inv_cdf(0.975))),
    _interval_mistake("one-sided-quantile", lambda c: c.t_over(*c.moments, c.n, quantile=c.quantile(0.05))),
    _interval_mistake(
        "other-end", lambda c: c.with_quantity(PairedT(_OPPOSITE[c.quantity.statistic])).t_over(*c.moments, c.n)
    ),
    _interval_mistake("ends-of-b-minus-a", lambda c: c.t_over(-c.moments[0], c.moments[1], c.n)),
)


# The p-value of another test. These rules come last because they take the longest.


def _p_of_other_test(test: SignificanceTest, tests: str) -> Misconception:
    """Return the misconception that gives the p-value of `test` in place of the p-value of the named tests."""

    def rule(context: TestFacts) -> Wrong:
        is_defined = context.moments[1] if isinstance(test, PairedT) else context.differences
        return context.with_quantity(test).p() if is_defined else None

    return common_mistake(f"{test.name}-given", tests, rule, statistic="p")


register_mistakes(
    __file__,
    _p_of_other_test(SignTest(), "signed-rank rank-sum paired-t"),
    _p_of_other_test(SignedRank(), "sign paired-t"),
    _p_of_other_test(PairedT(), "sign signed-rank rank-sum"),
)
