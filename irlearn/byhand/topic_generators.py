"""The generators of exercise topics: each draws a candidate of a level.

The topics of some subjects are in their modules of `irlearn.byhand.catalogue`. Each topic has so many different answers
that the members of a class cannot copy from each other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any

from irlearn import measures as m
from irlearn.byhand import catalogue as kinds
from irlearn.byhand.catalogue.judged_runs import JudgedRuns, name_of
from irlearn.byhand.generate import Draft
from irlearn.byhand.hand_quantity import QuantityInput
from irlearn.byhand.paired_tests import Binomial, PairedT, RankSum, SignedRank, SignTest
from irlearn.byhand.portable_random import choose, draw, likely, shuffled
from irlearn.byhand.question_words import Draw, topic, topics
from irlearn.ranking import UNJUDGED, Ranking

Ends = tuple[int, int]
"""The lowest and the highest value."""
Lengths = tuple[Ends, Ends, Ends]
"""The lowest and the highest length of a list, for each level."""
_LENGTHS: Lengths = ((5, 6), (8, 10), (11, 14))
_CUT_LENGTHS: Lengths = ((8, 9), (9, 10), (12, 15))
"""The lengths of lists with a cutoff; on shorter lists some wrong rules give the same number."""
_LONGER: Lengths = ((6, 8), *_LENGTHS[1:])
Lists = Callable[[Random, int], Ranking]
Asks = Callable[[Random, int, Ranking], Any]


def _listed(lengths: Lengths = _LENGTHS, missed: Ends = (1, 4), **more: tuple[int, int, int]) -> Lists:
    """Return a function that draws a list of relevant and not relevant documents, which misses some relevant ones.

    Each keyword is (low, high, each): a number from low to high is drawn, and `each` times the level is added to the
    highest. The keywords are `unjudged`, the unjudged documents of the list; `outside`, the documents that are judged
    not relevant and are not in the list; and `first_hit`, the rank of the first relevant document.
    """

    def draw_list(random: Random, level: int) -> Ranking:
        extra = {name: draw(random, low, high + each * level) for name, (low, high, each) in more.items()}
        first_hit = extra.get("first_hit", 0)
        length = draw(random, *lengths[level - 1])
        before = min(first_hit, length - 3) - 1 if first_hit else 0
        rest = length - before - bool(first_hit)
        hits = draw(random, max(2, length // 3), max(2, min((2 * length) // 3, rest))) - bool(first_hit)
        behind = shuffled(random, [1] * hits + [0] * (rest - hits))
        grades = [0] * before + [1] * bool(first_hit) + behind
        misses = [rank for rank, grade in enumerate(grades) if not grade]
        for rank in shuffled(random, misses)[: extra.get("unjudged", 0)]:
            grades[rank] = UNJUDGED
        judged = [grade for grade in grades if grade >= 0]
        return Ranking(grades, judged + [1] * draw(random, *missed) + [0] * extra.get("outside", 0))

    return draw_list


def _graded(longer: Ends | tuple[int, int, int] = (0, 0, 0), missed: Ends = (1, 3)) -> Lists:
    """Return a function that draws a list of grades from 0 to 3, which misses some graded documents."""

    def draw_list(random: Random, level: int) -> Ranking:
        length = draw(random, *((4, 5), (5, 6), (7, 9))[level - 1]) + longer[level - 1]
        grades = [draw(random, 0, 3) for _ in range(length)]
        lost = [draw(random, 1, 3) for _ in range(draw(random, *missed))]
        return Ranking(grades, [*grades, *lost])

    return draw_list


def _counted(random: Random, level: int) -> Ranking:
    """Draw a long list for a question that states only numbers of documents."""
    retrieved = draw(random, *((10, 24), (20, 48), (40, 90))[level - 1])
    hits = draw(random, retrieved // 4, (3 * retrieved) // 4)
    missed, outside = draw(random, 2, retrieved), draw(random, 3, retrieved)
    grades = shuffled(random, [1] * hits + [0] * (retrieved - hits))
    return Ranking(grades, [*grades, *[1] * missed, *[0] * outside])


def _of(lists: Lists, asks: Asks | Any) -> Draw:
    """Return a generator that draws a list and asks for a measure, which may depend on the list."""

    def drawn(random: Random, level: int) -> Draft:
        ranking = lists(random, level)
        return asks if isinstance(asks, m.Measure) else asks(random, level, ranking), ranking

    return drawn


def _cut(measure: m.Measure, low: int, before: int) -> Asks:
    """Return a function that draws a cutoff from `low` to the length of the list minus `before`."""
    return lambda random, level, ranking: measure @ draw(random, low, len(ranking) - before)  # noqa: ARG005


def _two(measure: m.Measure) -> Asks:
    """Return a function that draws two cutoffs of a measure."""

    def asked(random: Random, level: int, ranking: Ranking) -> Any:  # noqa: ARG001
        first = draw(random, 2, len(ranking) - 4)
        return measure @ first, measure @ draw(random, first + 2, len(ranking) - 1)

    return asked


def _gains(random: Random, level: int, ranking: Ranking, measure: m.Measure) -> m.Measure:
    """Draw a cutoff near the end of the list."""
    return measure @ (len(ranking) if level == 1 else draw(random, max(3, len(ranking) - 2), len(ranking)))


def _of_gains(measure: m.Measure) -> Draw:
    return _of(_graded(), partial(_gains, measure=measure))


# Lesson 01: how do we know a search engine is good.


@topic("judged", "the judged share of a list, and its precision", "01")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(((10, 12), (11, 14), (12, 15)), unjudged=(2, 4, 1), outside=(1, 6, 0))(random, level)
    cutoff = draw(random, 5, len(ranking) - 1)
    return (m.Judged @ cutoff, m.P @ cutoff), ranking


topic("pooled-precision", "P@k of a list with unjudged documents", "01")(
    _of(_listed(((9, 10), (10, 12), (12, 15)), (1, 7), unjudged=(1, 1, 1)), _two(m.P))
)
topic("bpref", "binary preference, which leaves unjudged documents out", "01")(
    _of(_listed(_LONGER, (1, 6), unjudged=(1, 1, 1), outside=(0, 5, 0)), m.Bpref)
)

# Lesson 02: precision, recall, F.

topic("precision", "the precision of a whole list", "02")(_of(_counted, m.P))
topic("recall", "the recall of a whole list", "02")(_of(_counted, m.R))


@topic("precision-at-k", "P@k at two cutoffs", "02")
def _(random: Random, level: int) -> Draft:
    if level == 3:
        return _of(_graded((2, 2, 2), (1, 5)), _two(m.P(rel=2)))(random, level)
    ranking = _listed(((8, 9), (9, 11), (9, 11)), (1, 6))(random, level)
    if likely(random, 0.15):  # a cutoff beyond the end of the list
        return (m.P @ draw(random, 3, len(ranking) - 2), m.P @ (len(ranking) + draw(random, 2, 5))), ranking
    return _two(m.P)(random, level, ranking), ranking


topic("recall-at-k", "R@k", "02")(_of(_listed(_CUT_LENGTHS, (3, 30)), _cut(m.R, 3, 2)))


def _of_both(measure: m.Measure, random: Random, level: int) -> Draft:
    """Draw a question about a measure of precision and recall: a list with a cutoff on level 3, else counts."""
    drawn = _of(_counted, measure) if level < 3 else _of(_listed(missed=(1, 9)), _cut(measure, 3, 2))
    return drawn(random, level)


topic("f", "F, the harmonic mean of precision and recall", "02")(partial(_of_both, m.F))
topic("f-beta", "F with a weight for recall", "02")(
    lambda random, level: _of_both(
        m.F(beta=choose(random, ((2.0,), (2.0, 0.5), (2.0, 0.5, 3.0))[level - 1])), random, level
    )
)

# Lesson 03: the ranked list.

topic("ap", "average precision", "03")(_of(_listed(((6, 7), *_LENGTHS[1:]), (1, 9)), m.AP))
topic("ap-at-k", "average precision with a cutoff", "03")(_of(_listed(_CUT_LENGTHS, (1, 9)), _cut(m.AP, 3, 2)))
topic("rprec", "R-precision", "03")(_of(_listed(((11, 14), (13, 17), (16, 20)), (1, 18)), m.Rprec))


@topic("interpolated", "the interpolated precision at one recall level, and a precision of the same list", "03")
def _(random: Random, level: int) -> Draft:
    # Precision falls after the hits at the top and rises again after a gap, where the recall level is reached.
    top, gap = draw(random, 1, 1 + level), draw(random, 2, 3 + level)
    grades = [1] * top + [0] * draw(random, 1, 2 + level) + [1] + [0] * gap + [1] * draw(random, 2, 3 + level)
    grades += [0] * draw(random, 0, level)
    relevant = sum(grades) + draw(random, 1, 7)
    tenths = [tenth for tenth in range(1, 10) if top < -(-tenth * relevant // 10) <= top + 2]
    tenth = choose(random, tenths) if tenths else draw(random, 2, 8)
    ranking = Ranking(grades, [*grades, *[1] * (relevant - sum(grades))])
    return (m.IPrec @ Fraction(tenth, 10), m.P @ draw(random, top + 2, len(ranking) - 1)), ranking


topic("eleven-points", "the mean of the interpolated precision at 11 recall levels", "03")(
    _of(_listed(_LONGER, (1, 8)), m.IPrec)
)


@topic("esl", "expected search length, with tied documents", "03")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(((10, 12), (11, 13), (12, 15)), (0, 2))(random, level)
    sizes: list[int] = []
    while sum(sizes) < len(ranking):
        sizes.append(min(draw(random, 1, 5 + level // 2), len(ranking) - sum(sizes)))
    tied = Ranking(ranking.grades, ranking.judged, ties=sizes)
    return m.ESL(wanted=draw(random, *((1, 3), (2, 3), (2, 4))[level - 1])), tied


# Lesson 04: many queries.


@topic("rr", "reciprocal rank, and a precision of the same list", "04")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(((10, 11), (11, 12), (12, 15)), first_hit=(2, 6, 0))(random, level)
    cutoff = draw(random, 5, len(ranking) - 1)
    return (m.RR @ cutoff if level == 3 else m.RR, m.P @ cutoff), ranking


@topic("map", "MAP from rankings", "04")
def _(random: Random, level: int) -> Draft:
    rankings = []
    for _ in range(2 if level == 1 else 3):
        length = draw(random, *((4, 5), (5, 6), (6, 8))[level - 1])
        hits = 0 if likely(random, 0.15 if level == 3 else 0.0) else draw(random, 1, length - 2)
        grades = shuffled(random, [1] * hits + [0] * (length - hits))
        rankings.append(Ranking(grades, [*grades, *[1] * draw(random, 1 if not hits else 0, 3)]))
    return m.MAP, tuple(rankings)


def _values(random: Random, level: int, *, none: float = 0.0, many: int = 0) -> tuple[Fraction, ...]:
    """Draw three to five AP values with two decimals; a higher level draws more values.

    `many` is the number of additional values that level 1 may have. With probability `none`, one of the values is 0.
    """
    count = draw(random, *((3, 3 + many), (3, 4), (4, 5))[level - 1])
    values = [Fraction(draw(random, 2, 98), 100) for _ in range(count)]
    if likely(random, none):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return tuple(values)


topic("map-values", "MAP from the AP of each query", "04")(
    lambda random, level: (m.MAP, _values(random, level, none=(0.0, 0.3, 0.6)[level - 1]))
)
# a query with 0 is a topic of its own: gmap-epsilon
topic("gmap", "the geometric mean of AP", "04")(lambda random, level: (m.gMAP, _values(random, level)))


@topic("mrr", "MRR from rankings", "04")
def _(random: Random, level: int) -> Draft:
    rankings = []
    for _ in range((3, 3, 4)[level - 1]):
        length = draw(random, 8, 10)
        first = 0 if likely(random, (0.0, 0.1, 0.2)[level - 1]) else draw(random, 1, length - 1)
        after = [int(first > 0 and likely(random, 0.4)) for _ in range(length - first)]
        grades = [*[0] * (first - 1), *([1] if first else []), *after]
        rankings.append(Ranking(grades, [*grades, *[1] * draw(random, 0 if first else 1, 3)]))
    return m.MRR, tuple(rankings)


@topic("mrr-ranks", "MRR from the ranks of the first relevant documents", "04")
def _(random: Random, level: int) -> Draft:
    values = [Fraction(1, draw(random, 1, 8 + 2 * level)) for _ in range(2 + level)]
    if level > 1 and likely(random, 0.4):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return m.MRR, tuple(values)


# Lesson 05: graded relevance.

topic("cg", "cumulated gain at two cutoffs", "05")(_of(_graded((4, 3, 2)), _two(m.CG)))
topic("dcg", "discounted cumulated gain", "05")(_of_gains(m.DCG))


@topic("idcg", "the ideal DCG", "05")
def _(random: Random, level: int) -> Draft:
    length = draw(random, *((7, 8), (7, 9), (8, 10))[level - 1])
    met = choose(random, _GRADES)
    grades = [choose(random, met) for _ in range(length)]
    lost = [choose(random, met[-2:]) for _ in range(draw(random, 1, 3))]
    return m.IDCG @ draw(random, *((4, 7), (4, 7), (5, length))[level - 1]), Ranking(grades, [*grades, *lost])


_GRADES = ((0, 0, 0, 1), (0, 0, 0, 0, 2), (0, 0, 1, 2), (0, 0, 0, 1, 3), (0, 1, 2, 3), (0, 0, 1, 1), (0, 1, 1, 2))
"""Grades of a list; each has another ideal list."""

topic("ndcg", "nDCG", "05")(_of_gains(m.nDCG))
topic("dcg-exponential", "DCG with the gain 2^grade − 1", "05")(_of_gains(m.DCG(dcg="exp-log2")))
topic("ndcg-exponential", "nDCG with the gain 2^grade − 1", "05")(_of_gains(m.nDCG(dcg="exp-log2")))

# Lesson 06: one name, several numbers.


@topic("ap-at-k-divisor", "AP@k with fewer ranks than relevant documents", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(_CUT_LENGTHS, (2, 10))(random, level)
    relevant = sum(grade > 0 for grade in ranking.judged)
    return m.AP @ draw(random, 3, max(3, min(relevant - 1, len(ranking) - 2))), ranking


@topic("ndcg-gain", "nDCG with the linear or the exponential gain", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _graded()(random, level)
    return _gains(random, level, ranking, m.nDCG(dcg=choose(random, ("log2", "exp-log2")))), ranking


topic("gmap-epsilon", "the geometric mean of AP, with a query of 0", "06", places=4)(
    lambda random, level: (m.gMAP, _values(random, level, none=1.0, many=1))
)
topic("short-list", "P@k of a list that is shorter than k", "06")(
    _of(
        _listed(((5, 8), *_LENGTHS[1:]), (1, 12)),
        lambda random, level, ranking: m.P @ (len(ranking) + draw(random, 2, 12 + 4 * level)),
    )
)


@topic("rbp", "rank-biased precision", "06")
def _(random: Random, level: int) -> Draft:
    persistence = choose(random, ((0.5,), (0.5, 0.8), (0.8, 0.9))[level - 1])
    return m.RBP(p=persistence), _listed(_LONGER)(random, level)


@topic("err", "expected reciprocal rank", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _graded()(random, level)
    return m.ERR(max_grade=3) if level < 3 else m.ERR(max_grade=4) @ draw(random, 3, len(ranking) - 1), ranking


# Lesson 07: is the difference real.


def _scores_apart(random: Random, differences: list[int]) -> QuantityInput:
    """Draw scores of A and of B with two digits; the differences, in hundredths, are given and get a random order."""
    pairs = []
    for difference in shuffled(random, differences):
        low = draw(random, max(5, 5 - difference), min(95, 95 - difference))
        pairs.append((Fraction(low + difference, 100), Fraction(low, 100)))
    return tuple(one for one, _ in pairs), tuple(other for _, other in pairs)


def _differing(
    random: Random, queries: int, behind: int, *, zeros: int = 0, largest: int = 20, repeated: int = 0
) -> list[int]:
    """Draw differences in hundredths: `behind` of one sign, the others of the other sign, then `zeros` zeros.

    The nonzero differences have different sizes, except that `repeated` of them have the size of another.
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
    if level == 1:  # all scores differ, and those of one system are shifted by a random amount
        queries, shift = draw(random, 5, 7), draw(random, -30, 30)
        b = shuffled(random, list(range(35, 66)))[:queries]
        a = shuffled(random, [one for one in range(35 + shift, 66 + shift) if one not in b])[:queries]
        return (RankSum("U"), SignTest("wins")), tuple(tuple(Fraction(one, 100) for one in side) for side in (a, b))
    queries = draw(random, *((5, 6), (6, 7))[level - 2])
    differences = _differing(random, queries, draw(random, 1, queries - 1), largest=25)
    return (RankSum("U"), RankSum("p")), _scores_apart(random, differences)


