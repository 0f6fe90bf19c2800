"""The measures that ask how relevant a document is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.measures.base import Measure, Terms, canonical_spelling, option
from irlearn.ranking import Ranking, RankingLike, Rankings, as_ranking
from irlearn.text.english import comma_list
from irlearn.text.numbers import Typed, fixed, to_fraction

_HIGHEST = 2**31
HIGHEST_EXPONENT = 52
"""The highest grade that the exponential gain takes: 2**53 and above are no longer exact in floating point."""

_PLACES = 24  # behind the point
_NUMBERS = int | float | Fraction | np.integer | np.floating
Worth = int | Typed
"""What one grade is worth among gains of one's own: a whole number, or the decimal that was typed."""

GAINS = {"linear": "grade", "exponential": "2^grade − 1", "shifted": "grade − 1"}
"""What a grade is worth: the names of the gains, and their formulas in words."""

DISCOUNTS = ("log", "original", "none")
"""How a rank is discounted, by name."""

IDEALS = {"judged": "all judged documents", "retrieved": "the retrieved documents only"}
"""What the ideal list is made of: the names, and what they mean."""

GAIN: dict[str, Callable[[Any], Any]] = {
    "linear": lambda grade: grade,
    "exponential": lambda grade: (1 << grade) - 1,
    "shifted": lambda grade: grade - (grade > 0),
    "binary": lambda grade: (grade > 0) * 1,
}
"""The gain of a grade of 0 or more, exact; of one number or of an array of whole numbers."""

PLACE: dict[str, Callable[[Any, int], Any]] = {
    "log": lambda rank, _: rank + 1,
    "original": lambda rank, base: rank if rank >= base else None,
    "none": lambda rank, _: None,  # noqa: ARG005 - no rank matters
}
"""The number whose logarithm divides the gain at a rank, given the base; None where the rank is not discounted."""


class OwnGains(tuple[tuple[int, Worth], ...]):
    """Gains of one's own: pairs of a grade and what it is worth, by rising grade; grade 0 is worth 0 unless it is told.

    A gain may lie between whole numbers: it is kept exactly, and written as the decimal that was typed.

    >>> OwnGains.of({2: 10, 1: 1}), OwnGains.of({1: 0.3, 2: 1.0})
    ({0: 0, 1: 1, 2: 10}, {0: 0, 1: 0.3, 2: 1})
    """

    __slots__ = ()

    @classmethod
    def of(cls, gains: object) -> OwnGains:
        """The gains that a mapping of whole grades to gains tells; an `InputError` for any other."""
        pairs = {0: 0, **gains} if isinstance(gains, Mapping) else dict(gains) if isinstance(gains, OwnGains) else {}
        sound = all(type(one) is int and 0 <= one < _HIGHEST for one in pairs)
        worths = {grade: _exact(gain) for grade, gain in pairs.items()} if sound else {}
        made = cls(sorted((grade, gain) for grade, gain in worths.items() if gain is not None))
        short = len(made) < max(len(pairs), 2)
        if short or any(low > high for (_, low), (_, high) in pairwise(made)):
            raise InputError(
                f"gains must give each whole grade a gain from 0 to {_HIGHEST - 1}, with {_PLACES} digits behind the "
                "point at most, and a higher grade no smaller one, as in gains={0: 0, 1: 0.5, 2: 1}; or be 'binary' "
                f"or 'shifted'; given: {quoted(gains)}"
            )
        return made

    def __repr__(self) -> str:
        """What to type to get these gains."""
        return repr(dict(self))

    @property
    def words(self) -> str:
        """What each grade is worth, such as `1 for grade 1 and 10 for grade 2`."""
        return comma_list([f"{gain} for grade {grade}" for grade, gain in self])

    def worth(self, grades: NDArray[Any], *, exact: bool) -> NDArray[Any]:
        """What grades are worth; an `InputError` for a grade that has no gain."""
        known, gains = (np.array(one) for one in zip(*self, strict=True))
        gains = gains if exact or gains.dtype != object else gains.astype(np.float64)
        places = np.minimum(np.searchsorted(known, grades), len(known) - 1)
        unknown = grades[(known[places] != grades) & (grades >= 0)]
        if unknown.size:
            raise InputError(f"gains={self!r} has no gain for grade {unknown[0]}, which a document has; add it")
        return np.where(grades < 0, 0, gains[places])


