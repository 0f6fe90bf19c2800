"""Test that keys typed into widgets do not reach the notebook, where they would delete cells.

`test_walks.py` types into the controls of four more lessons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from type_keys import type_everywhere

SOURCES = (
    """
from irlearn import AP, Ranking, check, datasets, course, explain, nDCG, widgets
progress = course.Progress("03", ["turn", "both"], None)
widgets.Progress(progress)""",
    'widgets.Exercise(course.GeneratedExercise("turn", "ap"), progress=progress)',
    'widgets.Means({"q1": "1/2", "q2": 1, "q3": 0})',
    'widgets.RankingBoard(datasets.software().ranked("d2 d9 d5"))',
    'widgets.Adjudicate(method="mm")',
    'check(AP, Ranking.parse("1 0 1 1 0", relevant=4), "0.4")',
    'explain(nDCG, Ranking.parse("3 2 0 1", missed="3"))',
)
TYPED = "ddii00axzcvbfjkmyr1"
"""Command-mode keys: delete, cut, paste, add, convert and merge cells; interrupt and restart the kernel."""
RAN = """many => {
  const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map((prompt) => prompt.textContent);
  return prompts.length === many && prompts.every((prompt) => /\\d/.test(prompt));
}"""


@pytest.mark.parametrize("front_end", ["lab", pytest.param("notebook", marks=pytest.mark.sweep)])
def test_typed_keys_in_widgets_do_not_reach_the_notebook(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[[Path, Sequence[str]], None], front_end: str
) -> None:
    write_notebook(demo_folder / f"typed-{front_end}.ipynb", SOURCES)
    page = opened(front_end, f"typed-{front_end}")
    page.wait_for_function(RAN, arg=len(SOURCES))
    page.locator(".irlearn:not(.irlearn-static) .drawer summary").click()
    code = page.locator(".irlearn:not(.irlearn-static) [data-focus=resume]")
    code.click()
    assert page.evaluate("document.activeElement.dataset.focus") == "resume"
    seen = type_everywhere(page, TYPED)
    for kind in ("<input", "<button", "<a ", "<summary", "<li"):
        assert any(kind in one for one in seen), (kind, seen)

    # The browser still handles them: Ctrl+C copies, Space opens and closes, Tab moves the focus.
    code.fill("IR03")
    page.evaluate("addEventListener('copy', () => (window.copied = getSelection().toString()))")
    for key in ("Control+a", "Control+c"):
        page.keyboard.press(key)
    assert page.evaluate("window.copied") == code.input_value() == "IR03"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.focus") == "go"
    page.locator("[class^=irlearn]:not(.irlearn):not(.irlearn *) summary").last.focus()
    page.keyboard.press(" ")
    assert page.evaluate("document.activeElement.parentElement.open")
    page.keyboard.press("Escape")
    code.click()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.classList.contains('jp-Cell')")
    page.keyboard.press("d")
    page.keyboard.press("d")
    page.wait_for_function(f"document.querySelectorAll('.jp-Notebook .jp-Cell').length === {len(SOURCES) - 1}")
