"""What every number is that compares systems and is worked out by hand: how it is asked for, read, written, derived."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from irlearn.byhand.calculation import Calculation, or_none
from irlearn.byhand.terms import digits
from irlearn.errors import InputError, quoted
from irlearn.formulas import Line
from irlearn.formulas.page import Table
from irlearn.parsing.typed_numbers import numbers_of_two
from irlearn.text.english import comma_list
from irlearn.text.numbers import Typed, exact_number, fixed, general

if TYPE_CHECKING:  # SciPy waits until a test is worked out
    from irlearn.statistics import Result

Scores = tuple[Fraction, ...]

QuantityInput = tuple[Scores, ...]
"""What a test is asked about: the scores of A and of B in the same order; or for a binomial test ((k,), (n,)).

A criterion (`CriterionCount`) is asked about a row of six numbers for each challenger.
"""

MOST_QUERIES = 30
"""Queries up to which a test is worked out by hand."""


TEST, COMPARISON, ALL_PAIRS, JUDGING, AGREEMENT = "test", "comparison", "all pairs", "judging", "agreement"
BEST = "best"
"""Families: the significance tests, the other numbers that compare systems query by query, the tests of all pairs of
systems, the numbers about judging, those that say how far assessors agree, or two orders; and the best of many."""


@cache
def load_sentences(beside: str) -> dict[str, Any]:
    """Read the TOML file of wordings that has the name of a module and lies beside it."""
    import tomllib  # only where a sentence is shown, because importing it takes longer than a short command

    return tomllib.loads(Path(beside).with_suffix(".toml").read_text("utf-8"))


@cache
def sentences_by_row(beside: str, what: str) -> dict[tuple[str, str], str]:
    """What a table of these says, by a measure or kind and the name of a row; `[message."tau tau-a"]` is about both."""
    tables = [(one, rows) for names, rows in load_sentences(beside).get(what, {}).items() for one in names.split()]
    return {(one, row): said for one, rows in tables for names, said in rows.items() for row in names.split()}


@cache
def first_steps(beside: str) -> dict[str, str]:
    """Where the calculation of each kind begins, by the words beside a file."""
    return {one: said for names, said in load_sentences(beside).get("first_step", {}).items() for one in names.split()}


KINDS: dict[str, type[HandQuantity]] = {}
"""Every kind of number that is worked out by hand from what compares systems, by its name: a class enters itself."""


@dataclass(frozen=True, repr=False)
class HandQuantity:
    """A number of a significance test that can be asked for: its p-value, or the statistic behind it.

    Other numbers that compare systems are asked for in the same way (`OutcomeShare`, `Phi`, `CriterionCount`): each
    kind is a class that brings its own names, how it is read and written, and its derivation.

    What it is called in a sentence, why it is made so, and where one begins, the words beside its class say.

    A value: equal by value, usable as a key. `statistic` is "p" or what the class lists in `statistics`; `repr` is the
    notation that `parse_significance` reads, such as `p(sign)`; `aliases` are other names of the kind. `family` is what
    kinds are told together, `input_kind` what the number is about, `example` something it can be worked out on, as it
    is typed; where `has_own_statistic_names`, the statistics are names of their own, such as W; `answer_labels` is what
    stands before one of several numbers where it is not how its equation begins. Raises `InputError` for another
    statistic.

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
    def symbol(self) -> str:
        """The number asked for, as its equation begins."""
        return {"wins": "wins of A", "U": "U of A"}.get(self.statistic, self.statistic)

    @property
    def phrase(self) -> str:
        """What the number is called in a sentence or, without "the", on a label.

        >>> from irlearn.byhand import RankSum, SignedRank, SignTest
        >>> SignTest().phrase, SignedRank("W").phrase, RankSum("U").phrase
        ('the p-value of the sign test', 'the smaller rank sum W', 'U of A')
        """
        return f"the p-value of the {self.title}" if self.statistic == "p" else self._in_words("phrase")

    @property
    def why(self) -> str:
        """Why the number is made as it is, in one sentence to a learner."""
        return self._in_words("why")

    @property
    def first_step(self) -> str:
        """Where the calculation begins."""
        return first_steps(inspect.getfile(type(self)))[self.name]

    def _in_words(self, what: str) -> str:
        """What a table of the words beside the kind says of the number."""
        return sentences_by_row(inspect.getfile(type(self)), what)[self.name, self.statistic]

    @property
    def range(self) -> tuple[float, float]:
        """The lowest and the highest value that there is."""
        return (0.0, 1.0) if self.statistic == "p" else (0.0, math.inf)

    def read(self, given: object) -> QuantityInput:
        """The scores of A and of B, exact: a float is taken as its decimal digits say.

        Raises `InputError` for anything but two lists of equal length with 2 to 30 finite numbers.

        >>> from irlearn.byhand import SignTest
        >>> SignTest().read(([0.3, "1/2"], [0.1, 1]))
        ((Fraction(3, 10), Fraction(1, 2)), (Fraction(1, 10), Fraction(1, 1)))
        """
        if len(sides := as_list(given)) != 2:
            raise InputError(
                f"the {self.title} takes two lists, the scores of A and of B on the same queries; "
                f"given: {quoted(given)}"
            )
        a, b = (_scores(one, f"the scores of {name}") for one, name in zip(sides, "AB", strict=True))
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

    @classmethod
    def from_notation(cls, statistic: str | None, cutoff: str | None, text: str) -> Self:
        """The number that a notation asks for, with the statistic and the cutoff that it has. Raises `InputError`."""
        if cutoff:
            raise InputError(f"a {cls.title} has no cutoff; given: {quoted(text.strip())}")
        return cls(statistic) if statistic else cls()

    def parse(self, text: str) -> QuantityInput:
        """What `read` gives, of a text: here the scores of A, `|`, and the scores of B.

        >>> from irlearn.byhand import SignTest
        >>> [[str(score) for score in side] for side in SignTest().parse("A: 0.3 1/2 B: 0.1 1")]
        [['3/10', '1/2'], ['1/10', '1']]
        """
        return self.read(numbers_of_two(text, self.title))

    def normalized(self, answer: str) -> str:
        """An answer as a number is written, where this kind is answered otherwise, too."""
        return answer

    def input_text(self, pair: QuantityInput) -> str:
        """What `read` gave as it is typed."""
        return " | ".join(" ".join(texts) for texts in score_texts(pair))

    def score_columns(self, pair: QuantityInput) -> tuple[list[str], list[str]]:
        """The scores of A and of B as a table states them."""
        return score_texts(pair)

    def run_test(self, pair: QuantityInput) -> Result:
        """What `irlearn.statistics` finds on what `read` gave."""
        raise NotImplementedError

    def value_in(self, result: Result) -> Fraction | float:
        """The number asked for, in a result of `run_test`; exact where it is a fraction."""
        if self.statistic != "p":
            return Fraction(result.statistic)
        return result.pvalue if result.exact is None else result.exact

    def lines_of(self, result: Result) -> tuple[Line, ...]:
        """The lines of a result of `run_test` that end in the number asked for: the last is that of p."""
        return result.equations if self.statistic == "p" else result.equations[:-1]

    def explain(self, pair: QuantityInput) -> SignificanceDerivation:
        """The number worked out on what `read` gave."""
        return SignificanceDerivation(self, pair, self.run_test(pair))

    def __repr__(self) -> str:
        return f"{self.statistic}({self.name})"


