"""What assessors said, as it is typed: the numbers of a table, counts or shares with their names, words in columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from irlearn.reading.lexicon import data
from irlearn.reading.ranks import FOLDED

_SAID = re.compile(
    r"(?i)^\s*(?:(?P<counts>counts?|table|matrix)(?:\s+with(?P<out>out)?(?P<sums>\s+sums?))?|lists?|judge?ments|labels)\b\s*:?\s*"
)
_HEADS = {"a", "b", "1", "2", "assessor", "judge", "rater", "first", "second"}


def said_to_be(text: str) -> tuple[str, bool | None, str]:
    """What the first words of a text say that follows, "counts" or "lists" or nothing, and the rest.

    Between them stands whether rows end with their sum, and None where that is not said.

    >>> said_to_be("counts without sums 1 0 | 0 1"), said_to_be("1 0 | 0 1")
    (('counts', False, '1 0 | 0 1'), ('', None, '1 0 | 0 1'))
    """
    said = _SAID.match(text)
    if said is None:
        return "", None, text
    sums = not said["out"] if said["sums"] else None
    return "counts" if said["counts"] else "lists", sums, text[said.end() :]


def is_sum(heading: str) -> bool:
    """Whether a column with this heading holds the sums of its rows.

    >>> is_sum("Total"), is_sum("N")
    (True, False)
    """
    return re.fullmatch(_SUM, heading) is not None


_SUM = r"(?i)sums?|(?:row[ _-]?)?totals?|all|Σ|summe|gesamt|somme|suma|somma|raters|assessors|judges"


def rows_of_counts(body: str, sides: Sequence[str]) -> list[list[int]]:
    """The whole numbers of each row, without what stands before them; four numbers alone are two rows.

    >>> rows_of_counts("yes 30 2 | no 1 7", ["yes 30 2", "no 1 7"]), rows_of_counts("30 2 1 7", ["30 2 1 7"])
    ([[30, 2], [1, 7]], [[30, 2], [1, 7]])
    """
    rows, _ = rows_of_rated(body if "\n" in body else "\n".join(sides))
    if not all(re.fullmatch("[0-9]{1,9}", word) for row in rows for word in row):
        return []
    counts = [[*map(int, row)] for row in rows]
    return [counts[0][:2], counts[0][2:]] if [*map(len, counts)] == [len("abcd")] else counts


def words_of(side: str) -> list[str]:
    """The words of a list in lower case.

    >>> words_of("Spam, ham")
    ['spam', 'ham']
    """
    return [word for word in re.findall(r"[^\s,;]+", side.lower()) if word != "and"]


def columns_of_two(body: str) -> list[str] | None:
    """Two lists from a line for each document, with both judgments behind its name or alone; None where it is none.

    >>> columns_of_two("d1 R R | d2 R N"), columns_of_two("d1 R R; d2 R N".replace("; ", chr(10)) + chr(10) + "d3 N N")
    (None, ['R R N', 'R N N'])
    """
    lines = [re.findall(r"[^\s,;|:]+", line) for line in body.splitlines() if re.search(r"[^\s|-]", line)]
    letters = [any(any(map(str.isalpha, word)) for word in line) for line in lines]
    heads = lines and all(word.isalpha() for word in lines[0]) and {*map(str.lower, lines[0][-2:])} <= _HEADS
    if heads or (any(letters[:1]) and not any(letters[1:])):
        lines = lines[1:]
    if len(lines) < 3 or {len(line) for line in lines} not in ({2}, {3}):
        return None
    return [" ".join(line[place] for line in lines) for place in (-2, -1)]


@cache
def _pattern(name: str) -> str:
    """A pattern of the lexicon, in which the parts that stand in ~ ~ are in place."""
    return re.sub("~(.+?)~", lambda part: _pattern(part[1]), data()["agreement"][name])


def _named(body: str, names: Sequence[str], number: str) -> tuple[list[str], str]:
    """The number of each name, behind it or before it, and the rest of a text; no number where a name lacks one."""
    rest, found = body.translate(FOLDED), list[str]()
    ahead = re.match(r"\s*[0-9]", rest)
    for name in names:
        before, behind = rf"(?<![\w.]){number}\s*~counted~(?:~{name}~)(?!\w)", rf"(?<![\w.-])(?:~{name}~)(?!\w)"
        form = before if ahead else rf"{behind}\s*(?:[:=]|is\b|are\b|on\b|of\b)?\s*{number}"
        match = re.search("(?i)" + re.sub("~(.+?)~", lambda part: _pattern(part[1]), form), rest)
        if match is None:
            return [], rest
        found.append(match["number"])
        rest = f"{rest[: match.start()]} {rest[match.end() :]}"
    return found, rest


def four_named(body: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Four counts behind or before their names, as a table; None where a text is no such thing.

    >>> four_named("both 300, only A 20, only B 10, neither 70"), four_named("3 both")
    (((300, 20), (10, 70)), None)
    """
    found, rest = _named(body, ("neither", "both", "only the first", "only the second"), "~count~")
    total = re.search(r"(?i)\b(?:n|total|in\s+all)\s*[:=]?\s*([0-9]{1,8})(?![\w.])", rest)
    if total and int(total[1]) == sum(map(int, found)):
        rest = rest[: total.start()] + rest[total.end() :]
    if not found or not re.fullmatch(_pattern("filler"), rest):
        return None
    neither, both, first, second = map(int, found)
    return (both, first), (second, neither)


def two_shares(body: str) -> list[str] | None:
    """The share that is agreed on and that by chance, each behind its name; None where a text is no such thing.

    >>> two_shares("P(A) = 0.925, P(E) = 0.665"), two_shares("pe ,5 and po 3/4"), two_shares("300 20 | 10 70")
    (['0.925', '0.665'], ['3/4', '.5'], None)
    """
    found, rest = _named(body, ("by chance", "agreed"), "~share~")
    return [one.replace(",", ".") for one in found[::-1]] if found and re.fullmatch(_pattern("filler"), rest) else None


def rows_of_rated(body: str) -> tuple[list[list[str]], list[str]]:
    r"""The words of each row of a table, without the names of its rows, and the names of its columns.

    >>> rows_of_rated("doc rel non\nd1 3 0\nd2 1 2"), rows_of_rated("3 0 | 1 2")[0]
    (([['3', '0'], ['1', '2']], ['rel', 'non']), [['3', '0'], ['1', '2']])
    """
    plain = body.translate(FOLDED).strip()
    lines = plain.splitlines() if "\n" in plain else re.split(r"[|;]|\]\s*,?", plain)
    rows = [re.findall(r"[^\s,;|:\[\]()]+", line) for line in lines if re.search(r"[^\s|,;:\[\]()-]", line)]
    heads: list[str] = []
    if len(rows) > 1 and not any(word.isdigit() for word in rows[0]) and any(word.isdigit() for word in rows[-1]):
        heads, rows = rows[0], rows[1:]
    if rows and all(len(row) > 2 and not row[0].isdigit() for row in rows):
        rows = [row[1:] for row in rows]
    return rows, heads[-len(rows[0]) :] if rows and len(heads) >= len(rows[0]) else []
