r"""A calculation as a tree: what each part is worth, exactly where it can be, and how it is written in every form.

>>> from irlearn.formulas import Ratio
>>> ap = (Ratio(1, 1) + Ratio(2, 3)) / 3
>>> print(ap, ap.exact, sep=" = ")
(1/1 + 2/3) / 3 = 5/9
>>> print(ap.latex())
\frac{\frac{1}{1} + \frac{2}{3}}{3}
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property
from math import e, fsum, log, log2, log10, nan
from pathlib import Path
from typing import Any, Self

from irlearn.formulas.writers import HTML, LATEX, MATHML, SPOKEN, TEXT, Drawn, Writer, held
from irlearn.text.html import Content, Element, math, span
from irlearn.text.numbers import Typed, decimal

Worth = Mapping[tuple[float, int] | None, Fraction]
"""An exact value: the coefficient of 1 / log of n to base b under (b, n), and what has no logarithm under None."""

SUM, PRODUCT, RATIO, TIGHT, POWER, ATOM = range(6)  # how tightly a part holds together

_LEAST = {
    "term": PRODUCT,
    "factor": RATIO,
    "last factor": PRODUCT,
    "tight factor": POWER,
    "first tight factor": RATIO,
    "above": TIGHT,
    "below": POWER,
    "above in a ratio": TIGHT,
    "below in a ratio": POWER,
    "base": ATOM,
    "exponent": ATOM,
    "root": ATOM,
}
"""How tightly a part must hold together to stand at a place without parentheses: the only place that decides."""


_WRITTEN: dict[str, type[Node]] = {}
"""What an arithmetic sign between nodes makes."""

SIGNS = ",.;:)"  # that begin no line
_WORKED_OUT = {"exact", "exact_terms", "value", "_plain"}  # from the parts


class Node:
    """A part of a calculation, made of `parts`: a value, equal to another that is written and worth the same."""

    level: int = ATOM
    parts: tuple[Node, ...] = ()
    logarithm: tuple[float, int] | None = None
    """The base and the number, where it is a logarithm."""

    def __init_subclass__(cls, sign: str = "") -> None:
        if sign:
            _WRITTEN[sign] = cls

    def __init__(self, *parts: Part) -> None:
        self.parts = tuple(map(node, parts))

    # worth

    @cached_property
    def exact(self) -> Fraction | None:
        """The value as a fraction, or None where it is none, or not known to be one."""
        known = [exact for part in self.parts if (exact := part.exact) is not None]
        return self._exactly(known) if len(known) == len(self.parts) else None

    def _exactly(self, values: list[Fraction]) -> Fraction | None:
        """What it makes of fractions; None where that is no fraction, or not known to be one."""
        return None

    @property
    def exact_terms(self) -> Worth | None:
        """The exact value, or None where it has none in fractions and fractions over logarithms."""
        return None if self.exact is None else {None: self.exact} if self.exact else {}

    @cached_property
    def value(self) -> float:
        """The value as a float; nan where words do not say it."""
        if self.exact is not None:
            return float(self.exact)
        worth = self.exact_terms
        if worth is None:
            return self._float([part.value for part in self.parts])
        return fsum(float(part) / (1.0 if at is None else logarithm(*at)) for at, part in worth.items())

    def _float(self, values: list[float]) -> float:
        """What it makes of floats."""
        raise NotImplementedError

    @property
    def value_as_written(self) -> float:
        """What it is worth when it is worked out again from the numbers as they are written."""
        return self.as_written().value

    @property
    def rounding_error(self) -> float:
        """How far that may be from what it is worth, because its numbers are rounded: what each can do, added up."""
        values = [part.value for part in self.parts]
        reaches = ((place, part.rounding_error) for place, part in enumerate(self.parts))
        return fsum(
            abs(self._float([*values[:place], values[place] + reach, *values[place + 1 :]]) - self._float(values))
            for place, reach in reaches
            if reach
        )

    # writing

    def write(self, form: Writer) -> Drawn:
        """The part in one of the forms."""
        raise NotImplementedError

    def within(self, form: Writer, place: str) -> Drawn:
        """The part as it stands at a place of another, in parentheses where it needs them."""
        text = self.write(form)
        if self.level >= _LEAST[place]:
            return text
        return form.needless(text) if place in form.drawn else form.group(text)

    @cached_property
    def _plain(self) -> str:
        return str(self.write(TEXT))

    def __str__(self) -> str:
        return self._plain

    @property
    def spoken(self) -> str:
        """The text for readers, its minus signs as such."""
        return str(self.write(SPOKEN))

    def latex(self) -> str:
        """LaTeX in math mode."""
        return str(self.write(LATEX))

    def mathml(self) -> Content:
        """What stands inside a MathML formula."""
        return self.write(MATHML)

    def html(self) -> Content:
        """HTML for programs that know no MathML."""
        return self.write(HTML)

    def typeset(self) -> Element:
        """An element for a notebook or a widget: drawn for the eye, and as plain text for screen readers."""
        return typeset(self.spoken, math[self.mathml()])

    def in_sentence(self, behind: Part) -> Content:
        """What stands for it in a sentence, and the signs that are behind it: a calculation is typeset."""
        signs = str(behind)[: len(str(behind)) - len(str(behind).lstrip(SIGNS))]
        return typeset(self.spoken + signs, math[held(self.mathml(), signs)]) if self.parts else [self.html(), signs]

    # parts

    def as_written(self) -> Node:
        """The same tree with the numbers that its digits say."""
        return self.with_parts(part.as_written() for part in self.parts)

    def without_highlights(self) -> Node:
        """The same tree without marks."""
        return self.with_parts(part.without_highlights() for part in self.parts)

    def walk(self) -> Iterator[Node]:
        """It and all its parts, the outermost first."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def with_parts(self, parts: Iterable[Node]) -> Self:
        """The same with other parts."""
        if not self.parts:
            return self
        made = object.__new__(type(self))
        made.__dict__.update({name: value for name, value in vars(self).items() if name not in _WORKED_OUT})
        made.parts = tuple(parts)
        return made

    def with_css_classes(self, looks: Mapping[Hashable, str]) -> Node:
        """The same tree, its marked parts given the looks under their keys."""
        return self.with_parts(part.with_css_classes(looks) for part in self.parts)

    def negated(self) -> Node | None:
        """What a sum takes off, where this is negative."""
        return None

    def _own(self) -> Hashable:
        """What tells it from another of its kind with the same parts."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node) or type(self) is not type(other):
            return False
        return self._own() == other._own() and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self._own(), self.parts))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    # arithmetic writes

    def __add__(self, other: Part) -> Node:
        return _WRITTEN["+"](*self._pieces("+"), other)

    def __radd__(self, other: Part) -> Node:
        return _WRITTEN["+"](other, *self._pieces("+"))

    def __sub__(self, other: Part) -> Node:
        return self + _WRITTEN["-"](other)

    def __rsub__(self, other: Part) -> Node:
        return _WRITTEN["+"](other, _WRITTEN["-"](self))

    def __mul__(self, other: Part) -> Node:
        return _WRITTEN["·"](*self._pieces("·"), other)

    def __rmul__(self, other: Part) -> Node:
        return _WRITTEN["·"](other, self)

    def __truediv__(self, other: Part) -> Node:
        return _WRITTEN["/"](self, other)

    def __rtruediv__(self, other: Part) -> Node:
        return _WRITTEN["/"](other, self)

    def __pow__(self, other: Part) -> Node:
        return _WRITTEN["^"](self, other)

    def _pieces(self, sign: str) -> tuple[Node, ...]:
        """The parts of a sum or a product, to be gone on with; anything else is one part."""
        return self.parts if type(self) is _WRITTEN[sign] else (self,)


Part = Node | Fraction | float | str
"""What may stand in a tree: a node, a number, or words that say no number."""


def node(part: Part) -> Node:
    """A number, or words, as a node."""
    if isinstance(part, Node):
        return part
    return Name(part) if isinstance(part, str) else Number(part)


class Number(Node):
    """A number as it is shown: a whole number or a fraction, or a float as a decimal with four digits.

    `text` writes its size in another way, such as 0.1 as it was given; where it is `scientific`, with an exponent.

    >>> print(Number(Fraction(3, 4)), Number(0.75), Number.rounded(Fraction(3, 4)), Number(Fraction("0.10"), "0.10"))
    3/4 0.7500 0.75 0.10
    """

    def __init__(self, number: Fraction | float, text: str = "", *, scientific: bool = False) -> None:
        self.number, self.scientific = number, scientific
        text = text or (number.as_decimal if isinstance(number, Typed) else "")
        if isinstance(number, float):
            self.negative, self.exact, whole = number < 0, None, True
        else:  # asked of the numerator, which is quick
            self.exact = number if type(number) is Fraction else Fraction(number)
            self.negative, whole = self.exact.numerator < 0, bool(text) or self.exact.denominator == 1
        self.text = text or (decimal(abs(number)) if isinstance(number, float) else "")
        if not whole:
            self.level = RATIO
        elif self.negative:
            self.level = TIGHT

    @classmethod
    def rounded(cls, part: Node | Fraction | float, digits: int = 4) -> Number:
        """A number, or the worth of a part, as a decimal, shorter where its fraction ends earlier."""
        if isinstance(part, Node):
            part = part.value if part.exact is None else part.exact
        return cls(part, decimal(-part if part < 0 else part, digits))

    def _float(self, values: list[float]) -> float:
        return float(self.number)

    def as_written(self) -> Number:
        return Number(self.digits)

    def negated(self) -> Node | None:
        return Number(-self.number, self.text, scientific=self.scientific) if self.negative else None

    @property
    def digits(self) -> Fraction:
        """The number that its digits say."""
        size = Fraction(self.text.replace(",", "")) if self.text else abs(Fraction(self.number))
        return -size if self.negative else size

    @property
    def rounding_error(self) -> float:
        places = Decimal(self.text.replace(",", "")).as_tuple().exponent if self.text else 0
        return 10.0**places / 2 if isinstance(places, int) and self.digits != self.number else 0.0

    def write(self, form: Writer) -> Drawn:
        size = -self.number if self.negative else self.number
        if self.scientific:
            exact = Decimal(self.text).as_tuple()
            assert isinstance(exact.exponent, int)
            power = len(exact.digits) - 1 + exact.exponent
            drawn = form.scientific(self.text, str(Decimal(self.text).scaleb(-power)), power)
        elif not self.text and isinstance(size, Fraction) and size.denominator > 1:
            above, below = (form.number(str(one)) for one in size.as_integer_ratio())
            drawn = form.ratio(above, below, plain=True)
        else:
            drawn = form.number(self.text or str(size))
        return form.negative(drawn) if self.negative else drawn

    def _own(self) -> Hashable:
        return self.number, self.text


class Name(Node):
    """The result of another line, or a quantity, by its name; `of` is what it is worth, where that is known.

    >>> print(Name("DCG@5", 4) / Name("IDCG@5", 5), (Name("DCG@5", 4) / Name("IDCG@5", 5)).exact)
    DCG@5 / IDCG@5 4/5
    """

    def __init__(self, name: str, of: Node | Fraction | float | None = None) -> None:
        self.name = name
        self.of = None if of is None else node(of)
        self.exact = None if self.of is None else self.of.exact

    @property
    def exact_terms(self) -> Worth | None:
        return None if self.of is None else self.of.exact_terms

    def _float(self, values: list[float]) -> float:
        return nan if self.of is None else self.of.value

    def write(self, form: Writer) -> Drawn:
        return form.words(self.name)

    def _own(self) -> Hashable:
        return self.name, self.of


def typeset(text: str, drawn: Content) -> Element:
    """A formula for a page: as it is drawn, and as text for screen readers."""
    return span("formula", role="img", aria_label=text)[drawn]


@cache
def formula_style(within: str) -> str:
    """The style of typeset formulas inside the element that the selector `within` names.

    Browsers make a formula no higher than its ink: the room around bars and under raised numbers is given here. And the
    blank at which a line may break before an equals sign is taken off the room that the sign has anyway. Brackets
    around fractions are drawn as borders, for few fonts have any that grow. In the sheet & stands for `within`.
    """
    return (Path(__file__).parent / "formulas.css").read_text(encoding="utf-8").replace("\n", "").replace("&", within)


def elided(parts: Any, most: int, first: int, last: int, keep: int = 0) -> list[Any]:
    """The parts, or of more than `most` the first, the one at place `keep` and the last; None for what is left out.

    >>> elided("abcdefghi", 8, 3, 2, keep=5)
    ['a', 'b', 'c', None, 'f', None, 'h', 'i']
    """
    if len(parts) <= most:
        return list(parts)
    near = [parts[keep], None] if first <= keep < len(parts) - last else []
    return [*parts[:first], None, *near, *parts[-last:]]


def logarithm(base: float, number: int) -> float:
    """A logarithm as a float, by the function that is made for its base."""
    known = {2: log2, 10: log10, e: log}.get(base)
    return known(number) if known else log(number) / log(base)
