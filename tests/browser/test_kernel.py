"""A kernel that has stopped is said in the widget, and a card that is dragged to an edge scrolls the page."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

BOARD = """
import os
from pathlib import Path
from irlearn import Ranking, widgets
Path("board-kernel.pid").write_text(str(os.getpid()))
widgets.RankingBoard(Ranking.parse("1 0 " * 20))"""
LIVE = ".irlearn:not(.irlearn-static)"


def test_a_stopped_kernel_is_said_and_the_edge_scrolls(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None]
) -> None:
    write_notebook(demo_folder / "stopped.ipynb", [BOARD])
    page = opened("lab", "stopped")
    card = page.locator(f"{LIVE} [data-card='document 2']")
    card.scroll_into_view_if_needed()
    place = "node => [...node.parentElement.querySelectorAll('[data-card]')].indexOf(node)"
    box = card.locator(".grip").bounding_box()
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + 4, box["y"] + 30, steps=3)
    bottom = page.evaluate("document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect().bottom")
    page.mouse.move(box["x"] + 4, bottom - 15, steps=5)
    page.wait_for_timeout(1500)
    assert card.evaluate(place) > 30, "the list went by under the hand"
    page.mouse.up()
    assert page.locator(".irlearn-stopped").inner_text() == ""

    os.kill(int((demo_folder / "board-kernel.pid").read_text()), signal.SIGSTOP)
    try:
        card.focus()
        page.keyboard.press("Alt+ArrowUp")
        page.locator(".irlearn-stopped", has_text="The kernel does not answer.").wait_for(timeout=9_000)
    finally:
        os.kill(int((demo_folder / "board-kernel.pid").read_text()), signal.SIGCONT)
    page.wait_for_function("document.querySelector('.irlearn-stopped').innerText === ''")
