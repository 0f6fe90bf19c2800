"""Tukey's threshold for all pairs of systems by hand: blocked by topics, and unblocked, from a small table of scores.

Blocked is the closed form of the randomised test (Carterette 2012; Otero, Parapar and Ferro 2023): the scores of a
topic vary around the topic's mean, and the standard error is √(sum of s² over topics) / T. Unblocked is the one-way
test: the scores of a system vary around the system's mean, and the standard error is √(MSE / T).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import ClassVar

from irlearn.derivation.score_table import ScoreTable
from irlearn.derivation.significance import Pair, Scores, Significance, SignificanceDerivation
from irlearn.derivation.stated import typed
from irlearn.errors import InputError, quoted
from irlearn.expression import Line, Name, Node, Root, Sum
from irlearn.expression.shortly import calculation, equation, in_short
from irlearn.numbers import fixed

ALL_PAIRS = "all pairs"
"""The family of the tests of all pairs of systems."""
_LEVEL, _PLACES = 0.95, 3  # of q where it is looked up


def variance(values: Scores, less: int = 1) -> Fraction:
    """The variance, over their number less 1 (or less another number).

    >>> variance((Fraction(1), Fraction(2), Fraction(3)))
    Fraction(1, 1)
    """
    mean = Fraction(sum(values), len(values))
    return Fraction(sum((one - mean) ** 2 for one in values), len(values) - less)


@cache
def looked_up(systems: int, freedom: float) -> Fraction:
    """The quantile 0.95 of the studentised range as tables print it, to three digits.

    >>> looked_up(3, math.inf)
    Fraction(1657, 500)
    """
    from scipy.stats import studentized_range  # SciPy waits until it is needed

    return Fraction(fixed(float(studentized_range.ppf(_LEVEL, systems, freedom)), _PLACES))


@dataclass(frozen=True, repr=False)
class Tukey(Significance):
    """The threshold of the randomised Tukey test (blocked by topics) in its closed form, its standard error, or q.

    `statistic` is "threshold", which a difference of two means must exceed to be significant, q · √(sum of s²) / T with
    s² the variance of a topic's scores over its systems; "error", the standard error √(sum of s²) / T; or "q", the
    difference of the highest and the lowest mean in standard errors. q, the quantile 0.95 of the studentised range, may
    be stated, else it is looked up: for infinitely many degrees of freedom. Source: Otero, Parapar and Ferro (2023).

    >>> from irlearn import explain
    >>> print(*explain(Tukey(), "q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2").lines, sep=chr(10))
    s² of topic 1 = ((0.2 - 0.3)^2 + (0.4 - 0.3)^2 + (0.3 - 0.3)^2) / 2 = 1/100 = 0.01
    s² of topic 2 = ((0.5 - 0.3)^2 + (0.3 - 0.3)^2 + (0.1 - 0.3)^2) / 2 = 1/25 = 0.04
    s² of topic 3 = ((0.4 - 0.4)^2 + (0.6 - 0.4)^2 + (0.2 - 0.4)^2) / 2 = 1/25 = 0.04
    standard error = √(0.01 + 0.04 + 0.04) / 3 = 1/10 = 0.1
    threshold = 3.31 · 0.1 = 331/1000 = 0.331
    """

    statistic: str = "threshold"

    name = "tukey"
    title = "blocked Tukey test"
    statistics = ("threshold", "error", "q")
    family = ALL_PAIRS
    about = "a table of scores"
    short = False
    first_step = "write down the mean of each topic, and how far each score of the topic lies from it."
    example = "q 3.31 | A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2"
    _quantities: ClassVar[dict[str, str]] = {"threshold": "threshold", "error": "standard error", "q": "q"}
    _spoken: ClassVar[dict[str, str]] = {
        "threshold": "the threshold of the blocked Tukey test",
        "error": "the standard error of the blocked Tukey test",
        "q": "q of the blocked Tukey test",
    }
    _why: ClassVar[dict[str, str]] = dict.fromkeys(
        ("threshold", "error", "q"),
        "Each topic's scores are compared with each other: that one topic is harder than another adds nothing.",
    )
    _row_name: ClassVar[str] = "topic"

    @property
    def quantity(self) -> str:
        """The number asked for, as its equation begins."""
        return self._quantities[self.statistic]

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is."""
        return 0.0, math.inf

    def read(self, given: object) -> Pair:
        """q, 0 where it is not stated, and the scores of each system. Raises `InputError` for what is no such table.

        >>> Tukey().read({"A": [0.2, 0.5], "B": [0.4, 0.3]})[:2]
        ((Fraction(0, 1),), (Fraction(1, 5), Fraction(1, 2)))
        """
        if isinstance(given, str):
            table = ScoreTable.of_text(given)
        elif isinstance(given, Mapping):
            table = ScoreTable.of({name: one for name, one in given.items() if name != "q"}, given.get("q", 0))
        elif isinstance(given, tuple) and given and isinstance(given[0], tuple) and len(given[0]) == 1:
            table = ScoreTable.of(given[1:], given[0][0])
        elif isinstance(given, Sequence):
            table = ScoreTable.of(given)
        else:
            raise InputError(f"the {self.title} takes a table of scores, as '{self.example}'; given: {quoted(given)}")
        if not any(self.variances(table)):
            raise InputError(f"the {self.title} divides by 0: the scores of each {self._row_name} are all the same")
        return (table.q,), *table.systems

    def table(self, pair: Pair) -> ScoreTable:
        """The table that was read."""
        (q,), *systems = pair
        return ScoreTable(tuple(systems), q)

    def typed(self, text: str) -> Pair:
        """What `read` gives, of a text."""
        return self.read(text)

    def text(self, pair: Pair) -> str:
        """What is asked about as it is typed."""
        return self.table(pair).text

    def rows(self, table: ScoreTable) -> tuple[Scores, ...]:
        """The rows of scores whose variances are taken."""
        return table.by_topic

    def row_names(self, table: ScoreTable) -> list[str]:
        """What the rows are called."""
        return [f"topic {place}" for place in range(1, table.topics + 1)]

    def variances(self, table: ScoreTable) -> list[Fraction]:
        """The variance of each row."""
        return [variance(row) for row in self.rows(table)]

    def error(self, table: ScoreTable, variances: Sequence[Node]) -> Node:
        """The standard error of a mean, from the variances."""
        return Root(Sum(*variances, whole=True)) / table.topics

    def freedom(self, table: ScoreTable) -> float:  # noqa: ARG002  # the unblocked test depends on it
        """The degrees of freedom of q."""
        return math.inf

    def quantile(self, table: ScoreTable) -> Node:
        """Q as it is stated, or else looked up."""
        if table.q:
            return typed(table.q)
        return typed(looked_up(len(table.systems), self.freedom(table)))

    def made(self, table: ScoreTable, error: Node, *, q: Node | None = None, spans: Node | None = None) -> Node:
        """The number from a standard error; with another q or another difference of means where they are given."""
        if self.statistic == "error":
            return error
        if self.statistic == "q":
            return (typed(table.spans) if spans is None else spans) / error
        return (self.quantile(table) if q is None else q) * error

    def explained(self, pair: Pair) -> TukeyDerivation:
        """The number worked out on what `read` gave."""
        from irlearn.derivation.best_worked import StatedNumbers  # SciPy waits until a number is worked out

        table = self.table(pair)
        notes = []
        if self.statistic == "threshold" and not table.q:
            freedom = "infinitely many" if math.isinf(self.freedom(table)) else str(int(self.freedom(table)))
            notes = [
                f"q was looked up: the quantile 0.95 for {len(table.systems)} systems and {freedom} degrees of freedom."
            ]
        return TukeyDerivation(self, pair, StatedNumbers(rows=dict(table.columns), notes=tuple(notes)))  # type: ignore[arg-type]  # it has cells and notes


