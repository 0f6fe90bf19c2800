"""Assessors' judgments as a kappa is worked out of them: a table of counts with its names, or both shares alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from string import ascii_uppercase
from typing import Any, cast

import numpy as np

from irlearn.derivation.quantity import QuantityInput
from irlearn.derivation.terms import typed
from irlearn.english import comma_list
from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.parsing.assessors import Judgments, read_judgments
from irlearn.parsing.grade_notation import UNJUDGED
from irlearn.parsing.typed_numbers import all_named

SHARES = ("P(A)", "P(E)")
"""What two shares are called that are stated without the counts behind them."""
_MOST = 10**6  # documents in a cell
_MOST_RATED = 1000  # documents, and judgments of one
_MOST_KINDS = 10  # of judgments
_TOLD_OF_MORE = (
    "Fleiss' kappa takes a row for each document with a count for each judgment, such as '3 0 | 1 2', or a list of "
    "judgments for each assessor, 'R R N | R N N | R R R'"
)


def judged_of(given: object, title: str, example: str, *, shares: bool = True) -> QuantityInput:
    """The table of a text, of rows of counts, or of two lists of judgments; or both shares. Raises `InputError`.

    >>> judged_of([[1, 1, 0, 0], [1, 0, 0, 0]], "kappa", "")
    ((Fraction(1, 1), Fraction(1, 1)), (Fraction(0, 1), Fraction(2, 1)), ('relevant', 'not relevant'))
    """
    also = "'R R N | R N N', or both shares, 'P(A) = 0.9, P(E) = 0.5'" if shares else "'lists 1 3 2 | 1 2 2'"
    told = f"{title} takes a table of counts, such as '{example}', {'or ' * (not shares)}two lists of judgments, {also}"
    if (pair := _read_before(given, two=True)) and (shares or len(pair) > len(SHARES)):
        return pair
    if shares and isinstance(given, str) and (stated := all_named(given, "shares")):
        return _shares(stated["agreed"], stated["chance"])
    if (text := _as_text(given, two=True)) is None:
        raise InputError(f"{told}; given: {quoted(given)}")
    found = read_judgments(text, two=True)
    if len(found.lists) == len("AB"):
        (a, b), kinds, names = _of_lists(found)
        pairs = [*zip(a, b, strict=True)]
        return _pair_of([[pairs.count((one, other)) for other in kinds] for one in kinds], names)
    if not found.table or len(found.table) > _MOST_KINDS:
        if len({*map(len, found.lists)}) == 1 < len(found.lists):
            raise InputError(
                f"{told}; all of two assessors; given: {len(found.lists)} lists in {quoted(text.strip())}; for three "
                "or more assessors ask for kappa-fleiss"
            )
        raise InputError(f"{told}; given: {quoted(given)}")
    if (most := max(map(max, found.table))) > _MOST:
        raise InputError(f"counts of documents are whole numbers from 0 to {_MOST:,}; given: {most}")
    if not any(map(any, found.table)):
        raise InputError(f"{title} needs a document that both assessors judged; all counts are 0")
    return _pair_of(found.table, found.names)


def rated_of(given: object) -> QuantityInput:
    """How many assessors give each document each judgment, of a text, of counts, or of lists. Raises `InputError`."""
    if pair := _read_before(given, two=False):
        return pair
    if (text := _as_text(given, two=False)) is None:
        raise InputError(f"{_TOLD_OF_MORE}; given: {quoted(given)}")
    found = read_judgments(text, two=False)
    if max(map(len, found.lists), default=0) > 1 < len(found.lists):
        lists, kinds, names = _of_lists(found)
        return _pair_of([[each.count(kind) for kind in kinds] for each in zip(*lists, strict=True)], names)
    if not found.table:
        raise InputError(_no_table(found, text))
    documents, assessors, kinds_of = len(found.table), sum(found.table[0]), len(found.table[0])
    if max(documents, assessors) > _MOST_RATED or kinds_of > _MOST_KINDS:
        raise InputError(
            f"Fleiss' kappa is worked out on up to {_MOST_RATED} documents with up to {_MOST_RATED} judgments each, of "
            f"{_MOST_KINDS} kinds; given: {documents} documents, {assessors} judgments, {kinds_of} kinds; for "
            "more use irlearn.statistics.fleiss_kappa"
        )
    return _pair_of(found.table, found.names)


def with_sums(rows: Sequence[Sequence[int]]) -> bool:
    """Whether the last number of each row may be taken for the sum of the others."""
    return len(rows[0]) > len("AB") and all(row[-1] == sum(row[:-1]) for row in rows)


def _read_before(given: object, *, two: bool) -> QuantityInput | None:
    """What was read before, as it is: rows of counts with their names behind them, or both shares."""
    known = isinstance(given, tuple) and len(given) > 1 and all(isinstance(row, tuple) for row in given)
    rows, names = (given[:-1], given[-1]) if known and isinstance(given, tuple) else ((), ())
    exact = all(isinstance(one, Fraction) and one.denominator == 1 for row in rows for one in row)
    square = {*map(len, rows)} == {len(names)} and all(isinstance(name, str) for name in names)
    fits = len(rows) == len(names) if two else len({*map(sum, rows)}) == 1
    return cast("QuantityInput", given) if names == SHARES or (exact and square and fits) else None


def _pair_of(table: Iterable[Sequence[int]], names: tuple[str, ...]) -> QuantityInput:
    """Rows of counts, and behind them what the judgments are called; by numbers where they have no names."""
    rows = [tuple(map(Fraction, row)) for row in table]
    return cast("QuantityInput", (*rows, names or tuple(map(str, range(1, len(rows[0]) + 1)))))


def _shares(agreed: Fraction, chance: Fraction) -> QuantityInput:
    for what, share in zip(SHARES, (agreed, chance), strict=True):
        if not 0 <= share <= 1:
            percent = f"; write {typed(share)}% for a percentage" if 1 < share <= 100 else ""
            raise InputError(f"{what} is a share from 0 to 1; given: {typed(share)}{percent}")
    return cast("QuantityInput", ((agreed, chance), SHARES))


def _as_text(given: object, *, two: bool) -> str | None:
    """Rows of counts, or lists, as they are typed; None for what is neither."""
    if isinstance(given, str):
        return given
    rows = [*given] if isinstance(given, Sequence | np.ndarray) else []
    if len(rows) < 2 or not all(isinstance(row, Sequence | np.ndarray) and not isinstance(row, str) for row in rows):
        return None
    if not two or (len(rows) == 2 and {*map(len, rows)} != {2}):
        return "lists " * two + " | ".join(" ".join(map(str, row)) for row in rows)
    if {*map(len, rows)} != {len(rows)}:
        return None
    counts = [[exact_number(one, "a count of documents", "a whole number such as 12") for one in row] for row in rows]
    if wrong := [one for row in counts for one in row if one.denominator > 1 or not 0 <= one <= _MOST]:
        raise InputError(f"counts of documents are whole numbers from 0 to {_MOST:,}; given: {wrong[0]}")
    return "counts " + " | ".join(" ".join(map(str, row)) for row in counts)


def _of_lists(found: Judgments) -> tuple[Sequence[list[Any]], list[Any], tuple[str, ...]]:
    """Each assessor's judgments, the kinds of judgments that there are, and what they are called.

    Raises `InputError` where they have different lengths, for a document not judged, and for too many kinds.
    """
    lists, used = found.lists, {kind for side in found.lists for kind in side}
    for who, side in zip(ascii_uppercase, lists, strict=False):
        if UNJUDGED in side:
            raise InputError(
                f"document {side.index(UNJUDGED) + 1} is not judged by {who}; leave it out of all lists, as kappa "
                "is about documents that all judged"
            )
    if len({*map(len, lists)}) > 1:
        each = [f"{len(side)} judgments of {who}" for who, side in zip(ascii_uppercase, lists, strict=False)]
        many = f"{each[0]} and {len(lists[1])} of B" if len(each) == 2 else comma_list(each)
        raise InputError(f"{'both' if len(lists) == 2 else 'all'} assessors judge the same documents; given: {many}")
    kinds = sorted(used)
    plain = used <= {0, 1}
    if not all(isinstance(kind, str) for kind in used):
        kinds = [1, 0] if plain else sorted(used, reverse=True)
    if not 2 <= len(kinds) <= _MOST_KINDS:
        given = comma_list([str(one) for one in kinds[:20]]) + " alone" * (len(kinds) == 1)
        raise InputError(f"kappa is about 2 to {_MOST_KINDS} kinds of judgments; given: {given}")
    return lists, kinds, ("relevant", "not relevant") if plain else tuple(map(str, kinds))


def _no_table(found: Judgments, text: str) -> str:
    """Why numbers are no table of counts a document, in one sentence."""
    rows, sums = found.rows, [*map(sum, found.rows)]
    if len(rows) < 2 or len(rows[0]) < 2 or len({*map(len, rows)}) > 1:
        return f"{_TOLD_OF_MORE}; given: {quoted(text.strip())}"
    odd = next((place for place, one in enumerate(sums) if one != sums[0]), 1)
    lists = "" if found.said else "; write 'lists' before lists of grades"
    return (
        f"Fleiss' kappa needs equally many judgments of each document, 2 or more; document 1 has {sums[0]} and "
        f"document {odd + 1} has {sums[odd]}{lists}"
    )
