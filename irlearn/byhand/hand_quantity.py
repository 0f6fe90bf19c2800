"""The base classes of quantities other than measures: significance tests, agreement, rank correlation and the like."""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from irlearn.byhand.calculation import Calculation, or_none
from irlearn.byhand.input_numbers import numbers_of_two
from irlearn.byhand.terms import digits
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line
from irlearn.formulas.page import Table
from irlearn.quantity import Quantity
from irlearn.text.english import comma_list
from irlearn.text.numbers import Typed, exact_number, fixed, general

if TYPE_CHECKING:  # SciPy is imported only when a test is worked out, because importing it is slow.
    from irlearn.statistics import Result

Scores = tuple[Fraction, ...]

QuantityInput = tuple[Scores, ...]
"""The parsed input of a quantity: the scores of A and the scores of B on the same queries.

Some quantities have another input: a binomial test has ((successes,), (trials,)), and a `CriterionCount` has six
numbers for each challenger.
"""

MOST_QUERIES = 30
"""The most queries on which a test is worked out by hand."""

TEST, COMPARISON, ALL_PAIRS, JUDGING, AGREEMENT = "test", "comparison", "all pairs", "judging", "agreement"
BEST = "best"
"""Families of quantities, which messages and widgets list together.

In this order: significance tests, other comparisons of two systems query by query, tests of all pairs of systems,
methods of judging, agreement of assessors or of orders, and the best of many systems.
"""


@cache
def load_sentences(module_file: str) -> dict[str, Any]:
    """Read the TOML file with the sentences of a module, which has the name of the module's file."""
    import tomllib  # imported late, because importing it takes longer than a short command

    return tomllib.loads(Path(module_file).with_suffix(".toml").read_text("utf-8"))


@cache
def sentences_by_row(module_file: str, table: str) -> dict[tuple[str, str], str]:
    """Return the sentences of a table in the TOML file of a module; the keys are (quantity, name of the sentence).

    A heading in the file may list several quantities: the sentences below `[message."tau tau-a"]` apply to both.
    """
    sentences: dict[tuple[str, str], str] = {}
    for quantities, rows in load_sentences(module_file).get(table, {}).items():
        for row_names, sentence in rows.items():
            for quantity in quantities.split():
                sentences |= {(quantity, row): sentence for row in row_names.split()}
    return sentences


@cache
def first_steps(module_file: str) -> dict[str, str]:
    """Return the first step of each quantity's calculation, from the TOML file of a module."""
    table = load_sentences(module_file).get("first_step", {})
    return {name: sentence for names, sentence in table.items() for name in names.split()}


KINDS: dict[str, type[HandQuantity]] = {}
"""The classes of all quantities other than measures and means, by name. A class registers itself."""


