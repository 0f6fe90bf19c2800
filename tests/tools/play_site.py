"""Play the lessons of a site that `irlearn site` has built: python tests/tools/play_site.py SITE [03 ...].

Every cell of each lesson runs, a question is answered, and the answer is still there after a reload. The site needs a
full distribution of Pyodide: the public address of one, or a folder that was given with --pyodide.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import sync_playwright

from irlearn.site.preview import start

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
STATE = """() => ({
  errors: [...document.querySelectorAll('[data-mime-type="application/vnd.jupyter.stderr"]')].map((e) => e.innerText),
  running: [...document.querySelectorAll('.jp-InputPrompt')].filter((e) => e.innerText.includes('*')).length,
})"""
QUESTION = ".irlearn:not(.irlearn-static) .question.asks:has(button[data-do=commit])"
PROGRESS = ".irlearn:not(.irlearn-static) .lesson-progress .where"


def open_lesson(page: Any, url: str, notebook: str) -> tuple[float, float]:
    """Open a lesson, and return the seconds until it is shown and until Python is ready."""
    began = time.time()
    page.goto(f"{url}/lite/notebooks/index.html?path={notebook}")
    page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=120_000)
    shown = time.time() - began
    page.wait_for_selector("#irlearn-start.ready, #irlearn-start.stopped", state="attached", timeout=240_000)
    if page.locator("#irlearn-start.stopped").count():
        raise SystemExit(f"{notebook}: {page.inner_text('#irlearn-start .says')}")
    return shown, time.time() - began


def run_all(page: Any) -> list[str]:
    """Run all cells, and return the texts of errors."""
    page.click(".jp-Notebook .jp-Cell >> nth=0")
    page.click(".lm-MenuBar-itemLabel:text-is('Run')")
    page.click(".lm-Menu-item:has-text('Run All Cells')")
    page.wait_for_timeout(1500)
    for _ in range(480):
        state = page.evaluate(STATE)
        if not state["running"]:
            break
        page.wait_for_timeout(250)
    else:
        return ["some cells still run"]
    page.wait_for_timeout(500)
    return list(state["errors"])


def done_parts(page: Any) -> str:
    """Return what the head of the lesson says of the parts that are done."""
    head = page.locator(PROGRESS).first
    head.wait_for(state="attached", timeout=20_000)
    return str(head.text_content()).strip()


def answer_first_question(page: Any) -> float:
    """Commit an answer to the first prediction, and return the seconds until the lesson counts it."""
    question = page.locator(QUESTION).first
    if question.locator("input").count():
        question.locator("input").first.fill("1/2")
    before = done_parts(page)
    began = time.time()
    question.locator("button[data-do=commit]").first.click()
    for _ in range(200):
        if done_parts(page) != before:
            break
        page.wait_for_timeout(20)
    return time.time() - began


def play(folder: Path, codes: list[str]) -> int:
    """Play the lessons with these codes, by default all, and return the number of lessons that failed."""
    notebooks = json.loads((folder / ".irlearn-site.json").read_text("utf-8"))["lessons"]
    server = start(folder)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url, failed = f"http://127.0.0.1:{server.server_port}", 0
    browser = which("chromium") or which("chromium-headless-shell")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(profile, executable_path=browser, args=FLAGS)
        for notebook in notebooks:
            if codes and notebook[:2] not in codes:
                continue
            page = context.new_page()
            page.set_viewport_size({"width": 1280, "height": 6000})  # A notebook draws only the cells in sight.
            shown, ready = open_lesson(page, url, notebook)
            began = time.time()
            errors = run_all(page)
            ran = time.time() - began
            before = done_parts(page)
            answered = answer_first_question(page)
            after = done_parts(page)
            page.reload()
            open_lesson(page, url, notebook)
            errors += run_all(page)
            kept = done_parts(page)
            failed += bool(errors) or kept != after or before == after
            print(
                f"{notebook}: shown after {shown:.1f} s, Python ready after {ready:.1f} s, ran in {ran:.1f} s; "
                f"{before}, answered in {answered:.2f} s, {after}, after a reload {kept}"
            )
            print(*(f"  {error[-600:]}" for error in errors), sep="\n")
            page.close()
        context.close()
    server.shutdown()
    return failed


if __name__ == "__main__":
    sys.exit(play(Path(sys.argv[1]), sys.argv[2:]))
