"""How many queries have their first hit at which rank: `2 queries at rank 1, 3 at rank 4, 1 without a hit`."""

from __future__ import annotations

import re

from irlearn.errors import InputError, quoted
from irlearn.wordings.concepts import tokens_of
from irlearn.wordings.first_hits import FirstHits

_MANY = r"(?P<many>[0-9]{1,4}|a|one|two|three|four|five|six|seven|eight|nine|ten)"
_QUERIES = r"(?:quer(?:y|ies)|topics?|users?|questions?|searches)"
_HIT = (
    r"(?:first\s+)?(?:relevant|correct|right|gold|answers?|hits?|targets?)"
    r"(?:\s+(?:documents?|docs?|items?|results?|passages?|answers?|hits?))?"
)
_CLAUSE = re.compile(
    rf"(?i)(?:and\s+)?{_MANY}\s*(?:[x×]\s+)?(?:(?:more|other)\s+)?(?:of\s+them\s+)?(?P<of>{_QUERIES}\s+)?"
    rf"(?:ha(?:ve|s|d)|with|are|is|were|was)?\s*(?:"
    rf"(?:(?:the|their|its|an?)\s+)?(?:{_HIT}\s+)?(?:found\s+)?(?:at|in|on)\s+(?:ranks?|positions?|places?)\s+(?P<rank>[0-9]{{1,6}})"
    rf"|(?:(?:no|without\s+an?|without)\s+{_HIT}|not\s+(?:at\s+all|found|retrieved)|none|missed|a\s+miss))"
)
_LEAD = rf"(?i)\s*(?:(?:of|for|among|out\s+of)\s+(?:the\s+)?)?{_MANY}\s+{_QUERIES}\s*[,:;]\s*"
_MOST = 10_000  # queries


def queries_counted(text: str) -> FirstHits | None:
    """The rank of the first hit of each query, where a text counts the queries that have it at each rank.

    >>> queries_counted("2 queries at rank 1, 1 at rank 4 and one without a hit").ranks
    (1, 1, 4, None)
    >>> queries_counted("ranks 1, 3, 2") is None
    True
    """
    lead = re.match(_LEAD, text)
    body = text[lead.end() :] if lead else text
    found = [_CLAUSE.fullmatch(clause.strip()) for clause in re.split(r"[,;]|\band\b", body.strip().rstrip("."))]
    clauses = [one for one in found if one]
    if len(clauses) < 2 or len(clauses) < len(found) or not any(one["rank"] for one in clauses):
        return None
    ranks = [rank for one in clauses for rank in [int(one["rank"]) if one["rank"] else None] * _number(one["many"])]
    named = [one["of"].strip().lower() for one in clauses if one["of"] and _number(one["many"]) > 1]
    told = lead or (named and all(one.endswith("s") for one in named))
    if not told or 0 in ranks or len(ranks) > _MOST or (lead and _number(lead["many"]) != len(ranks)):
        raise InputError(
            f"the wording {quoted(text.strip())} may count queries or say which one stands where; write the rank of "
            "the first relevant document of each query, such as 'ranks 1, 1, 4, none'"
        )
    return FirstHits(tuple(ranks))


def _number(word: str) -> int:
    return 1 if word.lower() in ("a", "one") else int(word) if word.isdigit() else tokens_of(word)[0].numbers[0]
