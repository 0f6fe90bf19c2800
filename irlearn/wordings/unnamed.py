"""Two lists of which nothing is said: each way in which they belong together, asked back where the ways differ."""

from __future__ import annotations

import re
from dataclasses import replace

from irlearn.errors import quoted
from irlearn.wordings.reading import Reading, of_list
from irlearn.wordings.scored import by_score, of_relevant, with_letters
from irlearn.wordings.sections import Section

WHICH = "write which is which, such as 'ranking: d1 d4 d2; relevant: d2 d8'"
"""What to write where a list does not say what it is."""
_FEW = 4


def of_unnamed(one: Section, other: Section, text: str, cutoff: int | None) -> Reading | None:
    """Documents and the relevant ones, in either order, or numbers with True and False beside them.

    >>> from irlearn.wordings.sections import sections_of
    >>> read = of_unnamed(*sections_of("[b, x], [b]"), "", None)
    >>> read.grades, [one.grades for one in read.others]
    ((1, 0), [(1,)])
    """
    flags = _flags(one, other, text, cutoff) or _flags(other, one, text, cutoff)
    if flags:
        return flags
    known = [section for section in (one, other) if section.roles or section.bracket == "{"]
    shared = set(one.keys) & set(other.keys)
    if known or not shared or not (with_letters(one.keys + other.keys) or _are_ids(one, other, text)):
        return None
    either = [of_relevant(ranked.keys, wanted.keys, text, cutoff) for ranked, wanted in ((one, other), (other, one))]
    doubt = f"the wording {quoted(text.strip())} has two lists and says of neither what it is; {WHICH}"
    return replace(either[0], others=(either[1],), doubt=doubt)


def _flags(marks: Section, beside: Section, text: str, cutoff: int | None) -> Reading | None:
    """True and False for each of some numbers, which are ids in their order, or scores, or ranks."""
    hits = [{"true": 1, "false": 0}.get(key.lower()) for key in marks.keys]
    distinct = len({*beside.keys}) == len(beside.keys) == len(hits) > 1
    if not distinct or None in hits or not all(re.fullmatch("[0-9]{1,12}", key) for key in beside.keys):
        return None
    if "{" in (marks.bracket, beside.bracket) or marks.roles or beside.roles:
        return None
    scored = by_score([(key, hit or 0) for key, hit in zip(beside.keys, hits, strict=True)], text, cutoff)
    ranks = sorted(zip(map(int, beside.keys), hits, strict=True))
    placed = [of_list([hit or 0 for _, hit in ranks], cutoff=cutoff)] if ranks[-1][0] == len(ranks) else []
    doubt = f"the wording {quoted(text.strip())} has numbers that may be ids in their order, scores or ranks; {WHICH}"
    return of_list([hit or 0 for hit in hits], cutoff=cutoff, others=(scored, *placed), doubt=doubt)


def _are_ids(one: Section, other: Section, text: str) -> bool:
    """Whether two lists of numbers can be nothing but documents: of different lengths, each number once, none small."""
    keys = one.keys + other.keys
    apart = len(one.keys) != len(other.keys) and all(len({*two.keys}) == len(two.keys) for two in (one, other))
    whole = all(re.fullmatch("[0-9]{1,12}", key) for key in keys) and not (one.pairs or other.pairs)
    return apart and whole and max(map(int, keys)) > _FEW and not re.search(_OF_GAINS, text)


_OF_GAINS = r"(?i)cg\b|dcg|gain|grade|rating|relevance|score(?!r)|label|ideal|rank_?s?\b|position"
