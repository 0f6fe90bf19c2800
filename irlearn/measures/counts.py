"""The counts that trec_eval prints with its measures: queries, and documents retrieved, relevant, or both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.measures.base import Measure
from irlearn.measures.means import Mean
from irlearn.ranking import Ranking, RankingLike, Rankings, as_ranking
from irlearn.text.numbers import fixed, rank_text, score_texts


class Count(Measure):
    """A count for one topic, with its name in trec_eval. It does not measure how good a list is."""

    takes_cutoff: ClassVar[bool] = False
    range: ClassVar[tuple[float, float]] = (0.0, np.inf)
    better = "neither"
    value_type = "whole"
    source = "trec_eval"

    def of(self, ranking: RankingLike, **missed: Any) -> float:
        """Return the count for one ranking."""
        return float(self.scores(as_ranking(ranking, **missed).arrays))


class _Queries(Count):
    name = "num_q"
    title = "queries"

    def scores(self, rankings: Rankings) -> NDArray[np.float64]:
        return np.ones(np.shape(rankings.retrieved))


class _Retrieved(Count):
    name = "num_ret"
    title = "documents retrieved"

    def scores(self, rankings: Rankings) -> NDArray[np.float64]:
        return np.asarray(rankings.retrieved, dtype=np.float64)


class _Relevant(Count):
    name = "num_rel"
    title = "relevant documents"

    def scores(self, rankings: Rankings) -> NDArray[np.float64]:
        return rankings.relevant(self.rel).astype(np.float64)


class _RelevantRetrieved(Count):
    name = "num_rel_ret"
    title = "relevant documents retrieved"

    def scores(self, rankings: Rankings) -> NDArray[np.float64]:
        return np.asarray(rankings.hits(self.rel).sum(axis=-1), dtype=np.float64)


class Total(Mean):
    """The total of a count over topics: their sum and not their mean, as in trec_eval.

    Examples
    --------
    >>> COUNTS["num_ret"].of([1000, 1000, 7])
    2007.0
    """

    @property
    def title(self) -> str:
        """Name in words."""
        return self.measure.title

    def of(self, values: ArrayLike | Ranking) -> float:
        """Return the sum of the counts of all topics; topics that are left out (NaN) add nothing."""
        return float(np.nansum(self.measure.of(values) if isinstance(values, Ranking | str) else values))


COUNTS: dict[str, Total] = {
    count.name: Total(count.name, count) for count in (_Queries(), _Retrieved(), _Relevant(), _RelevantRetrieved())
}
"""Every count by its name in trec_eval; `evaluate` and the shell accept counts like measures."""

_OFFICIAL_LEVELS = ("0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0")
_OFFICIAL_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)

OFFICIAL = (
    *COUNTS,
    *("AP", "gMAP", "Rprec", "Bpref", "RR"),
    *(f"IPrec@{level}" for level in _OFFICIAL_LEVELS),
    *(f"P@{cutoff}" for cutoff in _OFFICIAL_CUTOFFS),
)
"""Official measures of trec_eval, in its order and in the notation of irlearn."""


def texts(measure: Measure | Mean, values: Iterable[float], places: int | None = None) -> list[str]:
    """Return a column of values as text: whole numbers for a count, else the same number of decimals, or `places`.

    >>> from irlearn import AP
    >>> texts(AP, [0.5, 0.25]), texts(AP, [0.5, 0.25], 2), texts(COUNTS["num_ret"], [2000.0])
    (['0.5000', '0.2500'], ['0.50', '0.25'], ['2000'])
    """
    if isinstance(measure, Total):
        return [rank_text(value) for value in values]
    return score_texts(values) if places is None else [fixed(value, places) for value in values]
