"""Test the widgets ImprovementCases, OutcomeCorrelation and Power."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from message_parts import parts

from irlearn import InputError, widgets
from irlearn.simulation.leaderboard import printed, reconstruction

RUNS = {"R1": [1, 5, 0, 4, 3, 0, 7, 2], "R2": [1, 2, 9, 3, 3, 0, 8, 1], "R3": [1, 1, 8, 1, 2, 7, 0, 0]}


def table_cells(picture: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", picture)
    return [[re.sub("<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def test_improvement_difference_is_that_of_the_shown_numbers() -> None:
    widget = widgets.ImprovementCases(reconstruction(), [*printed()])
    for place, pair in enumerate(printed()):
        widget.gesture(do="pair", value=str(place))
        assert widget.pair == pair
        for _, value_a, value_b, difference, _ in table_cells(widget.picture)[1:]:
            numbers = [Fraction(shown.replace(",", "").replace("−", "-")) for shown in (value_a, value_b, difference)]
            assert numbers[1] - numbers[0] == numbers[2]


def test_improvement_pair_is_chosen_and_reset_and_an_unknown_run_refused(words: Callable[[str], str]) -> None:
    widget = widgets.ImprovementCases(RUNS, [("R1", "R2"), ("R2", "R3")])
    before = widget.picture
    widget.gesture(do="pair", value="1")
    assert "R3 against R2" in words(widget.picture)
    widget.gesture(do="pair", value="7")
    assert re.search(parts("pair … 7"), words(widget.picture))
    widget.gesture(do="reset")
    assert widget.picture == before
    with pytest.raises(InputError, match="'R9'"):
        widgets.ImprovementCases(RUNS, [("R1", "R9")])
    with pytest.raises(InputError, match="give one pair of runs or more"):
        widgets.ImprovementCases(RUNS, [])


def test_outcome_correlation_can_show_rows_or_real_pairs_alone() -> None:
    widget = widgets.OutcomeCorrelation()
    widget.gesture(do="shown", value="paper")
    assert 'class="dot" style' not in widget.picture
    widget.gesture(do="shown", value="real")
    assert 'class="area" style' not in widget.picture


def test_power_finds_smaller_differences_between_more_correlated_runs() -> None:
    widget, findings = widgets.Power(), []
    for correlation in ("0.0", "0.2", "0.4", "0.6", "0.76", "0.9"):
        widget.gesture(do="correlation", value=correlation)
        findings.append((widget.smallest, widget.found))
        assert widget.picture.count("✓ found") == widget.found
    assert findings == sorted(findings, reverse=True, key=lambda finding: finding[0])
    assert [count for _, count in findings] == sorted(count for _, count in findings)


def test_power_task_accepts_only_the_smallest_correlation_that_finds_as_many(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    lesson = widgets.Lesson("10")
    lesson.progress.record("power", "done")  # which veils it
    widget = lesson.play("power-play", widgets.Power())
    widget.gesture(do="task", what="show", index=1)
    widget.gesture(do="correlation", value="0.9")
    assert widget.found == 9
    assert "Only R2 is not found" not in widget.picture
    widget.gesture(do="correlation", value="0.76")
    assert "Only R2 is not found" in widget.picture
