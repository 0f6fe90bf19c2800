"""Test the comparison of two real MS MARCO runs on 513 queries against figures computed independently."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from irlearn.statistics import (
    binomial_test,
    paired_t,
    permutation_test,
    sign_test,
    unpaired_t,
    wilcoxon_rank_sum,
    wilcoxon_signed_rank,
)

CUTOFF = 100


@pytest.fixture(scope="module")
def ranks(real_data) -> tuple[np.ndarray, np.ndarray]:
    with (real_data / "msmarco_doc" / "dev_513q_ranks.csv").open() as file:
        rows = list(csv.DictReader(file))
    return tuple(np.array([int(row[name]) for row in rows]) for name in ("bm25base", "bm25tuned"))


@pytest.fixture(scope="module")
def scores(ranks) -> tuple[np.ndarray, np.ndarray]:
    return tuple(np.where((rank >= 1) & (rank <= CUTOFF), 1 / np.maximum(rank, 1), 0.0) for rank in ranks)


def test_msmarco_pair_p_values_equal_the_known_figures(scores):
    a, b = scores
    assert (round(a.mean(), 4), round(b.mean(), 4)) == (0.2389, 0.2987)
    assert f"{wilcoxon_rank_sum(a, b, tie_correction=False).pvalue:.1e}" == "5.9e-04"
    assert f"{wilcoxon_rank_sum(a, b).pvalue:.1e}" == "5.4e-04", "ties taken into account"
    assert f"{wilcoxon_signed_rank(a, b).pvalue:.0e}" == "2e-14"
    assert f"{paired_t(a, b).pvalue:.0e}" == "2e-08"
    assert f"{unpaired_t(a, b).pvalue:.4f}" == "0.0052"


def test_msmarco_pair_tuned_run_is_higher_in_all_tests(scores):
    a, b = scores
    for test in (sign_test, wilcoxon_signed_rank, wilcoxon_rank_sum, paired_t, unpaired_t):
        assert test(a, b).direction == -1
    sampled = permutation_test(a, b, permutations=20_000, rng=1)
    assert (sampled.as_extreme, sampled.pvalue) == (0, 1 / 20_001)


def test_msmarco_pair_queries_answered_by_only_one_run_are_a_binomial_test(ranks):
    base, tuned = ((rank >= 1) & (rank <= CUTOFF) for rank in ranks)
    only_base, only_tuned = int((base & ~tuned).sum()), int((tuned & ~base).sum())
    assert (only_base, only_tuned) == (18, 56)
    assert binomial_test(only_base, only_base + only_tuned).pvalue == pytest.approx(1.11e-5, rel=5e-3)
