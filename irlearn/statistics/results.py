"""Base classes of all results: a plain repr, the calculation as lines, a table, and a notebook view."""

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
from irlearn.formulas.page import Block, Cell, Formulas, Note, Page, Prose, Table, texts
from irlearn.formulas.short_numbers import (
    LONGEST,
    calculation as calculation,
    equation as equation,
    in_short as in_short,
    worked as worked,
)
from irlearn.statistics.arrays import Alternative, FloatArray
from irlearn.statistics.null import NullDistribution
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
from irlearn.text.tables import to_pandas

if TYPE_CHECKING:
    import pandas

SHOWN = 30
"""Queries up to which a calculation is written out and a table shows all rows."""

_TINY = 1e-4  # smaller numbers are written with an exponent


def is_short(value: Fraction) -> bool:
    """Return whether a fraction is short enough to be read."""
    return value.denominator.bit_length() <= LONGEST


def as_typed(value: float, digits: int = 6) -> Number:
    """Return a number as a formula node that shows it in the format of `typed_text`."""
    return Number(value, typed_text(abs(value), digits), scientific=0 < abs(value) < _TINY)


def listed(numbers: Iterable[Number]) -> Iterator[Number | str]:
    """Yield numbers separated by commas, as parts of a sentence.

    >>> print(Sentence(*listed(map(as_typed, [0.1, -0.2]))))
    0.1, -0.2
    """
    for index, number in enumerate(numbers):
        yield from (", ", number) if index else (number,)


def exactly(value: float) -> Number:
    """Return a whole or half number, such as a sum of ranks, as a formula node."""
    return Number(Fraction(value), rank_text(abs(value)))


def mean_worked(name: str, values: FloatArray, mean: float, what: str) -> Equation:
    """Return the line that computes a mean; for more than 30 values it contains "sum of `what`" instead of the terms.

    >>> print(mean_worked("mean", np.array([0.1, -0.2]), -0.05, "the scores"))
    mean = (0.1 - 0.2) / 2 = -0.0500
    """
    n = len(values)
    if n > SHOWN:
        return equation(name, Name(f"sum of {what}", mean * n) / n, value=mean)
    return worked(name, lambda digits: Sum(*(as_typed(value, digits + 2) for value in values), whole=True) / n, mean)


