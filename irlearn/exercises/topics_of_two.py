"""What the topics about two systems ask: how a candidate of each level is drawn."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

from irlearn.derivation import BetterBy, Binomial, PairedT, Phi, RankSum, SignedRank, SignTest, WhoAnswers
from irlearn.derivation.fourfold import OUTCOMES
from irlearn.derivation.significance import Pair
from irlearn.exercises.chance import choose, draw, shuffled
from irlearn.exercises.generate import Draft, redrawn, topic

# 07 is the difference real


def scores_apart(random: Random, differences: list[int]) -> Pair:
    """Scores of A and of B with two digits, which differ by these hundredths in a random order."""
    pairs = []
    for difference in shuffled(random, differences):
        low = draw(random, max(5, 5 - difference), min(95, 95 - difference))
        pairs.append((Fraction(low + difference, 100), Fraction(low, 100)))
    return tuple(one for one, _ in pairs), tuple(other for _, other in pairs)


def differing(
    random: Random, queries: int, behind: int, *, zeros: int = 0, largest: int = 20, repeated: int = 0
) -> list[int]:
    """Differences in hundredths: so many of one sign, zeros, the rest of the other sign.

    They have different sizes, but for `repeated` of them, which have the size of another one.
    """
    sizes = shuffled(random, list(range(1, largest + 1)))[: queries - zeros]
    for place in range(repeated):
        sizes[2 * place] = sizes[2 * place + 1]
    ahead = choose(random, (1, -1))
    signs = shuffled(random, [-ahead] * behind + [ahead] * (queries - zeros - behind))
    return [sign * size for sign, size in zip(signs, sizes, strict=True)] + [0] * zeros


@topic("sign-test", "the sign test's p-value", "07")
def _(random: Random, level: int) -> Draft:
    queries = draw(random, *((7, 8), (9, 11), (11, 14))[level - 1])
    zeros = draw(random, *((0, 1), (1, 2), (2, 3))[level - 1])
    behind = draw(random, 1, max((queries - zeros) // 2 - 1, 1))
    return SignTest(), scores_apart(random, differing(random, queries, behind, zeros=zeros))


@topic("signed-rank", "Wilcoxon's signed-rank test: W, then its p-value", "07")
def _(random: Random, level: int) -> Draft:
    queries = (draw(random, 6, 7), draw(random, 7, 8), draw(random, 8, 9))[level - 1]
    zeros, repeated = (0, 1, 1)[level - 1], (0, 1, 2)[level - 1]
    behind = draw(random, 2, max((queries - zeros) // 2, 2))
    differences = differing(random, queries, behind, zeros=zeros, repeated=repeated)
    return SignedRank("W" if level == 1 else "p"), scores_apart(random, differences)


@topic("rank-sum", "Wilcoxon's rank-sum test: U, then its p-value", "07")
def _(random: Random, level: int) -> Draft:
    queries = (4, 5, 6)[level - 1]
    differences = differing(random, queries, draw(random, 1, queries - 1), largest=25)
    return RankSum("U" if level == 1 else "p"), scores_apart(random, differences)


@topic("paired-t", "t of paired scores", "07")
def _(random: Random, level: int) -> Draft:
    queries = (draw(random, 4, 5), draw(random, 6, 7), draw(random, 8, 9))[level - 1]
    zeros = (0, 0, 1)[level - 1]
    differences = differing(random, queries, draw(random, 1, queries // 2), zeros=zeros)
    return PairedT("t"), scores_apart(random, differences)


@topic("binomial", "the binomial test of who answers the queries that only one system answers", "07")
def _(random: Random, level: int) -> Draft:
    trials = draw(random, *((6, 11), (10, 15), (14, 24))[level - 1])
    few = draw(random, 1, trials // 2 - 1)
    return Binomial(), Binomial().read((choose(random, (few, trials - few)), trials))


@topic("t-interval", "an end of the 95% interval of the mean difference", "07", places=4)
def _(random: Random, level: int) -> Draft:
    queries = (draw(random, 4, 5), draw(random, 6, 7), draw(random, 8, 9))[level - 1]
    differences = differing(random, queries, draw(random, 1, queries // 2), zeros=(0, 0, 1)[level - 1], largest=30)
    return PairedT(choose(random, ("low", "high"))), scores_apart(random, differences)


# 09 outcomes, and what they tell of one another


@topic("outcomes", "the share of queries that both systems answer, only one of them, or neither", "09")
def _(random: Random, level: int) -> Draft:
    queries, cutoff = draw(random, *((10, 12), (12, 15), (15, 18))[level - 1]), choose(random, (5, 10, 20))
    asked = choose(random, (("both", "neither"), ("only-A", "only-B"), OUTCOMES)[level - 1])
    ranks = [[rank_of_first(random, cutoff) for _ in range(queries)] for _ in "AB"]
    return WhoAnswers(asked, cutoff), WhoAnswers(asked, cutoff).read(ranks)


def rank_of_first(random: Random, cutoff: int) -> int:
    """The rank of a first relevant document: within the cutoff, at it, beyond it, or 0 where there is none."""
    place = random.random()
    if place < _MISSED:
        return 0
    if place < _BEYOND:
        return draw(random, cutoff + 1, 4 * cutoff)
    return cutoff if place < _AT else draw(random, 1, cutoff - 1)


_MISSED, _BEYOND, _AT = 0.15, 0.4, 0.5


@topic("phi", "phi, the correlation of who answers", "10")
def _(random: Random, level: int) -> Draft:
    most = (9, 30, 90)[level - 1]
    return Phi(), Phi().read([draw(random, 1, most) for _ in OUTCOMES])


# 11 criteria


@topic("criteria", "how many challengers are better by both improved, both significant, or do no harm", "11")
def _(random: Random, level: int) -> Draft:
    criterion = choose(random, (("both-improved",), ("do-no-harm",), ("both-significant", "do-no-harm"))[level - 1])
    kinds = shuffled(random, _KINDS[criterion])[: draw(random, *_MIXED)]
    return BetterBy(criterion), BetterBy(criterion).read(_challengers(random, kinds, 6 + level))


@redrawn("criteria")
def _(random: Random, level: int) -> Draft:
    both = ("both-improved", "do-no-harm")
    asked = tuple(map(BetterBy, both if level == 1 else ("both-significant", *both)))
    mixed = draw(random, *(_MIXED_AGAIN if level == 1 else _MIXED))
    kinds = shuffled(random, [kind for one in asked for kind in _KINDS[one.statistic]])[:mixed]
    return asked, asked[0].read(_challengers(random, kinds, draw(random, 7, 12 + level)))


def _challengers(random: Random, kinds: list[tuple[int, int]], many: int) -> list[tuple[int | Fraction, ...]]:
    rows: list[tuple[int | Fraction, ...]] = []
    for _ in range(many):
        answered, ranking = shuffled(random, choose(random, kinds))
        rows.append((*_answers(random, answered), *_search_lengths(random, ranking)))
    return rows


_KINDS = {
    "both-improved": [(3, 3), (3, 1), (2, 1), (1, 1), (3, -1), (1, -1), (2, -3), (-1, -2), (3, -3), (1, -3)],
    "both-significant": [(3, 3), (3, 3), (3, 2), (3, 1), (2, 2), (1, 2), (3, -1), (3, -3), (1, 1)],
    "do-no-harm": [(3, 3), (3, 1), (3, -1), (3, -2), (3, -3), (2, 1), (1, 1), (-1, 2), (1, -2)],
}
"""What the two sides of a challenger may be, in either order: 3 a significant gain, 2 one that only a test without
correction finds, 1 another gain; below 0 losses.
"""
_MIXED = 5, 7  # of these kinds stand in a table
_MIXED_AGAIN = 3, 8
_LEVELS = {3: (1, 50), 2: (80, 450), 1: (800, 9000)}
"""P-values in ten-thousandths: within 0.05 / 9, beyond 0.05 / 7 and within 0.05, and beyond that."""


def _answers(random: Random, kind: int) -> tuple[int, int, Fraction]:
    """The queries that only A and only B answer, and the p-value of the binomial test, four digits of it."""
    few, many, pvalue = choose(random, _counts()[abs(kind)])
    return (few, many, pvalue) if kind > 0 else (many, few, pvalue)


@cache
def _counts() -> dict[int, list[tuple[int, int, Fraction]]]:
    """Counts with their p-values, by how strong they are."""
    from irlearn.statistics import binomial_test  # SciPy waits until it is needed

    found: dict[int, list[tuple[int, int, Fraction]]] = {kind: [] for kind in _LEVELS}
    for trials in range(24, 61, 3):
        for few in range(2, (trials + 1) // 2):
            pvalue = Fraction(round(binomial_test(few, trials).pvalue * 10**4), 10**4)
            for kind, (low, high) in _LEVELS.items():
                if low <= pvalue * 10**4 <= high:
                    found[kind].append((few, trials - few, pvalue))
    return found


def _search_lengths(random: Random, kind: int) -> tuple[Fraction, Fraction, Fraction]:
    """ESL of A and of B, and a p-value that its difference may have."""
    pvalue = Fraction(draw(random, *_LEVELS[abs(kind)]), 10**4)
    low, gap = draw(random, 250, 900), draw(random, 5, 40) + 60 * (abs(kind) - 1)
    esl = Fraction(low + gap, 100), Fraction(low, 100)
    return (*esl, pvalue) if kind > 0 else (esl[1], esl[0], pvalue)
