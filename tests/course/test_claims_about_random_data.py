"""Test that claims of lessons 10 to 13 and 15 about random data hold for 180 of 200 seeds or more.

The claims of lesson 14 are tested on 200 collections in tests/course/test_classroom_findings.py.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from lesson_pages import cells, told
from scipy import stats

from irlearn import widgets
from irlearn.course.lessons import LESSONS
from irlearn.simulation.collections import two_runs
from irlearn.simulation.leaderboard import aligned_pair
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import all_pairs, tukey_hsd
from irlearn.studies import extremes, leaderboard

SEEDS = range(1, 201)
ENOUGH = 180
RANK_SUM, SIGNED_RANK, PAIRED_T = "wilcoxon-rank-sum", "wilcoxon-signed-rank", "paired-t"
PAIR = aligned_pair()
ALIGNED = leaderboard.align(*PAIR)
LEAST_PHI = min(pair.phi for pair in leaderboard.real_pairs())
LEAST_CORRELATION = min(pair.correlation for pair in leaderboard.real_pairs())


# Lesson 10.


@cache
def shuffled_alignment(seed: int) -> leaderboard.Alignment:
    """Return the alignment of the lesson's pair with all queries shuffled."""
    return leaderboard.align(*PAIR, share=1, rng=seed)


def smallest_is_signed_rank(seed: int) -> bool:
    found = leaderboard.align(*aligned_pair(seed)).pvalues
    order = sorted((RANK_SUM, SIGNED_RANK, PAIRED_T), key=found.__getitem__)
    return (order[0], order[-1]) == (SIGNED_RANK, RANK_SUM)


def three_lines_stay(seed: int) -> bool:
    now = shuffled_alignment(seed)
    return np.allclose(
        [now.mrr_a, now.mrr_b, now.pvalues[RANK_SUM]], [ALIGNED.mrr_a, ALIGNED.mrr_b, ALIGNED.pvalues[RANK_SUM]]
    ) and not np.isclose(now.pvalues[SIGNED_RANK], ALIGNED.pvalues[SIGNED_RANK])


def shuffled_are_alike(seed: int) -> bool:
    found = [shuffled_alignment(seed).pvalues[test] for test in (RANK_SUM, SIGNED_RANK, PAIRED_T)]
    return max(found) < 10 * min(found)  # where aligned, they are apart by seven powers of ten


def far_from_real_pairs(seed: int) -> bool:
    return shuffled_alignment(seed).phi < LEAST_PHI and shuffled_alignment(seed).correlation < LEAST_CORRELATION


# Lesson 12.


def winner_looks_better(seed: int) -> bool:
    machine = widgets.LuckMachine(systems=100, mean=0.2, sd=0.027, seed=seed)
    machine.gesture(do="throw", value="1")
    return machine.lead > 0.2


def winner_loses(seed: int) -> bool:
    return extremes.split_half(extremes.made_trec7(seed), 200).loss > 0


# Lesson 13.


@cache
def pairs_found(topics: int, seed: int) -> dict[str, int]:
    """Count the significant pairs of 8,256 in a simulated track, by procedure."""
    made = simulate_scores("TREC-8 AP", topics=topics, rng=seed)
    return {name: one.found for name, one in all_pairs(made.scores).procedures.items()}


def bonferroni_finds_more(seed: int) -> bool:
    return pairs_found(50, seed)["bonferroni"] > pairs_found(50, seed)["closed-form"]


def two_way_finds_more(seed: int) -> bool:
    return pairs_found(50, seed)["two-way"] > pairs_found(50, seed)["closed-form"] > pairs_found(50, seed)["one-way"]


def nearly_as_many(seed: int) -> bool:
    return 0.95 < pairs_found(50, seed)["benjamini-hochberg"] / pairs_found(50, seed)["t"] < 1


def three_quarters(seed: int) -> bool:
    return 0.68 < pairs_found(50, seed)["closed-form"] / pairs_found(50, seed)["two-way"] < 0.82


def one_third(seed: int) -> bool:
    return 0.27 < pairs_found(10, seed)["closed-form"] / pairs_found(10, seed)["two-way"] < 0.43


def hardly_any(seed: int) -> bool:
    return pairs_found(10, seed)["bonferroni"] < 0.1 * pairs_found(10, seed)["two-way"]


# Lesson 15.


@cache
def small_collection(seed: int) -> widgets.OwnData:
    return widgets.OwnData(*two_runs(rng=seed))


def leader_wins_more(seed: int) -> bool:
    return small_collection(seed).wins_leader > small_collection(seed).wins_other


