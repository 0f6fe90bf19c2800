"""Traits that a widget computes from its state, so that they can be observed, set and linked like other traits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np
import traitlets

from irlearn.errors import InputError, quoted
from irlearn.measures import Measure
from irlearn.text.english import comma_list

_Value = TypeVar("_Value")
_Method = TypeVar("_Method", bound=Callable[..., None])


class StateError(InputError, traitlets.TraitError):
    """The error for a value that a trait does not take; the state of the widget stays as it was."""


class Computed(traitlets.TraitType[Any, Any], Generic[_Value]):
    """A trait that is computed from the state of a widget, like a property.

    Declare a `Computed` with the decorator `computed`. The trait is read-only unless `setter` names a method that
    changes the state. Observers are called by the widget, after each gesture and each change from code.

    Examples
    --------
    >>> from irlearn.text.html import strong
    >>> from irlearn.widgets.core.base import Widget
    >>> class Lamp(Widget):
    ...     _lit = False
    ...
    ...     @computed
    ...     def lit(self) -> bool:
    ...         return self._lit
    ...
    ...     @lit.setter
    ...     def _set_lit(self, lit: bool) -> None:
    ...         self._lit = lit
    ...
    ...     def draw(self):
    ...         return strong["lit" if self._lit else "dark"]
    >>> lamp = Lamp()
    >>> lamp.observe(lambda change: print(change.name, change.old, change.new), names="lit")
    >>> lamp.lit = True
    lit False True
    >>> lamp.picture
    '<strong>lit</strong>'

    """

    name: str
    setter_name: str | None = None

    def __init__(self, getter: Callable[[Any], _Value]) -> None:
        self._getter = getter
        self.info_text = str(getter.__annotations__.get("return", "any value"))
        super().__init__(help=getter.__doc__ or "", read_only=True)
        self.__doc__ = getter.__doc__

    def setter(self, method: _Method) -> _Method:
        """Declare the method that changes the state so that the trait has a given value.

        The method raises an `InputError` for a value that is not allowed, before it changes anything.
        """
        self.setter_name, self.read_only = method.__name__, False
        return method

    def from_plain(self, value: Any) -> Any:
        """Return the value to set for plain data; the setter of a computed trait takes plain data as it is."""
        return value

    def subclass_init(self, cls: type[Any]) -> None:
        """Give the trait no default, because its value follows from the state."""

    def get(self, obj: Any, cls: type[Any] | None = None) -> _Value:  # noqa: ARG002 - the signature of traitlets
        """Compute the present value."""
        return self._getter(obj)

    if TYPE_CHECKING:

        def __get__(self, obj: Any, cls: type[Any]) -> _Value: ...  # type: ignore[override]

    def __set__(self, obj: Any, value: Any) -> None:
        """Change the state so that the trait has this value; refuse a trait that follows from others."""
        if self.read_only:
            names = comma_list([name for name in obj.settable_traits if name != "value"], "or")
            raise StateError(
                f"{self.name} follows from the state of a {type(obj).__name__} and cannot be set"
                + (f"; set {names}" if names else "")
            )
        self.set(obj, value)

    def set(self, obj: Any, value: Any) -> None:
        """Change the state; traitlets calls this method also for read-only traits, which follow without it."""
        if self.setter_name is not None and not is_same(value, self.get(obj)):
            sentence = f"{self.name} of a {type(obj).__name__} takes a value of the type {self.info_text}"
            obj.change(getattr(obj, self.setter_name), value, f"{sentence}; given: {quoted(value)}")


def computed(getter: Callable[[Any], _Value]) -> Computed[_Value]:
    """Declare a method as a trait that is computed from the state of a widget."""
    return Computed(getter)


def is_same(first: Any, second: Any) -> bool:
    """Return whether two values of a trait are equal, also if they are arrays or NaN.

    >>> is_same({"p": float("nan")}, {"p": float("nan")}), is_same(1, "1")
    (True, False)
    """
    if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
        return np.shape(first) == np.shape(second) and bool(np.all((first == second) | _both_nan(first, second)))
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        return list(first) == list(second) and all(is_same(first[key], second[key]) for key in first)
    if type(first) is type(second) and isinstance(first, tuple | list):
        return len(first) == len(second) and all(map(is_same, first, second))
    if type(first) is type(second) and is_dataclass(first):
        # Rankings with the same grades are equal even if they hold other documents, but observers hear of those.
        return all(is_same(getattr(first, field.name), getattr(second, field.name)) for field in fields(first))
    return first is second or bool(first == second) or _both_nan(first, second) is True


def _both_nan(first: Any, second: Any) -> Any:
    """Return whether both values differ from themselves, as NaN does."""
    return (first != first) & (second != second)


def plain(value: Any) -> Any:
    """Return the value of a trait as plain data, which JSON can hold.

    >>> from irlearn import AP
    >>> plain({"beta": Fraction(1, 3), "measure": AP, "pair": ("A", "B")})
    {'beta': '1/3', 'measure': 'AP', 'pair': ['A', 'B']}
    """
    if isinstance(value, Mapping):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [plain(item) for item in value]
    if is_dataclass(value) and not isinstance(value, type) and not isinstance(value, Measure):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
