"""explain(measure, ranking): every step of a hand calculation, exact until the end."""

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
    added,
    as_fractions,
    exact_text,
    given_number,
    quotient,
    terms_of,
)
from irlearn.errors import InputError, check_whole, visible
from irlearn.formulas import (
    Equation,
    Highlighted,
    Line,
    Lines,
    Log,
    LogOf,
    Max,
    Name,
    Node,
    Number,
    Power,
    Product,
    Ratio,
    Sentence,
    Sum,
    equation,
)
from irlearn.formulas.page import Cell, Table
from irlearn.measures.base import Measure, Terms
from irlearn.measures.graded import (
    DISCOUNT_ARGUMENTS,
    DISCOUNTS as DISCOUNTS,
    GAIN_FUNCTIONS,
    GAINS,
    IDEALS as IDEALS,
    check_grades,
)
from irlearn.measures.means import arithmetic
from irlearn.measures.precision_recall_curve import InterpolatedPrecision, best_ranks, needed
from irlearn.ranking import UNJUDGED, Ranking
from irlearn.text.html import Element, td, th
from irlearn.text.numbers import decimal

RANK = Name("rank")
_GRADE = Name("grade")
GAIN_FORMULAS: dict[str, Node] = {"linear": _GRADE, "exponential": Power(2, _GRADE) - 1, "shifted": _GRADE - 1}
"""What a grade is worth under each gain of `irlearn.measures.graded.GAINS`."""


@dataclass(frozen=True)
class RankGain:
    """What one rank adds: the gain of its grade over the discount of its rank.

    `gain` is exact, `below` the logarithm that it is divided by, None where the rank is not discounted.

    >>> DCGVariant().step(3, 1), DCGVariant().step(3, 1).discount
    (RankGain(rank=3, grade=1, gain=1, below=<Log log2(4)>), Fraction(2, 1))
    """

    rank: int
    grade: int
    gain: int
    below: Log | None

    @property
    def written(self) -> str:
        """The discount as it is written by hand, such as `log2(3)`; empty where the rank is not discounted."""
        return str(self.below or "")

    @property
    def discount(self) -> Fraction | float:
        """The value of the discount: a fraction where the logarithm is a whole number, else a float."""
        return Fraction(1) if self.below is None else _number(self.below)

    @property
    def value(self) -> Fraction | float:
        """The gain over the discount: a fraction where the discount is one."""
        return self.gain / self.discount if self.gain else Fraction(0)

    @property
    def node(self) -> Node:
        """The gain over the discount as it is written by hand, under the key of its rank."""
        return Highlighted(self.gain if self.below is None else Ratio(self.gain, self.below), key=self.rank)


