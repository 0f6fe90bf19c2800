"""Means of two runs over all queries: what a query without an answer counts as decides them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.studies.leaderboard import tests as significance


@dataclass(frozen=True)
class Overall:
    """The means of two runs over all queries, each query without an answer counted as if found at a rank.

    `esl` and `rr` hold the means of A and of B, `pvalues` those of the signed-rank and the paired t test on each; nan
    where there is nothing to test.
    """

    esl: tuple[float, float]
    rr: tuple[float, float]
    pvalues: dict[str, tuple[float, float]] = field(default_factory=dict)


def overall(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int, miss: int | None) -> Overall:
    """The means over all queries when a miss counts as found at the rank `miss`; None: RR 0, and no ESL (nan).

    >>> overall([1, 4, 0], [2, 0, 1], cutoff=10, miss=11).esl
    (5.333333333333333, 4.666666666666667)
    >>> overall([1, 4, 0], [2, 0, 1], cutoff=10, miss=None).rr
    (0.4166666666666667, 0.5)
    """
    both = [
        np.where(_answered(ranks, cutoff), np.asarray(ranks, float), miss or np.inf) for ranks in (ranks_a, ranks_b)
    ]
    reciprocal = [1 / ranks for ranks in both]
    esl = [float("nan") if miss is None else float(ranks.mean()) for ranks in both]
    pvalues = {"rr": _tested(*reciprocal), "esl": (math.nan, math.nan) if miss is None else _tested(*both)}
    return Overall((esl[0], esl[1]), (float(reciprocal[0].mean()), float(reciprocal[1].mean())), pvalues)


def turning_point(ranks_a: ArrayLike, ranks_b: ArrayLike, *, cutoff: int) -> Fraction | None:
    """The rank at which a miss must count for both mean ESL over all queries to be the same; None where none does.

    >>> turning_point([1, 4, 0], [2, 0, 0], cutoff=10)
    Fraction(3, 1)
    """
    answered = [_answered(ranks, cutoff) for ranks in (ranks_a, ranks_b)]
    read = [int(np.asarray(ranks)[here].sum()) for ranks, here in zip((ranks_a, ranks_b), answered, strict=True)]
    more = int(answered[1].sum()) - int(answered[0].sum())
    return Fraction(read[1] - read[0], more) if more else None


def _answered(ranks: ArrayLike, cutoff: int) -> NDArray[np.bool_]:
    places = np.asarray(ranks)
    answered: NDArray[np.bool_] = (places > 0) & (places <= cutoff)
    return answered


def _tested(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[float, float]:
    return significance.signed_rank(a, b), significance.paired_t(a, b)
