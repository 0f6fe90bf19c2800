"""Several queries in one text: their rankings, or the rank of the first hit of each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from irlearn.errors import InputError, quoted
from irlearn.reading.clauses import Facts, role_of
from irlearn.reading.lexicon import idea_of, ideas_of_label, lexicon, plainly
from irlearn.reading.made import reading_of
from irlearn.reading.pieces import UnreadError, Value, cut, value_of
from irlearn.reading.ranks import read_grades
from irlearn.reading.reader import plain_text, read_one
from irlearn.reading.reading import MOST_PASTED, MOST_WORDED, FirstHits, Reading
from irlearn.reading.tables import by_query, of_trec, table_in

Several = tuple[Reading, ...] | FirstHits

_QUERY = r"(?:q(?:uery)?|topic|user|frage|anfrage|requête|consulta|查询|クエリ|질의)"
_NUMBERED = re.compile(
    rf"(?i)\s*(?:[-*•]\s+)?{_QUERY}\s*[#_]?\s*(?P<number>\d{{1,4}}|[a-z](?=\s*[:=]))\s*(?::|=|\)|\.(?=\s)|-(?=\s)|(?=\s*(?:$|rank|at|first|no|not)\b))\s*(?P<rest>.*)"
)


def read_several(text: str) -> Several:
    """What a wording says of several queries. Raises `UnreadError`, or an `InputError` that asks back.

    >>> [one.grades for one in read_several("[[1, 0], [0, 1]]")]
    [(1, 0), (0, 1)]
    >>> read_several("ranks 1, 3, 2")
    FirstHits(ranks=(1, 3, 2))
    """
    if len(text) > MOST_PASTED:
        raise UnreadError(text[:20], "is too long for a wording")
    if topics := of_trec(text):
        return tuple(topics)
    if len(text) > MOST_WORDED:
        raise UnreadError(text[:20], "is too long for a wording")
    body = plain_text(text)
    if table := table_in(body):
        rows = by_query(table)
        if isinstance(rows, FirstHits) and not table.rest.strip():
            return rows
        if not isinstance(rows, FirstHits) and len(rows) > 1 and not table.rest.strip():
            return tuple(_of_value(one, text) for one in rows)
    return _of_code(body, text) or _first_hits(body) or _of_pieces(body)


def _of_value(one: Value, text: str) -> Reading:
    facts = Facts(lists=[("ranking", one)])
    return reading_of(facts, text)


# lists of lists, and maps of maps


def _of_code(body: str, text: str) -> Several | None:
    """Lists of lists, of grades or of names beside those that are relevant; or maps by query."""
    if not re.search(r"[\[{]", body):
        return None
    parts = cut(re.sub(r"(?<=[\]}])\s*(?=[^\W\d]\w*\s*[=:])", "; ", body), r";|\n|,(?=\s*[^\W\d]\w*\s*[=:])")
    found: dict[str, Value] = {}
    for part in parts:
        label = re.match(r"[\"']?(?P<label>[^\W\d][\w ]*?)[\"']?\s*[=:]\s*(?=[\[{])", part)
        name = label["label"] if label else ""
        rest = part[label.end() :] if label else part
        try:
            found[name] = value_of(rest, body)
        except UnreadError:
            return None
    if len(found) == 1 and next(iter(found.values())).lists:
        ((name, one),) = found.items()
        lists = one.lists
        if name and role_of(ideas_of_label(name) or "?") not in ("ranking", "grades", "either", "documents"):
            raise UnreadError(name, "does not say that its lists are rankings")
        if len(lists) > 1 and all(each.worths and not each.lists for each in lists):
            return tuple(_of_value(each, text) for each in lists)
    if len(found) == 2 and all(one.lists or one.fields for one in found.values()):
        return _side_by_side(found, text)
    bare = cut(body, ",")
    if len(bare) > 1 and all(part[:1] == "[" and part[-1:] == "]" for part in bare):
        values = [value_of(part, body) for part in bare]
        if all(one.worths and len(one.entries) > 1 for one in values) and not all(
            one.names and not one.numeric for one in values
        ):
            return tuple(_of_value(each, text) for each in values)
    return None


def _side_by_side(found: dict[str, Value], text: str) -> tuple[Reading, ...] | None:
    """Rankings and judgments of the same queries, a list or a map of each in both."""
    roles = {name: role_of(ideas_of_label(name) or "?") for name in found}
    if any(role in (None, "") for role in roles.values()):
        raise UnreadError(next(iter(found)), "does not say what its lists are")
    one, other = found.values()
    if bool(one.fields) != bool(other.fields):
        raise UnreadError(next(iter(found)), "and the other are not written alike")
    if one.fields:
        first, second = dict(one.fields), dict(other.fields)
        if {*first} != {*second}:
            raise UnreadError(next(iter({*first} ^ {*second})), "is a query of one of both only")
        pairs = [(first[query], second[query]) for query in first]
    else:
        if len(one.lists) != len(other.lists):
            raise UnreadError(next(iter(found)), "holds another number of queries than the other")
        pairs = [*zip(one.lists, other.lists, strict=True)]
    names = [str(role) for role in roles.values()]
    return tuple(reading_of(Facts(lists=[*zip(names, pair, strict=True)]), text) for pair in pairs)


# rankings in pieces


def _of_pieces(body: str) -> Several:
    """The rankings of pieces with bars, query names or line ends between them. Raises `UnreadError`."""
    pieces = _pieces(body)
    if not pieces:
        raise UnreadError(body[:40], "holds no two rankings")
    found = []
    for number, piece in enumerate(pieces, start=1):
        try:
            found.append(_piece(piece))
        except UnreadError as error:
            raise UnreadError(error.word, f"{error.why} (query {number})".strip()) from None
    return tuple(found)


def _pieces(body: str) -> list[str]:
    """The texts of the queries."""
    if "|" in body and "\n" not in body and len(parts := cut(body, r"\|")) > 1:
        return parts
    if re.fullmatch(r"[RN]{2,}(?:\s*,\s*[RN]{2,})+", body):
        return body.split(",")
    lines = cut(body, r"\n|;")
    named = [_NUMBERED.fullmatch(line) for line in lines]
    if named and named[0] is not None:
        return _gathered(lines, named)
    again = cut(re.sub(rf"(?i)[,.]\s+(?={_QUERY}\s*[#_]?\s*\d{{1,4}}\s*[:=])", "\n", body), r"\n")
    named = [_NUMBERED.fullmatch(line) for line in again]
    if len(again) > 1 and all(named):
        return _gathered(again, named)
    if len(lines) > 1 and all(_is_plain(line) for line in lines):
        return lines
    return []


def _gathered(lines: Sequence[str], named: Sequence[re.Match[str] | None]) -> list[str]:
    """What stands behind the name of each query, with the lines below it."""
    found: list[str] = []
    numbers: list[str] = []
    for line, one in zip(lines, named, strict=True):
        if one is not None:
            if one["number"] in numbers:
                raise UnreadError(f"query {one['number']}", "stands twice")
            numbers.append(one["number"])
            found.append(one["rest"])
        else:
            found[-1] += f"; {line}" if found[-1] else line
    return found


def _is_plain(line: str) -> bool:
    try:
        grades, _ = read_grades(line)
    except InputError:
        return False
    return (len(grades) > 1 and not re.fullmatch(r"[\d\s]+", line)) or (len(grades) > 1 and {*grades} <= {0, 1})


def _piece(text: str) -> Reading:
    try:
        grades, ties = read_grades(text)
    except InputError:
        return read_one(text)
    if max(ties, default=1) > 1 or re.fullmatch(r"\s*\d+\s*", text):
        raise UnreadError(text, "is one number")
    return Reading(tuple(grades), plain=True)


# the rank of the first hit of each query

_NONE = (
    r"(?:none|null|nan|inf|nil|miss(?:ed)?|absent|nowhere|never|✗|❌|-|–|—|nothing|nonrelevant (?:document|result)s?)"
)
_RANK = r"(?:\d{1,6}(?:st|nd|rd|th)?)"


def _first_hits(body: str) -> FirstHits | None:
    """The ranks of the first hits of several queries, one behind the other, or behind the name of each query."""
    plain = plainly(body).strip(" .;")
    each = _hit_of_each(plain)
    if each:
        return each
    found = re.fullmatch(
        rf"(?is)(?P<before>[^\d\[\],;|]*?)[\s:=]*(?P<list>\[[^\[\]]*\]|(?:\d|{_NONE})[^\[\]:=;]*?)(?P<behind>\s+(?:for|of|over)\s+(?:the\s+)?(?P<many>\w+)\s+\w+)?",
        plain,
    )
    if not found or not found["list"].strip():
        return None
    letters = _letters(found["before"])
    if letters is None or not re.fullmatch("[fHDGSq]*", letters) or "S" not in letters:
        return None
    words = [word for word in re.split(r"\s*(?:,\s*and|,|\band\b|&|\s)\s*", found["list"].strip("[] ")) if word]
    ranks = _ranks(words)
    if ranks is None or len(ranks) < 2:
        return None
    many = found["many"]
    if many and lexicon().counts.get(many.lower(), int(many) if many.isdigit() else -1) != len(ranks):
        raise UnreadError(many, f"queries are said, and {len(ranks)} ranks are told")
    numbers = [rank for rank in ranks if rank is not None]
    rising = len(numbers) == len(ranks) and numbers == sorted({*numbers})
    if "H" in letters and "f" not in letters and "q" not in letters and not many and rising:
        raise InputError(either(body, len(ranks)))
    return FirstHits(tuple(ranks))


def either(text: str, many: int) -> str:
    """What asks back whether ranks are of one list or of several queries."""
    return (
        f"the wording {quoted(text.strip())} may be the ranks of {many} documents of one list, or a rank for each "
        "query; write 'first hits at ranks 1, 3 and 5' for queries, or 'relevant at 1, 3, 5 of 10' for one list"
    )


def _letters(words: str) -> str | None:
    """The ideas of words; None where one is not in the lexicon."""
    found = ""
    for word in re.findall(r"[^\W\d]+(?:-[^\W\d]+)?", words):
        letter = "f" if word.lower() == "first" else "i" if word.lower() == "a" else idea_of(word)
        if letter is None or letter == "!":
            return None
        found += letter
    return re.sub("[isbTO]", "", found)


def _ranks(words: Sequence[str]) -> list[int | None] | None:
    found: list[int | None] = []
    for word in words:
        if re.fullmatch(_RANK, word) and int(re.sub(r"\D", "", word)):
            found.append(int(re.sub(r"\D", "", word)))
        elif re.fullmatch(f"(?i){_NONE}", word.strip("'\"")):
            found.append(None)
        else:
            return None
    return found


def _hit_of_each(plain: str) -> FirstHits | None:
    """A rank behind the name of each query, or behind its word alone: `q1: rank 2; q2: not found`."""
    parts = [re.sub(r"^(?:and|&)\s+", "", part) for part in cut(plain, r"\n|;|,|\.\s")]
    named = [_NUMBERED.fullmatch(part) for part in parts]
    numbers = [one["number"] for one in named if one is not None]
    if len(parts) < 2 or len(numbers) not in (0, len(parts)) or len({*numbers}) < len(numbers):
        return None
    ranks: list[int | None] = []
    for part, one in zip(parts, named, strict=True):
        rest = one["rest"] if one is not None else part
        said = re.fullmatch(
            rf"(?i)(?P<words>[^\d]*?)\s*#?(?:(?P<rank>{_RANK})|{_NONE})(?P<behind>[^\d]*)", rest.strip(" .→=")
        )
        letters = _letters(f"{said['words']} {said['behind']}") if said else None
        if said is None or letters is None or not re.fullmatch("[fHDGSR]*", letters):
            return None
        if said["rank"] and ("S" not in letters or (one is None and {*letters} - {*"fS"})):
            return None
        ranks.append(int(re.sub(r"\D", "", said["rank"])) if said["rank"] else None)
    if 0 in ranks:
        raise UnreadError("0", "is no rank; ranks go from 1 on")
    return FirstHits(tuple(ranks)) if any(rank is not None for rank in ranks) else None
