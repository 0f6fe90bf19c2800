"""Test the budget race, the pair matrix and the random sample in JupyterLab: keys, announcements and layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser_checks import at_widths, is_focused, reaching_out, spoken

from irlearn import widgets
from irlearn.widgets.core.base import Widget

LIVE = ".irlearn:not(.irlearn-static)"
RACE, MATRIX, TRAP = (f"{LIVE} .judged:has({part})" for part in (".race", ".triangle", ".sample"))
WIDTHS = (320, 380, 480, 640, 800, 840, 1000)
HIGH = 515  # of the 615 pixels that JupyterLab leaves of 720, beside a panel of tasks
CELLS = ["from irlearn import widgets\nwidgets.BudgetRace()", "widgets.PairMatrix()", "widgets.RandomPool()"]


@pytest.fixture(scope="module")
def page(lab_page: Callable[..., Any]) -> Any:
    """Open JupyterLab with the three widgets."""
    return lab_page("judged", CELLS, last=TRAP, high=2200)


def test_pool_widgets_work_by_keyboard_and_announce_results(page: Any) -> None:
    race, matrix, trap = widgets.BudgetRace(), widgets.PairMatrix(), widgets.RandomPool()
    page.locator(f"{RACE} [data-focus='view tau']").focus()
    page.keyboard.press("ArrowRight")
    is_focused(page, "view recall")
    page.keyboard.press("Enter")
    page.locator(f"{RACE} [data-focus='view recall'][aria-pressed=true]").wait_for()
    page.locator(f"{RACE} [data-focus='budget +']").press("Enter")
    race.gesture(do="budget", by=1)
    spoken(page, race.status_text())
    page.locator(f"{RACE} [data-focus='method hedge']").press(" ")
    page.locator(f"{RACE} path.course.lit").wait_for()

    page.locator(f"{MATRIX} [data-focus='pairs']").focus()
    for key, way in (("ArrowRight", (0, 1)), ("ArrowRight", (0, 1)), ("ArrowDown", (1, 0)), ("ArrowLeft", (0, -1))):
        page.keyboard.press(key)
        matrix.gesture(do="go", key="pairs", down=way[0], right=way[1])
    spoken(page, str(matrix.status_text()))
    is_focused(page, "pairs")
    page.keyboard.press("Tab")
    is_focused(page, "lit AA")
    page.keyboard.press("Enter")
    page.locator(f"{MATRIX} path.mag.pale").first.wait_for()

    page.locator(f"{TRAP} [data-focus='sample']").press("Enter")
    trap.gesture(do="sample")
    spoken(page, trap.status_text())
    page.locator(f"{TRAP} [data-focus='estimate infAP']").press("Enter")
    trap.gesture(do="estimate", value="infAP")
    spoken(page, trap.status_text())


def test_pool_widgets_fit_one_view_beside_their_tasks(page: Any) -> None:
    high = {part: page.locator(part).bounding_box()["height"] for part in (RACE, MATRIX, TRAP)}
    assert {part: height for part, height in high.items() if height > HIGH} == {}


def test_pair_matrix_selects_the_pair_of_the_clicked_cell(page: Any) -> None:
    it = widgets.PairMatrix()
    cells, count = page.locator(f"{MATRIX} .cells"), len(it.names)
    cells.scroll_into_view_if_needed()
    box = cells.bounding_box()
    for row, column in ((0, count - 1), (4, 17), (count - 2, count - 1)):
        page.mouse.click(
            box["x"] + box["width"] * (column + 0.5) / count, box["y"] + box["height"] * (row + 0.5) / count
        )
        it.gesture(do="point", key="pairs", row=row, column=column)
        spoken(page, str(it.status_text()))
        is_focused(page, "pairs")


@pytest.mark.sweep  # axe has the same of each lesson
def test_pool_widgets_have_enough_contrast_in_both_themes(
    page: Any, set_theme: Callable[[Any, str], None], contrasts: Callable[[Any, str], dict[str, float]]
) -> None:
    for theme in ("Dark", "Light"):
        set_theme(page, theme)
        found = contrasts(page, f"{RACE}, {MATRIX}, {TRAP}")
        assert len(found) > 150
        assert {text: ratio for text, ratio in found.items() if ratio < 4.5} == {}


def shown() -> Iterator[Widget]:
    """Yield the three widgets in states with long texts and marks near the edge."""
    for view in ("tau", "relevant", "bias"):
        for budget in (5, 50):
            yield widgets.BudgetRace(view=view, budget=budget)
    matrix = widgets.PairMatrix()
    for row, column in ((0, 1), (0, 24), (23, 24)):
        matrix.gesture(do="point", key="pairs", row=row, column=column)
        yield matrix
    for budget in (5, 50):
        trap = widgets.RandomPool(budget=budget)
        yield trap
        trap.gesture(do="sample")
        yield trap


def test_pool_widgets_do_not_overflow_at_any_width(chromium: Any, much: Callable[[int], int]) -> None:
    found = {}
    for page, place, width in at_widths(chromium, shown(), WIDTHS, every=1 if much(5) == 5 else 2):
        if out := reaching_out(page, ".judged"):
            found[place, width] = out
    assert found == {}
