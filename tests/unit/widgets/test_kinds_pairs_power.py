"""What the widgets of the printed table do, without a browser: kinds of better, pairs on a plane, power."""

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


def cells(picture: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", picture)
    return [[re.sub("<[^>]+>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)] for row in rows]


def test_the_difference_is_that_of_the_numbers_as_they_are_shown() -> None:
    it = widgets.ImprovementCases(reconstruction(), [*printed()])
    for place, pair in enumerate(printed()):
        it.gesture(do="pair", value=str(place))
        assert it.pair == pair
        for _, one, other, apart, _ in cells(it.picture)[1:]:
            numbers = [Fraction(shown.replace(",", "").replace("−", "-")) for shown in (one, other, apart)]
            assert numbers[1] - numbers[0] == numbers[2]


def test_a_pair_is_chosen_and_put_back_and_an_unknown_run_refused(words: Callable[[str], str]) -> None:
    it = widgets.ImprovementCases(RUNS, [("R1", "R2"), ("R2", "R3")])
    before = it.picture
    it.gesture(do="pair", value="1")
    assert "R3 against R2" in words(it.picture)
    it.gesture(do="pair", value="7")
    assert re.search(parts("pair … 7"), words(it.picture))
    it.gesture(do="reset")
    assert it.picture == before
    with pytest.raises(InputError, match="'R9'"):
        widgets.ImprovementCases(RUNS, [("R1", "R9")])
    with pytest.raises(InputError, match="give one pair of runs or more"):
        widgets.ImprovementCases(RUNS, [])


def test_the_rows_and_the_real_pairs_can_be_shown_alone() -> None:
    it = widgets.OutcomeCorrelation()
    it.gesture(do="shown", value="paper")
    assert 'class="dot" style' not in it.picture
    it.gesture(do="shown", value="real")
    assert 'class="area" style' not in it.picture


def test_the_more_alike_two_runs_score_the_smaller_a_difference_is_found() -> None:
    it, found = widgets.Power(), []
    for share in ("0.0", "0.2", "0.4", "0.6", "0.76", "0.9"):
        it.gesture(do="correlation", value=share)
        found.append((it.smallest, it.found))
        assert it.picture.count("✓ found") == it.found
    assert found == sorted(found, reverse=True, key=lambda one: one[0])
    assert [count for _, count in found] == sorted(count for _, count in found)


def test_a_larger_correlation_that_finds_as_many_is_not_the_smallest(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    lesson = widgets.Lesson("10")
    lesson.progress.record("power", "done")  # which veils it
    it = lesson.play("power-play", widgets.Power())
    it.gesture(do="task", what="show", index=1)
    it.gesture(do="correlation", value="0.9")
    assert it.found == 9
    assert "Only R2 is not found" not in it.picture
    it.gesture(do="correlation", value="0.76")
    assert "Only R2 is not found" in it.picture
