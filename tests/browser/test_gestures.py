"""Test thresholds and boundaries of gestures and keys on a plain page, with the widget in Python."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from irlearn import Ranking, datasets, widgets
from irlearn.widgets.core.base import Widget

BARE = """<!doctype html><style id="looks"></style><div id="here" style="width: 900px"></div>
<script type="module">
const scripts = new Blob([%s], { type: 'text/javascript' });
const { default: { render } } = await import(URL.createObjectURL(scripts));
window.mount = ([looks, picture]) => {
  document.getElementById('looks').textContent = looks;
  const state = { picture, answered: 0 }, hear = new Set();
  const model = {
    get: (name) => state[name], on: (what, one) => what === 'change' && hear.add(one), off: () => {},
    send: (told) => void window.told(told).then((now) => { Object.assign(state, now); hear.forEach((one) => one()); }),
  };
  window.unmount?.();
  const el = document.getElementById('here');
  el.replaceChildren();
  window.unmount = render({ model, el });
};
window.ready = true;
</script>"""


class Bare:
    """A page with a single widget; `reports` are the messages from the page to the widget."""

    def __init__(self, page: Any) -> None:
        self.page, self.reports = page, []
        self.asleep: list[bool] = []
        self._missed: dict[str, Any] = {}
        self.it: Widget
        page.expose_function("told", self._told)

    def _told(self, said: dict[str, Any]) -> dict[str, Any]:
        if self.asleep:  # as a kernel that has not noticed the message, and does when the next one comes
            self.asleep.pop()
            self._missed = said
            return {}
        if self._missed:
            self.it.gesture(**self._missed)
            self._missed = {}
        self.reports.append({name: value for name, value in said.items() if name not in ("number", "fields")})
        self.it.gesture(**said)
        return {"picture": self.it.picture, "answered": said["number"]}

    def show(self, it: Widget) -> None:
        self.it = it
        self.page.evaluate("shown => window.mount(shown)", [it._css, it.picture])
        self.reports.clear()

    def box(self, what: str) -> dict[str, float]:
        return dict(self.page.locator(what).first.bounding_box())

    def drag(self, start: tuple[float, float], *ways: tuple[float, float]) -> None:
        """Press the mouse at `start`, move along `ways` in steps, and release."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        for x, y in ways:
            self.page.mouse.move(start[0] + x, start[1] + y, steps=4)
            self.page.wait_for_timeout(30)
        self.page.mouse.up()
        self.page.wait_for_timeout(60)

    def done(self, name: str) -> list[dict[str, Any]]:
        return [one for one in self.reports if one["do"] == name]


@pytest.fixture(scope="module")
def bare(chromium: Any) -> Iterator[Bare]:
    page = chromium.new_page(viewport={"width": 1000, "height": 900})
    page.emulate_media(reduced_motion="no-preference")
    shown = Bare(page)
    page.set_content(BARE % json.dumps(Widget._esm))
    page.wait_for_function("window.ready")
    yield shown
    page.close()


FIVE = ["a", "b", "c", "d", "e"]


@pytest.fixture
def board(bare: Bare) -> Bare:
    bare.show(widgets.RankingBoard(Ranking([1, 0, 1, 0, 1], documents=FIVE)))
    return bare


def card(name: str) -> str:
    return f"[data-card='{name}']"


def grip(on: Bare, name: str) -> tuple[float, float]:
    box = on.box(f"{card(name)} .grip")
    return box["x"] + 4, box["y"] + 4


