"""What the topics of lessons 01 to 06 ask, about rankings, their means and their judgments: how a candidate is drawn.

Each has so many different answers that nobody in a class can do with a neighbour's.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from random import Random

from irlearn.chance import choose, draw, likely, shuffled
from irlearn.exercises.generate import Draft
from irlearn.kinds.told import topic
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

Lengths = dict[int, tuple[int, int]]
"""The fewest and the most documents of a list, by level."""
_LENGTHS: Lengths = {1: (5, 6), 2: (8, 10), 3: (11, 14)}
_CUT_LENGTHS: Lengths = {1: (8, 9), 2: (9, 10), 3: (12, 15)}
"""The same where a cutoff leaves a part of the list unread: shorter ones do not tell the wrong rules apart."""


def _listed(
    random: Random,
    level: int,
    *,
    lengths: Lengths = _LENGTHS,
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
    return Ranking(grades, [grade for grade in grades if grade >= 0] + [1] * draw(random, *missed) + [0] * outside)


def _graded(random: Random, level: int, *, longer: int = 0, missed: tuple[int, int] = (1, 3)) -> Ranking:
    """A list of documents with grades from 0 to 3, and graded ones that it misses."""
    length = draw(random, *((4, 5), (5, 6), (7, 9))[level - 1]) + longer
    grades = [draw(random, 0, 3) for _ in range(length)]
    lost = [draw(random, 1, 3) for _ in range(draw(random, *missed))]
    return Ranking(grades, [*grades, *lost])


_SIZES = {1: (10, 24), 2: (20, 48), 3: (40, 90)}
"""The documents retrieved, by level, where they are counted and not listed."""


def _counted(random: Random, level: int) -> Ranking:
    """A list of which only the relevant documents are counted."""
    retrieved = draw(random, *_SIZES[level])
    hits = draw(random, retrieved // 4, (3 * retrieved) // 4)
    missed, outside = draw(random, 2, retrieved), draw(random, 3, retrieved)
    grades = shuffled(random, [1] * hits + [0] * (retrieved - hits))
    return Ranking(grades, [*grades, *[1] * missed, *[0] * outside])


def _whole(measure: Measure, lengths: Lengths, missed: tuple[int, int], random: Random, level: int) -> Draft:
    """A measure of a whole list."""
    return measure, _listed(random, level, lengths=lengths, missed=missed)


def _cut_off(measure: Measure, missed: tuple[int, int], random: Random, level: int) -> Draft:
    """A measure of the first ranks of a list."""
    ranking = _listed(random, level, lengths=_CUT_LENGTHS, missed=missed)
    return measure @ draw(random, 3, len(ranking) - 2), ranking


def _two_cutoffs(measure: Measure, ranking: Ranking, random: Random) -> Draft:
    """A measure at two cutoffs of the same list."""
    first = draw(random, 2, len(ranking) - 4)
    return (measure @ first, measure @ draw(random, first + 2, len(ranking) - 1)), ranking


# 01 how do we know a search engine is good


@topic("judged", "the share of a list that somebody judged, and its precision", "01")
def _(random: Random, level: int) -> Draft:
    lengths = {1: (10, 12), 2: (11, 14), 3: (12, 15)}
    ranking = _listed(random, level, lengths=lengths, unjudged=draw(random, 2, 4 + level), outside=draw(random, 1, 6))
    cutoff = draw(random, 5, len(ranking) - 1)
    return (Judged @ cutoff, P @ cutoff), ranking


@topic("pooled-precision", "P@k where documents were not judged", "01")
def _(random: Random, level: int) -> Draft:
    lengths = {1: (9, 10), 2: (10, 12), 3: (12, 15)}
    ranking = _listed(random, level, lengths=lengths, missed=(1, 7), unjudged=draw(random, 1, 1 + level))
    return _two_cutoffs(P, ranking, random)


@topic("bpref", "binary preference, which leaves unjudged documents out", "01")
def _(random: Random, level: int) -> Draft:
    lengths = {**_LENGTHS, 1: (6, 8)}
    unjudged, outside = draw(random, 1, 1 + level), draw(random, 0, 5)
    return Bpref, _listed(random, level, lengths=lengths, missed=(1, 6), unjudged=unjudged, outside=outside)


# 02 precision, recall, F


topic("precision", "the precision of a whole list", "02")(lambda random, level: (P, _counted(random, level)))
topic("recall", "the recall of a whole list", "02")(lambda random, level: (R, _counted(random, level)))


@topic("precision-at-k", "P@k at two cutoffs", "02")
def _(random: Random, level: int) -> Draft:
    if level == 3:
        return _two_cutoffs(P(rel=2), _graded(random, level, longer=2, missed=(1, 5)), random)
    ranking = _listed(random, level, lengths={1: (8, 9), 2: (9, 11)}, missed=(1, 6))
    if likely(random, _BEYOND):
        return (P @ draw(random, 3, len(ranking) - 2), P @ (len(ranking) + draw(random, 2, 5))), ranking
    return _two_cutoffs(P, ranking, random)


_BEYOND = 0.15  # of the cutoffs lie behind the end of the list

topic("recall-at-k", "R@k", "02")(partial(_cut_off, R, (3, 30)))


def _of_both(measure: Measure, random: Random, level: int) -> Draft:
    """A measure of precision and recall: of a list with a cutoff on the highest level, else of counts."""
    if level < 3:
        return measure, _counted(random, level)
    ranking = _listed(random, level, missed=(1, 9))
    return measure @ draw(random, 3, len(ranking) - 2), ranking


topic("f", "F, the harmonic mean of precision and recall", "02")(partial(_of_both, F))


@topic("f-beta", "F with a weight for recall", "02")
def _(random: Random, level: int) -> Draft:
    return _of_both(F(beta=choose(random, ((2.0,), (2.0, 0.5), (2.0, 0.5, 3.0))[level - 1])), random, level)


# 03 the ranked list


topic("ap", "average precision", "03")(partial(_whole, AP, {**_LENGTHS, 1: (6, 7)}, (1, 9)))
topic("ap-at-k", "average precision with a cutoff", "03")(partial(_cut_off, AP, (1, 9)))
topic("rprec", "R-precision", "03")(partial(_whole, Rprec, {1: (11, 14), 2: (13, 17), 3: (16, 20)}, (1, 18)))


@topic("interpolated", "the interpolated precision at one recall level, and a precision of the same list", "03")
def _(random: Random, level: int) -> Draft:
    # hits at the top, one below them, a gap, and hits again: precision falls, and rises where the level is reached
    top, gap = draw(random, 1, 1 + level), draw(random, 2, 3 + level)
    grades = [1] * top + [0] * draw(random, 1, 2 + level) + [1] + [0] * gap + [1] * draw(random, 2, 3 + level)
    grades += [0] * draw(random, 0, level)
    relevant = sum(grades) + draw(random, 1, 7)
    tenths = [tenth for tenth in range(1, 10) if top < -(-tenth * relevant // 10) <= top + 2]
    tenth = choose(random, tenths) if tenths else draw(random, 2, 8)
    ranking = Ranking(grades, [*grades, *[1] * (relevant - sum(grades))])
    return (IPrec @ Fraction(tenth, 10), P @ draw(random, top + 2, len(ranking) - 1)), ranking


topic("eleven-points", "the mean of the interpolated precision at 11 recall levels", "03")(
    partial(_whole, IPrec, {**_LENGTHS, 1: (6, 8)}, (1, 8))
)


@topic("esl", "expected search length, with tied documents", "03")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(random, level, lengths={1: (10, 12), 2: (11, 13), 3: (12, 15)}, missed=(0, 2))
    sizes: list[int] = []
    while sum(sizes) < len(ranking):
        sizes.append(min(draw(random, 1, 5 + level // 2), len(ranking) - sum(sizes)))
    tied = Ranking(ranking.grades, ranking.judged, ties=sizes)
    return ESL(wanted=draw(random, *((1, 3), (2, 3), (2, 4))[level - 1])), tied


# 04 many queries


@topic("rr", "reciprocal rank, and a precision of the same list", "04")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(random, level, lengths={1: (10, 11), 2: (11, 12), 3: (12, 15)}, first_hit=draw(random, 2, 6))
    cutoff = draw(random, 5, len(ranking) - 1)
    return (RR @ cutoff if level == 3 else RR, P @ cutoff), ranking


@topic("map", "MAP from rankings", "04")
def _(random: Random, level: int) -> Draft:
    rankings = []
    for _ in range(2 if level == 1 else 3):
        length = draw(random, *((4, 5), (5, 6), (6, 8))[level - 1])
        hits = 0 if likely(random, 0.15 if level == 3 else 0.0) else draw(random, 1, length - 2)
        grades = shuffled(random, [1] * hits + [0] * (length - hits))
        rankings.append(Ranking(grades, [*grades, *[1] * draw(random, 1 if not hits else 0, 3)]))
    return MAP, tuple(rankings)


def _values(random: Random, level: int, *, none: float = 0.0, many: int = 0) -> tuple[Fraction, ...]:
    """AP values with two digits; on the first level three, or up to so `many` more. One is 0 with the chance `none`."""
    values = [
        Fraction(draw(random, 2, 98), 100) for _ in range(draw(random, *((3, 3 + many), (3, 4), (4, 5))[level - 1]))
    ]
    if likely(random, none):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return tuple(values)


topic("map-values", "MAP from the AP of each query", "04")(
    lambda random, level: (MAP, _values(random, level, none=(0.0, 0.3, 0.6)[level - 1]))
)
# a query with 0 is a topic of its own: gmap-epsilon
topic("gmap", "the geometric mean of AP", "04")(lambda random, level: (gMAP, _values(random, level)))


@topic("mrr", "MRR from rankings", "04")
def _(random: Random, level: int) -> Draft:
    rankings = []
    for _ in range((3, 3, 4)[level - 1]):
        length = draw(random, 8, 10)
        first = 0 if likely(random, (0.0, 0.1, 0.2)[level - 1]) else draw(random, 1, length - 1)
        after = [int(first > 0 and likely(random, _MORE_HITS)) for _ in range(length - first)]
        grades = [*[0] * (first - 1), *([1] if first else []), *after]
        rankings.append(Ranking(grades, [*grades, *[1] * draw(random, 0 if first else 1, 3)]))
    return MRR, tuple(rankings)


_MORE_HITS = 0.4  # of the documents behind the first relevant one


@topic("mrr-ranks", "MRR from the ranks of the first relevant documents", "04")
def _(random: Random, level: int) -> Draft:
    values = [Fraction(1, draw(random, 1, 8 + 2 * level)) for _ in range(2 + level)]
    if level > 1 and likely(random, 0.4):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return MRR, tuple(values)


# 05 graded relevance


def _graded_cut(random: Random, level: int, ranking: Ranking) -> int:
    return len(ranking) if level == 1 else draw(random, max(3, len(ranking) - 2), len(ranking))


def _of_gains(measure: Measure, random: Random, level: int) -> Draft:
    """A measure of a graded list, cut off near its end."""
    ranking = _graded(random, level)
    return measure @ _graded_cut(random, level, ranking), ranking


topic("cg", "cumulated gain at two cutoffs", "05")(
    lambda random, level: _two_cutoffs(CG, _graded(random, level, longer=(4, 3, 2)[level - 1]), random)
)
topic("dcg", "discounted cumulated gain", "05")(partial(_of_gains, DCG))


@topic("idcg", "the ideal DCG", "05")
def _(random: Random, level: int) -> Draft:
    length = draw(random, *((7, 8), (7, 9), (8, 10))[level - 1])
    met = choose(random, _GRADES)
    grades = [choose(random, met) for _ in range(length)]
    lost = [choose(random, met[-2:]) for _ in range(draw(random, 1, 3))]
    return IDCG @ draw(random, *((4, 7), (4, 7), (5, length))[level - 1]), Ranking(grades, [*grades, *lost])


_GRADES = ((0, 0, 0, 1), (0, 0, 0, 0, 2), (0, 0, 1, 2), (0, 0, 0, 1, 3), (0, 1, 2, 3), (0, 0, 1, 1), (0, 1, 1, 2))
"""Grades of which a list is made; each gives other ideal lists."""

topic("ndcg", "nDCG", "05")(partial(_of_gains, nDCG))
topic("dcg-exponential", "DCG with the gain 2^grade − 1", "05")(partial(_of_gains, DCG(dcg="exp-log2")))
topic("ndcg-exponential", "nDCG with the gain 2^grade − 1", "05")(partial(_of_gains, nDCG(dcg="exp-log2")))


# 06 one name, several numbers


@topic("ap-at-k-divisor", "AP@k where fewer ranks are read than documents are relevant", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(random, level, lengths=_CUT_LENGTHS, missed=(2, 10))
    relevant = sum(grade > 0 for grade in ranking.judged)
    return AP @ draw(random, 3, max(3, min(relevant - 1, len(ranking) - 2))), ranking


@topic("ndcg-gain", "nDCG with one gain or the other", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _graded(random, level)
    dcg = choose(random, ("log2", "exp-log2"))
    return nDCG(dcg=dcg) @ _graded_cut(random, level, ranking), ranking


topic("gmap-epsilon", "the geometric mean where a query has 0", "06", places=4)(
    lambda random, level: (gMAP, _values(random, level, none=1.0, many=1))
)


@topic("short-list", "P@k of a list that is shorter than k", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _listed(random, level, lengths={**_LENGTHS, 1: (5, 8)}, missed=(1, 12))
    return P @ (len(ranking) + draw(random, 2, 12 + 4 * level)), ranking


@topic("rbp", "rank-biased precision", "06")
def _(random: Random, level: int) -> Draft:
    persistence = choose(random, ((0.5,), (0.5, 0.8), (0.8, 0.9))[level - 1])
    return RBP(p=persistence), _listed(random, level, lengths={**_LENGTHS, 1: (6, 8)})


@topic("err", "expected reciprocal rank", "06")
def _(random: Random, level: int) -> Draft:
    ranking = _graded(random, level)
    return ERR(max_grade=3) if level < 3 else ERR(max_grade=4) @ draw(random, 3, len(ranking) - 1), ranking
