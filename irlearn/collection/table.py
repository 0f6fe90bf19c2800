"""The table of qrels or a run as columns, where the rows of a query are adjacent and no document repeats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from irlearn.collection.ids import Ids, hash_in_query
from irlearn.errors import InputError, quoted
from irlearn.ranking import HIGHEST_GRADE

NUMBER = r"[+-]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][+-]?[0-9]++)?"
"""Pattern of a number; it allows fewer spellings than Python's `float`."""

NUMBER_ALONE = re.compile(NUMBER)
"""Compiled pattern of a number, for `fullmatch`."""

MOST_DIGITS = 1000
"""Characters of the longest number that is read."""

MOST_BYTES = 10_000
"""Bytes of the longest id that is read."""

SEPARATORS = (",", "\t", ";")
"""Separators of the columns of files with a header."""

_BLOCK = 1 << 14  # Number of rows that are sorted at once.


class NumberKind(Enum):
    """The kind of the numbers in a table."""

    SCORE = "score"
    RELEVANCE = "relevance"
    RANK = "rank"

    def refused(self, values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which values cannot be numbers of this kind."""
        if self is NumberKind.SCORE:
            return ~np.isfinite(values)
        lowest = 1 if self is NumberKind.RANK else -HIGHEST_GRADE
        allowed: NDArray[np.bool_] = (values == np.floor(values)) & (values >= lowest) & (values <= HIGHEST_GRADE)
        return ~allowed

    def complaint(self, where: str, text: str) -> str:
        """Return the message about a number that cannot be used."""
        if len(text) > MOST_DIGITS:
            return (
                f"{where}: the {self.value} '{shown(text)}' has {len(text):,} characters; at most "
                f"{MOST_DIGITS:,} are read"
            )
        text = shown(text)
        if self is NumberKind.RELEVANCE:
            return f"{where}: the relevance '{text}' is not a whole number up to {HIGHEST_GRADE}; write 0, 1, 2, ..."
        if self is NumberKind.RANK:
            return (
                f"{where}: the rank '{text}' is not a whole number of 1 or more; three columns are read as an "
                "MS MARCO run: query document rank"
            )
        wrong = "infinite" if re.fullmatch(_INFINITE, text) else "not a number"
        hint = "a decimal point, not a comma" if re.fullmatch(_COMMA, text) else "a finite number such as 12.5 or -3e-2"
        return f"{where}: the score '{text}' is {wrong}; write {hint}"


def shown(text: str, most: int = 60) -> str:
    r"""Return a text as messages quote it: cut to `most` characters, with unprintable characters escaped.

    >>> print(shown("d1"), shown("d" * 70), shown("d1\u200b\x1b[2J"))
    d1 ddddddddddddddddddddddddddddddddddddddddddddddddddddddddd... d1\u200b\x1b[2J
    """
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in cut)


def check_lengths(lengths: NDArray[Any], where: Callable[[int], str], what: str) -> None:
    """Raise `InputError` if an id is longer than any id that is read; `where` names a row in the message."""
    if len(lengths) and lengths.max() > MOST_BYTES:
        row = int(np.argmax(lengths > MOST_BYTES))
        raise InputError(
            f"{where(row)}: the id of the {what} has {int(lengths[row]):,} bytes; the longest that is read has "
            f"{MOST_BYTES:,}"
        )


_COMMA = r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?"
_INFINITE = rf"(?i:[+-]?inf(?:inity)?)|{NUMBER}"  # A refused number of this form is too large.


def numbered(names: Iterable[str]) -> dict[str, int]:
    """Return the position of each name, from 0 on.

    >>> numbered(["q2", "q1"])
    {'q2': 0, 'q1': 1}
    """
    return {name: position for position, name in enumerate(names)}


@dataclass(frozen=True, eq=False)
class Table:
    """The rows of qrels or a run; the rows of query `i` are `offsets[i]:offsets[i + 1]`.

    `source` is the name of the table in messages; `hashes` are the hashes of the documents; `values` are the scores or
    relevances.
    """

    source: str
    queries: tuple[str, ...]
    offsets: NDArray[np.intp]
    documents: Ids
    hashes: NDArray[np.uint64]
    values: NDArray[np.float64]
    kind: NumberKind
    notes: tuple[str, ...]
    line: Callable[[int], int] | None
    """Return the line of the document id at a position of the buffer."""
    integers: bool | None = None
    """Whether all values were integers (True) or floats (False) in Python; None for values without a common type."""

    @classmethod
    def build(
        cls,
        source: str,
        queries: Sequence[str],
        heads: NDArray[np.intp],
        documents: Ids,
        hashes: NDArray[np.uint64],
        values: NDArray[np.float64],
        *,
        kind: NumberKind,
        line: Callable[[int], int] | None = None,
        notes: tuple[str, ...] = (),
    ) -> Table:
        """Return the table of rows in which `queries[i]` begins at row `heads[i]`.

        Group the rows by query and remove duplicates. Raise `InputError` if there are no rows, or if duplicates differ
        in their values.
        """
        if not len(values):
            raise InputError(f"{source}: is empty; give a file that is not empty")
        index: dict[str, int] = {}
        numbers = np.array([index.setdefault(query, len(index)) for query in queries], dtype=np.intp)
        lengths = np.diff(heads, append=len(values))
        rows = None
        if (np.diff(numbers) < 0).any():  # The rows of a query are in several places.
            rows = np.argsort(np.repeat(numbers, lengths), kind="stable")
        totals = np.bincount(numbers, weights=lengths, minlength=len(index)).astype(np.intp)
        offsets = np.concatenate([[0], np.cumsum(totals)])
        table = cls(source, tuple(index), offsets, documents, hashes, values, kind, notes, line)
        if rows is not None:
            table = table.reordered(rows)
        return table._without_duplicates()

    @cached_property
    def index(self) -> dict[str, int]:
        """Number of each query."""
        return numbered(self.queries)

    @property
    def lengths(self) -> NDArray[np.intp]:
        """Number of rows of each query."""
        return np.diff(self.offsets)

    def rows_of(self, query_id: str) -> range:
        """Return the rows of one query; raise `InputError` if there is no such query."""
        try:
            number = self.index[query_id]
        except (KeyError, TypeError):
            raise InputError(
                f"{self.source}: there is no query {quoted(query_id)}; its {len(self.queries)} queries are "
                f"{first_names(self.queries)}"
            ) from None
        return range(int(self.offsets[number]), int(self.offsets[number + 1]))

    @property
    def query_numbers(self) -> NDArray[np.intp]:
        """Number of the query of every row."""
        return np.repeat(np.arange(len(self.queries)), self.lengths)

    def query_of(self, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the number of the query of each given row."""
        numbers: NDArray[np.intp] = np.searchsorted(self.offsets, rows, side="right") - 1
        return numbers

    def reordered(self, rows: NDArray[np.intp], **changes: Any) -> Table:
        """Return the table with its rows in another order, or with some of its rows."""
        return replace(
            self, documents=self.documents.take(rows), hashes=self.hashes[rows], values=self.values[rows], **changes
        )

    def move(self, rows: NDArray[np.intp], places: NDArray[np.intp]) -> None:
        """Move the documents of `rows` to `places`, the same rows in another order; their values must be equal."""
        for column in (self.documents.starts, self.documents.lengths, self.hashes):
            column[places] = column[rows]

    def where(self, *rows: int) -> str:
        """Return the file and the lines of some rows, with which messages begin."""
        if self.line is None:
            return self.source
        lines = sorted(self.line(int(self.documents.starts[row])) for row in rows)
        return f"{self.source}, {'line' if len(lines) == 1 else 'lines'} {' and '.join(map(str, lines))}"

    def _without_duplicates(self) -> Table:
        suspects = self._suspects()
        if not suspects.size:
            return self
        first: dict[tuple[int, bytes], int] = {}
        repeated = []
        for row, query in zip(suspects.tolist(), self.query_of(suspects).tolist(), strict=True):
            earlier = first.setdefault((query, self.documents.bytes_at(row)), row)
            if earlier == row:
                continue
            if self.values[earlier] != self.values[row]:
                document = shown(self.documents.texts([row])[0])
                raise InputError(
                    f"{self.where(earlier, row)}: query {shown(self.queries[query])} holds document "
                    f"{document} twice, with {self.kind.value} {self.values[earlier]:g} and "
                    f"{self.values[row]:g}; keep one of them"
                )
            repeated.append(row)
        if not repeated:
            return self
        keep = np.ones(len(self.values), dtype=bool)
        keep[repeated] = False
        lengths = self.lengths - np.bincount(self.query_of(np.array(repeated)), minlength=len(self.queries))
        words = "line repeats another one and was" if len(repeated) == 1 else "lines repeat another one and were"
        note = f"{len(repeated)} {words} left out"
        return self.reordered(
            np.flatnonzero(keep), offsets=np.concatenate([[0], np.cumsum(lengths)]), notes=(*self.notes, note)
        )

    def _suspects(self) -> NDArray[np.intp]:
        """Return the rows whose document hash occurs more than once in their query."""
        suspects = [np.empty(0, dtype=np.intp)]
        start = 0
        while start < len(self.queries):
            stop = int(np.searchsorted(self.offsets, self.offsets[start] + _BLOCK, side="right")) - 1
            stop = min(max(stop, start + 1), len(self.queries))
            first, last = self.offsets[start], self.offsets[stop]
            numbers = np.repeat(np.arange(stop - start, dtype=np.uint64), np.diff(self.offsets[start : stop + 1]))
            keys = hash_in_query(self.hashes[first:last], numbers)
            ordered = np.sort(keys)
            equal = ordered[1:] == ordered[:-1]
            if equal.any():
                suspects.append(np.flatnonzero(np.isin(keys, ordered[1:][equal])) + first)
            start = stop
        return np.concatenate(suspects)


def rank_rows(table: Table) -> tuple[Table, int]:
    """Return the table with the rows of each query in rank order, and the number of documents that share their score.

    Only this function implements the tie rule: score descending, then document id descending, compared as UTF-8 bytes.
    """
    values = table.values
    inside = np.ones(max(len(values) - 1, 0), dtype=bool)
    inside[table.offsets[1:-1] - 1] = False
    rising = values[1:] > values[:-1]
    rising &= inside
    if rising.any():
        rows = np.arange(len(values))
        for number in np.unique(table.query_of(np.flatnonzero(rising))).tolist():
            first, last = int(table.offsets[number]), int(table.offsets[number + 1])
            rows[first:last] = first + np.argsort(-values[first:last], kind="stable")
        table = table.reordered(rows)
        values = table.values
    equal = values[1:] == values[:-1]
    equal &= inside
    if not equal.any():
        return table, 0
    equal_to_previous = np.zeros(len(values) + 1, dtype=bool)
    equal_to_previous[1:-1] = equal
    tied = np.flatnonzero(equal_to_previous[1:] | equal_to_previous[:-1])
    groups = np.cumsum(~equal_to_previous[tied])
    words = table.documents.take(tied).words()
    order = np.lexsort([*(~column for column in reversed(words)), groups])
    moved = order != np.arange(len(order))
    table.move(tied[order[moved]], tied[moved])
    return table, len(tied)


def first_names(names: Sequence[str], most: int = 3) -> str:
    """Return the first of some names, followed by dots if there are more.

    >>> first_names(["a", "b", "c", "d"])
    'a, b, c, ...'
    """
    return ", ".join(map(shown, names[:most])) + (", ..." if len(names) > most else "")
