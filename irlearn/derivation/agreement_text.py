"""Two assessors' judgments as they are typed: a table of counts, four counts with their names, or two lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.ranking import Ranking
from irlearn.spelling import UNJUDGED
from irlearn.wordings.sides import sides_of
from irlearn.wordings.two_assessors import columns_of_two, four_named, rows_of_counts, said_to_be, words_of
from irlearn.words import in_a_row

_MOST = 10**6  # documents in a cell
_MOST_KINDS = 10  # of judgments
_LONGEST = 20_000  # signs
_HIGHEST_GRADE = 5  # above it numbers are counts
_COUNT = "a whole number such as 12"


@dataclass(frozen=True)
class Judged:
    """A table of counts, a row for each judgment of the first assessor, and what the judgments are called.

    >>> Judged(((300, 20), (10, 70)), ("1", "2")).text
    'counts 300 20 | 10 70'
    """

    table: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """The table as it is typed."""
        return "counts " + " | ".join(" ".join(map(str, row)) for row in self.table)

    @property
    def columns(self) -> dict[str, list[str]]:
        """The table with its sums, by column."""
        below = [*(str(sum(column)) for column in zip(*self.table, strict=True)), str(sum(map(sum, self.table)))]
        cells = [[*map(str, row), str(sum(row))] for row in self.table]
        by_column = [*map(list, zip(*cells, below, strict=True))]
        heads = ["A \\ B", *(f"B: {name}" for name in self.names), "sum"]
        return dict(zip(heads, [[*(f"A: {name}" for name in self.names), "sum"], *by_column], strict=True))


def judged_of(given: object, title: str, example: str) -> Judged:
    """The table of a text, of rows of counts, or of two lists of judgments. Raises `InputError`.

    >>> judged_of([[1, 1, 0, 0], [1, 0, 0, 0]], "kappa", "")
    Judged(table=((1, 1), (0, 2)), names=('relevant', 'not relevant'))
    """
    told = f"{title} takes a table of counts, such as '{example}', or two lists of judgments, 'R R N | R N N'"
    found = _of_text(given, told) if isinstance(given, str) else _of_rows(given)
    if found is None:
        raise InputError(f"{told}; given: {quoted(given)}")
    if not sum(map(sum, found.table)):
        raise InputError(f"{title} needs a document that both assessors judged; all counts are 0")
    return found


def _of_rows(given: object) -> Judged | None:
    if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str) or len(given) < 2:
        return None
    rows = [*given]
    names = None
    if isinstance(rows[-1], tuple) and rows[-1] and all(isinstance(name, str) for name in rows[-1]):
        names, rows = rows[-1], rows[:-1]  # as it was read before
    if not all(isinstance(row, Sequence | np.ndarray) and not isinstance(row, str) for row in rows):
        return None
    if names is None and len(rows) == 2 and (len(rows[0]) != 2 or len(rows[1]) != 2):
        return _of_lists([" ".join(map(str, row)) for row in rows])
    return _table(rows, names)


def _table(rows: Sequence[Sequence[Any]], names: tuple[str, ...] | None = None) -> Judged | None:
    """A table, without its sums; None where it has not as many rows as columns."""
    size = len(rows)
    if not 2 <= size <= _MOST_KINDS or any(len(row) != size for row in rows):
        return None
    numbers = [[exact_number(one, "a count of documents", _COUNT) for one in row] for row in rows]
    if any(one.denominator > 1 or not 0 <= one <= _MOST for row in numbers for one in row):
        wrong = next(one for row in numbers for one in row if one.denominator > 1 or not 0 <= one <= _MOST)
        raise InputError(f"counts of documents are whole numbers from 0 to {_MOST:,}; given: {wrong}")
    table = tuple(tuple(map(int, row)) for row in numbers)
    inner = tuple(row[:-1] for row in table[:-1])
    summed = all(sum(row[:-1]) == row[-1] for row in table) and all(
        sum(column[:-1]) == column[-1] for column in zip(*table, strict=True)
    )
    if size > 2 and summed and any(map(any, inner)):
        table = inner
    return Judged(table, names or tuple(map(str, range(1, len(table) + 1))))


def _of_text(text: str, told: str) -> Judged | None:
    if len(text) > _LONGEST:
        raise InputError(f"the judgments have {len(text):,} signs; at most {_LONGEST:,} are read")
    said, body = said_to_be(text)
    if named := four_named(body):
        return Judged(named, ("relevant", "not relevant"))
    sides = sides_of(body)
    rows = [] if said == "lists" else rows_of_counts(body, sides)
    table = _table(rows) if rows else None
    most = max(map(max, rows), default=0)
    if table and most <= 1 and not said:
        raise InputError(
            f"{quoted(text.strip())} may be a table of counts or lists of judgments; write 'counts' or 'lists' before"
        )
    columns = None if table else columns_of_two(body)
    if said == "counts" or table or (most > _HIGHEST_GRADE and columns is None):
        return table
    if columns is None and len(sides) != 2:
        if len({len(side.split()) for side in sides}) == 1 < len(sides):
            raise InputError(f"{told}, of two assessors; given: {len(sides)} lists in {quoted(text.strip())}")
        return None
    return _of_lists(columns or sides)


def _of_lists(sides: Sequence[str]) -> Judged | None:
    """The table of two lists; `InputError` where one is none, or they have different lengths."""
    lists, whys = [], []
    for side in sides:
        try:
            ranking = Ranking.parse(side)
        except InputError as error:
            whys.append(error)
        else:
            if ranking.missed:
                raise InputError(f"the judgments {quoted(side)} tell of documents without a place in the list")
            lists.append(list(ranking.grades))
    if whys:
        words = [words_of(side) for side in sides]
        labels = all(any(map(str.isalpha, word)) for side in words for word in side)
        repeated = any(len({*side}) < len(side) for side in words)  # else they may be documents
        if not labels or not repeated or not {*words[0]} & {*words[1]}:
            raise whys[0]
        return _counted(words, sorted({*words[0], *words[1]}), str)
    for who, grades in zip("AB", lists, strict=True):
        if UNJUDGED in grades:
            raise InputError(
                f"document {grades.index(UNJUDGED) + 1} is not judged by {who}; leave it out of both lists, as kappa "
                "is about documents that both judged"
            )
    kinds = sorted({0, 1, *lists[0], *lists[1]}, reverse=True)
    plain = {1: "relevant", 0: "not relevant"} if len(kinds) == 2 else {}
    kept = kinds if len(kinds) == 2 else [kind for kind in kinds if kind in {*lists[0], *lists[1]}]
    return _counted(lists, kept, lambda kind: plain.get(kind, str(kind)))


def _counted(lists: Sequence[Sequence[Any]], kinds: Sequence[Any], name: Any) -> Judged:
    first, second = lists
    if len(first) != len(second):
        raise InputError(
            f"both assessors judge the same documents; given: {len(first)} judgments of A and {len(second)} of B"
        )
    if not 2 <= len(kinds) <= _MOST_KINDS:
        raise InputError(
            f"kappa is about 2 to {_MOST_KINDS} kinds of judgments; given: {in_a_row([str(one) for one in kinds[:20]])}"
        )
    pairs = [*zip(first, second, strict=True)]
    return Judged(tuple(tuple(pairs.count((a, b)) for b in kinds) for a in kinds), tuple(map(name, kinds)))
