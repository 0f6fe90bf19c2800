"""Declarations of gestures: which reports of the page a widget accepts, and how their arguments are parsed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from irlearn.errors import InputError

_MAX_CHARACTERS = 20_000  # the largest length of a reported text whose annotation states no length
_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
_NUMBER_LIMIT = 10**9
_Method = TypeVar("_Method", bound=Callable[..., None])

Fields = dict[str, str]
"""The texts in the input fields of the page, by field name."""
Way = Literal[-1, 1]
"""The direction of one step: -1 is down, 1 is up."""


def action(method: _Method) -> _Method:
    """Declare a method as the answer to a gesture of the page: `on_step` answers the gesture `step`.

    The page must report all arguments of the method, and each argument is checked against its annotation. The only
    exception is `fields`: the page always reports it, and only a method with this argument receives it. A report that
    does not fit the annotations has no effect. If the method raises an `InputError`, the widget shows its message.

    Parameters
    ----------
    method : callable
        Its arguments are annotated as `str`, `int`, `float` (finite), `Fields`, a `Literal` of texts or whole numbers,
        `Annotated[int, range(1, 6)]`, or `Annotated[str, 300_000]` for a text of at most 300,000 characters.

    Returns
    -------
    callable
        The same method.

    """
    method.is_action = True  # type: ignore[attr-defined]
    return method


class MisfitError(Exception):
    """A report that the package's own JavaScript would not send."""


def _without_none(annotation: Any) -> Any:
    """Return the annotation without None: `int` for `int | None`, which marks an argument that may be left out."""
    types = get_args(annotation)
    return next(kind for kind in types if kind is not NoneType) if NoneType in types else annotation


def read(annotation: Any, value: object) -> Any:
    """Parse a reported value by the annotation of its argument.

    Numbers may be given as text, because attributes of HTML elements are text. Raises `MisfitError` if the value does
    not fit the annotation, and `InputError` if a text is too long.
    """
    if get_origin(annotation) is Annotated:
        base_type, limit = get_args(annotation)
        if base_type is str and isinstance(value, str) and len(value) <= limit:
            return value
        if base_type is not str and (number := read(base_type, value)) in limit:
            return number
    elif get_origin(annotation) is Literal:
        options = get_args(annotation)
        option = read(type(options[0]), value)
        if option in options:
            return option
    elif annotation == Fields and isinstance(value, Mapping):
        return {read(str, name): read(str, text) for name, text in value.items()}
    elif annotation is str and isinstance(value, str):
        if len(value) <= _MAX_CHARACTERS:
            return value
        raise InputError(f"a field takes at most {_MAX_CHARACTERS:,} characters; given: {len(value):,}; shorten it")
    elif annotation is int and (isinstance(value, int) or (isinstance(value, str) and _WHOLE_NUMBER.fullmatch(value))):
        if not isinstance(value, bool) and -_NUMBER_LIMIT < int(value) < _NUMBER_LIMIT:
            return int(value)
    elif annotation is float and isinstance(value, int | float | str) and not isinstance(value, bool):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            raise MisfitError from None
        if math.isfinite(number):
            return number
    raise MisfitError


@dataclass(frozen=True)
class Action:
    """A declared gesture: the method that answers it, the annotations of its arguments, and the optional arguments."""

    method: Callable[..., None]
    annotations: Mapping[str, Any]
    optional: frozenset[str] = frozenset()

    @classmethod
    def of(cls, method: Callable[..., None]) -> Action:
        """Return the action of a method, by the annotations of its arguments after `self`."""
        parameters = dict(list(signature(method, eval_str=True).parameters.items())[1:])
        return cls(
            method,
            {name: _without_none(parameter.annotation) for name, parameter in parameters.items()},
            frozenset(name for name, parameter in parameters.items() if parameter.default is not Parameter.empty),
        )

    def arguments(self, report: Mapping[str, Any]) -> dict[str, Any]:
        """Return the parsed arguments of a report; raise `MisfitError` if an argument is missing or unknown."""
        # The page reports its fields with every gesture, so they are dropped if the method has no argument for them.
        reported = {name: value for name, value in report.items() if name in self.annotations or name != "fields"}
        if not reported.keys() <= self.annotations.keys() <= reported.keys() | self.optional:
            raise MisfitError
        return {name: read(self.annotations[name], value) for name, value in reported.items()}
