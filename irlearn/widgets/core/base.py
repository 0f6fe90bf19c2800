"""What every widget is: a picture made by a pure function, and actions that change the state behind it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import anywidget
import numpy as np
import traitlets

from irlearn.errors import InputError
from irlearn.formulas.tree import formula_style
from irlearn.palette import DARK, LIGHT
from irlearn.text.english import as_sentence
from irlearn.text.html import Element, button, div, html_of, i, p, span, style
from irlearn.widgets.core.actions import Action, Fields, MisfitError, Way, action, read

if TYPE_CHECKING:
    from irlearn.widgets.lesson.tasks import Tasks

__all__ = ["Fields", "Way", "Widget", "action"]

_HERE = Path(__file__).parents[1]  # irlearn/widgets
HOME = "^"
"""The part to which a page's way back leads: the panel of a lesson's progress."""
_OURS = ":is(.irlearn, .plain, .dataframe, .jp-MarkdownOutput table)"  # tables outside of widgets have our colours, too
_MOST_REPORTS = 2**53  # a page's whole numbers end there
_OF_TRAITLETS = frozenset(vars(traitlets.HasTraits()))  # attributes that are no state of a widget


@cache
def _source(name: str) -> str:
    """A script or a style sheet as a page needs it: without comments, margins and a sheet's blanks beside its signs."""
    blanks = r'(?<=[{:;,]) (?!")| (?=[{}])' if name.endswith(".css") else r"(?<=;) (?=})"
    return re.sub(rf"(?m)^\s*//.*\n|/\*[^*]*\*/|^ +|{blanks}", "", (_HERE / name).read_text(encoding="utf-8"))


@cache
def _style(names: tuple[str, ...]) -> str:
    theme = {
        "ink": "content-font-color1",
        "line": "border-color2",
        "ground": "layout-color1",
        "raised": "layout-color2",
    }
    light = {name: f"var(--jp-{theme[name]}, {one})" if name in theme else one for name, one in LIGHT.items()}
    colours = [_rule(_OURS, light), _rule(f'body[data-jp-theme-light="false"] {_OURS}', DARK)]
    sheets = (_source(f"styles/{name}.css") for name in ("base", "tasks", *names))
    return "\n".join([*colours, formula_style(".irlearn"), *sheets])


def _copy(value: Any) -> Any:
    """Copy what gestures change in place: containers with their contents, and generators of random numbers."""
    if isinstance(value, np.random.Generator):
        return deepcopy(value)
    if type(value) is dict:
        return {key: _copy(content) for key, content in value.items()}
    return type(value)(map(_copy, value)) if type(value) in (list, set) else value


def _rule(selector: str, colours: Mapping[str, str]) -> str:
    """The colours as custom properties of what a selector finds."""
    return f"{selector} {{ {' '.join(f'--{name}: {colour};' for name, colour in colours.items())} }}"


