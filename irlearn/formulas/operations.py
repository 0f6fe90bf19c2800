"""The nodes of arithmetic: sums, products, quotients, powers and roots."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property

from irlearn.formulas.tree import COMPACT, POWER, PRODUCT, RATIO, SUM, Node, Number, Part, Worth, elided
from irlearn.formulas.writers import Output, Writer

_ELISION = (16, 4, 2)  # Parts of the longest list written in full, and first and last parts of a longer list.


class Sum(Node, sign="+"):
    """A sum of parts; in a long sum the middle is left out, unless it is written `whole`.

    >>> print(Sum(1, Number(0.5), Negation(2)), Sum(), Sum(*range(1, 20)), sep="; ")
    1 + 0.5000 - 2; 0; 1 + 2 + 3 + 4 + ... + 18 + 19
    """

    level = SUM

    def __init__(self, *parts: Part, whole: bool = False) -> None:
        super().__init__(*parts)
        self.whole = whole

    @cached_property
    def exact(self) -> Fraction | None:
        exact = super().exact
        return _without_logarithms(self.exact_terms) if exact is None else exact

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0))

    @cached_property
    def exact_terms(self) -> Worth | None:
        totals: dict[tuple[float, int] | None, Fraction] = {}
        for part in self.parts:
            if part.exact_terms is None:
                return None
            for log, coefficient in part.exact_terms.items():
                totals[log] = totals[log] + coefficient if log in totals else coefficient
        return {log: total for log, total in totals.items() if total}

    def _value_of(self, values: list[float]) -> float:
        return math.fsum(values)

    def pieces(self) -> list[Node | None]:
        """Return the parts that are written, with None in place of the parts left out."""
        return list(self.parts) if self.whole else elided(self.parts, *_ELISION)

    def signed(self, writer: Writer) -> list[Output]:
        """Write the terms, each with the sign before it."""
        return [_signed(term, writer, first=index == 0) for index, term in enumerate(self.pieces())]

    def write(self, writer: Writer) -> Output:
        return writer.joined(self.signed(writer)) if self.parts else writer.number("0")


def _signed(term: Node | None, writer: Writer, *, first: bool) -> Output:
    """Write a term of a sum with the sign before it; None is written as dots."""
    subtracted = term.negated() if term is not None and not first else None
    if subtracted is not None:
        return writer.minus_term(subtracted.within(writer, "term"))
    output = writer.dots if term is None else term.within(writer, "term")
    return output if first else writer.joined([writer.plus, output])


class Negation(Node, sign="-"):
    """A negated part, which a sum writes as a subtraction."""

    level = PRODUCT

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return -values[0]

    def _value_of(self, values: list[float]) -> float:
        return -values[0]

    def write(self, writer: Writer) -> Output:
        return writer.negative(self.parts[0].within(writer, "term"))

    def negated(self) -> Node:
        return self.parts[0]


class Product(Node, sign="·"):
    """A product of parts; in a long product the middle is left out."""

    level = PRODUCT

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return math.prod(values, start=Fraction(1))

    def _value_of(self, values: list[float]) -> float:
        return math.prod(values)

    def write(self, writer: Writer) -> Output:
        positions = ["factor"] * (len(self.parts) - 1) + ["last factor"]
        factors = [part.within(writer, position) for part, position in zip(self.parts, positions, strict=True)]
        shown = [writer.dots if factor is None else factor for factor in elided(factors, *_ELISION)]
        return writer.joined(shown, writer.dot)


class CompactProduct(Product):
    """A product without spaces around its dots, such as 2·P·R."""

    level = COMPACT

    def write(self, writer: Writer) -> Output:
        first, *others = self.parts
        factors = [first.within(writer, "first compact factor")]
        factors += [part.within(writer, "compact factor") for part in others]
        return writer.joined(factors, writer.compact_dot)


class Division(Node, sign="/"):
    """A quotient, exact if both parts are fractions or proportional sums of the same logarithms."""

    level = PRODUCT

    @cached_property
    def exact(self) -> Fraction | None:
        above, below = self.parts
        if below.exact is not None and above.exact is not None:
            return above.exact / below.exact if below.exact else None
        return _without_logarithms(self.exact_terms)

    @cached_property
    def exact_terms(self) -> Worth | None:
        above, below = self.parts
        if below.exact is not None:
            if not below.exact or above.exact_terms is None:
                return None
            return {log: coefficient / below.exact for log, coefficient in above.exact_terms.items()}
        if below.logarithm is not None:
            if above.exact is None:
                return None
            return {below.logarithm: above.exact} if above.exact else {}
        if above.exact_terms is None or below.exact_terms is None:
            return None
        if above.exact_terms.keys() != below.exact_terms.keys():
            return None if above.exact_terms else {}
        ratios = {coefficient / below.exact_terms[log] for log, coefficient in above.exact_terms.items()}
        return {None: ratios.pop()} if len(ratios) == 1 else None

    def _value_of(self, values: list[float]) -> float:
        return values[0] / values[1] if values[1] else math.nan

    def write(self, writer: Writer) -> Output:
        above, below = self.parts
        return writer.division(above.within(writer, "above"), below.within(writer, "below"))


class Ratio(Division):
    """A quotient that reads as one number, such as 6/8 or 3/log2(5); it is not reduced."""

    level = RATIO

    def write(self, writer: Writer) -> Output:
        plain = all(isinstance(part, Number) and not part.text for part in self.parts)
        above, below = self.parts
        return writer.ratio(
            above.within(writer, "above in a ratio"), below.within(writer, "below in a ratio"), plain=plain
        )


class Power(Node, sign="^"):
    """A base and its exponent; a fraction as the exponent is a root.

    >>> print((Number(1) * Fraction(1, 2)) ** Fraction(1, 3))
    (1 · 1/2)^(1/3)
    """

    level = POWER

    def _exact_value(self, values: list[Fraction]) -> Fraction | None:
        return values[0] ** int(values[1]) if values[1].denominator == 1 else None

    @cached_property
    def value(self) -> float:
        base, exponent = (part.exact for part in self.parts)
        if base is None or exponent is None or base <= 0:
            return self._value_of([part.value for part in self.parts])
        return math.exp(float(exponent) * (math.log(base.numerator) - math.log(base.denominator)))

    def _value_of(self, values: list[float]) -> float:
        return float(max(values[0], 0.0) ** values[1])

    def write(self, writer: Writer) -> Output:
        base, exponent = self.parts
        return writer.power(base.within(writer, "base"), exponent.within(writer.superscript, "exponent"))


class Root(Node):
    """A square root."""

    level = POWER

    def _exact_value(self, values: list[Fraction]) -> Fraction | None:
        above, below = math.isqrt(values[0].numerator), math.isqrt(values[0].denominator)
        return Fraction(above, below) if values[0] == Fraction(above, below) ** 2 else None

    def _value_of(self, values: list[float]) -> float:
        return math.sqrt(max(values[0], 0.0))

    def write(self, writer: Writer) -> Output:
        return writer.root(self.parts[0].within(writer, "root"))


def _without_logarithms(terms: Worth | None) -> Fraction | None:
    """Return the value of exact terms as a fraction; None if the terms contain a logarithm."""
    return terms.get(None, Fraction(0)) if terms is not None and terms.keys() <= {None} else None