@dataclass(frozen=True, repr=False)
class UnblockedTukey(Tukey):
    """The threshold of the one-way Tukey test (not blocked by topics), its standard error, or q.

    As `Tukey`, but with the standard error √(MSE / T), MSE the mean of the variances of each system's scores over the
    topics; q is for S · (T - 1) degrees of freedom. On the same topics it is the wrong test: what topics differ in then
    counts as noise.

    >>> from irlearn import explain
    >>> print(*explain(UnblockedTukey("error"), "A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2").lines[-2:], sep=chr(10))
    MSE = (0.0233 + 0.0233 + 0.01) / 3 = 17/900 = 0.0189
    standard error = √(0.018889 / 3) = 0.0793
    """

    name = "tukey-unblocked"
    title = "unblocked Tukey test"
    first_step = "write down the mean of each system, and how far each of its scores lies from it."
    _spoken: ClassVar[dict[str, str]] = {
        "threshold": "the threshold of the unblocked Tukey test",
        "error": "the standard error of the unblocked Tukey test",
        "q": "q of the unblocked Tukey test",
    }
    _why: ClassVar[dict[str, str]] = dict.fromkeys(
        ("threshold", "error", "q"),
        "Each system's scores are compared with its own mean, so that hard and easy topics count as noise.",
    )
    _row_name: ClassVar[str] = "system"

    def rows(self, table: ScoreTable) -> tuple[Scores, ...]:
        """The scores of each system."""
        return table.systems

    def row_names(self, table: ScoreTable) -> list[str]:
        """The letters of the systems."""
        return list(table.names)

    def error(self, table: ScoreTable, variances: Sequence[Node]) -> Node:
        """The standard error of a mean: the root of the mean variance over T."""
        return Root(
            (variances[0] if len(variances) == 1 else Sum(*variances, whole=True) / len(variances)) / table.topics
        )

    def freedom(self, table: ScoreTable) -> float:
        """S · (T - 1)."""
        return len(table.systems) * (table.topics - 1)


