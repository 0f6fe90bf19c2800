"""Operations on parts of a calculation: sums, products, quotients, powers and roots."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property

from irlearn.formulas.tree import POWER, PRODUCT, RATIO, SUM, TIGHT, Node, Number, Part, Worth, elided
from irlearn.formulas.writers import Drawn, Writer

ADDED = (16, 4, 2)  # parts from which on the middle is left out, and how many are then written first and last


class Sum(Node, sign="+"):
    """Parts added up; of many, the first and the last are written, unless it is to be written `whole`.

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

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0))

    @cached_property
    def exact_terms(self) -> Worth | None:
        added: dict[tuple[float, int] | None, Fraction] = {}
        for part in self.parts:
            if part.exact_terms is None:
                return None
            for at, coefficient in part.exact_terms.items():
                added[at] = added[at] + coefficient if at in added else coefficient
        return {at: coefficient for at, coefficient in added.items() if coefficient}

    def _float(self, values: list[float]) -> float:
        return math.fsum(values)

    def pieces(self) -> list[Node | None]:
        """The parts that are written, None where some are left out."""
        return list(self.parts) if self.whole else elided(self.parts, *ADDED)

    def signed(self, form: Writer) -> list[Drawn]:
        """The terms as they are written, each with the sign before it."""
        return [_signed(piece, form, first=not place) for place, piece in enumerate(self.pieces())]

    def write(self, form: Writer) -> Drawn:
        return form.joined(self.signed(form)) if self.parts else form.number("0")


def _signed(piece: Node | None, form: Writer, *, first: bool) -> Drawn:
    """A term of a sum with the sign before it."""
    less = piece.negated() if piece is not None and not first else None
    if less is not None:
        return form.less(less.within(form, "term"))
    drawn = form.dots if piece is None else piece.within(form, "term")
    return drawn if first else form.joined([form.plus, drawn])


class Negation(Node, sign="-"):
    """Less than nothing, or what a sum takes off."""

    level = PRODUCT

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return -values[0]

    def _float(self, values: list[float]) -> float:
        return -values[0]

    def write(self, form: Writer) -> Drawn:
        return form.negative(self.parts[0].within(form, "term"))

    def negated(self) -> Node:
        return self.parts[0]


class Product(Node, sign="·"):
    """Parts multiplied; of many, the first and the last are written."""

    level = PRODUCT

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return math.prod(values, start=Fraction(1))

    def _float(self, values: list[float]) -> float:
        return math.prod(values)

    def write(self, form: Writer) -> Drawn:
        places = ["factor"] * (len(self.parts) - 1) + ["last factor"]
        drawn = [part.within(form, place) for part, place in zip(self.parts, places, strict=True)]
        return form.joined([form.dots if one is None else one for one in elided(drawn, *ADDED)], form.dot)


class CompactProduct(Product):
    """A product without room around its dots, such as 2·P·R."""

    level = TIGHT

    def write(self, form: Writer) -> Drawn:
        first, *others = self.parts
        drawn = [first.within(form, "first tight factor"), *(one.within(form, "tight factor") for one in others)]
        return form.joined(drawn, form.tight_dot)


class Division(Node, sign="/"):
    """A quotient: exact where both parts are fractions, or multiples of the same logarithms."""

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
            return {at: coefficient / below.exact for at, coefficient in above.exact_terms.items()}
        if below.logarithm is not None:
            return {below.logarithm: above.exact} if above.exact else None if above.exact is None else {}
        if above.exact_terms is None or below.exact_terms is None:
            return None
        if above.exact_terms.keys() != below.exact_terms.keys():
            return None if above.exact_terms else {}
        ratios = {coefficient / below.exact_terms[at] for at, coefficient in above.exact_terms.items()}
        return {None: ratios.pop()} if len(ratios) == 1 else None

    def _float(self, values: list[float]) -> float:
        return values[0] / values[1] if values[1] else math.nan

    def write(self, form: Writer) -> Drawn:
        above, below = self.parts
        return form.over(above.within(form, "above"), below.within(form, "below"))


class Ratio(Division):
    """A quotient that reads as one number, such as 6/8 or 3/log2(5): as it was counted, not reduced."""

    level = RATIO

    def write(self, form: Writer) -> Drawn:
        plain = all(isinstance(part, Number) and not part.text for part in self.parts)
        above, below = self.parts
        return form.ratio(above.within(form, "above in a ratio"), below.within(form, "below in a ratio"), plain=plain)


class Power(Node, sign="^"):
    """A base and its exponent; a fraction as exponent is a root.

    >>> print((Number(1) * Fraction(1, 2)) ** Fraction(1, 3))
    (1 · 1/2)^(1/3)
    """

    level = POWER

    def _exactly(self, values: list[Fraction]) -> Fraction | None:
        return values[0] ** int(values[1]) if values[1].denominator == 1 else None

    @cached_property
    def value(self) -> float:
        base, exponent = (part.exact for part in self.parts)
        if base is None or exponent is None or base <= 0:
            return self._float([part.value for part in self.parts])
        return math.exp(float(exponent) * (math.log(base.numerator) - math.log(base.denominator)))

    def _float(self, values: list[float]) -> float:
        return float(max(values[0], 0.0) ** values[1])

    def write(self, form: Writer) -> Drawn:
        base, exponent = self.parts
        return form.power(base.within(form, "base"), exponent.within(form.raised, "exponent"))


class Root(Node):
    """A square root."""

    level = POWER

    def _exactly(self, values: list[Fraction]) -> Fraction | None:
        above, below = (math.isqrt(one) for one in (values[0].numerator, values[0].denominator))
        return Fraction(above, below) if values[0] == Fraction(above, below) ** 2 else None

    def _float(self, values: list[float]) -> float:
        return math.sqrt(max(values[0], 0.0))

    def write(self, form: Writer) -> Drawn:
        return form.root(self.parts[0].within(form, "root"))


def _without_logarithms(worth: Worth | None) -> Fraction | None:
    return worth.get(None, Fraction(0)) if worth is not None and worth.keys() <= {None} else None
