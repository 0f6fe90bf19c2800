"""Test pasting the titles of a learner's own query, by keyboard alone, in JupyterLab."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

CELL = """
from irlearn import widgets
widgets.OwnQuery()"""
LIVE = ".irlearn:not(.irlearn-static)"


def test_titles_typed_by_keyboard_become_a_board_and_stay_in_the_field(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None]
) -> None:
    write_notebook(demo_folder / "query.ipynb", [CELL])
    page = opened("lab", "query")
    field = page.locator(f"{LIVE} textarea")
    page.get_by_label("Your query").last.focus()
    page.keyboard.type("tea")
    page.keyboard.press("Tab")
    for title in ("1. Green tea", "2. Tee time", "dd: a tea for two"):
        page.keyboard.type(title)
        page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    cards = page.locator(f"{LIVE} li.card")
    cards.nth(2).wait_for()
    assert [text.splitlines()[0] for text in cards.locator(".title").all_inner_texts()] == [
        "Green tea d1",
        "Tee time d2",
        "dd: a tea for two d3",
    ]
    assert field.input_value().startswith("1. Green tea\n2. Tee time\n")
    cards.first.focus()
    page.keyboard.press("Space")
    page.locator(f"{LIVE} [data-said]", has_text="P@3 was 0, now 0.333.").wait_for()
    page.locator(f"{LIVE} button", has_text="Start again").click()
    cards.first.wait_for(state="detached")
    assert field.input_value() == ""
