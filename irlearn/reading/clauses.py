"""The clauses of a wording: what each list, each set and each number in it is said to be.

A clause is cut into words, numbers and lists. Words become ideas, and the row of ideas has to be one of those that are
known, from its first word to its last: a clause with any other word, or in another order, is not read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from irlearn.reading.lexicon import (
    IS,
    NOISE,
    NUMBER,
    STOP,
    THING,
    concept_of,
    concepts_in,
    lexicon,
    mark_of,
    plainly,
    rows,
)
from irlearn.reading.literals import SIGNS, Entry, UnreadError, Value, closes, cut, is_id, outside, times, value_of
from irlearn.reading.reading import share_of


@dataclass
class Facts:
    """What a wording says: lists with their roles, the ranks of what is relevant, counts, shares, settings.

    `spoken` are the words of its sentences, and `placed` the names and numbers that have found their place.
    """

    lists: list[tuple[str, Value]] = field(default_factory=list)
    ranks: list[int] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    shares: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    settings: dict[str, int] = field(default_factory=dict)
    spoken: set[str] = field(default_factory=set)
    placed: Counter[str] = field(default_factory=Counter)

    def note(self, what: str, number: int) -> None:
        """Notes a count or a setting; another one of the same is a contradiction."""
        known = self.settings if what in ("cutoff", "highest") else self.counts
        if known.setdefault(what, number) != number:
            raise UnreadError(str(number), f"contradicts the {known[what]} before it")

    def first_unused_token(self, body: str) -> str:
        """The first name or number of a text that has no place in what was read; empty where each has one."""
        for value in [each for _, one in self.lists for each in (one, *one.lists)]:
            for entry in value.entries:
                letters = "" if entry.kind != "mark" else "RrYy" if entry.worth == 1 else "NnUu"
                said = (None if entry.kind == "bare" else entry.worth, entry.rank)
                self.placed.update([*_atoms(entry.name), *letters, *(f"{one:g}" for one in said if one is not None)])
        typed = Counter(atom for atom in _atoms(plainly(body)) if not _is_of_the_field(atom))
        return next((atom for atom, times in typed.items() if times > self.placed[atom]), "")


def _atoms(text: str) -> Iterator[str]:
    for word in re.findall(r"[^\s,;=()\[\]{}\"'`|<>\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af→]+", text):
        plain = word.rstrip(".!?:").strip(f"#{SIGNS}*•")
        for one in [plain] if re.fullmatch(NUMBER, plain) else plain.split(":"):
            if re.search(r"[^\W_]", one):
                yield f"{float(one):g}" if re.fullmatch(NUMBER, one) else one


def _is_of_the_field(atom: str) -> bool:
    if len(atom) == 1:
        return atom == "k"
    low, lex = atom.lower(), lexicon()
    known = any(low in words for words in (lex.ideas, lex.counts, lex.marks, ("and", "und", "et")))
    return known or concepts_in(re.sub(r"@\w+$", "", atom)) is not None or not re.search(r"\w", plainly(low))


class Token(NamedTuple):
    """A word, a number or a list of a clause: the letter of what it says, its text, and its value."""

    letter: str
    text: str
    value: Value | None = None
    whole: int = 0  # so many of its entries belong together, as "and" says


# what the clauses of a text are

_HARD = r";|\n|(?<![,.])\s(?:\.{3}|…)\s+(?=[^\s;.])|[.!?](?=\s|$)|/\s(?=\w)|#+\s|//\s"
_LABEL = r"[^\W\d_][\w@.'-]*(?:[ ][\w@.'-]+){0,5}"
_ASIDE = re.compile(r"\(([^()\[\]{}]*)\)|\[([^()\[\]{},]*)\]")
_LISTED = rf"(?:{_LABEL}\s*(?:[:=]|(?=[\[{{])))"
_JOINT = re.compile(
    rf"""(?<=[\]}}])\s*[,&]\s*(?:and\s+)?(?=\S)|(?<=[\]}}])\s*(?:(?:and|with|against|vs\.?)\s+)?(?={_LISTED}|[\[{{])"""
    rf"""|,\s*(?={_LISTED})"""
)


def clauses_of(text: str) -> list[str]:
    """The parts of a text that each say one thing: between semicolons and line ends, lists and remarks."""
    found: list[str] = []
    for part in cut(_without_asides(text), _HARD):
        if re.search(r"\.\.|…", re.sub(r"[\[{].*[\]}]", "", part)):
            raise UnreadError("", "leaves out a part of the list")
        found += [one.strip(" ,") for one in _between_lists(part) if one.strip(" ,;.")]
    return found


def _without_asides(text: str) -> str:
    """A text in which a remark in parentheses, or a number of the whole list in brackets, is a clause of its own."""
    inside = {*range(len(text))} - {*outside(text)} if re.search(r"[(\[]", text) else set()
    for aside in reversed([*_ASIDE.finditer(text)]):
        said, before = aside[0][1:-1].strip(), aside.start() - 1
        ideas = {concept_of(word) for word in re.findall(r"[^\W\d_]+", plainly(said))}
        entry = mark_of(said.rpartition(",")[2].strip()) is not None or re.fullmatch(r"\w+\s*[:=]?\s*[\d.]+", said)
        remark = aside[0][0] == "(" and " " in said and ideas - {None, NOISE, THING} and not entry
        sets = any(what and pattern.fullmatch(said.replace(":", "=")) for pattern, what in rows("settings"))
        if (before not in inside or text[before] in ")]}") and (remark or sets):
            text = f"{text[: aside.start()]}; {said.replace(':', '=') if sets else said}; {text[aside.end() :]}"
    return text


def _between_lists(part: str) -> Iterator[str]:
    starts, free = [0], {*outside(part), len(part)}
    for found in _JOINT.finditer(part):
        if found.start() in free and found.end():
            label = re.match(_LABEL, part[found.end() :])
            behind_a_list = part[found.start() - 1] in "]}" and (re.search("[,&]", found[0]) or not label)
            if behind_a_list or (label and concepts_in(label[0]) not in (None, "", NOISE, "k")):
                starts.append(found.end())
    for start, end in zip(starts, [*starts[1:], len(part)], strict=True):
        yield re.sub(r"(?<=[\s,&])(?:and|with|against|vs\.?)$", "", part[start:end].rstrip()).rstrip(" \t\n\r\f\v,&")


def read_clause(clause: str, whole: str, facts: Facts) -> None:
    """Notes what one clause says. Raises `UnreadError` for a clause that is not understood to its last word."""
    for pattern, what in rows("settings"):
        if found := pattern.fullmatch(clause):
            facts.placed.update(_atoms(clause))
            return facts.note(what, int(found[1])) if what else None
    if re.search(r"\s>\s", clause) and not re.search(r"[\[{:=]", clause):
        return facts.lists.append(("ranking", value_of(clause, whole)))
    if not (_labelled(clause, whole, facts) or _unlabelled(clause, whole, facts)):
        _spoken(clause, whole, facts)
    return None


def _labelled(clause: str, whole: str, facts: Facts) -> bool:
    found = re.match(rf"[\"']?(?P<label>{_LABEL})[\"']?\s*[:=]\s*(?P<rest>.+)$", clause, re.DOTALL)
    many = re.findall(r"(?<=\s)\d+\b", found["label"]) if found else []  # as in "top 5 results"
    letters = concepts_in(re.sub(r"\s\d+\b", "", plainly(found["label"])).strip()) if found else None
    role = None if letters is None or STOP in letters else role_of(letters)
    if not found or role is None or (many and (len(many) > 1 or "A" not in str(letters))):
        return False
    rest = found["rest"].strip()
    if re.fullmatch(r"\d+", rest) or (re.search(r"[\])}]\s*[^\s\])},;]", rest) and rest[0] in "[{"):
        return False
    facts.lists.append((role, value_of(rest, whole)))
    for number in many:
        facts.note("length", int(number))
        facts.placed[number] += 1
    return True


_BESIDE = (
    r"(?i)[(:=✓✔✅☑✗✘❌☒✕✖]|\w[+-](?=[\s,]|$)|->|→"
    r"|\b(?:relevant|rel|yes|no|nonrel|irrelevant)\s*,.*\b(?:relevant|rel|yes|no)\s*(?:,|$)"
)
_MARKS = r"[RNU0-9?+✓✔✅☑✗✘✕✖❌☒×-][RNU0-9?+✓✔✅☑✗✘✕✖❌☒×\s,-]*"


def _unlabelled(clause: str, whole: str, facts: Facts) -> bool:
    marks = re.fullmatch("[RNU]{2,}(?: [RNU]{2,})*", clause) or (
        re.fullmatch(_MARKS, clause) and (not clause.isdigit() or clause in "01")
    )
    if clause[:1] in "[{" or not (marks or re.search(_BESIDE, clause)):
        return False
    try:
        value = value_of(clause, whole)
    except UnreadError:
        return False
    said = [one.name for one in value.entries]
    told = [one.worth is not None and one.kind != "bare" for one in value.entries]
    ids = all(one.kind == "mark" or (one.name and is_id(one.name)) for one in value.entries)
    labels = any(concepts_in(name) or concepts_in(plainly(name)) for name in said if len(name) > 1)
    if not marks and (labels or not (all(told) or (any(told) and ids))):
        return False
    facts.lists.append(("", value))
    return True


def role_of(letters: str) -> str | None:
    """What the words beside a list say that it is, by their letters; "" where they say nothing, None for no list."""
    said = re.sub(f"[DqATfs{NOISE}{IS}]", "", letters)
    if "T" in letters and not re.search("[HV]", said):
        return None
    if not said:
        return "documents" if "D" in letters else ""
    return next((role for pattern, role in rows("roles") if pattern.fullmatch(said)), None)


_OF_NAMES = ("", "ranking", "relevant")
_LISTS = {*_OF_NAMES, "documents", *(role for _, role in rows("roles"))}

# sentences: words as ideas, lists as L, bare numbers as # (several) and n

_TOKEN = rows("tokens")[0][0]


_DIGITS = 300  # of a number in a sentence; a float holds no more than 308
_ARTICLE = "DRTSqfAsPJHN"  # what "a" may stand before; before H and N only where more follows


def _tokens(text: str, whole: str) -> Iterator[Token]:
    """The tokens of a clause; names have the letter `a`, lists in brackets `L`."""
    place = 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        assert found is not None
        kind, said = str(found.lastgroup), found[str(found.lastgroup)]
        start, place = found.start(kind), found.end()
        if kind == "sign" and said in "[{":
            place = closes(text, start) + 1
            yield Token("L", text[start:place], value_of(text[start:place], whole))
        elif kind == "asian":  # words without blanks between them, the longest first
            known = sorted(filter(str.isalpha, lexicon().ideas), key=len, reverse=True)
            for word in re.findall("|".join(map(re.escape, known)) + "|.+", said):
                if word not in lexicon().ideas:
                    raise UnreadError(word)
                yield Token(lexicon().ideas[word], word)
        elif kind in ("number", "fraction"):
            if len(said) > _DIGITS:
                raise UnreadError(said, "has too many digits for a number")
            yield Token("n" if said.isdigit() else "d", said)
        elif kind == "word":
            yield _word(said, text[place:], text[:start])
        else:
            yield Token({"quoted": "a", "site": "a", "noun": "a", "drawn": "x", "thing": THING}.get(kind, said), said)


def _word(said: str, behind: str, before: str) -> Token:
    """A word as an idea, a number or a name; "a" is an article before a word of the field, and else a name."""
    low = said.lower().replace("’", "'")
    if low == "and":
        return Token("&", said)
    if low == "a":
        ahead = re.match(r"\s+([^\W\d_]+)(\s+\w)?", behind)
        noun = (concept_of(ahead[1]) if ahead else None) or "?"
        article = noun in _ARTICLE and (noun not in "HN" or (ahead and ahead[2]))
        return Token(NOISE if article and (said == "a" or not before.strip()) else "a", said)
    if low in lexicon().counts:
        return Token("n", said)
    letter = concept_of(said)
    if letter is None and re.search(r"[a-z]_?[A-Z_@]", said):
        letter = concepts_in(said)
    return Token(letter or "a", said)


def _spoken(clause: str, whole: str, facts: Facts) -> None:
    """Notes what a sentence says: its names and numbers folded to lists, its parts known one by one."""
    tokens = [*_folded([*_tokens(plainly(clause), whole)], whole)]
    if any(one.text == other.text == "," for one, other in pairwise(tokens)):
        raise UnreadError("", "has an empty place between commas")
    read, problems = list[list[tuple[str, Token]]](), list[UnreadError]()
    for row in (tokens, [Token(",", ",") if one.letter == ":" else one for one in tokens]):
        for way in [] if read else _ways(row):
            try:
                found = [pair for part in _parts(way) for pair in _said(part)]
            except UnreadError as error:
                problems.append(error)
                continue
            parted = way is not row and any(what in _OF_NAMES and one.letter in "#n" for what, one in found)
            parted = parted or any(
                one[0] == "ranks" and not one[1].whole and other[0] == "rel" for one, other in pairwise(found)
            )
            if found and found not in read and not parted:  # a list of numbers cut in two is none
                read.append(found)
    if len(read) > 1:
        raise UnreadError(clause, "may be read in more than one way")
    if not read:
        raise next(iter(problems), UnreadError(clause))
    for what, token in read[0]:
        _note(what, token, facts)
    spelt = [one for one in tokens if (one.letter == "n" and one.text.isalpha()) or one.letter not in "aLn#d,&"]
    facts.spoken |= {one.text.lower() for one in spelt}
    articles = [one.text for one in tokens if one.letter in (NOISE, THING) and len(one.text.split()[-1]) == 1]
    facts.placed.update(atom for one in articles for atom in _atoms(one))
    small = sum(re.fullmatch("[a-z]", entry.name) is not None for _, one in facts.lists for entry in one.entries)
    if "a" in articles and small > 1:
        raise UnreadError("a", "may be a document")


def _folded(tokens: Sequence[Token], whole: str) -> Iterator[Token]:
    """The tokens with each row of names, or of numbers, as one list; a number in letters is W, and stands alone."""
    spelt = ["W" if one.letter == "n" and one.text.isalpha() else one.letter for one in tokens]
    letters = "".join(letter if len(letter) == 1 else "_" for letter in spelt)
    for found in re.finditer(r"a(?:,?&?[anW])*|[nd](?:,?&?[nd])*|.", letters):
        row = tokens[found.start() : found.end()]
        if found[0][0] == "a":
            yield Token("L", row[0].text, _names(row, whole, alone=_stands_alone(tokens, *found.span())))
        elif found[0][0] in "nW" or len(row) > 1:
            typed = [(one.text, share_of(one.text) or (0, 0)) for one in row if one.letter in "nd"]
            numbers = tuple(Entry(one, lexicon().counts.get(one.lower()) or float(at[0]), "bare") for one, at in typed)
            joined = len(re.findall("[nd]", found[0].rpartition("&")[0]))
            of = letters[: found.start()].endswith("O") and len(numbers) == 2  # of 10 and 7 are relevant
            yield _numbers(numbers, joined + 1 if joined and not of else 0)
        else:
            yield row[0]


def _numbers(entries: tuple[Entry, ...], whole: int = 0) -> Token:
    return Token("n" if len(entries) == 1 else "#", entries[0].name, Value(entries), whole)


def _stands_alone(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether no word beside a row of names may be one of them, as in `ranking list page house`."""
    around = {one.letter for one in (*tokens[max(0, start - 1) : start], *tokens[end : end + 1])}
    before = "".join(one.letter if one.letter.isalpha() else " " for one in tokens[max(0, start - 2) : start])
    return not around & {NOISE, THING, *"ATfmx"} and not re.search("[A-Zq][RDqSJ]$", before)


def _names(row: Sequence[Token], whole: str, *, alone: bool) -> Value:
    """The names of a row; `alone` says that no word beside them may be one. Raises `UnreadError` for what is none."""
    words = [one.text for one in row if one.letter == "a"]
    plain = {one for one in words if not is_id(one) and one[0] not in "\"'`"}
    commas = sum(one.letter in ",&" for one in row)
    known = {word for word in plain if times(word, whole) > 1}
    listed = len(plain) == len({*words}) and (commas >= 2 or (commas and known))
    for one in words:
        if one in plain and not alone:
            raise UnreadError(one, "stands beside a word that may be a name")
        if one in plain - known and not listed and mark_of(one) is None:
            raise UnreadError(one)
    text = " ".join("," if one.letter == "&" and not plain else one.text for one in row)
    value = value_of(re.sub(r"\s+,(?:\s+,)*(?=\s)", ",", text), whole)
    for entry in value.entries:
        if " " in entry.name and entry.name not in " ".join(whole.split()):
            raise UnreadError(entry.name, "may be one document or two")
    return value


def _ways(tokens: list[Token]) -> Iterator[list[Token]]:
    """A clause with its rows of numbers whole, and with one of them cut in two at each of its commas."""
    yield tokens
    for place, token in enumerate(tokens):
        if token.letter == "#" and token.value and len(token.value.entries) <= 30:
            entries = token.value.entries
            for at in range(max(1, token.whole), len(entries)):
                one, other = _numbers(entries[:at], token.whole), _numbers(entries[at:])
                yield [*tokens[:place], one, Token(",", ","), other, *tokens[place + 1 :]]


def _parts(tokens: list[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for one in [*tokens, Token(",", ",")]:
        if one.letter in (",", "&", ";", "+", "(", ")", "|", "-"):
            if part and all(other.letter in (NOISE, THING, IS) for other in part):
                raise UnreadError(part[0].text, "stands alone")
            if part:
                yield part
            part = []
        elif one.letter not in (":", "=", ">", "->"):
            part.append(one)


def _said(part: list[Token]) -> list[tuple[str, Token]]:
    for one in part:
        if one.letter == STOP or (not one.letter.isalpha() and one.letter != "#"):
            raise UnreadError(one.text)
    kept = [one for one in part if one.letter not in (NOISE, THING)]
    row = "".join(one.letter for one in kept if one.letter != IS)
    whole = "".join(one.letter for one in kept)
    row = re.sub(r"q(?!n)|(?<!^)(?<!n)qn?", "", row) if "n" not in row.partition("q")[0] else row
    values = [one for one in kept if one.letter in ("L", "#", "n", "d")]
    if row == "#":
        return [("", values[0])]
    if re.fullmatch("[^#nL]*L", row) and (role := role_of(row[:-1])) is not None:
        return [(role, values[0])]
    for spoken in (whole, row):
        for pattern, roles in rows("clauses"):
            if pattern.fullmatch(spoken) and len(roles.split()) == len(values):
                return [*zip(roles.split(), values, strict=True)]
    unknown = next((one for one in kept if one.letter in "La"), kept[-1] if kept else part[0])
    raise UnreadError(unknown.text, "does not fit the words around it")


def _note(what: str, token: Token, facts: Facts) -> None:
    value = token.value or Value((Entry(token.text),))
    if what in _LISTS and token.value:
        facts.lists.append((what, value))
        return
    facts.placed.update(atom for one in value.entries for atom in _atoms(one.name))
    if what == "ranks":
        ranks = [int(one.worth) for one in value.entries if one.worth is not None and one.worth % 1 == 0]
        if len(ranks) < len(value.entries):
            raise UnreadError(token.text, "is no whole number, as ranks are")
        if facts.ranks not in (None, ranks):
            raise UnreadError(token.text, "begins other ranks than those before it")
        if ranks != sorted(ranks) and value.bracket:
            raise UnreadError(token.text, "does not rise, as the ranks of one list do")
        facts.ranks = ranks
    elif what in ("precision", "recall"):
        share = share_of(token.text)
        if share is None or what in facts.shares:
            raise UnreadError(token.text, "is no share" if share is None else f"is a second {what}")
        facts.shares[what] = share
    elif what != "exercise":
        if what == "all" and (not facts.lists or facts.lists[-1][0] != "relevant"):
            raise UnreadError(token.text, "may be the number of anything")
        thereof = "hits" if facts.counts or facts.lists else "rel"
        facts.note({"all": "total", "thereof": thereof}.get(what, what), int(value.entries[0].worth or 0))
