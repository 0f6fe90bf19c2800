"""Test that a widget after a reset behaves as a new widget."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from frozen import pictures
from frozen.hand import Hand, Step, drawn_step

from irlearn import course, widgets
from irlearn.errors import InputError
from irlearn.text.html import Element, strong
from irlearn.widgets.core.base import Widget, action

WITHOUT = {"Exercise", "HandCheck", "OwnFiles", "PrecisionRecall", "Quiz"}
"""Widgets that have no reset."""
OTHERWISE = {"Progress"}
"""Widgets whose reset is one of what was recorded, and can be undone."""
ALTERED = {"an assessor beside another one", "a topic adjudicated by the learner", "random samples of the pool"}
"""Scenes whose widget was changed by gestures after it was made."""
SCENES = [
    title
    for title, scene in pictures.SCENES.items()
    if scene.family not in WITHOUT | OTHERWISE and title not in ALTERED | {"a veiled board"}
]
LONGEST = 60  # gestures without a reset


def offered(hand: Hand) -> bool:
    """Whether the picture has a button that resets the widget."""
    return any(control.able and control.node.get("data-do") == "reset" for control in hand.controls())


def readable(it: Widget) -> dict[str, str]:
    """The state of a widget as Python reads it: the value of each public property of its class."""
    own = type(it).__mro__[: type(it).__mro__.index(Widget)]
    known = {}
    for name in {name for cls in own for name, one in vars(cls).items() if isinstance(one, property)} - {"heading"}:
        if not name.startswith("_"):
            with suppress(InputError):  # of a property of one system where there are two
                known[name] = repr(getattr(it, name))
    return {name: text for name, text in known.items() if " at 0x" not in text}


def shown(hand: Hand) -> tuple[str, dict[str, str]]:
    """The picture below its tasks, which a reset leaves alone, and the contents of the fields of the page."""
    it = hand.widget
    return str(it.draw()) if it._tasks else it.picture, dict(hand.values)


def reset(hand: Hand, random: Random) -> None:
    """Press the button, perhaps with a card or a dot in the hand."""
    held = [one.node.get("data-card") or one.node.get("data-slide") for one in hand.controls()]
    if (keys := [key for key in held if key]) and random.random() < 0.5:
        hand.widget.gesture(do="grab", key=random.choice(keys))
    button = next(one for one in hand.controls() if one.node.get("data-do") == "reset")
    assert hand.play(["press", button.name, button.number])


@pytest.mark.parametrize("title", SCENES)
def test_reset_widget_shows_and_does_what_a_new_one_does(title: str) -> None:
    """The gestures are made again after a reset: random numbers that were not put back show only then."""
    scene = pictures.SCENES[title]
    random, tried = Random(f"resets: {title}"), Counter({"button Start again": 10**6})
    hand = Hand(scene.make())
    new, state = shown(hand), readable(hand.widget)
    for least in (1, 1, 2, 2, 4, 12):
        steps, then = list[Step](), list[tuple[str, dict[str, str]]]()
        while len(steps) < least or not offered(hand):
            step = drawn_step(hand, random, tried, scene.typed)
            assert step is not None
            assert len(steps) < LONGEST, "no reset is offered"
            hand.play(step)
            steps.append(step)
            then.append(shown(hand))
        reset(hand, random)
        assert (shown(hand), readable(hand.widget)) == (new, state), f"unlike a new one after {steps}"
        for step, picture in zip(steps, then, strict=True):
            hand.play(step)
            assert shown(hand) == picture, f"unlike a new one at {step} of {steps}"
        reset(hand, random)
        assert shown(hand) == new, f"unlike a new one after {steps}"


def test_every_widget_with_a_reset_is_tested(every_widget: Callable[[str], dict[str, Widget]]) -> None:
    tested = {type(pictures.SCENES[title].make()).__name__ for title in SCENES}
    for it in every_widget("d").values():
        name = type(it).__name__
        assert ("reset" in it._actions) == (name not in WITHOUT), name
        assert name in tested | WITHOUT | OTHERWISE | {"Lesson"}, name


@pytest.mark.parametrize("title", ["a board of documents", "outcomes", "the workbench", "permutations"])
def test_reset_in_python_is_that_of_the_page(title: str) -> None:
    scene = pictures.SCENES[title]
    random, hand = Random(title), Hand(scene.make())
    for _ in range(6):
        step = drawn_step(hand, random, Counter({"button Start again": 1}), scene.typed)
        assert step is not None
        assert hand.play(step)
    hand.widget.on_reset()
    hand.widget.refresh()
    assert hand.widget.picture == scene.make().picture


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
    it, first = Stack(), Stack().picture
    for names in ("ab", "c"):
        for name in names:
            it.gesture(do="push", name=name)
        assert it.picture != first
        it.gesture(do="reset")
        assert it.picture == first
