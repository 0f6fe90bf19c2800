"""The nodes of functions, probabilities, phrases and highlighted parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import cached_property
from statistics import NormalDist
from typing import Any, ClassVar

from irlearn.formulas.operations import Ratio, Sum
from irlearn.formulas.tree import SUM, Name, Node, Number, Part, Worth, elided, logarithm
from irlearn.formulas.writers import TEXT, Output, Writer

_ELISION = (8, 3, 2)  # Parts of the longest list written in full, and first and last parts of a longer list.


class Phrase(Name):
    """Words for a whole calculation, such as "mean of ln(value)"; inside another node they are put in parentheses."""

    level = SUM


class Chance(Node):
    """The probability of an event, such as P(at most 1 of 5).

    `of` is the value of the probability, if known; `behind` are words written after the probability.

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

    def _value_of(self, values: list[float]) -> float:
        return math.nan if self.of is None else float(self.of)

    def write(self, writer: Writer) -> Output:
        probability = writer.call("P", writer.event([part.write(writer) for part in self.parts]), low=True)
        return writer.joined([probability, writer.after(self.behind)]) if self.behind else probability

    def _identity(self) -> Hashable:
        return self.of, self.behind


class Log(Node):
    """The logarithm of a whole number, which is exact if the logarithm is a whole number.

    >>> print(Log(8), Log(8).exact, Log(100, base=10).exact, Log(3, base=math.e))
    log2(8) 3 2 ln(3)
    """

    def __init__(self, number: int, base: float = 2) -> None:
        self.number, self.base = number, base
        self.logarithm = base, number

    @cached_property
    def exact(self) -> Fraction | None:
        power = round(self._value_of([]))
        is_whole = self.number == 1 if self.base == math.e else self.base**power == self.number
        return Fraction(power) if is_whole else None

    def _value_of(self, values: list[float]) -> float:
        return logarithm(self.base, self.number)

    def write(self, writer: Writer) -> Output:
        return writer.log(_base_text(self.base), writer.number(str(self.number)), plain=True)

    def _identity(self) -> Hashable:
        return self.number, self.base


def _base_text(base: float) -> str:
    """Return the base as the subscript of a logarithm; empty for e."""
    return "" if base == math.e else f"{base:g}"


class LogOf(Node):
    """The logarithm of any part, such as log2(rank + 1).

    >>> print(LogOf(Name("rank") + 1), LogOf(Number(Fraction(6)) / 2, base=math.e))
    log2(rank + 1) ln(6 / 2)
    """

    def __init__(self, part: Part, base: float = 2) -> None:
        super().__init__(part)
        self.base = base

    def _value_of(self, values: list[float]) -> float:
        return math.log(values[0], self.base)

    def write(self, writer: Writer) -> Output:
        return writer.log(_base_text(self.base), self.parts[0].write(writer), plain=False)

    def _identity(self) -> Hashable:
        return self.base


class Call(Node):
    """A named function of parts, such as Φ(1.96); `of` is its value.

    >>> print(Call("Φ", Number(1.96), of=0.975), Call("Φ", 0, of=0.5).value)
    Φ(1.960) 0.5
    """

    name = ""

    def __init__(self, name: str, *parts: Part, of: float) -> None:
        super().__init__(*parts)
        self.name, self.of = name, of

    def _value_of(self, values: list[float]) -> float:
        return self.of

    def write(self, writer: Writer) -> Output:
        return writer.call(self.name, writer.listed([part.write(writer) for part in self.parts]))

    def _identity(self) -> Hashable:
        return self.name, self.of


class _NormalFunction(Node):
    """A function of one part that is computed from the standard normal distribution."""

    _name: ClassVar[str]

    def write(self, writer: Writer) -> Output:
        return writer.call(self._name, self.parts[0].write(writer))


class Normal(_NormalFunction):
    """Φ: the cumulative distribution function of the standard normal distribution.

    >>> print(Normal(Number(Fraction(49, 25), "1.96")), round(Normal(1.96).value, 4))
    Φ(1.96) 0.975
    """

    _name = "Φ"

    def _value_of(self, values: list[float]) -> float:
        return NormalDist().cdf(values[0])


