"""A wording as lists with the words before them: `Relevant: {d1, d4}; ranking = [d2, d1]`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from irlearn.wordings.lexicon import GRADES, RANKING, mark_of, plain_grade, roles_of
from irlearn.wordings.tidy import split

_TOKEN = re.compile(
    r"""(?x)
    (?P<quoted>"[^"\n]{0,80}"|'[^'\n]{0,80}')
    | (?P<sign>[\[\](){}|,;\n]|:=|=>|->|→|[:=]|\.{3}|…)
    | (?P<word>[^\s\[\](){}|,;:="…→]+)"""
)
_CLOSES = {"[": "]", "{": "}"}
_PAIR = re.compile(r"(?P<key>[^:=>\s]{1,60})\s*(?:->|=>|→|:=|[:=])\s*(?P<value>[^:=>]{1,40})")
_IN_PARENTHESES = re.compile(r"(?P<key>[^():=>]{1,60}?)\s*\(\s*(?P<value>[^()]{1,40}?)\s*\)")
_ID = r"[^\W_]*(?:[A-Za-z][\w.\-]*[0-9]|[0-9][\w.\-]*[A-Za-z])[\w.\-]*|[A-Z]"
_NAME = r"[^\W\d_]\S*"  # of a document, which a number may follow
_FEW_WORDS = 9  # before a list


class Item(NamedTuple):
    """One entry of a list, and what is said of it; or a list of its own."""

    key: str
    value: str = ""
    inner: tuple[str, tuple[Item, ...]] | None = None  # the sign of its bracket, and its entries


@dataclass
class Section:
    """A list: the words before it, the sign of its bracket ("" without one), and its entries."""

    heading: list[str] = field(default_factory=list)
    bracket: str = ""
    items: list[Item] = field(default_factory=list)
    said: bool = False  # whether a : or = stands behind the heading

    @property
    def keys(self) -> list[str]:
        """The entries without what is said of them."""
        return [item.key for item in self.items]

    @property
    def nested(self) -> list[Section]:
        """The lists that this one holds, with its own heading; empty where it holds none."""
        inner = [one.inner for one in self.items]
        return [Section(self.heading, one[0], list(one[1]), self.said) for one in inner if one] if all(inner) else []

    @property
    def pairs(self) -> bool:
        """Whether something is said of every entry."""
        return bool(self.items) and all(item.value for item in self.items)

    @property
    def roles(self) -> frozenset[str] | None:
        """What the words before the list say that it is."""
        return roles_of(self.heading)


def bare(word: str) -> str:
    """A word without the quotes around it.

    >>> bare("'d1'"), bare("d1")
    ('d1', 'd1')
    """
    word = word.strip()
    return word[1:-1] if len(word) > 1 and word[0] in "'\"`" and word[-1] == word[0] else word


def items_of(inside: str) -> list[Item] | None:
    """The entries of a list, without its brackets; None where one of them is empty or long.

    >>> [(one.key, one.value) for one in items_of("'a': 3, ('b', 0)")], [one.key for one in items_of("d1 d2")]
    ([('a', '3'), ('b', '0')], ['d1', 'd2'])
    >>> [one.inner[0] for one in items_of("[1, 0], [0, 1]")]
    ['[', '[']
    """
    parts = split(re.sub(r",\s*\n\s*", ", ", inside.strip()))
    if parts == [""]:
        return []
    if len(parts) == 1 and not re.search(r"[:=()>→\[\]{}]", inside):
        parts = inside.split()
    if parts[-1] == "":  # a list may end with a comma
        parts.pop()
    items = []
    for part in parts:
        item = _item(re.sub(r"^(?:and|und|et|y|e|en)\s+", "", part))
        if item is None:
            return None
        items.append(item)
    return items


def _item(part: str) -> Item | None:
    """One entry: a word, a word with its value, or a list."""
    tuple_ = re.fullmatch(r"[\[(]\s*([^\s,()\[\]]+)\s*,\s*([^\s,()\[\]]+)\s*[\])]", part)
    if tuple_ and not re.fullmatch(r"[0-9.]+", tuple_[1]) and re.fullmatch(r"[0-9.]+", tuple_[2]):
        return Item(bare(tuple_[1]), bare(tuple_[2]))
    listed = re.fullmatch(
        r"(?:(?P<key>[^:=>\[\]{}]{1,60})\s*(?:->|=>|→|:=|[:=])\s*)?(?P<open>[\[{])(?P<inside>.*)[\]}]", part, re.DOTALL
    )
    if listed:
        inner = items_of(listed["inside"])
        return None if inner is None else Item(bare(listed["key"] or ""), "", (listed["open"], tuple(inner)))
    pair = _IN_PARENTHESES.fullmatch(part) or _PAIR.fullmatch(part)
    key = bare(pair["key"] if pair else part)
    if not key.strip(".…") or (not pair and len(part.split()) > 1) or re.search(r"[\[\]{}]", part):
        return None
    return Item(key, plain_grade(bare(pair["value"])) if pair else "")


def sections_of(text: str) -> list[Section] | None:
    """The lists of a wording with the words before them, or None where there is something else in it.

    >>> [(one.heading, one.bracket, one.keys) for one in sections_of("d1, d2; relevant = {d2}")]
    [([], '', ['d1', 'd2']), (['relevant'], '{', ['d2'])]
    """
    tokens = list(_TOKEN.finditer(text))
    found: list[Section] = []
    now = Section()
    place = 0
    while place < len(tokens):
        token = tokens[place]
        sign, word = token["sign"], token["word"] or token["quoted"]
        place += 1
        if sign in _CLOSES:
            end = _closing(tokens, place, sign)
            items = None if end is None else items_of(text[token.end() : tokens[end].start()])
            if end is None or items is None:
                return None
            now = _close(now, found) if now.items else now
            found.append(unwrapped(Section(now.heading, sign, items, said=now.said)))
            now, place = Section(), end + 1
        elif sign in (":", "=", ":="):
            if now.items or not now.heading:
                return None
            now.said = True
        elif sign:
            if sign not in ",;\n...…":
                return None
            if sign != "," and now.items:
                now = _close(now, found)
        else:
            plain = _plain(word, token["quoted"])
            follows = place < len(tokens) and tokens[place]["sign"] is None
            if not token["quoted"] and (re.search("[<>]", plain) or (now.items and plain.lower() in _OR)):
                return None  # <d1, d2>, d1 or d2
            letter = re.fullmatch("[a-z]", plain) is not None and not _is_little(tokens, place - 1)
            entry = _is_id(plain, token["quoted"]) or plain.isdigit() or letter
            last = word.endswith(".") or (entry and follows and bool(now.items or now.heading))  # of the list before
            named = follows and not plain.isdigit() and _is_id(plain, token["quoted"])
            named = named and _is_id(tokens[place]["word"] or "", tokens[place]["quoted"])  # two documents
            head = _is_heading(tokens, place - 1) and not last and not named
            between = not follows or last
            between = between and (not now.items or tokens[place - 2]["sign"] is not None)
            number = re.fullmatch(r"[0-9]*\.?[0-9]+", plain) is not None
            beside = now.items and not now.items[-1].value and tokens[place - 2]["sign"] is None
            if number and beside and ("." in plain or not follows) and re.fullmatch(_NAME, now.items[-1].key):
                # d1 0.9, d2 0.8
                now.items[-1] = now.items[-1]._replace(value=plain)
                continue
            if number and beside and not now.bracket and now.said and _is_id(now.items[-1].key, None):
                if not now.roles or RANKING in now.roles or not re.fullmatch("[0-9]{1,2}", plain):
                    return None
                now.items[-1] = now.items[-1]._replace(value=plain)  # qrels: d1 0, d2 2
                continue
            now.said = now.said or (number and now.roles == frozenset({GRADES}))
            alone = now.said and (between or number or mark_of(plain) is not None)  # after the heading's colon
            if number and not alone and not head:
                return None
            named = _is_id(plain, token["quoted"]) or alone or letter
            item = named and not head and not _is_little(tokens, place - 1)
            if item:
                now.items.append(Item(plain))
            elif now.said and not head and re.fullmatch("[a-z]", plain) and plain not in _JOINS:
                return None  # a document, as in "run: c a"
            elif re.fullmatch("[b-z]", plain) and now.heading and re.fullmatch("[a-z]", now.heading[-1]):
                return None  # documents, as in "ranking a b c; grades 3 2"
            elif head or roles_of([plain]) is not None or plain.lower() in _JOINS:
                if now.items and plain.lower() not in _JOINS:
                    now = _close(now, found)
                if plain.lower() not in _JOINS:
                    now.heading.append(plain)
            else:
                return None
            if word.endswith(".") and now.items:
                now = _close(now, found)
    if now.items:
        _close(now, found)
    elif now.heading:
        return None
    return found


_JOINS = frozenset(["and", "und", "et", "y", "e"])
_OR = frozenset(["or", "oder", "ou", "oppure", "или"])


def _plain(word: str, quoted: str | None) -> str:
    return bare(quoted) if quoted else word.rstrip(".")


def _is_id(word: str, quoted: str | None) -> bool:
    return bool(quoted) or re.fullmatch(_ID, word) is not None


def _is_little(tokens: list[re.Match[str]], place: int) -> bool:
    """Whether a letter is the little word of a sentence, and no name: `a list`, `d1, d2 y d3`."""
    before, after = (tokens[at] if 0 <= at < len(tokens) else None for at in (place - 1, place + 1))
    if after is None or after["sign"]:
        return False
    if tokens[place]["word"] in _JOINS:
        listed = place > 1 and tokens[place - 2]["sign"] in (",", ":", "=")
        words = [one["word"] for one in (before, after) if one and one["word"]]
        return listed and len(words) > 1 and not any(mark_of(word) is not None for word in words)
    following = after["word"] or ""
    listed = before is not None and before["sign"] == ","
    return tokens[place]["word"] == "a" and len(following) > 1 and following not in _JOINS | _OR and not listed


def _is_heading(tokens: list[re.Match[str]], place: int) -> bool:
    """Whether the words from here on lead to a : or = or to a bracket."""
    for token in tokens[place : place + _FEW_WORDS]:
        if token["sign"]:
            return token["sign"] in (":", "=", ":=", "[", "{")
        if token["quoted"]:
            return False
    return False


def _close(now: Section, found: list[Section]) -> Section:
    found.append(now)
    return Section()


def unwrapped(one: Section) -> Section:
    """A list whose only entry is a list, as `[[1, 0]]`, as that list.

    >>> unwrapped(Section(items=items_of("[1, 0]"))).keys
    ['1', '0']
    """
    alone = one.items[0] if len(one.items) == 1 else None
    if alone is None or alone.inner is None or alone.key:
        return one
    return unwrapped(Section(one.heading, alone.inner[0], list(alone.inner[1]), one.said))


def _closing(tokens: list[re.Match[str]], place: int, sign: str) -> int | None:
    """The token that closes a bracket."""
    depth = 1
    for end in range(place, len(tokens)):
        depth += (tokens[end]["sign"] in ("[", "{", "(")) - (tokens[end]["sign"] in ("]", "}", ")"))
        if depth == 0:
            return end if tokens[end]["sign"] == _CLOSES[sign] else None
    return None
