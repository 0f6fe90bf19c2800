"""A sum of terms over a divisor, term by term as floats: what slips, roundings and two mistakes at once are made in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from irlearn.measures.base import Terms
from irlearn.words import ordinal


@dataclass(frozen=True)
class Sum:
    """The terms of a sum that are not 0, and what divides the sum: a number, or an `ideal` sum."""

    numerators: NDArray[np.float64]
    below: NDArray[np.float64]
    divisor: float
    log2: bool = False
    ideal: Sum | None = None

    @classmethod
    def of(cls, terms: Terms) -> Sum:
        terms = terms.flat
        numerators = np.asarray(terms.numerators, dtype=float)
        below = np.broadcast_to(np.asarray(terms.denominators, dtype=float), numerators.shape)
        ideal = cls.of(terms.divisor) if isinstance(terms.divisor, Terms) else None
        divisor = ideal.total / ideal.divisor if ideal else float(terms.divisor)
        kept = np.flatnonzero(numerators)
        return cls(numerators[kept], below[kept], divisor or 1.0, terms.log2, ideal)

    @cached_property
    def quotients(self) -> NDArray[np.float64]:
        """Each term."""
        return self.numerators / (np.log2(np.where(self.below == 1, 2, self.below)) if self.log2 else self.below)

    @cached_property
    def total(self) -> float:
        """All terms together, not divided."""
        return float(self.quotients.sum())

    @property
    def can_slip(self) -> bool:
        """Whether there are terms that can be told from one another, and no more than somebody adds by hand."""
        return 1 < len(self.quotients) <= _MOST and bool(np.ptp(self.quotients))

    def without(self) -> Iterator[tuple[float, str]]:
        """What is left when one term is left out, and which."""
        for place, term in enumerate(self.quotients):
            yield self.total - term, f"left out your {ordinal(place + 1)} term"

    def of_next(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term is that of the rank below: a precision that counts its document, too."""
        counting = not self.log2 and bool(np.ptp(self.below))  # documents above the line, ranks below it
        return self._replaced(int(counting), 1)

    def of_rank_above(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term has the discount, or the rank, above its own."""
        return self._replaced(0, -1)

    def _replaced(self, more: int, further: int) -> Iterator[tuple[float, str]]:
        for place, (above, below, term) in enumerate(zip(self.numerators, self.below, self.quotients, strict=True)):
            top, bottom = int(above) + more, int(below) + further
            if top > 0 and bottom > self.log2:
                worth = top / (np.log2(bottom) if self.log2 else bottom)
                written = f"{top} / log2({bottom})" if self.log2 else f"{top}/{bottom}"
                yield float(self.total - term + worth), f"took {written} as your {ordinal(place + 1)} term"


_MOST = 100  # terms
