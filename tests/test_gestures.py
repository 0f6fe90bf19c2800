"""A gesture reaches its control by identifiers in code, and is an error where the control is missing or disabled."""

from __future__ import annotations

import re

import page_text
import pytest
from gestures import Gesture, MissingControlError, Page, enter, press, slide, toggle
from page_text import Node
from widget_scenes import SCENES

from irlearn import Ranking, widgets


class RenamedPage(Page):
    """A page whose buttons and fields have other texts and labels."""

    @property
    def picture(self) -> Node:
        html = re.sub(r'(aria-label|title|placeholder)="[^"]*"', r'\1="renamed"', self.widget.picture)
        return page_text.tree(re.sub(r"(<button[^>]*>)[^<]+", r"\1renamed", html))


def board() -> Page:
    return Page(widgets.RankingBoard(Ranking.parse("0 1 1", missed="1"), measures=["P@2", "AP"]))


@pytest.mark.parametrize(
    "gesture",
    [press("stepp"), press("step", key="document 9"), enter("cutoff", "3"), slide("a", 0.5), toggle("d9")],
    ids=str,
)
def test_gesture_on_a_missing_control_is_an_error(gesture: Gesture) -> None:
    with pytest.raises(MissingControlError, match=gesture.control):
        board().make(gesture)


def test_gesture_on_a_disabled_control_is_an_error() -> None:
    with pytest.raises(MissingControlError, match="disabled"):
        board().make(press("step", key="document 1", by=-1))


def test_gesture_that_fits_several_buttons_is_an_error() -> None:
    with pytest.raises(MissingControlError, match="several buttons"):
        board().make(press("step", key="document 2"))


@pytest.mark.parametrize("name", ["board-of-documents", "gains", "hand-check-AP", "means-of-three-queries", "progress"])
def test_gestures_do_not_depend_on_the_text_of_controls(name: str) -> None:
    page, renamed = Page(SCENES[name].make()), RenamedPage(SCENES[name].make())
    assert page.shown() != renamed.shown()
    for gesture in SCENES[name].gestures:
        page.make(gesture)
        renamed.make(gesture)
        assert renamed.widget.picture == page.widget.picture
