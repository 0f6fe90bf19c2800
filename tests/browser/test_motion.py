"""Test motion in widgets: only after a gesture, never under reduced motion, and ending in the picture from Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_checks import at_widths, reaching_out

from irlearn import Ranking, datasets, widgets
from irlearn.course.lesson_parts import Option, Quiz
from irlearn.widgets.core.base import Widget

MOVING = {"transform", "scale", "opacity", "r", "d", "stroke-dasharray", "left", "bottom"}
SHOW = """async ([script, start]) => {
  const { default: shown } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  const [state, heard] = [start, {}];
  const send = async (what) => {
    Object.assign(state, JSON.parse(await window.gesture(JSON.stringify(what))));
    heard.change?.();
  };
  const model = { get: (name) => state[name], send, on: (name, hear) => (heard[name] = hear), off: () => {} };
  const show = () => {
    const el = document.createElement("div");
    document.body.replaceChildren(el);
    return shown.render({ model, el });
  };
  let end = show();
  window.putBack = () => (end(), (end = show()));
}"""
ALL = "document.querySelector('.irlearn').getAnimations({ subtree: true })"
PROPERTY = "one.transitionProperty ?? (one.effect.getKeyframes()[0].transform ? 'transform' : 'keyframes')"
WATCH = f"""() => {{
  window.moved = new Set();
  (function look() {{
    {ALL}.forEach((one) => moved.add({PROPERTY}));
    requestAnimationFrame(look);
  }})();
}}"""
LOOKS = f"""() => [...document.querySelectorAll(".irlearn > div:not([class$=live]) *")].map((node) => {{
  const look = getComputedStyle(node);
  return [node.nodeName, ...{json.dumps(sorted(MOVING))}.map((name) => look.getPropertyValue(name))].join(" ");
}})"""
UNDER_WAY = """() => {
  const within = (rule) => {
    if (rule.media && !matchMedia(rule.media.mediaText).matches) return [];
    const moves = rule.style?.transition ? [rule.selectorText] : [];
    return [...moves, ...[...(rule.cssRules ?? [])].flatMap(within)];
  };
  return [...document.styleSheets].flatMap(within);
}"""
"""Return the style rules of the page that would start a motion."""
MADE: dict[str, tuple[Callable[[], Widget], list[str]]] = {
    "walk": (
        lambda: widgets.Walk(Ranking.parse("0 1 1 0 1 1", relevant=6), area=True),
        ["on", "on", "mark document 1", "go document 5", "on"],
    ),
    "luck": (lambda: widgets.LuckMachine(seed=2), ["throw 1", "throw 1", "throw 100", "throw 10000"]),
    "split": (widgets.SplitHalf, ["split 1", "split 1", "split 100", "split 10000"]),
    "shuffle": (widgets.Permutations, ["shuffle 1", "shuffle 1", "shuffle 100", "where table", "shuffle 10000"]),
    "pool": (
        lambda: widgets.Pool(datasets.software(), datasets.software_runs(), new="New system"),
        ["deeper", "deeper", "shallower", "deeper"],
    ),
    "mtf": (widgets.Adjudicate, ["next 1", "next 1", "next 10", "card 0 7"]),
    "hedge": (lambda: widgets.Adjudicate(method="hedge"), ["next 1", "next 10"]),
    "mm": (lambda: widgets.Adjudicate(method="mm"), ["next 1", "next 10"]),
    "means": (
        lambda: widgets.Means({"q1": 0.5, "q2": 0.5, "q3": 0.5}),
        ["+ 0 0", "+ 0 0", "− 0 1", "reset"],
    ),
    "two means": (lambda: widgets.Means(datasets.hard_query()), ["+ 0 0", "− 1 2"]),
    "ranks": (lambda: widgets.Means({"q1": 2, "q2": 2, "q3": 9}, mean="MRR"), ["+ 0 0", "+ 0 2", "+ 0 2", "− 0 2"]),
}
TURNS = [
    [name if at % 3 == turn else pytest.param(name, marks=pytest.mark.sweep) for at, name in enumerate(MADE)]
    for turn in range(3)
]
"""Each widget goes to a single test of three, in turn; with `--sweep` to all three."""
STILL = {"shuffle": {"where table"}}  # what is asked for there clears what moves


class Shown:
    """A live widget on a page without a notebook; Python answers its gestures at once."""

    def __init__(self, page: Any, it: Widget) -> None:
        self.page, self.it = page, it
        page.expose_function("gesture", self._answer)
        page.set_content(f"<!doctype html><style>{it._css}</style>")
        page.evaluate(SHOW, [it._esm, self._state()])
        page.evaluate(WATCH)

    def _state(self) -> dict[str, object]:
        return {"picture": self.it.picture, "answered": self.it.answered}

    def _answer(self, what: str) -> str:
        self.it.gesture(**json.loads(what))
        return json.dumps(self._state())

    def press(self, key: str) -> None:
        self.page.evaluate("moved.clear()")
        self.page.locator(f"[data-focus='{key}']").click()
        self.page.wait_for_timeout(60)  # the answer is there, and what moves is under way

    def moving(self) -> list[str]:
        """Return the running animations by their property."""
        return list(self.page.evaluate(f"{ALL}.map((one) => {PROPERTY})"))

    def moved(self) -> list[str]:
        """Return the animations since the last press, recorded by the page, because a short animation may be over."""
        return list(self.page.evaluate("[...moved]"))

    def rest(self) -> list[str]:
        """Return the style of each node after all motion has ended."""
        self.page.wait_for_function(f"{ALL}.length === 0")
        return list(self.page.evaluate(LOOKS))


@pytest.fixture
def show(chromium: Any) -> Iterator[Callable[..., Shown]]:
    """Show a widget on a new page: `show("walk")`, or `show("walk", calm=True)` with reduced motion."""
    pages = []

    def shown(name: str, *, calm: bool = False) -> Shown:
        pages.append(chromium.new_page(viewport={"width": 900, "height": 900}))
        pages[-1].emulate_media(reduced_motion="reduce" if calm else "no-preference")
        return Shown(pages[-1], MADE[name][0]())

    yield shown
    for page in pages:
        page.close()


@pytest.mark.parametrize("name", TURNS[1])
def test_motion_follows_gestures_and_not_the_first_drawing(show: Callable[..., Shown], name: str) -> None:
    shown = show(name)
    for _ in range(5):
        assert shown.moving() == []
        shown.page.wait_for_timeout(20)
    for key in MADE[name][1]:
        shown.press(key)
        assert not shown.moving() if key in STILL.get(name, ()) else shown.moved(), key
        assert set(shown.moved()) <= MOVING


@pytest.mark.parametrize("name", TURNS[2])
def test_motion_does_not_repeat_when_a_cell_returns_to_the_page(show: Callable[..., Shown], name: str) -> None:
    shown = show(name)
    for key in MADE[name][1]:
        shown.press(key)
        shown.page.evaluate("window.putBack()")
        for _ in range(3):
            assert shown.moving() == []
            shown.page.wait_for_timeout(30)


@pytest.mark.parametrize("name", TURNS[0])
def test_reduced_motion_shows_the_same_final_picture_without_moving(show: Callable[..., Shown], name: str) -> None:
    """With motion, without motion, and redrawn by Python, the final picture is the same."""
    lively, calm = show(name), show(name, calm=True)
    assert lively.page.evaluate(UNDER_WAY)
    assert calm.page.evaluate(UNDER_WAY) == []
    for key in MADE[name][1]:
        for one in (lively, calm):
            one.press(key)
        assert calm.moving() == []
        looks = lively.rest()
        assert looks == calm.rest()
        assert lively.it.picture == calm.it.picture
        calm.page.evaluate("window.putBack()")
        assert looks == calm.rest()


def test_walk_plays_to_its_end_and_stops_when_its_cell_returns(show: Callable[..., Shown]) -> None:
    shown = show("walk", calm=True)
    walk: Any = shown.it
    shown.press("walk")
    shown.page.get_by_role("button", name="Pause").wait_for()
    shown.page.locator(".irlearn-live", has_text="Rank 3 is relevant").wait_for(state="attached")
    shown.page.evaluate("window.putBack()")
    there = walk.rank
    shown.page.wait_for_timeout(1200)
    assert walk.rank == there < 6
    shown.press("walk")
    shown.press("walk")
    shown.page.get_by_role("button", name="Walk again").wait_for()
    assert walk.rank == walk.walked == 6


def test_walk_moves_by_arrow_keys_and_space_changes_the_mark(show: Callable[..., Shown]) -> None:
    shown = show("walk")
    walk: Any = shown.it
    shown.page.locator("[data-focus='row document 1']").focus()
    for _ in range(2):
        shown.page.keyboard.press("ArrowDown")
    shown.page.locator("li[aria-current=step]", has_text="2/3").wait_for()
    assert walk.rank == 3
    shown.page.keyboard.press("Space")
    shown.page.locator(".irlearn-live", has_text="You marked document 3 as not relevant.").wait_for(state="attached")
    assert shown.page.evaluate("document.activeElement.dataset.focus") == "row document 3"
    assert walk.ranking.grades == (0, 1, 0, 0, 1, 1)


def test_means_dragged_dot_follows_the_pointer_and_updates_the_means(show: Callable[..., Shown]) -> None:
    shown = show("means")
    mouse, dot = shown.page.mouse, shown.page.locator("[data-slide='0 0']")
    box = dot.bounding_box()
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    for step in range(1, 6):
        mouse.move(box["x"] + 14 + 20 * step, box["y"] + 10)
        shown.page.wait_for_timeout(40)
        assert dot.evaluate("(dot) => dot.getAnimations().length") == 0
        assert dot.bounding_box()["x"] == pytest.approx(box["x"] + 20 * step, abs=8)
    assert shown.moving()
    mouse.up()


def test_walk_has_enough_contrast_and_does_not_overflow(
    show: Callable[..., Shown], chromium: Any, contrasts: Callable[[Any, str], dict[str, float]]
) -> None:
    shown = show("walk", calm=True)
    for key in ("on", "on", "on"):
        shown.press(key)
    for theme in ("false", "true"):
        shown.page.evaluate("theme => { document.body.dataset.jpThemeLight = theme; }", theme)
        shown.page.evaluate("dark => { document.body.style.background = dark ? '#111' : '#fff'; }", theme == "false")
        found = contrasts(shown.page, ".walk")
        assert len(found) > 20
        assert {text: ratio for text, ratio in found.items() if ratio < 4.5} == {}
    for page, _, width in at_widths(chromium, [shown.it], (320, 400, 480, 700, 900)):
        assert reaching_out(page, ".walk") == [], width


def test_quiz_option_does_not_move_when_the_message_above_disappears(chromium: Any) -> None:
    told = "Then a list that stops early gains by it, and that is no way to count what was never looked at. " * 3
    options = (Option("those found", False, told), Option("all relevant", True, "Found or not."))
    page = chromium.new_page(viewport={"width": 500, "height": 400})
    shown = Shown(page, widgets.Quiz(Quiz("divisor", "What does AP divide by?", options)))
    page.add_style_tag(content="body { padding-block: 900px }")
    shown.press("option 0")
    right = page.locator("[data-focus='option 1']")
    stood = right.bounding_box()["y"]
    shown.press("option 1")
    page.locator("li.right").wait_for()
    assert right.bounding_box()["y"] == pytest.approx(stood, abs=1)
    page.close()


def test_paired_scores_query_does_not_move_when_its_row_grows(chromium: Any) -> None:
    page = chromium.new_page(viewport={"width": 900, "height": 700})
    scores = {f"q{number}": number / 10 for number in range(6)}
    shown = Shown(page, widgets.PairedScores(scores, dict.fromkeys(scores, 0.2)))
    page.add_style_tag(content="body { padding-block: 900px }")
    for query in (4, 2):
        name = page.locator(f"[data-focus='pick {query}']")
        name.scroll_into_view_if_needed()
        stood = name.bounding_box()["y"]
        shown.press(f"pick {query}")
        page.locator(f"[data-focus='pick {query}'][aria-pressed=true]").wait_for()
        assert name.bounding_box()["y"] == pytest.approx(stood, abs=1), query
    page.close()


def test_task_answer_does_not_move_when_clicked(chromium: Any, tmp_path: Path) -> None:
    page = chromium.new_page(viewport={"width": 780, "height": 700})
    shown = Shown(page, widgets.Lesson("12", tmp_path).play("workbench", widgets.Workbench()))
    stood = [page.locator(f"[data-focus='task option {place}']").bounding_box() for place in range(4)]
    for place in (0, 1, 2):
        shown.press(f"task option {place}")
        page.locator(f"[data-focus='task option {place}'][aria-pressed=true]").wait_for()
        box = page.locator(f"[data-focus='task option {place}']").bounding_box()
        assert box["y"] == pytest.approx(stood[place]["y"], abs=1), place
    page.close()
