"""A calculation as it is written by hand, from the terms that the score is made of."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from irlearn.derivation.sums import Sum
from irlearn.measures.base import Measure, Terms
from irlearn.notation import decimal
from irlearn.ranking import Ranking

_ADDED = 16  # terms; the middle of a longer sum is left out of its one-line equation
_LONGEST = 48  # bits of a fraction that is still worth reading, some 14 digits
_LONGEST_TERM = 40  # bits of a single term's denominator
_TINY = 1e-6  # a smaller term is written with its exponent
_PRINTED = 13_000  # bits; Python refuses to write out a whole number of more than 4300 digits


@dataclass(frozen=True)
class Working:
    """A calculation as it is written by hand: its lines, the last of which ends in the result.

    `value` is the result as a float; `fraction` is exact, or None where logarithms remain.

    >>> from irlearn import AP
    >>> work(AP.terms(Ranking.parse("1 0 1", relevant=3).exact), "AP").lines
    ('AP = (1/1 + 2/3) / 3 = 5/9 = 0.5556',)
    """

    lines: tuple[str, ...]
    value: float
    fraction: Fraction | None = None


def work(terms: Terms, name: str, *, above: str = "", counts: str = "") -> Working:
    """The calculation of exact `terms`, whose result is called `name`, written out.

    Where the divisor is itself a sum (the ideal), the sum above it is called `above`, and both get a line of their own.
    `counts` says what a divisor of 0 counts.
    """
    total, below, fraction = quotient(terms)
    value = float(fraction) if fraction is not None else total.value / below.value
    if isinstance(terms.divisor, Terms):
        lines = [line(above, _written(terms), total.fraction, total.value)]
        lines.append(line(f"I{above}", _written(terms.divisor), below.fraction, below.value))
        written = [f"{above} / I{above}", f"{decimal(total.fraction or total.value)} / {decimal(below.value)}"]
    else:
        divided = str(below) if counts or below.fraction != 1 else ""
        lines, written = [], [_over(text, divided, terms) for text in _written(terms)]
    if not below.parts:
        return Working(
            (*lines, f"{name} = 0, because its divisor is 0 ({counts or 'nothing to divide by'})"), 0.0, fraction
        )
    return Working((*lines, line(name, written, fraction, value)), value, fraction)


def line(name: str, written: list[str], fraction: Fraction | None, value: float) -> str:
    """`name` = what is `written` = the fraction, where it is short enough to be read = the decimal."""
    result = decimal(value if fraction is None else fraction)
    short = str(fraction) if fraction and fraction.denominator.bit_length() <= _LONGEST else result
    return f"{name} = " + " = ".join(dict.fromkeys([*written, short, result]))


def digits(fraction: Fraction) -> str | None:
    """The fraction written out, or None where it has thousands of digits."""
    bits = max(fraction.numerator.bit_length(), fraction.denominator.bit_length())
    return str(fraction) if bits <= _PRINTED else None


def _written(terms: Terms) -> list[str]:
    """The sum with its terms as they are written by hand and, where logarithms are among them, as decimals."""
    parts = [(n, d) for n, d in zip(*spread(terms), strict=True) if n]
    sums = [added([term(terms, n, d) for n, d in parts])]
    if terms.log2 and Sum.of(parts).fraction is None:
        sums.append(added([decimal(one.fraction or one.value) for one in (Sum.of([part]) for part in parts)]))
    return sums


def _over(text: str, divisor: str, terms: Terms) -> str:
    if not divisor:
        return text
    divisor = f"({divisor})" if "/" in divisor else divisor
    single = sum(bool(numerator) for numerator in terms.numerators) <= 1 and "/" not in text
    return f"{text} / {divisor}" if single else f"({text}) / {divisor}"


def exact_value(measure: Measure, ranking: Ranking) -> Fraction | None:
    """The score as a fraction, None where logarithms remain in it or the measure is not defined.

    >>> from irlearn import AP
    >>> exact_value(AP, Ranking.parse("1 0 1", relevant=3))
    Fraction(5, 9)
    """
    terms = measure.terms(ranking.exact)
    return quotient(terms)[2] if terms.defined else None


def quotient(terms: Terms) -> tuple[Sum, Sum, Fraction | None]:
    """The sum of the terms, what divides it, and the quotient where it is a fraction; a divisor of 0 gives 0."""
    total = _total(terms)
    if isinstance(terms.divisor, Terms):
        below = _total(terms.divisor)
    else:
        below = Sum.of([(Fraction(np.asarray(terms.divisor).item()), 2)])
    if not below.parts:
        return total, below, Fraction(0)
    return total, below, total.over(below)


def exact_text(total: Sum, below: Sum, fraction: Fraction | None) -> str:
    """The quotient as text, with its logarithms left as symbols."""
    if fraction is not None:
        return digits(fraction) or decimal(fraction)
    return str(total) if below.fraction == 1 else f"({total}) / ({below})"


def spread(terms: Terms) -> tuple[list[Fraction], list[int]]:
    """The numerators as fractions, and the denominators, one a rank."""
    denominators = np.broadcast_to(np.asarray(terms.denominators, dtype=object), terms.numerators.shape)
    return [Fraction(value) for value in terms.numerators], [int(value) for value in denominators]


def _total(terms: Terms) -> Sum:
    numerators, denominators = spread(terms)
    if terms.log2:
        return Sum.of(zip(numerators, denominators, strict=True))
    return Sum.of((n / d, 2) for n, d in zip(numerators, denominators, strict=True))


def added(terms: list[str], between: str = " + ") -> str:
    """The terms with a plus between them; of many, the first and the last."""
    return between.join(terms if len(terms) <= _ADDED else [*terms[:4], "...", *terms[-2:]]) or "0"


def term(terms: Terms, numerator: Fraction, denominator: int) -> str:
    """A term as it is written by hand, not reduced: 6/8, 3/log2(2), 4/25 · 1/3; a power with many digits as decimal."""
    if numerator.denominator.bit_length() > _LONGEST_TERM:
        value = float(numerator) / denominator
        return decimal(value) if value > _TINY else f"{value:.3g}"
    if terms.log2:
        return f"{numerator}/log2({denominator})"
    if np.ndim(terms.denominators) == 0:
        return str(numerator)
    return f"{numerator}/{denominator}" if numerator.denominator == 1 else f"{numerator} · 1/{denominator}"
