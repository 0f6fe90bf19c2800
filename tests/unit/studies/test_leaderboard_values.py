"""Check the numbers of the leaderboard study against SciPy and plain loops."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from irlearn.simulation.leaderboard import printed
from irlearn.studies import leaderboard
from irlearn.studies.leaderboard.ranks import overall, turning_point

CUTOFF = 20


def pairs_of_runs(count: int = 8) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Yield the ranks of the relevant documents of two similar runs; 0 is a miss, some are beyond the cutoff."""
    rng = np.random.default_rng(30)
    for _ in range(count):
        queries = int(rng.integers(200, 400))  # The signed-rank test is approximate beyond 62 differences.
        ranks = rng.geometric(0.12, queries)
        others = np.where(rng.random(queries) < 0.5, ranks, rng.geometric(0.1, queries))
        yield np.where(rng.random(queries) < 0.3, 0, ranks), np.where(rng.random(queries) < 0.2, 0, others)


def reciprocal_ranks(ranks: np.ndarray) -> np.ndarray:
    return np.array([1 / rank if 0 < rank <= CUTOFF else 0.0 for rank in ranks.tolist()])


def signed_rank_p(a: np.ndarray, b: np.ndarray) -> float:
    """Return SciPy's p-value; differences equal but for rounding are ties."""
    differences = (a - b).round(12)
    return float(stats.wilcoxon(differences[differences != 0], correction=False, method="approx").pvalue)


def test_alignment_equals_scipys_correlations_and_tests():
    for a, b in pairs_of_runs():
        result = leaderboard.align(a, b, cutoff=CUTOFF)
        rr_a, rr_b = reciprocal_ranks(a), reciprocal_ranks(b)
        both = (rr_a > 0) & (rr_b > 0)
        assert (result.mrr_a, result.mrr_b) == pytest.approx((rr_a.mean(), rr_b.mean()))
        assert result.phi == pytest.approx(stats.pearsonr(1.0 * (rr_a > 0), 1.0 * (rr_b > 0)).statistic)
        assert result.correlation == pytest.approx(stats.pearsonr(rr_a, rr_b).statistic)
        assert result.correlation_both == pytest.approx(stats.pearsonr(rr_a[both], rr_b[both]).statistic)
        assert result.pvalues == pytest.approx(
            {
                "wilcoxon-rank-sum": stats.ranksums(rr_a.round(12), rr_b.round(12)).pvalue,
                "wilcoxon-signed-rank": signed_rank_p(rr_a, rr_b),
                "paired-t": stats.ttest_rel(rr_a, rr_b).pvalue,
                "unpaired-t": stats.ttest_ind(rr_a, rr_b).pvalue,
            },
            rel=1e-6,
        )


@pytest.mark.parametrize("share", [0.25, 1.0])
def test_alignment_with_a_share_shuffled_moves_that_share_at_most(share):
    rng = np.random.default_rng(31)
    ranks = rng.permutation(np.arange(1, 201))
    correlations = [
        leaderboard.align(ranks, ranks, share=share, rng=seed, cutoff=200).correlation for seed in range(400)
    ]
    expected = 1 - share  # The mean correlation among m shuffled queries is 0 except for 1 / (m - 1).
    assert np.mean(correlations) == pytest.approx(expected, abs=0.02)
    if share == 1:
        result = leaderboard.alignment_shuffle(ranks, ranks, rng=2, repetitions=400, cutoff=200)
        assert abs(result.correlation.mean()) < 4 / math.sqrt(400 * 199)
        assert result.correlation.std() == pytest.approx(1 / math.sqrt(199), rel=0.3)  # RR has long tails.
        first = np.random.default_rng(2).permutation(ranks)
        assert result.pvalues[0] == pytest.approx(signed_rank_p(1 / ranks, 1 / first), rel=1e-6)
        assert result.correlation[0] == pytest.approx(stats.pearsonr(1 / ranks, 1 / first).statistic)


