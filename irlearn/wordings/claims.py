"""What a remark says of a list that stands beside it: kept apart, and held against the list once that is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from irlearn.wordings.concepts import letters_of, tokens_of
from irlearn.wordings.lexicon import mark_of
from irlearn.wordings.reading import Reading

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_WHERE = rf"(?:{'|'.join(_ORDINALS)}|[0-9]{{1,3}}(?:st|nd|rd|th))"
_WHAT = r"(?:results?|documents?|docs?|items?|pages?|hits?|one)"
_DEGREE = r"(?:(?:highly|very|most|partially|somewhat|marginally|fairly|perfectly|quite)\s+)?"
_GRADED = re.compile(
    rf"(?i)[,;(:]?\s*(?:and\s+)?(?:the\s+)?\b(?P<where>{_WHERE})(?:\s+{_WHAT})?\s+is\s+{_DEGREE}"
    rf"(?P<no>(?:not|non|ir)[\s-]*)?relevant\b"
)
_RANKS = re.compile(
    r"(?im)(?:#|//|--)\s*(?:(?P<many>[a-z]+|[0-9]{1,2})\s+)?relevant\s*(?:documents?|docs?|items?|results?)?\s*(?:are\s+)?"
    r"(?:at|on|in)\s+(?:ranks?|positions?|pos)\s*(?P<ranks>[0-9]{1,3}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*)[0-9]{1,3})*)\s*\.?\s*$"
)
_LENGTH = re.compile(
    r"(?i)\b(?:(?:predicted|system|actual)\s+)?(?:ranking|ranked|order)\s*[:=]?\s*(?:at\s+|in\s+)?(?:positions?|ranks?)\s*"
    r"1\s*(?:-|–|to|\.\.+|through)\s*(?P<last>[0-9]{1,3})\b"
)
_PLACED = re.compile(
    rf"(?im)(?:#|//|--)\s*[\"'`]?(?P<name>[\w\-]+)[\"'`]?\s+is\s+(?P<most>the\s+most\s+|most\s+)?(?P<no>(?:not|non|ir)[\s-]*)?relevant"
    rf"\s*,?\s+(?:but|and|yet)\s+(?:is\s+)?(?:only\s+)?ranked\s+(?:at\s+)?(?P<where>{_WHERE})\s*\.?\s*$"
)
_LISTED = re.compile(
    r"(?im)(?:#|//|--)\s*(?:results?|ranking|ranked|order|relevance|relevances|relevant|hits?)\s*[:=]\s*"
    r"\[?(?P<marks>[^\[\]\n:=()]{3,200})\]?\s*$"
)
_COUNTED = re.compile(
    r"(?im)^\s*(?:ranks?|positions?|pos\.?|idx|index|k|i|rang|puesto|posición|位置|排名|順位|순위)\s*[:=|]\s*"
    r"\[?\s*(?P<ranks>1(?:[\s,|]+[0-9]{1,3})+)(?:[\s,]*(?:\.\.\.|…))?\s*\]?\s*$"
)
_ENUMERATED = re.compile(
    r"(?i)(?:#|//)?[,(]?\s*(?:\b(?:in|at|for|of)\s+)?(?:the\s+)?\b(?:positions?|ranks?|k|位置|排名|順位|순위)\s*[:=]?\s*"
    r"(?P<ranks>(?:[\[(]\s*)?1\s*(?:(?:,\s*[0-9]{1,3}\s*)+|(?:\.\.+|-|–|to|through)\s*[0-9]{1,3}|(?:\s+k\s*=\s*[0-9]{1,3})+))(?![\w.])"
    r"\s*[\])]{0,2}(?=\s*(?:[:,;.)]|$|\n|(?:have|has|had|are|with)\b))"
)
_SCALE = re.compile(
    r"(?i)[,;(]?\s*\(?(?:(?:on|with|using|in)\s+)?(?:an?\s+|the\s+)?(?:graded\s+)?(?:[01]\s*(?:-|–|to|到|~)\s*(?P<high>[0-9]{1,2})\s*"
    r"(?:(?:point|relevance|grading)\s*)*(?:scale|分制?|점|等级)|(?P<points>[2-9]|10)[\s-]points?\s+scale)\s*\)?"
)
_SAID_ANYWAY = re.compile(
    r"(?i)[(,;]?\s*\b(?:re-?)?(?:sorted|ordered|ranked)\s+by\s+(?:(?:their|the|descending|decreasing|model|predicted)\s+)*"
    r"(?:scores?|similarit(?:y|ies)|distances?|confidence|probability)(?:\s+(?:descending|desc))?\b\)?"
    r"|[(,;]?\s*\b(?:in|by)\s+(?:this|that|the\s+given|rank(?:ed|ing)?|retrieved)\s+order\b"
    r"|\(?\b(?:higher|larger|bigger|greater)\s*(?:values?\s+)?(?:=|is|are|means?)\s*(?:more\s+relevan(?:t|ce)|higher\s+relevance|better)\)?"
)


class Claims(NamedTuple):
    """A wording without remarks on its list, and what they say of it."""

    text: str
    said: list[Callable[[Reading, list[str]], bool]]

    def hold(self, read: Reading, names: list[str]) -> bool:
        """Whether every remark is true of the list, whose documents have these names."""
        return all(one(read, names) for one in self.said)


def claims_of(text: str) -> Claims:
    """The remarks on a list that can be held against it.

    >>> claims = claims_of("[2, 0] (first is highly relevant, second is irrelevant)")
    >>> claims.text, claims.hold(Reading((2, 0)), []), claims.hold(Reading((0, 2)), [])
    ('[2, 0] ', True, False)
    """
    said: list[Callable[[Reading, list[str]], bool]] = []

    def graded(found: re.Match[str]) -> str:
        place, hit = _place(found["where"]), not found["no"]
        said.append(lambda read, _: place < len(read.grades) and (read.grades[place] > 0) == hit)
        return " "

    def ranked(found: re.Match[str]) -> str:
        places = [int(one) for one in re.findall("[0-9]+", found["ranks"])]
        said.append(lambda read, _: [place for place, one in enumerate(read.grades, 1) if one > 0] == places)
        return " "

    def long(found: re.Match[str]) -> str:
        last = int(found["last"])
        said.append(lambda read, _: len(read.grades) == last)
        return " "

    def placed(found: re.Match[str]) -> str:
        place, hit, most, name = _place(found["where"]), not found["no"], bool(found["most"]), found["name"]
        said.append(
            lambda read, names: (
                names[place : place + 1] == [name]
                and place < len(read.grades)
                and (read.grades[place] > 0) == hit
                and (not most or read.grades[place] == max(*read.grades, *read.missed, 0))
            )
        )
        return " "

    def listed(found: re.Match[str]) -> str:
        marks = [mark_of(word) for word in re.split(r"\s*[,;]\s*|\s+(?=[01]\b)", found["marks"].strip().rstrip("."))]
        beside = text[: found.start()] + text[found.end() :]
        if len(marks) < 2 or None in marks or not re.search(r"[\[{]", beside):
            return found[0]
        said.append(lambda read, _: [int(one > 0) for one in read.grades] == marks)
        return " "

    def counted(found: re.Match[str]) -> str:
        ranks = [int(one) for one in re.findall("[0-9]+", found["ranks"])]
        said.append(lambda read, _: ranks == [*range(1, len(read.grades) + 1)])
        return " "

    def enumerated(found: re.Match[str]) -> str:
        before = re.split(r"[\])};.\n]", text[: found.start()])[-1]
        if {"H", "N"} & set(letters_of(tokens_of(before))):
            return found[0]  # ranks of relevant documents
        ranks = [int(one) for one in re.findall("[0-9]+", found["ranks"])]
        last = ranks[-1]
        said.append(lambda read, _: len(read.grades) == last and ranks in ([1, last], [*range(1, last + 1)]))
        return " "

    def scaled(found: re.Match[str]) -> str:
        high = int(found["high"] or found["points"])
        said.append(lambda read, _: max(*read.grades, *read.missed, 0) <= high)
        return " "

    body = text
    notes = {
        _PLACED: placed,
        _GRADED: graded,
        _RANKS: ranked,
        _LENGTH: long,
        _LISTED: listed,
        _COUNTED: counted,
        _ENUMERATED: enumerated,
        _SCALE: scaled,
    }
    for pattern, note in notes.items():
        body = pattern.sub(note, body)
    body = _SAID_ANYWAY.sub(" ", body)
    if body != text:
        body = re.sub(r"\([\s,;:.\-]*\)|(?<=\()\s*[,;:.\-]+|\([\s,;]*$|(?<=[\])}])\s*[,;]\s*\)", "", body)
        body = body if body.count("(") == body.count(")") else re.sub(r"[\s,;]*\)\s*$", " ", body)
    return Claims(body, said)


def _place(where: str) -> int:
    return _ORDINALS.index(where.lower()) if where.lower() in _ORDINALS else int(re.sub(r"\D", "", where)) - 1
