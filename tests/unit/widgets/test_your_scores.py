"""Test a learner's own scores of many systems in the widgets of the lessons."""

from __future__ import annotations

from base64 import b64encode

import numpy as np
import pytest

from irlearn import widgets
from irlearn.studies import extremes

SCORES = np.random.default_rng(1).beta(2, 5, size=(20, 4)).round(3)
CSV = "topic,a,b,c,d\n" + "".join(f"t{n},{','.join(map(str, row))}\n" for n, row in enumerate(SCORES, 1))


def test_file_of_scores_is_shown_with_the_topic_bootstrap(tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text(CSV)
    seen = widgets.own_best(path)
    luck = extremes.topic_bootstrap(extremes.matrix(SCORES, list("abcd")))
    assert [type(shown).__name__ for shown in seen.widgets] == ["Detective", "SplitHalf"]
    assert f"{luck.expected_maximum:.4f} on average, and more than {luck.upper:.4f}" in repr(seen)
    assert repr(seen).startswith(f"“{luck.best}” is the best of 4 runs")
    assert seen.widgets[0].null == "topics"


def test_judgments_and_runs_are_scored(tmp_path):
    (tmp_path / "q").write_text("".join(f"q{n} 0 d1 1\n" for n in range(6)))
    for run, share in (("x", 2), ("y", 3)):
        lines = (f"q{n} Q0 d{1 if n % share else 2} 1 1 {run}\n" for n in range(6))
        (tmp_path / f"{run}.run").write_text("".join(lines))
    seen = widgets.own_best(tmp_path / "q", tmp_path / "x.run", tmp_path / "y.run")
    assert "“y” is the best of 2 runs, with 0.6667." in seen.notes
    assert "at least 2 runs" in widgets.own_best(tmp_path / "q", tmp_path / "x.run").problem


def test_means_alone_need_the_number_of_topics(tmp_path):
    path = tmp_path / "means.csv"
    path.write_text("run,AP\na,0.2\nb,0.25\nc,0.31\n")
    assert 'own_best("means.csv", topics=50)' in widgets.own_best(path).problem
    seen = widgets.own_best(path, topics=50)
    assert [type(shown).__name__ for shown in seen.widgets] == ["Detective"]
    assert seen.widgets[0].sd == pytest.approx(extremes.standard_error([0.2, 0.25, 0.31], 50))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("a,b\n0.1,x\n0.2,0.3\n", "line 2"),
        ("a\n0.1\n0.2\n", "2 runs"),
        ("", "is empty"),
        ("a,b\n0.1,1.3\n0,0\n", "1.3"),
    ],
)
def test_unusable_scores_give_a_sentence(tmp_path, content, words):
    path = tmp_path / "scores.csv"
    path.write_text(content)
    seen = widgets.own_best(path)
    assert seen.widgets == ()
    assert seen.problem.startswith("Not yet: ")
    assert words in seen.problem
    assert "no such file" in widgets.own_best(tmp_path / "none.csv").problem


def test_field_for_a_file_names_the_file():
    assert "Choose the scores." in widgets.own_best().upload.picture


def test_chosen_file_gives_the_same_result_as_its_path(tmp_path):
    (tmp_path / "scores.csv").write_text(CSV)
    upload = widgets.own_best().upload
    assert upload.picture.count('type="file"') == 1
    for key in (2, 0):  # a key that there is no field for is passed over
        upload.gesture(
            do="piece", key=key, name="scores.csv", size=len(CSV), at=0, base64=b64encode(CSV.encode()).decode()
        )
    assert upload.message == repr(widgets.own_best(tmp_path / "scores.csv"))
