"""Fleiss' kappa of three or more assessors, worked out as by hand from a table of counts or from their judgments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, cast

import numpy as np

from irlearn.derivation.agreed import Table, rated_by_chance, rated_share
from irlearn.derivation.agreement_text import Agreed, lists_of, rows_typed
from irlearn.derivation.kappa import Kappa
from irlearn.derivation.significance import Pair, registered
from irlearn.errors import InputError, quoted
from irlearn.expression import Node
from irlearn.numbers import exact_number
from irlearn.reading.sides import is_sum, named_sides, rows_of_rated, said_to_be
from irlearn.words import in_a_row

_MOST = 1000  # documents, and judgments of one
_MOST_KINDS = 10
_LONGEST = 20_000  # signs


@dataclass(frozen=True)
class Rated(Agreed):
    """How many assessors give each document each judgment: a row a document, and what the judgments are called.

    >>> Rated(((3, 0), (1, 2)), ("relevant", "not relevant")).text
    'counts 3 0 | 1 2'
    """

    counts: Table
    names: tuple[str, ...]

    table = ()

    @property
    def text(self) -> str:
        """What is known as it is typed; said to be without sums where the last counts could be taken for them."""
        typed = rows_typed(self.counts)
        return typed.replace("counts", "counts without sums", 1) if _with_sums([*map(list, self.counts)], 0) else typed

    @property
    def assessors(self) -> int:
        """How many judge each document."""
        return sum(self.counts[0])

    @property
    def columns(self) -> dict[str, list[str]]:
        """A row a document, and below them the sums."""
        rows = [*self.counts, tuple(map(sum, zip(*self.counts, strict=True)))]
        named = [*(str(place) for place in range(1, len(self.counts) + 1)), "sum"]
        return {"document": named, **{name: [str(row[place]) for row in rows] for place, name in enumerate(self.names)}}

    @property
    def caption(self) -> str:
        """What the columns hold."""
        return f"Judgments of {len(self.counts)} documents by {self.assessors} assessors"

    @property
    def pair(self) -> Pair:
        """What a question about it holds."""
        return cast("Pair", (*(tuple(map(Fraction, row)) for row in self.counts), self.names))

    @property
    def observed(self) -> Node:
        """The share that is agreed on, written out."""
        return rated_share(self.counts)

    @property
    def expected(self) -> Node:
        """The share that would be agreed on by chance, written out."""
        return rated_by_chance(self.counts)


@registered
@dataclass(frozen=True, repr=False)
class FleissKappa(Kappa):
    """Fleiss' kappa of any number of assessors: "kappa", "observed", the share of pairs that agree, or "expected".

    What it is asked about is a table with a row for each document and a column for each judgment, which counts the
    assessors who gave it, equally many for each document; or the lists of judgments, one an assessor. From -1 to 1; of
    two assessors it is Scott's pi. Source: Fleiss (1971).

    >>> from irlearn import explain
    >>> print(*explain(FleissKappa(), "3 0 | 1 2 | 0 3 | 2 1").lines, sep=chr(10))
    observed = (3/3 + 1/3 + 3/3 + 1/3) / 4 = 2/3 = 0.6667
    expected = (6^2 + 6^2) / 12^2 = 1/2 = 0.5
    kappa = (2/3 - 0.5) / (1 - 0.5) = 1/3 = 0.3333
    >>> explain("fleiss", "A: R R N R, B: R N N R, C: R N N N".replace(",", ";")).fraction
    Fraction(1, 3)
    """

    name = "kappa-fleiss"
    title = "Fleiss' kappa"
    about = "the judgments of three or more assessors"
    example = "3 0 | 1 2 | 0 3 | 2 1"
    first_step = "for each document count the pairs of assessors who agree, and how often each judgment is given."
    _spoken: ClassVar[dict[str, str]] = {
        "kappa": "Fleiss' kappa",
        "observed": "the mean share of the pairs of assessors who agree",
        "expected": "the share on which two would agree by chance",
    }
    _why: ClassVar[dict[str, str]] = {
        **Kappa._why,
        "observed": "Of a document with n judgments, n · (n − 1) / 2 pairs can agree; the shares are averaged.",
        "expected": "By chance two give a judgment with the square of the share with which all together give it.",
    }

    def read(self, given: object) -> Pair:
        """The rows of counts, one a document, and behind them what the judgments are called.

        Raises `InputError` for what is neither such a table nor lists of equal length, for what may be both, and where
        kappa divides by 0.

        >>> FleissKappa().read([[3, 0], [1, 2]])[1]
        (Fraction(1, 1), Fraction(2, 1))
        """
        found = _rated_of(given)
        if self.statistic == "kappa" and found.expected.value == 1:
            raise InputError("kappa divides by 0 where all assessors give every document the same one judgment")
        return found.pair

    def judged(self, pair: Pair) -> Rated:
        """The table, and what the judgments are called."""
        *rows, names = pair
        return Rated(tuple(tuple(map(int, row)) for row in rows), cast("tuple[str, ...]", names))


_TOLD = (
    "Fleiss' kappa takes a row for each document with a count for each judgment, such as '3 0 | 1 2', or a list of "
    "judgments for each assessor, 'R R N | R N N | R R R'"
)


def _rated_of(given: object) -> Rated:
    names: tuple[str, ...] | None = None
    if isinstance(given, str):
        text = given
    elif isinstance(given, Sequence | np.ndarray) and all(isinstance(row, Sequence | np.ndarray) for row in given):
        rows: list[Any] = [*given]
        if rows and isinstance(rows[-1], tuple) and rows[-1] and all(isinstance(name, str) for name in rows[-1]):
            names = rows.pop()  # as it was read before
        text = " | ".join(" ".join(map(str, row)) for row in rows)
    else:
        raise InputError(f"{_TOLD}; given: {quoted(given)}")
    if len(text) > _LONGEST:
        raise InputError(f"the judgments have {len(text):,} signs; at most {_LONGEST:,} are read")
    said, sums, body = said_to_be(text)
    words, heads = rows_of_rated(body)
    if said == "lists" or not all(word.isascii() and word.isdigit() for row in words for word in row):
        return _of_lists([side for _, side in named_sides(body)])
    rows = _rows(words)
    summed = sums or len(rows) < len(words) or is_sum("".join(heads[-1:]))
    columns = _columns(rows)
    if columns and _with_sums(rows, columns.start) and not summed:
        if sums is None and names is None:
            raise InputError(
                f"the last number of each row of {quoted(text.strip())} may be their sum, or count a judgment; write "
                "'counts with sums' or 'counts without sums' before"
            )
        columns = slice(columns.start, len(rows[0]))
    highest = max((max(row) for row in rows), default=0)
    if not said and names is None and highest == 1 and columns is None:
        return _of_lists([side for _, side in named_sides(body)])
    if not said and names is None and highest == 1:
        raise InputError(
            f"{quoted(text.strip())} may be counts or lists of judgments; write 'counts' or 'lists' before"
        )
    if columns is None:
        raise InputError(_no_table(rows, said))
    table = _of_a_size([row[columns] for row in rows])
    return Rated(table, names or tuple(heads[columns]) or tuple(map(str, range(1, len(table[0]) + 1))))


def _with_sums(rows: Sequence[Sequence[int]], start: int) -> bool:
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
        return f"{_TOLD}; given: {in_a_row([' '.join(map(str, row)) for row in rows])}"
    odd = next((place for place, one in enumerate(sums) if one != sums[0]), 1)
    lists = "" if said else "; write 'lists' before lists of grades"
    return (
        f"Fleiss' kappa needs equally many judgments of each document, 2 or more; document 1 has {sums[0]} and "
        f"document {odd + 1} has {sums[odd]}{lists}"
    )


def _of_a_size(rows: list[list[int]]) -> Table:
    if len(rows) > _MOST or sum(rows[0]) > _MOST or len(rows[0]) > _MOST_KINDS:
        raise InputError(
            f"Fleiss' kappa is worked out on up to {_MOST} documents with up to {_MOST} judgments each, of "
            f"{_MOST_KINDS} kinds; given: {len(rows)} documents, {sum(rows[0])} judgments, {len(rows[0])} kinds; for "
            "more use irlearn.statistics.fleiss_kappa"
        )
    return tuple(map(tuple, rows))


def _of_lists(sides: list[str]) -> Rated:
    if len(sides) < 2:
        raise InputError(f"{_TOLD}; given: {quoted(' '.join(sides))}")
    lists, kinds, names = lists_of(sides)
    documents = zip(*lists, strict=True)
    return Rated(tuple(tuple(document.count(kind) for kind in kinds) for document in documents), names)
