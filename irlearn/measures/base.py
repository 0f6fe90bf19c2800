"""The base classes of all measures, and the terms that define a measure.

The main idea of the package: a measure is the sum of the contributions of the ranks. `Measure.terms` returns these
contributions as a `Terms` object. The score, the exact derivation, the bars of a widget and the hints are all computed
from this object, so they cannot disagree. To add a measure, write its `terms` and describe the measure in words.
"""

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

_HIGHEST_CUTOFF = 10**18 - 1  # A larger whole number does not fit into an array.
_RANKING_KEYWORDS = ("relevant", "missed")  # These keywords describe the ranking; they are not options of a measure.
_CUTOFF_NAMES = ("k", "n", "at", "top", "depth", "cutoff")  # Other programs give the cutoff under these names.

Better = Literal["higher", "lower", "neither"]
Basis = Literal["relevance", "grades", "judgments"]
Needs = Literal["nothing", "relevant", "grades"]
ValueType = Literal["fraction", "reciprocal", "whole", "logarithm"]


def option(default: Any, description: str) -> Any:
    """Declare an option of a measure by its default and a line that tells a learner what it chooses."""
    return field(default=default, metadata={"description": description})


@dataclass(frozen=True, eq=False)
class Terms:
    """The terms of a sum: a numerator and a denominator for each rank, and one divisor for the whole sum.

    Parameters
    ----------
    numerators : ndarray, shape (..., ranks)
        Numerator of the term at each rank.
    denominators : array_like, default 1
        Denominators, which broadcast against `numerators`. With `log2` each term is divided by the logarithm of its
        denominator, and a term with the denominator 1 is not divided.
    divisor : array_like of shape (...), or Terms, default 1
        Divisor of the whole sum. It may be a sum itself, such as the ideal DCG. A divisor of 0 counts as 1.
    log2 : bool, default False
        Whether to divide by the binary logarithms of `denominators`.
    defined : bool or ndarray of bool, shape (...), default True
        Whether each ranking has a score at all. A ranking without a score has NaN.
    extra_terms : Terms, optional
        Terms that belong to no rank of the list, such as those of relevant documents below its end.

    Examples
    --------
    >>> terms = Terms(np.array([1, 0, 2]), np.array([1, 2, 3]), divisor=2)  # AP of the ranking 1 0 1
    >>> terms.values().round(3).tolist(), round(terms.total(), 3)
    ([0.5, 0.0, 0.333], 0.833)
    """

    numerators: NDArray[Any]
    denominators: Any = 1
    divisor: Any = 1
    log2: bool = False
    defined: Any = True
    extra_terms: Terms | None = None

    @property
    def flattened(self) -> Terms:
        """The same sum, with the extra terms after those of the ranks."""
        if self.extra_terms is None:
            return self
        both = self, self.extra_terms
        numerators = [terms.numerators for terms in both]
        denominators = [np.broadcast_to(np.asarray(terms.denominators), terms.numerators.shape) for terms in both]
        return replace(
            self,
            numerators=np.concatenate(numerators, axis=-1),
            denominators=np.concatenate(denominators, axis=-1),
            extra_terms=None,
        )

    def values(self) -> NDArray[np.float64]:
        """Return the contribution of each rank as a float; shape (..., ranks)."""
        return self._where_defined(self.quotients() / self._divided_by()[..., np.newaxis], per_ranking(self.defined))

    def totals(self) -> NDArray[np.float64]:
        """Return the score of each ranking as a float; shape (...).

        The sum is divided once, so that 3 relevant documents of 5 give exactly 0.6.
        """
        return self._where_defined(self._sum() / self._divided_by(), np.asarray(self.defined))

    def total(self) -> float:
        """Return the score of a single ranking, with its terms added without intermediate rounding."""
        if not self.defined:
            return math.nan
        divisor = self.divisor.total() if isinstance(self.divisor, Terms) else float(self.divisor)
        extra: Iterable[float] = () if self.extra_terms is None else self.extra_terms.quotients()
        return math.fsum([*self.quotients(), *extra]) / (divisor or 1.0)

    def _sum(self) -> NDArray[np.float64]:
        total: NDArray[np.float64] = self.quotients().sum(axis=-1)
        return total if self.extra_terms is None else total + self.extra_terms._sum()

    def quotients(self) -> NDArray[np.float64]:
        """Return each term as a float before the sum is divided; shape (..., ranks)."""
        denominators = self.denominators
        if self.log2:
            antilogarithms = np.asarray(denominators, dtype=float)
            denominators = np.log2(np.where(antilogarithms == 1, 2.0, antilogarithms))  # A 1 means "not discounted".
        quotients: NDArray[np.float64] = self.numerators / denominators
        return quotients

    def _divided_by(self) -> NDArray[np.float64]:
        divisor = self.divisor.totals() if isinstance(self.divisor, Terms) else np.asarray(self.divisor)
        return np.where(divisor == 0, 1.0, divisor)

    def _where_defined(self, values: NDArray[np.float64], defined: NDArray[np.bool_]) -> NDArray[np.float64]:
        return values if self.defined is True else np.where(defined, values, np.nan)


