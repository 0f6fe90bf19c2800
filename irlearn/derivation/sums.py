"""Sums of fractions and of fractions over logarithms, exact."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Sum:
    """A sum of fractions and of fractions over logarithms, exact: `parts` maps n to the coefficient of 1 / log2(n).

    The rational part stands under 2, because log2(2) = 1, and every power of 2 is folded into it.

    >>> print(Sum({2: Fraction(7, 2), 3: Fraction(2)}))
    7/2 + 2/log2(3)
    """

    parts: dict[int, Fraction]

    @classmethod
    def of(cls, terms: Iterable[tuple[Fraction, int]]) -> Sum:
        """Add up coefficients of 1 / log2(n), given as (coefficient, n)."""
        parts: dict[int, Fraction] = {}
        for coefficient, n in terms:
            power = n.bit_length() - 1
            n, coefficient = (2, coefficient / power) if n == 1 << power else (n, coefficient)
            if coefficient:
                parts[n] = parts.get(n, Fraction(0)) + coefficient
        return cls(dict(sorted(parts.items())))

    @property
    def fraction(self) -> Fraction | None:
        """The sum as a fraction, or None where a logarithm is left in it."""
        return self.parts.get(2, Fraction(0)) if set(self.parts) <= {2} else None

    @property
    def value(self) -> float:
        """The sum as a float."""
        if self.fraction is not None:
            return float(self.fraction)
        return math.fsum(float(part) / math.log2(n) for n, part in self.parts.items())

    def over(self, other: Sum) -> Fraction | None:
        """The quotient as a fraction, where there is one (the two sums are multiples of each other), else None."""
        if not self.parts:
            return Fraction(0)
        if self.parts.keys() != other.parts.keys():
            return None
        ratios = {part / other.parts[n] for n, part in self.parts.items()}
        return ratios.pop() if len(ratios) == 1 else None

    def __str__(self) -> str:
        """The sum with its logarithms left as symbols."""
        words = [
            str(part) if n == 2 else f"{part}/log2({n})" if part.denominator == 1 else f"{part} · 1/log2({n})"
            for n, part in self.parts.items()
        ]
        return " + ".join(words) or "0"