@dataclass(frozen=True)
class DCGVariant:
    """A way to score graded relevance by gains and discounts, as a value: one member of the family of DCG and nDCG.

    `gain` is what a grade is worth: `linear` (the grade), `exponential` (2^grade - 1) or `shifted` (grade - 1 and at
    least 0, for scales on which 1 means "not relevant"). `discount` is `log` (the logarithm of rank + 1), `original`
    (ranks below `base` are not discounted, from there on the logarithm of the rank) or `none` (cumulated gain).
    `base` is the base of the logarithm, a whole number of 2 or more; `log` gives the same nDCG for every base.
    `ideal` says what the best list is made of: `judged` or `retrieved` documents. `cutoff` is the last rank read. An
    unjudged document gains nothing. Anything else is refused with an `InputError`.

    As it stands it is `DCG` and `nDCG`; with `gain="exponential"`, `DCG(dcg='exp-log2')`; with `discount="none"`, `CG`.
    Sources: Järvelin and Kekäläinen (2002) for the original discount and the normalization; Burges et al. (2005) for
    the exponential gain.

    >>> ranking = Ranking.parse("3 2 1 2 3")
    >>> round(DCGVariant().of(ranking).ndcg, 5)
    0.94998
    >>> round(DCGVariant(gain="shifted").of(ranking).ndcg, 3)
    0.915
    """

    gain: str = "linear"
    discount: str = "log"
    base: int = 2
    ideal: str = "judged"
    cutoff: int | None = None

    def __post_init__(self) -> None:
        for what, value, allowed in (
            ("gain", self.gain, GAINS),
            ("discount", self.discount, DISCOUNTS),
            ("ideal", self.ideal, IDEALS),
        ):
            if value not in allowed:
                raise InputError(f"{what} must be one of {', '.join(allowed)}; given: {value!r}")
        check_whole("the base of the logarithm", self.base, least=2)
        if self.cutoff is not None:
            check_whole("the cutoff", self.cutoff)

    @property
    def short(self) -> str:
        """The name of the sum: `DCG`, or `CG` where no rank is discounted; the cutoff stands behind it."""
        return ("CG" if self.discount == "none" else "DCG") + (f"@{self.cutoff}" if self.cutoff else "")

    @property
    def rule(self) -> Sentence:
        """The scheme in one sentence, with its formulas as trees.

        >>> DCGVariant(discount="original", base=10).rule.spoken
        'Each rank adds its grade; from rank 10 on it is divided by log10(rank), as first published in 2002.'
        """
        added = "its grade" if self.gain == "linear" else GAIN_FORMULAS[self.gain]
        least = " (0 at least)" if self.gain == "shifted" else ""
        from_on = f"; from rank {self.base} on it is divided by "
        divided: dict[str, list[Node | str]] = {
            "log": [", divided by ", LogOf(RANK + 1, self.base), "."],
            "original": [from_on, LogOf(RANK, self.base), ", as first published in 2002."],
            "none": [", whatever the rank."],
        }
        return Sentence("Each rank adds ", added, least, *divided[self.discount])

    def gain_of(self, grade: int) -> int:
        """What a grade is worth, exact.

        >>> [DCGVariant(gain="exponential").gain_of(grade) for grade in (-1, 0, 1, 2, 3)]
        [0, 0, 1, 3, 7]
        """
        if self.gain == "exponential":
            check_grades("the exponential gain", grade)
        return int(GAIN_FUNCTIONS[self.gain](max(grade, 0)))

    def step(self, rank: int, grade: int) -> RankGain:
        """What a document of this grade adds at this rank, counted from 1.

        >>> print(DCGVariant(discount="original").step(2, 3).node)
        3/log2(2)
        """
        place = DISCOUNT_ARGUMENTS[self.discount](rank, self.base)
        return RankGain(rank, grade, self.gain_of(grade), None if place is None else Log(place, self.base))

    def of(self, ranking: Ranking) -> DCGWorked:
        """The scheme worked out on one ranking, rank by rank."""
        pool = ranking.judged if self.ideal == "judged" else tuple(sorted(ranking.grades, reverse=True))
        steps, best = (
            tuple(self.step(rank, grade) for rank, grade in enumerate(grades[: self.cutoff], start=1))
            for grades in (ranking.grades, pool)
        )
        return DCGWorked(self, steps, best)


@dataclass(frozen=True)
class DCGWorked(Lines):
    """A `DCGVariant` worked out on one ranking: what each rank adds, and what each rank of the ideal list adds.

    `steps` and `ideal` end at the cutoff. `dcg` and `idcg` are their sums, 0 or more, and `ndcg` is the quotient, in
    0..1 and 0 where the ideal is 0. `lines` writes the calculation out as by hand.

    >>> table = DCGVariant(cutoff=3).of(Ranking.parse("3 0 2"))
    >>> for line in table.lines:
    ...     print(line)
    DCG@3 = 3/log2(2) + 2/log2(4) = 4
    IDCG@3 = 3/log2(2) + 2/log2(3) = 3 + 1.262 = 4.262
    nDCG@3 = DCG@3 / IDCG@3 = 4 / 4.262 = 0.9386
    """

    scheme: DCGVariant
    steps: tuple[RankGain, ...]
    ideal: tuple[RankGain, ...]

    @cached_property
    def quotient(self) -> Quotient:
        """The discounted gains of the list, added up, over those of the ideal list."""
        mine, best = (added([step.node for step in steps if step.gain]) for steps in (self.steps, self.ideal))
        return Quotient.make(mine, best, ideal=True)

    @property
    def sums(self) -> tuple[Fraction | float, Fraction | float]:
        """The discounted gains of the list and of the ideal list, added up: fractions where all discounts are."""
        return _number(self.quotient.total), _number(self.quotient.divisor)

    @property
    def dcg(self) -> float:
        """The discounted gains of the list, added up."""
        return float(self.sums[0])

    @property
    def idcg(self) -> float:
        """The discounted gains of the ideal list, added up."""
        return float(self.sums[1])

    @property
    def ndcg(self) -> float:
        """The list's sum over the ideal list's; 0 where the ideal is 0."""
        return self.quotient.value

    @property
    def fraction(self) -> Fraction | None:
        """The quotient as a fraction where it is known to be one, else None.

        It is one where both sums are, and where each gain of the list is the same multiple of the ideal list's.

        >>> DCGVariant(discount="none", cutoff=5).of(Ranking.parse("3 2 1 2 3", missed="3 3 3")).fraction
        Fraction(11, 15)
        >>> DCGVariant().of(Ranking.parse("2 1 0")).fraction
        Fraction(1, 1)
        """
        return self.quotient.fraction

    @property
    def equations(self) -> tuple[Equation, ...]:
        """The sum, the ideal sum and their quotient, each on one line."""
        short = self.scheme.short
        counts = f"ideal {'CG' if self.scheme.discount == 'none' else 'DCG'}"
        return self.quotient.equations(f"n{short}", above=short, counts=counts)


