"""The base class of widgets that consist of controls, a sentence about the state, and a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Literal

from irlearn.errors import InputError
from irlearn.text.english import did_you_mean
from irlearn.text.html import Element, div, kbd, p
from irlearn.widgets.core.actions import Action, Fields, Way, action
from irlearn.widgets.core.fields import Field, Share, Stepped, fields_of
from irlearn.widgets.core.parts import RESET
from irlearn.widgets.core.play import PlayWidget


class App(PlayWidget):
    """A widget with a heading, controls for its fields, a sentence about its state, and a picture.

    A subclass declares its fields as class attributes and defines `heading`, `status_text` and usually `body`. Further
    gestures are declared with `action`. Fields are traits: they can be set by name, in the constructor or later, and
    can be observed.

    Examples
    --------
    >>> from irlearn.widgets.core.fields import Count
    >>> class Squares(App):
    ...     side = Count(3, 1, 9, "side")
    ...     heading = "A square"
    ...
    ...     def status_text(self):
    ...         return f"{self.side} by {self.side} are {self.side**2}."
    >>> squares = Squares(side=4)
    >>> squares.gesture(do="side", by="1")
    >>> squares.side, squares.status_text()
    (5, '5 by 5 are 25.')

    """

    css_class: ClassVar[str] = ""
    _fields: ClassVar[Mapping[str, Field]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        """Declare the gestures of the fields: their buttons, typed values, and dots that are dragged."""
        super().__init_subclass__(**options)
        cls._fields = fields_of(cls)
        cls._state_traits = {**cls._fields, **cls._state_traits}
        cls._actions = {**_actions_of(cls._fields), **cls._actions}

    def __init__(self, *, state: Mapping[str, Any] | None = None, **fields: Any) -> None:
        for name, value in fields.items():
            if name not in self._fields:
                raise InputError(f"{type(self).__name__} has no {name!r}; {did_you_mean(name, self._fields, 'it has')}")
            self._fields[name].set(self, value)
        self._initial_values = self._values()
        super().__init__(state)

    def _values(self) -> dict[str, Any]:
        return {name: field.get(self, type(self)) for name, field in self._fields.items()}

    @property
    def heading(self) -> Any:
        """The title of the widget."""
        raise NotImplementedError(f"{type(self).__name__} must have a heading")

    def hint(self) -> Any:
        """Return a line about how to use the controls."""
        return ["Press − and +, or type a number and ", kbd["Enter"], ". ", kbd["Tab"], " moves to the next control."]

    def status_text(self) -> Any:
        """Return a sentence about the present state; screen readers read it out when it changes."""
        raise NotImplementedError(f"{type(self).__name__} must say its state")

    def body(self) -> Any:
        """Return the picture below the sentence."""
        return None

    def note(self) -> Any:
        """Return a line about the data, which is shown below the picture, or None."""
        return None

    def controls(self) -> Any:
        """Return the controls of the fields."""
        values = self._values()
        return [field.control(values[name]) for name, field in self._fields.items()]

    def draw(self) -> Element:
        return div(self.css_class)[
            self.draw_head(self.heading),
            div("row")[self.controls(), RESET],
            p(data_said=True, class_="problem" if self._refused else None)[self._refused or self.status_text()],
            self.body(),
            p("small")[note] if (note := self.note()) else None,
        ]

    @action
    def on_reset(self) -> None:
        """Restore the initial state and the initial values of the fields."""
        # The state is restored first, because setting a field may start a long computation on the state.
        super().on_reset()
        for name, value in self._initial_values.items():
            self._fields[name].set(self, value)
        # The state is restored again, because setting the fields may have changed it, for example a message.
        super().on_reset()

    def _draw_refusal(self) -> None:
        """Draw nothing, because `draw` shows the reason for the refusal in place of the status text."""

    def field_changed(self, name: str, was: Any) -> None:
        """React to a field that was set.

        Parameters
        ----------
        name : str
            The name of the field.
        was : object
            The previous value. After a gesture it may be equal to the present value.

        """

    def _notify_trait(self, name: str, old_value: Any, new_value: Any) -> None:
        """Answer the change of a field; its observers are called later, when the change is drawn."""
        if name not in self._fields:
            super()._notify_trait(name, old_value, new_value)
        elif self._initial_state is not None:
            self.field_changed(name, old_value)
            self._refused = ""
            self.refresh()


def _actions_of(fields: Mapping[str, Field]) -> dict[str, Action]:
    """Return the actions that answer the gestures of the fields, by the name of the gesture."""
    actions = {}
    for field in fields.values():
        arguments = {"by": Way, "value": str} if isinstance(field, Stepped) else {"value": str}
        actions[field.do] = Action(partial(_set_field, field), arguments, frozenset(arguments))
    if fields:
        gestures = tuple(field.do for field in fields.values())
        actions["commit"] = Action(_commit, {"field": Literal[gestures], "fields": Fields})
    shares = tuple(name for name, field in fields.items() if isinstance(field, Share))
    if shares:
        key = {"key": Literal[shares]}
        actions["grab"] = actions["drop"] = Action(_ignore_grab, key)
        actions["slide"] = Action(_slide, {**key, "at": float})
        actions["step"] = Action(_step, {**key, "by": Way})
    return actions


def _assign(field: Field, widget: App, value: Any) -> None:
    """Set a field, and call `field_changed` even if the value stays the same."""
    was = field.get(widget, type(widget))
    field.set(widget, value)
    if field.get(widget, type(widget)) == was:
        widget.field_changed(field.name, was)


def _set_field(field: Field, widget: App, by: int | None = None, value: str | None = None) -> None:
    """Move a field by a step, or set it to the value of a button."""
    if by is not None and isinstance(field, Stepped):
        _assign(field, widget, field.step(field.get(widget, type(widget)), by))
    elif value is not None:
        _assign(field, widget, field.read(value))


def _commit(widget: App, field: str, fields: Mapping[str, str]) -> None:
    """Set the field with the gesture `field` to the typed text."""
    target = next(candidate for candidate in widget._fields.values() if candidate.do == field)
    _assign(target, widget, target.read(fields.get(field, "")))


def _ignore_grab(widget: App, key: str) -> None:
    """Do nothing when a dot is grabbed or dropped, because the field changes only when the dot moves."""


def _slide(widget: App, key: str, at: float) -> None:
    """Move a dot to a position on its track."""
    field = widget._fields[key]
    assert isinstance(field, Share)
    _assign(field, widget, field.slide(at))


def _step(widget: App, key: str, by: int) -> None:
    """Move a dot by one step."""
    _set_field(widget._fields[key], widget, by=by)
