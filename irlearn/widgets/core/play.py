"""The base class of widgets whose state a notebook can save, restore, observe and link."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from irlearn.errors import InputError, quoted
from irlearn.text.english import did_you_mean
from irlearn.widgets.core.base import Widget
from irlearn.widgets.core.traits import StateError, computed, plain


class PlayWidget(Widget):
    """A widget to play with, whose state can be saved as plain data and restored.

    Parameters
    ----------
    state : mapping, optional
        The state that `state` of a widget of the same class returned. It is applied after the other arguments, to whose
        values the Reset button still leads back.

    Attributes
    ----------
    value : object
        The main trait of the widget, such as the ranking of a board, or else the state as plain data; `ipywidgets`
        passes it on from the controls of `interactive_output`. It can be set.

    """

    main_trait: ClassVar[str] = ""

    def __init__(self, state: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        if state is not None:
            self._set_state(state)

    def state(self) -> dict[str, Any]:
        """Return what the learner has set, as plain data that JSON can hold.

        Returns
        -------
        dict
            The values of the traits that can be set, by name; the argument `state` of the constructor takes it.

        Examples
        --------
        >>> from irlearn import widgets
        >>> curve = widgets.Power(correlation=0.6)
        >>> curve.state()
        {'correlation': 0.6}
        >>> widgets.Power(state=curve.state()).correlation
        0.6

        """
        return {name: plain(self._saved(name)) for name in self.settable_traits if name != "value"}

    def _saved(self, name: str) -> Any:
        """Return the value of a trait from which it can be restored completely."""
        return getattr(self, name)

    @computed
    def value(self) -> Any:
        """The main trait, or the state as plain data if there is none."""
        return getattr(self, self.main_trait) if self.main_trait else self.state()

    @value.setter
    def _set_value(self, value: Any) -> None:
        if self.main_trait:
            setattr(self, self.main_trait, value)
        else:
            self._set_state(value)

    def _set_state(self, state: Mapping[str, Any]) -> None:
        """Set all traits in a saved state, or none of them if a value is not allowed."""
        known = [name for name in self.settable_traits if name != "value"]
        if not isinstance(state, Mapping):
            raise InputError(
                f"the state of a {type(self).__name__} is a mapping, as state() returns; given: {quoted(state)}"
            )
        for name in state:
            if name not in known:
                raise InputError(
                    f"the state of a {type(self).__name__} has no {name!r}; {did_you_mean(str(name), known, 'it has')}"
                )
        with self.hold_trait_notifications():
            for name, value in state.items():
                try:
                    setattr(self, name, self._state_traits[name].from_plain(value))
                except InputError as error:
                    raise StateError(f"{name} in the state of a {type(self).__name__}: {error}") from None
