"""Test widgets in three front ends: by mouse, by keyboard, in both themes, and without a kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

LIVE_BOARD = ".irlearn:not(.irlearn-static) ol.cards"


def order(page: Any) -> list[str]:
    """Return the document ids on the live board from the top."""
    found: list[str] = page.eval_on_selector_all(f"{LIVE_BOARD} [data-card]", "nodes => nodes.map(n => n.dataset.card)")
    return found


def wait_for_order(page: Any, ids: str) -> None:
    page.wait_for_function(
        f"ids => [...document.querySelectorAll('{LIVE_BOARD} [data-card]')].map(n => n.dataset.card).join(' ') === ids",
        arg=ids,
        timeout=15_000,
    )


def said(page: Any) -> str:
    text: str = page.locator(".irlearn:not(.irlearn-static) [data-said]").first.inner_text()
    return text


@pytest.fixture(scope="module", params=["lab", "notebook", "voila"])
def demo(request: pytest.FixtureRequest, show: Callable[[str, str], AbstractContextManager[Any]]) -> Iterator[Any]:
    """Open all demonstrations on a page of a front end; each test continues after the previous test."""
    with show(request.param, "all") as page:
        page.wait_for_selector(".irlearn:not(.irlearn-static) .question")
        yield page


def test_board_moves_cards_by_mouse_and_keyboard(demo: Any) -> None:
    page = demo
    board = page.locator(".irlearn:not(.irlearn-static)", has=page.locator("ol.cards"))
    assert order(page) == ["d2", "d9", "d5", "d10", "d1", "d6"]
    assert page.locator(".irlearn-static").first.is_hidden(), "the still picture yields to the live one"

    # Buttons.
    page.locator(f"{LIVE_BOARD} [data-card=d5] [aria-label='move d5 up']").click()
    wait_for_order(page, "d2 d5 d9 d10 d1 d6")
    assert "AP was 0.617, now 0.683" in said(page)

    # Keys: the focus follows the card, arrow keys move between cards, Space toggles.
    card = page.locator(f"{LIVE_BOARD} [data-card=d5]")
    card.focus()
    page.keyboard.press("Alt+ArrowUp")
    wait_for_order(page, "d5 d2 d9 d10 d1 d6")
    assert page.evaluate("document.activeElement.dataset.card") == "d5"
    page.keyboard.press("Alt+ArrowDown")
    wait_for_order(page, "d2 d5 d9 d10 d1 d6")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.card") == "d9"
    page.keyboard.press(" ")
    page.wait_for_selector(f"{LIVE_BOARD} [data-card=d9].relevant")
    page.keyboard.press(" ")
    page.wait_for_selector(f"{LIVE_BOARD} [data-card=d9]:not(.relevant)")

    # Toggle relevance by mouse.
    page.locator(f"{LIVE_BOARD} [data-card=d1] button.mark").click()
    page.wait_for_selector(f"{LIVE_BOARD} [data-card=d1].relevant")
    page.locator(f"{LIVE_BOARD} [data-card=d1] button.mark").click()
    page.wait_for_selector(f"{LIVE_BOARD} [data-card=d1]:not(.relevant)")

    # Drag the last card to the top.
    low = page.locator(f"{LIVE_BOARD} [data-card=d6] .title").bounding_box()
    high = page.locator(f"{LIVE_BOARD} [data-card=d2] .title").bounding_box()
    page.mouse.move(low["x"] + 5, low["y"] + 5)
    page.mouse.down()
    page.mouse.move(low["x"] + 5, low["y"] - 30, steps=5)
    page.mouse.move(low["x"] + 5, high["y"] - 8, steps=12)
    wait_for_order(page, "d6 d2 d5 d9 d10 d1")
    page.mouse.up()
    page.wait_for_timeout(300)
    assert order(page) == ["d6", "d2", "d5", "d9", "d10", "d1"]
    assert "from rank 6 to rank 1" in said(page)
    assert page.locator(".held").count() == 0

    # Add a missed document, choose another measure, and go back.
    board.locator(".missed button").click()
    wait_for_order(page, "d6 d2 d5 d9 d10 d1 d8")
    board.get_by_role("button", name="nDCG@5").click()
    page.wait_for_selector(".irlearn:not(.irlearn-static) tr.focus >> text=nDCG@5")
    board.get_by_role("button", name="Start again").click()
    wait_for_order(page, "d2 d9 d5 d10 d1 d6")


def test_tab_reaches_every_control_and_a_prediction_is_typed(demo: Any) -> None:
    page = demo
    live = page.locator(".irlearn:not(.irlearn-static) .question")
    live.locator("input").click()
    page.keyboard.type("three quarters")
    page.keyboard.press("Enter")
    live.locator(".problem").wait_for()
    assert "'three quarters'" in live.inner_text()
    field = live.locator("input")
    field.fill("0.7")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.innerText") == "Commit"
    page.keyboard.press("Enter")
    live.locator(".irlearn-verdict").wait_for()
    assert "You predicted 0.7; P@4 is 3/4 = 0.75." in live.inner_text()
    assert page.evaluate("document.activeElement.innerText").startswith("You predicted 0.7;")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    live.locator("input").wait_for()


def test_curve_follows_the_board_and_matrix_counts_documents(demo: Any) -> None:
    page = demo
    curve = page.locator(".irlearn:not(.irlearn-static)", has=page.locator(".curve")).first
    assert "mean over the 11 levels is 0.667" in curve.inner_text()
    page.locator(f"{LIVE_BOARD} [data-card=d5] [aria-label='move d5 up']").click()
    curve.locator("text=1 at recall 0.2, 1 at recall 0.4").wait_for()
    matrix = page.locator(".irlearn:not(.irlearn-static)", has=page.locator(".documents"))
    matrix.get_by_role("button", name="Code Review Best Practices").click()
    matrix.locator("text=TP / (TP + FP) = 4/5").wait_for()


def test_reopened_notebook_shows_the_still_picture(jupyter: str, demo_folder: Path, page: Any) -> None:
    notebook = nbformat.read(demo_folder / "board.ipynb", as_version=4)
    client = NotebookClient(notebook, timeout=120, store_widget_state=False)
    client.execute()
    nbformat.write(notebook, demo_folder / "executed.ipynb")
    page.goto(f"{jupyter}/lab/tree/executed.ipynb?reset")
    page.wait_for_selector(".irlearn-static, .jp-RenderedHTMLCommon h3", timeout=120_000)
    page.wait_for_timeout(3000)
    shown = page.locator(".jp-OutputArea").first.inner_text()
    assert "AP = (1/1 + 2/3 + 3/4 + 4/6) / 5 = 37/60 = 0.6167" in shown
    assert "model not found" not in shown


def test_demonstrations_have_enough_contrast_in_both_themes(
    opened: Callable[[str, str], Any],
    set_theme: Callable[[Any, str], None],
    contrasts: Callable[[Any, str], dict[str, float]],
) -> None:
    page = opened("lab", "board")
    for theme in ("Dark", "Light"):
        set_theme(page, theme)
        found = contrasts(page, ".irlearn:not(.irlearn-static)")
        assert len(found) > 30, found
        low = {name: round(ratio, 2) for name, ratio in found.items() if ratio < 4.5}
        assert not low, f"text below 4.5 to 1 in the {theme} theme: {low}"


def test_demonstrations_do_not_scroll_sideways_on_a_narrow_page(opened: Callable[[str, str], Any]) -> None:
    page = opened("voila", "board")
    page.set_viewport_size({"width": 380, "height": 800})
    page.wait_for_timeout(400)
    right_edges = page.eval_on_selector_all(
        ".irlearn:not(.irlearn-static) *", "nodes => nodes.map(node => node.getBoundingClientRect().right)"
    )
    assert max(right_edges) <= 380
