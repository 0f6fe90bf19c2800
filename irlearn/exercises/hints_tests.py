"""Hints in steps for significance tests, from the differences to one step before the answer."""

from __future__ import annotations

import math
from fractions import Fraction

from irlearn.derivation.best_of_many import BestOfMany
from irlearn.derivation.binomial import Binomial
from irlearn.derivation.criteria import BetterBy
from irlearn.derivation.fourfold import Phi, WhoAnswers
from irlearn.derivation.significance import ENDS, Pair, PairedT, RankSum, SignedRank, Significance
from irlearn.diagnosis.context import CriteriaContext, FourfoldContext, SamplesContext
from irlearn.exercises.worded_best import hints_for_best
from irlearn.numbers import degrees, fixed, general, half
from irlearn.words import in_a_row


def hints_for_test(asked: Significance, given: Pair) -> tuple[str, ...]:
    """Three or four hints, each nearer to the answer than the one before.

    >>> from irlearn.derivation import SignTest
    >>> for hint in hints_for_test(SignTest(), SignTest().read(([0.5, 0.7, 0.9], [0.4, 0.9, 0.9]))):
    ...     print(hint)
    Write down who wins each query. A query on which both score the same is left out.
    A wins 1, B wins 1, so n is 2. Without a difference each of the 2^2 = 4 ways to win them is equally likely.
    The tail is the chance of at most 1 of 2; two-sided, it counts twice.
    """
    if isinstance(asked, WhoAnswers | Phi):
        return _of_outcomes(FourfoldContext(asked, given))
    if isinstance(asked, BetterBy):
        return _of_criteria(CriteriaContext(asked, given))
    if isinstance(asked, BestOfMany):
        return hints_for_best(asked, given)
    context = SamplesContext(asked, given)
    match asked:
        case Binomial():
            return _flips(context, f"Of {context.counted} trials {context.fewer} fell on the rarer side. ")
        case SignedRank():
            return _signed_rank(context)
        case RankSum():
            return _rank_sum(context)
        case PairedT():
            return _paired_t(context)
    return _sign(context)


def _of_outcomes(context: FourfoldContext) -> tuple[str, ...]:
    neither, a_only, b_only, both = context.counts
    if isinstance(context.asked, WhoAnswers):
        return (
            f"A system answers a query where its rank is {context.cutoff} or less.",
            f"A answers {a_only + both} queries, and B {b_only + both}.",
            f"Count the queries of the outcome that is asked for, and divide by all {context.n}.",
        )
    a, not_a, b, not_b = context.margins
    return (
        f"A answers {both} + {a_only} = {a} queries and misses {not_a}; B answers {b} and misses {not_b}.",
        f"Above the line: both times neither, less only A times only B: {both} · {neither} − {a_only} · {b_only}.",
        f"Below it: the root of {a} · {not_a} · {b} · {not_b}.",
    )


def _of_criteria(context: CriteriaContext) -> tuple[str, ...]:
    first = "Write + beside a side where B is better: only B is larger, or ESL of B is lower. Else write −."
    if context.asked.statistic == "both-improved":
        return first, "The p-values are not asked for.", "Count the challengers with two signs +."
    best = [
        in_a_row([str(place) for place, row in enumerate(context.standings, start=1) if row[side] > 1]) or "none"
        for side in (0, 1)
    ]
    return (
        first,
        f"A p-value is significant up to 0.05 / {len(context.rows)} = {general(context.level, 4)}.",
        f"Significantly more is answered by {best[0]}. Significantly lower is ESL of {best[1]}.",
        "Count those that stand in both lists."
        if context.asked.statistic == "both-significant"
        else "Count those that stand in a list or in both, without those whose other side is a significant loss.",
    )


def _sign(context: SamplesContext) -> tuple[str, ...]:
    first = "Write down who wins each query. A query on which both score the same is left out."
    if not context.asks_p:
        return first, "A wins where its score is higher.", f"B wins {context.losses} of the {len(context.a)} queries."
    return (first, *_flips(context, f"A wins {context.wins}, B wins {context.losses}, so n is {context.counted}. ")[:2])


def _flips(context: SamplesContext, counted: str) -> tuple[str, ...]:
    n, few = context.counted, context.fewer
    ways = [str(math.comb(n, count)) for count in range(few + 1)]
    return (
        f"{counted}Without a difference each of the 2^{n} = {2**n} ways to win them is equally likely.",
        f"The tail is the chance of at most {few} of {n}; two-sided, it counts twice.",
        f"The ways to win 0 up to {few} of {n} are {in_a_row(ways)}. Add them, double the sum, and divide.",
    )


def _signed_rank(context: SamplesContext) -> tuple[str, ...]:
    plus, minus = ([rank for one, rank in _pairs(context) if (one > 0) == above] for above in (True, False))
    first = (
        "Write down A − B of each query, and leave out those of 0.",
        "Rank the sizes, 1 for the smallest; equal sizes share the mean of their ranks.",
        f"The positive differences have the ranks {_ranks(plus)}; the negative ones {_ranks(minus)}.",
    )
    if not context.asks_p:
        return (*first, "Add the ranks of each sign. W is the smaller sum.")
    return (
        *first,
        (
            f"The smaller sum is {half(min(context.sums))}. Count in how many of the 2^{context.counted} = "
            f"{2**context.counted} settings of the signs the positive ranks add up to that or less; double the number, "
            "and divide."
        ),
    )


def _pairs(context: SamplesContext) -> list[tuple[Fraction, Fraction]]:
    return list(zip(context.differences, context.ranks, strict=True))


def _ranks(ranks: list[Fraction]) -> str:
    return in_a_row([half(rank) for rank in ranks]) or "none"


def _rank_sum(context: SamplesContext) -> tuple[str, ...]:
    n = len(context.a)
    first = (
        f"Put all {2 * n} scores in one row, and rank them from the smallest; equal ones share the mean of ranks.",
        f"The scores of A have the ranks {_ranks(list(context.together[:n]))}.",
        f"U of A is the sum of these ranks, less {n} · {n + 1} / 2 = {n * (n + 1) // 2}.",
    )
    if not context.asks_p:
        return first
    low = min(context.u, n * n - context.u)
    return (
        *first,
        (
            f"The smaller U is {half(low)}. Count how many of the {math.comb(2 * n, n)} choices of {n} ranks give that "
            "or less; double the number, and divide."
        ),
    )


def _paired_t(context: SamplesContext) -> tuple[str, ...]:
    mean, deviation = context.moments
    first: tuple[str, ...] = (
        "Write down A − B of each query; a difference of 0 counts, too.",
        f"The mean of the differences is {fixed(mean, 5)}.",
        f"Their standard deviation, over n − 1 = {len(context.a) - 1}, is {fixed(deviation, 5)}.",
    )
    if context.asked.statistic in ENDS:
        return (
            *first,
            f"The standard error is that over √{len(context.a)}.",
            "The ends are the mean, give or take the quantile times the standard error.",
        )
    first = (*first, f"t is the mean over its standard error, the standard deviation over √{len(context.a)}.")
    if not context.asks_p:
        return first
    return (*first, f"p holds both tails of Student's t with {degrees(len(context.a) - 1)}.")
