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

from irlearn.errors import InputError
from irlearn.reading.lexicon import (
    IS,
    NOISE,
    NUMBER,
    SIGNS,
    STOP,
    THING,
    idea_of,
    ideas_of_label,
    lexicon,
    mark_of,
    plainly,
    rows,
)
from irlearn.reading.pieces import Entry, UnreadError, Value, closes, cut, is_id, outside, times, value_of
from irlearn.reading.ranks import read_grades
from irlearn.reading.reading import room_of, share_of


@dataclass
class Facts:
    """What a wording says: lists with their roles, the ranks of what is relevant, counts, shares, settings."""

    lists: list[tuple[str, Value]] = field(default_factory=list)
    ranks: list[int] | None = None
    counts: dict[str, int] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    shares: dict[str, tuple[Fraction, Fraction]] = field(default_factory=dict)
    settings: dict[str, int] = field(default_factory=dict)
    spoken: set[str] = field(default_factory=set)
    placed: Counter[str] = field(default_factory=Counter)

    def count(self, what: str, number: int) -> None:
        """Notes a count; another one of the same is a contradiction."""
        if self.counts.setdefault(what, number) != number:
            raise UnreadError(str(number), f"and {self.counts[what]} are said of the same")
        self.order.append(what)

    def lost(self, body: str) -> str:
        """The first name or number of a text that has no place in what was read; empty where each has one."""
        for _, value in self.lists:
            for entry in value.entries:
                self.placed.update(_atoms(entry.name))
                said = [entry.worth] * (entry.worth is not None and entry.kind != "bare") + [entry.rank] * (
                    entry.rank is not None
                )
                self.placed.update(f"{number:g}" for number in said if number is not None)
        typed = Counter(atom for atom in _atoms(plainly(body)) if not _is_of_the_field(atom))
        return next((atom for atom, times in typed.items() if times > self.placed[atom]), "")


def _atoms(text: str) -> Iterator[str]:
    """The words and numbers of a text; numbers as they are spelt here."""
    for word in re.findall(r"[^\s,;=()\[\]{}\"'`|<>\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af→]+", text):
        plain = word.rstrip(".!?:").strip(f"#{SIGNS}*•")
        for one in [plain] if re.fullmatch(NUMBER, plain) else plain.split(":"):
            if re.search(r"[^\W_]", one):
                yield f"{float(one):g}" if re.fullmatch(NUMBER, one) else one


def _is_of_the_field(atom: str) -> bool:
    """Whether a word is in the lexicon, and no name."""
    if len(atom) == 1:
        return atom == "k"
    low = atom.lower()
    lex = lexicon()
    known = (
        low in lex.ideas or low in lex.counts or low in lex.places or low in lex.marks or low in ("and", "und", "et")
    )
    return known or ideas_of_label(re.sub(r"@\w+$", "", atom)) is not None or not re.search(r"\w", plainly(low))


class Token(NamedTuple):
    """A word, a number or a list of a clause: the letter of what it says, its text, and its value."""

    letter: str
    text: str
    value: Value | None = None
    whole: int = 0  # so many of its entries belong together, as "and" says


# what the clauses of a text are

_HARD = r";|\n|(?<![,.])\s(?:\.{3}|…)\s+(?=[^\s;.])|[.!?](?=\s|$)|/\s(?=\w)|#+\s|//\s"
_LABEL = r"[^\W\d_][\w@.'-]*(?:[ ][\w@.'-]+){0,5}"
_ASIDE = re.compile(r"\(([^()\[\]{}]*)\)")


def clauses_of(text: str) -> list[str]:
    """The parts of a text that each say one thing: between semicolons and line ends, lists and remarks.

    >>> clauses_of("relevant={A, B}, retrieved=[A, X]"), clauses_of("ranking A B C (A relevant)")
    (['relevant={A, B}', 'retrieved=[A, X]'], ['ranking A B C', 'A relevant'])
    """
    body = _without_asides(text)
    found: list[str] = []
    for line in cut(body, r"\n"):
        parts = cut(line, _HARD)
        if len(parts) > 2 and re.match(rf"{_LABEL}\s*:", parts[0]) and all(map(_is_bare, parts[1:])):
            parts = [", ".join(parts)]  # a list with semicolons
        for part in parts:
            if re.search(r"\.\.|…", re.sub(r"[\[{].*[\]}]", "", part)):
                raise UnreadError("...", "leaves out a part of the list")
            found += [one for one in _between_lists(part) if one.strip(" ,;.")]
    return [part.strip(" ,") for part in found]


