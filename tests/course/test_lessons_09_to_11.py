"""Test what lessons 09 to 11 and their instructor's pages say about the reconstructed runs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from paths import LESSONS_FOLDER

from irlearn.simulation.leaderboard import printed, reconstruction
from irlearn.studies import leaderboard
from irlearn.widgets.play.outcomes import overall

PAGES = LESSONS_FOLDER / "instructor"
PAGE, TRUST, ORDER = (next(PAGES.glob(f"{lesson}_*.md")).read_text(encoding="utf-8") for lesson in ("09", "10", "11"))


@pytest.fixture(scope="module")
def runs():
    return reconstruction()


def test_instructor_page_has_the_outcomes_of_r1_and_r4(runs):
    found = leaderboard.outcomes(runs["R1"], runs["R4"], multiplicity=10)
    assert f"R4 answers {found.b_only - found.a_only} more" in PAGE
    assert f"(ESL {found.esl_a:.2f} against {found.esl_b:.2f})" in PAGE
    ticks = [(test.on, test.test) for test in found.tests + found.tests_on_all if found.significant(test.on, test.test)]
    raw = leaderboard.outcomes(runs["R1"], runs["R4"])
    before = [(test.on, test.test) for test in raw.tests + raw.tests_on_all if raw.significant(test.on, test.test)]
    shown = {("mrr", "wilcoxon-signed-rank"), ("mrr", "paired-t")}  # the widget shows no rank-sum and no unpaired test
    assert (set(before) - set(ticks)) - {("mrr", "unpaired-t")} == shown


def test_instructor_page_has_the_cost_of_a_miss_for_r1_and_r4(runs):
    for rank in (101, 200):
        means = overall(runs["R1"], runs["R4"], cutoff=100, miss=rank)
        assert f"at {'rank ' if rank == 101 else ''}{rank} by {means.esl[0] - means.esl[1]:.2f}" in PAGE
    leads = [(found := overall(runs["R1"], runs["R4"], cutoff=100, miss=rank)).rr for rank in (None, 101, 200)]
    first, second, third = (f"{b - a:.4f}" for a, b in leads)
    assert f"({first} to {second} and {third})" in PAGE
    assert found.rr[1] > found.rr[0]


def test_instructor_page_has_the_orders_and_cycles_of_the_criteria(runs):
    known: dict[tuple[str, str], leaderboard.Outcomes] = {}
    made = {
        name: leaderboard.preferences(runs, rule, multiplicity=10, known=known)
        for name, rule in leaderboard.CRITERIA.items()
    }
    assert [name for name, one in made.items() if one.order] == ["higher MRR"]
    assert f"*do no harm* leaves {len(made['do no harm'].undecided)} pairs undecided" in ORDER
    for on in ("esl", "rr"):
        rule = leaderboard.Criterion("a gain in ranking", ranking="better", on=on)
        circle = leaderboard.preferences(runs, rule, multiplicity=10, known=known).cycle
        assert f"{' > '.join((*circle, circle[0]))} by {on.upper()}" in ORDER
    ninth = [leaderboard.outcomes(runs["R9"], runs["R10"], multiplicity=tests).do_no_harm for tests in (1, 10)]
    assert ninth == [False, True]


@pytest.mark.parametrize("tests", [1, 10, 45])
@pytest.mark.parametrize("on", ["esl", "rr"])
def test_criteria_of_the_paper_have_no_cycle(runs, tests, on):
    known: dict[tuple[str, str], leaderboard.Outcomes] = {}
    for name in ("both improved", "both significant", "do no harm"):
        rule = replace(leaderboard.CRITERIA[name], on=on)
        better = leaderboard.preferences(runs, rule, multiplicity=tests, known=known).better
        reached = better.copy()
        for _ in runs:  # longer and longer ways from run to run
            reached |= (reached.astype(int) @ better.astype(int)) > 0
        assert better.any()
        assert not reached.diagonal().any()


def test_instructor_page_counts_the_rows_in_which_pairing_helps():
    ratios = [row["rr_rank_sum"].value / row["rr_signed_rank"].value for row in printed().values()]
    assert sum(ratio > 1 for ratio in ratios) == 3
    assert [round(ratio) for ratio in ratios if ratio >= 10] == [46]
    assert "in three rows only, and at least ten times in one (R9, 46-fold)" in TRUST


def test_instructor_page_has_the_bounds_of_the_correlation():
    limits = leaderboard.correlation_bounds().values()
    assert f"at most {min(limits):.2f} to {max(limits):.2f}" in TRUST
