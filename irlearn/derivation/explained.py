"""explain(measure, ranking): every step of a hand calculation, of a mean over queries too, exact until the end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, overload

import numpy as np

from irlearn.derivation.calculation import Calculation as Calculation
from irlearn.derivation.levels import interpolate
from irlearn.derivation.page import Cell, Table
from irlearn.derivation.significance import Significance
from irlearn.derivation.terms import Working, digits, exact_text, quotient, spread, term, work
from irlearn.derivation.tested import SignificanceDerivation, explain_test
from irlearn.errors import InputError, quoted, visible
from irlearn.expression import Line, Name, Node, Number, Product, Ratio, Sentence, Sum, equation, prefixed
from irlearn.markup import Element, td, th
from irlearn.measures.averages import root_of
from irlearn.measures.base import Measure, Terms
from irlearn.measures.binary import FMeasure
from irlearn.measures.curve import InterpolatedPrecision
from irlearn.measures.graded import NormalizedDCG
from irlearn.measures.means import Mean
from irlearn.notation import counted, decimal, exactly, of_a_size, read_number
from irlearn.ranking import UNJUDGED, Ranking

_SHOWN = 30  # ranks; of a longer list, those that add nothing are left out of the tables
_NAMED = 80  # signs or bits of a number that a sentence says again
_SHORT = 1000  # the largest denominator with which a given decimal is written as a fraction
_READABLE = 60  # bits of the denominator of any other given number that is written as a fraction


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

    >>> from irlearn import RR
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

    @cached_property
    def _working(self) -> Working:
        name = repr(self.measure)
        if isinstance(self.measure, InterpolatedPrecision):
            return interpolate(self.measure, self.ranking)[0]
        if math.isnan(self.value):
            return Working((Sentence(f"{name} is not defined: {self.measure.undefined}"),), math.nan)
        terms = self.measure.terms(self.ranking.exact)
        above = repr(self.parts[0].measure) if self.ideal else ""
        return work(terms, name, above=above, counts=self.measure.counts)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The calculation from its parts to the result, one line each, as trees."""
        if isinstance(self.measure, InterpolatedPrecision):
            words = interpolate(self.measure, self.ranking)[1]
            levels = tuple(part.equations[-1] for part in self.parts)
            return (*([Sentence(words)] if words else []), *levels, *self._working.equations)
        before = () if self.ideal else tuple(line for part in self.parts for line in part.equations)
        return before + self._harmonic() + self._working.equations

    def _harmonic(self) -> tuple[Line, ...]:
        """F from precision and recall, as textbooks write it, before it is counted out."""
        if not isinstance(self.measure, FMeasure) or not self.fraction:
            return ()
        square = Fraction(repr(float(self.measure.beta))) ** 2
        known = [part.fraction for part in self.parts]
        names = [Name(repr(part.measure), part.fraction) for part in self.parts]
        ways = []
        for p, r in (names, [Number(one) for one in known if one is not None]):
            weighted = p if square == 1 else given_number(square) * p
            ways.append(Product(given_number(1 + square), p, r) / (weighted + r))
        return (equation(repr(self.measure), *ways, worth=self.fraction),)

    @property
    def shown(self) -> tuple[Step, ...]:
        """The steps worth a row: all of a short list; of a long one, those that add something."""
        return self.steps if len(self.steps) <= _SHOWN else tuple(step for step in self.steps if step.value)[:_SHOWN]

    @property
    def given(self) -> str:
        """What the calculation starts from, in words."""
        if self.measure.sees == "relevance":
            rel = self.measure.rel
            relevant = int(self.ranking.arrays.relevant(rel))
            from_grade = f" (grade {rel} or more)" if rel > 1 or max(self.ranking.judged, default=0) > 1 else ""
            return f"{len(self.ranking)} retrieved, {relevant} relevant in all{from_grade}"
        best = " ".join(map(str, self.ranking.judged[:_SHOWN])) + (" ..." if len(self.ranking.judged) > _SHOWN else "")
        return f"{len(self.ranking)} retrieved; grades of all judged documents: {best or 'none'}"

    @property
    def title(self) -> str:
        """The measure, its name in words, and what the calculation starts from."""
        return f"{self.measure!r}, {self.measure.title}: {self.given}"

    @property
    def why(self) -> str:
        """What the divisor or the discount is there for, in one sentence to a learner."""
        return self.measure.why

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for granted about the ranking, and which ranks the table leaves out."""
        left_out = len(self.steps) - len(self.shown)
        long = f"The table leaves out {left_out} of the {len(self.steps)} ranks." if left_out else ""
        return tuple(filter(None, (self.ranking.note, self.measure.assumed(self.ranking), long)))

    def table(self) -> Table:
        """The terms as a table: a row for each rank, or of a long list for each rank that adds something."""
        rows: list[list[Cell]] = [
            [
                str(step.rank),
                mark(step.grade),
                step.node if step.value else "",
                decimal(step.value) if step.value else "",
            ]
            for step in self.shown
        ]
        return Table("", ["rank", "grade", "term", ""], rows)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, as the shell prints it."""
        return {
            "measure": repr(self.measure),
            "value": or_none(self.value),
            "fraction": None if self.fraction is None else digits(self.fraction),
            "exact": self.exact,
            "steps": [
                {
                    "rank": step.rank,
                    "grade": step.grade,
                    "term": step.term,
                    "value": step.value,
                    "contribution": or_none(step.contribution),
                    "running": or_none(step.running),
                }
                for step in self.steps
            ],
            "lines": list(self.lines),
        }

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        shown = self.shown
        yield "rank", th, [(str(step.rank), {"scope": "col"}) for step in shown]
        yield "grade", td, [(mark(step.grade), {"class": "hit" if step.relevant else "miss"}) for step in shown]
        yield "term", td, [(step.node if step.value else "", {}) for step in shown]


