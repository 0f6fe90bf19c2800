"""Controls that several widgets draw alike: a number with − and +, and buttons of which one is chosen."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape

from irlearn.errors import InputError
from irlearn.notation import read_number


def draw_stepper(name: str, label: str, value: str, *, less: bool = True, more: bool = True, after: str = "") -> str:
    """A number between − and +, to be typed as well; `less` and `more` say whether it can go there.

    The buttons report the gesture `name` with `by` -1 or 1, the field the gesture `commit` with `field` as `name`.

    >>> 'data-do="cutoff" data-by="-1"' in draw_stepper("cutoff", "cutoff", "10")
    True
    """

    def button(sign: str, by: int, word: str, *, able: bool, other: bool) -> str:
        off = " disabled" if not able else "" if other else " data-focus-next"
        return (
            f'<button data-do="{name}" data-by="{by}" data-focus="{name} {sign}" '
            f'aria-label="{escape(label, quote=True)}: {word}"{off}>{sign}</button>'
        )

    return (
        f'<span class="stepper" role="group" aria-label="{escape(label, quote=True)}"><span>{escape(label)}</span>'
        f"{button('−', -1, 'less', able=less, other=more)}"
        f'<input type="text" name="{name}" value="{escape(value, quote=True)}" data-fixed="unless-typed" '
        f'data-enter="commit" data-field="{name}" data-focus="{name}" aria-label="{escape(label, quote=True)}">'
        f"{button('+', 1, 'more', able=more, other=less)}{after}</span>"
    )


def draw_choice(name: str, label: str, choices: Mapping[str, str], chosen: str, *, hidden: bool = False) -> str:
    """Buttons of which one is chosen: each reports the gesture `name` with its key as `value`; the label can be hidden.

    >>> 'data-value="rr" data-focus="by rr" aria-pressed="true"' in draw_choice("by", "by", {"rr": "RR"}, "rr")
    True
    """
    buttons = "".join(
        f'<button data-do="{name}" data-value="{key}" data-focus="{name} {key}" '
        f'aria-pressed="{str(key == chosen).lower()}">{escape(text)}</button>'
        for key, text in choices.items()
    )
    shown = "" if hidden else f"<span>{escape(label)}</span>"
    return f'<span class="choice" role="group" aria-label="{escape(label, quote=True)}">{shown}{buttons}</span>'


def p_text(pvalue: float) -> str:
    """A p-value in a narrow table: four decimals, and two digits where it is small; a dash where there is none.

    >>> p_text(0.0294), p_text(0.00054), p_text(8.03e-12), p_text(float("nan"))
    ('0.0294', '0.00054', '8e-12', '–')
    """
    if not math.isfinite(pvalue):
        return "–"
    return f"{pvalue:.4f}" if pvalue >= 0.00095 else f"{pvalue:.2g}"


def read_count(text: str, what: str, least: int, most: int) -> int:
    """The whole number that was typed; `InputError` where it is none or outside `least` to `most`.

    >>> read_count("12", "the cutoff", 1, 100)
    12
    """
    number = read_number(text)
    return check_count(int(number) if number.denominator == 1 else text.strip(), what, least, most)


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
