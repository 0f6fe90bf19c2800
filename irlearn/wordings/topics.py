"""Wordings of several queries: lists of lists, a list after each query's name, one list a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from irlearn.errors import InputError
from irlearn.wordings.aside import harms
from irlearn.wordings.lists import of_lists
from irlearn.wordings.reading import Reading
from irlearn.wordings.sections import Section, sections_of
from irlearn.wordings.tidy import split
from irlearn.wordings.wrapped import lists_in

_KINDS = "query|queries|user|topic|question|list|ranking|anfrage|usuario|consulta|requête|richiesta|q|u|查询"
_LABEL = re.compile(
    rf"(?i)(?:^|(?<=[\n;.|,)\s]))\s*(?:for\s+)?(?:{_KINDS})[\s_#]*(?P<name>[0-9]{{1,4}})\s*(?:[:=)\-–]|\()\s*"
)
_LABEL_OF_LETTER = re.compile(rf"(?i)(?:^|(?<=[\n;.|]))\s*(?:{_KINDS})[\s_#]+(?P<name>[A-Z])\s*[:=]\s*")


def of_nested(text: str) -> list[Reading] | None:
    """The queries of lists of lists, or of dictionaries with a query for each key.

    >>> [one.grades for one in of_nested("actual = [['a'], ['c']]; predicted = [['b', 'a'], ['c']]")]
    [(0, 1), (1,)]
    """
    return of_nested_lists(sections_of(text) or [], text) or of_nested_lists(lists_in(text) or [], text)


def of_nested_lists(found: Sequence[Section], text: str) -> list[Reading] | None:
    """The queries of lists that hold a list for each of them.

    >>> len(of_nested_lists(sections_of("relevances = [[1, 0], [0, 1]]"), ""))
    2
    """
    nested = [one for one in found if one.nested]
    rest = [one for one in found if not one.nested]
    if not 1 <= len(nested) <= 2 or any(one.bracket == "" and len(one.items) > 1 for one in rest):
        return None
    keyed = [[item.key for item in one.items] for one in nested]
    if len(nested) == 2 and (len(keyed[0]) != len(keyed[1]) or sorted(keyed[0]) != sorted(keyed[1])):
        return None
    rows = []
    for key, place in zip(keyed[0], range(len(keyed[0])), strict=True):
        lists = [one.nested[keys.index(key) if key else place] for one, keys in zip(nested, keyed, strict=True)]
        read = of_lists([*lists, *rest], text)
        if read is None:
            return None
        rows.append(read)
    return rows


def of_pieces(text: str, read: Callable[[str], Reading | None]) -> list[Reading] | None:
    """The queries of a text that names each of them before its list, or has a list on each line.

    >>> from irlearn.wordings.readers import read_plain
    >>> [one.grades for one in of_pieces("q1: 1 0; q2: 0 1", read_plain)]
    [(1, 0), (0, 1)]
    """
    pieces = _objects(text) or _labelled(text) or _bracketed(text) or _lines(text) or _groups(text)
    try:
        rows = [read(piece) for piece in pieces]
    except InputError:
        return None
    found = [one for one in rows if one is not None]
    return found if len(found) == len(rows) > 1 else None


def _objects(text: str) -> list[str]:
    """The objects of a list, each with the lists of a query: `[{"retrieved": [...], "relevant": [...]}, ...]`."""
    listed = re.fullmatch(r"(?s)(?:\w+\s*=\s*)?\[\s*(\{.*\})\s*,?\s*\];?", text.strip())
    parts = [part for part in split(listed[1]) if part] if listed else []
    sound = all(re.fullmatch(r"(?s)\{.*[\[{].*\}", part) for part in parts)
    return (
        [
            re.sub(
                r"([{,]\s*)[\"'](?:id|qid|query_id|query|topic)[\"']\s*:\s*(?:\"[^\"]*\"|'[^']*'|[0-9]+)\s*,",
                r"\1",
                part,
            )
            for part in parts
        ]
        if sound and len(parts) > 1
        else []
    )


def _labelled(text: str) -> list[str]:
    for label in (_LABEL, _LABEL_OF_LETTER):
        marks = list(label.finditer(text))
        names = [mark["name"] for mark in marks]
        if len(marks) < 2 or len(set(names)) < len(names):
            continue
        if re.search(r"[0-9\[{✓✗]", text[: marks[0].start()]) or harms(text[: marks[0].start()]):
            continue
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        return [text[mark.end() : end].strip().strip(",;|").strip() for mark, end in zip(marks, ends, strict=True)]
    return []


def _bracketed(text: str) -> list[str]:
    """Brackets one after another, with or without a name each."""
    parts = split(text.strip().rstrip("."), ",;\n|")
    parts = [
        re.sub(rf"(?i)^(?:and\s+)?(?:(?:{_KINDS})?[ _]?\w{{0,2}}\s*[:=]?\s*)?(?=\[)", "", part)
        for part in parts
        if part
    ]
    return parts if len(parts) > 1 and all(re.fullmatch(r"\[[^\[\]{}]*\]", part) for part in parts) else []


def _groups(text: str) -> list[str]:
    """Lists of two ranks or more with semicolons between them, or letters in groups with commas."""
    letters = re.fullmatch(r"\s*[RN]{2,}(?:\s*[,;]\s*[RN]{2,})+\s*\.?\s*", text)
    parts = [part.strip(" .") for part in re.split("[,;]" if letters else ";", text) if part.strip(" .")]
    one = r"[RN]{2,}|[0-9RN✓✗✅❌+-](?:(?:\s*,\s*|\s+)[0-9RN✓✗✅❌+-])+"
    return parts if len(parts) > 1 and all(re.fullmatch(one, part) for part in parts) else []


def _lines(text: str) -> list[str]:
    """Lines that are lists of two ranks or more."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    words = [line.split() for line in lines]
    if len(lines) < 2 or min(map(len, words)) < 2:
        return []
    numbered = [row[0].strip(".:") for row in words] == [str(rank) for rank in range(1, len(words) + 1)]
    return [] if numbered or all(len(row) == 2 for row in words) else lines
