"""The measures that ask how relevant a document is: CG, DCG, IDCG and nDCG, with their gains and discounts."""

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

GAINS = {"linear": "grade", "exponential": "2^grade − 1", "shifted": "grade − 1"}
"""Names of the gains of a grade, with their formulas in words."""

DISCOUNTS = ("log", "original", "none")
"""Names of the discounts of a rank."""

IDEALS = {"judged": "all judged documents", "retrieved": "the retrieved documents only"}
"""Names of the sets of documents that make up an ideal ranking, with their meanings."""

GAIN_FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "linear": lambda grade: grade,
    "exponential": lambda grade: (1 << grade) - 1,
    "shifted": lambda grade: grade - (grade > 0),
    "binary": lambda grade: (grade > 0) * 1,
}
"""Exact gain of a grade of 0 or more, which may be one number or an array of integers, by the name of the gain."""

DISCOUNT_ARGUMENTS: dict[str, Callable[[Any, int], Any]] = {
    "log": lambda rank, _: rank + 1,
    "original": lambda rank, base: rank if rank >= base else None,
    "none": lambda rank, _: None,  # noqa: ARG005 - no rank is discounted
}
"""Number whose logarithm divides the gain at a rank, by the name of the discount.

Each function takes a rank and the base of the logarithm. It returns None for a rank that is not discounted.
"""

HIGHEST_EXPONENT = 52
"""Highest grade that the exponential gain takes: from 2**53 on, integers are not exact in floating point."""

_HIGHEST_GAIN = 2**31 - 1
_MOST_DECIMALS = 24
_NUMBER_TYPES = int | float | Fraction | np.integer | np.floating

_DCG_GAINS = {"log2": "linear", "exp-log2": "exponential"}  # `dcg` takes the names of ir_measures.
_DCG_BY_GAIN = {gain: dcg for dcg, gain in _DCG_GAINS.items()}
_DISCOUNT_SPELLINGS = {
    **dict.fromkeys(["log2", "log2-rank-plus-1", "log2(rank+1)", "log2(i+1)", "log"], "log2"),
    **dict.fromkeys(["log2-rank", "log2(rank)", "log2(i)", "original", "jarvelin", "croft"], "log2-rank"),
}
_DISCOUNT_HINTS = {
    "log2": "Under each gain write its discount, log2(rank + 1): 1, 1.585, 2, 2.322, 2.585, ... At rank 1 divide by 1.",
    "log2-rank": "Under each gain write its discount, log2(rank): none at rank 1, then 1, 1.585, 2, 2.322, ...",
}

Gain = int | Typed
"""A custom gain of a grade: a whole number, or the decimal that was typed."""


class CustomGains(tuple[tuple[int, Gain], ...]):
    """Custom gains: pairs of a grade and its gain, by rising grade. Grade 0 gains 0 unless it is listed.

    A gain need not be a whole number. It is stored exactly, and written as the decimal that was typed.

    >>> CustomGains.of({2: 10, 1: 1}), CustomGains.of({1: 0.3, 2: 1.0})
    ({0: 0, 1: 1, 2: 10}, {0: 0, 1: 0.3, 2: 1})
    """

    __slots__ = ()

    @classmethod
    def of(cls, gains: object) -> CustomGains:
        """Return the gains in a mapping of whole grades to gains; raise `InputError` for any other value."""
        if isinstance(gains, Mapping):
            gain_of_grade = {0: 0, **gains}
        elif isinstance(gains, CustomGains):
            gain_of_grade = dict(gains)
        else:
            gain_of_grade = {}
        grades_valid = all(type(grade) is int and 0 <= grade <= _HIGHEST_GAIN for grade in gain_of_grade)
        exact_gains = {grade: _exact_gain(gain) for grade, gain in gain_of_grade.items()} if grades_valid else {}
        custom = cls(sorted((grade, gain) for grade, gain in exact_gains.items() if gain is not None))
        some_invalid = len(custom) < max(len(gain_of_grade), 2)
        if some_invalid or any(lower > higher for (_, lower), (_, higher) in pairwise(custom)):
            raise InputError(
                f"gains must give each whole grade a gain from 0 to {_HIGHEST_GAIN}, with {_MOST_DECIMALS} digits "
                "behind the point at most, and a higher grade no smaller one, as in gains={0: 0, 1: 0.5, 2: 1}; or be "
                f"'binary' or 'shifted'; given: {quoted(gains)}"
            )
        return custom

    def __repr__(self) -> str:
        """Return the gains as a dictionary is typed."""
        return repr(dict(self))

    @property
    def words(self) -> str:
        """The gain of each grade in words, such as `1 for grade 1 and 10 for grade 2`."""
        return comma_list([f"{gain} for grade {grade}" for grade, gain in self])

    def worth(self, grades: NDArray[Any], *, exact: bool) -> NDArray[Any]:
        """Return the gains of grades; raise `InputError` for a grade that has no gain."""
        known_grades, gains = (np.array(column) for column in zip(*self, strict=True))
        gains = gains if exact or gains.dtype != object else gains.astype(np.float64)
        indices = np.minimum(np.searchsorted(known_grades, grades), len(known_grades) - 1)
        unknown = grades[(known_grades[indices] != grades) & (grades >= 0)]
        if unknown.size:
            raise InputError(f"gains={self!r} has no gain for grade {unknown[0]}, which a document has; add it")
        return np.where(grades < 0, 0, gains[indices])


