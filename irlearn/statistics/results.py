"""What all results have in common: a plain repr, the calculation written out, a table, a notebook's view."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from irlearn.formulas import Chance, Equation, Lines, Name, Node, Number, Product, Ratio, Sentence, Sum
from irlearn.formulas.page import Block, Cell, Formulas, Page, Prose, Table, drawn, drawn_table, line_style, texts
from irlearn.formulas.short_numbers import (
    LONGEST,
    calculation as calculation,
    equation as equation,
    in_short as in_short,
    worked as worked,
)
from irlearn.statistics.arrays import Alternative, FloatArray
from irlearn.statistics.null import NullDistribution
from irlearn.text.html import Element, div, em, p, style
from irlearn.text.numbers import (
    LEAST,
    aligned,
    fraction_and_decimal,
    general,
    rank_text,
    readable,
    score_texts,
    typed_text,
)
from irlearn.text.tables import text_table, to_pandas

if TYPE_CHECKING:
    import pandas

SHOWN = 30
"""Queries up to which a calculation is written out and a table shows all rows."""

_TINY = 1e-4  # smaller numbers are written with their exponent


def is_short(value: Fraction) -> bool:
    """Whether a fraction is short enough to be read."""
    return value.denominator.bit_length() <= LONGEST


def as_typed(value: float, digits: int = 6) -> Number:
    """A number as `given` writes it, in a calculation."""
    return Number(value, typed_text(abs(value), digits), scientific=0 < abs(value) < _TINY)


def listed(numbers: Iterable[Number]) -> Iterator[Number | str]:
    """Numbers one after the other, as a sentence has them.

    >>> print(Sentence(*listed(map(as_typed, [0.1, -0.2]))))
    0.1, -0.2
    """
    for place, number in enumerate(numbers):
        yield from (", ", number) if place else (number,)


def exactly(value: float) -> Number:
    """A whole number or one with a half, such as a sum of ranks, in a calculation."""
    return Number(Fraction(value), rank_text(abs(value)))


def mean_worked(name: str, values: FloatArray, mean: float, what: str) -> Equation:
    """The mean of values as the sum of them all over their number; the sum of many in words, `what` they are.

    >>> print(mean_worked("mean", np.array([0.1, -0.2]), -0.05, "the scores"))
    mean = (0.1 - 0.2) / 2 = -0.0500
    """
    n = len(values)
    if n > SHOWN:
        return equation(name, Name(f"sum of {what}", mean * n) / n, value=mean)
    return worked(name, lambda digits: Sum(*(as_typed(value, digits + 2) for value in values), whole=True) / n, mean)


def sign(value: float | Fraction) -> int:
    """1 above 0, -1 below, 0 at 0."""
    return (value > 0) - (value < 0)


_CAPTION = ".irlearn-result caption{min-width:20em;text-align:left}"  # a long one is not squeezed by a narrow table


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class WorkedResult(Lines, Page):
    r"""What is common to results: `equations` is the calculation, `table()` its numbers in rows, `notes` what to know.

    `lines` are the equations as plain text. It is written as Markdown, LaTeX and HTML, too.

    >>> from irlearn.statistics import sign_test
    >>> print(sign_test([3, 5, 4], [1, 6, 3]).to_markdown().splitlines()[-3])
    $\text{A wins 2, B wins 1;}\quad \text{n} = 2 + 1 = 3$
    """

    notes: tuple[str, ...] = ()
    _scores: ClassVar[tuple[str, ...]] = ()
    """The columns that hold scores or their differences, which a table writes with equally many decimals."""
    _rounds: ClassVar[bool] = False
    """Whether they are worked out, and not typed: four decimals then say enough, unless one would read as 0."""
    _calculated: ClassVar[Mapping[str, Node]] = {}
    """The columns whose name is a calculation."""

    @property
    def note(self) -> str:
        """The notes as one text; empty where there is nothing to say."""
        return " ".join(self.notes)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The numbers behind the result by column, each with one entry a row."""
        raise NotImplementedError

    @cached_property
    def cells(self) -> tuple[list[Cell], list[list[Cell]]]:
        """The header and the rows of the table, of a long one the first 30 rows."""
        columns = {name: list(islice(values, SHOWN)) for name, values in self.columns.items()}
        cells = {name: [_cell(value) for value in values] for name, values in columns.items()}
        scores = [name for name in columns if name in self._scores]
        together = iter(_aligned([value for name in scores for value in columns[name]], self._rounds))
        cells |= {name: list(islice(together, len(columns[name]))) for name in scores}
        return [self._calculated.get(name, name) for name in columns], list(
            map(list, zip(*cells.values(), strict=True))
        )

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The same as plain text."""
        header, rows = self.cells
        return texts([header])[0], texts(rows)

    def to_frame(self) -> pandas.DataFrame:
        """The numbers behind the result as a pandas `DataFrame`, all rows. Raises `InputError` without pandas."""
        return to_pandas({name: list(values) for name, values in self.columns.items()})

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes, and how many of the rows a table shows that does not show all of them."""
        rows = len(next(iter(self.columns.values()), ()))
        return self.notes if rows <= SHOWN else (*self.notes, f"The table shows the first {SHOWN} of {rows:,} rows.")

    @property
    def heading(self) -> Sentence:
        """What was found, in a few words."""
        return Sentence(self.title)

    def blocks(self) -> list[Block]:
        """The result as blocks of a document."""
        head = Prose(self.heading, strong=True)
        return [head, Table("", *self.cells), Formulas(self.equations), *map(Prose, self.remarks)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.lines[-1]}>"

    def __str__(self) -> str:
        """The result as plain text: title, table, calculation, notes."""
        header, rows = self.table()
        parts = [self.title, text_table(header, rows), "\n".join(self.lines), "\n".join(self.remarks)]
        return "\n\n".join(part for part in parts if part)

    def typeset(self) -> Element:
        """The result in a notebook: table, calculation, notes."""
        return div("irlearn-result")[
            style[f"{line_style('.irlearn-result')}.irlearn-result p{{margin:.15em 0}}{_CAPTION}"],
            drawn_table(Table("", *self.cells), self.heading.typeset()),
            drawn(Formulas(self.equations)),
            (p[em[note]] for note in self.remarks),
        ]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StatedNumbers(WorkedResult):
    """The numbers that a question states, in rows."""

    rows: Mapping[str, Sequence[Any]]

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """What each number is, and the number."""
        return {**self.rows}