Claim = tuple[str, str, Callable[[int], bool]]
QUICK: list[Claim] = [
    ("10", "signed-rank, and the largest is the rank-sum p", smallest_is_signed_rank),
    ("10", "Three of the seven lines did not move: both means and the rank-sum p", three_lines_stay),
    ("10", "Try another seed: the same three lines stay", three_lines_stay),
    ("10", "When all queries are shuffled, the three p-values are alike", shuffled_are_alike),
    ("10", "and they are always far from the real bands", far_from_real_pairs),
    ("12", "The winner's lead is luck", winner_looks_better),
    ("12", "the winner loses, on average", winner_loses),
    ("15", "Most often the run with the higher mean wins more queries, too", leader_wins_more),
]
SLOW: list[Claim] = [
    ("13", "Bonferroni's t tests: they do not count differences between systems as chance", bonferroni_finds_more),
    ("13", "Where systems differ, shuffles find fewer pairs", two_way_finds_more),
    ("13", "calls nearly as many pairs different as t tests without a correction", nearly_as_many),
    ("13", "of 129 simulated systems on 50 topics they find about three quarters as many", three_quarters),
    ("13", "on ten topics about one third", one_third),
    ("13", "Bonferroni's t tests find hardly any on ten topics", hardly_any),
]
CLAIMS = [
    *(pytest.param(*claim, id=claim[1][:40]) for claim in QUICK),
    *(pytest.param(*claim, id=claim[1][:40], marks=pytest.mark.all) for claim in SLOW),
]


@cache
def lesson_text(lesson: str) -> str:
    """Return the text of a lesson's cells and parts."""
    told_by = [text for part in LESSONS[lesson].parts for text in told(part)]
    return "\n".join([*(cell.source for cell in cells(lesson)), *told_by])


@pytest.mark.parametrize(("lesson", "phrase", "holds"), CLAIMS)
def test_claims_about_random_data_hold_for_nine_of_ten_seeds(lesson, phrase, holds):
    assert phrase in lesson_text(lesson)
    assert sum(map(holds, SEEDS)) >= ENOUGH


def test_threshold_over_the_whole_table_typically_grows():
    """The claim holds for 169 of 200 seeds, so the lesson says "typically"."""
    grown = 0
    for seed in SEEDS:
        table = np.round(simulate_scores("TREC-8 AP", systems=6, topics=8, rng=seed).scores, 2)
        grown += tukey_hsd(table, how="one-way").threshold > tukey_hsd(table).threshold
    assert 150 <= grown < ENOUGH
    assert "Typically the threshold grows" in lesson_text("13")


def test_phi_of_shuffled_queries_is_typically_in_the_band_of_the_paper():
    """The claim holds for 178 of 200 seeds, so the lesson says "typically"."""
    low, high = leaderboard.independence().phi_range
    assert 150 <= sum(low <= shuffled_alignment(seed).phi <= high for seed in SEEDS) < ENOUGH
    assert "Phi and the correlation are typically within the bands of the paper" in lesson_text("10")


# Equal means do not suffice for the 5% level of the randomized Tukey test.


def error_rates(spreads: np.ndarray, tables: int, seed: int) -> tuple[float, float]:
    """Return the error rates of the closed-form randomized Tukey test and of Bonferroni's t tests with equal means."""
    random, (topics, systems) = np.random.default_rng(seed), (50, len(spreads))
    pairs = np.triu_indices(systems, 1)
    ranges = stats.studentized_range.ppf(0.95, systems, np.inf)
    level = stats.t.isf(0.025 / len(pairs[0]), topics - 1)
    wrong = np.zeros(2)
    for _ in range(tables):
        scores = random.standard_normal((topics, systems)) * spreads
        means, covariance = scores.mean(axis=0), np.cov(scores.T)
        own = np.diag(covariance)
        errors = np.sqrt((own[:, np.newaxis] + own - 2 * covariance)[pairs] / topics)
        apart = np.abs(np.subtract.outer(means, means)[pairs])
        threshold = ranges * np.sqrt(scores.var(axis=1, ddof=1).sum()) / topics
        wrong += apart.max() > threshold, (apart / errors).max() > level
    return tuple((wrong / tables).tolist())


@pytest.mark.all
def test_randomized_tukey_test_has_more_errors_with_unequal_spreads():
    scores = simulate_scores("TREC-8 AP", rng=8).scores
    left = scores - scores.mean(axis=0) - scores.mean(axis=1, keepdims=True) + scores.mean()
    spreads = left.std(axis=0, ddof=1)
    tukey, bonferroni = error_rates(spreads, 4000, seed=3)
    assert 0.105 < tukey < 0.135
    assert "the test called some pair different in about 12% of the tables" in lesson_text("13")
    assert 0.03 < bonferroni < 0.045
    assert "did so in about 4%" in lesson_text("13")
    tukey, bonferroni = error_rates(np.full(len(spreads), spreads.mean()), 4000, seed=4)
    assert 0.04 < tukey < 0.06
    assert bonferroni < 0.05
