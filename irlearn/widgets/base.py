"""What every widget is: a picture made by a pure function, and actions that change the state behind it."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

import anywidget
import traitlets

from irlearn.errors import InputError
from irlearn.notation import sentence

_HERE = Path(__file__).parent
_STYLE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((_HERE / "styles").glob("*.css")))

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
    `Fields`, a `Literal` of texts or whole numbers, or `Annotated[int, range(1, 6)]`. `fields` is given to an action
    that asks for it. Where a report does not fit, nothing happens; what an action raises as `InputError` is said.
    """
    method.is_action = True  # type: ignore[attr-defined]
    return method


class _MisfitError(Exception):
    """A report that no page of ours makes."""


def _kind(annotation: Any) -> Any:
    """What an argument is where it is reported: `int` of `int | None`, which may be left out."""
    kinds = get_args(annotation)
    return next(kind for kind in kinds if kind is not NoneType) if NoneType in kinds else annotation


def _read(kind: Any, value: object) -> Any:
    """What was reported, as it is annotated; numbers come as texts, too, from the attributes of an element."""
    if get_origin(kind) is Annotated:
        whole, among = get_args(kind)
        found = _read(whole, value)
        if found in among:
            return found
    elif get_origin(kind) is Literal:
        found = _read(type(get_args(kind)[0]), value)
        if found in get_args(kind):
            return found
    elif kind == Fields and isinstance(value, Mapping):
        return {_read(str, name): _read(str, text) for name, text in value.items()}
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
            raise _MisfitError from None
        if math.isfinite(number):
            return number
    raise _MisfitError


@dataclass(frozen=True)
class _Action:
    """A declared gesture: the method that answers it, what its arguments are, and which may be left out."""

    method: Callable[..., None]
    kinds: Mapping[str, Any]
    optional: frozenset[str]

    @classmethod
    def of(cls, method: Callable[..., None]) -> _Action:
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
            raise _MisfitError
        return {name: _read(self.kinds[name], value) for name, value in reported.items()}


class Widget(anywidget.AnyWidget):
    """The base of all widgets: Python makes the picture as HTML, the page shows it and reports gestures.

    A subclass keeps its state in attributes, draws it in `draw()`, and answers a gesture `name` in a method
    `on_name` that is declared as an `action`. Unknown names are refused, both when a widget is made and when an
    attribute is set. Where no kernel runs, as on a static page, the last picture is shown as it is.

    >>> class Lamp(Widget):
    ...     _lit = False
    ...
    ...     @action
    ...     def on_switch(self, to: Literal["on", "off"]) -> None:
    ...         self._lit = to == "on"
    ...
    ...     def draw(self) -> str:
    ...         return "lit" if self._lit else "dark"
    >>> lamp = Lamp()
    >>> lamp.gesture(do="switch", to="on")
    >>> lamp.picture
    'lit'
    >>> lamp.gesture(do="switch", to="out")
    >>> lamp.picture
    'lit'
    """

    _esm = _HERE / "runtime.js"
    _css = _STYLE
    picture = traitlets.Unicode().tag(sync=True)
    _actions: ClassVar[Mapping[str, _Action]] = {}
    _refused = ""

    def __init_subclass__(cls, **options: Any) -> None:
        """Collect the actions that a widget declares; a method that is written over is declared again, or is none."""
        super().__init_subclass__(**options)
        kept = {name: one for name, one in cls._actions.items() if f"on_{name}" not in vars(cls)}
        declared = {
            name.removeprefix("on_"): _Action.of(method)
            for name, method in vars(cls).items()
            if name.startswith("on_") and getattr(method, "is_action", False)
        }
        cls._actions = {**kept, **declared}

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda _, content, __: self.gesture(**content) if isinstance(content, dict) else None)
        self.refresh()

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute that exists; anything else is a typing mistake, and is said to be one."""
        if not name.startswith("_") and not hasattr(type(self), name):
            near = difflib.get_close_matches(
                name, [known for known in dir(type(self)) if not known.startswith("_")], n=1
            )
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError(f"{type(self).__name__} has no {name!r}{hint}")
        super().__setattr__(name, value)

    def draw(self) -> str:
        """The picture of the present state, as HTML."""
        raise NotImplementedError(f"{type(self).__name__} must draw itself")

    def refresh(self) -> None:
        """Show the present state, and why the last gesture was refused, if it was."""
        refused = f'<p class="problem" data-refused>{escape(self._refused)}</p>' if self._refused else ""
        self.picture = f"{self.draw()}{refused}"

    def gesture(self, /, **said: Any) -> None:
        """Answer what the page reports: `do` names an action, the rest are its arguments; all else does nothing."""
        do = said.pop("do", None)
        asked = self._actions.get(do) if isinstance(do, str) else None
        if asked is None:
            return
        try:
            arguments, fields = asked.arguments(said), _read(Fields, said.get("fields", {}))
            self._refused = ""
            self._keep(fields)
            asked.method(self, **arguments)
        except _MisfitError:
            return
        except InputError as error:
            self._refuse(error)
        self.refresh()

    def _keep(self, fields: Fields) -> None:
        """Keep what stands in the fields of the page and is not set yet, where the picture would lose it."""

    def _refuse(self, error: InputError) -> None:
        """Say why a gesture is refused; a widget that has a place for its sentences says it there."""
        self._refused = sentence(error)

    def static(self) -> str:
        """The present picture as plain HTML that needs no kernel, with a line that says so."""
        return (
            f'<style>{_STYLE}</style><div class="irlearn irlearn-static">{self.picture}'
            '<p class="small">A still picture. Run the cell to bring it to life.</p></div>'
        )

    def _ipython_display_(self) -> None:
        """Show the still picture, then the live one; the styles hide the still one while the other lives.

        JupyterLab prefers a widget's view even where its model is gone, and then says only that it was not found:
        so the still picture is an output of its own, which reopened notebooks and static pages show.
        """
        from IPython.display import publish_display_data  # a notebook is there, or nobody would ask for this

        publish: Callable[..., None] = publish_display_data
        publish({"text/html": self.static(), "text/plain": repr(self)})
        live = self._repr_mimebundle_()
        if live is not None:
            publish(*live)

    def __repr__(self) -> str:
        """The widget's name."""
        return f"<irlearn {type(self).__name__}>"
