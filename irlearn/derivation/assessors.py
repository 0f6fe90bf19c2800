"""Assessors' judgments as they are typed: a table of counts, counts or shares with their names, or lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from string import ascii_uppercase
from typing import Any, cast

import numpy as np

from irlearn.derivation.significance import Pair
from irlearn.derivation.terms import typed
from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.ranking import Ranking
from irlearn.reading.ranks import UNJUDGED, read_grades
from irlearn.reading.sides import (
    columns_of_two,
    is_sum,
    named_sides,
    rows_of_counts,
    rows_of_rated,
    said_to_be,
    words_of,
)
from irlearn.reading.typed import all_named
from irlearn.words import in_a_row

SHARES = ("P(A)", "P(E)")
"""What two shares are called that are stated without the counts behind them."""
_MOST = 10**6  # documents in a cell
_MOST_RATED = 1000  # documents, and judgments of one
_MOST_KINDS = 10  # of judgments
_LONGEST = 20_000  # signs
_HIGHEST_GRADE = 5  # above it numbers are counts
_COUNT = "a whole number such as 12"


def pair_of(table: Iterable[Iterable[int]], names: tuple[str, ...]) -> Pair:
    """What a question holds: rows of counts, and behind them what the judgments are called."""
    return cast("Pair", (*(tuple(map(Fraction, row)) for row in table), names))


def judged_of(given: object, title: str, example: str, *, shares: bool = True) -> Pair:
    """The table of a text, of rows of counts, or of two lists of judgments; or both shares. Raises `InputError`.

    >>> judged_of([[1, 1, 0, 0], [1, 0, 0, 0]], "kappa", "")
    ((Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(2, 1)), ('relevant', 'not relevant'))
    """
    if shares and (stated := _shares(given)):
        return stated
    also = "'R R N | R N N', or both shares, 'P(A) = 0.9, P(E) = 0.5'" if shares else "'lists 1 3 2 | 1 2 2'"
    told = f"{title} takes a table of counts, such as '{example}', {'or ' * (not shares)}two lists of judgments, {also}"
    found = _of_text(given, told) if isinstance(given, str) else _of_rows(given)
    if found is None:
        raise InputError(f"{told}; given: {quoted(given)}")
    if not any(map(any, found[:-1])):
        raise InputError(f"{title} needs a document that both assessors judged; all counts are 0")
    return found


def _shares(given: object) -> Pair | None:
    if isinstance(given, tuple) and len(given) == 2 and given[1] == SHARES:
        return given  # as it was read before
    stated = all_named(given, "shares") if isinstance(given, str) else None
    if not stated:
        return None
    agreed, chance = stated["agreed"], stated["chance"]
    for what, share in zip(SHARES, (agreed, chance), strict=True):
        if not 0 <= share <= 1:
            percent = f"; write {typed(share)}% for a percentage" if 1 < share <= 100 else ""
            raise InputError(f"{what} is a share from 0 to 1; given: {typed(share)}{percent}")
    return cast("Pair", ((agreed, chance), SHARES))


def _of_rows(given: object) -> Pair | None:
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


def _table(rows: Sequence[Sequence[Any]], names: tuple[str, ...] | None = None) -> Pair | None:
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
    return pair_of(table, names or tuple(map(str, range(1, len(table) + 1))))


def _of_text(text: str, told: str) -> Pair | None:
    if len(text) > _LONGEST:
        raise InputError(f"the judgments have {len(text):,} signs; at most {_LONGEST:,} are read")
    said, _, body = said_to_be(text)
    named = {key: int(one) for key, one in all_named(body, "fourfold").items()}
    if named and named.pop("total", sum(named.values())) == sum(named.values()):
        counts = (named["both"], named["first"]), (named["second"], named["neither"])
        return pair_of(counts, ("relevant", "not relevant"))
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
    if said == "lists" and all(word.isdecimal() and len(word) <= 2 for side in sides for word in words_of(side)):
        sides = [f"grades {side}" for side in sides]  # as high as they are
    return _of_lists(columns or sides)


def _of_lists(sides: Sequence[str]) -> Pair | None:
    """The table of two lists; `InputError` where one is none, or they have different lengths."""
    lists, kinds, names = lists_of(sides)
    pairs = [*zip(*lists, strict=True)]
    return pair_of(tuple(tuple(pairs.count((a, b)) for b in kinds) for a in kinds), names)


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


_TOLD_OF_MORE = (
    "Fleiss' kappa takes a row for each document with a count for each judgment, such as '3 0 | 1 2', or a list of "
    "judgments for each assessor, 'R R N | R N N | R R R'"
)


def rated_of(given: object) -> Pair:
    """How many assessors give each document each judgment, of a text, of counts, or of lists. Raises `InputError`."""
    names: tuple[str, ...] | None = None
    if isinstance(given, str):
        text = given
    elif isinstance(given, Sequence | np.ndarray) and all(isinstance(row, Sequence | np.ndarray) for row in given):
        rows: list[Any] = [*given]
        if rows and isinstance(rows[-1], tuple) and rows[-1] and all(isinstance(name, str) for name in rows[-1]):
            names = rows.pop()  # as it was read before
        text = " | ".join(" ".join(map(str, row)) for row in rows)
    else:
        raise InputError(f"{_TOLD_OF_MORE}; given: {quoted(given)}")
    if len(text) > _LONGEST:
        raise InputError(f"the judgments have {len(text):,} signs; at most {_LONGEST:,} are read")
    said, sums, body = said_to_be(text)
    words, heads = rows_of_rated(body)
    if said == "lists" or not all(word.isascii() and word.isdigit() for row in words for word in row):
        return _rated_lists([side for _, side in named_sides(body)])
    rows = _rows(words)
    summed = sums or len(rows) < len(words) or is_sum("".join(heads[-1:]))
    columns = _columns(rows)
    if columns and with_sums(rows, columns.start) and not summed:
        if sums is None and names is None:
            raise InputError(
                f"the last number of each row of {quoted(text.strip())} may be their sum, or count a judgment; write "
                "'counts with sums' or 'counts without sums' before"
            )
        columns = slice(columns.start, len(rows[0]))
    highest = max((max(row) for row in rows), default=0)
    if not said and names is None and highest == 1 and columns is None:
        return _rated_lists([side for _, side in named_sides(body)])
    if not said and names is None and highest == 1:
        raise InputError(
            f"{quoted(text.strip())} may be counts or lists of judgments; write 'counts' or 'lists' before"
        )
    if columns is None:
        raise InputError(_no_table(rows, said))
    table = _of_a_size([row[columns] for row in rows])
    return pair_of(table, names or tuple(heads[columns]) or tuple(map(str, range(1, len(table[0]) + 1))))


def with_sums(rows: Sequence[Sequence[int]], start: int = 0) -> bool:
    """Whether the last number of each row may be the sum of the others, one and the same in all of them."""
    alike = len({row[-1] for row in rows if row}) == 1 and min(map(len, rows)) - start > 2 and rows[0][-1] > 1
    return alike and all(row[-1] == sum(row[start:-1]) for row in rows)


def _rows(words: list[list[str]]) -> list[list[int]]:
    """The numbers of each row, without a last row that sums the others."""
    rows = [[int(exact_number(word, "a count", "a whole number")) for word in row] for row in words]
    if len(rows) > 2 and rows[-1] == [sum(column) for column in zip(*rows[:-1], strict=False)]:
        rows.pop()
    return rows


def _columns(rows: list[list[int]]) -> slice | None:
    """Which columns hold counts, without the number of the row and its sum; None where all rows have no one sum."""
    width = len(rows[0]) if rows else 0
    if len(rows) < 2 or any(len(row) != width for row in rows):
        return None
    numbered = [1] * all(row[0] == place for place, row in enumerate(rows, start=1))
    for start in (*numbered, 0):
        summed = [width - 1] * all(row[-1] == sum(row[start:-1]) for row in rows)
        for stop in (*summed, width):
            sums = {sum(row[start:stop]) for row in rows}
            if stop - start >= 2 and len(sums) == 1 and min(sums) >= 2:
                return slice(start, stop)
    return None


def _no_table(rows: list[list[int]], said: str) -> str:
    """Why these numbers are no table of counts, in one sentence."""
    sums = [sum(row) for row in rows]
    if len(rows) < 2 or len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return f"{_TOLD_OF_MORE}; given: {in_a_row([' '.join(map(str, row)) for row in rows])}"
    odd = next((place for place, one in enumerate(sums) if one != sums[0]), 1)
    lists = "" if said else "; write 'lists' before lists of grades"
    return (
        f"Fleiss' kappa needs equally many judgments of each document, 2 or more; document 1 has {sums[0]} and "
        f"document {odd + 1} has {sums[odd]}{lists}"
    )


def _of_a_size(rows: list[list[int]]) -> list[list[int]]:
    if len(rows) > _MOST_RATED or sum(rows[0]) > _MOST_RATED or len(rows[0]) > _MOST_KINDS:
        raise InputError(
            f"Fleiss' kappa is worked out on up to {_MOST_RATED} documents with up to {_MOST_RATED} judgments each, of "
            f"{_MOST_KINDS} kinds; given: {len(rows)} documents, {sum(rows[0])} judgments, {len(rows[0])} kinds; for "
            "more use irlearn.statistics.fleiss_kappa"
        )
    return rows


def _rated_lists(sides: list[str]) -> Pair:
    if len(sides) < 2:
        raise InputError(f"{_TOLD_OF_MORE}; given: {quoted(' '.join(sides))}")
    lists, kinds, names = lists_of(sides)
    documents = zip(*lists, strict=True)
    return pair_of(tuple(tuple(document.count(kind) for kind in kinds) for document in documents), names)
