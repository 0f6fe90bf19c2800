"""Test the widget History."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

import pytest
from message_parts import parts

from irlearn import InputError, datasets, widgets
from irlearn.studies import leaderboard

DOT = re.compile(
    r'<button data-do="choose" data-value="(\d+)"[^>]*aria-pressed="(\w+)"[^>]*style="left:([\d.]+)%;bottom:([\d.]+)%"'
)


@pytest.fixture(params=["embedded", "file"])
def runs(request: pytest.FixtureRequest) -> tuple[leaderboard.Submission, ...]:
    """The states of the art, and all runs of the file."""
    if request.param == "embedded":
        return leaderboard.history()
    folder = request.getfixturevalue("real_data")
    return leaderboard.read_leaderboard(folder / "msmarco_doc" / "leaderboard.csv", until=leaderboard.LAST_DAY)


def test_each_run_is_a_dot_at_its_day_and_its_score(runs):
    it = widgets.History(runs)
    line = leaderboard.timeline(runs)
    dots = [(int(place), float(left), float(up)) for place, _, left, up in DOT.findall(it.picture)]
    assert [place for place, _, _ in dots] == list(range(len(line.submissions)))
    lefts, ups = [left for _, left, _ in dots], [up for _, _, up in dots]
    assert lefts == sorted(lefts)
    assert all(0 <= one <= 100 for one in lefts + ups)
    by_score = sorted(range(len(ups)), key=lambda place: line.submissions[place].eval)
    assert [ups[place] for place in by_score] == sorted(ups)
    rises = len(set(line.best)) - 1
    assert it.picture.count('class="rise"') == rises
    assert it.picture.count('class="dot best"') == len(line.states_of_the_art)


def test_the_last_state_of_the_art_is_chosen_first_and_every_run_can_be_by_its_dot_and_by_the_keys(runs, words):
    it = widgets.History(runs)
    assert it.chosen.name == "R10"
    for place, run in enumerate(leaderboard.timeline(runs).submissions):
        it.gesture(do="choose", value=str(place))
        assert (it.at, it.chosen) == (place, run)
        assert [at for at, on, _, _ in DOT.findall(it.picture) if on == "true"] == [str(place)]
        said = words(it.picture)
        assert f"{run.day}, {run.team}: MRR {run.eval:.3f}" in said
    it.gesture(do="reset")
    assert it.chosen.name == "R10"
    seen = [it.chosen]
    while it.at:
        it.gesture(do="turn", by="-1")
        seen.append(it.chosen)
    assert seen[::-1] == list(leaderboard.timeline(runs).submissions)[: len(seen)]
    it.gesture(do="turn", by="-1")
    assert it.at == 0
    assert it.status_text().endswith(", the first.")


def test_the_gain_is_that_over_the_best_run_before(runs):
    it, line = widgets.History(runs), leaderboard.timeline(runs)
    for place in range(1, len(line.submissions)):
        it.gesture(do="choose", value=str(place))
        gain = line.submissions[place].eval - line.best[place - 1]
        way = "above" if gain > 1e-9 else "below"
        assert f", {abs(gain):.3f} {way} " in it.status_text()


def test_all_runs_are_shown_where_the_file_was_fetched_and_else_the_states_of_the_art(real_data, tmp_path, monkeypatch):
    monkeypatch.setenv("IRLEARN_DATA", str(tmp_path))
    assert len(DOT.findall(widgets.History().picture)) == 10
    path = datasets.available()["msmarco_doc/leaderboard.csv"].path
    path.parent.mkdir(parents=True)
    path.write_bytes((real_data / "msmarco_doc" / "leaderboard.csv").read_bytes())
    assert len(DOT.findall(widgets.History().picture)) == 67
    path.write_text("not the leaderboard\n")
    with pytest.raises(InputError, match="the leaderboard's file has a column"):
        widgets.History()


def test_a_run_that_is_not_there_is_refused_and_one_run_is_enough(words: Callable[[str], str]) -> None:
    it = widgets.History(leaderboard.history(date(2020, 8, 31)))
    it.gesture(do="choose", value="1")
    assert re.search(parts("run … 1"), words(it.picture))
    assert it.picture.count("disabled") >= 2
    with pytest.raises(InputError, match="needs a submission"):
        widgets.History([])


def test_a_gesture_of_a_widget_without_fields_is_drawn_once_so_that_what_it_says_once_is_heard(monkeypatch):
    it = widgets.History(leaderboard.history())
    drawn: list[int] = []
    monkeypatch.setattr(it, "body", lambda: drawn.append(it.at))
    it.gesture(do="turn", by="-1")
    assert drawn == [it.at]
    it.gesture(do="choose", value="4711")
    assert "data-refused" in it.picture or "problem" in it.picture
