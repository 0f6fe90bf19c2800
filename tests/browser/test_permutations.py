"""Permutations in JupyterLab: by keys, said aloud, soon, in both themes, narrow and wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irlearn import widgets
from irlearn.widgets.base import Widget

DEALING = ".irlearn:not(.irlearn-static) .dealing"
WIDTHS = (380, 480, 760, 830, 1000, 1280)

OUT = """([left, right]) => {
  const out = [];
  for (const node of document.querySelectorAll('.dealing *')) {
    if (node.closest('.visually-hidden, .scores') || !node.offsetWidth) continue;
    const box = node.getBoundingClientRect();
    if (box.left < left - 1.5 || box.right > right + 1.5) out.push(`${node.className}: ${node.textContent}`);
  }
  return out;
}"""


@pytest.fixture(scope="module")
def page(
    chromium: Any,
    demo_folder: Path,
    write_notebook: Callable[[Path, Sequence[str]], None],
    run_on: Callable[..., None],
) -> Iterator[Any]:
    """A page of JupyterLab with the widget."""
    write_notebook(demo_folder / "dealing.ipynb", ["from irlearn import widgets\nwidgets.Permutations()"])
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(30_000)
    run_on(page, "lab", "dealing")
    page.locator(DEALING).wait_for()
    page.add_style_tag(content=".Toastify { display: none; }")
    yield page
    page.close()


def spoken(page: Any, words: str) -> None:
    """Wait until a live region says it."""
    page.locator(".irlearn-live", has_text=words).wait_for(state="attached")


def is_focused(page: Any, key: str) -> None:
    page.wait_for_function("key => document.activeElement.dataset.focus === key", arg=key)


def test_the_scores_are_dealt_by_keys_and_what_came_is_said(page: Any) -> None:
    page.locator(f"{DEALING} [data-focus='shuffle 1']").focus()
    page.keyboard.press("Enter")
    spoken(page, "apart: that is q.")
    is_focused(page, "shuffle 1")
    for _ in range(2):
        page.keyboard.press("Tab")
    is_focused(page, "shuffle 10000")
    page.keyboard.press(" ")
    spoken(page, "10,001 shuffles within topics: at most 5% of the q lie above 0.23")
    for _ in range(2):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    spoken(page, "Nothing is shuffled yet.")
    page.locator(f"{DEALING} [data-focus='shuffle 10000']").press("Enter")
    spoken(page, "10,000 shuffles over the whole table: at most 5% of the q lie above 0.33")
    page.locator(f"{DEALING} [data-focus='look observed']").press("Enter")
    page.locator(f"{DEALING} td.moved").first.wait_for(state="detached")
    page.locator(f"{DEALING} [data-focus='reset']").press("Enter")
    spoken(page, "Nothing is shuffled yet.")


def test_all_text_keeps_the_contrast_in_both_themes(
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
    """The widget in states whose words lie far out."""
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


def test_nothing_reaches_out_of_the_widget_narrow_or_wide(chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 1400, "height": 900})
    found = {}
    for place, it in enumerate(shown()):
        page.set_content(f'<style>{it._css}</style><div class="irlearn">{it.picture}</div>')
        for width in WIDTHS:
            page.locator(".irlearn").evaluate("(node, width) => { node.style.width = `${width}px`; }", width)
            box = page.locator(".irlearn").bounding_box()
            if out := page.evaluate(OUT, [box["x"], box["x"] + box["width"]]):
                found[place, width] = out
            if place < 4:  # six systems or fewer
                assert page.evaluate("(n => n.scrollWidth - n.clientWidth)(document.querySelector('.scores'))") <= 1
    page.close()
    assert found == {}
