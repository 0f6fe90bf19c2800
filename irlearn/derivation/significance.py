"""Significance tests as they are asked for, and worked out as by hand: ranks, sums, and p as a fraction."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np

from irlearn.derivation.calculation import Calculation
from irlearn.derivation.terms import digits
from irlearn.errors import InputError, quoted
from irlearn.expression import Equation, Line, Min, Name, Number
from irlearn.expression.document import Cell, Table, shown
from irlearn.markup import Element, td, th
from irlearn.numbers import exact_number, general
from irlearn.words import in_a_row

if TYPE_CHECKING:  # SciPy waits until a test is worked out
    from irlearn.statistics import Result, TResult

Scores = tuple[Fraction, ...]

Pair = tuple[Scores, ...]
"""What a test is asked about: the scores of A and of B in the same order; or for a binomial test ((k,), (n,)).

A criterion (`BetterBy`) is asked about a row of six numbers for each challenger.
"""

MOST_QUERIES = 30
"""Queries up to which a test is worked out by hand."""


@dataclass(frozen=True, repr=False)
class Significance:
    """A number of a significance test that can be asked for, two-sided: its p-value, or the statistic behind it.

    Other numbers that compare two systems are asked for in the same way (`WhoAnswers`, `Phi`, `BetterBy`).

    A value: equal by value, usable as a key. `statistic` is "p" or what the class lists in `statistics`; `repr` is the
    notation that `parse_significance` reads, such as `p(sign)`. Raises `InputError` for another statistic.

    >>> SignTest(), SignedRank("W"), SignTest() == SignTest("p")
    (p(sign), W(signed-rank), True)
    >>> PairedT("W")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: of a paired t test p, t, low or high can be asked for; given: 'W'
    """

    statistic: str = "p"

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    statistics: ClassVar[tuple[str, ...]] = ("p",)
    _spoken: ClassVar[dict[str, str]] = {}
    _why: ClassVar[dict[str, str]] = {}

    def __post_init__(self) -> None:
        if self.statistic not in self.statistics:
            raise InputError(
                f"of a {self.title} {in_a_row(self.statistics, 'or')} can be asked for; given: {self.statistic!r}"
            )

    @property
    def quantity(self) -> str:
        """The number asked for, as its equation begins."""
        return {"wins": "wins of A", "U": "U of A"}.get(self.statistic, self.statistic)

    @property
    def spoken(self) -> str:
        """What the number is called in a sentence or, without "the", on a label.

        >>> SignTest().spoken, SignedRank("W").spoken, RankSum("U").spoken
        ('the p-value of the sign test', 'the smaller rank sum W', 'U of A')
        """
        return f"the p-value of the {self.title}" if self.statistic == "p" else self._spoken[self.statistic]

    @property
    def why(self) -> str:
        """Why the number is made as it is, in one sentence to a learner."""
        return self._why[self.statistic]

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is."""
        return (0.0, 1.0) if self.statistic == "p" else (0.0, math.inf)

    def read(self, given: object) -> Pair:
        """The scores of A and of B, exact: a float is taken as its decimal digits say.

        Raises `InputError` for anything but two lists of equal length with 2 to 30 finite numbers.

        >>> SignTest().read(([0.3, "1/2"], [0.1, 1]))
        ((Fraction(3, 10), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 1)))
        """
        if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray) or len(given) != 2:
            raise InputError(
                f"the {self.title} takes two lists, the scores of A and of B on the same queries; "
                f"given: {quoted(given)}"
            )
        a, b = (_scores(one, f"the scores of {name}") for one, name in zip(given, "AB", strict=True))
        if len(a) != len(b):
            raise InputError(
                f"the {self.title} takes one score of each system a query; given: {len(a)} of A and {len(b)} of B"
            )
        if not 2 <= len(a) <= MOST_QUERIES:
            raise InputError(
                f"a test is worked out by hand on 2 to {MOST_QUERIES} queries; given: {len(a)}; "
                "for more use irlearn.statistics"
            )
        return a, b

    def explained(self, pair: Pair) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        return SignificanceDerivation(self, pair, _run(self, pair))

    def __repr__(self) -> str:
        return f"{self.statistic}({self.name})"


class SignTest(Significance):
    """The sign test of two systems on the same queries: its two-sided p-value, or "wins", the wins of A.

    >>> from irlearn import explain
    >>> explain(SignTest(), ([0.28, 0.30, 0.38, 0.29, 0.23], [0.35, 0.20, 0.40, 0.33, 0.24])).fraction
    Fraction(3, 8)
    """

    name = "sign"
    title = "sign test"
    statistics = ("p", "wins")
    _spoken: ClassVar[dict[str, str]] = {"wins": "the number of wins of A"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference each win is a coin flip; p is the chance of wins as uneven as these or more, either "
        "way.",
        "wins": "Only the direction of a difference counts here, and a tie has none.",
    }


