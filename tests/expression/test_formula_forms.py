"""A formula is the same as plain text, as it is seen and as LaTeX: each is read by itself, back to what it calculates.

What is read is a structure without parentheses: sums, quotients and powers nested in each other. So a bracket that is
lost where no bar, root or raised line takes its place is found, whichever of the three has lost it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import formula_examples
import pytest
from page_text import Node, tree

from irlearn.expression import Division, Equation, Log, Number, Power, Ratio, Root, Sum, equation
from irlearn.markup import html_of

Tokens = list["str | Tokens"]
"""Signs, words and numbers; what a bar, a root, a raised line or parentheses hold together is a list of its own."""

LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
SIGNS = "=,+-·/^√|±()"


class Reader:
    """Reads tokens by precedence: sums of products of powers."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens, self.place, self.barred = tokens, 0, False

    @property
    def next(self) -> str | Tokens | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self) -> str | Tokens:
        self.place += 1
        return self.tokens[self.place - 1]

    def row(self, *signs: str, end: str = "") -> object:
        """Sums with such signs between them, as far as a closing sign or the end."""
        found: list[object] = [self.sum()]
        while isinstance(self.next, str) and self.next in signs:
            found += [self.take(), self.sum()]
        if end:
            assert self.take() == end, self.tokens
        return found[0] if len(found) == 1 else tuple(found)

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
        for part, side in [*((one, 0) for one in above), *((one, 1) for one in below)]:
            match part:
                case ("sum", ("-", one)):  # a number below 0: its sign is that of the whole
                    less, part = not less, one
            match part:
                case ("product", over, under):
                    flat[side].extend(over)
                    flat[1 - side].extend(under)
                case _:
                    flat[side].append(part)
        found = flat[0][0] if len(flat[0]) == 1 and not flat[1] else ("product", *flat)
        return ("sum", ("-", found)) if less else found

    def power(self) -> object:
        """Things beside each other, such as words, or a name and what it is of."""
        found: list[object] = []
        while self.begins():
            called = bool(found) and self.next == "("
            one = self.one()
            if self.next == "^":
                self.take()
                sign = self.take() if self.next == "-" else ""
                one = ("power", one, ("sum", ("-", self.one())) if sign else self.one())
            if found and isinstance(one, str) and isinstance(found[-1], str):
                found[-1] += one
            else:
                found.append(("of", one) if called else one)
        assert found, (self.tokens, self.place)
        return found[0] if len(found) == 1 else tuple(found)

    def begins(self) -> bool:
        """Whether something begins here; a second bar ends."""
        if not isinstance(self.next, str):
            return self.next is not None
        return self.next in "(√" or self.next not in SIGNS or (self.next == "|" and not self.barred)

    def one(self) -> object:
        token = self.take()
        if isinstance(token, list):
            return Reader(token).whole()
        if token == "(":
            return self.row(",", "=", end=")")
        if token == "|":
            self.barred = True
            found = self.row(end="|")
            self.barred = False
            return ("size", found)
        return ("root", self.one()) if token == "√" else token

    def whole(self) -> object:
        found = self.row("=", ",")
        assert self.next is None, (self.tokens, self.place)
        return found


# the three readers


def words(text: str) -> Iterator[str]:
    """Plain text in pieces: a sign is one where blanks, brackets or digits say so."""
    text = re.sub(r"(\d)e([+-]\d+)", r"\1 · 10^(\2)", text.replace("−", "-").replace("⁻¹", "^(-1)"))
    text = text.replace("...", "…").replace("⁄", "/")
    yield from re.findall(r"[=,·/^√|±()]|[+-](?=[\s\d.(√|])|[^\s=,·/^√|±()]+?(?=[+-]?[\s=,·/^√|±()]|$)", text)


def plain(text: str) -> Tokens:
    return list(words(text))


def seen(node: Node) -> Tokens:
    """What is drawn of a page: bars, roots and raised lines hold together, rows that nobody sees do not."""
    if "display:none" in (node.get("style") or ""):
        return []
    found: Tokens = []
    children = list(node.children)
    for place, child in enumerate(children):
        if isinstance(child, str):
            found += [child.strip()] if node.tag in ("mi", "mn", "mtext") and child.strip() else words(child)
        elif child.tag == "mspace":  # a function and what it is of, without parentheses
            rest = Node("mrow", {}, children[place + 1 :])
            return [*found, "(", *seen(rest), ")"]
        else:
            found += seen(child)
    match node.tag, [one for one in children if isinstance(one, Node)]:
        case "mfrac", [above, below]:
            return [[seen(above), "/", seen(below)]]
        case "msup", [base, exponent]:
            return [*seen(base), "^", seen(exponent)]  # raised is what stands beside the last sign of the base
        case "msub", [base, lowered]:
            return ["".join(map(str, [*seen(base), *seen(lowered)]))]
        case "msqrt", _:
            return ["√", found]
        case "mn", _:
            return [piece for one in found for piece in words(str(one))]
    return found