@dataclass(frozen=True, repr=False)
class Measure(Quantity):
    """An effectiveness measure of a ranked list.

    A measure is an immutable value: measures with the same options are equal, and a measure can be a dictionary key.
    ``measure @ k`` reads the list down to rank k, ``measure(option=value)`` sets options, and ``repr(measure)`` is the
    notation that `parse_measure` reads.

    Parameters
    ----------
    cutoff : int, optional
        Number of ranks that are read, usually written ``measure @ cutoff``. By default the whole list is read.

    Notes
    -----
    A subclass describes itself in class attributes (`name`, `title`, `formula`, ...) and defines `terms`, from which
    score, derivation, bars and hints are computed. A subclass with options of its own is decorated with
    ``@dataclass(frozen=True, repr=False)`` and declares each option by `option`. A subclass without options of its own
    needs no decorator, which would only make imports slower.

    Examples
    --------
    >>> from irlearn import AP, P
    >>> AP(rel=2) @ 100, P @ 5 == P @ 5, (P @ 5).cutoff
    (AP(rel=2)@100, True, 5)
    """

    _: KW_ONLY
    cutoff: int | None = None

    name: ClassVar[str]
    """Name in the notation of ir_measures, such as `nDCG`."""
    title: ClassVar[str]
    """Name in words."""
    formula: ClassVar[str]
    """Definition in one line."""
    why: ClassVar[str]
    """Purpose of the divisor or the discount, in one sentence to a learner."""
    example: ClassVar[str] = "1 1 1 0 1 1 0 1 0 0"
    """A ranking to work the measure out on, as it is typed."""
    source: ClassVar[str]
    """Authors and year of the definition."""
    range: ClassVar[tuple[float, float]] = (0.0, 1.0)
    """Lowest and highest possible value; infinity if there is no highest value."""
    better: ClassVar[Better] = "higher"
    """Whether a higher or a lower value is better; `neither` if the value does not measure how good a list is."""
    basis: ClassVar[Basis] = "grades"
    """Property of a document that counts: its relevance, its grade, or only whether it was judged."""
    needs: ClassVar[Needs] = "nothing"
    """What must be known of the judged documents not listed: how many are `relevant`, their `grades`, or `nothing`."""
    value_type: ClassVar[ValueType] = "fraction"
    """Kind of number that the value is: a fraction, the reciprocal of a rank, a whole number, or with logarithms."""
    reference_tool: ClassVar[str] = ""
    """Tool whose convention a question follows if tools differ; empty if no tool has the measure."""
    first_step: ClassVar[str] = ""
    """First step of a hand calculation; empty if it begins with the contribution of rank 1."""
    hint_templates: ClassVar[tuple[str, ...]] = (
        "{unjudged}The definition is: {formula}.",
        "Go down the list and write down what each rank adds. A rank that adds 0 can be left out.",
        "The terms are {terms}.{divided}",
    )
    """Hints in order, if they are the same for all rankings; `hints` describes the names in braces."""
    stops_at_hit: ClassVar[bool] = False
    """Whether the reader stops at a relevant document, so that nothing below it counts."""
    divisor_meaning: ClassVar[str] = ""
    """Noun phrase for what the divisor counts, such as `relevant documents`; empty if there is no divisor."""
    takes_cutoff: ClassVar[bool] = True
    takes_level: ClassVar[bool] = False
    """Whether the number after the @ is a recall level instead of a rank."""
    max_exact_ranks: ClassVar[int] = MOST_RANKS
    """Greatest number of ranks that are worked out exactly; lower if each rank makes the fractions longer."""
    is_normalized: ClassVar[bool] = False
    """Whether the sum is divided by the sum of the ideal ranking, which holds all judged documents in best order."""
    needs_order: ClassVar[bool] = True
    """Whether the value depends on the order of the documents that are read."""
    averages_over_ties: ClassVar[bool] = False
    """Whether the value is the mean over all orders of tied documents, including ties in the scores of a run."""

    def __post_init__(self) -> None:
        k = self.cutoff
        if k is not None and not self.takes_cutoff:
            raise InputError(
                f"{self.name} is defined on the whole list and takes no cutoff; given: {self.name}@{quoted(k)}"
            )
        if k is not None and (isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1):
            raise InputError(f"the cutoff of {self.name} must be a whole number, 1 or more; given: {quoted(k)}")
        if k is not None and k > _HIGHEST_CUTOFF:
            raise InputError(f"the cutoff of {self.name} must be {_HIGHEST_CUTOFF} or less; given: {quoted(k)}")
        self.check()

    def check(self) -> None:
        """Raise `InputError` for options that make no sense."""

    def __matmul__(self, cutoff: int) -> Self:
        return replace(self, cutoff=cutoff)

    @overload
    def __call__(self, **options: Any) -> Self: ...
    @overload
    def __call__(self, *grades: Any, **options: Any) -> Any: ...
    def __call__(self, *grades: Any, **options: Any) -> Any:
        """Return the measure with other options, such as `AP(rel=2)`; or score a ranking, as `of` does."""
        if len(grades) == 1 and type(grades[0]) is int:
            raise InputError(f"a cutoff is written {self.name} @ {grades[0]}; given: {self.name}({grades[0]})")
        of_ranking = {name: options.pop(name) for name in _RANKING_KEYWORDS if grades and name in options}
        measure = self.with_options(**options)
        return measure.of(grades[0] if len(grades) == 1 else grades, **of_ranking) if grades else measure

    def with_options(self, **options: Any) -> Self:
        """Return the measure with other options.

        Parameters
        ----------
        **options
            New values by the name of the option.

        Returns
        -------
        Measure
            A measure of the same class and cutoff.

        Raises
        ------
        InputError
            If the measure does not have the option or the option does not take the value.

        Examples
        --------
        >>> from irlearn import AP
        >>> (AP @ 10).with_options(rel=2)
        AP(rel=2)@10
        """
        allowed = [option.name for option in self.option_fields]
        for name in options:
            if name not in allowed:
                is_cutoff = name in _CUTOFF_NAMES and self.takes_cutoff
                cutoff_hint = f"; a cutoff is written {self.name}@10" if is_cutoff else ""
                raise InputError(
                    f"{self.name} has no option {quoted(name)}; it takes {', '.join(allowed) or 'none'}{cutoff_hint}"
                )
        return replace(self, **options)

    def __repr__(self) -> str:
        """Return the notation of the measure, which `parse_measure` reads."""
        defaults = {option.name: option.default for option in self.option_fields}
        changed = [f"{name}={value!r}" for name, value in self.options.items() if value != defaults[name]]
        options = f"({', '.join(changed)})" if changed else ""
        return f"{self.name}{options}" + (f"@{self.cutoff}" if self.cutoff else "")

    @property
    def label(self) -> str:
        """Name on the left side of a calculation, with the options.

        A graded measure is named without options, because the calculation of a wrong answer may use other gains.
        """
        return self.short_name if self.basis == "grades" else repr(self).replace("beta=", "β = ").replace(".0)", ")")

    @property
    def per_query(self) -> Measure:
        """The measure of each query: this measure itself. For a mean, it is the measure that is averaged."""
        return self

    @property
    def rel(self) -> int:
        """Lowest grade that counts as relevant: 1, unless the measure has an option `rel`."""
        return 1

    @property
    def options(self) -> dict[str, Any]:
        """Values of the options by name, without the cutoff.

        >>> from irlearn import F
        >>> F(beta=2).options
        {'rel': 1, 'beta': 2}
        """
        return {option.name: vars(self)[option.name] for option in self.option_fields}

    @property
    def option_fields(self) -> tuple[Field[Any], ...]:
        """Dataclass fields of the options, with defaults; `metadata["description"]` is the line for learners."""
        return tuple(option for option in fields(self) if option.name != "cutoff")

    @property
    def phrase(self) -> str:
        """Noun phrase that names the measure in a question.

        >>> from irlearn import AP, F
        >>> (AP @ 5).phrase, F(beta=2).phrase
        ('AP@5, the average precision at cutoff 5', 'F with β = 2')
        """
        return f"{self.short_name}, the {self.title}" + (f" at cutoff {self.cutoff}" if self.cutoff else "")

    @property
    def short_name(self) -> str:
        """Name with the cutoff, without options."""
        return f"{self.name}@{self.cutoff}" if self.cutoff else self.name

    @property
    def question_notes(self) -> tuple[str, ...]:
        """Sentences that a question adds to the name: the chosen options, and conventions on which textbooks differ."""
        return ()

    @property
    def about(self) -> str:
        """Description of the measure in a few lines: definition, range and direction, options, source.

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
        cutoff_lines = [f"{self.name}@k reads the list down to rank k."] if self.takes_cutoff else []
        option_lines = [
            f"{self.name}({option.name}={option.default!r}): {option.metadata['description']}"
            for option in self.option_fields
        ]
        heading = f"{self.name}, {self.title}: {within}, {better}"
        return "\n".join([heading, self.formula, self.why, *cutoff_lines, *option_lines, f"Source: {self.source}"])

    @property
    def undefined(self) -> str:
        """Reason why a list may have no value, in words."""
        return "this list has no value"

    @property
    def takes_relevant(self) -> bool:
        """Whether the number of all relevant documents is all that must be known about documents outside the list."""
        return self.basis == "relevance" and self.rel == 1 and self.needs != "grades"

    def tools_differ(self, ranking: Ranking) -> bool:
        """Return True if tools give different values for this ranking, so that a question has to name a tool."""
        return bool(self.reference_tool) and UNJUDGED in ranking.grades

    def hints(self, ranking: RankingLike) -> tuple[str, ...]:
        """Return hints to a learner in order, from general to specific, without the answer itself.

        Names in braces are facts of the hand calculation, which `irlearn.byhand.question_text` fills in. They are the
        facts in its `_FACTS` and the facts that feedback on a misconception may mention, such as those from `facts`.
        """
        first, *rest = self.steps(as_ranking(ranking))
        return (f"Read the first {{k}} ranks and nothing below them. {first}" if self.cutoff else first, *rest)

    def steps(self, ranking: Ranking) -> tuple[str, ...]:  # noqa: ARG002 - overriding methods use the ranking
        """Return the hints for the part of the list that is read; `hints` adds a hint about the cutoff."""
        return self.hint_templates

    def combine(self, *parts: Any, given: Callable[[Fraction], Any] = Fraction) -> Any:  # noqa: ARG002 - F overrides it
        """Return the value computed from the values of `parts`; None if textbooks do not compute the measure from them.

        For fractions the result is a fraction; for nodes of a calculation it is a calculation. `given` turns the
        measure's options into the same type.
        """
        return None

    def for_stated_shares(self, ranking: Ranking) -> Measure:
        """Return the measure that applies to a ranking made up to fit a stated precision and recall.

        On such a ranking, a measure computed from precision and recall alone does not depend on the cutoff, so the
        cutoff is dropped unless it is the length of the ranking.

        >>> from irlearn import F, P
        >>> from irlearn.byhand import parse_input
        >>> stated = parse_input(F @ 5, "P = 0.667, R = 0.5")
        >>> (F @ 5).for_stated_shares(stated), (F @ 5).for_stated_shares(Ranking.parse("1 0"))
        (F, F@5)
        """
        does_not_fit = self.cutoff and ranking.stated and len(ranking) != self.cutoff
        return replace(self, cutoff=None) if does_not_fit and self.uses_only_precision_recall else self

    @property
    def uses_only_precision_recall(self) -> bool:
        """Whether the value is computed from precision and recall alone."""
        return bool(self.parts()) and self.combine(Fraction(1, 2), Fraction(1, 2)) is not None

    def facts(self, ranking: Ranking) -> dict[str, Any]:  # noqa: ARG002 - overriding methods use the ranking
        """Return facts by name that only sentences about this measure mention; facts of all measures are left out."""
        return {}

    def terms(self, rankings: Rankings) -> Terms:
        """Return the contribution of each rank: the definition on which score, derivation, bars and hints are based."""
        raise NotImplementedError(f"{type(self).__name__} must define its terms")

    def parts(self) -> tuple[Measure, ...]:
        """Return the measures that a hand calculation works out before this one."""
        return ()

    def assumption(self, ranking: Ranking) -> str:  # noqa: ARG002 - overriding methods use the ranking
        """Return the assumption about the grades of a ranking as a sentence; empty if there is none."""
        return ""

    def grades(self, ranking: Ranking) -> tuple[int, ...]:
        """Return the grades of the documents to which the terms belong, from rank 1 down."""
        return ranking.grades[: self.cutoff]

    def worked_rank_count(self, ranking: Ranking) -> int:
        """Return the number of ranks in the calculation: those of the list, or of the ideal ranking if it is longer.

        >>> from irlearn import P, Ranking, nDCG
        >>> (P @ 1).worked_rank_count(Ranking.parse("1 1")), nDCG.worked_rank_count(Ranking.parse("1", relevant=3))
        (1, 3)
        """
        return max(len(self.grades(ranking)), len(ranking.judged[: self.cutoff]) if self.is_normalized else 0)

    def contributions(self, ranking: RankingLike | Rankings) -> NDArray[np.float64]:
        """Return what each rank adds to the score.

        Parameters
        ----------
        ranking : Ranking, str, sequence of int, or Rankings
            One ranking, or a batch of rankings.

        Returns
        -------
        ndarray of float, shape (..., ranks)
            Contributions down to the cutoff; NaN if the score is not defined.

        Examples
        --------
        >>> from irlearn import AP, Ranking
        >>> AP.contributions(Ranking.parse("1 0 1", relevant=2)).round(3).tolist()
        [0.5, 0.0, 0.333]
        """
        return self.terms(ranking if isinstance(ranking, Rankings) else as_ranking(ranking).arrays).values()

    def of(self, ranking: RankingLike, *, relevant: int | None = None, missed: str | Iterable[int] = ()) -> float:
        """Return the score of one ranking.

        Parameters
        ----------
        ranking : Ranking, str or sequence of int
            The ranking, as a value, as text for `Ranking.parse`, or as grades from rank 1 down.
        relevant : int, optional
            Number of all relevant documents, retrieved or not, if `ranking` is text or grades.
        missed : str or sequence of int, optional
            Grades of the judged documents that the list misses, as an alternative to `relevant`.

        Returns
        -------
        float
            The score; NaN if it is not defined, such as ESL without a relevant document.

        Raises
        ------
        InputError
            If `ranking` is not a ranking, or `relevant` or `missed` contradicts it.

        Examples
        --------
        >>> from irlearn import AP, Ranking
        >>> AP.of(Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8))
        0.6729166666666667
        >>> AP.of("1 0 1", relevant=2) == AP.of([1, 0, 1]) == AP([True, False, True])
        True
        """
        return self.terms(as_ranking(ranking, relevant=relevant, missed=missed).arrays).total()

    def scores(self, rankings: Rankings) -> NDArray[np.float64]:
        """Return the score of each ranking of a batch; shape (...), NaN where the score is not defined."""
        return self.terms(rankings).totals()


@dataclass(frozen=True, repr=False)
class BinaryMeasure(Measure):
    """A measure for which a document is either relevant (from grade `rel` up) or not.

    Parameters
    ----------
    rel : int, default 1
        Lowest grade that counts as relevant.
    cutoff : int, optional
        Number of ranks that are read, usually written ``measure @ cutoff``.
    """

    rel: int = option(1, "the lowest grade that counts as relevant")

    basis: ClassVar[Basis] = "relevance"

    def check(self) -> None:
        if isinstance(self.rel, bool) or not isinstance(self.rel, int | np.integer) or self.rel < 1:
            raise InputError(f"rel of {self.name} must be a whole grade, 1 or more; given: {quoted(self.rel)}")
        if self.rel > HIGHEST_GRADE:
            raise InputError(f"rel of {self.name} must be a grade, {HIGHEST_GRADE} or less; given: {quoted(self.rel)}")


def per_ranking(values: Any) -> NDArray[Any]:
    """Append an axis to an array with one value per ranking, so that it broadcasts over ranks."""
    column: NDArray[Any] = np.asarray(values)[..., np.newaxis]
    return column


def number_option(measure: Measure, option: str, value: Any, allowed: str, *, ok: Callable[[Any], bool]) -> None:
    """Raise `InputError` unless the value of a measure's option is a number that `ok` accepts."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not ok(value):
        raise InputError(f"{option} of {measure.name} must be {allowed}; given: {quoted(value)}")


def canonical_spelling(measure: Measure, option: str, value: Any, spellings: Mapping[str, str]) -> str:
    """Return the canonical spelling of an option's value, or raise `InputError`.

    `spellings` maps each spelling that people use, in lower case and without spaces, to the canonical one.
    """
    canonical = spellings.get("".join(value.lower().split())) if isinstance(value, str) else None
    if canonical is None:
        allowed = comma_list([repr(spelling) for spelling in dict.fromkeys(spellings.values())], "or")
        raise InputError(f"{option} of {measure.name} must be {allowed}; given: {quoted(value)}")
    return canonical
