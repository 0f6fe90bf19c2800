"""Test the page of `irlearn report` in Chromium: width, print, accessibility and contrast, for two and for ten runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from irlearn.report import report

LONG = "a_run_with_every_character_<&>\"'%$#{}\\_" + "and_a_very_long_name" * 8
SCHEMES = ("light", "dark")
PAPER = 718  # CSS pixels between the margins of A4, as Chromium prints it.
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = """async (rules) => {
  const off = { 'color-contrast': { enabled: false } };
  const found = await axe.run(document, { runOnly: rules, rules: off, resultTypes: ['violations'] });
  return found.violations.flatMap((one) => one.nodes.map((node) => [one.id, node.html.slice(0, 160)]));
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
CUT = """(width) => [...document.querySelectorAll('table, svg, pre, p, figcaption')]
  .filter((part) => part.getBoundingClientRect().right > width + 0.5 || part.scrollWidth > part.clientWidth + 1)
  .filter((part) => !part.closest('svg svg'))
  .map((part) => `${part.tagName} ${part.textContent.slice(0, 60)}`)"""


@pytest.fixture(scope="module", params=["two", "ten"])
def path(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write a report on runs with a long name and by so many measures that its tables are wide."""
    rng = np.random.default_rng(46)
    count, measures = (2, ["AP", "nDCG@10"]) if request.param == "two" else (10, "AP,nDCG@10,P@5,R@100,RR,ERR@20")
    names = ["first", LONG, *(f"run{number}" for number in range(2, count))]
    documents = [f"d{number}" for number in range(40)]
    qrels = {f"q{query}": dict(zip(documents, rng.choice(3, 40).tolist(), strict=True)) for query in range(30)}
    runs = {
        name: {query: dict(zip(documents[:30], rng.random(30).tolist(), strict=True)) for query in qrels}
        for name in names
    }
    result = report(qrels, runs, measures, permutations=500)
    return result.save(tmp_path_factory.mktemp("report") / f"{request.param}.html")


@pytest.fixture
def opened(path: Path, page: Any) -> Any:
    """Open the report, and fail if the page writes to the console or asks for another address."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    yield page
    assert heard == []


@pytest.mark.parametrize("width", [1200, 400])
def test_report_page_does_not_scroll_sideways(opened: Any, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 900})
    assert opened.evaluate(WIDER) == 0
    assert opened.locator("svg").count() >= 4


def test_printed_report_cuts_no_table_figure_or_command(opened: Any) -> None:
    opened.set_viewport_size({"width": PAPER, "height": 1000})
    opened.emulate_media(media="print")
    assert opened.evaluate(CUT, PAPER) == []
    notes = opened.locator(".note, figcaption").evaluate_all("all => all.map((one) => getComputedStyle(one).fontSize)")
    text = opened.locator("main > p:not(.note)").first.evaluate("(one) => getComputedStyle(one).fontSize")
    assert max(map(size, notes)) < size(text)
    assert opened.locator("details pre").first.bounding_box()["height"] > 50  # Closed on the screen, open on paper.
    pdf = opened.pdf(format="A4")
    assert pdf.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) >= 4


def size(length: str) -> float:
    """Return the number of pixels of a computed length."""
    return float(length.removesuffix("px"))


@pytest.mark.parametrize("width", [1200, 400])
def test_report_page_has_no_axe_violations(opened: Any, width: int) -> None:
    opened.set_viewport_size({"width": width, "height": 900})
    opened.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    opened.evaluate((files(pytest.importorskip("axe_playwright_python")) / "axe.min.js").read_text(encoding="utf-8"))
    assert opened.evaluate(AXE, RULES) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_report_texts_have_contrast(
    opened: Any, contrasts: Callable[[Any, str], dict[str, float]], scheme: str
) -> None:
    opened.emulate_media(color_scheme=scheme)
    texts = contrasts(opened, "h1, h2, p, td, th, caption, figcaption, summary")
    assert len(texts) > 20
    assert {text: contrast for text, contrast in texts.items() if contrast < 4.5} == {}
