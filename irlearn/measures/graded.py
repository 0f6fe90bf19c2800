"""The measures that ask how relevant a document is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Measure, Terms, number_option
from irlearn.ranking import Ranking, Rankings

HIGHEST_EXPONENT = 52
"""The highest grade that the exponential gain takes: 2**53 and above are no longer exact in floating point."""


def _exponential(measure: Measure, grades: NDArray[np.int64], highest: int) -> NDArray[np.int64]:
    """2^grade - 1, refused where a grade is above `highest`."""
    _within(measure, grades, highest)
    return np.left_shift(np.int64(1), np.maximum(grades, 0)) - 1


def _within(measure: Measure, grades: NDArray[np.int64], highest: int) -> None:
    """Refuse a grade above `highest`."""
    top = int(grades.max(initial=0))
    if top > highest:
        raise InputError(f"{measure!r} raises 2 to the grade and takes grades up to {highest}; given: {top}")


class CumulatedGain(Measure):
    """CG@k is the sum of the grades down to rank k: what the reader has gained, wherever it stood. 0 or more.

    Source: Järvelin and Kekäläinen (2002).

    >>> from irlearn import CG, Ranking
    >>> (CG @ 5).of(Ranking.parse("3 2 1 2 3"))
    11.0
    """

    name = "CG"
    title = "cumulated gain"
    formula = "CG@k = sum of the gains down to rank k"
    why = "It ignores the order of the ranks that were read."
    source = "Järvelin and Kekäläinen (2002)"
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(rankings.integers(np.maximum(rankings.top(self.cutoff).grades, 0)))


@dataclass(frozen=True, repr=False)
class DiscountedCumulatedGain(Measure):
    """DCG@k is the sum of the gains down to rank k, each divided by log2(rank + 1). 0 or more.

    The gain is the grade (`dcg='log2'`) or 2^grade - 1 (`dcg='exp-log2'`); an unjudged document gains nothing.
    Source: Järvelin and Kekäläinen (2002); the exponential gain, Burges et al. (2005).

    >>> from irlearn import DCG, Ranking
    >>> round((DCG @ 5).of(Ranking.parse("3 2 1 2 3")), 3)
    6.784
    """

    dcg: str = "log2"

    name = "DCG"
    title = "discounted cumulated gain"
    formula = "DCG@k = sum of gain / log2(rank + 1) down to rank k"
    why = "The discount grows with the rank, so the same document is worth less further down."
    source = "Järvelin and Kekäläinen (2002); Burges et al. (2005)"

    def check(self) -> None:
        if not isinstance(self.dcg, str) or self.dcg not in ("log2", "exp-log2"):
            raise InputError(
                f"dcg of {self.name} must be 'log2' (gain = grade) or 'exp-log2'; given: {quoted(self.dcg)}"
            )

    def discounted(self, rankings: Rankings, grades: NDArray[np.int64]) -> Terms:
        """The gains of `grades` over their discounts, from rank 1 down."""
        exponential = self.dcg == "exp-log2"
        gains = _exponential(self, grades, HIGHEST_EXPONENT) if exponential else np.maximum(grades, 0)
        places = np.arange(2, grades.shape[-1] + 2)
        return Terms(rankings.integers(gains), rankings.integers(places) if rankings.exact else places, log2=True)

    def terms(self, rankings: Rankings) -> Terms:
        return self.discounted(rankings, rankings.top(self.cutoff).grades)


class IdealDCG(DiscountedCumulatedGain):
    """IDCG@k is the DCG@k of all judged documents in their best order, retrieved or not: the most there is to gain.

    0 or more, the same for every list of a topic. `dcg` chooses the gain, as for DCG. Its terms belong to the ranks
    of the ideal list. Source: Järvelin and Kekäläinen (2002).

    >>> from irlearn import IDCG, Ranking
    >>> round((IDCG @ 5).of(Ranking.parse("3 2 1 2 3")), 3)
    7.141
    """

    name = "IDCG"
    title = "ideal discounted cumulated gain"
    formula = "IDCG@k = DCG@k of all judged documents in their best order"
    why = "The ideal is built from all judged documents, retrieved or not, and is cut off at the same rank."
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        return self.discounted(rankings, rankings.judged[..., : self.cutoff])

    def grades(self, ranking: Ranking) -> tuple[int, ...]:
        return ranking.judged[: self.cutoff]


class NormalizedDCG(DiscountedCumulatedGain):
    """nDCG@k is DCG@k divided by the DCG@k of the best order of all judged documents. In 0..1.

    Source: Järvelin and Kekäläinen (2002).

    >>> from irlearn import nDCG, Ranking
    >>> round((nDCG @ 5).of(Ranking.parse("3 2 1 2 3")), 5)
    0.94998
    """

    name = "nDCG"
    title = "normalized discounted cumulated gain"
    formula = "nDCG@k = DCG@k / DCG@k of all judged documents in their best order"
    why = "The ideal is built from all judged documents, retrieved or not, and is cut off at the same rank."
    counts = "ideal DCG"

    def terms(self, rankings: Rankings) -> Terms:
        top = super().terms(rankings)
        ideal = IdealDCG(dcg=self.dcg, cutoff=self.cutoff).terms(rankings)
        return Terms(top.numerators, top.denominators, ideal, log2=True)

    def parts(self) -> tuple[Measure, ...]:
        return (DiscountedCumulatedGain(dcg=self.dcg, cutoff=self.cutoff),)


@dataclass(frozen=True, repr=False)
class ExpectedReciprocalRank(Measure):
    """ERR@k is the mean of 1/rank for a reader who stops at a document with probability (2^grade - 1) / 2^max_grade.

    In 0..1. `max_grade` is the highest grade of the scale: 4, as in the TREC Web tracks (gdeval), unless you say
    otherwise: `ERR(max_grade=1)` for grades 0 and 1. A grade above it is refused.
    Source: Chapelle, Metzler, Zhang and Grinspan (2009).

    >>> from irlearn import ERR, Ranking
    >>> ERR(max_grade=1).of(Ranking.parse("1 0 1"))  # 1/2 + 1/4 · 1/3
    0.5833333333333334
    """

    max_grade: int = 4

    name = "ERR"
    title = "expected reciprocal rank"
    formula = "ERR = sum of (chance to stop at this rank, and not before) / rank"
    why = "A very relevant document makes the reader stop, so what follows it counts less."
    source = "Chapelle, Metzler, Zhang and Grinspan (2009)"
    by_hand = 1000

    def check(self) -> None:
        whole, allowed = isinstance(self.max_grade, int | np.integer), f"a whole grade from 1 to {HIGHEST_EXPONENT}"
        number_option(self, "max_grade", self.max_grade, allowed, ok=lambda top: whole and 1 <= top <= HIGHEST_EXPONENT)

    def assumed(self, ranking: Ranking) -> str:
        usual = self.max_grade == ExpectedReciprocalRank.max_grade
        where = ", as in gdeval" if usual else ""
        said = f"The scale ends at grade {self.max_grade}{where}: a document of grade g stops the reader with "
        said += f"probability (2^g − 1) / {2**self.max_grade}."
        highest = max(ranking.judged, default=0)
        other = f" If your scale ends at {highest}, ask for {replace(self, max_grade=highest)!r}." if highest else ""
        return said + (other if usual and highest < self.max_grade else "")

    def terms(self, rankings: Rankings) -> Terms:
        top = rankings.top(self.cutoff)
        _within(self, rankings.judged, self.max_grade)  # of the documents that were missed, too
        _within(self, rankings.grades, self.max_grade)
        gains: Any = rankings.integers(_exponential(self, top.grades, self.max_grade))
        stops = gains * rankings.number(2.0**-self.max_grade)
        reached = np.ones_like(stops)
        reached[..., 1:] = np.cumprod(1 - stops, axis=-1)[..., :-1]
        return Terms(stops * reached, top.ranks)
