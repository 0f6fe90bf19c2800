"""Typed answers: the exact number, and the tolerance that its last digit leaves."""

from __future__ import annotations

import ast
import math
import operator
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Integral
from typing import Any, NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.text.numbers import general

FLOAT_ROOM = Fraction(1, 10**9)
"""The relative rounding error of a float, in which values with logarithms are computed."""
CUT = "cut-off"
"""The id of the diagnosis that the last digits of the right number were cut off."""

_SIGNIFICANT = 3
"""The number of significant digits from which a mistake is shown at once, without a request for more digits."""
_LONGEST = 300
"""The most characters of an answer."""
_DEEPEST = 20
"""The most nested parentheses, and the most signs before a number."""
_MOST_BITS = 1060
"""The largest size of a numerator or denominator in bits, which is enough for a float down to 1e-300."""
_GREATEST = 10**300
"""The largest absolute value of an answer, within the range of floats."""
_PRINTED = 7
"""The fewest digits of a decimal that may come from a program."""
_PRINTED_ROOM = Fraction(1, 2 * 10**6)
"""The relative tolerance of a decimal from a program, for 32-bit floats and for a small number added to a divisor."""
_FAR = 1e-6
"""A relative difference that is larger than the errors of floats."""
_NOTHING = Fraction(1, 10**12)
"""The largest number that a program may print for 0."""
_MOST_ROOM = Fraction(1, 2000)
"""The largest tolerance of a calculation with short decimals: half a unit of the third digit after the point."""
_MOST_SHARE = Fraction(1, 200)
"""The largest tolerance of a calculation relative to its value."""
_CALCULATED_PLACES = 3
"""The fewest decimal places of the value of a calculation with decimals."""


@dataclass(frozen=True)
class Answer:
    """A typed number.

    Attributes
    ----------
    text : str
        The number as it was typed.
    value : Fraction
        The exact value.
    tolerance : Fraction
        The largest difference between `value` and a number that rounds to the typed digits; 0 if the answer is exact.
    places : int or None
        The decimal places; for a percentage two more than typed, for a calculation with decimals at least three. None
        for a whole number, a fraction or a calculation with whole numbers, which are exact.
    note : str
        A sentence about a character that was read in another way, such as a decimal comma.
    is_calculation : bool
        Whether the answer is a calculation with decimals. Its tolerance allows for rounded intermediate results.
    is_program_output : bool
        Whether the answer is a decimal of seven or more digits, as programs print it. Its last digits may differ,
        because of 32-bit floats, of a small number added to a divisor, or of a calculator that cuts digits off.
    is_percentage : bool
        Whether the answer was typed as a percentage.

    Examples
    --------
    >>> answer = read_answer("43.3%")
    >>> answer.value, answer.tolerance, answer.places
    (Fraction(433, 1000), Fraction(1, 2000), 3)
    >>> [read_answer(text).fits(Fraction(2, 3)) for text in ("0.6666666666666666", "0.6666667", "0.666666", "0.666668")]
    [True, True, False, False]
    """

    text: str
    value: Fraction
    tolerance: Fraction
    places: int | None
    note: str = ""
    is_calculation: bool = False
    is_program_output: bool = False
    is_percentage: bool = False

    def fits(self, number: float | Fraction) -> bool:
        """Return whether `number` rounds to this answer; halves may be rounded up or down."""
        if self.is_program_output and not number:
            return abs(self.value) <= _NOTHING
        return self._near(number, self.tolerance)

    def is_rounding_of(self, number: float | Fraction) -> bool:
        """Return whether `number` rounds to this answer with halves rounded up or to even, so that no half is cut off.

        >>> [read_answer(text).is_rounding_of(Fraction(7, 8)) for text in ("0.88", "0.87")]
        [True, False]
        """
        if self.is_calculation or self.is_program_output or 2 * self.tolerance * 10 ** (self.places or 0) != 1:
            return self.fits(number)
        behind = abs(Fraction(number)) - abs(self.value) - self.tolerance
        is_half = abs(behind) <= (0 if isinstance(number, Fraction) else _NOTHING * abs(self.value))
        return self.fits(number) and (not is_half or self.value / self.tolerance % 4 == 0)

    def is_exactly(self, number: float | Fraction) -> bool:
        """Return whether `number` is equal to the value, up to the rounding errors of floats."""
        return self._near(number, FLOAT_ROOM * abs(self.value))

    def _near(self, number: float | Fraction, room: Fraction) -> bool:
        off, far = abs(float(self.value) - float(number)), max(abs(float(self.value)), abs(float(number)))
        if off > 2 * float(room) + _FAR * far:  # quickly, in floats
            return False
        exact = Fraction(number)
        noise = Fraction(0) if isinstance(number, Fraction) else FLOAT_ROOM * max(abs(self.value), abs(exact))
        return abs(exact - self.value) <= room + noise

    @property
    def has_few_digits(self) -> bool:
        """Whether the answer has fewer than three significant digits, so that many calculations round to it.

        >>> [read_answer(text).has_few_digits for text in ("0.5", "0.05", "0.50", "50%", "0.500", "1/2")]
        [True, True, True, True, False, False]
        """
        return bool(self.tolerance) and abs(self.value) < 10 ** (_SIGNIFICANT - 1) * 2 * self.tolerance

    @property
    def rounding(self) -> str:
        """The sentence about how the answer was read."""
        note = f"{self.note} " if self.note else ""
        if not self.tolerance:
            return f"{note}{self.text} is {self._kind}taken as exact."
        low, high = (
            _written(self.value + side * self.tolerance, self.tolerance, side, exact=not self.is_program_output)
            for side in (-1, 1)
        )
        if self.is_program_output:
            return (
                f"{note}{self.text} is read as the output of a program, whose last digits may be off, "
                f"so any value from {low} to {high} is accepted."
            )
        if self.is_calculation:
            value = _written(self.value, self.tolerance)
            accepted = f"any value from {low} to {high} is accepted"
            return f"{note}{self.text} is {value}; because steps may be rounded, {accepted}."
        return f"{note}{self.text} stands for any value from {low} to {high}."

    @property
    def _kind(self) -> str:
        if re.search(r"[.,]", self.text):
            return ""
        whole = re.fullmatch(r"[+-]?\d+", self.text)
        kind = "a whole number" if whole else "a fraction" if _OVER.search(self.text) else "written in whole numbers"
        return f"{kind} and is "


