"""Test a board in JupyterLab at 1280 x 720: it fits one view, keeps the scale of its bars, and scrolls at the edge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

BOARD = """
from irlearn import AP, ESL, RR, P, R, datasets, course, widgets
task = course.Task("last", "Move document 1 to the last rank, and look at what the bars do on the way.",
    lambda board: board.ranking.documents[-1] == "document 1", feedback="AP fell.")
plan = course.LessonPlan("Q1", "Quick", (course.WidgetTasks("board", (task,)),))
board = widgets.RankingBoard(datasets.ten_ranks(), measures=(P @ 5, R @ 5, AP, RR, ESL))
widgets.Lesson(plan, folder=None).play("board", board)"""
LIVE = ".irlearn:not(.irlearn-static)"

ROOM = """() => {
  const box = (node) => node.getBoundingClientRect();
  const root = document.querySelector('.irlearn:not(.irlearn-static)');
  const parts = ['.tasks', 'h3', 'ol.cards', 'table.measures', '.sum'].map((part) => root.querySelector(part));
  const cards = [...root.querySelectorAll('[data-card]')];
  const top = Math.min(...parts.map((part) => box(part).top));
  const bottom = Math.max(...[...parts, ...cards].map((part) => box(part).bottom));
  const scroller = document.querySelector('.jp-WindowedPanel-outer');
  return {cards: cards.length, rows: root.querySelectorAll('.measures tr').length, needs: bottom - top,
    has: scroller.clientHeight, wide: root.scrollWidth <= root.clientWidth};
}"""

ADDS = """() => Object.fromEntries([...document.querySelectorAll(
  '.irlearn:not(.irlearn-static) [data-card]'
)].map((card) => {
  const [bar, ghost] = ['.bar', '.ghost'].map((look) => card.querySelector(look)?.getBoundingClientRect().width ?? 0);
  return [card.dataset.card, [Math.round(bar), Math.round(ghost)]];
}))"""

CHANGES = """() => [...document.querySelectorAll('.irlearn:not(.irlearn-static) table.measures tr')].map((row) => {
  const [, now, change] = row.querySelectorAll('td'), node = change.firstElementChild;
  const [inner, outer] = [node ?? change, row.closest('.irlearn')].map((one) => one.getBoundingClientRect());
  return {name: row.querySelector('button').innerText, now: now.innerText, change: change.innerText,
    look: node?.className ?? '', clipped: inner.right > outer.right || change.scrollWidth > change.clientWidth};
})"""


def test_board_fits_one_view_and_shows_changes(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None]
) -> None:
    write_notebook(demo_folder / "one-view.ipynb", [BOARD])
    page = opened("lab", "one-view")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator(f"{LIVE} .tasks").wait_for()
    room = page.evaluate(ROOM)
    assert (room["cards"], room["rows"], room["wide"]) == (10, 5, True)
    assert room["needs"] <= room["has"], room
    card = page.locator(f"{LIVE} [data-card='document 8']")
    before, were = page.evaluate(ADDS), page.evaluate(CHANGES)
    assert [one["change"] for one in were] == [""] * 5

    # Bars keep their scale: the moved card adds more, other bars stay, and a ghost shows the previous contribution.
    card.focus()
    page.keyboard.press("Alt+ArrowUp")
    page.locator(f"{LIVE} [data-said]", has_text="from rank 8 to rank 7").first.wait_for()
    after = page.evaluate(ADDS)
    bar, ghost = after.pop("document 8")
    assert (bar > before["document 8"][0], ghost) == (True, before.pop("document 8")[0])
    assert after == before
    page.wait_for_timeout(1500)
    assert page.evaluate(ADDS)["document 8"] == [bar, ghost], "the ghost stays"

    # The change of a measure is the difference of the shown numbers, and a longer search is not green.
    were = page.evaluate(CHANGES)
    page.locator(f"{LIVE} [data-card='document 4']").focus()
    for rank in (3, 2, 1):
        page.keyboard.press("Alt+ArrowUp")
        page.locator(f"{LIVE} [data-said]", has_text=f"to rank {rank}").first.wait_for()
        was, were = were, page.evaluate(CHANGES)
        for old, new in zip(was, were, strict=True):
            gained = number(new["now"]) - number(old["now"])
            assert number(new["change"] or "0") == gained, (old, new)
            assert not new["clipped"], new
            better = -gained if new["name"] == "ESL" else gained
            assert new["look"] == ("up" if better > 0 else "down" if better else ""), new
    assert {one["name"]: (one["change"], one["look"]) for one in were}["ESL"] == ("+1", "down")


def number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-"))


def test_board_scrolls_while_a_card_is_dragged_at_the_edge(
    opened: Callable[..., Any], demo_folder: Path, write_notebook: Callable[..., None]
) -> None:
    long = "from irlearn import Ranking, widgets\nwidgets.RankingBoard(Ranking.parse('1 0 ' * 20))"
    write_notebook(demo_folder / "edge.ipynb", [long])
    page = opened("lab", "edge")
    card = page.locator(f"{LIVE} [data-card='document 2']")
    card.scroll_into_view_if_needed()
    box = card.locator(".grip").bounding_box()
    edges = page.evaluate(EDGES)
    page.mouse.move(box["x"] + 4, box["y"] + 4)
    page.mouse.down()
    page.mouse.move(box["x"] + 4, box["y"] + 30, steps=3)
    for edge, holds in ((edges[1] - 15, "> 30"), (edges[0] + 15, "< 9")):
        page.mouse.move(box["x"] + 4, edge, steps=5)
        page.wait_for_function(f"node => ({PLACE})(node) {holds}", arg=card.element_handle(), timeout=30_000)
    page.mouse.up()
    assert page.locator(".irlearn-stopped").inner_text() == ""


PLACE = "node => [...node.parentElement.querySelectorAll('[data-card]')].indexOf(node)"
EDGES = """() => {
  const box = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return [box.top, box.bottom];
}"""
