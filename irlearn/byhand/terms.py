"""The terms of a measure as formulas: their sum, its divisor, and the equations of a hand calculation."""

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

_SHORT_DENOMINATOR = 1000
"""The largest denominator with which an input such as 0.5 is written as a fraction."""
_READABLE_BITS = 60
"""The largest size of a denominator, in bits, with which an input that is not a short decimal is a fraction."""
_TERM_BITS = 40
"""The largest size of the denominator of a term, in bits; longer terms are written as decimals."""
_TINY = 1e-6
"""Decimal terms up to this value are written in scientific notation."""
_PRINTABLE_BITS = 13_000
"""The largest size of an integer to print; Python refuses to convert integers of more than 4300 digits."""


@dataclass(frozen=True)
class WrittenCalculation(Lines):
    """A calculation as written by hand.

    Attributes
    ----------
    equations : tuple of Line
        The lines as formulas. The last line ends in the result.
    value : float
        The result.
    fraction : Fraction or None
        The exact result; None if logarithms remain in it.

    Examples
    --------
    >>> from irlearn import AP, Ranking
    >>> write_out(AP.terms(Ranking.parse("1 0 1", relevant=3).exact), "AP").lines
    ('AP = (1/1 + 2/3) / 3 = 5/9 = 0.5556',)
    """

    equations: tuple[Line, ...]
    value: float
    fraction: Fraction | None = None


class Quotient(NamedTuple):
    """The sum of a measure's terms over its divisor.

    `fraction` is the exact quotient, or None if logarithms remain in it. A divisor of 0 gives 0. `ideal` says whether
    the divisor is itself a sum of terms, over the ideal ranking.
    """

    total: Node
    divisor: Node
    fraction: Fraction | None
    ideal: bool

    @classmethod
    def make(cls, total: Node, divisor: Node, *, ideal: bool) -> Quotient:
        """Return a quotient with its exact value."""
        return cls(total, divisor, Fraction(0) if divisor.exact == 0 else Division(total, divisor).exact, ideal)

    @property
    def value(self) -> float:
        """The quotient as a float."""
        return self.total.value / self.divisor.value if self.fraction is None else float(self.fraction)

    def equations(self, name: str, *, above: str = "", counts: str = "") -> tuple[Equation, ...]:
        """Return the equations of the calculation, the last of which has `name` on its left side.

        Parameters
        ----------
        name : str
            The name of the result.
        above : str, optional
            If the divisor is an ideal, the name of the sum above it, such as "DCG". The sum and the ideal then have one
            equation each, before the last.
        counts : str, optional
            What the divisor counts, for the explanation of a divisor of 0.
        """
        total, divisor, fraction, ideal = self
        lines: list[Equation] = []
        if ideal:
            ideal_name = f"I{above}"
            lines = [equation(above, *ways_to_write(total)), equation(ideal_name, *ways_to_write(divisor))]
            named = Name(above, total) / Name(ideal_name, divisor)
            places = 4 if min(total.value, divisor.value) >= 0.1 else 6  # Small numbers need more significant digits.
            ways = [named, Number.rounded(total, places) / Number.rounded(divisor, places)]
        elif counts or divisor.exact != 1:
            ways = [way / divisor for way in ways_to_write(total)]
        else:
            ways = ways_to_write(total)
        if divisor.exact == 0:
            because = f"because its divisor is 0 ({counts or 'nothing to divide by'})"
            return *lines, Equation(name, (Number(0),), after=because)
        return *lines, equation(name, *ways, worth=self.value if fraction is None else fraction)

    def write_out(self, name: str, *, above: str = "", counts: str = "") -> WrittenCalculation:
        """Return the calculation with the lines that `equations` returns."""
        return WrittenCalculation(self.equations(name, above=above, counts=counts), self.value, self.fraction)


def write_out(terms: Terms, name: str, *, above: str = "", counts: str = "") -> WrittenCalculation:
    """Write out the calculation of exact terms.

    Parameters
    ----------
    terms : Terms
        Terms of one ranking with exact numbers, from `Measure.terms(ranking.exact)`.
    name : str
        The name of the result, such as "AP".
    above : str, optional
        If the divisor is an ideal, the name of the sum above it, such as "DCG".
    counts : str, optional
        What the divisor counts, such as "relevant documents".

    Returns
    -------
    WrittenCalculation
        The equations and the result.

    Examples
    --------
    >>> from irlearn import DCG, Ranking
    >>> print(write_out(DCG.terms(Ranking.parse("3 0 2").exact), "DCG").lines[-1])
    DCG = 3/log2(2) + 2/log2(4) = 4
    """
    return quotient(terms).write_out(name, above=above, counts=counts)


def quotient(terms: Terms) -> Quotient:
    """Return the sum of exact terms and its divisor as formulas."""
    if isinstance(terms.divisor, Terms):
        return Quotient.make(total_of(terms), total_of(terms.divisor), ideal=True)
    return Quotient.make(total_of(terms), Number(Fraction(np.asarray(terms.divisor).item())), ideal=False)


def total_of(terms: Terms) -> Node:
    """Return the sum of the nonzero terms as a formula in which each term has its rank as the key for highlighting."""
    parts: list[Node] = [
        _highlighted_term(rank, *fraction)
        for rank, fraction in enumerate(_term_fractions(terms), start=1)
        if fraction.numerator
    ]
    if terms.extra_terms is not None:
        parts += [_term(*fraction) for fraction in _term_fractions(terms.extra_terms) if fraction.numerator]
    return added(parts)


