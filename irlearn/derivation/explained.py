"""explain(measure, ranking): every step of a hand calculation, of a mean over queries too, exact until the end."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np

from irlearn.derivation import page
from irlearn.derivation.levels import interpolate
from irlearn.derivation.page import Block, Table
from irlearn.derivation.significance import Significance
from irlearn.derivation.sums import Sum
from irlearn.derivation.working import Working, added, digits, exact_text, line, quotient, spread, term, work
from irlearn.errors import InputError, quoted, visible
from irlearn.measures.averages import root_of
from irlearn.measures.base import Measure, Terms
from irlearn.measures.binary import FMeasure
from irlearn.measures.curve import InterpolatedPrecision
from irlearn.measures.graded import NormalizedDCG
from irlearn.measures.means import Mean
from irlearn.notation import counted, decimal, exactly, of_a_size, read_number, text_table
from irlearn.ranking import UNJUDGED, Ranking

if TYPE_CHECKING:  # it builds on this module
    from irlearn.derivation.tested import SignificanceDerivation

_SHOWN = 30  # ranks; of a longer list, those that add nothing are left out of the tables
_NAMED = 80  # signs or bits of a number that a sentence says again
_SHORT = 1000  # the largest denominator with which a given decimal is written as a fraction


class Calculation:
    """What is common to calculations worked out by hand: they print, show in a notebook, and can be handed in.

    `value` is the result as a float, `fraction` is exact or None where logarithms or roots remain; `lines` is the
    calculation, a line for each result on the way, and `equation` the last of them.
    """

    measure: Measure | Mean | Significance
    value: float
    fraction: Fraction | None

    @property
    def title(self) -> str:
        """What is worked out, and from what."""
        raise NotImplementedError

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation from its parts to the result, one line each."""
        raise NotImplementedError

    @property
    def equation(self) -> str:
        """The sum on one line, such as `AP = (1/1 + 2/3) / 2 = 5/6 = 0.8333`."""
        return self.lines[-1]

    @property
    def why(self) -> str:
        """What the divisor or the discount is there for, in one sentence to a learner."""
        raise NotImplementedError

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for granted, one sentence each."""
        return ()

    def table(self) -> Table:
        """The terms as a table: one row a rank or a query."""
        raise NotImplementedError

    def to_json(self) -> dict[str, Any]:
        """The calculation as plain data, as the shell prints it."""
        raise NotImplementedError

    def to_markdown(self) -> str:
        r"""The calculation as Markdown: a table, and formulas as LaTeX between dollar signs.

        >>> from irlearn import RR, Ranking, explain
        >>> print(explain(RR, Ranking.parse("0 1")).to_markdown())
        **RR, reciprocal rank: 2 retrieved, 1 relevant in all**
        <BLANKLINE>
        | rank | grade | term |        |
        | ---: | ----: | ---: | -----: |
        |    1 |     0 |      |        |
        |    2 |     1 |  1/2 | 0.5000 |
        <BLANKLINE>
        $\text{RR} = \frac{1}{2} = 0.5$
        <BLANKLINE>
        Only the first relevant document counts; the steps between ranks shrink as the list goes on.
        <BLANKLINE>
        """
        return page.to_markdown(self.blocks())

    def to_latex(self) -> str:
        r"""The calculation as LaTeX, for a document that uses the package amsmath.

        >>> from irlearn import RR, Ranking, explain
        >>> print(explain(RR, Ranking.parse("0 1")).to_latex().splitlines()[-4])
        \text{RR} &= \frac{1}{2} = 0.5
        """
        return page.to_latex(self.blocks())

    def to_html(self) -> str:
        """The calculation as a whole HTML page, which needs nothing else.

        >>> from irlearn import RR, Ranking, explain
        >>> explain(RR, Ranking.parse("0 1")).to_html().startswith("<!DOCTYPE html>")
        True
        """
        return page.to_html(self.blocks(), title=self.title)

    def blocks(self) -> list[Block]:
        """The calculation as blocks of a page."""
        notes = [page.Prose(note) for note in self.notes]
        strong = page.Prose(self.title, strong=True)
        return [strong, *notes, self.table(), page.Formulas(self.lines), page.Prose(self.why)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.equation}>"

    def __str__(self) -> str:
        """The whole calculation as plain text."""
        table = self.table()
        return "\n".join(
            [self.title, *self.notes, "", text_table(table.header, table.rows, left=0), "", *self.lines, self.why]
        )

    def _repr_html_(self) -> str:
        """Each term under its rank, then the sum; a table with headers for screen readers."""
        rows = "".join(
            f'<tr><th scope="row">{escape(name)}</th>'
            + "".join(f"<{tag}{f' {look}' if look else ''}>{escape(cell)}</{tag}>" for cell, look in cells)
            + "</tr>"
            for name, tag, cells in self._columns()
        )
        before = "".join(f"<p>{escape(text)}</p>" for text in (*self.notes, *self.lines[:-1]))
        return (
            f'<div class="irlearn-derivation"><style>{_STYLE}</style><p class="given">{escape(self.title)}</p>'
            f'<div class="terms"><table aria-label="{escape(self.title)}">{rows}</table></div>{before}'
            f'<p class="result">{escape(self.equation)}</p><p class="why">{escape(self.why)}</p></div>'
        )

    def _columns(self) -> Iterable[tuple[str, str, list[tuple[str, str]]]]:
        """The rows of the notebook's table, which has a column for each rank: a header, a tag, and styled cells."""
        raise NotImplementedError


