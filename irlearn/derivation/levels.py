"""How precision is interpolated at a recall level, step by step."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from irlearn.derivation.terms import Working
from irlearn.expression import Equation, Max, Node, Number, Ratio, Sum, equation
from irlearn.measures.averages import arithmetic
from irlearn.measures.curve import InterpolatedPrecision
from irlearn.measures.interpolation import best_ranks, needed
from irlearn.numbers import decimal
from irlearn.ranking import Ranking


class Reach(NamedTuple):
    """Where a ranking reaches a recall level, and with which precision.

    `needed` of the `relevant` documents make that recall, and rank `first` is where the last of them stands (None where
    the list never gets there). `precisions` are (rank, found) at the relevant ranks from there on; precision only falls
    between them. `best` is the first of the highest.
    """

    level: str
    relevant: int
    found: int
    needed: int
    first: int | None
    precisions: tuple[tuple[int, int], ...]
    best: tuple[int, int] | None

    @property
    def value(self) -> Fraction:
        """The interpolated precision."""
        return Fraction(self.best[1], self.best[0]) if self.best else Fraction(0)

    @property
    def where(self) -> str:
        """From which rank on the recall is reached, in words."""
        share = f"{self.needed} of {self.relevant} relevant documents"
        if not self.relevant:
            return "no document is relevant"
        if self.first is None:
            return f"never reached: it takes {share}, and the list holds {self.found}"
        if not self.needed:
            return "reached at every rank"
        return f"reached from rank {self.first} on: {share}"

    @property
    def highest(self) -> Node:
        """The highest of the precisions that are reached, as it is written by hand."""
        return Max(*self.listed) if len(self.listed) > 1 else self.listed[0] if self.listed else Number(0)

    @property
    def listed(self) -> tuple[Ratio, ...]:
        """The precisions that are reached, as they were counted."""
        return tuple(Ratio(found, rank) for rank, found in self.precisions)


def reach(measure: InterpolatedPrecision, ranking: Ranking) -> Reach:
    """Where `ranking` reaches the recall level of `measure`.

    >>> from irlearn import IPrec
    >>> reach(IPrec @ 0.5, Ranking.parse("1 0 1 0", relevant=3)).where
    'reached from rank 3 on: 2 of 3 relevant documents'
    """
    hits = [grade >= measure.rel for grade in ranking.grades]
    relevant = int(ranking.arrays.relevant(measure.rel))
    found = list(accumulate(map(int, hits)))
    least = int(needed(measure.averaged[0], relevant))
    first = next((rank for rank, count in enumerate(found, start=1) if count >= least), None) if relevant else None
    precisions = tuple(
        (rank, count)
        for rank, (hit, count) in enumerate(zip(hits, found, strict=True), start=1)
        if hit and first is not None and rank >= first
    )
    if not measure.interpolate:
        precisions = ((first, found[first - 1]),) if first else ()
    rank = (
        int(best_ranks(np.array(found, dtype=np.int64), relevant, measure.averaged)[0])
        if measure.interpolate
        else first
    )
    best = (rank, found[rank - 1]) if rank and found[rank - 1] else None
    total = found[-1] if found else 0
    return Reach(measure.level, relevant, total, least, first, precisions, best)


def interpolate(measure: InterpolatedPrecision, ranking: Ranking) -> tuple[Working, str]:
    """The interpolated precision written out, and before it where recall is reached (for one level)."""
    name = repr(measure)
    if measure.recall is None:
        values = [reach(part, ranking).value for part in measure.parts() if isinstance(part, InterpolatedPrecision)]
        fraction = Fraction(arithmetic(values))
        return Working((equation(name, Sum(*values) / len(values)),), float(fraction), fraction), ""
    there = reach(measure, ranking)
    words = f"recall {there.level} or more is {there.where}" if there.relevant else ""
    if there.best is None:
        why = (
            "no document is relevant"
            if not there.relevant
            else "the list never reaches that recall"
            if there.first is None
            else "the list holds no relevant document"
            if measure.interpolate
            else "rank 1 holds no relevant document"
        )
        return Working((Equation(name, (Number(0),), after=f"because {why}"),), 0.0, Fraction(0)), words
    if there.needed and there.first is not None:
        words += f" ({there.needed}/{there.relevant} = {decimal(Fraction(there.needed, there.relevant))})"
    return Working((equation(name, there.highest),), float(there.value), there.value), words
