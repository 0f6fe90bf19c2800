"""Test the widget Progress, and that it loses nothing."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from irlearn import InputError, widgets
from irlearn.course.lesson_parts import LessonPlan, Option, Prediction as Asked, Quiz, WidgetTasks
from irlearn.course.lessons import LESSONS
from irlearn.course.progress import PartList, Progress
from irlearn.widgets.core.base import Widget

BARE = re.compile(r" (readonly|disabled|data-said|data-fixed|data-focus-next)(?=[ >])")
PARTS = ("predict", "turn-1", "turn-2")
NAMES = {"predict": "Prediction", "turn-1": "Your turn <1>"}


@pytest.fixture
def panel(tmp_path: Path) -> widgets.Progress:
    return widgets.Progress(Progress("03", PARTS, tmp_path), names=NAMES)


def marks(panel: widgets.Progress) -> list[str]:
    rows = re.findall(r"<li class=.*?</li>", panel.picture.partition('<ol class="names">')[2])
    return [unescape(re.sub(r"<[^>]+>", " ", row)).split(maxsplit=1)[1].strip() for row in rows]


def test_progress_panel_is_well_formed_live_and_still(panel: widgets.Progress, said: Callable[[Widget], str]) -> None:
    panel.progress.record("predict", "done")
    panel.reset()  # so that all buttons are there
    panel.gesture(do="resume", fields={"resume": "<b>"})
    assert ElementTree.fromstring(re.sub(r"(<input [^>]*)>", r"\1/>", BARE.sub(r' \1=""', panel.picture))).tag == "div"
    assert said(panel) == "'<b>' is not a resume code; it begins with IR and looks like IR03-7K2F-9Q."


def test_still_progress_panel_names_the_parts_without_their_states(
    panel: widgets.Progress, text: Callable[[str], str]
) -> None:
    """What was published when the cell ran is shown again after a restart, when more was done."""
    panel.progress.record("predict", "done")
    still = text(re.sub(r"<style>.*?</style>", "", panel.static(), flags=re.DOTALL))
    assert still == "The parts of this lesson. Run this cell to see what you have done.PredictionYour turn <1>turn-2"


def test_progress_panel_names_each_part_with_its_state(panel: widgets.Progress) -> None:
    panel.progress.record("predict", "done")
    panel.progress.record("turn-1", "tried")
    assert '<p class="where">1 of 3 done</p>' in panel.picture
    assert [" ".join(mark.split()) for mark in marks(panel)] == [
        "Prediction done",
        "Your turn <1> tried",
        "turn-2 open",
    ]


def test_progress_panel_announces_changes(panel: widgets.Progress, said: Callable[[Widget], str]) -> None:
    assert said(panel) == ""
    panel.progress.record("turn-1", "tried", answer="0.4")
    assert said(panel) == "Your turn <1>: tried. 0 of 3 done."
    panel.progress.record("turn-1", "done", answer="13/30")
    assert said(panel) == "Your turn <1>: done. 1 of 3 done."
    panel.progress.record("turn-1", "done", answer="0.433")
    assert said(panel) == "Your turn <1>: done. 1 of 3 done.", "nothing new to say"
    assert f">{panel.progress.code}</span>" in panel.picture


def test_download_link_contains_the_progress_file(panel: widgets.Progress) -> None:
    panel.progress.record("turn-1", "done", answer="½ \ud83d")
    found = re.search(r'href="data:application/json;base64,([^"]+)" download="03\.progress\.json"', panel.picture)
    assert found is not None
    assert panel.progress.file is not None
    assert b64decode(found[1]) == panel.progress.file.read_bytes()


def test_typed_resume_code_adds_its_parts_and_empties_the_field_once(
    panel: widgets.Progress, said: Callable[[Widget], str]
) -> None:
    elsewhere = Progress("03", PARTS, None)
    elsewhere.record("predict", "done")
    elsewhere.record("turn-2", "done")
    panel.gesture(do="resume", fields={"resume": elsewhere.code.lower()})
    assert said(panel) == "Resumed: Prediction, turn-2."
    assert panel.progress.done == ("predict", "turn-2")
    assert "data-fixed" in panel.picture
    panel.progress.record("turn-1", "tried")
    assert "data-fixed" not in panel.picture, "what is being typed stays"
    panel.gesture(do="resume", fields={"resume": elsewhere.code})
    assert said(panel) == "You had already done everything in this code."


def test_resume_code_of_an_earlier_version_is_accepted(said: Callable[[Widget], str]) -> None:
    old = PartList("09", ("same-mrr", "which-pair"))
    elsewhere = Progress("09", old.ids, None)
    elsewhere.record("which-pair", "done")
    elsewhere.record("same-mrr", "done")
    panel = widgets.Progress(Progress("09", ("same-mrr",), None, [old]))
    panel.resume(elsewhere.code)
    assert said(panel) == "Resumed: same-mrr."


def test_invalid_resume_code_is_refused_and_stays_in_the_field(
    panel: widgets.Progress, said: Callable[[Widget], str]
) -> None:
    panel.gesture(do="resume", fields={"resume": Progress("05", PARTS, None).code})
    assert said(panel) == "This code is for lesson 05; open lesson 05, for this is lesson 03."
    assert 'aria-invalid="true"' in panel.picture
    assert "data-fixed" not in panel.picture
    panel.progress.record("predict", "done")
    assert said(panel) == "Prediction: done. 1 of 3 done."
    assert "aria-invalid" not in panel.picture
    with pytest.raises(InputError, match="this code is for lesson 05"):
        panel.resume(Progress("05", PARTS, None).code)


def test_progress_reset_is_one_gesture_and_can_be_undone(
    panel: widgets.Progress, said: Callable[[Widget], str]
) -> None:
    assert '<button data-do="reset" data-focus="reset" disabled' in panel.picture
    assert "Undo reset" not in panel.picture
    panel.progress.record("predict", "done")
    assert '<button data-do="reset" data-focus="reset">' in panel.picture, "which never gets the focus by itself"
    panel.gesture(do="reset")
    assert "0 of 3 done" in panel.picture
    assert said(panel) == "The lesson starts over. Your progress is set aside; “Undo reset” brings it back."
    panel.gesture(do="undo")
    assert panel.progress.done == ("predict",)
    assert said(panel) == "The reset has been undone: 1 of 3 done."
    assert "Undo reset</button>" not in panel.picture


def test_progress_reset_with_a_damaged_file_cannot_be_undone(
    panel: widgets.Progress, tmp_path: Path, said: Callable[[Widget], str]
) -> None:
    panel.progress.record("predict", "done")
    panel.reset()
    (tmp_path / "03.progress.old-1.json").write_text("[]")
    panel.gesture(do="undo")
    assert said(panel) == ("03.progress.old-1.json cannot be brought back: it does not hold the parts of a lesson.")


def test_progress_panel_shows_the_note_of_its_progress() -> None:
    panel = widgets.Progress(Progress("03", PARTS, None))
    assert escaped_note(panel) == panel.progress.note != ""


def escaped_note(panel: widgets.Progress) -> str:
    found = re.search(r'<p class="problem">(.*?)</p>', panel.picture)
    assert found is not None
    return unescape(found[1])


def test_two_progress_panels_show_the_same_state(panel: widgets.Progress) -> None:
    other = widgets.Progress(panel.progress, names=NAMES)
    other.gesture(do="resume", fields={"resume": ""})
    panel.progress.record("turn-2", "done")
    assert panel.picture == other.picture


def test_progress_panel_refuses_a_name_for_an_unknown_part() -> None:
    with pytest.raises(InputError, match=r"'turn1'.*turn-1"):
        widgets.Progress(Progress("03", PARTS, None), names={"turn1": "x"})


def test_path_has_a_segment_for_each_part_and_leads_to_the_first_open_part(panel: widgets.Progress) -> None:
    panel.progress.record("predict", "done")
    panel.progress.record("turn-2", "done")
    path = re.findall(r'<li class="([^"]*)"><button data-jump="([^"]*)" data-focus="part', panel.picture)
    assert path == [("done", "predict"), ("open next", "turn-1"), ("done", "turn-2")]
    assert '<button class="on" data-jump="turn-1" data-focus="next part">Next: Your turn &lt;1&gt; →</button>' in (
        panel.picture
    )
    panel.progress.record("turn-1", "done")
    assert "✓ All done" in panel.picture
    assert 'data-focus="next part"' not in panel.picture


def test_changes_elsewhere_are_announced_only_to_screen_readers_and_presses_visibly(
    panel: widgets.Progress,
) -> None:
    panel.progress.record("predict", "tried")
    assert '<p data-said class="visually-hidden">Prediction: tried' in panel.picture
    panel.gesture(do="reset")
    assert "<p data-said>The lesson starts over" in panel.picture


def test_number_of_tries_is_shown_beside_the_name_of_a_part() -> None:
    lesson = widgets.Lesson("03", folder=None)
    part = next(one for one in lesson.plan.parts if one.id == "turn-1")
    turn = lesson.part(part.id)
    assert isinstance(turn, widgets.Exercise)
    turn.check("0.1")
    assert "1 tries" not in lesson.picture
    turn.check("0.2")
    assert '<span class="state">2 tries</span>' in lesson.picture
    turn.check(turn.exercise.reference_answer)
    assert ", 3 tries" in lesson.picture
    assert lesson.progress.detail("turn-1")["first"] == "0.1"


def done(lesson: widgets.Lesson, guess: Callable[[Asked], str]) -> None:
    """Do all of a lesson, its predictions as they are guessed."""
    for one in lesson.plan.parts:
        if isinstance(one, Asked):
            part = lesson.part(one.id)
            assert isinstance(part, widgets.Prediction)
            part.commit(guess(one))
            part.commit(one.reference_answer)
        lesson.progress.record(one.id, "done")


def wrong(one: Asked) -> str:
    texts = [option.text for option in one.wrapped.options] if isinstance(one.wrapped, Quiz) else ["0.123"]
    return next(text for text in texts if not one.accepts(text))


@pytest.mark.parametrize("number", LESSONS)
def test_ending_shows_first_predictions_beside_the_right_answers(number: str) -> None:
    """What was committed to at first counts: a second commitment is no prediction any more."""
    plan = LESSONS[number]
    predictions = [part for part in plan.parts if isinstance(part, Asked) and part.id in plan.core]
    for guess, hits in ((lambda prediction: prediction.reference_answer, len(predictions)), (wrong, 0)):
        lesson = widgets.Lesson(number, folder=None)
        assert "You predicted" not in lesson.picture
        done(lesson, guess)
        assert [(right, first) for _, first, _, right in lesson.predictions()] == [
            (guess(prediction) == prediction.reference_answer, guess(prediction)) for prediction in predictions
        ]
        were = "was" if hits == 1 else "were"
        assert (f"Your predictions: {hits} of {len(predictions)} {were} right." in lesson.picture) is bool(predictions)


def test_ending_names_the_next_lesson_unless_it_is_the_last() -> None:
    ahead = {number: widgets.Lesson(number, folder=None).next_lesson() for number in LESSONS}
    assert ahead["03"] == f"The next lesson is 04: {LESSONS['04'].title}."
    assert [number for number, said in ahead.items() if not said] == ["15"]


LISTED = """# Q1 Listed

