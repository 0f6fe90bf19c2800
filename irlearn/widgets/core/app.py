"""The frame of a widget that is made of fields, a picture and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Literal

from irlearn.errors import InputError
from irlearn.text.english import did_you_mean
from irlearn.text.html import Element, div, h3, kbd, p
from irlearn.widgets.core.actions import Action, Fields, Way, action
from irlearn.widgets.core.base import Widget
from irlearn.widgets.core.fields import Field, Share, Stepped, fields_of
from irlearn.widgets.core.parts import RESET


class App(Widget):
    """A widget made of `Field`s, a picture and a sentence; its frame, its gestures and its reset are those of all.

    A subclass declares its fields as class attributes and gives `heading`, `body` and `status_text`; what the page may
    report beyond its fields are actions. The fields are traits: they are set by their names, when it is made or later,
    and can be observed.

    >>> from irlearn.widgets.core.fields import Count
    >>> class Squares(App):
    ...     side = Count(3, 1, 9, "side")
    ...     heading = "A square"
    ...
    ...     def says(self):
    ...         return f"{self.side} by {self.side} are {self.side**2}."
    >>> squares = Squares(side=4)
    >>> squares.gesture(do="side", by="1")
    >>> squares.side, squares.status_text()
    (5, '5 by 5 are 25.')
    """

    css_class: ClassVar[str] = ""
    _fields: ClassVar[Mapping[str, Field]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        """Declare a gesture for each field, one for what is typed, and those of a hand that slides a dot."""
        super().__init_subclass__(**options)
        cls._fields = fields_of(cls)
        cls._actions = {**_actions_of(cls._fields), **cls._actions}

    def __init__(self, **state: Any) -> None:
        for name, value in state.items():
            if name not in self._fields:
                raise InputError(f"{type(self).__name__} has no {name!r}; {did_you_mean(name, self._fields, 'it has')}")
            self._fields[name].set(self, value)
        self._initial_values = self._values()
        super().__init__()
        if self._fields:  # traitlets takes an empty list for all traits
            self.observe(self._set_anew, names=[*self._fields])

    def _values(self) -> dict[str, Any]:
        return {name: one.get(self, type(self)) for name, one in self._fields.items()}

    @property
    def heading(self) -> Any:
        """What the widget is called."""
        raise NotImplementedError(f"{type(self).__name__} must have a heading")

    def hint(self) -> Any:
        """How it is used, once."""
        return ["Press − and +, or type a number and ", kbd["Enter"], ". ", kbd["Tab"], " goes to the next control."]

    def status_text(self) -> Any:
        """The present state in a sentence, which is read out when it changes."""
        raise NotImplementedError(f"{type(self).__name__} must say its state")

    def body(self) -> Any:
        """The picture below the sentence."""
        return None

    def note(self) -> Any:
        """What the data are, where that must be said."""
        return None

    def controls(self) -> Any:
        """The controls of the fields, in a row."""
        values = self._values()
        return [one.control(values[name]) for name, one in self._fields.items()]

    def draw(self) -> Element:
        """The frame, with what the subclass gives."""
        return div(self.css_class)[
            h3[self.heading],
            p("small")[note] if (note := self.note()) else None,
            p("hint")[self.hint()],
            div("row")[self.controls(), RESET],
            p(data_said=True, class_="problem" if self._refused else None)[self._refused or self.status_text()],
            self.body(),
        ]

    @action
    def on_reset(self) -> None:
        """Restore the state that the widget was made with, and the values of its fields."""
        super().on_reset()  # before a field is set, which a widget may answer with much work on what it holds
        for name, value in self._initial_values.items():
            self._fields[name].set(self, value)
        super().on_reset()  # without what a widget says and keeps of a field that was set

    def _refusal(self) -> None:
        """The sentence is in the frame."""

    def field_changed(self, name: str, was: Any) -> None:
        """Take account of a field that was set, and was `was` before; a gesture may have set it to the same."""

    def _set_anew(self, change: Any) -> None:
        self.field_changed(change.name, change.old)
        self._refused = ""
        self.refresh()


def _actions_of(fields: Mapping[str, Field]) -> dict[str, Action]:
    """The gestures that fields answer: their buttons, what is typed into them, and a dot that is moved."""
    found = {}
    for one in fields.values():
        kinds = {"by": Way, "value": str} if isinstance(one, Stepped) else {"value": str}
        found[one.do] = Action(partial(_set, one), kinds, frozenset(kinds))
    if fields:
        found["commit"] = Action(
            _commit, {"field": Literal[tuple(one.do for one in fields.values())], "fields": Fields}
        )
    slid = tuple(name for name, one in fields.items() if isinstance(one, Share))
    if slid:
        key = {"key": Literal[slid]}
        found["grab"] = found["drop"] = Action(_hold, key)
        found["slide"] = Action(_slide, {**key, "at": float})
        found["step"] = Action(_step, {**key, "by": Way})
    return found


def _put(one: Field, widget: App, value: Any) -> None:
    was = one.get(widget, type(widget))
    one.set(widget, value)
    if one.get(widget, type(widget)) == was:
        widget.field_changed(one.name, was)


def _set(one: Field, widget: App, by: int | None = None, value: str | None = None) -> None:
    """Step a field, or set it to what a button says."""
    if by is not None and isinstance(one, Stepped):
        _put(one, widget, one.step(one.get(widget, type(widget)), by))
    elif value is not None:
        _put(one, widget, one.read(value))


def _commit(widget: App, field: str, fields: Mapping[str, str]) -> None:
    """Set a field to what was typed."""
    one = next(one for one in widget._fields.values() if one.do == field)
    _put(one, widget, one.read(fields.get(field, "")))


def _hold(widget: App, key: str) -> None:
    """Take a dot, or let go of it: the place is what counts."""


def _slide(widget: App, key: str, at: float) -> None:
    """Move a dot along its track."""
    one = widget._fields[key]
    assert isinstance(one, Share)
    _put(one, widget, one.slide(at))


def _step(widget: App, key: str, by: int) -> None:
    """Move a dot by one step."""
    _set(widget._fields[key], widget, by=by)
