"""What the tests of the widgets share: pictures read as a reader does, and runs to show."""

from __future__ import annotations

import csv
import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from irlearn.widgets.base import Widget

Reads = Callable[[str], str]
Says = Callable[[Widget], str]


def pieces(html: str) -> list[str]:
    """The text between the tags."""
    found: list[str] = []
    parser = HTMLParser()
    parser.handle_data = found.append  # type: ignore[method-assign]
    parser.feed(html)
    return found


@pytest.fixture(scope="session")
def text() -> Reads:
    """What a reader reads of HTML: `text("<b>a</b>b")` is "ab"."""
    return lambda html: re.sub(r"\s+", " ", "".join(pieces(html)))


@pytest.fixture(scope="session")
def words() -> Reads:
    """The same with a space at each tag, so that the cells of a table stand apart: `words("<b>a</b>b")` is "a b"."""
    return lambda html: re.sub(r"\s+", " ", " ".join(pieces(html)))


@pytest.fixture(scope="session")
def said(text: Reads) -> Says:
    """What a widget says after a gesture, which the page's live region repeats."""

    def read(widget: Widget) -> str:
        found = re.search(r"<p data-said[^>]*>(.*?)</p>", widget.picture)
        assert found
        return text(found[1])

    return read


@pytest.fixture(scope="session")
def well_formed() -> Callable[[str], list[str]]:
    """Check that each tag of HTML is closed and each key for the focus is its own; gives the keys."""

    def check(html: str) -> list[str]:
        opened: list[str] = []
        keys: list[str] = []

        class Checker(HTMLParser):
            def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
                names = [name for name, _ in attrs]
                assert len(names) == len(set(names)), (tag, names)
                keys.extend(str(value) for name, value in attrs if name == "data-focus")
                if tag != "input":
                    opened.append(tag)

            def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
                self.handle_starttag(tag, attrs)
                if tag != "input":
                    opened.pop()

            def handle_endtag(self, tag: str) -> None:
                assert opened.pop() == tag

        Checker().feed(html)
        assert opened == []
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
        return keys

    return check


@pytest.fixture(scope="session")
def took() -> Callable[[Callable[[], object]], float]:
    """The seconds that a call takes: `took(widget.refresh)`."""

    def measure(act: Callable[[], object]) -> float:
        began = time.perf_counter()
        act()
        return time.perf_counter() - began

    return measure


@pytest.fixture(scope="session")
def large() -> dict[str, np.ndarray]:
    """Ten runs over 5,793 queries, alike as real ones are."""
    rng = np.random.default_rng(3)
    hard = rng.normal(size=5793)
    runs = {}
    for number in range(10):
        ranks = np.exp(1.2 + 1.5 * hard + rng.normal(size=5793) - 0.05 * number).astype(int) + 1
        runs[f"R{number + 1}"] = np.where(ranks > 100, 0, ranks)
    return runs


@pytest.fixture
def msmarco(real_data: Path) -> dict[str, np.ndarray]:
    """The ranks of two real runs over the 513 MS MARCO queries."""
    with (real_data / "msmarco_doc" / "dev_513q_ranks.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    return {name: np.array([int(row[name]) for row in rows]) for name in ("bm25base", "bm25tuned")}
