"""Test in JupyterLab that ranx runs when its button is pressed, and that the kernel is free meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RANX, BOARD = (f".irlearn:not(.irlearn-static):has({inside})" for inside in ("[data-do=run]", ".conventions"))
CELLS = ["from irlearn import widgets\nwidgets.RunRanx()", "widgets.ToolConventions('ties')"]
MOST_MS = 110_000


def test_ranx_runs_at_a_press_while_another_widget_answers(lab_page: Callable[..., Any]) -> None:
    page = lab_page("ranx", CELLS, last=BOARD, high=1400)
    button = page.locator(f"{RANX} [data-do=run]")
    assert button.inner_text() == "Run ranx"
    button.press("Enter")
    page.wait_for_selector(f"{RANX} [data-tick]")
    assert button.inner_text() == "ranx is running …"
    page.locator(f"{BOARD} [data-do=tie]").first.click()
    page.wait_for_function("() => document.body.innerText.includes('m and a have different scores now')")
    page.wait_for_selector(f"{RANX} td:has-text('≠ 1.499')", timeout=MOST_MS)
    assert button.inner_text() == "Run ranx"
    assert "has just computed these numbers" in page.locator(f"{RANX} [data-said]").inner_text()
