"""Values of one or two systems by query, as dots that a hand, a key or a typed number moves, one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from irlearn.errors import InputError
from irlearn.text.english import as_sentence
from irlearn.widgets.core.base import Fields, Way, Widget, action

Point = tuple[int, int]
"""A dot, by the places of its system and of its query."""


class Move(NamedTuple):
    """A move that goes on, or was the last one: its dot, where that was taken up, and what was worked out there."""

    point: Point
    start: Fraction
    before: Any


class DotScale(Protocol):
    """What a scale from 0 to 1 is of."""

    def next(self, place: Fraction, by: int) -> Fraction:
        """Where a step takes a dot."""

    def nearest(self, at: float) -> Fraction:
        """Where a dot that the hand holds there stands."""

    def read(self, query: str, value: Any) -> Fraction:
        """Where the dot of a value stands."""

    def spoken(self, place: Fraction) -> str:
        """What a dot stands for, in a sentence."""


class MovingDots(Widget):
    """Dots from 0 to 1 that are moved one at a time; what a move changes is counted from where it began.

    Steps by key on the same dot are one move, and so is all that a hand does between taking a dot and letting go of it.
    `scale` says where a step or a hand takes a dot, how a typed value is read, and what a dot stands for. A subclass
    says what is worked out of the dots (`_state`), what one is called (`_named`), and what a move changes (`_change`).
    """

    _queries: tuple[str, ...]

    def __init__(self, scale: DotScale, points: Mapping[Point, Fraction], said: str) -> None:
        self._scale, self._points = scale, points
        self._keys = {f"{system} {query}": (system, query) for system, query in points}
        self._before: Any = None
        self._held: Move | None = None
        self._moved: Move | None = None
        self._steps_on: Point | None = None
        self._problem, self._message = "", said
        super().__init__()

    def _state(self) -> Any:
        """What is worked out of the dots, to be compared with what it was."""
        raise NotImplementedError

    def _named(self, point: Point) -> str:
        """What a dot is called in a sentence."""
        raise NotImplementedError

    def _change(self, system: int) -> str:
        """What a move of a system's dot has changed, in sentences."""
        raise NotImplementedError

    # gestures

    on_reset = Widget.on_reset

    @action
    def on_step(self, key: str, by: Way) -> None:
        """Move a dot by one step: `by` 1 is to the right, towards 1."""
        point = self._point(key)
        self._place(point, self._scale.next(self._points[point], by), self._moved if self._steps_on == point else None)
        self._steps_on = point

    @action
    def on_grab(self, key: str) -> None:
        """Remember what is there before a drag, so that the change is counted from there."""
        point = self._point(key)
        self._held = Move(point, self._points[point], self._state())

    @action
    def on_slide(self, key: str, at: float) -> None:
        """Let a dot follow the hand along the scale: `at` is its place from 0 to 1."""
        point, place = self._point(key), min(max(at, 0.0), 1.0)
        self._place(point, self._scale.nearest(place), self._held if self._held and self._held.point == point else None)

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._point(key)
        self._held = None

    @action
    def on_commit(self, key: str, field: str, fields: Fields) -> None:
        """Take a value that was typed."""
        point = self._point(key)
        self._place(point, self._scale.read(self._queries[point[1]], fields.get(field, "")))

    def _refuse(self, error: InputError) -> None:
        self._problem = as_sentence(error)

    def _point(self, key: str) -> Point:
        if key not in self._keys:
            raise InputError(f"no dot is called {key!r}")
        return self._keys[key]

    def _place(self, point: Point, value: Fraction, since: Move | None = None) -> None:
        """Move a dot, as a move of its own or as what goes on `since` it was taken up."""
        self._moved = since or Move(point, self._points[point], self._state())
        self._before, start = self._moved.before, self._moved.start
        self._points = {**self._points, point: value}
        self._steps_on, self._problem = None, ""
        self._follow(point)
        name = self._named(point)
        if start == value:
            self._message = f"{name} stays at {self._scale.spoken(value)}."
        else:
            way = f"from {self._scale.spoken(start)} to {self._scale.spoken(value)}"
            self._message = f"You moved {name} {way}. {self._change(point[0])}"

    def _follow(self, point: Point) -> None:
        """Work out what must be known after a dot was moved."""
