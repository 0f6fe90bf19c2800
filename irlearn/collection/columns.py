"""Columns of input tables: their order in files without a header, and what they contain by their names.

`check_order` looks at the cells of TREC and MS MARCO files, which have no header, and refuses columns in another
order. `find_columns` and `choose_columns` find queries, documents and values by the names of columns in CSV files, data
frames and records.
"""

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
_QUERY = ("query", "topic")  # Contains ids, or the text of the queries.
_DOCUMENT_IDS = ("docid", "docno", "documentid", "did", "pid", "corpusid", "passageid", "documentno", "docnumber")
_DOCUMENT = ("doc", "document")  # Contains ids, or the text of the documents.
_VALUES = {
    NumberKind.RELEVANCE: ("relevance", "rel", "label", "grade", "qrel", "judgment", "judgement"),
    NumberKind.SCORE: ("score", "sim", "similarity"),
    NumberKind.RANK: ("rank",),
}
_FILES = {NumberKind.RELEVANCE: "qrels", NumberKind.SCORE: "run", NumberKind.RANK: "run"}

Cells = Callable[[int], Sequence[Any]]
"""Return the cells of the column with a number, counted from 0."""


class Columns(NamedTuple):
    """Numbers of the columns that may contain queries, documents and values, and the kind of the values.

    The first `sure_queries` of the `queries` and the first `sure_documents` of the `documents` have names that only
    columns of ids have. `ranks` is the column of ranks beside scores, or None.
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
        """Numbers of all columns that are read."""
        return sorted({*self.queries, *self.documents, *self.values, *([] if self.ranks is None else [self.ranks])})


class Chosen(NamedTuple):
    """Numbers of the columns that were chosen, and a note on each alternative that was left out."""

    query: int
    document: int
    value: int
    notes: tuple[str, ...]


def separator_of_header(line: str) -> str | None:
    """Return the separator of the columns in a header line, or None if the line is not a header."""
    for separator in SEPARATORS:
        if names_columns(line.split(separator)) or (
            separator == "," and line.count(",") >= 2 and len(line.split()) == 1
        ):
            return separator
    return None


def names_columns(names: Sequence[Any]) -> bool:
    """Return whether the names include those of two or more of queries, documents and values."""
    plain = set(map(_plain, names))
    groups = [{*_QUERY_IDS, *_QUERY}, {*_DOCUMENT_IDS, *_DOCUMENT}, *map(set, _VALUES.values())]
    return sum(bool(plain & group) for group in groups) >= 2


def find_columns(where: str, names: Sequence[Any], kind: NumberKind) -> Columns:
    """Find the columns that may contain queries, documents and values; raise `InputError` if one is missing."""
    plain = [_plain(name) for name in names]
    listed = shown(", ".join(map(str, names)), 200)

    def columns_named(known: Sequence[str]) -> tuple[int, ...]:
        return tuple(number for word in known for number, name in enumerate(plain) if name == word)

    def required(what: str, numbers: tuple[int, ...], known: Sequence[str]) -> tuple[int, ...]:
        if not numbers:
            other = NumberKind.SCORE if kind is NumberKind.RELEVANCE else NumberKind.RELEVANCE
            hint = f"name it {' or '.join(dict.fromkeys((what, *known[:3])))}"
            if what == kind.value and columns_named(_VALUES[other]):
                hint = f"with its {other.value}s it looks like a {_FILES[other]} file given as {_FILES[kind]}"
            raise InputError(f"{where}: there is no column {what} among {listed}; {hint}")
        return numbers

    sure_queries, sure_documents = columns_named(_QUERY_IDS), columns_named(_DOCUMENT_IDS)
    queries = required("query_id", sure_queries + columns_named(_QUERY), ("query", *_QUERY_IDS))
    documents = required("doc_id", sure_documents + columns_named(_DOCUMENT), ("doc", *_DOCUMENT_IDS))
    ranks = columns_named(_VALUES[NumberKind.RANK])
    if kind is NumberKind.SCORE and not columns_named(_VALUES[kind]) and ranks:
        kind = NumberKind.RANK
    known = _VALUES[kind]
    if kind is NumberKind.RELEVANCE and "corpusid" in plain and not columns_named(known):
        known = (*known, "score")  # The qrels of BEIR name the relevance so.
    values = required(kind.value, columns_named(known), known)
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
    """Choose a column of queries, of documents and of values, with notes on the alternatives.

    Raise `InputError`, which asks the user to remove or rename a column, if two columns differ and either may be meant.
    """
    query, query_note = _choose(where, columns, cells, "the queries' ids", columns.queries, columns.sure_queries)
    document, note = _choose(where, columns, cells, "the documents' ids", columns.documents, columns.sure_documents)
    value, value_note = _choose(where, columns, cells, f"the {columns.kind.value}s", columns.values, 0)
    return Chosen(query, document, value, tuple(text for text in (query_note, note, value_note) if text))


def _choose(
    where: str, columns: Columns, cells: Cells, what: str, numbers: tuple[int, ...], sure: int
) -> tuple[int, str]:
    first, names = numbers[0], columns.names
    different = [number for number in numbers[1:] if _first_difference(cells(first), cells(number)) is not None]
    if not different:
        return first, ""
    chosen = None
    if sure == 1:
        chosen = first
    elif sure:
        # PyTerrier's docid is the number of a document in its index; its docno is the document's own id.
        docnos = [number for number in numbers[:sure] if _plain(names[number]) == "docno"]
        other_ids = [number for number in numbers[:sure] if _plain(names[number]) != "docno"]
        if len(docnos) == 1 and all(all(map(_is_whole, cells(number))) for number in other_ids):
            chosen = docnos[0]
    else:
        fits = _is_number if what == f"the {columns.kind.value}s" else _is_word
        fitting = [number for number in numbers if all(map(fits, cells(number)))]
        chosen = fitting[0] if len(fitting) == 1 else None
    if chosen is not None:
        others = [names[number] for number in numbers if number != chosen]
        return (
            chosen,
            f"{what} are those in the column {shown(names[chosen])}, not in {shown(comma_list(others, 'or'))}",
        )
    other = different[0]
    row = _first_difference(cells(first), cells(other)) or 0
    first_example, other_example = (
        f"{shown(names[number])} ({quoted(cells(number)[row])})" for number in (first, other)
    )
    raise InputError(
        f"{where}: {what} may be in the column {first_example} or in {other_example}, which differ; "
        "leave one of the two out, or give it another name"
    )


def _first_difference(first: Sequence[Any], second: Sequence[Any]) -> int | None:
    """Return the first row in which two columns differ as text, or None."""
    return next((row for row, (a, b) in enumerate(zip(first, second, strict=True)) if str(a) != str(b)), None)


def _is_whole(cell: Any) -> bool:
    return cell.isdecimal() if isinstance(cell, str) else isinstance(cell, Integral)


def _is_word(cell: Any) -> bool:
    """Return whether a cell may be an id: a whole number, or text without blanks."""
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
    """Return the name of a column in lower case without quotes, blanks, underscores, hyphens and dots."""
    return str(name).strip().strip("'\"").lower().replace("_", "").replace("-", "").replace(" ", "").replace(".", "")


_SAMPLE_BYTES = 1 << 15
_LOWEST_GRADE, _HIGHEST_GRADE = -2, 10
_HIGHEST_WHOLE_SCORE, _HIGHEST_FALLING_SCORE = 1000, 100_000  # Larger whole numbers are taken for ids.


class _Column:
    """Properties of the cells of one column, from which its content is guessed.

    Each cell belongs to the query in the same row of `queries`, the cells of the first column. `differs` says that no
    cell repeats within a query; `falls` that the numbers of each query do not rise; `permutes` that those of each query
    are 1, 2, 3, ... in some order; `climbs` that they count up from 0 or 1; `restarts` that they also begin again;
    `idle` that the column may be the unused second column of TREC files.
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
        if numeric:  # Scores fall, and whole scores are rarely this high.
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