class SignedRank(Significance):
    """Wilcoxon's signed-rank test of two systems on the same queries: its p-value, or "W", the smaller rank sum.

    >>> from irlearn import explain
    >>> explain(SignedRank("W"), ([0.5, 0.7, 0.9], [0.4, 0.9, 0.3])).equation
    'W = min(W+, W-) = min(4, 2) = 2'
    """

    name = "signed-rank"
    title = "signed-rank test"
    statistics = ("p", "W")
    _spoken: ClassVar[dict[str, str]] = {"W": "the smaller rank sum W"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference each rank is as likely to be positive as negative; p is the share of all 2^n signs "
        "whose sums are as uneven as these or more.",
        "W": "Large differences have high ranks, so the smaller sum tells how much speaks against the system ahead.",
    }


class RankSum(Significance):
    """Wilcoxon's rank-sum test of two samples: its p-value, or "U", the pairs of scores in which A is higher.

    >>> from irlearn import explain
    >>> explain(RankSum("U"), ([0.9, 0.7], [0.8, 0.4])).equation
    'U of A = 6 - 2 · 3 / 2 = 3'
    """

    name = "rank-sum"
    title = "rank-sum test"
    statistics = ("p", "U")
    _spoken: ClassVar[dict[str, str]] = {"U": "U of A"}
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference every choice of ranks for A is equally likely; p is the share of the choices that "
        "lie as far from the middle or further.",
        "U": "U counts the pairs of one score of A and one of B in which A is higher; ties count half.",
    }


class PairedT(Significance):
    """The paired t test of two systems on the same queries: its p-value, "t", or "low" or "high".

    The last two are the ends of the 95% interval of the mean of A - B.

    >>> from irlearn import explain
    >>> explain(PairedT("t"), ([0.5, 0.7, 0.9], [0.4, 0.5, 0.6])).equation
    't = 0.2000 / (0.1000 / √3) = 3.464'
    >>> explain(PairedT("high"), ([0.5, 0.7, 0.9], [0.4, 0.5, 0.6])).equation
    'high = 0.2000 + 4.303 · 0.1000 / √3 = 0.4484'
    """

    name = "paired-t"
    title = "paired t test"
    statistics = ("p", "t", "low", "high")
    _spoken: ClassVar[dict[str, str]] = {
        "t": "t of A − B",
        "low": "the lower end of the 95% interval of the mean of A − B",
        "high": "the upper end of the 95% interval of the mean of A − B",
    }
    _why: ClassVar[dict[str, str]] = {
        "p": "Without a difference t lies around 0; p is the chance of a t as far out or further, either way.",
        "t": "t is the mean difference in units of its standard error, which comes from the differences themselves.",
        **dict.fromkeys(
            ("low", "high"),
            "The interval holds the mean differences that the paired t test does not reject at 0.05: the mean, give or "
            "take so many standard errors.",
        ),
    }

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is: t and the ends of the interval may be negative."""
        return super().range if self.statistic == "p" else (-math.inf, math.inf)


ENDS = ("low", "high")
"""What a paired t test calls the ends of its interval."""
NUMBER = "a finite number such as 0.35 or 1/3"
"""How a number that is no number is told what it is to be."""


def _scores(given: object, what: str) -> Scores:
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise InputError(f"{what} must be a list of numbers, one a query; given: {quoted(given)}")
    return tuple(exact_number(one, f"{what} on query {place}", NUMBER) for place, one in enumerate(given, start=1))


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
            if self.measure.statistic in ENDS:
                return float(self._student.interval[self.measure.statistic == "high"])
            if value:
                return self.result.pvalue if asks_p else value
            return Fraction(int(asks_p))  # the mean is exactly 0: so is t, and p is 1
        if not asks_p:
            return Fraction(value)
        return self.result.pvalue if self.result.exact is None else self.result.exact

    @property
    def _student(self) -> TResult:
        return cast("TResult", self.result)  # of a paired t test

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
            case "low" | "high" as end:
                return (*lines[:2], self._student.end_worked(end))
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
        return Table("", *self.result.cells)

    def to_json(self) -> dict[str, Any]:
        """The derivation as plain data, as the shell prints it."""
        columns = self.result.columns
        return {
            "measure": repr(self.measure),
            "value": self.value,
            "fraction": None if self.fraction is None else digits(self.fraction),
            "exact": general(self.value, 12) if self.fraction is None else digits(self.fraction),
            "steps": [
                {name: _plain(cell) for name, cell in zip(columns, row, strict=True)}
                for row in zip(*columns.values(), strict=True)
            ],
            "lines": list(self.lines),
            "notes": list(self.notes),
        }

    def _columns(self) -> Iterable[tuple[str, Element, list[tuple[Cell, dict[str, str]]]]]:
        header, rows = self.result.cells
        for place, name in enumerate(header):
            yield (
                shown(name),
                td if place else th,
                [(shown(row[place]), {} if place else {"scope": "col"}) for row in rows],
            )


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
    return asked.explained(asked.read(given))


def _run(asked: Significance, pair: Pair) -> Result:
    from irlearn import statistics

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
