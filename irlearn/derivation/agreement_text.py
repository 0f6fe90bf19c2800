"""Two assessors' judgments as they are typed: a table of counts, counts or shares with their names, or two lists."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from string import ascii_uppercase
from typing import Any, cast

import numpy as np

from irlearn.derivation.agreed import Table, documents, expected_share, observed_share, pooled_share
from irlearn.derivation.significance import Pair
from irlearn.derivation.stated import typed
from irlearn.errors import InputError, quoted
from irlearn.expression import Node
from irlearn.numbers import exact_number
from irlearn.ranking import Ranking
from irlearn.reading.ranks import UNJUDGED, read_grades
from irlearn.reading.sides import (
    columns_of_two,
    four_named,
    named_sides,
    rows_of_counts,
    said_to_be,
    two_shares,
    words_of,
)
from irlearn.words import in_a_row

_MOST = 10**6  # documents in a cell
_MOST_KINDS = 10  # of judgments
_LONGEST = 20_000  # signs
_HIGHEST_GRADE = 5  # above it numbers are counts
_COUNT = "a whole number such as 12"


class Agreed(ABC):
    """What is known of assessors who agree: the shares that they agree on, and would by chance, written out.

    `table` is empty where the counts of two assessors are not known; `pooled` is the agreement by chance from how often
    all together use each judgment.
    """

    table: Table
    names: tuple[str, ...]
    counted = True
    """Whether the shares are worked out from counts, and not stated."""

    @property
    @abstractmethod
    def text(self) -> str:
        """What is known as it is typed."""

    @property
    @abstractmethod
    def columns(self) -> dict[str, list[str]]:
        """What is known, by column."""

    @property
    @abstractmethod
    def caption(self) -> str:
        """What the columns hold, in a few words."""

    @property
    @abstractmethod
    def observed(self) -> Node:
        """The share that is agreed on."""

    @property
    @abstractmethod
    def expected(self) -> Node:
        """The share that would be agreed on by chance."""

    @property
    @abstractmethod
    def pair(self) -> Pair:
        """What a question about it holds: rows of numbers, and what they are called."""

    @property
    def pooled(self) -> Node:
        """The same, from how often all together use each judgment."""
        return self.expected


def rows_typed(table: Table) -> str:
    """Rows of counts as they are typed.

    >>> rows_typed(((300, 20), (10, 70)))
    'counts 300 20 | 10 70'
    """
    return "counts " + " | ".join(" ".join(map(str, row)) for row in table)


@dataclass(frozen=True)
class Judged(Agreed):
    """A table of counts, a row for each judgment of the first assessor, and what the judgments are called.

    >>> Judged(((300, 20), (10, 70)), ("1", "2")).text
    'counts 300 20 | 10 70'
    """

    table: Table
    names: tuple[str, ...]

    @property
    def text(self) -> str:
        """What is known as it is typed."""
        return rows_typed(self.table)

    @property
    def columns(self) -> dict[str, list[str]]:
        """The table with its sums, by column."""
        below = [*(str(sum(column)) for column in zip(*self.table, strict=True)), str(sum(map(sum, self.table)))]
        cells = [[*map(str, row), str(sum(row))] for row in self.table]
        by_column = [*map(list, zip(*cells, below, strict=True))]
        heads = ["A \\ B", *(f"B: {name}" for name in self.names), "sum"]
        return dict(zip(heads, [[*(f"A: {name}" for name in self.names), "sum"], *by_column], strict=True))

    @property
    def caption(self) -> str:
        """What the columns hold."""
        return f"Judgments of {documents(self.table)} documents by two assessors"

    @property
    def pair(self) -> Pair:
        """What a question about it holds."""
        return cast("Pair", (*(tuple(map(Fraction, row)) for row in self.table), self.names))

    @property
    def observed(self) -> Node:
        """The share that is agreed on, written out."""
        return observed_share(self.table)

    @property
    def expected(self) -> Node:
        """The share that would be agreed on by chance, written out."""
        return expected_share(self.table)

    @property
    def pooled(self) -> Node:
        """That by chance from both together, written out."""
        return pooled_share(self.table)


@dataclass(frozen=True)
class StatedShares(Agreed):
    """Both shares as a question states them, without the counts behind them.

    >>> StatedShares(Fraction("0.925"), Fraction(2, 3)).text
    'P(A) = 0.925, P(E) = 2/3'
    """

    agreed: Fraction
    chance: Fraction

    table = ()
    names = ("P(A)", "P(E)")
    counted = False

    @property
    def text(self) -> str:
        """What is known as it is typed."""
        return f"P(A) = {self.observed}, P(E) = {self.expected}"

    @property
    def columns(self) -> dict[str, list[str]]:
        """What is known, by column."""
        shares = ["P(A), that both agree", "P(E), that they do by chance"]
        return {"share": shares, "stated": [str(self.observed), str(self.expected)]}

    @property
    def caption(self) -> str:
        """What the columns hold."""
        return "What two assessors agree on, and what by chance"

    @property
    def pair(self) -> Pair:
        """What a question about it holds."""
        return cast("Pair", ((self.agreed, self.chance), self.names))

    @property
    def observed(self) -> Node:
        """The share that is agreed on, written out."""
        return typed(self.agreed)

    @property
    def expected(self) -> Node:
        """The share that would be agreed on by chance, written out."""
        return typed(self.chance)


def judged_of(given: object, title: str, example: str) -> Judged | StatedShares:
    """The table of a text, of rows of counts, or of two lists of judgments; or both shares. Raises `InputError`.

    >>> judged_of([[1, 1, 0, 0], [1, 0, 0, 0]], "kappa", "")
    Judged(table=((1, 1), (0, 2)), names=('relevant', 'not relevant'))
    """
    if shares := _shares(given):
        return shares
    told = (
        f"{title} takes a table of counts, such as '{example}', two lists of judgments, 'R R N | R N N', or both "
        "shares, 'P(A) = 0.9, P(E) = 0.5'"
    )
    found = _of_text(given, told) if isinstance(given, str) else _of_rows(given)
    if found is None:
        raise InputError(f"{told}; given: {quoted(given)}")
    if not sum(map(sum, found.table)):
        raise InputError(f"{title} needs a document that both assessors judged; all counts are 0")
    return found


def _shares(given: object) -> StatedShares | None:
    if isinstance(given, tuple) and len(given) == 2 and given[1] == StatedShares.names:
        return StatedShares(*given[0])  # as it was read before
    stated = two_shares(given) if isinstance(given, str) and len(given) < _LONGEST else None
    if stated is None:
        return None
    agreed, chance = (exact_number(one, what, "a share") for one, what in zip(stated, ("P(A)", "P(E)"), strict=True))
    for what, share in (("P(A)", agreed), ("P(E)", chance)):
        if not 0 <= share <= 1:
            percent = f"; write {typed(share)}% for a percentage" if 1 < share <= 100 else ""
            raise InputError(f"{what} is a share from 0 to 1; given: {typed(share)}{percent}")
    return StatedShares(agreed, chance)


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
    if size > 2 and summed and any(map(any, inner)) and (names is None or len(names) < size):
        table = inner
    return Judged(table, names or tuple(map(str, range(1, len(table) + 1))))


def _of_text(text: str, told: str) -> Judged | None:
    if len(text) > _LONGEST:
        raise InputError(f"the judgments have {len(text):,} signs; at most {_LONGEST:,} are read")
    said, _, body = said_to_be(text)
    if named := four_named(body):
        return Judged(named, ("relevant", "not relevant"))
    sides = [side for _, side in named_sides(body)]
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
            raise InputError(
                f"{told}; all of two assessors; given: {len(sides)} lists in {quoted(text.strip())}; for three or more "
                "assessors ask for kappa-fleiss"
            )
        return None
    return _of_lists(columns or sides)


def _of_lists(sides: Sequence[str]) -> Judged | None:
    """The table of two lists; `InputError` where one is none, or they have different lengths."""
    lists, kinds, names = lists_of(sides)
    pairs = [*zip(*lists, strict=True)]
    return Judged(tuple(tuple(pairs.count((a, b)) for b in kinds) for a in kinds), names)


def lists_of(sides: Sequence[str]) -> tuple[list[list[Any]], list[Any], tuple[str, ...]]:
    """Each assessor's judgments, the kinds of judgments that there are, and what they are called.

    Raises `InputError` where one is no list, where they have different lengths, and for a document not judged.

    >>> lists_of(["R R N", "1 0 0"])
    ([[1, 1, 0], [1, 0, 0]], [1, 0], ('relevant', 'not relevant'))
    """
    lists, whys = list[list[Any]](), list[str]()
    for side in sides:
        try:
            ranking = Ranking.parse(side)
        except InputError:
            whys.append(side)
        else:
            if ranking.missed:
                raise InputError(f"the judgments {quoted(side)} tell of documents without a place in the list")
            lists.append(list(ranking.grades))
    if whys:
        lists = [[*words_of(side)] for side in sides]
        labels = all(any(map(str.isalpha, word)) for side in lists for word in side)
        repeated = any(len({*side}) < len(side) for side in lists)  # else they may be documents
        if not labels or not repeated or not {*lists[0]}.intersection(*lists[1:]):
            read_grades(whys[0])  # which says of each rank what stands there
            Ranking.parse(whys[0])
        kinds: list[Any] = sorted({word for side in lists for word in side})
        return _alike(lists, kinds, tuple(kinds))
    for who, grades in zip(ascii_uppercase, lists, strict=False):
        if UNJUDGED in grades:
            raise InputError(
                f"document {grades.index(UNJUDGED) + 1} is not judged by {who}; leave it out of all lists, as kappa "
                "is about documents that all judged"
            )
    used = {grade for side in lists for grade in side}
    both = sorted({0, 1, *used}, reverse=True)
    plain = {1: "relevant", 0: "not relevant"} if len(both) == 2 else {}
    kept = both if len(both) == 2 else [kind for kind in both if kind in used]
    return _alike(lists, kept, tuple(plain.get(kind, str(kind)) for kind in kept))


def _alike(
    lists: list[list[Any]], kinds: list[Any], names: tuple[str, ...]
) -> tuple[list[list[Any]], list[Any], tuple[str, ...]]:
    """The same, where all lists have one length, and there are so many kinds that a table has room for them."""
    if len({*map(len, lists)}) > 1:
        each = [f"{len(side)} judgments of {who}" for who, side in zip(ascii_uppercase, lists, strict=False)]
        many = f"{each[0]} and {len(lists[1])} of B" if len(each) == 2 else in_a_row(each)
        raise InputError(f"{'both' if len(lists) == 2 else 'all'} assessors judge the same documents; given: {many}")
    if not 2 <= len(kinds) <= _MOST_KINDS:
        given = in_a_row([str(one) for one in kinds[:20]]) + " alone" * (len(kinds) == 1)
        raise InputError(f"kappa is about 2 to {_MOST_KINDS} kinds of judgments; given: {given}")
    return lists, kinds, names
