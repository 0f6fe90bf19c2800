"""The scores and tests that lesson 07 compares."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from irlearn import datasets
from irlearn.statistics import (
    ALPHA,
    Result,
    paired_t,
    permutation_test,
    sign_test,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

Scores = tuple[list[float], list[float]]
Test = Callable[[list[float], list[float]], Result]

PAIRED: dict[str, Test] = {
    "sign": sign_test,
    "signed-rank": wilcoxon_signed_rank,
    "t": paired_t,
    "permutation": permutation_test,
}
ALL: dict[str, Test] = {**PAIRED, "rank-sum": wilcoxon_rank_sum, "unpaired t": unpaired_t}


def columns(data: dict[str, dict[str, Fraction]]) -> Scores:
    """The scores of two systems, as two lists."""
    a, b = ([float(score) for score in scores.values()] for scores in data.values())
    return a, b


FIVE, NINE = columns(datasets.five_queries()), columns(datasets.nine_queries())
CHANGED = ([*NINE[0]], [*NINE[1][:5], 0.31, NINE[1][6], 0.31, 0.35])
"""The nine queries in the initial picture: B is slightly above A on q6, q8 and q9."""


def five_with(score: float) -> Scores:
    """Return the five queries with the given score of B on q2."""
    a, b = FIVE
    return a, [b[0], score, *b[2:]]


def nine_with(score: float) -> Scores:
    """Return the nine queries with the given score of B on q1."""
    a, b = NINE
    return a, [score, *b[1:]]


SMALL, LARGE = five_with(0.4), five_with(1.0)
LEAST = [0.10, 0.15, 0.20, 0.25, 0.30, 0.12, 0.28, 0.20]
EXPERIMENTS: dict[str, Scores] = {
    "first": (LEAST, [0.28, 0.37, 0.39, 0.46, 0.50, 0.31, 0.49, 0.40]),
    "second": (LEAST, [0.95, 0.05, 0.85, 0.10, 0.20, 0.90, 0.10, 0.05]),
}
"""Two experiments with the same two means, 0.20 and 0.40."""
LED = ([1.0] + [0.0] * 7, [0.0] + [1.0] * 7)
"""B wins seven of eight queries; only wins matter here."""
SWEPT = ([0.0] * 5, [1.0] * 5)
"""B wins five of five."""
A = [0.12, 0.25, 0.31, 0.48, 0.55, 0.63, 0.74, 0.88]
B = [0.15, 0.27, 0.36, 0.49, 0.59, 0.69, 0.76, 0.95]
TURNED = B[4:] + B[:4]
"""The scores of B, assigned to other queries."""


def claim() -> Fraction:
    """Return how often a one-sided test of the leader at alpha announces a winner if coins decide all queries."""
    announced = 0
    for coins in product((0.0, 1.0), repeat=len(SWEPT[0])):
        others = [1.0 - coin for coin in coins]
        announced += any(sign_test(coins, others, alternative=side).pvalue <= ALPHA for side in ("greater", "less"))
    return Fraction(announced, 2 ** len(SWEPT[0]))
