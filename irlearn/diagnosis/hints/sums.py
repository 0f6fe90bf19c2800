"""A sum of terms over a divisor, term by term as floats: what slips, roundings and two mistakes at once are made in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from irlearn.measures.base import Terms
from irlearn.words import ordinal


@dataclass(frozen=True)
class Sum:
    """The terms of a sum that are not 0, with their ranks, and what divides the sum: a number, or an `ideal` sum.

    `discounts` are what the terms are divided by, where that was rounded.
    """

    numerators: NDArray[np.float64]
    below: NDArray[np.float64]
    ranks: NDArray[np.int64]
    divisor: float
    log2: bool = False
    ideal: Sum | None = None
    discounts: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, terms: Terms) -> Sum:
        """The sum that these terms make."""
        terms = terms.flat
        numerators = np.asarray(terms.numerators, dtype=float)
        below = np.broadcast_to(np.asarray(terms.denominators, dtype=float), numerators.shape)
        ideal = cls.of(terms.divisor) if isinstance(terms.divisor, Terms) else None
        divisor = ideal.total / ideal.divisor if ideal else float(terms.divisor)
        kept = np.flatnonzero(numerators)
        return cls(numerators[kept], below[kept], kept + 1, divisor or 1.0, terms.log2, ideal)

    @cached_property
    def quotients(self) -> NDArray[np.float64]:
        """Each term."""
        if self.discounts is not None:
            return self.numerators / self.discounts
        return self.numerators / (np.log2(np.where(self.below == 1, 2, self.below)) if self.log2 else self.below)

    @cached_property
    def total(self) -> float:
        """All terms together, not divided."""
        return float(self.quotients.sum())

    def rounded(self, digits: int) -> float:
        """All terms together, each rounded halves up, not divided."""
        return float((np.floor(self.quotients * 10**digits + 0.5) / 10**digits).sum())

    def discounts_rounded(self, digits: int) -> Sum:
        """The same sum with its discounts rounded."""
        exact: NDArray[np.float64] = np.log2(np.where(self.below == 1, 2.0, self.below))
        return replace(self, discounts=exact.round(digits))

    @property
    def can_slip(self) -> bool:
        """Whether there are terms that can be told from one another, and no more than somebody adds by hand."""
        return 1 < len(self.quotients) <= _MOST and bool(np.ptp(self.quotients))

    def without(self) -> Iterator[tuple[float, str]]:
        """What is left when one term is left out, and which."""
        for place, term in enumerate(self.quotients):
            yield self.total - term, f"left out your {ordinal(place + 1)} term"

    def twice(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term is added twice, and which."""
        for place, term in enumerate(self.quotients):
            yield self.total + term, f"added your {ordinal(place + 1)} term twice"

    def of_next(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term is that of the rank below: a precision that counts its document, too."""
        return self._replaced((1, 1) if self.counting else (0, 1))

    def of_rank_above(self) -> Iterator[tuple[float, str]]:
        """What comes out when one term has the discount, or the rank, above its own."""
        return self._replaced((0, -1))

    def of_rank_below(self) -> Iterator[tuple[float, str]]:
        """What comes out when one precision has the rank below its own."""
        return self._replaced((0, 1)) if self.counting else iter(())

    def counted_off(self) -> Iterator[tuple[float, str]]:
        """What comes out when one precision counts a document more or fewer."""
        for by in (1, -1) if self.counting else ():
            yield from self._replaced((by, 0))

    @property
    def counting(self) -> bool:
        """Whether the terms are precisions, which count documents above the line and ranks below it."""
        return not self.log2 and bool(np.ptp(self.below))

    def _replaced(self, by: tuple[int, int]) -> Iterator[tuple[float, str]]:
        for place, (above, below, term) in enumerate(zip(self.numerators, self.below, self.quotients, strict=True)):
            top, bottom = int(above) + by[0], int(below) + by[1]
            if top > 0 and bottom > self.log2:
                worth = top / (np.log2(bottom) if self.log2 else bottom)
                written = f"{top} / log2({bottom})" if self.log2 else f"{top}/{bottom}"
                yield float(self.total - term + worth), f"took {written} as your {ordinal(place + 1)} term"


_MOST = 100  # terms