@pytest.mark.parametrize("miss", [None, 21, 100])
def test_overall_means_and_p_values_equal_scipys(miss):
    for a, b in pairs_of_runs(4):
        result = overall(a, b, cutoff=CUTOFF, miss=miss)
        ranks = [[rank if 0 < rank <= CUTOFF else miss for rank in run.tolist()] for run in (a, b)]
        rr = [np.array([1 / rank if rank else 0.0 for rank in run]) for run in ranks]
        assert result.rr == pytest.approx([scores.mean() for scores in rr])
        assert result.pvalues["rr"] == pytest.approx((signed_rank_p(*rr), stats.ttest_rel(*rr).pvalue), rel=1e-6)
        if miss is None:
            assert all(map(math.isnan, (*result.esl, *result.pvalues["esl"])))
            continue
        lengths = np.array(ranks, dtype=float)
        assert result.esl == pytest.approx(lengths.mean(axis=1))
        assert result.pvalues["esl"] == pytest.approx(
            (signed_rank_p(*lengths), stats.ttest_rel(*lengths).pvalue), rel=1e-6
        )


def test_turning_point_makes_both_mean_search_lengths_equal():
    met = 0
    for a, b in pairs_of_runs(20):
        point = turning_point(a, b, cutoff=CUTOFF)
        sums = [sum(Fraction(rank) if 0 < rank <= CUTOFF else point or 0 for rank in run.tolist()) for run in (a, b)]
        missed = [sum(not 0 < rank <= CUTOFF for rank in run.tolist()) for run in (a, b)]
        assert (point is None) == (missed[0] == missed[1])
        if point is not None:
            met += 1
            assert sums[0] == sums[1]
    assert met > 10


def test_outcomes_of_independent_runs_have_the_product_of_their_shares():
    """Compare with `independence`: its product is B's MRR less A's if answering is independent."""
    for names, row in printed().items():
        pair = next(pair for pair in leaderboard.independence().pairs if pair.runs == names)
        shares = {name: row[name].value / 100 for name in ("neither", "a_only", "b_only", "both")}
        answered_a, answered_b = shares["a_only"] + shares["both"], shares["b_only"] + shares["both"]
        expected = answered_b * row["both_rr_b"].value - answered_a * row["both_rr_a"].value
        assert pair.product == pytest.approx(expected)
        assert pair.gain == pytest.approx((row["delta"].value - 0.00005, row["delta"].value + 0.00005), abs=1e-9)
        assert pair.phi_range[0] <= pair.phi <= pair.phi_range[1]
        assert pair.product_range[0] <= pair.product <= pair.product_range[1]


def test_independence_ranges_hold_all_roundings_and_are_reached():
    rng = np.random.default_rng(32)
    row = printed()["R1", "R4"]
    pair = next(pair for pair in leaderboard.independence().pairs if pair.runs == ("R1", "R4"))
    likenesses, products = [], []
    for _ in range(20_000):
        shares = {
            name: (row[name].value + rng.uniform(-1, 1) * row[name].half_unit) / 100
            for name in ("a_only", "b_only", "both")
        }
        neither = 1 - sum(shares.values())
        if abs(neither * 100 - row["neither"].value) > row["neither"].half_unit:
            continue
        counts = np.array([[shares["both"], shares["a_only"]], [shares["b_only"], neither]])
        rows, columns = counts.sum(axis=1), counts.sum(axis=0)
        likenesses.append((counts[0, 0] - rows[0] * columns[0]) / math.sqrt(np.prod(rows) * np.prod(columns)))
        means = [row[name].value + rng.uniform(-1, 1) * row[name].half_unit for name in ("both_rr_a", "both_rr_b")]
        products.append(columns[0] * means[1] - rows[0] * means[0])
    for drawn, (low, high) in ((likenesses, pair.phi_range), (products, pair.product_range)):
        assert low <= min(drawn) < low + (high - low) / 5
        assert high - (high - low) / 5 < max(drawn) <= high


def test_power_finds_the_smallest_difference_half_of_the_time():
    """Draw scores with the assumed spread and correlation, with the smallest difference as the true one."""
    rng = np.random.default_rng(33)
    spread, correlation, queries = 0.3, 0.6, 200
    least = leaderboard.power(correlation, queries=queries, spread=spread, multiplicity=3).smallest[0]
    common, own_a, own_b = rng.standard_normal((3, 4000, queries))
    a, b = (spread * (math.sqrt(correlation) * common + math.sqrt(1 - correlation) * own) for own in (own_a, own_b))
    result = stats.ttest_rel(a + least, b, axis=1).pvalue <= 0.05 / 3
    assert result.mean() == pytest.approx(0.5, abs=4 * 0.5 / math.sqrt(4000) + 0.005)
