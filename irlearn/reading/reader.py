"""The door: what a text says of one ranking, or of several queries."""

from __future__ import annotations

import re
from functools import lru_cache

from irlearn.reading.clauses import Facts, clauses_of, read_clause
from irlearn.reading.lexicon import ideas_of_label, plainly
from irlearn.reading.made import reading_of
from irlearn.reading.pieces import UnreadError, Value
from irlearn.reading.ranks import FOLDED
from irlearn.reading.reading import MOST_PASTED, MOST_WORDED, FirstHits, Reading
from irlearn.reading.tables import by_query, of_trec, table_in, with_blocks

_LONG_WORD = r"[^\W\d]\w{250}"


def plain_text(text: str) -> str:
    """A text without what only a program needs, with plain signs for the wide ones."""
    body = re.sub(r"(?i)(?<=\bhttp)(s?):(?=//)", r"\1∶", text.translate(FOLDED).strip())
    body = body.strip("`").strip() if body.count("`") <= 6 and re.fullmatch(r"`+[^`]+`+", body) else body
    body = plainly(body, "code")
    inner = re.fullmatch(r"\{\s*((?:[\"']?([^\W\d]\w*)[\"']?\s*:\s*[\[{].*))\}", body, re.DOTALL)
    if inner and ideas_of_label(inner[2]):
        return re.sub(r"[\"']([^\W\d]\w*)[\"']\s*:\s*(?=[\[{])", r"; \1: ", inner[1]).strip(" ;")
    return body.strip()


def opened(text: str) -> tuple[list[Reading], list[Value] | FirstHits, str]:
    """The readings of pasted lines, the rows of a table, and what is left of a text. Raises `UnreadError`."""
    topics = of_trec(text) if len(text) <= MOST_PASTED else []
    if not topics and (len(text) > MOST_WORDED or re.search(_LONG_WORD, text)):
        raise UnreadError(text[:20], "is too long for a wording")
    body = plain_text(text)
    table = None if topics else table_in(body)
    return (topics, by_query(table), table.rest) if table else (topics, [], body)


@lru_cache(maxsize=256)
def read_one(text: str) -> Reading:
    """What a wording says of one ranking. Raises `UnreadError`, or an `InputError` that asks back.

    >>> read_one("relevant: {d2, d8}; ranking: [d2, d4, d8]").grades
    (1, 0, 1)
    """
    topics, lists, body = opened(text)
    if isinstance(lists, FirstHits) or max(len(topics), len(lists)) > 1:
        raise UnreadError("query", "stands for several rankings, and one is asked for")
    if topics:
        return topics[0]
    body, facts = with_blocks(body), Facts(lists=[("ranking", one) for one in lists])
    for clause in clauses_of(body):
        read_clause(clause, body, facts)
    read = reading_of(facts, text)
    if lost := facts.lost(body.replace("∶", ":")):
        raise UnreadError(lost, "has no place in what was read")
    return read
