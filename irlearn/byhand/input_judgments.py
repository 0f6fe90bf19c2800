"""Typed judgments of assessors: a table of counts, named counts, or a list of judgments per assessor."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import Any, NamedTuple

from irlearn.byhand.input_lists import WHO, input_words, named_sides
from irlearn.byhand.input_numbers import all_named
from irlearn.errors import InputError, quoted
from irlearn.parsing.grade_notation import HIGHEST_OF_A_SCALE, read_grades
from irlearn.parsing.parsed_ranking import ask
from irlearn.parsing.parser import parse_ranking
from irlearn.parsing.tokens import FOLDED
from irlearn.parsing.vocabulary import is_id, mark_of, role_of

_MOST_JUDGED = 20_000  # Characters of the longest text that is read.


class Judgments(NamedTuple):
    """Judgments as typed: a table of counts, or a list of judgments per assessor.

    Attributes
    ----------
    said : str
        "counts" or "lists" if the text begins with that word, else "".
    rows : sequence of list of int
        The numbers of the text, row by row.
    table : sequence of list of int
        The counts; empty if the text holds lists.
    names : tuple of str
        The names of the categories.
    lists : sequence of list
        The judgments of each assessor; empty if the text holds counts.
    """

    said: str
    rows: Sequence[list[int]]
    table: Sequence[list[int]] = ()
    names: tuple[str, ...] = ()
    lists: Sequence[list[Any]] = ()


_BEGUN, _RULE, _SUM = (re.compile(input_words()["judgments"][what]) for what in ("begun", "rule", "sum"))
_NAME = re.compile(r"[^\W\d_]|[:=]")
_JUDGE = re.compile(rf"(?i)(?:{WHO})[#_-]?\w?")
_LETTER = re.compile(rf"{_JUDGE.pattern}|[a-z]|[ajr][0-9]")


def read_judgments(text: str, *, two: bool) -> Judgments:
    """Parse the judgments of two assessors, or of any number of assessors.

    If `two` is true, each row of a table belongs to a judgment of the first assessor; else each row belongs to a
    document. Raises `InputError` for a text that holds no judgments, or that may be read in two ways.
    """
    if len(text) > _MOST_JUDGED:
        raise InputError(f"the judgments have {len(text):,} signs; at most {_MOST_JUDGED:,} are read")
    body = text.translate(FOLDED)
    begun = _BEGUN.match(body)
    said, sums = ("counts" if begun["counts"] else "lists", begun["sums"] or "") if begun else ("", "")
    body = body[begun.end() :] if begun else body
    may_name_counts = two and said != "lists" and _NAME.search(body)  # "0 0 1" is a list, not a count
    named = {key: int(count) for key, count in all_named(body, "fourfold").items()} if may_name_counts else {}
    if named and named.pop("total", sum(named.values())) == sum(named.values()):
        counts = [[named["both"], named["first"]], [named["second"], named["neither"]]]
        return Judgments("counts", counts, counts, ("relevant", "not relevant"))
    heads, sides = map(list, zip(*named_sides(body), strict=True))
    lined = "\n" in body.strip() and not all(heads)
    lines = [line for line in (body.splitlines() if lined else sides) if not _RULE.fullmatch(line)]
    words = [re.findall(r"[^\s,;|:\[\]()]+", re.sub(rf"(?i)\b({WHO})\s+(?=[0-9a-z]\b)", r"\1", line)) for line in lines]
    found = _counted(text, lines, words, said, sums, two=two)
    by_lines = two and lined and len(words) > len("AB") and len(words[-1]) <= len("dAB")
    judged = [] if said == "lists" or by_lines or _heads(words, _JUDGE) else found.rows
    counted = said == "counts" and (two or found.rows != [])
    if found.table or counted or max(map(max, judged), default=0) > (HIGHEST_OF_A_SCALE if two else 1):
        return found
    lists = _by_document(words, two=two, lined=lined) or sides
    enough = len(lists) == len("AB") if two else len(lists) > 1
    return found._replace(lists=_lists(lists, high=said == "lists") if enough else [*map(str.split, lists)])


def _counted(text: str, lines: list[str], words: list[list[str]], said: str, sums: str, *, two: bool) -> Judgments:
    """Return the numbers of a table and the counts among them.

    Raises `InputError` if the numbers may be lists of judgments, or if the last column may hold sums.
    """
    top, labels, rows = _numbers(words, two=two)
    rows = [rows[0][:2], rows[0][2:]] if two and [*map(len, rows)] == [len("abcd")] else rows
    most = max(map(max, rows), default=0)
    kept, columns = _counts(rows, two=two, sure=said == "counts" or most > HIGHEST_OF_A_SCALE)
    if columns is None or said == "lists" or _heads(words, _JUDGE):
        return Judgments(said, rows)
    names = _names(lines[0], len(rows[0])) if top else []
    summed = len(kept) < len(rows) or _SUM.fullmatch("".join(names[-1:]))
    if "out" in sums:
        columns = slice(columns.start, None)
    elif not two and columns.stop and not summed and not sums:
        raise ask(
            text, "ends each row with a number that may be their sum, or count a judgment; write 'counts with sums' or "
            "'counts without sums' before"
        )  # fmt: skip
    if most <= 1 and not said:
        raise ask(text, "may be a table of counts or lists of judgments; write 'counts' or 'lists' before")
    return Judgments(said, rows, [row[columns] for row in kept], tuple(labels if two else (labels or names)[columns]))


def _numbers(words: list[list[str]], *, two: bool) -> tuple[int, list[str], list[list[int]]]:
    """Return the number of heading rows, the labels of the categories, and the numbers of the other rows."""
    # The cells of each row from the first number on.
    tails = [[*dropwhile(lambda word: not word.isdecimal(), row)] for row in words]
    top, labels = len(tails) - len([*dropwhile(lambda row: not row, tails)]), list[str]()
    if len(tails) > len("AB") and tails[0]:
        below = 1 + (not tails[1])  # Pandas prints the name of the index on a separate line.
        called, across = [row[0] for row in words[below:]], [word for word in tails[0] if word.isdecimal()]
        wider = all(len(row) > len(across) > 1 for row in tails[below:])  # A label makes a row wider.
        labels = across if wider and [*filter(str.isdecimal, called)] == across else []
        bare = tails[0] == words[0] and (wider or not any(map(str.isdecimal, called)))
        known = role_of(words[0][0]) in ("names", "query", "grades") and words[0][0] not in called
        top = below if labels or bare or known or below > 1 else 0
    rows = [row[1:] if place < len(labels) else row for place, row in enumerate(tails[top:])]
    said = [] if two else [dict(zip(row[::-2], row[-2::-2], strict=False)) for row in rows]  # As in "3 yes, 0 no".
    kinds = [*dict.fromkeys(kind for one in said for kind in reversed(one))]
    if kinds and all(map(str.isalpha, kinds)) and [len(row) // 2 for row in rows] == [*map(len, said)]:
        labels, rows = kinds, [[one.get(kind, "0") for kind in kinds] for one in said]
    whole = all(row and all(re.fullmatch("[0-9]{1,9}", word) for word in row) for row in rows)
    return top, labels, [[*map(int, row)] for row in rows] if whole else []


def _names(heading: str, width: int) -> list[str]:
    """Return the names of the columns from the heading of a table; an empty list if their number does not fit."""
    parted = [re.split(sign, heading.strip(" |\t")) for sign in (r"[|\t]|\s{2,}", r"[\s,;|]+")]
    return next(([*map(str.strip, cells[-width:])] for cells in parted if len(cells) in (width, width + 1)), [])


def _counts(rows: list[list[int]], *, two: bool, sure: bool) -> tuple[list[list[int]], slice | None]:
    """Return the rows and columns that hold counts, not sums or row numbers; the columns are None if no table fits."""
    sums = [*map(sum, zip(*rows[:-1], strict=False))]
    summed = len(rows) > len("AB") and rows[-1] in (sums, sums[1:])
    for kept in [rows[:-1]] * summed + [rows] * (len(rows) > 1):
        numbered = not two and [row[0] - kept[0][0] for row in kept] == [*range(len(kept))] and kept[0][0] < 2
        for left in (0, 1) if numbered else (0,):
            across = all(row[-1] == sum(row[left:-1]) for row in kept)
            for right in (-1, None) if across else (None,):
                table = [row[left:right] for row in kept]
                halved = (right is None) != (kept is rows)  # Only rows or only columns have sums.
                square = len(table) == len(table[0]) and (sure or not halved) and (kept is rows or any(map(any, table)))
                fits = square if two else len({*map(sum, table)}) == 1 < sum(table[0])
                if fits and len(table) > 1 < len(table[0]) and len({*map(len, table)}) == 1:
                    return kept, slice(left, right)
    return rows, None


def _heads(words: list[list[str]], pattern: re.Pattern[str]) -> bool:
    """Return True if the first row names two assessors, and no other row repeats these names."""
    last = {word for row in words[:1] for word in row[-2:]} - {word for row in words[1:] for word in row}
    return len(last) == len("AB") and all(map(pattern.fullmatch, last))


def _by_document(words: list[list[str]], *, two: bool, lined: bool) -> list[str]:
    """Return each assessor's list from rows per document; an empty list if each row is the list of an assessor."""
    lettered = [any(map(str.isalpha, "".join(row))) for row in words]
    over = _heads(words, _LETTER) or (two and any(lettered[:1]) and not any(lettered[1:]))
    rows, first = words[over:], [row[0] for row in words[over:]]
    width = len(rows[0]) if len({*map(len, rows)}) == 1 < len(rows) else 0
    columns, many = [" ".join(column) for column in zip(*rows, strict=False)], two and lined and len(rows) > len("AB")
    if over:
        letter = bool(_LETTER.fullmatch(words[0][0]) or (two and width == len("AB")))
        named = not letter or len(words[0]) < width
        fits = len(words[0]) == width - (named and letter) and (not named or len({*first}) == len(rows))
        return columns[named:] if fits else []
    if width < len("dRN") or len({*first}) < len(rows):
        return columns if many and width == len("AB") else []
    if all(map(str.isdecimal, first)):
        return columns[1:] if many and width == len("dAB") else []
    behind = {word.lower() for row in rows for word in row[1:]}
    if behind & {*map(str.lower, first)} or all(mark_of(word) is not None for word in first):
        return []
    if all(map(_JUDGE.fullmatch, first)) or (two and len(rows) == 2 != width - 1 and first[0][0] not in "dDqQ"):
        return [" ".join(row[1:]) for row in rows]
    if (many and width == len("dAB")) or all(len(word) > 1 and is_id(word) for word in first):
        return columns[1:]
    raise ask(
        "\n".join(map(" ".join, words)), f"has {' and '.join(first[:2])}, which may be documents or assessors; write a "
        "list for each assessor, such as 'assessor 1: R R N; assessor 2: R N N'"
    )  # fmt: skip


