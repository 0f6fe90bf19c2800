"""The gestures that a widget declares: what the page may report, read as it is annotated, and nothing else."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from types import NoneType
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

from irlearn.errors import InputError

_LONGEST = 20_000  # characters that a page may report of one field
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_MOST = 10**9
_Method = TypeVar("_Method", bound=Callable[..., None])

Fields = dict[str, str]
"""What stands in the fields of the page, by their names."""
Way = Literal[-1, 1]
"""One step down or up."""


def action(method: _Method) -> _Method:
    """Declare what a gesture of the page does: `on_step` answers the gesture `step`.

    The arguments are what the page must report with it, checked by their annotations: `str`, `int`, `float` (finite),
    `Fields`, a `Literal` of texts or whole numbers, `Annotated[int, range(1, 6)]`, or `Annotated[str, 300_000]` for a
    text that may have so many characters. `fields` is given to an action
    that asks for it. Where a report does not fit, nothing happens; what an action raises as `InputError` is said.
    """
    method.is_action = True  # type: ignore[attr-defined]
    return method


class MisfitError(Exception):
    """A report that no page of ours makes."""


def _kind(annotation: Any) -> Any:
    """What an argument is where it is reported: `int` of `int | None`, which may be left out."""
    kinds = get_args(annotation)
    return next(kind for kind in kinds if kind is not NoneType) if NoneType in kinds else annotation


def read(kind: Any, value: object) -> Any:
    """What was reported, as it is annotated; numbers come as texts, too, from the attributes of an element."""
    if get_origin(kind) is Annotated:
        whole, among = get_args(kind)
        if whole is str and isinstance(value, str) and len(value) <= among:
            return value
        if whole is not str and (found := read(whole, value)) in among:
            return found
    elif get_origin(kind) is Literal:
        found = read(type(get_args(kind)[0]), value)
        if found in get_args(kind):
            return found
    elif kind == Fields and isinstance(value, Mapping):
        return {read(str, name): read(str, text) for name, text in value.items()}
    elif kind is str and isinstance(value, str):
        if len(value) <= _LONGEST:
            return value
        raise InputError(f"a field takes at most {_LONGEST:,} characters; given: {len(value):,}; shorten it")
    elif kind is int and (isinstance(value, int) or (isinstance(value, str) and _WHOLE.fullmatch(value))):
        if not isinstance(value, bool) and -_MOST < int(value) < _MOST:
            return int(value)
    elif kind is float and isinstance(value, int | float | str) and not isinstance(value, bool):
        try:
            number = float(value)
        except (ValueError, OverflowError):
            raise MisfitError from None
        if math.isfinite(number):
            return number
    raise MisfitError


@dataclass(frozen=True)
class Action:
    """A declared gesture: the method that answers it, what its arguments are, and which may be left out."""

    method: Callable[..., None]
    kinds: Mapping[str, Any]
    optional: frozenset[str] = frozenset()

    @classmethod
    def of(cls, method: Callable[..., None]) -> Action:
        """The action that a method answers, by the annotations of its arguments."""
        given = dict(list(signature(method, eval_str=True).parameters.items())[1:])
        return cls(
            method,
            {name: _kind(one.annotation) for name, one in given.items()},
            frozenset(name for name, one in given.items() if one.default is not Parameter.empty),
        )

    def arguments(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments out of a report, which names each of them and no other."""
        reported = {name: value for name, value in said.items() if name in self.kinds or name != "fields"}  # always so
        if not reported.keys() <= self.kinds.keys() <= reported.keys() | self.optional:
            raise MisfitError
        return {name: read(self.kinds[name], value) for name, value in reported.items()}
