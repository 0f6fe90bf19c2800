"""Test folded code and navigation by the path of a lesson in real browsers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from paths import LESSONS_FOLDER

LESSON = "03_ranked_list_pr_ap"
PANEL = ".irlearn:not(.irlearn-static) > .lesson-progress"
FIRST = ".jp-CodeCell >> nth=0"
TOP = "node => node.getBoundingClientRect().top - node.closest('.jp-WindowedPanel-outer').getBoundingClientRect().top"
BEFORE = f"node => ({TOP})(node.closest('.jp-Cell').previousElementSibling)"
AGAIN = """() => {
  window.allRan = false;
  window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => (window.allRan = true));
}"""
SETTLED = """() => {
  const were = window.elements;
  window.elements = document.querySelectorAll('*').length;
  return were === window.elements;
}"""
TABS = 8
HIGH = "node => node.getBoundingClientRect().height"


@pytest.fixture(scope="module", params=["lab", "notebook"])
def lesson(
    request: pytest.FixtureRequest,
    chromium: Any,
    demo_folder: Path,
    run_in_lab: Callable[..., Any],
    run_on: Callable[..., None],
) -> Any:
    """Open the lesson in a front end and run all cells, once for all tests; each continues after the previous test."""
    folder = demo_folder / f"path-{request.param}"
    folder.mkdir()
    shutil.copy(LESSONS_FOLDER / f"{LESSON}.ipynb", folder)
    if request.param == "lab":
        page = run_in_lab(f"{folder.name}/{LESSON}")
    else:
        page = chromium.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(60_000)
        run_on(page, request.param, f"{folder.name}/{LESSON}")
    page.locator(f"{PANEL} .where").wait_for()
    return page


def test_path_returns_to_the_title_after_all_cells_have_run(lesson: Any) -> None:
    lesson.wait_for_function("() => document.querySelector('.jp-CodeCell.jp-mod-active .lesson-progress')")
    lesson.wait_for_timeout(600)
    assert lesson.locator(".jp-Cell h1").first.is_visible()
    assert lesson.locator(".jp-Cell h1").first.evaluate(TOP) >= 0


def test_lesson_code_is_folded_opens_by_click_or_enter_and_folds_at_escape(lesson: Any) -> None:
    lesson.wait_for_function("() => document.querySelector('.jp-CodeCell.jp-mod-active .lesson-progress')")
    wrapper = lesson.locator(f"{FIRST} >> .jp-Cell-inputWrapper")
    assert wrapper.evaluate(HIGH) <= 16
    lesson.keyboard.press("Enter")
    lesson.wait_for_function("document.activeElement.closest('.cm-editor')")
    assert wrapper.evaluate(HIGH) > 40
    lesson.keyboard.press("Escape")
    lesson.wait_for_function("!document.activeElement.closest('.cm-editor')")
    assert wrapper.evaluate(HIGH) <= 16
    wrapper.click(position={"x": 200, "y": 8})
    lesson.wait_for_function("document.activeElement.closest('.cm-editor')")
    assert wrapper.evaluate(HIGH) > 40
    lesson.keyboard.press("Escape")
    lesson.wait_for_function("!document.activeElement.closest('.cm-editor')")


def press_below(lesson: Any, cell: Any, what: Any) -> float:
    """Click an element below a cell with unfolded code, which then folds; return how far the element moved."""
    cell.locator(".jp-Cell-inputWrapper").click(position={"x": 200, "y": 8})
    lesson.wait_for_function("document.activeElement.closest('.cm-editor')")
    stood = what.evaluate(TOP)
    lesson.mouse.move(*(what.bounding_box()[side] + 8 for side in "xy"))
    lesson.mouse.down()
    lesson.wait_for_timeout(200)
    assert cell.locator(".jp-Cell-inputWrapper").evaluate(HIGH) <= 16
    return abs(float(what.evaluate(TOP)) - stood)


def test_lesson_code_that_folds_does_not_swallow_the_click_below_it(lesson: Any) -> None:
    assert press_below(lesson, lesson.locator(FIRST), lesson.locator(f"{PANEL} summary")) > 20, (
        "the page cannot scroll up"
    )
    lesson.mouse.up()
    lesson.wait_for_function("document.querySelector('.irlearn:not(.irlearn-static) > .lesson-progress details').open")
    lesson.locator(f"{PANEL} summary").click()


def test_lesson_code_that_folds_does_not_move_the_clicked_control(lesson: Any) -> None:
    part = lesson.locator(".irlearn:not(.irlearn-static):has(> [data-part='going-down'])")
    cell = lesson.locator(".jp-CodeCell", has=part)
    part.evaluate("node => (node.closest('.jp-WindowedPanel-outer').scrollTop = 80)")
    lesson.wait_for_timeout(300)
    assert press_below(lesson, cell, part.locator("[data-focus='choice 0']")) < 1
    lesson.mouse.move(5, 5)
    lesson.mouse.up()
    lesson.wait_for_timeout(300)
    assert part.locator("[data-focus=onward]").count() == 0, "the press was taken back"
    lesson.locator(f"{FIRST} >> .jp-InputPrompt").click()


def test_path_segments_and_read_on_scroll_to_their_part_without_moving_controls(lesson: Any) -> None:
    lesson.wait_for_function("() => document.querySelector('.jp-CodeCell.jp-mod-active .lesson-progress')")
    lesson.wait_for_timeout(600)
    part = lesson.locator(".irlearn:has(> [data-part='going-down'])")
    lesson.locator(f"{PANEL} .on").click()
    lesson.wait_for_timeout(600)
    assert -5 <= part.evaluate(BEFORE) <= 60, "the text that the question is about is shown with it"
    option = part.locator("[data-focus='choice 0']")
    stood = option.evaluate(TOP)
    option.focus()
    lesson.keyboard.press("Enter")
    onward = part.locator("[data-focus=onward]")
    onward.wait_for()
    assert abs(part.locator(".ask").evaluate(TOP) - stood) < 80, "the page stays where it was"
    onward.click()
    lesson.wait_for_timeout(600)
    active = lesson.locator(".jp-Cell.jp-mod-active")
    assert "how to bake sourdough bread" in active.inner_text()
    assert -5 <= active.evaluate(TOP) <= 60


def test_lesson_page_recomputes_few_styles_for_a_key_press(lesson: Any) -> None:
    """A `:has()` rule on the whole page restyled it at each change: 40 Tabs took 7 s, and 2 s without the rule."""
    lesson.wait_for_function(SETTLED, polling=500)
    elements = lesson.locator("*").count()
    session, events, ended = lesson.context.new_cdp_session(lesson), [], []
    session.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    session.on("Tracing.tracingComplete", lambda _: ended.append(True))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "categories": "devtools.timeline"})
    for _ in range(TABS):
        lesson.keyboard.press("Tab")
    session.send("Tracing.end")
    while not ended:
        lesson.wait_for_timeout(50)
    styled = sum(event["args"].get("elementCount", 0) for event in events if event["name"] == "UpdateLayoutTree")
    assert 0 < styled / TABS < elements / 20


def test_shift_enter_scrolls_to_the_top_of_a_board_and_moves_the_focus_on(lesson: Any) -> None:
    lesson.set_viewport_size({"width": 1280, "height": 720})
    part = lesson.locator(".irlearn:not(.irlearn-static):has(> [data-part='walk'])")
    text = lesson.locator(".jp-MarkdownCell", has_text="how to bake sourdough bread")
    text.click()
    lesson.keyboard.press("Shift+Enter")
    lesson.keyboard.press("Shift+Enter")
    lesson.wait_for_function("document.activeElement.innerText?.includes('Here is the walk as a table')")
    part.locator(".tasks").wait_for()
    lesson.wait_for_timeout(800)
    assert -5 <= part.evaluate(TOP) <= 120, "the end of it stood at the top of the page"
    lesson.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.all
@pytest.mark.parametrize("lesson", ["lab"], indirect=True)
def test_path_does_not_scroll_back_if_the_user_scrolled_while_cells_ran(lesson: Any) -> None:
    lesson.locator(".jp-WindowedPanel-outer").hover(position={"x": 400, "y": 300})
    lesson.evaluate(AGAIN)
    while not lesson.evaluate("window.allRan"):
        lesson.mouse.wheel(0, -30)
        lesson.wait_for_timeout(100)
    lesson.mouse.wheel(0, -30)
    lesson.wait_for_timeout(1500)
    assert lesson.locator(".jp-mod-active .lesson-progress").count() == 0


def test_path_scrolls_to_the_part_itself_on_a_page_without_cells(demo_folder: Path, opened: Callable[..., Any]) -> None:
    folder = demo_folder / "path-voila"
    folder.mkdir()
    shutil.copy(LESSONS_FOLDER / f"{LESSON}.ipynb", folder)
    page = opened("voila", f"{folder.name}/{LESSON}")
    page.locator(f"{PANEL} summary").click()
    page.locator(f"{PANEL} [data-focus='name turn-4']").click()
    page.wait_for_timeout(600)
    part = page.locator(".irlearn:has(> [data-part='turn-4'])")
    top = part.evaluate("node => node.getBoundingClientRect().top")
    assert -5 <= top < page.viewport_size["height"]
    assert (
        page.evaluate("document.activeElement.closest('.irlearn').querySelector('[data-part]').dataset.part")
        == "turn-4"
    )
