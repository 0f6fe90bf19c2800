"""The facts of questions about a measure or a mean, from which misconceptions compute."""

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
    """The facts of a question about a measure of one ranking.

    Arrays have one element for each rank. If `exact` is True, they hold Python integers, so that results are fractions;
    otherwise results are floats.

    >>> from irlearn import AP
    >>> facts = RankingFacts(AP @ 3, Ranking.parse("1 0 1 1", relevant=5))
    >>> facts.hits.tolist(), facts.hit_count, facts.relevant, facts.k
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
        """The right terms, which misconceptions change."""
        return self.measure.terms(self.full_list)

    @property
    def right_value(self) -> Number:
        return self.number(self.measure)

    @property
    def rel(self) -> int:
        return self.measure.rel

    @cached_property
    def hits(self) -> NDArray[Any]:
        """1 at each relevant rank and 0 at each other rank, down to the cutoff."""
        return self.integers(self.cut_list.hits(self.rel))

    @cached_property
    def all_hits(self) -> NDArray[Any]:
        """1 at each relevant rank and 0 at each other rank of the whole list."""
        return self.integers(self.full_list.hits(self.rel))

    @cached_property
    def hits_so_far(self) -> NDArray[Any]:
        """The number of relevant documents down to each rank."""
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
        """The rank of the first relevant document down to the cutoff; 0 if there is none."""
        return self.hit_ranks[0] if self.hit_count else 0

    @cached_property
    def hit_count(self) -> int:
        """The number of relevant documents down to the cutoff."""
        return int(self.hits.sum())

    @cached_property
    def hit_count_in_all(self) -> int:
        """The number of relevant documents in the whole list."""
        return len(self.hit_ranks)

    @cached_property
    def relevant(self) -> int:
        """The number of relevant documents, retrieved or not."""
        return int(self.full_list.relevant(self.rel))

    @property
    def missed(self) -> int:
        """The number of relevant documents that are not found down to the cutoff."""
        return self.relevant - self.hit_count

    @property
    def retrieved(self) -> int:
        """The number of documents in the list."""
        return len(self.ranking)

    @property
    def ranks_read(self) -> int:
        """The number of documents down to the cutoff; less than the cutoff if the list is shorter."""
        return min(self.k, self.retrieved)

    @property
    def k(self) -> int:
        """The cutoff, or the length of the list if there is none."""
        return self.measure.cutoff or self.retrieved

    @cached_property
    def grades(self) -> NDArray[Any]:
        """The grade at each rank down to the cutoff, with 0 for unjudged documents."""
        return self.integers(np.maximum(self.cut_list.grades, 0))

    @property
    def judged(self) -> tuple[int, ...]:
        """The grades of all judged documents, highest first."""
        return self.ranking.judged

    def integers(self, values: Any) -> NDArray[Any]:
        return self.full_list.integers(values)

    def share(self, numerator: Number, denominator: Number) -> Number:
        """Return a quotient; 0 if the denominator is 0."""
        if not denominator:
            return Fraction(0)
        if self.exact and not isinstance(numerator, float):
            return Fraction(numerator) / Fraction(denominator)
        return numerator / denominator

    def ratio(self, numerator: Number, denominator: Number) -> WrongFormula:
        """Return a quotient as a wrong calculation."""
        return WrongFormula(self.share(numerator, denominator), Ratio(numerator, denominator))

    def rank_as_value(self, rank: int, words: str = "") -> WrongFormula:
        """Return a rank in place of the value, with words after it."""
        return WrongFormula(self.share(rank, 1), f"rank {rank}{words}")

    def exact_formula(self, value: Fraction | float, written: Part) -> WrongFormula:
        """Return a calculation whose value is a fraction only if these facts are exact."""
        return WrongFormula(value if self.exact else float(value), written)

    def number(self, measure: Measure, ranking: Ranking | None = None) -> Number:
        """Return the right value of a measure: a fraction if these facts are exact and no logarithms remain."""
        return value_of(measure, self.ranking if ranking is None else ranking, exact=self.exact)

    def value_of_other(self, measure: Measure) -> WrongFormula:
        """Return the right value of another measure as a wrong calculation."""
        return WrongFormula(self.number(measure), name=repr(measure))

    def with_same_options(self, measure: BinaryMeasure) -> BinaryMeasure:
        """Return another measure with the cutoff and the lowest relevant grade of this measure."""
        return replace(measure, rel=self.rel, cutoff=self.measure.cutoff)

    @cached_property
    def precision_recall_curve(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """Recall and precision at each rank of the whole list."""
        hit_counts = enumerate(np.cumsum(self.all_hits).tolist(), start=1)
        return tuple((Fraction(hits, self.relevant or 1), Fraction(hits, rank)) for rank, hits in hit_counts)

    @cached_property
    def precision_recall_points(self) -> list[tuple[Fraction, Fraction]]:
        """Recall and precision at each relevant document of the whole list."""
        return [
            (Fraction(hits, self.relevant), Fraction(hits, rank)) for hits, rank in enumerate(self.hit_ranks, start=1)
        ]

    @cached_property
    def _recall_and_best_precision(self) -> list[tuple[Fraction, Fraction]]:
        """Recall at each relevant document of the whole list, and the highest precision from its rank on."""
        from_the_end = (precision for _, precision in reversed(self.precision_recall_points))
        best_precisions = [*accumulate(from_the_end, max)][::-1]
        return [(recall, best) for (recall, _), best in zip(self.precision_recall_points, best_precisions, strict=True)]

    def best_from(self, level: Fraction) -> Fraction:
        """Return the highest precision at ranks whose recall is at least `level`; 0 if no rank reaches it."""
        return next((best for recall, best in self._recall_and_best_precision if recall >= level), Fraction(0))

    @cached_property
    def dcg_variant(self) -> DiscountedCumulatedGain:
        """The DCG that the measure consists of, or linear DCG at the same cutoff."""
        return dcg_of(self.measure)

    @cached_property
    def asked_grades(self) -> NDArray[Any]:
        """The grades of the list, or of the ideal list if the measure is an ideal."""
        return self.integers(np.maximum(self.measure.grades(self.ranking), 0))

    @cached_property
    def asked_gains(self) -> NDArray[Any]:
        """The gains of the list, or of the ideal list if the measure is an ideal."""
        return self.gain(self.asked_grades)

    @cached_property
    def dcg_and_ideal_facts(self) -> tuple[RankingFacts, RankingFacts]:
        """The facts of a question about the DCG of the list, and of a question about the ideal DCG."""
        options, cutoff = self.dcg_variant.options, self.measure.cutoff
        dcg = replace(self, measure=replace(DCG(**options), cutoff=cutoff))
        return dcg, replace(self, measure=replace(IDCG(**options), cutoff=cutoff))

    @cached_property
    def gains(self) -> NDArray[Any]:
        """The gain at each rank down to the cutoff."""
        return self.gain(self.grades)

    @cached_property
    def ideal(self) -> NDArray[Any]:
        """The gains of all judged documents in descending order, down to the cutoff."""
        return self.gain(self.judged[: self.measure.cutoff])

    @cached_property
    def highest_grade(self) -> int:
        return max(self.judged, default=0)

    @property
    def rescaled_name(self) -> str:
        """The measure with the highest grade here as its `max_grade`, if it has one, such as `ERR(max_grade=1)`."""
        scaled = "max_grade" in self.measure.options and self.highest_grade
        return repr(self.measure(max_grade=self.highest_grade)) if scaled else ""

    def gain(self, grades: ArrayLike, kind: str = "") -> NDArray[Any]:
        """Return the gains of grades, by the measure or by another entry of `GAINS`."""
        whole = self.integers(np.asarray(grades, dtype=np.int64))
        return worth(kind or self.dcg_variant.gain, whole, exact=self.exact)

    def discounted(self, gains: Iterable[Any], start: int | None = None) -> Terms:
        """Return gains over log2(start), log2(start + 1), and so on.

        By default, `start` follows from the measure: 2, or 1 for the discount log2(rank).
        """
        numerators = np.array(list(gains), dtype=object if self.exact else None)
        start = start or (2 if self.dcg_variant.discount == "log2" else 1)
        return Terms(numerators, self.integers(np.arange(start, start + len(numerators))), log2=True)

    @cached_property
    def part_values(self) -> tuple[Number, ...]:
        """The right values of the measures that the measure combines."""
        return tuple(map(self.number, self.measure.parts()))

    @cached_property
    def nonzero_terms(self) -> list[Number]:
        """The nonzero terms, as fractions if they contain no logarithms."""
        return added_up(self.terms)

    @cached_property
    def ideal_nonzero_terms(self) -> list[Number]:
        """The nonzero terms of the divisor, for a measure that divides by an ideal sum such as the ideal DCG."""
        return added_up(self.terms.divisor)

    @cached_property
    def sum_and_ideal(self) -> tuple[float, float]:
        """The sum and the ideal of a measure that divides by an ideal."""
        terms = self.measure.terms(self.ranking.arrays)
        return self.measure.parts()[0].of(self.ranking), terms.divisor.total()

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """Return the results if the terms, the sums or the discounts of the list and of the ideal are rounded."""
        combined = self.measure.combine(*map(rounded, self.part_values))
        if combined is not None:
            yield combined
            return
        sum_of_rounded_terms = sum(map(rounded, self.nonzero_terms), Fraction(0))
        sums_of_rounded_discounts = with_rounded_discounts(self.terms, rounded)
        if isinstance(self.terms.divisor, Terms):
            ideal_of_rounded_terms = sum(map(rounded, self.ideal_nonzero_terms), Fraction(0))
            with_discounts = [
                (total, ideal)
                for total in sums_of_rounded_discounts
                for ideal in with_rounded_discounts(self.terms.divisor, rounded)
            ]
            unrounded = [self.sum_and_ideal] if self.sum_and_ideal[1] else []
            with_rounded_sums = [(rounded(total), rounded(ideal)) for total, ideal in [*with_discounts, *unrounded]]
            quotients = [(sum_of_rounded_terms, ideal_of_rounded_terms), *with_discounts, *with_rounded_sums]
            yield from (total / ideal for total, ideal in quotients if ideal)
        elif divisor := Fraction(np.asarray(self.terms.divisor).item()):
            yield from (total / divisor for total in (sum_of_rounded_terms, *sums_of_rounded_discounts))

    def rounding_bounds(self, half: float) -> tuple[float, float]:
        terms, has_ideal = self.nonzero_terms, isinstance(self.terms.divisor, Terms)
        ideal = self.ideal_nonzero_terms if has_ideal else []
        total = sum(map(float, terms))
        divisor = sum(map(float, ideal)) if has_ideal else float(self.terms.divisor)
        relative_change = half / (1 - half)  # A rounded discount of 1 or more changes its term by at most this share.
        total_change = max(half * len(terms), relative_change * total + half)
        divisor_change = max(half * len(ideal), relative_change * divisor + half) if has_ideal else 0
        if divisor <= divisor_change or total < total_change or self.measure.combine(*self.part_values) is not None:
            return super().rounding_bounds(half)
        return (total - total_change) / (divisor + divisor_change), (total + total_change) / (divisor - divisor_change)

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
    """Return the right value of a measure: as a fraction if `exact` is True and no logarithms remain, else as a float.

    >>> from irlearn import AP
    >>> value_of(AP, Ranking.parse("1 0 1", relevant=4)), value_of(AP, Ranking.parse("1"), exact=False)
    (Fraction(5, 12), 1.0)
    """
    fraction = exact_value(measure, ranking) if exact else None
    return measure.of(ranking) if fraction is None else fraction


def added_up(terms: Terms) -> list[Number]:
    """Return the nonzero terms, as fractions if they contain no logarithms."""
    terms = terms.flattened
    if terms.log2:
        return [*filter(None, map(float, terms.quotients()))]
    return [numerator / denominator for numerator, denominator in zip(*as_fractions(terms), strict=True) if numerator]


def with_rounded_discounts(terms: Terms, rounded: Rounded) -> list[Number]:
    """Return the sum with rounded logarithms in a list; empty without logarithms, or if one is rounded to 0.

    >>> from irlearn import DCG, Ranking
    >>> float(*with_rounded_discounts(DCG.terms(Ranking.parse("3 3 2 1").exact), lambda value: round(value, 2)))
    6.32976865997381
    """
    terms = terms.flattened
    if not terms.log2:
        return []
    parts = [
        (numerator, rounded(math.log2(max(denominator, 2))))
        for numerator, denominator in zip(*as_fractions(terms), strict=True)
        if numerator
    ]
    if not all(logarithm for _, logarithm in parts):
        return []
    return [sum((numerator / logarithm for numerator, logarithm in parts), Fraction(0))]


_READABLE_BITS = 48
"""The largest size of the denominator of a fraction in a wrong calculation, in bits."""
_TINY = 1e-4
"""Smaller values are written in scientific notation."""


@dataclass(frozen=True)
class MeanFacts(QuestionFacts):
    """The facts of a question about a mean over queries, which has the rankings or the values of the queries.

    If `exact` is True, values are fractions; otherwise they are floats.

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
        """The rankings; empty if the question has values."""
        return tuple(query for query in self.data if isinstance(query, Ranking))

    @cached_property
    def query_facts(self) -> tuple[RankingFacts, ...]:
        """The facts of each query, in floats."""
        return tuple(RankingFacts(self.mean.measure, ranking) for ranking in self.rankings)

    @cached_property
    def values(self) -> tuple[Number, ...]:
        return tuple(self._value(query) for query in self.data)

    def _value(self, query: Ranking | Fraction) -> Number:
        if isinstance(query, Ranking):
            return value_of(self.mean.measure, query, exact=self.exact)
        return query if self.exact else float(query)

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
        """The lowest value of a query in the geometric mean."""
        epsilon = Fraction(repr(self.mean.epsilon)) if self.mean.epsilon else Fraction(0)
        return epsilon if self.exact else float(epsilon)

    @property
    def floored(self) -> list[Number]:
        """The values, where each value below epsilon is replaced by epsilon."""
        return [max(value, self.epsilon) for value in self.values]

    @property
    def rel(self) -> int:
        return self.mean.measure.rel

    def reciprocal(self, rank: int) -> Number:
        value = Fraction(1, rank) if rank else Fraction(0)
        return value if self.exact else float(value)

    def mean_of_other(self, measure: Measure) -> Wrong:
        values = [value_of(measure, ranking, exact=self.exact) for ranking in self.rankings]
        return self.mean_of(values) if values else None

    def mean_of(self, values: Sequence[Number], divisor: int = 0) -> WrongFormula:
        """Return the arithmetic mean of values, or their sum over another divisor."""
        count, total = divisor or len(values), Sum(*map(spelled, values))
        value = arithmetic(values) * Fraction(len(values), count)
        return WrongFormula(value, total / count if count != 1 else total)

    def geometric(self, values: Sequence[Number], root: int = 0) -> WrongFormula:
        """Return the geometric mean of values, or another root of their product."""
        degree = root or len(values)
        return WrongFormula(geometric(values) ** (len(values) / degree), self.product_of(values) ** Ratio(1, degree))

    def product_of(self, values: Sequence[Number]) -> Product:
        """Return a product as a formula."""
        return Product(*map(spelled, values))

    def results_with_rounding(self, rounded: Rounded) -> Iterator[Number]:
        """Return the mean of rounded values."""
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
    """Return the value of a query as a formula: a short fraction, or a decimal."""
    if isinstance(value, Fraction) and value.denominator.bit_length() <= _READABLE_BITS:
        return Shown(value)
    return Shown(value, general(value, 4), scientific=0 < value < _TINY)
