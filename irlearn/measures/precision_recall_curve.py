"""The precision-recall curve of a ranking, and precision interpolated at recall levels (IPrec)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.errors import InputError, check_whole, quoted
from irlearn.formulas.page import Block, Page, Table
from irlearn.measures.base import BinaryMeasure, Measure, Terms, option, per_ranking
from irlearn.ranking import Ranking, RankingLike, Rankings, as_ranking
from irlearn.text.english import comma_list, number_word

_MOST_BITS = 4000  # Every float has fewer bits in its denominator, and a fraction of this length can be written out.


def spread_levels(levels: int) -> tuple[Fraction, ...]:
    """Return a number of recall levels spread evenly from 0 to 1.

    >>> [str(level) for level in spread_levels(3)]
    ['0', '1/2', '1']
    """
    check_whole("the number of recall levels", levels, least=2)
    return tuple(Fraction(step, levels - 1) for step in range(levels))


def needed(level: Fraction, relevant: ArrayLike) -> NDArray[np.int64]:
    """Return how many of `relevant` documents have to be found for a recall of `level` or more; any shape.

    >>> needed(Fraction(3, 10), [7, 10]).tolist()
    [3, 3]
    """
    counts, indices = np.unique(relevant, return_inverse=True)
    # Fractions are exact, whereas the float 0.07 times 100 is 7.000000000000001, which rounds up to 8.
    least = np.array([math.ceil(level * int(count)) for count in counts], dtype=np.int64)
    return least[indices].reshape(np.shape(relevant))


def best_ranks(found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]) -> NDArray[np.int64]:
    """Return the rank whose precision is the interpolated precision at each recall level; shape (..., levels).

    It is the first rank with the highest precision among the ranks that reach the level, or 0 if no rank does.
    `found`, of shape (..., ranks), counts the relevant documents down to each rank; `relevant`, of shape (...), counts
    all of them.

    >>> best_ranks(np.array([1, 1, 2]), 2, spread_levels(3)).tolist(), best_ranks(np.array([0, 1]), 2, [Fraction(1)])
    ([1, 1, 3], array([0]))
    """
    precision = found / np.arange(1, found.shape[-1] + 1)
    return _first_best_ranks(precision, found, relevant, levels)


def first_ranks(found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]) -> NDArray[np.int64]:
    """Return the first rank that reaches each recall level, or 0 if no rank does; arguments as for `best_ranks`.

    >>> first_ranks(np.array([0, 1, 2]), 2, spread_levels(3)).tolist()
    [1, 2, 3]
    """
    return _first_best_ranks(np.zeros(found.shape), found, relevant, levels)


def _first_best_ranks(
    values: NDArray[np.float64], found: NDArray[np.int64], relevant: ArrayLike, levels: Iterable[Fraction]
) -> NDArray[np.int64]:
    """Return for each level the first rank with the highest value among the ranks that reach the level, else 0."""
    relevant = np.asarray(relevant)[..., np.newaxis]
    ranks = []
    for level in levels:
        reached = (found >= needed(level, relevant)) & (relevant > 0)
        best = np.argmax(np.where(reached, values, -1.0), axis=-1) if found.shape[-1] else 0
        ranks.append(np.where(reached.any(axis=-1), best + 1, 0))
    return np.stack(ranks, axis=-1)


_ELEVEN_LEVELS = spread_levels(11)


class RecallLevels(tuple[Fraction, ...]):
    """Recall levels whose `repr` can be typed: decimals where they are exact, else fractions.

    >>> RecallLevels((Fraction(1, 4), Fraction(1, 3)))
    [0.25, 1/3]
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the levels as a list is typed."""
        return f"[{', '.join(map(typed, self))}]"


def typed(level: Fraction) -> str:
    """Return a recall level as it is typed: as a decimal if that is exact, else as a fraction."""
    number = float(level)
    return repr(number) if Fraction(repr(number)) == level else str(level)


@dataclass(frozen=True, repr=False)
class InterpolatedPrecision(BinaryMeasure):
    """Interpolated precision (IPrec): the highest precision at any rank where recall reaches a level.

    ::

        IPrec@r = max of the precision at the ranks where recall is r or more; 0 if there is no such rank
        IPrec   = mean of IPrec@r over r = 0, 0.1, ..., 1 (the 11-point average precision)

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    recall : float or Fraction, optional
        Recall level from 0 to 1, usually written ``IPrec @ 0.3``. Its decimal digits are exact: 0.3 is 3/10.
    levels : sequence of float or Fraction, optional
        Levels to average over, such as ``[0.25, 0.5, 0.75]`` for a 3-point average. By default there are 11.
    interpolate : bool, default True
        If False, take the precision at the first rank where recall is r or more instead of the highest precision.

    Notes
    -----
    Each level contributes the precision at the first of the ranks with the highest precision. IPrec takes a recall
    level in place of a cutoff.

    References
    ----------
    Salton and McGill (1983); Manning, Raghavan and Schütze (2008), section 8.4.

    Examples
    --------
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
    def title(self) -> str:  # type: ignore[override]  # It depends on the options.
        return "interpolated precision" if self.interpolate else "precision at recall levels, not interpolated"

    @property
    def formula(self) -> str:  # type: ignore[override]
        precision = "highest precision at the ranks" if self.interpolate else "precision at the first rank"
        levels = "0, 0.1, ..., 1" if self.levels is None else ", ".join(map(typed, self.levels))
        return f"IPrec@r = {precision} where recall is r or more; IPrec = mean over r = {levels}"

    @property
    def why(self) -> str:  # type: ignore[override]
        if self.interpolate:
            return "A reader who wants this recall may as well read on to the rank where precision is highest."
        return "A reader who wants this recall stops where the recall is reached."

    def check(self) -> None:
        super().check()
        if not isinstance(self.interpolate, bool):
            raise InputError(f"interpolate of {self.name} must be True or False; given: {quoted(self.interpolate)}")
        if self.recall is not None:
            object.__setattr__(self, "recall", self._exact_level(self.recall))
        if self.levels is None:
            return
        if self.recall is not None:
            raise InputError(
                f"{self.name} has one recall level, {self.name}@{self.level}, or averages levels; not both"
            )
        levels: Any = self.levels
        if isinstance(levels, str) or not isinstance(levels, Iterable):
            raise InputError(
                f"levels of {self.name} must list the recall levels, such as [0.25, 0.5, 0.75] or [0.2, 0.5, 0.8] for "
                f"a 3-point average; given: {quoted(self.levels)}"
            )
        exact_levels = RecallLevels(self._exact_level(level) for level in levels)
        if len(exact_levels) < 2 or list(exact_levels) != sorted(set(exact_levels)):
            raise InputError(
                f"levels of {self.name} must be two or more, each once, from low to high; given: {exact_levels}"
            )
        object.__setattr__(self, "levels", None if exact_levels == _ELEVEN_LEVELS else exact_levels)

    def _exact_level(self, level: Any) -> Fraction:
        """Return a recall level as the fraction that its decimal digits denote, or raise `InputError`."""
        number_types = int | float | np.integer | np.floating | Fraction
        if isinstance(level, bool) or not isinstance(level, number_types) or not 0 <= level <= 1:
            is_short_fraction = isinstance(level, Fraction) and level.numerator.bit_length() < _MOST_BITS
            shown = str(level) if is_short_fraction else quoted(level)
            raise InputError(f"the recall level of {self.name} must be a number from 0 to 1; given: {shown}")
        exact = level if isinstance(level, Fraction) else Fraction(str(level))
        if exact.denominator.bit_length() > _MOST_BITS:
            raise InputError(f"the recall level of {self.name} has too many digits; write it as 0.3 or 1/3")
        return exact

    def __matmul__(self, recall: Fraction | float) -> Self:
        return replace(self, recall=recall)

    def __repr__(self) -> str:
        """Return the notation of the measure, which `parse_measure` reads."""
        changed = [f"rel={self.rel}"] if self.rel != 1 else []
        changed += [f"levels={self.levels!r}"] if self.levels else []
        changed += [] if self.interpolate else ["interpolate=False"]
        name = f"{self.name}({', '.join(changed)})" if changed else self.name
        return name if self.recall is None else f"{name}@{self.level}"

    @property
    def level(self) -> str:
        """The recall level as it is typed, such as `0.3`; empty for a mean over levels."""
        return "" if self.recall is None else typed(Fraction(self.recall))

    @property
    def averaged(self) -> tuple[Fraction, ...]:
        """The recall levels that are averaged over: the level after the @, `levels`, or the eleven default levels."""
        return (Fraction(self.recall),) if self.recall is not None else self.levels or _ELEVEN_LEVELS

    @property
    def short_name(self) -> str:
        return f"{self.name}@{self.level}" if self.level else self.name

    @property
    def phrase(self) -> str:
        precision = "interpolated precision" if self.interpolate else "precision"
        remark = "" if self.interpolate else ", not interpolated"
        if self.recall is not None:
            return f"{self.short_name}, the {precision} at recall {self.level}{remark}"
        levels = f"the {len(self.averaged)} recall levels {self._levels_text}"
        return f"{self.name}, the mean of the {precision} at {levels}{remark}"

    @property
    def _levels_text(self) -> str:
        return "0, 0.1, ..., 1" if self.levels is None else comma_list(list(map(typed, self.levels)))

    def terms(self, rankings: Rankings) -> Terms:
        found = np.cumsum(rankings.hits(self.rel), axis=-1)
        return Terms(found * self.times(rankings), rankings.ranks, divisor=len(self.averaged))

    def times(self, rankings: Rankings) -> NDArray[Any]:
        """Return the number of levels to which each rank contributes its precision; shape (..., ranks)."""
        found = np.cumsum(rankings.grades >= self.rel, axis=-1, dtype=np.int64)
        rank_at_level = best_ranks if self.interpolate else first_ranks
        ranks = rank_at_level(found, rankings.relevant(self.rel).astype(np.int64), self.averaged)
        times = np.zeros(found.shape, dtype=np.int64)
        for level in range(ranks.shape[-1]):
            times += np.arange(1, found.shape[-1] + 1) == per_ranking(ranks[..., level])
        return rankings.integers(times)

    def parts(self) -> tuple[Measure, ...]:
        levels = () if self.recall is not None else self.averaged
        return tuple(replace(self, recall=level, levels=None) for level in levels)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - the steps depend on the levels alone
        points = "At each relevant document write down recall (of {relevant} relevant documents) and precision."
        values = "Recall and precision at each of these ranks: {points}."
        if self.recall is not None:
            precision = "highest of their precisions" if self.interpolate else "precision at the first of them"
            return (
                points,
                values,
                (
                    f"Keep the points with recall {self.level} or more, and find the {precision}. "
                    "If there is no such point, the value is 0."
                ),
            )
        precision = "highest precision at that recall or above" if self.interpolate else "first precision there"
        return (
            points,
            values,
            f"At each level {self._levels_text} take the {precision}, or 0 if the list never reaches the level.",
            f"The {number_word(len(self.averaged))} values are {{parts}}. Only their mean is left.",
        )


