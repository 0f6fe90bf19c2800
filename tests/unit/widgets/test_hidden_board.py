"""Test the veil that hides a board while a prediction is open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from irlearn import RR, InputError, Ranking, widgets
from irlearn.course.lesson_parts import LessonPlan, Option, Prediction, Quiz, Task, WidgetTasks
from irlearn.course.lessons import LESSONS
from irlearn.widgets.core.base import Widget

GUESSES = [
    Prediction(Quiz(one, "Does it rise?", (Option("yes", True, "So."), Option("no", False, "It does."))))
    for one in ("first", "second")
]
TASKS = (Task("up", "Make RR 1.", lambda board: RR.of(board.ranking) == 1, feedback="Rank 1 holds a relevant one."),)
HIDDEN = ("document 1", "Make RR 1.", "<li", "<input", "data-card")


def lesson(*after: str, folder: Path | None = None) -> widgets.Lesson:
    return widgets.Lesson(LessonPlan("Q1", "Quick", (*GUESSES, WidgetTasks("board", TASKS, after=after))), folder)


def played(of: widgets.Lesson) -> widgets.RankingBoard:
    return of.play("board", widgets.RankingBoard(Ranking.parse("0 1 0"), measures=[RR], focus=RR))


def veiled(it: Widget) -> bool:
    return 'class="veil"' in it.picture


def look(it: Widget) -> None:
    it.gesture(do="task", what="look", index="0")


def test_nothing_of_a_veiled_board_is_on_the_page():
    it = played(lesson("first"))
    assert veiled(it)
    assert [one for one in HIDDEN if one in it.picture] == []
    assert re.findall(r"<button[^>]*>([^<]*)", it.picture) == ["To the prediction ↑", "Look first"]
    assert "Commit your prediction above first." in it.picture
    assert '<i data-part="board">' in it.picture, "the path leads here"


def test_a_still_picture_of_a_veiled_board_shows_its_tasks_in_words_and_no_board():
    of = lesson("first")
    it = played(of)
    body = it.static().partition("</style>")[2]
    assert "document 1" not in body
    assert "Make RR 1." in body
    assert "commit your prediction above to see it" in body
    assert "<button" not in body, "no kernel would hear it"
    of.part("first").commit("no")
    assert "document 1" in it.static()


@pytest.mark.parametrize("first", ["board", "curve"])
def test_a_curve_of_a_veiled_board_is_veiled_with_it_and_lifted_with_it(first):
    of, board = lesson("first"), widgets.RankingBoard(Ranking.parse("0 1 0"), measures=[RR], focus=RR)
    early = widgets.PrecisionRecall(board) if first == "curve" else None
    assert early is None or "interpolated" in early.picture
    of.play("board", board)
    curve = early or widgets.PrecisionRecall(board)
    assert veiled(curve)
    assert "interpolated" not in curve.picture + curve.static().partition("</style>")[2]
    of.part("first").commit("yes")
    assert not veiled(curve)
    assert "interpolated" in curve.picture
    assert "interpolated" in curve.static()
    board.move("document 2", 1)
    assert of.progress.state("board") == "done"
    assert not veiled(curve)


def test_who_looks_first_at_the_curve_sees_the_board_too_and_still_has_the_task():
    of = lesson("first")
    board = played(of)
    curve = widgets.PrecisionRecall(board)
    look(curve)
    assert not veiled(curve)
    assert not veiled(board)
    assert "Make RR 1." in board.picture
    assert "Make RR 1." not in curve.picture
    curve.gesture(do="interpolate")
    assert of.progress.state("first") == "open"


@pytest.mark.parametrize("guess", ["yes", "no"])
def test_the_veil_goes_when_the_prediction_is_committed_right_or_wrong(guess):
    of = lesson("first")
    it = played(of)
    of.part("second").commit("yes")
    assert veiled(it), "another prediction"
    of.part("first").commit(guess)
    assert not veiled(it)
    assert "document 1" in it.picture
    assert re.search(r'<p data-said[^>]* class="visually-hidden">[^<]* The veil is lifted\.<', it.picture)
    it.refresh()
    assert "The veil is lifted." not in it.picture, "said once"
    it.move("document 2", 1)
    assert of.progress.state("board") == "done"


def test_of_several_predictions_each_is_waited_for_and_the_way_leads_to_the_first_that_is_open():
    of = lesson("first", "second")
    it = played(of)
    assert "Commit your predictions above first." in it.picture
    of.part("first").commit("yes")
    assert "Commit your prediction above first." in it.picture
    assert 'data-jump="second"' in it.picture
    of.part("second").commit("yes")
    assert not veiled(it)


def test_look_first_lifts_the_veil_for_this_session_and_keeps_nothing(tmp_path):
    of = lesson("first", folder=tmp_path)
    it = played(of)
    look(it)
    assert not veiled(it)
    assert "data-focus-next" in it.picture, "the focus goes to the task, as the button is gone"
    of.progress.record("second", "tried")
    assert not veiled(it), "it stays lifted"
    assert (of.progress.done, of.progress.state("board")) == ((), "open")
    assert veiled(played(lesson("first", folder=tmp_path))), "another session"


def test_a_reset_veils_again_and_a_play_that_is_done_is_never_veiled(tmp_path):
    of = lesson("first", folder=tmp_path)
    it = played(of)
    of.part("first").commit("no")
    of.progress.reset()
    assert veiled(it)
    of.progress.undo()
    assert not veiled(it)
    of.progress.reset()
    of.progress.record("board", "done")
    assert not veiled(it), "by a resume code: its answers were told"


def test_a_play_waits_for_parts_of_its_lesson_only():
    with pytest.raises(InputError, match=r"'frist'.*first"):
        played(lesson("frist"))


def test_what_a_hand_in_python_does_under_the_veil_counts_once_it_is_lifted():
    of = lesson("first")
    it = played(of)
    it.move("document 2", 1)
    assert veiled(it)
    assert of.progress.state("board") == "open", "the task was not shown"
    look(it)
    assert RR.of(it.ranking) == 1


def test_each_veil_of_the_course_waits_for_a_prediction_that_stands_before_it():
    """The boards are judged by reading; here stands that none is lost on the way."""
    found = {
        lesson: {part.id: part.after for part in plan.parts if isinstance(part, WidgetTasks) and part.after}
        for lesson, plan in LESSONS.items()
    }
    for name, veils in found.items():
        ids = LESSONS[name].ids
        for play, after in veils.items():
            assert all(ids.index(one) < ids.index(play) for one in after)
            assert all(isinstance(LESSONS[name].part(one), Prediction) for one in after)
    assert [name for name, veils in found.items() if not veils] == ["13"]
    assert sum(map(len, found.values())) == 23
