"""Test the dots of the Means widget in real browsers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

LIVE = ".irlearn:not(.irlearn-static)"


@pytest.fixture
def means(
    demo_folder: Path, opened: Callable[[str, str], Any], write_notebook: Callable[[Path, Sequence[str]], None]
) -> Callable[[str], Any]:
    """Open the tutorial's three queries in a front end."""
    source = "from irlearn import datasets, widgets\nwidgets.Means(datasets.three_queries())"
    write_notebook(demo_folder / "means.ipynb", [source])
    return lambda front_end: opened(front_end, "means")


def wait_for_value(page: Any, key: str, value: str) -> None:
    page.wait_for_function(
        "([selector, value]) => document.querySelector(selector)?.value === value",
        arg=[f"{LIVE} input[name='value {key}']", value],
        timeout=15_000,
    )


@pytest.mark.parametrize(
    "front_end",
    [pytest.param("lab", marks=pytest.mark.sweep), "notebook", pytest.param("voila", marks=pytest.mark.sweep)],
)
def test_means_dot_moves_by_keys_buttons_typing_and_dragging(means: Callable[[str], Any], front_end: str) -> None:
    page = means(front_end)
    dot = page.locator(f"{LIVE} [data-slide='0 2']")
    dot.wait_for()

    # Keys: the focus stays on the dot; arrow keys alone and with Alt move the dot; up and down change the dot.
    dot.focus()
    page.keyboard.press("ArrowRight")
    wait_for_value(page, "0 2", "0.15")
    page.keyboard.press("Alt+ArrowRight")
    wait_for_value(page, "0 2", "0.2")
    assert page.evaluate("document.activeElement.dataset.slide") == "0 2"
    said = page.locator(f"{LIVE} [data-said]")
    assert "You moved q3 from 0.1 to 0.2. MAP was 0.533, now 0.567 (+6.3%)." in said.inner_text()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.slide") == "0 1"

    # Buttons and typing.
    page.locator(f"{LIVE} [aria-label='q3: less']").click()
    wait_for_value(page, "0 2", "0.15")
    field = page.locator(f"{LIVE} input[name='value 0 2']")
    field.fill("1/10")
    field.press("Enter")
    wait_for_value(page, "0 2", "0.1")
    field.fill("0,5")
    field.press("Enter")
    page.locator(f"{LIVE} .problem", has_text="decimal comma").wait_for()

    # Drag from 0.1 to the middle of the scale, then beyond its end.
    track = page.locator(f"{LIVE} [data-track]").nth(2).bounding_box()
    held = dot.bounding_box()
    middle = held["y"] + held["height"] / 2
    page.mouse.move(held["x"] + held["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(track["x"] + 0.3 * track["width"], middle, steps=6)
    page.mouse.move(track["x"] + 0.5 * track["width"], middle + 40, steps=6)
    wait_for_value(page, "0 2", "0.5")
    page.mouse.move(track["x"] + 1.2 * track["width"], middle, steps=4)
    wait_for_value(page, "0 2", "1")
    page.mouse.up()
    assert "You moved q3 from 0.1 to 1." in said.inner_text()
    page.mouse.move(track["x"], middle, steps=3)
    page.locator(f"{LIVE} [data-do=reset]").click()
    wait_for_value(page, "0 2", "0.1")


def test_means_click_without_movement_does_not_move_a_dot(means: Callable[[str], Any]) -> None:
    page = means("voila")
    dot = page.locator(f"{LIVE} [data-slide='0 1']")
    dot.wait_for()
    box = dot.bounding_box()
    page.mouse.move(box["x"] + 3, box["y"] + 14)
    page.mouse.down()
    page.mouse.move(box["x"] + 5, box["y"] + 14)
    page.mouse.up()
    page.wait_for_timeout(400)
    assert "Move one dot" in page.locator(f"{LIVE} [data-said]").inner_text()