class MeanStep(NamedTuple):
    """What one query gives to a mean: its value as written by hand, exact where it is, and the mean so far.

    `contribution` is what the query adds to an arithmetic mean; None for a geometric one, which is a product.
    """

    query: int
    node: Number
    fraction: Fraction | None
    value: float
    contribution: float | None
    running: float

    @property
    def term(self) -> str:
        """The value as it is written by hand."""
        return str(self.node)


@dataclass(frozen=True, repr=False)
class MeanDerivation(Calculation):
    """A mean over queries worked out: each query's value, and their mean as a fraction where it is one.

    `measure` is the mean. `parts` are the derivations of the queries' values, empty where the values themselves were
    given. `fraction` is exact, or None where a root or a logarithm remains; then `exact` is the result with its root.

    >>> from irlearn import gMAP
    >>> derivation = explain(gMAP, ["1", "1/2", "0.1"])
    >>> derivation.equation, derivation.exact
    ('gMAP = (1 · 1/2 · 1/10)^(1/3) = 0.3684', '(1/20)^(1/3)')
    """

    measure: Mean
    value: float
    fraction: Fraction | None
    exact: str
    steps: tuple[MeanStep, ...]
    parts: tuple[Derivation, ...]

    @property
    def title(self) -> str:
        """The mean, which it is, and over how many queries."""
        kind = "arithmetic" if self.measure.epsilon is None else "geometric"
        size = counted(len(self.steps), "query", "queries")
        return f"{self.measure!r}, {kind} mean of {self.measure.measure!r} over {size}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The calculation of each query's value, and of their mean, as trees."""
        long = len(self.parts) > _SHOWN
        parts = tuple(
            prefixed(line, f"query {number}:")
            for number, part in enumerate(self.parts[:_SHOWN], start=1)
            for line in (part.equations[-1:] if long else part.equations)
        )
        name, size = repr(self.measure), len(self.steps)
        worth = self.value if self.fraction is None else self.fraction
        if self.measure.epsilon is None:
            mean = Sum(*(step.node for step in self.steps)) / size if size > 1 else self.steps[0].node
            return (*parts, equation(name, mean, worth=worth))
        epsilon = self.measure.epsilon
        least = given_number(Fraction(repr(epsilon)))
        low = [step for step in self.steps if step.value < epsilon]
        raised = tuple(Sentence(f"query {step.query}: {step.term} counts as {least}") for step in low[:_SHOWN])
        factors = [least if step.value < epsilon else step.node for step in self.steps]
        product = Product(*factors) ** Fraction(1, size) if size > 1 else factors[0]
        return (*parts, *raised, equation(name, product, worth=worth))

    @property
    def why(self) -> str:
        """What this mean does with easy and hard queries, in one sentence to a learner."""
        if self.measure.epsilon is None:
            return "Every query counts the same, however many relevant documents it has."
        return "A product is pulled down by its smallest factors, so the hardest queries weigh most."

    @property
    def notes(self) -> tuple[str, ...]:
        """Which queries the table leaves out, and what was taken for granted about the rankings."""
        left_out = len(self.steps) - _SHOWN
        long = (f"The table leaves out {left_out} of the {len(self.steps)} queries.",) if left_out > 0 else ()
        said = [
            f"Query {number}: {part.ranking.note}"
            for number, part in enumerate(self.parts, start=1)
            if part.ranking.note
        ]
        return (*self._alone(), *long, *said[:_SHOWN])

    def _alone(self) -> tuple[str, ...]:
        """What a mean over one query is."""
        if len(self.steps) > 1:
            return ()
        raised = self.measure.epsilon is not None and self.steps[0].value < self.measure.epsilon
        but = ", raised to the least value that counts" if raised else ""
        return (f"One query: its mean is the {self.measure.measure!r} of that query{but}.",)

    def table(self) -> Table:
        """The values as a table: a row for each query."""
        rows: list[list[Cell]] = [[str(step.query), step.node, decimal(step.value)] for step in self.steps[:_SHOWN]]
        return Table("", ["query", repr(self.measure.measure), ""], rows)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, as the shell prints it."""
        return {
            "measure": repr(self.measure),
            "value": self.value,
            "fraction": None if self.fraction is None else digits(self.fraction),
            "exact": self.exact,
            "steps": [
                {
                    "query": step.query,
                    "term": step.term,
                    "value": step.value,
                    "contribution": step.contribution,
                    "running": step.running,
                }
                for step in self.steps
            ],
            "lines": list(self.lines),
            "parts": [part.to_json() for part in self.parts],
        }

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        shown = self.steps[:_SHOWN]
        yield "query", th, [(str(step.query), {"scope": "col"}) for step in shown]
        yield repr(self.measure.measure), td, [(step.node, {}) for step in shown]


def mark(grade: int) -> str:
    """How a grade is written: its number, or ? for a document that nobody judged."""
    return "?" if grade == UNJUDGED else str(grade)


def or_none(value: float) -> float | None:
    """The value, or None for nan, which JSON does not have."""
    return None if math.isnan(value) else value


def given_number(number: Fraction) -> Number:
    """A given number as it is written: a short fraction, else the decimal where it ends soon.

    >>> print(*(given_number(Fraction(one)) for one in ("0.5", "0.6729", "323/480", "0.00001")))
    1/2 0.6729 323/480 0.00001
    """
    if number.denominator > _SHORT:
        for places in range(4, 13):
            if (number * 10**places).denominator == 1:
                return Number(number, f"{Decimal(number.numerator) / Decimal(number.denominator):f}")
    return Number(number) if number.denominator.bit_length() <= _READABLE else Number.rounded(number)


Value = Fraction | float | str
"""One query's value: a fraction, a number, or what a learner typed, such as "1/3" or "0.5"."""

