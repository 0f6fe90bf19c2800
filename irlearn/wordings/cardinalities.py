"""Counts with short names, as sets and tools write them: `|R| = 6, |A| = 5, |R ∩ A| = 2`, `num_ret 5 num_rel_ret 2`."""

from __future__ import annotations

import re

from irlearn.wordings.prose import Facts, counted
from irlearn.wordings.reading import Reading

_WORD = r"[A-Za-z][A-Za-z_]{0,30}"
_NAME = rf"\|[^|\n]{{1,40}}\||#?{_WORD}(?:\s*[∩&+]\s*{_WORD})?(?:[ _](?:and[ _])?[A-Za-z_]{{1,30}}){{0,3}}?"
_PAIR = re.compile(rf"\s*(?P<name>{_NAME})\s*(?:=|:|\bis\b|\ball\b|\s)\s*(?P<many>[0-9]{{1,6}})(?![\w.%/])")
_BETWEEN = re.compile(r"\s*(?:[,;.]\s*(?:and\s)?|\band\b|\s|$)\s*")
_OF_SETS = {"r": "relevant", "rq": "relevant", "a": "retrieved", "ra": "both"}  # Baeza-Yates and Ribeiro-Neto (1999)
_WORDS = {
    **dict.fromkeys(["rel", "relevant", "rels"], "relevant"),
    **dict.fromkeys(["ret", "retrieved", "returned", "retr"], "retrieved"),
    **dict.fromkeys(["hits", "hit", "both", "intersection", "relret"], "both"),
    **dict.fromkeys(["num", "number", "of", "n", "no", "total", "count", "the", "and", "documents", "docs", "q"], ""),
}
_SAID = {
    frozenset({"relevant"}): "total",
    frozenset({"retrieved"}): "length",
    frozenset({"relevant", "retrieved"}): "hits",
    frozenset({"both"}): "hits",
}


def of_cardinalities(text: str) -> Reading | None:
    """How many documents are relevant, retrieved, and both, each with a short name.

    >>> read = of_cardinalities("|R| = 6, |A| = 5, |R ∩ A| = 2")
    >>> read.grades, read.relevant
    ((1, 1, 0, 0, 0), 6)
    >>> of_cardinalities("num_ret 5 num_rel 6 num_rel_ret 2").relevant, of_cardinalities("R = 2, A = 1")
    (6, None)
    """
    sets = "|" in text or "∩" in text
    said: dict[str, int] = {}
    place, body = 0, text.strip()
    while place < len(body):
        pair = _PAIR.match(body, place)
        end = pair and _BETWEEN.match(body, pair.end())
        role = pair and role_of(pair["name"], sets=sets)
        if not pair or not end or role is None or role in said:
            return None
        said[role] = int(pair["many"])
        place = end.end()
    if "hits" not in said or len(said) < 2:
        return None
    return counted(Facts(hits=said["hits"], length=said.get("length"), total=said.get("total")), text)


def role_of(name: str, *, sets: bool = False) -> str | None:
    """What a short name counts: "total", "length" or "hits"; None where it is none. `sets` takes R, A and Ra, too.

    >>> role_of("num_rel_ret"), role_of("RelRet"), role_of("d1"), role_of("R"), role_of("R", sets=True)
    ('hits', 'hits', None, None, 'total')
    """
    known = {**_WORDS, **_OF_SETS} if sets else _WORDS
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\W\d]", re.sub("[∩&+|#_]", " ", name))
    found = [known.get(part.lower()) for part in parts]
    return None if None in found else _SAID.get(frozenset(one for one in found if one))
