"""What the hand and the keys do, at the edges where they begin to do it: on a bare page, with the widget in Python."""

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
    """A page with a widget alone: `reports` are what the page told it."""

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
        """Press there, go each way in steps, and let go."""
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
def test_a_card_goes_to_the_place_that_is_nearest(board: Bare, shares: list[float], places: list[int]) -> None:
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
def test_a_drag_begins_after_some_pixels_either_way(board: Bare, way: int, reports: int) -> None:
    board.drag(grip(board, "c"), (0, way))
    assert len(board.reports) == reports


@pytest.mark.parametrize("kind", [widgets.RankingBoard, widgets.Walk])
def test_a_finger_scrolls_the_page_and_drags_by_the_grip(bare: Bare, kind: type[Any]) -> None:
    bare.show(kind(Ranking([1, 0, 1, 0, 1], documents=FIVE)))
    page, touch = bare.page, bare.page.context.new_cdp_session(bare.page)
    page.set_viewport_size({"width": 480, "height": 360})
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def swipe(x: float, y: float, way: int) -> int:
        """Draw a finger up or down; how far the page has scrolled then."""
        points = [[{"x": x, "y": y + way * part / 8}] for part in range(9)]
        kinds = ["touchStart", *["touchMove"] * 8, "touchEnd"]
        for name, at in zip(kinds, [*points, []], strict=True):
            touch.send("Input.dispatchTouchEvent", {"type": name, "touchPoints": at})
            page.wait_for_timeout(20)
        page.wait_for_timeout(100)
        return int(page.evaluate("scrollY"))

    try:
        page.evaluate("document.body.style.paddingBottom = '200px'; scrollTo(0, 0)")
        assert swipe(200, bare.box(card("b"))["y"] + 8, -100) > 60
        assert bare.reports == [], "nothing is moved by it"
        stood, box = page.evaluate("scrollY"), bare.box(f"{card('c')} .grip")
        assert swipe(*centre(box), int(1.4 * bare.box(card("c"))["height"])) == pytest.approx(stood, abs=2)
        assert "".join(bare.it.ranking.documents) == "abdce"
        assert (bare.reports[0]["do"], bare.reports[-1]["do"]) == ("grab", "drop")
    finally:
        touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
        page.evaluate("document.body.style.paddingBottom = ''")
        page.set_viewport_size({"width": 1000, "height": 900})
        touch.detach()


def test_a_held_card_stays_under_the_hand(board: Bare) -> None:
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
def test_arrow_keys_go_from_card_to_card_and_with_alt_take_it_along(
    board: Bare, keys: str, focus: str, order: str
) -> None:
    board.page.locator(card("c")).focus()
    board.page.keyboard.press(keys)
    board.page.wait_for_timeout(60)
    assert board.page.evaluate("document.activeElement.dataset.card") == focus
    assert "".join(board.it.ranking.documents) == order


def test_space_and_enter_change_the_card_that_has_the_focus(board: Bare) -> None:
    for key, name in ((" ", "b"), ("Enter", "d")):
        board.page.locator(card(name)).focus()
        board.page.keyboard.press(key)
        board.page.wait_for_timeout(60)
    assert board.it.ranking.grades == (1, 1, 1, 1, 1)
    assert [one["key"] for one in board.done("toggle")] == ["b", "d"]


def test_a_key_that_is_held_down_changes_a_card_once(board: Bare) -> None:
    board.page.locator(card("b")).first.focus()
    for _ in range(2):
        board.page.keyboard.down("Space")  # the second repeats the first
    board.page.keyboard.up("Space")
    assert board.it.ranking.grades == (1, 1, 1, 0, 1)


def test_a_key_that_is_an_input_methods_is_left_to_it(board: Bare) -> None:
    board.page.locator(card("b")).first.focus()
    key = "{ key: ' ', isComposing: true, bubbles: true, cancelable: true }"
    assert board.page.evaluate(f"document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key}))")
    assert not board.reports


def test_what_came_of_a_gesture_is_said_to_who_listens(board: Bare) -> None:
    board.page.locator(card("b")).first.focus()
    board.page.keyboard.press("Alt+ArrowDown")
    board.page.wait_for_timeout(200)
    assert "from rank 2 to rank 3" in board.page.locator(".irlearn-live").first.text_content()


def test_a_reset_is_said_where_the_picture_says_nothing(bare: Bare) -> None:
    bare.show(widgets.ConfusionMatrix(datasets.software()))
    live = bare.page.locator(".irlearn-live").first
    for control, said in (("toggle", "You retrieved"), ("reset", "Everything is back where it was.")):
        bare.page.locator(f"[data-do={control}]").first.press("Enter")
        bare.page.wait_for_timeout(200)
        assert said in live.text_content()


@pytest.mark.parametrize(
    ("name", "button", "after"), [("b", "up", "up b"), ("d", "down", "down d"), ("c", "down", "down c")]
)
def test_a_button_keeps_the_focus_or_hands_it_on(board: Bare, name: str, button: str, after: str) -> None:
    """A card that comes to the end has a button that is out of use, and the other one has the focus."""
    other = {"up": "down", "down": "up"}[button]
    board.page.locator(f"[data-focus='{after}']").focus()
    board.page.keyboard.press("Enter")
    board.page.wait_for_timeout(60)
    at_the_end = board.it.ranking.documents[0 if button == "up" else -1] == name
    focus = board.page.evaluate("document.activeElement.dataset.focus")
    assert focus == (f"{other} {name}" if at_the_end else after)


# dots along their tracks


@pytest.fixture
def dots(bare: Bare) -> Bare:
    bare.show(widgets.Means({"old": [0.5, 0.9, 0.1], "new": [0.3, 0.4, 0.7]}))
    return bare


