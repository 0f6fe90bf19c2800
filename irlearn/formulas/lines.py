"""The lines of a calculation: equations and sentences."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from irlearn.formulas.operations import Sum
from irlearn.formulas.tree import PUNCTUATION, Name, Node, Number, typeset
from irlearn.formulas.writers import HTML, LATEX, MATHML, SPOKEN, TEXT, Output, Writer, latex_text
from irlearn.text.html import Content, Element

_LONGEST = 48  # Bits of the longest denominator that is shown, about 14 digits.
_WIDE = 70  # Characters; a longer LaTeX formula is broken before each equals sign.
_TERMS = 7  # Terms of a sum that fit on one line of a page in A4.
_FEWEST, _MOST = 4, 17  # Digits of a number; no float has more than 17.
_ROUNDING = 1e-12  # Relative difference that rounding of floats alone can make.
_SAME = 1e-9  # Relative difference below which two sides are equal.


class Equation(NamedTuple):
    r"""A name and the expressions that it equals, its `sides`; `before` and `after` are words around the equation.

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
        """Whether all sides agree within the rounding of the numbers shown.

        >>> [Equation("x", (Number(1) / 3, Number(value))).is_correct for value in (0.3333, 0.34)]
        [True, False]
        """
        known = [(side.value_as_written, side.rounding_error) for side in self.sides if not math.isnan(side.value)]
        return all(_agree(*first, *second) for first, second in itertools.combinations(known, 2))

    @property
    def value(self) -> float:
        """The value of the last side."""
        return self.sides[-1].value

    @property
    def exact(self) -> Fraction | None:
        """The value of the last side as a fraction; None if it is not known exactly."""
        return self.sides[-1].exact

    def __str__(self) -> str:
        return str(self._written(TEXT))

    @property
    def spoken(self) -> str:
        """The text for readers, with true minus signs."""
        return str(self._written(SPOKEN))

    def latex(self, *, aligned: bool = False) -> str:
        """Return the equation as LaTeX in math mode; `aligned` is for align* and breaks long equations into lines."""
        broken = aligned and len(str(self)) > _WIDE
        sides = [_broken_latex(side) if broken else side.latex() for side in self.sides]
        before = rf"{LATEX.words(self.before)}\quad " if self.before else ""
        after = rf",\quad{_words(self.after, LATEX)}" if self.after else ""
        name = LATEX.words(self.name)
        return f"{before}{name} {'&' * aligned}= " + (" \\\\\n&= " if broken else " = ").join(sides) + after

    def mathml(self) -> Content:
        """Return the equation with MathML, in which lines may break before equals signs."""
        return self._written(MATHML)

    def html(self) -> Content:
        """Return the equation as HTML without MathML."""
        return self._written(HTML)

    def _written(self, writer: Writer) -> Content:
        sides = [writer.words(self.name), *(side.write(writer) for side in self.sides)]
        before = f"{self.before} " if self.before else ""
        equality = writer.equals(sides, "," if self.after else "")
        after = [" ", _words(self.after, writer.prose)] if self.after else []
        return writer.joined([before, equality, *after])

    def typeset(self) -> Element:
        """Return an element for a notebook or a widget, with the plain text for screen readers."""
        return typeset(self.spoken, self.mathml())

    def with_css_classes(self, css_classes: Mapping[Hashable, str]) -> Equation:
        """Return a copy whose highlighted parts have the CSS classes given for their keys."""
        return self._replace(sides=tuple(side.with_css_classes(css_classes) for side in self.sides))


def _agree(value: float, error: float, other: float, other_error: float) -> bool:
    """Return True if two values are equal within the rounding errors of their sides."""
    distance = abs(value - other)
    if error and other_error:
        return distance <= (error + other_error) * (1 - _SAME)  # Two intervals that only touch are not equal.
    return distance <= error + other_error + _SAME * abs(value)


