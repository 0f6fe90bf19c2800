"""The precision-recall curve, and precision interpolated at recall levels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError, check_whole, quoted
from irlearn.measures.base import BinaryMeasure, Measure, Terms, option, per_ranking
from irlearn.ranking import Ranking, RankingLike, Rankings, as_ranking
from irlearn.text.english import comma_list, number_word
from irlearn.text.tables import Captioned, TableReport


def spread_levels(levels: int) -> tuple[Fraction, ...]:
    """So many recall levels, evenly from 0 to 1.

    >>> [str(level) for level in spread_levels(3)]
    ['0', '1/2', '1']
    """
    check_whole("the number of recall levels", levels, least=2)
    return tuple(Fraction(step, levels - 1) for step in range(levels))


def needed(level: Fraction, relevant: ArrayLike) -> NDArray[np.int64]:
    """How many relevant documents make a recall of `level` or more, of `relevant` in all; any shape.

    >>> needed(Fraction(3, 10), [7, 10]).tolist()
    [3, 3]
    """
    counts, places = np.unique(relevant, return_inverse=True)
    least = np.array([math.ceil(level * int(count)) for count in counts], dtype=np.int64)  # exact: no float of 0.3 · 10
    return least[places].reshape(np.shape(relevant))


def best_ranks(found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]) -> NDArray[np.int64]:
    """The rank whose precision is the interpolated one at each recall level; shape (..., levels).

    It is the first rank with the highest precision of those where recall is `level` or more; 0 where there is none.
    `found` counts the relevant documents down to each rank, shape (..., ranks); `relevant`, of shape (...), all.

    >>> best_ranks(np.array([1, 1, 2]), 2, spread_levels(3)).tolist(), best_ranks(np.array([0, 1]), 2, [Fraction(1)])
    ([1, 1, 3], array([0]))
    """
    return _ranks(found / np.arange(1, found.shape[-1] + 1), found, relevant, levels)


def first_ranks(found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]) -> NDArray[np.int64]:
    """The first rank where recall is at each level or above, 0 where there is none; arguments as for `best_ranks`.

    >>> first_ranks(np.array([0, 1, 2]), 2, spread_levels(3)).tolist()
    [1, 2, 3]
    """
    return _ranks(np.zeros(found.shape), found, relevant, levels)


def _ranks(
    worth: NDArray[np.float64], found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]
) -> NDArray[np.int64]:
    """The first of the ranks of highest worth among those where recall is at each level or above."""
    relevant = np.asarray(relevant)[..., np.newaxis]
    ranks = []
    for level in levels:
        reached = (found >= needed(level, relevant)) & (relevant > 0)
        best = np.argmax(np.where(reached, worth, -1.0), axis=-1) if found.shape[-1] else 0
        ranks.append(np.where(reached.any(axis=-1), best + 1, 0))
    return np.stack(ranks, axis=-1)


_BITS = 4000  # of a fraction: more than any float has, and few enough to be written out
_LEVELS = spread_levels(11)


class Levels(tuple[Fraction, ...]):
    """Recall levels, written as they are typed: a level that no decimal ends at as its fraction.

    >>> Levels((Fraction(1, 4), Fraction(1, 3)))
    [0.25, 1/3]
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """What to type to get these levels."""
        return f"[{', '.join(map(typed, self))}]"


def typed(level: Fraction) -> str:
    """A recall level as it is typed: as a decimal where one ends at it, else as a fraction."""
    number = float(level)
    return repr(number) if Fraction(repr(number)) == level else str(level)