def dot(key: str) -> str:
    return f"[data-slide='{key}']"


def centre(box: dict[str, float]) -> tuple[float, float]:
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize(
    ("share", "at", "value"),
    [(0.6249, 0.62, 0.6), (0.6261, 0.63, 0.65), (-0.2, 0, 0), (1.3, 1, 1), (0.274, 0.27, 0.25)],
)
def test_a_dot_goes_to_where_the_hand_is_on_its_track(dots: Bare, share: float, at: float, value: float) -> None:
    track = dots.box("div.query:not(.axis, .head) [data-track]")
    x, y = centre(dots.box(dot("0 0")))
    dots.drag((x, y), (track["x"] + share * track["width"] - x, 0))
    assert dots.done("slide")[-1]["at"] == pytest.approx(at, abs=0.0051)
    assert float(dots.it.of("old").values[0]) == pytest.approx(value)
    assert (dots.reports[0]["do"], dots.reports[-1]["do"]) == ("grab", "drop")
    dots.page.wait_for_function("document.getAnimations().length === 0")  # it glides there
    assert centre(dots.box(dot("0 0")))[0] == pytest.approx(track["x"] + value * track["width"], abs=1.5)


def test_a_dot_stays_under_the_hand_between_its_places(dots: Bare) -> None:
    track = dots.box("div.query:not(.axis, .head) [data-track]")
    x, y = centre(dots.box(dot("0 0")))
    dots.page.mouse.move(x, y)
    dots.page.mouse.down()
    to = track["x"] + 0.777 * track["width"]
    dots.page.mouse.move(to, y, steps=4)
    dots.page.wait_for_timeout(80)
    assert centre(dots.box(dot("0 0")))[0] == pytest.approx(to, abs=1.5)
    dots.page.mouse.up()
    dots.page.wait_for_timeout(60)
    assert float(dots.it.of("old").values[0]) == 0.8


@pytest.mark.parametrize("way", [3, -3])
def test_a_press_that_does_not_move_is_no_drag_of_a_dot(dots: Bare, way: int) -> None:
    dots.drag(centre(dots.box(dot("0 0"))), (way, 0))
    assert dots.reports == []


@pytest.mark.parametrize(
    ("key", "focus", "value"),
    [("ArrowRight", "1 1", 0.45), ("ArrowLeft", "1 1", 0.35), ("ArrowDown", "0 2", 0.4), ("ArrowUp", "0 1", 0.4)],
)
def test_arrow_keys_step_a_dot_and_go_to_the_next(dots: Bare, key: str, focus: str, value: float) -> None:
    dots.page.locator(dot("1 1")).focus()
    dots.page.keyboard.press(key)
    dots.page.wait_for_timeout(60)
    assert dots.page.evaluate("document.activeElement.dataset.slide") == focus
    assert float(dots.it.of("new").values[1]) == pytest.approx(value)


# a grid of cells


@pytest.fixture(scope="module")
def matrix() -> Widget:
    return widgets.PairMatrix()


@pytest.mark.parametrize(("row", "column"), [(0, 1), (2, 5), (1, 7)])
@pytest.mark.parametrize("inside", [0.1, 0.9])
def test_a_press_is_in_the_cell_that_it_is_in(bare: Bare, matrix: Any, row: int, column: int, inside: float) -> None:
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
def test_arrow_keys_go_through_the_grid(bare: Bare, matrix: Any, key: str, way: tuple[int, int]) -> None:
    matrix.pair = matrix.names[2], matrix.names[5]
    bare.show(matrix)
    bare.page.locator("[data-grid]").focus()
    bare.page.keyboard.press(key)
    bare.page.wait_for_timeout(60)
    assert matrix.pair == (matrix.names[2 + way[0]], matrix.names[5 + way[1]])


# what the page keeps


def test_what_is_open_half_typed_or_held_stays_when_the_picture_changes(bare: Bare) -> None:
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


def test_a_file_that_is_chosen_while_another_one_comes_is_sent_and_may_be_chosen_again(bare: Bare) -> None:
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
    """A board, with the mouse down on a button of its, and where that is; afterwards the page is as it was."""
    box = board.box(f"{card('c')} [data-do=step]")
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    board.page.mouse.move(*at)
    board.page.mouse.down()
    yield board, at
    board.page.evaluate("document.body.style.paddingTop = ''")


def test_a_press_is_heard_though_the_page_moves_below_it(pressed: tuple[Bare, tuple[float, float]]) -> None:
    board, (x, y) = pressed
    board.page.evaluate(MOVED)
    board.page.mouse.move(x + 1, y)
    board.page.mouse.up()
    board.page.wait_for_timeout(60)
    assert [one["do"] for one in board.reports] == ["step"]


@pytest.mark.parametrize(("moved", "way"), [(True, (0, 80)), (False, (0, 80)), (False, (80, 0)), (False, (-80, 0))])
def test_a_hand_that_leaves_the_button_takes_its_press_back(
    pressed: tuple[Bare, tuple[float, float]], moved: bool, way: tuple[int, int]
) -> None:
    board, (x, y) = pressed
    if moved:
        board.page.evaluate(MOVED)
    board.page.mouse.move(x + way[0], y + way[1], steps=3)
    board.page.mouse.up()
    board.page.wait_for_timeout(60)
    assert board.reports == []


def test_a_kernel_that_has_not_noticed_a_press_is_woken_before_anybody_is_told(board: Bare) -> None:
    board.asleep.append(True)
    board.page.locator(f"{card('c')} [data-do=step]").first.click()
    board.page.wait_for_function("document.querySelector('.irlearn-live').textContent.includes('rank')", timeout=4000)
    assert list(board.it.ranking.documents) != FIVE
    assert board.page.locator(".irlearn-stopped").inner_text() == ""