def read_answer(text: str | float | Fraction | Decimal, *, share: bool = False) -> Answer:
    """Parse an answer.

    The tolerance is half a unit of the last digit, and more for a decimal of seven or more digits, as programs print
    it. Whole numbers and fractions are exact. A calculation with decimals is computed, and its tolerance follows from
    the tolerances of its decimals. Decimals with fewer than three digits after the point count as if they had three, so
    that a wrong calculation does not pass for a rounded right one.

    Parameters
    ----------
    text : str or number
        The answer, such as "13/30", "0.433", ".43", "43.3%", "5.383/8", "0,433", "½" or "(1/1 + 2/3) / 3". If the text
        is an equation such as "5/12 = 0.417", its right side is the answer.
    share : bool
        Whether the answer is a share of a whole, which cannot be more than 100%.

    Returns
    -------
    Answer
        The parsed number. Its note mentions a decimal comma, or a colon for a division.

    Raises
    ------
    InputError
        If the text is not a number, or if it is too long or too large.

    Examples
    --------
    >>> read_answer("5.383/8").tolerance, read_answer("(0.6 + 0.75) / 2").tolerance
    (Fraction(1, 16000), Fraction(1, 2000))
    >>> read_answer("(1/1 + 2/3) / 3").value
    Fraction(5, 9)
    >>> read_answer("0,433").note
    'The comma was read as a decimal point.'
    >>> read_answer("nan")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'nan' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    if not isinstance(text, str):
        return _of_a_program(text, share=share)
    if len(text) > _LONGEST:
        raise InputError(f"the answer has {len(text)} characters; write it as 13/30, 0.433 or 43.3%")
    return _of_text(" ".join(text.translate(_WIDE).split()), share=share)


@lru_cache(maxsize=1024)
def _of_text(text: str, *, share: bool) -> Answer:
    """Parse a typed answer that has only single blanks."""
    typed = _FULL_STOP.sub("", re.split(r"[=≈~]", text)[-1].strip())
    pointed = _COMMA.sub(r"\1.\2", _vulgar_read(typed.lstrip("'’‘").translate(_SIGNS)))
    plain = _COLON.sub("/", pointed)
    percent = plain.endswith("%")
    try:
        node = ast.parse(_plain_digits(plain.removesuffix("%")), mode="eval").body
        span = _worked_out(node)
    except ZeroDivisionError:
        raise InputError(f"{quoted(text)} divides by 0; write a fraction such as 13/30") from None
    except OverflowError:
        raise InputError(f"{quoted(text)} has hundreds of digits; write it as 13/30, 0.433 or 43.3%") from None
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        what = f"{quoted(text)} is not a number" if text else "the answer must be a number"
        raise InputError(f"{what}; write it as 13/30, 0.433 or 43.3%") from None
    room, places, steps = span.tolerance, span.places, any(isinstance(one, ast.BinOp) for one in ast.walk(node))
    calculated, printed = room > 0 and steps, not steps and _is_printed(plain)
    if percent and not calculated and span.value.denominator == 1 and not room and "/" not in plain:
        room = Fraction(1, 2)  # 43% is rounded, too
    scale = Fraction(1, 100) if percent else Fraction(1)
    if share and percent and span.value - room * printed > 100:
        raise InputError(f"{quoted(typed)} is more than 100%, but the value is a share of a whole; give 0% to 100%")
    value, room, places = span.value * scale, room * scale, places + 2 * percent
    if calculated:
        fine = _worked_out(node, _CALCULATED_PLACES).tolerance * scale  # a sum of decimals
        most = room if _is_quotient(node) else _MOST_SHARE * abs(value)
        room, places = min(max(fine, min(room, _MOST_ROOM)), most), max(places, _CALCULATED_PLACES)
    note = "The comma was read as a decimal point." if "," in typed else ""
    if plain != pointed:
        note = f"{note} The colon was read as a division.".strip()
    return Answer(typed, value, room, places if room else None, note, calculated and room > 0, printed, percent)


_WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: " ", 0xA0: " ", 0x202F: " ", 0x2009: " "}
_SIGNS = str.maketrans({"−": "-", "–": "-", "·": "*", "×": "*", "÷": "/", "⁄": "/", "∕": "/"})
_FULL_STOP = re.compile(r"(?<=[0-9%)])\.$")  # \d would match digits of all scripts
_COMMA = re.compile(r"([0-9]*),([0-9]+)")
_COLON = re.compile(r"(?<=[0-9)]) ?: ?(?=[0-9.(])")
_VULGAR = re.compile(r"([0-9]*) ?([¼-¾⅐-⅞↉])")
_OVER = re.compile(r"[/:÷⁄∕¼-¾⅐-⅞↉]")
_CALCULATION = re.compile(r"[0-9.eE+\-*/() ]*")
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[+-]?[0-9]{1,3})?", re.IGNORECASE)
_SIGNED = re.compile(rf"(?:[+-] ?){{{_DEEPEST},}}")
_OPERATIONS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


class _Span(NamedTuple):
    """A typed number, the smallest and the largest number that round to it, and its decimal places."""

    value: Fraction
    low: Fraction
    high: Fraction
    places: int

    @property
    def tolerance(self) -> Fraction:
        """The largest possible error of the value, if the typed numbers are rounded."""
        return max(self.high - self.value, self.value - self.low)


def _vulgar_read(text: str) -> str:
    """Replace a character such as ½ by a fraction in parentheses; 1½ becomes a sum."""

    def written(match: re.Match[str]) -> str:
        fraction = unicodedata.normalize("NFKC", match[2]).replace("⁄", "/")
        return f"({match[1]}+{fraction})" if match[1] else f"({fraction})"

    return _VULGAR.sub(written, text)


def _plain_digits(text: str) -> str:
    """Return the calculation with each number as a text constant, so that its digits stay as they were typed."""
    depth = deepest = 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        deepest = max(deepest, depth)
    if not _CALCULATION.fullmatch(text.strip()) or deepest > _DEEPEST or _SIGNED.search(text):
        raise ValueError(text)
    return _NUMBER.sub(lambda digits: f"('{digits[0]}')", text.strip())


def _is_printed(digits: str) -> bool:
    """Return True if a decimal has as many digits as programs print."""
    mantissa = re.split("[eE]", digits)[0]
    return "." in mantissa and len(re.sub(r"[^0-9]", "", mantissa).lstrip("0")) >= _PRINTED


def _bounded(value: Fraction) -> Fraction:
    """Return the number. Raise `OverflowError` if it is too large or too small for a float."""
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _MOST_BITS or abs(value) > _GREATEST:
        raise OverflowError
    return value


def _worked_out(node: ast.expr, fewest: int = 0) -> _Span:
    """Return the exact value of a calculation, and the range of values that its rounded numbers allow.

    Decimals with fewer than `fewest` digits after the point count as exact.
    """
    match node:
        case ast.Constant(value=str(digits)):
            written = Decimal(digits)
            power, exact = int(written.as_tuple().exponent), _bounded(Fraction(written))
            rounded = power < 0 or "e" in digits.lower()  # 17 is exact, but 1.7e+01 is rounded to two digits.
            rounded = rounded and (not fewest or -power >= fewest)
            half = Fraction(10) ** power / 2 if rounded else Fraction(0)
            half += _PRINTED_ROOM * abs(exact) if _is_printed(digits) else 0
            return _Span(exact, exact - half, exact + half, max(-power, 0))
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            value, low, high, places = inside = _worked_out(operand, fewest)
            return _Span(-value, -high, -low, places) if isinstance(sign, ast.USub) else inside
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATIONS:
            first, second = _worked_out(left, fewest), _worked_out(right, fewest)
            operation = _OPERATIONS[type(op)]
            value, places = _bounded(operation(first.value, second.value)), max(first.places, second.places)
            if isinstance(op, ast.Div) and second.low <= 0 <= second.high:
                return _Span(value, value - 1, value + 1, places)  # The divisor may be 0; callers cap the tolerance.
            ends = [operation(a, b) for a in (first.low, first.high) for b in (second.low, second.high)]
            return _Span(value, min(ends), max(ends), places)
    raise ValueError(ast.dump(node))


def _is_quotient(node: ast.expr) -> bool:
    """Return whether a calculation is a decimal over a whole number, such as a rounded sum over a count."""
    match node:
        case ast.BinOp(left=ast.Constant(), op=ast.Div(), right=ast.Constant(value=str(digits))):
            return digits.isdigit()
    return False


def _of_a_program(number: Any, *, share: bool) -> Answer:
    """Parse a Python or NumPy number: a float with twelve digits, a 16-bit or 32-bit float with all of its digits."""
    whole = isinstance(number, Integral) and not isinstance(number, bool)
    try:
        if whole or isinstance(number, Fraction):
            return read_answer(str(_bounded(Fraction(int(number) if whole else number))), share=share)
        if isinstance(number, Decimal):
            return read_answer(str(number), share=share)
        value = math.nan if isinstance(number, bool | bytes | bytearray) else float(number)
    except OverflowError:
        raise InputError("the answer has hundreds of digits; write it as 13/30, 0.433 or 43.3%") from None
    except (TypeError, ValueError):
        value = math.nan
    kind = type(number).__name__
    if not math.isfinite(value) or kind.startswith("bool"):
        raise InputError(f"{quoted(number)} is not a number; write it as 13/30, 0.433 or 43.3%")
    if value.is_integer() and abs(value) < _WHOLE:
        return read_answer(str(int(value)), share=share)
    digits = _NARROW.get(kind, 0)
    if not digits:
        return read_answer(general(value, 12), share=share)
    read = read_answer(general(value, digits), share=share)
    unit = Fraction(10) ** (math.floor(math.log10(abs(value))) + 1 - digits)
    return replace(read, tolerance=max(read.tolerance, _OFF * unit))


_WHOLE = 10**15
"""All larger floats are whole numbers."""
_NARROW = {"float32": 7, "float16": 3}
"""The significant digits of NumPy's 16-bit and 32-bit floats."""
_OFF = Fraction(3, 2)
"""The tolerance of 16-bit and 32-bit floats, in units of the last digit; two roundings account for one unit."""


def _written(value: Fraction, room: Fraction, side: int = 0, *, exact: bool = True) -> str:
    """Return a value as a decimal: exact if it is short, else to a hundredth of the tolerance, towards the answer."""
    ending = (places for places in range(_MOST_PLACES) if (value * 10**places).denominator == 1)
    places = next(ending, None) if exact else None
    if places is None:
        places = max(2 - (Decimal(room.numerator) / room.denominator).adjusted(), 0)
        scaled = value * 10**places
        units = math.ceil(scaled) if side < 0 else math.floor(scaled) if side > 0 else round(scaled)
    else:
        units = int(value * 10**places)
    sign, digits = "-" * (units < 0), str(abs(units))
    if not value or _SHORT <= abs(value) < 1 / _SHORT:
        digits = digits.rjust(places + 1, "0")
        return f"{sign}{digits[: len(digits) - places]}{f'.{digits[-places:]}' if places else ''}"
    more = digits[1:].rstrip("0")
    return f"{sign}{digits[0]}{f'.{more}' if more else ''}e{len(digits) - 1 - places}"


_MOST_PLACES = 110
_SHORT = Fraction(1, 10**9)
"""Numbers below this one, and numbers above its inverse, are written in scientific notation."""
