"""The base class of all widgets.

A widget keeps its state in Python, draws it as HTML, and answers the gestures that the page reports.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import anywidget
import numpy as np
import traitlets
from ipywidgets import widget_serialization

from irlearn.errors import InputError
from irlearn.formulas.tree import formula_style
from irlearn.palette import DARK, LIGHT
from irlearn.text.english import as_sentence
from irlearn.text.html import Content, Element, button, div, h3, html_of, i, p, span, style
from irlearn.widgets.core.actions import Action, Fields, MisfitError, Way, action, read
from irlearn.widgets.core.shared import SharedText, shared_script, shared_sheet, unprinted_sheets
from irlearn.widgets.core.traits import Computed, StateError, is_same

if TYPE_CHECKING:
    from irlearn.widgets.lesson.tasks import Tasks

__all__ = ["Fields", "Way", "Widget", "action"]

HOME = "^"
"""The part id of a lesson's progress panel, to which the last part leads back."""

_WIDGETS = Path(__file__).parents[1]  # irlearn/widgets
# The last two selectors match the tables in a lesson's text.
_COLORED = ":is(.irlearn, .plain, .dataframe, .jp-MarkdownOutput table)"
_LARGEST_REPORT = 2**53  # JavaScript represents every whole number up to this one exactly.
# attributes that traitlets or the reports to observers need, which are not part of a widget's state
_NO_STATE = frozenset({*vars(traitlets.HasTraits()), "_reported", "_answering", "_dragging"})


@cache
def _source(name: str) -> str:
    """Return a script or style sheet without comments, indentation and many optional blanks."""
    blanks = r'(?<=[{:;,>]) (?!")| (?=[{}>])|;(?=\s*})|(?<=[{};,])\n *' if name.endswith(".css") else r"(?<=;) (?=})"
    return re.sub(rf"(?m)^\s*//.*\n|/\*[^*]*\*/|^ +|{blanks}", "", (_WIDGETS / name).read_text(encoding="utf-8"))


_OWN_TEXTS = {"_esm": _source("core/shared.js"), "_css": ""}


def page_script(*more: str) -> str:
    """Return the scripts that all widgets share, with `more` scripts of one widget."""
    return "\n".join(_source(f"core/{name}.js") for name in ("patch", "keys", *more, "hand", "files", "runtime"))


