"""Test the widget Quiz: choices, feedback, and saved state."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from irlearn import InputError, widgets
from irlearn.course.lesson_parts import Option, Quiz
from irlearn.course.progress import Progress

ONE = Quiz(
    "divisor",
    "What does AP divide by?",
    (
        Option("all relevant documents", True, "Found or not."),
        Option("those retrieved", False, "Then stopping early pays."),
    ),
)
FIVE = Quiz(
    "five",
    "Which read five ranks?",
    (
        Option("P@5", True, "It reads five."),
        Option("AP", False, "It reads the whole list."),
        Option("R@5", True, "It reads five, too."),
    ),
    several=True,
)


def kept(folder: Path | None = None) -> Progress:
    return Progress("03", ["divisor", "five"], folder)


def test_wrong_option_shows_its_feedback_and_not_the_right_option(words: Callable[[str], str]) -> None:
    widget = widgets.Quiz(ONE)
    assert (widget.state, widget.right, widget.chosen) == ("open", None, ())
    assert widget.picture.count('aria-pressed="false"') == 2
    widget.gesture(do="choose", index="1")
    assert (widget.state, widget.right, widget.chosen) == ("tried", False, ("those retrieved",))
    assert "You chose “those retrieved”. Not yet." in words(widget.picture)
    assert "✗ Not right. Then stopping early pays." in words(widget.picture)
    assert widget.picture.count('aria-pressed="true"') == 1
    assert "Found or not." not in widget.picture
    widget.gesture(do="choose", index="0")
    assert (widget.state, widget.right) == ("done", True)
    assert "You chose “all relevant documents”. That is right." in words(widget.picture)


def test_asking_a_quiz_again_clears_the_choice_and_keeps_its_state(words: Callable[[str], str]) -> None:
    widget = widgets.Quiz(ONE)
    widget.choose("all relevant documents")
    widget.gesture(do="again")
    assert (widget.chosen, widget.state) == ((), "done")
    assert "You have done this part before." in words(widget.picture)
    assert 'aria-pressed="true"' not in widget.picture
    widget.choose("those retrieved")
    assert (widget.right, widget.state) == (False, "done")


def test_right_option_stays_marked_while_another_is_looked_at(tmp_path: Path, words: Callable[[str], str]) -> None:
    widget = widgets.Quiz(ONE, kept(tmp_path))
    widget.choose("all relevant documents")
    widget.choose("those retrieved")
    shown = words(widget.picture)
    assert "✓ Right. Found or not." in shown
    assert "✗ Not right. Then stopping early pays." in shown
    assert "You chose “those retrieved”. Not right. The question still counts as done." in shown
    assert ("Ask again" in shown, "Try again" in shown) == (True, False)
    again = widgets.Quiz(ONE, kept(tmp_path))
    assert (again.chosen, again.state) == (("all relevant documents",), "done"), "the answer is kept, and no look"
    again.again()
    again.choose("those retrieved")
    assert "Found or not." not in again.picture, "asked again, it gives nothing away"
    several = widgets.Quiz(FIVE)
    several.choose("P@5", "R@5")
    several.choose("AP")
    assert "Not right: this option does not hold. The question still counts as done." in words(several.picture)
    assert several.picture.count("feedback") == 1, "ticks are the learner's own"


@pytest.mark.parametrize(
    ("ticked", "state", "verdict"),
    [
        ((0, 2), "done", "That is right."),
        ((0,), "tried", "That is right, but it is not the whole answer."),
        ((1,), "tried", "You chose “AP”. Not yet: this option does not hold."),
        ((0, 1), "tried", "1 of the 2 options you chose does not hold."),
        ((0, 1, 2), "tried", "1 of the 3 options you chose does not hold."),
    ],
)
def test_quiz_with_several_right_options_requires_all_of_them(
    ticked: tuple[int, ...], state: str, verdict: str, words: Callable[[str], str]
) -> None:
    widget = widgets.Quiz(FIVE)
    assert widget.picture.count('type="checkbox"') == 3
    widget.gesture(do="check", fields={f"option{place}": "on" if place in ticked else "" for place in range(3)})
    assert widget.state == state
    shown = words(widget.picture)
    assert verdict in shown
    feedback = [text for text in ("It reads five.", "It reads the whole list.", "It reads five, too.") if text in shown]
    assert len(feedback) == len(ticked), "one for each that was chosen"
    assert len(re.findall(r"<input[^>]* checked", widget.picture)) == len(ticked)


def test_check_without_a_ticked_option_shows_a_message(words: Callable[[str], str]) -> None:
    widget = widgets.Quiz(FIVE)
    widget.gesture(do="check", fields={"option0": "", "option1": "", "option2": ""})
    assert widget.state == "open"
    assert "You have not ticked an option yet. Tick one or more, then press Check." in words(widget.picture)


def test_asking_a_quiz_again_unticks_the_checkboxes_once() -> None:
    widget = widgets.Quiz(FIVE)
    widget.choose("AP")
    widget.gesture(do="again")
    assert len(re.findall(r"<input[^>]* data-fixed", widget.picture)) == 3
    assert " checked" not in widget.picture
    widget.gesture(do="check", fields={"option0": "on", "option2": "on"})
    assert "data-fixed" not in widget.picture


def test_chosen_options_are_restored(tmp_path: Path) -> None:
    widget = widgets.Quiz(FIVE, progress=kept(tmp_path))
    assert list(tmp_path.iterdir()) == [], "showing it records nothing"
    widget.choose("P@5", "AP")
    again = widgets.Quiz(FIVE, progress=kept(tmp_path))
    assert (again.chosen, again.state) == (("P@5", "AP"), "tried")
    again.choose("P@5", "R@5")
    assert kept(tmp_path).state("five") == "done"


def test_quiz_follows_a_reset_and_forgets_a_removed_option() -> None:
    progress = kept()
    widget = widgets.Quiz(ONE, progress=progress)
    widget.choose("those retrieved")
    progress.reset()
    assert (widget.state, widget.chosen) == ("open", ())
    progress.record("divisor", "tried", "an option of last year")
    assert (widget.state, widget.chosen) == ("tried", ())


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: widgets.Quiz("?"), "a quiz is an irlearn.course.Quiz; given: '?'"),  # type: ignore[arg-type]
        (lambda: widgets.Quiz(ONE).choose("both"), "'both' is not among the options: all relevant documents, those"),
        (lambda: widgets.Quiz(ONE).choose(), "the question 'divisor' takes one option; given: 0"),
        (lambda: widgets.Quiz(FIVE).choose(), "the question 'five' takes one or more options; given: 0"),
        (
            lambda: widgets.Quiz(ONE).choose("those retrieved", "all relevant documents"),
            "the question 'divisor' takes one option; given: 2",
        ),
    ],
)
def test_quiz_refuses_invalid_arguments_in_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        make()  # type: ignore[operator]
