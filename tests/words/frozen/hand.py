"""A hand on a widget: it finds the controls of a picture by what a reader calls them, and reports what the page would.

A control is known by its kind, by its name (its `aria-label`, else its own text, else its field's label) and by its
number among those of the same kind and name, so that a walk can be played again on a picture that is built otherwise.
This is the one module that knows how a picture declares its gestures and what the page's runtime sends for them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from frozen import reading
from frozen.reading import Node
from irlearn.widgets import Widget

Step = list[str | int]
"""A gesture as it is kept: its kind, the control's name and number, and what is typed or how far it goes."""

PRESS, TYPE, TICK, SLIDE, NUDGE, DRAG, HOP, MARK = "press", "type", "tick", "slide", "nudge", "drag", "hop", "mark"
POINT, GO = "point", "go"
"""Press a button; type and press Enter; tick a box; pull a dot to a place, or step it with an arrow key; drag a card to
a rank, or step it with Alt and an arrow key, or press the space bar on it; press a grid's cell, or go to the next."""
_OF = {PRESS: "button", TYPE: "field", TICK: "box", SLIDE: "dot", NUDGE: "dot", DRAG: "card", HOP: "card", MARK: "card"}
_OF |= {POINT: "grid", GO: "grid"}
_TYPED = ("2", "0", "0.5", "", "x", "7", "1/3", "100", "-1", "43%")
_KEPT_BACK = ("do", "enter", "focus", "focusNext", "fixed")  # what the page knows and does not report
_PLACES = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Control:
    """Something to touch: its kind, its name, its number among those of that kind and name, and its element."""

    kind: str
    name: str
    number: int
    node: Node

    @property
    def able(self) -> bool:
        """Whether it answers."""
        return self.node.get("disabled") is None and self.node.get("readonly") is None


class Hand:
    """A hand on a widget, and what it typed so far: fields keep it until the picture says otherwise, as in the page."""

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        self.values: dict[str, str] = {}
        self._redrawn()

    @property
    def picture(self) -> Node:
        """The present picture."""
        return reading.tree(self.widget.picture)

    @property
    def looks(self) -> set[str]:
        """The classes that the picture's elements wear."""
        return {one for node in self.picture.walk() for one in node.attributes.get("class", "").split()}

    @property
    def roles(self) -> set[tuple[str, str]]:
        """What the elements say of themselves to a screen reader: roles, and what the heads of a table are heads of."""
        told = {(node.tag, node.attributes["scope"]) for node in self.picture.walk() if "scope" in node.attributes}
        heads = {(node.tag, node.attributes.get("scope", "")) for node in self.picture.walk() if node.tag == "th"}
        roles = {("role", node.attributes["role"]) for node in self.picture.walk() if "role" in node.attributes}
        return told | heads | roles

    def controls(self) -> list[Control]:
        """Everything that can be touched, in the order of the picture."""
        counted: Counter[tuple[str, str]] = Counter()
        found = []
        for node in self.picture.walk():
            kind = _kind(node)
            if kind:
                name = _name(node)
                found.append(Control(kind, name, counted[kind, name], node))
                counted[kind, name] += 1
        return found

    def play(self, step: Step) -> bool:
        """Make a gesture that was made before; whether its control is there and answers."""
        kind, name, number, *more = step
        for control in self.controls():
            if (control.kind, control.name, control.number) == (_OF[str(kind)], name, number):
                if control.able:
                    self._make(str(kind), control, more)
                return control.able
        return False

    def _make(self, kind: str, control: Control, more: Sequence[Any]) -> None:
        node = control.node
        if kind == TICK:
            field = str(node.get("name"))
            self.values[field] = "" if self.values[field] == "on" else "on"
        elif kind == TYPE:
            self.values[str(node.get("name"))] = str(more[0])
            if node.get("data-enter") is not None:
                self._send(str(node.get("data-enter")), **_dataset(node), fields=dict(self.values))
        elif kind == PRESS:
            self._send(str(node.get("data-do")), **_dataset(node), fields=dict(self.values))
        elif kind in (SLIDE, DRAG):
            key = str(node.get("data-slide" if kind == SLIDE else "data-card"))
            self._send("grab", key=key)
            self._send("slide" if kind == SLIDE else "place", key=key, **{"at" if kind == SLIDE else "to": more[0]})
            self._send("drop", key=key)
        elif kind in (POINT, GO):
            names = ("row", "column") if kind == POINT else ("down", "right")
            self._send(kind, key=str(node.get("data-grid")), **dict(zip(names, more, strict=True)))
        elif kind == MARK:
            self._send("toggle", key=str(node.get("data-card")))
        else:
            self._send("step", key=str(node.get("data-slide" if kind == NUDGE else "data-card")), by=more[0])

    def _send(self, gesture: str, /, **said: Any) -> None:
        self.widget.gesture(**said, do=gesture)
        self._redrawn()

    def _redrawn(self) -> None:
        """Take over what stands in the fields of the new picture; what was typed stays where the picture fixes none."""
        before = dict(self.values)
        self.values = {}
        for node in self.picture.walk():
            name = node.get("name")
            if node.tag != "input" or name is None:
                continue
            box = node.get("type") == "checkbox"
            now = ("on" if node.get("checked") is not None else "") if box else node.get("value") or ""
            self.values[name] = now if node.get("data-fixed") is not None else before.get(name, now)

    # what it says

    def shown(self) -> list[str]:
        """The lines of the picture, with what stands in its fields."""
        return reading.shown(self.picture, self.values)

    def said(self) -> str:
        """What was said of the last gesture."""
        return reading.said(self.picture)


