"""Test the Adjudicate widget in JupyterLab: keys, announcements, contrast and layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser_checks import at_widths, is_focused, reaching_out, spoken

from irlearn import widgets

IT = ".irlearn:not(.irlearn-static) .adjudicate"
WIDTHS = (320, 380, 480, 640, 760, 848, 1000)
CELLS = ["from irlearn import widgets\nwidgets.Adjudicate(method='mm')"]
HIGH = 500  # of the 590 pixels that JupyterLab leaves of 720, beside a panel of tasks

COVERED = """() => [...document.querySelectorAll('.lists tbody td')].filter((cell) => {
  const id = cell.querySelector('b'), words = document.createRange();
  words.selectNodeContents(id);
  const mark = cell.querySelector('.mark')?.getBoundingClientRect();
  return (mark && words.getBoundingClientRect().right > mark.left + 0.5) || id.scrollWidth > id.clientWidth;
}).map((cell) => cell.textContent)"""


@pytest.fixture(scope="module")
def page(lab_page: Callable[..., Any]) -> Any:
    """Open JupyterLab with the widget."""
    return lab_page("adjudicate", CELLS, last=IT, high=720)


def test_adjudicate_runs_a_method_and_takes_judgments_by_keyboard(page: Any) -> None:
    page.locator(f"{IT} [data-focus='next 1']").focus()
    page.keyboard.press("Enter")
    spoken(page, "1 judged document is relevant. Next is")
    page.keyboard.press("Tab")
    page.keyboard.press(" ")
    spoken(page, "of 11 judged documents are relevant.")
    page.keyboard.press("Tab")
    is_focused(page, "back")
    page.keyboard.press("Enter")
    spoken(page, "of 10 judged documents are relevant.")
    page.locator(f"{IT} [data-slide=gamma]").press("ArrowLeft")
    page.locator(f"{IT} .lanes th", has_text="MM γ=0.9").wait_for()
    page.locator(f"{IT} [data-focus='method hedge']").press("Enter")
    spoken(page, "the heaviest run is")
    page.locator(f"{IT} [data-focus='you']").press("Enter")
    spoken(page, "You have judged nothing yet.")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.focus") == "card 7 0":
            break
    for rank, found in enumerate(("1 of 1 judged document is", "2 of 2", "3 of 3"), start=1):
        page.keyboard.press("Enter")
        spoken(page, found)
        is_focused(page, f"card 7 {rank}")
    field = page.locator(f"{IT} input[name=own]")
    field.fill("d20")
    field.press("Enter")
    spoken(page, "d20 is not relevant. 3 of 4 judged documents are relevant.")
    assert field.input_value() == ""
    field.fill("d99")
    field.press("Enter")
    spoken(page, "No list has a document 'd99'")


def test_adjudicate_takes_clicks_on_cards_and_fits_one_view(page: Any) -> None:
    page.locator(f"{IT} [data-focus='method mtf']").click()
    spoken(page, "Next is")
    page.locator(f"{IT} .lists tbody button").first.click()
    spoken(page, "of 5 judged documents are relevant.")
    box = page.locator(IT).bounding_box()
    assert box["height"] < HIGH


def test_adjudicate_options_are_one_tab_stop_with_arrow_keys(page: Any) -> None:
    page.locator(f"{IT} [data-focus='method mtf']").click()
    spoken(page, "Next is")
    along = {"ArrowLeft": "random", "ArrowRight": "mtf", "End": "random", "Home": "mtf", "ArrowDown": "hedge"}
    for key, method in along.items():
        page.keyboard.press(key)
        is_focused(page, f"method {method}")
    said = page.locator(f"{IT} [data-said]").inner_text()
    page.locator(f"{IT} [data-focus='next 1']").evaluate("button => button.click()")
    page.wait_for_function(
        "([at, said]) => document.querySelector(at).innerText !== said", arg=[f"{IT} [data-said]", said]
    )
    is_focused(page, "method hedge")  # beside what is pressed, though all is drawn anew
    for key, there in (("Shift+Tab", "you"), ("Tab", "method hedge"), ("Tab", "more"), ("Shift+Tab", "method hedge")):
        page.keyboard.press(key)
        is_focused(page, there)
    page.keyboard.press("Enter")
    spoken(page, "the heaviest run is")
    is_focused(page, "method hedge")


@pytest.mark.sweep  # axe has the same of each lesson
def test_adjudicate_has_enough_contrast_in_both_themes(
    page: Any, set_theme: Callable[[Any, str], None], contrasts: Callable[[Any, str], dict[str, float]]
) -> None:
    for board in ("method ts", "method rrf", "you"):
        page.locator(f"{IT} [data-focus='{board}']").press("Enter")
        for theme in ("Dark", "Light"):
            set_theme(page, theme)
            found = contrasts(page, IT)
            assert len(found) > 50
            assert {text: ratio for text, ratio in found.items() if ratio < 4.5} == {}


def shown() -> Iterator[widgets.Adjudicate]:
    """Yield boards of each kind of method, at the beginning and at the end."""
    for method in ("mtf", "hedge", "mm", "ts", "rrf", "condorcet"):
        it = widgets.Adjudicate(method=method, gamma=0.7)
        for steps in (0, 10, 10, 10):
            if steps:
                it.gesture(do="step", value=steps)
            yield it
    for doc in ("d1", "d2", "d20"):
        it.gesture(do="judge", key=doc)
    yield it


def test_adjudicate_does_not_overflow_or_overlap_at_any_width(chromium: Any, much: Callable[[int], int]) -> None:
    found = {}
    for page, place, width in at_widths(chromium, shown(), WIDTHS, every=1 if much(5) == 5 else 2):
        if out := reaching_out(page, ".adjudicate"):
            found[place, width] = out
        if width > 320 and (covered := page.evaluate(COVERED)):
            found[place, width, "covered"] = covered
    assert found == {}
