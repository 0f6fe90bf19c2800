"""P-values of the significance tests of the study; each is NaN if there is nothing to test."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn import statistics
from irlearn.errors import InputError

Numbers = NDArray[np.float64]


def binomial(a_only: int, b_only: int) -> float:
    """Return p of the two-sided binomial test on the queries that exactly one of the runs answers."""
    return _pvalue(statistics.binomial_test, b_only, a_only + b_only)


def signed_rank(a: Numbers, b: Numbers) -> float:
    """Return p of Wilcoxon's signed-rank test: without zero differences, with middle ranks, exact for few queries."""
    return _pvalue(statistics.wilcoxon_signed_rank, a, b)


def rank_sum(a: Numbers, b: Numbers) -> float:
    """Return p of Wilcoxon's rank-sum test for independent samples.

    As in the paper, it uses the normal approximation without a correction for ties.
    """
    return _pvalue(statistics.wilcoxon_rank_sum, a, b, method="approx", tie_correction=False)


def paired_t(a: Numbers, b: Numbers) -> float:
    """Return p of Student's paired t-test."""
    return _pvalue(statistics.paired_t, a, b)


def unpaired_t(a: Numbers, b: Numbers) -> float:
    """Return p of Student's t-test for independent samples of equal variance."""
    return _pvalue(statistics.unpaired_t, a, b, pooled=True)


def _pvalue(test: Callable[..., Any], *data: Any, **options: Any) -> float:
    """Return the p-value of a test, NaN if it refuses the data, which are too few or without differences."""
    try:
        return float(test(*data, **options).pvalue)
    except InputError:
        return math.nan
