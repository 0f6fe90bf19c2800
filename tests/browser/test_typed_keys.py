"""Keys that are typed into whatever of ours has the focus: none reaches the notebook, which would delete cells.

Four lessons are typed into when their tasks are done, in test_walks.py.
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
"""What deletes, cuts, pastes, adds, turns and merges cells, stops and starts the kernel, in a notebook's own mode."""
RAN = """many => {
  const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map((prompt) => prompt.textContent);
  return prompts.length === many && prompts.every((prompt) => /\\d/.test(prompt));
}"""


@pytest.mark.parametrize("front_end", ["lab", pytest.param("notebook", marks=pytest.mark.sweep)])
def test_no_key_that_is_typed_into_anything_of_ours_reaches_the_notebook(
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

    # the browser does with them what it did: what is typed is copied, Space opens and shuts, Tab goes on
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