@dataclass(frozen=True, repr=False)
class HandQuantity(Quantity):
    """A number of a significance test, or of another method that is worked out by hand.

    Each method is a subclass, with its p-value and its other statistics as values. The TOML file of the module of a
    subclass has its sentences: the phrase of each statistic, the reason for it, and the first step. `repr` returns the
    notation that `parse_significance` reads, such as `p(sign)`.

    Parameters
    ----------
    statistic : str
        A name in `statistics`, such as "p" or "W".

    Attributes
    ----------
    name : str
        The name in the notation.
    aliases : tuple of str
        Other names that the notation accepts.
    title : str
        The name in words.
    statistics : tuple of str
        The numbers that can be asked for.
    family : str
        The family that the quantity is listed with, such as `TEST`.
    input_kind : str
        The noun for the input, such as "scores".
    example : str
        An input, as it is typed.
    has_own_statistic_names : bool
        Whether a statistic such as W is known by its own name, so that a message can suggest `W(signed-rank)`.
    answer_labels : dict of str
        The labels of statistics in an answer of several numbers, where they differ from `label`.

    Raises
    ------
    InputError
        If the statistic is not in `statistics`.

    Examples
    --------
    >>> from irlearn.byhand import PairedT, SignedRank, SignTest
    >>> SignTest(), SignedRank("W"), SignTest() == SignTest("p")
    (p(sign), W(signed-rank), True)
    >>> PairedT("W")
    Traceback (most recent call last):
    ...
    irlearn.errors.InputError: of a paired t test p, t, low or high can be asked for; given: 'W'
    """

    statistic: str = "p"

    name: ClassVar[str] = ""
    aliases: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = ""
    statistics: ClassVar[tuple[str, ...]] = ("p",)
    family: ClassVar[str] = TEST
    input_kind: ClassVar[str] = "scores"
    example: ClassVar[str] = "0.28 0.30 0.38 0.29 0.23 | 0.35 0.20 0.40 0.33 0.24"
    has_own_statistic_names: ClassVar[bool] = True
    answer_labels: ClassVar[dict[str, str]] = {"wins": "wins", "U": "U"}

    def __init_subclass__(cls) -> None:
        if "name" in vars(cls):
            KINDS[cls.name] = cls
            cls.aliases = vars(cls).get("aliases", ())

    def __post_init__(self) -> None:
        if self.statistic not in self.statistics:
            raise InputError(
                f"of a {self.title} {comma_list(self.statistics, 'or')} can be asked for; given: {self.statistic!r}"
            )

    @property
    def label(self) -> str:
        return {"wins": "wins of A", "U": "U of A"}.get(self.statistic, self.statistic)

    @property
    def answer_label(self) -> str:
        return self.answer_labels.get(self.statistic, self.label)

    @property
    def subject(self) -> str:
        return self.phrase

    @property
    def short_name(self) -> str:
        return self.phrase.removeprefix("the ")

    @property
    def phrase(self) -> str:
        """The name in a sentence; on a label it is used without "the".

        >>> from irlearn.byhand import RankSum, SignedRank, SignTest
        >>> SignTest().phrase, SignedRank("W").phrase, RankSum("U").phrase
        ('the p-value of the sign test', 'the smaller rank sum W', 'U of A')
        """
        return f"the p-value of the {self.title}" if self.statistic == "p" else self._sentence("phrase")

    @property
    def why(self) -> str:
        """The reason for the definition, in one sentence to a learner."""
        return self._sentence("why")

    @property
    def first_step(self) -> str:
        """The first step of the calculation."""
        return first_steps(inspect.getfile(type(self)))[self.name]

    def _sentence(self, table: str) -> str:
        return sentences_by_row(inspect.getfile(type(self)), table)[self.name, self.statistic]

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest possible value."""
        return (0.0, 1.0) if self.statistic == "p" else (0.0, math.inf)

    def read(self, given: object) -> QuantityInput:
        """Return the exact scores of A and of B. A float is read as the decimal number that it prints.

        Parameters
        ----------
        given : sequence of two sequences
            The scores of A and of B on the same 2 to 30 queries: finite numbers, or texts such as "1/2".

        Raises
        ------
        InputError
            If the input is anything else.

        Examples
        --------
        >>> from irlearn.byhand import SignTest
        >>> SignTest().read(([0.3, "1/2"], [0.1, 1]))
        ((Fraction(3, 10), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 1)))
        """
        if len(sides := as_list(given)) != 2:
            raise InputError(
                f"the {self.title} takes two lists, the scores of A and of B on the same queries; "
                f"given: {quoted(given)}"
            )
        a, b = (_scores(side, f"the scores of {name}") for side, name in zip(sides, "AB", strict=True))
        if len(a) != len(b):
            raise InputError(
                f"the {self.title} takes a score of each system for each query; given: {len(a)} of A and {len(b)} of B"
            )
        if not 2 <= len(a) <= MOST_QUERIES:
            raise InputError(
                f"a test is computed by hand on 2 to {MOST_QUERIES} queries; given: {len(a)}; "
                "for more use irlearn.statistics"
            )
        return a, b

    @classmethod
    def from_notation(cls, statistic: str | None, cutoff: str | None, text: str) -> Self:
        """Return the quantity with the statistic and the cutoff of a notation. Raise `InputError` if it is unknown."""
        if cutoff:
            raise InputError(f"a {cls.title} has no cutoff; given: {quoted(text.strip())}")
        return cls(statistic) if statistic else cls()

    def parse(self, text: str) -> QuantityInput:
        """Return the input that `read` returns, from a text such as the scores of A, `|`, and the scores of B.

        Raises
        ------
        InputError
            If the text does not contain two lists of numbers.

        Examples
        --------
        >>> from irlearn.byhand import SignTest
        >>> [[str(score) for score in side] for side in SignTest().parse("A: 0.3 1/2 B: 0.1 1")]
        [['3/10', '1/2'], ['1/10', '1']]
        """
        return self.read(numbers_of_two(text, self.title))

    def input_text(self, pair: QuantityInput) -> str:
        """Return parsed input as it is typed."""
        return " | ".join(" ".join(texts) for texts in score_texts(pair))

    def score_columns(self, pair: QuantityInput) -> tuple[list[str], list[str]]:
        """Return the scores of A and of B as texts for a table."""
        return score_texts(pair)

    def run_test(self, pair: QuantityInput) -> Result:
        """Run the test of `irlearn.statistics` on parsed input."""
        raise NotImplementedError

    def value_in(self, result: Result) -> Fraction | float:
        """Return this quantity from a result of `run_test`, as a fraction if it is exact."""
        if self.statistic != "p":
            return Fraction(result.statistic)
        return result.pvalue if result.exact is None else result.exact

    def lines_of(self, result: Result) -> tuple[Line, ...]:
        """Return the equations of a result of `run_test` up to this quantity; the equation of p is the last."""
        return result.equations if self.statistic == "p" else result.equations[:-1]

    def explain(self, pair: QuantityInput) -> SignificanceDerivation:
        """Derive the quantity from parsed input."""
        return SignificanceDerivation(self, pair, self.run_test(pair))

    def __repr__(self) -> str:
        return f"{self.statistic}({self.name})"


@dataclass(frozen=True, repr=False)
class SignificanceTest(HandQuantity):
    """A number of a test that can be one-sided.

    Parameters
    ----------
    statistic : str
        A name in `statistics`.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that A is higher. Only p has a one-sided alternative.

    Raises
    ------
    InputError
        If the alternative is another one, or if it is one-sided and the statistic is not p.

    Examples
    --------
    >>> from irlearn.byhand import SignTest
    >>> SignTest(alternative="greater"), SignTest(alternative="greater").phrase
    (p(sign, greater), 'the one-sided p-value of the sign test (A higher)')
    """

    alternative: str = "two-sided"

    direction_labels: ClassVar[dict[str, str]] = {"greater": "A higher", "less": "B higher"}
    """Each one-sided alternative in words."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.alternative not in ("two-sided", *self.direction_labels):
            raise InputError(
                f"the alternative of a {self.title} is two-sided, greater or less; given: {quoted(self.alternative)}"
            )
        if self.is_one_sided and self.statistic != "p":
            raise InputError(f"the alternative belongs to p, and {self.statistic} has none; given: {self.alternative}")

    @property
    def is_one_sided(self) -> bool:
        """Whether only one direction of the difference counts."""
        return self.alternative != "two-sided"

    @property
    def phrase(self) -> str:
        if self.is_one_sided:
            return f"the one-sided p-value of the {self.title} ({self.direction_labels[self.alternative]})"
        return super().phrase

    @property
    def why(self) -> str:
        if self.is_one_sided:
            return (
                f"A one-sided test counts one direction only ({self.direction_labels[self.alternative]}): if there is "
                "no difference, p is the probability of a result as far in that direction or farther."
            )
        return super().why

    def __repr__(self) -> str:
        return f"{self.statistic}({self.name}, {self.alternative})" if self.is_one_sided else super().__repr__()