def _is_bare(part: str) -> bool:
    """Whether a part is a name alone, and no clause."""
    return not re.search(r"[:=\[{(]", part) and all(idea_of(word) in (None, NOISE, "O", "D") for word in part.split())


def _without_asides(text: str) -> str:
    """A text in which a remark in parentheses is a clause of its own."""
    if "(" not in text:
        return text
    inside = {*range(len(text))} - {*outside(text)}
    found = text
    for aside in reversed([*_ASIDE.finditer(text)]):
        alone = all(place in inside for place in range(aside.start(), aside.end()))
        deeper = aside.start() and aside.start() - 1 in inside and text[aside.start() - 1] not in ")]}"
        words = re.findall(r"[^\W\d_]+", plainly(aside[1]))
        said = [idea_of(word) for word in words]
        last = aside[1].rpartition(",")[2].strip()
        settings = re.match(r"(?i)\s*k\s*=", aside[1])
        entry = mark_of(aside[1].strip()) is not None or ("," in aside[1] and mark_of(last) is not None)
        entry = entry or re.fullmatch(r"\s*\w+\s*[:=]?\s*[\d.]+\s*", aside[1]) is not None
        many = len(aside[1].split()) > 1 and any(one not in (None, NOISE, THING) for one in said) and not entry
        if alone and not deeper and (many or settings):
            found = f"{found[: aside.start()]}; {aside[1]}; {found[aside.end() :]}"
    return found


_LISTED = rf"(?:{_LABEL}\s*(?:[:=]|(?=[\[{{])))"
_JOINT = re.compile(
    rf"""(?<=[\]}}])\s*[,&]\s*(?:and\s+)?(?=\S)|(?<=[\]}}])\s*(?:(?:and|with|against|vs\.?)\s+)?(?={_LISTED}|[\[{{])"""
    rf"""|,\s*(?={_LISTED})"""
)


def _between_lists(part: str) -> Iterator[str]:
    """The clauses of a line: behind a list in brackets, and before a label that follows a comma or a list."""
    starts, free = [0], {*outside(part), len(part)}
    for found in _JOINT.finditer(part):
        if found.start() not in free or not found.end():
            continue
        labelled = re.match(_LABEL, part[found.end() :])
        said = ideas_of_label(labelled[0]) if labelled else None
        behind_a_list = part[found.start() - 1] in "]}" and ("," in found[0] or "&" in found[0] or not labelled)
        sign = re.match(r"(?i)k\s*([:=])", part[found.end() :])
        beside = sign and re.search(rf"\w\s*{sign[1]}\s*\d", part[: found.start()])
        setting = said == "k" and (not sign or beside) and part[found.start() - 1] not in "]}"
        if behind_a_list or (said not in (None, "", NOISE) and not setting):
            starts.append(found.end())
    for start, end in zip(starts, [*starts[1:], len(part)], strict=True):
        yield re.sub(r"[\s,&]+(?:and|with|against|vs\.?)?\s*$", "", part[start:end])


# what one clause says

_SETTINGS = (
    (r"(?:at\s+)?(?:k|cutoff|cut-off|top_?k|depth)\s*(?:=|:|is)?\s*([1-9]\d{0,5})", "cutoff"),
    (r"max(?:imum|imal)?[\s_]?(?:grade|relevance)\s*(?:=|:|is)?\s*(\d{1,4})", "highest"),
    (r"R\s*=\s*(\d{1,6})", "total"),
    (r"(?:exercise|task|problem|example)\s*\d{1,4}(?:\.\d{1,3})?[a-z]?\)?[:.]?", ""),
)


