"""A field of a decimal number: from one multiple of a step to the next, and to be typed."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from irlearn.errors import InputError
from irlearn.text.html import Element
from irlearn.text.numbers import decimal, fixed, general, read_number
from irlearn.widgets.core.fields import Stepped, stepper


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
