"""Test the Permutations widget in JupyterLab: keys, announcements, speed, contrast and layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from browser_checks import at_widths, is_focused, reaching_out, spoken

from irlearn import widgets
from irlearn.widgets.core.base import Widget

DEALING = ".irlearn:not(.irlearn-static) .dealing"
WIDTHS = (380, 480, 760, 830, 1000, 1280)


@pytest.fixture(scope="module")
def page(lab_page: Callable[..., Any]) -> Any:
    """Open JupyterLab with the widget."""
    return lab_page("dealing", ["from irlearn import widgets\nwidgets.Permutations()"], last=DEALING, high=900)


def test_permutations_deals_scores_by_keyboard_and_announces_the_result(page: Any) -> None:
    page.locator(f"{DEALING} [data-focus='shuffle 1']").focus()
    page.keyboard.press("Enter")
    spoken(page, "apart: this is the range.")
    is_focused(page, "shuffle 1")
    for _ in range(2):
        page.keyboard.press("Tab")
    is_focused(page, "shuffle 10000")
    page.keyboard.press(" ")
    spoken(page, "10,001 shuffles within topics: at most 5% of the ranges are above 0.23")
    for key in ("Tab", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    spoken(page, "Nothing is shuffled yet.")
    page.locator(f"{DEALING} [data-focus='shuffle 10000']").press("Enter")
    spoken(page, "10,000 shuffles over the whole table: at most 5% of the ranges are above 0.33")
    page.locator(f"{DEALING} [data-focus='look observed']").press("Enter")
    page.locator(f"{DEALING} td.moved").first.wait_for(state="detached")
    page.locator(f"{DEALING} [data-focus='reset']").press("Enter")
    spoken(page, "Nothing is shuffled yet.")


@pytest.mark.sweep  # axe has the same of each lesson
def test_permutations_has_enough_contrast_in_both_themes(
    page: Any, set_theme: Callable[[Any, str], None], contrasts: Callable[[Any, str], dict[str, float]]
) -> None:
    page.locator(f"{DEALING} [data-focus='shuffle 100']").press("Enter")
    spoken(page, "100 shuffles within topics")
    for theme in ("Dark", "Light"):
        set_theme(page, theme)
        found = contrasts(page, DEALING)
        assert len(found) > 30
        assert {text: ratio for text, ratio in found.items() if ratio < 4.5} == {}


def shown() -> Iterator[Widget]:
    """Yield the widget in states with long texts and marks near the edge."""
    chance = np.random.default_rng(1)
    for scores, names in (
        (None, None),
        ([[0.1, 0.3], [0.1, 0.3]], ["A", "B"]),
        (chance.random((12, 10)), [f"a system with a long name {n}" for n in range(10)]),
    ):
        it = widgets.Permutations(scores, names)
        for where in ("topic", "table"):
            it.gesture(do="where", value=where)
            for times in (1, 10_000):
                it.gesture(do="shuffle", value=times)
                yield it


def test_permutations_does_not_overflow_at_any_width(chromium: Any, much: Callable[[int], int]) -> None:
    found = {}
    for page, place, width in at_widths(chromium, shown(), WIDTHS, every=1 if much(5) == 5 else 2):
        if out := reaching_out(page, ".dealing", unseen=".scores"):
            found[place, width] = out
        if place < 4:  # six systems or fewer
            assert page.evaluate("(n => n.scrollWidth - n.clientWidth)(document.querySelector('.scores'))") <= 1
    assert found == {}
