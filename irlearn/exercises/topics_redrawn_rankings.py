"""The second version of topics about rankings and their means: so many different answers that no neighbour's helps."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from irlearn.exercises.chance import choose, draw, likely, shuffled
from irlearn.exercises.generate import Draft, Draw, redrawn
from irlearn.exercises.topics_of_rankings import CUT_LENGTHS, LENGTHS, cut_within, graded, listed
from irlearn.measures import AP, CG, ESL, IDCG, MAP, MRR, RBP, RR, Bpref, F, IPrec, Judged, Measure, P, R, Rprec, gMAP
from irlearn.ranking import Ranking

_SIZES = {1: (10, 24), 2: (20, 48), 3: (40, 90)}
"""The documents retrieved, by level, where they are counted and not listed."""


def _counted(random: Random, level: int) -> Ranking:
    """A list of which only the relevant documents are counted."""
    retrieved = draw(random, *_SIZES[level])
    hits = draw(random, retrieved // 4, (3 * retrieved) // 4)
    missed, outside = draw(random, 2, retrieved), draw(random, 3, retrieved)
    grades = shuffled(random, [1] * hits + [0] * (retrieved - hits))
    return Ranking(grades, [*grades, *[1] * missed, *[0] * outside])


def _longer(measure: Measure, lengths: dict[int, tuple[int, int]], missed: tuple[int, int]) -> Draw:
    """A measure of a whole list."""
    return lambda random, level: (measure, listed(random, level, lengths=lengths, missed=missed))


def _two_cutoffs(measure: Measure, ranking: Ranking, random: Random) -> Draft:
    """A measure at two cutoffs of the same list."""
    first = draw(random, 2, len(ranking) - 4)
    return (measure @ first, measure @ draw(random, first + 2, len(ranking) - 1)), ranking


# 01 how do we know a search engine is good


@redrawn("judged")
def _(random: Random, level: int) -> Draft:
    lengths = {1: (10, 12), 2: (11, 14), 3: (12, 15)}
    ranking = listed(random, level, lengths=lengths, unjudged=draw(random, 2, 4 + level), outside=draw(random, 1, 6))
    cutoff = draw(random, 5, len(ranking) - 1)
    return (Judged @ cutoff, P @ cutoff), ranking


@redrawn("pooled-precision")
def _(random: Random, level: int) -> Draft:
    lengths = {1: (9, 10), 2: (10, 12), 3: (12, 15)}
    ranking = listed(random, level, lengths=lengths, missed=(1, 7), unjudged=draw(random, 1, 1 + level))
    return _two_cutoffs(P, ranking, random)


@redrawn("bpref")
def _(random: Random, level: int) -> Draft:
    lengths = {**LENGTHS, 1: (6, 8)}
    unjudged, outside = draw(random, 1, 1 + level), draw(random, 0, 5)
    return Bpref, listed(random, level, lengths=lengths, missed=(1, 6), unjudged=unjudged, outside=outside)


# 02 precision, recall, F

redrawn("precision")(lambda random, level: (P, _counted(random, level)))
redrawn("recall")(lambda random, level: (R, _counted(random, level)))


@redrawn("precision-at-k")
def _(random: Random, level: int) -> Draft:
    if level == 3:
        return _two_cutoffs(P(rel=2), graded(random, level, longer=2, missed=(1, 5)), random)
    ranking = listed(random, level, lengths={1: (8, 9), 2: (9, 11)}, missed=(1, 6))
    if likely(random, _BEYOND):
        return (P @ draw(random, 3, len(ranking) - 2), P @ (len(ranking) + draw(random, 2, 5))), ranking
    return _two_cutoffs(P, ranking, random)


_BEYOND = 0.15  # of the cutoffs lie behind the end of the list


@redrawn("recall-at-k")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths={**CUT_LENGTHS, 1: (8, 9)}, missed=(3, 30))
    return R @ cut_within(random, ranking), ranking


def _of_both(random: Random, level: int, measure: Measure) -> Draft:
    """A measure of precision and recall: of a list with a cutoff on the highest level, else of counts."""
    if level < 3:
        return measure, _counted(random, level)
    ranking = listed(random, level, missed=(1, 9))
    return measure @ cut_within(random, ranking), ranking


@redrawn("f")
def _(random: Random, level: int) -> Draft:
    return _of_both(random, level, F)


@redrawn("f-beta")
def _(random: Random, level: int) -> Draft:
    return _of_both(random, level, F(beta=choose(random, ((2.0,), (2.0, 0.5), (2.0, 0.5, 3.0))[level - 1])))


# 03 the ranked list

redrawn("ap")(_longer(AP, {**LENGTHS, 1: (6, 7)}, missed=(1, 9)))
redrawn("rprec")(_longer(Rprec, {1: (11, 14), 2: (13, 17), 3: (16, 20)}, missed=(1, 18)))
redrawn("eleven-points")(_longer(IPrec, {**LENGTHS, 1: (6, 8)}, missed=(1, 8)))


@redrawn("ap-at-k")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths={**CUT_LENGTHS, 1: (8, 9)}, missed=(1, 9))
    return AP @ cut_within(random, ranking), ranking


@redrawn("interpolated")
def _(random: Random, level: int) -> Draft:
    # as in the first version: hits at the top, one below them, a gap, and hits again
    top, gap = draw(random, 1, 1 + level), draw(random, 2, 3 + level)
    grades = [1] * top + [0] * draw(random, 1, 2 + level) + [1] + [0] * gap + [1] * draw(random, 2, 3 + level)
    grades += [0] * draw(random, 0, level)
    relevant = sum(grades) + draw(random, 1, 7)
    tenths = [tenth for tenth in range(1, 10) if top < -(-tenth * relevant // 10) <= top + 2]
    tenth = choose(random, tenths) if tenths else draw(random, 2, 8)
    ranking = Ranking(grades, [*grades, *[1] * (relevant - sum(grades))])
    return (IPrec @ Fraction(tenth, 10), P @ draw(random, top + 2, len(ranking) - 1)), ranking


@redrawn("esl")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths={1: (10, 12), 2: (11, 13), 3: (12, 15)}, missed=(0, 2))
    sizes: list[int] = []
    while sum(sizes) < len(ranking):
        sizes.append(min(draw(random, 1, 5 + level // 2), len(ranking) - sum(sizes)))
    tied = Ranking(ranking.grades, ranking.judged, ties=sizes)
    return ESL(wanted=draw(random, *((1, 3), (2, 3), (2, 4))[level - 1])), tied


# 04 many queries


@redrawn("rr")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths={1: (10, 11), 2: (11, 12), 3: (12, 15)}, first_hit=draw(random, 2, 6))
    cutoff = draw(random, 5, len(ranking) - 1)
    return (RR @ cutoff if level == 3 else RR, P @ cutoff), ranking


redrawn("map-values")(lambda random, level: (MAP, _values(random, level, none=(0.0, 0.3, 0.6)[level - 1])))


@redrawn("gmap-epsilon")
def _(random: Random, level: int) -> Draft:
    return gMAP, _values(random, level, none=1.0, many=1)


def _values(random: Random, level: int, *, none: float, many: int = 0) -> tuple[Fraction, ...]:
    """AP values with two digits; on the first level three, or up to so `many` more."""
    values = [
        Fraction(draw(random, 2, 98), 100) for _ in range(draw(random, *((3, 3 + many), (3, 4), (4, 5))[level - 1]))
    ]
    if likely(random, none):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return tuple(values)


@redrawn("mrr")
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


@redrawn("mrr-ranks")
def _(random: Random, level: int) -> Draft:
    values = [Fraction(1, draw(random, 1, 8 + 2 * level)) for _ in range(2 + level)]
    if level > 1 and likely(random, 0.4):
        values[draw(random, 0, len(values) - 1)] = Fraction(0)
    return MRR, tuple(values)


# 05 graded relevance


@redrawn("cg")
def _(random: Random, level: int) -> Draft:
    return _two_cutoffs(CG, graded(random, level, longer=(4, 3, 2)[level - 1]), random)


@redrawn("idcg")
def _(random: Random, level: int) -> Draft:
    length = draw(random, *((7, 8), (7, 9), (8, 10))[level - 1])
    met = choose(random, _GRADES)
    grades = [choose(random, met) for _ in range(length)]
    lost = [choose(random, met[-2:]) for _ in range(draw(random, 1, 3))]
    return IDCG @ draw(random, *((4, 7), (4, 7), (5, length))[level - 1]), Ranking(grades, [*grades, *lost])


_GRADES = ((0, 0, 0, 1), (0, 0, 0, 0, 2), (0, 0, 1, 2), (0, 0, 0, 1, 3), (0, 1, 2, 3), (0, 0, 1, 1), (0, 1, 1, 2))
"""Grades of which a list is made; each gives other ideal lists."""


# 06 one name, several numbers


@redrawn("ap-at-k-divisor")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths={**CUT_LENGTHS, 1: (8, 9)}, missed=(2, 10))
    relevant = sum(grade > 0 for grade in ranking.judged)
    return AP @ draw(random, 3, max(3, min(relevant - 1, len(ranking) - 2))), ranking


@redrawn("short-list")
def _(random: Random, level: int) -> Draft:
    ranking = listed(random, level, lengths={**LENGTHS, 1: (5, 8)}, missed=(1, 12))
    return P @ (len(ranking) + draw(random, 2, 12 + 4 * level)), ranking


@redrawn("rbp")
def _(random: Random, level: int) -> Draft:
    persistence = choose(random, ((0.5,), (0.5, 0.8), (0.8, 0.9))[level - 1])
    return RBP(p=persistence), listed(random, level, lengths={**LENGTHS, 1: (6, 8)})
