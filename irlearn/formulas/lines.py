"""The lines of a calculation: equations, whose sides are all equal, and sentences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from irlearn.formulas.operations import Sum
from irlearn.formulas.tree import SIGNS, Name, Node, Number, typeset
from irlearn.formulas.writers import HTML, LATEX, MATHML, SPOKEN, TEXT, Drawn, Writer, latex_text
from irlearn.text.html import Content, Element

_LONGEST = 48  # bits of a fraction that is still worth reading, some 14 digits
_WIDE = 70  # characters; a longer formula in LaTeX goes on in a new line after each equals sign
_TERMS = 7  # of a sum in a line of LaTeX, which a page of A4 holds
_FEWEST, _MOST = 4, 17  # digits of a number, as many as a float has
_ROUNDING = 1e-12  # relative; two results that differ by rounding alone
_SAME = 1e-9  # relative; two sides nearer than this are equal


class Equation(NamedTuple):
    r"""A name, and what it is equal to, in several ways; `before` and `after` are words around it.

    >>> line = equation("AP", (Number(1) + Number(Fraction(2, 3))) / 3, before="query 1:")
    >>> print(line)
    query 1: AP = (1 + 2/3) / 3 = 5/9 = 0.5556
    >>> line.is_correct
    True
    >>> print(line.latex())
    \text{query 1:}\quad \text{AP} = \frac{1 + \frac{2}{3}}{3} = \frac{5}{9} = 0.5556
    """

    name: str
    sides: tuple[Node, ...]
    before: str = ""
    after: str | Sentence = ""

    @property
    def is_correct(self) -> bool:
        """Whether all sides are equal, each number taken to the digits that are shown.

        >>> [Equation("x", (Number(1) / 3, Number(value))).is_correct for value in (0.3333, 0.34)]
        [True, False]
        """
        known = [(side.value_as_written, side.rounding_error) for side in self.sides if not math.isnan(side.value)]
        return all(
            abs(one - other) <= (near + far) * (1 - _SAME)
            if near and far  # rounded numbers that touch are not equal
            else abs(one - other) <= near + far + _SAME * abs(one)
            for (one, near), (other, far) in itertools.combinations(known, 2)
        )

    @property
    def value(self) -> float:
        """What the last side is worth."""
        return self.sides[-1].value

    @property
    def exact(self) -> Fraction | None:
        """What the last side is worth as a fraction, where it is one."""
        return self.sides[-1].exact

    def __str__(self) -> str:
        """The equation as plain text."""
        return str(self._drawn(TEXT))

    @property
    def spoken(self) -> str:
        """The text for readers, its minus signs as such."""
        return str(self._drawn(SPOKEN))

    def latex(self, *, aligned: bool = False) -> str:
        """The equation as LaTeX in math mode; `aligned` for align*, and then broken into lines where it is long."""
        broken = aligned and len(str(self)) > _WIDE
        sides = [_broken_latex(side) if broken else side.latex() for side in self.sides]
        before = rf"{LATEX.words(self.before)}\quad " if self.before else ""
        after = rf",\quad{_words(self.after, LATEX)}" if self.after else ""
        name = LATEX.words(self.name)
        return f"{before}{name} {'&' * aligned}= " + (" \\\\\n&= " if broken else " = ").join(sides) + after

    def mathml(self) -> Content:
        """The equation with MathML, which browsers draw without help; lines may break before equals signs."""
        return self._drawn(MATHML)

    def html(self) -> Content:
        """The equation for programs that know no MathML."""
        return self._drawn(HTML)

    def _drawn(self, form: Writer) -> Content:
        drawn = form.equals([form.words(self.name), *(side.write(form) for side in self.sides)], "," * bool(self.after))
        after = [" ", _words(self.after, form.aside)] if self.after else []
        return form.joined([f"{self.before} " * bool(self.before), drawn, *after])

    def typeset(self) -> Element:
        """The equation for a notebook or a widget: drawn for the eye, and as plain text for screen readers."""
        return typeset(self.spoken, self.mathml())

    def with_css_classes(self, looks: Mapping[Hashable, str]) -> Equation:
        """The same, its marked parts given the looks under their keys."""
        return self._replace(sides=tuple(side.with_css_classes(looks) for side in self.sides))


@dataclass(frozen=True, init=False)
class Sentence:
    """A line that is no equation: words, and parts of a calculation between them.

    >>> print(Sentence(Number(2) ** 5, " ways to swap two systems"))
    2^5 ways to swap two systems
    """

    parts: tuple[Node | str, ...]

    def __init__(self, *parts: Node | str) -> None:
        object.__setattr__(self, "parts", parts)

    @property
    def is_correct(self) -> bool:
        """Always: it has no sides."""
        return True

    def __str__(self) -> str:
        return str(_words(self, TEXT))

    @property
    def spoken(self) -> str:
        """The text for readers, its minus signs as such."""
        return str(_words(self, SPOKEN))

    def latex(self) -> str:
        """The sentence as LaTeX, what is calculated in math mode."""
        return "".join(latex_text(part) if isinstance(part, str) else f"${part.latex()}$" for part in self.parts)

    def with_css_classes(self, _: Mapping[Hashable, str]) -> Sentence:
        """The same: it has no parts."""
        return self

    def html(self) -> Content:
        """The sentence for programs that know no MathML."""
        return _words(self, HTML)

    def mathml(self) -> Content:
        """The sentence, in which calculations are typeset and hold the signs behind them."""
        around = zip(("", *self.parts), self.parts, (*self.parts[1:], ""), strict=False)
        return [
            part.in_sentence(behind)
            if isinstance(part, Node)
            else part.lstrip(SIGNS if isinstance(before, Node) else "")
            for before, part, behind in around
        ]

    typeset = mathml


def _words(said: str | Sentence, form: Writer) -> Drawn:
    """Words in one of the forms."""
    parts = (said,) if isinstance(said, str) else said.parts
    return form.joined([form.words(part) if isinstance(part, str) else part.write(form) for part in parts])


Line = Equation | Sentence
"""A line of a calculation."""


class Lines:
    """What is worked out line by line: `equations` as trees, the last of which ends in the result."""

    if TYPE_CHECKING:

        @property
        def equations(self) -> tuple[Line, ...]:
            """The calculation from its parts to the result, one line each, as trees."""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The calculation from its parts to the result, one line each, as plain text."""
        return tuple(map(str, self.equations))


