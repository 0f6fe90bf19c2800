"""Two lists, orders or tables in one text, with their names."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.parsing.tokens import FOLDED


@cache
def input_words() -> dict[str, Any]:
    """Return the words and patterns of typed inputs: the contents of `input_words.toml`."""
    import tomllib  # Imported here, because only typed texts need it.
    from pathlib import Path

    return tomllib.loads(Path(__file__).with_name("input_words.toml").read_text("utf-8"))


_NAMES, _TRUE, _ESTIMATED = (input_words()["sides"][what].split() for what in ("who", "true", "estimated"))
WHO = "|".join([*_NAMES, *_TRUE, *_ESTIMATED])
_ONE = rf"(?:(?:{WHO})(?:\s+|(?=[0-9:=])))*(?:(?:{WHO}|(?![dq]\s*#?[0-9])[a-z])[\s#]*[0-9]?)"  # d1 is a document.
_HEAD = re.compile(rf"(?i)^\s*(?:{_ONE}\s*:|{_ONE}\s*=\s*(?=[\[(])|{_ONE}\s*(?=\[)|[^\W\d]\w*\s*=\s*(?=\[))\s*")
_NAMED = re.compile(rf"(?i)(?:^|(?<=[\s,;]))(?:(?:{WHO})[\s#]*(?:[0-9]|[a-z]\b)?)\s*[:=]|(?<![\w])[AB]\s*:")
_BETWEEN = (
    r"\|", r"\n", r"(?<=[\])])\s*+(?:(?:,|;|and\b|vs\.?|versus\b)\s*+)?(?=(?:\w[\w ]*+)?[:=]?\s*+[\[(])",
    r"(?i)\s(?:vs\.?|versus|against|compared\s+(?:with|to))\s", ";",
)  # fmt: skip


def named_sides(text: str) -> list[tuple[str, str]]:
    """Split a text into (name, list) pairs at `|`, line ends, brackets, "vs", semicolons or names."""
    body = text.translate(FOLDED).strip()
    if re.search(r"=\s*\[|\w\(\s*\[", body):
        body = re.sub("[\"']", "", _without_calls(body.rstrip(";"))).strip()
    body = body[1:-1].strip() if re.match(r"\[\s*\[", body) and re.search(r"\]\s*\]$", body) else body
    for between in _BETWEEN:
        parts = [part for part in re.split(between, body) if re.search(r"[^\s,;|()\[\]]", part)]
        if len(parts) > 1:
            return [_bare(part) for part in parts]
    heads = [head.start() for head in _NAMED.finditer(body)]
    if len(heads) > 1 and not heads[0]:
        return [_bare(body[start:end]) for start, end in pairwise([*heads, len(body)])]
    return [_bare(body)]


_ARRAY = re.compile(r"\b(?:np\.|numpy\.|torch\.)?(?:array|asarray|tensor|list)\(\s*(\[[^\[\]()]*\])[^\[\]()]*\)")
_CALL = re.compile(r"[A-Za-z_][\w.]*\((?P<arguments>[^()]*)\)(?:\s*==\s*[\d./]+)?")


def _without_calls(text: str) -> str:
    """Return the lists in a line of a program, without `np.array(...)` around each list and without an outer call."""
    lists = _ARRAY.sub(r"\1", text)
    call = _CALL.fullmatch(lists.strip())
    return call["arguments"] if call else lists


def _bare(part: str) -> tuple[str, str]:
    """Return the name of a list, and the list without brackets and without a separator at the end."""
    plain, name = part.strip().strip(",;").strip(), ""
    head = (
        _HEAD.match(plain) if len(re.findall(r"[:=]\s*[0-9.]", plain)) < 2 else None
    )  # Two "name: number" pairs are entries, not a heading.
    if head:
        name, plain = re.sub(r"[\W_]+", " ", head[0]).strip().lower(), plain[head.end() :].strip()
    whole = re.fullmatch(r"[\[(](?P<inside>[^\[\]()]*)[\])]", plain)
    return name, (whole["inside"] if whole else plain).strip()


_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:/[0-9]+)?%?"
_WORD = r"[^\s,;=:>()\[\]{}|]+"
_SAID = re.compile(r"(?i)^\s*(?P<kind>scores?|values?|ranks?|orders?|rankings?)\b\s*:?\s*")
_LABELLED = r"(?is)\s*(?P<kind>scores|order|ranking|ranks)[\s#]*[1A]\s*[:=].*\b(?P=kind)[\s#]*[2B]\s*[:=]"
_PAIR = re.compile(rf"\s*(?P<name>{_WORD})\s*(?:[=:]|\s)\s*(?P<number>{_NUMBER})(?![\w.])\s*[,;]?")
_GROUP = re.compile(r"[(\[{](?P<tied>[^()\[\]{}]*)[)\]}]|(?P<equal>[^\s,;>()\[\]{}]+(?:\s*=\s*[^\s,;>()\[\]{}]+)*)")
_KINDS = {"score": "score", "value": "score", "rank": "rank", "order": "order", "ranking": "order"}


class TwoOrders(NamedTuple):
    """Two orders as typed; exactly one of `scored`, `numbers` and `groups` is set.

    Attributes
    ----------
    kind : str
        "score", "rank" or "order" if the text begins with such a word, else "".
    scored : list of dict, optional
        The scores of each side by name.
    numbers : list of list of str, optional
        The numbers of each side, without names.
    groups : list of list of list of str, optional
        The names of each side, best first, with tied names in one group.
    """

    kind: str
    scored: list[dict[str, str]] | None = None
    numbers: list[list[str]] | None = None
    groups: list[list[list[str]]] | None = None


def two_orders(text: str) -> TwoOrders | None:
    """Parse two orders; return None if the text does not hold exactly two."""
    body = text.translate(FOLDED).translate(_ARROWS)
    said = _SAID.match(body)
    kind = _KINDS[said["kind"].lower().rstrip("s")] if said else ""
    body = body[said.end() :] if said and not re.match(_LABELLED, body) else body
    named = named_sides(body)
    for sign in (r"\band\b", r",(?=[^>]*>)"):  # The word "and", or a comma between chains of ">".
        named = named if len(named) > 1 else [("", part.strip(" ,;")) for part in re.split(sign, body)]
    if len(named) != 2:
        return None
    heads = [{*re.findall("[a-z]+", head)} for head, _ in named]
    true, estimated = ([bool(head & {*words}) for head in heads] for words in (_TRUE, _ESTIMATED))
    if true == [False, True] or estimated == [True, False]:
        named = named[::-1]  # The true order is returned first.
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
