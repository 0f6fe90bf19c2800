"""Test the panel of a lesson and its parts, which share one progress."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from message_parts import parts

from irlearn import AP, RR, InputError, Ranking, widgets
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import (
    Answered,
    GeneratedExercise,
    LessonPlan,
    Option,
    Prediction,
    Quiz,
    Task,
    WidgetTasks,
)
from irlearn.course.lessons import LESSONS

QUICK = LessonPlan(
    "Q1",
    "Quick",
    (
        Prediction(Exercise("first", RR, Ranking.parse("0 1"), "RR?")),
        GeneratedExercise("turn-1", "rr"),
        Quiz("order", "Does RR see the order?", (Option("yes", True, "So."), Option("no", False, "It does."))),
    ),
)


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_shows_every_part_and_records_nothing_when_all_cells_run(name: str, tmp_path: Path) -> None:
    lesson = widgets.Lesson(name, tmp_path)
    for part in asked(lesson):
        seen = lesson.part(part.id).picture
        asks = re.search(r"[^.?]*\?", re.sub(r"[<>&'\"].*", "", part.question))
        assert asks is None or asks[0].strip() in re.sub(r"<[^>]*>", "", seen)
        told = re.findall(r"\d+\.\d+", part.question)  # some stand in a table beside the words
        assert set(told) <= set(re.findall(r"\d+\.\d+", seen))
    assert (lesson.progress.done, lesson.progress.tried, list(tmp_path.iterdir())) == ((), (), [])


@pytest.mark.parametrize("name", LESSONS)
def test_reference_answers_complete_every_part(name: str, tmp_path: Path) -> None:
    lesson = widgets.Lesson(name, tmp_path)
    parts = asked(lesson)
    for part in parts:
        answer(lesson.part(part.id), part.reference_answer)
    assert lesson.progress.done == tuple(part.id for part in parts)
    again = widgets.Lesson(name, tmp_path)
    core = [part for part in parts if part.id in lesson.plan.core]
    assert f"{len(core)} of {len(lesson.plan.core)} done" in again.picture


def asked(lesson: widgets.Lesson) -> list[Answered]:
    """The parts that are answered by themselves; plays are tested with the widgets of their notebooks."""
    return [part for part in lesson.plan.parts if not isinstance(part, WidgetTasks)]


def answer(widget: widgets.Widget, text: str) -> None:
    """Answer a part as the learner would, by a gesture."""
    match widget:
        case widgets.Exercise():
            widget.gesture(do="check", fields={"answer": text})
        case widgets.Quiz() if widget.quiz.several:
            chosen = text.split(" | ")
            ticked = {f"option{n}": "on" for n, one in enumerate(widget.quiz.options) if one.text in chosen}
            widget.gesture(do="check", fields=ticked)
        case widgets.Quiz():
            texts = [option.text for option in widget.quiz.options]
            widget.gesture(do="choose", index=str(texts.index(text)))
        case widgets.Prediction():
            widget.commit(text)
        case _:
            raise AssertionError(widget)


def test_lesson_panel_follows_its_parts_and_names_them() -> None:
    lesson = widgets.Lesson("03", folder=None)
    prediction = lesson.part("which-step")
    assert isinstance(prediction, widgets.Prediction)
    prediction.commit("both raise it equally")
    assert f"1 of {len(lesson.plan.core)} done" in lesson.picture
    assert "Which step" in lesson.picture
    assert lesson.progress.answer("which-step") == "both raise it equally", "a wrong prediction is a prediction"
    again = lesson.part("which-step")
    assert "You predicted “both raise it equally”" in again.picture, "and is there again"
    lesson.reset()
    assert "You predicted" not in again.picture


def test_resume_code_completes_parts_without_their_answers() -> None:
    elsewhere = widgets.Lesson(QUICK, folder=None)
    for part in asked(elsewhere):
        answer(elsewhere.part(part.id), part.reference_answer)
    lesson = widgets.Lesson(QUICK, folder=None)
    parts = [lesson.part(identity) for identity in QUICK.ids]
    lesson.resume(elsewhere.progress.code)
    prediction, turn, quiz = parts
    assert "You have already committed to an answer." in prediction.picture
    for widget in (turn, quiz):
        assert "You have done this part before." in widget.picture
        assert "✓ done" in widget.picture or isinstance(widget, widgets.Exercise)


def test_lesson_accepts_a_plan(tmp_path: Path) -> None:
    lesson = widgets.Lesson(QUICK, tmp_path)
    answer(lesson.part("turn-1"), QUICK.part("turn-1").reference_answer)
    assert [path.name for path in tmp_path.iterdir()] == ["Q1.progress.json"]


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.Lesson("3", folder=None), "'3' … 03"),
        (
            lambda: widgets.Lesson("ranked list", folder=None),
            "there is no lesson 'ranked list'; the lessons are 00, 01",
        ),
        (lambda: widgets.Lesson("03", folder=None).part("turn1"), "'turn1' … turn-1"),
        (
            lambda: widgets.Lesson("00", folder=None).part("board"),
            "'board' needs a widget: lesson.play('board', the widget)",
        ),
        (
            lambda: widgets.Lesson("00", folder=None).play("turn-1", widgets.Scales()),
            "'turn-1' needs no widget; show it with lesson.part('turn-1')",
        ),
        (
            lambda: widgets.Lesson("00", folder=None).play("board", "the board"),  # type: ignore[type-var]
            "a play needs a widget of irlearn.widgets; given: 'the board'",
        ),
    ],
)
def test_lesson_refuses_invalid_arguments_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=parts(sentence)):
        make()  # type: ignore[operator]


def test_stock_caption_is_shown_by_the_first_part_of_a_lesson_that_draws_it() -> None:
    tasks = [Task("mark", "Mark rank 2.", lambda board: board.ranking.grades[1] > 0, feedback="Done.") for _ in "ab"]
    plan = LessonPlan("Q1", "Boards", tuple(WidgetTasks(part, (task,)) for part, task in zip("ab", tasks, strict=True)))
    lesson = widgets.Lesson(plan, folder=None)
    first, second, again = (lesson.play(part, widgets.RankingBoard("1 0")) for part in "aba")
    assert [AP.why in board.picture for board in (first, second, again)] == [True, False, True]
    assert AP.why in widgets.RankingBoard("1 0").picture, "outside of a lesson"
