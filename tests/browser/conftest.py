"""Fixtures that start front ends and browsers, and open notebooks."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from shutil import which
from typing import Any, ClassVar, Self

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import TimeoutError as TooLate, sync_playwright

CHROMIUM = which("chromium-headless-shell") or which("chromium") or "/usr/bin/chromium"
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
USUAL = {"width": 1280, "height": 900}
SAYS = ".irlearn-stopped, .irlearn [data-said], .irlearn .problem, .irlearn .own, .jp-InputPrompt"
LIVE = ".irlearn-live"  # stands beside a widget's picture once its view lives
ROOT = Path(__file__).resolve().parents[2]
VOILA = [  # with its own manager of widgets alone: where JupyterLab's comes first, it knows of no widget
    "voila", "--no-browser", "--Voila.ip=127.0.0.1",
    '--VoilaConfiguration.extension_denylist=["@jupyter-widgets/jupyterlab-manager"]',
]  # fmt: skip

VOILA_WITH_CONTROLS = [  # JupyterLab's manager alone knows the controls and boxes of ipywidgets
    "voila", "--no-browser", "--Voila.ip=127.0.0.1",
    '--VoilaConfiguration.extension_denylist=["@jupyter-notebook/lab-extension"]',
]  # fmt: skip

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

DEFAULT_TESTS = (
    "test_colors.py::test_colors_match_their_meaning[dark]",
    "test_colors.py::test_colors_match_their_meaning[light]",
    "test_exercises.py::test_lesson_questions_are_answered_by_keyboard[lab]",
    "test_front_ends.py::test_tab_reaches_every_control_and_a_prediction_is_typed[notebook]",
    "test_front_ends.py::test_board_moves_cards_by_mouse_and_keyboard[lab]",
    "test_front_ends.py::test_curve_follows_the_board_and_matrix_counts_documents[voila]",
    "test_means.py::test_means_dot_moves_by_keys_buttons_typing_and_dragging[notebook]",
    "test_typed_keys.py::test_typed_keys_in_widgets_do_not_reach_the_notebook[lab]",
)
"""Tests that run without `--all`: they cover each kind of test and front end, mouse and keys."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and f"{item.path.name}::{item.name}" not in DEFAULT_TESTS:
            item.add_marker(pytest.mark.all)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call" and report.failed:
        for browser in Browser.opened:
            report.sections += browser.lately()
    return report


def _write_notebook(path: Path, sources: Sequence[str]) -> None:
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    cells = [new_code_cell(source.strip()) for source in sources]
    nbformat.write(new_notebook(cells=cells, metadata=kernel), path)


