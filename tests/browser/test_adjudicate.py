"""A topic adjudicated in JupyterLab: by keys, said aloud, in both themes, in one view, narrow and wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from irlearn import widgets

IT = ".irlearn:not(.irlearn-static) .adjudicate"
WIDTHS = (320, 380, 480, 640, 760, 848, 1000)
CELLS = ["from irlearn import widgets\nwidgets.Adjudicate(method='mm')"]
HIGH = 500  # of the 590 pixels that JupyterLab leaves of 720, beside a panel of tasks

OUT = """([left, right]) => {
  const out = [];
  for (const node of document.querySelectorAll('.adjudicate *')) {
    if (node.closest('.visually-hidden, svg') || !node.offsetWidth) continue;
    const box = node.getBoundingClientRect();
    if (box.left < left - 1.5 || box.right > right + 1.5) out.push(`${node.className}: ${node.textContent}`);
  }
  return out;
}"""
COVERED = """() => [...document.querySelectorAll('.lists tbody td')].filter((cell) => {
  const id = cell.querySelector('b'), words = document.createRange();
  words.selectNodeContents(id);
  const mark = cell.querySelector('.mark')?.getBoundingClientRect();
  return (mark && words.getBoundingClientRect().right > mark.left + 0.5) || id.scrollWidth > id.clientWidth;
}).map((cell) => cell.textContent)"""


@pytest.fixture(scope="module")
def page(
    chromium: Any,
    demo_folder: Path,
    write_notebook: Callable[[Path, Sequence[str]], None],
    run_on: Callable[..., None],
) -> Iterator[Any]:
    """A page of JupyterLab with the widget."""
    write_notebook(demo_folder / "adjudicate.ipynb", CELLS)
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.set_default_timeout(30_000)
    run_on(page, "lab", "adjudicate")
    page.locator(IT).wait_for()
    page.add_style_tag(content=".Toastify { display: none; }")
    yield page
    page.close()


def spoken(page: Any, words: str) -> None:
    """Wait until the live region says it."""
    page.locator(".irlearn-live", has_text=words).wait_for(state="attached")


def is_focused(page: Any, key: str) -> None:
    page.wait_for_function("key => document.activeElement.dataset.focus === key", arg=key)


def test_a_method_and_then_the_learner_judge_by_keys(page: Any) -> None:
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
    page.locator(f"{IT} .lanes th", has_text="MM γ 0.9").wait_for()
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
    spoken(page, "No list holds a document 'd99'")


def test_a_card_is_pressed_by_the_mouse_and_the_widget_fits_one_view(page: Any) -> None:
    page.locator(f"{IT} [data-focus='method mtf']").click()
    spoken(page, "Next is")
    page.locator(f"{IT} .lists tbody button").first.click()
    spoken(page, "of 5 judged documents are relevant.")
    box = page.locator(IT).bounding_box()
    assert box["height"] < HIGH


def test_all_text_keeps_the_contrast_in_both_themes(
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
    """The boards of all kinds of methods, begun and at their end."""
    for method in ("mtf", "hedge", "mm", "ts", "rrf", "condorcet"):
        it = widgets.Adjudicate(method=method, gamma=0.7)
        for steps in (0, 10, 10, 10):
            if steps:
                it.gesture(do="step", value=steps)
            yield it
    for doc in ("d1", "d2", "d20"):
        it.gesture(do="judge", key=doc)
    yield it


def test_nothing_reaches_out_or_covers_another_narrow_or_wide(chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    found = {}
    for place, it in enumerate(shown()):
        page.set_content(f'<style>{it._css}</style><div class="irlearn">{it.picture}</div>')
        for width in WIDTHS:
            page.locator(".irlearn").evaluate("(node, width) => { node.style.width = `${width}px`; }", width)
            box = page.locator(".irlearn").bounding_box()
            if out := page.evaluate(OUT, [box["x"], box["x"] + box["width"]]):
                found[place, width] = out
            if width > 320 and (covered := page.evaluate(COVERED)):
                found[place, width, "covered"] = covered
    page.close()
    assert found == {}
