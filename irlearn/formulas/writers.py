"""Writers of calculations: plain text, LaTeX, MathML, and HTML without MathML.

A node first writes its parts, and then calls a method of the writer with the results.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby
from typing import Any, ClassVar

from irlearn.text.html import (
    mark as highlighted,
    math,
    mfrac,
    mi,
    mn,
    mo,
    mrow,
    mspace,
    msqrt,
    msub,
    msup,
    mtext,
    sub,
    sup,
)
from irlearn.text.numbers import true_minus

Output = Any
"""What a writer returns for a part: text, or content of elements."""


class Writer:
    """The writer of text for readers, which the other writers extend.

    `bracketed_by_layout` are the positions where a fraction bar, a root sign or an exponent replaces parentheses.
    """

    bracketed_by_layout: ClassVar[frozenset[str]] = frozenset()
    plus: Output = " + "
    minus: Output = "−"
    dot: Output = " · "
    compact_dot: Output = "·"
    dots: Output = "..."
    listed_dots: Output = "..."
    plus_minus: Output = " ± "

    def joined(self, pieces: Sequence[Output], between: Output = "") -> Output:
        """Join pieces, with `between` between them."""
        return between.join(pieces)

    def words(self, text: str) -> Output:
        """Write a name or words."""
        return text

    @property
    def superscript(self) -> Writer:
        """The writer for the content of an exponent."""
        return self

    @property
    def prose(self) -> Writer:
        """The writer for words around a formula."""
        return self

    def after(self, text: str) -> Output:
        """Write words after another piece."""
        return self.words(f" {text}")

    def number(self, text: str) -> Output:
        """Write a number that is given as text."""
        return text

    def scientific(self, text: str, digits: str, power: int) -> Output:
        """Write a number as digits times a power of 10; `text` is the number in plain notation."""
        return true_minus(text)

    def negative(self, part: Output) -> Output:
        """Write a part with a minus sign before it."""
        return self.joined([self.minus, part])

    def minus_term(self, part: Output) -> Output:
        """Write a subtracted term of a sum."""
        return self.joined([" ", self.minus, " ", part])

    def division(self, above: Output, below: Output) -> Output:
        """Write a division with spaces around its sign."""
        return self.joined([above, " / ", below])

    def ratio(self, above: Output, below: Output, *, plain: bool) -> Output:
        """Write a division that reads as one number; `plain` if both parts are whole numbers."""
        return self.joined([above, "/", below])

    def power(self, base: Output, exponent: Output) -> Output:
        """Write a base and its exponent."""
        return self.joined([base, "^", exponent])

    def root(self, part: Output) -> Output:
        """Write a square root."""
        return self.joined(["√", part])

    def log(self, base: str, part: Output, *, plain: bool) -> Output:
        """Write a logarithm, natural if `base` is empty; `plain` if its argument is a whole number."""
        return self.joined([f"log{base}" if base else "ln", self.group(part)])

    def call(self, name: str, inside: Output, *, low: bool = False) -> Output:
        """Write a function and its argument; `low` if the argument is no higher than a line of text."""
        return self.joined([name, self.group(inside)])

    def listed(self, parts: Sequence[Output]) -> Output:
        """Write the arguments of a function."""
        return self.joined(parts, ", ")

    def event(self, parts: Sequence[Output]) -> Output:
        """Write the words and numbers of an event, such as "at most 3 of 9"."""
        return self.joined(parts, " ")

    def absolute(self, part: Output) -> Output:
        """Write an absolute value."""
        return self.joined(["|", part, "|"])

    def group(self, part: Output) -> Output:
        """Write a part in parentheses."""
        return self.joined(["(", part, ")"])

    def hidden_group(self, part: Output) -> Output:
        """Write a part whose parentheses are replaced by a fraction bar, a root sign or an exponent."""
        return part

    def marked(self, part: Output, css_class: str) -> Output:
        """Write a highlighted part."""
        return part

    def equals(self, sides: Sequence[Output], sign: str = "") -> Output:
        """Write the sides of an equation, and the punctuation after it."""
        return self.joined([self.joined(sides, " = "), sign])


class Plain(Writer):
    """The writer of plain text for terminals and files, with a hyphen as the minus sign."""

    minus = "-"

    def words(self, text: str) -> Output:
        return text.replace("−", "-")

    def scientific(self, text: str, digits: str, power: int) -> Output:
        return text


class Html(Writer):
    """The writer of HTML for programs without MathML: superscripts and subscripts, and divisions on one line."""

    bracketed_by_layout = frozenset({"exponent"})

    def joined(self, pieces: Sequence[Output], between: Output = "") -> Output:
        if not between:
            return list(pieces)
        return list(chain.from_iterable((between, piece) for piece in pieces))[1:]

    def marked(self, part: Output, css_class: str) -> Output:
        return highlighted(css_class)[part]

    def scientific(self, text: str, digits: str, power: int) -> Output:
        return [f"{digits} · 10", sup[true_minus(str(power))]]

    def ratio(self, above: Output, below: Output, *, plain: bool) -> Output:
        return [sup[above], "⁄", sub[below]] if plain else [above, "/", below]

    def power(self, base: Output, exponent: Output) -> Output:
        return [base, sup[exponent]]

    def log(self, base: str, part: Output, *, plain: bool) -> Output:
        return [["log", sub[base]] if base else "ln", self.group(part)]


class Latex(Writer):
    """The writer of LaTeX in math mode."""

    bracketed_by_layout = frozenset({"above", "below", "above in a ratio", "below in a ratio", "exponent", "root"})
    dot, compact_dot, dots, listed_dots = r" \cdot ", r" \cdot ", r"\cdots", r"\ldots"
    minus = "-"
    plus_minus = r" \pm "

    @property
    def superscript(self) -> Writer:
        return LatexOnOneLine()

    def words(self, text: str) -> Output:
        pieces = []
        # Symbols are written in math mode, without dollar signs, which would end a formula in Markdown.
        for is_symbol, characters in groupby(text, _SYMBOLS.__contains__):
            if is_symbol:
                pieces.append("".join(map(_SYMBOLS.__getitem__, characters)).replace("}_{", ""))
            else:
                pieces.append(rf"\text{{{latex_text(characters)}}}")
        return "".join(pieces)

    def scientific(self, text: str, digits: str, power: int) -> Output:
        return rf"{digits} \cdot 10^{{{power}}}"

    def division(self, above: Output, below: Output) -> Output:
        return rf"\frac{{{above}}}{{{below}}}"

    def ratio(self, above: Output, below: Output, *, plain: bool) -> Output:
        return self.division(above, below)

    def power(self, base: Output, exponent: Output) -> Output:
        return f"{base}^{{{exponent}}}"

    def root(self, part: Output) -> Output:
        return rf"\sqrt{{{part}}}"

    def log(self, base: str, part: Output, *, plain: bool) -> Output:
        sign = rf"\log_{base if len(base) == 1 else f'{{{base}}}'}" if base else r"\ln"
        return f"{sign} {part}" if plain else f"{sign}{self.group(part)}"

    def call(self, name: str, inside: Output, *, low: bool = False) -> Output:
        sign = _FUNCTIONS.get(name) or (name if len(name) == 1 else self.words(name))
        return f"{sign}{self.group(inside)}"

    def event(self, parts: Sequence[Output]) -> Output:
        return self.joined(parts, r"\ ")

    def absolute(self, part: Output) -> Output:
        return rf"\left|{part}\right|"

    def group(self, part: Output) -> Output:
        return rf"\left({part}\right)"

    def marked(self, part: Output, css_class: str) -> Output:
        return rf"\underline{{{part}}}"


class LatexOnOneLine(Latex):
    """The writer of LaTeX in an exponent, where a division is written on one line."""

    bracketed_by_layout = frozenset({"exponent", "root"})

    def division(self, above: Output, below: Output) -> Output:
        return f"{above}/{below}"


class MathML(Html):
    """The writer of MathML, which browsers display without help.

    Hidden text repeats what fraction bars, root signs and exponents mean. Notebooks remove the tags of output that they
    do not trust, and the formula can then still be read.
    """

    bracketed_by_layout = frozenset({"above", "below", "above in a ratio", "below in a ratio", "exponent", "root"})
    plus, dot, plus_minus = ([" ", mo[sign], " "] for sign in "+·±")
    minus = mo["−"]
    compact_dot, dots, listed_dots = mo["·"], mo["…"], mo["…"]

    @property
    def superscript(self) -> Writer:
        return MathMLOnOneLine()

    @property
    def prose(self) -> Writer:
        return HTML

    def after(self, text: str) -> Output:
        return self.words(f"\N{NO-BREAK SPACE}{text}")  # A browser would drop an ordinary blank at the start.

    def words(self, text: str) -> Output:
        # Words are identifiers, because an operator beside mtext would lose its spaces.
        upright = mi(mathvariant="normal") if len(text) == 1 else mi
        return upright[text]

    def number(self, text: str) -> Output:
        return mn[text]

    def scientific(self, text: str, digits: str, power: int) -> Output:
        return [mn[digits], self.dot, msup[mn["10"], mn[true_minus(str(power))]]]

    def negative(self, part: Output) -> Output:
        return mrow[self.minus, part]

    def division(self, above: Output, below: Output) -> Output:
        return self._bar(_LARGE, above, " / ", below)

    def ratio(self, above: Output, below: Output, *, plain: bool) -> Output:
        return self._bar(mrow if plain else _LARGE, above, "/", below)

    def _bar(self, row: Output, above: Output, sign: str, below: Output) -> Output:
        """Write a fraction with a bar; a numerator that may be wider than a page has the CSS class "long"."""
        numerator = row[above, _HIDDEN[sign]]
        is_long = len(numerator.children) > _MANY or len(numerator.text) > _WIDE
        return mfrac[numerator("long") if is_long else numerator, row[below]]

    def power(self, base: Output, exponent: Output) -> Output:
        return msup[mrow[base], mrow[_HIDDEN["^"], exponent]]

    def root(self, part: Output) -> Output:
        return msqrt[_HIDDEN["√"], mrow[part]]

    def log(self, base: str, part: Output, *, plain: bool) -> Output:
        sign = msub[mi["log"], mn[base]] if base else mi["ln"]
        return mrow[sign, [_GAP, self.hidden_group(part)] if plain else self.group(part)]

    def call(self, name: str, inside: Output, *, low: bool = False) -> Output:
        words = self.words(name.removesuffix(_INVERSE))
        sign = self.power(words, mn["−1"]) if name.endswith(_INVERSE) else words
        return mrow[sign, [_LOW["("], inside, _LOW[")"]] if low else self.group(inside)]

    def listed(self, parts: Sequence[Output]) -> Output:
        return self.joined(parts, [mo[","], " "])

    def event(self, parts: Sequence[Output]) -> Output:
        return self.joined(parts, mtext["\N{NO-BREAK SPACE}"])

    def absolute(self, part: Output) -> Output:
        return mrow("group bars")[mo["|"], part, mo["|"]]

    def group(self, part: Output) -> Output:
        # A stretchy bracket beside a comma is twice as high as needed, so only brackets around fractions are stretchy.
        bracket = _LOW if next(mrow[part].find("mfrac"), None) is None else mo
        return mrow("group")[bracket["("], part, bracket[")"]]

    def hidden_group(self, part: Output) -> Output:
        return [_HIDDEN["("], part, _HIDDEN[")"]]

    def marked(self, part: Output, css_class: str) -> Output:
        return mrow(css_class)[part]

    def equals(self, sides: Sequence[Output], sign: str = "") -> Output:
        """Write each side as a formula of its own, so that a page can break the line between them."""
        name, first, *rest = (*sides[:-1], with_trailing_punctuation(sides[-1], sign))
        pieces = [[name, " ", _EQUALS, " ", first], *([_EQUALS, " ", side] for side in rest)]
        return self.joined([math[piece] for piece in pieces], " ")


class MathMLOnOneLine(MathML):
    """The writer of MathML in an exponent, where a division is written on one line."""

    bracketed_by_layout = frozenset({"exponent", "root"})

    def _bar(self, row: Output, above: Output, sign: str, below: Output) -> Output:
        return [above, mo["/"], below]


def with_trailing_punctuation(part: Output, sign: str) -> Output:
    """Attach punctuation to the last piece of a part in MathML, so that no line begins with the punctuation."""
    *pieces, last = mrow[part].children
    return [*pieces, mrow[last, mtext[sign]]] if sign else part


_INVERSE = "⁻¹"
_MANY = 22  # Children of a numerator with six terms and their signs.
_WIDE = 36  # Characters in a line of a page of 400 px.
_HIDDEN, _EQUALS, _GAP, _LOW = mtext(style="display:none"), mo["="], mspace(width="2px"), mo(stretchy="false")
_LARGE = mrow(displaystyle="true")  # Without it, a fraction inside would be smaller.

TEXT, SPOKEN, HTML, LATEX, MATHML = Plain(), Writer(), Html(), Latex(), MathML()


def latex_text(text: Iterable[str]) -> str:
    r"""Escape words for LaTeX text.

    >>> print(latex_text("50% of β² & a_b"))
    50\% of $\beta^2$ \& a\_b
    """
    return "".join(_ESCAPED.get(letter, letter) for letter in text).replace("$$", "").replace("}_{", "")


_FUNCTIONS = {"max": r"\max", "min": r"\min", "Φ": r"\Phi", "Φ⁻¹": r"\Phi^{-1}", "Γ": r"\Gamma"}
_SYMBOLS = {
    "_": r"\_",
    "|": "|",
    "<": "<",
    ">": ">",
    "·": r" \cdot ",
    "×": r" \times ",
    "−": "-",
    "β": r"\beta ",
    "µ": r"\mu ",
    "²": "^2",
    "√": r"\surd ",
    **{low: f"_{{{digit}}}" for digit, low in enumerate("₀₁₂₃₄₅₆₇₈₉")},
    "≥": r"\ge ",
    "≤": r"\le ",
}
_ESCAPED = {
    **{letter: f"${symbol.strip()}$" for letter, symbol in _SYMBOLS.items()},
    **{letter: f"\\{letter}" for letter in "#%&_{}"},
    "$": r"\textdollar{}",
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "†": r"$^\dagger$",
}