def _exact(gain: object) -> Worth | None:
    """A gain as it was typed; None for what is none, or has too many digits."""
    if isinstance(gain, bool) or not isinstance(gain, _NUMBERS) or not 0 <= gain <= _HIGHEST - 1:
        return None
    exact = to_fraction(gain)
    return int(exact) if exact.denominator == 1 else Typed(exact) if exact.denominator <= 10**_PLACES else None


def worth(gain: str | OwnGains, grades: NDArray[Any], *, exact: bool = False) -> NDArray[Any]:
    """What grades are worth under a gain of `GAIN` or of one's own; an unjudged document is worth nothing.

    With `exact` the array holds Python's integers and gains as they were typed, else machine numbers.

    >>> worth("exponential", np.array([-1, 0, 1, 2, 3])).tolist(), worth("shifted", np.array([0, 1, 2])).tolist()
    ([0, 0, 1, 3, 7], [0, 0, 1])
    """
    gains: NDArray[Any] = (
        gain.worth(grades, exact=exact) if isinstance(gain, OwnGains) else GAIN[gain](np.maximum(grades, 0))
    )
    return gains.astype(object) if exact else gains


def check_grades(what: str, grades: NDArray[np.int64] | int, highest: int = HIGHEST_EXPONENT) -> None:
    """Refuse a grade above `highest`, because `what` raises 2 to it.

    >>> check_grades("ERR", np.array([0, 5]), 4)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: ERR raises 2 to the grade and takes grades up to 4; given: 5
    """
    top = grades if isinstance(grades, int) else int(grades.max(initial=0))
    if top > highest:
        raise InputError(f"{what} raises 2 to the grade and takes grades up to {highest}; given: {top}")