Asked = Ranking | Iterable[Ranking | Value] | Iterable[Iterable[Value]]
"""What a calculation is asked about: a ranking, several, the values of queries, or the scores of two systems."""


@overload
def explain(measure: Measure, given: Ranking) -> Derivation: ...
@overload
def explain(measure: Mean, given: Iterable[Ranking] | Iterable[Value]) -> MeanDerivation: ...
@overload
def explain(measure: Significance, given: Asked) -> SignificanceDerivation: ...
@overload
def explain(
    measure: Measure | Mean | Significance, given: Asked
) -> Derivation | MeanDerivation | SignificanceDerivation: ...


def explain(
    measure: Measure | Mean | Significance, given: Asked
) -> Derivation | MeanDerivation | SignificanceDerivation:
    """The derivation of a measure on one ranking, or of a mean over queries, worked out in fractions as by hand.

    `given` is a `Ranking`; for a mean it is the rankings of the queries, or the queries' values: fractions, numbers,
    or texts such as "1/3" and "0.5" (a float is taken as its decimal digits say). A significance test, such as
    `irlearn.derivation.SignTest()`, takes the scores of A and of B. The terms are those that the score itself is made
    of. Raises `InputError` where a mean has no query, and for a value that is none.

    >>> from irlearn import AP, IPrec, MAP, nDCG
    >>> ranking = Ranking.parse("1 1 1 0 1 1 0 1 0 0", relevant=8)
    >>> print(explain(AP, ranking).equation)
    AP = (1/1 + 2/2 + 3/3 + 4/5 + 5/6 + 6/8) / 8 = 323/480 = 0.6729
    >>> for line in explain(nDCG @ 3, Ranking.parse("3 0 2")).lines:
    ...     print(line)
    DCG@3 = 3/log2(2) + 2/log2(4) = 4
    IDCG@3 = 3/log2(2) + 2/log2(3) = 3 + 1.262 = 4.262
    nDCG@3 = DCG@3 / IDCG@3 = 4 / 4.262 = 0.9386
    >>> for line in explain(IPrec @ 0.7, ranking).lines:
    ...     print(line)
    recall 0.7 or more is reached from rank 8 on: 6 of 8 relevant documents (6/8 = 0.75)
    IPrec@0.7 = 6/8 = 3/4 = 0.75
    >>> explain(MAP, [1, 0.5, "1/10"]).equation
    'MAP = (1 + 1/2 + 1/10) / 3 = 8/15 = 0.5333'
    """
    if isinstance(measure, Significance):
        return explain_test(measure, given)
    if isinstance(measure, Mean):
        return _explain_mean(measure, given)
    if not isinstance(measure, Measure) or not isinstance(given, Ranking):
        raise InputError(f"explain takes a measure and a Ranking; given: {measure!r} and {type(given).__name__}")
    return _explain_measure(measure, given)


