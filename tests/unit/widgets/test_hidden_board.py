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
    Prediction(Quiz(name, "Does it rise?", (Option("yes", True, "So."), Option("no", False, "It does."))))
    for name in ("first", "second")
]
TASKS = (Task("up", "Make RR 1.", lambda board: RR.of(board.ranking) == 1, feedback="Rank 1 holds a relevant one."),)
VEILED = {
    "00": "board",
    "01": "pool shallow-pool",
    "02": "matrix means beta five-measures",
    "03": "walk ap-board",
    "04": "three fifty hard-query ranks",
    "05": "gains more-choices",
    "06": "five-tools",
    "07": "five-tests larger",
    "08": "scales",
    "09": "outcomes",
    "10": "power-play",
    "11": "criteria",
    "12": "luck split",
    "13": "",
    "14": "tables race trap",
    "15": "verdict",
}
"""The plays of each lesson that are hidden until a prediction is committed."""
HIDDEN = ("document 1", "Make RR 1.", "<li", "<input", "data-card")


def lesson(*after: str, folder: Path | None = None) -> widgets.Lesson:
    return widgets.Lesson(LessonPlan("Q1", "Quick", (*GUESSES, WidgetTasks("board", TASKS, after=after))), folder)


def played(of: widgets.Lesson) -> widgets.RankingBoard:
    return of.play("board", widgets.RankingBoard(Ranking.parse("0 1 0"), measures=[RR], focus=RR))


def veiled(widget: Widget) -> bool:
    return 'class="veil"' in widget.picture


def look(widget: Widget) -> None:
    widget.gesture(do="task", what="look", index="0")


def test_veiled_board_is_not_on_the_page():
    widget = played(lesson("first"))
    assert veiled(widget)
    assert [text for text in HIDDEN if text in widget.picture] == []
    assert re.findall(r"<button[^>]*>([^<]*)", widget.picture) == ["To the prediction ↑", "Look first"]
    assert "Commit your prediction above first." in widget.picture
    assert '<i data-part="board">' in widget.picture, "the path leads here"


def test_still_picture_of_a_veiled_board_shows_only_its_tasks():
    of = lesson("first")
    widget = played(of)
    body = widget.static().partition("</style>")[2]
    assert "document 1" not in body
    assert "Make RR 1." in body
    assert "commit your prediction above to see it" in body
    assert "<button" not in body, "no kernel would hear it"
    of.part("first").commit("no")
    assert "document 1" in widget.static()


@pytest.mark.parametrize("first", ["board", "curve"])
def test_curve_of_a_board_is_veiled_and_unveiled_with_the_board(first):
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


def test_look_first_at_the_curve_unveils_the_board_and_keeps_its_task_open():
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
def test_committed_prediction_lifts_the_veil_right_or_wrong(guess):
    of = lesson("first")
    widget = played(of)
    of.part("second").commit("yes")
    assert veiled(widget), "another prediction"
    of.part("first").commit(guess)
    assert not veiled(widget)
    assert "document 1" in widget.picture
    assert re.search(
        r'<p data-said[^>]* class="visually-hidden">[^<]* The widget is no longer hidden\.<', widget.picture
    )
    widget.refresh()
    assert "The widget is no longer hidden." not in widget.picture, "said once"
    widget.move("document 2", 1)
    assert of.progress.state("board") == "done"


def test_veil_waits_for_all_predictions_and_leads_to_the_first_open_prediction():
    of = lesson("first", "second")
    widget = played(of)
    assert "Commit your predictions above first." in widget.picture
    of.part("first").commit("yes")
    assert "Commit your prediction above first." in widget.picture
    assert 'data-jump="second"' in widget.picture
    of.part("second").commit("yes")
    assert not veiled(widget)


def test_look_first_lifts_the_veil_without_recording_it(tmp_path):
    of = lesson("first", folder=tmp_path)
    widget = played(of)
    look(widget)
    assert not veiled(widget)
    assert "data-focus-next" in widget.picture, "the focus goes to the task, as the button is gone"
    of.progress.record("second", "tried")
    assert not veiled(widget), "it stays lifted"
    assert (of.progress.done, of.progress.state("board")) == ((), "open")
    assert veiled(played(lesson("first", folder=tmp_path))), "another session"


def test_reset_veils_a_board_again_unless_its_tasks_are_done(tmp_path):
    of = lesson("first", folder=tmp_path)
    widget = played(of)
    of.part("first").commit("no")
    of.progress.reset()
    assert veiled(widget)
    of.progress.undo()
    assert not veiled(widget)
    of.progress.reset()
    of.progress.record("board", "done")
    assert not veiled(widget), "by a resume code: its answers were told"


def test_tasks_that_wait_for_an_unknown_part_are_refused():
    with pytest.raises(InputError, match=r"'frist'.*first"):
        played(lesson("frist"))


def test_changes_from_python_under_the_veil_count_once_it_is_lifted():
    of = lesson("first")
    widget = played(of)
    widget.move("document 2", 1)
    assert veiled(widget)
    assert of.progress.state("board") == "open", "the task was not shown"
    look(widget)
    assert RR.of(widget.ranking) == 1


def test_veils_of_the_course_wait_for_earlier_predictions():
    """Whether a board would answer a prediction is judged by reading; the list shows which veil is lost or new."""
    found = {
        lesson: {part.id: part.after for part in plan.parts if isinstance(part, WidgetTasks) and part.after}
        for lesson, plan in LESSONS.items()
    }
    for name, veils in found.items():
        ids = LESSONS[name].ids
        for play, after in veils.items():
            assert all(ids.index(part) < ids.index(play) for part in after)
            assert all(isinstance(LESSONS[name].part(part), Prediction) for part in after)
    assert {name: " ".join(veils) for name, veils in found.items()} == VEILED


def test_presented_lesson_veils_nothing_and_saves_nothing(tmp_path: Path) -> None:
    plan = LessonPlan("Q1", "Quick", (*GUESSES, WidgetTasks("board", TASKS, after=("first", "second"))))
    assert veiled(played(widgets.Lesson(plan, tmp_path)))
    of = widgets.Lesson(plan, tmp_path, present=True)
    board = played(of)
    curve = widgets.PrecisionRecall(board)
    assert not veiled(board)
    assert not veiled(curve)
    assert "document 1" in board.static()
    of.part("first").commit("yes")
    assert list(tmp_path.iterdir()) == []
    assert "1 of 3 done" in of.picture, "the panel still leads through the lesson"
    assert re.findall("resume|copy|reset|download|kernel", of.picture) == []
    assert "resume" in widgets.Lesson(plan, tmp_path).picture
