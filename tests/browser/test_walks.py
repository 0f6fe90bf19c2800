"""Test that every task of the course can be completed by keyboard alone in a browser.

Each Tab is as slow as redrawing a picture. In a run of the whole suite, tests move the focus past most stops by script
and press only the last Tab; with `--sweep` they press every Tab.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
from run_lessons import cells_of
from task_keys import WALKS, Step
from type_keys import type_everywhere

from irlearn.course.lesson_parts import Task, WidgetTasks
from irlearn.course.lessons import LESSONS

LIVE = ".irlearn:not(.irlearn-static)"
PLAYED = f"{LIVE}:has(> .tasks, > .veil)"
MOST = 60
"""Maximal number of Tab presses to reach a control."""
PLAYS = {
    lesson: [part for part in map(plan.part, (*plan.core, *plan.further)) if isinstance(part, WidgetTasks)]
    for lesson, plan in LESSONS.items()
}
"""The plays of each lesson in the order of the notebook, where further parts come last."""
ALONE = {"00": "lab", "02": "notebook", "10": "lab", "14": "lab"}  # with all kinds of controls
TURNS = ("01", "04", "05", "06", "07", "08", "11", "13")
"""Lessons tested only with `--sweep`; other browser tests cover their widgets, test_tasks.py their tasks."""
PLAYED_IN = [lesson for lesson, plays in PLAYS.items() if plays and lesson not in ALONE]
PAGES = {"".join(few): few for few in (TURNS, [lesson for lesson in PLAYED_IN if lesson not in TURNS])}
"""The other lessons, on two pages of Voilà, the fastest front end to open."""
WALKED = [
    pytest.param(lesson, "voila", page, marks=pytest.mark.sweep if lesson in TURNS else [])
    for page, few in PAGES.items()
    for lesson in few
]
WALKED += [pytest.param(lesson, front_end, lesson) for lesson, front_end in ALONE.items()]


class Hand:
    """A user at the keyboard, who knows the focused control by its accessible name."""

    def __init__(self, page: Any, *, jumps: bool) -> None:
        self.page, self._jumps, self._tree = page, jumps, page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")

    def at(self) -> str:
        """Return the role and accessible name of the focused element, computed by the browser."""
        found = self._tree.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        told = {"objectId": found["objectId"], "fetchRelatives": False}
        (node,) = self._tree.send("Accessibility.getPartialAXTree", told)["nodes"][:1]
        return " ".join(f"{node[what]['value']}".strip() for what in ("role", "name") if what in node)

    def reach(self, control: str, *, back: bool = False) -> None:
        """Press Tab, or Shift+Tab, until the control has the focus; press arrow keys within a group of options."""
        words = max(re.split(r"[*?]", control.partition(" ")[2]), key=len).replace(" ", "")
        seen = []
        if self._jumps:
            self.page.evaluate(JUMP, [words, back, MOST])
        while True:
            seen.append(choice := self.page.evaluate(f"({CHOICE})(document.activeElement)"))
            for text in choice if words in " ".join(choice) else ():
                if words in text and (control == (at := self.at()) or fnmatchcase(at, control)):
                    return
                if choice[1:]:
                    self.page.keyboard.press("ArrowRight")
            assert len(seen) <= MOST, f"Tab does not reach {control}; it was at {seen}"
            self.page.keyboard.press("Shift+Tab" if back else "Tab")

    def press(self, key: str) -> None:
        """Press a key and wait for the widget; the focus stays on its control unless the control is disabled."""
        self.page.evaluate(LISTEN)
        self.page.keyboard.press(key)
        assert self.page.evaluate("window.answer") == "kept", f"after {key} the focus is at {self.at()}"

    def hear(self, place: int) -> str:
        """Return the text of the live region of a play."""
        return str(self.page.evaluate(SAID, place))

    def walk(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self.reach(step.control, back=step.back)
            if step.text:
                self.page.keyboard.press("Control+a")
                self.page.keyboard.type(step.text)
            for key in step.keys:
                self.press(key)


TEXT = r"""(held) => {
  const labels = [...(held.labels ?? [])].map((label) => label.textContent);
  return [held.ariaLabel, held.textContent, ...labels].join(' ').replace(/\s/g, '');
}"""
"""Return the texts that can name the focused element; its accessible name takes some milliseconds to compute."""
CHOICE = f"""(held) => {{
  const all = [...held.parentElement.querySelectorAll(':scope > button[aria-pressed][tabindex]')];
  const at = all.indexOf(held);
  return (at < 0 ? [held] : [...all.slice(at), ...all.slice(0, at)]).map({TEXT});
}}"""
"""Return these texts for all options that arrow keys reach, in order; the options are a single Tab stop."""
JUMP = f"""([words, back, most]) => {{
  const isThere = (node) => ({CHOICE})(node).join(' ').includes(words), held = document.activeElement;
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  const stops = [...all].filter((node) => node === held
    || (node.tabIndex >= 0 && !node.disabled && node.checkVisibility({{ visibilityProperty: true }})));
  const at = stops.indexOf(held), way = back ? stops.slice(0, at).reverse() : stops.slice(at + 1);
  const place = way.slice(0, most).findIndex(isThere);
  if (place > 0 && !isThere(held)) way[place - 1].focus({{ preventScroll: true }});
}}"""
"""Focus the stop before the next control with these words, if at most `most` Tab presses reach the control."""
SAID = f"""place => [...document.querySelectorAll('{PLAYED}')][place]
  .parentElement.querySelector('.irlearn-live').textContent"""
LISTEN = """() => {
  const held = document.activeElement, root = held.closest('.irlearn');
  window.answer = new Promise((resolve) => {
    const told = () => {
      const now = document.activeElement, gone = !held.isConnected || held.disabled;
      const kept = now === held || (gone && now !== root && root.contains(now) && !now.closest('.visually-hidden'));
      resolve(kept ? 'kept' : 'lost');
    };
    const free = ['value', 'tabindex']; // what is told, and the stop of a choice, which goes with the focus
    const own = ({ target, attributeName }) => target === root || free.includes(attributeName); // moves, too
    const answers = (change) => change.type !== 'attributes' || !own(change);
    const seen = new MutationObserver((all) => { if (all.some(answers)) { seen.disconnect(); told(); } });
    seen.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    setTimeout(() => resolve('no answer'), 20000);
  });
}"""


@pytest.fixture(scope="module")
def walked(
    write_notebook: Callable[[Path, Sequence[str]], None], show: Callable[..., Any], demo_folder: Path
) -> Iterator[Callable[[str, str, str], tuple[Any, int]]]:
    """Open only the plays of some lessons; return the page and the index of the first play of a lesson."""
    (demo_folder / "walks").mkdir()
    pages: dict[str, Any] = {}
    with ExitStack() as opened:

        def walk(lesson: str, front_end: str, name: str) -> tuple[Any, int]:
            few = PAGES.get(name, [name])
            if name not in pages:
                cells = [cell for each in few for cell in cells_of(each)]
                write_notebook(demo_folder / "walks" / f"{name}.ipynb", cells)
                pages[name] = opened.enter_context(show(front_end, f"walks/{name}"))
                played = sum(len(PLAYS[each]) for each in few)
                pages[name].locator(PLAYED).nth(played - 1).wait_for(state="attached")
            return pages[name], sum(len(PLAYS[each]) for each in few[: few.index(lesson)])

        yield walk


def do(hand: Hand, task: Task, steps: Sequence[Step]) -> None:
    """Complete a task and answer its question."""
    hand.walk(steps)
    if task.quiz is not None:
        right = next(option for option in task.quiz.options if option.is_right)
        hand.reach(f"button {right.text}", back=bool(steps))
        hand.press("Enter")


@pytest.mark.parametrize(("lesson", "front_end", "name"), WALKED)
def test_lesson_tasks_are_completed_by_keyboard_alone(
    walked: Callable[[str, str, str], tuple[Any, int]],
    demo_folder: Path,
    much: Callable[[int], int],
    lesson: str,
    front_end: str,
    name: str,
) -> None:
    page, first = walked(lesson, front_end, name)
    plays = PLAYS[lesson]
    drawers = page.locator(f"{LIVE} .drawer summary")
    drawers.nth(PAGES.get(name, [lesson]).index(lesson)).focus()  # the last control before the first play
    hand = Hand(page, jumps=much(MOST) < MOST)
    for place, play in enumerate(plays, start=first):
        panel, many = page.locator(PLAYED).nth(place).locator(".tasks"), len(play.tasks) > 1
        if play.after:
            assert not panel.is_visible(), "the prediction is not committed"
            hand.reach("button Look first")
            hand.press("Enter")
        if many:
            hand.reach("button Task 1, open")
        for number, task in enumerate(play.tasks, start=1):
            steps = WALKS[lesson, play.id][task.id]
            do(hand, task, steps)
            said = hand.hear(place)
            assert f"Task {number} is done." in said, f"{play.id} {task.id}: {said}; the focus is at {hand.at()}"
            assert panel.locator(".done").is_visible()
            if number < len(play.tasks):
                hand.reach("button Next task", back=task.quiz is None)
                hand.press("Enter")
                assert f"Task {number + 1} of {len(play.tasks)}." in page.evaluate("document.activeElement.innerText")
        if many:
            ticked = [word for number, _ in enumerate(play.tasks, start=1) for word in (str(number), "✓")]
            assert panel.locator(".numbers").inner_text().split() == ticked
    if front_end != "voila":  # which has no keys of its own
        assert type_everywhere(page, "dd00")
    record = json.loads((demo_folder / "walks" / f"{lesson}.progress.json").read_text())
    assert [play.id for play in plays if record["parts"].get(play.id, {}).get("state") == "done"] == [
        play.id for play in plays
    ]