@dataclass(frozen=True, repr=False)
class SignificanceTest(HandQuantity):
    """A number of a test that can be one-sided: `alternative` is "two-sided", "greater" (A is higher) or "less".

    Only p depends on it. Raises `InputError` for another alternative, and for one of a number that has none.

    >>> from irlearn.byhand import SignTest
    >>> SignTest(alternative="greater"), SignTest(alternative="greater").phrase
    (p(sign, greater), 'the one-sided p-value of the sign test (A higher)')
    """

    alternative: str = "two-sided"

    direction_labels: ClassVar[dict[str, str]] = {"greater": "A higher", "less": "B higher"}
    """What each one-sided test asks, in words."""

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
        """Whether one direction alone counts."""
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
                f"One-sided, one direction alone counts ({self.direction_labels[self.alternative]}): "
                "p is the chance of a result "
                "as far that way or further, without a difference."
            )
        return super().why

    def __repr__(self) -> str:
        return f"{self.statistic}({self.name}, {self.alternative})" if self.is_one_sided else super().__repr__()


def as_list(given: object) -> list[Any]:
    """The parts of a list or an array that was given; nothing of anything else, as of a text."""
    return list(given) if isinstance(given, Sequence | np.ndarray) and not isinstance(given, str) else []


NUMBER = "a finite number such as 0.35 or 1/3"
"""How a number that is no number is told what it is to be."""


