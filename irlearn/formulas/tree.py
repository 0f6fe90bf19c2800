r"""The nodes of a calculation tree: exact and floating-point values, and the text of each node.

A tree is built by arithmetic on nodes. Its value is exact wherever fractions and logarithms of whole numbers allow.

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

from irlearn.formulas.writers import HTML, LATEX, MATHML, SPOKEN, TEXT, Output, Writer, with_trailing_punctuation
from irlearn.text.html import Content, Element, math, span
from irlearn.text.numbers import Typed, decimal

Worth = Mapping[tuple[float, int] | None, Fraction]
"""An exact value as a sum: the key (b, n) holds the coefficient of 1 / log_b(n), and None the rational term."""

SUM, PRODUCT, RATIO, COMPACT, POWER, ATOM = range(6)  # precedence levels, the loosest first

_MIN_LEVEL = {
    "term": PRODUCT,
    "factor": RATIO,
    "last factor": PRODUCT,
    "compact factor": POWER,
    "first compact factor": RATIO,
    "above": COMPACT,
    "below": POWER,
    "above in a ratio": COMPACT,
    "below in a ratio": POWER,
    "base": ATOM,
    "exponent": ATOM,
    "root": ATOM,
}
"""The lowest level that needs no parentheses, by position. No other code decides about parentheses."""


_NODE_OF_SIGN: dict[str, type[Node]] = {}
"""The node type that each arithmetic sign builds."""

PUNCTUATION = ",.;:)"  # No line may begin with these characters.
_CACHED = {"exact", "exact_terms", "value", "_text"}  # attributes computed from the parts


class Node:
    """A part of a calculation, made of `parts`.

    Nodes are immutable. Two nodes are equal if they have equal types, attributes and parts.
    """

    level: int = ATOM
    parts: tuple[Node, ...] = ()
    logarithm: tuple[float, int] | None = None
    """The base and the number of a logarithm; None for every other node."""

    def __init_subclass__(cls, sign: str = "") -> None:
        if sign:
            _NODE_OF_SIGN[sign] = cls

    def __init__(self, *parts: Part) -> None:
        self.parts = tuple(map(node, parts))

    # Values

    @cached_property
    def exact(self) -> Fraction | None:
        """The value as a fraction; None if it is irrational or not known exactly."""
        known = [exact for part in self.parts if (exact := part.exact) is not None]
        return self._exact_value(known) if len(known) == len(self.parts) else None

    def _exact_value(self, values: list[Fraction]) -> Fraction | None:
        """Return the value for exact values of the parts; None if it is not a known fraction."""
        return None

    @property
    def exact_terms(self) -> Worth | None:
        """The exact value as fractions and fractions over logarithms; None if it has no such form."""
        return None if self.exact is None else {None: self.exact} if self.exact else {}

    @cached_property
    def value(self) -> float:
        """The value as a float; NaN if it depends on words without a value."""
        if self.exact is not None:
            return float(self.exact)
        terms = self.exact_terms
        if terms is None:
            return self._value_of([part.value for part in self.parts])
        return fsum(float(number) / (1.0 if key is None else logarithm(*key)) for key, number in terms.items())

    def _value_of(self, values: list[float]) -> float:
        """Return the value for floating-point values of the parts."""
        raise NotImplementedError

    @property
    def value_as_written(self) -> float:
        """The value recomputed from the rounded numbers that are shown."""
        return self.as_written().value

    @property
    def rounding_error(self) -> float:
        """The largest difference that rounding of the shown numbers can make, summed over the parts."""
        values = [part.value for part in self.parts]
        changes = []
        for index, part in enumerate(self.parts):
            if error := part.rounding_error:
                shifted = [*values[:index], values[index] + error, *values[index + 1 :]]
                changes.append(abs(self._value_of(shifted) - self._value_of(values)))
        return fsum(changes)

    # Output

    def write(self, writer: Writer) -> Output:
        """Write the node in the format of the writer."""
        raise NotImplementedError

    def within(self, writer: Writer, position: str) -> Output:
        """Write the node for a position inside another node, in parentheses if it needs them."""
        text = self.write(writer)
        if self.level >= _MIN_LEVEL[position]:
            return text
        return writer.hidden_group(text) if position in writer.bracketed_by_layout else writer.group(text)

    @cached_property
    def _text(self) -> str:
        return str(self.write(TEXT))

    def __str__(self) -> str:
        return self._text

    @property
    def spoken(self) -> str:
        """The text for readers, with true minus signs."""
        return str(self.write(SPOKEN))

    def latex(self) -> str:
        """Return the node as LaTeX in math mode."""
        return str(self.write(LATEX))

    def mathml(self) -> Content:
        """Return the content of a `math` element."""
        return self.write(MATHML)

    def html(self) -> Content:
        """Return the node as HTML without MathML."""
        return self.write(HTML)

    def typeset(self) -> Element:
        """Return an element for a notebook or a widget, with the plain text for screen readers."""
        return typeset(self.spoken, math[self.mathml()])

    def in_sentence(self, following: Part) -> Content:
        """Return the node as part of a sentence, together with the punctuation that begins `following`."""
        text = str(following)
        signs = text[: len(text) - len(text.lstrip(PUNCTUATION))]
        if not self.parts:
            return [self.html(), signs]
        return typeset(self.spoken + signs, math[with_trailing_punctuation(self.mathml(), signs)])

    # Traversal and copies

    def as_written(self) -> Node:
        """Return a copy in which each number has the value of its shown digits."""
        return self.with_parts(part.as_written() for part in self.parts)

    def without_highlights(self) -> Node:
        """Return a copy without highlights."""
        return self.with_parts(part.without_highlights() for part in self.parts)

    def walk(self) -> Iterator[Node]:
        """Yield the node and all nodes below, parents first."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def with_parts(self, parts: Iterable[Node]) -> Self:
        """Return a copy with other parts."""
        if not self.parts:
            return self
        copy = object.__new__(type(self))
        copy.__dict__.update({name: value for name, value in vars(self).items() if name not in _CACHED})
        copy.parts = tuple(parts)
        return copy

    def with_css_classes(self, css_classes: Mapping[Hashable, str]) -> Node:
        """Return a copy whose highlighted parts have the CSS classes given for their keys."""
        return self.with_parts(part.with_css_classes(css_classes) for part in self.parts)

    def negated(self) -> Node | None:
        """Return the node with the opposite sign if it is written with a minus sign, else None."""
        return None

    def _identity(self) -> Hashable:
        """Return the attributes that take part in equality besides the type and the parts."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node) or type(self) is not type(other):
            return False
        return self._identity() == other._identity() and self.parts == other.parts

    def __hash__(self) -> int:
        return hash((type(self), self._identity(), self.parts))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    # Arithmetic builds nodes

    def __add__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["+"](*self._pieces("+"), other)

    def __radd__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["+"](other, *self._pieces("+"))

    def __sub__(self, other: Part) -> Node:
        return self + _NODE_OF_SIGN["-"](other)

    def __rsub__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["+"](other, _NODE_OF_SIGN["-"](self))

    def __mul__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["·"](*self._pieces("·"), other)

    def __rmul__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["·"](other, self)

    def __truediv__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["/"](self, other)

    def __rtruediv__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["/"](other, self)

    def __pow__(self, other: Part) -> Node:
        return _NODE_OF_SIGN["^"](self, other)

    def _pieces(self, sign: str) -> tuple[Node, ...]:
        """Return the parts of a sum or product with this sign; any other node is returned as a single part."""
        return self.parts if type(self) is _NODE_OF_SIGN[sign] else (self,)


Part = Node | Fraction | float | str
"""Anything that can be a part of a tree: a node, a number, or words without a value."""


def node(part: Part) -> Node:
    """Convert a number or words to a node; return a node unchanged."""
    if isinstance(part, Node):
        return part
    return Name(part) if isinstance(part, str) else Number(part)


class Number(Node):
    """A number as it is shown: a whole number, a fraction, or a float with four digits.

    `text` is another notation of its absolute value, such as the decimal that was typed; `scientific` shows that text
    with a power of ten.

    >>> print(Number(Fraction(3, 4)), Number(0.75), Number.rounded(Fraction(3, 4)), Number(Fraction("0.10"), "0.10"))
    3/4 0.7500 0.75 0.10
    """

    def __init__(self, number: Fraction | float, text: str = "", *, scientific: bool = False) -> None:
        self.number, self.scientific = number, scientific
        text = text or (number.as_decimal if isinstance(number, Typed) else "")
        if isinstance(number, float):
            self.negative, self.exact, whole = number < 0, None, True
        else:  # Comparing the numerator is faster than comparing the fraction.
            self.exact = number if type(number) is Fraction else Fraction(number)
            self.negative, whole = self.exact.numerator < 0, bool(text) or self.exact.denominator == 1
        self.text = text or (decimal(abs(number)) if isinstance(number, float) else "")
        if not whole:
            self.level = RATIO
        elif self.negative:
            self.level = COMPACT

    @classmethod
    def rounded(cls, part: Node | Fraction | float, digits: int = 4) -> Number:
        """Return a number, or the value of a node, as a decimal; a fraction that ends earlier is shorter."""
        if isinstance(part, Node):
            part = part.value if part.exact is None else part.exact
        return cls(part, decimal(-part if part < 0 else part, digits))

    def _value_of(self, values: list[float]) -> float:
        return float(self.number)

    def as_written(self) -> Number:
        return Number(self.digits)

    def negated(self) -> Node | None:
        return Number(-self.number, self.text, scientific=self.scientific) if self.negative else None

    @property
    def digits(self) -> Fraction:
        """The exact value of the shown digits."""
        size = Fraction(self.text.replace(",", "")) if self.text else abs(Fraction(self.number))
        return -size if self.negative else size

    @property
    def rounding_error(self) -> float:
        places = Decimal(self.text.replace(",", "")).as_tuple().exponent if self.text else 0
        return 10.0**places / 2 if isinstance(places, int) and self.digits != self.number else 0.0

    def write(self, writer: Writer) -> Output:
        size = -self.number if self.negative else self.number
        if self.scientific:
            exact = Decimal(self.text).as_tuple()
            assert isinstance(exact.exponent, int)
            power = len(exact.digits) - 1 + exact.exponent
            output = writer.scientific(self.text, str(Decimal(self.text).scaleb(-power)), power)
        elif not self.text and isinstance(size, Fraction) and size.denominator > 1:
            above, below = (writer.number(str(integer)) for integer in size.as_integer_ratio())
            output = writer.ratio(above, below, plain=True)
        else:
            output = writer.number(self.text or str(size))
        return writer.negative(output) if self.negative else output

    def _identity(self) -> Hashable:
        return self.number, self.text


class Name(Node):
    """The name of a quantity or of the result of another line; `of` is its value, if known.

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

    def _value_of(self, values: list[float]) -> float:
        return nan if self.of is None else self.of.value

    def write(self, writer: Writer) -> Output:
        return writer.words(self.name)

    def _identity(self) -> Hashable:
        return self.name, self.of


