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
    """Return the states of the art, and all runs of the file."""
    if request.param == "embedded":
        return leaderboard.history()
    folder = request.getfixturevalue("real_data")
    return leaderboard.read_leaderboard(folder / "msmarco_doc" / "leaderboard.csv", until=leaderboard.LAST_DAY)


def test_runs_are_dots_at_their_day_and_score(runs):
    widget = widgets.History(runs)
    line = leaderboard.timeline(runs)
    dots = [(int(place), float(left), float(up)) for place, _, left, up in DOT.findall(widget.picture)]
    assert [place for place, _, _ in dots] == list(range(len(line.submissions)))
    lefts, ups = [left for _, left, _ in dots], [up for _, _, up in dots]
    assert lefts == sorted(lefts)
    assert all(0 <= position <= 100 for position in lefts + ups)
    by_score = sorted(range(len(ups)), key=lambda place: line.submissions[place].eval)
    assert [ups[place] for place in by_score] == sorted(ups)
    rises = len(set(line.best)) - 1
    assert widget.picture.count('class="rise"') == rises
    assert widget.picture.count('class="dot best"') == len(line.states_of_the_art)


def test_last_state_of_the_art_is_chosen_first_and_any_run_by_dot_or_key(runs, words):
    widget = widgets.History(runs)
    assert widget.chosen.name == "R10"
    for place, run in enumerate(leaderboard.timeline(runs).submissions):
        widget.gesture(do="choose", value=str(place))
        assert (widget.at, widget.chosen) == (place, run)
        assert [at for at, on, _, _ in DOT.findall(widget.picture) if on == "true"] == [str(place)]
        said = words(widget.picture)
        assert f"{run.day}, {run.team}: MRR {run.eval:.3f}" in said
    widget.gesture(do="reset")
    assert widget.chosen.name == "R10"
    seen = [widget.chosen]
    while widget.at:
        widget.gesture(do="turn", by="-1")
        seen.append(widget.chosen)
    assert seen[::-1] == list(leaderboard.timeline(runs).submissions)[: len(seen)]
    widget.gesture(do="turn", by="-1")
    assert widget.at == 0
    assert widget.status_text().endswith(", the first.")


def test_gain_is_counted_over_the_best_run_before(runs):
    widget, line = widgets.History(runs), leaderboard.timeline(runs)
    for place in range(1, len(line.submissions)):
        widget.gesture(do="choose", value=str(place))
        gain = line.submissions[place].eval - line.best[place - 1]
        way = "above" if gain > 1e-9 else "below"
        assert f", {abs(gain):.3f} {way} " in widget.status_text()


def test_all_runs_are_shown_if_the_file_was_fetched_else_the_states_of_the_art(real_data, tmp_path, monkeypatch):
    monkeypatch.setenv("IRLEARN_DATA", str(tmp_path))
    assert len(DOT.findall(widgets.History().picture)) == 10
    path = datasets.available()["msmarco_doc/leaderboard.csv"].path
    path.parent.mkdir(parents=True)
    path.write_bytes((real_data / "msmarco_doc" / "leaderboard.csv").read_bytes())
    assert len(DOT.findall(widgets.History().picture)) == 67
    path.write_text("not the leaderboard\n")
    with pytest.raises(InputError, match="the leaderboard's file has a column"):
        widgets.History()


def test_unknown_run_is_refused_and_a_single_run_accepted(words: Callable[[str], str]) -> None:
    widget = widgets.History(leaderboard.history(date(2020, 8, 31)))
    widget.gesture(do="choose", value="1")
    assert re.search(parts("run … 1"), words(widget.picture))
    assert widget.picture.count("disabled") >= 2
    with pytest.raises(InputError, match="needs a submission"):
        widgets.History([])


def test_gesture_of_a_widget_without_fields_draws_once(monkeypatch):
    widget = widgets.History(leaderboard.history())
    drawn: list[int] = []
    monkeypatch.setattr(widget, "body", lambda: drawn.append(widget.at))
    widget.gesture(do="turn", by="-1")
    assert drawn == [widget.at]
    widget.gesture(do="choose", value="4711")
    assert "data-refused" in widget.picture or "problem" in widget.picture
