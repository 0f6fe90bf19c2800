"""Lesson 13's figures: those of the real TREC-8, the false alarms among equal systems, and the table of the widget."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
from scipy import stats

from irlearn import read_scores, widgets
from irlearn.exercises.course import LESSONS, lesson_13
from irlearn.statistics import ALPHA, all_pairs, tukey_hsd


def test_the_figures_of_trec_8_are_those_of_its_matrix(real_data: Path) -> None:
    found = all_pairs(read_scores(real_data / "trec" / "adhoc8_ap.csv").values[:, :, 0].T).procedures
    assert {name: found[name].found for name in lesson_13.TREC8} == dict(lesson_13.TREC8)


def test_of_twenty_equal_systems_about_ten_pairs_differ_and_in_nine_of_ten_tables_one_does() -> None:
    chance = np.random.default_rng(5)
    tables = chance.normal(size=(400, 50, 20))
    one, other = np.array([*combinations(range(20), 2)]).T
    counts = [np.sum(stats.ttest_rel(table[:, one], table[:, other]).pvalue <= ALPHA) for table in tables]
    assert abs(np.mean(counts) - 9.5) < 4 * np.std(counts) / np.sqrt(400)
    ranges = np.ptp(tables.mean(axis=1) * np.sqrt(50), axis=1)
    share = np.mean(ranges > 1.959964 * np.sqrt(2))
    assert abs(share - 0.92) < 4 * np.sqrt(0.92 * 0.08 / 400)
    assert "0.05 · 190 = 9.5 on average" in LESSONS["13"].part("by-chance").why
    assert "92% of such tables" in LESSONS["13"].part("by-chance").why


def test_what_the_lesson_says_of_ana_ben_and_the_letters_is_so_in_the_table_of_the_widget() -> None:
    scores = widgets.Permutations()._matrix.scores
    ana, ben = (tukey_hsd(scores, how=how) for how in ("one-way", "randomised"))
    assert (ana.found, ben.found) == (0, 4)
    assert ben.letters == ("a", "b", "ab", "b", "b", "b")
    assert ana.quantile > ben.quantile
