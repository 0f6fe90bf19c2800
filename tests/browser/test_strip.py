"""A reading corrected in the page: by keys alone, in any width, and read out as it changes."""

from __future__ import annotations

from typing import Any

import pytest
from browser.test_motion import Shown
from screens import at_widths, reaching_out

from irlearn import AP, widgets

ACTIVE = "document.activeElement.dataset.focus"


def test_a_reading_is_corrected_by_keys_alone(page: Any) -> None:
    it = Shown(page, widgets.HandCheck(AP, "relevant at 1, 3 of 4; 3 relevant in all"))
    page.locator("[data-focus='rank 0 1']").focus()
    for key in ("Tab", " ", "Tab", "Enter"):
        page.keyboard.press(key)
    assert page.evaluate(ACTIVE) == "rank 0 3", "the focus stays on the rank that was pressed"
    assert page.locator("input[name=ranking]").input_value() == "1 1 0 0"
    assert page.locator("input[name=relevant]").input_value() == "3"
    page.wait_for_function("document.querySelector('.irlearn-live').textContent === 'Rank 3 is not relevant now.'")
    for key in ("Tab", "Tab", "Tab", "Enter"):  # over the fourth rank and −
        page.keyboard.press(key)
    assert it.it.picture.count("rank 5, not relevant") == 1
    page.locator("[data-focus=typed]").press("Enter")
    assert page.locator("input[name=ranking]").input_value() == "relevant at 1, 3 of 4; 3 relevant in all"


@pytest.mark.all
def test_a_strip_stays_within_each_width(chromium: Any) -> None:
    shown = [
        widgets.HandCheck(AP, "1 0 1 0 0 " * 7),
        widgets.HandCheck(AP, [("A title as long as titles of papers are, and longer", 1), ("B", 0)]),
        widgets.HandCheck("MAP", "1 0 1 | 0 1 1"),
    ]
    for page, place, width in at_widths(chromium, shown, (320, 400, 640, 900)):
        assert reaching_out(page, ".hand-check") == [], (place, width)
