"""What every measure is: a frozen value with one definition, the terms that the ranks of a list contribute."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, Field, dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self, overload

import numpy as np
from numpy.typing import NDArray

from irlearn.errors import InputError, quoted
from irlearn.limits import MOST_RANKS
from irlearn.quantity import Quantity
from irlearn.ranking import HIGHEST_GRADE, UNJUDGED, Ranking, RankingLike, Rankings, as_ranking
from irlearn.text.english import comma_list

_HIGHEST = 10**18 - 1  # of whole numbers that stand in an array
_MISSED = ("relevant", "missed")  # These keywords describe the ranking; they are no options of a measure.
_CUTOFFS = ("k", "n", "at", "top", "depth", "cutoff")  # what a cutoff is called elsewhere

Better = Literal["higher", "lower", "neither"]
Sees = Literal["relevance", "grades", "judgments"]
Asks = Literal["nothing", "relevant", "grades"]
Gives = Literal["fraction", "reciprocal", "whole", "logarithm"]


def option(default: Any, description: str) -> Any:
    """An option of a measure: its default, and a line to a learner on what it chooses."""
    return field(default=default, metadata={"description": description})


@dataclass(frozen=True, eq=False)
class Terms:
    """What each rank adds to a score: a numerator over a denominator, and one divisor for the whole sum.

    `numerators` has shape (..., ranks); `denominators` broadcasts against it and, where `log2` is set, stands for its
    logarithm to base 2; there a 1 divides by nothing. `divisor` has shape (...), or is itself the terms of a sum (the
    ideal DCG). A sum over a divisor of 0 counts as 0. `defined`, of shape (...), marks the rankings that have a score
    at all. `extra_terms` is what is added that no rank of the list adds, such as relevant documents below it.
    """

    numerators: NDArray[Any]
    denominators: Any = 1
    divisor: Any = 1
    log2: bool = False
    defined: Any = True
    extra_terms: Terms | None = None

    @property
    def flattened(self) -> Terms:
        """The same sum with its rest among the terms, behind those of the ranks."""
        if self.extra_terms is None:
            return self
        both = self, self.extra_terms
        below = [np.broadcast_to(np.asarray(one.denominators), one.numerators.shape) for one in both]
        above = np.concatenate([one.numerators for one in both], axis=-1)
        return replace(self, numerators=above, denominators=np.concatenate(below, axis=-1), extra_terms=None)

    def values(self) -> NDArray[np.float64]:
        """The contribution of each rank as a float; shape (..., ranks)."""
        return self._where_defined(self.quotients() / self._divided_by()[..., np.newaxis], per_ranking(self.defined))

    def totals(self) -> NDArray[np.float64]:
        """The score of each ranking as a float; shape (...). It divides once, so that 3 hits of 5 give 0.6."""
        return self._where_defined(self._sum() / self._divided_by(), np.asarray(self.defined))

    def total(self) -> float:
        """The score of a single ranking, its terms added without rounding in between."""
        if not self.defined:
            return math.nan
        divisor = self.divisor.total() if isinstance(self.divisor, Terms) else float(self.divisor)
        rest: Iterable[float] = () if self.extra_terms is None else self.extra_terms.quotients()
        return math.fsum([*self.quotients(), *rest]) / (divisor or 1.0)

    def _sum(self) -> NDArray[np.float64]:
        total: NDArray[np.float64] = self.quotients().sum(axis=-1)
        return total if self.extra_terms is None else total + self.extra_terms._sum()

    def quotients(self) -> NDArray[np.float64]:
        """Each term as a float, before the sum is divided; shape (..., ranks)."""
        below = self.denominators
        if self.log2:
            places = np.asarray(below, dtype=float)
            below = np.log2(np.where(places == 1, 2.0, places))
        quotients: NDArray[np.float64] = self.numerators / below
        return quotients

    def _divided_by(self) -> NDArray[np.float64]:
        divisor = self.divisor.totals() if isinstance(self.divisor, Terms) else np.asarray(self.divisor)
        return np.where(divisor == 0, 1.0, divisor)

    def _where_defined(self, values: NDArray[np.float64], defined: NDArray[np.bool_]) -> NDArray[np.float64]:
        return values if self.defined is True else np.where(defined, values, np.nan)


@dataclass(frozen=True, repr=False)
class Measure(Quantity):
    """An effectiveness measure of a ranked list, as a value: equal by value, usable as a key.

    `measure @ k` reads the list down to rank k; `measure(option=value)` sets options; `repr` gives back what was typed.
    A subclass with options of its own is a dataclass of `irlearn.fast_dataclass`; one without needs no decorator (each
    costs a third of a millisecond of every start).

    >>> from irlearn import AP, P
    >>> AP(rel=2) @ 100, P @ 5 == P @ 5, (P @ 5).cutoff
    (AP(rel=2)@100, True, 5)
    """

    _: KW_ONLY
    cutoff: int | None = None

    name: ClassVar[str]
    """The name in the notation of ir_measures, such as `nDCG`."""
    title: ClassVar[str]
    """The name in words."""
    formula: ClassVar[str]
    """The definition in one line."""
    why: ClassVar[str]
    """What the divisor or the discount is there for, in one sentence to a learner."""
    example: ClassVar[str] = "1 1 1 0 1 1 0 1 0 0"
    """A ranking that it can be worked out on, as it is typed."""
    source: ClassVar[str]
    """Who defined it, and when."""
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """The lowest and the highest value that there is; infinity where there is no highest one."""
    better: ClassVar[Better] = "higher"
    """Which of two values is the better one; `neither` for what says nothing about how good a list is."""
    basis: ClassVar[Sees] = "grades"
    """What it looks at in a document: whether it is relevant, its grade, or only whether somebody judged it."""
    needs: ClassVar[Asks] = "nothing"
    """What must be known of the judged documents that the list misses: how many are `relevant`, or their `grades`."""
    value_type: ClassVar[Gives] = "fraction"
    """The kind of number that its value is: a fraction (or 1 over a rank), a whole number, or made of logarithms."""
    reference_tool: ClassVar[str] = ""
    """The tool whose way of counting is meant where tools differ; empty where none has the measure."""
    first_step: ClassVar[str] = ""
    """Where a hand calculation begins; empty where it begins with what the first rank adds."""
    hint_templates: ClassVar[tuple[str, ...]] = (
        "{unjudged}The definition is: {formula}.",
        "Go down the list and write down what each rank adds. A rank that adds 0 can be left out.",
        "The terms are {terms}.{divided}",
    )
    """Hints in steps, where they are the same for all rankings; `hints` says what may stand in braces."""
    stops_at_hit: ClassVar[bool] = False
    """Whether the reader stops at a relevant document, so that nothing below it counts."""
    divisor_meaning: ClassVar[str] = ""
    """What the divisor counts, such as `relevant documents`; empty where nothing is divided."""
    takes_cutoff: ClassVar[bool] = True
    takes_level: ClassVar[bool] = False
    """Whether what stands behind the @ is a recall level instead of a rank."""
    max_exact_ranks: ClassVar[int] = MOST_RANKS
    """How many ranks are worked out exactly; fewer where each rank makes the fractions longer."""
    is_normalized: ClassVar[bool] = False
    """Whether it is divided by what the best order of all judged documents reaches."""
    needs_order: ClassVar[bool] = True
    averages_over_ties: ClassVar[bool] = False
    """Whether it is the mean over all orders of tied documents, those of a run too."""

    def __post_init__(self) -> None:
        k = self.cutoff
        if k is not None and not self.takes_cutoff:
            raise InputError(
                f"{self.name} is defined on the whole list and takes no cutoff; given: {self.name}@{quoted(k)}"
            )
        if k is not None and (isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1):
            raise InputError(f"the cutoff of {self.name} must be a whole number, 1 or more; given: {quoted(k)}")
        if k is not None and k > _HIGHEST:
            raise InputError(f"the cutoff of {self.name} must be {_HIGHEST} or less; given: {quoted(k)}")
        self.check()

    def check(self) -> None:
        """Refuse options that make no sense, with an `InputError`."""

    def __matmul__(self, cutoff: int) -> Self:
        return replace(self, cutoff=cutoff)

    @overload
    def __call__(self, **options: Any) -> Self: ...
    @overload
    def __call__(self, *grades: Any, **options: Any) -> Any: ...
    def __call__(self, *grades: Any, **options: Any) -> Any:
        """Return the same measure with other options, such as `AP(rel=2)`; or its score of a ranking, as `of` does."""
        if len(grades) == 1 and type(grades[0]) is int:
            raise InputError(f"a cutoff is written {self.name} @ {grades[0]}; given: {self.name}({grades[0]})")
        missed = {name: options.pop(name) for name in _MISSED if grades and name in options}
        measure = self.with_options(**options)
        return measure.of(grades[0] if len(grades) == 1 else grades, **missed) if grades else measure

    def with_options(self, **options: Any) -> Self:
        """Return the same measure with other options; raise `InputError` for one that it does not have."""
        allowed = [one.name for one in self.option_fields]
        for name in options:
            if name not in allowed:
                cut = f"; a cutoff is written {self.name}@10" if name in _CUTOFFS and self.takes_cutoff else ""
                raise InputError(
                    f"{self.name} has no option {quoted(name)}; it takes {', '.join(allowed) or 'none'}{cut}"
                )
        return replace(self, **options)

    def __repr__(self) -> str:
        """What to type to get this measure."""
        chosen = [
            f"{one.name}={vars(self)[one.name]!r}" for one in self.option_fields if vars(self)[one.name] != one.default
        ]
        options = f"({', '.join(chosen)})" if chosen else ""
        return f"{self.name}{options}" + (f"@{self.cutoff}" if self.cutoff else "")

    @property
    def label(self) -> str:
        """The measure as a calculation names it: one of grades without its options, which a wrong gain would belie."""
        return self.short_name if self.basis == "grades" else repr(self).replace("beta=", "β = ").replace(".0)", ")")

    @property
    def per_query(self) -> Measure:
        """The measure itself, as a mean has it under this name, too."""
        return self

    @property
    def rel(self) -> int:
        """The lowest grade that counts as relevant: 1, unless the measure has an option that says otherwise."""
        return 1

    @property
    def options(self) -> dict[str, Any]:
        """The options as they are chosen, by name; the cutoff is none of them.

        >>> from irlearn import F
        >>> F(beta=2).options
        {'rel': 1, 'beta': 2}
        """
        return {one.name: vars(self)[one.name] for one in self.option_fields}

    @property
    def option_fields(self) -> tuple[Field[Any], ...]:
        """The options as fields of a dataclass, each with its default and, as `metadata["description"]`, its line."""
        return tuple(one for one in fields(self) if one.name != "cutoff")

    @property
    def phrase(self) -> str:
        """The measure as a question names it.

        >>> from irlearn import AP, F
        >>> (AP @ 5).phrase, F(beta=2).phrase
        ('AP@5, the average precision at cutoff 5', 'F with β = 2')
        """
        return f"{self.short_name}, the {self.title}" + (f" at cutoff {self.cutoff}" if self.cutoff else "")

    @property
    def short_name(self) -> str:
        """The name with its cutoff, without options."""
        return f"{self.name}@{self.cutoff}" if self.cutoff else self.name

    @property
    def question_notes(self) -> tuple[str, ...]:
        """What a question must tell besides the name, one sentence each: options, and what textbooks differ in."""
        return ()

    @property
    def about(self) -> str:
        """What the measure is, on a few lines: its definition, its range and direction, and its options.

        >>> from irlearn import ESL
        >>> print(ESL.about)
        ESL, expected search length: 1 or more, lower is better
        ESL = documents read until the wanted number of relevant ones is found
        Every rank down to the wanted document costs one document's reading time.
        ESL@k reads the list down to rank k.
        ESL(rel=1): the lowest grade that counts as relevant
        ESL(wanted=1): how many relevant documents the reader wants
        Source: Cooper (1968); Lin, Campos, Craswell, Mitra and Yilmaz (2021)
        """
        low, high = self.range
        within = f"{low:g} to {high:g}" if math.isfinite(high) else f"{low:g} or more"
        better = "neither high nor low is better" if self.better == "neither" else f"{self.better} is better"
        cut = [f"{self.name}@k reads the list down to rank k."] if self.takes_cutoff else []
        lines = [
            f"{self.name}({one.name}={one.default!r}): {one.metadata['description']}" for one in self.option_fields
        ]
        head = f"{self.name}, {self.title}: {within}, {better}"
        return "\n".join([head, self.formula, self.why, *cut, *lines, f"Source: {self.source}"])

    @property
    def undefined(self) -> str:
        """Why a list may have no value, in words."""
        return "this list has no value"

    @property
    def takes_relevant(self) -> bool:
        """Whether the number of all relevant documents says enough of those that the list misses; else grades do."""
        return self.basis == "relevance" and self.rel == 1 and self.needs != "grades"

    def tools_differ(self, ranking: Ranking) -> bool:
        """Whether tools give different values on this ranking, so that a question has to say which one it follows."""
        return bool(self.reference_tool) and UNJUDGED in ranking.grades

    def hints(self, ranking: RankingLike) -> tuple[str, ...]:
        """Hints to a learner, each nearer to the answer than the one before, never the answer.

        What stands in braces are facts of a hand calculation, which `irlearn.byhand.question_text` fills in: those
        that wrong rules may mention, and those that it names itself.
        """
        first, *rest = self.steps(as_ranking(ranking))
        return (f"Read the first {{k}} ranks and nothing below them. {first}" if self.cutoff else first, *rest)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - of use where a list has ties, or no hit
        """The hints for the list as it is read; `hints` adds where reading stops."""
        return self.hint_templates

    def combine(self, *parts: Any, given: Callable[[Fraction], Any] = Fraction) -> Any:  # noqa: ARG002 - for F alone
        """The value put together from those of `parts`, where textbooks work it out so; else None.

        Of fractions it is a fraction, of parts of a calculation the calculation, with its options as `given` has them.
        """
        return None

    def for_stated_shares(self, ranking: Ranking) -> Measure:
        """The measure as it is worked out on a list that only stands for a stated precision and recall.

        One that is made of these two alone is the same at any cutoff, so it has none there, unless the list fits it.

        >>> from irlearn import F, P
        >>> from irlearn.byhand import parse_input
        >>> stated = parse_input(F @ 5, "P = 0.667, R = 0.5")
        >>> (F @ 5).for_stated_shares(stated), (F @ 5).for_stated_shares(Ranking.parse("1 0"))
        (F, F@5)
        """
        longer = self.cutoff and ranking.stated and len(ranking) != self.cutoff
        return replace(self, cutoff=None) if longer and self.uses_only_precision_recall else self

    @property
    def uses_only_precision_recall(self) -> bool:
        """Whether precision and recall are all that it is worked out of."""
        return bool(self.parts()) and self.combine(Fraction(1, 2), Fraction(1, 2)) is not None

    def facts(self, ranking: Ranking) -> dict[str, Any]:  # noqa: ARG002 - most measures say nothing of their own
        """What sentences about this measure may mention besides what they may of every measure, by name."""
        return {}

    def terms(self, rankings: Rankings) -> Terms:
        """What each rank adds: the one definition, which score, derivation and picture share."""
        raise NotImplementedError(f"{type(self).__name__} must define its terms")

    def parts(self) -> tuple[Measure, ...]:
        """The measures on the way to this one, which a hand calculation works out first."""
        return ()

    def assumption(self, ranking: Ranking) -> str:  # noqa: ARG002 - most measures take nothing for granted
        """What is taken for granted about the grades of a ranking, as a sentence; empty where nothing is."""
        return ""

    def grades(self, ranking: Ranking) -> tuple[int, ...]:
        """The grades of the documents that the terms belong to, from rank 1 down."""
        return ranking.grades[: self.cutoff]

    def worked_rank_count(self, ranking: Ranking) -> int:
        """How many ranks its calculation goes through: those of the list, or of the ideal where that is longer.

        >>> from irlearn import P, Ranking, nDCG
        >>> (P @ 1).worked_rank_count(Ranking.parse("1 1")), nDCG.worked_rank_count(Ranking.parse("1", relevant=3))
        (1, 3)
        """
        return max(len(self.grades(ranking)), len(ranking.judged[: self.cutoff]) if self.is_normalized else 0)

    def contributions(self, ranking: RankingLike | Rankings) -> NDArray[np.float64]:
        """What each rank adds to the score, as floats; shape (..., ranks), cut at the cutoff.

        >>> from irlearn import AP, Ranking
        >>> AP.contributions(Ranking.parse("1 0 1", relevant=2)).round(3).tolist()
        [0.5, 0.0, 0.333]
        """
        return self.terms(ranking if isinstance(ranking, Rankings) else as_ranking(ranking).arrays).values()

    def of(self, ranking: RankingLike, *, relevant: int | None = None, missed: str | Iterable[int] = ()) -> float:
        """The score of one ranking, which may be given as a text or as a list of grades, with what these miss.

        >>> from irlearn import AP, Ranking
        >>> AP.of(Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8))
        0.6729166666666667
        >>> AP.of("1 0 1", relevant=2) == AP.of([1, 0, 1]) == AP([True, False, True])
        True
        """
        return self.terms(as_ranking(ranking, relevant=relevant, missed=missed).arrays).total()

    def scores(self, rankings: Rankings) -> NDArray[np.float64]:
        """The score of each ranking of a batch; shape (...)."""
        return self.terms(rankings).totals()


@dataclass(frozen=True, repr=False)
class BinaryMeasure(Measure):
    """A measure that sees documents as relevant or not: relevant from grade `rel` up."""

    rel: int = option(1, "the lowest grade that counts as relevant")

    basis: ClassVar[Sees] = "relevance"

    def check(self) -> None:
        """Refuse a `rel` that is no grade of relevance."""
        if isinstance(self.rel, bool) or not isinstance(self.rel, int | np.integer) or self.rel < 1:
            raise InputError(f"rel of {self.name} must be a whole grade, 1 or more; given: {quoted(self.rel)}")
        if self.rel > HIGHEST_GRADE:
            raise InputError(f"rel of {self.name} must be a grade, {HIGHEST_GRADE} or less; given: {quoted(self.rel)}")


def per_ranking(values: Any) -> NDArray[Any]:
    """One value a ranking, shaped to broadcast over its ranks."""
    column: NDArray[Any] = np.asarray(values)[..., np.newaxis]
    return column


def number_option(measure: Measure, option: str, value: Any, allowed: str, *, ok: Callable[[Any], bool]) -> None:
    """Refuse an option of `measure` unless it is a number and `ok` says yes to it."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not ok(value):
        raise InputError(f"{option} of {measure.name} must be {allowed}; given: {quoted(value)}")


def spelled(measure: Measure, option: str, value: Any, spellings: Mapping[str, str]) -> str:
    """The one spelling of an option's value; `spellings` has it for each that people use, in lower case."""
    chosen = spellings.get("".join(value.lower().split())) if isinstance(value, str) else None
    if chosen is None:
        allowed = comma_list([repr(one) for one in dict.fromkeys(spellings.values())], "or")
        raise InputError(f"{option} of {measure.name} must be {allowed}; given: {quoted(value)}")
    return chosen
