"""Test that widgets report a kernel that does not answer or has ended, and keep typed text."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

BOARD = """
import os
from pathlib import Path
from irlearn import Ranking, widgets
Path("board-kernel.pid").write_text(str(os.getpid()))
widgets.RankingBoard(Ranking.parse("1 0 1"))"""
LIVE = ".irlearn:not(.irlearn-static)"


def test_kernel_that_does_not_answer_is_reported(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None]
) -> None:
    write_notebook(demo_folder / "stopped.ipynb", [BOARD])
    page = opened("lab", "stopped")
    card = page.locator(f"{LIVE} [data-card='document 3']")
    os.kill(int((demo_folder / "board-kernel.pid").read_text()), signal.SIGSTOP)
    try:
        card.focus()
        page.keyboard.press("Alt+ArrowUp")
        page.locator(".irlearn-stopped", has_text="The kernel does not answer.").wait_for(timeout=9_000)
    finally:
        os.kill(int((demo_folder / "board-kernel.pid").read_text()), signal.SIGCONT)
    page.wait_for_function("document.querySelector('.irlearn-stopped').innerText === ''")


EXERCISE = """
import os
from pathlib import Path
from irlearn import course, widgets
Path({file!r}).write_text(str(os.getpid()))
widgets.Exercise(course.GeneratedExercise("turn", "ap", seed=1))"""
ENDS = [("lab", "restarted"), ("notebook", "killed"), ("voila", "killed")]
ENDS += [pytest.param(*other, marks=pytest.mark.sweep) for other in (("lab", "killed"), ("notebook", "restarted"))]


@pytest.mark.parametrize(("front_end", "end"), ENDS)
def test_kernel_that_ends_is_reported_at_once_and_typed_text_stays(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None], front_end: str, end: str
) -> None:
    name = f"{end}-{front_end}"
    write_notebook(demo_folder / f"{name}.ipynb", [EXERCISE.format(file=f"{name}.pid")])
    page = opened(front_end, name)
    field = page.locator(f"{LIVE} [name=answer]")
    field.fill("0.77")
    if end == "killed":
        os.kill(int((demo_folder / f"{name}.pid").read_text()), signal.SIGKILL)
    else:
        page.get_by_role("menuitem", name="Kernel", exact=True).click()
        page.locator(".lm-Menu-itemLabel", has_text="Restart Kernel…").first.click()
        page.locator(".jp-Dialog .jp-mod-accept").last.click()
    what = "Reload this page." if front_end == "voila" else "Run the cells of this notebook again."
    page.locator(".irlearn-stopped", has_text=f"The kernel has stopped or was started again. {what}").wait_for(
        timeout=9_000  # a server looks after its kernels every three seconds
    )
    assert field.input_value() == "0.77"
    if front_end == "voila":
        return
    if end == "killed":  # JupyterLab says it as well
        page.locator(".jp-Dialog .jp-mod-accept").last.click()
    field.press("Shift+Enter")  # nothing is entered where nobody answers: the cell is run again
    page.locator(".irlearn-stopped").get_by_text("The kernel").wait_for(state="detached")
    page.wait_for_function(f"document.querySelector('{LIVE} [name=answer]')?.value === '0.77'")
    field.press("Shift+Enter")
    page.locator(f"{LIVE} .irlearn-verdict").wait_for()
