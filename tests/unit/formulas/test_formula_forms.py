"""A formula calculates the same as plain text, as MathML and as LaTeX: each form is parsed by itself, and compared.

The parsed structure has no parentheses, but sums, quotients and powers within each other. A form that loses a bracket
without a bar, a root or a raised line in its place therefore differs from the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import formula_examples
import pytest
from page_text import Node, tree

from irlearn.formulas import Division, Equation, Log, Number, Power, Ratio, Root, Sum, equation
from irlearn.text.html import html_of

Tokens = list["str | Tokens"]
"""Symbols, words and numbers; the parts under a bar or a root, raised or in parentheses are a list of their own."""

LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SIGNS = "=,+-·/^√|±()"


class Parser:
    """A parser of tokens by precedence: sums of products of powers."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens, self.position, self.barred = tokens, 0, False

    @property
    def next(self) -> str | Tokens | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self) -> str | Tokens:
        self.position += 1
        return self.tokens[self.position - 1]

    def row(self, *signs: str, end: str = "") -> object:
        """Parse sums with these symbols between them, up to a closing symbol or the end."""
        parsed: list[object] = [self.sum()]
        while isinstance(self.next, str) and self.next in signs:
            parsed += [self.take(), self.sum()]
        if end:
            assert self.take() == end, self.tokens
        return parsed[0] if len(parsed) == 1 else tuple(parsed)

    def sum(self) -> object:
        parts: list[object] = []
        while not parts or self.next in ("+", "-", "±"):
            sign = self.take() if self.next in ("+", "-", "±") else "+"
            parts.append((sign, self.product()))
        return parts[0][1] if len(parts) == 1 and parts[0][0] == "+" else ("sum", *parts)  # type: ignore[index]

    def product(self) -> object:
        above, below = [self.power()], []
        while self.next in ("·", "/"):
            (above if self.take() == "·" else below).append(self.power())
        flat: tuple[list[object], list[object]] = [], []
        less = False
        for part, side in [*((part, 0) for part in above), *((part, 1) for part in below)]:
            match part:
                case ("sum", ("-", number)):  # the sign of a negative number applies to the whole product
                    less, part = not less, number
            match part:
                case ("product", over, under):
                    flat[side].extend(over)
                    flat[1 - side].extend(under)
                case _:
                    flat[side].append(part)
        parsed = flat[0][0] if len(flat[0]) == 1 and not flat[1] else ("product", *flat)
        return ("sum", ("-", parsed)) if less else parsed

    def power(self) -> object:
        """Parse adjacent parts, such as words, or a function and its argument."""
        parsed: list[object] = []
        while self.begins():
            called = bool(parsed) and self.next == "("
            part = self.part()
            if self.next == "^":
                self.take()
                sign = self.take() if self.next == "-" else ""
                part = ("power", part, ("sum", ("-", self.part())) if sign else self.part())
            if parsed and isinstance(part, str) and isinstance(parsed[-1], str):
                parsed[-1] += part
            else:
                parsed.append(("of", part) if called else part)
        assert parsed, (self.tokens, self.position)
        return parsed[0] if len(parsed) == 1 else tuple(parsed)

    def begins(self) -> bool:
        """Return whether a part begins here; a second bar ends one."""
        if not isinstance(self.next, str):
            return self.next is not None
        return self.next in "(√" or self.next not in SIGNS or (self.next == "|" and not self.barred)

    def part(self) -> object:
        token = self.take()
        if isinstance(token, list):
            return Parser(token).whole()
        if token == "(":
            return self.row(",", "=", end=")")
        if token == "|":
            self.barred = True
            parsed = self.row(end="|")
            self.barred = False
            return ("size", parsed)
        return ("root", self.part()) if token == "√" else token

    def whole(self) -> object:
        parsed = self.row("=", ",")
        assert self.next is None, (self.tokens, self.position)
        return parsed


# the three forms


def words(text: str) -> Iterator[str]:
    """Split plain text into tokens: blanks, brackets and digits tell a minus from a hyphen."""
    text = re.sub(r"(\d)e([+-]\d+)", r"\1 · 10^(\2)", text.replace("−", "-").replace("⁻¹", "^(-1)"))
    text = text.replace("...", "…").replace("⁄", "/")
    yield from re.findall(r"[=,·/^√|±()]|[+-](?=[\s\d.(√|])|[^\s=,·/^√|±()]+?(?=[+-]?[\s=,·/^√|±()]|$)", text)


def plain(text: str) -> Tokens:
    return list(words(text))


def drawn(node: Node) -> Tokens:
    """Split MathML into tokens: bars, roots and raised parts are lists, and hidden rows are left out."""
    if "display:none" in (node.get("style") or ""):
        return []
    tokens: Tokens = []
    children = list(node.children)
    for position, child in enumerate(children):
        if isinstance(child, str):
            tokens += [child.strip()] if node.tag in ("mi", "mn", "mtext") and child.strip() else words(child)
        elif child.tag == "mspace":  # a function and its argument without parentheses
            rest = Node("mrow", {}, children[position + 1 :])
            return [*tokens, "(", *drawn(rest), ")"]
        else:
            tokens += drawn(child)
    match node.tag, [child for child in children if isinstance(child, Node)]:
        case "mfrac", [above, below]:
            return [[drawn(above), "/", drawn(below)]]
        case "msup", [base, exponent]:
            return [*drawn(base), "^", drawn(exponent)]  # only the last symbol of the base is raised to it
        case "msub", [base, lowered]:
            return ["".join(map(str, [*drawn(base), *drawn(lowered)]))]
        case "msqrt", _:
            return ["√", tokens]
        case "mn", _:
            return [word for token in tokens for word in words(str(token))]
    return tokens