@dataclass(frozen=True)
class PrecisionRecall(Page):
    """Exact precision and recall after each rank of one ranking, and interpolated precision at recall levels.

    It prints as a table of the ranks, and shows as a table in a notebook.

    Attributes
    ----------
    precision, recall : tuple of Fraction
        Values after each rank.
    relevant_ranks : tuple of int
        Ranks of the relevant documents, where the curve steps up.
    levels, interpolated : tuple of Fraction
        Recall levels, and the interpolated precision at each of them.

    Examples
    --------
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

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        is_relevant = [rank in self.relevant_ranks for rank in self.ranks]
        found = [sum(is_relevant[:rank]) for rank in self.ranks]
        all_relevant = found[-1] / self.recall[-1] if any(is_relevant) else 1
        rows = [
            [str(rank), "yes" if is_hit else "no", f"{found_so_far}/{rank}", f"{found_so_far}/{all_relevant}"]
            for rank, is_hit, found_so_far in zip(self.ranks, is_relevant, found, strict=True)
        ]
        return [Table("", ["rank", "relevant", "precision", "recall"], rows, left=1)]

    @property
    def mean_interpolated(self) -> Fraction:
        """Mean of the interpolated precision over the levels; with 11 levels, the 11-point average precision."""
        from irlearn.measures.means import arithmetic  # Most starts do not need the mean.

        return Fraction(arithmetic(self.interpolated))


def precision_recall(ranking: RankingLike, *, rel: int = 1, levels: int = 11) -> PrecisionRecall:
    """Return the precision-recall curve of one ranking.

    Parameters
    ----------
    ranking : Ranking, str or sequence of int
        The ranking, as a value, as text for `Ranking.parse`, or as grades from rank 1 down.
    rel : int, default 1
        Lowest grade that counts as relevant.
    levels : int, default 11
        Number of recall levels, 2 or more, spread evenly from 0 to 1.

    Returns
    -------
    PrecisionRecall
        The curve. Interpolated precision at a level is the highest precision at that recall or any higher recall, and 0
        if the list does not reach the level.

    Raises
    ------
    InputError
        If `ranking` is not a ranking or there are fewer than 2 levels.

    References
    ----------
    Salton and McGill (1983); Manning, Raghavan and Schütze (2008), section 8.4.

    Examples
    --------
    >>> curve = precision_recall(Ranking.parse("1 0 1", relevant=2))
    >>> [str(value) for value in curve.interpolated]
    ['1', '1', '1', '1', '1', '1', '2/3', '2/3', '2/3', '2/3', '2/3']
    """
    recall_levels = spread_levels(levels)
    exact = as_ranking(ranking).exact
    hits, relevant = exact.hits(rel), int(exact.relevant(rel))
    found = np.cumsum(hits)
    best = best_ranks(found.astype(np.int64), relevant, recall_levels).tolist()
    precision = [Fraction(count, rank) for count, rank in zip(found, exact.ranks, strict=True)]
    recall = [Fraction(count, relevant or 1) for count in found]
    return PrecisionRecall(
        precision=tuple(precision),
        recall=tuple(recall),
        relevant_ranks=tuple(rank for rank, hit in enumerate(hits, start=1) if hit),
        levels=recall_levels,
        interpolated=tuple(precision[rank - 1] if rank else Fraction(0) for rank in best),
    )


def interpolated_precision(rankings: RankingLike | Rankings, *, rel: int = 1, levels: int = 11) -> NDArray[np.float64]:
    """Return the interpolated precision of one or many rankings at recall levels spread evenly from 0 to 1.

    Parameters
    ----------
    rankings : Ranking, str, sequence of int, or Rankings
        One ranking, or a batch of rankings.
    rel : int, default 1
        Lowest grade that counts as relevant.
    levels : int, default 11
        Number of recall levels, 2 or more.

    Returns
    -------
    ndarray of float, shape (..., levels)
        Precision at each level; 0 where the list does not reach the level.

    Examples
    --------
    >>> interpolated_precision(Ranking.parse("1 0 1", relevant=2), levels=3).round(3).tolist()
    [1.0, 1.0, 0.667]
    """
    arrays = rankings if isinstance(rankings, Rankings) else as_ranking(rankings).arrays
    measures = [InterpolatedPrecision(recall=level, rel=rel) for level in spread_levels(levels)]
    return np.stack([measure.scores(arrays) for measure in measures], axis=-1)
