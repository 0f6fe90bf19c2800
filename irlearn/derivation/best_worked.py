"""Calculations about the best of many equal systems, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Self

from irlearn.derivation.best_of_many import AllInside, BestOfMany, BestOrigin, ExpectedMaximum
from irlearn.derivation.significance import Pair, SignificanceDerivation
from irlearn.derivation.stated import Stated
from irlearn.expression import Line, Name, Node
from irlearn.reading.typed import QUANTITIES
from irlearn.statistics.results import Shown, calculation, equation, in_short

_SAID = {
    "chance": "The probability is 0.2, as no other is given.",
    "level": "The level is 0.95, as no other is given.",
    "m": "m, the expected highest of N standard normal numbers, was looked up.",
}


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StatedNumbers(Shown):
    """The numbers that a question states, in rows."""

    rows: dict[str, Sequence[Any]]

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """What each number is, and the number."""
        return self.rows


@dataclass(frozen=True, repr=False, eq=False)
class BestDerivation(SignificanceDerivation):
    """A number about the best of many systems worked out.

    >>> BestOrigin().explained(BestOrigin().read("best .303 of 103, se .0114")).lines[-1]
    'µ₀ = 0.303 - 2.853 · 0.0114 = 0.2705'
    """

    @classmethod
    def of(cls, asked: BestOfMany, pair: Pair) -> Self:
        """The derivation of what is asked from what it `read`."""
        numbers = asked.given_numbers(pair)
        names = {key: QUANTITIES[key].called.removeprefix("the ") for key in numbers}
        if "topics" in numbers:
            names["error"] = QUANTITIES["sd"].called.removeprefix("the ")
        rows = {"quantity": list(names.values()), "given": [_plain(one) for one in numbers.values()]}
        notes = [_SAID[key] for key in asked.may if key in _SAID and not {key, "z"} & numbers.keys()]
        if isinstance(asked, BestOrigin) and "mean" in numbers and numbers["best"] < numbers["mean"]:
            notes.append("The best value lies below the mean: there is nothing that luck would have to explain.")
        return cls(asked, pair, StatedNumbers(rows=rows, notes=tuple(notes)))  # type: ignore[arg-type]  # it has cells and notes

    @property
    def _asked(self) -> BestOfMany:
        assert isinstance(self.measure, BestOfMany)
        return self.measure

    @cached_property
    def stated(self) -> Stated:
        """The numbers that the question states."""
        return self._asked.stated(self.given)

    @cached_property
    def right(self) -> float:
        """The number asked for."""
        return self._asked.made(self.stated).value

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The calculation from the numbers that are stated, one line each, as trees."""
        if "error" in self._asked.wanted:
            return tuple(self._of_scores())
        return tuple(self._of_chances())

    def _of_scores(self) -> list[Line]:
        asked, stated = self._asked, self.stated
        lines: list[Line] = []
        parts: dict[str, Node] = {}
        if stated.topics:
            lines.append(equation("se", stated.error, value=stated.error.value))
            parts["error"] = stated.error
        key = "m" if isinstance(asked, ExpectedMaximum) else "z"
        part = stated.m if key == "m" else stated.z
        if key == "z":
            lines.append(equation("z", part, value=part.value))
            parts["z"] = part
        elif isinstance(part, Name):
            lines.append(equation(part.name, in_short(part.value), value=part.value))
            parts["m"] = part
        if asked.statistic == "end":
            lines.append(_worked(BestOrigin("mean"), stated, parts))
        return [*lines, _worked(asked, stated, parts)]

    def _of_chances(self) -> list[Line]:
        stated, each = self.stated, 2 * self.stated.below - 1
        one = equation("one inside", each, value=each.value)
        if not isinstance(self._asked, AllInside):
            return [one]
        power = calculation(lambda digits: in_short(each.value, digits) ** stated.systems, self.value)
        return [one, equation("all inside", power, value=self.value)]


def _worked(asked: BestOfMany, stated: Stated, parts: dict[str, Node]) -> Line:
    """A line in which what was worked out before stands as a number with as many digits as it takes."""

    def build(digits: int) -> Node:
        return asked.made(stated, **{name: in_short(part.value, digits) for name, part in parts.items()})

    value = asked.made(stated).value
    if asked.statistic == "end":
        return equation(asked.quantity, calculation(partial(_below_the_mean, stated, parts), value), value=value)
    return equation(asked.quantity, calculation(build, value), value=value)


def _below_the_mean(stated: Stated, parts: dict[str, Node], digits: int) -> Node:
    """The lower end as z standard errors below µ₀."""
    error = in_short(parts["error"].value, digits) if "error" in parts else stated.error
    return Name("µ₀", BestOrigin("mean").made(stated).value) - in_short(stated.z.value, digits) * error


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)
