"""Texts with numbers in braces, which are worked out when they are shown.

`{AP of 1 0 1, 5 relevant}` is the calculation as `explain` writes it, `{value of AP of A}` its value alone, and
`{AP of it}` that of the list in the widget; `{it.best:4}` is what the widget holds, with four digits after the point,
`{it.best:3g}` with three significant ones, `{it.share:1%}` in percent; a name alone is a sentence from beside the
widgets. Braces in code, in formulas and behind a backslash are braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from numbers import Real
from typing import Any, NamedTuple

from irlearn.derivation import explain, parse_asked
from irlearn.errors import InputError, quoted
from irlearn.exercises.brought import Brought
from irlearn.exercises.conditions import SAYINGS, has, value_of
from irlearn.marked import FORMULA, escaped, marked
from irlearn.numbers import decimal, fixed, general, minus, percent
from irlearn.words import did_you_mean

_PIECES = re.compile(rf"({FORMULA.pattern}|`[^`]+`|\\[{{}}])|\{{(?P<number>[^{{}}]*)\}}")
_HELD = re.compile(r"it\.(?P<name>[^:]+)(?::(?P<places>\d+)(?P<as>[g%]?))?")
_AS: dict[str, Callable[[Any, int], str]] = {"": fixed, "g": general, "%": percent}

Piece = str | Callable[[Any], str | None]
"""A part of a text, or what works it out of the widget."""


def told(paragraphs: Sequence[str], brought: Brought, widget: type | None = None, where: str = "") -> str | Filled:
    """What is told in the end: a text, or a function of the widget where one of its numbers is the widget's.

    Then it is the first of the paragraphs all numbers of which are there already, neither None nor nan.

    >>> told(["It is {value of AP of 1 0 1}.", "So *there*."], Brought())
    'It is 5/6. So there.'
    >>> from types import SimpleNamespace as Machine
    >>> best = told(["The best has {it.best:2}.", "Nothing was thrown."], Brought())
    >>> [best(Machine(best=score)) for score in (0.254, None, float("nan"))]
    ['The best has 0.25.', 'Nothing was thrown.', 'Nothing was thrown.']
    """
    parsed = [_parsed(text, brought, widget) for text in paragraphs]
    if any(callable(piece) for pieces in parsed for piece in pieces):
        return Filled(tuple(paragraphs), parsed, where)
    return marked(" ".join("".join(map(str, pieces)) for pieces in parsed))


class Filled(NamedTuple):
    """A text that is filled with what a widget holds: its paragraphs as they are written, their pieces, and where."""

    paragraphs: tuple[str, ...]
    parsed: list[list[Piece]]
    where: str

    def __call__(self, it: Any) -> str:
        """The first of the paragraphs all numbers of which are there; without a widget, `None`, none of its are."""
        try:
            for pieces in self.parsed:
                said = [(None if it is None else piece(it)) if callable(piece) else piece for piece in pieces]
                if None not in said:
                    return marked("".join(map(str, said)))
        except InputError as error:
            raise InputError(f"{self.where}: {error}") from None
        return ""


def fixed_text(paragraphs: Sequence[str], brought: Brought) -> str:
    """A text all numbers of which are there when the file is read."""
    found = told(paragraphs, brought)
    if isinstance(found, Filled):
        raise InputError("only what a task tells in the end may name its widget, 'it', or a sentence of it")
    return found


def _parsed(text: str, brought: Brought, widget: type | None) -> list[Piece]:
    """The pieces of a text, those in braces worked out, or as functions of the widget."""
    pieces: list[Piece] = []
    parts: Iterator[Any] = iter([*_PIECES.split(text), "", None, None])
    for between, kept, _, number in zip(parts, parts, parts, parts, strict=True):
        if re.search("[{}]", between):
            raise InputError(
                f"a brace without its partner; one that is text has a backslash before it: {quoted(between)}"
            )
        pieces += [between, kept if number is None else _number(number.strip(), brought, widget)]
    return pieces


def _number(text: str, brought: Brought, widget: type | None) -> Piece:
    """What stands in braces."""
    held = _HELD.fullmatch(text)
    if held:
        return _held(held, widget)
    left, of, given = text.removeprefix("value of ").partition(" of ")
    if of:
        if given == "it" and widget is not None:
            has(widget, "ranking")
        return _worked_out(left, given, brought, alone=text.startswith("value of "))
    if text in SAYINGS or (widget is None and re.fullmatch(r"[a-z]+(-[a-z]+)+", text)):
        return lambda it: None if (said := SAYINGS[text](it)) is None else escaped(said)
    hint = did_you_mean(text, ["AP of 1 0 1", "it.…", *SAYINGS], "there are", most=3)
    hint = "digits are as in {it.best:4}, {it.p:3g} and {it.share:1%}" if text.startswith("it.") else hint
    raise InputError(f"no number is called {quoted(f'{{{text}}}')}; {hint}")


def _held(found: re.Match[str], widget: type | None) -> Callable[[Any], str | None]:
    """What the widget holds, rounded as the text asks."""
    name = found["name"]
    if widget is not None:
        has(widget, name.partition(".")[0])

    def said(it: Any) -> str | None:
        value = value_of(it, name)
        if value is None or value != value:  # nan: not there yet, either
            return None
        if not isinstance(value, Real if found["places"] else str | Real):
            raise InputError(f"{quoted(found[0])} gives no number or word; what it holds is named behind a point")
        return escaped(minus(_AS[found["as"]](value, int(found["places"])) if found["places"] else str(value)))

    return said


def _worked_out(measure: str, given: str, brought: Brought, *, alone: bool) -> Piece:
    """A calculation, or its value; of `it`, of the list that the widget holds when it is shown."""
    asked = parse_asked(measure)

    def said(of: Any) -> str:
        derived = explain(asked, of)
        if not alone:
            return escaped(derived.equation)
        return str(derived.fraction) if derived.fraction is not None else decimal(derived.value)

    return (lambda it: said(it.ranking)) if given == "it" else said(brought.given(asked, given))