_DCG = {"log2": "linear", "exp-log2": "exponential"}  # the names of ir_measures, and the gains they mean
_BY_DCG = {gain: dcg for dcg, gain in _DCG.items()}
_DISCOUNTS = {
    **dict.fromkeys(["log2", "log2-rank-plus-1", "log2(rank+1)", "log2(i+1)", "log"], "log2"),
    **dict.fromkeys(["log2-rank", "log2(rank)", "log2(i)", "original", "jarvelin", "croft"], "log2-rank"),
}
_WRITTEN = {
    "log2": "Under each gain write its discount, log2(rank + 1): 1, 1.585, 2, 2.322, 2.585, ... Rank 1 divides by 1.",
    "log2-rank": "Under each gain write its discount, log2(rank): none at rank 1, then 1, 1.585, 2, 2.322, ...",
}


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
    value_type = "whole"
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

    The gain is the grade (`dcg='log2'`), 2^grade - 1 (`dcg='exp-log2'`), 1 for each relevant document
    (`gains='binary'`), the grade - 1 (`'shifted'`) or one's own (`gains={0: 0, 1: 1, 2: 10}`, as in ir_measures), which
    may lie between whole numbers and are kept as they were typed; an unjudged document gains nothing.
    `discount='log2-rank'` divides by log2(rank) from rank 2 on, as first published and in textbooks (Croft, Metzler and
    Strohman, 2009). Source: Järvelin and Kekäläinen (2002); the exponential gain, Burges et al. (2005).

    >>> from irlearn import DCG, Ranking
    >>> ranking = Ranking.parse("3 2 1 2 3")
    >>> round((DCG @ 5).of(ranking), 3), round((DCG(discount="log2-rank") @ 5).of(ranking), 3)
    (6.784, 7.923)
    >>> DCG(gain="binary") @ 5, DCG(gains={1: 1, 2: 10}).of(Ranking.parse("1 0 2"))
    (DCG(gains='binary')@5, 6.0)
    >>> between = DCG(gains={1: 0.3, 2: 0.8}) @ 3
    >>> between, round(between.of(Ranking.parse("2 1 1")), 3)  # 0.8 + 0.3/log2(3) + 0.3/2
    (DCG(gains={0: 0, 1: 0.3, 2: 0.8})@3, 1.139)
    """

    dcg: str = option("log2", "the gain, 'log2' (the grade) or 'exp-log2' (2^grade − 1)")
    gains: str | tuple[Any, ...] | None = option(
        None, "other gains: 'binary' (1 if relevant), 'shifted' (grade − 1) or one's own, as {0: 0, 1: 0.5, 2: 1}"
    )
    discount: str = option("log2", "the discount, 'log2' (log2(rank + 1)) or 'log2-rank' (log2(rank), none at rank 1)")

    name = "DCG"
    title = "discounted cumulated gain"
    why = "The discount grows with the rank, so the same document is worth less further down."
    source = "Järvelin and Kekäläinen (2002); Burges et al. (2005)"
    range = (0.0, math.inf)
    value_type = "logarithm"
    hint_templates = (
        "Write down the gain at each rank, {gain}: {gains}.",
        "{under_each}",
        "The terms are {terms}.",
        "Worked out one by one they are {values}. Their sum is left.",
    )

    def check(self) -> None:
        if not isinstance(self.dcg, str) or self.dcg not in _DCG:
            raise InputError(
                f"dcg of {self.name} must be 'log2' (gain = grade) or 'exp-log2'; given: {quoted(self.dcg)}"
            )
        object.__setattr__(self, "discount", canonical_spelling(self, "discount", self.discount, _DISCOUNTS))
        if isinstance(self.gains, str) and self.gains in _BY_DCG:
            object.__setattr__(self, "dcg", _BY_DCG[self.gains])
            object.__setattr__(self, "gains", None)
        elif self.gains not in (None, "binary", "shifted"):
            object.__setattr__(self, "gains", OwnGains.of(self.gains))
        if self.gains is not None and self.dcg != "log2":
            raise InputError(f"gains of {self.name} say what a grade is worth, and so does dcg={self.dcg!r}; give one")

    def with_options(self, **options: Any) -> Self:
        """The same measure with other options; `gain` is another word for `gains`, and `dcg` alone undoes them."""
        if "gain" in options and "gains" not in options:
            options["gains"] = options.pop("gain")
        if "dcg" in options:
            options.setdefault("gains", None)
        return super().with_options(**options)

    @property
    def formula(self) -> str:  # type: ignore[override]  # it depends on the discount
        below = "log2(rank + 1)" if self.discount == "log2" else "log2(rank), of rank 1 the gain alone,"
        return f"DCG@k = sum of gain / {below} down to rank k"

    @property
    def gain(self) -> str | OwnGains:
        """What a grade is worth: a name among `irlearn.measures.graded.GAIN`, or gains of one's own."""
        return self.gains if isinstance(self.gains, str | OwnGains) else _DCG[self.dcg]

    @property
    def gain_words(self) -> str:
        """What a grade is worth, in words."""
        if isinstance(self.gain, OwnGains):
            return self.gain.words
        return {**GAINS, "linear": "the grade", "binary": "1 for each relevant document"}[self.gain]

    @property
    def discount_words(self) -> str:
        """What a gain is divided by, in words."""
        return "log2(rank + 1)" if self.discount == "log2" else "log2(rank), with none at rank 1"

    def discount_at(self, rank: int) -> float:
        """What the gain at a rank is divided by, 1 where it is not discounted."""
        return math.log2(rank + 1) if self.discount == "log2" else math.log2(max(rank, 2))

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The gain is {self.gain_words}, the discount {self.discount_words}.",)

    def facts(self, ranking: Ranking) -> dict[str, Any]:  # noqa: ARG002 - they are the same for all
        said = {"gain": self.gain_words, "discount": self.discount_words, "under_each": _WRITTEN[self.discount]}
        other = {"on_rank": self(discount="log2-rank"), "on_binary": self(dcg="log2", gains="binary")}
        return {**said, **{name: repr(measure) for name, measure in other.items()}}

    def discounted(self, rankings: Rankings, grades: NDArray[np.int64]) -> Terms:
        """The gains of `grades` over their discounts, from rank 1 down."""
        if self.gain == "exponential":
            check_grades(repr(self), grades)
        places = np.arange(1, grades.shape[-1] + 1) + (self.discount == "log2")
        gains = worth(self.gain, grades, exact=rankings.exact)
        return Terms(gains, rankings.integers(places) if rankings.exact else places, log2=True)

    def terms(self, rankings: Rankings) -> Terms:
        return self.discounted(rankings, rankings.top(self.cutoff).grades)

    def ideal(self, rankings: Rankings) -> Terms:
        """The terms of all judged documents in their best order."""
        return self.discounted(rankings, rankings.judged[..., : self.cutoff])