class NormalQuantile(_NormalFunction):
    """Φ⁻¹: the quantile function of the standard normal distribution; NaN outside (0, 1).

    >>> print(NormalQuantile(Number(0.975)), round(NormalQuantile(0.975).value, 4), NormalQuantile(1).value)
    Φ⁻¹(0.9750) 1.96 nan
    """

    _name = "Φ⁻¹"

    def _value_of(self, values: list[float]) -> float:
        return NormalDist().inv_cdf(values[0]) if 0 < values[0] < 1 else math.nan


class _Extreme(Node):
    """The largest or smallest of its parts; a long list is shortened, but keeps the part that is picked."""

    name: ClassVar[str]
    _pick: ClassVar[Callable[..., Any]]

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return Fraction(self._pick(values))

    def _value_of(self, values: list[float]) -> float:
        return float(self._pick(values))

    def listed(self, writer: Writer = TEXT) -> Output:
        """Write the parts as a list."""
        picked = next((index for index, part in enumerate(self.parts) if part.value == self.value), 0)
        shown = elided(self.parts, *_ELISION, keep=picked)
        return writer.listed([writer.listed_dots if part is None else part.write(writer) for part in shown])

    def write(self, writer: Writer) -> Output:
        return writer.call(self.name, self.listed(writer))


class Max(_Extreme):
    """The largest of its parts."""

    name = "max"
    _pick = max


class Listed(Max):
    """A maximum that is written as the list of its parts."""

    def write(self, writer: Writer) -> Output:
        return self.listed(writer)


class Min(_Extreme):
    """The smallest of its parts."""

    name = "min"
    _pick = min


class PlusMinus(Node):
    """An estimate and its error, such as 0.0420 ± 0.0021; its value is the estimate."""

    level = SUM

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return values[0]

    def _value_of(self, values: list[float]) -> float:
        return values[0]

    def write(self, writer: Writer) -> Output:
        return writer.joined([part.within(writer, "term") for part in self.parts], writer.plus_minus)


class Absolute(Node):
    """The absolute value of its part."""

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return abs(values[0])

    def _value_of(self, values: list[float]) -> float:
        return abs(values[0])

    def write(self, writer: Writer) -> Output:
        return writer.absolute(self.parts[0].write(writer))


class Highlighted(Node):
    r"""A part with a `css_class`, such as "differs", and a `key`, such as a rank, by which the class can be changed.

    >>> Sum(Highlighted(Ratio(1, 2), key=3), 1).with_css_classes({3: "touched"}).latex()
    '\\underline{\\frac{1}{2}} + 1'
    """

    def __init__(self, part: Part, css_class: str = "", key: Hashable = None) -> None:
        super().__init__(part)
        self.css_class, self.key = css_class, key
        self.level = self.parts[0].level

    @property
    def exact_terms(self) -> Worth | None:
        return self.parts[0].exact_terms

    def _exact_value(self, values: list[Fraction]) -> Fraction:
        return values[0]

    def _value_of(self, values: list[float]) -> float:
        return values[0]

    def without_highlights(self) -> Node:
        return self.parts[0].without_highlights()

    def with_css_classes(self, css_classes: Mapping[Hashable, str]) -> Highlighted:
        part = self.parts[0].with_css_classes(css_classes)
        return Highlighted(part, css_classes.get(self.key, self.css_class), self.key)

    def negated(self) -> Node | None:
        inner = self.parts[0].negated()
        return None if inner is None else Highlighted(inner, self.css_class, self.key)

    def write(self, writer: Writer) -> Output:
        output = self.parts[0].write(writer)
        return writer.marked(output, self.css_class) if self.css_class else output

    def _identity(self) -> Hashable:
        return self.css_class, self.key


def written(terms: Worth) -> Node:
    """Return exact terms as a sum of fractions and of fractions over logarithms.

    >>> print(written({None: Fraction(7, 2), (2, 3): Fraction(2)}))
    7/2 + 2/log2(3)
    """
    in_order = sorted(terms, key=lambda logarithm: (0.0, 0) if logarithm is None else logarithm)
    parts = [_term(terms[logarithm], logarithm) for logarithm in in_order]
    return Sum(*parts, whole=True) if len(parts) != 1 else parts[0]


def _term(number: Fraction, logarithm: tuple[float, int] | None) -> Node:
    """Return a number, or its quotient by the logarithm with this base and argument."""
    if logarithm is None:
        return Number(number)
    below = Log(logarithm[1], logarithm[0])
    return Ratio(number, below) if number.denominator == 1 else Number(number) * Ratio(1, below)
