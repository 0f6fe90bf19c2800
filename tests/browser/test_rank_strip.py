"""Test corrections of a parsed ranking in the rank strip: by keyboard, at each width, with announcements."""

from __future__ import annotations

from typing import Any

import pytest
from browser.test_motion import Shown
from browser_checks import at_widths, reaching_out

from irlearn import AP, Ranking, widgets

ACTIVE = "document.activeElement.dataset.focus"


def test_rank_strip_is_corrected_by_keyboard(page: Any) -> None:
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


QUICK = """(keys) => keys.forEach((key) => document.querySelector(`[data-focus='${key}']`).click())"""


def test_rank_strip_keeps_clicks_made_before_the_kernel_answers(page: Any) -> None:
    it = Shown(page, widgets.HandCheck(AP, "1 0 1 0 0"))
    page.evaluate(QUICK, ["rank 0 2", "rank 0 4", "rank 0 5", "rank 0 5", "longer 0", "longer 0"])
    page.wait_for_function("document.querySelector('[name=ranking]').value === '1 1 1 1 0 0 0'")
    page.locator("[name=relevant]").fill("5")
    page.evaluate(QUICK, ["rank 0 6", "rank 0 1", "check"])
    page.wait_for_function("document.querySelector('[name=ranking]').value === '0 1 1 1 0 1 0'")
    assert it.it.data == Ranking.parse("0 1 1 1 0 1 0", relevant=5)


def test_rank_strip_keeps_typed_text_and_replaces_rejected_input(page: Any) -> None:
    Shown(page, widgets.HandCheck(AP, "1 0 1"))
    page.locator("[data-focus='rank 0 2']").press("Enter")
    page.locator("[name=answer]").fill("5/6")
    page.locator("[name=ranking]").fill("a hit, and then no more of them")
    page.locator("[name=ranking]").press("Enter")
    page.locator(".problem").wait_for()
    assert page.locator("[name=answer]").input_value() == "5/6"
    page.locator("[data-focus='rank 0 2']").press("Enter")
    page.wait_for_function("document.querySelector('[name=ranking]').value === '1 0 1'")
    page.locator("[data-focus=typed]").press("Enter")
    page.wait_for_function("document.querySelector('[name=ranking]').value.startsWith('a hit')")
    page.locator("[data-focus=check]").press("Enter")
    page.wait_for_function("document.querySelector('.irlearn-live').textContent.includes('not understood')")
    page.locator("[data-focus=undo]").press("Enter")
    page.wait_for_function("document.querySelector('[name=ranking]').value === '1 0 1'")


@pytest.mark.all
def test_rank_strip_does_not_overflow_at_any_width(chromium: Any) -> None:
    shown = [
        widgets.HandCheck(AP, "1 0 1 0 0 " * 7),
        widgets.HandCheck(AP, [("A title as long as titles of papers are, and longer", 1), ("B", 0)]),
        widgets.HandCheck("MAP", "1 0 1 | 0 1 1"),
    ]
    for page, place, width in at_widths(chromium, shown, (320, 400, 640, 900)):
        assert reaching_out(page, ".hand-check") == [], (place, width)


def test_rank_strip_adds_and_removes_queries_by_keyboard_and_mouse(page: Any) -> None:
    it = Shown(page, widgets.HandCheck("MAP", "1 0 1 | 0 1 1"))
    ranking = page.locator("input[name=ranking]")
    page.locator("[data-focus='longer 1']").focus()
    for key in ("Tab", "Tab", "Enter"):  # over the query's own way out to +
        page.keyboard.press(key)
    page.wait_for_function(
        "document.querySelector('.irlearn-live').textContent === 'Query 3: no document is relevant yet.'"
    )
    assert (ranking.input_value(), page.evaluate(ACTIVE)) == ("1 0 1 | 0 1 1 | 0 0 0 0 0", "more")
    page.locator("[data-focus='rank 2 4']").press("Enter")
    page.wait_for_function("document.querySelector('[name=ranking]').value.endsWith('| 0 0 0 1 0')")
    assert len(it.it.data) == 3
    for place, left in ((2, "1 0 1 | 0 1 1"), (1, "1 0 1")):
        page.locator(f"[data-focus='without {place}']").click()
        page.wait_for_function(f"document.querySelector('[name=ranking]').value === '{left}'")
    assert page.locator("[data-focus^=without]").count() == 0, "a mean has one query at least"
