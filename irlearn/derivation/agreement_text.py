"""Two assessors' judgments as they are typed: a table of counts, four counts with their names, or two lists."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from irlearn.derivation.sides import equally_long, sides_of
from irlearn.errors import InputError, quoted
from irlearn.numbers import exact_number
from irlearn.ranking import Ranking
from irlearn.spelling import FOLDED, UNJUDGED
from irlearn.words import in_a_row

_MOST = 10**6  # documents in a cell
_MOST_KINDS = 10  # of judgments
_LONGEST = 20_000  # signs
_HIGHEST_GRADE = 5  # above it numbers are counts
_COUNT = "a whole number such as 12"
_SAID = re.compile(r"(?i)^\s*(?:(?P<counts>counts?|table|matrix)|(?P<lists>lists?|judge?ments|labels))\b\s*:?\s*")


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
    said = _SAID.match(text)
    body = text[said.end() :] if said else text
    if named := _named(body):
        return named
    sides = sides_of(body)
    rows = _rows(body, sides)
    table = _table(rows) if rows else None
    if (said and said["counts"]) or (rows and table is None and max(map(max, rows)) > _HIGHEST_GRADE):
        return table
    lists, why = None, None
    try:
        lists = _of_columns(body) or (_of_lists(sides) if len(sides) == 2 else None)
    except InputError as error:
        why = error
    if said and said["lists"]:
        table = None
    if table and max(map(max, rows)) <= 1 and not (said and said["counts"]):
        raise InputError(
            f"{quoted(text.strip())} may be a table of counts or lists of judgments; write 'counts' or 'lists' before"
        )
    if table is None and lists is None and why is not None:
        raise why
    if table is None and lists is None and len(sides) > 2 and equally_long([side.split() for side in sides]):
        raise InputError(f"{told}, of two assessors; given: {len(sides)} lists in {quoted(text.strip())}")
    return table or lists


def _rows(body: str, sides: Sequence[str]) -> list[list[int]]:
    """The whole numbers of each row, without what stands before them; four numbers alone are two rows."""
    rows = []
    for side in sides:
        plain = re.sub(r"^[^\d]*[^\W\d_][^\d]*(?=[0-9])", "", side) if "\n" in body or len(sides) > 1 else side
        if re.search(r"[^\W\d_]|[.+-]", plain):
            if re.search(r"[0-9]", side):
                return []
            continue  # the names of the columns
        rows.append([int(one) for one in re.findall(r"[0-9]{1,9}", plain)])
    rows = [row for row in rows if row]
    if len(rows) == 1 and len(rows[0]) == 4:
        return [rows[0][:2], rows[0][2:]]
    if "\n" in body and "|" in body:  # a Markdown table, whose lines were parted at its bars
        rows = [[int(one) for one in re.findall(r"(?<![\w.-])[0-9]{1,9}(?![\w.])", line)] for line in body.splitlines()]
        rows = [row for row in rows if row]
    return rows


# four counts with names

_JOIN = r"\s*[-/,&+x]?\s*(?:and\s+)?"
_YES, _NO = r"(?:yes|relevant|rel|r|1|\+)", r"(?:no|not[\s-]relevant|non-?\s?relevant|irrelevant|nonrel|nr|n|0|-)"
_FIRST = r"(?:(?:the\s+)?first(?:\s+(?:assessor|judge|rater))?|(?:assessor|judge|rater|system)?\s*(?:a\b|1\b))"
_SECOND = r"(?:(?:the\s+)?second(?:\s+(?:assessor|judge|rater))?|(?:assessor|judge|rater|system)?\s*(?:b\b|2\b))"
_BOTH = rf"{_FIRST}\s+(?:says\s+)?{{}}{_JOIN}{_SECOND}\s+(?:says\s+)?{{}}"


def _only(who: str) -> str:
    return rf"(?:(?:only|just)\s+{who}(?:\s+(?:says\s+)?relevant)?|{who}\s+(?:only|alone)(?:\s+(?:says\s+)?relevant)?)"


_ALSO = {
    (1, 1): rf"nn|neither(?:\s+(?:is\s+)?relevant)?|both(?:\s+say)?\s+{_NO}\b|d(?=\s*=)",
    (0, 0): r"rr|both(?:\s+(?:say\s+)?(?:relevant|yes))?|a(?=\s*=)",
    (0, 1): rf"rn|{_only(_FIRST)}|b(?=\s*=)",
    (1, 0): rf"nr|{_only(_SECOND)}|c(?=\s*=)",
}
_SAYS = (_YES, _NO)
_CELLS = {
    (row, column): rf"(?:{also}|{_BOTH.format(_SAYS[row], _SAYS[column])}|{_SAYS[row]}{_JOIN}\b{_SAYS[column]})"
    for (row, column), also in _ALSO.items()
}
"""What four counts are called, by their row and column; the last cell first, as its names hold those of others."""
_FILLER = re.compile(r"(?i)(?:[\s,;.:|()]|\b(?:and|documents?|docs?|are|is|on|for|of|judged|relevant|as|by)\b)*")


def _named(body: str) -> Judged | None:
    """Four counts behind or before their names, such as "both 300, only A 20, only B 10, neither 70"; or None."""
    rest, found = body.translate(FOLDED), dict[tuple[int, int], int]()
    ahead = re.match(r"\s*[0-9]", rest) is not None
    for cell, name in _CELLS.items():
        count = r"(?P<count>[0-9]{1,7})(?![\w.])"
        pattern = rf"(?<![\w.]){count}\s*(?:documents\s+|docs\s+)?(?:are\s+|for\s+)?(?:{name})(?!\w)"
        behind = rf"(?<![\w.-])(?:{name})(?!\w)\s*(?:[:=]|is\b|are\b|on\b)?\s*{count}"
        match = re.search(rf"(?i){pattern if ahead else behind}", rest)
        if match is None:
            return None
        found[cell] = int(match["count"])
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    if not _FILLER.fullmatch(rest):
        return None
    rows = [[found[row, column] for column in range(2)] for row in range(2)]
    return Judged(tuple(map(tuple, rows)), ("relevant", "not relevant"))


# lists


def _of_columns(body: str) -> Judged | None:
    """A line for each document: both judgments, behind its name or not; None where it is none."""
    lines = [re.findall(r"[^\s,;|:]+", line) for line in body.splitlines() if re.search(r"[^\s|-]", line)]
    heads = {"a", "b", "1", "2", "assessor", "judge", "rater", "first", "second"}
    if lines and all(word.isalpha() for word in lines[0]) and {*map(str.lower, lines[0][-2:])} <= heads:
        lines = lines[1:]
    if len(lines) < 3 or {len(line) for line in lines} not in ({2}, {3}):
        return None
    return _of_lists([" ".join(line[place] for line in lines) for place in (-2, -1)])


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
    if len(whys) == 1:
        raise whys[0]
    if whys:
        words = [re.findall(r"[^\s,;]+", side.lower()) for side in sides]
        if any(not word.isalpha() for side in words for word in side) or not set(words[0]) & set(words[1]):
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
