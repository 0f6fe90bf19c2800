"""The derivation of a measure on one ranking, with exact numbers in every step."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from irlearn.byhand.calculation import SHOWN, Calculation, or_none
from irlearn.byhand.terms import (
    Quotient,
    WrittenCalculation,
    as_fractions,
    exact_text,
    given_number,
    quotient,
    terms_of,
)
from irlearn.errors import InputError, visible
from irlearn.formulas import (
    Equation,
    Line,
    Max,
    Name,
    Node,
    Number,
    Product,
    Ratio,
    Sentence,
    Sum,
    equation,
)
from irlearn.formulas.page import Cell, Table
from irlearn.measures.base import Measure, Terms
from irlearn.measures.means import arithmetic
from irlearn.measures.precision_recall_curve import InterpolatedPrecision, best_ranks, needed
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.html import Element, td, th
from irlearn.text.numbers import decimal


@dataclass(frozen=True)
class Step:
    """The step of one rank in the derivation of a measure.

    Attributes
    ----------
    rank : int
        The rank, from 1 on.
    grade : int
        The grade of the document; -1 if nobody judged it.
    relevant : bool
        Whether the document is relevant to the measure.
    node : Node
        The term as a formula.
    fraction : Fraction or None
        The exact term; None if it contains a logarithm.
    value : float
        The term.
    contribution : float
        The term over the divisor, which is the share of the score that this rank adds.
    running : float
        The score of the ranking down to this rank.
    document : str
        The id of the document; empty if the ranking has no ids.
    """

    rank: int
    grade: int
    relevant: bool
    node: Node
    fraction: Fraction | None
    value: float
    contribution: float
    running: float
    document: str = ""

    @property
    def term(self) -> str:
        """The term as text."""
        return str(self.node)


@dataclass(frozen=True, repr=False)
class Derivation(Calculation):
    """The derivation of a measure on one ranking.

    It prints as plain text, shows as an accessible table in a notebook, and can be written as Markdown, LaTeX or HTML.

    Attributes
    ----------
    measure : Measure
        The measure.
    ranking : Ranking
        The ranking.
    value : float
        The score; NaN if the measure is not defined on the ranking.
    fraction : Fraction or None
        The exact score; None if logarithms remain in it or the measure is not defined.
    exact : str
        The exact score as text, with logarithms as symbols.
    steps : tuple of Step
        The step of each rank that the measure reads.
    divisor : str
        The divisor of the sum; empty if there is none or it is an ideal.
    ideal : str
        The ideal that divides the sum, as text; empty if the divisor is a number.
    parts : tuple of Derivation
        The derivations of the measures that this measure combines, such as P and R for F.
    quotient : Quotient
        The sum and its divisor as formulas.

    Examples
    --------
    >>> from irlearn import RR, explain
    >>> derivation = explain(RR, Ranking.parse("0 1"))
    >>> derivation.value, derivation.fraction, derivation.equation
    (0.5, Fraction(1, 2), 'RR = 1/2 = 0.5')
    """

    measure: Measure
    ranking: Ranking
    value: float
    fraction: Fraction | None
    exact: str
    steps: tuple[Step, ...]
    divisor: str
    ideal: str
    parts: tuple[Derivation, ...]
    quotient: Quotient

    @cached_property
    def _calculation(self) -> WrittenCalculation:
        name = self.measure.label
        if isinstance(self.measure, InterpolatedPrecision):
            return interpolate(self.measure, self.ranking)[0]
        if math.isnan(self.value):
            return WrittenCalculation((Sentence(f"{name} is not defined: {self.measure.undefined}"),), math.nan)
        above = self.parts[0].measure.label if self.ideal else ""
        return self.quotient.write_out(name, above=above, counts=self.measure.divisor_meaning)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        if isinstance(self.measure, InterpolatedPrecision):
            words = interpolate(self.measure, self.ranking)[1]
            levels = tuple(part.equations[-1] for part in self.parts)
            return (*([Sentence(words)] if words else []), *levels, *self._calculation.equations)
        before = () if self.ideal else tuple(line for part in self.parts for line in part.equations)
        return before + self._combined_parts() + self._calculation.equations

    def _combined_parts(self) -> tuple[Line, ...]:
        """Return the equation that combines the parts, as F combines P and R, if textbooks write the measure so."""
        fractions = [part.fraction for part in self.parts if part.fraction is not None]
        if not self.fraction or not fractions or len(fractions) < len(self.parts):
            return ()
        names = [Name(part.measure.label, part.fraction) for part in self.parts]
        with_names = self.measure.combine(*names, given=given_number)
        with_numbers = self.measure.combine(*map(Number, fractions), given=given_number)
        if with_names is None or with_numbers is None:
            return ()
        return (equation(self.measure.label, with_names, with_numbers, worth=self.fraction),)

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps in the table: all of a short list, and the nonzero ones of a long list."""
        return self.steps if len(self.steps) <= SHOWN else tuple(step for step in self.steps if step.value)[:SHOWN]

    @property
    def input_description(self) -> str:
        """The input of the calculation in words: numbers of documents, or grades."""
        if self.measure.basis == "relevance":
            rel, relevant = self.measure.rel, int(self.ranking.arrays.relevant(self.measure.rel))
            from_grade = f" (grade {rel} or more)" if rel > 1 or max(self.ranking.judged, default=0) > 1 else ""
            return f"{len(self.ranking)} retrieved, {relevant} relevant in all{from_grade}"
        best = " ".join(map(str, self.ranking.judged[:SHOWN])) + (" ..." if len(self.ranking.judged) > SHOWN else "")
        return f"{len(self.ranking)} retrieved; grades of all judged documents: {best or 'none'}"

    @property
    def title(self) -> str:
        return f"{self.measure.label}, {self.measure.title}: {self.input_description}"

    @property
    def why(self) -> str:
        return self.measure.why

    @property
    def notes(self) -> tuple[str, ...]:
        """The assumptions about the ranking, the options that the title omits, and the number of ranks left out."""
        left_out = len(self.steps) - len(self.shown_steps)
        long = f"The table leaves out {left_out} of the {len(self.steps)} ranks." if left_out else ""
        label_omits_options = self.measure.label != repr(self.measure)
        assumed = self.measure.assumption(self.ranking)
        if not assumed and label_omits_options:
            assumed = " ".join(self.measure.question_notes)
        return tuple(filter(None, (self.ranking.echo, self.ranking.note, assumed, long)))

    def table(self) -> Table:
        with_documents = any(step.document for step in self.shown_steps)
        rows: list[list[Cell]] = [
            [
                str(step.rank),
                *([visible(step.document)] if with_documents else []),
                grade_text(step.grade),
                step.node if step.value else "",
                decimal(step.value) if step.value else "",
            ]
            for step in self.shown_steps
        ]
        return Table("", ["rank", *(["document"] if with_documents else []), "grade", "term", ""], rows)

    def to_json(self) -> dict[str, Any]:
        steps = (
            {
                "rank": step.rank,
                "grade": step.grade,
                "term": step.term,
                "value": step.value,
                "contribution": or_none(step.contribution),
                "running": or_none(step.running),
                **({"document": step.document} if step.document else {}),
            }
            for step in self.steps
        )
        return self._plain(self.exact, steps)

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        shown = self.shown_steps
        yield "rank", th, [(str(step.rank), {"scope": "col"}) for step in shown]
        yield "grade", td, [(grade_text(step.grade), {"class": "hit" if step.relevant else "miss"}) for step in shown]
        yield "term", td, [(step.node if step.value else "", {}) for step in shown]


