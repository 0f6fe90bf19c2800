"""The door: what a text says of one ranking, or of several queries; and what is said where it is not read."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from irlearn.errors import InputError, quoted
from irlearn.reading.build import parsed_ranking
from irlearn.reading.clauses import Facts, clauses_of, read_clause, role_of
from irlearn.reading.grade_notation import FOLDED, read_grades, untied
from irlearn.reading.lexicon import NOISE, STOP, clarification, concept_of, concepts_in, data, lexicon, mark_of, plainly
from irlearn.reading.literals import UnreadError, Value, cut, is_id
from irlearn.reading.reading import MOST_PASTED, MOST_WORDED, FirstHits, ParsedRanking
from irlearn.reading.tables import by_query, of_trec, table_in, with_blocks


def plain_text(text: str) -> str:
    """A text without what only a program needs, with plain signs for the wide ones."""
    body = text.replace("\r\n", "\n").translate(FOLDED).strip()
    body = body.strip("`").strip() if body.count("`") <= 6 and re.fullmatch(r"`+[^`]+`+", body) else body
    body = plainly(body, "code")
    inner = re.fullmatch(r"\{\s*((?:[\"']?([^\W\d]\w*)[\"']?\s*:\s*[\[{].*))\}", body, re.DOTALL)
    if inner and concepts_in(inner[2]):
        return re.sub(r"[\"']([^\W\d]\w*)[\"']\s*:\s*(?=[\[{])", r"; \1: ", inner[1]).strip(" ;")
    return body.strip()


def split_blocks(text: str) -> tuple[list[ParsedRanking], list[Value] | FirstHits, str]:
    """The readings of pasted lines, the rows of a table, and what is left of a text. Raises `UnreadError`."""
    topics = of_trec(text) if len(text) <= MOST_PASTED else []
    if not topics and (len(text) > MOST_WORDED or re.search(r"[^\W\d]\w{250}", text)):
        raise UnreadError("", "is too long for a wording")
    body = plain_text(text)
    table = None if topics else table_in(body)
    return (topics, by_query(table), table.rest) if table else (topics, [], body)


_MISSED = re.compile(
    r"(?is)(?P<list>.+?)(?:\s*[,;]\s*(?P<relevant>\d{1,6})\s+relevant)?"
    r"(?:(?:\s*[,;]\s*|\s+)miss(?:ed|es)\s*(?P<grades>grades?)?\s*:?\s*\[?(?P<missed>\d[\d\s,]*)\]?)?"
)


def _with_missed(text: str) -> ParsedRanking | None:
    """Parse a list of grades followed by missed grades, as in `3 2 0, missed 3 1`; return None for other texts."""
    found = _MISSED.fullmatch(text.translate(FOLDED).strip()) if len(text) <= MOST_WORDED else None
    if not found or found["list"].isdecimal() or not (found["missed"] or (found["relevant"] and "(" in found["list"])):
        return None
    try:
        grades, ties = read_grades(found["list"])
    except InputError:
        return None
    lost = (found["missed"] or "").strip(" ,")
    if lost.isdecimal() and int(lost) > (1 if max(grades, default=0) <= 1 else 9) and not found["grades"]:
        raise InputError(clarification(text, "missed", many=int(lost)))
    missed = read_grades(f"grades [{lost}]", "missed").grades if lost else []
    relevant = int(found["relevant"]) if found["relevant"] else None
    return ParsedRanking(tuple(grades), tuple(missed), relevant, ties=tuple(ties))


@lru_cache(maxsize=256)
def read_one(text: str) -> ParsedRanking:
    """What a wording says of one ranking. Raises `UnreadError`, or an `InputError` that asks back."""
    if read := _with_missed(text):
        return read
    topics, lists, body = split_blocks(text)
    if isinstance(lists, FirstHits) or max(len(topics), len(lists)) > 1:
        raise UnreadError("", "tells of several queries, and one ranking is asked for")
    if topics:
        return topics[0]
    body, facts = with_blocks(re.sub(" {2,}", " ", body)), Facts(lists=[("ranking", one) for one in lists])
    for clause in clauses_of(body):
        read_clause(clause, body, facts)
    read = parsed_ranking(facts, text)
    if lost := facts.first_unused_token(body):
        raise UnreadError(lost, "has no place in what was read")
    return replace(read, documents=tuple(name.replace("∶", ":").replace("꞊", "=") for name in read.documents))


# several queries: their rankings, or the rank of the first hit of each

_NUMBERED, _HIT, _MANY = (re.compile(data()["queries"][what]) for what in ("numbered", "hit", "many"))
_NOTHING = re.compile(r"(?i)\[\s*\]|nothing(?: retrieved)?|no results|empty")
_LISTS = re.compile(r"(?s)(?:[\"']?(?P<name>[^\W\d][\w ]*?)[\"']?\s*[=:]\s*)?\[(?P<lists>\s*\[.*\]\s*)\]")


def read_several(text: str, many: int | None = None) -> tuple[ParsedRanking, ...] | FirstHits | None:
    """Parse the wording of several queries (`many` if known); return None if there is none, and raise if unclear."""
    topics, lists, rest = split_blocks(text)
    if topics:
        return tuple(topics)
    if not rest.strip() and isinstance(lists, FirstHits):
        return lists
    if not rest.strip() and len(lists) > 1:
        return tuple(parsed_ranking(Facts(lists=[("ranking", one)]), text) for one in lists if isinstance(one, Value))
    body = plain_text(text)
    if found := _first_hits(body):
        return found
    pieces = _pieces(body)
    readings = {piece: _piece(piece) for piece in pieces if piece}
    return tuple(readings.get(piece, ParsedRanking(())) for piece in with_empty(pieces, body, many)) or None


def with_empty(pieces: list[str], text: str, many: int | None = None, write: str = "[]") -> list[str]:
    """Return the lists of a text of which each empty one is a query that retrieved nothing.

    An empty piece between two bars is such a query. An outer bar and an empty line may be accidents: the number of
    queries decides, where it is known. Raises `InputError` where not, which tells to `write` something for a query.
    """
    kept = [place for place, piece in enumerate(pieces) if piece] or [0]
    inner, full = pieces[kept[0] : kept[-1] + 1], [piece for piece in pieces if piece]
    out = "outer '|'" if "|" in text else "empty line" if "\n" in text else "empty place"
    if out == "empty line" and len({later - place for place, later in pairwise(kept)}) == 1 < len(kept) - 1:
        return full  # as many line ends stand between all of them
    ways = [pieces, inner] if "|" in text else [inner, full]
    for way in ways:
        if many == len(way) or len(ways[0]) == len(ways[1]):
            return way
    raise InputError(clarification(text, "empty list", out=out, write=write))


def _pieces(body: str) -> list[str]:
    """The rankings of a text as texts: between bars or lists in brackets, behind the names of queries, or on lines."""
    inner = _LISTS.fullmatch(body)
    role = role_of(concepts_in(inner["name"] or "ranking") or "?") if inner else None
    marks = inner and not re.search(r"[^\[\]\s,01]", inner["lists"])
    if inner and role in ("ranking", "grades", "either", "relevant" if marks else "ranking"):
        body = " ".join(inner["lists"].split())
    if "\n" not in body and len(parts := cut(body, r"\|" if "|" in body else r",(?=\s*\[)", empty="|" in body)) > 1:
        return parts
    lines = cut(body, r"\n|;[^\S\n]*\n?", empty=True)
    found, number = dict[str, str](), ""
    if lines and not _NUMBERED.fullmatch(lines[0]):
        plain = {line: untied(line) for line in lines if not _NOTHING.fullmatch(line or "[]")}
        told = {grade for line, grades in plain.items() if re.fullmatch(r"[\d\s]+", line) for grade in grades}
        return lines if min(map(len, plain.values()), default=0) > 1 < len(lines) and told <= {0, 1} else []
    for line in filter(None, lines):
        one = _NUMBERED.fullmatch(line)
        if one and one["number"] in found:
            raise InputError(clarification(body, "query twice", number=one["number"]))
        number = one["number"] if one else number
        found[number] = "; ".join(filter(None, [found.get(number), one["rest"] if one else line]))
    return [rest or "[]" for rest in found.values()]


def _piece(text: str) -> ParsedRanking:
    if _NOTHING.fullmatch(text):
        return ParsedRanking(())
    grades = [] if re.fullmatch(r"\s*\d+\s*", text) else untied(text)
    return ParsedRanking(tuple(grades), plain=text[0] != "[") if grades else read_one(text)


# the rank of the first hit of each query

_PACKED = 100  # what is written with 0 and 1 from here on may be marks as well


def _first_hits(body: str) -> FirstHits | None:
    """The ranks of the first hits of several queries, one behind the other, or behind the name of each query."""
    plain = re.sub(r"^([^\[\]{}]*)[\[{]([^\[\]{}]*)[\]}]$", r"\1\2", plainly(body).strip(" .;"))
    told = _MANY.search(plain)
    parts = cut(
        _MANY.sub(" ", re.sub("[\"']", "", plain), 1).strip(),
        r"\n|;\s*|,\s*(?:(?:and|&)\s)?|\.\s|\s+(?:and|&)\s|(?<=\d)\s+(?=\d)",
        empty=True,
    )
    every, parts = parts, [part for part in parts if part]
    named = [one for one in map(_NUMBERED.fullmatch, parts) if one]
    if len(parts) < 2 or len(named) not in (0, len(parts)) or len({one["number"] for one in named}) < len(named):
        return None
    said = [_HIT.fullmatch(one.strip()) for one in ([one["rest"] for one in named] or parts)]
    letters = [_letters(f"{one['words'] or ''} {one['behind'] or ''}") if one else None for one in said]
    ranks = [int(one["rank"]) if one and one["rank"] else None for one in said]
    numbers, first = [rank for rank in ranks if rank], letters[0] or ""
    if {*"".join(map(str, numbers))} <= {*"01"} and "S" not in first and max(numbers, default=0) >= _PACKED:
        raise InputError(clarification(body, "marks or ranks"))
    sure = max(numbers, default=0) > 1 and (named or len(numbers) < len(ranks))  # neither marks nor grades
    for place, (rank, ideas) in enumerate(zip(ranks, letters, strict=True)):
        beside = "fHDGSRO" if named else "fHDGSqRO" if not place else "fS"
        if ideas is None or not {*ideas} <= {*beside}:
            return None
        if rank and "S" not in ideas and (ideas or not sure) and (named or ideas or "S" not in first):
            return None
    many = told["many"].lower() if told else ""
    if lexicon().counts.get(many, int(many) if many.isdigit() else len(ranks)) != len(ranks):
        raise InputError(clarification(body, "many queries", many=many, ranks=len(ranks)))
    if "H" in first and not {*"fq"} & {*first} and not named and not told and numbers == ranks == sorted({*numbers}):
        raise InputError(clarification(body, "ranks of one list", many=len(ranks)))
    if numbers and not named:
        with_empty(every, body, write="none")
    return FirstHits(tuple(ranks)) if numbers else None


def _letters(words: str) -> str | None:
    """What words say, by their letters; None where one is unknown, or turns the others round."""
    said = [
        NOISE if word in "aA" else concept_of(word) or STOP for word in re.findall(r"[^\W\d]+(?:-[^\W\d]+)?", words)
    ]
    return None if STOP in said else re.sub("[isbT]", "", "".join(said))


# what is said of a text that is not read: where reading stopped, and the nearest form that works


def refusal(text: str, stopped: UnreadError, asked: str = "ranks") -> InputError:
    """The sentence that says at which word or sign reading stopped, and what to do or to write for what is `asked`."""
    at = (
        f" at {quoted(stopped.word)}" if stopped.word.strip() not in ("", text.strip()) and stopped.word in text else ""
    )
    why = f"{', which' if at else ': it'} {stopped.why}" if stopped.why else ""
    named = f"the wording {quoted(text.strip())} is not understood{at}{why}"
    return InputError(f"{named}; {stopped.do or f'write {nearest(text, asked)}'}")


def nearest(text: str, asked: str) -> str:
    """The form that is nearest to a text, of those that work for what is asked."""
    forms = data()["forms"][asked.replace(" ", "_")]
    words = re.findall(r"[^\W_](?:[\w./@-]*\w)?", plainly(text))
    ideas = {concept_of(word) for word in words}
    unknown = {one for one in words if re.search(r"[^\W\d]", one) and concepts_in(one) is None and mark_of(one) is None}
    plain = {word for word in unknown if word.isalpha() and not is_id(word)}
    in_words = len(plain) > _FEW_WORDS and ideas & {*"RGJ"} and "S" not in ideas
    named = in_words or sum(map(is_id, unknown)) > 1 or re.search(r"[\[{\"']\s*[^\W\d]", text)
    kind = "ranks" if "S" in ideas else "counts" if re.search(r"\d", text) or ideas & {*"tuvYZGTlrh"} else "else"
    form = str(forms.get("names" if named and not ideas & {*"tuvlrh"} else kind, forms["else"]))
    return re.sub(r"\b(d\d|[ab])(?=[\],:])", r'"\1"', form) if plain else form  # words are safe in quotes alone


def is_worded(text: str) -> bool:
    """Whether a text has words or labels, and is no plain list that is mistyped."""
    head, looked_at = re.match(r"\s*([^\W\d]+)[\s,;|]", text), text[:_LOOKED_AT]
    words: list[str] = re.findall(r"[^\W\d_]{3,}", looked_at)
    return (
        len({*re.findall(r"\b(?=\w*\d)[^\W\d_]\w+", looked_at)}) > 1
        or len(words) > _FEW_WORDS
        or bool(head and concept_of(head[1]) not in (None, STOP, "J"))
        or bool(re.match(r"\s*\d+\s+[^\W\d_]{3,}\s*[,;]", text))
        or bool(re.search(("[={}]" if words else r"[^\W\d]\s*=") + rf"|\w:|[\"'`]\w|{_SCORED}|{_ROWS}", looked_at))
    )


def is_marks(text: str) -> bool:
    """Whether a text holds nothing but marks and whole numbers: the plain notation says what is wrong with it."""
    words = re.findall(r"[^\s,;()\[\]]+", text[:_LOOKED_AT])
    whole = all(re.fullmatch(r"\d+\.?0*|\.0+", word) for word in words) and any("." in word for word in words)
    plain = all(re.fullmatch(r"-?[\d./]+", word) or mark_of(word) is not None for word in words)
    mixed = any(word.isdecimal() for word in words) and any(len(word) > 2 and word.isalpha() for word in words)
    return plain and not whole and not mixed and not re.search(rf"\t|{_SCORED}", text)


_FEW_WORDS = 2
_SCORED = r"\(\s*\d*\.\d"  # a score stands beside a mark
_ROWS = r"\S[ \t]+\S[^;\n]*[;\n]\s*\S"  # several words between semicolons
_LOOKED_AT = 10_000  # signs
