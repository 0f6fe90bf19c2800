r"""A calculation as a tree: what each part is worth, exactly where it can be, and how it is written in every form.

>>> ap = (Ratio(1, 1) + Ratio(2, 3)) / 3
>>> print(ap, ap.exact, sep=" = ")
(1/1 + 2/3) / 3 = 5/9
>>> print(ap.latex())
\frac{\frac{1}{1} + \frac{2}{3}}{3}
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, ClassVar, Self

from irlearn.expression.forms import HTML, LATEX, MATHML, TEXT, Form
from irlearn.notation import decimal

Worth = Mapping[tuple[float, int] | None, Fraction]
"""An exact value: the coefficient of 1 / log of n to base b under (b, n), and what has no logarithm under None."""

_SUM, _PRODUCT, _RATIO, _TIGHT, _POWER, _ATOM = range(6)  # how tightly a part holds together

_LEAST = {
    "term": _PRODUCT,
    "factor": _RATIO,
    "last factor": _PRODUCT,
    "tight factor": _POWER,
    "first tight factor": _RATIO,
    "above": _TIGHT,
    "below": _POWER,
    "above in a ratio": _TIGHT,
    "below in a ratio": _POWER,
    "base": _ATOM,
    "exponent": _ATOM,
    "root": _ATOM,
}
"""How tightly a part must hold together to stand at a place without parentheses: the only place that decides."""

_ADDED = (16, 4, 2)  # parts from which on the middle is left out, and how many are then written first and last
_LISTED = (8, 3, 2)


_WORKED_OUT = {"exact", "worth", "value", "_plain"}  # from the parts


class Node:
    """A part of a calculation, made of `parts`: a value, equal to another that is written and worth the same."""

    level: int = _ATOM
    parts: tuple[Node, ...] = ()

    def __init__(self, *parts: Part) -> None:
        self.parts = tuple(map(node, parts))

    # worth

    @cached_property
    def exact(self) -> Fraction | None:
        """The value as a fraction, or None where it is none, or not known to be one."""
        known = [exact for part in self.parts if (exact := part.exact) is not None]
        return self._exactly(known) if len(known) == len(self.parts) else None

    def _exactly(self, values: list[Fraction]) -> Fraction | None:
        """What it makes of fractions; None where that is no fraction."""
        raise NotImplementedError

    @property
    def worth(self) -> Worth | None:
        """The exact value, or None where it has none in fractions and fractions over logarithms."""
        return None if self.exact is None else {None: self.exact} if self.exact else {}

    @cached_property
    def value(self) -> float:
        """The value as a float; nan where words do not say it."""
        if self.exact is not None:
            return float(self.exact)
        worth = self.worth
        if worth is None:
            return self._float([part.value for part in self.parts])
        return math.fsum(float(part) / (1.0 if at is None else log(at[1], at[0])) for at, part in worth.items())

    def _float(self, values: list[float]) -> float:
        """What it makes of floats."""
        raise NotImplementedError

    @property
    def shown(self) -> float:
        """What it is worth when it is worked out again from the numbers as they are written."""
        return self.mapped(lambda one: Number(one.digits) if isinstance(one, Number) else one).value

    @property
    def reach(self) -> float:
        """How far that may be from what it is worth, because its numbers are rounded: what each can do, added up."""
        values = [part.value for part in self.parts]
        reaches = ((place, part.reach) for place, part in enumerate(self.parts))
        return math.fsum(
            abs(self._float([*values[:place], values[place] + reach, *values[place + 1 :]]) - self._float(values))
            for place, reach in reaches
            if reach
        )

    # writing

    def write(self, form: Form) -> str:
        """The part in one of the forms."""
        raise NotImplementedError

    def within(self, form: Form, place: str) -> str:
        """The part as it stands at a place of another, in parentheses where it needs them."""
        text = self.write(form)
        return text if self.level >= _LEAST[place] or place in form.drawn else form.group(text)

    @cached_property
    def _plain(self) -> str:
        return self.write(TEXT)

    def __str__(self) -> str:
        return self._plain

    def latex(self) -> str:
        """LaTeX in math mode."""
        return self.write(LATEX)

    def mathml(self) -> str:
        """What stands inside a MathML formula."""
        return self.write(MATHML)

    def html(self) -> str:
        """HTML for programs that know no MathML."""
        return self.write(HTML)

    def typeset(self) -> str:
        """HTML for a notebook or a widget: drawn for the eye, and as plain text for screen readers."""
        return typeset(str(self), f"<math>{self.mathml()}</math>")

    # parts

    def mapped(self, change: Callable[[Node], Node]) -> Node:
        """The same tree with each part put through `change`, the innermost first."""
        if not self.parts:
            return change(self)
        made = self._like(tuple(part.mapped(change) for part in self.parts))
        return change(made)

    def _like(self, parts: tuple[Node, ...]) -> Self:
        """The same with other parts."""
        made = object.__new__(type(self))
        made.__dict__.update({name: value for name, value in vars(self).items() if name not in _WORKED_OUT})
        made.parts = parts
        return made

    def looking(self, looks: Mapping[Hashable, str]) -> Node:
        """The same tree, its marked parts given the looks under their keys."""

        def change(one: Node) -> Node:
            return Marked(one.parts[0], looks.get(one.key, one.look), one.key) if isinstance(one, Marked) else one

        return self.mapped(change)

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

    def __add__(self, other: Part) -> Sum:
        return Sum(*_of(Sum, self), other)

    def __radd__(self, other: Part) -> Sum:
        return Sum(other, *_of(Sum, self))

    def __sub__(self, other: Part) -> Sum:
        return Sum(*_of(Sum, self), Minus(other))

    def __rsub__(self, other: Part) -> Sum:
        return Sum(other, Minus(self))

    def __mul__(self, other: Part) -> Product:
        return Product(*_of(Product, self), other)

    def __rmul__(self, other: Part) -> Product:
        return Product(other, self)

    def __truediv__(self, other: Part) -> Over:
        return Over(self, other)

    def __rtruediv__(self, other: Part) -> Over:
        return Over(other, self)

    def __pow__(self, other: Part) -> Power:
        return Power(self, other)


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
        if isinstance(number, float):
            self.negative, self.exact, whole = number < 0, None, True
        else:  # asked of the numerator, which is quick
            self.exact = number if isinstance(number, Fraction) else Fraction(number)
            self.negative, whole = self.exact.numerator < 0, bool(text) or self.exact.denominator == 1
        self.text = text or (decimal(abs(number)) if isinstance(number, float) else "")
        if not whole:
            self.level = _RATIO
        elif self.negative:
            self.level = _TIGHT

    @classmethod
    def rounded(cls, part: Node | Fraction | float) -> Number:
        """A number, or the worth of a part, as a decimal, shorter where its fraction ends earlier."""
        if isinstance(part, Node):
            part = part.value if part.exact is None else part.exact
        return cls(part, decimal(-part if part < 0 else part))

    def _float(self, values: list[float]) -> float:
        return float(self.number)

    @property
    def digits(self) -> Fraction:
        """The number that its digits say."""
        size = Fraction(self.text.replace(",", "")) if self.text else abs(Fraction(self.number))
        return -size if self.negative else size

    @property
    def reach(self) -> float:
        places = Decimal(self.text.replace(",", "")).as_tuple().exponent if self.text else 0
        return 10.0**places / 2 if isinstance(places, int) and self.digits != self.number else 0.0

    def write(self, form: Form) -> str:
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
        return form.negative(drawn, "-") if self.negative else drawn

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
    def worth(self) -> Worth | None:
        return None if self.of is None else self.of.worth

    def _float(self, values: list[float]) -> float:
        return math.nan if self.of is None else self.of.value

    def write(self, form: Form) -> str:
        return form.words(self.name)

    def _own(self) -> Hashable:
        return self.name, self.of


class Phrase(Name):
    """Words for a whole calculation, such as "mean of ln(value)", which get parentheses inside another."""

    level = _SUM


class Chance(Name):
    """The chance of an event, such as P(at most 1 of 5), with words behind it.

    >>> print(2 * Chance("T at least |t|", 0.12, "with 8 degrees of freedom"))
    2 · P(T at least |t|) with 8 degrees of freedom
    """

    def __init__(self, event: str, of: Node | Fraction | float | None = None, behind: str = "") -> None:
        super().__init__(event, of)
        self.behind = behind

    def write(self, form: Form) -> str:
        chance = form.call("P", form.words(self.name), low=True)
        return chance + form.behind(self.behind) if self.behind else chance

    def _own(self) -> Hashable:
        return self.name, self.of, self.behind


class Sum(Node):
    """Parts added up; of many, the first and the last are written, unless it is to be written `whole`.

    >>> print(Sum(1, Number(0.5), Minus(2)), Sum(), Sum(*range(1, 20)), sep="; ")
    1 + 0.5000 - 2; 0; 1 + 2 + 3 + 4 + ... + 18 + 19
    """

    level = _SUM

    def __init__(self, *parts: Part, whole: bool = False) -> None:
        super().__init__(*parts)
        self.whole = whole

    @cached_property
    def exact(self) -> Fraction | None:
        exact = super().exact
        return _without_logarithms(self.worth) if exact is None else exact

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0))

    @cached_property
    def worth(self) -> Worth | None:
        added: dict[tuple[float, int] | None, Fraction] = {}
        for part in self.parts:
            if part.worth is None:
                return None
            for at, coefficient in part.worth.items():
                added[at] = added[at] + coefficient if at in added else coefficient
        return {at: coefficient for at, coefficient in added.items() if coefficient}

    def _float(self, values: list[float]) -> float:
        return math.fsum(values)

    def pieces(self) -> list[Node | None]:
        """The parts that are written, None where some are left out."""
        return list(self.parts) if self.whole else elided(self.parts, *_ADDED)

    def rows(self, form: Form, size: int) -> list[str]:
        """The sum in rows of so many parts."""
        signed = [_signed(piece, form, first=not place) for place, piece in enumerate(self.pieces())]
        return ["".join(signed[start : start + size]).strip() for start in range(0, len(signed), size)]

    def write(self, form: Form) -> str:
        return "".join(self.rows(form, len(self.parts))) if self.parts else form.number("0")


def _signed(piece: Node | None, form: Form, *, first: bool) -> str:
    """A term of a sum with the sign before it."""
    less = _taken_off(piece) if piece is not None and not first else None
    if less is not None:
        return form.less(less[0].within(form, "term"), less[1])
    text = form.dots if piece is None else piece.within(form, "term")
    return text if first else form.plus + text


def _taken_off(piece: Node) -> tuple[Node, str] | None:
    """What is taken off and the minus sign before it, where a term of a sum is negative."""
    if isinstance(piece, Marked):
        inner = _taken_off(piece.parts[0])
        return inner and (Marked(inner[0], piece.look, piece.key), inner[1])
    if isinstance(piece, Minus):
        return piece.parts[0], piece.sign
    if isinstance(piece, Number) and piece.negative:
        return Number(-piece.number, piece.text, scientific=piece.scientific), "-"
    return None


class Minus(Node):
    """Less than nothing, or what a sum takes off; `sign` is the minus as plain text writes it."""

    level = _PRODUCT

    def __init__(self, part: Part, sign: str = "-") -> None:
        super().__init__(part)
        self.sign = sign

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return -values[0]

    def _float(self, values: list[float]) -> float:
        return -values[0]

    def write(self, form: Form) -> str:
        return form.negative(self.parts[0].within(form, "term"), self.sign)

    def _own(self) -> Hashable:
        return self.sign


class Product(Node):
    """Parts multiplied; of many, the first and the last are written."""

    level = _PRODUCT

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return math.prod(values, start=Fraction(1))

    def _float(self, values: list[float]) -> float:
        return math.prod(values)

    def write(self, form: Form) -> str:
        places = ["factor"] * (len(self.parts) - 1) + ["last factor"]
        drawn = [part.within(form, place) for part, place in zip(self.parts, places, strict=True)]
        return form.dot.join(form.dots if one is None else one for one in elided(drawn, *_ADDED))


class Tight(Product):
    """A product without room around its dots, such as 2·P·R."""

    level = _TIGHT

    def write(self, form: Form) -> str:
        first, *others = self.parts
        return form.tight_dot.join(
            [first.within(form, "first tight factor"), *(one.within(form, "tight factor") for one in others)]
        )


class Over(Node):
    """A quotient: exact where both parts are fractions, or multiples of the same logarithms."""

    level = _PRODUCT

    @cached_property
    def exact(self) -> Fraction | None:
        above, below = self.parts
        if below.exact is not None and above.exact is not None:
            return above.exact / below.exact if below.exact else None
        return _without_logarithms(self.worth)

    @cached_property
    def worth(self) -> Worth | None:
        above, below = self.parts
        if below.exact is not None:
            if not below.exact or above.worth is None:
                return None
            return {at: coefficient / below.exact for at, coefficient in above.worth.items()}
        if isinstance(below, Log):
            return {(below.base, below.number): above.exact} if above.exact else None if above.exact is None else {}
        if above.worth is None or below.worth is None:
            return None
        if above.worth.keys() != below.worth.keys():
            return None if above.worth else {}
        ratios = {coefficient / below.worth[at] for at, coefficient in above.worth.items()}
        return {None: ratios.pop()} if len(ratios) == 1 else None

    def _float(self, values: list[float]) -> float:
        return values[0] / values[1] if values[1] else math.nan

    def write(self, form: Form) -> str:
        above, below = self.parts
        return form.over(above.within(form, "above"), below.within(form, "below"))


class Ratio(Over):
    """A quotient that reads as one number, such as 6/8 or 3/log2(5): as it was counted, not reduced."""

    level = _RATIO

    def write(self, form: Form) -> str:
        plain = all(isinstance(part, Number) and not part.text for part in self.parts)
        above, below = self.parts
        return form.ratio(above.within(form, "above in a ratio"), below.within(form, "below in a ratio"), plain=plain)


class Power(Node):
    """A base and its exponent; a fraction as exponent is a root.

    >>> print((Number(1) * Fraction(1, 2)) ** Fraction(1, 3))
    (1 · 1/2)^(1/3)
    """

    level = _POWER

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

    def write(self, form: Form) -> str:
        base, exponent = self.parts
        return form.power(base.within(form, "base"), exponent.within(form.raised, "exponent"))


class Root(Node):
    """A square root."""

    level = _POWER

    def _exactly(self, values: list[Fraction]) -> Fraction | None:
        above, below = (math.isqrt(one) for one in (values[0].numerator, values[0].denominator))
        return Fraction(above, below) if values[0] == Fraction(above, below) ** 2 else None

    def _float(self, values: list[float]) -> float:
        return math.sqrt(max(values[0], 0.0))

    def write(self, form: Form) -> str:
        return form.root(self.parts[0].within(form, "root"))


class Log(Node):
    """The logarithm of a whole number, exact where it is one itself.

    >>> print(Log(8), Log(8).exact, Log(100, base=10).exact, Log(3, base=math.e))
    log2(8) 3 2 ln(3)
    """

    def __init__(self, number: int, base: float = 2) -> None:
        self.number, self.base = number, base
        self.parts = ()

    @cached_property
    def exact(self) -> Fraction | None:
        power = round(log(self.number, self.base))
        whole = self.number == 1 if self.base == math.e else self.base**power == self.number
        return Fraction(power) if whole else None

    def _float(self, values: list[float]) -> float:
        return log(self.number, self.base)

    def write(self, form: Form) -> str:
        base = "" if self.base == math.e else f"{self.base:g}"
        return form.log(base, form.number(str(self.number)), plain=True)

    def _own(self) -> Hashable:
        return self.number, self.base


def log(number: int, base: float) -> float:
    """A logarithm as a float, by the function that is made for its base."""
    known = {2: math.log2, 10: math.log10, math.e: math.log}.get(base)
    return known(number) if known else math.log(number) / math.log(base)


class Call(Node):
    """A named function of parts, such as Φ(1.96); `of` is what it is worth.

    >>> print(Call("Φ", Number(1.96), of=0.975), Call("Φ", 0, of=0.5).value)
    Φ(1.960) 0.5
    """

    name = ""

    def __init__(self, name: str, *parts: Part, of: float) -> None:
        super().__init__(*parts)
        self.name, self.of = name, of

    def _exactly(self, values: list[Fraction]) -> None:
        return None

    def _float(self, values: list[float]) -> float:
        return self.of

    def write(self, form: Form) -> str:
        return form.call(self.name, form.listed([part.write(form) for part in self.parts]))

    def _own(self) -> Hashable:
        return self.name, self.of


class _Extreme(Node):
    """The highest or the lowest of its parts; of many, some are written, among them the one that it is."""

    name: ClassVar[str]
    _pick: ClassVar[Callable[..., Any]]

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return Fraction(self._pick(values))

    def _float(self, values: list[float]) -> float:
        return float(self._pick(values))

    def listed(self, form: Form = TEXT) -> str:
        """The parts, one after the other."""
        place = max(range(len(self.parts)), key=lambda at: self.parts[at].value == self.value)
        pieces = elided(self.parts, *_LISTED, keep=place)
        return form.listed([form.listed_dots if one is None else one.write(form) for one in pieces])

    def write(self, form: Form) -> str:
        return form.call(self.name, self.listed(form))


class Max(_Extreme):
    """The highest of several."""

    name = "max"
    _pick = max


class Listed(Max):
    """The numbers of which the highest is taken, one after the other."""

    def write(self, form: Form) -> str:
        return self.listed(form)


class Min(_Extreme):
    """The lowest of several."""

    name = "min"
    _pick = min


class GiveOrTake(Node):
    """A value, and behind it how far it may be off, such as 0.0420 ± 0.0021; it is worth the value."""

    level = _SUM

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return values[0]

    def _float(self, values: list[float]) -> float:
        return values[0]

    def write(self, form: Form) -> str:
        return form.give_or_take.join(part.within(form, "term") for part in self.parts)


class Absolute(Node):
    """The size of a number, whatever its sign."""

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return abs(values[0])

    def _float(self, values: list[float]) -> float:
        return abs(values[0])

    def write(self, form: Form) -> str:
        return form.bars(self.parts[0].write(form))


class Marked(Node):
    """A part that can be pointed at: by its `key`, such as a rank, and with a `look`, such as "differs".

    >>> Sum(Marked(Ratio(1, 2), key=3), 1).looking({3: "touched"}).html()
    '<mark class="touched"><sup>1</sup>⁄<sub>2</sub></mark> + 1'
    """

    def __init__(self, part: Part, look: str = "", key: Hashable = None) -> None:
        super().__init__(part)
        self.look, self.key = look, key
        self.level = self.parts[0].level

    @property
    def worth(self) -> Worth | None:
        return self.parts[0].worth

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return values[0]

    def _float(self, values: list[float]) -> float:
        return values[0]

    def write(self, form: Form) -> str:
        part = self.parts[0].write(form)
        return form.marked(part, self.look) if self.look else part

    def _own(self) -> Hashable:
        return self.look, self.key


def typeset(text: str, drawn: str) -> str:
    """A formula for a page: as it is drawn, and as plain text for screen readers."""
    return f'<span class="formula" role="img" aria-label="{escape(text)}">{drawn}</span>'


def elided(parts: Any, most: int, first: int, last: int, keep: int = 0) -> list[Any]:
    """The parts, or of more than `most` the first, the one at place `keep` and the last; None for what is left out.

    >>> elided("abcdefghi", 8, 3, 2, keep=5)
    ['a', 'b', 'c', None, 'f', None, 'h', 'i']
    """
    if len(parts) <= most:
        return list(parts)
    near = [parts[keep], None] if first <= keep < len(parts) - last else []
    return [*parts[:first], None, *near, *parts[-last:]]


def written(worth: Worth) -> Node:
    """An exact worth as a sum of fractions and of fractions over logarithms.

    >>> print(written({None: Fraction(7, 2), (2, 3): Fraction(2)}))
    7/2 + 2/log2(3)
    """
    parts = [
        _coefficient(worth[at], at) for at in sorted(worth, key=lambda at: (0.0, 0) if at is None else (at[0], at[1]))
    ]
    return Sum(*parts, whole=True) if len(parts) != 1 else parts[0]


def _coefficient(number: Fraction, at: tuple[float, int] | None) -> Node:
    if at is None:
        return Number(number)
    below = Log(at[1], at[0])
    return Ratio(number, below) if number.denominator == 1 else Number(number) * Ratio(1, below)


def _without_logarithms(worth: Worth | None) -> Fraction | None:
    return worth.get(None, Fraction(0)) if worth is not None and worth.keys() <= {None} else None


def _of(kind: type[Node], part: Node) -> tuple[Node, ...]:
    """The parts of a sum or a product, to be gone on with; anything else is one part."""
    return part.parts if type(part) is kind else (part,)
