"""The derivation of a mean over queries, from their rankings or from their values."""

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
    """The step of one query in the derivation of a mean.

    Attributes
    ----------
    query : int
        The number of the query, from 1 on.
    node : Number
        The value of the query as a formula.
    fraction : Fraction or None
        The exact value; None if it contains logarithms.
    value : float
        The value.
    contribution : float or None
        The share of an arithmetic mean that the query adds; None for a geometric mean, which is a product.
    running : float
        The mean of the queries down to this query.
    """

    query: int
    node: Number
    fraction: Fraction | None
    value: float
    contribution: float | None
    running: float

    @property
    def term(self) -> str:
        """The value as text."""
        return str(self.node)


@dataclass(frozen=True, repr=False)
class MeanDerivation(Calculation):
    """The derivation of a mean over queries.

    Attributes
    ----------
    measure : Mean
        The mean.
    value : float
        The result.
    fraction : Fraction or None
        The exact result; None if a root or a logarithm remains in it.
    exact : str
        The exact result as text, with its root as a symbol.
    steps : tuple of MeanStep
        The step of each query.
    parts : tuple of Derivation
        The derivation of the value of each query; empty if the values themselves are the input.

    Examples
    --------
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
        """The queries whose values are below epsilon and count as epsilon; empty for an arithmetic mean.

        >>> from irlearn import explain, gMAP
        >>> [step.query for step in explain(gMAP(epsilon=0.1), ["1", "0.1", "0.09", "0"]).raised]
        [3, 4]
        """
        if self.measure.epsilon is None:
            return ()
        epsilon = Fraction(repr(self.measure.epsilon))
        return tuple(step for step in self.steps if (step.value if step.fraction is None else step.fraction) < epsilon)

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        only_results = len(self.parts) > SHOWN
        lines: list[Line] = [
            prefixed(line, f"query {number}:")
            for number, part in enumerate(self.parts[:SHOWN], start=1)
            for line in (part.equations[-1:] if only_results else part.equations)
        ]
        name, size = repr(self.measure), len(self.steps)
        worth = self.value if self.fraction is None else self.fraction
        if self.measure.epsilon is None:
            mean = [Sum(*(step.node for step in self.steps)) / size] if size > 1 else []
            return (*lines, equation(name, *mean, worth=worth))
        epsilon = Number(Typed(repr(self.measure.epsilon)))
        lines += [Sentence(f"query {step.query}: {step.term} counts as {epsilon}") for step in self.raised[:SHOWN]]
        raised_queries = {step.query for step in self.raised}
        factors = [epsilon if step.query in raised_queries else step.node for step in self.steps]
        root = [Product(*factors) ** Fraction(1, size)] if size > 1 else []
        return (*lines, equation(name, *root, worth=worth))

    @property
    def why(self) -> str:
        if self.measure.epsilon is None:
            return "Every query counts the same, no matter how many relevant documents it has."
        return "The geometric mean multiplies the values, while the arithmetic mean adds them."

    @property
    def notes(self) -> tuple[str, ...]:
        """The number of queries left out of the table, and the assumptions about the rankings."""
        left_out = len(self.steps) - SHOWN
        long = (f"The table leaves out {left_out} of the {len(self.steps)} queries.",) if left_out > 0 else ()
        ranking_notes = [
            f"Query {number}: {note}"
            for number, part in enumerate(self.parts, start=1)
            for note in (part.ranking.echo, part.ranking.note)
            if note
        ]
        return (*self._note_on_single_query(), *long, *ranking_notes[:SHOWN])

    def _note_on_single_query(self) -> tuple[str, ...]:
        if len(self.steps) > 1:
            return ()
        but = ", raised to the smallest value that counts" if self.raised else ""
        return (f"With a single query, the mean is the {self.measure.measure!r} of that query{but}.",)

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
    """Derive a mean over the rankings or the values of queries."""
    queries = queries_of(mean, given)
    parts = tuple(explain_measure(mean.measure, query) for query in queries if isinstance(query, Ranking))
    values = [_value_of(part, number) for number, part in enumerate(parts, start=1)]
    values += [(value, float(value)) for value in queries if isinstance(value, Fraction)]
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
    """Return the value of a query, exact and as a float; raise `InputError` if it is not defined."""
    if math.isnan(part.value):
        raise InputError(f"{part.measure!r} is not defined on query {number}; leave that query out")
    return part.fraction, part.value


def queries_of(mean: Mean, given: object) -> tuple[Ranking, ...] | tuple[Fraction, ...]:
    """Return the rankings of the queries, or their exact values, from the input of a mean.

    Parameters
    ----------
    mean : Mean
        The mean.
    given : Ranking or iterable
        The ranking of a single query, or a ranking or value of each query. Values are numbers, or texts such as "1/3".

    Returns
    -------
    tuple of Ranking or tuple of Fraction
        At least one ranking or value.

    Raises
    ------
    InputError
        If the input is empty or mixes rankings with values, or if a value is out of the range of the measure.

    Examples
    --------
    >>> from irlearn import MAP
    >>> [str(value) for value in queries_of(MAP, ["1/3", 0.5])]
    ['1/3', '0.5']
    """
    if isinstance(given, Ranking):
        return (given,)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(f"{mean!r} takes several rankings, or one value for each query; given: {quoted(given)}")
    listed = list(given)
    ranked = tuple(as_ranking(item) for item in listed if isinstance(item, Ranking | list | tuple))
    if ranked and len(ranked) < len(listed):
        raise InputError(f"{mean!r} takes rankings or values, not both in one list")
    if not listed:
        raise InputError(f"{mean!r} is a mean over topics; give the values of two or more, given: 0")
    return ranked or tuple(query_value(mean, item, number) for number, item in enumerate(listed, start=1))


def query_value(mean: Mean, given: object, number: int) -> Fraction:
    """Return the exact value of a query; raise `InputError` if it is not a number in the range of the measure.

    A value in decimals is a `Typed`, which is also printed in decimals.
    """
    where = f"the value of query {number}"
    if isinstance(given, float | np.floating) and not math.isfinite(given):
        raise InputError(f"{where} is {given}, which is not a number; leave out a query without a value")
    value = exact_number(given, where, "a number such as 1/3 or 0.5")
    highest = mean.range[1]
    if not 0 <= value <= highest:
        allowed = "from 0 to 1" if highest == 1 else "0 or more"
        raise InputError(f"{where} must be {allowed}, as {mean.measure!r} is; given: {quoted(given)}")
    return value if isinstance(given, Fraction) or "/" in str(given) else Typed(value)


def _mean_exactly(mean: Mean, values: list[Fraction | None]) -> tuple[Fraction | None, str]:
    """Return the mean as a fraction, or None if a root or a logarithm remains in it; and as text."""
    exact_values = [value for value in values if value is not None]
    if len(exact_values) < len(values):
        return None, decimal(math.nan)
    if mean.epsilon is None:
        fraction = Fraction(arithmetic(exact_values))
        return fraction, digits(fraction) or decimal(fraction)
    epsilon = Fraction(repr(mean.epsilon))
    product = math.prod((max(value, epsilon) for value in exact_values), start=Fraction(1))
    root = root_of(product, len(exact_values))
    if root is not None:
        return root, str(root)
    return None, f"({digits(product) or decimal(product)})^(1/{len(exact_values)})"
