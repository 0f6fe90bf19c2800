"""The ranks of the first relevant documents of several queries."""

from __future__ import annotations

import re
from typing import NamedTuple

from irlearn.wordings.concepts import letters_of, tokens_of


class FirstHits(NamedTuple):
    """The rank of the first relevant document of each query; None where none was found."""

    ranks: tuple[int | None, ...]


def first_hits(text: str) -> FirstHits | None:
    """The ranks of the first relevant documents of several queries.

    >>> first_hits("first relevant at ranks 1, 3, None"), first_hits("rank 2 for q1, rank 5 for q2").ranks
    (FirstHits(ranks=(1, 3, None)), (2, 5))
    """
    text = re.sub(
        r"(?i)\b(?:for|in|of)\s+(?:the\s+)?(?:first|second|third|fourth|fifth|last|[0-9]+(?:st|nd|rd|th))\s+(?:query|user|topic|question)",
        " ",
        text,
    )
    tokens = tokens_of(re.sub(r"(?i)\bno (?:hits?|relevant(?: [a-z ]{1,30})?)\b", "none", text))
    said = letters_of(tokens)
    if "oH" not in said and "oDH" not in said and "oW" not in said and not set(said) & set("SmM"):
        of_queries = re.fullmatch("(?:qn=[no][&;]*){2,}", said)
        if not of_queries:
            return None
    if set(said) - set("oHDW@S=&;qnmM") or re.search("n[HDW]|=H|(?<!q)n=", said):
        return None
    asked = re.search("nq(?!n)", said)
    queries = tokens[asked.start()].numbers[0] if asked else None
    said = re.sub("qn|nq(?!n)|o(?=[DWH])|oS", lambda match: "." * len(match[0]), said)
    ranks: list[int | None] = []
    for letter, one in zip(said, tokens, strict=True):
        if letter in "no":
            ranks.append(one.numbers[0])
        elif letter in "mM":
            ranks.append(None)
    if len(ranks) < 2 or 0 in ranks or queries not in (None, len(ranks)):
        return None
    return FirstHits(tuple(ranks))