## Predict: worst
title: The worst order of 3 2 1

What does nDCG@3 do then?

- [x] it falls
- [ ] it rises
  > It falls.

> It falls.

## Predict: ap
What is AP?

number: AP
given: 1 0 1, 5 relevant

## Predict: sign
What is the sign test's p?

number: sign
given: 0.5 0.2 | 0.3 0.4
"""


def test_ending_keeps_the_title_and_the_data_of_each_question(tmp_path: Path, text: Callable[[str], str]) -> None:
    (tmp_path / "listed.md").write_text(LISTED, encoding="utf-8")
    lesson = widgets.Lesson(tmp_path / "listed.md", folder=None)
    for name, answer in zip(lesson.plan.ids, ("it falls", "0.5", "0.5"), strict=True):
        lesson.progress.record(name, "done", answer=answer)
    rows = re.findall(r'<th scope="row">.*?</th>', lesson.picture)
    assert 'data-jump="worst"' in rows[0]
    assert [text(row) for row in rows] == [
        "The worst order of 3 2 1What does nDCG@3 do then?",
        "APWhat is AP?In all, 5 documents are relevant. ✓ relevant, · not relevant.✓1·2✓3",
        "SignWhat is the sign test's p? A: 0.5, 0.2. B: 0.3, 0.4.",
    ]


def test_ending_links_the_notebook_of_the_next_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    def ending() -> str:
        lesson = widgets.Lesson("13", folder=None)
        for name in lesson.plan.core:
            lesson.progress.record(name, "done")
        return lesson.picture.partition('<p class="ahead">')[2].partition("</p>")[0]

    assert ending() == widgets.Lesson("13", folder=None).next_lesson(), "no such notebook is in the folder"
    for name in ("14_which-Copy1", "14_which", "4_which", "14"):
        (tmp_path / f"{name}.ipynb").touch()
    assert ending().startswith('<a href="14_which.ipynb" data-notebook="14_which.ipynb"')


def test_completed_part_leads_to_the_next_open_part_and_the_last_to_the_top() -> None:
    lesson = widgets.Lesson("03", folder=None)
    parts = lesson.plan.core
    first, last = (
        next(one for one in order if not isinstance(LESSONS["03"].part(one), WidgetTasks))
        for order in (parts, parts[::-1])
    )
    shown = {name: lesson.part(name) for name in (first, last)}
    assert all("Read on" not in widget.picture for widget in shown.values())
    lesson.progress.record(first, "done")
    after = next(name for name in parts if name != first)
    assert f'<i data-part="{first}"></i>' in shown[first].picture
    assert f'Read on ↓</button> <span class="small">Next to do: {lesson.plan.names[after]}.' in shown[first].picture
    for name in parts:
        lesson.progress.record(name, "done")
    assert 'data-jump="^" data-focus="onward">Back to the top ↑' in shown[last].picture


def test_ending_counts_only_the_parts_above_go_further(tmp_path: Path) -> None:
    quizzes = [Quiz(name, "Is it?", (Option("yes", True), Option("no", False))) for name in ("a", "b", "c", "d")]
    predictions = Asked(quizzes[0]), quizzes[1], Asked(quizzes[2]), quizzes[3]
    lesson = widgets.Lesson(LessonPlan("Q1", "Quick", predictions, further=("d", "b")), tmp_path)
    shown = {name: lesson.part(name) for name in lesson.plan.ids}
    assert '<p class="where">0 of 2 done</p>' in lesson.picture
    assert len(re.findall("<li class=[^>]*><button data-jump", lesson.picture)) == 2, "the path has two segments"
    below = lesson.picture.partition('<p class="small">Go further</p>')[2]
    assert re.findall('data-jump="([^"]+)"', below) == ["d", "b"]

    def onward(name: str) -> str:
        return " ".join(re.sub("<[^>]+>", "", shown[name].picture.partition('<p class="onward">')[2]).split())

    lesson.progress.record("a", "done", "yes")
    assert (onward("a"), "Next: C →" in lesson.picture) == ("Read on ↓ Next to do: C.", True)
    lesson.progress.record("d", "done", "yes")
    assert onward("d") == "Read on ↓ Next to do: B."
    assert '<p class="where">1 of 2 done, and 1 of 2 parts of Go further</p>' in lesson.picture
    lesson.progress.record("b", "done", "no")
    assert onward("b") == "", "a part that has to be done is still open"
    lesson.progress.record("c", "done", "no")
    shown["b"].refresh()
    assert all(onward(name).startswith("Back to the top ↑") for name in "bc")
    assert "✓ All done" in lesson.picture
    assert "1 of 2 was right" in lesson.picture
    again = widgets.Lesson(LessonPlan("Q1", "Quick", predictions), tmp_path).progress
    assert (again.done, again.code) == (tuple("abcd"), lesson.progress.code), "the file and the code have all parts"


def test_ending_mentions_further_parts_before_any_is_done() -> None:
    panel = widgets.Progress(Progress("03", PARTS, None), names=NAMES, further=("turn-2",))
    assert "0 of 2 done</p>" in panel.picture
    for part in ("predict", "turn-1"):
        panel.progress.record(part, "done")
    assert "2 of 2 done, and 0 of 1 part of Go further</p>" in panel.picture
    assert "Prediction</li><li>Your turn &lt;1&gt;</li><li>turn-2" in panel.static()
    with pytest.raises(InputError, match="'turn-3'"):
        widgets.Progress(panel.progress, further=("turn-3",))
