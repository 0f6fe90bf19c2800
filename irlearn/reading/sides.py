"""Two lists, orders or tables in one text: what parts them, what stands before each, and what assessors said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.reading.lexicon import data, plainly
from irlearn.reading.ranks import FOLDED

_NAMES, _TRUE, _ESTIMATED = (data()["sides"][what].split() for what in ("who", "true", "estimated"))
_WHO = "|".join([*_NAMES, *_TRUE, *_ESTIMATED])
_ONE = rf"(?:(?:{_WHO})(?:\s+|(?=[0-9:=])))*(?:(?:{_WHO}|[A-Za-z])[\s#]*[0-9]?)"
_HEAD = re.compile(rf"(?i)^\s*(?:{_ONE}\s*:|{_ONE}\s*=\s*(?=[\[(])|{_ONE}\s*(?=\[)|[^\W\d]\w*\s*=\s*(?=\[))\s*")
_NAMED = re.compile(rf"(?i)(?:^|(?<=[\s,;]))(?:(?:{_WHO})[\s#]*(?:[0-9]|[a-z]\b)?)\s*[:=]|(?<![\w])[AB]\s*:")
_BETWEEN = (
    r"\|", r"\n", r"(?<=[\])])\s*(?:,|;|and\b|vs\.?|versus\b)?\s*(?=[\w ]*[:=]?\s*[\[(])",
    r"(?i)\s(?:vs\.?|versus|against|compared\s+(?:with|to))\s", ";",
)  # fmt: skip
_NO_QUOTES = {ord(sign): None for sign in "\"'"}


def named_sides(text: str) -> list[tuple[str, str]]:
    """The lists of a text with their names: parted by `|`, line ends, brackets, "vs", semicolons, or by names."""
    body = text.translate(FOLDED).strip()
    if re.search(r"=\s*\[|\w\(\s*\[", body):
        body = plainly(body.rstrip(";"), "code").translate(_NO_QUOTES).strip()
    body = body[1:-1].strip() if re.match(r"\[\s*\[", body) and re.search(r"\]\s*\]$", body) else body
    for between in _BETWEEN:
        parts = [part for part in re.split(between, body) if re.search(r"[^\s,;|()\[\]]", part)]
        if len(parts) > 1:
            return [_bare(part) for part in parts]
    heads = [head.start() for head in _NAMED.finditer(body)]
    if len(heads) > 1 and not heads[0]:
        return [_bare(body[start:end]) for start, end in pairwise([*heads, len(body)])]
    return [_bare(body)]


def _bare(part: str) -> tuple[str, str]:
    """The name of a list, and the list without the sign that parts it from the next and without brackets around it."""
    plain, name = part.strip().strip(",;").strip(), ""
    head = _HEAD.match(plain) if len(re.findall(r"[:=]\s*[0-9.]", plain)) < 2 else None  # else each word has its number
    if head:
        name, plain = re.sub(r"[\W_]+", " ", head[0]).strip().lower(), plain[head.end() :].strip()
    whole = re.fullmatch(r"[\[(](?P<inside>[^\[\]()]*)[\])]", plain)
    return name, (whole["inside"] if whole else plain).strip()


# two orders

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:/[0-9]+)?%?"
_WORD = r"[^\s,;=:>()\[\]{}|]+"
_SAID = re.compile(r"(?i)^\s*(?P<kind>scores?|values?|ranks?|orders?|rankings?)\b\s*:?\s*")
_LABELLED = r"(?is)\s*(?P<kind>scores|order|ranking|ranks)[\s#]*[1A]\s*[:=].*\b(?P=kind)[\s#]*[2B]\s*[:=]"
_PAIR = re.compile(rf"\s*(?P<name>{_WORD})\s*(?:[=:]|\s)\s*(?P<number>{_NUMBER})(?![\w.])\s*[,;]?")
_GROUP = re.compile(r"[(\[{](?P<tied>[^()\[\]{}]*)[)\]}]|(?P<equal>[^\s,;>()\[\]{}]+(?:\s*=\s*[^\s,;>()\[\]{}]+)*)")
_KINDS = {"score": "score", "value": "score", "rank": "rank", "order": "order", "ranking": "order"}


class TwoOrders(NamedTuple):
    """What was typed: the kind that it is said to be ("score", "rank", "order" or nothing), and one form of both sides.

    `scored` are scores by name, `numbers` bare numbers, `groups` names from the best on, tied ones together.
    """

    kind: str
    scored: list[dict[str, str]] | None = None
    numbers: list[list[str]] | None = None
    groups: list[list[list[str]]] | None = None


def two_orders(text: str) -> TwoOrders | None:
    """The two orders of a text; None where there are not two."""
    body = text.translate(FOLDED).translate(_ARROWS)
    said = _SAID.match(body)
    kind = _KINDS[said["kind"].lower().rstrip("s")] if said else ""
    body = body[said.end() :] if said and not re.match(_LABELLED, body) else body
    named = named_sides(body)
    for sign in (r"\band\b", r",(?=[^>]*>)"):  # nothing else parts them than "and", or a comma between chains of >
        named = named if len(named) > 1 else [("", part.strip(" ,;")) for part in re.split(sign, body)]
    if len(named) != 2:
        return None
    heads = [{*re.findall("[a-z]+", head)} for head, _ in named]
    true, estimated = ([bool(head & {*words}) for head in heads] for words in (_TRUE, _ESTIMATED))
    if true == [False, True] or estimated == [True, False]:
        named = named[::-1]  # the true order comes first, whatever stands first
    sides = [re.sub(r"(?<!\S)[0-9]{1,3}[.)]\s+(?=\S)", "", _SAID.sub("", side)) for _, side in named]
    scored = [_pairs(side) for side in sides]
    if all(scored):
        return TwoOrders(kind, scored=scored)
    numbers = [re.findall(r"[^\s,;]+", side) for side in sides]
    if all(re.fullmatch(_NUMBER, word) for side in numbers for word in side):
        return TwoOrders(kind, numbers=numbers)
    groups = [_groups(side) for side in sides]
    if all(len(side) == 1 and len(side[0]) == 1 for side in groups):
        letters = [side[0][0] for side in groups]
        if sorted(letters[0]) == sorted(letters[1]) and len(set(letters[0])) == len(letters[0]) > 1:
            groups = [[[letter] for letter in word] for word in letters]
    return TwoOrders(kind, groups=groups)


_ARROWS = {ord(sign): ">" for sign in "→≻≥»"}


def _pairs(side: str) -> dict[str, str]:
    pairs = [(one["name"], one["number"]) for one in _PAIR.finditer(side)]
    names = [name for name, _ in pairs]
    if len(pairs) < 2 or _PAIR.sub("", side).strip() or any(re.fullmatch(_NUMBER, name) for name in names):
        return {}
    if twice := [name for name in names if names.count(name) > 1]:
        raise InputError(f"{quoted(twice[0])} has two scores in {quoted(side)}")
    return dict(pairs)


def _groups(side: str) -> list[list[str]]:
    tied = [one["equal"].replace("=", " ") if one["tied"] is None else one["tied"] for one in _GROUP.finditer(side)]
    return [*filter(None, ([one for one in re.findall(r"[^\s,;>]+", each) if one.lower() != "and"] for each in tied))]


# what assessors said: the numbers of a table, counts or shares with their names, words in columns

_BEGUN = re.compile(
    r"(?i)^\s*(?:(?P<counts>counts?|table|matrix)(?:\s+with(?P<out>out)?(?P<sums>\s+sums?))?|lists?|judge?ments|labels)\b\s*:?\s*"
)
_JUDGES = {"a", "b", "1", "2", "assessor", "judge", "rater", "first", "second"}


def said_to_be(text: str) -> tuple[str, bool | None, str]:
    """What the first words of a text say that follows, "counts" or "lists" or nothing, and the rest.

    Between them stands whether rows end with their sum, and None where that is not said.
    """
    said = _BEGUN.match(text)
    if said is None:
        return "", None, text
    sums = not said["out"] if said["sums"] else None
    return "counts" if said["counts"] else "lists", sums, text[said.end() :]


def is_sum(heading: str) -> bool:
    """Whether a column with this heading holds the sums of its rows."""
    return re.fullmatch(_SUM, heading) is not None


_SUM = r"(?i)sums?|(?:row[ _-]?)?totals?|all|Σ|summe|gesamt|somme|suma|somma|raters|assessors|judges"


def rows_of_counts(body: str, sides: Sequence[str]) -> list[list[int]]:
    """The whole numbers of each row, without what stands before them; four numbers alone are two rows."""
    rows, _ = rows_of_rated(body if "\n" in body else "\n".join(sides))
    if not all(re.fullmatch("[0-9]{1,9}", word) for row in rows for word in row):
        return []
    counts = [[*map(int, row)] for row in rows]
    return [counts[0][:2], counts[0][2:]] if [*map(len, counts)] == [len("abcd")] else counts


def words_of(side: str) -> list[str]:
    """The words of a list in lower case."""
    return [word for word in re.findall(r"[^\s,;]+", side.lower()) if word != "and"]


def columns_of_two(body: str) -> list[str] | None:
    """Two lists from a line for each document, with both judgments behind its name or alone; None where it is none."""
    lines = [re.findall(r"[^\s,;|:]+", line) for line in body.splitlines() if re.search(r"[^\s|-]", line)]
    letters = [any(any(map(str.isalpha, word)) for word in line) for line in lines]
    heads = lines and all(word.isalpha() for word in lines[0]) and {*map(str.lower, lines[0][-2:])} <= _JUDGES
    if heads or (any(letters[:1]) and not any(letters[1:])):
        lines = lines[1:]
    if len(lines) < 3 or {len(line) for line in lines} not in ({2}, {3}):
        return None
    return [" ".join(line[place] for line in lines) for place in (-2, -1)]


def rows_of_rated(body: str) -> tuple[list[list[str]], list[str]]:
    """The words of each row of a table, without the names of its rows, and the names of its columns."""
    plain = body.translate(FOLDED).strip()
    lines = plain.splitlines() if "\n" in plain else re.split(r"[|;]|\]\s*,?", plain)
    rows = [re.findall(r"[^\s,;|:\[\]()]+", line) for line in lines if re.search(r"[^\s|,;:\[\]()-]", line)]
    heads: list[str] = []
    if len(rows) > 1 and not any(word.isdigit() for word in rows[0]) and any(word.isdigit() for word in rows[-1]):
        heads, rows = rows[0], rows[1:]
    if rows and all(len(row) > 2 and not row[0].isdigit() for row in rows):
        rows = [row[1:] for row in rows]
    return rows, heads[-len(rows[0]) :] if rows and len(heads) >= len(rows[0]) else []
