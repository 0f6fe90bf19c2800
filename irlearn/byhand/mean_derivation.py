"""A mean over queries worked out as by hand, from their rankings or from their values."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from irlearn.byhand.calculation import SHOWN, Calculation
from irlearn.byhand.measure_derivation import Derivation, explain_measure
from irlearn.byhand.terms import digits, given_number
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line, Number, Product, Sentence, Sum, equation, prefixed
from irlearn.formulas.page import Cell, Table
from irlearn.measures.means import Mean, arithmetic, root_of
from irlearn.ranking import Ranking, as_ranking
from irlearn.text.english import count_noun
from irlearn.text.numbers import Typed, decimal, exact_number


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

    >>> from irlearn import explain, gMAP
    >>> derivation = explain(gMAP, ["1", "1/2", "0.1"])
    >>> derivation.equation, derivation.exact
    ('gMAP = (1 · 1/2 · 0.1)^(1/3) = 0.3684', '(1/20)^(1/3)')
    """

    measure: Mean
    value: float
    fraction: Fraction | None
    exact: str
    steps: tuple[MeanStep, ...]
    parts: tuple[Derivation, ...]

    @property
    def title(self) -> str:
        kind = "arithmetic" if self.measure.epsilon is None else "geometric"
        size = count_noun(len(self.steps), "query", "queries")
        return f"{self.measure!r}, {kind} mean of {self.measure.measure!r} over {size}"

    @cached_property
    def raised(self) -> tuple[MeanStep, ...]:
        """The queries whose values are below epsilon and count as it; none in an arithmetic mean, nor one at epsilon.

        >>> from irlearn import explain, gMAP
        >>> [step.query for step in explain(gMAP(epsilon=0.1), ["1", "0.1", "0.09", "0"]).raised]
        [3, 4]
        """
        if self.measure.epsilon is None:
            return ()
        least = Fraction(repr(self.measure.epsilon))
        return tuple(one for one in self.steps if (one.value if one.fraction is None else one.fraction) < least)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        long = len(self.parts) > SHOWN
        parts = tuple(
            prefixed(line, f"query {number}:")
            for number, part in enumerate(self.parts[:SHOWN], start=1)
            for line in (part.equations[-1:] if long else part.equations)
        )
        name, size = repr(self.measure), len(self.steps)
        worth = self.value if self.fraction is None else self.fraction
        if self.measure.epsilon is None:
            mean = [Sum(*(step.node for step in self.steps)) / size] if size > 1 else []
            return (*parts, equation(name, *mean, worth=worth))
        least = Number(Typed(repr(self.measure.epsilon)))
        told = tuple(Sentence(f"query {step.query}: {step.term} counts as {least}") for step in self.raised[:SHOWN])
        low = {step.query for step in self.raised}
        factors = [least if step.query in low else step.node for step in self.steps]
        product = [Product(*factors) ** Fraction(1, size)] if size > 1 else []
        return (*parts, *told, equation(name, *product, worth=worth))

    @property
    def why(self) -> str:
        if self.measure.epsilon is None:
            return "Every query counts the same, however many relevant documents it has."
        return "A geometric mean multiplies where the arithmetic mean adds."

    @property
    def notes(self) -> tuple[str, ...]:
        """Which queries the table leaves out, and what was taken for granted about the rankings."""
        left_out = len(self.steps) - SHOWN
        long = (f"The table leaves out {left_out} of the {len(self.steps)} queries.",) if left_out > 0 else ()
        said = [
            f"Query {number}: {told}"
            for number, part in enumerate(self.parts, start=1)
            for told in (part.ranking.echo, part.ranking.note)
            if told
        ]
        return (*self._alone(), *long, *said[:SHOWN])

    def _alone(self) -> tuple[str, ...]:
        """What a mean over one query is."""
        if len(self.steps) > 1:
            return ()
        but = ", raised to the least value that counts" if self.raised else ""
        return (f"One query: its mean is the {self.measure.measure!r} of that query{but}.",)

    def table(self) -> Table:
        rows: list[list[Cell]] = [[str(step.query), step.node, decimal(step.value)] for step in self.steps[:SHOWN]]
        return Table("", ["query", repr(self.measure.measure), ""], rows)

    def to_json(self) -> dict[str, Any]:
        steps = (
            {
                "query": step.query,
                "term": step.term,
                "value": step.value,
                "contribution": step.contribution,
                "running": step.running,
            }
            for step in self.steps
        )
        return self._plain(self.exact, steps, parts=[part.to_json() for part in self.parts])


def explain_mean(mean: Mean, given: object) -> MeanDerivation:
    """The derivation of a mean over the rankings or the values of queries."""
    queries = queries_of(mean, given)
    parts = tuple(explain_measure(mean.measure, one) for one in queries if isinstance(one, Ranking))
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
    ['1/3', '0.5']
    """
    if isinstance(given, Ranking):
        return (given,)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(f"{mean!r} takes several rankings, or one value a query; given: {quoted(given)}")
    listed = list(given)
    ranked = tuple(as_ranking(item) for item in listed if isinstance(item, Ranking | list | tuple))
    if ranked and len(ranked) < len(listed):
        raise InputError(f"{mean!r} takes rankings or values, not both in one list")
    if not listed:
        raise InputError(f"{mean!r} is a mean over topics; give the values of two or more, given: 0")
    return ranked or tuple(query_value(mean, item, number) for number, item in enumerate(listed, start=1))


def query_value(mean: Mean, given: object, number: int) -> Fraction:
    """The exact value that was given for a query, a decimal as one; an `InputError` where the measure has none such."""
    where = f"the value of query {number}"
    if isinstance(given, float | np.floating) and not math.isfinite(given):
        raise InputError(f"{where} is {given}, which is no number; leave out a query without a value")
    value = exact_number(given, where, "a number such as 1/3 or 0.5")
    highest = mean.range[1]
    if not 0 <= value <= highest:
        allowed = "from 0 to 1" if highest == 1 else "0 or more"
        raise InputError(f"{where} must be {allowed}, as {mean.measure!r} is; given: {quoted(given)}")
    return value if isinstance(given, Fraction) or "/" in str(given) else Typed(value)


def _mean_exactly(mean: Mean, values: list[Fraction | None]) -> tuple[Fraction | None, str]:
    """The mean as a fraction, or None where a root or a logarithm remains; and as text."""
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None, decimal(math.nan)
    if mean.epsilon is None:
        fraction = Fraction(arithmetic(known))
        return fraction, digits(fraction) or decimal(fraction)
    product = math.prod((max(value, Fraction(repr(mean.epsilon))) for value in known), start=Fraction(1))
    root = root_of(product, len(known))
    if root is not None:
        return root, str(root)
    return None, f"({digits(product) or decimal(product)})^(1/{len(known)})"
