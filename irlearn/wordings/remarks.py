"""Remarks beside a list in any words that name its documents or ranks: what each says, to be held against the list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from irlearn.wordings.aside import harms
from irlearn.wordings.concepts import Token, letters_of, tokens_of
from irlearn.wordings.lexicon import mark_of
from irlearn.wordings.reading import Reading
from irlearn.wordings.rows import NAMED

Claim = Callable[[Reading, Sequence[str]], bool]
"""Whether something is true of a list whose documents have these names."""

_REGION = re.compile(
    r"(?m)(?P<sign>(?<=[\])},;])[ \t]*(?:\#|//|%|--|←|<--+)|^[ \t]*(?:\#|//))[ \t]*(?P<comment>[^\n]{3,160})$"
    r"|(?<=[\])}])[ \t]*\((?P<inside>[^()\[\]{}\n]{3,160})\)"
    r"|(?<=[\])}])[ \t]*(?:,|;|:|，|；|-)[ \t]*(?P<clause>(?:[^\[\]{}\n(]|\([^()\n]{1,30}\)){3,200})$"
)
_NOT_FOUND = (
    r"không\s+được\s+(?:truy\s+hồi|trả\s+về|tìm\s+thấy|truy\s+xuất)|(?:没有?|未)被?(?:检索|搜索|召回|返回|找)(?:到|出)?|"
    r"検索され(?:ない|なかった|ず)|검색되지\s*않(?:음|았음|았다)|(?:is|was|were|are)n['’]t\s+(?:retrieved|found|returned)|"
    r"tidak\s+(?:ditemukan|terambil|diambil)|не\s+найден\w*"
)
_JOINS = re.compile(r"\s*[,;、，；]\s*(?:and\s+)?|\s+(?:and|und|et|y|e|en|dan|và|и)\s+|\s*[和と]\s*")
_FIRST = 0xE000  # private signs, which stand for the names
_MOST_NAMES = 200


def without_remarks(text: str) -> tuple[str, list[Claim]]:
    """A wording without the remarks that say nothing but what its lists say, and what they say.

    >>> body, said = without_remarks("ranked = [a, b, c] (a and c are relevant)")
    >>> body, said[0](Reading((1, 0, 1)), ["a", "b", "c"]), said[0](Reading((1, 1, 0)), ["a", "b", "c"])
    ('ranked = [a, b, c]', True, False)
    >>> without_remarks("ranked = [a, b, c] (a was removed)")[1]
    []
    """
    said: list[Claim] = []
    names = list(dict.fromkeys(_names_in(text)))[:_MOST_NAMES]

    def held(found: re.Match[str]) -> str:
        region = found["comment"] or found["inside"] or found["clause"]
        claims = _claims(region.strip(" .。"), names)
        said.extend(claims or [])
        return "" if claims else found[0]

    body = _REGION.sub(held, text)
    return (body, said) if said else (text, [])


def _names_in(text: str) -> Iterator[str]:
    """The names that stand in the brackets of a text."""
    for inside in re.findall(r"[\[{]([^\[\]{}]*)[\]}]", text):
        for word in re.findall(r"[^\W_](?:[\w\-.]*\w)?", inside):
            if not re.fullmatch(r"[0-9.]+", word):
                yield word


def _claims(region: str, names: Sequence[str]) -> list[Claim] | None:
    """The claims of a remark, or None where a part of it is none."""
    whole = _claim(region, names)
    if whole:
        return [whole]
    found: list[Claim] = []
    pending = ""
    for part in _JOINS.split(region):
        pending = f"{pending} , {part}" if pending else part
        one = _claim(pending, names)
        if one:
            found.append(one)
            pending = ""
    return None if pending else found


def _claim(clause: str, names: Sequence[str]) -> Claim | None:
    """What a clause says of a list, or None."""
    graded = [*NAMED.finditer(clause)]
    plain = re.sub(f"(?i){_NOT_FOUND}", " missed ", NAMED.sub(" ", clause) if len(graded) == 1 else clause)
    for place, name in sorted(enumerate(names), key=lambda one: -len(one[1])):
        plain = re.sub(rf"(?<![\w\-])[\"'`]?{re.escape(name)}[\"'`]?(?![\w\-])", f" {chr(_FIRST + place)} ", plain)
    tokens = [_named(one) for one in tokens_of(plain)]
    unknown = [one.text for one in tokens if one.letter == "x"]
    tokens = [one for one in tokens if one.letter not in "x&;=@DWTOB"]
    said = letters_of(tokens)
    if any(harms(word) for word in unknown) or "!" in said:
        return None
    told = [names[ord(one.text) - _FIRST] for one in tokens if one.letter == "I"]
    numbers = [number for one in tokens if one.letter in "no" for number in one.numbers]
    if len(graded) == 1:
        return _graded(said, told, numbers, int(float(graded[0]["grade"])))
    if re.fullmatch("I+G?[HN]|[HN]G?I+", said):
        return _are(told, relevant="H" in said)
    if re.fullmatch("I+G?M|MI+", said):
        return lambda _, listed: not {*told} & {*listed}
    if re.fullmatch("IG?H?(?:Sn|oS?)|(?:Sn|oS?)H?I", said):
        return lambda _, listed: [*listed[numbers[0] - 1 : numbers[0]]] == told
    if re.fullmatch("(?:S[no]+|o+S?)[HN]|[HN](?:S[no]+|o+S)", said):
        hit = "H" in said
        return lambda read, _: _at(read, numbers, hit=hit)
    return None


def _graded(said: str, told: Sequence[str], ranks: Sequence[int], grade: int) -> Claim | None:
    """That the document at one rank, or of one name, has this grade."""
    if ("H" in said and not grade) or ("N" in said and grade):
        return None
    if re.fullmatch("[HN]?(?:Sn|oS?)[HN]?", said):
        return lambda read, _: read.grades[ranks[0] - 1 : ranks[0]] == (grade,)
    if re.fullmatch("[HN]?I[HN]?", said):
        return lambda read, listed: (told[0], grade) in zip(listed, read.grades, strict=False)
    return None


def _at(read: Reading, ranks: Sequence[int], *, hit: bool) -> bool:
    """Whether these ranks are relevant, or not; of several relevant ones, whether they are all that are."""
    same = {rank for rank, grade in enumerate(read.grades, start=1) if (grade > 0) == hit}
    return {*ranks} == same or (len(ranks) == 1 and {*ranks} <= same)


def _named(one: Token) -> Token:
    if one.letter != "x":
        return one
    is_name = len(one.text) == 1 and 0 <= ord(one.text) - _FIRST < _MOST_NAMES
    mark = mark_of(one.text)
    return one._replace(letter="I" if is_name else "H" if mark == 1 else "N" if mark == 0 else "x")


def _are(told: Sequence[str], *, relevant: bool) -> Claim:
    """That these documents are relevant, and of several that no others in the list are; or that they are not."""

    def holds(read: Reading, listed: Sequence[str]) -> bool:
        hits = {name for name, grade in zip(listed, read.grades, strict=False) if grade > 0}
        inside = {*told} & {*listed}
        if not relevant:
            return bool(inside) and not inside & hits
        lost = sum(grade > 0 for grade in read.missed)
        all_of_them = inside == hits or len(told) == 1
        return inside <= hits and all_of_them and len({*told} - inside) <= lost

    return holds