@cache
def _style_sheets(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the style sheet of all widgets, which begins with the colors, and the named style sheets."""
    jupyter_names = {
        "ink": "content-font-color1",
        "line": "border-color2",
        "ground": "layout-color1",
        "raised": "layout-color2",
    }
    light = {
        name: f"var(--jp-{jupyter_names[name]}, {color})" if name in jupyter_names else color
        for name, color in LIGHT.items()
    }
    colors = [_rule(_COLORED, light), _rule(f'body[data-jp-theme-light="false"] {_COLORED}', DARK)]
    base, tasks, *named = (_source(f"styles/{name}.css") for name in ("base", "tasks", *names))
    return ("\n".join([*colors, formula_style(".irlearn"), base, tasks]), *named)


def _style(names: tuple[str, ...]) -> str:
    """Return the style sheet of all widgets and the named style sheets as one text."""
    return "\n".join(_style_sheets(names))


def _rule(selector: str, colors: Mapping[str, str]) -> str:
    """Return a CSS rule that sets the colors as custom properties."""
    return f"{selector}{{{';'.join(f'--{name}:{color}' for name, color in colors.items())}}}"


def _copy(value: Any) -> Any:
    """Copy a list, dict, set or random generator, which gestures may change in place; return other values unchanged."""
    if isinstance(value, np.random.Generator):
        return deepcopy(value)
    if type(value) is dict:
        return {key: _copy(content) for key, content in value.items()}
    return type(value)(map(_copy, value)) if type(value) in (list, set) else value


class Widget(anywidget.AnyWidget):
    """A view of a state: Python draws the state as HTML, and the page shows it and reports gestures.

    A subclass keeps its state in attributes and draws it in `draw`. It answers the gesture `name` in a method `on_name`
    that is declared with `action`. An unknown attribute name is refused with an `InputError`, in the constructor and
    when an attribute is set. Without a kernel, as on a static page, the last picture is shown.

    The state is observed by traits: attributes that are declared with `computed`. Observers are called once after each
    gesture, after a drag when it ends, and after each change from code, when the picture is drawn. An invalid value
    raises a `StateError`, which is an `InputError` and a `TraitError`, and leaves the state as it was.

    A widget that can be reset declares `on_reset = Widget.on_reset`. A reset restores every attribute to its value at
    the time when `Widget.__init__` was called, so a subclass calls `super().__init__` last. Lists, dictionaries, sets
    and random generators that were changed in place are restored too.

    Attributes
    ----------
    picture : str
        The present picture as HTML.
    answered : int
        The number of the last report of the page that `picture` takes into account.
    styles : tuple of str
        Names of the style sheets that the widget needs besides those that all widgets share.

    Examples
    --------
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

    _esm = page_script()
    picture = traitlets.Unicode().tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    _shared = traitlets.List(traitlets.Instance(SharedText)).tag(sync=True, **widget_serialization)
    styles: ClassVar[tuple[str, ...]] = ()
    _refused = ""  # why the last gesture was refused
    _tasks: Tasks | None = None
    _followed: Widget | None = None  # another widget whose state this widget shows
    _part = ""  # the widget's part id in its lesson
    _next_part: Callable[[], tuple[str, str, str] | None] | None = None
    _captions: dict[str, str] | None = None  # the part of the lesson that shows each stock caption
    _state_traits: ClassVar[Mapping[str, Any]] = {}  # instances of `Computed` and `Field`
    _initial_state: Mapping[str, Any] | None = None  # None while the constructor runs
    _answering = False  # whether a change is not complete, so that drawing and reporting wait
    _dragging = False
    _reported: dict[str, Any]  # the observed values that observers know

    def __init_subclass__(cls, **options: Any) -> None:
        """Collect the declared actions; an overridden `on_` method is an action only if it is declared again."""
        super().__init_subclass__(**options)
        if "_css" not in vars(cls):  # anywidget makes a subclass of its own that has `_css` as a trait.
            cls._css = _style(cls.styles)
        inherited = {name: method for name, method in cls._actions.items() if f"on_{name}" not in vars(cls)}
        declared = {
            name.removeprefix("on_"): Action.of(method)
            for name, method in vars(cls).items()
            if name.startswith("on_") and getattr(method, "is_action", False)
        }
        cls._actions = {**inherited, **declared}
        own_traits = {name: trait for name, trait in vars(cls).items() if isinstance(trait, Computed)}
        cls._state_traits = {**cls._state_traits, **own_traits}

    def __init__(self) -> None:
        self._refused = ""
        self._initial_state = self._snapshot()
        self._answering = self._dragging = False
        self._reported = {}
        # Draw before the page creates the widget, because a busy page may lose a picture that is sent later.
        self.refresh()
        self._shared = [shared_script(self._esm), *map(shared_sheet, self._sheets)]
        super().__init__()
        self._reported = self._trait_values_now()  # of observers that a subclass declares by `traitlets.observe`
        self.on_msg(lambda _, content, __: self.gesture(**content) if isinstance(content, dict) else None)

    @property
    def _sheets(self) -> tuple[str, ...]:
        """The style sheets of the widget; a subclass may set `_css` instead of naming them."""
        sheets = _style_sheets(self.styles)
        return sheets if self._css == "\n".join(sheets) else (str(self._css),)

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return the state that the page gets; it contains references to the shared script and style sheets only."""
        state: dict[str, Any] = super().get_state(key, drop_defaults)
        return {**state, **{name: text for name, text in _OWN_TEXTS.items() if name in state}}

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute that is private or exists; refuse any other name, which is probably a typing mistake."""
        if not name.startswith("_") and not any(name in vars(cls) for cls in type(self).__mro__):
            public_names = [attribute for attribute in dir(type(self)) if not attribute.startswith("_")]
            near = difflib.get_close_matches(name, public_names, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise InputError(f"{type(self).__name__} has no {name!r}{hint}")
        super().__setattr__(name, value)

    def draw(self) -> Element:
        """Return the picture of the present state."""
        raise NotImplementedError(f"{type(self).__name__} must draw itself")

    def hint(self) -> Content:
        """Return a line about how to use the widget; the panel of tasks shows it when the learner asks for it."""
        return None

    def draw_head(self, title: Content) -> Content:
        """Draw the title and the hint; below tasks only for screen readers, because the panel has the hint."""
        if self._tasks:
            return h3("visually-hidden")[title]
        hint = self.hint()
        return [h3[title], p("hint")[hint] if hint else None]

    def refresh(self) -> None:
        """Draw the tasks and the present state, with the reason if the learner's last action was refused.

        While an action is being handled, drawing waits until the handling is complete: a message is drawn only once,
        so a second drawing would remove the message before it is read.
        """
        if self._answering:
            return
        self._draw_picture()
        if not self._dragging:
            self._report_changes()

    def _draw_picture(self) -> None:
        part_marker = i(data_part=self._part) if self._part else None
        if veiling := self._veiling:
            self.picture = html_of([part_marker, veiling.veil()])
            return
        drawn = self.draw()
        panel = self._tasks and self._tasks.above(drawn)
        self.picture = html_of([part_marker, panel, drawn, self._draw_refusal(), self._draw_next_part()])

    def set_part(
        self,
        part: str,
        next_part: Callable[[], tuple[str, str, str] | None],
        captions: dict[str, str] | None = None,
    ) -> None:
        """Make the widget a part of a lesson.

        Parameters
        ----------
        part : str
            The id of the part, to which the lesson's path jumps.
        next_part : callable
            A function that returns the id of the next part, the text of the button that leads to it, and a remark. It
            returns None as long as the present part is not done.
        captions : dict, optional
            The part that shows each stock caption, by caption; all widgets of a lesson share it.

        """
        self._part, self._next_part, self._captions = part, next_part, captions
        self.refresh()

    def first_shown(self, caption: str) -> str:
        """Return a stock caption, or an empty text if another part of the lesson shows it already."""
        is_first = self._captions is None or self._captions.setdefault(caption, self._part) == self._part
        return caption if is_first else ""

    def _draw_next_part(self) -> Element | None:
        """Draw the button to the next part below a part that is done."""
        target = self._next_part and self._next_part()
        if not target:
            return None
        part, label, remark = target
        return p("onward")[button(data_jump=part, data_focus="onward")[label], " ", span("small")[remark]]

    @property
    def _veiling(self) -> Tasks | None:
        """The tasks that hide the picture: the tasks of this widget, or of the widget whose state it shows."""
        task_panels = (widget._tasks for widget in (self, self._followed) if widget and widget._tasks)
        return next((tasks for tasks in task_panels if tasks.veiled), None)

    def set_tasks(self, tasks: Tasks) -> None:
        """Show the given tasks above the picture."""
        self._tasks = tasks
        self.refresh()

    def _draw_refusal(self) -> Element | None:
        """Draw the reason for a refusal below the picture; return None if there is none or the picture includes it."""
        return p("problem", data_refused=True)[self._refused] if self._refused else None

    def gesture(self, /, **report: Any) -> None:
        """Answer a report of the page.

        Parameters
        ----------
        **report
            `do` names an action, `number` counts the page's reports, and the rest are the action's arguments. A report
            that fits no action does nothing.

        """
        number = report.pop("number", 0)
        with self.hold_sync():
            self._respond(report)
            self.answered = number if type(number) is int and 0 < number < _LARGEST_REPORT else 0
        if not self._dragging:
            self._report_changes()  # The picture is sent first, because an observer may draw a plot.

    def _respond(self, report: dict[str, Any]) -> None:
        do = report.pop("do", None)
        reported_action = self._actions.get(do) if isinstance(do, str) else None
        if reported_action is None:
            return
        if self._tasks is not None:
            self._tasks.note_gesture(str(do))
        was_answering, self._answering = self._answering, True  # code may make a gesture while it holds notifications
        try:
            arguments, fields = reported_action.arguments(report), read(Fields, report.get("fields", {}))
            # During a drag, the page reports each document that is passed; observers hear of the last one.
            self._dragging = do == "grab" or (self._dragging and do in ("place", "slide"))
            self._refused = ""
            self._keep(fields)
            reported_action.method(self, **arguments)
        except MisfitError:
            return
        except InputError as error:
            self._refuse(error)
        finally:
            self._answering = was_answering
        self._draw_picture()

    # Traits

    @property
    def settable_traits(self) -> tuple[str, ...]:
        """The names of the traits that can be set; the others follow from them."""
        return tuple(name for name, trait in self._state_traits.items() if not trait.read_only)

    def change(self, setter: Callable[[Any], None], value: Any, sentence: str) -> None:
        """Change the state by the setter of a trait, draw it, and call the observers.

        Parameters
        ----------
        setter : callable
            The setter; it raises an `InputError` before it changes anything.
        value : object
            The new value of the trait.
        sentence : str
            The message for a value whose type the setter cannot use.

        Raises
        ------
        StateError
            If the setter refuses the value; the state is then as before.

        """
        before = self._snapshot()
        try:
            setter(value)
        except InputError as error:
            raise StateError(str(error)) from None
        except (AttributeError, TypeError, ValueError) as error:
            self._restore_state(before)
            raise StateError(sentence) from error
        self._refused = ""
        self.refresh()
        if self._dragging:
            self._report_changes()  # A drag may never end, because the page was reloaded.

    def observe(self, handler: Any, names: Any = traitlets.All, type: Any = "change") -> None:  # noqa: A002
        """Call a function after each change of the named traits, as `traitlets` defines it."""
        super().observe(handler, names, type)
        if self._initial_state is not None:  # Before, the constructor has not set the state.
            # The values are remembered, because the next change is reported with the value before it.
            for name, value in self._trait_values_now().items():
                self._reported.setdefault(name, value)

    def _trait_values_now(self) -> dict[str, Any]:
        """Return the values of the traits of the state that have observers; None for a value that does not exist."""
        observed = [name for name, handlers in self._trait_notifiers.items() if any(handlers.values())]
        values = {}
        for name in self._state_traits:
            if name in observed or traitlets.All in observed:
                try:
                    values[name] = getattr(self, name)
                except InputError:
                    values[name] = None
        return values

    def _report_changes(self) -> None:
        """Call the observers of the traits that changed; if some of them fail, raise the first error at the end."""
        if self._answering or not self._reported:
            return
        values, errors = self._trait_values_now(), []
        reported = self._reported = {name: self._reported.get(name, value) for name, value in values.items()}
        for name, value in values.items():
            if self._reported is not reported:  # An observer has changed the state, and that change is reported.
                break
            old, reported[name] = reported[name], value
            if not is_same(old, value):
                change = traitlets.Bunch(name=name, old=old, new=value, owner=self, type="change")
                try:
                    super().notify_change(change)
                except Exception as error:
                    errors.append(error)
        if errors:
            raise errors[0]

    @contextmanager
    def hold_trait_notifications(self) -> Iterator[None]:
        """Draw and call the observers only at the end of a block; after a `TraitError`, restore the state before it."""
        if self._answering or self._initial_state is None:  # the block is inside another one, or in the constructor
            with super().hold_trait_notifications():
                yield
            return
        before = self._snapshot()
        field_values = {name: self._trait_values[name] for name in self._state_traits if name in self._trait_values}
        self._answering = True
        try:
            with super().hold_trait_notifications():
                yield
        except traitlets.TraitError:
            self._restore_state(before)
            self._trait_values.update(field_values)
            raise
        finally:
            self._answering = False
            self.refresh()
            if self._dragging:
                self._report_changes()

    def _snapshot(self) -> dict[str, Any]:
        """Return copies of all attributes of the state."""
        return {name: _copy(value) for name, value in vars(self).items() if name not in _NO_STATE}

    def _restore_state(self, snapshot: Mapping[str, Any]) -> None:
        """Restore the attributes of the state, and delete those that were set later."""
        subclasses = type(self).__mro__[: type(self).__mro__.index(Widget)]
        for name in vars(self).keys() - snapshot.keys():
            if any(name in vars(cls) for cls in subclasses):
                # Attributes that `Widget` itself defines are kept.
                delattr(self, name)
        for name, value in snapshot.items():
            setattr(self, name, _copy(value))

    @action
    def on_task(self, what: Literal["show", "choose", "tell", "look", "how"], index: int) -> None:
        """Press a button of the panel of tasks."""
        if tasks := self._veiling or self._tasks:
            tasks.press(what, index)
        if self._followed:
            self._followed.refresh()

    _actions: ClassVar[Mapping[str, Action]] = {"task": Action.of(on_task)}

    @action
    def on_reset(self) -> None:
        """Restore the initial state, but keep the tasks and the part of the lesson."""
        assert self._initial_state is not None
        self._restore_state(self._initial_state)

    def _keep(self, fields: Fields) -> None:
        """Keep text that is typed but not set; widgets whose next picture would lose the text override this method."""

    def _refuse(self, error: InputError) -> None:
        """Keep the reason for a refusal; widgets with messages of their own override this method."""
        self._refused = as_sentence(error)

    def static(self) -> str:
        """Return the present picture as plain HTML without a kernel, with its styles and a note that it is still."""
        return html_of([style[self._css], self._draw_still()])

    def _draw_still(self) -> Element:
        """Draw the still picture that `static` returns, without styles."""
        veiled = self._veiling is not None
        remark = "This is a still picture. Run the cell to make it interactive."
        if veiled:
            remark = "This picture is hidden. Run the cell and commit your prediction above to see it."
        content = [self._tasks and self._tasks.still(), None if veiled else self.draw(), p("small")[remark]]
        return div("irlearn irlearn-static")[content]

    def _ipython_display_(self) -> None:
        """Show the still picture, then the live widget; the styles hide the still picture while the widget lives.

        JupyterLab prefers a widget's view even if its model is gone, and then shows only an error. The still picture is
        therefore displayed as a separate output, so that reopened notebooks and static pages show it. Only the first
        output that needs a style sheet contains it.
        """
        from IPython.display import publish_display_data  # Only a notebook displays widgets, and it has IPython.

        publish: Callable[..., None] = publish_display_data
        sheets = unprinted_sheets(self._sheets)
        still = html_of([style["\n".join(sheets)] if sheets else None, self._draw_still()])
        publish({"text/html": still, "text/plain": repr(self)})
        live = self._repr_mimebundle_()
        if live is not None:
            publish(*live)

    def __repr__(self) -> str:
        return f"<irlearn {type(self).__name__}>"
