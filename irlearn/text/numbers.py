"""Numbers as text: scores, percentages, p-values, differences, ranks, axis labels; and reading of typed numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any

from irlearn.errors import InputError, quoted


def decimal(value: float | Fraction, digits: int = 4) -> str:
    """Return a number with `digits` significant digits; a fraction that ends earlier is shorter.

    A number below 10**-digits keeps all its significant digits, and a larger one has at most `digits` decimals.

    >>> decimal(Fraction(323, 480)), decimal(Fraction(3, 5)), decimal(0.949977), decimal(float("nan"))
    ('0.6729', '0.6', '0.9500', 'not defined')
    """
    number = float(value)
    if not math.isfinite(number):
        return "not defined"
    if not number:
        return "0"
    places = max(digits - 1 - math.floor(math.log10(abs(number))), 0)
    if abs(number) >= 10**-digits:
        places = min(places, digits)
    text = fixed(value, places)
    is_exact = places and isinstance(value, Fraction) and (value * 10**places).denominator == 1
    return text.rstrip("0").rstrip(".") if is_exact else text


def fraction_and_decimal(value: Fraction, digits: int = 4) -> str:
    """Return a fraction followed by its decimal, or a whole number alone.

    >>> fraction_and_decimal(Fraction(2, 3)), fraction_and_decimal(Fraction(1))
    ('2/3 = 0.6667', '1')
    """
    return str(value) if value.denominator == 1 else f"{value} = {decimal(value, digits)}"


def compact(value: float | Fraction, digits: int = 6, *, sign: bool = False) -> str:
    """Return a number with at most `digits` significant digits, and a plus sign if `sign` is true.

    >>> compact(4.5), compact(-0.5, sign=True), compact(1.26842, 3), compact(3, sign=True)
    ('4.5', '−0.5', '1.27', '+3')
    """
    return true_minus(f"{float(value):{'+' if sign else ''}.{digits}g}")


def p_value(value: float | Fraction) -> str:
    """Return a p-value with three significant digits; short fractions are written exactly, and NaN as a dash.

    >>> p_value(0.0294), p_value(3.2e-12), p_value(1.0), p_value(Fraction(3, 16)), p_value(float("nan"))
    ('0.0294', '3.20e-12', '1', '0.1875', '-')
    """
    if value == 1 or (isinstance(value, Fraction) and (value * 10_000).denominator == 1):
        return decimal(Fraction(value))
    if 0 < value < _TINY:
        return scientific(float(value))
    return fixed(value, 2 - min(math.floor(math.log10(value)), 0) if value > 0 else 2)


def p_drawn(value: float | Fraction) -> str:
    """Return a p-value for a figure, with a true minus sign.

    >>> p_drawn(8.03e-12), p_drawn(float("nan"))
    ('8.03e−12', '–')
    """
    return true_minus(p_value(value))


def axis_label(value: float, digits: int = 3) -> str:
    """Return a number for an axis or a figure.

    Whole and half numbers are written in full, and other large numbers are rounded to whole numbers. All other numbers
    have `digits` significant digits.

    >>> [axis_label(value) for value in (-0.05, 2.5, 40, 1 / 3, 0.00005)]
    ['−0.05', '2.5', '40', '0.333', '0.00005']
    >>> axis_label(-1234567.5), axis_label(12345.678), axis_label(-0.123456, 4)
    ('−1,234,567.5', '12,346', '−0.1235')
    """
    if float(2 * value).is_integer():
        return true_minus(grouped(value))
    rounded = float(general(value, digits))
    small = decimal(Fraction(repr(rounded))) if abs(rounded) < 1 else general(rounded)
    return true_minus(f"{value:,.0f}" if abs(value) >= _MANY else small)


def power(base: str | int, exponent: str | int) -> str:
    """Return a power as text with superscript characters; the exponent is a whole number or n.

    >>> power(2, 13), power("(39/40)", 100), power(2, "n")
    ('2¹³', '(39/40)¹⁰⁰', '2ⁿ')
    """
    return f"{base}{str(exponent).translate(str.maketrans('0123456789n', '⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ'))}"


def degrees(freedom: float) -> str:
    """Return degrees of freedom with the noun in the singular or the plural.

    >>> degrees(1.0), degrees(5792), degrees(7.25)
    ('1 degree of freedom', '5792 degrees of freedom', '7.25 degrees of freedom')
    """
    number = f"{freedom:.0f}" if float(freedom).is_integer() else f"{freedom:.4g}"
    return f"{number} degree{'' if number == '1' else 's'} of freedom"


def read_number(text: str) -> Fraction:
    """Parse a typed number exactly: `13/30`, `0.433`, `.43`, `43.3%`, `5.383/8`.

    Raise `InputError` for any other text.

    >>> read_number("43.3%"), read_number(" 13 / 30 ")
    (Fraction(433, 1000), Fraction(13, 30))
    >>> read_number("about half")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: 'about half' is not a number; write it as 13/30, 0.433 or 43.3%
    """
    if len(text) > _MOST_SIGNS:
        raise InputError(f"{quoted(text)} is too long for a number; write it as 13/30, 0.433 or 43.3%")
    match = re.fullmatch(_TYPED, text)
    if match is None:
        hint = "; write a point for the decimal comma" if re.fullmatch(r"\s*[0-9]*,[0-9]+\s*%?\s*", text) else ""
        wrong = f"{quoted(text.strip())} is not a number{hint}" if text.strip() else "a number is missing"
        raise InputError(f"{wrong}; write it as 13/30, 0.433 or 43.3%")
    above, below = Fraction(match["above"]), Fraction(match["below"] or 1)
    if not below:
        raise InputError(f"{quoted(text.strip())} divides by 0; write a fraction such as 13/30")
    return require_float_range(above / below / (100 if match["percent"] else 1))


def to_fraction(number: Any) -> Fraction:
    """Convert a number to a fraction; a float is taken as its shortest decimal.

    >>> to_fraction(0.1), to_fraction(3)
    (Fraction(1, 10), Fraction(3, 1))
    """
    if isinstance(number, Fraction):
        return number
    return Fraction(int(number)) if isinstance(number, Integral) else Fraction(str(number))


class Typed(Fraction):
    """A fraction that is written as a decimal; sums with it are written as decimals, too.

    >>> Typed("0.3"), Typed("0.3") + Typed("0.5"), str(Typed(1, 3)), Typed("1e-5")
    (0.3, 0.8, '1/3', 0.00001)
    """

    __slots__ = ()

    def __str__(self) -> str:
        return self.as_decimal or super().__str__()

    __repr__ = __str__

    @property
    def as_decimal(self) -> str:
        """The decimal; empty if the decimal expansion does not end."""
        text = f"{Decimal(self.numerator) / Decimal(self.denominator):f}"
        return text if Fraction(text) == self else ""

    def __add__(self, other: Any) -> Any:
        total: Any = super().__add__(other)
        return Typed(total) if isinstance(total, Fraction) else total

    __radd__ = __add__


def exact_number(value: object, what: str, allowed: str) -> Fraction:
    """Convert a number or a typed number to a fraction.

    Raise `InputError` for any other value; `what` is its name in the message, and `allowed` describes valid values.

    >>> exact_number("1/3", "the value", "a number"), exact_number(0.1, "the value", "a number")
    (Fraction(1, 3), Fraction(1, 10))
    >>> exact_number(None, "the value", "a number such as 0.5")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: the value must be a number such as 0.5; given: None
    """
    is_finite = isinstance(value, Rational) or (isinstance(value, Real) and math.isfinite(value))
    if not isinstance(value, str) and (type(value) is bool or not is_finite):
        raise InputError(f"{what} must be {allowed}; given: {quoted(value)}")
    try:
        return read_number(value) if isinstance(value, str) else require_float_range(to_fraction(value))
    except InputError as error:
        raise InputError(f"{what}: {error}") from None


def require_float_range(number: Fraction) -> Fraction:
    """Return the number; raise `InputError` if results computed from it could overflow or underflow a float.

    >>> require_float_range(Fraction(10) ** 101)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: a number lies between 1e-100 and 1e100, or is 0; this one does not
    """
    if number and not Fraction(1, _LARGE) <= abs(number) <= _LARGE:
        raise InputError("a number lies between 1e-100 and 1e100, or is 0; this one does not")
    return number


_LARGE = 10**100
_MOST_SIGNS = 2000  # Python converts no whole number of more than 4300 digits.
_TYPED = (
    r"\s*(?P<above>[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))\s*"
    r"(?:/\s*(?P<below>[0-9]+\.?[0-9]*|\.[0-9]+)\s*)?(?P<percent>%)?\s*"
)

LEAST = 1e-307
"""The smallest p-value that is calculated in floats; smaller p-values are reported as below this number, not as 0."""

_SMALL = 1e-2  # Smaller numbers keep four significant digits.
_TINY = 1e-4  # Smaller numbers are written with an exponent.
_MANY = 1e4  # On an axis, numbers from here on are rounded to whole numbers.


def readable(value: float | Fraction, digits: int = 4) -> str:
    """Return a number with `digits` decimals; a small number has significant digits, and a tiny number an exponent.

    >>> [readable(value) for value in (Fraction(3, 8), 0.05, 0.0025694, 2.06e-14, Fraction(1, 10**400))]
    ['0.375', '0.0500', '0.002569', '2.06e-14', '1e-400']
    """
    number = float(value)
    if isinstance(value, Fraction) and value and abs(number) < LEAST:
        return f"{Decimal(value.numerator) / Decimal(value.denominator):.{digits - 1}g}"
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    if 0 < abs(number) < _SMALL:
        return general(number, digits if abs(number) >= _TINY else digits - 1)
    return decimal(value, digits)


def number_or_dash(value: float) -> str:
    """Return a number for a table; a dash if it is not finite.

    >>> number_or_dash(0.25), number_or_dash(float("nan"))
    ('0.2500', '-')
    """
    return readable(value) if math.isfinite(value) else "-"


def general(value: float | Fraction, digits: int = 6) -> str:
    """Return a number with at most `digits` significant digits and no trailing zeros; a half is rounded up.

    >>> general(0.05 / 3, 3), general(0.05, 3), general(250.0)
    ('0.0167', '0.05', '250')
    """
    return f"{_off_a_half(float(value), f'{float(value):.{digits}e}'):.{digits}g}"


def fixed(value: float | Fraction, places: int) -> str:
    """Return a number with `places` decimals, a half rounded up as by hand; a dash if it is not finite.

    >>> fixed(0.4, 3), fixed(Fraction(1, 32), 4), fixed(Fraction(-189, 400), 3), fixed(float("nan"), 2)
    ('0.400', '0.0313', '-0.473', '-')
    """
    exact = Decimal(value.numerator) / Decimal(value.denominator) if isinstance(value, Fraction) else value
    return f"{_off_a_half(exact, f'{exact:.{places + 1}f}'):.{places}f}" if math.isfinite(value) else "-"


def _off_a_half(value: Any, longer: str) -> Any:
    """Return the number, or a slightly larger number if rounding would meet an exact half.

    Python rounds a half to the even digit, but people round it up. `longer` is the number with an additional digit.
    """
    digits, e, exponent = longer.partition("e")
    is_half = digits[-1] == "5" and Fraction(longer) == Fraction(value)
    return type(value)(f"{digits[:-1]}6{e}{exponent}") if is_half else value


def typed_text(value: float, digits: int = 6) -> str:
    """Return a number as it was probably typed, without rounding errors; a long number has `digits` digits.

    >>> typed_text(0.28 - 0.35), typed_text(1 / 3)
    ('-0.07', '0.333333')
    """
    text = general(value, 12)
    return text if len(text) <= 9 else general(value, digits)


def aligned(values: Sequence[float]) -> list[str]:
    """Return numbers as they were probably typed, with the same number of decimals unless a number has an exponent.

    >>> aligned([0.3, 0.25]), aligned([3.0, 4.0])
    (['0.30', '0.25'], ['3', '4'])
    """
    texts = [typed_text(value) for value in values]
    if any("e" in text for text in texts):
        return texts
    places = max((len(text.partition(".")[2]) for text in texts), default=0)
    return [fixed(value, places) if math.isfinite(value) else text for value, text in zip(values, texts, strict=True)]


def score_texts(values: Iterable[float]) -> list[str]:
    """Return a column of scores with the same number of decimals, and a dash for NaN.

    >>> score_texts([0.25, 1, float("nan")]), score_texts([14, 9.6667])
    (['0.2500', '1.0000', '-'], ['14.00', '9.67'])
    """
    numbers = [float(value) for value in values]
    places = 4 if max((abs(value) for value in numbers if math.isfinite(value)), default=0) < 10 else 2
    return [fixed(value, places) for value in numbers]


def percent(share: float | Fraction, places: int | None = None) -> str:
    """Return a share as a percentage with `places` decimals, by default as many as needed.

    >>> percent(0.95), percent(Fraction(904, 5793), 1), percent(0.999, 0)
    ('95%', '15.6%', '100%')
    """
    hundredths = float(100 * share)
    return f"{general(hundredths) if places is None else fixed(hundredths, places)}%"


def rank_text(value: float | Fraction) -> str:
    """Return a rank or a sum of ranks, such as 3 or 2.5, without an exponent.

    >>> rank_text(Fraction(5, 2)), rank_text(3.0), rank_text(1234567.5)
    ('2.5', '3', '1234567.5')
    """
    return general(value, 12)


def grouped(value: float) -> str:
    """Return a count, a rank or a sum of ranks with commas between thousands.

    >>> grouped(16782121), grouped(123456.5)
    ('16,782,121', '123,456.5')
    """
    return f"{value:,.12g}"


def scientific(value: float, places: int = 2) -> str:
    """Return a number in scientific notation with `places` decimals.

    >>> scientific(3.2e-12)
    '3.20e-12'
    """
    return f"{value:.{places}e}"


def true_minus(text: str) -> str:
    """Replace hyphens in a number by true minus signs, and a lone hyphen by a dash.

    >>> true_minus("-0.5"), true_minus("8.03e-12"), true_minus("-")
    ('−0.5', '8.03e−12', '–')
    """
    return "–" if text == "-" else text.replace("-", "−")


def difference(before: str, after: str) -> str:
    """Return the difference of two written numbers, with its sign.

    >>> difference("0.617", "0.683"), difference("1", "0.333"), difference("0.5", "0.5")
    ('+0.066', '−0.667', '+0.0')
    """
    return true_minus(f"{Decimal(after) - Decimal(before):+f}")


def signed(value: float | Fraction, digits: int = 4) -> str:
    """Return a difference with `digits` significant digits and its sign.

    >>> signed(0.0666667, 3), signed(-Fraction(1, 2)), signed(0)
    ('+0.067', '−0.5', '0')
    """
    return f"−{decimal(-value, digits)}" if value < 0 else f"{'+' if value else ''}{decimal(value, digits)}"


def json_number(value: float) -> float | None:
    """Return the number, or None if it is not finite; JSON writes null, and CSV an empty cell.

    >>> json_number(0.5), json_number(float("nan"))
    (0.5, None)
    """
    return value if math.isfinite(value) else None
