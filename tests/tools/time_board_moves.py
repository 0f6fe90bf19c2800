"""Time a move on a ranking board and in paired scores.

Usage: `python tests/tools/time_board_moves.py [--browser] [--moves 200]`

Python's side: a gesture on a RankingBoard of 20 documents and 8 measures, against `ipywidgets.interact` that draws the
same eight scores with a pyplot bar chart (a slider's change, as a user would write it), and a step of a dot in
PairedScores of 9, 50 and 200 queries, the mean of its five tests. With `--browser` also the time from a key press to
the changed picture in headless Chromium on JupyterLab. Medians, in milliseconds.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from shutil import which

import ipywidgets
import matplotlib as mpl
import nbformat
import numpy as np
from nbformat.v4 import new_code_cell, new_notebook

from irlearn import AP, ESL, RBP, RR, F, P, R, Ranking, nDCG
from irlearn.widgets import PairedScores, RankingBoard

MEASURES = [P @ 5, R @ 5, F @ 5, AP, RR, nDCG @ 10, ESL, RBP]
RANKING = Ranking.parse("1 0 1 1 0 0 1 0 0 1 1 0 0 0 1 0 0 0 1 0", relevant=12)
QUERIES = (9, 50, 200)
BOARD = f"""from irlearn import *
from irlearn import widgets
widgets.RankingBoard(Ranking.parse('1 0 1 1 0 0 1 0 0 1 1 0 0 0 1 0 0 0 1 0', relevant=12), measures={MEASURES!r})"""
PAIRED = """import numpy as np
from irlearn import widgets
rng = np.random.default_rng(1)
a = rng.random(200).round(2)
widgets.PairedScores(a, (a + rng.normal(0, 0.1, 200)).clip(0, 1).round(2))"""


def paired(queries: int, test: str) -> PairedScores:
    """Return scores of two systems with small differences on most queries."""
    rng = np.random.default_rng(1)
    a = rng.random(queries).round(2)
    return PairedScores(a, (a + rng.normal(0, 0.1, queries)).clip(0, 1).round(2), test=test)


def paired_ms(queries: int, moves: int) -> float:
    """Return the median time of a step of each dot in turn, averaged over the five tests."""
    found = []
    for test in paired(queries, "sign").results:
        step = partial(paired(queries, test).gesture, do="step")
        found.append(
            median_ms(lambda turn, step=step: step(key=f"0 {turn % queries}", by=1 - turn // queries % 2 * 2), moves)
        )
    return statistics.mean(found)


def median_ms(work: Callable[[int], object], times: int) -> float:
    """Return the median time of `work(0)`, `work(1)`, ..., after three warm-up calls."""
    taken = []
    for turn in range(times + 3):
        start = time.perf_counter()
        work(turn)
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken[3:])


def interact() -> Callable[[int], object]:
    """A slider that moves one document and redraws the scores with pyplot."""
    mpl.use("module://matplotlib_inline.backend_inline")
    import matplotlib.pyplot as plt

    def redraw(rank: int) -> None:
        grades = list(RANKING.grades)
        grades.insert(rank, grades.pop(0))
        moved = Ranking(grades, RANKING.judged)
        plt.bar([repr(measure) for measure in MEASURES], [measure.of(moved) for measure in MEASURES])
        plt.savefig(os.devnull, format="png")  # what the inline backend does when it shows the figure
        plt.close()

    slider = ipywidgets.IntSlider(min=0, max=19)
    ipywidgets.interactive_output(redraw, {"rank": slider})

    def move(turn: int) -> None:
        slider.value = 1 + turn % 19

    return move


def browser_ms(code: str, focus: str, keys: tuple[str, str], presses: int) -> float:
    """Return the median time in JupyterLab from a key press to the next frame after the picture changed."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        python = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        nbformat.write(new_notebook(cells=[new_code_cell(code)], metadata=python), Path(folder) / "board.ipynb")
        options = ["--no-browser", f"--port={port}", "--IdentityProvider.token=", "--allow-root"]
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", *options],
            cwd=folder,
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        try:
            url = f"http://127.0.0.1:{port}"
            while True:
                try:
                    json.load(urllib.request.urlopen(f"{url}/api"))
                    break
                except OSError:
                    time.sleep(0.3)
            with sync_playwright() as playwright:
                flags = [
                    "--no-sandbox",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                ]
                chromium = playwright.chromium.launch(executable_path=which("chromium"), args=flags)
                page = chromium.new_page(viewport={"width": 1280, "height": 900})
                page.add_init_script(NOTE_KEYS)  # before the widget's own listener, which keeps its keys to itself
                page.goto(f"{url}/lab/tree/board.ipynb")
                page.wait_for_selector(".jp-CodeCell", timeout=120_000)
                page.wait_for_timeout(6000)  # the kernel starts
                page.get_by_role("menuitem", name="Run", exact=True).click()
                page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
                page.wait_for_selector(".irlearn-live", state="attached", timeout=120_000)
                page.locator(f".irlearn:not(.irlearn-static) {focus}").first.focus()
                page.evaluate(WATCH)
                for press in range(presses):
                    page.keyboard.press(keys[press % 2])
                    page.wait_for_function(f"window.irlearnTimes.length === {press + 1}")
                    page.wait_for_timeout(50)
                times = page.evaluate("window.irlearnTimes")
                chromium.close()
                return statistics.median(times)
        finally:
            server.terminate()
            server.wait(20)


