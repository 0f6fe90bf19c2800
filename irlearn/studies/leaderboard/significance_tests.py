"""The significance tests of the study, on arrays; each gives nan where there is nothing to test."""

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
    """The two-sided binomial test of whether the queries that one run answers fall on both runs alike."""
    return _pvalue(statistics.binomial_test, b_only, a_only + b_only)


def signed_rank(a: Numbers, b: Numbers) -> float:
    """Wilcoxon's signed-rank test: zero differences dropped, ties at their middle rank, exact for few queries."""
    return _pvalue(statistics.wilcoxon_signed_rank, a, b)


def rank_sum(a: Numbers, b: Numbers) -> float:
    """Wilcoxon's rank-sum test for independent samples, normal and without a correction for ties, as in the paper."""
    return _pvalue(statistics.wilcoxon_rank_sum, a, b, method="approx", tie_correction=False)


def paired_t(a: Numbers, b: Numbers) -> float:
    """Student's paired t-test."""
    return _pvalue(statistics.paired_t, a, b)


def unpaired_t(a: Numbers, b: Numbers) -> float:
    """Student's t-test for independent samples of equal variance."""
    return _pvalue(statistics.unpaired_t, a, b, pooled=True)


def _pvalue(test: Callable[..., Any], *given: Any, **options: Any) -> float:
    """The p-value of a test, nan where it refuses the data: too few of them, or no differences."""
    try:
        return float(test(*given, **options).pvalue)
    except InputError:
        return math.nan