@pytest.fixture(scope="session")
def write_notebook() -> Callable[[Path, Sequence[str]], None]:
    """Write a notebook with these code cells to a path."""
    return _write_notebook


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(
    arguments: list[str], folder: Path, port: int, log: Path, **more: str
) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Start a Jupyter server on `folder`, with `more` in its environment; yield its address and process once ready."""
    url = f"http://127.0.0.1:{port}"
    config = log.parent / "config"
    settings = {"JUPYTER_CONFIG_DIR": str(config), "JUPYTER_PLATFORM_DIRS": "1", "PYTHONPATH": str(ROOT)}
    settings["IRLEARN_DATA"] = str(log.parent)  # no real data, wherever the tests run: with it pictures hold more
    settings |= more
    page_config = config / "labconfig" / "page_config.json"  # a second for each page goes into looking for npm packages
    page_config.parent.mkdir(parents=True, exist_ok=True)
    page_config.write_text('{"buildAvailable": false, "buildCheck": false}')
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=folder,
            stdout=out,
            stderr=out,
            env={**os.environ, **settings},
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
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:  # it waits for a kernel of its own: met once in a session of 250 tests
            process.kill()


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("notebooks")
    for names in (*((name,) for name in DEMO), tuple(DEMO)):
        first = [] if names[0] == "board" else [DEMO["board"].rsplit("\n", 1)[0]]
        path = folder / f"{names[0] if len(names) == 1 else 'all'}.ipynb"
        _write_notebook(path, [*first, *(DEMO[name] for name in names)])
    return folder


def jupyter_server(
    folder: Path, port: int, log: Path, **more: str
) -> AbstractContextManager[tuple[str, subprocess.Popen[bytes]]]:
    """Start JupyterLab, which also serves the pages of Notebook 7."""
    options = ["--no-browser", f"--port={port}", "--ip=127.0.0.1", "--IdentityProvider.token=", "--allow-root"]
    options += [
        "--ServerApp.disable_check_xsrf=True",
        "--LabApp.news_url=",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.expose_app_in_browser=True",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]
    return server(["notebook", *options], folder, port, log, **more)


@pytest.fixture(scope="session")
def jupyter(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    log = tmp_path_factory.mktemp("lab") / "log"
    with jupyter_server(demo_folder, free_port(), log) as (url, _):
        yield url


class SlowLink:
    """A port that forwards to another local port in order; `latency` is the current delay each way, in seconds."""

    def __init__(self, target: int) -> None:
        self.port, self._target, self.latency = free_port(), target, 0.0
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._ready = threading.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._join, "127.0.0.1", self.port)
        self._ready.set()
        await self._end.wait()
        server.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        except (OSError, asyncio.CancelledError):
            pass  # one side has gone, or the test has ended
        finally:
            back.close()
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def take() -> None:
            data = b" "
            while data:
                data = await reader.read(1 << 16)
                waiting.put_nowait((self._loop.time() + self.latency, data))

        async def give() -> None:
            while True:
                due, data = await waiting.get()
                await asyncio.sleep(due - self._loop.time())
                if not data:
                    writer.close()
                    return
                writer.write(data)
                await writer.drain()

        await asyncio.gather(take(), give())


@pytest.fixture(scope="session")
def link(jupyter: str) -> Iterator[SlowLink]:
    """Open a link to JupyterLab at `port`, without delay until its `latency` is set."""
    with SlowLink(int(jupyter.rsplit(":", 1)[1])) as link:
        yield link


@pytest.fixture
def start_jupyter(tmp_path: Path) -> Callable[[Path], AbstractContextManager[tuple[str, subprocess.Popen[bytes]]]]:
    """Start a separate Jupyter server, always at the same address, for a test that ends the server."""
    port = free_port()
    return lambda folder: jupyter_server(folder, port, tmp_path / "log")


@pytest.fixture(scope="session")
def voila(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    log = tmp_path_factory.mktemp("voila") / "log"
    with server([*VOILA, f"--port={port}"], demo_folder, port, log) as (url, _):
        yield url


LATELY = (
    f"""() => [...(window.lately ?? []), ...[...document.querySelectorAll('{SAYS}')].map((one) => one.innerText)]"""
)


class Browser:
    """A browser whose pages share a cache, so that JupyterLab's scripts are not compiled again for each page."""

    opened: ClassVar[list[Browser]] = []

    def __init__(self, context: Any) -> None:
        self._context = context
        self.opened.append(self)

    def lately(self) -> list[tuple[str, str]]:
        """Return recent input events, animations and widget messages of each open page; shown when a test fails."""
        return [(page.url, "\n".join(page.evaluate(LATELY))) for page in self._context.pages]

    def new_page(self, viewport: dict[str, int] | None = None) -> Any:
        page = self._context.new_page()
        page.set_viewport_size(viewport or {"width": 1280, "height": 720})
        return page


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if not Path(CHROMIUM).exists():
        pytest.skip("no Chromium on this machine")
    kept = tmp_path_factory.mktemp("chromium")
    usual = {"args": [*FLAGS, "--disable-gpu"], "reduced_motion": "reduce"}  # each frame of a motion costs the CPU
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(kept, executable_path=CHROMIUM, **usual)
        yield Browser(context)
        Browser.opened.clear()
        context.close()


@pytest.fixture
def page(chromium: Any) -> Iterator[Any]:
    page = chromium.new_page(viewport=USUAL)
    page.set_default_timeout(60_000)
    yield page
    page.close()


OPEN = """async (path) => {
  const app = window.jupyterapp;
  for (const widget of [...app.shell.widgets('main')]) {
    await widget.sessionContext?.shutdown();
    if (widget.context) widget.context.model.dirty = false;
    widget.close();
  }
  if (document.body.dataset.jpThemeLight === 'false') {
    await app.commands.execute('apputils:change-theme', { theme: 'JupyterLab Light' });
  }
  await app.commands.execute('docmanager:open', { path, factory: 'Notebook' });
}"""


class Lab:
    """JupyterLab, loaded once per process; loading takes seven times as long as opening a notebook."""

    def __init__(self, chromium: Browser, url: str) -> None:
        self._chromium, self._url = chromium, url
        self._page: Any = None

    def show(self, name: str) -> Any:
        """Return the page with a freshly opened notebook; earlier notebooks are closed and their kernels ended."""
        if self._page is None or self._page.is_closed():
            self._page = self._chromium.new_page()
            self._page.goto(f"{self._url}/lab?reset")
            self._page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)", timeout=120_000)
            self._page.add_style_tag(content=".Toastify { display: none; }")
        page = self._page
        page.set_default_timeout(60_000)
        page.set_viewport_size(USUAL)
        page.bring_to_front()
        while page.locator(".jp-Dialog").count():
            page.keyboard.press("Escape")
        page.evaluate(OPEN, f"{name}.ipynb")
        return page


