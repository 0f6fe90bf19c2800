"""How exercises about significance tests of the scores of A and of B, or of counts, are worded, and their hints."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from irlearn.chance import choose
from irlearn.derivation.a_against_b import ENDS, Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.derivation.significance import Pair, Significance
from irlearn.diagnosis.misconceptions.tests import SamplesContext
from irlearn.kinds.told import WORDINGS, OfTwoLists, Worded, Wording
from irlearn.numbers import degrees, fixed, half, power
from irlearn.words import counted, in_a_row


class OfScores(OfTwoLists):
    """The words of a test of two lists of scores, two-sided."""

    def what(self, asked: Significance) -> str:
        """The p-value as two-sided, a statistic with its test."""
        p = asked.spoken.removeprefix("the ")
        sided = f"the {'' if p.startswith('one-sided') else 'two-sided '}{p}"
        return sided if asked.statistic == "p" else f"{asked.spoken} in the {asked.title}"

    def rounding(self, asked: Significance, places: int) -> str:
        """The digits of p; a sum or a count is exact."""
        return super().rounding(asked, places) if asked.statistic == "p" else "Give the exact number."

    def convention(self, asked: Significance, pair: Pair) -> str:  # noqa: ARG002 - that of an interval depends on both
        """What a learner has to be told, in sentences with a blank behind each."""
        return ""

    def worded(self, random: Random, asked: Significance, pair: Pair, question: str) -> Worded:
        """The scores, what is to be minded, and the question."""
        told = choose(random, ("Two systems have these AP values", "Systems A and B have these scores"))
        before = f"{told} on the same {len(pair[0])} queries."
        return self.with_scores(asked, pair, before, f"{self.convention(asked, pair)}{question}")


_ZEROS = "Leave out differences of 0. "
_COUNTED = "Count all cases, without an approximation. "


class OfSigns(OfScores):
    """The words of the sign test."""

    def convention(self, asked: Significance, pair: Pair) -> str:  # noqa: ARG002
        """What to do with ties."""
        return _ZEROS

    def hints(self, asked: SignTest, pair: Pair) -> tuple[str, ...]:
        """From who wins to the tail.

        >>> for hint in OfSigns().hints(SignTest(), SignTest().read(([0.5, 0.7, 0.9], [0.4, 0.9, 0.9]))):
        ...     print(hint)
        Write down who wins each query. A query on which both score the same is left out.
        A wins 1, B wins 1, so n is 2. Without a difference each of the 2² = 4 ways to win them is equally likely.
        The tail is the chance of at most 1 of 2; two-sided, it counts twice.
        """
        context = SamplesContext(asked, pair)
        n, wins, losses = len(context.a), context.wins, context.losses
        if not context.asks_p:
            return _WHO_WINS, "A wins where its score is higher.", f"B wins {losses} of the {n} queries."
        return _WHO_WINS, *flips(context, f"A wins {wins}, B wins {losses}, so n is {context.counted}. ")[:2]

    def hints_beside(self, asked: SignTest, pair: Pair, others: Sequence[Any]) -> tuple[str, ...]:
        """Those of p do not count the wins, where they are asked for, too."""
        context = SamplesContext(asked, pair)
        if not (context.asks_p and any(one.statistic == "wins" for one in others)):
            return self.hints(asked, pair)
        return (
            _WHO_WINS,
            f"Count the wins of A and of B, {context.counted} together. {_equally(context)}",
            "The tail is the chance of at most as many as the one with fewer wins has; two-sided, it counts twice.",
        )


class OfSignedRanks(OfScores):
    """The words of the signed-rank test."""

    def convention(self, asked: Significance, pair: Pair) -> str:  # noqa: ARG002
        """What to do with zeros, and that p is counted."""
        return _ZEROS + (_COUNTED if asked.statistic == "p" else "")

    def hints(self, asked: SignedRank, pair: Pair) -> tuple[str, ...]:
        """From the differences to the settings of the signs."""
        return _signed_rank(SamplesContext(asked, pair))

    def hints_beside(self, asked: SignedRank, pair: Pair, others: Sequence[Any]) -> tuple[str, ...]:
        """Those of p do not tell W, where it is asked for, too."""
        return _signed_rank(SamplesContext(asked, pair), tells=not any(one.statistic == "W" for one in others))


class OfRankSums(OfScores):
    """The words of the rank-sum test."""

    def definition(self, asked: Significance) -> str:  # noqa: ARG002
        """That the pairs do not matter here, whatever they do for the number beside it."""
        return "For U ignore that the scores are paired."

    def convention(self, asked: Significance, pair: Pair) -> str:  # noqa: ARG002
        """That the pairs do not matter, and that p is counted."""
        return "Ignore that the scores are paired. " + (_COUNTED if asked.statistic == "p" else "")

    def hints(self, asked: RankSum, pair: Pair) -> tuple[str, ...]:
        """From one row of scores to the choices of ranks."""
        return _rank_sum(SamplesContext(asked, pair))

    def hints_beside(self, asked: RankSum, pair: Pair, others: Sequence[Any]) -> tuple[str, ...]:
        """Those of p do not tell U, where it is asked for, too."""
        return _rank_sum(SamplesContext(asked, pair), tells=not any(one.statistic == "U" for one in others))


class OfT(OfScores):
    """The words of the paired t test."""

    fraction = False

    def what(self, asked: Significance) -> str:
        """An end of the interval is named in full."""
        return asked.spoken if asked.statistic in ENDS else super().what(asked)

    rounding = Wording.rounding  # no number of this test is exact

    def convention(self, asked: Significance, pair: Pair) -> str:
        """The quantile that an interval takes."""
        return f"Student's t with {quantile_text(len(pair[0]))}. " if asked.statistic in ENDS else ""

    def hints(self, asked: PairedT, pair: Pair) -> tuple[str, ...]:
        """From the differences to t, p or an end."""
        context = SamplesContext(asked, pair)
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


WORDINGS(SignTest)(OfSigns())
WORDINGS(SignedRank)(OfSignedRanks())
WORDINGS(RankSum)(OfRankSums())
WORDINGS(PairedT)(OfT())


def quantile_text(queries: int) -> str:
    """The degrees of freedom of Student's t, and the quantile that a 95% interval takes.

    >>> quantile_text(9)
    '8 degrees of freedom is above 2.3060 with probability 0.025'
    """
    from irlearn.statistics.null import t_quantile  # SciPy waits until it is needed

    return f"{degrees(queries - 1)} is above {fixed(t_quantile(0.025, queries - 1), 4)} with probability 0.025"


_WHO_WINS = "Write down who wins each query. A query on which both score the same is left out."


def flips(context: SamplesContext, counted: str) -> tuple[str, ...]:
    """The hints of a sign test or a binomial test, from the counts on."""
    n, few = context.counted, context.fewer
    ways = [str(math.comb(n, count)) for count in range(few + 1)]
    return (
        f"{counted}{_equally(context)}",
        f"The tail is the chance of at most {few} of {n}; two-sided, it counts twice.",
        f"The ways to win 0 up to {few} of {n} are {in_a_row(ways)}. Add them, double the sum, and divide.",
    )


def _equally(context: SamplesContext) -> str:
    n = context.counted
    return f"Without a difference each of the {power(2, n)} = {2**n} ways to win them is equally likely."


def _signed_rank(context: SamplesContext, *, tells: bool = True) -> tuple[str, ...]:
    pairs = list(zip(context.differences, context.ranks, strict=True))
    plus, minus = ([rank for one, rank in pairs if (one > 0) == above] for above in (True, False))
    first = (
        "Write down A − B of each query, and leave out those of 0.",
        "Rank the sizes, 1 for the smallest; equal sizes share the mean of their ranks.",
        f"The positive differences have the ranks {_ranks(plus)}; the negative ones {_ranks(minus)}.",
    )
    if not context.asks_p:
        return (*first, "Add the ranks of each sign. W is the smaller sum.")
    found = f"The smaller sum is {half(min(context.sums))}. " if tells else ""
    return (
        *first,
        (
            f"{found}Count in how many of the {power(2, context.counted)} = {2**context.counted} settings of the signs "
            f"the positive ranks add up to {'that' if tells else 'W'} or less; double the number, and divide."
        ),
    )


def _ranks(ranks: list[Fraction]) -> str:
    return in_a_row([half(rank) for rank in ranks]) or "none"


def _rank_sum(context: SamplesContext, *, tells: bool = True) -> tuple[str, ...]:
    n = len(context.a)
    first = (
        f"Put all {2 * n} scores in one row, and rank them from the smallest; equal ones share the mean of ranks.",
        f"The scores of A have the ranks {_ranks(list(context.together[:n]))}.",
        f"U of A is the sum of these ranks, less {n} · {n + 1} / 2 = {n * (n + 1) // 2}.",
    )
    if not context.asks_p:
        return first
    low = f"The smaller U is {half(min(context.u, n * n - context.u))}."
    found = low if tells else f"U of B is {n} · {n} = {n * n} less U of A. Take the smaller of the two."
    return (
        *first,
        (
            f"{found} Count how many of the {math.comb(2 * n, n)} choices of {n} ranks give that or less; double the "
            "number, and divide."
        ),
    )


class OfCounts(OfScores):
    """The words of the binomial test, whose numbers stand in its sentences."""

    def stated(self, asked: Binomial, pair: Pair) -> str:  # noqa: ARG002
        """The trials and the successes."""
        (successes,), (trials,) = pair
        are = "is a success" if successes == 1 else "are successes"
        return f"Of {counted(int(trials), 'trial')} {successes} {are}."

    def worded(self, random: Random, asked: Binomial, pair: Pair, question: str) -> Worded:  # type: ignore[override]  # noqa: ARG002
        """The counts in one of two stories, and the question."""
        successes, trials = int(pair[0][0]), int(pair[1][0])
        told = choose(
            random,
            (
                f"Of {trials} queries that only one of two systems answers, A answers {successes}.",
                f"Two systems differ on {trials} queries: {successes} are better with A, the others with B.",
            ),
        )
        return Worded(f"{told} Without a difference each is as likely as the other. {question}")

    def hints(self, asked: Binomial, pair: Pair) -> tuple[str, ...]:
        """From the counts to the tail."""
        context = SamplesContext(asked, pair)
        return flips(context, f"Of {context.counted} trials {context.fewer} fell on the rarer side. ")


WORDINGS(Binomial)(OfCounts())