def read_clause(clause: str, whole: str, facts: Facts) -> None:
    """Notes what one clause says. Raises `UnreadError` for a clause that is not understood to its last word."""
    for pattern, what in _SETTINGS:
        if found := re.fullmatch(pattern, clause, 0 if what == "total" else re.IGNORECASE):
            if what == "total":
                facts.count(what, int(found[1]))
            elif what and facts.settings.setdefault(what, int(found[1])) != int(found[1]):
                raise UnreadError(clause, "says another number than before")
            facts.placed.update(_atoms(clause))
            return
    if re.search(r"\s>\s", clause) and not re.search(r"[\[{:=]", clause):
        facts.lists.append(("ranking", value_of(clause, whole)))
        return
    clause = re.sub(r"(?i)^(?:in all|in total|altogether|overall),\s+", "total ", clause)
    if ahead := re.match(
        r"(?i)(?:for|in|on)\s+(?:the|this|a|one)?\s*(?:query|topic)(?:\s+\d{1,4})?\s*,?\s+(?=\w)", clause
    ):
        facts.placed.update(_atoms(ahead[0]))
        clause = clause[ahead.end() :]
    if _plain_ranks(clause, facts) or _labelled(clause, whole, facts) or _entries(clause, whole, facts):
        return
    _spoken(clause, whole, facts)


def _plain_ranks(clause: str, facts: Facts) -> bool:
    """Whether a clause is the plain notation of a list, as `1 0 1` or `RRNR`."""
    if not re.fullmatch(r"(?i)(?:grades?\b)?[\s\[\]0-9,.:RNU?+✓✔✅☑✗✘✕✖❌☒×-]+", clause) or re.search(
        r"\d\.\d", clause
    ):
        return False
    try:
        grades, ties = read_grades(clause)
    except InputError:
        return False
    if (
        (len(grades) < 2 and "[" not in clause)
        or max(ties, default=1) > 1
        or re.fullmatch(r"[\[\s]*\d+[\s\]]*", clause)
    ):
        return False
    if len({*clause} & {*"RNU"}) and re.fullmatch(r"[\sRNU,\[\]]+", clause) and len({*grades}) == len(grades):
        return False  # R, N may be names
    words = tuple(Entry("", grade, "mark") for grade in grades)
    facts.lists.append(("grades" if clause[:1] in "gG" else "", Value(words, "[" if "[" in clause else "")))
    facts.placed.update(_atoms(clause))
    facts.placed.subtract(f"{grade:g}" for grade in grades)  # they are counted with the list
    return True


def _labelled(clause: str, whole: str, facts: Facts) -> bool:
    """Whether a clause is a label, a colon or an equals sign, and a list."""
    found = re.match(
        rf"[\"']?(?P<label>{_LABEL})[\"']?\s*(?:\((?P<many>\d{{1,6}})\)\s*)?[:=]\s*(?P<rest>.+)$", clause, re.DOTALL
    )
    letters = ideas_of_label(plainly(found["label"]).strip()) if found else None
    if not found or letters is None or STOP in letters or re.search(r"\b\d", found["label"]):
        return False
    role = role_of(letters)
    rest = found["rest"].strip()
    if role is None or re.fullmatch(r"\d+", rest) or (re.search(r"[\])}]\s*[^\s\])},;]", rest) and rest[0] in "[{"):
        return False
    try:
        value = value_of(rest, whole)
    except UnreadError as error:
        words = [word.strip(".,;") for word in re.findall(r"[^\W\d_][\w./@#&'-]*", rest)]
        plain = any(idea_of(word) is None and not is_id(word) and word.lower() != "and" for word in words)
        if rest[:1] in "[{" or plain or error.why.startswith(("may be", "leaves out", "holds several")):
            raise
        return False
    facts.lists.append((role, value))
    if found["many"]:
        facts.count("total" if role == "relevant" else "length", int(found["many"]))
        facts.placed.update(_atoms(found["many"]))
    return True


def _entries(clause: str, whole: str, facts: Facts) -> bool:
    """Whether a clause is a list without a label, in which names and what they are worth stand side by side."""
    marked = len(re.findall(r"(?i)\b(?:relevant|rel|yes|nonrel|irrelevant)\s*(?:,|$)", clause)) > 1
    if clause[:1] in "[{" or (not marked and not re.search(r"[(:=✓✔✅☑✗✘❌☒✕✖]|\w[+-](?=[\s,]|$)|->|→", clause)):
        return False
    try:
        value = value_of(clause, whole)
    except UnreadError:
        return False
    told = [one.worth is not None and one.kind != "bare" for one in value.entries]
    ids = all(one.kind == "mark" or (one.name and is_id(one.name)) for one in value.entries)
    if (not all(told) and not (any(told) and ids)) or any(
        ideas_of_label(one.name) or ideas_of_label(plainly(one.name)) for one in value.entries if one.name
    ):
        return False
    facts.lists.append(("", value))
    return True


