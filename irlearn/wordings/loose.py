"""Documents in one clause, and in another which are relevant or their grades, without the signs that tell lists."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from irlearn.wordings.aside import beside, harms
from irlearn.wordings.concepts import meaning_of
from irlearn.wordings.lexicon import (
    GRADES,
    IDEAL,
    LABELS,
    RANKING,
    RELEVANT,
    SCORES,
    is_count,
    is_no_name,
    mark_of,
    roles_of,
)
from irlearn.wordings.lists import NUMBER, of_lists
from irlearn.wordings.reading import Reading
from irlearn.wordings.sections import Item, Section, bare, items_of
from irlearn.wordings.tidy import split
from irlearn.wordings.translated import translated

_SIGNS = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]"
_TOKEN = re.compile(
    rf"(?P<quoted>\"[^\"\n]{{1,60}}\"|'[^'\n]{{1,60}}')|(?P<list>\[[^\[\]{{}}()]*\]|\{{[^\[\]{{}}()]*\}})"
    rf"|\((?P<inside>[^()\[\]{{}}]*)\)|(?P<signs>{_SIGNS}+(?: {_SIGNS}+)*)"
    rf"|(?P<word>(?:(?!{_SIGNS})\w)+(?:[-.'](?:(?!{_SIGNS})\w)+)*)|(?P<sign>\S)"
)
_BREAKS = frozenset(
    ["with", "where", "vs", "against", "while", "whereas", "mit", "wobei", "avec", "con", "com", "given"]
)
_JOINS = frozenset(["and", "und", "et", "y", "e", "en"])
_ORDERS = frozenset(["before", "then", "above", "over", "precedes"])
_PASSED = frozenset(["only", "just"])
_ONE = frozenset(
    [
        *("target", "expected", "correct", "answer", "truth", "gold", "item", "doc", "document", "product", "movie"),
        *("id", "page", "chunk", "passage", "article", "true", "clicked", "next"),
    ]
)
"""Words before the one relevant document, and not before a number of them."""
_WANTED = frozenset(["answer", "answers", "held-out", "heldout", "test"])
_NUMBERED = frozenset(["system", "run", "ranking", "method", "engine", "model"])
_FEW = 4
_MOST = 1_000  # signs


@dataclass
class _Clause:
    """The words before some documents, the documents, and the words behind them."""

    head: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    tail: list[str] = field(default_factory=list)
    bracket: str = ""
    said: bool = False
    ordered: bool = False

    @property
    def words(self) -> list[str]:
        return self.tail if self.tail and not roles_of(self.head) else self.head

    @property
    def roles(self) -> frozenset[str] | None:
        if self.ordered and not self.head:
            return frozenset({RANKING})
        plain = [word for word in self.words if word.lower() not in _WANTED]
        said = roles_of(plain)
        return frozenset({RELEVANT}) if len(plain) < len(self.words) and not said and said is not None else said


def of_loose(text: str) -> Reading | None:
    """Two clauses of documents, of which one is the ranking and the other one says what is relevant in it.

    >>> of_loose("ranked b, a with labels a=2, b=1").grades, of_loose("gold 7, recommended [9, 7]").grades
    ((1, 2), (0, 1))
    >>> of_loose("b before a; grades a: 2, b: 1").grades, of_loose("a, b, c (only a and c are relevant)").grades
    ((1, 2), (1, 0, 1))
    >>> of_loose("ranked b, a but not with labels a=2") is None
    True
    """
    if len(text) > _MOST:
        return None
    settings, clauses = [], []
    plain = re.sub(r"\bvec!(?=\[)|(?<=\w)\[[0-9]\](?=\s*=)", "", text.strip().rstrip("."))
    plain = re.sub(r"(?<=[a-z])(?=[A-Z][a-z]+\s*[:=])", "_", plain)
    plain = re.sub(_GRADE_OF, r"\1=\2", _numbered(re.sub(r"(?<=[\w)\]}])\.\s+(?=[A-Za-z]+\s*[:=\[{])", "; ", plain)))
    for part in split(plain.replace("//", ";"), ";\n|" if plain.count("|") == 1 else ";\n"):
        number = _setting(part)
        found = [number] if number else _clauses(part)
        if found is None:
            return None
        settings += [one for one in found if isinstance(one, Section)]
        clauses += [one for one in found if isinstance(one, _Clause)]
    if len(clauses) == 1:
        return _of_marks(clauses[0], settings, text)
    if len(clauses) != 2 or not all(one.items for one in clauses):
        return None
    ranked, judged = clauses if _is_ranking(clauses[0], clauses[1]) else clauses[::-1]
    if any(IDEAL in (one.roles or ()) for one in clauses):
        return _beside_ideal(clauses, settings, text)
    if not _is_ranking(ranked, judged) or not _fits(ranked, judged):
        return None
    roles = judged.roles or frozenset()
    name = "grades" if judged.items[0].value or roles == {GRADES} else "labels" if LABELS in roles else "relevant"
    bracket = judged.bracket or ("{" if _named(judged) or not _named(ranked) else "[")
    lists = [
        Section(["retrieved", *_tops(ranked)], ranked.bracket or "[", ranked.items, said=True),
        Section([name], judged.bracket if len(judged.items) == 1 else bracket, judged.items, said=True),
    ]
    return of_lists([*lists, *settings], text)


def _beside_ideal(clauses: list[_Clause], settings: list[Section], text: str) -> Reading | None:
    """The grades of a list, or its documents, and the best order with its grades."""
    ranked, best = clauses if IDEAL in (clauses[1].roles or ()) else clauses[::-1]
    own = ranked.roles
    listed = own is not None and (
        RANKING in own or own == {GRADES} or [word.lower() for word in ranked.head] == ["actual"]
    )
    grades = [item.value or item.key for item in best.items]
    whole = all(re.fullmatch("[0-9]{1,2}", one) for one in grades)
    falls = whole and [*map(int, grades)] == sorted(map(int, grades), reverse=True)
    if (
        not listed
        or not falls
        or any(item.value for item in ranked.items)
        or harms(" ".join([*ranked.words, *best.words]))
    ):
        return None
    pairs = [bool(item.value) for item in best.items]
    if any(pairs) and (not all(pairs) or not _named(ranked)):
        return None
    name = "grades" if all(pairs) else "ideal"
    return of_lists(
        [Section(["retrieved"], "[", ranked.items, said=True), Section([name], "[", best.items, said=True), *settings],
        text,
    )


def _of_marks(alone: _Clause, settings: list[Section], text: str) -> Reading | None:
    """A list in brackets of words for relevant and not, behind words that say that it is one."""
    marks = [mark_of(item.key) for item in alone.items]
    sound = alone.bracket == "[" and not any(item.value for item in alone.items) and {*marks} == {0, 1}
    if not sound or RANKING not in (alone.roles or ()) or harms(" ".join(alone.words)):
        return None
    items = [Item(str(mark)) for mark in marks]
    return of_lists([Section(["retrieved", *_tops(alone)], "[", items, said=True), *settings], text)


def of_target(text: str) -> Reading | None:
    """A list of numbers and the one that is wanted, which is no number of documents.

    >>> of_target("results [5, 3, 7, 1]; correct answer 3").grades, of_target("ranked [5, 3]; relevant 3") is None
    ((0, 1, 0, 0), True)
    """
    return of_loose(text) if len(text) <= _MOST and re.search(_TARGET, text) else None


_TARGET = (
    r"(?i)\b(?:(?:target|expected|correct|gold|relevant|right|true|wanted)[ _]"
    r"(?:answer|item|doc|document|id|product|movie|page|chunk|passage|article)|target|"
    r"ground[ _-]truth|gold)(?:[ _]?id)?\s*(?:is|was|[:=#])?\s*[0-9]+\s*(?:[.,;)]|$)"
)
_GRADE_OF = r"\b(?:rel(?:evance)?|grade|gain)\(\s*([A-Za-z][\w\-]*)\s*\)\s*[=:]\s*([0-9]{1,2})(?![\w.])"
_ROW = re.compile(r"(?i)(?:rank|position|pos)\s*\.?(?P<rank>[0-9]{1,3})\s*[:=]?\s*(?P<said>[\w\-]+)\s*(?:,|$)\s*")


def _numbered(text: str) -> str:
    """A text with the documents that stand behind their ranks as a list."""
    rows = list(_ROW.finditer(text))
    whole = len(rows) > 1 and all(one.end() == two.start() for one, two in pairwise(rows))
    if not whole or [int(row["rank"]) for row in rows] != [*range(1, len(rows) + 1)]:
        return text
    if any(row["said"].isdigit() for row in rows):
        return text
    names = [f"_{row['rank']}" if mark_of(row["said"]) == 0 else row["said"] for row in rows]
    return f"{text[: rows[0].start()]}ranking: [{', '.join(names)}]; {text[rows[-1].end() :]}".strip(" ;")


def _setting(part: str) -> Section | None:
    """The cutoff, or how many documents are relevant in all, where a clause says only that."""
    if (
        re.search(r"[\[{(\"']|(?<!\w)(?![kKRnN]\b)[A-Za-z]\b|[A-Za-z][0-9]", part)
        or len(re.findall("[0-9]+", part)) != 1
    ):
        return None
    said = beside(part)
    alone = said.sound and (said.length, said.missed, said.hits) == (None, None, None)
    if not alone or (said.k is None) == (said.total is None) or len(part.split()) > 2 * _FEW:
        return None
    if said.k is not None:
        return Section(["k"], "", [Item(str(said.k))], said=True)
    in_all = r"(?i)\bR\s*=|\b(?:all|total|altogether|insgesamt|overall|relevant\s+doc\w*s)\b"
    return Section(["R"], "", [Item(str(said.total))], said=True) if re.search(in_all, part) else None


_GRADE = (
    r"(?i)(?:(?:grade|rel|relevance|label|gain)\s*[=:]?\s*)?(?P<grade>[0-9]{1,2})(?:\s*,\s*gain\s*[=:]?\s*[0-9]{1,3})?"
)


def _clauses(part: str) -> list[_Clause | Section] | None:
    """The clauses of a text without semicolons; None where something in it is not understood."""
    tokens = list(_TOKEN.finditer(part))
    found: list[_Clause | Section] = []
    now, apart, place = _Clause(), True, 0
    while place < len(tokens):
        token, place = tokens[place], place + 1
        follows = place < len(tokens) and tokens[place]["sign"] is None
        word = bare(token["quoted"]) if token["quoted"] else (token["word"] or "")
        low = word.lower()
        if token["list"] or (token["inside"] is not None and _listed(token["inside"])):
            if now.items:
                found, now = [*found, now], _Clause()
            inside = token["inside"] if token["list"] is None else token["list"][1:-1]
            items = items_of(inside)
            if not items or any(one.inner for one in items) or (now.head and harms(" ".join(now.head))):
                return None
            now.items, now.bracket = items, "{" if token["list"] and token["list"][0] == "{" else "["
        elif token["inside"] is not None:
            grade = re.fullmatch(_GRADE, token["inside"])
            if grade and now.items and not now.items[-1].value and not now.tail and not now.bracket:
                now.items[-1] = now.items[-1]._replace(value=grade["grade"])
                continue
            number = _setting(token["inside"])
            inner = [number] if number else _clauses(token["inside"])
            if not inner or not now.items:
                return None
            found, now = [*found, now, *inner], _Clause()
        elif token["signs"]:
            english = ["top"] if re.fullmatch("상위|上位|前", token["signs"]) else translated(token["signs"]).split()
            if not english or roles_of(english) is None:
                return None
            found, now = _with_words(found, now, english, tokens, place)
            apart = True
        elif token["sign"]:
            sign = token["sign"]
            if sign in ":=" and now.head and not now.items and not now.said:
                now.said = True
            elif sign in ":=" and now.items and not now.items[-1].value and not now.bracket and follows:
                value = tokens[place]["word"] or ""
                if not re.fullmatch(r"[0-9]{1,2}|[0-9]*\.[0-9]+", value) and mark_of(value) is None:
                    return None
                now.items[-1] = now.items[-1]._replace(value=value)
                place += 1
            elif sign == ">" and now.items and not now.bracket:
                now.ordered = apart = True
            elif sign == "," and (now.items or now.tail):
                apart = True
                if re.match(r",?\s*(?i:k|top[ _-]?[kn]?|cutoff)\s*[=:]?\s*[0-9]+\s*$", part[token.start() :]):
                    number = _setting(part[token.start() + 1 :])
                    return [*found, now, number] if number else None
            else:
                return None
        elif not token["quoted"] and low in _BREAKS and (now.items or now.tail):
            found, now, apart = [*found, now], _Clause(), True
        elif not token["quoted"] and low in _JOINS and now.items and follows:
            apart = True
        elif not token["quoted"] and low in _ORDERS and now.items and not now.bracket and follows:
            now.ordered = apart = True
        elif not token["quoted"] and low in _PASSED and not now.items:
            continue
        elif not token["quoted"] and _is_head(word, now, tokens, place):
            if now.items and low == "ranked" and follows and (tokens[place]["word"] or "").lower() in _ORDERS:
                continue
            found, now = _with_words(found, now, ["relevant" if re.fullmatch("R", word) else word], tokens, place)
            apart = True
        elif now.tail or now.bracket or not (apart or _is_short(word)) or not _is_name(word, bool(token["quoted"])):
            return None
        else:
            if not apart and not _is_short(now.items[-1].key if now.items else "a"):
                return None
            now.items.append(Item(word))
            apart = False
    return [*found, now] if now.items or now.head else found


def _with_words(
    found: list[_Clause | Section], now: _Clause, words: list[str], tokens: list[re.Match[str]], place: int
) -> tuple[list[_Clause | Section], _Clause]:
    """The clauses with more words: before the documents that follow, or behind those before, where none follow."""
    if not now.items:
        now.head += words
        return found, now
    rest = [one for one in tokens[place:] if one["sign"] != ","]
    follow = any(one["list"] or one["quoted"] or (one["word"] and not _is_word(one["word"])) for one in rest)
    if follow or (now.tail and roles_of(now.tail) and not follow and roles_of(words) is None):
        return [*found, now], _Clause(words)
    now.tail += words
    return found, now


def _listed(inside: str) -> bool:
    """Whether parentheses hold nothing but documents, or documents with their grades."""
    items = items_of(inside)
    return (
        bool(items)
        and len(items or []) > 1
        and all(_is_name(one.key, quoted=False) and not _is_word(one.key) for one in items or [])
    )


def _is_word(word: str) -> bool:
    if word.lower() in _WANTED:
        return True
    return (
        len(word) > 1
        and word[0] != "_"
        and roles_of([word]) is not None
        and not re.fullmatch(r"[A-Za-z]{0,2}[0-9]+", word)
    )


def _is_head(word: str, now: _Clause, tokens: list[re.Match[str]], place: int) -> bool:
    """Whether a word is one of those that say what the documents are; a letter is, where only words follow it."""
    if re.fullmatch("[A-Z]|[0-9]", word) and not now.items and now.head[-1:] and now.head[-1].lower() in _NUMBERED:
        return place < len(tokens) and tokens[place]["sign"] in (":", "=")
    if re.fullmatch("[0-9]{1,3}", word) and not now.items and now.head[-1:] and now.head[-1].lower() == "top":
        return True
    if re.fullmatch("R", word) and not now.items and place < len(tokens) and tokens[place]["sign"] in ("=", ":"):
        listed = place + 1 < len(tokens) and tokens[place + 1]["list"]
        return bool(listed)
    if len(word) == 1 and word in "aA" and not now.items and place < len(tokens):
        return (tokens[place]["word"] or "").lower() not in _JOINS and _is_word(tokens[place]["word"] or "")
    return _is_word(word)


def _is_short(word: str) -> bool:
    """Whether a word is a name wherever it stands: a letter, or one with a digit."""
    return re.fullmatch(r"[A-Za-z]|[\w\-]*[0-9][\w\-]*|_\w+", word) is not None


def _is_name(word: str, quoted: bool) -> bool:
    if quoted or _is_short(word):
        return "." not in word or quoted
    return not (harms(word) or is_count(word) or is_no_name(word)) and meaning_of(word) == "x" and mark_of(word) is None


def _tops(one: _Clause) -> list[str]:
    """The number of the ranks that the words before a list say, to be held against it."""
    top = re.search(r"(?i)top[ _-]?([0-9]{1,3})\b", " ".join(one.head))
    return [f"top-{top[1]}"] if top else []


def _is_ranking(one: _Clause, other: _Clause) -> bool:
    """Whether of two clauses the first is the list, and the second says what is relevant in it."""
    own, said = one.roles, other.roles
    if own is None or said is None or IDEAL in own or {IDEAL, SCORES} & said:
        return False
    scored = all("." in item.value for item in one.items)
    if (SCORES in own and not scored) or (any(item.value for item in one.items) and not scored):
        return False
    judged = bool(said & {RELEVANT, GRADES, LABELS}) and RANKING not in said
    judged = judged or (not said and all(item.value for item in other.items))
    listed = RANKING in own or (SCORES in own and scored) or (not own and not one.head and _named(one))
    return listed and judged


def _named(one: _Clause) -> bool:
    return not all(re.fullmatch(NUMBER, item.key) for item in one.items)


def _fits(ranked: _Clause, judged: _Clause) -> bool:
    """Whether the judgments can be nothing but those of documents of the list: no count of them, and no ranks."""
    keys = [item.key for item in judged.items]
    order = [item.key for item in ranked.items]
    valued = [bool(item.value) for item in judged.items]
    if len({*order}) < len(order) or harms(" ".join([*ranked.words, *judged.words])):
        return False
    if ranked.bracket == "{" or (any(valued) and not all(valued)):
        return False
    numbers = all(re.fullmatch("[0-9]{1,12}", key) for key in keys)
    if numbers and {"at", "in", "of"} & {word.lower() for word in judged.words}:
        return False  # a rank
    words = {part for word in judged.words for part in re.split(r"[\W_]+", word.lower())}
    if any("." in item.value for item in judged.items):
        return False
    if any(valued):
        own = [mark_of(item.value) for item in judged.items if mark_of(item.value) is not None]
        return _named(judged) == _named(ranked) and not (own and len(keys) == 1)
    if numbers and not _named(ranked):
        few = max(map(int, order)) <= _FEW
        if not judged.bracket and len(keys) == 1:
            return keys[0] in order and bool(words & _ONE) and not (few and 0 < len(words & _ONE) < 2)
        places = max(map(int, keys)) <= len(order)
        return bool({*keys} & {*order}) and (judged.bracket != "" or not places)
    if numbers:
        return GRADES in (judged.roles or ()) and len(keys) == len(order)
    mixed = any(key.isdigit() for key in (*keys, *order))  # a 3, b 2: grades without a sign
    return bool({*keys} & {*order}) and _named(ranked) and not mixed
