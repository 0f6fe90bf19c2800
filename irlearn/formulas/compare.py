"""Where a calculation differs from another: a comparison of trees, part by part."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from irlearn.formulas.functions import Chance, Highlighted
from irlearn.formulas.lines import Equation, Line
from irlearn.formulas.operations import Product, Ratio, Sum
from irlearn.formulas.tree import Node, Number

DIFFERS = "differs"
"""The look of a part that another calculation does not have."""

_MOSTLY = 0.5  # of the terms; where more of them differ, there is nothing to point at

_Path = tuple[int, ...]


def compared(lines: Iterable[Line], right: Iterable[Line]) -> tuple[Line, ...]:
    """The lines, each marked where it differs from the right line of its name; one without such a line as it is.

    >>> from irlearn.formulas import equation
    >>> right = [equation("AP", (Ratio(1, 1) + Ratio(2, 3)) / 4)]
    >>> (line,) = compared([equation("AP", (Ratio(1, 1) + Ratio(2, 3)) / 2)], right)
    >>> [str(part) for part in marked_parts(line)]
    ['2']
    """
    named = {line.name: line for line in right if isinstance(line, Equation)}
    return tuple(
        _marked(line, named[line.name]) if isinstance(line, Equation) and line.name in named else line for line in lines
    )


def marked_parts(line: Line) -> list[Node]:
    """The parts of a line that are marked as different."""
    if not isinstance(line, Equation):
        return []
    return [
        part
        for side in line.sides
        for part in side.walk()
        if isinstance(part, Highlighted) and part.css_class == DIFFERS
    ]


def _marked(wrong: Equation, right: Equation) -> Equation:
    """The line with those terms of its first side marked that the right one does not have.

    Nothing is marked where most of it differs, or where the way of working it out does: there is no one place to see.
    Where both are the chance of an event and nothing else, the event is what differs.
    """
    side, other = wrong.sides[0].without_highlights(), right.sides[0].without_highlights()
    places = _differing(side, other, ())
    chances = isinstance(side, Chance) and isinstance(other, Chance)
    if not places or (not chances and len(places) > _MOSTLY * len(list(_numbers(side, ())))):
        return wrong
    return wrong._replace(sides=(_with_marks(side, places, ()), *wrong.sides[1:]))


def _differing(wrong: Node, right: Node, at: _Path) -> list[_Path] | None:
    """The places of the numbers and names that differ; None where the two are not worked out in the same way."""
    if str(wrong) == str(right):
        return []
    if _is_number(wrong) and _is_number(right):
        return [at]
    for many in (Sum, Product):
        if isinstance(wrong, many) or isinstance(right, many):
            return _aligned(_pieces(many, wrong, at), [piece for piece, _ in _pieces(many, right, at)])
    if type(wrong) is not type(right) or len(wrong.parts) != len(right.parts):
        return list(_numbers(wrong, at)) if _is_term(wrong) and _is_term(right) else None
    pairs = enumerate(zip(wrong.parts, right.parts, strict=True))
    return _all(_differing(one, other, (*at, place)) for place, (one, other) in pairs)


def _pieces(many: type[Node], part: Node, at: _Path) -> list[tuple[Node, _Path]]:
    """What is added up or multiplied; anything else is a single one."""
    if isinstance(part, many):
        return [(piece, (*at, place)) for place, piece in enumerate(part.parts)]
    return [(part, at)]


def _aligned(wrong: Sequence[tuple[Node, _Path]], right: Sequence[Node]) -> list[_Path] | None:
    """What differs in parts in a row, of which some may be missing or be too many."""
    from difflib import SequenceMatcher  # only comparisons need it

    found: list[_Path] = []
    matcher = SequenceMatcher(None, [str(one) for one in right], [str(one) for one, _ in wrong], autojunk=False)
    for tag, low, high, first, last in matcher.get_opcodes():
        if tag in ("replace", "insert"):
            pairs = zip(wrong[first:last], right[low:high], strict=False)
            inside = _all(_differing(one, other, at) for (one, at), other in pairs)
            if inside is None:
                return None
            more = wrong[first:last][high - low :]
            found += [*inside, *(place for one, at in more for place in _numbers(one, at))]
    return found


def _all(several: Iterable[list[_Path] | None]) -> list[_Path] | None:
    found: list[_Path] = []
    for places in several:
        if places is None:
            return None
        found += places
    return found


def _is_number(part: Node) -> bool:
    """Whether it reads as one number or name, as 4/5 does."""
    return not part.parts or (isinstance(part, Ratio) and all(isinstance(one, Number) for one in part.parts))


def _is_term(part: Node) -> bool:
    """Whether it is marked as a whole, as 3/log2(5) is."""
    return not part.parts or isinstance(part, Ratio)


def _numbers(part: Node, at: _Path) -> Iterator[_Path]:
    """The places of all numbers and names."""
    if _is_number(part):
        yield at
    else:
        for place, one in enumerate(part.parts):
            yield from _numbers(one, (*at, place))


def _with_marks(part: Node, places: Sequence[_Path], at: _Path) -> Node:
    """The same with each term marked in which something differs."""
    if _is_term(part):
        return Highlighted(part, DIFFERS) if any(place[: len(at)] == at for place in places) else part
    return part.with_parts(_with_marks(one, places, (*at, place)) for place, one in enumerate(part.parts))
