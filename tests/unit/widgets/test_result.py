"""Test the widget with a result that is hidden until predictions are committed."""

from __future__ import annotations

import pytest

from irlearn import InputError, evaluate, widgets
from irlearn.simulation.collections import two_runs

BEFORE = "more-wins significant"


@pytest.fixture
def lesson() -> widgets.Lesson:
    return widgets.Lesson("15", folder=None)


def scored() -> object:
    qrels, *runs = two_runs()
    return evaluate(qrels, runs, "AP")


def test_result_is_hidden_until_all_predictions_are_committed(lesson, words):
    shown = lesson.after(BEFORE, scored())
    assert words(shown.picture) == "Commit your predictions above first. To the prediction ↑ Look first"
    lesson.part("more-wins").commit("the other run")
    assert words(shown.picture) == "Commit your prediction above first. To the prediction ↑ Look first"
    lesson.part("significant").commit("no")
    assert "0.3284" in shown.picture
    assert "0.3284" in lesson.after(BEFORE, scored()).picture


def test_result_can_be_looked_at_first(lesson):
    shown = lesson.after(BEFORE, scored())
    shown.gesture(do="task", what="tell", index=0)
    assert "0.3284" not in shown.picture
    shown.gesture(do="task", what="look", index=0)
    assert "0.3284" in shown.picture
    assert not lesson.progress.done


def test_result_is_not_hidden_from_a_class():
    assert "0.3284" in widgets.Lesson("15", present=True).after(BEFORE, scored()).picture


def test_still_picture_of_a_hidden_result_says_how_to_see_it(lesson):
    shown = lesson.after(BEFORE, scored())
    assert "This picture is hidden." in shown.static()
    assert "0.3284" not in shown.static()


def test_result_names_an_unknown_prediction(lesson):
    with pytest.raises(InputError, match="has no part 'more-win'; did you mean more-wins"):
        lesson.after("more-win", scored())
