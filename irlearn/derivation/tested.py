"""A significance test worked out as by hand: ranks, sums, and the exact p-value as a fraction."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from irlearn.derivation.calculation import Calculation
from irlearn.derivation.page import Cell, Table
from irlearn.derivation.significance import (
    Binomial,
    Pair,
    PairedT,
    RankSum,
    SignedRank,
    Significance,
    SignTest,
)
from irlearn.derivation.terms import digits
from irlearn.expression import Equation, Line, Min, Name, Number
from irlearn.markup import Element, td, th

if TYPE_CHECKING:  # SciPy waits until a test is worked out
    from irlearn.statistics import Result

_DIGITS = 12  # decimals of a score or a difference in plain data, free of the rounding of floats


@dataclass(frozen=True, repr=False, eq=False)
class SignificanceDerivation(Calculation):
    """A significance test worked out: who wins, ranks and signed ranks, the sums, and p as a fraction where it is one.

    `measure` is what was asked, `given` the scores of A and of B, `result` what `irlearn.statistics` found on them.

    >>> derivation = explain_test(SignedRank(), ([0.5, 0.7, 0.9], [0.4, 0.9, 0.3]))
    >>> derivation.value, derivation.fraction
    (0.75, Fraction(3, 4))
    >>> for line in derivation.lines:
    ...     print(line)
    differences A - B: 0.1, -0.2, 0.6
    signed ranks: 1, -2, 3
    W+ = 1 + 3 = 4
    W- = 2
    p = 2 · P(W at most 2) = 2 · 3/8 = 3/4 = 0.75
    """

    measure: Significance
    given: Pair
    result: Result

    @cached_property
    def right(self) -> Fraction | float:
        """The number asked for, exact where it is a fraction."""
        asks_p, value = self.measure.statistic == "p", self.result.statistic
        if isinstance(self.measure, PairedT):
            if value:
                return self.result.pvalue if asks_p else value
            return Fraction(int(asks_p))  # the mean is exactly 0: so is t, and p is 1
        if not asks_p:
            return Fraction(value)
        return self.result.pvalue if self.result.exact is None else self.result.exact

    @property
    def value(self) -> float:  # type: ignore[override]  # worked out, not stored
        """The number asked for, as a float."""
        return float(self.right)

    @property
    def fraction(self) -> Fraction | None:  # type: ignore[override]  # worked out, not stored
        """The number asked for as a fraction; None for a t test, but where t is 0."""
        return self.right if isinstance(self.right, Fraction) else None

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        of = "" if self.measure.statistic == "p" else f" in the {self.measure.title}"
        return f"{self.measure!r}, {self.measure.spoken}{of}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The calculation from the differences to the number asked for, one line each, as trees."""
        *lines, p = self.result.equations
        match self.measure.statistic:
            case "p":
                return (*lines, p)
            case "wins":
                return (lines[0], Equation("wins of A", (Number(self.right),)))
            case "W":
                sums = {line.name: line.sides[-1] for line in lines if isinstance(line, Equation)}
                named = Min(*(Name(name, total) for name, total in sums.items()))
                smaller = min(sums.values(), key=lambda total: total.value)
                return (*lines, Equation("W", (named, Min(*sums.values()), smaller)))
        return tuple(lines)

    @property
    def why(self) -> str:
        """Why the number is made as it is, in one sentence to a learner."""
        return self.measure.why

    @property
    def notes(self) -> tuple[str, ...]:
        """What was taken for granted: ties left out, ranks shared, samples taken as independent."""
        return self.result.notes

    def table(self) -> Table:
        """The scores as a table: a row for each query, or for each count of a binomial test."""
        header, rows = self.result.table()
        return Table("", header, rows)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, as the shell prints it."""
        columns = self.result.columns
        return {
            "measure": repr(self.measure),
            "value": self.value,
            "fraction": None if self.fraction is None else digits(self.fraction),
            "exact": f"{self.value:.12g}" if self.fraction is None else digits(self.fraction),
            "steps": [
                {name: _plain(cell) for name, cell in zip(columns, row, strict=True)}
                for row in zip(*columns.values(), strict=True)
            ],
            "lines": list(self.lines),
            "notes": list(self.notes),
        }

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        header, rows = self.result.table()
        for place, name in enumerate(header):
            yield name, td if place else th, [(row[place], {} if place else {"scope": "col"}) for row in rows]


def _plain(cell: object) -> object:
    """A cell of a table as plain data, which has no nan."""
    if isinstance(cell, float):
        return None if math.isnan(cell) else round(cell, _DIGITS)
    return cell


def explain_test(asked: Significance, given: object) -> SignificanceDerivation:
    """The derivation of a test's p-value or statistic, two-sided, from the scores of A and of B on the same queries.

    `given` is a pair of lists with 2 to 30 scores each, for a binomial test (successes, trials). Raises `InputError`
    where it is none, where all differences are zero, and where t divides by 0.

    >>> explain_test(SignTest(), ([0.3, 0.3, 0.4], [0.2, 0.3, 0.3])).equation
    'p = 2 · P(at most 0 of 2) = 2 · 1 / 2^2 = 2 · 1/4 = 1/2 = 0.5'
    """
    pair = asked.read(given)
    return SignificanceDerivation(asked, pair, _run(asked, pair))


def _run(asked: Significance, pair: Pair) -> Result:
    from irlearn import statistics

    if isinstance(asked, Binomial):
        return statistics.binomial_test(int(pair[0][0]), int(pair[1][0]))
    a, b = (list(side) for side in pair)
    match asked:
        case SignTest():
            return statistics.sign_test(a, b)
        case SignedRank():
            return statistics.wilcoxon_signed_rank(a, b)
        case RankSum():
            return statistics.wilcoxon_rank_sum(a, b, method="exact")
        case PairedT():
            return statistics.paired_t(a, b)
    raise AssertionError(asked)  # every test is above