def equation(
    name: str,
    *ways: Node | str,
    worth: Fraction | float | None = None,
    before: str = "",
    after: str | Sentence = "",
    longest: int = _LONGEST,
    spell: Callable[[Fraction | float], Number] = Number.rounded,
) -> Equation:
    """`name` = each way to write it = the fraction, where it is short = the decimal; each once.

    `worth` is the result; without it, what the first way is worth. `longest` are the bits of the denominator of a
    fraction that is still worth reading, `spell` writes the decimal.

    >>> print(equation("P@5", Number(1) / 5))
    P@5 = 1/5 = 0.2
    """
    sides = [Name(way) if isinstance(way, str) else way for way in ways]
    if worth is None:
        exact = sides[0].exact
        worth = sides[0].value if exact is None else exact
    if isinstance(worth, Fraction) and worth.denominator.bit_length() <= longest:
        sides.append(Number(worth))
    sides.append(spell(worth))
    different: dict[str, Node] = {}
    for side in sides:
        different[side.latex()] = side  # 1 / 5 and 1/5 look alike: the second stands
    return Equation(name, tuple(different.values()), before, after)


def as_few_digits(build: Callable[[int], Node], value: float, spell: Callable[[float], str]) -> Node:
    """A calculation with as few digits as give the `value`, as `spell` writes it, when it is worked out from them.

    `build` gives the calculation with so many digits in its numbers.

    >>> def write(number, digits=4):
    ...     return f"{number:.{digits}g}"
    >>> print(as_few_digits(lambda digits: 1 / Number(0.12345678, write(0.12345678, digits)), 1 / 0.12345678, write))
    1 / 0.12346
    """
    for digits in range(_FEWEST, _MOST + 1):
        way = build(digits)
        again = way.value_as_written
        halfway = math.isclose(again, value, rel_tol=_ROUNDING)  # may be rounded up here and down there
        if spell(again) == spell(value) or halfway or not value:
            break
    return way


def prefixed(line: Line, words: str) -> Line:
    """The line with words before it, such as the query that it belongs to."""
    if isinstance(line, Sentence):
        return Sentence(f"{words} ", *line.parts)
    return line._replace(before=" ".join(filter(None, [words, line.before])))


def _broken_latex(side: Node) -> str:
    """LaTeX with a long sum on several lines."""
    terms = side.signed(LATEX) if isinstance(side, Sum) else []
    rows = ["".join(terms[start : start + _TERMS]).strip() for start in range(0, len(terms), _TERMS)]
    return " \\\\\n&\\quad ".join(rows) if len(rows) > 1 else side.latex()