def _explain_measure(measure: Measure, ranking: Ranking) -> Derivation:
    best = len(ranking.judged[: measure.cutoff]) if isinstance(measure, NormalizedDCG) else 0
    size = max(len(measure.grades(ranking)), best)
    if size > measure.by_hand:
        raise InputError(
            f"{measure!r} is worked out step by step on up to {measure.by_hand:,} documents; here are {size:,}; "
            f"its value alone is {measure!r}.of(ranking), or take a cutoff"
        )
    exact = measure.terms(ranking.exact)
    contributions = measure.contributions(ranking)
    running = np.cumsum(contributions)
    grades = measure.grades(ranking)
    numerators, denominators = spread(exact)
    rel = measure.rel
    written = _terms_written(measure, ranking, exact, numerators, denominators)
    own = ranking.documents if grades == ranking.grades[: len(grades)] else ()
    steps = tuple(
        Step(
            rank=place + 1,
            grade=grades[place],
            relevant=grades[place] >= rel,
            node=written[place],
            fraction=written[place].exact,
            value=float(numerator) / float(np.log2(denominator) if exact.log2 else denominator),
            contribution=float(contributions[place]),
            running=float(running[place]),
            document=own[place] if own else "",
        )
        for place, (numerator, denominator) in enumerate(zip(numerators, denominators, strict=True))
    )
    total, below, fraction = quotient(exact)
    divided = str(below) if measure.counts or below.exact != 1 else ""
    ideal = str(below) if isinstance(exact.divisor, Terms) else ""
    defined = bool(exact.defined)
    return Derivation(
        measure=measure,
        ranking=ranking,
        value=measure.of(ranking),
        fraction=fraction if defined else None,
        exact=exact_text(total, below, fraction) if defined else "not defined",
        steps=steps,
        divisor="" if ideal else divided,
        ideal=ideal,
        parts=tuple(_explain_measure(part, ranking) for part in measure.parts()),
    )


def _terms_written(
    measure: Measure, ranking: Ranking, exact: Terms, numerators: list[Fraction], denominators: list[int]
) -> list[Node]:
    if not isinstance(measure, InterpolatedPrecision):
        return [term(exact, above, below) for above, below in zip(numerators, denominators, strict=True)]
    times = measure.times(ranking.exact)
    return [
        Product(count, Ratio(above / count, below)) if count > 1 else Ratio(above, below)
        for count, above, below in zip(times, numerators, denominators, strict=True)
    ]