def _number(part: Node) -> Fraction | float:
    return part.value if part.exact is None else part.exact


@dataclass(frozen=True)
class Step:
    """What one rank adds: its term as a tree, the term's exact value where it has one, and the running sum.

    `value` is the term as a float, `contribution` the same over the divisor (what it adds to the score), and `running`
    the score after this rank.
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
        """The term as it is written by hand."""
        return str(self.node)


@dataclass(frozen=True, repr=False)
class Derivation(Calculation):
    """A measure worked out on one ranking: each rank's term, the divisor, and the result as a fraction where it is one.

    `value` is the score as a float, nan where the measure is not defined. `fraction` is exact, or None where logarithms
    remain; then `exact` still is the symbolic result as text. `parts` are the derivations of the measures on the way.
    It prints as plain text, shows as an accessible table in a notebook, and can be written as Markdown, LaTeX or HTML.

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
    def _working(self) -> WrittenCalculation:
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
            return (*([Sentence(words)] if words else []), *levels, *self._working.equations)
        before = () if self.ideal else tuple(line for part in self.parts for line in part.equations)
        return before + self._joined() + self._working.equations

    def _joined(self) -> tuple[Line, ...]:
        """The measure from its parts, where textbooks write it so, before it is counted out."""
        known = [part.fraction for part in self.parts if part.fraction is not None]
        if not self.fraction or not known or len(known) < len(self.parts):
            return ()
        names = [Name(part.measure.label, part.fraction) for part in self.parts]
        ways = [self.measure.combine(*these, given=given_number) for these in (names, map(Number, known))]
        return () if None in ways else (equation(self.measure.label, *ways, worth=self.fraction),)

    @property
    def shown_steps(self) -> tuple[Step, ...]:
        """The steps worth a row: all of a short list; of a long one, those that add something."""
        return self.steps if len(self.steps) <= SHOWN else tuple(step for step in self.steps if step.value)[:SHOWN]

    @property
    def input_description(self) -> str:
        """What the calculation starts from, in words."""
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
        """What was taken for granted about the ranking, or the title leaves out, and which ranks the table does."""
        left_out, of = len(self.steps) - len(self.shown_steps), self.ranking
        long = f"The table leaves out {left_out} of the {len(self.steps)} ranks." if left_out else ""
        assumed = self.measure.assumption(of) or " ".join(self.measure.question_notes) * (
            self.measure.label != repr(self.measure)
        )
        return tuple(filter(None, (of.echo, of.note, assumed, long)))

    def table(self) -> Table:
        named = any(step.document for step in self.shown_steps)
        rows: list[list[Cell]] = [
            [
                str(step.rank),
                *([visible(step.document)] if named else []),
                grade_text(step.grade),
                step.node if step.value else "",
                decimal(step.value) if step.value else "",
            ]
            for step in self.shown_steps
        ]
        return Table("", ["rank", *(["document"] if named else []), "grade", "term", ""], rows)

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
    """How a grade is written: its number, or ? for a document that nobody judged."""
    return "?" if grade == UNJUDGED else str(grade)


def explain_measure(measure: Measure, ranking: Ranking) -> Derivation:
    """The derivation of a measure on one ranking."""
    size = measure.worked_rank_count(ranking)
    if size > measure.max_exact_ranks:
        raise InputError(
            f"{measure!r} is worked out step by step on up to {measure.max_exact_ranks:,} documents; "
            f"here are {size:,}; "
            f"its value alone is {measure!r}.of(ranking), or take a cutoff"
        )
    exact = measure.terms(ranking.exact)
    contributions = measure.contributions(ranking)
    running = np.cumsum(contributions)
    grades = measure.grades(ranking)
    rel = measure.rel
    written = _terms_written(measure, ranking, exact)
    own = ranking.documents if grades == ranking.grades[: len(grades)] else ()
    steps = tuple(
        Step(
            rank=place + 1,
            grade=grades[place],
            relevant=grades[place] >= rel,
            node=written[place],
            fraction=written[place].exact,
            value=written[place].value,
            contribution=float(contributions[place]),
            running=float(running[place]),
            document=own[place] if own else "",
        )
        for place in range(len(written))
    )
    sums = quotient(exact)
    total, below, fraction, ideal = sums
    divided = str(below) if measure.divisor_meaning or below.exact != 1 else ""
    defined = bool(exact.defined)
    return Derivation(
        measure=measure,
        ranking=ranking,
        value=measure.of(ranking),
        fraction=fraction if defined else None,
        exact=exact_text(total, below, fraction) if defined else "not defined",
        steps=steps,
        divisor="" if ideal else divided,
        ideal=str(below) if ideal else "",
        parts=tuple(explain_measure(part, ranking) for part in measure.parts()),
        quotient=sums,
    )


