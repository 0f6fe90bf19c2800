"""Wins, losses and ties, as papers state what a sign test is about."""

from __future__ import annotations

import re
from functools import cache

from irlearn.reading.lexicon import data

_MOST_SIGNS = 300
_TOKEN = re.compile(r"(?P<number>[0-9]{1,4})(?![0-9.])|(?P<word>[^\W\d_]+|[+\-<>])|(?P<filler>[\s,;:.=()'/])|.")


@cache
def _means() -> dict[str, str]:
    words = {name.removeprefix("words"): said for name, said in data()["wins"].items() if name.startswith("words")}
    return {word: letter for letter, said in words.items() for word in said.split()}


def won_lost_tied(text: str, test: str) -> tuple[int, int, int] | None:
    """How often A won, lost and tied, as a sign or a binomial test is told of it; None where a text is no such thing.

    >>> won_lost_tied("2 wins, 1 loss", "sign"), won_lost_tied("A beats B on 2 of 3 topics", "sign")
    ((2, 1, 0), (2, 1, 0))
    >>> won_lost_tied("+ - + 0", "sign"), won_lost_tied("sign_test(0, 6)", "binomial")
    ((2, 1, 1), (0, 6, 0))
    """
    body = text.strip().lower() if len(text) <= _MOST_SIGNS else ""
    for pattern, said in data()["wins"]["phrases"]:
        body = re.sub(pattern, said, body)
    signs = re.sub(r"[\s,;]", "", body)
    if "+" in signs and re.fullmatch(r"[+\-=0]{2,}", signs):
        return signs.count("+"), signs.count("-"), signs.count("=") + signs.count("0")
    row, numbers = "", list[int]()
    for token in _TOKEN.finditer(body):
        if token["number"]:
            numbers.append(int(token["number"]))
        said = "n" if token["number"] else "" if token["filler"] else _means().get(token[0])
        if said is None:
            return None
        row += said
    found = _matched(row, numbers)
    return (found[1], found[0], found[2]) if found and row.startswith("Bw") and test == "sign" else found  # those of A


def _matched(row: str, numbers: list[int]) -> tuple[int, int, int] | None:
    """What the numbers of a row of words are, where the row is known."""
    rows = data()["wins"]
    for what, step in (("wins all", 1), ("all wins", -1)):
        if re.fullmatch(rows[what], row) and len(numbers) == 2:
            wins, trials = numbers[::step]
            return (wins, trials - wins, 0) if wins <= trials else None
    if not re.fullmatch("|".join(rows["wins losses ties"]), row) or not 2 <= len(numbers) <= 3:
        return None
    marks = re.findall("[wlt]", row)
    named = dict(zip(marks, numbers, strict=False)) if len(marks) == len(numbers) == len({*marks}) else {}
    if "w" in named and "l" in named:
        return named["w"], named["l"], named.get("t", 0)
    return numbers[0], numbers[1], sum(numbers[2:])