def _exact_gain(gain: object) -> Gain | None:
    """Return a gain as it was typed, or None if it is not a gain or has too many digits."""
    if isinstance(gain, bool) or not isinstance(gain, _NUMBER_TYPES) or not 0 <= gain <= _HIGHEST_GAIN:
        return None
    exact = to_fraction(gain)
    if exact.denominator == 1:
        return int(exact)
    return Typed(exact) if exact.denominator <= 10**_MOST_DECIMALS else None


def worth(gain: str | CustomGains, grades: NDArray[Any], *, exact: bool = False) -> NDArray[Any]:
    """Return the gains of grades under a gain of `GAIN_FUNCTIONS` or custom gains; an unjudged document gains 0.

    If `exact`, the array holds Python integers and gains as they were typed; else it holds machine numbers.

    >>> worth("exponential", np.array([-1, 0, 1, 2, 3])).tolist(), worth("shifted", np.array([0, 1, 2])).tolist()
    ([0, 0, 1, 3, 7], [0, 0, 1])
    """
    gains: NDArray[Any]
    if isinstance(gain, CustomGains):
        gains = gain.worth(grades, exact=exact)
    else:
        gains = GAIN_FUNCTIONS[gain](np.maximum(grades, 0))
    return gains.astype(object) if exact else gains


def check_grades(what: str, grades: NDArray[np.int64] | int, highest: int = HIGHEST_EXPONENT) -> None:
    """Raise `InputError` for a grade above `highest`, because `what` raises 2 to it.

    >>> check_grades("ERR", np.array([0, 5]), 4)
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: ERR raises 2 to the grade and takes grades up to 4; given: 5
    """
    highest_given = grades if isinstance(grades, int) else int(grades.max(initial=0))
    if highest_given > highest:
        raise InputError(f"{what} raises 2 to the grade and takes grades up to {highest}; given: {highest_given}")


class CumulatedGain(Measure):
    """Cumulated gain (CG): the sum of the grades down to rank k.

    ::

        CG@k = sum of the grades of the first k ranks

    Parameters
    ----------
    cutoff : int, optional
        Number of ranks read, usually written ``CG @ 5``. By default the whole list is read.

    Notes
    -----
    An unjudged document gains nothing. The order of the ranks that are read does not matter.

    References
    ----------
    Järvelin and Kekäläinen (2002).

    Examples
    --------
    >>> from irlearn import CG, Ranking
    >>> (CG @ 5).of(Ranking.parse("3 2 1 2 3"))
    11.0
    """

    name = "CG"
    title = "cumulated gain"
    formula = "CG@k = sum of the gains down to rank k"
    why = "CG ignores the order of the documents that were read."
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
            "CG adds the gains as they are, at whatever rank.",
            f"The sum is {' + '.join(map(str, gains))}.",
        )


