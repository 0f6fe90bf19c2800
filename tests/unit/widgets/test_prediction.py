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
        (CHOICE, {"index": "1"}, {}, "You have not chosen an option yet. Press one of them."),
        (CHOICE, {"index": "1"}, {"fields": {}}, "You have not chosen an option yet. Press one of them."),
        (CHOICE, {"index": "1"}, {"index": 2}, "option … 2"),
        (NUMBER, {"fields": {"prediction": "5/6"}}, {"fields": {"prediction": ""}}, "The answer must be a number"),
        (NUMBER, {"fields": {"prediction": "5/6"}}, {}, "The answer must be a number"),
        (NUMBER, {"fields": {"prediction": "5/6"}}, {"fields": {"other": "1"}}, "The answer must be a number"),
    ],
)
def test_recorded_prediction_stays_until_another_is_committed(
    asked: Prediction, answer: dict[str, object], nothing: dict[str, object], said: str, tmp_path: Path
) -> None:
    progress = Progress("03", [asked.id], tmp_path)
    widget = widgets.Prediction(asked, progress=progress)
    widget.gesture(do="commit", **answer)
    kept = (tmp_path / "03.progress.json").read_text()
    widget.gesture(do="reset")
    widget.gesture(do="commit", **nothing)
    assert re.search(parts(said), widget.picture)
    assert (tmp_path / "03.progress.json").read_text() == kept
    again = widgets.Prediction(asked, progress=Progress("03", [asked.id], tmp_path))
    assert again.committed == asked.reference_answer


def next_of(picture: str) -> list[str]:
    """What the focus goes to when what had it is gone: the names of the elements."""
    return re.findall(r"<(\w+)[^>]* data-focus-next", picture)


def test_prediction_focuses_no_option_by_itself(tmp_path: Path) -> None:
    for asked, answer, first in ((CHOICE, {"index": "0"}, "p"), (NUMBER, {"fields": {"prediction": "0.3"}}, "input")):
        widget = widgets.Prediction(asked, progress=Progress("03", [asked.id], tmp_path))
        assert next_of(widget.picture) == [first]
        widget.gesture(do="commit", **answer)
        assert next_of(widget.picture) == [], "then it goes to what is said"
        assert "data-said" in widget.picture
        widget.gesture(do="reset")
        assert next_of(widget.picture) == [first]


def test_buttons_that_remove_something_never_take_over_the_focus(every_widget: object, tmp_path: Path) -> None:
    assert callable(every_widget)
    for name, widget in every_widget("d").items():
        for button in re.findall(r"<button[^>]*data-focus-next[^>]*>", widget.picture):
            assert not re.search(r'data-do="(reset|again|another|solution|retrieve)"', button), name


def test_committed_prediction_counts_as_done(tmp_path: Path) -> None:
    progress = Progress("03", ["swap"], tmp_path)
    widget = widgets.Prediction(CHOICE, progress=progress)
    assert "○ open" in widget.picture
    widget.commit("it rises")
    assert (widget.state, progress.state("swap")) == ("committed", "done")
    assert "● committed" in widget.picture
    assert "✓ done" not in widget.picture
    widget.gesture(do="reset")
    assert "● committed" in widget.picture
    assert "You have already committed to an answer." in widget.picture


def test_option_with_a_power_is_typeset_before_and_after_the_commitment() -> None:
    widget = widgets.Lesson("05", folder=None).part("linear-or-exponential")
    assert isinstance(widget, widgets.Prediction)
    for committed in ("", "B's with the grade, A's with 2^grade − 1"):
        if committed:
            widget.commit(committed)
        drawn = widget.draw()
        assert {element.text for element in drawn.find("sup")} == {"^grade"}
        assert "2^grade − 1" in drawn.text
        assert not re.search(r"\w\^", str(drawn))
    label = next(widgets.Lesson("05", folder=None).part("two-reports").draw().find("label"))
    assert [element if isinstance(element, str) else element.tag for element in label.children] == [
        "input",
        " ",
        "span",
    ], "one piece"
