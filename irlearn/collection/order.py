"""Columns in another order: found in the first lines of a file, before they are read as something else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from irlearn.collection.sources import Source
from irlearn.collection.table import NUMBER_ALONE, NumberKind, shown
from irlearn.collection.trec_text import Layout, is_data
from irlearn.errors import InputError
from irlearn.text.english import comma_list, ordinal

_LOOKED_AT = 1 << 15  # bytes
_LOWEST_GRADE, _HIGHEST_GRADE = -2, 10
_HIGH, _VERY_HIGH = 1000, 100_000


class _Column:
    """The cells of one column and what they look like; `queries` are the cells of the first column."""

    def __init__(self, place: int, cells: Sequence[str], queries: Sequence[str]) -> None:
        examples = [shown(cell, 30) for cell in list(dict.fromkeys(cells))[:2]]
        self.name = f"the {ordinal(place + 1)} column ({comma_list(examples)})"
        numeric = all(NUMBER_ALONE.fullmatch(cell) for cell in set(cells))
        numbers = [*map(float, cells)] if numeric else []
        lowest, highest = min(numbers, default=0), max(numbers, default=0)
        groups: dict[str, list[float]] = {}
        for query, number in zip(queries, numbers, strict=False):  # a column of words has no numbers
            groups.setdefault(query, []).append(number)
        self.differs = len(set(zip(queries, cells, strict=True))) == len(cells)
        self.constant = len(set(cells)) == 1
        self.whole = numeric and all(number.is_integer() for number in numbers)
        self.falls = (
            numeric
            and len(groups) < len(cells)
            and all(group == sorted(group, reverse=True) for group in groups.values())
        )
        self.permutes = self.whole and all(sorted(group) == [*range(1, len(group) + 1)] for group in groups.values())
        steps = {"up" if b == a + 1 else "back" if b == numbers[0] else "other" for a, b in pairwise(numbers)}
        self.climbs = self.whole and lowest in (0, 1) and "up" in steps and "other" not in steps
        self.restarts = self.climbs and "back" in steps
        self.positive = highest > 0
        self.small = self.whole and lowest >= _LOWEST_GRADE and highest <= _HIGHEST_GRADE
        self.idle = self.small or (self.constant and cells[0].upper() == "Q0")
        if numeric:  # scores fall, and those that are whole are seldom so high
            ids = self.whole and highest > (_VERY_HIGH if self.falls else _HIGH)
        else:
            ids = not self.idle and (not self.constant or any(sign.isdigit() for sign in cells[0]))
        self.ids = ids and self.differs


def check_order(source: Source, start: int, layout: Layout) -> None:
    """Raise an `InputError` where the columns of a file are surely in another order than the layout's."""
    stop = source.buffer.find(b"\n", min(start + _LOOKED_AT, source.stop - 1))
    lines = bytes(source.buffer[start:stop]).decode(errors="replace").split("\n")
    rows = [line.split() for line in lines if not line.lstrip().startswith("#") or is_data(line.encode(), layout)]
    cells = list(zip(*(row for row in rows if len(row) == layout.width), strict=True))
    reason = _reason([_Column(place, column, cells[0]) for place, column in enumerate(cells)], layout) if cells else ""
    if reason:
        names = f"query_id, doc_id and {layout.kind.value}"
        named = f", or name them in a first line, such as {names}, with tabs between" if "\t" in lines[0] else ""
        raise InputError(
            f"{source.name}: the columns seem to be in another order than {' '.join(layout.columns)}: {reason}; "
            f"put them in this order{named}"
        )


def _reason(columns: Sequence[_Column], layout: Layout) -> str:
    """Return what is odd about the columns in the order of the layout, or an empty text."""
    first, document, value = columns[0], columns[layout.document], columns[layout.value]
    if document.idle or document.climbs:
        for other in columns[1 : max(layout.value, layout.document) + 1]:
            if other.ids and other is not document:
                return f"{document.name} does not look like documents, and {other.name} does"
        if not document.differs and columns[1].differs:
            return f"{document.name} repeats in a query, as a document does not, and {columns[1].name} does not"
    if layout.kind is NumberKind.RELEVANCE:
        if not value.positive and columns[1].small and columns[1].positive and layout.document > 1:
            return f"{value.name} calls nothing relevant, and {columns[1].name} may hold grades"
        return ""
    rank = value if layout.rank is None else columns[layout.rank]
    ranks = rank.climbs or rank.permutes or (rank.whole and rank.constant)
    if first.restarts and not ranks and (rank.whole or rank is not value):
        return f"{first.name} counts as ranks do, and {rank.name} does not"
    if layout.rank is not None and not ranks:
        for other in (value, document):
            if other.climbs:
                return f"{other.name} counts as ranks do, and {rank.name} does not"
        if document.idle and not rank.whole:
            return f"{document.name} does not look like documents, nor {rank.name} like ranks"
    if document.falls and not document.whole and (value.ids or not value.falls):
        return f"{document.name} falls as scores do, and {value.name} does not look like scores"
    return ""
