"""The progress panel without a browser: what it shows, what it says, and that it loses nothing."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest

from irlearn import InputError, widgets
from irlearn.exercises import Progress, Version
from irlearn.widgets.base import Widget

BARE = re.compile(r" (readonly|disabled|data-said|data-fixed|data-focus-next)(?=[ >])")
PARTS = ("predict", "turn-1", "turn-2")
NAMES = {"predict": "Prediction", "turn-1": "Your turn <1>"}


@pytest.fixture
def panel(tmp_path: Path) -> widgets.Progress:
    return widgets.Progress(Progress("03", PARTS, tmp_path), names=NAMES)


def marks(panel: widgets.Progress) -> list[str]:
    rows = re.findall(r"<li class=.*?</li>", panel.picture)
    return [unescape(re.sub(r"<[^>]+>", " ", row)).split(maxsplit=1)[1].strip() for row in rows]


def test_the_panel_is_well_formed_and_has_a_still_picture(
    panel: widgets.Progress, said: Callable[[Widget], str]
) -> None:
    panel.progress.record("predict", "done")
    panel.reset()  # so that all buttons are there
    panel.gesture(do="resume", fields={"resume": "<b>"})
    assert ElementTree.fromstring(re.sub(r"(<input [^>]*)>", r"\1/>", BARE.sub(r' \1=""', panel.picture))).tag == "div"
    assert said(panel) == "'<b>' is not a resume code; it begins with IR and looks like IR03-7K2F-9Q."


def test_the_still_panel_names_the_parts_and_counts_nothing_that_may_be_otherwise_by_now(
    panel: widgets.Progress, text: Callable[[str], str]
) -> None:
    """What was published when the cell ran is shown again after a restart, when more was done."""
    panel.progress.record("predict", "done")
    still = text(re.sub(r"<style>.*?</style>", "", panel.static(), flags=re.DOTALL))
    assert still == "ProgressPredictionYour turn <1>turn-2Run this cell to see what you have done."


def test_the_panel_counts_and_names_each_part_with_its_state_in_words(panel: widgets.Progress) -> None:
    panel.progress.record("predict", "done")
    panel.progress.record("turn-1", "tried")
    assert "<h3>Progress: 1 of 3 done</h3>" in panel.picture
    assert [" ".join(mark.split()) for mark in marks(panel)] == [
        "Prediction done",
        "Your turn <1> tried",
        "turn-2 open",
    ]


def test_the_panel_follows_and_says_what_changed(panel: widgets.Progress, said: Callable[[Widget], str]) -> None:
    assert said(panel) == ""
    panel.progress.record("turn-1", "tried", answer="0.4")
    assert said(panel) == "Your turn <1>: tried. 0 of 3 done."
    panel.progress.record("turn-1", "done", answer="13/30")
    assert said(panel) == "Your turn <1>: done. 1 of 3 done."
    panel.progress.record("turn-1", "done", answer="0.433")
    assert said(panel) == "Your turn <1>: done. 1 of 3 done.", "nothing new to say"
    assert f'value="{panel.progress.code}"' in panel.picture


def test_the_link_holds_the_file(panel: widgets.Progress) -> None:
    panel.progress.record("turn-1", "done", answer="½ \ud83d")
    found = re.search(r'href="data:application/json;base64,([^"]+)" download="03\.progress\.json"', panel.picture)
    assert found is not None
    assert panel.progress.file is not None
    assert b64decode(found[1]) == panel.progress.file.read_bytes()


def test_a_typed_code_adds_its_parts_and_empties_the_field_once(
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
    assert said(panel) == "All that this code names was done already."


def test_a_code_of_an_earlier_list_of_parts_is_taken(said: Callable[[Widget], str]) -> None:
    old = Version("09", ("same-mrr", "which-pair"))
    elsewhere = Progress("09", old.ids, None)
    elsewhere.record("which-pair", "done")
    elsewhere.record("same-mrr", "done")
    panel = widgets.Progress(Progress("09", ("same-mrr",), None, [old]))
    panel.resume(elsewhere.code)
    assert said(panel) == "Resumed: same-mrr."


def test_a_code_that_cannot_be_used_is_refused_in_a_sentence_and_stays_in_the_field(
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


def test_a_reset_is_one_gesture_and_can_be_undone(panel: widgets.Progress, said: Callable[[Widget], str]) -> None:
    assert '<button data-do="reset" data-focus="reset" disabled' in panel.picture
    assert "Undo reset" not in panel.picture
    panel.progress.record("predict", "done")
    assert '<button data-do="reset" data-focus="reset">' in panel.picture, "which never gets the focus by itself"
    panel.gesture(do="reset")
    assert "0 of 3 done" in panel.picture
    assert said(panel) == "The lesson begins again. What was done is put aside: “Undo reset” brings it back."
    panel.gesture(do="undo")
    assert panel.progress.done == ("predict",)
    assert said(panel) == "The reset is undone: 1 of 3 done."
    assert "Undo reset</button>" not in panel.picture


def test_a_reset_whose_file_was_damaged_is_said_to_be(
    panel: widgets.Progress, tmp_path: Path, said: Callable[[Widget], str]
) -> None:
    panel.progress.record("predict", "done")
    panel.reset()
    (tmp_path / "03.progress.old-1.json").write_text("[]")
    panel.gesture(do="undo")
    assert said(panel) == ("03.progress.old-1.json cannot be brought back: it does not hold the parts of a lesson.")


def test_a_note_on_where_progress_is_kept_is_shown() -> None:
    panel = widgets.Progress(Progress("03", PARTS, None))
    assert escaped_note(panel) == panel.progress.note != ""


def escaped_note(panel: widgets.Progress) -> str:
    found = re.search(r'<p class="problem">(.*?)</p>', panel.picture)
    assert found is not None
    return unescape(found[1])


def test_two_panels_show_the_same(panel: widgets.Progress) -> None:
    other = widgets.Progress(panel.progress, names=NAMES)
    other.gesture(do="resume", fields={"resume": ""})
    panel.progress.record("turn-2", "done")
    assert panel.picture == other.picture


def test_a_name_for_a_part_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError, match=r"lesson 03 has no part 'turn1'; did you mean turn-1\?"):
        widgets.Progress(Progress("03", PARTS, None), names={"turn1": "x"})
