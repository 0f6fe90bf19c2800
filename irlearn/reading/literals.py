"""Lists, sets and maps as they are typed: their entries, each a name, or what it is worth, or both.

Nothing is decided here that more than one value decides: an entry of one word, as `R` or `3`, is a name and a mark at
once until the roles of the lists are known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from irlearn.reading.lexicon import NOISE, NUMBER, STOP, concept_of, lexicon, mark_of

SIGNS = "✓✔✅☑✗✘❌☒✕✖×+-"
_BRACKETS = r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}"
_DEEPEST = 5  # brackets in one another
_ASSIGN = r"\s*(?:->|=>|→|⇒|[:=])\s*"


class UnreadError(Exception):
    """What stands in the way of reading a text: the word or sign, or "" for all of it, why, and what to do instead."""

    def __init__(self, word: str, why: str = "", do: str = "") -> None:
        super().__init__(word, why, do)
        self.word, self.why, self.do = word, why, do


@dataclass(frozen=True)
class Entry:
    """One place of a list. `kind` says how its worth is told: "bare" is one word that may be a name or a mark."""

    name: str = ""
    worth: float | None = None
    kind: str = ""
    rank: int | None = None


@dataclass(frozen=True)
class Value:
    """A list, a set or a map; `bracket` is the one around it, `lists` those of a list of lists."""

    entries: tuple[Entry, ...]
    bracket: str = ""
    lists: tuple[Value, ...] = ()

    @cached_property
    def names(self) -> list[str] | None:
        """Its entries as names, where none has a worth beside its name."""
        sound = self.entries and all(one.name and one.kind in ("", "bare") for one in self.entries)
        return [one.name for one in self.entries] if sound else None

    @cached_property
    def worths(self) -> list[float] | None:
        """Its entries as grades or marks, where none has a name beside."""
        found = [one.worth for one in self.entries if one.worth is not None and (one.kind == "bare" or not one.name)]
        return found if found and len(found) == len(self.entries) else None

    @cached_property
    def map(self) -> dict[str, float] | None:
        """What each name is worth, where each has a worth beside it and none stands twice."""
        told = [one for one in self.entries if one.kind != "bare" and one.name]
        found = {one.name: one.worth for one in told if one.worth is not None}
        return found if found and len(found) == len(self.entries) else None

    @cached_property
    def numeric(self) -> bool:
        """Whether all entries are numbers."""
        return bool(self.entries) and all(re.fullmatch(NUMBER, one.name) for one in self.entries)

    @property
    def scored(self) -> bool:
        """Whether its numbers are scores, and no grades."""
        return "score" in self.kinds or any((one.worth or 0) % 1 for one in self.entries)

    @property
    def kinds(self) -> set[str]:
        """How the worths of its entries are told."""
        return {one.kind for one in self.entries}


def cut(text: str, sign: str, *, empty: bool = False) -> list[str]:
    """The parts of a text between the matches of a pattern, outside of brackets and quotes; `empty` keeps all."""
    parts, start, pattern = [], 0, re.compile(sign)
    for place in outside(text):
        if place >= start and (found := pattern.match(text, place)) and found.end() > found.start():
            parts.append(text[start:place])
            start = found.end()
    return [part.strip() for part in [*parts, text[start:]] if empty or part.strip()]


@lru_cache(maxsize=64)
def outside(text: str) -> tuple[int, ...]:
    """The places of a text that stand in no brackets and in no quotes. Raises `UnreadError` where one is not closed."""
    hidden = re.sub(r"\"[^\"\n]*\"|`[^`\n]*`|(?<!\w)'[^'\n]*'", lambda found: "\0" * len(found[0]), text)
    for _ in range(_DEEPEST if re.search(r"[(\[{]", hidden) else 0):
        hidden = re.sub(_BRACKETS, lambda found: "\0" * len(found[0]), hidden)
    if left := re.search(r"[()\[\]{}]", hidden):
        raise UnreadError(
            left[0], "is not closed, or lies too deep" if left[0] in "([{" else "closes what was not opened"
        )
    return tuple(place for place, sign in enumerate(hidden) if sign != "\0")


def closes(text: str, start: int) -> int:
    """Where the bracket that opens at `start` is closed."""
    return start + next(iter(outside(text[start:])), len(text) - start) - 1


def value_of(text: str, whole: str = "") -> Value:
    """A list, a set or a map, in brackets or bare; `whole` is all that was typed. Raises `UnreadError`."""
    body, bracket = text.strip(), ""
    if body[:1] in ("[", "{", "(") and closes(body, 0) == len(body) - 1:
        body, bracket = body[1:-1].strip(), body[0]
    if not body:
        return Value((), bracket)
    parts = _parts(body, whole or text)
    inner = [part for part in parts if part[:1] in ("[", "{")]
    if inner and parts == [body] and closes(body, 0) != len(body) - 1:
        raise UnreadError(body[closes(body, 0) + 1 :].strip(), "stands behind a list")
    if inner and len(inner) == len(parts):
        return Value((), bracket, tuple(value_of(part, whole) for part in parts))
    entries = [entry_of(part, delimited=bool(bracket) or len(parts) > 1) for part in parts]
    said = next((one.name for one in entries if one.kind == "" and concept_of(one.name)), "")
    if said and not bracket and any(re.fullmatch(NUMBER, one.name) for one in entries):
        raise UnreadError(said, "stands among numbers, and may be a name", "put names in brackets, [a, 3, 5]")
    return Value(tuple(entries), bracket)


_AND = r"\s+(?:and|&|und|et)\s+"
_SURE = rf"[\"'`].*|\S+\s*(?:\([^()]*\)|{_ASSIGN}\S+|[{SIGNS}])"  # a name in quotes, or with its worth


def _parts(body: str, whole: str) -> list[str]:
    if re.search(r",\s*(?:\.\.\.|…)|(?:\.\.\.|…)\s*,|^(?:\.\.\.|…)", body):
        raise UnreadError("", "leaves out a part of the list")
    if re.search(r"[,;]\s*[,;]|^\s*[,;]", body):
        raise UnreadError("", "has an empty place beside a comma or a semicolon")
    parts = cut(body, r",|;|\n")
    if len(parts) == 1:
        chain = cut(body, r"\s>\s")
        return chain if len(chain) > 1 else _by_blanks(body, whole)
    last = re.sub(r"^(?:and|&)\s+", "", parts[-1])
    return [*parts[:-1], *([last] if last != parts[-1] or "\n" in body else _by_and(last, whole))]


def _by_and(part: str, whole: str) -> list[str]:
    """The two names that "and" joins; or one that holds it, where it stands in quotes.

    Raises `UnreadError` where it may be either, as in `War and Peace`.
    """
    sides = cut(part, _AND)
    nouns = [re.sub(r"^\w+ ", "", side) if concept_of(side.partition(" ")[0]) == "D" else side for side in sides]
    sure = all(is_id(side) or mark_of(side) is not None or re.fullmatch(_SURE, side) for side in nouns)
    if len(sides) == 1 or sure or all(side.isalpha() and side.islower() for side in sides):
        return sides
    known = [times(side, whole) > 1 for side in sides]
    if len(sides) == 2 and times(part, whole) == 1 and (all(known) or (any(known) and all(map(str.isalpha, sides)))):
        return sides
    raise UnreadError(part, "may be one name or several", "put quotes around each name")


def _by_blanks(body: str, whole: str) -> list[str]:
    if re.search(_AND, body):
        words = re.sub(_AND, " ", body).split()
        return words if all(map(is_id, words)) else _by_and(body, whole)
    worth = r"[^\s:=()]+(?:[:=][^\s:=()]+|\s?\([^\s()]*\))"
    if re.fullmatch(rf"(?:{worth}\s+)+{worth}", body):
        return re.findall(worth, body)
    if re.search(r"[:=()\"'`\[{]", body):
        return cut(body, r"\s+") if body[0] in "\"'`(" and not re.search(rf"[\"'`]{_ASSIGN}", body) else [body]
    words = re.sub(r"(?i)\b(not|non)\s+(rel)", r"\1-\2", body).split()
    known = any(times(word, whole) > 1 for word in words)
    plain = known and all(word.isalpha() and word.islower() and concept_of(word) is None for word in words)
    return words if plain or all(map(is_worth, words)) or all(map(is_id, words)) else [body]


def is_worth(word: str) -> bool:
    """Whether a word is a number, or a mark."""
    return mark_of(word) is not None or re.fullmatch(NUMBER, word) is not None


def times(name: str, whole: str) -> int:
    """How often a name stands in a text, as words of their own."""
    return len(re.findall(rf"(?<![\w/@#&-])(?<!\w[.']){re.escape(name)}(?![\w/@#&-]|[.']\w)", whole))


def is_id(word: str) -> bool:
    """Whether a word is written as a document is called: a letter, with a digit or a sign inside, or in capitals."""
    if len(word) == 1:
        return word.isalnum()
    if re.search(r"[\s()\[\]{}:;=,\"|]", word) or concept_of(word) is not None:
        return False
    inside = re.search(r"\d|\w[._/@#]\w|[a-z][A-Z]", word)
    return bool(inside) or (word.isalpha() and word.isupper() and len(word) <= _LONGEST_CAPITALS)


_LONGEST_CAPITALS = 6
_RANKED = re.compile(
    r"(?ix)\(?(?:(?P<said>[^\W\d]+)\s*\#?|\#)(?P<rank>\d{1,4})\s*(?:위)?\s*(?:\((?P<name>[^()]*)\))?\s*(?:[:=)：]|is\b)\s*(?P<rest>.+)"
)
_INSIDE = r"(?:(?!(?P=quote)).|(?<=\w)(?P=quote)(?=\w))*"  # a quote, or an apostrophe in a word
_FORMS = (  # a name, and what it is worth
    rf"(?P<quote>[\"'`])(?P<name>{_INSIDE})(?P=quote)(?:{_ASSIGN}|\s*[,(]\s*)(?P<worth>[^()]+)\)?",
    r"(?P<name>.+?)\s*\((?P<worth>[^()]*)\)",
    rf"(?P<name>.+?){_ASSIGN}(?P<worth>.+)",
    r"(?P<name>.*\w)\s*(?P<worth>[✓✔✅☑✗✘❌☒✕✖])",
    r"(?P<name>.*\w)(?P<worth>[+-])",
    r"(?i)(?P<name>.*\S)\s+(?P<worth>(?:not|non)\srel\w*)",
)


def entry_of(text: str, *, delimited: bool) -> Entry:
    """One place of a list; `delimited` says that signs part it from the others. Raises `UnreadError`."""
    plain = text.strip()
    quoted = re.fullmatch(rf"(?P<quote>[\"'`])(?P<name>{_INSIDE})(?P=quote)", plain)
    alone = quoted["name"] if quoted else plain
    if mark_of(alone) is not None or (not quoted and re.fullmatch(NUMBER, plain)):
        return Entry(alone, float(plain) if re.fullmatch(NUMBER, plain) else mark_of(alone), "bare")
    if quoted:
        return Entry(alone)
    if (ranked := _RANKED.fullmatch(plain)) and (ranked["said"] is None or concept_of(ranked["said"]) == "S"):
        try:
            inner = Entry(ranked["name"] or "", *_worth(ranked["rest"], plain))
        except UnreadError:
            inner = entry_of(ranked["rest"], delimited=True)
            if ranked["name"] or inner.worth is None or inner.kind == "bare":
                raise
        return replace(inner, rank=int(ranked["rank"]))
    for pattern in _FORMS:
        if found := re.fullmatch(pattern, plain):
            name = found["name"] if pattern is _FORMS[0] else _name(found["name"], plain, delimited)
            return Entry(name, *_worth(found["worth"], plain))
    head, _, last = plain.rpartition(" ")
    if is_id(head.strip()) and is_worth(last):
        return Entry(head.strip(), *_worth(last, plain))
    return Entry(_name(plain, plain, delimited))


def _worth(said: str, plain: str) -> tuple[float, str]:
    """What is said of one document, and how: "number", "grade", "score" or "mark". Raises `UnreadError`."""
    text = said.strip().strip("\"'`").strip()
    text = text[1:-1].strip() if text[:1] == "(" and text[-1:] == ")" else text
    if found := re.fullmatch(rf"({NUMBER})\s*(?:分|점|点)?", text):
        return float(found[1]), "number"
    if (mark := mark_of(text)) is not None:
        return mark, "mark"
    if found := re.fullmatch(r"(?P<word>[^\W\d]+)(?:\s+of)?\s*[:=]?\s*(?P<said>\S+)", text):
        idea, mark = concept_of(found["word"]) or STOP, mark_of(found["said"])
        if re.fullmatch(NUMBER, found["said"]) and idea in "JECSH":
            return float(found["said"]), {"C": "score", "S": "rank"}.get(idea, "grade")
        if mark is not None and idea in "JEH":
            return mark, "mark"
    raise UnreadError(text or plain, "is no grade and no mark")


def _name(text: str, plain: str, delimited: bool) -> str:
    """The name of a document. Raises `UnreadError` for what is a part of a sentence."""
    name = text.strip().strip("\"'`").strip()
    if not name or re.search(r"[\[\]{}|\",]|'\s|\s'", name):
        raise UnreadError(plain, "is no name")
    asian = re.search(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]", name)
    if asian and (said := [word for word in lexicon().ideas if len(word) > 1 and word in name and not word.isascii()]):
        raise UnreadError(said[0], "is no name here")
    words = name.split()
    ideas = [concept_of(word.strip(".,")) for word in words]
    if len(words) == 2 and ideas[0] == "D" and (is_id(words[1]) or words[1].isdigit()):
        return words[1]
    if len(words) == 1 and (ideas[0] in (STOP, "H", "N", "G") or not re.search(r"\w", name)):
        raise UnreadError(name, "is no name here")
    strong = [word for word, idea in zip(words, ideas, strict=True) if idea not in (None, NOISE, "O", "D", "s", "+")]
    if len(words) > 1 and (strong or not delimited):
        do = "" if STOP in ideas else "put quotes around each name"
        raise UnreadError((strong or words[-1:])[0], "is not understood beside a name", do)
    if len(words) > 1 and all(map(is_id, words)):
        raise UnreadError(name, "holds several names")
    return name