@pytest.mark.parametrize(
    ("shares", "places"),
    [
        ([0.4], []),
        ([-0.4], []),
        ([0.6], [3]),
        ([-0.6], [1]),
        ([1.4], [3]),
        ([-1.4], [1]),
        ([1.6], [3, 4]),
        ([-1.6], [1, 0]),
        ([9], [4]),
        ([0.6, 0.4], [3, 2]),
        ([-0.6, -0.4], [1, 2]),
    ],
)
def test_card_drops_at_the_nearest_position(board: Bare, shares: list[float], places: list[int]) -> None:
    each = board.box(card("b"))["y"] - board.box(card("a"))["y"]
    board.drag(grip(board, "c"), *((0, share * each) for share in shares))
    sent = [one["to"] for one in board.done("place")]
    assert (sent[-1:], set(sent)) == (places[-1:], set(places))
    order = [one for one in FIVE if one != "c"]
    order.insert(places[-1] if places else 2, "c")
    assert list(board.it.ranking.documents) == order
    names = [one["do"] for one in board.reports]
    assert (names[0], names[-1]) == ("grab", "drop")
    assert {one["key"] for one in board.reports} == {"c"}
    shown = board.page.evaluate("[...document.querySelectorAll('[data-card]')].map(one => one.dataset.card)")
    assert shown == order, "the page shows what Python has"


@pytest.mark.parametrize(("way", "reports"), [(3, 0), (-3, 0), (6, 2), (-6, 2)])
def test_card_drag_begins_after_some_pixels_in_either_direction(board: Bare, way: int, reports: int) -> None:
    board.drag(grip(board, "c"), (0, way))
    assert len(board.reports) == reports


@pytest.mark.parametrize("kind", [widgets.RankingBoard, widgets.Walk])
def test_touch_scrolls_the_page_and_drags_by_the_grip(bare: Bare, kind: type[Any]) -> None:
    bare.show(kind(Ranking([1, 0, 1, 0, 1], documents=FIVE)))
    page, touch = bare.page, bare.page.context.new_cdp_session(bare.page)
    page.set_viewport_size({"width": 480, "height": 360})
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def swipe(x: float, y: float, way: int) -> int:
        """Swipe up or down; return the scroll position of the page."""
        points = [[{"x": x, "y": y + way * part / 8}] for part in range(9)]
        kinds = ["touchStart", *["touchMove"] * 8, "touchEnd"]
        for name, at in zip(kinds, [*points, []], strict=True):
            touch.send("Input.dispatchTouchEvent", {"type": name, "touchPoints": at})
            page.wait_for_timeout(20)
        before, now = -1, int(page.evaluate("scrollY"))
        while now != before:  # On a busy machine, the page goes on scrolling for a moment.
            page.wait_for_timeout(100)
            before, now = now, int(page.evaluate("scrollY"))
        return now

    try:
        page.evaluate("document.body.style.paddingBottom = '200px'; scrollTo(0, 0)")
        assert swipe(200, bare.box(card("b"))["y"] + 8, -100) > 60
        assert bare.reports == [], "nothing is moved by it"
        stood, box = page.evaluate("scrollY"), bare.box(f"{card('c')} .grip")
        assert swipe(*center(box), int(1.4 * bare.box(card("c"))["height"])) == pytest.approx(stood, abs=2)
        assert "".join(bare.it.ranking.documents) == "abdce"
        assert (bare.reports[0]["do"], bare.reports[-1]["do"]) == ("grab", "drop")
    finally:
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.evaluate("document.body.style.paddingBottom = ''")
        page.set_viewport_size({"width": 1000, "height": 900})
        touch.detach()


def test_card_stays_under_the_pointer_while_dragged(board: Bare) -> None:
    x, y = grip(board, "c")
    for way in (20, 70, -45):
        board.page.mouse.move(x, y)
        board.page.mouse.down()
        board.page.mouse.move(x, y + way, steps=5)
        board.page.wait_for_timeout(80)
        box = board.box(f"{card('c')} .grip")
        assert (box["x"] + 4, box["y"] + 4) == pytest.approx((x, y + way), abs=1.5)
        board.page.mouse.up()
        board.page.wait_for_timeout(60)
        board.it.gesture(do="reset")
        board.show(board.it)


