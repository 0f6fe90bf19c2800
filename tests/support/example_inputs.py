"""Inputs that many tests share: rankings of every kind, all measures with their options, means, tests and scores."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from irlearn import Ranking

Value = Fraction | str
Scores = tuple[list[Fraction], list[Fraction]]


def rankings() -> dict[str, list[Ranking]]:
    """Return rankings by their kind, the same in every call."""
    random = Random("words: rankings")
    return {
        "lessons": [
            Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8),
            Ranking.parse("relevant at 1, 3, 4, 6, 9 of 10; 7 relevant in all"),
            Ranking.parse("3 2 1 2 3"),
            Ranking.parse("0 1 1 0 1", relevant=4),
        ],
        "binary": [_binary(random, 3, 8) for _ in range(8)],
        "no relevant": [Ranking.parse("0 0 0", relevant=2), Ranking.parse("0 0 0 0")],
        "one rank": [Ranking.parse("1"), Ranking([0], [1, 0])],
        "all relevant": [Ranking.parse("1 1 1 1"), Ranking.parse("1 1 1", relevant=5)],
        "unjudged": [_unjudged(random) for _ in range(4)]
        + [Ranking.parse("U U U", relevant=1), Ranking.parse("U 1 U")],
        "graded": [_graded(random, 3) for _ in range(6)],
        "high grades": [
            Ranking.parse("4 0 3 1", missed="4 2"),
            Ranking([20, 3, 16], [20, 17, 16, 3]),
            Ranking([60, 2]),
        ],
        "relevant by number": [Ranking.parse("3 0 2", relevant=4)],
        "long": [_binary(random, 31, 45), _graded(random, 3, (32, 40))],
        "ties": [_tied(random) for _ in range(6)] + [Ranking.parse("(1 0 0) 1"), Ranking.parse("(0 0 1 0) (1 1) 0")],
    }


def _binary(random: Random, low: int, high: int) -> Ranking:
    grades = [int(random.random() < 0.45) for _ in range(random.randint(low, high))]
    judged = [*grades, *[1] * random.randint(0, 4), *[0] * random.choice([0, 0, 3])]
    return Ranking(grades, judged)


def _unjudged(random: Random) -> Ranking:
    grades = [random.choice([-1, 0, 0, 1, 1]) for _ in range(random.randint(4, 9))]
    return Ranking(grades, [grade for grade in grades if grade >= 0] + [1] * random.randint(0, 2) + [0, 0])


def _graded(random: Random, top: int, lengths: tuple[int, int] = (4, 9)) -> Ranking:
    grades = [random.randint(0, top) for _ in range(random.randint(*lengths))]
    return Ranking(grades, [*grades, *[random.randint(1, top) for _ in range(random.randint(0, 3))]])


def _tied(random: Random) -> Ranking:
    ranking = _binary(random, 4, 12)
    sizes: list[int] = []
    while sum(sizes) < len(ranking):
        sizes.append(min(random.randint(1, 4), len(ranking) - sum(sizes)))
    return Ranking(ranking.grades, ranking.judged, ties=sizes)


MEASURES: dict[str, tuple[str, ...]] = {
    "P": ("P", "P@1", "P@3", "P@5", "P@50", "P(rel=2)@4"),
    "R": ("R", "R@1", "R@3", "R@5", "R@50", "R(rel=2)@4"),
    "F": ("F", "F@3", "F@50", "F(beta=2.0)", "F(beta=0.5)@4", "F(beta=3.7)", "F(rel=2)"),
    "IPrec": ("IPrec", "IPrec@0", "IPrec@0.3", "IPrec@0.5", "IPrec@0.75", "IPrec@1", "IPrec(rel=2)"),
    "AP": ("AP", "AP@1", "AP@3", "AP@5", "AP@50", "AP(rel=2)", "AP(rel=2)@3"),
    "RR": ("RR", "RR@1", "RR@3", "RR@50", "RR(rel=2)"),
    "CG": ("CG", "CG@1", "CG@3", "CG@50"),
    "DCG": ("DCG", "DCG@1", "DCG@3", "DCG@50", "DCG(dcg='exp-log2')", "DCG(dcg='exp-log2')@4"),
    "IDCG": ("IDCG", "IDCG@1", "IDCG@3", "IDCG@50", "IDCG(dcg='exp-log2')@4"),
    "nDCG": ("nDCG", "nDCG@1", "nDCG@3", "nDCG@5", "nDCG@50", "nDCG(dcg='exp-log2')", "nDCG(dcg='exp-log2')@3"),
    "Rprec": ("Rprec", "Rprec(rel=2)"),
    "Success": ("Success", "Success@1", "Success@3", "Success@50", "Success(rel=2)@3"),
    "RBP": ("RBP", "RBP(p=0.5)", "RBP(p=0.95)@3", "RBP(p=0.3)@50", "RBP(rel=2)"),
    "ERR": ("ERR", "ERR(max_grade=3)", "ERR(max_grade=1)", "ERR(max_grade=3)@3", "ERR@50"),
    "Bpref": ("Bpref", "Bpref(rel=2)"),
    "Judged": ("Judged", "Judged@1", "Judged@3", "Judged@5", "Judged@50"),
    "ESL": ("ESL", "ESL(wanted=2)", "ESL(wanted=3)", "ESL@3", "ESL(wanted=2)@5", "ESL(rel=2)", "ESL@50"),
}
"""Notations of each measure: with each of its options, with an early cutoff, and with a cutoff beyond the list."""

MEANS: dict[str, tuple[str, ...]] = {
    "MAP": ("MAP", "MAP@3", "MAP(rel=2)"),
    "gMAP": ("gMAP", "gMAP(epsilon=0.01)", "gMAP@3"),
    "MRR": ("MRR", "MRR@2", "MRR(rel=2)"),
}

TESTS = (
    "p(sign)", "wins(sign)", "p(signed-rank)", "W(signed-rank)", "p(rank-sum)", "U(rank-sum)", "p(paired-t)",
    "t(paired-t)", "p(binomial)",
)  # fmt: skip

_SCORED = ("systems 31, mean 0.2, se 0.0208", "mean .2, sd .0806 over 50 topics, N 103", "N 1 mean .2 se .01")
_BEST = (
    "best .303 of 103, se .0114",
    "N=31 s=.0208 max=.4033",
    "best .3 of 12, sd .0806 over 50 topics, probability .1",
)
_INSIDE = ("31 systems", "N 9, z 1.96", "12 systems, probability .05", "1 system")
BEST_OF_MANY: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "expected-maximum": (
        ("expected-maximum",),
        (
            *_SCORED,
            "N 100, mean .2, se .027, m_N 2.5076",
            "N 103, mean .2, se .0208, rho .61, m 2.5181",
            "best .3 of 9",
        ),
    ),
    "origin": (("mean(origin)", "end(origin)"), (*_BEST, "best .1 of 9, mean .2, se .02", "best .3, se .01")),
    "thresholds": (("upper(thresholds)", "lower(thresholds)"), (*_SCORED, "N 12, mean .3, se .03, level 90%")),
    "all-inside": (("all-inside",), _INSIDE),
    "one-inside": (("one-inside",), _INSIDE),
}
"""Notations and typed inputs of quantities about the best of many systems."""


def mean_inputs() -> Iterator[tuple[Ranking, ...] | tuple[Value, ...]]:
    """Generate inputs of means over queries: typed values, and rankings."""
    random = Random("words: means")
    yield ("1", "1/2", "0.1")
    yield ("3/4", "1/3")
    yield ("0.25", "0", "0.4", "1/7")
    yield ("0", "0")
    yield ("0.6728391234567", "0.00001", "0.000001")
    yield ("1/16", "1/4")
    yield tuple(Fraction(random.randint(0, 20), 20) for _ in range(5))
    yield tuple(Fraction(1, random.randint(1, 9)) for _ in range(33))
    for count in (2, 3, 4, 2, 5):
        yield tuple(_binary(random, 3, 8) for _ in range(count))
    yield tuple(_binary(random, 2, 4) for _ in range(32))
    yield (Ranking.parse("0 0 0", relevant=2), Ranking.parse("1 0 1", relevant=3))
    yield (Ranking.parse("3 0 2", relevant=4), _graded(random, 3))


def paired_scores() -> Iterator[Scores]:
    """Generate the scores of two systems on the same queries: with ties, with zeros, one-sided, and on many queries."""
    random = Random("words: scores")
    yield _hundredths([28, 30, 38, 29, 23], [35, 20, 40, 33, 24])
    yield _hundredths([50, 70, 90], [40, 90, 30])
    yield _hundredths([50, 70, 90, 20, 60], [40, 80, 30, 20, 30])
    yield _hundredths([90, 80, 70, 60, 55, 54, 10, 20, 50, 50], [40, 70, 50, 55, 50, 51, 30, 50, 50, 50])
    yield _hundredths([21, 21, 19, 21, 22, 23], [20] * 6)
    yield _hundredths([50, 40, 70, 20, 60, 30, 35], [60, 45, 65, 50, 60, 50, 50])
    yield _hundredths([20, 21, 18, 22, 23, 16, 25, 26], [20] * 8)
    yield _hundredths([10, 40, 60, 70], [20, 30, 40, 10])
    yield _hundredths([10, 20], [5, 5])
    yield _hundredths([50, 70, 90], [40, 60, 80])
    yield [Fraction(1, 3), Fraction(1, 7), Fraction(2, 3)], [Fraction(1, 2), Fraction(1, 8), Fraction(1, 9)]
    for queries, step in ((6, 1), (8, 5), (9, 1), (12, 10), (14, 2), (25, 5), (30, 1)):
        a = [random.randrange(0, 101, step) for _ in range(queries)]
        yield _hundredths(a, [min(max(score + step * random.randint(-4, 3), 0), 100) for score in a])


def success_counts() -> Iterator[tuple[int, int]]:
    """Generate numbers of successes and of trials."""
    yield from ((1, 5), (4, 5), (0, 6), (6, 6), (5, 10), (9, 12), (3, 24), (60, 100), (1, 1))


def _hundredths(a: list[int], b: list[int]) -> Scores:
    return [Fraction(score, 100) for score in a], [Fraction(score, 100) for score in b]


def describe(value: object) -> str:
    """Return a short text for an input."""
    if isinstance(value, Ranking):
        return repr(value).removeprefix("Ranking.parse")
    if isinstance(value, list | tuple):
        nested = any(isinstance(item, Ranking | list | tuple) for item in value)
        return "; ".join(map(describe, value)) if nested else " ".join(map(str, value))
    return str(value)
