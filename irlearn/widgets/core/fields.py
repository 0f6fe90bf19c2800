"""What a widget's state is made of: fields that are checked wherever they are set, and draw their own control."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import traitlets

from irlearn.errors import InputError
from irlearn.text.english import comma_list
from irlearn.text.html import Element, button, i, input as text_field, label as words_before, span
from irlearn.text.numbers import decimal, fixed, general, read_number


class Field(traitlets.TraitType[Any, Any]):
    """A part of a widget's state: a trait, checked the same way in Python and in the page, and drawn as a control.

    `label` stands beside the control, `what` names the field in a sentence, `do` the gesture that sets it, where that
    is not called as the field is. A widget is drawn anew when one of its fields changes, whoever sets it, and `observe`
    tells of it. What cannot be is refused with an `InputError`.
    """

    name: str  # traitlets sets it when the class is made

    def __init__(self, start: Any, label: str, *, what: str = "", do: str = "") -> None:
        self.label, self.what, self.do = label, what or f"the {label}", do
        super().__init__(default_value=start)

    def __set_name__(self, _: type, name: str) -> None:
        """Be set by the gesture of this name, if by no other."""
        self.do = self.do or name

    def validate(self, _: Any, value: Any) -> Any:
        """The value as it is kept, as traitlets asks for it."""
        return self.check(value)

    def check(self, value: Any) -> Any:
        """The value as it is kept, or an `InputError`."""
        raise NotImplementedError(f"{type(self).__name__} must check its values")

    def read(self, text: str) -> Any:
        """The value that a text in the page stands for; it is checked afterwards."""
        return text

    def control(self, value: Any) -> Element:
        """How it is set in the page."""
        raise NotImplementedError(f"{type(self).__name__} must draw its control")


class Stepped(Field):
    """A field with an order: − and + go from one value to the next."""

    def step(self, value: Any, by: int) -> Any:
        """The next value, `by` -1 or 1; at the end of its range the same."""
        raise NotImplementedError(f"{type(self).__name__} must step its values")


class OneOf(Field):
    """One of a few values, drawn as buttons of which one is pressed; `hidden` leaves the label to screen readers.

    `options` gives the text of each value's button.
    """

    def __init__(
        self, start: Any, options: Mapping[Any, Any], label: str, *, what: str = "", hidden: bool = False
    ) -> None:
        self.options, self.hidden = options, hidden
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> Any:
        """One of the options; True is not taken for 1."""
        found = next((one for one in self.options if one == value and type(one) is type(value)), None)
        if found is None:
            allowed = comma_list([str(one) for one in self.options], "or")
            raise InputError(f"{self.name} must be {allowed}; given: {value!r}")
        return found

    def read(self, text: str) -> Any:
        """The option whose text as a value this is."""
        return next((one for one in self.options if str(one) == text), text)

    def control(self, value: Any) -> Element:
        """A row of buttons."""
        return choice(self.do, self.label, self.options, value, hidden=self.hidden)


class Count(Stepped):
    """A whole number from `least` to `most`, between − and +, and to be typed."""

    def __init__(self, start: int, least: int, most: int, label: str, *, what: str = "", do: str = "") -> None:
        self.least, self.most = least, most
        super().__init__(start, label, what=what, do=do)

    def check(self, value: Any) -> int:
        """A whole number of the range."""
        return check_count(value, self.what, self.least, self.most)

    def read(self, text: str) -> Any:
        """The whole number that was typed, or the text, which is then refused."""
        return read_whole(text)

    def step(self, value: int, by: int) -> int:
        """One more or less."""
        return min(max(value + by, self.least), self.most)

    def control(self, value: int) -> Element:
        """A stepper."""
        return stepper(self.do, self.label, str(value), less=value > self.least, more=value < self.most)


class Share(Stepped):
    """A number from 0 to 1, kept as an exact fraction: a dot on a track, moved by hand or by key, and to be typed."""

    def __init__(self, start: object, label: str, *, step: str = "1/20", what: str = "") -> None:
        self.by = Fraction(step)
        super().__init__(Fraction(str(start)), label, what=what)

    def check(self, value: Any) -> Fraction:
        """A fraction from 0 to 1; a float is taken as its digits say."""
        known = isinstance(value, int | float | Fraction) and not isinstance(value, bool)
        if known and math.isfinite(value) and 0 <= value <= 1:
            return Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
        given = decimal(value) if isinstance(value, Fraction) else repr(value)
        raise InputError(f"{self.what} must be a number from 0 to 1; given: {given}")

    def read(self, text: str) -> Fraction:
        """The number that was typed."""
        return read_number(text)

    def step(self, value: Fraction, by: int) -> Fraction:
        """The next multiple of the step."""
        steps = value / self.by
        to = math.floor(steps) + 1 if by > 0 else math.ceil(steps) - 1
        return min(max(to * self.by, Fraction(0)), Fraction(1))

    def slide(self, at: float) -> Fraction:
        """The multiple of the step that is nearest to the hand."""
        return min(max(round(Fraction(at) / self.by), 0) * self.by, Fraction(1))

    def control(self, value: Fraction) -> Element:
        """A slider with a field beside it."""
        return span("slider", role="group", aria_label=self.label)[
            span("name")[self.label],
            span("scale")[span("track", data_track=True)[sliding_dot(self.name, self.label, value)]],
            typed(self.name, self.label, decimal(value)),
        ]


class Switch(Field):
    """A choice between yes and no, drawn as one button that is pressed or not."""

    def check(self, value: Any) -> bool:
        """True or False."""
        if not isinstance(value, bool):
            raise InputError(f"{self.what} must be True or False; given: {value!r}")
        return value

    def read(self, text: str) -> Any:
        """What the button says that it will be."""
        return {"on": True, "off": False}.get(text, text)

    def control(self, value: bool) -> Element:
        """One button."""
        return pressed(self.name, self.name, on=value, value="off" if value else "on")[self.label]


def choice(do: str, label: str, options: Mapping[Any, Any], chosen: Any, *, hidden: bool = False) -> Element:
    """Buttons of which one is pressed: each reports the gesture `do` with its option as `value`.

    >>> pressed = choice("by", "by", {"rr": "RR", "esl": "ESL"}, "rr").find("button", aria_pressed="true")
    >>> [one.text for one in pressed]
    ['RR']
    """
    return span("choice", role="group", aria_label=label)[not hidden and span[label], choices(do, options, chosen)]


def choices(do: str, options: Mapping[Any, Any], chosen: Any, *, told: str = "value") -> list[Element]:
    """The buttons of a choice, with no label: one stop of Tab, from which arrow keys go along what lies side by side.

    >>> [one.attributes["tabindex"] for one in choices("by", {"rr": "RR", "esl": "ESL"}, "esl")]
    [-1, 0]
    """
    stop = chosen if chosen in options else next(iter(options))
    return [
        pressed(do, f"{do} {one}", on=one == chosen, **{told: one})(tabindex=0 if one == stop else -1)[words]
        for one, words in options.items()
    ]


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
    """A number between − and +, to be typed as well; `less` and `more` say whether it can go there.

    The buttons report the gesture `do` (by default `name`) with `by` -1 or 1 and the `arguments`, the field the gesture
    `commit` with `field` as `name`.

    >>> [one.attributes["data-by"] for one in stepper("at", "cutoff", "10", more=False).find("button", disabled=True)]
    [1]
    """
    labels, keys = (f"{label}: less", f"{label}: more"), (f"{name} −", f"{name} +")
    minus, plus = steps(do or name, labels, keys, less=less, more=more, **arguments)
    field = typed(name, label, shown, **arguments)
    return span("stepper", role="group", aria_label=label)[
        span[label] if head is None else head, minus, field, plus, after
    ]


def step_button(
    do: str, sign: str, by: int, label: str, focus: str, *, able: bool = True, other: bool = True, **arguments: object
) -> Element:
    """A button that goes one step on, and gets the focus where the `other` one, back, is out of use."""
    return button(
        data_do=do,
        **{f"data_{name}": value for name, value in arguments.items()},
        data_by=by,
        data_focus=focus,
        aria_label=label,
        disabled=not able,
        data_focus_next=able and not other,
    )[sign]


def typed(name: str, label: str, shown: str, **arguments: object) -> Element:
    """A field that holds what was set last, and reports the gesture `commit` when Enter is pressed in it."""
    told = {f"data_{key}": value for key, value in arguments.items()}
    return text_field(
        type="text",
        name=name,
        value=shown,
        data_fixed="unless-typed",
        data_enter="commit",
        **told,
        data_field=name,
        data_focus=name,
        aria_label=label,
    )


def sliding_dot(
    key: str, label: str, value: Fraction, *, look: str = "dot", spoken: str = "", place: Fraction | None = None
) -> Element:
    """A dot on a track (an element with `data-track` around it) that the hand and the arrow keys move.

    It lies at its `value`, or at another `place` where the track does not go from 0 to 1.
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
    """A place or a width on a track, as CSS has it.

    >>> css_percent(Fraction(1, 3)), css_percent(0.5)
    ('33.33%', '50%')
    """
    return f"{general(round(100 * float(share), 2))}%"


