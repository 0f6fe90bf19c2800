"""The measures that ask how relevant a document is."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.frozen import dataclass
from irlearn.measures.base import Measure, Terms, option
from irlearn.measures.gains import GAINS, PLACE, check_grades, worth
from irlearn.numbers import fixed
from irlearn.ranking import Ranking, Rankings

_DCG = {"log2": "linear", "exp-log2": "exponential"}  # the names of ir_measures, and the gains they mean
_DISCOUNTS = "Under each gain write its discount, log2(rank + 1): 1, 1.585, 2, 2.322, 2.585, ... Rank 1 divides by 1."


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
    range = (0.0, math.inf)
    gives = "whole"
    needs_order = False

    def terms(self, rankings: Rankings) -> Terms:
        return Terms(rankings.integers(worth("linear", rankings.top(self.cutoff).grades)))

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        gains = worth("linear", np.array(ranking.grades[: self.cutoff], dtype=np.int64)).tolist()
        return (
            "Write down the gain at each rank. Here it is the grade.",
            "CG adds the gains as they are, wherever they stand.",
            f"The sum is {' + '.join(map(str, gains))}.",
        )


@dataclass(frozen=True, repr=False)
class DiscountedCumulatedGain(Measure):
    """DCG@k is the sum of the gains down to rank k, each divided by log2(rank + 1). 0 or more.

    The gain is the grade (`dcg='log2'`) or 2^grade - 1 (`dcg='exp-log2'`); an unjudged document gains nothing.
    Source: Järvelin and Kekäläinen (2002); the exponential gain, Burges et al. (2005).

    >>> from irlearn import DCG, Ranking
    >>> round((DCG @ 5).of(Ranking.parse("3 2 1 2 3")), 3)
    6.784
    """

    dcg: str = option("log2", "the gain, 'log2' (the grade) or 'exp-log2' (2^grade − 1)")

    name = "DCG"
    title = "discounted cumulated gain"
    formula = "DCG@k = sum of gain / log2(rank + 1) down to rank k"
    why = "The discount grows with the rank, so the same document is worth less further down."
    source = "Järvelin and Kekäläinen (2002); Burges et al. (2005)"
    range = (0.0, math.inf)
    gives = "logarithm"
    guide = (
        "Write down the gain at each rank, {gain}: {gains}.",
        _DISCOUNTS,
        "The terms are {terms}.",
        "Worked out one by one they are {values}. Their sum is left.",
    )

    def check(self) -> None:
        if not isinstance(self.dcg, str) or self.dcg not in _DCG:
            raise InputError(
                f"dcg of {self.name} must be 'log2' (gain = grade) or 'exp-log2'; given: {quoted(self.dcg)}"
            )

    @property
    def gain(self) -> str:
        """The name of the gain among `irlearn.measures.gains.GAINS`."""
        return _DCG[self.dcg]

    @property
    def gain_words(self) -> str:
        """What a grade is worth, in words."""
        return "the grade" if self.gain == "linear" else GAINS[self.gain]

    @property
    def stated(self) -> tuple[str, ...]:
        return (f"The gain is {self.gain_words}, the discount log2(rank + 1).",)

    def discounted(self, rankings: Rankings, grades: NDArray[np.int64]) -> Terms:
        """The gains of `grades` over their discounts, from rank 1 down."""
        if self.gain == "exponential":
            check_grades(repr(self), grades)
        places = PLACE["log"](np.arange(1, grades.shape[-1] + 1), 2)
        gains = rankings.integers(worth(self.gain, grades))
        return Terms(gains, rankings.integers(places) if rankings.exact else places, log2=True)

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
    better = "neither"
    asks = "grades"
    needs_order = False
    guide = (
        "Take all judged documents, retrieved or not, and sort them by grade, highest first.",
        "Their gains, {gain}, down to the cutoff: {ideal}.",
        _DISCOUNTS,
        "The terms are {terms}. Their sum is left.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        return self.discounted(rankings, rankings.judged[..., : self.cutoff])

    def grades(self, ranking: Ranking) -> tuple[int, ...]:
        return ranking.judged[: self.cutoff]

    def hints(self, ranking: Ranking) -> tuple[str, ...]:
        return self.steps(ranking)  # the cutoff is one of the ideal list


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
    range = (0.0, 1.0)
    asks = "grades"

    def terms(self, rankings: Rankings) -> Terms:
        top = super().terms(rankings)
        return Terms(top.numerators, top.denominators, self._ideal.terms(rankings), log2=True)

    @property
    def _ideal(self) -> IdealDCG:
        return IdealDCG(dcg=self.dcg, cutoff=self.cutoff)

    def parts(self) -> tuple[Measure, ...]:
        return (DiscountedCumulatedGain(dcg=self.dcg, cutoff=self.cutoff),)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        return (
            "Write down the gain at each rank, {gain}: {gains}. Its discount is log2(rank + 1).",
            (
                "For the ideal sort the grades of all judged documents, retrieved or not, highest first, and stop at "
                "the same rank. Its gains: {ideal}."
            ),
            f"The DCG of the list is {fixed(self.parts()[0].of(ranking), 4)}.",
            f"The ideal DCG is {fixed(self._ideal.of(ranking), 4)}. One division is left.",
        )
