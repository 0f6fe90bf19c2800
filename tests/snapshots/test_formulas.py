"""Formulas as they are seen and as LaTeX; one stands for all of the same structure.

`tests/expression/test_formula_forms.py` reads every formula in each form, and compares what they calculate.
"""

from __future__ import annotations

import re
from collections.abc import Hashable

import formula_examples
from page_text import Node, tree
from syrupy.assertion import SnapshotAssertion

from irlearn.formulas import Equation, Line, Node as Part
from irlearn.text.html import html_of


def test_formulas(snapshot: SnapshotAssertion) -> None:
    structures: dict[Hashable, Line] = {}
    for line in formula_examples.lines():
        structures.setdefault(structure(line), line)
    lines = []
    for line in structures.values():
        lines += [str(line), f"  seen {seen(line)}", f"  LaTeX {line.latex()}"]
    assert lines == snapshot


def structure(line: Line) -> Hashable:
    """Return what a line is made of, whatever the numbers and however many parts."""
    if not isinstance(line, Equation):
        return re.sub(r"[\d.,-]+", "", str(line))
    return frozenset(map(_parts, line.sides)), bool(line.before), bool(line.after)


def _parts(part: Part) -> Hashable:
    return type(part), frozenset(map(_parts, part.parts))


def seen(line: Line) -> str:
    """Return a formula as it is drawn, without hidden parts; brackets enclose what a bar, a root or a power holds."""
    return " ".join(_seen(tree(html_of(line.mathml()))).split())


def _seen(node: Node) -> str:
    if "display:none" in (node.get("style") or ""):
        return ""
    inside = [
        _seen(child) if isinstance(child, Node) else child.replace("\N{NO-BREAK SPACE}", " ") for child in node.children
    ]
    match node.tag:
        case "mfrac":
            return f"[{inside[0]} ⁄ {inside[1]}]"
        case "msup" | "msub":
            return f"{inside[0]}{'^' if node.tag == 'msup' else '_'}[{inside[1]}]"
        case "sup" | "sub":
            return f"{'^' if node.tag == 'sup' else '_'}[{''.join(inside)}]"
        case "msqrt":
            return f"√[{''.join(inside)}]"
        case "mspace":
            return " "
    look = node.get("class")
    plain = look in ("formula", "group", "group bars")  # brackets are text, however they are drawn
    return f"<{look}: {''.join(inside)}>" if look and not plain else "".join(inside)
