"""Test the luck machine and the growing leaderboard in JupyterLab: keys, announcements, contrast and layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from browser_checks import at_widths, is_focused, reaching_out, spoken

from irlearn import widgets
from irlearn.studies import extremes
from irlearn.widgets.core.base import Widget

LIVE = ".irlearn:not(.irlearn-static)"
MACHINE, RECORDS = f"{LIVE} .luck:not(.records)", f"{LIVE} .records"
WIDTHS = (320, 380, 480, 580, 720, 760, 1000)
CELLS = ["from irlearn import widgets\nwidgets.LuckMachine(1000)", "widgets.BestSoFar()"]


@pytest.fixture(scope="module")
def page(lab_page: Callable[..., Any]) -> Any:
    """Open JupyterLab with both widgets."""
    return lab_page("luck", CELLS, last=RECORDS, high=1400)


def test_luck_machine_works_by_keyboard_and_announces_results(page: Any) -> None:
    page.locator(f"{MACHINE} [data-focus='throw 1']").focus()
    page.keyboard.press("Enter")
    spoken(page, "It looks like progress, but it is luck.")
    is_focused(page, "throw 1")
    for _ in range(2):
        page.keyboard.press("Tab")
    is_focused(page, "throw 10000")
    page.keyboard.press(" ")
    spoken(page, "In 10,001 throws the best scores")
    field = page.locator(f"{MACHINE} input[name=systems]")
    field.fill("100000")
    field.press("Enter")
    spoken(page, "The expected best was 0.2370, now 0.2500.")
    field.press("Tab")
    is_focused(page, "sd −")  # + is out of use at the end
    field.fill("none")
    field.press("Enter")
    spoken(page, "'none'")
    assert page.locator(f"{MACHINE} .heap .bars").count() == 1
    page.locator(f"{MACHINE} [data-focus='reset']").press("Enter")
    spoken(page, "Nothing is thrown yet: 1,000 systems, one true score.")


def test_growing_leaderboard_reveals_all_results_by_keyboard(page: Any) -> None:
    page.locator(f"{RECORDS} [data-focus='peek 10']").press("Enter")
    spoken(page, "Peek 1, 10 results more: 2 new records.")
    page.locator(f"{RECORDS} [data-focus='peek 10000']").press("Enter")
    spoken(page, "The best of 109 is 0.3686")
    page.locator(f"{RECORDS} [data-focus='peek 1']:disabled").wait_for()
    assert page.evaluate("document.activeElement.closest('.records') !== null")
    page.locator(f"{RECORDS} [data-focus='of equal']").press("Enter")
    spoken(page, "The first result is the record, as every first one is")


@pytest.mark.sweep  # axe has the same of each lesson
def test_luck_machine_has_enough_contrast_in_both_themes(
    page: Any, set_theme: Callable[[Any, str], None], contrasts: Callable[[Any, str], dict[str, float]]
) -> None:
    page.locator(f"{MACHINE} [data-focus='throw 100']").press("Enter")
    spoken(page, "In 100 throws the best scores")
    page.locator(f"{LIVE}.moves").first.wait_for(state="detached")  # it rains; text is read once all lies
    for theme in ("Dark", "Light"):
        set_theme(page, theme)
        found = contrasts(page, f"{MACHINE}, {RECORDS}")
        assert len(found) > 50
        assert {text: ratio for text, ratio in found.items() if ratio < 4.5} == {}


def shown() -> Iterator[Widget]:
    """Yield the widgets in states with long texts and marks near the edge."""
    for systems, sd, correlation in (
        (1, 0.01, 0.0),
        (2, 0.05, 0.0),
        (103, 0.0114, 0.0),
        (103, 0.03, 0.61),
        (10**5, 0.1, 0),
    ):
        it = widgets.LuckMachine(systems, 0.2, sd, correlation)
        for times in (1, 100, 10_000):
            it.gesture(do="throw", value=times)
            yield it
    chance = np.random.default_rng(1)
    for matrix in (None, extremes.matrix(chance.random((8, 4)), [f"a run with a long name {n}" for n in range(4)])):
        halves = widgets.SplitHalf(matrix)
        for times in (1, 1, 1, 100, 10_000):
            yield halves
            halves.gesture(do="split", value=times)
        halves.gesture(do="tracks")
        yield halves
    for results in (None, [0.1, 0.2], {"a long name of a system that was published": 0.9, "b": 0.8, "c": 0.99}):
        it = widgets.BestSoFar(results)
        yield it
        for _ in range(12):
            it.gesture(do="peek", value=10)
            yield it


def test_luck_machine_does_not_overflow_at_any_width(chromium: Any, much: Callable[[int], int]) -> None:
    found = {}
    for page, place, width in at_widths(chromium, shown(), WIDTHS, every=1 if much(5) == 5 else 2):
        if out := reaching_out(page, ".luck"):
            found[place, width] = out
    assert found == {}
