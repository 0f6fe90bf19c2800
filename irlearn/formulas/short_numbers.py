"""Results written shortly: four digits, an exponent where a number is tiny, no more digits on the way than it takes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from irlearn.formulas import lines
from irlearn.formulas.lines import Equation
from irlearn.formulas.tree import Node, Number
from irlearn.text.numbers import readable

LONGEST = 32
"""Bits of a denominator that is still worth reading."""
_TINY = 1e-4  # smaller numbers are written with their exponent


def in_short(value: float | Fraction, digits: int = 4) -> Number:
    """A number as `readable` writes it, in a calculation."""
    size = -value if value < 0 else value
    return Number(value, readable(size, digits), scientific=0 < size < _TINY)


def equation(name: str, *ways: Node, value: float | Fraction, after: str = "") -> Equation:
    """`name` = each way to write it = the fraction, where it is short = the decimal, each once.

    >>> from irlearn.formulas import Product, Ratio
    >>> print(equation("p", Product(2, Ratio(6, 32)), value=Fraction(3, 8)))
    p = 2 · 6/32 = 3/8 = 0.375
    """
    return lines.equation(name, *ways, worth=value, after=after, longest=LONGEST, spell=in_short)


def calculation(build: Callable[[int], Node], value: float) -> Node:
    """A calculation with as few digits as give the `value` as it is shown when it is done again from them.

    >>> print(calculation(lambda d: in_short(-0.01111, d) / in_short(0.0154, d), -0.01111 / 0.0154))
    -0.01111 / 0.01540
    """
    return lines.as_few_digits(build, value, readable)


def worked(name: str, build: Callable[[int], Node], value: float) -> Equation:
    """`name` = the `calculation` = its result.

    >>> print(worked("t", lambda d: in_short(-0.01111, d) / in_short(0.0154, d), -0.01111 / 0.0154))
    t = -0.01111 / 0.01540 = -0.7214
    """
    return equation(name, calculation(build, value), value=value)
