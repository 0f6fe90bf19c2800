"""Two or more lists in one text: what parts them, and what stands before each as its name."""

from __future__ import annotations

import re

from irlearn.spelling import FOLDED
from irlearn.wordings.tidy import with_repeats
from irlearn.wordings.wrapped import flat_lists

_WHO = (
    r"assessors?|judges?|raters?|annotators?|coders?|experts?|reviewers?|users?|persons?|systems?|orders?|rankings?|"
    r"lists?|runs?|truth|true|gold|ideal|reference|actual|correct|official|estimated?|predicted|first|second|third|"
    r"scores?|ranks?|judgments?|judgements?|labels?|of|by|the"
)
_ONE = rf"(?:(?:{_WHO})(?:\s+|(?=[0-9:=])))*(?:(?:{_WHO}|[A-Za-z])[\s#]*[0-9]?)"
_HEAD = re.compile(rf"(?i)^\s*(?:{_ONE}\s*:|{_ONE}\s*=\s*(?=[\[(])|{_ONE}\s*(?=\[))\s*")
_NAMED = re.compile(rf"(?i)(?:^|(?<=[\s,;]))(?:(?:{_WHO})[\s#]*(?:[0-9]|[a-z]\b)?)\s*[:=]|(?<![\w])[AB]\s*:")
_BETWEEN = (r"\|", r"\n", r"(?<=[\])])\s*(?:,|;|and\b|vs\.?|versus\b)?\s*(?=[A-Za-z0-9 ]*[:=]?\s*[\[(])", r";")
_VERSUS = r"(?i)\s(?:vs\.?|versus|against|compared\s+(?:with|to))\s"


def sides_of(text: str) -> list[str]:
    """The lists of a text without their names.

    >>> sides_of("A: R R N | B: R N N"), sides_of("[1, 1, 0], [1, 0, 0]")
    (['R R N', 'R N N'], ['1, 1, 0', '1, 0, 0'])
    """
    return [side for _, side in named_sides(text)]


def named_sides(text: str) -> list[tuple[str, str]]:
    """The lists of a text with their names: parted by `|`, line ends, brackets, "vs", semicolons, or by names.

    >>> named_sides("truth: A B; estimate: B A"), named_sides("A B C vs B A C")
    ([('truth', 'A B'), ('estimate', 'B A')], [('', 'A B C'), ('', 'B A C')])
    >>> named_sides("assessor 1: 1 1 0 assessor 2: 1 0 0")
    [('assessor 1', '1 1 0'), ('assessor 2', '1 0 0')]
    """
    body = with_repeats(text.translate(FOLDED).strip())
    lists = flat_lists(body) if re.search(r"=\s*\[|\w\(\s*\[", body) else None
    if lists and len(lists) == 2:
        return [(re.sub(r"[\W_]+", " ", name).strip().lower(), inside.strip()) for name, inside in lists]
    body = body[1:-1].strip() if re.match(r"\[\s*\[", body) and re.search(r"\]\s*\]$", body) else body
    for between in (*_BETWEEN[:3], _VERSUS, _BETWEEN[3]):
        parts = [part for part in re.split(between, body) if re.search(r"[^\s,;|()\[\]]", part)]
        if len(parts) > 1:
            return [_bare(part) for part in parts]
    heads = [*_NAMED.finditer(body)]
    if len(heads) > 1 and not heads[0].start():
        ends = [*(head.start() for head in heads[1:]), len(body)]
        return [_bare(body[head.start() : end]) for head, end in zip(heads, ends, strict=True)]
    return [_bare(body)]


def _bare(part: str) -> tuple[str, str]:
    """The name of a list, and the list without the sign that parts it from the next and without brackets around it."""
    plain, name = part.strip().strip(",;").strip(), ""
    head = _HEAD.match(plain) if len(re.findall(r"[:=]\s*[0-9.]", plain)) < 2 else None  # else each word has its number
    if head:
        name, plain = head[0].strip(" :=").lower(), plain[head.end() :].strip()
    whole = re.fullmatch(r"[\[(](?P<inside>[^\[\]()]*)[\])]", plain)
    return name, (whole["inside"] if whole else plain).strip()
