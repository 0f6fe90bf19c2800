"""Test the widget Prediction, and when its recorded answer is replaced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from message_parts import parts

from irlearn import AP, Ranking, widgets
from irlearn.byhand.hand_calculation import Exercise
from irlearn.course.lesson_parts import Option, Prediction, Quiz
from irlearn.course.progress import Progress

CHOICE = Prediction(Quiz("swap", "What happens?", (Option("it rises", False), Option("it falls", True))))
NUMBER = Prediction(Exercise("ap", AP, Ranking.parse("1 0 1"), "What is AP?"))


@pytest.mark.parametrize(
    ("asked", "answer", "nothing", "said"),
    [
        (CHOICE, {"index": "1"}, {}, "Nothing is chosen. Press one of the options."),
        (CHOICE, {"index": "1"}, {"fields": {}}, "Nothing is chosen. Press one of the options."),
        (CHOICE, {"index": "1"}, {"index": 2}, "option … 2"),
        (NUMBER, {"fields": {"prediction": "5/6"}}, {"fields": {"prediction": ""}}, "A number is asked for"),
        (NUMBER, {"fields": {"prediction": "5/6"}}, {}, "A number is asked for"),
        (NUMBER, {"fields": {"prediction": "5/6"}}, {"fields": {"other": "1"}}, "A number is asked for"),
    ],
)
def test_a_record_stays_until_another_answer_is_committed(
    asked: Prediction, answer: dict[str, object], nothing: dict[str, object], said: str, tmp_path: Path
) -> None:
    progress = Progress("03", [asked.id], tmp_path)
    it = widgets.Prediction(asked, progress=progress)
    it.gesture(do="commit", **answer)
    kept = (tmp_path / "03.progress.json").read_text()
    it.gesture(do="reset")
    it.gesture(do="commit", **nothing)
    assert re.search(parts(said), it.picture)
    assert (tmp_path / "03.progress.json").read_text() == kept
    again = widgets.Prediction(asked, progress=Progress("03", [asked.id], tmp_path))
    assert again.committed == asked.reference_answer


def next_of(picture: str) -> list[str]:
    """What the focus goes to when what had it is gone: the names of the elements."""
    return re.findall(r"<(\w+)[^>]* data-focus-next", picture)


def test_the_focus_goes_to_no_button_by_itself(tmp_path: Path) -> None:
    for asked, answer, first in ((CHOICE, {"index": "0"}, "p"), (NUMBER, {"fields": {"prediction": "0.3"}}, "input")):
        it = widgets.Prediction(asked, progress=Progress("03", [asked.id], tmp_path))
        assert next_of(it.picture) == [first]
        it.gesture(do="commit", **answer)
        assert next_of(it.picture) == [], "then it goes to what is said"
        assert "data-said" in it.picture
        it.gesture(do="reset")
        assert next_of(it.picture) == [first]


def test_no_widget_names_a_button_that_takes_something_away_as_the_next_thing(
    every_widget: object, tmp_path: Path
) -> None:
    assert callable(every_widget)
    for name, it in every_widget("d").items():
        for button in re.findall(r"<button[^>]*data-focus-next[^>]*>", it.picture):
            assert not re.search(r'data-do="(reset|again|another|solution|retrieve)"', button), name


def test_a_prediction_is_committed_and_its_part_counts_as_done(tmp_path: Path) -> None:
    progress = Progress("03", ["swap"], tmp_path)
    it = widgets.Prediction(CHOICE, progress=progress)
    assert "○ open" in it.picture
    it.commit("it rises")
    assert (it.state, progress.state("swap")) == ("committed", "done")
    assert "● committed" in it.picture
    assert "✓ done" not in it.picture
    it.gesture(do="reset")
    assert "● committed" in it.picture
    assert "You committed to an answer before." in it.picture


def test_a_power_is_raised_before_and_after_it_is_committed_and_reads_as_it_is_written() -> None:
    it = widgets.Lesson("05", folder=None).part("linear-or-exponential")
    assert isinstance(it, widgets.Prediction)
    for committed in ("", "B by the grade, A by 2^grade − 1"):
        if committed:
            it.commit(committed)
        drawn = it.draw()
        assert {one.text for one in drawn.find("sup")} == {"^grade"}
        assert "2^grade − 1" in drawn.text
        assert not re.search(r"\w\^", str(drawn))
    label = next(widgets.Lesson("05", folder=None).part("two-reports").draw().find("label"))
    assert [one if isinstance(one, str) else one.tag for one in label.children] == ["input", " ", "span"], "one piece"