class Widget(anywidget.AnyWidget):
    """The base of all widgets: Python makes the picture as HTML, the page shows it and reports gestures.

    A subclass keeps its state in attributes, draws it in `draw()`, and answers a gesture `name` in a method
    `on_name` that is declared as an `action`. Unknown names are refused, both when a widget is made and when an
    attribute is set. Where no kernel runs, as on a static page, the last picture is shown as it is.

    A widget that can be reset says `on_reset = Widget.on_reset`. A reset restores every attribute to the value that it
    had when this class's `__init__` was called, which a subclass therefore does last. Of values that are changed in
    place, lists, dictionaries, sets and generators of random numbers are restored.

    >>> from typing import Literal
    >>> from irlearn.text.html import strong
    >>> class Lamp(Widget):
    ...     _lit = False
    ...
    ...     @action
    ...     def on_switch(self, to: Literal["on", "off"]) -> None:
    ...         self._lit = to == "on"
    ...
    ...     def draw(self) -> Element:
    ...         return strong["lit" if self._lit else "dark"]
    >>> lamp = Lamp()
    >>> lamp.gesture(do="switch", to="on")
    >>> lamp.picture
    '<strong>lit</strong>'
    >>> lamp.gesture(do="switch", to="out")
    >>> lamp.picture
    '<strong>lit</strong>'
    """

    _esm = "\n".join(map(_source, [f"core/{name}.js" for name in ("patch", "keys", "hand", "files", "runtime")]))
    picture = traitlets.Unicode().tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    """The number of the page's last report that the picture takes account of."""
    styles: ClassVar[tuple[str, ...]] = ()
    """The style sheets of the widget beside the one that all have, by their names."""
    _refused = ""
    _tasks: Tasks | None = None
    _followed: Widget | None = None  # whose state is shown here, too
    _part = ""
    _onward: Callable[[], tuple[str, str, str] | None] | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        """Collect the actions that a widget declares; a method that is written over is declared again, or is none."""
        super().__init_subclass__(**options)
        if "_css" not in vars(cls):  # anywidget makes a subclass of its own, with this as a trait
            cls._css = _style(cls.styles)
        kept = {name: one for name, one in cls._actions.items() if f"on_{name}" not in vars(cls)}
        declared = {
            name.removeprefix("on_"): Action.of(method)
            for name, method in vars(cls).items()
            if name.startswith("on_") and getattr(method, "is_action", False)
        }
        cls._actions = {**kept, **declared}

    def __init__(self) -> None:
        self._refused = ""
        self._at_first = {name: _copy(value) for name, value in vars(self).items() if name not in _OF_TRAITLETS}
        self._answering = False
        self.refresh()  # before the page is told of the widget: what comes in a second message a busy one may lose
        super().__init__()
        self.on_msg(lambda _, content, __: self.gesture(**content) if isinstance(content, dict) else None)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute that exists; anything else is a typing mistake, and is said to be one."""
        if not name.startswith("_") and not any(name in vars(one) for one in type(self).__mro__):
            near = difflib.get_close_matches(name, [one for one in dir(type(self)) if not one.startswith("_")], n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError(f"{type(self).__name__} has no {name!r}{hint}")
        super().__setattr__(name, value)

    def draw(self) -> Element:
        """The picture of the present state."""
        raise NotImplementedError(f"{type(self).__name__} must draw itself")

    def refresh(self) -> None:
        """Show the present state below its tasks, and why the last gesture was refused, if it was.

        A gesture is shown once, when it is answered: what is said once would be gone from a second picture.
        """
        if self._answering:
            return
        place = i(data_part=self._part) if self._part else None
        if veiling := self._veiling:
            self.picture = html_of([place, veiling.veil()])
            return
        drawn = self.draw()
        self.picture = html_of([place, self._tasks and self._tasks.above(drawn), drawn, self._refusal(), self._lead()])

    def set_part(self, part: str, onward: Callable[[], tuple[str, str, str] | None]) -> None:
        """Be a part of a lesson, to which its path jumps; `onward` gives, once it is done, where to and what next."""
        self._part, self._onward = part, onward
        self.refresh()

    def _lead(self) -> Element | None:
        """The way on, below a part that is done."""
        to = self._onward and self._onward()
        if not to:
            return None
        where, words, said = to
        return p("onward")[button(data_jump=where, data_focus="onward")[words], " ", span("small")[said]]

    @property
    def _veiling(self) -> Tasks | None:
        """The tasks for whose sake the picture is hidden: the widget's own, or those of the one that it follows."""
        played = (one._tasks for one in (self, self._followed) if one and one._tasks)
        return next((tasks for tasks in played if tasks.veiled), None)

    def set_tasks(self, tasks: Tasks) -> None:
        """Have these tasks above the picture."""
        self._tasks = tasks
        self.refresh()

    def _refusal(self) -> Element | None:
        """Why the last gesture was refused, below the picture; None where the picture says it itself."""
        return p("problem", data_refused=True)[self._refused] if self._refused else None

    def gesture(self, /, **said: Any) -> None:
        """Answer what the page reports: `do` names an action, the rest are its arguments; all else does nothing."""
        number = said.pop("number", 0)
        with self.hold_sync():
            self._respond(said)
            self.answered = number if type(number) is int and 0 < number < _MOST_REPORTS else 0

    def _respond(self, said: dict[str, Any]) -> None:
        do = said.pop("do", None)
        asked = self._actions.get(do) if isinstance(do, str) else None
        if asked is None:
            return
        if self._tasks is not None:
            self._tasks.note_gesture(str(do))
        self._answering = True
        try:
            arguments, fields = asked.arguments(said), read(Fields, said.get("fields", {}))
            self._refused = ""
            self._keep(fields)
            asked.method(self, **arguments)
        except MisfitError:
            return
        except InputError as error:
            self._refuse(error)
        finally:
            self._answering = False
        self.refresh()

    @action
    def on_task(self, what: Literal["show", "choose", "tell", "look"], index: int) -> None:
        """Do what the panel of tasks asks for."""
        if tasks := self._veiling or self._tasks:
            tasks.press(what, index)
        if self._followed:
            self._followed.refresh()

    _actions: ClassVar[Mapping[str, Action]] = {"task": Action.of(on_task)}

    @action
    def on_reset(self) -> None:
        """Restore the state that the widget was made with; its tasks and its place in a lesson stay."""
        own = [vars(cls) for cls in type(self).__mro__[: type(self).__mro__.index(Widget)]]
        for name in vars(self).keys() - self._at_first.keys():
            if any(name in attributes for attributes in own):  # which had the value of its class at first
                delattr(self, name)
        for name, value in self._at_first.items():
            setattr(self, name, _copy(value))

    def _keep(self, fields: Fields) -> None:
        """Keep what stands in the fields of the page and is not set yet, where the picture would lose it."""

    def _refuse(self, error: InputError) -> None:
        """Say why a gesture is refused; a widget that has a place for its sentences says it there."""
        self._refused = as_sentence(error)

    def static(self) -> str:
        """The present picture as plain HTML that needs no kernel, with its own styles and a line that says so."""
        veiled = self._veiling is not None
        said = "A still picture. Run the cell to bring it to life."
        if veiled:
            said = "A veiled picture. Run the cell, and commit your prediction above to see it."
        shown = [self._tasks and self._tasks.still(), None if veiled else self.draw(), p("small")[said]]
        return html_of([style[self._css], div("irlearn irlearn-static")[shown]])

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
