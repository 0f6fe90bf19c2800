"""The tests on the scores of two systems: what each is called, what it supposes, and how it is done at hand's speed."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from irlearn.statistics import (
    Result,
    paired_t,
    permutation_test,
    sign_test,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

_LISTED = 16  # queries whose 2^n swaps are listed at the speed of a hand where they lie on no grid
_GRID = 10_000  # steps a unit: on such a grid sums of differences are counted
_WORK = 20_000_000  # additions that keep up with the hand


@dataclass(frozen=True)
class _Test:
    """A test as it is named in the picture, what its statistic is called, and what it supposes: its null hypothesis."""

    title: str
    axis: str
    sees: str
    null: str


NAMES = {
    "sign": _Test("Sign", "wins of A", "winner", "on a query either system is ahead with probability 1/2, ties apart"),
    "wilcoxon-signed-rank": _Test("Wilcoxon signed-rank", "W+", "signed rank", "the differences are symmetric about 0"),
    "wilcoxon-rank-sum": _Test(
        "Wilcoxon rank-sum", "U of A", "ranks A, B", "all scores are independent and from one population"
    ),
    "paired-t": _Test("Paired t", "t", "from mean", "the differences are normal, with mean 0"),
    "permutation": _Test("Permutation", "mean of A − B", "swaps", "on each query the two names could be swapped"),
}


def _permutation(a: list[float], b: list[float]) -> Result:
    """All swaps counted where that keeps up with the hand, else the normal approximation."""
    on_grid = all(abs(score * _GRID - round(score * _GRID)) < 1e-9 for score in [*a, *b])
    steps = [round(abs(one - other) * _GRID) for one, other in zip(a, b, strict=True)]
    quick = on_grid and len(a) * sum(steps) <= _WORK * math.gcd(*steps)
    return permutation_test(a, b, method="exact" if quick or len(a) <= _LISTED else "approx")


TESTS: dict[str, Callable[[list[float], list[float]], Result]] = {
    "sign": sign_test,
    "wilcoxon-signed-rank": wilcoxon_signed_rank,
    "wilcoxon-rank-sum": wilcoxon_rank_sum,
    "paired-t": paired_t,
    "permutation": _permutation,
}