def spread(values: Scores, mean: Node | None = None, less: int = 1) -> Node:
    """The variance of values written out, around their mean.

    >>> print(spread((Fraction(1), Fraction(2), Fraction(3))))
    ((1 - 2)^2 + (2 - 2)^2 + (3 - 2)^2) / 2
    """
    around = typed(Fraction(sum(values), len(values))) if mean is None else mean
    return Sum(*((typed(one) - around) ** 2 for one in values), whole=True) / (len(values) - less)


@dataclass(frozen=True, repr=False, eq=False)
class TukeyDerivation(SignificanceDerivation):
    """A threshold for all pairs worked out.

    >>> asked = Tukey("q")
    >>> asked.explained(asked.read("A: .2 .5 .4 | B: .4 .3 .6 | C: .3 .1 .2")).lines[-1]
    'q = (0.4333 - 0.2) / 0.1 = 7/3 = 2.333'
    """

    @property
    def asked(self) -> Tukey:
        """What is asked for."""
        assert isinstance(self.measure, Tukey)
        return self.measure

    @cached_property
    def stated(self) -> ScoreTable:
        """The table of the question."""
        return self.asked.table(self.given)

    @cached_property
    def error(self) -> Fraction | float:
        """The standard error, exact where it is a fraction."""
        return _worth(self.asked.error(self.stated, list(map(typed, self.asked.variances(self.stated)))))

    @cached_property
    def right(self) -> Fraction | float:
        """The number asked for."""
        error = self.error
        return _worth(self.asked.made(self.stated, Name("error", error)))

    @property
    def title(self) -> str:
        """What was asked for, in the notation and in words."""
        return f"{self.measure!r}, {self.measure.spoken}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        """The variances, the standard error, and the number asked for, one line each, as trees."""
        asked, table = self.asked, self.stated
        found = asked.variances(table)
        rows = zip(asked.row_names(table), asked.rows(table), found, strict=True)
        lines = [equation(f"s² of {name}", _spread_worked(row, value), value=value) for name, row, value in rows]
        if isinstance(asked, UnblockedTukey):
            mean = Fraction(sum(found), len(found))
            several = calculation(lambda digits: Sum(*_numbers(found, digits), whole=True) / len(found), float(mean))
            lines.append(equation("MSE", several, value=mean))
            found = [mean]
        error = calculation(lambda digits: asked.error(table, _numbers(found, digits)), float(self.error))
        lines.append(equation("standard error", error, value=self.error))
        if asked.statistic == "error":
            return tuple(lines)
        means = sorted(table.means, key=lambda one: one.value)
        if asked.statistic == "q":
            names = dict(zip(table.names, table.means, strict=True))
            lines += [equation(f"mean of {name}", one, value=_worth(one)) for name, one in names.items()]

        def build(digits: int) -> Node:
            spans = in_short(_worth(means[-1]), digits) - in_short(_worth(means[0]), digits)
            return asked.made(table, in_short(self.error, digits), spans=spans)

        return (*lines, equation(asked.quantity, calculation(build, float(self.right)), value=self.right))


def _spread_worked(row: Scores, value: Fraction) -> Node:
    mean = Fraction(sum(row), len(row))
    return calculation(lambda digits: spread(row, in_short(mean, digits)), float(value))


def _numbers(values: Sequence[Fraction], digits: int) -> list[Node]:
    return [in_short(one, digits) for one in values]


def _worth(one: Node) -> Fraction | float:
    return one.value if one.exact is None else one.exact