def _for_t(random: Random, level: int, largest: int = 20) -> list[int]:
    queries = (draw(random, 4, 5), draw(random, 6, 7), draw(random, 8, 9))[level - 1]
    return _differing(random, queries, draw(random, 1, queries // 2), zeros=(0, 0, 1)[level - 1], largest=largest)


topic("paired-t", "t of paired scores", "07")(
    lambda random, level: (PairedT("t"), _scores_apart(random, _for_t(random, level)))
)


@topic("binomial", "the binomial test on the queries that only one system answers", "07")
def _(random: Random, level: int) -> Draft:
    trials = draw(random, *((6, 27), (9, 32), (14, 40))[level - 1])
    fewest = max(1, math.ceil((trials - 2.4 * math.sqrt(trials)) / 2))  # so that p is not too small
    few = draw(random, fewest, max(fewest, trials // 2 - 1))
    return Binomial(), Binomial().read((choose(random, (few, trials - few)), trials))


@topic("t-interval", "an end of the 95% interval of the mean difference", "07", places=4)
def _(random: Random, level: int) -> Draft:
    differences = _for_t(random, level, largest=30)
    return PairedT(choose(random, ("low", "high"))), _scores_apart(random, differences)


# Lesson 11: criteria.


@topic("criteria", "how many challengers are better by “both improved”, “both significant” or “do no harm”", "11")
def _(random: Random, level: int) -> Draft:
    both = ("both-improved", "do-no-harm")
    asked = tuple(map(kinds.CriterionCount, both if level == 1 else ("both-significant", *both)))
    mixed = draw(random, *((3, 8) if level == 1 else (5, 7)))  # the number of kinds that occur in the table
    sorts = shuffled(random, [kind for one in asked for kind in _KINDS[one.statistic]])[:mixed]
    rows = []
    for _ in range(draw(random, 7, 12 + level)):
        answered, ranking = shuffled(random, choose(random, sorts))
        rows.append((*_answers(random, answered), *_search_lengths(random, ranking)))
    return asked, asked[0].read(rows)


_KINDS = {
    "both-improved": [(3, 3), (3, 1), (2, 1), (1, 1), (3, -1), (1, -1), (2, -3), (-1, -2), (3, -3), (1, -3)],
    "both-significant": [(3, 3), (3, 3), (3, 2), (3, 1), (2, 2), (1, 2), (3, -1), (3, -3), (1, 1)],
    "do-no-harm": [(3, 3), (3, 1), (3, -1), (3, -2), (3, -3), (2, 1), (1, 1), (-1, 2), (1, -2)],
}
"""The results of a challenger on both sides, in either order.

3 is a significant gain, 2 a gain that is significant only without a correction, and 1 any other gain. Negative numbers
are losses.
"""
_LEVELS = {3: (1, 50), 2: (80, 450), 1: (800, 9000)}
"""Ranges of p-values in ten-thousandths: below 0.05/9, from 0.05/7 to 0.05, and above."""


def _answers(random: Random, kind: int) -> tuple[int, int, Fraction]:
    """Return the counts of queries that only A and only B answer, and the binomial p-value with four digits."""
    few, many, pvalue = choose(random, _counts()[abs(kind)])
    return (few, many, pvalue) if kind > 0 else (many, few, pvalue)


@cache
def _counts() -> dict[int, list[tuple[int, int, Fraction]]]:
    """Group (a_only, b_only, p) by significance level."""
    from irlearn.statistics import binomial_test  # Importing SciPy is slow.

    counts: dict[int, list[tuple[int, int, Fraction]]] = {kind: [] for kind in _LEVELS}
    for trials in range(24, 61, 3):
        for few in range(2, (trials + 1) // 2):
            pvalue = Fraction(round(binomial_test(few, trials).pvalue * 10**4), 10**4)
            for kind, (low, high) in _LEVELS.items():
                if low <= pvalue * 10**4 <= high:
                    counts[kind].append((few, trials - few, pvalue))
    return counts


def _search_lengths(random: Random, kind: int) -> tuple[Fraction, Fraction, Fraction]:
    """Draw the ESL of A and of B, and a plausible p-value of their difference."""
    pvalue = Fraction(draw(random, *_LEVELS[abs(kind)]), 10**4)
    low, gap = draw(random, 250, 900), draw(random, 5, 40) + 60 * (abs(kind) - 1)
    esl = Fraction(low + gap, 100), Fraction(low, 100)
    return (*esl, pvalue) if kind > 0 else (esl[1], esl[0], pvalue)


# Lesson 14: which documents to judge.


Runs = list[list[int]]
"""The runs, each a list of the numbers of its documents."""


def _runs(random: Random, many: int, length: int, size: int) -> Runs:
    """Draw runs of documents from a pool of `size` documents, with random numbers as ids."""
    lists = [shuffled(random, range(size))[:length] for _ in range(many)]
    numbers = {document: number for number, document in enumerate(shuffled(random, range(size)), start=1)}
    return [[numbers[document] for document in run] for run in lists]


def _pool(runs: Runs) -> list[int]:
    return list(dict.fromkeys(one for run in runs for one in run))


@topic("next-judgment", "when move-to-front pooling (MTF) judges the relevant documents of several runs", "14")
def _(random: Random, level: int) -> Draft:
    # runs, their length, the documents that they are taken from, the relevant ones
    many, length, size, (few, most) = ((2, 8, 13, (3, 7)), (3, 6, 12, (4, 7)), (3, 7, 13, (4, 8)))[level - 1]
    asked, runs = kinds.NextJudgment("mean"), _runs(random, many, length, size)
    relevant = sorted(shuffled(random, _pool(runs))[: draw(random, few, most)])
    return asked, asked.read(JudgedRuns(tuple(map(tuple, runs)), tuple(relevant), (), {}).pair(()))


def _signed(random: Random, documents: list[int], good: float = 0.5) -> list[str]:
    return [f"d{one}{'+' if likely(random, good) else '-'}" for one in documents]


@topic("hedge-weight", "the loss and the weight of a run in Hedge after some judgments", "14", places=4)
def _(random: Random, level: int) -> Draft:
    # runs, their length, the size of the pool, the judged documents
    many, length, size, (few, most) = ((2, 5, 8, (2, 3)), (3, 4, 7, (2, 2)), (3, 5, 8, (3, 3)))[level - 1]
    asked = kinds.HedgeWeight("loss" if level == 1 else "weight")
    runs = _runs(random, many, length, size)
    while len(_pool(runs)) < size:
        runs = _runs(random, many, length, size)
    judgments = _signed(random, shuffled(random, _pool(runs))[: draw(random, few, most)])
    run = name_of(draw(random, 0, many - 1))
    return asked, asked.read({"runs": runs, "judged": judgments, "run": run})


_GAMMAS = (("1",), ("0.5", "0.6", "0.8"), ("0.5", "0.7", "0.8", "0.9"))


def _turns(random: Random, runs: Runs, many: int) -> Iterator[tuple[int, str]]:
    """Draw judgments as a bandit may make them: yield the first unjudged document of a random run, and the run."""
    judged: set[int] = set()
    for _ in range(min(many, len(_pool(runs)))):
        place = choose(random, [place for place, run in enumerate(runs) if set(run) - judged])
        document = next(one for one in runs[place] if one not in judged)
        judged.add(document)
        yield document, name_of(place)


@topic("bandit-posterior", "the mean of a run's posterior in a bandit, with or without forgetting", "14")
def _(random: Random, level: int) -> Draft:
    # runs, their length, the documents that they are taken from, the judged ones
    many, length, size, (few, most) = ((2, 12, 17, (5, 17)), (3, 7, 11, (5, 7)), (3, 7, 11, (6, 8)))[level - 1]
    mean, runs = kinds.BanditPosterior(), _runs(random, many, length, size)
    documents, played = map(list, zip(*_turns(random, runs, draw(random, few, most)), strict=True))
    stated = {"run": name_of(draw(random, 0, many - 1)), "gamma": choose(random, _GAMMAS[level - 1])}
    good = (draw(random, 2, 8) / 10,) if level == 1 else ()
    given = mean.read({"runs": runs, "judged": _signed(random, documents, *good), "played": played, **stated})
    return ((kinds.BanditPosterior("a"), mean) if level == 1 else mean), given


TOPICS = topics()
"""Every topic by its name, in the order of the lessons."""
