"""The second version of topics about two or more systems and about judging: see `redrawn_rankings`."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

from irlearn.derivation import AllInside, Binomial, OneInside, RankSum, SignedRank, SignTest, WhoAnswers
from irlearn.derivation.fourfold import OUTCOMES
from irlearn.derivation.significance import Pair
from irlearn.exercises.chance import choose, draw, shuffled
from irlearn.exercises.generate import Draft, redrawn
from irlearn.exercises.topics_of_two import differing, rank_of_first, scores_apart

# 07 is the difference real


@redrawn("sign-test")
def _(random: Random, level: int) -> Draft:
    queries = draw(random, *((7, 14), (9, 17), (12, 18))[level - 1])
    zeros = draw(random, *((0, 1), (1, 2), (2, 3))[level - 1])
    behind = draw(random, 1, (queries - zeros - 1) // 2)
    return (SignTest("wins"), SignTest()), scores_apart(random, differing(random, queries, behind, zeros=zeros))


@redrawn("signed-rank")
def _(random: Random, level: int) -> Draft:
    queries = draw(random, *((6, 9), (8, 10), (9, 11))[level - 1])
    zeros, repeated = (0, 1, 1)[level - 1], (0, 1, 2)[level - 1]
    behind = draw(random, 2, max((queries - zeros) // 2, 2))
    pair = scores_apart(random, differing(random, queries, behind, zeros=zeros, repeated=repeated))
    return (SignTest("wins") if level == 1 else SignedRank("W"), SignedRank("W" if level == 1 else "p")), pair


@redrawn("rank-sum")
def _(random: Random, level: int) -> Draft:
    if level == 1:
        return (RankSum("U"), SignTest("wins")), _shifted(random, draw(random, 5, 7))
    queries = draw(random, *((5, 6), (6, 7))[level - 2])
    differences = differing(random, queries, draw(random, 1, queries - 1), largest=25)
    return (RankSum("U"), RankSum("p")), scores_apart(random, differences)


def _shifted(random: Random, queries: int) -> Pair:
    """Scores with two digits, all different, of which those of one system lie higher by a chance amount."""
    shift = draw(random, -30, 30)
    b = shuffled(random, list(range(35, 66)))[:queries]
    a = shuffled(random, [one for one in range(35 + shift, 66 + shift) if one not in b])[:queries]
    return tuple(Fraction(one, 100) for one in a), tuple(Fraction(one, 100) for one in b)


@redrawn("binomial")
def _(random: Random, level: int) -> Draft:
    trials = draw(random, *((6, 27), (9, 32), (14, 40))[level - 1])
    fewest = max(1, math.ceil((trials - _FARTHEST * math.sqrt(trials)) / 2))
    few = draw(random, fewest, max(fewest, trials // 2 - 1))
    return Binomial(), Binomial().read((choose(random, (few, trials - few)), trials))


_FARTHEST = 2.4  # standard deviations of the wins, so that p has digits


# 09 outcomes, and what they tell of one another


@redrawn("outcomes")
def _(random: Random, level: int) -> Draft:
    queries, cutoff = draw(random, *((10, 14), (12, 15), (15, 18))[level - 1]), choose(random, (5, 10, 20))
    both = (("both", "neither"), ("only-A", "only-B"), shuffled(random, OUTCOMES)[:2])[level - 1]
    ranks = [[rank_of_first(random, cutoff) for _ in range(queries)] for _ in "AB"]
    first, second = (WhoAnswers(one, cutoff) for one in both)
    return (first, second), first.read(ranks)


# 12 the best of many is lucky


def _inside(asked: AllInside | OneInside, random: Random, level: int) -> Draft:
    """Systems, and how their interval is told: by the chance that the best lies above it, or by standard errors."""
    numbers: dict[str, Fraction | int] = {"systems": draw(random, *((3, 12), (5, 20), (10, 40))[level - 1])}
    if choose(random, (True, False)):
        numbers["chance"] = Fraction(choose(random, (5, 10, 20, 30)), 100)
    else:
        numbers["z"] = Fraction(draw(random, 150, 325), 100)
    return asked, asked.read(numbers)


redrawn("all-inside")(lambda random, level: _inside(AllInside(), random, level))
redrawn("one-inside")(lambda random, level: _inside(OneInside(), random, level))
