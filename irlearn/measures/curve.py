"""The precision-recall curve, whose interpolation is a maximum and so no sum of contributions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError
from irlearn.ranking import Ranking, Rankings


@dataclass(frozen=True)
class PrecisionRecall:
    """Precision and recall after each rank of one ranking, exact, and the interpolated precision at recall levels.

    `ranks`, `precision` and `recall` have one entry a rank; `relevant_ranks` are the ranks where the curve steps up.
    `levels` and `interpolated` have one entry a recall level. All numbers are fractions in 0..1.
    """

    precision: tuple[Fraction, ...]
    recall: tuple[Fraction, ...]
    relevant_ranks: tuple[int, ...]
    levels: tuple[Fraction, ...]
    interpolated: tuple[Fraction, ...]

    @property
    def ranks(self) -> range:
        """The ranks 1, 2, 3, ..."""
        return range(1, len(self.precision) + 1)

    @property
    def mean_interpolated(self) -> Fraction:
        """The mean of the interpolated precision over the levels: the 11-point average precision for 11 levels."""
        return sum(self.interpolated, Fraction(0)) / len(self.interpolated)


def precision_recall(ranking: Ranking, *, rel: int = 1, levels: int = 11) -> PrecisionRecall:
    """The precision-recall curve of one ranking; `levels` recall levels are spread evenly from 0 to 1.

    Interpolated precision at a recall level is the highest precision at that recall or any higher one, 0 where the
    list never gets there. Source: Salton and McGill (1983), Manning, Raghavan and Schütze (2008), section 8.4.

    >>> curve = precision_recall(Ranking.parse("1 0 1", relevant=2))
    >>> [str(value) for value in curve.interpolated]
    ['1', '1', '1', '1', '1', '1', '2/3', '2/3', '2/3', '2/3', '2/3']
    """
    _check_levels(levels)
    exact = ranking.exact
    hits, relevant = exact.hits(rel), int(exact.relevant(rel))
    seen = np.cumsum(hits)
    precision = [Fraction(found, rank) for found, rank in zip(seen, exact.ranks, strict=True)]
    recall = [Fraction(found, relevant or 1) for found in seen]
    grid = [Fraction(step, levels - 1) for step in range(levels)]
    return PrecisionRecall(
        precision=tuple(precision),
        recall=tuple(recall),
        relevant_ranks=tuple(rank for rank, hit in enumerate(hits, start=1) if hit),
        levels=tuple(grid),
        interpolated=tuple(
            max((p for p, r in zip(precision, recall, strict=True) if r >= level), default=Fraction(0))
            if relevant
            else Fraction(0)
            for level in grid
        ),
    )


def interpolated_precision(rankings: Ranking | Rankings, *, rel: int = 1, levels: int = 11) -> NDArray[np.float64]:
    """The interpolated precision at `levels` recall levels from 0 to 1, for many rankings at once; shape (..., levels).

    >>> interpolated_precision(Ranking.parse("1 0 1", relevant=2), levels=3).round(3).tolist()
    [1.0, 1.0, 0.667]
    """
    _check_levels(levels)
    arrays = rankings.arrays if isinstance(rankings, Ranking) else rankings
    seen = np.cumsum(arrays.hits(rel), axis=-1)
    relevant = arrays.relevant(rel)[..., np.newaxis]
    best = np.maximum.accumulate((seen / arrays.ranks)[..., ::-1], axis=-1)[..., ::-1]
    columns = []
    for step in range(levels):
        reached = (seen * (levels - 1) >= step * relevant) & (relevant > 0)  # whole numbers: 3/10 is reached exactly
        columns.append(np.where(reached, best, 0.0).max(axis=-1, initial=0.0))
    return np.stack(columns, axis=-1)


def _check_levels(levels: int) -> None:
    if isinstance(levels, bool) or not isinstance(levels, int) or levels < 2:
        raise InputError(f"levels must be a whole number of recall levels, 2 or more; given: {levels!r}")
