"""Test widgets over a slow connection: quick clicks, typed or selected text, and dragging."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

LIVE = ".irlearn:not(.irlearn-static)"
SOURCES = {
    "alignment": """
from irlearn import datasets, widgets
alignment = widgets.Alignment([1, 2, 9, 0, 4, 30, 0, 3, 1, 12, 7, 0], [2, 1, 3, 5, 0, 8, 0, 2, 1, 6, 3, 44])
alignment""",
    "means": "from irlearn import datasets, widgets\nmeans = widgets.Means(datasets.three_queries())\nmeans",
    "board": """
from irlearn import datasets, widgets
topic = datasets.software()
board = widgets.RankingBoard(topic.ranked("d2 d9 d5 d10 d1 d6"), missed=topic, title=topic.query)
board""",
    "prediction": """
from irlearn import widgets
asked = widgets.Prediction("Which is right?", choices=("this", "that", "neither"), answer="that", because="So it is.")
asked""",
}


@pytest.fixture
def far(
    link: Any, demo_folder: Path, run_in_lab: Callable[..., Any], write_notebook: Callable[[Path, Sequence[str]], None]
) -> Callable[[str], Any]:
    """Open a widget in JupyterLab through the slow link; the page loads at full speed."""

    def load(name: str) -> Any:
        write_notebook(demo_folder / f"far-{name}.ipynb", [SOURCES[name].strip()])
        link.latency = 0
        page = run_in_lab(f"far-{name}", f"http://127.0.0.1:{link.port}")
        page.emulate_media(reduced_motion="no-preference")
        page.locator(LIVE).first.wait_for()
        return page

    return load


STANDS = f"(number) => Number(document.querySelector('{LIVE} input[name=seed]').value) === number"


def seed(page: Any) -> int:
    return int(page.locator(f"{LIVE} input[name=seed]").input_value())


def test_slow_link_loses_no_quick_click(far: Callable[[str], Any], link: Any, much: Callable[[int], int]) -> None:
    page = far("alignment")
    arrived = {}
    latencies = (5, 30, 60, 100, 200)[:: 1 if much(5) == 5 else 2]
    for milliseconds in latencies:
        link.latency = milliseconds / 2000  # there and back
        before = seed(page)
        more = page.locator(f"{LIVE} [aria-label='seed: more']").bounding_box()
        x, y = more["x"] + more["width"] / 2, more["y"] + more["height"] / 2
        page.mouse.move(x, y)
        for _ in range(20):
            page.mouse.down()
            page.wait_for_timeout(25)  # a picture may arrive between press and release
            page.mouse.up()
            page.wait_for_timeout(15)
        page.wait_for_function(STANDS, arg=before + 20, timeout=10_000)
        page.wait_for_timeout(200 + 2 * milliseconds)  # one more than were pressed would come
        arrived[milliseconds] = seed(page) - before
    assert arrived == dict.fromkeys(latencies, 20)


def test_slow_link_keeps_an_option_clicked_right_after_ask_again(
    far: Callable[[str], Any], link: Any, much: Callable[[int], int]
) -> None:
    page = far("prediction")
    again, options = page.locator(f"{LIVE} [data-focus=again]"), page.locator(f"{LIVE} [data-focus^=choice]")

    def press(button: Any) -> None:
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.wait_for_timeout(25)
        page.mouse.up()

    for milliseconds in (0, 60, 150):
        link.latency = milliseconds / 2000
        for turn in range(0, 8, 1 if much(5) == 5 else 2):
            options.first.wait_for()
            page.wait_for_timeout(20 * turn)
            press(options.nth(turn % 3))
            again.wait_for(timeout=10_000)
            chosen = ("this", "that", "neither")[turn % 3]
            assert f"You predicted “{chosen}”" in page.locator(f"{LIVE} [data-said]").inner_text()
            press(again)


def test_slow_link_redraw_keeps_selected_typed_and_composed_text(far: Callable[[str], Any], link: Any) -> None:
    page = far("alignment")
    link.latency = 0.1
    hint = page.locator(f"{LIVE} .hint")
    hint.evaluate("node => getSelection().setBaseAndExtent(node.firstChild, 2, node.firstChild, 9)")
    marked = page.evaluate("getSelection().toString()")
    assert marked
    page.locator(f"{LIVE} [data-value='50']").evaluate("button => button.click()")  # a picture is on its way
    page.locator(f"{LIVE} [data-said]", has_text="50% shuffled").wait_for()
    assert page.evaluate("getSelection().toString()") == marked

    field = page.locator(f"{LIVE} input[name=seed]")
    field.click()
    field.press("End")
    page.locator(f"{LIVE} [data-value='25']").evaluate("button => button.click()")
    field.press_sequentially("7")  # half typed when the picture comes
    page.locator(f"{LIVE} [data-said]", has_text="25% shuffled").wait_for()
    assert field.input_value() == "17"
    assert page.evaluate("[document.activeElement.name, document.activeElement.selectionStart]") == ["seed", 2]

    keys = page.context.new_cdp_session(page)
    page.locator(f"{LIVE} [data-value='100']").evaluate("button => button.click()")
    keys.send("Input.imeSetComposition", {"text": "3", "selectionStart": 1, "selectionEnd": 1})
    page.locator(f"{LIVE} [data-said]", has_text="100% shuffled").wait_for()
    keys.send("Input.imeSetComposition", {"text": "38", "selectionStart": 2, "selectionEnd": 2})
    keys.send("Input.insertText", {"text": "38"})
    assert field.input_value() == "1738"


def test_slow_link_keeps_a_dragged_dot_under_the_pointer(far: Callable[[str], Any], link: Any) -> None:
    page = far("means")
    link.latency = 0.1
    dot = page.locator(f"{LIVE} [data-slide='0 2']")
    box = dot.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    off = []
    for step in range(1, 31):
        page.mouse.move(x + 7 * step, y)
        page.wait_for_timeout(20)
        now = dot.bounding_box()
        off.append(abs(now["x"] + now["width"] / 2 - (x + 7 * step)))
    assert max(off) < 2.5, "pixels between pointer and dot"
    link.latency = 0.6  # so that Python has not answered the drop when the dot is measured
    page.mouse.up()
    page.wait_for_timeout(100)
    now = dot.bounding_box()
    assert abs(now["x"] + now["width"] / 2 - (x + 210)) < 2.5
    page.wait_for_timeout(2000)
    left = dot.evaluate("node => node.style.left")
    value = dot.get_attribute("aria-valuenow")
    assert value is not None
    assert re.match(r"[\d.]+%", left)
    assert float(left.rstrip("%")) == pytest.approx(100 * float(value), abs=0.01)


def test_slow_link_keeps_a_dragged_card_where_it_is_dropped(far: Callable[[str], Any], link: Any) -> None:
    page = far("board")
    link.latency = 0.1
    first = page.locator(f"{LIVE} [data-card='d2']")
    grip, box = first.locator(".grip").bounding_box(), first.bounding_box()
    x, y = grip["x"] + grip["width"] / 2, grip["y"] + grip["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    off = []
    for step in range(1, 21):
        page.mouse.move(x, y + 6 * step)
        page.wait_for_timeout(20)
        off.append(abs(first.bounding_box()["y"] - box["y"] - 6 * step))
    assert max(off) < 3, "pixels between pointer and card"
    link.latency = 0.6  # as above
    page.mouse.up()
    page.wait_for_timeout(50)
    assert abs(first.bounding_box()["y"] - box["y"] - 120) < 3
    page.locator(f"{LIVE} [data-said]", has_text="from rank 1").wait_for()
    page.wait_for_timeout(2000)
    order = page.locator(f"{LIVE} [data-card]").evaluate_all("nodes => nodes.map((node) => node.dataset.card)")
    assert order.index("d2") > 0
    assert first.evaluate("node => [node.style.transform, node.classList.contains('held')]") == ["", False]