def role_of(letters: str) -> str | None:
    """What the words beside a list say that it is, by their letters; "" where they say nothing, None for no list.

    >>> role_of("HD"), role_of("GD"), role_of("RJ"), role_of("GH")
    ('relevant', 'ranking', 'grades', None)
    """
    said = {*letters} - {*"DqATfs", NOISE, IS}
    if "T" in letters and not said & {*"HV"}:
        return None
    if not said:
        return "documents" if "D" in letters else ""
    if re.fullmatch("H+[DR]+", letters):
        return "relevant"
    for letter, role, beside in _ROLES:
        if letter in said and said <= {*letter, *beside}:
            return role
    return None


_ROLES = (  # the letter that decides, the role, and what may stand beside it
    ("I", "ideal", "JRC"), ("J", "grades", "HVRGCPE"), ("C", "scores", "PRG"), ("E", "either", "VRG"),
    ("H", "relevant", "V"), ("V", "relevant", "H"), ("P", "predicted", ""), ("P", "ranking", "RG"),
    ("R", "ranking", "GS"), ("G", "ranking", "R"),
)  # fmt: skip

# sentences: words as ideas, lists as L, bare numbers as # (several) and n, ordinals as o

_TOKEN = re.compile(
    r"""(?x)\s*(?:
    (?P<quoted>"[^"\n]*"|`[^`\n]*`|(?<![\w])'[^'\n]*')
    |(?P<ordinal>\d+(?:st|nd|rd|th)\b)
    |(?P<number>(?<![\w.])[+-]?(?:\d+(?:\.\d+)?|\.\d+)%?(?![\w%]|\.\d|/[\w]|-\w|\.[a-z])|(?<=[^\x00-\x7f])\d+|\d+(?=[^\x00-\x7f]))
    |(?P<fraction>\d+/\d+(?![\w/]))
    |(?P<asian>[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+)
    |(?P<drawn>[✓✔✅☑✗✘❌☒✕✖])
    |(?P<site>https?[∶:]//[^\s,;)\]}]*[\w/])
    |(?P<word>[^\W_](?:[\w./@\#&'’-]*[\w+*])?|_\w+)
    |(?P<sign>->|[,;:=()+|&\-–/>@\#\[\]{}])
    |(?P<other>\S))"""
)


def _tokens(text: str, whole: str) -> Iterator[Token]:
    """The tokens of a clause; names have the letter `a`, lists in brackets `L`."""
    place = 0
    while place < len(text.rstrip()):
        found = _TOKEN.match(text, place)
        assert found is not None
        kind, said = str(found.lastgroup), found[str(found.lastgroup)]
        start, place = found.start(kind), found.end()
        if said in "[{" and kind == "sign":
            end = closes(text, start)
            place = end + 1
            yield Token("L", text[start:place], value_of(text[start:place], whole))
        elif kind == "asian":
            yield from _asian(said)
        elif kind in ("quoted", "site"):
            yield Token("a", said)
        elif kind == "ordinal":
            yield Token("o", said[:-2])
        elif kind in ("number", "fraction"):
            yield Token("n" if said.isdigit() else "d", said)
        elif kind == "word":
            yield _word(said, text[place:], text[:start])
        else:
            yield Token({"&": ",", "drawn": "x"}.get(said, "x" if kind == "drawn" else said), said)


_RUNS = ("system", "run", "engine", "method", "model")
_NOUN = re.compile("(?i)doc|document|item|page|book|film|movie|article|product|site|passage|candidate|id|paper")


def _with_nouns(tokens: Sequence[Token]) -> Iterator[Token]:
    """Tokens in which `doc 3` is one name."""
    at = 0
    while at < len(tokens):
        noun = _NOUN.fullmatch(tokens[at].text) and at + 1 < len(tokens)
        if tokens[at].text.lower() in _RUNS and at + 1 < len(tokens) and re.fullmatch("[A-Z]", tokens[at + 1].text):
            yield Token(THING, tokens[at].text)
            yield Token(THING, tokens[at + 1].text)
            at += 2
            continue
        if noun and (tokens[at + 1].text.isdigit() or (tokens[at + 1].letter == "a" and is_id(tokens[at + 1].text))):
            yield Token("a", tokens[at + 1].text)
            at += 2
        else:
            yield tokens[at]
            at += 1


