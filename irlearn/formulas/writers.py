"""The forms in which a calculation is written: plain text, LaTeX, MathML, and HTML without MathML."""

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

Drawn = Any
"""What a form makes of a part: text, or content of elements."""


class Writer:
    """Text for readers, and what every other form changes of it; the pieces that it joins are written already.

    `drawn` are the places of a part in which a bar, a root or a raised line makes parentheses needless.
    """

    drawn: ClassVar[frozenset[str]] = frozenset()
    plus: Drawn = " + "
    minus: Drawn = "−"
    dot: Drawn = " · "
    tight_dot: Drawn = "·"
    dots: Drawn = "..."
    listed_dots: Drawn = "..."
    give_or_take: Drawn = " ± "

    def joined(self, pieces: Sequence[Drawn], between: Drawn = "") -> Drawn:
        """Pieces one after the other, with something between them."""
        return between.join(pieces)

    def words(self, text: str) -> Drawn:
        """A name, or words."""
        return text

    @property
    def raised(self) -> Writer:
        """The form of what stands in an exponent."""
        return self

    @property
    def aside(self) -> Writer:
        """The form of words around a formula."""
        return self

    def behind(self, text: str) -> Drawn:
        """Words behind something else."""
        return self.words(f" {text}")

    def number(self, text: str) -> Drawn:
        """A number as it is written."""
        return text

    def scientific(self, text: str, digits: str, power: int) -> Drawn:
        """A number with a power of 10 behind its digits."""
        return true_minus(text)

    def negative(self, part: Drawn) -> Drawn:
        """Less than nothing, at the start."""
        return self.joined([self.minus, part])

    def less(self, part: Drawn) -> Drawn:
        """What is taken off, behind something else."""
        return self.joined([" ", self.minus, " ", part])

    def over(self, above: Drawn, below: Drawn) -> Drawn:
        """A division with room around its sign."""
        return self.joined([above, " / ", below])

    def ratio(self, above: Drawn, below: Drawn, *, plain: bool) -> Drawn:
        """A division that reads as one number; `plain` where both parts are whole numbers."""
        return self.joined([above, "/", below])

    def power(self, base: Drawn, exponent: Drawn) -> Drawn:
        """A base and its exponent."""
        return self.joined([base, "^", exponent])

    def root(self, part: Drawn) -> Drawn:
        """A square root."""
        return self.joined(["√", part])

    def log(self, base: str, part: Drawn, *, plain: bool) -> Drawn:
        """A logarithm; an empty base stands for e. `plain` where it is that of a whole number."""
        return self.joined([f"log{base}" if base else "ln", self.group(part)])

    def call(self, name: str, inside: Drawn, *, low: bool = False) -> Drawn:
        """A function and what it is of; `low` where that is words, no higher than a line."""
        return self.joined([name, self.group(inside)])

    def listed(self, parts: Sequence[Drawn]) -> Drawn:
        """What a function is of, one after the other."""
        return self.joined(parts, ", ")

    def event(self, parts: Sequence[Drawn]) -> Drawn:
        """Words and numbers, such as at most 3 of 9."""
        return self.joined(parts, " ")

    def bars(self, part: Drawn) -> Drawn:
        """The size of a number, whatever its sign."""
        return self.joined(["|", part, "|"])

    def group(self, part: Drawn) -> Drawn:
        """Parentheses."""
        return self.joined(["(", part, ")"])

    def needless(self, part: Drawn) -> Drawn:
        """What would stand in parentheses, if a bar, a root or a raised line did not make them needless."""
        return part

    def marked(self, part: Drawn, look: str) -> Drawn:
        """A part that is pointed at, in a way that `look` names."""
        return part

    def equals(self, sides: Sequence[Drawn], sign: str = "") -> Drawn:
        """The sides of an equation, and the sign behind it."""
        return self.joined([self.joined(sides, " = "), sign])


class Plain(Writer):
    """Plain text as a terminal, a file and a learner's keyboard have it: a minus sign is a hyphen."""

    minus = "-"

    def words(self, text: str) -> Drawn:
        return text.replace("−", "-")

    def scientific(self, text: str, digits: str, power: int) -> Drawn:
        return text


