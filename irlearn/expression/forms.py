"""The forms in which a calculation is written: plain text, LaTeX, MathML, and HTML without MathML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import ClassVar


class Form:
    """Plain text, and what every other form changes of it; the pieces that it joins are written already.

    `drawn` are the places of a part in which a bar, a root or a raised line makes parentheses needless.
    """

    drawn: ClassVar[frozenset[str]] = frozenset()
    plus, dot, tight_dot, dots, listed_dots = " + ", " · ", "·", "...", "..."
    give_or_take = " ± "

    def words(self, text: str) -> str:
        """A name, or words."""
        return text

    @property
    def raised(self) -> Form:
        """The form of what stands in an exponent."""
        return self

    def behind(self, text: str) -> str:
        """Words behind something else."""
        return self.words(f" {text}")

    def number(self, text: str) -> str:
        """A number as it is written."""
        return text

    def scientific(self, text: str, digits: str, power: int) -> str:
        """A number with a power of 10 behind its digits."""
        return text

    def negative(self, part: str, sign: str) -> str:
        """Less than nothing, at the start."""
        return f"{sign}{part}"

    def less(self, part: str, sign: str) -> str:
        """What is taken off, behind something else."""
        return f" {sign} {part}"

    def over(self, above: str, below: str) -> str:
        """A division with room around its sign."""
        return f"{above} / {below}"

    def ratio(self, above: str, below: str, *, plain: bool) -> str:
        """A division that reads as one number; `plain` where both parts are whole numbers."""
        return f"{above}/{below}"

    def power(self, base: str, exponent: str) -> str:
        """A base and its exponent."""
        return f"{base}^{exponent}"

    def root(self, part: str) -> str:
        """A square root."""
        return f"√{part}"

    def log(self, base: str, part: str, *, plain: bool) -> str:
        """A logarithm; an empty base stands for e. `plain` where it is that of a whole number."""
        return f"{f'log{base}' if base else 'ln'}({part})"

    def call(self, name: str, inside: str, *, low: bool = False) -> str:
        """A function and what it is of; `low` where that is words, no higher than a line."""
        return f"{name}({inside})"

    def listed(self, parts: Sequence[str]) -> str:
        """What a function is of, one after the other."""
        return ", ".join(parts)

    def bars(self, part: str) -> str:
        """The size of a number, whatever its sign."""
        return f"|{part}|"

    def group(self, part: str) -> str:
        """Parentheses."""
        return f"({part})"

    def marked(self, part: str, look: str) -> str:
        """A part that is pointed at, in a way that `look` names."""
        return part

    def equals(self, sides: Sequence[str]) -> str:
        """The sides of an equation."""
        return " = ".join(sides)


class Html(Form):
    """HTML as any program shows it that knows no MathML: raised and lowered digits, divisions on one line."""

    drawn = frozenset({"exponent"})

    def words(self, text: str) -> str:
        return escape(text)

    def scientific(self, text: str, digits: str, power: int) -> str:
        return f"{digits} · 10<sup>{power}</sup>"

    def ratio(self, above: str, below: str, *, plain: bool) -> str:
        return f"<sup>{above}</sup>⁄<sub>{below}</sub>" if plain else f"{above}/{below}"

    def power(self, base: str, exponent: str) -> str:
        return f"{base}<sup>{exponent}</sup>"

    def log(self, base: str, part: str, *, plain: bool) -> str:
        return f"{f'log<sub>{base}</sub>' if base else 'ln'}({part})"

    def call(self, name: str, inside: str, *, low: bool = False) -> str:
        return f"{escape(name)}({inside})"

    def marked(self, part: str, look: str) -> str:
        return f'<mark class="{escape(look)}">{part}</mark>'


class Latex(Form):
    """LaTeX in math mode."""

    drawn = frozenset({"above", "below", "above in a ratio", "below in a ratio", "exponent", "root"})
    dot, tight_dot, dots, listed_dots = r" \cdot ", r" \cdot ", r"\cdots", r"\ldots"
    give_or_take = r" \pm "

    @property
    def raised(self) -> Form:
        return LatexOnOneLine()

    def words(self, text: str) -> str:
        pieces = []  # what is no text gets no dollar signs, which would end a formula in Markdown
        for drawn, letters in groupby(text, lambda letter: letter in _DRAWN):
            word = "".join(letters)
            pieces.append("".join(_DRAWN[letter] for letter in word) if drawn else rf"\text{{{latex_text(word)}}}")
        return "".join(pieces)

    def scientific(self, text: str, digits: str, power: int) -> str:
        return rf"{digits} \cdot 10^{{{power}}}"

    def negative(self, part: str, sign: str) -> str:
        return f"-{part}"

    def less(self, part: str, sign: str) -> str:
        return f" - {part}"

    def over(self, above: str, below: str) -> str:
        return rf"\frac{{{above}}}{{{below}}}"

    def ratio(self, above: str, below: str, *, plain: bool) -> str:
        return self.over(above, below)

    def power(self, base: str, exponent: str) -> str:
        return f"{base}^{{{exponent}}}"

    def root(self, part: str) -> str:
        return rf"\sqrt{{{part}}}"

    def log(self, base: str, part: str, *, plain: bool) -> str:
        sign = rf"\log_{base if len(base) == 1 else f'{{{base}}}'}" if base else r"\ln"
        return f"{sign} {part}" if plain else f"{sign}{self.group(part)}"

    def call(self, name: str, inside: str, *, low: bool = False) -> str:
        sign = _FUNCTIONS.get(name) or (name if len(name) == 1 else self.words(name))
        return f"{sign}{self.group(inside)}"

    def bars(self, part: str) -> str:
        return rf"\left|{part}\right|"

    def group(self, part: str) -> str:
        return rf"\left({part}\right)"

    def marked(self, part: str, look: str) -> str:
        return rf"\underline{{{part}}}"


class LatexOnOneLine(Latex):
    """LaTeX in an exponent, where a division stays on its line."""

    drawn = frozenset({"exponent", "root"})

    def over(self, above: str, below: str) -> str:
        return f"{above}/{below}"


class MathML(Form):
    """MathML, which browsers draw without help."""

    drawn = frozenset({"above", "below", "above in a ratio", "below in a ratio", "exponent", "root"})
    plus, dot, tight_dot, dots, listed_dots = "<mo>+</mo>", "<mo>·</mo>", "<mo>·</mo>", "<mo>…</mo>", "<mo>…</mo>"
    give_or_take = "<mo>±</mo>"

    @property
    def raised(self) -> Form:
        return MathMLOnOneLine()

    def behind(self, text: str) -> str:
        return self.words(f"\N{NO-BREAK SPACE}{text}")  # a blank at the start would be lost

    def words(self, text: str) -> str:
        return f"<mtext>{escape(text)}</mtext>"

    def number(self, text: str) -> str:
        return f"<mn>{text}</mn>"

    def scientific(self, text: str, digits: str, power: int) -> str:
        return f"<mn>{digits}</mn><mo>·</mo><msup><mn>10</mn><mn>{power}</mn></msup>"

    def negative(self, part: str, sign: str) -> str:
        return f"<mrow><mo>−</mo>{part}</mrow>"

    def less(self, part: str, sign: str) -> str:
        return f"<mo>−</mo>{part}"

    def over(self, above: str, below: str) -> str:
        row = '<mrow displaystyle="true">{}</mrow>'.format  # so that a fraction inside stays as large
        return f"<mfrac>{row(above)}{row(below)}</mfrac>"

    def ratio(self, above: str, below: str, *, plain: bool) -> str:
        return f"<mfrac>{above}{below}</mfrac>" if plain else self.over(above, below)

    def power(self, base: str, exponent: str) -> str:
        return f"<msup><mrow>{base}</mrow><mrow>{exponent}</mrow></msup>"

    def root(self, part: str) -> str:
        return f"<msqrt>{part}</msqrt>"

    def log(self, base: str, part: str, *, plain: bool) -> str:
        sign = f"<msub><mi>log</mi><mn>{base}</mn></msub>" if base else "<mi>ln</mi>"
        inside = f"<mspace width='0.15em'/>{part}" if plain else self.group(part)
        return f"<mrow>{sign}{inside}</mrow>"

    def call(self, name: str, inside: str, *, low: bool = False) -> str:
        stretchy = ' stretchy="false"' if low else ""
        return f"<mrow><mi>{escape(name)}</mi><mo{stretchy}>(</mo>{inside}<mo{stretchy}>)</mo></mrow>"

    def listed(self, parts: Sequence[str]) -> str:
        return "<mo>,</mo>".join(parts)

    def bars(self, part: str) -> str:
        return f"<mrow><mo>|</mo>{part}<mo>|</mo></mrow>"

    def group(self, part: str) -> str:
        return f"<mrow><mo>(</mo>{part}<mo>)</mo></mrow>"

    def marked(self, part: str, look: str) -> str:
        return f'<mrow class="{escape(look)}">{part}</mrow>'

    def equals(self, sides: Sequence[str]) -> str:
        """The sides as one formula each, so that a page may break its lines between them."""
        name, first, *rest = sides
        joined = [f"{name}<mo>=</mo>{first}", *(f"<mo>=</mo>{side}" for side in rest)]
        return " ".join(f'<math displaystyle="true">{part}</math>' for part in joined)


class MathMLOnOneLine(MathML):
    """MathML in an exponent, where a division stays on its line."""

    drawn = frozenset({"exponent", "root"})

    def over(self, above: str, below: str) -> str:
        return f"{above}<mo>/</mo>{below}"

    def ratio(self, above: str, below: str, *, plain: bool) -> str:
        return self.over(above, below)


TEXT, HTML, LATEX, MATHML = Form(), Html(), Latex(), MathML()


def latex_text(text: str) -> str:
    r"""Words as LaTeX: what LaTeX would take as a command is escaped.

    >>> print(latex_text("50% of β² & a_b"))
    50\% of $\beta$$^2$ \& a\_b
    """
    return "".join(_ESCAPED.get(letter, letter) for letter in text)


_FUNCTIONS = {"max": r"\max", "min": r"\min", "Φ": r"\Phi", "Γ": r"\Gamma"}
_DRAWN = {
    "_": r"\_",
    "|": "|",
    "<": "<",
    ">": ">",
    "·": r" \cdot ",
    "×": r" \times ",
    "−": "-",
    "β": r"\beta ",
    "²": "^2",
    "√": r"\surd ",
    "≥": r"\ge ",
    "≤": r"\le ",
}
_ESCAPED = {
    **{letter: f"${drawn.strip()}$" for letter, drawn in _DRAWN.items()},
    **{letter: f"\\{letter}" for letter in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
}
