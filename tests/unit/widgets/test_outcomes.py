"""Test the widget Outcomes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from message_parts import parts
from scipy import stats

from irlearn import InputError, widgets
from irlearn.widgets.core.base import Widget
from irlearn.widgets.play.outcomes import _change, overall, turning_point

A = [1, 2, 9, 0, 4, 30, 0, 3, 1, 12, 7, 0]
B = [2, 1, 3, 5, 0, 8, 0, 2, 1, 6, 3, 44]


ALL = {
    "outcomes": lambda: widgets.Outcomes(A, B),
    "nothing both answer": lambda: widgets.Outcomes([1, 0, 2], [0, 3, 0]),
    "all answered at rank 1": lambda: widgets.Outcomes([1, 1, 1], [1, 1, 1], names=("<b>", "C & D")),
}


@pytest.fixture(scope="module")
def runs_apart() -> tuple[list[int], list[int]]:
    """Two runs on 60 queries with p-values from far below to far above the level."""
    rng = np.random.default_rng(3)
    first = np.where(rng.random(60) < 0.3, 0, rng.integers(1, 40, 60))
    second = np.where(rng.random(60) < 0.1, 0, np.maximum(first - rng.integers(-3, 9, 60), 1))
    return first.tolist(), second.tolist()


@pytest.mark.parametrize("name", ALL)
def test_the_picture_is_well_formed_with_unique_keys_for_the_focus(
    name: str, words: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    it = ALL[name]()
    it.gesture(do="miss", by="-1")
    it.gesture(do="tests", by="1")
    assert well_formed(it.picture)
    assert "nan" not in words(it.picture)
    assert it.picture in it.static()


def test_the_areas_are_as_large_as_the_counts_and_said_in_words() -> None:
    it = widgets.Outcomes(A, B)
    assert 'aria-label="Queries answered by only A 1 (8.3%), both 8 (66.7%), neither 1 (8.3%), only B 2 (16.7%)"' in (
        it.picture
    )
    assert 'class="column" style="flex-grow:9"' in it.picture
    assert 'class="both" style="height:88.89%"' in it.picture


@pytest.mark.parametrize("tests", [1, 2, 3, 5, 10, 40, 1000])
def test_a_tick_stands_behind_a_p_value_that_is_significant_after_the_correction_and_behind_no_other(
    tests: int, runs_apart: tuple[list[int], list[int]]
) -> None:
    it = widgets.Outcomes(*runs_apart, multiplicity=tests)
    pvalues = [test.pvalue for on in ("esl", "rr", "answered") for test in it.result.tests if test.on == on]
    pvalues += [pvalue for on in ("esl", "rr") for pvalue in it.overall.pvalues[on]]
    cells = list(it.draw().find("td", "p"))
    assert len(cells) == len(pvalues)
    for cell, pvalue in zip(cells, pvalues, strict=True):
        assert list(cell.find("span", "visually-hidden"))  # the name of its test: a heading says it where there is room
        if math.isfinite(pvalue):
            assert bool(list(cell.find("b", "yes", title="significant"))) == (pvalue * tests <= 0.05), pvalue
        else:
            assert not list(cell.find("b"))


def test_a_smaller_cutoff_answers_fewer_queries(said: Callable[[Widget], str]) -> None:
    it = widgets.Outcomes(A, B)
    it.cutoff = 5
    assert (it.result.neither, it.result.a_only, it.result.b_only, it.result.both) == (4, 1, 3, 4)
    assert said(it).startswith("Cutoff 5: both answer 4 queries, before 8.")
    it.gesture(do="cutoff", by="1")
    assert it.cutoff == 10
    it.gesture(do="cutoff", by="-1")
    assert it.cutoff == 5


def test_a_miss_has_no_rank_at_first_then_costs_less_in_steps() -> None:
    it = widgets.Outcomes(A, B)
    assert it.miss is None
    assert math.isnan(it.overall.esl[0])
    seen = []
    for _ in range(5):
        it.gesture(do="miss", by="-1")
        seen.append(it.miss)
    assert seen == [1000, 500, 200, 101, 101]
    assert it.overall.esl == ((69 + 3 * 101) / 12, (75 + 2 * 101) / 12)
    for _ in range(4):
        it.gesture(do="miss", by="1")
    assert it.miss is None


def test_the_cost_of_a_miss_decides_who_is_ahead(said: Callable[[Widget], str]) -> None:
    ranks_a, ranks_b = [1, 1, 1, 0], [30, 40, 50, 60]
    assert turning_point(ranks_a, ranks_b, cutoff=100) == Fraction(177)
    before, after = (overall(ranks_a, ranks_b, cutoff=100, miss=miss).esl for miss in (176, 178))
    assert before[0] < before[1]
    assert after[0] > after[1]
    it = widgets.Outcomes(ranks_a, ranks_b, names=("old", "new"))
    assert said(it) == "Change a number, and watch the means, the tests and the criteria."
    it.gesture(do="miss", by="-1")
    assert said(it).startswith("A miss counts as rank 1,000. ")
    assert "By mean ESL new, which answers more, is ahead once a miss counts as more than 177." in said(it)


def test_where_both_answer_as_many_no_cost_turns_the_order(said: Callable[[Widget], str]) -> None:
    assert turning_point([1, 0], [0, 5], cutoff=10) is None
    it = widgets.Outcomes([1, 0], [0, 5], cutoff=10)
    assert "whatever" not in said(it)
    it.miss = 11
    assert "A is ahead whatever a miss counts as" in said(it)
    it.miss = None
    assert said(it) == "A miss counts as RR 0, no ESL."


def test_a_larger_cutoff_keeps_a_miss_behind_it() -> None:
    it = widgets.Outcomes(A, B, cutoff=10, miss=20)
    it.cutoff = 50
    assert it.miss == 51


def test_the_tests_over_all_queries_are_scipys() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 90, 200), rng.integers(0, 60, 200)
    found = overall(a, b, cutoff=100, miss=150)
    left, right = (np.where(ranks == 0, 150, ranks) for ranks in (a, b))
    assert found.pvalues["esl"][0] == pytest.approx(stats.wilcoxon(left, right, method="asymptotic").pvalue)
    assert found.pvalues["esl"][1] == pytest.approx(stats.ttest_rel(left, right).pvalue)
    assert found.pvalues["rr"][1] == pytest.approx(stats.ttest_rel(1 / left, 1 / right).pvalue)


def test_multiplicity_turns_verdicts_and_says_which(
    msmarco: dict[str, np.ndarray], words: Callable[[str], str]
) -> None:
    it = widgets.Outcomes(msmarco["bm25base"], msmarco["bm25tuned"])
    assert "Both significant yes answered and ESL" in words(it.picture)
    it.gesture(do="commit", field="tests", fields={"tests": "1000"})
    assert it.multiplicity == 1000
    assert it.result.both_significant is True
    it.cutoff = 10
    assert "Is B better than A?" in words(it.picture)
    assert "p is at most 0.05/1000 = 5e-05" in words(it.picture)


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("cutoff", "0", "cutoff … 0"),
        ("cutoff", "2.5", "cutoff … 2.5"),
        ("tests", "many", "'many'"),
        ("miss", "50", "rank that a miss counts as … 50"),
    ],
)
def test_a_mistyped_number_is_said_and_changes_nothing(
    field: str, typed: str, sentence: str, said: Callable[[Widget], str]
) -> None:
    it = widgets.Outcomes(A, B)
    it.gesture(do="commit", field=field, fields={field: typed})
    assert re.search(parts(sentence), said(it))
    assert (it.cutoff, it.miss, it.multiplicity) == (100, None, 1)


def test_a_typed_cost_is_taken_and_none_takes_it_away() -> None:
    it = widgets.Outcomes(A, B)
    it.gesture(do="commit", field="miss", fields={"miss": "150"})
    assert it.miss == 150
    it.gesture(do="commit", field="miss", fields={"miss": "none"})
    assert it.miss is None


def test_start_again_puts_everything_back() -> None:
    it = widgets.Outcomes(A, B, cutoff=20, miss=30, multiplicity=2)
    it.cutoff, it.multiplicity = 50, 7
    it.gesture(do="reset")
    assert (it.cutoff, it.miss, it.multiplicity) == (20, 30, 2)


@pytest.mark.parametrize(
    ("ranks_a", "ranks_b", "options", "sentence"),
    [
        ([1, 2], [1], {}, "same queries"),
        ([1], [2], {}, "2 queries or more"),
        ([1, -2], [1, 2], {}, "rank"),
        ([1, 2], [1, 2], {"cutoff": 0}, "cutoff"),
        ([1, 2], [1, 2], {"miss": 100}, "from 101"),
        ([1, 2], [1, 2], {"multiplicity": 0}, "the number of tests"),
    ],
)
def test_outcomes_refuse_what_is_no_pair_of_runs(ranks_a, ranks_b, options, sentence) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        widgets.Outcomes(ranks_a, ranks_b, **options)


def test_a_note_says_what_the_runs_are():
    seen = widgets.Outcomes([1, 2], [2, 0], note="a reconstruction & no real run")
    assert "a reconstruction &amp; no real run" in seen.picture


def test_an_esl_that_does_not_change_is_told_so() -> None:
    assert [_change(by) for by in (0.5, -0.25, 0, math.inf)] == [
        "0.500 higher",
        "0.250 lower",
        "the same",
        "not defined",
    ]