def _word(said: str, behind: str, before: str) -> Token:
    """A word as an idea, a number or a name; "a" is an article before a word of the field, and else a name."""
    low = said.lower().replace("’", "'")
    if low == "and":
        return Token(",", said)
    if low == "a":
        ahead = re.match(r"\s+([^\W\d_]+)", behind)
        noun = idea_of(ahead[1]) if ahead else None
        more = re.match(r"\s+[^\W\d_]+\s+\w", behind)
        article = noun is not None and noun in "DRTSqfAsPJHN" and (noun not in "HN" or more)
        return Token(NOISE if article and (said == "a" or not before.strip()) else "a", said)
    lex = lexicon()
    if low in lex.counts:
        return Token("n", said)
    if low in lex.places and low != "first":
        return Token("o", str(lex.places[low]))
    letter = idea_of(said)
    if letter is None and re.search(r"[a-z]_?[A-Z_@]", said) and (letters := ideas_of_label(said)):
        return Token(letters, said)
    return Token(letter or "a", said)


def _asian(said: str) -> Iterator[Token]:
    """Words that are written without blanks, the longest first."""
    rest = said
    while rest:
        size = next((size for size in range(len(rest), 0, -1) if rest[:size] in lexicon().ideas), 0)
        if not size:
            raise UnreadError(rest, "is not understood")
        yield Token(lexicon().ideas[rest[:size]], rest[:size])
        rest = rest[size:]


def _spoken(clause: str, whole: str, facts: Facts) -> None:
    """Notes what a sentence says: its names and numbers folded to lists, its parts known one by one."""
    tokens = [*_folded([*_with_nouns([*_tokens(plainly(clause), whole)])], whole)]
    if any(one.text == other.text == "," for one, other in pairwise(tokens)):
        raise UnreadError(",,", "has nothing between its commas")
    ways = [*_ways(tokens)]
    read: list[list[tuple[str, Token]]] = []
    problem: UnreadError | None = None
    for way in ways:
        if read and len(way) == len(tokens) and way is not tokens and way != tokens:
            continue  # a colon parts what is not read with it
        try:
            found = [pair for part in _parts(way) for pair in _said(part)]
            if way is not ways[0] and any(
                what in ("", "ranking", "relevant") and one.letter in "#n" for what, one in found
            ):
                continue  # a list of numbers cut in two is none
        except UnreadError as error:
            problem = problem or error
            continue
        if found and found not in read:
            read.append(found)
    if not read:
        raise problem or UnreadError(clause, "is not understood")
    if len(read) > 1:
        raise UnreadError(clause, "may be read in more than one way")
    facts.spoken |= {token.text.lower() for token in tokens if len(token.letter) == 1 and token.letter not in "aLn#od,"}
    facts.spoken |= {token.text.lower() for token in tokens if token.letter == "n" and token.text.isalpha()}
    for what, token in read[0]:
        _note(what, token, facts)
        if what not in _LISTS and not what.startswith("list "):
            said = [one.name for one in token.value.entries] if token.value else [token.text]
            facts.placed.update(atom for one in said for atom in _atoms(one))
    articles = [one.text for one in tokens if one.letter in (NOISE, THING) and len(one.text) == 1]
    facts.placed.update(articles)
    small = sum(re.fullmatch("[a-z]", entry.name) is not None for _, one in facts.lists for entry in one.entries)
    if "a" in articles and small > 1:
        raise UnreadError("a", "may be a document; put names in brackets")