def _explain_mean(mean: Mean, given: object) -> MeanDerivation:
    queries = queries_of(mean, given)
    parts = tuple(_explain_measure(mean.measure, one) for one in queries if isinstance(one, Ranking))
    values = [_value_of(part, number) for number, part in enumerate(parts, start=1)]
    values += [(exact, float(exact)) for exact in queries if isinstance(exact, Fraction)]
    floats = [value for _, value in values]
    steps = tuple(
        MeanStep(
            query=number,
            node=Number(value) if exact is None else given_number(exact),
            fraction=exact,
            value=value,
            contribution=value / len(values) if mean.epsilon is None else None,
            running=mean.of(floats[:number]),
        )
        for number, (exact, value) in enumerate(values, start=1)
    )
    fraction, exact_result = _mean_exactly(mean, [exact for exact, _ in values])
    return MeanDerivation(mean, mean.of(floats), fraction, exact_result, steps, parts)


def _value_of(part: Derivation, number: int) -> tuple[Fraction | None, float]:
    if math.isnan(part.value):
        raise InputError(f"{part.measure!r} is not defined on query {number}; leave that query out")
    return part.fraction, part.value


def queries_of(mean: Mean, given: object) -> tuple[Ranking, ...] | tuple[Fraction, ...]:
    """The rankings of the queries, or the exact value of each, that a mean was asked about; one or more.

    Any iterable is read, an array too; one `Ranking` is one query. Raises `InputError` for both kinds in one list, for
    none, and for what is no value of the measure.

    >>> from irlearn import MAP
    >>> [str(value) for value in queries_of(MAP, ["1/3", 0.5])]
    ['1/3', '1/2']
    """
    if isinstance(given, Ranking):
        return (given,)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(f"{mean!r} takes several rankings, or one value a query; given: {quoted(given)}")
    listed = list(given)
    ranked = tuple(item for item in listed if isinstance(item, Ranking))
    if ranked and len(ranked) < len(listed):
        raise InputError(f"{mean!r} takes rankings or values, not both in one list")
    if not listed:
        raise InputError(f"{mean!r} is a mean over topics; give the values of two or more, given: 0")
    return ranked or tuple(query_value(mean, item, number) for number, item in enumerate(listed, start=1))


def query_value(mean: Mean, given: object, number: int) -> Fraction:
    """The exact value that was given for a query; refused with an `InputError` where it can be none of the measure."""
    where = f"the value of query {number}"
    known = isinstance(given, int | float | np.integer | np.floating | Fraction) and not isinstance(given, bool)
    if not known and not isinstance(given, str):
        raise InputError(f"{where} must be a number such as 1/3 or 0.5; given: {quoted(given)}")
    if isinstance(given, float | np.floating) and not math.isfinite(given):
        raise InputError(f"{where} is {given}, which is no number; leave out a query without a value")
    try:
        value = read_number(given) if isinstance(given, str) else of_a_size(exactly(given))
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    highest = mean.range[1]
    if not 0 <= value <= highest:
        allowed = "from 0 to 1" if highest == 1 else "0 or more"
        raise InputError(f"{where} must be {allowed}, as {mean.measure!r} is; given: {_named(given)}")
    return value


def _named(given: object) -> str:
    """A number that was given, as a sentence says it again."""
    if isinstance(given, str):
        return visible(given) if len(given) <= _NAMED else quoted(given)
    short = not isinstance(given, Fraction) or given.numerator.bit_length() + given.denominator.bit_length() < _NAMED
    return str(given) if isinstance(given, Fraction) and short else quoted(given) if short else "a fraction"


def _mean_exactly(mean: Mean, values: list[Fraction | None]) -> tuple[Fraction | None, str]:
    """The mean as a fraction, or None where a root or a logarithm remains; and as text."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None, decimal(math.nan)
    if mean.epsilon is None:
        fraction = sum(known, Fraction(0)) / len(known)
        return fraction, digits(fraction) or decimal(fraction)
    product = math.prod((max(value, Fraction(repr(mean.epsilon))) for value in known), start=Fraction(1))
    root = root_of(product, len(known))
    if root is not None:
        return root, str(root)
    return None, f"({digits(product) or decimal(product)})^(1/{len(known)})"
