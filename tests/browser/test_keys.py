"""Test that notebook shortcuts inside widgets run and leave cells, and never answer a question."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

HOSTILE = "'\"><img/src=x/onerror=window.ran=1>"
SOURCES = (
    """
from irlearn import AP, Ranking, datasets, course, widgets
from irlearn.datasets import Document, Topic
progress = course.Progress("03", ["swap", "number", "turn", "both"], {folder!r})
options = (course.Option("it rises", False, "It does not."), course.Option("it falls", True, "So it is."))
widgets.Prediction(course.Prediction(course.Quiz("swap", "What happens to AP?", options)), progress=progress)""",
    'widgets.Exercise(course.GeneratedExercise("turn", "ap"), progress=progress)',
    'widgets.Quiz(course.Quiz("both", "Which?", options, several=True), progress=progress)',
    'widgets.Means({{"q1": "1/2", "q2": 1, "q3": 0}})',
    'widgets.RankingBoard(datasets.software().ranked("d2 d9 d5"))',
    'widgets.ToolConventions("ties missing-query")',
    'widgets.ConfusionMatrix(Topic("q", tuple(Document({hostile!r} + str(n), "t", n) for n in (0, 1))))',
    "'the last cell'",
)
PREDICTION, EXERCISE, QUIZ, MEANS, BOARD, CONVENTIONS, MATRIX, LAST = range(len(SOURCES))
FOCUSED = "document.activeElement"


@pytest.fixture(scope="session")
def keys_notebook(write_notebook: Callable[[Path, Sequence[str]], None], demo_folder: Path) -> Callable[[str], Path]:
    """Write the notebook for a front end; return its progress file."""

    def write(front_end: str) -> Path:
        folder = demo_folder / f"keys-of-{front_end}"
        folder.mkdir()
        filled = [source.format(folder=folder.name, hostile=HOSTILE) for source in SOURCES]
        write_notebook(demo_folder / f"keys-{front_end}.ipynb", filled)
        return folder / "03.progress.json"

    return write


def live(page: Any, selector: str) -> Any:
    return page.locator(f".irlearn:not(.irlearn-static) {selector}").first


def recorded(file: Path) -> dict[str, str]:
    """Return the answers in a progress file."""
    parts = json.loads(file.read_text())["parts"] if file.exists() else {}
    return {part: entry["answer"] for part, entry in parts.items() if "answer" in entry}


class Cells:
    """The cells of a notebook page: the active cell and the cells that ran."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def prompts(self) -> list[str]:
        found: list[str] = self.page.locator(".jp-Notebook .jp-InputPrompt").all_text_contents()
        return found

    def active(self) -> int:
        """The place of the active cell, which must have the focus itself, in command mode."""
        found: int = self.page.evaluate(
            """() => {
              const cells = [...document.querySelectorAll('.jp-Notebook .jp-Cell')];
              if (!document.querySelector('.jp-Notebook').classList.contains('jp-mod-commandMode')) return -1;
              return cells.findIndex(c => c.classList.contains('jp-mod-active') && c === document.activeElement);
            }"""
        )
        return found

    def ran(self, press: Callable[[], None]) -> list[int]:
        """The places of the cells that run when a key is pressed."""
        before = self.prompts()
        press()
        self.page.wait_for_function(
            """before => {
              const now = [...document.querySelectorAll('.jp-Notebook .jp-InputPrompt')].map(n => n.textContent);
              return String(now) !== String(before) && !String(now).includes('*');
            }""",
            arg=before,
            timeout=15_000,
        )
        return [place for place, (was, now) in enumerate(zip(before, self.prompts(), strict=False)) if was != now]


CONTROLS = [
    (PREDICTION, "[data-focus=again]"),
    (EXERCISE, "[name=answer]"),
    (EXERCISE, "[data-focus=another]"),
    (QUIZ, "[name=option0]"),
    (MEANS, "[data-slide]"),
    (MEANS, "[name='value 0 0']"),
    (BOARD, "[data-drag]"),
    (CONVENTIONS, "[data-do=case]"),
]


