"""Test linked widgets in three front ends: links in both directions, several views of one widget, and closing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import VOILA_WITH_CONTROLS, free_port, server
from playwright.sync_api import TimeoutError as PlaywrightTimeout, expect

LIVE = ".irlearn:not(.irlearn-static)"
COUNTS = ".observed-changes"
CELLS = [
    """
from traitlets import link
from ipywidgets import Button, HBox, IntSlider, Label, Tab, VBox
from irlearn import AP, widgets
boards = [widgets.RankingBoard("1 0 1 0", focus=AP, title=f"Board {n}") for n in "12"]
scores = [widgets.PairedScores([0.1, 0.2, 0.4, 0.6], [0.3, 0.4, 0.3, 0.9], title=f"Scores {n}") for n in "12"]
machine, slider = widgets.LuckMachine(100), IntSlider(min=1, max=200, value=100)
link((boards[0], "ranking"), (boards[1], "ranking"))
for name in "ab":
    link((scores[0], name), (scores[1], name))
link((machine, "systems"), (slider, "value"))
counts, shown = {}, Label()
shown.add_class("observed-changes")
def count(what, widget, name):
    def note(_):
        counts[what] += 1
        shown.value = " ".join(f"{key}:{value}" for key, value in counts.items())
    counts[what] = 0
    widget.observe(note, names=name)
count("B1", boards[0], "ranking")
count("B2", boards[1], "ranking")
count("S1", scores[0], "a")
count("S2", scores[1], "a")
count("M", machine, "systems")
count("I", slider, "value")
shown.value = "none"
shown
""",
    "boards[0]",
    "boards[1]",
    "boards[0]",
    "VBox([HBox(boards), Tab([boards[0], boards[1]])])",
    "scores[0]",
    "VBox(scores)",
    """
