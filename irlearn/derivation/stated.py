"""Numbers as a question states them."""

from __future__ import annotations

from fractions import Fraction

from irlearn.expression import Node, Number
from irlearn.numbers import given as as_given


def typed(number: Fraction) -> Node:
    """A number as it was typed: a decimal, or a fraction that does not end.

    >>> print(typed(Fraction("0.0114")), typed(Fraction(1, 3)), typed(Fraction(-1, 5)))
    0.0114 1/3 -0.2
    """
    text = as_given(float(abs(number)), 9)
    return Number(number, text if Fraction(text) == abs(number) else "")
