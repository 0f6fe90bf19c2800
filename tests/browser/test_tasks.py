"""Test the tasks of a play in JupyterLab by keyboard: completed, answered after a try, restored after a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

MATRIX = """
from irlearn import datasets, widgets
lesson = widgets.Lesson("02", {folder!r})
lesson.part("one-more").commit("recall")
lesson.play("matrix", widgets.ConfusionMatrix(datasets.software(), retrieved="d1 d2"))"""
VEILED = [
    """
from irlearn import datasets, widgets
lesson = widgets.Lesson("02", {folder!r})
lesson.part("one-more")""",
    'lesson.play("matrix", widgets.ConfusionMatrix(datasets.software()))',
]
WIDGET = ".irlearn:not(.irlearn-static)"
PANEL = f"{WIDGET} .tasks"


def test_tasks_are_completed_by_keyboard_and_restored_after_a_restart(
    opened: Callable[..., Any],
    demo_folder: Path,
    tmp_path: Path,
    write_notebook: Callable[..., None],
    tab_to: Callable[..., None],
    focused: Callable[[Any], str],
    heard: Callable[[Any, str], None],
) -> None:
    write_notebook(demo_folder / "tasks.ipynb", [MATRIX.format(folder=str(tmp_path))])
    page = opened("lab", "tasks")
    panel = page.locator(PANEL)

    def press(*documents: str) -> None:
        for document in documents:
            tab_to(page, document, most=30)
            pressed = page.locator(f"{WIDGET} [data-key={document}]")  # the still picture beside it never changes
            was = pressed.get_attribute("aria-pressed")
            page.keyboard.press("Enter")
            expect(pressed).not_to_have_attribute("aria-pressed", was, timeout=60_000)

    page.locator("[data-focus='task 0']").focus()
    assert panel.get_by_text("Task 1 of 3.").is_visible()
    assert panel.get_by_text("Show me the answer").count() == 0
    below = page.locator(f"{WIDGET} [data-key=d5]")
    before = below.bounding_box()
    press("d1")
    now = below.bounding_box()
    assert now | {"y": before["y"]} == before, "nothing moves under the hand at the first try"
    assert abs(now["y"] - before["y"]) < 1, "but by a part of a pixel: a page is scrolled by whole ones"
    tab_back(page, "task tell", focused)
    assert page.locator("[data-focus='task tell']").bounding_box()["x"] < panel.bounding_box()["x"] + 40, "at its task"
    page.keyboard.press("Enter")
    heard(page, "The answer: The 5 relevant documents are enough")
    assert "Reach recall 1" in page.evaluate("document.activeElement.closest('.tasks').innerText"), "the focus stays"
    press("d5", "d6", "d8", "d10")
    heard(page, "Task 1 is done. The 5 relevant documents")
    assert focused(page) == "d10", "and with the focus the hand"
    tab_back(page, "task next", focused)
    page.keyboard.press("Enter")
    panel.get_by_text("Task 2 of 3.").wait_for()
    press("d2", "d5", "d6", "d8")
    heard(page, "Task 2 is done.")
    tab_back(page, "task next", focused)
    page.keyboard.press("Space")
    panel.get_by_text("Task 3 of 3.").wait_for()
    press("d10")  # the last one that is retrieved
    tab_back(page, "d1", focused)
    press(*(f"d{number}" for number in range(1, 11)))
    heard(page, "Done. Which can fall on the way, precision or recall?")
    tab_back(page, "task option 1", focused)
    page.keyboard.press("Enter")
    heard(page, "Not right. Recall divides by the number of all relevant documents")
    tab_back(page, "task option 0", focused)
    page.keyboard.press("Enter")
    heard(page, "Task 3 is done.")
    assert panel.locator(".numbers").inner_text().split() == ["1", "✓", "2", "✓", "3", "✓"]
    again = opened("lab", "tasks")
    again.locator(PANEL).get_by_text("✓ Done.").wait_for()
    assert again.locator(PANEL).locator(".numbers").inner_text().split() == ["1", "✓", "2", "✓", "3", "✓"]


def test_hidden_board_links_to_its_prediction_and_appears_after_the_answer(
    opened: Callable[..., Any],
    demo_folder: Path,
    tmp_path: Path,
    write_notebook: Callable[..., None],
    focused: Callable[[Any], str],
    heard: Callable[[Any, str], None],
) -> None:
    write_notebook(demo_folder / "veiled.ipynb", [one.format(folder=str(tmp_path)) for one in VEILED])
    page = opened("lab", "veiled")
    veil = page.locator(f"{WIDGET} .veil")
    veil.wait_for()
    assert page.get_by_text("Writing Unit Tests with pytest").count() == 0, "neither the board nor its still picture"
    page.locator("[data-focus='veil jump']").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.dataset.focus === 'choice 0'")
    page.keyboard.press("Enter")
    page.locator(PANEL).wait_for()
    assert veil.count() == 0
    heard(page, "The widget is no longer hidden.")
    assert page.evaluate("!!document.activeElement.closest('.question')"), "the focus stays with the prediction"
    page.locator(f"{WIDGET} [data-key=d5]").first.wait_for()
    page.get_by_text("Writing Unit Tests with pytest").first.wait_for()
    assert focused(page) != "d5"


def tab_back(page: Any, key: str, focused: Callable[[Any], str]) -> None:
    """Press Shift+Tab until the element with this key has the focus."""
    for _ in range(30):
        if focused(page) == key:
            return
        page.keyboard.press("Shift+Tab")
    raise AssertionError(f"Shift and Tab do not reach {key}")
