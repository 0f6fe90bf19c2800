"""Functions of parts, chances of events, words for calculations, and parts that can be pointed at."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import Any, ClassVar

from irlearn.formulas.operations import Ratio, Sum
from irlearn.formulas.tree import SUM, Name, Node, Number, Part, Worth, elided, logarithm
from irlearn.formulas.writers import TEXT, Drawn, Writer

_LISTED = (8, 3, 2)  # parts from which on the middle is left out, and how many are then written first and last


class Phrase(Name):
    """Words for a whole calculation, such as "mean of ln(value)", which get parentheses inside another."""

    level = SUM


class Chance(Node):
    """The chance of an event, such as P(at most 1 of 5), with words behind it; `of` is what it is worth.

    >>> print(Chance("at most", 1, "of", 5, of=Fraction(3, 16)))
    P(at most 1 of 5)
    >>> print(2 * Chance("T at least |t|", of=0.12, behind="with 8 degrees of freedom"))
    2 · P(T at least |t|) with 8 degrees of freedom
    """

    def __init__(self, *event: Part, of: Fraction | float | None = None, behind: str = "") -> None:
        super().__init__(*event)
        self.of, self.behind = of, behind

    @cached_property
    def exact(self) -> Fraction | None:
        return None if self.of is None or isinstance(self.of, float) else Fraction(self.of)

    def _float(self, values: list[float]) -> float:
        return math.nan if self.of is None else float(self.of)

    def write(self, form: Writer) -> Drawn:
        chance = form.call("P", form.event([part.write(form) for part in self.parts]), low=True)
        return form.joined([chance, form.behind(self.behind)]) if self.behind else chance

    def _own(self) -> Hashable:
        return self.of, self.behind


class Log(Node):
    """The logarithm of a whole number, exact where it is one itself.

    >>> print(Log(8), Log(8).exact, Log(100, base=10).exact, Log(3, base=math.e))
    log2(8) 3 2 ln(3)
    """

    def __init__(self, number: int, base: float = 2) -> None:
        self.number, self.base = number, base
        self.logarithm = base, number

    @cached_property
    def exact(self) -> Fraction | None:
        power = round(self._float([]))
        whole = self.number == 1 if self.base == math.e else self.base**power == self.number
        return Fraction(power) if whole else None

    def _float(self, values: list[float]) -> float:
        return logarithm(self.base, self.number)

    def write(self, form: Writer) -> Drawn:
        return form.log(_sign_of(self.base), form.number(str(self.number)), plain=True)

    def _own(self) -> Hashable:
        return self.number, self.base


def _sign_of(base: float) -> str:
    """A base as a logarithm has it; nothing where it is e."""
    return "" if base == math.e else f"{base:g}"


class LogOf(Node):
    """The logarithm of any part, such as log2(rank + 1).

    >>> print(LogOf(Name("rank") + 1), LogOf(Number(Fraction(6)) / 2, base=math.e))
    log2(rank + 1) ln(6 / 2)
    """

    def __init__(self, part: Part, base: float = 2) -> None:
        super().__init__(part)
        self.base = base

    def _float(self, values: list[float]) -> float:
        return math.log(values[0], self.base)

    def write(self, form: Writer) -> Drawn:
        return form.log(_sign_of(self.base), self.parts[0].write(form), plain=False)

    def _own(self) -> Hashable:
        return self.base


class Call(Node):
    """A named function of parts, such as Φ(1.96); `of` is what it is worth.

    >>> print(Call("Φ", Number(1.96), of=0.975), Call("Φ", 0, of=0.5).value)
    Φ(1.960) 0.5
    """

    name = ""

    def __init__(self, name: str, *parts: Part, of: float) -> None:
        super().__init__(*parts)
        self.name, self.of = name, of

    def _float(self, values: list[float]) -> float:
        return self.of

    def write(self, form: Writer) -> Drawn:
        return form.call(self.name, form.listed([part.write(form) for part in self.parts]))

    def _own(self) -> Hashable:
        return self.name, self.of


class _OfNormal(Node):
    """A function of one part that belongs to the standard normal distribution, worked out from that part."""

    _name: ClassVar[str]

    def write(self, form: Writer) -> Drawn:
        return form.call(self._name, self.parts[0].write(form))


class Normal(_OfNormal):
    """Φ: the share of a standard normal distribution that lies below its part.

    >>> print(Normal(Number(Fraction(49, 25), "1.96")), round(Normal(1.96).value, 4))
    Φ(1.96) 0.975
    """

    _name = "Φ"

    def _float(self, values: list[float]) -> float:
        return NormalDist().cdf(values[0])


class NormalQuantile(_OfNormal):
    """Φ⁻¹: the value below which its part, a share, of a standard normal distribution lies; nan but between 0 and 1.

    >>> print(NormalQuantile(Number(0.975)), round(NormalQuantile(0.975).value, 4), NormalQuantile(1).value)
    Φ⁻¹(0.9750) 1.96 nan
    """

    _name = "Φ⁻¹"

    def _float(self, values: list[float]) -> float:
        return NormalDist().inv_cdf(values[0]) if 0 < values[0] < 1 else math.nan


class _Extreme(Node):
    """The highest or the lowest of its parts; of many, some are written, among them the one that it is."""

    name: ClassVar[str]
    _pick: ClassVar[Callable[..., Any]]

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return Fraction(self._pick(values))

    def _float(self, values: list[float]) -> float:
        return float(self._pick(values))

    def listed(self, form: Writer = TEXT) -> Drawn:
        """The parts, one after the other."""
        place = max(range(len(self.parts)), key=lambda at: self.parts[at].value == self.value)
        pieces = elided(self.parts, *_LISTED, keep=place)
        return form.listed([form.listed_dots if one is None else one.write(form) for one in pieces])

    def write(self, form: Writer) -> Drawn:
        return form.call(self.name, self.listed(form))


class Max(_Extreme):
    """The highest of several."""

    name = "max"
    _pick = max


class Listed(Max):
    """The numbers of which the highest is taken, one after the other."""

    def write(self, form: Writer) -> Drawn:
        return self.listed(form)


class Min(_Extreme):
    """The lowest of several."""

    name = "min"
    _pick = min


class PlusMinus(Node):
    """A value, and behind it how far it may be off, such as 0.0420 ± 0.0021; it is worth the value."""

    level = SUM

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return values[0]

    def _float(self, values: list[float]) -> float:
        return values[0]

    def write(self, form: Writer) -> Drawn:
        return form.joined([part.within(form, "term") for part in self.parts], form.give_or_take)


class Absolute(Node):
    """The size of a number, whatever its sign."""

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return abs(values[0])

    def _float(self, values: list[float]) -> float:
        return abs(values[0])

    def write(self, form: Writer) -> Drawn:
        return form.bars(self.parts[0].write(form))


class Highlighted(Node):
    r"""A part that can be pointed at: by its `key`, such as a rank, and with a `css_class`, such as "differs".

    >>> Sum(Highlighted(Ratio(1, 2), key=3), 1).with_css_classes({3: "touched"}).latex()
    '\\underline{\\frac{1}{2}} + 1'
    """

    def __init__(self, part: Part, look: str = "", key: Hashable = None) -> None:
        super().__init__(part)
        self.css_class, self.key = look, key
        self.level = self.parts[0].level

    @property
    def exact_terms(self) -> Worth | None:
        return self.parts[0].exact_terms

    def _exactly(self, values: list[Fraction]) -> Fraction:
        return values[0]

    def _float(self, values: list[float]) -> float:
        return values[0]

    def without_highlights(self) -> Node:
        return self.parts[0].without_highlights()

    def with_css_classes(self, looks: Mapping[Hashable, str]) -> Highlighted:
        return Highlighted(self.parts[0].with_css_classes(looks), looks.get(self.key, self.css_class), self.key)

    def negated(self) -> Node | None:
        inner = self.parts[0].negated()
        return None if inner is None else Highlighted(inner, self.css_class, self.key)

    def write(self, form: Writer) -> Drawn:
        drawn = self.parts[0].write(form)
        return form.marked(drawn, self.css_class) if self.css_class else drawn

    def _own(self) -> Hashable:
        return self.css_class, self.key


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
