"""What misconceptions about a measure or a mean work on: a ranking, or queries, and the right terms to go wrong."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from irlearn.byhand.misconceptions import (
    FACTS_BY_QUANTITY,
    CountWord,
    Number,
    QuestionFacts,
    Rounded,
    Wrong,
    WrongFormula,
)
from irlearn.byhand.terms import as_fractions, exact_value
from irlearn.formulas import Node, Number as Shown, Part, Product, Ratio, Sum
from irlearn.measures import DCG, IDCG, Measure
from irlearn.measures.base import BinaryMeasure, Terms
from irlearn.measures.graded import DiscountedCumulatedGain, dcg_of, worth
from irlearn.measures.means import Mean, arithmetic, geometric
from irlearn.ranking import Ranking, Rankings
from irlearn.text.numbers import fixed, general


@dataclass(frozen=True)
class RankingFacts(QuestionFacts):
    """One ranking under one measure, with the arrays that misconceptions are written in; ranks on the last axis.

    With `exact` all arrays hold Python's integers, so that results are fractions.

    >>> from irlearn import AP
    >>> context = RankingFacts(AP @ 3, Ranking.parse("1 0 1 1", relevant=5))
    >>> context.hits.tolist(), context.hit_count, context.relevant, context.k
    ([1, 0, 1], 2, 5, 3)
    """

    measure: Measure
    ranking: Ranking
    exact: bool = False

    @cached_property
    def full_list(self) -> Rankings:
        return self.ranking.exact if self.exact else self.ranking.arrays

    @cached_property
    def cut_list(self) -> Rankings:
        """The list down to the cutoff."""
        return self.full_list.top(self.measure.cutoff)

    @cached_property
    def terms(self) -> Terms:
        """The terms to go wrong from."""
        return self.measure.terms(self.full_list)

    @property
    def right_value(self) -> Number:
        return self.number(self.measure)

    @property
    def rel(self) -> int:
        return self.measure.rel

    @cached_property
    def hits(self) -> NDArray[Any]:
        """1 at each relevant rank down to the cutoff, else 0."""
        return self.integers(self.cut_list.hits(self.rel))

    @cached_property
    def all_hits(self) -> NDArray[Any]:
        """1 at each relevant rank of the whole list."""
        return self.integers(self.full_list.hits(self.rel))

    @cached_property
    def hits_so_far(self) -> NDArray[Any]:
        """Relevant documents down to each rank."""
        return np.cumsum(self.hits)

    @property
    def ranks(self) -> NDArray[Any]:
        return self.cut_list.ranks

    @cached_property
    def hit_ranks(self) -> tuple[int, ...]:
        """The ranks of the relevant documents of the whole list."""
        return tuple(rank for rank, grade in enumerate(self.ranking.grades, start=1) if grade >= self.rel)

    @property
    def first_hit_rank(self) -> int:
        """The rank of the first relevant document that is read, 0 where there is none."""
        return self.hit_ranks[0] if self.hit_count else 0

    @cached_property
    def hit_count(self) -> int:
        """Relevant documents down to the cutoff."""
        return int(self.hits.sum())

    @cached_property
    def hit_count_in_all(self) -> int:
        """Relevant documents in the whole list."""
        return len(self.hit_ranks)

    @cached_property
    def relevant(self) -> int:
        """Relevant documents in all, retrieved or not."""
        return int(self.full_list.relevant(self.rel))

    @property
    def missed(self) -> int:
        """Relevant documents that are not among those read."""
        return self.relevant - self.hit_count

    @property
    def retrieved(self) -> int:
        """Documents in the list."""
        return len(self.ranking)

    @property
    def ranks_read(self) -> int:
        """Documents down to the cutoff, fewer than it where the list is shorter."""
        return min(self.k, self.retrieved)

    @property
    def k(self) -> int:
        """Ranks read: the cutoff, or the whole list."""
        return self.measure.cutoff or self.retrieved

    @cached_property
    def grades(self) -> NDArray[Any]:
        """The grade at each rank down to the cutoff, 0 where nobody judged."""
        return self.integers(np.maximum(self.cut_list.grades, 0))

    @property
    def judged(self) -> tuple[int, ...]:
        """The grades of all judged documents, highest first."""
        return self.ranking.judged

    def integers(self, values: Any) -> NDArray[Any]:
        return self.full_list.integers(values)

    def share(self, above: Number, below: Number) -> Number:
        """`above` over `below`; 0 where there is nothing to divide by."""
        if not below:
            return Fraction(0)
        return Fraction(above) / Fraction(below) if self.exact and not isinstance(above, float) else above / below

    def ratio(self, above: Number, below: Number) -> WrongFormula:
        return WrongFormula(self.share(above, below), Ratio(above, below))

    def rank_as_value(self, rank: int, words: str = "") -> WrongFormula:
        """A rank in place of the value, with words behind it."""
        return WrongFormula(self.share(rank, 1), f"rank {rank}{words}")

    def exact_formula(self, value: Fraction | float, written: Part) -> WrongFormula:
        """A value that was worked out as a fraction, exact where this context is."""
        return WrongFormula(value if self.exact else float(value), written)

    def number(self, measure: Measure, ranking: Ranking | None = None) -> Number:
        """The right value of another measure, exact where this context is and it can be."""
        return value_of(measure, self.ranking if ranking is None else ranking, exact=self.exact)

    def value_of_other(self, measure: Measure) -> WrongFormula:
        """The right value of another measure, given in place of this one's."""
        return WrongFormula(self.number(measure), name=repr(measure))

    def with_same_options(self, measure: BinaryMeasure) -> BinaryMeasure:
        """Another measure with the asked one's cutoff and line of relevance."""
        return replace(measure, rel=self.rel, cutoff=self.measure.cutoff)

    @cached_property
    def precision_recall_curve(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Recall and precision after each rank of the whole list."""
        found = enumerate(np.cumsum(self.all_hits).tolist(), start=1)
        return tuple((Fraction(seen, self.relevant or 1), Fraction(seen, rank)) for rank, seen in found)

    @cached_property
    def precision_recall_points(self) -> list[tuple[Fraction, Fraction]]:
        """Recall and precision at each relevant document of the whole list."""
        return [(Fraction(n, self.relevant), Fraction(n, rank)) for n, rank in enumerate(self.hit_ranks, start=1)]

    @cached_property
    def _peaks(self) -> list[tuple[Fraction, Fraction]]:
        """Recall at each relevant document of the whole list, and the highest precision from there on."""
        best = [*accumulate((precision for _, precision in reversed(self.precision_recall_points)), max)][::-1]
        return [(recall, highest) for (recall, _), highest in zip(self.precision_recall_points, best, strict=True)]

    def best_from(self, level: Fraction) -> Fraction:
        """The highest precision at the ranks where recall is at a level or above, 0 where there is none."""
        return next((highest for recall, highest in self._peaks if recall >= level), Fraction(0))

    # graded measures

    @cached_property
    def dcg_variant(self) -> DiscountedCumulatedGain:
        """The DCG that the asked measure is made of, or linear DCG at the same cutoff."""
        return dcg_of(self.measure)

    @cached_property
    def asked_grades(self) -> NDArray[Any]:
        """The grades of the list, or of the ideal where the ideal is asked for."""
        return self.integers(np.maximum(self.measure.grades(self.ranking), 0))

    @cached_property
    def asked_gains(self) -> NDArray[Any]:
        """The gains of the list, or of the ideal where the ideal is asked for."""
        return self.gain(self.asked_grades)

    @cached_property
    def dcg_and_ideal_facts(self) -> tuple[RankingFacts, RankingFacts]:
        """The DCG of the list and that of the ideal, each with its context."""
        asked = DCG(**self.dcg_variant.options), IDCG(**self.dcg_variant.options)
        above, below = (replace(self, measure=replace(one, cutoff=self.measure.cutoff)) for one in asked)
        return above, below

    @cached_property
    def gains(self) -> NDArray[Any]:
        """What the grades are worth, down to the cutoff."""
        return self.gain(self.grades)

    @cached_property
    def ideal(self) -> NDArray[Any]:
        """The gains of all judged documents in their best order, down to the cutoff."""
        return self.gain(self.judged[: self.measure.cutoff])

    @cached_property
    def highest_grade(self) -> int:
        return max(self.judged, default=0)

    @property
    def rescaled_name(self) -> str:
        """The asked measure on a scale of grades that ends at the highest grade here, such as `ERR(max_grade=1)`."""
        scaled = "max_grade" in self.measure.options and self.highest_grade
        return repr(self.measure(max_grade=self.highest_grade)) if scaled else ""

    def gain(self, grades: ArrayLike, kind: str = "") -> NDArray[Any]:
        """What grades are worth; as the measure says, unless another of `GAINS` is told."""
        whole = self.integers(np.asarray(grades, dtype=np.int64))
        return worth(kind or self.dcg_variant.gain, whole, exact=self.exact)

    def discounted(self, gains: Iterable[Any], start: int | None = None) -> Terms:
        """Gains over log2(start), log2(start + 1), ...: from 2 on or from 1, where rank 1 has none, as is asked for."""
        numerators = np.array(list(gains), dtype=object if self.exact else None)
        start = start or (2 if self.dcg_variant.discount == "log2" else 1)
        return Terms(numerators, self.integers(np.arange(start, start + len(numerators))), log2=True)

    # what a hand rounds on the way

    @cached_property
    def part_values(self) -> tuple[Number, ...]:
        """The right values of the measures on the way to the asked one."""
        return tuple(map(self.number, self.measure.parts()))

    @cached_property
    def nonzero_terms(self) -> list[Number]:
        """The terms that are not 0, exact where they are no logarithms."""
        return added_up(self.terms)

    @cached_property
    def ideal_nonzero_terms(self) -> list[Number]:
        """The same of the ideal that divides them."""
        return added_up(self.terms.divisor)

    @cached_property
    def sum_and_ideal(self) -> tuple[float, float]:
        """The sum and its ideal, of a measure that divides by an ideal."""
        divided = self.measure.terms(self.ranking.arrays)
        return self.measure.parts()[0].of(self.ranking), divided.divisor.total()

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """The results of rounded terms, sums or discounts, over the divisor or an ideal that is rounded alike."""
        joined = self.measure.combine(*map(rounded, self.part_values))
        if joined is not None:
            yield joined
            return
        above = sum(map(rounded, self.nonzero_terms), Fraction(0))
        divided = with_rounded_discounts(self.terms, rounded)
        if isinstance(self.terms.divisor, Terms):  # an ideal, a sum itself
            below = sum(map(rounded, self.ideal_nonzero_terms), Fraction(0))
            pairs = [(one, other) for one in divided for other in with_rounded_discounts(self.terms.divisor, rounded)]
            sums = [*pairs, *([self.sum_and_ideal] if self.sum_and_ideal[1] else [])]
            ways = [(above, below), *pairs, *((rounded(one), rounded(other)) for one, other in sums)]
            yield from (one / other for one, other in ways if other)
        elif divisor := Fraction(np.asarray(self.terms.divisor).item()):
            yield from (one / divisor for one in (above, *divided))

    def rounding_bounds(self, half: float) -> tuple[float, float]:
        terms, by_sum = self.nonzero_terms, isinstance(self.terms.divisor, Terms)
        ideal = self.ideal_nonzero_terms if by_sum else []
        above, below = sum(map(float, terms)), sum(map(float, ideal)) if by_sum else float(self.terms.divisor)
        a_term = half / (1 - half)  # of each term, by which a rounded discount of 1 or more moves it
        more = max(half * len(terms), a_term * above + half)
        less = max(half * len(ideal), a_term * below + half) if by_sum else 0
        if below <= less or above < more or self.measure.combine(*self.part_values) is not None:
            return super().rounding_bounds(half)
        return (above - more) / (below + less), (above + more) / (below - less)

    def sentence_facts(self) -> dict[str, Any]:
        options = self.measure.options
        beta = float(options.get("beta", 1))
        return {
            "found": CountWord(self.hit_count),
            "found_in_all": CountWord(self.hit_count_in_all),
            "relevant": CountWord(self.relevant),
            "retrieved": CountWord(self.retrieved),
            "k": CountWord(self.k),
            "read": CountWord(self.ranks_read),
            "cut": "the cutoff" if self.measure.cutoff else "the length of the list",
            "first": self.hit_ranks[0] if self.hit_ranks else 0,
            "smaller": min(self.relevant, self.k),
            "missed": CountWord(self.missed),
            "measure": self.measure.label,
            "judged": CountWord(len(self.judged)),
            "rel": self.rel,
            "got": "read" if self.measure.cutoff else "retrieved",
            "the_level": "this recall" if options.get("recall") is not None else "each level",
            "gain": self.dcg_variant.gain_words,
            "beta": f"{beta:g}",
            "factor": "2" if beta == 1 else f"1 + β² = {1 + beta**2:g}",
            "highest": self.highest_grade,
            "max_grade": options.get("max_grade", 0),
            "on_scale": self.rescaled_name,
            **self.measure.facts(self.ranking),
        }


FACTS_BY_QUANTITY(Measure)(RankingFacts)


def value_of(measure: Measure, ranking: Ranking, *, exact: bool = True) -> Number:
    """The right value of a measure: with `exact` as a fraction, where it is one; else as a float.

    >>> from irlearn import AP
    >>> value_of(AP, Ranking.parse("1 0 1", relevant=4)), value_of(AP, Ranking.parse("1"), exact=False)
    (Fraction(5, 12), 1.0)
    """
    fraction = exact_value(measure, ranking) if exact else None
    return measure.of(ranking) if fraction is None else fraction


def added_up(terms: Terms) -> list[Number]:
    """The terms that are not 0, exact where they are no logarithms."""
    terms = terms.flattened
    if terms.log2:
        return [*filter(None, map(float, terms.quotients()))]
    return [above / below for above, below in zip(*as_fractions(terms), strict=True) if above]


def with_rounded_discounts(terms: Terms, rounded: Rounded) -> list[Number]:
    """The sum with each logarithm rounded before it divides; none where no logarithm divides, or one becomes 0.

    >>> from irlearn import DCG, Ranking
    >>> float(*with_rounded_discounts(DCG.terms(Ranking.parse("3 3 2 1").exact), lambda value: round(value, 2)))
    6.32976865997381
    """
    terms = terms.flattened
    if not terms.log2:
        return []
    parts = [
        (above, rounded(math.log2(max(below, 2)))) for above, below in zip(*as_fractions(terms), strict=True) if above
    ]
    return [sum((above / below for above, below in parts), Fraction(0))] if all(below for _, below in parts) else []


_LONGEST = 48  # bits of a fraction that is still worth reading, as in derivations
_WITH_EXPONENT = 1e-4  # smaller values


@dataclass(frozen=True)
class MeanFacts(QuestionFacts):
    """Several queries under a mean: one value each, exact or as floats, and their rankings where those were given.

    >>> from irlearn import MAP
    >>> values = (Fraction(1), Fraction(1, 2))
    >>> print(MeanFacts(MAP, values, exact=True).mean_of(values).written[-1])
    (1 + 1/2) / 2
    """

    mean: Mean
    data: tuple[Ranking, ...] | tuple[Fraction, ...]
    exact: bool = False

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """The rankings, empty where values were given."""
        return tuple(one for one in self.data if isinstance(one, Ranking))

    @cached_property
    def query_facts(self) -> tuple[RankingFacts, ...]:
        """What misconceptions about the measure work on in each query, quick."""
        return tuple(RankingFacts(self.mean.measure, ranking) for ranking in self.rankings)

    @cached_property
    def values(self) -> tuple[Number, ...]:
        return tuple(self._value(one) for one in self.data)

    def _value(self, one: Ranking | Fraction) -> Number:
        if isinstance(one, Ranking):
            return value_of(self.mean.measure, one, exact=self.exact)
        return one if self.exact else float(one)

    @property
    def right_value(self) -> Number:
        if self.mean.epsilon is None:
            return arithmetic(self.values)
        return self.mean.of([float(value) for value in self.values])

    @property
    def queries(self) -> int:
        return len(self.data)

    @property
    def epsilon(self) -> Number:
        """The least value that a query counts with in the geometric mean."""
        least = Fraction(repr(self.mean.epsilon)) if self.mean.epsilon else Fraction(0)
        return least if self.exact else float(least)

    @property
    def floored(self) -> list[Number]:
        """The values as the geometric mean counts them: those below epsilon raised to it."""
        return [max(value, self.epsilon) for value in self.values]

    @property
    def rel(self) -> int:
        return self.mean.measure.rel

    def reciprocal(self, rank: int) -> Number:
        value = Fraction(1, rank) if rank else Fraction(0)
        return value if self.exact else float(value)

    def mean_of_other(self, measure: Measure) -> Wrong:
        values = [value_of(measure, one, exact=self.exact) for one in self.rankings]
        return self.mean_of(values) if values else None

    def mean_of(self, values: Sequence[Number], divisor: int = 0) -> WrongFormula:
        """The arithmetic mean of values, or their sum over another divisor."""
        count, added = divisor or len(values), Sum(*map(spelled, values))
        worth = arithmetic(values) * Fraction(len(values), count)
        return WrongFormula(worth, added / count if count != 1 else added)

    def geometric(self, values: Sequence[Number], root: int = 0) -> WrongFormula:
        """The geometric mean of values, or another root of their product."""
        count = root or len(values)
        return WrongFormula(geometric(values) ** (len(values) / count), self.product_of(values) ** Ratio(1, count))

    def product_of(self, values: Sequence[Number]) -> Product:
        """A product as it is written by hand."""
        return Product(*map(spelled, values))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """The mean of rounded values."""
        values = [rounded(value) for value in self.values]
        if self.mean.epsilon is None:
            yield Fraction(arithmetic(values))
        else:
            yield self.mean.of([float(value) for value in values])

    def rounding_bounds(self, half: float) -> tuple[float, float]:
        right = float(self.right_value)
        return (right - half, right + half) if self.mean.epsilon is None else super().rounding_bounds(half)

    def sentence_facts(self) -> dict[str, Any]:
        return {
            "queries": CountWord(self.queries),
            "zeros": CountWord(sum(value == 0 for value in self.values)),
            "measure": repr(self.mean),
            "name": self.mean.name,
            "kind": "an arithmetic" if self.mean.epsilon is None else "a geometric",
            "one": repr(self.mean.measure),
            "epsilon": fixed(float(self.epsilon), 10).rstrip("0") if self.epsilon else "",
        }


FACTS_BY_QUANTITY(Mean)(MeanFacts)


def spelled(value: Number) -> Node:
    """A value of one query as it is written by hand: a short fraction, or a decimal."""
    if isinstance(value, Fraction) and value.denominator.bit_length() <= _LONGEST:
        return Shown(value)
    return Shown(value, general(value, 4), scientific=0 < value < _WITH_EXPONENT)
