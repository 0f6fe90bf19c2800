"""Front ends started once a session, and a page to look at them with."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shutil import which
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import TimeoutError as TooLate, sync_playwright

CHROMIUM = which("chromium") or "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
LIVE = ".irlearn-live"  # stands beside a widget's picture once its view lives
ROOT = Path(__file__).resolve().parents[2]

DEMO = {
    "board": """
from irlearn import datasets, widgets
topic = datasets.software()
board = widgets.RankingBoard(topic.ranked("d2 d9 d5 d10 d1 d6"), missed=topic, title=topic.query)
board""",
    "curve": "widgets.PrecisionRecall(board)",
    "crossing": "widgets.PrecisionRecall(datasets.crossing())",
    "matrix": 'widgets.ConfusionMatrix(topic, retrieved="d2 d5 d9 d10")',
    "prediction": """
from irlearn import P, Ranking
widgets.Prediction("What is P@4 of the ranking 1 1 0 1?", P @ 4, Ranking.parse("1 1 0 1"))""",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(arguments: list[str], folder: Path, port: int, log: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A Jupyter server on `folder`, ready to answer, ended afterwards: its address and its process."""
    url = f"http://127.0.0.1:{port}"
    settings = {"JUPYTER_CONFIG_DIR": str(log.parent / "config"), "JUPYTER_PLATFORM_DIRS": "1", "PYTHONPATH": str(ROOT)}
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments], cwd=folder, stdout=out, stderr=out, env={**os.environ, **settings}
        )
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"{url}/api" if "voila" not in arguments else url, timeout=2).read()
                break
            except OSError:
                if process.poll() is not None:
                    pytest.fail(f"{arguments[0]} ended: {log.read_text()[-2000:]}")
                time.sleep(0.25)
        else:
            pytest.fail(f"{arguments[0]} did not answer: {log.read_text()[-2000:]}")
        yield url, process
    finally:
        process.terminate()
        process.wait(20)


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("notebooks")
    for names in (*((name,) for name in DEMO), tuple(DEMO)):
        first = [] if names[0] == "board" else [DEMO["board"].rsplit("\n", 1)[0]]
        cells = [new_code_cell(source.strip()) for source in [*first, *(DEMO[name] for name in names)]]
        notebook = new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})
        nbformat.write(notebook, folder / f"{names[0] if len(names) == 1 else 'all'}.ipynb")
    return folder


def jupyter_server(folder: Path, port: int, log: Path) -> AbstractContextManager[tuple[str, subprocess.Popen[bytes]]]:
    """JupyterLab, which serves Notebook 7's pages too."""
    options = ["--no-browser", f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token=", "--allow-root"]
    options += [
        "--ServerApp.disable_check_xsrf=True",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    return server(["notebook", *options], folder, port, log)


@pytest.fixture(scope="session")
def jupyter(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with jupyter_server(demo_folder, free_port(), tmp_path_factory.mktemp("lab") / "log") as (url, _):
        yield url


@pytest.fixture
def start_jupyter(tmp_path: Path) -> Callable[[Path], AbstractContextManager[tuple[str, subprocess.Popen[bytes]]]]:
    """A Jupyter server of one's own, at the same address each time, for a test that ends it."""
    port = free_port()
    return lambda folder: jupyter_server(folder, port, tmp_path / "log")


@pytest.fixture(scope="session")
def voila(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    options = ["--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    with server(["voila", *options], demo_folder, port, tmp_path_factory.mktemp("voila") / "log") as (url, _):
        yield url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if not Path(CHROMIUM).exists():
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(60_000)
    yield page
    page.close()


@pytest.fixture
def opened(request: pytest.FixtureRequest, page: Any) -> Callable[..., Any]:
    """Open a demonstration notebook in a front end and run it: `opened("lab", "board")` gives the page.

    The server is the one all tests share, or the one whose `url` is given.
    """

    def open_and_run(front_end: str, name: str, url: str = "") -> Any:
        url = url or request.getfixturevalue("voila" if front_end == "voila" else "jupyter")
        path = {
            "lab": f"/lab/tree/{name}.ipynb?reset",
            "notebook": f"/notebooks/{name}.ipynb",
            "voila": f"/voila/render/{name}.ipynb",
        }
        page.goto(url + path[front_end])
        if front_end == "voila":
            page.wait_for_selector(LIVE, state="attached", timeout=120_000)
            return page
        page.wait_for_selector(".jp-CodeCell", timeout=120_000)
        for _ in range(6):  # a click before the kernel is there is lost, and a slow server makes JupyterLab ask
            asked = page.locator(".jp-Dialog .jp-mod-accept")
            if asked.count():
                asked.last.click()
            try:
                page.get_by_role("menuitem", name="Run", exact=True).click(timeout=5_000)
                page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click(timeout=5_000)
                page.wait_for_selector(LIVE, state="attached", timeout=20_000)
            except TooLate:
                continue
            break
        else:
            pytest.fail(f"{name} did not run in {front_end}: {page.locator('body').inner_text()[-500:]}")
        return page

    return open_and_run
