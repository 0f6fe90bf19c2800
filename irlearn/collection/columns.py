"""Which column of a table with names holds what: taken where one surely does, asked about where two may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from numbers import Integral, Number
from typing import Any, NamedTuple

from irlearn.collection.sources import Source
from irlearn.collection.table import NUMBER_ALONE, SEPARATORS, NumberKind, shown
from irlearn.collection.trec_text import Layout, is_data
from irlearn.errors import InputError, quoted
from irlearn.text.english import comma_list, ordinal

_QUERY_IDS = ("queryid", "qid", "topicid", "topicno", "queryno", "topicnumber", "querynumber", "topicnum", "querynum")
_QUERY = ("query", "topic")  # ids, or what was asked
_DOCUMENT_IDS = ("docid", "docno", "documentid", "did", "pid", "corpusid", "passageid", "documentno", "docnumber")
_DOCUMENT = ("doc", "document")  # ids, or what stands in the document
_VALUES = {
    NumberKind.RELEVANCE: ("relevance", "rel", "label", "grade", "qrel", "judgment", "judgement"),
    NumberKind.SCORE: ("score", "sim", "similarity"),
    NumberKind.RANK: ("rank",),
}
_WORDS = {NumberKind.RELEVANCE: "qrels", NumberKind.SCORE: "run", NumberKind.RANK: "run"}

Cells = Callable[[int], Sequence[Any]]
"""The cells of a column, given its number from 0."""


class Columns(NamedTuple):
    """The columns that may hold queries, documents and values, by their numbers, and the kind that the values are.

    The first `sure_queries` of the queries and `sure_documents` of the documents are ids by their names.
    """

    names: tuple[str, ...]
    queries: tuple[int, ...]
    sure_queries: int
    documents: tuple[int, ...]
    sure_documents: int
    values: tuple[int, ...]
    ranks: int | None
    kind: NumberKind

    @property
    def wanted(self) -> list[int]:
        """The numbers of all columns that are looked at."""
        return sorted({*self.queries, *self.documents, *self.values, *([] if self.ranks is None else [self.ranks])})


class Chosen(NamedTuple):
    """The columns that were taken, by their numbers, and a note on each that was left out."""

    query: int
    document: int
    value: int
    notes: tuple[str, ...]


def separator_of_header(line: str) -> str | None:
    """What separates the columns of a header line, or None where the line is no header."""
    for separator in SEPARATORS:
        if names_columns(line.split(separator)) or (
            separator == "," and line.count(",") >= 2 and len(line.split()) == 1
        ):
            return separator
    return None


def names_columns(names: Sequence[Any]) -> bool:
    """Whether two or more of what queries, documents and values are called are among the names."""
    found = set(map(_plain, names))
    groups = [{*_QUERY_IDS, *_QUERY}, {*_DOCUMENT_IDS, *_DOCUMENT}, *map(set, _VALUES.values())]
    return sum(bool(found & group) for group in groups) >= 2


def find_columns(where: str, names: Sequence[Any], kind: NumberKind) -> Columns:
    """The columns that may hold what is wanted; an `InputError` where there is none."""
    plain = [_plain(name) for name in names]
    listed = shown(", ".join(map(str, names)), 200)

    def found(known: Sequence[str]) -> tuple[int, ...]:
        return tuple(number for word in known for number, name in enumerate(plain) if name == word)

    def needed(what: str, numbers: tuple[int, ...], known: Sequence[str]) -> tuple[int, ...]:
        if not numbers:
            other = NumberKind.SCORE if kind is NumberKind.RELEVANCE else NumberKind.RELEVANCE
            hint = f"name it {' or '.join(dict.fromkeys((what, *known[:3])))}"
            if what == kind.value and found(_VALUES[other]):
                hint = f"with its {other.value}s it looks like a {_WORDS[other]} file given as {_WORDS[kind]}"
            raise InputError(f"{where}: there is no column {what} among {listed}; {hint}")
        return numbers

    sure_queries, sure_documents = found(_QUERY_IDS), found(_DOCUMENT_IDS)
    queries = needed("query_id", sure_queries + found(_QUERY), ("query", *_QUERY_IDS))
    documents = needed("doc_id", sure_documents + found(_DOCUMENT), ("doc", *_DOCUMENT_IDS))
    ranks = found(_VALUES[NumberKind.RANK])
    if kind is NumberKind.SCORE and not found(_VALUES[kind]) and ranks:
        kind = NumberKind.RANK
    known = _VALUES[kind]
    if kind is NumberKind.RELEVANCE and "corpusid" in plain and not found(known):
        known = (*known, "score")  # as BEIR calls it
    values = needed(kind.value, found(known), known)
    return Columns(
        tuple(str(name) for name in names),
        queries,
        len(sure_queries),
        documents,
        len(sure_documents),
        values,
        ranks[0] if ranks and kind is NumberKind.SCORE else None,
        kind,
    )


def choose_columns(where: str, columns: Columns, cells: Cells) -> Chosen:
    """The one column for each, with a note where another one might have been meant; else an `InputError` that asks."""
    query, query_note = _choose(where, columns, cells, "the queries' ids", columns.queries, columns.sure_queries)
    document, note = _choose(where, columns, cells, "the documents' ids", columns.documents, columns.sure_documents)
    value, value_note = _choose(where, columns, cells, f"the {columns.kind.value}s", columns.values, 0)
    return Chosen(query, document, value, tuple(said for said in (query_note, note, value_note) if said))


def _choose(
    where: str, columns: Columns, cells: Cells, what: str, numbers: tuple[int, ...], sure: int
) -> tuple[int, str]:
    first, names = numbers[0], columns.names
    rest = [number for number in numbers[1:] if _difference(cells(first), cells(number)) is not None]
    if not rest:
        return first, ""
    taken = None
    if sure == 1:
        taken = first
    elif sure:
        # PyTerrier's docid counts the documents of its index; its docno is the document's own id
        own = [number for number in numbers[:sure] if _plain(names[number]) == "docno"]
        other_ids = [number for number in numbers[:sure] if _plain(names[number]) != "docno"]
        if len(own) == 1 and all(all(map(_is_whole, cells(number))) for number in other_ids):
            taken = own[0]
    else:
        fits = _is_number if what == f"the {columns.kind.value}s" else _is_word
        fitting = [number for number in numbers if all(map(fits, cells(number)))]
        taken = fitting[0] if len(fitting) == 1 else None
    if taken is not None:
        others = [names[number] for number in numbers if number != taken]
        return taken, f"{what} are those in the column {shown(names[taken])}, not in {shown(comma_list(others, 'or'))}"
    other = rest[0]
    row = _difference(cells(first), cells(other)) or 0
    one, two = (f"{shown(names[number])} ({quoted(cells(number)[row])})" for number in (first, other))
    raise InputError(
        f"{where}: {what} may be in the column {one} or in {two}, which differ; "
        "leave one of the two out, or give it another name"
    )


def _difference(first: Sequence[Any], second: Sequence[Any]) -> int | None:
    """The first row in which two columns are written differently."""
    return next((row for row, (a, b) in enumerate(zip(first, second, strict=True)) if str(a) != str(b)), None)


def _is_whole(cell: Any) -> bool:
    return cell.isdecimal() if isinstance(cell, str) else isinstance(cell, Integral)


def _is_word(cell: Any) -> bool:
    """Whether a cell may be an id: a number, or text without blanks."""
    return isinstance(cell, Integral) or (isinstance(cell, str) and len(cell.split()) == 1)


def _is_number(cell: Any) -> bool:
    if isinstance(cell, Number):
        return True
    try:
        float(cell)
    except (TypeError, ValueError):
        return False
    return True


def _plain(name: Any) -> str:
    return str(name).strip().strip("'\"").lower().replace("_", "").replace("-", "").replace(" ", "").replace(".", "")


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
