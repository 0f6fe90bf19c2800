"""Fields of a widget's state, and the controls that show them.

A `Field` checks a value wherever it is set, parses what is typed into the page, and draws its own control. The
functions below the classes draw single controls, also for widgets without fields.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import traitlets

from irlearn.errors import InputError
from irlearn.text.english import comma_list
from irlearn.text.html import Element, button, i, input as text_field, label as label_element, span
from irlearn.text.numbers import decimal, fixed, general, read_number
from irlearn.widgets.core.traits import StateError


class Field(traitlets.TraitType[Any, Any]):
    """A part of a widget's state: a trait that is checked, in Python and in the page, and drawn as a control.

    A widget is drawn again when one of its fields changes, and `observe` reports the change. A value that is not
    allowed is refused with a `StateError`.

    Parameters
    ----------
    start : object
        The initial value.
    label : str
        The text beside the control.
    what : str, optional
        The name of the field as it is written in a sentence; by default "the" and the label.
    do : str, optional
        The gesture that sets the field; by default the name of the field.

    """

    name: str  # The name is not known yet: traitlets sets it when the class is created.

    def __init__(self, start: Any, label: str, *, what: str = "", do: str = "") -> None:
        self.label, self.what, self.do = label, what or f"the {label}", do
        super().__init__(default_value=start)

    def __set_name__(self, _: type, name: str) -> None:
        """Use the name of the field as its gesture, unless the gesture has a name of its own."""
        self.do = self.do or name

    def validate(self, widget: Any, value: Any) -> Any:
        """Return the checked value; traitlets calls this method."""
        try:
            return self.check_for(widget, value)
        except InputError as error:
            raise StateError(str(error)) from None

    def check_for(self, widget: Any, value: Any) -> Any:  # noqa: ARG002 - some fields depend on their widget
        """Return the value in the form that is stored for a widget; raise `InputError` if it is not allowed."""
        return self.check(value)

    def check(self, value: Any) -> Any:
        """Return the value in the form that is stored; raise `InputError` if it is not allowed."""
        raise NotImplementedError(f"{type(self).__name__} must check its values")

    def read(self, text: str) -> Any:
        """Parse a text of the page; the result is checked afterwards."""
        return text

    def from_plain(self, value: Any) -> Any:
        """Return the value to set for plain data, in which a fraction is written as text."""
        return self.read(value) if isinstance(value, str) else value

    def control(self, value: Any) -> Element:
        """Draw the control that shows and sets a value."""
        raise NotImplementedError(f"{type(self).__name__} must draw its control")


class Stepped(Field):
    """A field whose values are ordered, so that the buttons − and + set the previous and the next value."""

    def step(self, value: Any, by: int) -> Any:
        """Return the next higher (`by` 1) or lower (`by` -1) value; at the end of the range, the same value."""
        raise NotImplementedError(f"{type(self).__name__} must step its values")


class OneOf(Field):
    """One of a few values, drawn as buttons of which one is pressed.

    Parameters
    ----------
    start : object
        The initial value.
    options : mapping
        The text of the button of each value.
    label : str
        The text beside the buttons.
    what : str, optional
        The name of the field in a sentence.
    hidden : bool, default False
        Whether only screen readers get the label.

    """

    def __init__(
        self, start: Any, options: Mapping[Any, Any], label: str, *, what: str = "", hidden: bool = False
    ) -> None:
        self.options, self.hidden = options, hidden
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> Any:
        # Types are compared too, because True equals 1 in Python but is not the option 1.
        option = next((option for option in self.options if option == value and type(option) is type(value)), None)
        if option is None:
            allowed = comma_list([str(option) for option in self.options], "or")
            raise InputError(f"{self.name} must be {allowed}; given: {value!r}")
        return option

    def read(self, text: str) -> Any:
        return next((option for option in self.options if str(option) == text), text)

    def control(self, value: Any) -> Element:
        return choice_control(self.do, self.label, self.options, value, hidden=self.hidden)


class Switch(Field):
    """True or False, drawn as one button that is pressed or not."""

    def check(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise InputError(f"{self.what} must be True or False; given: {value!r}")
        return value

    def read(self, text: str) -> Any:
        return {"on": True, "off": False}.get(text, text)

    def control(self, value: bool) -> Element:
        return toggle_button(self.name, self.name, on=value, value="off" if value else "on")[self.label]


class Count(Stepped):
    """A whole number from `least` to `most`, drawn as a stepper."""

    def __init__(self, start: int, least: int, most: int, label: str, *, what: str = "", do: str = "") -> None:
        self.least, self.most = least, most
        super().__init__(start, label, what=what, do=do)

    def check(self, value: Any) -> int:
        return check_count(value, self.what, self.least, self.most)

    def read(self, text: str) -> Any:
        return read_whole(text)

    def step(self, value: int, by: int) -> int:
        return min(max(value + by, self.least), self.most)

    def control(self, value: int) -> Element:
        return stepper(self.do, self.label, str(value), less=value > self.least, more=value < self.most)


class Share(Stepped):
    """An exact fraction from 0 to 1, drawn as a dot on a track with an input field.

    The dot moves to multiples of `step`.
    """

    def __init__(self, start: object, label: str, *, step: str = "1/20", what: str = "") -> None:
        self.step_size = Fraction(step)
        super().__init__(Fraction(str(start)), label, what=what)

    def check(self, value: Any) -> Fraction:
        is_number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
        if is_number and math.isfinite(value) and 0 <= value <= 1:
            return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)  # 0.1 is 1/10
        given = decimal(value) if isinstance(value, Fraction) else repr(value)
        raise InputError(f"{self.what} must be a number from 0 to 1; given: {given}")

    def read(self, text: str) -> Fraction:
        return read_number(text)

    def step(self, value: Fraction, by: int) -> Fraction:
        return min(max(_next_multiple(value, self.step_size, by), Fraction(0)), Fraction(1))

    def slide(self, at: float) -> Fraction:
        """Return the multiple of the step size that is nearest to a position on the track, 0 to 1."""
        return min(max(round(Fraction(at) / self.step_size), 0) * self.step_size, Fraction(1))

    def control(self, value: Fraction) -> Element:
        return span("slider", role="group", aria_label=self.label)[
            span("name")[self.label],
            span("scale")[span("track", data_track=True)[sliding_dot(self.name, self.label, value)]],
            value_field(self.name, self.label, decimal(value)),
        ]


class DecimalField(Stepped):
    """A float in a range, drawn as a stepper whose buttons − and + set the next multiple of `step`.

    Parameters
    ----------
    start : float
        The initial value.
    least, most : str
        The range, as exact decimals such as "0.0001".
    label : str
        The text beside the control.
    step : str
        The step size, as an exact decimal.
    places : int, default 4
        The number of decimal places that are shown.
    what : str, optional
        The name of the field in a sentence.

    Examples
    --------
    >>> DecimalField(0.2, "0", "1", "mean", step="0.001").step(0.2005, -1)
    0.2

    """

    def __init__(
        self, start: float, least: str, most: str, label: str, *, step: str, places: int = 4, what: str = ""
    ) -> None:
        self.least, self.most, self.step_size, self.places = Fraction(least), Fraction(most), Fraction(step), places
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> float:
        is_number = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
        if is_number and math.isfinite(value):
            exact = Fraction(repr(float(value))) if isinstance(value, float) else value
            if self.least <= exact <= self.most:
                return float(value)
        given = decimal(value) if isinstance(value, Fraction) else repr(value)
        raise InputError(
            f"{self.what} must be a number from {general(self.least)} to {general(self.most)}; given: {given}"
        )

    def read(self, text: str) -> Fraction:
        return read_number(text)

    def step(self, value: float, by: int) -> float:
        return float(min(max(_next_multiple(Fraction(repr(value)), self.step_size, by), self.least), self.most))

    def control(self, value: float) -> Element:
        shown = fixed(value, self.places)
        return stepper(self.do, self.label, shown, less=value > self.least, more=value < self.most)


class LadderField(Stepped):
    """A number in a range, drawn as a stepper whose buttons set preset values; other values can be typed.

    Parameters
    ----------
    start : float
        The initial value.
    presets : sequence of int or float
        The preset values in ascending order. The first and the last preset limit the range. If all presets are whole
        numbers, the field accepts only whole numbers.
    label : str
        The text beside the control.
    what : str, optional
        The name of the field in a sentence.

    Examples
    --------
    >>> spread = LadderField(0.0114, (0.001, 0.01, 0.1), "spread")
    >>> spread.step(0.0114, 1), spread.step(0.0114, -1), spread.step(0.1, 1)
    (0.1, 0.01, 0.1)

    """

    def __init__(self, start: float, presets: Sequence[float], label: str, *, what: str = "") -> None:
        self.presets, self.whole = presets, all(isinstance(preset, int) for preset in presets)
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> float:
        least, most = self.presets[0], self.presets[-1]
        if self.whole:
            return check_count(value, self.what, int(least), int(most))
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not least <= value <= most:
            given = decimal(value) if isinstance(value, Fraction) else repr(value)
            raise InputError(f"{self.what} must be a number from {general(least)} to {general(most)}; given: {given}")
        return float(value)

    def read(self, text: str) -> Any:
        return read_whole(text) if self.whole else read_number(text)

    def step(self, value: float, by: int) -> float:
        beyond = [preset for preset in self.presets[::by] if (preset - value) * by > 0]
        return beyond[0] if beyond else value

    def control(self, value: float) -> Element:
        less, more = value > self.presets[0], value < self.presets[-1]
        return stepper(self.do, self.label, general(value), less=less, more=more)


def fields_of(cls: type) -> dict[str, Field]:
    """Return the fields that a class and its bases declare, in the order of declaration."""
    return {
        name: attribute
        for base in reversed(cls.__mro__)
        for name, attribute in vars(base).items()
        if isinstance(attribute, Field)
    }


def toggle_button(do: str, focus: str, /, *, on: bool, **arguments: object) -> Element:
    """Return a button that is pressed or not.

    Parameters
    ----------
    do : str
        The gesture that the button reports.
    focus : str
        A key that is unique in the widget; it identifies the button that keeps the focus in a new picture.
    on : bool
        Whether the button is pressed.
    **arguments
        The arguments of the gesture.

    Examples
    --------
    >>> print(toggle_button("by", "by rr", on=True, value="rr")["RR"])
    <button data-do="by" data-value="rr" data-focus="by rr" aria-pressed="true">RR</button>

    """
    return button(data_do=do, **_data_attributes(arguments), data_focus=focus, aria_pressed=str(on).lower())


def choice_control(do: str, label: str, options: Mapping[Any, Any], chosen: Any, *, hidden: bool = False) -> Element:
    """Return a labeled row of buttons of which one is pressed.

    Parameters
    ----------
    do : str
        The gesture that the buttons report, with their option as `value`.
    label : str
        The text before the buttons.
    options : mapping
        The text of the button of each option.
    chosen : object
        The option whose button is pressed.
    hidden : bool, default False
        Whether only screen readers get the label.

    Examples
    --------
    >>> buttons = choice_control("by", "by", {"rr": "RR", "esl": "ESL"}, "rr").find("button", aria_pressed="true")
    >>> [button.text for button in buttons]
    ['RR']

    """
    return span("choice", role="group", aria_label=label)[
        not hidden and span[label], choice_buttons(do, options, chosen)
    ]


def choice_buttons(do: str, options: Mapping[Any, Any], chosen: Any, *, argument: str = "value") -> list[Element]:
    """Return the buttons of a choice without a label.

    The Tab key reaches only one of the buttons; from there the arrow keys lead to the others.

    Parameters
    ----------
    do : str
        The gesture that the buttons report.
    options : mapping
        The text of the button of each option.
    chosen : object
        The option whose button is pressed.
    argument : str, default "value"
        The name under which the gesture reports the option.

    Examples
    --------
    >>> [button.attributes["tabindex"] for button in choice_buttons("by", {"rr": "RR", "esl": "ESL"}, "esl")]
    [-1, 0]

    """
    tab_stop = chosen if chosen in options else next(iter(options))
    return [
        toggle_button(do, f"{do} {option}", on=option == chosen, **{argument: option})(
            tabindex=0 if option == tab_stop else -1
        )[text]
        for option, text in options.items()
    ]


def step_button(
    do: str, sign: str, by: int, label: str, focus: str, *, able: bool = True, other: bool = True, **arguments: object
) -> Element:
    """Return a button that moves a value by a step.

    Parameters
    ----------
    do : str
        The gesture that the button reports.
    sign : str
        The text of the button.
    by : int
        The step, an argument of the gesture.
    label : str
        The name of the button for screen readers.
    focus : str
        A key that is unique in the widget; it identifies the button that keeps the focus in a new picture.
    able : bool, default True
        Whether the button can be pressed because the value can move in its direction.
    other : bool, default True
        Whether the value can move in the opposite direction. If not, the opposite button is disabled, and this button
        receives its focus.
    **arguments
        Further arguments of the gesture.

    """
    return button(
        data_do=do,
        **_data_attributes(arguments),
        data_by=by,
        data_focus=focus,
        aria_label=label,
        disabled=not able,
        data_focus_next=able and not other,
    )[sign]


def step_buttons(
    do: str,
    labels: tuple[str, str],
    keys: tuple[str, str],
    *,
    less: bool = True,
    more: bool = True,
    stays: bool = False,
    **arguments: Any,
) -> tuple[Element, Element]:
    """Return the buttons − and +.

    Parameters
    ----------
    do : str
        The gesture that the buttons report, with `by` -1 or 1.
    labels : pair of str
        The names of the buttons for screen readers.
    keys : pair of str
        The keys of the buttons for the focus.
    less, more : bool, default True
        Whether the value can go down and up.
    stays : bool, default False
        Whether a button keeps the focus at the end of the range. Otherwise the button is disabled, and the other button
        receives the focus.
    **arguments
        Further arguments of the gesture.

    Examples
    --------
    >>> minus, plus = step_buttons("rank", ("one earlier", "one later"), ("−", "+"), less=False, stays=True)
    >>> minus.attributes["aria-disabled"], minus.attributes["disabled"]
    ('true', False)

    """
    (less_label, more_label), (less_key, more_key) = labels, keys
    minus = step_button(do, "−", -1, less_label, less_key, able=less or stays, other=more or stays, **arguments)
    plus = step_button(do, "+", 1, more_label, more_key, able=more or stays, other=less or stays, **arguments)
    if stays:
        minus, plus = minus(aria_disabled=None if less else "true"), plus(aria_disabled=None if more else "true")
    return minus, plus


def stepper(
    name: str,
    label: str,
    shown: str,
    *,
    less: bool = True,
    more: bool = True,
    do: str = "",
    head: Any = None,
    after: Any = None,
    **arguments: Any,
) -> Element:
    """Return a number in an input field between the buttons − and +.

    Parameters
    ----------
    name : str
        The name of the input field, which reports the gesture `commit`.
    label : str
        The name of the control.
    shown : str
        The number.
    less, more : bool, default True
        Whether the number can go down and up.
    do : str, optional
        The gesture of the buttons, with `by` -1 or 1; by default `name`.
    head : content, optional
        The text before the control; by default the label.
    after : content, optional
        The text after the control.
    **arguments
        Further arguments of the gestures.

    Examples
    --------
    >>> cutoff = stepper("at", "cutoff", "10", more=False)
    >>> [button.attributes["data-by"] for button in cutoff.find("button", disabled=True)]
    [1]

    """
    labels, keys = (f"{label}: less", f"{label}: more"), (f"{name} −", f"{name} +")
    minus, plus = step_buttons(do or name, labels, keys, less=less, more=more, **arguments)
    field = value_field(name, label, shown, **arguments)
    return span("stepper", role="group", aria_label=label)[
        span[label] if head is None else head, minus, field, plus, after
    ]


def value_field(name: str, label: str, shown: str, **arguments: object) -> Element:
    """Return an input field for a value that Enter commits.

    Parameters
    ----------
    name : str
        The name of the field, an argument of the gesture `commit`.
    label : str
        The name of the field for screen readers.
    shown : str
        The present value.
    **arguments
        Further arguments of the gesture.

    """
    return text_field(
        type="text",
        name=name,
        value=shown,
        data_fixed="unless-typed",
        data_enter="commit",
        **_data_attributes(arguments),
        data_field=name,
        data_focus=name,
        aria_label=label,
    )


def labeled_field(
    label: str,
    name: str,
    enter: str,
    shown: str | None = None,
    *,
    look: str | None = None,
    focus: str = "",
    fixed: bool | str = False,
    invalid: bool = False,
    **attributes: Any,
) -> Element:
    """Return an input field with a label before it.

    Parameters
    ----------
    label : str
        The label.
    name : str
        The name of the field.
    enter : str
        The gesture that Enter reports.
    shown : str, optional
        The text in the field.
    look : str, optional
        The CSS class of the label.
    focus : str, optional
        The key of the field for the focus; by default `name`.
    fixed : bool or "unless-typed", default False
        Whether `shown` replaces what the learner has typed.
    invalid : bool, default False
        Whether screen readers announce the text as invalid.
    **attributes
        Further attributes of the field.

    Examples
    --------
    >>> [field.attributes["value"] for field in labeled_field("Your AP", "ap", "check", "0.5").find("input")]
    ['0.5']

    """
    return label_element(look)[
        label,
        " ",
        text_field(
            type="text",
            name=name,
            data_fixed=fixed,
            aria_invalid=invalid and "true",
            data_enter=enter,
            value=shown,
            autocomplete="off",
            spellcheck="false",
            data_focus=focus or name,
            **attributes,
        ),
    ]


def sliding_dot(
    key: str, label: str, value: Fraction, *, look: str = "dot", spoken: str = "", place: Fraction | None = None
) -> Element:
    """Return a dot that the mouse, a finger or the arrow keys move along a track (an element with `data-track`).

    Parameters
    ----------
    key : str
        The key of the dot, an argument of its gestures.
    label : str
        The name of the dot for screen readers.
    value : Fraction
        The value of the dot.
    look : str, default "dot"
        The CSS classes of the dot.
    spoken : str, optional
        The value for screen readers; by default its decimal.
    place : Fraction, optional
        The position on the track, 0 to 1; by default the value.

    """
    return span(
        look,
        style=f"left:{css_percent(value if place is None else place)}",
        role="slider",
        tabindex="0",
        data_slide=key,
        data_focus=f"dot {key}",
        aria_label=label,
        aria_valuemin="0",
        aria_valuemax="1",
        aria_valuenow=general(value, 4),
        aria_valuetext=spoken or decimal(value),
    )[i]


def css_percent(share: Fraction | float) -> str:
    """Return a share of a length as a CSS percentage.

    >>> css_percent(Fraction(1, 3)), css_percent(0.5)
    ('33.33%', '50%')
    """
    return f"{general(round(100 * float(share), 2))}%"


def read_whole(text: str) -> int | str:
    """Parse a whole number; return any other number as text, so that `check_count` refuses it by its message.

    Raises `InputError` if the text is not a number.
    """
    number = read_number(text)
    return int(number) if number.denominator == 1 else text.strip()


def check_count(value: object, what: str, least: int, most: int) -> int:
    """Return a whole number from `least` to `most`; raise `InputError` for any other value.

    >>> check_count(0, "the cutoff", 1, 100)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the cutoff must be a whole number from 1 to 100; given: 0
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        given = value if isinstance(value, str) else repr(value)
        raise InputError(f"{what} must be a whole number from {least} to {most}; given: {given}")
    return value


def _next_multiple(value: Fraction, step_size: Fraction, by: int) -> Fraction:
    """Return the first multiple of the step size above (`by` 1) or below (`by` -1) a value."""
    steps = value / step_size
    return step_size * (math.floor(steps) + 1 if by > 0 else math.ceil(steps) - 1)


def _data_attributes(arguments: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments of a gesture as data attributes of an element."""
    return {f"data_{name}": value for name, value in arguments.items()}