@dataclass(frozen=True, repr=False)
class InterpolatedPrecision(BinaryMeasure):
    """IPrec@r is the highest precision at any rank where recall is r or more, 0 where the list never gets there.

    In 0..1. `IPrec @ 0.3` chooses the recall level, a number from 0 to 1 that is taken as its decimal digits say (0.3
    is 3/10); `IPrec` without a level is the mean over the 11 levels 0, 0.1, ..., 1, the 11-point average precision;
    `levels` averages others, as the 3-point averages do. With `interpolate=False` it is the precision at the first
    rank where recall is r or more. Each level adds the precision at one rank, the first with the highest. Source:
    Salton and McGill (1983), Manning, Raghavan and Schütze (2008), section 8.4.

    >>> from irlearn import IPrec, Ranking
    >>> ranking = Ranking.parse("1 0 1", relevant=2)
    >>> IPrec @ 0.3, (IPrec @ 0.3).of(ranking), round((IPrec @ 0.6).of(ranking), 4), round(IPrec.of(ranking), 4)
    (IPrec@0.3, 1.0, 0.6667, 0.8485)
    >>> three, late = IPrec(levels=[0.25, 0.5, 0.75]), Ranking.parse("0 1 1", relevant=2)
    >>> round(three.of(ranking), 4), round((IPrec @ 0.5).of(late), 4), (IPrec(interpolate=False) @ 0.5).of(late)
    (0.8889, 0.6667, 0.5)
    """

    recall: Fraction | float | None = option(None, "the recall level, written IPrec@0.3; None averages levels")
    levels: tuple[Any, ...] | None = option(
        None, "the levels that are averaged, as [0.2, 0.5, 0.8]; None averages 11: 0, 0.1, ..., 1"
    )
    interpolate: bool = option(
        True, "False takes the precision where a level is first reached, not the highest from there"
    )

    name = "IPrec"
    takes_level = True
    source = "Salton and McGill (1983); Manning, Raghavan and Schütze (2008)"
    needs = "relevant"
    first_step = "write down recall and precision at each relevant document."
    takes_cutoff = False

    @property
    def title(self) -> str:  # type: ignore[override]  # it depends on the options
        return "interpolated precision" if self.interpolate else "precision at recall levels, not interpolated"

    @property
    def formula(self) -> str:  # type: ignore[override]
        best = "highest precision at the ranks" if self.interpolate else "precision at the first rank"
        levels = "0, 0.1, ..., 1" if self.levels is None else ", ".join(map(typed, self.levels))
        return f"IPrec@r = {best} where recall is r or more; IPrec = mean over r = {levels}"

    @property
    def why(self) -> str:  # type: ignore[override]
        if self.interpolate:
            return "A reader who wants this recall may as well read on to where precision is highest."
        return "A reader who wants this recall stops where it is reached."

    def check(self) -> None:
        super().check()
        if not isinstance(self.interpolate, bool):
            raise InputError(f"interpolate of {self.name} must be True or False; given: {quoted(self.interpolate)}")
        if self.recall is not None:
            object.__setattr__(self, "recall", self._exact(self.recall))
        if self.levels is None:
            return
        if self.recall is not None:
            raise InputError(
                f"{self.name} has one recall level, {self.name}@{self.level}, or averages levels; not both"
            )
        given: Any = self.levels
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise InputError(
                f"levels of {self.name} must list the recall levels, such as [0.25, 0.5, 0.75] or [0.2, 0.5, 0.8] for "
                f"a 3-point average; given: {quoted(self.levels)}"
            )
        levels = Levels(self._exact(level) for level in given)
        if len(levels) < 2 or list(levels) != sorted(set(levels)):
            raise InputError(f"levels of {self.name} must be two or more, each once, from low to high; given: {levels}")
        object.__setattr__(self, "levels", None if levels == _LEVELS else levels)

    def _exact(self, level: Any) -> Fraction:
        """A recall level as the fraction that its digits say; an `InputError` for what is none."""
        kind = int | float | np.integer | np.floating | Fraction
        if isinstance(level, bool) or not isinstance(level, kind) or not 0 <= level <= 1:
            short = isinstance(level, Fraction) and level.numerator.bit_length() < _BITS
            said = str(level) if short else quoted(level)
            raise InputError(f"the recall level of {self.name} must be a number from 0 to 1; given: {said}")
        exact = level if isinstance(level, Fraction) else Fraction(str(level))
        if exact.denominator.bit_length() > _BITS:
            raise InputError(f"the recall level of {self.name} has too many digits; write it as 0.3 or 1/3")
        return exact

    def __matmul__(self, recall: Fraction | float) -> Self:
        return replace(self, recall=recall)

    def __repr__(self) -> str:
        """What to type to get this measure; a level that no decimal ends at is written as its fraction."""
        chosen = [f"rel={self.rel}"] if self.rel != 1 else []
        chosen += [f"levels={self.levels!r}"] if self.levels else []
        chosen += [] if self.interpolate else ["interpolate=False"]
        name = f"{self.name}({', '.join(chosen)})" if chosen else self.name
        return name if self.recall is None else f"{name}@{self.level}"

    @property
    def level(self) -> str:
        """The recall level as it is typed, such as `0.3`; empty for a mean over levels."""
        return "" if self.recall is None else typed(Fraction(self.recall))

    @property
    def averaged(self) -> tuple[Fraction, ...]:
        """The recall levels that are averaged: one, those that are asked for, or eleven."""
        return (Fraction(self.recall),) if self.recall is not None else self.levels or _LEVELS

    @property
    def short_name(self) -> str:
        return f"{self.name}@{self.level}" if self.level else self.name

    @property
    def phrase(self) -> str:
        kind, how = ("interpolated ", "") if self.interpolate else ("", ", not interpolated")
        if self.recall is not None:
            return f"{self.short_name}, the {kind}precision at recall {self.level}{how}"
        many = f"the {len(self.averaged)} recall levels {self._listed}"
        return f"{self.name}, the mean of the {kind}precision at {many}{how}"

    @property
    def _listed(self) -> str:
        return "0, 0.1, ..., 1" if self.levels is None else comma_list(list(map(typed, self.levels)))

    def terms(self, rankings: Rankings) -> Terms:
        found = np.cumsum(rankings.hits(self.rel), axis=-1)
        return Terms(found * self.times(rankings), rankings.ranks, divisor=len(self.averaged))

    def times(self, rankings: Rankings) -> NDArray[Any]:
        """For how many of the levels the precision at each rank is taken; shape (..., ranks)."""
        found = np.cumsum(rankings.grades >= self.rel, axis=-1, dtype=np.int64)
        taken = best_ranks if self.interpolate else first_ranks
        ranks = taken(found, rankings.relevant(self.rel).astype(np.int64), self.averaged)
        times = np.zeros(found.shape, dtype=np.int64)
        for place in range(ranks.shape[-1]):
            times += np.arange(1, found.shape[-1] + 1) == per_ranking(ranks[..., place])
        return rankings.integers(times)

    def parts(self) -> tuple[Measure, ...]:
        levels = () if self.recall is not None else self.averaged
        return tuple(replace(self, recall=level, levels=None) for level in levels)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - they depend on the level
        points = "At each relevant document write down recall (of {relevant}) and precision."
        there = "Recall and precision there: {points}."
        if self.recall is None:
            taken = (
                "highest precision at that recall or any higher one" if self.interpolate else "first precision there"
            )
            levels = f"At each level {self._listed} take the {taken}; 0 where the list never gets there."
            many = number_word(len(self.averaged))
            return points, there, levels, f"The {many} values are {{parts}}. Their mean is left."
        left = "The highest of their precisions is" if self.interpolate else "The precision at the first of them is"
        keep = (
            f"Keep the points with recall {self.level} or more. {left} left to be found; without such a point it is 0."
        )
        return points, there, keep