_LATEX = re.compile(r"\\(?:text|frac|sqrt|underline)\b|\\left|\\right|\\[a-zA-Z]+|\\.|[{}]|.", re.DOTALL)
_SYMBOLS = {r"\cdot": "·", r"\pm": "±", r"\cdots": "…", r"\ldots": "…", r"\Phi": "Φ", r"\Gamma": "Γ", r"\beta": "β"}
_SYMBOLS |= {r"\mu": "µ", r"\ge": "≥", r"\le": "≤", r"\max": "max", r"\min": "min", r"\ln": "ln", r"\times": "×"}
_SYMBOLS |= {r"\surd": "√", r"\_": "_", r"\&": "&", r"\%": "%", r"\#": "#", r"\$": "$", "−": "-"}
_NOTHING = {r"\quad", "\\ ", " ", r"\left", r"\right", "$"}


def latex(source: str) -> Tokens:
    pieces = _LATEX.findall(source)
    return _latex(pieces, len(pieces))


def _latex(pieces: list[str], end: int) -> Tokens:
    tokens: Tokens = []
    while pieces and pieces[0] != "}":
        piece = pieces.pop(0)
        if piece in _NOTHING:
            continue
        if piece == "_":  # digits in a subscript
            low = pieces[1 : pieces.index("}")]
            tokens[-1] = f"{tokens[-1]}{''.join(low).translate(LOW)}"
            del pieces[: len(low) + 2]
        elif piece == r"\text":
            tokens.append(_text(pieces))
        elif piece == r"\frac":
            tokens.append([_group(pieces), "/", _group(pieces)])
        elif piece == r"\sqrt":
            tokens += ["√", _group(pieces)]
        elif piece == r"\underline":
            tokens += _group(pieces)
        elif piece == r"\log":
            pieces.pop(0)
            base = "".join(map(str, _group(pieces))) if pieces[0] == "{" else pieces.pop(0)
            tokens += _applied(f"log{base}", pieces)
        elif piece == r"\ln":
            tokens += _applied("ln", pieces)
        elif piece == "{":
            pieces.insert(0, piece)
            tokens.append(_group(pieces))
        elif re.match(r"[\w.]", piece):
            while pieces and re.match(r"[\w.]", pieces[0]):
                piece += pieces.pop(0)
            tokens.append(piece)
        else:
            tokens.append(_SYMBOLS.get(piece, piece))
    return tokens


def _group(pieces: list[str]) -> Tokens:
    assert pieces.pop(0) == "{"
    inside = _latex(pieces, len(pieces))
    assert pieces.pop(0) == "}"
    return inside


def _text(pieces: list[str]) -> str:
    depth, text = 0, ""
    while True:
        piece = pieces.pop(0)
        depth += (piece == "{") - (piece == "}")
        if not depth:
            return text
        text += "" if piece in ("{", "$") else _SYMBOLS.get(piece, piece)


def _applied(name: str, pieces: list[str]) -> Tokens:
    """Parse a function that needs no parentheses before a whole number."""
    while pieces[0] == " ":
        pieces.pop(0)
    if pieces[0] == r"\left":
        return [name]
    number = ""
    while pieces and pieces[0].isdigit():
        number += pieces.pop(0)
    return [name, "(", number, ")"]


def structure(tokens: Tokens) -> object:
    """Return the calculation as nested tuples; blanks within words do not matter."""
    return Parser(_pieces(tokens)).whole()


def _pieces(tokens: Tokens) -> Tokens:
    pieces: Tokens = []
    for token in tokens:
        if isinstance(token, list):
            pieces.append(_pieces(token))
        else:
            pieces += [token] if token in SIGNS else list(words(token))
    for position in range(len(pieces) - 1, 0, -1):
        if pieces[position] in ("+", "-") and pieces[position + 1 : position + 2] in ([], ["="], [","], [")"]):
            pieces[position - 1 : position + 1] = [
                f"{pieces[position - 1]}{pieces[position]}"
            ]  # the end of a name, such as W+
    return pieces


def structures(line: Equation) -> tuple[object, object, object]:
    page = tree(html_of(line.mathml()))
    return structure(plain(str(line))), structure(drawn(page)), structure(latex(line.latex()))


@pytest.mark.parametrize(
    ("text", "other"),
    [("(1 + 2) / 3", "1 + 2 / 3"), ("2^(1/3)", "2^1/3"), ("√(2 + 1)", "√2 + 1"), ("1 - (2 - 3)", "1 - 2 - 3"),
     ("log2(3) + 1", "log2(3 + 1)"), ("6/8", "3/4"), ("2 · 3", "2 + 3"), ("|x - 1|", "x - 1")],
)  # fmt: skip
def test_parsed_structures_of_different_formulas_differ(text, other):
    assert structure(plain(text)) != structure(plain(other))


@pytest.mark.parametrize(
    "formula",
    [
        equation("AP", Sum(Ratio(1, 1), Ratio(2, 3)) / 3),
        equation("x", Power(Sum(1, 2), Ratio(1, 3))),
        equation("s", Root(Division(Number(3), Sum(5, 1)))),
        equation("DCG", Ratio(3, Log(5)), Sum(1, 2) * 3),
    ],
    ids=str,
)
def test_text_mathml_and_latex_of_small_formulas_agree(formula):
    text, mathml, typeset = structures(formula)
    assert text == mathml == typeset


def test_text_mathml_and_latex_of_all_formulas_agree():
    lines = [line for line in formula_examples.lines() if isinstance(line, Equation)]
    assert len(lines) > 500
    wrong = {str(line): structures(line) for line in lines if len(set(map(repr, structures(line)))) > 1}
    assert wrong == {}
