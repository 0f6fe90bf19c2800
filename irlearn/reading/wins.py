"""Wins, losses and ties, as papers state what a sign test is about."""

from __future__ import annotations

import re
from functools import cache

from irlearn.reading.lexicon import data, turns

_MOST_SIGNS = 300


@cache
def _means() -> dict[str, str]:
    words = {name.removeprefix("words"): said for name, said in data()["wins"].items() if name.startswith("words")}
    return {word: letter for letter, said in words.items() for word in said.split()}


@cache
def _rows(what: str) -> re.Pattern[str]:
    said = data()["wins"][what]
    return re.compile(said if isinstance(said, str) else "|".join(said))


def won_lost_tied(text: str, test: str) -> tuple[int, int, int] | None:
    """How often A won, lost and tied, as a sign or a binomial test is told of it; None where a text is no such thing.

    >>> won_lost_tied("2 wins, 1 loss", "sign"), won_lost_tied("A beats B on 2 of 3 topics", "sign")
    ((2, 1, 0), (2, 1, 0))
    """
    if len(text) > _MOST_SIGNS:
        return None
    body = re.sub(r"[−–]", "-", text.strip().lower())
    body = re.sub(r"(?m)\*\*|`|^\s*\|[\s|:-]*-{3,}[\s|:-]*$", "", body)
    body = re.sub(r"(?m)^\s*\|([^|\n]*)\|\s*$", r"\1", body).strip()  # a table of one column
    body = re.sub(r"(?<![\w./])([0-9]{1,4})\s*/\s*([0-9]{1,4})(?![\w./])", r"\1 of \2", body)
    body = re.sub(
        r"\b(?:non-?tied|untied|decisive)\b|\b(?:where|on\s+which)\s+(?:they|both)\s+(?:differ|disagree)\b", " ", body
    )
    for pattern, word in data()["wins"]["phrases"]:
        body = re.sub(pattern, word, body)
    outcome = _outcome(body)
    if outcome:
        return outcome
    signs = re.sub(r"[\s,;]", "", body)
    if re.fullmatch(r"[+\-=0]{2,}", signs) and "+" in signs + "-":
        ties = signs.count("=") + signs.count("0")
        return signs.count("+"), signs.count("-"), ties
    call = re.fullmatch(
        r"(?:p\s*=\s*)?(?:scipy\.stats\.)?(?:binom_?test|binomtest|sign_test\w*)\(\s*(?:k\s*=\s*)?([0-9]{1,4})\s*,\s*(?:n\s*=\s*)?([0-9]{1,4})\s*(?:,\s*(?:p\s*=\s*)?0?\.5\s*)?\)",
        body,
    )
    if call and call[0].lstrip("p= ").startswith(("binom", "scipy")):
        return _of(int(call[1]), int(call[2]))
    called = re.fullmatch(r"(?:\w+_)?sign_test\w*\(\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*\)", body)
    if called:  # wins and losses, or successes and trials: only with 0 before are they the same
        return None if int(called[1]) else (0, int(called[2]), 0)
    ratio = re.fullmatch(r"([0-9]{1,4})\s*(?::|to|vs\.?|against)\s*([0-9]{1,4})", body)
    if ratio:
        return int(ratio[1]), int(ratio[2]), 0
    row, numbers = "", []
    for token in re.finditer(
        r"(?P<number>[0-9]{1,4})(?![0-9.])|(?P<word>[^\W\d_]+)|(?P<sign>[+\-<>])|(?P<filler>[\s,;:.=()'/])|.", body
    ):
        if token["number"]:
            numbers.append(int(token["number"]))
            row += "n"
        elif token["word"] or token["sign"]:
            letter = _means().get(token[0])
            if letter is None:
                return None
            row += letter
        elif not token["filler"]:
            return None
    found = _matched(row, numbers)
    return (found[1], found[0], found[2]) if found and row.startswith("Bw") and test == "sign" else found  # those of A


_TRIALS = (
    r"(?<![\w.])([0-9]{1,4})\s+(?:independent\s+|coin\s+)?(?:trials|tosses|flips)\b|\bn\s*=\s*([0-9]{1,4})(?![\w.])"
)


def _outcome(body: str) -> tuple[int, int, int] | None:
    """A count that is called x or k, and the trials: `x = 3 in 10 trials`."""
    trials = {one or other for one, other in re.findall(_TRIALS, body)}
    found = set(re.findall(r"\b[xk]\s*=\s*([0-9]{1,4})(?![\w.])", body))
    if len(trials) != 1 or len(found) != 1 or {*re.findall("[0-9]+", body)} > trials | found or turns(body):
        return None
    return None if re.search("[<>≤≥]|[0-9][.,/][0-9]", body) else _of(int(found.pop()), int(trials.pop()))


def _matched(row: str, numbers: list[int]) -> tuple[int, int, int] | None:
    if _rows("wins all").fullmatch(row) and len(numbers) == 2:
        return _of(*numbers)
    if _rows("all wins").fullmatch(row) and len(numbers) == 2:
        return _of(*numbers[::-1])
    if not _rows("wins losses ties").fullmatch(row) or not 2 <= len(numbers) <= 3:
        return None
    marks = [one for one in re.sub("[AB]", "", row) if one in "wlt"]
    named = dict(zip(marks, numbers, strict=False)) if len(marks) == len(numbers) == len(set(marks)) else {}
    if "w" in named and "l" in named:
        return named["w"], named["l"], named.get("t", 0)
    return numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0


def _of(wins: int, trials: int) -> tuple[int, int, int] | None:
    return (wins, trials - wins, 0) if wins <= trials else None