def _terms_written(measure: Measure, ranking: Ranking, exact: Terms) -> list[Node]:
    if not isinstance(measure, InterpolatedPrecision):
        return terms_of(exact)
    times = measure.times(ranking.exact)
    return [
        Product(count, Ratio(above / count, below)) if count > 1 else Ratio(above, below)
        for count, above, below in zip(times, *as_fractions(exact), strict=True)
    ]


class Reach(NamedTuple):
    """Where a ranking reaches a recall level, and with which precision.

    `needed` of the `relevant` documents make that recall, and rank `first` is where the last of them stands (None where
    the list never gets there). `precisions` are (rank, found) at the relevant ranks from there on; precision only falls
    between them. `best` is the first of the highest.
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
        """From which rank on the recall is reached, in words."""
        share = f"{self.needed} of {self.relevant} relevant documents"
        if not self.relevant:
            return "no document is relevant"
        if self.first is None:
            return f"never reached: it takes {share}, and the list holds {self.found}"
        if not self.needed:
            return "reached at every rank"
        return f"reached from rank {self.first} on: {share}"

    @property
    def highest(self) -> Node:
        """The highest of the precisions that are reached, as it is written by hand."""
        return Max(*self.listed) if len(self.listed) > 1 else self.listed[0] if self.listed else Number(0)

    @property
    def listed(self) -> tuple[Ratio, ...]:
        """The precisions that are reached, as they were counted."""
        return tuple(Ratio(found, rank) for rank, found in self.precisions)


def reach(measure: InterpolatedPrecision, ranking: Ranking) -> Reach:
    """Where `ranking` reaches the recall level of `measure`.

    >>> from irlearn import IPrec
    >>> reach(IPrec @ 0.5, Ranking.parse("1 0 1 0", relevant=3)).where
    'reached from rank 3 on: 2 of 3 relevant documents'
    """
    hits = [grade >= measure.rel for grade in ranking.grades]
    relevant = int(ranking.arrays.relevant(measure.rel))
    found = list(accumulate(map(int, hits)))
    least = int(needed(measure.averaged[0], relevant))
    first = next((rank for rank, count in enumerate(found, start=1) if count >= least), None) if relevant else None
    precisions = tuple(
        (rank, count)
        for rank, (hit, count) in enumerate(zip(hits, found, strict=True), start=1)
        if hit and first is not None and rank >= first
    )
    if not measure.interpolate:
        precisions = ((first, found[first - 1]),) if first else ()
    rank = (
        int(best_ranks(np.array(found, dtype=np.int64), relevant, measure.averaged)[0])
        if measure.interpolate
        else first
    )
    best = (rank, found[rank - 1]) if rank and found[rank - 1] else None
    total = found[-1] if found else 0
    return Reach(measure.level, relevant, total, least, first, precisions, best)


def interpolate(measure: InterpolatedPrecision, ranking: Ranking) -> tuple[WrittenCalculation, str]:
    """The interpolated precision written out, and before it where recall is reached (for one level)."""
    name = repr(measure)
    if measure.recall is None:
        values = [reach(part, ranking).value for part in measure.parts() if isinstance(part, InterpolatedPrecision)]
        fraction = Fraction(arithmetic(values))
        return WrittenCalculation((equation(name, Sum(*values) / len(values)),), float(fraction), fraction), ""
    there = reach(measure, ranking)
    words = f"recall {there.level} or more is {there.where}" if there.relevant else ""
    if there.best is None:
        why = (
            "no document is relevant"
            if not there.relevant
            else "the list never reaches that recall"
            if there.first is None
            else "the list holds no relevant document"
            if measure.interpolate
            else "rank 1 holds no relevant document"
        )
        return WrittenCalculation((Equation(name, (Number(0),), after=f"because {why}"),), 0.0, Fraction(0)), words
    if there.needed and there.first is not None:
        words += f" ({there.needed}/{there.relevant} = {decimal(Fraction(there.needed, there.relevant))})"
    return WrittenCalculation((equation(name, there.highest),), float(there.value), there.value), words