def added(parts: list[Node]) -> Node:
    """Return the sum of the parts: a single part as it is, and 0 if there are none."""
    return parts[0] if len(parts) == 1 else Sum(*parts) if parts else Number(0)


def ways_to_write(total: Node) -> list[Node]:
    """Return the forms of a sum: as written by hand and, if it contains logarithms, with decimals as terms."""
    if total.exact is not None:
        return [total]
    parts = total.parts if isinstance(total, Sum) else (total,)
    return [total, added([_decimal(part) for part in parts])]


def _decimal(part: Node) -> Node:
    return Highlighted(Number.rounded(part), key=part.key) if isinstance(part, Highlighted) else Number.rounded(part)


def terms_of(terms: Terms) -> list[Node]:
    """Return the term of each rank as a formula."""
    return [_term(*fraction) for fraction in _term_fractions(terms)]


class _TermFraction(NamedTuple):
    """A term of one rank: the numerator over the denominator, over the logarithm of the denominator, or alone."""

    numerator: Fraction
    denominator: int
    log2: bool
    without_denominator: bool


def _term_fractions(terms: Terms) -> Iterable[_TermFraction]:
    numerators, denominators = terms.numerators, np.asarray(terms.denominators)
    below = denominators if denominators.shape == numerators.shape else np.broadcast_to(denominators, numerators.shape)
    fractions = zip(numerators.tolist(), below.tolist(), repeat(terms.log2), repeat(not denominators.ndim))
    return map(_TermFraction._make, fractions)


@lru_cache(maxsize=4096, typed=True)  # Most rankings consist of the same few terms, which also cache their values.
def _term(numerator: Fraction, denominator: int, log2: bool, without_denominator: bool) -> Node:
    """Return a term without reducing it, such as 6/8, 3/log2(2) or 4/25 · 1/3; a number of many digits as a decimal."""
    if numerator.denominator.bit_length() > _TERM_BITS and not log2:
        value = numerator / denominator
        tiny = float(value) <= _TINY
        return Number(value, general(value, 3) if tiny else decimal(float(value)), scientific=tiny)
    if log2:
        return Ratio(numerator, Log(denominator)) if denominator > 1 else Number(numerator)
    if without_denominator:
        return Number(numerator)
    if numerator.denominator == 1:
        return Ratio(numerator, denominator)
    return Product(numerator, Ratio(1, denominator))


@lru_cache(maxsize=4096, typed=True)
def _highlighted_term(
    rank: int, numerator: Fraction, denominator: int, log2: bool, without_denominator: bool
) -> Highlighted:
    return Highlighted(_term(numerator, denominator, log2, without_denominator), key=rank)


def as_fractions(terms: Terms) -> tuple[list[Fraction], list[int]]:
    """Return the numerator of each rank as a fraction, and the denominator of each rank as an integer."""
    denominators = np.broadcast_to(np.asarray(terms.denominators, dtype=object), terms.numerators.shape)
    return [Fraction(value) for value in terms.numerators], [int(value) for value in denominators]


def exact_value(measure: Measure, ranking: RankingLike) -> Fraction | None:
    """Return the score of a ranking as a fraction.

    Parameters
    ----------
    measure : Measure
        The measure.
    ranking : Ranking, str or list of int
        The ranking, or its grades from rank 1 on.

    Returns
    -------
    Fraction or None
        The exact score; None if it contains logarithms or if the measure is not defined on the ranking.

    Examples
    --------
    >>> from irlearn import AP, Ranking
    >>> exact_value(AP, Ranking.parse("1 0 1", relevant=3))
    Fraction(5, 9)
    """
    terms = measure.terms(as_ranking(ranking).exact)
    return quotient(terms).fraction if terms.defined else None


def exact_text(total: Node, divisor: Node, fraction: Fraction | None) -> str:
    """Return the quotient of two formulas as text; logarithms stay symbols."""
    if fraction is not None:
        return digits(fraction) or decimal(fraction)
    above, below = (written(part.exact_terms or {}) for part in (total, divisor))
    return str(above) if divisor.exact == 1 else f"({above}) / ({below})"


def digits(fraction: Fraction) -> str | None:
    """Return the fraction as text, or None if it has too many digits to print."""
    bits = max(fraction.numerator.bit_length(), fraction.denominator.bit_length())
    return str(fraction) if bits <= _PRINTABLE_BITS else None


def given_number(number: Fraction) -> Number:
    """Return an input value as a formula: a short fraction, or a decimal if it has few digits.

    >>> print(*(given_number(Fraction(text)) for text in ("0.5", "0.6729", "323/480", "0.00001")))
    1/2 0.6729 323/480 0.00001
    """
    if number.denominator > _SHORT_DENOMINATOR:
        for places in range(4, 13):
            if (number * 10**places).denominator == 1:
                return Number(number, fixed(number, places))
    return Number(number) if number.denominator.bit_length() <= _READABLE_BITS else Number.rounded(number)


def typed(number: Fraction) -> Number:
    """Return a number as it was typed: as a decimal, or as a fraction if its decimals do not end.

    >>> print(typed(Fraction("0.0114")), typed(Fraction(1, 3)), typed(Fraction(-1, 5)))
    0.0114 1/3 -0.2
    """
    text = typed_text(float(abs(number)), 9)
    return Number(number, text if Fraction(text) == abs(number) else "")