def as_list(given: object) -> list[Any]:
    """Return the elements of a sequence or array; an empty list for anything else, such as a text."""
    return list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []


NUMBER = "a finite number such as 0.35 or 1/3"
"""The description of a valid number in messages about an invalid one."""


def _scores(given: object, what: str) -> Scores:
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise InputError(f"{what} must be a list of numbers, one for each query; given: {quoted(given)}")
    return tuple(exact_number(score, f"{what} on query {query}", NUMBER) for query, score in enumerate(given, start=1))


_DIGITS = 12
"""Decimals of scores and differences in plain data; rounding errors of floats affect only later digits."""


def score_texts(pair: Sequence[Sequence[Fraction]]) -> tuple[list[str], list[str]]:
    """Return the scores of A and of B as texts: decimals with equally many digits, other numbers as fractions.

    >>> score_texts(((Fraction("0.5"), Fraction("0.25")), (Fraction(1), Fraction("2/3"))))
    (['0.50', '0.25'], ['1.00', '2/3'])
    """
    typed = [[*map(Typed, side)] for side in pair]
    decimals = max((len(score.as_decimal.partition(".")[2]) for side in typed for score in side), default=0)
    a, b = ([fixed(score, decimals) if score.as_decimal else str(score) for score in side] for side in typed)
    return a, b


@dataclass(frozen=True, repr=False, eq=False)
class SignificanceDerivation(Calculation):
    """The derivation of a number of a significance test.

    Attributes
    ----------
    measure : HandQuantity
        The quantity.
    data : tuple
        The parsed input, such as the scores of A and of B.
    result : Result
        The result of the test in `irlearn.statistics`.
    value : float
        The number.
    fraction : Fraction or None
        The exact number; None if it is not a fraction.

    Examples
    --------
    >>> from irlearn.byhand import SignedRank, explain
    >>> derivation = explain(SignedRank(), ([0.5, 0.7, 0.9], [0.4, 0.9, 0.3]))
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

    measure: HandQuantity
    data: QuantityInput
    result: Result

    @cached_property
    def right_value(self) -> Fraction | float:
        """The number, as a fraction if it is exact."""
        return self.measure.value_in(self.result)

    @property
    def value(self) -> float:  # type: ignore[override]  # worked out, not stored
        return float(self.right_value)

    @property
    def fraction(self) -> Fraction | None:  # type: ignore[override]  # worked out, not stored
        return self.right_value if isinstance(self.right_value, Fraction) else None

    @property
    def title(self) -> str:
        test = "" if self.measure.statistic == "p" else f" in the {self.measure.title}"
        return f"{self.measure.phrase}{test}"

    @cached_property
    def equations(self) -> tuple[Line, ...]:
        return self.measure.lines_of(self.result)

    @property
    def why(self) -> str:
        return self.measure.why

    @property
    def notes(self) -> tuple[str, ...]:
        return self.result.notes

    def table(self) -> Table:
        """Return a table with a row for each query, or for each count of a binomial test."""
        return Table("", *self.result.cells)

    def to_json(self) -> dict[str, Any]:
        exact, columns = self.fraction, self.result.columns
        steps = (
            {name: _plain(cell) for name, cell in zip(columns, row, strict=True)}
            for row in zip(*columns.values(), strict=True)
        )
        return self._plain(general(self.value, 12) if exact is None else digits(exact), steps, notes=list(self.notes))


def _plain(cell: object) -> object:
    """Return a cell of a table as plain data, in which NaN is None."""
    if isinstance(cell, float):
        return or_none(round(cell, _DIGITS))
    return cell
