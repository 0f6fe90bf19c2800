"""The numbers that a question about the best of many systems states, and what a calculation makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from irlearn.expression import Name, Node, Normal, NormalQuantile, Number, Power, Ratio, Root
from irlearn.numbers import given as as_given


@dataclass(frozen=True)
class Stated:
    """The numbers that a question states, by name, and the parts of a calculation that are made of them, as trees.

    >>> stated = Stated({"systems": Fraction(103), "error": Fraction("0.0114"), "chance": Fraction("0.2")})
    >>> stated.systems, str(stated.error), str(stated.z), round(stated.z.value, 3)
    (103, '0.0114', 'Φ⁻¹(0.8^(1/103))', 2.853)
    """

    numbers: Mapping[str, Fraction]

    def number(self, key: str) -> Fraction:
        """A number that is stated; 0 where it is not."""
        return self.numbers.get(key, Fraction(0))

    @property
    def systems(self) -> int:
        """N, the number of systems."""
        return int(self.number("systems"))

    @property
    def topics(self) -> int:
        """Over how many topics the standard deviation is to be taken; 0 where the standard error is stated."""
        return int(self.number("topics"))

    @property
    def share(self) -> Fraction:
        """The probability with which the best of all systems stays below the bound that z marks."""
        return self.number("level") if "level" in self.numbers else 1 - self.number("chance")

    @property
    def mean(self) -> Node:
        """The mean of the systems."""
        return typed(self.number("mean"))

    @property
    def best(self) -> Node:
        """The best value."""
        return typed(self.number("best"))

    @property
    def spread(self) -> Node:
        """The standard error or, with topics, the standard deviation."""
        return typed(self.number("error"))

    @property
    def error(self) -> Node:
        """The standard error of a system's mean."""
        return self.spread / Root(self.topics) if self.topics else self.spread

    @property
    def z(self) -> Node:
        """How many standard errors from the mean the bound lies: the quantile of the maximum."""
        return NormalQuantile(self.rooted(self.share))

    def rooted(self, share: Fraction) -> Node:
        """The probability for each system that makes this one for all of them: its N-th root."""
        return Power(typed(share), Ratio(1, self.systems)) if self.systems > 1 else typed(share)

    @property
    def symbol(self) -> str:
        """How the expected highest of N standard normal numbers is written, such as m₁₀₀."""
        return "m" + str(self.systems).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))

    @cached_property
    def m(self) -> Node:
        """The expected highest of N standard normal numbers: as stated, or else worked out."""
        if self.number("m"):
            return typed(self.number("m"))
        from irlearn.statistics.maximum import expected_standard_maximum  # SciPy waits until it is needed

        return Name(self.symbol, expected_standard_maximum(self.systems))

    @property
    def apart(self) -> Node | None:
        """What correlation leaves of the error: √(1 − ρ); None where there is none."""
        rho = self.number("correlation")
        return Root(1 - typed(rho)) if rho else None

    @property
    def below(self) -> Node:
        """The probability that one system lies below the upper end of the interval."""
        return Normal(typed(self.number("z"))) if self.number("z") else self.rooted(self.share)


def typed(number: Fraction) -> Node:
    """A number as it was typed: a decimal, or a fraction that does not end.

    >>> print(typed(Fraction("0.0114")), typed(Fraction(1, 3)), typed(Fraction(-1, 5)))
    0.0114 1/3 -0.2
    """
    text = as_given(float(abs(number)), 9)
    return Number(number, text if Fraction(text) == abs(number) else "")