def sign(value: float | Fraction) -> int:
    """Return 1 for a positive value, -1 for a negative value, and 0 for 0."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class WorkedResult(Lines, Page):
    r"""A result with its calculation, its numbers in a table, and notes.

    A result can also be converted to Markdown, LaTeX and HTML, and a notebook displays it.

    Attributes
    ----------
    equations : tuple of Line
        The calculation.
    lines : tuple of str
        The calculation as plain text.
    notes : tuple of str
        Assumptions and warnings, one sentence each.

    Examples
    --------
    >>> from irlearn.statistics import sign_test
    >>> print(sign_test([3, 5, 4], [1, 6, 3]).to_markdown().splitlines()[-3])
    $\text{A wins 2, B wins 1;}\quad \text{n} = 2 + 1 = 3$
    """

    notes: tuple[str, ...] = ()
    _scores: ClassVar[tuple[str, ...]] = ()
    """The columns of scores or score differences, which a table writes with equally many decimals."""
    _rounds: ClassVar[bool] = False
    """Whether these scores are computed, not typed: a table rounds them to four decimals unless one would become 0."""
    _calculated: ClassVar[Mapping[str, Node]] = {}
    """The formulas of columns whose heading is a formula, such as A − B."""

    @property
    def note(self) -> str:
        """The notes as one text; empty if there are none."""
        return " ".join(self.notes)

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The columns of the result by name; all have the same number of rows."""
        raise NotImplementedError

    @cached_property
    def cells(self) -> tuple[list[Cell], list[list[Cell]]]:
        """The header and the rows of the table; at most the first 30 rows."""
        columns = {name: list(islice(values, SHOWN)) for name, values in self.columns.items()}
        cells = {name: [_cell(value) for value in values] for name, values in columns.items()}
        scores = [name for name in columns if name in self._scores]
        together = iter(_aligned([value for name in scores for value in columns[name]], self._rounds))
        cells |= {name: list(islice(together, len(columns[name]))) for name in scores}
        return [self._calculated.get(name, name) for name in columns], list(
            map(list, zip(*cells.values(), strict=True))
        )

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the header and the rows of the table as plain text.

        Returns
        -------
        header : list of str
            The names of the columns.
        rows : list of list of str
            The rows; at most the first 30.
        """
        header, rows = self.cells
        return texts([header])[0], texts(rows)

    def to_frame(self) -> pandas.DataFrame:
        """Return all rows of the result as a pandas `DataFrame`.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        return to_pandas({name: list(values) for name, values in self.columns.items()})

    @property
    def remarks(self) -> tuple[str, ...]:
        """The notes, and the number of rows if the table does not show all of them."""
        rows = len(next(iter(self.columns.values()), ()))
        return self.notes if rows <= SHOWN else (*self.notes, f"The table shows the first {SHOWN} of {rows:,} rows.")

    @property
    def heading(self) -> Sentence:
        """The title of the result, as a sentence with formulas."""
        return Sentence(self.title)

    def blocks(self) -> list[Block]:
        """Return the result as blocks of a document."""
        head = Prose(self.heading, strong=True)
        return [head, Table("", *self.cells, left=1), Formulas(self.equations), *map(Note, self.remarks)]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.lines[-1]}>"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class StatedNumbers(WorkedResult):
    """The numbers that a question states, as a table without a calculation."""

    rows: Mapping[str, Sequence[Any]]

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The stated numbers by name."""
        return {**self.rows}


def _aligned(values: list[float], rounds: bool) -> list[Cell]:
    sizes = [float(general(abs(value), 12)) for value in values]  # 12 digits remove the rounding errors of floats
    would_become_0 = any(0 < size < _TINY / 2 for size in sizes)
    size_texts = score_texts(sizes) if rounds and not would_become_0 else aligned(sizes)
    return [
        Number(value, text, scientific=0 < size < _TINY)
        for value, size, text in zip(values, sizes, size_texts, strict=True)
    ]


def _cell(value: object) -> Cell:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "" if value is None else "–"
    return as_typed(float(value)) if isinstance(value, float | Fraction | np.floating) else str(value)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Result(WorkedResult):
    """The result of a significance test.

    Attributes
    ----------
    statistic : float
        The test statistic.
    pvalue : float
        The p-value. It is 0 only if the observed data are impossible under the null hypothesis; smaller values than
        1e-307 are reported as 1e-307, and `below` is then True.
    exact : Fraction or None
        The p-value as a fraction; None if the p-value was approximated or the fraction would have thousands of digits.
    alternative : {"two-sided", "greater", "less"}
        The alternative hypothesis; "greater" means that A scores higher than B.
    how : Sentence
        The method by which the p-value was computed.
    test : str
        The id of the test, as the shell prints it.
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
        """The title of the result, as plain text."""
        return str(self.heading)

    @property
    def heading(self) -> Sentence:
        """The test and its statistic, as a sentence."""
        raise NotImplementedError

    @property
    def method(self) -> str:
        """The method by which the p-value was computed, as plain text."""
        return str(self.how)

    @property
    def below(self) -> bool:
        """Whether p is too small to be reported; `pvalue` is then an upper bound, the smallest reported value."""
        return 0 < self.pvalue <= LEAST

    @property
    def p_text(self) -> str:
        """The p-value as text: "3/8 = 0.375" for a short fraction, "0.0126", or "below 1e-307"."""
        if self.exact is None:
            return f"below {general(LEAST)}" if self.below else readable(self.pvalue)
        return fraction_and_decimal(self.exact) if is_short(self.exact) else readable(self.exact)

    def _p_line(self, *ways: Node) -> Equation:
        if self.below and self.exact is None:
            return Equation("p", ways, after=f"which is below {general(LEAST)}")
        return equation("p", *ways, value=self.pvalue if self.exact is None else self.exact)

    def _tail(self, letter: str, behind: str = "") -> Equation:
        """Return the line of a p-value that is a tail probability of the distribution of `letter`."""
        small = letter.lower()
        if self.alternative == "two-sided":
            return self._p_line(Product(2, Chance(f"{letter} at least |{small}|", of=self.pvalue / 2, behind=behind)))
        word = "least" if self.alternative == "greater" else "most"
        return self._p_line(Chance(f"{letter} at {word} {small}", of=self.pvalue, behind=behind))

    def _counted(self, name: str, statistics: Sequence[float], ways: int, *, few: bool) -> Equation:
        """Return the line of a p-value that was counted among all `ways`.

        `statistics` holds the smaller of the statistics of A and B, and the statistic of A; `name` is the name of the
        latter. With `few`, the line also contains the ratio of counts.
        """
        assert self.exact is not None
        two_sided = self.alternative == "two-sided"
        if two_sided and self.exact == 1:
            return Equation("p", (Number(1),), after="because twice the smaller tail is 1 or more")
        word = "least" if self.alternative == "greater" else "most"
        share = self.exact / 2 if two_sided else self.exact
        event = (
            (f"{name[0]} at most", exactly(statistics[0]))
            if two_sided
            else (f"{name} at {word}", exactly(statistics[1]))
        )
        sides: list[Node] = [Chance(*event, of=share)]
        sides += [Ratio(int(share * ways), ways)] * few
        return self._p_line(*(Product(2, side) for side in sides) if two_sided else sides)

    @property
    def direction(self) -> int:
        """1 if A is higher by the test's statistic, -1 if B is higher, 0 if neither is, even without significance."""
        return sign(self.statistic)

    @property
    def null(self) -> NullDistribution:
        """The distribution of the statistic under the null hypothesis."""
        raise NotImplementedError
