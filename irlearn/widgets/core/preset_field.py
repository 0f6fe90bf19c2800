"""A number that steps along a few round ones, and may be typed between them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from irlearn.errors import InputError
from irlearn.text.html import Element
from irlearn.text.numbers import decimal, general, read_number
from irlearn.widgets.core.fields import Stepped, check_count, read_whole, stepper


class LadderField(Stepped):
    """A number from the first to the last of the `rungs`, along which − and + go; those between are typed.

    It is a whole number where all rungs are.

    >>> spread = LadderField(0.0114, (0.001, 0.01, 0.1), "spread")
    >>> spread.step(0.0114, 1), spread.step(0.0114, -1), spread.step(0.1, 1)
    (0.1, 0.01, 0.1)
    """

    def __init__(self, start: float, rungs: Sequence[float], label: str, *, what: str = "") -> None:
        self.rungs, self.whole = rungs, all(isinstance(rung, int) for rung in rungs)
        super().__init__(start, label, what=what)

    def check(self, value: Any) -> float:
        """A number of the range."""
        least, most = self.rungs[0], self.rungs[-1]
        if self.whole:
            return check_count(value, self.what, int(least), int(most))
        if isinstance(value, bool) or not isinstance(value, int | float | Fraction) or not least <= value <= most:
            given = decimal(value) if isinstance(value, Fraction) else repr(value)
            raise InputError(f"{self.what} must be a number from {general(least)} to {general(most)}; given: {given}")
        return float(value)

    def read(self, text: str) -> Any:
        """The number that was typed, or the text, which is then refused."""
        return read_whole(text) if self.whole else read_number(text)

    def step(self, value: float, by: int) -> float:
        """The next rung up or down; at the end the same."""
        beyond = [rung for rung in self.rungs[::by] if (rung - value) * by > 0]
        return beyond[0] if beyond else value

    def control(self, value: float) -> Element:
        """A stepper."""
        less, more = value > self.rungs[0], value < self.rungs[-1]
        return stepper(self.do, self.label, general(value), less=less, more=more)