close = Button(description="Close all")
close.on_click(lambda _: [widget.close() for widget in (*boards, *scores, machine)])
VBox([HBox([machine]), machine, slider, close])""",
]
NO_ERROR = ("Error displaying widget", "model not found", "Traceback", "Failed to")


@pytest.fixture(scope="module", params=["lab", "notebook", "voila"])
def linked(
    request: pytest.FixtureRequest,
    demo_folder: Path,
    write_notebook: Callable[[Path, Sequence[str]], None],
    show: Callable[[str, str], AbstractContextManager[Any]],
    dashboard: Callable[[str], AbstractContextManager[Any]],
) -> Iterator[Any]:
    """Open three pairs of linked widgets in a front end; each test continues after the previous test."""
    name = f"linked_{request.param}"  # A kernel belongs to a file, so each front end has a kernel of its own.
    write_notebook(demo_folder / f"{name}.ipynb", CELLS)
    with dashboard(name) if request.param == "voila" else show(request.param, name) as page:
        page.set_viewport_size({"width": 1280, "height": 6000})  # JupyterLab draws only cells that are near the view
        page.get_by_role("button", name="Close all").wait_for()
        yield page


@pytest.fixture(scope="module")
def dashboard(
    chromium: Any, demo_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], AbstractContextManager[Any]]:
    """Open a notebook with boxes and controls of ipywidgets in Voilà, which now and then has to be loaded again."""

    @contextmanager
    def open_page(name: str) -> Iterator[Any]:
        port = free_port()
        log = tmp_path_factory.mktemp("dashboard") / "log"
        with server([*VOILA_WITH_CONTROLS, f"--port={port}"], demo_folder, port, log) as (url, _):
            page = chromium.new_page(viewport={"width": 1280, "height": 1000})
            page.set_default_timeout(60_000)
            for _ in range(3):
                page.goto(f"{url}/voila/render/{name}.ipynb")
                with suppress(PlaywrightTimeout):
                    page.wait_for_selector(".irlearn-live", state="attached", timeout=40_000)
                    break
            yield page
            page.close()

    return open_page


def views(page: Any, title: str) -> Any:
    """Return all views of the widget with this title."""
    return page.locator(LIVE, has=page.get_by_role("heading", name=title, exact=True, include_hidden=True))


def expect_order(page: Any, title: str, documents: str) -> None:
    """Wait until every view of a board shows the documents in this order, given by their numbers."""
    page.wait_for_function(
        """([live, title, order]) => [...document.querySelectorAll(live)]
          .filter((root) => root.querySelector('h3')?.textContent === title)
          .every((root) => order === [...root.querySelectorAll('[data-card]')]
            .map((card) => card.dataset.card.replace('document ', '')).join(' '))""",
        arg=[LIVE, title, documents],
        timeout=15_000,
    )


def expect_counts(page: Any, *counts: str) -> None:
    """Wait until the numbers of observed changes are shown, and require that they stay."""
    for count in counts:
        expect(page.locator(COUNTS)).to_contain_text(count)
    page.wait_for_timeout(400)  # A loop would count on.
    for count in counts:
        assert count in page.locator(COUNTS).inner_text()


def test_board_dragged_on_the_page_reports_once_and_its_twin_follows(linked: Any) -> None:
    page = linked
    first, second = views(page, "Board 1"), views(page, "Board 2")
    assert (first.count(), second.count()) == (4, 3), "two cells, a box, and a tab"
    grip, low = (first.first.locator(f"[data-card='document {n}']").bounding_box() for n in (1, 3))
    held = first.first.locator("[data-card='document 1'] .grip").bounding_box()
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2)
    page.mouse.down()
    page.mouse.move(held["x"] + held["width"] / 2, held["y"] + held["height"] / 2 + low["y"] - grip["y"], steps=12)
    expect_order(page, "Board 1", "2 3 1 4")
    expect(page.locator(COUNTS)).to_have_text("none")
    expect_order(page, "Board 2", "1 2 3 4")
    page.mouse.up()
    expect_order(page, "Board 2", "2 3 1 4")
    expect_counts(page, "B1:1", "B2:1")


def test_board_follows_back_by_keys_in_each_view(linked: Any) -> None:
    page = linked
    changes = 1
    for title in ("Board 2", "Board 1"):
        found = views(page, title)
        for view in (found.nth(place) for place in range(found.count())):
            card = view.locator("[data-card='document 4']")
            if not card.is_visible():  # the second page of the tab
                continue
            card.focus()
            page.keyboard.press("Alt+ArrowUp")
            for each in ("Board 1", "Board 2"):
                expect_order(page, each, "2 3 4 1")
            page.keyboard.press("Alt+ArrowDown")
            for each in ("Board 1", "Board 2"):
                expect_order(page, each, "2 3 1 4")
            changes += 2
            expect_counts(page, f"B1:{changes}", f"B2:{changes}")
    assert changes == 1 + 2 * 6


def test_paired_scores_follow_steps_and_drags_in_both_directions(linked: Any) -> None:
    page = linked
    first, second = views(page, "Scores 1"), views(page, "Scores 2")
    assert (first.count(), second.count()) == (2, 1)

    def expect_score(value: str) -> None:
        for view in (first.first, first.last, second):
            expect(view.locator("[data-slide='0 0']")).to_have_attribute("aria-valuenow", value)

    first.last.locator("[data-slide='0 0']").focus()
    page.keyboard.press("ArrowRight")
    expect_score("0.11")
    expect_counts(page, "S1:1", "S2:1")
    second.locator("[data-slide='0 0']").scroll_into_view_if_needed()
    dot = second.locator("[data-slide='0 0']").bounding_box()
    track = second.locator("[data-track]").first.bounding_box()
    y = dot["y"] + dot["height"] / 2
    page.mouse.move(dot["x"] + dot["width"] / 2, y)
    page.mouse.down()
    page.mouse.move(track["x"] + 0.4 * track["width"], y, steps=8)
    page.mouse.move(track["x"] + 0.5 * track["width"], y, steps=8)
    expect(second.locator("[data-slide='0 0']")).to_have_attribute("aria-valuenow", "0.5")
    expect_counts(page, "S1:1", "S2:1")
    page.mouse.up()
    expect_score("0.5")
    expect_counts(page, "S1:2", "S2:2")


def test_luck_machine_follows_a_slider_and_moves_it(linked: Any) -> None:
    page = linked
    fields = page.locator(f"{LIVE} input[name=systems]")
    assert fields.count() == 2
    page.locator(f"{LIVE} [data-focus='systems +']").last.click()
    expect(page.locator(".widget-readout")).to_have_text("200")
    expect_counts(page, "M:1", "I:1")
    page.locator(".noUi-base").scroll_into_view_if_needed()
    track = page.locator(".noUi-base").bounding_box()
    page.mouse.click(track["x"] + track["width"] / 4, track["y"] + track["height"] / 2)
    expect(page.locator(".widget-readout")).not_to_have_text("200")
    value = page.locator(".widget-readout").inner_text()
    for field in fields.all():
        expect(field).to_have_value(value)
    expect_counts(page, "M:2", "I:2")


def test_closed_widgets_leave_the_page_without_an_error(linked: Any) -> None:
    page, errors = linked, []

    def note(message: Any) -> None:
        if getattr(message, "type", "error") == "error":
            errors.append(getattr(message, "text", str(message)))

    page.on("console", note)
    page.on("pageerror", note)
    views(page, "Board 1").first.locator("[data-card='document 1']").focus()  # The focus is in a view that goes.
    page.get_by_role("button", name="Close all").evaluate("button => button.click()")
    expect(page.locator(LIVE)).to_have_count(0)
    page.keyboard.press("Alt+ArrowUp")
    page.set_viewport_size({"width": 900, "height": 3000})
    page.wait_for_timeout(1000)
    page.remove_listener("console", note)
    page.remove_listener("pageerror", note)
    shown = page.locator("body").inner_text()
    assert [words for words in NO_ERROR if words in shown] == []
    assert page.locator(".irlearn-stopped").count() == 0
    assert errors == []
