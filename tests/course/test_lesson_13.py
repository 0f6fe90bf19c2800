"""Test the figures of lesson 13: real TREC-8 data, false alarms among equal systems, and the widget's table."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from irlearn import read_scores, widgets
from irlearn.course.lessons import LESSONS
from irlearn.simulation.scores import simulate_scores
from irlearn.statistics import ALPHA, TukeyHSD, all_pairs, randomized_tukey_hsd, tukey_hsd

SEEDS = range(40)


def test_trec_8_figures_equal_those_of_its_score_matrix(real_data: Path) -> None:
    real = all_pairs(read_scores(real_data / "trec" / "adhoc8_ap.csv").values[:, :, 0].T).procedures
    made = all_pairs(simulate_scores("TREC-8 AP", rng=8).scores).procedures
    told = LESSONS["13"].part("more-pairs").details
    assert [name for name in real if f" {made[name].found:,} ({real[name].found:,})" not in told] == []


def test_twenty_equal_systems_have_about_ten_false_alarms() -> None:
    chance = np.random.default_rng(5)
    tables = chance.normal(size=(400, 50, 20))
    one, other = np.array([*combinations(range(20), 2)]).T
    counts = [np.sum(stats.ttest_rel(table[:, one], table[:, other]).pvalue <= ALPHA) for table in tables]
    assert abs(np.mean(counts) - 9.5) < 4 * np.std(counts) / np.sqrt(400)
    ranges = np.ptp(tables.mean(axis=1) * np.sqrt(50), axis=1)
    share = np.mean(ranges > 1.959964 * np.sqrt(2))
    assert abs(share - 0.92) < 4 * np.sqrt(0.92 * 0.08 / 400)
    assert "0.05 · 190 = 9.5 pairs on average" in LESSONS["13"].part("by-chance").why
    assert "In 92% of such tables" in LESSONS["13"].part("by-chance").why


def test_lesson_13_statements_about_ana_ben_and_letters_hold_in_the_widget() -> None:
    scores = widgets.Permutations()._matrix.scores
    ana, ben = (tukey_hsd(scores, how=how) for how in ("one-way", "randomized"))
    assert (ana.found, ben.found) == (0, 4)
    assert ben.letters == ("a", "b", "ab", "b", "b", "b")
    assert ana.quantile > ben.quantile
    for seed in range(20):
        dealer = widgets.Permutations(seed=seed)
        dealer.gesture(do="shuffle", value="10000")
        assert dealer.pairs == 4
        assert dealer.threshold < dealer.closed
        dealer.gesture(do="where", value="table")
        dealer.gesture(do="shuffle", value="10000")
        assert dealer.pairs == 0


def by_least_squares(scores: np.ndarray) -> float:
    """Return the residual mean square of a regression of scores on topic and system dummies."""
    topics, systems = (np.eye(size) for size in scores.shape)
    design = np.hstack([np.repeat(topics, len(systems), axis=0), np.tile(systems, (len(topics), 1))[:, 1:]])
    left = scores.ravel() - design @ np.linalg.solve(design.T @ design, design.T @ scores.ravel())
    return float(left @ left) / (len(left) - design.shape[1])


def test_bonferroni_explanation_states_independently_computed_numbers() -> None:
    scores = simulate_scores("TREC-8 AP", rng=8).scores
    topics, systems = scores.shape
    one, other = np.triu_indices(systems, 1)
    apart = np.abs(scores.mean(axis=0)[one] - scores.mean(axis=0)[other])
    left, between, within = (
        by_least_squares(scores),
        np.var(scores.mean(axis=0), ddof=1),
        np.mean([np.var(row, ddof=1) for row in scores]),
    )
    assert left * (topics - 1) / topics + between == pytest.approx(within)
    asked = LESSONS["13"].part("more-pairs")
    told = f"{asked.why} {asked.details}"
    assert f"{left:.4f} · {topics - 1}/{topics} + {between:.4f} = {within:.4f}" in told
    freedom, pairs = (systems - 1) * (topics - 1), len(apart)
    counts = {
        "two-way": np.sum(apart > stats.studentized_range.isf(ALPHA, systems, freedom) * np.sqrt(left / topics)),
        "one spread": np.sum(2 * stats.t.sf(apart / np.sqrt(2 * left / topics), freedom) * pairs <= ALPHA),
        "shuffles": np.sum(apart > stats.studentized_range.isf(ALPHA, systems, np.inf) * np.sqrt(within / topics)),
        "bonferroni": np.sum(stats.ttest_rel(scores[:, one], scores[:, other]).pvalue * pairs <= ALPHA),
    }
    assert f"and finds {counts['two-way']:,}; with this variance" in told
    assert f"Bonferroni's correction would find {counts['one spread']:,}." in told
    assert f"Bonferroni {counts['bonferroni']:,} (" in told
    assert f"closed form {counts['shuffles']:,} (" in told
    assert counts["shuffles"] < counts["bonferroni"] < counts["one spread"] < counts["two-way"]


def with_one_spread(left: TukeyHSD) -> int:
    """Count pairs that Bonferroni's t tests would find with the spread of the two-way analysis for all pairs."""
    bound = stats.t.isf(ALPHA / 2 / left.compared, left.freedom) * np.sqrt(2) * left.standard_error
    return sum(pair.difference > bound for pair in left.pairs)


@pytest.mark.all
@pytest.mark.parametrize("calibration", ["TREC-7 AP", "TREC-8 AP"])
def test_procedures_have_the_order_of_the_lesson_on_simulated_tracks(calibration: str) -> None:
    """In 40 simulated tracks of each kind the order is: shuffles, Bonferroni, Bonferroni with one spread, two-way."""
    for seed in SEEDS:
        scores = simulate_scores(calibration, rng=seed).scores
        found = {name: one.found for name, one in all_pairs(scores).procedures.items()}
        one_spread = with_one_spread(tukey_hsd(scores, how="two-way"))
        assert found["closed-form"] < found["bonferroni"] < one_spread < found["two-way"], seed
        assert found["benjamini-hochberg"] > 0.94 * found["t"], seed
        assert 0.65 < found["closed-form"] / found["two-way"] < 0.85, seed


@pytest.mark.all
def test_shuffles_and_bonferroni_find_few_pairs_on_few_topics() -> None:
    shares, alarms = [], []
    for seed in SEEDS:
        scores = simulate_scores("TREC-8 AP", rng=seed, topics=10).scores
        found = {name: one.found for name, one in all_pairs(scores).procedures.items()}
        shares.append(found["closed-form"] / found["two-way"])
        alarms.append(found["bonferroni"] / found["two-way"])
    assert 0.3 < np.median(shares) < 0.4
    assert np.mean([share < 0.5 for share in shares]) >= 0.9
    assert np.mean([share < 0.1 for share in alarms]) >= 0.9


@pytest.mark.all
def test_shuffles_agree_with_the_closed_form_to_one_percent_of_pairs() -> None:
    shares = []
    for seed in range(8):
        scores = simulate_scores("TREC-8 AP", rng=seed).scores
        shuffled, closed = randomized_tukey_hsd(scores, permutations=50_000, rng=seed).found, tukey_hsd(scores).found
        shares.append(abs(shuffled - closed) / closed)
    assert np.median(shares) <= 0.01
    assert max(shares) < 0.015
