"""Test that a widget after a reset behaves as a new widget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from gestures import Gesture, Page, press, random_gesture
from widget_scenes import SCENES

from irlearn import course, widgets
from irlearn.errors import InputError
from irlearn.text.html import Element, strong
from irlearn.widgets.core.base import Widget, action

WITHOUT = {"Exercise", "HandCheck", "OwnData", "OwnFiles", "PrecisionRecall", "Quiz", "Result"}
"""Widgets that have no reset."""
OTHERWISE = {"Progress"}
"""Widgets whose reset is one of what was recorded, and can be undone."""
ALTERED = {"assessor-compared", "adjudication-by-learner", "random-pool-sampled"}
"""Scenes whose widget was changed by gestures after it was made."""
TESTED = [
    name
    for name, scene in SCENES.items()
    if scene.widget not in WITHOUT | OTHERWISE and name not in ALTERED | {"board-veiled"}
]
LONGEST = 60  # gestures without a reset


def has_reset(page: Page) -> bool:
    """Return whether a button that resets the widget is enabled."""
    return any(control.get("data-do") == "reset" for control in page.controls())


def readable(widget: Widget) -> dict[str, str]:
    """The state of a widget as Python reads it: the value of each public property of its class."""
    own = type(widget).__mro__[: type(widget).__mro__.index(Widget)]
    known = {}
    for name in {name for cls in own for name, one in vars(cls).items() if isinstance(one, property)} - {"heading"}:
        if not name.startswith("_"):
            with suppress(InputError):  # of a property of one system where there are two
                known[name] = repr(getattr(widget, name))
    return {name: text for name, text in known.items() if " at 0x" not in text}


def shown(page: Page) -> tuple[str, dict[str, str]]:
    """Return the picture without its tasks, which a reset leaves alone, and the values of the fields."""
    widget = page.widget
    return str(widget.draw()) if widget._tasks else widget.picture, dict(page.values)


def reset(page: Page, random: Random) -> None:
    """Press the button, sometimes while a card or a dot is held."""
    keys = [key for control in page.controls() if (key := control.get("data-card") or control.get("data-slide"))]
    if keys and random.random() < 0.5:
        page.widget.gesture(do="grab", key=random.choice(keys))
    page.make(press("reset"))


@pytest.mark.parametrize("name", TESTED)
def test_reset_widget_shows_and_does_what_a_new_one_does(name: str) -> None:
    """The gestures are made again after a reset, which shows whether random numbers begin anew."""
    scene = SCENES[name]
    random, counts = Random(f"resets: {name}"), Counter({"press reset": 10**6})
    page = Page(scene.make())
    new, state = shown(page), readable(page.widget)
    for least in (1, 1, 2, 2, 4, 12):
        gestures, views = list[Gesture](), list[tuple[str, dict[str, str]]]()
        while len(gestures) < least or not has_reset(page):
            gesture = random_gesture(page, random, counts, scene.typed)
            assert gesture is not None
            assert len(gestures) < LONGEST, "no reset is offered"
            page.make(gesture)
            gestures.append(gesture)
            views.append(shown(page))
        reset(page, random)
        assert (shown(page), readable(page.widget)) == (new, state), f"unlike a new one after {gestures}"
        for gesture, view in zip(gestures, views, strict=True):
            if gesture.control != "task":  # tasks that are done stay done, and their buttons may be gone
                page.make(gesture)
            assert shown(page) == view, f"unlike a new one at {gesture} of {gestures}"
        reset(page, random)
        assert shown(page) == new, f"unlike a new one after {gestures}"


def test_every_widget_with_a_reset_is_tested(every_widget: Callable[[str], dict[str, Widget]]) -> None:
    tested = {type(SCENES[name].make()).__name__ for name in TESTED}
    for widget in every_widget("d").values():
        name = type(widget).__name__
        assert ("reset" in widget._actions) == (name not in WITHOUT), name
        assert name in tested | WITHOUT | OTHERWISE | {"Lesson"}, name


@pytest.mark.parametrize("name", ["board-of-documents", "outcomes", "workbench", "permutations"])
def test_reset_in_python_is_that_of_the_page(name: str) -> None:
    scene = SCENES[name]
    random, page = Random(name), Page(scene.make())
    for _ in range(6):
        gesture = random_gesture(page, random, Counter({"press reset": 1}), scene.typed)
        assert gesture is not None
        page.make(gesture)
    page.widget.on_reset()
    page.widget.refresh()
    assert page.widget.picture == scene.make().picture


def test_reset_leaves_tasks_and_their_progress_alone() -> None:
    lesson = widgets.Lesson("00", folder=None)
    board = lesson.play("board", widgets.RankingBoard("0 1 1"))
    board.gesture(do="task", what="look", index=0)
    board.gesture(do="task", what="show", index=1)
    tasks, part = board._tasks, board._part
    board.gesture(do="step", key="document 2", by=-1)
    board.gesture(do="reset")
    assert (board._tasks, board._part, tasks.shown) == (tasks, part, tasks.play.tasks[1])


def test_undo_after_a_reset_brings_a_lesson_back(much: Callable[[int], int]) -> None:
    random = Random("undo")
    for _ in range(much(10)):
        panel = widgets.Progress(course.Progress("03", ["predict", "turn-1", "order"], folder=None))
        done = random.sample(["predict", "turn-1", "order"], random.randint(1, 3))
        for part in done:
            panel.progress.record(part, random.choice(("tried", "done")), answer=random.choice(("1/2", "0.4")))
        before = {part: panel.progress.detail(part) for part in panel.progress.parts}
        panel.gesture(do="reset")
        assert not any(panel.progress.detail(part) for part in panel.progress.parts)
        panel.gesture(do="undo")
        assert {part: panel.progress.detail(part) for part in panel.progress.parts} == before


class Stack(Widget):
    """A widget that keeps its state in each way in which one may: of its class, replaced, and changed in place."""

    _height = 0
    on_reset = Widget.on_reset

    def __init__(self) -> None:
        self._names: list[str] = []
        self._kinds: dict[str, set[int]] = {"even": set()}
        self._last: str | None = None
        super().__init__()

    @action
    def on_push(self, name: str) -> None:
        """Put a name on top."""
        self._height += 1
        self._names.append(name)
        self._kinds["even"].add(self._height)
        self._last = name

    def draw(self) -> Element:
        """All that is kept."""
        return strong[f"{self._height} {self._names} {self._kinds} {self._last}"]


def test_reset_restores_values_of_the_class_and_those_changed_in_place() -> None:
    widget, first = Stack(), Stack().picture
    for names in ("ab", "c"):
        for name in names:
            widget.gesture(do="push", name=name)
        assert widget.picture != first
        widget.gesture(do="reset")
        assert widget.picture == first
