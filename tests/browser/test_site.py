"""A site that `irlearn site` has built without a network: its pages, its links, and its lessons in Chromium.

Where IRLEARN_PYODIDE names a folder with Pyodide, or with its core alone, the kernel starts, too.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from irlearn.cli import main
from irlearn.site.lite import PYODIDE as VERSION
from irlearn.site.preview import start

PYODIDE = os.environ.get("IRLEARN_PYODIDE")
TOKEN = re.compile(r"""(?:href|src)="([^"]*)\"""")
LOCAL = "127.0.0.1"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Build a site with two lessons, a lesson of one's own and the instructor's pages; yield its folder and address."""
    folder = tmp_path_factory.mktemp("site")
    os.environ["http_proxy"] = os.environ["https_proxy"] = "http://127.0.0.1:9"  # Nothing is loaded while it is built.
    try:
        own = folder / "my_lesson"
        assert main(["lessons", "--new", str(own)]) == 0
        words = ["--only", "00", "03", "--lesson", f"{own}.md", "--title", "Rankings & you", "--instructor"]
        assert main(["site", str(folder / "out"), *words, *(["--pyodide", PYODIDE] if PYODIDE else [])]) == 0
    finally:
        del os.environ["http_proxy"], os.environ["https_proxy"]
    assert sorted(path.name for path in folder.iterdir()) == ["my_lesson.ipynb", "my_lesson.md", "out"]
    server = start(folder / "out")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield folder / "out", f"http://{LOCAL}:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_links_of_all_pages_resolve(site: tuple[Path, str]) -> None:
    folder, _ = site
    pages = [page for page in folder.rglob("*.html") if "lite" not in page.relative_to(folder).parts]
    assert {"index.html", "reference/forms.html", "instructor/index.html", "api/irlearn.html"} <= {
        page.relative_to(folder).as_posix() for page in pages
    }
    ids = {page: set(re.findall(r'\bid="([^"]+)"', page.read_text("utf-8"))) for page in pages}
    broken = []
    for page in pages:
        for link in TOKEN.findall(page.read_text("utf-8")):
            parts = urlsplit(link.replace("&amp;", "&"))
            if parts.scheme or parts.netloc or link.startswith("$"):  # a script writes the last kind
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            wanted = unquote(parts.fragment)
            if not target.is_file() or (wanted and target in ids and wanted not in ids[target]):
                broken.append(f"{page.relative_to(folder)}: {link}")
    assert not broken


def test_home_page_shows_each_lesson_and_what_happens_to_data(site: tuple[Path, str], page: Any) -> None:
    _, url = site
    foreign: list[str] = []
    page.on("request", lambda request: foreign.append(request.url) if LOCAL not in request.url else None)
    for width in (1280, 400):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(f"{url}/index.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.title() == "Rankings & you"
    assert page.locator(".card h2").all_inner_texts()[:2] == [
        "00 Start here",
        "03 The ranked list: precision-recall curve and average precision",
    ]
    assert page.locator(".card").count() == 3
    assert "30 minutes, and 28 more to go further" in page.locator("#lesson-03").inner_text()
    assert page.locator("#hindrance").is_hidden()
    text = page.inner_text("main")
    for sentence in ("Nothing leaves your browser", "Your progress stays in this browser", "For instructors"):
        assert sentence in text
    assert all(request.startswith("data:") for request in foreign)


def test_each_lesson_opens_as_a_single_document(site: tuple[Path, str], page: Any) -> None:
    _, url = site
    page.goto(f"{url}/index.html")
    for address in page.locator(".open").evaluate_all("links => links.map((link) => link.href)"):
        page.goto(address)
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        says = page.locator("#irlearn-start")
        assert "Loading Python" in says.inner_text()
        assert page.locator("text=pip install").count() == 0
    page.set_viewport_size({"width": 1280, "height": 9000})  # A notebook draws only the cells in sight.
    page.goto(f"{url}/lite/notebooks/index.html?path=00_start_here.ipynb")
    resolved = ".jp-RenderedMarkdown a[href*='/files/']"  # JupyterLab sets the address some time after it draws a link.
    link = page.locator(resolved, has_text="Forms")
    link.wait_for(state="attached", timeout=180_000)  # On a busy machine, a page of this height is drawn slowly.
    with page.expect_popup(timeout=180_000) as forms:
        link.dispatch_event("click")
    forms.value.wait_for_url(f"{url}/reference/forms.html")
    page.locator(resolved, has_text="How do we know").dispatch_event("click")
    page.locator("#irlearn-start", has_text="This lesson is not on this site.").wait_for()
    page.goto(f"{url}/lite/notebooks/index.html?path=99.ipynb")
    page.locator("#irlearn-start", has_text="There is no such lesson on this site").wait_for()


@pytest.mark.parametrize("lost", ["WebAssembly", "indexedDB"])
def test_browser_that_cannot_run_python_says_so(site: tuple[Path, str], page: Any, lost: str) -> None:
    _, url = site
    page.add_init_script(f"Object.defineProperty(window, '{lost}', {{ value: undefined }})")
    page.goto(f"{url}/index.html")
    sentence = "no WebAssembly" if lost == "WebAssembly" else "keeps nothing for this page"
    page.locator("#hindrance", has_text=sentence).wait_for()
    page.goto(f"{url}/lite/notebooks/index.html?path=03_ranked_list_pr_ap.ipynb")
    page.locator("#irlearn-start.stopped", has_text=sentence).wait_for()


if PYODIDE:  # No package index has Pyodide, so this test exists only where a folder is named.

    def test_kernel_starts_from_the_folder(site: tuple[Path, str], page: Any) -> None:
        folder, url = site
        has_numpy = any((folder / "lite/pyodide").glob("numpy-*.whl"))
        foreign: list[str] = []
        page.on("request", lambda request: foreign.append(request.url) if LOCAL not in request.url else None)
        page.goto(f"{url}/lite/notebooks/index.html?path=03_ranked_list_pr_ap.ipynb")
        page.wait_for_selector("#irlearn-start.ready, #irlearn-start.stopped", state="attached", timeout=120_000)
        if has_numpy:
            page.locator(".jp-CodeCell").first.click()
            page.keyboard.press("Shift+Enter")
            page.locator(".lesson-progress .where", has_text="0 of 9 done").first.wait_for(state="attached")
        else:
            sentence = (
                f"NumPy of Pyodide {VERSION} could not be loaded, so this lesson cannot run here: reload the page"
            )
            assert sentence in page.inner_text("#irlearn-start")
        assert all(request.startswith(("data:", "blob:")) for request in foreign)