@pytest.mark.parametrize(
    ("keys", "focus", "order"),
    [
        ("ArrowDown", "d", "abcde"),
        ("ArrowUp", "b", "abcde"),
        ("Alt+ArrowDown", "c", "abdce"),
        ("Alt+ArrowUp", "c", "acbde"),
        ("Control+ArrowDown", "c", "abcde"),
    ],
)
def test_card_arrow_keys_move_the_focus_and_with_alt_the_card(board: Bare, keys: str, focus: str, order: str) -> None:
    board.page.locator(card("c")).focus()
    board.page.keyboard.press(keys)
    board.page.wait_for_timeout(60)
    assert board.page.evaluate("document.activeElement.dataset.card") == focus
    assert "".join(board.it.ranking.documents) == order


def test_card_relevance_changes_by_space_and_enter(board: Bare) -> None:
    for key, name in ((" ", "b"), ("Enter", "d")):
        board.page.locator(card(name)).focus()
        board.page.keyboard.press(key)
        board.page.wait_for_timeout(60)
    assert board.it.ranking.grades == (1, 1, 1, 1, 1)
    assert [one["key"] for one in board.done("toggle")] == ["b", "d"]


def test_card_relevance_changes_once_while_a_key_is_held(board: Bare) -> None:
    board.page.locator(card("b")).first.focus()
    for _ in range(2):
        board.page.keyboard.down("Space")  # the second repeats the first
    board.page.keyboard.up("Space")
    assert board.it.ranking.grades == (1, 1, 1, 0, 1)


def test_card_ignores_keys_of_an_input_method(board: Bare) -> None:
    board.page.locator(card("b")).first.focus()
    key = "{ key: ' ', isComposing: true, bubbles: true, cancelable: true }"
    assert board.page.evaluate(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key}))")
    assert not board.reports


def test_live_region_announces_the_result_of_a_gesture(board: Bare) -> None:
    board.page.locator(card("b")).first.focus()
    board.page.keyboard.press("Alt+ArrowDown")
    board.page.wait_for_timeout(200)
    assert "from rank 2 to rank 3" in board.page.locator(".irlearn-live").first.text_content()


def test_live_region_announces_a_reset_without_a_message(bare: Bare) -> None:
    bare.show(widgets.ConfusionMatrix(datasets.software()))
    live = bare.page.locator(".irlearn-live").first
    for control, said in (("toggle", "You retrieved"), ("reset", "Everything is back where it was.")):
        bare.page.locator(f"[data-do={control}]").first.press("Enter")
        bare.page.wait_for_timeout(200)
        assert said in live.text_content()


@pytest.mark.parametrize(
    ("name", "button", "after"), [("b", "up", "up b"), ("d", "down", "down d"), ("c", "down", "down c")]
)
def test_card_button_keeps_the_focus_or_passes_it_on(board: Bare, name: str, button: str, after: str) -> None:
    """At the end of the list a button of the card is disabled, so the other button takes the focus."""
    other = {"up": "down", "down": "up"}[button]
    board.page.locator(f"[data-focus='{after}']").focus()
    board.page.keyboard.press("Enter")
    board.page.wait_for_timeout(60)
    at_the_end = board.it.ranking.documents[0 if button == "up" else -1] == name
    focus = board.page.evaluate("document.activeElement.dataset.focus")
    assert focus == (f"{other} {name}" if at_the_end else after)


# Dots on their tracks.


@pytest.fixture
def dots(bare: Bare) -> Bare:
    bare.show(widgets.Means({"old": [0.5, 0.9, 0.1], "new": [0.3, 0.4, 0.7]}))
    return bare


def dot(key: str) -> str:
    return f"[data-slide='{key}']"