def grade_text(grade: int) -> str:
    """Return a grade as text, with "?" for an unjudged document.

    Parameters
    ----------
    grade : int
        The grade; -1 for a document that nobody judged.

    Returns
    -------
    str
        The number, or "?".

    Examples
    --------
    >>> grade_text(3), grade_text(-1)
    ('3', '?')
    """
    return "?" if grade == UNJUDGED else str(grade)


def explain_measure(measure: Measure, ranking: Ranking) -> Derivation:
    """Derive a measure on one ranking. Raise `InputError` if the list is too long for exact numbers."""
    size = measure.worked_rank_count(ranking)
    if size > measure.max_exact_ranks:
        raise InputError(
            f"{measure!r} is derived step by step for up to {measure.max_exact_ranks:,} documents; "
            f"here are {size:,}; "
            f"its value alone is {measure!r}.of(ranking), or take a cutoff"
        )
    terms = measure.terms(ranking.exact)
    contributions = measure.contributions(ranking)
    running = np.cumsum(contributions)
    grades = measure.grades(ranking)
    formulas = _term_formulas(measure, ranking, terms)
    documents = ranking.documents if grades == ranking.grades[: len(grades)] else ()
    steps = tuple(
        Step(
            rank=index + 1,
            grade=grades[index],
            relevant=grades[index] >= measure.rel,
            node=formula,
            fraction=formula.exact,
            value=formula.value,
            contribution=float(contributions[index]),
            running=float(running[index]),
            document=documents[index] if documents else "",
        )
        for index, formula in enumerate(formulas)
    )
    sum_over_divisor = quotient(terms)
    total, divisor, fraction, divisor_is_ideal = sum_over_divisor
    divisor_text = str(divisor) if measure.divisor_meaning or divisor.exact != 1 else ""
    defined = bool(terms.defined)
    return Derivation(
        measure=measure,
        ranking=ranking,
        value=measure.of(ranking),
        fraction=fraction if defined else None,
        exact=exact_text(total, divisor, fraction) if defined else "not defined",
        steps=steps,
        divisor="" if divisor_is_ideal else divisor_text,
        ideal=str(divisor) if divisor_is_ideal else "",
        parts=tuple(explain_measure(part, ranking) for part in measure.parts()),
        quotient=sum_over_divisor,
    )


