"""Two columns, queries and the ranks of their first hits, as a table, lines with commas or tabs hold them."""

from __future__ import annotations

import re

from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import letters_of, meaning_of, tokens_of
from irlearn.wordings.first_hits import FirstHits

_SEPARATORS = (r"\s*\|\s*", r"\s*;\s*", r"\s*,\s*", r"\t", r"\s{2,}")
_RULE = re.compile(r"[\s|:+=-]+")
_NONE = re.compile(
    r"(?i)|[-–—]+|n/?a|none|null|nan|nil|inf|∞|miss(?:ed)?|absent|no(?:\s+(?:hits?|relevant.*))?|(?:not\s+|un)(?:found|retrieved|ranked)"
)
_CELL = re.compile(r"(?i)(?:rank\s*|#|第)?(?P<rank>[1-9][0-9]{0,5})(?:st|nd|rd|th|位|名|위|\.)?")
_FEWEST = 2


def ranks_by_query(text: str) -> FirstHits | None:
    r"""The rank of the first hit of each query, in the second of two columns that their header names.

    >>> ranks_by_query("query,first relevant rank\nq1,2\nq2,\nq3,1").ranks
    (2, None, 1)
    >>> ranks_by_query("document,rank\nd1,2\nd2,1") is None
    True
    """
    lines = [line.strip() for line in text.replace("**", "").splitlines() if line.strip()]
    lines = [re.sub(r"^\|\s*|\s*\|$", "", line) for line in lines if not _RULE.fullmatch(line)]
    if len(lines) <= _FEWEST:
        return None
    for separator in _SEPARATORS:
        rows = [re.split(separator, line) for line in lines]
        if len(rows[0]) == _FEWEST and all(len(row) <= _FEWEST for row in rows):
            return _of_rows(rows[0], [[*row, ""][:_FEWEST] for row in rows[1:]])
    return None


def _of_rows(header: list[str], rows: list[list[str]]) -> FirstHits | None:
    first = re.findall(r"[^\W\d_]+", header[0])
    said = letters_of(tokens_of(header[1]))
    names = [name for name, _ in rows]
    if (
        not first
        or meaning_of(first[0]) != "q"
        or len(first) > _FEWEST
        or not re.fullmatch("S[oiHDW]*|[oiHDW]*S|oH[DW]?|S@oHD?", said)
    ):
        return None
    if (
        len({*names}) < len(names)
        or "" in names
        or ("o" in said and tokens_of(header[1])[said.index("o")].numbers != (1,))
    ):
        return None
    bare = not set(said) & set("oH")
    if harms(header[1]) or re.search(r"(?i)system|engine|run|method|mean|average", header[1]):
        return None
    if bare and not re.fullmatch(r"(?i)q|qid|quer\w*|question\w*", first[0]):
        return None  # a rank of users
    cells = [(_CELL.fullmatch(cell.strip()), cell.strip()) for _, cell in rows]
    if any(found is None and not _NONE.fullmatch(cell) for found, cell in cells):
        return None
    ranks = tuple(int(found["rank"]) if found else None for found, _ in cells)
    return FirstHits(ranks) if any(ranks) else None