def center(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    ("share", "at", "value"),
    [(0.6249, 0.62, 0.6), (0.6261, 0.63, 0.65), (-0.2, 0, 0), (1.3, 1, 1), (0.274, 0.27, 0.25)],
)
def test_dot_moves_to_the_pointer_on_its_track(dots: Bare, share: float, at: float, value: float) -> None:
    track = dots.box("div.query:not(.axis, .head) [data-track]")
    x, y = center(dots.box(dot("0 0")))
    dots.drag((x, y), (track["x"] + share * track["width"] - x, 0))
    assert dots.done("slide")[-1]["at"] == pytest.approx(at, abs=0.0051)
    assert float(dots.it.of("old").values[0]) == pytest.approx(value)
    assert (dots.reports[0]["do"], dots.reports[-1]["do"]) == ("grab", "drop")
    dots.page.wait_for_function("document.getAnimations().length === 0")  # it glides there
    assert center(dots.box(dot("0 0")))[0] == pytest.approx(track["x"] + value * track["width"], abs=1.5)


def test_dot_stays_under_the_pointer_between_steps(dots: Bare) -> None:
    track = dots.box("div.query:not(.axis, .head) [data-track]")
    x, y = center(dots.box(dot("0 0")))
    dots.page.mouse.move(x, y)
    dots.page.mouse.down()
    to = track["x"] + 0.777 * track["width"]
    dots.page.mouse.move(to, y, steps=4)
    dots.page.wait_for_timeout(80)
    assert center(dots.box(dot("0 0")))[0] == pytest.approx(to, abs=1.5)
    dots.page.mouse.up()
    dots.page.wait_for_timeout(60)
    assert float(dots.it.of("old").values[0]) == 0.8


@pytest.mark.parametrize("way", [3, -3])
def test_dot_click_without_movement_is_no_drag(dots: Bare, way: int) -> None:
    dots.drag(center(dots.box(dot("0 0"))), (way, 0))
    assert dots.reports == []


@pytest.mark.parametrize(
    ("key", "focus", "value"),
    [("ArrowRight", "1 1", 0.45), ("ArrowLeft", "1 1", 0.35), ("ArrowDown", "0 2", 0.4), ("ArrowUp", "0 1", 0.4)],
)
def test_dot_arrow_keys_change_the_value_or_move_the_focus(dots: Bare, key: str, focus: str, value: float) -> None:
    dots.page.locator(dot("1 1")).focus()
    dots.page.keyboard.press(key)
    dots.page.wait_for_timeout(60)
    assert dots.page.evaluate("document.activeElement.dataset.slide") == focus
    assert float(dots.it.of("new").values[1]) == pytest.approx(value)


# A grid of cells.


@pytest.fixture(scope="module")
def matrix() -> Widget:
    return widgets.PairMatrix()


@pytest.mark.parametrize(("row", "column"), [(0, 1), (2, 5), (1, 7)])
@pytest.mark.parametrize("inside", [0.1, 0.9])
def test_grid_click_selects_the_clicked_cell(bare: Bare, matrix: Any, row: int, column: int, inside: float) -> None:
    bare.show(matrix)
    box, many = bare.box("[data-grid]"), len(matrix.names)
    each = box["width"] / many, box["height"] / many
    bare.page.mouse.click(box["x"] + (column + inside) * each[0], box["y"] + (row + inside) * each[1])
    bare.page.wait_for_timeout(60)
    assert [(one["row"], one["column"]) for one in bare.done("point")] == [(row, column)]
    assert matrix.pair == (matrix.names[row], matrix.names[column])


@pytest.mark.parametrize(
    ("key", "way"), [("ArrowUp", (-1, 0)), ("ArrowDown", (1, 0)), ("ArrowLeft", (0, -1)), ("ArrowRight", (0, 1))]
)
def test_grid_arrow_keys_move_between_cells(bare: Bare, matrix: Any, key: str, way: tuple[int, int]) -> None:
    matrix.pair = matrix.names[2], matrix.names[5]
    bare.show(matrix)
    bare.page.locator("[data-grid]").focus()
    bare.page.keyboard.press(key)
    bare.page.wait_for_timeout(60)
    assert matrix.pair == (matrix.names[2 + way[0]], matrix.names[5 + way[1]])


# State that the page keeps.


