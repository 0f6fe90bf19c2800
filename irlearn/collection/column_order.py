"""The order of columns in TREC and MS MARCO files, which have no header: files in another order are refused."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from irlearn.collection.sources import Source
from irlearn.collection.table import NUMBER_ALONE, NumberKind, shown
from irlearn.collection.trec_text import Layout, is_data
from irlearn.errors import InputError
from irlearn.text.english import comma_list, ordinal

_SAMPLE_BYTES = 1 << 15
_LOWEST_GRADE, _HIGHEST_GRADE = -2, 10
_HIGHEST_WHOLE_SCORE, _HIGHEST_FALLING_SCORE = 1000, 100_000  # Larger whole numbers are taken for ids.


class _Column:
    """Properties of the cells of one column, from which its content is guessed.

    `queries` are the cells of the first column, which name the query of each row. `differs` says that no cell repeats
    within a query. `falls` says that the numbers of each query do not rise. `permutes` says that the numbers of each
    query are 1, 2, 3, ... in some order. `climbs` says that the numbers of the column count up from 0 or 1. `restarts`
    says that this count also begins again. `idle` says that the column may be the unused second column of TREC files.
    """

    def __init__(self, number: int, cells: Sequence[str], queries: Sequence[str]) -> None:
        examples = [shown(cell, 30) for cell in list(dict.fromkeys(cells))[:2]]
        self.name = f"the {ordinal(number + 1)} column ({comma_list(examples)})"
        numeric = all(NUMBER_ALONE.fullmatch(cell) for cell in set(cells))
        numbers = [*map(float, cells)] if numeric else []
        lowest, highest = min(numbers, default=0), max(numbers, default=0)
        groups: dict[str, list[float]] = {}
        for query, value in zip(queries, numbers, strict=False):  # A column of words has no numbers.
            groups.setdefault(query, []).append(value)
        self.differs = len(set(zip(queries, cells, strict=True))) == len(cells)
        self.constant = len(set(cells)) == 1
        self.whole = numeric and all(value.is_integer() for value in numbers)
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
        if numeric:  # Scores usually fall; whole scores above this limit are rare.
            may_be_ids = self.whole and highest > (_HIGHEST_FALLING_SCORE if self.falls else _HIGHEST_WHOLE_SCORE)
        else:
            may_be_ids = not self.idle and (not self.constant or any(character.isdigit() for character in cells[0]))
        self.ids = may_be_ids and self.differs


def check_order(source: Source, start: int, layout: Layout) -> None:
    """Raise `InputError` if the columns of a file are surely in another order than in the layout."""
    stop = source.buffer.find(b"\n", min(start + _SAMPLE_BYTES, source.stop - 1))
    lines = bytes(source.buffer[start:stop]).decode(errors="replace").split("\n")
    rows = [line.split() for line in lines if not line.lstrip().startswith("#") or is_data(line.encode(), layout)]
    cells = list(zip(*(row for row in rows if len(row) == layout.width), strict=True))
    reason = (
        _reason([_Column(number, column, cells[0]) for number, column in enumerate(cells)], layout) if cells else ""
    )
    if reason:
        names = f"query_id, doc_id and {layout.kind.value}"
        hint = f", or name them in a first line, such as {names}, with tabs between" if "\t" in lines[0] else ""
        raise InputError(
            f"{source.name}: the columns seem to be in another order than {' '.join(layout.columns)}: {reason}; "
            f"put them in this order{hint}"
        )


def _reason(columns: Sequence[_Column], layout: Layout) -> str:
    """Return why the columns cannot be in the order of the layout, or an empty text."""
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
