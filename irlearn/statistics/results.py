"""What all results have in common: a plain repr, the calculation written out, a table, a notebook's view."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from irlearn.markup import div, em, p
from irlearn.notation import fraction_and_decimal, in_lines, table_of, text_table, to_pandas
from irlearn.numbers import LEAST, aligned, general, given, short
from irlearn.statistics.arrays import Alternative, Floats
from irlearn.statistics.null import NullDistribution

if TYPE_CHECKING:
    import pandas

SHOWN = 30
"""Queries up to which a calculation is written out and a table shows all rows."""

_LONGEST = 32  # bits of a denominator that is still worth reading
_FEWEST, _MOST = 4, 17  # digits of an operand, as many as a float has
_SAME = 1e-12  # relative; two results that differ by rounding alone

Spell = Callable[[float, int], str]
"""Writes a number with so many digits."""
Write = Callable[[Callable[[float], str]], str]
"""Gives a calculation as text; its argument writes an operand."""
Work = Callable[[Callable[[float], Fraction]], float | Fraction]
"""Gives the result of the same calculation; its argument gives an operand as it was written."""


def is_short(value: Fraction) -> bool:
    """Whether a fraction is short enough to be read."""
    return value.denominator.bit_length() <= _LONGEST


def equation(name: str, *written: str, value: float | Fraction) -> str:
    """`name` = each thing written = the fraction, where it is short = the decimal, each once.

    >>> equation("p", "2 · 6/32", value=Fraction(3, 8))
    'p = 2 · 6/32 = 3/8 = 0.375'
    """
    fraction = [str(value)] if isinstance(value, Fraction) and is_short(value) else []
    return f"{name} = " + " = ".join(dict.fromkeys([*written, *fraction, short(value)]))


def calculation(write: Write, work: Work, value: float, *, spell: Spell = short) -> str:
    """A calculation as text, with as few digits as give the `value` as it is shown when it is done again from them.

    `write` gives it as text, `work` as a number; both are given what to do with each operand. `spell` writes an operand
    with so many digits.

    >>> calculation(lambda s: f"{s(-0.01111)} / {s(0.0154)}", lambda r: r(-0.01111) / r(0.0154), -0.01111 / 0.0154)
    '-0.01111 / 0.01540'
    """

    def agrees(digits: int) -> bool:
        again = float(work(lambda operand: Fraction(spell(operand, digits))))
        halfway = math.isclose(again, value, rel_tol=_SAME)  # may be rounded up here and down there
        return short(again) == short(value) or halfway or not value

    enough = next(filter(agrees, range(_FEWEST, _MOST)), _MOST)
    return write(lambda operand: spell(operand, enough))


def worked(name: str, write: Write, work: Work, value: float, *, spell: Spell = short) -> str:
    """`name` = the `calculation` = its result.

    >>> worked("t", lambda s: f"{s(-0.01111)} / {s(0.0154)}", lambda r: r(-0.01111) / r(0.0154), -0.01111 / 0.0154)
    't = -0.01111 / 0.01540 = -0.7214'
    """
    return equation(name, calculation(write, work, value, spell=spell), value=value)


def mean_worked(values: Floats, mean: float) -> str:
    """The mean of values as the sum of them all over their number, as text.

    >>> mean_worked(np.array([0.1, -0.2]), -0.05)
    '(0.1 - 0.2) / 2'
    """
    return calculation(
        lambda s: f"({added([s(value) for value in values])}) / {len(values)}",
        lambda r: sum(map(r, values), Fraction(0)) / len(values),
        mean,
        spell=lambda value, digits: given(value, digits + 2),
    )


def added(terms: Sequence[str]) -> str:
    """Terms with signs between them, or 0 where there are none.

    >>> added(["1", "-2.5"]), added([])
    ('1 - 2.5', '0')
    """
    return (terms[0] + "".join(f" - {t[1:]}" if t.startswith("-") else f" + {t}" for t in terms[1:])) if terms else "0"


def sign(value: float | Fraction) -> int:
    """1 above 0, -1 below, 0 at 0."""
    return (value > 0) - (value < 0)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Shown:
    """What is common to results: `lines` is the calculation, `table()` its numbers in rows, `notes` what to know."""

    notes: tuple[str, ...] = ()
    _scores: ClassVar[tuple[str, ...]] = ()
    """The columns that hold scores or their differences, which a table writes with equally many decimals."""

    @property
    def note(self) -> str:
        """The notes as one text; empty where there is nothing to say."""
        return " ".join(self.notes)

    @property
    def title(self) -> str:
        """What was worked out, in words."""
        raise NotImplementedError

    @property
    def lines(self) -> tuple[str, ...]:
        """The calculation written out; the last line ends in the result."""
        raise NotImplementedError

    @property
    def columns(self) -> dict[str, Sequence[Any]]:
        """The numbers behind the result by column, each with one entry a row."""
        raise NotImplementedError

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The header and the rows of the table as text, of a long one the first 30 rows."""
        columns = {name: list(islice(values, SHOWN)) for name, values in self.columns.items()}
        texts = {name: [_cell(value) for value in values] for name, values in columns.items()}
        scores = [name for name in columns if name in self._scores]
        together = iter(aligned([value for name in scores for value in columns[name]]))
        texts |= {name: list(islice(together, len(columns[name]))) for name in scores}
        return list(columns), [list(row) for row in zip(*texts.values(), strict=True)]

    def to_frame(self) -> pandas.DataFrame:
        """The numbers behind the result as a pandas `DataFrame`, all rows. Raises `InputError` without pandas."""
        return to_pandas({name: list(values) for name, values in self.columns.items()})

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.lines[-1]}>"

    def __str__(self) -> str:
        """The result as plain text: title, table, calculation, notes."""
        header, rows = self.table()
        parts = [self.title, text_table(header, rows), "\n".join(self.lines), "\n".join(self.notes)]
        return "\n\n".join(part for part in parts if part)

    def _repr_html_(self) -> str:
        header, rows = self.table()
        notes = p[em[in_lines(self.notes)]] if self.notes else None
        return str(div("irlearn-result")[table_of(header, rows, caption=self.title), p[in_lines(self.lines)], notes])


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str | bool | np.bool_ | int | np.integer):
        return str(value)
    if isinstance(value, float) and math.isnan(value):
        return "–"
    return given(float(value)) if isinstance(value, float | Fraction | np.floating) else str(value)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Result(Shown):
    """What a test found: its statistic, its p-value, and all that is needed to draw it and to work it out again.

    `test` is the test's id, as the shell prints it. `pvalue` is a float, and 0 only where what was found is impossible:
    a smaller one than 1e-307 is given as 1e-307, and `below` then says that p is less. `exact` is p as a fraction, or
    None where it was approximated or the fraction would have thousands of digits; `p_text` is p as it is read.
    `alternative` is "two-sided", "greater" (A scores higher than B) or "less". `method` says in words where the p-value
    comes from. `notes` say what was taken for granted, one sentence each. `null` is the statistic's distribution when
    there is no difference, and says which part of it makes p.
    """

    statistic: float
    pvalue: float
    exact: Fraction | None = None
    alternative: Alternative = "two-sided"
    method: str

    def __post_init__(self) -> None:
        if self.exact != 0:
            object.__setattr__(self, "pvalue", max(self.pvalue, LEAST))

    @property
    def below(self) -> bool:
        """Whether p is less than `pvalue`, which is then the smallest value that is calculated."""
        return 0 < self.pvalue <= LEAST

    @property
    def p_text(self) -> str:
        """The p-value as it is read: "3/8 = 0.375" with a short fraction, "0.0126", or "below 1e-307"."""
        if self.exact is None:
            return f"below {general(LEAST)}" if self.below else short(self.pvalue)
        return fraction_and_decimal(self.exact) if is_short(self.exact) else short(self.exact)

    def _p_line(self, *written: str) -> str:
        if self.below and self.exact is None:
            return f"p = {' = '.join(written)}, which is below {general(LEAST)}"
        return equation("p", *written, value=self.pvalue if self.exact is None else self.exact)

    @property
    def test(self) -> str:
        """The id of the test."""
        raise NotImplementedError

    @property
    def direction(self) -> int:
        """1 where A is higher in this test's eyes, -1 where B is, 0 where neither is; whether significantly or not."""
        raise NotImplementedError

    @property
    def null(self) -> NullDistribution:
        """The distribution of the statistic when there is no difference."""
        raise NotImplementedError
