"""The precision-recall curve, and precision interpolated at recall levels."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.frozen import dataclass
from irlearn.measures.base import BinaryMeasure, Measure, Terms, option, per_ranking
from irlearn.measures.interpolation import best_ranks, spread_levels
from irlearn.ranking import Ranking, Rankings
from irlearn.tables import Captioned, Tables

_BITS = 4000  # of a fraction: more than any float has, and few enough to be written out
_LEVELS = spread_levels(11)


@dataclass(frozen=True, repr=False)
class InterpolatedPrecision(BinaryMeasure):
    """IPrec@r is the highest precision at any rank where recall is r or more, 0 where the list never gets there.

    In 0..1. `IPrec @ 0.3` chooses the recall level, a number from 0 to 1 that is taken as its decimal digits say (0.3
    is 3/10); `IPrec` without a level is the mean over the 11 levels 0, 0.1, ..., 1, the 11-point average precision.
    Each level adds the precision at one rank, the first with the highest. Source: Salton and McGill (1983), Manning,
    Raghavan and Schütze (2008), section 8.4.

    >>> from irlearn import IPrec, Ranking
    >>> ranking = Ranking.parse("1 0 1", relevant=2)
    >>> IPrec @ 0.3, (IPrec @ 0.3).of(ranking), round((IPrec @ 0.6).of(ranking), 4), round(IPrec.of(ranking), 4)
    (IPrec@0.3, 1.0, 0.6667, 0.8485)
    """

    recall: Fraction | float | None = option(None, "the recall level, written IPrec@0.3; None averages 11")

    name = "IPrec"
    title = "interpolated precision"
    formula = "IPrec@r = highest precision at the ranks where recall is r or more; IPrec = mean over r = 0, 0.1, ..., 1"
    why = "A reader who wants this recall may as well read on to where precision is highest."
    source = "Salton and McGill (1983); Manning, Raghavan and Schütze (2008)"
    asks = "relevant"
    first_step = "write down recall and precision at each relevant document."
    takes_cutoff = False

    def check(self) -> None:
        super().check()
        if self.recall is None:
            return
        kind = int | float | np.integer | np.floating | Fraction
        if isinstance(self.recall, bool) or not isinstance(self.recall, kind) or not 0 <= self.recall <= 1:
            short = isinstance(self.recall, Fraction) and self.recall.numerator.bit_length() < _BITS
            level = str(self.recall) if short else quoted(self.recall)
            raise InputError(f"the recall level of {self.name} must be a number from 0 to 1; given: {level}")
        exact = self.recall if isinstance(self.recall, Fraction) else Fraction(str(self.recall))
        if exact.denominator.bit_length() > _BITS:
            raise InputError(f"the recall level of {self.name} has too many digits; write it as 0.3 or 1/3")
        object.__setattr__(self, "recall", exact)

    def __matmul__(self, recall: Fraction | float) -> Self:
        return replace(self, recall=recall)

    def __repr__(self) -> str:
        """What to type to get this measure; a level that no decimal ends at is written as its fraction."""
        name = self.name if self.rel == 1 else f"{self.name}(rel={self.rel})"
        return name if self.recall is None else f"{name}@{self.level}"

    @property
    def level(self) -> str:
        """The recall level as it is typed, such as `0.3`; empty for the mean over 11 levels."""
        if self.recall is None:
            return ""
        number = float(self.recall)
        return repr(number) if Fraction(repr(number)) == self.recall else str(self.recall)

    @property
    def levels(self) -> tuple[Fraction, ...]:
        """The recall levels that are averaged: one, or all eleven."""
        return _LEVELS if self.recall is None else (Fraction(self.recall),)

    @property
    def short(self) -> str:
        return f"{self.name}@{self.level}" if self.level else self.name

    @property
    def spoken(self) -> str:
        if self.recall is None:
            return f"{self.name}, the mean of the interpolated precision at the 11 recall levels 0, 0.1, ..., 1"
        return f"{self.short}, the {self.title} at recall {self.level}"

    def terms(self, rankings: Rankings) -> Terms:
        found = np.cumsum(rankings.hits(self.rel), axis=-1)
        return Terms(found * self.times(rankings), rankings.ranks, divisor=len(self.levels))

    def times(self, rankings: Rankings) -> NDArray[Any]:
        """At how many of the levels each rank has the highest precision, the first rank of equals; (..., ranks)."""
        found = np.cumsum(rankings.grades >= self.rel, axis=-1, dtype=np.int64)
        best = best_ranks(found, np.count_nonzero(rankings.judged >= self.rel, axis=-1), self.levels)
        times = np.zeros(found.shape, dtype=np.int64)
        for place in range(best.shape[-1]):
            times += np.arange(1, found.shape[-1] + 1) == per_ranking(best[..., place])
        return rankings.integers(times)

    def parts(self) -> tuple[Measure, ...]:
        return () if self.recall is not None else tuple(replace(self, recall=level) for level in _LEVELS)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - they depend on the level
        points = "At each relevant document write down recall (of {relevant}) and precision."
        there = "Recall and precision there: {points}."
        if self.recall is None:
            levels = (
                "At each level 0, 0.1, ..., 1 take the highest precision at that recall or any higher one; 0 where the "
                "list never gets there."
            )
            return points, there, levels, "The eleven values are {parts}. Their mean is left."
        keep = (
            f"Keep the points with recall {self.level} or more. The highest of their precisions is left to be found; "
            "without such a point it is 0."
        )
        return points, there, keep


@dataclass(frozen=True)
class PrecisionRecall(Tables):
    """Precision and recall after each rank of one ranking, exact, and the interpolated precision at recall levels.

    `ranks`, `precision` and `recall` have one entry a rank; `relevant_ranks` are the ranks where the curve steps up.
    `levels` and `interpolated` have one entry a recall level. All numbers are fractions in 0..1. In print and in a
    notebook it is a table of the ranks, with each fraction as it is counted.

    >>> print(precision_recall(Ranking.parse("1 0 1", relevant=4)))
    rank  relevant  precision  recall
    1          yes        1/1     1/4
    2           no        1/2     1/4
    3          yes        2/3     2/4
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

    def _tables(self) -> list[Captioned]:
        hits = [rank in self.relevant_ranks for rank in self.ranks]
        found = [sum(hits[:rank]) for rank in self.ranks]
        relevant = found[-1] / self.recall[-1] if any(hits) else 1
        rows = [
            [str(rank), "yes" if hit else "no", f"{so_far}/{rank}", f"{so_far}/{relevant}"]
            for rank, hit, so_far in zip(self.ranks, hits, found, strict=True)
        ]
        return [("", ["rank", "relevant", "precision", "recall"], rows)]

    @property
    def mean_interpolated(self) -> Fraction:
        """The mean of the interpolated precision over the levels: the 11-point average precision for 11 levels."""
        from irlearn.measures.averages import arithmetic  # not at every start

        return Fraction(arithmetic(self.interpolated))