def _term_formulas(measure: Measure, ranking: Ranking, terms: Terms) -> list[Node]:
    """Return the term of each rank; a precision that counts for n recall levels is a product with n."""
    if not isinstance(measure, InterpolatedPrecision):
        return terms_of(terms)
    return [
        Product(levels, Ratio(numerator / levels, denominator)) if levels > 1 else Ratio(numerator, denominator)
        for levels, numerator, denominator in zip(measure.times(ranking.exact), *as_fractions(terms), strict=True)
    ]


class Reach(NamedTuple):
    """The rank at which a ranking reaches a recall level, and the precision from there on.

    Attributes
    ----------
    level : str
        The recall level, such as "0.5".
    relevant : int
        The number of relevant documents, found or not.
    found : int
        The number of relevant documents in the list.
    needed : int
        The number of relevant documents that must be found to reach the level.
    first : int or None
        The first rank at which recall reaches the level; None if the list never reaches it.
    precisions : tuple of (int, int)
        The ranks of the relevant documents from `first` on, each with the number of relevant documents found so far.
        Other ranks need not be considered, because precision falls between relevant documents.
    best : tuple of (int, int) or None
        The first pair in `precisions` with the highest precision; None if `precisions` is empty.
    """

    level: str
    relevant: int
    found: int
    needed: int
    first: int | None
    precisions: tuple[tuple[int, int], ...]
    best: tuple[int, int] | None

    @property
    def value(self) -> Fraction:
        """The interpolated precision."""
        return Fraction(self.best[1], self.best[0]) if self.best else Fraction(0)

    @property
    def where(self) -> str:
        """The rank from which on the recall is reached, in words."""
        share = f"{self.needed} of {self.relevant} relevant documents"
        if not self.relevant:
            return "no document is relevant"
        if self.first is None:
            return f"never reached, because it takes {share} and the list contains {self.found}"
        if not self.needed:
            return "reached at every rank"
        return f"reached from rank {self.first} on: {share}"

    @property
    def highest(self) -> Node:
        """The highest of the precisions as a formula."""
        if not self.listed:
            return Number(0)
        return Max(*self.listed) if len(self.listed) > 1 else self.listed[0]

    @property
    def listed(self) -> tuple[Ratio, ...]:
        """The precisions as unreduced fractions."""
        return tuple(Ratio(found, rank) for rank, found in self.precisions)


def reach(measure: InterpolatedPrecision, ranking: Ranking) -> Reach:
    """Find the rank at which a ranking reaches the recall level of a measure.

    >>> from irlearn import IPrec
    >>> reach(IPrec @ 0.5, Ranking.parse("1 0 1 0", relevant=3)).where
    'reached from rank 3 on: 2 of 3 relevant documents'
    """
    hits = [grade >= measure.rel for grade in ranking.grades]
    relevant = int(ranking.arrays.relevant(measure.rel))
    hit_counts = list(accumulate(map(int, hits)))
    needed_hits = int(needed(measure.averaged[0], relevant))
    first = None
    if relevant:
        first = next((rank for rank, count in enumerate(hit_counts, start=1) if count >= needed_hits), None)
    if measure.interpolate:
        precisions = tuple(
            (rank, count)
            for rank, (hit, count) in enumerate(zip(hits, hit_counts, strict=True), start=1)
            if hit and first is not None and rank >= first
        )
        best_rank = int(best_ranks(np.array(hit_counts, dtype=np.int64), relevant, measure.averaged)[0])
    else:
        precisions = ((first, hit_counts[first - 1]),) if first else ()
        best_rank = first or 0
    best = (best_rank, hit_counts[best_rank - 1]) if best_rank and hit_counts[best_rank - 1] else None
    found = hit_counts[-1] if hit_counts else 0
    return Reach(measure.level, relevant, found, needed_hits, first, precisions, best)


def interpolate(measure: InterpolatedPrecision, ranking: Ranking) -> tuple[WrittenCalculation, str]:
    """Write out the interpolated precision. Return the calculation and, for a single level, the words before it."""
    name = repr(measure)
    if measure.recall is None:
        levels = [part for part in measure.parts() if isinstance(part, InterpolatedPrecision)]
        values = [reach(level, ranking).value for level in levels]
        fraction = Fraction(arithmetic(values))
        return WrittenCalculation((equation(name, Sum(*values) / len(values)),), float(fraction), fraction), ""
    reached = reach(measure, ranking)
    words = f"recall {reached.level} or more is {reached.where}" if reached.relevant else ""
    if reached.best is None:
        if not reached.relevant:
            why = "no document is relevant"
        elif reached.first is None:
            why = "the list never reaches that recall"
        elif measure.interpolate:
            why = "the list contains no relevant document"
        else:
            why = "the document at rank 1 is not relevant"
        return WrittenCalculation((Equation(name, (Number(0),), after=f"because {why}"),), 0.0, Fraction(0)), words
    if reached.needed and reached.first is not None:
        words += f" ({reached.needed}/{reached.relevant} = {decimal(Fraction(reached.needed, reached.relevant))})"
    return WrittenCalculation((equation(name, reached.highest),), float(reached.value), reached.value), words