@pytest.mark.parametrize("front_end", ["lab", pytest.param("notebook", marks=pytest.mark.sweep)])
def test_notebook_shortcuts_in_widgets_run_and_leave_cells_without_pressing_controls(
    opened: Callable[..., Any], keys_notebook: Callable[[str], Path], front_end: str
) -> None:
    file = keys_notebook(front_end)
    page = opened(front_end, f"keys-{front_end}")
    page.wait_for_function(
        "n => [...document.querySelectorAll('.jp-InputPrompt')].filter(p => /\\d/.test(p.textContent)).length === n",
        arg=len(SOURCES),
    )
    live(page, ".documents").wait_for()
    cells = Cells(page)

    # Answer wrongly by key: the focus moves to the verdict. Shift+Enter then goes on through the notebook.
    live(page, "[data-focus='choice 0']").focus()
    page.keyboard.press("Enter")
    live(page, ".question .irlearn-verdict").wait_for()
    assert page.evaluate(f"{FOCUSED}.innerText") == "You predicted “it rises”. The answer is “it falls”."
    assert recorded(file) == {"swap": "it rises"}
    assert cells.ran(lambda: page.keyboard.press("Shift+Enter")) == [PREDICTION]
    assert cells.active() == EXERCISE
    assert cells.ran(lambda: page.keyboard.press("Shift+Enter")) == [EXERCISE]
    assert cells.active() == QUIZ
    live(page, ".question .irlearn-verdict").wait_for()
    assert "You predicted “it rises”" in live(page, ".question").inner_text(), "drawn anew from the progress"
    assert recorded(file) == {"swap": "it rises"}

    # Answer correctly by the other key. Asked again, no option has the focus, and the record stays.
    live(page, "[data-focus=again]").focus()
    page.keyboard.press(" ")
    live(page, "[data-focus='choice 1']").wait_for()
    assert page.evaluate(f"{FOCUSED}.innerText") == "What happens to AP?"
    page.keyboard.press("Enter")
    page.keyboard.press(" ")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    live(page, ".question .irlearn-verdict").wait_for()
    assert recorded(file) == {"swap": "it falls"}
    for _ in range(2):
        cells.ran(lambda: page.keyboard.press("Shift+Enter"))
    assert recorded(file) == {"swap": "it falls"}

    # From every control, Ctrl+Enter runs the cell and stays; Escape moves the focus to the cell.
    live(page, "[name=answer]").fill("0.4")
    for place, control in CONTROLS:
        before = live(page, control).evaluate("node => node.closest('.irlearn').innerHTML")
        live(page, control).focus()
        page.keyboard.press("Escape")
        assert cells.active() == place, control
        assert live(page, control).evaluate("node => node.closest('.irlearn').innerHTML") == before, control
    assert live(page, "[name=answer]").input_value() == "0.4", "still there, to be gone on with"
    live(page, "[name=answer]").fill("")
    for place, control in CONTROLS:
        live(page, control).focus()
        assert cells.ran(lambda: page.keyboard.press("Control+Enter")) == [place], control
        assert cells.active() == place, control
        live(page, control).wait_for()
    assert recorded(file) == {"swap": "it falls"}, "nothing was checked or committed"

    # A half-typed score survives the redraw after another score.
    live(page, "[name='value 0 0']").fill("0.9")
    live(page, "[data-focus='− 0 1']").click()
    page.wait_for_function("document.querySelector('.irlearn:not(.irlearn-static) [name=\"value 0 1\"]').value !== '1'")
    assert live(page, "[name='value 0 0']").input_value() == "0.9"
    live(page, "[name='value 0 0']").press("Enter")
    live(page, "[data-said] >> text=from 0.5 to 0.9").wait_for()

    # Enter in a document id runs no cell.
    live(page, ".documents button").click()
    live(page, "[data-said] >> text=You retrieved").wait_for()
    assert live(page, ".documents .id").inner_text() == f"{HOSTILE}0"
    assert page.evaluate("window.ran === undefined && !document.querySelector('img[src=x]')")

    # Alt+Enter runs the cell and inserts a cell below.
    live(page, "[data-focus=another]").focus()
    page.keyboard.press("Alt+Enter")
    page.wait_for_function(f"document.querySelectorAll('.jp-Notebook .jp-Cell').length === {len(SOURCES) + 1}")