class Html(Writer):
    """HTML as any program shows it that knows no MathML: raised and lowered digits, divisions on one line."""

    drawn = frozenset({"exponent"})

    def joined(self, pieces: Sequence[Drawn], between: Drawn = "") -> Drawn:
        return list(chain.from_iterable((between, piece) for piece in pieces))[1:] if between else list(pieces)

    def marked(self, part: Drawn, look: str) -> Drawn:
        return highlighted(look)[part]

    def scientific(self, text: str, digits: str, power: int) -> Drawn:
        return [f"{digits} · 10", sup[true_minus(str(power))]]

    def ratio(self, above: Drawn, below: Drawn, *, plain: bool) -> Drawn:
        return [sup[above], "⁄", sub[below]] if plain else [above, "/", below]

    def power(self, base: Drawn, exponent: Drawn) -> Drawn:
        return [base, sup[exponent]]

    def log(self, base: str, part: Drawn, *, plain: bool) -> Drawn:
        return [["log", sub[base]] if base else "ln", self.group(part)]


class Latex(Writer):
    """LaTeX in math mode."""

    drawn = frozenset({"above", "below", "above in a ratio", "below in a ratio", "exponent", "root"})
    dot, tight_dot, dots, listed_dots = r" \cdot ", r" \cdot ", r"\cdots", r"\ldots"
    minus = "-"
    give_or_take = r" \pm "

    @property
    def raised(self) -> Writer:
        return LatexOnOneLine()

    def words(self, text: str) -> Drawn:
        return "".join(  # what is no text gets no dollar signs, which would end a formula in Markdown
            "".join(map(_DRAWN.__getitem__, run)).replace("}_{", "") if drawn else rf"\text{{{latex_text(run)}}}"
            for drawn, run in groupby(text, _DRAWN.__contains__)
        )

    def scientific(self, text: str, digits: str, power: int) -> Drawn:
        return rf"{digits} \cdot 10^{{{power}}}"

    def over(self, above: Drawn, below: Drawn) -> Drawn:
        return rf"\frac{{{above}}}{{{below}}}"

    def ratio(self, above: Drawn, below: Drawn, *, plain: bool) -> Drawn:
        return self.over(above, below)

    def power(self, base: Drawn, exponent: Drawn) -> Drawn:
        return f"{base}^{{{exponent}}}"

    def root(self, part: Drawn) -> Drawn:
        return rf"\sqrt{{{part}}}"

    def log(self, base: str, part: Drawn, *, plain: bool) -> Drawn:
        sign = rf"\log_{base if len(base) == 1 else f'{{{base}}}'}" if base else r"\ln"
        return f"{sign} {part}" if plain else f"{sign}{self.group(part)}"

    def call(self, name: str, inside: Drawn, *, low: bool = False) -> Drawn:
        sign = _FUNCTIONS.get(name) or (name if len(name) == 1 else self.words(name))
        return f"{sign}{self.group(inside)}"

    def event(self, parts: Sequence[Drawn]) -> Drawn:
        return self.joined(parts, r"\ ")

    def bars(self, part: Drawn) -> Drawn:
        return rf"\left|{part}\right|"

    def group(self, part: Drawn) -> Drawn:
        return rf"\left({part}\right)"

    def marked(self, part: Drawn, look: str) -> Drawn:
        return rf"\underline{{{part}}}"


class LatexOnOneLine(Latex):
    """LaTeX in an exponent, where a division stays on its line."""

    drawn = frozenset({"exponent", "root"})

    def over(self, above: Drawn, below: Drawn) -> Drawn:
        return f"{above}/{below}"


