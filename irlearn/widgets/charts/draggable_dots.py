"""Dots for the values of systems by query; each is dragged, moved by keys, or set by a typed number."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from irlearn.errors import InputError
from irlearn.text.english import as_sentence
from irlearn.widgets.core.base import Fields, Way, Widget, action
from irlearn.widgets.core.play import PlayWidget

Point = tuple[int, int]
"""A dot: the indices of its system and of its query."""


class Move(NamedTuple):
    """A move: the dot, its position before the move, and the result of `MovingDots._state` before the move."""

    point: Point
    start: Fraction
    before: Any


class DotScale(Protocol):
    """The meaning of the positions from 0 to 1 on a scale."""

    def next(self, place: Fraction, by: int) -> Fraction:
        """Return the position after a step to the right (`by` 1) or to the left (`by` -1)."""

    def nearest(self, at: float) -> Fraction:
        """Return the allowed position that is nearest to the pointer."""

    def read(self, query: str, value: Any) -> Fraction:
        """Parse a typed value of a query, and return its position."""

    def spoken(self, place: Fraction) -> str:
        """Return the value at a position as text in a sentence."""


class MovingDots(PlayWidget):
    """The base class of widgets with dots on scales from 0 to 1; each move is compared with the state before it.

    Steps by key on the same dot are one move. A drag is one move, too. A subclass defines `_state`, which the messages
    compare, the name of a dot (`_named`), and the sentence about a change (`_change`).

    Parameters
    ----------
    scale : DotScale
        Defines steps, the positions that a drag can reach, and how values are parsed and named.
    points : mapping
        The position of each dot, 0 to 1.
    said : str
        The first message.
    state : mapping, optional
        A saved state.

    """

    _queries: tuple[str, ...]

    def __init__(
        self, scale: DotScale, points: Mapping[Point, Fraction], said: str, state: Mapping[str, Any] | None = None
    ) -> None:
        self._scale, self._points = scale, points
        self._keys = {f"{system} {query}": (system, query) for system, query in points}
        self._before: Any = None
        self._held: Move | None = None
        self._moved: Move | None = None
        self._steps_on: Point | None = None  # the dot that the last gesture moved by a step
        self._problem, self._message = "", said
        super().__init__(state)

    def _state(self) -> Any:
        """Return a value of the present dots that messages compare before and after a move."""
        raise NotImplementedError

    def _named(self, point: Point) -> str:
        """Return the name of a dot as it is written in a sentence."""
        raise NotImplementedError

    def _change(self, system: int) -> str:
        """Return sentences about what the move of a dot of this system has changed."""
        raise NotImplementedError

    on_reset = Widget.on_reset

    @action
    def on_step(self, key: str, by: Way) -> None:
        """Move a dot by one step: `by` 1 is to the right, towards 1."""
        point = self._point(key)
        since = self._moved if self._steps_on == point else None
        self._place(point, self._scale.next(self._points[point], by), since)
        self._steps_on = point

    @action
    def on_grab(self, key: str) -> None:
        """Keep the state before a drag for comparison."""
        point = self._point(key)
        self._held = Move(point, self._points[point], self._state())

    @action
    def on_slide(self, key: str, at: float) -> None:
        """Move the dragged dot to the position `at`, 0 to 1."""
        point, position = self._point(key), min(max(at, 0.0), 1.0)
        since = self._held if self._held and self._held.point == point else None
        self._place(point, self._scale.nearest(position), since)

    @action
    def on_drop(self, key: str) -> None:
        """End a drag."""
        self._point(key)
        self._held = None

    @action
    def on_commit(self, key: str, field: str, fields: Fields) -> None:
        """Set a dot to a typed value."""
        point = self._point(key)
        self._place(point, self._scale.read(self._queries[point[1]], fields.get(field, "")))

    def _refuse(self, error: InputError) -> None:
        self._problem = as_sentence(error)

    def _point(self, key: str) -> Point:
        if key not in self._keys:
            raise InputError(f"no dot is called {key!r}")
        return self._keys[key]

    def _place(self, point: Point, value: Fraction, since: Move | None = None) -> None:
        """Move a dot; the message compares the dots with the state before the move `since`, if it is given."""
        self._moved = since or Move(point, self._points[point], self._state())
        self._before, start = self._moved.before, self._moved.start
        self._points = {**self._points, point: value}
        self._steps_on, self._problem = None, ""
        self._follow(point)
        name = self._named(point)
        if start == value:
            self._message = f"{name} stays at {self._scale.spoken(value)}."
        else:
            moved = f"from {self._scale.spoken(start)} to {self._scale.spoken(value)}"
            self._message = f"You moved {name} {moved}. {self._change(point[0])}"

    def _follow(self, point: Point) -> None:
        """Recompute the values that depend on a moved dot; by default, do nothing."""
