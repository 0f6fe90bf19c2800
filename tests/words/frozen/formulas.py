"""Families: formulas as they are seen, and as LaTeX. One of each build stands for all: the tests read every one."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator

from frozen import grid, reading
from frozen.calculations import best, some, some_means, tests
from frozen.golden import Family
from frozen.reading import Node
from irlearn import InputError, explain
from irlearn.byhand.parse_question import parse_quantity
from irlearn.formulas import Equation, Line, Node as Part
from irlearn.text.html import html_of


def families() -> Iterator[Family]:
    """What formulas look like."""
    yield Family("formulas", _sample)


def lines() -> Iterator[Line]:
    """Every line of the calculations on the grid, each once."""
    cases = [case for asked in grid.MEASURES.values() for case in some(asked)]
    cases += [case for asked in grid.MEANS.values() for case in some_means(asked)]
    cases += [case for name in grid.TESTS for case in tests(name)]
    cases += [case for name in grid.BEST for case in best(name)]
    found: dict[str, Line] = {}
    for name, given in cases:
        try:
            found |= {str(line): line for line in explain(parse_quantity(name), given).equations}  # type: ignore[call-overload]
        except InputError:
            continue
    yield from found.values()


def _sample() -> Iterator[str]:
    built: dict[Hashable, Line] = {}
    for line in lines():
        built.setdefault(_build(line), line)
    for line in built.values():
        yield str(line)
        yield f"  seen {seen(line)}"
        yield f"  LaTeX {line.latex()}"


def _build(line: Line) -> Hashable:
    """What a line is made of, however many parts there are and whatever their numbers."""
    if not isinstance(line, Equation):
        return re.sub(r"[\d.,-]+", "", str(line))
    return frozenset(map(_parts, line.sides)), bool(line.before), bool(line.after)


def _parts(part: Part) -> Hashable:
    return type(part), frozenset(map(_parts, part.parts))


def seen(line: Line) -> str:
    """A formula as the eye has it: without what is hidden, brackets around what a bar, a root or a raised line holds.

    >>> from irlearn.formulas import Number, Ratio, Sum, equation
    >>> seen(equation("AP", Sum(Ratio(1, 1), Ratio(2, 3)) / 3))
    'AP = [[1 ⁄ 1] + [2 ⁄ 3] ⁄ 3] = [5 ⁄ 9] = 0.5556'
    """
    return " ".join(_seen(reading.tree(html_of(line.mathml()))).split())


def _seen(node: Node) -> str:
    if "display:none" in (node.get("style") or ""):
        return ""
    inside = [_seen(one) if isinstance(one, Node) else one.replace("\N{NO-BREAK SPACE}", " ") for one in node.children]
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
    plain = look in ("formula", "group", "group bars")  # brackets are seen, however they are drawn
    return f"<{look}: {''.join(inside)}>" if look and not plain else "".join(inside)