def _aligned(values: list[float], rounds: bool) -> list[Cell]:
    sizes = [float(general(abs(value), 12)) for value in values]  # free of the rounding of floats
    lost = any(0 < size < _TINY / 2 for size in sizes)
    written = zip(values, sizes, score_texts(sizes) if rounds and not lost else aligned(sizes), strict=True)
    return [Number(value, text, scientific=0 < size < _TINY) for value, size, text in written]


def _cell(value: object) -> Cell:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "" if value is None else "–"
    return as_typed(float(value)) if isinstance(value, float | Fraction | np.floating) else str(value)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Result(WorkedResult):
    """What a test found: its statistic, its p-value, and all that is needed to draw it and to work it out again.

    `test` is the test's id, as the shell prints it. `pvalue` is a float, and 0 only where what was found is impossible:
    a smaller one than 1e-307 is given as 1e-307, and `below` then says that p is less. `exact` is p as a fraction, or
    None where it was approximated or the fraction would have thousands of digits; `p_text` is p as it is read.
    `alternative` is "two-sided", "greater" (A scores higher than B) or "less". `how` says where the p-value comes from,
    `method` the same in plain words. `notes` say what was taken for granted, one sentence each. `null` is the
    statistic's distribution when there is no difference, and says which part of it makes p.
    """

    statistic: float
    pvalue: float
    exact: Fraction | None = None
    alternative: Alternative = "two-sided"
    how: Sentence
    test: ClassVar[str]

    def __post_init__(self) -> None:
        if self.exact != 0:
            object.__setattr__(self, "pvalue", max(self.pvalue, LEAST))

    @property
    def title(self) -> str:
        """What was found, as plain text."""
        return str(self.heading)

    @property
    def heading(self) -> Sentence:
        """What was found, in a few words."""
        raise NotImplementedError

    @property
    def method(self) -> str:
        """Where the p-value comes from, in words."""
        return str(self.how)

    @property
    def below(self) -> bool:
        """Whether p is less than `pvalue`, which is then the smallest value that is calculated."""
        return 0 < self.pvalue <= LEAST

    @property
    def p_text(self) -> str:
        """The p-value as it is read: "3/8 = 0.375" with a short fraction, "0.0126", or "below 1e-307"."""
        if self.exact is None:
            return f"below {general(LEAST)}" if self.below else readable(self.pvalue)
        return fraction_and_decimal(self.exact) if is_short(self.exact) else readable(self.exact)

    def _p_line(self, *ways: Node) -> Equation:
        if self.below and self.exact is None:
            return Equation("p", ways, after=f"which is below {general(LEAST)}")
        return equation("p", *ways, value=self.pvalue if self.exact is None else self.exact)

    def _tail(self, letter: str, behind: str = "") -> Equation:
        """The line of a p-value that is a tail of a known distribution."""
        small = letter.lower()
        if self.alternative == "two-sided":
            return self._p_line(Product(2, Chance(f"{letter} at least |{small}|", of=self.pvalue / 2, behind=behind)))
        word = "least" if self.alternative == "greater" else "most"
        return self._p_line(Chance(f"{letter} at {word} {small}", of=self.pvalue, behind=behind))

    def _counted(self, name: str, found: Sequence[float], ways: int, *, few: bool) -> Equation:
        """The line of a p-value that was counted among all `ways`: the event, and how many ways make it, of a few.

        `found` is the statistic of both sides, and the one that `name` names, of A alone.
        """
        assert self.exact is not None
        twice = self.alternative == "two-sided"
        if twice and self.exact == 1:
            return Equation("p", (Number(1),), after="because twice the smaller tail is 1 or more")
        word = "least" if self.alternative == "greater" else "most"
        share = self.exact / 2 if twice else self.exact
        event = (f"{name[0]} at most", exactly(found[0])) if twice else (f"{name} at {word}", exactly(found[1]))
        sides: list[Node] = [Chance(*event, of=share)]
        sides += [Ratio(int(share * ways), ways)] * few
        return self._p_line(*(Product(2, side) for side in sides) if twice else sides)

    @property
    def direction(self) -> int:
        """1 where A is higher in this test's eyes, -1 where B is, 0 where neither is; whether significantly or not."""
        return sign(self.statistic)

    @property
    def null(self) -> NullDistribution:
        """The distribution of the statistic when there is no difference."""
        raise NotImplementedError