_STYLE = (
    ".irlearn-derivation{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}"
    ".irlearn-derivation .terms{overflow-x:auto}"
    ".irlearn-derivation table{border-collapse:collapse;margin:0 0 .6em}"
    ".irlearn-derivation .given{opacity:.75;margin-bottom:.4em}"
    ".irlearn-derivation table th,.irlearn-derivation table td"
    "{text-align:center;white-space:nowrap;padding:.2em .6em;font-weight:400}"
    ".irlearn-derivation table tr{background:none!important}"
    ".irlearn-derivation table th[scope=row]{text-align:left;opacity:.75}"
    ".irlearn-derivation table td.hit{font-weight:700;border-bottom:3px solid #0072b2}"
    ".irlearn-derivation td.miss{opacity:.75}"
    ".irlearn-derivation p{margin:.15em 0}.irlearn-derivation .result{font-weight:700}"
    ".irlearn-derivation .why{opacity:.75}"
)


@dataclass(frozen=True)
class Step:
    """What one rank adds: its term as written by hand, the term's exact value where it has one, and the running sum.

    `value` is the term as a float, `contribution` the same over the divisor (what it adds to the score), and `running`
    the score after this rank.
    """

    rank: int
    grade: int
    relevant: bool
    term: str
    fraction: Fraction | None
    value: float
    contribution: float
    running: float
    document: str = ""


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
            return Working((f"{name} is not defined: {self.measure.undefined}",), math.nan)
        terms = self.measure.terms(self.ranking.exact)
        above = repr(self.parts[0].measure) if self.ideal else ""
        return work(terms, name, above=above, counts=self.measure.counts)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The calculation from its parts to the result, one line each."""
        if isinstance(self.measure, InterpolatedPrecision):
            words = interpolate(self.measure, self.ranking)[1]
            levels = tuple(part.equation for part in self.parts)
            return (*([words] if words else []), *levels, *self._working.lines)
        before = () if self.ideal else tuple(text for part in self.parts for text in part.lines)
        return before + self._harmonic() + self._working.lines

    def _harmonic(self) -> tuple[str, ...]:
        """F from precision and recall, as textbooks write it, before it is counted out."""
        if not isinstance(self.measure, FMeasure) or not self.fraction:
            return ()
        square = Fraction(repr(float(self.measure.beta))) ** 2
        precision, recall = self.parts
        weight = "" if square == 1 else f"{plain(square)} · "
        sides = [
            f"({plain(1 + square)} · {p} · {r}) / ({weight}{p} + {r})"
            for p, r in (
                (repr(precision.measure), repr(recall.measure)),
                (str(precision.fraction), str(recall.fraction)),
            )
        ]
        return (line(repr(self.measure), sides, self.fraction, self.value),)

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
        rows = [
            [
                str(step.rank),
                mark(step.grade),
                step.term if step.value else "",
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

    def _columns(self) -> Iterable[tuple[str, str, list[tuple[str, str]]]]:
        shown = self.shown
        look = {True: 'class="hit"', False: 'class="miss"'}
        yield "rank", "th", [(str(step.rank), 'scope="col"') for step in shown]
        yield "grade", "td", [(mark(step.grade), look[step.relevant]) for step in shown]
        yield "term", "td", [(step.term if step.value else "", "") for step in shown]


class MeanStep(NamedTuple):
    """What one query gives to a mean: its value as written by hand, exact where it is, and the mean so far.

    `contribution` is what the query adds to an arithmetic mean; None for a geometric one, which is a product.
    """

    query: int
    term: str
    fraction: Fraction | None
    value: float
    contribution: float | None
    running: float


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
    def lines(self) -> tuple[str, ...]:
        """The calculation of each query's value, and of their mean."""
        long = len(self.parts) > _SHOWN
        parts = tuple(
            f"query {number}: {text}"
            for number, part in enumerate(self.parts[:_SHOWN], start=1)
            for text in (part.lines[-1:] if long else part.lines)
        )
        name, size = repr(self.measure), len(self.steps)
        written = [step.term for step in self.steps]
        if self.measure.epsilon is None:
            mean = f"({added(written)}) / {size}" if size > 1 else written[0]
            return (*parts, line(name, [mean], self.fraction, self.value))
        least = plain(Fraction(repr(self.measure.epsilon)))
        raised = tuple(
            f"query {step.query}: {step.term} counts as {least}"
            for step in self.steps
            if step.value < self.measure.epsilon
        )[:_SHOWN]
        factors = [least if step.value < self.measure.epsilon else step.term for step in self.steps]
        product = f"({added(factors, ' · ')})^(1/{size})" if size > 1 else factors[0]
        return (*parts, *raised, line(name, [product], self.fraction, self.value))

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
        rows = [[str(step.query), step.term, decimal(step.value)] for step in self.steps[:_SHOWN]]
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

    def _columns(self) -> Iterable[tuple[str, str, list[tuple[str, str]]]]:
        shown = self.steps[:_SHOWN]
        yield "query", "th", [(str(step.query), 'scope="col"') for step in shown]
        yield repr(self.measure.measure), "td", [(step.term, "") for step in shown]


