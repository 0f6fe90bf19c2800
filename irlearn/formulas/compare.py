"""Comparison of calculations: highlights on the parts of a wrong calculation that differ from the right one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from irlearn.formulas.functions import Chance, Highlighted
from irlearn.formulas.lines import Equation, Line
from irlearn.formulas.operations import Product, Ratio, Sum
from irlearn.formulas.tree import Node, Number

DIFFERS = "differs"
"""The CSS class of a part that differs from the other calculation."""

_MOSTLY = 0.5  # If a larger share of the terms differs, highlights would not help a learner.

_Path = tuple[int, ...]
"""The indices of parts that lead from the root of a tree to a node."""


def compared(lines: Iterable[Line], right: Iterable[Line]) -> tuple[Line, ...]:
    """Return the lines with highlights where they differ from the right line of the same name.

    A line without a counterpart is returned unchanged.

    >>> from irlearn.formulas import equation
    >>> right = [equation("AP", (Ratio(1, 1) + Ratio(2, 3)) / 4)]
    >>> (line,) = compared([equation("AP", (Ratio(1, 1) + Ratio(2, 3)) / 2)], right)
    >>> [str(part) for part in marked_parts(line)]
    ['2']
    """
    right_by_name = {line.name: line for line in right if isinstance(line, Equation)}
    return tuple(
        _marked(line, right_by_name[line.name]) if isinstance(line, Equation) and line.name in right_by_name else line
        for line in lines
    )


def marked_parts(line: Line) -> list[Node]:
    """Return the parts of a line that are highlighted as different."""
    if not isinstance(line, Equation):
        return []
    return [
        part
        for side in line.sides
        for part in side.walk()
        if isinstance(part, Highlighted) and part.css_class == DIFFERS
    ]


def _marked(wrong: Equation, right: Equation) -> Equation:
    """Return the wrong equation with highlights on the terms of its first side that the right equation lacks.

    Nothing is highlighted if most numbers differ or if the two calculations have different structures. Two equations
    that are each a single probability are always compared, because their events differ.
    """
    side, other = wrong.sides[0].without_highlights(), right.sides[0].without_highlights()
    paths = _differing(side, other, ())
    are_probabilities = isinstance(side, Chance) and isinstance(other, Chance)
    if not paths or (not are_probabilities and len(paths) > _MOSTLY * len(list(_number_paths(side, ())))):
        return wrong
    return wrong._replace(sides=(_highlighted(side, paths, ()), *wrong.sides[1:]))


def _differing(wrong: Node, right: Node, path: _Path) -> list[_Path] | None:
    """Return the paths of the numbers and names that differ; None if the structures of the two nodes differ."""
    if str(wrong) == str(right):
        return []
    if _is_number(wrong) and _is_number(right):
        return [path]
    for operation in (Sum, Product):
        if isinstance(wrong, operation) or isinstance(right, operation):
            operands = [operand for operand, _ in _operands(operation, right, path)]
            return _differing_operands(_operands(operation, wrong, path), operands)
    if type(wrong) is not type(right) or len(wrong.parts) != len(right.parts):
        return list(_number_paths(wrong, path)) if _is_term(wrong) and _is_term(right) else None
    pairs = enumerate(zip(wrong.parts, right.parts, strict=True))
    return _combined(_differing(part, other, (*path, index)) for index, (part, other) in pairs)


def _operands(operation: type[Node], node: Node, path: _Path) -> list[tuple[Node, _Path]]:
    """Return the operands of a sum or product with their paths; any other node is a single operand."""
    if isinstance(node, operation):
        return [(operand, (*path, index)) for index, operand in enumerate(node.parts)]
    return [(node, path)]


def _differing_operands(wrong: Sequence[tuple[Node, _Path]], right: Sequence[Node]) -> list[_Path] | None:
    """Align two sequences of operands, and return the paths of differences among the wrong ones."""
    from difflib import SequenceMatcher  # Imported here because only comparisons need it.

    paths: list[_Path] = []
    right_texts, wrong_texts = [str(operand) for operand in right], [str(operand) for operand, _ in wrong]
    matcher = SequenceMatcher(None, right_texts, wrong_texts, autojunk=False)
    for tag, right_start, right_stop, wrong_start, wrong_stop in matcher.get_opcodes():
        if tag in ("replace", "insert"):
            pairs = zip(wrong[wrong_start:wrong_stop], right[right_start:right_stop], strict=False)
            replaced = _combined(_differing(operand, other, path) for (operand, path), other in pairs)
            if replaced is None:
                return None
            paths += replaced
            for operand, path in wrong[wrong_start:wrong_stop][right_stop - right_start :]:
                paths += _number_paths(operand, path)
    return paths


def _combined(comparisons: Iterable[list[_Path] | None]) -> list[_Path] | None:
    """Join the results of comparisons, which are lists of paths; return None if one of the results is None."""
    combined: list[_Path] = []
    for paths in comparisons:
        if paths is None:
            return None
        combined += paths
    return combined


def _is_number(node: Node) -> bool:
    """Return True for a node that reads as a single number or name, such as 4/5."""
    return not node.parts or (isinstance(node, Ratio) and all(isinstance(part, Number) for part in node.parts))


def _is_term(node: Node) -> bool:
    """Return True for a node that is highlighted as a whole, such as 3/log2(5)."""
    return not node.parts or isinstance(node, Ratio)


def _number_paths(node: Node, path: _Path) -> Iterator[_Path]:
    """Yield the paths of all numbers and names."""
    if _is_number(node):
        yield path
    else:
        for index, part in enumerate(node.parts):
            yield from _number_paths(part, (*path, index))


def _highlighted(node: Node, paths: Sequence[_Path], path: _Path) -> Node:
    """Return the node with a highlight on each term that contains a difference."""
    if _is_term(node):
        return Highlighted(node, DIFFERS) if any(differing[: len(path)] == path for differing in paths) else node
    return node.with_parts(_highlighted(part, paths, (*path, index)) for index, part in enumerate(node.parts))