@dataclass(frozen=True)
class PrecisionRecall(TableReport):
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
        from irlearn.measures.means import arithmetic  # not at every start

        return Fraction(arithmetic(self.interpolated))


def precision_recall(ranking: RankingLike, *, rel: int = 1, levels: int = 11) -> PrecisionRecall:
    """The precision-recall curve of one ranking; `levels` recall levels are spread evenly from 0 to 1.

    Interpolated precision at a recall level is the highest precision at that recall or any higher one, 0 where the
    list never gets there. Source: Salton and McGill (1983), Manning, Raghavan and Schütze (2008), section 8.4.

    >>> curve = precision_recall(Ranking.parse("1 0 1", relevant=2))
    >>> [str(value) for value in curve.interpolated]
    ['1', '1', '1', '1', '1', '1', '2/3', '2/3', '2/3', '2/3', '2/3']
    """
    grid = spread_levels(levels)
    exact = as_ranking(ranking).exact
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


def interpolated_precision(rankings: RankingLike | Rankings, *, rel: int = 1, levels: int = 11) -> NDArray[np.float64]:
    """The interpolated precision at `levels` recall levels from 0 to 1, for many rankings at once; shape (..., levels).

    >>> interpolated_precision(Ranking.parse("1 0 1", relevant=2), levels=3).round(3).tolist()
    [1.0, 1.0, 0.667]
    """
    arrays = rankings if isinstance(rankings, Rankings) else as_ranking(rankings).arrays
    at = [InterpolatedPrecision(recall=level, rel=rel) for level in spread_levels(levels)]
    return np.stack([measure.scores(arrays) for measure in at], axis=-1)