def labelled(
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
    """A field behind its label, in which Enter reports the gesture `enter`; `fixed` puts `shown` before what is typed.

    >>> [one.attributes["value"] for one in labelled("Your AP", "ap", "check", "0.5").find("input")]
    ['0.5']
    """
    return words_before(look)[
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


def read_whole(text: str) -> int | str:
    """The whole number that was typed; a text for `check_count` to refuse where it is another number."""
    number = read_number(text)
    return int(number) if number.denominator == 1 else text.strip()


def check_count(value: object, what: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`; `InputError` otherwise.

    >>> check_count(0, "the cutoff", 1, 100)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the cutoff must be a whole number from 1 to 100; given: 0
    """
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        given = value if isinstance(value, str) else repr(value)
        raise InputError(f"{what} must be a whole number from {least} to {most}; given: {given}")
    return value


def fields_of(cls: type) -> dict[str, Field]:
    """The fields that a class and its bases declare, in their order."""
    return {name: one for base in reversed(cls.__mro__) for name, one in vars(base).items() if isinstance(one, Field)}


def pressed(do: str, focus: str, /, *, on: bool, **arguments: object) -> Element:
    """A button that is pressed or not, and reports the gesture `do` with the `arguments`; `focus` is its key.

    >>> print(pressed("by", "by rr", on=True, value="rr")["RR"])
    <button data-do="by" data-value="rr" data-focus="by rr" aria-pressed="true">RR</button>
    """
    told = {f"data_{name}": value for name, value in arguments.items()}
    return button(data_do=do, **told, data_focus=focus, aria_pressed=str(on).lower())


def steps(
    do: str,
    labels: tuple[str, str],
    keys: tuple[str, str],
    *,
    less: bool = True,
    more: bool = True,
    stays: bool = False,
    **arguments: Any,
) -> tuple[Element, Element]:
    """The buttons − and +; where one is out of use, the other gets its focus, or with `stays` it keeps it.

    >>> minus, plus = steps("rank", ("one earlier", "one later"), ("−", "+"), less=False, stays=True)
    >>> minus.attributes["aria-disabled"], minus.attributes["disabled"]
    ('true', False)
    """
    (less_label, more_label), (less_key, more_key) = labels, keys
    minus = step_button(do, "−", -1, less_label, less_key, able=less or stays, other=more or stays, **arguments)
    plus = step_button(do, "+", 1, more_label, more_key, able=more or stays, other=less or stays, **arguments)
    if stays:
        minus, plus = minus(aria_disabled=None if less else "true"), plus(aria_disabled=None if more else "true")
    return minus, plus


class DecimalField(Stepped):
    """A number from `least` to `most`, kept as a float: between − and +, which go to the next multiple of `step`.

    It is shown with so many `places` after the point. The ends and the step are texts such as "0.0001", and exact.

    >>> DecimalField(0.2, "0", "1", "mean", step="0.001").step(0.2005, -1)
    0.2
    """

    def __init__(
        self, start: float, least: str, most: str, label: str, *, step: str, places: int = 4, what: str = ""
    ) -> None:
        self.least, self.most, self.by, self.places = Fraction(least), Fraction(most), Fraction(step), places
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> float:
        """A number of the range."""
        known = isinstance(value, int | float | Fraction) and not isinstance(value, bool) and math.isfinite(value)
        if known and self.least <= (Fraction(repr(float(value))) if isinstance(value, float) else value) <= self.most:
            return float(value)
        given = decimal(value) if isinstance(value, Fraction) else repr(value)
        raise InputError(
            f"{self.what} must be a number from {general(self.least)} to {general(self.most)}; given: {given}"
        )

    def read(self, text: str) -> Fraction:
        """The number that was typed."""
        return read_number(text)

    def step(self, value: float, by: int) -> float:
        """The next multiple of the step; at the ends the same."""
        steps = Fraction(repr(value)) / self.by
        to = math.floor(steps) + 1 if by > 0 else math.ceil(steps) - 1
        return float(min(max(to * self.by, self.least), self.most))

    def control(self, value: float) -> Element:
        """A stepper."""
        shown = fixed(value, self.places)
        return stepper(self.do, self.label, shown, less=value > self.least, more=value < self.most)


class LadderField(Stepped):
    """A number from the first to the last of the `rungs`, along which − and + go; those between are typed.

    It is a whole number where all rungs are.

    >>> spread = LadderField(0.0114, (0.001, 0.01, 0.1), "spread")
    >>> spread.step(0.0114, 1), spread.step(0.0114, -1), spread.step(0.1, 1)
    (0.1, 0.01, 0.1)
    """

    def __init__(self, start: float, rungs: Sequence[float], label: str, *, what: str = "") -> None:
        self.rungs, self.whole = rungs, all(isinstance(rung, int) for rung in rungs)
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> float:
        """A number of the range."""
        least, most = self.rungs[0], self.rungs[-1]
        if self.whole:
            return check_count(value, self.what, int(least), int(most))
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not least <= value <= most:
            given = decimal(value) if isinstance(value, Fraction) else repr(value)
            raise InputError(f"{self.what} must be a number from {general(least)} to {general(most)}; given: {given}")
        return float(value)

    def read(self, text: str) -> Any:
        """The number that was typed, or the text, which is then refused."""
        return read_whole(text) if self.whole else read_number(text)

    def step(self, value: float, by: int) -> float:
        """The next rung up or down; at the end the same."""
        beyond = [rung for rung in self.rungs[::by] if (rung - value) * by > 0]
        return beyond[0] if beyond else value

    def control(self, value: float) -> Element:
        """A stepper."""
        less, more = value > self.rungs[0], value < self.rungs[-1]
        return stepper(self.do, self.label, general(value), less=less, more=more)
