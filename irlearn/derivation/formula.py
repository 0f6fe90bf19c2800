"""A calculation's own notation, `AP = (1/1 + 2/3) / 3 = 5/9`, read as a formula and written as LaTeX or MathML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple


class Node(NamedTuple):
    """A part of a formula: what it is, and its text or the parts that it joins."""

    kind: str
    text: str = ""
    parts: tuple[Node, ...] = ()


class Formula(NamedTuple):
    """A line of a calculation: words before it, its sides with equals signs between them, and words after it."""

    before: str
    sides: tuple[Node, ...]
    after: str

    def latex(self, *, aligned: bool = False, broken: bool = False) -> str:
        r"""The formula as LaTeX in math mode; `aligned` for align*, `broken` into lines at equals signs and long sums.

        >>> formula = read("AP = (1/1 + 2/3) / 3 = 5/9")
        >>> print(formula.latex() if formula else "")
        \text{AP} = \frac{\frac{1}{1} + \frac{2}{3}}{3} = \frac{5}{9}
        """
        name, *sides = [_broken_latex(side) if broken else _latex(side) for side in self.sides]
        before = rf"\text{{{latex_text(self.before)}}}\quad " if self.before else ""
        after = rf",\quad\text{{{latex_text(self.after)}}}" if self.after else ""
        return f"{before}{name} {'&' * aligned}= " + (" \\\\\n&= " if broken else " = ").join(sides) + after

    def mathml(self) -> str:
        """The formula as MathML, which browsers draw without help; it may break before an equals sign."""
        name, first, *sides = [_mathml(side) for side in self.sides]
        joined = [f"{name}<mo>=</mo>{first}", *(f"<mo>=</mo>{side}" for side in sides)]
        drawn = " ".join(f'<math displaystyle="true">{part}</math>' for part in joined)
        before = f"{escape(self.before)} " if self.before else ""
        return f"{before}{drawn}{f', {escape(self.after)}' if self.after else ''}"


def read(line: str) -> Formula | None:
    """The formula that a line holds, or None where it is a sentence."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    try:
        sides = tuple(_Reader(side).whole() for side in match["sides"].split(" = "))
    except _NoFormulaError:
        return None
    return Formula(match["before"] or "", sides, match["after"] or "")


def cell_latex(cell: str) -> str:
    """A table's cell as LaTeX: what has a fraction or a product in it as a formula, all else as text."""
    if "/" in cell or "·" in cell:
        try:
            return f"${_latex(_Reader(cell).whole())}$"
        except _NoFormulaError:
            pass
    return latex_text(cell)


def latex_text(text: str) -> str:
    r"""Words as LaTeX: what LaTeX would take as a command is escaped.

    >>> print(latex_text("50% of β² & a_b"))
    50\% of $\beta$$^2$ \& a\_b
    """
    return "".join(_ESCAPED.get(letter, letter) for letter in text)


_TERMS = 7  # of a sum in a line of LaTeX, which a page of A4 holds
_LINE = re.compile(r"(?:(?P<before>query \d+:) )?(?P<sides>\S.*? = .*?)(?:, (?P<after>because .*))?")
_ESCAPED = {
    **{letter: f"\\{letter}" for letter in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "−": "$-$",
    "–": "--",
    "β": r"$\beta$",
    "²": "$^2$",
    "≥": r"$\ge$",
    "≤": r"$\le$",
}
_TOKENS = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d+)?(?:e-?\d+)?)|(?P<call>log2|max)\(|(?P<dots>\.\.\.)"
    r"|(?P<name>[A-Za-z]+(?:\([a-z_]+=[^()]*\))?(?:@[\d./]+)?)|(?P<sign>[-+·/^(),]))"
)


class _NoFormulaError(Exception):
    """The text is no formula."""