NOTE_KEYS = """window.addEventListener('keydown', (event) => {
  if (/^(Arrow|Enter)/.test(event.key)) window.irlearnPressed = performance.now();
}, true);"""

WATCH = """() => {
  window.irlearnTimes = [];
  const all = { childList: true, subtree: true, attributes: true, characterData: true };
  const root = document.querySelector('.irlearn:not(.irlearn-static)');
  new MutationObserver((seen) => {
    const began = window.irlearnPressed;
    if (!began || seen.every(({ type, target }) => type === 'attributes' && target === root)) return;
    window.irlearnPressed = 0;
    requestAnimationFrame(() => requestAnimationFrame(() => window.irlearnTimes.push(performance.now() - began)));
  }).observe(root, all);
}"""


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--browser", action="store_true")
    options = parser.parse_args()
    for documents in (10, 200):
        long = RankingBoard(Ranking([int(rank % 3 == 0) for rank in range(documents)]))
        rng = random.Random(1)
        taken = median_ms(
            lambda _, it=long, rng=rng, most=documents: it.gesture(
                do="place", key=f"document {rng.randint(1, most)}", to=rng.randrange(most)
            ),
            options.moves,
        )
        print(f"a move among {documents:3} documents:        {taken:.2f} ms")
    board = RankingBoard(RANKING, measures=MEASURES)
    drag = median_ms(
        lambda turn: board.gesture(do="place", key=f"document {turn % 20 + 1}", to=turn * 7 % 20), options.moves
    )
    with contextlib.redirect_stdout(io.StringIO()):  # interact clears its output with escape codes
        other = median_ms(interact(), max(options.moves // 10, 10))
    print(f"a move on the board, Python's side: {drag:.2f} ms")
    print(f"interact with a pyplot figure:      {other:.1f} ms, {other / drag:.0f} times as much")
    for queries in QUERIES:
        print(f"a step in paired scores of {queries:3}:       {paired_ms(queries, options.moves // 5):.2f} ms")
    if options.browser:
        on_board = browser_ms(BOARD, "[data-card='document 2']", ("Alt+ArrowDown", "Alt+ArrowUp"), 40)
        on_scale = browser_ms(PAIRED, "[data-slide]", ("ArrowLeft", "ArrowRight"), 40)
        print("from key press to changed picture (JupyterLab, headless Chromium):")
        print(f"  board of 20 documents:            {on_board:.0f} ms")
        print(f"  paired scores of 200 queries:     {on_scale:.0f} ms")


if __name__ == "__main__":
    main()