def mark(grade: int) -> str:
    """How a grade is written: its number, or ? for a document that nobody judged."""
    return "?" if grade == UNJUDGED else str(grade)


def or_none(value: float) -> float | None:
    """The value, or None for nan, which JSON does not have."""
    return None if math.isnan(value) else value


def plain(number: Fraction) -> str:
    """A given number as it is written: a short fraction, else the decimal where it ends soon.

    >>> plain(Fraction("0.5")), plain(Fraction("0.6729")), plain(Fraction(323, 480)), plain(Fraction("0.00001"))
    ('1/2', '0.6729', '323/480', '0.00001')
    """
    if number.denominator > _SHORT:
        for places in range(4, 13):
            if (number * 10**places).denominator == 1:
                return f"{Decimal(number.numerator) / Decimal(number.denominator):f}"
    return str(number) if number.denominator.bit_length() <= 60 else decimal(number)


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
        from irlearn.derivation.tested import explain_test

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
            term=written[place],
            fraction=Sum.of([(numerator, denominator)]).fraction if exact.log2 else numerator / denominator,
            value=float(numerator) / float(np.log2(denominator) if exact.log2 else denominator),
            contribution=float(contributions[place]),
            running=float(running[place]),
            document=own[place] if own else "",
        )
        for place, (numerator, denominator) in enumerate(zip(numerators, denominators, strict=True))
    )
    total, below, fraction = quotient(exact)
    divided = str(below) if measure.counts or below.fraction != 1 else ""
    ideal = ""
    if isinstance(exact.divisor, Terms):
        ideal = added([term(exact.divisor, n, d) for n, d in zip(*spread(exact.divisor), strict=True) if n])
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
) -> list[str]:
    if not isinstance(measure, InterpolatedPrecision):
        return [term(exact, above, below) for above, below in zip(numerators, denominators, strict=True)]
    times = measure.times(ranking.exact)
    return [
        f"{count} · {above / count}/{below}" if count > 1 else f"{above}/{below}"
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
            term=decimal(value) if exact is None else plain(exact),
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
