"""Rounding on the way: what a right calculation ends in when a hand rounds before the end."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from irlearn.kinds.rules import Context, Number


def halves_up(value: Number, digits: int) -> Fraction:
    """A value rounded to decimals as by hand, halves up.

    >>> halves_up(Fraction(1, 8), 2)
    Fraction(13, 100)
    """
    return Fraction(math.floor(Fraction(value) * 10**digits + Fraction(1, 2)), 10**digits)


def _halves_even(value: Number, digits: int) -> Fraction:
    return Fraction(round(Fraction(value), digits))


def _cut(value: Number, digits: int) -> Fraction:
    return Fraction(math.floor(Fraction(value) * 10**digits), 10**digits)


def cut_on_the_way(exact: Context, digits: int) -> list[Fraction]:
    """The results when the digits of what is on the way are cut off behind `digits` decimals."""
    return [Fraction(value) for value in exact.ends(partial(_cut, digits=digits))]


def _as_a_program(value: Number, digits: int) -> Fraction:
    return Fraction(str(round(float(value), digits)))


def rounded_on_the_way(exact: Context, digits: int, *, by_programs: bool = False) -> list[Fraction]:
    """The results when what is on the way is rounded to `digits` decimals, in the ways that hands round.

    Halves go up; where `by_programs`, also to the even digit, or as a float falls that was rounded by a program.
    """
    ways = (halves_up, _halves_even, _as_a_program) if by_programs else (halves_up,)
    ends = [Fraction(value) for way in ways for value in exact.ends(partial(way, digits=digits))]
    return list(dict.fromkeys(ends)) if by_programs else ends