def _folded(tokens: list[Token], whole: str) -> Iterator[Token]:
    """The tokens with each row of names, or of numbers, as one list."""
    at = 0
    while at < len(tokens):
        end = _end_of_row(tokens, at)
        row = tokens[at:end]
        letters = {one.letter for one in row} - {","}
        if letters and letters <= {"n", "d"} and (letters == {"n"} or len(row) > 1):
            numbers = tuple(Entry(one.text, _number(one.text), "bare") for one in row if one.letter in "nd")
            joined = [place for place, one in enumerate(row) if one.text.lower() in ("and", "&")]
            bound = 1 + sum(one.letter in "nd" for one in row[: joined[-1]]) if joined else 0
            bound = (
                0 if at and tokens[at - 1].letter == "O" and len(numbers) == 2 else bound
            )  # of 10 and 7 are relevant
            yield Token("n" if len(numbers) == 1 else "#", row[0].text, Value(numbers), bound)
        elif letters == {"o"}:
            places = tuple(Entry(one.text, float(one.text), "bare") for one in row if one.letter == "o")
            yield Token("o", row[0].text, Value(places))
        elif "a" in letters:
            yield Token("L", row[0].text, _names(row, whole, alone=_stands_alone(tokens, at, end)))
        else:
            yield from row
        at = end


