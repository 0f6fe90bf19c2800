"""What a learner typed, as an exact number and the room that its last digit leaves."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from irlearn.errors import InputError

FLOAT_ROOM = Fraction(1, 10**9)
"""What a value with logarithms may be off by, being a float."""

_LONGEST = 300  # signs of an answer; a longer one is no hand calculation


@dataclass(frozen=True)
class Answer:
    """A typed number: its exact value, and `room`, how far a value may lie from it that is rounded to its digits.

    `places` counts the decimal places given (of a percentage, those of the share it stands for), None for a whole
    number, a fraction or a calculation with whole numbers, which are exact. `note` says what was read otherwise than
    typed.

    >>> answer = read_answer("43.3%")
    >>> answer.value, answer.room, answer.places
    (Fraction(433, 1000), Fraction(1, 2000), 3)
    """

    text: str
    value: Fraction
    room: Fraction
    places: int | None
    note: str = ""

    def fits(self, number: float | Fraction) -> bool:
        """Whether `number`, rounded to the digits given, is this answer; halves may be rounded either way."""
        if isinstance(number, Fraction):
            return abs(number - self.value) <= self.room
        return abs(Fraction(number) - self.value) <= self.room + FLOAT_ROOM * max(abs(self.value), Fraction(1))

    @property
    def rounding(self) -> str:
        """How the answer is read, in a sentence."""
        note = f"{self.note} " if self.note else ""
        if not self.room:
            whole = re.fullmatch(r"[+-]?\d+", self.text)
            kind = "a whole number" if whole else "a fraction" if "/" in self.text else "written in whole numbers"
            return f"{note}{self.text} is {kind} and is taken as exact."
        low, high = (_plain(self.value + side * self.room) for side in (-1, 1))
        return f"{note}{self.text} stands for any value from {low} to {high}."


def read_answer(text: str | float | Fraction, *, share: bool = False) -> Answer:
    """The answer that a learner typed: `13/30`, `0.433`, `.43`, `43.3%`, `5.383/8`, `0,433`, `(1/1 + 2/3) / 3`.

    The room is half a unit of the last digit; of a calculation with decimals it follows from theirs; whole numbers
    are exact. A decimal comma is understood, and said in the note; of `5/12 = 0.417` the result is read. `share`
    refuses more than 100%. Raises `InputError` where it is no number.

    >>> read_answer("5.383/8").room, read_answer("(1/1 + 2/3) / 3").value
    (Fraction(1, 16000), Fraction(5, 9))
    >>> read_answer("0,433").note
    'The comma was read as a decimal point.'
    >>> read_answer("nan")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'nan' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    if not isinstance(text, str):
        text = _spelled(text)
    if len(text) > _LONGEST:
        raise InputError(f"the answer has {len(text)} signs; write it as 13/30, 0.433 or 43.3%")
    typed = re.split(r"[=≈~]", text)[-1].strip()
    plain = _COMMA.sub(r"\1.\2", typed.translate(_SIGNS))
    percent = plain.endswith("%")
    try:
        span = _worked_out(ast.parse(_plain_digits(plain.removesuffix("%")), mode="eval").body)
    except ZeroDivisionError:
        raise InputError(f"{text.strip()!r} divides by 0; write a fraction such as 13/30") from None
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise InputError(f"{text.strip()!r} is not a number; write it as 13/30, 0.433 or 43.3%") from None
    room, places = max(span.high - span.value, span.value - span.low), span.places
    if percent and plain[:-1].strip().isdigit():
        room = Fraction(1, 2)  # 43% is rounded, too
    scale = Fraction(1, 100) if percent else Fraction(1)
    if share and percent and span.value > 100:
        raise InputError(f"{typed!r} is more than 100%, and the value is a share of a whole; give 0% to 100%")
    note = "The comma was read as a decimal point." if "," in typed else ""
    return Answer(typed, span.value * scale, room * scale, places + 2 * percent if room else None, note)


_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "\u00a0": " "})
_COMMA = re.compile(r"(\d*),(\d+)")
_CALCULATION = re.compile(r"[\d.eE+\-*/() ]*")
_NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?", re.IGNORECASE)
_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class _Span(NamedTuple):
    """A number as typed, the least and the greatest that rounds to it, and its decimal places."""

    value: Fraction
    low: Fraction
    high: Fraction
    places: int


def _plain_digits(text: str) -> str:
    """The calculation with each number as text, so that its digits stay as they were typed."""
    if not _CALCULATION.fullmatch(text.strip()):
        raise ValueError(text)
    return _NUMBER.sub(lambda digits: f"('{digits[0]}')", text.strip())


def _worked_out(node: ast.expr) -> _Span:
    """The value of a calculation with + - * / and parentheses, exact, and how far its roundings may have moved it."""
    match node:
        case ast.Constant(value=str(digits)):
            exact = Decimal(digits)
            places = max(-int(exact.as_tuple().exponent), 0)
            half = Fraction(1, 2 * 10**places) if places else Fraction(0)
            return _Span(Fraction(exact), Fraction(exact) - half, Fraction(exact) + half, places)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            value, low, high, places = _worked_out(operand)
            return _Span(-value, -high, -low, places) if isinstance(sign, ast.USub) else _worked_out(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            one, other = _worked_out(left), _worked_out(right)
            if isinstance(op, ast.Div) and other.low <= 0 <= other.high:
                raise ZeroDivisionError
            work = _OPERATIONS[type(op)]
            ends = [work(a, b) for a in (one.low, one.high) for b in (other.low, other.high)]
            return _Span(work(one.value, other.value), min(ends), max(ends), max(one.places, other.places))
    raise ValueError(ast.dump(node))


def _spelled(number: float | Fraction) -> str:
    """A number that a program gave, at twelve digits: a float is not exact beyond them."""
    if isinstance(number, Fraction):
        return str(number)
    try:
        value = math.nan if isinstance(number, bool) else float(number)
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{number!r} is not a number; write it as 13/30, 0.433 or 43.3%")
    return str(int(value)) if value.is_integer() and abs(value) < _WHOLE else f"{value:.12g}"


_WHOLE = 10**15  # larger floats are all whole


def _plain(value: Fraction) -> str:
    return f"{float(value):.10f}".rstrip("0").rstrip(".")
