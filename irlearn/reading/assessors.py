"""What assessors said, as it is typed: the numbers of a table, counts or shares with their names, words in columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.reading.ranks import FOLDED

_SAID = re.compile(r"(?i)^\s*(?:(?P<counts>counts?|table|matrix)|(?P<lists>lists?|judge?ments|labels))\b\s*:?\s*")
_HEADS = {"a", "b", "1", "2", "assessor", "judge", "rater", "first", "second"}


def said_to_be(text: str) -> tuple[str, str]:
    """What the first word of a text says that follows, "counts" or "lists" or nothing, and the rest.

    >>> said_to_be("counts 1 0 | 0 1"), said_to_be("1 0 | 0 1")
    (('counts', '1 0 | 0 1'), ('', '1 0 | 0 1'))
    """
    said = _SAID.match(text)
    return ("counts" if said["counts"] else "lists", text[said.end() :]) if said else ("", text)


_SUMS = re.compile(r"(?i)^\s*(?:counts?|table)\s+with(?P<out>out)?\s+sums?\b\s*:?")


def said_of_sums(text: str) -> tuple[bool | None, str]:
    """Whether the first words of a text say that rows end with their sum, None where they do not, and counts alone.

    >>> said_of_sums("counts without sums 1 1 2"), said_of_sums("counts 1 1 2")
    ((False, 'counts 1 1 2'), (None, 'counts 1 1 2'))
    """
    said = _SUMS.match(text)
    return (not said["out"], f"counts {text[said.end() :].lstrip()}") if said else (None, text)


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


_JOIN = r"\s*[-/,&+x]?\s*(?:and\s+)?"
_YES, _NO = r"(?:yes|y|relevant|rel|r|1|\+)", r"(?:no|not[\s-]relevant|non-?\s?relevant|irrelevant|nonrel|nr|n|0|-)"
_FIRST = r"(?:(?:the\s+)?first(?:\s+(?:assessor|judge|rater))?|(?:assessor|judge|rater|system)?\s*(?:a\b|1\b))"
_SECOND = r"(?:(?:the\s+)?second(?:\s+(?:assessor|judge|rater))?|(?:assessor|judge|rater|system)?\s*(?:b\b|2\b))"
_BOTH = rf"{_FIRST}\s+(?:says\s+)?{{}}{_JOIN}{_SECOND}\s+(?:says\s+)?{{}}"
_THEM = r"(?:\s+(?:of\s+them|(?:the\s+)?(?:assessors|judges|raters|annotators)))?"


def _only(who: str) -> str:
    return rf"(?:(?:only|just)\s+{who}(?:\s+(?:says\s+)?relevant)?|{who}\s+(?:only|alone)(?:\s+(?:says\s+)?relevant)?)"


_ALSO = {
    (1, 1): rf"nn|tn|neither(?:\s+(?:is\s+)?relevant)?|both{_THEM}(?:\s+say)?\s+{_NO}\b|n_?00|d(?=\s*=)",
    (0, 0): rf"rr|yy|tp|both{_THEM}(?:\s+(?:say\s+)?(?:relevant|yes))?|n_?11|a(?=\s*=)",
    (0, 1): rf"rn|yn|fp|{_only(_FIRST)}|n_?10|b(?=\s*=)",
    (1, 0): rf"nr|ny|fn|{_only(_SECOND)}|n_?01|c(?=\s*=)",
}
_SAYS = (_YES, _NO)
_CELLS = {
    (row, column): rf"(?:{also}|{_BOTH.format(_SAYS[row], _SAYS[column])}|{_SAYS[row]}{_JOIN}\b{_SAYS[column]})"
    for (row, column), also in _ALSO.items()
}
"""What four counts are called, by their row and column; the last cell first, as its names hold those of others."""
_FILLER = re.compile(r"(?i)(?:[\s,;.:|()]|\b(?:and|documents?|docs?|are|is|on|for|of|judged|relevant|as|by)\b)*")


def four_named(body: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Four counts behind or before their names, as a table; None where a text is no such thing.

    >>> four_named("both 300, only A 20, only B 10, neither 70"), four_named("3 both")
    (((300, 20), (10, 70)), None)
    """
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
    total = re.search(r"(?i)\b(?:n|total|in\s+all)\s*[:=]?\s*([0-9]{1,8})(?![\w.])", rest)
    if total and int(total[1]) == sum(found.values()):
        rest = rest[: total.start()] + rest[total.end() :]
    if not _FILLER.fullmatch(rest):
        return None
    return (found[0, 0], found[0, 1]), (found[1, 0], found[1, 1])


_PLAIN = r"(?:[0-9]+(?:[.,][0-9]+)?|[.,][0-9]+)"
_SHARE = rf"({_PLAIN}(?:\s*/\s*{_PLAIN}|\s*%)?)(?![\w.]|,[0-9]|\s*[/%*^·])"
_WHAT = r"(?:\s+(?:agreement|share|proportion|probability))?(?:\s+by\s+chance)?"
_P = r"p(?:r|rob|robability)?\s*[(_]?\s*"
_AGREED = (
    rf"(?:{_P}\{{?(?:agree(?:ment)?|obs(?:erved)?|[ao0])\}}?\s*\)?|(?:the\s+)?(?:observed|actual){_WHAT}|agreement)"
)
_CHANCE = (
    rf"(?:{_P}\{{?(?:chance|exp(?:ected)?|[ec])\}}?\s*\)?|(?:the\s+)?(?:expected|chance|random){_WHAT}|by\s+chance)"
)


def two_shares(body: str) -> list[str] | None:
    """The share that is agreed on and that by chance, each behind its name; None where a text is no such thing.

    >>> two_shares("P(A) = 0.925, P(E) = 0.665"), two_shares("pe ,5 and po 3/4"), two_shares("300 20 | 10 70")
    (['0.925', '0.665'], ['3/4', '.5'], None)
    """
    agreed, chance = (rf"{name}\s*(?:[:=]|is\b|of\b)?\s*{_SHARE}" for name in (_AGREED, _CHANCE))
    for first, second, step in ((agreed, chance, 1), (chance, agreed, -1)):
        pattern = rf"(?i)\s*{first}\s*(?:[,;|]|\band\b|\bwith\b)?\s*(?:and\s+)?{second}\s*[.;]?\s*"
        match = re.fullmatch(pattern, body.translate(FOLDED))
        if match:
            return [number.replace(",", ".") for number in match.groups()][::step]
    return None


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