def _lists(sides: Sequence[str], *, high: bool) -> list[list[Any]]:
    """Return the judgments of each list as grades, or as labels if the lists have labels in common."""
    words = [[word for word in re.findall(r"[^\s,;]+", side.lower()) if word != "and"] for side in sides]
    try:
        return [_grades(f"grades {one}" if high and re.fullmatch(r"(\d\d?(\W+|$))+", one) else one) for one in sides]
    except InputError:
        labels = all(any(map(str.isalpha, word)) and word[-1] != ":" for side in words for word in side)
        repeated = any(len({*side}) < len(side) for side in words)  # Words that never repeat may be documents.
        if not (labels and repeated and {*words[0]} & {word for side in words[1:] for word in side}):
            raise
        return [*words]


def _grades(side: str) -> list[int]:
    """Return the judgments of a list in any form of a ranking. Raises `InputError` for any other text."""
    side = re.sub(r"(?i)\s+and\s+", ", " if "," in side else " ", side)
    try:
        return read_grades(side).grades
    except InputError:
        try:
            read = parse_ranking(side)
        except InputError:
            return read_grades(side.partition(":")[2] or side).grades  # Skip the name of an assessor.
    if read.missed or read.others or (read.relevant or 0) > sum(grade > 0 for grade in read.grades):
        raise InputError(f"the judgments {quoted(side)} tell of documents without a place in the list")
    return [*read.grades]
