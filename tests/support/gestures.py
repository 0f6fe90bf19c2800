"""Gestures on a widget, made as the page makes them.

A gesture names its control by identifiers in the code: the action of a button (`data-do`, with other data attributes
where several buttons have the same action), the name of a field, or the key of a card, a dot or a grid. It depends
neither on the text that is shown nor on the order of controls. A missing or disabled control is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

import page_text
from page_text import Node

from irlearn.widgets import Widget

_NOT_REPORTED = ("do", "enter", "focus", "focusNext", "fixed", "ifTyped")  # the page keeps these data attributes
_ONE_OF_MANY = ("key", "query", "row", "column", "pair", "name", "run", "system", "place")
_TYPED = ("2", "0", "0.5", "", "x", "7", "1/3", "100", "-1", "43%")
_POSITIONS = (0.0, 0.25, 0.5, 0.75, 1.0)


class MissingControlError(LookupError):
    """A gesture names a control that the widget does not show, or shows disabled."""


@dataclass(frozen=True)
class Gesture:
    """A gesture: its kind, the identifier of its control, and what is typed or how far the control moves."""

    kind: str
    control: str
    details: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.kind, self.control, *(f"{name}={value}" for name, value in self.details.items())])


def press(action: str, **data: object) -> Gesture:
    """Press the button with this action and these data attributes."""
    return Gesture("press", action, data)


def enter(name: str, text: str) -> Gesture:
    """Type a text into a field, and press Enter."""
    return Gesture("enter", name, {"text": text})


def tick(name: str) -> Gesture:
    """Tick or untick a box."""
    return Gesture("tick", name)


def slide(key: str, to: float) -> Gesture:
    """Drag a dot to a share of its track."""
    return Gesture("slide", key, {"to": to})


def nudge(key: str, by: int) -> Gesture:
    """Move a dot with an arrow key."""
    return Gesture("nudge", key, {"by": by})


def drag(key: str, to: int) -> Gesture:
    """Drag a card to a position, counted from 0."""
    return Gesture("drag", key, {"to": to})


def move(key: str, by: int) -> Gesture:
    """Move a card with Alt and an arrow key."""
    return Gesture("move", key, {"by": by})


def toggle(key: str) -> Gesture:
    """Press the space bar on a card."""
    return Gesture("toggle", key)


def point(key: str, row: int, column: int) -> Gesture:
    """Press a cell of a grid."""
    return Gesture("point", key, {"row": row, "column": column})


def go(key: str, down: int, right: int) -> Gesture:
    """Move within a grid with an arrow key."""
    return Gesture("go", key, {"down": down, "right": right})


_IDENTIFIED_BY = {"press": "data-do", "enter": "name", "tick": "name", "slide": "data-slide", "nudge": "data-slide"}
_IDENTIFIED_BY |= {"drag": "data-card", "move": "data-card", "toggle": "data-card"}
_IDENTIFIED_BY |= {"point": "data-grid", "go": "data-grid"}
"""The attribute that identifies the control of each kind of gesture."""


class Page:
    """A widget on a page, which keeps the text typed into fields until the widget sets it."""

    def __init__(self, widget: Widget) -> None:
        self.widget = widget
        self.values: dict[str, str] = {}
        self._read_fields()

    @property
    def picture(self) -> Node:
        """Return the elements that the widget shows."""
        return page_text.tree(self.widget.picture)

    @property
    def classes(self) -> set[str]:
        """Return the classes of all elements."""
        return {name for node in self.picture.walk() for name in node.attributes.get("class", "").split()}

    @property
    def roles(self) -> set[tuple[str, str]]:
        """Return the roles of elements and the scopes of table headings."""
        nodes = self.picture.walk()
        scopes = {(node.tag, node.attributes["scope"]) for node in nodes if "scope" in node.attributes}
        headings = {(node.tag, node.attributes.get("scope", "")) for node in nodes if node.tag == "th"}
        roles = {("role", node.attributes["role"]) for node in nodes if "role" in node.attributes}
        return scopes | headings | roles

    def controls(self) -> list[Node]:
        """Return the enabled controls in the order of the page."""
        return [node for node in self.picture.walk() if control_kind(node) and _is_enabled(node)]

    def make(self, *gestures: Gesture) -> None:
        """Make gestures, one after another."""
        for gesture in gestures:
            self._make(gesture, self._control(gesture))

    def shown(self) -> list[str]:
        """Return the lines that the widget shows, with the text in its fields."""
        return page_text.shown(self.picture, self.values)

    def announced(self) -> str:
        """Return the sentence that a screen reader announces after the last gesture."""
        return page_text.announced(self.picture)

    def _control(self, gesture: Gesture) -> Node:
        attribute = _IDENTIFIED_BY[gesture.kind]
        nodes = [
            node
            for node in self.picture.walk()
            if control_kind(node) == _CONTROLS[gesture.kind] and node.get(attribute) == gesture.control
        ]
        if gesture.kind == "press":
            wanted = {name: str(value) for name, value in gesture.details.items()}
            nodes = [node for node in nodes if wanted.items() <= dataset(node).items()]
            nodes = [node for node in nodes if dataset(node) == wanted] or nodes
            if any(dataset(node) != dataset(nodes[0]) for node in nodes):
                raise MissingControlError(f"several buttons fit {gesture}: {[dataset(node) for node in nodes]}")
        if not nodes:
            raise MissingControlError(f"there is no control for {gesture}")
        if not _is_enabled(nodes[0]):
            raise MissingControlError(f"the control for {gesture} is disabled")
        return nodes[0]

    def _make(self, gesture: Gesture, node: Node) -> None:
        key, details = gesture.control, gesture.details
        match gesture.kind:
            case "press":
                self._report(key, **dataset(node), fields=dict(self.values))
            case "enter":
                self.values[key] = details["text"]
                if node.get("data-enter") is not None:
                    self._report(str(node.get("data-enter")), **dataset(node), fields=dict(self.values))
            case "tick":
                self.values[key] = "" if self.values[key] == "on" else "on"
            case "slide":
                self._report("grab", key=key)
                self._report("slide", key=key, at=details["to"])
                self._report("drop", key=key)
            case "drag":
                self._report("grab", key=key)
                self._report("place", key=key, to=details["to"])
                self._report("drop", key=key)
            case "nudge" | "move":
                self._report("step", key=key, by=details["by"])
            case _:
                self._report(gesture.kind, key=key, **details)

    def _report(self, action: str, /, **details: Any) -> None:
        self.widget.gesture(**details, do=action)
        self._read_fields()

    def _read_fields(self) -> None:
        """Keep the typed text of fields that the widget does not set."""
        before, self.values = self.values, {}
        for node in self.picture.walk():
            name = node.get("name")
            if node.tag not in ("input", "textarea") or name is None:
                continue
            box = node.get("type") == "checkbox"
            value = ("on" if node.get("checked") is not None else "") if box else node.get("value") or ""
            value = "".join(map(str, node.children)) if node.tag == "textarea" else value
            self.values[name] = value if node.get("data-fixed") is not None else before.get(name, value)


_CONTROLS = {"press": "button", "enter": "field", "tick": "box", "slide": "dot", "nudge": "dot"}
_CONTROLS |= {"drag": "card", "move": "card", "toggle": "card", "point": "grid", "go": "grid"}


def control_kind(node: Node) -> str:
    """Return the kind of control of an element; empty for other elements."""
    if node.tag in ("input", "textarea"):
        boxed = node.get("type") in ("checkbox", "radio")
        return "box" if boxed else "field" if node.get("name") is not None else ""
    if node.get("role") == "slider":
        return "dot"
    if node.get("data-card") is not None and node.get("data-drag") is not None:
        return "card"
    if node.get("data-grid") is not None:
        return "grid"
    return "button" if node.get("data-do") is not None else ""


def dataset(node: Node) -> dict[str, str]:
    """Return the data attributes of an element that the page reports, named as in its `dataset`."""
    named = {}
    for name, value in node.attributes.items():
        if name.startswith("data-"):
            first, *rest = name.removeprefix("data-").split("-")
            named[first + "".join(word.capitalize() for word in rest)] = value
    return {name: value for name, value in named.items() if name not in _NOT_REPORTED}


def _is_enabled(node: Node) -> bool:
    return node.get("disabled") is None and node.get("readonly") is None


def random_gesture(
    page: Page, random: Random, counts: Counter[str], typed: Mapping[str, Sequence[str]]
) -> Gesture | None:
    """Draw a gesture at a control of the group that was used least; None where the widget has no control.

    `counts` says how often each group was used, and `typed` has texts to type by a part of the name of their field.
    """
    groups: dict[str, list[Node]] = {}
    for node in page.controls():
        groups.setdefault(control_group(node), []).append(node)
    if not groups:
        return None
    least = min(counts[group] for group in groups)
    group = random.choice(sorted(group for group in groups if counts[group] == least))
    node, before = random.choice(groups[group]), counts[group]
    counts[group] += 1
    match control_kind(node):
        case "field":
            name = str(node.get("name"))
            texts = next((texts for part, texts in typed.items() if part in name), _TYPED)
            return enter(name, texts[before % len(texts)])
        case "box":
            return tick(str(node.get("name")))
        case "dot":
            key = str(node.get("data-slide"))
            return slide(key, random.choice(_POSITIONS)) if before % 2 else nudge(key, random.choice((-1, 1)))
        case "grid":
            key, cells = str(node.get("data-grid")), int(str(node.get("data-cells")))
            if before % 2:
                return go(key, *random.choice(((1, 0), (-1, 0), (0, 1), (0, -1))))
            return point(key, random.randrange(cells), random.randrange(cells))
        case "card":
            key = str(node.get("data-card"))
            cards = sum(control_kind(other) == "card" for other in page.controls())
            gestures = drag(key, random.randrange(cards)), move(key, random.choice((-1, 1))), toggle(key)
            return gestures[before % 3]
    return press(str(node.get("data-do")), **dataset(node))


def control_group(node: Node) -> str:
    """Return the group of a control: all cards, dots or grids, buttons with the same action, or numbered fields."""
    match control_kind(node):
        case "button":
            data = " ".join(f"{name}={value}" for name, value in dataset(node).items() if name not in _ONE_OF_MANY)
            return re.sub(r"\d+", "#", f"press {node.get('data-do')} {data}").strip()
        case "field" | "box":
            return re.sub(r"\d+", "#", f"enter {node.get('name')}")
        case kind:
            return kind
