"""Take pictures of the lessons as a learner sees them.

Usage: `python tests/tools/photograph_lessons.py FOLDER [--lessons 07 09] [--width 400]`

Each lesson is copied, opened in headless Chromium (in Notebook 7, or in the front ends named by `--in`), run from top
to bottom, and photographed in slices of a screen's width, in the light and in the dark theme:
FOLDER/07-1024-dark-03.png, FOLDER/07-lab-1024-dark-03.png. `Run all` shows questions and working widgets, no answers.
Ends with status 1 where a cell printed an error or a warning, or the page is wider than asked.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parents[1]))  # where browser/conftest.py is found

from browser.conftest import CHROMIUM, FLAGS, LIVE, VOILA, free_port, jupyter_server, run_all, server

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}
FRONT_ENDS = {"notebook": "/notebooks/{}", "lab": "/lab/tree/{}?reset", "voila": "/voila/render/{}"}
TALL, SLICE = 15_000, 1_400
NARROW = 700
ALL_RAN = """() => ![...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]
  .some(one => /[*]|\\[ *\\]/.test(one.innerText))"""
SAID = """() => [...document.querySelectorAll(
  '[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]'
)].map(one => one.innerText)"""
BOTTOM = """() => Math.max(
  ...[...document.querySelectorAll('.jp-Cell, .jp-OutputArea')].map(one => one.getBoundingClientRect().bottom)
)"""
TO_THE_TOP = "() => document.querySelector('.jp-WindowedPanel-outer')?.scrollTo(0, 0)"
TOO_WIDE = """() => [...document.querySelectorAll('.irlearn')].filter(one => one.scrollWidth > one.clientWidth + 1)
  .map(one => one.innerText.slice(0, 60))"""


def photograph(page: Any, url: str, front_end: str, lesson: Path, width: int, start: str, to: Path) -> list[str]:
    """Run a lesson and save its slices; return the faults."""
    page.set_viewport_size({"width": width, "height": 3_000})  # a widget lives only where its cell is on the screen
    page.goto(url + FRONT_ENDS[front_end].format(lesson.name), timeout=120_000)
    if front_end == "voila":
        page.wait_for_selector(LIVE, state="attached", timeout=120_000)
    else:
        run_all(page, lesson.name)
    if front_end == "lab" and width < NARROW:
        page.evaluate("() => window.jupyterapp.shell.collapseLeft()")  # the file browser would leave a strip
    page.set_viewport_size({"width": width, "height": TALL})  # cells that are off the screen are drawn when they are on
    page.wait_for_function(ALL_RAN, timeout=120_000)
    page.wait_for_load_state("networkidle")
    page.evaluate(TO_THE_TOP)  # JupyterLab goes along with the cells as they run
    page.wait_for_timeout(1_000)
    bottom = min(page.evaluate(BOTTOM), TALL)
    for number, top in enumerate(range(0, int(bottom), SLICE)):
        clip = {"x": 0, "y": top, "width": width, "height": min(SLICE, bottom - top)}
        page.screenshot(path=to / f"{start}-{number:02}.png", clip=clip)
    wide = [f"wider than {width}: {text!r}" for text in page.evaluate(TOO_WIDE)]
    return [*page.evaluate(SAID), *wide]


def served(front_end: str, place: Path) -> AbstractContextManager[tuple[str, Any]]:
    """Start the server of a front end on a folder of lessons."""
    port, log = free_port(), place / "log"
    if front_end != "voila":
        return jupyter_server(place / "lessons", port, log)
    return server([*VOILA, f"--port={port}", f"--theme={place.name}"], place / "lessons", port, log)


def main() -> int:
    """Take the pictures; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lessons", nargs="+", default=[""], help="how their names begin (default: all)")
    parser.add_argument("--width", type=int, nargs="+", default=[1024])
    parser.add_argument("--themes", nargs="+", choices=THEMES, default=list(THEMES))
    parser.add_argument("--in", dest="front_ends", nargs="+", choices=FRONT_ENDS, default=["notebook"])
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as made, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for theme in given.themes:
            place = Path(made, theme)
            shutil.copytree(LESSONS, place / "lessons", ignore=shutil.ignore_patterns("*.progress.json"))
            settings = place / "config/lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"
            settings.parent.mkdir(parents=True)
            settings.write_text(json.dumps({"theme": THEMES[theme]}))
            for front_end in given.front_ends:
                with served(front_end, place) as (url, _):
                    for lesson in sorted((place / "lessons").glob("*.ipynb")):
                        for width in given.width if lesson.name.startswith(tuple(given.lessons)) else ():
                            page = browser.new_page()
                            start = "-".join(
                                [lesson.name[:2], *[front_end] * (front_end != "notebook"), str(width), theme]
                            )
                            problems = photograph(page, url, front_end, lesson, width, start, given.folder)
                            page.close()
                            print(f"{start}: {'; '.join(problems) or 'nothing wrong'}", flush=True)
                            wrong += len(problems)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
