"""Equations of statistical results: four digits, exponents for tiny numbers, and no more digits than needed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from irlearn.formulas import lines
from irlearn.formulas.lines import Equation
from irlearn.formulas.tree import Node, Number
from irlearn.text.numbers import readable

LONGEST = 32
"""Bits of the longest denominator that is shown."""
_TINY = 1e-4  # Smaller numbers are written with an exponent.


def in_short(value: float | Fraction, digits: int = 4) -> Number:
    """Return the node of a number in the notation of `readable`."""
    size = -value if value < 0 else value
    return Number(value, readable(size, digits), scientific=0 < size < _TINY)


def equation(name: str, *ways: Node, value: float | Fraction, after: str = "") -> Equation:
    """Build the equation `name` = each of the `ways` = the fraction = the decimal, without repetitions.

    The fraction is left out if its denominator is long.

    >>> from irlearn.formulas import Product, Ratio
    >>> print(equation("p", Product(2, Ratio(6, 32)), value=Fraction(3, 8)))
    p = 2 · 6/32 = 3/8 = 0.375
    """
    return lines.equation(name, *ways, worth=value, after=after, longest=LONGEST, spell=in_short)


def calculation(build: Callable[[int], Node], value: float) -> Node:
    """Return the calculation with the fewest digits that still reproduce the shown `value`.

    `build` returns the calculation for a number of digits.

    >>> print(calculation(lambda d: in_short(-0.01111, d) / in_short(0.0154, d), -0.01111 / 0.0154))
    -0.01111 / 0.01540
    """
    return lines.as_few_digits(build, value, readable)


def worked(name: str, build: Callable[[int], Node], value: float) -> Equation:
    """Build the equation `name` = the `calculation` = its result.

    >>> print(worked("t", lambda d: in_short(-0.01111, d) / in_short(0.0154, d), -0.01111 / 0.0154))
    t = -0.01111 / 0.01540 = -0.7214
    """
    return equation(name, calculation(build, value), value=value)