@dataclass(frozen=True, repr=False)
class DiscountedCumulatedGain(Measure):
    """Discounted cumulated gain (DCG): the sum of the gains, each divided by the discount of its rank.

    ::

        DCG@k = sum over the first k ranks of gain / log2(rank + 1)

    Parameters
    ----------
    dcg : {'log2', 'exp-log2'}, default 'log2'
        The gain by its name in ir_measures: the grade, or 2^grade - 1.
    gains : {'binary', 'shifted'} or dict, optional
        Another gain: 1 for each relevant document, grade - 1, or custom gains such as ``{0: 0, 1: 0.5, 2: 1}``.
    discount : {'log2', 'log2-rank'}, default 'log2'
        The discount: log2(rank + 1), or log2(rank) with no discount at rank 1.
    cutoff : int, optional
        Number of ranks read, usually written ``DCG @ 10``. By default the whole list is read.

    Notes
    -----
    An unjudged document gains nothing. Custom gains need not be whole numbers and are stored as they were typed.

    ``discount='log2-rank'`` is the discount as first published, which textbooks such as Croft, Metzler and Strohman
    (2009) use.

    References
    ----------
    Järvelin and Kekäläinen (2002); for the exponential gain, Burges et al. (2005).

    Examples
    --------
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
    why = "The discount grows with the rank, so the same document is worth less further down the list."
    source = "Järvelin and Kekäläinen (2002); Burges et al. (2005)"
    range = (0.0, math.inf)
    value_type = "logarithm"
    hint_templates = (
        "Write down the gain at each rank, {gain}: {gains}.",
        "{under_each}",
        "The terms are {terms}.",
        "Their values are {values}. Only the sum is left.",
    )

    def check(self) -> None:
        if not isinstance(self.dcg, str) or self.dcg not in _DCG_GAINS:
            raise InputError(
                f"dcg of {self.name} must be 'log2' (gain = grade) or 'exp-log2'; given: {quoted(self.dcg)}"
            )
        object.__setattr__(self, "discount", canonical_spelling(self, "discount", self.discount, _DISCOUNT_SPELLINGS))
        if isinstance(self.gains, str) and self.gains in _DCG_BY_GAIN:
            object.__setattr__(self, "dcg", _DCG_BY_GAIN[self.gains])
            object.__setattr__(self, "gains", None)
        elif self.gains not in (None, "binary", "shifted"):
            object.__setattr__(self, "gains", CustomGains.of(self.gains))
        if self.gains is not None and self.dcg != "log2":
            raise InputError(f"gains of {self.name} say what a grade is worth, and so does dcg={self.dcg!r}; give one")

    def with_options(self, **options: Any) -> Self:
        """Return the measure with other options; `gain` is another word for `gains`, and `dcg` alone resets `gains`."""
        if "gain" in options and "gains" not in options:
            options["gains"] = options.pop("gain")
        if "dcg" in options:
            options.setdefault("gains", None)
        return super().with_options(**options)

    @property
    def formula(self) -> str:  # type: ignore[override]  # It depends on the discount.
        discount = "log2(rank + 1)" if self.discount == "log2" else "log2(rank), of rank 1 the gain alone,"
        return f"DCG@k = sum of gain / {discount} down to rank k"

    @property
    def gain(self) -> str | CustomGains:
        """The gain of a grade: a name among `GAIN_FUNCTIONS`, or custom gains."""
        return self.gains if isinstance(self.gains, str | CustomGains) else _DCG_GAINS[self.dcg]

    @property
    def gain_words(self) -> str:
        """The gain of a grade in words."""
        if isinstance(self.gain, CustomGains):
            return self.gain.words
        return {**GAINS, "linear": "the grade", "binary": "1 for each relevant document"}[self.gain]

    @property
    def discount_words(self) -> str:
        """The discount of a rank in words."""
        return "log2(rank + 1)" if self.discount == "log2" else "log2(rank), with none at rank 1"

    def discount_at(self, rank: int) -> float:
        """Return the divisor of the gain at a rank, which is 1 if the rank is not discounted."""
        return math.log2(rank + 1) if self.discount == "log2" else math.log2(max(rank, 2))

    @property
    def question_notes(self) -> tuple[str, ...]:
        return (f"The gain is {self.gain_words}, and the discount is {self.discount_words}.",)

    def facts(self, ranking: Ranking) -> dict[str, Any]:  # noqa: ARG002 - the facts are the same for all rankings
        return {
            "gain": self.gain_words,
            "discount": self.discount_words,
            "under_each": _DISCOUNT_HINTS[self.discount],
            "on_rank": repr(self(discount="log2-rank")),
            "on_binary": repr(self(dcg="log2", gains="binary")),
        }

    def discounted(self, rankings: Rankings, grades: NDArray[np.int64]) -> Terms:
        """Return the terms of `grades` from rank 1 down: their gains over the discounts."""
        if self.gain == "exponential":
            check_grades(repr(self), grades)
        antilogarithms = np.arange(1, grades.shape[-1] + 1) + (self.discount == "log2")
        gains = worth(self.gain, grades, exact=rankings.exact)
        return Terms(gains, rankings.integers(antilogarithms) if rankings.exact else antilogarithms, log2=True)

    def terms(self, rankings: Rankings) -> Terms:
        return self.discounted(rankings, rankings.top(self.cutoff).grades)

    def ideal(self, rankings: Rankings) -> Terms:
        """Return the terms of the ideal ranking: all judged documents in their best order."""
        return self.discounted(rankings, rankings.judged[..., : self.cutoff])


class IdealDCG(DiscountedCumulatedGain):
    """Ideal DCG (IDCG): the DCG of all judged documents in their best order, retrieved or not.

    It is the same for every list of a topic. Its terms belong to the ranks of the ideal ranking.

    Parameters
    ----------
    dcg, gains, discount
        As for `irlearn.DCG`.
    cutoff : int, optional
        Number of ranks of the ideal ranking that count, usually written ``IDCG @ 10``.

    References
    ----------
    Järvelin and Kekäläinen (2002).

    Examples
    --------
    >>> from irlearn import IDCG, Ranking
    >>> round((IDCG @ 5).of(Ranking.parse("3 2 1 2 3")), 3)
    7.141
    """

    name = "IDCG"
    title = "ideal discounted cumulated gain"
    formula = "IDCG@k = DCG@k of all judged documents in their best order"
    why = "The ideal ranking contains all judged documents, retrieved or not, and is cut off at the same rank."
    better = "neither"
    needs = "grades"
    needs_order = False
    hint_templates = (
        "Take all judged documents, retrieved or not, and sort them by grade, the highest first.",
        "Write down their gains, {gain}, down to the cutoff: {ideal}.",
        "{under_each}",
        "The terms are {terms}. Only the sum is left.",
    )

    def terms(self, rankings: Rankings) -> Terms:
        return self.ideal(rankings)

    def grades(self, ranking: Ranking) -> tuple[int, ...]:
        return ranking.judged[: self.cutoff]

    def hints(self, ranking: RankingLike) -> tuple[str, ...]:
        return self.steps(as_ranking(ranking))  # The cutoff applies to the ideal list.


class NormalizedDCG(DiscountedCumulatedGain):
    """Normalized discounted cumulated gain (nDCG): DCG divided by the DCG of the ideal ranking.

    ::

        nDCG@k = DCG@k / DCG@k of all judged documents in their best order

    Parameters
    ----------
    dcg : {'log2', 'exp-log2'}, default 'log2'
        The gain by its name in ir_measures: the grade, or 2^grade - 1.
    gains : {'binary', 'shifted'} or dict, optional
        Another gain: 1 for each relevant document, grade - 1, or custom gains such as ``{0: 0, 1: 0.5, 2: 1}``.
    discount : {'log2', 'log2-rank'}, default 'log2'
        The discount: log2(rank + 1), or log2(rank) with no discount at rank 1.
    cutoff : int, optional
        Number of ranks read, usually written ``nDCG @ 10``. By default the whole list is read.

    Notes
    -----
    The ideal ranking holds all judged documents, retrieved or not, and is cut off at the same rank. scikit-learn's
    ``ndcg_score`` knows only the documents of the list and averages over tied scores.

    References
    ----------
    Järvelin and Kekäläinen (2002).

    Examples
    --------
    >>> from irlearn import nDCG, Ranking
    >>> round((nDCG @ 5).of(Ranking.parse("3 2 1 2 3")), 5)
    0.94998
    """

    name = "nDCG"
    title = "normalized discounted cumulated gain"
    formula = "nDCG@k = DCG@k / DCG@k of all judged documents in their best order"
    why = "The ideal ranking contains all judged documents, retrieved or not, and is cut off at the same rank."
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
        ideal_dcg = fixed(self.ideal(ranking.arrays).total(), 4)
        return (
            "Write down the gain at each rank, {gain}: {gains}. The discount is {discount}.",
            (
                "For the ideal ranking, sort the grades of all judged documents, retrieved or not, the highest first, "
                "and stop at the same rank. Its gains are {ideal}."
            ),
            f"The DCG of the list is {fixed(self.parts()[0].of(ranking), 4)}.",
            f"The ideal DCG is {ideal_dcg}. Only the division is left.",
        )


def dcg_of(measure: Measure) -> DiscountedCumulatedGain:
    """Return the DCG with the options and cutoff of a measure; for a measure without DCG's options, the default DCG.

    >>> dcg_of(NormalizedDCG(gains="binary", cutoff=5)), dcg_of(CumulatedGain(cutoff=3))
    (DCG(gains='binary')@5, DCG@3)
    """
    options = measure.options if isinstance(measure, DiscountedCumulatedGain) else {}
    return DiscountedCumulatedGain(**options, cutoff=measure.cutoff)