@pytest.fixture(scope="session")
def run_in_lab(chromium: Browser, jupyter: str) -> Callable[..., Any]:
    """Open and run a notebook in the shared JupyterLab: `run_in_lab("board")` returns the page.

    There is one at each `url` that is given, such as that of a slow link.
    """
    labs: dict[str, Lab] = {}

    def open_and_run(name: str, url: str = jupyter) -> Any:
        page = labs.setdefault(url, Lab(chromium, url)).show(name)
        run_all(page, f"{name} in JupyterLab")
        return page

    return open_and_run


@pytest.fixture(scope="session")
def run_on(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Open and run a notebook in a front end on a given page: `run_on(page, "notebook", "board")`.

    The server is the one all tests share, or the one whose `url` is given.
    """

    def open_and_run(page: Any, front_end: str, name: str, url: str = "") -> None:
        url = url or request.getfixturevalue("voila" if front_end == "voila" else "jupyter")
        path = {
            "lab": f"/lab/tree/{name}.ipynb?reset",
            "notebook": f"/notebooks/{name}.ipynb",
            "voila": f"/voila/render/{name}.ipynb",
        }
        page.goto(url + path[front_end])
        if front_end == "voila":
            page.wait_for_selector(LIVE, state="attached", timeout=120_000)
            return
        run_all(page, f"{name} in {front_end}")

    return open_and_run


@pytest.fixture(scope="session")
def show(
    chromium: Browser, run_in_lab: Callable[[str], Any], run_on: Callable[..., None]
) -> Callable[[str, str], AbstractContextManager[Any]]:
    """Open and run a notebook in a front end for several tests: `with show("notebook", "board") as page`."""

    @contextmanager
    def open_and_run(front_end: str, name: str) -> Iterator[Any]:
        if front_end == "lab":
            yield run_in_lab(name)
            return
        page = chromium.new_page(viewport=USUAL)
        page.set_default_timeout(60_000)
        run_on(page, front_end, name)
        yield page
        page.close()

    return open_and_run


@pytest.fixture(scope="module")
def lab_page(demo_folder: Path, run_in_lab: Callable[[str], Any]) -> Callable[..., Any]:
    """Open cells in JupyterLab for a test module: `lab_page("luck", cells, last=".records", high=1400)`.

    `last` is what has to be there before it is given, `high` its height in pixels.
    """

    def open_and_run(name: str, cells: Sequence[str], *, last: str, high: int) -> Any:
        _write_notebook(demo_folder / f"{name}.ipynb", cells)
        page = run_in_lab(name)
        page.set_viewport_size({"width": 1280, "height": high})
        page.locator(last).wait_for()
        return page

    return open_and_run


READY = """() => {
  const session = window.jupyterapp?.shell.currentWidget?.sessionContext;
  const kernel = session?.isReady && session.session?.kernel;
  return kernel?.connectionStatus === 'connected' && kernel.status === 'idle';
}"""


WATCH = """() => {
  const watched = window.lately;
  window.lately = [];
  if (watched) return; // a page that tests share is watched once
  const add = (...what) => {
    window.lately.push([Math.round(performance.now()), ...what].join(' '));
    window.lately.splice(0, window.lately.length - 60);
  };
  const box = (at) => [at.x, at.y, at.width, at.height].map(Math.round).join(',');
  const name = (node) => `${node?.nodeName} ${node?.getAttribute?.('class') ?? ''} ${node?.dataset?.focus ?? ''}`;
  for (const kind of ['pointerdown', 'pointerup', 'pointercancel', 'click', 'focusin']) {
    window.addEventListener(kind, ({ target, clientX, clientY }) => {
      add(kind, clientX, clientY, name(target), target.nodeType === 1 ? box(target.getBoundingClientRect()) : '');
    }, true);
  }
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      for (const { node, previousRect: was, currentRect: now } of sources) add('moved', name(node), box(was), box(now));
    }
  }).observe({ type: 'layout-shift' });
}"""


RUN = """() => {
  window.allRan = false;
  window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => (window.allRan = true));
}"""


def run_all(page: Any, name: str) -> None:
    """Run all cells of the named notebook on a page of JupyterLab or Notebook 7, and wait for the last."""
    page.wait_for_selector(".jp-CodeCell", timeout=120_000)
    for _ in range(6):  # a slow server makes JupyterLab ask
        asked = page.locator(".jp-Dialog .jp-mod-accept")
        if asked.count():
            asked.last.click()
        try:
            # Cells that run before the kernel is ready are lost. Polling at each frame would redraw the page each time.
            page.wait_for_function(READY, timeout=20_000, polling=100)
        except TooLate:
            continue
        page.evaluate(WATCH)
        page.evaluate(RUN)
        page.wait_for_selector(LIVE, state="attached", timeout=120_000)
        page.wait_for_function("window.allRan", timeout=240_000, polling=100)  # then JupyterLab has moved the focus
        return
    pytest.fail(f"{name} did not run: {page.locator('body').inner_text()[-500:]}")


@pytest.fixture
def opened(run_on: Callable[..., None], request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Open and run a notebook in a front end: `opened("lab", "board")` returns the page.

    JupyterLab is the one that tests share, unless a `url` is given (as in `run_on`) or the test has a page of its own.
    """

    def open_and_run(front_end: str, name: str, url: str = "") -> Any:
        if front_end == "lab" and not url and "page" not in request.fixturenames:
            return request.getfixturevalue("run_in_lab")(name)
        page = request.getfixturevalue("page")
        run_on(page, front_end, name, url)
        return page

    return open_and_run


