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


def test_a_wrong_option_gets_its_own_feedback_and_the_right_one_is_not_given_away(words: Callable[[str], str]) -> None:
    it = widgets.Quiz(ONE)
    assert (it.state, it.right, it.chosen) == ("open", None, ())
    assert it.picture.count('aria-pressed="false"') == 2
    it.gesture(do="choose", index="1")
    assert (it.state, it.right, it.chosen) == ("tried", False, ("those retrieved",))
    assert "You chose “those retrieved”. Not yet." in words(it.picture)
    assert "✗ Not so. Then stopping early pays." in words(it.picture)
    assert it.picture.count('aria-pressed="true"') == 1
    assert "Found or not." not in it.picture
    it.gesture(do="choose", index="0")
    assert (it.state, it.right) == ("done", True)
    assert "You chose “all relevant documents”. That is right." in words(it.picture)


def test_asking_again_clears_the_choice_and_keeps_what_was_done(words: Callable[[str], str]) -> None:
    it = widgets.Quiz(ONE)
    it.choose("all relevant documents")
    it.gesture(do="again")
    assert (it.chosen, it.state) == ((), "done")
    assert "This part was done before." in words(it.picture)
    assert 'aria-pressed="true"' not in it.picture
    it.choose("those retrieved")
    assert (it.right, it.state) == (False, "done")


def test_another_option_looked_at_once_it_is_done_leaves_the_right_one_marked(
    tmp_path: Path, words: Callable[[str], str]
) -> None:
    it = widgets.Quiz(ONE, kept(tmp_path))
    it.choose("all relevant documents")
    it.choose("those retrieved")
    shown = words(it.picture)
    assert "✓ Right. Found or not." in shown
    assert "✗ Not so. Then stopping early pays." in shown
    assert "You chose “those retrieved”. Not so. The question is done all the same." in shown
    assert ("Ask again" in shown, "Try again" in shown) == (True, False)
    again = widgets.Quiz(ONE, kept(tmp_path))
    assert (again.chosen, again.state) == (("all relevant documents",), "done"), "the answer is kept, and no look"
    again.again()
    again.choose("those retrieved")
    assert "Found or not." not in again.picture, "asked again, it gives nothing away"
    several = widgets.Quiz(FIVE)
    several.choose("P@5", "R@5")
    several.choose("AP")
    assert "Not so: it does not hold. The question is done all the same." in words(several.picture)
    assert several.picture.count("feedback") == 1, "ticks are the learner's own"


@pytest.mark.parametrize(
    ("ticked", "state", "verdict"),
    [
        ((0, 2), "done", "That is right."),
        ((0,), "tried", "That is right, and there is more that holds."),
        ((1,), "tried", "You chose “AP”. Not yet: it does not hold."),
        ((0, 1), "tried", "1 of 2 does not hold."),
        ((0, 1, 2), "tried", "1 of 3 does not hold."),
    ],
)
def test_of_several_exactly_the_right_ones_are_wanted(
    ticked: tuple[int, ...], state: str, verdict: str, words: Callable[[str], str]
) -> None:
    it = widgets.Quiz(FIVE)
    assert it.picture.count('type="checkbox"') == 3
    it.gesture(do="check", fields={f"option{place}": "on" if place in ticked else "" for place in range(3)})
    assert it.state == state
    shown = words(it.picture)
    assert verdict in shown
    feedback = [text for text in ("It reads five.", "It reads the whole list.", "It reads five, too.") if text in shown]
    assert len(feedback) == len(ticked), "one for each that was chosen"
    assert len(re.findall(r"<input[^>]* checked", it.picture)) == len(ticked)


def test_nothing_ticked_is_said(words: Callable[[str], str]) -> None:
    it = widgets.Quiz(FIVE)
    it.gesture(do="check", fields={"option0": "", "option1": "", "option2": ""})
    assert it.state == "open"
    assert "Nothing is ticked. Tick one or more options, then press Check." in words(it.picture)


def test_asking_again_unticks_the_boxes_of_the_page_once() -> None:
    it = widgets.Quiz(FIVE)
    it.choose("AP")
    it.gesture(do="again")
    assert len(re.findall(r"<input[^>]* data-fixed", it.picture)) == 3
    assert " checked" not in it.picture
    it.gesture(do="check", fields={"option0": "on", "option2": "on"})
    assert "data-fixed" not in it.picture


def test_what_was_chosen_is_there_again(tmp_path: Path) -> None:
    it = widgets.Quiz(FIVE, progress=kept(tmp_path))
    assert list(tmp_path.iterdir()) == [], "showing it records nothing"
    it.choose("P@5", "AP")
    again = widgets.Quiz(FIVE, progress=kept(tmp_path))
    assert (again.chosen, again.state) == (("P@5", "AP"), "tried")
    again.choose("P@5", "R@5")
    assert kept(tmp_path).state("five") == "done"


def test_it_follows_a_reset_and_forgets_an_option_that_is_no_longer_there() -> None:
    progress = kept()
    it = widgets.Quiz(ONE, progress=progress)
    it.choose("those retrieved")
    progress.reset()
    assert (it.state, it.chosen) == ("open", ())
    progress.record("divisor", "tried", "an option of last year")
    assert (it.state, it.chosen) == ("tried", ())


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
def test_bad_input_is_one_sentence(make: object, sentence: str) -> None:
    with pytest.raises(InputError, match=re.escape(sentence)):
        make()  # type: ignore[operator]