def precision_recall(ranking: Ranking, *, rel: int = 1, levels: int = 11) -> PrecisionRecall:
    """The precision-recall curve of one ranking; `levels` recall levels are spread evenly from 0 to 1.

    Interpolated precision at a recall level is the highest precision at that recall or any higher one, 0 where the
    list never gets there. Source: Salton and McGill (1983), Manning, Raghavan and Schütze (2008), section 8.4.

    >>> curve = precision_recall(Ranking.parse("1 0 1", relevant=2))
    >>> [str(value) for value in curve.interpolated]
    ['1', '1', '1', '1', '1', '1', '2/3', '2/3', '2/3', '2/3', '2/3']
    """
    grid = spread_levels(levels)
    exact = ranking.exact
    hits, relevant = exact.hits(rel), int(exact.relevant(rel))
    seen = np.cumsum(hits)
    best = best_ranks(seen.astype(np.int64), relevant, grid).tolist()
    precision = [Fraction(found, rank) for found, rank in zip(seen, exact.ranks, strict=True)]
    recall = [Fraction(found, relevant or 1) for found in seen]
    return PrecisionRecall(
        precision=tuple(precision),
        recall=tuple(recall),
        relevant_ranks=tuple(rank for rank, hit in enumerate(hits, start=1) if hit),
        levels=grid,
        interpolated=tuple(precision[rank - 1] if rank else Fraction(0) for rank in best),
    )


def interpolated_precision(rankings: Ranking | Rankings, *, rel: int = 1, levels: int = 11) -> NDArray[np.float64]:
    """The interpolated precision at `levels` recall levels from 0 to 1, for many rankings at once; shape (..., levels).

    >>> interpolated_precision(Ranking.parse("1 0 1", relevant=2), levels=3).round(3).tolist()
    [1.0, 1.0, 0.667]
    """
    arrays = rankings.arrays if isinstance(rankings, Ranking) else rankings
    at = [InterpolatedPrecision(recall=level, rel=rel) for level in spread_levels(levels)]
    return np.stack([measure.scores(arrays) for measure in at], axis=-1)
