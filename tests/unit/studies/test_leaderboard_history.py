"""Test the leaderboard over time against its own file and figure 1 of the paper."""

from __future__ import annotations

import random
from datetime import date

import pandas as pd
import pytest

from irlearn import InputError
from irlearn.studies import leaderboard

HEADER = "id,date,,description,team,MRR@100 (Dev),MRR@100 (Eval)\n"


@pytest.fixture(scope="module")
def file(real_data):
    return real_data / "msmarco_doc" / "leaderboard.csv"


def test_leaderboard_file_has_67_submissions_and_ten_states_of_the_art_until_february_2021(file):
    line = leaderboard.timeline(leaderboard.read_leaderboard(file, until=leaderboard.LAST_DAY))
    assert repr(line) == "Timeline of 67 submissions in 187 days, 10 states of the art"
    assert (line.submissions[0].day, line.submissions[-1].day) == (date(2020, 8, 11), date(2021, 2, 13))
    assert [run.name for run in line.states_of_the_art] == [f"R{number}" for number in range(1, 11)]


def test_embedded_states_of_the_art_give_the_same_days_and_gains_as_the_file(file):
    for day in (leaderboard.LAST_DAY, date(2030, 1, 1)):
        whole = leaderboard.timeline(leaderboard.read_leaderboard(file, until=day))
        embedded = leaderboard.timeline(leaderboard.history(day))
        assert embedded.days_between == whole.days_between
        assert embedded.gains == whole.gains
        assert str(embedded).splitlines()[1:] == str(whole).splitlines()[1:]


def test_trophies_mark_rises_of_the_best_score_after_the_organizers_runs(file):
    line = leaderboard.timeline(leaderboard.read_leaderboard(file))
    rises = [
        run for run, best, before in zip(line.submissions, line.best, (0.0, *line.best), strict=False) if best > before
    ]
    assert [run.day for run in rises[:3]] == [date(2020, 8, 11)] * 3
    assert tuple(rises[3:]) == line.states_of_the_art


def test_timeline_days_and_gains_add_up():
    line = leaderboard.timeline(leaderboard.history())
    first, *_, last = line.states_of_the_art
    assert sum(line.days_between) == (last.day - first.day).days == line.days - 1 == 167
    assert sum(line.gains) == pytest.approx(last.eval - first.eval)
    assert line.gains[-1] == 0.011
    assert line.best == tuple(run.eval for run in line.submissions)


def test_timeline_does_not_depend_on_the_order_of_submissions():
    shuffled = list(leaderboard.history())
    random.Random(1).shuffle(shuffled)
    assert leaderboard.timeline(shuffled) == leaderboard.timeline(leaderboard.history())


def test_timeline_has_a_table_and_a_data_frame(file):
    line = leaderboard.timeline(leaderboard.read_leaderboard(file))
    assert "<caption>Timeline of 117 submissions" in line._repr_html_()
    assert line._repr_html_().count('<th scope="row"') == 17
    frame = line.to_frame()
    assert isinstance(frame, pd.DataFrame)
    assert len(frame) == 117
    assert frame["best"].is_monotonic_increasing
    assert frame["state_of_the_art"].sum() == 17


def test_timeline_without_a_state_of_the_art_has_an_empty_table(file):
    early = leaderboard.timeline(leaderboard.read_leaderboard(file, until=date(2020, 8, 20)))
    assert early.states_of_the_art == early.days_between == early.gains == ()
    assert "0 states of the art" in str(early)


def test_timeline_rejects_no_submission():
    with pytest.raises(InputError, match="needs a submission, and there is none"):
        leaderboard.timeline(leaderboard.history(date(2020, 1, 1)))


@pytest.mark.parametrize("score", ["1.2", "-0.1", "nan", "inf", "high"])
@pytest.mark.parametrize("column", [0, 1])
def test_read_leaderboard_rejects_a_bad_score_with_its_line(tmp_path, score, column):
    scores = ["0.3", "0.3"]
    scores[column] = score
    path = tmp_path / "leaderboard.csv"
    path.write_text(f"{HEADER}a,2020/08/27,,x,y,,0.3\nb,2020/08/28,,x,y,{','.join(scores)}\n")
    with pytest.raises(InputError, match=r"leaderboard.csv, line 3: .* scores from 0 to 1"):
        leaderboard.read_leaderboard(path)
