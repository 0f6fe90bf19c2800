"""What the topics of lessons 07 to 14 ask, about two systems and many: how a candidate of each level is drawn.

Each has so many different answers that nobody in a class can do with a neighbour's.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from irlearn.chance import choose, draw, likely, shuffled
from irlearn.derivation import Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.derivation.judged_runs import JudgedRuns, name_of
from irlearn.derivation.significance import Pair
from irlearn.exercises.generate import Draft
from irlearn.kinds import BanditPosterior, BetterBy, HedgeWeight, NextJudgment
from irlearn.kinds.front import FrontCase
from irlearn.kinds.told import topic

# 07 is the difference real


def _scores_apart(random: Random, differences: list[int]) -> Pair:
    """Scores of A and of B with two digits, which differ by these hundredths in a random order."""
    pairs = []
    for difference in shuffled(random, differences):
        low = draw(random, max(5, 5 - difference), min(95, 95 - difference))
        pairs.append((Fraction(low + difference, 100), Fraction(low, 100)))
    return tuple(one for one, _ in pairs), tuple(other for _, other in pairs)


def _differing(
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


@topic("sign-test", "the sign test: the wins, then the p-value", "07")
def _(random: Random, level: int) -> Draft:
    queries = draw(random, *((7, 14), (9, 17), (12, 18))[level - 1])
    zeros = draw(random, *((0, 1), (1, 2), (2, 3))[level - 1])
    behind = draw(random, 1, (queries - zeros - 1) // 2)
    return (SignTest("wins"), SignTest()), _scores_apart(random, _differing(random, queries, behind, zeros=zeros))


@topic("signed-rank", "Wilcoxon's signed-rank test: W, then its p-value", "07")
def _(random: Random, level: int) -> Draft:
    queries = draw(random, *((6, 9), (8, 10), (9, 11))[level - 1])
    zeros, repeated = (0, 1, 1)[level - 1], (0, 1, 2)[level - 1]
    behind = draw(random, 2, max((queries - zeros) // 2, 2))
    pair = _scores_apart(random, _differing(random, queries, behind, zeros=zeros, repeated=repeated))
    return (SignTest("wins") if level == 1 else SignedRank("W"), SignedRank("W" if level == 1 else "p")), pair


@topic("rank-sum", "Wilcoxon's rank-sum test: U, then its p-value", "07")
def _(random: Random, level: int) -> Draft:
    if level == 1:  # all scores differ, and those of one system lie higher by a chance amount
        queries, shift = draw(random, 5, 7), draw(random, -30, 30)
        b = shuffled(random, list(range(35, 66)))[:queries]
        a = shuffled(random, [one for one in range(35 + shift, 66 + shift) if one not in b])[:queries]
        return (RankSum("U"), SignTest("wins")), tuple(tuple(Fraction(one, 100) for one in side) for side in (a, b))
    queries = draw(random, *((5, 6), (6, 7))[level - 2])
    differences = _differing(random, queries, draw(random, 1, queries - 1), largest=25)
    return (RankSum("U"), RankSum("p")), _scores_apart(random, differences)


@topic("paired-t", "t of paired scores", "07")
def _(random: Random, level: int) -> Draft:
    return PairedT("t"), _scores_apart(random, _for_t(random, level))


def _for_t(random: Random, level: int, largest: int = 20) -> list[int]:
    queries = (draw(random, 4, 5), draw(random, 6, 7), draw(random, 8, 9))[level - 1]
    return _differing(random, queries, draw(random, 1, queries // 2), zeros=(0, 0, 1)[level - 1], largest=largest)


@topic("binomial", "the binomial test of who answers the queries that only one system answers", "07")
def _(random: Random, level: int) -> Draft:
    trials = draw(random, *((6, 27), (9, 32), (14, 40))[level - 1])
    fewest = max(1, math.ceil((trials - _FARTHEST * math.sqrt(trials)) / 2))
    few = draw(random, fewest, max(fewest, trials // 2 - 1))
    return Binomial(), Binomial().read((choose(random, (few, trials - few)), trials))


_FARTHEST = 2.4  # standard deviations of the wins, so that p has digits


@topic("t-interval", "an end of the 95% interval of the mean difference", "07", places=4)
def _(random: Random, level: int) -> Draft:
    differences = _for_t(random, level, largest=30)
    return PairedT(choose(random, ("low", "high"))), _scores_apart(random, differences)


# 11 criteria


@topic("criteria", "how many challengers are better by both improved, both significant, or do no harm", "11")
def _(random: Random, level: int) -> Draft:
    both = ("both-improved", "do-no-harm")
    asked = tuple(map(BetterBy, both if level == 1 else ("both-significant", *both)))
    mixed = draw(random, *((3, 8) if level == 1 else (5, 7)))  # of the kinds stand in a table
    kinds = shuffled(random, [kind for one in asked for kind in _KINDS[one.statistic]])[:mixed]
    rows = []
    for _ in range(draw(random, 7, 12 + level)):
        answered, ranking = shuffled(random, choose(random, kinds))
        rows.append((*_answers(random, answered), *_search_lengths(random, ranking)))
    return asked, asked[0].read(rows)


_KINDS = {
    "both-improved": [(3, 3), (3, 1), (2, 1), (1, 1), (3, -1), (1, -1), (2, -3), (-1, -2), (3, -3), (1, -3)],
    "both-significant": [(3, 3), (3, 3), (3, 2), (3, 1), (2, 2), (1, 2), (3, -1), (3, -3), (1, 1)],
    "do-no-harm": [(3, 3), (3, 1), (3, -1), (3, -2), (3, -3), (2, 1), (1, 1), (-1, 2), (1, -2)],
}
"""What the two sides of a challenger may be, in either order: 3 a significant gain, 2 one that only a test without
correction finds, 1 another gain; below 0 losses.
"""
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


# 14 which documents to judge


Runs = list[list[int]]
"""Documents by their numbers, run by run."""


def _runs(random: Random, many: int, length: int, size: int) -> Runs:
    """Runs with some documents of a pool, whose numbers are those in which they are met."""
    lists = [shuffled(random, range(size))[:length] for _ in range(many)]
    numbers = {one: place for place, one in enumerate(shuffled(random, range(size)), start=1)}
    return [[numbers[one] for one in run] for run in lists]


def _pool(runs: Runs) -> list[int]:
    return list(dict.fromkeys(one for run in runs for one in run))


_FRONT = ((2, 8, 13, (3, 7)), (3, 6, 12, (4, 7)), (3, 7, 13, (4, 8)))
"""How many runs, their length, the documents that they are taken from, and how many are relevant, of each level."""


@topic("next-judgment", "when move-to-front pooling (MTF) judges the relevant documents of several runs", "14")
def _(random: Random, level: int) -> Draft:
    many, length, size, (few, most) = _FRONT[level - 1]
    asked = NextJudgment("mean")
    for _ in range(_CANDIDATES):
        runs = _runs(random, many, length, size)
        relevant = sorted(shuffled(random, _pool(runs))[: draw(random, few, most)])
        pair = JudgedRuns(tuple(map(tuple, runs)), tuple(relevant), (), {}).pair(())
        if _tells(asked.of(pair)):
            break
    return asked, asked.read(pair)


_CANDIDATES = 3000  # that are drawn until one tells the usual mistakes apart, before the search looks closely
_WAYS: tuple[dict[str, Any], ...] = ({"onward": True}, {"known": True}, {"again": True})


def _tells(case: FrontCase) -> bool:
    """Whether all wrong orders find the relevant documents at other times, and no other slip gives as much."""
    relevant, right = case.found.relevant, case.documents(case.order)
    turns = [right.index(one) + 1 for one in relevant]
    found = {sum(turns), sum(turns) - len(turns), max(turns) * len(turns), sum(turns) * len(turns)}
    for judged in (case.one_by_one(), case.in_turn(), *(case.moved(**options) for options in _WAYS)):
        order = case.documents(judged)
        number = sum(map(order.index, relevant)) + len(relevant)
        if order != right and number in found:
            return False
        found.add(number)
    return len(found) > _FEWEST


_FEWEST = 6  # numbers, four of which are always met


def _signed(random: Random, documents: list[int], good: float = 0.5) -> list[str]:
    return [f"d{one}{'+' if likely(random, good) else '-'}" for one in documents]


_HEDGE = ((2, 5, 8, (2, 3)), (3, 4, 7, (2, 2)), (3, 5, 8, (3, 3)))
"""How many runs, their length, the size of the pool, and how many documents are judged, of each level."""


@topic("hedge-weight", "the loss and the weight of a run in Hedge after some judgments", "14", places=4)
def _(random: Random, level: int) -> Draft:
    many, length, size, (few, most) = _HEDGE[level - 1]
    asked = HedgeWeight("loss" if level == 1 else "weight")
    runs = _runs(random, many, length, size)
    while len(_pool(runs)) < size:
        runs = _runs(random, many, length, size)
    judgments = _signed(random, shuffled(random, _pool(runs))[: draw(random, few, most)])
    run = name_of(draw(random, 0, many - 1))
    return asked, asked.read({"runs": runs, "judged": judgments, "run": run})


_BANDITS = ((2, 12, 17, (5, 17)), (3, 7, 11, (5, 7)), (3, 7, 11, (6, 8)))
"""How many runs, their length, the documents that they are taken from, and how many are judged, of each level."""
_GAMMAS = (("1",), ("0.5", "0.6", "0.8"), ("0.5", "0.7", "0.8", "0.9"))


def _turns(random: Random, runs: Runs, many: int) -> Iterator[tuple[int, str]]:
    """Judgments as a bandit may come to them: the first document of some run that is not judged yet, and the run."""
    judged: set[int] = set()
    for _ in range(min(many, len(_pool(runs)))):
        place = choose(random, [place for place, run in enumerate(runs) if set(run) - judged])
        document = next(one for one in runs[place] if one not in judged)
        judged.add(document)
        yield document, name_of(place)


@topic("bandit-posterior", "the mean of a run's posterior in a bandit, whatever it forgets", "14")
def _(random: Random, level: int) -> Draft:
    many, length, size, (few, most) = _BANDITS[level - 1]
    mean, runs = BanditPosterior(), _runs(random, many, length, size)
    documents, played = map(list, zip(*_turns(random, runs, draw(random, few, most)), strict=True))
    stated = {"run": name_of(draw(random, 0, many - 1)), "gamma": choose(random, _GAMMAS[level - 1])}
    good = (draw(random, 2, 8) / 10,) if level == 1 else ()
    given = mean.read({"runs": runs, "judged": _signed(random, documents, *good), "played": played, **stated})
    return ((BanditPosterior("a"), mean) if level == 1 else mean), given
