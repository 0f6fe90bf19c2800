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
    """Return two runs on 60 queries with p-values from far below to far above the level."""
    rng = np.random.default_rng(3)
    first = np.where(rng.random(60) < 0.3, 0, rng.integers(1, 40, 60))
    second = np.where(rng.random(60) < 0.1, 0, np.maximum(first - rng.integers(-3, 9, 60), 1))
    return first.tolist(), second.tolist()


@pytest.mark.parametrize("name", ALL)
def test_picture_is_well_formed_with_unique_focus_keys(
    name: str, words: Callable[[str], str], well_formed: Callable[[str], list[str]]
) -> None:
    widget = ALL[name]()
    widget.gesture(do="miss", by="-1")
    widget.gesture(do="tests", by="1")
    assert well_formed(widget.picture)
    assert "nan" not in words(widget.picture)
    assert widget.picture in widget.static()


def test_areas_are_proportional_to_the_counts_and_described_in_words() -> None:
    widget = widgets.Outcomes(A, B)
    assert 'aria-label="Queries answered by only A 1 (8.3%), both 8 (66.7%), neither 1 (8.3%), only B 2 (16.7%)"' in (
        widget.picture
    )
    assert 'class="column" style="flex-grow:9"' in widget.picture
    assert 'class="both" style="height:88.89%"' in widget.picture


@pytest.mark.parametrize("tests", [1, 2, 3, 5, 10, 40, 1000])
def test_tick_marks_exactly_the_p_values_that_are_significant_after_correction(
    tests: int, runs_apart: tuple[list[int], list[int]]
) -> None:
    widget = widgets.Outcomes(*runs_apart, multiplicity=tests)
    pvalues = [test.pvalue for on in ("esl", "rr", "answered") for test in widget.result.tests if test.on == on]
    pvalues += [pvalue for on in ("esl", "rr") for pvalue in widget.overall.pvalues[on]]
    cells = list(widget.draw().find("td", "p"))
    assert len(cells) == len(pvalues)
    for cell, pvalue in zip(cells, pvalues, strict=True):
        assert list(cell.find("span", "visually-hidden"))  # the name of its test: a heading says it where there is room
        if math.isfinite(pvalue):
            assert bool(list(cell.find("b", "yes", title="significant"))) == (pvalue * tests <= 0.05), pvalue
        else:
            assert not list(cell.find("b"))


def test_smaller_cutoff_answers_fewer_queries(said: Callable[[Widget], str]) -> None:
    widget = widgets.Outcomes(A, B)
    widget.cutoff = 5
    assert (widget.result.neither, widget.result.a_only, widget.result.b_only, widget.result.both) == (4, 1, 3, 4)
    assert said(widget).startswith("At cutoff 5, both answer 4 queries (before: 8).")
    widget.gesture(do="cutoff", by="1")
    assert widget.cutoff == 10
    widget.gesture(do="cutoff", by="-1")
    assert widget.cutoff == 5


def test_miss_has_no_rank_at_first_and_becomes_cheaper_in_steps() -> None:
    widget = widgets.Outcomes(A, B)
    assert widget.miss is None
    assert math.isnan(widget.overall.esl[0])
    seen = []
    for _ in range(5):
        widget.gesture(do="miss", by="-1")
        seen.append(widget.miss)
    assert seen == [1000, 500, 200, 101, 101]
    assert widget.overall.esl == ((69 + 3 * 101) / 12, (75 + 2 * 101) / 12)
    for _ in range(4):
        widget.gesture(do="miss", by="1")
    assert widget.miss is None


def test_miss_cost_decides_which_run_is_ahead(said: Callable[[Widget], str]) -> None:
    ranks_a, ranks_b = [1, 1, 1, 0], [30, 40, 50, 60]
    assert turning_point(ranks_a, ranks_b, cutoff=100) == Fraction(177)
    before, after = (overall(ranks_a, ranks_b, cutoff=100, miss=miss).esl for miss in (176, 178))
    assert before[0] < before[1]
    assert after[0] > after[1]
    widget = widgets.Outcomes(ranks_a, ranks_b, names=("old", "new"))
    assert said(widget) == "Change a number, and watch the means, the tests and the criteria."
    widget.gesture(do="miss", by="-1")
    assert said(widget).startswith("A miss counts as rank 1,000. ")
    assert "By mean ESL, new answers more and is ahead once a miss counts as more than 177." in said(widget)