def typeset(text: str, formula: Content) -> Element:
    """Return the element of a formula, with its text for screen readers."""
    return span("formula", role="img", aria_label=text)[formula]


@cache
def formula_style(within: str) -> str:
    """Return the styles of typeset formulas inside the element that the selector `within` names.

    Browsers leave no space around the characters of a formula, so the styles add space around fraction bars and below
    exponents. The styles narrow the space before an equals sign by the width of the blank at which a line may break.
    Brackets around fractions are drawn as borders, and root signs over fractions as shapes, because few fonts have
    signs that grow. The rules are nested, so that a page has the selector `within` only once.
    """
    rules = (Path(__file__).parent / "formulas.css").read_text(encoding="utf-8").replace("\n", "").replace("& ", "")
    return f"{within}{{{rules}}}"


def elided(parts: Any, most: int, first: int, last: int, keep: int = 0) -> list[Any]:
    """Shorten a sequence of more than `most` parts, with None in place of each gap.

    The first `first` parts, the last `last` parts and the part at index `keep` are kept.

    >>> elided("abcdefghi", 8, 3, 2, keep=5)
    ['a', 'b', 'c', None, 'f', None, 'h', 'i']
    """
    if len(parts) <= most:
        return list(parts)
    middle = [parts[keep], None] if first <= keep < len(parts) - last else []
    return [*parts[:first], None, *middle, *parts[-last:]]


def logarithm(base: float, number: int) -> float:
    """Return the logarithm as a float; bases 2, 10 and e use the more accurate special functions."""
    function = {2: log2, 10: log10, e: log}.get(base)
    return function(number) if function else log(number) / log(base)