def drawn_step(hand: Hand, random: Random, tried: Counter[str], typed: Mapping[str, Sequence[str]]) -> Step | None:
    """A next gesture, at a control whose name was touched least; `typed` has texts for fields by a part of their names.

    None where there is nothing to touch.
    """
    controls = [control for control in hand.controls() if control.able]
    if not controls:
        return None
    least = min(tried[_like(control)] for control in controls)
    names = sorted({_like(control) for control in controls if tried[_like(control)] == least})
    like = random.choice(names)
    control = random.choice([control for control in controls if _like(control) == like])
    before = tried[like]
    tried[like] += 1
    step: Step = [control.name, control.number]
    match control.kind:
        case "field":
            texts = next((texts for part, texts in typed.items() if part in control.name), _TYPED)
            return [TYPE, *step, texts[before % len(texts)]]
        case "box":
            return [TICK, *step]
        case "dot":
            slid = [SLIDE, *step, random.choice(_PLACES)]
            return slid if before % 2 else [NUDGE, *step, random.choice((-1, 1))]  # type: ignore[return-value]
        case "grid":
            cells = int(str(control.node.get("data-cells")))
            gone = [GO, *step, *random.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))]
            return gone if before % 2 else [POINT, *step, random.randrange(cells), random.randrange(cells)]  # type: ignore[return-value]
        case "card":
            cards = sum(one.kind == "card" for one in controls)
            ways: list[Step] = [
                [DRAG, *step, random.randrange(cards)],
                [HOP, *step, random.choice((-1, 1))],
                [MARK, *step],
            ]
            return ways[before % len(ways)]
    return [PRESS, *step]


def _like(control: Control) -> str:
    """What a control does: one of many cards, and one button of those that many cards have, stands for all."""
    if control.kind == "card":
        return control.kind
    one_of_many = {"data-key", "data-query", "data-row", "data-pair"} & set(control.node.attributes)
    does = control.node.get("data-do") if one_of_many else re.sub(r"\d+", "#", control.name)
    return f"{control.kind} {does}"


def _kind(node: Node) -> str:
    if node.tag == "input":
        return {"checkbox": "box", "radio": "box"}.get(node.get("type") or "text", "field")
    if node.get("role") == "slider":
        return "dot"
    if node.get("data-card") is not None and node.get("data-drag") is not None:
        return "card"
    if node.get("data-grid") is not None:
        return "grid"
    return "button" if node.get("data-do") is not None else ""


def _name(node: Node) -> str:
    around = node.within("label")
    if node.get("aria-label"):
        return " ".join(str(node.get("aria-label")).split())
    if around is not None:
        return _without_fields(around)
    return reading.text(node) if node.tag != "input" else node.get("placeholder") or node.get("name") or ""


def _without_fields(label: Node) -> str:
    """The words of a label, without what stands in its field."""
    return " ".join("".join(_words(label)).split())


def _words(node: Node) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif child.tag != "input":
            yield from _words(child)


def _dataset(node: Node) -> dict[str, str]:
    """The data attributes of an element that the page reports, as its `dataset` has them."""
    found = {}
    for name, value in node.attributes.items():
        if name.startswith("data-"):
            first, *rest = name.removeprefix("data-").split("-")
            found[first + "".join(word.capitalize() for word in rest)] = value
    return {name: value for name, value in found.items() if name not in _KEPT_BACK}