@dataclass(frozen=True, init=False)
class Sentence:
    """A line of words with parts of a calculation between them.

    >>> print(Sentence(Number(2) ** 5, " ways to swap two systems"))
    2^5 ways to swap two systems
    """

    parts: tuple[Node | str, ...]

    def __init__(self, *parts: Node | str) -> None:
        object.__setattr__(self, "parts", parts)

    @property
    def is_correct(self) -> bool:
        """Always True, because a sentence claims no equality."""
        return True

    def __str__(self) -> str:
        return str(_words(self, TEXT))

    @property
    def spoken(self) -> str:
        """The text for readers, with true minus signs."""
        return str(_words(self, SPOKEN))

    def latex(self) -> str:
        """Return the sentence as LaTeX, with its calculations in math mode."""
        return "".join(latex_text(part) if isinstance(part, str) else f"${part.latex()}$" for part in self.parts)

    def with_css_classes(self, _: Mapping[Hashable, str]) -> Sentence:
        """Return the sentence itself, which has no highlighted parts."""
        return self

    def html(self) -> Content:
        """Return the sentence as HTML without MathML."""
        return _words(self, HTML)

    def mathml(self) -> Content:
        """Return the sentence with typeset calculations, and the punctuation after a calculation inside its formula."""
        pieces: list[Content] = []
        for before, part, after in zip(("", *self.parts), self.parts, (*self.parts[1:], ""), strict=False):
            if isinstance(part, Node):
                pieces.append(part.in_sentence(after))
            else:
                pieces.append(part.lstrip(PUNCTUATION) if isinstance(before, Node) else part)
        return pieces

    typeset = mathml


def _words(sentence: str | Sentence, writer: Writer) -> Output:
    parts = (sentence,) if isinstance(sentence, str) else sentence.parts
    return writer.joined([writer.words(part) if isinstance(part, str) else part.write(writer) for part in parts])


Line = Equation | Sentence
"""A line of a calculation."""


class Lines:
    """A calculation in lines: subclasses have `equations`, whose last line ends in the result."""

    if TYPE_CHECKING:

        @property
        def equations(self) -> tuple[Line, ...]:
            """The lines of the calculation as trees, from its parts to the result."""

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the calculation as plain text, from its parts to the result."""
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
    """Build the equation `name` = each of the `ways` = the fraction = the decimal, without repetitions.

    `worth` is the result, by default the value of the first way. The fraction is left out if its denominator has more
    than `longest` bits. `spell` converts the result to the decimal.

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
    distinct: dict[str, Node] = {}
    for side in sides:
        distinct[side.latex()] = side  # 1 / 5 and 1/5 look alike in LaTeX; the second replaces the first.
    return Equation(name, tuple(distinct.values()), before, after)


def as_few_digits(build: Callable[[int], Node], value: float, spell: Callable[[float], str]) -> Node:
    """Return the calculation with the fewest digits that still reproduce `value`, as `spell` writes it.

    `build` returns the calculation for a number of digits.

    >>> def write(number, digits=4):
    ...     return f"{number:.{digits}g}"
    >>> print(as_few_digits(lambda digits: 1 / Number(0.12345678, write(0.12345678, digits)), 1 / 0.12345678, write))
    1 / 0.12346
    """
    for digits in range(_FEWEST, _MOST + 1):
        calculation = build(digits)
        recomputed = calculation.value_as_written
        # Rounding can write two nearly equal floats differently.
        equal = math.isclose(recomputed, value, rel_tol=_ROUNDING)
        if spell(recomputed) == spell(value) or equal or not value:
            break
    return calculation


def prefixed(line: Line, words: str) -> Line:
    """Return the line with words before it, such as the name of its query."""
    if isinstance(line, Sentence):
        return Sentence(f"{words} ", *line.parts)
    return line._replace(before=" ".join(filter(None, [words, line.before])))


def _broken_latex(side: Node) -> str:
    """Return the side as LaTeX, with a long sum on several lines."""
    terms = side.signed(LATEX) if isinstance(side, Sum) else []
    rows = ["".join(terms[start : start + _TERMS]).strip() for start in range(0, len(terms), _TERMS)]
    return " \\\\\n&\\quad ".join(rows) if len(rows) > 1 else side.latex()
