"""A measure's terms as a tree: the sum, what divides it, and the equations of a hand calculation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple

import numpy as np

from irlearn.formulas import (
    Division,
    Equation,
    Highlighted,
    Line,
    Lines,
    Log,
    Name,
    Node,
    Number,
    Product,
    Ratio,
    Sum,
    equation,
    written,
)
from irlearn.measures.base import Measure, Terms
from irlearn.ranking import RankingLike, as_ranking
from irlearn.text.numbers import decimal, fixed, general, typed_text

_SHORT = 1000  # the largest denominator with which a given decimal is written as a fraction
_READABLE = 60  # bits of the denominator of any other given number that is written as a fraction
_LONGEST_TERM = 40  # bits of a single term's denominator
_TINY = 1e-6  # a smaller term is written with its exponent
_PRINTED = 13_000  # bits; Python refuses to write out a whole number of more than 4300 digits


@dataclass(frozen=True)
class WrittenCalculation(Lines):
    """A calculation as it is written by hand: its lines as trees, the last of which ends in the result.

    `value` is the result as a float; `fraction` is exact, or None where logarithms remain.

    >>> from irlearn import AP, Ranking
    >>> write_out(AP.terms(Ranking.parse("1 0 1", relevant=3).exact), "AP").lines
    ('AP = (1/1 + 2/3) / 3 = 5/9 = 0.5556',)
    """

    equations: tuple[Line, ...]
    value: float
    fraction: Fraction | None = None


class Quotient(NamedTuple):
    """The sum of a measure's terms, what divides it, and the quotient where it is a fraction; a divisor of 0 gives 0.

    `ideal` where the divisor is itself a sum of terms.
    """

    total: Node
    divisor: Node
    fraction: Fraction | None
    ideal: bool

    @classmethod
    def make(cls, total: Node, below: Node, *, ideal: bool) -> Quotient:
        """A sum over another, or over what divides it."""
        return cls(total, below, Fraction(0) if below.exact == 0 else Division(total, below).exact, ideal)

    @property
    def value(self) -> float:
        """The quotient as a float."""
        return self.total.value / self.divisor.value if self.fraction is None else float(self.fraction)

    def equations(self, name: str, *, above: str = "", counts: str = "") -> tuple[Equation, ...]:
        """The lines of the calculation, whose result is called `name`.

        An ideal and the sum above it, which is called `above`, get a line of their own. `counts` says what a divisor of
        0 counts.
        """
        total, below, fraction, ideal = self
        lines: list[Equation] = []
        if ideal:
            lines = [equation(one, *ways_to_write(summed)) for one, summed in ((above, total), (f"I{above}", below))]
            named = Name(above, total) / Name(f"I{above}", below)
            digits = 4 if min(total.value, below.value) >= 0.1 else 6  # a quotient keeps what a small number loses
            ways = [named, Number.rounded(total, digits) / Number.rounded(below, digits)]
        elif counts or below.exact != 1:
            ways = [way / below for way in ways_to_write(total)]
        else:
            ways = ways_to_write(total)
        if below.exact == 0:
            because = f"because its divisor is 0 ({counts or 'nothing to divide by'})"
            return *lines, Equation(name, (Number(0),), after=because)
        return *lines, equation(name, *ways, worth=self.value if fraction is None else fraction)

    def write_out(self, name: str, *, above: str = "", counts: str = "") -> WrittenCalculation:
        """The calculation, as `equations` writes it, with its result."""
        return WrittenCalculation(self.equations(name, above=above, counts=counts), self.value, self.fraction)


def write_out(terms: Terms, name: str, *, above: str = "", counts: str = "") -> WrittenCalculation:
    """The calculation of exact `terms` written out, as `Quotient.write_out` does it."""
    return quotient(terms).write_out(name, above=above, counts=counts)


def quotient(terms: Terms) -> Quotient:
    """The sum of exact terms and what divides it, as they are written by hand."""
    if isinstance(terms.divisor, Terms):
        return Quotient.make(total_of(terms), total_of(terms.divisor), ideal=True)
    return Quotient.make(total_of(terms), Number(Fraction(np.asarray(terms.divisor).item())), ideal=False)


def total_of(terms: Terms) -> Node:
    """The sum of the terms that are not 0 as it is written by hand, each under the key of its rank."""
    rest = [] if terms.extra_terms is None else [_term(*one) for one in _made_of(terms.extra_terms) if one[0]]
    return added([*(_marked(rank, *one) for rank, one in enumerate(_made_of(terms), start=1) if one[0]), *rest])


def added(parts: list[Node]) -> Node:
    """The parts added up; a single one is no sum."""
    return parts[0] if len(parts) == 1 else Sum(*parts) if parts else Number(0)


def ways_to_write(total: Node) -> list[Node]:
    """The sum with its terms as they are written by hand and, where logarithms are among them, as decimals."""
    if total.exact is not None:
        return [total]
    parts = total.parts if isinstance(total, Sum) else (total,)
    return [total, added([_decimal(part) for part in parts])]


def _decimal(part: Node) -> Node:
    return Highlighted(Number.rounded(part), key=part.key) if isinstance(part, Highlighted) else Number.rounded(part)


def terms_of(terms: Terms) -> list[Node]:
    """The term of each rank as it is written by hand."""
    return [_term(*one) for one in _made_of(terms)]


def _made_of(terms: Terms) -> Iterable[tuple[Fraction, int, bool, bool]]:
    """What each term is made of: above, below, whether below is a logarithm, and whether above stands alone."""
    numerators, denominators = terms.numerators, np.asarray(terms.denominators)
    below = denominators if denominators.shape == numerators.shape else np.broadcast_to(denominators, numerators.shape)
    return zip(numerators.tolist(), below.tolist(), repeat(terms.log2), repeat(not denominators.ndim))


@lru_cache(maxsize=4096, typed=True)  # most ranks have the same few, which know their worth and how they are written
def _term(above: Fraction, below: int, log2: bool, alone: bool) -> Node:
    """A term as it is written by hand, not reduced: 6/8, 3/log2(2), 4/25 · 1/3; a power with many digits as decimal."""
    if above.denominator.bit_length() > _LONGEST_TERM and not log2:
        value = above / below
        tiny = float(value) <= _TINY
        return Number(value, general(value, 3) if tiny else decimal(float(value)), scientific=tiny)
    if log2:
        return Ratio(above, Log(below)) if below > 1 else Number(above)
    if alone:
        return Number(above)
    return Ratio(above, below) if above.denominator == 1 else Product(above, Ratio(1, below))


@lru_cache(maxsize=4096, typed=True)
def _marked(rank: int, above: Fraction, below: int, log2: bool, alone: bool) -> Highlighted:
    return Highlighted(_term(above, below, log2, alone), key=rank)


def as_fractions(terms: Terms) -> tuple[list[Fraction], list[int]]:
    """The numerators as fractions, and the denominators, one a rank."""
    denominators = np.broadcast_to(np.asarray(terms.denominators, dtype=object), terms.numerators.shape)
    return [Fraction(value) for value in terms.numerators], [int(value) for value in denominators]


def exact_value(measure: Measure, ranking: RankingLike) -> Fraction | None:
    """The score as a fraction, None where logarithms remain in it or the measure is not defined.

    >>> from irlearn import AP, Ranking
    >>> exact_value(AP, Ranking.parse("1 0 1", relevant=3))
    Fraction(5, 9)
    """
    terms = measure.terms(as_ranking(ranking).exact)
    return quotient(terms).fraction if terms.defined else None


def exact_text(total: Node, below: Node, fraction: Fraction | None) -> str:
    """The quotient as text, with its logarithms left as symbols."""
    if fraction is not None:
        return digits(fraction) or decimal(fraction)
    above, divisor = (written(part.exact_terms or {}) for part in (total, below))
    return str(above) if below.exact == 1 else f"({above}) / ({divisor})"


def digits(fraction: Fraction) -> str | None:
    """The fraction written out, or None where it has thousands of digits."""
    bits = max(fraction.numerator.bit_length(), fraction.denominator.bit_length())
    return str(fraction) if bits <= _PRINTED else None


def given_number(number: Fraction) -> Number:
    """A given number as it is written: a short fraction, else the decimal where it ends soon.

    >>> print(*(given_number(Fraction(one)) for one in ("0.5", "0.6729", "323/480", "0.00001")))
    1/2 0.6729 323/480 0.00001
    """
    if number.denominator > _SHORT:
        for places in range(4, 13):
            if (number * 10**places).denominator == 1:
                return Number(number, fixed(number, places))
    return Number(number) if number.denominator.bit_length() <= _READABLE else Number.rounded(number)


def typed(number: Fraction) -> Number:
    """A number as it was typed: a decimal, or a fraction that does not end.

    >>> print(typed(Fraction("0.0114")), typed(Fraction(1, 3)), typed(Fraction(-1, 5)))
    0.0114 1/3 -0.2
    """
    text = typed_text(float(abs(number)), 9)
    return Number(number, text if Fraction(text) == abs(number) else "")