def test_redraw_keeps_open_details_half_typed_text_and_dragged_cards(bare: Bare) -> None:
    bare.show(widgets.Adjudicate())
    bare.page.locator("details summary").first.click()
    bare.page.locator("[data-do='next']").first.click()
    bare.page.wait_for_timeout(100)
    assert bare.page.locator("details").first.get_attribute("open") is not None, "what the hand opened"
    assert bare.done("next")
    kept = bare.page.evaluate("window.kept = document.querySelector('[data-card]')")
    bare.page.locator("[data-do='next']").first.click()
    bare.page.wait_for_timeout(100)
    assert bare.page.evaluate("window.kept.isConnected"), kept
    shown = bare.page.evaluate("document.querySelector('.irlearn').textContent.replace(/\\s+/g, ' ').trim()")
    again = bare.page.evaluate(
        "html => { const one = document.createElement('div'); one.innerHTML = html;"
        " return one.textContent.replace(/\\s+/g, ' ').trim(); }",
        bare.it.picture,
    )
    assert shown == again, "the page is patched to just what the picture says"


CHOSEN = """([place, name]) => {
  const given = new DataTransfer();
  given.items.add(new File(['q1 0 d1 1'], name));
  document.querySelectorAll('input[type=file]')[place].files = given.files;
}"""
TOLD = """(place) => {
  const field = document.querySelectorAll('input[type=file]')[place];
  field.dispatchEvent(new Event('change', { bubbles: true }));
  return field.value;
}"""


def test_file_input_sends_a_file_chosen_during_a_transfer_and_the_same_file_again(bare: Bare) -> None:
    bare.show(widgets.OwnFiles(str, str))
    for place in (0, 1):
        bare.page.evaluate(CHOSEN, [place, f"{place}.txt"])
    for place in (0, 1):  # the picture that the first one brings comes before the second one is told of
        assert bare.page.evaluate(TOLD, place) == "", "the same file would be no change"
        bare.page.wait_for_timeout(100)
    assert [(one["key"], one["name"]) for one in bare.done("piece")] == [("0", "0.txt"), ("1", "1.txt")]


MOVED = "document.body.style.paddingTop = '60px'"


@pytest.fixture
def pressed(board: Bare) -> Iterator[tuple[Bare, tuple[float, float]]]:
    """Press the mouse on a button of a board; yield the board and the position, and reset the page afterwards."""
    box = board.box(f"{card('c')} [data-do=step]")
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    board.page.mouse.move(*at)
    board.page.mouse.down()
    yield board, at
    board.page.evaluate("document.body.style.paddingTop = ''")


def test_button_click_counts_when_the_page_moves_under_the_pointer(pressed: tuple[Bare, tuple[float, float]]) -> None:
    board, (x, y) = pressed
    board.page.evaluate(MOVED)
    board.page.mouse.move(x + 1, y)
    board.page.mouse.up()
    board.page.wait_for_timeout(60)
    assert [one["do"] for one in board.reports] == ["step"]


@pytest.mark.parametrize(("moved", "way"), [(True, (0, 80)), (False, (0, 80)), (False, (80, 0)), (False, (-80, 0))])
def test_button_click_is_canceled_when_the_pointer_leaves(
    pressed: tuple[Bare, tuple[float, float]], moved: bool, way: tuple[int, int]
) -> None:
    board, (x, y) = pressed
    if moved:
        board.page.evaluate(MOVED)
    board.page.mouse.move(x + way[0], y + way[1], steps=3)
    board.page.mouse.up()
    board.page.wait_for_timeout(60)
    assert board.reports == []


def test_kernel_that_missed_a_click_is_asked_again_before_a_warning(board: Bare) -> None:
    board.asleep.append(True)
    board.page.locator(f"{card('c')} [data-do=step]").first.click()
    board.page.wait_for_function("document.querySelector('.irlearn-live').textContent.includes('rank')", timeout=4000)
    assert list(board.it.ranking.documents) != FIVE
    assert board.page.locator(".irlearn-stopped").inner_text() == ""