def _stands_alone(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether no word beside a row of names may be one of them, as in `ranking list page house`."""
    around = {one.letter for one in (*tokens[max(0, start - 1) : start], *tokens[end : end + 1])}
    before = ""
    for one in reversed(tokens[:start]):
        if not one.letter.isalpha():
            break
        before = one.letter + before
    return not around & {NOISE, THING, *"ATfmx"} and not re.search("[A-Zq][RDqSJ]$", before)


def _number(text: str) -> float:
    """A number in figures or in letters."""
    if text.lower() in lexicon().counts:
        return lexicon().counts[text.lower()]
    share = share_of(text)
    assert share is not None
    return float(share)


def _end_of_row(tokens: Sequence[Token], start: int) -> int:
    """Where the row of names or numbers ends that begins at a token; one behind it where there is none."""
    first = tokens[start].letter
    if first not in "anod" or not first:
        return start + 1
    end = start + 1
    mixed = {"a": "an", "n": "nda", "d": "nd", "o": "o"}[first]
    while end < len(tokens):
        one = tokens[end]
        step = end
        while step < len(tokens) and tokens[step].letter == "," and (step == end or tokens[step].text != ","):
            step += 1
        if step < len(tokens) and tokens[step].letter and tokens[step].letter in mixed and step - end <= 2:
            spelled = any(tokens[place].text.isalpha() and tokens[place].letter == "n" for place in (start, step))
            if (first == "n" and tokens[step].letter == "a") or (spelled and first != "a"):
                break
            end = step + 1
        elif first == "a" and one.letter in ("(", ":", "=", "x", "->"):
            closing = next((n for n in range(end, min(end + 5, len(tokens))) if tokens[n].letter == ")"), end)
            end = closing + 1 if one.letter == "(" else end + (1 if one.letter == "x" else 2)
        elif first == "a" and step == end and mark_of(one.text) is not None and one.letter not in "HN-+":
            end += 1
        else:
            break
    return min(end, len(tokens))


def _names(row: list[Token], whole: str, *, alone: bool) -> Value:
    """The names of a row; `alone` says that no word beside them may be one. Raises `UnreadError` for what is none."""
    words = [one for one in row if one.letter == "a"]
    plain = {one.text for one in words if not is_id(one.text) and one.text[0] not in "\"'`"}
    commas = sum(one.letter == "," for one in row)
    known = {word for word in plain if times(word, whole) > 1}
    listed = len(plain) == len({one.text for one in words}) and (commas >= 2 or (commas and known))
    for one in words:
        if one.text in plain and not alone:
            raise UnreadError(one.text, "stands beside a word that may be a name; put names in brackets")
        if one.text in plain - known and not listed and mark_of(one.text) is None:
            raise UnreadError(one.text)
    text = " ".join(one.text for one in row)
    text = text if plain else re.sub(r"\band\b", ",", text)
    value = value_of(re.sub(r"\s+,(?:\s+,)*(?=\s)", ",", text), whole)
    for entry in value.entries:
        if " " in entry.name and entry.name not in whole:
            raise UnreadError(entry.name)
    return value


def _ways(tokens: list[Token]) -> Iterator[list[Token]]:
    """A clause with its rows of numbers whole, and with one of them cut in two at each of its commas."""
    yield tokens
    if any(one.letter == ":" for one in tokens):
        yield [Token(",", ",") if one.letter == ":" else one for one in tokens]
    for place, token in enumerate(tokens):
        if token.letter == "#" and token.value and len(token.value.entries) <= _MOST_CUT:
            entries = token.value.entries
            for at in range(max(1, token.whole), len(entries)):
                sides = [entries[:at], entries[at:]]
                folded = [Token("n" if len(side) == 1 else "#", side[0].name, Value(side)) for side in sides]
                yield [*tokens[:place], folded[0], Token(",", ","), folded[1], *tokens[place + 1 :]]


_MOST_CUT = 30


def _parts(tokens: list[Token]) -> Iterator[list[Token]]:
    """The parts of a sentence, between its commas and other signs."""
    part: list[Token] = []
    for one in [*tokens, Token(",", ",")]:
        if one.letter in (",", ";", "+", "(", ")", "|", "-"):
            if part and all(other.letter in (NOISE, THING, IS) for other in part):
                raise UnreadError(part[0].text, "stands alone")
            if part:
                yield part
            part = []
        elif one.letter not in (":", "=", ">", "->"):
            part.append(one)


def _said(part: list[Token]) -> list[tuple[str, Token]]:
    """What each list and each number of a part is. Raises `UnreadError` where the part is not known."""
    for one in part:
        if one.letter == STOP or (not one.letter.isalpha() and one.letter != "#"):
            raise UnreadError(one.text)
    kept = [one for one in part if one.letter not in (NOISE, THING)]
    row = "".join(one.letter for one in kept if one.letter != IS)
    whole = "".join(one.letter for one in kept)
    row = re.sub(r"q(?!n)|(?<!^)(?<!n)qn?", "", row) if "n" not in row.partition("q")[0] else row
    values = [one for one in kept if one.letter in ("L", "#", "n", "o", "d")]
    if row in ("L", "#"):
        return [("", values[0])]
    if re.fullmatch("[a-zA-Z]*L", row) and not re.search("[#n]", row) and row.count("L") == 1:
        role = role_of(row[:-1])
        if role is not None:
            return [(f"list {role}", values[0])]
    if (counted := re.fullmatch("(?P<head>[A-Z]*)n(?P<tail>[A-Z]*)L", row)) and "L" not in counted["tail"]:
        role = role_of(counted["head"] + counted["tail"])
        if role in ("ranking", "relevant", "documents", "grades"):
            return [("total" if role == "relevant" else "length", values[0]), (f"list {role}", values[1])]
    for spoken in (whole, row):
        for pattern, roles in rows("clauses"):
            if pattern.fullmatch(spoken) and len(roles.split()) == len(values):
                return [*zip(roles.split(), values, strict=True)]
    unknown = next((one for one in kept if one.letter in "La"), kept[-1] if kept else part[0])
    raise UnreadError(unknown.text, "does not fit the words around it")


_LISTS = ("", "ranking", "relevant", "nonrelevant", "grades")


def _note(what: str, token: Token, facts: Facts) -> None:
    """Notes one list or number of a sentence."""
    if what.startswith("list ") or what in _LISTS:
        assert token.value is not None
        facts.lists.append((what.removeprefix("list ").strip(), token.value))
    elif what == "ranks":
        value = token.value
        ranks = (
            [int(one.worth) for one in value.entries if one.worth is not None and one.worth % 1 == 0] if value else []
        )
        if (
            value is None
            or len(ranks) != len(value.entries)
            or (value.bracket == "" and value.names and not value.numeric)
        ):
            raise UnreadError(token.text, "is no list of ranks")
        if facts.ranks is not None and facts.ranks != ranks:
            raise UnreadError(token.text, "says other ranks than before")
        if ranks != sorted(ranks) and value.bracket:
            raise UnreadError(token.text, "does not rise; ranks of one list do")
        facts.ranks = ranks
    elif what in ("precision", "recall"):
        share = share_of(token.text)
        if share is None or what in facts.shares:
            raise UnreadError(token.text, "is no share")
        facts.shares[what] = (share, room_of(token.text))
    elif what == "cutoff":
        if facts.settings.setdefault("cutoff", int(token.text)) != int(token.text):
            raise UnreadError(token.text, "is another cutoff than before")
    elif what != "exercise":
        if what == "all":  # of what is said just before to be relevant
            if not facts.lists or facts.lists[-1][0] != "relevant":
                raise UnreadError(token.text, "does not say of what it is the number")
            what = "total"
        if what == "thereof":  # of what was said before, or of all there is
            what = "hits" if facts.counts or facts.lists else "rel"
        facts.count(what, int(_number(token.text)))
