"""A wrong calculation: terms that were changed, or a formula with its value and how it is written."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from irlearn.derivation import Working, work
from irlearn.expression import Equation, Node, Part, equation, node
from irlearn.measures.base import Terms

Number = Fraction | float


@dataclass(frozen=True)
class Formula:
    """A wrong calculation that is no sum of terms: its value, and how it is written, first form first.

    A text is words that say no number. `name` is what was really worked out, where that has a name of its own, and
    `after` says why the value is not what is written.
    """

    value: Number
    written: tuple[Node, ...]
    name: str = ""
    after: str = ""

    def __init__(self, value: Number, *written: Part, name: str = "", after: str = "") -> None:
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "written", tuple(map(node, written)))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "after", after)


Wrong = Terms | Formula | None
"""What a misconception gives: changed terms, a formula, or None where it does not apply."""


def number_of(wrong: Terms | Formula) -> float:
    """The value of a wrong calculation as a float, nan where it divides by nothing."""
    if isinstance(wrong, Formula):
        return float(wrong.value)
    below = wrong.divisor.total() if isinstance(wrong.divisor, Terms) else float(wrong.divisor)
    return wrong.total() if below else math.nan


def working_of(wrong: Terms | Formula, name: str, where: str = "") -> Working:
    """The wrong calculation, from an exact case, written out; `where` names the query behind the name."""
    if isinstance(wrong, Terms):
        above = f"{name.removeprefix('n')}{where}" if isinstance(wrong.divisor, Terms) else ""
        counts = "" if isinstance(wrong.divisor, int) and wrong.divisor == 1 else "the divisor of this rule"
        return work(wrong, f"{name}{where}", above=above, counts=counts)
    fraction = wrong.value if isinstance(wrong.value, Fraction) else None
    value = float(wrong.value)
    named = f"{wrong.name or name}{where}"
    if wrong.after:
        return Working((Equation(named, wrong.written, after=wrong.after),), value, fraction)
    return Working((equation(named, *wrong.written, worth=value if fraction is None else fraction),), value, fraction)
