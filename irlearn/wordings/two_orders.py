"""Two orders as they are typed: names from the best on, names with their scores, or bare numbers."""

from __future__ import annotations

import re
from typing import NamedTuple

from irlearn.errors import InputError, quoted
from irlearn.spelling import FOLDED
from irlearn.wordings.sides import sides_of

_NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:/[0-9]+)?%?"
_WORD = r"[^\s,;=:>()\[\]{}|]+"
_SAID = re.compile(r"(?i)^\s*(?P<kind>scores?|values?|ranks?|orders?|rankings?)\b\s*:?\s*")
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
    """The two orders of a text; None where there are not two.

    >>> two_orders("A B=C | B A C").groups, two_orders("ranks 1 2 | 2 1")[::2]
    ([[['A'], ['B', 'C']], [['B'], ['A'], ['C']]], ('rank', [['1', '2'], ['2', '1']]))
    """
    body = text.translate(FOLDED)
    said = _SAID.match(body)
    sides = sides_of(body[said.end() :] if said else body)
    kind = _KINDS[said["kind"].lower().rstrip("s")] if said else ""
    if len(sides) != 2:
        return None
    sides = [_SAID.sub("", side) for side in sides]
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


def _pairs(side: str) -> dict[str, str]:
    """Names with a number behind each; nothing where it is something else."""
    found, place = dict[str, str](), 0
    while place < len(side.rstrip()):
        one = _PAIR.match(side, place)
        if one is None or re.fullmatch(_NUMBER, one["name"]):
            return {}
        if one["name"] in found:
            raise InputError(f"{one['name']} has two scores in {quoted(side)}")
        found[one["name"]], place = one["number"], one.end()
    return found if len(found) > 1 else {}


def _groups(side: str) -> list[list[str]]:
    """The names of an order from the best on, those that share a place together."""
    groups = []
    for one in _GROUP.finditer(side):
        tied = one["tied"] if one["tied"] is not None else one["equal"].replace("=", " ")
        groups.append(re.findall(r"[^\s,;>]+", tied))
    return [group for group in groups if group]


def are_ids(numbers: list[str]) -> bool:
    """Whether numbers may be what things are called: whole, and each once.

    >>> are_ids(["3", "1"]), are_ids(["0.3", "1"])
    (True, False)
    """
    return all(re.fullmatch("[0-9]+", one) for one in numbers) and len({*numbers}) == len(numbers)
