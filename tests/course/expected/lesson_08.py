"""Expected correct options and numbers of lesson 08."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from irlearn import ESL, MRR, RR, Ranking, explain
from irlearn.byhand.terms import exact_value
from irlearn.course.lessons import LESSONS
from irlearn.statistics import Result, paired_t, sign_test, wilcoxon_rank_sum, wilcoxon_signed_rank
from irlearn.studies import leaderboard

Ranks = Sequence[int]
FIRST, SECOND, LEVEL = (1, 9), (4, 6), (5, 5)
EIGHT = (1, 1, 1, 2, 2, 2, 30, 25), (2, 2, 3, 3, 3, 4, 10, 12)
TESTS: dict[str, Callable[[list[float], list[float]], Result]] = {
    "sign": sign_test,
    "signed-rank": wilcoxon_signed_rank,
    "rank-sum": wilcoxon_rank_sum,
    "t": paired_t,
}
MISSING, LATE = (2, 3, 0), (20, 30, 40)  # by query, 0 for a miss
THREE = (2, 3, 6)
GIVEN_VALUES = LESSONS["08"].part("mean-rank-or-mrr").data


def of(measure: ESL | RR, rank: int) -> Fraction:
    """Return the value of a measure for the rank of the only relevant document."""
    return Fraction(exact_value(measure, Ranking([0] * (rank - 1) + [1])))


def esl(ranks: Ranks) -> Fraction:
    return sum((of(ESL, rank) for rank in ranks), Fraction(0)) / len(ranks)


def rr(*ranks: int) -> Fraction:
    """Return RR of a rank, or mean RR of ranks."""
    return Fraction(explain(MRR, [of(RR, rank) for rank in ranks]).fraction)


def step(rank: int) -> Fraction:
    """Return the gain in RR when a document moves up to this rank from the next."""
    return rr(rank) - rr(rank + 1)


def ahead(a: Fraction, b: Fraction) -> str:
    """Return the system with the larger number, or an empty text for a tie."""
    return "A" if a > b else "B" if b > a else ""


def preferred() -> tuple[str, str]:
    """Return the systems ranked first by mean ESL and by mean RR."""
    return ahead(-esl(FIRST), -esl(SECOND)), ahead(rr(*FIRST), rr(*SECOND))


def pvalues() -> dict[str, tuple[float, float]]:
    """Return the p-value of each test on ESL and on RR of the eight queries."""
    scales = [[float(of(measure, rank)) for rank in ranks] for measure in (ESL, RR) for ranks in EIGHT]
    return {name: (test(*scales[:2]).pvalue, test(*scales[2:]).pvalue) for name, test in TESTS.items()}


def unmoved() -> frozenset[str]:
    """Return the tests with the same p-value on both scales."""
    return frozenset(name for name, (one, other) in pvalues().items() if math.isclose(one, other))


def thirds() -> list[Ranks]:
    """Return the sets of three ranks with an MRR of 1/3; rank 1 alone would exceed 1/3."""
    return [ranks for ranks in combinations_with_replacement(range(2, 20), 3) if rr(*ranks) == Fraction(1, 3)]


def reading() -> str:
    means = [esl(ranks) for ranks in thirds()]
    assert min(means) < max(means)
    return "3 or more" if min(means) == 3 else "3 or less" if max(means) == 3 else "It can be anything"


def meaningful() -> set[str]:
    """Return the true statements about a reader with the same reading time for each document."""
    time = {Fraction(0): math.inf} | {rr(rank): esl([rank]) for rank in range(1, 100)}
    claims = {
        "Rank 6 costs three times the time of rank 2": esl([6]) == 3 * esl([2]),
        "Moving a document from rank 50 to 49 saves as much as from rank 3 to 2": esl([50]) - esl([49])
        == esl([3]) - esl([2]),
        "RR 1 against 1/2 saves as much as RR 1/2 against 0": time[rr(2)] - time[rr(1)]
        == time[Fraction(0)] - time[rr(2)],
        "RR 1/2 means less time than RR 1/3": time[rr(2)] < time[rr(3)],
        "MRR 1/3 means that three documents are read on average": {esl(ranks) for ranks in thirds()} == {3},
    }
    return {text for text, holds in claims.items() if holds}


def reported() -> str:
    """Return how the four outcomes treat the third query."""
    found = leaderboard.outcomes(MISSING, LATE)
    assert (found.esl_a, found.esl_b) == (esl(MISSING[:2]), esl(LATE[:2]))
    return {1: "They count the third query as answered only by B, and compare ESL on the other two"}[found.b_only]


def filled(cutoff: int) -> list[Fraction]:
    """Return a cutoff, and mean ESL of both systems with a miss counted as the next rank."""
    return [Fraction(cutoff), *(esl([rank or cutoff + 1 for rank in ranks]) for ranks in (MISSING, LATE))]


def means(ranks: Ranks) -> list[Fraction | int]:
    """Return two ranks and their means."""
    return [*ranks, esl(ranks), rr(*ranks)]


RIGHT = {
    "two-pairs": lambda: {("", "A"): "ESL finds them equal, RR prefers A"}[preferred()],
    "one-step": lambda: f"{step(1) / step(9)} times",
    "same-order": lambda: {frozenset({"sign", "rank-sum"}): "the sign test and the rank-sum test"}[unmoved()],
    "reading-mrr": reading,
    "meaningful": meaningful,
    "a-miss": reported,
}
TOLD = [
    ("A: mean ESL = (1 + 9) / 2 = 5;", lambda: [*FIRST, len(FIRST), esl(FIRST)]),
    ("B: mean ESL = (4 + 6) / 2 = 5;", lambda: [*SECOND, len(SECOND), esl(SECOND)]),
    ("Work out both gains, 1 − 1/2 and 1/9 − 1/10,", lambda: [rr(1), rr(2), rr(9), rr(10)]),
    ("RR is 9 times as large at rank 1 as at rank 9.", lambda: [rr(1) / rr(9), 1, 9]),
    ("about the two gains, 1 − 1/2 and 1/9 − 1/10.", lambda: [rr(1), rr(2), rr(9), rr(10)]),
    ("From rank 2 to rank 1 the gain is 1 − 1/2 = 1/2.", lambda: [2, 1, rr(1), rr(2), step(1)]),
    (
        "From rank 10 to rank 9 it is 1/9 − 1/10 = 1/90, so the first gain is 45",
        lambda: [10, 9, rr(9), rr(10), step(9), step(1) / step(9)],
    ),
    (
        "(1, 9): mean ESL 5, mean RR 0.5556. (4, 6): mean ESL 5, mean RR 0.2083. (5, 5): mean ESL 5, mean RR 0.2.",
        lambda: [*means(FIRST), *means(SECOND), *means(LEVEL)],
    ),
    (
        "A (1, 10) (mean ESL 5.5, mean RR 0.55) and B (4, 6) (mean ESL 5, mean RR 0.2083)",
        lambda: [*means((1, 10)), *means(SECOND)],
    ),
    (
        "A (1, 9) (mean ESL 5, mean RR 0.5556) and B (4, 5) (mean ESL 4.5, mean RR 0.225)",
        lambda: [*means(FIRST), *means((4, 5))],
    ),
    (
        "Mean ESL falls by 1/2 both times. Mean RR rises by 1/180 and then by 1/4.",
        lambda: [esl([10, 2]) - esl([9, 2]), rr(9, 2) - rr(10, 2), rr(9, 1) - rr(9, 2)],
    ),
    ("sign 0.289 on ESL and 0.289 on RR;", lambda: pvalues()["sign"]),
    ("signed-rank 0.703 on ESL and 0.031 on RR;", lambda: pvalues()["signed-rank"]),
    ("rank-sum 0.187 on ESL and 0.187 on RR;", lambda: pvalues()["rank-sum"]),
    ("t 0.332 on ESL and 0.025 on RR.", lambda: pvalues()["t"]),
    (
        "mean ESL is 8 and 4.875, which favors B, and mean RR is 0.5717 and 0.3042, which favors A.",
        lambda: [esl(EIGHT[0]), esl(EIGHT[1]), rr(*EIGHT[0]), rr(*EIGHT[1])],
    ),
    ("each have an MRR of 1/3. What", lambda: [rr(*THREE)]),
    ("These ranks have an MRR of 1/3:", lambda: [rr(*THREE)]),
    (
        "2, 3, 6, with a mean rank of 3.667; 2, 4, 4, with a mean rank of 3.333; 3, 3, 3, with a mean rank of 3.",
        lambda: [number for ranks in thirds() for number in (*ranks, esl(ranks))],
    ),
    ("The three values are 1/2, 1/4 and 1/6.", lambda: GIVEN_VALUES),
    ("Their sum is 11/12.", lambda: [sum(GIVEN_VALUES)]),
    ("RR 1 against 1/2 saves as much as RR 1/2 against 0", lambda: [rr(1), rr(2), rr(2), 0]),
    (
        "RR 1 against 1/2 saves one document. RR 1/2 against nearly 0 saves",
        lambda: [rr(1), rr(2), rr(2), rr(1000)],
    ),
    ("RR 1/2 means less time than RR 1/3", lambda: [rr(2), rr(3)]),
    ("MRR 1/3 means that three documents", lambda: [rr(*THREE)]),
    ("The ranks 2, 3 and 6 have MRR 1/3, but 3.667 documents", lambda: [*THREE, rr(*THREE), esl(THREE)]),
    ("With a cutoff of 50, mean ESL would be 18.67 for A and 30 for B.", lambda: filled(50)),
    ("With a cutoff of 100, mean ESL would be 35.33 for A and 30 for B.", lambda: filled(100)),
]
GIVEN: list[tuple[str, str]] = []