def _scores(given: object, what: str) -> Scores:
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise InputError(f"{what} must be a list of numbers, one a query; given: {quoted(given)}")
    return tuple(exact_number(one, f"{what} on query {place}", NUMBER) for place, one in enumerate(given, start=1))


_DIGITS = 12  # decimals of a score or a difference in plain data, free of the rounding of floats


def score_texts(pair: Sequence[Sequence[Fraction]]) -> tuple[list[str], list[str]]:
    """The scores of A and of B as a table states them: all decimals with equally many digits, the others as fractions.

    >>> score_texts(((Fraction("0.5"), Fraction("0.25")), (Fraction(1), Fraction("2/3"))))
    (['0.50', '0.25'], ['1.00', '2/3'])
    """
    typed = [[*map(Typed, side)] for side in pair]
    most = max((len(one.as_decimal.partition(".")[2]) for side in typed for one in side), default=0)
    a, b = ([fixed(one, most) if one.as_decimal else str(one) for one in side] for side in typed)
    return a, b


@dataclass(frozen=True, repr=False, eq=False)
class SignificanceDerivation(Calculation):
    """A significance test worked out: who wins, ranks and signed ranks, the sums, and p as a fraction where it is one.

    `measure` is what was asked, `data` the scores of A and of B, `result` what `irlearn.statistics` found on them.

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
        """The number asked for, exact where it is a fraction."""
        return self.measure.value_in(self.result)

    @property
    def value(self) -> float:  # type: ignore[override]  # worked out, not stored
        return float(self.right_value)

    @property
    def fraction(self) -> Fraction | None:  # type: ignore[override]  # worked out, not stored
        return self.right_value if isinstance(self.right_value, Fraction) else None

    @property
    def title(self) -> str:
        of = "" if self.measure.statistic == "p" else f" in the {self.measure.title}"
        return f"{self.measure.phrase}{of}"

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
        """The scores as a table: a row for each query, or for each count of a binomial test."""
        return Table("", *self.result.cells)

    def to_json(self) -> dict[str, Any]:
        exact, columns = self.fraction, self.result.columns
        steps = (
            {name: _plain(cell) for name, cell in zip(columns, row, strict=True)}
            for row in zip(*columns.values(), strict=True)
        )
        return self._plain(general(self.value, 12) if exact is None else digits(exact), steps, notes=list(self.notes))


def _plain(cell: object) -> object:
    """A cell of a table as plain data, which has no nan."""
    if isinstance(cell, float):
        return or_none(round(cell, _DIGITS))
    return cell


T = TypeVar("T")


class ByType(Generic[T]):
    """Entries by the class of what is asked; a class without an entry has that of the nearest class above it.

    It decorates what it is to know. Raises `ValueError` where a class has an entry already.

    >>> from irlearn.byhand import Binomial, PairedT, SignTest
    >>> labels: ByType[str] = ByType()
    >>> labels(HandQuantity)("scores"), labels(PairedT, Binomial)("counts")
    ('scores', 'counts')
    >>> labels.of(PairedT()), labels.of(SignTest())
    ('counts', 'scores')
    """

    def __init__(self) -> None:
        self._entries: dict[type[HandQuantity], T] = {}

    def __call__(self, *kinds: type[HandQuantity]) -> Callable[[T], T]:
        """Know the decorated thing for these classes, and for those below them that have no other."""

        def know(entry: T) -> T:
            for kind in kinds:
                if kind in self._entries:
                    raise ValueError(f"two entries for {kind.__name__}")
                self._entries[kind] = entry
            return entry

        return know

    def of(self, asked: HandQuantity) -> T:
        """The entry for what is asked."""
        return next(self._entries[kind] for kind in type(asked).__mro__ if kind in self._entries)

    def __iter__(self) -> Iterator[T]:
        """Every entry, as they came."""
        return iter(dict.fromkeys(self._entries.values()))