class MathML(Html):
    """MathML, which browsers draw without help.

    What a bar, a root or a raised line says is there as text, too, and not drawn: so that the formula reads as plain
    text where its tags are taken away, as notebooks do with what they do not trust.
    """

    drawn = frozenset({"above", "below", "above in a ratio", "below in a ratio", "exponent", "root"})
    plus, dot, give_or_take = ([" ", mo[sign], " "] for sign in "+·±")
    minus = mo["−"]
    tight_dot, dots, listed_dots = mo["·"], mo["…"], mo["…"]

    @property
    def raised(self) -> Writer:
        return MathMLOnOneLine()

    @property
    def aside(self) -> Writer:
        return HTML

    def behind(self, text: str) -> Drawn:
        return self.words(f"\N{NO-BREAK SPACE}{text}")  # a blank at the start would be lost

    def words(self, text: str) -> Drawn:
        upright = mi(mathvariant="normal") if len(text) == 1 else mi  # no mtext, beside which a sign loses its room
        return upright[text]

    def number(self, text: str) -> Drawn:
        return mn[text]

    def scientific(self, text: str, digits: str, power: int) -> Drawn:
        return [mn[digits], self.dot, msup[mn["10"], mn[true_minus(str(power))]]]

    def negative(self, part: Drawn) -> Drawn:
        return mrow[self.minus, part]

    def over(self, above: Drawn, below: Drawn) -> Drawn:
        return self._bar(_LARGE, above, " / ", below)

    def ratio(self, above: Drawn, below: Drawn, *, plain: bool) -> Drawn:
        return self._bar(mrow if plain else _LARGE, above, "/", below)

    def _bar(self, row: Drawn, above: Drawn, sign: str, below: Drawn) -> Drawn:
        """A bar, and above it a row that is marked for the styles where it may be wider than a page."""
        high = row[above, _UNSEEN[sign]]
        return mfrac[high("long") if len(high.children) > _MANY else high, row[below]]

    def power(self, base: Drawn, exponent: Drawn) -> Drawn:
        return msup[mrow[base], mrow[_UNSEEN["^"], exponent]]

    def root(self, part: Drawn) -> Drawn:
        return msqrt[_UNSEEN["√"], part]

    def log(self, base: str, part: Drawn, *, plain: bool) -> Drawn:
        sign = msub[mi["log"], mn[base]] if base else mi["ln"]
        return mrow[sign, [_GAP, self.needless(part)] if plain else self.group(part)]

    def call(self, name: str, inside: Drawn, *, low: bool = False) -> Drawn:
        words = self.words(name.removesuffix(_INVERSE))
        sign = self.power(words, mn["−1"]) if name.endswith(_INVERSE) else words
        return mrow[sign, [_LOW["("], inside, _LOW[")"]] if low else self.group(inside)]

    def listed(self, parts: Sequence[Drawn]) -> Drawn:
        return self.joined(parts, [mo[","], " "])

    def event(self, parts: Sequence[Drawn]) -> Drawn:
        return self.joined(parts, mtext["\N{NO-BREAK SPACE}"])

    def bars(self, part: Drawn) -> Drawn:
        return mrow("group bars")[mo["|"], part, mo["|"]]

    def group(self, part: Drawn) -> Drawn:
        bracket = _LOW if next(mrow[part].find("mfrac"), None) is None else mo  # a comma makes others twice as high
        return mrow("group")[bracket["("], part, bracket[")"]]

    def needless(self, part: Drawn) -> Drawn:
        return [_UNSEEN["("], part, _UNSEEN[")"]]

    def marked(self, part: Drawn, look: str) -> Drawn:
        return mrow(look)[part]

    def equals(self, sides: Sequence[Drawn], sign: str = "") -> Drawn:
        """The sides as one formula each, so that a page may break its lines between them."""
        name, first, *rest = (*sides[:-1], held(sides[-1], sign))
        pieces = [[name, " ", _EQUALS, " ", first], *([_EQUALS, " ", side] for side in rest)]
        return self.joined([math[piece] for piece in pieces], " ")


class MathMLOnOneLine(MathML):
    """MathML in an exponent, where a division stays on its line."""

    drawn = frozenset({"exponent", "root"})

    def _bar(self, row: Drawn, above: Drawn, sign: str, below: Drawn) -> Drawn:
        return [above, mo["/"], below]


def held(part: Drawn, sign: str) -> Drawn:
    """A part in MathML and the sign behind it, which begins no line: the last piece holds it."""
    *pieces, last = mrow[part].children
    return [*pieces, mrow[last, mtext[sign]]] if sign else part


_INVERSE, _MANY = "⁻¹", 22  # parts and signs, of six terms
_UNSEEN, _EQUALS, _GAP, _LOW = mtext(style="display:none"), mo["="], mspace(width="2px"), mo(stretchy="false")
_LARGE = mrow(displaystyle="true")  # so that a fraction inside stays as large

TEXT, SPOKEN, HTML, LATEX, MATHML = Plain(), Writer(), Html(), Latex(), MathML()


def latex_text(text: Iterable[str]) -> str:
    r"""Words as LaTeX: what LaTeX would take as a command is escaped.

    >>> print(latex_text("50% of β² & a_b"))
    50\% of $\beta^2$ \& a\_b
    """
    return "".join(_ESCAPED.get(letter, letter) for letter in text).replace("$$", "").replace("}_{", "")


_FUNCTIONS = {"max": r"\max", "min": r"\min", "Φ": r"\Phi", "Φ⁻¹": r"\Phi^{-1}", "Γ": r"\Gamma"}
_DRAWN = {
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
    **{letter: f"${drawn.strip()}$" for letter, drawn in _DRAWN.items()},
    **{letter: f"\\{letter}" for letter in "#%&_{}"},
    "$": r"\textdollar{}",
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "†": r"$^\dagger$",
}