class _Reader:
    """A reader of one side: sums of products of quotients of powers."""

    def __init__(self, text: str) -> None:
        self._tokens = list(self._split(text))
        self._next = 0

    @staticmethod
    def _split(text: str) -> Iterator[tuple[str, str]]:
        place = 0
        while place < len(text.rstrip()):
            match = _TOKENS.match(text, place)
            if match is None:
                raise _NoFormulaError
            kind = match.lastgroup or ""
            yield kind, match[kind]
            place = match.end()

    def whole(self) -> Node:
        node = self._list("list", ",", self._sum)
        if self._next < len(self._tokens):
            raise _NoFormulaError
        return node

    def _take(self, *signs: str) -> str:
        if self._next < len(self._tokens) and self._tokens[self._next] in [("sign", sign) for sign in signs]:
            self._next += 1
            return self._tokens[self._next - 1][1]
        return ""

    def _list(self, kind: str, sign: str, part: Callable[[], Node]) -> Node:
        parts = [part()]
        while self._take(sign):
            parts.append(part())
        return parts[0] if len(parts) == 1 else Node(kind, "", tuple(parts))

    def _sum(self) -> Node:
        return self._list("sum", "+", self._product)

    def _product(self) -> Node:
        return self._list("product", "·", self._quotient)

    def _quotient(self) -> Node:
        node = self._power()
        while self._take("/"):
            node = Node("over", "", (node, self._power()))
        return node

    def _power(self) -> Node:
        node = self._atom()
        return Node("power", "", (node, self._atom())) if self._take("^") else node

    def _atom(self) -> Node:
        if self._take("("):
            return Node("group", "", (self._closed(self._sum()),))
        if self._next == len(self._tokens):
            raise _NoFormulaError
        kind, text = self._tokens[self._next]
        self._next += 1
        if kind == "call":
            inside = self._list("list", ",", self._sum)
            return Node(text, "", (self._closed(inside),))
        if kind == "sign":
            raise _NoFormulaError
        return Node(kind, text)

    def _closed(self, node: Node) -> Node:
        if not self._take(")"):
            raise _NoFormulaError
        return node


def _bare(node: Node) -> Node:
    """Without the parentheses, which a fraction line makes needless."""
    return node.parts[0] if node.kind == "group" else node


def _broken_latex(node: Node) -> str:
    if node.kind != "sum" or len(node.parts) <= _TERMS:
        return _latex(node)
    parts = [_latex(part) for part in node.parts]
    rows = [" + ".join(parts[start : start + _TERMS]) for start in range(0, len(parts), _TERMS)]
    return " \\\\\n&\\quad + ".join(rows)


def _latex(node: Node) -> str:
    parts = [_latex(part) for part in node.parts]
    match node.kind:
        case "number":
            number, _, exponent = node.text.partition("e")
            return rf"{number} \cdot 10^{{{int(exponent)}}}" if exponent else number
        case "name":
            return r"\text{" + r"}\_\text{".join(latex_text(word) for word in node.text.split("_")) + "}"
        case "dots":
            return r"\cdots"
        case "sum":
            return " + ".join(parts)
        case "product":
            return r" \cdot ".join(parts)
        case "list":
            return ", ".join(parts).replace(r"\cdots", r"\ldots")
        case "over":
            above, below = (_latex(_bare(part)) for part in node.parts)
            return rf"\frac{{{above}}}{{{below}}}"
        case "power":
            return f"{parts[0]}^{{{_inline(_bare(node.parts[1]))}}}"
        case "log2":
            return rf"\log_2 {parts[0]}"
        case "max":
            return rf"\max\left({parts[0]}\right)"
    return rf"\left({parts[0]}\right)"


def _inline(node: Node) -> str:
    return "/".join(map(_latex, node.parts)) if node.kind == "over" else _latex(node)


def _mathml(node: Node) -> str:
    parts = [_mathml(part) for part in node.parts]
    match node.kind:
        case "number":
            number, _, exponent = node.text.partition("e")
            power = f"<mo>·</mo><msup><mn>10</mn><mn>{int(exponent)}</mn></msup>" if exponent else ""
            return f"<mn>{number}</mn>{power}"
        case "name":
            return f"<mtext>{escape(node.text)}</mtext>"
        case "dots":
            return "<mo>…</mo>"
        case "sum":
            return "<mo>+</mo>".join(parts)
        case "product":
            return "<mo>·</mo>".join(parts)
        case "list":
            return "<mo>,</mo>".join(parts)
        case "over":
            above, below = (f'<mrow displaystyle="true">{_mathml(_bare(part))}</mrow>' for part in node.parts)
            return f"<mfrac>{above}{below}</mfrac>"
        case "power":
            return f"<msup><mrow>{parts[0]}</mrow><mrow>{_mathml(_bare(node.parts[1]))}</mrow></msup>"
        case "log2":
            return f"<mrow><msub><mi>log</mi><mn>2</mn></msub><mspace width='0.15em'/>{parts[0]}</mrow>"
        case "max":
            return f"<mrow><mi>max</mi><mo>(</mo>{parts[0]}<mo>)</mo></mrow>"
    return f"<mrow><mo>(</mo>{parts[0]}<mo>)</mo></mrow>"