_LATEX = re.compile(r"\\(?:text|frac|sqrt|underline)\b|\\left|\\right|\\[a-zA-Z]+|\\.|[{}]|.", re.DOTALL)
_SAID = {r"\cdot": "·", r"\pm": "±", r"\cdots": "…", r"\ldots": "…", r"\Phi": "Φ", r"\Gamma": "Γ", r"\beta": "β"}
_SAID |= {r"\mu": "µ", r"\ge": "≥", r"\le": "≤", r"\max": "max", r"\min": "min", r"\ln": "ln", r"\times": "×"}
_SAID |= {r"\surd": "√", r"\_": "_", r"\&": "&", r"\%": "%", r"\#": "#", r"\$": "$", "−": "-"}
_NOTHING = {r"\quad", "\\ ", " ", r"\left", r"\right", "$"}


def latex(source: str) -> Tokens:
    pieces = _LATEX.findall(source)
    return _latex(pieces, len(pieces))


def _latex(pieces: list[str], end: int) -> Tokens:
    found: Tokens = []
    while pieces and pieces[0] != "}":
        piece = pieces.pop(0)
        if piece in _NOTHING:
            continue
        if piece == "_":  # digits set low, behind a symbol
            low = pieces[1 : pieces.index("}")]
            found[-1] = f"{found[-1]}{''.join(low).translate(LOW)}"
            del pieces[: len(low) + 2]
        elif piece == r"\text":
            found.append(_text(pieces))
        elif piece == r"\frac":
            found.append([_group(pieces), "/", _group(pieces)])
        elif piece == r"\sqrt":
            found += ["√", _group(pieces)]
        elif piece == r"\underline":
            found += _group(pieces)
        elif piece == r"\log":
            pieces.pop(0)
            base = "".join(map(str, _group(pieces))) if pieces[0] == "{" else pieces.pop(0)
            found += _applied(f"log{base}", pieces)
        elif piece == r"\ln":
            found += _applied("ln", pieces)
        elif piece == "{":
            pieces.insert(0, piece)
            found.append(_group(pieces))
        elif re.match(r"[\w.]", piece):
            while pieces and re.match(r"[\w.]", pieces[0]):
                piece += pieces.pop(0)
            found.append(piece)
        else:
            found.append(_SAID.get(piece, piece))
    return found


def _group(pieces: list[str]) -> Tokens:
    assert pieces.pop(0) == "{"
    inside = _latex(pieces, len(pieces))
    assert pieces.pop(0) == "}"
    return inside


def _text(pieces: list[str]) -> str:
    depth, found = 0, ""
    while True:
        piece = pieces.pop(0)
        depth += (piece == "{") - (piece == "}")
        if not depth:
            return found
        found += "" if piece in ("{", "$") else _SAID.get(piece, piece)


def _applied(name: str, pieces: list[str]) -> Tokens:
    """A function that needs no parentheses before a whole number."""
    while pieces[0] == " ":
        pieces.pop(0)
    if pieces[0] == r"\left":
        return [name]
    number = ""
    while pieces and pieces[0].isdigit():
        number += pieces.pop(0)
    return [name, "(", number, ")"]


def said(tokens: Tokens) -> object:
    """What is calculated; words are compared without their blanks."""
    return Reader(_pieces(tokens)).whole()


def _pieces(tokens: Tokens) -> Tokens:
    found: Tokens = []
    for one in tokens:
        if isinstance(one, list):
            found.append(_pieces(one))
        else:
            found += [one] if one in SIGNS else list(words(one))
    for place in range(len(found) - 1, 0, -1):
        if found[place] in ("+", "-") and found[place + 1 : place + 2] in ([], ["="], [","], [")"]):
            found[place - 1 : place + 1] = [f"{found[place - 1]}{found[place]}"]  # the end of a name, such as W+
    return found


def told(line: Equation) -> tuple[object, object, object]:
    page = tree(html_of(line.mathml()))
    return said(plain(str(line))), said(seen(page)), said(latex(line.latex()))


@pytest.mark.parametrize(
    ("text", "other"),
    [("(1 + 2) / 3", "1 + 2 / 3"), ("2^(1/3)", "2^1/3"), ("√(2 + 1)", "√2 + 1"), ("1 - (2 - 3)", "1 - 2 - 3"),
     ("log2(3) + 1", "log2(3 + 1)"), ("6/8", "3/4"), ("2 · 3", "2 + 3"), ("|x - 1|", "x - 1")],
)  # fmt: skip
def test_a_lost_bracket_another_sign_or_another_number_is_another_formula(text, other):
    assert said(plain(text)) != said(plain(other))


@pytest.mark.parametrize(
    "one",
    [
        equation("AP", Sum(Ratio(1, 1), Ratio(2, 3)) / 3),
        equation("x", Power(Sum(1, 2), Ratio(1, 3))),
        equation("s", Root(Division(Number(3), Sum(5, 1)))),
        equation("DCG", Ratio(3, Log(5)), Sum(1, 2) * 3),
    ],
    ids=str,
)
def test_the_three_readers_agree_on_small_formulas(one):
    text, drawn, typeset = told(one)
    assert text == drawn == typeset


def test_every_formula_says_the_same_as_text_as_it_is_seen_and_as_latex():
    lines = [line for line in formula_examples.lines() if isinstance(line, Equation)]
    assert len(lines) > 500
    wrong = {str(line): told(line) for line in lines if len(set(map(repr, told(line)))) > 1}
    assert wrong == {}