ASKED = """
from irlearn import course, widgets
progress = course.Progress("03", ["turn", "both"], {folder!r})
widgets.Exercise(course.GeneratedExercise("turn", "ap", seed=1), progress=progress)"""
SEVERAL = """
options = tuple(course.Option(text, text != "c", "So it is.") for text in "abc")
widgets.Quiz(course.Quiz("both", "Which?", options, several=True), progress=progress)"""
WAITS = """() => {
  const prompts = [...document.querySelectorAll('.jp-Notebook .jp-InputPrompt')].map((prompt) => prompt.textContent);
  return /\\d/.test(prompts[1]) && prompts[2].includes('*') && document.querySelectorAll('.irlearn-live').length > 1;
}"""
"""The first cells have run, and their widgets live, while the third one runs."""
ACTIVE = "() => [...document.querySelectorAll('.jp-Cell')].findIndex(cell => cell.classList.contains('jp-mod-active'))"


@pytest.mark.parametrize("front_end", [pytest.param("lab", marks=pytest.mark.sweep), "notebook"])
def test_typed_text_is_committed_before_its_cell_runs_while_the_kernel_is_busy(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None], front_end: str
) -> None:
    folder = demo_folder / f"busy-of-{front_end}"
    folder.mkdir()
    waits = f"import os, time\ntime.sleep(8 * os.path.exists('{folder.name}/busy'))"
    sources = [ASKED.format(folder=folder.name), SEVERAL, waits, "'last'"]
    write_notebook(demo_folder / f"busy-{front_end}.ipynb", sources)
    file = folder / "03.progress.json"
    page = opened(front_end, f"busy-{front_end}")
    (folder / "busy").touch()
    page.evaluate("() => void window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_function(WAITS)
    field, cells = live(page, ".exercise [name=answer]"), Cells(page)

    # During "Run All" the answer waits, and later keys wait behind it.
    field.fill("0.123")
    ran = cells.prompts()[0]
    for _ in range(3):
        field.press("Shift+Enter")
    page.locator(".irlearn-stopped", has_text="The kernel is still busy.").first.wait_for(timeout=3_000)
    assert "[*]" in "".join(cells.prompts()), "the kernel was busy all the time"
    assert (cells.prompts()[0], recorded(file), page.evaluate(ACTIVE)) == (ran, {}, 0)
    live(page, ".exercise .irlearn-verdict").wait_for()
    assert (cells.prompts()[0], recorded(file)) == (ran, {"turn": "0.123"})
    assert page.locator(".irlearn-stopped").all_inner_texts() == ["", ""]
    assert cells.ran(lambda: page.keyboard.press("Shift+Enter")) == [0]
    assert cells.active() == 1
    live(page, ".exercise .irlearn-verdict").wait_for()

    # Every key and button that reruns the cell keeps the typed text.
    field.fill("0.4567")
    live(page, "[name=option0]").check()
    live(page, "[name=option2]").focus()
    page.keyboard.press("Escape")
    assert cells.ran(lambda: page.keyboard.press("Control+Enter")) == [1]
    live(page, "[data-focus=hint]").focus()
    assert cells.ran(lambda: page.keyboard.press("Control+Enter")) == [0]
    page.wait_for_function(
        "() => document.querySelector('.irlearn:not(.irlearn-static) [name=answer]')?.value === '0.4567'"
    )
    assert live(page, "[name=option0]").is_checked()
    assert recorded(file) == {"turn": "0.123"}

    # Rejected text is kept too.
    field.fill("x")
    field.press("Shift+Enter")
    live(page, ".exercise .problem").wait_for()
    assert cells.ran(lambda: page.keyboard.press("Shift+Enter")) == [0]
    page.wait_for_function("() => document.querySelector('.irlearn:not(.irlearn-static) [name=answer]')?.value === 'x'")

    # Ticked boxes are committed like text.
    live(page, "[name=option1]").focus()
    page.keyboard.press("Shift+Enter")
    live(page, ".quiz [data-said]").wait_for()
    assert recorded(file) == {"turn": "0.123", "both": "a"}
    assert cells.ran(lambda: page.keyboard.press("Shift+Enter")) == [1]


@pytest.mark.parametrize("front_end", ["lab", pytest.param("notebook", marks=pytest.mark.sweep)])
def test_tab_moves_through_a_widget_and_on_to_the_next_cell(
    opened: Callable[..., Any],
    demo_folder: Path,
    write_notebook: Callable[..., None],
    focused: Callable[[Any], str],
    front_end: str,
) -> None:
    (demo_folder / f"tab-of-{front_end}").mkdir()
    sources = [ASKED.format(folder=f"tab-of-{front_end}"), "'no control here'", SEVERAL, "'the last cell'"]
    write_notebook(demo_folder / f"tab-{front_end}.ipynb", sources)
    page = opened(front_end, f"tab-{front_end}")
    cells = Cells(page)
    live(page, "[name=option0]").wait_for()
    walk = [(0, ["answer", "check", "hint", "another"]), (2, ["option 0", "option 1", "option 2", "check"])]
    for place, keys in walk:
        root = page.locator(".jp-Cell").nth(place).locator(".irlearn:not(.irlearn-static)")
        root.locator(f"[data-focus='{keys[0]}']").focus()
        for key in keys:
            assert focused(page) == key
            page.keyboard.press("Tab")
        assert cells.active() == place + 1
        root.locator(f"[data-focus='{keys[-1]}']").focus()
        for key in reversed(keys):
            assert focused(page) == key
            page.keyboard.press("Shift+Tab")
        assert cells.active() == place

    # Tab also leaves the verdict, which takes the focus once.
    live(page, "[data-focus=check]").click()
    live(page, ".exercise .problem").wait_for()
    live(page, "[data-focus=another]").focus()
    page.keyboard.press("Tab")
    assert cells.active() == 1
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(f"document.querySelector('.jp-Cell').contains({FOCUSED})"), "and back into the first"


def test_notebook_shortcuts_do_nothing_on_a_page_without_cells(
    opened: Callable[..., Any], keys_notebook: Callable[[str], Path], page: Any
) -> None:
    file = keys_notebook("voila")
    opened("voila", "keys-voila")
    live(page, "[data-focus='choice 0']").focus()
    page.keyboard.press("Enter")
    live(page, ".question .irlearn-verdict").wait_for()
    for _ in range(2):
        page.keyboard.press("Shift+Enter")
    live(page, "[data-focus=again]").focus()  # the words that had the focus let it go
    for place, control in CONTROLS:
        before = live(page, control).evaluate("node => node.closest('.irlearn').innerHTML")
        live(page, control).focus()
        for key in ("Shift+Enter", "Control+Enter", "Alt+Enter"):
            page.keyboard.press(key)
        assert page.evaluate(f"{FOCUSED}.closest('.irlearn') !== null"), (place, control)
        page.keyboard.press("Escape")
        assert page.evaluate(f"{FOCUSED} === document.body"), control
        page.wait_for_timeout(100)
        assert live(page, control).evaluate("node => node.closest('.irlearn').innerHTML") == before, control
    assert recorded(file) == {"swap": "it rises"}
    assert page.evaluate("window.ran === undefined")

    # A held key presses only its first button, although the focus moves to the other button.
    live(page, "[name='value 0 0']").fill("0.95")
    live(page, "[name='value 0 0']").press("Enter")
    live(page, "[data-said] >> text=from 0.5 to 0.95").wait_for()
    live(page, "[data-focus='+ 0 0']").focus()
    page.keyboard.down("Enter")
    live(page, "[data-said] >> text=to 1.").wait_for()
    assert page.evaluate(f"{FOCUSED}.dataset.focus") == "− 0 0"
    for _ in range(3):
        page.keyboard.down("Enter")
    page.wait_for_timeout(200)
    page.keyboard.up("Enter")
    assert live(page, "[name='value 0 0']").input_value() == "1"
