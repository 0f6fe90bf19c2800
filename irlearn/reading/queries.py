"""Several queries in one text: their rankings, or the rank of the first hit of each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.errors import InputError
from irlearn.reading.clauses import Facts, role_of
from irlearn.reading.lexicon import asks, idea_of, ideas_of_label, lexicon, plainly
from irlearn.reading.made import reading_of
from irlearn.reading.pieces import UnreadError, Value, cut, value_of
from irlearn.reading.ranks import read_grades
from irlearn.reading.reader import opened, plain_text, read_one
from irlearn.reading.reading import FirstHits, Reading

Several = tuple[Reading, ...] | FirstHits

_QUERY = r"(?:q(?:uery)?|topic|user|frage|anfrage|requête|consulta|查询|クエリ|질의)"
_NUMBERED = re.compile(
    rf"(?i)\s*(?:[-*•]\s+)?{_QUERY}\s*[#_]?\s*(?P<number>\d{{1,4}}|[a-z](?=\s*[:=]))\s*(?::|=|\)|\.(?=\s)|-(?=\s)|(?=\s*(?:$|rank|at|first|no|not)\b))\s*(?P<rest>.*)"
)


def read_several(text: str) -> Several:
    """What a wording says of several queries. Raises `UnreadError`, or an `InputError` that asks back.

    >>> [one.grades for one in read_several("[[1, 0], [0, 1]]")]
    [(1, 0), (0, 1)]
    >>> read_several("ranks 1, 3, 2"), read_several("q1: rank 2; q2: not found")
    (FirstHits(ranks=(1, 3, 2)), FirstHits(ranks=(2, None)))
    """
    topics, lists, rest = opened(text)
    if topics:
        return tuple(topics)
    if (isinstance(lists, FirstHits) or len(lists) > 1) and not rest.strip():
        return lists if isinstance(lists, FirstHits) else _of_values(lists, text)
    body = plain_text(text)
    if found := _of_code(body, text) or _first_hits(body):
        return found
    if not (pieces := _pieces(body)):
        raise UnreadError(body[:40], "holds no two rankings")
    return tuple(map(_piece, pieces))


def _of_values(lists: Sequence[Value], text: str) -> tuple[Reading, ...]:
    return tuple(reading_of(Facts(lists=[("ranking", one)]), text) for one in lists)


def _of_code(body: str, text: str) -> Several | None:
    """Lists of grades, one behind another, or in brackets of their own with a label before them."""
    found = re.fullmatch(r"(?s)(?:[\"']?(?P<name>[^\W\d][\w ]*?)[\"']?\s*[=:]\s*)?(?P<lists>\[.*\])", body)
    role = role_of(ideas_of_label(found["name"]) or "?") if found and found["name"] else "ranking"
    if not found or role not in ("ranking", "grades", "either", "documents"):
        return None
    bare = len(cut(found["lists"], ",")) > 1
    try:
        lists = value_of(f"[{found['lists']}]" if bare else found["lists"], body).lists
    except UnreadError:
        return None
    graded = all(one.worths and (one.numeric or not bare) and len(one.entries) > bare for one in lists)
    return _of_values(lists, text) if len(lists) > 1 and graded else None


# rankings in pieces


def _pieces(body: str) -> list[str]:
    if "|" in body and "\n" not in body and len(parts := cut(body, r"\|")) > 1:
        return parts
    lines = cut(re.sub(rf"(?i)[,.]\s+(?={_QUERY}\s*[#_]?\s*\d{{1,4}}\s*[:=])", "\n", body), r"\n|;")
    found: list[str] = []
    numbers: list[str] = []
    for line in lines:
        one = _NUMBERED.fullmatch(line)
        if one is None and not found:
            plain = [_plain(line) for line in lines]
            marks = all(
                not re.fullmatch(r"[\d\s]+", line) or {*each} <= {0, 1} for line, each in zip(lines, plain, strict=True)
            )
            return lines if len(lines) > 1 and marks and min(map(len, plain)) > 1 else []
        if one is None:
            found[-1] += f"; {line}" if found[-1] else line
        elif one["number"] in numbers:
            raise UnreadError(f"query {one['number']}", "stands twice")
        else:
            numbers.append(one["number"])
            found.append(one["rest"])
    return found


def _plain(text: str) -> list[int]:
    """The grades of a text in the plain notation, without ties; none where it is no such list."""
    try:
        grades, ties = read_grades(text)
    except InputError:
        return []
    return grades if max(ties, default=1) == 1 else []


def _piece(text: str) -> Reading:
    grades = _plain(text)
    if re.fullmatch(r"\s*\d+\s*", text):
        raise UnreadError(text, "is one number")
    return Reading(tuple(grades), plain=True) if grades else read_one(text)


# the rank of the first hit of each query

_NONE = (
    r"(?:none|null|nan|inf|nil|miss(?:ed)?|absent|nowhere|never|✗|❌|-|–|—|nothing|nonrelevant (?:document|result)s?)"
)
_HIT = re.compile(
    rf"(?i)(?P<words>[^\d+|/*]*?)[\s#:=→]*\b(?:(?P<rank>\d{{1,6}})(?:st|nd|rd|th)?\b|{_NONE})(?P<behind>[^\d]*)|(?P<none>{_NONE})"
)
_MANY = (
    r"(?is)^(?:for|in|over)\s+(?:the\s+)?(?P<many>\w+)\s+(?:queries|topics|users)\s*,?\s+(?P<rest>.+)",
    r"(?is)(?P<rest>.+?)\s+(?:for|of|over)\s+(?:the\s+)?(?P<many>\w+)\s+\w+$",
)


def _first_hits(body: str) -> FirstHits | None:
    """The ranks of the first hits of several queries, one behind the other, or behind the name of each query."""
    plain = re.sub(r"^([^\[\]]*)\[([^\[\]]*)\]$", r"\1\2", plainly(body).strip(" .;"))
    told = next((found for pattern in _MANY if (found := re.match(pattern, plain))), None)
    parts = cut(told["rest"] if told else plain, r"\n|;|,\s*(?:(?:and|&)\s)?|\.\s|\s+(?:and|&)\s|(?<=\d)\s+(?=\d)")
    named = [one for one in map(_NUMBERED.fullmatch, parts) if one]
    if len(parts) < 2 or len(named) not in (0, len(parts)) or len({one["number"] for one in named}) < len(named):
        return None
    said = [_HIT.fullmatch(one.strip(" .→=")) for one in ([one["rest"] for one in named] or parts)]
    letters = [_letters(f"{one['words'] or ''} {one['behind'] or ''}") if one else None for one in said]
    first = letters[0] or ""
    for place, (one, ideas) in enumerate(zip(said, letters, strict=True)):
        beside = "fHDGSRO" if named else "fHDGSqO" if not place else "fS"
        if one is None or ideas is None or not {*ideas} <= {*beside}:
            return None
        if one["rank"] and "S" not in ideas and (named or ideas or "S" not in first):
            return None
    ranks = [int(one["rank"]) if one and one["rank"] else None for one in said]
    if 0 in ranks:
        raise UnreadError("0", "is no rank; ranks go from 1 on")
    many = told["many"].lower() if told else str(len(ranks))
    if lexicon().counts.get(many, int(many) if many.isdigit() else 0) != len(ranks):
        raise InputError(asks(body, "many queries", many=many, ranks=len(ranks)))
    numbers = [rank for rank in ranks if rank]
    rising = len(numbers) == len(ranks) and numbers == sorted({*numbers})
    if "H" in first and not {*"fq"} & {*first} and not named and not told and rising:
        raise InputError(asks(body, "ranks of one list", many=len(ranks)))
    return FirstHits(tuple(ranks)) if numbers else None


def _letters(words: str) -> str | None:
    found = ""
    for word in re.findall(r"[^\W\d]+(?:-[^\W\d]+)?", words):
        letter = "f" if word.lower() == "first" else "i" if word.lower() == "a" else idea_of(word)
        if letter is None or letter == "!":
            return None
        found += letter
    return re.sub("[isbT]", "", found)