def _focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.dataset.focus ?? document.activeElement.tagName"))


@pytest.fixture(scope="session")
def focused() -> Callable[[Any], str]:
    """Return the key of the focused element of a page."""
    return _focused


@pytest.fixture(scope="session")
def tab_to() -> Callable[..., None]:
    """Press Tab until the element with a key has the focus: `tab_to(page, "answer")`."""

    def go_on(page: Any, key: str, most: int = 8) -> None:
        for _ in range(most):
            if _focused(page) == key:
                return
            page.keyboard.press("Tab")
        if _focused(page) != key:
            pytest.fail(f"Tab does not reach {key}; it is at {_focused(page)}")

    return go_on


@pytest.fixture(scope="session")
def heard() -> Callable[[Any, str], None]:
    """Wait until a live region of a page says these words: `heard(page, "Not yet.")`."""

    def listen(page: Any, words: str) -> None:
        try:
            page.locator(LIVE, has_text=words).first.wait_for(state="attached", timeout=30_000)
        except TooLate:
            said = [text for text in page.locator(LIVE).all_inner_texts() if text]
            pytest.fail(f"{words!r} was not said, but {said}; the focus is at {_focused(page)!r}")

    return listen


@pytest.fixture(scope="session")
def set_theme() -> Callable[[Any, str], None]:
    """Set JupyterLab's theme to "Light" or "Dark"; the server keeps the theme for other pages."""

    def choose(page: Any, theme: str) -> None:
        page.get_by_role("menuitem", name="Settings", exact=True).click()
        page.get_by_text("Theme", exact=True).hover()
        page.get_by_text(f"JupyterLab {theme}", exact=True).click()
        page.wait_for_function(THEMED, arg=theme == "Light")

    return choose


THEMED = """(light) => {
  const [red] = getComputedStyle(document.querySelector('.jp-Notebook')).backgroundColor.match(/\\d+/g).map(Number);
  return document.body.dataset.jpThemeLight === String(light) && red > 127 === light;
}"""


@pytest.fixture(scope="session")
def contrasts() -> Callable[[Any, str], dict[str, float]]:
    """Return the contrast, 1 to 21, of each text in the selected elements: `contrasts(page, ".asks")`."""
    return lambda page, selector: page.evaluate(CONTRASTS, selector)


CONTRASTS = """(selector) => {
  const channel = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const rgba = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = (top, share, under) => [0, 1, 2].map((i) => share * top[i] + (1 - share) * under[i]);
  const once = (of) => {
    const known = new Map();
    return (node) => known.get(node) ?? known.set(node, of(node)).get(node);
  };
  const ground = once((node) => {
    if (!node) return [255, 255, 255];
    const color = rgba(getComputedStyle(node).backgroundColor);
    return color[3] === 1 ? color : over(color, color[3], ground(node.parentElement));
  });
  const share = once((node) => (node ? Number(getComputedStyle(node).opacity) * share(node.parentElement) : 1));
  const found = {};
  for (const root of document.querySelectorAll(selector)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode.textContent.trim(), node = walk.currentNode.parentElement;
      if (!text || node.closest('style, :disabled, [aria-disabled=true], .visually-hidden')) continue;
      const drawn = node.closest('svg'), look = getComputedStyle(node), under = ground(drawn ?? node);
      const color = rgba(drawn ? look.fill : look.color);
      const [a, b] = [light(over(color, share(node) * color[3], under)), light(under)];
      const name = node.getAttribute('class') || node.tagName;
      found[`${name}: ${text}`] = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }
  }
  return found;
}"""