def test_miss_cost_changes_no_order_if_both_answer_equally_many(said: Callable[[Widget], str]) -> None:
    assert turning_point([1, 0], [0, 5], cutoff=10) is None
    widget = widgets.Outcomes([1, 0], [0, 5], cutoff=10)
    assert "whatever" not in said(widget)
    widget.miss = 11
    assert "A is ahead, whatever a miss counts as" in said(widget)
    widget.miss = None
    assert said(widget) == "A miss counts as RR 0, no ESL."


def test_larger_cutoff_keeps_the_miss_beyond_it() -> None:
    widget = widgets.Outcomes(A, B, cutoff=10, miss=20)
    widget.cutoff = 50
    assert widget.miss == 51


def test_tests_over_all_queries_equal_scipys() -> None:
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 90, 200), rng.integers(0, 60, 200)
    found = overall(a, b, cutoff=100, miss=150)
    left, right = (np.where(ranks == 0, 150, ranks) for ranks in (a, b))
    assert found.pvalues["esl"][0] == pytest.approx(stats.wilcoxon(left, right, method="approx").pvalue)
    assert found.pvalues["esl"][1] == pytest.approx(stats.ttest_rel(left, right).pvalue)
    assert found.pvalues["rr"][1] == pytest.approx(stats.ttest_rel(1 / left, 1 / right).pvalue)


def test_multiplicity_changes_verdicts_and_reports_which(
    msmarco: dict[str, np.ndarray], words: Callable[[str], str]
) -> None:
    widget = widgets.Outcomes(msmarco["bm25base"], msmarco["bm25tuned"])
    assert "Both significant yes answered and ESL" in words(widget.picture)
    widget.gesture(do="commit", field="tests", fields={"tests": "1000"})
    assert widget.multiplicity == 1000
    assert widget.result.both_significant is True
    widget.cutoff = 10
    assert "Is B better than A?" in words(widget.picture)
    assert "p is at most 0.05/1000 = 5e-05" in words(widget.picture)


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("cutoff", "0", "cutoff … 0"),
        ("cutoff", "2.5", "cutoff … 2.5"),
        ("tests", "many", "'many'"),
        ("miss", "50", "rank that a miss counts as … 50"),
    ],
)
def test_mistyped_number_is_refused_and_changes_nothing(
    field: str, typed: str, sentence: str, said: Callable[[Widget], str]
) -> None:
    widget = widgets.Outcomes(A, B)
    widget.gesture(do="commit", field=field, fields={field: typed})
    assert re.search(parts(sentence), said(widget))
    assert (widget.cutoff, widget.miss, widget.multiplicity) == (100, None, 1)


def test_typed_miss_cost_is_taken_and_none_removes_it() -> None:
    widget = widgets.Outcomes(A, B)
    widget.gesture(do="commit", field="miss", fields={"miss": "150"})
    assert widget.miss == 150
    widget.gesture(do="commit", field="miss", fields={"miss": "none"})
    assert widget.miss is None


def test_reset_restores_the_initial_state() -> None:
    widget = widgets.Outcomes(A, B, cutoff=20, miss=30, multiplicity=2)
    widget.cutoff, widget.multiplicity = 50, 7
    widget.gesture(do="reset")
    assert (widget.cutoff, widget.miss, widget.multiplicity) == (20, 30, 2)


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
def test_outcomes_refuses_invalid_runs(ranks_a, ranks_b, options, sentence) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        widgets.Outcomes(ranks_a, ranks_b, **options)


def test_note_describes_the_runs():
    seen = widgets.Outcomes([1, 2], [2, 0], note="a reconstruction & no real run")
    assert "a reconstruction &amp; no real run" in seen.picture


def test_unchanged_esl_is_reported_as_the_same() -> None:
    assert [_change(by) for by in (0.5, -0.25, 0, math.inf)] == [
        "0.500 higher",
        "0.250 lower",
        "the same",
        "not defined",
    ]