class IdealDCG(DiscountedCumulatedGain):
    """IDCG@k is the DCG@k of all judged documents in their best order, retrieved or not: the most there is to gain.

    0 or more, the same for every list of a topic. The options are those of DCG. Its terms belong to the ranks of the
    ideal list. Source: Järvelin and Kekäläinen (2002).

    >>> from irlearn import IDCG, Ranking
    >>> round((IDCG @ 5).of(Ranking.parse("3 2 1 2 3")), 3)
    7.141
    """

    name = "IDCG"
    title = "ideal discounted cumulated gain"
    formula = "IDCG@k = DCG@k of all judged documents in their best order"
    why = "The ideal is built from all judged documents, retrieved or not, and is cut off at the same rank."
    better = "neither"
    needs = "grades"
    needs_order = False
    hint_templates = (
        "Take all judged documents, retrieved or not, and sort them by grade, highest first.",
        "Their gains, {gain}, down to the cutoff: {ideal}.",
        "{under_each}",
        "The terms are {terms}. Their sum is left.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        return self.ideal(rankings)

    def grades(self, ranking: Ranking) -> tuple[int, ...]:
        return ranking.judged[: self.cutoff]

    def hints(self, ranking: RankingLike) -> tuple[str, ...]:
        return self.steps(as_ranking(ranking))  # the cutoff is one of the ideal list


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
    divisor_meaning = "ideal DCG"
    is_normalized = True
    range = (0.0, 1.0)
    needs = "grades"

    def terms(self, rankings: Rankings) -> Terms:
        top = super().terms(rankings)
        return Terms(top.numerators, top.denominators, self.ideal(rankings), log2=True)

    def parts(self) -> tuple[Measure, ...]:
        return (DiscountedCumulatedGain(**self.options, cutoff=self.cutoff),)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:
        best = fixed(self.ideal(ranking.arrays).total(), 4)
        return (
            "Write down the gain at each rank, {gain}: {gains}. Its discount is {discount}.",
            (
                "For the ideal sort the grades of all judged documents, retrieved or not, highest first, and stop at "
                "the same rank. Its gains: {ideal}."
            ),
            f"The DCG of the list is {fixed(self.parts()[0].of(ranking), 4)}.",
            f"The ideal DCG is {best}. One division is left.",
        )


def dcg_of(measure: Measure) -> DiscountedCumulatedGain:
    """The DCG that a measure is made of, with its options and cutoff; of any other measure the plain one.

    >>> dcg_of(NormalizedDCG(gains="binary", cutoff=5)), dcg_of(CumulatedGain(cutoff=3))
    (DCG(gains='binary')@5, DCG@3)
    """
    options = measure.options if isinstance(measure, DiscountedCumulatedGain) else {}
    return DiscountedCumulatedGain(**options, cutoff=measure.cutoff)
