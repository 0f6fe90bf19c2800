"""What the topics about rankings and their means ask: how a candidate of each level is drawn."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from irlearn.exercises.chance import choose, draw, likely, shuffled
from irlearn.exercises.generate import Draft, Draw, topic
from irlearn.measures import (
    AP,
    CG,
    DCG,
    ERR,
    ESL,
    IDCG,
    MAP,
    MRR,
    RBP,
    RR,
    Bpref,
    F,
    IPrec,
    Judged,
    Measure,
    P,
    R,
    Rprec,
    gMAP,
    nDCG,
)
from irlearn.ranking import UNJUDGED, Ranking

LENGTHS = {1: (5, 6), 2: (8, 10), 3: (11, 14)}
"""The lengths of lists by level."""

CUT_LENGTHS = {1: (7, 8), 2: (9, 10), 3: (12, 15)}
"""The same where a cutoff leaves a part of the list unread: shorter ones do not tell the wrong rules apart."""


def listed(
    random: Random,
    level: int,
    *,
    lengths: dict[int, tuple[int, int]] = LENGTHS,
    missed: tuple[int, int] = (1, 4),
    outside: int = 0,
    unjudged: int = 0,
    first_hit: int | None = None,
) -> Ranking:
    """A list of relevant and other documents, with relevant ones that it misses.

    `outside` documents were judged not relevant and not retrieved; `unjudged` of the list were not judged;
    `first_hit` is the rank of the first relevant one, where that is to be chosen.
    """
    length = draw(random, *lengths[level])
    before = 0 if first_hit is None else min(first_hit, length - 3) - 1
    rest = length - before - (first_hit is not None)
    hits = draw(random, max(2, length // 3), max(2, min((2 * length) // 3, rest))) - (first_hit is not None)
    behind = shuffled(random, [1] * hits + [0] * (rest - hits))
    grades = [0] * before + ([1] if first_hit is not None else []) + behind
    misses = [rank for rank, grade in enumerate(grades) if not grade]
    for rank in shuffled(random, misses)[:unjudged]:
        grades[rank] = UNJUDGED
    judged = [grade for grade in grades if grade >= 0] + [1] * draw(random, *missed) + [0] * outside
    return Ranking(grades, judged)


def graded(random: Random, level: int, *, longer: int = 0, missed: tuple[int, int] = (1, 3)) -> Ranking:
    """A list of documents with grades from 0 to 3, and graded ones that it misses."""
    length = draw(random, *((4, 5), (5, 6), (7, 9))[level - 1]) + longer
    grades = [draw(random, 0, 3) for _ in range(length)]
    lost = [draw(random, 1, 3) for _ in range(draw(random, *missed))]
    return Ranking(grades, [*grades, *lost])


def _whole(measure: Measure, lengths: dict[int, tuple[int, int]] = LENGTHS) -> Draw:
    """A measure of a whole list."""
    return lambda random, level: (measure, listed(random, level, lengths=lengths))


def _beside(measure: Measure) -> Draw:
    """A measure of a whole list, beside many documents that were judged and not retrieved."""
    return lambda random, level: (measure, listed(random, level, outside=draw(random, 3, 12)))


def _cut_off(measure: Measure, missed: tuple[int, int]) -> Draw:
    """A measure of the first ranks of a list."""

    def drawn(random: Random, level: int) -> Draft:
        ranking = listed(random, level, lengths=CUT_LENGTHS, missed=missed)
        return measure @ cut_within(random, ranking), ranking

    return drawn


def cut_within(random: Random, ranking: Ranking) -> int:
    """A cutoff that leaves two ranks unread, or more."""
    return draw(random, 3, len(ranking) - 2)


# 01 how do we know a search engine is good


@topic("judged", "the share of a list that somebody judged", "01")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, unjudged=draw(random, 1, 2 + level), outside=draw(random, 1, 6))
    return Judged @ draw(random, 3, len(ranking) - 1), ranking


@topic("pooled-precision", "P@k where documents were not judged", "01")
def _(random: Random, level: int) -> Draft:
    lengths = {1: (8, 9), 2: (10, 11), 3: (12, 15)}
    ranking = listed(random, level, lengths=lengths, missed=(1, 7), unjudged=draw(random, 1, 1 + level))
    return P @ cut_within(random, ranking), ranking


@topic("bpref", "binary preference, which leaves unjudged documents out", "01")
def _(random: Random, level: int) -> Draft:
    return Bpref, listed(random, level, unjudged=draw(random, 1, 1 + level), outside=draw(random, 0, 4))


# 02 precision, recall, F


topic("precision", "the precision of a whole list", "02")(_beside(P))
topic("recall", "the recall of a whole list", "02")(_beside(R))


@topic("precision-at-k", "P@k", "02")
def _(random: Random, level: int) -> Draft:
    if level == 3:
        ranking = graded(random, level, longer=2, missed=(1, 5))
        return P(rel=2) @ cut_within(random, ranking), ranking
    ranking = listed(random, level, lengths=CUT_LENGTHS, missed=(1, 6))
    beyond = likely(random, 0.15)
    return P @ (len(ranking) + draw(random, 2, 5) if beyond else cut_within(random, ranking)), ranking


topic("recall-at-k", "R@k", "02")(_cut_off(R, missed=(3, 9)))


@topic("f", "F, the harmonic mean of precision and recall", "02")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level)
    return (F @ cut_within(random, ranking) if level == 3 else F), ranking


@topic("f-beta", "F with a weight for recall", "02")
def _(random: Random, level: int) -> Draft:
    beta = choose(random, ((2.0,), (2.0, 0.5), (2.0, 0.5, 3.0))[level - 1])
    ranking = listed(random, level)
    return (F(beta=beta) @ cut_within(random, ranking) if level == 3 else F(beta=beta)), ranking


# 03 the ranked list


topic("ap", "average precision", "03")(_whole(AP))
topic("ap-at-k", "average precision with a cutoff", "03")(_cut_off(AP, missed=(1, 5)))
topic("rprec", "R-precision", "03")(_whole(Rprec, CUT_LENGTHS))


@topic("interpolated", "the interpolated precision at one recall level", "03")
def _(random: Random, level: int) -> Draft:
    # hits at the top, one below them, a gap, and hits again: precision falls, and rises where the level is reached
    top, gap = draw(random, 1, level), draw(random, 2, 2 + level)
    grades = [1] * top + [0] * draw(random, 1, level) + [1] + [0] * gap + [1] * draw(random, 2, 2 + level)
    grades += [0] * draw(random, 0, level)
    relevant = sum(grades) + draw(random, 1, 5)
    tenths = [tenth for tenth in range(1, 10) if -(-tenth * relevant // 10) == top + 2]
    tenth = choose(random, tenths) if tenths else draw(random, 2, 8)
    return IPrec @ Fraction(tenth, 10), Ranking(grades, [*grades, *[1] * (relevant - sum(grades))])


topic("eleven-points", "the mean of the interpolated precision at 11 recall levels", "03")(_whole(IPrec))


@topic("esl", "expected search length, with tied documents", "03")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, missed=(0, 2))
    sizes: list[int] = []
    while sum(sizes) < len(ranking):
        sizes.append(min(draw(random, 1, 3 + level // 2), len(ranking) - sum(sizes)))
    tied = Ranking(ranking.grades, ranking.judged, ties=sizes)
    return ESL(wanted=draw(random, *((1, 2), (2, 2), (2, 3))[level - 1])), tied


# 04 many queries


@topic("rr", "reciprocal rank", "04")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, first_hit=draw(random, 2, 3 + level))
    return (RR @ cut_within(random, ranking) if level == 3 else RR), ranking


def _queries(random: Random, level: int, *, none: float = 0.0) -> tuple[Ranking, ...]:
    """Two or three short lists."""
    rankings = []
    for _ in range(2 if level == 1 else 3):
        length = draw(random, *((4, 5), (5, 6), (6, 8))[level - 1])
        hits = 0 if likely(random, none) else draw(random, 1, length - 2)
        grades = shuffled(random, [1] * hits + [0] * (length - hits))
        rankings.append(Ranking(grades, [*grades, *[1] * draw(random, 1 if not hits else 0, 3)]))
    return tuple(rankings)


@topic("map", "MAP from rankings", "04")
def _(random: Random, level: int) -> Draft:
    return MAP, _queries(random, level, none=0.15 if level == 3 else 0.0)


def _values(random: Random, level: int, *, none: float = 0.0) -> tuple[Fraction, ...]:
    """AP values with two digits."""
    count = 3 if level == 1 else draw(random, 3, 4) if level == 2 else draw(random, 4, 5)
    values = [
        Fraction(draw(random, 1, 19), 20) if level == 1 else Fraction(draw(random, 2, 98), 100) for _ in range(count)
    ]
    if likely(random, none):
        values[draw(random, 0, count - 1)] = Fraction(0)
    return tuple(values)


@topic("map-values", "MAP from the AP of each query", "04")
def _(random: Random, level: int) -> Draft:
    return MAP, _values(random, level, none=(0.0, 0.3, 0.6)[level - 1])


@topic("gmap", "the geometric mean of AP", "04")
def _(random: Random, level: int) -> Draft:
    return gMAP, _values(random, level)  # a query with 0 is a topic of its own: gmap-epsilon


@topic("mrr", "MRR from rankings", "04")
def _(random: Random, level: int) -> Draft:
    return MRR, _queries(random, level, none=0.3 if level > 1 else 0.0)


@topic("mrr-ranks", "MRR from the ranks of the first relevant documents", "04")
def _(random: Random, level: int) -> Draft:
    ranks = [draw(random, 1, 4 + 3 * level) for _ in range(2 + level)]
    values = [Fraction(1, rank) for rank in ranks]
    if level > 1 and likely(random, 0.4):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return MRR, tuple(values)


# 05 graded relevance


def _graded_cut(random: Random, level: int, ranking: Ranking) -> int:
    return len(ranking) if level == 1 else draw(random, max(3, len(ranking) - 2), len(ranking))


def _of_gains(measure: Measure) -> Draw:
    """A measure of a graded list, cut off near its end."""

    def drawn(random: Random, level: int) -> Draft:
        ranking = graded(random, level)
        return measure @ _graded_cut(random, level, ranking), ranking

    return drawn


@topic("cg", "cumulated gain", "05")
def _(random: Random, level: int) -> Draft:
    ranking = graded(random, level)
    return CG @ draw(random, 3, len(ranking) - 1), ranking


for _name, _title, _gained in (
    ("dcg", "discounted cumulated gain", DCG),
    ("idcg", "the ideal DCG", IDCG),
    ("ndcg", "nDCG", nDCG),
    ("dcg-exponential", "DCG with the gain 2^grade − 1", DCG(dcg="exp-log2")),
    ("ndcg-exponential", "nDCG with the gain 2^grade − 1", nDCG(dcg="exp-log2")),
):
    topic(_name, _title, "05")(_of_gains(_gained))


# 06 one name, several numbers


@topic("ap-at-k-divisor", "AP@k where fewer ranks are read than documents are relevant", "06")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths=CUT_LENGTHS, missed=(2, 6))
    relevant = sum(grade > 0 for grade in ranking.judged)
    return AP @ draw(random, 3, max(3, min(relevant - 1, len(ranking) - 2))), ranking


@topic("ndcg-gain", "nDCG with one gain or the other", "06")
def _(random: Random, level: int) -> Draft:
    ranking = graded(random, level)
    dcg = choose(random, ("log2", "exp-log2"))
    return nDCG(dcg=dcg) @ _graded_cut(random, level, ranking), ranking


@topic("gmap-epsilon", "the geometric mean where a query has 0", "06", places=4)
def _(random: Random, level: int) -> Draft:
    return gMAP, _values(random, level, none=1.0)


@topic("short-list", "P@k of a list that is shorter than k", "06")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, missed=(1, 6))
    return P @ (len(ranking) + draw(random, 2, 3 + 2 * level)), ranking


@topic("rbp", "rank-biased precision", "06")
def _(random: Random, level: int) -> Draft:
    return RBP(p=choose(random, ((0.5,), (0.5, 0.8), (0.8, 0.9))[level - 1])), listed(random, level)


@topic("err", "expected reciprocal rank", "06")
def _(random: Random, level: int) -> Draft:
    ranking = graded(random, level)
    return ERR(max_grade=3) if level < 3 else ERR(max_grade=4) @ draw(random, 3, len(ranking) - 1), ranking
